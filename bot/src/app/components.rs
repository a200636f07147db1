//! Which button or select goes to which feature.

use crate::commands::answer::{Answer, Problem};
use crate::commands::button::{Button, ButtonAction};
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::features::{
    abort, adjourn, board, challenge, claim, conditional_moves, draw, export, fork, game_list, guided_play, hints,
    history, ladder, learn, live, organize, play, privacy, proposals, replay, resign, rules_pages, settings, vacation,
    watch,
};

/// Answers a button, a select or a modal.
pub async fn press(app: &App, language: Language, interaction: &Interaction) -> Answer {
    if let Some(reply) = rules_pages::command::press(app, language, interaction).await {
        return Ok(reply);
    }
    if let Some(answer) = game_list::press::press(app, language, interaction).await {
        return answer;
    }
    if interaction.name == hints::view::OFF {
        return hints::command::off(app, language, interaction).await;
    }
    if let Ok(button) = interaction.name.parse() {
        return Box::pin(guided_play::command::press(app, language, interaction, button)).await;
    }
    if let Ok(button) = interaction.name.parse() {
        return live::command::press(app, language, interaction, button).await;
    }
    if let Ok(select) = interaction.name.parse() {
        return watch::command::choose(app, language, interaction, select).await;
    }
    if let Ok(button) = interaction.name.parse() {
        return ladder::press::press(app, language, interaction, &button).await;
    }
    if let Ok(button) = interaction.name.parse() {
        return organize::button::press(app, language, interaction, button).await;
    }
    if let Ok(button) = interaction.name.parse() {
        return learn::command::press(app, language, interaction, &button).await;
    }
    if let Ok(button) = interaction.name.parse() {
        return privacy::command::press(app, language, interaction, button).await;
    }
    if let Ok(select) = interaction.name.parse() {
        return settings::picture::press(app, language, interaction, select).await;
    }
    let Ok(button) = interaction.name.parse::<Button>() else { return Err(Problem::UNKNOWN_BUTTON) };
    let button = &button;
    match button.verb {
        ButtonAction::Accept => challenge::command::accept(app, language, interaction, button).await,
        ButtonAction::Decline => challenge::command::decline(app, language, interaction, button).await,
        ButtonAction::Withdraw => challenge::command::withdraw(app, language, interaction, button).await,
        ButtonAction::Rematch => challenge::command::rematch(app, language, interaction, button).await,
        ButtonAction::Board | ButtonAction::Flip => board::command::press(app, language, interaction, button).await,
        ButtonAction::Record => export::command::press(app, language, interaction, button).await,
        ButtonAction::Replay => replay::command::press(app, language, interaction, button).await,
        ButtonAction::History => history::command::press(app, language, interaction, button).await,
        ButtonAction::Step => board::command::step(app, language, interaction, button).await,
        ButtonAction::GoTo => board::command::go_to(app, language, interaction, button).await,
        ButtonAction::Copy => export::command::copy(app, language, interaction, button).await,
        ButtonAction::Fork => fork::command::ask(app, language, interaction, button).await,
        ButtonAction::ForkWith => fork::command::challenge(app, language, interaction, button).await,
        ButtonAction::Watch => watch::command::press_start(app, language, interaction, button).await,
        ButtonAction::Unwatch => watch::command::press_stop(app, language, interaction, button).await,
        ButtonAction::Line => conditional_moves::command::press(app, language, interaction, button).await,
        ButtonAction::Next => game_list::command::next(app, language, interaction, button).await,
        ButtonAction::StopVacation => vacation::command::press_stop(app, language, interaction, button).await,
        ButtonAction::Resign => resign::command::press(app, language, interaction, button).await,
        ButtonAction::ResignYes => resign::command::confirm(app, language, interaction, button).await,
        ButtonAction::AbortYes => abort::command::confirm(app, language, interaction, button).await,
        ButtonAction::Agree | ButtonAction::Refuse => {
            proposals::command::answer(app, language, interaction, button).await
        }
        ButtonAction::WithdrawProposal => proposals::command::withdraw(app, language, interaction, button).await,
        ButtonAction::Resume => adjourn::command::press_resume(app, language, interaction, button).await,
        ButtonAction::ClaimWin | ButtonAction::ClaimDraw => {
            claim::command::confirm(app, language, interaction, button).await
        }
        ButtonAction::Draw => draw::command::offer_or_accept(app, language, interaction, button).await,
        ButtonAction::DrawYes => draw::command::accept(app, language, interaction, button).await,
        ButtonAction::DrawNo => draw::command::decline(app, language, interaction, button).await,
        ButtonAction::WithdrawDraw => draw::command::withdraw(app, language, interaction, button).await,
        ButtonAction::Move | ButtonAction::Entry | ButtonAction::From | ButtonAction::Dir => {
            play::press::press(app, language, interaction, button).await
        }
        ButtonAction::Play => play::command::press(app, language, interaction, button).await,
    }
}
