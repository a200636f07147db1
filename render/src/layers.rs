//! The empty board, and the board full of each kind of marble, as palette entries.

use crate::geometry::WIDTH;
use crate::kind::Kind;
use crate::palette::{Nearest, Palette};
use crate::settle::{Settler, Stretch};
use crate::theme::{Paint, Rgb};
use crate::tile::{Finder, Lattice, Tile};
use crate::trace::{Shape, Trace, Ways};

/// What a theme's pictures are put together from.
pub struct Layers {
    /// The empty board with the page around it, `WIDTH` by `HEIGHT`.
    pub empty: Vec<u8>,
    /// The part of the picture that has places with one kind on every place. Empty for kinds without a tile.
    pub full: [Vec<u8>; Kind::COUNT],
    /// How each model is written, kind by kind, and at last with nothing on it.
    pub ways: Vec<Ways>,
    /// How what lies around the places is written.
    pub sides: [Side; 2],
}

/// The part of each line of the picture before all places, or behind them.
#[derive(Default)]
pub struct Side {
    /// The first column.
    pub from: Vec<u16>,
    /// What its lines are put together from.
    pub trace: Trace,
}

impl Side {
    /// Bytes of memory that it takes.
    pub const fn held(&self) -> usize {
        size_of::<u16>() * self.from.capacity() + self.trace.held()
    }
}

/// The board with the same on every place.
#[derive(Default)]
struct Layer {
    /// The part of the picture that has places.
    entries: Vec<u8>,
    /// The lines of each model.
    models: Vec<Vec<Vec<u8>>>,
}

impl Layers {
    /// From the painted board and what is laid on it. Runs on all cores.
    pub fn new(
        paint: &Paint,
        lattice: &Lattice,
        board: &[Rgb],
        tiles: &[(Kind, Tile)],
        palette: &Palette,
        tolerance: i32,
    ) -> Self {
        let nearest = &Nearest::new(&palette.colors);
        let settler = Settler { palette: &palette.colors, nearest, tolerance };
        let layer = |shape: &dyn Fn([f32; 2]) -> Vec<Stretch>| layer(settler, lattice, shape);
        // Where the page lies in the board's shadow, too.
        let calm = |color: Rgb| {
            color == paint.page || paint.shade > 0.0 && color.iter().zip(paint.page).all(|(own, page)| *own <= page)
        };
        let mut bare = Layer::default();
        let mut around = [Vec::new(), Vec::new()];
        let mut sides = [Side::default(), Side::default()];
        let mut full: [Layer; Kind::COUNT] = std::array::from_fn(|_| Layer::default());
        std::thread::scope(|scope| {
            let (layer, calm) = (&layer, &calm);
            scope.spawn(|| bare = layer(&|at| lattice.shape(at, |_, _, i| board[i])));
            for ((around, side), shape) in around.iter_mut().zip(&mut sides).zip(lattice.around(board)) {
                scope.spawn(move || {
                    let lines = settler.settle(&shape, calm, None);
                    let from: Vec<i32> = shape.iter().map(|line| line.from).collect();
                    let trace = Shape { from: &from, lines: &lines }.trace();
                    *side = Side { from: from.iter().map(|from| *from as u16).collect(), trace };
                    *around = lines;
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
        for (side, lines) in sides.iter().zip(&around) {
            for (y, (from, entries)) in side.from.iter().zip(lines).enumerate() {
                empty[y * WIDTH + usize::from(*from)..][..entries.len()].copy_from_slice(entries);
            }
        }
        for (from, width) in lattice.middles.iter().flat_map(|middle| lattice.spans(*middle)) {
            empty[from..from + width].copy_from_slice(&bare.entries[lattice.index(from)..][..width]);
        }
        let ways = ways(lattice, full.iter().filter(|layer| !layer.entries.is_empty()).chain([&bare]));
        Self { empty, full: full.map(|layer| layer.entries), ways, sides }
    }
}

/// How the models of some layers are written. Runs in a thread for each of them.
fn ways<'a>(lattice: &Lattice, layers: impl Iterator<Item = &'a Layer>) -> Vec<Ways> {
    let layers: Vec<&Layer> = layers.collect();
    let Some((bare, marbles)) = layers.split_last() else { return Vec::new() };
    let from: Vec<i32> = lattice.lines().map(|(_, half)| -half).collect();
    let mut ways = Vec::new();
    std::thread::scope(|scope| {
        let mut working = Vec::new();
        for (i, layer) in layers.iter().enumerate() {
            for (model, lines) in layer.models.iter().enumerate() {
                // What is beside the marbles is alike, whatever their kind is: one stands for all.
                let next = match layer.models.get((model + 1) % layer.models.len()) {
                    Some(other) if layer.models.len() > 1 => Some(other),
                    _ => marbles.get(usize::from(i == 0)).map(|marble| &marble.models[model]),
                };
                let bare = (i < marbles.len()).then(|| &bare.models[model]);
                let shape = Shape { from: &from, lines };
                working.push(scope.spawn(move || shape.place([next, bare].map(|kin| kin.map(Vec::as_slice)))));
            }
        }
        ways.extend(working.into_iter().map(|work| work.join().expect("the search for ways is made of sums")));
    });
    ways
}

/// A layer with the same thing on every place, of the given shape there. The models are settled first; the others are like them
/// where that can be.
fn layer(settler: Settler<'_>, lattice: &Lattice, shape: &dyn Fn([f32; 2]) -> Vec<Stretch>) -> Layer {
    let mut entries = lattice.layer();
    let models: Vec<_> = lattice.models.iter().map(|model| settler.settle(&shape(*model), &|_| false, None)).collect();
    for middle in &lattice.middles {
        let settled =
            settler.settle(&shape(*middle), &|_| false, models.get(lattice.model(*middle)).map(Vec::as_slice));
        for ((from, width), line) in lattice.spans(*middle).zip(settled) {
            entries[lattice.index(from)..][..width].copy_from_slice(&line);
        }
    }
    Layer { entries, models }
}
