//! Zones by their IANA names, by the city in these, and by whole hours from UTC.

use jiff::tz::{TimeZone, db};

use crate::commands::layout_names::{MAX_CHOICES, normalized};
use crate::domain::Timestamp;
use crate::domain::clock::calendar::zone;

/// Offered before anything is typed.
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

/// What the clocks of a zone show: `12:43`.
pub fn format_wall_clock(zone: &TimeZone, now: Timestamp) -> String {
    let now = jiff::Timestamp::from_millisecond(now.0).unwrap_or_default().to_zoned_datetime(zone.clone());
    now.strftime("%H:%M").to_string()
}

/// Zones with what is typed in their names, each with its time.
pub fn complete(typed: &str, now: Timestamp) -> Vec<(String, String)> {
    let wanted = plain(typed);
    let mut found: Vec<String> = if wanted.is_empty() {
        WELL_KNOWN.map(str::to_owned).to_vec()
    } else {
        names().filter(|name| plain(name).contains(&wanted)).collect()
    };
    // The city that begins so comes first.
    found.sort_by_key(|name| !plain(city(name)).starts_with(&wanted));
    let offered =
        |name: String| Some((format!("{} · {}", format_zone(&name), format_wall_clock(&zone(&name).ok()?, now)), name));
    read_offset(typed).into_iter().chain(found).filter_map(offered).take(MAX_CHOICES).collect()
}

/// The zone that a text means: an IANA name, the only one with this city, or a whole number of hours from UTC.
pub fn find_zone(typed: &str) -> Option<String> {
    if let Ok(known) = zone(typed.trim()) {
        return Some(known.iana_name().unwrap_or("UTC").to_owned());
    }
    let wanted = plain(typed);
    let mut found = names().filter(|name| plain(city(name)) == wanted);
    let only = found.next().filter(|_| found.next().is_none());
    read_offset(typed).or(only)
}

/// `UTC+2` as a zone. Their names have the sign that sailors use.
fn read_offset(typed: &str) -> Option<String> {
    let text = typed.trim().to_lowercase();
    let hours: i8 = ["utc", "gmt"].into_iter().find_map(|word| text.strip_prefix(word))?.trim().parse().ok()?;
    let name = if hours == 0 { "UTC".to_owned() } else { format!("Etc/GMT{:+}", -hours) };
    zone(&name).is_ok().then_some(name)
}

/// A zone as people read it: one that has no summer time by its distance from UTC.
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

/// Without capitals, accents and what joins words.
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
            assert_eq!(find_zone(typed).as_deref(), name, "{typed}");
        }
        assert_eq!(
            [format_zone("Etc/GMT-2"), format_zone("Etc/GMT+11"), format_zone("Europe/Paris")],
            ["UTC+2", "UTC-11", "Europe/Paris"]
        );
    }
}
