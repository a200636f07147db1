//! Texts in the language of their reader (Fluent), from `locales/`.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use rules::board::hex::Cell;
use unic_langid::{LanguageIdentifier, langid};

use crate::domain::GameId;

/// A language that the program speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// English, for everybody whose own language is missing.
    English,
    /// French.
    French,
}

impl Language {
    /// The language for a Discord locale: `fr` → French.
    pub fn of(locale: &str) -> Self {
        if locale == "fr" || locale.starts_with("fr-") { Self::French } else { Self::English }
    }

    /// One of the two, for things in both.
    pub const fn pick<T>(self, english: T, french: T) -> T
    where
        T: Copy,
    {
        match self {
            Self::English => english,
            Self::French => french,
        }
    }
}

type Bundle = FluentBundle<FluentResource>;

/// The texts of each language: messages, the pages of `/rules`, and the commands.
const TEXTS: [[&str; 3]; 2] = [
    [
        include_str!("../../locales/en.ftl"),
        include_str!("../../locales/rules.en.ftl"),
        include_str!("../../locales/commands.en.ftl"),
    ],
    [
        include_str!("../../locales/fr.ftl"),
        include_str!("../../locales/rules.fr.ftl"),
        include_str!("../../locales/commands.fr.ftl"),
    ],
];

static ENGLISH: LazyLock<Bundle> = LazyLock::new(|| bundle(langid!("en"), TEXTS[0]));

static FRENCH: LazyLock<Bundle> = LazyLock::new(|| bundle(langid!("fr"), TEXTS[1]));

fn bundle(language: LanguageIdentifier, texts: [&str; 3]) -> Bundle {
    let mut bundle = Bundle::new_concurrent(vec![language]);
    // Isolation marks would show as boxes in alt texts and code blocks.
    bundle.set_use_isolating(false);
    for text in texts {
        let resource = FluentResource::try_new(text.to_owned())
            .map_err(|(_, problems)| problems)
            .expect("our own texts are well-formed");
        bundle.add_resource(resource).expect("no text is defined twice");
    }
    bundle
}

impl Language {
    fn bundle(self) -> &'static Bundle {
        match self {
            Self::English => &ENGLISH,
            Self::French => &FRENCH,
        }
    }

    /// The sentence of this key; `None` when there is none.
    pub fn try_localize(self, key: &str, args: &[(&'static str, Argument)]) -> Option<String> {
        let bundle = self.bundle();
        let pattern = bundle.get_message(key)?.value()?;
        let mut named = FluentArgs::new();
        for (name, value) in args {
            named.set(
                *name,
                match value {
                    Argument::Number(number) => FluentValue::from(*number),
                    Argument::Text(text) => FluentValue::from(text.as_str()),
                },
            );
        }
        let mut problems = Vec::new();
        Some(bundle.format_pattern(pattern, Some(&named), &mut problems).into_owned())
    }

    /// The text of this attribute of a key; the key and the attribute where there is none.
    pub fn attribute(self, key: &str, attribute: &str) -> String {
        let bundle = self.bundle();
        let found = bundle.get_message(key).and_then(|message| message.get_attribute(attribute));
        match found {
            Some(found) => bundle.format_pattern(found.value(), None, &mut Vec::new()).into_owned(),
            None => format!("{key}.{attribute}"),
        }
    }

    /// What people see of an option of a command in this language; its own name where the command has no such option.
    pub fn option_name(self, command: &str, option: &str) -> String {
        self.try_localize(&format!("command-{command}-{option}"), &[]).unwrap_or_else(|| option.to_owned())
    }

    /// The sentence of this key. A key without one gives the key: seen in a test, never by a player.
    pub fn localize(self, key: &str, args: &[(&'static str, Argument)]) -> String {
        self.try_localize(key, args).unwrap_or_else(|| key.to_owned())
    }
}

/// What completes a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// Something counted: it chooses the plural form.
    Number(i64),
    /// Everything else, said as it is. A text of digits is no number: `007` stays `007`.
    Text(String),
}

/// What can stand in a sentence.
pub trait Localizable {
    /// As a number or a text: its type decides, never its looks.
    fn value(&self) -> Argument;
}

impl<T: Localizable + ?Sized> Localizable for &T {
    fn value(&self) -> Argument {
        (**self).value()
    }
}

macro_rules! localizable {
    ($($number:ty),* as number; $($text:ty),* as text) => {
        $(impl Localizable for $number {
            fn value(&self) -> Argument {
                Argument::Number(i64::try_from(*self).unwrap_or(i64::MAX))
            }
        })*
        $(impl Localizable for $text {
            fn value(&self) -> Argument {
                Argument::Text(self.to_string())
            }
        })*
    };
}

// `u64`: Discord's ids. They are never counted, and Fluent's numbers would round them.
localizable!(u8, u32, usize, i64 as number; str, String, u64, GameId, Cell as text);

/// `localize!(language, "key")`, `localize!(language, "key", name = value, …)`: values are [`Localizable`].
macro_rules! localize {
    ($language:expr, $key:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $language.localize($key, &[$((stringify!($name), $crate::discord::localization::Localizable::value(&$value))),*])
    };
}

pub(crate) use localize;

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// Keys with the names of their arguments.
    fn keys(text: &str) -> BTreeMap<String, BTreeSet<String>> {
        let mut keys = BTreeMap::<String, BTreeSet<String>>::new();
        let mut current = String::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some((key, _)) = line.split_once(" =")
                && !line.starts_with(' ')
            {
                key.clone_into(&mut current);
                keys.entry(current.clone()).or_default();
            }
            for part in line.split('$').skip(1) {
                let name: String = part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                keys.entry(current.clone()).or_default().insert(name);
            }
        }
        keys
    }

    #[test]
    fn both_languages_have_the_same_sentences_with_the_same_arguments() {
        let [english, french] = TEXTS;
        for (english, french) in english.into_iter().zip(french) {
            assert!(keys(english).len() > 60);
            assert_eq!(keys(english), keys(french));
        }
    }

    #[test]
    fn every_key_has_a_sentence_in_both_languages() {
        for key in TEXTS[0].into_iter().flat_map(|text| keys(text).into_keys()) {
            for language in [Language::English, Language::French] {
                assert!(language.try_localize(&key, &[]).is_some(), "{key}");
            }
        }
    }

    /// The program's own sources below this folder, without their tests.
    fn sources(folder: &std::path::Path) -> String {
        let mut text = String::new();
        for entry in std::fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                text.push_str(&sources(&path));
            } else if path.extension().is_some_and(|end| end == "rs") {
                let source = std::fs::read_to_string(&path).expect("a source");
                text.push_str(source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default());
            }
        }
        text
    }

    #[test]
    fn every_message_key_is_used() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let said = sources(&root.join("src"));
        let (rules, table) = (sources(&root.join("../rules/src")), include_str!("../../../rules/README.md"));
        let quoted = |word: &str, text: &str| text.contains(&format!("\"{word}\""));
        let unused: Vec<_> = keys(include_str!("../../locales/en.ftl"))
            .into_keys()
            .filter(|key| match key.split_once('-') {
                // Put together from the codes of the rules, and from the reasons why a game ended.
                Some(("refusal", code)) => !table.contains(&format!("| `{code}` |")),
                // Put together from the names of options in setup lines.
                Some(("option", option)) => !quoted(option, &said) && !quoted(option, &rules) && !quoted(key, &said),
                // Put together from the names of games.
                Some(("name" | "about", game)) => !rules::registry::names().any(|name| name == game),
                Some(("rating", group)) => {
                    let group =
                        group.strip_prefix("group-").map(str::parse::<crate::domain::rating::group::RatingGroup>);
                    group.is_none_or(|group| group.is_err())
                }
                Some(("theme", word)) => word.parse::<render::Theme>().is_err(),
                Some(("reason" | "ended", word)) if !quoted(key, &said) => {
                    !quoted(word, &said) && !quoted(word, &rules)
                }
                _ => !quoted(key, &said),
            })
            .collect();
        assert!(unused.is_empty(), "{unused:?}");
    }

    #[test]
    fn every_reason_why_a_game_ended_has_its_words() {
        let known = keys(include_str!("../../locales/en.ftl"));
        let by_rules = rules::EndReason::ALL.map(crate::domain::EndReason::Rules);
        let by_players = crate::domain::EndReason::OWN.into_iter().filter(|reason| reason.is_by_people());
        for reason in by_players.chain(by_rules) {
            for kind in ["reason", "ended"] {
                assert!(known.contains_key(&format!("{kind}-{reason}")), "{kind}-{reason}");
            }
        }
    }

    #[test]
    fn every_game_has_a_name() {
        for (game, language) in
            rules::registry::names().flat_map(|game| [Language::English, Language::French].map(|of| (game, of)))
        {
            assert!(language.try_localize(&format!("name-{game}"), &[]).is_some(), "{game}");
        }
    }

    #[test]
    fn every_theme_has_a_name() {
        for (theme, language) in
            render::Theme::ALL.into_iter().flat_map(|theme| [Language::English, Language::French].map(|of| (theme, of)))
        {
            assert!(language.try_localize(&format!("theme-{theme}"), &[]).is_some(), "{theme}");
        }
    }

    #[test]
    fn every_refusal_of_the_rules_has_a_sentence() {
        // The table of codes and arguments in the rules' own documentation.
        let table = include_str!("../../../rules/README.md");
        let english = keys(include_str!("../../locales/en.ftl"));
        let mut codes = 0;
        let rows = table.lines().skip_while(|line| !line.starts_with("| code |")).take_while(|line| !line.is_empty());
        for line in rows.filter(|line| line.starts_with("| `")) {
            let mut columns = line.split('|').skip(1);
            let (Some(code), Some(args)) = (columns.next(), columns.next()) else { continue };
            let code = code.trim().trim_matches('`');
            let args: BTreeSet<String> = args.split('`').skip(1).step_by(2).map(str::to_owned).collect();
            let known = english.get(&format!("refusal-{code}")).unwrap_or_else(|| panic!("no sentence for {code}"));
            assert!(known.is_subset(&args), "{code}: {known:?} of {args:?}");
            codes += 1;
        }
        assert!(codes >= 30, "{codes}");
    }

    #[test]
    fn what_a_player_wrote_stands_between_backticks() {
        // The others are cells, counts and moves as the rules write them, and their own sentences.
        let typed = ["game", "layout", "option", "second", "text", "value", "what"];
        for text in [include_str!("../../locales/en.ftl"), include_str!("../../locales/fr.ftl")] {
            for line in text.lines().filter(|line| line.starts_with("refusal-")) {
                for (before, after) in line.match_indices("{ $").map(|(at, _)| line.split_at(at)) {
                    let name: String = after.chars().skip(3).take_while(|c| c.is_alphanumeric()).collect();
                    assert!(before.ends_with('`') || !typed.contains(&name.as_str()), "{name}: {line}");
                }
            }
        }
    }

    #[test]
    fn a_refusal_of_the_rules_can_follow_a_colon() {
        for line in TEXTS.into_iter().flat_map(|texts| texts[0].lines()).filter(|line| line.starts_with("refusal-")) {
            // These quote a sentence of the rules.
            let quotes = ["refusal-bad-position", "refusal-bad-record"].iter().any(|key| line.starts_with(key));
            let has_colon = line.split('`').step_by(2).any(|said| said.contains(": "));
            assert!(quotes || !has_colon, "{line}");
        }
    }

    #[test]
    fn a_message_about_a_vacation_prints_each_time_once() {
        for line in TEXTS.into_iter().flat_map(|texts| texts[0].lines()) {
            if ["notice-vacation-", "vacation-"].iter().any(|start| line.starts_with(start)) {
                assert!(!line.contains(":R>"), "{line}");
            }
        }
    }

    #[test]
    fn french_punctuation_follows_a_narrow_no_break_space() {
        for line in TEXTS[1].into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#')) {
            // Text between backticks is typed as it stands.
            for said in line.split('`').step_by(2) {
                let wrong = [" :", " ;", " !", " ?", " %", "\u{a0}"].into_iter().find(|wrong| said.contains(wrong));
                assert!(wrong.is_none(), "{line}");
            }
        }
    }

    #[test]
    fn a_text_that_looks_like_a_number_stays_a_text() {
        for text in ["007", "1", "-0", "1e3", "00000000a", "1000000000000000001"] {
            let said = localize!(Language::English, "error-bad-pace", pace = text);
            assert!(said.contains(&format!("`{text}`")), "{said}");
        }
        let id: GameId = "000000007".parse().expect("nine digits");
        let said = localize!(Language::English, "game-in", id = id, channel = u64::MAX);
        assert!(said.contains("`000000007`") && said.contains("<#18446744073709551615>"), "{said}");
    }

    #[test]
    fn numbers_choose_the_plural() {
        let days = |days: u32| localize!(Language::French, "challenge-pace-days", days = days);
        assert!(days(1).ends_with("1 jour** par coup"), "{}", days(1));
        assert!(days(2).ends_with("2 jours** par coup"), "{}", days(2));
        let given = |count: u32| localize!(Language::French, "score-summary-initial", who = "Noir", count = count);
        assert!(given(1).ends_with("une, comptée dès le début."), "{}", given(1));
        assert!(given(2).ends_with("2, comptées dès le début."), "{}", given(2));
    }
}
