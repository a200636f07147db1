//! Interactions as features read them: serenity's model, without what no answer needs.

use std::time::Duration;

use base::clean::clean;
use base::ids::{ChannelId, GuildId, Origin, Person, RequestId, RoleId, UserId};
use secrecy::SecretString;
use serde::Deserialize as _;
use serde_json::{Map, Value, json};
use serenity::all::{
    ActionRowComponent, CommandDataOption, CommandDataOptionValue, CommandDataResolved,
    Interaction as ReceivedInteraction, Member, Message, MessageFlags, ModalInteractionData, PartialMember,
    Permissions, User,
};
pub use serenity::all::{Attachment, InteractionType};

use crate::custom_id::CustomId;
use crate::message::{Layout, OutgoingMessage};
use crate::reply::Reply;

/// Discord takes a deferred answer, and changes of an answer, for a quarter of an hour.
pub(crate) const TOKEN_LIFETIME: Duration = Duration::from_mins(14);

const NAME_CHARS: usize = 80;

#[derive(Debug, Clone)]
pub struct ResolvedUser {
    pub person: Person,
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
    pub application: UserId,
    pub origin: Origin,
    /// Locale of the person's client: `fr`, `en-US`.
    pub locale: String,
    /// Name of the command with those of its subcommand (`settings picture`), or `custom_id` of the component or form.
    pub name: String,
    /// Options of the command, or fields of the form.
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
    /// The layout of the message with the component, which an update keeps.
    pub layout: Layout,
}

#[derive(Default)]
struct Data {
    name: String,
    options: Map<String, Value>,
    focused: Option<String>,
    values: Vec<String>,
    resolved: CommandDataResolved,
    message: Option<Box<Message>>,
}

impl Interaction {
    /// Reads Discord's JSON; `None` where serenity cannot.
    pub fn read(json: &Value) -> Option<Self> {
        ReceivedInteraction::deserialize(json).ok().and_then(Self::from_received)
    }

    /// Reads a component without the parts of its message that no answer needs: serenity may not know them.
    pub(super) fn read_without_message(json: &Value) -> Option<Self> {
        let mut json = json.clone();
        let message = json.get_mut("message")?.take();
        json["message"] = json!({
            "author": message["author"], "channel_id": message["channel_id"], "content": message["content"],
            "flags": message["flags"], "id": message["id"], "timestamp": message["timestamp"], "type": message["type"],
            "attachments": [], "embeds": [], "mention_everyone": false, "mention_roles": [], "mentions": [],
            "pinned": false, "tts": false,
        });
        Self::read(&json)
    }

    /// `None` for an interaction that no person has made, such as Discord's check of an address, or that cannot be answered.
    pub fn from_received(received: ReceivedInteraction) -> Option<Self> {
        let shorten = |locale: &str| locale.chars().take(10).collect::<String>();
        let (id, kind, application) = (received.id(), received.kind(), received.application_id());
        let (guild_id, app_permissions) = (received.guild_id(), received.app_permissions());
        let (token, guild_locale) = (received.token().to_owned(), received.guild_locale().map(shorten));
        let (channel_id, user, member, locale, data) = match received {
            ReceivedInteraction::Command(command) | ReceivedInteraction::Autocomplete(command) => {
                let data = command_data(command.data.name, command.data.options, command.data.resolved);
                (command.channel_id, command.user, command.member.map(|member| *member), command.locale, data)
            }
            ReceivedInteraction::Component(component) => {
                let values = serde_json::from_value(json!(component.data.kind)["values"].take());
                let data = Data {
                    name: component.data.custom_id,
                    values: values.unwrap_or_default(),
                    resolved: component.data.resolved,
                    message: Some(component.message),
                    ..Data::default()
                };
                (component.channel_id, component.user, component.member, component.locale, data)
            }
            ReceivedInteraction::Modal(modal) => {
                let data = Data { message: modal.message, ..form_data(modal.data) };
                (modal.channel_id, modal.user, modal.member, modal.locale, data)
            }
            _ => return None,
        };
        if !is_token(&token) {
            return None;
        }
        let CommandDataResolved { users, members, roles, attachments, .. } = data.resolved;
        let users = users.into_values().map(|user| {
            let member = members.get(&user.id);
            ResolvedUser {
                person: person_of(&user, member.and_then(|member| member.nick.as_deref())),
                is_bot: user.bot,
                // A user outside the server has no member object.
                sees_channel: guild_id.is_none() || member.is_some_and(sees_channel),
            }
        });
        let flags = data.message.as_ref().and_then(|message| message.flags).unwrap_or_default();
        // serenity does not know the flag of Components V2, but no such message has a content, and each of the others has one.
        let has_controls_first = data.message.is_some_and(|message| message.content.is_empty());
        Some(Self {
            request: RequestId(id.get()),
            token: token.into(),
            kind,
            person: person_of(&user, member.as_ref().and_then(|member| member.nick.as_deref())),
            application: UserId(application.get()),
            origin: Origin {
                guild_id: guild_id.map(|guild| GuildId(guild.get())),
                channel_id: ChannelId(channel_id.get()),
            },
            locale: shorten(&locale),
            name: data.name,
            options: data.options,
            focused: data.focused,
            values: data.values,
            users: users.collect(),
            attachments: attachments.into_values().collect(),
            role_permissions: roles.into_values().map(|role| (RoleId(role.id.get()), role.permissions)).collect(),
            permissions: member.as_ref().and_then(|member| member.permissions).unwrap_or_default(),
            roles: member.iter().flat_map(|member| &member.roles).map(|id| RoleId(id.get())).collect(),
            app_permissions,
            guild_locale,
            is_ephemeral: flags.contains(MessageFlags::EPHEMERAL),
            layout: if has_controls_first { Layout::ControlsFirst } else { Layout::ControlsLast },
        })
    }

    /// A command without options of a person who gives it elsewhere than in Discord.
    pub fn typed(name: &str, request: RequestId, person: Person, origin: Origin, locale: &str) -> Self {
        Self {
            request,
            token: String::new().into(),
            kind: InteractionType::Command,
            person,
            application: UserId(0),
            origin,
            locale: locale.to_owned(),
            name: name.to_owned(),
            options: Map::new(),
            focused: None,
            values: Vec::new(),
            users: Vec::new(),
            attachments: Vec::new(),
            role_permissions: Vec::new(),
            permissions: Permissions::empty(),
            roles: Vec::new(),
            app_permissions: None,
            guild_locale: None,
            is_ephemeral: true,
            layout: Layout::ControlsLast,
        }
    }

    /// An answer for this person only: it replaces the private message whose button was pressed.
    pub fn private_reply(&self, post: OutgoingMessage) -> Reply {
        if self.is_ephemeral { Reply::Update(post) } else { Reply::ephemeral(post) }
    }

    /// The button, select or form that was used, if it is one of these.
    pub fn button<B: CustomId>(&self) -> Option<B> {
        B::parse(&self.name)
    }

    /// The option that is being typed, with its text so far.
    pub fn focused_option(&self) -> (&str, &str) {
        let option = self.focused.as_deref().unwrap_or_default();
        (option, self.text(option).unwrap_or_default())
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.options.get(name)?.as_str()
    }

    pub fn attachment(&self, name: &str) -> Option<&Attachment> {
        let file_id = self.options.get(name).and_then(id)?;
        self.attachments.iter().find(|file| file.id.get() == file_id)
    }

    pub fn number(&self, name: &str) -> Option<i64> {
        self.options.get(name)?.as_i64()
    }

    pub fn flag(&self, name: &str) -> bool {
        self.options.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// Whether the person has one of these permissions.
    pub fn may(&self, permissions: Permissions) -> bool {
        self.permissions.intersects(permissions | Permissions::ADMINISTRATOR)
    }

    /// Whether the person has every permission of a role that an option names. A role without a description may have all.
    pub fn is_within_own_permissions(&self, role: RoleId) -> bool {
        let permissions = self.role_permissions.iter().find(|(permissions, _)| *permissions == role);
        let needed = permissions.map_or(Permissions::all(), |(_, permissions)| *permissions);
        self.permissions.administrator() || self.permissions.contains(needed)
    }

    /// The permissions of these that the bot lacks there. None, where Discord does not say.
    pub fn missing_permissions(&self, needed: Permissions) -> Permissions {
        match self.app_permissions {
            Some(permissions) if !permissions.administrator() => needed - permissions,
            _ => Permissions::empty(),
        }
    }

    pub fn names_bot(&self, user: UserId) -> bool {
        self.users.iter().any(|named| named.person.user == user && named.is_bot)
    }
}

/// Whether a text can be the token of an interaction. Tokens are parts of addresses: a slash or two dots would lead elsewhere.
fn is_token(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~+=:".contains(&byte);
    text.bytes().all(is_allowed) && ![".", ".."].contains(&text)
}

/// A snowflake: digits in a string, or a number.
pub fn id(value: &Value) -> Option<u64> {
    value.as_str().map_or_else(|| value.as_u64(), |text| text.parse().ok())
}

/// Members of a server may come without their permissions; they count as seeing the channel.
fn sees_channel(member: &PartialMember) -> bool {
    let seeing = Permissions::ADMINISTRATOR | Permissions::VIEW_CHANNEL;
    member.permissions.is_none_or(|permissions| permissions.intersects(seeing))
}

/// The person in Discord's JSON of a member; `None` for a bot.
pub fn person_of_member(json: Value) -> Option<Person> {
    let member: Member = serde_json::from_value(json).ok().filter(|member: &Member| !member.user.bot)?;
    Some(person_of(&member.user, member.nick.as_deref()))
}

fn person_of(user: &User, nick: Option<&str>) -> Person {
    let names = [nick, user.global_name.as_deref(), Some(&user.name)].into_iter().flatten();
    let mut names = names.map(|name| clean(name, NAME_CHARS));
    // An invisible name does not count.
    let name = names.find(|name| name.chars().any(is_visible)).unwrap_or_else(|| "?".to_owned());
    Person { user: UserId(user.id.get()), name }
}

/// Fillers, joiners and tags show nothing by themselves.
fn is_visible(c: char) -> bool {
    !c.is_whitespace()
        && !matches!(c, '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{200c}' | '\u{200d}')
        && !matches!(c, '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0000}'..='\u{e01ef}')
}

fn command_data(mut name: String, mut options: Vec<CommandDataOption>, resolved: CommandDataResolved) -> Data {
    // A group or a subcommand is the only option of its parent.
    while let [child] = &mut options[..]
        && let CommandDataOptionValue::SubCommand(children) | CommandDataOptionValue::SubCommandGroup(children) =
            &mut child.value
    {
        name = format!("{name} {}", child.name);
        options = std::mem::take(children);
    }
    let is_focused = |option: &&CommandDataOption| matches!(option.value, CommandDataOptionValue::Autocomplete { .. });
    let focused = options.iter().find(is_focused).map(|option| option.name.clone());
    let options = options.into_iter().map(|option| (option.name.clone(), json!(option)["value"].take())).collect();
    Data { name, options, focused, resolved, ..Data::default() }
}

fn form_data(form: ModalInteractionData) -> Data {
    let field = |component: ActionRowComponent| match component {
        ActionRowComponent::InputText(input) => Some((input.custom_id, input.value.unwrap_or_default().into())),
        _ => None,
    };
    let options = form.components.into_iter().flat_map(|row| row.components).filter_map(field).collect();
    Data { name: form.custom_id, options, ..Data::default() }
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

    #[test]
    fn a_name_is_what_shows_and_reads_from_left_to_right_as_it_is_written() {
        let name = |nick: &str, global: &str, user: &str| {
            let user = json!({ "id": "1", "username": user, "global_name": global });
            person_of(&serde_json::from_value(user).expect("a user"), Some(nick)).name
        };
        for (nick, global, shown) in [
            ("Ada", "Countess", "Ada"),
            ("", "Countess", "Countess"),
            ("\u{202e}adA", "Countess", "adA"),
            ("A\u{2066}d\u{2069}a\u{200f}\u{200b}", "Countess", "Ada"),
            ("\u{202e}\u{200b} \u{3164}", "\u{2800}\u{200d}", "ada.l"),
            ("A\nd\ta\u{7}", "", "A d a"),
            ("👩\u{200d}👧", "", "👩\u{200d}👧"),
        ] {
            assert_eq!(name(nick, global, "ada.l"), shown, "{nick:?} {global:?}");
        }
        assert_eq!(name("", "", "\u{202e}"), "?");
    }
}
