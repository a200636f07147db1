//! Keywords that players type for moves. Those of all languages always work.

use std::sync::LazyLock;

use rules::Synonyms;

use crate::localization::Language;

/// The tags of moves, and the texts that list their keywords.
const WORDS: [(&str, &str); 9] = [
    ("push", "move-word-push"),
    ("eject", "move-word-eject"),
    ("inline", "move-word-inline"),
    ("broadside", "move-word-broadside"),
    ("flip", "move-word-flip"),
    ("approach", "move-word-approach"),
    ("withdrawal", "move-word-withdrawal"),
    ("place", "move-word-place"),
    ("stop", "move-word-stop"),
];

pub static MOVE_WORDS: LazyLock<Synonyms> = LazyLock::new(|| {
    let mut words = Vec::new();
    for language in Language::all() {
        for (tag, key) in WORDS {
            words.extend(language.localize(key, &[]).split(',').map(|word| (word.trim().to_owned(), tag)));
        }
    }
    words.into_iter().collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_every_language_complete_a_move() {
        let game = rules::open_at("abalone", "5/6/7/8/1bb1wbbb1/8/7/6/5 b 0-0 0").expect("a position");
        let offered = |typed: &str| game.complete_with(typed, 25, &MOVE_WORDS);
        for typed in ["push", "sumito", "pouss", "poussée", "schieben"] {
            assert_eq!(offered(typed), game.complete("push", 25), "{typed}");
        }
        for typed in ["sideways", "flèche", "fleche", "latéral", "seitwärts"] {
            assert_eq!(offered(typed), game.complete("broadside", 25), "{typed}");
        }
        assert!(!offered("sumito").is_empty() && !offered("sideways").is_empty());
    }
}
