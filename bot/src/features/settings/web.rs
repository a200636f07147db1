//! `/setup web` and `/settings web`: whether browsers find the games of a server, and the name of a player in them.

use crate::commands::settings_menus::with_menus;
use crate::commands::shared_options::{set, switch_of};
use crate::commands::{Answer, App, Problem};
use crate::discord::command_definition::{OptionDefinition, text};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, localize};
use crate::domain::{GuildPreferences, Preferences, WebPages};
use crate::features::settings::channels::audit_entry;
use crate::features::settings::setup_menus;

/// What `/settings web` offers.
pub(super) fn name_option() -> OptionDefinition {
    text("name").choices(["shown", "hidden"])
}

/// `/settings web`
pub(super) async fn choose_name(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let hidden = switch_of(interaction, "name", "hidden", "shown")?;
    let change = |chosen: &mut Preferences| {
        set(&mut chosen.hidden_on_web, hidden);
        Ok(())
    };
    let chosen = app.games.update_preferences(interaction.person.user, change).await?;
    let now = [("name", if chosen.hidden_on_web == Some(true) { "hidden" } else { "shown" })];
    let post = OutgoingMessage::text(name_line(language, &chosen));
    Ok(Reply::ephemeral(with_menus(language, "settings web", &[name_option()], &now, post)))
}

/// Whether pages for browsers name the player.
pub(super) fn name_line(language: Language, chosen: &Preferences) -> String {
    if chosen.hidden_on_web == Some(true) {
        localize!(language, "settings-web-hidden")
    } else {
        localize!(language, "settings-web-shown")
    }
}

/// `/setup web`: without an option it shows what counts.
pub(super) async fn choose_games(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = interaction.managed_server()?;
    let Some(typed) = interaction.text("games") else {
        let chosen = app.games.server_settings(guild).await?;
        let post = OutgoingMessage::text(games_line(app, language, &chosen));
        return Ok(Reply::ephemeral(setup_menus(language, "setup web", post)));
    };
    let games: WebPages = typed.parse().map_err(|_| Problem::Key("error-no-such-choice"))?;
    let audit = audit_entry(app, interaction, guild, &format!("web: {games}"));
    let change = move |chosen: &mut GuildPreferences| {
        chosen.web = Some(games).filter(|games| *games != WebPages::Off);
        Ok(())
    };
    let chosen = app.games.update_server_preferences(guild, Some(&audit), change).await?;
    let post = OutgoingMessage::text(games_line(app, language, &chosen));
    Ok(Reply::ephemeral(setup_menus(language, "setup web", post)))
}

/// Which games of a server browsers find.
pub(super) fn games_line(app: &App, language: Language, chosen: &GuildPreferences) -> String {
    let games = chosen.web.unwrap_or(WebPages::Off);
    if games != WebPages::Off && !app.games.has_pages() {
        return localize!(language, "setup-web-no-pages");
    }
    match games {
        WebPages::Off => localize!(language, "setup-web-off"),
        WebPages::Linked => localize!(language, "setup-web-linked"),
        WebPages::Searchable => localize!(language, "setup-web-searchable"),
    }
}
