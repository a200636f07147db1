//! The journal of a run, which the checker reads: users' requests and answers, Discord's actions, the rows of the
//! database, and the injected faults. Plain data, independent of the bot's code.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::messages::confirms_move;

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Journal {
    pub requests: Vec<Request>,
    /// Messages that the bot posted; one entry for each request, so a repeated request appears twice.
    pub posts: Vec<Post>,
    pub edits: Vec<MessageEdit>,
    pub rows: Rows,
    #[serde(default)]
    pub faults: Vec<InjectedFault>,
    /// Discord's time at the end, in milliseconds.
    pub ended_at: i64,
    /// The permitted delay of an alarm, in milliseconds of Discord's time.
    pub slack: i64,
    /// How long Discord remembers a nonce, in milliseconds.
    pub nonce_known_for: i64,
    /// The user of each channel of direct messages.
    #[serde(default)]
    pub dm_channels: BTreeMap<u64, u64>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Request {
    pub id: u64,
    pub user: u64,
    pub game: Option<i64>,
    pub action: Action,
    pub outcome: RequestOutcome,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    Challenge,
    Accept,
    Decline,
    Withdraw,
    Move {
        notation: String,
        /// The plies of the board whose buttons were pressed; `None` where the move was typed.
        after: Option<usize>,
    },
    Resign,
    /// Offers a draw, or accepts the one offered.
    Draw,
    DeclineDraw,
    Abort,
    ConditionalMove {
        if_played: String,
        answer: String,
    },
    /// A request that changes nothing.
    ReadOnly,
}

impl Action {
    /// Whether this answer of the bot confirms the action.
    pub fn is_confirmed_by(&self, answer: &str) -> bool {
        let words: &[&str] = match self {
            Self::Move { notation, .. } => return confirms_move(answer, notation),
            Self::Challenge => &["is on its way"],
            Self::Accept => &["You accepted the challenge"],
            Self::Decline => &["You declined the challenge"],
            Self::Withdraw => &["You withdrew"],
            Self::Resign => &["You resigned"],
            Self::Draw => &["You offered", " drew"],
            Self::DeclineDraw => &["You declined the draw"],
            Self::Abort => &["You aborted"],
            Self::ConditionalMove { .. } => &["Saved. Only you can see this."],
            Self::ReadOnly => &[""],
        };
        words.iter().any(|word| answer.contains(word))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum RequestOutcome {
    /// The bot confirmed it.
    Done,
    /// The bot refused with this text.
    Refused(String),
    /// No answer came, so the user does not know.
    Unanswered,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Post {
    pub at: i64,
    pub channel: u64,
    pub id: u64,
    /// The message id, which is also its nonce.
    pub nonce: String,
    pub text: String,
    /// File name of its picture.
    pub picture: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MessageEdit {
    pub channel: u64,
    pub id: u64,
    pub without_buttons: bool,
    pub deleted: bool,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Rows {
    pub games: Vec<Game>,
    pub seats: Vec<Seat>,
    pub plies: Vec<Ply>,
    /// Every move ever committed, with the version of its commit; written by a trigger.
    #[serde(default)]
    pub played: Vec<(i64, Ply)>,
    /// One for each commit.
    pub events: Vec<Event>,
    /// Every message ever put into the outbox; written by a trigger.
    pub notices: Vec<Notice>,
    /// Games after each change of their deadline; written by a trigger.
    pub deadlines: Vec<DeadlineChange>,
    /// Messages still in the outbox.
    pub pending: Vec<PendingMessage>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Game {
    pub game: i64,
    pub version: i64,
    /// `offered`, `playing`, `over`, `void`.
    pub phase: String,
    /// `None` where the game is played in direct messages.
    #[serde(default)]
    pub guild: Option<u64>,
    pub thread: Option<u64>,
    pub channel: u64,
    pub ply: usize,
    /// The end of the turn or of the challenge.
    pub deadline: Option<i64>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Seat {
    pub game: i64,
    /// 0 moves first.
    pub seat: usize,
    pub user: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ply {
    pub game: i64,
    /// 1 is the first.
    pub number: usize,
    pub notation: String,
    pub at: i64,
    pub user: u64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Event {
    pub game: i64,
    pub version: i64,
    /// The interaction, or a number with the top bit set for the bot's own requests.
    pub request: u64,
    /// `None` for the bot.
    pub actor: Option<u64>,
    /// `play`, `resign` …
    pub action: String,
    pub at: i64,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Notice {
    /// The message id, which is also its nonce.
    pub message: i64,
    pub game: i64,
    pub version: i64,
    /// Order within the commit.
    pub seq: i64,
    /// `board`, `reminder` …
    pub kind: String,
    pub ply: Option<usize>,
    #[serde(default)]
    pub user: Option<u64>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DeadlineChange {
    pub game: i64,
    pub version: i64,
    /// The end of the turn.
    pub deadline: Option<i64>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PendingMessage {
    /// The message id, which is also its nonce.
    pub message: i64,
    pub game: i64,
    /// The reason, if the bot has given it up.
    pub given_up: Option<String>,
}

/// A fault of the schedule, for the reader of a journal; the checker does not use it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct InjectedFault {
    /// Discord's time in milliseconds.
    pub at: i64,
    pub what: String,
}
