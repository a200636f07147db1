//! A challenge whose message was deleted.

use serde_json::json;
use tests::{Game, Harness, TestResult, game_in};

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_whose_message_was_deleted_is_accepted_from_the_list_and_gets_its_thread() -> TestResult {
    let harness = Harness::start("deleted-challenge").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let card = harness.challenge(&ada, &dmitri, json!({ "color": "black" })).await?;
    harness.client.delete_message(&card).await?;
    let list = harness.command(&dmitri, &harness.games, "games", &json!({})).await?;
    let answer = harness.press(&dmitri, &list.message, "accept").await?;
    assert!(answer.text().contains("You play **White**"), "{}", answer.text());
    let thread = harness.until("a thread", async || Ok(harness.threads(&ada).await?.pop())).await?;
    let game = Game { id: game_in(&list.message)?, thread, black: ada, white: dmitri };
    harness.board(&game, 0).await?;
    harness.play_and_see(&game, 0, "a1b2").await.map(drop)
}
