//! Counts finished games soon after they end: rated ones in the ratings, all of them in the statistics.

use async_trait::async_trait;
use clubs::{organizers, ratings, statistics};
use games::Games;
use games::jobs::Job;
use games::store::{ClaimedJob, JobKind, StoreError};

/// Ends of games that are not counted yet.
pub struct Results;

#[async_trait]
impl Job for Results {
    fn kind(&self) -> JobKind {
        JobKind::Result
    }

    fn batch(&self) -> u32 {
        1
    }

    async fn run(&self, games: &Games, _: &[ClaimedJob]) -> Result<usize, StoreError> {
        let count = ratings::count_results(games).await?
            + statistics::tally_games(games).await?
            + statistics::untally_annulled(games).await?;
        // Last, so that its failure stops none of the others.
        match organizers::take_back_annulled(games).await {
            Ok(annulled_count) => Ok(count + annulled_count),
            // The next check finds them again.
            Err(StoreError::Replacing) => Ok(count),
            Err(problem) => Err(problem),
        }
    }
}
