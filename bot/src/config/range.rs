//! What a setting may be, by the type of its default and, for numbers, from where to where.

use toml::Value;

use crate::domain::{LONGEST_SEEK_DAYS, MOST_DAYS};
use crate::store::MOST_CONNECTIONS;

const ANY: i64 = u32::MAX as i64;

/// Key, least and most of each number that has other limits than from 0 to [`ANY`], and what is counted.
const RANGES: [(&str, i64, i64, &str); 14] = [
    ("database.connections", 1, MOST_CONNECTIONS as i64, "connections"),
    ("discord.requests_per_second", 1, 50, "requests"),
    ("discord.direct_messages_per_second", 1, u16::MAX as i64, "messages"),
    ("challenges.expire_after_hours", 1, ANY, "hours"),
    ("challenges.open_expire_after_days", 1, LONGEST_SEEK_DAYS as i64, "days"),
    ("games.max_open", 1, ANY, "games"),
    ("games.downtime_minutes", 1, ANY, "minutes"),
    ("games.claim_after_days", 1, MOST_DAYS as i64, "days"),
    ("games.claim_grace_days", 1, MOST_DAYS as i64, "days"),
    ("games.adjourn_days", 1, MOST_DAYS as i64, "days"),
    ("reminders.hours_before", 1, ANY, "hours"),
    ("reminders.stop_after_days", 1, 3650, "days"),
    ("vacation.days_per_year", 0, 366, "days"),
    ("outbox.attempts", 1, ANY, "tries"),
];

/// Why this value is none for a setting with this default, if it is none.
pub(super) fn misfit(key: &str, value: &Value, default: &Value) -> Option<String> {
    let no = |wanted: &str| Some(format!("{} is no {wanted}", in_words(value)));
    match (default, value) {
        (Value::Integer(_), _) => number_misfit(key, value),
        (Value::Array(_), Value::Array(entries)) => {
            // 0 is told with a reason of its own.
            entries.iter().filter(|entry| entry.as_integer() != Some(0)).find_map(|entry| number_misfit(key, entry))
        }
        (Value::String(_), Value::String(_)) | (Value::Boolean(_), Value::Boolean(_)) => None,
        (Value::Boolean(_), _) => Some(format!("{} is none of `true`, `false`", in_words(value))),
        (Value::Array(_), _) => no("list, such as [24, 3]"),
        (Value::Table(_), _) => no("section"),
        _ => no("text in quotes, such as \"text\""),
    }
}

fn number_misfit(key: &str, value: &Value) -> Option<String> {
    let (_, least, most, unit) = RANGES.into_iter().find(|range| range.0 == key).unwrap_or(("", 0, ANY, ""));
    match value.as_integer() {
        Some(number) if (least..=most).contains(&number) => None,
        // What is limited by nothing but its type has no end worth telling.
        Some(0) if most >= u16::MAX.into() => Some(format!("it must be at least {least}")),
        Some(number @ 0..=9_999) => Some(format!("{number} is not from {least} to {most} {unit}")),
        _ => Some(format!("{} is no whole number from {least} to {most}", in_words(value))),
    }
}

fn in_words(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Table(_) => "a section".to_owned(),
        Value::String(text) => format!("\"{text}\""),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Boolean(is_true) => is_true.to_string(),
        Value::Datetime(time) => time.to_string(),
    }
}
