//! The form of `/event create`: a private draft with menus, until it is announced.

use std::ops::RangeInclusive;

use base::clean::clean;
use base::named::named;
use clubs::domain::tournament::{
    Format, MOST_ENTRANTS, MOST_ROUNDS, Opening, Repeat, StoredTournament, Tournament, TournamentPhase,
};
use clubs::tournaments::settings::{TournamentEdit, announce, check_editable, discard, edit};
use clubs::tournaments::{LONGEST_NAME, load};
use discord::custom_id::About;
use discord::{
    Interaction, InteractionType, Modal, ModalField, OutgoingMessage, Reply, Style, button, preselect, row, select_row,
};
use games::domain::competition::Unfinished;
use games::domain::people::preset::Preset;
use games::domain::{DAY_MS, HOUR_MS, MINUTE_MS, Organizer, Setup, TimeControl, Timestamp};
use pairing::standings::Edition;

use crate::commands::command_definition::choices_in;
use crate::commands::layout_names::{layout_name, popularity};
use crate::commands::organizers::organized;
use crate::commands::setup_words::{game_name, pace as pace_words, setup_layout};
use crate::commands::{Answer, App, Ctx, Problem};
use crate::features::challenge::definition::choices;
use crate::features::tournament::button::{EventButton, EventPress, press};
use crate::features::tournament::{
    MOST_FIRST_MOVE_HOURS, MOST_RATING, MOST_ROUND_DAYS, NEVER, TWO_GAMES, answers, read_choice, read_repeat,
    read_rounds, tie_breaks, view,
};
use crate::localization::{Language, localize};

/// Options of a menu, Discord's limit.
const MOST: usize = 25;

/// Layouts in the menu of games; others can be typed.
const LAYOUTS: usize = 12;

/// Choices of days until an event starts.
const DAYS: [i64; 7] = [1, 2, 3, 5, 7, 14, 30];

/// Choices of minutes until a live event starts.
const MINUTES: [i64; 4] = [10, 20, 30, 60];

/// The time for a first move in the presets.
const FIRST_MOVE_MINUTES: u32 = 3 * 24 * 60;

/// All tie-breaks in the longest language, in characters.
const LONGEST_LIST: u16 = 400;

/// The menu value for a start by an organizer.
const BY_HAND: &str = "-";

named! {
    /// A preset: an event in a common format of clubs.
    pub enum EventPreset, "kind of event" {
        ClubSwiss = "club-swiss",
        Cup = "cup",
        Everybody = "everybody",
        SprintEvening = "sprint-evening",
    }
}

impl EventPreset {
    /// All settings of the preset.
    pub fn edit(self) -> TournamentEdit {
        // A missing player must not hold up the round. Live games have their own limit.
        let limit = Some(FIRST_MOVE_MINUTES);
        let (format, setup, pace, first_move) = match self {
            Self::ClubSwiss => (Format::Swiss, "abalone layout=belgian-daisy", "days:2", limit),
            Self::Cup => (Format::Groups, "abalone layout=belgian-daisy", "days:2", limit),
            Self::Everybody => (Format::RoundRobin, "abalone layout=belgian-daisy", "days:3", limit),
            Self::SprintEvening => (Format::Swiss, "abalone sprint=20 layout=belgian-daisy", "total:10m", None),
        };
        TournamentEdit {
            first_move_minutes: Some(first_move),
            format: Some(format),
            rounds: Some(5),
            setup: Some(setup.to_owned()),
            pace: Some(pace.to_owned()),
            ..TournamentEdit::default()
        }
    }
}

/// Whether this press opens a modal, which Discord takes only as an immediate answer.
pub(super) fn opens_modal(interaction: &Interaction) -> bool {
    let is_modal = |press: EventPress| matches!(press.button, EventButton::FormDetails | EventButton::FormLimits);
    interaction.kind == InteractionType::Component && interaction.button().is_some_and(is_modal)
}

/// A press in the form, by an organizer of its server.
pub(super) async fn change(ctx: Ctx<'_>, by: &Organizer, button: EventButton, stored: StoredTournament) -> Answer {
    let id = stored.tournament_id;
    let value = ctx.values.first().map(String::as_str).unwrap_or_default();
    let changes = match button {
        EventButton::Form => return show(ctx, &stored).await,
        EventButton::FormAnnounce => {
            let stored = announce(&ctx.app.games, by, id).await?;
            return Ok(ctx.private_reply(answers::render_new_event(ctx.language, &stored)));
        }
        EventButton::FormDiscard => {
            discard(&ctx.app.games, id).await?;
            return Ok(ctx.private_reply(OutgoingMessage::text(localize!(ctx, "event-form-discarded"))));
        }
        EventButton::FormDetails if ctx.kind == InteractionType::Component => {
            return Ok(Reply::Modal(details(ctx.language, &stored)));
        }
        EventButton::FormLimits if ctx.kind == InteractionType::Component => {
            return Ok(Reply::Modal(limits(ctx.language, &stored)));
        }
        EventButton::FormFormat => chosen_format(value)?,
        EventButton::FormGame => chosen_game(ctx.app, by, value).await?,
        EventButton::FormPace => TournamentEdit { pace: Some(value.to_owned()), ..TournamentEdit::default() },
        EventButton::FormUntil => match value.strip_prefix("repeat:") {
            Some(word) => TournamentEdit { repeats: Some(read_repeat(word)?), ..TournamentEdit::default() },
            None => {
                TournamentEdit { until: Some(read_until(value, ctx.app.clock.now())?), ..TournamentEdit::default() }
            }
        },
        EventButton::FormDetails => read_details(ctx)?,
        EventButton::FormLimits => read_limits(ctx)?,
        EventButton::FormUnfinished { unfinished } => {
            TournamentEdit { unfinished: Some(unfinished), ..TournamentEdit::default() }
        }
        _ => return Err(Problem::UNKNOWN_BUTTON),
    };
    let stored = edit(&ctx.app.games, by, id, changes).await?;
    show(ctx, &stored).await
}

/// Redraws the form with the refusal; any other refusal as it is.
pub(super) async fn after_refusal(ctx: Ctx<'_>, refusal: OutgoingMessage) -> OutgoingMessage {
    let Ok(About { subject: tournament, button }) = ctx.button::<EventPress>() else { return refusal };
    if !button.is_of_form() || organized(ctx).await.is_err() {
        return refusal;
    }
    let Ok(stored) = load(&ctx.app.games, tournament).await else { return refusal };
    if ctx.origin.guild_id != Some(stored.guild_id) || check_editable(&stored).is_err() {
        return refusal;
    }
    let problem = refusal.content;
    let presets =
        ctx.app.games.server_settings(stored.guild_id).await.map(|settings| settings.presets).unwrap_or_default();
    render(ctx.language, &stored, &presets, Some(problem), ctx.app.clock.now())
}

pub(super) async fn show(ctx: Ctx<'_>, stored: &StoredTournament) -> Answer {
    let presets = ctx.app.games.server_settings(stored.guild_id).await?.presets;
    Ok(ctx.private_reply(render(ctx.language, stored, &presets, None, ctx.app.clock.now())))
}

type Entry = (String, String, String);

fn entry(value: &str, text: &str, about: &str) -> Entry {
    (value.to_owned(), text.chars().take(100).collect(), about.chars().take(100).collect())
}

fn render(
    language: Language,
    stored: &StoredTournament,
    presets: &[Preset],
    problem: Option<String>,
    now: Timestamp,
) -> OutgoingMessage {
    let menu = |chooses, key: &str, entries: &[Entry], chosen: &str| {
        select_row(preselect(&press(stored, chooses), &language.localize(key, &[]), entries, &[chosen]))
    };
    let (formats, format) = formats(language, stored);
    let (games, game) = games(language, stored, presets);
    let (paces, pace) = paces(language, stored);
    let (begins, begin) = begins(language, stored, now);
    let push = |pressed, key: &str, style| button(&press(stored, pressed), language.localize(key, &[]), style);
    let mut buttons = Vec::new();
    let is_draft = stored.tournament.phase == TournamentPhase::Draft;
    if is_draft {
        buttons.push(push(EventButton::FormAnnounce, "button-event-announce", Style::Success));
    }
    buttons.push(push(EventButton::FormDetails, "button-event-details", Style::Secondary));
    buttons.push(push(EventButton::FormLimits, "button-event-limits", Style::Secondary));
    let rules = &stored.tournament.rules;
    if rules.days.is_some() {
        // Each press selects the next value.
        let next = (rules.unfinished as usize + 1) % Unfinished::ALL.len();
        let press = press(stored, EventButton::FormUnfinished { unfinished: Unfinished::ALL[next] });
        let label = localize!(language, "button-event-unfinished", unfinished = rules.unfinished.as_str());
        buttons.push(button(&press, label, Style::Secondary));
    }
    if is_draft {
        buttons.push(push(EventButton::FormDiscard, "button-event-discard", Style::Secondary));
    }
    let rows = vec![
        menu(EventButton::FormFormat, "event-form-format", &formats, &format),
        menu(EventButton::FormGame, "event-form-game", &games, &game),
        menu(EventButton::FormPace, "event-form-pace", &paces, &pace),
        menu(EventButton::FormUntil, "event-form-until", &begins, &begin),
        row(buttons),
    ];
    let problem = problem.map(|problem| format!("⚠️ {problem}\n\n")).unwrap_or_default();
    OutgoingMessage::text(format!("{problem}{}", view::draft(language, stored))).rows(rows)
}

fn formats(language: Language, stored: &StoredTournament) -> (Vec<Entry>, String) {
    let preset = |preset: &EventPreset| {
        let key = format!("event-preset-{preset}");
        entry(preset.as_str(), &language.localize(&key, &[]), &language.attribute(&key, "about"))
    };
    let formats = choices_in(language, "command-event-create-format", Format::NAMES);
    let formats = formats.into_iter().map(|(value, text)| entry(&value, &text, ""));
    let entries =
        EventPreset::ALL.iter().map(preset).chain(formats).chain(round_settings(language, &stored.tournament));
    (entries.collect(), stored.tournament.format.to_string())
}

/// Another value of an option of `/event edit`.
fn setting(language: Language, option: &str, value: &str) -> Entry {
    let key = format!("command-event-edit-{option}");
    let text = choices_in(language, &key, &[value]).remove(0).1;
    entry(&format!("{option}:{value}"), &text, &language.attribute(&key, "description"))
}

/// Settings of rounds that fit the format, except those that it has.
fn round_settings(language: Language, tournament: &Tournament) -> Vec<Entry> {
    let (at_once, two_games) = (tournament.is_all_at_once(), tournament.plays_two_games());
    let rounds = [
        (at_once || two_games, Opening::OneByOne.as_str()),
        (!at_once && tournament.can_be_at_once(), Opening::AllAtOnce.as_str()),
        (!two_games && tournament.can_have_two_games(), TWO_GAMES),
    ];
    let rounds = rounds.into_iter().filter(|(fits, _)| *fits).map(|(_, value)| setting(language, "rounds", value));
    let traits = tournament.format.traits();
    let leave_out = traits.is_round_robin().then(|| {
        let leaves = if tournament.rules.leaves_out_early { "no" } else { "yes" };
        entry(&format!("leave-out:{leaves}"), &localize!(language, "event-form-leave-out", leaves = leaves), "")
    });
    let edition = tournament.rules.c07.unwrap_or_default();
    let editions = Edition::all().filter(|other| traits.is_swiss && *other != edition);
    let about = language.attribute("command-event-edit-c07", "description");
    let editions = editions.map(|edition| {
        entry(&format!("c07:{edition}"), &localize!(language, "event-form-c07", year = edition.as_str()), &about)
    });
    rounds.chain(leave_out).chain(editions).collect()
}

/// The settings of a value of the menu of formats.
fn chosen_format(value: &str) -> Result<TournamentEdit, Problem> {
    if let Ok(preset) = value.parse::<EventPreset>() {
        return Ok(preset.edit());
    }
    let mut edit = TournamentEdit::default();
    match value.split_once(':') {
        Some(("rounds", word)) => {
            let (opening, two_games) = read_rounds(word)?;
            (edit.opening, edit.two_games) = (Some(opening), Some(two_games));
        }
        Some(("leave-out", word)) => edit.leaves_out_early = Some(word == "yes"),
        Some(("c07", word)) => edit.c07 = Some(read_choice(word)?),
        _ => edit.format = Some(read_choice(value)?),
    }
    Ok(edit)
}

/// The menu of games: the most played layouts of Abalone, presets of the server, other two-player games.
fn games(language: Language, stored: &StoredTournament, presets: &[Preset]) -> (Vec<Entry>, String) {
    let setup = Setup::stored(stored.tournament.setup.clone());
    let own = "setup".to_owned();
    let layout = setup_layout(language, &setup);
    let text = [Some(game_name(language, &setup)), layout].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let mut entries = vec![entry(&own, &text.replace("**", ""), &stored.tournament.setup)];
    let for_two = rules::games::abalone::layouts().iter().filter(|layout| layout.seats == 2);
    let mut layouts: Vec<&str> = for_two.map(|layout| layout.name.as_str()).collect();
    layouts.sort_by_key(|name| (popularity(name), *name));
    layouts.truncate(LAYOUTS);
    let of_layout = |name: &str| {
        let text = format!("{} · {}", localize!(language, "name-abalone"), layout_name(language, name));
        entry(&format!("abalone layout={name}"), &text, "")
    };
    let is_other = |(value, ..): &Entry| *value != stored.tournament.setup;
    entries.extend(layouts.into_iter().chain(["random"]).map(of_layout).filter(is_other));
    let of_preset = |preset: &Preset| {
        let text = clean(&preset.name, 90);
        entry(&format!("preset:{}", preset.name), &text, &localize!(language, "guide-preset"))
    };
    entries.extend(presets.iter().map(of_preset).filter(|(value, text, _)| !text.is_empty() && value.len() <= 100));
    let others = rules::registry::names().map(|name| name.replace(' ', "-"));
    let others =
        others.filter(|name| name != "abalone" && rules::propose(name).is_ok_and(|game| game.seats().len() == 2));
    entries.extend(others.map(|name| {
        let about = language.try_localize(&format!("about-{name}"), &[]).unwrap_or_default();
        entry(&name, &language.localize(&format!("name-{name}"), &[]), &about)
    }));
    entries.truncate(MOST);
    (entries, own)
}

/// The settings of a value of the menu of games.
async fn chosen_game(app: &App, by: &Organizer, value: &str) -> Result<TournamentEdit, Problem> {
    if value == "setup" {
        return Ok(TournamentEdit::default());
    }
    let Some(name) = value.strip_prefix("preset:") else {
        return Ok(TournamentEdit { setup: Some(value.to_owned()), ..TournamentEdit::default() });
    };
    let presets = app.games.server_settings(by.guild).await?.presets;
    let preset = presets.into_iter().find(|preset| preset.name == name);
    let preset = preset.ok_or(Problem::Key("error-no-such-choice"))?;
    Ok(TournamentEdit { setup: Some(preset.setup), pace: Some(preset.pace), ..TournamentEdit::default() })
}

fn paces(language: Language, stored: &StoredTournament) -> (Vec<Entry>, String) {
    let choices = choices(language, "pace");
    let mut entries: Vec<Entry> = choices
        .into_iter()
        .filter(|(value, _)| value != "none")
        .map(|(value, text)| entry(&value, &text, ""))
        .collect();
    let Ok(time_control) = stored.tournament.time_control.parse::<TimeControl>() else {
        return (entries, String::new());
    };
    let selected = time_control.pace.to_string();
    if !entries.iter().any(|(value, ..)| *value == selected) {
        entries.insert(0, entry(&selected, &pace_words(language, time_control.pace).replace("**", ""), ""));
    }
    (entries, selected)
}

/// The menu of start times: days ahead, or minutes for live games.
fn begins(language: Language, stored: &StoredTournament, now: Timestamp) -> (Vec<Entry>, String) {
    let is_live = stored.tournament.is_live();
    let by_hand = entry(BY_HAND, &localize!(language, "event-form-by-hand"), "");
    let in_days = DAYS.map(|days| entry(&format!("{days}d"), &localize!(language, "event-form-days", days = days), ""));
    let in_minutes = MINUTES.map(|minutes| {
        entry(&format!("{minutes}m"), &localize!(language, "event-form-minutes", minutes = minutes), "")
    });
    let mut entries = vec![by_hand];
    let mut selected = BY_HAND.to_owned();
    if let Some(until) = stored.tournament.sign_up.until {
        selected = format!("={}", until.0);
        let hours = (until.since(now).max(0) + HOUR_MS / 2) / HOUR_MS;
        let text = if hours == 24 || hours >= 48 {
            localize!(language, "event-form-days", days = (hours + 12) / 24)
        } else {
            localize!(language, "event-form-at", hours = hours)
        };
        entries.push(entry(&selected, &text, ""));
    }
    let ahead = if is_live { in_minutes.to_vec() } else { in_days.to_vec() };
    let chosen_text = entries.last().map(|(_, text, _)| text.clone());
    entries.extend(ahead.into_iter().filter(|(_, text, _)| Some(text) != chosen_text.as_ref()));
    if stored.tournament.sign_up.until.is_some() {
        let every = stored.tournament.sign_up.series.map_or(NEVER, |series| series.every.as_str());
        let others = Repeat::NAMES.iter().copied().chain([NEVER]).filter(|value| *value != every);
        entries.extend(others.map(|value| setting(language, "repeat", value)));
    }
    (entries, selected)
}

/// The start time of a menu value; `None`: an organizer starts the event.
fn read_until(value: &str, now: Timestamp) -> Result<Option<Timestamp>, Problem> {
    if value == BY_HAND {
        return Ok(None);
    }
    if let Some(instant) = value.strip_prefix('=') {
        return instant.parse().map(|instant| Some(Timestamp(instant))).map_err(|_| Problem::UNKNOWN_BUTTON);
    }
    let days = DAYS.into_iter().find(|days| value == format!("{days}d")).map(|days| days * DAY_MS);
    let minutes = MINUTES.into_iter().find(|minutes| value == format!("{minutes}m")).map(|minutes| minutes * MINUTE_MS);
    days.or(minutes).map(|ahead| Some(now.plus(ahead))).ok_or(Problem::Key("error-no-such-choice"))
}

/// The modal for settings without a menu.
fn details(language: Language, stored: &StoredTournament) -> Modal {
    let tournament = &stored.tournament;
    let field = |name, key, longest, value| optional_field(language, name, key, longest, value);
    let mut fields = vec![
        ModalField { is_required: true, ..field("name", "event-form-name", LONGEST_NAME as u16, stored.name.clone()) },
        field("players", "event-form-players", 3, number_text(tournament.sign_up.most)),
        field("setup", "event-form-setup", 200, tournament.setup.clone()),
        field(
            "tie-break",
            "event-form-tie-break",
            LONGEST_LIST,
            tie_breaks::list(language, &tournament.rules.tie_breaks),
        ),
    ];
    if tournament.format.traits().is_swiss {
        fields.insert(1, field("rounds", "event-form-rounds", 2, tournament.planned_rounds.to_string()));
    }
    modal(language, stored, EventButton::FormDetails, "button-event-details", fields)
}

fn optional_field(language: Language, name: &'static str, key: &str, longest: u16, value: String) -> ModalField {
    let label = language.localize(key, &[]).chars().take(45).collect();
    ModalField { name, label, longest, value, is_required: false }
}

fn number_text<T: Copy + ToString>(number: Option<T>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

fn modal(
    language: Language,
    stored: &StoredTournament,
    answer: EventButton,
    key: &str,
    fields: Vec<ModalField>,
) -> Modal {
    // A button that opens a form ends with an ellipsis.
    let title = language.localize(key, &[]).trim_end_matches('…').chars().take(45).collect();
    Modal { custom_id: press(stored, answer).to_string(), title, fields }
}

fn typed_field<'a>(interaction: &'a Interaction, name: &str) -> Option<&'a str> {
    interaction.text(name).map(str::trim).filter(|text| !text.is_empty())
}

/// A typed number; `None` if the field is empty.
fn typed_number(ctx: Ctx<'_>, name: &str, label: &str, within: RangeInclusive<u32>) -> Result<Option<u32>, Problem> {
    let Some(number_text) = typed_field(ctx.interaction, name) else { return Ok(None) };
    let number = number_text.parse().ok().filter(|number| within.contains(number));
    let label = ctx.localize(label, &[]);
    // Its label goes on with what an empty field means.
    let field = label.split_once(" (").map_or(label.as_str(), |(field, _)| field);
    let refusal = || localize!(ctx, "event-form-number", field = field, least = *within.start(), most = *within.end());
    number.map(Some).ok_or_else(|| Problem::Text(refusal()))
}

fn read_details(ctx: Ctx<'_>) -> Result<TournamentEdit, Problem> {
    let number = |name, label, within| typed_number(ctx, name, label, within);
    Ok(TournamentEdit {
        name: ctx.text("name").map(str::to_owned),
        rounds: number("rounds", "event-form-rounds", 1..=MOST_ROUNDS)?,
        most: Some(number("players", "event-form-players", 2..=MOST_ENTRANTS as u32)?.map(|most| most as usize)),
        setup: typed_field(ctx.interaction, "setup").map(str::to_owned),
        tie_breaks: Some(tie_breaks::read(
            ctx.language,
            typed_field(ctx.interaction, "tie-break").unwrap_or_default(),
        )?),
        ..TournamentEdit::default()
    })
}

/// The modal for limits of rounds and players; an empty field means no limit.
fn limits(language: Language, stored: &StoredTournament) -> Modal {
    let (rules, sign_up) = (&stored.tournament.rules, &stored.tournament.sign_up);
    let field = |name, key, longest, value| optional_field(language, name, key, longest, value);
    let hours = rules.first_move_minutes.map(|minutes| minutes / 60);
    let fields = vec![
        field("days", "event-form-days-of-round", 2, number_text(rules.days)),
        field("first-move", "event-form-first-move", 3, number_text(hours)),
        field("rating-from", "event-form-rating-from", 4, number_text(sign_up.rating_from)),
        field("rating-to", "event-form-rating-to", 4, number_text(sign_up.rating_to)),
        field("begins-with", "event-form-begins-with", 3, number_text(sign_up.begins_with)),
    ];
    modal(language, stored, EventButton::FormLimits, "button-event-limits", fields)
}

fn read_limits(ctx: Ctx<'_>) -> Result<TournamentEdit, Problem> {
    let number = |name, label, within| typed_number(ctx, name, label, within);
    let rating = |name, label| number(name, label, 1..=MOST_RATING).map(|rating| rating.map(u32::cast_signed));
    Ok(TournamentEdit {
        days: Some(number("days", "event-form-days-of-round", 1..=MOST_ROUND_DAYS)?),
        first_move_minutes: Some(
            number("first-move", "event-form-first-move", 1..=MOST_FIRST_MOVE_HOURS)?.map(|hours| hours * 60),
        ),
        rating_from: Some(rating("rating-from", "event-form-rating-from")?),
        rating_to: Some(rating("rating-to", "event-form-rating-to")?),
        begins_with: Some(
            number("begins-with", "event-form-begins-with", 2..=MOST_ENTRANTS as u32)?.map(|count| count as usize),
        ),
        ..TournamentEdit::default()
    })
}
