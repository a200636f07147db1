//! The options in the form: their groups and values.

use base::named::named;
use games::domain::challenge_draft::ChallengeDraft;
use games::domain::people::preset::Preset;
use games::domain::{GameRecord, Pace, SeekFilter, Setup, TimeControl};
use games::offers::{ColorChoice, Offer};
use rules::AnyGame;
use serde_json::{Map, Value};

use crate::commands::layout_names::{layout_name, normalized, popularity};
use crate::features::challenge::definition::{
    self, choices, flag_options, is_taken, options_of, range, setup_options, typed_options,
};
use crate::features::seek::command::complete_rating;
use crate::localization::{Language, localize};

/// The value that removes an option. Some options have a value `default`.
pub const UNSET: &str = "-";

/// Layouts in the menu of games.
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

/// Values of the menu of paces: a pace, and after a space the moves of a sprint.
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

/// The options of `/seek` that limit who may accept.
const CONDITIONS: [&str; 4] = ["rating", "reliability", "new-players", "days"];

const LAYOUTS: usize = 24;

named! {
    /// Options on one page of the form.
    pub enum Group, "group of options" {
        Color = "color",
        /// The length of a game, and its handicap.
        Rules = "rules",
        /// All options of a game that no other group has.
        Variants = "variants",
        Layout = "layout",
        Players = "players",
        Conditions = "conditions",
    }
}

impl Group {
    pub fn selects(self) -> Vec<&'static str> {
        match self {
            Self::Color => vec!["color", "rated", "pauses"],
            Self::Layout => vec!["layout.0", "layout.1", "layout.2"],
            Self::Rules => vec!["sprint", "target", "handicap"],
            Self::Players => vec!["seats"],
            Self::Conditions => vec!["rating", "reliability", "days"],
            Self::Variants => {
                let others = [Self::Layout, Self::Rules, Self::Players].map(Self::selects).concat();
                let is_select = |option: &&str| {
                    !flag_names().chain(typed_options().map(|(cell, _)| cell)).any(|other| other == *option)
                };
                let unnamed = |option: &&str| !others.iter().any(|select| option_of(select) == *option);
                setup_options().filter(unnamed).filter(is_select).collect()
            }
        }
    }

    fn options(self) -> impl Iterator<Item = &'static str> {
        let others = flag_names().chain(typed_options().map(|(cell, _)| cell));
        self.selects().into_iter().map(option_of).chain(others.filter(move |_| self == Self::Variants))
    }

    /// Whether the chosen game accepts any option of this group.
    pub fn is_asked(self, options: &Map<String, Value>) -> bool {
        self.options().any(|option| is_asked(options, option))
    }

    pub fn asking(option: &str) -> Option<Self> {
        let group = Self::ALL.iter().copied().find(|group| group.selects().contains(&option));
        group.or_else(|| (option == "new-players").then_some(Self::Conditions))
    }
}

pub fn flag_names() -> impl Iterator<Item = &'static str> {
    flag_options().map(|(flag, _)| flag)
}

/// The option that a select sets; the layouts are split over several selects.
pub fn option_of(select: &str) -> &str {
    select.split_once('.').map_or(select, |(option, _)| option)
}

/// Whether the form offers an option: the chosen game accepts it, or it is set and can be removed.
pub fn is_asked(options: &Map<String, Value>, select: &str) -> bool {
    let option = option_of(select);
    options.contains_key(option) || is_taken(options, option)
}

/// Whether any option is typed in the modal: Discord refuses a modal without fields.
pub fn asks_for_cells(options: &Map<String, Value>) -> bool {
    typed_options().any(|(cell, _)| is_asked(options, cell))
}

/// The values of a select, each with its text.
pub fn values(language: Language, select: &str) -> Vec<(String, String)> {
    let numbers = |numbers: &mut dyn Iterator<Item = u32>, text: &dyn Fn(u32) -> String| {
        numbers.map(|number| (number.to_string(), text(number))).collect()
    };
    match select {
        "rated" | "new-players" => ["yes", "no"].map(|word| (word.to_owned(), word.to_owned())).to_vec(),
        "reliability" => numbers(&mut [50, 70, 80, 90, 95].into_iter(), &|percent| {
            localize!(language, "guide-reliability", percent = percent)
        }),
        "days" => numbers(&mut [1, 3, 7, 14, 30].into_iter(), &|days| localize!(language, "guide-days", days = days)),
        "rating" => complete_rating(language, "").into_iter().map(|(text, value)| (value, text)).collect(),
        _ => match (select.strip_prefix("layout.").and_then(|number| number.parse::<usize>().ok()), range(select)) {
            (Some(number), _) => layouts(language).chunks(LAYOUTS).nth(number).unwrap_or_default().to_vec(),
            (None, Some(mut range)) => numbers(&mut range, &|number| match select {
                "sprint" => localize!(language, "guide-sprint", moves = number),
                "target" => localize!(language, "guide-target", target = number),
                _ => number.to_string(),
            }),
            (None, None) => choices(language, select),
        },
    }
}

/// The highest ejection target of the chosen game.
pub fn most_ejections(options: &Map<String, Value>) -> u32 {
    if value_of(options, "game").as_deref() == Some("grand-abalone") { 20 } else { 13 }
}

/// Layouts for two players: popular, random, then all others by name.
fn layouts(language: Language) -> Vec<(String, String)> {
    let for_two = rules::games::abalone::layouts().iter().filter(|layout| layout.seats == 2);
    let mut entries: Vec<_> =
        for_two.map(|layout| (layout.name.clone(), layout_name(language, &layout.name))).collect();
    entries.sort_by_key(|(name, text)| (popularity(name), normalized(text)));
    let random = ["random", "random-free"].map(|name| (name.to_owned(), layout_name(language, name)));
    let popular = entries.partition_point(|(value, _)| popularity(value) < popularity(""));
    entries.splice(popular..popular, random);
    entries
}

/// Sets an option to a value of its select. `None` if it has no such value.
pub fn set(options: &mut Map<String, Value>, select: &str, value: &str) -> Option<()> {
    let option = option_of(select);
    if value == UNSET {
        options.remove(option);
        return Some(());
    }
    // The select also lists a typed value.
    let is_set = value_of(options, option).as_deref() == Some(value);
    // The select of a layout depends on the language, so any layout is accepted.
    let choices = if option == "layout" { layouts(Language::ENGLISH) } else { values(Language::ENGLISH, select) };
    if !is_set && !choices.iter().any(|(choice, _)| choice == value) {
        return None;
    }
    let value: Value = match option {
        "rated" | "new-players" => (value == "yes").into(),
        "reliability" | "days" => value.parse::<u32>().ok()?.into(),
        _ => value.into(),
    };
    options.insert(option.to_owned(), value);
    if option == "layout" {
        options.remove("board");
    }
    Some(())
}

pub fn value_of(options: &Map<String, Value>, select: &str) -> Option<String> {
    definition::value_of(options, option_of(select))
}

/// Sets the options for a value of the pace menu.
pub fn set_pace(options: &mut Map<String, Value>, value: &str) -> Option<()> {
    PACES.iter().find(|known| **known == value)?;
    let (pace, sprint) = value.split_once(' ').unwrap_or((value, ""));
    options.insert("pace".to_owned(), pace.into());
    match sprint.parse::<u32>() {
        Ok(moves) => drop(options.insert("sprint".to_owned(), moves.to_string().into())),
        Err(_) => drop(options.remove("sprint")),
    }
    drop_pauses_of_live(options);
    Some(())
}

pub fn drop_pauses_of_live(options: &mut Map<String, Value>) {
    let pace = value_of(options, "pace").and_then(|pace| pace.parse::<Pace>().ok());
    if pace.is_some_and(Pace::is_live) {
        options.remove("pauses");
    }
}

/// Whether the form keeps this option of a command as it is; the setup options become words of a setup line.
pub fn is_kept(option: &str) -> bool {
    ["pace", "color", "rated", "level"].contains(&option) || CONDITIONS.contains(&option)
}

/// The values of the pace menu: sprints only if the chosen game supports them.
pub fn paces(options: &Map<String, Value>) -> impl Iterator<Item = &'static str> {
    let has_sprints = is_taken(options, "sprint");
    PACES.into_iter().filter(move |pace| has_sprints || !pace.contains(' '))
}

/// The pace menu's value for these options; the default pace if they have none.
pub fn pace_of(options: &Map<String, Value>, usual: TimeControl) -> String {
    let pace = value_of(options, "pace").unwrap_or_else(|| usual.pace.to_string());
    value_of(options, "sprint").map_or_else(|| pace.clone(), |moves| format!("{pace} {moves}"))
}

/// The options of a challenge like this preset.
pub fn of_preset(preset: &Preset) -> Map<String, Value> {
    let is_casual = preset.is_casual.then_some(false);
    terms(&Setup::stored(preset.setup.as_str()), &preset.pace, is_casual)
}

/// The options of a challenge like this one.
pub fn of_challenge(record: &GameRecord) -> Map<String, Value> {
    let game = &record.game;
    // A challenge unrated only because of repeated games may be rated again later.
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
    let mut options = options_of(setup);
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

/// Removes the conditions for accepting, when the opponents are known.
pub fn without_conditions(options: &mut Map<String, Value>) {
    options.retain(|option, _| !CONDITIONS.contains(&option.as_str()));
}

/// The presets in the menu of games: a person's own first.
pub fn preset_names(own: &[Preset], of_server: &[Preset]) -> Vec<String> {
    let own = own.iter();
    let server = of_server.iter().filter(|preset| !own.clone().any(|same| same.is_called(&preset.name)));
    own.clone().chain(server).map(|preset| preset.name.clone()).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Page {
    First,
    More(Group),
}

/// A draft, parsed by the rules and the clocks.
pub(crate) struct Preview {
    pub(crate) offer: Offer,
    pub(crate) any_game: Box<dyn AnyGame>,
    pub(crate) color: ColorChoice,
    pub(crate) is_rated: bool,
    pub(crate) filter: SeekFilter,
}

pub(crate) struct Form {
    pub(crate) draft: ChallengeDraft,
    pub(crate) page: Page,
    /// `None` if the options are inconsistent.
    pub(crate) preview: Option<Preview>,
    /// The reason for that, or for the challenge not being sent.
    pub(crate) problem: Option<String>,
    pub(crate) usual: TimeControl,
    /// Days for which an open challenge stays open.
    pub(crate) usual_days: u32,
    pub(crate) presets: Vec<String>,
    /// Whether *Same as last time* has an effect.
    pub(crate) has_last: bool,
    pub(crate) is_in_server: bool,
}

#[cfg(test)]
mod tests {
    use crate::features::guided_play::view::field_name;

    use super::*;

    #[test]
    fn the_form_asks_once_for_every_option_of_a_challenge_and_fits_into_discord() {
        let questions: Vec<&str> = Group::ALL.iter().flat_map(|group| group.options()).collect();
        for option in setup_options().chain(["color", "rated", "pauses"]) {
            let selects = if option == "layout" { 3 } else { 1 };
            assert_eq!(questions.iter().filter(|question| **question == option).count(), selects, "{option}");
            for language in Language::all() {
                assert!(field_name(language, option).is_some_and(|name| !name.contains("option-")), "{option}");
            }
        }
        for group in Group::ALL {
            let others = match group {
                Group::Players => 1,
                Group::Variants => usize::from(flag_names().next().is_some()),
                _ => 0,
            };
            // The select of groups and the buttons need two of the five rows.
            assert!(group.selects().len() + others <= 3, "{group}: more than five rows");
            for (language, select) in Language::all().flat_map(|of| group.selects().into_iter().map(move |it| (of, it)))
            {
                let values = values(language, select);
                assert!((1..=24).contains(&values.len()), "{select}: {}", values.len());
                for (value, text) in values {
                    assert!(value.len() <= 100 && (1..=100).contains(&text.chars().count()), "{select}: {value}");
                }
            }
        }
        assert!(flag_names().count() <= 25 && typed_options().count() <= 5, "a select, and a modal");
        for (language, (cell, _)) in Language::all().flat_map(|of| typed_options().map(move |cell| (of, cell))) {
            let label = language.try_localize(&format!("guide-cell-{cell}"), &[]);
            assert!(label.is_some_and(|label| label.chars().count() <= 45), "guide-cell-{cell}");
        }
        let layouts: usize = Group::Layout.selects().iter().map(|at| values(Language::ENGLISH, at).len()).sum();
        assert_eq!(layouts, super::layouts(Language::ENGLISH).len(), "a layout without a place");
        assert!(POPULAR.iter().all(|name| rules::games::abalone::layout(name).is_some()));
    }

    #[test]
    fn layouts_are_sorted_by_their_letters_without_accents() {
        let layouts = layouts(Language::of("fr"));
        let at = |name: &str| layouts.iter().position(|(_, known)| known == name).expect(name);
        assert!(at("Duel") < at("Étoile") && at("Étoile") < at("Fracture"), "{layouts:?}");
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
            assert_eq!(pace_of(&options, TimeControl::of(games::domain::Pace::Unlimited)), pace);
        }
        assert_eq!(set_pace(&mut Map::new(), "days:400"), None);
    }
}
