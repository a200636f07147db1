//! `/setup web` and `/settings web`: whether a server's games have web pages, and whether a player is named there.

use discord::{OutgoingMessage, Reply, Style, button, row};
use games::domain::{DAY_MS, GuildPreferences, Preferences, WebPages};

use crate::commands::command_button::with_menus;
use crate::commands::shared_options::{set, switch_of};
use crate::commands::{Answer, App, Ctx, Problem};
use crate::features::settings::block::SettingsButton;
use crate::features::settings::channels::audit_entry;
use crate::features::settings::definition::{name_option, setup_menus};
use crate::localization::{Language, localize};

pub(super) async fn choose_name(ctx: Ctx<'_>) -> Answer {
    let hidden = switch_of(ctx.interaction, "name", "hidden", "shown")?;
    let change = |preferences: &mut Preferences| {
        set(&mut preferences.hidden_on_web, hidden);
        Ok(())
    };
    let preferences = ctx.app.games.update_preferences(ctx.user(), change).await?;
    let now = [("name", if preferences.hidden_on_web == Some(true) { "hidden" } else { "shown" })];
    let mut lines = vec![name_line(ctx.language, &preferences)];
    let last_uses = ctx.app.games.web_sessions_of(ctx.user()).await?;
    if !last_uses.is_empty() {
        let mut days: Vec<i64> = last_uses.iter().map(|at| at.0 / DAY_MS).collect();
        days.dedup();
        let days: Vec<String> = days.into_iter().map(|day| format!("<t:{}:d>", day * DAY_MS / 1000)).collect();
        lines.push(localize!(ctx, "settings-web-signed-in", count = last_uses.len(), days = days.join(", ")));
    }
    let post = OutgoingMessage::text(lines.join("\n"));
    let post = with_menus(ctx.language, "settings web", &[name_option()], &now, post);
    if last_uses.is_empty() {
        return Ok(Reply::ephemeral(post));
    }
    let sign_out = button(&SettingsButton::SignOut, localize!(ctx, "button-sign-out"), Style::Danger);
    Ok(Reply::ephemeral(post.add_row(row([sign_out]))))
}

/// *Sign out everywhere* below it.
pub(super) async fn sign_out(ctx: Ctx<'_>) -> Answer {
    ctx.app.games.sign_out_everywhere(ctx.user()).await?;
    Ok(ctx.private_reply(OutgoingMessage::text(localize!(ctx, "settings-web-signed-out"))))
}

pub(super) fn name_line(language: Language, preferences: &Preferences) -> String {
    if preferences.hidden_on_web == Some(true) {
        localize!(language, "settings-web-hidden")
    } else {
        localize!(language, "settings-web-shown")
    }
}

/// `/setup web`: without an option it shows the current value.
pub(super) async fn choose_games(ctx: Ctx<'_>) -> Answer {
    let guild = ctx.managed_server()?;
    let Some(games_text) = ctx.text("games") else {
        let preferences = ctx.app.games.server_settings(guild).await?;
        let post = OutgoingMessage::text(games_line(ctx.app, ctx.language, &preferences));
        return Ok(Reply::ephemeral(setup_menus(ctx.language, "setup web", post)));
    };
    let games: WebPages = games_text.parse().map_err(|_| Problem::Key("error-no-such-choice"))?;
    let audit = audit_entry(ctx, guild, &format!("web: {games}"));
    let change = move |preferences: &mut GuildPreferences| {
        preferences.web = Some(games).filter(|games| *games != WebPages::Off);
        Ok(())
    };
    let preferences = ctx.app.games.update_server_preferences(guild, Some(&audit), change).await?;
    let post = OutgoingMessage::text(games_line(ctx.app, ctx.language, &preferences));
    Ok(Reply::ephemeral(setup_menus(ctx.language, "setup web", post)))
}

/// The setting of web pages for the server's games.
pub(super) fn games_line(app: &App, language: Language, preferences: &GuildPreferences) -> String {
    let games = preferences.web.unwrap_or(WebPages::Off);
    if games != WebPages::Off && !app.games.has_pages() {
        return localize!(language, "setup-web-no-pages");
    }
    match games {
        WebPages::Off => localize!(language, "setup-web-off"),
        WebPages::Linked => localize!(language, "setup-web-linked"),
        WebPages::Searchable => localize!(language, "setup-web-searchable"),
    }
}
