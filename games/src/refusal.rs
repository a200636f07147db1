//! Errors of use cases, and the checks of a stored game that need no replay.

use rules::{Refusal, Seat};
use tracing::warn;

use crate::domain::people::preset::PresetError;
use crate::domain::{
    BoardRevision, ClockError, ConditionalMovesError, GameId, GameRecord, GameSummary, OrganizerError, Phase, Player,
    SeekMismatch, Timestamp, UserId, VacationError,
};
use crate::rate_limits::Limited;
use crate::replay::ReplayedGame;
use crate::store::StoreError;

#[derive(Debug)]
pub struct IllegalMove {
    pub refusal: Refusal,
    pub game: GameId,
    pub revision: BoardRevision,
    /// Legal turns near it. `None` while colors are hidden, because players must not learn what can be played instead.
    pub examples: Option<Vec<String>>,
}

/// Why a use case refused. One variant per thing a player can do differently. Its text is a code for logs; players
/// read the sentences in `locales/`.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    #[error("no-such-game")]
    NoSuchGame,
    /// No game was named, and this person has none.
    #[error("no-game")]
    NoGame,
    /// No game was named, and it may be one of these.
    #[error("which-game")]
    WhichGame(Vec<GameSummary>),
    #[error("not-a-player")]
    NotAPlayer,
    #[error("not-for-you")]
    NotForYou,
    #[error("own-challenge")]
    OwnChallenge(Box<GameRecord>),
    /// Nobody can decline where silence accepts.
    #[error("cannot-decline")]
    CannotDecline,
    #[error("not-the-challenger")]
    NotTheChallenger,
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
    /// Everybody has moved, so the game can be lost or drawn, but no longer aborted.
    #[error("too-late-to-abort")]
    TooLateToAbort,
    /// With hidden colors, nothing is revealed before the end.
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
    #[error("bad-pace")]
    BadPace(String),
    /// Pauses such as weekends do not fit a live game.
    #[error("live-no-pauses")]
    LiveClockNeverPauses,
    #[error(transparent)]
    Vacation(#[from] VacationError),
    #[error("illegal: {0}")]
    Illegal(Refusal),
    #[error("illegal: {}", .0.refusal)]
    IllegalMove(Box<IllegalMove>),
    #[error(transparent)]
    ConditionalMoves(#[from] ConditionalMovesError),
    #[error("no-proposal")]
    NoProposal,
    /// No game was named, and this person has nothing open in any of several games.
    #[error("nothing-to-withdraw")]
    NothingToWithdraw,
    #[error("not-the-proposer")]
    NotTheProposer,
    #[error("already-proposed")]
    AlreadyProposed,
    #[error("proposal-open")]
    ProposalOpen(Box<GameRecord>),
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
    /// More than two sides play, and a third one would pay for the gift.
    #[error("time-of-third")]
    TimeOfThird,
    /// Less than a minute, or more than this many days.
    #[error("bad-gift")]
    BadGift { days: u32 },
    /// The maximum number of days; the minimum is one.
    #[error("adjourned-too-long")]
    AdjournedTooLong(u32),
    /// The game has a deadline, which decides instead.
    #[error("has-deadline")]
    HasDeadline,
    /// It is the turn of this player or a partner.
    #[error("opponent-not-silent")]
    NobodySilent,
    /// The player on turn has time until this instant.
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
    /// The limit of open challenges from this person to that one.
    #[error("too-many-to-one")]
    TooManyToOne(u32),
    #[error("too-fast: {limited:?}")]
    TooFast { limited: Limited, at: Timestamp },
    #[error("not-challengeable")]
    NotChallengeable(UserId),
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
    /// These two have reached the limit of rated games for now.
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
    #[error("organizer: {0:?}")]
    Organizer(OrganizerError),
    #[error("no-engine")]
    NoEngine,
    #[error("no-such-level")]
    NoSuchLevel,
    #[error("engine-for-two")]
    EngineForTwo,
    #[error("engine-plays-on")]
    EnginePlaysOn,
    /// While a game is played, only players against an engine get help.
    #[error("no-help")]
    NoHelp,
    /// The program owes a move and makes none, for this reason. Only for the log.
    #[error("the program owes a move: {0}")]
    OwedMove(String),
    /// An internal error; the log has the cause.
    #[error("internal: {0}")]
    Internal(#[from] StoreError),
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

impl GameRecord {
    /// The seat of a person in a running game, or why there is none.
    pub fn playing_seat(&self, user: UserId) -> Result<Seat, GameError> {
        let seat = self.seat_of(user).ok_or(GameError::NotAPlayer)?;
        self.check_playing().map(|()| seat)
    }

    pub fn check_playing(&self) -> Result<(), GameError> {
        match self.game.phase {
            Phase::Playing => Ok(()),
            Phase::Offered => Err(GameError::NotStarted),
            Phase::Over => Err(GameError::Over),
            Phase::Void if self.game.is_aborted() => Err(GameError::Aborted),
            Phase::Void if self.game.is_annulled() => Err(OrganizerError::Annulled.into()),
            Phase::Void => Err(GameError::ChallengeClosed(Box::new(self.clone()))),
        }
    }

    /// Refuses to show challenges and annulled games to anybody but their players.
    pub fn check_not_others(&self, user: UserId) -> Result<(), GameError> {
        match self.seat_of(user) {
            Some(_) => Ok(()),
            None if self.game.is_annulled() => Err(OrganizerError::Annulled.into()),
            None => Err(GameError::NotForYou),
        }
    }

    pub fn check_not_adjourned(&self) -> Result<(), GameError> {
        match self.game.agreements.adjourned {
            None => Ok(()),
            Some(adjourned) if adjourned.organizer.is_some() => Err(OrganizerError::Paused(adjourned.until).into()),
            Some(adjourned) => Err(GameError::Adjourned(adjourned.until)),
        }
    }

    /// The seat of a person who may abort the game, as long as not all players have moved.
    pub fn aborting_seat(&self, user: UserId) -> Result<Seat, GameError> {
        let seat = self.playing_seat(user)?;
        let move_count = self.game.ply.saturating_sub(self.given_plies());
        if (move_count as usize) < self.seats.len() { Ok(seat) } else { Err(GameError::TooLateToAbort) }
    }
}

/// Logs that one of many games was skipped. Returns an error only if the database fails, so that everything is
/// repeated.
pub fn skip_damaged(game: GameId, error: GameError) -> Result<(), StoreError> {
    let cause = match error {
        GameError::Internal(error @ StoreError::Database { .. }) => return Err(error),
        GameError::Internal(cause) => cause.to_string(),
        other => other.to_string(),
    };
    warn!(event = "game_damaged", game.id = %game, error = %cause, "Skipped damaged game {game}: {cause}");
    Ok(())
}
