//! `/setup leader`

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::discord::interaction;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::OutgoingMessage;
use crate::discord::messenger::Delivery;
use crate::discord::reply::Reply;
use crate::domain::RoleId;
use crate::features::audit::service::Organizer;
use crate::features::ladder::command::ladder_of;
use crate::features::settings::command::managed;

/// Discord's bit of those who manage roles.
const MANAGE_ROLES: u64 = 1 << 28;

/// `/setup leader`: without an option it shows what counts. The role is given at once, which shows whether the bot may.
pub async fn leader(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = managed(interaction)?;
    let by = Organizer::of(interaction, guild);
    let ladder = ladder_of(app, interaction).await?;
    let role = match interaction.options.get("role") {
        None => None,
        Some(value) => Some(RoleId(interaction::id(value).ok_or(Problem::Key("error-no-such-choice"))?)),
    };
    let before = app.games.leader_role(ladder).await?;
    if role.is_none() && !interaction.flag("nobody") {
        let said = match before {
            None => localize!(language, "leader-role-none"),
            Some(before) if before.problem.is_some() => {
                localize!(language, "leader-role-refused", role = before.role.0)
            }
            Some(before) => localize!(language, "leader-role", role = before.role.0),
        };
        return Ok(Reply::ephemeral(OutgoingMessage::text(said)));
    }
    if role.is_some_and(|role| role.0 == guild.0) {
        return Err(Problem::Key("error-everybody-organizes"));
    }
    let mut holder = None;
    if let Some(role) = role {
        if interaction.missing_permissions(MANAGE_ROLES) != 0 {
            return Err(Problem::Key("error-manage-roles"));
        }
        holder = app.games.leader(ladder).await?;
        if let Some(leader) = holder {
            match app.sender.give_role(guild, leader, role).await {
                Delivery::Done => {}
                Delivery::Unreachable | Delivery::Refused => {
                    return Err(Problem::Text(localize!(language, "error-role-above", role = role.0)));
                }
                Delivery::Failed => return Err(Problem::Key("error-results-not-now")),
            }
        }
    }
    app.games.set_leader_role(&by, ladder, role, holder).await?;
    let mut text = match role {
        Some(role) => localize!(language, "leader-role", role = role.0),
        None => localize!(language, "leader-role-none"),
    };
    // The former role is the business of this command alone: nobody would take it later.
    if let Some((former, before)) = before.and_then(|before| before.holder.map(|former| (former, before.role)))
        && (Some(before), Some(former)) != (role, holder)
        && app.sender.take_role(guild, former, before).await != Delivery::Done
    {
        text.push(' ');
        text.push_str(&localize!(language, "leader-role-left", role = before.0, player = former.0));
    }
    Ok(Reply::ephemeral(OutgoingMessage::text(text)))
}
