//! The registry of games, which opens them from setup lines; the only module that knows every ruleset.

use std::str::FromStr;

use crate::games::abalone::{Abalone, Variant};
use crate::games::fliporona::Fliporona;
use crate::games::grand_abalone::GrandAbalone;
use crate::games::notalone::Notalone;
use crate::games::two_boards::TwoBoards;
use crate::notation::position_line::PositionError;
use crate::notation::setup_line::{Options, SetupError};
use crate::refusal::{Refusable, Refusal};
use crate::ruleset::{AnyGame, FromSetup, Game, PlayStrategy};

/// All games. A new one adds its line.
static GAMES: [Entry; 5] = [
    Entry::of::<Abalone>(),
    Entry::of::<TwoBoards>(),
    Entry::of::<GrandAbalone>(),
    Entry::of::<Notalone>(),
    Entry::of::<Fliporona>(),
];

/// The longest setup line that is parsed, in bytes.
const LONGEST: usize = 400;
/// The longest position line that is parsed, in bytes; the longest valid ones are those of two boards.
const LONGEST_POSITION: usize = 1_000;

struct Entry {
    name: &'static str,
    options: &'static [&'static str],
    is_meant: fn(&Options) -> bool,
    open: Open,
    playstrategy: Option<PlayStrategy>,
}

type Open = fn(Options, &Start<'_>) -> Result<Box<dyn AnyGame>, Refusal>;

enum Start<'a> {
    /// At the setup's own start, for a stored game.
    Own,
    /// At the setup's own start, with the checks for a new game.
    New,
    /// At a position line.
    At(&'a str),
}

impl Entry {
    const fn of<R: FromSetup>() -> Self {
        Self {
            name: R::NAME,
            options: R::OPTIONS,
            is_meant: R::is_meant,
            open: open_as::<R>,
            playstrategy: R::PLAYSTRATEGY,
        }
    }
}

fn open_as<R: FromSetup>(options: Options, start: &Start<'_>) -> Result<Box<dyn AnyGame>, Refusal> {
    let rules = R::from_options(options).map_err(|error| error.refusal())?;
    let game = match start {
        Start::Own => Game::new(rules),
        Start::New => {
            rules.check_new().map_err(|error| error.refusal())?;
            let game = Game::new(rules);
            if game.outcome().is_some() {
                return Err(SetupError::OverAtOnce.refusal());
            }
            game
        }
        Start::At(position) => {
            let position = rules.read_position(position).map_err(|error| error.refusal())?;
            Game::at(rules, position)
        }
    };
    Ok(Box::new(game))
}

/// Finds the game of a setup line, and its options.
fn read(setup: &str) -> Result<(&'static Entry, Options), SetupError> {
    if setup.len() > LONGEST {
        return Err(SetupError::TextTooLong);
    }
    let mut words = setup.split_whitespace();
    let name = words.next().ok_or(SetupError::Empty)?.to_lowercase();
    if !GAMES.iter().any(|entry| entry.name == name) {
        return Err(SetupError::UnknownGame { game: name });
    }
    let options = Options::read(words)?;
    let entry = GAMES.iter().find(|entry| entry.name == name && (entry.is_meant)(&options));
    Ok((entry.expect("the ruleset of a name that takes no options takes all"), options))
}

/// The ruleset of a setup line; refuses another game's line.
fn read_as<R: FromSetup>(setup: &str) -> Result<R, SetupError> {
    let (entry, options) = read(setup)?;
    if entry.name != R::NAME || !R::is_meant(&options) {
        return Err(SetupError::OtherGame { game: entry.name });
    }
    R::from_options(options)
}

impl<V: Variant> FromStr for Abalone<V> {
    type Err = SetupError;

    fn from_str(setup: &str) -> Result<Self, SetupError> {
        read_as(setup)
    }
}

impl FromStr for TwoBoards {
    type Err = SetupError;

    fn from_str(setup: &str) -> Result<Self, SetupError> {
        read_as(setup)
    }
}

impl FromStr for Notalone {
    type Err = SetupError;

    fn from_str(setup: &str) -> Result<Self, SetupError> {
        read_as(setup)
    }
}

impl FromStr for Fliporona {
    type Err = SetupError;

    fn from_str(setup: &str) -> Result<Self, SetupError> {
        read_as(setup)
    }
}

/// All options of setup lines of all games, each once.
pub fn options() -> impl Iterator<Item = &'static str> {
    distinct(GAMES.iter().flat_map(|entry| entry.options).copied())
}

fn distinct(words: impl Iterator<Item = &'static str>) -> impl Iterator<Item = &'static str> {
    let mut seen = std::collections::HashSet::new();
    words.filter(move |word| seen.insert(*word))
}

/// Whether setup lines of this game may have this option.
pub fn takes(game: &str, option: &str) -> bool {
    GAMES.iter().any(|entry| entry.name == game && entry.options.contains(&option))
}

/// The names of the games in setup lines, each once.
pub fn names() -> impl Iterator<Item = &'static str> {
    distinct(GAMES.iter().map(|entry| entry.name))
}

/// The names of the games that `PlayStrategy` knows, and its notation for each.
pub(crate) fn on_playstrategy() -> impl Iterator<Item = (&'static str, &'static PlayStrategy)> {
    GAMES.iter().filter_map(|entry| Some((entry.name, entry.playstrategy.as_ref()?)))
}

/// `PlayStrategy`'s notation for the game of a setup line.
pub(crate) fn playstrategy_of(setup: &str) -> Option<&'static PlayStrategy> {
    read(setup).ok()?.0.playstrategy.as_ref()
}

/// Opens a game from a setup line such as `abalone layout=belgian-daisy sprint=25`.
pub fn open(setup: &str) -> Result<Box<dyn AnyGame>, Refusal> {
    let (entry, options) = read(setup).map_err(|error| error.refusal())?;
    (entry.open)(options, &Start::Own)
}

/// Opens a new game, with stricter checks than [`open`]. Open stored games with [`open`], which still accepts them if
/// a later version would refuse to start them.
///
/// # Errors
/// Those of [`open`], a start without any legal move and, with `colors=one`, a start that the players have never
/// seen.
pub fn propose(setup: &str) -> Result<Box<dyn AnyGame>, Refusal> {
    let (entry, options) = read(setup).map_err(|error| error.refusal())?;
    (entry.open)(options, &Start::New)
}

/// Opens a game from a setup line and a position line.
pub fn open_at(setup: &str, position: &str) -> Result<Box<dyn AnyGame>, Refusal> {
    if position.len() > LONGEST_POSITION {
        return Err(PositionError::TooLong.refusal());
    }
    let (entry, options) = read(setup).map_err(|error| error.refusal())?;
    (entry.open)(options, &Start::At(position))
}
