//! Keywords that people type: those of all languages in `locales/` always work.

use std::collections::BTreeMap;
use std::sync::LazyLock;

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
