//! When an opponent has left a game that has no deadline: they are warned, and when they stay silent the game may be ended.
//! Time in which they were on vacation, or the program away, is no silence.

use crate::domain::{
    Absence, Calendar, Game, GameId, GameRecord, Limits, NoSuchZone, Notice, Pace, RequestId, Span, Timestamp, UserId,
    Vacation, Warned, Weekends,
};
use crate::games::change::{Change, never};
use crate::games::endings::{ended, lost};
use crate::games::view::corrupt;
use crate::games::{Done, GameError, Games, View};

/// Why a game that was claimed ended.
const SILENCE: &str = "silence";

/// What somebody claims whose opponent has left.
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
    Ripe(Box<View>),
}

/// What was no silence: spans in which the program was away.
type Away = Vec<Span>;

impl Games {
    /// Warns an opponent who has been silent for long, or finds that the warning has passed without a move.
    pub async fn silence(&self, request: RequestId, game: GameId, user: UserId) -> Result<Silence, GameError> {
        let view = self.view(game, None).await?;
        let (now, away) = (self.clock.now(), self.away_since(view.record.game.turn_at).await?);
        let limits = self.settings.limits;
        let silent = silent_seat(&view, user, limits, &away, now)?;
        match silent.warned_until() {
            Some(until) if until <= now => return Ok(Silence::Ripe(Box::new(view))),
            Some(until) => return Ok(Silence::Warned(until)),
            None => {}
        }
        // Of several who claim at once the first one warns.
        let is_warned = |record: &GameRecord| record.game.terms.warned.is_some();
        let done = self.change(request, game, Some(user), is_warned, move |view, now| {
            let silent = silent_seat(&view, user, limits, &away, now)?;
            let (seat, until) = (silent.seat, silent.calendar.deadline(now, limits.grace()));
            let mut game = view.record.game;
            game.terms.warned = Some(Warned { until, since: Some(now) });
            let notice = Notice::Warned { seat, until, ply: game.ply };
            Ok(Change::of(game, "warn", vec![notice]))
        });
        let warned = done.await?.view.record.game.terms.warned;
        Ok(Silence::Warned(warned.map_or(now, |warned| warned.until)))
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
        let (limits, away) = (self.settings.limits, self.away_since(record.game.turn_at).await?);
        self.change(request, game, Some(user), never, move |view, now| {
            let silent = silent_seat(&view, user, limits, &away, now)?;
            if version != view.record.game.version {
                return Err(GameError::Stale(Box::new(view)));
            }
            match silent.warned_until() {
                Some(until) if until <= now => {}
                Some(until) => return Err(GameError::NotSilentYet(until)),
                None => return Err(GameError::Stale(Box::new(view))),
            }
            let seat = silent.seat;
            let game = match claim {
                Claim::Win => lost(view, seat, SILENCE),
                Claim::Draw => Game { loser: Some(seat), ..ended(view, None, SILENCE) },
            };
            Ok(Change::of(game, "claim-silence", vec![Notice::Ended]))
        })
        .await
    }

    /// When nobody could move because the program was away. What lies since the last sign of life may become an outage: whoever
    /// is the first to come does not find that all of it was silence.
    async fn away_since(&self, begin: Timestamp) -> Result<Away, GameError> {
        let now = self.clock.now();
        let outages = self.store.outages_since(begin).await?;
        let mut away: Away =
            outages.into_iter().map(|outage| Span { from: outage.from, until: outage.until }).collect();
        let unseen = self.store.last_beat().await?.map(|last| Span { from: last, until: now });
        away.extend(unseen.filter(|unseen| unseen.length() > self.settings.limits.downtime()));
        Ok(away)
    }
}

/// A player who does not move.
struct Silent {
    seat: u8,
    warned: Option<Warned>,
    limits: Limits,
    /// Runs while they could have moved.
    calendar: Calendar,
}

impl Silent {
    /// Until when they may move after the warning: never shorter than they were told.
    fn warned_until(&self) -> Option<Timestamp> {
        let warned = self.warned?;
        let since = warned.since.unwrap_or_else(|| warned.until.plus(-self.limits.grace()));
        Some(self.calendar.deadline(since, self.limits.grace()).max(warned.until))
    }
}

/// Who has been silent for long enough, where this person is of another team.
fn silent_seat(view: &View, user: UserId, limits: Limits, away: &Away, now: Timestamp) -> Result<Silent, GameError> {
    let seat = view.record.playing_seat(user)?;
    let GameRecord { game, absences, .. } = &view.record;
    let tempo = game.stored_tempo()?;
    if tempo.pace != Pace::Unlimited {
        return Err(GameError::HasDeadline);
    }
    let others = view.others(seat);
    let on_turn = others.into_iter().find(|other| Some(other.seat) == game.to_move);
    let Some(silent) = on_turn else { return Err(GameError::NobodySilent) };
    // A vacation that began by itself is no sign of anybody: it is the very silence, in another game.
    let asked_for = |absence: &&Absence| absence.user == silent.user && !absence.automatic;
    let theirs = |absence: &&Absence| asked_for(absence) && tempo.vacation != Vacation::Off;
    let mut pauses = away.clone();
    pauses.extend(absences.iter().filter(theirs).map(|absence| absence.span));
    let calendar = Calendar::new(None, Weekends::Run, pauses)
        .map_err(|NoSuchZone(zone)| corrupt("game", game.game_id, format!("there is no zone {zone:?}")))?;
    let since = calendar.deadline(game.turn_at, limits.silence());
    // Whoever was warned stays warned, whatever the host has set since.
    if now < since && game.terms.warned.is_none() {
        return Err(GameError::NotSilentYet(since));
    }
    Ok(Silent { seat: silent.seat, warned: game.terms.warned, limits, calendar })
}
