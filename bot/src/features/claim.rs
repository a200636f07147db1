//! `/game claim`: ending a game without a deadline whose opponent has left. They are warned, and when they do not move the game may be
//! ended. Vacations of the opponent and outages do not count.

use async_trait::async_trait;
use rules::Seat;

use crate::commands::board::message;
use crate::commands::shared_options::game;
use crate::commands::{Answer, App, Button, Feature, game_of};
use crate::discord::command_definition::{CommandDefinition, command, subcommand};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, Style, localize};
use crate::domain::{
    Action, Calendar, ClaimWarning, ClockError, EndReason, Ending, Game, GameId, GameOutcome, GameRecord, Limits,
    NoSuchZone, Notice, Pace, RequestId, TimeSpan, Timestamp, UserId, Vacation, VacationPolicy, Weekends,
};
use crate::games::change::{Change, never_done};
use crate::games::endings::{end_game, lose_game};
use crate::games::{Certainty, Done, GameError, Games, ReplayedGame};
use crate::views::notice_context::NoticeContext;

/// Buttons of the question what to claim.
const CLAIM_WIN: &str = "claim-win";
const CLAIM_DRAW: &str = "claim-draw";

pub struct ClaimSilence;

#[async_trait]
impl Feature for ClaimSilence {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("claim", [game()])])]
    }

    fn words(&self) -> &'static [&'static str] {
        &[CLAIM_WIN, CLAIM_DRAW]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        ask(app, language, interaction).await
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        confirm(app, language, interaction, &Button::read(interaction)?).await
    }
}

/// `/game claim`: the warning first, and when it has passed the question what to claim.
async fn ask(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = game_of(app, interaction, Certainty::Certain).await?;
    let user = interaction.person.user;
    let replayed = match warn_or_find_silence(&app.games, interaction.request, game, user).await? {
        Silence::Warned(until) => {
            return Ok(Reply::ephemeral(OutgoingMessage::text(localize!(
                language,
                "you-warned-opponent",
                until = until.0 / 1000
            ))));
        }
        Silence::Claimable(replayed) => replayed,
    };
    let answers = [(CLAIM_WIN, "button-claim-win", Style::Danger), (CLAIM_DRAW, "button-claim-draw", Style::Primary)];
    Ok(Reply::ephemeral(message::question(language, "claim-ask", &replayed.record, user, &answers)))
}

async fn confirm(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let (user, version) = (interaction.person.user, button.required_number()?);
    let what = if button.word == CLAIM_WIN { Claim::Win } else { Claim::Draw };
    let done = claim(&app.games, interaction.request, button.game, user, version, what).await?;
    let record = &done.replayed.record;
    let named = message::about_game(language, "you-claimed", record, user);
    let text = format!("{named} {}", message::result(language, record, &done.replayed.any_game.diagram()));
    Ok(interaction.private_reply(OutgoingMessage::text(text)))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    Win,
    Draw,
}

/// How far the silence of an opponent goes.
#[derive(Debug)]
pub enum Silence {
    Warned(Timestamp),
    Claimable(Box<ReplayedGame>),
}

type Away = Vec<TimeSpan>;

/// Warns an opponent who has been silent for long, or finds that the warning has passed without a move.
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
    // Of several who claim at once the first one warns.
    let is_warned = |record: &GameRecord| record.game.agreements.claim_warning.is_some();
    let done = games.change(request, game, Some(user), is_warned, move |replayed, now| {
        let silent = silent_seat(&replayed, user, limits, &away, now)?;
        let (seat, until) = (silent.seat, silent.calendar.deadline(now, limits.grace()));
        let mut game = replayed.record.game;
        game.agreements.claim_warning = Some(ClaimWarning { until, since: now });
        let notice = Notice::ClaimWarning { seat, until, ply: game.ply };
        Ok(Change::of(game, Action::WarnOfClaim, vec![notice]))
    });
    let claim_warning = done.await?.replayed.record.game.agreements.claim_warning;
    Ok(Silence::Warned(claim_warning.map_or(now, |claim_warning| claim_warning.until)))
}

/// Ends a game whose opponent was warned and has not moved. The question must have been about this version.
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
        .change(request, game, Some(user), never_done, move |replayed, now| {
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

/// When no player could move because the program was away. What lies since the last sign of life may become an outage: so that
/// the first caller does not find that all of it was silence.
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
    /// Until when they may move after the warning: never shorter than they were told.
    fn warned_until(&self) -> Option<Timestamp> {
        let claim_warning = self.claim_warning?;
        Some(self.calendar.deadline(claim_warning.since, self.limits.grace()).max(claim_warning.until))
    }
}

/// Who has been silent for long enough, where this person is of another team.
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
    let asked_for = |vacation: &&Vacation| silent.player == vacation.user && !vacation.automatic;
    let theirs = |vacation: &&Vacation| asked_for(vacation) && time_control.vacation != VacationPolicy::Off;
    let mut pauses = away.clone();
    pauses.extend(vacations.iter().filter(theirs).map(|vacation| vacation.span));
    let calendar = Calendar::new(None, Weekends::Run, pauses)
        .map_err(|NoSuchZone(zone)| ClockError { game: game.game_id, zone })?;
    let since = calendar.deadline(game.turn.started_at, limits.silence());
    // A warned player stays warned, whatever the host has set since.
    if now < since && game.agreements.claim_warning.is_none() {
        return Err(GameError::NotSilentYet(since));
    }
    Ok(SilentPlayer { seat: silent.seat, claim_warning: game.agreements.claim_warning, limits, calendar })
}

/// The game may be claimed from `until` on. `None` once the player has moved.
pub fn render_warning(context: &NoticeContext<'_>, seat: Seat, until: Timestamp, ply: u32) -> Option<OutgoingMessage> {
    let player = context.player(seat).filter(|_| context.is_about_this_turn(ply))?;
    let text = localize!(context.language, "claim-warning", player = player, until = until.0 / 1000);
    Some(OutgoingMessage::text(text).mention([player]).rows(message::buttons(context.language, context.game())))
}
