//! Autocompletion of options.

use rules::games::abalone::Layout;
use tracing::error;

use crate::app::command_tree::feature_for;
use crate::commands::answer::Problem;
use crate::commands::context::App;
use crate::commands::input::{suggestions, time_zones};
use crate::commands::layout_names::{MAX_CHOICES, layout_name, layout_names, normalized};
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::features::challenge::definition::is_taken;
use crate::features::presets;
use crate::features::rules_pages::command;
use crate::games::GameError;

/// Times that are offered for the begin and the end of sleep, and for a digest: minutes of the day.
const EVENING: [u16; 9] = [1260, 1290, 1320, 1350, 1380, 1410, 0, 30, 60];

const MORNING: [u16; 9] = [300, 330, 360, 390, 420, 450, 480, 510, 540];

const DAYTIME: [u16; 9] = [420, 480, 540, 720, 1020, 1080, 1140, 1200, 1260];

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
        Some("topic") => Ok(command::complete(language, typed)),
        Some("zone") => Ok(time_zones::complete(typed, app.clock.now())),
        Some("sleep-from") => Ok(suggestions::times(language, typed, &EVENING, "choice-no-sleep")),
        Some("sleep-to") => Ok(suggestions::times(language, typed, &MORNING, "choice-no-sleep")),
        Some("at") => Ok(suggestions::times(language, typed, &DAYTIME, "choice-no-digest")),
        Some("quiet") => Ok(suggestions::nights(language, typed)),
        Some("steps") => Ok(suggestions::reminder_steps(language, typed)),
        Some("from") => match app.games.zone_of(interaction.person.user).await {
            Ok(zone) => Ok(suggestions::days(language, typed, &zone, app.clock.now())),
            Err(error) => Err(error.into()),
        },
        Some("which") => {
            crate::features::vacation::command::complete(app, language, interaction.person.user, typed).await
        }
        Some("game") if matches!(interaction.name.as_str(), "challenge" | "seek") => {
            presets::command::complete(app, language, interaction, typed).await
        }
        Some("game") if interaction.name.starts_with("organize ") => {
            crate::features::organize::command::complete(app, interaction, typed).await
        }
        Some("rating") if interaction.name == "seek" => {
            Ok(crate::features::seek::command::complete_rating(language, typed))
        }
        Some("remove") => presets::command::complete_removal(app, interaction, typed).await,
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
