//! Claiming a game without a deadline whose opponent has left: they are warned, and when they do not move the game may be ended.
//! Vacations of the opponent and outages do not count.

use crate::domain::{
    Action, Calendar, ClaimWarning, ClockError, EndReason, Ending, Game, GameId, GameOutcome, GameRecord, Limits,
    NoSuchZone, Notice, Pace, RequestId, TimeSpan, Timestamp, UserId, Vacation, VacationPolicy, Weekends,
};
use crate::games::change::{Change, never_done};
use crate::games::endings::{ended, lost};
use crate::games::{Done, GameError, Games, ReplayedGame};
use rules::Seat;

/// What a player claims whose opponent has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// The game is won.
    Win,
    /// Nobody has won.
    Draw,
}

/// How far the silence of an opponent goes.
#[derive(Debug)]
pub enum Silence {
    /// They have been warned, now or before: until then they may move.
    Warned(Timestamp),
    /// It may be claimed.
    Claimable(Box<ReplayedGame>),
}

/// Outages, which do not count as silence.
type Away = Vec<TimeSpan>;

impl Games {
    /// Warns an opponent who has been silent for long, or finds that the warning has passed without a move.
    pub async fn silence(&self, request: RequestId, game: GameId, user: UserId) -> Result<Silence, GameError> {
        let replayed = self.load(game, None).await?;
        let (now, away) = (self.clock.now(), self.outage_spans_since(replayed.record.game.turn.started_at).await?);
        let limits = self.settings.limits;
        let silent = silent_seat(&replayed, user, limits, &away, now)?;
        match silent.warned_until() {
            Some(until) if until <= now => return Ok(Silence::Claimable(Box::new(replayed))),
            Some(until) => return Ok(Silence::Warned(until)),
            None => {}
        }
        // Of several who claim at once the first one warns.
        let is_warned = |record: &GameRecord| record.game.agreements.claim_warning.is_some();
        let done = self.change(request, game, Some(user), is_warned, move |replayed, now| {
            let silent = silent_seat(&replayed, user, limits, &away, now)?;
            let (seat, until) = (silent.seat, silent.calendar.deadline(now, limits.grace()));
            let mut game = replayed.record.game;
            game.agreements.claim_warning = Some(ClaimWarning { until, since: Some(now) });
            let notice = Notice::ClaimWarning { seat, until, ply: game.ply };
            Ok(Change::of(game, Action::WarnOfClaim, vec![notice]))
        });
        let claim_warning = done.await?.replayed.record.game.agreements.claim_warning;
        Ok(Silence::Warned(claim_warning.map_or(now, |claim_warning| claim_warning.until)))
    }

    /// Ends a game whose opponent was warned and has not moved. The question must have been about this version.
    pub async fn claim(
        &self,
        request: RequestId,
        game: GameId,
        user: UserId,
        version: i64,
        claim: Claim,
    ) -> Result<Done, GameError> {
        let record = self.store.game(game).await?.ok_or(GameError::NoSuchGame)?;
        let (limits, away) = (self.settings.limits, self.outage_spans_since(record.game.turn.started_at).await?);
        self.change(request, game, Some(user), never_done, move |replayed, now| {
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
                Claim::Win => lost(replayed, seat, EndReason::Silence),
                Claim::Draw => Game {
                    ending: Some(Ending {
                        loser: Some(seat),
                        result: Some(GameOutcome::Draw),
                        reason: EndReason::Silence,
                    }),
                    ..ended(replayed, None, EndReason::Silence)
                },
            };
            Ok(Change::of(game, Action::ClaimSilence, vec![Notice::Ended]))
        })
        .await
    }

    /// When no player could move because the program was away. What lies since the last sign of life may become an outage: so that
    /// the first caller does not find that all of it was silence.
    async fn outage_spans_since(&self, begin: Timestamp) -> Result<Away, GameError> {
        let now = self.clock.now();
        let outages = self.store.outages_since(begin).await?;
        let mut away: Away =
            outages.into_iter().map(|outage| TimeSpan { from: outage.from, until: outage.until }).collect();
        let possible_outage = self.store.last_beat().await?.map(|last| TimeSpan { from: last, until: now });
        away.extend(
            possible_outage.filter(|possible_outage| possible_outage.length() > self.settings.limits.downtime()),
        );
        Ok(away)
    }
}

/// A player who does not move.
struct SilentPlayer {
    seat: Seat,
    claim_warning: Option<ClaimWarning>,
    limits: Limits,
    /// Runs while they could have moved.
    calendar: Calendar,
}

impl SilentPlayer {
    /// Until when they may move after the warning: never shorter than they were told.
    fn warned_until(&self) -> Option<Timestamp> {
        let claim_warning = self.claim_warning?;
        let since = claim_warning.since.unwrap_or_else(|| claim_warning.until.plus(-self.limits.grace()));
        Some(self.calendar.deadline(since, self.limits.grace()).max(claim_warning.until))
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
    let asked_for = |vacation: &&Vacation| vacation.user == silent.user && !vacation.automatic;
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
