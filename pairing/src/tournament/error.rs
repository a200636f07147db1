use super::StartNumber;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TournamentError {
    /// Start numbers begin with 1.
    #[error("start numbers begin with 1")]
    NoStartNumber,
    #[error("start number {0} has a player already")]
    PlayerTwice(StartNumber),
    /// There are 65,535 numbers.
    #[error("there are no more start numbers")]
    TooManyPlayers,
    #[error("nobody has the start number {0}")]
    UnknownPlayer(StartNumber),
    /// The pairing-allocated bye cannot be requested.
    #[error("player {0} cannot ask for the bye that the pairing gives; grant a bye of a full, a half or no point")]
    NotRequested(StartNumber),
    #[error("round {0} is over")]
    RoundIsOver(u16),
    /// A player is paired with themselves.
    #[error("player {0} cannot meet themselves")]
    AgainstOneself(StartNumber),
    /// A player has two games, or a game and a bye.
    #[error("player {player} is in round {round} twice")]
    TwiceInRound { round: u16, player: StartNumber },
    /// An absent player has a game.
    #[error("player {player} is not there in round {round}")]
    Absent { round: u16, player: StartNumber },
    /// A present player has neither a game nor a bye.
    #[error("player {player} has neither a game nor a bye in round {round}")]
    MissingInRound { round: u16, player: StartNumber },
}
