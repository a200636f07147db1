//! What the things that the evaluation counts are worth.

use std::sync::LazyLock;

use super::features::NAMES;
use crate::game::Score;

/// What each of [`NAMES`] is worth, in hundredths of a marble.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Weights(pub [Score; NAMES.len()]);

/// A name and a number a line; the comments in it say how they were made.
const TEXT: &str = include_str!("weights.txt");

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| read(TEXT).expect("a test reads the same text"));

impl Default for Weights {
    fn default() -> Self {
        *WEIGHTS
    }
}

fn read(text: &str) -> Option<Weights> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut weights = lines.map(|line| line.split_once(' '));
    let mut next = |name: &str| {
        let (known, weight) = weights.next()??;
        if known == name { weight.trim().parse().ok() } else { None }
    };
    let mut read = [0; NAMES.len()];
    for (weight, name) in read.iter_mut().zip(NAMES) {
        *weight = next(name)?;
    }
    Some(Weights(read))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_have_the_names_of_what_is_counted() {
        assert!(read(TEXT).is_some(), "a line for each of {NAMES:?}, in this order");
        assert_eq!(read("center 1\n"), None);
    }
}
