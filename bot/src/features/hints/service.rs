//! Which hint a person gets now.

use crate::domain::{GameId, GameRecord, Phase, Preferences, UserId};
use crate::games::{GameError, Games};

/// What a hint is about, in the order of the turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hint {
    /// How to move.
    Move,
    /// What a push needs.
    Push,
    /// How to win, and what the clock means.
    Win,
}

impl Hint {
    pub const ALL: [Self; 3] = [Self::Move, Self::Push, Self::Win];
}

/// All of them have been seen.
const ALL_SEEN: u8 = Hint::ALL.len() as u8;

/// Whether there are hints that this person has still to see.
///
/// # Errors
/// When the store fails.
pub async fn awaits_hints(games: &Games, user: UserId) -> Result<bool, GameError> {
    if !games.settings.hints {
        return Ok(false);
    }
    let chosen = games.preferences(user).await?;
    if chosen.hints == Some(false) || chosen.hints_seen.unwrap_or(0) >= ALL_SEEN {
        return Ok(false);
    }
    if has_finished(games, user).await? {
        // It is not asked see_hints(&again.games, user, ALL_SEEN).await?;
        return Ok(false);
    }
    Ok(true)
}

/// The hint for this person about their turn in this game. It counts as seen from now on.
///
/// # Errors
/// When the store fails.
pub async fn next_hint(games: &Games, user: UserId, game: GameId) -> Result<Option<Hint>, GameError> {
    let Some(record) = games.store.game(game).await? else { return Ok(None) };
    let Some(turn) = turn_of(&record, user) else { return Ok(None) };
    let Some(hint) = Hint::ALL.get(usize::from(turn)) else { return Ok(None) };
    if games.preferences(user).await?.hints_seen.unwrap_or(0) > turn {
        return Ok(None);
    }
    see_hints(games, user, turn + 1).await?;
    Ok(Some(*hint))
}

/// Whether this person has finished a game.
pub async fn has_finished(games: &Games, user: UserId) -> Result<bool, GameError> {
    Ok(!games.store.finished_of(user, 1).await?.is_empty())
}

async fn see_hints(games: &Games, user: UserId, seen: u8) -> Result<(), GameError> {
    let see = |chosen: &mut Preferences| {
        chosen.hints_seen = Some(chosen.hints_seen.unwrap_or(0).max(seen));
        Ok(())
    };
    games.update_preferences(user, see).await?;
    Ok(())
}

/// No more hints, or hints again: from the first one, in a first game.
pub async fn set_hints(games: &Games, user: UserId, wanted: bool) -> Result<Preferences, GameError> {
    let set = |chosen: &mut Preferences| {
        if wanted && chosen.hints == Some(false) {
            chosen.hints_seen = None;
        }
        chosen.hints = (!wanted).then_some(false);
        Ok(())
    };
    games.update_preferences(user, set).await
}

/// Which of their turns this person has now, or had last, from 0. `None` before their first one, and in games that are moved in
/// another way than the hints say.
fn turn_of(record: &GameRecord, user: UserId) -> Option<u8> {
    let setup = &record.game.setup;
    let is_plain = setup.game() == "abalone" && setup.option("placement").is_none() && !record.game.hides_colors();
    if record.game.phase != Phase::Playing || !is_plain {
        return None;
    }
    let seat = record.seat_of(user)?;
    let made = record.plies.iter().filter(|ply| ply.user == user && !ply.is_given()).count();
    let made = u8::try_from(made).ok()?;
    if record.game.turn.to_move == Some(seat) { Some(made) } else { made.checked_sub(1) }
}
