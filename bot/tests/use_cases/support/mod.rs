pub mod engine_table;
pub mod fixture;
pub mod guide_pictures;
pub mod harness;

pub use fixture::{
    ADA, ASK, BOT, BRUNO, CHANNEL, CHLOE, DAY, DEPARTED, DINA, Fixture, HIDDEN_FROM_CHLOE, HOUR, MINUTE, ROUND, id,
    person,
};
pub use harness::{Harness, SentMessage};

use clubs::organizers::all_games::DecisionsForAll;
use games::Games;
use games::jobs::run_due;

/// Carries out confirmed decisions on all games of competitions; returns their number.
pub async fn carry_out_decisions(games: &Games) -> usize {
    run_due(games, &DecisionsForAll).await.expect("a store in memory")
}
