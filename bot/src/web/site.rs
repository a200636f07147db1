//! Shared state of the pages.

use std::sync::Arc;

use base::counted_warning::CountedWarning;
use discord::api::DiscordApi;
use discord::error::DiscordError;
use games::change::internal_request;
use games::domain::{GameId, RequestId, UserId};
use sha2::{Digest as _, Sha256};
use tracing::warn;

use crate::config::ActivitySandbox;
use crate::context::App;
use crate::localization::{Language, localize};
use crate::web::game::kept::KeptFiles;
use crate::web::game::live::Live;
use crate::web::limits::AddressLimits;
use crate::web::lobby::KeptLobbies;
use crate::web::members::Members;
use crate::web::problem::PageProblem;

/// The origins of Discord's own clients.
const CLIENT_ORIGINS: &str = "https://discord.com https://ptb.discord.com https://canary.discord.com";

/// Logins by Discord: of browsers, and of frames inside Discord.
pub struct Logins {
    pub(super) discord: Arc<dyn DiscordApi>,
    pub(super) client_id: u64,
    /// The origin of Discord's pages.
    pub(super) discord_origin: String,
    pub(super) failed: CountedWarning,
    activity: Activity,
    has_activity: bool,
}

/// Boards inside Discord.
pub(super) struct Activity {
    /// The origin of our pages inside Discord.
    pub(super) origin: String,
    /// The origins that may show our pages in a frame, for the security policy.
    pub(super) frame_ancestors: String,
}

impl Logins {
    /// The logins of this application, at Discord or in a sandbox.
    pub fn new(discord: Arc<dyn DiscordApi>, client_id: u64, sandbox: Option<ActivitySandbox>) -> Self {
        let (discord_origin, activity) = if let Some(ActivitySandbox { proxy_origin, page_origin }) = sandbox {
            (page_origin.clone(), Activity { origin: proxy_origin, frame_ancestors: page_origin })
        } else {
            let origin = format!("https://{client_id}.discordsays.com");
            ("https://discord.com".to_owned(), Activity { origin, frame_ancestors: CLIENT_ORIGINS.to_owned() })
        };
        Self { discord, client_id, discord_origin, failed: CountedWarning::default(), activity, has_activity: false }
    }

    /// The same, with boards inside Discord or not.
    #[must_use]
    pub fn with_activity(self, has_activity: bool) -> Self {
        Self { has_activity, ..self }
    }

    /// Counted in the log, because strangers can cause it as often as they like.
    pub(super) fn log_failure(&self, error: DiscordError) -> PageProblem {
        let problem = match error {
            DiscordError::RateLimited { .. } => PageProblem::TooManyLogins,
            _ => PageProblem::DiscordAway,
        };
        self.failed.add(move |count| {
            warn!(event = "logins_failed", count = count.0, %error, "Could not ask Discord who signs in{count}: {error}");
        });
        problem
    }
}

pub(super) struct Site {
    pub(super) app: App,
    /// The origin for browsers, without a trailing slash.
    pub(super) origin: Arc<str>,
    pub(super) live: Live,
    pub(super) limits: AddressLimits,
    pub(super) kept: KeptFiles,
    pub(super) lobbies: KeptLobbies,
    pub(super) members: Members,
    /// If the host has set it up.
    pub(super) logins: Option<Logins>,
}

impl Site {
    pub(super) fn activity(&self) -> Option<&Activity> {
        self.logins.as_ref().filter(|logins| logins.has_activity).map(|logins| &logins.activity)
    }

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
