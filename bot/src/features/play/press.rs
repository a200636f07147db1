//! The buttons and selects of *Move…*.

use discord::OutgoingMessage;
use discord::custom_id::About;
use games::domain::{BoardRevision, GameId, UserId};
use games::{GameError, ReplayedGame};

use crate::commands::{Answer, App, Ctx, Facing, PlayButton, PlayPress, Problem, Viewer};
use crate::features::play::{command, move_menu};

/// A step in the menu, or a move. Without preview, the last step plays at once.
pub(crate) async fn press(ctx: Ctx<'_>, pressed: PlayPress) -> Answer {
    let About { subject: game, button: About { subject: board, button } } = pressed;
    match button {
        PlayButton::Type { typed } => return command::press_type(ctx, game, board, typed).await,
        PlayButton::Play { turn } => return command::press_play(ctx, game, board, &turn).await,
        // A button has the turn in its id; a select sends it as its values: a turn, or several placings.
        PlayButton::Step { ref turn } if plays_at_once(ctx.app, ctx.user()).await => {
            let replayed = ctx.app.games.load(game, None).await?;
            let turn = if ctx.values.is_empty() { turn.clone() } else { ctx.values.join(" ") };
            if !replayed.any_game.hides_colors() && move_menu::is_whole_turn(&replayed, &turn) {
                return command::press_play(ctx, game, board, &turn).await;
            }
        }
        _ => {}
    }
    Ok(ctx.private_reply(enter(ctx, game, board, &button).await?))
}

async fn enter(
    ctx: Ctx<'_>,
    game: GameId,
    board: Facing<BoardRevision>,
    button: &PlayButton,
) -> Result<OutgoingMessage, Problem> {
    let replayed = ctx.app.games.load(game, None).await?;
    may_enter(&replayed, ctx.user(), board.position)?;
    if replayed.any_game.hides_colors() {
        // Even for a forged button: a preview of a move would reveal whether it is legal.
        return Ok(move_menu::hidden_colors(ctx.app, ctx.language, &replayed, board.flip));
    }
    let reader = Viewer::of(ctx.app, ctx.user(), replayed.record.game.place.guild_id).await.facing(board.flip);
    let selection = (!ctx.values.is_empty()).then(|| ctx.values.join(" "));
    Ok(move_menu::enter(ctx.app, ctx.language, &reader, replayed, button, selection.as_deref()).await?)
}

async fn plays_at_once(app: &App, user: UserId) -> bool {
    app.games.preferences_of(user).await.is_ok_and(|chosen| chosen.preview == Some(false))
}

pub(super) fn may_enter(replayed: &ReplayedGame, user: UserId, board: BoardRevision) -> Result<(), Problem> {
    let game = &replayed.record.game;
    let seat = replayed.record.playing_seat(user)?;
    if board != game.revision() {
        let replayed = ReplayedGame::open(replayed.record.clone(), None)?;
        return Err(GameError::Stale(Box::new(replayed)).into());
    }
    if game.turn.to_move != Some(seat) {
        return Err(GameError::NotYourTurn(Box::new(replayed.record.clone())).into());
    }
    Ok(())
}
