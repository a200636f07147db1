//! Completes the options of `/challenge` and `/seek`.

use serde_json::{Map, Value};

use crate::commands::layout_names::{MAX_CHOICES, complete_layout};
use crate::commands::{Choices, Ctx, Problem};
use crate::features::challenge::definition::{choices, example, is_taken, setup_options};
use crate::features::guided_play::view::field_name;
use crate::features::presets;
use crate::features::seek::command::complete_rating;
use crate::localization::Language;

/// Completes the options that challenges and open challenges share.
pub(crate) async fn complete(ctx: Ctx<'_>) -> Result<Choices, Problem> {
    let (option, typed) = ctx.focused_option();
    match option {
        "rating" => Ok(complete_rating(ctx.language, typed)),
        "game" => presets::complete_game_or_preset(ctx, typed).await,
        "options" => Ok(complete_options(ctx.language, &ctx.options, typed)),
        "layout" if is_taken(&ctx.options, "layout") => Ok(complete_layout(ctx.language, typed)),
        _ => Ok(Choices::new()),
    }
}

/// Completes the last word of the option `options`: with examples of options or, after a complete option name, with
/// its values.
fn complete_options(language: Language, chosen: &Map<String, Value>, typed: &str) -> Vec<(String, String)> {
    let word_start = typed.rfind(char::is_whitespace).map_or(0, |space| space + 1);
    let (before, last) = (&typed[..word_start], typed[word_start..].to_lowercase());
    let option_name = last.split('=').next().unwrap_or_default();
    let is_new = |option: &&str| !before.split_whitespace().any(|word| word.split('=').next() == Some(*option));
    let options = setup_options().filter(|option| *option != "sprint" && is_taken(chosen, option)).filter(is_new);
    let mut words: Vec<(String, String)> = Vec::new();
    for (option, example) in options.filter_map(|option| Some((option, example(option)?))) {
        let values = choices(language, option);
        if option == option_name && !values.is_empty() {
            words.extend(values.into_iter().map(|(value, text)| (format!("{option}={value}"), text)));
        } else if option == option_name || option.starts_with(&last) {
            words.push((example, field_name(language, option).unwrap_or_default()));
        }
    }
    let fits = |value: &String| value.chars().count() <= 100;
    let choices = words.into_iter().filter(|(word, _)| word.starts_with(&last) || !last.contains('='));
    let choices =
        choices.map(|(word, text)| (format!("{word} · {text}").chars().take(100).collect(), format!("{before}{word}")));
    choices.filter(|(_, value)| fits(value)).take(MAX_CHOICES).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_complete_word_by_word_and_each_is_a_setup_line() {
        let complete = |game: &str, typed: &str| {
            let fields: Map<String, Value> = [("game".to_owned(), game.into())].into_iter().collect();
            complete_options(Language::ENGLISH, &fields, typed).into_iter().map(|(_, value)| value).collect::<Vec<_>>()
        };
        for value in complete("abalone", "") {
            assert!(rules::propose(&format!("abalone {value}")).is_ok(), "{value}");
        }
        assert_eq!(complete("abalone", "target=3 cr"), ["target=3 crown=on"]);
        assert_eq!(complete("abalone", "handicap").len(), 8);
        assert_eq!(complete("abalone", "handicap=white:1"), ["handicap=white:1"]);
        assert!(!complete("abalone", "crown=on ").iter().any(|value| value.ends_with("on crown=on")));
        assert_eq!(complete("fliporona", ""), [""; 0]);
        assert_eq!(complete("grand-abalone", ""), ["target=10"]);
    }

    #[test]
    fn the_example_in_the_description_of_the_option_can_be_played() {
        for language in Language::all() {
            let description = language.attribute("command-challenge-options", "description");
            let words = description.split_whitespace().filter(|word| word.contains('=')).collect::<Vec<_>>();
            assert!(words.len() > 1 && rules::propose(&format!("abalone {}", words.join(" "))).is_ok(), "{words:?}");
        }
    }
}
