//! What the buttons of organizers do.

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::features::organize::button::{OrganizeButton, OrganizeVerb};
use crate::features::organize::command;
use crate::features::organize::permission::organized;
use crate::features::{audit, replacement};

/// Answers a button. Only organizers of the server can use it, even if others see it; but who is asked to take over answers alone.
pub async fn press(app: &App, language: Language, interaction: &Interaction, button: OrganizeButton) -> Answer {
    if let OrganizeVerb::Replace(game, version, answer) = button.0 {
        return replacement::command::answer(app, language, interaction, game, version, answer).await;
    }
    let guild = organized(app, interaction).await?;
    match button.0 {
        OrganizeVerb::Replace(..) => Err(Problem::UNKNOWN_BUTTON),
        OrganizeVerb::Confirm(asked) => command::confirm(app, language, interaction, guild, asked).await,
        OrganizeVerb::Log(page) => audit::command::page(app, language, interaction, guild, page).await,
    }
}
