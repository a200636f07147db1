//! Words for moves in the players' languages.

#[cfg(doc)]
use super::any_game::AnyGame;

/// Arrows with their directions.
const ARROWS: [(&str, &str); 8] =
    [("↑", "n"), ("↓", "s"), ("→", "e"), ("↗", "ne"), ("↖", "nw"), ("←", "w"), ("↙", "sw"), ("↘", "se")];

/// Words that players type for the tags of moves, in any language: a host's table for [`AnyGame::complete_with`].
///
/// # Examples
/// ```
/// use rules::{open_at, ruleset::Synonyms};
/// let game = open_at("abalone", "5/6/7/8/bb1ww4/8/7/6/5 b 0-0 0")?;
/// assert!(game.complete("flèche", 25).is_empty());
/// let french: Synonyms = [("flèche", "broadside"), ("latéral", "broadside")].into_iter().collect();
/// assert_eq!(game.complete_with("flèche", 25, &french), game.complete("broadside", 25));
/// # Ok::<(), rules::Refusal>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Synonyms(Vec<(String, String)>);

impl Synonyms {
    /// Whether a word, or the beginning of one, means this tag.
    pub(super) fn mean(&self, word: &str, tag: &str) -> bool {
        let words = self.0.iter().map(|(written, meant)| (written.as_str(), meant.as_str()));
        words.chain(ARROWS).any(|(written, meant)| meant == tag && is_prefix(word, written))
    }
}

impl<W: AsRef<str>, T: Into<String>> FromIterator<(W, T)> for Synonyms {
    /// Pairs of a word, in any case, and its tag.
    fn from_iter<I: IntoIterator<Item = (W, T)>>(words: I) -> Self {
        Self(words.into_iter().map(|(word, tag)| (word.as_ref().to_lowercase(), tag.into())).collect())
    }
}

/// Directions must be typed in full; for longer words, two letters suffice.
pub(super) fn is_prefix(word: &str, whole: &str) -> bool {
    word == whole || (word.chars().count() >= 2 && whole.len() > 3 && whole.starts_with(word))
}
