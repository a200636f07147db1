//! The form as text and picture.

use base::clean::clean;
use discord::custom_id::CustomId as _;
use discord::{
    CreateActionRow, CreateButton, CreateSelectMenu, Modal, ModalField, OutgoingMessage, Style, button, preselect, row,
    select_row, user_select,
};
use games::domain::challenge_draft::{ChallengeDraft, Whom};
use games::domain::{EngineLevel, Pace, Player, Setup, TimeControl};
use games::offers::ColorChoice;
use serde_json::{Map, Value};

use crate::board::description::color;
use crate::board::position;
use crate::board::words::join_with_and;
use crate::commands::layout_names::{layout_name, popularity};
use crate::commands::setup_words::{game_name, option_lines, pace as pace_words, setup_layout, start_and_pace_of};
use crate::commands::{App, Viewer};
use crate::features::challenge::definition::{choices, flag_options, typed_options};
use crate::features::challenge::view::conditions;
use crate::features::engine::service::USUAL_LEVEL;
use crate::features::guided_play::options::{
    self, Form, Group, POPULAR, Page, Preview, UNSET, flag_names, is_asked, most_ejections, pace_of, value_of, values,
};
use crate::features::guided_play::press::{Control, GuideButton, OPEN_GUIDE};
use crate::features::seek::command::complete_rating;
use crate::localization::{Language, localize, name_player};

/// Discord's limits: options of a select, and characters of an option's description.
const MOST: usize = 25;
const MOST_DESCRIBED: usize = 100;

/// The label of an option's field in the form.
pub fn field_name(language: Language, option: &str) -> Option<String> {
    Some(match option {
        "game" => localize!(language, "guide-game"),
        "layout" => localize!(language, "guide-group-layout"),
        "pace" => localize!(language, "guide-pace"),
        _ if typed_options().any(|(cell, _)| cell == option) => {
            // The label's text continues with an example after a colon.
            cell(language, option).split(':').next().map(|name| name.trim_end().to_owned())?
        }
        _ if flag_options().any(|(flag, _)| flag == option) => describe(language, option),
        _ => language.try_localize(&format!("guide-ask-{option}"), &[])?,
    })
}

/// A value of an option as the form shows it: `Six colors, three against three`, or else `A ball to eject: e5`.
pub fn field_value(language: Language, option: &str, value: &str) -> Option<String> {
    let field = field_name(language, option)?;
    if let Some((_, text)) = values(language, option).into_iter().find(|(listed, _)| listed == value) {
        return Some(text);
    }
    let value = if option == "layout" { layout_name(language, value) } else { value.replace(['+', ':'], " ") };
    Some(localize!(language, "guide-field-value", field = field, value = value))
}

fn describe(language: Language, flag: &str) -> String {
    language.attribute(&format!("option-{flag}"), "description")
}

/// A text cut to the length of an option's description, at a word.
fn shortened(text: &str) -> String {
    if text.chars().count() <= MOST_DESCRIBED {
        return text.to_owned();
    }
    let start: String = text.chars().take(MOST_DESCRIBED - 1).collect();
    let words = start.rsplit_once(' ').map_or(start.as_str(), |(words, _)| words);
    format!("{}…", words.trim_end_matches([',', '.', ' ']))
}

fn cell(language: Language, name: &str) -> String {
    language.localize(&format!("guide-cell-{name}"), &[])
}

/// The message of a form that was sent or no longer exists.
pub(crate) fn render_closed_form(language: Language, key: &str) -> OutgoingMessage {
    let again = button(&OPEN_GUIDE, localize!(language, "button-again"), Style::Primary);
    OutgoingMessage::text(language.localize(key, &[])).rows(vec![row([again])])
}

pub(crate) async fn form(app: &App, language: Language, reader: &Viewer, form: &Form) -> OutgoingMessage {
    let text = text(language, form);
    let rows = match form.page {
        Page::First => first_page(language, form),
        Page::More(group) => more(language, form, group),
    };
    let post = match &form.preview {
        Some(preview) => with_board(app, language, reader, preview, text).await,
        None => OutgoingMessage::text(text),
    };
    post.rows(rows)
}

/// The draft in a sentence and a few lines, below its problem.
fn text(language: Language, form: &Form) -> String {
    let mut lines: Vec<String> = form.problem.iter().map(|problem| format!("⚠️ {problem}\n")).collect();
    let setup = || Setup::stored(value_of(&form.draft.options, "game").unwrap_or_else(|| "abalone".to_owned()));
    let game = match &form.preview {
        Some(preview) => game_name(language, &preview.offer.setup),
        None => game_name(language, &setup()),
    };
    lines.push(match &form.draft.whom {
        Whom::Nobody if form.is_in_server => localize!(language, "guide-nobody", game = game),
        Whom::Nobody => localize!(language, "guide-nobody-direct", game = game),
        Whom::Anybody => localize!(language, "guide-anybody", game = game),
        Whom::Engine => {
            let opponent = name_player(language, Player::Engine(level(form)));
            localize!(language, "guide-engine", opponent = opponent, game = game)
        }
        Whom::People(people) => {
            let people: Vec<String> = people.iter().map(|person| name_player(language, person.user)).collect();
            localize!(language, "guide-people", opponents = join_with_and(language, &people), game = game)
        }
    });
    let terms = match &form.preview {
        Some(preview) => terms(language, form, preview),
        None => chosen_terms(language, form),
    };
    lines.extend(terms.into_iter().map(|line| format!("• {line}")));
    lines.join("\n")
}

/// The chosen options, when they are inconsistent.
fn chosen_terms(language: Language, form: &Form) -> Vec<String> {
    let options = &form.draft.options;
    let number = |option: &str| value_of(options, option).and_then(|value| value.parse::<u32>().ok());
    let mut lines = Vec::new();
    if let Some(layout) = value_of(options, "layout") {
        lines.push(localize!(language, "challenge-layout", layout = layout_name(language, &layout)));
    }
    let pace = value_of(options, "pace").and_then(|pace| pace.parse::<Pace>().ok());
    lines.push(pace_words(language, pace.unwrap_or(form.usual.pace)));
    let color = value_of(options, "color").filter(|color| color != "random");
    let color = values(language, "color").into_iter().find(|(value, _)| Some(value) == color.as_ref());
    lines.push(match color {
        Some((_, text)) => localize!(language, "guide-color", color = text),
        None => localize!(language, "challenge-color-random"),
    });
    if let Some(moves) = number("sprint") {
        lines.push(localize!(language, "challenge-sprint", moves = moves));
    }
    if let Some(target) = number("target") {
        lines.push(localize!(language, "challenge-target", target = target));
    }
    lines
}

fn terms(language: Language, form: &Form, preview: &Preview) -> Vec<String> {
    let setup = &preview.offer.setup;
    let about = language.try_localize(&format!("about-{}", setup.game()), &[]);
    let mut lines: Vec<String> = about.into_iter().collect();
    lines.extend(start_and_pace_of(language, setup, preview.offer.time_control));
    if value_of(&form.draft.options, "layout").is_some_and(|layout| layout.starts_with("random")) {
        lines.push(localize!(language, "guide-example"));
    }
    let own = preview.offer.seat_of(preview.color).and_then(|seat| preview.offer.seat_infos.get(usize::from(seat)));
    lines.push(match own {
        Some(place) if preview.color != ColorChoice::Random => {
            localize!(language, "guide-color", color = color(language, place.color))
        }
        _ => localize!(language, "challenge-color-random"),
    });
    lines.extend(option_lines(language, setup));
    lines.push(if preview.is_rated {
        localize!(language, "challenge-rated")
    } else {
        localize!(language, "challenge-casual")
    });
    if form.draft.whom == Whom::Anybody {
        lines.extend(conditions(language, preview.filter, setup));
        lines.extend(["rating", "days"].into_iter().filter_map(|select| chosen_text(language, form, select)));
    }
    lines
}

/// The text with the board at the start of the game.
async fn with_board(
    app: &App,
    language: Language,
    reader: &Viewer,
    preview: &Preview,
    text: String,
) -> OutgoingMessage {
    let setup = &preview.offer.setup;
    let headline = setup_layout(language, setup).unwrap_or_else(|| game_name(language, setup));
    let (diagram, flip) = (preview.any_game.diagram(), reader.flips(None));
    let board = position::picture(language, reader, diagram, flip, headline);
    position::with_board(app, language, reader, text, board, "start.png").await
}

fn control(form: &Form, control: Control) -> GuideButton {
    control.about(form.draft.form)
}

fn set(form: &Form, option: &str) -> GuideButton {
    control(form, Control::Set { option: option.to_owned() })
}

fn first_page(language: Language, form: &Form) -> Vec<CreateActionRow> {
    let people = form.draft.whom.known_people();
    let whom = user_select(
        &control(form, Control::Whom),
        &localize!(language, "guide-whom"),
        people.iter().map(|person| person.user),
        people.len().max(1) as u8,
    );
    let (mut games, game) = games(language, &form.draft.options, &form.presets);
    games.truncate(MOST);
    let game_select = preselect(&control(form, Control::Game), &localize!(language, "guide-game"), &games, &[&game]);
    let (paces, pace) = paces(language, &form.draft.options, form.usual);
    let pace_select = preselect(&control(form, Control::Pace), &localize!(language, "guide-pace"), &paces, &[&pace]);
    let mut buttons = vec![send(language, form)];
    let style_of = |whom| if form.draft.whom == whom { Style::Primary } else { Style::Secondary };
    if form.is_in_server {
        let label = localize!(language, "guide-button-anybody");
        buttons.push(button(&control(form, Control::Anybody), label, style_of(Whom::Anybody)));
    }
    let label = localize!(language, "button-play-engine");
    buttons.push(button(&control(form, Control::Engine), label, style_of(Whom::Engine)));
    if form.has_last {
        buttons.push(button(&control(form, Control::Last), localize!(language, "guide-button-last"), Style::Secondary));
    }
    buttons.push(button(&control(form, Control::More), localize!(language, "guide-button-more"), Style::Secondary));
    let mut rows = vec![select_row(whom)];
    if form.draft.whom == Whom::Engine {
        rows.push(select_row(levels(language, form)));
    }
    rows.extend([select_row(game_select), select_row(pace_select), row(buttons)]);
    rows
}

fn levels(language: Language, form: &Form) -> CreateSelectMenu {
    let entry = |(level, text)| (level, text, String::new());
    let entries: Entries = values(language, "level").into_iter().map(entry).collect();
    preselect(&set(form, "level"), &localize!(language, "guide-ask-level"), &entries, &[&level(form).0.to_string()])
}

fn level(form: &Form) -> EngineLevel {
    let level = value_of(&form.draft.options, "level").and_then(|level| level.parse().ok());
    level.map_or(USUAL_LEVEL, EngineLevel)
}

/// *Send challenge*, disabled until the draft is complete.
fn send(language: Language, form: &Form) -> CreateButton {
    let label = match form.draft.whom {
        Whom::Engine => localize!(language, "guide-button-begin"),
        _ => localize!(language, "guide-button-send"),
    };
    let cannot_be_sent = form.draft.whom == Whom::Nobody || form.preview.is_none();
    button(&control(form, Control::Send), label, Style::Success).disabled(cannot_be_sent)
}

/// Value, text and description of each option of a select.
pub(crate) type Entries = Vec<(String, String, String)>;

/// The games, layouts and presets to choose from, and the value of these options.
pub(crate) fn games(language: Language, options: &Map<String, Value>, presets: &[String]) -> (Entries, String) {
    let game = value_of(options, "game").unwrap_or_else(|| "abalone".to_owned());
    let layout = value_of(options, "layout").unwrap_or_else(|| "standard".to_owned());
    let selected = if game == "abalone" { format!("abalone:{layout}") } else { game };
    let of_layout = |layout: &str| {
        let name = localize!(language, "name-abalone");
        (format!("abalone:{layout}"), format!("{name} · {}", layout_name(language, layout)), String::new())
    };
    let layouts = POPULAR.into_iter().chain(["random"]).map(of_layout);
    let others = rules::registry::names().map(|name| name.replace(' ', "-")).filter(|name| name != "abalone");
    let others = others.map(|name| {
        let text = language.localize(&format!("name-{name}"), &[]);
        let about = language.try_localize(&format!("about-{name}"), &[]).unwrap_or_default();
        (name, text, shortened(&about))
    });
    let mut entries: Entries = layouts.chain(others).collect();
    // A value chosen elsewhere is added to the menu.
    let is_known = entries.iter().any(|(value, ..)| *value == selected);
    if !is_known && selected.starts_with("abalone:") && !options.contains_key("board") {
        entries.insert(0, of_layout(&layout));
    }
    let presets = presets.iter().map(|name| {
        let about = localize!(language, "guide-preset");
        (format!("preset:{name}"), clean(name, 90), about)
    });
    entries.extend(presets.filter(|(_, text, _)| !text.is_empty()));
    let selected = if options.contains_key("board") { String::new() } else { selected };
    (entries, selected)
}

/// The paces to choose from, and that of these options.
pub(crate) fn paces(language: Language, options: &Map<String, Value>, usual: TimeControl) -> (Entries, String) {
    let texts = choices(language, "pace");
    // A pace without a menu text is described as in the challenge.
    let in_words = |pace: &str| {
        pace.parse::<Pace>().map_or_else(|_| pace.to_owned(), |pace| pace_words(language, pace).replace("**", ""))
    };
    let text_of = |pace: &str| {
        let menu_text = texts.iter().find(|(value, _)| value == pace);
        menu_text.map_or_else(|| in_words(pace), |(_, text)| text.clone())
    };
    let entry = |value: &str| {
        let (pace, moves) = value.split_once(' ').unwrap_or((value, ""));
        let text = text_of(pace);
        let text = match moves.parse::<u32>() {
            Ok(moves) => localize!(language, "guide-pace-sprint", moves = moves, pace = text),
            Err(_) => text,
        };
        (value.to_owned(), text.chars().take(100).collect(), String::new())
    };
    let selected = pace_of(options, usual);
    let mut entries: Entries = options::paces(options).map(entry).collect();
    if !entries.iter().any(|(value, ..)| *value == selected) {
        entries.insert(0, entry(&selected));
    }
    (entries, selected)
}

fn more(language: Language, form: &Form, group: Group) -> Vec<CreateActionRow> {
    let (is_open, is_engine) = (form.draft.whom == Whom::Anybody, form.draft.whom == Whom::Engine);
    let options = &form.draft.options;
    let is_shown = |group: Group| match group {
        Group::Conditions => is_open,
        Group::Players => !is_open && !is_engine && group.is_asked(options),
        _ => group.is_asked(options),
    };
    // The form's game may have changed meanwhile.
    let group = if is_shown(group) { group } else { Group::Color };
    let entry = |group: Group| {
        let name = language.localize(&format!("guide-group-{group}"), &[]);
        (group.to_string(), name, String::new())
    };
    let groups: Entries = Group::ALL.iter().copied().filter(|group| is_shown(*group)).map(entry).collect();
    let title = localize!(language, "guide-button-more");
    let mut rows = vec![select_row(preselect(&control(form, Control::Group), &title, &groups, &[group.as_str()]))];
    if group == Group::Players {
        let people = form.draft.whom.known_people().iter().map(|person| person.user);
        let question = localize!(language, "guide-people-select");
        rows.push(select_row(user_select(&control(form, Control::People), &question, people, 5)));
    }
    if group == Group::Variants && flag_names().any(|flag| is_asked(options, flag)) {
        rows.push(select_row(flags(language, form)));
    }
    // A game against the bot is always casual.
    let is_shown = |select: &&str| is_asked(options, select) && !(is_engine && *select == "rated");
    let selects = group.selects().into_iter().filter(is_shown);
    rows.extend(selects.map(|select| select_row(option_select(language, form, select))));
    let mut buttons = vec![
        send(language, form),
        button(&control(form, Control::Back), localize!(language, "button-back"), Style::Secondary),
    ];
    if group == Group::Variants && options::asks_for_cells(options) {
        buttons.push(button(
            &control(form, Control::Cells),
            localize!(language, "guide-button-cells"),
            Style::Secondary,
        ));
    }
    if group == Group::Conditions {
        let is_closed = form.draft.options.contains_key("new-players");
        let key = if is_closed { "guide-new-players-no" } else { "guide-new-players-yes" };
        buttons.push(button(&set(form, "new-players"), language.localize(key, &[]), Style::Secondary));
    }
    rows.push(row(buttons));
    rows
}

/// The text of a select's value, including typed values that are in no list.
fn chosen_text(language: Language, form: &Form, select: &str) -> Option<String> {
    let value = value_of(&form.draft.options, select)?;
    let entry = values(language, select).into_iter().find(|(listed, _)| *listed == value);
    Some(match (entry, select) {
        (Some((_, text)), _) => text,
        (None, "rating") => complete_rating(language, &value).into_iter().next()?.0,
        (None, "days") => localize!(language, "guide-days", days = value.parse::<u32>().ok()?),
        (None, "reliability") => localize!(language, "guide-reliability", percent = value.parse::<u32>().ok()?),
        (None, _) => value,
    })
}

/// The select of an option, with an entry that removes it.
fn option_select(language: Language, form: &Form, name: &str) -> CreateSelectMenu {
    let question = if name.starts_with("layout.") {
        let values = values(language, name);
        let initial =
            |text: Option<&(String, String)>| text.map_or_else(String::new, |(_, text)| clean(text, 1).to_uppercase());
        // Random and popular layouts come before.
        let is_by_name =
            |(value, _): &&(String, String)| !value.starts_with("random") && popularity(value) == usize::MAX;
        let (first, last) = (initial(values.iter().find(is_by_name)), initial(values.last()));
        localize!(language, "guide-ask-layout", first = first, last = last)
    } else {
        field_name(language, name).unwrap_or_default()
    };
    let text_of = |value: &str, text: String| match (name, value) {
        ("rated", "yes") => localize!(language, "guide-rated-yes"),
        ("rated", _) => localize!(language, "guide-rated-no"),
        _ => text,
    };
    let selected = value_of(&form.draft.options, name);
    let usual = language.try_localize(&format!("guide-usual-{name}"), &[]);
    // While the option is not set, the menu shows what holds then.
    let target = || form.preview.as_ref()?.any_game.diagram().sides.first()?.target;
    let holds = match name {
        "color" => Some("random".to_owned()),
        "pauses" => Some("default".to_owned()),
        "days" => Some(form.usual_days.to_string()),
        _ if options::option_of(name) == "layout" && !form.draft.options.contains_key("board") => {
            Some("standard".to_owned())
        }
        "target" => target().map(|target| target.to_string()),
        _ => None,
    };
    let holds = holds.or_else(|| usual.as_ref().map(|_| UNSET.to_owned()));
    let choice = selected.clone().or(holds).unwrap_or_default();
    let has_unset = selected.is_some() || choice == UNSET;
    let usual = usual.unwrap_or_else(|| localize!(language, "guide-usual"));
    let unset = (UNSET.to_owned(), usual, question.chars().take(100).collect());
    let most = most_ejections(&form.draft.options);
    let is_possible = |value: &str| name != "target" || value.parse::<u32>().is_ok_and(|target| target <= most);
    let mut possible: Vec<_> = values(language, name).into_iter().filter(|(value, _)| is_possible(value)).collect();
    // The layouts are split over several selects, each layout in one of them.
    if let Some(value) =
        selected.clone().filter(|value| !name.contains('.') && !possible.iter().any(|it| it.0 == *value))
        && let Some(text) = chosen_text(language, form, name)
    {
        possible.insert(0, (value, text));
    }
    if name == "days" && selected.is_none() && !possible.iter().any(|(value, _)| *value == choice) {
        possible.insert(0, (choice.clone(), localize!(language, "guide-days", days = form.usual_days)));
    }
    let entries = possible.into_iter().map(|(value, text)| {
        let text: String = text_of(&value, text).chars().take(100).collect();
        (value, text, String::new())
    });
    let entries: Entries = has_unset.then_some(unset).into_iter().chain(entries).collect();
    preselect(&set(form, name), &question, &entries, &[&choice])
}

fn flags(language: Language, form: &Form) -> CreateSelectMenu {
    let offered_flags = || flag_names().filter(|flag| is_asked(&form.draft.options, flag));
    let entries: Entries =
        offered_flags().map(|word| (word.to_owned(), describe(language, word), String::new())).collect();
    let selected: Vec<&str> = flag_names().filter(|flag| form.draft.options.contains_key(*flag)).collect();
    let question = localize!(language, "guide-ask-variants");
    let flags = preselect(&control(form, Control::Flags), &question, &entries, &selected);
    flags.min_values(0).max_values(entries.len() as u8)
}

pub(crate) fn cells(language: Language, draft: &ChallengeDraft) -> Modal {
    let field = |(name, longest): (&'static str, u16)| ModalField {
        name,
        label: cell(language, name),
        longest,
        value: value_of(&draft.options, name).unwrap_or_default(),
        is_required: false,
    };
    Modal {
        custom_id: Control::Cells.about(draft.form).to_string(),
        title: localize!(language, "guide-cells"),
        fields: typed_options().filter(|(name, _)| is_asked(&draft.options, name)).map(field).collect(),
    }
}
