//! `/game analyze`: where a game was won and lost.

use std::sync::Arc;

use bot::features::engine::threads::EngineThreads;
use games::domain::{GameId, UserId};

use crate::use_cases::support::{ADA, BOT, BRUNO, CHLOE, Fixture, Harness, ROUND, SentMessage};

/// With an engine of one thread and a queue of this length.
fn with_engine(longest: usize) -> Harness {
    let mut fixture = Fixture::new();
    let threads = EngineThreads::start(1, longest).expect("a thread");
    fixture.games = fixture.games.clone().with_engine_queue(Arc::new(threads));
    Harness::over(fixture)
}

async fn analyze(harness: &Harness, who: UserId, game: GameId) -> SentMessage {
    harness.say(who, &format!("game analyze game:{game}")).await
}

async fn finished(harness: &Harness) -> GameId {
    let game = harness.started_as("abalone layout=belgian-daisy", "days:3").await;
    for _ in 0..14 {
        let (user, turn) = harness.possible_turn(game).await;
        harness.plays(game, user, &turn).await;
    }
    harness.resign(game, BRUNO).await;
    game
}

#[tokio::test]
async fn a_finished_game_is_shown_with_its_mistakes_and_step_by_step() {
    let harness = with_engine(10);
    let game = finished(&harness).await;
    let overview = analyze(&harness, CHLOE, game).await;
    println!("{}", overview.text);
    overview.privately().says("Accuracy: Black **");
    let [chances, mistakes] = overview.pictures.as_slice() else { panic!("two pictures: {overview:?}") };
    assert!(chances.alt.starts_with("Winning chance, in percent"), "{}", chances.alt);
    assert!(mistakes.alt.contains("better: "), "{}", mistakes.alt);
    assert_eq!(overview.verbs(), ["analysis"; 4]);

    let mistake = harness.press_private(CHLOE, &overview.controls[1]).await;
    println!("{}", mistake.text);
    mistake.updating().says(" points of winning chance. Better: `");
    assert!(mistake.text.contains("I would continue with `") && mistake.pictures.len() == 1, "{mistake:?}");
    let last = harness.press_private(CHLOE, &mistake.controls[3]).await;
    println!("{}", last.text);
    last.says("after 14 moves of 14");
    let beyond = harness.press_private(CHLOE, &format!("v1:analysis:{game}:99:l")).await;
    assert_eq!(beyond.text, last.text);
    let first = harness.press_private(CHLOE, &last.controls[0]).await;
    first.says("after no move of 14").omits("played");
    let back = harness.press_private(CHLOE, &first.controls[4]).await;
    assert_eq!((back.text, back.png), (overview.text, overview.png));
}

#[tokio::test]
async fn a_reader_of_text_boards_gets_no_pictures() {
    let harness = with_engine(10).in_french();
    let game = finished(&harness).await;
    harness.say(ADA, "settings picture style:text").await;
    let overview = analyze(&harness, ADA, game).await;
    assert!(overview.pictures.is_empty() && overview.text.contains("Précision"), "{overview:?}");
    let step = harness.press_private(ADA, &overview.controls[0]).await;
    assert!(step.pictures.is_empty() && step.text.contains("après 0 coup sur 14"), "{step:?}");
}

#[tokio::test]
async fn a_running_game_is_analyzed_only_for_those_who_play_it_against_the_bot() {
    let harness = with_engine(10);
    let between_people = harness.started().await;
    harness.play_all(between_people, &ROUND[..2]).await;
    harness.say(ADA, &format!("challenge user:{} color:black level:1", BOT.0)).await;
    let games = harness.games.list(ADA, &[games::domain::Phase::Playing], 10).await.expect("readable");
    let against_bot = games.iter().map(|listed| listed.game.game_id).find(|id| *id != between_people).expect("begun");
    let none = analyze(&harness, ADA, against_bot).await;
    none.says("No moves have been played yet");
    harness.plays(against_bot, ADA, "a1b2").await;
    let own = analyze(&harness, ADA, against_bot).await;
    own.says("Accuracy: Black **");
    for (who, game) in [(ADA, between_people), (BRUNO, between_people), (CHLOE, between_people), (BRUNO, against_bot)] {
        let refused = analyze(&harness, who, game).await;
        assert!(refused.text.contains("I only help in your own games against me"), "{who:?} {refused:?}");
    }
}

#[tokio::test]
async fn a_full_queue_says_to_ask_again() {
    let harness = with_engine(0);
    let game = finished(&harness).await;
    let busy = analyze(&harness, ADA, game).await;
    busy.privately().says("Ask again in a moment");
}
