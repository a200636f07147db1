//! Challenges that are kept by name, in words.

use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, code};
use crate::domain::people::preset::Preset;
use crate::domain::{Setup, TimeControl};
use crate::features::presets::service::PresetChange;
use crate::views::setup_words::{game_name, option_lines, start_and_pace_of};

/// Characters of a list: a message takes 2,000.
const MAX_TEXT: usize = 1900;

/// What was done, and all that are kept; without any, the sentence of `none`.
pub fn list(language: Language, changes: &[PresetChange], presets: &[Preset], none: &str) -> OutgoingMessage {
    let mut lines: Vec<String> = changes.iter().map(|change| done(language, change)).collect();
    if presets.is_empty() {
        lines.push(language.localize(none, &[]));
        return OutgoingMessage::text(lines.join("\n"));
    }
    lines.push(localize!(language, "presets-title"));
    let mut text = lines.join("\n");
    for preset in presets {
        let line = format!("• {}", words(language, preset));
        if text.chars().count() + line.chars().count() > MAX_TEXT {
            text.push_str("\n…");
            break;
        }
        text.push('\n');
        text.push_str(&line);
    }
    OutgoingMessage::text(text)
}

fn done(language: Language, change: &PresetChange) -> String {
    // Names are a stranger's text.
    match change {
        PresetChange::Saved(preset) => localize!(language, "preset-saved", name = code(&preset.name)),
        PresetChange::Replaced(preset) => localize!(language, "preset-replaced", name = code(&preset.name)),
        PresetChange::Removed(preset) => localize!(language, "preset-removed", name = code(&preset.name)),
    }
}

/// What is played, at which pace.
fn words(language: Language, preset: &Preset) -> String {
    let setup = Setup::stored(preset.setup.as_str());
    let mut parts = vec![format!("`{}`", code(&preset.name)), game_name(language, &setup)];
    match preset.pace.parse::<TimeControl>() {
        Ok(time_control) => parts.extend(start_and_pace_of(language, &setup, time_control)),
        // Written by another program: the usual pace is played.
        Err(_) => parts.push(format!("`{}`", code(&preset.pace))),
    }
    parts.extend(option_lines(language, &setup));
    if preset.is_casual {
        parts.push(localize!(language, "seeks-casual"));
    }
    parts.join(" · ")
}
