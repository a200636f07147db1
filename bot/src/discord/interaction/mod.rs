//! What Discord sent, as features read it: serenity's model, without what no answer needs.

mod person;

use secrecy::SecretString;
use serde::Deserialize as _;
use serde_json::{Map, Value};
use serenity::all::{
    ActionRow, ActionRowComponent, ApplicationId, CommandDataOption, CommandDataOptionValue, CommandDataResolved,
    ComponentInteractionDataKind, Interaction as ReceivedInteraction, InteractionId, Member, Message, MessageFlags,
    PartialMember, Permissions, User,
};

use self::person::person_of;
pub use self::person::person_of_member;
use crate::discord::message::Layout;
use crate::domain::{ChannelId, GuildId, Origin, Person, RequestId, RoleId, UserId};

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
    /// Permissions of the roles that the options name.
    pub role_permissions: Vec<(RoleId, Permissions)>,
    /// Permissions of the person there; none in direct messages.
    pub permissions: Permissions,
    pub roles: Vec<RoleId>,
    /// Permissions of the bot there; `None` where Discord does not say.
    pub app_permissions: Option<Permissions>,
    pub guild_locale: Option<String>,
    /// The component stands under a message that only its person sees.
    pub is_ephemeral: bool,
    /// The order of the parts of the message with the component, which an update keeps.
    pub layout: Layout,
}

/// What all types of interactions have.
struct Common {
    id: InteractionId,
    application_id: ApplicationId,
    guild_id: Option<serenity::all::GuildId>,
    channel_id: serenity::all::ChannelId,
    user: User,
    member: Option<Member>,
    token: String,
    app_permissions: Option<Permissions>,
    locale: String,
    guild_locale: Option<String>,
}

macro_rules! common {
    ($received:ident, $member:expr) => {
        Common {
            id: $received.id,
            application_id: $received.application_id,
            guild_id: $received.guild_id,
            channel_id: $received.channel_id,
            user: $received.user,
            member: $member,
            token: $received.token,
            app_permissions: $received.app_permissions,
            locale: $received.locale,
            guild_locale: $received.guild_locale,
        }
    };
}

/// What a command, a component or a form says.
#[derive(Default)]
struct Data {
    name: String,
    options: Map<String, Value>,
    focused: Option<String>,
    values: Vec<String>,
    resolved: CommandDataResolved,
    /// The one under which the component stands.
    message: Option<Box<Message>>,
}

impl Interaction {
    /// Reads Discord's JSON; `None` where serenity cannot.
    pub fn read(json: &Value) -> Option<Self> {
        ReceivedInteraction::deserialize(json).ok().and_then(Self::from_received)
    }

    /// The same, with no more of the message under a component than an answer needs.
    pub(super) fn read_without_message(json: &Value) -> Option<Self> {
        let mut json = json.clone();
        let message = json.get_mut("message")?.as_object_mut()?;
        let needed = ["author", "channel_id", "content", "edited_timestamp", "flags", "id", "timestamp", "type"];
        message.retain(|key, _| needed.contains(&key.as_str()));
        for list in ["attachments", "embeds", "mention_roles", "mentions"] {
            message.insert(list.to_owned(), Value::Array(Vec::new()));
        }
        for flag in ["mention_everyone", "pinned", "tts"] {
            message.insert(flag.to_owned(), false.into());
        }
        Self::read(&json)
    }

    /// `None` for what is no question of a person, such as Discord's check of an address, or cannot be answered.
    pub fn from_received(received: ReceivedInteraction) -> Option<Self> {
        let (kind, common, data) = match received {
            ReceivedInteraction::Command(command) => {
                let data = command_data(command.data.name, command.data.options, command.data.resolved);
                (InteractionType::Command, common!(command, command.member.map(|member| *member)), data)
            }
            ReceivedInteraction::Autocomplete(command) => {
                let data = command_data(command.data.name, command.data.options, command.data.resolved);
                (InteractionType::Autocomplete, common!(command, command.member.map(|member| *member)), data)
            }
            ReceivedInteraction::Component(component) => {
                let data = Data {
                    name: component.data.custom_id,
                    values: values(component.data.kind),
                    resolved: component.data.resolved,
                    message: Some(component.message),
                    ..Data::default()
                };
                (InteractionType::Component, common!(component, component.member), data)
            }
            ReceivedInteraction::Modal(modal) => {
                let data = Data {
                    name: modal.data.custom_id,
                    options: fields(modal.data.components),
                    message: modal.message,
                    ..Data::default()
                };
                (InteractionType::Modal, common!(modal, modal.member), data)
            }
            _ => return None,
        };
        // A token with a slash or two dots would send the answer elsewhere.
        is_token(&common.token).then(|| Self::new(kind, common, data))
    }

    fn new(kind: InteractionType, common: Common, data: Data) -> Self {
        let Common { guild_id, member, .. } = common;
        let CommandDataResolved { users, members, roles, attachments, .. } = data.resolved;
        let users = users.into_values().map(|user| {
            let member = members.get(&user.id);
            ResolvedUser {
                person: person_of(&user, member.and_then(|member| member.nick.as_deref())),
                is_bot: user.bot,
                // Somebody outside the server has no member object.
                sees_channel: guild_id.is_none() || member.is_some_and(sees_channel),
            }
        });
        let attachments = attachments.into_values();
        let flags = data.message.as_ref().and_then(|message| message.flags).unwrap_or_default();
        // serenity does not know the flag of Components V2, but no such message has a content, and each of the others has one.
        let has_controls_first = data.message.is_some_and(|message| message.content.is_empty());
        let shorten = |locale: String| locale.chars().take(10).collect::<String>();
        Self {
            request: RequestId(common.id.get()),
            token: common.token.into(),
            kind,
            person: person_of(&common.user, member.as_ref().and_then(|member| member.nick.as_deref())),
            application: Some(UserId(common.application_id.get())),
            origin: Origin {
                guild_id: guild_id.map(|guild| GuildId(guild.get())),
                channel_id: ChannelId(common.channel_id.get()),
            },
            locale: shorten(common.locale),
            name: data.name,
            options: data.options,
            focused: data.focused,
            values: data.values,
            users: users.collect(),
            attachments: attachments
                .map(|file| Attachment { id: file.id.get(), size: file.size.into(), url: file.url })
                .collect(),
            role_permissions: roles.into_values().map(|role| (RoleId(role.id.get()), role.permissions)).collect(),
            permissions: member.as_ref().and_then(|member| member.permissions).unwrap_or_default(),
            roles: member.iter().flat_map(|member| &member.roles).map(|id| RoleId(id.get())).collect(),
            app_permissions: common.app_permissions,
            guild_locale: common.guild_locale.map(shorten),
            is_ephemeral: flags.contains(MessageFlags::EPHEMERAL),
            layout: if has_controls_first { Layout::ControlsFirst } else { Layout::ControlsLast },
        }
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
    pub fn manages_server(&self) -> bool {
        self.permissions.intersects(Permissions::ADMINISTRATOR | Permissions::MANAGE_GUILD)
    }

    pub fn manages_roles(&self) -> bool {
        self.permissions.intersects(Permissions::ADMINISTRATOR | Permissions::MANAGE_ROLES)
    }

    /// Does a role that an option names allow nothing that the person may not do? Where Discord does not say what it allows, it may
    /// be everything.
    pub fn is_within_own_permissions(&self, role: RoleId) -> bool {
        let known = self.role_permissions.iter().find(|(known, _)| *known == role);
        let allows = known.map_or(Permissions::all(), |(_, permissions)| *permissions);
        self.permissions.administrator() || self.permissions.contains(allows)
    }

    /// May the person organize what happens in the server, by Discord's permissions?
    pub fn manages_events(&self) -> bool {
        let organizing = Permissions::ADMINISTRATOR | Permissions::MANAGE_GUILD | Permissions::MANAGE_EVENTS;
        self.permissions.intersects(organizing)
    }

    /// Which of these permissions the bot lacks where the interaction comes from. None, where Discord does not say.
    pub fn missing_permissions(&self, needed: Permissions) -> Permissions {
        match self.app_permissions {
            Some(permissions) if !permissions.administrator() => needed - permissions,
            _ => Permissions::empty(),
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
pub(super) fn is_token(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~+=:".contains(&byte);
    text.bytes().all(is_allowed) && ![".", ".."].contains(&text)
}

/// A snowflake: digits in a string, or a number.
pub fn id(value: &Value) -> Option<u64> {
    value.as_str().map_or_else(|| value.as_u64(), |text| text.parse().ok())
}

/// In a server, the permissions are an optional field: where they are missing, nothing says that the person cannot see the channel.
fn sees_channel(member: &PartialMember) -> bool {
    let seeing = Permissions::ADMINISTRATOR | Permissions::VIEW_CHANNEL;
    member.permissions.is_none_or(|permissions| permissions.intersects(seeing))
}

fn command_data(mut name: String, mut typed: Vec<CommandDataOption>, resolved: CommandDataResolved) -> Data {
    // A group, a subcommand: each is the only option of what is above it.
    while let [below] = &mut typed[..]
        && let CommandDataOptionValue::SubCommand(options) | CommandDataOptionValue::SubCommandGroup(options) =
            &mut below.value
    {
        name = format!("{name} {}", below.name);
        typed = std::mem::take(options);
    }
    let is_focused = |option: &&CommandDataOption| matches!(option.value, CommandDataOptionValue::Autocomplete { .. });
    let focused = typed.iter().find(is_focused).map(|option| option.name.clone());
    let options = typed.into_iter().map(|option| (option.name, option_value(option.value))).collect();
    Data { name, options, focused, resolved, ..Data::default() }
}

fn option_value(value: CommandDataOptionValue) -> Value {
    match value {
        CommandDataOptionValue::Boolean(value) => value.into(),
        CommandDataOptionValue::Integer(value) => value.into(),
        CommandDataOptionValue::Number(value) => value.into(),
        CommandDataOptionValue::String(value) | CommandDataOptionValue::Autocomplete { value, .. } => value.into(),
        CommandDataOptionValue::Attachment(id) => id.to_string().into(),
        CommandDataOptionValue::Channel(id) => id.to_string().into(),
        CommandDataOptionValue::Mentionable(id) => id.to_string().into(),
        CommandDataOptionValue::Role(id) => id.to_string().into(),
        CommandDataOptionValue::User(id) => id.to_string().into(),
        _ => Value::Null,
    }
}

/// What was chosen in a menu.
fn values(kind: ComponentInteractionDataKind) -> Vec<String> {
    fn texts<T: ToString>(values: &[T]) -> Vec<String> {
        values.iter().map(T::to_string).collect()
    }
    match kind {
        ComponentInteractionDataKind::StringSelect { values } => values,
        ComponentInteractionDataKind::UserSelect { values } => texts(&values),
        ComponentInteractionDataKind::RoleSelect { values } => texts(&values),
        ComponentInteractionDataKind::MentionableSelect { values } => texts(&values),
        ComponentInteractionDataKind::ChannelSelect { values } => texts(&values),
        ComponentInteractionDataKind::Button | ComponentInteractionDataKind::Unknown(_) => Vec::new(),
    }
}

/// What was typed into a form.
fn fields(rows: Vec<ActionRow>) -> Map<String, Value> {
    let typed = |component: ActionRowComponent| match component {
        ActionRowComponent::InputText(input) => Some((input.custom_id, input.value.unwrap_or_default().into())),
        _ => None,
    };
    rows.into_iter().flat_map(|row| row.components).filter_map(typed).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_press_is_read_whatever_stands_in_its_message() {
        let strange = json!({
            "flags": 64, "components": [{ "type": 1, "components": [{ "type": 99 }] }], "interaction_metadata": { "type": 3 },
        });
        let press = json!({
            "type": 3, "channel_id": "3", "user": { "id": "1", "username": "ada" }, "message": strange,
            "data": { "custom_id": "v1:board:000000007" },
        });
        let press = sandbox::interaction::complete(press);
        assert!(Interaction::read(&press).is_none());
        let read = Interaction::read_without_message(&press).expect("a press");
        assert!(read.is_ephemeral && read.layout == Layout::ControlsLast && read.name == "v1:board:000000007");
    }

    #[test]
    fn a_token_that_would_name_another_address_is_refused() {
        let long = format!("aW50ZXJhY3Rpb246MTIz{}", "Aa0-_".repeat(40));
        for token in [&*long, "aW50+Zw==", "1.a~b:c"] {
            assert!(is_token(token), "{token}");
        }
        for token in [".", "..", "a/../../channels/1", "a?wait=true", "a#b", "a%2fb", "a\\b", "a b", "a\n", "é"] {
            assert!(!is_token(token), "{token}");
        }
    }

    #[test]
    fn a_person_sees_the_channel_unless_discord_says_otherwise() {
        let sees = |guild: &Value, members: &Value| {
            let resolved = json!({ "users": { "2": { "id": "2", "username": "dmitri" } }, "members": members });
            let interaction = json!({
                "type": 2, "channel_id": "3", "guild_id": guild, "user": { "id": "1", "username": "ada" },
                "data": { "name": "challenge", "resolved": resolved },
            });
            Interaction::read(&sandbox::interaction::complete(interaction)).expect("an interaction").users[0]
                .sees_channel
        };
        for (guild, members, expected) in [
            (json!("4"), json!({ "2": { "permissions": "1024" } }), true),
            (json!("4"), json!({ "2": { "permissions": "8" } }), true),
            (json!("4"), json!({ "2": { "permissions": "2048" } }), false),
            (json!("4"), json!({ "2": { "nick": "Dmitri" } }), true),
            (json!("4"), json!({}), false),
            (Value::Null, json!({}), true),
        ] {
            assert_eq!(sees(&guild, &members), expected, "{guild} {members}");
        }
    }
}
