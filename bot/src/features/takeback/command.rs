//! `/takeback`.

use crate::commands::answer::Answer;
use crate::commands::board::message;
use crate::commands::context::App;
use crate::commands::game_option::{game_of, game_of_own};
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, say};
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::Reply;
use crate::domain::{Action, ProposalKind, UserId};
use crate::features::proposals::service::Withdrawal;
use crate::features::proposals::view::{asked, everybody_but, own, waits, withdrawn};
use crate::games::{Done, Guess, Question};

/// `/takeback`
pub async fn take_back(app: &App, language: Language, incoming: &Interaction) -> Answer {
    if incoming.flag("withdraw") {
        let game = game_of_own(app, incoming, Question::Takeback).await?;
        return withdrawn(app, language, incoming, game, Withdrawal::Takeback).await;
    }
    let (game, user) = (game_of(app, incoming, Guess::Certain).await?, incoming.person.user);
    let done = app.games.take_back(incoming.request, game, user).await?;
    Ok(Reply::private(after_takeback(language, user, &done)))
}

/// What the player reads who has asked to take moves back. What others have done since changes nothing about what was asked.
pub(crate) fn after_takeback(language: Language, user: UserId, done: &Done) -> OutgoingMessage {
    let (record, game) = (&done.view.record, done.view.record.game.game_id);
    let text = |opponents| say!(language, "you-asked-takeback", id = game, opponents = opponents);
    match own(record, user).filter(|open| matches!(open.kind, ProposalKind::Takeback { .. })) {
        Some(open) => waits(language, game, open, text(asked(record, open))),
        None if done.action == Some(Action::Propose) => {
            OutgoingMessage::text(text(message::mentions(everybody_but(record, user))))
        }
        None => {
            let against = message::against(language, &done.view.table.seats(), &record.seats, user);
            OutgoingMessage::text(say!(language, "you-took-back", id = game, against = against))
        }
    }
}
