//! Errors of use cases.

use games::GameError;
use games::domain::OrganizerError;
use games::jobs::JobFailure;
use games::store::StoreError;

use crate::domain::ladder::LadderError;
use crate::domain::tournament::TournamentError;

/// Refusals of the use cases of clubs. Its text is a code for logs; players read the sentences in `locales/`.
#[derive(Debug, thiserror::Error)]
pub enum ClubError {
    #[error(transparent)]
    Game(#[from] GameError),
    #[error("ladder: {0:?}")]
    Ladder(LadderError),
    #[error("tournament: {0:?}")]
    Tournament(TournamentError),
}

impl From<LadderError> for ClubError {
    fn from(error: LadderError) -> Self {
        Self::Ladder(error)
    }
}

impl From<TournamentError> for ClubError {
    fn from(error: TournamentError) -> Self {
        Self::Tournament(error)
    }
}

impl From<OrganizerError> for ClubError {
    fn from(error: OrganizerError) -> Self {
        Self::Game(error.into())
    }
}

impl From<StoreError> for ClubError {
    fn from(error: StoreError) -> Self {
        Self::Game(error.into())
    }
}

impl From<ClubError> for JobFailure {
    fn from(error: ClubError) -> Self {
        match error {
            ClubError::Game(error) => error.into(),
            refusal => Self::Refused(refusal.to_string()),
        }
    }
}
