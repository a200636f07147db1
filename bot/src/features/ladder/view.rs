//! Ladders in words and pictures.

use render::{Align, Column, Entry, Mark, Row, Table, Theme};
use serde_json::Value;

use crate::commands::board::description::span;
use crate::discord::localization::{Argument, Language, localize};
use crate::discord::message::{OutgoingMessage, Style, button, code, escape_markdown, row, select, sentence};
use crate::domain::ladder::LadderPlace;
use crate::domain::ladder::event::{LadderChange, Reason};
use crate::domain::ladder::refusal::{LadderError, LadderRefusal};
use crate::domain::ladder::rules::{
    Again, Decided, DrawEffect, Join, LadderRules, LossEffect, Reach, RulePreset, Silence, TimeOut, WinEffect,
};
use crate::domain::ladder::setting::LadderSettingError;
use crate::domain::ladder::stored::{LadderHead, LadderResult, RecordedChange, StoredLadder};
use crate::domain::{GameId, LadderMove, Setup, TimeControl, Timestamp, UserId};
use crate::features::challenge;
use crate::features::game_list::view::fit_whole_message;
use crate::features::ladder::press::{LadderButton, LadderVerb};
use crate::features::ladder::refusal;
use crate::features::ladder::service::{Challengeable, HistoryEntry, HistoryPage, TablePage, TableRow};

/// Players that are offered as buttons; more come as a select.
const MAX_BUTTONS: usize = 5;

/// Longest name on a button.
const LONGEST_NAME: usize = 40;

fn mention(player: UserId) -> String {
    format!("<@{}>", player.0)
}

/// A stranger's text in a code span.
fn quoted(text: &str) -> String {
    format!("`{}`", code(text))
}

fn name_of(head: &LadderHead) -> String {
    escape_markdown(&head.name)
}

/// Why something is refused.
pub fn explain(language: Language, error: &LadderError, reader: UserId) -> String {
    match error {
        LadderError::NoServer => localize!(language, "ladder-error-no-server"),
        LadderError::NoLadder => localize!(language, "ladder-error-none"),
        LadderError::WhichLadder(names) => {
            let names = names.iter().map(|name| escape_markdown(name)).collect::<Vec<_>>().join(", ");
            localize!(language, "ladder-error-which", names = names)
        }
        LadderError::NoSuchLadder(typed) => localize!(language, "ladder-error-no-such", name = quoted(typed)),
        LadderError::Closed => localize!(language, "ladder-error-closed"),
        LadderError::OwnPlace => localize!(language, "ladder-error-own-place"),
        LadderError::NameTaken => localize!(language, "ladder-error-name-taken"),
        LadderError::NoName => localize!(language, "ladder-error-no-name"),
        LadderError::TooMany(most) => localize!(language, "ladder-error-too-many", most = *most),
        LadderError::Full(most) => localize!(language, "ladder-error-full", most = *most),
        LadderError::NotEmpty => localize!(language, "ladder-error-not-empty"),
        LadderError::AlreadyOn(player) if *player == reader => localize!(language, "ladder-error-you-are-on"),
        LadderError::AlreadyOn(player) => localize!(language, "ladder-error-already-on", player = mention(*player)),
        LadderError::NotOn(absent) | LadderError::Refused { refusal: LadderRefusal::NotOnLadder(absent), .. }
            if *absent == reader =>
        {
            localize!(language, "ladder-error-you-are-not-on")
        }
        LadderError::NotOn(player) => localize!(language, "ladder-refused-not-on-ladder", player = mention(*player)),
        LadderError::Refused { defender, refusal } => {
            let time = |at: Timestamp| format!("<t:{}:f>", (at.0 + 999) / 1000);
            refusal::sentence(language, *refusal, &|| mention(*defender), &mention, &time)
        }
        LadderError::CannotDecline => localize!(language, "ladder-error-cannot-decline"),
        LadderError::Setting(error) => setting(language, error),
        LadderError::NotForTwo => localize!(language, "ladder-error-not-for-two"),
        LadderError::NoSuchDay(typed) => localize!(language, "ladder-error-no-such-day", typed = quoted(typed)),
        LadderError::NothingToChange => localize!(language, "ladder-error-nothing"),
    }
}

/// A value of each parameter, as an example.
const EXAMPLES: [(&str, &str); 14] = [
    ("reach", "reach=10,40%"),
    ("out", "out=3"),
    ("in", "in=5@5,4@10,3"),
    ("answer", "answer=5d"),
    ("silence", "silence=forfeited"),
    ("win", "win=insert"),
    ("draw", "draw=below"),
    ("loss", "loss=none"),
    ("timeout", "timeout=played"),
    ("again", "again=7d"),
    ("join", "join=last"),
    ("idle", "idle=30d"),
    ("first", "first=free"),
    ("decided", "decided=end"),
];

fn setting(language: Language, error: &LadderSettingError) -> String {
    match error {
        LadderSettingError::UnknownKey(key) => {
            let known = EXAMPLES.map(|(key, _)| key).join(", ");
            localize!(language, "ladder-error-set-key", key = quoted(key), known = known)
        }
        LadderSettingError::Value { key, value, .. } => {
            let example = EXAMPLES.iter().find(|(known, _)| known == key).map_or("", |(_, example)| example);
            localize!(
                language,
                "ladder-error-set-value",
                setting = quoted(&format!("{key}={value}")),
                example = *example
            )
        }
        LadderSettingError::NoValue(setting) => {
            localize!(language, "ladder-error-set-no-value", setting = quoted(setting))
        }
        LadderSettingError::Steps => localize!(language, "ladder-error-set-steps"),
        LadderSettingError::Reach => localize!(language, "ladder-error-set-reach"),
        LadderSettingError::Answer => localize!(language, "ladder-error-set-answer"),
    }
}

// ---- the table ----------------------------------------------------------------------------------------------------

/// What stands above the table.
pub(super) fn title(language: Language, shown: &TablePage) -> String {
    let name = name_of(&shown.head);
    let mut lines = vec![localize!(language, "ladder-title", name = name, players = shown.players, open = shown.open)];
    if shown.head.closed_at.is_some() {
        lines.push(localize!(language, "ladder-is-closed"));
    } else if shown.players == 0 {
        lines.push(localize!(language, "ladder-empty"));
    } else if let Some(place) = shown.own_place {
        lines.push(localize!(language, "ladder-own-place", place = place));
    }
    lines.join("\n")
}

/// What stands above the table where everybody sees it.
pub(super) fn public_title(language: Language, shown: &TablePage, by: UserId) -> String {
    format!("{}\n{}", localize!(language, "ladder-shown-by", player = by.0), title(language, shown))
}

pub(super) fn day_title(language: Language, shown: &TablePage, at: Timestamp) -> String {
    localize!(language, "ladder-day-title", name = name_of(&shown.head), at = at.0 / 1000, players = shown.players)
}

/// Whether the page says on which steps players stand: where all stand on the ground, and of days that are past, it does not.
fn has_steps(shown: &TablePage) -> bool {
    shown.head.rules.has_steps() && shown.rows.iter().any(|row| row.standing.step > 1)
}

/// The page as a picture.
pub(super) fn table(language: Language, shown: &TablePage, reader: Option<UserId>, theme: Theme) -> Table {
    let has_steps = has_steps(shown);
    let mut columns = vec![Column::new("#", Align::Right), Column::new("", Align::Left)];
    if has_steps {
        columns.push(Column::new(&localize!(language, "ladder-column-step"), Align::Right));
    }
    columns.extend([
        Column::new(&localize!(language, "ladder-column-player"), Align::Left),
        Column::new(&localize!(language, "ladder-column-form"), Align::Left),
        Column::new(&localize!(language, "ladder-column-reliability"), Align::Right),
    ]);
    let line = |line: &TableRow| {
        let mut entries =
            vec![Entry::text(line.standing.place.to_string()), line.movement.map_or(Entry::Empty, Entry::Movement)];
        if has_steps {
            entries.push(Entry::text(line.standing.step.to_string()));
        }
        entries.push(Entry::text(if line.name.is_empty() { "?" } else { line.name.as_str() }));
        // The newest game stands last, as one reads.
        let marks: Vec<Mark> = line.form.iter().rev().map(|result| mark(*result)).collect();
        entries.push(Entry::Form { marks, spoken: form(language, &line.form) });
        entries.push(line.reliability.map_or(Entry::Empty, |percent| Entry::text(percent_text(language, percent))));
        let line_drawn = Row::new(entries);
        if Some(line.standing.player) == reader { line_drawn.highlighted() } else { line_drawn }
    };
    Table {
        title: shown.head.name.clone(),
        note: page_note(shown),
        columns,
        rows: shown.rows.iter().map(line).collect(),
        theme,
    }
}

fn percent_text(language: Language, percent: u32) -> String {
    format!("{percent}{}%", language.pick("", "\u{202f}"))
}

fn page_note(shown: &TablePage) -> String {
    match (shown.rows.first(), shown.rows.last()) {
        (Some(first), Some(last)) if shown.pages > 1 => {
            format!("{}–{} / {}", first.standing.place, last.standing.place, shown.players)
        }
        _ => String::new(),
    }
}

const fn mark(result: LadderResult) -> Mark {
    match result {
        LadderResult::Won => Mark::Won,
        LadderResult::Lost => Mark::Lost,
        LadderResult::Drawn => Mark::Drawn,
    }
}

/// The last games in letters, the newest last.
fn form(language: Language, newest_first: &[LadderResult]) -> String {
    let letter = |result: &LadderResult| match result {
        LadderResult::Won => localize!(language, "ladder-form-won"),
        LadderResult::Lost => localize!(language, "ladder-form-lost"),
        LadderResult::Drawn => localize!(language, "ladder-form-drawn"),
    };
    newest_first.iter().rev().map(letter).collect::<Vec<_>>().join(" ")
}

/// The page as text.
pub(super) fn as_text(language: Language, shown: &TablePage, title: String) -> String {
    let has_steps = has_steps(shown);
    let line = |line: &TableRow| {
        let moved = match line.movement.unwrap_or(0) {
            0 => String::new(),
            up @ 1.. => format!(" ▲{up}"),
            down => format!(" ▼{}", down.unsigned_abs()),
        };
        let step = has_steps.then(|| localize!(language, "ladder-step", step = line.standing.step));
        let games = (!line.form.is_empty()).then(|| form(language, &line.form));
        let reliability = line.reliability.map(|percent| percent_text(language, percent));
        let player = format!("{}. {}{moved}", line.standing.place, mention(line.standing.player));
        let parts = [Some(player), step, games, reliability];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    };
    fit_whole_message(language, title, shown.rows.iter().map(line))
}

fn page_buttons(language: Language, shown: &TablePage, verb: impl Fn(u32) -> LadderVerb) -> Vec<Value> {
    let earlier = shown.page.checked_sub(1).map(|page| (page, "button-ladder-above"));
    let later = Some((shown.page + 1, "button-ladder-below")).filter(|(page, _)| *page < shown.pages);
    let turn = |(page, key): (usize, &str)| {
        let press = LadderButton { ladder: shown.head.ladder_id, verb: verb(page as u32) };
        button(&press, language.localize(key, &[]), Style::Secondary)
    };
    earlier.into_iter().chain(later).map(turn).collect()
}

/// The buttons below the table: pages, and what one can do.
pub(super) fn table_buttons(language: Language, shown: &TablePage) -> Vec<Value> {
    let mut buttons = page_buttons(language, shown, LadderVerb::Page);
    let press = |verb| LadderButton { ladder: shown.head.ladder_id, verb };
    if shown.head.closed_at.is_none() {
        if shown.own_place.is_some() {
            let label = localize!(language, "button-ladder-challenge");
            buttons.push(button(&press(LadderVerb::Challenge), label, Style::Primary));
            let label = localize!(language, "button-ladder-leave");
            buttons.push(button(&press(LadderVerb::Leave), label, Style::Danger));
        } else {
            let label = localize!(language, "button-ladder-join");
            buttons.push(button(&press(LadderVerb::Join), label, Style::Success));
        }
    }
    if buttons.is_empty() { Vec::new() } else { vec![row(&buttons)] }
}

/// The buttons below a table that everybody sees: whoever presses one gets an answer of their own.
pub(super) fn public_buttons(language: Language, shown: &TablePage) -> Vec<Value> {
    let mut buttons = page_buttons(language, shown, LadderVerb::Page);
    let press = |verb| LadderButton { ladder: shown.head.ladder_id, verb };
    if shown.head.closed_at.is_none() {
        let label = localize!(language, "button-ladder-challenge");
        buttons.push(button(&press(LadderVerb::Challenge), label, Style::Primary));
        let label = localize!(language, "button-ladder-join");
        buttons.push(button(&press(LadderVerb::Join), label, Style::Success));
    }
    if buttons.is_empty() { Vec::new() } else { vec![row(&buttons)] }
}

pub(super) fn day_buttons(language: Language, shown: &TablePage, at: Timestamp) -> Vec<Value> {
    let buttons = page_buttons(language, shown, |page| LadderVerb::Day(page, at));
    if buttons.is_empty() { Vec::new() } else { vec![row(&buttons)] }
}

// ---- answers --------------------------------------------------------------------------------------------------------

pub(super) fn joined(language: Language, head: &LadderHead, place: usize) -> OutgoingMessage {
    if place == 1 {
        return OutgoingMessage::text(localize!(language, "ladder-joined-first", name = name_of(head)));
    }
    let press = LadderButton { ladder: head.ladder_id, verb: LadderVerb::Challenge };
    let challenge = button(&press, localize!(language, "button-ladder-challenge"), Style::Primary);
    let text = localize!(language, "ladder-joined", name = name_of(head), place = place);
    OutgoingMessage::text(text).rows(vec![row(&[challenge])])
}

pub(super) fn left(language: Language, head: &LadderHead, place: usize) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "ladder-left", name = name_of(head), place = place))
}

/// A question with the button that does it, and one that does not.
fn question(language: Language, head: &LadderHead, text: String, yes: LadderVerb, label: String) -> OutgoingMessage {
    let press = |verb| LadderButton { ladder: head.ladder_id, verb };
    let buttons = [
        button(&press(yes), label, Style::Danger),
        button(&press(LadderVerb::Keep), localize!(language, "button-back"), Style::Secondary),
    ];
    OutgoingMessage::text(text).rows(vec![row(&buttons)])
}

pub(super) fn ask_to_leave(language: Language, head: &LadderHead, place: usize, open: usize) -> OutgoingMessage {
    let text = localize!(language, "ladder-ask-leave", name = name_of(head), place = place, open = open);
    question(language, head, text, LadderVerb::LeaveYes, localize!(language, "button-ladder-leave-yes"))
}

pub(super) fn ask_to_close(language: Language, head: &LadderHead, open: usize) -> OutgoingMessage {
    let text = localize!(language, "ladder-ask-close", name = name_of(head), open = open);
    question(language, head, text, LadderVerb::CloseYes, localize!(language, "button-ladder-close-yes"))
}

/// The question before a challenge is declined that is lost by that.
pub(crate) fn ask_to_decline(language: Language, head: &LadderHead, game: GameId, place: usize) -> OutgoingMessage {
    let text = localize!(language, "ladder-ask-decline", name = name_of(head), place = place);
    question(language, head, text, LadderVerb::Decline(game), localize!(language, "button-ladder-decline-yes"))
}

pub(super) fn kept(language: Language) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "ladder-kept"))
}

/// What a game has changed, for its players.
pub fn told(language: Language, ladder: &str, moves: &[LadderMove]) -> OutgoingMessage {
    let part = |moved: &LadderMove| {
        let player = mention(moved.user);
        match (moved.from, moved.to) {
            (Some(from), Some(to)) if to < from => localize!(language, "ladder-told-up", player = player, place = to),
            (Some(from), Some(to)) if to > from => localize!(language, "ladder-told-down", player = player, place = to),
            (_, Some(to)) => localize!(language, "ladder-told-stays", player = player, place = to),
            (_, None) => localize!(language, "ladder-told-off", player = player),
        }
    };
    let moves_list: Vec<String> = moves.iter().map(part).collect();
    let text = format!("**{}**: {}.", escape_markdown(ladder), moves_list.join(", "));
    OutgoingMessage::text(text).mention(moves.iter().map(|moved| moved.user))
}

pub(super) fn begun(language: Language, head: &LadderHead, defender: UserId) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "ladder-begun", name = name_of(head), player = mention(defender)))
}

/// Whom one may challenge: a few as buttons, more as a select.
pub(super) fn choices(language: Language, head: &LadderHead, found: &Challengeable, is_first: bool) -> OutgoingMessage {
    let Challengeable { players: found, more } = found;
    if found.is_empty() {
        let name = name_of(head);
        return OutgoingMessage::text(if is_first {
            localize!(language, "ladder-nobody-above", name = name)
        } else {
            localize!(language, "ladder-nobody", name = name)
        });
    }
    let mut text = localize!(language, "ladder-whom", name = name_of(head));
    if *more > 0 {
        text = format!("{text}\n{}", localize!(language, "ladder-whom-more", more = *more));
    }
    let label = |(standing, name): &(LadderPlace, String)| {
        let name: String = crate::discord::message::clean(name, LONGEST_NAME);
        format!("{}. {}", standing.place, if name.is_empty() { "?" } else { &name })
    };
    let press = |verb| LadderButton { ladder: head.ladder_id, verb };
    let parts: Vec<Value> = if found.len() <= MAX_BUTTONS {
        let part = |found: &(LadderPlace, String)| {
            button(&press(LadderVerb::Defender(found.0.player)), label(found), Style::Primary)
        };
        found.iter().map(part).collect()
    } else {
        let has_steps = head.rules.has_steps();
        let option = |found: &(LadderPlace, String)| {
            let about = has_steps.then(|| localize!(language, "ladder-step", step = found.0.step));
            (found.0.player.0.to_string(), label(found), about.unwrap_or_default())
        };
        let options: Vec<_> = found.iter().map(option).collect();
        vec![select(&press(LadderVerb::Choose), &localize!(language, "ladder-choose"), &options)]
    };
    OutgoingMessage::text(text).rows(vec![row(&parts)])
}

/// A page of the changes, the newest first.
pub(super) fn history(language: Language, player: Option<UserId>, shown: &HistoryPage) -> OutgoingMessage {
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
    let press = |page| LadderButton { ladder: head.ladder_id, verb: LadderVerb::History(page, player) };
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
    let game = entry.game.as_ref().map(|game| format!(" · `{}`", game.game_id));
    let note = note.as_ref().map(|note| format!(" ({})", sentence(note)));
    let opponent =
        entry.game.as_ref().map(|game| if game.challenger == change.player { game.defender } else { game.challenger });
    let reason = match opponent {
        Some(opponent) => reason_against(language, head, change, opponent),
        None => reason(language, change.reason),
    };
    let line = changed(language, change, &reason);
    format!("• <t:{}:d> {line}{}{}", at.0 / 1000, game.unwrap_or_default(), note.unwrap_or_default())
}

/// The reason of a change by a game, with the opponent.
fn reason_against(language: Language, head: &LadderHead, change: &LadderChange, opponent: UserId) -> String {
    let opponent = mention(opponent);
    let rises = matches!((change.from, change.to), (Some(from), Some(to)) if to < from);
    // The place that was won was the opponent's.
    let displaces = rises && head.rules.decided == Decided::AtEnd && !head.rules.has_steps();
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
    language.localize(key, &[("opponent", Argument::Text(opponent))])
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
        },
        &[],
    )
}

// ---- organizers -------------------------------------------------------------------------------------------------------

pub(super) fn created(language: Language, head: &LadderHead) -> OutgoingMessage {
    OutgoingMessage::text(format!(
        "{}\n{}",
        localize!(language, "ladder-created", name = name_of(head)),
        rules(language, head)
    ))
}

pub(super) fn edited(language: Language, head: &LadderHead) -> OutgoingMessage {
    OutgoingMessage::text(format!("{}\n{}", localize!(language, "ladder-edited"), rules(language, head)))
}

pub(super) fn closed(language: Language, head: &LadderHead) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "ladder-closed", name = name_of(head)))
}

pub(super) fn organized(
    language: Language,
    stored: &StoredLadder,
    player: UserId,
    change: Option<LadderChange>,
) -> OutgoingMessage {
    let name = name_of(&stored.head);
    OutgoingMessage::text(match change {
        Some(change) => format!("**{name}** · {}", changed(language, &change, &reason(language, change.reason))),
        None => localize!(language, "ladder-stands-there", name = name, player = mention(player)),
    })
}

// ---- rules ------------------------------------------------------------------------------------------------------------

/// What the challenge of a game on a ladder says about it.
pub fn challenge_line(language: Language, head: &LadderHead) -> String {
    let name = name_of(head);
    match head.rules.silence {
        Silence::Accepted => localize!(language, "challenge-ladder-accepted", name = name),
        Silence::Declined => localize!(language, "challenge-ladder-declined", name = name),
        Silence::Forfeited => localize!(language, "challenge-ladder-forfeited", name = name),
    }
}

/// The rules in words.
pub(super) fn rules(language: Language, head: &LadderHead) -> String {
    let rules = &head.rules;
    let mut lines = vec![
        localize!(language, "ladder-rules-title", name = name_of(head), preset = preset(language, head.preset)),
        localize!(
            language,
            "ladder-rules-games",
            game = game(language, &head.setup),
            pace = pace(language, &head.time_control)
        ),
        localize!(language, "ladder-rules-reach", reach = reach(language, rules)),
        localize!(language, "ladder-rules-out", count = rules.outgoing),
        localize!(language, "ladder-rules-in", count = incoming(language, rules)),
        silence(language, rules),
    ];
    lines.push(language.localize(
        match rules.win {
            WinEffect::Insert => "ladder-rules-win-insert",
            WinEffect::Swap => "ladder-rules-win-swap",
            WinEffect::Step => "ladder-rules-win-step",
        },
        &[],
    ));
    lines.push(match rules.draw {
        DrawEffect::None => localize!(language, "ladder-rules-draw-none"),
        DrawEffect::Below => localize!(language, "ladder-rules-draw-below"),
    });
    lines.push(match rules.loss {
        LossEffect::None => localize!(language, "ladder-rules-loss-none"),
        LossEffect::Step => localize!(language, "ladder-rules-loss-step"),
        LossEffect::Last => localize!(language, "ladder-rules-loss-last"),
    });
    lines.push(match rules.time_out {
        TimeOut::AsPlayed => localize!(language, "ladder-rules-time-played"),
        TimeOut::Leaves => localize!(language, "ladder-rules-time-leaves"),
        TimeOut::Falls => localize!(language, "ladder-rules-time-falls"),
    });
    lines.push(match rules.again {
        Again::AtOnce => localize!(language, "ladder-rules-again-at-once"),
        Again::After(pause) => localize!(language, "ladder-rules-again", pause = span(language, pause)),
        Again::OtherGameFirst => localize!(language, "ladder-rules-again-other"),
    });
    lines.push(match rules.join {
        Join::Last => localize!(language, "ladder-rules-join-last"),
        Join::ByRating => localize!(language, "ladder-rules-join-rating"),
    });
    lines.extend(rules.idle.map(|idle| localize!(language, "ladder-rules-idle", time = span(language, idle))));
    if rules.is_first_challenge_free {
        lines.push(localize!(language, "ladder-rules-first"));
    }
    if rules.decided == Decided::AtChallenge {
        lines.push(localize!(language, "ladder-rules-decided"));
    }
    let listed = lines.iter().enumerate().map(|(i, line)| if i == 0 { line.clone() } else { format!("• {line}") });
    listed.collect::<Vec<_>>().join("\n")
}

/// The name of a preset. What follows the colon in its choice are numbers that settings may have changed.
fn preset(language: Language, preset: RulePreset) -> String {
    let choice = language.attribute("command-setup-ladder-create-preset", &format!("choice-{preset}"));
    choice.split(':').next().unwrap_or_default().trim().to_owned()
}

fn pace(language: Language, time_control: &str) -> String {
    time_control
        .parse::<TimeControl>()
        .map_or_else(|_| quoted(time_control), |known| challenge::view::pace(language, known.pace))
}

/// What is played, in words.
fn game(language: Language, setup: &str) -> String {
    let setup = Setup::stored(setup.to_owned());
    let mut parts = vec![challenge::view::game_name(language, &setup)];
    parts.extend(challenge::view::start(language, &setup));
    parts.extend(challenge::view::option_lines(language, &setup));
    parts.join(" · ")
}

fn reach(language: Language, rules: &LadderRules) -> String {
    let part = |reach: &Reach| match *reach {
        Reach::Places(places) => localize!(language, "ladder-reach-places", count = places),
        Reach::Percent(percent) => localize!(language, "ladder-reach-percent", percent = percent),
        Reach::BeyondRatingOrder(places) => localize!(language, "ladder-reach-rating", count = places),
        Reach::Tier => localize!(language, "ladder-reach-tier"),
        Reach::Step => localize!(language, "ladder-reach-step"),
        Reach::All => localize!(language, "ladder-reach-all"),
    };
    let parts: Vec<String> = rules.reach.iter().map(part).collect();
    match parts.as_slice() {
        [one] => one.clone(),
        several => localize!(
            language,
            "ladder-reach-best",
            list = several.join(localize!(language, "ladder-reach-or").as_str())
        ),
    }
}

/// How many may challenge one player at a time: `5 up to place 5, 4 up to place 10, below that 3`.
fn incoming(language: Language, rules: &LadderRules) -> String {
    let band = |(last, limit): &(u32, u32)| localize!(language, "ladder-in-band", limit = *limit, place = *last);
    let mut parts: Vec<String> = rules.incoming.bands.iter().map(band).collect();
    let below = rules.incoming.below;
    parts.push(if parts.is_empty() {
        localize!(language, "ladder-in-all", limit = below)
    } else {
        localize!(language, "ladder-in-below", limit = below)
    });
    parts.join(", ")
}

fn silence(language: Language, rules: &LadderRules) -> String {
    let time = span(language, rules.answer);
    match rules.silence {
        Silence::Accepted if rules.answer == 0 => localize!(language, "ladder-rules-at-once"),
        Silence::Accepted => localize!(language, "ladder-rules-silence-accepted", time = time),
        Silence::Declined => localize!(language, "ladder-rules-silence-declined", time = time),
        Silence::Forfeited => localize!(language, "ladder-rules-silence-forfeited", time = time),
    }
}
