//! The bot as an opponent: its search threads, and the games against it.

pub mod service;
pub mod threads;

use std::time::Duration;

use async_trait::async_trait;
use discord::custom_id::LONGEST_ID;
use discord::{Layout, OutgoingMessage, Reply, Style, button, row};
use games::domain::{EngineLevel, GameRecord, Player, UserId};
use games::{GameError, GameSelection, Games, ReplayedGame};
use render::Marked;
use serde_json::json;
use tokio::time::timeout;

use crate::board::buttons::look_buttons;
use crate::board::pictures::Overlay;
use crate::board::words::join_with_and;
use crate::board::{legal_steps, message};
use crate::commands::command_definition::{CommandDefinition, command, subcommand};
use crate::commands::shared_options::game;
use crate::commands::{Answer, App, CommandButton, Ctx, Feature, PlayButton, Viewer, game_of};
use crate::localization::{Language, localize, name_player};

pub struct Hint;

const LEVEL: EngineLevel = EngineLevel::FULL;

/// The option of the second step, which only its button gives: the revision of the board and the move.
const MOVE: &str = "move";

const LONGEST_WAIT: Duration = Duration::from_secs(10);

#[async_trait]
impl Feature for Hint {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("hint", [game()])])]
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        let id = game_of(ctx, GameSelection::Certain).await?;
        let replayed = ctx.app.games.load(id, None).await?;
        let seat = replayed.record.playing_seat(ctx.user())?;
        if !replayed.record.is_against_engine(seat) {
            return Err(GameError::NoHelp.into());
        }
        if replayed.record.game.turn.to_move != Some(seat) {
            return Err(GameError::NotYourTurn(Box::new(replayed.record)).into());
        }
        let reader = Viewer::of(ctx.app, ctx.user(), replayed.record.game.place.guild_id).await;
        let overlay = Overlay::turned(reader.flips(Some(&replayed)));
        // The button of the first step names the move, so that both steps give the same one.
        let revision = replayed.record.game.revision();
        let named_move = ctx
            .text(MOVE)
            .and_then(|text| text.split_once(' '))
            .filter(|(of, notation)| *of == revision.to_string() && replayed.any_game.after(notation).is_ok());
        let is_first_step = named_move.is_none();
        let notation = if is_first_step {
            let queue = ctx.app.games.engine_queue.as_ref().ok_or(GameError::NoEngine)?;
            timeout(LONGEST_WAIT, queue.choose_move(LEVEL, &replayed)).await.ok().flatten()
        } else {
            named_move.map(|(_, notation)| notation.to_owned())
        };
        let enter = PlayButton::Move.below(id, revision, None);
        let enter = button(&enter, localize!(ctx, "button-move"), Style::Secondary);
        let Some(notation) = notation else {
            let text = localize!(ctx, "engine-hint-none");
            return Ok(Reply::ephemeral(OutgoingMessage::text(text).add_button(enter)));
        };
        let show_move =
            CommandButton::new("game hint", json!({ "game": id.to_string(), MOVE: format!("{revision} {notation}") }));
        if is_first_step
            && show_move.to_string().len() <= LONGEST_ID
            && let Some(marked) = moved_marbles(&replayed, &notation)
        {
            let marbles: Vec<String> = marked.iter().map(|cell| format!("`{cell}`")).collect();
            let text = localize!(ctx, "engine-hint-marbles", marbles = join_with_and(ctx.language, &marbles));
            let overlay = Overlay { marked, ..overlay };
            let message = message::render_board(ctx.app, ctx.language, &replayed, &reader, overlay, &text).await?;
            let show_button = button(&show_move, localize!(ctx, "button-show-move"), Style::Primary);
            return Ok(Reply::ephemeral(message.rows(vec![row([show_button, enter])]).layout(Layout::ControlsFirst)));
        }
        let text = localize!(ctx, "engine-hint", notation = notation);
        let play = PlayButton::Play { turn: notation.clone() }.below(id, revision, None);
        // Some turns are too long for a custom id.
        let play = play.fits().then(|| button(&play, localize!(ctx, "button-play"), Style::Success));
        let after = replayed.any_game.after(&notation).map_err(GameError::Illegal)?;
        let replayed = replayed.with_game(after);
        let message = message::render_board(ctx.app, ctx.language, &replayed, &reader, overlay, &text).await?;
        let buttons: Vec<_> = play.into_iter().chain([enter]).collect();
        Ok(Reply::ephemeral(message.rows(vec![row(buttons)]).layout(Layout::ControlsFirst)))
    }
}

/// The marbles of the player that this move moves; `None` where nothing moves, and for turns of several steps.
fn moved_marbles(replayed: &ReplayedGame, notation: &str) -> Option<Vec<Marked>> {
    let game = &*replayed.any_game;
    let mut step = legal_steps::step(game, notation)?;
    step.add_effect(game, "");
    Some(step.effect?.moved.into_iter().map(Marked::Cell).collect())
}

/// The confirmation for the person whose game has started. `asked_rated`: they asked for a rated game.
pub(crate) fn render_begun(
    app: &App,
    language: Language,
    user: UserId,
    replayed: &ReplayedGame,
    asked_rated: bool,
) -> OutgoingMessage {
    let record = &replayed.record;
    let seat_infos = replayed.any_game.seats();
    let color = record.seat_of(user).map(|seat| message::color_at(language, &seat_infos, seat)).unwrap_or_default();
    let engine = record.seats.iter().find(|seat| seat.player.engine().is_some());
    let opponent = name_player(language, engine.map_or(Player::NOBODY, |seat| seat.player));
    let mut text = localize!(language, "engine-begun", opponent = opponent, id = record.game.name(), color = color);
    if asked_rated {
        text = format!("{text} {}", localize!(language, "engine-is-casual"));
    }
    OutgoingMessage::text(text).rows(vec![row(look_buttons(app, language, &record.game))])
}

/// The text for a player who waits for the engine's move.
pub(crate) fn describe_wait(language: Language, games: &Games, record: &GameRecord) -> Option<String> {
    let engine = record.on_turn().filter(|seat| seat.player.engine().is_some())?;
    let queue = games.engine_queue.as_ref()?;
    let player = name_player(language, engine.player);
    Some(match queue.games_before(record.game.game_id) {
        None if queue.is_full() => localize!(language, "engine-busy", player = player),
        None | Some(0) => localize!(language, "engine-thinks", player = player),
        Some(games) => localize!(language, "engine-queue", player = player, games = games),
    })
}
