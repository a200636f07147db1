//! Why a use case refuses.

use rules::Refusal;

use crate::domain::clubs::ladder::LadderError;
use crate::domain::clubs::tournament::TournamentError;
use crate::domain::people::preset::PresetError;
use crate::domain::{
    BoardRevision, ClockError, ConditionalMovesError, GameId, GameRecord, GameSummary, OrganizerError, Player,
    SeekMismatch, Timestamp, UserId, VacationError,
};
use crate::games::rate_limits::Limited;
use crate::games::replay::replayed_game::ReplayedGame;
use crate::store::StoreError;

/// A turn that the rules refuse, on this board.
#[derive(Debug)]
pub struct IllegalMove {
    pub refusal: Refusal,
    pub game: GameId,
    pub revision: BoardRevision,
    /// Legal turns near it. `None` while colors are hidden: players are not shown what can be played instead.
    pub examples: Option<Vec<String>>,
}

/// Why a use case refused. One variant per thing a player can do differently. Its text is a code for logs; players read the
/// sentences in `locales/`.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    #[error("no-such-game")]
    NoSuchGame,
    /// None was named, and this person has none.
    #[error("no-game")]
    NoGame,
    /// None was named, and it may be one of these.
    #[error("which-game")]
    WhichGame(Vec<GameSummary>),
    #[error("not-a-player")]
    NotAPlayer,
    #[error("not-for-you")]
    NotForYou,
    /// The challenger cannot answer their own challenge: the game.
    #[error("own-challenge")]
    OwnChallenge(Box<GameRecord>),
    #[error("not-the-challenger")]
    NotTheChallenger,
    /// The game, which says whose turn it is.
    #[error("not-your-turn")]
    NotYourTurn(Box<GameRecord>),
    /// The button belongs to an earlier board.
    #[error("stale")]
    Stale(Box<ReplayedGame>),
    #[error("over")]
    Over,
    #[error("not-over")]
    NotOver,
    #[error("challenge-closed")]
    ChallengeClosed(Box<GameRecord>),
    #[error("not-started")]
    NotStarted,
    #[error("aborted")]
    Aborted,
    /// Everybody has made a move: the game can be lost or drawn, not called off.
    #[error("too-late-to-abort")]
    TooLateToAbort,
    /// With hidden colors nothing is revealed before the end.
    #[error("colors-hidden")]
    ColorsHidden,
    #[error("yourself")]
    Yourself,
    #[error("deleted-person")]
    DeletedPerson,
    #[error("same-person")]
    SamePerson,
    #[error("wrong-number")]
    WrongNumber { needed: usize, given: usize },
    /// This person has accepted already; the others have not.
    #[error("already-accepted")]
    AlreadyAccepted,
    #[error("own-side")]
    OwnSide,
    #[error("already-agreed")]
    AlreadyAgreed,
    #[error("bad-setup: {0}")]
    BadSetup(Refusal),
    #[error("cannot-be-rated")]
    CannotBeRated,
    /// The pace is not understood: the text as given.
    #[error("bad-pace")]
    BadPace(String),
    /// Weekends and the like for a live game.
    #[error("live-no-pauses")]
    LiveClockNeverPauses,
    #[error(transparent)]
    Vacation(#[from] VacationError),
    #[error("illegal: {0}")]
    Illegal(Refusal),
    /// A turn that was typed is refused by the rules.
    #[error("illegal: {}", .0.refusal)]
    IllegalMove(Box<IllegalMove>),
    #[error(transparent)]
    ConditionalMoves(#[from] ConditionalMovesError),
    #[error("no-proposal")]
    NoProposal,
    /// None was named, and nothing of this person's is open in any of several games.
    #[error("nothing-to-withdraw")]
    NothingToWithdraw,
    #[error("not-the-proposer")]
    NotTheProposer,
    #[error("already-proposed")]
    AlreadyProposed,
    /// Another player's proposal is open: the game.
    #[error("proposal-open")]
    ProposalOpen(Box<GameRecord>),
    /// The game is adjourned until then.
    #[error("adjourned")]
    Adjourned(Timestamp),
    #[error("not-adjourned")]
    NotAdjourned,
    #[error("no-clock")]
    NoClock,
    /// A game of others that is played in another channel.
    #[error("played-elsewhere")]
    PlayedElsewhere,
    #[error("own-time")]
    OwnTime,
    /// More than two sides play: a third one would pay for what is given.
    #[error("time-of-third")]
    TimeOfThird,
    /// Less than a minute, or more than so many days.
    #[error("bad-gift")]
    BadGift { days: u32 },
    /// So many days are the most, and one is the least.
    #[error("adjourned-too-long")]
    AdjournedTooLong(u32),
    /// The deadline decides.
    #[error("has-deadline")]
    HasDeadline,
    /// It is this player's own turn, or a partner's.
    #[error("opponent-not-silent")]
    NobodySilent,
    /// There is time to move until then.
    #[error("not-silent-yet")]
    NotSilentYet(Timestamp),
    #[error("nothing-to-take-back")]
    NothingToTakeBack,
    #[error("never-takes-back")]
    NeverTakesBack(Player),
    #[error("no-offer")]
    NoOffer,
    #[error("already-offered")]
    AlreadyOffered,
    #[error("too-many")]
    TooMany(u32),
    /// Too many open challenges from this person to that one: the limit.
    #[error("too-many-to-one")]
    TooManyToOne(u32),
    /// This person asks for too much in a short time, and can go on then.
    #[error("too-fast: {limited:?}")]
    TooFast { limited: Limited, at: Timestamp },
    #[error("not-challengeable")]
    NotChallengeable(UserId),
    /// An open challenge needs a server, where others see it.
    #[error("seek-needs-server")]
    SeekNeedsServer,
    #[error("seek-for-two")]
    SeekForTwo(usize),
    #[error("too-many-seeks")]
    TooManySeeks(u32),
    #[error("own-seek")]
    OwnSeek,
    #[error("seek-taken")]
    SeekTaken(Player),
    #[error("seek-mismatch: {0}")]
    SeekMismatch(#[from] SeekMismatch),
    /// The rated games of these two count no more for now.
    #[error("pair-limit")]
    PairLimit,
    #[error("not-matchable")]
    NotMatchable(UserId),
    #[error("preset: {0}")]
    Preset(#[from] PresetError),
    #[error("block-yourself")]
    BlockYourself,
    #[error("too-many-blocked")]
    TooManyBlocked(usize),
    /// What is asked of a ladder.
    #[error("ladder: {0:?}")]
    Ladder(LadderError),
    #[error("tournament: {0:?}")]
    Tournament(TournamentError),
    /// What is asked of organizers, or stands against what one has decided.
    #[error("organizer: {0:?}")]
    Organizer(OrganizerError),
    /// This program plays no engine.
    #[error("no-engine")]
    NoEngine,
    #[error("no-such-level")]
    NoSuchLevel,
    #[error("engine-for-two")]
    EngineForTwo,
    #[error("engine-plays-on")]
    EnginePlaysOn,
    /// While a game is played, only those who play it against an engine are helped.
    #[error("no-help")]
    NoHelp,
    /// The program owes a move, and makes none: why. For the log alone.
    #[error("the program owes a move: {0}")]
    OwedMove(String),
    /// Our fault; the log has the cause.
    #[error("internal: {0}")]
    Internal(#[from] StoreError),
}

impl From<TournamentError> for GameError {
    fn from(error: TournamentError) -> Self {
        Self::Tournament(error)
    }
}

impl From<LadderError> for GameError {
    fn from(error: LadderError) -> Self {
        Self::Ladder(error)
    }
}

impl From<OrganizerError> for GameError {
    fn from(error: OrganizerError) -> Self {
        Self::Organizer(error)
    }
}

impl From<ClockError> for GameError {
    fn from(error: ClockError) -> Self {
        Self::Internal(error.into())
    }
}
