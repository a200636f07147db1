//! Delivery targets of a game: thread, channel, direct messages. They change when a thread is archived, locked,
//! deleted or closed to the bot, when a player has closed their direct messages, and when Discord limits the whole
//! bot.

use anyhow::Context as _;
use sandbox::log::Entry;
use serde_json::{Value, json};
use tests::{Game, Harness, MINUTE, TestResult, control, controls, game_in, is_private, string, text_of};

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
async fn the_next_board_unarchives_its_thread_and_a_finished_one_that_a_command_opens_is_archived_again() -> TestResult
{
    let (harness, game, [ada, dmitri]) =
        Harness::start_with_game("archived-again", json!({ "pace": "days:3" })).await?;
    let is_archived = async || anyhow::Ok(harness.channel(&ada, &game.thread).await?["archived"] == json!(true));
    harness.client.change_channel(&game.thread, &json!({ "archived": true })).await?;
    harness.play_elsewhere(&game, &ada, "a1b2").await?;
    harness.board_with(&ada, &game.thread, "a1b2").await?;
    assert!(!is_archived().await?);
    let archived = async || Ok(is_archived().await?.then_some(()));
    harness.resign(&dmitri, &game.thread).await?;
    harness.until("the thread in the archive", archived).await?;
    harness.command(&ada, &game.thread, "game history", &json!({})).await?;
    assert!(!is_archived().await?, "the command opens it");
    harness.advance(61 * MINUTE).await?;
    harness.until("the thread in the archive again", archived).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_a_writable_channel_goes_on_in_direct_messages() -> TestResult {
    let (harness, game, [ada, dmitri]) = Harness::start_with_game("shut-out", json!({})).await?;
    // A thread has the rights of its channel.
    harness.client.change_channel(&harness.games, &json!({ "bot_may_send": false })).await?;
    harness.play_elsewhere(&game, &ada, "a1b2").await?;
    for who in [&ada, &dmitri] {
        harness.board_with(who, &harness.dm_channel(who).await?, "a1b2").await?;
    }
    // The player on turn has closed direct messages: the opponent is notified, and the game goes on.
    harness.client.change_user(&ada.id, &json!({ "dm_closed": true })).await?;
    let dmitri_dm = harness.dm_channel(&dmitri).await?;
    let answer = harness.command(&dmitri, &dmitri_dm, "move", &json!({ "move": "i9h8", "game": game.id })).await?;
    assert!(answer.text().contains("i9h8"), "{}", answer.text());
    let board = harness.board_with(&dmitri, &dmitri_dm, "i9h8").await?;
    assert!(text_of(&board).contains(&format!("I can't reach <@{}>", ada.id)), "{board:#}");
    // The channel opens again, and gets the next board as soon as the refusal is forgotten.
    harness.client.change_channel(&harness.games, &json!({ "bot_may_send": true })).await?;
    harness.advance(11 * MINUTE).await?;
    harness.play_elsewhere(&game, &ada, "a2b3").await?;
    harness.board_with(&ada, &game.thread, "a2b3").await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_made_in_direct_messages_reaches_the_opponent_and_is_played_there() -> TestResult {
    let harness = Harness::start("dm-challenge").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let (ada_dm, dmitri_dm) = (harness.dm_channel(&ada).await?, harness.dm_channel(&dmitri).await?);
    harness.command(&ada, &ada_dm, "challenge", &json!({ "user": dmitri.id, "color": "black" })).await?;
    let offered = harness.message_with(&dmitri, &dmitri_dm, "accept").await?;
    // Ada can withdraw it below the answer to her command and below her copy of the challenge.
    let is_copy = |message: &Value| !is_private(message) && control(message, "withdraw").is_ok();
    let copy = harness.message(&ada, &ada_dm, "Ada's copy of the challenge", is_copy).await?;
    assert!(control(&copy, "accept").is_err() && control(&offered, "withdraw").is_err(), "{copy:#} {offered:#}");
    let id = game_in(&offered)?;
    harness.press(&dmitri, &offered, "accept").await?;
    harness.without_buttons(&dmitri, &dmitri_dm, &offered).await?;
    harness.without_buttons(&ada, &ada_dm, &copy).await?;

    let first = |message: &Value| controls(message).contains(&format!("v1:move:{id}:0"));
    let boards = (
        harness.message(&ada, &ada_dm, "Ada's board", first).await?,
        harness.message(&dmitri, &dmitri_dm, "Dmitri's board", first).await?,
    );
    // A draw offer reaches only the opponent.
    harness.command(&ada, &ada_dm, "game draw", &json!({})).await?;
    let offer = harness.message_with(&dmitri, &dmitri_dm, "draw-no").await?;
    harness.command(&ada, &ada_dm, "move", &json!({ "move": "a1b2" })).await?;
    harness.board_with(&dmitri, &dmitri_dm, "a1b2").await?;
    harness.board_with(&ada, &ada_dm, "a1b2").await?;
    harness.press(&dmitri, &offer, "draw-no").await?;
    assert!(harness.messages(&ada, &ada_dm).await?.iter().all(|message| !text_of(message).contains("offers <@")));
    for (who, channel, left) in
        [(&ada, &ada_dm, &boards.0), (&dmitri, &dmitri_dm, &boards.1), (&dmitri, &dmitri_dm, &offer)]
    {
        harness.without_buttons(who, channel, left).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_cannot_be_delivered_says_so_by_direct_message_or_in_the_answer_to_the_command() -> TestResult
{
    let harness = Harness::start("unreached").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    harness.client.change_channel(&harness.games, &json!({ "bot_may_send": false })).await?;
    harness.client.change_user(&dmitri.id, &json!({ "dm_closed": true })).await?;
    let challenge = async || harness.command(&ada, &harness.games, "challenge", &json!({ "user": dmitri.id })).await;
    let sentence = format!("I can't reach <@{}>", dmitri.id);
    challenge().await?;
    harness.message_saying(&ada, &harness.dm_channel(&ada).await?, &sentence).await?;
    harness.client.change_user(&ada.id, &json!({ "dm_closed": true })).await?;
    let id = challenge().await?.message["id"].clone();
    let says_so = |message: &Value| message["id"] == id && text_of(message).contains(&sentence);
    let answer = harness.message(&ada, &harness.games, "the answer that says so", says_so).await?;
    assert!(is_private(&answer) && control(&answer, "withdraw").is_ok(), "{answer:#}");
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
