//! The games of a list as they stand, how they are grouped, and the one that waits next.

use std::collections::HashMap;

use crate::domain::clock::turn;
use crate::domain::{GameId, GameSummary, Phase, Timestamp, UserId, Vacation};
use crate::games::{GameError, Games};

/// Games of which the end is looked up: as many as a list has.
const MOST: u32 = 200;

/// The parts of the list of all open games, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    Yours,
    Theirs,
    Paused,
    Challenges,
}

/// Why the clock of a game is paused, and until when.
#[derive(Debug, Clone, Copy)]
pub enum Pause<'a> {
    Adjourned(Timestamp),
    /// Of the player on turn.
    Vacation(&'a Vacation),
}

/// Why the clock of a game is paused, where these vacations are going on.
pub fn pause_of<'a>(summary: &GameSummary, vacations: &'a [Vacation]) -> Option<Pause<'a>> {
    let GameSummary { game, seats } = summary;
    if let Some(adjourned) = game.agreements.adjourned {
        return Some(Pause::Adjourned(adjourned.until));
    }
    vacations.iter().find(|vacation| turn::counts_vacation(game, vacation.user, seats)).map(Pause::Vacation)
}

/// Where a game stands in the list of its player, while these vacations are going on.
pub fn group_of(summary: &GameSummary, user: UserId, vacations: &[Vacation]) -> Group {
    match summary.game.phase {
        Phase::Offered => Group::Challenges,
        _ if summary.is_asked(user) => Group::Yours,
        _ if pause_of(summary, vacations).is_some() => Group::Paused,
        _ if summary.is_on_turn(user) => Group::Yours,
        _ => Group::Theirs,
    }
}

/// A game that waits for a player's move, among others.
#[derive(Debug)]
pub struct NextTurn {
    pub summary: GameSummary,
    /// How many wait, this one included.
    pub count: usize,
}

/// When the games that this person has finished ended.
pub async fn ends(games: &Games, user: UserId) -> Result<HashMap<GameId, Timestamp>, GameError> {
    let finished = games.store.finished_of(user, MOST).await?;
    Ok(finished.into_iter().map(|finished| (finished.game.game_id, finished.ended_at)).collect())
}

/// Of the other games in which this person can move now, the one after `current` by deadline, and again the first one after
/// the last.
pub async fn next_turn(games: &Games, user: UserId, current: GameId) -> Result<Option<NextTurn>, GameError> {
    let mut waiting = games.list(user, &[Phase::Playing], u32::MAX).await?;
    waiting.retain(|summary| summary.can_move(user));
    if let Some(place) = waiting.iter().position(|summary| summary.game.game_id == current) {
        waiting.rotate_left(place);
        waiting.remove(0);
    }
    let count = waiting.len();
    Ok(waiting.into_iter().next().map(|summary| NextTurn { summary, count }))
}
