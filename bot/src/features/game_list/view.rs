//! A line for each game, and the buttons that answer what is asked: in `/games`, the digest, and where a game must be named.

use std::fmt::Write as _;
use std::ops::Range;

use serde_json::Value;

use crate::commands::board::message;
use crate::commands::{Button, word};
use crate::discord::{Language, OutgoingMessage, Style, button, localize, preselected, row, select};
use crate::domain::{Game, GameId, GameSummary, Phase, Timestamp, UserId, Vacation};
use crate::features::game_list::button::{ListButton, Show, ShowSelect, Sort};
use crate::features::game_list::service::{Group, NextTurn, Pause};
use crate::views::answers::to_answer;
use crate::views::game_lines::{TEXT, fit_message, line_with};

/// Rows of components below a message.
const ROWS: usize = 5;

/// Of them, those of the select and the buttons of a list.
const CONTROL_ROWS: usize = 2;

/// Games on a page: their lines fit into one message.
const PAGE: usize = 10;

/// Characters that a score adds to a line at most, and the end of a finished game.
const SCORE: usize = 14;
const END: usize = 110;

/// Characters of the headings on a page.
const HEADINGS: usize = 100;

/// Stands for the game that *Play next* comes from, where it comes from none.
pub const NO_GAME: GameId = GameId(0);

/// So many games are read at a glance.
const SHORT: usize = 3;

/// What the list shows, as far as its headings do not say it, the reader's vacation, and that nothing waits for them.
pub fn title(language: Language, show: Show, own_vacation: Option<&Vacation>, does_any_wait: bool) -> String {
    let title = match show {
        Show::Open | Show::Watched | Show::Server | Show::Seeks => None,
        Show::Turn => Some(localize!(language, "games-title-turn")),
        Show::Waiting => Some(localize!(language, "games-title-waiting")),
        Show::Challenges => Some(localize!(language, "games-title-challenges")),
        Show::Finished => Some(localize!(language, "games-title-finished")),
    };
    let away = own_vacation
        .filter(|_| show != Show::Finished)
        .map(|vacation| localize!(language, "games-on-vacation-you", until = vacation.span.until.0 / 1000));
    let none = (show == Show::Open && !does_any_wait).then(|| localize!(language, "games-none-wait"));
    title.into_iter().chain(away).chain(none).collect::<Vec<_>>().join("\n")
}

pub fn heading(language: Language, group: Group) -> String {
    match group {
        Group::Yours => localize!(language, "games-yours"),
        Group::Theirs => localize!(language, "games-theirs"),
        Group::Paused => localize!(language, "games-paused"),
        Group::Challenges => localize!(language, "games-challenges"),
    }
}

/// Until when a clock is paused, and why.
pub fn paused(language: Language, pause: Pause<'_>) -> String {
    match pause {
        Pause::Adjourned(until) => localize!(language, "games-adjourned", until = until.0 / 1000),
        Pause::Vacation(vacation) => {
            localize!(language, "games-vacation", player = vacation.user.0, until = vacation.span.until.0 / 1000)
        }
    }
}

/// The day on which a game ended.
pub fn end_date(at: Timestamp) -> String {
    format!("<t:{}:d>", at.0 / 1000)
}

/// Does a list have controls? A short one of all open games needs none.
fn has_controls(count: usize, wanted: ListButton) -> bool {
    count > SHORT || wanted.show != Show::Open || wanted.sort != Sort::Deadline
}

/// Rows for what can be answered.
fn room(count: usize, wanted: ListButton) -> usize {
    ROWS - if has_controls(count, wanted) { CONTROL_ROWS } else { 2 }
}

/// The pages of a list below its title, and the one that is shown. Every line fits, and everything that can be answered has its
/// buttons on its page.
pub fn paged(
    language: Language,
    title: &str,
    list: &[GameSummary],
    names: &[String],
    user: UserId,
    wanted: ListButton,
) -> (Vec<Range<usize>>, usize) {
    let room = room(list.len(), wanted);
    let longest = list.len();
    let last = localize!(language, "games-page", page = longest, pages = longest, count = longest);
    let around = title.chars().count() + last.chars().count() + 1 + HEADINGS;
    let (mut pages, mut start, mut rows, mut taken) = (Vec::new(), 0, 0, around);
    for (at, (summary, name)) in list.iter().zip(names).enumerate() {
        let own = to_answer(language, name, summary, user).len().min(room);
        // Scores are of games that are replayed, which those of other pages are not.
        let added = if summary.game.phase == Phase::Over { SCORE + END } else { SCORE };
        let line = line_with(language, name, summary, user, None, None).chars().count() + added + 1;
        let is_full = at - start == PAGE || rows + own > room || taken + line > TEXT;
        if is_full && at > start {
            pages.push(start..at);
            (start, rows, taken) = (at, 0, around);
        }
        rows += own;
        taken += line;
    }
    if start < list.len() {
        pages.push(start..list.len());
    }
    let page = wanted.page.min(pages.len().saturating_sub(1));
    (pages, page)
}

pub struct ListPage {
    pub title: String,
    pub lines: Vec<String>,
    /// Rows of buttons that answer.
    pub answers: Vec<Value>,
    /// The games of the page that can be replayed, as options of a select.
    pub replays: Vec<(String, String, String)>,
    pub pages: usize,
    /// Games on all pages.
    pub count: usize,
}

/// A page of a list with what can be answered on it, and the controls of the list.
pub fn page(language: Language, shown: ListPage, wanted: ListButton, can_play: bool) -> OutgoingMessage {
    let ListPage { mut title, lines, answers, replays, pages, count } = shown;
    if lines.is_empty() {
        title = format!("{title}\n{}", localize!(language, "games-none-here"));
    }
    let place = localize!(language, "games-page", page = wanted.page + 1, pages = pages, count = count);
    let place = if pages > 1 { format!("\n{place}") } else { String::new() };
    let text = fit_message(language, title, lines.into_iter(), place.chars().count()) + &place;
    let mut rows: Vec<Value> = answers.into_iter().take(room(count, wanted)).collect();
    if !replays.is_empty() {
        rows.push(row(&[select(&"v1:games-replay", &localize!(language, "games-replay"), &replays)]));
    }
    let mut buttons: Vec<Value> = can_play.then(|| play_next(language)).into_iter().collect();
    rows.push(show_select(language, wanted));
    if has_controls(count, wanted) {
        buttons.extend(page_buttons(language, wanted, pages));
    }
    if !buttons.is_empty() {
        rows.push(row(&buttons));
    }
    OutgoingMessage::text(text.trim_start()).rows(rows)
}

/// Shows the most urgent game in which the person who presses can move.
pub fn play_next(language: Language) -> Value {
    button(&Button::of(word::NEXT, NO_GAME), localize!(language, "button-play-next"), Style::Primary)
}

/// No game is next: none at all, or none but the one that the button stood below.
pub fn none_next(language: Language, current: GameId) -> OutgoingMessage {
    let key = if current == NO_GAME { "games-none-wait" } else { "next-none" };
    OutgoingMessage::text(language.localize(key, &[]))
}

/// The select of the lists, with the choices of the command.
pub fn show_select(language: Language, wanted: ListButton) -> Value {
    let option = |show: &Show| {
        let label = language.attribute("command-games-show", &format!("choice-{show}"));
        (show.to_string(), label, String::new())
    };
    let options: Vec<_> = Show::ALL.iter().map(option).collect();
    let select = select(&ShowSelect(wanted.sort), &localize!(language, "games-show"), &options);
    row(&[preselected(select, wanted.show.as_str())])
}

fn page_buttons(language: Language, wanted: ListButton, pages: usize) -> Vec<Value> {
    let to = |page| ListButton { page, ..wanted };
    let sorted = ListButton { sort: wanted.sort.next(), page: 0, ..wanted };
    let sort = match wanted.sort {
        Sort::Deadline => localize!(language, "button-by-deadline"),
        Sort::Newest => localize!(language, "button-by-newest"),
        Sort::Opponent => localize!(language, "button-by-opponent"),
    };
    let mut buttons = Vec::new();
    if let Some(earlier) = wanted.page.checked_sub(1) {
        buttons.push(button(&to(earlier), "◀", Style::Secondary));
    }
    if wanted.page + 1 < pages {
        buttons.push(button(&to(wanted.page + 1), "▶", Style::Secondary));
    }
    buttons.push(button(&sorted, sort, Style::Secondary));
    buttons
}

/// An answer to a player, with the game that waits for them next and the button that leads there.
pub fn with_next(
    language: Language,
    post: OutgoingMessage,
    current: &Game,
    next: &NextTurn,
    user: UserId,
) -> OutgoingMessage {
    let (game, seats) = (&next.summary.game, &next.summary.seats);
    let against = message::against(language, game, seats, user);
    let mut text = localize!(language, "next-waits", count = next.count, id = game.name(), against = against);
    if let Some(deadline) = message::deadline_text(language, game, "games-deadline") {
        let _ = write!(text, " · {deadline}");
    }
    let label = localize!(language, "button-next", id = game.name());
    post.append(&text).add_button(button(&Button::of(word::NEXT, current.game_id), label, Style::Secondary))
}
