//! Delivery: the number of requests, boards that nobody gets, posts of a forum, and a limit of the whole bot.

use anyhow::Context as _;
use sandbox::log::Entry;
use serde_json::json;
use tests::{Game, Harness, TestResult, control, game_in, string};

#[tokio::test(flavor = "multi_thread")]
async fn a_game_begins_with_as_many_counted_requests_as_the_page_on_scale_says() -> TestResult {
    let harness = Harness::start("requests").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let client = &harness.client;
    let (_, since) = client.log(0).await?;
    let game = harness.start_game(&ada, &dmitri, json!({})).await?;
    harness.wait_until_idle().await?;
    let (game_start, after_begin) = client.log(since).await?;
    // Answers to interactions, and webhook messages, do not count.
    let counted = |entries: &[Entry]| -> Vec<String> {
        let is_counted = |entry: &&Entry| !entry.path.contains("/webhooks/") && !entry.path.contains("/interactions/");
        entries.iter().filter(is_counted).map(|entry| format!("{} {}", entry.method, entry.path)).collect()
    };
    let text = include_str!("../../../../docs/scale.md");
    let row = |start: &str| -> anyhow::Result<usize> {
        let row = text.lines().find(|line| line.starts_with(start)).with_context(|| format!("no row {start:?}"))?;
        Ok(row.split('|').nth(2).context("no column of requests")?.trim().parse()?)
    };
    let game_start = counted(&game_start);
    assert_eq!(game_start.len(), row("| the beginning of a game")?, "{game_start:#?}");
    harness.play(&game, &ada, "a1b2").await?;
    harness.board(&game, 1).await?;
    // The earlier board loses its buttons after the new one is recorded as sent.
    let expected = row("| a move, with a board for each")?;
    let moved = harness.until("the requests of a move", async || {
        let moved = counted(&client.log(after_begin).await?.0);
        Ok((moved.len() >= expected).then_some(moved))
    });
    let moved = moved.await?;
    assert_eq!(moved.len(), expected, "{moved:#?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undeliverable_board_leaves_the_game_playable_and_the_host_can_retry_it() -> TestResult {
    let (mut harness, game, [ada, dmitri]) = Harness::start_with_game("undeliverable", json!({})).await?;
    // A thread has the rights of its channel.
    harness.client.change_channel(&harness.games, &json!({ "bot_may_send": false })).await?;
    for who in [&ada, &dmitri] {
        harness.client.change_user(&who.id, &json!({ "dm_closed": true })).await?;
    }
    harness.play_elsewhere(&game, &ada, "a1b2").await?;
    harness.wait_for_log("Gave up board of game").await?;
    let answer = harness.command(&dmitri, &harness.games, "board", &json!({ "game": game.id })).await?;
    assert!(answer.text().contains("a1b2"), "{}", answer.text());

    let meanwhile = harness.run_cli(&["outbox", "list"]).await;
    harness.kill_bot().await?;
    let list = harness.run_cli(&["outbox", "list"]).await?;
    assert_eq!(meanwhile?, list, "it only reads, while others write");
    assert!(list.contains(&game.id) && list.contains("50007") && list.ends_with("1 given up\n"), "{list}");
    let (time, rest) = list.split_once(" UTC  ").unwrap_or_default();
    let digits = time.chars().filter(char::is_ascii_digit).count();
    assert!(time.len() == "2026-11-21 15:04:05".len() && digits == 14 && rest.starts_with(&game.id), "{list}");
    harness.client.change_channel(&harness.games, &json!({ "bot_may_send": true })).await?;
    let taken_up = harness.run_cli(&["outbox", "retry"]).await?;
    assert!(taken_up.ends_with("1 taken up again\n"), "{taken_up}");
    harness.start_bot(&[]).await?;
    harness.board(&game, 1).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_in_a_forum_post_is_played_there_and_outlives_the_post() -> TestResult {
    let harness = Harness::start("forum").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let forum = harness.client.post("channels", &json!({ "name": "club", "type": 15 })).await?["id"].clone();
    let opened = json!({ "user": ada.id, "channel": forum, "name": "Who plays?", "content": "I am free tonight." });
    let post = string(&harness.client.post("posts", &opened).await?["id"]);
    harness.command(&ada, &post, "challenge", &json!({ "user": dmitri.id, "color": "black" })).await?;
    let card = harness.message_with(&dmitri, &post, "accept").await?;
    harness.press(&dmitri, &card, "accept").await?;
    let game = Game { id: game_in(&card)?, thread: post.clone(), black: ada.clone(), white: dmitri.clone() };
    let board = harness.board(&game, 0).await?;
    let entry = harness.press(&ada, &board, "move").await?;
    assert!(control(&entry.message, "from").is_ok(), "{:#}", entry.whole);
    harness.play(&game, &ada, "a1b2").await?;
    harness.board(&game, 1).await?;
    // A post is a thread, and threads contain none, so the forum is not tried.
    harness.client.delete_channel(&post).await?;
    harness.play_elsewhere(&game, &dmitri, "i9h8").await?;
    for who in [&ada, &dmitri] {
        harness.board_with(who, &harness.dm_channel(who).await?, "i9h8").await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_global_rate_limit_delays_posts_but_no_answers() -> TestResult {
    let harness = Harness::start("global-limit").await?;
    let [ada, dmitri, chloe] = harness.people(["Ada", "Dmitri", "Chloé"]).await?;
    let one = harness.start_game(&ada, &dmitri, json!({})).await?;
    let other = harness.start_game(&chloe, &dmitri, json!({})).await?;
    let (_, since) = harness.client.log(0).await?;
    let fault = json!({ "method": "POST", "path_contains": format!("/channels/{}/messages", one.thread), "status": 429, "global": true, "retry_after_ms": 4000 });
    harness.fail_next(fault).await?;
    harness.play(&one, &ada, "a1b2").await?;
    harness.wait_for_log("Discord asks the bot to wait").await?;
    assert!(harness.play(&other, &chloe, "a1b2").await?.text().contains("a1b2"), "answers are exempt");
    harness.board(&other, 1).await?;
    // The retry of the first board waits on the sandbox's clock.
    harness.advance(60_000).await?;
    harness.board(&one, 1).await?;

    let (entries, _) = harness.client.log(since).await?;
    let limited = entries.iter().position(|entry| entry.status == 429).expect("the fault was used");
    let after = |path: &str| entries[limited + 1..].iter().find(|entry| entry.path.contains(path));
    let answered = after("/interactions/").expect("the answer to the second move");
    let paced = after("/channels/").expect("the second board");
    assert!(answered.at_ms - entries[limited].at_ms < 3900, "{answered:#?}");
    assert!(paced.at_ms - entries[limited].at_ms >= 4000, "{paced:#?}");
    Ok(())
}
