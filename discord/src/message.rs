//! A message to send, and its pieces.

use std::fmt;
use std::sync::Arc;

use base::clean::clean;
use serde_json::{Value, json};
pub use serenity::all::{ButtonStyle as Style, CreateActionRow, CreateButton, CreateSelectMenu};
use serenity::all::{CreateAllowedMentions, CreateSelectMenuKind, CreateSelectMenuOption, EditMessage, MessageFlags};

use base::ids::UserId;

#[derive(Debug, Clone)]
pub struct Picture {
    /// `.png`, or `.gif` for an animation.
    pub file_name: String,
    pub bytes: Arc<Vec<u8>>,
    /// The description, at most [`LONGEST_ALT`] characters.
    pub alt: String,
}

/// Discord's limit of characters for a description.
pub const LONGEST_ALT: usize = 1024;

impl Picture {
    pub fn new(file_name: impl Into<String>, bytes: Arc<Vec<u8>>, alt: &str) -> Self {
        Self { file_name: file_name.into(), bytes, alt: alt.chars().take(LONGEST_ALT).collect() }
    }

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
    pub kind: &'static str,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layout {
    /// Text, pictures, controls.
    #[default]
    ControlsLast,
    /// Text, controls, pictures, so that an open menu does not cover its picture. This needs Discord's Components V2, which a message
    /// keeps.
    ControlsFirst,
    /// Pictures, text, controls, in Components V2 too.
    TextLast,
}

/// serenity 0.12 does not know this flag.
pub(crate) const COMPONENTS_V2: MessageFlags = MessageFlags::from_bits_retain(1 << 15);

#[derive(Debug, Clone, Default)]
pub struct OutgoingMessage {
    /// At most 2,000 characters.
    pub content: String,
    /// At most five.
    pub rows: Vec<CreateActionRow>,
    /// The people who are notified, if the text mentions them.
    pub mentions: Vec<UserId>,
    pub pictures: Vec<Picture>,
    pub files: Vec<TextFile>,
    pub layout: Layout,
    pub is_silent: bool,
    /// Whether a private answer is deleted once it is given, because its reader sees the same elsewhere. A text that is
    /// added takes its place, and stays.
    pub is_fleeting: bool,
}

const MAX_CONTENT: usize = 2000;

impl OutgoingMessage {
    pub fn text(content: impl Into<String>) -> Self {
        Self { content: limited(&content.into()), ..Self::default() }
    }

    #[must_use]
    pub const fn layout(mut self, layout: Layout) -> Self {
        self.layout = layout;
        self
    }

    /// Discord's JSON. In a change it replaces all attachments.
    pub fn body(&self) -> Value {
        let (content, components) = match self.layout {
            Layout::ControlsLast => (json!(self.content), self.rows.iter().map(row_json).collect()),
            // A message that changes its layout has to lose its text.
            Layout::ControlsFirst | Layout::TextLast => (Value::Null, self.parts()),
        };
        let attachments = self
            .attachments()
            .enumerate()
            .map(|(id, (name, description, ..))| json!({ "id": id, "filename": name, "description": description }));
        let mut body = json!({
            "allowed_mentions": self.allowed_mentions(), "attachments": attachments.collect::<Value>(),
            "components": components, "content": content,
        });
        if !self.flags().is_empty() {
            body["flags"] = json!(self.flags());
        }
        body
    }

    /// Pictures and files in the order of their ids: name, description, media type and bytes.
    pub(crate) fn attachments(&self) -> impl Iterator<Item = (&str, Option<&str>, &'static str, &[u8])> {
        let pictures = self.pictures.iter();
        let pictures = pictures.map(|it| (&*it.file_name, Some(&*it.alt), it.kind(), &**it.bytes));
        pictures.chain(self.files.iter().map(|it| (&*it.name, None, it.kind, it.text.as_bytes())))
    }

    pub fn flags(&self) -> MessageFlags {
        let mut flags = MessageFlags::empty();
        flags.set(MessageFlags::SUPPRESS_NOTIFICATIONS, self.is_silent);
        flags.set(COMPONENTS_V2, self.layout != Layout::ControlsLast);
        flags
    }

    /// The parts in Components V2, of which serenity 0.12 knows none.
    fn parts(&self) -> Value {
        let text = (!self.content.trim().is_empty()).then(|| json!({ "type": 10, "content": self.content }));
        let item = |picture: &Picture| {
            let media = json!({ "url": format!("attachment://{}", picture.file_name) });
            json!({ "media": media, "description": picture.alt })
        };
        let items: Vec<Value> = self.pictures.iter().map(item).collect();
        let pictures = (!items.is_empty()).then(|| json!({ "type": 12, "items": items }));
        let file = |file: &TextFile| json!({ "type": 13, "file": { "url": format!("attachment://{}", file.name) } });
        let rows = self.rows.iter().map(row_json);
        let mut parts: Vec<Value> = match self.layout {
            Layout::TextLast => pictures.into_iter().chain(text).chain(rows).collect(),
            _ => text.into_iter().chain(rows).chain(pictures).collect(),
        };
        parts.extend(self.files.iter().map(file));
        parts.into()
    }

    fn allowed_mentions(&self) -> CreateAllowedMentions {
        CreateAllowedMentions::new().users(self.mentions.iter().map(|user| user.0))
    }

    /// An edit that leaves pictures.
    pub fn edit(&self) -> EditMessage {
        let text = EditMessage::new().content(&self.content).allowed_mentions(self.allowed_mentions());
        text.components(self.rows.clone())
    }

    #[must_use]
    pub fn mention<P: Into<Option<UserId>>>(mut self, people: impl IntoIterator<Item = P>) -> Self {
        self.mentions = people.into_iter().filter_map(Into::into).filter(|user| !user.is_deleted()).collect();
        self
    }

    /// The text alone, for a Discord that refuses the rest.
    #[must_use]
    pub fn plain(&self) -> Self {
        Self { rows: Vec::new(), pictures: Vec::new(), files: Vec::new(), ..self.clone() }
    }

    #[must_use]
    pub const fn silent(mut self) -> Self {
        self.is_silent = true;
        self
    }

    /// A private answer that is [deleted once it is given](Self::is_fleeting).
    #[must_use]
    pub const fn fleeting(mut self) -> Self {
        self.is_fleeting = true;
        self
    }

    #[must_use]
    pub fn prepend(self, line: &str) -> Self {
        let post = self.lasting();
        Self { content: limited(format!("{line}\n{}", post.content).trim_end()), ..post }
    }

    #[must_use]
    pub fn append(self, sentence: &str) -> Self {
        let post = self.lasting();
        Self { content: limited(format!("{}\n{sentence}", post.content).trim_start()), ..post }
    }

    fn lasting(self) -> Self {
        if self.is_fleeting { Self { content: String::new(), is_fleeting: false, ..self } } else { self }
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

    #[must_use]
    pub fn add_button(mut self, button: CreateButton) -> Self {
        match self.rows.last_mut() {
            Some(CreateActionRow::Buttons(buttons)) if buttons.len() < 5 => buttons.push(button),
            _ => self.rows.push(row([button])),
        }
        self
    }

    #[must_use]
    pub fn add_row(mut self, row: CreateActionRow) -> Self {
        self.rows.push(row);
        self
    }

    #[must_use]
    pub fn rows(mut self, rows: Vec<CreateActionRow>) -> Self {
        self.rows = rows;
        self
    }
}

/// The JSON of a row. serenity 0.12 writes the ids of preselected people as numbers, which Discord refuses.
fn row_json(row: &CreateActionRow) -> Value {
    let mut row = json!(row);
    let people = row.pointer_mut("/components/0/default_values").and_then(Value::as_array_mut);
    for person in people.into_iter().flatten() {
        person["id"] = person["id"].to_string().into();
    }
    row
}

/// The JSON of the buttons and selects, for tests: serenity's builders cannot be read.
pub fn components(rows: &[CreateActionRow]) -> Vec<Value> {
    rows.iter().flat_map(|row| row_json(row)["components"].as_array().cloned().unwrap_or_default()).collect()
}

fn limited(content: &str) -> String {
    content.chars().take(MAX_CONTENT).collect()
}

pub fn remove_controls() -> EditMessage {
    EditMessage::new().components(Vec::new())
}

pub fn button(press: &impl fmt::Display, label: impl Into<String>, style: Style) -> CreateButton {
    CreateButton::new(press.to_string()).label(label).style(style)
}

/// A row of at most five buttons.
pub fn row(buttons: impl IntoIterator<Item = CreateButton>) -> CreateActionRow {
    CreateActionRow::Buttons(buttons.into_iter().collect())
}

pub const fn select_row(select: CreateSelectMenu) -> CreateActionRow {
    CreateActionRow::SelectMenu(select)
}

/// A select with at most 25 options: value, label, and a description, which may be empty.
pub fn select(press: &impl fmt::Display, placeholder: &str, options: &[(String, String, String)]) -> CreateSelectMenu {
    preselect(press, placeholder, options, &[])
}

pub fn preselect(
    press: &impl fmt::Display,
    placeholder: &str,
    options: &[(String, String, String)],
    values: &[&str],
) -> CreateSelectMenu {
    let option = |(value, label, description): &(String, String, String)| {
        let mut option = CreateSelectMenuOption::new(label, value);
        if !description.is_empty() {
            option = option.description(description);
        }
        if values.contains(&&**value) { option.default_selection(true) } else { option }
    };
    let options = options.iter().take(25).map(option).collect();
    CreateSelectMenu::new(press.to_string(), CreateSelectMenuKind::String { options }).placeholder(placeholder)
}

pub fn role_select(press: &impl fmt::Display, placeholder: &str) -> CreateSelectMenu {
    let roles = CreateSelectMenuKind::Role { default_roles: None };
    CreateSelectMenu::new(press.to_string(), roles).placeholder(placeholder)
}

/// A select of at most so many people, with these preselected.
pub fn user_select(
    press: &impl fmt::Display,
    placeholder: &str,
    preselected: impl IntoIterator<Item = UserId>,
    most: u8,
) -> CreateSelectMenu {
    let preselected = preselected.into_iter().map(|user| user.0.into()).collect();
    let users = CreateSelectMenuKind::User { default_users: Some(preselected) };
    CreateSelectMenu::new(press.to_string(), users).placeholder(placeholder).max_values(most)
}

const MAX_UNTRUSTED_TEXT: usize = 60;

const MAX_UNTRUSTED_SENTENCE: usize = 300;

/// A user's text, escaped for one of our sentences: no markup, no mention, one line.
pub fn escape_markdown(text: &str) -> String {
    escape(text, MAX_UNTRUSTED_TEXT)
}

/// A user's text of any length, escaped but for mentions of people, roles and channels, which show as names. The caller
/// has limited it.
pub fn escape_except_mentions(text: &str) -> String {
    let text = clean(text, usize::MAX);
    let mut plain = String::new();
    let mut rest = text.as_str();
    while let Some(start) = rest.find('<') {
        let (before, from) = rest.split_at(start);
        let mention = mention_at_start(from);
        plain.push_str(&escape_characters(before));
        plain.push_str(mention.unwrap_or("‹"));
        rest = &from[mention.map_or(1, str::len)..];
    }
    plain + &escape_characters(rest)
}

/// The mention that begins a text: `<@1>`, `<@!1>`, `<@&1>`, `<#1>`.
fn mention_at_start(text: &str) -> Option<&str> {
    let (mention, _) = text.split_once('>')?;
    let id = ["<@!", "<@&", "<@", "<#"].into_iter().find_map(|start| mention.strip_prefix(start))?;
    let is_id = (1..=20).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_digit());
    is_id.then(|| &text[..=mention.len()])
}

/// A whole sentence with a user's text in it, escaped.
pub fn sentence(text: &str) -> String {
    escape(text, MAX_UNTRUSTED_SENTENCE)
}

fn escape(text: &str, longest: usize) -> String {
    escape_characters(&clean(text, longest))
}

fn escape_characters(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars() {
        match c {
            '*' | '_' | '~' | '`' | '|' | '\\' | '[' | ']' | '(' | ')' | '#' | '>' | '-' => plain.extend(['\\', c]),
            '<' => plain.push('‹'),
            '@' => plain.push('＠'),
            c => plain.push(c),
        }
    }
    plain
}

/// A user's text for between two backticks, where only a backtick is special. Empty text would leave them bare.
pub fn code(text: &str) -> String {
    let code = clean(text, MAX_UNTRUSTED_TEXT).replace('`', "ˋ");
    if code.is_empty() { "…".to_owned() } else { code }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_its_mentions_and_nothing_else() {
        let text = escape_except_mentions("*Hi* <@1> <@&2><#3>, <b> <@x> @here");
        assert_eq!(text, "\\*Hi\\* <@1> <@&2><#3>, ‹b\\> ‹＠x\\> ＠here");
    }

    #[test]
    fn a_name_can_neither_mention_nor_mark_up() {
        let name = escape_markdown("@everyone <@123> **x** `y`\n# z");
        assert!(!name.contains('@') && !name.contains('<') && !name.contains('\n'), "{name}");
        assert!(name.contains("\\*\\*x") && name.contains("\\`y"), "{name}");
    }

    #[test]
    fn what_is_added_to_a_fleeting_text_takes_its_place_and_stays() {
        let fleeting = || OutgoingMessage::text("Played.").fleeting();
        for post in [fleeting().append("Next."), fleeting().prepend("Next.")] {
            assert_eq!((post.content.as_str(), post.is_fleeting), ("Next.", false));
        }
        assert_eq!(fleeting().append("One.").append("Two.").content, "One.\nTwo.");
    }

    #[test]
    fn controls_come_before_the_picture_where_the_layout_says_so() {
        let picture = Picture { file_name: "board.png".into(), bytes: Arc::default(), alt: "A board".into() };
        let press = row([button(&"v1:board:1", "Board", Style::Secondary)]);
        let post = OutgoingMessage::text("Which marbles?").rows(vec![press]).picture(picture);
        for (layout, order) in [(Layout::ControlsFirst, [10, 1, 12]), (Layout::TextLast, [12, 10, 1])] {
            let body = post.clone().layout(layout).body();
            assert!(body["content"].is_null() && body["flags"] == 1 << 15, "{body:?}");
            let parts = body["components"].as_array().expect("parts");
            assert_eq!(parts.iter().filter_map(|part| part["type"].as_u64()).collect::<Vec<_>>(), order);
            let picture = parts.iter().find(|part| part["type"] == 12).expect("a picture");
            assert_eq!(picture["items"][0]["media"]["url"], "attachment://board.png");
        }
        let empty = OutgoingMessage::text("").layout(Layout::ControlsFirst).body();
        assert_eq!(empty["components"], json!([]), "an empty text is no part");
    }

    #[test]
    fn chosen_people_are_named_by_texts_and_other_controls_have_no_empty_fields() {
        let people = select_row(user_select(&"v1:whom", "Whom?", [UserId(7)], 2));
        assert_eq!(row_json(&people)["components"][0]["default_values"], json!([{ "id": "7", "type": "user" }]));
        for row in [people, select_row(select(&"v1:what", "What?", &[])), row([button(&"v1:go", "Go", Style::Primary)])]
        {
            assert!(!row_json(&row).to_string().contains("null"), "{row:?}");
        }
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
        assert_eq!(post.content.len(), MAX_CONTENT);
    }
}
