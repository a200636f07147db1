//! What players and servers have chosen.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::domain::challenge_draft::ChallengeDraft;
use crate::domain::named::named;
use crate::domain::people::preset::Preset;
use crate::domain::time_off::SleepHours;
use crate::domain::{ChannelId, DAY_MS, RoleId, Timestamp, UserId};

named! {
    /// Which games of a server browsers find at their address.
    pub enum WebPages, "choice" {
        /// None.
        Off = "off",
        /// All, and search engines are asked to stay away.
        Linked = "linked",
        /// All, also for search engines.
        Searchable = "searchable",
    }
}

/// Choices of a person. What is not chosen is `None`, and is not written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Name of the board of pictures.
    pub theme: Option<String>,
    /// Name of their marbles; where nothing is chosen, those that go with the board.
    pub marbles: Option<String>,
    /// Letters and numbers along the board.
    pub coordinates: Option<bool>,
    /// Names on the marbles that can move and on where they can go.
    pub labels: Option<bool>,
    /// Which way boards are turned.
    pub orientation: Option<OrientationPreference>,
    /// Text boards instead of pictures.
    pub text_board: Option<bool>,
    /// Text boards have no grid, only words.
    pub words_only: Option<bool>,
    /// Their answer to requests for a takeback.
    pub takeback: Option<TakebackPreference>,
    /// A move that they type is shown before it counts.
    pub confirm: Option<bool>,
    /// A move that they choose with buttons is shown before it counts; so it is when nothing is chosen.
    pub preview: Option<bool>,
    /// IANA name of the zone they live in.
    pub zone: Option<String>,
    /// When they sleep, in this zone.
    pub sleep: Option<SleepHours>,
    /// A vacation begins by itself before a loss on time; so it does when nothing is chosen.
    pub automatic_vacation: Option<bool>,
    /// Minutes before the deadline at which they are reminded, the longest first.
    pub steps: Option<Vec<u32>>,
    /// Where they are reminded.
    pub remind_where: Option<ReminderTarget>,
    /// They are notified when their turn begins.
    pub at_turn: Option<bool>,
    /// Hours of each day in which no reminder comes, in their zone.
    pub quiet: Option<SleepHours>,
    /// Minute of the day at which they get a digest, in their zone.
    pub digest: Option<u16>,
    /// Whose challenges they do not want, in the order in which they were blocked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<UserId>,
    /// Challenges that they keep by name, in the order in which they were saved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub presets: Vec<Preset>,
    /// Challenges that they have not finished putting together, the newest last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drafts: Vec<ChallengeDraft>,
    /// Whether they get the hints for a first game; so they do when nothing is chosen.
    pub hints: Option<bool>,
    /// How many of these hints they have seen, or need not see.
    pub hints_seen: Option<u8>,
    /// Whether their name is left out on pages for browsers.
    pub hidden_on_web: Option<bool>,
    /// Exercises of `/learn` that they have solved, by key.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solved: Vec<String>,
    /// What a newer program wrote.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

/// Choices of a server.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GuildPreferences {
    /// Name of the board of pictures.
    pub theme: Option<String>,
    /// Name of their marbles; where nothing is chosen, those that go with the board.
    pub marbles: Option<String>,
    /// Letters and numbers along the board.
    pub coordinates: Option<bool>,
    /// Where results of the server's games are posted.
    pub results_channel: Option<ChannelId>,
    /// Where open challenges are posted.
    pub seeks_channel: Option<ChannelId>,
    /// How the board of a game is shown in its thread.
    pub posts: Option<BoardPosts>,
    /// Whether browsers find its games.
    pub web: Option<WebPages>,
    /// Where changes of ladders are posted.
    pub ladders_channel: Option<ChannelId>,
    /// Who may use the commands of organizers, besides those who manage the server or its events.
    pub organizer_role: Option<RoleId>,
    /// Discord's locale of the server, when its channels were last chosen.
    pub locale: Option<String>,
    /// Challenges that everybody in the server can choose by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub presets: Vec<Preset>,
    /// Not chosen: the last time that the server was told of its limit of active threads.
    pub thread_limit: Option<ThreadLimit>,
    /// What a newer program wrote.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

/// When a server was told that it has as many active threads as Discord allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadLimit {
    pub at: Timestamp,
    /// The message of the outbox that has said so.
    pub message: i64,
}

impl GuildPreferences {
    /// Whether browsers find what the server plays.
    pub fn shows_pages(&self) -> bool {
        matches!(self.web, Some(WebPages::Linked | WebPages::Searchable))
    }

    /// Whether search engines may show it.
    pub fn is_searchable(&self) -> bool {
        self.web == Some(WebPages::Searchable)
    }

    /// Whether the server has reached its limit of active threads within the last day.
    pub fn is_short_of_threads(&self, now: Timestamp) -> bool {
        self.thread_limit.is_some_and(|told| now.since(told.at) < DAY_MS)
    }
}

named! {
    /// How the board of a game is shown in its thread.
    #[derive(Default)]
    pub enum BoardPosts, "way to post boards" {
        /// A new message for each move: the thread is the record of the game.
        #[default]
        Each = "each",
        /// One message that is edited, and a line for the player on turn.
        One = "one",
    }
}

named! {
    /// Which way a person wants boards to be turned: black and white stand at the bottom whichever color one plays.
    pub enum OrientationPreference, "orientation" {
        Own = "own",
        Black = "black",
        White = "white",
    }
}

named! {
    /// What a person says when an opponent asks to take a move back.
    #[derive(Default)]
    pub enum TakebackPreference, "answer to takebacks" {
        /// No, without being asked.
        Never = "never",
        /// They want to be asked.
        #[default]
        Casual = "casual",
        /// Yes, without being asked.
        Always = "always",
    }
}

named! {
    /// Where a person is reminded.
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
    /// Where they are reminded: in the thread when they have chosen nothing.
    pub fn reminder_target(&self) -> ReminderTarget {
        self.remind_where.unwrap_or(ReminderTarget::Thread)
    }

    pub fn wants_turn_notice(&self) -> bool {
        self.at_turn.unwrap_or(true) && self.reminder_target() != ReminderTarget::None
    }
}
