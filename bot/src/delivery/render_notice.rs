//! Messages that nobody asked for: what the outbox says, worded when it is sent.

use serde_json::{Map, Value, json};
use tracing::error;

use crate::commands::board::message;
use crate::commands::board::seats::shape_of;
use crate::commands::board::viewer::Viewer;
use crate::commands::button::{Button, ButtonAction};
use crate::commands::context::App;
use crate::discord::localization::{Language, say};
use crate::discord::message::{OutgoingMessage, Style, button, clean, row};
use crate::domain::clock::turn;
use crate::domain::{DrawOffer, Game, GameRecord, Notice, Phase, PostedKind, UserId};
use crate::features::adjourn::command;
use crate::features::challenge::view::{challenge, closed, game_name};
use crate::features::proposals::view;
use crate::games::View;
use crate::store::{Message, PostedMessage};

/// Words a notice for everybody; `None` when there is nothing to say any more.
pub async fn word(app: &App, message: &Message, record: &GameRecord) -> anyhow::Result<Option<OutgoingMessage>> {
    word_to(app, message, record, None).await
}

/// The same in direct messages to this player: in their language, with the buttons that are for them, and the board as they
/// like it. `post` is what everybody would read.
pub async fn word_in_private(
    app: &App,
    message: &Message,
    record: &GameRecord,
    user: UserId,
    post: &OutgoingMessage,
) -> OutgoingMessage {
    match word_to(app, message, record, Some(user)).await {
        Ok(Some(own)) => own,
        Ok(None) => late(app, message, record, Some(user)).await,
        Err(cause) => {
            let game = record.game.game_id;
            error!(game.id = %game, "Could not word what a player reads of game {game}: {cause:#}");
            post.clone()
        }
    }
}

async fn word_to(
    app: &App,
    message: &Message,
    record: &GameRecord,
    to: Option<UserId>,
) -> anyhow::Result<Option<OutgoingMessage>> {
    let language = language_for(app, record, to).await;
    let reader = &match to {
        Some(user) => Viewer::person(app, user, record.game.place.guild_id).await,
        None => Viewer::everybody(app, record.game.place.guild_id).await,
    };
    let game = &record.game;
    let user = |seat: u8| record.at(seat).map(|seat| seat.user);
    Ok(match message.notice {
        Notice::Challenge if game.phase == Phase::Offered => Some(challenge(app, language, record, reader, to).await?),
        Notice::Board { ply } => {
            // A draw offer or a reminder leaves the turn as it is; an ending without a move has a notice of its own.
            let current = ply == game.ply
                && (game.phase == Phase::Playing || message.version == game.version)
                && !is_before_takeback(message, game);
            if (!current && hides_the_past(record)) || is_taken_back(message, ply, record) {
                return Ok(None);
            }
            let view = View::open(record.clone(), Some(ply))?;
            Some(if current {
                public(app, language, &view, reader).await
            } else {
                past(app, language, view, reader).await
            })
        }
        Notice::Ended => {
            let view = View::open(record.clone(), None)?;
            Some(public(app, language, &view, reader).await)
        }
        Notice::Void => Some(closed(language, record)),
        Notice::Aborted { seat } => {
            let Some(player) = user(seat) else { return Ok(None) };
            let others: Vec<UserId> = record.opponents(player).map(|seat| seat.user).collect();
            let opponents = message::mentions(record.opponents(player));
            Some(
                OutgoingMessage::text(say!(language, "aborted", player = player.0, opponents = opponents))
                    .mention(others),
            )
        }
        Notice::DrawOffer { seat } if game.draw_offer == Some(DrawOffer { seat, version: message.version }) => {
            let Some(player) = user(seat) else { return Ok(None) };
            let asked = message::others_to_agree(record, seat);
            let press = |verb| Button::at(verb, game.game_id, message.version);
            let mut buttons = vec![
                button(&press(ButtonAction::DrawYes), say!(language, "button-draw-yes"), Style::Success),
                button(&press(ButtonAction::DrawNo), say!(language, "button-draw-no"), Style::Secondary),
            ];
            // Direct messages about it go to the others alone, who have nothing to withdraw.
            if to.is_none() {
                let press = press(ButtonAction::WithdrawDraw);
                buttons.push(view::withdraw(language, &press));
            }
            let rows = vec![row(&buttons)];
            let opponents = message::mentions(asked.iter().copied());
            let text = say!(language, "draw-offered", opponents = opponents, player = player.0);
            Some(OutgoingMessage::text(text).mention(asked.iter().map(|seat| seat.user)).rows(rows))
        }
        Notice::Proposed { seat, .. } => match &game.terms.proposal {
            Some(open) if (open.seat, open.version) == (seat, message.version) => {
                let post = match to {
                    Some(_) => view::question(language, record, open),
                    None => view::proposal(language, record, open),
                };
                Some(post)
            }
            _ => None,
        },
        Notice::ProposalAgreed { seat } => {
            let Some(player) = user(seat) else { return Ok(None) };
            Some(OutgoingMessage::text(say!(language, "proposal-agreed", player = player.0)))
        }
        Notice::ProposalDeclined { seat, wish } => {
            let Some(player) = user(seat) else { return Ok(None) };
            Some(OutgoingMessage::text(view::declined(language, player.0, wish)))
        }
        Notice::ProposalWithdrawn { seat, wish } => {
            let Some(player) = user(seat) else { return Ok(None) };
            Some(OutgoingMessage::text(view::taken_off(language, player.0, wish)))
        }
        Notice::TakenBack { seat, ply, ref moves, .. } => {
            let player = user(seat).map_or(0, |user| user.0);
            let moves = view::listed(moves.iter().map(String::as_str));
            let sentence = say!(language, "taken-back", player = player, moves = moves);
            let stands =
                game.phase == Phase::Playing && game.ply == ply && game.terms.taken_back == Some(message.version);
            if !stands {
                return Ok(Some(OutgoingMessage::text(sentence)));
            }
            let view = View::open(record.clone(), Some(ply))?;
            Some(public_with(app, language, &view, reader, &sentence).await)
        }
        Notice::Adjourned { until } => match game.terms.adjourned {
            Some(adjourned) if adjourned.version == message.version => {
                Some(command::adjourned(language, record, until, adjourned.version))
            }
            // It has gone on since, which is told by itself.
            _ => None,
        },
        Notice::Resumed { seat, ply } => {
            let who = seat.and_then(user);
            let sentence = match who {
                Some(who) => say!(language, "resumed", player = who.0),
                None => say!(language, "resumed-in-time"),
            };
            if !is_about_this_turn(message, game, ply) || game.terms.adjourned.is_some() {
                return Ok(Some(OutgoingMessage::text(sentence)));
            }
            let view = View::open(record.clone(), Some(ply))?;
            Some(public_with(app, language, &view, reader, &sentence).await)
        }
        Notice::ClaimWarning { seat, until, ply } if is_about_this_turn(message, game, ply) => {
            let Some(player) = user(seat) else { return Ok(None) };
            let text = say!(language, "warned", player = player.0, until = until.0 / 1000);
            Some(OutgoingMessage::text(text).mention([player]).rows(message::buttons(language, game)))
        }
        Notice::LineDropped { user, ref turn } => {
            // In the language of the one who reads it.
            let locale = app.store.player(user).await?.locale.unwrap_or_default();
            let (language, id) = (Language::of(&locale), game.game_id);
            let against = message::against(language, &shape_of(game).0, &record.seats, user);
            Some(OutgoingMessage::text(match turn {
                Some(turn) => say!(language, "line-dropped", id = id, against = against, turn = turn),
                None => say!(language, "line-dropped-takeback", id = id, against = against),
            }))
        }
        Notice::DrawDeclined { seat } => {
            let Some(player) = user(seat) else { return Ok(None) };
            Some(OutgoingMessage::text(say!(language, "draw-declined", player = player.0)))
        }
        Notice::DrawWithdrawn { seat } => {
            let Some(player) = user(seat) else { return Ok(None) };
            Some(OutgoingMessage::text(say!(language, "draw-withdrawn", player = player.0)))
        }
        Notice::DrawAgreed { seat } => {
            let Some(player) = user(seat) else { return Ok(None) };
            Some(OutgoingMessage::text(say!(language, "draw-agreed", player = player.0)))
        }
        Notice::Joined { user } => {
            let waiting = message::mentions(record.unanswered());
            if game.phase != Phase::Offered || waiting.is_empty() {
                return Ok(None);
            }
            Some(OutgoingMessage::text(say!(language, "challenge-joined", player = user.0, waiting = waiting)))
        }
        Notice::Reminder { ply, .. } if mentions_now(message, game, ply) => {
            let player = game.to_move.and_then(user);
            let (Some(player), Some(deadline)) = (player, game.deadline_at) else { return Ok(None) };
            let text = say!(language, "reminder", player = player.0, at = deadline.0 / 1000);
            let post = OutgoingMessage::text(text).mention([player]).rows(message::buttons(language, game));
            Some(if crate::features::reminders::view::is_last(message) {
                post.also(&say!(language, "reminder-last"))
            } else {
                post
            })
        }
        // Where no direct message reaches them.
        Notice::Turn { ply } if mentions_now(message, game, ply) => {
            let Some(player) = game.to_move.and_then(user) else { return Ok(None) };
            let text = say!(language, "turn", player = player.0);
            Some(OutgoingMessage::text(text).mention([player]).rows(message::buttons(language, game)))
        }
        Notice::Away { user, from, until, automatic, ply } if is_about_this_turn(message, game, ply) => {
            let Some(deadline) = game.deadline_at else { return Ok(None) };
            let key = match automatic {
                true => "away-automatic",
                false if from > message.created_at => "away-later",
                false => "away",
            };
            let [from, until, at] = [from, until, deadline].map(|at| at.0 / 1000);
            let text = say!(language, key, player = user.0, from = from, until = until, at = at);
            // Only the player who lost the time is mentioned; the others read it when they look.
            Some(OutgoingMessage::text(text).mention(automatic.then_some(user)))
        }
        Notice::Back { user, ply } if is_about_this_turn(message, game, ply) => {
            let Some(deadline) = game.deadline_at else { return Ok(None) };
            let on_vacation = turn::vacation(game, &record.seats, &record.vacations, message.created_at);
            let key = if on_vacation.is_some() { "vacation-changed" } else { "back" };
            Some(OutgoingMessage::text(say!(language, key, player = user.0, at = deadline.0 / 1000)))
        }
        // Nothing to say any more: the game has moved on.
        Notice::Challenge
        | Notice::DrawOffer { .. }
        | Notice::ClaimWarning { .. }
        | Notice::Turn { .. }
        | Notice::Reminder { .. }
        | Notice::Away { .. }
        | Notice::Back { .. }
        | Notice::Delayed => None,
    })
}

/// Is the turn that this speaks of still the one that runs?
fn is_about_this_turn(message: &Message, game: &Game, ply: u32) -> bool {
    game.phase == Phase::Playing && game.ply == ply && !is_before_takeback(message, game)
}

/// Does the turn that this is about still run? Nobody is mentioned in an adjourned game.
fn mentions_now(message: &Message, game: &Game, ply: u32) -> bool {
    is_about_this_turn(message, game, ply) && game.terms.adjourned.is_none()
}

/// Was this committed before moves were taken back? Then what has the same number of moves may be another board.
fn is_before_takeback(message: &Message, game: &Game) -> bool {
    game.terms.taken_back.is_some_and(|version| message.version < version)
}

/// Is this about a move that is gone? The takeback itself says so.
fn is_taken_back(message: &Message, ply: u32, record: &GameRecord) -> bool {
    let made = ply.checked_sub(1).map(|index| record.plies.get(index as usize));
    is_before_takeback(message, &record.game)
        && made.is_some_and(|ply| ply.is_none_or(|ply| ply.version != message.version))
}

/// Replacement text for a notice that may already have been delivered but no longer applies. Mentions no one.
pub async fn late(app: &App, message: &Message, record: &GameRecord, to: Option<UserId>) -> OutgoingMessage {
    let language = language_for(app, record, to).await;
    if message.notice == Notice::Challenge {
        return closed(language, record);
    }
    OutgoingMessage::text(say!(language, "notice-late"))
}

/// Says to one of the others who cannot be written to.
pub async fn unreached(app: &App, record: &GameRecord, missed: &[UserId], to: UserId) -> String {
    let language = language_for(app, record, Some(to)).await;
    let lines: Vec<String> = missed.iter().map(|user| say!(language, "unreached", player = user.0)).collect();
    lines.join("\n")
}

/// What the challenger reads instead of the answer to the command, when their challenge reached nobody.
pub async fn undelivered(app: &App, message: &Message, record: &GameRecord) -> OutgoingMessage {
    let challenger = record.game.challenger;
    let language = language_for(app, record, Some(challenger)).await;
    let missed = unreached(app, record, &message.notice.audience(record).needed, challenger).await;
    let withdraw = Button::of(ButtonAction::Withdraw, record.game.game_id);
    let rows = vec![row(&[button(&withdraw, say!(language, "button-withdraw"), Style::Danger)])];
    OutgoingMessage::text(missed).also(&say!(language, "still-open")).rows(rows)
}

/// The message under which a game gets a new thread.
pub async fn new_home(app: &App, record: &GameRecord) -> OutgoingMessage {
    let language = language_of(app, record).await;
    OutgoingMessage::text(say!(language, "new-home", players = message::mentions(record.seats.iter())))
}

/// The challenge once it has been answered, for everybody or in direct messages to one player: no buttons, and the way to the
/// game.
pub async fn answered(app: &App, record: &GameRecord, to: Option<UserId>) -> OutgoingMessage {
    closed(language_for(app, record, to).await, record)
}

/// The body of a board that has been taken back. Its picture goes, so that nobody who scrolls back takes it for a position of
/// the game.
pub async fn superseded(app: &App, record: &GameRecord, to: Option<UserId>) -> Map<String, Value> {
    let language = language_for(app, record, to).await;
    let mut body = OutgoingMessage::text(say!(language, "board-taken-back")).body;
    body.insert("attachments".into(), json!([]));
    body
}

/// The body that corrects the deadline above the board of the running turn. Nothing else of it changes, and a text board stays
/// one, whatever its reader has chosen since. `None` once the game is over, or
/// cannot be replayed, and where it cannot be found out now what its reader reads.
pub async fn updated_message(
    app: &App,
    record: &GameRecord,
    to: Option<UserId>,
    posted: &PostedMessage,
) -> Option<Map<String, Value>> {
    if record.game.phase != Phase::Playing {
        return None;
    }
    let reader = match to {
        Some(user) => {
            app.store.player(user).await.ok()?;
            Viewer::person(app, user, record.game.place.guild_id).await
        }
        None => Viewer::everybody(app, record.game.place.guild_id).await,
    };
    let language = language_for(app, record, to).await;
    let view = View::open(record.clone(), None).ok()?;
    let mut text = message::caption(language, &view, &view.table.diagram());
    // A reader who has chosen text boards since the picture was posted may have both.
    if posted.kind == PostedKind::TextBoard || reader.text_board {
        text = format!("{text}\n{}", message::spelling(language, &view, reader.flips(&view, false)));
    }
    let mut body = OutgoingMessage::text(text).mention(mentioned(app, &view).await).body;
    body.remove("components");
    Some(body)
}

/// The body that takes the buttons off a message and leaves the rest.
pub fn disarmed() -> Map<String, Value> {
    let mut body = Map::new();
    body.insert("components".into(), json!([]));
    body
}

/// The name of the thread of a game, at most 100 characters.
pub async fn thread_name(app: &App, record: &GameRecord) -> String {
    let language = language_of(app, record).await;
    let longest = 70 / record.seats.len().max(1);
    let names: Vec<String> = record.seats.iter().map(|seat| clean(&seat.name, longest)).collect();
    let name = say!(language, "thread-name", names = names.join(" – "), game = game_name(&record.game.setup));
    name.chars().take(100).collect()
}

/// Do all players read the same words, whoever they are for?
pub async fn read_alike(app: &App, record: &GameRecord) -> bool {
    let common = language_of(app, record).await;
    for seat in &record.seats {
        let reader = Viewer::person(app, seat.user, record.game.place.guild_id).await;
        if reader.text_board || language_for(app, record, Some(seat.user)).await != common {
            return false;
        }
    }
    true
}

/// The language of what one player reads alone, or all of them. Who has never used the bot reads what all do.
async fn language_for(app: &App, record: &GameRecord, to: Option<UserId>) -> Language {
    if let Some(user) = to
        && let Some(locale) = app.store.player(user).await.ok().and_then(|player| player.locale)
    {
        return Language::of(&locale);
    }
    language_of(app, record).await
}

/// The language of what both players read: French when both speak it, else English.
async fn language_of(app: &App, record: &GameRecord) -> Language {
    for seat in &record.seats {
        let locale = app.store.player(seat.user).await.ok().and_then(|player| player.locale);
        // The challenged person may never have used the bot: the challenger's language decides alone then.
        match locale {
            Some(locale) if Language::of(&locale) == Language::English => return Language::English,
            None if record.game.challenger == seat.user => return Language::English,
            _ => {}
        }
    }
    Language::French
}

/// Whom a board mentions: the player on turn, if they want that; all players once the game is over.
async fn mentioned(app: &App, view: &View) -> Vec<UserId> {
    let game = &view.record.game;
    match view.table.to_move().and_then(|seat| view.record.at(seat.0)) {
        Some(player) if game.phase == Phase::Playing => {
            let known = app.store.player(player.user).await.unwrap_or_default();
            let place = known.preferences.reminded_where();
            // A player who gets direct messages is not mentioned here too.
            let here = place.in_thread() || known.dm_closed || game.place.guild_id.is_none();
            if here && known.preferences.is_called_at_turn() { vec![player.user] } else { Vec::new() }
        }
        _ => view.record.seats.iter().map(|seat| seat.user).collect(),
    }
}

/// The board that everybody sees.
async fn public(app: &App, language: Language, view: &View, reader: &Viewer) -> OutgoingMessage {
    public_with(app, language, view, reader, "").await
}

/// The same with a sentence before it.
async fn public_with(app: &App, language: Language, view: &View, reader: &Viewer, sentence: &str) -> OutgoingMessage {
    let (game, diagram) = (&view.record.game, view.table.diagram());
    let mentioned = mentioned(app, view).await;
    let is_silent = match mentioned.as_slice() {
        [player] if game.phase == Phase::Playing => crate::features::reminders::view::is_asleep(app, *player).await,
        _ => false,
    };
    let caption = message::caption(language, view, &diagram);
    let text = if sentence.is_empty() { caption } else { format!("{sentence}\n{caption}") };
    let post = message::drawn(app, language, view, reader, text).await;
    let post = post.mention(mentioned).rows(message::buttons(language, game));
    if is_silent { post.silent() } else { post }
}

/// Under one color no earlier board may stand: move by move they would tell which marbles are whose.
pub fn hides_the_past(record: &GameRecord) -> bool {
    record.game.phase == Phase::Playing && record.game.hides_colors()
}

/// A board that is posted after the game has moved on: as it was then, without buttons, result or mention.
async fn past(app: &App, language: Language, mut view: View, reader: &Viewer) -> OutgoingMessage {
    let game = &mut view.record.game;
    (game.phase, game.result, game.reason, game.deadline_at) = (Phase::Playing, None, None, None);
    let caption = message::caption_of_the_past(language, &view.record, &view.table.diagram());
    message::drawn(app, language, &view, reader, caption).await
}
