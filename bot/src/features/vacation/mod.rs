//! `/settings vacation`: planned, started, stopped, and what it does to the clocks.

pub mod service;
pub mod view;

use async_trait::async_trait;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use crate::commands::board::message;
use crate::commands::input::days::DayError;
use crate::commands::input::{days, suggestions};
use crate::commands::layout_names::{MAX_CHOICES, normalized};
use crate::commands::settings_menus::with_menus;
use crate::commands::time_in_words::span;
use crate::commands::{Answer, App, Button, Choices, CommandButton, Feature, Problem};
use crate::discord::command_definition::{CommandDefinition, command, group, number, subcommand, text};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, Style, button, code, localize, row};
use crate::domain::clock::vacation_allowance;
use crate::domain::{GameSummary, LONGEST_DAYS, MINUTE_MS, Timestamp, UserId, Vacation};
use crate::features::vacation::service::{AlmostLost, VacationStatus};
use crate::views::game_lines;

/// The word of the button that stops a vacation though next to no time is left.
const STOP_ANYWAY: &str = "stop-vacation";

pub struct Vacations;

#[async_trait]
impl Feature for Vacations {
    fn commands(&self) -> Vec<CommandDefinition> {
        let days = number("days", 1, LONGEST_DAYS).required();
        let start = subcommand("start", [days, text("from").autocomplete().max_length(60)]);
        let stop = subcommand("stop", [text("which").autocomplete().max_length(40)]);
        vec![command("settings", [group("vacation", [start, stop, subcommand("status", [])])])]
    }

    fn words(&self) -> &'static [&'static str] {
        &[STOP_ANYWAY]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        match interaction.name.as_str() {
            "settings vacation start" => start(app, language, interaction).await,
            "settings vacation stop" => stop(app, language, interaction).await,
            "settings vacation status" => status(app, language, interaction).await,
            _ => Err(Problem::UNKNOWN_COMMAND),
        }
    }

    async fn complete(&self, app: &App, language: Language, interaction: &Interaction) -> Result<Choices, Problem> {
        let (option, typed) = interaction.focused_option();
        let user = interaction.person.user;
        if option == "which" {
            return complete_vacation(app, language, user, typed).await;
        }
        let zone = app.games.zone_of(user).await?;
        Ok(suggestions::days(language, typed, &zone, app.clock.now()))
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        stop_anyway(app, language, interaction).await
    }
}

/// `/settings vacation start`
async fn start(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = interaction.person.user;
    let from = match interaction.text("from") {
        Some(text) => days::read(text, &app.games.zone_of(user).await?, app.clock.now())
            .map_err(|error| Problem::Text(no_day(language, &error)))?,
        None => None,
    };
    let vacation =
        service::start_vacation(&app.games, interaction.request, user, interaction.number("days"), from).await?;
    let key = if vacation.span.from > app.clock.now() { "vacation-planned" } else { "vacation-started" };
    let [from, until] = seconds(&vacation);
    let mut sentence = localize!(language, key, from = from, until = until);
    if let [(first, one), (second, other)] = vacation_allowance::days_by_year(vacation.span)[..] {
        let [one, other] = [one, other].map(|millis| span(language, millis));
        let [first, second] = [first, second].map(|year| year.to_string());
        let takes = localize!(language, "vacation-uses", one = one, first = first, other = other, second = second);
        sentence = format!("{sentence}\n{takes}");
    }
    Ok(Reply::ephemeral(with_left(app, language, user, sentence).await?))
}

fn no_day(language: Language, error: &DayError) -> String {
    match error {
        DayError::NoDay(typed) => localize!(language, "error-no-day", typed = code(typed)),
        DayError::NotOnce(typed) => localize!(language, "error-time-not-once", typed = code(typed)),
    }
}

/// The days that a vacation lies in, on the wall of its owner.
fn days_of(zone: &TimeZone, vacation: &Vacation) -> [Date; 2] {
    [vacation.span.from, vacation.span.until.plus(-1)].map(|at| days::today(zone, at))
}

/// Does it lie in the day that is typed?
fn is_in(app: &App, zone: &TimeZone, typed: &str, vacation: &Vacation) -> bool {
    let [first, last] = days_of(zone, vacation);
    days::find_day(typed, days::today(zone, app.clock.now())).is_some_and(|(day, _)| (first..=last).contains(&day))
}

/// What can be stopped, as `/settings vacation stop` completes it: the one that runs, and those that are planned.
async fn complete_vacation(
    app: &App,
    language: Language,
    user: UserId,
    typed: &str,
) -> Result<Vec<(String, String)>, Problem> {
    // Concurrently: autocompletion has to be fast.
    let (leave, zone) = tokio::try_join!(service::vacation_status(&app.games, user), app.games.zone_of(user))?;
    let shown = |vacation: &Vacation| {
        let [from, until] = [vacation.span.from, vacation.span.until].map(|at| days::today(&zone, at).to_string());
        let key = if leave.running.as_ref() == Some(vacation) { "choice-vacation-current" } else { "choice-vacation" };
        (localize!(language, key, from = from, until = until), vacation.number.to_string())
    };
    let wanted = normalized(typed.trim());
    let fits =
        |vacation: &&Vacation| normalized(&shown(vacation).0).contains(&wanted) || is_in(app, &zone, typed, vacation);
    Ok(leave.running.iter().chain(&leave.planned).filter(fits).take(MAX_CHOICES).map(shown).collect())
}

/// `/settings vacation stop`
async fn stop(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = interaction.person.user;
    let which = match interaction.text("which") {
        Some(text) => Some(read_number(app, user, text).await?),
        None => None,
    };
    if let Some(short) = service::almost_lost_without(&app.games, interaction.request, user, which).await? {
        return Ok(Reply::ephemeral(ask_to_stop(language, user, &short, app.clock.now())));
    }
    let vacation = service::stop_vacation(&app.games, interaction.request, user, which).await?;
    let key = if is_cancelled(&vacation) { "vacation-canceled" } else { "vacation-stopped" };
    let sentence = localize!(language, key, from = seconds(&vacation)[0]);
    Ok(Reply::ephemeral(with_left(app, language, user, sentence).await?))
}

/// The question before a vacation is stopped that has stopped clocks with next to nothing on them, an automatic one as a rule; or
/// before one is cancelled that would stop such clocks.
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
    let stop = games.first().map(|(summary, _)| Button::at(STOP_ANYWAY, summary.game.game_id, vacation.number));
    let stop = stop.map(|custom_id| row(&[button(&custom_id, language.localize(button_key, &[]), Style::Danger)]));
    OutgoingMessage::text(format!("{list}\n{then}")).rows(stop.into_iter().collect())
}

/// The button of that question.
async fn stop_anyway(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let which = u32::try_from(Button::read(interaction)?.required_number()?).map_err(|_| Problem::UNKNOWN_BUTTON)?;
    let user = interaction.person.user;
    let vacation = service::stop_vacation(&app.games, interaction.request, user, Some(which)).await?;
    let key = if is_cancelled(&vacation) { "vacation-canceled-little-time" } else { "vacation-stopped-little-time" };
    let sentence = localize!(language, key, from = seconds(&vacation)[0]);
    Ok(interaction.private_reply(with_left(app, language, user, sentence).await?))
}

/// Was it stopped before it had begun? One that begins by itself is never planned, though it may end as it begins.
fn is_cancelled(vacation: &Vacation) -> bool {
    vacation.span.length() == 0 && !vacation.automatic
}

/// The number of the vacation that is meant: the number itself, which completion gives, or a day that it lies in. What is neither
/// is no vacation of theirs, as 0 is none.
async fn read_number(app: &App, user: UserId, typed: &str) -> Result<u32, Problem> {
    if let Ok(number) = typed.trim().parse() {
        return Ok(number);
    }
    let (leave, zone) = (service::vacation_status(&app.games, user).await?, app.games.zone_of(user).await?);
    let mut ahead = leave.running.iter().chain(&leave.planned);
    Ok(ahead.find(|vacation| is_in(app, &zone, typed, vacation)).map_or(0, |vacation| vacation.number))
}

/// `/settings vacation status`
async fn status(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = interaction.person.user;
    let leave = service::vacation_status(&app.games, user).await?;
    let mut lines = Vec::new();
    if let Some(running) = &leave.running {
        let [from, until] = seconds(running);
        let key = if running.automatic { "vacation-current-automatic" } else { "vacation-current" };
        lines.push(localize!(language, key, from = from, until = until));
    }
    for planned in leave.planned.iter().take(10) {
        let [from, until] = seconds(planned);
        lines.push(localize!(language, "vacation-next", from = from, until = until));
    }
    if lines.is_empty() {
        lines.push(localize!(language, "vacation-none"));
    }
    lines.push(format_days_left(language, &leave));
    let automatic = app.games.preferences(user).await?.automatic_vacation != Some(false);
    lines.push(localize!(language, "settings-automatic", automatic = if automatic { "yes" } else { "no" }));
    let ask = |command: &str, options: Value, label: &str| {
        button(&CommandButton::new(command, options), language.localize(label, &[]), Style::Secondary)
    };
    let start = ask("settings vacation start", json!({ "days": null, "from": null }), "button-vacation-start");
    let has_any = leave.running.is_some() || !leave.planned.is_empty();
    let stop = has_any.then(|| ask("settings vacation stop", json!({}), "button-vacation-stop"));
    let buttons: Vec<Value> = std::iter::once(start).chain(stop).collect();
    let post = OutgoingMessage::text(lines.join("\n")).rows(vec![row(&buttons)]);
    Ok(Reply::ephemeral(with_menus(language, "settings vacation status", &[], &[], post)))
}

async fn with_left(app: &App, language: Language, user: UserId, sentence: String) -> Result<OutgoingMessage, Problem> {
    let leave = service::vacation_status(&app.games, user).await?;
    Ok(OutgoingMessage::text(format!("{sentence}\n{}", format_days_left(language, &leave))))
}

fn format_days_left(language: Language, leave: &VacationStatus) -> String {
    let years = std::iter::once((leave.year, leave.left)).chain(leave.later.iter().copied());
    let line = |(year, left): (i16, i64)| {
        // A minute that has only begun does not make it an hour less.
        let whole = (left + MINUTE_MS - 1) / MINUTE_MS * MINUTE_MS;
        let [left, yearly] = [whole, leave.yearly].map(|millis| span(language, millis));
        localize!(language, "vacation-left", year = year.to_string(), left = left, yearly = yearly)
    };
    years.map(line).collect::<Vec<_>>().join("\n")
}

fn seconds(vacation: &Vacation) -> [i64; 2] {
    [vacation.span.from, vacation.span.until].map(|at| at.0 / 1000)
}
