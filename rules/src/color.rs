//! The colors of marbles and pieces, shared by every game.

/// A color. Most games have two, the largest six.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Color {
    /// The dark color.
    Black,
    /// The light color.
    White,
    /// The third color of games for more than two.
    Red,
    /// The fourth color.
    Green,
    /// The fifth color.
    Yellow,
    /// The sixth color; its letter is `u`.
    Blue,
}

impl Color {
    /// All six, in the order of their turns.
    pub const ALL: [Self; 6] = [Self::Black, Self::White, Self::Red, Self::Green, Self::Yellow, Self::Blue];
    /// The two colors of games for two.
    pub const TWO: [Self; 2] = [Self::Black, Self::White];

    /// The other color of a game for two. Meaningless for further colors.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            _ => Self::Black,
        }
    }

    /// `b w r g y u`
    pub const fn letter(self) -> char {
        ['b', 'w', 'r', 'g', 'y', 'u'][self as usize]
    }

    /// The color with this lower-case letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.letter() == letter)
    }

    /// `black`, `white` …
    pub const fn name(self) -> &'static str {
        ["black", "white", "red", "green", "yellow", "blue"][self as usize]
    }

    /// The color with this [`Self::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.name() == name)
    }
}
