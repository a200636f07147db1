//! Shared state of the pages.

use std::sync::Arc;

use base::counted_warning::CountedWarning;
use discord::api::DiscordApi;
use games::change::internal_request;
use games::domain::{GameId, RequestId, UserId};
use sha2::{Digest as _, Sha256};

use crate::config::ActivitySandbox;
use crate::context::App;
use crate::localization::{Language, localize};
use crate::web::game::kept::KeptFiles;
use crate::web::game::live::Live;
use crate::web::limits::AddressLimits;
use crate::web::problem::PageProblem;

/// The origins of Discord's own clients.
const CLIENT_ORIGINS: &str = "https://discord.com https://ptb.discord.com https://canary.discord.com";

/// Boards inside Discord.
pub struct Activity {
    pub(super) discord: Arc<dyn DiscordApi>,
    pub(super) client_id: u64,
    /// The origin of our pages inside Discord.
    pub(super) origin: String,
    /// The origins that may show our pages in a frame, for the security policy.
    pub(super) frame_ancestors: String,
    pub(super) failed_logins: CountedWarning,
}

impl Activity {
    /// The Activity of this application, in Discord's clients or in a sandbox.
    pub fn new(discord: Arc<dyn DiscordApi>, client_id: u64, sandbox: Option<ActivitySandbox>) -> Self {
        let (origin, frame_ancestors) = match sandbox {
            Some(ActivitySandbox { proxy_origin, page_origin }) => (proxy_origin, page_origin),
            None => (format!("https://{client_id}.discordsays.com"), CLIENT_ORIGINS.to_owned()),
        };
        Self { discord, client_id, origin, frame_ancestors, failed_logins: CountedWarning::default() }
    }
}

pub(super) struct Site {
    pub(super) app: App,
    /// The origin for browsers, without a trailing slash.
    pub(super) origin: Arc<str>,
    pub(super) live: Live,
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

    /// Replaces each name that its player hides by *Player*.
    pub(super) async fn hide_names<'n>(
        &self,
        language: Language,
        names: impl Iterator<Item = (UserId, &'n mut String)>,
    ) -> Result<(), PageProblem> {
        let names: Vec<_> = names.collect();
        let users: Vec<UserId> = names.iter().map(|(user, _)| *user).collect();
        let hidden = self.app.games.hidden_on_web(&users).await?;
        for (user, name) in names {
            if hidden.contains(&user) {
                *name = localize!(language, "web-player");
            }
        }
        Ok(())
    }
}
