//! Data of the lists of games: their groups, end dates and the next game that waits.

use std::collections::HashMap;

use games::domain::clock::turn;
use games::domain::{GameId, GameSummary, Phase, Timestamp, UserId, Vacation};
use games::{GameError, Games};

/// Games whose end is looked up: the length of a list.
const MOST: u32 = 200;

/// The groups of the list of open games, in display order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    Yours,
    Theirs,
    Paused,
    Challenges,
}

#[derive(Debug, Clone, Copy)]
pub enum Pause<'a> {
    Adjourned(Timestamp),
    /// A vacation of the player on turn.
    Vacation(&'a Vacation),
}

/// The pause of a game's clock under these current vacations.
pub fn pause_of<'a>(summary: &GameSummary, vacations: &'a [Vacation]) -> Option<Pause<'a>> {
    let GameSummary { game, seats } = summary;
    if let Some(adjourned) = game.agreements.adjourned {
        return Some(Pause::Adjourned(adjourned.until));
    }
    vacations.iter().find(|vacation| turn::counts_vacation(game, vacation.user, seats)).map(Pause::Vacation)
}

/// The group of a game in its player's list under these current vacations.
pub fn group_of(summary: &GameSummary, user: UserId, vacations: &[Vacation]) -> Group {
    match summary.game.phase {
        Phase::Offered => Group::Challenges,
        // A vacation pauses the clock, and lets its player move.
        _ if summary.waits_for(user) => Group::Yours,
        _ if pause_of(summary, vacations).is_some() => Group::Paused,
        _ => Group::Theirs,
    }
}

#[derive(Debug)]
pub struct NextTurn {
    pub summary: GameSummary,
    /// Number of waiting games, including this one.
    pub count: usize,
}

/// End times of this person's finished games.
pub async fn ends(games: &Games, user: UserId) -> Result<HashMap<GameId, Timestamp>, GameError> {
    let finished = games.store.finished_of(user, MOST).await?;
    Ok(finished.into_iter().map(|finished| (finished.game.game_id, finished.ended_at)).collect())
}

/// The game after `current` by deadline in which this person can move, wrapping around at the end. `current` itself is
/// excluded.
pub async fn next_turn(games: &Games, user: UserId, current: Option<GameId>) -> Result<Option<NextTurn>, GameError> {
    let mut waiting = games.list(user, &[Phase::Playing], u32::MAX).await?;
    waiting.retain(|summary| summary.can_move(user));
    if let Some(place) = waiting.iter().position(|summary| Some(summary.game.game_id) == current) {
        waiting.rotate_left(place);
        waiting.remove(0);
    }
    let count = waiting.len();
    Ok(waiting.into_iter().next().map(|summary| NextTurn { summary, count }))
}
