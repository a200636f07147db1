//! Discord's limits: what it refuses, with which code and message.

pub mod commands;
pub mod components;
pub mod embeds;
pub mod message;

use serde_json::{Map, Value, json};

/// A request that Discord refuses: HTTP status, error code, message, and the paths of form errors.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// HTTP status.
    pub status: u16,
    /// Discord's code; 0 for general errors.
    pub code: u64,
    /// Discord's sentence.
    pub message: String,
    /// The tree of `_errors`, for 50035.
    pub errors: Option<Value>,
}

impl Refusal {
    fn new(status: u16, code: u64, message: &str) -> Self {
        Self { status, code, message: message.to_owned(), errors: None }
    }

    /// The body of the answer.
    pub fn body(&self) -> Value {
        let mut body = json!({ "message": self.message, "code": self.code });
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        body
    }

    /// A refusal with a status and code chosen by a test.
    pub fn chosen(status: u16, code: Option<u64>) -> Self {
        let known = KNOWN.iter().find(|(_, known, _)| Some(*known) == code);
        let message =
            known.map_or_else(|| format!("{status}: refused by the sandbox"), |(_, _, text)| (*text).to_owned());
        Self { status, code: code.unwrap_or(0), message, errors: None }
    }

    /// The refusal Discord knows under this code.
    pub fn known(code: u64) -> Self {
        let found = KNOWN.iter().find(|(_, known, _)| *known == code);
        found.map_or_else(|| Self::chosen(400, Some(code)), |(status, code, text)| Self::new(*status, *code, text))
    }

    /// 401: the token is not the bot's.
    pub fn unauthorized() -> Self {
        Self::new(401, 0, "401: Unauthorized")
    }

    /// 404: there is no such route.
    pub fn no_route() -> Self {
        Self::new(404, 0, "404: Not Found")
    }

    /// 405: the route has no such method.
    pub fn no_method() -> Self {
        Self::new(405, 0, "405: Method Not Allowed")
    }

    /// 50109: the body is not JSON.
    pub fn not_json() -> Self {
        Self::known(50109)
    }

    /// 50035 with one problem at `path`, its steps separated by `/`.
    pub fn form(path: &str, code: &str, message: impl Into<String>) -> Self {
        let mut form = Form::default();
        form.add(path, code, message);
        form.refusal()
    }
}

/// Status, code and sentence of the refusals used here, from Discord's list of error codes.
const KNOWN: &[(u16, u64, &str)] = &[
    (404, 10003, "Unknown Channel"),
    (404, 10004, "Unknown Guild"),
    (404, 10007, "Unknown Member"),
    (404, 10008, "Unknown Message"),
    (404, 10011, "Unknown Role"),
    (404, 10013, "Unknown User"),
    (400, 10014, "Unknown Emoji"),
    (404, 10015, "Unknown Webhook"),
    (404, 10062, "Unknown interaction"),
    (404, 10063, "Unknown application command"),
    (404, 10087, "Unknown tag"),
    (403, 20009, "Explicit content cannot be sent to the desired recipient(s)"),
    (403, 20012, "You are not authorized to perform this action on this application"),
    (429, 20016, "This action cannot be performed due to slowmode rate limit"),
    (429, 20022, "This message cannot be edited due to announcement rate limits"),
    (403, 20026, "Your bot has been flagged for spam by our automated anti-spam system"),
    (429, 20028, "The channel you are writing has hit the write rate limit"),
    (429, 20029, "The write action you are performing on the server has hit the write rate limit"),
    (400, 30032, "Maximum number of application commands reached (100)."),
    (400, 30033, "Maximum number of thread participants has been reached (1000)"),
    (429, 30034, "Maximum number of daily application command creates has been reached (200)"),
    (429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    (403, 40003, "You are opening direct messages too fast"),
    (403, 40004, "Sending messages has been temporarily disabled"),
    (413, 40005, "Request entity too large"),
    (400, 40060, "Interaction has already been acknowledged."),
    (400, 40067, "A tag is required to create a forum post in this channel"),
    (403, 40333, "internal network error"),
    (403, 50001, "Missing Access"),
    (403, 50003, "Cannot execute action on a DM channel"),
    (403, 50005, "Cannot edit a message authored by another user"),
    (400, 50006, "Cannot send an empty message"),
    (403, 50007, "Cannot send messages to this user"),
    (400, 50008, "Cannot send messages in a non-text channel"),
    (403, 50013, "Missing Permissions"),
    (400, 50021, "Cannot execute action on a system message"),
    (400, 50024, "Cannot execute action on this channel type"),
    (401, 50027, "Invalid Webhook Token"),
    (400, 50033, "Invalid Recipient(s)"),
    (400, 50045, "File uploaded exceeds the maximum size"),
    (400, 50046, "Invalid file uploaded"),
    (400, 50055, "Invalid Guild"),
    (400, 50068, "Invalid message type"),
    (400, 50083, "Thread is archived"),
    (400, 50109, "The request body contains invalid JSON."),
    (400, 50240, "You cannot remove this app's Entry Point command in a bulk update operation"),
    (403, 50278, "Cannot send messages to this user due to having no mutual guilds"),
    (503, 130_000, "API resource is currently overloaded. Try again a little later"),
    (403, 160_002, "Cannot reply without permission to read message history"),
    (400, 160_004, "A thread has already been created for this message"),
    (403, 160_005, "Thread is locked"),
    (400, 160_006, "Maximum number of active threads reached"),
    (400, 160_007, "Maximum number of active announcement threads reached"),
    (400, 200_000, "Message was blocked by automatic moderation"),
    (400, 200_001, "Title was blocked by automatic moderation"),
    (400, 240_000, "Message blocked by harmful links filter"),
];

/// Collects the problems of one request.
#[derive(Debug, Default)]
pub struct Form {
    errors: Map<String, Value>,
}

impl Form {
    /// Notes a problem at `path`, its steps separated by `/`.
    pub fn add(&mut self, path: &str, code: &str, message: impl Into<String>) {
        let mut node = &mut self.errors;
        for step in path.split('/').filter(|step| !step.is_empty()) {
            let child = node.entry(step).or_insert_with(|| json!({}));
            let Value::Object(child) = child else { return };
            node = child;
        }
        let list = node.entry("_errors").or_insert_with(|| json!([]));
        if let Value::Array(list) = list {
            list.push(json!({ "code": code, "message": message.into() }));
        }
    }

    /// Notes that a required field is absent.
    pub fn required(&mut self, path: &str) {
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// Notes that a value is not one of those allowed.
    pub fn choices(&mut self, path: &str, allowed: &str) {
        self.add(path, "BASE_TYPE_CHOICES", format!("Value must be one of ({allowed})."));
    }

    /// Notes that a value is no id, if it is none.
    pub fn snowflake(&mut self, path: &str, value: &Value) {
        if id(value).is_none() {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            self.add(path, "NUMBER_TYPE_COERCE", format!("Value \"{text}\" is not snowflake."));
        }
    }

    /// Notes that something has not between `min` and `max` characters or items.
    pub fn length(&mut self, path: &str, min: usize, max: usize) {
        if min == 0 {
            self.add(path, "BASE_TYPE_MAX_LENGTH", format!("Must be {max} or fewer in length."));
        } else {
            self.add(path, "BASE_TYPE_BAD_LENGTH", format!("Must be between {min} and {max} in length."));
        }
    }

    /// Checks a field of text: present when `min` is more than 0, and its count of characters.
    pub fn text(&mut self, path: &str, value: &Value, min: usize, max: usize) {
        match value {
            Value::Null if min > 0 => self.required(path),
            Value::Null => {}
            // Discord strips blanks before it looks.
            Value::String(text) if min > 0 && !text.is_empty() && text.trim().is_empty() => self.required(path),
            Value::String(text) => {
                let count = text.chars().count();
                if count < min || count > max {
                    self.length(path, min, max);
                }
            }
            other => {
                self.add(path, "STRING_TYPE_CONVERT", format!("Could not interpret \"{other}\" as string."));
            }
        }
    }

    /// Checks the emoji of a button or a choice. There are Unicode's only: nobody has uploaded others to the sandbox.
    pub fn emoji(&mut self, path: &str, emoji: &Value) {
        let field = match emoji {
            Value::Null => return,
            Value::Object(_) if !emoji["id"].is_null() => "id",
            Value::Object(_) if emoji["name"].as_str().is_some_and(is_emoji) => return,
            Value::Object(_) => "name",
            _ => return self.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a ModelType"),
        };
        self.add(&format!("{path}/{field}"), "COMPONENT_INVALID_EMOJI", "Invalid emoji");
    }

    /// Checks a field of text that may be absent but not empty.
    pub fn optional_text(&mut self, path: &str, value: &Value, min: usize, max: usize) {
        if !value.is_null() {
            self.text(path, value, min, max);
        }
    }

    /// The items of a list field; problems with it being no list or too long are noted.
    pub fn list<'a>(&mut self, path: &str, value: &'a Value, max: usize) -> &'a [Value] {
        match value {
            Value::Null => &[],
            Value::Array(items) => {
                if items.len() > max {
                    self.length(path, 0, max);
                }
                items
            }
            _ => {
                self.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
                &[]
            }
        }
    }

    /// `Ok` when nothing was noted.
    pub fn done(self) -> Result<(), Refusal> {
        if self.errors.is_empty() { Ok(()) } else { Err(self.refusal()) }
    }

    fn refusal(self) -> Refusal {
        Refusal {
            status: 400,
            code: 50035,
            message: "Invalid Form Body".to_owned(),
            errors: Some(Value::Object(self.errors)),
        }
    }
}

/// Whether Unicode has this emoji.
pub fn is_emoji(text: &str) -> bool {
    emojis::get(text).is_some()
}

/// Whether a reader sees nothing: spaces, and characters without a width.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| {
        c.is_whitespace()
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    })
}

/// Reads an id, written as text or as a number.
pub fn id(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}
