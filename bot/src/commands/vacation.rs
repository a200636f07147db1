//! `/vacation`: being away, and what it leaves.

use super::describe::span;
use super::incoming::Incoming;
use super::post::{Post, code};
use super::words::{Language, say};
use super::{Answer, App, Reply};
use crate::games::Leave;
use crate::games::time::leave::{AHEAD_DAYS, LONGEST_DAYS, LeaveError};
use crate::store::{Absence, UserId};

/// `/vacation start`
pub async fn start(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let user = incoming.person.user;
    let (days, from) = (incoming.number("days"), incoming.text("from"));
    let absence = app.games.start_vacation(incoming.request, user, days, from).await?;
    let key = if absence.span.from > app.clock.now() { "vacation-planned" } else { "vacation-started" };
    let [from, until] = seconds(&absence);
    answer(app, language, user, say!(language, key, from = from, until = until)).await
}

/// `/vacation stop`
pub async fn stop(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let user = incoming.person.user;
    let absence = app.games.stop_vacation(incoming.request, user).await?;
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
    let [left, yearly] = [leave.left, leave.yearly].map(|millis| span(language, millis));
    say!(language, "vacation-left", year = leave.year.to_string(), left = left, yearly = yearly)
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
        LeaveError::TooLittle { left, year } => {
            say!(language, "error-vacation-too-little", left = span(language, *left), year = year.to_string())
        }
        LeaveError::Nothing => say!(language, "error-no-vacation"),
        LeaveError::NoDay(text) => say!(language, "error-no-day", typed = code(text)),
        LeaveError::NotOnce(text) => say!(language, "error-time-not-once", typed = code(text)),
    }
}
