//! Refusals of the rules in the player's language.

use discord::localization::Localizable;
use discord::message;
use rules::Refusal;

use crate::localization::{Language, localize};

pub(crate) fn illegal(language: Language, played: Option<String>, refusal: &Refusal) -> String {
    let move_text = played.unwrap_or_default();
    if names_what_was_typed(refusal, &move_text) {
        return format!("{}.", capitalized(&render_refusal(language, refusal)));
    }
    localize!(language, "error-illegal", move = message::code(&move_text), why = render_refusal(language, refusal))
}

/// Whether the refusal's own text quotes the input.
pub(crate) fn names_what_was_typed(refusal: &Refusal, typed: &str) -> bool {
    refusal.args.iter().any(|(name, value)| *name == "text" && value.trim() == typed.trim())
}

pub(crate) fn capitalized(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A refusal of the rules in the player's language, or in English without a translation.
pub(crate) fn render_refusal(language: Language, refusal: &Refusal) -> String {
    refused_setup(language, refusal, |_| None, |_, _| None)
}

/// A refused setup of a challenge; `typed` gives the challenger's input for an option of the command. `field` gives
/// the form's words for an option, or for a value of it, for players who used the form.
pub(crate) fn refused_setup<'a>(
    language: Language,
    refusal: &Refusal,
    typed: impl Fn(&str) -> Option<&'a str>,
    field: impl Fn(&str, Option<&str>) -> Option<String>,
) -> String {
    let setup = SetupWords { language, typed, field };
    let option = refusal.args.iter().find(|(name, _)| *name == "option").map_or("", |(_, option)| option.as_str());
    let texts: Vec<_> = refusal
        .args
        .iter()
        .map(|(name, value)| {
            // Sentences of the rules are inserted as they are, player input between backticks.
            let text = match (*name, value.as_str()) {
                ("problem", problem) => message::sentence(problem),
                ("suggestions", moves) => message::code(moves).replace(" or ", &localize!(language, "refused-or")),
                ("option", option) => setup.option_name(option),
                ("value", value) => message::code((setup.typed)(option).unwrap_or(value)),
                ("expected", expected) if refusal.code == "bad-value" => expectation(language, option, expected),
                ("layout", layout) if refusal.code == "unknown-layout" => {
                    message::code((setup.typed)("layout").unwrap_or(layout))
                }
                ("first" | "second" | "layout" | "target" | "crown", word) => setup.format(word),
                (_, value) => message::code(value),
            };
            (*name, text)
        })
        .collect();
    let values: Vec<_> = texts.iter().map(|(name, text)| (*name, text as &(dyn Localizable<_> + Sync))).collect();
    let key = format!("refusal-{}", refusal.code);
    language.try_localize(&key, &values).unwrap_or_else(|| message::escape_markdown(&refusal.text))
}

/// The values that an option accepts.
fn expectation(language: Language, option: &str, expected: &str) -> String {
    let mut numbers = expected.split(' ').filter_map(|word| word.parse::<u32>().ok());
    let range = numbers.next().zip(numbers.next());
    match (option, range) {
        ("obstacles" | "holes", _) => localize!(language, "expected-cells"),
        ("pivot", _) => localize!(language, "expected-pivot"),
        ("ball", _) => localize!(language, "expected-cell"),
        ("board", _) => localize!(language, "expected-board"),
        (_, Some((least, most))) => localize!(language, "expected-range", least = least, most = most),
        (_, None) => localize!(language, "expected-choice"),
    }
}

/// Converts words of a setup line into options of `/challenge`, or into fields of a form.
struct SetupWords<F, N> {
    language: Language,
    typed: F,
    field: N,
}

impl<'a, F: Fn(&str) -> Option<&'a str>, N: Fn(&str, Option<&str>) -> Option<String>> SetupWords<F, N> {
    /// The command's option for this option of a setup line.
    fn option_name(&self, option: &str) -> String {
        let is_board = option == "layout" && (self.typed)("layout").is_none() && (self.typed)("board").is_some();
        // A typed board is stored as a layout.
        let option = if is_board { "board" } else { option };
        (self.field)(option, None).unwrap_or_else(|| self.language.option_name("challenge", &message::code(option)))
    }

    /// An option with its value: `layout:the-wall`, `handicap=black:2`, or in a form `Layouts: The Wall`.
    fn with_value(&self, option: &str, value: &str) -> String {
        let of_form = (self.field)(option, Some(value));
        // Only these are options of the command; the others are typed into `options`.
        let separator = if ["layout", "sprint"].contains(&option) { ":" } else { "=" };
        let of_command = || format!("{}{separator}{value}", self.option_name(option));
        message::code(&of_form.unwrap_or_else(of_command))
    }

    /// `layout=the-wall` as a player would type it. Of a phrase, the options that it names.
    fn format(&self, word: &str) -> String {
        match word.split_once('=') {
            Some(("layout", "custom")) => self.option_name("board"),
            Some((option, "on" | "one" | "…")) => self.option_name(option),
            Some(("layout", value)) => {
                let value = (self.typed)("layout").unwrap_or(value);
                self.with_value("layout", value)
            }
            Some((option, value)) => self.with_value(option, value),
            None => {
                let options =
                    ["obstacles", "holes", "pivot", "ball"].into_iter().filter(|option| word.contains(option));
                let options: Vec<String> = options.map(|option| self.option_name(option)).collect();
                if options.is_empty() { message::code(word) } else { options.join(", ") }
            }
        }
    }
}
