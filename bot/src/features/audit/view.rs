//! The log of a server, as text and as files.

use std::collections::HashMap;

use base::clean::clean;
use clubs::domain::ladder::setting::duration;
use discord::custom_id::buttons;
use discord::{OutgoingMessage, Style, button, row, sentence};
use games::domain::{AuditAction, AuditEntry, DAY_MS, GameId, MINUTE_MS};
use serde_json::Map;

use crate::commands::command_definition::choices_in;
use crate::commands::setup_words;
use crate::localization::time_in_words::in_words;
use crate::localization::{Language, localize, name_player};

buttons! {
    pub(super) enum LogButton {
        Page { page: u32 } = "organize-log",
    }
}

/// Characters of a page: a message takes 2,000.
const MOST: usize = 1_900;

/// Characters of a reason in a list.
const SHORT: usize = 80;

/// Characters of a detail in a list: an edit may change several parameters.
const LONG: usize = 240;

pub(crate) fn page(
    language: Language,
    entries: &[AuditEntry],
    names: &HashMap<GameId, String>,
    page: u32,
    pages: u32,
) -> OutgoingMessage {
    if entries.is_empty() {
        return OutgoingMessage::text(localize!(language, "audit-empty"));
    }
    let mut text = localize!(language, "audit-title", page = page + 1, pages = pages);
    for entry in entries {
        let line = line(language, entry, names);
        if text.chars().count() + line.chars().count() > MOST {
            text.push_str("\n…");
            break;
        }
        text.push('\n');
        text.push_str(&line);
    }
    let turn = |page: u32, key: &str| button(&LogButton::Page { page }, language.localize(key, &[]), Style::Secondary);
    let newer = page.checked_sub(1).map(|to| turn(to, "button-newer"));
    let older = Some(page + 1).filter(|to| *to < pages).map(|to| turn(to, "button-older"));
    let buttons: Vec<_> = newer.into_iter().chain(older).collect();
    let post = OutgoingMessage::text(text);
    if buttons.is_empty() { post } else { post.rows(vec![row(buttons)]) }
}

fn line(language: Language, entry: &AuditEntry, names: &HashMap<GameId, String>) -> String {
    let who = entry.actor.map_or_else(|| localize!(language, "audit-host"), |user| name_player(language, user));
    let action = language.localize(&format!("audit-{}", entry.action), &[]);
    let mut parts = vec![format!("<t:{}:f> · {who} · {action}", entry.at.0 / 1000)];
    parts.extend(subject(language, entry, names));
    parts.extend(entry.reason.as_deref().map(|reason| format!("“{}”", shorten(reason, SHORT))));
    format!("• {}", parts.join(" · "))
}

/// The text of an announcement: the act, then its subject.
pub(crate) fn describe_act(language: Language, announcement: &AuditEntry, names: &HashMap<GameId, String>) -> String {
    let mut parts = subject(language, announcement, names);
    if announcement.player.is_some() && parts.len() > 1 {
        parts.swap(0, 1);
    }
    parts.join(" · ")
}

fn subject(language: Language, entry: &AuditEntry, names: &HashMap<GameId, String>) -> Vec<String> {
    let mut parts: Vec<String> = entry.player.map(|user| name_player(language, user)).into_iter().collect();
    if let Some(text) = entry.detail.as_deref() {
        let detail = detail(language, entry.action, text);
        // Details of these entries name channels and roles only, no player input to escape.
        let is_plain = entry.action == AuditAction::SetUp;
        let line = |line: &str| if is_plain { line.to_owned() } else { shorten(line, LONG) };
        parts.extend(detail.lines().map(line));
    }
    parts.extend(entry.game.and_then(|game| names.get(&game)).map(|name| format!("`{name}`")));
    parts
}

/// A text of at most `most` characters, escaped apart from mentions, which stay whole. They notify no one.
fn shorten(text: &str, most: usize) -> String {
    let text = clean(text, usize::MAX);
    let (mut short, mut room, mut rest) = (String::new(), most, text.as_str());
    while !rest.is_empty() {
        let mention = mention_at(rest);
        let end = mention.map_or_else(
            || rest.char_indices().map(|(at, _)| at).find(|at| *at > 0 && mention_at(&rest[*at..]).is_some()),
            |mention| Some(mention.len()),
        );
        let (part, after) = rest.split_at(end.unwrap_or(rest.len()));
        let length = part.chars().count();
        if length > room {
            if mention.is_none() {
                short.push_str(&sentence(&clean(part, room)));
            }
            short.truncate(short.trim_end().len());
            return format!("{short}…");
        }
        // `sentence` trims.
        let is_spaced = |is_space: bool| if is_space { " " } else { "" };
        if let Some(mention) = mention {
            short.push_str(mention);
        } else {
            short.push_str(is_spaced(part.starts_with(' ')));
            short.push_str(&sentence(part));
            short.push_str(is_spaced(part.len() > 1 && part.ends_with(' ')));
        }
        (room, rest) = (room - length, after);
    }
    short
}

/// The mention of a person, a role or a channel with which a text begins.
fn mention_at(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('<')?;
    let id = ["@&", "@!", "@", "#"].into_iter().find_map(|sign| inside.strip_prefix(sign))?;
    let digits = id.bytes().take_while(u8::is_ascii_digit).count();
    let is_whole = (1..=20).contains(&digits) && id[digits..].starts_with('>');
    is_whole.then(|| &text[..=text.len() - id.len() + digits])
}

/// The details of an act in words. They are stored for programs too: times and parameters as typed.
fn detail(language: Language, action: AuditAction, text: &str) -> String {
    match action {
        AuditAction::Adjudicated if text == "draw" => localize!(language, "audit-draw"),
        AuditAction::Extended | AuditAction::Paused | AuditAction::Resumed => {
            time(language, text).or_else(|| for_all(language, text)).unwrap_or_else(|| text.to_owned())
        }
        AuditAction::SetUp => text.split(", ").map(|part| choice(language, part)).collect::<Vec<_>>().join(", "),
        AuditAction::Announced | AuditAction::Stopped => {
            let (name, rest) = text.split_once('\n').unwrap_or((text, ""));
            let act = localize!(language, "organizer-act", act = name);
            match name.parse() {
                Ok(action) if !rest.is_empty() => format!("{act}\n{}", detail(language, action, rest)),
                _ => act,
            }
        }
        AuditAction::TournamentDecided | AuditAction::TournamentPlayerRemoved => match text.rsplit_once('\n') {
            Some((name, verdict)) => {
                let results = choices_in(language, "command-event-decide-result", &[verdict]);
                let result = results.into_iter().next().map(|(_, result)| result).unwrap_or_default();
                format!("{name}: {result}")
            }
            None => text.to_owned(),
        },
        AuditAction::LadderEdited | AuditAction::LadderPresented => {
            let mut lines = text.lines();
            let name = lines.next().unwrap_or_default().to_owned();
            let changes = lines.map(|line| parameter(language, line).unwrap_or_else(|| line.to_owned()));
            std::iter::once(name).chain(changes).collect::<Vec<_>>().join(", ")
        }
        _ => text.to_owned(),
    }
}

/// Parses the lines `Club ladder`, `pause 7 d` and `40`: an act on all games of a competition, or on so many of them.
fn for_all(language: Language, text: &str) -> Option<String> {
    let mut lines = text.lines();
    let (name, decision) = (lines.next()?, lines.next()?);
    let count: Option<u32> = lines.next().and_then(|count| count.parse().ok());
    let games = count.map(|count| localize!(language, "audit-games", count = count));
    let length = decision.split_once(' ').and_then(|(_, length)| time(language, length));
    Some([Some(name.to_owned()), games, length].into_iter().flatten().collect::<Vec<_>>().join(", "))
}

/// Parses `90 min` or `7 d`.
fn time(language: Language, text: &str) -> Option<String> {
    let (count, unit) = text.split_once(' ')?;
    let unit = match unit {
        "min" => MINUTE_MS,
        "d" => DAY_MS,
        _ => return None,
    };
    Some(in_words(language, count.parse::<i64>().ok()?.checked_mul(unit)?))
}

/// Parses `seeks: off`.
fn choice(language: Language, text: &str) -> String {
    let (setting, value) = text.split_once(": ").map_or((text, None), |(setting, value)| (setting, Some(value)));
    let what = localize!(language, "audit-setting", setting = setting);
    let choice = |key: &str, value| choices_in(language, key, &[value]).remove(0).1;
    let with = |value: String| localize!(language, "audit-value", what = what, value = value);
    match value {
        None => what,
        Some(value) if setting == "posts" => with(choice("command-setup-thread-posts", value)),
        Some(value) if setting == "web" => with(choice("command-setup-web-games", value)),
        Some("off") => localize!(language, "audit-off", what = what),
        Some("here") => localize!(language, "audit-here", what = what),
        Some(value) if value.ends_with(": refused") => {
            let role = value.trim_end_matches(": refused");
            localize!(language, "audit-refused", what = what, value = role)
        }
        Some(value) => with(value.to_owned()),
    }
}

/// Parses `answer: 2d → 3d`.
fn parameter(language: Language, text: &str) -> Option<String> {
    let (key, values) = text.split_once(": ")?;
    let (before, after) = values.split_once(" → ")?;
    let value = |value: &str| match key {
        "answer" | "again" | "idle" => {
            duration(value).map_or_else(|| value.to_owned(), |millis| in_words(language, millis))
        }
        "games" => setup_words::stored_setup(language, value),
        "pace" => setup_words::stored_pace(language, value),
        _ => value.to_owned(),
    };
    let what = localize!(language, "audit-parameter", key = key);
    Some(format!("{what}: {} → {}", value(before), value(after)))
}

/// Bytes of a file: Discord takes 10 MiB.
const LARGEST: usize = 8 << 20;

/// Files of a message: Discord takes 25 MiB in all.
const MOST_FILES: usize = 3;

/// The log as files, a JSON object per line, for up to hundreds of thousands of entries. Ids are strings, because many
/// programs round numbers of that size.
pub(crate) struct LogFiles {
    pub(crate) texts: Vec<String>,
    /// Number of entries in `texts`.
    pub(crate) held: usize,
}

impl Default for LogFiles {
    fn default() -> Self {
        Self { texts: vec![String::new()], held: 0 }
    }
}

impl LogFiles {
    /// Adds the next entries. `false` when the last file is full.
    pub(crate) fn add(&mut self, entries: &[AuditEntry]) -> serde_json::Result<bool> {
        for entry in entries {
            let line = json_line(entry)?;
            if self.texts.last().is_some_and(|text| text.len() + line.len() >= LARGEST) {
                if self.texts.len() == MOST_FILES {
                    return Ok(false);
                }
                self.texts.push(String::new());
            }
            if let Some(text) = self.texts.last_mut() {
                text.push_str(&line);
                text.push('\n');
                self.held += 1;
            }
        }
        Ok(true)
    }
}

fn json_line(entry: &AuditEntry) -> serde_json::Result<String> {
    let mut fields = Map::new();
    let mut add =
        |name: &str, value: Option<String>| drop(value.map(|text| fields.insert(name.to_owned(), text.into())));
    let at = jiff::Timestamp::from_millisecond(entry.at.0).ok();
    add("at", at.map(|at| at.to_string()));
    add("actor", entry.actor.map(|user| user.0.to_string()));
    add("action", Some(entry.action.to_string()));
    add("game", entry.game.map(|game| game.to_string()));
    if let Some(competition) = entry.competition {
        add(competition.kind(), Some(GameId(competition.id()).to_string()));
    }
    add("player", entry.player.map(|user| user.0.to_string()));
    add("detail", entry.detail.clone());
    add("reason", entry.reason.clone());
    serde_json::to_string(&fields)
}

#[cfg(test)]
mod tests {
    use games::domain::{GuildId, RequestId, Timestamp};

    use super::*;

    #[test]
    fn a_mention_is_whole_or_left_out_where_a_text_is_cut() {
        let mention = "<@80351110224678912>";
        for (text, most, shown) in [
            (format!("late: {mention} *and* <#5>"), 80, format!("late: {mention} \\*and\\* <#5>")),
            (format!("late: {mention}, again"), 30, format!("late: {mention}, ag…")),
            (format!("late: {mention}, again"), 20, "late:…".to_owned()),
            (format!("{mention} {mention} {mention}"), 45, format!("{mention} {mention}…")),
            ("<@everyone> <@&7> <@12".to_owned(), 80, "‹＠everyone\\> <@&7> ‹＠12".to_owned()),
        ] {
            assert_eq!(shorten(&text, most), shown, "{text}");
        }
    }

    #[test]
    fn a_long_log_comes_in_several_files_that_discord_takes() {
        let entry = |number: u64| AuditEntry {
            reason: Some("x".repeat(10_000)),
            ..AuditEntry::of(GuildId(9), RequestId(number), None, AuditAction::SetUp, Timestamp(0))
        };
        let mut log = LogFiles::default();
        assert!(log.add(&[entry(1)]).expect("plain data") && log.add(&[entry(2)]).expect("plain data"));
        assert_eq!((log.texts.len(), log.held, log.texts[0].lines().count()), (1, 2, 2));
        let pages: Vec<Vec<AuditEntry>> =
            (0..30).map(|page| (page * 100..page * 100 + 100).map(entry).collect()).collect();
        let mut log = LogFiles::default();
        let count = pages.iter().take_while(|page| log.add(page).expect("plain data")).count();
        assert!(count < 26 && log.held / 100 == count, "no more is read when they are full: {count} of {}", log.held);
        assert_eq!(log.texts.len(), MOST_FILES);
        assert!(log.texts.iter().all(|text| text.len() <= LARGEST && text.ends_with('\n')));
        assert_eq!(log.texts.iter().map(|text| text.lines().count()).sum::<usize>(), log.held);
        assert!(log.held > 2_400, "{}", log.held);
        assert_eq!(LogFiles::default().texts, [""]);
    }
}
