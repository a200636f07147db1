//! A line protocol for other programs: a position per line in, a move per line out.

use std::io::{BufRead, Write};

use rules::Refusal;

use crate::engine::{Engine, Question};
use crate::search::Limits;

/// Separates the position from the turns played since.
const MOVES: &str = "moves";
/// Stands for the setup's own start.
const START: &str = "start";

/// The reason why serving failed.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The first invalid line, by its number from 1.
    #[error("line {0}: {1}")]
    Line(usize, Refusal),
    /// A failure to read the input or to write the output.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Answers each line of `input` with a turn in canonical notation, until the input ends.
///
/// A line is a position line, or `start` for the setup's start, optionally followed by `moves` and the turns played
/// since, which the repetition rule needs. Empty lines are ignored. The answer to an invalid line is `error: ` and the
/// reason.
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
/// The first invalid line, once all lines are answered.
pub fn serve(
    engine: &Engine,
    limits: &Limits,
    seed: u64,
    input: impl BufRead,
    mut output: impl Write,
) -> Result<(), ServeError> {
    let mut first_refused = None;
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
        match engine.think(&question, limits) {
            Ok(thought) => writeln!(output, "{}", thought.turn)?,
            Err(refusal) => {
                // A program that waits for an answer must not wait forever.
                writeln!(output, "error: {refusal}")?;
                first_refused.get_or_insert(ServeError::Line(number, refusal));
            }
        }
        output.flush()?;
    }
    first_refused.map_or(Ok(()), Err)
}
