//! Permissions of organizers, and who acts.

use discord::InteractionType;
use games::domain::{GuildId, GuildPreferences, Organizer};
use serenity::all::Permissions;

use crate::context::{Ctx, Problem};
use crate::localization::localize;

/// Permissions that the bot needs to post, with the keys of Discord's names for them.
const NEEDED: [(Permissions, &str); 4] = [
    (Permissions::VIEW_CHANNEL, "permission-view-channel"),
    (Permissions::SEND_MESSAGES, "permission-send-messages"),
    (Permissions::EMBED_LINKS, "permission-embed-links"),
    (Permissions::ATTACH_FILES, "permission-attach-files"),
];

/// The server, if this person organizes it: by a Discord permission, or by the role that the server has chosen.
/// Discord shows the commands to organizers only, but a client can send them anyway.
pub(crate) async fn organized(ctx: Ctx<'_>) -> Result<GuildId, Problem> {
    let guild = ctx.origin.guild_id.ok_or(Problem::Key("error-no-server"))?;
    let server = ctx.app.games.server_settings(guild).await?;
    let has_role = || server.organizer_role.is_some_and(|role| ctx.roles.contains(&role));
    if !ctx.may(Permissions::MANAGE_GUILD | Permissions::MANAGE_EVENTS) && !has_role() {
        return Err(Problem::Key("error-not-an-organizer"));
    }
    // Posts about competitions use the server's language, which Discord sends with each command.
    let is_new = ctx.guild_locale.is_some() && ctx.guild_locale != server.locale;
    if is_new && ctx.kind != InteractionType::Autocomplete {
        let remember = |preferences: &mut GuildPreferences| {
            preferences.locale.clone_from(&ctx.guild_locale);
            Ok(())
        };
        ctx.app.games.update_server_preferences(guild, None, remember).await?;
    }
    Ok(guild)
}

pub(crate) fn organizer_without_reason(ctx: Ctx<'_>, guild: GuildId) -> Organizer {
    Organizer { request: ctx.interaction.request, guild, user: ctx.user(), reason: None }
}

/// Refuses a channel where the bot lacks permissions to post, and names them.
pub(crate) fn check_permissions(ctx: Ctx<'_>) -> Result<(), Problem> {
    let missing = ctx.missing_permissions(NEEDED.iter().map(|(permission, _)| *permission).collect());
    let names = NEEDED.iter().filter(|(permission, _)| missing.contains(*permission));
    let names: Vec<String> = names.map(|(_, key)| format!("**{}**", ctx.localize(key, &[]))).collect();
    if names.is_empty() {
        return Ok(());
    }
    Err(Problem::Text(localize!(ctx, "error-missing-permissions", list = names.join(", "))))
}
