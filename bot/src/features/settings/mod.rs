//! `/settings` and `/setup`: preferences of players and servers.

pub mod block;
pub mod channels;
mod definition;
pub mod picture;
pub mod service;
mod web;

use async_trait::async_trait;
use clubs::ladders::list_ladders;
use discord::custom_id::Words;
use discord::{OutgoingMessage, Reply, code, select, select_row};
use games::domain::clock::calendar::zone;
use games::domain::{GuildPreferences, LONGEST_SLEEP, Preferences, TakebackPreference};
use serde_json::{Value, json};

use crate::commands::command_button::{CHOSEN, with_menus};
use crate::commands::command_definition::CommandDefinition;
use crate::commands::input::times::{self, HoursError, TypedChoice};
use crate::commands::input::{suggestions, time_zones};
use crate::commands::shared_options::{choice_of, set};
use crate::commands::{Answer, App, Choices, CommandButton, Ctx, Feature, Problem, Viewer};
use crate::features::ladder::definition::presets as ladder_presets;
use crate::features::ladder::view::name_of as ladder_name;
use crate::features::settings::block::SettingsButton;
use crate::features::settings::channels::{audit_entry, channel_lines, organizer_line, posts_line};
use crate::features::settings::definition::{settings, setup, setup_menus, takeback_answer};
use crate::features::settings::picture::{coordinates_line, look_of, picture_lines, sample, theme_line};
use crate::features::{hints, reminders};
use crate::localization::{Language, localize};

/// Times offered for the start of sleep, in minutes of the day.
const EVENING: [u16; 9] = [1260, 1290, 1320, 1350, 1380, 1410, 0, 30, 60];

/// Times offered for the end of sleep.
const MORNING: [u16; 9] = [300, 330, 360, 390, 420, 450, 480, 510, 540];

pub struct Settings;

#[async_trait]
impl Feature for Settings {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![settings(), setup()]
    }

    fn words(&self) -> Words {
        Words::of::<SettingsButton>()
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        match ctx.button()? {
            SettingsButton::Block { other } => block::confirm(ctx, other).await,
            SettingsButton::SignOut => web::sign_out(ctx).await,
        }
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        match ctx.name.as_str() {
            "settings show" => show(ctx).await,
            "settings picture" => picture::picture(ctx).await,
            "settings takeback" => takeback(ctx).await,
            "settings moves" => moves(ctx).await,
            "settings clock" => clock(ctx).await,
            "settings block" => block::block(ctx).await,
            "settings unblock" => block::unblock(ctx).await,
            "setup show" => show_server(ctx).await,
            "setup picture" => server_picture(ctx).await,
            "setup channels" => channels::channels(ctx).await,
            "setup thread" => channels::thread(ctx).await,
            "settings web" => web::choose_name(ctx).await,
            "setup web" => web::choose_games(ctx).await,
            "setup organizers" => channels::organizers(ctx).await,
            _ => Err(Problem::UNKNOWN_COMMAND),
        }
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        let (option, typed) = ctx.focused_option();
        Ok(match option {
            "sleep-from" => suggestions::times(ctx.language, typed, &EVENING, "choice-no-sleep"),
            "sleep-to" => suggestions::times(ctx.language, typed, &MORNING, "choice-no-sleep"),
            _ => time_zones::complete(typed, ctx.app.clock.now()),
        })
    }
}

async fn show(ctx: Ctx<'_>) -> Answer {
    let preferences = ctx.app.games.preferences(ctx.user()).await?;
    let reader = Viewer::of(ctx.app, ctx.user(), ctx.origin.guild_id).await;
    let mut lines = picture_lines(ctx.language, &preferences, &reader);
    lines.push(takeback_line(ctx.language, &preferences));
    lines.extend(move_lines(ctx.language, &preferences));
    lines.extend(clock_lines(ctx.app, ctx.language, &preferences));
    lines.extend(reminders::view::lines(ctx.app, ctx.language, &preferences));
    lines.push(reminders::view::digest_line(ctx.language, &preferences));
    lines.push(web::name_line(ctx.language, &preferences));
    lines.push(localize!(ctx, "settings-blocked-count", count = preferences.blocked.len()));
    let list = bullets(localize!(ctx, "settings-title"), lines);
    Ok(Reply::ephemeral(with_menus(ctx.language, "settings show", &[], &[], OutgoingMessage::text(list))))
}

fn bullets(title: String, lines: Vec<String>) -> String {
    let lines = lines.into_iter().map(|line| format!("• {line}"));
    std::iter::once(title).chain(lines).collect::<Vec<_>>().join("\n")
}

async fn takeback(ctx: Ctx<'_>) -> Answer {
    let answer = choice_of(ctx.interaction, "answer")?;
    let change = |preferences: &mut Preferences| {
        set(&mut preferences.takeback, answer);
        Ok(())
    };
    let preferences = ctx.app.games.update_preferences(ctx.user(), change).await?;
    let now = [("answer", preferences.takeback.unwrap_or_default().as_str())];
    let post = OutgoingMessage::text(takeback_line(ctx.language, &preferences));
    Ok(Reply::ephemeral(with_menus(ctx.language, "settings takeback", &[takeback_answer()], &now, post)))
}

fn takeback_line(language: Language, preferences: &Preferences) -> String {
    language.localize(
        match preferences.takeback.unwrap_or_default() {
            TakebackPreference::Never => "settings-takeback-never",
            TakebackPreference::Casual => "settings-takeback-casual",
            TakebackPreference::Always => "settings-takeback-always",
        },
        &[],
    )
}

async fn moves(ctx: Ctx<'_>) -> Answer {
    let user = ctx.user();
    let options = ["confirm", "preview", "hints"].map(|name| ctx.options.get(name).and_then(Value::as_bool));
    let [confirm, preview, hints] = options;
    let change = |preferences: &mut Preferences| {
        set(&mut preferences.confirm, confirm.map(Some));
        set(&mut preferences.preview, preview.map(Some));
        Ok(())
    };
    let mut preferences = ctx.app.games.update_preferences(user, change).await?;
    if let Some(are_wanted) = hints {
        preferences = hints::set_hints(&ctx.app.games, user, are_wanted).await?;
    }
    let names_one = options.iter().any(Option::is_some);
    let lines = move_lines(ctx.language, &preferences).into_iter().zip(options);
    let lines = lines.filter(|(_, option)| option.is_some() || !names_one).map(|(line, _)| line);
    let post = OutgoingMessage::text(lines.collect::<Vec<_>>().join("\n"));
    Ok(Reply::ephemeral(with_menus(ctx.language, "settings moves", &[], &[], post)))
}

fn move_lines(language: Language, preferences: &Preferences) -> [String; 3] {
    let confirm_line = if preferences.confirm == Some(true) {
        localize!(language, "settings-confirm")
    } else {
        localize!(language, "settings-confirm-none")
    };
    let preview_line = if preferences.preview == Some(false) {
        localize!(language, "settings-preview-none")
    } else {
        localize!(language, "settings-preview")
    };
    [confirm_line, preview_line, hints::hints_line(language, preferences.hints != Some(false))]
}

async fn clock(ctx: Ctx<'_>) -> Answer {
    let zone = reminders::zone_choice(ctx)?;
    let sleep = match ["sleep-from", "sleep-to"].map(|option| ctx.text(option).map(times::typed_choice)) {
        [None, None] => None,
        // `off` and `default` are the same here.
        [Some(TypedChoice::Off | TypedChoice::Default), _] | [_, Some(TypedChoice::Off | TypedChoice::Default)] => {
            Some(None)
        }
        [Some(TypedChoice::Text(from)), Some(TypedChoice::Text(to))] => {
            let sleep = times::hours_between(from, to);
            Some(Some(sleep.map_err(|problem| Problem::Text(bad_sleep(ctx.language, &problem)))?))
        }
        _ => return Err(Problem::Key("error-sleep-half")),
    };
    let automatic = ctx.options.get("automatic-vacation").map(|_| ctx.flag("automatic-vacation"));
    let user = ctx.user();
    let before = ctx.app.games.preferences(user).await?;
    let has_zone = zone.as_ref().map_or(before.zone.is_some(), Option::is_some);
    if !has_zone && sleep.is_some_and(|sleep| sleep.is_some()) {
        return Err(Problem::Key("error-sleep-without-zone"));
    }
    let change = |preferences: &mut Preferences| {
        set(&mut preferences.sleep, sleep);
        reminders::set_zone(preferences, zone.clone());
        set(&mut preferences.automatic_vacation, automatic.map(|automatic| (!automatic).then_some(false)));
        Ok(())
    };
    let preferences = ctx.app.games.update_preferences(user, change).await?;
    let mut lines = clock_lines(ctx.app, ctx.language, &preferences);
    if preferences.zone != before.zone {
        reminders::reset_alarms_after_zone_change(ctx, &preferences).await?;
    }
    if preferences.zone != before.zone || preferences.sleep != before.sleep {
        lines.push(localize!(ctx, "settings-clock-next"));
    }
    let post = OutgoingMessage::text(lines.join("\n"));
    Ok(Reply::ephemeral(with_menus(ctx.language, "settings clock", &[], &[], post)))
}

fn bad_sleep(language: Language, problem: &HoursError) -> String {
    match problem {
        HoursError::NoTime(typed) | HoursError::NotTwo(typed) => {
            localize!(language, "error-no-time", typed = code(typed))
        }
        HoursError::Empty => localize!(language, "error-sleep-empty"),
        HoursError::TooLong => localize!(language, "error-sleep-too-long", hours = u32::from(LONGEST_SLEEP / 60)),
    }
}

/// A person's time zone, and the times at which their clocks pause.
fn clock_lines(app: &App, language: Language, preferences: &Preferences) -> Vec<String> {
    let zone_entry = preferences.zone.as_ref().and_then(|name| Some((name, zone(name).ok()?)));
    let own = match &zone_entry {
        Some((name, zone)) => {
            localize!(
                language,
                "settings-zone",
                zone = time_zones::format_zone(name),
                time = time_zones::format_wall_clock(zone, app.clock.now())
            )
        }
        None => localize!(language, "settings-zone-none"),
    };
    let sleep = match preferences.sleep.filter(|_| zone_entry.is_some()) {
        Some(sleep) => localize!(language, "settings-sleep", hours = sleep.to_string().replace('-', " – ")),
        None => localize!(language, "settings-sleep-none"),
    };
    let automatic = if preferences.automatic_vacation == Some(false) { "no" } else { "yes" };
    vec![own, sleep, localize!(language, "settings-automatic", automatic = automatic)]
}

async fn show_server(ctx: Ctx<'_>) -> Answer {
    let guild = ctx.managed_server()?;
    let preferences = ctx.app.games.server_settings(guild).await?;
    let reader = Viewer::of(ctx.app, None, Some(guild)).await;
    let mut lines = server_picture_lines(ctx.language, &preferences, &reader);
    lines.extend(channel_lines(ctx, guild, &preferences).await?);
    lines.push(posts_line(ctx.language, &preferences));
    lines.push(web::games_line(ctx.app, ctx.language, &preferences));
    let limit = preferences.thread_limit.filter(|_| preferences.is_short_of_threads(ctx.app.clock.now()));
    lines.extend(limit.map(|warning| {
        let time = format!("<t:{}:f>", warning.at.0 / 1000);
        localize!(ctx, "setup-thread-limit", time = time)
    }));
    lines.push(organizer_line(ctx.language, preferences.organizer_role));
    let ladders = list_ladders(&ctx.app.games, guild).await?;
    let ladders: Vec<String> = ladders.iter().filter(|head| head.closed_at.is_none()).map(ladder_name).collect();
    lines.push(match ladders.as_slice() {
        [] => localize!(ctx, "setup-ladder-names-none"),
        names => localize!(ctx, "setup-ladder-names", list = names.join(", ")),
    });
    let presets: Vec<String> = preferences.presets.iter().map(|preset| format!("`{}`", code(&preset.name))).collect();
    lines.push(match presets.as_slice() {
        [] => localize!(ctx, "setup-preset-names-none"),
        names => localize!(ctx, "setup-preset-names", list = names.join(", ")),
    });
    let list = bullets(localize!(ctx, "setup-title"), lines);
    let post = OutgoingMessage::text(format!("{list}\n{}", localize!(ctx, "setup-hint")));
    let presets = ladder_presets(ctx.language).into_iter().map(|(value, name)| (value, name, String::new()));
    let create = CommandButton::new("organize ladder create", json!({ "name": null, "preset": CHOSEN }));
    let create = select_row(select(&create, &localize!(ctx, "setup-create-ladder"), &presets.collect::<Vec<_>>()));
    Ok(Reply::ephemeral(setup_menus(ctx.language, "setup show", post.add_row(create))))
}

async fn server_picture(ctx: Ctx<'_>) -> Answer {
    let guild = ctx.managed_server()?;
    let (board, marbles, coordinates) = look_of(ctx.interaction)?;
    let change = |preferences: &mut GuildPreferences| {
        set(&mut preferences.theme, board.clone());
        set(&mut preferences.marbles, marbles.clone());
        set(&mut preferences.coordinates, coordinates);
        Ok(())
    };
    let audit = audit_entry(ctx, guild, "picture");
    let preferences = ctx.app.games.update_server_preferences(guild, Some(&audit), change).await?;
    let reader = Viewer::of(ctx.app, None, Some(guild)).await;
    let lines = server_picture_lines(ctx.language, &preferences, &reader);
    let post = sample(ctx.app, ctx.language, &reader, lines.join("\n")).await;
    Ok(Reply::ephemeral(setup_menus(ctx.language, "setup picture", post)))
}

fn server_picture_lines(language: Language, preferences: &GuildPreferences, reader: &Viewer) -> Vec<String> {
    vec![
        theme_line(language, reader.picture_style.theme, preferences.theme.is_some(), "setup-theme-default"),
        coordinates_line(language, reader.picture_style.coordinates),
    ]
}
