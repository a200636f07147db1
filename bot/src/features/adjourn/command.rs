//! `/adjourn` and `/resume`.

use crate::commands::answer::Answer;
use crate::commands::board::message;
use crate::commands::context::App;
use crate::commands::game_option::{game_of, game_of_own};
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, say};
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::Reply;
use crate::domain::{ProposalKind, UserId};
use crate::features::proposals::service::Withdrawal;
use crate::features::proposals::view::{asked, everybody_but, own, waits, withdrawn};
use crate::games::{Done, Guess, Question};

/// `/adjourn`
pub async fn adjourn(app: &App, language: Language, incoming: &Interaction) -> Answer {
    if incoming.flag("withdraw") {
        let game = game_of_own(app, incoming, Question::Adjourn).await?;
        return withdrawn(app, language, incoming, game, Withdrawal::Adjourn).await;
    }
    let game = game_of(app, incoming, Guess::Certain).await?;
    let days = incoming
        .number("days")
        .map_or_else(|| app.games.longest_adjournment(), |days| u32::try_from(days).unwrap_or(0));
    let done = app.games.adjourn(incoming.request, game, incoming.person.user, days).await?;
    Ok(Reply::private(after_adjourn(language, incoming.person.user, days, &done)))
}

/// What the player reads who has proposed to let the game stand still.
pub(crate) fn after_adjourn(language: Language, user: UserId, days: u32, done: &Done) -> OutgoingMessage {
    let (record, game) = (&done.view.record, done.view.record.game.game_id);
    let text = |opponents| say!(language, "you-asked-to-adjourn", id = game, opponents = opponents, days = days);
    match own(record, user).filter(|open| matches!(open.kind, ProposalKind::Adjourn { .. })) {
        Some(open) => waits(language, game, open, text(asked(record, open))),
        // It was answered at once, and the game says how.
        None => OutgoingMessage::text(text(message::mentions(everybody_but(record, user)))),
    }
}

/// `/resume`
pub async fn resume(app: &App, language: Language, incoming: &Interaction) -> Answer {
    let game = game_of(app, incoming, Guess::Certain).await?;
    app.games.resume(incoming.request, game, incoming.person.user, None).await?;
    Ok(Reply::private(OutgoingMessage::text(say!(language, "you-resumed", id = game))))
}
