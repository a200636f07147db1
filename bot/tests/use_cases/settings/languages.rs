//! A whole game in every language: all texts for its players, in order.

use std::path::Path;

use bot::localization::Language;
use games::domain::{GameId, Notice, Reminder, Timestamp};

use crate::use_cases::support::{ADA, BRUNO, Fixture, Harness, SentMessage};

const MANAGER: u64 = 1 << 5;

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

    async fn say(&mut self, who: games::domain::UserId, line: &str) -> SentMessage {
        let reply = self.harness.say(who, line).await;
        self.note(&reply).await;
        reply
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
    let reply = harness.say_as(ADA, MANAGER, "setup channels results:here").await;
    let sent = harness.say(ADA, "challenge user:2 layout:belgian-daisy color:black").await;
    let game = sent.control("withdraw").rsplit(':').next().expect("an id").parse().expect("an id");
    let mut reading = Reading { harness, game, texts: vec![reply.text] };
    reading.note(&sent).await;
    reading.press(BRUNO, &format!("v1:accept:{game}")).await;
    reading.say(ADA, "move move:a1i9").await;
    reading.say(BRUNO, "move move:i9h8").await;
    reading.say(ADA, "move move:a1b2").await;
    let legal = reading.harness.complete(BRUNO, "move move:").await;
    reading.say(BRUNO, &format!("move move:{}", legal[0].1)).await;
    for (name, withdraw) in
        [("game draw", "withdraw-draw"), ("game takeback", "withdraw-proposal"), ("game adjourn", "withdraw-proposal")]
    {
        let answer = reading.say(BRUNO, name).await;
        reading.say(BRUNO, name).await;
        let own = answer.control(withdraw).to_owned();
        reading.press(BRUNO, &own).await;
    }
    reading.say(BRUNO, "game takeback").await;
    let open = reading.harness.game(game).await.agreements.proposal.as_ref().expect("open").version;
    reading.press(ADA, &format!("v1:agree:{game}:{open}")).await;
    reading.say(ADA, &format!("game line add if:{} then:b2c3", legal[0].1)).await;
    reading.say(ADA, "games").await;
    reading.say(BRUNO, "settings show").await;
    let reminder = Notice::Reminder(Reminder::Step { step: 0, ply: 1, stops_at: Some(Timestamp(0)) });
    let (told, _) = reading.harness.current_notice(game, reminder).await;
    reading.texts.push(told.text);
    reading.say(BRUNO, "settings vacation start days:3").await;
    reading.say(BRUNO, "settings vacation status").await;
    reading.say(BRUNO, "settings vacation stop").await;
    reading.say(BRUNO, "board").await;
    let answer = reading.say(BRUNO, "game resign").await;
    let yes = answer.control("resign!").to_owned();
    reading.press(BRUNO, &yes).await;
    for name in ["game history", "profile show", "profile statistics", "profile top", "help", "games", "rules"] {
        let line = if name == "game history" { format!("{name} game:{game}") } else { name.to_owned() };
        reading.say(ADA, &line).await;
    }
    reading.say(ADA, "seek rating:±200 reliability:80").await;
    reading.say(ADA, "seek rating:strong").await;
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
