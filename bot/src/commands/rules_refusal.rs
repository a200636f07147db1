//! Refusals of the rules in the player's language.

use rules::Refusal;

use crate::discord::{Language, localize, message};

pub(crate) fn illegal(language: Language, played: Option<String>, refusal: &Refusal) -> String {
    let typed = played.unwrap_or_default();
    if names_what_was_typed(refusal, &typed) {
        return format!("{}.", capitalized(&render_refusal(language, refusal)));
    }
    localize!(language, "error-illegal", move = message::code(&typed), why = render_refusal(language, refusal))
}

/// Some reasons name what was typed themselves.
pub(crate) fn names_what_was_typed(refusal: &Refusal, typed: &str) -> bool {
    refusal.args.iter().any(|(name, value)| *name == "text" && value.trim() == typed.trim())
}

pub(crate) fn capitalized(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A refusal of the rules in the player's language; in English where there is no translation.
pub(crate) fn render_refusal(language: Language, refusal: &Refusal) -> String {
    refused_setup(language, refusal, |_| None, |_| None)
}

/// The same for the setup of a challenge; `typed` is what its challenger wrote for an option of the command. `field` is how a form
/// calls an option, for those who have not seen the command.
pub(crate) fn refused_setup<'a>(
    language: Language,
    refusal: &Refusal,
    typed: impl Fn(&str) -> Option<&'a str>,
    field: impl Fn(&str) -> Option<String>,
) -> String {
    let setup = SetupWords { language, typed, field };
    let option = refusal.args.iter().find(|(name, _)| *name == "option").map_or("", |(_, option)| option.as_str());
    let args: Vec<_> = refusal
        .args
        .iter()
        .map(|(name, value)| {
            // A sentence of the rules stands as it is; what a player wrote stands between backticks.
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
            (*name, text.into())
        })
        .collect();
    let key = format!("refusal-{}", refusal.code);
    language.try_localize(&key, &args).unwrap_or_else(|| message::escape_markdown(&refusal.text))
}

/// What can be written for an option instead.
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

/// Words of a setup line as options of `/challenge`, or as fields of a form.
struct SetupWords<F, N> {
    language: Language,
    typed: F,
    field: N,
}

impl<'a, F: Fn(&str) -> Option<&'a str>, N: Fn(&str) -> Option<String>> SetupWords<F, N> {
    /// The option of the command that stands for this one of a setup line.
    fn option_name(&self, option: &str) -> String {
        let is_board = option == "layout" && (self.typed)("layout").is_none() && (self.typed)("board").is_some();
        // A board of one's own is a layout too.
        let option = if is_board { "board" } else { option };
        (self.field)(option).unwrap_or_else(|| self.language.option_name("challenge", &message::code(option)))
    }

    /// An option with its value: `layout:the-wall`, `handicap=black:2`, and of a form `Layouts: the-wall`.
    fn with_value(&self, option: &str, value: &str) -> String {
        let (separator, value) = match ((self.field)(option), option) {
            (Some(_), _) => (": ", value.replace(['+', ':'], " ")),
            // These are options of the command, and the others words that are typed there.
            (None, "layout" | "sprint") => (":", value.to_owned()),
            (None, _) => ("=", value.to_owned()),
        };
        message::code(&format!("{}{separator}{value}", self.option_name(option)))
    }

    /// `layout=the-wall` as a player would write it. Of a phrase, the options that it names.
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
                let named = ["obstacles", "holes", "pivot", "ball"].into_iter().filter(|option| word.contains(option));
                let named: Vec<String> = named.map(|option| self.option_name(option)).collect();
                if named.is_empty() { message::code(word) } else { named.join(", ") }
            }
        }
    }
}
