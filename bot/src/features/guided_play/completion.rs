//! Completes the options of `/challenge` and `/seek`.

use serde_json::{Map, Value};

use crate::commands::layout_names::{MAX_CHOICES, complete_layout};
use crate::commands::{App, Choices, Problem};
use crate::discord::{Interaction, Language};
use crate::features::challenge::definition::{choices, example, is_taken, setup_options};
use crate::features::guided_play::view::field_name;
use crate::features::presets;
use crate::features::seek::command::complete_rating;

/// Completes the options that a challenge and an open challenge share.
pub(crate) async fn complete(app: &App, language: Language, interaction: &Interaction) -> Result<Choices, Problem> {
    let (option, typed) = interaction.focused_option();
    match option {
        "rating" => Ok(complete_rating(language, typed)),
        "game" => presets::complete_game_or_preset(app, language, interaction, typed).await,
        "options" => Ok(complete_options(language, &interaction.options, typed)),
        "layout" if is_taken(&interaction.options, "layout") => Ok(complete_layout(language, typed)),
        _ => Ok(Choices::new()),
    }
}

/// Completes the last word of what is typed as `options`: an option of the game by an example, and where its name stands
/// already, its values.
fn complete_options(language: Language, chosen: &Map<String, Value>, typed: &str) -> Vec<(String, String)> {
    let begun = typed.rfind(char::is_whitespace).map_or(0, |space| space + 1);
    let (before, last) = (&typed[..begun], typed[begun..].to_lowercase());
    let named = last.split('=').next().unwrap_or_default();
    let is_new = |option: &&str| !before.split_whitespace().any(|word| word.split('=').next() == Some(*option));
    let options = setup_options().filter(|option| *option != "sprint" && is_taken(chosen, option)).filter(is_new);
    let mut words: Vec<(String, String)> = Vec::new();
    for (option, example) in options.filter_map(|option| Some((option, example(option)?))) {
        let values = choices(language, option);
        if option == named && !values.is_empty() {
            words.extend(values.into_iter().map(|(value, text)| (format!("{option}={value}"), text)));
        } else if option == named || option.starts_with(&last) {
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
            let chosen: Map<String, Value> = [("game".to_owned(), game.into())].into_iter().collect();
            complete_options(Language::ENGLISH, &chosen, typed).into_iter().map(|(_, value)| value).collect::<Vec<_>>()
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
