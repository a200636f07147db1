//! What the things that the evaluation counts are worth.

use std::sync::LazyLock;

use super::features::NAMES;
use crate::game::Score;

/// What each of [`NAMES`] is worth, in hundredths of a marble.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Weights(pub [Score; NAMES.len()]);

/// What a fit has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fitted {
    /// The score at which the chance to win is 1 / (1 + 1/e), which is 73 %.
    scale: Score,
    weights: Weights,
}

/// A name and a number a line; the comments in it say how they were made.
const TEXT: &str = include_str!("weights.txt");

static FITTED: LazyLock<Fitted> = LazyLock::new(|| read(TEXT).expect("a test reads the same text"));

/// The score at which the chance to win is 73 %: that of the fit that made the weights.
pub fn scale() -> Score {
    FITTED.scale
}

impl Default for Weights {
    fn default() -> Self {
        FITTED.weights
    }
}

fn read(text: &str) -> Option<Fitted> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut numbers = lines.map(|line| line.split_once(' '));
    let mut next = |name: &str| {
        let (known, number) = numbers.next()??;
        if known == name { number.trim().parse::<Score>().ok() } else { None }
    };
    let scale = next("scale").filter(|scale| *scale > 0)?;
    let mut weights = Weights([0; NAMES.len()]);
    for (weight, name) in weights.0.iter_mut().zip(NAMES) {
        *weight = next(name)?;
    }
    Some(Fitted { scale, weights })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_have_the_names_of_what_is_counted() {
        assert!(read(TEXT).is_some(), "the scale, then a line for each of {NAMES:?}, in this order");
        assert_eq!(read("scale 100\ncenter 1\n"), None);
        assert_eq!(read(&TEXT.replace("scale ", "scale -")), None);
    }
}
