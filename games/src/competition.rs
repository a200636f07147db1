//! Games that a competition owns. It opens them regardless of the limits and blocks of persons, learns of phase
//! changes from the commits that cause them, and closes or postpones offered games.

use std::collections::HashMap;

use tracing::error;

use crate::change::{Change, internal_request, no_precondition};
use crate::domain::{
    Action, Challenge, ChallengeSilence, Competition, CompetitionTag, EndReason, Ending, GameId, GameRecord, HOUR_MS,
    Origin, Pauses, Person, Phase, RequestId, Timestamp, UserId,
};
use crate::offers::{ColorChoice, Offer, close, creation, plays_enough_rated};
use crate::store::json::is_first_report;
use crate::store::{Commit, StoreError};
use crate::{GameError, Games};

pub struct CompetitionGame {
    pub request: RequestId,
    pub tag: CompetitionTag,
    pub challenger: Person,
    pub opponents: Vec<Person>,
    pub color: ColorChoice,
    pub setup: String,
    pub pace: String,
    pub pauses: Pauses,
    /// `None`: rated if it is played in a server and can be rated.
    pub rated: Option<bool>,
    pub place: Origin,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfferChange {
    /// It is closed, because this player left the competition or the competition was closed.
    Close {
        absent: Option<UserId>,
    },
    Postpone {
        until: Timestamp,
    },
}

/// The first commit of a competition game, written in the same transaction as the step that opens it. The competition
/// itself checks limits and blocks of persons.
pub async fn open_game(games: &Games, new: CompetitionGame) -> Result<Commit, GameError> {
    let mut offer = Offer::read_for(&new.setup, &new.pace, new.opponents.len() + 1)?;
    offer.time_control = new.pauses.limit(offer.time_control);
    let is_rated = offer.is_rated(new.rated, new.place.guild_id.is_some())?;
    // Beyond the limit of rated games of the same two players, results no longer count.
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

/// Sets the deadline for the answer to a game that is opened, and the effect of silence.
pub fn set_answer(commit: &mut Commit, answer_by: Timestamp, silence: ChallengeSilence) {
    (commit.game.turn.deadline_at, commit.game.turn.wake_at) = (Some(answer_by), Some(answer_by));
    commit.game.agreements.silence = Some(silence);
}

/// Reads these games without unreadable ones, which the competition tries again later.
pub async fn read_games(
    games: &Games,
    competition: Competition,
    mut ids: Vec<GameId>,
) -> Result<HashMap<GameId, GameRecord>, StoreError> {
    ids.sort_unstable();
    ids.dedup();
    let mut records = HashMap::new();
    if ids.is_empty() {
        return Ok(records);
    }
    for (game, record) in games.records(&ids).await? {
        match record {
            Ok(record) => drop(records.insert(game, record)),
            Err(cause @ StoreError::Database { .. }) => return Err(cause),
            Err(cause) => report_unreadable(competition, game, &cause.to_string()),
        }
    }
    Ok(records)
}

/// Logs a game that its competition cannot process, once.
pub fn report_unreadable(competition: Competition, game: GameId, cause: &str) {
    if is_first_report("competition_game", game.0.cast_unsigned()) {
        error!(game.id = %game, %competition, "Could not read game {game} of {competition}: {cause}");
    }
}

/// Applies a step of a competition to games that are still offered. Failures are logged: such a game ends by its own
/// deadline.
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
    let outcome = games.change(internal_request(game, number), game, None, no_precondition, move |replayed, _| {
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
