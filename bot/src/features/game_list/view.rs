//! A line for each game, and the buttons that answer what is asked: in `/games`, the digest, and where a game must be named.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use rules::{Diagram, Seat};
use serde_json::Value;

use crate::commands::board::message;
use crate::commands::board::seats::seats_and_boards;
use crate::commands::button::{Button, word};
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Style, button, clean, preselected, row, select};
use crate::domain::{Game, GameOutcome, GameRecord, GameSummary, Phase, SeatedPlayer, UserId};
use crate::features::challenge::view::kind;
use crate::features::game_list::press::{ListButton, Show, ShowSelect, Sort};
use crate::features::game_list::service::NextTurn;
use crate::games::{OpenQuestion, Question, ReplayedGame, Side};
use crate::views::game_choices::names;

/// Rows of components below a message.
const ROWS: usize = 5;

/// Of them, those of the select and the buttons of a list.
const CONTROL_ROWS: usize = 2;

/// Games on a page: their lines fit into one message.
const PAGE: usize = 10;

/// Characters of a message for titles and lines; the rest is for the line that counts what is not shown.
const TEXT: usize = 1900;

/// Characters that a score adds to a line at most.
const SCORE: usize = 14;

/// So many games are read at a glance.
const SHORT: usize = 3;

/// What this person can answer in a game: its challenge, or what others ask: a row, if anything.
pub fn to_answer(language: Language, summary: &GameSummary, user: UserId) -> Vec<Value> {
    let game = &summary.game;
    let answered = |seat: &SeatedPlayer| seat.user == user && seat.agreed && game.challenge.challenger != user;
    if game.phase == Phase::Offered && !summary.seats.iter().any(answered) {
        if game.is_seek() {
            return vec![row(&answers(language, game, user, &game.game_id.to_string()))];
        }
        let names = summary.opponents(user).map(|seat| clean(&seat.name, 30));
        let names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
        let names: String = names.join(", ").chars().take(50).collect();
        // There may be several challenges of one person.
        let whose = if names.is_empty() { game.game_id.to_string() } else { format!("{names} · {}", game.game_id) };
        return vec![row(&answers(language, game, user, &whose))];
    }
    let asked = summary.open_questions(user).into_iter().filter(|asked| asked.side == Side::Answers);
    // A draw and a proposal at most: they fit into one row.
    let buttons: Vec<Value> = asked.flat_map(|asked| answers_to(language, summary, asked)).collect();
    if buttons.is_empty() { Vec::new() } else { vec![row(&buttons)] }
}

/// The buttons that answer a question. Each names what it answers: a screen reader does not show in which row it is.
fn answers_to(language: Language, summary: &GameSummary, asked: OpenQuestion) -> [Value; 2] {
    let (yes, no, agree, refuse) = match asked.question {
        Question::Draw => (word::DRAW_YES, word::DRAW_NO, "button-draw-yes", "button-refuse-draw"),
        Question::Takeback => (word::AGREE, word::REFUSE, "button-agree-takeback", "button-refuse-takeback"),
        Question::Adjourn => (word::AGREE, word::REFUSE, "button-agree-adjourn", "button-refuse-adjourn"),
    };
    let id = summary.game.game_id;
    let name = summary.seats.iter().find(|seat| seat.user == asked.by).map(|seat| clean(&seat.name, 30));
    // There may be several games with one person, and people without a name that can be shown.
    let name = name.filter(|name| !name.is_empty()).map_or_else(String::new, |name| format!(" · {name}"));
    let label = |key| format!("{}{name} · {}", language.localize(key, &[]), summary.game.name());
    [
        button(&Button::at(yes, id, asked.version), label(agree), Style::Success),
        button(&Button::at(no, id, asked.version), label(refuse), Style::Secondary),
    ]
}

/// A title and the lines below it that fit into one message; the last one counts the others.
pub fn fit_whole_message(language: Language, title: String, lines: impl ExactSizeIterator<Item = String>) -> String {
    fit_message(language, title, lines, 0)
}

/// The same where so many characters of the message are for something else.
pub fn fit_message(
    language: Language,
    title: String,
    lines: impl ExactSizeIterator<Item = String>,
    taken: usize,
) -> String {
    let (count, mut text, mut shown) = (lines.len(), title, 0);
    for line in lines {
        // Room for the line that counts the rest.
        if text.chars().count() + line.chars().count() + taken > TEXT {
            break;
        }
        text.push('\n');
        text.push_str(&line);
        shown += 1;
    }
    if shown < count {
        text.push('\n');
        text.push_str(&localize!(language, "games-more", count = count - shown));
    }
    text
}

/// The lines of several games.
pub fn lines(language: Language, list: &[GameSummary], user: UserId) -> Vec<String> {
    let names = names(list);
    names.iter().zip(list).map(|(name, summary)| line_with(language, name, summary, user, None)).collect()
}

/// One game in a list, as this person sees it; with its score where it has been replayed.
pub fn line_with(
    language: Language,
    id: &str,
    summary: &GameSummary,
    user: UserId,
    replayed: Option<&ReplayedGame>,
) -> String {
    let GameSummary { game, seats } = summary;
    let opponents = message::mentions(summary.opponents(user));
    let deadline = game.turn.deadline_at.map_or_else(String::new, |at| format!(" · <t:{}:R>", at.0 / 1000));
    let kind = kind(language, &game.setup);
    let kind = std::iter::once("").chain(kind.iter().map(|part| short(part))).collect::<Vec<_>>().join(" · ");
    if game.phase == Phase::Offered {
        let waiting = message::mentions(seats.iter().filter(|seat| !seat.agreed));
        let has_accepted = seats.iter().any(|seat| seat.user == user && seat.agreed);
        let text = if game.is_seek() {
            localize!(language, "games-seek", id = id)
        } else if game.challenge.challenger == user {
            localize!(language, "games-offer-out", id = id, opponents = opponents)
        } else if has_accepted {
            localize!(
                language,
                "games-offer-accepted",
                id = id,
                challenger = game.challenge.challenger.0,
                waiting = waiting
            )
        } else {
            localize!(language, "games-offer-in", id = id, challenger = game.challenge.challenger.0)
        };
        return format!("• {text}{kind}{deadline}");
    }
    let place = thread_link(language, game).map_or_else(String::new, |link| format!(" · {link}"));
    let Some(seat) = seats.iter().find(|seat| seat.user == user).map(|seat| seat.seat) else {
        // Somebody else's game, of the same number.
        let players = message::mentions(seats.iter());
        let what =
            localize!(language, "games-line-others", id = id, players = players, move = message::next_move(game.ply));
        return format!("• {what}{kind}{place}");
    };
    let turn = match game.phase {
        Phase::Over => result_key(summary, seat),
        _ if game.turn.to_move == Some(seat) => "games-your-turn",
        _ => "games-their-turn",
    };
    let (seat_infos, _) = seats_and_boards(game);
    let (color, number) = (message::color_at(language, &seat_infos, seat), message::next_move(game.ply));
    let against = message::against(language, &seat_infos, seats, user);
    let what = localize!(language, "games-line", id = id, against = against, color = color, move = number);
    let asked: String = summary.open_questions(user).into_iter().map(|asked| open_question(language, asked)).collect();
    let score = replayed.and_then(|replayed| score(&replayed.any_game.diagram(), seat));
    let score = score.map_or_else(String::new, |score| format!(" · {score}"));
    format!("• {what}{kind}{score} · {}{deadline}{asked}{place}", language.localize(turn, &[]))
}

/// The way to the thread of a game. A mention of the thread would show its name, which says once more what the line says.
fn thread_link(language: Language, game: &Game) -> Option<String> {
    let (guild, thread) = (game.place.guild_id?, game.place.thread_id?);
    let word = localize!(language, "games-thread");
    Some(format!("[{word}](https://discord.com/channels/{}/{})", guild.0, thread.0))
}

/// The first of several names of a layout.
pub fn short(name: &str) -> &str {
    name.split(" / ").next().unwrap_or(name)
}

/// How a game ended for this seat.
fn result_key(summary: &GameSummary, seat: Seat) -> &'static str {
    let (seat_infos, _) = seats_and_boards(&summary.game);
    let color = seat_infos.get(usize::from(seat)).map(|place| place.color);
    match summary.game.result() {
        Some(GameOutcome::Won(winners)) if color.is_some_and(|color| winners.has(color)) => "games-won",
        Some(GameOutcome::Won(_)) => "games-lost",
        Some(GameOutcome::Draw) => "games-drawn",
        None => "games-over",
    }
}

/// What each team has ejected, this seat's first: `2–0`. `None` where ejections do not win.
pub fn score(diagram: &Diagram, seat: Seat) -> Option<String> {
    let own = diagram.seats.get(usize::from(seat))?.team;
    let mut teams = BTreeMap::new();
    for side in &diagram.sides {
        side.target?;
        let team = diagram.seats.iter().find(|place| place.color == side.color)?.team;
        *teams.entry((team != own, team)).or_insert(0_u32) += u32::from(side.ejected);
    }
    Some(teams.values().map(u32::to_string).collect::<Vec<_>>().join("–"))
}

/// What a list is called.
pub fn title(language: Language, show: Show) -> String {
    match show {
        Show::Open => localize!(language, "games-title"),
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

fn show_select(language: Language, wanted: ListButton) -> Value {
    let option = |(show, word): (Show, &str)| {
        let label = match show {
            Show::Open => localize!(language, "games-show-open"),
            Show::Turn => localize!(language, "games-show-turn"),
            Show::Waiting => localize!(language, "games-show-waiting"),
            Show::Challenges => localize!(language, "games-show-challenges"),
            Show::Finished => localize!(language, "games-show-finished"),
        };
        (word.to_owned(), label, String::new())
    };
    let options = Show::ALL.map(option);
    let select = select(&ShowSelect(wanted.sort), &localize!(language, "games-show"), &options);
    let chosen = Show::ALL.into_iter().find(|(show, _)| *show == wanted.show).map_or("", |(_, word)| word);
    row(&[preselected(select, chosen)])
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
    let against = message::against(language, &seats_and_boards(game).0, seats, user);
    let mut text = localize!(language, "next-waits", count = next.count, id = game.name(), against = against);
    if let Some(at) = game.turn.deadline_at {
        let _ = write!(text, " · <t:{}:R>", at.0 / 1000);
    }
    let label = localize!(language, "button-next", id = game.name());
    post.append(&text).add_button(button(&Button::of(word::NEXT, current.game_id), label, Style::Secondary))
}

/// The suffix of a line for an open question of its game.
fn open_question(language: Language, asked: OpenQuestion) -> String {
    let key = match (asked.side, asked.question) {
        (Side::Answers, Question::Draw) => "games-draw-asked",
        (Side::Answers, Question::Takeback) => "games-takeback-asked",
        (Side::Answers, Question::Adjourn) => "games-adjourn-asked",
        (Side::Asks, Question::Draw) => "games-draw-own",
        (Side::Asks, Question::Takeback) => "games-takeback-own",
        (Side::Asks, Question::Adjourn) => "games-adjourn-own",
    };
    format!(" · {}", localize!(language, key, player = asked.by.0))
}

/// What this person can do about a challenge.
pub fn offer_buttons(language: Language, record: &GameRecord, user: UserId) -> Vec<Value> {
    let game = &record.game;
    let answered = record.challenged().any(|seat| seat.user == user && seat.agreed);
    if game.phase == Phase::Offered && !answered { vec![row(&answers(language, game, user, ""))] } else { Vec::new() }
}

/// The buttons of a challenge for this person; `whose` is added where several stand together.
fn answers(language: Language, game: &Game, user: UserId, whose: &str) -> Vec<Value> {
    let all: &[_] = if game.challenge.challenger == user {
        &[(word::WITHDRAW, "button-withdraw", Style::Danger)]
    } else {
        &[(word::ACCEPT, "button-accept", Style::Success), (word::DECLINE, "button-decline", Style::Secondary)]
    };
    let label = |key: &str| {
        let word = language.localize(key, &[]);
        if whose.is_empty() { word } else { format!("{word} · {whose}") }
    };
    all.iter().map(|(verb, key, style)| button(&Button::of(*verb, game.game_id), label(key), *style)).collect()
}
