//! What the training of the evaluation and the tuning of the search need: see `examples/train` and `examples/spsa.rs`.

use rules::games::abalone::{Abalone, Position};
use rules::{Color, Ruleset as _};

pub use crate::game::SCALE;
use crate::games::abalone::features::Features;
pub use crate::games::abalone::features::NAMES;
pub use crate::games::abalone::net::{CELLS, HIDDEN, INPUTS, NetInput, QA, QB};
use crate::games::abalone::weights::Weights;
pub use crate::search::Parameters;
use crate::{Engine, Score};

/// How much more often Black has each of the things that [`NAMES`] names than White.
pub fn count_differences(rules: &Abalone, position: &Position) -> [i32; NAMES.len()] {
    let features = Features::new(rules);
    let [black, white] = Color::TWO.map(|color| features.of(rules, position, color));
    std::array::from_fn(|index| black[index] - white[index])
}

/// What each of [`NAMES`] is worth today, in hundredths of a marble.
pub fn weights() -> [Score; NAMES.len()] {
    Weights::default().0
}

/// Is there a marble to push out in this position? Its value is not to be seen without a search.
pub fn is_quiet(rules: &Abalone, position: &Position) -> bool {
    rules.count_ejections(position, position.turn()) == 0 && rules.outcome(position).is_none()
}

/// An engine whose search leaves out more or less than it does in the product.
pub fn with_parameters(engine: Engine, parameters: Parameters) -> Engine {
    engine.with_parameters(parameters)
}
