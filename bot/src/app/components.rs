//! Which button or select goes to which feature.

use crate::commands::answer::{Answer, Problem};
use crate::commands::button::{Button, word};
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::features::{
    abort, adjourn, board, challenge, claim, conditional_moves, draw, export, fork, game_list, guided_play, hints,
    history, ladder, learn, live, organize, play, privacy, proposals, replay, rules_pages, settings, vacation, watch,
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
    match &*button.word {
        word::ACCEPT => challenge::command::accept(app, language, interaction, button).await,
        word::DECLINE => challenge::command::decline(app, language, interaction, button).await,
        word::WITHDRAW => challenge::command::withdraw(app, language, interaction, button).await,
        word::REMATCH => challenge::command::rematch(app, language, interaction, button).await,
        word::BOARD | word::FLIP => board::command::press(app, language, interaction, button).await,
        word::RECORD => export::command::press(app, language, interaction, button).await,
        word::REPLAY => replay::command::press(app, language, interaction, button).await,
        word::HISTORY => history::command::press(app, language, interaction, button).await,
        word::STEP => board::command::step(app, language, interaction, button).await,
        word::GO_TO => board::command::go_to(app, language, interaction, button).await,
        word::COPY => export::command::copy(app, language, interaction, button).await,
        word::FORK => fork::command::ask(app, language, interaction, button).await,
        word::FORK_WITH => fork::command::challenge(app, language, interaction, button).await,
        word::WATCH => watch::command::press_start(app, language, interaction, button).await,
        word::UNWATCH => watch::command::press_stop(app, language, interaction, button).await,
        word::LINE => conditional_moves::command::press(app, language, interaction, button).await,
        word::NEXT => game_list::command::next(app, language, interaction, button).await,
        word::STOP_VACATION => vacation::command::press_stop(app, language, interaction, button).await,
        word::ABORT_YES => abort::command::confirm(app, language, interaction, button).await,
        word::AGREE | word::REFUSE => proposals::command::answer(app, language, interaction, button).await,
        word::WITHDRAW_PROPOSAL => proposals::command::withdraw(app, language, interaction, button).await,
        word::RESUME => adjourn::command::press_resume(app, language, interaction, button).await,
        word::CLAIM_WIN | word::CLAIM_DRAW => claim::command::confirm(app, language, interaction, button).await,
        word::DRAW => draw::command::offer_or_accept(app, language, interaction, button).await,
        word::DRAW_YES => draw::command::accept(app, language, interaction, button).await,
        word::DRAW_NO => draw::command::decline(app, language, interaction, button).await,
        word::WITHDRAW_DRAW => draw::command::withdraw(app, language, interaction, button).await,
        word::MOVE | word::ENTRY | word::FROM | word::DIR => {
            play::press::press(app, language, interaction, button).await
        }
        word::PLAY => play::command::press(app, language, interaction, button).await,
        _ => Err(Problem::UNKNOWN_BUTTON),
    }
}
