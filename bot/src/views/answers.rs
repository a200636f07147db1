//! The buttons that answer what is asked in a game: its challenge, a draw, a proposal.

use serde_json::Value;

use crate::commands::{Button, word};
use crate::discord::{Language, Style, button, clean, row};
use crate::domain::{Game, GameRecord, GameSummary, Phase, SeatedPlayer, UserId};
use crate::games::{OpenQuestion, Question, Side};

/// What this person can answer in a game of this name: its challenge, or what others ask: a row, if anything.
pub fn to_answer(language: Language, name: &str, summary: &GameSummary, user: UserId) -> Vec<Value> {
    let game = &summary.game;
    let answered = |seat: &SeatedPlayer| seat.player == user && seat.agreed && game.challenge.challenger != user;
    if game.phase == Phase::Offered && !summary.seats.iter().any(answered) {
        if game.is_seek() {
            return vec![row(&answers(language, game, user, name))];
        }
        let names = summary.opponents(user).map(|seat| clean(&seat.name, 28));
        let names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
        let names: String = names.join(", ").chars().take(28).collect();
        // There may be several challenges of one person.
        let whose = if names.is_empty() { name.to_owned() } else { format!("{names} · {name}") };
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
    let name = summary.seats.iter().find(|seat| seat.player == asked.by).map(|seat| clean(&seat.name, 30));
    // There may be several games with one person, and people without a name that can be shown.
    let name = name.filter(|name| !name.is_empty()).map_or_else(String::new, |name| format!(" · {name}"));
    let label = |key| format!("{}{name} · {}", language.localize(key, &[]), summary.game.name());
    [
        button(&Button::at(yes, id, asked.version), label(agree), Style::Success),
        button(&Button::at(no, id, asked.version), label(refuse), Style::Secondary),
    ]
}

/// What this person can do about a challenge.
pub fn offer_buttons(language: Language, record: &GameRecord, user: UserId) -> Vec<Value> {
    let game = &record.game;
    let answered = record.challenged().any(|seat| seat.player == user && seat.agreed);
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
    all.iter().map(|(verb, key, style)| button(&Button::of(verb, game.game_id), label(key), *style)).collect()
}
