//! What is sent: the body of a message, and the pieces it is made of.

use std::fmt;
use std::sync::Arc;

use serde_json::{Map, Value, json};
pub use serenity::all::ButtonStyle as Style;
use serenity::all::MessageFlags;

use crate::domain::{Player, UserId};

#[derive(Debug, Clone)]
pub struct Picture {
    /// Name of the file: `.png`, or `.gif` for what moves.
    pub file_name: String,
    pub bytes: Arc<Vec<u8>>,
    /// Its description, for those who do not see it; at most [`LONGEST_ALT`] characters.
    pub alt: String,
}

/// Characters of a description that Discord takes.
pub const LONGEST_ALT: usize = 1024;

impl Picture {
    /// A picture whose description is cut to what Discord takes.
    pub fn new(file_name: impl Into<String>, bytes: Arc<Vec<u8>>, alt: &str) -> Self {
        Self { file_name: file_name.into(), bytes, alt: alt.chars().take(LONGEST_ALT).collect() }
    }

    /// The media type.
    pub fn kind(&self) -> &'static str {
        match self.file_name.rsplit_once('.') {
            Some((_, "gif")) => "image/gif",
            _ => "image/png",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFile {
    pub name: String,
    /// The media type.
    pub kind: &'static str,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layout {
    /// Text, pictures, controls.
    #[default]
    ControlsLast,
    /// Text, controls, pictures: a menu that opens does not cover the picture it asks about. Discord's Components V2. A message that
    /// has it once keeps it.
    ControlsFirst,
}

/// For one person only.
pub const EPHEMERAL: u64 = MessageFlags::EPHEMERAL.bits();

/// serenity 0.12 does not know this flag.
pub const COMPONENTS_V2: u64 = 1 << 15;

/// A message: Discord's body without attachments, and those.
#[derive(Debug, Clone)]
pub struct OutgoingMessage {
    /// `content`, `components`, `allowed_mentions`.
    pub body: Map<String, Value>,
    /// In the order in which they are shown.
    pub pictures: Vec<Picture>,
    pub files: Vec<TextFile>,
    pub layout: Layout,
}

/// In characters.
const MAX_CONTENT: usize = 2000;

impl OutgoingMessage {
    pub fn text(content: impl Into<String>) -> Self {
        let mut body = Map::new();
        body.insert("components".into(), json!([]));
        body.insert("allowed_mentions".into(), json!({ "parse": [] }));
        Self { body, pictures: Vec::new(), files: Vec::new(), layout: Layout::default() }.content(&content.into())
    }

    #[must_use]
    pub const fn layout(mut self, layout: Layout) -> Self {
        self.layout = layout;
        self
    }

    /// Discord's body of it, in its layout; without attachments.
    pub fn body_in_layout(&self) -> Map<String, Value> {
        let mut body = self.body.clone();
        if self.layout == Layout::ControlsLast {
            return body;
        }
        let mut parts = Vec::new();
        // Null, because a message that changes its layout has to lose the text that it had.
        let content = body.insert("content".into(), Value::Null);
        if let Some(content) = content.as_ref().and_then(Value::as_str).filter(|content| !content.trim().is_empty()) {
            parts.push(json!({ "type": 10, "content": content }));
        }
        if let Some(Value::Array(rows)) = body.remove("components") {
            parts.extend(rows);
        }
        if !self.pictures.is_empty() {
            let item = |picture: &Picture| {
                let media = json!({ "url": format!("attachment://{}", picture.file_name) });
                json!({ "media": media, "description": picture.alt })
            };
            parts.push(json!({ "type": 12, "items": self.pictures.iter().map(item).collect::<Vec<_>>() }));
        }
        let file = |file: &TextFile| json!({ "type": 13, "file": { "url": format!("attachment://{}", file.name) } });
        parts.extend(self.files.iter().map(file));
        body.insert("components".into(), parts.into());
        let flags = body.get("flags").and_then(Value::as_u64).unwrap_or(0) | COMPONENTS_V2;
        body.insert("flags".into(), flags.into());
        body
    }

    /// Lets only these people be notified.
    #[must_use]
    pub fn mention<P: Into<Player>>(mut self, players: impl IntoIterator<Item = P>) -> Self {
        let users: Vec<String> =
            players.into_iter().filter_map(|player| player.into().person()).map(|user| user.0.to_string()).collect();
        self.body.insert("allowed_mentions".into(), json!({ "parse": [], "users": users }));
        self
    }

    /// Its words alone, for a Discord that refuses the rest.
    #[must_use]
    pub fn plain(&self) -> Self {
        let mut body = self.body.clone();
        body.remove("embeds");
        body.remove("attachments");
        body.insert("components".into(), json!([]));
        Self { body, pictures: Vec::new(), files: Vec::new(), layout: self.layout }
    }

    #[must_use]
    pub fn silent(mut self) -> Self {
        self.body.insert("flags".into(), MessageFlags::SUPPRESS_NOTIFICATIONS.bits().into());
        self
    }

    /// Puts a line above all others.
    #[must_use]
    pub fn prepend(self, line: &str) -> Self {
        let content = format!("{line}\n{}", self.body["content"].as_str().unwrap_or_default());
        self.content(&content)
    }

    #[must_use]
    pub fn append(self, sentence: &str) -> Self {
        let content = format!("{}\n{sentence}", self.body["content"].as_str().unwrap_or_default());
        self.content(&content)
    }

    fn content(mut self, content: &str) -> Self {
        self.body.insert("content".into(), content.chars().take(MAX_CONTENT).collect::<String>().into());
        self
    }

    #[must_use]
    pub fn picture(mut self, picture: Picture) -> Self {
        self.pictures.push(picture);
        self
    }

    #[must_use]
    pub fn files(mut self, files: Vec<TextFile>) -> Self {
        self.files = files;
        self
    }

    /// Adds a button to the last row, or to a new one.
    #[must_use]
    pub fn add_button(mut self, button: Value) -> Self {
        let rows = self.body["components"].as_array_mut().expect("rows of components");
        let last = rows.last_mut().and_then(|row| row["components"].as_array_mut());
        match last.filter(|parts| parts.len() < 5 && parts.iter().all(|part| part["type"] == 2)) {
            Some(parts) => parts.push(button),
            None => rows.push(row(&[button])),
        }
        self
    }

    #[must_use]
    pub fn add_row(mut self, row: Value) -> Self {
        self.body["components"].as_array_mut().expect("rows of components").push(row);
        self
    }

    #[must_use]
    pub fn rows(mut self, rows: Vec<Value>) -> Self {
        self.body.insert("components".into(), Value::Array(rows));
        self
    }
}

/// A button; `press` is its custom id.
pub fn button(press: &impl fmt::Display, label: impl Into<String>, style: Style) -> Value {
    let label: String = label.into();
    json!({ "type": 2, "style": style, "label": label, "custom_id": press.to_string() })
}

/// A button that opens a page.
pub fn link_button(url: &str, label: impl Into<String>) -> Value {
    let label: String = label.into();
    json!({ "type": 2, "style": 5, "label": label, "url": url })
}

/// A row of at most five buttons, or one select.
pub fn row(parts: &[Value]) -> Value {
    json!({ "type": 1, "components": parts })
}

/// A select with its options (value, label, description, which may be empty), at most 25.
pub fn select(press: &impl fmt::Display, placeholder: &str, options: &[(String, String, String)]) -> Value {
    let options: Vec<Value> = options
        .iter()
        .take(25)
        .map(|(value, label, description)| {
            let mut option = json!({ "value": value, "label": label });
            if !description.is_empty() {
                option["description"] = json!(description);
            }
            option
        })
        .collect();
    json!({ "type": 3, "custom_id": press.to_string(), "placeholder": placeholder, "options": options })
}

/// A select with the option of this value chosen already.
pub fn preselected(mut select: Value, value: &str) -> Value {
    for option in select["options"].as_array_mut().into_iter().flatten().filter(|option| option["value"] == value) {
        option["default"] = true.into();
    }
    select
}

pub fn role_select(press: &impl fmt::Display, placeholder: &str) -> Value {
    json!({ "type": 6, "custom_id": press.to_string(), "placeholder": placeholder })
}

pub fn user_select(press: &impl fmt::Display, placeholder: &str) -> Value {
    json!({ "type": 5, "custom_id": press.to_string(), "placeholder": placeholder })
}

/// A select of at most so many people, with these chosen already.
pub fn users_select(
    press: &impl fmt::Display,
    placeholder: &str,
    chosen: impl IntoIterator<Item = UserId>,
    most: usize,
) -> Value {
    let chosen: Vec<Value> =
        chosen.into_iter().map(|user| json!({ "id": user.0.to_string(), "type": "user" })).collect();
    let mut select = user_select(press, placeholder);
    select["default_values"] = chosen.into();
    select["max_values"] = most.into();
    select
}

const MAX_UNTRUSTED_TEXT: usize = 60;

/// Longest sentence that quotes text of a user.
const MAX_UNTRUSTED_SENTENCE: usize = 300;

/// A stranger's text on one line, without what shows nothing or turns the reading direction; at most `limit` characters. For
/// places that know no markup: titles, labels, descriptions of pictures.
pub fn clean(text: &str, limit: usize) -> String {
    let shown = text.chars().filter_map(|c| match c {
        '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}' => Some(' '),
        c if c.is_control() || is_format_character(c) => None,
        c => Some(c),
    });
    shown.take(limit).collect::<String>().trim().to_owned()
}

/// Soft hyphens, marks and overrides of the direction, zero width spaces, annotations. Joiners are left: names are written
/// with them.
const fn is_format_character(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}')
}

/// Text of a user, escaped for one of our sentences: no markup, no mention, one line.
pub fn escape_markdown(text: &str) -> String {
    escape(text, MAX_UNTRUSTED_TEXT)
}

/// A whole sentence with a stranger's text in it, escaped.
pub fn sentence(text: &str) -> String {
    escape(text, MAX_UNTRUSTED_SENTENCE)
}

fn escape(text: &str, longest: usize) -> String {
    let mut plain = String::new();
    for c in clean(text, longest).chars() {
        match c {
            '*' | '_' | '~' | '`' | '|' | '\\' | '[' | ']' | '(' | ')' | '#' | '>' | '-' => plain.extend(['\\', c]),
            '<' => plain.push('‹'),
            '@' => plain.push('＠'),
            c => plain.push(c),
        }
    }
    plain
}

/// A stranger's text to stand between two backticks, where everything is literal but a backtick; never nothing, which would
/// leave the backticks bare.
pub fn code(text: &str) -> String {
    let code = clean(text, MAX_UNTRUSTED_TEXT).replace('`', "ˋ");
    if code.is_empty() { "…".to_owned() } else { code }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_neither_mention_nor_mark_up() {
        let name = escape_markdown("@everyone <@123> **x** `y`\n# z");
        assert!(!name.contains('@') && !name.contains('<') && !name.contains('\n'), "{name}");
        assert!(name.contains("\\*\\*x") && name.contains("\\`y"), "{name}");
    }

    #[test]
    fn controls_come_before_the_picture_where_the_layout_says_so() {
        let picture = Picture { file_name: "board.png".into(), bytes: Arc::default(), alt: "A board".into() };
        let press = row(&[button(&"v1:board:1", "Board", Style::Secondary)]);
        let post =
            OutgoingMessage::text("Which marbles?").rows(vec![press]).picture(picture).layout(Layout::ControlsFirst);
        let body = post.body_in_layout();
        assert!(body["content"].is_null() && body["flags"] == 1 << 15, "{body:?}");
        let kinds: Vec<Option<u64>> =
            body["components"].as_array().expect("parts").iter().map(|part| part["type"].as_u64()).collect();
        assert_eq!(kinds, [Some(10), Some(1), Some(12)]);
        assert_eq!(body["components"][2]["items"][0]["media"]["url"], "attachment://board.png");
        let empty = OutgoingMessage::text("").layout(Layout::ControlsFirst).body_in_layout();
        assert_eq!(empty["components"], json!([]), "an empty text is no part");
    }

    #[test]
    fn nothing_typed_breaks_out_of_a_code_span_or_is_lost_in_it() {
        for (typed, shown) in
            [("a`b`||c||", "aˋbˋ||c||"), ("\\", "\\"), (" ", "…"), ("", "…"), ("a\nb", "a b"), ("\u{202e}9i", "9i")]
        {
            assert_eq!(code(typed), shown, "{typed:?}");
        }
    }

    #[test]
    fn a_message_is_never_longer_than_discord_allows() {
        let post = OutgoingMessage::text("x".repeat(5000));
        assert_eq!(post.body["content"].as_str().map(str::len), Some(MAX_CONTENT));
    }
}
