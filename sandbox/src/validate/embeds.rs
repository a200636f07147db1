//! Limits of embeds.

use serde_json::Value;

use super::Form;

/// Checks the embeds of a message; `files` are the names an `attachment://` may point to.
pub fn check(form: &mut Form, embeds: &Value, files: &[String]) {
    let mut sum = 0;
    for (n, embed) in form.list("embeds", embeds, 10).iter().enumerate() {
        let at = format!("embeds/{n}");
        if !embed.is_object() {
            form.add(&at, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType");
            continue;
        }
        form.text(&format!("{at}/title"), &embed["title"], 0, 256);
        form.text(&format!("{at}/description"), &embed["description"], 0, 4096);
        if !embed["footer"].is_null() {
            form.text(&format!("{at}/footer/text"), &embed["footer"]["text"], 1, 2048);
        }
        if !embed["author"].is_null() {
            form.text(&format!("{at}/author/name"), &embed["author"]["name"], 1, 256);
        }
        for (m, field) in form.list(&format!("{at}/fields"), &embed["fields"], 25).iter().enumerate() {
            form.text(&format!("{at}/fields/{m}/name"), &field["name"], 1, 256);
            form.text(&format!("{at}/fields/{m}/value"), &field["value"], 1, 1024);
        }
        if embed["color"].as_u64().is_some_and(|color| color > 0xff_ffff) {
            let at = format!("{at}/color");
            form.add(&at, "NUMBER_TYPE_MAX", "int value should be less than or equal to 16777215.");
        }
        for part in ["image", "thumbnail"] {
            if !embed[part].is_null() {
                picture(form, &format!("{at}/{part}/url"), &embed[part]["url"], files);
            }
        }
        sum += characters(embed);
        if nothing_in(embed) {
            form.add(&format!("{at}/description"), "BASE_TYPE_REQUIRED", "This field is required");
        }
    }
    if sum > 6000 {
        form.add("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000");
    }
}

fn nothing_in(embed: &Value) -> bool {
    ["title", "description", "fields", "image", "thumbnail", "footer", "author", "url", "timestamp"].iter().all(
        |part| match &embed[*part] {
            Value::Null => true,
            Value::Array(items) => items.is_empty(),
            Value::String(text) => text.is_empty(),
            _ => false,
        },
    )
}

fn picture(form: &mut Form, at: &str, url: &Value, files: &[String]) {
    let Some(url) = url.as_str() else { return form.required(at) };
    if let Some(name) = url.strip_prefix("attachment://") {
        // Discord shows no picture then; the sandbox reports the mistake.
        if !files.iter().any(|file| file == name) {
            form.add(at, "URL_TYPE_INVALID_ATTACHMENT", "There is no attachment of this name.");
        }
    } else if !(url.starts_with("https://") || url.starts_with("http://")) {
        let scheme = url.split(':').next().unwrap_or_default();
        form.add(
            at,
            "URL_TYPE_INVALID_SCHEME",
            format!("Scheme \"{scheme}\" is not supported. Scheme must be one of ('http', 'https', 'attachment')."),
        );
    }
}

/// What counts towards the 6000 of a message.
fn characters(embed: &Value) -> usize {
    let count = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let fields = embed["fields"].as_array().into_iter().flatten();
    count(&embed["title"])
        + count(&embed["description"])
        + count(&embed["footer"]["text"])
        + count(&embed["author"]["name"])
        + fields.map(|field| count(&field["name"]) + count(&field["value"])).sum::<usize>()
}
