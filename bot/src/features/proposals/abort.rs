//! `/game abort`: aborting a game before every player has moved.

use async_trait::async_trait;
use clubs::competitions::refusal_cost;
use discord::custom_id::{Words, buttons};
use discord::{OutgoingMessage, Reply, Style};
use games::change::Change;
use games::domain::{Action, EndReason, Ending, Game, GameId, GameRecord, Notice, Phase, RequestId, TurnClock, UserId};
use games::{Done, GameError, GameSelection, Games};
use rules::Seat;

use crate::board::message;
use crate::commands::command_definition::{CommandDefinition, command, subcommand};
use crate::commands::shared_options::game;
use crate::commands::{Answer, Ctx, Feature, GamePress, game_of};
use crate::localization::localize;
use crate::views::competition::{describe_loss_by_abort, describe_refusal_cost, is_of_event};
use crate::views::notice_context::NoticeContext;

buttons! {
    enum AbortButton {
        /// Abort the game at this version, after confirmation.
        Yes { version: i64 } = "abort!",
    }
}

pub struct Abort;

#[async_trait]
impl Feature for Abort {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("abort", [game()])])]
    }

    fn words(&self) -> Words {
        Words::of::<GamePress<AbortButton>>()
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        ask(ctx).await
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let GamePress { subject: game, button: AbortButton::Yes { version } } = ctx.button()?;
        confirm(ctx, game, version).await
    }
}

async fn ask(ctx: Ctx<'_>) -> Answer {
    let game = game_of(ctx, GameSelection::Certain).await?;
    let (replayed, user) = (ctx.app.games.load(game, None).await?, ctx.user());
    replayed.record.aborting_seat(user)?;
    let yes = (AbortButton::Yes { version: replayed.record.game.version }, "button-abort-yes", Style::Danger);
    let key = if is_of_event(&replayed.record.game) { "abort-ask-lost" } else { "abort-ask" };
    let question = message::question(ctx.language, key, &replayed.record, user, [yes]);
    let cost = refusal_cost(&ctx.app.games, game, user).await?.map(|cost| describe_refusal_cost(ctx.language, &cost));
    Ok(Reply::ephemeral(match cost {
        Some(cost) => question.append(&cost),
        None => question,
    }))
}

async fn confirm(ctx: Ctx<'_>, game: GameId, version: i64) -> Answer {
    let user = ctx.user();
    let outcome = abort(&ctx.app.games, ctx.request, game, user, Some(version)).await?;
    let record = &outcome.replayed.record;
    let text = match describe_loss_by_abort(ctx.language, &record.game) {
        None => message::about_game(ctx.language, "you-aborted", record, user),
        Some(cost) => {
            let text = message::about_game(ctx.language, "you-aborted-lost", record, user);
            format!("{text} {cost}")
        }
    };
    Ok(ctx.private_reply(OutgoingMessage::text(text)))
}

/// Aborts the game before every player has moved: it has no result. Fails if the game is no longer at the expected
/// version of the question.
pub async fn abort(
    games: &Games,
    request: RequestId,
    game: GameId,
    user: UserId,
    expected_version: Option<i64>,
) -> Result<Done, GameError> {
    let is_already_aborted = move |record: &GameRecord| {
        record.game.is_aborted() && record.game.loser().is_some() && record.game.loser() == record.seat_of(user)
    };
    games
        .change(request, game, Some(user), is_already_aborted, move |replayed, _| {
            let seat = replayed.record.aborting_seat(user)?;
            if expected_version.is_some_and(|version| version != replayed.record.game.version) {
                return Err(GameError::Stale(Box::new(replayed)));
            }
            Ok(Change::of(call_off(replayed.record.game, seat), Action::Abort, vec![Notice::Aborted { seat }]))
        })
        .await
}

fn call_off(game: Game, seat: Seat) -> Game {
    Game {
        phase: Phase::Void,
        turn: TurnClock { to_move: None, deadline_at: None, ..game.turn },
        draw_offer: None,
        ending: Some(Ending { loser: Some(seat), ..Ending::of(EndReason::Aborted) }),
        agreements: game.agreements.close(),
        ..game
    }
}

pub fn render_notice(context: &NoticeContext<'_>, seat: Seat) -> Option<OutgoingMessage> {
    let player = context.player(seat)?;
    let others = context.record.opponents(player).map(|seat| seat.player);
    let opponents = message::mentions(context.language, context.record.opponents(player));
    let text = match describe_loss_by_abort(context.language, context.game()) {
        None => localize!(context.language, "aborted", player = player, opponents = opponents),
        Some(cost) => {
            let text = localize!(context.language, "aborted-lost", player = player, opponents = opponents);
            format!("{text} {cost}")
        }
    };
    Some(OutgoingMessage::text(text).mention(others))
}
