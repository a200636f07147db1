//! Where a game belongs, in words.

use crate::discord::{Language, escape_markdown, localize};
use crate::domain::{ChallengeSilence, Competition, CompetitionTag, EndReason, Game};
use crate::games::competition::RefusalCost;

/// `Ladder **Club**`, in Markdown.
pub fn name_competition(language: Language, tag: &CompetitionTag) -> String {
    match tag.competition {
        Competition::Ladder(_) => localize!(language, "result-ladder", name = escape_markdown(&tag.label)),
        Competition::Tournament(_) => format!("**{}**", escape_markdown(&tag.title())),
    }
}

/// What the challenge to a game says of its competition: its name, and what silence means there.
pub fn describe_challenge(language: Language, game: &Game) -> Option<String> {
    let tag = game.competition.as_ref()?;
    let name = escape_markdown(&tag.label);
    if let Competition::Tournament(_) = tag.competition {
        return Some(name_competition(language, tag));
    }
    Some(match game.agreements.silence? {
        ChallengeSilence::Begins => localize!(language, "challenge-ladder-accepted", name = name),
        ChallengeSilence::Closes => localize!(language, "challenge-ladder-declined", name = name),
        ChallengeSilence::Loses => localize!(language, "challenge-ladder-forfeited", name = name),
    })
}

/// The key of what became of a challenge that its competition has closed: a player has left it, or it has ended.
pub fn closed_challenge_key(game: &Game, reason: EndReason) -> &'static str {
    match (game.competition.as_ref().map(|tag| tag.competition), reason) {
        (Some(Competition::Ladder(_)), EndReason::LeftCompetition) => "challenge-left-ladder",
        (Some(Competition::Ladder(_)), _) => "challenge-ladder-closed",
        (Some(Competition::Tournament(_)) | None, _) => "challenge-expired",
    }
}

/// What a rematch says that does not count for the competition of the game before.
pub fn describe_exclusion(language: Language, tag: &CompetitionTag) -> String {
    match tag.competition {
        Competition::Ladder(_) => localize!(language, "challenge-off-ladder", name = escape_markdown(&tag.label)),
        Competition::Tournament(_) => localize!(language, "challenge-off-event", name = escape_markdown(&tag.label)),
    }
}

/// What it costs to decline a game or to abort it.
pub fn describe_refusal_cost(language: Language, cost: &RefusalCost) -> String {
    match cost {
        RefusalCost::Place(name, place) => {
            localize!(language, "competition-costs-place", name = escape_markdown(name), place = *place)
        }
        RefusalCost::Game(name) => localize!(language, "competition-costs-game", name = escape_markdown(name)),
    }
}

/// Why nobody takes over from a player in a game of this competition.
pub fn describe_fixed_players(language: Language, competition: Competition) -> String {
    match competition {
        Competition::Ladder(_) => localize!(language, "organize-error-ladder-game"),
        Competition::Tournament(_) => localize!(language, "organize-error-event-game"),
    }
}
