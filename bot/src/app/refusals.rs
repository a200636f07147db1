//! Every refusal in the player's language.

use base::error_chain::causes;
use discord::{OutgoingMessage, Style, button, message, row};
use games::domain::SeekMismatch;
use games::domain::people::preset::{LAST_GAME, LONGEST_PRESET_NAME, PresetError};
use games::domain::rating::{PAIR_DAYS, PAIR_GAMES};
use games::store::availability::log_unanswered;
use games::{GameError, Limited};
use tracing::error;

use crate::app::command_components;
use crate::board::message::mentions;
use crate::commands::rules_refusal::{illegal, refused_setup};
use crate::commands::{Ctx, Problem};
use crate::features::guided_play::press::{GuideButton, OPEN_GUIDE};
use crate::features::{challenge, guided_play, ladder, play, tournament, vacation};
use crate::localization::localize;

pub(crate) async fn explain(ctx: Ctx<'_>, problem: Problem) -> OutgoingMessage {
    let (error, turn_text) = match problem {
        Problem::Key(key) => return OutgoingMessage::text(ctx.localize(key, &[])),
        Problem::Text(text) => return OutgoingMessage::text(text),
        Problem::Internal(cause) => {
            error!(request = ctx.request.0, name = ctx.name, "Could not answer {}: {}", ctx.name, causes(&cause));
            return OutgoingMessage::text(localize!(ctx, "error-internal"));
        }
        Problem::Ladder(refused) => {
            return OutgoingMessage::text(ladder::view::explain(ctx.language, &refused, ctx.user()));
        }
        Problem::Tournament(refused) => {
            return OutgoingMessage::text(tournament::refusal::explain(ctx.language, &refused));
        }
        Problem::Game(error, turn_text) => (error, turn_text),
    };
    let text = match error {
        GameError::NoGame => {
            let play = button(&OPEN_GUIDE, localize!(ctx, "help-button-play"), Style::Primary);
            return OutgoingMessage::text(localize!(ctx, "games-none")).rows(vec![row([play])]);
        }
        GameError::WhichGame(games) => {
            return command_components::menu(ctx, games);
        }
        GameError::OwnChallenge(record) => {
            localize!(ctx, "error-own-challenge", opponents = mentions(ctx.language, record.unanswered()))
        }
        GameError::Stale(replayed) => {
            return play::view::stale(ctx, &replayed).await.unwrap_or_else(|cause| {
                error!("Could not draw a board: {}", causes(&cause));
                OutgoingMessage::text(localize!(ctx, "error-stale"))
            });
        }
        GameError::ChallengeClosed(record) => {
            let sentence = localize!(ctx, "error-challenge-closed");
            return challenge::view::render_closed_challenge(ctx.language, &record).prepend(&sentence);
        }
        GameError::ColorsHidden => localize!(ctx, "error-hidden-colors"),
        GameError::WrongNumber { needed, given } => {
            localize!(ctx, "error-wrong-number", needed = needed, given = given)
        }
        GameError::BadSetup(refusal) => {
            let is_form = ctx.button::<GuideButton>().is_ok();
            let words = |option: &str, value: Option<&str>| match value {
                None => guided_play::view::field_name(ctx.language, option),
                Some(value) => guided_play::view::field_value(ctx.language, option, value),
            };
            let field = |option: &str, value: Option<&str>| is_form.then(|| words(option, value)).flatten();
            let why = refused_setup(ctx.language, &refusal, |option| ctx.text(option), field);
            localize!(ctx, "error-bad-setup", why = why)
        }
        GameError::BadPace(pace) => localize!(ctx, "error-bad-pace", pace = message::code(&pace)),
        GameError::Vacation(problem) => vacation::view::render_refusal(ctx.language, &problem),
        GameError::Illegal(refusal) => {
            format!("{} {}", illegal(ctx.language, turn_text, &refusal), localize!(ctx, "error-illegal-next"))
        }
        GameError::IllegalMove(illegal) => {
            return play::view::illegal(ctx.app, ctx.language, ctx.user(), turn_text, &illegal).await;
        }
        GameError::NotYourTurn(record) => return play::view::not_your_turn(ctx.app, ctx.language, &record, ctx.user()),
        GameError::ConditionalMoves(error) => crate::features::conditional_moves::view::explain(ctx.language, &error),
        GameError::ProposalOpen(record) => {
            return match &record.game.agreements.proposal {
                Some(open) => crate::features::proposals::question(ctx.language, &record, open),
                None => OutgoingMessage::text(localize!(ctx, "error-no-proposal")),
            };
        }
        GameError::Adjourned(until) => localize!(ctx, "error-adjourned", until = until.0 / 1000),
        GameError::BadGift { days } => localize!(ctx, "error-bad-gift", days = days),
        GameError::AdjournedTooLong(days) => localize!(ctx, "error-adjourned-too-long", days = days),
        GameError::NotSilentYet(at) => localize!(ctx, "error-not-silent-yet", at = at.0 / 1000),
        GameError::NeverTakesBack(player) => localize!(ctx, "error-never-takes-back", player = player),
        GameError::TooMany(count) => localize!(ctx, "error-too-many", count = count),
        GameError::TooManyToOne(count) => localize!(ctx, "error-too-many-to-one", count = count),
        GameError::TooFast { limited, at } => {
            // Rounded up, so that a try at the displayed second is not refused.
            let at = (at.0 + 999) / 1000;
            match limited {
                Limited::Interactions | Limited::Completions => localize!(ctx, "error-too-fast", at = at),
                Limited::Lookups => localize!(ctx, "error-too-many-lookups", at = at),
                Limited::Challenges => localize!(ctx, "error-too-many-challenges", at = at),
                Limited::ChallengesTo(user) => {
                    localize!(ctx, "error-too-many-challenges-to-one", player = user.0, at = at)
                }
            }
        }
        GameError::NotChallengeable(user) => localize!(ctx, "error-not-challengeable", player = user.0),
        GameError::SeekForTwo(count) => localize!(ctx, "error-seek-for-two", count = count),
        GameError::TooManySeeks(count) => localize!(ctx, "error-too-many-seeks", count = count),
        GameError::SeekTaken(player) => localize!(ctx, "error-seek-taken", player = player),
        GameError::SeekMismatch(SeekMismatch::New { needed, finished }) => {
            localize!(ctx, "error-seek-new", needed = needed, finished = finished)
        }
        GameError::SeekMismatch(SeekMismatch::Unreliable { needed, reliability }) => {
            localize!(ctx, "error-seek-unreliable", needed = needed, reliability = reliability)
        }
        GameError::PairLimit => localize!(ctx, "error-pair-limit", games = PAIR_GAMES, days = PAIR_DAYS),
        GameError::SeekMismatch(SeekMismatch::Rating { range, rating }) => {
            let range = challenge::view::range_words(ctx.language, range);
            localize!(ctx, "error-seek-rating-mismatch", range = range, rating = rating.to_string())
        }
        GameError::NotMatchable(user) => localize!(ctx, "error-not-matchable", player = user.0),
        GameError::Preset(PresetError::Name) => {
            localize!(ctx, "error-preset-name", most = LONGEST_PRESET_NAME, word = LAST_GAME)
        }
        GameError::Preset(PresetError::TooMany(most)) => localize!(ctx, "error-too-many-presets", most = most),
        GameError::Preset(PresetError::Unknown) => localize!(ctx, "error-no-such-preset"),
        GameError::Preset(PresetError::NoGame) => localize!(ctx, "error-no-last-game"),
        GameError::TooManyBlocked(count) => localize!(ctx, "error-too-many-blocked", count = count),
        GameError::Organizer(refused) => crate::features::organize::view::explain(ctx.language, &refused),
        GameError::OwedMove(_) => localize!(ctx, "error-internal"),
        GameError::Internal(cause) => {
            log_unanswered(&ctx.name, &cause);
            localize!(ctx, "error-internal")
        }
        // Errors without arguments have their sentence under their code.
        plain => ctx.localize(&format!("error-{plain}"), &[]),
    };
    OutgoingMessage::text(text)
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
