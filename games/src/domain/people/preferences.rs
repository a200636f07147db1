//! Preferences of players and servers.

use base::named::named;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::domain::challenge_draft::ChallengeDraft;
use crate::domain::people::preset::Preset;
use crate::domain::time_off::SleepHours;
use crate::domain::{ChannelId, DAY_MS, RoleId, Timestamp, UserId};

named! {
    /// The games of a server that have web pages.
    pub enum WebPages, "choice" {
        Off = "off",
        /// All games, and search engines are asked not to index them.
        Linked = "linked",
        /// All games, also for search engines.
        Searchable = "searchable",
    }
}

/// A person's choices. `None` means not chosen and is not stored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Name of the board theme in pictures.
    pub theme: Option<String>,
    /// Name of the marble theme; by default the one that goes with the board.
    pub marbles: Option<String>,
    pub coordinates: Option<bool>,
    /// Labels the marbles that can move and their target cells.
    pub labels: Option<bool>,
    pub orientation: Option<OrientationPreference>,
    pub text_board: Option<bool>,
    /// Leaves the grid out of text boards.
    pub words_only: Option<bool>,
    pub takeback: Option<TakebackPreference>,
    /// Shows a typed move before it counts.
    pub confirm: Option<bool>,
    /// Shows a move chosen with buttons before it counts; on by default.
    pub preview: Option<bool>,
    /// IANA name of their time zone.
    pub zone: Option<String>,
    /// Sleep hours in `zone`.
    pub sleep: Option<SleepHours>,
    /// Starts a vacation automatically before a loss on time; on by default.
    pub automatic_vacation: Option<bool>,
    /// Minutes before the deadline at which reminders are due, longest first.
    pub steps: Option<Vec<u32>>,
    pub remind_where: Option<ReminderTarget>,
    /// Notifies them when their turn begins; on by default.
    pub at_turn: Option<bool>,
    /// Daily hours without reminders, in `zone`.
    pub quiet: Option<SleepHours>,
    /// Minute of the day at which they get a digest, in `zone`.
    pub digest: Option<u16>,
    /// Users whose challenges they refuse, in the order they were blocked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<UserId>,
    /// Named challenges, in the order they were saved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub presets: Vec<Preset>,
    /// Unfinished challenges, newest last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drafts: Vec<ChallengeDraft>,
    /// Shows hints for a first game; on by default.
    pub hints: Option<bool>,
    /// Number of these hints already seen or not needed.
    pub hints_seen: Option<u8>,
    pub hidden_on_web: Option<bool>,
    /// Keys of the `/learn` exercises they have solved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solved: Vec<String>,
    /// Fields written by a newer program.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GuildPreferences {
    pub theme: Option<String>,
    pub marbles: Option<String>,
    pub coordinates: Option<bool>,
    pub results_channel: Option<ChannelId>,
    pub seeks_channel: Option<ChannelId>,
    pub posts: Option<BoardPosts>,
    pub web: Option<WebPages>,
    pub ladders_channel: Option<ChannelId>,
    /// Role that may use organizer commands, besides members who manage the server or its events.
    pub organizer_role: Option<RoleId>,
    /// Discord's locale of the server when its channels were last chosen.
    pub locale: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub presets: Vec<Preset>,
    /// Not a choice: when the server was last told of its limit of active threads.
    pub thread_limit: Option<ThreadLimit>,
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

/// When a server was told that it has reached Discord's limit of active threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadLimit {
    pub at: Timestamp,
    pub message: i64,
}

impl GuildPreferences {
    pub fn shows_pages(&self) -> bool {
        matches!(self.web, Some(WebPages::Linked | WebPages::Searchable))
    }

    pub fn is_searchable(&self) -> bool {
        self.web == Some(WebPages::Searchable)
    }

    /// Whether the server reached its limit of active threads within the last day.
    pub fn is_short_of_threads(&self, now: Timestamp) -> bool {
        self.thread_limit.is_some_and(|limit| now.since(limit.at) < DAY_MS)
    }
}

named! {
    #[derive(Default)]
    pub enum BoardPosts, "way to post boards" {
        /// A new message per move, so that the thread records the game.
        #[default]
        Each = "each",
        /// One message that is edited, and a line for the player on turn.
        One = "one",
    }
}

named! {
    /// The color at the bottom of boards: the player's own, or a fixed one whichever color they play.
    pub enum OrientationPreference, "orientation" {
        Own = "own",
        Black = "black",
        White = "white",
    }
}

named! {
    #[derive(Default)]
    pub enum TakebackPreference, "answer to takebacks" {
        /// Declines without asking.
        Never = "never",
        /// Asks the player.
        #[default]
        Casual = "casual",
        /// Accepts without asking.
        Always = "always",
    }
}

named! {
    pub enum ReminderTarget, "place of reminders" {
        Thread = "thread",
        Dm = "dm",
        Both = "both",
        None = "none",
    }
}

impl ReminderTarget {
    pub const fn in_thread(self) -> bool {
        matches!(self, Self::Thread | Self::Both)
    }

    pub const fn by_dm(self) -> bool {
        matches!(self, Self::Dm | Self::Both)
    }
}

impl Preferences {
    /// The thread by default.
    pub fn reminder_target(&self) -> ReminderTarget {
        self.remind_where.unwrap_or(ReminderTarget::Thread)
    }

    pub fn wants_turn_notice(&self) -> bool {
        self.at_turn.unwrap_or(true) && self.reminder_target() != ReminderTarget::None
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PersonRecord {
    /// Discord's locale tag as last seen in an interaction (`fr`, `en-US`).
    pub locale: Option<String>,
    /// The last direct message was refused: they accept none, or share no server with the bot.
    pub dm_closed: bool,
    /// When the first reminder since their last action was sent; `None` if they have acted since.
    pub silent_since: Option<Timestamp>,
    /// The default if the stored text cannot be parsed: `Store::preferences` reports it, and games go on.
    pub preferences: Preferences,
}
