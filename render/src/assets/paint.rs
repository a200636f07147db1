//! The colors and materials of themes.

use super::pieces::Piece;
use crate::raster::color::Rgb;

/// Color of shadows and outlines.
pub const BLACK: Rgb = [12, 12, 14];

/// The pattern let into a marble, which distinguishes it without its color.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    Plain,
    Stripe,
    Ring,
    Dots,
    Cross,
    Pin,
    Football,
    Flower,
}

#[derive(Debug, Clone, Copy)]
pub struct Material {
    /// Color in the light.
    pub body: Rgb,
    /// Color in the shade.
    pub deep: Rgb,
    /// Brightness of the window's reflection.
    pub gloss: f32,
    /// Share of the room reflected head-on.
    pub mirror: f32,
    /// How much darker the edge is, 0 to 1.
    pub rim: f32,
    pub pattern: Pattern,
    pub ink: Rgb,
}

impl Material {
    pub const fn glass(body: Rgb, deep: Rgb, gloss: f32) -> Self {
        Self { body, deep, gloss, mirror: 0.04, rim: 0.34, pattern: Pattern::Plain, ink: body }
    }

    const fn with_inlay(self, pattern: Pattern, ink: Rgb) -> Self {
        Self { pattern, ink, ..self }
    }
}

#[derive(Debug)]
pub struct Paint {
    /// The background around the board.
    pub page: Rgb,
    /// The background of a player card.
    pub card: Rgb,
    /// The card of the player on turn.
    pub card_active: Rgb,
    /// Names and numbers.
    pub text: Rgb,
    /// Secondary text.
    pub dim: Rgb,
    /// Marks of the last move on the board.
    pub accent: Rgb,
    /// Marks of the player on turn, on the page.
    pub lead: Rgb,
    /// Marks of the player's selection.
    pub select: Rgb,
    pub label: Rgb,
    /// Outline of symbols and coordinates: dark, or pale where they are dark themselves.
    pub edge: Rgb,
    /// The light and dark parts of the frame's grain.
    pub frame: [Rgb; 2],
    /// The light and dark parts of the inlay's grain.
    pub inlay: [Rgb; 2],
    /// The light and dark parts of an obstacle: three times as bright or as dark as the inlay.
    pub block: [Rgb; 2],
    /// Whether the grain has long fibers, as wood does and stone does not.
    pub fibers: bool,
    /// Brightness of a bowl relative to the inlay around it.
    pub bowl: f32,
    /// Strength of light and shadow in a bowl; 0: flat.
    pub relief: f32,
    /// How much light the shadow of the board takes from the page, 0 to 1.
    pub shade: f32,
    /// The material of each [`Piece`] that is a marble.
    pub materials: [Material; Piece::MARBLES],
}

/// The color of the patterns in dark marbles.
const IVORY: Rgb = [0xf8, 0xf1, 0xe2];
const RED: Material = Material::glass([0xc4, 0x28, 0x28], [0x42, 0x04, 0x08], 0.75).with_inlay(Pattern::Stripe, IVORY);
const GREEN: Material = Material::glass([0x3f, 0xa0, 0x4c], [0x08, 0x3a, 0x18], 0.75).with_inlay(Pattern::Ring, IVORY);
const YELLOW: Material =
    Material::glass([0xf7, 0xc6, 0x2f], [0x85, 0x55, 0x06], 0.75).with_inlay(Pattern::Dots, [0x4a, 0x2c, 0x05]);
const BLUE: Material = Material::glass([0x2c, 0x52, 0xb6], [0x06, 0x12, 0x44], 0.75).with_inlay(Pattern::Cross, IVORY);
const PIVOT: Material = Material { mirror: 0.22, ..Material::glass([0x9d, 0xa3, 0xab], [0x33, 0x37, 0x3e], 0.45) }
    .with_inlay(Pattern::Pin, [0x22, 0x25, 0x2a]);
const BALL: Material =
    Material::glass([0xf4, 0xf2, 0xec], [0x8a, 0x84, 0x7a], 0.35).with_inlay(Pattern::Football, [0x1e, 0x1f, 0x24]);
const SISTER: Material =
    Material::glass([0xb8, 0x62, 0xc4], [0x3e, 0x10, 0x4c], 0.65).with_inlay(Pattern::Flower, [0xff, 0xf4, 0xfb]);
const CROWN: Material = Material { mirror: 0.16, ..Material::glass([0xe8, 0xb0, 0x3a], [0x6a, 0x3d, 0x06], 0.6) };

pub const WOOD: Paint = Paint {
    page: [0x1f, 0x20, 0x25],
    card: [0x27, 0x29, 0x2f],
    card_active: [0x36, 0x39, 0x42],
    text: [0xf6, 0xf3, 0xec],
    dim: [0xb4, 0xb5, 0xbd],
    accent: [0x45, 0xb8, 0xff],
    lead: [0x45, 0xb8, 0xff],
    select: [0xff, 0xd8, 0x4a],
    label: [0xfb, 0xe6, 0xc4],
    edge: BLACK,
    frame: [[0x70, 0x43, 0x25], [0x42, 0x24, 0x13]],
    inlay: [[0xd3, 0xa8, 0x70], [0xb6, 0x86, 0x50]],
    block: [[0x62, 0x38, 0x1e], [0x38, 0x1e, 0x10]],
    fibers: true,
    bowl: 0.67,
    relief: 1.0,
    shade: 0.62,
    materials: [
        Material::glass([0x1e, 0x20, 0x26], [0x03, 0x03, 0x05], 0.80),
        Material::glass([0xf4, 0xef, 0xe3], [0x98, 0x89, 0x74], 0.95),
        RED,
        GREEN,
        YELLOW,
        BLUE,
        Material::glass([0x1f, 0x96, 0xa2], [0x05, 0x33, 0x40], 0.75),
        PIVOT,
        BALL,
        SISTER,
        CROWN,
    ],
};

pub const FELT: Paint = Paint {
    page: [0xe8, 0xea, 0xe7],
    card: [0xdb, 0xde, 0xda],
    card_active: [0xf8, 0xf9, 0xf7],
    text: [0x16, 0x1a, 0x17],
    dim: [0x4b, 0x51, 0x4c],
    accent: [0xff, 0xa8, 0x48],
    lead: [0x96, 0x40, 0x00],
    select: [0xff, 0xe8, 0x66],
    inlay: [[0x5e, 0x8c, 0x77], [0x4f, 0x7c, 0x68]],
    block: [[0x33, 0x2a, 0x20], [0x22, 0x1c, 0x15]],
    fibers: false,
    bowl: 1.17,
    shade: 0.34,
    materials: SLATE.materials,
    ..WOOD
};

pub const PAPER: Paint = Paint {
    page: [0xff, 0xff, 0xff],
    card: [0xf1, 0xf0, 0xee],
    card_active: [0xfa, 0xf9, 0xf7],
    text: [0x16, 0x16, 0x1a],
    dim: [0x55, 0x53, 0x50],
    accent: [0x00, 0x4e, 0x9c],
    lead: [0x08, 0x62, 0xb4],
    select: [0x98, 0x1e, 0x08],
    label: [0x20, 0x20, 0x24],
    edge: [0xfa, 0xfa, 0xf6],
    frame: [[0xd9, 0xd5, 0xcf], [0xae, 0xaa, 0xa4]],
    inlay: [[0xf2, 0xef, 0xea], [0xe6, 0xe2, 0xdb]],
    block: [[0x5c, 0x52, 0x46], [0x40, 0x38, 0x30]],
    fibers: true,
    bowl: 0.54,
    relief: 1.0,
    shade: 0.0,
    materials: WOOD.materials,
};

/// A gray board, whose inlay and bowls lie between black and white marbles: at least three times as bright as black
/// ones, and at most a third as bright as white ones. A black line surrounds each white marble.
pub const CONTRAST: Paint = Paint {
    page: [0x00, 0x00, 0x00],
    card: [0x0c, 0x0c, 0x0c],
    card_active: [0x22, 0x22, 0x22],
    text: [0xff, 0xff, 0xff],
    dim: [0xd8, 0xd8, 0xd8],
    accent: [0x5c, 0xe1, 0xff],
    lead: [0xff, 0xe0, 0x2e],
    select: [0xff, 0xe0, 0x2e],
    label: [0xff, 0xff, 0xff],
    edge: BLACK,
    frame: [[0x2c, 0x2c, 0x2c], [0x22, 0x22, 0x22]],
    inlay: [[0x8a, 0x8b, 0x8c]; 2],
    block: [[0x1a, 0x1a, 0x1a], [0x10, 0x10, 0x10]],
    fibers: false,
    bowl: 1.05,
    relief: 0.2,
    shade: 0.0,
    materials: [
        Material::glass([0x0c, 0x0c, 0x0e], [0x00, 0x00, 0x00], 0.30),
        Material { rim: 0.85, ..Material::glass([0xff, 0xff, 0xff], [0xe8, 0xe8, 0xe8], 0.30) },
        RED,
        GREEN,
        YELLOW,
        BLUE,
        Material::glass([0x00, 0x58, 0x66], [0x00, 0x2a, 0x34], 0.40),
        PIVOT,
        BALL,
        SISTER,
        CROWN,
    ],
};

pub const SLATE: Paint = Paint {
    page: [0x1b, 0x1d, 0x23],
    card: [0x23, 0x26, 0x2e],
    card_active: [0x33, 0x38, 0x44],
    text: [0xf2, 0xf4, 0xf8],
    dim: [0xae, 0xb4, 0xc2],
    accent: [0xff, 0xa6, 0x4d],
    lead: [0xff, 0xa6, 0x4d],
    select: [0xff, 0xe4, 0x5c],
    label: [0xe8, 0xee, 0xfa],
    edge: BLACK,
    frame: [[0x4b, 0x54, 0x69], [0x33, 0x3a, 0x4b]],
    inlay: [[0x8c, 0x9a, 0xb8], [0x74, 0x83, 0xa2]],
    block: [[0x36, 0x3a, 0x45], [0x1f, 0x22, 0x2a]],
    fibers: false,
    bowl: 0.89,
    relief: 1.0,
    shade: 0.62,
    materials: [
        Material::glass([0x1b, 0x1d, 0x24], [0x02, 0x02, 0x05], 0.80),
        Material::glass([0xf4, 0xf3, 0xf0], [0x92, 0x93, 0x9c], 0.95),
        RED,
        GREEN,
        YELLOW,
        BLUE,
        Material::glass([0xb4, 0x3a, 0x62], [0x42, 0x0a, 0x20], 0.75),
        PIVOT,
        BALL,
        SISTER,
        CROWN,
    ],
};

#[cfg(test)]
mod tests {
    use crate::assets::theme::Theme;
    use crate::raster::color::contrast;

    #[test]
    fn every_text_stands_out_from_what_lies_behind_it() {
        for theme in Theme::all() {
            let paint = theme.paint();
            for background in [paint.page, paint.card, paint.card_active] {
                for ink in [paint.text, paint.dim, paint.lead] {
                    assert!(contrast(ink, background) >= 4.5, "{theme}: {ink:?} on {background:?}");
                }
            }
            for background in paint.frame {
                assert!(contrast(paint.label, background) >= 4.5, "{theme}: label on {background:?}");
            }
        }
    }

    #[test]
    fn every_symbol_stands_out_by_its_color_or_by_its_edge() {
        for theme in Theme::all() {
            let paint = theme.paint();
            let marbles = paint.materials.iter().map(|material| material.body);
            for background in marbles.chain(paint.inlay) {
                for ink in [paint.accent, paint.select] {
                    let by_edge = contrast(paint.edge, background).min(contrast(ink, paint.edge));
                    assert!(contrast(ink, background).max(by_edge) >= 3.0, "{theme}: {ink:?} on {background:?}");
                }
            }
        }
    }
}
