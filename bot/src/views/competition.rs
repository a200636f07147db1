//! Where a game belongs, in words.

use crate::discord::localization::{Language, localize};
use crate::discord::message::escape_markdown;
use crate::domain::{ChallengeSilence, Competition, CompetitionTag, Game};

/// `Ladder **Club**`, in Markdown.
pub fn name_competition(language: Language, tag: &CompetitionTag) -> String {
    match tag.competition {
        Competition::Ladder(_) => localize!(language, "result-ladder", name = escape_markdown(&tag.label)),
    }
}

/// What the challenge to a game says of its competition: its name, and what silence means there.
pub fn describe_challenge(language: Language, game: &Game) -> Option<String> {
    let tag = game.competition.as_ref()?;
    let name = escape_markdown(&tag.label);
    let Competition::Ladder(_) = tag.competition;
    Some(match game.agreements.silence? {
        ChallengeSilence::Begins => localize!(language, "challenge-ladder-accepted", name = name),
        ChallengeSilence::Closes => localize!(language, "challenge-ladder-declined", name = name),
        ChallengeSilence::Loses => localize!(language, "challenge-ladder-forfeited", name = name),
    })
}
