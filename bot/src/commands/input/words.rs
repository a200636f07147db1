//! Keywords that people type: those of all languages in `locales/` always work.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rules::Synonyms;

use crate::commands::layout_names::normalized;
use crate::localization::Language;

/// The texts that list keywords.
const LISTS: [&str; 10] = [
    "typed-off",
    "typed-default",
    "typed-today",
    "typed-tomorrow",
    "typed-in",
    "typed-one",
    "typed-days",
    "typed-hours",
    "typed-minutes",
    "weekdays",
];

/// The keywords of each list by language, normalized.
static WORDS: LazyLock<BTreeMap<&str, Vec<Vec<String>>>> = LazyLock::new(|| {
    let words = |language: Language, key: &str| {
        let list = language.localize(key, &[]);
        list.split(',').map(|word| word.trim().to_lowercase()).filter(|word| !word.is_empty()).collect()
    };
    LISTS.into_iter().map(|key| (key, Language::all().map(|language| words(language, key)).collect())).collect()
});

pub fn words(key: &str) -> impl Iterator<Item = &'static str> {
    by_language(key).flatten().map(String::as_str)
}

pub fn by_language(key: &str) -> impl Iterator<Item = &'static Vec<String>> {
    WORDS.get(key).into_iter().flatten()
}

/// Whether the text is one of the keywords, ignoring case and accents.
pub fn is_one(key: &str, text: &str) -> bool {
    let text = normalized(text.trim());
    words(key).any(|word| normalized(word) == text)
}

/// The tags of moves, and the texts that list their keywords.
const MOVE_TAGS: [(&str, &str); 9] = [
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
        for (tag, key) in MOVE_TAGS {
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
