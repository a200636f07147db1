//! Games against an engine start at once, without acceptance.

use games::challenges::already_made;
use games::change::internal_request;
use games::domain::{
    Challenge, EndReason, EngineLevel, Follows, GameId, GameRecord, Origin, Person, Phase, Player, RequestId,
    SeatedPlayer, UserId,
};
use games::offers::{ColorChoice, Offer, begin, creation, has_many_open};
use games::store::CommitError;
use games::{Done, GameError, Games, Limited, ReplayedGame};

use crate::localization::{Language, name_player};

pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=EngineLevel::FULL.0;

pub const USUAL_LEVEL: EngineLevel = EngineLevel(3);

#[derive(Debug, Clone)]
pub struct NewEngineGame {
    pub request: RequestId,
    pub person: Person,
    pub level: EngineLevel,
    /// Setup line built from the options; validated by the rules.
    pub setup: String,
    pub pace: String,
    pub color: ColorChoice,
    pub origin: Origin,
    /// The game that this one follows, as a rematch or from one of its positions.
    pub follows: Option<Follows>,
    /// Moves with which it begins.
    pub moves: Vec<String>,
}

/// Starts a casual game against an engine; the first turn runs at once.
pub async fn begin_engine_game(games: &Games, new: NewEngineGame) -> Result<Done, GameError> {
    if let Some(earlier) = find_begun(games, new.request).await? {
        return Ok(earlier);
    }
    if games.engine_queue.is_none() {
        return Err(GameError::NoEngine);
    }
    if !LEVELS.contains(&new.level.0) {
        return Err(GameError::NoSuchLevel);
    }
    let offer = Offer::read(&new.setup, &new.pace)?;
    if offer.seat_infos.len() != 2 {
        return Err(GameError::EngineForTwo);
    }
    let user = new.person.user;
    if has_many_open(games, user).await? {
        return Err(GameError::TooMany(games.settings.max_open));
    }
    games.check_rate(user, Limited::Challenges)?;

    let now = games.clock.now();
    let challenge = Challenge {
        challenger: user,
        has_random_colors: new.color == ColorChoice::Random,
        is_rated: false,
        created_at: now,
        seek: None,
    };
    let nobody = Person { user: UserId(0), name: name_player(Language::ENGLISH, Player::Engine(new.level)) };
    let mut seats = offer.seat(&new.person, &[nobody], new.color);
    for seated in seats.iter_mut().filter(|seated| seated.player != user) {
        *seated = SeatedPlayer { player: Player::Engine(new.level), agreed: true, ..seated.clone() };
    }
    let mut commit = creation(games, new.request, offer, challenge, seats, new.origin, 0);
    commit.game.agreements.follows = new.follows;
    let seats = commit.seats.take().unwrap_or_default();
    commit.plies = already_made(&commit.game, &seats, new.moves)?;
    commit.game.ply = u32::try_from(commit.plies.len()).unwrap_or(u32::MAX);
    let record = GameRecord { game: commit.game.clone(), seats, plies: commit.plies.clone(), vacations: Vec::new() };
    let (offered, seed) = (ReplayedGame::open(record, None)?, games.random.bits());
    let begin = |offered: ReplayedGame, now| {
        let seats = offered.record.seats.clone();
        Ok(begin(offered, seats, seed, now))
    };
    let change = games.decide_change(offered, now, begin).await?;
    (commit.game, commit.seats, commit.action) = (change.game, change.seats, change.action);
    commit.notices = change.notices;
    let id = commit.game.game_id;
    match games.store.create(commit).await {
        Ok(()) => {}
        Err(CommitError::Duplicate | CommitError::Stale) => {
            return find_begun(games, new.request).await?.ok_or(GameError::NoSuchGame);
        }
        Err(CommitError::Store(error)) => return Err(error.into()),
    }
    games.wake.notify_waiters();
    Ok(Done { replayed: games.load(id, None).await?, repeated: false, action: None })
}

/// Whether it is an unaccepted two-player challenge, as open challenges always are. Challenges of a competition must
/// be played by people.
pub(crate) fn may_play_engine_instead(record: &GameRecord) -> bool {
    let game = &record.game;
    game.phase == Phase::Void
        && matches!(game.end_reason(), Some(EndReason::Declined | EndReason::Expired))
        && (record.seats.len() == 2 || game.challenge.seek.is_some())
        && game.competition.is_none()
}

/// Plays such a challenge against the engine at the default level. Repeating the call returns the same game.
pub async fn begin_instead(games: &Games, game: GameId, who: Person) -> Result<Done, GameError> {
    let record = games.store.game(game).await?.ok_or(GameError::NoSuchGame)?;
    if record.game.challenge.challenger != who.user {
        return Err(GameError::NotTheChallenger);
    }
    if record.game.phase == Phase::Offered {
        return Err(GameError::NotStarted);
    }
    if !may_play_engine_instead(&record) {
        return Err(GameError::ChallengeClosed(Box::new(record)));
    }
    let color = match record.seat_of(who.user) {
        Some(seat) if !record.game.challenge.has_random_colors => ColorChoice::Seat(seat),
        _ => ColorChoice::Random,
    };
    let new = NewEngineGame {
        request: internal_request(game, 0x656e_6769_6e65_0000),
        person: who,
        level: USUAL_LEVEL,
        setup: record.game.setup.to_string(),
        pace: record.game.time_control.to_string(),
        color,
        origin: Origin { guild_id: record.game.place.guild_id, channel_id: record.game.place.channel_id },
        follows: None,
        moves: Vec::new(),
    };
    begin_engine_game(games, new).await
}

async fn find_begun(games: &Games, request: RequestId) -> Result<Option<Done>, GameError> {
    let Some(game) = games.store.game_of_request(request).await? else { return Ok(None) };
    Ok(Some(Done { replayed: games.load(game, None).await?, repeated: true, action: None }))
}
