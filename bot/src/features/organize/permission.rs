//! Who organizes a server.

use crate::commands::answer::Problem;
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::domain::GuildId;

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
