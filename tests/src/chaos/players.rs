//! Players: challenges accepted, declined, withdrawn and ignored; moves by command and by buttons; draws, endings, rematches; some
//! games in direct messages. A player without an answer looks at the board and asks again.

use std::sync::Arc;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use super::checker::encode_game_id;
use super::journal::{Action, RequestOutcome};
use super::state::{MessageKind, Observed, OpenMessage, RunState};
use crate::controls;

/// Attempts of a player who gets no answer.
const ATTEMPTS: usize = 6;
/// How long a player waits for an expected message.
const BOARD_TIMEOUT: Duration = Duration::from_secs(40);

/// Plays games between two random users, one after the other, until the run is stopping.
pub async fn play(state: Arc<RunState>, people: Vec<String>, seed: u64) {
    let mut rng = StdRng::seed_from_u64(seed);
    while !state.is_stopping() {
        let one = rng.random_range(0..people.len());
        let other = (one + 1 + rng.random_range(0..people.len() - 1)) % people.len();
        let mut pair = Pair {
            state: &state,
            rng: &mut rng,
            black: people[one].clone(),
            white: people[other].clone(),
            direct: false,
        };
        pair.direct = pair.rng.random_range(0..6) == 0;
        let Some(mut game) = pair.challenge().await else {
            pair.pause().await;
            continue;
        };
        while let Some(next) = pair.game(game).await {
            // A rematch swaps colors.
            std::mem::swap(&mut pair.black, &mut pair.white);
            game = next;
        }
    }
}

/// Sends `/help` again and again, to measure outages.
pub async fn probe(state: Arc<RunState>, who: String) {
    let mut requests = tokio::task::JoinSet::new();
    while !state.is_stopping() {
        let (state, who) = (Arc::clone(&state), who.clone());
        requests.spawn(async move {
            let send = state.client.slash(&who, &state.channel, "help", Value::Null);
            state.request(&who, None, Action::ReadOnly, send).await;
        });
        tokio::time::sleep(Duration::from_millis(400)).await;
        while requests.try_join_next().is_some() {}
    }
    while requests.join_next().await.is_some() {}
}

struct Pair<'a> {
    state: &'a RunState,
    rng: &'a mut StdRng,
    black: String,
    white: String,
    /// They play in direct messages.
    direct: bool,
}

impl Pair<'_> {
    async fn pause(&mut self) {
        tokio::time::sleep(Duration::from_millis(self.rng.random_range(60..560))).await;
    }

    /// Black challenges White.
    async fn challenge(&mut self) -> Option<i64> {
        let mut options = json!({ "user": self.white, "color": "black" });
        // Without an option: the short time control of the run's settings.
        match self.rng.random_range(0..10) {
            0 | 1 => options["pace"] = json!("days:1"),
            2 => options["pace"] = json!("total:10m"),
            3 => options["pace"] = json!("none"),
            _ => {}
        }
        let dm_channel = if self.direct { self.state.observed().dm_channel(&self.black) } else { None };
        let channel = dm_channel.unwrap_or_else(|| self.state.channel.clone());
        let send = self.state.client.slash(&self.black, &channel, "challenge", options);
        let (end, message) = self.state.request(&self.black, None, Action::Challenge, send).await;
        (end == RequestOutcome::Done).then(|| game_of(&message)).flatten()
    }

    /// Plays a game after the answer to its challenge; returns the rematch, if there is one.
    async fn game(&mut self, game: i64) -> Option<i64> {
        let state = self.state;
        let (black, white) = (self.black.clone(), self.white.clone());
        let (who, verb, what) = match self.rng.random_range(0..20) {
            0 => (&white, "decline", Action::Decline),
            1 => (&black, "withdraw", Action::Withdraw),
            // No answer: the challenge expires.
            2 | 3 => return None,
            _ => (&white, "accept", Action::Accept),
        };
        let offer =
            state.until(BOARD_TIMEOUT, |observed| observed.newest(MessageKind::Challenge, game, who).cloned()).await?;
        self.pause().await;
        if !self.until_done(who, game, verb, &offer, what).await || verb != "accept" {
            return None;
        }
        let mut any_game = rules::open("abalone").ok()?;
        let mut left = 3 + self.rng.random_range(0..14);
        loop {
            let ply = any_game.ply() as usize;
            let (mover, other) = if ply.is_multiple_of(2) { (&black, &white) } else { (&white, &black) };
            let board = state
                .until(BOARD_TIMEOUT, |observed| {
                    observed.newest(MessageKind::Board, game, mover).filter(|board| board.ply == ply).cloned()
                })
                .await?;
            self.pause().await;
            let choice = self.rng.random_range(0..60);
            if left == 0 || choice == 0 {
                return self.end(game, &board, mover, other).await;
            }
            left -= 1;
            let goes_on = match choice {
                1 => self.draw(game, &board, mover, other).await,
                2 | 3 if ply < 2 => self.abort(game, if choice == 2 { mover } else { other }).await,
                _ => true,
            };
            if !goes_on {
                return None;
            }
            let legal = any_game.legal_moves();
            let notation = legal[self.rng.random_range(0..legal.len())].clone();
            let mut turns = vec![notation.clone()];
            if (8..14).contains(&choice) {
                let mut after = any_game.after("").ok()?;
                after.play(&notation).ok()?;
                let answers = after.legal_moves();
                if !answers.is_empty() {
                    turns.push(answers[self.rng.random_range(0..answers.len())].clone());
                    self.decide(game, other, &turns).await;
                }
            }
            let notation = if self.rng.random_range(0..3) == 0 {
                legal[self.rng.random_range(0..legal.len())].clone()
            } else {
                notation
            };
            if !self.make(game, &board, mover, ply, &notation, choice > 53).await {
                return None;
            }
            // The board shows whether the conditional move was played, because both moves come at once.
            if turns.len() > 1 && turns[0] == notation {
                let stands = |observed: &Observed| {
                    observed
                        .newest(MessageKind::Board, game, other)
                        .filter(|board| board.ply > ply)
                        .map(|board| board.ply)
                };
                turns.truncate(state.until(BOARD_TIMEOUT, stands).await? - ply);
            } else {
                turns = vec![notation];
            }
            for turn in turns {
                any_game.play(&turn).ok()?;
            }
        }
    }

    /// Repeats a move until it is on the board; returns whether it is.
    async fn make(
        &mut self,
        game: i64,
        board: &OpenMessage,
        mover: &str,
        ply: usize,
        notation: &str,
        by_buttons: bool,
    ) -> bool {
        let state = self.state;
        let stands = |observed: &Observed| {
            observed.newest(MessageKind::Board, game, mover).filter(|board| board.ply > ply).map(|_| ())
        };
        for attempt in 0..ATTEMPTS {
            let pressed = if by_buttons && attempt == 0 {
                self.press_through(game, board, mover, ply, notation).await
            } else {
                None
            };
            let end = if let Some(end) = pressed {
                end
            } else {
                let channel = board.message["channel_id"].as_str().unwrap_or_default();
                let options = json!({ "move": notation, "game": encode_game_id(game) });
                let send = state.client.slash(mover, channel, "move", options);
                let what = Action::Move { notation: notation.to_owned(), after: None };
                state.request(mover, Some(game), what, send).await.0
            };
            match end {
                RequestOutcome::Done => return true,
                RequestOutcome::Refused(why) if why.contains("turn") || why.contains("moved on") => return true,
                RequestOutcome::Refused(why) if why.contains("wrong on our side") || why == "not sent" => {}
                RequestOutcome::Refused(_) => return false,
                RequestOutcome::Unanswered => {
                    if state.until(Duration::from_millis(800), stands).await.is_some() {
                        return true;
                    }
                }
            }
            if state.is_stopping() {
                return false;
            }
            self.pause().await;
        }
        false
    }

    /// Enters a move by buttons. `None` when an answer is missing before the last press.
    async fn press_through(
        &mut self,
        game: i64,
        board: &OpenMessage,
        mover: &str,
        ply: usize,
        notation: &str,
    ) -> Option<RequestOutcome> {
        let state = self.state;
        let client = &state.client;
        let entry = find(&board.controls, "move")?;
        let (end, message) =
            state.request(mover, Some(game), Action::ReadOnly, client.press(mover, &board.message, &entry)).await;
        let select = (end == RequestOutcome::Done).then(|| find(&controls(&message), "from")).flatten()?;
        let from = &notation[..notation.len() - 2];
        let (end, message) =
            state.request(mover, Some(game), Action::ReadOnly, client.select(mover, &message, &select, &[from])).await;
        let arrow = (end == RequestOutcome::Done)
            .then(|| controls(&message).into_iter().find(|id| id.ends_with(&format!(":{notation}"))))
            .flatten()?;
        let (end, message) =
            state.request(mover, Some(game), Action::ReadOnly, client.press(mover, &message, &arrow)).await;
        let play = (end == RequestOutcome::Done).then(|| find(&controls(&message), "play")).flatten()?;
        let what = Action::Move { notation: notation.to_owned(), after: Some(ply) };
        let (end, _) = state.request(mover, Some(game), what.clone(), client.press(mover, &message, &play)).await;
        // A second press of the same button.
        if end == RequestOutcome::Done && self.rng.random_range(0..4) == 0 {
            state.request(mover, Some(game), what, client.press(mover, &message, &play)).await;
        }
        Some(end)
    }

    /// Offers a draw; returns whether the game goes on.
    async fn draw(&mut self, game: i64, board: &OpenMessage, mover: &str, other: &str) -> bool {
        let state = self.state;
        let channel = board.message["channel_id"].as_str().unwrap_or_default();
        let send = state.client.slash(mover, channel, "game draw", json!({ "game": encode_game_id(game) }));
        if state.request(mover, Some(game), Action::Draw, send).await.0 != RequestOutcome::Done {
            return true;
        }
        let Some(offer) =
            state.until(BOARD_TIMEOUT, |observed| observed.newest(MessageKind::DrawOffer, game, other).cloned()).await
        else {
            return true;
        };
        let (verb, what) = if self.rng.random_range(0..3) == 0 {
            ("draw-yes", Action::Draw)
        } else {
            ("draw-no", Action::DeclineDraw)
        };
        let is_done = self.until_done(other, game, verb, &offer, what.clone()).await;
        !(is_done && what == Action::Draw)
    }

    /// The channel where this player sees the game.
    fn channel_of(&self, game: i64, who: &str) -> String {
        let observed = self.state.observed();
        let channel =
            observed.newest(MessageKind::Board, game, who).and_then(|board| board.message["channel_id"].as_str());
        channel.unwrap_or(&self.state.channel).to_owned()
    }

    /// Repeats a command about this game until it is answered.
    async fn command(
        &mut self,
        who: &str,
        game: i64,
        command: &str,
        options: Value,
        what: &Action,
    ) -> (RequestOutcome, Value) {
        let (channel, mut options) = (self.channel_of(game, who), options);
        options["game"] = json!(encode_game_id(game));
        let mut answer = (RequestOutcome::Unanswered, Value::Null);
        for _ in 0..ATTEMPTS {
            let send = self.state.client.slash(who, &channel, command, options.clone());
            answer = self.state.request(who, Some(game), what.clone(), send).await;
            let is_retried = match &answer.0 {
                RequestOutcome::Unanswered => true,
                RequestOutcome::Refused(why) => why.contains("wrong on our side") || why == "not sent",
                RequestOutcome::Done => false,
            };
            if !is_retried || self.state.is_stopping() {
                break;
            }
            self.pause().await;
        }
        answer
    }

    /// Aborts the game; returns whether it goes on.
    async fn abort(&mut self, game: i64, who: &str) -> bool {
        let (_, message) = self.command(who, game, "game abort", json!({}), &Action::ReadOnly).await;
        let Some(yes) = find(&controls(&message), "abort!") else { return true };
        let state = self.state;
        // A player without an answer gives up here.
        matches!(
            state.request(who, Some(game), Action::Abort, state.client.press(who, &message, &yes)).await.0,
            RequestOutcome::Refused(_)
        )
    }

    /// Enters the second turn as the answer to the first.
    async fn decide(&mut self, game: i64, who: &str, turns: &[String]) {
        let what = Action::ConditionalMove { if_played: turns[0].clone(), answer: turns[1].clone() };
        let options = json!({ "if": turns[0], "then": turns[1] });
        self.command(who, game, "game line add", options, &what).await;
    }

    /// Resigns or abandons the game; returns the rematch.
    async fn end(&mut self, game: i64, board: &OpenMessage, mover: &str, other: &str) -> Option<i64> {
        let state = self.state;
        if self.rng.random_range(0..4) == 0 {
            // The player loses on time.
            return None;
        }
        for _ in 0..ATTEMPTS {
            let channel = board.message["channel_id"].as_str().unwrap_or_default();
            let ask = state.client.slash(mover, channel, "game resign", json!({ "game": encode_game_id(game) }));
            let (_, message) = state.request(mover, Some(game), Action::ReadOnly, ask).await;
            let Some(yes) = find(&controls(&message), "resign!") else {
                self.pause().await;
                continue;
            };
            if state.request(mover, Some(game), Action::Resign, state.client.press(mover, &message, &yes)).await.0
                == RequestOutcome::Done
            {
                break;
            }
        }
        if self.rng.random_range(0..2) == 0 {
            return None;
        }
        // The requester of a rematch gets the other color: White becomes Black and challenges.
        let asks = if mover == self.white { mover } else { other };
        let over = state
            .until(BOARD_TIMEOUT, |observed| {
                let board = observed.newest(MessageKind::Board, game, asks);
                board.filter(|board| find(&board.controls, "rematch").is_some()).cloned()
            })
            .await?;
        let again = find(&over.controls, "rematch")?;
        let (end, message) =
            state.request(asks, None, Action::Challenge, state.client.press(asks, &over.message, &again)).await;
        (end == RequestOutcome::Done && asks == self.white).then(|| game_of(&message)).flatten()
    }

    /// Repeats a press until it is confirmed or refused; returns whether it succeeded.
    async fn until_done(&mut self, who: &str, game: i64, verb: &str, message: &OpenMessage, action: Action) -> bool {
        let Some(id) = find(&message.controls, verb) else { return false };
        for _ in 0..ATTEMPTS {
            let send = self.state.client.press(who, &message.message, &id);
            match self.state.request(who, Some(game), action.clone(), send).await.0 {
                RequestOutcome::Done => return true,
                RequestOutcome::Refused(why) if why.contains("wrong on our side") => {}
                // It succeeded, only its answer was lost.
                RequestOutcome::Refused(why) => {
                    return why == "not sent"
                        || why.contains("accepted")
                        || why.contains("closed")
                        || why.contains("nothing left to answer");
                }
                RequestOutcome::Unanswered => {}
            }
            if self.state.is_stopping() {
                return false;
            }
            self.pause().await;
        }
        false
    }
}

fn find(controls: &[String], verb: &str) -> Option<String> {
    controls.iter().find(|id| id.split(':').nth(1) == Some(verb)).cloned()
}

/// The game of the answer to a challenge.
fn game_of(message: &Value) -> Option<i64> {
    super::checker::decode_game_id(find(&controls(message), "withdraw")?.split(':').nth(2)?)
}
