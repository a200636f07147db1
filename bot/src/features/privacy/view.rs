//! What players read about what is stored about them.

use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Style, TextFile, button, row};
use crate::domain::Timestamp;
use crate::features::privacy::button::{PrivacyButton, PrivacyVerb};
use crate::features::privacy::service::{Holdings, PersonalExport};

/// `/privacy show`
pub fn holdings(language: Language, holdings: &Holdings) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "privacy-stored", games = holdings.games))
}

/// `/privacy export`
pub fn export(language: Language, export: PersonalExport) -> OutgoingMessage {
    let mut lines = vec![localize!(language, "privacy-export", games = export.records.len())];
    if export.rows_left_out + export.games_left_out > 0 {
        let (rows, games) = (export.rows_left_out, export.games_left_out);
        lines.push(localize!(language, "privacy-export-rest", rows = rows, games = games));
    }
    let mut files = vec![TextFile { name: "sumito-data.json".to_owned(), kind: "application/json", text: export.data }];
    if !export.records.is_empty() {
        let text = format!("{}\n", export.records.join("\n\n"));
        files.push(TextFile { name: "sumito-games.json".to_owned(), kind: "application/json", text });
    }
    OutgoingMessage::text(lines.join("\n")).files(files)
}

/// The question before everything is deleted, with what will happen.
pub fn ask(language: Language, holdings: &Holdings, now: Timestamp) -> OutgoingMessage {
    let is_playing = holdings.playing + holdings.challenges > 0;
    let mut lines = vec![localize!(language, "privacy-delete-ask")];
    if is_playing {
        let (playing, challenges) = (holdings.playing, holdings.challenges);
        lines.push(localize!(language, "privacy-delete-playing", playing = playing, challenges = challenges));
    }
    let (verb, key) = if is_playing {
        (PrivacyVerb::ResignAndDelete, "button-resign-and-delete")
    } else {
        (PrivacyVerb::Delete, "button-delete-data")
    };
    let press = |verb| PrivacyButton { verb, asked_at: now };
    OutgoingMessage::text(lines.join("\n")).rows(vec![row(&[
        button(&press(verb), language.localize(key, &[]), Style::Danger),
        button(&press(PrivacyVerb::Keep), localize!(language, "button-cancel"), Style::Secondary),
    ])])
}

pub fn nothing_deleted(language: Language) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "privacy-kept"))
}

pub fn deletion_begins(language: Language) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "privacy-deleting"))
}
