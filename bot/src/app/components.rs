//! Buttons and selects.

use crate::app::slash_commands::Wanted;
use crate::commands::answer::{Answer, Problem};
use crate::commands::board::message;
use crate::commands::button::{Button, ButtonAction};
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, say};
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::Reply;
use crate::domain::Phase;
use crate::features::challenge::accepted::accepted;
use crate::features::draw::service::DrawAction;
use crate::features::play::press::enter;
use crate::features::play::service::PlayMove;
use crate::features::proposals::service::Withdrawal;
use crate::features::proposals::{service, view};
use crate::features::rules_pages::command;

/// A button that does not say which board or offer it is about does nothing: it was drawn by an earlier program, or by nobody.
const UNKNOWN: Problem = Problem::Say("error-unknown-button");

/// Answers a button or a select.
pub async fn press(app: &App, language: Language, incoming: &Interaction) -> Answer {
    if let Some(reply) = command::turned(app, language, incoming).await {
        return Ok(reply);
    }
    let Ok(press) = incoming.name.parse::<Button>() else { return Err(UNKNOWN) };
    let (request, game, user) = (incoming.request, press.game, incoming.person.user);
    let text = match press.verb {
        ButtonAction::Accept => {
            let done = app.games.accept(request, game, incoming.person.clone()).await?;
            accepted(language, user, &done.view)
        }
        ButtonAction::Decline => {
            app.games.decline(request, game, user).await?;
            say!(language, "you-declined")
        }
        ButtonAction::Withdraw => {
            app.games.withdraw(request, game, user).await?;
            say!(language, "you-withdrew")
        }
        ButtonAction::Board | ButtonAction::Flip => {
            // The button that turns a board back names its ply; the others ask for it as its reader likes it.
            let flip = (press.verb == ButtonAction::Flip || press.number.is_some())
                .then_some(press.verb == ButtonAction::Flip);
            let wanted = Wanted { flip, text_board: None };
            let post =
                crate::features::board::command::look(app, language, incoming, game, press.ply(), wanted).await?;
            return Ok(here(incoming, post));
        }
        ButtonAction::Record => {
            return Ok(here(incoming, crate::features::export::command::files(app, language, user, game).await?));
        }
        ButtonAction::Replay => {
            return Ok(here(incoming, crate::features::replay::command::film(app, language, user, game, true).await?));
        }
        ButtonAction::History => {
            let page = press.number.and_then(|page| usize::try_from(page).ok());
            return Ok(here(incoming, crate::features::history::command::page(app, language, user, game, page).await?));
        }
        ButtonAction::StopVacation => {
            let which = press.number.and_then(|number| u32::try_from(number).ok()).ok_or(UNKNOWN)?;
            return Ok(here(
                incoming,
                crate::features::vacation::command::stop_all_the_same(app, language, incoming, which).await?,
            ));
        }
        ButtonAction::Rematch => {
            let done = app.games.rematch(game, incoming.person.clone()).await?;
            let again = &done.view.record.game;
            if again.challenger == user && again.phase == Phase::Offered {
                return Ok(here(incoming, crate::features::challenge::command::sent(language, &done.view.record)));
            }
            // Somebody else has asked before, or the others have agreed already.
            accepted(language, user, &done.view)
        }
        ButtonAction::Resign => {
            let post = crate::features::resign::command::ask_to_resign(app, language, incoming, game).await?;
            return Ok(here(incoming, post));
        }
        ButtonAction::ResignYes => {
            let version = press.number.ok_or(UNKNOWN)?;
            let done = app.games.resign(request, game, user, Some(version)).await?;
            let record = &done.view.record;
            let against = message::against(language, &done.view.table.seats(), &record.seats, user);
            say!(language, "you-resigned", id = game, against = against)
        }
        ButtonAction::AbortYes => {
            let version = press.number.ok_or(UNKNOWN)?;
            let done = app.games.abort(request, game, user, Some(version)).await?;
            let record = &done.view.record;
            let against = message::against(language, &done.view.table.seats(), &record.seats, user);
            say!(language, "you-aborted", id = game, against = against)
        }
        ButtonAction::Agree | ButtonAction::Refuse => {
            let version = press.number.ok_or(UNKNOWN)?;
            let answer =
                if press.verb == ButtonAction::Agree { service::Answer::Agree } else { service::Answer::Decline };
            let done = app.games.answer(request, game, user, version, answer).await?;
            view::after_answer(language, answer, &done.view)
        }
        ButtonAction::WithdrawWish => {
            let version = press.number.ok_or(UNKNOWN)?;
            view::take_off(app, language, incoming, game, Withdrawal::Made(version)).await?
        }
        ButtonAction::Resume => {
            let version = press.number.ok_or(UNKNOWN)?;
            app.games.resume(request, game, user, Some(version)).await?;
            say!(language, "you-resumed", id = game)
        }
        ButtonAction::ClaimWin | ButtonAction::ClaimDraw => {
            let version = press.number.ok_or(UNKNOWN)?;
            let claim = if press.verb == ButtonAction::ClaimWin {
                crate::features::claim::service::Claim::Win
            } else {
                crate::features::claim::service::Claim::Draw
            };
            let done = app.games.claim(request, game, user, version, claim).await?;
            let record = &done.view.record;
            let against = message::against(language, &done.view.table.seats(), &record.seats, user);
            let named = say!(language, "you-claimed", id = game, against = against);
            format!("{named} {}", message::result(language, record, &done.view.table.diagram()))
        }
        ButtonAction::Draw => {
            let expected_revision = Some(press.revision().ok_or(UNKNOWN)?);
            let done = app.games.draw(request, game, user, DrawAction::OfferOrAccept { expected_revision }).await?;
            return Ok(here(incoming, crate::features::draw::view::after_draw(language, user, &done)));
        }
        ButtonAction::DrawYes => {
            let offer = press.number.ok_or(UNKNOWN)?;
            let done = app.games.draw(request, game, user, DrawAction::Accept { offer }).await?;
            return Ok(here(incoming, crate::features::draw::view::after_draw(language, user, &done)));
        }
        ButtonAction::DrawNo => {
            let offer = press.number.ok_or(UNKNOWN)?;
            app.games.draw(request, game, user, DrawAction::Decline { offer }).await?;
            say!(language, "you-declined-draw")
        }
        ButtonAction::WithdrawDraw => {
            let offer = Some(press.number.ok_or(UNKNOWN)?);
            app.games.draw(request, game, user, DrawAction::Withdraw { offer }).await?;
            say!(language, "you-withdrew-draw")
        }
        ButtonAction::Move | ButtonAction::Entry | ButtonAction::From | ButtonAction::Dir => {
            let post = enter(app, language, incoming, &press).await?;
            return Ok(here(incoming, post));
        }
        ButtonAction::Play => {
            let text = press.text.clone().unwrap_or_default();
            let expected_revision = Some(press.revision().ok_or(UNKNOWN)?);
            let play = PlayMove { request, game, user, text: text.clone(), expected_revision };
            let done = app.games.play(play).await.map_err(|error| Problem::Game(error, Some(text)))?;
            return Ok(here(
                incoming,
                crate::features::play::command::played(app, language, incoming, &done.view).await?,
            ));
        }
    };
    Ok(here(incoming, OutgoingMessage::text(text)))
}

/// Under a private message the answer takes its place; under a public one it is a new private message.
fn here(incoming: &Interaction, post: OutgoingMessage) -> Reply {
    if incoming.is_ephemeral { Reply::Update(post) } else { Reply::private(post) }
}
