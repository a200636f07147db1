//! A line for each game, and the buttons that answer what is asked: in `/games`, the digest, and where a game must be named.

use rules::Seat;
use serde_json::Value;

use crate::commands::board::message;
use crate::commands::board::seats::seats_and_boards;
use crate::commands::button::{Button, ButtonAction};
use crate::discord::localization::{Language, localize};
use crate::discord::message::{Style, button, clean, row};
use crate::domain::{Game, GameRecord, GameSummary, Phase, SeatedPlayer, UserId};
use crate::games::{OpenQuestion, Question, Side};

/// What this person can answer in a game: its challenge, or what others ask; a row each.
pub(super) fn to_answer(language: Language, summary: &GameSummary, user: UserId) -> Vec<Value> {
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
    asked.map(|asked| row(&answers_to(language, summary, asked))).collect()
}

/// The buttons that answer a question. Each names what it answers: a screen reader does not show in which row it is.
fn answers_to(language: Language, summary: &GameSummary, asked: OpenQuestion) -> [Value; 2] {
    let (yes, no, agree, refuse) = match asked.question {
        Question::Draw => (ButtonAction::DrawYes, ButtonAction::DrawNo, "button-draw-yes", "button-refuse-draw"),
        Question::Takeback => {
            (ButtonAction::Agree, ButtonAction::Refuse, "button-agree-takeback", "button-refuse-takeback")
        }
        Question::Adjourn => {
            (ButtonAction::Agree, ButtonAction::Refuse, "button-agree-adjourn", "button-refuse-adjourn")
        }
    };
    let id = summary.game.game_id;
    let name = summary.seats.iter().find(|seat| seat.user == asked.by).map(|seat| clean(&seat.name, 30));
    // There may be several games with one person, and people without a name that can be shown.
    let name = name.filter(|name| !name.is_empty()).map_or_else(String::new, |name| format!(" · {name}"));
    let label = |key| format!("{}{name} · {id}", language.localize(key, &[]));
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
        if text.chars().count() + line.chars().count() + taken > 1900 {
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

/// One game in a list, as this person sees it.
pub fn line(language: Language, summary: &GameSummary, user: UserId) -> String {
    let GameSummary { game, seats } = summary;
    let id = game.game_id;
    let opponents = message::mentions(summary.opponents(user));
    let deadline = game.turn.deadline_at.map_or_else(String::new, |at| format!(" · <t:{}:R>", at.0 / 1000));
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
        return format!("• {text}{deadline}");
    }
    let seat = seats.iter().find(|seat| seat.user == user).map_or(Seat(0), |seat| seat.seat);
    let turn = match game.phase {
        Phase::Over => "games-over",
        _ if game.turn.to_move == Some(seat) => "games-your-turn",
        _ => "games-their-turn",
    };
    let place = game.place.thread_id.map_or_else(String::new, |thread| format!(" · <#{}>", thread.0));
    let (seat_infos, boards) = seats_and_boards(game);
    let (color, number) =
        (message::color_at(language, &seat_infos, seat), message::move_number(game.ply, &seat_infos, boards));
    let against = message::against(language, &seat_infos, seats, user);
    let what = localize!(language, "games-line", id = id, against = against, color = color, move = number);
    let asked: String = summary.open_questions(user).into_iter().map(|asked| open_question(language, asked)).collect();
    format!("• {what} · {}{deadline}{asked}{place}", language.localize(turn, &[]))
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
        &[(ButtonAction::Withdraw, "button-withdraw", Style::Danger)]
    } else {
        &[
            (ButtonAction::Accept, "button-accept", Style::Success),
            (ButtonAction::Decline, "button-decline", Style::Secondary),
        ]
    };
    let label = |key: &str| {
        let word = language.localize(key, &[]);
        if whose.is_empty() { word } else { format!("{word} · {whose}") }
    };
    all.iter().map(|(verb, key, style)| button(&Button::of(*verb, game.game_id), label(key), *style)).collect()
}
