//! The empty board, and the board full of each kind of marble, as palette entries.

use crate::geometry::{CENTER, HEIGHT, WIDTH};
use crate::kind::Kind;
use crate::palette::{Nearest, Palette};
use crate::settle::{Settler, Stretch};
use crate::theme::{Paint, Rgb};
use crate::tile::{Finder, Lattice, Tile};

/// What a theme's pictures are put together from.
pub struct Layers {
    /// The empty board with the page around it, `WIDTH` by `HEIGHT`.
    pub empty: Vec<u8>,
    /// The part of the picture that has places with one kind on every place. Empty for kinds without a tile.
    pub full: [Vec<u8>; Kind::COUNT],
}

impl Layers {
    /// From the painted board and what is laid on it. Runs on all cores.
    pub fn new(paint: &Paint, lattice: &Lattice, board: &[Rgb], tiles: &[(Kind, Tile)], palette: &Palette) -> Self {
        let nearest = &Nearest::new(&palette.colors);
        let settler = Settler { palette: &palette.colors, nearest };
        let layer = |shape: &dyn Fn([f32; 2]) -> Vec<Stretch>| layer(settler, lattice, shape);
        // Where the page lies in the board's shadow, too.
        let calm = |color: Rgb| {
            color == paint.page || paint.shade > 0.0 && color.iter().zip(paint.page).all(|(own, page)| *own <= page)
        };
        let mut bare = Vec::new();
        let mut sides = [Vec::new(), Vec::new()];
        let mut full: [Vec<u8>; Kind::COUNT] = std::array::from_fn(|_| Vec::new());
        std::thread::scope(|scope| {
            let (layer, calm) = (&layer, &calm);
            scope.spawn(|| bare = layer(&|at| lattice.shape(at, |_, _, i| board[i])));
            for (side, shape) in sides.iter_mut().zip(lattice.around(board)) {
                scope.spawn(move || {
                    let entries = settler.settle(&shape, calm, None);
                    *side = shape.iter().map(|line| line.from as usize).zip(entries).collect();
                });
            }
            for (kind, full) in Kind::ALL.into_iter().zip(&mut full) {
                let Some((_, tile)) = tiles.iter().find(|(own, _)| *own == kind) else { continue };
                scope.spawn(move || *full = layer(&|at| tile.laid(lattice, board, at)));
            }
        });
        // Between the tips of the outermost places there is no line worth settling.
        let mut finder = Finder::new(nearest);
        let mut empty: Vec<u8> = board.iter().map(|color| finder.find(*color)).collect();
        for (y, (from, entries)) in sides.iter().flat_map(|side| (0..HEIGHT).zip(side)) {
            empty[y * WIDTH + from..][..entries.len()].copy_from_slice(entries);
        }
        for (from, width) in lattice.middles.iter().flat_map(|middle| lattice.spans(*middle)) {
            empty[from..from + width].copy_from_slice(&bare[lattice.index(from)..][..width]);
        }
        Self { empty, full }
    }
}

/// A layer with the same thing on every place, of the given shape there. A place in the middle of the board is settled first;
/// the others are like it where that can be.
fn layer(settler: Settler<'_>, lattice: &Lattice, shape: &dyn Fn([f32; 2]) -> Vec<Stretch>) -> Vec<u8> {
    let mut layer = lattice.layer();
    let first = settler.settle(&shape(CENTER), &|_| false, None);
    for middle in &lattice.middles {
        let settled = settler.settle(&shape(*middle), &|_| false, Some(&first));
        for ((from, width), entries) in lattice.spans(*middle).zip(settled) {
            layer[lattice.index(from)..][..width].copy_from_slice(&entries);
        }
    }
    layer
}
