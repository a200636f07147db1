//! Faults of Discord: errors, limits, lost answers.

use serde_json::json;
use tests::{Harness, TestResult, is_board};

/// Moves that may be played in turn.
const MOVES: [&str; 9] = ["a1b2", "i9h8", "b2a1", "h8i9", "a2b3", "i8h7", "b3a2", "h7i8", "a3b4"];

#[tokio::test(flavor = "multi_thread")]
async fn errors_limits_and_pages_before_discord_delay_answers_and_boards_and_lose_none() -> TestResult {
    let (harness, game, [ada, _]) = Harness::start_with_game("errors", json!({})).await?;
    for status in [502, 429] {
        let fault = json!({ "method": "POST", "path_contains": "/callback", "status": status, "times": 1 });
        harness.fail_next(fault).await?;
        let answer = harness.command(&ada, &harness.games, "help", &json!({})).await?;
        assert_eq!(answer.state, "answered", "{status}: {:#}", answer.whole);
    }
    harness.faults(json!({ "drop_answer_percent": 100 })).await?;
    let answer = harness.command(&ada, &harness.games, "help", &json!({})).await?;
    assert_eq!(answer.state, "answered", "the answer arrived, only its acknowledgment was lost: {:#}", answer.whole);

    let posts = format!("/channels/{}/messages", game.thread);
    let fault = |path: &str, status: u16, times: u32, html: bool| json!({ "method": "POST", "path_contains": path, "status": status, "times": times, "html": html });
    // A 4xx without a Discord error code comes from a proxy, and a refused token will be replaced: the bot retries both.
    // So it does after a page from what stands before Discord, also for the answer.
    let faults = [(502, false), (429, false), (500, false), (401, false), (403, false), (429, true), (503, true)];
    for (ply, (status, html)) in faults.into_iter().enumerate() {
        let mut next = vec![fault(&posts, status, if html { 1 } else { 2 }, html)];
        next.extend(html.then(|| fault("/callback", status, 1, true)));
        harness.faults(json!({ "fail_next": next })).await?;
        let answer = harness.play(&game, game.on_turn(ply), MOVES[ply]).await?;
        assert!(answer.text().contains(MOVES[ply]), "{status}: {:#}", answer.whole);
        harness.board_after_retries(&ada, &game.thread, MOVES[ply]).await?;
        harness.board(&game, u32::try_from(ply + 1)?).await?;
        harness.assert_announced_once(&game, &[MOVES[ply]]).await?;
    }
    // A token that is refused for a while.
    harness.fail_next(json!({ "path_contains": "/channels/", "status": 401, "times": 1000 })).await?;
    for (ply, notation) in MOVES.iter().enumerate().skip(7) {
        let answer = harness.play(&game, game.on_turn(ply), notation).await?;
        assert!(answer.text().contains(notation), "answers need no token: {:#}", answer.whole);
    }
    harness.wait_for_log("Could not send board").await?;
    harness.faults(json!({})).await?;
    harness.board_after_retries(&ada, &game.thread, MOVES[8]).await?;
    harness.assert_announced_once(&game, &MOVES[8..]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_deleted_before_its_post_is_acknowledged_is_posted_again() -> TestResult {
    let (harness, game, [ada, _]) = Harness::start_with_game("nonce-of-a-deleted-board", json!({})).await?;
    let path = format!("/channels/{}/messages", game.thread);
    let lost = json!({ "method": "POST", "path_contains": path, "status": 0 });
    harness.fail_next(lost).await?;
    harness.play(&game, &ada, "a1b2").await?;
    let board = harness.board(&game, 1).await?;
    harness.client.delete_message(&board).await?;
    let find_board = async || {
        let messages = harness.messages(&ada, &game.thread).await?;
        Ok(messages.into_iter().find(|message| is_board(message, "a1b2") && message["id"] != board["id"]))
    };
    harness.until_with_retries("the board, posted again", find_board).await?;
    Ok(())
}
