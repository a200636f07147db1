//! A whole game in every language: all texts for its players, in order.

use std::path::Path;

use bot::localization::Language;
use games::domain::{GameId, Notice, Reminder, Timestamp};
use serde_json::json;

use crate::use_cases::support::{ADA, BRUNO, Fixture, Harness, SentMessage, of};

const MANAGER: Option<u64> = Some(1 << 5);

/// The texts so far, of a game played in this language.
struct Reading {
    harness: Harness,
    game: GameId,
    texts: Vec<String>,
}

impl Reading {
    async fn note(&mut self, reply: &SentMessage) {
        self.texts.push(reply.text.replace(&self.game.to_string(), "GAME"));
        for notice in self.harness.notices().await {
            let version = self.harness.game(self.game).await.version;
            if let Some((told, _)) = self.harness.notice(self.game, version, notice).await {
                let controls = told.labels.join(" | ");
                self.texts.push(
                    format!("{}\n[{controls}]\n({})", told.text, told.alt).replace(&self.game.to_string(), "GAME"),
                );
            }
        }
    }

    async fn command(&mut self, who: games::domain::UserId, name: &str, options: serde_json::Value) -> SentMessage {
        let reply = self.harness.command(who, name, options).await;
        self.note(&reply).await;
        reply
    }

    async fn ask(&mut self, who: games::domain::UserId, name: &str) -> SentMessage {
        self.command(who, name, json!({})).await
    }

    async fn press(&mut self, who: games::domain::UserId, custom_id: &str) {
        let reply = self.harness.press_private(who, custom_id).await;
        self.note(&reply).await;
    }
}

async fn whole_game(locale: &'static str) -> Vec<String> {
    let harness = Harness::over(Fixture::with_vacation(&[24, 3])).speaking(locale);
    for user in [ADA, BRUNO] {
        harness.games.record_activity(user, locale).await.expect("a store in memory");
    }
    let results = json!({ "results": "here" });
    let reply = harness.command_as(ADA, MANAGER, "setup channels", results).await;
    let sent = json!({ "user": "2", "layout": "belgian-daisy", "color": "black" });
    let sent = harness.command(ADA, "challenge", sent).await;
    let game = sent.control("withdraw").rsplit(':').next().expect("an id").parse().expect("an id");
    let mut reading = Reading { harness, game, texts: vec![reply.text] };
    reading.note(&sent).await;
    reading.press(BRUNO, &format!("v1:accept:{game}")).await;
    reading.command(ADA, "move", json!({ "move": "a1i9" })).await;
    reading.command(BRUNO, "move", json!({ "move": "i9h8" })).await;
    reading.command(ADA, "move", json!({ "move": "a1b2" })).await;
    let legal = reading.harness.complete(BRUNO, "move", "move", json!({ "move": "" })).await;
    reading.command(BRUNO, "move", json!({ "move": legal[0].1 })).await;
    for (name, withdraw) in
        [("game draw", "withdraw-draw"), ("game takeback", "withdraw-proposal"), ("game adjourn", "withdraw-proposal")]
    {
        let answer = reading.ask(BRUNO, name).await;
        reading.ask(BRUNO, name).await;
        let own = answer.control(withdraw).to_owned();
        reading.press(BRUNO, &own).await;
    }
    reading.ask(BRUNO, "game takeback").await;
    let open = reading.harness.game(game).await.agreements.proposal.as_ref().expect("open").version;
    reading.press(ADA, &format!("v1:agree:{game}:{open}")).await;
    reading.command(ADA, "game line add", json!({ "if": legal[0].1, "then": "b2c3" })).await;
    reading.ask(ADA, "games").await;
    reading.ask(BRUNO, "settings show").await;
    let reminder = Notice::Reminder(Reminder::Step { step: 0, ply: 1, stops_at: Some(Timestamp(0)) });
    let (told, _) = reading.harness.current_notice(game, reminder).await;
    reading.texts.push(told.text);
    reading.command(BRUNO, "settings vacation start", json!({ "days": 3 })).await;
    reading.ask(BRUNO, "settings vacation status").await;
    reading.ask(BRUNO, "settings vacation stop").await;
    reading.ask(BRUNO, "board").await;
    let answer = reading.ask(BRUNO, "game resign").await;
    let yes = answer.control("resign!").to_owned();
    reading.press(BRUNO, &yes).await;
    for name in ["game history", "profile show", "profile statistics", "profile top", "help", "games", "rules"] {
        let options = if name == "game history" { of(game) } else { json!({}) };
        reading.command(ADA, name, options).await;
    }
    reading.command(ADA, "seek", json!({ "rating": "±200", "reliability": 80 })).await;
    reading.command(ADA, "seek", json!({ "rating": "strong" })).await;
    reading.press(ADA, &format!("v1:rematch:{game}")).await;
    reading.texts
}

#[tokio::test]
async fn a_whole_game_is_told_in_every_language() {
    let english = Box::pin(whole_game(Language::ENGLISH.code())).await;
    for language in Language::all() {
        let texts = Box::pin(whole_game(language.code())).await;
        // For translators to read.
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("whole-game.{}.txt", language.code()));
        std::fs::write(file, texts.join("\n\n────\n\n")).expect("writable");
        assert_eq!(texts.len(), english.len(), "{language:?}");
        for (text, english) in texts.iter().zip(&english) {
            assert!(!text.contains("{$") && !text.contains("{ $"), "{language:?}: {text}");
            assert!(language == Language::ENGLISH || text != english, "{language:?}: {text}");
        }
    }
}
