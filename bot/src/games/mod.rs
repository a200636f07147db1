//! Use cases: challenge, accept, play, resign … They decide and return values; no Discord below this line, no SQL above it.

pub mod pace;

use std::sync::Arc;

use rules::table::{Choice, Refusal, Table};

use crate::clock::Clock;
use crate::store::{ChannelId, GameId, GameRecord, GameSummary, RequestId, Store, StoreError, UserId};
use pace::Pace;

/// A person as Discord showed them: the name is a stranger's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Who.
    pub user: UserId,
    /// Display name.
    pub name: String,
}

/// Which color the challenger wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorChoice {
    /// Moves first.
    Black,
    /// Moves second.
    White,
    /// Drawn at acceptance.
    Random,
}

/// Where a challenge is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Home {
    /// The server, `None` in a DM.
    pub guild_id: Option<u64>,
    /// The channel.
    pub channel_id: ChannelId,
}

/// A wish to play.
#[derive(Debug, Clone)]
pub struct NewChallenge {
    /// The interaction.
    pub request: RequestId,
    /// Who asks.
    pub challenger: Person,
    /// Who is asked.
    pub opponent: Person,
    /// Setup line as put together from the options; checked by the rules.
    pub setup: String,
    /// Pace text: `days:3`, `none`.
    pub pace: String,
    /// Wanted color.
    pub color: ColorChoice,
    /// Where.
    pub home: Home,
}

/// A game with its table at the latest position: what every answer shows.
pub struct View {
    /// What the store has.
    pub record: GameRecord,
    /// The match, replayed.
    pub table: Box<dyn Table>,
}

/// What a use case did. `repeated` when the same request had done it before: the answer is the same.
pub struct Done {
    /// The game now.
    pub view: View,
    /// The request had been carried out before.
    pub repeated: bool,
}

/// Why a use case refused. One variant per thing a player can do differently.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// No such game.
    #[error("there is no such game")]
    NoSuchGame,
    /// A stranger tries.
    #[error("you do not play in this game")]
    NotAPlayer,
    /// Only the challenged person may answer.
    #[error("this challenge is not for you")]
    NotForYou,
    /// Only the challenger may withdraw.
    #[error("only the challenger may withdraw it")]
    NotTheChallenger,
    /// It is the opponent's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The button belongs to an earlier board.
    #[error("the board has moved on")]
    Stale(Box<View>),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The challenge has been answered, withdrawn or has expired.
    #[error("this challenge is closed")]
    ChallengeClosed,
    /// The challenge has not been accepted yet.
    #[error("this challenge has not been accepted yet")]
    NotStarted,
    /// One cannot play oneself.
    #[error("you cannot challenge yourself")]
    Yourself,
    /// The setup is refused by the rules.
    #[error("{0}")]
    BadSetup(Refusal),
    /// The pace is not understood: the text as given.
    #[error("I do not know the pace `{0}`")]
    BadPace(String),
    /// The move is refused by the rules.
    #[error("{0}")]
    Illegal(Refusal),
    /// There is no draw offer to answer.
    #[error("no draw is offered")]
    NoOffer,
    /// An own offer is open already.
    #[error("you have offered a draw already")]
    AlreadyOffered,
    /// The draw cannot be claimed yet.
    #[error("a draw can be claimed after 200 plies without an ejection")]
    NoClaim,
    /// Too many open challenges or games of this person: the limit.
    #[error("you have {0} games and challenges open already")]
    TooMany(u32),
    /// Our fault; the log has the cause.
    #[error("something went wrong on our side")]
    Internal(#[from] StoreError),
}

/// What an alarm did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rang {
    /// Nothing was due any more.
    Nothing,
    /// A reminder was committed.
    Reminded,
    /// Lost on time.
    TimedOut,
    /// The challenge expired.
    Expired,
}

/// What a player does with a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawAction {
    /// Offer one; when the opponent's offer is open, this accepts it; when 200 calm plies have passed and it is one's turn, this claims it.
    OfferOrAccept,
    /// Accept the open offer.
    Accept,
    /// Decline it.
    Decline,
}

/// The use cases.
#[derive(Clone)]
pub struct Games {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    settings: Settings,
    wake: Arc<tokio::sync::Notify>,
}

/// Limits and times of the use cases, from the configuration.
#[derive(Debug, Clone)]
pub struct Settings {
    /// A challenge expires after so many hours.
    pub challenge_expires_hours: u32,
    /// Reminder steps: hours before the deadline, descending.
    pub reminder_hours: Vec<u32>,
    /// Pace of a challenge that names none.
    pub default_pace: Pace,
    /// Open games and challenges a person may have.
    pub max_open: u32,
}
