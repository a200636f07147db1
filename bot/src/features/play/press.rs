//! The buttons and selects of *Move…*.

use crate::commands::{Answer, App, Button, Problem, Viewer, word};
use crate::discord::{Interaction, Language, OutgoingMessage};
use crate::domain::UserId;
use crate::features::play::move_menu::{DIR, FROM};
use crate::features::play::{command, move_menu};
use crate::games::{GameError, ReplayedGame};

/// A step in the menu. The last one plays, where its player wants no preview.
pub(crate) async fn press(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    if button.word == DIR && plays_at_once(app, interaction.person.user).await {
        let replayed = app.games.load(button.game, None).await?;
        let turn = chosen_turn(interaction, button);
        if !replayed.any_game.hides_colors() && move_menu::is_whole_turn(&replayed, &turn) {
            let play = Button { word: word::PLAY.into(), text: Some(turn), ..button.clone() };
            return command::press_play(app, language, interaction, &play).await;
        }
    }
    Ok(interaction.private_reply(enter(app, language, interaction, button).await?))
}

async fn enter(
    app: &App,
    language: Language,
    interaction: &Interaction,
    press: &Button,
) -> Result<OutgoingMessage, Problem> {
    let replayed = app.games.load(press.game, None).await?;
    may_enter(&replayed, interaction, press)?;
    if replayed.any_game.hides_colors() {
        // Even for a forged button: a preview of a move would reveal whether it is legal.
        return Ok(move_menu::hidden_colors(language, &replayed, press.flip));
    }
    let text = press.text.as_deref().unwrap_or_default();
    let reader = Viewer::of(app, interaction.person.user, replayed.record.game.place.guild_id).await.facing(press.flip);
    Ok(match &*press.word {
        FROM => {
            let from = interaction.values.first().map(String::as_str).unwrap_or_default();
            move_menu::arrows(app, language, &reader, replayed, text, from).await?
        }
        DIR => move_menu::preview(app, language, &reader, replayed, &chosen_turn(interaction, press)).await?,
        _ => {
            // A page, and the turn so far behind a point.
            let (page, partial_turn) = text.split_once('.').unwrap_or((text, ""));
            move_menu::choose(app, language, &reader, replayed, partial_turn, page.parse().unwrap_or(0)).await?
        }
    })
}

async fn plays_at_once(app: &App, user: UserId) -> bool {
    app.games.preferences_of(user).await.is_ok_and(|chosen| chosen.preview == Some(false))
}

/// Of a button the turn stands in its id, of a select it is what was chosen: a turn, or several placings.
fn chosen_turn(interaction: &Interaction, press: &Button) -> String {
    if interaction.values.is_empty() { press.text.clone().unwrap_or_default() } else { interaction.values.join(" ") }
}

pub(super) fn may_enter(replayed: &ReplayedGame, interaction: &Interaction, press: &Button) -> Result<(), Problem> {
    let game = &replayed.record.game;
    let seat = replayed.record.playing_seat(interaction.person.user)?;
    if press.number.is_some() && press.revision() != Some(game.revision()) {
        let replayed = ReplayedGame::open(replayed.record.clone(), None)?;
        return Err(GameError::Stale(Box::new(replayed)).into());
    }
    if game.turn.to_move != Some(seat) {
        return Err(GameError::NotYourTurn(Box::new(replayed.record.clone())).into());
    }
    Ok(())
}
