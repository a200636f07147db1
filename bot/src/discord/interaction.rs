//! What Discord sent, read with care: unknown fields are ignored, malformed interactions are refused.

use secrecy::SecretString;
use serde_json::{Map, Value};

use crate::discord::message::{COMPONENTS_V2, EPHEMERAL, Layout, clean};
use crate::domain::{ChannelId, GuildId, Origin, Person, RequestId, RoleId, UserId};

/// Longest name that is kept of a person.
const NAME_CHARS: usize = 80;

/// Discord's bit of those who may do everything.
const ADMINISTRATOR: u64 = 1 << 3;
/// Discord's bit of those who manage roles.
pub const MANAGE_ROLES: u64 = 1 << 28;

/// Permission bit: view channel.
const VIEW_CHANNEL: u64 = 1 << 10;

/// Discord's bit of those who manage a server.
pub const MANAGE_GUILD: u64 = 1 << 5;

/// Discord's bit of those who manage events.
pub const MANAGE_EVENTS: u64 = 1 << 33;

/// What kind of interaction it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InteractionType {
    /// A slash command.
    Command,
    /// A button or select.
    Component,
    /// Completion of an option.
    Autocomplete,
    /// A form.
    Modal,
}

/// A user whom an option names, as Discord resolves the id.
#[derive(Debug, Clone)]
pub struct ResolvedUser {
    /// Who it is.
    pub person: Person,
    /// Bots do not play.
    pub is_bot: bool,
    /// Can see the channel of the interaction. Always true in direct messages.
    pub sees_channel: bool,
}

/// One interaction.
#[derive(Debug, Clone)]
pub struct Interaction {
    /// Discord's id of it.
    pub request: RequestId,
    /// Discord's token for answering it.
    pub token: SecretString,
    /// What kind.
    pub kind: InteractionType,
    /// Who did it.
    pub person: Person,
    /// Where.
    pub origin: Origin,
    /// Locale of the person's client: `fr`, `en-US`.
    pub locale: String,
    /// Name of the command with those of its subcommand (`settings picture`), or `custom_id` of the component.
    pub name: String,
    /// Options of a command by name.
    pub options: Map<String, Value>,
    /// The option being completed.
    pub focused: Option<String>,
    /// Chosen values of a select.
    pub values: Vec<String>,
    /// Users that the options name.
    pub users: Vec<ResolvedUser>,
    /// What the roles that the options name allow, as Discord's bits.
    pub role_permissions: Vec<(RoleId, u64)>,
    /// What the person may do there, as Discord's bits; nothing in direct messages.
    pub permissions: u64,
    /// Roles of the person in the server.
    pub roles: Vec<RoleId>,
    /// What the bot may do there, as Discord's bits; `None` where Discord does not say.
    pub app_permissions: Option<u64>,
    /// Locale of the server.
    pub guild_locale: Option<String>,
    /// The component stands under a message that only its person sees.
    pub is_ephemeral: bool,
    /// The order of the parts of the message with the component, which an update keeps.
    pub layout: Layout,
}

impl Interaction {
    /// Reads an interaction; `None` when something it cannot do without is missing.
    pub fn read(json: &Value) -> Option<Self> {
        let kind = match json["type"].as_u64()? {
            2 => InteractionType::Command,
            3 => InteractionType::Component,
            4 => InteractionType::Autocomplete,
            5 => InteractionType::Modal,
            _ => return None,
        };
        let data = &json["data"];
        let user = if json["member"]["user"].is_object() { &json["member"]["user"] } else { &json["user"] };
        let person = person_of(user, &json["member"])?;
        let channel_id = id(&json["channel_id"]).or_else(|| id(&json["channel"]["id"]))?;
        let mut name = data["name"].as_str().or_else(|| data["custom_id"].as_str())?.to_owned();
        let mut options = Map::new();
        let mut focused = None;
        let mut typed = &data["options"];
        // A group, a subcommand: each is the only option of what is above it.
        while let Some(below) = typed.get(0).filter(|option| matches!(option["type"].as_u64(), Some(1 | 2))) {
            name = format!("{name} {}", below["name"].as_str()?);
            typed = &below["options"];
        }
        for option in typed.as_array().into_iter().flatten() {
            let Some(name) = option["name"].as_str() else { continue };
            if option["focused"] == Value::Bool(true) {
                focused = Some(name.to_owned());
            }
            options.insert(name.to_owned(), option["value"].clone());
        }
        // What was typed into a form stands in rows.
        for field in data["components"].as_array().into_iter().flatten().filter_map(|row| row["components"].get(0)) {
            if let Some(name) = field["custom_id"].as_str() {
                options.insert(name.to_owned(), field["value"].clone());
            }
        }
        let members = &data["resolved"]["members"];
        let users = data["resolved"]["users"].as_object().into_iter().flatten();
        let is_in_guild = id(&json["guild_id"]).is_some();
        let resolved = |(key, user): (&String, &Value)| {
            // Somebody outside the server has no member object. In one, the permissions are an optional field: where they are
            // missing, nothing says that the person cannot see the channel.
            let member = &members[key];
            let may_see = id(&member["permissions"]).is_none_or(|bits| bits & (ADMINISTRATOR | VIEW_CHANNEL) != 0);
            Some(ResolvedUser {
                person: person_of(user, member)?,
                is_bot: user["bot"] == Value::Bool(true),
                sees_channel: !is_in_guild || (member.is_object() && may_see),
            })
        };
        let users = users.filter_map(resolved).collect();
        let roles = data["resolved"]["roles"].as_object().into_iter().flatten();
        let role_permissions =
            roles.filter_map(|(key, role)| Some((RoleId(key.parse().ok()?), id(&role["permissions"])?))).collect();
        let message_flags = json["message"]["flags"].as_u64().unwrap_or(0);
        // serenity's type of the flags does not have this one and loses it. But only such a message has no content: all others of ours
        // with components have some.
        let has_no_content = json["message"]["content"].as_str().is_some_and(str::is_empty);
        let is_version_2 = message_flags & COMPONENTS_V2 != 0 || has_no_content;
        let layout = if is_version_2 { Layout::ControlsFirst } else { Layout::ControlsLast };
        let values =
            data["values"].as_array().into_iter().flatten().filter_map(|value| value.as_str().map(str::to_owned));
        Some(Self {
            request: RequestId(id(&json["id"])?),
            token: json["token"].as_str().unwrap_or_default().into(),
            kind,
            person,
            origin: Origin { guild_id: id(&json["guild_id"]).map(GuildId), channel_id: ChannelId(channel_id) },
            locale: json["locale"].as_str().unwrap_or("en-US").chars().take(10).collect(),
            name,
            options,
            focused,
            values: values.collect(),
            users,
            role_permissions,
            permissions: id(&json["member"]["permissions"]).unwrap_or(0),
            roles: json["member"]["roles"].as_array().into_iter().flatten().filter_map(id).map(RoleId).collect(),
            app_permissions: id(&json["app_permissions"]),
            guild_locale: json["guild_locale"].as_str().map(|locale| locale.chars().take(10).collect()),
            is_ephemeral: message_flags & EPHEMERAL != 0,
            layout,
        })
    }

    /// A text option.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.options.get(name)?.as_str()
    }

    /// A whole number.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.options.get(name)?.as_i64()
    }

    /// May the person change what counts for the whole server?
    pub const fn manages_server(&self) -> bool {
        self.permissions & (ADMINISTRATOR | MANAGE_GUILD) != 0
    }

    /// May the person give roles to others?
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

    /// Yes or no; no when absent.
    pub fn flag(&self, name: &str) -> bool {
        self.options.get(name).and_then(Value::as_bool).unwrap_or(false)
    }
}

/// A snowflake: digits in a string, or a number.
pub fn id(value: &Value) -> Option<u64> {
    value.as_str().map_or_else(|| value.as_u64(), |text| text.parse().ok())
}

fn person_of(user: &Value, member: &Value) -> Option<Person> {
    let names = [&member["nick"], &user["global_name"], &user["username"]].into_iter().filter_map(Value::as_str);
    let mut names = names.map(|name| clean(name, NAME_CHARS)).peekable();
    names.peek()?;
    // A name that shows nothing is none.
    let name = names.find(|name| name.chars().any(is_visible)).unwrap_or_else(|| "?".to_owned());
    Some(Person { user: UserId(id(&user["id"])?), name })
}

/// Fillers, joiners and tags are seen only beside something else.
fn is_visible(c: char) -> bool {
    !c.is_whitespace()
        && !matches!(c, '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{200c}' | '\u{200d}')
        && !matches!(c, '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0000}'..='\u{e01ef}')
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
    fn a_name_is_what_shows_and_reads_from_left_to_right_as_it_is_written() {
        let name = |nick: &str, global: &str| {
            let user = json!({ "id": "1", "username": "ada.l", "global_name": global });
            person_of(&user, &json!({ "nick": nick })).expect("a person").name
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
            assert_eq!(name(nick, global), shown, "{nick:?} {global:?}");
        }
        assert_eq!(person_of(&json!({ "id": "1", "username": "\u{202e}" }), &Value::Null).expect("a person").name, "?");
        assert_eq!(person_of(&json!({ "id": "1" }), &Value::Null), None);
    }
}
