//! Every refusal in the player's language.

use tracing::error;

use crate::commands::answer::Problem;
use crate::commands::board::viewer::Viewer;
use crate::commands::context::App;
use crate::commands::rules_refusal::{illegal, refused};
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, say};
use crate::discord::message;
use crate::discord::message::OutgoingMessage;
use crate::features::game_list::command;
use crate::features::vacation::view;
use crate::games::{GameError, View};

pub(crate) async fn explain(
    app: &App,
    language: Language,
    incoming: &Interaction,
    problem: Problem,
) -> OutgoingMessage {
    let (error, played) = match problem {
        Problem::Say(key) => return OutgoingMessage::text(language.say(key, &[])),
        Problem::Sentence(text) => return OutgoingMessage::text(text),
        Problem::Internal(cause) => {
            error!(request = incoming.request.0, name = incoming.name, "Could not answer {}: {cause:#}", incoming.name);
            return OutgoingMessage::text(say!(language, "error-internal"));
        }
        Problem::Game(error, played) => (error, played),
    };
    let text = match error {
        GameError::NoSuchGame => say!(language, "error-no-such-game"),
        GameError::NoGame => say!(language, "games-none"),
        GameError::WhichGame(games) => {
            let lines = games.iter().map(|game| command::line(language, game, incoming.person.user));
            command::as_many_as_fit(language, say!(language, "error-which-game"), lines)
        }
        GameError::NotAPlayer => say!(language, "error-not-a-player"),
        GameError::NotForYou => say!(language, "error-not-for-you"),
        GameError::NotTheChallenger => say!(language, "error-not-the-challenger"),
        GameError::NotYourTurn => say!(language, "error-not-your-turn"),
        GameError::Stale(view) => return stale(app, language, incoming, &view).await,
        GameError::NotOver => say!(language, "error-not-over"),
        GameError::Over => say!(language, "error-over"),
        GameError::ChallengeClosed => say!(language, "error-challenge-closed"),
        GameError::NotStarted => say!(language, "error-not-started"),
        GameError::Aborted => say!(language, "error-aborted"),
        GameError::TooLateToAbort => say!(language, "error-too-late-to-abort"),
        GameError::ColorsHidden => say!(language, "error-hidden-colors"),
        GameError::Yourself => say!(language, "error-yourself"),
        GameError::SamePerson => say!(language, "error-same-person"),
        GameError::WrongNumber { needed, given } => {
            say!(language, "error-wrong-number", needed = needed, given = given)
        }
        GameError::AlreadyAccepted => say!(language, "error-already-accepted"),
        GameError::OwnSide => say!(language, "error-own-side"),
        GameError::AlreadyAgreed => say!(language, "error-already-agreed"),
        GameError::BadSetup(refusal) => say!(language, "error-bad-setup", why = refused(language, &refusal)),
        GameError::BadPace(pace) => say!(language, "error-bad-pace", pace = message::code(&pace)),
        GameError::LiveNeverRests => say!(language, "error-live-no-pauses"),
        GameError::VacationStatus(problem) => view::refused(language, &problem),
        GameError::Illegal(refusal) => {
            format!("{} {}", illegal(language, played, &refusal), say!(language, "error-illegal-next"))
        }
        GameError::IllegalHiddenColors(refusal) => illegal(language, played, &refusal),
        GameError::ConditionalMoves(error) => crate::features::conditional_moves::view::explain(language, error),
        GameError::NoProposal => say!(language, "error-no-proposal"),
        GameError::NothingToWithdraw => say!(language, "error-nothing-to-withdraw"),
        GameError::NotTheProposer => say!(language, "error-not-the-proposer"),
        GameError::AlreadyProposed => say!(language, "error-already-proposed"),
        GameError::ProposalOpen(record) => {
            return match &record.game.agreements.proposal {
                Some(open) => crate::features::proposals::view::question(language, &record, open),
                None => OutgoingMessage::text(say!(language, "error-no-proposal")),
            };
        }
        GameError::Adjourned(until) => say!(language, "error-adjourned", until = until.0 / 1000),
        GameError::NotAdjourned => say!(language, "error-not-adjourned"),
        GameError::NoClock => say!(language, "error-no-clock"),
        GameError::AdjournedTooLong(days) => say!(language, "error-adjourned-too-long", days = days),
        GameError::HasDeadline => say!(language, "error-has-deadline"),
        GameError::NobodySilent => say!(language, "error-opponent-not-silent"),
        GameError::NotSilentYet(at) => say!(language, "error-not-silent-yet", at = at.0 / 1000),
        GameError::NothingToTakeBack => say!(language, "error-nothing-to-take-back"),
        GameError::NeverTakesBack(user) => say!(language, "error-never-takes-back", player = user.0),
        GameError::NoOffer => say!(language, "error-no-offer"),
        GameError::AlreadyOffered => say!(language, "error-already-offered"),
        GameError::TooMany(count) => say!(language, "error-too-many", count = count),
        GameError::TooManyToOne(count) => say!(language, "error-too-many-to-one", count = count),
        GameError::Internal(cause) => {
            error!(request = incoming.request.0, name = incoming.name, "Could not answer {}: {cause}", incoming.name);
            say!(language, "error-internal")
        }
    };
    OutgoingMessage::text(text)
}

/// A button of an earlier board: says so, and shows the board as it is.
async fn stale(app: &App, language: Language, incoming: &Interaction, view: &View) -> OutgoingMessage {
    let sentence = say!(language, "error-stale");
    let reader = Viewer::person(app, incoming.person.user, view.record.game.place.guild_id).await;
    match crate::commands::board::message::private(app, language, view, &reader, &sentence, reader.flips(view, false))
        .await
    {
        Ok(post) => post,
        Err(cause) => {
            error!("Could not draw a board: {cause:#}");
            OutgoingMessage::text(sentence)
        }
    }
}
