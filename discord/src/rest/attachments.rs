//! Requests with the pictures and files of a message.

use reqwest::multipart::{Form, Part};

use crate::error::DiscordError;
use crate::message::OutgoingMessage;
use crate::rest::Result;

/// serenity's `Multipart` numbers only the files of its own builders, so all parts would have one name.
pub(super) fn form(body: &[u8], post: &OutgoingMessage) -> Result<Form> {
    let mut form = Form::new().part("payload_json", Part::bytes(body.to_vec()));
    for (id, (name, _, kind, bytes)) in post.attachments().enumerate() {
        let part = Part::bytes(bytes.to_vec()).file_name(name.to_owned()).mime_str(kind);
        form = form.part(format!("files[{id}]"), part.map_err(|error| DiscordError::NoResponse(error.to_string()))?);
    }
    Ok(form)
}
