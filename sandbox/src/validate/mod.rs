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
    (404, 10013, "Unknown User"),
    (404, 10015, "Unknown Webhook"),
    (404, 10062, "Unknown interaction"),
    (404, 10063, "Unknown application command"),
    (400, 30032, "Maximum number of application commands reached (100)."),
    (413, 40005, "Request entity too large"),
    (400, 40060, "Interaction has already been acknowledged."),
    (403, 50001, "Missing Access"),
    (403, 50003, "Cannot execute action on a DM channel"),
    (403, 50005, "Cannot edit a message authored by another user"),
    (400, 50006, "Cannot send an empty message"),
    (403, 50007, "Cannot send messages to this user"),
    (403, 50013, "Missing Permissions"),
    (400, 50021, "Cannot execute action on a system message"),
    (400, 50024, "Cannot execute action on this channel type"),
    (401, 50027, "Invalid Webhook Token"),
    (400, 50033, "Invalid Recipient(s)"),
    (400, 50083, "Thread is archived"),
    (400, 50109, "The request body contains invalid JSON."),
    (400, 160_004, "A thread has already been created for this message"),
    (403, 160_005, "Thread is locked"),
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

/// Reads an id, written as text or as a number.
pub fn id(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}
