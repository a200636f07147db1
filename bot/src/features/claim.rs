//! `/game claim`: ending a game without a deadline whose opponent has left. The opponent is warned; if they do not
//! move, the game may be ended. Vacations of the opponent and outages do not count.

use async_trait::async_trait;
use discord::custom_id::{Words, buttons};
use discord::{OutgoingMessage, Reply, Style};
use games::change::{Change, no_precondition};
use games::domain::{
    Action, Calendar, ClaimWarning, ClockError, EndReason, Ending, Game, GameId, GameOutcome, GameRecord, Limits,
    NoSuchZone, Notice, Pace, RequestId, TimeSpan, Timestamp, UserId, Vacation, VacationPolicy, Weekends,
};
use games::endings::{end_game, lose_game};
use games::{Done, GameError, GameSelection, Games, ReplayedGame};
use rules::Seat;

use crate::board::message;
use crate::commands::command_definition::{CommandDefinition, command, subcommand};
use crate::commands::shared_options::game;
use crate::commands::{Answer, Ctx, Feature, GamePress, game_of};
use crate::localization::localize;
use crate::views::notice_context::NoticeContext;

buttons! {
    /// A claim at this version of the game, after confirmation.
    enum ClaimButton {
        Win { version: i64 } = "claim-win",
        Draw { version: i64 } = "claim-draw",
    }
}

pub struct ClaimSilence;

#[async_trait]
impl Feature for ClaimSilence {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("claim", [game()])])]
    }

    fn words(&self) -> Words {
        Words::of::<GamePress<ClaimButton>>()
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        ask(ctx).await
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let GamePress { subject: game, button } = ctx.button()?;
        match button {
            ClaimButton::Win { version } => confirm(ctx, game, version, Claim::Win).await,
            ClaimButton::Draw { version } => confirm(ctx, game, version, Claim::Draw).await,
        }
    }
}

/// `/game claim`: warns first; once the warning has expired, asks what to claim.
async fn ask(ctx: Ctx<'_>) -> Answer {
    let game = game_of(ctx, GameSelection::Certain).await?;
    let user = ctx.user();
    let replayed = match warn_or_find_silence(&ctx.app.games, ctx.request, game, user).await? {
        Silence::Warned(until) => {
            return Ok(Reply::ephemeral(OutgoingMessage::text(localize!(
                ctx,
                "you-warned-opponent",
                until = until.0 / 1000
            ))));
        }
        Silence::Claimable(replayed) => replayed,
    };
    let version = replayed.record.game.version;
    let answers = [
        (ClaimButton::Win { version }, "button-claim-win", Style::Danger),
        (ClaimButton::Draw { version }, "button-claim-draw", Style::Primary),
    ];
    Ok(Reply::ephemeral(message::question(ctx.language, "claim-ask", &replayed.record, user, answers)))
}

async fn confirm(ctx: Ctx<'_>, game: GameId, version: i64, what: Claim) -> Answer {
    let user = ctx.user();
    let outcome = claim(&ctx.app.games, ctx.request, game, user, version, what).await?;
    let record = &outcome.replayed.record;
    let claim_text = message::about_game(ctx.language, "you-claimed", record, user);
    let text = format!("{claim_text} {}", message::result(ctx.language, record, &outcome.replayed.any_game.diagram()));
    Ok(ctx.private_reply(OutgoingMessage::text(text)))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    Win,
    Draw,
}

#[derive(Debug)]
pub enum Silence {
    Warned(Timestamp),
    Claimable(Box<ReplayedGame>),
}

type Away = Vec<TimeSpan>;

/// Warns an opponent after long silence, or reports that the warning has expired without a move.
pub async fn warn_or_find_silence(
    games: &Games,
    request: RequestId,
    game: GameId,
    user: UserId,
) -> Result<Silence, GameError> {
    let replayed = games.load(game, None).await?;
    let (now, away) = (games.clock.now(), outage_spans_since(games, replayed.record.game.turn.started_at).await?);
    let limits = games.settings.limits;
    let silent = silent_seat(&replayed, user, limits, &away, now)?;
    match silent.warned_until() {
        Some(until) if until <= now => return Ok(Silence::Claimable(Box::new(replayed))),
        Some(until) => return Ok(Silence::Warned(until)),
        None => {}
    }
    // If several players claim at once, the first one warns.
    let is_warned = |record: &GameRecord| record.game.agreements.claim_warning.is_some();
    let change = games.change(request, game, Some(user), is_warned, move |replayed, now| {
        let silent = silent_seat(&replayed, user, limits, &away, now)?;
        let (seat, until) = (silent.seat, silent.calendar.deadline(now, limits.grace()));
        let mut game = replayed.record.game;
        game.agreements.claim_warning = Some(ClaimWarning { until, since: now });
        let notice = Notice::ClaimWarning { seat, until, ply: game.ply };
        Ok(Change::of(game, Action::WarnOfClaim, vec![notice]))
    });
    let claim_warning = change.await?.replayed.record.game.agreements.claim_warning;
    Ok(Silence::Warned(claim_warning.map_or(now, |claim_warning| claim_warning.until)))
}

/// Ends a game whose opponent was warned and has not moved. Fails if the game has changed since the question.
pub async fn claim(
    games: &Games,
    request: RequestId,
    game: GameId,
    user: UserId,
    version: i64,
    claim: Claim,
) -> Result<Done, GameError> {
    let record = games.store.game(game).await?.ok_or(GameError::NoSuchGame)?;
    let (limits, away) = (games.settings.limits, outage_spans_since(games, record.game.turn.started_at).await?);
    games
        .change(request, game, Some(user), no_precondition, move |replayed, now| {
            let silent = silent_seat(&replayed, user, limits, &away, now)?;
            if version != replayed.record.game.version {
                return Err(GameError::Stale(Box::new(replayed)));
            }
            match silent.warned_until() {
                Some(until) if until <= now => {}
                Some(until) => return Err(GameError::NotSilentYet(until)),
                None => return Err(GameError::Stale(Box::new(replayed))),
            }
            let seat = silent.seat;
            let game = match claim {
                Claim::Win => lose_game(replayed, seat, EndReason::Silence),
                Claim::Draw => Game {
                    ending: Some(Ending {
                        loser: Some(seat),
                        result: Some(GameOutcome::Draw),
                        reason: EndReason::Silence,
                    }),
                    ..end_game(replayed, None, EndReason::Silence)
                },
            };
            Ok(Change::of(game, Action::ClaimSilence, vec![Notice::Ended]))
        })
        .await
}

/// Outages since `begin`. The time since the last heartbeat may become an outage, so the first caller after a restart
/// must not count it as silence.
async fn outage_spans_since(games: &Games, begin: Timestamp) -> Result<Away, GameError> {
    let now = games.clock.now();
    let outages = games.store.outages_since(begin).await?;
    let mut away: Away =
        outages.into_iter().map(|outage| TimeSpan { from: outage.from, until: outage.until }).collect();
    let possible_outage = games.store.last_beat().await?.map(|last| TimeSpan { from: last, until: now });
    away.extend(possible_outage.filter(|possible_outage| possible_outage.length() > games.settings.limits.downtime()));
    Ok(away)
}

struct SilentPlayer {
    seat: Seat,
    claim_warning: Option<ClaimWarning>,
    limits: Limits,
    calendar: Calendar,
}

impl SilentPlayer {
    /// The end of the warning: never earlier than the player was told.
    fn warned_until(&self) -> Option<Timestamp> {
        let claim_warning = self.claim_warning?;
        Some(self.calendar.deadline(claim_warning.since, self.limits.grace()).max(claim_warning.until))
    }
}

/// The player who has been silent for long enough, if on another team than this person.
fn silent_seat(
    replayed: &ReplayedGame,
    user: UserId,
    limits: Limits,
    away: &Away,
    now: Timestamp,
) -> Result<SilentPlayer, GameError> {
    let seat = replayed.record.playing_seat(user)?;
    let GameRecord { game, vacations, .. } = &replayed.record;
    let time_control = game.time_control;
    if time_control.pace != Pace::Unlimited {
        return Err(GameError::HasDeadline);
    }
    let others = replayed.record.other_teams(&replayed.any_game.seats(), seat);
    let on_turn = others.into_iter().find(|other| Some(other.seat) == game.turn.to_move);
    let Some(silent) = on_turn else { return Err(GameError::NobodySilent) };
    // A vacation that began automatically is no sign of activity.
    let is_requested = |vacation: &&Vacation| silent.player == vacation.user && !vacation.automatic;
    let theirs = |vacation: &&Vacation| is_requested(vacation) && time_control.vacation != VacationPolicy::Off;
    let mut pauses = away.clone();
    pauses.extend(vacations.iter().filter(theirs).map(|vacation| vacation.span));
    let calendar = Calendar::new(None, Weekends::Run, pauses)
        .map_err(|NoSuchZone(zone)| ClockError { game: game.game_id, zone })?;
    let since = calendar.deadline(game.turn.started_at, limits.silence());
    // A warned player stays warned, even if the host has changed the limits since.
    if now < since && game.agreements.claim_warning.is_none() {
        return Err(GameError::NotSilentYet(since));
    }
    Ok(SilentPlayer { seat: silent.seat, claim_warning: game.agreements.claim_warning, limits, calendar })
}

/// Announces the time from which the game may be claimed. `None` once the player has moved.
pub fn render_warning(context: &NoticeContext<'_>, seat: Seat, until: Timestamp, ply: u32) -> Option<OutgoingMessage> {
    let player = context.player(seat).filter(|_| context.is_about_this_turn(ply))?;
    let text = localize!(context.language, "claim-warning", player = player, until = until.0 / 1000);
    Some(OutgoingMessage::text(text).mention([player]).rows(message::buttons(
        context.app,
        context.language,
        context.game(),
    )))
}
