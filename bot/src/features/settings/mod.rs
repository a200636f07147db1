//! `/settings` and `/setup`: what players and servers choose.

pub mod block;
pub mod channels;
pub mod picture;
pub mod service;
mod web;

use async_trait::async_trait;
use render::{BoardStyle, MarbleSet};
use serde_json::{Value, json};

use crate::commands::command_button::CHOSEN;
use crate::commands::input::times::{HoursError, TypedChoice};
use crate::commands::input::{suggestions, time_zones, times};
use crate::commands::settings_menus::with_menus;
use crate::commands::shared_options::{choice_of, set, use_default};
use crate::commands::{Answer, App, Choices, CommandButton, Feature, Problem, Viewer};
use crate::discord::command_definition::{
    CommandDefinition, OptionDefinition, choice, flag, role, subcommand, text, user,
};
use crate::discord::{
    Interaction, Language, OutgoingMessage, Reply, code, command_definition as define, localize, row, select,
};
use crate::domain::clock::calendar::zone;
use crate::domain::{
    BoardPosts, GuildPreferences, LONGEST_SLEEP, OrientationPreference, Preferences, TakebackPreference, WebPages,
};
use crate::features::ladder::definition::presets as ladder_presets;
use crate::features::ladder::service::list_ladders;
use crate::features::ladder::view::name_of as ladder_name;
use crate::features::settings::channels::{audit_entry, channel_lines, organizer_line, posts_line};
use crate::features::settings::picture::{coordinates_line, look_of, picture_lines, sample, theme_line};
use crate::features::{hints, reminders};

/// Times that are offered for the begin of sleep: minutes of the day.
const EVENING: [u16; 9] = [1260, 1290, 1320, 1350, 1380, 1410, 0, 30, 60];

/// Times that are offered for its end.
const MORNING: [u16; 9] = [300, 330, 360, 390, 420, 450, 480, 510, 540];

pub struct Settings;

#[async_trait]
impl Feature for Settings {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![settings(), setup()]
    }

    fn words(&self) -> &'static [&'static str] {
        &[block::CONFIRM]
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        block::confirm(app, language, interaction).await
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        match interaction.name.as_str() {
            "settings show" => show(app, language, interaction).await,
            "settings picture" => picture::picture(app, language, interaction).await,
            "settings takeback" => takeback(app, language, interaction).await,
            "settings moves" => moves(app, language, interaction).await,
            "settings clock" => clock(app, language, interaction).await,
            "settings block" => block::block(app, language, interaction).await,
            "settings unblock" => block::unblock(app, language, interaction).await,
            "setup show" => show_server(app, language, interaction).await,
            "setup picture" => server_picture(app, language, interaction).await,
            "setup channels" => channels::channels(app, language, interaction).await,
            "setup thread" => channels::thread(app, language, interaction).await,
            "settings web" => web::choose_name(app, language, interaction).await,
            "setup web" => web::choose_games(app, language, interaction).await,
            "setup organizers" => channels::organizers(app, language, interaction).await,
            _ => Err(Problem::UNKNOWN_COMMAND),
        }
    }

    async fn complete(&self, app: &App, language: Language, interaction: &Interaction) -> Result<Choices, Problem> {
        let (option, typed) = interaction.focused_option();
        Ok(match option {
            "sleep-from" => suggestions::times(language, typed, &EVENING, "choice-no-sleep"),
            "sleep-to" => suggestions::times(language, typed, &MORNING, "choice-no-sleep"),
            _ => time_zones::complete(typed, app.clock.now()),
        })
    }
}

/// Which theme boards have, for a person and for a server alike.
fn theme() -> OptionDefinition {
    let themes = BoardStyle::ALL.map(|board| choice(board.to_string(), format!("theme-{board}")));
    text("theme").key("shared-theme").choices(themes).choices([use_default()])
}

/// Which marbles, likewise.
fn marbles() -> OptionDefinition {
    let sets = MarbleSet::ALL.map(|marbles| choice(marbles.to_string(), format!("marbles-{marbles}")));
    text("marbles").key("shared-marbles").choices(sets).choices([use_default()])
}

fn coordinates() -> OptionDefinition {
    text("coordinates").key("shared-coordinates").choices(["shown", "hidden"]).choices([use_default()])
}

fn picture_options() -> [OptionDefinition; 6] {
    [
        theme(),
        marbles(),
        coordinates(),
        text("labels").choices(["coordinates", "off"]),
        text("orientation").choices(OrientationPreference::NAMES.iter().copied()).choices([use_default()]),
        text("style").choices(["picture", "text", "words"]),
    ]
}

fn takeback_answer() -> OptionDefinition {
    text("answer").choices(TakebackPreference::NAMES.iter().copied())
}

fn settings() -> CommandDefinition {
    let typed = |name, most| text(name).autocomplete().max_length(most);
    define::command(
        "settings",
        [
            subcommand("show", []),
            subcommand("picture", picture_options()),
            subcommand("takeback", [takeback_answer()]),
            subcommand("moves", [flag("confirm"), flag("preview"), flag("hints")]),
            subcommand(
                "clock",
                [typed("zone", 60), typed("sleep-from", 20), typed("sleep-to", 20), flag("automatic-vacation")],
            ),
            subcommand("web", [web::name_option()]),
            subcommand("block", [user("user")]),
            subcommand("unblock", [user("user").required()]),
        ],
    )
}

fn setup() -> CommandDefinition {
    define::command(
        "setup",
        [
            subcommand("show", []),
            subcommand("picture", [theme(), marbles(), coordinates()]),
            subcommand(
                "channels",
                ["seeks", "results", "ladders", "puzzles"].map(|what| text(what).choices(["here", "off"])),
            ),
            subcommand("thread", [text("posts").choices(BoardPosts::NAMES.iter().copied())]),
            subcommand("web", [text("games").choices(WebPages::NAMES.iter().copied())]),
            subcommand("organizers", [role("role"), flag("nobody")]),
        ],
    )
    .for_managers()
}

async fn show(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let chosen = app.games.preferences(interaction.person.user).await?;
    let reader = Viewer::of(app, interaction.person.user, interaction.origin.guild_id).await;
    let mut lines = picture_lines(language, &chosen, &reader);
    lines.push(takeback_line(language, &chosen));
    lines.extend(move_lines(language, &chosen));
    lines.extend(clock_lines(app, language, &chosen));
    lines.extend(reminders::view::lines(app, language, &chosen));
    lines.push(reminders::view::digest_line(language, &chosen));
    lines.push(web::name_line(language, &chosen));
    lines.push(localize!(language, "settings-blocked-count", count = chosen.blocked.len()));
    let list = bullets(localize!(language, "settings-title"), lines);
    Ok(Reply::ephemeral(with_menus(language, "settings show", &[], &[], OutgoingMessage::text(list))))
}

fn bullets(title: String, lines: Vec<String>) -> String {
    let lines = lines.into_iter().map(|line| format!("• {line}"));
    std::iter::once(title).chain(lines).collect::<Vec<_>>().join("\n")
}

async fn takeback(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let answer = choice_of(interaction, "answer")?;
    let change = |chosen: &mut Preferences| {
        set(&mut chosen.takeback, answer);
        Ok(())
    };
    let chosen = app.games.update_preferences(interaction.person.user, change).await?;
    let now = [("answer", chosen.takeback.unwrap_or_default().as_str())];
    let post = OutgoingMessage::text(takeback_line(language, &chosen));
    Ok(Reply::ephemeral(with_menus(language, "settings takeback", &[takeback_answer()], &now, post)))
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

async fn moves(app: &App, language: Language, interaction: &Interaction) -> Answer {
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
    let post = OutgoingMessage::text(lines.collect::<Vec<_>>().join("\n"));
    Ok(Reply::ephemeral(with_menus(language, "settings moves", &[], &[], post)))
}

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

async fn clock(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let named = |typed: &str| {
        time_zones::find_zone(typed, app.clock.now())
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
        reminders::reset_alarms_after_zone_change(app, interaction, &chosen).await?;
    }
    if chosen.zone != known.zone || chosen.sleep != known.sleep {
        lines.push(localize!(language, "settings-clock-next"));
    }
    let post = OutgoingMessage::text(lines.join("\n"));
    Ok(Reply::ephemeral(with_menus(language, "settings clock", &[], &[], post)))
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

async fn show_server(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = interaction.managed_server()?;
    let chosen = app.games.server_settings(guild).await?;
    let reader = Viewer::of(app, None, Some(guild)).await;
    let mut lines = server_picture_lines(language, &chosen, &reader);
    let digest = service::ladder_digest(&app.games, guild).await?;
    let puzzles = service::puzzle_channel(&app.games, guild).await?;
    lines.extend(channel_lines(language, &chosen, digest.as_ref(), puzzles.as_ref()));
    lines.push(posts_line(language, &chosen));
    lines.push(web::games_line(app, language, &chosen));
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
    let list = bullets(localize!(language, "setup-title"), lines);
    let post = OutgoingMessage::text(format!("{list}\n{}", localize!(language, "setup-hint")));
    let presets = ladder_presets(language).into_iter().map(|(value, name)| (value, name, String::new()));
    let create = CommandButton::new("organize ladder create", json!({ "name": null, "preset": CHOSEN }));
    let create = row(&[select(&create, &localize!(language, "setup-create-ladder"), &presets.collect::<Vec<_>>())]);
    Ok(Reply::ephemeral(setup_menus(language, "setup show", post.add_row(create))))
}

async fn server_picture(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = interaction.managed_server()?;
    let (board, marbles, coordinates) = look_of(interaction)?;
    let change = |chosen: &mut GuildPreferences| {
        set(&mut chosen.theme, board.clone());
        set(&mut chosen.marbles, marbles.clone());
        set(&mut chosen.coordinates, coordinates);
        Ok(())
    };
    let audit = audit_entry(app, interaction, guild, "picture");
    let chosen = app.games.update_server_preferences(guild, Some(&audit), change).await?;
    let reader = Viewer::of(app, None, Some(guild)).await;
    let lines = server_picture_lines(language, &chosen, &reader);
    let post = sample(app, language, &reader, lines.join("\n")).await;
    Ok(Reply::ephemeral(setup_menus(language, "setup picture", post)))
}

/// The answer of `/setup …` with its menus.
fn setup_menus(language: Language, command: &str, post: OutgoingMessage) -> OutgoingMessage {
    with_menus(language, command, setup().options_of(command).unwrap_or_default(), &[], post)
}

fn server_picture_lines(language: Language, chosen: &GuildPreferences, reader: &Viewer) -> Vec<String> {
    vec![
        theme_line(language, reader.picture_style.theme, chosen.theme.is_some(), "setup-theme-default"),
        coordinates_line(language, reader.picture_style.coordinates),
    ]
}
