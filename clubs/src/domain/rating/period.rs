//! Rating statistics per month, quarter and year.

use std::collections::BTreeMap;

use base::named::named;
use games::domain::ids::{GuildId, Timestamp, UserId};
use games::domain::rating::group::RatingGroup;
use games::domain::rating::{Score, to_millionths};
use jiff::tz::TimeZone;

use crate::domain::rating::log::{RatingChange, RatingStep};

/// A month, quarter or year in UTC: 202611, 202624 (the fourth quarter), 202600.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Period(pub u32);

impl Period {
    /// The month, quarter and year of an instant.
    pub fn all_of(at: Timestamp) -> [Self; 3] {
        let instant = jiff::Timestamp::from_millisecond(at.0).unwrap_or_default();
        let date = instant.to_zoned_datetime(TimeZone::UTC).date();
        let (year, month) = (u32::from(date.year().unsigned_abs()) * 100, u32::from(date.month().unsigned_abs()));
        [Self(year + month), Self(year + 20 + month.div_ceil(3)), Self(year)]
    }
}

named! {
    pub enum PeriodSpan, "period" {
        Month = "month",
        Quarter = "quarter",
        Year = "year",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PeriodKey {
    /// `None`: across all servers.
    pub guild: Option<GuildId>,
    pub group: RatingGroup,
    pub period: Period,
    pub user: UserId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PeriodTotals {
    pub games: u32,
    pub won: u32,
    /// In millionths. Games that began with a provisional rating are left out: they find out a player's strength,
    /// which is no gain.
    pub gained: i64,
}

/// Totals that these games add to the periods in which they ended.
pub fn totals<'a>(changes: impl IntoIterator<Item = &'a RatingChange>) -> BTreeMap<PeriodKey, PeriodTotals> {
    let mut totals: BTreeMap<PeriodKey, PeriodTotals> = BTreeMap::new();
    for change in changes {
        let Some(at) = change.overall.after.at else { continue };
        let club = change.club.map(|step| (change.guild, step));
        for (guild, step) in std::iter::once((None, change.overall)).chain(club) {
            for period in Period::all_of(at) {
                let key = PeriodKey { guild, group: change.group, period, user: change.user };
                let of = totals.entry(key).or_default();
                of.games += 1;
                of.won += u32::from(change.score == Score::Win);
                of.gained += gained(step);
            }
        }
    }
    totals
}

fn gained(step: RatingStep) -> i64 {
    if step.was_settled { to_millionths(step.after.rating) - to_millionths(step.before) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_lies_in_its_month_quarter_and_year() {
        for (at, periods) in [
            ("2026-01-01T00:00:00Z", [202_601, 202_621, 202_600]),
            ("2026-03-31T23:59:59Z", [202_603, 202_621, 202_600]),
            ("2026-04-01T00:00:00Z", [202_604, 202_622, 202_600]),
            ("2026-11-23T03:19:21Z", [202_611, 202_624, 202_600]),
        ] {
            let at: jiff::Timestamp = at.parse().expect("an instant");
            assert_eq!(Period::all_of(Timestamp(at.as_millisecond())).map(|period| period.0), periods, "{at}");
        }
    }
}
