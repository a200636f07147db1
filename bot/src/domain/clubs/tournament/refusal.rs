//! Why what somebody asks of a tournament is refused.

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
    /// Its organizer still puts it together.
    NotAnnounced,
    NotBegun,
    Over,
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
