//! `/game hint`: the move that Sumito would play, in games against it.

use std::time::Duration;

use async_trait::async_trait;
use serde_json::Value;
use tokio::time::timeout;

use crate::commands::board::message;
use crate::commands::board::pictures::Overlay;
use crate::commands::shared_options::game;
use crate::commands::{Answer, App, Button, Feature, Viewer, game_of, word};
use crate::discord::command_definition::{CommandDefinition, command, subcommand};
use crate::discord::{Interaction, Language, Layout, OutgoingMessage, Reply, Style, button, localize, row};
use crate::domain::EngineLevel;
use crate::games::{Certainty, GameError};

pub struct Hint;

/// The level that chooses hints.
const LEVEL: EngineLevel = EngineLevel(8);

/// How long a player waits for a hint.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

#[async_trait]
impl Feature for Hint {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("hint", [game()])])]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let id = game_of(app, interaction, Certainty::Certain).await?;
        let replayed = app.games.load(id, None).await?;
        let seat = replayed.record.playing_seat(interaction.person.user)?;
        if !replayed.record.is_against_engine(seat) {
            return Err(GameError::NoHelp.into());
        }
        if replayed.record.game.turn.to_move != Some(seat) {
            return Err(GameError::NotYourTurn(Box::new(replayed.record)).into());
        }
        let queue = app.games.engine_queue.as_ref().ok_or(GameError::NoEngine)?;
        let chosen = timeout(LONGEST_WAIT, queue.choose_move(LEVEL, &replayed)).await;
        let revision = replayed.record.game.revision();
        let enter = Button::at(word::MOVE, id, revision);
        let enter = button(&enter, localize!(language, "button-move"), Style::Secondary);
        let Some(notation) = chosen.ok().flatten() else {
            let text = localize!(language, "engine-hint-none");
            return Ok(Reply::ephemeral(OutgoingMessage::text(text).add_button(enter)));
        };
        let text = localize!(language, "engine-hint", notation = notation);
        let play = Button::with(word::PLAY, id, revision, &notation);
        // Some turns are too long for a button.
        let play = play.fits().then(|| button(&play, localize!(language, "button-play"), Style::Success));
        let after = replayed.any_game.after(&notation).map_err(GameError::Illegal)?;
        let replayed = replayed.with_game(after);
        let reader = Viewer::of(app, interaction.person.user, replayed.record.game.place.guild_id).await;
        let overlay = Overlay::turned(reader.flips(Some(&replayed)));
        let message = message::render_board(app, language, &replayed, &reader, overlay, &text).await?;
        let buttons: Vec<Value> = play.into_iter().chain([enter]).collect();
        Ok(Reply::ephemeral(message.rows(vec![row(&buttons)]).layout(Layout::ControlsFirst)))
    }
}
