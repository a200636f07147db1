//! Reminders and digests: when, where and how a player is reminded.

pub mod view;

use async_trait::async_trait;
use discord::{DiscordError, OutgoingMessage, Reply, Style, button, code};
use games::domain::{LONGEST_STEP_DAYS, MOST_STEPS, Preferences, ReminderTarget, SHORTEST_STEP};
use games::{GameError, reminders};
use serde_json::{Value, json};

use crate::commands::command_button::with_menus;
use crate::commands::command_definition::{self as define, CommandDefinition, OptionDefinition, subcommand, text};
use crate::commands::input::reminder_steps::{self, StepsError};
use crate::commands::input::times::{self, HoursError};
use crate::commands::input::{suggestions, time_zones};
use crate::commands::shared_options::{DEFAULT, choice_of, set, switch_of, use_default};
use crate::commands::{Answer, Choices, CommandButton, Ctx, Feature, Problem};
use crate::localization::{Language, localize};

/// Times offered for the digest, in minutes of the day.
const DAYTIME: [u16; 9] = [420, 480, 540, 720, 1020, 1080, 1140, 1200, 1260];

pub struct Reminders;

#[async_trait]
impl Feature for Reminders {
    fn commands(&self) -> Vec<CommandDefinition> {
        let typed_option = |name, most| text(name).autocomplete().max_length(most);
        let reminders = subcommand(
            "reminders",
            [typed_option("steps", 100), target(), turn(), typed_option("quiet", 40), typed_option("zone", 60)],
        );
        vec![define::command(
            "settings",
            [
                reminders,
                subcommand("digest", [typed_option("at", 40), typed_option("zone", 60)]),
                subcommand("test", []),
            ],
        )]
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        match ctx.name.as_str() {
            "settings reminders" => reminders(ctx).await,
            "settings digest" => digest(ctx).await,
            "settings test" => test(ctx).await,
            _ => Err(Problem::UNKNOWN_COMMAND),
        }
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        let (option, typed) = ctx.focused_option();
        Ok(match option {
            "at" => suggestions::times(ctx.language, typed, &DAYTIME, "choice-no-digest"),
            "quiet" => suggestions::nights(ctx.language, typed),
            "zone" => time_zones::complete(typed, ctx.app.clock.now()),
            _ => suggestions::reminder_steps(ctx.language, typed),
        })
    }
}

fn target() -> OptionDefinition {
    text("where").choices(ReminderTarget::NAMES.iter().copied()).choices([use_default()])
}

fn turn() -> OptionDefinition {
    text("turn").choices(["on", "off"]).choices([use_default()])
}

async fn reminders(ctx: Ctx<'_>) -> Answer {
    let user = ctx.user();
    let steps = times::choice(ctx.interaction, "steps", Vec::new(), reminder_steps::read)
        .map_err(|error| bad_steps(ctx.language, &error))?;
    let places = choice_of(ctx.interaction, "where")?;
    let at_turn = switch_of(ctx.interaction, "turn", "on", "off")?;
    let quiet = times::choice_or_none(ctx.interaction, "quiet", times::read_hours)
        .map_err(|error| no_quiet(ctx.language, &error))?;
    let zone = zone_choice(ctx)?;
    let asks = steps.is_some() || places.is_some() || at_turn.is_some() || quiet.is_some();
    if matches!(quiet, Some(Some(_))) && !has_zone(ctx, zone.as_ref()).await? {
        return Ok(ask_for_zone(ctx, json!({ "quiet": ctx.text("quiet"), "zone": null })));
    }
    let change = |preferences: &mut Preferences| {
        set(&mut preferences.steps, steps.clone());
        set(&mut preferences.remind_where, places);
        set(&mut preferences.at_turn, at_turn);
        set(&mut preferences.quiet, quiet);
        set_zone(preferences, zone.clone());
        Ok(())
    };
    let preferences = ctx.app.games.update_preferences(user, change).await?;
    let mut lines = view::lines(ctx.app, ctx.language, &preferences);
    if asks {
        // A new choice is tried again, even if DMs were closed.
        ctx.app.games.set_dm_closed(user, false).await?;
        let active_steps = preferences.steps.clone().unwrap_or_else(|| reminders::default_steps(&ctx.app.games));
        let short = reminders::reset_alarms(&ctx.app.games, ctx.request, user, &active_steps).await?;
        // Warns only about the person's own steps, and only if they get reminders.
        let counts = matches!(steps, Some(Some(_))) && preferences.reminder_target() != ReminderTarget::None;
        if !short.is_empty() && counts {
            let ids: Vec<String> = short.iter().take(9).map(|summary| code(&summary.game.name())).collect();
            lines.push(localize!(ctx, "settings-steps-too-long", count = short.len(), games = ids.join("`, `")));
        }
    }
    let options = [target(), turn()];
    let is_on = |at_turn| if at_turn { "on" } else { "off" };
    let now = [
        ("where", preferences.remind_where.map_or(DEFAULT, ReminderTarget::as_str)),
        ("turn", preferences.at_turn.map_or(DEFAULT, is_on)),
    ];
    let post = OutgoingMessage::text(lines.join("\n"));
    Ok(Reply::ephemeral(with_menus(ctx.language, "settings reminders", &options, &now, post)))
}

async fn digest(ctx: Ctx<'_>) -> Answer {
    let user = ctx.user();
    let at = times::choice_or_none(ctx.interaction, "at", |text| {
        times::time_of_day(text).ok_or_else(|| no_time(ctx.language, text))
    })?;
    let zone = zone_choice(ctx)?;
    let before = ctx.app.games.preferences(user).await?;
    if let Some(Some(minute)) = at
        && !has_zone(ctx, zone.as_ref()).await?
    {
        return Ok(ask_for_zone(ctx, json!({ "at": times::format_minute(minute), "zone": null })));
    }
    let change = |preferences: &mut Preferences| {
        set(&mut preferences.digest, at);
        set_zone(preferences, zone.clone());
        Ok(())
    };
    let preferences = ctx.app.games.update_preferences(user, change).await?;
    if preferences.zone != before.zone {
        reset_alarms_after_zone_change(ctx, &preferences).await?;
    }
    if at.is_some() {
        ctx.app.games.set_dm_closed(user, false).await?;
    }
    let post = OutgoingMessage::text(view::digest_line(ctx.language, &preferences));
    Ok(Reply::ephemeral(with_menus(ctx.language, "settings digest", &[], &[], post)))
}

/// The time zone that the person typed, if any.
pub fn zone_choice(ctx: Ctx<'_>) -> Result<Option<Option<String>>, Problem> {
    times::choice_or_none(ctx.interaction, "zone", |typed| {
        time_zones::find_zone(typed, ctx.app.clock.now())
            .ok_or_else(|| Problem::Text(localize!(ctx, "error-no-such-zone", typed = code(typed))))
    })
}

/// Whether the person has a time zone once the typed one is set.
async fn has_zone(ctx: Ctx<'_>, zone: Option<&Option<String>>) -> Result<bool, Problem> {
    Ok(match zone {
        Some(zone) => zone.is_some(),
        None => ctx.app.games.preferences(ctx.user()).await?.zone.is_some(),
    })
}

/// Sleeping hours need a time zone.
pub fn set_zone(preferences: &mut Preferences, zone: Option<Option<String>>) {
    set(&mut preferences.zone, zone);
    if preferences.zone.is_none() {
        preferences.sleep = None;
    }
}

/// Asks for the time zone by a button: a form completes this command, which then runs.
fn ask_for_zone(ctx: Ctx<'_>, options: Value) -> Reply {
    let button = button(&CommandButton::new(&ctx.name, options), localize!(ctx, "button-time-zone"), Style::Primary);
    Reply::ephemeral(OutgoingMessage::text(localize!(ctx, "error-no-zone")).add_button(button))
}

/// Quiet hours depend on the time zone.
pub async fn reset_alarms_after_zone_change(ctx: Ctx<'_>, preferences: &Preferences) -> Result<(), GameError> {
    if preferences.quiet.is_some() {
        reminders::reset_alarms(&ctx.app.games, ctx.request, ctx.user(), &[]).await?;
    }
    Ok(())
}

/// `/settings test`: sends a reminder as this person has chosen it, and reports the delivery.
async fn test(ctx: Ctx<'_>) -> Answer {
    let user = ctx.user();
    let preferences = ctx.app.games.preferences(user).await?;
    let place = preferences.reminder_target();
    let mut lines = Vec::new();
    let nonce = ctx.request.0.to_string();
    let delivery_text = |failure: Option<DiscordError>, done: &'static str| match failure {
        None => ctx.localize(done, &[]),
        Some(error) if error.is_place_closed() => localize!(ctx, "test-closed"),
        Some(_) => localize!(ctx, "test-failed"),
    };
    if place == ReminderTarget::None {
        lines.push(localize!(ctx, "test-nowhere"));
    }
    let channel = ctx.origin.channel_id;
    let is_in_thread = place.in_thread() && ctx.app.games.is_thread_of(user, channel).await?;
    if (place.by_dm() || is_in_thread) && !reminders::may_send_test_reminder(&ctx.app.games, user) {
        return Err(Problem::Key("error-test-too-soon"));
    }
    if place.by_dm() {
        let delivery = ctx.app.sender.direct_message(user, &view::test_reminder(ctx.app, user).await, &nonce).await;
        let failure = delivery.err();
        let is_closed = failure.as_ref().is_some_and(DiscordError::refuses_direct_messages);
        if is_closed || failure.is_none() {
            ctx.app.games.set_dm_closed(user, is_closed).await?;
        }
        lines.push(delivery_text(failure, "test-dm-sent"));
    }
    if is_in_thread {
        let delivery =
            ctx.app.sender.post(channel, &view::test_reminder(ctx.app, user).await, &format!("{nonce}-t")).await;
        lines.push(delivery_text(delivery.err(), "test-thread-sent"));
    } else if place.in_thread() {
        lines.push(localize!(ctx, "test-no-thread"));
        lines.push(localize!(ctx, "reminder-test", player = user.0));
    }
    Ok(Reply::ephemeral(OutgoingMessage::text(lines.join("\n"))))
}

fn bad_steps(language: Language, error: &StepsError) -> Problem {
    Problem::Text(match error {
        StepsError::NoStep(text) => localize!(language, "error-no-step", step = code(text)),
        StepsError::Range(text) => {
            localize!(
                language,
                "error-step-range",
                step = code(text),
                minutes = SHORTEST_STEP,
                days = LONGEST_STEP_DAYS
            )
        }
        StepsError::TooMany(count) => localize!(language, "error-too-many-steps", count = *count, most = MOST_STEPS),
    })
}

fn no_time(language: Language, text: &str) -> Problem {
    Problem::Text(localize!(language, "error-no-time-of-day", time = code(&times::shortened(text))))
}

fn no_quiet(language: Language, error: &HoursError) -> Problem {
    match error {
        HoursError::NotTwo(text) => Problem::Text(localize!(language, "error-no-hours", hours = code(text))),
        HoursError::NoTime(time) => no_time(language, time),
        HoursError::Empty => Problem::Key("error-quiet-empty"),
        HoursError::TooLong => Problem::Key("error-quiet-too-long"),
    }
}
