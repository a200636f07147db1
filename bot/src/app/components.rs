//! Which button or select goes to which feature.

use crate::commands::answer::{Answer, Problem};
use crate::commands::button::{Button, ButtonAction};
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::features::{
    abort, adjourn, board, challenge, claim, draw, export, history, play, proposals, replay, resign, rules_pages,
    vacation,
};

/// Answers a button or a select.
pub async fn press(app: &App, language: Language, incoming: &Interaction) -> Answer {
    if let Some(reply) = rules_pages::command::press(app, language, incoming).await {
        return Ok(reply);
    }
    let Ok(button) = incoming.name.parse::<Button>() else { return Err(Problem::UNKNOWN_BUTTON) };
    let button = &button;
    match button.verb {
        ButtonAction::Accept => challenge::command::accept(app, language, incoming, button).await,
        ButtonAction::Decline => challenge::command::decline(app, language, incoming, button).await,
        ButtonAction::Withdraw => challenge::command::withdraw(app, language, incoming, button).await,
        ButtonAction::Rematch => challenge::command::rematch(app, language, incoming, button).await,
        ButtonAction::Board | ButtonAction::Flip => board::command::press(app, language, incoming, button).await,
        ButtonAction::Record => export::command::press(app, language, incoming, button).await,
        ButtonAction::Replay => replay::command::press(app, language, incoming, button).await,
        ButtonAction::History => history::command::press(app, language, incoming, button).await,
        ButtonAction::StopVacation => vacation::command::press_stop(app, language, incoming, button).await,
        ButtonAction::Resign => resign::command::press(app, language, incoming, button).await,
        ButtonAction::ResignYes => resign::command::confirm(app, language, incoming, button).await,
        ButtonAction::AbortYes => abort::command::confirm(app, language, incoming, button).await,
        ButtonAction::Agree | ButtonAction::Refuse => proposals::command::answer(app, language, incoming, button).await,
        ButtonAction::WithdrawWish => proposals::command::withdraw(app, language, incoming, button).await,
        ButtonAction::Resume => adjourn::command::press_resume(app, language, incoming, button).await,
        ButtonAction::ClaimWin | ButtonAction::ClaimDraw => {
            claim::command::confirm(app, language, incoming, button).await
        }
        ButtonAction::Draw => draw::command::offer_or_accept(app, language, incoming, button).await,
        ButtonAction::DrawYes => draw::command::accept(app, language, incoming, button).await,
        ButtonAction::DrawNo => draw::command::decline(app, language, incoming, button).await,
        ButtonAction::WithdrawDraw => draw::command::withdraw(app, language, incoming, button).await,
        ButtonAction::Move | ButtonAction::Entry | ButtonAction::From | ButtonAction::Dir => {
            play::press::press(app, language, incoming, button).await
        }
        ButtonAction::Play => play::command::press(app, language, incoming, button).await,
    }
}
