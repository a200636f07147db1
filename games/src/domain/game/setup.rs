//! Setup lines of stored games.

use std::fmt;

use rules::{AnyGame, Refusal};

/// A game with its options: `abalone layout=belgian-daisy`. A stored line may come from an older program, and these
/// rules may refuse it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Setup(String);

impl Setup {
    pub fn of(game: &dyn AnyGame) -> Self {
        Self(game.setup())
    }

    /// Wraps a stored line; [`Setup::open`] checks whether these rules know it.
    pub fn stored(line: impl Into<String>) -> Self {
        Self(line.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn open(&self) -> Result<Box<dyn AnyGame>, Refusal> {
        rules::open(&self.0)
    }

    /// The first word, which names the game.
    pub fn game(&self) -> &str {
        self.0.split_whitespace().next().unwrap_or_default()
    }

    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.split_whitespace().skip(1).filter_map(|word| word.split_once('='))
    }

    pub fn option(&self, name: &str) -> Option<&str> {
        self.options().find(|(option, _)| *option == name).map(|(_, value)| value)
    }

    /// The line without the random choices of a random layout, so that equal requests compare equal.
    pub fn before_the_draw(&self) -> String {
        let is_random = self.option("layout").is_some_and(|layout| layout.starts_with("random"));
        let is_drawn = |word: &str| is_random && (word.starts_with("seed=") || word.starts_with("board="));
        self.0.split_whitespace().filter(|word| !is_drawn(word)).collect::<Vec<_>>().join(" ")
    }

    /// Whether all marbles look the same until the end. Does not open the game.
    pub fn hides_colors(&self) -> bool {
        self.option("colors") == Some("one")
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
