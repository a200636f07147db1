//! Messages and their files.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{NONCE_MS, World};
use crate::model::{Id, Message, StoredFile};
use crate::validate::Refusal;

impl World {
    /// The message that the bot has posted with this nonce in the past few minutes, even if it is deleted.
    pub fn message_with_nonce(&self, nonce: &str) -> Option<(Id, Id)> {
        let since = self.now_ms() - NONCE_MS;
        self.nonces.get(nonce).filter(|(at, ..)| *at >= since).map(|(_, channel, id)| (*channel, *id))
    }

    pub fn remember_nonce(&mut self, nonce: String, channel: Id, id: Id) {
        let now = self.now_ms();
        self.nonces.retain(|_, (at, ..)| *at >= now - NONCE_MS);
        self.nonces.insert(nonce, (now, channel, id));
    }

    pub fn message(&self, channel: Id, id: Id) -> Result<&Message, Refusal> {
        self.messages.get(&channel).and_then(|messages| messages.get(&id)).ok_or_else(|| Refusal::from_code(10008))
    }

    pub fn message_mut(&mut self, channel: Id, id: Id) -> Result<&mut Message, Refusal> {
        let messages = self.messages.get_mut(&channel);
        messages.and_then(|messages| messages.get_mut(&id)).ok_or_else(|| Refusal::from_code(10008))
    }

    pub fn blank_message(&mut self, channel: Id, author: Id) -> Message {
        Message {
            id: self.new_id(),
            channel,
            author,
            content: String::new(),
            components: json!([]),
            attachments: Vec::new(),
            flags: 0,
            kind: 0,
            at_ms: self.now_ms(),
            edited_ms: None,
            mentions: Vec::new(),
            private_for: None,
            interaction: None,
            reference: None,
            nonce: Value::Null,
        }
    }

    /// Adds a message and notifies those who see it. An archived thread is unarchived.
    pub fn post(&mut self, message: Message) -> Id {
        let (id, channel, now) = (message.id, message.channel, self.now_ms());
        let private = message.private_for.is_some();
        // Users who write in a thread, or are mentioned in it, become its members.
        let joins: Vec<Id> = message.mentions.iter().copied().chain([message.author]).collect();
        self.messages.entry(channel).or_default().insert(id, message);
        if !private {
            if let Some(channel) = self.channels.get_mut(&channel) {
                channel.last_message = Some(id);
                channel.active_ms = now;
                if channel.kind == 11 {
                    channel.members.extend(joins);
                }
            }
            self.set_archived(channel, false);
        }
        self.notify_message(channel, id, "create");
        id
    }

    /// Notifies those who see it that a message was created or updated (`what`).
    pub fn notify_message(&mut self, channel: Id, id: Id, what: &str) {
        let (Some(place), Ok(message)) = (self.channels.get(&channel), self.message(channel, id)) else { return };
        let audience = message.private_for.map_or_else(|| self.audience(place), |only| Some(vec![only]));
        let body = json!({ "type": format!("message_{what}"), "message": self.message_for_page(message) });
        if message.private_for.is_none() && self.bot_sees(place) {
            let mut data = self.message_json(message);
            let intent = if place.guild.is_some() { 1 << 9 } else { 1 << 12 };
            if let Some(guild) = place.guild {
                data["guild_id"] = json!(guild.to_string());
                data["member"] = self.member_json(message.author);
                if let Some(member) = data["member"].as_object_mut() {
                    member.remove("user");
                }
            }
            let own = message.author == self.bot || message.mentions.contains(&self.bot);
            self.dispatch_message(
                intent,
                &format!("MESSAGE_{}", what.to_uppercase()),
                &data,
                own || place.guild.is_none(),
            );
        }
        self.notify(audience, body);
    }

    pub fn remove_message(&mut self, channel: Id, id: Id) {
        let Some(message) = self.messages.get_mut(&channel).and_then(|messages| messages.remove(&id)) else { return };
        let Some(place) = self.channels.get(&channel) else { return };
        let audience = message.private_for.map_or_else(|| self.audience(place), |only| Some(vec![only]));
        let guild = place.guild;
        if message.private_for.is_none() && self.bot_sees(place) {
            let mut data = json!({ "id": id.to_string(), "channel_id": channel.to_string() });
            if let Some(guild) = guild {
                data["guild_id"] = json!(guild.to_string());
            }
            self.dispatch(if guild.is_some() { 1 << 9 } else { 1 << 12 }, "MESSAGE_DELETE", &data);
        }
        self.notify(
            audience,
            json!({ "type": "message_delete", "channel_id": channel.to_string(), "id": id.to_string() }),
        );
    }

    /// Stores a file and describes it as Discord does.
    pub fn store_file(&mut self, channel: Id, file: StoredFile, description: &Value) -> Value {
        let id = self.new_id();
        let safe: String = file
            .name
            .chars()
            .map(|c| if c.is_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '_' })
            .collect();
        self.files.insert(id, StoredFile { name: safe, ..file });
        let mut attachment = self.file_json(channel, id).unwrap_or_default();
        if let Some(description) = description.as_str() {
            attachment["description"] = json!(description);
        }
        if self.options.files_kept.is_some_and(|kept| self.files.len() > kept) {
            self.files.pop_first();
        }
        attachment
    }

    /// A stored file as Discord describes it.
    pub fn file_json(&self, channel: Id, id: Id) -> Option<Value> {
        let file = self.files.get(&id)?;
        let url = format!("{}/attachments/{channel}/{id}/{}", self.base_url, file.name);
        let mut attachment = json!({
            "id": id.to_string(), "filename": file.name, "size": file.bytes.len(), "url": url, "proxy_url": url,
            "content_type": file.content_type,
        });
        if let Some((width, height)) = png_size(&file.bytes).or_else(|| gif_size(&file.bytes)) {
            attachment["width"] = json!(width);
            attachment["height"] = json!(height);
        }
        Some(attachment)
    }

    /// Users mentioned in a text, in order, each once.
    pub fn mentioned_in(&self, text: &str) -> Vec<Id> {
        let mut seen = HashSet::new();
        text.split("<@")
            .skip(1)
            .filter_map(|rest| rest.trim_start_matches('!').split_once('>')?.0.parse().ok())
            .filter(|id| self.users.contains_key(id) && seen.insert(*id))
            .collect()
    }
}

fn gif_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let header = bytes.strip_prefix(b"GIF89a").or_else(|| bytes.strip_prefix(b"GIF87a"))?.get(..4)?;
    let side = |at: usize| u32::from(u16::from_le_bytes([header[at], header[at + 1]]));
    Some((side(0), side(2)))
}

fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let header = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?.get(8..16)?;
    let (width, height) = header.split_at(4);
    Some((u32::from_be_bytes(width.try_into().ok()?), u32::from_be_bytes(height.try_into().ok()?)))
}
