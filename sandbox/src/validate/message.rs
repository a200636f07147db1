//! Limits of messages.

use std::collections::HashSet;

use serde_json::Value;

use super::{Form, Refusal, components, is_blank};

/// Components of the second version; such a message has no content.
pub const VERSION_2: u64 = 1 << 15;
/// The largest attachment, and the largest request.
pub const FILE_BYTES: usize = 10 * 1024 * 1024;
pub const REQUEST_BYTES: usize = 25 * 1024 * 1024;

/// The context for checking a message.
#[derive(Debug, Clone, Copy)]
pub struct MessageContext<'a> {
    /// Sizes of the files sent along, by index and name.
    pub files: &'a [(u64, String, usize)],
    /// Attachments a changed message already has: id and file name.
    pub kept: &'a [(u64, String)],
    /// Whether the message has content, components or attachments that stay.
    pub has_more: bool,
    pub flags: u64,
    /// Whether the message keeps its content, which components of the second version exclude.
    pub keeps_content: bool,
}

pub fn check(body: &Value, around: MessageContext<'_>) -> Result<(), Refusal> {
    if around.files.iter().any(|(_, _, bytes)| *bytes > FILE_BYTES) {
        return Err(Refusal::from_code(40005));
    }
    let mut form = Form::default();
    if !(body.is_object() || body.is_null()) {
        form.add("", "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType");
        return form.done();
    }
    form.text("content", &body["content"], 0, 2000);
    if !body["flags"].is_null() && body["flags"].as_u64().is_none() {
        form.add("flags", "NUMBER_TYPE_COERCE", format!("Value {} is not int.", body["flags"]));
    }
    let version_2 = (body["flags"].as_u64().unwrap_or(0) | around.flags) & VERSION_2 != 0;
    let content = body["content"].as_str().is_some_and(|content| !content.is_empty());
    if version_2 && (content || around.keeps_content) {
        form.add(
            "content",
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
            "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
        );
    }
    let names = file_names(body, around);
    components::check(&mut form, &body["components"], version_2, &names);
    attachments(&mut form, body, around);
    allowed_mentions(&mut form, &body["allowed_mentions"]);
    match &body["nonce"] {
        Value::Null | Value::Number(_) => {}
        nonce => form.text("nonce", nonce, 0, 25),
    }
    form.done()?;
    if is_empty(body, around) {
        return Err(Refusal::from_code(50006));
    }
    Ok(())
}

fn is_empty(body: &Value, around: MessageContext<'_>) -> bool {
    let some = |field: &str| match &body[field] {
        Value::String(text) => !is_blank(text),
        Value::Array(items) => !items.is_empty(),
        _ => false,
    };
    !(some("content") || some("components")) && around.files.is_empty() && !around.has_more
}

/// The names that the message's attachments will have.
fn file_names(body: &Value, around: MessageContext<'_>) -> Vec<String> {
    let listed = body["attachments"].as_array();
    let kept_names = around
        .kept
        .iter()
        .filter(|(id, _)| listed.is_none_or(|listed| listed.iter().any(|entry| super::id(&entry["id"]) == Some(*id))));
    let sent_names = around.files.iter().map(|(index, name, _)| {
        let entry = listed.and_then(|listed| listed.iter().find(|entry| super::id(&entry["id"]) == Some(*index)));
        entry.and_then(|entry| entry["filename"].as_str()).unwrap_or(name).to_owned()
    });
    kept_names.map(|(_, name)| name.clone()).chain(sent_names).collect()
}

fn attachments(form: &mut Form, body: &Value, around: MessageContext<'_>) {
    if around.files.len() > 10 {
        form.length("attachments", 0, 10);
    }
    for (n, entry) in form.list("attachments", &body["attachments"], 10).iter().enumerate() {
        let at = format!("attachments/{n}");
        form.text(&format!("{at}/description"), &entry["description"], 0, 1024);
        let is_known = super::id(&entry["id"]).is_some_and(|id| {
            around.files.iter().any(|(index, _, _)| *index == id) || around.kept.iter().any(|(kept, _)| *kept == id)
        });
        if !is_known {
            form.add(
                &format!("{at}/id"),
                "ATTACHMENT_NOT_FOUND",
                format!("Attachment data for {} was not found in the request.", entry["id"]),
            );
        }
    }
}

fn allowed_mentions(form: &mut Form, allowed: &Value) {
    if allowed.is_null() {
        return;
    }
    if !allowed.is_object() {
        form.add("allowed_mentions", "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType");
        return;
    }
    let parse = form.list("allowed_mentions/parse", &allowed["parse"], 3);
    for (n, item) in parse.iter().enumerate() {
        if !matches!(item.as_str(), Some("users" | "roles" | "everyone")) {
            form.choices(&format!("allowed_mentions/parse/{n}"), "'users', 'roles', 'everyone'");
        }
    }
    for field in ["users", "roles"] {
        let at = format!("allowed_mentions/{field}");
        let ids = form.list(&at, &allowed[field], 100);
        let mut seen = HashSet::new();
        for (n, item) in ids.iter().enumerate() {
            match super::id(item) {
                None => form.snowflake(&format!("{at}/{n}"), item),
                Some(id) if !seen.insert(id) => form.add(
                    &at,
                    "SET_TYPE_ALREADY_CONTAINS_VALUE",
                    format!("The set already contains a value for '{id}'."),
                ),
                Some(_) => {}
            }
        }
        if !ids.is_empty() && parse.iter().any(|item| item == field) {
            form.add(
                "allowed_mentions",
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                format!("parse:[\"{field}\"] and {field}: [ids...] are mutually exclusive."),
            );
        }
    }
}
