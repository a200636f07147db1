//! Everything that a command needs to answer.

use std::sync::Arc;

use crate::clock::Clock;
use crate::commands::board::pictures::Pictures;
use crate::discord::messenger::MessageSender;
use crate::games::Games;
use crate::store::Store;

/// All that answering needs.
#[derive(Clone)]
pub struct App {
    /// The use cases.
    pub games: Games,
    /// For what is known of people.
    pub store: Arc<dyn Store>,
    /// Now.
    pub clock: Arc<dyn Clock>,
    /// Boards.
    pub pictures: Pictures,
    /// The way to people and channels.
    pub sender: Arc<dyn MessageSender>,
}
