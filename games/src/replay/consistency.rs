//! Checks whether a stored game matches its moves.

use crate::domain::{EndReason, GameId, GameOutcome, GameRecord, Phase};
use crate::replay::ReplayedGame;
use crate::store::{Store, StoreError};

/// The problem of a game, if it has one.
///
/// # Errors
/// If the store fails. A row that cannot be converted is a problem, not an error.
pub async fn problem(store: &Store, game: GameId) -> Result<Option<String>, StoreError> {
    problem_of(store.game(game).await.transpose())
}

pub fn problem_of(read: Option<Result<GameRecord, StoreError>>) -> Result<Option<String>, StoreError> {
    match read {
        Some(Ok(record)) => Ok(difference(record).err()),
        Some(Err(error @ StoreError::Corrupt { .. })) => Ok(Some(error.to_string())),
        Some(Err(error)) => Err(error),
        None => Ok(None),
    }
}

fn difference(record: GameRecord) -> Result<(), String> {
    let replayed = ReplayedGame::open(record, None).map_err(|error| error.to_string())?;
    let game = &replayed.record.game;
    let move_count = game.ply.saturating_sub(replayed.record.given_plies()) as usize;
    let outcome = replayed.any_game.outcome().map(|outcome| {
        let result = GameOutcome::of(outcome.winner, &replayed.any_game.seats());
        (result, EndReason::Rules(outcome.reason))
    });
    match (game.phase, &outcome) {
        (Phase::Playing, None) => {
            let to_move = replayed.any_game.to_move();
            if game.turn.to_move != to_move {
                return Err(format!("seat {:?} is stored as the one to move, it is {to_move:?}", game.turn.to_move));
            }
        }
        (Phase::Over, Some((result, reason))) => {
            let stored_end = (game.result(), game.end_reason());
            if stored_end != (Some(*result), Some(*reason)) {
                return Err(format!("{stored_end:?} is stored as the end, it is {result} by {reason}"));
            }
        }
        (Phase::Over, None) => {
            if !game.end_reason().is_some_and(EndReason::is_by_people) || game.result().is_none() {
                return Err(format!("it ended by {:?}, but its moves do not end it", game.end_reason()));
            }
        }
        (Phase::Void, _) if game.is_annulled() => {}
        (Phase::Void, None) if game.is_aborted() && move_count < replayed.record.seats.len() => {}
        (Phase::Offered | Phase::Void, _) if move_count > 0 => return Err("moves of a challenge".to_owned()),
        (Phase::Offered | Phase::Void, _) => {}
        (Phase::Playing, Some((result, reason))) => {
            return Err(format!("it is stored as being played, and over: {result} by {reason}"));
        }
    }
    Ok(())
}
