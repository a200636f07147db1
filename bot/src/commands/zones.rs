//! Zones as people look for them: by name, by city, by what the clock on their wall shows.

use jiff::tz::{TimeZone, db};

use super::names::{CHOICES, folded};
use crate::games::time::calendar::zone;
use crate::store::Timestamp;

/// Those offered to whoever has typed nothing yet, around the world.
const WELL_KNOWN: [&str; 25] = [
    "Europe/London",
    "Europe/Paris",
    "Europe/Brussels",
    "Europe/Berlin",
    "Europe/Zurich",
    "Europe/Madrid",
    "Europe/Rome",
    "Europe/Athens",
    "Europe/Moscow",
    "America/Halifax",
    "America/New_York",
    "America/Toronto",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Africa/Dakar",
    "Africa/Johannesburg",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "UTC",
];

/// Every zone that is named after a place, and UTC.
fn names() -> impl Iterator<Item = String> {
    let all = db().available().map(|name| name.to_string());
    all.filter(|name| name == "UTC" || name.contains('/') && !name.starts_with("Etc/"))
}

/// What the clocks of a zone show: `12:43`.
pub fn wall(zone: &TimeZone, now: Timestamp) -> String {
    let now = jiff::Timestamp::from_millisecond(now.0).unwrap_or_default().to_zoned(zone.clone());
    format!("{:02}:{:02}", now.hour(), now.minute())
}

/// Zones that fit what is typed so far: part of a name, or what the clock shows there now. At most 25, each with its time.
pub fn complete(typed: &str, now: Timestamp) -> Vec<(String, String)> {
    let wanted = plain(typed);
    let found: Vec<String> = if wanted.is_empty() {
        WELL_KNOWN.map(str::to_owned).to_vec()
    } else {
        let mut found: Vec<String> = names()
            .filter(|name| {
                plain(name).contains(&wanted) || zone(name).is_ok_and(|zone| shows(&zone, now, typed.trim()))
            })
            .collect();
        // The city that begins so comes first.
        found.sort_by_key(|name| (!plain(city(name)).starts_with(&wanted), !WELL_KNOWN.contains(&name.as_str())));
        found
    };
    let shown = |name: String| Some((format!("{name} · {}", wall(&zone(&name).ok()?, now)), name));
    found.into_iter().filter_map(shown).take(CHOICES).collect()
}

/// Does the clock there show what is typed, `12:43` or the beginning of it?
fn shows(zone: &TimeZone, now: Timestamp, typed: &str) -> bool {
    typed.contains(':') && wall(zone, now).trim_start_matches('0').starts_with(typed.trim_start_matches('0'))
}

/// The names closest to one that does not exist, the nearest first; at most three.
pub fn near(typed: &str) -> Vec<String> {
    let wanted = plain(typed);
    let far = |name: &str| distance(&plain(name), &wanted).min(distance(&plain(city(name)), &wanted));
    let mut near: Vec<(usize, String)> = names().map(|name| (far(&name), name)).collect();
    near.retain(|(far, _)| *far <= 1 + wanted.len() / 4);
    near.sort_by_key(|(far, name)| (*far, !WELL_KNOWN.contains(&name.as_str())));
    near.into_iter().take(3).map(|(_, name)| name).collect()
}

/// `America/Argentina/Buenos_Aires` → `Buenos_Aires`
fn city(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Without capitals, accents and what joins words.
fn plain(text: &str) -> String {
    folded(&text.chars().take(60).collect::<String>()).replace(['_', '-'], " ").trim().to_owned()
}

/// How many letters have to be put in, taken out or changed to make one text of the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, letter) in one.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], line + 1);
        for (column, wanted) in other.iter().enumerate() {
            let above = row[column + 1];
            let changed = corner + usize::from(letter != *wanted);
            row[column + 1] = changed.min(above + 1).min(row[column] + 1);
            corner = above;
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Timestamp = Timestamp(1_795_262_580_000); // 2026-11-21T12:03Z

    #[test]
    fn zones_are_found_by_name_by_city_and_by_the_clock() {
        for (typed, first) in [
            ("", "Europe/London · 12:03"),
            ("paris", "Europe/Paris · 13:03"),
            ("new y", "America/New_York · 07:03"),
            ("NEW_YORK", "America/New_York · 07:03"),
            ("kath", "Asia/Kathmandu · 17:48"),
            ("17:48", "Asia/Kathmandu · 17:48"),
            ("utc", "UTC · 12:03"),
        ] {
            let found = complete(typed, NOON);
            assert!((1..=25).contains(&found.len()), "{typed}: {found:?}");
            assert_eq!(found[0].0, first, "{typed}");
            assert!(found.iter().all(|(shown, name)| shown.starts_with(name) && shown.chars().count() <= 100));
        }
        assert!(complete("7:03", NOON).iter().any(|(_, name)| name == "America/New_York"));
        assert!(complete("atlantis", NOON).is_empty());
        assert!(complete(&"x".repeat(5000), NOON).is_empty());
    }

    #[test]
    fn every_well_known_zone_exists() {
        for name in WELL_KNOWN {
            assert!(zone(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn a_zone_that_does_not_exist_is_answered_with_those_near() {
        assert_eq!(near("Europe/Pariss").first().map(String::as_str), Some("Europe/Paris"));
        assert_eq!(near("tokio").first().map(String::as_str), Some("Asia/Tokyo"));
        assert!(near("the moon").is_empty() && near("").is_empty());
        assert_eq!([distance("abc", "abc"), distance("", "abc"), distance("kitten", "sitting")], [0, 3, 3]);
    }
}
