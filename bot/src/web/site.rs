//! What the pages need.

use std::sync::Arc;

use crate::commands::context::App;
use crate::web::live::LiveGames;

pub(super) struct Site {
    pub(super) app: App,
    /// Where browsers reach it, without a slash at its end.
    pub(super) origin: Arc<str>,
    pub(super) live: LiveGames,
}
