//! `/game adjourn` and `/game resume`: pausing the clocks by agreement.

use async_trait::async_trait;
use discord::custom_id::{CustomId as _, Words, buttons};
use discord::{OutgoingMessage, Reply, Style, button, row};
use games::change::no_precondition;
use games::domain::{
    GameId, GameRecord, MOST_DAYS, OrganizerError, Pace, Proposal, ProposalKind, RequestId, Timestamp, UserId,
};
use games::running_turn::{end_early, longest_adjournment, start_clocks, stop_clocks};
use games::{Done, GameError, GameSelection, Games, Question};
use rules::Seat;

use crate::board::message;
use crate::commands::command_definition::{CommandDefinition, command, number, subcommand};
use crate::commands::game_option::{complete_game, complete_game_to_ask};
use crate::commands::shared_options::{game, withdraw};
use crate::commands::{Answer, Choices, Ctx, Feature, GamePress, Problem, game_of, game_of_own};
use crate::features::board::view::sentence_with_board;
use crate::features::proposals::open_proposal::{
    Withdrawal, check_no_open_proposal, mention_undecided, open_proposal, own_proposal, pending_message,
    withdraw_by_command,
};
use crate::localization::{Language, localize};
use crate::views::notice_context::NoticeContext;

buttons! {
    enum AdjournButton {
        /// Resume the adjournment made at this version of the game.
        Resume { adjourned: i64 } = "resume",
    }
}

pub struct Adjourn;

#[async_trait]
impl Feature for Adjourn {
    fn commands(&self) -> Vec<CommandDefinition> {
        let adjourn = subcommand("adjourn", [number("days", 1, MOST_DAYS), withdraw(), game()]);
        vec![command("game", [adjourn, subcommand("resume", [game()])])]
    }

    fn words(&self) -> Words {
        Words::of::<GamePress<AdjournButton>>()
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        match ctx.name.as_str() {
            "game resume" => run_resume(ctx).await,
            _ => run_adjourn(ctx).await,
        }
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        let (option, typed) = ctx.focused_option();
        match option {
            "game" if ctx.name == "game adjourn" => complete_game_to_ask(ctx, typed, Question::Adjourn).await,
            "game" => complete_game(ctx, typed, self.phases()).await,
            _ => Ok(Choices::new()),
        }
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let GamePress { subject: game, button: AdjournButton::Resume { adjourned } } = ctx.button()?;
        let outcome = resume(&ctx.app.games, ctx.request, game, ctx.user(), Some(adjourned)).await?;
        let id = outcome.replayed.record.game.name();
        Ok(ctx.private_reply(OutgoingMessage::text(localize!(ctx, "you-resumed", id = id))))
    }
}

async fn run_adjourn(ctx: Ctx<'_>) -> Answer {
    if ctx.flag("withdraw") {
        let game = game_of_own(ctx, Question::Adjourn).await?;
        return withdraw_by_command(ctx, game, Withdrawal::Adjourn).await;
    }
    let game = game_of(ctx, GameSelection::Certain).await?;
    let days = ctx
        .interaction
        .number("days")
        .map_or_else(|| longest_adjournment(&ctx.app.games), |days| u32::try_from(days).unwrap_or(0));
    let outcome = propose(&ctx.app.games, ctx.request, game, ctx.user(), days).await?;
    Ok(Reply::ephemeral(after_adjourn(ctx.language, ctx.user(), days, &outcome)))
}

async fn run_resume(ctx: Ctx<'_>) -> Answer {
    let game = game_of(ctx, GameSelection::Certain).await?;
    let outcome = resume(&ctx.app.games, ctx.request, game, ctx.user(), None).await?;
    let id = outcome.replayed.record.game.name();
    Ok(Reply::ephemeral(OutgoingMessage::text(localize!(ctx, "you-resumed", id = id))))
}

/// Proposes to adjourn the game for so many days, with paused clocks and no moves.
pub async fn propose(
    games: &Games,
    request: RequestId,
    game: GameId,
    user: UserId,
    days: u32,
) -> Result<Done, GameError> {
    let longest = longest_adjournment(games);
    games
        .change(request, game, Some(user), no_precondition, move |replayed, now| {
            let seat = replayed.record.playing_seat(user)?;
            replayed.record.check_not_adjourned()?;
            if replayed.record.game.time_control.pace == Pace::Unlimited {
                return Err(GameError::NoClock);
            }
            if !(1..=longest).contains(&days) {
                return Err(GameError::AdjournedTooLong(longest));
            }
            check_no_open_proposal(&replayed, seat)?;
            if replayed.record.is_against_engine(seat) {
                return Ok(stop_clocks(replayed.record.game, days, now));
            }
            Ok(open_proposal(replayed, seat, ProposalKind::Adjourn { days }, Vec::new()))
        })
        .await
}

/// Resumes the game at once; any of its players may. A button only resumes its own adjournment.
pub async fn resume(
    games: &Games,
    request: RequestId,
    game: GameId,
    user: UserId,
    expected: Option<i64>,
) -> Result<Done, GameError> {
    games
        .change(request, game, Some(user), no_precondition, move |replayed, now| {
            let seat = replayed.record.playing_seat(user)?;
            let Some(adjourned) = replayed.record.game.agreements.adjourned else {
                return Err(GameError::NotAdjourned);
            };
            if adjourned.organizer.is_some() {
                return Err(OrganizerError::Paused(adjourned.until).into());
            }
            if expected.is_some_and(|version| version != adjourned.version) {
                return Err(GameError::Stale(Box::new(replayed)));
            }
            Ok(start_clocks(end_early(replayed.record.game, adjourned, now), Some(seat), now))
        })
        .await
}

/// The confirmation of a proposal to adjourn.
pub(crate) fn after_adjourn(language: Language, user: UserId, days: u32, outcome: &Done) -> OutgoingMessage {
    let (record, game) = (&outcome.replayed.record, outcome.replayed.record.game.game_id);
    let text = |opponents| {
        localize!(language, "you-asked-to-adjourn", id = record.game.name(), opponents = opponents, days = days)
    };
    match own_proposal(record, user).filter(|open| matches!(open.kind, ProposalKind::Adjourn { .. })) {
        Some(open) => pending_message(language, game, open, text(mention_undecided(language, record, open))),
        // It was answered at once, as the game shows.
        None => OutgoingMessage::text(text(message::mentions(language, record.opponents(user)))),
    }
}

pub(crate) fn write_question(language: Language, record: &GameRecord, open: &Proposal, days: u32) -> String {
    let player = record.player_at(open.seat);
    localize!(
        language,
        "adjourn-asked",
        opponents = mention_undecided(language, record, open),
        player = player,
        days = days
    )
}

/// Announces an adjournment, with a button to resume. `None` once it has resumed, which has its own notice.
pub fn render_notice(context: &NoticeContext<'_>, until: Timestamp) -> Option<OutgoingMessage> {
    let (game, language) = (context.game(), context.language);
    let version =
        game.agreements.adjourned.map(|adjourned| adjourned.version).filter(|version| *version == context.version)?;
    let resume = AdjournButton::Resume { adjourned: version }.about(game.game_id);
    let rows = vec![row([button(&resume, localize!(language, "button-resume"), Style::Secondary)])];
    let players = message::mentions(language, context.record.seats.iter());
    Some(OutgoingMessage::text(localize!(language, "adjourned", players = players, until = until.0 / 1000)).rows(rows))
}

pub async fn render_resumption(
    context: &NoticeContext<'_>,
    seat: Option<Seat>,
    ply: u32,
) -> anyhow::Result<OutgoingMessage> {
    let sentence = match seat.and_then(|seat| context.player(seat)) {
        Some(player) => localize!(context.language, "resumed", player = player),
        None => localize!(context.language, "resumed-in-time"),
    };
    sentence_with_board(context, sentence, context.mentions_now(ply), ply).await
}
