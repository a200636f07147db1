//! Reminders and digests: when, where and how a player is reminded.

pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::input::reminder_steps::StepsError;
use crate::commands::input::times::HoursError;
use crate::commands::input::{reminder_steps, suggestions, times};
use crate::commands::settings_menus::with_menus;
use crate::commands::shared_options::{DEFAULT, choice_of, set, switch_of, use_default};
use crate::commands::{Answer, App, Choices, Feature, Problem};
use crate::discord::command_definition::{self as define, CommandDefinition, OptionDefinition, subcommand, text};
use crate::discord::{Delivery, Interaction, Language, OutgoingMessage, Reply, code, localize};
use crate::domain::{LONGEST_STEP_DAYS, MOST_STEPS, Preferences, ReminderTarget, SHORTEST_STEP};
use crate::games::GameError;

/// Times that are offered for the digest: minutes of the day.
const DAYTIME: [u16; 9] = [420, 480, 540, 720, 1020, 1080, 1140, 1200, 1260];

pub struct Reminders;

#[async_trait]
impl Feature for Reminders {
    fn commands(&self) -> Vec<CommandDefinition> {
        let typed = |name, most| text(name).autocomplete().max_length(most);
        let reminders = subcommand("reminders", [typed("steps", 100), target(), turn(), typed("quiet", 40)]);
        vec![define::command("settings", [reminders, subcommand("digest", [typed("at", 40)]), subcommand("test", [])])]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        match interaction.name.as_str() {
            "settings reminders" => reminders(app, language, interaction).await,
            "settings digest" => digest(app, language, interaction).await,
            "settings test" => test(app, language, interaction).await,
            _ => Err(Problem::UNKNOWN_COMMAND),
        }
    }

    async fn complete(&self, _: &App, language: Language, interaction: &Interaction) -> Result<Choices, Problem> {
        let (option, typed) = interaction.focused_option();
        Ok(match option {
            "at" => suggestions::times(language, typed, &DAYTIME, "choice-no-digest"),
            "quiet" => suggestions::nights(language, typed),
            _ => suggestions::reminder_steps(language, typed),
        })
    }
}

fn target() -> OptionDefinition {
    text("where").choices(ReminderTarget::NAMES.iter().copied()).choices([use_default()])
}

fn turn() -> OptionDefinition {
    text("turn").choices(["on", "off"]).choices([use_default()])
}

async fn reminders(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = interaction.person.user;
    let steps = times::choice(interaction, "steps", Vec::new(), reminder_steps::read)
        .map_err(|error| bad_steps(language, &error))?;
    let places = choice_of(interaction, "where")?;
    let at_turn = switch_of(interaction, "turn", "on", "off")?;
    let quiet =
        times::choice_or_none(interaction, "quiet", times::read_hours).map_err(|error| no_quiet(language, &error))?;
    let asks = steps.is_some() || places.is_some() || at_turn.is_some() || quiet.is_some();
    if matches!(quiet, Some(Some(_))) && app.games.preferences(user).await?.zone.is_none() {
        return Err(Problem::Key("error-no-zone"));
    }
    let change = |chosen: &mut Preferences| {
        set(&mut chosen.steps, steps.clone());
        set(&mut chosen.remind_where, places);
        set(&mut chosen.at_turn, at_turn);
        set(&mut chosen.quiet, quiet);
        Ok(())
    };
    let chosen = app.games.update_preferences(user, change).await?;
    let mut lines = view::lines(app, language, &chosen);
    if asks {
        // A new choice is tried again, also where DMs were closed.
        app.games.set_dm_closed(user, false).await?;
        let counted = chosen.steps.clone().unwrap_or_else(|| service::default_steps(&app.games));
        let short = service::reset_alarms(&app.games, interaction.request, user, &counted).await?;
        // Only for a step of one's own, not for the host's; and not where no reminders come.
        let counts = matches!(steps, Some(Some(_))) && chosen.reminder_target() != ReminderTarget::None;
        if !short.is_empty() && counts {
            let ids: Vec<String> = short.iter().take(9).map(|summary| code(&summary.game.name())).collect();
            lines.push(localize!(language, "settings-steps-too-long", count = short.len(), games = ids.join("`, `")));
        }
    }
    let options = [target(), turn()];
    let is_on = |at_turn| if at_turn { "on" } else { "off" };
    let now = [
        ("where", chosen.remind_where.map_or(DEFAULT, ReminderTarget::as_str)),
        ("turn", chosen.at_turn.map_or(DEFAULT, is_on)),
    ];
    let post = OutgoingMessage::text(lines.join("\n"));
    Ok(Reply::ephemeral(with_menus(language, "settings reminders", &options, &now, post)))
}

async fn digest(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = interaction.person.user;
    let at = times::choice_or_none(interaction, "at", |text| {
        times::time_of_day(text).ok_or_else(|| no_time(language, text))
    })?;
    if matches!(at, Some(Some(_))) && app.games.preferences(user).await?.zone.is_none() {
        return Err(Problem::Key("error-no-zone"));
    }
    let change = |chosen: &mut Preferences| {
        set(&mut chosen.digest, at);
        Ok(())
    };
    let chosen = app.games.update_preferences(user, change).await?;
    if at.is_some() {
        app.games.set_dm_closed(user, false).await?;
    }
    let post = OutgoingMessage::text(view::digest_line(language, &chosen));
    Ok(Reply::ephemeral(with_menus(language, "settings digest", &[], &[], post)))
}

/// Quiet hours follow the zone.
pub async fn reset_alarms_after_zone_change(
    app: &App,
    interaction: &Interaction,
    chosen: &Preferences,
) -> Result<(), GameError> {
    if chosen.quiet.is_some() {
        service::reset_alarms(&app.games, interaction.request, interaction.person.user, &[]).await?;
    }
    Ok(())
}

/// `/settings test`: a reminder as this person has chosen it, and what became of it.
async fn test(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = interaction.person.user;
    let chosen = app.games.preferences(user).await?;
    let place = chosen.reminder_target();
    let mut lines = Vec::new();
    let nonce = interaction.request.0.to_string();
    let delivery_text = |delivery: Delivery, done: &'static str| match delivery {
        Delivery::Done => language.localize(done, &[]),
        Delivery::Unreachable => localize!(language, "test-closed"),
        Delivery::Failed | Delivery::Refused => localize!(language, "test-failed"),
    };
    if place == ReminderTarget::None {
        lines.push(localize!(language, "test-nowhere"));
    }
    let channel = interaction.origin.channel_id;
    let is_in_thread = place.in_thread() && app.games.is_thread_of(user, channel).await?;
    if (place.by_dm() || is_in_thread) && !service::may_send_test_reminder(&app.games, user) {
        return Err(Problem::Key("error-test-too-soon"));
    }
    if place.by_dm() {
        let sent = app.sender.direct_message(user, &view::test_reminder(app, user).await, &nonce).await;
        let delivery = sent.err().unwrap_or(Delivery::Done);
        if matches!(delivery, Delivery::Done | Delivery::Unreachable) {
            app.games.set_dm_closed(user, delivery == Delivery::Unreachable).await?;
        }
        lines.push(delivery_text(delivery, "test-dm-sent"));
    }
    if is_in_thread {
        let delivery = app.sender.post(channel, &view::test_reminder(app, user).await, &format!("{nonce}-t")).await;
        lines.push(delivery_text(delivery, "test-thread-sent"));
    } else if place.in_thread() {
        lines.push(localize!(language, "test-no-thread"));
        lines.push(localize!(language, "reminder-test", player = user.0));
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
