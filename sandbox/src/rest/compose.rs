//! Building of messages from request bodies.

use serde_json::{Value, json};

use super::request::Upload;
use crate::model::{Id, Message};
use crate::validate::message::{MessageContext, check};
use crate::validate::{Refusal, id};
use crate::world::World;

/// Fills `message` from `body` and files. Fields missing in the body stay. A refusal changes nothing.
pub fn fill(world: &mut World, message: &mut Message, body: &Value, uploads: &[Upload]) -> Result<(), Refusal> {
    let files: Vec<(u64, String, usize)> =
        uploads.iter().map(|sent| (sent.index, sent.file.name.clone(), sent.file.bytes.len())).collect();
    let kept_files: Vec<(u64, String)> = message
        .attachments
        .iter()
        .filter_map(|file| Some((id(&file["id"])?, file["filename"].as_str()?.to_owned())))
        .collect();
    let stays = |field: &str, there: bool| body.get(field).is_none() && there;
    let attachments_stay = body["attachments"].as_array().map_or(!kept_files.is_empty(), |listed| {
        listed.iter().any(|entry| id(&entry["id"]).is_some_and(|id| kept_files.iter().any(|(kept, _)| *kept == id)))
    });
    let keeps_content = stays("content", !message.content.is_empty());
    let has_components = message.components.as_array().is_some_and(|items| !items.is_empty());
    let has_more = keeps_content || stays("components", has_components) || attachments_stay;
    check(body, MessageContext { files: &files, kept: &kept_files, has_more, flags: message.flags, keeps_content })?;

    if let Some(content) = body.get("content") {
        content.as_str().unwrap_or_default().clone_into(&mut message.content);
        message.mentions = find_mentions(world, &message.content, &body["allowed_mentions"]);
    }
    // A private or silent message stays one.
    if let Some(flags) = body["flags"].as_u64() {
        message.flags |= flags & (1 << 6 | 1 << 12 | 1 << 15);
    }
    if let Some(components) = body.get("components") {
        message.components = if components.is_null() { json!([]) } else { components.clone() };
    }
    attach(world, message, body, uploads);
    Ok(())
}

/// Keeps the attachments that the body lists, and adds the files sent.
fn attach(world: &mut World, message: &mut Message, body: &Value, uploads: &[Upload]) {
    let listed = body["attachments"].as_array();
    if let Some(listed) = listed {
        message.attachments.retain(|kept| listed.iter().any(|entry| id(&entry["id"]) == id(&kept["id"])));
    }
    for sent in uploads {
        let entry = listed.and_then(|listed| listed.iter().find(|entry| id(&entry["id"]) == Some(sent.index)));
        let mut file = sent.file.clone();
        if let Some(name) = entry.and_then(|entry| entry["filename"].as_str()) {
            name.clone_into(&mut file.name);
        }
        let description = entry.map_or(Value::Null, |entry| entry["description"].clone());
        let attachment = world.store_file(message.channel, file, &description);
        message.attachments.push(attachment);
    }
}

/// The pinged users: those mentioned in the text that `allowed_mentions` permits.
fn find_mentions(world: &World, content: &str, allowed: &Value) -> Vec<Id> {
    let mentioned = world.mentioned_in(content);
    if allowed.is_null() {
        return mentioned;
    }
    let list = |field: &str| allowed[field].as_array().map(Vec::as_slice).unwrap_or_default();
    if list("parse").iter().any(|item| item == "users") {
        return mentioned;
    }
    let users: Vec<Id> = list("users").iter().filter_map(id).collect();
    mentioned.into_iter().filter(|user| users.contains(user)).collect()
}

/// Posts the system message with which a thread begins.
pub fn thread_began(world: &mut World, thread: Id, parent: Id) {
    let mut message = world.blank_message(thread, world.bot);
    message.kind = 21;
    message.reference = Some((parent, thread));
    world.post(message);
}
