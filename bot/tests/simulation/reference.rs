//! The expected events, computed minute by minute: the plainest way to count time, which shares nothing with the
//! program but the names in its log. It walks each minute of each turn and adds up the time in which the clock ran.

use std::collections::{BTreeMap, BTreeSet};

use games::domain::UserId;

use crate::simulation::agreements::{Agreements, Consequence, Pause};
use crate::simulation::calendar::{ClockHours, Location, VacationEntry, VacationPolicy, Wants};
use crate::simulation::fault_injector::CommitEntry;

pub const MINUTE: i64 = 60_000;
pub const HOUR: i64 = 60 * MINUTE;
pub const DAY: i64 = 24 * HOUR;
/// The permitted delay, not counting time without a process.
pub const LATE: i64 = 5 * MINUTE;

/// A time without a process. `last_sign` is the last sign of life before it, if it was given back to the players.
#[derive(Debug, Clone, Copy)]
pub struct Away {
    pub last_sign: Option<i64>,
    pub gone: i64,
    pub back: i64,
}

/// The findings of the reference.
#[derive(Debug, Default)]
pub struct Findings {
    pub problems: Vec<String>,
    pub turns: u64,
    pub minutes: u64,
    pub reminders: u64,
    pub losses: u64,
    pub expiries: u64,
    pub adjournments: u64,
    pub takebacks: u64,
    /// Automatic vacations that replaced a loss: player and instant of the loss.
    pub spared: BTreeSet<(UserId, i64)>,
}

/// The time that a pace gives.
#[derive(Debug, Clone, Copy)]
enum Pace {
    Each(i64),
    Clock { start: i64, gains: i64, most: i64 },
    None,
}

fn span(text: &str) -> i64 {
    let (number, unit) = text.split_at(text.len() - 1);
    let unit = match unit {
        "d" => DAY,
        "h" => HOUR,
        _ => MINUTE,
    };
    number.parse::<i64>().expect("a number of a pace") * unit
}

fn pace(text: &str) -> Pace {
    match text.split_once(':') {
        Some(("days", days)) => Pace::Each(days.parse::<i64>().expect("days") * DAY),
        Some(("total", total)) => Pace::Clock { start: span(total), gains: 0, most: i64::MAX },
        Some((_, clock)) => {
            let parts: Vec<i64> = clock.split(['+', '/']).map(span).collect();
            Pace::Clock { start: parts[0], gains: parts[1], most: parts[2] }
        }
        None => Pace::None,
    }
}

/// A turn, or a waiting challenge.
struct Turn {
    begin: i64,
    time: Option<i64>,
    seat: usize,
    is_challenge: bool,
    hours: ClockHours,
    /// Adjournments of the game.
    pauses: Vec<Pause>,
    /// Reminders in the log.
    reminded: Vec<i64>,
    /// Whether both players have moved.
    under_way: bool,
}

fn overlap(from: i64, to: i64, still: (i64, i64)) -> i64 {
    (to.min(still.1) - from.max(still.0)).max(0)
}

/// The time that a clock ran from one instant to another, counted minute by minute; stops once it has run for `most`,
/// and the clock runs.
fn walk(
    begin: i64,
    end: i64,
    most: i64,
    hours: &ClockHours,
    still: &[(i64, i64)],
    minutes: &mut u64,
) -> (i64, Option<i64>) {
    let (mut ran, mut at) = (0, begin);
    while at < end {
        let next = ((at / MINUTE + 1) * MINUTE).min(end);
        *minutes += 1;
        if !hours.is_paused(at) {
            let near: Vec<(i64, i64)> = still.iter().copied().filter(|pause| overlap(at, next, *pause) > 0).collect();
            let mut here = at;
            while here < next {
                if let Some(pause) = near.iter().find(|pause| pause.0 <= here && here < pause.1) {
                    here = pause.1;
                    continue;
                }
                if ran >= most {
                    return (ran, Some(here));
                }
                let until =
                    near.iter().map(|pause| pause.0).filter(|pause| *pause > here).min().unwrap_or(next).min(next);
                let step = (until - here).min(most - ran);
                ran += step;
                here += step;
            }
        }
        at = next;
    }
    (ran, None)
}

/// The instant `by` later, not counting time without a process.
pub fn later(at: i64, by: i64, away: &[Away]) -> i64 {
    let (mut at, mut left) = (at, by);
    for gap in away {
        if gap.back <= at {
            continue;
        }
        if at + left <= gap.gone {
            break;
        }
        left -= (gap.gone - at).max(0);
        at = gap.back;
    }
    at + left
}

/// Facts besides the log of a game.
pub struct Known<'a> {
    /// The time until a challenge expires.
    pub expires: i64,
    pub away: &'a [Away],
    pub end: i64,
    /// Zone and sleeping hours of a player.
    pub origin: &'a dyn Fn(UserId) -> Location,
    /// A player's settings.
    pub wants: &'a dyn Fn(UserId) -> Wants,
    /// Vacations of each player, in the order in which they became known.
    pub vacations: &'a BTreeMap<UserId, Vec<VacationEntry>>,
}

/// Compares the log of one game with the expected events.
pub fn check(log: &[CommitEntry], known: &Known, found: &mut Findings) {
    let first = &log[0];
    let (pace_text, pauses) = first.pace.split_once(' ').unwrap_or((&first.pace, ""));
    let pace = pace(pace_text);
    let live = pace_text.strip_prefix("total:").is_some_and(|total| span(total) <= 3 * HOUR);
    let waits = if live { known.expires.min(20 * MINUTE) } else { known.expires };
    let mut clocks = [match pace {
        Pace::Clock { start, .. } => start,
        _ => 0,
    }; 2];
    let mut seats = first.seats.clone();
    let mut turn = Some(Turn {
        begin: first.at.0,
        time: Some(waits),
        seat: 0,
        is_challenge: true,
        hours: ClockHours::ALWAYS,
        pauses: Vec::new(),
        reminded: Vec::new(),
        under_way: false,
    });
    let mut agreements = Agreements::default();
    for written in &log[1..] {
        let at = written.at.0;
        let Some(running) = &mut turn else {
            found.problems.push(format!("{} of game {} after its end", written.action, written.game));
            return;
        };
        if !written.seats.is_empty() {
            seats.clone_from(&written.seats);
        }
        let consequence = agreements.hear(written, &seats, known.wants, &mut found.problems);
        match written.action {
            "adjourn" | "resume" => match (consequence, running.pauses.last_mut()) {
                (Consequence::Adjourned(pause), _) => {
                    found.adjournments += 1;
                    running.pauses.push(pause);
                }
                (Consequence::Resumed { at, asked }, Some(pause)) => pause.ended = Some((at, asked)),
                _ => {}
            },
            "remind" => running.reminded.push(at),
            "offer-draw" | "decline-draw" | "propose" | "decline-proposal" | "withdraw-proposal" | "downtime"
            | "set-alarm" | "set-clock" | "vacation-over" => {}
            // The turn is over, by its player or by time.
            action => {
                let ran = judge(running, written, &seats, known, at, found);
                if action == "play"
                    && let Pace::Clock { gains, most, .. } = pace
                {
                    let clock = &mut clocks[running.seat];
                    *clock = ((*clock - ran).max(0) + gains).min(most);
                }
                let mut again = None;
                if let Consequence::TakenBack(taken) = consequence {
                    found.takebacks += 1;
                    if let Pace::Clock { gains, .. } = pace {
                        for (seat, clock) in clocks.iter_mut().enumerate() {
                            *clock = taken.clock(seats[seat], *clock, gains, (seat == running.seat).then_some(ran));
                        }
                    }
                    again = Some(taken);
                }
                turn = written.to_move.filter(|_| written.is_playing).map(|seat| Turn {
                    begin: at,
                    under_way: written.ply >= 2,
                    time: match pace {
                        Pace::Each(time) => Some(again.as_ref().map_or(time, |taken| taken.again(time))),
                        Pace::Clock { .. } => Some(clocks[usize::from(seat)]),
                        Pace::None => None,
                    },
                    seat: usize::from(seat),
                    is_challenge: false,
                    hours: if live {
                        ClockHours::ALWAYS
                    } else {
                        ClockHours {
                            origin: (known.origin)(seats[usize::from(seat)]),
                            weekends: pauses.contains("weekends=pause"),
                            sleeps: !pauses.contains("sleep=off"),
                            vacation: match pauses.split_once("vacation=") {
                                None => VacationPolicy::Automatic,
                                Some((_, "off")) => VacationPolicy::Never,
                                Some(_) => VacationPolicy::Asked,
                            },
                        }
                    },
                    pauses: Vec::new(),
                    reminded: Vec::new(),
                });
            }
        }
    }
    if let Some(running) = &turn {
        let last = log.last().expect("a game has a beginning");
        judge(running, &CommitEntry { action: "nothing", ..last.clone() }, &seats, known, known.end, found);
    }
}

/// Checks the end of a turn; returns how long its clock ran.
fn judge(turn: &Turn, ended: &CommitEntry, seats: &[UserId], known: &Known, end: i64, found: &mut Findings) -> i64 {
    found.turns += 1;
    let by_time = matches!(ended.action, "time" | "expired");
    let Some(time) = turn.time else {
        if by_time || !turn.reminded.is_empty() {
            found.problems.push(format!("{} or a reminder in game {} without a clock", ended.action, ended.game));
        }
        return 0;
    };
    let player = seats.get(turn.seat).copied();
    let wants = player.filter(|_| !turn.is_challenge).map(known.wants);
    let automatic = turn.hours.vacation == VacationPolicy::Automatic;
    let longest = wants.iter().flat_map(|wants| &wants.steps).max().copied().unwrap_or(0);
    let mut lines = Vec::new();
    let mut problem = |what: &str, at: i64| {
        let since = |at: i64| format!("{:.2} h", (at - turn.begin) as f64 / HOUR as f64);
        lines.push(format!(
            "game {} ({}), turn from {}: {what} at {}; it ended with {} at {}; reminded {:?}",
            ended.game,
            ended.pace,
            turn.begin,
            since(at),
            ended.action,
            since(end),
            turn.reminded.iter().map(|at| since(*at)).collect::<Vec<_>>(),
        ));
    };

    // Instants at which something that stops or starts the clock becomes known; everything is recounted from there.
    let theirs: &[VacationEntry] = player
        .filter(|_| turn.hours.vacation != VacationPolicy::Never)
        .and_then(|player| known.vacations.get(&player))
        .map_or(&[], Vec::as_slice);
    let is_gone = |gap: &&Away| gap.last_sign.is_some() && gap.back > turn.begin && gap.back <= end;
    let mut news: Vec<i64> = known.away.iter().filter(is_gone).map(|gap| gap.back).collect();
    news.extend(theirs.iter().map(|entry| entry.known).filter(|known| turn.begin < *known && *known <= end));
    news.extend(turn.pauses.iter().flat_map(|pause| [Some(pause.from), pause.ended.map(|(at, _)| at)]).flatten());
    news.sort_unstable();
    news.dedup();
    let begins = std::iter::once(turn.begin).chain(news.iter().copied());
    let ends = news.iter().copied().chain([end]);

    let mut stops: Vec<(i64, i64)> = Vec::new();
    let (mut lost_at, mut lost_before) = (None, None);
    let mut done = i64::MIN;
    let mut reminded = turn.reminded.iter().copied().peekable();
    for (index, (from, to)) in begins.zip(ends).enumerate() {
        let is_last = index == news.len();
        // Time without a process is given back, unless the turn was lost before.
        for gap in known.away.iter().filter(|gap| from > turn.begin && gap.back == from) {
            if let Some(sign) = gap.last_sign.filter(|sign| lost_at.is_none_or(|lost| lost > *sign)) {
                let before = stops.clone();
                stops.push((sign.max(turn.begin), gap.back));
                if done > i64::MIN {
                    // It is given back before any other event of that instant. Past events move with the end of the
                    // turn, which need not move by the whole gap.
                    let mut lost = |stops: &[(i64, i64)]| {
                        let still: Vec<(i64, i64)> =
                            stops.iter().copied().chain(VacationEntry::standing(theirs, from - 1)).collect();
                        walk(turn.begin, end + 120 * DAY, time, &turn.hours, &still, &mut found.minutes).1
                    };
                    done += lost(&stops).zip(lost(&before)).map_or(0, |(now, known)| now - known);
                }
            }
        }
        // The game is adjourned, or resumes before the agreed time. Past events move with the end of the turn.
        for pause in &turn.pauses {
            let before = stops.clone();
            match pause.ended {
                _ if pause.from == from => stops.push((from, pause.until)),
                Some((at, true)) if at == from => {
                    stops.retain(|stop| *stop != (pause.from, pause.until));
                    stops.push((pause.from, at));
                }
                Some((at, false)) if at == from => {
                    if at < pause.until {
                        problem("it went on too early", at);
                    }
                    if later(pause.until, LATE, known.away) < at {
                        problem("it went on too late", at);
                    }
                }
                _ => {}
            }
            if done > i64::MIN && before != stops {
                let mut lost = |stops: &[(i64, i64)]| {
                    let still: Vec<(i64, i64)> =
                        stops.iter().copied().chain(VacationEntry::standing(theirs, from)).collect();
                    walk(turn.begin, end + 120 * DAY, time, &turn.hours, &still, &mut found.minutes).1
                };
                done += lost(&stops).zip(lost(&before)).map_or(0, |(now, known)| now - known);
            }
            // The board posted when a game resumes replaces the reminders due by then.
            if pause.ended.is_some_and(|(at, _)| at == from) {
                done = done.max(from);
            }
        }
        let is_paused = turn.pauses.iter().find(|pause| pause.contains(from));
        if is_paused.is_some_and(|pause| later(pause.until, LATE, known.away) < to) && is_last {
            problem("it did not go on", to);
        }
        // Quiet hours bring a reminder forward by half a day at most.
        let horizon = end + longest * MINUTE + 15 * HOUR;
        // At the instant at which a vacation becomes known, something may come just before it.
        if theirs.iter().any(|entry| entry.known == from) {
            // The first entry of a vacation; later entries give its end.
            let begins = |index: &usize| {
                let entry = theirs[*index];
                let is_new = theirs[..*index].iter().all(|other| other.number != entry.number);
                entry.automatic && entry.known == from && is_new
            };
            let automatic_until = (0..theirs.len()).find(begins);
            let before = automatic_until.map_or_else(
                || VacationEntry::standing(theirs, from - 1),
                |index| VacationEntry::standing(&theirs[..index], from),
            );
            let still: Vec<(i64, i64)> = stops.iter().copied().chain(before).collect();
            lost_before = walk(turn.begin, horizon, time, &turn.hours, &still, &mut found.minutes).1;
            if let (Some(index), Some(lost)) = (automatic_until, lost_before.filter(|_| automatic)) {
                found.spared.extend((theirs[index].from == lost).then_some((theirs[index].user, lost)));
            }
            let due = wants.as_ref().zip(lost_before).map(|(wants, lost)| wants.reminders(turn.begin, lost));
            let is_due = |at: i64| due.iter().flatten().any(|due| *due > done && *due <= at);
            if reminded.next_if(|at| *at == from && is_due(*at)).is_some() {
                found.reminders += 1;
                done = from;
            }
        } else {
            lost_before = None;
        }
        let mut still = stops.clone();
        still.extend(VacationEntry::standing(theirs, from));
        lost_at = walk(turn.begin, horizon, time, &turn.hours, &still, &mut found.minutes).1;
        let due: Vec<i64> = match (&wants, lost_at) {
            (Some(wants), Some(lost)) => wants.reminders(turn.begin, lost),
            _ => Vec::new(),
        };
        loop {
            let next = reminded.next_if(|at| *at < to || is_last);
            let until = next.unwrap_or(to);
            // Reminders due by now must have come; one due before it could be known is due then.
            let open = due.iter().filter(|at| **at > done && **at < until && lost_at.is_none_or(|lost| **at < lost));
            let missed = open.clone().map(|at| later((*at).max(from), LATE, known.away)).find(|by| *by < until);
            // For a turn that was lost meanwhile, the end must come.
            if let Some(by) = missed.filter(|_| is_paused.is_none()).filter(|by| lost_at.is_none_or(|lost| lost > *by))
            {
                problem("no reminder", by);
            }
            let Some(at) = next else { break };
            if is_paused.is_some() {
                problem("a reminder during an adjournment", at);
            }
            if !due.iter().any(|due| *due > done && *due <= at) {
                problem("a reminder that was not due", at);
            }
            found.reminders += 1;
            done = at;
        }
        if let Some(due) = lost_at.map(|lost| later(lost.max(from), LATE, known.away)).filter(|by| *by < to) {
            problem(if by_time { "too late an end" } else { "no end" }, due);
        }
    }
    if by_time {
        let just_before = lost_before.filter(|_| theirs.iter().any(|entry| entry.known == end));
        if lost_at.into_iter().chain(just_before).all(|lost| lost > end) {
            problem("too early an end", end);
        }
        let may = automatic && turn.under_way && wants.as_ref().is_some_and(|wants| wants.automatic);
        let part = VacationEntry::standing(theirs, end);
        if let Some(until) = lost_at.filter(|_| may).and_then(|lost| VacationEntry::automatic_until(&part, lost, end)) {
            problem("an end instead of a vacation", until);
        }
        *(if turn.is_challenge { &mut found.expiries } else { &mut found.losses }) += 1;
    }
    let mut still = stops;
    still.extend(VacationEntry::standing(theirs, end));
    let ran = walk(turn.begin, end, i64::MAX, &turn.hours, &still, &mut found.minutes).0;
    found.problems.append(&mut lines);
    ran
}

/// Checks that each automatic vacation started at a lost turn of a player who wants it, with the right length.
pub fn check_vacations(known: &Known, found: &mut Findings) -> usize {
    let mut count = 0;
    for (user, vacations) in known.vacations {
        for (index, entry) in vacations.iter().enumerate() {
            let before = &vacations[..index];
            // Later entries of the same vacation give its end.
            if !entry.automatic || before.iter().any(|other| other.number == entry.number) {
                continue;
            }
            count += 1;
            let until =
                VacationEntry::automatic_until(&VacationEntry::standing(before, i64::MAX), entry.from, entry.known);
            if until != Some(entry.until) {
                found.problems.push(format!("{entry:?} should last until {until:?}, after {before:?}"));
            }
            if !(known.wants)(*user).automatic {
                found.problems.push(format!("{entry:?} was not wanted"));
            }
            if !found.spared.contains(&(*user, entry.from)) {
                found.problems.push(format!("{entry:?} began where no turn was lost"));
            }
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_of_three_days_excludes_a_day_without_a_process() {
        let mut minutes = 0;
        let lost = |still: &[(i64, i64)], minutes: &mut u64| {
            walk(30_000, 9 * DAY, 3 * DAY, &ClockHours::ALWAYS, still, minutes).1
        };
        assert_eq!(lost(&[(DAY, 2 * DAY)], &mut minutes), Some(4 * DAY + 30_000));
        // Nothing is lost while the clock is paused.
        assert_eq!(lost(&[(3 * DAY + 30_000, 5 * DAY)], &mut minutes), Some(5 * DAY));
        let away = [Away { last_sign: None, gone: DAY, back: 2 * DAY }];
        assert_eq!(later(DAY - MINUTE, LATE, &away), 2 * DAY + 4 * MINUTE);
    }
}
