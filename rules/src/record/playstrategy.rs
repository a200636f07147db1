//! A game as `PlayStrategy` has it: a position, and the moves behind it in its spelling.

use super::{Record, RecordError, error, fen, write_words};
use crate::games::abalone::{Abalone, AbaloneError, Variant, judge, playstrategy};
use crate::games::grand_abalone::GrandAbalone;
use crate::refusal::Refusable as _;

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
        if start.seats().len() != 2 {
            return Err(RecordError::NoPlayStrategy);
        }
        if let Ok(rules) = game.setup().parse::<Abalone>() {
            return write(&game, &rules, &start.full_position());
        }
        let rules: GrandAbalone = game.setup().parse().map_err(|_| RecordError::NoPlayStrategy)?;
        write(&game, &rules, &start.full_position())
    }
}

fn write<V: Variant>(game: &Record, rules: &Abalone<V>, start: &str) -> Result<String, RecordError> {
    if !rules.is_classic() {
        return Err(RecordError::NoPlayStrategy);
    }
    let mut position = rules.read_position(start).map_err(|_| RecordError::NoPlayStrategy)?;
    let mut text = fen::write(&position);
    text.push('\n');
    let mut turns = Vec::with_capacity(game.moves().len());
    for (index, written) in game.moves().iter().enumerate() {
        let mut play = || {
            let mut spellings = Vec::with_capacity(2);
            for mv in rules.read_turn(&position, written)? {
                spellings.push(playstrategy(mv, judge(rules, &position, mv)?));
                position = rules.play(&position, &mv)?;
            }
            Ok(spellings.into_iter().collect::<Option<Vec<String>>>())
        };
        let refused = |error: AbaloneError| RecordError::Move {
            number: index + 1,
            text: error::quoted(written),
            refusal: error.refusal(),
        };
        let spellings = play().map_err(refused)?.ok_or(RecordError::NoPlayStrategy)?;
        turns.push(spellings.join(rules.separator()));
    }
    write_words(&mut text, turns.iter().map(String::as_str));
    Ok(text)
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
