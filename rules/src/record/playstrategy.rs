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

/// The tags of a game downloaded from `PlayStrategy`, by their names here: its players are P1 and P2, and its Abalone
/// begins with the Belgian daisy. Other tags stay as they are.
pub(super) fn translate(tags: Vec<(String, String)>) -> Vec<(String, String)> {
    let has = |name: &str| tags.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
    if !(has("P1") && has("P2")) || has("Black") || has("White") {
        return tags;
    }
    let names = [("P1", "Black"), ("P2", "White"), ("P1Elo", "BlackElo"), ("P2Elo", "WhiteElo")];
    let begins_as_ours = has("FEN");
    let translated = tags.into_iter().filter_map(|(name, value)| {
        let value_is = |text: &str| value.eq_ignore_ascii_case(text);
        if let Some((_, ours)) = names.iter().find(|(theirs, _)| name.eq_ignore_ascii_case(theirs)) {
            return Some(((*ours).to_owned(), value));
        }
        match name.to_ascii_lowercase().as_str() {
            "variant" if value_is("abalone") && !begins_as_ours => {
                Some(("Setup".to_owned(), "abalone layout=belgian-daisy".to_owned()))
            }
            "termination" if value_is("time forfeit") => Some((name, "time".to_owned())),
            // An end by the rules or by the players.
            "termination" if value_is("normal") => None,
            _ => Some((name, value)),
        }
    });
    translated.collect()
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
