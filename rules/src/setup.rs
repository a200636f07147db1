//! Setup lines: a game's name, then its options, and the table they open.

use crate::abalone::{self, Abalone};
use crate::fliporona::Fliporona;
use crate::notalone::Notalone;
use crate::playing::Match;
use crate::position_line::PositionError;
use crate::table::{Refusable, Refusal, Ruleset, Table};
use crate::two_boards::TwoBoards;

/// The longest line that is looked at.
const LONGEST: usize = 400;
/// The longest position line that is looked at; the longest true ones are those of two boards.
const LONGEST_POSITION: usize = 1_000;

/// Why a setup line is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// Nothing written.
    #[error("the setup is empty: it begins with the name of a game, `abalone`")]
    Empty,
    /// Longer than any setup.
    #[error("that is too long for a setup")]
    TextTooLong,
    /// No game of that name.
    #[error("I do not know the game `{game}`")]
    UnknownGame {
        /// As written.
        game: String,
    },
    /// A setup of one game where one of another is wanted.
    #[error("this is a setup of `{game}`, another game is wanted")]
    OtherGame {
        /// The one that was read.
        game: &'static str,
    },
    /// A word that is no option.
    #[error("`{option}` is no option of this game")]
    UnknownOption {
        /// As written.
        option: String,
    },
    /// An option without `=`.
    #[error("the option `{option}` needs a value: `{option}=…`")]
    NoValue {
        /// Its name.
        option: String,
    },
    /// The same option two times.
    #[error("the option `{option}` is given twice")]
    Twice {
        /// Its name.
        option: String,
    },
    /// A value out of range, or of another kind.
    #[error("`{option}={value}` is not possible: {option} is {expected}")]
    BadValue {
        /// The option.
        option: String,
        /// As written.
        value: String,
        /// What is accepted.
        expected: &'static str,
    },
    /// No layout of that name.
    #[error("I do not know the layout `{layout}`")]
    UnknownLayout {
        /// As written.
        layout: String,
    },
    /// A layout that is drawn by lot, without what it is drawn from.
    #[error("`layout={layout}` is drawn by lot: add `seed=` and a number")]
    NotDrawn {
        /// Which.
        layout: String,
    },
    /// A layout of one's own without the board.
    #[error("`layout=custom` needs `board=` and nine rows from i to a, joined by `/`")]
    NoBoard,
    /// A board of one's own that cannot be read.
    #[error("`board=` cannot be read: {problem}")]
    BadBoard {
        /// What is wrong with it.
        problem: String,
    },
    /// Two options that want the same cells.
    #[error("`{first}` and `{second}` exclude each other: both want {cells}")]
    Overlap {
        /// One of them.
        first: String,
        /// The other.
        second: String,
        /// The cells.
        cells: String,
    },
    /// Fewer marbles to eject than the target.
    #[error("`{layout}` and `{target}` exclude each other: there are too few marbles to eject ({marbles})")]
    TooFewMarbles {
        /// Where the marbles come from.
        layout: String,
        /// How many the player with the fewest could eject.
        marbles: u8,
        /// The option.
        target: String,
    },
    /// A crown on cells that hold no marbles of its player.
    #[error("`{crown}` and `{layout}` exclude each other: {color} has no marbles on {cells}")]
    NoCrown {
        /// The option.
        crown: String,
        /// Whose crown it would be.
        color: &'static str,
        /// Where it would rest.
        cells: String,
        /// Where the marbles come from.
        layout: String,
    },
    /// Nobody could make the first move.
    #[error("nobody can begin there: the game would be over at once")]
    OverAtOnce,
    /// Two options that exclude each other.
    #[error("`{first}` and `{second}` exclude each other")]
    Contradiction {
        /// One of them.
        first: String,
        /// The other.
        second: String,
    },
}

impl Refusable for SetupError {
    fn refusal(&self) -> Refusal {
        let (code, args) = match self.clone() {
            Self::Empty => ("empty-setup", Vec::new()),
            Self::TextTooLong => ("text-too-long", Vec::new()),
            Self::UnknownGame { game } => ("unknown-game", vec![("game", game)]),
            Self::OtherGame { game } => ("other-game", vec![("game", game.to_owned())]),
            Self::UnknownOption { option } => ("unknown-option", vec![("option", option)]),
            Self::NoValue { option } => ("no-value", vec![("option", option)]),
            Self::Twice { option } => ("twice", vec![("option", option)]),
            Self::BadValue { option, value, expected } => {
                ("bad-value", vec![("option", option), ("value", value), ("expected", expected.to_owned())])
            }
            Self::UnknownLayout { layout } => ("unknown-layout", vec![("layout", layout)]),
            Self::NotDrawn { layout } => ("not-drawn", vec![("layout", layout)]),
            Self::NoBoard => ("no-board", Vec::new()),
            Self::BadBoard { problem } => ("bad-board", vec![("problem", problem)]),
            Self::Overlap { first, second, cells } => {
                ("overlap", vec![("first", first), ("second", second), ("cells", cells)])
            }
            Self::TooFewMarbles { layout, marbles, target } => {
                ("too-few-marbles", vec![("layout", layout), ("marbles", marbles.to_string()), ("target", target)])
            }
            Self::NoCrown { crown, color, cells, layout } => {
                ("no-crown", vec![("crown", crown), ("color", color.to_owned()), ("cells", cells), ("layout", layout)])
            }
            Self::OverAtOnce => ("over-at-once", Vec::new()),
            Self::Contradiction { first, second } => ("contradiction", vec![("first", first), ("second", second)]),
        };
        Refusal { code, args, text: self.to_string() }
    }
}

/// The options of a setup line, taken one by one by the game that knows them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Options {
    left: Vec<(String, Option<String>)>,
}

impl Options {
    fn read(words: std::str::SplitWhitespace<'_>) -> Result<Self, SetupError> {
        let mut left: Vec<(String, Option<String>)> = Vec::new();
        for word in words {
            let word = word.to_lowercase();
            let (option, value) = match word.split_once('=') {
                Some((option, value)) => (option.to_owned(), Some(value.to_owned()).filter(|value| !value.is_empty())),
                None => (word, None),
            };
            if left.iter().any(|(known, _)| *known == option) {
                return Err(SetupError::Twice { option });
            }
            left.push((option, value));
        }
        Ok(Self { left })
    }

    /// The value of an option, once.
    pub(crate) fn take(&mut self, option: &str) -> Option<String> {
        let index = self.left.iter().position(|(name, value)| name == option && value.is_some())?;
        self.left.remove(index).1
    }

    /// The options of these names, for another game's reader, with one more put in; others are refused as
    /// [`Self::finish`] does.
    pub(crate) fn only(mut self, known: &[&str], option: &str, value: &str) -> Result<Self, SetupError> {
        let (mut taken, left) = self.left.drain(..).partition(|(name, _)| known.contains(&name.as_str()));
        Self { left }.finish(known)?;
        taken.push((option.to_owned(), Some(value.to_owned())));
        Ok(Self { left: taken })
    }

    /// The value of an option, which stays.
    pub(crate) fn peek(&self, option: &str) -> Option<&str> {
        self.left.iter().find(|(name, _)| name == option)?.1.as_deref()
    }

    /// Refuses what is left: options known to the game but without a value, and unknown ones.
    pub(crate) fn finish(&mut self, known: &[&str]) -> Result<(), SetupError> {
        let Some((option, value)) = self.left.drain(..).next() else { return Ok(()) };
        if value.is_none() && known.contains(&option.as_str()) {
            return Err(SetupError::NoValue { option });
        }
        Err(SetupError::UnknownOption { option })
    }
}

/// A ruleset chosen at run time. One variant per game.
#[derive(Debug, Clone)]
enum Rules {
    Abalone(Box<Abalone>),
    TwoBoards(Box<TwoBoards>),
    Notalone(Notalone),
    Fliporona(Fliporona),
}

impl Rules {
    /// Refuses this setup where one of another game is wanted.
    const fn is_wrong(&self) -> SetupError {
        let game = match self {
            Self::Abalone(_) | Self::TwoBoards(_) => "abalone",
            Self::Notalone(_) => "notalone",
            Self::Fliporona(_) => "fliporona",
        };
        SetupError::OtherGame { game }
    }
}

fn read(setup: &str) -> Result<Rules, SetupError> {
    if setup.len() > LONGEST {
        return Err(SetupError::TextTooLong);
    }
    let mut words = setup.split_whitespace();
    let game = words.next().ok_or(SetupError::Empty)?.to_lowercase();
    match game.as_str() {
        "abalone" => {
            let mut options = Options::read(words)?;
            if options.peek("seats") != Some("2x2x2") {
                return Ok(Rules::Abalone(Box::new(Abalone::from_options(options)?)));
            }
            options.take("seats");
            Ok(Rules::TwoBoards(Box::new(TwoBoards::from_options(options)?)))
        }
        "notalone" => Ok(Rules::Notalone(Notalone::from_options(Options::read(words)?)?)),
        "fliporona" => Ok(Rules::Fliporona(Fliporona::from_options(Options::read(words)?)?)),
        _ => Err(SetupError::UnknownGame { game }),
    }
}

impl std::str::FromStr for Abalone {
    type Err = SetupError;

    /// Reads a setup line of this game; the inverse of [`Ruleset::setup`].
    fn from_str(setup: &str) -> Result<Self, SetupError> {
        match read(setup)? {
            Rules::Abalone(rules) => Ok(*rules),
            other => Err(other.is_wrong()),
        }
    }
}

impl std::str::FromStr for TwoBoards {
    type Err = SetupError;

    /// Reads a setup line of this game; the inverse of [`Ruleset::setup`].
    fn from_str(setup: &str) -> Result<Self, SetupError> {
        match read(setup)? {
            Rules::TwoBoards(rules) => Ok(*rules),
            other => Err(other.is_wrong()),
        }
    }
}

impl std::str::FromStr for Notalone {
    type Err = SetupError;

    /// Reads a setup line of this game; the inverse of [`Ruleset::setup`].
    fn from_str(setup: &str) -> Result<Self, SetupError> {
        match read(setup)? {
            Rules::Notalone(rules) => Ok(rules),
            other => Err(other.is_wrong()),
        }
    }
}

impl std::str::FromStr for Fliporona {
    type Err = SetupError;

    /// Reads a setup line of this game; the inverse of [`Ruleset::setup`].
    fn from_str(setup: &str) -> Result<Self, SetupError> {
        match read(setup)? {
            Rules::Fliporona(rules) => Ok(rules),
            other => Err(other.is_wrong()),
        }
    }
}

/// Every option that a setup line may have, in any game; each once.
pub fn options() -> impl Iterator<Item = &'static str> {
    let of_notalone = crate::notalone::OPTIONS.into_iter().filter(|option| !abalone::OPTIONS.contains(option));
    abalone::OPTIONS.into_iter().chain([crate::two_boards::OPTION]).chain(of_notalone)
}

/// Opens a new match from a setup line such as `abalone layout=belgian-daisy sprint=25`.
///
/// # Errors
/// A line that cannot be read, an unknown game or option, options that contradict each other.
pub fn open(setup: &str) -> Result<Box<dyn Table>, Refusal> {
    Ok(table(read(setup).map_err(|error| error.refusal())?))
}

/// Opens a match that somebody wishes to begin. What was begun once is opened by [`open`], whatever this refuses later.
///
/// # Errors
/// Those of [`open`], a start at which nobody can move, and one that under one color nobody has seen.
pub fn propose(setup: &str) -> Result<Box<dyn Table>, Refusal> {
    let rules = read(setup).map_err(|error| error.refusal())?;
    let sense = match &rules {
        Rules::Abalone(rules) => rules.check_sense(),
        Rules::TwoBoards(rules) => rules.check_sense(),
        Rules::Notalone(_) | Rules::Fliporona(_) => Ok(()),
    };
    sense.map_err(|error| error.refusal())?;
    let table = table(rules);
    if table.outcome().is_some() {
        return Err(SetupError::OverAtOnce.refusal());
    }
    Ok(table)
}

fn table(rules: Rules) -> Box<dyn Table> {
    match rules {
        Rules::Abalone(rules) => Box::new(Match::new(*rules)),
        Rules::TwoBoards(rules) => Box::new(Match::new(*rules)),
        Rules::Notalone(rules) => Box::new(Match::new(rules)),
        Rules::Fliporona(rules) => Box::new(Match::new(rules)),
    }
}

/// Opens a match from a setup line and a position line.
///
/// # Errors
/// Those of [`open`], and a position line that cannot be read.
pub fn open_at(setup: &str, position: &str) -> Result<Box<dyn Table>, Refusal> {
    fn at<R: Ruleset>(rules: R, position: &str) -> Result<Match<R>, Refusal> {
        let position = rules.read_position(position).map_err(|error| error.refusal())?;
        Ok(Match::at(rules, position))
    }
    if position.len() > LONGEST_POSITION {
        return Err(PositionError::TooLong.refusal());
    }
    match read(setup).map_err(|error| error.refusal())? {
        Rules::Abalone(rules) => Ok(Box::new(at(*rules, position)?)),
        Rules::TwoBoards(rules) => Ok(Box::new(at(*rules, position)?)),
        Rules::Notalone(rules) => Ok(Box::new(at(rules, position)?)),
        Rules::Fliporona(rules) => Ok(Box::new(at(rules, position)?)),
    }
}
