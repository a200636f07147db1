//! The types of the bot and pure functions on them. No SQL, no Discord.

pub mod agreements;
pub mod board_revision;
pub mod clock;
pub mod conditional_moves;
pub mod finished;
pub mod game;
pub mod ids;
pub mod limits;
pub mod notice;
pub mod outage;
pub mod person;
pub mod player;
pub mod preferences;
pub mod time_control;
pub mod time_off;
pub mod vacation;

pub use agreements::{Adjourned, ClaimWarning, Proposal, ProposalKind, Terms};
pub use board_revision::BoardRevision;
pub use clock::calendar::{Calendar, NoSuchZone, Weekends};
pub use clock::due::Due;
pub use clock::reminder_plan::{LONGEST_STEP_DAYS, MOST_STEPS, Plan, SHORTEST_STEP};
pub use clock::vacation_allowance::{AHEAD_DAYS, LONGEST_DAYS, VacationAllowance, VacationError};
pub use conditional_moves::{Branch, ConditionalMoves, SetConditionalMoves};
pub use finished::{Finished, MASS_TIME_OUT_MS};
pub use game::{DrawOffer, Game, GameRecord, GameSummary, Phase, Ply, SeatedPlayer};
pub use ids::{ChannelId, GameId, RequestId, Timestamp, UserId};
pub use limits::{Limits, MOST_DAYS};
pub use notice::Notice;
pub use outage::Outage;
pub use person::{Origin, Person};
pub use player::Player;
pub use preferences::{GuildPreferences, Orientation, Preferences, ReminderTarget, TakebackPreference};
pub use time_control::control::{ParseTimeControlError, SleepPolicy, TimeControl, VacationPolicy};
pub use time_control::pace::{DAY_MS, HOUR_MS, MINUTE_MS, Pace};
pub use time_off::{ClockHours, LONGEST_SLEEP, SleepError, SleepHours, TimeSpan};
pub use vacation::Vacation;
