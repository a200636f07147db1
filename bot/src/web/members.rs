//! The members of a server: Discord says who is one, because people leave.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use base::cache::Cache;
use games::Limited;
use games::domain::{GuildId, Person, UserId};

use crate::web::problem::PageProblem;
use crate::web::session::Visitor;
use crate::web::site::Site;

/// What Discord has said lately about people in servers; pages only show what follows from it.
pub(super) type Members = Cache<(GuildId, UserId), bool>;

/// Number of people in the cache.
const MOST: usize = 10_000;

const FRESH: Duration = Duration::from_mins(1);

/// The longest wait of a page for Discord.
const MAX_WAIT: Duration = Duration::from_secs(2);

pub(super) fn no_members() -> Members {
    Cache::new(MOST).with_lifetime(FRESH)
}

/// Whether the reader of a server's lobby is a member of the server; `None` if Discord does not answer in time.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct IsMember(pub(super) Option<bool>);

pub(super) fn read_guild(text: &str) -> Result<GuildId, PageProblem> {
    text.parse().map(GuildId).map_err(|_| PageProblem::NotFound)
}

/// Recognizes the reader of a lobby before the request takes its turn, because Discord may take long to answer.
pub(super) async fn recognize_member(State(site): State<Arc<Site>>, mut request: Request, next: Next) -> Response {
    let server = request.uri().path().strip_prefix("/s/").filter(|_| request.method() != Method::POST);
    let visitor = request.extensions().get::<Visitor>().copied();
    if let Some((Ok(guild), visitor)) = server.map(read_guild).zip(visitor)
        && let Some(user) = visitor.user
    {
        match Box::pin(site.is_member(guild, user)).await {
            Ok(is_member) => {
                request.extensions_mut().insert(IsMember(is_member));
            }
            Err(problem) => return problem.page(visitor.reader),
        }
    }
    next.run(request).await
}

impl Site {
    async fn is_member(&self, guild: GuildId, user: UserId) -> Result<Option<bool>, PageProblem> {
        // Nobody makes us ask Discord about other servers.
        self.public_guild(guild).await?;
        self.app.games.check_rate(user, Limited::Completions)?;
        if let Some(is_member) = self.members.get(&(guild, user)) {
            return Ok(Some(is_member));
        }
        Ok(match tokio::time::timeout(MAX_WAIT, self.member(guild, user)).await {
            Ok(Ok(_)) => Some(true),
            Ok(Err(PageProblem::NotAMember)) => Some(false),
            Ok(Err(_)) | Err(_) => None,
        })
    }

    /// This person as a member of the server, as Discord says now.
    pub(super) async fn member(&self, guild: GuildId, user: UserId) -> Result<Person, PageProblem> {
        let member = self.app.sender.member(guild, user).await.map_err(|_| PageProblem::DiscordAway)?;
        self.members.insert((guild, user), member.is_some());
        member.ok_or(PageProblem::NotAMember)
    }
}
