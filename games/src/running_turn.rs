//! Deadline and alarm of the running turn, computed with each commit.

use jiff::tz::TimeZone;

use crate::Games;
use crate::change::Change;
use crate::domain::clock::calendar::zone;
use crate::domain::clock::turn;
use crate::domain::people::vacation::end_of_consecutive;
use crate::domain::{
    Action, ClockHours, Game, GameRecord, Notice, Pace, Phase, SeatedPlayer, TimeSpan, Timestamp, TurnClock, UserId,
    Vacation,
};
use crate::refusal::GameError;
use crate::store::StoreError;

impl Games {
    /// The time zone of this person; UTC by default.
    pub async fn zone_of(&self, user: UserId) -> Result<TimeZone, GameError> {
        let zone = self.hours_of(user).await?.and_then(|hours| zone(&hours.zone).ok());
        Ok(zone.unwrap_or(TimeZone::UTC))
    }

    /// Zone and sleep hours of a person; `None` without a zone, or with one that this program does not know.
    pub async fn hours_of(&self, user: UserId) -> Result<Option<ClockHours>, StoreError> {
        let preferences = self.store.player(user).await?.preferences;
        let valid_zone = preferences.zone.filter(|name| zone(name).is_ok());
        Ok(valid_zone.map(|zone| ClockHours { zone, sleep: preferences.sleep }))
    }

    /// Updates the clock after a change of a game. A turn that begins takes over the hours of its player.
    pub async fn with_deadline(&self, mut change: Change, before: &GameRecord) -> Result<Change, GameError> {
        let (game, old) = (&mut change.game, &before.game);
        if game.phase != Phase::Playing {
            return Ok(change);
        }
        let seats = change.seats.as_deref().unwrap_or(&before.seats);
        let begins = old.phase != Phase::Playing || game.ply != old.ply || game.turn.started_at != old.turn.started_at;
        if begins {
            game.turn.pauses.clear();
            game.turn.clock_hours = match turn::on_turn(game, seats).and_then(|seat| seat.player.person()) {
                Some(user) if game.time_control.pace != Pace::Unlimited => self.hours_of(user).await?,
                _ => None,
            };
        }
        let mut vacations = before.vacations.clone();
        let is_new = |seat: &&SeatedPlayer| before.seats.iter().all(|other| other.player != seat.player);
        // A player who takes the free seat of an open challenge was not in the game when it was read.
        for user in seats.iter().filter(is_new).filter_map(|seat| seat.player.person()) {
            let of_player = self.store.vacations_of(user).await?.into_iter();
            let is_near = |span: TimeSpan| span.until > game.turn.started_at && span.from < span.until;
            vacations.extend(of_player.filter(|vacation| is_near(vacation.span)));
        }
        let mut reminded_until = old.turn.reminded_until;
        // More time was given.
        let is_extended = !begins && turn::time(game, seats) != turn::time(old, &before.seats);
        if begins || is_extended || game.turn.pauses != old.turn.pauses {
            game.turn.deadline_at = turn::deadline(game, seats, &vacations)?;
            let old_deadline = turn::deadline(old, &before.seats, &before.vacations)?;
            let known_game =
                || Game { turn: TurnClock { deadline_at: old_deadline, ..old.turn.clone() }, ..old.clone() };
            if let (Some(until), Some(due_at)) = (reminded_until.filter(|_| !begins), game.due_at())
                && let Some(due_before) = known_game().due_at()
            {
                // Reminders that were sent stay sent, and the others are still to come: the covered time moves with
                // the deadline, which stays where it was if the clock was paused anyway. After more time was given,
                // reminders of the old deadline are repeated for the new one.
                if !is_extended {
                    reminded_until = Some(until.plus(due_at.since(due_before)));
                }
                // The notice of an adjournment or a vacation removes outdated reminders itself.
                if due_at != due_before && change.notices.is_empty() {
                    change.notices.push(Notice::DeadlineMoved { not_before: None });
                }
            }
            if !begins && old_deadline != old.turn.deadline_at {
                // A vacation that this game does not know yet; this commit announces it.
                change.notices.extend(deadline_change(before, old_deadline, self.clock.now()).notices);
            }
        }
        if !begins {
            // A reminder, or the board of a game that resumes, extends the covered time.
            let update = Some(game.turn.reminded_until).filter(|until| *until != old.turn.reminded_until);
            game.turn.reminded_until = update.flatten().max(reminded_until);
        }
        Ok(change)
    }
}

/// Gives the player on turn more time. Returns the game, and the seats if a clock has changed.
pub fn add_time(record: GameRecord, millis: i64) -> (Game, Option<Vec<SeatedPlayer>>) {
    let GameRecord { mut game, mut seats, .. } = record;
    let on_turn = seats.iter_mut().find(|seat| Some(seat.seat) == game.turn.to_move);
    // A clock that runs down over several turns keeps the gift.
    if let Some(clock) = on_turn.and_then(|seat| seat.clock.as_mut()) {
        *clock = clock.saturating_add(millis);
        return (game, Some(seats));
    }
    let time = game.turn.allowance_ms.or_else(|| game.time_control.pace.time(None)).unwrap_or(0);
    game.turn.allowance_ms = Some(time.saturating_add(millis));
    (game, None)
}

/// The game with its current deadline, and the notice that explains it to the players.
pub fn deadline_change(record: &GameRecord, lost_at: Option<Timestamp>, now: Timestamp) -> Change {
    let (old, ply) = (&record.game, record.game.ply);
    let game = Game { turn: TurnClock { deadline_at: lost_at, ..old.turn.clone() }, ..old.clone() };
    let user = turn::on_turn(&game, &record.seats).and_then(|seat| seat.player.person());
    let theirs = || record.vacations.iter().filter(|vacation| Some(vacation.user) == user);
    let notice = match (old.turn.deadline_at, lost_at, user) {
        (Some(before), Some(after), Some(user)) if after > before => {
            // Of several vacations, the one that was added last.
            let stopping = TimeSpan { from: old.turn.started_at, until: after };
            let reason =
                theirs().filter(|vacation| vacation.span.overlaps(stopping)).max_by_key(|vacation| vacation.number);
            reason.map(|Vacation { span, automatic, .. }| Notice::VacationBegan {
                user,
                from: span.from,
                until: end_of_consecutive(&theirs().map(|vacation| vacation.span).collect::<Vec<_>>(), span.until),
                // If the time of the turn was not over, it is a vacation like any other.
                automatic: *automatic && before <= now,
                ply,
            })
        }
        (Some(_), Some(_), Some(user)) => Some(Notice::VacationEnded { user, ply, canceled: false }),
        _ => None,
    };
    Change::of(game, Action::SetClock, notice.into_iter().collect())
}
