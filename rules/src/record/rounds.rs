//! Turns and passes: the number of each move, and the passes before it.

use super::{Record, RecordError};

/// The notation of a pass.
pub const PASS: &str = "--";

/// Inserts a [`PASS`] for each turn that a seat could not use. Each move and each pass comes with its
/// [`turn_index`](crate::AnyGame::turn_index).
///
/// # Examples
/// ```
/// use rules::record::{PASS, with_passes};
/// let turns: Vec<_> = with_passes([(0, "a1b2"), (2, "e8d7")].into_iter()).collect();
/// assert_eq!(turns, [(0, "a1b2"), (1, PASS), (2, "e8d7")]);
/// ```
pub fn with_passes<'a>(moves: impl Iterator<Item = (u32, &'a str)>) -> impl Iterator<Item = (u32, &'a str)> {
    let mut expected = None;
    moves.flat_map(move |(turn, text)| {
        let first = expected.unwrap_or(turn).min(turn);
        expected = Some(turn + 1);
        (first..turn).map(|turn| (turn, PASS)).chain([(turn, text)])
    })
}

#[derive(Debug, Default)]
pub(super) struct Passes {
    /// The number of moves before each pass.
    pub(super) after: Vec<usize>,
}

impl Passes {
    /// Checks each pass against the rules, except for those after a refused move.
    pub(super) fn check(&self, record: &Record) -> Result<(), RecordError> {
        if self.after.is_empty() {
            return Ok(());
        }
        let Ok(game) = record.open() else { return Ok(()) };
        let seats = game.seats().len() as u32;
        let turns = record.turns();
        for at in self.after.chunk_by(|one, other| one == other) {
            let (moves, written) = (at[0], at.len());
            let by_rules = match (moves.checked_sub(1).and_then(|before| turns.get(before)), turns.get(moves)) {
                (_, None) => continue,
                (Some(before), Some(turn)) => turn - before - 1,
                // The record begins in the middle of a round.
                (None, Some(turn)) => turn % seats,
            } as usize;
            if written != by_rules || !game.may_pass() {
                return Err(RecordError::Pass { number: moves + 1, written, by_rules });
            }
        }
        Ok(())
    }
}
