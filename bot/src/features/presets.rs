//! Named challenges: a person's own presets, those of a server, and the newest game.

use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use discord::{OutgoingMessage, Reply, code};
use games::domain::people::preset::{
    LAST_GAME, LONGEST_PRESET_NAME, MOST_OWN_PRESETS, MOST_SERVER_PRESETS, Preset, PresetError, preset_name,
    remove_from, save_in,
};
use games::domain::rating::RatingGroup;
use games::domain::{
    AuditAction, AuditEntry, GuildId, GuildPreferences, Organizer, Preferences, Setup, TimeControl, UserId,
};
use games::{GameError, Games};

use crate::commands::command_button::with_menus;
use crate::commands::command_definition::{CommandDefinition, command, subcommand, text};
use crate::commands::layout_names::MAX_CHOICES;
use crate::commands::organizers::organizer_without_reason;
use crate::commands::setup_words::{game_name, option_lines, start_and_pace_of};
use crate::commands::{Answer, Choices, Ctx, Feature, Problem};
use crate::localization::{Language, localize};

pub struct Presets;

#[async_trait]
impl Feature for Presets {
    fn commands(&self) -> Vec<CommandDefinition> {
        let options = || {
            [
                text("save").key("shared-save").max_length(LONGEST_PRESET_NAME as u16),
                text("remove").key("shared-remove").autocomplete(),
            ]
        };
        vec![
            command("settings", [subcommand("presets", options())]),
            command("setup", [subcommand("presets", options())]).for_managers(),
        ]
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        match ctx.name.as_str() {
            "setup presets" => change_server_presets(ctx).await,
            _ => change_own_presets(ctx).await,
        }
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        let (_, typed) = ctx.focused_option();
        complete_removal(ctx, typed).await
    }
}

/// `/settings presets`: without an option it lists them.
async fn change_own_presets(ctx: Ctx<'_>) -> Answer {
    let user = ctx.user();
    let mut changes = Vec::new();
    if let Some(name) = ctx.text("remove") {
        changes.push(remove_preset(&ctx.app.games, user, name).await?);
    }
    if let Some(name) = ctx.text("save") {
        changes.push(save_preset(&ctx.app.games, user, name).await?);
    }
    let presets = match changes.last() {
        Some(changed) => changed.presets.clone(),
        None => ctx.app.games.preferences(user).await?.presets,
    };
    let changes: Vec<PresetChange> = changes.into_iter().filter_map(|changed| changed.done).collect();
    let post = list_presets(ctx.language, &changes, &presets, "presets-none");
    Ok(Reply::ephemeral(with_menus(ctx.language, "settings presets", &[], &[], post)))
}

/// `/setup presets`: presets for everyone in the server.
async fn change_server_presets(ctx: Ctx<'_>) -> Answer {
    let guild = ctx.managed_server()?;
    let by = organizer_without_reason(ctx, guild);
    let mut changes = Vec::new();
    if let Some(name) = ctx.text("remove") {
        changes.push(remove_server_preset(&ctx.app.games, &by, name).await?);
    }
    if let Some(name) = ctx.text("save") {
        changes.push(save_server_preset(&ctx.app.games, &by, name).await?);
    }
    let presets = match changes.last() {
        Some(changed) => changed.presets.clone(),
        None => ctx.app.games.server_settings(guild).await?.presets,
    };
    let changes: Vec<PresetChange> = changes.into_iter().filter_map(|changed| changed.done).collect();
    let post = list_presets(ctx.language, &changes, &presets, "presets-none-server");
    Ok(Reply::ephemeral(with_menus(ctx.language, "setup presets", &[], &[], post)))
}

/// Completes `game` of a challenge: games, the newest one again, own presets, those of the server.
pub async fn complete_game_or_preset(ctx: Ctx<'_>, typed: &str) -> Result<Choices, Problem> {
    let [own, of_server] = presets_of(&ctx.app.games, ctx.user(), ctx.origin.guild_id).await?;
    let games = rules::registry::names().map(|name| {
        let words = name.replace(' ', "-");
        (ctx.language.attribute("command-challenge-game", &format!("choice-{words}")), name.to_owned())
    });
    let last = (localize!(ctx, "choice-last-game"), LAST_GAME.to_owned());
    let of_server = of_server.into_iter().filter(|preset| !own.iter().any(|same| same.is_called(&preset.name)));
    let of_server: Vec<Preset> = of_server.collect();
    let preset_choices = own.iter().chain(&of_server).map(|preset| (preset.name.clone(), preset.name.clone()));
    Ok(choices_like(games.chain([last]).chain(preset_choices), typed))
}

async fn complete_removal(ctx: Ctx<'_>, typed: &str) -> Result<Choices, Problem> {
    let guild = ctx.origin.guild_id;
    let presets = match (ctx.name.as_str(), guild) {
        ("setup presets", Some(guild)) => ctx.app.games.server_settings(guild).await?.presets,
        ("setup presets", None) => return Ok(Vec::new()),
        _ => ctx.app.games.preferences(ctx.user()).await?.presets,
    };
    Ok(choices_like(presets.into_iter().map(|preset| (preset.name.clone(), preset.name)), typed))
}

fn choices_like(choices: impl Iterator<Item = (String, String)>, typed: &str) -> Choices {
    let query = typed.trim().to_lowercase();
    choices.filter(|(label, _)| label.to_lowercase().contains(&query)).take(MAX_CHOICES).collect()
}

/// A person's own presets, then those of the server.
pub async fn presets_of(games: &Games, user: UserId, guild: Option<GuildId>) -> Result<[Vec<Preset>; 2], GameError> {
    let own = games.store.player(user).await?.preferences.presets;
    let of_server = match guild {
        Some(guild) => games.store.guild(guild).await?.presets,
        None => Vec::new(),
    };
    Ok([own, of_server])
}

/// The preset of a name: the person's own, that of the server, or their newest game.
///
/// # Errors
/// [`PresetError::Unknown`], or [`PresetError::NoGame`] for the newest game of someone who has none.
pub async fn find_preset(games: &Games, user: UserId, guild: Option<GuildId>, name: &str) -> Result<Preset, GameError> {
    if name.trim().to_lowercase() == LAST_GAME {
        return newest_terms(games, user, LAST_GAME.to_owned()).await;
    }
    let presets = presets_of(games, user, guild).await?;
    let preset = presets.into_iter().flatten().find(|preset| preset.is_called(name));
    Ok(preset.ok_or(PresetError::Unknown)?)
}

/// This person's newest game or challenge, under this name.
async fn newest_terms(games: &Games, user: UserId, name: String) -> Result<Preset, GameError> {
    let game = games.store.newest_of(user).await?.ok_or(PresetError::NoGame)?;
    let is_casual = !game.challenge.is_rated && RatingGroup::of(&game.setup).is_some();
    Ok(Preset { name, setup: game.setup.before_the_draw(), pace: game.time_control.to_string(), is_casual })
}

/// Stores this person's newest game or challenge under this name.
pub async fn save_preset(games: &Games, user: UserId, name: &str) -> Result<ChangedPresets, GameError> {
    let preset = newest_terms(games, user, preset_name(name)?).await?;
    let change = Mutex::new(None);
    let save = |preferences: &mut Preferences| save(&mut preferences.presets, &preset, MOST_OWN_PRESETS, &change);
    let presets = games.update_preferences(user, save).await?.presets;
    Ok(ChangedPresets { done: locked(&change).take(), presets })
}

pub async fn remove_preset(games: &Games, user: UserId, name: &str) -> Result<ChangedPresets, GameError> {
    let change = Mutex::new(None);
    let remove = |preferences: &mut Preferences| remove(&mut preferences.presets, name, &change);
    let presets = games.update_preferences(user, remove).await?.presets;
    Ok(ChangedPresets { done: locked(&change).take(), presets })
}

/// Stores this organizer's newest game or challenge for everyone in the server. The caller checks permission.
pub async fn save_server_preset(games: &Games, by: &Organizer, name: &str) -> Result<ChangedPresets, GameError> {
    let preset = newest_terms(games, by.user, preset_name(name)?).await?;
    let audit = preset_entry(games, by, AuditAction::PresetSaved, name);
    let change = Mutex::new(None);
    let save =
        |preferences: &mut GuildPreferences| save(&mut preferences.presets, &preset, MOST_SERVER_PRESETS, &change);
    let presets = games.update_server_preferences(by.guild, Some(&audit), save).await?.presets;
    Ok(ChangedPresets { done: locked(&change).take(), presets })
}

pub async fn remove_server_preset(games: &Games, by: &Organizer, name: &str) -> Result<ChangedPresets, GameError> {
    let audit = preset_entry(games, by, AuditAction::PresetRemoved, name);
    let change = Mutex::new(None);
    let remove = |preferences: &mut GuildPreferences| remove(&mut preferences.presets, name, &change);
    let presets = games.update_server_preferences(by.guild, Some(&audit), remove).await?.presets;
    Ok(ChangedPresets { done: locked(&change).take(), presets })
}

fn preset_entry(games: &Games, by: &Organizer, action: AuditAction, name: &str) -> AuditEntry {
    AuditEntry { detail: Some(name.trim().to_owned()), ..by.entry(action, games.clock.now()) }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedPresets {
    pub done: Option<PresetChange>,
    pub presets: Vec<Preset>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PresetChange {
    Saved(Preset),
    Replaced(Preset),
    Removed(Preset),
}

/// The last change that was decided: an update is retried when a concurrent one wins.
type Decided = Mutex<Option<PresetChange>>;

fn locked(done: &Decided) -> MutexGuard<'_, Option<PresetChange>> {
    done.lock().unwrap_or_else(PoisonError::into_inner)
}

fn save(presets: &mut Vec<Preset>, preset: &Preset, most: usize, change: &Decided) -> Result<(), GameError> {
    let is_replaced = save_in(presets, preset.clone(), most)?;
    let copy = preset.clone();
    *locked(change) = Some(if is_replaced { PresetChange::Replaced(copy) } else { PresetChange::Saved(copy) });
    Ok(())
}

fn remove(presets: &mut Vec<Preset>, name: &str, done: &Decided) -> Result<(), GameError> {
    *locked(done) = Some(PresetChange::Removed(remove_from(presets, name)?));
    Ok(())
}

/// Characters of a list: a message takes 2,000.
const MAX_TEXT: usize = 1900;

/// The changes and all presets; without any, the sentence of `none`.
fn list_presets(language: Language, changes: &[PresetChange], presets: &[Preset], none: &str) -> OutgoingMessage {
    let mut lines: Vec<String> = changes.iter().map(|change| change_line(language, change)).collect();
    if presets.is_empty() {
        lines.push(language.localize(none, &[]));
        return OutgoingMessage::text(lines.join("\n"));
    }
    lines.push(localize!(language, "presets-title"));
    let mut text = lines.join("\n");
    for preset in presets {
        let line = format!("• {}", preset_line(language, preset));
        if text.chars().count() + line.chars().count() > MAX_TEXT {
            text.push_str("\n…");
            break;
        }
        text.push('\n');
        text.push_str(&line);
    }
    OutgoingMessage::text(text)
}

fn change_line(language: Language, change: &PresetChange) -> String {
    // Names are untrusted text.
    match change {
        PresetChange::Saved(preset) => localize!(language, "preset-saved", name = code(&preset.name)),
        PresetChange::Replaced(preset) => localize!(language, "preset-replaced", name = code(&preset.name)),
        PresetChange::Removed(preset) => localize!(language, "preset-removed", name = code(&preset.name)),
    }
}

fn preset_line(language: Language, preset: &Preset) -> String {
    let setup = Setup::stored(preset.setup.as_str());
    let mut parts = vec![format!("`{}`", code(&preset.name)), game_name(language, &setup)];
    match preset.pace.parse::<TimeControl>() {
        Ok(time_control) => parts.extend(start_and_pace_of(language, &setup, time_control)),
        // An unreadable pace from another program: the default is played.
        Err(_) => parts.push(format!("`{}`", code(&preset.pace))),
    }
    parts.extend(option_lines(language, &setup));
    if preset.is_casual {
        parts.push(localize!(language, "seeks-casual"));
    }
    parts.join(" · ")
}
