//! `/settings presets`, `/setup presets`, and what completes the option `game` of a challenge.

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::commands::layout_names::MAX_CHOICES;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::reply::Reply;
use crate::domain::people::preset::{LAST_GAME, Preset};
use crate::features::audit::service::Organizer;
use crate::features::presets::service;
use crate::features::presets::service::PresetChange;
use crate::features::presets::view;
use crate::features::settings::manager::managed;

/// `/settings presets`: without an option it shows them.
pub async fn own(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = interaction.person.user;
    let mut changes = Vec::new();
    if let Some(name) = interaction.text("remove") {
        changes.push(service::remove_preset(&app.games, user, name).await?);
    }
    if let Some(name) = interaction.text("save") {
        changes.push(service::save_preset(&app.games, user, name).await?);
    }
    let presets = match changes.last() {
        Some(changed) => changed.presets.clone(),
        None => app.games.preferences(user).await?.presets,
    };
    let changes: Vec<PresetChange> = changes.into_iter().filter_map(|changed| changed.done).collect();
    Ok(Reply::ephemeral(view::list(language, &changes, &presets, "presets-none")))
}

/// `/setup presets`: the same for everybody in the server.
pub async fn of_server(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = managed(interaction)?;
    let by = Organizer::of(interaction, guild);
    let mut changes = Vec::new();
    if let Some(name) = interaction.text("remove") {
        changes.push(service::remove_server_preset(&app.games, &by, name).await?);
    }
    if let Some(name) = interaction.text("save") {
        changes.push(service::save_server_preset(&app.games, &by, name).await?);
    }
    let presets = match changes.last() {
        Some(changed) => changed.presets.clone(),
        None => app.games.server_settings(guild).await?.presets,
    };
    let changes: Vec<PresetChange> = changes.into_iter().filter_map(|changed| changed.done).collect();
    Ok(Reply::ephemeral(view::list(language, &changes, &presets, "presets-none-server")))
}

/// What `game` of a challenge can be: a game, the newest one again, one's own presets, those of the server.
pub async fn complete(
    app: &App,
    language: Language,
    interaction: &Interaction,
    typed: &str,
) -> Result<Vec<(String, String)>, Problem> {
    let [own, of_server] =
        service::presets_of(&app.games, interaction.person.user, interaction.origin.guild_id).await?;
    let games = rules::registry::names().map(|name| {
        let words = name.replace(' ', "-");
        (language.attribute("command-challenge-game", &format!("choice-{words}")), name.to_owned())
    });
    let last = (localize!(language, "choice-last-game"), LAST_GAME.to_owned());
    let of_server = of_server.into_iter().filter(|preset| !own.iter().any(|same| same.is_called(&preset.name)));
    let of_server: Vec<Preset> = of_server.collect();
    let named = own.iter().chain(&of_server).map(|preset| (preset.name.clone(), preset.name.clone()));
    Ok(fitting(games.chain([last]).chain(named), typed))
}

/// What `remove` can be.
pub async fn complete_removal(
    app: &App,
    interaction: &Interaction,
    typed: &str,
) -> Result<Vec<(String, String)>, Problem> {
    let guild = interaction.origin.guild_id;
    let presets = match (interaction.name.as_str(), guild) {
        ("setup presets", Some(guild)) => app.games.server_settings(guild).await?.presets,
        ("setup presets", None) => return Ok(Vec::new()),
        _ => app.games.preferences(interaction.person.user).await?.presets,
    };
    Ok(fitting(presets.into_iter().map(|preset| (preset.name.clone(), preset.name)), typed))
}

fn fitting(choices: impl Iterator<Item = (String, String)>, typed: &str) -> Vec<(String, String)> {
    let typed = typed.trim().to_lowercase();
    choices.filter(|(label, _)| label.to_lowercase().contains(&typed)).take(MAX_CHOICES).collect()
}
