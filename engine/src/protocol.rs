//! A line for a position, a line for a move: how other programs talk to the engine.

use std::io::{BufRead, Write};

use rules::Refusal;

use crate::engine::{Engine, Question};
use crate::search::Limits;

/// Between the position and the turns played since.
const MOVES: &str = "moves";
/// The setup's own start.
const START: &str = "start";

/// Why talking ended.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// A line that is no position with turns, counted from 1.
    #[error("line {0}: {1}")]
    Line(usize, Refusal),
    /// The input cannot be read, or the output not be written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Answers each line of `input` with a turn in canonical notation, until the input ends.
///
/// A line is a position line, or `start` for where the setup starts; behind it may stand `moves` and the turns played since, which
/// the repetition rule needs. Empty lines are passed over.
///
/// # Examples
/// ```
/// use engine::{Engine, Level, Limits, serve};
/// let engine = Engine::open("abalone", Level::STRONGEST)?;
/// let mut output = Vec::new();
/// serve(&engine, &Limits::nodes(500), 1, &b"start moves a1b2 i5h5\n"[..], &mut output)?;
/// assert_eq!(String::from_utf8(output)?.lines().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// At the first line that cannot be read.
pub fn serve(
    engine: &Engine,
    limits: &Limits,
    seed: u64,
    input: impl BufRead,
    mut output: impl Write,
) -> Result<(), ServeError> {
    for (number, line) in (1..).zip(input.lines()) {
        let line = line?;
        let mut words = line.split_whitespace();
        let position: Vec<&str> = words.by_ref().take_while(|word| *word != MOVES).collect();
        if line.trim().is_empty() {
            continue;
        }
        let start = position.join(" ");
        let turns: Vec<String> = words.map(str::to_owned).collect();
        let start = if start == START { None } else { Some(start.as_str()) };
        let question = Question { start, turns: &turns, seed: seed.wrapping_add(turns.len() as u64) };
        let thought = engine.think(&question, limits).map_err(|refusal| ServeError::Line(number, refusal))?;
        writeln!(output, "{}", thought.turn)?;
        output.flush()?;
    }
    Ok(())
}
