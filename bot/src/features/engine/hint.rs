//! `/game hint`: the move that Sumito would play, in games against it.

use std::time::Duration;

use async_trait::async_trait;
use tokio::time::timeout;

use crate::commands::shared_options::game;
use crate::commands::{Answer, App, Button, Feature, game_of, word};
use crate::discord::command_definition::{CommandDefinition, command, subcommand};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, Style, button, localize};
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
        let text = match chosen.ok().flatten() {
            Some(notation) => localize!(language, "engine-hint", notation = notation),
            None => localize!(language, "engine-hint-none"),
        };
        let play = Button::at(word::MOVE, id, replayed.record.game.revision());
        Ok(Reply::ephemeral(OutgoingMessage::text(text).add_button(button(
            &play,
            localize!(language, "button-move"),
            Style::Primary,
        ))))
    }
}
