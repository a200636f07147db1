//! Pictures and files of a message: their names in its body, and their parts behind it.

use reqwest::multipart::{Form, Part};
use serde_json::{Map, Value, json};

use crate::error::DiscordError;
use crate::message::OutgoingMessage;

/// In the order of their ids: name, description, media type and bytes.
fn attachments(post: &OutgoingMessage) -> impl Iterator<Item = (&str, Option<&str>, &'static str, &[u8])> {
    let pictures = post.pictures.iter();
    let pictures = pictures.map(|it| (&*it.file_name, Some(&*it.alt), it.kind(), &**it.bytes));
    pictures.chain(post.files.iter().map(|it| (&*it.name, None, it.kind, it.text.as_bytes())))
}

pub(super) fn has_attachments(post: &OutgoingMessage) -> bool {
    attachments(post).next().is_some()
}

pub(super) fn describe_attachments(post: &OutgoingMessage) -> Value {
    let attachments = attachments(post).enumerate();
    attachments
        .map(|(id, (name, description, ..))| match description {
            Some(description) => json!({ "id": id, "filename": name, "description": description }),
            None => json!({ "id": id, "filename": name }),
        })
        .collect()
}

/// serenity's `Multipart` numbers only the files of its own builders, so all parts would have one name.
pub(super) fn form(body: &[u8], post: &OutgoingMessage) -> Result<Form, DiscordError> {
    let mut form = Form::new().part("payload_json", Part::bytes(body.to_vec()));
    for (id, (name, _, kind, bytes)) in attachments(post).enumerate() {
        let part = Part::bytes(bytes.to_vec()).file_name(name.to_owned()).mime_str(kind);
        form = form.part(format!("files[{id}]"), part.map_err(|error| DiscordError::NoResponse(error.to_string()))?);
    }
    Ok(form)
}

pub(super) fn message(post: &OutgoingMessage) -> Map<String, Value> {
    let mut body = post.body();
    body.insert("attachments".into(), describe_attachments(post));
    body
}
