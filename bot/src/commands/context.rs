//! Everything that a command needs to answer.

use std::sync::Arc;

use crate::clock::Clock;
use crate::commands::board::pictures::Pictures;
use crate::discord::messenger::MessageSender;
use crate::games::Games;

/// All that answering needs.
#[derive(Clone)]
pub struct App {
    /// The use cases.
    pub games: Games,
    /// Now.
    pub clock: Arc<dyn Clock>,
    /// Boards.
    pub pictures: Pictures,
    /// The way to people and channels.
    pub sender: Arc<dyn MessageSender>,
}
