//! Limits of buttons, selects and modals.

use std::collections::HashSet;

use serde_json::Value;

use super::Form;

/// Checks the components of a message; `files` are the names an `attachment://` may point to.
pub fn check(form: &mut Form, components: &Value, version_2: bool, files: &[String]) {
    if version_2 {
        let rows = form.list("components", components, 40);
        if count(rows) > 40 {
            form.add("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "Maximum of 40 components");
        }
        let mut seen = HashSet::new();
        for (n, item) in rows.iter().enumerate() {
            version_2_item(form, &format!("components/{n}"), item, &mut seen, files);
        }
        return;
    }
    let rows = form.list("components", components, 5);
    let mut seen = HashSet::new();
    for (n, item) in rows.iter().enumerate() {
        let at = format!("components/{n}");
        if item["type"] == 1 {
            row(form, &at, item, &mut seen);
        } else {
            form.choices(&format!("{at}/type"), "1,");
        }
    }
}

/// Action row 1, text 10, gallery 12, file 13.
fn version_2_item<'a>(form: &mut Form, at: &str, item: &'a Value, seen: &mut HashSet<&'a str>, files: &[String]) {
    match item["type"].as_u64() {
        Some(1) => row(form, at, item, seen),
        Some(10) => form.text(&format!("{at}/content"), &item["content"], 1, 4000),
        Some(12) => {
            let items = item["items"].as_array().map(Vec::as_slice).unwrap_or_default();
            if items.is_empty() || items.len() > 10 {
                form.length(&format!("{at}/items"), 1, 10);
            }
            for (n, item) in items.iter().enumerate() {
                let at = format!("{at}/items/{n}");
                form.optional_text(&format!("{at}/description"), &item["description"], 1, 1024);
                check_attachment(form, &format!("{at}/media/url"), &item["media"]["url"], files);
            }
        }
        Some(13) => check_attachment(form, &format!("{at}/file/url"), &item["file"]["url"], files),
        _ => form.choices(&format!("{at}/type"), "1, 10, 12, 13"),
    }
}

fn check_attachment(form: &mut Form, at: &str, url: &Value, files: &[String]) {
    let Some(url) = url.as_str() else { return form.required(at) };
    if url.strip_prefix("attachment://").is_some_and(|name| !files.iter().any(|file| file == name)) {
        form.add(at, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment was not found");
    }
}

fn count(items: &[Value]) -> usize {
    items.iter().map(|item| 1 + item["components"].as_array().map_or(0, |below| count(below))).sum()
}

fn row<'a>(form: &mut Form, path: &str, row: &'a Value, seen: &mut HashSet<&'a str>) {
    let at = format!("{path}/components");
    let items = row["components"].as_array().map(Vec::as_slice).unwrap_or_default();
    if items.is_empty() || items.len() > 5 {
        form.length(&at, 1, 5);
    }
    let selects = items.iter().filter(|item| matches!(item["type"].as_u64(), Some(3 | 5 | 6))).count();
    if selects > 1 || (selects == 1 && items.len() > 1) {
        form.add(&at, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width");
    }
    for (n, item) in items.iter().enumerate() {
        let at = format!("{at}/{n}");
        match item["type"].as_u64() {
            Some(2) => button(form, &at, item),
            Some(3 | 5 | 6) => select(form, &at, item),
            _ => form.choices(&format!("{at}/type"), "2, 3, 5, 6"),
        }
        if let Some(id) = item["custom_id"].as_str() {
            unique(form, &at, id, seen);
        }
    }
}

fn unique<'a>(form: &mut Form, at: &str, id: &'a str, seen: &mut HashSet<&'a str>) {
    if !seen.insert(id) {
        form.add(
            &format!("{at}/custom_id"),
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            "Component custom id cannot be duplicated",
        );
    }
}

fn button(form: &mut Form, at: &str, button: &Value) {
    if button["style"] == 5 {
        form.text(&format!("{at}/url"), &button["url"], 1, 512);
        let is_address =
            button["url"].as_str().is_some_and(|url| url.starts_with("https://") || url.starts_with("http://"));
        if !is_address || !button["custom_id"].is_null() {
            form.add(at, "BUTTON_COMPONENT_INVALID_URL", "A link button must have a url and no custom id");
        }
    } else {
        form.text(&format!("{at}/custom_id"), &button["custom_id"], 1, 100);
    }
    if !matches!(button["style"].as_u64(), Some(1..=5)) {
        form.choices(&format!("{at}/style"), "1, 2, 3, 4, 5");
    }
    form.text(&format!("{at}/label"), &button["label"], 0, 80);
    if button["label"].as_str().is_none_or(|label| label.trim().is_empty()) {
        form.add(at, "BUTTON_COMPONENT_INVALID", "A button must have a label or emoji");
    }
}

fn select(form: &mut Form, at: &str, select: &Value) {
    form.text(&format!("{at}/custom_id"), &select["custom_id"], 1, 100);
    form.text(&format!("{at}/placeholder"), &select["placeholder"], 0, 150);
    let least = select["min_values"].as_u64().unwrap_or(1);
    let most = select["max_values"].as_u64().unwrap_or(1);
    if least > 25 {
        form.add(&format!("{at}/min_values"), "NUMBER_TYPE_MAX", "int value should be less than or equal to 25.");
    }
    if most == 0 || most > 25 {
        form.add(&format!("{at}/max_values"), "NUMBER_TYPE_MAX", "int value should be between 1 and 25.");
    }
    if least > most {
        form.add(&format!("{at}/min_values"), "SELECT_COMPONENT_MIN_MAX", "min_values cannot exceed max_values");
    }
    if select["type"] != 3 {
        defaults(form, at, select, most);
        return;
    }
    let options_at = format!("{at}/options");
    let options = select["options"].as_array().map(Vec::as_slice).unwrap_or_default();
    if options.is_empty() || options.len() > 25 {
        form.length(&options_at, 1, 25);
    }
    if most as usize > options.len() && options.len() <= 25 && !options.is_empty() {
        form.add(
            &format!("{at}/max_values"),
            "BASE_TYPE_BAD_LENGTH",
            format!("Must be between 1 and {} in length.", options.len()),
        );
    }
    let defaults = options.iter().filter(|option| option["default"] == true).count();
    if defaults > most as usize {
        form.add(
            &options_at,
            "SELECT_COMPONENT_INVALID_DEFAULT_VALUES",
            format!("At most {most} options can be selected by default"),
        );
    }
    let mut values = HashSet::new();
    for (n, option) in options.iter().enumerate() {
        let at = format!("{options_at}/{n}");
        form.text(&format!("{at}/label"), &option["label"], 1, 100);
        form.text(&format!("{at}/value"), &option["value"], 1, 100);
        form.text(&format!("{at}/description"), &option["description"], 0, 100);
        if !values.insert(option["value"].as_str()) {
            form.add(
                &format!("{at}/value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            );
        }
    }
}

/// Checks the default people or roles of a select.
fn defaults(form: &mut Form, at: &str, select: &Value, most: u64) {
    let defaults = select["default_values"].as_array().map(Vec::as_slice).unwrap_or_default();
    if defaults.len() as u64 > most {
        form.add(
            &format!("{at}/default_values"),
            "SELECT_COMPONENT_INVALID_DEFAULT_VALUES",
            format!("At most {most} options can be selected by default"),
        );
    }
    for (n, value) in defaults.iter().enumerate() {
        let at = format!("{at}/default_values/{n}");
        let kind = if select["type"] == 6 { "role" } else { "user" };
        if value["type"] != kind {
            form.choices(&format!("{at}/type"), kind);
        }
        form.snowflake(&format!("{at}/id"), &value["id"]);
    }
}

/// Checks the form a callback of type 9 opens.
pub fn check_modal(form: &mut Form, modal: &Value) {
    form.text("data/title", &modal["title"], 1, 45);
    form.text("data/custom_id", &modal["custom_id"], 1, 100);
    let items = modal["components"].as_array().map(Vec::as_slice).unwrap_or_default();
    if items.is_empty() || items.len() > 5 {
        form.length("data/components", 1, 5);
    }
    let mut seen = HashSet::new();
    for (n, item) in items.iter().enumerate() {
        let at = format!("data/components/{n}");
        let inside = item["components"].as_array().map(Vec::as_slice).unwrap_or_default();
        let ([field], true) = (inside, item["type"] == 1) else {
            form.length(&format!("{at}/components"), 1, 1);
            continue;
        };
        let at = format!("{at}/components/0");
        if field["type"] == 4 {
            text_input(form, &at, field);
        } else {
            form.choices(&format!("{at}/type"), "4,");
        }
        if let Some(id) = field["custom_id"].as_str() {
            unique(form, &at, id, &mut seen);
        }
    }
}

fn text_input(form: &mut Form, at: &str, field: &Value) {
    form.text(&format!("{at}/custom_id"), &field["custom_id"], 1, 100);
    form.text(&format!("{at}/label"), &field["label"], 1, 45);
    if !matches!(field["style"].as_u64(), Some(1 | 2)) {
        form.choices(&format!("{at}/style"), "1, 2");
    }
    form.text(&format!("{at}/placeholder"), &field["placeholder"], 0, 100);
    form.text(&format!("{at}/value"), &field["value"], 0, 4000);
    for (name, least) in [("min_length", 0), ("max_length", 1)] {
        let value = &field[name];
        if !value.is_null() && value.as_u64().is_none_or(|value| value < least || value > 4000) {
            form.add(
                &format!("{at}/{name}"),
                "NUMBER_TYPE_MAX",
                format!("int value should be between {least} and 4000."),
            );
        }
    }
}
