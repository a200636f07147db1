//! Faults of Discord: presses and events that arrive twice, errors, limits, lost answers.

use serde_json::{Value, json};
use tests::{Harness, TestResult, controls, is_board, is_private, text_of};

/// Moves that may be played in turn.
const MOVES: [&str; 9] = ["a1b2", "i9h8", "b2a1", "h8i9", "a2b3", "i8h7", "b3a2", "h7i8", "a3b4"];

#[tokio::test(flavor = "multi_thread")]
async fn a_double_click_and_events_delivered_twice_act_once() -> TestResult {
    let harness = Harness::start("twice").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let card = harness.challenge(&ada, &dmitri, json!({ "color": "black" })).await?;
    let press = || harness.send_press(&dmitri, &card, "accept");
    let (first, second) = tokio::try_join!(press(), press())?;
    let (first, second) = (harness.answer(&first).await?, harness.answer(&second).await?);
    assert!(first.state == "answered" && second.state == "answered", "both clicks are answered");
    let game = harness.game_of(&card, &ada, &dmitri).await?;
    harness.board(&game, 0).await?;
    harness.faults(json!({ "duplicate_events_percent": 100 })).await?;
    for (ply, notation) in ["a1b2", "i9h8"].into_iter().enumerate() {
        harness.play_and_see(&game, ply, notation).await?;
    }
    // A second game would have posted its board before the answer to a move in the first one.
    let messages = harness.messages(&ada, &game.thread).await?;
    let begins = messages.iter().filter(|message| text_of(message).contains("The game begins")).count();
    assert_eq!((harness.threads(&ada).await?.len(), begins), (1, 1), "{messages:#?}");
    harness.start_game(&ada, &dmitri, json!({})).await?;
    assert_eq!(harness.threads(&ada).await?.len(), 2);
    Ok(())
}

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

#[tokio::test(flavor = "multi_thread")]
async fn under_random_faults_each_board_stands_once_and_only_the_last_has_buttons() -> TestResult {
    let (harness, game, [ada, _]) = Harness::start_with_game("bad-day", json!({})).await?;
    let day = json!({ "drop_answer_percent": 15, "fail_5xx_percent": 15, "rate_limit_percent": 10, "duplicate_events_percent": 20 });
    harness.faults(day).await?;
    for (number, mv) in MOVES[..8].iter().enumerate() {
        harness.send_command(game.on_turn(number), &game.thread, "move", &json!({ "move": mv })).await?;
        harness.board_after_retries(&ada, &game.thread, mv).await?;
    }
    harness.faults(json!({})).await?;
    // The buttons of earlier boards are removed after the next board.
    harness.play(&game, &ada, MOVES[8]).await?;
    harness
        .until_with_retries("one board with buttons", async || {
            let messages = harness.messages(&ada, &game.thread).await?;
            let public = messages.iter().filter(|message| !is_private(message));
            let mut with_buttons = public.filter(|message| !controls(message).is_empty());
            let only = with_buttons.next().filter(|message| {
                text_of(message).contains(&format!("`{}`", MOVES[8])) && with_buttons.next().is_none()
            });
            Ok(only.map(|_| ()))
        })
        .await?;
    harness.assert_announced_once(&game, &MOVES[..8]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_accepted_before_its_post_is_acknowledged_gets_its_thread() -> TestResult {
    let harness = Harness::start("lost-challenge").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let lost =
        json!({ "method": "POST", "path_contains": format!("/channels/{}/messages", harness.games), "status": 0 });
    harness.fail_next(lost).await?;
    let card = harness.challenge(&ada, &dmitri, json!({ "color": "black" })).await?;
    harness.wait_for_log("Could not send challenge").await?;
    harness.press(&dmitri, &card, "accept").await?;
    let bare = |m: &Value| m["id"] == card["id"] && controls(m).is_empty();
    let accepted = harness.until_with_retries("the accepted challenge", async || {
        Ok(harness.messages(&dmitri, &harness.games).await?.into_iter().find(bare))
    });
    accepted.await?;
    let game = harness.game_of(&card, &ada, &dmitri).await?;
    harness.board(&game, 0).await.map(drop)
}
