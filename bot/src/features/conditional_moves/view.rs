//! Notices about conditional moves that no longer apply, and texts of refusals.

use discord::{OutgoingMessage, message};
use games::domain::{ConditionalMovesError, MAX_DEPTH, MAX_TURNS, UserId};
use games::{GameError, ReplayedGame};

use crate::board::message::against;
use crate::commands::rules_refusal::{illegal, names_what_was_typed, render_refusal};
use crate::localization::{Language, localize};
use crate::views::notice_context::NoticeContext;

pub fn explain(language: Language, error: &ConditionalMovesError) -> String {
    match error {
        ConditionalMovesError::ColorsHidden => localize!(language, "error-line-hidden-colors"),
        ConditionalMovesError::OnTurn => localize!(language, "error-line-own-first"),
        ConditionalMovesError::Empty => localize!(language, "error-line-empty"),
        ConditionalMovesError::Illegal(_, text, refusal) if names_what_was_typed(refusal, text) => {
            illegal(language, Some(text.clone()), refusal)
        }
        ConditionalMovesError::Illegal(number, text, refusal) => {
            let why = render_refusal(language, refusal);
            localize!(language, "error-line-illegal", number = number, turn = message::code(text), why = why)
        }
        ConditionalMovesError::IllegalOfOthers(number, text) => {
            localize!(language, "error-line-illegal-theirs", number = number, turn = message::code(text))
        }
        ConditionalMovesError::Contradicts { after, stands, new } => {
            let after = after.join(" ");
            localize!(language, "error-line-contradicts", after = after, stands = stands, new = new)
        }
        ConditionalMovesError::Unanswered(turn) => localize!(language, "error-line-unanswered", turn = turn),
        ConditionalMovesError::TooMany => localize!(language, "error-line-too-many", count = MAX_TURNS),
        ConditionalMovesError::TooLong => localize!(language, "error-line-too-long", count = MAX_DEPTH),
        ConditionalMovesError::None => localize!(language, "error-line-none"),
    }
}

/// These lines in words: `if `i9h8` then **`b2c3`**`.
pub fn describe_lines(
    language: Language,
    replayed: &ReplayedGame,
    lines: &[Vec<String>],
    user: UserId,
) -> Result<Vec<String>, GameError> {
    let seat = replayed.record.seat_of(user);
    let describe = |path: &Vec<String>| {
        let mut any_game = replayed.any_game.after("").map_err(GameError::Illegal)?;
        let mut turns = Vec::with_capacity(path.len());
        for (turn, place) in path.iter().zip(0..) {
            let is_own = any_game.to_move() == seat;
            let key = match (is_own, place) {
                (true, 0) => "line-after-own",
                (true, _) => "line-own",
                (false, _) => "line-theirs",
            };
            turns.push(localize!(language, key, turn = turn));
            any_game.play(turn).map_err(GameError::Illegal)?;
        }
        Ok(turns.join(" "))
    };
    lines.iter().map(describe).collect()
}

/// Tells the owner, privately and in their language, that their conditional moves no longer apply or that prepared
/// cells were taken.
pub async fn dropped(
    context: &NoticeContext<'_>,
    user: UserId,
    turn: Option<&str>,
    is_placing: bool,
) -> anyhow::Result<OutgoingMessage> {
    let locale = context.app.games.locale_of(user).await?.unwrap_or_default();
    let (language, id) = (Language::of(&locale), context.game().name());
    let against = against(language, context.game(), &context.record.seats, user);
    Ok(OutgoingMessage::text(match turn {
        Some(cells) if is_placing => {
            localize!(language, "line-cells-taken", id = id, against = against, cells = cells)
        }
        Some(turn) => localize!(language, "line-dropped", id = id, against = against, turn = turn),
        None => localize!(language, "line-dropped-takeback", id = id, against = against),
    }))
}
