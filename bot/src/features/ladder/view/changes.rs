//! Changes of a ladder: its history, and each change with its reason.

use clubs::domain::ladder::{Decided, LadderChange, LadderHead, Reason, RecordedChange, TimeOut, WinEffect};
use clubs::ladders::{HistoryEntry, HistoryPage};
use discord::{OutgoingMessage, Style, button, row, sentence};
use games::domain::UserId;

use crate::features::ladder::button::{LadderButton, press};
use crate::features::ladder::view::parts::{mention, name_of};
use crate::localization::{Language, localize};
use crate::views::game_lines::fit_message;

/// Keeps numbers and arrows in order beside right-to-left names.
const LEFT_TO_RIGHT: char = '\u{200e}';

/// A name among numbers and arrows.
pub(in crate::features::ladder) fn between_marks(name: &str) -> String {
    format!("{LEFT_TO_RIGHT}{name}{LEFT_TO_RIGHT}")
}

fn mention_in_line(player: UserId) -> String {
    between_marks(&mention(player))
}

/// A page of the changes, newest first.
pub(in crate::features::ladder) fn history(
    language: Language,
    player: Option<UserId>,
    history_page: &HistoryPage,
) -> OutgoingMessage {
    let HistoryPage { head, entries, page, has_more } = history_page;
    let name = name_of(head);
    let title = match player {
        Some(player) => localize!(language, "ladder-history-player", name = name, player = mention(player)),
        None => localize!(language, "ladder-history", name = name),
    };
    let text = if entries.is_empty() {
        format!("{title}\n{}", localize!(language, "ladder-history-none"))
    } else {
        fit_message(language, title, entries.iter().map(|entry| history_line(language, head, entry)), 0)
    };
    let newer = page.checked_sub(1).map(|page| (page, "button-ladder-newer"));
    let older = has_more.then_some((page + 1, "button-ladder-older"));
    let turn = |(page, key)| {
        let press = press(head, LadderButton::History { page, player });
        button(&press, language.localize(key, &[]), Style::Secondary)
    };
    let buttons: Vec<_> = newer.into_iter().chain(older).map(turn).collect();
    let rows = if buttons.is_empty() { Vec::new() } else { vec![row(buttons)] };
    OutgoingMessage::text(text).rows(rows)
}

/// A change with its day, its game and an organizer's note.
fn history_line(language: Language, head: &LadderHead, entry: &HistoryEntry) -> String {
    let RecordedChange { change, at, note, .. } = &entry.recorded;
    let game = entry.game_name.as_ref().map(|name| format!(" · `{name}`"));
    let note = note.as_ref().map(|note| format!(" ({})", sentence(note)));
    let opponent = entry.opponent();
    let line = change_with_opponent(language, head, change, opponent);
    format!("• <t:{}:d> {line}{}{}", at.0 / 1000, game.unwrap_or_default(), note.unwrap_or_default())
}

/// A change of a place, with the opponent.
pub(in crate::features::ladder) fn change_with_opponent(
    language: Language,
    head: &LadderHead,
    change: &LadderChange,
    opponent: Option<UserId>,
) -> String {
    describe_change(language, change, opponent.and_then(|opponent| reason_against(language, head, change, opponent)))
}

/// The reason of a change by a game, with the opponent; `None` for other reasons.
fn reason_against(language: Language, head: &LadderHead, change: &LadderChange, opponent: UserId) -> Option<String> {
    let mut opponent = mention_in_line(opponent);
    let rises = matches!((change.from, change.to), (Some(from), Some(to)) if to < from);
    // The winner took the opponent's place.
    let displaces = match head.rules.decided {
        Decided::AtEnd => rises && !head.rules.has_steps(),
        Decided::AtChallenge => false,
    };
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
        _ => return None,
    };
    // Players displaced by one place have no change of their own.
    let has_won = match (change.reason, head.rules.time_out) {
        (Reason::WonOnTime, TimeOut::Leaves) => false,
        (reason, TimeOut::AsPlayed | TimeOut::Leaves | TimeOut::Falls) => reason.is_win(),
    };
    if let (true, true, WinEffect::Insert, Some(place)) = (displaces, has_won, head.rules.win, change.to) {
        opponent = format!("{opponent} ({place} → {})", place + 1);
    }
    Some(localize!(language, key, opponent = opponent))
}

/// A change of a place with its reason, by default the text of its kind.
pub(super) fn describe_change(language: Language, change: &LadderChange, reason: Option<String>) -> String {
    let reason = reason.unwrap_or_else(|| language.localize(&format!("ladder-reason-{}", change.reason), &[]));
    let key = match (change.from, change.to) {
        (Some(from), Some(to)) if from == to => "ladder-stays",
        (Some(_), Some(_)) => "ladder-moves",
        (None, Some(_)) => "ladder-comes",
        (Some(_), None) => "ladder-goes",
        (None, None) => return format!("{}: {reason}", mention_in_line(change.player)),
    };
    let place = change.to.or(change.from).unwrap_or(0);
    let from = change.from.unwrap_or(0);
    localize!(
        language,
        key,
        player = mention_in_line(change.player),
        place = place,
        from = from,
        to = place,
        reason = reason
    )
}
