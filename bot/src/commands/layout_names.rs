//! Layouts by the names that players call them.

use rules::games::abalone::Layout;

use crate::discord::localization::{Language, localize};

pub const MAX_CHOICES: usize = 25;

/// What is played most, in this order before the others in every list.
const POPULAR: [&str; 5] = ["standard", "belgian-daisy", "german-daisy", "swiss-daisy", "dutch-daisy"];

/// The layout that a player means: its name in a setup line, or one of its names in any language, in any case, with or
/// without accents.
pub fn layout_named(text: &str) -> Option<&'static Layout> {
    let wanted = normalized(text.trim());
    rules::games::abalone::layouts().iter().find(|layout| {
        let names = Language::all().map(|language| shown_name(language, layout));
        let names: Vec<String> = names.chain([layout.en.clone(), layout.fr.clone(), layout.name.clone()]).collect();
        let parts = names.iter().flat_map(|name| name.split(" / ").chain([name.as_str()]));
        parts.into_iter().any(|name| normalized(name) == wanted)
    })
}

/// By which names a layout is found in this language.
pub fn layout_names(language: Language, layout: &Layout) -> [String; 4] {
    [layout.name.clone(), layout.en.clone(), layout.fr.clone(), shown_name(language, layout)]
}

/// The name of a layout: that of the texts, or else the first one that the rules have, which are in English and French.
fn shown_name(language: Language, layout: &Layout) -> String {
    let known = if language.code() == "fr" { &layout.fr } else { &layout.en };
    let known = || known.split(" / ").next().unwrap_or_default().to_owned();
    language.try_localize(&format!("layout-{}", layout.name), &[]).unwrap_or_else(known)
}

/// The place of a layout among those that are played most; the others stand behind them.
pub fn popularity(name: &str) -> usize {
    POPULAR.iter().position(|popular| *popular == name).unwrap_or(POPULAR.len())
}

/// Lower case without accents; any other character becomes a `-`.
pub fn normalized(text: &str) -> String {
    let mut normalized = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            'à' | 'â' | 'ä' => normalized.push('a'),
            'ç' => normalized.push('c'),
            'é' | 'è' | 'ê' | 'ë' => normalized.push('e'),
            'î' | 'ï' => normalized.push('i'),
            'ô' | 'ö' => normalized.push('o'),
            'ù' | 'û' | 'ü' => normalized.push('u'),
            'ß' => normalized.push_str("ss"),
            'œ' => normalized.push_str("oe"),
            c if c.is_alphanumeric() => normalized.push(c),
            _ if normalized.ends_with('-') => {}
            _ => normalized.push('-'),
        }
    }
    normalized
}

/// The name of a layout as players know it.
pub fn layout_name(language: Language, name: &str) -> String {
    match name {
        "random" => localize!(language, "layout-random"),
        "random-free" => localize!(language, "layout-random-free"),
        name => {
            rules::games::abalone::layout(name).map_or_else(|| name.to_owned(), |found| shown_name(language, found))
        }
    }
}

/// Layouts for two players whose names have what is typed in them, and drawn ones.
pub fn complete_layout(language: Language, typed: &str) -> Vec<(String, String)> {
    let typed = normalized(typed);
    let drawn = [("random", "layout-random"), ("random-free", "layout-random-free")];
    let drawn = drawn.map(|(value, key)| (language.localize(key, &[]), value.to_owned()));
    let drawn = drawn.into_iter().filter(|(shown, value)| normalized(shown).contains(&typed) || value.contains(&typed));
    let mut matching: Vec<_> = rules::games::abalone::layouts()
        .iter()
        .filter(|layout| layout.seats == 2)
        .filter(|layout| layout_names(language, layout).iter().any(|name| normalized(name).contains(&typed)))
        .collect();
    // The well-known ones first, and among them those whose name begins that way.
    matching.sort_by_key(|layout| {
        (popularity(&layout.name), !layout.core, !layout.name.starts_with(&typed), layout.name.clone())
    });
    let name = |layout: &Layout| layout_name(language, &layout.name).chars().take(100).collect::<String>();
    let named = matching.into_iter().map(|layout| (name(layout), layout.name.clone()));
    if typed.is_empty() { named.take(MAX_CHOICES).collect() } else { drawn.chain(named).take(MAX_CHOICES).collect() }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn every_name_of_a_layout_that_is_shown_means_that_layout() {
        for layout in rules::games::abalone::layouts() {
            for name in [&layout.name, &layout.en, &layout.fr] {
                let found = layout_named(name).map(|found| found.name.as_str());
                assert_eq!(found, Some(layout.name.as_str()), "{name}");
            }
        }
        for name in ["", "daisy", "belgian", "marguerite"] {
            assert_eq!(layout_named(name), None, "{name}");
        }
    }

    #[test]
    fn a_layout_is_shown_by_one_name_and_the_popular_ones_come_first() {
        for language in Language::all() {
            for layout in rules::games::abalone::layouts() {
                let name = layout_name(language, &layout.name);
                assert!(!name.contains(" / "), "{name}");
                let found = layout_named(&name).map(|found| &found.name);
                assert_eq!(found, Some(&layout.name), "{name}");
            }
            let offered: Vec<String> = complete_layout(language, "").into_iter().map(|(_, value)| value).collect();
            assert_eq!(offered[..5], POPULAR);
        }
    }
}
