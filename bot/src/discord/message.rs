//! What is sent: the body of a message, and the pieces it is made of.

use std::fmt;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::domain::UserId;

/// A picture beside a message.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Name of the file: `.png`, or `.gif` for what moves.
    pub file_name: String,
    /// The picture.
    pub bytes: Arc<Vec<u8>>,
    /// Its description, for those who do not see it; at most 1024 characters.
    pub alt: String,
}

impl Picture {
    /// What kind of picture it is, as HTTP says it.
    pub fn kind(&self) -> &'static str {
        match self.file_name.rsplit_once('.') {
            Some((_, "gif")) => "image/gif",
            _ => "image/png",
        }
    }
}

/// A file beside a message, to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFile {
    /// Its name.
    pub name: String,
    /// What kind of text it is, as HTTP says it.
    pub kind: &'static str,
    /// What stands in it.
    pub text: String,
}

/// A message: Discord's body without attachments, and those.
#[derive(Debug, Clone)]
pub struct OutgoingMessage {
    /// `content`, `components`, `allowed_mentions`.
    pub body: Map<String, Value>,
    /// Pictures, in the order in which they are shown.
    pub pictures: Vec<Picture>,
    /// Files, besides.
    pub files: Vec<TextFile>,
}

/// Longest content of a message, in characters.
const MAX_CONTENT: usize = 2000;

impl OutgoingMessage {
    /// A message without mentions.
    pub fn text(content: impl Into<String>) -> Self {
        let content: String = content.into();
        let content: String = content.chars().take(MAX_CONTENT).collect();
        let mut body = Map::new();
        body.insert("content".into(), content.into());
        body.insert("components".into(), json!([]));
        body.insert("allowed_mentions".into(), json!({ "parse": [] }));
        Self { body, pictures: Vec::new(), files: Vec::new() }
    }

    /// Lets only these people be notified.
    #[must_use]
    pub fn mention(mut self, users: impl IntoIterator<Item = UserId>) -> Self {
        let users: Vec<String> = users.into_iter().map(|user| user.0.to_string()).collect();
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
        Self { body, pictures: Vec::new(), files: Vec::new() }
    }

    /// Lets it come without a sound.
    #[must_use]
    pub fn silent(mut self) -> Self {
        self.body.insert("flags".into(), (1 << 12).into());
        self
    }

    /// Puts a line above all others.
    #[must_use]
    pub fn prepend(mut self, line: &str) -> Self {
        let content_before = self.body["content"].as_str().unwrap_or_default();
        let content: String = format!("{line}\n{content_before}").chars().take(MAX_CONTENT).collect();
        self.body.insert("content".into(), content.into());
        self
    }

    /// Adds a sentence.
    #[must_use]
    pub fn append(mut self, sentence: &str) -> Self {
        let content_before = self.body["content"].as_str().unwrap_or_default();
        let content: String = format!("{content_before}\n{sentence}").chars().take(MAX_CONTENT).collect();
        self.body.insert("content".into(), content.into());
        self
    }

    /// Puts a picture beside it.
    #[must_use]
    pub fn picture(mut self, picture: Picture) -> Self {
        self.pictures.push(picture);
        self
    }

    /// Puts files beside it.
    #[must_use]
    pub fn files(mut self, files: Vec<TextFile>) -> Self {
        self.files = files;
        self
    }

    /// Rows of components below it.
    #[must_use]
    pub fn rows(mut self, rows: Vec<Value>) -> Self {
        self.body.insert("components".into(), Value::Array(rows));
        self
    }
}

/// How a button looks.
#[derive(Debug, Clone, Copy)]
pub enum Style {
    /// What one usually wants.
    Primary = 1,
    /// Everything else.
    Secondary = 2,
    /// Yes.
    Success = 3,
    /// What cannot be taken back.
    Danger = 4,
}

/// A button; `press` is its custom id.
pub fn button(press: &impl fmt::Display, label: impl Into<String>, style: Style) -> Value {
    let label: String = label.into();
    json!({ "type": 2, "style": style as u8, "label": label, "custom_id": press.to_string() })
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

/// Longest text of a user inside one of our sentences.
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
    harmless(text, MAX_UNTRUSTED_TEXT)
}

/// The same for a whole sentence with a stranger's text in it.
pub fn sentence(text: &str) -> String {
    harmless(text, MAX_UNTRUSTED_SENTENCE)
}

fn harmless(text: &str, longest: usize) -> String {
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
