//! From a challenge to the first turn. A challenge is a game in the phase *offered*.

use std::collections::BTreeMap;

use crate::crash_point::Point;
use rules::rng::SeededRng;
use rules::{Color, Seat, SeatInfo, Team};

use crate::crash_point;
use crate::domain::clubs::ladder::refusal::LadderError;
use crate::domain::clubs::rating::group::RatingGroup;
use crate::domain::{
    Action, Agreements, Challenge, ChallengeSilence, EndReason, Ending, Follows, Game, GameId, GameLocation,
    GameRecord, HOUR_MS, MINUTE_MS, Notice, Origin, ParseTimeControlError, Person, Phase, Ply, RequestId, SeatedPlayer,
    Setup, TimeControl, Timestamp, TurnClock, UserId,
};
use crate::games::challenge_closed::closed;
use crate::games::change::Change;
use crate::games::{Done, GameError, Games, Limited, ReplayedGame};
use crate::store::{Commit, CommitError};

/// How long a challenge to a live game is open.
const LIVE_CHALLENGE_MS: i64 = 20 * MINUTE_MS;

/// Challenges from one person to another that may wait for an answer at the same time.
const MAX_CHALLENGES_TO_ONE: u32 = 3;

/// Which color the challenger wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorChoice {
    /// Moves first.
    Black,
    /// Moves second.
    White,
    /// Assigned at random at acceptance.
    Random,
    /// This seat, counted from 0.
    Seat(Seat),
}

/// A challenge that a player makes.
#[derive(Debug, Clone)]
pub struct NewChallenge {
    /// The interaction.
    pub request: RequestId,
    /// Who asks.
    pub challenger: Person,
    /// Who is asked, in the order of the seats that they get.
    pub opponents: Vec<Person>,
    /// Setup line as put together from the options; checked by the rules.
    pub setup: String,
    /// Pace text: `days:3`, `none`.
    pub pace: String,
    /// Wanted color.
    pub color: ColorChoice,
    /// Whether its result changes ratings; `None`: if it is played in a server and can be rated.
    pub rated: Option<bool>,
    /// Where.
    pub origin: Origin,
}

/// The game that a challenge is about.
pub(crate) struct Offer {
    pub(crate) setup: Setup,
    pub(crate) time_control: TimeControl,
    pub(crate) seat_infos: Vec<SeatInfo>,
}

impl Offer {
    /// Reads the setup line and the pace.
    ///
    /// # Errors
    /// When the rules or the clocks refuse them.
    pub(crate) fn read(setup: &str, pace: &str) -> Result<Self, GameError> {
        let time_control: TimeControl = pace.parse().map_err(|error| match error {
            ParseTimeControlError::Live(_) => GameError::LiveClockNeverPauses,
            _ => GameError::BadPace(pace.to_owned()),
        })?;
        let any_game = rules::propose(setup).map_err(GameError::BadSetup)?;
        Ok(Self { setup: Setup::of(&*any_game), time_control, seat_infos: any_game.seats() })
    }

    /// Whether its result changes ratings: as wanted, or as usual if it can be rated.
    ///
    /// # Errors
    /// When it is wanted and cannot be.
    pub(crate) fn is_rated(&self, wanted: Option<bool>, usual: bool) -> Result<bool, GameError> {
        let can_be_rated = RatingGroup::of(&self.setup).is_some();
        match wanted {
            Some(true) if !can_be_rated => Err(GameError::CannotBeRated),
            wanted => Ok(can_be_rated && wanted.unwrap_or(usual)),
        }
    }

    /// The seat of this color; `None` when it is drawn, or the game has no such seat.
    pub(crate) fn seat_of(&self, color: ColorChoice) -> Option<Seat> {
        let of_color = |color: Color| self.seat_infos.iter().position(|place| place.color == color);
        let seat = match color {
            ColorChoice::Black => of_color(Color::Black),
            ColorChoice::White => of_color(Color::White),
            ColorChoice::Random => None,
            ColorChoice::Seat(seat) => Some(usize::from(seat)).filter(|seat| *seat < self.seat_infos.len()),
        };
        seat.and_then(|seat| u8::try_from(seat).ok()).map(Seat)
    }
}

/// What a ladder lays down for a challenge.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LadderTerms {
    /// The ladder names the game before there is one.
    pub(crate) game: GameId,
    /// When silence takes effect.
    pub(crate) answer_by: Timestamp,
    pub(crate) silence: ChallengeSilence,
}

impl Games {
    /// A game that waits for acceptance, for so many milliseconds.
    pub(crate) fn offered(
        &self,
        offer: Offer,
        challenge: Challenge,
        origin: Origin,
        waits: i64,
        now: Timestamp,
    ) -> Game {
        // A live game begins while both are there.
        let is_live = offer.time_control.pace.is_live();
        let expires = now.plus(if is_live { waits.min(LIVE_CHALLENGE_MS) } else { waits });
        Game {
            game_id: GameId::of_random(self.random.bits()),
            number: None,
            version: 0,
            phase: Phase::Offered,
            setup: offer.setup,
            time_control: offer.time_control,
            place: GameLocation { guild_id: origin.guild_id, channel_id: origin.channel_id, thread_id: None },
            ply: 0,
            challenge,
            turn: TurnClock { deadline_at: Some(expires), wake_at: Some(expires), ..TurnClock::starting(None, now) },
            draw_offer: None,
            agreements: Agreements::default(),
            ending: None,
            conditional_moves_version: 0,
        }
    }

    /// Stores a challenge and has it announced. Random colors are assigned at acceptance.
    pub async fn challenge(&self, new: NewChallenge) -> Result<Done, GameError> {
        self.challenge_on(new, None, None).await
    }

    /// The same after another game, with the moves from it that are made already.
    pub(crate) async fn challenge_after(
        &self,
        new: NewChallenge,
        follows: Follows,
        moves: Vec<String>,
    ) -> Result<Done, GameError> {
        self.challenge_on(new, None, Some((follows, moves))).await
    }

    /// The same, on the terms of a ladder if there is one.
    pub(crate) async fn challenge_on(
        &self,
        new: NewChallenge,
        terms: Option<LadderTerms>,
        after: Option<(Follows, Vec<String>)>,
    ) -> Result<Done, GameError> {
        if let Some(game) = self.store.game_of_request(new.request).await? {
            return Ok(Done { replayed: self.load(game, None).await?, repeated: true, action: None });
        }
        let invited: Vec<UserId> = new.opponents.iter().map(|person| person.user).collect();
        if invited.contains(&new.challenger.user) {
            return Err(GameError::Yourself);
        }
        if invited.iter().any(|user| user.is_deleted()) {
            return Err(GameError::DeletedPerson);
        }
        if (1..invited.len()).any(|index| invited[..index].contains(&invited[index])) {
            return Err(GameError::SamePerson);
        }
        let offer = Offer::read(&new.setup, &new.pace)?;
        let pace = offer.time_control.pace;
        let needed = offer.seat_infos.len();
        if needed != invited.len() + 1 {
            return Err(GameError::WrongNumber { needed, given: invited.len() + 1 });
        }
        let is_rated = offer.is_rated(new.rated, new.origin.guild_id.is_some())?;
        // From some game of the same two on, results count no more.
        let is_repeated = match invited.as_slice() {
            &[other] if is_rated => self.plays_enough_rated(new.challenger.user, other).await?,
            _ => false,
        };
        self.check_blocks(new.challenger.user, &invited).await?;
        if let Err(refused) = self.check_limits(new.challenger.user, &invited).await {
            // Another process may have made it meanwhile, and what is over the limit is this very challenge.
            return match self.store.game_of_request(new.request).await? {
                Some(game) => Ok(Done { replayed: self.load(game, None).await?, repeated: true, action: None }),
                None => Err(refused),
            };
        }

        self.check_rates(new.challenger.user, &invited)?;

        let now = self.clock.now();
        let own = offer.seat_of(new.color).map_or(0, usize::from);
        // The others take the seats that are left, in the order in which they are named.
        let mut people: Vec<&Person> = new.opponents.iter().collect();
        people.insert(own, &new.challenger);
        let seated = |(number, person): (u8, &Person)| SeatedPlayer {
            seat: Seat(number),
            user: person.user,
            name: person.name.clone(),
            agreed: person.user == new.challenger.user,
            clock: pace.clock(),
        };
        let seats: Vec<SeatedPlayer> = (0..).zip(people).map(seated).collect();
        let challenge = Challenge {
            challenger: new.challenger.user,
            has_random_colors: new.color == ColorChoice::Random,
            is_rated: is_rated && !is_repeated,
            created_at: now,
            seek: None,
        };
        let usual = i64::from(self.settings.challenge_expires_hours) * HOUR_MS;
        let mut game = self.offered(offer, challenge, new.origin, usual, now);
        game.agreements.repeated_pair = is_repeated;
        if let Some(LadderTerms { game: id, answer_by, silence }) = terms {
            game.game_id = id;
            (game.turn.deadline_at, game.turn.wake_at) = (Some(answer_by), Some(answer_by));
            game.agreements.silence = Some(silence);
        }
        let (follows, moves) = after.map_or_else(Default::default, |(follows, moves)| (Some(follows), moves));
        game.agreements.follows = follows;
        // What stands about the earlier game leads here, where everybody reads both.
        let is_public = game.place.guild_id.is_some();
        let rematch = follows.filter(|follows| follows.ply.is_none() && is_public);
        let rematch = rematch.map(|follows| Notice::Rematch { of: follows.game });
        let plies = already_made(&game, &seats, moves)?;
        game.ply = u32::try_from(plies.len()).unwrap_or(u32::MAX);
        let id = game.game_id;
        let commit = Commit {
            game,
            request: new.request,
            actor: Some(new.challenger.user),
            action: Action::Challenge,
            seats: Some(seats),
            keep: None,
            plies,
            conditional_moves: None,
            detail: None,
            notices: std::iter::once(Notice::Challenge).chain(rematch).collect(),
            reminded: None,
            audit: None,
            now,
        };
        crash_point::point(Point::Decided);
        let (id, repeated) = match self.store.create(commit).await {
            Ok(()) => (id, false),
            Err(CommitError::Duplicate | CommitError::Stale) => {
                (self.store.game_of_request(new.request).await?.ok_or(GameError::NoSuchGame)?, true)
            }
            Err(CommitError::Store(error)) => return Err(error.into()),
        };
        self.wake.notify_waiters();
        Ok(Done { replayed: self.load(id, None).await?, repeated, action: None })
    }

    pub(crate) async fn check_limits(&self, challenger: UserId, invited: &[UserId]) -> Result<(), GameError> {
        if self.has_many_open(challenger).await? {
            return Err(GameError::TooMany(self.settings.max_open));
        }
        for &person in invited {
            if self.store.offers_between(challenger, person).await? >= MAX_CHALLENGES_TO_ONE {
                return Err(GameError::TooManyToOne(MAX_CHALLENGES_TO_ONE));
            }
        }
        Ok(())
    }

    /// Nobody is asked by a person whom they block, also not by a rematch.
    pub(crate) async fn check_blocks(&self, challenger: UserId, invited: &[UserId]) -> Result<(), GameError> {
        for (user, player) in self.store.players(invited).await? {
            if player?.preferences.blocked.contains(&challenger) {
                return Err(GameError::NotChallengeable(user));
            }
        }
        Ok(())
    }

    /// A withdrawn challenge counts as well: it has mentioned people.
    fn check_rates(&self, challenger: UserId, invited: &[UserId]) -> Result<(), GameError> {
        self.check_rate(challenger, Limited::Challenges)?;
        invited.iter().try_for_each(|person| self.check_rate(challenger, Limited::ChallengesTo(*person)))
    }

    /// Does this person play or offer as much as is allowed? What others offer them does not count: it is not their doing.
    pub(crate) async fn has_many_open(&self, user: UserId) -> Result<bool, GameError> {
        Ok(self.store.open_of(user).await? >= self.settings.max_open)
    }

    /// A challenged person takes the challenge; with the last of them the first turn begins. As with a move, what arrives after
    /// the deadline but before the alarm was recorded still counts.
    pub async fn accept(&self, request: RequestId, game: GameId, who: Person) -> Result<Done, GameError> {
        if self.store.game(game).await?.is_some_and(|record| record.game.is_seek()) {
            return self.accept_seek(request, game, who, None).await;
        }
        let seed = self.random.bits();
        let is_at_limit = self.has_many_open(who.user).await?;
        let limit = self.settings.max_open;
        let made = |record: &GameRecord| record.game.phase == Phase::Playing && is_challenged(record, who.user);
        self.change(request, game, Some(who.user), made, move |replayed, now| {
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
            for seated in seats.iter_mut().filter(|seated| seated.user == who.user) {
                seated.name.clone_from(&who.name);
                seated.agreed = true;
            }
            if seats.iter().any(|seated| !seated.agreed) {
                let change = Change::of(replayed.record.game, Action::Join, vec![Notice::Joined { user: who.user }]);
                return Ok(Change { seats: Some(seats), ..change });
            }
            Ok(begun(replayed, seats, seed, now))
        })
        .await
    }

    /// Begins a game whose challenge was not answered, on a ladder where silence accepts.
    pub(crate) async fn begin_after_silence(&self, request: RequestId, game: GameId) -> Result<Done, GameError> {
        let seed = self.random.bits();
        let is_done = |record: &GameRecord| record.game.phase != Phase::Offered;
        self.change(request, game, None, is_done, move |replayed, now| {
            let seats = replayed.record.seats.clone();
            Ok(begun(replayed, seats, seed, now))
        })
        .await
    }

    /// A challenged person says no: the challenge is closed for all.
    pub async fn decline(&self, request: RequestId, game: GameId, user: UserId) -> Result<Done, GameError> {
        let made = move |record: &GameRecord| is_closed(record, EndReason::Declined) && is_challenged(record, user);
        self.change(request, game, Some(user), made, move |replayed, _| {
            let seat = challenged_seat(&replayed, user)?;
            if replayed.record.game.agreements.silence == Some(ChallengeSilence::Begins) {
                return Err(LadderError::CannotDecline.into());
            }
            Ok(closed(
                replayed.record.game,
                Ending { loser: Some(seat), ..Ending::of(EndReason::Declined) },
                Action::Decline,
            ))
        })
        .await
    }

    /// The challenger takes it back.
    pub async fn withdraw(&self, request: RequestId, game: GameId, user: UserId) -> Result<Done, GameError> {
        let made = move |record: &GameRecord| {
            is_closed(record, EndReason::Withdrawn) && record.game.challenge.challenger == user
        };
        self.change(request, game, Some(user), made, move |replayed, _| {
            if replayed.record.game.challenge.challenger != user {
                return Err(GameError::NotTheChallenger);
            }
            if replayed.record.game.phase != Phase::Offered {
                return Err(GameError::ChallengeClosed(Box::new(replayed.record)));
            }
            Ok(closed(replayed.record.game, Ending::of(EndReason::Withdrawn), Action::Withdraw))
        })
        .await
    }
}

/// The moves with which a game begins, as those of the players who have the colors now.
fn already_made(game: &Game, seats: &[SeatedPlayer], moves: Vec<String>) -> Result<Vec<Ply>, GameError> {
    let mut any_game = game.setup.open().map_err(GameError::BadSetup)?;
    let mut plies = Vec::with_capacity(moves.len());
    for (number, notation) in (1..).zip(moves) {
        let seat = any_game.to_move();
        let notation = any_game.play(&notation).map_err(GameError::Illegal)?;
        let user = seats.iter().find(|seated| Some(seated.seat) == seat).map_or(UserId(0), |seated| seated.user);
        plies.push(Ply { number, notation, played_at: game.challenge.created_at, user, version: 0 });
    }
    Ok(plies)
}

/// On a ladder an answer at the end of its time comes too late: the silence has taken effect.
fn is_too_late(game: &Game, now: Timestamp) -> bool {
    game.agreements.silence == Some(ChallengeSilence::Closes) && game.turn.deadline_at.is_some_and(|at| at <= now)
}

/// The first turn of a game whose players have all agreed.
pub(crate) fn begun(replayed: ReplayedGame, mut seats: Vec<SeatedPlayer>, seed: u64, now: Timestamp) -> Change {
    if replayed.record.game.challenge.has_random_colors {
        assign_random_seats(&mut seats, &replayed.any_game.seats(), seed);
    }
    for seated in &mut seats {
        seated.agreed = false;
    }
    seats.sort_by_key(|seated| seated.seat);
    let game = Game {
        phase: Phase::Playing,
        turn: TurnClock {
            to_move: replayed.any_game.to_move(),
            started_at: now,
            deadline_at: None,
            reminded_until: None,
            ..replayed.record.game.turn
        },
        agreements: Agreements { silence: None, ..replayed.record.game.agreements },
        ..replayed.record.game
    };
    let ply = game.ply;
    let change = Change::of(game, Action::Accept, vec![Notice::Board { ply }]);
    Change { seats: Some(seats), ..change }
}

fn is_closed(record: &GameRecord, reason: EndReason) -> bool {
    record.game.phase == Phase::Void && record.game.end_reason() == Some(reason)
}

fn is_challenged(record: &GameRecord, user: UserId) -> bool {
    record.challenged().any(|seat| seat.user == user)
}

/// Seats the players at random: which team has which color, and who is first in it. Named partners stay partners.
fn assign_random_seats(seats: &mut [SeatedPlayer], seat_infos: &[SeatInfo], seed: u64) {
    let mut chance = SeededRng::new(seed);
    let mut teams: BTreeMap<Team, Vec<Seat>> = BTreeMap::new();
    for (seat, place) in (0..).map(Seat).zip(seat_infos) {
        teams.entry(place.team).or_default().push(seat);
    }
    // All teams have as many seats.
    let before: Vec<Vec<Seat>> = teams.into_values().collect();
    let mut after = before.clone();
    shuffle(&mut after, &mut chance);
    for team in &mut after {
        shuffle(team, &mut chance);
    }
    let moved: Vec<(Seat, Seat)> = before.into_iter().flatten().zip(after.into_iter().flatten()).collect();
    for seated in seats {
        if let Some((_, to)) = moved.iter().find(|(from, _)| *from == seated.seat) {
            seated.seat = *to;
        }
    }
}

fn shuffle<T>(items: &mut [T], chance: &mut SeededRng) {
    for index in (1..items.len()).rev() {
        items.swap(index, chance.below(index + 1));
    }
}

/// The seat that this person is asked to take.
fn challenged_seat(replayed: &ReplayedGame, user: UserId) -> Result<Seat, GameError> {
    let record = &replayed.record;
    let seat = record.challenged().find(|seat| seat.user == user).map(|seat| seat.seat);
    let is_own = record.game.challenge.challenger == user;
    match seat {
        // Nobody declines an open challenge.
        None if !is_own || record.game.is_seek() => Err(GameError::NotForYou),
        _ if record.game.phase != Phase::Offered => Err(GameError::ChallengeClosed(Box::new(record.clone()))),
        None => Err(GameError::OwnChallenge(Box::new(record.clone()))),
        Some(seat) => Ok(seat),
    }
}
