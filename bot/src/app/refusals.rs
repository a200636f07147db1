//! Every refusal in the player's language.

use tracing::error;

use crate::app::which_game;
use crate::commands::board::message::mentions;
use crate::commands::rules_refusal::{illegal, refused_setup};
use crate::commands::{App, Problem};
use crate::discord::{Interaction, Language, OutgoingMessage, Style, button, localize, message, row};
use crate::domain::SeekMismatch;
use crate::domain::clubs::rating::{PAIR_DAYS, PAIR_GAMES};
use crate::domain::people::preset::{LAST_GAME, LONGEST_PRESET_NAME, PresetError};
use crate::error_chain::causes;
use crate::features::guided_play::press::GuideButton;
use crate::features::play::refused;
use crate::features::vacation::view;
use crate::features::{challenge, guided_play, seek};
use crate::games::{GameError, Limited};
use crate::store::availability::log_unanswered;

pub(crate) async fn explain(
    app: &App,
    language: Language,
    interaction: &Interaction,
    problem: Problem,
) -> OutgoingMessage {
    let (error, played) = match problem {
        Problem::Key(key) => return OutgoingMessage::text(language.localize(key, &[])),
        Problem::Text(text) => return OutgoingMessage::text(text),
        Problem::Internal(cause) => {
            error!(
                request = interaction.request.0,
                name = interaction.name,
                "Could not answer {}: {}",
                interaction.name,
                causes(&cause)
            );
            return OutgoingMessage::text(localize!(language, "error-internal"));
        }
        Problem::Game(error, played) => (error, played),
    };
    let text = match error {
        GameError::NoGame => {
            let play = button(&GuideButton::OPEN, localize!(language, "help-button-play"), Style::Primary);
            return OutgoingMessage::text(localize!(language, "games-none")).rows(vec![row(&[play])]);
        }
        GameError::WhichGame(games) => {
            return which_game::menu(app, language, interaction, games);
        }
        GameError::OwnChallenge(record) => {
            localize!(language, "error-own-challenge", opponents = mentions(record.unanswered()))
        }
        GameError::Stale(replayed) => {
            return refused::stale(app, language, interaction, &replayed).await.unwrap_or_else(|cause| {
                error!("Could not draw a board: {}", causes(&cause));
                OutgoingMessage::text(localize!(language, "error-stale"))
            });
        }
        GameError::ChallengeClosed(record) => {
            let sentence = localize!(language, "error-challenge-closed");
            return challenge::view::render_closed_challenge(language, &record).prepend(&sentence);
        }
        GameError::ColorsHidden => localize!(language, "error-hidden-colors"),
        GameError::WrongNumber { needed, given } => {
            localize!(language, "error-wrong-number", needed = needed, given = given)
        }
        GameError::BadSetup(refusal) => {
            let is_form = interaction.name.parse::<GuideButton>().is_ok();
            let field = |option: &str| is_form.then(|| guided_play::view::field_name(language, option)).flatten();
            let why = refused_setup(language, &refusal, |option| interaction.text(option), field);
            localize!(language, "error-bad-setup", why = why)
        }
        GameError::BadPace(pace) => localize!(language, "error-bad-pace", pace = message::code(&pace)),
        GameError::Vacation(problem) => view::render_refusal(language, &problem),
        GameError::Illegal(refusal) => {
            format!("{} {}", illegal(language, played, &refusal), localize!(language, "error-illegal-next"))
        }
        GameError::IllegalMove(illegal) => {
            return refused::illegal(app, language, interaction.person.user, played, &illegal).await;
        }
        GameError::NotYourTurn(record) => return refused::not_your_turn(language, &record, interaction.person.user),
        GameError::ConditionalMoves(error) => crate::features::conditional_moves::view::explain(language, &error),
        GameError::ProposalOpen(record) => {
            return match &record.game.agreements.proposal {
                Some(open) => crate::features::proposals::question(language, &record, open),
                None => OutgoingMessage::text(localize!(language, "error-no-proposal")),
            };
        }
        GameError::Adjourned(until) => localize!(language, "error-adjourned", until = until.0 / 1000),
        GameError::BadGift { days } => localize!(language, "error-bad-gift", days = days),
        GameError::AdjournedTooLong(days) => localize!(language, "error-adjourned-too-long", days = days),
        GameError::NotSilentYet(at) => localize!(language, "error-not-silent-yet", at = at.0 / 1000),
        GameError::NeverTakesBack(player) => localize!(language, "error-never-takes-back", player = player),
        GameError::TooMany(count) => localize!(language, "error-too-many", count = count),
        GameError::TooManyToOne(count) => localize!(language, "error-too-many-to-one", count = count),
        GameError::TooFast { limited, at } => {
            // Rounded up: who tries again at the second that is shown is not refused.
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
            let range = seek::conditions::range_words(language, range);
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
        GameError::Ladder(refused) => {
            crate::features::ladder::view::explain(language, &refused, interaction.person.user)
        }
        GameError::Tournament(refused) => crate::features::tournament::refusal::explain(language, &refused),
        GameError::Organizer(refused) => crate::features::organize::view::explain(language, &refused),
        GameError::OwedMove(_) => localize!(language, "error-internal"),
        GameError::Internal(cause) => {
            log_unanswered(&interaction.name, &cause);
            localize!(language, "error-internal")
        }
        // What needs no arguments has its sentence under its code.
        plain => language.localize(&format!("error-{plain}"), &[]),
    };
    OutgoingMessage::text(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_plain_refusal_has_a_sentence_under_its_code() {
        let variants = include_str!("../games/refusal.rs").split("#[error(\"").skip(1);
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
