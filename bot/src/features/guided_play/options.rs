//! What the form asks for: groups of options, and the values that each can have.

use serde_json::{Map, Value};

use crate::commands::layout_names::layout_name;
use crate::discord::localization::{Language, localize};
use crate::domain::people::preset::Preset;
use crate::domain::{GameRecord, Setup, TimeControl};
use crate::features::challenge::definition::{choices, flag_options, is_taken, options_of, typed_options};
use crate::features::seek::command::complete_rating;

/// The value that leaves an option out. `default` is a value of some.
pub const UNSET: &str = "-";

/// Layouts of the menu of games.
pub const POPULAR: [&str; 8] = [
    "standard",
    "belgian-daisy",
    "german-daisy",
    "swiss-daisy",
    "dutch-daisy",
    "face-to-face",
    "infiltration",
    "the-wall",
];

/// Values of the menu of paces: a pace, and behind a space the moves of a sprint.
pub const PACES: [&str; 15] = [
    "days:1",
    "days:2",
    "days:3",
    "days:5",
    "days:7",
    "days:14",
    "fischer:7d+1d/14d",
    "fischer:3d+12h/7d",
    "total:30d",
    "none",
    "days:1 20",
    "days:2 25",
    "days:3 30",
    "total:15m",
    "total:10m",
];

/// The options of `/seek` that say who may accept.
const CONDITIONS: [&str; 4] = ["rating", "reliability", "new-players", "days"];

/// Layouts of one select.
const LAYOUTS: usize = 24;

/// Options that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    Color,
    Layout,
    Rules,
    Variants,
    Players,
    /// Who may accept an open challenge.
    Conditions,
}

impl Group {
    pub const ALL: [(Self, &str); 6] = [
        (Self::Color, "color"),
        (Self::Rules, "rules"),
        (Self::Variants, "variants"),
        (Self::Layout, "layout"),
        (Self::Players, "players"),
        (Self::Conditions, "conditions"),
    ];

    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(group, _)| *group == self).map_or("", |(_, word)| word)
    }

    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == word).map(|(group, _)| *group)
    }

    /// The options that it asks for by a select each.
    pub const fn selects(self) -> &'static [&'static str] {
        match self {
            Self::Color => &["color", "rated", "pauses"],
            Self::Layout => &["layout.0", "layout.1", "layout.2"],
            Self::Rules => &["sprint", "target", "handicap"],
            Self::Variants => &["turn"],
            Self::Players => &["seats"],
            Self::Conditions => &["rating", "reliability", "days"],
        }
    }

    /// Everything that it asks for.
    fn options(self) -> impl Iterator<Item = &'static str> {
        let flags = flag_options().chain(typed_options().into_iter().map(|(cell, _)| cell));
        let flags = flags.filter(move |_| self == Self::Variants);
        self.selects().iter().map(|select| option_of(select)).chain(flags)
    }

    /// Whether the chosen game leaves anything of it to choose.
    pub fn is_asked(self, options: &Map<String, Value>) -> bool {
        self.options().any(|option| is_asked(options, option))
    }

    /// The group that asks for an option.
    pub fn asking(option: &str) -> Option<Self> {
        let asks = |group: Self| group.selects().contains(&option);
        let found = Self::ALL.into_iter().map(|(group, _)| group).find(|group| asks(*group));
        found.or_else(|| (option == "new-players").then_some(Self::Conditions))
    }
}

/// The option that a select sets: layouts need several selects.
pub fn option_of(select: &str) -> &str {
    select.split_once('.').map_or(select, |(option, _)| option)
}

/// Whether the form asks for an option: the chosen game takes it, or it is set and can be left out.
pub fn is_asked(options: &Map<String, Value>, select: &str) -> bool {
    let option = option_of(select);
    options.contains_key(option) || is_taken(options, option)
}

/// Whether the form asks for any option that is text in a modal: Discord takes no modal without fields.
pub fn asks_for_cells(options: &Map<String, Value>) -> bool {
    typed_options().into_iter().any(|(cell, _)| is_asked(options, cell))
}

/// What can be chosen in a select: each value with its text.
pub fn values(language: Language, select: &str) -> Vec<(String, String)> {
    let numbers = |numbers: &[u32], text: &dyn Fn(u32) -> String| {
        numbers.iter().map(|number| (number.to_string(), text(*number))).collect()
    };
    match select {
        "rated" | "new-players" => ["yes", "no"].map(|word| (word.to_owned(), word.to_owned())).to_vec(),
        "sprint" => {
            let moves: Vec<u32> = (20..=30).collect();
            numbers(&moves, &|moves| localize!(language, "guide-sprint", moves = moves))
        }
        "target" => {
            let targets: Vec<u32> = (1..=20).collect();
            numbers(&targets, &|target| localize!(language, "guide-target", target = target))
        }
        "reliability" => {
            numbers(&[50, 70, 80, 90, 95], &|percent| localize!(language, "guide-reliability", percent = percent))
        }
        "days" => numbers(&[1, 3, 7, 14, 30], &|days| localize!(language, "guide-days", days = days)),
        "rating" => complete_rating(language, "").into_iter().map(|(text, value)| (value, text)).collect(),
        _ => match select.strip_prefix("layout.").and_then(|number| number.parse::<usize>().ok()) {
            Some(number) => layouts(language).chunks(LAYOUTS).nth(number).unwrap_or_default().to_vec(),
            None => choices(language, select),
        },
    }
}

/// The most ejections that the chosen game can ask for.
pub fn most_ejections(options: &Map<String, Value>) -> u32 {
    if value_of(options, "game").as_deref() == Some("grand-abalone") { 20 } else { 13 }
}

/// Layouts for two by name, the random ones first.
fn layouts(language: Language) -> Vec<(String, String)> {
    let known = rules::games::abalone::layouts().iter().filter(|layout| layout.seats == 2);
    let mut named: Vec<_> = known.map(|layout| (layout.name.clone(), layout_name(language, &layout.name))).collect();
    named.sort_by_key(|(_, text)| text.to_lowercase());
    let random = ["random", "random-free"].map(|name| (name.to_owned(), layout_name(language, name)));
    random.into_iter().chain(named).collect()
}

/// Sets an option to a value of its select. `None`: it has no such value.
pub fn set(options: &mut Map<String, Value>, select: &str, value: &str) -> Option<()> {
    let option = option_of(select);
    if value == UNSET {
        options.remove(option);
        return Some(());
    }
    values(Language::ENGLISH, select).iter().find(|(known, _)| known == value)?;
    let value: Value = match option {
        "rated" | "new-players" => (value == "yes").into(),
        "sprint" | "target" | "reliability" | "days" => value.parse::<u32>().ok()?.into(),
        _ => value.into(),
    };
    options.insert(option.to_owned(), value);
    if option == "layout" {
        options.remove("board");
    }
    Some(())
}

/// The value of a select as it is set.
pub fn value_of(options: &Map<String, Value>, select: &str) -> Option<String> {
    match options.get(option_of(select))? {
        Value::Bool(is_set) => Some(if *is_set { "yes" } else { "no" }.to_owned()),
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// Sets the pace that a value of its menu stands for.
pub fn set_pace(options: &mut Map<String, Value>, value: &str) -> Option<()> {
    PACES.iter().find(|known| **known == value)?;
    let (pace, sprint) = value.split_once(' ').unwrap_or((value, ""));
    options.insert("pace".to_owned(), pace.into());
    match sprint.parse::<u32>() {
        Ok(moves) => drop(options.insert("sprint".to_owned(), moves.into())),
        Err(_) => drop(options.remove("sprint")),
    }
    // The clocks of a live game never pause.
    if pace.ends_with('m') {
        options.remove("pauses");
    }
    Some(())
}

/// The values of the menu of paces: those of a sprint only where the chosen game can be one.
pub fn paces(options: &Map<String, Value>) -> impl Iterator<Item = &'static str> {
    let has_sprints = is_taken(options, "sprint");
    PACES.into_iter().filter(move |pace| has_sprints || !pace.contains(' '))
}

/// The value of the menu of paces that these options are; the usual pace, where they name none.
pub fn pace_of(options: &Map<String, Value>, usual: TimeControl) -> String {
    let pace = value_of(options, "pace").unwrap_or_else(|| usual.pace.to_string());
    value_of(options, "sprint").map_or_else(|| pace.clone(), |moves| format!("{pace} {moves}"))
}

/// The options of a challenge like a preset.
pub fn of_preset(preset: &Preset) -> Map<String, Value> {
    let is_casual = preset.is_casual.then_some(false);
    terms(&Setup::stored(preset.setup.as_str()), &preset.pace, is_casual)
}

/// The options of a challenge like this one.
pub fn of_challenge(record: &GameRecord) -> Map<String, Value> {
    let game = &record.game;
    // Where results of the two count no more, the next challenge is rated again as soon as they do.
    let is_rated = Some(game.challenge.is_rated).filter(|is_rated| !is_rated && !game.agreements.repeated_pair);
    let mut options = terms(&game.setup, &game.time_control.to_string(), is_rated);
    let filter = game.challenge.seek.map(|seek| seek.filter).unwrap_or_default();
    if let Some(percent) = filter.reliability {
        options.insert("reliability".to_owned(), percent.into());
    }
    if filter.experienced_only {
        options.insert("new-players".to_owned(), false.into());
    }
    options
}

fn terms(setup: &Setup, time_control: &str, is_rated: Option<bool>) -> Map<String, Value> {
    let mut options = options_of(&Setup::stored(setup.before_the_draw()));
    let (pace, pauses) = time_control.split_once(' ').unwrap_or((time_control, "default"));
    options.insert("pace".to_owned(), pace.into());
    if let Ok(time_control) = time_control.parse::<TimeControl>()
        && !time_control.pace.is_live()
    {
        options.insert("pauses".to_owned(), pauses.into());
    }
    if let Some(is_rated) = is_rated {
        options.insert("rated".to_owned(), is_rated.into());
    }
    options
}

/// Leaves out what says who may accept, where nobody needs to be told.
pub fn without_conditions(options: &mut Map<String, Value>) {
    options.retain(|option, _| !CONDITIONS.contains(&option.as_str()));
}

/// The presets that the menu of games names: a person's own first.
pub fn preset_names(own: &[Preset], of_server: &[Preset]) -> Vec<String> {
    let own = own.iter();
    let server = of_server.iter().filter(|preset| !own.clone().any(|same| same.is_called(&preset.name)));
    own.clone().chain(server).map(|preset| preset.name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use crate::features::challenge::definition::setup_options;

    use super::*;

    #[test]
    fn the_form_asks_for_every_option_of_a_setup() {
        for option in setup_options() {
            let is_asked = Group::ALL.iter().any(|(group, _)| group.options().any(|asked| asked == option));
            assert!(is_asked, "name `{option}` in `Group::selects`");
            assert!(crate::features::guided_play::view::field_name(Language::ENGLISH, option).is_some(), "{option}");
        }
        // Discord takes no larger modal, and no longer label of a field.
        assert!(typed_options().len() <= 5);
        for (language, (cell, _)) in
            Language::all().flat_map(|of| typed_options().into_iter().map(move |cell| (of, cell)))
        {
            let label = language.try_localize(&format!("guide-cell-{cell}"), &[]);
            assert!(label.is_some_and(|label| label.chars().count() <= 45), "guide-cell-{cell}");
        }
    }

    #[test]
    fn every_select_fits_into_discord() {
        for select in Group::ALL.iter().flat_map(|(group, _)| group.selects()) {
            for language in Language::all() {
                let values = values(language, select);
                assert!((1..=24).contains(&values.len()), "{select}: {}", values.len());
                for (value, text) in values {
                    assert!(value.len() <= 100 && (1..=100).contains(&text.chars().count()), "{select}: {value}");
                }
            }
        }
        let layouts: usize =
            ["layout.0", "layout.1", "layout.2"].iter().map(|at| values(Language::ENGLISH, at).len()).sum();
        assert_eq!(layouts, super::layouts(Language::ENGLISH).len(), "a layout without a place");
        assert!(POPULAR.iter().all(|name| rules::games::abalone::layout(name).is_some()));
    }

    #[test]
    fn an_option_takes_the_values_of_its_select_and_no_others() {
        let mut options = Map::new();
        for (select, value, expected) in [
            ("sprint", "25", Some("25")),
            ("sprint", "31", Some("25")),
            ("sprint", UNSET, None),
            ("rated", "no", Some("no")),
            ("layout.0", "random", Some("random")),
            ("layout.1", "random", Some("random")),
            ("color", "green", None),
        ] {
            let _ = set(&mut options, select, value);
            assert_eq!(value_of(&options, select).as_deref(), expected, "{select} {value}");
        }
    }

    #[test]
    fn every_pace_of_the_menu_is_read_back() {
        for pace in PACES {
            let mut options = Map::new();
            set_pace(&mut options, pace).expect("known");
            assert_eq!(pace_of(&options, TimeControl::of(crate::domain::Pace::Unlimited)), pace);
        }
        assert_eq!(set_pace(&mut Map::new(), "days:400"), None);
    }
}
