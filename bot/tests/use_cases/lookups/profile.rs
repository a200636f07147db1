//! How reliable players are, and what is shown of it.

use bot::features::deadlines::service::AlarmOutcome;
use bot::store::ReliabilityStore as _;
use serde_json::json;

use crate::support::fixture::{ADA, BRUNO, CHLOE};
use crate::support::harness::Dialogue;

/// Ada and Bruno play `count` games to the end by Bruno's resignation, or by Ada's running out of time.
async fn finish(people: &Dialogue, count: usize, on_time: bool) {
    for _ in 0..count {
        let game = people.started().await;
        if on_time {
            people.wait(73);
            assert_eq!(people.games.run_alarm(game).await.expect("sound"), AlarmOutcome::TimedOut);
        } else {
            people.games.resign(people.request(), game, BRUNO, None).await.expect("resigned");
        }
    }
}

#[tokio::test]
async fn a_profile_tells_how_games_went_and_how_reliable_somebody_is() {
    let people = Dialogue::new();
    let own = people.command(ADA, "profile", json!({})).await;
    assert!(
        own.private
            && own.text.contains("not known before three finished games")
            && own.text.contains("No finished games yet"),
        "{own:?}"
    );
    finish(&people, 2, false).await;
    finish(&people, 1, true).await;
    people.started().await;
    let of_ada = people.command(CHLOE, "profile", json!({ "user": "1" })).await.text;
    assert_eq!(
        of_ada,
        "**<@1>**\n• Reliability: **64%** (games not lost on time, recent ones count more)\n\
         • 3 finished games: 2 won, 1 lost, 0 drawn\n• 1 game in progress"
    );
    let own = people.command(BRUNO, "profile", json!({})).await.text;
    assert!(own.contains("**100%**") && own.contains("1 won, 2 lost"), "{own}");
    let wrong = people.command(ADA, "profile", json!({ "user": "nobody" })).await;
    assert!(!wrong.text.contains('%'), "{}", wrong.text);
}

#[tokio::test]
async fn a_mass_time_out_counts_once() {
    let people = Dialogue::new();
    finish(&people, 2, false).await;
    let games = [people.started().await, people.started().await, people.started().await];
    people.wait(73);
    for game in games {
        assert_eq!(people.games.run_alarm(game).await.expect("sound"), AlarmOutcome::TimedOut);
    }
    let finished = people.store.finished_of(ADA, 9).await.expect("readable");
    assert_eq!(finished.iter().filter(|end| end.excused).count(), 2);
    assert_eq!(people.games.reliability(ADA).await.expect("readable"), Some(64), "as if one of three");
    assert_eq!(people.games.reliability(BRUNO).await.expect("readable"), Some(100));
    finish(&people, 1, true).await;
    assert!(people.games.reliability(ADA).await.expect("readable") < Some(64), "three days later it counts again");
}

#[tokio::test]
async fn a_challenge_shows_the_reliability_of_those_who_have_one() {
    let people = Dialogue::new();
    let offer = people.offered().await;
    let shown = people.command(BRUNO, "board", json!({ "game": offer.to_string() })).await.text;
    assert!(!shown.contains("Reliability"), "{shown}");
    people.games.withdraw(people.request(), offer, ADA).await.expect("withdrawn");
    finish(&people, 3, true).await;
    let offer = people.offered().await;
    let shown = people.command(BRUNO, "board", json!({ "game": offer.to_string() })).await.text;
    assert!(shown.contains("• Reliability: <@1> 0%, <@2> 100%"), "{shown}");
}
