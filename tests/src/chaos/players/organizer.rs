//! An organizer who plays in no game: grants time, pauses and resumes games, decides and annuls them.

use std::sync::Arc;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use super::{ATTEMPTS, find};
use crate::chaos::checker::encode_game_id;
use crate::chaos::journal::{Action, RequestOutcome};
use crate::chaos::state::RunState;
use crate::controls;

/// Actions concern one of this many latest games.
const RECENT: usize = 12;

/// Organizes games until the run is stopping.
pub async fn organize(state: Arc<RunState>, who: String, seed: u64) {
    let mut organizer = Organizer { state: &state, who: &who };
    let mut rng = StdRng::seed_from_u64(seed);
    while !state.is_stopping() {
        tokio::time::sleep(Duration::from_millis(rng.random_range(300..1500))).await;
        let games: Vec<i64> = {
            let requests = state.requests();
            let accepted = requests.iter().rev().filter(|request| request.action == Action::Accept);
            accepted
                .filter(|request| request.outcome == RequestOutcome::Done)
                .filter_map(|it| it.game)
                .take(RECENT)
                .collect()
        };
        if games.is_empty() {
            continue;
        }
        let game = games[rng.random_range(0..games.len())];
        let draw = json!({ "draw": true });
        match rng.random_range(0..8) {
            0..3 => drop(organizer.command(game, "extend", json!({ "hours": 1 }), Action::Extend).await),
            3..6 => {
                if organizer.command(game, "pause", json!({ "days": 1 }), Action::Pause).await {
                    tokio::time::sleep(Duration::from_millis(rng.random_range(100..900))).await;
                    organizer.command(game, "resume", json!({}), Action::Unpause).await;
                }
            }
            6 => organizer.decide(game, "adjudicate", draw, Action::Adjudicate).await,
            _ => organizer.decide(game, "annul", json!({}), Action::Annul).await,
        }
    }
}

struct Organizer<'a> {
    state: &'a RunState,
    who: &'a str,
}

impl Organizer<'_> {
    /// Sends a command until it is answered; returns whether it succeeded.
    async fn command(&mut self, game: i64, name: &str, options: Value, action: Action) -> bool {
        for _ in 0..ATTEMPTS {
            let (outcome, _) = self.send(game, name, &options, action.clone()).await;
            if outcome != RequestOutcome::Unanswered || self.state.is_stopping() {
                return outcome == RequestOutcome::Done;
            }
        }
        false
    }

    /// Requests a decision, and confirms it.
    async fn decide(&mut self, game: i64, name: &str, options: Value, action: Action) {
        let (_, asked) = self.send(game, name, &options, Action::ReadOnly).await;
        let Some(yes) = find(&controls(&asked), "organize-confirm") else { return };
        for _ in 0..ATTEMPTS {
            let press = self.state.client.press(self.who, &asked, &yes);
            let (outcome, _) = self.state.request(self.who, Some(game), action.clone(), press).await;
            if outcome != RequestOutcome::Unanswered || self.state.is_stopping() {
                return;
            }
        }
    }

    async fn send(&mut self, game: i64, name: &str, options: &Value, action: Action) -> (RequestOutcome, Value) {
        let mut options = options.clone();
        (options["reason"], options["game"]) = (json!("chaos"), json!(encode_game_id(game)));
        let command = format!("organize {name}");
        let send = self.state.client.slash(self.who, &self.state.channel, &command, options);
        self.state.request(self.who, Some(game), action, send).await
    }
}
