//! Users, channels and messages as JSON, in Discord's form and in that of the page.

use serde_json::{Value, json};

use super::World;
use crate::model::{Channel, HAS_THREAD, Id, Message, THINKING};

const MANAGE_GUILD: u64 = 1 << 5;
const VIEW: u64 = 1 << 10;
const SEND: u64 = 1 << 11;
const ATTACH: u64 = 1 << 15;
const CREATE_THREADS: u64 = 1 << 35;
const MANAGE_THREADS: u64 = 1 << 34;
const ALWAYS_GRANTED: u64 = 1 << 6 | 1 << 14 | 1 << 16 | 1 << 18 | 1 << 31;
const MANAGE_ROLES: u64 = 1 << 28;
const MANAGE_EVENTS: u64 = 1 << 33;
const SEND_IN_THREADS: u64 = 1 << 38;
const DEFAULT_PERMISSIONS: u64 = ALWAYS_GRANTED | VIEW | SEND | SEND_IN_THREADS | ATTACH | CREATE_THREADS;

impl World {
    pub fn user_json(&self, id: Id) -> Value {
        let Some(user) = self.users.get(&id) else {
            return json!({ "id": id.to_string(), "username": "deleted_user", "discriminator": "0", "avatar": null, "global_name": null });
        };
        json!({
            "id": id.to_string(), "username": user.username, "discriminator": "0", "global_name": user.name,
            "avatar": null, "bot": user.bot, "public_flags": 0,
        })
    }

    pub fn user_for_page(&self, id: Id) -> Value {
        let mut value = self.user_json(id);
        if let Some(user) = self.users.get(&id) {
            value["color"] = json!(format!("#{:06x}", user.color));
            value["locale"] = json!(user.locale);
            value["dm_closed"] = json!(user.dm_closed);
            value["manages"] = json!(user.manages);
            value["roles"] = json!(self.roles_of(id));
            value["every_command"] = json!(self.has_every_command(id));
            value["permissions"] = json!(self.permissions_of(id).to_string());
        }
        value
    }

    pub fn member_json(&self, user: Id) -> Value {
        json!({
            "user": self.user_json(user), "nick": null, "avatar": null, "roles": self.roles_of(user),
            "joined_at": "2026-01-01T00:00:00.000000+00:00", "premium_since": null, "deaf": false, "mute": false,
            "flags": 0, "pending": false, "communication_disabled_until": null,
        })
    }

    fn roles_of(&self, user: Id) -> Vec<String> {
        let roles = self.member_roles.iter().filter(|(_, member, _)| *member == user);
        roles.map(|(_, _, role)| role.to_string()).collect()
    }

    /// Whether this user has the upper role, to which each server has allowed all commands under *Integrations*.
    pub fn has_every_command(&self, user: Id) -> bool {
        self.guilds.keys().any(|guild| self.member_roles.contains(&(*guild, user, Self::roles(*guild)[1])))
    }

    /// The server of this role.
    pub fn guild_of_role(&self, role: Id) -> Option<Id> {
        self.guilds.keys().copied().find(|guild| Self::roles(*guild).contains(&role))
    }

    /// The roles of a server, `@everyone` first.
    pub fn roles_json(guild: Id) -> Vec<Value> {
        let role = |(position, (id, name)): (usize, (Id, &str))| {
            json!({
                "id": id.to_string(), "name": name, "color": 0, "hoist": false, "position": position,
                "permissions": if position == 0 { Self::default_permissions() } else { "0".to_owned() },
                "managed": false, "mentionable": false, "flags": 0,
                "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
            })
        };
        let [below, above] = Self::roles(guild);
        [(guild, "@everyone"), (below, "Champion"), (above, "Board")].into_iter().enumerate().map(role).collect()
    }

    /// The roles of a server besides `@everyone`: one that the bot may give, and one above its own.
    pub const fn roles(guild: Id) -> [Id; 2] {
        [guild + 70_001, guild + 70_002]
    }

    /// The bits of the bot's permissions in a channel.
    pub fn permissions(&self, channel: &Channel) -> String {
        let may = self.bot_permissions(channel);
        let bits = [
            (may.view, VIEW),
            (may.send, SEND | SEND_IN_THREADS),
            (may.attach, ATTACH),
            (may.create_threads, CREATE_THREADS),
            (may.manage_threads, MANAGE_THREADS),
        ];
        let sum =
            bits.iter().filter(|(granted, _)| *granted).fold(ALWAYS_GRANTED | MANAGE_ROLES, |sum, (_, bit)| sum | bit);
        sum.to_string()
    }

    /// Permissions of a user in a server: all but moderation, and "manage server" for managers.
    pub fn permissions_of(&self, user: Id) -> u64 {
        let manages = self.users.get(&user).is_some_and(|user| user.manages);
        DEFAULT_PERMISSIONS | if manages { MANAGE_GUILD | MANAGE_EVENTS } else { 0 }
    }

    /// The permissions of a user in a channel, which may be hidden from the user.
    pub fn permissions_in(&self, user: Id, channel: &Channel) -> u64 {
        let all = self.permissions_of(user);
        if self.sees(user, channel) { all } else { all & !VIEW }
    }

    pub fn default_permissions() -> String {
        DEFAULT_PERMISSIONS.to_string()
    }

    pub fn channel_json(&self, channel: &Channel) -> Value {
        let mut value = json!({
            "id": channel.id.to_string(), "type": channel.kind, "flags": 0,
            "last_message_id": channel.last_message.map(|id| id.to_string()),
        });
        match channel.kind {
            1 => {
                let others = channel.recipients.iter().filter(|id| **id != self.bot);
                value["recipients"] = others.map(|id| self.user_json(*id)).collect();
            }
            11 => {
                value["guild_id"] = json!(channel.guild.map(|id| id.to_string()));
                value["parent_id"] = json!(channel.parent.map(|id| id.to_string()));
                value["name"] = json!(channel.name);
                value["owner_id"] = json!(channel.owner.to_string());
                value["rate_limit_per_user"] = json!(0);
                let messages = self.messages.get(&channel.id).map_or(0, std::collections::BTreeMap::len);
                value["message_count"] = json!(messages);
                value["total_message_sent"] = json!(messages);
                value["member_count"] = json!(channel.members.len());
                value["thread_metadata"] = json!({
                    "archived": channel.archived, "locked": channel.locked,
                    "auto_archive_duration": channel.auto_archive_minutes,
                    "archive_timestamp": Self::stamp(channel.archive_ms),
                    "create_timestamp": Self::stamp(channel.archive_ms),
                });
            }
            _ => {
                value["guild_id"] = json!(channel.guild.map(|id| id.to_string()));
                value["parent_id"] = Value::Null;
                value["name"] = json!(channel.name);
                value["topic"] = Value::Null;
                value["position"] = json!(0);
                value["nsfw"] = json!(false);
                value["rate_limit_per_user"] = json!(0);
                value["permission_overwrites"] = json!([]);
                if channel.kind == 15 {
                    value["available_tags"] = json!([]);
                    value["default_reaction_emoji"] = Value::Null;
                    value["default_sort_order"] = Value::Null;
                    value["default_forum_layout"] = json!(0);
                }
            }
        }
        value
    }

    pub fn channel_for_page(&self, channel: &Channel) -> Value {
        json!({
            "id": channel.id.to_string(), "guild_id": channel.guild.map(|id| id.to_string()), "name": channel.name,
            "type": channel.kind, "parent_id": channel.parent.map(|id| id.to_string()), "archived": channel.archived,
            "locked": channel.locked, "recipients": channel.recipients.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "last_message_id": channel.last_message.map(|id| id.to_string()),
            "owner_id": channel.owner.to_string(),
            "members": channel.members.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    }

    /// A guild object, as `GUILD_CREATE` and `GET /guilds/{id}` give it.
    pub fn guild_json(&self, id: Id) -> Value {
        let owner = self.users.values().find(|user| !user.bot).map_or(self.bot, |user| user.id);
        let inside = |kind: u8| -> Vec<Value> {
            let channels = self.channels.values();
            channels
                .filter(|channel| {
                    channel.guild == Some(id) && channel.kind == kind && self.bot_sees(channel) && !channel.archived
                })
                .map(|channel| self.channel_json(channel))
                .collect()
        };
        json!({
            "id": id.to_string(), "name": self.guilds.get(&id), "icon": null, "splash": null, "discovery_splash": null,
            "owner_id": owner.to_string(), "afk_channel_id": null, "afk_timeout": 300, "verification_level": 0,
            "default_message_notifications": 0, "explicit_content_filter": 0,
            "roles": Self::roles_json(id),
            "emojis": [], "features": [], "mfa_level": 0, "application_id": null, "system_channel_id": null,
            "system_channel_flags": 0, "rules_channel_id": null, "vanity_url_code": null, "description": null,
            "banner": null, "premium_tier": 0, "preferred_locale": "en-US", "public_updates_channel_id": null,
            "nsfw_level": 0, "premium_progress_bar_enabled": false, "stickers": [], "safety_alerts_channel_id": null,
            "joined_at": "2026-01-01T00:00:00.000000+00:00", "large": false, "unavailable": false,
            "member_count": self.users.len(), "voice_states": [], "members": [self.member_json(self.bot)],
            "channels": ([inside(0), inside(15)].concat()), "threads": inside(11), "presences": [], "stage_instances": [],
            "guild_scheduled_events": [], "soundboard_sounds": [],
        })
    }

    pub fn message_json(&self, message: &Message) -> Value {
        let mut value = json!({
            "id": message.id.to_string(), "channel_id": message.channel.to_string(),
            "author": self.user_json(message.author), "content": message.content,
            "timestamp": Self::stamp(message.at_ms), "edited_timestamp": message.edited_ms.map(Self::stamp),
            "tts": false, "mention_everyone": false,
            "mentions": message.mentions.iter().map(|id| self.user_json(*id)).collect::<Vec<_>>(),
            "mention_roles": [], "attachments": message.attachments, "embeds": [],
            "components": message.components, "pinned": false, "type": message.kind, "flags": message.flags,
        });
        if !message.nonce.is_null() {
            value["nonce"] = message.nonce.clone();
        }
        if let Some((channel, id)) = message.reference {
            value["message_reference"] =
                json!({ "type": 0, "channel_id": channel.to_string(), "message_id": id.to_string() });
        }
        if let Some((id, kind, user, name)) = &message.interaction {
            value["application_id"] = json!(self.bot.to_string());
            value["webhook_id"] = json!(self.bot.to_string());
            let of_kind = |kind: u8| {
                let user = self.user_json(*user);
                json!({ "id": id.to_string(), "type": kind, "user": user, "authorizing_integration_owners": {} })
            };
            let source = self.interactions.get(id).and_then(|interaction| interaction.source);
            let pressed = || {
                let mut metadata = of_kind(3);
                metadata["interacted_message_id"] = json!(source.unwrap_or(message.id).to_string());
                metadata
            };
            value["interaction_metadata"] = match kind {
                3 => pressed(),
                5 => {
                    let mut metadata = of_kind(5);
                    metadata["triggering_interaction_metadata"] = if source.is_some() { pressed() } else { of_kind(2) };
                    metadata
                }
                kind => of_kind(*kind),
            };
            if *kind == 2 {
                value["interaction"] =
                    json!({ "id": id.to_string(), "type": 2, "name": name, "user": self.user_json(*user) });
            }
        }
        if message.flags & HAS_THREAD != 0
            && let Some(thread) = self.channels.get(&message.id)
        {
            value["thread"] = self.channel_json(thread);
        }
        value
    }

    pub fn message_for_page(&self, message: &Message) -> Value {
        let mut value = self.message_json(message);
        value["ephemeral_for"] = json!(message.private_for.map(|id| id.to_string()));
        if message.flags & THINKING != 0 {
            value["thinking"] = json!(true);
        }
        value
    }
}
