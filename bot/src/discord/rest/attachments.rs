//! Bodies with pictures and files.

use reqwest::multipart::{Form, Part};
use serde_json::{Map, Value, json};

use crate::discord::error::DiscordError;
use crate::discord::message::OutgoingMessage;

/// What goes along with a message, in the order of its ids.
pub(super) struct Attachment<'a> {
    name: &'a str,
    description: Option<&'a str>,
    kind: &'static str,
    bytes: &'a [u8],
}

pub(super) fn attachments(post: &OutgoingMessage) -> Vec<Attachment<'_>> {
    let pictures = post.pictures.iter().map(|picture| Attachment {
        name: &picture.file_name,
        description: Some(&picture.alt),
        kind: picture.kind(),
        bytes: &picture.bytes,
    });
    let files = post.files.iter().map(|file| Attachment {
        name: &file.name,
        description: None,
        kind: file.kind,
        bytes: file.text.as_bytes(),
    });
    pictures.chain(files).collect()
}

pub(super) fn describe_attachments(attached: &[Attachment<'_>]) -> Value {
    let name = |(id, file): (usize, &Attachment<'_>)| {
        let mut name = json!({ "id": id, "filename": file.name });
        if let Some(description) = file.description {
            name["description"] = description.into();
        }
        name
    };
    attached.iter().enumerate().map(name).collect()
}

pub(super) fn form(body: &Value, attached: Vec<Attachment<'_>>) -> Result<Form, DiscordError> {
    let mut form = Form::new().text("payload_json", body.to_string());
    for (id, file) in attached.into_iter().enumerate() {
        let part = Part::bytes(file.bytes.to_vec()).file_name(file.name.to_owned()).mime_str(file.kind);
        let part = part.map_err(|error| DiscordError::NoResponse(error.to_string()))?;
        form = form.part(format!("files[{id}]"), part);
    }
    Ok(form)
}

pub(super) fn message(post: &OutgoingMessage) -> Map<String, Value> {
    let mut body = post.body_in_layout();
    body.insert("attachments".into(), describe_attachments(&attachments(post)));
    body
}
