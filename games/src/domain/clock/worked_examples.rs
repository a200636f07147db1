//! Checks the worked examples of `docs/correspondence.md`.

use crate::domain::clock::calendar::{Calendar, Weekends};
use crate::domain::ids::Timestamp;
use crate::domain::time_control::pace::{HOUR_MS, MINUTE_MS, Pace};
use crate::domain::time_off::{ClockHours, TimeSpan};

const PAGE: &str = include_str!("../../../../docs/correspondence.md");

/// Rows of the tables whose header begins with `first`, split at spaces.
fn lines(first: &str) -> Vec<Vec<&'static str>> {
    let mut within = false;
    let words = |line: &'static str| line.split_whitespace().collect();
    PAGE.lines()
        .filter(|line| {
            within = line.strip_prefix("# ").map_or(within && *line != "```", |heads| heads.starts_with(first));
            within && !line.starts_with('#')
        })
        .map(words)
        .collect()
}

fn at(text: &str) -> Timestamp {
    let seconds = text.replace('Z', ":00Z");
    Timestamp(seconds.parse::<jiff::Timestamp>().expect(text).as_millisecond())
}

fn span(text: &str) -> i64 {
    let (number, unit) = text.split_at(text.len() - 1);
    number.parse::<i64>().expect(text) * if unit == "h" { HOUR_MS } else { MINUTE_MS }
}

#[test]
fn each_deadline_of_the_page_is_right() {
    let lines = lines("hours ");
    assert!(lines.len() >= 15, "{lines:?}");
    for line in lines {
        let [hours, weekends, pauses, begin, has, lost] = line.as_slice() else { panic!("{line:?}") };
        let hours: ClockHours = hours.replace('@', " ").parse().expect(hours);
        let weekends = if *weekends == "pause" { Weekends::Pause } else { Weekends::Run };
        let pauses = pauses.split_once('/').map(|(from, until)| TimeSpan { from: at(from), until: at(until) });
        let calendar = Calendar::new(Some(&hours), weekends, pauses.into_iter().collect()).expect("a zone");
        assert_eq!(calendar.deadline(at(begin), span(has)), at(lost), "{line:?}");
    }
}

#[test]
fn each_takeback_of_the_page_is_right() {
    let lines = lines("takeback ");
    assert_eq!(lines.len(), 8, "{lines:?}");
    for line in lines {
        let [pace, clock, moves, used, then] = line.as_slice() else { panic!("{line:?}") };
        let pace: Pace = pace.parse().expect(pace);
        let has = match *clock {
            "-" => pace.replayed_turn_time(span(used)),
            clock => Some(pace.clock_after_takeback(span(clock), moves.parse().expect(moves), span(used))),
        };
        assert_eq!(has, Some(span(then)), "{line:?}");
    }
}

#[test]
fn each_clock_of_the_page_is_right() {
    let lines = lines("pace ");
    assert_eq!(lines.len(), 7, "{lines:?}");
    for line in lines {
        let [pace, clock, takes, after] = line.as_slice() else { panic!("{line:?}") };
        let pace: Pace = pace.parse().expect(pace);
        let shows = |text: &str| (text != "-").then(|| span(text));
        assert_eq!(pace.after_turn(shows(clock), span(takes)), shows(after), "{line:?}");
    }
}
