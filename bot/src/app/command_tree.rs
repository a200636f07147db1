//! The command tree: every command of every feature, as Discord registers it.

use serde_json::{Map, Value, json};

use crate::commands::command_definition::{CommandDefinition, OptionDefinition};
use crate::features;

/// The options of the command with this full name.
pub fn options_of(name: &str) -> Option<Vec<OptionDefinition>> {
    let commands = features::ALL.iter().flat_map(|feature| feature.commands());
    commands.into_iter().find_map(|command| command.options_of(name).map(<[_]>::to_vec))
}

/// Every command, in the order of registration. Definitions of one command by several features are merged.
pub fn tree() -> Value {
    let mut tree: Vec<CommandDefinition> = Vec::new();
    for command in features::ALL.iter().flat_map(|feature| feature.commands()) {
        match tree.iter_mut().find(|known| known.name == command.name) {
            Some(known) => known.options.extend(command.options),
            None => tree.push(command),
        }
    }
    tree.iter().map(|command| without_nulls(json!(command.build()))).collect()
}

/// Removes `null`. serenity writes it for each missing limit of an option, which Discord's documentation does not
/// allow.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.into_iter().filter(|(_, value)| !value.is_null());
            fields.map(|(name, value)| (name, without_nulls(value))).collect::<Map<_, _>>().into()
        }
        Value::Array(items) => items.into_iter().map(without_nulls).collect(),
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::localization::Language;

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
        assert!(!tree().to_string().contains(":null"));
    }

    /// The greatest number of options of a command or subcommand, with its full name.
    fn longest_option_list(name: &str, of: &Value) -> (usize, String) {
        let options = of["options"].as_array().map_or(&[][..], Vec::as_slice);
        let below = options.iter().filter(|option| matches!(option["type"].as_u64(), Some(1 | 2)));
        let below =
            below.map(|sub| longest_option_list(&format!("{name} {}", sub["name"].as_str().unwrap_or_default()), sub));
        below.max().unwrap_or_else(|| (options.len(), name.to_owned()))
    }

    #[test]
    fn no_command_has_more_than_fourteen_options() {
        for command in tree().as_array().expect("an array") {
            let (count, name) = longest_option_list(command["name"].as_str().expect("a name"), command);
            assert!(count <= 14, "/{name} has {count} options");
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
    fn every_command_option_and_choice_has_its_texts_in_every_language() {
        for command in tree().as_array().expect("an array") {
            check_texts(command, &format!("command-{}", command["name"].as_str().unwrap_or_default()));
        }
    }
}
