//! `/vacation`: being away, and what it leaves.

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::custom_id::{Press, Verb};
use super::describe::span;
use super::incoming::Incoming;
use super::names::{CHOICES, folded, shape_of};
use super::post::{Post, Style, button, code, row};
use super::typed::days::{self, DayError};
use super::words::{Language, say};
use super::{Answer, App, Problem, Reply, board, list};
use crate::games::pace::MINUTE_MS;
use crate::games::time::leave::{self, AHEAD_DAYS, LONGEST_DAYS, LeaveError};
use crate::games::{Leave, Short};
use crate::store::{Absence, GameSummary, Timestamp, UserId};

/// `/vacation start`
pub async fn start(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let user = incoming.person.user;
    let from = match incoming.text("from") {
        Some(text) => days::read(text, language, &app.games.zone_of(user).await?, app.clock.now())
            .map_err(|error| Problem::Sentence(no_day(language, &error)))?,
        None => None,
    };
    let absence = app.games.start_vacation(incoming.request, user, incoming.number("days"), from).await?;
    let key = if absence.span.from > app.clock.now() { "vacation-planned" } else { "vacation-started" };
    let [from, until] = seconds(&absence);
    let mut sentence = say!(language, key, from = from, until = until);
    if let [(first, one), (second, other)] = leave::parts(absence.span)[..] {
        let [one, other] = [one, other].map(|millis| span(language, millis));
        let [first, second] = [first, second].map(|year| year.to_string());
        let takes = say!(language, "vacation-takes", one = one, first = first, other = other, second = second);
        sentence = format!("{sentence}\n{takes}");
    }
    answer(app, language, user, sentence).await
}

fn no_day(language: Language, error: &DayError) -> String {
    match error {
        DayError::NoDay(typed) => say!(language, "error-no-day", typed = code(typed)),
        DayError::Either(typed, days, minute) => {
            let [one, other] = days.map(|day| code(&days::written(day, *minute)));
            say!(language, "error-either-day", typed = code(typed), one = one, other = other)
        }
        DayError::NotOnce(typed) => say!(language, "error-time-not-once", typed = code(typed)),
    }
}

/// The days that a vacation lies in, on the wall of its owner.
fn days_of(zone: &TimeZone, absence: &Absence) -> [Date; 2] {
    [absence.span.from, absence.span.until.plus(-1)].map(|at| days::today(zone, at))
}

/// Does it lie in the day that is typed? Where that may be either of two, in one of them.
fn is_in(app: &App, language: Language, zone: &TimeZone, typed: &str, absence: &Absence) -> bool {
    let named = match days::named(typed, language, days::today(zone, app.clock.now())) {
        Ok((day, _)) => vec![day],
        Err(DayError::Either(_, days, _)) => days.to_vec(),
        Err(_) => Vec::new(),
    };
    let [first, last] = days_of(zone, absence);
    named.iter().any(|day| (first..=last).contains(day))
}

/// What can be stopped, as `/vacation stop` completes it: the one that runs, and those that are planned.
pub async fn complete(
    app: &App,
    language: Language,
    user: UserId,
    typed: &str,
) -> Result<Vec<(String, String)>, Problem> {
    // Side by side: whoever types does not wait for one after the other.
    let (leave, zone) = tokio::try_join!(app.games.leave(user), app.games.zone_of(user))?;
    let shown = |absence: &Absence| {
        let [from, until] = [absence.span.from, absence.span.until].map(|at| days::today(&zone, at).to_string());
        let key = if leave.running.as_ref() == Some(absence) { "choice-vacation-runs" } else { "choice-vacation" };
        (say!(language, key, from = from, until = until), absence.number.to_string())
    };
    let wanted = folded(typed.trim());
    let fits =
        |absence: &&Absence| folded(&shown(absence).0).contains(&wanted) || is_in(app, language, &zone, typed, absence);
    Ok(leave.running.iter().chain(&leave.planned).filter(fits).take(CHOICES).map(shown).collect())
}

/// `/vacation stop`
pub async fn stop(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let user = incoming.person.user;
    let which = match incoming.text("which") {
        Some(text) => Some(meant(app, language, user, text).await?),
        None => None,
    };
    if let Some(short) = app.games.short_without(incoming.request, user, which).await? {
        return Ok(Reply::private(ask_to_stop(language, user, &short, app.clock.now())));
    }
    let absence = app.games.stop_vacation(incoming.request, user, which).await?;
    let key = if is_cancelled(&absence) { "vacation-cancelled" } else { "vacation-stopped" };
    answer(app, language, user, say!(language, key, from = seconds(&absence)[0])).await
}

/// The question before a vacation is stopped that has stopped clocks with next to nothing on them, an automatic one as a rule; or
/// before one is cancelled that would stop such clocks.
fn ask_to_stop(language: Language, user: UserId, short: &Short, now: Timestamp) -> Post {
    let Short { vacation, games } = short;
    let (title, then, all_the_same) = if vacation.span.from > now {
        ("vacation-short-planned", "vacation-short-planned-then", "button-cancel-vacation")
    } else {
        ("vacation-short", "vacation-short-then", "button-stop-vacation")
    };
    let (title, then) = (say!(language, title, count = games.len()), language.say(then, &[]));
    let line = |(GameSummary { game, seats }, left): &(GameSummary, i64)| {
        let against = board::against(language, &shape_of(game).0, seats, user);
        let left = if *left < MINUTE_MS { say!(language, "vacation-short-nothing") } else { span(language, *left) };
        let place = game.thread_id.map_or_else(String::new, |thread| format!(" · <#{}>", thread.0));
        format!("• {}{place}", say!(language, "vacation-short-game", id = game.game_id, against = against, left = left))
    };
    let list = list::fitted(language, title, games.iter().map(line), then.chars().count());
    let stop = games.first().map(|(summary, _)| Press::at(Verb::StopVacation, summary.game.game_id, vacation.number));
    let stop = stop.map(|press| row(&[button(&press, language.say(all_the_same, &[]), Style::Danger)]));
    Post::text(format!("{list}\n{then}")).rows(stop.into_iter().collect())
}

/// The answer to that question.
pub async fn stop_all_the_same(
    app: &App,
    language: Language,
    incoming: &Incoming,
    which: u32,
) -> Result<Post, Problem> {
    let user = incoming.person.user;
    let absence = app.games.stop_vacation(incoming.request, user, Some(which)).await?;
    let key = if is_cancelled(&absence) { "vacation-cancelled-short" } else { "vacation-stopped-short" };
    with_left(app, language, user, say!(language, key, from = seconds(&absence)[0])).await
}

/// Was it stopped before it had begun? One that begins by itself is never planned, though it may end as it begins.
fn is_cancelled(absence: &Absence) -> bool {
    absence.span.length() == 0 && !absence.automatic
}

/// The number of the vacation that is meant: the number itself, which completion gives, or a day that it lies in. What is neither
/// is no vacation of theirs, as 0 is none.
async fn meant(app: &App, language: Language, user: UserId, typed: &str) -> Result<u32, Problem> {
    if let Ok(number) = typed.trim().parse() {
        return Ok(number);
    }
    let (leave, zone) = (app.games.leave(user).await?, app.games.zone_of(user).await?);
    let mut ahead = leave.running.iter().chain(&leave.planned);
    Ok(ahead.find(|absence| is_in(app, language, &zone, typed, absence)).map_or(0, |absence| absence.number))
}

/// `/vacation status`
pub async fn status(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let user = incoming.person.user;
    let leave = app.games.leave(user).await?;
    let mut lines = Vec::new();
    if let Some(running) = &leave.running {
        let [from, until] = seconds(running);
        let key = if running.automatic { "vacation-runs-automatic" } else { "vacation-runs" };
        lines.push(say!(language, key, from = from, until = until));
    }
    for planned in leave.planned.iter().take(10) {
        let [from, until] = seconds(planned);
        lines.push(say!(language, "vacation-ahead", from = from, until = until));
    }
    if lines.is_empty() {
        lines.push(say!(language, "vacation-none"));
    }
    lines.push(left(language, &leave));
    let automatic = app.games.settings(user).await?.automatic_vacation != Some(false);
    lines.push(say!(language, "settings-automatic", automatic = if automatic { "yes" } else { "no" }));
    Ok(Reply::private(Post::text(lines.join("\n"))))
}

/// A sentence, and what is left now.
async fn answer(app: &App, language: Language, user: UserId, sentence: String) -> Answer {
    Ok(Reply::private(with_left(app, language, user, sentence).await?))
}

async fn with_left(app: &App, language: Language, user: UserId, sentence: String) -> Result<Post, Problem> {
    let leave = app.games.leave(user).await?;
    Ok(Post::text(format!("{sentence}\n{}", left(language, &leave))))
}

fn left(language: Language, leave: &Leave) -> String {
    let years = std::iter::once((leave.year, leave.left)).chain(leave.later.iter().copied());
    let line = |(year, left): (i16, i64)| {
        // A minute that has only begun to be taken is not told as an hour.
        let whole = (left + MINUTE_MS - 1) / MINUTE_MS * MINUTE_MS;
        let [left, yearly] = [whole, leave.yearly].map(|millis| span(language, millis));
        say!(language, "vacation-left", year = year.to_string(), left = left, yearly = yearly)
    };
    years.map(line).collect::<Vec<_>>().join("\n")
}

fn seconds(absence: &Absence) -> [i64; 2] {
    [absence.span.from, absence.span.until].map(|at| at.0 / 1000)
}

/// Why a vacation is refused, and what to do instead.
pub fn refused(language: Language, problem: &LeaveError) -> String {
    match problem {
        LeaveError::Past => say!(language, "error-vacation-past"),
        LeaveError::TooFar => say!(language, "error-vacation-too-far", days = AHEAD_DAYS),
        LeaveError::Length => say!(language, "error-vacation-length", days = LONGEST_DAYS),
        LeaveError::Overlaps(other) => {
            let [from, until] = [other.from, other.until].map(|at| at.0 / 1000);
            say!(language, "error-vacation-overlaps", from = from, until = until)
        }
        // Less than a minute reads as nothing.
        LeaveError::TooLittle { left: ..MINUTE_MS, year } => {
            say!(language, "error-vacation-none-left", year = year.to_string())
        }
        LeaveError::TooLittle { left, year } => {
            say!(language, "error-vacation-too-little", left = span(language, *left), year = year.to_string())
        }
        LeaveError::NoSuch => say!(language, "error-no-such-vacation"),
        LeaveError::Nothing => say!(language, "error-no-vacation"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_is_left_nobody_is_asked_for_fewer_days() {
        let said = |left| refused(Language::English, &LeaveError::TooLittle { left, year: 2026 });
        for left in [0, 1, MINUTE_MS - 1] {
            assert_eq!(said(left), "You have no vacation left in 2026.", "{left}");
        }
        assert_eq!(said(MINUTE_MS), "You do not have enough vacation left in 2026: 1 min. Choose fewer days.");
    }
}
