//! The competition of a game, in words, and the link from an answer to its page.

use clubs::competitions::RefusalCost;
use discord::{CreateButton, OutgoingMessage, escape_markdown};
use games::domain::{ChallengeSilence, Competition, CompetitionTag, EndReason, Game, GuildId};
use games::{GameError, Games};

use crate::localization::{Language, localize};

/// `Ladder **Club**`, in Markdown.
pub fn name_competition(language: Language, tag: &CompetitionTag) -> String {
    match tag.competition {
        Competition::Ladder(_) => localize!(language, "result-ladder", name = escape_markdown(&tag.label)),
        Competition::Tournament(_) => format!("**{}**", escape_markdown(&tag.title())),
    }
}

/// The competition in a challenge: its name, and the effect of silence.
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

/// The message key of a challenge that its competition has closed, because a player left or it ended.
pub fn closed_challenge_key(game: &Game, reason: EndReason) -> &'static str {
    match (game.competition.as_ref().map(|tag| tag.competition), reason) {
        (Some(Competition::Ladder(_)), EndReason::LeftCompetition) => "challenge-left-ladder",
        (Some(Competition::Ladder(_)), _) => "challenge-ladder-closed",
        (Some(Competition::Tournament(_)) | None, _) => "challenge-expired",
    }
}

/// The note on a rematch that does not count for the competition of the game before.
pub fn describe_exclusion(language: Language, tag: &CompetitionTag) -> String {
    match tag.competition {
        Competition::Ladder(_) => localize!(language, "challenge-off-ladder", name = escape_markdown(&tag.label)),
        Competition::Tournament(_) => localize!(language, "challenge-off-event", name = escape_markdown(&tag.label)),
    }
}

pub fn describe_refusal_cost(language: Language, cost: &RefusalCost) -> String {
    match cost {
        RefusalCost::Place(name, place) => {
            localize!(language, "competition-costs-place", name = escape_markdown(name), place = *place)
        }
        RefusalCost::Game(name) => localize!(language, "competition-costs-game", name = escape_markdown(name)),
    }
}

pub fn is_of_event(game: &Game) -> bool {
    game.competition.as_ref().is_some_and(|tag| matches!(tag.competition, Competition::Tournament(_)))
}

/// The sentence that a game of an event counts as lost for who aborts it.
pub fn describe_loss_by_abort(language: Language, game: &Game) -> Option<String> {
    let tag = game.competition.as_ref().filter(|_| is_of_event(game))?;
    Some(describe_refusal_cost(language, &RefusalCost::Game(tag.title())))
}

/// Why nobody can take over from a player in a game of this competition.
pub fn describe_fixed_players(language: Language, competition: Competition) -> String {
    match competition {
        Competition::Ladder(_) => localize!(language, "organize-error-ladder-game"),
        Competition::Tournament(_) => localize!(language, "organize-error-event-game"),
    }
}

/// Adds a button to the page at this path, if the server shows its pages.
pub async fn add_page_link(
    games: &Games,
    language: Language,
    guild: GuildId,
    path: String,
    post: OutgoingMessage,
) -> Result<OutgoingMessage, GameError> {
    Ok(match games.public_page(guild, path).await? {
        Some(address) => post.add_button(CreateButton::new_link(address).label(localize!(language, "button-page"))),
        None => post,
    })
}
