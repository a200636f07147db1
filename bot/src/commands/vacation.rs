//! `/vacation`: being away, and what it leaves.

use super::describe::span;
use super::incoming::Incoming;
use super::names::{CHOICES, folded};
use super::post::{Post, code};
use super::typed::days::{self, DayError};
use super::words::{Language, say};
use super::{Answer, App, Problem, Reply};
use crate::games::Leave;
use crate::games::time::leave::{self, AHEAD_DAYS, LONGEST_DAYS, LeaveError};
use crate::store::{Absence, UserId};

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

/// What can be stopped, as `/vacation stop` completes it: the one that runs, and those that are planned.
pub async fn complete(
    app: &App,
    language: Language,
    user: UserId,
    typed: &str,
) -> Result<Vec<(String, String)>, Problem> {
    let (leave, zone) = (app.games.leave(user).await?, app.games.zone_of(user).await?);
    let day = |at| days::today(&zone, at);
    let shown = |absence: &Absence| {
        let [from, until] = [absence.span.from, absence.span.until].map(|at| day(at).to_string());
        let key = if leave.running.as_ref() == Some(absence) { "choice-vacation-runs" } else { "choice-vacation" };
        (say!(language, key, from = from, until = until), absence.number.to_string())
    };
    let all = leave.running.iter().chain(&leave.planned).map(shown);
    let wanted = folded(typed.trim());
    Ok(all.filter(|(shown, _)| folded(shown).contains(&wanted)).take(CHOICES).collect())
}

/// `/vacation stop`
pub async fn stop(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let user = incoming.person.user;
    // What is no number is no vacation of theirs either.
    let which = incoming.text("which").map(|text| text.trim().parse().unwrap_or(0));
    let absence = app.games.stop_vacation(incoming.request, user, which).await?;
    let key = if absence.span.length() == 0 { "vacation-cancelled" } else { "vacation-stopped" };
    answer(app, language, user, say!(language, key, from = seconds(&absence)[0])).await
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
    let leave = app.games.leave(user).await?;
    Ok(Reply::private(Post::text(format!("{sentence}\n{}", left(language, &leave)))))
}

fn left(language: Language, leave: &Leave) -> String {
    let years = std::iter::once((leave.year, leave.left)).chain(leave.later.iter().copied());
    let line = |(year, left): (i16, i64)| {
        let [left, yearly] = [left, leave.yearly].map(|millis| span(language, millis));
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
        LeaveError::TooLittle { left: 0, year } => say!(language, "error-vacation-none-left", year = year.to_string()),
        LeaveError::TooLittle { left, year } => {
            say!(language, "error-vacation-too-little", left = span(language, *left), year = year.to_string())
        }
        LeaveError::NoSuch => say!(language, "error-no-such-vacation"),
        LeaveError::Nothing => say!(language, "error-no-vacation"),
    }
}
