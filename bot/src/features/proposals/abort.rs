//! `/game abort`: calling a game off before everybody has made a move.

use async_trait::async_trait;
use rules::Seat;

use crate::commands::board::message;
use crate::commands::shared_options::game;
use crate::commands::{Answer, App, Button, Feature, game_of};
use crate::discord::command_definition::{CommandDefinition, command, subcommand};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, Style, localize};
use crate::domain::{Action, EndReason, Ending, Game, GameId, GameRecord, Notice, Phase, RequestId, TurnClock, UserId};
use crate::games::change::Change;
use crate::games::competition::refusal_cost;
use crate::games::{Certainty, Done, GameError, Games};
use crate::views::competition::describe_refusal_cost;
use crate::views::notice_context::NoticeContext;

/// *Yes* to the question.
const CONFIRM: &str = "abort!";

pub struct Abort;

#[async_trait]
impl Feature for Abort {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("abort", [game()])])]
    }

    fn words(&self) -> &'static [&'static str] {
        &[CONFIRM]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        ask(app, language, interaction).await
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        confirm(app, language, interaction, &Button::read(interaction)?).await
    }
}

async fn ask(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = game_of(app, interaction, Certainty::Certain).await?;
    let (replayed, user) = (app.games.load(game, None).await?, interaction.person.user);
    replayed.record.aborting_seat(user)?;
    let yes = (CONFIRM, "button-abort-yes", Style::Danger);
    let question = message::question(language, "abort-ask", &replayed.record, user, &[yes]);
    let cost = refusal_cost(&app.games, game, user).await?.map(|cost| describe_refusal_cost(language, &cost));
    Ok(Reply::ephemeral(match cost {
        Some(cost) => question.append(&cost),
        None => question,
    }))
}

async fn confirm(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let (user, version) = (interaction.person.user, button.required_number()?);
    let done = abort(&app.games, interaction.request, button.game, user, Some(version)).await?;
    let text = message::about_game(language, "you-aborted", &done.replayed.record, user);
    Ok(interaction.private_reply(OutgoingMessage::text(text)))
}

/// Calls the game off before everybody has made a move: it has no result. With an expected version the question must have
/// been about this board.
pub async fn abort(
    games: &Games,
    request: RequestId,
    game: GameId,
    user: UserId,
    expected_version: Option<i64>,
) -> Result<Done, GameError> {
    let made = move |record: &GameRecord| {
        record.game.is_aborted() && record.game.loser().is_some() && record.game.loser() == record.seat_of(user)
    };
    games
        .change(request, game, Some(user), made, move |replayed, _| {
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
    let opponents = message::mentions(context.record.opponents(player));
    let text = localize!(context.language, "aborted", player = player, opponents = opponents);
    Some(OutgoingMessage::text(text).mention(others))
}
