//! Challenges whose message was deleted: answered from the list of games, or withdrawn from the board.

use serde_json::json;
use tests::{Game, Harness, Person, TestResult, game_in};

/// Ada challenges Dmitri, and a moderator deletes the message.
async fn challenge_with_deleted_message(harness: &Harness, ada: &Person, dmitri: &Person) -> anyhow::Result<()> {
    let posted = harness.challenge(ada, dmitri, json!({ "color": "black" })).await?;
    harness.client.delete_message(&posted).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_whose_message_was_deleted_is_accepted_from_the_list_and_gets_its_thread() -> TestResult {
    let harness = Harness::start("deleted-challenge").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    challenge_with_deleted_message(&harness, &ada, &dmitri).await?;
    let list = harness.command(&dmitri, &harness.games, "games", &json!({})).await?;
    let answer = harness.press(&dmitri, &list.message, "accept").await?;
    assert!(answer.text().contains("You play **White**"), "{}", answer.text());
    let thread = harness.until("a thread", async || Ok(harness.threads(&ada).await?.pop())).await?;
    let game = Game { id: game_in(&list.message)?, thread, black: ada, white: dmitri };
    harness.board(&game, 0).await?;
    harness.play_and_see(&game, 0, "a1b2").await.map(drop)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_whose_message_was_deleted_is_withdrawn_from_its_board() -> TestResult {
    let harness = Harness::start("withdrawn-challenge").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    challenge_with_deleted_message(&harness, &ada, &dmitri).await?;
    let board = harness.command(&ada, &harness.games, "board", &json!({})).await?;
    let told = format!("<@{}> challenges <@{}> to a game", ada.id, dmitri.id);
    assert!(board.text().contains(&told), "{}", board.text());
    assert!(harness.press(&ada, &board.message, "withdraw").await?.text().contains("You withdrew"));
    let list = harness.command(&dmitri, &harness.games, "games", &json!({})).await?;
    assert!(list.text().contains("You have no game"), "{}", list.text());
    Ok(())
}
