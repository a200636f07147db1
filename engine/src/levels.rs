//! The engine's levels of strength.

use crate::game::{Patience, Score};
use crate::search::{Limits, Style, WIN};

/// The engine's strength: from 1, which a first-time player beats, to 10, and 11, its full strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

struct Strength {
    /// Positions searched per turn.
    nodes: u64,
    /// The percentage of the opponent's ejections that are not seen: the main mistake of people.
    overlooked: u64,
    /// Random error of evaluations, in hundredths of a marble.
    noise: Score,
    patience: Patience,
}

const USUAL: Patience = Patience::USUAL;

/// Comes out early, even when behind, because a beginner cannot open a closed group.
const fn hasty(plies: u32) -> Patience {
    Patience { plies, lead: -WIN }
}

const LEVELS: [Strength; 11] = [
    Strength { nodes: 173, overlooked: 85, noise: 39, patience: hasty(7) },
    Strength { nodes: 198, overlooked: 75, noise: 35, patience: hasty(8) },
    Strength { nodes: 224, overlooked: 66, noise: 31, patience: hasty(10) },
    Strength { nodes: 253, overlooked: 53, noise: 28, patience: hasty(13) },
    Strength { nodes: 298, overlooked: 32, noise: 22, patience: hasty(23) },
    Strength { nodes: 320, overlooked: 20, noise: 18, patience: USUAL },
    Strength { nodes: 388, overlooked: 7, noise: 11, patience: USUAL },
    // No deliberate mistakes from here on.
    Strength { nodes: 520, overlooked: 0, noise: 0, patience: USUAL },
    Strength { nodes: 880, overlooked: 0, noise: 0, patience: USUAL },
    Strength { nodes: 1_300, overlooked: 0, noise: 0, patience: USUAL },
    // As much as a host has time for.
    Strength { nodes: 300_000, overlooked: 0, noise: 0, patience: USUAL },
];

impl Level {
    /// The strongest level.
    pub const STRONGEST: Self = Self(LEVELS.len() as u8);

    /// A level by its number, from 1 to 11.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= Self::STRONGEST.0 { Some(Self(number)) } else { None }
    }

    /// Its number, from 1 to 11.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The limits of a search for one turn.
    pub fn limits(self) -> Limits {
        Limits::nodes(self.strength().nodes)
    }

    const fn strength(self) -> &'static Strength {
        &LEVELS[self.0 as usize - 1]
    }

    pub(crate) fn style(self, seed: u64) -> Style {
        let Strength { noise, overlooked, patience, .. } = *self.strength();
        Style { noise, overlooked, seed, patience, ..Style::default() }
    }
}
