//! An error with its causes, each once.

use std::error::Error;

/// The error with its chain of causes. Many errors repeat the text of their cause, which is then shown once.
pub fn error_chain(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(inner) = source {
        let inner_text = inner.to_string();
        if !text.contains(&inner_text) {
            text = format!("{text}: {inner_text}");
        }
        source = inner.source();
    }
    text
}

/// The causes of an error of any type. `{:#}` would repeat causes.
pub fn causes(error: &anyhow::Error) -> String {
    error_chain(&**error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("{text}")]
    struct Layer {
        text: &'static str,
        source: Option<Box<Layer>>,
    }

    #[test]
    fn a_repeated_cause_is_left_out() {
        let last = Layer { text: "the disk is full", source: None };
        let repeating = Layer { text: "writing: the disk is full", source: Some(Box::new(last)) };
        let first = Layer { text: "saving the game", source: Some(Box::new(repeating)) };
        assert_eq!(error_chain(&first), "saving the game: writing: the disk is full");
        let error = anyhow::Error::new(first).context("playing");
        assert_eq!(causes(&error), "playing: saving the game: writing: the disk is full");
        assert_ne!(format!("{error:#}"), causes(&error));
    }
}
