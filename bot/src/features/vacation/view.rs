//! Notices about vacations, and texts of refusals.

use discord::OutgoingMessage;
use games::domain::clock::turn;
use games::domain::{AHEAD_DAYS, LONGEST_DAYS, MINUTE_MS, TimeSpan, UserId, VacationError};

use crate::localization::time_in_words::span;
use crate::localization::{Language, localize};
use crate::views::notice_context::NoticeContext;

pub fn render_refusal(language: Language, problem: &VacationError) -> String {
    match problem {
        VacationError::Past => localize!(language, "error-vacation-past"),
        VacationError::TooFar => localize!(language, "error-vacation-too-far", days = AHEAD_DAYS),
        VacationError::Length => localize!(language, "error-vacation-length", days = LONGEST_DAYS),
        VacationError::Overlaps(other) => {
            let [from, until] = [other.from, other.until].map(|at| at.0 / 1000);
            localize!(language, "error-vacation-overlaps", from = from, until = until)
        }
        // Less than a minute would be shown as nothing.
        VacationError::TooLittle { left: ..MINUTE_MS, year } => {
            localize!(language, "error-vacation-none-left", year = year.to_string())
        }
        VacationError::TooLittle { left, year } => {
            localize!(language, "error-vacation-too-little", left = span(language, *left), year = year.to_string())
        }
        VacationError::NoSuch => localize!(language, "error-no-such-vacation"),
        VacationError::Nothing => localize!(language, "error-no-vacation"),
    }
}

/// Announces a vacation that pauses the running clock, with the new deadline. `None` once the game has moved on.
pub fn began(
    context: &NoticeContext<'_>,
    user: UserId,
    span: TimeSpan,
    automatic: bool,
    ply: u32,
) -> Option<OutgoingMessage> {
    let deadline = context.game().due_at().filter(|_| context.is_about_this_turn(ply))?;
    let key = match automatic {
        true => "notice-vacation-automatic",
        false if span.from > context.created_at => "notice-vacation-planned",
        false => "notice-vacation-began",
    };
    let [from, until, at] = [span.from, span.until, deadline].map(|at| at.0 / 1000);
    let text = localize!(context.language, key, player = user.0, from = from, until = until, at = at);
    // Mentions only the player who ran out of time.
    Some(OutgoingMessage::text(text).mention(automatic.then_some(user)))
}

/// Announces the end or change of a vacation, with the new deadline. `None` once the game has moved on.
pub fn render_end(context: &NoticeContext<'_>, user: UserId, ply: u32, canceled: bool) -> Option<OutgoingMessage> {
    let (record, game) = (context.record, context.game());
    let deadline = game.due_at().filter(|_| context.is_about_this_turn(ply))?;
    let on_vacation = turn::vacation(game, &record.seats, &record.vacations, context.created_at);
    let key = match on_vacation {
        Some(_) => "notice-vacation-changed",
        None if canceled => "notice-vacation-canceled",
        None => "notice-vacation-ended",
    };
    Some(OutgoingMessage::text(localize!(context.language, key, player = user.0, at = deadline.0 / 1000)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_is_left_nobody_is_asked_for_fewer_days() {
        let refusal = |left| render_refusal(Language::ENGLISH, &VacationError::TooLittle { left, year: 2026 });
        for left in [0, 1, MINUTE_MS - 1] {
            assert_eq!(refusal(left), "You have no vacation left in 2026.", "{left}");
        }
        assert_eq!(refusal(MINUTE_MS), "You don't have enough vacation left in 2026: 1 min. Choose fewer days.");
    }
}
