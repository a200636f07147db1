//! Autocompletion of options.

use rules::games::abalone::Layout;
use tracing::error;

use crate::app::command_tree::feature_for;
use crate::commands::answer::Problem;
use crate::commands::context::App;
use crate::commands::layout_names::{MAX_CHOICES, layout_name, layout_names, normalized};
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::features::challenge::definition::is_taken;
use crate::features::presets;
use crate::games::GameError;

/// Completes the focused option. What goes wrong is logged and gives no choices: the player can type on.
pub async fn complete(app: &App, language: Language, interaction: &Interaction) -> Vec<(String, String)> {
    let typed = interaction.focused.as_deref().and_then(|name| interaction.text(name)).unwrap_or_default();
    let focused = interaction.focused.as_deref().unwrap_or_default();
    let outcome = match feature_for(interaction) {
        Some(feature) => feature.complete(app, language, interaction, focused, typed).await,
        None => complete_in_table(app, language, interaction, typed).await,
    };
    match outcome {
        Ok(choices) => choices,
        Err(Problem::Game(GameError::Internal(cause), _)) => {
            error!(%cause, "Could not complete an option: {cause}");
            Vec::new()
        }
        Err(_) => Vec::new(),
    }
}

async fn complete_in_table(
    app: &App,
    language: Language,
    interaction: &Interaction,
    typed: &str,
) -> Result<Vec<(String, String)>, Problem> {
    match interaction.focused.as_deref() {
        Some("game") if matches!(interaction.name.as_str(), "challenge" | "seek") => {
            presets::complete_game_or_preset(app, language, interaction, typed).await
        }
        Some("game") if interaction.name.starts_with("organize ") => {
            crate::features::organize::command::complete(app, interaction, typed).await
        }
        Some("rating") if interaction.name == "seek" => {
            Ok(crate::features::seek::command::complete_rating(language, typed))
        }
        Some("ladder") => crate::features::ladder::command::complete(app, interaction, typed).await,
        Some("layout") if !is_taken(&interaction.options, "layout") => Ok(Vec::new()),
        Some("layout") => Ok(layouts(language, typed)),
        _ => Ok(Vec::new()),
    }
}

fn layouts(language: Language, typed: &str) -> Vec<(String, String)> {
    let typed = normalized(typed);
    let drawn = [("random", "layout-random"), ("random-free", "layout-random-free")];
    let drawn = drawn.map(|(value, key)| (language.localize(key, &[]), value.to_owned()));
    let drawn = drawn.into_iter().filter(|(shown, value)| normalized(shown).contains(&typed) || value.contains(&typed));
    let mut matching: Vec<_> = rules::games::abalone::layouts()
        .iter()
        .filter(|layout| layout.seats == 2)
        .filter(|layout| layout_names(language, layout).iter().any(|name| normalized(name).contains(&typed)))
        .collect();
    // The well-known ones first, and among them those whose name begins that way.
    matching.sort_by_key(|layout| (!layout.core, !layout.name.starts_with(&typed), layout.name.clone()));
    let name = |layout: &Layout| layout_name(language, &layout.name).chars().take(100).collect::<String>();
    let named = matching.into_iter().map(|layout| (name(layout), layout.name.clone()));
    if typed.is_empty() { named.take(MAX_CHOICES).collect() } else { drawn.chain(named).take(MAX_CHOICES).collect() }
}
