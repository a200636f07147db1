//! Grand Abalone: 91 cells, 21 marbles each, lines of up to four, two moves a turn after Black's first.
//!
//! The rest is Abalone's, so the ruleset is [`Abalone`] with another [`Variant`].

use std::sync::LazyLock;

use super::abalone::{Abalone, Layout, Position, Seating, TurnKind, Variant};
use crate::board::bitboard::Bits91;

/// The rules of Grand Abalone.
///
/// # Examples
/// ```
/// use rules::{Ruleset, games::grand_abalone::GrandAbalone};
/// let rules: GrandAbalone = "grand-abalone".parse()?;
/// let start = rules.start();
/// assert_eq!(rules.legal_moves(&start).len(), 93);
/// let after = rules.play(&start, &rules.read_move(&start, "a1b2")?)?;
/// let turn = rules.read_turn(&after, "k11j10,j10i9")?; // from then on a turn has two moves
/// assert_eq!(turn.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type GrandAbalone = Abalone<Grand>;

/// A position of Grand Abalone.
pub type GrandPosition = Position<Grand>;

/// The board and the limits of Grand Abalone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grand;

static LAYOUT: LazyLock<Layout> = LazyLock::new(|| {
    Layout::of_two(
        "grand",
        "Grand Abalone",
        "Grand Abalone",
        21,
        "bb2ww/bbb1www/1bb2ww1/9/ww6bb/www5bbb/ww6bb/9/1bb2ww1/bbb1www/bb2ww",
    )
});

impl Variant for Grand {
    type Bits = Bits91;
    const NAME: &'static str = "grand-abalone";
    const OPTIONS: &'static [&'static str] = &["target", "sprint"];
    const MAX_MARBLES: u8 = 4;
    const TURN: TurnKind = TurnKind::Double;
    const FIRST_TURN_IS_SINGLE: bool = true;
    const TARGET: u8 = 10;
    const MAX_TARGET: u8 = 20;
    const TARGETS: &'static str = "a number from 1 to 20";

    fn standard_layout(_seating: Seating) -> &'static Layout {
        &LAYOUT
    }
    fn layout(name: &str) -> Option<&'static Layout> {
        Some(&*LAYOUT).filter(|layout| layout.name == name)
    }
}
