//! How strong the engine plays.

use crate::game::Score;
use crate::games::abalone::Judge;
use crate::games::abalone::features::NAMES;
use crate::games::abalone::weights::Weights;
use crate::search::{Limits, Style};

/// How strong the engine plays: from 1, which a first-time player beats, to 10, which holds nothing back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What makes a level.
struct Strength {
    /// Positions to look at for a turn.
    nodes: u64,
    /// How far, in hundredths of a marble, a position may seem better or worse than it is.
    noise: Score,
    /// Of the weights; without it the net judges.
    bias: Option<Bias>,
}

/// How much a level values what is good, in percent. A wrong bias makes livelier games than random blunders.
struct Bias {
    /// Where marbles stand, and how they hold together.
    places: Score,
    /// To push a marble out next.
    attacks: Score,
    /// Not to lose marbles.
    marbles: Score,
}

const UNBIASED: Option<Bias> = Some(Bias { places: 100, attacks: 100, marbles: 100 });

const LEVELS: [Strength; 10] = [
    // Pushes what it can, and stands at the rim without a thought.
    Strength { nodes: 100, noise: 70, bias: Some(Bias { places: 50, attacks: 250, marbles: 50 }) },
    Strength { nodes: 170, noise: 42, bias: Some(Bias { places: 88, attacks: 130, marbles: 88 }) },
    Strength { nodes: 260, noise: 32, bias: UNBIASED },
    Strength { nodes: 300, noise: 34, bias: None },
    Strength { nodes: 350, noise: 23, bias: None },
    // From here on it makes no mistakes on purpose.
    Strength { nodes: 430, noise: 0, bias: None },
    Strength { nodes: 1_300, noise: 0, bias: None },
    Strength { nodes: 6_500, noise: 0, bias: None },
    Strength { nodes: 40_000, noise: 0, bias: None },
    // All that a host has time for.
    Strength { nodes: 300_000, noise: 0, bias: None },
];

impl Level {
    /// The strongest.
    pub const STRONGEST: Self = Self(10);

    /// A level by its number, from 1 to 10.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number as usize <= LEVELS.len() { Some(Self(number)) } else { None }
    }

    /// Its number, from 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How long it thinks about a turn.
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
