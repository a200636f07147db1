//! Why what somebody asks of a tournament is refused.

use crate::domain::ids::{RoleId, UserId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TournamentError {
    /// Tournaments belong to a server.
    NoServer,
    NoTournament,
    /// The server has several, with these names, and none was named.
    WhichTournament(Vec<String>),
    NoSuchTournament(String),
    NameTaken,
    /// So many open tournaments are the most of one server.
    TooMany(usize),
    AlreadyIn,
    NotIn,
    /// Who has withdrawn does not come back.
    Withdrawn,
    HasBegun,
    /// It has begun, and takes nobody any more.
    NoLateEntries,
    /// This player is in it already.
    PlaysAlready(UserId),
    /// Who meets whom is fixed in this format.
    NotSwiss,
    /// A team of a team match has nobody.
    EmptyTeam,
    /// Its organizer still puts it together.
    NotAnnounced,
    /// Everybody sees it: it is no draft any more.
    IsAnnounced,
    NotBegun,
    Over,
    /// An organizer has closed the sign-up.
    SignUpClosed,
    /// Only ratings from and to these take part; this is the player's, if they have one.
    RatingOutside {
        from: Option<i32>,
        to: Option<i32>,
        rating: Option<i32>,
    },
    /// Only who has this role takes part.
    NeedsRole(RoleId),
    /// Who joins a team match names a team.
    WhichTeam,
    /// Who has signed up has no team yet.
    TeamsNotChosen,
    /// The round with this number has begun a moment ago: the decision may be about the one before.
    RoundJustBegun(u32),
    /// The lower limit of ratings is above the upper one.
    RatingsReversed,
    /// One layout for all boards of a round needs a random layout.
    NothingDrawn,
    /// This player still takes part: nobody takes over their place.
    StillIn(UserId),
    /// No place is vacant.
    NoVacantPlace,
    /// The next round is paired when they are over.
    GamesOpen {
        round: u32,
        open: usize,
    },
    /// It has so many seats.
    Full(usize),
    TooFew {
        least: usize,
        count: usize,
    },
    /// A date that is not ahead.
    DateInPast,
    /// This text is no time that can be understood.
    NoDate(String),
    /// The board has a result already, or there is no such board.
    NoSuchBoard,
}
