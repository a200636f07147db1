//! A game in `PlayStrategy`'s form: a position, and the moves after it in its spelling.

use super::{Record, RecordError, write_words};
use crate::registry::playstrategy_of;

impl Record {
    /// The game as a line with `PlayStrategy`'s FEN, and the moves in its UCI below. Names, result, a sprint and
    /// another target are lost.
    ///
    /// # Examples
    /// ```
    /// use rules::record::Record;
    /// let moves = ["a1b2", "i5h5"].map(str::to_owned).to_vec();
    /// let text = Record::new("abalone", None, moves).playstrategy()?;
    /// assert_eq!(text, "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 0 1\na1d4 i5f5\n");
    /// # Ok::<(), rules::record::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Record::replay`], and [`RecordError::NoPlayStrategy`] for games and options that it cannot express.
    pub fn playstrategy(&self) -> Result<String, RecordError> {
        let game = self.canonical()?;
        let start = game.open().map_err(RecordError::Start)?.full_position();
        let form = playstrategy_of(game.setup()).ok_or(RecordError::NoPlayStrategy)?;
        let written = (form.write)(game.setup(), &start, game.moves());
        let (mut text, turns) = written.ok_or(RecordError::NoPlayStrategy)?;
        text.push('\n');
        write_words(&mut text, turns.iter().map(String::as_str));
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_without_a_playstrategy_form_are_refused() {
        for setup in ["abalone turn=double", "abalone seats=2x2", "abalone seats=3", "notalone", "fliporona"] {
            let record = Record::new(setup, None, Vec::new());
            assert_eq!(record.playstrategy(), Err(RecordError::NoPlayStrategy), "{setup}");
            assert_eq!(record.apgn(), Err(RecordError::NoApgn), "{setup}");
        }
    }
}
