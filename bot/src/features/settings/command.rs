//! What people choose for themselves (`/settings`) and for their server (`/setup`). Each subcommand changes what is named and
//! answers with what counts then; one without options only shows it.

use serde_json::Value;

use crate::commands::answer::{Answer, Problem};
use crate::commands::board::viewer::Viewer;
use crate::commands::context::App;
use crate::commands::input::times::{HoursError, TypedChoice};
use crate::commands::input::{time_zones, times};
use crate::commands::shared_options::{set, word_of};
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, code};
use crate::discord::reply::Reply;
use crate::domain::clock::calendar::zone;
use crate::domain::{GuildPreferences, LONGEST_SLEEP, Preferences, TakebackPreference};
use crate::features::hints;
use crate::features::ladder::service::list_ladders;
use crate::features::ladder::view::name_of as ladder_name;
use crate::features::reminders;
use crate::features::settings::channels::{channel_lines, organizer_line, posts_line};
use crate::features::settings::manager::{audit_entry, managed};
use crate::features::settings::picture::{coordinates_line, look_of, picture_lines, sample, theme_line, yes_or_no};
use crate::features::settings::service;

/// `/settings show`
pub async fn show(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let chosen = app.games.preferences(interaction.person.user).await?;
    let reader = Viewer::person(app, interaction.person.user, interaction.origin.guild_id).await;
    let mut lines = vec![localize!(language, "settings-title")];
    lines.extend(picture_lines(language, &chosen, &reader).into_iter().map(|line| format!("• {line}")));
    lines.push(format!("• {}", takeback_line(language, &chosen)));
    lines.extend(move_lines(language, &chosen).into_iter().map(|line| format!("• {line}")));
    lines.extend(clock_lines(app, language, &chosen).into_iter().map(|line| format!("• {line}")));
    lines.extend(reminders::view::lines(app, language, &chosen).into_iter().map(|line| format!("• {line}")));
    lines.push(format!("• {}", reminders::view::digest_line(language, &chosen)));
    lines.push(format!("• {}", blocked_count(language, &chosen)));
    lines.push(localize!(language, "settings-hint"));
    Ok(Reply::ephemeral(OutgoingMessage::text(lines.join("\n"))))
}

fn blocked_count(language: Language, chosen: &Preferences) -> String {
    localize!(language, "settings-blocked-count", count = chosen.blocked.len())
}

/// `/settings takeback`
pub async fn takeback(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let answer = word_of(interaction, "answer", |word| match word {
        "never" => Some(TakebackPreference::Never),
        "casual" => Some(TakebackPreference::Casual),
        "always" => Some(TakebackPreference::Always),
        _ => None,
    })?;
    let change = |chosen: &mut Preferences| {
        set(&mut chosen.takeback, answer);
        Ok(())
    };
    let chosen = app.games.update_preferences(interaction.person.user, change).await?;
    Ok(Reply::ephemeral(OutgoingMessage::text(takeback_line(language, &chosen))))
}

fn takeback_line(language: Language, chosen: &Preferences) -> String {
    language.localize(
        match chosen.takeback.unwrap_or_default() {
            TakebackPreference::Never => "settings-takeback-never",
            TakebackPreference::Casual => "settings-takeback-casual",
            TakebackPreference::Always => "settings-takeback-always",
        },
        &[],
    )
}

/// `/settings moves`
pub async fn moves(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = interaction.person.user;
    let options = ["confirm", "preview", "hints"].map(|name| interaction.options.get(name).and_then(Value::as_bool));
    let [confirm, preview, hints] = options;
    let change = |chosen: &mut Preferences| {
        set(&mut chosen.confirm, confirm.map(Some));
        set(&mut chosen.preview, preview.map(Some));
        Ok(())
    };
    let mut chosen = app.games.update_preferences(user, change).await?;
    if let Some(wanted) = hints {
        chosen = hints::set_hints(&app.games, user, wanted).await?;
    }
    let names_one = options.iter().any(Option::is_some);
    let lines = move_lines(language, &chosen).into_iter().zip(options);
    let lines = lines.filter(|(_, named)| named.is_some() || !names_one).map(|(line, _)| line);
    Ok(Reply::ephemeral(OutgoingMessage::text(lines.collect::<Vec<_>>().join("\n"))))
}

/// How moves are played that are typed, and those that are chosen with buttons; whether hints come.
fn move_lines(language: Language, chosen: &Preferences) -> [String; 3] {
    let typed = if chosen.confirm == Some(true) {
        localize!(language, "settings-confirm")
    } else {
        localize!(language, "settings-confirm-none")
    };
    let pressed = if chosen.preview == Some(false) {
        localize!(language, "settings-preview-none")
    } else {
        localize!(language, "settings-preview")
    };
    [typed, pressed, hints::hints_line(language, chosen.hints != Some(false))]
}

/// `/settings clock`
pub async fn clock(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let named = |typed: &str| {
        time_zones::find_zone(typed)
            .ok_or_else(|| Problem::Text(localize!(language, "error-no-such-zone", typed = code(typed))))
    };
    let zone = times::choice_or_none(interaction, "zone", named)?;
    let sleep = match ["sleep-from", "sleep-to"].map(|option| interaction.text(option).map(times::typed_choice)) {
        [None, None] => None,
        // None at all, and a choice taken back, are the same.
        [Some(TypedChoice::Off | TypedChoice::Default), _] | [_, Some(TypedChoice::Off | TypedChoice::Default)] => {
            Some(None)
        }
        [Some(TypedChoice::Text(from)), Some(TypedChoice::Text(to))] => {
            let sleep = times::hours_between(from, to);
            Some(Some(sleep.map_err(|problem| Problem::Text(bad_sleep(language, &problem)))?))
        }
        _ => return Err(Problem::Key("error-sleep-half")),
    };
    let automatic = interaction.options.get("automatic-vacation").map(|_| interaction.flag("automatic-vacation"));
    let user = interaction.person.user;
    let known = app.games.preferences(user).await?;
    let has_zone = zone.as_ref().map_or(known.zone.is_some(), Option::is_some);
    if !has_zone && sleep.is_some_and(|sleep| sleep.is_some()) {
        return Err(Problem::Key("error-sleep-without-zone"));
    }
    let change = |chosen: &mut Preferences| {
        set(&mut chosen.zone, zone.clone());
        set(&mut chosen.sleep, sleep);
        if chosen.zone.is_none() {
            chosen.sleep = None;
        }
        set(&mut chosen.automatic_vacation, automatic.map(|automatic| (!automatic).then_some(false)));
        Ok(())
    };
    let chosen = app.games.update_preferences(user, change).await?;
    let mut lines = clock_lines(app, language, &chosen);
    if chosen.zone != known.zone {
        reminders::command::reset_alarms_after_zone_change(app, interaction, &chosen).await?;
    }
    if chosen.zone != known.zone || chosen.sleep != known.sleep {
        lines.push(localize!(language, "settings-clock-next"));
    }
    Ok(Reply::ephemeral(OutgoingMessage::text(lines.join("\n"))))
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

/// The clock by which a person lives, and what stops their clocks.
fn clock_lines(app: &App, language: Language, chosen: &Preferences) -> Vec<String> {
    let known = chosen.zone.as_ref().and_then(|name| Some((name, zone(name).ok()?)));
    let own = match &known {
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
    let sleep = match chosen.sleep.filter(|_| known.is_some()) {
        Some(sleep) => localize!(language, "settings-sleep", hours = sleep.to_string().replace('-', " – ")),
        None => localize!(language, "settings-sleep-none"),
    };
    let automatic = if chosen.automatic_vacation == Some(false) { "no" } else { "yes" };
    vec![own, sleep, localize!(language, "settings-automatic", automatic = automatic)]
}

/// `/setup show`
pub async fn show_server(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = managed(interaction)?;
    let chosen = app.games.server_settings(guild).await?;
    let reader = Viewer::everybody(app, Some(guild)).await;
    let mut lines = server_picture_lines(language, &chosen, &reader);
    lines.extend(channel_lines(language, &chosen, service::ladder_digest(&app.games, guild).await?.as_ref()));
    lines.push(posts_line(language, &chosen));
    let limit = chosen.thread_limit.filter(|_| chosen.is_short_of_threads(app.clock.now()));
    lines.extend(limit.map(|told| {
        let time = format!("<t:{}:f>", told.at.0 / 1000);
        localize!(language, "setup-thread-limit", time = time)
    }));
    lines.push(organizer_line(language, chosen.organizer_role));
    let ladders = list_ladders(&app.games, guild).await?;
    let ladders: Vec<String> = ladders.iter().filter(|head| head.closed_at.is_none()).map(ladder_name).collect();
    lines.push(match ladders.as_slice() {
        [] => localize!(language, "setup-ladder-names-none"),
        names => localize!(language, "setup-ladder-names", list = names.join(", ")),
    });
    let presets: Vec<String> = chosen.presets.iter().map(|preset| format!("`{}`", code(&preset.name))).collect();
    lines.push(match presets.as_slice() {
        [] => localize!(language, "setup-preset-names-none"),
        names => localize!(language, "setup-preset-names", list = names.join(", ")),
    });
    let lines = lines.into_iter().map(|line| format!("• {line}"));
    let lines = std::iter::once(localize!(language, "setup-title")).chain(lines);
    let lines: Vec<String> = lines.chain([localize!(language, "setup-hint")]).collect();
    Ok(Reply::ephemeral(OutgoingMessage::text(lines.join("\n"))))
}

/// `/setup picture`
pub async fn server_picture(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = managed(interaction)?;
    let ((board, marbles), coordinates) = (look_of(interaction)?, yes_or_no(interaction, "coordinates")?);
    let change = |chosen: &mut GuildPreferences| {
        set(&mut chosen.theme, board.map(|board| board.map(|board| board.to_string())));
        set(&mut chosen.marbles, marbles.map(|marbles| marbles.map(|marbles| marbles.to_string())));
        set(&mut chosen.coordinates, coordinates);
        Ok(())
    };
    let audit = audit_entry(app, interaction, guild, "picture");
    let chosen = app.games.update_server_preferences(guild, Some(&audit), change).await?;
    let reader = Viewer::everybody(app, Some(guild)).await;
    let lines = server_picture_lines(language, &chosen, &reader);
    Ok(Reply::ephemeral(sample(app, language, &reader, lines.join("\n")).await))
}

/// The board of a server.
fn server_picture_lines(language: Language, chosen: &GuildPreferences, reader: &Viewer) -> Vec<String> {
    vec![
        theme_line(language, reader.picture_style.theme, chosen.theme.is_some(), "setup-theme-default"),
        coordinates_line(language, reader.picture_style.coordinates),
    ]
}
