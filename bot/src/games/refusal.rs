//! Why a use case refuses.

use rules::Refusal;
use tracing::warn;

use crate::domain::{
    ClockError, ConditionalMovesError, GameId, GameRecord, GameSummary, Timestamp, UserId, VacationError,
};
use crate::games::view::View;
use crate::store::StoreError;

/// Why a use case refused. One variant per thing a player can do differently.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// No such game.
    #[error("there is no such game")]
    NoSuchGame,
    /// None was named, and this person has none.
    #[error("you have no game")]
    NoGame,
    /// None was named, and it may be one of these.
    #[error("it may be one of several games")]
    WhichGame(Vec<GameSummary>),
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
    /// The game is still being played.
    #[error("the game is not over")]
    NotOver,
    /// The challenge has been answered, withdrawn or has expired.
    #[error("this challenge is closed")]
    ChallengeClosed,
    /// The challenge has not been accepted yet.
    #[error("this challenge has not been accepted yet")]
    NotStarted,
    /// The game was called off.
    #[error("the game was called off")]
    Aborted,
    /// Everybody has made a move: the game can be lost or drawn, not called off.
    #[error("everybody has made a move")]
    TooLateToAbort,
    /// Under one color nothing is given away before the end.
    #[error("the colors stay hidden until the end")]
    ColorsHidden,
    /// One cannot play oneself.
    #[error("you cannot challenge yourself")]
    Yourself,
    /// One person is named for two seats.
    #[error("one person cannot take two seats")]
    SamePerson,
    /// The game is for another number of people.
    #[error("this game is for {needed}, and {given} are named")]
    WrongNumber {
        /// How many play it, the challenger included.
        needed: usize,
        /// How many there are.
        given: usize,
    },
    /// This person has accepted already; the others have not.
    #[error("you have accepted already")]
    AlreadyAccepted,
    /// What a partner offers is for the others to answer.
    #[error("the offer is your own side's")]
    OwnSide,
    /// This player has agreed already.
    #[error("you have agreed already")]
    AlreadyAgreed,
    /// The setup is refused by the rules.
    #[error("{0}")]
    BadSetup(Refusal),
    /// The pace is not understood: the text as given.
    #[error("I do not know the pace `{0}`")]
    BadPace(String),
    /// Weekends and the like for a live game.
    #[error("the clocks of a live game always run")]
    LiveNeverRests,
    /// A vacation is refused.
    #[error(transparent)]
    VacationStatus(#[from] VacationError),
    /// The move is refused by the rules.
    #[error("{0}")]
    Illegal(Refusal),
    /// The same in a game of one color, where nobody is shown what can be played instead.
    #[error("{0}")]
    IllegalHiddenColors(Refusal),
    /// The line cannot be kept.
    #[error(transparent)]
    ConditionalMoves(#[from] ConditionalMovesError),
    /// There is nothing that waits for an answer.
    #[error("nothing is proposed")]
    NoProposal,
    /// None was named, and nothing of this person's is open in any of several games.
    #[error("there is nothing to withdraw")]
    NothingToWithdraw,
    /// Only who has proposed something may withdraw it.
    #[error("only who has proposed it may withdraw it")]
    NotTheProposer,
    /// An own proposal is open already.
    #[error("you have proposed something already")]
    AlreadyProposed,
    /// Somebody else's proposal is open: the game.
    #[error("something is proposed already")]
    ProposalOpen(Box<GameRecord>),
    /// The game stands still until then.
    #[error("the game is adjourned")]
    Adjourned(Timestamp),
    /// It does not stand still.
    #[error("the game is not adjourned")]
    NotAdjourned,
    /// No clock runs that could stop.
    #[error("there is no clock")]
    NoClock,
    /// So many days are the most, and one is the least.
    #[error("an adjournment takes 1 to {0} days")]
    AdjournedTooLong(u32),
    /// The deadline decides.
    #[error("the game has a deadline")]
    HasDeadline,
    /// It is this player's own turn, or a partner's.
    #[error("it is no opponent's turn")]
    NobodySilent,
    /// There is time to move until then.
    #[error("they may still move")]
    NotSilentYet(Timestamp),
    /// This player has not moved yet.
    #[error("you have made no move yet")]
    NothingToTakeBack,
    /// This opponent agrees to no takeback.
    #[error("this opponent lets nobody take a move back")]
    NeverTakesBack(UserId),
    /// There is no draw offer to answer.
    #[error("no draw is offered")]
    NoOffer,
    /// An own offer is open already.
    #[error("you have offered a draw already")]
    AlreadyOffered,
    /// This person plays or offers too many games: the limit.
    #[error("you have {0} games and challenges open already")]
    TooMany(u32),
    /// Too many open challenges from this person to that one: the limit.
    #[error("{0} challenges of yours to this person wait for an answer already")]
    TooManyToOne(u32),
    /// Our fault; the log has the cause.
    #[error("something went wrong on our side")]
    Internal(#[from] StoreError),
}

impl From<ClockError> for GameError {
    fn from(error: ClockError) -> Self {
        Self::Internal(error.into())
    }
}

/// One game of many that could not be corrected: one that is damaged is left as it is, and the others go on. An error only where the
/// store fails, so that all of it is done again.
pub(crate) fn left_out(game: GameId, error: GameError) -> Result<(), StoreError> {
    let cause = match error {
        GameError::Internal(error @ StoreError::Database { .. }) => return Err(error),
        GameError::Internal(cause) => cause.to_string(),
        other => other.to_string(),
    };
    warn!(game.id = %game, error = %cause, "Left game {game} as it is, the others go on: {cause}");
    Ok(())
}
