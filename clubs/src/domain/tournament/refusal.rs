//! Reasons to refuse a tournament command.

use games::domain::ids::{RoleId, UserId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TournamentError {
    /// The command was used outside a server.
    NoServer,
    NoTournament,
    /// The server has several tournaments, with these names, and the command named none.
    WhichTournament(Vec<String>),
    NoSuchTournament(String),
    NameTaken,
    /// Limit of open tournaments per server.
    TooMany(usize),
    /// Limit of drafts per server.
    TooManyDrafts(usize),
    AlreadyIn,
    NotIn,
    /// Players who have withdrawn cannot come back.
    Withdrawn,
    HasBegun,
    /// It has begun and accepts no more players.
    NoLateEntries,
    /// This player is already in it.
    PlaysAlready(UserId),
    /// Pairings are fixed in this format.
    NotSwiss,
    /// A team of the team match is empty.
    EmptyTeam,
    /// Its organizer is still setting it up.
    NotAnnounced,
    /// It is no longer a draft.
    IsAnnounced,
    NotBegun,
    Over,
    /// An organizer has closed the sign-up.
    SignUpClosed,
    /// Only ratings in this range may take part; `rating` is the player's, if they have one.
    RatingOutside {
        from: Option<i32>,
        to: Option<i32>,
        rating: Option<i32>,
    },
    /// Only members with this role may take part.
    NeedsRole(RoleId),
    /// Joining a team match requires a team.
    WhichTeam,
    /// Somebody who signed up has no team yet.
    TeamsNotChosen,
    /// This round began a moment ago, so the decision may have been meant for the one before.
    RoundJustBegun(u32),
    /// The lower limit of ratings is above the upper one.
    RatingsReversed,
    /// One layout for all boards of a round needs a random layout.
    NothingDrawn,
    /// This player still takes part, so nobody can take over their place.
    StillIn(UserId),
    /// An event that repeats needs a start.
    NoStart,
    /// No place is vacant.
    NoVacantPlace,
    /// The next round is paired when these games are over.
    GamesOpen {
        round: u32,
        open: usize,
    },
    /// The pairings of this round follow from the results of the rounds before.
    NotPaired(u32),
    /// The event has this many rounds.
    NoSuchRound(u32),
    /// All of this many seats are taken.
    Full(usize),
    TooFew {
        least: usize,
        count: usize,
    },
    /// The date is not in the future.
    DateInPast,
    /// The text is not a date.
    NoDate(String),
    /// The board does not exist, or already has a result.
    NoSuchBoard,
}
