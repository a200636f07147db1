//! A player's presence and preferences.

use games::domain::{Preferences, ReminderTarget, SleepHours, TakebackPreference};

use crate::simulation::calendar::{ClockHours, Location, Wants, Zone};
use crate::simulation::reference::{DAY, HOUR};
use crate::simulation::rng::Rng;
use crate::simulation::world::{BEGINNING, STEPS};

#[derive(Debug)]
pub struct PlayerProfile {
    /// Offset of their local time from UTC in hours.
    zone: i64,
    /// The zone and sleeping hours that they have set.
    pub told: Option<Location>,
    /// Reminders, quiet hours, vacations.
    pub chosen: Preferences,
    /// The hour at which they go to sleep, for eight hours.
    sleep: i64,
    weekends: bool,
    /// Days of the year on which they are absent.
    trips: Vec<(i64, i64)>,
}

impl PlayerProfile {
    pub fn new(rng: &mut Rng) -> Self {
        let trips = (0..rng.below(4)).map(|_| {
            let day = rng.between(0, 360);
            (day, day + rng.between(2, 21))
        });
        Self {
            trips: trips.collect(),
            zone: rng.between(-11, 13),
            told: told(rng),
            chosen: chosen(rng),
            sleep: rng.between(21, 26),
            weekends: !rng.once_in(4),
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

    /// The zone and sleeping hours known to the program.
    pub fn origin(&self) -> Location {
        self.told.unwrap_or(Location { zone: Zone::Utc, sleep: None })
    }

    /// The settings that they expect the program to follow.
    pub fn wants(&self) -> Wants {
        let choice = &self.chosen;
        let usual = || STEPS.iter().map(|hours| hours * 60).collect();
        let steps = match choice.remind_where {
            Some(ReminderTarget::None) => Vec::new(),
            _ => choice.steps.clone().unwrap_or_else(usual),
        };
        let minutes = |sleep: SleepHours| (i64::from(sleep.from()), i64::from(sleep.to()));
        let origin = Location { sleep: choice.quiet.map(minutes), ..self.origin() };
        Wants {
            steps: steps.into_iter().map(i64::from).collect(),
            quiet: ClockHours { origin, sleeps: true, ..ClockHours::ALWAYS },
            automatic: choice.automatic_vacation != Some(false),
            takes_back: choice.takeback.unwrap_or_default(),
        }
    }
}

/// Preferences for reminders, quiet hours, and automatic vacations.
fn chosen(rng: &mut Rng) -> Preferences {
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
    let (from, to) = *rng.choose(&quiet);
    Preferences {
        steps: rng.once_in(2).then(|| rng.choose(&steps).to_vec()),
        quiet: rng.once_in(2).then(|| SleepHours::new(from, to).expect("quiet hours")),
        remind_where: rng.once_in(3).then(|| *rng.choose(&places)),
        at_turn: rng.once_in(6).then_some(true),
        automatic_vacation: rng.once_in(2).then_some(false),
        takeback: *rng.choose(&takebacks),
        ..Preferences::default()
    }
}

/// Half of the players have set their zone, and many of these their sleeping hours.
fn told(rng: &mut Rng) -> Option<Location> {
    let zone = *rng.choose(&[Zone::Utc, Zone::Kolkata, Zone::Paris, Zone::NewYork]);
    let sleeps = [None, Some((23 * 60, 7 * 60)), Some((22 * 60 + 30, 6 * 60)), Some((60, 9 * 60)), Some((150, 210))];
    let sleep = *rng.choose(&sleeps);
    rng.once_in(2).then_some(Location { zone, sleep })
}
