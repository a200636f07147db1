//! What two people settle while they play: calling it off, taking moves back, letting it stand still, answers in advance.

use serde_json::{Value, json};

use super::{LONG, Pair, TRIES, find};
use crate::chaos::check::letters;
use crate::chaos::journal::{End, What};
use crate::chaos::world::Kind;
use crate::controls;

impl Pair<'_> {
    /// Where this person reads of the game.
    fn place(&self, game: i64, who: &str) -> String {
        let known = self.world.known();
        let channel = known.standing(Kind::Board, game, who).and_then(|board| board.message["channel_id"].as_str());
        channel.unwrap_or(&self.world.channel).to_owned()
    }

    /// A command about this game, asked until there is an answer; gives the last one.
    async fn command(&mut self, who: &str, game: i64, command: &str, options: Value, what: &What) -> (End, Value) {
        let (place, mut options) = (self.place(game, who), options);
        options["game"] = json!(letters(game));
        let mut answer = (End::Unanswered, Value::Null);
        for _ in 0..TRIES {
            let send = self.world.client.slash(who, &place, command, options.clone());
            answer = self.world.ask(who, Some(game), what.clone(), send).await;
            let again = match &answer.0 {
                End::Unanswered => true,
                End::Refused(why) => why.contains("wrong on our side") || why == "not sent",
                End::Done => false,
            };
            if !again || self.world.is_over() {
                break;
            }
            self.think().await;
        }
        answer
    }

    /// The game is called off; gives whether it goes on.
    pub(super) async fn abort(&mut self, game: i64, who: &str) -> bool {
        let (_, message) = self.command(who, game, "abort", json!({}), &What::Look).await;
        let Some(yes) = find(&controls(&message), "abort!") else { return true };
        let world = self.world;
        // Who gets no answer leaves it there.
        matches!(
            world.ask(who, Some(game), What::Abort, world.client.press(who, &message, &yes)).await.0,
            End::Refused(_)
        )
    }

    /// One of the two asks to take back their last turn; gives whether it is taken back, nothing when nobody knows.
    pub(super) async fn take_back(&mut self, game: i64, asks: &str, answers: &str) -> Option<bool> {
        self.propose(game, asks, answers, "takeback", json!({}), &What::Takeback).await
    }

    /// The game is adjourned for a while; gives whether it goes on while these two look.
    pub(super) async fn adjourn(&mut self, game: i64, asks: &str, answers: &str) -> bool {
        let before = self.newest(Kind::Still, game, answers);
        match self.propose(game, asks, answers, "adjourn", json!({ "days": 1 }), &What::Adjourn).await {
            None => return false,
            Some(false) => return true,
            Some(true) => {}
        }
        let world = self.world;
        let stands = world
            .until(LONG, |known| {
                let still = known.standing(Kind::Still, game, answers);
                still.filter(|still| Some(&still.message) != before.as_ref()).cloned()
            })
            .await;
        let Some(stands) = stands else { return false };
        self.think().await;
        match self.chance.below(3) {
            // It goes on by itself, some day.
            0 => false,
            1 => self.until_done(answers, game, "resume", &stands, What::Resume).await,
            _ => self.command(asks, game, "resume", json!({}), &What::Resume).await.0 != End::Unanswered,
        }
    }

    /// This person decides what they answer to the first of these turns.
    pub(super) async fn decide(&mut self, game: i64, who: &str, turns: &[String]) {
        let what = What::Line { then: turns[0].clone(), answer: turns[1].clone() };
        let options = json!({ "if": turns[0], "then": turns[1] });
        self.command(who, game, "line add", options, &what).await;
    }

    /// What one of the two proposes is agreed to, refused, or not answered; gives whether it is done, nothing when nobody knows.
    async fn propose(
        &mut self,
        game: i64,
        asks: &str,
        answers: &str,
        command: &str,
        options: Value,
        what: &What,
    ) -> Option<bool> {
        let world = self.world;
        let before = self.newest(Kind::Proposal, game, answers);
        match self.command(asks, game, command, options, what).await.0 {
            // What was asked before may have been done, and only its answer lost.
            End::Refused(why) if !why.contains("already") => return Some(false),
            _ => {}
        }
        let open = world
            .until(LONG, |known| {
                let open = known.standing(Kind::Proposal, game, answers);
                open.filter(|open| Some(&open.message) != before.as_ref()).cloned()
            })
            .await?;
        self.think().await;
        match self.chance.below(6) {
            // A move answers it too.
            0 => Some(false),
            1 | 2 => self.until_done(answers, game, "refuse", &open, What::Refuse).await.then_some(false),
            _ => self.until_done(answers, game, "agree", &open, What::Agree).await.then_some(true),
        }
    }

    fn newest(&self, kind: Kind, game: i64, who: &str) -> Option<Value> {
        self.world.known().standing(kind, game, who).map(|standing| standing.message.clone())
    }
}
