//! The differences between Abalone and its relatives on other boards.

use std::fmt::Debug;
use std::hash::Hash;

use super::setup::layouts::{Layout, layout};
use super::setup::values::{Seating, TurnKind};
use crate::board::bitboard::{Bitboard, Bits61};

/// A board, its limits, and the defaults of its setup line.
pub trait Variant: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Sets of cells of this board.
    type Bits: Bitboard;
    /// The game's name in a setup line.
    const NAME: &'static str;
    /// The options that a setup line may have.
    const OPTIONS: &'static [&'static str];
    /// The most marbles in one move. A pushed row is shorter by at least one.
    const MAX_MARBLES: u8;
    /// The default kind of turns.
    const TURN: TurnKind;
    /// Whether the first turn of the game has one move even if later turns have two.
    const FIRST_TURN_IS_SINGLE: bool;
    /// The default number of ejections that win.
    const TARGET: u8;
    /// The largest target.
    const MAX_TARGET: u8;
    /// The range of targets, in words.
    const TARGETS: &'static str;

    /// The default starting position.
    fn standard_layout(seating: Seating) -> &'static Layout;
    /// The layout of this name.
    fn layout(name: &str) -> Option<&'static Layout>;
}

/// Abalone on 61 cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Standard;

impl Variant for Standard {
    type Bits = Bits61;
    const NAME: &'static str = "abalone";
    const OPTIONS: &'static [&'static str] = &[
        "layout",
        "board",
        "seed",
        "placement",
        "target",
        "sprint",
        "handicap",
        "turn",
        "obstacles",
        "holes",
        "pivot",
        "ball",
        "triangles",
        "colors",
        "crown",
        "seats",
    ];
    const MAX_MARBLES: u8 = 3;
    const TURN: TurnKind = TurnKind::Single;
    const FIRST_TURN_IS_SINGLE: bool = false;
    const TARGET: u8 = 6;
    const MAX_TARGET: u8 = 13;
    const TARGETS: &'static str = "a number from 1 to 13";

    fn standard_layout(seating: Seating) -> &'static Layout {
        layout(seating.layout()).expect("our own layouts have the usual ones")
    }
    fn layout(name: &str) -> Option<&'static Layout> {
        layout(name)
    }
}
