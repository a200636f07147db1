//! Faults of Discord and of machines: presses that arrive twice, late or from strangers; restarts; crashes; errors.

use serde_json::{Value, json};
use tests::{DAY, Game, HOUR, Harness, TestResult, control, controls, is_board, is_private, text_of};

#[tokio::test(flavor = "multi_thread")]
async fn a_double_click_on_accept_starts_one_game() -> TestResult {
    let harness = Harness::start("double-click").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let posted = harness.challenge(&ada, &dmitri, json!({})).await?;
    let press = || harness.send_press(&dmitri, &posted, "accept");
    let (first, second) = tokio::try_join!(press(), press())?;
    let (first, second) = (harness.answer(&first).await?, harness.answer(&second).await?);
    assert!(first.state == "answered" && second.state == "answered", "both clicks are answered");
    let game = harness.game_of(&posted, &ada, &dmitri).await?;
    harness.board(&game, 0).await?;
    // A second game would have posted its board before the answer to a move in the first one.
    harness.play(&game, &ada, "a1b2").await?;
    harness.play(&game, &dmitri, "a1b2").await?;
    let threads = harness.threads(&ada).await?.len();
    let firsts = harness.messages(&ada, &game.thread).await?;
    let begins = firsts.iter().filter(|message| text_of(message).contains("The game begins")).count();
    assert_eq!((threads, begins), (1, 1), "{firsts:#?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stale_button_says_that_the_board_has_moved_on() -> TestResult {
    let (harness, game, [ada, _]) = Harness::start_with_game("stale", json!({})).await?;
    let board = harness.board(&game, 0).await?;
    let entry = harness.press(&ada, &board, "move").await?;
    let select = control(&entry.message, "from")?;
    harness.play(&game, &ada, "a1b2").await?;
    harness.board(&game, 1).await?;
    let value =
        entry.message["components"][1]["components"][0]["options"][0]["value"].as_str().unwrap_or_default().to_owned();
    let stale = harness.choose(&ada, &entry.message, &select, &value).await?;
    assert!(stale.text().contains("moved on"), "{}", stale.text());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_press_by_a_stranger_changes_nothing() -> TestResult {
    let harness = Harness::start("stranger").await?;
    let [ada, dmitri, chloe] = harness.people(["Ada", "Dmitri", "Chloé"]).await?;
    let posted = harness.challenge(&ada, &dmitri, json!({ "color": "black" })).await?;
    for verb in ["accept", "decline", "withdraw"] {
        if let Ok(id) = control(&posted, verb) {
            let answer = harness.press(&chloe, &posted, &id).await?;
            assert!(answer.is_private(), "{verb} by a stranger: {:#}", answer.whole);
        }
    }
    let own = harness.press(&ada, &posted, "accept").await?;
    assert!(own.is_private(), "the challenger cannot accept for the opponent");
    let still = harness.message_with(&dmitri, &harness.games, "accept").await?;
    assert_eq!(still["id"], posted["id"]);

    let game = harness.start_game(&ada, &dmitri, json!({ "sprint": 20 })).await?;
    let board = harness.board(&game, 0).await?;
    for id in controls(&board) {
        let answer = harness.press(&chloe, &board, &id).await?;
        assert!(answer.is_private(), "{id} by a stranger: {:#}", answer.whole);
    }
    let answer = harness.command(&chloe, &game.thread, "move", &json!({ "move": "a1b2" })).await?;
    assert!(answer.is_private());
    assert_eq!(harness.board(&game, 0).await?["id"], board["id"], "nothing has changed");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_and_games_survive_a_restart() -> TestResult {
    let (mut harness, game, [ada, dmitri]) = Harness::start_with_game("restart", json!({})).await?;
    harness.play(&game, &ada, "a1b2").await?;
    let board = harness.board(&game, 1).await?;
    harness.kill_bot().await?;
    harness.start_bot(&[]).await?;
    let entry = harness.press(&dmitri, &board, "move").await?;
    assert!(entry.is_private() && control(&entry.message, "from").is_ok(), "{:#}", entry.whole);
    let answer = harness.play(&game, &dmitri, "i9h8").await?;
    assert!(answer.text().contains("i9h8"), "{}", answer.text());
    harness.board(&game, 2).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_committed_before_a_crash_is_announced_once_after_it() -> TestResult {
    let (mut harness, game, [ada, dmitri]) = Harness::start_with_game("crash-committed", json!({})).await?;
    for point in ["committed-not-answered", "posted-not-recorded"] {
        let (who, mv, ply) = if point == "committed-not-answered" { (&ada, "a1b2", 1) } else { (&dmitri, "i9h8", 2) };
        harness.kill_bot().await?;
        harness.start_bot(&[("SUMITO_CRASH_AT", &format!("{point}:1"))]).await?;
        harness.send_command(who, &game.thread, "move", &json!({ "move": mv })).await?;
        harness.wait_for_crash().await?;
        harness.start_bot(&[]).await?;
        harness.board(&game, ply).await?;
        harness.wait_for_empty_outbox().await?;
        assert_eq!(harness.count_boards(&ada, &game.thread, mv).await?, 1, "{point}: {mv}");
        let again = harness.play(&game, who, mv).await?;
        assert!(again.text().contains("turn"), "{point}: the move was counted: {}", again.text());
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn events_delivered_twice_act_once() -> TestResult {
    let harness = Harness::start("duplicates").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    harness.faults(json!({ "duplicate_events_percent": 100 })).await?;
    let game = harness.start_game(&ada, &dmitri, json!({})).await?;
    assert!(harness.play(&game, &ada, "a1b2").await?.text().contains("a1b2"));
    harness.board(&game, 1).await?;
    assert!(harness.play(&game, &dmitri, "i9h8").await?.text().contains("i9h8"));
    harness.board(&game, 2).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_and_limits_of_discord_delay_a_board_and_lose_none() -> TestResult {
    let (harness, game, [ada, dmitri]) = Harness::start_with_game("errors", json!({})).await?;
    // A 4xx without a Discord error code comes from a proxy, and a refused token will be replaced: the bot retries both.
    let refusals =
        [(502, "a1b2", &ada), (429, "i9h8", &dmitri), (500, "a2b3", &ada), (401, "h8g7", &dmitri), (403, "a4b5", &ada)];
    for ((status, mv, who), ply) in refusals.into_iter().zip(1..) {
        let path = format!("/channels/{}/messages", game.thread);
        harness.fail_next(json!({ "method": "POST", "path_contains": path, "status": status, "times": 2 })).await?;
        harness.play(&game, who, mv).await?;
        harness.board_after_retries(&ada, &game.thread, mv).await?;
        harness.board(&game, ply).await?;
        harness.assert_announced_once(&game, &[mv]).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_from_what_stands_before_discord_delays_an_answer_and_a_board() -> TestResult {
    let (harness, game, [ada, _]) = Harness::start_with_game("page", json!({})).await?;
    for (status, mv, ply) in [(429, "a1b2", 0), (503, "i9h8", 1)] {
        let page = |path: String| json!({ "method": "POST", "path_contains": path, "status": status, "html": true });
        let pages = [page("/callback".to_owned()), page(format!("/channels/{}/messages", game.thread))];
        harness.faults(json!({ "fail_next": pages })).await?;
        let answer = harness.play(&game, game.on_turn(ply), mv).await?;
        assert!(answer.text().contains(mv), "{status}: {:#}", answer.whole);
        harness.board_after_retries(&ada, &game.thread, mv).await?;
        harness.assert_announced_once(&game, &[mv]).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_refused_for_a_while_loses_no_board() -> TestResult {
    let (harness, game, [ada, _]) = Harness::start_with_game("unauthorized", json!({})).await?;
    let refused = json!({ "path_contains": "/channels/", "status": 401, "times": 1000 });
    harness.fail_next(refused).await?;
    for (ply, mv) in ["a1b2", "i9h8"].into_iter().enumerate() {
        assert!(harness.play(&game, game.on_turn(ply), mv).await?.text().contains(mv), "answers need no token");
    }
    harness.wait_for_log("Could not send board").await?;
    harness.faults(json!({})).await?;
    harness.board_after_retries(&ada, &game.thread, "i9h8").await?;
    harness.assert_announced_once(&game, &["i9h8"]).await
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
    let wanted = async || {
        let messages = harness.messages(&ada, &game.thread).await?;
        Ok(messages.into_iter().find(|message| is_board(message, "a1b2") && message["id"] != board["id"]))
    };
    harness.until_with_retries("the board, posted again", wanted).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_discord_refuses_at_first_is_repeated() -> TestResult {
    let harness = Harness::start("answer-again").await?;
    let ada = harness.person("Ada").await?;
    for status in [502, 429] {
        let fault = json!({ "method": "POST", "path_contains": "/callback", "status": status, "times": 1 });
        harness.fail_next(fault).await?;
        let answer = harness.command(&ada, &harness.games, "help", &json!({})).await?;
        assert_eq!(answer.state, "answered", "{status}: {:#}", answer.whole);
    }
    harness.faults(json!({ "drop_answer_percent": 100 })).await?;
    let answer = harness.command(&ada, &harness.games, "help", &json!({})).await?;
    assert_eq!(answer.state, "answered", "the answer arrived, only its acknowledgment was lost: {:#}", answer.whole);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn under_random_faults_each_board_stands_once_and_only_the_last_has_buttons() -> TestResult {
    let (harness, game, [ada, _]) = Harness::start_with_game("bad-day", json!({})).await?;
    let day = json!({ "drop_answer_percent": 15, "fail_5xx_percent": 15, "rate_limit_percent": 10, "duplicate_events_percent": 20 });
    harness.faults(day).await?;
    let moves = ["a1b2", "i9h8", "b2a1", "h8i9", "a2b3", "i8h7", "b3a2", "h7i8"];
    for (number, mv) in moves.into_iter().enumerate() {
        harness.send_command(game.on_turn(number), &game.thread, "move", &json!({ "move": mv })).await?;
        harness.board_after_retries(&ada, &game.thread, mv).await?;
    }
    harness.faults(json!({})).await?;
    // The buttons of earlier boards are removed after the next board.
    harness.play(&game, &ada, "a3b4").await?;
    harness
        .until_with_retries("one board with buttons", async || {
            let messages = harness.messages(&ada, &game.thread).await?;
            let public = messages.iter().filter(|message| !is_private(message));
            let mut with_buttons = public.filter(|message| !controls(message).is_empty());
            let only = with_buttons
                .next()
                .filter(|message| text_of(message).contains("`a3b4`") && with_buttons.next().is_none());
            Ok(only.map(|_| ()))
        })
        .await?;
    harness.assert_announced_once(&game, &moves).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_reconnects_to_the_gateway_after_a_disconnect() -> TestResult {
    let harness = Harness::start_by_gateway("gateway").await?;
    let (game, [ada, _]) = harness.start_first_game(json!({})).await?;
    for kind in ["drop", "reconnect", "resumable_session"] {
        let before = harness.gateway_connects().await?;
        harness.client.disconnect(kind, None).await?;
        harness.wait_for_gateway_connect(before).await?;
    }
    harness.play(&game, &ada, "a1b2").await?;
    harness.board(&game, 1).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_thread_is_replaced() -> TestResult {
    let (harness, game, [ada, dmitri]) = Harness::start_with_game("deleted-thread", json!({})).await?;
    harness.client.delete_channel(&game.thread).await?;
    let answer = harness.play_elsewhere(&game, &ada, "a1b2").await?;
    assert!(answer.text().contains("a1b2"), "{}", answer.text());
    let thread = harness.until("a new thread", async || Ok(harness.threads(&ada).await?.pop())).await?;
    assert_ne!(thread, game.thread);
    let game = Game { thread, ..game };
    harness.board(&game, 1).await?;
    // Once the outbox has recorded the new thread, answers link to it.
    harness.wait_for_empty_outbox().await?;
    let answer = harness.play_elsewhere(&game, &dmitri, "i9h8").await?;
    assert!(answer.text().contains(&format!("<#{}>", game.thread)), "{}", answer.text());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_player_on_turn_is_reminded_and_then_loses_on_time() -> TestResult {
    let (harness, game, [ada, dmitri]) = Harness::start_with_game("time", json!({ "pace": "days:2" })).await?;
    harness.advance(DAY - HOUR).await?;
    harness.wait_until_idle().await?;
    let before = harness.messages(&ada, &game.thread).await?.len();
    harness.advance(2 * HOUR).await?;
    let mention = format!("<@{}>", ada.id);
    harness
        .until("the reminder", async || {
            let messages = harness.messages(&ada, &game.thread).await?;
            Ok(messages[before.min(messages.len())..].iter().any(|m| text_of(m).contains(&mention)).then_some(()))
        })
        .await?;
    harness.play(&game, &ada, "a1b2").await?;
    harness.board(&game, 1).await?;
    harness.advance(2 * DAY + HOUR).await?;
    harness
        .message(&ada, &game.thread, "the loss on time", |m| {
            text_of(m).contains(&format!("{mention} beat")) && text_of(m).contains("on time")
        })
        .await?;
    let late = harness.play(&game, &dmitri, "i9h8").await?;
    assert!(late.text().contains("over"), "{}", late.text());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unanswered_challenge_expires() -> TestResult {
    let harness = Harness::start("expiry").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let posted = harness.challenge(&ada, &dmitri, json!({})).await?;
    harness.advance(30 * DAY).await?;
    harness.without_buttons(&dmitri, &harness.games, &posted).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_accepted_before_its_post_is_acknowledged_gets_its_thread() -> TestResult {
    let harness = Harness::start("lost-challenge").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let lost =
        json!({ "method": "POST", "path_contains": format!("/channels/{}/messages", harness.games), "status": 0 });
    harness.fail_next(lost).await?;
    let posted = harness.challenge(&ada, &dmitri, json!({ "color": "black" })).await?;
    harness.wait_for_log("Could not send challenge").await?;
    harness.press(&dmitri, &posted, "accept").await?;
    let bare = |m: &Value| m["id"] == posted["id"] && controls(m).is_empty();
    let accepted = harness.until_with_retries("the accepted challenge", async || {
        Ok(harness.messages(&dmitri, &harness.games).await?.into_iter().find(bare))
    });
    accepted.await?;
    let game = harness.game_of(&posted, &ada, &dmitri).await?;
    harness.board(&game, 0).await.map(drop)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_offer_that_is_declined_loses_its_buttons() -> TestResult {
    let (harness, game, [ada, dmitri]) = Harness::start_with_game("declined-draw", json!({})).await?;
    harness.command(&ada, &game.thread, "game draw", &json!({})).await?;
    let offer = harness.message_with(&dmitri, &game.thread, "draw-no").await?;
    let own = harness.press(&ada, &offer, "draw-yes").await?;
    assert!(own.text().contains("stays open until"), "{}", own.text());
    harness.press(&dmitri, &offer, "draw-no").await?;
    harness.without_buttons(&ada, &game.thread, &offer).await?;
    // The board keeps its own.
    harness.board(&game, 0).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_declined_and_a_withdrawn_challenge_lose_their_buttons() -> TestResult {
    let harness = Harness::start("declined").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    harness.command(&ada, &harness.games, "challenge", &json!({ "user": dmitri.id })).await?;
    let posted = harness.message_with(&dmitri, &harness.games, "decline").await?;
    harness.press(&dmitri, &posted, "decline").await?;
    harness.without_buttons(&ada, &harness.games, &posted).await?;
    let answer = harness.command(&ada, &harness.games, "challenge", &json!({ "user": dmitri.id })).await?;
    let withdraw = control(&answer.message, "withdraw")?;
    let posted = harness.message_with(&dmitri, &harness.games, "accept").await?;
    harness.press(&ada, &answer.message, &withdraw).await?;
    harness.without_buttons(&ada, &harness.games, &posted).await?;
    Ok(())
}
