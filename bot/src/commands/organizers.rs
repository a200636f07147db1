//! Who organizes a server, and what organizers are asked before they do what cannot be undone.

use crate::commands::answer::Problem;
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::domain::{DAY_MS, GuildId, Organizer, OrganizerError, OrganizerQuestion, QuestionAbout, RequestId, UserId};
use crate::games::{GameError, Games};

/// What is asked has to be confirmed within so many milliseconds.
const CONFIRMED_WITHIN: i64 = DAY_MS;

impl Organizer {
    /// The person of an interaction in this server, who gives no reason.
    pub(crate) fn of(interaction: &Interaction, guild: GuildId) -> Self {
        Self { request: interaction.request, guild, user: interaction.person.user, reason: None }
    }
}

/// The server, when this person organizes it: by a permission of Discord, or by the role that the server has chosen. Discord shows
/// the commands to organizers only, but others could send them.
pub(crate) async fn organized(app: &App, interaction: &Interaction) -> Result<GuildId, Problem> {
    let guild = interaction.origin.guild_id.ok_or(Problem::Key("error-no-server"))?;
    if interaction.manages_events() {
        return Ok(guild);
    }
    let role = app.games.server_settings(guild).await?.organizer_role;
    if role.is_some_and(|role| interaction.roles.contains(&role)) {
        return Ok(guild);
    }
    Err(Problem::Key("error-not-an-organizer"))
}

/// Keeps a question until its organizer confirms it.
pub(crate) async fn keep_question(
    games: &Games,
    by: &Organizer,
    about: QuestionAbout,
    reason: String,
) -> Result<OrganizerQuestion, GameError> {
    let (request, guild, actor, at) = (by.request, by.guild, by.user, games.clock.now());
    let question = OrganizerQuestion { request, guild, actor, about, reason, at };
    games.store.keep_question(&question, at.plus(-CONFIRMED_WITHIN)).await?;
    Ok(question)
}

/// What this organizer was asked with this command, not too long ago.
pub(crate) async fn confirmed_question(
    games: &Games,
    guild: GuildId,
    user: UserId,
    asked: RequestId,
) -> Result<OrganizerQuestion, GameError> {
    let question = games.store.question(asked).await?;
    let is_open = |question: &OrganizerQuestion| {
        (question.guild, question.actor) == (guild, user) && games.clock.now().since(question.at) <= CONFIRMED_WITHIN
    };
    Ok(question.filter(is_open).ok_or(OrganizerError::Expired)?)
}
