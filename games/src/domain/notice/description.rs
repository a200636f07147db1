//! The properties of a notice: target, readers, obsolete messages and retries.

use rules::Seat;

use crate::domain::ids::UserId;
use crate::domain::notice::kind::{NoticeKind, Replaces};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryTarget {
    /// The game's thread or channel, or direct messages to its players.
    Game,
    /// The player on turn, as they prefer: in the game, by direct message, or both.
    PlayerOnTurn,
    /// This player alone, by direct message or not at all.
    Private(UserId),
    /// The server's channel for results.
    ResultsChannel,
    /// Edits the challenge message.
    ChallengeMessage,
    /// Edits messages about a game that has ended.
    EarlierMessages,
    /// Sends nothing; only earlier messages change.
    Nowhere,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    Nobody,
    Everybody,
    /// Needed by the challenged players who have not answered, and shown to others.
    Unanswered,
    /// Needed by the player on turn, and shown to others.
    PlayerOnTurn,
    /// Needed by the player at this seat, and shown to others.
    Seat(Seat),
    /// The players at all other seats.
    AllBut(Seat),
    OpponentsOf(UserId),
    Only(UserId),
    /// Only the player whose turn followed this ply, even after they have moved.
    WhoMovesAfter(u32),
}

/// The readers of a notice in a game where each player gets direct messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audience {
    pub needed: Vec<UserId>,
    pub shared: bool,
}

/// How long to retry a notice that Discord does not accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// The game cannot go on without it, so it is sent until Discord accepts it or refuses it permanently.
    UntilDelivered,
    AFewTimes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Description {
    pub kind: NoticeKind,
    pub target: DeliveryTarget,
    pub readers: Readers,
    pub replaces: Replaces,
    pub retry: Retry,
}
