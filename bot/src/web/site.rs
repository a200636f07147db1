//! Shared state of the pages.

use std::sync::Arc;

use games::change::internal_request;
use games::domain::{GameId, RequestId, UserId};
use sha2::{Digest as _, Sha256};

use crate::context::App;
use crate::web::activity::Activity;
use crate::web::game::kept::KeptFiles;
use crate::web::game::live::LiveGames;
use crate::web::limits::AddressLimits;

pub(super) struct Site {
    pub(super) app: App,
    /// The origin for browsers, without a trailing slash.
    pub(super) origin: Arc<str>,
    pub(super) live: LiveGames,
    pub(super) limits: AddressLimits,
    pub(super) kept: KeptFiles,
    pub(super) activity: Option<Activity>,
}

impl Site {
    /// Repeated taps of a person on the same version of a game are one request.
    pub(super) fn request(game: GameId, user: UserId, version: i64, what: &str) -> RequestId {
        let text = format!("{} {version} {what}", user.0);
        let hash = Sha256::digest(text.as_bytes());
        internal_request(game, hash.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }
}
