//! What becomes of the games of competitions.

use async_trait::async_trait;

use crate::domain::{Competition, PhaseChange};
use crate::store::error::Result;

#[async_trait]
pub trait CompetitionStore: Send + Sync + 'static {
    /// The new phases of the games of a competition that it has not taken in, in the order in which they came about. The write that
    /// takes them in deletes them.
    async fn phase_changes(&self, competition: Competition) -> Result<Vec<PhaseChange>>;
    /// Forgets them: the competition is over.
    async fn discard_phase_changes(&self, competition: Competition) -> Result<()>;
}
