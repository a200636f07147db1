//! The sentence of a refusal that needs no more than its arguments, for messages and pages.

use discord::message;
use games::domain::SeekMismatch;
use games::domain::people::preset::{LAST_GAME, LONGEST_PRESET_NAME, PresetError};
use games::domain::rating::{PAIR_DAYS, PAIR_GAMES};
use games::{GameError, Limited};

use crate::board::message::mentions;
use crate::commands::rules_refusal::render_refusal;
use crate::features::{challenge, conditional_moves, organize, vacation};
use crate::localization::{Language, localize};

/// `None` for a refusal that is more than a sentence.
pub(crate) fn sentence(language: Language, error: &GameError) -> Option<String> {
    Some(match error {
        GameError::OwnChallenge(record) => {
            localize!(language, "error-own-challenge", opponents = mentions(language, record.unanswered()))
        }
        GameError::ColorsHidden => localize!(language, "error-hidden-colors"),
        GameError::WrongNumber { needed, given } => {
            localize!(language, "error-wrong-number", needed = needed, given = given)
        }
        GameError::BadSetup(refusal) => localize!(language, "error-bad-setup", why = render_refusal(language, refusal)),
        GameError::BadPace(pace) => localize!(language, "error-bad-pace", pace = message::code(pace)),
        GameError::Vacation(problem) => vacation::view::render_refusal(language, problem),
        GameError::ConditionalMoves(error) => conditional_moves::view::explain(language, error),
        GameError::Adjourned(until) => localize!(language, "error-adjourned", until = until.0 / 1000),
        GameError::BadGift { days } => localize!(language, "error-bad-gift", days = days),
        GameError::AdjournedTooLong(days) => localize!(language, "error-adjourned-too-long", days = days),
        GameError::NotSilentYet(at) => localize!(language, "error-not-silent-yet", at = at.0 / 1000),
        GameError::NeverTakesBack(player) => localize!(language, "error-never-takes-back", player = player),
        GameError::TooMany(count) => localize!(language, "error-too-many", count = count),
        GameError::TooManyToOne(count) => localize!(language, "error-too-many-to-one", count = count),
        GameError::TooFast { limited, at } => {
            // Rounded up, so that a try at the displayed second is not refused.
            let at = (at.0 + 999) / 1000;
            match limited {
                Limited::Interactions | Limited::Completions => localize!(language, "error-too-fast", at = at),
                Limited::Lookups => localize!(language, "error-too-many-lookups", at = at),
                Limited::Challenges => localize!(language, "error-too-many-challenges", at = at),
                Limited::ChallengesTo(user) => {
                    localize!(language, "error-too-many-challenges-to-one", player = user.0, at = at)
                }
            }
        }
        GameError::NotChallengeable(user) => localize!(language, "error-not-challengeable", player = user.0),
        GameError::SeekForTwo(count) => localize!(language, "error-seek-for-two", count = count),
        GameError::TooManySeeks(count) => localize!(language, "error-too-many-seeks", count = count),
        GameError::SeekTaken(player) => localize!(language, "error-seek-taken", player = player),
        GameError::SeekMismatch(SeekMismatch::New { needed, finished }) => {
            localize!(language, "error-seek-new", needed = needed, finished = finished)
        }
        GameError::SeekMismatch(SeekMismatch::Unreliable { needed, reliability }) => {
            localize!(language, "error-seek-unreliable", needed = needed, reliability = reliability)
        }
        GameError::PairLimit => localize!(language, "error-pair-limit", games = PAIR_GAMES, days = PAIR_DAYS),
        GameError::SeekMismatch(SeekMismatch::Rating { range, rating }) => {
            let range = challenge::view::range_words(language, *range);
            localize!(language, "error-seek-rating-mismatch", range = range, rating = rating.to_string())
        }
        GameError::NotMatchable(user) => localize!(language, "error-not-matchable", player = user.0),
        GameError::Preset(PresetError::Name) => {
            localize!(language, "error-preset-name", most = LONGEST_PRESET_NAME, word = LAST_GAME)
        }
        GameError::Preset(PresetError::TooMany(most)) => localize!(language, "error-too-many-presets", most = most),
        GameError::Preset(PresetError::Unknown) => localize!(language, "error-no-such-preset"),
        GameError::Preset(PresetError::NoGame) => localize!(language, "error-no-last-game"),
        GameError::TooManyBlocked(count) => localize!(language, "error-too-many-blocked", count = count),
        GameError::Organizer(refused) => organize::view::explain(language, refused),
        GameError::OwedMove(_) => localize!(language, "error-internal"),
        // Errors without arguments have their sentence under their code.
        plain => return language.try_localize(&format!("error-{plain}"), &[]),
    })
}

#[cfg(test)]
mod tests {
    use crate::localization::Language;

    #[test]
    fn every_plain_refusal_has_a_sentence_under_its_code() {
        let variants = include_str!("../../../games/src/refusal.rs").split("#[error(\"").skip(1);
        let plain = variants.filter_map(|variant| {
            let (code, after) = variant.split_once("\")]\n")?;
            let is_plain = after.lines().next()?.trim().trim_end_matches(',').chars().all(char::is_alphabetic);
            is_plain.then_some(code)
        });
        let has_own_arm = |code: &str| ["no-game", "colors-hidden", "pair-limit"].contains(&code);
        let codes: Vec<&str> = plain.filter(|code| !has_own_arm(code)).collect();
        assert!(codes.len() >= 30, "{codes:?}");
        for code in codes {
            assert!(Language::ENGLISH.try_localize(&format!("error-{code}"), &[]).is_some(), "{code}");
        }
    }
}
