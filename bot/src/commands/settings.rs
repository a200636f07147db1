//! What people choose for themselves (`/settings`) and for their server (`/setup`). Each subcommand changes what is named and
//! answers with what counts then; one without options only shows it.

use render::Theme;
use tracing::error;

use super::describe::{Known, color, describe, letters};
use super::incoming::Incoming;
use super::picture::Sheet;
use super::post::{Picture, Post, code};
use super::reader::Reader;
use super::typed::{self, Asked, HoursError};
use super::words::{Language, say};
use super::{Answer, App, Problem, Reply, reminding, zones};
use crate::games::time::calendar::zone;
use crate::store::{GuildPreferences, LONGEST_SLEEP, Preferences, TakesBack, Timestamp, Turned};

/// What leaves a choice to the server, the host or the program.
pub const DEFAULT: &str = "default";
/// The words of the option `orientation`.
pub const TURNED: [(&str, Turned); 3] = [("own", Turned::Own), ("black", Turned::Black), ("white", Turned::White)];
/// The board that shows how boards look.
const SAMPLE: &str = "abalone layout=belgian-daisy";

/// What an option asks for: `None` when it is not named, `Some(None)` when nothing is to be chosen any more.
pub(super) type Choice<T> = Option<Option<T>>;

/// `/settings show`
pub async fn show(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let chosen = app.games.settings(incoming.person.user).await?;
    let reader = Reader::person(app, incoming.person.user, incoming.home.guild_id).await;
    let mut lines = vec![say!(language, "settings-title")];
    lines.extend(picture_lines(language, &chosen, &reader).into_iter().map(|line| format!("• {line}")));
    lines.push(format!("• {}", takeback_line(language, &chosen)));
    lines.extend(clock_lines(app, language, &chosen).into_iter().map(|line| format!("• {line}")));
    lines.extend(reminding::lines(app, language, &chosen).into_iter().map(|line| format!("• {line}")));
    lines.push(format!("• {}", reminding::digest_line(language, &chosen)));
    lines.push(say!(language, "settings-how"));
    Ok(Reply::private(Post::text(lines.join("\n"))))
}

/// `/settings picture`
pub async fn picture(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let user = incoming.person.user;
    let (theme, coordinates) = (theme_of(incoming)?, yes_or_no(incoming, "coordinates")?);
    let orientation = word_of(incoming, "orientation", |word| {
        TURNED.into_iter().find(|(known, _)| *known == word).map(|(_, turned)| turned)
    })?;
    let letters = word_of(incoming, "style", |word| match word {
        "text" => Some(true),
        "picture" => Some(false),
        _ => None,
    })?;
    let change = |chosen: &mut Preferences| {
        set(&mut chosen.theme, theme.map(|theme| theme.map(|theme| theme.to_string())));
        set(&mut chosen.coordinates, coordinates);
        set(&mut chosen.orientation, orientation);
        set(&mut chosen.letters, letters);
        Ok(())
    };
    let chosen = app.games.choose(user, change).await?;
    let reader = Reader::person(app, user, incoming.home.guild_id).await;
    let lines = picture_lines(language, &chosen, &reader);
    Ok(Reply::private(sample(app, language, &reader, lines.join("\n")).await))
}

/// `/settings takeback`
pub async fn takeback(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let answer = word_of(incoming, "answer", |word| match word {
        "never" => Some(TakesBack::Never),
        "casual" => Some(TakesBack::Casual),
        "always" => Some(TakesBack::Always),
        _ => None,
    })?;
    let change = |chosen: &mut Preferences| {
        set(&mut chosen.takeback, answer);
        Ok(())
    };
    let chosen = app.games.choose(incoming.person.user, change).await?;
    Ok(Reply::private(Post::text(takeback_line(language, &chosen))))
}

fn takeback_line(language: Language, chosen: &Preferences) -> String {
    language.say(
        match chosen.takeback.unwrap_or_default() {
            TakesBack::Never => "settings-takeback-never",
            TakesBack::Casual => "settings-takeback-casual",
            TakesBack::Always => "settings-takeback-always",
        },
        &[],
    )
}

/// `/settings clock`
pub async fn clock(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let named = |typed: &str| {
        zones::named(typed).ok_or_else(|| Problem::Sentence(no_such_zone(language, typed, app.clock.now())))
    };
    let zone = typed::choice_or_none(incoming, "zone", named)?;
    let sleep = match ["sleep-from", "sleep-to"].map(|option| incoming.text(option).map(typed::asked)) {
        [None, None] => None,
        // None at all, and no choice any more, are the same.
        [Some(Asked::Off | Asked::Default), _] | [_, Some(Asked::Off | Asked::Default)] => Some(None),
        [Some(Asked::Text(from)), Some(Asked::Text(to))] => {
            let sleep = typed::between(from, to);
            Some(Some(sleep.map_err(|problem| Problem::Sentence(bad_sleep(language, &problem)))?))
        }
        _ => return Err(Problem::Say("error-sleep-half")),
    };
    let automatic = incoming.options.get("automatic-vacation").map(|_| incoming.flag("automatic-vacation"));
    let user = incoming.person.user;
    let known = app.games.settings(user).await?;
    let has_zone = zone.as_ref().map_or(known.zone.is_some(), Option::is_some);
    if !has_zone && sleep.is_some_and(|sleep| sleep.is_some()) {
        return Err(Problem::Say("error-sleep-without-zone"));
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
    let chosen = app.games.choose(user, change).await?;
    let mut lines = clock_lines(app, language, &chosen);
    if chosen.zone != known.zone {
        reminding::moved_to_another_zone(app, incoming, &chosen).await?;
    }
    if chosen.zone != known.zone || chosen.sleep != known.sleep {
        lines.push(say!(language, "settings-clock-next"));
    }
    Ok(Reply::private(Post::text(lines.join("\n"))))
}

fn no_such_zone(language: Language, typed: &str, now: Timestamp) -> String {
    let there = zones::offset(typed).map_or_else(Vec::new, |offset| zones::at(offset, now));
    if !there.is_empty() {
        let there: Vec<String> = there.iter().take(3).map(|name| code(name)).collect();
        return say!(language, "error-no-fixed-zone", typed = code(typed), near = there.join("`, `"));
    }
    let near: Vec<String> = zones::near(typed).iter().map(|name| format!("`{name}`")).collect();
    let key = if near.is_empty() { "error-no-such-zone" } else { "error-no-such-zone-near" };
    say!(language, key, typed = code(typed), near = near.join(", "))
}

fn bad_sleep(language: Language, problem: &HoursError) -> String {
    match problem {
        HoursError::NoTime(typed) | HoursError::NotTwo(typed) => say!(language, "error-no-time", typed = code(typed)),
        HoursError::Empty => say!(language, "error-sleep-empty"),
        HoursError::TooLong => say!(language, "error-sleep-too-long", hours = u32::from(LONGEST_SLEEP / 60)),
    }
}

/// The clock by which a person lives, and what stops their clocks.
fn clock_lines(app: &App, language: Language, chosen: &Preferences) -> Vec<String> {
    let known = chosen.zone.as_ref().and_then(|name| Some((name, zone(name).ok()?)));
    let own = match &known {
        Some((name, zone)) => {
            say!(language, "settings-zone", zone = zones::shown(name), time = zones::wall(zone, app.clock.now()))
        }
        None => say!(language, "settings-zone-none"),
    };
    let sleep = match chosen.sleep.filter(|_| known.is_some()) {
        Some(sleep) => say!(language, "settings-sleep", hours = sleep.to_string().replace('-', " – ")),
        None => say!(language, "settings-sleep-none"),
    };
    let automatic = if chosen.automatic_vacation == Some(false) { "no" } else { "yes" };
    vec![own, sleep, say!(language, "settings-automatic", automatic = automatic)]
}

/// `/setup show`
pub async fn show_server(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let guild = managed(incoming)?;
    let chosen = app.games.server_settings(guild).await?;
    let reader = Reader::everybody(app, Some(guild)).await;
    let mut lines = vec![say!(language, "setup-title")];
    lines.extend(server_lines(language, &chosen, &reader).into_iter().map(|line| format!("• {line}")));
    lines.push(say!(language, "setup-how"));
    Ok(Reply::private(Post::text(lines.join("\n"))))
}

/// `/setup picture`
pub async fn server_picture(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let guild = managed(incoming)?;
    let (theme, coordinates) = (theme_of(incoming)?, yes_or_no(incoming, "coordinates")?);
    let change = |chosen: &mut GuildPreferences| {
        set(&mut chosen.theme, theme.map(|theme| theme.map(|theme| theme.to_string())));
        set(&mut chosen.coordinates, coordinates);
        Ok(())
    };
    let chosen = app.games.choose_for_server(guild, change).await?;
    let reader = Reader::everybody(app, Some(guild)).await;
    let lines = server_lines(language, &chosen, &reader);
    Ok(Reply::private(sample(app, language, &reader, lines.join("\n")).await))
}

/// The server, when this person manages it. Discord shows the command to nobody else; what it shows is not what is sent.
fn managed(incoming: &Incoming) -> Result<u64, Problem> {
    let guild = incoming.home.guild_id.ok_or(Problem::Say("error-no-server"))?;
    if incoming.manages_server() { Ok(guild) } else { Err(Problem::Say("error-not-the-manager")) }
}

pub(super) fn set<T: Clone>(chosen: &mut Option<T>, choice: Choice<T>) {
    if let Some(choice) = choice {
        *chosen = choice;
    }
}

fn theme_of(incoming: &Incoming) -> Result<Choice<Theme>, Problem> {
    word_of(incoming, "theme", |word| word.parse().ok())
}

fn yes_or_no(incoming: &Incoming, option: &str) -> Result<Choice<bool>, Problem> {
    word_of(incoming, option, |word| match word {
        "shown" => Some(true),
        "hidden" => Some(false),
        _ => None,
    })
}

/// Reads a choice from a list. Discord sends nothing else than what the list has; what is sent otherwise is refused.
pub(super) fn word_of<T>(
    incoming: &Incoming,
    option: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Choice<T>, Problem> {
    match incoming.text(option) {
        None => Ok(None),
        Some(DEFAULT) => Ok(Some(None)),
        Some(word) => read(word).map(|value| Some(Some(value))).ok_or(Problem::Say("error-no-such-choice")),
    }
}

/// The name of a look.
pub fn theme_name(language: Language, theme: Theme) -> String {
    language.say(&format!("theme-{theme}"), &[])
}

/// What a person has chosen of pictures, and what counts where they have chosen nothing.
fn picture_lines(language: Language, chosen: &Preferences, reader: &Reader) -> Vec<String> {
    let turned = TURNED.into_iter().find(|(_, turned)| chosen.orientation == Some(*turned));
    vec![
        theme_line(language, reader.taste.theme, chosen.theme.is_some(), "settings-theme-default"),
        coordinates_line(language, reader.taste.coordinates),
        say!(language, "settings-orientation", turned = turned.map_or(DEFAULT, |(word, _)| word)),
        say!(language, "settings-style", style = if reader.letters { "text" } else { "picture" }),
    ]
}

/// The same of a server.
fn server_lines(language: Language, chosen: &GuildPreferences, reader: &Reader) -> Vec<String> {
    vec![
        theme_line(language, reader.taste.theme, chosen.theme.is_some(), "setup-theme-default"),
        coordinates_line(language, reader.taste.coordinates),
    ]
}

fn theme_line(language: Language, theme: Theme, is_chosen: bool, otherwise: &'static str) -> String {
    let name = theme_name(language, theme);
    if is_chosen { say!(language, "settings-theme", theme = name) } else { say!(language, otherwise, theme = name) }
}

fn coordinates_line(language: Language, shown: bool) -> String {
    say!(language, "settings-coordinates", shown = if shown { "yes" } else { "no" })
}

/// A text with a board as it will look from now on. What has been chosen stands, even where it cannot be drawn.
async fn sample(app: &App, language: Language, reader: &Reader, text: String) -> Post {
    let Ok(table) = rules::open(SAMPLE) else { return Post::text(text) };
    let diagram = table.diagram();
    let flip = reader.flips_without_marbles();
    if reader.letters {
        return Post::text(format!("{text}\n{}", letters(language, &diagram, flip)));
    }
    let sheet = Sheet {
        names: diagram.seats.iter().map(|place| color(language, place.color)).collect(),
        notes: vec![String::new(); diagram.seats.len()],
        headline: theme_name(language, reader.taste.theme),
        detail: String::new(),
        taste: reader.taste,
        flip,
        marked: Vec::new(),
        targets: Vec::new(),
        diagram,
    };
    let alt = describe(language, &sheet.diagram, flip, Known::default());
    match app.pictures.draw(sheet).await {
        Ok(bytes) => Post::text(text).picture(Picture { file_name: "sample.png".to_owned(), bytes, alt }),
        Err(cause) => {
            error!("Could not draw a sample: {cause:#}");
            Post::text(text)
        }
    }
}
