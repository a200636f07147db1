//! What Abalone and its relatives on other boards differ in.

use std::fmt::Debug;
use std::hash::Hash;

use super::setup::layouts::{Layout, layout};
use super::setup::values::{Seating, TurnKind};
use crate::board::bitboard::{Bitboard, Bits61};

/// A board, its limits, and what a setup line says when it says nothing.
pub trait Variant: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Sets of cells of its board.
    type Bits: Bitboard;
    /// The game's name in a setup line.
    const NAME: &'static str;
    /// The options that a setup line may have.
    const OPTIONS: &'static [&'static str];
    /// The most marbles in one move. A row pushed is shorter by one at least.
    const MAX_MARBLES: u8;
    /// Which moves make a turn when nothing else is said.
    const TURN: TurnKind;
    /// Has the first turn of the game one move, even where later turns have two?
    const FIRST_TURN_IS_SINGLE: bool;
    /// Ejections that win when nothing else is said.
    const TARGET: u8;
    /// The largest target.
    const MAX_TARGET: u8;
    /// The targets, in words.
    const TARGETS: &'static str;

    /// Where the marbles start when nothing else is said.
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
