//! Agreements of two players: abort, takeback, adjournment; and conditional moves.

use rand::RngExt as _;
use serde_json::{Value, json};

use super::{ATTEMPTS, BOARD_TIMEOUT, Pair, find};
use crate::chaos::checker::encode_game_id;
use crate::chaos::journal::{Action, RequestOutcome};
use crate::chaos::state::MessageKind;
use crate::controls;

impl Pair<'_> {
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
    pub(super) async fn abort(&mut self, game: i64, who: &str) -> bool {
        let (_, message) = self.command(who, game, "game abort", json!({}), &Action::ReadOnly).await;
        let Some(yes) = find(&controls(&message), "abort!") else { return true };
        let state = self.state;
        // A player without an answer gives up here.
        matches!(
            state.request(who, Some(game), Action::Abort, state.client.press(who, &message, &yes)).await.0,
            RequestOutcome::Refused(_)
        )
    }

    /// Requests a takeback; returns whether it is granted, `None` if unknown.
    pub(super) async fn take_back(&mut self, game: i64, asks: &str, answers: &str) -> Option<bool> {
        self.propose(game, asks, answers, "game takeback", json!({}), &Action::Takeback).await
    }

    /// Adjourns the game; returns whether it resumes while these two watch.
    pub(super) async fn adjourn(&mut self, game: i64, asks: &str, answers: &str) -> bool {
        let before = self.newest_message(MessageKind::Adjournment, game, answers);
        match self.propose(game, asks, answers, "game adjourn", json!({ "days": 1 }), &Action::Adjourn).await {
            None => return false,
            Some(false) => return true,
            Some(true) => {}
        }
        let state = self.state;
        let stands = state
            .until(BOARD_TIMEOUT, |observed| {
                let still = observed.newest(MessageKind::Adjournment, game, answers);
                still.filter(|still| Some(&still.message) != before.as_ref()).cloned()
            })
            .await;
        let Some(stands) = stands else { return false };
        self.pause().await;
        match self.rng.random_range(0..3) {
            // It resumes by itself later.
            0 => false,
            1 => self.until_done(answers, game, "resume", &stands, Action::Resume).await,
            _ => {
                self.command(asks, game, "game resume", json!({}), &Action::Resume).await.0
                    != RequestOutcome::Unanswered
            }
        }
    }

    /// Enters the second turn as the answer to the first.
    pub(super) async fn decide(&mut self, game: i64, who: &str, turns: &[String]) {
        let what = Action::ConditionalMove { if_played: turns[0].clone(), answer: turns[1].clone() };
        let options = json!({ "if": turns[0], "then": turns[1] });
        self.command(who, game, "game line add", options, &what).await;
    }

    /// Proposes something to the opponent, who agrees, declines or does not answer. Returns whether it is agreed on,
    /// `None` if unknown.
    async fn propose(
        &mut self,
        game: i64,
        asks: &str,
        answers: &str,
        command: &str,
        options: Value,
        what: &Action,
    ) -> Option<bool> {
        let state = self.state;
        let before = self.newest_message(MessageKind::Proposal, game, answers);
        match self.command(asks, game, command, options, what).await.0 {
            // An earlier request may have succeeded, only its answer was lost.
            RequestOutcome::Refused(why) if !why.contains("already") => return Some(false),
            _ => {}
        }
        let open = state
            .until(BOARD_TIMEOUT, |observed| {
                let open = observed.newest(MessageKind::Proposal, game, answers);
                open.filter(|open| Some(&open.message) != before.as_ref()).cloned()
            })
            .await?;
        self.pause().await;
        match self.rng.random_range(0..6) {
            // The next move declines it.
            0 => Some(false),
            1 | 2 => self.until_done(answers, game, "refuse", &open, Action::DeclineProposal).await.then_some(false),
            _ => self.until_done(answers, game, "agree", &open, Action::Agree).await.then_some(true),
        }
    }

    fn newest_message(&self, kind: MessageKind, game: i64, who: &str) -> Option<Value> {
        self.state.observed().newest(kind, game, who).map(|newest| newest.message.clone())
    }
}
