//! Functions for training the evaluation: see `examples/train`.

use rules::games::abalone::{Abalone, Position};
use rules::{Color, Ruleset as _};

use crate::Score;
pub use crate::game::SCALE;
use crate::games::abalone::features::Features;
pub use crate::games::abalone::features::NAMES;
pub use crate::games::abalone::net::{CELLS, HIDDEN, INPUTS, NetInput, QA, QB};
use crate::games::abalone::weights::Weights;

/// The difference between Black's and White's count of each feature in [`NAMES`].
pub fn count_differences(rules: &Abalone, position: &Position) -> [i32; NAMES.len()] {
    let features = Features::new(rules);
    let [black, white] = Color::TWO.map(|color| features.of(rules, position, color));
    std::array::from_fn(|index| black[index] - white[index])
}

/// The current value of each of [`NAMES`], in hundredths of a marble.
pub fn weights() -> [Score; NAMES.len()] {
    Weights::default().0
}

/// Whether no marble can be ejected in this position. Otherwise its value needs a search.
pub fn is_quiet(rules: &Abalone, position: &Position) -> bool {
    rules.count_ejections(position, position.turn()) == 0 && rules.outcome(position).is_none()
}
