//! Time zones by IANA name, by city, by whole hours from UTC, and by the current local time.

use games::domain::Timestamp;
use games::domain::clock::calendar::zone;
use jiff::tz::{TimeZone, db};

use crate::commands::input::times;
use crate::commands::layout_names::{MAX_CHOICES, normalized};

/// Offered for empty input.
const WELL_KNOWN: [&str; 12] = [
    "Europe/London",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/Athens",
    "America/New_York",
    "America/Chicago",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Asia/Kolkata",
    "Asia/Tokyo",
    "Australia/Sydney",
    "UTC",
];

/// Every zone that is named after a place, and UTC.
fn names() -> impl Iterator<Item = String> {
    let all = db().available().map(|name| name.to_string());
    all.filter(|name| name == "UTC" || name.contains('/') && !name.starts_with("Etc/"))
}

/// Tolerance in minutes for a wrong clock; zones are fifteen or more apart.
const CLOCK_ERROR: i32 = 7;

const DAY: i32 = 24 * 60;

/// The local time of a zone: `12:43`.
pub fn format_wall_clock(zone: &TimeZone, now: Timestamp) -> String {
    let now = jiff::Timestamp::from_millisecond(now.0).unwrap_or_default().to_zoned_datetime(zone.clone());
    now.strftime("%H:%M").to_string()
}

/// Zones whose names contain the input, each with its local time.
pub fn complete(typed: &str, now: Timestamp) -> Vec<(String, String)> {
    let choice =
        |name: String| Some((format!("{} · {}", format_zone(&name), format_wall_clock(&zone(&name).ok()?, now)), name));
    if let Some(minute) = read_clock(typed) {
        return zones_at(minute, now).filter_map(choice).take(MAX_CHOICES).collect();
    }
    let query = plain(typed);
    let mut names_found: Vec<String> = if query.is_empty() {
        WELL_KNOWN.map(str::to_owned).to_vec()
    } else {
        names().filter(|name| plain(name).contains(&query)).collect()
    };
    // Cities that start with the input come first.
    names_found.sort_by_key(|name| !plain(city(name)).starts_with(&query));
    read_offset(typed).into_iter().chain(names_found).filter_map(choice).take(MAX_CHOICES).collect()
}

/// The zone of an IANA name, of the only zone with this city, of whole hours from UTC, or of the current local time. A
/// time names no city, so whole hours from UTC are preferred for it.
pub fn find_zone(typed: &str, now: Timestamp) -> Option<String> {
    if let Some(minute) = read_clock(typed) {
        let is_offset = |name: &String| name == "UTC" || name.starts_with("Etc/");
        return zones_at(minute, now).find(is_offset).or_else(|| zones_at(minute, now).next());
    }
    if let Ok(zone_found) = zone(typed.trim()) {
        return Some(zone_found.iana_name().unwrap_or("UTC").to_owned());
    }
    let city_name = plain(typed);
    let mut matches = names().filter(|name| plain(city(name)) == city_name);
    let only = matches.next().filter(|_| matches.next().is_none());
    read_offset(typed).or(only)
}

/// The minute of the day of `08:46` or `8 pm`; a bare number is no clock time.
fn read_clock(typed: &str) -> Option<i32> {
    let is_number = typed.trim().bytes().all(|byte| byte.is_ascii_digit());
    times::time_of_day(typed).filter(|_| !is_number).map(i32::from)
}

/// Zones with this local time: the well-known ones, then whole hours from UTC, then all others.
fn zones_at(minute: i32, now: Timestamp) -> impl Iterator<Item = String> {
    let now = jiff::Timestamp::from_millisecond(now.0).unwrap_or_default();
    let is_there = move |name: &String| {
        let Ok(zone) = zone(name) else { return false };
        let local_minute = (now.as_second() / 60) as i32 % DAY + zone.to_offset(now).seconds() / 60;
        let apart = (local_minute - minute).rem_euclid(DAY);
        apart.min(DAY - apart) <= CLOCK_ERROR
    };
    // Zones a day apart have the same clock time; the more populated side of the date line comes first.
    let offsets = (-10..=14).chain([-11, -12]).filter_map(|hours| read_offset(&format!("utc{hours:+}")));
    let others = names().filter(|name| !WELL_KNOWN.contains(&name.as_str()));
    WELL_KNOWN.map(str::to_owned).into_iter().chain(offsets.filter(|name| name != "UTC")).chain(others).filter(is_there)
}

/// Parses `UTC+2`. Names of `Etc/` zones have the opposite sign (POSIX).
fn read_offset(typed: &str) -> Option<String> {
    let text = typed.trim().to_lowercase();
    let hours: i8 = ["utc", "gmt"].into_iter().find_map(|word| text.strip_prefix(word))?.trim().parse().ok()?;
    let name = if hours == 0 { "UTC".to_owned() } else { format!("Etc/GMT{:+}", -hours) };
    zone(&name).is_ok().then_some(name)
}

/// A zone's display name; fixed offsets are shown as `UTC+2`.
pub fn format_zone(name: &str) -> String {
    match name.strip_prefix("Etc/GMT-") {
        Some(hours) => format!("UTC+{hours}"),
        None => name.strip_prefix("Etc/GMT+").map_or_else(|| name.to_owned(), |hours| format!("UTC-{hours}")),
    }
}

/// `America/Argentina/Buenos_Aires` → `Buenos_Aires`
fn city(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Lower case without accents, underscores and hyphens.
fn plain(text: &str) -> String {
    normalized(&text.chars().take(60).collect::<String>()).replace(['_', '-'], " ").trim().to_owned()
}

#[cfg(test)]
mod tests {

    use super::*;

    const NOON: Timestamp = Timestamp(1_795_262_580_000); // 2026-11-21T12:03Z

    #[test]
    fn zones_are_found_by_a_part_of_their_names() {
        for (typed, first) in [
            ("", "Europe/London · 12:03"),
            ("paris", "Europe/Paris · 13:03"),
            ("new y", "America/New_York · 07:03"),
            ("NEW_YORK", "America/New_York · 07:03"),
            ("kath", "Asia/Kathmandu · 17:48"),
            ("utc", "UTC · 12:03"),
            ("utc+2", "UTC+2 · 14:03"),
        ] {
            let found = complete(typed, NOON);
            assert!((1..=25).contains(&found.len()), "{typed}: {found:?}");
            assert_eq!(found[0].0, first, "{typed}");
        }
        assert!(complete("atlantis", NOON).is_empty());
        assert!(complete(&"x".repeat(5000), NOON).is_empty());
        assert!(WELL_KNOWN.iter().all(|name| zone(name).is_ok()));
    }

    #[test]
    fn a_zone_is_found_by_the_time_that_it_is_there() {
        // 12:03 in London.
        for (typed, first, meant) in [
            ("13:03", "Europe/Paris · 13:03", "Etc/GMT-1"),
            ("1 pm", "Europe/Paris · 13:03", "Etc/GMT-1"),
            ("12h00", "Europe/London · 12:03", "UTC"),
            ("17:35", "Asia/Kolkata · 17:33", "Asia/Kolkata"),
            ("17:48", "Asia/Kathmandu · 17:48", "Asia/Kathmandu"),
            ("0:04", "UTC+12 · 00:03", "Etc/GMT-12"),
            ("2:03", "UTC-10 · 02:03", "Etc/GMT+10"),
        ] {
            assert_eq!(complete(typed, NOON)[0].0, first, "{typed}");
            assert_eq!(find_zone(typed, NOON).as_deref(), Some(meant), "{typed}");
        }
        assert_eq!((find_zone("13:20", NOON), complete("13:20", NOON)), (None, Vec::new()), "nowhere");
        assert_eq!(find_zone("13", NOON), None, "a number alone is no time");
    }

    #[test]
    fn a_zone_is_named_by_its_city_and_by_its_distance_from_utc() {
        for (typed, name) in [
            ("europe/paris", Some("Europe/Paris")),
            ("paris", Some("Europe/Paris")),
            (" Kathmandu", Some("Asia/Kathmandu")),
            ("new york", Some("America/New_York")),
            ("utc", Some("UTC")),
            ("utc+2", Some("Etc/GMT-2")),
            ("GMT -3", Some("Etc/GMT+3")),
            ("UTC+0", Some("UTC")),
            ("UTC-3:30", None),
            ("utc+15", None),
            ("europe", None),
            ("atlantis", None),
            ("", None),
        ] {
            assert_eq!(find_zone(typed, NOON).as_deref(), name, "{typed}");
        }
        assert_eq!(
            [format_zone("Etc/GMT-2"), format_zone("Etc/GMT+11"), format_zone("Europe/Paris")],
            ["UTC+2", "UTC-11", "Europe/Paris"]
        );
    }
}
