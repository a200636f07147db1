//! Games that a competition owns: it opens them, past the limits and blocks of persons, learns of each new phase from the commit that
//! brings it about, and closes or postpones what is still offered.

use std::collections::HashMap;

use tracing::error;

use crate::domain::{
    Action, Challenge, ChallengeSilence, Competition, CompetitionTag, EndReason, Ending, GameId, GameRecord, HOUR_MS,
    Origin, Pauses, Person, Phase, RequestId, Timestamp, UserId,
};
use crate::games::change::{Change, internal_request, never_done};
use crate::games::offers::{ColorChoice, Offer, close, creation, plays_enough_rated};
use crate::games::{GameError, Games};
use crate::store::json::is_first_report;
use crate::store::{Commit, StoreError};

/// A game that a competition opens in its name.
pub struct CompetitionGame {
    pub request: RequestId,
    pub tag: CompetitionTag,
    pub challenger: Person,
    pub opponents: Vec<Person>,
    pub color: ColorChoice,
    pub setup: String,
    pub pace: String,
    pub pauses: Pauses,
    /// `None`: if it is played in a server and can be rated.
    pub rated: Option<bool>,
    pub place: Origin,
}

/// What becomes of a game that is still offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfferChange {
    /// It comes to nothing: this player has left the competition, or it is closed.
    Close { absent: Option<UserId> },
    /// The answer is due then.
    Postpone { until: Timestamp },
}

/// Competitions that were brought up to date together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UpdateRound {
    pub count: usize,
    /// Where to go on; `None`: these were the last.
    pub next: Option<Competition>,
}

/// The first commit of a game of a competition: written in the same transaction as the step that opens it. Limits and blocks of
/// persons are for the competition to ask about.
pub async fn open_game(games: &Games, new: CompetitionGame) -> Result<Commit, GameError> {
    let mut offer = Offer::read_for(&new.setup, &new.pace, new.opponents.len() + 1)?;
    offer.time_control = new.pauses.limit(offer.time_control);
    let is_rated = offer.is_rated(new.rated, new.place.guild_id.is_some())?;
    // From some game of the same two on, results count no more.
    let is_repeated = match new.opponents.as_slice() {
        [other] if is_rated => plays_enough_rated(games, new.challenger.user, other.user).await?,
        _ => false,
    };
    let challenge = Challenge {
        challenger: new.challenger.user,
        has_random_colors: new.color == ColorChoice::Random,
        is_rated: is_rated && !is_repeated,
        created_at: games.clock.now(),
        seek: None,
    };
    let seats = offer.seat(&new.challenger, &new.opponents, new.color);
    let usual = i64::from(games.settings.challenge_expires_hours) * HOUR_MS;
    let mut commit = creation(games, new.request, offer, challenge, seats, new.place, usual);
    commit.game.agreements.repeated_pair = is_repeated;
    commit.game.competition = Some(new.tag);
    Ok(commit)
}

/// Sets when an answer to a game that is opened is due, and what silence means.
pub fn set_answer(commit: &mut Commit, answer_by: Timestamp, silence: ChallengeSilence) {
    (commit.game.turn.deadline_at, commit.game.turn.wake_at) = (Some(answer_by), Some(answer_by));
    commit.game.agreements.silence = Some(silence);
}

/// These games, without those that cannot be read: a competition looks at them again.
pub async fn read_games(
    games: &Games,
    competition: Competition,
    mut wanted: Vec<GameId>,
) -> Result<HashMap<GameId, GameRecord>, StoreError> {
    wanted.sort_unstable();
    wanted.dedup();
    let mut records = HashMap::new();
    if wanted.is_empty() {
        return Ok(records);
    }
    for (game, record) in games.records(&wanted).await? {
        match record {
            Ok(record) => drop(records.insert(game, record)),
            Err(cause @ StoreError::Database { .. }) => return Err(cause),
            Err(cause) => report_unreadable(competition, game, &cause.to_string()),
        }
    }
    Ok(records)
}

/// Logs a game that its competition cannot take in, once.
pub fn report_unreadable(competition: Competition, game: GameId, cause: &str) {
    if is_first_report("competition_game", game.0.cast_unsigned()) {
        error!(game.id = %game, %competition, "Could not read game {game} of {competition}: {cause}");
    }
}

/// Carries out what a step of a competition means for games that are still offered. What fails is logged: such a game ends by its
/// own deadline.
pub async fn change_offers(games: &Games, competition: Competition, offers: Vec<(GameId, OfferChange)>) {
    for (game, change) in offers {
        if let Err(cause) = change_offer(games, game, change).await {
            error!(game.id = %game, %competition, "Could not adapt a challenge of {competition}: {cause}");
        }
    }
}

async fn change_offer(games: &Games, game: GameId, change: OfferChange) -> Result<(), GameError> {
    let Some(record) = games.store.game(game).await? else { return Ok(()) };
    if let OfferChange::Postpone { until } = change
        && record.game.turn.deadline_at == Some(until)
    {
        return Ok(());
    }
    let number = record.game.version.cast_unsigned().rotate_left(29);
    let outcome = games.change(internal_request(game, number), game, None, never_done, move |replayed, _| {
        if replayed.record.game.phase != Phase::Offered {
            return Err(GameError::ChallengeClosed(Box::new(replayed.record)));
        }
        let GameRecord { mut game, seats, .. } = replayed.record;
        match change {
            OfferChange::Close { absent } => {
                let reason = if absent.is_some() { EndReason::LeftCompetition } else { EndReason::CompetitionClosed };
                let loser =
                    seats.iter().find(|seat| absent.is_some_and(|absent| seat.player == absent)).map(|seat| seat.seat);
                Ok(close(game, Ending { loser, ..Ending::of(reason) }, Action::FollowCompetition))
            }
            OfferChange::Postpone { until } => {
                game.turn.deadline_at = Some(until);
                Ok(Change::of(game, Action::FollowCompetition, Vec::new()))
            }
        }
    });
    match outcome.await {
        Ok(_) | Err(GameError::ChallengeClosed(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// What it costs in a competition to decline a game, or to abort it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefusalCost {
    /// It counts as a loss on the ladder of this name, where the player has this place.
    Place(String, usize),
    /// It loses the game in the tournament of this name.
    Game(String),
}

/// What this player loses by declining a game that is offered, or by aborting one that has begun. `None`: nothing, or it is not theirs
/// to do.
pub async fn refusal_cost(games: &Games, game: GameId, user: UserId) -> Result<Option<RefusalCost>, GameError> {
    let Some(record) = games.record(game).await? else { return Ok(None) };
    let is_open = matches!(record.game.phase, Phase::Offered | Phase::Playing);
    let Some(tag) = record.game.competition.clone().filter(|_| is_open && record.seat_of(user).is_some()) else {
        return Ok(None);
    };
    let ladder = match tag.competition {
        Competition::Tournament(_) => return Ok(Some(RefusalCost::Game(tag.title()))),
        Competition::Ladder(ladder) => ladder,
    };
    let Some(stored) = games.store.ladder(ladder).await? else { return Ok(None) };
    let loses = stored.ladder.challenge(game).is_some_and(|open| match record.game.phase {
        Phase::Playing => open.is_lost_by_abort(user),
        _ => open.is_lost_by_decline(user),
    });
    let place = stored.ladder.place(user).filter(|_| loses);
    Ok(place.map(|place| RefusalCost::Place(tag.label, place)))
}
