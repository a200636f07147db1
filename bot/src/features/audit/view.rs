//! The log of a server, as text and as a file.

use serde_json::{Map, Value};

use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Style, button, clean, row, sentence};
use crate::domain::{AuditAction, AuditEntry};
use crate::features::organize::button::{OrganizeButton, OrganizeVerb};

/// Characters of a page: a message takes 2,000.
const MOST: usize = 1_900;

/// Characters of a reason or a detail in a list.
const SHORT: usize = 80;

/// A page of the log with its buttons.
pub(crate) fn page(language: Language, entries: &[AuditEntry], page: u32, pages: u32) -> OutgoingMessage {
    if entries.is_empty() {
        return OutgoingMessage::text(localize!(language, "audit-empty"));
    }
    let mut text = localize!(language, "audit-title", page = page + 1, pages = pages);
    for entry in entries {
        let line = line(language, entry);
        if text.chars().count() + line.chars().count() > MOST {
            text.push_str("\n…");
            break;
        }
        text.push('\n');
        text.push_str(&line);
    }
    let turn = |to: u32, key: &str| button(&OrganizeButton::page(to), language.localize(key, &[]), Style::Secondary);
    let newer = page.checked_sub(1).map(|to| turn(to, "button-newer"));
    let older = Some(page + 1).filter(|to| *to < pages).map(|to| turn(to, "button-older"));
    let buttons: Vec<Value> = newer.into_iter().chain(older).collect();
    let post = OutgoingMessage::text(text);
    if buttons.is_empty() { post } else { post.rows(vec![row(&buttons)]) }
}

impl OrganizeButton {
    /// Shows this page of the log.
    const fn page(page: u32) -> Self {
        Self(OrganizeVerb::Log(page))
    }
}

/// One entry in one line.
fn line(language: Language, entry: &AuditEntry) -> String {
    let who = entry.actor.map_or_else(|| localize!(language, "audit-host"), |user| format!("<@{}>", user.0));
    let mut parts = vec![format!("<t:{}:f> · {who} · {}", entry.at.0 / 1000, action(language, entry.action))];
    parts.extend(entry.player.map(|user| format!("<@{}>", user.0)));
    parts.extend(entry.detail.as_deref().map(|detail| sentence(&clean(detail, SHORT))));
    parts.extend(entry.game.map(|game| format!("`{game}`")));
    parts.extend(entry.reason.as_deref().map(|reason| format!("“{}”", sentence(&clean(reason, SHORT)))));
    format!("• {}", parts.join(" · "))
}

fn action(language: Language, action: AuditAction) -> String {
    let key = match action {
        AuditAction::Adjudicated => "audit-adjudicated",
        AuditAction::Annulled => "audit-annulled",
        AuditAction::Extended => "audit-extended",
        AuditAction::Paused => "audit-paused",
        AuditAction::Resumed => "audit-resumed",
        AuditAction::AskedToReplace => "audit-asked-to-replace",
        AuditAction::Replaced => "audit-replaced",
        AuditAction::SetUp => "audit-set-up",
        AuditAction::PresetSaved => "audit-preset-saved",
        AuditAction::PresetRemoved => "audit-preset-removed",
        AuditAction::LadderCreated => "audit-ladder-created",
        AuditAction::LadderEdited => "audit-ladder-edited",
        AuditAction::LadderClosed => "audit-ladder-closed",
        AuditAction::LadderPlayerAdded => "audit-ladder-added",
        AuditAction::LadderPlayerRemoved => "audit-ladder-removed",
        AuditAction::LadderPlayerMoved => "audit-ladder-moved",
        AuditAction::RatingAnnulled => "audit-rating-annulled",
        AuditAction::RatingRestored => "audit-rating-restored",
    };
    language.localize(key, &[])
}

/// The log as a file: a JSON object in each line. Ids are texts, because many programs read numbers that long wrongly.
pub(crate) fn as_lines(entries: &[AuditEntry]) -> serde_json::Result<String> {
    let mut text = String::new();
    for entry in entries {
        let mut fields = Map::new();
        let mut add =
            |name: &str, value: Option<String>| drop(value.map(|text| fields.insert(name.to_owned(), text.into())));
        let at = jiff::Timestamp::from_millisecond(entry.at.0).ok();
        add("at", at.map(|at| at.to_string()));
        add("actor", entry.actor.map(|user| user.0.to_string()));
        add("action", Some(entry.action.to_string()));
        add("game", entry.game.map(|game| game.to_string()));
        add("ladder", entry.ladder.map(|ladder| ladder.to_string()));
        add("player", entry.player.map(|user| user.0.to_string()));
        add("detail", entry.detail.clone());
        add("reason", entry.reason.clone());
        text.push_str(&serde_json::to_string(&fields)?);
        text.push('\n');
    }
    Ok(text)
}
