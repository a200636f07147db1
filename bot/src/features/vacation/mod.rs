//! `/settings vacation`: starting, planning and stopping vacations, and their effect on clocks.

pub mod view;

use async_trait::async_trait;
use discord::custom_id::{Words, buttons};
use discord::{OutgoingMessage, Reply, Style, button, code, row};
use games::domain::clock::vacation_allowance;
use games::domain::{GameSummary, LONGEST_DAYS, MINUTE_MS, Timestamp, UserId, Vacation};
use games::vacations::{self, AlmostLost, VacationStatus};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use crate::board::message;
use crate::commands::command_button::with_menus;
use crate::commands::command_definition::{CommandDefinition, command, group, number, subcommand, text};
use crate::commands::input::days::{self, DayError};
use crate::commands::input::suggestions;
use crate::commands::layout_names::{MAX_CHOICES, normalized};
use crate::commands::{Answer, App, Choices, CommandButton, Ctx, Feature, Problem};
use crate::localization::time_in_words::span;
use crate::localization::{Language, localize};
use crate::views::game_lines;

buttons! {
    enum VacationButton {
        /// Stop this vacation although almost no time is left.
        StopAnyway { number: u32 } = "stop-vacation",
    }
}

pub struct Vacations;

#[async_trait]
impl Feature for Vacations {
    fn commands(&self) -> Vec<CommandDefinition> {
        let days = number("days", 1, LONGEST_DAYS).required();
        let start = subcommand("start", [days, text("from").autocomplete().max_length(60)]);
        let stop = subcommand("stop", [text("which").autocomplete().max_length(40)]);
        vec![command("settings", [group("vacation", [start, stop, subcommand("status", [])])])]
    }

    fn words(&self) -> Words {
        Words::of::<VacationButton>()
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        match ctx.name.as_str() {
            "settings vacation start" => start(ctx).await,
            "settings vacation stop" => stop(ctx).await,
            "settings vacation status" => status(ctx).await,
            _ => Err(Problem::UNKNOWN_COMMAND),
        }
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        let (option, typed) = ctx.focused_option();
        let user = ctx.user();
        if option == "which" {
            return complete_vacation(ctx.app, ctx.language, user, typed).await;
        }
        let zone = ctx.app.games.zone_of(user).await?;
        Ok(suggestions::days(ctx.language, typed, &zone, ctx.app.clock.now()))
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        stop_anyway(ctx).await
    }
}

async fn start(ctx: Ctx<'_>) -> Answer {
    let user = ctx.user();
    let from = match ctx.text("from") {
        Some(text) => days::read(text, &ctx.app.games.zone_of(user).await?, ctx.app.clock.now())
            .map_err(|error| Problem::Text(no_day(ctx.language, &error)))?,
        None => None,
    };
    let vacation = vacations::start_vacation(&ctx.app.games, ctx.request, user, ctx.number("days"), from).await?;
    let key = if vacation.span.from > ctx.app.clock.now() { "vacation-planned" } else { "vacation-started" };
    let [from, until] = seconds(&vacation);
    let mut sentence = localize!(ctx, key, from = from, until = until);
    if let [(first, one), (second, other)] = vacation_allowance::days_by_year(vacation.span)[..] {
        let [one, other] = [one, other].map(|millis| span(ctx.language, millis));
        let [first, second] = [first, second].map(|year| year.to_string());
        let takes = localize!(ctx, "vacation-uses", one = one, first = first, other = other, second = second);
        sentence = format!("{sentence}\n{takes}");
    }
    Ok(Reply::ephemeral(with_left(ctx.app, ctx.language, user, sentence).await?))
}

fn no_day(language: Language, error: &DayError) -> String {
    match error {
        DayError::NoDay(typed) => localize!(language, "error-no-day", typed = code(typed)),
        DayError::NotOnce(typed) => localize!(language, "error-time-not-once", typed = code(typed)),
    }
}

/// The first and the last day of a vacation in its owner's time zone.
fn days_of(zone: &TimeZone, vacation: &Vacation) -> [Date; 2] {
    [vacation.span.from, vacation.span.until.plus(-1)].map(|at| days::today(zone, at))
}

fn is_in(app: &App, zone: &TimeZone, typed: &str, vacation: &Vacation) -> bool {
    let [first, last] = days_of(zone, vacation);
    days::find_day(typed, days::today(zone, app.clock.now())).is_some_and(|(day, _)| (first..=last).contains(&day))
}

/// Completes `/settings vacation stop`: the running vacation and the planned ones.
async fn complete_vacation(
    app: &App,
    language: Language,
    user: UserId,
    typed: &str,
) -> Result<Vec<(String, String)>, Problem> {
    // Queried concurrently, because autocompletion has to be fast.
    let (leave, zone) = tokio::try_join!(vacations::vacation_status(&app.games, user), app.games.zone_of(user))?;
    let choice = |vacation: &Vacation| {
        let [from, until] = [vacation.span.from, vacation.span.until].map(|at| days::today(&zone, at).to_string());
        let key = if leave.running.as_ref() == Some(vacation) { "choice-vacation-current" } else { "choice-vacation" };
        (localize!(language, key, from = from, until = until), vacation.number.to_string())
    };
    let query = normalized(typed.trim());
    let fits =
        |vacation: &&Vacation| normalized(&choice(vacation).0).contains(&query) || is_in(app, &zone, typed, vacation);
    Ok(leave.running.iter().chain(&leave.planned).filter(fits).take(MAX_CHOICES).map(choice).collect())
}

async fn stop(ctx: Ctx<'_>) -> Answer {
    let user = ctx.user();
    let which = match ctx.text("which") {
        Some(text) => Some(read_number(ctx.app, user, text).await?),
        None => None,
    };
    if let Some(short) = vacations::almost_lost_without(&ctx.app.games, ctx.request, user, which).await? {
        return Ok(Reply::ephemeral(ask_to_stop(ctx.language, user, &short, ctx.app.clock.now())));
    }
    let vacation = vacations::stop_vacation(&ctx.app.games, ctx.request, user, which).await?;
    let key = if is_cancelled(&vacation) { "vacation-canceled" } else { "vacation-stopped" };
    let sentence = localize!(ctx, key, from = seconds(&vacation)[0]);
    Ok(Reply::ephemeral(with_left(ctx.app, ctx.language, user, sentence).await?))
}

/// Asks before stopping a vacation, usually an automatic one, that protects clocks with almost no time left; or before
/// cancelling one that would.
fn ask_to_stop(language: Language, user: UserId, short: &AlmostLost, now: Timestamp) -> OutgoingMessage {
    let AlmostLost { vacation, games } = short;
    let (title, then, button_key) = if vacation.span.from > now {
        ("vacation-cancel-warning", "vacation-cancel-advice", "button-cancel-vacation")
    } else {
        ("vacation-stop-warning", "vacation-stop-advice", "button-stop-vacation")
    };
    let (title, then) = (localize!(language, title, count = games.len()), language.localize(then, &[]));
    let line = |(GameSummary { game, seats }, left): &(GameSummary, i64)| {
        let against = message::against(language, game, seats, user);
        let left =
            if *left < MINUTE_MS { localize!(language, "vacation-warning-no-time") } else { span(language, *left) };
        let place = game.place.thread_id.map_or_else(String::new, |thread| format!(" · <#{}>", thread.0));
        format!(
            "• {}{place}",
            localize!(language, "vacation-warning-game", id = game.name(), against = against, left = left)
        )
    };
    let list = game_lines::fit_message(language, title, games.iter().map(line), then.chars().count());
    let stop = VacationButton::StopAnyway { number: vacation.number };
    let stop = row([button(&stop, language.localize(button_key, &[]), Style::Danger)]);
    OutgoingMessage::text(format!("{list}\n{then}")).rows(vec![stop])
}

/// The button of that question.
async fn stop_anyway(ctx: Ctx<'_>) -> Answer {
    let VacationButton::StopAnyway { number } = ctx.button()?;
    let user = ctx.user();
    let vacation = vacations::stop_vacation(&ctx.app.games, ctx.request, user, Some(number)).await?;
    let key = if is_cancelled(&vacation) { "vacation-canceled-little-time" } else { "vacation-stopped-little-time" };
    let sentence = localize!(ctx, key, from = seconds(&vacation)[0]);
    Ok(ctx.private_reply(with_left(ctx.app, ctx.language, user, sentence).await?))
}

/// Whether it was stopped before it began. An automatic one is never planned, though it may end as it begins.
fn is_cancelled(vacation: &Vacation) -> bool {
    vacation.span.length() == 0 && !vacation.automatic
}

/// The number of a vacation: the number itself, as completion gives it, or of the vacation that includes a typed day.
/// 0, which no vacation has, for anything else.
async fn read_number(app: &App, user: UserId, typed: &str) -> Result<u32, Problem> {
    if let Ok(number) = typed.trim().parse() {
        return Ok(number);
    }
    let (leave, zone) = (vacations::vacation_status(&app.games, user).await?, app.games.zone_of(user).await?);
    let mut ahead = leave.running.iter().chain(&leave.planned);
    Ok(ahead.find(|vacation| is_in(app, &zone, typed, vacation)).map_or(0, |vacation| vacation.number))
}

async fn status(ctx: Ctx<'_>) -> Answer {
    let user = ctx.user();
    let leave = vacations::vacation_status(&ctx.app.games, user).await?;
    let mut lines = Vec::new();
    if let Some(running) = &leave.running {
        let [from, until] = seconds(running);
        let key = if running.automatic { "vacation-current-automatic" } else { "vacation-current" };
        lines.push(localize!(ctx, key, from = from, until = until));
    }
    for planned in leave.planned.iter().take(10) {
        let [from, until] = seconds(planned);
        lines.push(localize!(ctx, "vacation-next", from = from, until = until));
    }
    if lines.is_empty() {
        lines.push(localize!(ctx, "vacation-none"));
    }
    lines.push(format_days_left(ctx.language, &leave));
    let automatic = ctx.app.games.preferences(user).await?.automatic_vacation != Some(false);
    lines.push(localize!(ctx, "settings-automatic", automatic = if automatic { "yes" } else { "no" }));
    let ask = |command: &str, options: Value, label: &str| {
        button(&CommandButton::new(command, options), ctx.localize(label, &[]), Style::Secondary)
    };
    let start = ask("settings vacation start", json!({ "days": null, "from": null }), "button-vacation-start");
    let has_any = leave.running.is_some() || !leave.planned.is_empty();
    let stop = has_any.then(|| ask("settings vacation stop", json!({}), "button-vacation-stop"));
    let buttons: Vec<_> = std::iter::once(start).chain(stop).collect();
    let post = OutgoingMessage::text(lines.join("\n")).rows(vec![row(buttons)]);
    Ok(Reply::ephemeral(with_menus(ctx.language, "settings vacation status", &[], &[], post)))
}

async fn with_left(app: &App, language: Language, user: UserId, sentence: String) -> Result<OutgoingMessage, Problem> {
    let leave = vacations::vacation_status(&app.games, user).await?;
    Ok(OutgoingMessage::text(format!("{sentence}\n{}", format_days_left(language, &leave))))
}

fn format_days_left(language: Language, leave: &VacationStatus) -> String {
    let years = std::iter::once((leave.year, leave.left)).chain(leave.later.iter().copied());
    let line = |(year, left): (i16, i64)| {
        // Rounded up, so that a partial minute does not turn an hour into less.
        let whole = (left + MINUTE_MS - 1) / MINUTE_MS * MINUTE_MS;
        let [left, yearly] = [whole, leave.yearly].map(|millis| span(language, millis));
        localize!(language, "vacation-left", year = year.to_string(), left = left, yearly = yearly)
    };
    years.map(line).collect::<Vec<_>>().join("\n")
}

fn seconds(vacation: &Vacation) -> [i64; 2] {
    [vacation.span.from, vacation.span.until].map(|at| at.0 / 1000)
}
