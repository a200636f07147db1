//! A game as `PlayStrategy` has it: a position, and the moves behind it in its spelling.

use super::{Record, RecordError, error, fen, write_words};
use crate::games::abalone::{Abalone, judge, playstrategy};

use crate::ruleset::Ruleset as _;

impl Record {
    /// The game as `PlayStrategy`'s FEN on a line, and the moves in its UCI below it. Names, result, a sprint and another target
    /// have no place in it.
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
    /// Those of [`Record::replay`], and [`RecordError::NoPlayStrategy`] for games and options that it has no place for.
    pub fn playstrategy(&self) -> Result<String, RecordError> {
        let game = self.canonical()?;
        let start = game.open().map_err(RecordError::Start)?;
        let rules = game.setup().parse::<Abalone>().ok();
        let rules = rules.filter(|rules| rules.is_classic() && start.seats().len() == 2);
        let rules = rules.ok_or(RecordError::NoPlayStrategy)?;
        let mut position = rules.read_position(&start.full_position()).map_err(|_| RecordError::NoPlayStrategy)?;
        let mut text = fen::write(&position);
        text.push('\n');
        let mut moves = Vec::with_capacity(game.moves().len());
        for (index, written) in game.moves().iter().enumerate() {
            let step = || {
                let mv = rules.read_move(&position, written)?;
                let effect = judge(&rules, &position, mv)?;
                Ok((playstrategy(mv, effect), rules.play(&position, &mv)?))
            };
            let refused = |refusal: crate::games::abalone::AbaloneError| RecordError::Move {
                number: index + 1,
                text: error::quoted(written),
                refusal: crate::refusal::Refusable::refusal(&refusal),
            };
            let (spelling, next) = step().map_err(refused)?;
            moves.push(spelling.ok_or(RecordError::NoPlayStrategy)?);
            position = next;
        }
        write_words(&mut text, moves.iter().map(String::as_str));
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
