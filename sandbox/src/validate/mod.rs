//! Discord's limits, with the codes and messages of its refusals.

pub mod commands;
pub mod components;
pub mod message;

use serde_json::{Map, Value, json};

/// A request that Discord refuses: HTTP status, error code, message, and the paths of form errors.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
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

    pub fn body(&self) -> Value {
        let mut body = json!({ "message": self.message, "code": self.code });
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        body
    }

    /// A refusal with a status and code chosen by a test.
    pub fn with_status(status: u16, code: Option<u64>) -> Self {
        let sentence = code.and_then(find_known).map(|(_, sentence)| sentence.to_owned());
        let message = sentence.unwrap_or_else(|| format!("{status}: refused by the sandbox"));
        Self { status, code: code.unwrap_or(0), message, errors: None }
    }

    /// The refusal Discord knows under this code.
    pub fn from_code(code: u64) -> Self {
        let status = find_known(code).map_or(400, |(status, _)| status);
        Self::with_status(status, Some(code))
    }

    /// 401: the token is not the bot's.
    pub fn unauthorized() -> Self {
        Self::new(401, 0, "401: Unauthorized")
    }

    /// 404: there is no such route, or Sumito does not use it.
    pub fn no_route() -> Self {
        Self::new(404, 0, "404: Not Found")
    }

    /// 50035 with one problem at `path`, its steps separated by `/`.
    pub fn form(path: &str, code: &str, message: impl Into<String>) -> Self {
        let mut form = Form::default();
        form.add(path, code, message);
        form.refusal()
    }
}

/// Status and sentence of a refusal, from Discord's list of error codes: lines of status, code and sentence.
fn find_known(code: u64) -> Option<(u16, &'static str)> {
    include_str!("errors.tsv").lines().find_map(|line| {
        let (status, rest) = line.split_once('\t')?;
        let (listed_code, sentence) = rest.split_once('\t')?;
        Some((status.parse().ok()?, sentence)).filter(|_| listed_code.parse() == Ok(code))
    })
}

#[derive(Debug, Default)]
pub struct Form {
    errors: Map<String, Value>,
}

impl Form {
    /// Records a problem at `path`, its steps separated by `/`.
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

    pub fn required(&mut self, path: &str) {
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// Records that a value is not one of those allowed.
    pub fn choices(&mut self, path: &str, allowed: &str) {
        self.add(path, "BASE_TYPE_CHOICES", format!("Value must be one of ({allowed})."));
    }

    /// Records a problem if a value is not an id.
    pub fn snowflake(&mut self, path: &str, value: &Value) {
        if id(value).is_none() {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            self.add(path, "NUMBER_TYPE_COERCE", format!("Value \"{text}\" is not snowflake."));
        }
    }

    /// Records that something does not have between `min` and `max` characters or items.
    pub fn length(&mut self, path: &str, min: usize, max: usize) {
        if min == 0 {
            self.add(path, "BASE_TYPE_MAX_LENGTH", format!("Must be {max} or fewer in length."));
        } else {
            self.add(path, "BASE_TYPE_BAD_LENGTH", format!("Must be between {min} and {max} in length."));
        }
    }

    /// Checks a text field: present if `min` is more than 0, and its number of characters.
    pub fn text(&mut self, path: &str, value: &Value, min: usize, max: usize) {
        match value {
            Value::Null if min > 0 => self.required(path),
            Value::Null => {}
            // Discord strips blanks before it checks.
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

    /// Checks a text field that may be absent but not empty.
    pub fn optional_text(&mut self, path: &str, value: &Value, min: usize, max: usize) {
        if !value.is_null() {
            self.text(path, value, min, max);
        }
    }

    /// The items of a list field. Records a problem if it is no list or too long.
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

    /// `Ok` if nothing was recorded.
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

/// Whether a text looks empty: spaces, and characters without a width.
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
