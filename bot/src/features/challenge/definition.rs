//! `/challenge` as Discord registers it, and the setup line that its options make. One table drives both.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::commands::layout_names::layout_named;
use crate::commands::shared_options::DEFAULT;
use crate::discord::command_definition::{CommandDefinition, OptionDefinition, flag, number, text, user};
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::domain::Setup;
use crate::random::Random;

/// Paces that can be chosen.
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

/// What can be chosen to stop the clocks.
const PAUSES: [&str; 7] = [
    DEFAULT,
    "weekends=pause",
    "vacation=asked",
    "weekends=pause vacation=asked",
    "vacation=off",
    "weekends=pause vacation=off",
    "vacation=off sleep=off",
];

const HANDICAPS: [&str; 8] = ["black:1", "black:2", "black:3", "black:4", "white:1", "white:2", "white:3", "white:4"];

/// What an option adds to the setup line. Every option has to say it, so none is dropped by accident.
enum SetupPart {
    Nothing,
    /// `name=number`
    Number,
    /// `name=text`, the words of the text joined by this.
    Words(&'static str),
    /// This, when the flag is set.
    Flag(&'static str),
    /// The layout, with a random seed where it needs one.
    Layout,
    /// What this function makes of all options and the number of people.
    Composed(fn(&Interaction, usize) -> Option<String>),
}

/// The options in the order in which Discord shows them. The name of the game comes first, in the setup line too.
fn options() -> Vec<(OptionDefinition, SetupPart)> {
    use SetupPart::{Composed, Flag, Layout, Nothing, Number, Words};
    vec![
        (user("user"), Nothing),
        // A game by its name, or a preset: completion offers both.
        (text("game").autocomplete().max_length(40), Composed(|interaction, _| Some(game_name(&interaction.options)))),
        (text("layout").autocomplete(), Layout),
        (number("sprint", 20, 30), Number),
        (number("target", 1, 20), Number),
        (text("pace").choices(PACES), Nothing),
        (text("pauses").choices(PAUSES), Nothing),
        (text("color").choices(["black", "white", "random"]), Nothing),
        (user("user2"), Nothing),
        (user("user3"), Nothing),
        (user("user4"), Nothing),
        (user("user5"), Nothing),
        (text("seats").choices(["2x2", "2x2x2", "2x2x2-counter", "3", "4", "6"]), Composed(seats)),
        (text("turn").choices(["double", "own-foe", "foe-own", "mixed"]), Words("+")),
        (text("handicap").choices(HANDICAPS), Words("+")),
        (text("board").max_length(80), Composed(board)),
        (flag("placement"), Flag("placement=on")),
        (text("obstacles").max_length(60), Words("+")),
        (text("holes").max_length(60), Words("+")),
        // `e5 fixed` means `e5:fixed`; cells are a set.
        (text("pivot").max_length(20), Words(":")),
        (text("ball").max_length(20), Words("+")),
        (flag("triangles"), Flag("triangles=on")),
        (flag("hidden-colors"), Flag("colors=one")),
        (flag("crown"), Flag("crown=on")),
        (flag("rated"), Nothing),
    ]
}

/// The options of a challenge between two players that do not name them.
pub(crate) fn options_for_two() -> Vec<OptionDefinition> {
    let options = options().into_iter().map(|(option, _)| option);
    let of_two = options.filter(|option| !option.name.starts_with("user") && option.name != "seats");
    of_two
        .map(|option| {
            let key = format!("command-challenge-{}", option.name);
            option.key(key)
        })
        .collect()
}

pub fn challenge() -> CommandDefinition {
    CommandDefinition::with_options("challenge", options().into_iter().map(|(option, _)| option).collect())
}

/// Whether an option besides `game` says what is played.
pub(crate) fn names_a_setup(interaction: &Interaction) -> bool {
    setup_options().any(|option| interaction.options.contains_key(option))
}

/// The preset that stands in the place of a game, if one is named.
pub(crate) fn named_preset(interaction: &Interaction) -> Option<&str> {
    interaction.text("game").filter(|_| !rules::registry::names().any(|known| known == game_name(&interaction.options)))
}

/// The setup line of a preset, with a seed where its layout is drawn.
pub(crate) fn draw_layout(setup: &str, random: &dyn Random) -> String {
    let is_random = setup.split_whitespace().any(|word| word.starts_with("layout=random"));
    let seed = is_random.then(|| format!(" seed={}", random.below(1_000_000)));
    format!("{setup}{}", seed.unwrap_or_default())
}

/// The setup line that the options of a challenge to so many people make. The rules judge it.
pub(crate) fn setup_line(interaction: &Interaction, people: usize, random: &dyn Random) -> String {
    let parts = options().into_iter().filter_map(|(option, part)| {
        let name = option.name;
        match part {
            SetupPart::Nothing => None,
            SetupPart::Number => interaction.number(name).map(|number| format!("{name}={number}")),
            SetupPart::Words(separator) => {
                interaction.text(name).map(|text| format!("{name}={}", word(text, separator)))
            }
            SetupPart::Flag(part) => interaction.flag(name).then(|| part.to_owned()),
            SetupPart::Layout => layout(interaction, random),
            SetupPart::Composed(part) => part(interaction, people),
        }
    });
    parts.collect::<Vec<_>>().join(" ")
}

/// The options that make this setup line, without what was drawn for a random layout.
pub(crate) fn options_of(setup: &Setup) -> Map<String, Value> {
    let value_of = |option: &str, part: SetupPart| -> Option<Value> {
        match part {
            SetupPart::Nothing => None,
            SetupPart::Number => setup.option(option)?.parse::<u32>().ok().map(Value::from),
            SetupPart::Words(separator) => Some(setup.option(option)?.replace(separator, " ").into()),
            SetupPart::Flag(part) => {
                let (name, value) = part.split_once('=')?;
                (setup.option(name) == Some(value)).then_some(true.into())
            }
            SetupPart::Layout => setup.option("layout").filter(|layout| *layout != "custom").map(Value::from),
            SetupPart::Composed(_) => match option {
                "board" => setup.option("board").filter(|_| setup.option("layout") == Some("custom")).map(Value::from),
                "seats" if setup.option("phase") == Some("counter") => Some("2x2x2-counter".into()),
                "seats" => setup.option("seats").map(Value::from),
                _ => Some(setup.game().into()),
            },
        }
    };
    let made = options().into_iter().filter_map(|(option, part)| {
        let name = option.name;
        Some((name.to_owned(), value_of(name, part)?))
    });
    made.collect()
}

pub(crate) fn setup_options() -> impl Iterator<Item = &'static str> {
    let of_setup = options().into_iter().filter(|(_, part)| !matches!(part, SetupPart::Nothing));
    of_setup.map(|(option, _)| option.name).filter(|name| *name != "game")
}

/// Those of them that are either set or not.
pub(crate) fn flag_options() -> impl Iterator<Item = &'static str> {
    options().into_iter().filter(|(_, part)| matches!(part, SetupPart::Flag(_))).map(|(option, _)| option.name)
}

/// Those of them that are typed, each with its longest text; a whole board comes last.
pub(crate) fn typed_options() -> impl Iterator<Item = (&'static str, u32)> {
    let of_setup = options().into_iter().filter(|(_, part)| !matches!(part, SetupPart::Nothing));
    let typed = of_setup.filter_map(|(option, _)| Some((option.name, option.longest_typed()?)));
    let (board, others): (Vec<_>, Vec<_>) = typed.partition(|(name, _)| *name == "board");
    others.into_iter().chain(board)
}

/// The numbers that an option can be, if it is one.
pub(crate) fn range(option: &str) -> Option<RangeInclusive<u32>> {
    options().into_iter().find(|(known, _)| known.name == option)?.0.range()
}

/// Whether the game that these options name takes this one of them.
pub(crate) fn is_taken(chosen: &Map<String, Value>, option: &str) -> bool {
    let game = game_name(chosen);
    let part = options().into_iter().find(|(known, _)| known.name == option).map(|(_, part)| part);
    match part {
        None | Some(SetupPart::Nothing) => true,
        Some(SetupPart::Flag(part)) => {
            rules::registry::takes(&game, part.split_once('=').map_or(part, |(name, _)| name))
        }
        Some(_) => rules::registry::takes(&game, option),
    }
}

/// What can be chosen for an option that has a list: each value with its text.
pub(crate) fn choices(language: Language, option: &str) -> Vec<(String, String)> {
    let found = options().into_iter().find(|(known, _)| known.name == option);
    found.map_or_else(Vec::new, |(option, _)| option.choices_in(language, "command-challenge"))
}

/// The words of a text as one: what follows a space would be read as another option.
fn word(text: &str, separator: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|part| !part.is_empty());
    words.collect::<Vec<_>>().join(separator).to_lowercase()
}

/// The game that these options name, as a setup line begins with it.
fn game_name(chosen: &Map<String, Value>) -> String {
    chosen.get("game").and_then(Value::as_str).map_or_else(|| "abalone".to_owned(), |game| word(game, "-"))
}

fn layout(interaction: &Interaction, random: &dyn Random) -> Option<String> {
    let typed = interaction.text("layout")?;
    let layout = layout_named(typed).map_or_else(|| word(typed, "-"), |found| found.name.clone());
    let seed = layout.starts_with("random").then(|| format!(" seed={}", random.below(1_000_000)));
    Some(format!("layout={layout}{}", seed.unwrap_or_default()))
}

fn board(interaction: &Interaction, _: usize) -> Option<String> {
    Some(format!("layout=custom board={}", word(interaction.text("board")?, "")))
}

fn seats(interaction: &Interaction, people: usize) -> Option<String> {
    match (interaction.text("seats"), people) {
        (Some("2x2x2-counter"), _) => Some("seats=2x2x2 phase=counter".to_owned()),
        (Some("2"), _) | (None, ..=2) => None,
        (Some(seats), _) => Some(format!("seats={}", word(seats, ""))),
        // Only Abalone is played by more than two: its sister games are refused for the number of people.
        (None, _) if !game_name(&interaction.options).starts_with("abalone") => None,
        // So many people and nothing said: each has a color.
        (None, people) => Some(format!("seats={people}")),
    }
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
            let json = serde_json::json!({
                "id": "1", "token": "t", "type": 2, "channel_id": "3", "user": { "id": "1", "username": "ada" },
                "data": { "name": "challenge" },
            });
            let options = options_of(&setup);
            let interaction = Interaction { options, ..Interaction::read(&json).expect("an interaction") };
            let again = setup_line(&interaction, people, &crate::random::SystemRandom);
            assert_eq!(canonical(&again), setup, "{again}");
        }
    }

    #[test]
    fn every_rule_that_can_be_chosen_has_a_name_in_each_language() {
        let of_setup = options().into_iter().filter_map(|(option, part)| match part {
            SetupPart::Nothing => None,
            SetupPart::Flag(part) => part.split_once('=').map(|(name, _)| name),
            _ => Some(option.name),
        });
        // These are named otherwise.
        let others = ["game", "layout", "board", "sprint", "target", "seats", "colors"];
        let options = of_setup.filter(|option| !["game", "layout", "board"].contains(option)).chain(["phase"]);
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
            assert!(pace.parse::<crate::domain::Pace>().is_ok(), "{pace}");
        }
        for words in &PAUSES[1..] {
            let whole = format!("days:3 {words}");
            assert_eq!(
                whole.parse::<crate::domain::TimeControl>().map(|time_control| time_control.to_string()),
                Ok(whole)
            );
        }
    }
}
