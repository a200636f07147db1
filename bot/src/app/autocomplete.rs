//! Autocompletion of options.

use tracing::error;

use crate::app::command_tree::feature_for;
use crate::commands::answer::Problem;
use crate::commands::context::App;
use crate::commands::feature::Choices;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::games::GameError;

/// Completes the focused option. What goes wrong is logged and gives no choices: the player can type on.
pub async fn complete(app: &App, language: Language, interaction: &Interaction) -> Choices {
    let typed = interaction.focused.as_deref().and_then(|name| interaction.text(name)).unwrap_or_default();
    let focused = interaction.focused.as_deref().unwrap_or_default();
    let Some(feature) = feature_for(interaction) else { return Choices::new() };
    match feature.complete(app, language, interaction, focused, typed).await {
        Ok(choices) => choices,
        Err(Problem::Game(GameError::Internal(cause), _)) => {
            error!(%cause, "Could not complete an option: {cause}");
            Choices::new()
        }
        Err(_) => Choices::new(),
    }
}
