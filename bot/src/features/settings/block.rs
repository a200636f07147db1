//! `/settings block` and `/settings unblock`: whose challenges a person does not want.

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::commands::settings_menus::with_menus;
use crate::discord::interaction::{self, Interaction};
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, escape_markdown};
use crate::discord::reply::Reply;
use crate::domain::{Preferences, UserId};
use crate::features::ladder::service::players::costs_of_block;
use crate::features::settings::service;

/// `/settings block`: without a person, it shows who is blocked.
pub async fn block(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = interaction.person.user;
    let named = read_user(interaction)?;
    let chosen = match named {
        Some(other) if interaction.names_bot(other) => return Err(Problem::Key("error-block-bot")),
        Some(other) => service::block(&app.games, user, other).await?,
        None => app.games.preferences(user).await?,
    };
    let mut post = list(language, &chosen);
    if let (Some(other), Some(guild)) = (named, interaction.origin.guild_id) {
        for (name, place) in costs_of_block(&app.games, guild, user, other).await? {
            let name = escape_markdown(&name);
            post = post.append(&localize!(language, "settings-block-costs", name = name, place = place));
        }
    }
    Ok(Reply::ephemeral(with_menus(language, "settings block", &[], &[], post)))
}

/// `/settings unblock`
pub async fn unblock(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let other = read_user(interaction)?.ok_or(Problem::Key("error-no-such-person"))?;
    let chosen = service::unblock(&app.games, interaction.person.user, other).await?;
    Ok(Reply::ephemeral(with_menus(language, "settings block", &[], &[], list(language, &chosen))))
}

fn read_user(interaction: &Interaction) -> Result<Option<UserId>, Problem> {
    let Some(typed) = interaction.options.get("user") else { return Ok(None) };
    interaction::id(typed).map(|id| Some(UserId(id))).ok_or(Problem::Key("error-no-such-person"))
}

/// Who is blocked. Names are shown, and nobody is pinged: the message is private, and mentions have to be allowed.
fn list(language: Language, chosen: &Preferences) -> OutgoingMessage {
    let people: Vec<String> = chosen.blocked.iter().map(|user| format!("<@{}>", user.0)).collect();
    OutgoingMessage::text(match people.as_slice() {
        [] => localize!(language, "settings-blocked-none"),
        people => localize!(language, "settings-blocked", people = people.join(", ")),
    })
}
