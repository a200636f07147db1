//! Words about a competition: those of a ladder or of a tournament, each its own feature.

use clubs::competitions::Annulment;
use clubs::domain::Decision;
use discord::{OutgoingMessage, escape_markdown};
use games::domain::competition::Unfinished;
use games::domain::{Competition, PlaceChange, Timestamp, UserId};

use crate::commands::layout_names::MAX_CHOICES;
use crate::commands::{Choices, Ctx, Problem};
use crate::features::{ladder, tournament};
use crate::localization::{Language, localize};
use crate::views::notice_context::NoticeContext;

pub fn describe_annulment(language: Language, annulment: &Annulment, decision: Decision) -> String {
    match annulment {
        Annulment::Ladder(annulment) => ladder::view::describe_annulment(language, annulment),
        Annulment::Tournament { name, decided_by } => {
            let name = escape_markdown(name);
            match (decided_by, decision) {
                (Some(other), _) => localize!(language, "organize-event-decided", name = name, other = other.0),
                (None, Decision::AnnulAgainst(player)) => {
                    localize!(language, "organize-event-against", name = name, player = player.0)
                }
                (None, _) => localize!(language, "organize-event-both-lose", name = name),
            }
        }
    }
}

/// Completes the option `competition` with a server's open competitions.
pub async fn complete(ctx: Ctx<'_>, typed: &str) -> Result<Choices, Problem> {
    let mut choices = ladder::command::complete(ctx, typed).await?;
    choices.extend(tournament::command::complete(ctx, typed).await?);
    choices.truncate(MAX_CHOICES);
    Ok(choices)
}

/// Announces the end of the game's round; `None` once it is over.
pub fn describe_round_end(
    context: &NoticeContext<'_>,
    at: Timestamp,
    unfinished: Unfinished,
) -> Option<OutgoingMessage> {
    tournament::posts::round_closes(context, at, unfinished)
}

/// Warns that the player on turn forfeits without a first move; `None` once there is one.
pub fn describe_first_move(context: &NoticeContext<'_>, at: Timestamp, ply: u32) -> Option<OutgoingMessage> {
    tournament::posts::first_move_due(context, at, ply)
}

/// The changes of places caused by a game, for its players.
pub fn describe_changes(language: Language, competition: Competition, name: &str, moves: &[PlaceChange]) -> String {
    match competition {
        Competition::Ladder(_) | Competition::Tournament(_) => ladder::view::describe_moves(language, name, moves),
    }
}

/// Announces that a running game no longer counts: this player has left the competition, or it is closed.
pub fn describe_lost_game(language: Language, competition: Competition, name: &str, absent: Option<UserId>) -> String {
    match competition {
        Competition::Ladder(_) | Competition::Tournament(_) => ladder::view::describe_lost_game(language, name, absent),
    }
}
