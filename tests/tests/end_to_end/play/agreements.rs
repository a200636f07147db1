//! Conditional moves, which nothing may reveal.

use serde_json::json;
use tests::{Harness, TestResult, text_of};

#[tokio::test(flavor = "multi_thread")]
async fn a_conditional_move_is_played_at_once_and_stays_secret_before() -> TestResult {
    let (mut harness, game, [ada, dmitri]) = Harness::start_with_game("lines", json!({})).await?;
    let line = json!({ "moves": "a1b2 i9h8 d4c3 f6g7" });
    let answer = harness.command(&dmitri, &game.thread, "game line add", &line).await?;
    assert!(answer.is_private() && answer.text().contains("if `d4c3` then **`f6g7`**"), "{}", answer.text());
    let posts = async |harness: &Harness| -> anyhow::Result<usize> {
        let messages = harness.messages(&ada, &game.thread).await?;
        Ok(messages.iter().filter(|message| message["flags"].as_u64().unwrap_or(0) & 64 == 0).count())
    };
    let before = posts(&harness).await?;

    // The bot restarts in between: conditional moves are stored.
    harness.kill_bot().await?;
    harness.start_bot(&[]).await?;
    let answer = harness.play(&game, &ada, "a1b2").await?;
    assert!(answer.text().starts_with("You played `a1b2`"), "{}", answer.text());
    let board = harness.board(&game, 2).await?;
    let at_once = "Moves played: `a1b2` (Black), `i9h8` (White)\n";
    assert!(text_of(&board).contains(at_once), "{}", text_of(&board));
    let after = posts(&harness).await?;
    assert_eq!(after, before + 1, "both moves in one post");

    // Ada plays a move outside of the line: the line is dropped, and only Dmitri is notified.
    harness.play(&game, &ada, "a2b3").await?;
    harness.board(&game, 3).await?;
    let words = "`a2b3` was played in game";
    harness.message_saying(&dmitri, &harness.dm_channel(&dmitri).await?, words).await?;
    let is_answer = |message: &serde_json::Value| text_of(message).starts_with(words);
    assert!(!harness.messages(&ada, &game.thread).await?.iter().any(is_answer), "not in the thread");
    assert!(
        !harness.bot_log().contains("i9h8") && !harness.bot_log().contains("f6g7"),
        "the log must not reveal a conditional move"
    );
    harness.stop_bot().await?;
    let checked = harness.run_cli(&["db", "check"]).await?;
    assert!(checked.contains("1 game"), "{checked}");
    Ok(())
}
