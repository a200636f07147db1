//! Zones as people look for them: by name, by city in either language, by what the clock on their wall shows.

use jiff::tz::{TimeZone, db};

use crate::commands::input::cities::CITIES;
use crate::commands::layout_names::{MAX_CHOICES, normalized};
use crate::domain::Timestamp;
use crate::domain::clock::calendar::zone;

/// Offered before anything is typed: zones around the world.
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

/// The other cities of a zone, as they are written.
fn others(name: &str) -> impl Iterator<Item = &str> {
    CITIES.iter().filter(move |(_, zone)| *zone == name).flat_map(|(cities, _)| cities.split(", "))
}

/// Does a word of this city begin so?
fn begins(city: &str, wanted: &str) -> bool {
    format!(" {}", plain(city)).contains(&format!(" {wanted}"))
}

/// What the clocks of a zone show: `12:43`.
pub fn wall(zone: &TimeZone, now: Timestamp) -> String {
    let now = jiff::Timestamp::from_millisecond(now.0).unwrap_or_default().to_zoned_datetime(zone.clone());
    format!("{:02}:{:02}", now.hour(), now.minute())
}

/// Zones that fit what is typed so far: part of a name, a city there, or what the clock shows there now. At most 25, each with its
/// time, and with the city when that is not in its name.
pub fn complete(typed: &str, now: Timestamp) -> Vec<(String, String)> {
    let wanted = plain(typed);
    let found: Vec<String> = if wanted.is_empty() {
        WELL_KNOWN.map(str::to_owned).to_vec()
    } else if let Some(minutes) = offset(typed) {
        fixed(minutes).into_iter().chain(at(minutes, now)).collect()
    } else {
        let mut found: Vec<String> = names()
            .filter(|name| {
                plain(name).contains(&wanted)
                    || others(name).any(|city| begins(city, &wanted))
                    || zone(name).is_ok_and(|zone| shows(&zone, now, typed.trim()))
            })
            .collect();
        // The city that begins so comes first.
        found.sort_by_key(|name| rank(name, &wanted));
        found
    };
    let offered = |name: String| {
        let meant = others(&name).find(|city| begins(city, &wanted) && !wanted.is_empty());
        let meant =
            meant.filter(|_| !plain(&name).contains(&wanted)).map_or_else(String::new, |city| format!("{city} · "));
        Some((format!("{meant}{} · {}", shown(&name), wall(&zone(&name).ok()?, now)), name))
    };
    found.into_iter().filter_map(offered).take(MAX_CHOICES).collect()
}

/// The order of what is offered: where a city begins so, what is well known, and the rest.
fn rank(name: &str, wanted: &str) -> (bool, bool) {
    let begins_so = std::iter::once(city(name)).chain(others(name)).any(|city| plain(city).starts_with(wanted));
    (!begins_so, !WELL_KNOWN.contains(&name))
}

/// The zone that a text means: an IANA name, the only city of that name, or a whole number of hours from UTC.
pub fn named(typed: &str) -> Option<String> {
    let known = |name: &str| Some(zone(name).ok()?.iana_name().unwrap_or("UTC").to_owned());
    if let Some(found) = known(typed.trim()) {
        return Some(found);
    }
    if let Some(minutes) = offset(typed) {
        return fixed(minutes);
    }
    let wanted = plain(typed);
    let is_meant = |name: &String| plain(city(name)) == wanted || others(name).any(|city| plain(city) == wanted);
    let mut found = names().filter(|name| is_meant(name) && !wanted.is_empty());
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// Minutes ahead of UTC: `UTC+2`, `gmt -3:30`, `+0530`.
pub fn offset(typed: &str) -> Option<i32> {
    let text = typed.trim().to_lowercase().replace('−', "-");
    let text = ["utc", "gmt"].into_iter().find_map(|word| text.strip_prefix(word)).unwrap_or(&text).trim();
    let (sign, text) = match (text.strip_prefix('+'), text.strip_prefix('-')) {
        (Some(text), _) => (1, text),
        (_, Some(text)) => (-1, text),
        _ => return None,
    };
    let (hours, minutes) = match text.split_once([':', 'h']) {
        Some(parts) => parts,
        None if text.len() == 4 && text.is_ascii() => text.split_at(2),
        None => (text, ""),
    };
    let number = |text: &str| {
        let plain = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<i32>().ok().filter(|_| plain)
    };
    let minutes = if minutes.is_empty() { 0 } else { number(minutes)? };
    let ahead = number(hours.trim())? * 60 + minutes;
    (minutes < 60 && ahead <= 14 * 60).then_some(sign * ahead)
}

/// The zone that is always so far from UTC. Their names have the sign that sailors use.
fn fixed(minutes: i32) -> Option<String> {
    let name = match minutes {
        0 => "UTC".to_owned(),
        _ if minutes % 60 == 0 => format!("Etc/GMT{}{}", if minutes > 0 { '-' } else { '+' }, minutes.abs() / 60),
        _ => return None,
    };
    zone(&name).is_ok().then_some(name)
}

/// A zone as people read it: one that has no summer time by its distance from UTC.
pub fn shown(name: &str) -> String {
    match name.strip_prefix("Etc/GMT-") {
        Some(hours) => format!("UTC+{hours}"),
        None => name.strip_prefix("Etc/GMT+").map_or_else(|| name.to_owned(), |hours| format!("UTC-{hours}")),
    }
}

/// Zones whose clocks are so many minutes ahead of UTC now, those that are well known first.
pub fn at(minutes: i32, now: Timestamp) -> Vec<String> {
    let now = jiff::Timestamp::from_millisecond(now.0).unwrap_or_default();
    let is_there = |name: &String| zone(name).is_ok_and(|zone| zone.to_offset(now).seconds() == minutes * 60);
    let mut found: Vec<String> = names().filter(is_there).collect();
    found.sort_by_key(|name| !WELL_KNOWN.contains(&name.as_str()));
    found
}

/// Does the clock there show what is typed, `12:43` or the beginning of it?
fn shows(zone: &TimeZone, now: Timestamp, typed: &str) -> bool {
    typed.contains(':') && wall(zone, now).trim_start_matches('0').starts_with(typed.trim_start_matches('0'))
}

/// The names that may be meant by one that does not exist: those that have it in them, else those that are spelled most like
/// it; at most three.
pub fn near(typed: &str) -> Vec<String> {
    let wanted = plain(typed);
    let length = wanted.chars().count();
    let far = |name: &str| {
        if length >= 3 && (plain(name).contains(&wanted) || others(name).any(|city| begins(city, &wanted))) {
            return 0;
        }
        let spelled = [name, city(name)].into_iter().chain(others(name));
        spelled.map(|known| distance(&plain(known), &wanted)).min().unwrap_or(usize::MAX)
    };
    let mut near: Vec<(usize, String)> = names().map(|name| (far(&name), name)).collect();
    let nearest = near.iter().map(|(far, _)| *far).min().unwrap_or(0);
    // One letter of four may be wrong, and nothing is offered beside what is nearer.
    near.retain(|(far, _)| *far == nearest && *far <= length.div_ceil(4).min(3) && length > 1);
    near.sort_by_key(|(_, name)| rank(name, &wanted));
    near.into_iter().take(3).map(|(_, name)| name).collect()
}

/// `America/Argentina/Buenos_Aires` → `Buenos_Aires`
fn city(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Without capitals, accents and what joins words.
fn plain(text: &str) -> String {
    normalized(&text.chars().take(60).collect::<String>()).replace(['_', '-'], " ").trim().to_owned()
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
            ("londres", "Londres · Europe/London · 12:03"),
            ("genev", "Genève · Europe/Zurich · 13:03"),
            ("pékin", "Pékin · Asia/Shanghai · 20:03"),
            ("caire", "Le Caire · Africa/Cairo · 14:03"),
            ("san f", "San Francisco · America/Los_Angeles · 04:03"),
        ] {
            let found = complete(typed, NOON);
            assert!((1..=25).contains(&found.len()), "{typed}: {found:?}");
            assert_eq!(found[0].0, first, "{typed}");
            assert!(found.iter().all(|(shown, name)| shown.contains(name) && shown.chars().count() <= 100));
        }
        assert!(complete("7:03", NOON).iter().any(|(_, name)| name == "America/New_York"));
        assert!(complete("atlantis", NOON).is_empty());
        assert!(complete(&"x".repeat(5000), NOON).is_empty());
    }

    #[test]
    fn a_zone_is_named_by_its_city_and_by_its_distance_from_utc() {
        for (typed, name) in [
            ("europe/paris", Some("Europe/Paris")),
            ("paris", Some("Europe/Paris")),
            (" Kathmandu", Some("Asia/Kathmandu")),
            ("new york", Some("America/New_York")),
            ("londres", Some("Europe/London")),
            ("Athenes", Some("Europe/Athens")),
            ("moscou", Some("Europe/Moscow")),
            ("saint petersbourg", Some("Europe/Moscow")),
            ("munich", Some("Europe/Berlin")),
            ("utc", Some("UTC")),
            ("utc+2", Some("Etc/GMT-2")),
            ("GMT -3", Some("Etc/GMT+3")),
            ("+0200", Some("Etc/GMT-2")),
            ("UTC+0", Some("UTC")),
            ("UTC-3:30", None),
            ("utc+15", None),
            ("europe", None),
            ("atlantis", None),
            ("", None),
        ] {
            assert_eq!(named(typed).as_deref(), name, "{typed}");
        }
        assert_eq!(
            [shown("Etc/GMT-2"), shown("Etc/GMT+11"), shown("Europe/Paris")],
            ["UTC+2", "UTC-11", "Europe/Paris"]
        );
        assert_eq!((offset("utc-3:30"), offset("+5h45"), offset("utc+2:75")), (Some(-210), Some(345), None));
        assert_eq!(at(-210, NOON)[0], "America/St_Johns");
        let found = complete("utc+2", NOON);
        assert_eq!(found[0], ("UTC+2 · 14:03".to_owned(), "Etc/GMT-2".to_owned()));
        assert!(found[1..].iter().any(|(_, name)| name == "Europe/Athens"), "{found:?}");
        assert_eq!(complete("utc+5:45", NOON)[0].1, "Asia/Kathmandu");
    }

    #[test]
    fn every_well_known_zone_exists() {
        for name in WELL_KNOWN {
            assert!(zone(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn every_city_has_its_zone_and_means_no_other() {
        let known: Vec<String> = names().collect();
        let mut wrong = Vec::new();
        for &(cities, of) in CITIES {
            assert!(known.iter().any(|name| name == of), "{of}");
            for city in cities.split(", ") {
                let offered = complete(city, NOON).into_iter().map(|(_, name)| name);
                // A zone of that name would need no row here.
                if named(city).as_deref() != Some(of) || !offered.collect::<Vec<_>>().contains(&of.to_owned()) {
                    wrong.push((city, of, named(city)));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    #[test]
    fn a_zone_that_does_not_exist_is_answered_with_those_near() {
        assert_eq!(near("Europe/Pariss").first().map(String::as_str), Some("Europe/Paris"));
        assert_eq!(near("tokio").first().map(String::as_str), Some("Asia/Tokyo"));
        assert_eq!(near("pariss"), ["Europe/Paris"], "nothing that is only a little alike");
        assert_eq!([near("londre"), near("copenage")], [["Europe/London"], ["Europe/Copenhagen"]]);
        assert!(near("santia").iter().all(|name| name.ends_with("Santiago")), "{:?}", near("santia"));
        assert!(near("the moon").is_empty() && near("").is_empty() && near("q").is_empty());
        assert_eq!([distance("abc", "abc"), distance("", "abc"), distance("kitten", "sitting")], [0, 3, 3]);
    }
}
