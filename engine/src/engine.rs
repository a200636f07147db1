//! The public interface of the engine: setup lines, position lines and turns in, a turn in notation out.

use std::str::FromStr;

use rules::games::abalone::{Abalone, Standard, Variant};
use rules::games::fliporona::Fliporona;
use rules::games::grand_abalone::Grand;
use rules::games::notalone::Notalone;
use rules::games::two_boards::TwoBoards;
use rules::notation::setup_line::SetupError;
use rules::{Refusable as _, Refusal, Ruleset as _, Team, team_of};
use rustc_hash::FxHashMap;

use crate::game::{Move, Position, Score, SearchGame};
use crate::games::{abalone, fliporona, notalone, two_boards};
use crate::levels::Level;
use crate::search::{Found, Limits, Search, Style};

/// An opponent for the games of one setup.
pub struct Engine {
    thinker: Box<dyn Think>,
    level: Level,
}

/// A position to think about.
#[derive(Debug, Clone, Copy, Default)]
pub struct Question<'a> {
    /// The position line from which the game began; `None`: the setup's own start.
    pub start: Option<&'a str>,
    /// The turns played since, in any accepted notation.
    pub turns: &'a [String],
    /// Decides where the level leaves a choice.
    pub seed: u64,
}

/// The engine's choice, and its reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thought {
    /// The whole turn in canonical notation.
    pub turn: String,
    /// The value of the position to the player on turn, in hundredths of a marble; from [`FORCED`](crate::FORCED) on,
    /// a forced win.
    pub score: Score,
    /// The expected turns from here on, in canonical notation.
    pub line: Vec<String>,
    /// The depth of the last complete search, in steps.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
}

impl Engine {
    /// An engine for the games of a setup line.
    ///
    /// # Errors
    /// Those of [`rules::open`].
    ///
    /// # Examples
    /// ```
    /// use engine::{Engine, Level, Limits, Question};
    /// let engine = Engine::open("abalone layout=belgian-daisy", Level::STRONGEST)?;
    /// let thought = engine.think(&Question::default(), &Limits::nodes(2_000))?;
    /// assert!(rules::open("abalone layout=belgian-daisy")?.play(&thought.turn).is_ok());
    /// # Ok::<(), rules::Refusal>(())
    /// ```
    pub fn open(setup: &str, level: Level) -> Result<Self, Refusal> {
        let thinker: Box<dyn Think> = if let Some(rules) = read::<Abalone<Standard>>(setup)? {
            of_abalone(rules)
        } else if let Some(rules) = read::<Abalone<Grand>>(setup)? {
            of_abalone(rules)
        } else if let Some(rules) = read::<TwoBoards>(setup)? {
            Box::new(two_boards::Searched::new(rules))
        } else if let Some(rules) = read::<Notalone>(setup)? {
            Box::new(notalone::Searched::new(rules))
        } else {
            setup.parse::<Fliporona>().map_err(|error| error.refusal())?;
            Box::new(fliporona::Searched)
        };
        Ok(Self { thinker, level })
    }

    /// The level.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// Thinks about a position. The answer is deterministic, except with a limit of time.
    ///
    /// # Errors
    /// A position line or a turn that cannot be read or is not legal, and a game that is over.
    pub fn think(&self, question: &Question<'_>, limits: &Limits) -> Result<Thought, Refusal> {
        self.thinker.think(question, limits, self.level.style(question.seed), Purpose::Play)
    }

    /// Like [`think`](Self::think), but only to evaluate a position: a draw is an even result, and no effort is made
    /// to win.
    ///
    /// # Errors
    /// As [`think`](Self::think).
    pub fn judge(&self, question: &Question<'_>, limits: &Limits) -> Result<Thought, Refusal> {
        self.thinker.think(question, limits, self.level.style(question.seed), Purpose::Judge)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// To play for a win: draws are worth less than even, and a stalled game is opened.
    Play,
    /// To evaluate a position.
    Judge,
}

/// The ruleset of a setup line; `None` for another game's line.
fn read<R: FromStr<Err = SetupError>>(setup: &str) -> Result<Option<R>, Refusal> {
    match setup.parse() {
        Ok(rules) => Ok(Some(rules)),
        Err(SetupError::OtherGame { .. }) => Ok(None),
        Err(error) => Err(error.refusal()),
    }
}

fn of_abalone<V: Variant>(rules: Abalone<V>) -> Box<dyn Think> {
    Box::new(abalone::Searched::new(rules))
}

/// An engine whose game is chosen at run time.
trait Think: Send + Sync {
    fn think(
        &self,
        question: &Question<'_>,
        limits: &Limits,
        style: Style,
        purpose: Purpose,
    ) -> Result<Thought, Refusal>;
    #[cfg(test)]
    fn check(&self, setup: &str, steps: usize, depth: u32);
    #[cfg(test)]
    fn count_turns(&self, position: &str, depth: u32) -> u64;
}

/// The state of a game.
struct Playing<G: SearchGame> {
    position: Position<G>,
    /// Number of occurrences of each position between turns.
    occurred: FxHashMap<u64, u8>,
}

impl<G: SearchGame> Playing<G> {
    fn replay(game: &G, question: &Question<'_>) -> Result<Self, Refusal> {
        let rules = game.rules();
        let position = match question.start {
            Some(line) => rules.read_position(line).map_err(|error| error.refusal())?,
            None => rules.start(),
        };
        let mut playing = Self { position, occurred: FxHashMap::default() };
        playing.note(game);
        for turn in question.turns {
            for step in rules.read_turn(&playing.position, turn).map_err(|error| error.refusal())? {
                playing.play(game, &step)?;
            }
            // A chain that could go on ends with its text.
            if rules.is_mid_turn(&playing.position) && rules.may_end_turn(&playing.position) {
                let stop = rules.legal_moves(&playing.position).into_iter().next();
                stop.map(|stop| playing.play(game, &stop)).transpose()?;
            }
        }
        Ok(playing)
    }

    fn play(&mut self, game: &G, step: &Move<G>) -> Result<(), Refusal> {
        self.position = game.rules().play(&self.position, step).map_err(|error| error.refusal())?;
        self.note(game);
        Ok(())
    }

    fn note(&mut self, game: &G) {
        if !game.rules().is_mid_turn(&self.position) {
            *self.occurred.entry(game.board_key(&self.position)).or_default() += 1;
        }
    }

    /// The team on turn. A game that ended by repetition goes on here, because the caller wants an answer.
    fn team(&self, game: &G) -> Option<Team> {
        team_of(&game.rules().seats(), game.rules().to_move(&self.position)?)
    }
}

impl<G: SearchGame> Think for G {
    fn think(
        &self,
        question: &Question<'_>,
        limits: &Limits,
        style: Style,
        purpose: Purpose,
    ) -> Result<Thought, Refusal> {
        let mut playing = Playing::replay(self, question)?;
        let team = playing.team(self).ok_or_else(over)?;
        let (root, rules) = (playing.position, self.rules());
        let value = self.evaluate(&root, team, 0, &mut G::Accumulators::default());
        let contempt = if purpose == Purpose::Judge { 0 } else { contempt(value) };
        let leaning = if purpose == Purpose::Judge { None } else { self.lean(style.patience, &root, team, value) };
        let style = Style { contempt, ..style };
        let game = leaning.as_ref().unwrap_or(self);
        let (mut steps, mut first) = (Vec::new(), None::<Found<Move<Self>>>);
        // The steps of one turn are searched one after the other.
        while steps.is_empty() || rules.is_mid_turn(&playing.position) && playing.team(self) == Some(team) {
            let mut search = Search::new(game, team, &playing.occurred, style, limits);
            let found = search.run(&playing.position, limits.depth);
            let step = *found.line.first().ok_or_else(over)?;
            steps.push(step);
            playing.play(self, &step)?;
            first.get_or_insert(found);
        }
        let found = first.ok_or_else(over)?;
        let turn = rules.write_turn(&steps);
        let mut line = write_line(self, root, &found.line);
        // The first search may end within the turn, or expect other steps than the following ones find.
        if line.first() != Some(&turn) {
            line = vec![turn.clone()];
        }
        Ok(Thought { turn, score: found.score, line, depth: found.depth, nodes: found.nodes })
    }

    #[cfg(test)]
    fn check(&self, setup: &str, steps: usize, depth: u32) {
        crate::search::tests::agrees_with_minimax(self, setup, steps, depth);
    }

    #[cfg(test)]
    fn count_turns(&self, position: &str, depth: u32) -> u64 {
        crate::search::tests::count_turns(self, position, depth)
    }
}

/// Only a side nearly a marble behind seeks a draw, and the side ahead avoids it.
fn contempt(evaluation: Score) -> Score {
    80 + evaluation.clamp(0, 300) / 3
}

/// The complete turns of a line.
fn write_line<G: SearchGame>(game: &G, mut position: Position<G>, line: &[Move<G>]) -> Vec<String> {
    let rules = game.rules();
    let (mut turns, mut steps) = (Vec::new(), Vec::new());
    for step in line {
        let Ok(next) = rules.play(&position, step) else { break };
        position = next;
        steps.push(*step);
        if !rules.is_mid_turn(&position) || rules.to_move(&position).is_none() {
            turns.push(rules.write_turn(&std::mem::take(&mut steps)));
        }
    }
    turns
}

fn over() -> Refusal {
    Refusal { code: "game-over", args: Vec::new(), text: "the game is over".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::setups;

    #[test]
    fn without_pruning_the_search_gives_what_every_line_gives() {
        for setup in setups::SETUPS {
            let engine = Engine::open(setup, Level::STRONGEST).unwrap_or_else(|error| panic!("{setup}: {error}"));
            for (steps, depth) in [(0, 2), (31, 3), (60, 2)] {
                engine.thinker.check(setup, steps, depth);
            }
        }
    }

    #[test]
    fn every_option_of_abalone_is_among_the_setups() {
        let options = Standard::OPTIONS.iter().map(|option| ("abalone ", option));
        for (game, option) in options.chain(Grand::OPTIONS.iter().map(|option| ("grand-abalone ", option))) {
            let has_it = |setup: &&str| setup.starts_with(game) && setup.contains(&format!(" {option}="));
            assert!(setups::SETUPS.iter().any(has_it), "{game}{option}=");
        }
    }

    /// Rows of the file with larger counts take too long without optimization.
    const MOST_TURNS: u64 = 1_000_000;

    #[test]
    fn the_search_makes_the_turns_that_other_programs_count() {
        let rows = include_str!("../../rules/data/perft.tsv").lines().filter(|line| !line.starts_with('#'));
        let (mut setups, mut left_out) = (std::collections::HashSet::new(), 0);
        for row in rows {
            let [setup, position, depth, count] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
            let [depth, count] = [depth, count].map(|number| number.parse::<u64>().expect("a number"));
            if count > MOST_TURNS {
                left_out += 1;
                continue;
            }
            let engine = Engine::open(setup, Level::STRONGEST).unwrap_or_else(|error| panic!("{setup}: {error}"));
            assert_eq!(engine.thinker.count_turns(position, depth as u32), count, "{row}");
            setups.insert(setup);
        }
        assert!(setups.len() >= 15 && left_out < 20, "{setups:?}, {left_out} rows left out");
    }
}
