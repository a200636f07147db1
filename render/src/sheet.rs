//! Everything of a theme that does not depend on the position, made once: the empty board, the board full of each
//! kind of marble, the palette.

use std::sync::OnceLock;

use crate::Orientation;
use crate::art::{Board, Light, linear, marble};
use crate::canvas::Canvas;
use crate::double::Ground;
use crate::geometry::{CENTER, HEIGHT, MARBLE, WIDTH};
use crate::kind::{Cast, Kind};
use crate::layers::{Layers, Side};
use crate::palette::{Census, Palette};
use crate::patch::Patch;
use crate::pieces::{BLOCK, Lines, Pieces};
use crate::plank::{Plank, disc};
use crate::replay;
use crate::signs::{Beads, CROWN, Signs, beads, signs};
use crate::terrain::{pit, wall};
use crate::theme::{Paint, Rgb, Theme};
use crate::tile::{Lattice, Tile, bead, rounded};
use crate::trace::{Piece, Ways};
use rules::Color;

/// The finished parts of a theme.
pub struct Sheet {
    /// The colors it was made from.
    pub paint: &'static Paint,
    /// The 256 colors.
    pub palette: Palette,
    /// The empty board, as palette entries.
    pub empty: Pieces<BLOCK>,
    /// Where its places are.
    pub lattice: Lattice,
    /// The lattice with one kind on every cell, kind by kind: the part of the picture that has cells, no more.
    pub full: Lines,
    /// These kinds, in order: those that the cast has and that lie on cells.
    pub kinds: Vec<Kind>,
    /// How each model of the lattice is written, kind by kind, and at last with nothing on it.
    pub ways: Vec<Ways>,
    /// How what lies before and behind the places is written.
    sides: [Side; 2],
    /// Marks in any color.
    pub signs: &'static Signs,
    /// Small marbles.
    pub beads: &'static Beads,
    /// Two empty boards, once they are needed.
    ground: OnceLock<Ground>,
    /// The colors of replays, once they are needed.
    film: OnceLock<Palette>,
    /// Letters and numbers on the empty board, for each way to turn it, once they are needed.
    labels: [OnceLock<Patch>; 2],
}

/// All that was ever prepared.
static SHEETS: [[OnceLock<Sheet>; Cast::ALL.len()]; Theme::ALL.len()] =
    [const { [const { OnceLock::new() }; Cast::ALL.len()] }; Theme::ALL.len()];

/// The prepared theme; the first call does the work.
pub fn sheet(theme: Theme, cast: Cast) -> &'static Sheet {
    SHEETS[theme.index()][cast as usize].get_or_init(|| Sheet::new(theme, cast))
}

/// Bytes of what is prepared of a theme.
pub fn held(theme: Theme) -> usize {
    let sheets = SHEETS[theme.index()].iter().filter_map(OnceLock::get);
    // The marks serve all themes.
    let marks = signs().held() / Theme::ALL.len();
    sheets.map(Sheet::held).reduce(|a, b| a + b).map_or(0, |sheets| sheets + beads(theme).held() + marks)
}

impl Sheet {
    fn new(theme: Theme, cast: Cast) -> Self {
        let paint = theme.paint();
        let (hexagon, plank) = (Board::new(paint), Plank::new(paint));
        let (board, lattice) = if cast == Cast::Points {
            (painted(|x, y| plank.at(x, y)), Lattice::points())
        } else {
            (painted(|x, y| hexagon.at(x, y)), Lattice::cells())
        };
        let floor = linear(paint.inlay[1]);
        let tiles = tiles(paint, cast, &lattice);
        let mut census = Census::new();
        for (i, color) in board.iter().enumerate() {
            // Every second pixel tells enough.
            if (i + i / WIDTH).is_multiple_of(2) {
                census.count(*color, 1);
            }
        }
        // All marbles of a kind are alike: one stands for all. Bands show most on white, so white weighs most.
        // Where there are many kinds, the board itself must not be forgotten.
        let usual = match cast {
            Cast::Two | Cast::Points => 28,
            Cast::Veiled | Cast::Neutral => 12,
            Cast::All => 9,
        };
        for (kind, tile) in &tiles {
            let weight = if *kind == Kind::Owned(Color::White) { usual * 5 / 2 } else { usual };
            for line in tile.laid(&lattice, &board, CENTER) {
                line.colors.into_iter().for_each(|color| census.count(color, weight));
            }
        }
        if cast.has(Kind::Crown) {
            for (color, share) in bead(&paint.materials[Kind::Crown.index()], floor, CROWN).pixels {
                census.count(color, u32::from(share) * usual / 255);
            }
        }
        let palette = census.palette(&inks(paint), cast.colors());
        let Layers { empty, full, ways, sides } =
            Layers::new(paint, &lattice, &board, &tiles, &palette, cast.tolerance());
        drop(board);
        Self {
            paint,
            empty: Pieces::new(&empty),
            full: lattice.pieces(full.iter().filter(|layer| !layer.is_empty())),
            kinds: tiles.iter().map(|(kind, _)| *kind).collect(),
            ways,
            sides,
            lattice,
            palette,
            signs: signs(),
            beads: beads(theme),
            ground: OnceLock::new(),
            film: OnceLock::new(),
            labels: Default::default(),
        }
    }
}

impl Sheet {
    /// The colors of replays.
    pub fn film(&'static self) -> &'static Palette {
        self.film.get_or_init(|| replay::palette(self))
    }

    /// Letters and numbers on the empty board, turned this way; the first call draws them.
    pub fn labels(&'static self, orientation: Orientation, draw: impl FnOnce(&mut Canvas)) -> &'static Patch {
        self.labels[orientation as usize].get_or_init(|| {
            let mut canvas = Canvas::new(self);
            draw(&mut canvas);
            Patch::new(canvas.width, &self.empty.to_vec(), &canvas.pixels)
        })
    }

    /// What lies before (0) or behind (1) all places of a line of the picture: its first column, and how it is written.
    pub fn side(&self, which: usize, line: usize) -> Option<(usize, &[Piece])> {
        let side = self.sides.get(which)?;
        Some((usize::from(*side.from.get(line)?), side.trace.line(line)))
    }

    /// Bytes that it keeps.
    fn held(&self) -> usize {
        size_of::<Self>()
            + self.palette.held()
            + self.film.get().map_or(0, Palette::held)
            + self.ground.get().map_or(0, Ground::held)
            + self.labels.iter().filter_map(OnceLock::get).map(Patch::held).sum::<usize>()
            + self.empty.held()
            + self.full.held()
            + self.ways.iter().map(Ways::held).sum::<usize>()
            + self.sides.iter().map(Side::held).sum::<usize>()
            + size_of_val(&*self.kinds)
            + self.lattice.held()
    }

    /// Two empty boards on one picture.
    pub fn ground(&self) -> &Ground {
        self.ground.get_or_init(|| Ground::new(self))
    }
}

/// The tiles of a cast.
fn tiles(paint: &Paint, cast: Cast, lattice: &Lattice) -> Vec<(Kind, Tile)> {
    let floor = linear(paint.inlay[1]);
    let material = |kind: Kind| &paint.materials[kind.index()];
    let tile = |kind: Kind| match (cast, kind) {
        (Cast::Points, _) => {
            let other = Kind::Owned(if kind == Kind::Owned(Color::White) { Color::Black } else { Color::White });
            Tile::new(lattice, |x, y| disc(material(kind), material(other), x, y))
        }
        (_, Kind::Wall) => Tile::new(lattice, |x, y| wall(paint, x, y)),
        (_, Kind::Pit) => Tile::new(lattice, |x, y| pit(paint, x, y)),
        _ => Tile::new(lattice, |x, y| marble(material(kind), floor, MARBLE, x, y)),
    };
    let kinds = Kind::ALL.into_iter().filter(|kind| cast.has(*kind) && *kind != Kind::Crown);
    kinds.map(|kind| (kind, tile(kind))).collect()
}

/// The empty board, painted by all cores.
fn painted(light: impl Fn(usize, usize) -> Light + Sync) -> Vec<Rgb> {
    let mut colors = vec![[0; 3]; WIDTH * HEIGHT];
    let rows = HEIGHT / 12;
    std::thread::scope(|scope| {
        for (part, chunk) in colors.chunks_mut(WIDTH * rows).enumerate() {
            let light = &light;
            scope.spawn(move || {
                for (i, pixel) in chunk.iter_mut().enumerate() {
                    *pixel = rounded(light(i % WIDTH, part * rows + i / WIDTH));
                }
            });
        }
    });
    colors
}

/// Colors that must be exact, and the steps between ink and ground that make text smooth.
fn inks(paint: &Paint) -> Vec<Rgb> {
    let mut inks = vec![paint.accent, paint.lead, paint.select, paint.label, paint.page, paint.plate, paint.plate_lit];
    let mut ramp = |ground: Rgb, ink: Rgb, steps: u16| {
        for k in 1..=steps {
            inks.push(blend(ground, ink, (255 * k / steps) as u8));
        }
    };
    // The board's shadow is so wide that the eye would see each missing step.
    ramp(paint.page, blend(paint.page, [0; 3], 170), 16);
    ramp(paint.page, paint.text, 7);
    ramp(paint.plate_lit, paint.text, 7);
    ramp(paint.page, paint.dim, 4);
    ramp(paint.plate, paint.dim, 5);
    ramp(paint.page, paint.lead, 5);
    ramp(paint.plate_lit, paint.lead, 4);
    ramp(paint.edge, paint.accent, 4);
    ramp(paint.edge, paint.select, 4);
    ramp(paint.inlay[1], paint.accent, 3);
    ramp(paint.inlay[1], paint.select, 3);
    ramp(paint.frame[0], paint.label, 4);
    inks.push(rail(paint));
    inks
}

/// The color of the rail that captured marbles lie on: between black and white marbles.
pub fn rail(paint: &Paint) -> Rgb {
    blend(paint.inlay[1], [0; 3], 55)
}

/// `share`/255 of `ink` on `ground`.
pub fn blend(ground: Rgb, ink: Rgb, share: u8) -> Rgb {
    // All three channels at once, each with sixteen bits of its own, which it never exceeds.
    let wide = |color: Rgb| color.into_iter().rev().fold(0, |wide, byte| wide << 16 | u64::from(byte));
    let (ones, low) = (0x1_0001_0001, 0xff_00ff_00ff);
    let sum = wide(ground) * u64::from(255 - share) + wide(ink) * u64::from(share) + 127 * ones;
    // That is how to divide by 255.
    let mixed = (sum + ones + (sum >> 8 & low)) >> 8;
    [mixed as u8, (mixed >> 16) as u8, (mixed >> 32) as u8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_channel_of_a_blend_is_the_nearest_byte() {
        for (ground, ink) in (0..=255_u8).flat_map(|ground| (0..=255_u8).map(move |ink| (ground, ink))) {
            for share in (0..=255).step_by(5).chain([1, 254]) {
                // The channels beside it must not reach into it.
                for beside in [0, 255] {
                    let mixed = blend([beside, ground, beside], [beside, ink, beside], share);
                    let [whole, part] = [255 * i32::from(mixed[1]), i32::from(share)];
                    let exact = i32::from(ground) * (255 - part) + i32::from(ink) * part;
                    assert!((whole - exact).abs() <= 127, "{ground}, {ink}, {share}: {mixed:?}");
                    assert!(mixed[0] == beside && mixed[2] == beside, "{ground}, {ink}, {share}: {mixed:?}");
                }
            }
        }
    }
}
