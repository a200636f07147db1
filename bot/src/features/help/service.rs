//! Where a person is who asks for help.

use crate::domain::{ChannelId, GameRecord, Phase, UserId};
use crate::features::hints::service as hints;
use crate::games::{GameError, Games};

/// Games that are counted.
const MOST: u32 = 200;

/// What a person plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Playing {
    /// Games and challenges that are open.
    pub open: usize,
    /// Those of them that wait for this person.
    pub waiting: usize,
    /// They have played to an end.
    pub has_finished: bool,
}

impl Playing {
    /// Somebody who has not begun yet.
    pub const fn is_newcomer(self) -> bool {
        self.open == 0 && !self.has_finished
    }
}

/// What there is to do, by where it is asked.
#[derive(Debug)]
pub enum Situation {
    /// In a server, outside of games.
    Server(Playing),
    /// In direct messages.
    Direct(Playing),
    /// In the thread of a game, with whether it is one's turn.
    Thread(Box<GameRecord>, Role),
}

/// What somebody is in the game of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    OnTurn,
    Waiting,
    /// The game is over.
    Done,
    Spectator,
}

/// The game whose thread this is.
pub async fn game_of_thread(games: &Games, channel: ChannelId) -> Result<Option<GameRecord>, GameError> {
    let Some(game) = games.store.game_in(channel).await? else { return Ok(None) };
    let record = games.store.game(game).await?;
    Ok(record.filter(|record| record.game.place.thread_id == Some(channel)))
}

/// What this person plays.
pub async fn count_games(games: &Games, user: UserId) -> Result<Playing, GameError> {
    let open = games.list(user, &[Phase::Offered, Phase::Playing], MOST).await?;
    let waiting = open.iter().filter(|summary| summary.waits_for(user)).count();
    Ok(Playing { open: open.len(), waiting, has_finished: hints::has_finished(games, user).await? })
}
