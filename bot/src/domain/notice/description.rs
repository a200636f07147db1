//! What a notice says about itself.

use rules::Seat;

use crate::domain::ids::UserId;
use crate::domain::notice::kind::{NoticeKind, Replaces};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryTarget {
    /// Where the game is played: its thread, its channel, or direct messages to its players.
    Game,
    /// To the player on turn, as they have chosen: in the game, by direct message, or both.
    PlayerOnTurn,
    /// To this player alone, by direct message or not at all.
    Private(UserId),
    /// The channel in which the server wants results.
    ResultsChannel,
    /// Into the message of the challenge, which changes.
    ChallengeMessage,
    /// Into what stands about a game that has ended.
    EarlierMessages,
    /// Nowhere: only earlier messages change.
    Nowhere,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    Nobody,
    Everybody,
    /// The challenged players who have not answered, and the others too.
    Unanswered,
    /// The player on turn, and the others too.
    PlayerOnTurn,
    /// The player at this seat, and the others too.
    Seat(Seat),
    /// The players at all other seats.
    AllBut(Seat),
    OpponentsOf(UserId),
    Only(UserId),
    /// Only the player whose turn came after this ply, also once they have moved.
    WhoMovesAfter(u32),
}

/// The readers of a notice in a game, where each player gets a direct message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audience {
    pub needed: Vec<UserId>,
    pub shared: bool,
}

/// How long to go on trying to send a notice that Discord does not take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// The game cannot go on without it: until Discord has it, or refuses it for good.
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
