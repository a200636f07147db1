//! The clock of the running turn: time allowed, time spent, deadline.

use rules::Seat;

use crate::domain::clock::calendar::{Calendar, NoSuchZone, Weekends};
use crate::domain::game::{Game, GameRecord, SeatedPlayer, TurnClock};
use crate::domain::ids::{GameId, Timestamp, UserId};
use crate::domain::people::vacation::Vacation;
use crate::domain::time_control::control::{SleepPolicy, VacationPolicy};
use crate::domain::time_off::ClockHours;

/// The clock cannot be computed, because this program does not know the player's time zone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown time zone {zone:?}")]
pub struct ClockError {
    pub game: GameId,
    pub zone: String,
}

pub fn on_turn<'s>(game: &Game, seats: &'s [SeatedPlayer]) -> Option<&'s SeatedPlayer> {
    let seat = game.turn.to_move?;
    seats.iter().find(|seated| seated.seat == seat)
}

/// The running time of the player on turn: hours as of the start of the turn, vacations as of now.
pub fn calendar(game: &Game, seats: &[SeatedPlayer], vacations: &[Vacation]) -> Result<Calendar, ClockError> {
    let time_control = game.time_control;
    let mut pauses = game.turn.pauses.clone();
    let unknown = |NoSuchZone(zone)| ClockError { game: game.game_id, zone };
    if time_control.pace.is_live() {
        return Calendar::new(None, Weekends::Run, pauses).map_err(unknown);
    }
    if let Some(player) = on_turn(game, seats) {
        let theirs = vacations.iter().filter(|vacation| player.player == vacation.user && stops_for(game, vacation));
        pauses.extend(theirs.map(|vacation| vacation.span));
    }
    let sleep = |hours: &ClockHours| hours.sleep.filter(|_| time_control.sleeping == SleepPolicy::Pause);
    let hours =
        game.turn.clock_hours.as_ref().map(|hours| ClockHours { zone: hours.zone.clone(), sleep: sleep(hours) });
    Calendar::new(hours.as_ref(), time_control.weekends, pauses).map_err(unknown)
}

/// Time allowed for the running turn, in milliseconds; `None` without a deadline.
pub fn time(game: &Game, seats: &[SeatedPlayer]) -> Option<i64> {
    let clock = on_turn(game, seats).and_then(|player| player.clock);
    game.time_control.pace.time(clock).map(|time| game.turn.allowance_ms.unwrap_or(time))
}

/// Deadline of the running turn; `None` without one, or while the clock is paused indefinitely.
pub fn deadline(game: &Game, seats: &[SeatedPlayer], vacations: &[Vacation]) -> Result<Option<Timestamp>, ClockError> {
    let Some(time) = time(game, seats) else { return Ok(None) };
    let lost_at = calendar(game, seats, vacations)?.deadline(game.turn.started_at, time);
    Ok(Some(lost_at).filter(|at| at.0 < i64::MAX))
}

/// Parts of the time from the start of a turn to its deadline, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeadlineParts {
    pub thinking: i64,
    /// The game was adjourned or the bot was down.
    pub paused: i64,
    /// Each part from here on counts only time that the parts above leave running.
    pub vacation: i64,
    pub weekends: i64,
    pub sleep: i64,
}

/// Splits the time until the deadline by cause; `None` without a deadline.
pub fn deadline_parts(
    game: &Game,
    seats: &[SeatedPlayer],
    vacations: &[Vacation],
) -> Result<Option<DeadlineParts>, ClockError> {
    let Some((thinking, until)) = time(game, seats).zip(game.turn.deadline_at) else { return Ok(None) };
    // The same game with fewer pauses; the differences are the parts.
    let mut lighter = game.clone();
    let mut running = |sleeping, weekends, vacation| {
        lighter.time_control.sleeping = sleeping;
        lighter.time_control.weekends = weekends;
        lighter.time_control.vacation = vacation;
        Ok(calendar(&lighter, seats, vacations)?.spent(game.turn.started_at, until))
    };
    let control = game.time_control;
    let all = until.since(game.turn.started_at);
    let outside_pauses = running(SleepPolicy::Run, Weekends::Run, VacationPolicy::Off)?;
    let outside_vacations = running(SleepPolicy::Run, Weekends::Run, control.vacation)?;
    let on_weekdays = running(SleepPolicy::Run, control.weekends, control.vacation)?;
    let awake = running(control.sleeping, control.weekends, control.vacation)?;
    Ok(Some(DeadlineParts {
        thinking,
        paused: all - outside_pauses,
        vacation: outside_pauses - outside_vacations,
        weekends: outside_vacations - on_weekdays,
        sleep: on_weekdays - awake,
    }))
}

/// Until every player has had a turn, one of them may not be present at all.
pub fn has_everybody_moved(game: &Game, seats: &[SeatedPlayer]) -> bool {
    game.ply as usize >= seats.len()
}

/// Time spent on the running turn so far, in milliseconds.
pub fn spent(game: &Game, seats: &[SeatedPlayer], vacations: &[Vacation], now: Timestamp) -> Result<i64, ClockError> {
    Ok(calendar(game, seats, vacations)?.spent(game.turn.started_at, now))
}

/// Time left for a seat in a two-player game that began at `began_at`, in milliseconds. With a fixed time per move, it
/// is minus the time spent on all moves of the seat.
pub fn time_left(
    record: &GameRecord,
    seat: Seat,
    hours: Option<ClockHours>,
    vacations: &[Vacation],
    began_at: Timestamp,
    now: Timestamp,
) -> Result<i64, ClockError> {
    let GameRecord { game, seats, plies, .. } = record;
    // Hours and pauses of past moves are not stored; the current ones stand in for them.
    let turn = TurnClock { to_move: Some(seat), clock_hours: hours, ..game.turn.clone() };
    let calendar = calendar(&Game { turn, ..game.clone() }, seats, vacations)?;
    let running = if game.turn.to_move == Some(seat) { calendar.spent(game.turn.started_at, now) } else { 0 };
    let clock = record.at(seat).and_then(|player| player.clock).or(game.time_control.pace.clock());
    let moves = || {
        let begins = std::iter::once(began_at).chain(plies.iter().map(|ply| ply.played_at));
        let own = begins.zip(plies).filter(|(_, ply)| ply.player == record.player_at(seat));
        own.map(|(from, ply)| calendar.spent(from, ply.played_at)).sum::<i64>()
    };
    Ok(clock.unwrap_or_else(|| -moves()) - running)
}

/// The vacation of the player on turn that pauses the clock now or before the deadline.
pub fn vacation<'a>(
    game: &Game,
    seats: &[SeatedPlayer],
    vacations: &'a [Vacation],
    now: Timestamp,
) -> Option<&'a Vacation> {
    let player = on_turn(game, seats)?;
    let until = game.turn.deadline_at.filter(|_| stops_for_vacations(game))?;
    let theirs = vacations.iter().filter(|vacation| player.player == vacation.user && stops_for(game, vacation));
    theirs
        .filter(|vacation| vacation.span.length() > 0)
        .filter(|vacation| vacation.span.until > now && vacation.span.from < until)
        .min_by_key(|vacation| vacation.span.from)
}

/// Whether a vacation of the player on turn stops the clock. One that another game started automatically does too,
/// except in a competition, where nobody gets time they did not request.
pub fn stops_for(game: &Game, vacation: &Vacation) -> bool {
    match game.time_control.vacation {
        VacationPolicy::Automatic => true,
        VacationPolicy::OnRequest => !vacation.automatic || game.competition.is_none(),
        VacationPolicy::Off => false,
    }
}

fn stops_for_vacations(game: &Game) -> bool {
    game.time_control.vacation != VacationPolicy::Off && !game.time_control.pace.is_live()
}

pub fn counts_vacation(game: &Game, user: UserId, seats: &[SeatedPlayer]) -> bool {
    stops_for_vacations(game)
        && game.turn.deadline_at.is_some()
        && on_turn(game, seats).is_some_and(|player| player.player == user)
}
