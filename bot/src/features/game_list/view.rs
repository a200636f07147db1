//! A line for each game, and the buttons that answer what is asked: in `/games`, the digest, and where a game must be named.

use std::fmt::Write as _;
use std::ops::Range;

use serde_json::Value;

use crate::commands::board::message;
use crate::commands::button::{Button, word};
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Style, button, preselected, row, select};
use crate::domain::{Game, GameSummary, UserId};
use crate::features::game_list::button::{ListButton, Show, ShowSelect, Sort};
use crate::features::game_list::service::NextTurn;
use crate::views::answers::to_answer;
use crate::views::game_lines::{TEXT, fit_message, line_with};

/// Rows of components below a message.
const ROWS: usize = 5;

/// Of them, those of the select and the buttons of a list.
const CONTROL_ROWS: usize = 2;

/// Games on a page: their lines fit into one message.
const PAGE: usize = 10;

/// Characters that a score adds to a line at most.
const SCORE: usize = 14;

/// So many games are read at a glance.
const SHORT: usize = 3;

pub fn title(language: Language, show: Show) -> String {
    match show {
        Show::Open | Show::Watched | Show::Server | Show::Seeks => localize!(language, "games-title"),
        Show::Turn => localize!(language, "games-title-turn"),
        Show::Waiting => localize!(language, "games-title-waiting"),
        Show::Challenges => localize!(language, "games-title-challenges"),
        Show::Finished => localize!(language, "games-title-finished"),
    }
}

/// Does a list have controls? A short one of all open games needs none.
fn has_controls(count: usize, wanted: ListButton) -> bool {
    count > SHORT || wanted.show != Show::Open || wanted.sort != Sort::Deadline
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
    let room = if has_controls(list.len(), wanted) { ROWS - CONTROL_ROWS } else { ROWS };
    let longest = list.len();
    let last = localize!(language, "games-page", page = longest, pages = longest, count = longest);
    let around = title.chars().count() + last.chars().count() + 1;
    let (mut pages, mut start, mut rows, mut taken) = (Vec::new(), 0, 0, around);
    for (at, (summary, name)) in list.iter().zip(names).enumerate() {
        let own = to_answer(language, summary, user).len().min(room);
        // Scores are of games that are replayed, which those of other pages are not.
        let line = line_with(language, name, summary, user, None).chars().count() + SCORE + 1;
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

/// A page of a list with what can be answered on it, and the controls of the list.
pub fn page(
    language: Language,
    title: String,
    lines: &[String],
    answers: Vec<Value>,
    wanted: ListButton,
    pages: usize,
    count: usize,
) -> OutgoingMessage {
    let has_controls = has_controls(count, wanted);
    let mut title = title;
    if lines.is_empty() {
        title = format!("{title}\n{}", localize!(language, "games-none-here"));
    }
    let place = localize!(language, "games-page", page = wanted.page + 1, pages = pages, count = count);
    let place = if pages > 1 { format!("\n{place}") } else { String::new() };
    let text = fit_message(language, title, lines.iter().cloned(), place.chars().count()) + &place;
    let room = if has_controls { ROWS - CONTROL_ROWS } else { ROWS };
    let mut rows: Vec<Value> = answers.into_iter().take(room).collect();
    if has_controls {
        rows.push(show_select(language, wanted));
        rows.push(page_buttons(language, wanted, pages));
    }
    OutgoingMessage::text(text).rows(rows)
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

fn page_buttons(language: Language, wanted: ListButton, pages: usize) -> Value {
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
    row(&buttons)
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
    if let Some(at) = game.turn.deadline_at {
        let _ = write!(text, " · <t:{}:R>", at.0 / 1000);
    }
    let label = localize!(language, "button-next", id = game.name());
    post.append(&text).add_button(button(&Button::of(word::NEXT, current.game_id), label, Style::Secondary))
}
