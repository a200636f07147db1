//! `/move`.

use discord::custom_id::CustomId as _;
use discord::{InteractionType, Modal, ModalField, OutgoingMessage, Reply, Style, button, row};
use games::domain::{BoardRevision, ChannelId, GameId, UserId};
use games::moves::{self, PlayMove};
use games::{GameSelection, ReplayedGame};

use crate::board::{legal_steps, message, steps};
use crate::commands::{Answer, App, BoardButton, Ctx, Facing, Problem, Viewer, game_of};
use crate::features::play::move_menu;
use crate::features::play::press::may_enter;
use crate::features::{engine, game_list};
use crate::localization::{Language, localize, mention_in_sentence};

/// The field of the form, and the option of the command.
const MOVE_FIELD: &str = "move";

/// Characters of the longest typed turn.
pub(super) const MAX_MOVE: u16 = 150;

pub(super) async fn run_move(ctx: Ctx<'_>) -> Answer {
    let game = game_of(ctx, GameSelection::Turn).await?;
    play_typed(ctx, game, ctx.text(MOVE_FIELD).unwrap_or_default(), None).await
}

/// *Type a move…*: asks for it in a modal with the same custom id.
pub(super) async fn press_type(ctx: Ctx<'_>, game: GameId, board: Facing<BoardRevision>, before: String) -> Answer {
    if let Some(typed) = ctx.text(MOVE_FIELD) {
        return play_typed(ctx, game, typed, Some(board)).await;
    }
    if ctx.kind != InteractionType::Component {
        return Err(Problem::UNKNOWN_BUTTON);
    }
    may_enter(&ctx.app.games.load(game, None).await?, ctx.user(), board.position)?;
    let field = ModalField::required(MOVE_FIELD, localize!(ctx, "type-move"), MAX_MOVE);
    Ok(Reply::Modal(Modal {
        custom_id: ctx.name.clone(),
        title: localize!(ctx, "type-title"),
        fields: vec![ModalField { value: before, ..field }],
    }))
}

/// Plays a typed move, or first shows its board to players who confirm moves.
async fn play_typed(ctx: Ctx<'_>, game: GameId, text: &str, board: Option<Facing<BoardRevision>>) -> Answer {
    let flip = board.and_then(|board| board.flip);
    let (request, user) = (ctx.request, ctx.user());
    let refusal = |error| Problem::Game(error, Some(text.to_owned()));
    if confirms(ctx.app, user).await {
        match moves::preview(&ctx.app.games, game, user, text).await.map_err(refusal)? {
            Some((replayed, notation)) if move_menu::fits_button(&replayed, &notation) => {
                let guild = replayed.record.game.place.guild_id;
                let reader = Viewer::of(ctx.app, user, guild).await.facing(flip);
                let post = move_menu::confirmation(ctx.app, ctx.language, &reader, replayed, &notation).await?;
                return Ok(ctx.private_reply(post));
            }
            // With hidden colors a preview would reveal what is legal; other turns are too long for the button's
            // custom id.
            _ => {}
        }
    }
    let expected_revision = board.map(|board| board.position);
    let play = PlayMove { request, game, user, text: text.to_owned(), expected_revision };
    let outcome = moves::play(&ctx.app.games, play).await.map_err(refusal)?;
    Ok(ctx.private_reply(played(ctx, &outcome.replayed, flip).await?))
}

pub(super) async fn confirms(app: &App, user: UserId) -> bool {
    app.games.preferences_of(user).await.is_ok_and(|chosen| chosen.confirm == Some(true))
}

/// The location of a game, relative to its mover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GamePlace {
    /// In the thread of the move.
    Here,
    /// In this channel.
    In(ChannelId),
    /// In no channel that can be linked.
    Elsewhere,
}

pub async fn played(ctx: Ctx<'_>, replayed: &ReplayedGame, flip: Option<bool>) -> Result<OutgoingMessage, Problem> {
    let here = ctx.origin.channel_id;
    let place = if replayed.record.game.place.thread_id == Some(here) {
        GamePlace::Here
    } else {
        let newest = newest_channel_elsewhere(ctx.app, replayed, here).await?;
        newest.map_or(GamePlace::Elsewhere, GamePlace::In)
    };
    Ok(reply(ctx.app, ctx.language, ctx.user(), replayed, place, flip).await?)
}

/// The answer to a move for a game in this place: one line if the public board is visible there, else the board.
pub async fn reply(
    app: &App,
    language: Language,
    user: UserId,
    replayed: &ReplayedGame,
    place: GamePlace,
    flip: Option<bool>,
) -> anyhow::Result<OutgoingMessage> {
    // Conditional moves may have been played since, including the player's own.
    let now = replayed.record.plies.last().map_or(0, |ply| ply.version);
    let own = replayed.record.plies.iter().rev().find(|ply| ply.player == user);
    let first = replayed.record.plies.iter().find(|ply| ply.player == user && ply.version == now);
    let own = first.or(own);
    let against = message::against(language, &replayed.record.game, &replayed.record.seats, user);
    let mut text = own
        .map_or_else(String::new, |ply| localize!(language, "you-played", notation = ply.notation, against = against));
    let game = &replayed.record.game;
    let way = match place {
        GamePlace::Here => String::new(),
        GamePlace::In(channel) => localize!(language, "game-in", id = game.name(), channel = channel.0),
        GamePlace::Elsewhere => localize!(language, "game-is", id = game.name()),
    };
    if !way.is_empty() {
        text = format!("{text} {way}");
    }
    let viewer = Viewer::of(app, user, game.place.guild_id).await.facing(flip);
    let is_own_turn = replayed.record.on_turn().is_some_and(|seat| seat.player == user);
    if is_own_turn {
        let answer = replayed.record.plies.last().filter(|last| last.player != user && last.version == now);
        if let Some(answer) = answer {
            let player = mention_in_sentence(answer.player);
            let key = if answer.player.engine().is_some() { "you-played-engine" } else { "you-played-answered" };
            let sentence = localize!(language, key, players = player, notation = answer.notation);
            text = format!("{text}\n{sentence}");
        }
    }
    if let Some(wait) = engine::view::describe_wait(language, &app.games, &replayed.record) {
        text = format!("{text}\n{wait}");
    }
    if place == GamePlace::Here && !viewer.text_board {
        // The public board comes to the same thread: a second picture would push it off a phone's screen.
        let board = button(
            &BoardButton::facing(flip).about(game.game_id),
            localize!(language, "button-board"),
            Style::Secondary,
        );
        let enter = if is_own_turn { steps::move_buttons(app, language, game, flip) } else { Vec::new() };
        let post = OutgoingMessage::text(text).rows(vec![row(enter.into_iter().chain([board]))]);
        return Ok(game_list::command::with_next(app, language, user, game, post).await);
    }
    let post = message::private(app, language, replayed, &viewer, &text).await?;
    Ok(game_list::command::with_next(app, language, user, game, post).await)
}

/// The channel of the newest message about this game, if it is another linkable channel; direct messages are private.
/// Does not ask Discord whether the thread still exists: the outbox records a new one if it was deleted.
/// it records the new one.
async fn newest_channel_elsewhere(
    app: &App,
    replayed: &ReplayedGame,
    here: ChannelId,
) -> Result<Option<ChannelId>, Problem> {
    let game = &replayed.record.game;
    let newest = app.games.newest_channel_of(game.game_id).await?;
    let delivery_targets = [game.place.thread_id, game.place.guild_id.map(|_| game.place.channel_id)];
    let is_reachable = |channel: &ChannelId| *channel != here && delivery_targets.contains(&Some(*channel));
    Ok(newest.filter(is_reachable))
}

/// *Play* at the end of the menu.
pub(super) async fn press_play(ctx: Ctx<'_>, game: GameId, board: Facing<BoardRevision>, turn: &str) -> Answer {
    let expected_revision = Some(board.position);
    let (request, user) = (ctx.request, ctx.user());
    let (now, later) = legal_steps::with_later_placings(turn);
    let play = PlayMove { request, game, user, text: now.to_owned(), expected_revision };
    let refusal = |error| Problem::Game(error, Some(now.to_owned()));
    let (outcome, prepared) = moves::play_and_prepare(&ctx.app.games, play, &later).await.map_err(refusal)?;
    let mut post = played(ctx, &outcome.replayed, board.flip).await?;
    if later.is_empty() {
        return Ok(ctx.private_reply(post));
    }
    if !prepared.placings.is_empty() {
        post = post.prepend(&localize!(ctx, "entry-prepares", list = prepared.placings.join(" ")));
    }
    if prepared.replaces_lines {
        post = post.prepend(&localize!(ctx, "entry-replaces-lines"));
    }
    Ok(ctx.private_reply(post))
}
