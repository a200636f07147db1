//! From where to where the numbers among the settings go, as far as their types do not say.

use crate::domain::{LONGEST_SEEK_DAYS, MOST_DAYS};
use crate::store::MOST_CONNECTIONS;

/// What a setting may be.
#[derive(Debug)]
pub(crate) struct Range {
    key: &'static str,
    least: u32,
    most: u32,
    /// What is counted.
    unit: &'static str,
}

const RANGES: [Range; 14] = [
    Range { key: "database.connections", least: 1, most: MOST_CONNECTIONS, unit: "connections" },
    Range { key: "discord.requests_per_second", least: 1, most: 50, unit: "requests" },
    Range { key: "discord.direct_messages_per_second", least: 1, most: u16::MAX as u32, unit: "messages" },
    Range { key: "challenges.expire_after_hours", least: 1, most: u32::MAX, unit: "hours" },
    Range { key: "challenges.open_expire_after_days", least: 1, most: LONGEST_SEEK_DAYS, unit: "days" },
    Range { key: "games.max_open", least: 1, most: u32::MAX, unit: "games" },
    Range { key: "games.downtime_minutes", least: 1, most: u32::MAX, unit: "minutes" },
    Range { key: "games.claim_after_days", least: 1, most: MOST_DAYS, unit: "days" },
    Range { key: "games.claim_grace_days", least: 1, most: MOST_DAYS, unit: "days" },
    Range { key: "games.adjourn_days", least: 1, most: MOST_DAYS, unit: "days" },
    Range { key: "reminders.hours_before", least: 1, most: u32::MAX, unit: "hours" },
    Range { key: "reminders.stop_after_days", least: 1, most: 3650, unit: "days" },
    Range { key: "vacation.days_per_year", least: 0, most: 366, unit: "days" },
    Range { key: "outbox.attempts", least: 1, most: u32::MAX, unit: "tries" },
];

/// The range of a setting, where it is not that of its type.
pub(crate) fn of(key: &str) -> Option<&'static Range> {
    RANGES.iter().find(|range| range.key == key)
}

impl Range {
    /// In words: `whole number from 1 to 365`.
    pub(crate) fn in_words(&self) -> String {
        format!("whole number from {} to {}", self.least, self.most)
    }

    /// Refuses what lies outside, and says why.
    pub(crate) fn check(&self, value: u32) -> Result<(), String> {
        let Self { least, most, unit, .. } = self;
        if (*least..=*most).contains(&value) {
            return Ok(());
        }
        // What is limited by nothing but its type has no end worth telling.
        Err(if *most >= u32::from(u16::MAX) {
            format!("it must be at least {least}")
        } else {
            format!("{value} is not from {least} to {most} {unit}")
        })
    }
}
