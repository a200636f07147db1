//! The bot's texts on pages: Discord's markup as HTML, or removed.

use games::domain::{Player, SeatedPlayer};
use jiff::Timestamp;
use maud::{Markup, html};

enum Part<'t> {
    Text(&'t str),
    Player(&'t str),
    /// Seconds since 1970, and whether it is shown relative to now.
    Time(&'t str, bool),
    /// Text between backticks.
    Code(&'t str),
}

/// Splits a text at mentions, times and code. Marks for bold and underlined text are dropped.
fn parts(text: &str) -> Vec<Part<'_>> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while let Some(at) = rest.find(['<', '`']) {
        let (before, after) = rest.split_at(at);
        let (part, left) = match after.strip_prefix('`').and_then(|inside| inside.split_once('`')) {
            Some((code, left)) => (Some(Part::Code(code)), left),
            None => match after.split_once('>') {
                Some((tag, left)) if tag.starts_with("<@") => (Some(Part::Player(&tag[2..])), left),
                Some((tag, left)) if tag.starts_with("<t:") => {
                    let (seconds, style) = tag[3..].split_once(':').unwrap_or((&tag[3..], ""));
                    (Some(Part::Time(seconds, style == "R")), left)
                }
                _ => (None, &after[1..]),
            },
        };
        let Some(part) = part else {
            parts.push(Part::Text(&rest[..=at]));
            rest = left;
            continue;
        };
        parts.extend((!before.is_empty()).then_some(Part::Text(before)));
        parts.push(part);
        rest = left;
    }
    parts.extend((!rest.is_empty()).then_some(Part::Text(rest)));
    parts
}

fn without_marks(text: &str) -> String {
    text.replace("**", "").replace("__", "").replace('\\', "")
}

/// A time that a script of the page converts to the reader's zone, or to a distance from now.
fn time(millis: i64, is_relative: bool) -> Markup {
    let instant = Timestamp::from_millisecond(millis).unwrap_or_default().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
    let utc = instant.replace('T', " ").replace(":00Z", " UTC").replace('Z', " UTC");
    html! { time datetime=(instant) data-relative[is_relative] { (utc) } }
}

/// A text as HTML, with people by their names.
pub(super) fn to_html<'n>(text: &str, name_of: impl Fn(Player) -> Option<&'n str>) -> Markup {
    html! {
        @for part in parts(text) {
            @match part {
                Part::Text(text) => (without_marks(text)),
                Part::Player(mention) => {
                    bdi { (mention.trim_start_matches('!').parse().ok().and_then(&name_of).unwrap_or("?")) }
                },
                Part::Time(seconds, is_relative) => {
                    (time(seconds.parse::<i64>().unwrap_or(0).saturating_mul(1000), is_relative))
                },
                Part::Code(code) => code { (code) },
            }
        }
    }
}

pub(super) fn names_in<'n>(seats: &'n [SeatedPlayer]) -> impl Fn(Player) -> Option<&'n str> {
    |player| seats.iter().find(|seat| seat.player == player).map(|seat| seat.name.as_str())
}

/// A text without markup and without people.
pub(super) fn plain(text: &str) -> String {
    plain_with(text, "")
}

/// A text without markup, and with this word for each person.
pub(super) fn plain_with(text: &str, person: &str) -> String {
    let spoken = parts(text).into_iter().map(|part| match part {
        Part::Text(text) => without_marks(text),
        Part::Player(_) => person.to_owned(),
        Part::Time(seconds, _) => {
            let instant = Timestamp::from_second(seconds.parse().unwrap_or(0)).unwrap_or_default();
            instant.strftime("%Y-%m-%d %H:%M UTC").to_string()
        }
        Part::Code(code) => code.to_owned(),
    });
    spoken.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discords_marks_become_html_and_what_a_stranger_wrote_stays_text() {
        let text = "**Deadline** <t:0:f> for <@5>: `a1b2` <b>1 < 2 __a__ \\_\\_b\\_\\_";
        assert_eq!(plain(text), "Deadline 1970-01-01 00:00 UTC for : a1b2 <b>1 < 2 a __b__");
        assert_eq!(
            time(60_000, false).into_string(),
            "<time datetime=\"1970-01-01T00:01:00Z\">1970-01-01 00:01 UTC</time>"
        );
    }
}
