//! The engine's levels of strength.

use crate::game::Score;
use crate::games::abalone::Judge;
use crate::games::abalone::features::NAMES;
use crate::games::abalone::weights::Weights;
use crate::search::{Limits, Style};

/// The engine's strength: from 1, which a first-time player beats, to 10, its full strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

struct Strength {
    /// Positions searched per turn.
    nodes: u64,
    /// Random error of evaluations, in hundredths of a marble.
    noise: Score,
    /// The bias of the weights; without it the net evaluates.
    bias: Option<Bias>,
}

/// Weights of the evaluation's parts, in percent. A biased evaluation makes livelier games than random blunders.
struct Bias {
    /// The places and the cohesion of marbles.
    places: Score,
    /// The chance to eject a marble next.
    attacks: Score,
    /// The number of marbles.
    marbles: Score,
}

const UNBIASED: Option<Bias> = Some(Bias { places: 100, attacks: 100, marbles: 100 });

const LEVELS: [Strength; 10] = [
    // Pushes whenever it can, and neglects the danger at the rim.
    Strength { nodes: 100, noise: 70, bias: Some(Bias { places: 50, attacks: 250, marbles: 50 }) },
    Strength { nodes: 170, noise: 42, bias: Some(Bias { places: 88, attacks: 130, marbles: 88 }) },
    Strength { nodes: 260, noise: 32, bias: UNBIASED },
    Strength { nodes: 300, noise: 34, bias: None },
    Strength { nodes: 350, noise: 23, bias: None },
    // No deliberate mistakes from here on.
    Strength { nodes: 430, noise: 0, bias: None },
    Strength { nodes: 1_300, noise: 0, bias: None },
    Strength { nodes: 6_500, noise: 0, bias: None },
    Strength { nodes: 40_000, noise: 0, bias: None },
    // As much as a host has time for.
    Strength { nodes: 300_000, noise: 0, bias: None },
];

impl Level {
    /// The strongest level.
    pub const STRONGEST: Self = Self(10);

    /// A level by its number, from 1 to 10.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number as usize <= LEVELS.len() { Some(Self(number)) } else { None }
    }

    /// Its number, from 1 to 10.
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

    pub(crate) fn judge(self) -> Judge {
        let Some(Bias { places, attacks, marbles }) = self.strength().bias else { return Judge::Net };
        let mut weights = Weights::default();
        for (name, weight) in NAMES.iter().zip(&mut weights.0) {
            let percent = match *name {
                "turn" => 100,
                name if name.starts_with("attack") => attacks,
                name if name.starts_with("lost") => marbles,
                _ => places,
            };
            *weight = *weight * percent / 100;
        }
        Judge::Weights(weights)
    }

    pub(crate) fn style(self, seed: u64) -> Style {
        Style { noise: self.strength().noise, seed, ..Style::default() }
    }
}
