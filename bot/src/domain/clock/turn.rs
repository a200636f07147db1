//! The clock of the running turn: how much time it has, what it has taken, when it is lost.

use crate::domain::clock::calendar::{Calendar, NoSuchZone, Weekends};
use crate::domain::game::{Game, Seated};
use crate::domain::ids::{Timestamp, UserId};
use crate::domain::time_control::tempo::{Sleeping, Tempo, Vacation};
use crate::domain::time_off::Hours;
use crate::domain::vacation::Absence;
use crate::games::view::corrupt;
use crate::store::StoreError;

/// Who is on turn in a game that is being played.
pub fn on_turn<'s>(game: &Game, seats: &'s [Seated]) -> Option<&'s Seated> {
    let seat = game.to_move?;
    seats.iter().find(|seated| seated.seat == seat)
}

/// When the clock of whoever is on turn runs: their hours as they were when the turn began, their vacations as they are now.
pub fn calendar(game: &Game, seats: &[Seated], absences: &[Absence]) -> Result<Calendar, StoreError> {
    let tempo = game.stored_tempo()?;
    let mut pauses = game.stops.clone();
    let strange = |NoSuchZone(zone)| corrupt("game", game.game_id, format!("there is no zone {zone:?}"));
    if tempo.pace.is_live() {
        return Calendar::new(None, Weekends::Run, pauses).map_err(strange);
    }
    if let Some(player) = on_turn(game, seats).filter(|_| tempo.vacation != Vacation::Off) {
        pauses.extend(absences.iter().filter(|absence| absence.user == player.user).map(|absence| absence.span));
    }
    let sleep = |hours: &Hours| hours.sleep.filter(|_| tempo.sleeping == Sleeping::Pause);
    let hours = game.hours.as_ref().map(|hours| Hours { zone: hours.zone.clone(), sleep: sleep(hours) });
    Calendar::new(hours.as_ref(), tempo.weekends, pauses).map_err(strange)
}

/// The time that the running turn has, in milliseconds; `None` without a deadline.
pub fn time(game: &Game, seats: &[Seated]) -> Result<Option<i64>, StoreError> {
    let clock = on_turn(game, seats).and_then(|player| player.clock);
    Ok(game.stored_tempo()?.pace.time(clock).map(|time| game.time.unwrap_or(time)))
}

/// When the running turn is lost; `None` without a deadline, and while the game stands still with no end in sight.
pub fn deadline(game: &Game, seats: &[Seated], absences: &[Absence]) -> Result<Option<Timestamp>, StoreError> {
    let Some(time) = time(game, seats)? else { return Ok(None) };
    let lost_at = calendar(game, seats, absences)?.deadline(game.turn_at, time);
    Ok(Some(lost_at).filter(|at| at.0 < i64::MAX))
}

/// What the running turn has taken so far, in milliseconds.
pub fn spent(game: &Game, seats: &[Seated], absences: &[Absence], now: Timestamp) -> Result<i64, StoreError> {
    Ok(calendar(game, seats, absences)?.spent(game.turn_at, now))
}

/// The vacation of whoever is on turn that stops the clock at this instant, or will before the turn is lost.
pub fn vacation<'a>(game: &Game, seats: &[Seated], absences: &'a [Absence], now: Timestamp) -> Option<&'a Absence> {
    let player = on_turn(game, seats)?;
    let counts = Tempo::of_game(game).is_some_and(|tempo| tempo.vacation != Vacation::Off && !tempo.pace.is_live());
    let until = game.deadline_at.filter(|_| counts)?;
    let theirs = absences.iter().filter(|absence| absence.user == player.user && absence.span.length() > 0);
    theirs
        .filter(|absence| absence.span.until > now && absence.span.from < until)
        .min_by_key(|absence| absence.span.from)
}

impl Tempo {
    fn of_game(game: &Game) -> Option<Self> {
        game.pace.parse().ok()
    }
}

/// Is this person's vacation one that stops the clocks of the game?
pub fn counts_vacation(game: &Game, user: UserId, seats: &[Seated]) -> bool {
    let tempo = Tempo::of_game(game);
    tempo.is_some_and(|tempo| tempo.vacation != Vacation::Off && !tempo.pace.is_live())
        && game.deadline_at.is_some()
        && on_turn(game, seats).is_some_and(|player| player.user == user)
}
