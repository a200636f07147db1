//! The starting positions, from a data file that also names their sources.

use std::sync::LazyLock;

/// A named starting position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Layout {
    /// The name in a setup line: `belgian-daisy`.
    pub name: String,
    /// English name for players.
    pub en: String,
    /// French name for players.
    pub fr: String,
    /// Whether it is one of the well-known layouts.
    pub core: bool,
    /// The number of seats.
    pub seats: u8,
    /// Marbles of each color, in the order of the seats.
    pub marbles: Vec<u8>,
    /// Rows `i` to `a`, as in a position line.
    pub board: String,
}

impl Layout {
    /// A layout for two that is not in the file.
    pub(crate) fn of_two(name: &str, en: &str, fr: &str, marbles: u8, board: &str) -> Self {
        let [name, en, fr, board] = [name, en, fr, board].map(str::to_owned);
        Self { name, en, fr, core: false, seats: 2, marbles: vec![marbles; 2], board }
    }
}

static LAYOUTS: LazyLock<Vec<Layout>> = LazyLock::new(|| {
    let lines = include_str!("../../../../data/layouts.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| read(line).expect("our own layouts are a table")).collect()
});

/// Reads a row of the table. The columns after the board name its source.
fn read(line: &str) -> Option<Layout> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [name, en, fr, core, seats, marbles, _first_moves, board, ..] = columns[..] else { return None };
    let marbles = marbles.split('+').map(str::parse).collect::<Result<_, _>>().ok()?;
    let [name, en, fr, board] = [name, en, fr, board].map(str::to_owned);
    Some(Layout { name, en, fr, core: core == "core", seats: seats.parse().ok()?, marbles, board })
}

/// Every layout, those for more than two seats included, in ascending order of names.
pub fn layouts() -> &'static [Layout] {
    &LAYOUTS
}

/// The layout of this name, in any case.
pub fn layout(name: &str) -> Option<&'static Layout> {
    LAYOUTS.iter().find(|layout| layout.name.eq_ignore_ascii_case(name))
}
