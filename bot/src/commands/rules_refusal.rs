//! Refusals of the rules in the player's language.

use crate::discord::localization::{Argument, Language, localize};
use crate::discord::message;

pub(crate) fn illegal(language: Language, played: Option<String>, refusal: &rules::Refusal) -> String {
    let typed = message::code(&played.unwrap_or_default());
    localize!(language, "error-illegal", move = typed, why = refused(language, refusal))
}

/// A refusal of the rules in the player's language; in English where there is no translation.
pub(crate) fn refused(language: Language, refusal: &rules::Refusal) -> String {
    let args: Vec<_> = refusal
        .args
        .iter()
        .map(|(name, value)| {
            // A sentence of the rules stands as it is; what a player wrote stands between backticks.
            let text = match (*name, value.as_str()) {
                ("problem", problem) => message::sentence(problem),
                ("suggestions", moves) => message::code(moves).replace(" or ", &localize!(language, "refused-or")),
                // What the setup line calls so is another option of the command.
                ("option", "colors") | (_, "colors=one") => language.option_name("challenge", "hidden-colors"),
                (_, "layout=custom") => language.option_name("challenge", "board"),
                (_, "placement=on") => language.option_name("challenge", "placement"),
                (_, "crown=on") => language.option_name("challenge", "crown"),
                ("option", option) => language.option_name("challenge", &message::code(option)),
                (_, value) => message::code(value),
            };
            (*name, Argument::Text(text))
        })
        .collect();
    let key = format!("refusal-{}", refusal.code);
    language.try_localize(&key, &args).unwrap_or_else(|| message::escape_markdown(&refusal.text))
}
