//! A ladder of a server, from its creation to a change of places.

use serde_json::json;
use tests::{Harness, TestResult, controls, game_in, text_of, wait_for};

#[tokio::test(flavor = "multi_thread")]
async fn an_annulled_game_is_taken_back_everywhere() -> TestResult {
    let mut harness = Harness::start("annul").await?;
    let people = harness.people(["Ada", "Dmitri", "Emma"]).await?;
    let [ada, dmitri, emma] = &people;
    let games = harness.games.clone();
    harness.command(ada, &games, "setup channels", &json!({ "results": "here" })).await?;
    harness.start_ladder(&people.each_ref(), "").await?;
    harness.command(emma, &games, "ladder challenge", &json!({ "user": dmitri.id })).await?;
    let card = harness.message_with(dmitri, &games, "accept").await?;
    harness.press(dmitri, &card, "accept").await?;
    let thread = harness.thread_of(dmitri, &card).await?;
    for mv in ["a1b2", "i9h8"] {
        for person in [dmitri, emma] {
            harness.command(person, &thread, "move", &json!({ "move": mv })).await?;
        }
    }
    harness.resign(dmitri, &thread).await?;
    let beat = |message: &serde_json::Value| text_of(message).contains(" beat ");
    harness.message(ada, &games, "the result", beat).await?;
    harness.message_saying(dmitri, &thread, "by resignation").await?;
    let table = async || -> anyhow::Result<String> {
        let answer = harness.command(ada, &games, "ladder show", &json!({})).await?;
        Ok(answer.alt())
    };
    assert!(table().await?.contains("2. Emma"), "{}", table().await?);
    let total = async |expected: &str| {
        let reply = harness.command(ada, &games, "profile statistics", &json!({})).await?;
        Ok(reply.text().contains(expected).then_some(()))
    };
    wait_for("the statistics", async || total("**1** finished game").await).await?;

    // Discord allows few title changes of a thread in ten minutes.
    harness.advance(11 * 60_000).await?;
    let game = game_in(&card)?;
    let options = json!({ "reason": "played for each other", "game": game });
    // A user who is not on the ladder.
    let farid = &harness.person("Farid").await?;
    harness.client.change_user(&farid.id, &json!({ "manages": true, "locale": "en-US" })).await?;
    let response = harness.command(farid, &games, "organize annul", &options).await?;
    let words = format!("<@{}> 2 → **3**", emma.id);
    assert!(
        response.text().contains("It will count as not played") && response.text().contains(&words),
        "{}",
        response.text()
    );
    assert!(response.text().contains("Its result no longer counts for ratings"), "{}", response.text());
    let done = harness.press(farid, &response.message, "organize-confirm").await?;
    assert!(done.text().contains("You annulled game") && done.text().contains(&words), "{}", done.text());
    assert!(table().await?.contains("2. Dmitri"), "{}", table().await?);
    assert!(!table().await?.contains("Last games W"), "{}", table().await?);
    let annulled = "by an organizer: this game counts as not played";
    let says = |message: &serde_json::Value| text_of(message).contains(annulled);
    let board = harness.message(dmitri, &thread, "the annulled board", says).await?;
    assert!(!board["attachments"].as_array().is_none_or(Vec::is_empty), "its picture stays: {board:#}");
    assert_eq!(controls(&board), Vec::<String>::new());
    let result = harness.message(ada, &games, "the annulled result", says).await?;
    assert!(!text_of(&result).contains(" beat ") && controls(&result).is_empty(), "{result:#}");
    harness.message_saying(dmitri, &thread, "played for each other").await?;
    wait_for("the statistics without it", async || total("No games have been finished").await).await?;
    wait_for("the title", async || {
        let state = harness.state(&ada.id).await?;
        Ok(state.to_string().contains("· annulled").then_some(()))
    })
    .await?;
    // A new process reads the same.
    harness.stop_bot().await?;
    harness.start_bot(&[]).await?;
    let answer = harness.command(ada, &games, "ladder show", &json!({})).await?;
    assert!(answer.alt().contains("2. Dmitri"), "{}", answer.alt());
    Ok(())
}
