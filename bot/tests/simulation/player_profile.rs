//! When somebody is there, and what they have chosen.

use bot::domain::{Preferences, ReminderTarget, SleepHours, TakebackPreference};

use crate::calendar::{ClockHours, DatabaseUrl, Wants, Zone};
use crate::reference::{DAY, HOUR};
use crate::rng::Dice;
use crate::world::{BEGINNING, STEPS};

/// When somebody is there.
#[derive(Debug)]
pub struct Habits {
    /// Hours that the clock on their wall is ahead.
    zone: i64,
    /// What they have told the program.
    pub told: Option<DatabaseUrl>,
    /// What they have chosen: reminders, quiet hours, vacations.
    pub chosen: Preferences,
    /// Begins to sleep then, for eight hours.
    sleep: i64,
    weekends: bool,
    /// Days of the year on which they are away.
    trips: Vec<(i64, i64)>,
}

impl Habits {
    pub fn of(dice: &mut Dice) -> Self {
        let trips = (0..dice.below(4)).map(|_| {
            let day = dice.between(0, 360);
            (day, day + dice.between(2, 21))
        });
        Self {
            trips: trips.collect(),
            zone: dice.between(-11, 13),
            told: told(dice),
            chosen: chosen(dice),
            sleep: dice.between(21, 26),
            weekends: !dice.once_in(4),
        }
    }

    pub fn is_there(&self, at: i64) -> bool {
        let hours = at / HOUR + self.zone;
        let (hour, day) = (hours.rem_euclid(24), hours.div_euclid(24));
        let asleep = (hour - self.sleep).rem_euclid(24) < 8;
        // The first of January 1970 was a Thursday.
        let weekend = matches!((day + 3).rem_euclid(7), 5 | 6);
        let of_the_year = day - BEGINNING.0 / DAY;
        let away = self.trips.iter().any(|(from, to)| (*from..*to).contains(&of_the_year));
        !asleep && !away && (self.weekends || !weekend)
    }

    /// What they have told of themselves.
    pub fn origin(&self) -> DatabaseUrl {
        self.told.unwrap_or(DatabaseUrl { zone: Zone::Utc, sleep: None })
    }

    /// What they want of the program.
    pub fn wants(&self) -> Wants {
        let chosen = &self.chosen;
        let usual = || STEPS.iter().map(|hours| hours * 60).collect();
        let steps = match chosen.remind_where {
            Some(ReminderTarget::None) => Vec::new(),
            _ => chosen.steps.clone().unwrap_or_else(usual),
        };
        let minutes = |sleep: SleepHours| (i64::from(sleep.from()), i64::from(sleep.to()));
        let origin = DatabaseUrl { sleep: chosen.quiet.map(minutes), ..self.origin() };
        Wants {
            steps: steps.into_iter().map(i64::from).collect(),
            quiet: ClockHours { origin, sleeps: true, ..ClockHours::ALWAYS },
            automatic: chosen.automatic_vacation != Some(false),
            takes_back: chosen.takeback.unwrap_or_default(),
        }
    }
}

/// What somebody has chosen: when and where they are reminded, when not, and whether a vacation begins by itself.
fn chosen(dice: &mut Dice) -> Preferences {
    let steps: [&[u32]; 5] = [&[], &[1440, 60], &[5760, 300, 30], &[720], &[2880, 90, 10]];
    let quiet = [(22 * 60, 7 * 60), (30, 8 * 60 + 15), (12 * 60, 14 * 60)];
    let places = [ReminderTarget::Dm, ReminderTarget::Both, ReminderTarget::None, ReminderTarget::Thread];
    let takebacks = [
        None,
        Some(TakebackPreference::Casual),
        Some(TakebackPreference::Always),
        None,
        Some(TakebackPreference::Never),
    ];
    let (from, to) = *dice.one_of(&quiet);
    Preferences {
        steps: dice.once_in(2).then(|| dice.one_of(&steps).to_vec()),
        quiet: dice.once_in(2).then(|| SleepHours::new(from, to).expect("quiet hours")),
        remind_where: dice.once_in(3).then(|| *dice.one_of(&places)),
        at_turn: dice.once_in(6).then_some(true),
        automatic_vacation: dice.once_in(2).then_some(false),
        takeback: *dice.one_of(&takebacks),
        ..Preferences::default()
    }
}

/// Half of them have told the program where they live, and many of these when they sleep.
fn told(dice: &mut Dice) -> Option<DatabaseUrl> {
    let zone = *dice.one_of(&[Zone::Utc, Zone::Kolkata, Zone::Paris, Zone::NewYork]);
    let sleeps = [None, Some((23 * 60, 7 * 60)), Some((22 * 60 + 30, 6 * 60)), Some((60, 9 * 60)), Some((150, 210))];
    let sleep = *dice.one_of(&sleeps);
    dice.once_in(2).then_some(DatabaseUrl { zone, sleep })
}
