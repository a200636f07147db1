//! `/game resign`, with a confirmation.

use async_trait::async_trait;
use discord::custom_id::Words;
use discord::{OutgoingMessage, Reply, Style};
use games::change::{Change, no_precondition};
use games::domain::{Action, EndReason, GameId, Notice, RequestId, UserId};
use games::endings::lose_game;
use games::{Done, GameError, GameSelection, Games, ReplayedGame};

use crate::board::message;
use crate::commands::command_definition::{CommandDefinition, command, subcommand};
use crate::commands::shared_options::game;
use crate::commands::{Answer, Ctx, Feature, GamePress, Problem, ResignButton, game_of};

pub struct Resign;

#[async_trait]
impl Feature for Resign {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("resign", [game()])])]
    }

    fn words(&self) -> Words {
        Words::of::<GamePress<ResignButton>>()
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        let game = game_of(ctx, GameSelection::Certain).await?;
        Ok(Reply::ephemeral(ask_to_resign(ctx, game).await?))
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let GamePress { subject: game, button } = ctx.button()?;
        let message = match button {
            ResignButton::Ask => ask_to_resign(ctx, game).await?,
            ResignButton::Yes { version } => confirm(ctx, game, version).await?,
        };
        Ok(ctx.private_reply(message))
    }
}

/// Asks for confirmation, based on the current game, whatever board the button was below.
async fn ask_to_resign(ctx: Ctx<'_>, game: GameId) -> Result<OutgoingMessage, Problem> {
    let replayed = ctx.app.games.load(game, None).await?;
    replayed.record.playing_seat(ctx.user())?;
    let yes = (ResignButton::Yes { version: replayed.record.game.version }, "button-resign-yes", Style::Danger);
    Ok(message::question(ctx.language, "resign-ask", &replayed.record, ctx.user(), [yes]))
}

async fn confirm(ctx: Ctx<'_>, game: GameId, version: i64) -> Result<OutgoingMessage, Problem> {
    let user = ctx.user();
    let outcome = resign(&ctx.app.games, ctx.request, game, user, Some(version)).await?;
    Ok(OutgoingMessage::text(message::about_game(ctx.language, "you-resigned", &outcome.replayed.record, user)))
}

/// Resigns, on any player's turn. Fails if the game is no longer at the expected version of the question.
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
    games.change(request, game, Some(user), no_precondition, decide).await
}
