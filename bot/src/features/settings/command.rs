//! What people choose for themselves (`/settings`) and for their server (`/setup`). Each subcommand changes what is named and
//! answers with what counts then; one without options only shows it.

use render::Theme;
use tracing::error;

use crate::commands::answer::{Answer, Problem};
use crate::commands::board::description::{DescriptionContext, color, describe, text_board};
use crate::commands::board::pictures::BoardPicture;
use crate::commands::board::viewer::Viewer;
use crate::commands::context::App;
use crate::commands::input::times::{HoursError, TypedChoice};
use crate::commands::input::{time_zones, times};
use crate::commands::shared_options::{Choice, DEFAULT, set, word_of};
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Picture, code};
use crate::discord::messenger::Delivery;
use crate::discord::reply::Reply;
use crate::domain::clock::calendar::zone;
use crate::domain::{
    AuditAction, AuditEntry, GuildId, GuildPreferences, LONGEST_SLEEP, OrientationPreference, Preferences,
    TakebackPreference, Timestamp,
};
use crate::error_chain::causes;
use crate::features::audit::service::Organizer;
use crate::features::reminders;
use crate::features::settings::channels::{check_permissions, organizer_line};
use crate::store::LadderDigest;

/// The words of the option `orientation`.
pub const ORIENTATIONS: [(&str, OrientationPreference); 3] = [
    ("own", OrientationPreference::Own),
    ("black", OrientationPreference::Black),
    ("white", OrientationPreference::White),
];

/// The board of the sample picture.
const SAMPLE: &str = "abalone layout=belgian-daisy";

/// `/settings show`
pub async fn show(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let chosen = app.games.preferences(interaction.person.user).await?;
    let reader = Viewer::person(app, interaction.person.user, interaction.origin.guild_id).await;
    let mut lines = vec![localize!(language, "settings-title")];
    lines.extend(picture_lines(language, &chosen, &reader).into_iter().map(|line| format!("• {line}")));
    lines.push(format!("• {}", takeback_line(language, &chosen)));
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

/// `/settings picture`
pub async fn picture(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = interaction.person.user;
    let (theme, coordinates) = (theme_of(interaction)?, yes_or_no(interaction, "coordinates")?);
    let orientation = word_of(interaction, "orientation", |word| {
        ORIENTATIONS.into_iter().find(|(known, _)| *known == word).map(|(_, turned)| turned)
    })?;
    let text_board = word_of(interaction, "style", |word| match word {
        "text" => Some(true),
        "picture" => Some(false),
        _ => None,
    })?;
    let change = |chosen: &mut Preferences| {
        set(&mut chosen.theme, theme.map(|theme| theme.map(|theme| theme.to_string())));
        set(&mut chosen.coordinates, coordinates);
        set(&mut chosen.orientation, orientation);
        set(&mut chosen.text_board, text_board);
        Ok(())
    };
    let chosen = app.games.update_preferences(user, change).await?;
    let reader = Viewer::person(app, user, interaction.origin.guild_id).await;
    let lines = picture_lines(language, &chosen, &reader);
    Ok(Reply::ephemeral(sample(app, language, &reader, lines.join("\n")).await))
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

/// `/settings clock`
pub async fn clock(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let named = |typed: &str| {
        time_zones::named(typed).ok_or_else(|| Problem::Text(no_such_zone(language, typed, app.clock.now())))
    };
    let zone = times::choice_or_none(interaction, "zone", named)?;
    let sleep = match ["sleep-from", "sleep-to"].map(|option| interaction.text(option).map(times::typed_choice)) {
        [None, None] => None,
        // None at all, and no choice any more, are the same.
        [Some(TypedChoice::Off | TypedChoice::Default), _] | [_, Some(TypedChoice::Off | TypedChoice::Default)] => {
            Some(None)
        }
        [Some(TypedChoice::Text(from)), Some(TypedChoice::Text(to))] => {
            let sleep = times::between(from, to);
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

fn no_such_zone(language: Language, typed: &str, now: Timestamp) -> String {
    let there = time_zones::offset(typed).map_or_else(Vec::new, |offset| time_zones::at(offset, now));
    if !there.is_empty() {
        let there: Vec<String> = there.iter().take(3).map(|name| code(name)).collect();
        return localize!(language, "error-no-fixed-zone", typed = code(typed), near = there.join("`, `"));
    }
    let near: Vec<String> = time_zones::near(typed).iter().map(|name| format!("`{name}`")).collect();
    let key = if near.is_empty() { "error-no-such-zone" } else { "error-no-such-zone-near" };
    localize!(language, key, typed = code(typed), near = near.join(", "))
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
                zone = time_zones::shown(name),
                time = time_zones::wall(zone, app.clock.now())
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
    let mut lines = vec![localize!(language, "setup-title")];
    let digest = app.games.ladder_digest(guild).await?;
    lines.extend(server_lines(language, &chosen, digest.as_ref(), &reader).into_iter().map(|line| format!("• {line}")));
    lines.push(localize!(language, "setup-hint"));
    Ok(Reply::ephemeral(OutgoingMessage::text(lines.join("\n"))))
}

/// `/setup picture`
pub async fn server_picture(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = managed(interaction)?;
    let (theme, coordinates) = (theme_of(interaction)?, yes_or_no(interaction, "coordinates")?);
    let change = |chosen: &mut GuildPreferences| {
        set(&mut chosen.theme, theme.map(|theme| theme.map(|theme| theme.to_string())));
        set(&mut chosen.coordinates, coordinates);
        Ok(())
    };
    let audit = noted(app, interaction, guild, "picture");
    let chosen = app.games.update_server_preferences(guild, Some(&audit), change).await?;
    let reader = Viewer::everybody(app, Some(guild)).await;
    let digest = app.games.ladder_digest(guild).await?;
    let lines = server_lines(language, &chosen, digest.as_ref(), &reader);
    Ok(Reply::ephemeral(sample(app, language, &reader, lines.join("\n")).await))
}

/// The entry of the log about a choice of the server.
pub(super) fn noted(app: &App, interaction: &Interaction, guild: GuildId, what: &str) -> AuditEntry {
    let entry = Organizer::of(interaction, guild).entry(AuditAction::SetUp, app.clock.now());
    AuditEntry { detail: Some(what.to_owned()), ..entry }
}

/// `/setup results`: where results are posted. A first message shows whether the bot may post there.
pub async fn server_results(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = managed(interaction)?;
    let channel = (interaction.text("post") == Some("here")).then_some(interaction.origin.channel_id);
    if let Some(channel) = channel {
        check_permissions(language, interaction)?;
        let first = OutgoingMessage::text(localize!(language, "results-first"));
        match app.sender.post(channel, &first, &format!("r{}", interaction.request.0)).await {
            Delivery::Done => {}
            Delivery::Unreachable | Delivery::Refused => return Err(Problem::Key("error-results-unreachable")),
            Delivery::Failed => return Err(Problem::Key("error-results-not-now")),
        }
    }
    let change = |chosen: &mut GuildPreferences| {
        chosen.results_channel = channel;
        Ok(())
    };
    let audit = noted(app, interaction, guild, if channel.is_some() { "results: here" } else { "results: off" });
    app.games.update_server_preferences(guild, Some(&audit), change).await?;
    let said = if channel.is_some() { "results-here" } else { "results-off" };
    Ok(Reply::ephemeral(OutgoingMessage::text(language.localize(said, &[]))))
}

/// The server, when this person manages it. Discord shows the command to managers only, but others could send it.
pub(crate) fn managed(interaction: &Interaction) -> Result<GuildId, Problem> {
    let guild = interaction.origin.guild_id.ok_or(Problem::Key("error-no-server"))?;
    if interaction.manages_server() { Ok(guild) } else { Err(Problem::Key("error-not-the-manager")) }
}

fn theme_of(interaction: &Interaction) -> Result<Choice<Theme>, Problem> {
    word_of(interaction, "theme", |word| word.parse().ok())
}

fn yes_or_no(interaction: &Interaction, option: &str) -> Result<Choice<bool>, Problem> {
    word_of(interaction, option, |word| match word {
        "shown" => Some(true),
        "hidden" => Some(false),
        _ => None,
    })
}

pub fn theme_name(language: Language, theme: Theme) -> String {
    language.localize(&format!("theme-{theme}"), &[])
}

/// What a person has chosen of pictures, and what counts where they have chosen nothing.
fn picture_lines(language: Language, chosen: &Preferences, reader: &Viewer) -> Vec<String> {
    let turned = ORIENTATIONS.into_iter().find(|(_, turned)| chosen.orientation == Some(*turned));
    vec![
        theme_line(language, reader.picture_style.theme, chosen.theme.is_some(), "settings-theme-default"),
        coordinates_line(language, reader.picture_style.coordinates),
        localize!(language, "settings-orientation", turned = turned.map_or(DEFAULT, |(word, _)| word)),
        localize!(language, "settings-style", style = if reader.text_board { "text" } else { "picture" }),
    ]
}

/// The same of a server.
pub(super) fn server_lines(
    language: Language,
    chosen: &GuildPreferences,
    digest: Option<&LadderDigest>,
    reader: &Viewer,
) -> Vec<String> {
    vec![
        theme_line(language, reader.picture_style.theme, chosen.theme.is_some(), "setup-theme-default"),
        coordinates_line(language, reader.picture_style.coordinates),
        match chosen.results_channel {
            Some(channel) => localize!(language, "setup-results", channel = channel.0),
            None => localize!(language, "setup-results-off"),
        },
        match chosen.seeks_channel {
            Some(channel) => localize!(language, "setup-seeks", channel = channel.0),
            None => localize!(language, "setup-seeks-off"),
        },
        match digest {
            Some(digest) if digest.problem.is_some() => {
                localize!(language, "setup-ladders-closed", channel = digest.channel.0)
            }
            Some(digest) => localize!(language, "setup-ladders", channel = digest.channel.0),
            None => localize!(language, "setup-ladders-off"),
        },
        organizer_line(language, chosen.organizer_role),
    ]
}

fn theme_line(language: Language, theme: Theme, is_chosen: bool, otherwise: &'static str) -> String {
    let name = theme_name(language, theme);
    if is_chosen {
        localize!(language, "settings-theme", theme = name)
    } else {
        localize!(language, otherwise, theme = name)
    }
}

fn coordinates_line(language: Language, shown: bool) -> String {
    localize!(language, "settings-coordinates", shown = if shown { "yes" } else { "no" })
}

/// A text with a sample board in the chosen style. The choice is kept even where the sample cannot be drawn.
async fn sample(app: &App, language: Language, reader: &Viewer, text: String) -> OutgoingMessage {
    let Ok(any_game) = rules::open(SAMPLE) else { return OutgoingMessage::text(text) };
    let diagram = any_game.diagram();
    let flip = reader.flips_for_spectator();
    if reader.text_board {
        return OutgoingMessage::text(format!("{text}\n{}", text_board(language, &diagram, flip)));
    }
    let board = BoardPicture {
        names: diagram.seats.iter().map(|place| color(language, place.color)).collect(),
        notes: vec![String::new(); diagram.seats.len()],
        winners: Vec::new(),
        headline: theme_name(language, reader.picture_style.theme),
        detail: String::new(),
        picture_style: reader.picture_style,
        flip,
        marked: Vec::new(),
        targets: Vec::new(),
        diagram,
    };
    let alt = describe(language, &board.diagram, flip, DescriptionContext::default());
    match app.pictures.draw(board).await {
        Ok(bytes) => OutgoingMessage::text(text).picture(Picture { file_name: "sample.png".to_owned(), bytes, alt }),
        Err(cause) => {
            error!("Could not draw a sample: {}", causes(&cause));
            OutgoingMessage::text(text)
        }
    }
}
