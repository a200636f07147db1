use super::StartNumber;

/// What cannot have happened in a tournament.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TournamentError {
    /// Start numbers begin with 1.
    #[error("start numbers begin with 1")]
    NoStartNumber,
    /// A number has one player.
    #[error("start number {0} has a player already")]
    PlayerTwice(StartNumber),
    /// There are 65,535 numbers.
    #[error("there are no more start numbers")]
    TooManyPlayers,
    /// Nobody has the number.
    #[error("nobody has the start number {0}")]
    UnknownPlayer(StartNumber),
    /// One cannot ask for the bye of the pairing.
    #[error("player {0} cannot ask for the bye that the pairing gives; grant a bye of a full, a half or no point")]
    NotRequested(StartNumber),
    /// The round has been played.
    #[error("round {0} is over")]
    RoundIsOver(u16),
    /// A player is paired with themselves.
    #[error("player {0} cannot meet themselves")]
    AgainstOneself(StartNumber),
    /// A player has two games, or a game and a bye.
    #[error("player {player} is in round {round} twice")]
    TwiceInRound {
        /// Which round.
        round: u16,
        /// Who.
        player: StartNumber,
    },
    /// Somebody plays who is away.
    #[error("player {player} is not there in round {round}")]
    Absent {
        /// Which round.
        round: u16,
        /// Who.
        player: StartNumber,
    },
    /// A player who is there has neither a game nor a bye.
    #[error("player {player} has neither a game nor a bye in round {round}")]
    MissingInRound {
        /// Which round.
        round: u16,
        /// Who.
        player: StartNumber,
    },
    /// Nothing to adjudicate.
    #[error("player {player} has no game in round {round}")]
    NoGame {
        /// Which round.
        round: u16,
        /// Who.
        player: StartNumber,
    },
}
