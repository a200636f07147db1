//! The starting positions: data, with their sources named in the file itself.

use std::sync::LazyLock;

/// A named starting position.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[non_exhaustive]
pub struct Layout {
    /// As in a setup line: `belgian-daisy`.
    pub name: String,
    /// English name for players.
    pub en: String,
    /// French name for players.
    pub fr: String,
    /// Is it one of the well-known ones?
    pub core: bool,
    /// How many seats it is for.
    pub seats: u8,
    /// Marbles of each color, in the order of the seats.
    pub marbles: Vec<u8>,
    /// Rows `i` to `a`, as in a position line.
    pub board: String,
}

#[derive(serde::Deserialize)]
struct File {
    layouts: Vec<Layout>,
}

static LAYOUTS: LazyLock<Vec<Layout>> = LazyLock::new(|| {
    let file: File =
        serde_json::from_str(include_str!("../../../data/layouts.json")).expect("our own layouts are JSON");
    file.layouts
});

/// Every layout, those for more than two seats included, ascending by name.
pub fn layouts() -> &'static [Layout] {
    &LAYOUTS
}

/// The layout of this name, in any case.
pub fn layout(name: &str) -> Option<&'static Layout> {
    LAYOUTS.iter().find(|layout| layout.name.eq_ignore_ascii_case(name))
}
