//! What a run leaves behind for the checker: what people asked and heard, what Discord carried out, and the rows of the database.
//! Plain data; nothing here knows the bot's code.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Everything that a run leaves behind.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Journal {
    /// What people did.
    pub asked: Vec<Asked>,
    /// Messages that the bot made at Discord, each once for each request that led to it.
    pub posts: Vec<Post>,
    /// Messages that it changed or deleted.
    pub changes: Vec<Change>,
    /// The database.
    pub rows: Rows,
    /// Discord's time at the end, in milliseconds.
    pub ended_at: i64,
    /// How late an alarm may be without having been missed, in milliseconds of Discord's time.
    pub slack: i64,
    /// How long Discord knows a nonce, in milliseconds.
    pub nonce_known_for: i64,
    /// Steps of reminders before a deadline, in milliseconds.
    pub steps: Vec<i64>,
    /// Whose direct messages these channels are.
    #[serde(default)]
    pub mailboxes: BTreeMap<u64, u64>,
}

/// What somebody asked of the bot.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Asked {
    /// The interaction.
    pub id: u64,
    /// Who.
    pub user: u64,
    /// The game, where one is meant.
    pub game: Option<i64>,
    /// What.
    pub what: What,
    /// What became of it.
    pub end: End,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum What {
    /// A challenge or a rematch.
    Challenge,
    /// To take a challenge.
    Accept,
    /// To refuse one.
    Decline,
    /// To take one back.
    Withdraw,
    /// A move, and whether it was pressed on the board after so many plies.
    Move {
        /// Notation.
        notation: String,
        /// The ply of the board; `None` where it was typed.
        after: Option<usize>,
    },
    /// To give up.
    Resign,
    /// To offer a draw, or take the one offered.
    Draw,
    /// To refuse the draw.
    NoDraw,
    /// To call the game off.
    Abort,
    /// To take back one's last turn.
    Takeback,
    /// To let the game stand still.
    Adjourn,
    /// To say yes to one of these two.
    Agree,
    /// To say no to one of them.
    Refuse,
    /// To let the game go on.
    Resume,
    /// To answer a turn of the other's with this one, as soon as it is made.
    Line {
        /// The turn of the other's.
        then: String,
        /// The answer.
        answer: String,
    },
    /// To begin a vacation.
    Leave,
    /// To end it.
    Return,
    /// Something that changes nothing.
    Look,
}

impl What {
    /// Does the bot say with this that it is done?
    pub fn is_done(&self, said: &str) -> bool {
        let moved =
            if let Self::Move { notation, .. } = self { format!("You played `{notation}`") } else { String::new() };
        let words: &[&str] = match self {
            Self::Challenge => &["is on its way"],
            Self::Accept => &["You accepted the challenge"],
            Self::Decline => &["You declined the challenge"],
            Self::Withdraw => &["You withdrew"],
            Self::Move { .. } => &[&moved],
            Self::Resign => &["You resigned"],
            Self::Draw => &["You offered", "The game is a draw"],
            Self::NoDraw => &["You declined the draw"],
            Self::Abort => &["You aborted"],
            Self::Takeback => &["You asked", "You took back"],
            Self::Adjourn => &["You proposed to"],
            Self::Agree => &["You agreed"],
            Self::Refuse => &["You declined. The game goes on."],
            Self::Resume => &["You resumed game"],
            Self::Line { .. } => &["Saved. Only you can see this."],
            Self::Leave => &["Your vacation has started"],
            Self::Return => &["Your vacation is over"],
            Self::Look => &[""],
        };
        words.iter().any(|word| said.contains(word))
    }
}

/// What became of it, as the person saw it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The bot said that it is done.
    Done,
    /// The bot said why not.
    Refused(String),
    /// No answer: the person does not know.
    Unanswered,
}

/// A request that made a message, or found it made.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Post {
    /// When, in milliseconds of Discord's time.
    pub at: i64,
    /// Where.
    pub channel: u64,
    /// The message.
    pub id: u64,
    /// Its nonce.
    pub nonce: String,
    /// Its text.
    pub text: String,
    /// The name of its picture.
    pub picture: Option<String>,
}

/// A request that changed or deleted a message.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Change {
    /// Where.
    pub channel: u64,
    /// The message.
    pub id: u64,
    /// It has no buttons any more.
    pub bare: bool,
    /// It is gone.
    pub deleted: bool,
}

/// The rows of the database.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Rows {
    /// Games.
    pub games: Vec<Game>,
    /// Seats.
    pub seats: Vec<Seat>,
    /// Moves that stand.
    pub plies: Vec<Ply>,
    /// Every move that was ever committed, and with which commit: written by a trigger of our own.
    #[serde(default)]
    pub played: Vec<(i64, Ply)>,
    /// Vacations.
    #[serde(default)]
    pub absences: Vec<Absence>,
    /// One for each commit.
    pub events: Vec<Event>,
    /// Every message that was ever committed to be said: written by a trigger of our own.
    pub said: Vec<Said>,
    /// What games were after each change of their deadline: written by a trigger of our own.
    pub turns: Vec<Turn>,
    /// Messages that still wait.
    pub waiting: Vec<Waiting>,
}

/// A row of `game`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Game {
    /// Its number.
    pub game: i64,
    /// Commits so far.
    pub version: i64,
    /// `offered`, `playing`, `over`, `void`.
    pub phase: String,
    /// The server; none where it is played by direct messages.
    #[serde(default)]
    pub guild: Option<u64>,
    /// A turn has days, and its clock stands still in a vacation.
    #[serde(default)]
    pub days: bool,
    /// Its thread.
    pub thread: Option<u64>,
    /// The channel of the challenge.
    pub channel: u64,
    /// Moves so far.
    pub ply: usize,
    /// When the turn, or the challenge, ends.
    pub deadline: Option<i64>,
}

/// A row of `seat`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Seat {
    /// The game.
    pub game: i64,
    /// 0 moves first.
    pub seat: usize,
    /// Who.
    pub user: u64,
}

/// A row of `ply`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ply {
    /// The game.
    pub game: i64,
    /// 1 is the first.
    pub number: usize,
    /// The move.
    pub notation: String,
    /// When.
    pub at: i64,
    /// By whom.
    pub user: u64,
}

/// A row of `event`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Event {
    /// The game.
    pub game: i64,
    /// The commit.
    pub version: i64,
    /// What asked for it.
    pub request: u64,
    /// Who, if anybody.
    pub actor: Option<u64>,
    /// `play`, `resign` …
    pub action: String,
    /// When.
    pub at: i64,
}

/// Something that had to be said.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Said {
    /// Its nonce.
    pub message: i64,
    /// The game.
    pub game: i64,
    /// The commit.
    pub version: i64,
    /// The place in the commit.
    pub seq: i64,
    /// `board`, `reminder` …
    pub kind: String,
    /// The ply of a board.
    pub ply: Option<usize>,
    /// Moves that are taken back.
    #[serde(default)]
    pub gone: Vec<String>,
    /// To this one player alone.
    #[serde(default)]
    pub user: Option<u64>,
    /// Until when the game stands still.
    #[serde(default)]
    pub until: Option<i64>,
    /// About a vacation that has begun by itself: its owner hears of it too.
    #[serde(default)]
    pub automatic: bool,
}

/// A vacation.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Absence {
    /// Whose.
    pub user: u64,
    /// From when.
    pub from: i64,
    /// Until when; where it was ended early, then.
    pub until: i64,
    /// What asked for it.
    pub request: u64,
    /// What ended it early.
    pub ended_by: Option<u64>,
}

/// A game after a change.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Turn {
    /// The game.
    pub game: i64,
    /// The commit.
    pub version: i64,
    /// When the turn ends.
    pub deadline: Option<i64>,
    /// When it began.
    pub began: i64,
}

/// A message that still waits, or was given up.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Waiting {
    /// Its nonce.
    pub message: i64,
    /// The game.
    pub game: i64,
    /// Why it was given up.
    pub given_up: Option<String>,
}
