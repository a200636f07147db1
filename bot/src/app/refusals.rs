//! Every refusal in the player's language.

use base::error_chain::causes;
use discord::{OutgoingMessage, Style, button, row};
use games::GameError;
use games::store::availability::log_unanswered;
use tracing::error;

use crate::app::command_components;
use crate::commands::rules_refusal::{illegal, refused_setup};
use crate::commands::{Ctx, Problem};
use crate::features::guided_play::press::{GuideButton, OPEN_GUIDE};
use crate::features::{challenge, guided_play, ladder, play, refusals, tournament};
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
        GameError::Illegal(refusal) => {
            format!("{} {}", illegal(ctx.language, turn_text, &refusal), localize!(ctx, "error-illegal-next"))
        }
        GameError::IllegalMove(illegal) => {
            return play::view::illegal(ctx.app, ctx.language, ctx.user(), turn_text, &illegal).await;
        }
        GameError::NotYourTurn(record) => return play::view::not_your_turn(ctx.app, ctx.language, &record, ctx.user()),
        GameError::ProposalOpen(record) => {
            return match &record.game.agreements.proposal {
                Some(open) => crate::features::proposals::question(ctx.language, &record, open),
                None => OutgoingMessage::text(localize!(ctx, "error-no-proposal")),
            };
        }
        GameError::Internal(cause) => {
            log_unanswered(&ctx.name, &cause);
            localize!(ctx, "error-internal")
        }
        error => refusals::sentence(ctx.language, &error).unwrap_or_else(|| localize!(ctx, "error-internal")),
    };
    OutgoingMessage::text(text)
}
