//! What the pages need.

use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::commands::context::App;
use crate::domain::{GameId, RequestId, UserId};
use crate::games::change::internal_request;
use crate::web::activity::Activity;
use crate::web::game::kept::KeptFiles;
use crate::web::game::live::LiveGames;
use crate::web::limits::AddressLimits;

pub(super) struct Site {
    pub(super) app: App,
    /// Where browsers reach it, without a slash at its end.
    pub(super) origin: Arc<str>,
    pub(super) live: LiveGames,
    pub(super) limits: AddressLimits,
    pub(super) kept: KeptFiles,
    /// Where boards open inside Discord.
    pub(super) activity: Option<Activity>,
}

impl Site {
    /// What the same person asks for twice on the same version of a game, however often a finger taps, is one request.
    pub(super) fn request(game: GameId, user: UserId, version: i64, what: &str) -> RequestId {
        let text = format!("{} {version} {what}", user.0);
        let hash = Sha256::digest(text.as_bytes());
        internal_request(game, hash.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }
}
