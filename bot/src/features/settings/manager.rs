//! Who manages a server, and the log of what they choose.

use crate::commands::answer::Problem;
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::domain::{AuditAction, AuditEntry, GuildId, Organizer};

/// The entry of the log about a choice of the server.
pub(super) fn audit_entry(app: &App, interaction: &Interaction, guild: GuildId, what: &str) -> AuditEntry {
    let entry = Organizer::of(interaction, guild).entry(AuditAction::SetUp, app.clock.now());
    AuditEntry { detail: Some(what.to_owned()), ..entry }
}

/// The server, when this person manages it. Discord shows the command to managers only, but others could send it.
pub(crate) fn managed(interaction: &Interaction) -> Result<GuildId, Problem> {
    let guild = interaction.origin.guild_id.ok_or(Problem::Key("error-no-server"))?;
    if interaction.manages_server() { Ok(guild) } else { Err(Problem::Key("error-not-the-manager")) }
}
