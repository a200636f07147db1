//! The weights of the features that the evaluation counts.

use std::sync::LazyLock;

use super::features::NAMES;
use crate::game::Score;

/// The value of each of [`NAMES`], in hundredths of a marble.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Weights(pub [Score; NAMES.len()]);

/// A name and a number per line; its comments say how they were made.
const TEXT: &str = include_str!("weights.txt");

static FITTED: LazyLock<Weights> = LazyLock::new(|| read(TEXT).expect("a test reads the same text"));

impl Default for Weights {
    fn default() -> Self {
        *FITTED
    }
}

fn read(text: &str) -> Option<Weights> {
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut weights = Weights([0; NAMES.len()]);
    for (weight, name) in weights.0.iter_mut().zip(NAMES) {
        let (_, number) = lines.next()?.split_once(' ').filter(|(known, _)| *known == name)?;
        *weight = number.trim().parse().ok()?;
    }
    Some(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_have_the_names_of_what_is_counted() {
        assert!(read(TEXT).is_some(), "a line for each of {NAMES:?}, in this order");
        assert_eq!(read("center 1\n"), None);
        assert_eq!(read(&TEXT.replace("ring1", "ring9")), None);
    }
}
