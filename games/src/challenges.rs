//! From a challenge to the first turn. A challenge is a game in the phase *offered*.

use base::crash_point::{self, Point};
use rules::Seat;

use crate::change::Change;
use crate::domain::{
    Action, Challenge, ChallengeSilence, EndReason, Ending, Follows, Game, GameId, GameRecord, HOUR_MS, Notice, Origin,
    Person, Phase, Player, Ply, RequestId, SeatedPlayer, Timestamp, UserId,
};
use crate::offers::{ColorChoice, Offer, begin, check_blocks, close, creation, has_many_open, plays_enough_rated};
use crate::store::CommitError;
use crate::{Done, GameError, Games, Limited, ReplayedGame, seeks};

const MAX_CHALLENGES_TO_ONE: u32 = 3;

#[derive(Debug, Clone)]
pub struct NewChallenge {
    pub request: RequestId,
    pub challenger: Person,
    /// The challenged people, in seat order.
    pub opponents: Vec<Person>,
    /// Setup line built from the options; validated by the rules.
    pub setup: String,
    /// Pace text: `days:3`, `none`.
    pub pace: String,
    pub color: ColorChoice,
    /// Whether its result changes ratings; `None`: rated if it is played in a server and can be rated.
    pub rated: Option<bool>,
    pub origin: Origin,
}

/// Stores a challenge and announces it. Random colors are assigned at acceptance.
pub async fn challenge(games: &Games, new: NewChallenge) -> Result<Done, GameError> {
    challenge_after(games, new, None, Vec::new()).await
}

/// A challenge that continues another game, with the moves already played in it.
pub async fn challenge_after(
    games: &Games,
    new: NewChallenge,
    follows: Option<Follows>,
    moves: Vec<String>,
) -> Result<Done, GameError> {
    if let Some(game) = games.store.game_of_request(new.request).await? {
        return Ok(Done { replayed: games.load(game, None).await?, repeated: true, action: None });
    }
    let challenger = new.challenger.user;
    let invited: Vec<UserId> = new.opponents.iter().map(|person| person.user).collect();
    if invited.contains(&challenger) {
        return Err(GameError::Yourself);
    }
    if invited.iter().any(|user| Player::from(*user).person().is_none()) {
        return Err(GameError::DeletedPerson);
    }
    if (1..invited.len()).any(|index| invited[..index].contains(&invited[index])) {
        return Err(GameError::SamePerson);
    }
    let offer = Offer::read_for(&new.setup, &new.pace, invited.len() + 1)?;
    let is_rated = offer.is_rated(new.rated, new.origin.guild_id.is_some())?;
    // After a number of rated games between the same two, further results do not count.
    let is_repeated = match invited.as_slice() {
        &[other] if is_rated => plays_enough_rated(games, challenger, other).await?,
        _ => false,
    };
    check_blocks(games, challenger, &invited).await?;
    if let Err(refusal) = check_limits(games, challenger, &invited).await {
        // Another process may have stored this very challenge meanwhile, which then counts against the limit.
        return match games.store.game_of_request(new.request).await? {
            Some(game) => Ok(Done { replayed: games.load(game, None).await?, repeated: true, action: None }),
            None => Err(refusal),
        };
    }
    check_rates(games, challenger, &invited)?;

    let challenge = Challenge {
        challenger,
        has_random_colors: new.color == ColorChoice::Random,
        is_rated: is_rated && !is_repeated,
        created_at: games.clock.now(),
        seek: None,
    };
    let seats = offer.seat(&new.challenger, &new.opponents, new.color);
    let waits = i64::from(games.settings.challenge_expires_hours) * HOUR_MS;
    let mut commit = creation(games, new.request, offer, challenge, seats, new.origin, waits);
    let game = &mut commit.game;
    game.agreements.repeated_pair = is_repeated;
    game.agreements.follows = follows;
    commit.plies = already_made(game, commit.seats.as_deref().unwrap_or_default(), moves)?;
    game.ply = u32::try_from(commit.plies.len()).unwrap_or(u32::MAX);
    // Messages about the earlier game link here if everyone can read both.
    let is_public = game.place.guild_id.is_some();
    let rematch = follows.filter(|follows| follows.ply.is_none() && is_public);
    commit.notices.extend(rematch.map(|follows| Notice::Rematch { of: follows.game }));
    let id = game.game_id;
    crash_point::point(Point::DecidedNotWritten);
    let (id, repeated) = match games.store.create(commit).await {
        Ok(()) => (id, false),
        Err(CommitError::Duplicate | CommitError::Stale) => {
            (games.store.game_of_request(new.request).await?.ok_or(GameError::NoSuchGame)?, true)
        }
        Err(CommitError::Store(error)) => return Err(error.into()),
    };
    games.wake.notify_waiters();
    Ok(Done { replayed: games.load(id, None).await?, repeated, action: None })
}

pub async fn check_limits(games: &Games, challenger: UserId, invited: &[UserId]) -> Result<(), GameError> {
    if has_many_open(games, challenger).await? {
        return Err(GameError::TooMany(games.settings.max_open));
    }
    for &person in invited {
        if games.store.offers_between(challenger, person).await? >= MAX_CHALLENGES_TO_ONE {
            return Err(GameError::TooManyToOne(MAX_CHALLENGES_TO_ONE));
        }
    }
    Ok(())
}

/// Withdrawn challenges count too, because they mentioned people.
pub fn check_rates(games: &Games, challenger: UserId, invited: &[UserId]) -> Result<(), GameError> {
    games.check_rate(challenger, Limited::Challenges)?;
    invited.iter().try_for_each(|person| games.check_rate(challenger, Limited::ChallengesTo(*person)))
}

/// A challenged person accepts; the last acceptance starts the game. As with a move, an answer after the deadline
/// still counts if the alarm was not recorded yet.
pub async fn accept(games: &Games, request: RequestId, game: GameId, who: Person) -> Result<Done, GameError> {
    if games.store.game(game).await?.is_some_and(|record| record.game.is_seek()) {
        return seeks::accept_seek(games, request, game, who, None).await;
    }
    let seed = games.random.bits();
    let is_at_limit = has_many_open(games, who.user).await?;
    let limit = games.settings.max_open;
    let is_already_accepted =
        |record: &GameRecord| record.game.phase == Phase::Playing && is_challenged(record, who.user);
    games
        .change(request, game, Some(who.user), is_already_accepted, move |replayed, now| {
            let seat = challenged_seat(&replayed, who.user)?;
            if replayed.record.at(seat).is_some_and(|seated| seated.agreed) {
                return Err(GameError::AlreadyAccepted);
            }
            if is_at_limit {
                return Err(GameError::TooMany(limit));
            }
            if is_too_late(&replayed.record.game, now) {
                let (phase, ending) = (Phase::Void, Some(Ending::of(EndReason::Expired)));
                let game = Game { phase, ending, ..replayed.record.game };
                return Err(GameError::ChallengeClosed(Box::new(GameRecord { game, ..replayed.record })));
            }
            let mut seats = replayed.record.seats.clone();
            for seated in seats.iter_mut().filter(|seated| seated.player == who.user) {
                seated.name.clone_from(&who.name);
                seated.agreed = true;
            }
            if seats.iter().any(|seated| !seated.agreed) {
                let change = Change::of(replayed.record.game, Action::Join, vec![Notice::Joined { user: who.user }]);
                return Ok(Change { seats: Some(seats), ..change });
            }
            Ok(begin(replayed, seats, seed, now))
        })
        .await
}

/// Starts a game whose challenge was not answered, in a competition where silence accepts.
pub async fn begin_after_silence(games: &Games, request: RequestId, game: GameId) -> Result<Done, GameError> {
    let seed = games.random.bits();
    let is_done = |record: &GameRecord| record.game.phase != Phase::Offered;
    games
        .change(request, game, None, is_done, move |replayed, now| {
            let seats = replayed.record.seats.clone();
            Ok(begin(replayed, seats, seed, now))
        })
        .await
}

pub async fn decline(games: &Games, request: RequestId, game: GameId, user: UserId) -> Result<Done, GameError> {
    let is_already_declined =
        move |record: &GameRecord| is_closed(record, EndReason::Declined) && is_challenged(record, user);
    games
        .change(request, game, Some(user), is_already_declined, move |replayed, _| {
            let seat = challenged_seat(&replayed, user)?;
            if replayed.record.game.agreements.silence == Some(ChallengeSilence::Begins) {
                return Err(GameError::CannotDecline);
            }
            Ok(close(
                replayed.record.game,
                Ending { loser: Some(seat), ..Ending::of(EndReason::Declined) },
                Action::Decline,
            ))
        })
        .await
}

pub async fn withdraw(games: &Games, request: RequestId, game: GameId, user: UserId) -> Result<Done, GameError> {
    let is_already_withdrawn =
        move |record: &GameRecord| is_closed(record, EndReason::Withdrawn) && record.game.challenge.challenger == user;
    games
        .change(request, game, Some(user), is_already_withdrawn, move |replayed, _| {
            if replayed.record.game.challenge.challenger != user {
                return Err(GameError::NotTheChallenger);
            }
            if replayed.record.game.phase != Phase::Offered {
                return Err(GameError::ChallengeClosed(Box::new(replayed.record)));
            }
            Ok(close(replayed.record.game, Ending::of(EndReason::Withdrawn), Action::Withdraw))
        })
        .await
}

/// The moves with which a game begins, assigned to the players who have the colors now.
///
/// # Errors
/// If the rules refuse one.
pub fn already_made(game: &Game, seats: &[SeatedPlayer], moves: Vec<String>) -> Result<Vec<Ply>, GameError> {
    let mut any_game = game.setup.open().map_err(GameError::BadSetup)?;
    let mut plies = Vec::with_capacity(moves.len());
    for (number, notation) in (1..).zip(moves) {
        let seat = any_game.to_move();
        let notation = any_game.play(&notation).map_err(GameError::Illegal)?;
        let player =
            seats.iter().find(|seated| Some(seated.seat) == seat).map_or(Player::NOBODY, |seated| seated.player);
        plies.push(Ply { number, notation, played_at: game.challenge.created_at, player, version: 0 });
    }
    Ok(plies)
}

/// In a competition an answer at its deadline is too late, because silence has already taken effect.
fn is_too_late(game: &Game, now: Timestamp) -> bool {
    let closes = matches!(game.agreements.silence, Some(ChallengeSilence::Closes | ChallengeSilence::Loses));
    closes && game.turn.deadline_at.is_some_and(|at| at <= now)
}

fn is_closed(record: &GameRecord, reason: EndReason) -> bool {
    record.game.phase == Phase::Void && record.game.end_reason() == Some(reason)
}

fn is_challenged(record: &GameRecord, user: UserId) -> bool {
    record.challenged().any(|seat| seat.player == user)
}

fn challenged_seat(replayed: &ReplayedGame, user: UserId) -> Result<Seat, GameError> {
    let record = &replayed.record;
    let seat = record.challenged().find(|seat| seat.player == user).map(|seat| seat.seat);
    let is_own = record.game.challenge.challenger == user;
    match seat {
        // An open challenge has no one who could decline it.
        None if !is_own || record.game.is_seek() => Err(GameError::NotForYou),
        _ if record.game.phase != Phase::Offered => Err(GameError::ChallengeClosed(Box::new(record.clone()))),
        None => Err(GameError::OwnChallenge(Box::new(record.clone()))),
        Some(seat) => Ok(seat),
    }
}
