//! From a setup line to a game: the one place that knows every ruleset.

use crate::games::abalone::{self, Abalone};
use crate::games::fliporona::Fliporona;
use crate::games::notalone::Notalone;
use crate::games::two_boards::TwoBoards;
use crate::notation::position_line::PositionError;
use crate::notation::setup_line::{Options, SetupError};
use crate::refusal::{Refusable, Refusal};
use crate::ruleset::Game;
use crate::ruleset::{AnyGame, Ruleset};

/// The longest line that is looked at.
const LONGEST: usize = 400;
/// The longest position line that is looked at; the longest true ones are those of two boards.
const LONGEST_POSITION: usize = 1_000;

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
    let of_notalone = crate::games::notalone::OPTIONS.into_iter().filter(|option| !abalone::OPTIONS.contains(option));
    abalone::OPTIONS.into_iter().chain([crate::games::two_boards::OPTION]).chain(of_notalone)
}

/// Opens a new match from a setup line such as `abalone layout=belgian-daisy sprint=25`.
///
/// # Errors
/// A line that cannot be read, an unknown game or option, options that contradict each other.
pub fn open(setup: &str) -> Result<Box<dyn AnyGame>, Refusal> {
    Ok(new_game(read(setup).map_err(|error| error.refusal())?))
}

/// Opens a new game, with stricter checks than [`open`]. A stored game is opened by [`open`], even if a later version would refuse to
/// start it.
///
/// # Errors
/// Those of [`open`], a start at which nobody can move, and with `colors=one` a start that the players have never seen.
pub fn propose(setup: &str) -> Result<Box<dyn AnyGame>, Refusal> {
    let rules = read(setup).map_err(|error| error.refusal())?;
    let sense = match &rules {
        Rules::Abalone(rules) => rules.check_sense(),
        Rules::TwoBoards(rules) => rules.check_sense(),
        Rules::Notalone(_) | Rules::Fliporona(_) => Ok(()),
    };
    sense.map_err(|error| error.refusal())?;
    let game = new_game(rules);
    if game.outcome().is_some() {
        return Err(SetupError::OverAtOnce.refusal());
    }
    Ok(game)
}

fn new_game(rules: Rules) -> Box<dyn AnyGame> {
    match rules {
        Rules::Abalone(rules) => Box::new(Game::new(*rules)),
        Rules::TwoBoards(rules) => Box::new(Game::new(*rules)),
        Rules::Notalone(rules) => Box::new(Game::new(rules)),
        Rules::Fliporona(rules) => Box::new(Game::new(rules)),
    }
}

/// Opens a game from a setup line and a position line.
///
/// # Errors
/// Those of [`open`], and a position line that cannot be read.
pub fn open_at(setup: &str, position: &str) -> Result<Box<dyn AnyGame>, Refusal> {
    fn at<R: Ruleset>(rules: R, position: &str) -> Result<Game<R>, Refusal> {
        let position = rules.read_position(position).map_err(|error| error.refusal())?;
        Ok(Game::at(rules, position))
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
