//! `/challenge` as registered with Discord, the options of a game, and the setup line made from them. One table
//! defines the input of each option.

use std::ops::RangeInclusive;

use discord::Interaction;
use games::domain::Setup;
use games::offers::draw_layout;
use games::random::Random;
use serde_json::{Map, Value};

use crate::commands::command_definition::{CommandDefinition, OptionDefinition, choices_in, flag, number, text, user};
use crate::commands::layout_names::layout_named;
use crate::commands::shared_options::DEFAULT;
use crate::localization::Language;

const PACES: [&str; 12] = [
    "days:1",
    "days:2",
    "days:3",
    "days:5",
    "days:7",
    "days:14",
    "fischer:7d+1d/14d",
    "fischer:3d+12h/7d",
    "total:30d",
    "total:15m",
    "total:10m",
    "none",
];

const PAUSES: [&str; 7] = [
    DEFAULT,
    "weekends=pause",
    "vacation=asked",
    "weekends=pause vacation=asked",
    "vacation=off",
    "weekends=pause vacation=off",
    "vacation=off sleep=off",
];

const LEVELS: [&str; 11] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"];

const COLORS: [&str; 3] = ["black", "white", "random"];

/// Seat choices; counter phase is an option of its own that combines with one of them.
const SEATS: [&str; 6] = ["2x2", "2x2x2", "2x2x2 phase=counter", "3", "4", "6"];

const TURNS: [&str; 4] = ["double", "own-foe", "foe-own", "mixed"];

const HANDICAPS: [&str; 8] = ["black:1", "black:2", "black:3", "black:4", "white:1", "white:2", "white:3", "white:4"];

/// Maximum length of the typed `options`.
const MOST_TYPED: u16 = 200;

/// The kind of input of a game option.
enum Input {
    /// A layout by name.
    Layout,
    /// From the minimum to the maximum.
    Number(u32, u32),
    Choice(&'static [&'static str]),
    /// This value, or no option.
    Flag(&'static str),
    /// Typed text: the maximum length, and the separator that joins its words.
    Cells(u16, &'static str),
}

/// Every game option by its name in the setup line, in the order of the form. The layout and the moves of a sprint are
/// command options too; the others are typed into `options` as words of a setup line.
const SETUP: [(&str, Input); 15] = [
    ("layout", Input::Layout),
    ("sprint", Input::Number(20, 30)),
    ("target", Input::Number(1, 20)),
    ("seats", Input::Choice(&SEATS)),
    ("turn", Input::Choice(&TURNS)),
    ("handicap", Input::Choice(&HANDICAPS)),
    ("placement", Input::Flag("on")),
    ("obstacles", Input::Cells(60, "+")),
    ("holes", Input::Cells(60, "+")),
    // `e5 fixed` means `e5:fixed`; cells are a set.
    ("pivot", Input::Cells(20, ":")),
    ("ball", Input::Cells(20, "+")),
    ("triangles", Input::Flag("on")),
    ("colors", Input::Flag("one")),
    ("crown", Input::Flag("on")),
    // The rows of a layout that is called *custom*.
    ("board", Input::Cells(80, "")),
];

fn input(option: &str) -> Option<&'static Input> {
    SETUP.iter().find(|(known, _)| *known == option).map(|(_, input)| input)
}

/// `/challenge` has the options that players type by heart; `more` leads to the form of `/play`, which has all.
pub fn challenge() -> CommandDefinition {
    let level = text("level").choices(LEVELS);
    CommandDefinition::with_options("challenge", [vec![user("user"), level], options_for_two()].concat())
}

/// The options of a two-player challenge except the players.
pub(crate) fn options_for_two() -> Vec<OptionDefinition> {
    let (least, most) = range("sprint").map_or((1, 1), RangeInclusive::into_inner);
    let options = [
        // A game by its name, or a preset: completion offers both.
        text("game").autocomplete().max_length(40),
        text("layout").autocomplete(),
        number("sprint", least, most),
        text("pace").choices(PACES),
        text("color").choices(COLORS),
        flag("rated"),
        text("options").autocomplete().max_length(MOST_TYPED),
        flag("more"),
    ];
    options
        .into_iter()
        .map(|option| {
            let key = format!("command-challenge-{}", option.name);
            option.key(key)
        })
        .collect()
}

/// Whether an option besides `game` sets up the game.
pub(crate) fn names_a_setup(interaction: &Interaction) -> bool {
    setup_options().chain(["options"]).any(|option| interaction.options.contains_key(option))
}

/// The preset given in the option `game`, if any.
pub(crate) fn named_preset(interaction: &Interaction) -> Option<&str> {
    interaction.text("game").filter(|_| !rules::registry::names().any(|known| known == game_name(&interaction.options)))
}

/// Builds the setup line of a challenge between `people` players. The rules validate it.
pub(crate) fn setup_line(options: &Map<String, Value>, people: usize, random: &dyn Random) -> String {
    let game = game_name(options);
    let words = setup_options().filter_map(|option| Some((option, value_of(options, option)?)));
    let words = words.map(|(option, value)| match option {
        "layout" => format!("layout={}", layout_named(&value).map_or_else(|| word(&value, "-"), |it| it.name.clone())),
        _ => format!("{option}={value}"),
    });
    // Without a seat choice each person plays one color. Only Abalone has more than two seats: other games are refused
    // for the number of people.
    let is_of_many = people > 2 && !options.contains_key("seats") && game.starts_with("abalone");
    let seats = is_of_many.then(|| format!("seats={people}"));
    // Players cannot choose the seed.
    let without_seed = |text: &str| {
        let words = text.split(' ').filter(|word| !word.starts_with("seed="));
        words.collect::<Vec<_>>().join(" ")
    };
    let free_words = value_of(options, "options").map(|text| without_seed(&word(&text, " ")));
    let line: Vec<String> = [game.clone()].into_iter().chain(words).chain(seats).chain(free_words).collect();
    draw_layout(&line.join(" "), random)
}

/// The inverse of `setup_line`, without the drawn seed and layout of a random one.
pub(crate) fn options_of(setup: &Setup) -> Map<String, Value> {
    let before = Setup::stored(setup.before_the_draw());
    let value = |option: &str| {
        let value = before.option(option)?;
        let phase = before.option("phase").filter(|_| option == "seats");
        Some(phase.map_or_else(|| value.to_owned(), |phase| format!("{value} phase={phase}")))
    };
    let words = setup_options().filter_map(|option| Some((option.to_owned(), value(option)?.into())));
    [("game".to_owned(), before.game().into())].into_iter().chain(words).collect()
}

pub(crate) fn value_of(options: &Map<String, Value>, option: &str) -> Option<String> {
    match options.get(option)? {
        Value::Bool(is_set) => Some(if *is_set { "yes" } else { "no" }.to_owned()),
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

pub(crate) fn setup_options() -> impl Iterator<Item = &'static str> {
    SETUP.iter().map(|(option, _)| *option)
}

/// The flag options, each with the value that sets it.
pub(crate) fn flag_options() -> impl Iterator<Item = (&'static str, &'static str)> {
    SETUP
        .iter()
        .filter_map(|(option, input)| if let Input::Flag(value) = input { Some((*option, *value)) } else { None })
}

/// The typed options, each with its maximum length; a whole board comes last.
pub(crate) fn typed_options() -> impl Iterator<Item = (&'static str, u16)> {
    SETUP
        .iter()
        .filter_map(|(option, input)| if let Input::Cells(most, _) = input { Some((*option, *most)) } else { None })
}

pub(crate) fn range(option: &str) -> Option<RangeInclusive<u32>> {
    if let Input::Number(least, most) = input(option)? { Some(*least..=*most) } else { None }
}

/// Whether the game of these options accepts this option.
pub(crate) fn is_taken(chosen: &Map<String, Value>, option: &str) -> bool {
    input(option).is_none() || rules::registry::takes(&game_name(chosen), option)
}

/// The choices of an option with a list: values with their texts.
pub(crate) fn choices(language: Language, option: &str) -> Vec<(String, String)> {
    match option {
        "level" => choices_in(language, "command-challenge-level", &LEVELS),
        "pace" => choices_in(language, "command-challenge-pace", &PACES),
        "color" => choices_in(language, "command-challenge-color", &COLORS),
        "pauses" => choices_in(language, "guide-ask-pauses", &PAUSES),
        _ => match input(option) {
            Some(Input::Choice(values)) => choices_in(language, &format!("guide-ask-{option}"), values),
            _ => Vec::new(),
        },
    }
}

/// An option as a word of a setup line, such as `crown=on`; `None` if the form suits it better.
pub(crate) fn example(option: &str) -> Option<String> {
    let value = match input(option)? {
        Input::Layout => return None,
        // The form has fields for more people.
        Input::Choice(_) if option == "seats" => return None,
        Input::Cells(..) if option == "board" => return None,
        Input::Number(least, most) => least.midpoint(*most).to_string(),
        Input::Choice(values) => values.first()?.to_string(),
        Input::Flag(value) => (*value).to_owned(),
        Input::Cells(..) => "e5".to_owned(),
    };
    Some(format!("{option}={value}"))
}

/// Joins the words typed into a form field: after a space another option would start.
pub(crate) fn typed_value(option: &str, text: &str) -> String {
    word(text, if let Some(Input::Cells(_, separator)) = input(option) { separator } else { "" })
}

fn word(text: &str, separator: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|part| !part.is_empty());
    words.collect::<Vec<_>>().join(separator).to_lowercase()
}

/// The game of these options, as the setup line starts with it.
fn game_name(chosen: &Map<String, Value>) -> String {
    chosen.get("game").and_then(Value::as_str).map_or_else(|| "abalone".to_owned(), |game| word(game, "-"))
}

#[cfg(test)]
mod tests {
    use crate::commands::setup_words;

    use super::*;

    #[test]
    fn the_options_of_a_setup_make_the_same_setup() {
        for (line, people) in [
            ("abalone", 2),
            ("abalone layout=belgian-daisy sprint=25 target=3 handicap=black:2", 2),
            ("abalone layout=custom board=wwwww/wwwwww/7/8/9/8/7/bbbbbb/bbbbb", 2),
            ("abalone placement=on", 2),
            ("abalone obstacles=d4+e5", 2),
            ("abalone holes=e5", 2),
            ("abalone pivot=e5:fixed", 2),
            ("abalone ball=e5", 2),
            ("abalone triangles=on colors=one", 2),
            ("abalone crown=on", 2),
            ("abalone turn=own-foe", 2),
            ("abalone seats=3", 3),
            ("abalone seats=2x2", 4),
            ("abalone seats=2x2x2 phase=counter", 4),
            ("abalone seats=6", 6),
            ("grand-abalone target=12", 2),
            ("notalone", 2),
            ("fliporona", 2),
        ] {
            let canonical =
                |line: &str| Setup::of(&*rules::propose(line).unwrap_or_else(|why| panic!("{line}: {}", why.text)));
            let setup = canonical(line);
            let again = setup_line(&options_of(&setup), people, &games::random::SystemRandom);
            assert_eq!(canonical(&again), setup, "{again}");
        }
    }

    #[test]
    fn nobody_chooses_the_draw_of_a_random_layout() {
        let fields = Map::from_iter([("options".to_owned(), "layout=random seed=1000007 sprint=20".into())]);
        let line = setup_line(&fields, 2, &games::random::SystemRandom);
        let seed_text = line.strip_prefix("abalone layout=random sprint=20 seed=").expect(&line);
        assert!(seed_text.parse::<u32>().is_ok_and(|seed| seed < 1_000_000), "{line}");
    }

    #[test]
    fn every_rule_that_can_be_chosen_has_a_name_in_each_language() {
        // These are named elsewhere.
        let others = ["sprint", "target", "seats", "colors"];
        let options = setup_options().filter(|option| !["layout", "board"].contains(option)).chain(["phase"]);
        for (option, language) in options.flat_map(|option| Language::all().map(move |of| (option, of))) {
            let name = setup_words::rule_name(language, option);
            assert!(others.contains(&option) || name != option, "no branch of kind-rule for {option} in {language:?}");
            let lines = setup_words::option_lines(language, &Setup::stored(format!("abalone {option}=on")));
            assert!(lines.iter().all(|line| !line.contains('=')), "no option-{option} in {language:?}: {lines:?}");
        }
    }

    #[test]
    fn every_pace_of_the_list_can_be_played() {
        for pace in PACES {
            assert!(pace.parse::<games::domain::Pace>().is_ok(), "{pace}");
        }
        for words in &PAUSES[1..] {
            let whole = format!("days:3 {words}");
            assert_eq!(
                whole.parse::<games::domain::TimeControl>().map(|time_control| time_control.to_string()),
                Ok(whole)
            );
        }
    }
}
