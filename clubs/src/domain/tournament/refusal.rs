//! Reasons to refuse a tournament command.

use games::domain::ids::{RoleId, Timestamp, UserId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TournamentError {
    NoServer,
    NoTournament,
    /// The server has several tournaments, with these names, and the command named none.
    WhichTournament(Vec<String>),
    NoSuchTournament(String),
    NameTaken,
    DraftNameTaken(String),
    TooMany(usize),
    /// Limit of drafts per server.
    TooManyDrafts(usize),
    AlreadyIn,
    NotIn,
    /// Players who have withdrawn cannot come back once the next round is paired.
    Withdrawn,
    /// The same about a player whom an organizer adds among others.
    HasWithdrawn(UserId),
    NoSkipping,
    /// Only rounds of Swiss tournaments can be skipped, so only these have a setting for it.
    SkippingNotSwiss,
    /// Only a round robin leaves players out of its table.
    LeavesNobodyOut,
    /// The number of rounds follows from the players, except in Swiss tournaments.
    RoundsNotSwiss,
    TooFewSeats {
        least: usize,
        seats: usize,
    },
    /// The last round has begun.
    NoLaterRound,
    /// Only these rounds are still ahead.
    RoundNotAhead {
        first: u32,
        last: u32,
    },
    HasBegun,
    /// The tournament with this name is to be started, and has begun.
    BegunBefore(String),
    /// It has begun and accepts no more players.
    NoLateEntries,
    /// No pairings are drawn that could be changed.
    NoDraft,
    /// The pairings have changed since the organizer saw them.
    DraftChanged,
    /// These two have met, or are kept apart.
    MayNotMeet(UserId, UserId),
    NoGamesOpen,
    /// Nobody has a point yet.
    NothingPlayed,
    /// Organizers may write to all players again from this instant on.
    WrittenJustNow(Timestamp),
    /// Nobody has joined yet.
    NobodyIn,
    /// All games at once are for round robins that are not live.
    NotAtOnce,
    /// Two games a round are for formats without teams that are not live.
    NotTwoGames,
    /// The player has these boards in the round.
    WhichBoard(Vec<u32>),
    SeedTwice(u32),
    PlaysAlready(UserId),
    /// An act on two players named one of them twice.
    SamePlayer(UserId),
    /// Pairings are fixed in this format.
    NotSwiss,
    EmptyTeam,
    NotAnnounced,
    IsAnnounced,
    NotBegun,
    Over,
    SignUpClosed,
    /// Only ratings in this range may take part; `rating` is the player's, if they have one.
    RatingOutside {
        from: Option<i32>,
        to: Option<i32>,
        rating: Option<i32>,
    },
    NeedsRole(RoleId),
    /// Joining a team match requires a team.
    WhichTeam,
    /// An organizer adds a player to a team match without a team.
    AddToWhichTeam,
    /// A team is named, and the tournament has none.
    NoTeams,
    /// Somebody who signed up has no team yet.
    TeamsNotChosen,
    /// This round began a moment ago, so the decision may have been meant for the one before.
    RoundJustBegun(u32),
    /// Another organizer decided this game a moment ago.
    DecidedBy {
        organizer: UserId,
        at: Timestamp,
    },
    RatingsReversed,
    /// One layout for all boards of a round needs a random layout.
    NothingDrawn,
    /// This player still takes part, so nobody can take over their place.
    StillIn(UserId),
    /// An event that repeats needs a start.
    NoStart,
    NoVacantPlace,
    /// The next round is paired when these games are over.
    GamesOpen {
        round: u32,
        open: usize,
    },
    /// The pairings of this round follow from the results of the rounds before.
    NotPaired(u32),
    /// This Swiss round was not over when the event ended, so its games do not count.
    RoundNotCounted(u32),
    /// The event has this many rounds.
    NoSuchRound(u32),
    RoundNotBegun(u32),
    /// All of this many seats are taken.
    Full(usize),
    TooFew {
        least: usize,
        count: usize,
    },
    DateInPast,
    /// The date is more than a year ahead.
    DateTooFar,
    NoDate(String),
    /// The board does not exist, or already has a result.
    NoSuchBoard,
}
