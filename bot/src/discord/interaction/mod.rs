//! What Discord sent, read with care: unknown fields are ignored, malformed interactions are refused.

mod person;

use std::collections::BTreeMap;
use std::num::ParseIntError;

use secrecy::SecretString;
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use twilight_model::application::command::CommandOptionType;
use twilight_model::guild::Permissions;
use twilight_model::id::Id;
use twilight_model::id::marker::{
    ApplicationMarker, AttachmentMarker, ChannelMarker, GuildMarker, InteractionMarker, RoleMarker, UserMarker,
};

use self::person::person_of;
pub use self::person::person_of_member;
use crate::discord::message::{COMPONENTS_V2, EPHEMERAL, Layout};
use crate::domain::{ChannelId, GuildId, Origin, Person, RequestId, RoleId, UserId};

const ADMINISTRATOR: u64 = Permissions::ADMINISTRATOR.bits();
const VIEW_CHANNEL: u64 = Permissions::VIEW_CHANNEL.bits();
pub const MANAGE_ROLES: u64 = Permissions::MANAGE_ROLES.bits();
pub const MANAGE_GUILD: u64 = Permissions::MANAGE_GUILD.bits();
pub const MANAGE_EVENTS: u64 = Permissions::MANAGE_EVENTS.bits();

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InteractionType {
    Command,
    /// A button or select.
    Component,
    Autocomplete,
    Modal,
}

/// A file that an option names.
#[derive(Debug, Clone)]
pub struct Attachment {
    id: u64,
    /// Bytes.
    pub size: u64,
    /// Where Discord keeps it for a while.
    pub url: String,
}

/// A user whom an option names, as Discord resolves the id.
#[derive(Debug, Clone)]
pub struct ResolvedUser {
    pub person: Person,
    /// Bots do not play.
    pub is_bot: bool,
    /// Can see the channel of the interaction. Always true in direct messages.
    pub sees_channel: bool,
}

#[derive(Debug, Clone)]
pub struct Interaction {
    pub request: RequestId,
    pub token: SecretString,
    pub kind: InteractionType,
    pub person: Person,
    pub application: Option<UserId>,
    pub origin: Origin,
    /// Locale of the person's client: `fr`, `en-US`.
    pub locale: String,
    /// Name of the command with those of its subcommand (`settings picture`), or `custom_id` of the component.
    pub name: String,
    pub options: Map<String, Value>,
    pub focused: Option<String>,
    pub values: Vec<String>,
    pub users: Vec<ResolvedUser>,
    pub attachments: Vec<Attachment>,
    /// What the roles that the options name allow, as Discord's bits.
    pub role_permissions: Vec<(RoleId, u64)>,
    /// What the person may do there, as Discord's bits; nothing in direct messages.
    pub permissions: u64,
    pub roles: Vec<RoleId>,
    /// What the bot may do there, as Discord's bits; `None` where Discord does not say.
    pub app_permissions: Option<u64>,
    pub guild_locale: Option<String>,
    /// The component stands under a message that only its person sees.
    pub is_ephemeral: bool,
    /// The order of the parts of the message with the component, which an update keeps.
    pub layout: Layout,
}

/// A field that an answer can do without. One that is malformed counts as missing.
struct Lenient<T>(Option<T>);

impl<T> Default for Lenient<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Lenient<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Field<T> {
            Read(T),
            Malformed(IgnoredAny),
        }
        Ok(Self(match Option::deserialize(deserializer)? {
            Some(Field::Read(value)) => Some(value),
            Some(Field::Malformed(_)) | None => None,
        }))
    }
}

/// What we read of an interaction. twilight's type demands much that no answer needs, and one field that Discord changes would cost a press.
#[derive(Deserialize)]
struct ReceivedInteraction {
    id: Id<InteractionMarker>,
    #[serde(rename = "type")]
    kind: u8,
    token: Lenient<String>,
    application_id: Lenient<Id<ApplicationMarker>>,
    guild_id: Lenient<Id<GuildMarker>>,
    channel_id: Lenient<Id<ChannelMarker>>,
    channel: Lenient<ReceivedChannel>,
    member: Lenient<ReceivedMember>,
    user: Lenient<ReceivedUser>,
    locale: Lenient<String>,
    guild_locale: Lenient<String>,
    app_permissions: Lenient<Bits>,
    message: Lenient<ReceivedMessage>,
    data: ReceivedData,
}

#[derive(Deserialize)]
struct ReceivedChannel {
    id: Id<ChannelMarker>,
}

#[derive(Deserialize)]
struct ReceivedUser {
    id: Id<UserMarker>,
    username: Lenient<String>,
    global_name: Lenient<String>,
    bot: Lenient<bool>,
}

#[derive(Deserialize)]
struct ReceivedMember {
    user: Lenient<ReceivedUser>,
    nick: Lenient<String>,
    permissions: Lenient<Bits>,
    roles: Lenient<Vec<Id<RoleMarker>>>,
}

#[derive(Deserialize)]
struct ReceivedMessage {
    flags: Lenient<u64>,
}

#[derive(Deserialize)]
struct ReceivedData {
    name: Lenient<String>,
    custom_id: Lenient<String>,
    options: Lenient<Vec<ReceivedOption>>,
    /// What was typed into a form stands in rows.
    components: Lenient<Vec<ReceivedRow>>,
    values: Lenient<Vec<String>>,
    resolved: Lenient<ReceivedObjects>,
}

#[derive(Deserialize)]
struct ReceivedOption {
    name: String,
    #[serde(rename = "type")]
    kind: Lenient<CommandOptionType>,
    #[serde(default)]
    value: Value,
    focused: Lenient<bool>,
    options: Lenient<Vec<ReceivedOption>>,
}

#[derive(Deserialize)]
struct ReceivedRow {
    components: Lenient<Vec<ReceivedField>>,
}

#[derive(Deserialize)]
struct ReceivedField {
    custom_id: String,
    #[serde(default)]
    value: Value,
}

/// The objects whose ids the options name.
#[derive(Default, Deserialize)]
struct ReceivedObjects {
    users: Lenient<BTreeMap<Id<UserMarker>, ReceivedUser>>,
    members: Lenient<BTreeMap<Id<UserMarker>, ReceivedMember>>,
    roles: Lenient<BTreeMap<Id<RoleMarker>, ReceivedRole>>,
    attachments: Lenient<BTreeMap<Id<AttachmentMarker>, ReceivedAttachment>>,
}

#[derive(Deserialize)]
struct ReceivedAttachment {
    size: u64,
    url: String,
}

#[derive(Deserialize)]
struct ReceivedRole {
    permissions: Lenient<Bits>,
}

/// Permissions as Discord's bits. twilight's type of them loses those that it does not know.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
struct Bits(u64);

impl TryFrom<String> for Bits {
    type Error = ParseIntError;

    fn try_from(text: String) -> Result<Self, ParseIntError> {
        text.parse().map(Self)
    }
}

impl Interaction {
    /// Reads an interaction; `None` when something it cannot do without is missing or malformed.
    pub fn read(json: &Value) -> Option<Self> {
        let received = ReceivedInteraction::deserialize(json).ok()?;
        let kind = match received.kind {
            2 => InteractionType::Command,
            3 => InteractionType::Component,
            4 => InteractionType::Autocomplete,
            5 => InteractionType::Modal,
            _ => return None,
        };
        // Without one, the press counts and nobody can be answered.
        let token = received.token.0.unwrap_or_default();
        if !is_token(&token) {
            return None;
        }
        let member = received.member.0.as_ref();
        let user = member.and_then(|member| member.user.0.as_ref()).or(received.user.0.as_ref())?;
        let person = person_of(user, member)?;
        let channel_id = received.channel_id.0.or(received.channel.0.map(|channel| channel.id))?;
        let data = received.data;
        let mut name = data.name.0.or(data.custom_id.0)?;
        let mut typed = data.options.0.unwrap_or_default();
        // A group, a subcommand: each is the only option of what is above it.
        while let [below, ..] = &mut typed[..]
            && let Some(CommandOptionType::SubCommand | CommandOptionType::SubCommandGroup) = below.kind.0
        {
            name = format!("{name} {}", below.name);
            typed = below.options.0.take().unwrap_or_default();
        }
        let focused = typed.iter().find(|option| option.focused.0 == Some(true)).map(|option| option.name.clone());
        let fields = data.components.0.into_iter().flatten().filter_map(|row| row.components.0?.into_iter().next());
        let options = typed.into_iter().map(|option| (option.name, option.value));
        let options = options.chain(fields.map(|field| (field.custom_id, field.value))).collect();
        let resolved = data.resolved.0.unwrap_or_default();
        let members = resolved.members.0.unwrap_or_default();
        let users = resolved.users.0.unwrap_or_default().into_iter().filter_map(|(id, user)| {
            // Somebody outside the server has no member object. In one, the permissions are an optional field: where they are
            // missing, nothing says that the person cannot see the channel.
            let member = members.get(&id);
            let sees = |member: &ReceivedMember| {
                member.permissions.0.is_none_or(|Bits(bits)| bits & (ADMINISTRATOR | VIEW_CHANNEL) != 0)
            };
            Some(ResolvedUser {
                person: person_of(&user, member)?,
                is_bot: user.bot.0 == Some(true),
                sees_channel: received.guild_id.0.is_none() || member.is_some_and(sees),
            })
        });
        let roles = resolved.roles.0.unwrap_or_default().into_iter();
        let attachments = resolved.attachments.0.unwrap_or_default().into_iter().map(|(id, file)| Attachment {
            id: id.get(),
            size: file.size,
            url: file.url,
        });
        let flags = received.message.0.and_then(|message| message.flags.0).unwrap_or(0);
        let shorten = |locale: String| locale.chars().take(10).collect::<String>();
        Some(Self {
            request: RequestId(received.id.get()),
            token: token.into(),
            kind,
            person,
            application: received.application_id.0.map(|application| UserId(application.get())),
            origin: Origin {
                guild_id: received.guild_id.0.map(|guild| GuildId(guild.get())),
                channel_id: ChannelId(channel_id.get()),
            },
            locale: received.locale.0.map_or_else(|| "en-US".to_owned(), shorten),
            name,
            options,
            focused,
            values: data.values.0.unwrap_or_default(),
            users: users.collect(),
            attachments: attachments.collect(),
            role_permissions: roles.filter_map(|(id, role)| Some((RoleId(id.get()), role.permissions.0?.0))).collect(),
            permissions: member.and_then(|member| member.permissions.0).map_or(0, |Bits(bits)| bits),
            roles: member
                .and_then(|member| member.roles.0.as_ref())
                .into_iter()
                .flatten()
                .map(|id| RoleId(id.get()))
                .collect(),
            app_permissions: received.app_permissions.0.map(|Bits(bits)| bits),
            guild_locale: received.guild_locale.0.map(shorten),
            is_ephemeral: flags & EPHEMERAL != 0,
            layout: if flags & COMPONENTS_V2 != 0 { Layout::ControlsFirst } else { Layout::ControlsLast },
        })
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.options.get(name)?.as_str()
    }

    pub fn attachment(&self, name: &str) -> Option<&Attachment> {
        let wanted = self.options.get(name).and_then(id)?;
        self.attachments.iter().find(|file| file.id == wanted)
    }

    pub fn number(&self, name: &str) -> Option<i64> {
        self.options.get(name)?.as_i64()
    }

    /// May the person change what counts for the whole server?
    pub const fn manages_server(&self) -> bool {
        self.permissions & (ADMINISTRATOR | MANAGE_GUILD) != 0
    }

    pub const fn manages_roles(&self) -> bool {
        self.permissions & (ADMINISTRATOR | MANAGE_ROLES) != 0
    }

    /// Does a role that an option names allow nothing that the person may not do? Where Discord does not say what it allows, it may
    /// be everything.
    pub fn is_within_own_permissions(&self, role: RoleId) -> bool {
        let known = self.role_permissions.iter().find(|(known, _)| *known == role);
        let allows = known.map_or(u64::MAX, |(_, bits)| *bits);
        self.permissions & ADMINISTRATOR != 0 || allows & !self.permissions == 0
    }

    /// May the person organize what happens in the server, by Discord's permissions?
    pub const fn manages_events(&self) -> bool {
        self.permissions & (ADMINISTRATOR | MANAGE_GUILD | MANAGE_EVENTS) != 0
    }

    /// Which of these permissions the bot lacks where the interaction comes from. None, where Discord does not say.
    pub fn missing_permissions(&self, needed: u64) -> u64 {
        match self.app_permissions {
            Some(bits) if bits & ADMINISTRATOR == 0 => needed & !bits,
            _ => 0,
        }
    }

    /// Whether one of the people that it names is this user and a bot.
    pub fn names_bot(&self, user: UserId) -> bool {
        self.users.iter().any(|named| named.person.user == user && named.is_bot)
    }

    pub fn flag(&self, name: &str) -> bool {
        self.options.get(name).and_then(Value::as_bool).unwrap_or(false)
    }
}

/// Whether a text can be the token of an interaction. It stands in addresses, where a slash or two dots would name another one.
fn is_token(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~+=:".contains(&byte);
    text.bytes().all(is_allowed) && ![".", ".."].contains(&text)
}

/// A snowflake: digits in a string, or a number.
pub fn id(value: &Value) -> Option<u64> {
    value.as_str().map_or_else(|| value.as_u64(), |text| text.parse().ok())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_person_sees_the_channel_unless_discord_says_otherwise() {
        let sees = |guild: &Value, members: &Value| {
            let resolved = json!({ "users": { "2": { "id": "2", "username": "dmitri" } }, "members": members });
            let interaction = json!({
                "id": "1", "token": "t", "type": 2, "channel_id": "3", "guild_id": guild, "user": { "id": "1", "username": "ada" },
                "data": { "name": "challenge", "resolved": resolved },
            });
            Interaction::read(&interaction).expect("an interaction").users[0].sees_channel
        };
        for (guild, members, expected) in [
            (json!("4"), json!({ "2": { "permissions": "1024" } }), true),
            (json!("4"), json!({ "2": { "permissions": "8" } }), true),
            (json!("4"), json!({ "2": { "permissions": "2048" } }), false),
            (json!("4"), json!({ "2": { "nick": "Dmitri" } }), true),
            (json!("4"), json!({}), false),
            (Value::Null, Value::Null, true),
        ] {
            assert_eq!(sees(&guild, &members), expected, "{guild} {members}");
        }
    }

    #[test]
    fn a_token_that_would_name_another_address_is_refused() {
        let is_read = |token: &str| {
            let data = json!({ "name": "board" });
            let user = json!({ "id": "1", "username": "ada" });
            let json = json!({ "id": "1", "token": token, "type": 2, "channel_id": "3", "user": user, "data": data });
            Interaction::read(&json).is_some()
        };
        let long = format!("aW50ZXJhY3Rpb246MTIz{}", "Aa0-_".repeat(40));
        for token in [&*long, "aW50+Zw==", "1.a~b:c"] {
            assert!(is_read(token), "{token}");
        }
        for token in [".", "..", "a/../../channels/1", "a?wait=true", "a#b", "a%2fb", "a\\b", "a b", "a\n", "é"] {
            assert!(!is_read(token), "{token}");
        }
    }

    #[test]
    fn permissions_that_nobody_knows_yet_are_kept() {
        let bits: Bits = serde_json::from_value(json!((1_u64 << 62).to_string())).expect("bits");
        assert_eq!(bits.0, 1 << 62);
    }
}
