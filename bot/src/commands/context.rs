//! Everything that a command needs to answer.

use std::sync::Arc;

use crate::clock::Clock;
use crate::commands::board::pictures::Pictures;
use crate::discord::{Language, MessageSender};
use crate::domain::UserId;
use crate::games::Games;

#[derive(Clone)]
pub struct App {
    pub games: Games,
    pub clock: Arc<dyn Clock>,
    pub pictures: Pictures,
    pub sender: Arc<dyn MessageSender>,
}

impl App {
    /// The language in which a person last used the bot; `None` where they never have.
    pub async fn language_of(&self, user: UserId) -> Option<Language> {
        self.games.locale_of(user).await.ok().flatten().map(|locale| Language::of(&locale))
    }
}
