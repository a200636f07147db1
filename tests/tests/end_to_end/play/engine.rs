//! Games against the bot itself.

use serde_json::json;
use tests::{Harness, TestResult, control, is_private, text_of};

#[tokio::test(flavor = "multi_thread")]
async fn one_board_shows_a_move_and_the_answer_of_the_bot() -> TestResult {
    let harness = Harness::start("engine").await?;
    let [ada] = harness.people(["Ada"]).await?;
    let bot = harness.state(&ada.id).await?["bot_id"].clone();
    let options = json!({ "user": bot, "level": "1", "color": "black" });
    let first_answer = harness.command(&ada, &harness.games, "challenge", &options).await?;
    assert!(first_answer.text().contains("against Sumito (level 1) has begun"), "{}", first_answer.text());
    let thread = harness.until("a thread", async || Ok(harness.threads(&ada).await?.pop())).await?;
    let is_board = |message: &serde_json::Value| !is_private(message) && control(message, "move").is_ok();
    harness.message(&ada, &thread, "the first board", is_board).await?;
    let answer = harness.command(&ada, &thread, "move", &json!({ "move": "a1b2" })).await?;
    assert!(answer.text().contains("Sumito (level 1) answers `"), "{}", answer.text());
    let reply = answer.text().split("answers `").nth(1).and_then(|rest| Some(rest.split_once('`')?.0.to_owned()));
    let reply = reply.expect("a move");
    let board = harness.board_with(&ada, &thread, &format!("`{reply}`")).await?;
    assert!(text_of(&board).contains("`a1b2`"), "{}", text_of(&board));
    assert_eq!(harness.count_boards(&ada, &thread, "a1b2").await?, 1);
    Ok(())
}
