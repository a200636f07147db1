//! `/profile`: results and reliability of players.

use bot::features::deadlines::service::AlarmOutcome;
use bot::store::FinishedGameStore as _;
use serde_json::json;

use crate::support::fixture::{ADA, BRUNO, CHLOE};
use crate::support::harness::Harness;

/// Ada and Bruno play `count` games to the end by Bruno's resignation, or by Ada's running out of time.
async fn finish(harness: &Harness, count: usize, on_time: bool) {
    for _ in 0..count {
        let game = harness.started().await;
        if on_time {
            harness.wait(73);
            assert_eq!(harness.games.run_alarm(game).await.expect("sound"), AlarmOutcome::TimedOut);
        } else {
            harness.games.resign(harness.request(), game, BRUNO, None).await.expect("resigned");
        }
    }
}

#[tokio::test]
async fn a_profile_shows_results_and_reliability() {
    let harness = Harness::new();
    let own = harness.command(ADA, "profile", json!({})).await;
    assert!(
        own.private
            && own.text.contains("not known before three finished games")
            && own.text.contains("No finished games yet"),
        "{own:?}"
    );
    finish(&harness, 2, false).await;
    finish(&harness, 1, true).await;
    harness.started().await;
    let of_ada = harness.command(CHLOE, "profile", json!({ "user": "1" })).await.text;
    assert_eq!(
        of_ada,
        "**<@1>**\n• Reliability: **64%** (games not lost on time, recent ones count more)\n\
         • 3 finished games: 2 won, 1 lost, 0 drawn\n• 1 game in progress"
    );
    let own = harness.command(BRUNO, "profile", json!({})).await.text;
    assert!(own.contains("**100%**") && own.contains("1 won, 2 lost"), "{own}");
    let wrong = harness.command(ADA, "profile", json!({ "user": "nobody" })).await;
    assert!(!wrong.text.contains('%'), "{}", wrong.text);
}

#[tokio::test]
async fn losses_on_time_on_the_same_day_count_once() {
    let harness = Harness::new();
    finish(&harness, 2, false).await;
    let games = [harness.started().await, harness.started().await, harness.started().await];
    harness.wait(73);
    for game in games {
        assert_eq!(harness.games.run_alarm(game).await.expect("sound"), AlarmOutcome::TimedOut);
    }
    let finished = harness.store.finished_of(ADA, 9).await.expect("readable");
    assert_eq!(finished.iter().filter(|end| end.excused).count(), 2);
    assert_eq!(harness.games.reliability(ADA).await.expect("readable"), Some(64), "as if one of three");
    assert_eq!(harness.games.reliability(BRUNO).await.expect("readable"), Some(100));
    finish(&harness, 1, true).await;
    assert!(harness.games.reliability(ADA).await.expect("readable") < Some(64), "three days later it counts again");
}

#[tokio::test]
async fn a_challenge_shows_known_reliability() {
    let harness = Harness::new();
    let offer = harness.offered().await;
    let shown = harness.command(BRUNO, "board", json!({ "game": offer.to_string() })).await.text;
    assert!(!shown.contains("Reliability"), "{shown}");
    harness.games.withdraw(harness.request(), offer, ADA).await.expect("withdrawn");
    finish(&harness, 3, true).await;
    let offer = harness.offered().await;
    let shown = harness.command(BRUNO, "board", json!({ "game": offer.to_string() })).await.text;
    assert!(shown.contains("• Reliability: <@1> 0%, <@2> 100%"), "{shown}");
}
