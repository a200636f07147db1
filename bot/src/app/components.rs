//! Which button or select goes to which feature.

use crate::commands::answer::{Answer, Problem};
use crate::commands::button::{Button, word};
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::features::{challenge, ladder, organize};

/// Answers a button, a select or a modal.
pub async fn press(app: &App, language: Language, interaction: &Interaction) -> Answer {
    if let Ok(button) = interaction.name.parse() {
        return ladder::press::press(app, language, interaction, &button).await;
    }
    if let Ok(button) = interaction.name.parse() {
        return organize::press::press(app, language, interaction, button).await;
    }
    let Ok(button) = interaction.name.parse::<Button>() else { return Err(Problem::UNKNOWN_BUTTON) };
    let button = &button;
    match &*button.word {
        word::ACCEPT => challenge::command::accept(app, language, interaction, button).await,
        word::DECLINE => challenge::command::decline(app, language, interaction, button).await,
        word::DECLINE_YES => challenge::command::confirm_decline(app, language, interaction, button).await,
        word::DECLINE_NO => Ok(challenge::command::keep(language, interaction)),
        word::WITHDRAW => challenge::command::withdraw(app, language, interaction, button).await,
        word::REMATCH => challenge::command::rematch(app, language, interaction, button).await,
        _ => Err(Problem::UNKNOWN_BUTTON),
    }
}
