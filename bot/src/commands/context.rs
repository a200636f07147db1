//! Everything that a command needs to answer.

use std::sync::Arc;

use crate::clock::Clock;
use crate::commands::board::pictures::Pictures;
use crate::discord::messenger::MessageSender;
use crate::games::Games;

#[derive(Clone)]
pub struct App {
    pub games: Games,
    pub clock: Arc<dyn Clock>,
    pub pictures: Pictures,
    pub sender: Arc<dyn MessageSender>,
}
