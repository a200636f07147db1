//! Who organizes a server, and what organizers are asked before they do what cannot be undone.

use serenity::all::Permissions;

use crate::commands::answer::Problem;
use crate::commands::context::App;
use crate::discord::{Interaction, InteractionType, Language, localize};
use crate::domain::{
    AuditEntry, Authority, DAY_MS, GuildId, GuildPreferences, KNOWN_FOR_MS, Organizer, OrganizerError,
    OrganizerQuestion, QuestionAbout, RequestId, UserId,
};
use crate::games::{GameError, Games};

/// What is asked has to be confirmed within so many milliseconds.
const CONFIRMED_WITHIN: i64 = DAY_MS;

/// Entries of the log that are read to know who organizes.
const MOST_READ: u32 = 1_000;

/// Permissions that the bot needs where it posts, with the names that Discord shows.
const NEEDED: [(Permissions, &str); 4] = [
    (Permissions::VIEW_CHANNEL, "permission-view-channel"),
    (Permissions::SEND_MESSAGES, "permission-send-messages"),
    (Permissions::EMBED_LINKS, "permission-embed-links"),
    (Permissions::ATTACH_FILES, "permission-attach-files"),
];

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
    let server = app.games.server_settings(guild).await?;
    let has_role = || server.organizer_role.is_some_and(|role| interaction.roles.contains(&role));
    if !interaction.manages_events() && !has_role() {
        return Err(Problem::Key("error-not-an-organizer"));
    }
    // What is posted about competitions is in the language of their server, which Discord tells with each command.
    let is_new = interaction.guild_locale.is_some() && interaction.guild_locale != server.locale;
    if is_new && interaction.kind != InteractionType::Autocomplete {
        let remember = |chosen: &mut GuildPreferences| {
            chosen.locale.clone_from(&interaction.guild_locale);
            Ok(())
        };
        app.games.update_server_preferences(guild, None, remember).await?;
    }
    Ok(guild)
}

/// Refuses a channel in which the bot could not post what is wanted, and names what it lacks.
pub(crate) fn check_permissions(language: Language, interaction: &Interaction) -> Result<(), Problem> {
    let missing = interaction.missing_permissions(NEEDED.iter().map(|(permission, _)| *permission).collect());
    let names = NEEDED.iter().filter(|(permission, _)| missing.contains(*permission));
    let names: Vec<String> = names.map(|(_, key)| format!("**{}**", language.localize(key, &[]))).collect();
    if names.is_empty() {
        return Ok(());
    }
    Err(Problem::Text(localize!(language, "error-missing-permissions", list = names.join(", "))))
}

/// What an organizer may do, by the log of the server.
pub(crate) async fn authority(games: &Games, by: &Organizer) -> Result<Authority, GameError> {
    Ok(Authority::new(by.clone(), recent_log(games, by.guild).await?))
}

/// What organizers have done lately, the newest first.
pub(crate) async fn recent_log(games: &Games, guild: GuildId) -> Result<Vec<AuditEntry>, GameError> {
    let since = games.clock.now().plus(-KNOWN_FOR_MS);
    Ok(games.store.audit_since(guild, since, MOST_READ).await?)
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
