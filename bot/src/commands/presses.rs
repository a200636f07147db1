//! Buttons and selects.

use super::custom_id::{Press, Verb};
use super::incoming::Incoming;
use super::post::Post;
use super::reader::Reader;
use super::slash::Wanted;
use super::words::{Language, say};
use super::{Answer, App, Problem, Reply, board, entry, export, history, manual, proposals, replay, slash, vacation};
use crate::games;
use crate::games::{DrawAction, GameError, PlayMove, View, Withdrawal};
use crate::store::{Phase, UserId};

/// A button that does not say which board or offer it is about does nothing: it was drawn by an earlier program, or by nobody.
const UNKNOWN: Problem = Problem::Say("error-unknown-button");

/// Answers a button or a select.
pub async fn press(app: &App, language: Language, incoming: &Incoming) -> Answer {
    if let Some(reply) = manual::turned(app, language, incoming).await {
        return Ok(reply);
    }
    let Ok(press) = incoming.name.parse::<Press>() else { return Err(UNKNOWN) };
    let (request, game, user) = (incoming.request, press.game, incoming.person.user);
    let text = match press.verb {
        Verb::Accept => {
            let done = app.games.accept(request, game, incoming.person.clone()).await?;
            accepted(language, user, &done.view)
        }
        Verb::Decline => {
            app.games.decline(request, game, user).await?;
            say!(language, "you-declined")
        }
        Verb::Withdraw => {
            app.games.withdraw(request, game, user).await?;
            say!(language, "you-withdrew")
        }
        Verb::Board | Verb::Flip => {
            // The button that turns a board back names its ply; the others ask for it as its reader likes it.
            let flip = (press.verb == Verb::Flip || press.number.is_some()).then_some(press.verb == Verb::Flip);
            let wanted = Wanted { flip, letters: None };
            let post = slash::look(app, language, incoming, game, press.ply(), wanted).await?;
            return Ok(here(incoming, post));
        }
        Verb::Record => return Ok(here(incoming, export::files(app, language, user, game).await?)),
        Verb::Replay => return Ok(here(incoming, replay::film(app, language, user, game, true).await?)),
        Verb::History => {
            let page = press.number.and_then(|page| usize::try_from(page).ok());
            return Ok(here(incoming, history::page(app, language, user, game, page).await?));
        }
        Verb::StopVacation => {
            let which = press.number.and_then(|number| u32::try_from(number).ok()).ok_or(UNKNOWN)?;
            return Ok(here(incoming, vacation::stop_all_the_same(app, language, incoming, which).await?));
        }
        Verb::Rematch => {
            let done = app.games.rematch(game, incoming.person.clone()).await?;
            let again = &done.view.record.game;
            if again.challenger == user && again.phase == Phase::Offered {
                return Ok(here(incoming, slash::sent(language, &done.view.record)));
            }
            // Somebody else has asked before, or the others have agreed already.
            accepted(language, user, &done.view)
        }
        Verb::Resign => {
            let post = slash::ask_to_resign(app, language, incoming, game).await?;
            return Ok(here(incoming, post));
        }
        Verb::ResignYes => {
            let version = press.number.ok_or(UNKNOWN)?;
            let done = app.games.resign(request, game, user, Some(version)).await?;
            let record = &done.view.record;
            let against = board::against(language, &done.view.table.seats(), &record.seats, user);
            say!(language, "you-resigned", id = game, against = against)
        }
        Verb::AbortYes => {
            let version = press.number.ok_or(UNKNOWN)?;
            let done = app.games.abort(request, game, user, Some(version)).await?;
            let record = &done.view.record;
            let against = board::against(language, &done.view.table.seats(), &record.seats, user);
            say!(language, "you-aborted", id = game, against = against)
        }
        Verb::Agree | Verb::Refuse => {
            let version = press.number.ok_or(UNKNOWN)?;
            let answer = if press.verb == Verb::Agree { games::Answer::Agree } else { games::Answer::Decline };
            let done = app.games.answer(request, game, user, version, answer).await?;
            proposals::after_answer(language, answer, &done.view)
        }
        Verb::WithdrawWish => {
            let version = press.number.ok_or(UNKNOWN)?;
            proposals::take_off(app, language, incoming, game, Withdrawal::Made(version)).await?
        }
        Verb::Resume => {
            let version = press.number.ok_or(UNKNOWN)?;
            app.games.resume(request, game, user, Some(version)).await?;
            say!(language, "you-resumed", id = game)
        }
        Verb::ClaimWin | Verb::ClaimDraw => {
            let version = press.number.ok_or(UNKNOWN)?;
            let claim = if press.verb == Verb::ClaimWin { games::claim::Claim::Win } else { games::claim::Claim::Draw };
            let done = app.games.claim(request, game, user, version, claim).await?;
            let record = &done.view.record;
            let against = board::against(language, &done.view.table.seats(), &record.seats, user);
            let named = say!(language, "you-claimed", id = game, against = against);
            format!("{named} {}", board::result(language, record, &done.view.table.diagram()))
        }
        Verb::Draw => {
            let expected_ply = Some(press.number.ok_or(UNKNOWN)?);
            let done = app.games.draw(request, game, user, DrawAction::OfferOrAccept { expected_ply }).await?;
            return Ok(here(incoming, proposals::after_draw(language, user, &done)));
        }
        Verb::DrawYes => {
            let offer = press.number.ok_or(UNKNOWN)?;
            let done = app.games.draw(request, game, user, DrawAction::Accept { offer }).await?;
            return Ok(here(incoming, proposals::after_draw(language, user, &done)));
        }
        Verb::DrawNo => {
            let offer = press.number.ok_or(UNKNOWN)?;
            app.games.draw(request, game, user, DrawAction::Decline { offer }).await?;
            say!(language, "you-declined-draw")
        }
        Verb::WithdrawDraw => {
            let offer = Some(press.number.ok_or(UNKNOWN)?);
            app.games.draw(request, game, user, DrawAction::Withdraw { offer }).await?;
            say!(language, "you-withdrew-draw")
        }
        Verb::Move | Verb::Entry | Verb::From | Verb::Dir => {
            let post = enter(app, language, incoming, &press).await?;
            return Ok(here(incoming, post));
        }
        Verb::Play => {
            let text = press.text.clone().unwrap_or_default();
            let expected_ply = Some(press.number.ok_or(UNKNOWN)?);
            let play = PlayMove { request, game, user, text: text.clone(), expected_ply };
            let done = app.games.play(play).await.map_err(|error| Problem::Game(error, Some(text)))?;
            return Ok(here(incoming, slash::played(app, language, incoming, &done.view).await?));
        }
    };
    Ok(here(incoming, Post::text(text)))
}

/// Under a private message the answer takes its place; under a public one it is a new private message.
fn here(incoming: &Incoming, post: Post) -> Reply {
    if incoming.under_private { Reply::Update(post) } else { Reply::private(post) }
}

async fn enter(app: &App, language: Language, incoming: &Incoming, press: &Press) -> Result<Post, Problem> {
    let view = app.games.view(press.game, None).await?;
    may_enter(&view, incoming, press)?;
    if view.table.hides_colors() {
        // Whatever a forged button asks: a look at a move would tell whether it is legal.
        return Ok(Post::text(say!(language, "entry-veiled")));
    }
    let text = press.text.as_deref().unwrap_or_default();
    let reader = Reader::person(app, incoming.person.user, view.record.game.guild_id).await;
    Ok(match press.verb {
        Verb::From => {
            let from = incoming.values.first().map(String::as_str).unwrap_or_default();
            entry::arrows(app, language, &reader, view, text, from).await?
        }
        Verb::Dir => entry::preview(app, language, &reader, view, text).await?,
        _ => {
            // A page, and the turn so far behind a point.
            let (page, begun) = text.split_once('.').unwrap_or((text, ""));
            entry::choose(app, language, &reader, view, begun, page.parse().unwrap_or(0)).await?
        }
    })
}

fn may_enter(view: &View, incoming: &Incoming, press: &Press) -> Result<(), Problem> {
    let game = &view.record.game;
    let seat = view.record.playing_seat(incoming.person.user)?;
    if press.number.is_some_and(|mark| mark != game.mark()) {
        let view = View::open(view.record.clone(), None)?;
        return Err(GameError::Stale(Box::new(view)).into());
    }
    if game.to_move != Some(seat) {
        return Err(GameError::NotYourTurn.into());
    }
    Ok(())
}

/// What somebody is told who has accepted a challenge.
fn accepted(language: Language, user: UserId, view: &View) -> String {
    let record = &view.record;
    let seat = record.seat_of(user).unwrap_or(0);
    let waiting = board::mentions(record.unanswered());
    if record.game.phase == Phase::Offered && !waiting.is_empty() {
        return say!(language, "you-accepted-wait", waiting = waiting);
    }
    let places = view.table.seats();
    let accepted = say!(language, "you-accepted", color = board::color_at(language, &places, seat));
    let teams = board::teams(language, &places, &record.seats, true);
    teams.map_or_else(|| accepted.clone(), |teams| format!("{accepted}\n{teams}"))
}
