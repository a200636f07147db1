//! Lines for games and their answer buttons: in `/games`, the digest, and where a game must be chosen.

use std::fmt::Write as _;
use std::ops::Range;

use base::named::named;
use discord::custom_id::buttons;
use discord::{CreateActionRow, CreateButton, OutgoingMessage, Style, button, preselect, row, select, select_row};
use games::domain::{Game, GameId, GameSummary, Phase, Timestamp, UserId, Vacation};

use crate::board::buttons::to_answer;
use crate::board::message;
use crate::features::game_list::service::{Group, NextTurn, Pause};
use crate::localization::{Language, localize};
use crate::views::game_lines::{TEXT, fit_message, line_with};

/// Rows of components in a message, Discord's limit.
const ROWS: usize = 5;

/// Rows for the select and the buttons of a list.
const CONTROL_ROWS: usize = 2;

/// Games on a page: their lines fit into one message.
const PAGE: usize = 10;

/// Maximum characters that a score and the end of a finished game add to a line.
const SCORE: usize = 14;
const END: usize = 110;

/// Characters of the headings on a page.
const HEADINGS: usize = 100;

/// The length of a list that needs no controls.
const SHORT: usize = 3;

/// The title of a list, with the reader's vacation and a note if nothing waits for them.
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

pub fn paused(language: Language, pause: Pause<'_>) -> String {
    match pause {
        Pause::Adjourned(until) => localize!(language, "games-adjourned", until = until.0 / 1000),
        Pause::Vacation(vacation) => {
            localize!(language, "games-vacation", player = vacation.user.0, until = vacation.span.until.0 / 1000)
        }
    }
}

pub fn end_date(at: Timestamp) -> String {
    format!("<t:{}:d>", at.0 / 1000)
}

/// Whether a list has controls. A short one of all open games needs none.
fn has_controls(count: usize, shown_list: ShownList) -> bool {
    count > SHORT || shown_list.show != Show::Open || shown_list.sort != Sort::Deadline
}

/// Rows left for answer buttons.
fn room(count: usize, shown_list: ShownList) -> usize {
    ROWS - if has_controls(count, shown_list) { CONTROL_ROWS } else { 2 }
}

/// Splits a list into pages below its title, and gives the requested page. All lines and all answer buttons of a page
/// fit into one message.
pub fn paged(
    language: Language,
    title: &str,
    list: &[GameSummary],
    names: &[String],
    user: UserId,
    shown_list: ShownList,
) -> (Vec<Range<usize>>, usize) {
    let room = room(list.len(), shown_list);
    let longest = list.len();
    let last = localize!(language, "games-page", page = longest, pages = longest, count = longest);
    let around = title.chars().count() + last.chars().count() + 1 + HEADINGS;
    let (mut pages, mut start, mut rows, mut used) = (Vec::new(), 0, 0, around);
    for (at, (summary, name)) in list.iter().zip(names).enumerate() {
        let own = to_answer(language, name, summary, user).len().min(room);
        // Scores are known only for games replayed for the current page, so their room is reserved.
        let score_length = if summary.game.phase == Phase::Over { SCORE + END } else { SCORE };
        let line = line_with(language, name, summary, user, None, None).chars().count() + score_length + 1;
        let is_full = at - start == PAGE || rows + own > room || used + line > TEXT;
        if is_full && at > start {
            pages.push(start..at);
            (start, rows, used) = (at, 0, around);
        }
        rows += own;
        used += line;
    }
    if start < list.len() {
        pages.push(start..list.len());
    }
    let page = shown_list.page.min(pages.len().saturating_sub(1));
    (pages, page)
}

pub struct ListPage {
    pub title: String,
    pub lines: Vec<String>,
    pub answers: Vec<CreateActionRow>,
    /// The games of the page that can be replayed, as options of a select.
    pub replays: Vec<(String, String, String)>,
    pub pages: usize,
    /// Number of games on all pages.
    pub count: usize,
    /// Whether some game can be played now.
    pub can_play: bool,
    /// Whether boards can be opened in a browser.
    pub has_pages: bool,
}

/// A page of a list with its answer buttons and controls.
pub fn page(language: Language, shown: ListPage, shown_list: ShownList) -> OutgoingMessage {
    let ListPage { mut title, lines, answers, replays, pages, count, can_play, has_pages } = shown;
    if lines.is_empty() {
        title = format!("{title}\n{}", localize!(language, "games-none-here"));
    }
    let place = localize!(language, "games-page", page = shown_list.page + 1, pages = pages, count = count);
    let place = if pages > 1 { format!("\n{place}") } else { String::new() };
    let text = fit_message(language, title, lines.into_iter(), place.chars().count()) + &place;
    let mut rows: Vec<_> = answers.into_iter().take(room(count, shown_list)).collect();
    if !replays.is_empty() {
        rows.push(select_row(select(&ListButton::Replay, &localize!(language, "games-replay"), &replays)));
    }
    let mut buttons: Vec<_> = can_play.then(|| play_next(language)).into_iter().collect();
    rows.push(show_select(language, shown_list));
    if has_controls(count, shown_list) {
        buttons.extend(page_buttons(language, shown_list, pages));
    }
    if has_pages {
        buttons.push(button(&ListButton::Browser, localize!(language, "button-page"), Style::Secondary));
    }
    if !buttons.is_empty() {
        rows.push(row(buttons));
    }
    OutgoingMessage::text(text.trim_start()).rows(rows)
}

/// Shows the most urgent game in which the person who presses can move.
pub fn play_next(language: Language) -> CreateButton {
    button(&ListButton::Next { after: None }, localize!(language, "button-play-next"), Style::Primary)
}

/// No next game: none at all, or only the one above the button.
pub fn none_next(language: Language, is_first: bool) -> OutgoingMessage {
    let key = if is_first { "games-none-wait" } else { "next-none" };
    OutgoingMessage::text(language.localize(key, &[]))
}

pub fn show_select(language: Language, shown_list: ShownList) -> CreateActionRow {
    let option = |show: &Show| {
        let label = language.attribute("command-games-show", &format!("choice-{show}"));
        (show.to_string(), label, String::new())
    };
    let options: Vec<_> = Show::ALL.iter().map(option).collect();
    let press = ListButton::Show { sort: shown_list.sort };
    select_row(preselect(&press, &localize!(language, "games-show"), &options, &[shown_list.show.as_str()]))
}

fn page_buttons(language: Language, shown_list: ShownList, pages: usize) -> Vec<CreateButton> {
    let to = |page| ShownList { page, ..shown_list }.button();
    let sorted = ShownList { sort: shown_list.sort.next(), page: 0, ..shown_list }.button();
    let sort = match shown_list.sort {
        Sort::Deadline => localize!(language, "button-by-deadline"),
        Sort::Newest => localize!(language, "button-by-newest"),
        Sort::Opponent => localize!(language, "button-by-opponent"),
    };
    let mut buttons = Vec::new();
    if let Some(earlier) = shown_list.page.checked_sub(1) {
        buttons.push(button(&to(earlier), "◀", Style::Secondary));
    }
    if shown_list.page + 1 < pages {
        buttons.push(button(&to(shown_list.page + 1), "▶", Style::Secondary));
    }
    buttons.push(button(&sorted, sort, Style::Secondary));
    buttons
}

/// An answer to a player, with their next waiting game and its button.
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
    post.append(&text).add_button(button(&ListButton::Next { after: Some(current.game_id) }, label, Style::Secondary))
}

named! {
    pub enum Show, "choice of games" {
        /// Running games and challenges.
        Open = "open",
        Turn = "my-turn",
        /// Games that wait for others.
        Waiting = "waiting",
        Challenges = "challenges",
        Finished = "finished",
        /// Games of others that this person watches.
        Watched = "watched",
        /// All games of the server.
        Server = "server",
        Seeks = "seeks",
    }
}

named! {
    pub enum Sort, "order of games" {
        /// Games that wait for this person first, by deadline.
        Deadline = "deadline",
        Newest = "newest",
        Opponent = "opponent",
    }
}

impl Sort {
    /// The other order, for the button.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Deadline => Self::Newest,
            Self::Newest => Self::Opponent,
            Self::Opponent => Self::Deadline,
        }
    }
}

/// The list, order and page shown to the person who presses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownList {
    pub show: Show,
    pub sort: Sort,
    /// From 0.
    pub page: usize,
}

impl ShownList {
    pub const fn button(self) -> ListButton {
        let Self { show, sort, page } = self;
        ListButton::Page { show, sort, page }
    }
}

buttons! {
    pub enum ListButton {
        Page { show: Show, sort: Sort, page: usize } = "games",
        Show { sort: Sort } = "games-show",
        /// Replay the selected finished game.
        Replay = "games-replay",
        /// Show the next game in which the person who presses can move.
        Next { after: Option<GameId> } = "next",
        /// A personal link to all games in a browser.
        Browser = "games-browser",
    }
}
