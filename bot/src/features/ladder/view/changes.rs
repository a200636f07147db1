//! What has changed on a ladder: its history, and each change with its reason.

use serde_json::Value;

use crate::commands::button::Button;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Style, button, row, sentence};
use crate::domain::UserId;
use crate::domain::clubs::ladder::event::{LadderChange, Reason};
use crate::domain::clubs::ladder::rules::{Decided, WinEffect};
use crate::domain::clubs::ladder::stored::{LadderHead, RecordedChange};
use crate::features::ladder::command::word;
use crate::features::ladder::service::{HistoryEntry, HistoryPage};
use crate::features::ladder::view::{mention, name_of, press as press_about};
use crate::views::game_lines::fit_whole_message;

/// A page of the changes, the newest first.
pub(in crate::features::ladder) fn history(
    language: Language,
    player: Option<UserId>,
    shown: &HistoryPage,
) -> OutgoingMessage {
    let HistoryPage { head, entries, page, has_more } = shown;
    let name = name_of(head);
    let title = match player {
        Some(player) => localize!(language, "ladder-history-player", name = name, player = mention(player)),
        None => localize!(language, "ladder-history", name = name),
    };
    let text = if entries.is_empty() {
        format!("{title}\n{}", localize!(language, "ladder-history-none"))
    } else {
        fit_whole_message(language, title, entries.iter().map(|entry| history_line(language, head, entry)))
    };
    let player = player.map(|player| player.0.to_string());
    let press =
        |page: u32| Button { number: Some(page.into()), text: player.clone(), ..press_about(head, word::HISTORY) };
    let newer = page.checked_sub(1).map(|page| (page, "button-ladder-newer"));
    let older = has_more.then_some((page + 1, "button-ladder-older"));
    let turn = |(page, key)| button(&press(page), language.localize(key, &[]), Style::Secondary);
    let buttons: Vec<Value> = newer.into_iter().chain(older).map(turn).collect();
    let rows = if buttons.is_empty() { Vec::new() } else { vec![row(&buttons)] };
    OutgoingMessage::text(text).rows(rows)
}

/// A change with its day, its game and what an organizer says about it.
fn history_line(language: Language, head: &LadderHead, entry: &HistoryEntry) -> String {
    let RecordedChange { change, at, note, .. } = &entry.recorded;
    let game = entry.game_name.as_ref().map(|name| format!(" · `{name}`"));
    let note = note.as_ref().map(|note| format!(" ({})", sentence(note)));
    let opponent = entry.opponent();
    let line = change_with_opponent(language, head, change, opponent);
    format!("• <t:{}:d> {line}{}{}", at.0 / 1000, game.unwrap_or_default(), note.unwrap_or_default())
}

/// A change of a place, and against whom.
pub(in crate::features::ladder) fn change_with_opponent(
    language: Language,
    head: &LadderHead,
    change: &LadderChange,
    opponent: Option<UserId>,
) -> String {
    let reason = match opponent {
        Some(opponent) => reason_against(language, head, change, opponent),
        None => reason(language, change.reason),
    };
    changed(language, change, &reason)
}

/// The reason of a change by a game, with the opponent.
fn reason_against(language: Language, head: &LadderHead, change: &LadderChange, opponent: UserId) -> String {
    let mut opponent = mention(opponent);
    let rises = matches!((change.from, change.to), (Some(from), Some(to)) if to < from);
    // The place that was won was the opponent's.
    let displaces = rises && head.rules.decided == Decided::AtEnd && !head.rules.has_steps();
    // Who makes room by one place has no change of their own.
    if let (true, WinEffect::Insert, Some(place)) = (displaces, head.rules.win, change.to) {
        let has_won = matches!(change.reason, Reason::Won | Reason::WonOnTime | Reason::WonByForfeit);
        if has_won {
            opponent = format!("{opponent} ({place} → {})", place + 1);
        }
    }
    let key = match change.reason {
        Reason::Won if displaces => "ladder-history-won-place",
        Reason::Won => "ladder-history-won",
        Reason::WonOnTime if displaces => "ladder-history-won-on-time-place",
        Reason::WonOnTime => "ladder-history-won-on-time",
        Reason::WonByForfeit if displaces => "ladder-history-forfeit-place",
        Reason::WonByForfeit => "ladder-history-forfeit",
        Reason::Lost => "ladder-history-lost",
        Reason::Forfeited => "ladder-history-forfeited",
        Reason::Drew => "ladder-history-drew",
        Reason::TimedOut => "ladder-history-time",
        other => return reason(language, other),
    };
    language.localize(key, &[("opponent", opponent.into())])
}

/// A change of a place with its reason.
pub(crate) fn changed(language: Language, change: &LadderChange, reason: &str) -> String {
    let player = mention(change.player);
    match (change.from, change.to) {
        (Some(from), Some(to)) if from == to => {
            localize!(language, "ladder-stays", player = player, place = to, reason = reason)
        }
        (Some(from), Some(to)) => {
            localize!(language, "ladder-moves", player = player, from = from, to = to, reason = reason)
        }
        (None, Some(to)) => localize!(language, "ladder-comes", player = player, place = to, reason = reason),
        (Some(from), None) => localize!(language, "ladder-goes", player = player, place = from, reason = reason),
        (None, None) => format!("{player}: {reason}"),
    }
}

pub(crate) fn reason(language: Language, reason: Reason) -> String {
    language.localize(
        match reason {
            Reason::Joined => "ladder-reason-joined",
            Reason::Left => "ladder-reason-left",
            Reason::Removed => "ladder-reason-removed",
            Reason::Won => "ladder-reason-won",
            Reason::Lost => "ladder-reason-lost",
            Reason::Drew => "ladder-reason-drew",
            Reason::TimedOut => "ladder-reason-time",
            Reason::WonOnTime => "ladder-reason-won-on-time",
            Reason::WonByForfeit => "ladder-reason-won-by-forfeit",
            Reason::Forfeited => "ladder-reason-forfeited",
            Reason::Inactive => "ladder-reason-inactive",
            Reason::MovedByOrganizer => "ladder-reason-moved",
            Reason::Annulled => "ladder-reason-annulled",
        },
        &[],
    )
}
