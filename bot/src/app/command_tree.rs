//! The command tree: every command of every feature, as Discord registers it, and which feature answers what.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::Value;

use crate::commands::{Feature, word_of};
use crate::discord::command_definition::OptionDefinition;
use crate::discord::{Interaction, InteractionType};
use crate::features;

/// Features by the whole name of each command: `settings picture`.
static BY_COMMAND: LazyLock<HashMap<String, &'static dyn Feature>> = LazyLock::new(|| {
    let commands_of = |feature: &'static dyn Feature| {
        let names = feature.commands().into_iter().flat_map(|command| command.names());
        names.map(move |name| (name, feature))
    };
    features::ALL.iter().flat_map(|feature| commands_of(*feature)).collect()
});

/// Features by the words of their buttons.
static BY_WORD: LazyLock<HashMap<&'static str, &'static dyn Feature>> = LazyLock::new(|| {
    features::ALL.iter().flat_map(|feature| feature.words().iter().map(|word| (*word, *feature))).collect()
});

pub fn feature_for(interaction: &Interaction) -> Option<&'static dyn Feature> {
    match interaction.kind {
        InteractionType::Component | InteractionType::Modal => BY_WORD.get(word_of(&interaction.name)?).copied(),
        InteractionType::Command | InteractionType::Autocomplete => BY_COMMAND.get(&interaction.name).copied(),
    }
}

/// The options of the command of this whole name.
pub fn options_of(name: &str) -> Option<Vec<OptionDefinition>> {
    let commands = features::ALL.iter().flat_map(|feature| feature.commands());
    commands.into_iter().find_map(|command| command.options_of(name).map(<[_]>::to_vec))
}

/// Every command, in the order in which Discord gets them. What several features say of one command is put together.
pub fn tree() -> Value {
    let mut tree: Vec<Value> = Vec::new();
    for command in features::ALL.iter().flat_map(|feature| feature.commands()) {
        let mut command = command.to_json();
        match tree.iter_mut().find(|known| known["name"] == command["name"]) {
            Some(known) => {
                let options = command["options"].take();
                if let (Some(known), Value::Array(options)) = (known["options"].as_array_mut(), options) {
                    known.extend(options);
                }
            }
            None => tree.push(command),
        }
    }
    tree.into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use crate::commands::Button;
    use crate::discord::Language;
    use crate::domain::GameId;

    use super::*;

    fn texts<'a>(of: &'a Value, key: &str) -> Vec<&'a str> {
        let localized = of[format!("{key}_localizations")].as_object().into_iter().flatten();
        of[key].as_str().into_iter().chain(localized.filter_map(|(_, text)| text.as_str())).collect()
    }

    #[test]
    fn the_tree_keeps_every_limit_of_discord() {
        if let Err(refusal) = sandbox::validate::commands::check_set(&tree()) {
            panic!("{}", refusal.body());
        }
    }

    /// The most options of a command or subcommand, by its whole name.
    fn longest_option_list(name: &str, of: &Value) -> (usize, String) {
        let options = of["options"].as_array().map_or(&[][..], Vec::as_slice);
        let below = options.iter().filter(|option| matches!(option["type"].as_u64(), Some(1 | 2)));
        let below =
            below.map(|sub| longest_option_list(&format!("{name} {}", sub["name"].as_str().unwrap_or_default()), sub));
        below.max().unwrap_or_else(|| (options.len(), name.to_owned()))
    }

    #[test]
    fn no_command_has_more_than_twelve_options() {
        for command in tree().as_array().expect("an array") {
            let (count, name) = longest_option_list(command["name"].as_str().expect("a name"), command);
            assert!(count <= 12, "/{name} has {count} options");
        }
    }

    fn check_texts(of: &Value, key: &str) {
        let name = of["name"].as_str().expect("a name");
        for text in texts(of, "name").into_iter().chain(texts(of, "description")) {
            assert!(!["command-", "shared-", "choice-"].iter().any(|key| text.starts_with(key)), "no text for {text}");
        }
        // Options of several commands, or of a command that another one has too.
        let others =
            ["shared", "shared-ladder", "shared-organize", "command-challenge", "command-organize-ladder-create"];
        let keys: Vec<String> =
            std::iter::once(key.to_owned()).chain(others.map(|other| format!("{other}-{name}"))).collect();
        let english = keys.iter().find_map(|key| Language::ENGLISH.try_localize(key, &[]));
        assert_eq!(english.as_deref(), Some(name), "the English name is the one that the program reads");
        let options = of["options"].as_array().into_iter().flatten();
        for number in 0..Language::all().count() {
            let names: Vec<_> = options.clone().map(|option| texts(option, "name")[number]).collect();
            assert_eq!(names.len(), names.iter().collect::<BTreeSet<_>>().len(), "{names:?}");
        }
        for option in options {
            check_texts(option, &format!("{key}-{}", option["name"].as_str().unwrap_or_default()));
        }
        for name in of["choices"].as_array().into_iter().flatten().flat_map(|choice| texts(choice, "name")) {
            assert!(!name.contains(".choice-") && !name.starts_with("shared-"), "no text for {name}");
        }
    }

    #[test]
    fn each_command_and_each_word_of_a_button_has_one_feature() {
        let commands = features::ALL.iter().flat_map(|feature| feature.commands());
        let names: Vec<String> = commands.flat_map(|command| command.names()).collect();
        let words: Vec<&str> = features::ALL.iter().flat_map(|feature| feature.words()).copied().collect();
        assert_eq!((names.len(), words.len()), (BY_COMMAND.len(), BY_WORD.len()), "{names:?} {words:?}");
    }

    proptest! {
        #[test]
        fn every_button_reads_back_as_itself_and_fits(
            game in 0..1_i64 << 45, number in 0_i64..100_000, text in "[a-i1-9@:,+-]{0,40}",
        ) {
            for word in BY_WORD.keys() {
                for press in [
                    Button::of(word, GameId(game)),
                    Button::at(word, GameId(game), number),
                    Button::with(word, GameId(game), number, text.clone()),
                ] {
                    let id = press.to_string();
                    prop_assert!(press.fits(), "{id}");
                    prop_assert_eq!(word_of(&id), Some(*word));
                    prop_assert_eq!(id.parse(), Ok(press));
                }
            }
        }
    }

    #[test]
    fn every_command_option_and_choice_has_its_texts_in_every_language() {
        for command in tree().as_array().expect("an array") {
            check_texts(command, &format!("command-{}", command["name"].as_str().unwrap_or_default()));
        }
    }
}
