//! Layouts by the names that players use.

use rules::games::abalone::Layout;

use crate::localization::{Language, localize};

pub const MAX_CHOICES: usize = 25;

/// Offered before all others, the most played first.
const POPULAR: [&str; 5] = ["standard", "belgian-daisy", "german-daisy", "swiss-daisy", "dutch-daisy"];

/// The rank among the popular layouts; `usize::MAX` for the others.
pub fn popularity(name: &str) -> usize {
    POPULAR.iter().position(|known| *known == name).unwrap_or(usize::MAX)
}

/// The layout of a typed name: as in a setup line or in any language, ignoring case and accents.
pub fn layout_named(text: &str) -> Option<&'static Layout> {
    let query = normalized(text.trim());
    rules::games::abalone::layouts().iter().find(|layout| {
        let names = Language::all().map(|language| shown_name(language, layout));
        let names: Vec<String> = names.chain([&layout.en, &layout.fr, &layout.name].map(String::clone)).collect();
        let parts = names.iter().flat_map(|name| name.split(" / ").chain([name.as_str()]));
        parts.into_iter().any(|name| normalized(name) == query)
    })
}

/// The names that find a layout in this language.
pub fn layout_names(language: Language, layout: &Layout) -> [String; 4] {
    [layout.name.clone(), layout.en.clone(), layout.fr.clone(), shown_name(language, layout)]
}

/// The name of a layout: from the locale, else from the rules, which have English and French. Of several names the
/// first is shown; completion finds all.
fn shown_name(language: Language, layout: &Layout) -> String {
    let own_names = if language.code() == "fr" { &layout.fr } else { &layout.en };
    let first = || own_names.split(" / ").next().unwrap_or(own_names).to_owned();
    language.try_localize(&format!("layout-{}", layout.name), &[]).unwrap_or_else(first)
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

pub fn layout_name(language: Language, name: &str) -> String {
    match name {
        "random" => localize!(language, "layout-random"),
        "random-free" => localize!(language, "layout-random-free"),
        name => {
            rules::games::abalone::layout(name).map_or_else(|| name.to_owned(), |found| shown_name(language, found))
        }
    }
}

/// Two-player layouts and random ones whose names contain the input.
pub fn complete_layout(language: Language, typed: &str) -> Vec<(String, String)> {
    let query = normalized(typed);
    let random = [("random", "layout-random"), ("random-free", "layout-random-free")];
    let random = random.map(|(value, key)| (language.localize(key, &[]), value.to_owned()));
    let random =
        random.into_iter().filter(|(shown, value)| normalized(shown).contains(&query) || value.contains(&query));
    let mut matching: Vec<_> = rules::games::abalone::layouts()
        .iter()
        .filter(|layout| layout.seats == 2)
        .filter(|layout| layout_names(language, layout).iter().any(|name| normalized(name).contains(&query)))
        .collect();
    // Names that start with the input come first; then popular, then well-known layouts.
    matching.sort_by_key(|layout| {
        let begins = layout_names(language, layout).iter().any(|name| normalized(name).starts_with(&query));
        (!begins, popularity(&layout.name), !layout.core, layout.name.clone())
    });
    let name = |layout: &Layout| layout_name(language, &layout.name).chars().take(100).collect::<String>();
    let choices = matching.into_iter().map(|layout| (name(layout), layout.name.clone()));
    if query.is_empty() {
        choices.take(MAX_CHOICES).collect()
    } else {
        random.chain(choices).take(MAX_CHOICES).collect()
    }
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
        for name in POPULAR {
            assert_eq!(layout_named(name).map(|layout| layout.name.as_str()), Some(name));
        }
        for name in ["", "daisy", "belgian", "marguerite"] {
            assert_eq!(layout_named(name), None, "{name}");
        }
    }

    #[test]
    fn a_layout_has_one_name_in_each_language() {
        for language in Language::all() {
            for layout in rules::games::abalone::layouts() {
                let name = layout_name(language, &layout.name);
                assert!(!name.contains(" / "), "{name}");
            }
        }
    }

    #[test]
    fn the_popular_layouts_are_offered_first() {
        let offered = |typed| -> Vec<String> {
            complete_layout(Language::ENGLISH, typed).into_iter().map(|(shown, _)| shown).collect()
        };
        let first = ["Standard", "Belgian Daisy", "German Daisy", "Swiss Daisy", "Dutch Daisy", "6-9", "Alien Attack"];
        assert_eq!(offered("")[..7], first);
        assert_eq!(offered("classical"), ["Standard"]);
        assert_eq!(offered("sn")[..2], ["Snakes", "Snakes variant"]);
    }
}
