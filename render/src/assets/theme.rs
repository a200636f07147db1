//! Named themes: a board and marbles.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use strum::{Display, EnumString, VariantArray};

use super::paint::{CONTRAST, FELT, Material, PAPER, Paint, SLATE, WOOD};

/// The materials of the board and the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, VariantArray)]
#[strum(serialize_all = "lowercase", ascii_case_insensitive, parse_err_ty = UnknownTheme, parse_err_fn = UnknownTheme::of)]
pub enum BoardStyle {
    /// A walnut tray with a maple inlay.
    #[default]
    Wood,
    /// Blue-gray stone.
    Slate,
    /// Green felt in a walnut frame, on a light page that white marbles contrast with.
    Felt,
    /// For printing: a light board on a white page, with little ink.
    Paper,
    /// Little besides the position, with the highest contrast.
    Contrast,
}

/// The materials of Black's and White's marbles. Black's are always dark, White's light.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, VariantArray)]
#[strum(serialize_all = "lowercase", ascii_case_insensitive, parse_err_ty = UnknownTheme, parse_err_fn = UnknownTheme::of)]
pub enum MarbleSet {
    /// Glass, black and white.
    #[default]
    Classic,
    /// Black and white without a reflection, for the highest contrast.
    Matte,
    /// Navy and ice.
    Ocean,
    /// Oxblood and cream.
    Ember,
    /// Bottle green and pale jade.
    Jade,
    /// Gunmetal and silver.
    Metal,
}

impl BoardStyle {
    /// All boards, in the order in which lists show them.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// The marbles of this board where none are chosen.
    pub const fn own_marbles(self) -> MarbleSet {
        match self {
            Self::Wood | Self::Slate | Self::Felt | Self::Paper => MarbleSet::Classic,
            Self::Contrast => MarbleSet::Matte,
        }
    }

    const fn paint(self) -> &'static Paint {
        match self {
            Self::Wood => &WOOD,
            Self::Slate => &SLATE,
            Self::Felt => &FELT,
            Self::Paper => &PAPER,
            Self::Contrast => &CONTRAST,
        }
    }
}

impl MarbleSet {
    /// All sets, in the order in which lists show them.
    pub const ALL: &[Self] = Self::VARIANTS;

    const fn materials(self) -> [Material; 2] {
        match self {
            Self::Classic => [WOOD.materials[0], WOOD.materials[1]],
            Self::Matte => [CONTRAST.materials[0], CONTRAST.materials[1]],
            Self::Ocean => [
                Material::glass([0x06, 0x16, 0x54], [0x01, 0x03, 0x18], 0.80),
                Material::glass([0xec, 0xf7, 0xfb], [0x90, 0xac, 0xba], 0.95),
            ],
            Self::Ember => [
                Material::glass([0x4a, 0x02, 0x0a], [0x16, 0x00, 0x02], 0.80),
                Material::glass([0xff, 0xf3, 0xdf], [0xc0, 0x9c, 0x78], 0.95),
            ],
            Self::Jade => [
                Material::glass([0x00, 0x24, 0x20], [0x00, 0x0a, 0x08], 0.70),
                Material::glass([0xe2, 0xf5, 0xe2], [0x84, 0xa6, 0x8a], 0.95),
            ],
            Self::Metal => [
                Material { mirror: 0.05, ..Material::glass([0x0e, 0x14, 0x22], [0x02, 0x03, 0x07], 0.95) },
                Material { mirror: 0.05, ..Material::glass([0xf9, 0xfa, 0xfb], [0x9a, 0xa0, 0xa8], 0.70) },
            ],
        }
    }
}

/// The look of pictures: a board and marbles, which combine freely. Its text form is `wood`, or `wood+ocean` with
/// marbles other than the board's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Theme {
    /// The board.
    pub board: BoardStyle,
    /// The marbles.
    pub marbles: MarbleSet,
}

impl Default for Theme {
    fn default() -> Self {
        Self::WOOD
    }
}

impl From<BoardStyle> for Theme {
    fn from(board: BoardStyle) -> Self {
        Self { board, marbles: board.own_marbles() }
    }
}

impl Theme {
    /// [`BoardStyle::Wood`] with its own marbles.
    pub const WOOD: Self = Self { board: BoardStyle::Wood, marbles: MarbleSet::Classic };
    /// [`BoardStyle::Slate`] with its own marbles.
    pub const SLATE: Self = Self { board: BoardStyle::Slate, marbles: MarbleSet::Classic };
    /// [`BoardStyle::Felt`] with its own marbles.
    pub const FELT: Self = Self { board: BoardStyle::Felt, marbles: MarbleSet::Classic };
    /// [`BoardStyle::Paper`] with its own marbles.
    pub const PAPER: Self = Self { board: BoardStyle::Paper, marbles: MarbleSet::Classic };
    /// [`BoardStyle::Contrast`] with its own marbles.
    pub const CONTRAST: Self = Self { board: BoardStyle::Contrast, marbles: MarbleSet::Matte };
    pub(super) const COUNT: usize = BoardStyle::ALL.len() * MarbleSet::ALL.len();

    /// Each board with its own marbles.
    pub fn all() -> impl Iterator<Item = Self> {
        BoardStyle::ALL.iter().map(|board| Self::from(*board))
    }

    /// Every board with all marbles.
    pub fn combinations() -> impl Iterator<Item = Self> {
        let of = |board| MarbleSet::ALL.iter().map(move |marbles| Self { board, marbles: *marbles });
        BoardStyle::ALL.iter().copied().flat_map(of)
    }

    pub(super) const fn index(self) -> usize {
        self.board as usize * MarbleSet::ALL.len() + self.marbles as usize
    }

    pub(crate) fn paint(self) -> &'static Paint {
        static MIXED: [OnceLock<Paint>; Theme::COUNT] = [const { OnceLock::new() }; Theme::COUNT];
        let own = self.board.paint();
        if self.marbles == self.board.own_marbles() {
            return own;
        }
        MIXED[self.index()].get_or_init(|| {
            let mut materials = own.materials;
            materials[..2].copy_from_slice(&self.marbles.materials());
            Paint { materials, ..*own }
        })
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)?;
        if self.marbles == self.board.own_marbles() { Ok(()) } else { write!(f, "+{}", self.marbles) }
    }
}

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(text: &str) -> Result<Self, UnknownTheme> {
        match text.split_once('+') {
            Some((board, marbles)) => Ok(Self { board: board.trim().parse()?, marbles: marbles.trim().parse()? }),
            None => text.trim().parse::<BoardStyle>().map(Self::from),
        }
    }
}

/// The text names no theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no such theme; boards are {}, marbles {}, both together for example wood+ocean",
    list(BoardStyle::ALL),
    list(MarbleSet::ALL)
)]
pub struct UnknownTheme;

impl UnknownTheme {
    const fn of(_: &str) -> Self {
        Self
    }
}

/// `wood, slate and felt`
fn list(all: &[impl fmt::Display]) -> String {
    let names: Vec<String> = all.iter().map(ToString::to_string).collect();
    names.split_last().map_or_else(String::new, |(last, others)| format!("{} and {last}", others.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_theme_reads_what_it_writes() {
        for theme in Theme::combinations() {
            assert_eq!(theme.to_string().parse(), Ok(theme));
        }
        assert_eq!("Slate".parse(), Ok(Theme::SLATE));
        assert_eq!(" wood + Ocean".parse(), Ok(Theme { board: BoardStyle::Wood, marbles: MarbleSet::Ocean }));
        assert_eq!("wood+".parse::<Theme>(), Err(UnknownTheme));
        assert_eq!("marble".parse::<Theme>(), Err(UnknownTheme));
    }
}
