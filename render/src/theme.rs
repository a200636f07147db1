//! How a board looks: colors and materials, no shapes.

use std::fmt;
use std::str::FromStr;

/// A finished look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// A walnut tray with a maple inlay.
    #[default]
    Wood,
    /// Blue-gray stone.
    Slate,
}

impl Theme {
    /// All looks, in the order in which a list shows them.
    pub const ALL: [Self; 2] = [Self::Wood, Self::Slate];

    pub(crate) const fn index(self) -> usize {
        match self {
            Self::Wood => 0,
            Self::Slate => 1,
        }
    }

    pub(crate) const fn paint(self) -> &'static Paint {
        match self {
            Self::Wood => &WOOD,
            Self::Slate => &SLATE,
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Wood => "wood",
            Self::Slate => "slate",
        })
    }
}

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(text: &str) -> Result<Self, UnknownTheme> {
        Self::ALL.into_iter().find(|theme| theme.to_string().eq_ignore_ascii_case(text.trim())).ok_or(UnknownTheme)
    }
}

/// The text names no theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no such theme; known are wood and slate")]
pub struct UnknownTheme;

/// A color as screens take it.
pub type Rgb = [u8; 3];

/// What a marble is made of.
#[derive(Debug, Clone, Copy)]
pub struct Material {
    /// Where light falls.
    pub body: Rgb,
    /// Where it does not.
    pub deep: Rgb,
    /// How bright the window's reflection is.
    pub gloss: f32,
    /// How much of the room is reflected head-on.
    pub mirror: f32,
}

/// All colors of a theme.
#[derive(Debug)]
pub struct Paint {
    /// Around the board.
    pub page: Rgb,
    /// Behind a player.
    pub plate: Rgb,
    /// Behind the player whose turn it is.
    pub plate_lit: Rgb,
    /// Names and numbers.
    pub text: Rgb,
    /// What matters less.
    pub dim: Rgb,
    /// The last move, whose turn it is.
    pub accent: Rgb,
    /// What the player has selected.
    pub select: Rgb,
    /// Coordinates.
    pub label: Rgb,
    /// The frame, light and dark parts of its grain.
    pub frame: [Rgb; 2],
    /// The inlay, likewise.
    pub inlay: [Rgb; 2],
    /// Wood has long fibers, stone has specks.
    pub fibers: bool,
    /// Seat 0, seat 1, everyone else.
    pub marbles: [Material; 3],
}

const WOOD: Paint = Paint {
    page: [0x1f, 0x20, 0x25],
    plate: [0x27, 0x29, 0x2f],
    plate_lit: [0x36, 0x39, 0x42],
    text: [0xf6, 0xf3, 0xec],
    dim: [0xb4, 0xb5, 0xbd],
    accent: [0x45, 0xb8, 0xff],
    select: [0xff, 0xd8, 0x4a],
    label: [0xfb, 0xe6, 0xc4],
    frame: [[0x70, 0x43, 0x25], [0x42, 0x24, 0x13]],
    inlay: [[0xd3, 0xa8, 0x70], [0xb6, 0x86, 0x50]],
    fibers: true,
    marbles: [
        Material { body: [0x30, 0x32, 0x39], deep: [0x04, 0x04, 0x06], gloss: 0.85, mirror: 0.04 },
        Material { body: [0xf6, 0xf0, 0xe3], deep: [0x86, 0x76, 0x60], gloss: 0.75, mirror: 0.04 },
        Material { body: [0x1f, 0x96, 0xa2], deep: [0x05, 0x33, 0x40], gloss: 0.75, mirror: 0.05 },
    ],
};

const SLATE: Paint = Paint {
    page: [0x1b, 0x1d, 0x23],
    plate: [0x23, 0x26, 0x2e],
    plate_lit: [0x33, 0x38, 0x44],
    text: [0xf2, 0xf4, 0xf8],
    dim: [0xae, 0xb4, 0xc2],
    accent: [0xff, 0xa6, 0x4d],
    select: [0xff, 0xe4, 0x5c],
    label: [0xe8, 0xee, 0xfa],
    frame: [[0x4b, 0x54, 0x69], [0x33, 0x3a, 0x4b]],
    inlay: [[0x8c, 0x9a, 0xb8], [0x74, 0x83, 0xa2]],
    fibers: false,
    marbles: [
        Material { body: [0x2a, 0x2d, 0x36], deep: [0x03, 0x03, 0x06], gloss: 0.85, mirror: 0.04 },
        Material { body: [0xf7, 0xf5, 0xf0], deep: [0x80, 0x80, 0x88], gloss: 0.75, mirror: 0.04 },
        Material { body: [0xc8, 0x3c, 0x4e], deep: [0x4a, 0x0a, 0x18], gloss: 0.75, mirror: 0.05 },
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance and contrast as WCAG 2.1 defines them.
    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let light = |color: Rgb| {
            let part = |byte: u8| {
                let x = f64::from(byte) / 255.0;
                if x <= 0.040_45 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * part(color[0]) + 0.7152 * part(color[1]) + 0.0722 * part(color[2])
        };
        let (a, b) = (light(a), light(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_text_stands_out_from_what_lies_behind_it() {
        for theme in Theme::ALL {
            let paint = theme.paint();
            for ground in [paint.page, paint.plate, paint.plate_lit] {
                for ink in [paint.text, paint.dim, paint.accent] {
                    assert!(contrast(ink, ground) >= 4.5, "{theme}: {ink:?} on {ground:?}");
                }
            }
            for ground in paint.frame {
                assert!(contrast(paint.label, ground) >= 4.5, "{theme}: label on {ground:?}");
            }
        }
    }

    #[test]
    fn a_theme_reads_what_it_writes() {
        for theme in Theme::ALL {
            assert_eq!(theme.to_string().parse(), Ok(theme));
        }
        assert_eq!("marble".parse::<Theme>(), Err(UnknownTheme));
    }
}
