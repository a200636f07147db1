//! `/help`: possible actions in the current situation.

use games::domain::ChannelId;
use serde_json::json;

use crate::use_cases::support::{ADA, BRUNO, CHLOE, Harness, SentMessage};

const THREAD: ChannelId = ChannelId(777);

const MANAGE_GUILD: u64 = 1 << 5;
const MANAGE_EVENTS: u64 = 1 << 33;

/// A short message, with words in this language.
fn short(help: SentMessage) -> SentMessage {
    assert!(help.private && help.text.lines().count() <= 10 && !help.text.contains("help-"), "{help:?}");
    assert!((1..=5).contains(&help.controls.len()), "{help:?}");
    help
}

#[tokio::test]
async fn help_fits_the_place_and_the_person() {
    let harness = Harness::new();
    let newcomer = short(harness.say(CHLOE, "help").await);
    newcomer.says("the first to eject six wins");
    assert_eq!(newcomer.verbs(), ["guide-open", "learn-next", "rules"]);
    let lesson = harness.press_private(CHLOE, newcomer.control("learn-next")).await;
    assert!(lesson.updates && lesson.control("learn-turn/move").len() < 100, "{lesson:?}");

    let game = harness.started().await;
    harness.thread(game, THREAD.0).await;
    let player = short(harness.say(ADA, "help").await);
    player.says_all(&["One game or challenge is open", "One is waiting for you."]);
    assert_eq!(player.verbs(), ["guide-open", "games", "learn-next", "rules", "next"]);
    let waiting = short(harness.say(BRUNO, "help").await);
    waiting.says("None is waiting for you.");

    let on_turn = short(harness.say_in(THREAD, ADA, "help").await);
    on_turn.begins("**It's your turn** in game #1.");
    assert_eq!(on_turn.verbs(), ["move", "type", "board", "rules"]);
    let entered = harness.press_private(ADA, on_turn.control("move")).await;
    assert!(entered.controls.iter().any(|id| id.starts_with("v1:from:")), "{entered:?}");
    let waits = short(harness.say_in(THREAD, BRUNO, "help").await);
    waits.begins("**Game #1**: it's <@1>'s turn.");
    assert_eq!(waits.verbs(), ["board", "games", "rules"]);
    let spectator = short(harness.say_in(THREAD, CHLOE, "help").await);
    spectator.begins("**Game #1** of <@1> and <@2>.");
    assert_eq!(spectator.verbs(), ["board", "guide-open", "rules"]);

    harness.resign(game, BRUNO).await;
    let over = short(harness.say_in(THREAD, ADA, "help").await);
    over.begins("**Game #1** is over.");
    assert_eq!(over.verbs(), ["rematch", "guide-open", "games", "board"]);
    let finished = short(harness.say(ADA, "help").await);
    finished.says("No game or challenge is open.").omits("eject six");

    let direct = short(harness.say_directly(ADA, "help").await);
    direct.says("You can play all your games here");
    assert_eq!(direct.verbs(), ["learn-next", "rules"]);
}

#[tokio::test]
async fn organizers_and_managers_read_what_they_can_do() {
    let harness = Harness::new();
    for (rights, organizes, manages) in [(0, false, false), (MANAGE_EVENTS, true, false), (MANAGE_GUILD, true, true)] {
        let help = short(harness.say_as(CHLOE, rights, "help").await);
        let parts = (help.text.contains("/organize"), help.text.contains("/setup"));
        assert_eq!(parts, (organizes, manages), "{help:?}");
    }
}

#[tokio::test]
async fn help_with_hidden_colors_names_no_menu() {
    let harness = Harness::new();
    let game = harness.started_as("abalone colors=one", "days:3").await;
    harness.thread(game, THREAD.0).await;
    for who in [ADA, BRUNO] {
        let help = short(harness.say_in(THREAD, who, "help").await);
        assert!(
            !help.verbs().contains(&"move") && !help.text.contains("Move…") && !help.text.contains("/line"),
            "{help:?}"
        );
    }
}

#[tokio::test]
async fn help_is_short_in_every_language() {
    for locale in ["en-US", "fr", "de"] {
        let harness = Harness::new().speaking(locale);
        let all = MANAGE_GUILD | MANAGE_EVENTS;
        short(harness.say_as(CHLOE, all, "help").await);
        let game = harness.started().await;
        harness.thread(game, THREAD.0).await;
        for who in [ADA, BRUNO, CHLOE] {
            short(harness.say_as(who, all, "help").await);
            let change = |json: &mut serde_json::Value| {
                json["channel_id"] = json!(THREAD.0.to_string());
                json["member"]["permissions"] = json!(all.to_string());
            };
            short(harness.say_changed(who, "help", change).await);
        }
    }
}
