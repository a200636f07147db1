//! The engine's reply to a move that is being made, so that both are one commit and one board.

use std::time::Duration;

use tokio::time::timeout;

use crate::change::Change;
use crate::domain::clock::turn;
use crate::domain::{GameRecord, Phase, Ply, Timestamp};
use crate::{GameError, Games, ReplayedGame};

/// How long a move waits for the reply. A slower one comes by the alarm of the game.
const REPLY_WAIT: Duration = Duration::from_secs(1);

pub(super) struct EngineReply {
    pub(super) turn: String,
    /// All turns before it.
    after: Vec<String>,
}

impl EngineReply {
    pub(super) fn fits<'p>(&self, played: impl Iterator<Item = &'p Ply>) -> bool {
        played.map(|ply| &ply.notation).eq(&self.after)
    }
}

/// The engine's reply to the change of `decide`. `None` if no engine is on turn then, or if it is too slow: the move
/// is made without it.
/// is made without it.
pub(super) async fn choose_reply(
    games: &Games,
    record: &GameRecord,
    decide: impl Fn(ReplayedGame, Timestamp) -> Result<Change, GameError>,
) -> Option<EngineReply> {
    let queue = games.engine_queue.as_ref()?;
    record.seats.iter().find_map(|seat| seat.player.engine())?;
    let before = games.with_conditional_moves(ReplayedGame::open(record.clone(), None).ok()?).await.ok()?;
    let Change { game, plies, .. } = decide(before, games.clock.now()).ok()?;
    if game.phase != Phase::Playing {
        return None;
    }
    let plies: Vec<Ply> = record.plies.iter().cloned().chain(plies).collect();
    let level = turn::on_turn(&game, &record.seats)?.player.engine()?;
    let after = plies.iter().map(|ply| ply.notation.clone()).collect();
    let replayed = ReplayedGame::open(GameRecord { game, plies, ..record.clone() }, None).ok()?;
    let turn = timeout(REPLY_WAIT, queue.choose_move(level, &replayed)).await.ok()??;
    Some(EngineReply { turn, after })
}
