//! `/game resign`, and the question before it.

use async_trait::async_trait;

use crate::commands::board::message;
use crate::commands::shared_options::game;
use crate::commands::{Answer, App, Button, Feature, Problem, game_of, word};
use crate::discord::command_definition::{CommandDefinition, command, subcommand};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, Style};
use crate::domain::{Action, EndReason, GameId, Notice, RequestId, UserId};
use crate::games::change::{Change, never_done};
use crate::games::endings::lose_game;
use crate::games::{Certainty, Done, GameError, Games, ReplayedGame};

/// *Yes* to the question.
const CONFIRM: &str = "resign!";

pub struct Resign;

#[async_trait]
impl Feature for Resign {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("resign", [game()])])]
    }

    fn words(&self) -> &'static [&'static str] {
        &[word::RESIGN, CONFIRM]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let game = game_of(app, interaction, Certainty::Certain).await?;
        Ok(Reply::ephemeral(ask_to_resign(app, language, interaction, game).await?))
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let button = Button::read(interaction)?;
        let message = match &*button.word {
            CONFIRM => confirm(app, language, interaction, &button).await?,
            _ => ask_to_resign(app, language, interaction, button.game).await?,
        };
        Ok(interaction.private_reply(message))
    }
}

/// The question before resigning. It is about the game as it is now, whatever board the button stood under.
async fn ask_to_resign(
    app: &App,
    language: Language,
    interaction: &Interaction,
    game: GameId,
) -> Result<OutgoingMessage, Problem> {
    let replayed = app.games.load(game, None).await?;
    replayed.record.playing_seat(interaction.person.user)?;
    let yes = (CONFIRM, "button-resign-yes", Style::Danger);
    Ok(message::question(language, "resign-ask", &replayed.record, interaction.person.user, &[yes]))
}

async fn confirm(
    app: &App,
    language: Language,
    interaction: &Interaction,
    button: &Button,
) -> Result<OutgoingMessage, Problem> {
    let (user, version) = (interaction.person.user, button.required_number()?);
    let done = resign(&app.games, interaction.request, button.game, user, Some(version)).await?;
    Ok(OutgoingMessage::text(message::about_game(language, "you-resigned", &done.replayed.record, user)))
}

/// Gives up, on one's own turn or the opponent's. With an expected version the question must have been about this board.
pub async fn resign(
    games: &Games,
    request: RequestId,
    game: GameId,
    user: UserId,
    expected_version: Option<i64>,
) -> Result<Done, GameError> {
    let decide = move |replayed: ReplayedGame, _| {
        let seat = replayed.record.playing_seat(user)?;
        if expected_version.is_some_and(|version| version != replayed.record.game.version) {
            return Err(GameError::Stale(Box::new(replayed)));
        }
        Ok(Change::of(lose_game(replayed, seat, EndReason::Resignation), Action::Resign, vec![Notice::Ended]))
    };
    games.change(request, game, Some(user), never_done, decide).await
}
