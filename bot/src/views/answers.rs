//! Buttons that answer the open questions of a game: its challenge, a draw offer, a proposal.

use base::clean::clean;
use discord::custom_id::CustomId as _;
use discord::{CreateActionRow, CreateButton, Style, button, row};
use games::domain::{Game, GameRecord, GameSummary, Phase, SeatedPlayer, UserId};
use games::{OpenQuestion, Question, Side};

use crate::commands::{ChallengeButton, DrawButton, ProposalButton};
use crate::localization::Language;

/// The answers that this person can give in a game of this name, to its challenge or to questions of others: one row
/// or none.
pub fn to_answer(language: Language, name: &str, summary: &GameSummary, user: UserId) -> Vec<CreateActionRow> {
    let game = &summary.game;
    let has_answered = |seat: &SeatedPlayer| seat.player == user && seat.agreed && game.challenge.challenger != user;
    if game.phase == Phase::Offered && !summary.seats.iter().any(has_answered) {
        if game.is_seek() {
            return vec![row(answers(language, game, user, name))];
        }
        let names = summary.opponents(user).map(|seat| clean(&seat.name, 28));
        let names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
        let names: String = names.join(", ").chars().take(28).collect();
        // There may be several challenges by one person.
        let whose = if names.is_empty() { name.to_owned() } else { format!("{names} · {name}") };
        return vec![row(answers(language, game, user, &whose))];
    }
    let questions = summary.open_questions(user).into_iter().filter(|open| open.side == Side::Answers);
    // At most a draw and a proposal, which fit into one row.
    let buttons: Vec<_> = questions.flat_map(|open| answers_to(language, summary, open)).collect();
    if buttons.is_empty() { Vec::new() } else { vec![row(buttons)] }
}

/// The buttons that answer a question. Each names what it answers, because a screen reader does not show its row.
fn answers_to(language: Language, summary: &GameSummary, open: OpenQuestion) -> [CreateButton; 2] {
    let (id, version) = (summary.game.game_id, open.version);
    let proposal = [ProposalButton::Agree { proposal: version }, ProposalButton::Refuse { proposal: version }];
    let proposal = proposal.map(|press| press.about(id).to_string());
    let ([yes, no], agree, refuse) = match open.question {
        Question::Draw => {
            let draw = [DrawButton::Accept { offer: version }, DrawButton::Decline { offer: version }];
            (draw.map(|press| press.about(id).to_string()), "button-draw-yes", "button-refuse-draw")
        }
        Question::Takeback => (proposal, "button-agree-takeback", "button-refuse-takeback"),
        Question::Adjourn => (proposal, "button-agree-adjourn", "button-refuse-adjourn"),
    };
    let name = summary.seats.iter().find(|seat| seat.player == open.by).map(|seat| clean(&seat.name, 30));
    // There may be several games with one person, and people whose name cannot be shown.
    let name = name.filter(|name| !name.is_empty()).map_or_else(String::new, |name| format!(" · {name}"));
    let label = |key| format!("{}{name} · {}", language.localize(key, &[]), summary.game.name());
    [button(&yes, label(agree), Style::Success), button(&no, label(refuse), Style::Secondary)]
}

/// The buttons for this person below a challenge.
pub fn offer_buttons(language: Language, record: &GameRecord, user: UserId) -> Vec<CreateActionRow> {
    let game = &record.game;
    let has_answered = record.challenged().any(|seat| seat.player == user && seat.agreed);
    if game.phase == Phase::Offered && !has_answered {
        vec![row(answers(language, game, user, ""))]
    } else {
        Vec::new()
    }
}

/// The buttons of a challenge for this person; `whose` is appended if several challenges are listed.
fn answers(language: Language, game: &Game, user: UserId, whose: &str) -> Vec<CreateButton> {
    let all = if game.challenge.challenger == user {
        vec![(ChallengeButton::Withdraw, "button-withdraw", Style::Danger)]
    } else {
        let accept = (ChallengeButton::Accept, "button-accept", Style::Success);
        vec![accept, (ChallengeButton::Decline, "button-decline", Style::Secondary)]
    };
    let label = |key: &str| {
        let word = language.localize(key, &[]);
        if whose.is_empty() { word } else { format!("{word} · {whose}") }
    };
    all.into_iter().map(|(press, key, style)| button(&press.about(game.game_id), label(key), style)).collect()
}
