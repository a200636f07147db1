//! The types of the bot and pure functions on them. No SQL, no Discord.

pub mod audit;
pub mod challenge_draft;
pub mod clock;
pub mod competition;
pub mod game;
pub mod ids;
pub mod limits;
pub mod notice;
pub mod people;
pub mod post;
pub mod posted_kind;
pub mod rating;
pub mod seek;
pub mod time_control;
pub mod time_off;

pub use audit::{AuditAction, AuditEntry, LONGEST_REASON, Organizer, OrganizerError};
pub use clock::calendar::{Calendar, NoSuchZone, Weekends};
pub use clock::due::Due;
pub use clock::reminder_plan::{LONGEST_STEP_DAYS, MOST_STEPS, ReminderPlan, SHORTEST_STEP};
pub use clock::turn::ClockError;
pub use clock::vacation_allowance::{AHEAD_DAYS, LONGEST_DAYS, VacationAllowance, VacationError};
pub use competition::{BoardNumber, Competition, CompetitionTag, Pauses, PhaseChange, Unfinished};
pub use game::action::Action;
pub use game::agreements::{
    Adjourned, Agreements, Annulled, ChallengeSilence, ClaimWarning, Follows, Proposal, ProposalKind, Replacement,
    ReplacementAnswer,
};
pub use game::board_revision::BoardRevision;
pub use game::conditional_moves::{
    Branch, ConditionalMoves, ConditionalMovesError, MAX_DEPTH, MAX_TURNS, SetConditionalMoves,
};
pub use game::outcome::{EndReason, GameOutcome};
pub use game::setup::Setup;
pub use game::{
    Challenge, DrawOffer, Ending, Finished, Game, GameLocation, GameRecord, GameSummary, MASS_TIME_OUT_MS, Phase, Ply,
    SeatedPlayer, TurnClock,
};
pub use ids::{
    ChannelId, GameId, GuildId, LadderId, Origin, Person, RequestId, RoleId, Timestamp, TournamentId, UserId,
};
pub use limits::{Limits, MOST_DAYS};
pub use notice::{Audience, DecidedScore, DeliveryTarget, Notice, NoticeKind, PlaceChange, Reminder, Replaces, Retry};
pub use people::player::{EngineLevel, Player};
pub use people::preferences::{
    BoardPosts, GuildPreferences, OrientationPreference, PersonRecord, Preferences, ReminderTarget, TakebackPreference,
    ThreadLimit, WebPages,
};
pub use people::privacy::{DELETED_NAME, Deletion};
pub use people::puzzle::{Day, PuzzleAttempt, PuzzlePlayer, PuzzleResult, Streak};
pub use people::vacation::Vacation;
pub use people::watch::{Watch, WatchHow};
pub use post::{PostKey, PostKind};
pub use posted_kind::PostedKind;
pub use rating::Tally;
pub use seek::{
    LONGEST_SEEK_DAYS, NEW_PLAYER_GAMES, POINTS_AROUND, POSSIBLE_RATINGS, RatingRange, RatingRangeError, Seek,
    SeekFilter, SeekMismatch, SeekerRecord, SoughtGame, WantedRatings,
};
pub use time_control::control::{ParseTimeControlError, SleepPolicy, TimeControl, VacationPolicy};
pub use time_control::pace::{DAY_MS, HOUR_MS, MINUTE_MS, Pace};
pub use time_off::{ClockHours, LONGEST_SLEEP, Outage, SleepError, SleepHours, TimeSpan};
