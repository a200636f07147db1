//! Limits of application commands.

use std::collections::HashSet;

use serde_json::Value;

use super::{Form, Refusal};

/// Locales Discord has words for.
const LOCALES: &[&str] = &[
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr", "hu", "id",
    "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
];

/// Checks a whole set of commands, as one `PUT` carries it.
pub fn check_set(body: &Value) -> Result<(), Refusal> {
    let mut form = Form::default();
    let commands = form.list("", body, 130);
    if !body.is_array() {
        return form.done();
    }
    let mut names = HashSet::new();
    for (n, command) in commands.iter().enumerate() {
        check(&mut form, &n.to_string(), command);
        if !names.insert((kind(command), command["name"].as_str())) {
            form.add(
                &format!("{n}/name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            );
        }
    }
    form.done()?;
    for (kind_wanted, most) in [(1, 100), (2, 15), (3, 15)] {
        if commands.iter().filter(|command| kind(command) == kind_wanted).count() > most {
            return Err(Refusal::from_code(30032));
        }
    }
    Ok(())
}

pub fn check_one(command: &Value) -> Result<(), Refusal> {
    let mut form = Form::default();
    check(&mut form, "", command);
    form.done()
}

/// Chat input 1, user 2, message 3.
pub fn kind(command: &Value) -> u64 {
    command["type"].as_u64().unwrap_or(1)
}

fn check(form: &mut Form, path: &str, command: &Value) {
    if !command.is_object() {
        form.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType");
        return;
    }
    if !(1..=4).contains(&kind(command)) {
        form.choices(&format!("{path}/type"), "1, 2, 3, 4");
    }
    check_names(form, path, command, kind(command) == 1);
    if kind(command) == 1 {
        options(form, path, command, 0);
    } else if kind(command) != 4 && command["description"].as_str().is_some_and(|text| !text.is_empty()) {
        form.add(
            &format!("{path}/description"),
            "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_CANNOT_EXIST",
            "Context menu commands cannot have description",
        );
    }
    if total(command) > 8000 {
        form.add(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)");
    }
    subset(form, &format!("{path}/contexts"), &command["contexts"], 2);
    subset(form, &format!("{path}/integration_types"), &command["integration_types"], 1);
}

fn subset(form: &mut Form, path: &str, value: &Value, most: u64) {
    for (n, item) in form.list(path, value, 3).iter().enumerate() {
        if item.as_u64().is_none_or(|item| item > most) {
            form.choices(&format!("{path}/{n}"), if most == 1 { "0, 1" } else { "0, 1, 2" });
        }
    }
}

fn check_names(form: &mut Form, path: &str, item: &Value, chat_input: bool) {
    let at = format!("{path}/name");
    form.text(&at, &item["name"], 1, 32);
    if chat_input && item["name"].as_str().is_some_and(|name| !well_named(name)) {
        form.add(&at, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
    }
    if chat_input {
        form.text(&format!("{path}/description"), &item["description"], 1, 100);
    }
    for (field, max) in [("name_localizations", 32), ("description_localizations", 100)] {
        let Some(words) = item[field].as_object() else { continue };
        for (locale, word) in words {
            let at = format!("{path}/{field}/{locale}");
            if !LOCALES.contains(&locale.as_str()) {
                form.choices(&at, &LOCALES.join(", "));
            }
            form.optional_text(&at, word, 1, max);
            if chat_input && max == 32 && word.as_str().is_some_and(|word| !well_named(word)) {
                form.add(&at, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
            }
        }
    }
}

/// Discord's `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`, lower case where there is one.
fn well_named(name: &str) -> bool {
    let fits = |c: char| {
        matches!(c, '-' | '_' | '\'')
            || c.is_alphanumeric()
            || ('\u{900}'..='\u{97f}').contains(&c)
            || ('\u{e00}'..='\u{e7f}').contains(&c)
    };
    name.chars().all(fits) && name.to_lowercase() == name
}

fn options(form: &mut Form, path: &str, item: &Value, depth: u8) {
    let at = format!("{path}/options");
    let options = form.list(&at, &item["options"], 25);
    let mut names = HashSet::new();
    let mut optional_seen = false;
    let groups = options.iter().filter(|option| matches!(option["type"].as_u64(), Some(1 | 2))).count();
    if groups > 0 && groups < options.len() {
        form.add(
            &at,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        );
    }
    for (n, option) in options.iter().enumerate() {
        let at = format!("{at}/{n}");
        check_names(form, &at, option, true);
        if !names.insert(option["name"].as_str()) {
            form.add(
                &at,
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                "Option name already exists in these options",
            );
        }
        let Some(kind @ 1..=11) = option["type"].as_u64() else {
            form.choices(&format!("{at}/type"), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11");
            continue;
        };
        if kind <= 2 {
            if (kind == 2 && depth > 0) || depth > 1 {
                form.choices(&format!("{at}/type"), "1, 3, 4, 5, 6, 7, 8, 9, 10, 11");
            }
            options_below(form, &at, option, depth);
            continue;
        }
        if option["required"] == true && optional_seen {
            form.add(
                &at,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            );
        }
        optional_seen |= option["required"] != true;
        choices(form, &at, option, kind);
        bounds(form, &at, option, kind);
    }
}

fn options_below(form: &mut Form, at: &str, option: &Value, depth: u8) {
    options(form, at, option, depth + 1);
}

fn choices(form: &mut Form, path: &str, option: &Value, kind: u64) {
    let at = format!("{path}/choices");
    let choices = form.list(&at, &option["choices"], 25);
    if choices.is_empty() {
        return;
    }
    if !matches!(kind, 3 | 4 | 10) {
        form.add(&at, "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", "This option type cannot have choices");
    }
    if option["autocomplete"] == true {
        form.add(
            &format!("{path}/autocomplete"),
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
            "Autocomplete and choices are mutually exclusive",
        );
    }
    let mut names = HashSet::new();
    for (n, choice) in choices.iter().enumerate() {
        let at = format!("{at}/{n}");
        if !names.insert(choice["name"].as_str()) {
            form.add(&at, "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Choice name already exists");
        }
        choice_value(form, &at, choice, kind);
    }
}

/// Name and value of a choice, in a command or in an autocomplete answer.
pub fn choice_value(form: &mut Form, at: &str, choice: &Value, kind: u64) {
    form.text(&format!("{at}/name"), &choice["name"], 1, 100);
    let at = format!("{at}/value");
    match (kind, &choice["value"]) {
        (_, Value::Null) => form.required(&at),
        (3, value) => form.text(&at, value, 0, 100),
        (4, value) if !value.is_i64() => {
            form.add(&at, "NUMBER_TYPE_COERCE", format!("Value {value} is not int."));
        }
        (10, value) if !value.is_number() => {
            form.add(&at, "FLOAT_TYPE_COERCE", format!("Value {value} is not float."));
        }
        _ => {}
    }
}

fn bounds(form: &mut Form, path: &str, option: &Value, kind: u64) {
    for (field, least, kinds) in
        [("min_length", 0, [3, 3]), ("max_length", 1, [3, 3]), ("min_value", 0, [4, 10]), ("max_value", 0, [4, 10])]
    {
        let value = &option[field];
        if value.is_null() {
            continue;
        }
        let at = format!("{path}/{field}");
        if !kinds.contains(&kind) {
            form.add(&at, "APPLICATION_COMMAND_OPTIONS_BOUNDS_INVALID", "This option type cannot have this bound");
        } else if kind == 3 && value.as_u64().is_none_or(|value| value < least || value > 6000) {
            form.add(&at, "NUMBER_TYPE_MAX", format!("int value should be between {least} and 6000."));
        }
    }
    if option["autocomplete"] == true && !matches!(kind, 3 | 4 | 10) {
        form.add(
            &format!("{path}/autocomplete"),
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
            "This option type cannot be completed",
        );
    }
}

/// Characters of names, descriptions and values; of translations, the longest counts.
fn total(item: &Value) -> usize {
    let count = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let longest = |field: &str, words: &str| {
        let translated = item[words].as_object().into_iter().flatten().map(|(_, word)| count(word));
        translated.max().unwrap_or(0).max(count(&item[field]))
    };
    let own = longest("name", "name_localizations") + longest("description", "description_localizations");
    let list = |field: &str| item[field].as_array().map(Vec::as_slice).unwrap_or_default();
    own + count(&item["value"])
        + list("options").iter().map(total).sum::<usize>()
        + list("choices").iter().map(total).sum::<usize>()
}
