//! Construction of rules, option by option.

use std::fmt::Display;
use std::marker::PhantomData;

use crate::board::hex::Cell;
use crate::color::Color;
use crate::games::abalone::rules::Abalone;
use crate::games::abalone::setup::values::{PivotKind, Seating, TurnKind};
use crate::games::abalone::variant::{Standard, Variant};
use crate::notation::setup_line::{Options, SetupError};
use crate::ruleset::FromSetup as _;

/// Options of Abalone or of a variant, checked when the rules are built.
///
/// Defaults are those of the standard game. The methods are the options of a setup line.
///
/// # Examples
/// ```
/// use rules::{Ruleset, games::abalone::{Abalone, TurnKind}};
/// let rules = Abalone::builder().layout("belgian-daisy").turn(TurnKind::Double).sprint(25).build()?;
/// assert_eq!(rules.setup(), "abalone layout=belgian-daisy sprint=25 turn=double");
///
/// let refused = Abalone::builder().obstacles(["e5".parse()?]).holes(["e5".parse()?]).build().unwrap_err();
/// assert_eq!(refused.to_string(), "`obstacles=e5` and `holes=e5` exclude each other: both want e5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "options become rules when they are built"]
pub struct Builder<V: Variant = Standard> {
    options: Options,
    variant: PhantomData<V>,
}

impl Abalone {
    /// A builder that starts from the standard game.
    pub fn builder() -> Builder {
        Builder::new()
    }
}

impl<V: Variant> Default for Builder<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Variant> Builder<V> {
    /// The variant's usual game.
    pub fn new() -> Self {
        Self { options: Options::default(), variant: PhantomData }
    }

    /// Checks the options and returns the rules.
    pub fn build(self) -> Result<Abalone<V>, SetupError> {
        Abalone::from_options(self.options)
    }

    fn with(mut self, option: &str, value: impl Display) -> Self {
        self.options.set(option, value.to_string());
        self
    }

    /// A layout by its name; see [`layouts`](crate::games::abalone::layouts).
    pub fn layout(self, name: &str) -> Self {
        self.with("layout", name.to_lowercase())
    }
    /// Rows of a board, from the top as in a position line.
    pub fn board(self, rows: &str) -> Self {
        self.with("layout", "custom").with("board", rows.to_lowercase())
    }
    /// Random marbles that are point-symmetric through the center.
    pub fn random(self, seed: u32) -> Self {
        self.with("layout", "random").with("seed", seed)
    }
    /// The players place their marbles.
    pub fn placement(self) -> Self {
        self.with("placement", "on")
    }
    /// Ejections that win.
    pub fn target(self, ejections: u8) -> Self {
        self.with("target", ejections)
    }
    /// Turns of each player, 20 to 30.
    pub fn sprint(self, turns: u8) -> Self {
        self.with("sprint", turns)
    }
    /// Takes 1 to 4 marbles from a color.
    pub fn handicap(self, color: Color, marbles: u8) -> Self {
        self.with("handicap", format_args!("{}:{marbles}", color.name()))
    }
    /// The kind of turns.
    pub fn turn(self, kind: TurnKind) -> Self {
        self.with("turn", kind.as_str())
    }
    /// Cells that nothing can ever enter.
    pub fn obstacles(self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.with("obstacles", join(cells))
    }
    /// Cells where pushed marbles fall out of the game.
    pub fn holes(self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.with("holes", join(cells))
    }
    /// A neutral marble.
    pub fn pivot(self, cell: Cell, kind: PivotKind) -> Self {
        self.with("pivot", format_args!("{cell}:{}", kind.as_str()))
    }
    /// A neutral marble that wins for the player who ejects it.
    pub fn ball(self, cell: Cell) -> Self {
        self.with("ball", cell)
    }
    /// Lets three mutually adjacent marbles move together.
    pub fn triangles(self) -> Self {
        self.with("triangles", "on")
    }
    /// Makes all marbles look the same until the end.
    pub fn one_color(self) -> Self {
        self.with("colors", "one")
    }
    /// Crowns: Black's on these cells, White's opposite.
    pub fn crown(self, cells: [Cell; 3]) -> Self {
        self.with("crown", join(cells))
    }
    /// The seating.
    pub fn seats(self, seating: Seating) -> Self {
        self.with("seats", seating.as_str())
    }
}

fn join(cells: impl IntoIterator<Item = Cell>) -> String {
    let cells: Vec<String> = cells.into_iter().map(|cell| cell.to_string()).collect();
    if cells.is_empty() { "none".to_owned() } else { cells.join("+") }
}
