//! Where a game is spoken of when it was offered in direct messages, when its thread is archived, locked, deleted or closed to the
//! bot, or when a player takes no direct messages; and how long the bot keeps quiet when
//! Discord asks it to.

use serde_json::{Value, json};
use tests::{Person, Stage, control, controls, on_postgres, string, text_of};

type Story = anyhow::Result<()>;

/// Waits for the public board that shows `notation`, in this channel, seen by this person.
async fn board_of(stage: &Stage, who: &Person, channel: &str, notation: &str) -> anyhow::Result<Value> {
    stage
        .message(who, channel, &format!("the board with {notation}"), |message| {
            message["author"]["bot"] == json!(true)
                && message["flags"].as_u64().unwrap_or(0) & 64 == 0
                && message["attachments"].as_array().is_some_and(|files| !files.is_empty())
                && text_of(message).contains(notation)
        })
        .await
}

/// The channel of direct messages between the bot and this person.
async fn dm(stage: &Stage, who: &Person) -> anyhow::Result<String> {
    let bot = string(&stage.state(&who.id).await?["bot_id"]);
    let channel = stage.post("/sandbox/dm", &json!({ "user": who.id, "recipient": bot })).await?;
    Ok(string(&channel["id"]))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archived_thread_is_woken_by_the_next_board() -> Story {
    let stage = Stage::open("archived-thread").await?;
    let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &dmitri, json!({})).await?;
    let thread = format!("/sandbox/channels/{}", game.thread);
    stage.patch(&thread, &json!({ "archived": true })).await?;
    stage.command(&ada, &stage.games, "move", &json!({ "move": "a1b2", "game": game.id })).await?;
    board_of(&stage, &ada, &game.thread, "a1b2").await?;
    let channels = stage.state(&ada.id).await?["channels"].clone();
    let channel = channels.as_array().into_iter().flatten().find(|channel| channel["id"] == json!(game.thread));
    assert_eq!(channel.map(|channel| &channel["archived"]), Some(&json!(false)), "{channels:#}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_whose_thread_is_locked_goes_on_in_the_channel() -> Story {
    let stage = Stage::open("locked-thread").await?;
    let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &dmitri, json!({})).await?;
    stage.patch(&format!("/sandbox/channels/{}", game.thread), &json!({ "locked": true })).await?;
    stage.command(&ada, &stage.games, "move", &json!({ "move": "a1b2", "game": game.id })).await?;
    let board = board_of(&stage, &dmitri, &stage.games, "a1b2").await?;
    assert!(text_of(&board).contains(&format!("<@{}>", dmitri.id)), "{board:#}");
    let entry = stage.press(&dmitri, &board, &control(&board, "move")?).await?;
    assert!(entry.is_private() && control(&entry.message, "from").is_ok(), "{:#}", entry.whole);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_shut_out_everywhere_goes_on_in_direct_messages() -> Story {
    let stage = Stage::open("shut-out").await?;
    let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &dmitri, json!({})).await?;
    // A thread has the rights of its channel.
    let channel = format!("/sandbox/channels/{}", stage.games);
    stage.patch(&channel, &json!({ "bot_may_send": false })).await?;
    stage.command(&ada, &stage.games, "move", &json!({ "move": "a1b2", "game": game.id })).await?;
    for who in [&ada, &dmitri] {
        board_of(&stage, who, &dm(&stage, who).await?, "a1b2").await?;
    }
    // The player on turn takes no direct messages: the other hears of it, and the game goes on.
    stage.patch(&format!("/sandbox/users/{}", ada.id), &json!({ "dm_closed": true })).await?;
    let letters = dm(&stage, &dmitri).await?;
    let answer = stage.command(&dmitri, &letters, "move", &json!({ "move": "i9h8", "game": game.id })).await?;
    assert!(answer.text().contains("i9h8"), "{}", answer.text());
    let board = board_of(&stage, &dmitri, &letters, "i9h8").await?;
    assert!(text_of(&board).contains(&format!("I cannot reach <@{}>", ada.id)), "{board:#}");
    // The channel opens again: that is where the next board goes.
    stage.patch(&channel, &json!({ "bot_may_send": true })).await?;
    stage.command(&ada, &stage.games, "move", &json!({ "move": "a2b3", "game": game.id })).await?;
    board_of(&stage, &ada, &game.thread, "a2b3").await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_made_in_direct_messages_reaches_the_opponent_and_is_played_there() -> Story {
    let stage = Stage::open("dm-challenge").await?;
    let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let (hers, his) = (dm(&stage, &ada).await?, dm(&stage, &dmitri).await?);
    stage.command(&ada, &hers, "challenge", &json!({ "user": dmitri.id, "color": "black" })).await?;
    let offered = stage.message(&dmitri, &his, "the challenge", |message| control(message, "accept").is_ok()).await?;
    // She can withdraw it below the answer to her command, and below her copy of it.
    let is_copy =
        |message: &Value| message["flags"].as_u64().unwrap_or(0) & 64 == 0 && control(message, "withdraw").is_ok();
    let copy = stage.message(&ada, &hers, "her copy of it", is_copy).await?;
    assert!(control(&copy, "accept").is_err() && control(&offered, "withdraw").is_err(), "{copy:#} {offered:#}");
    let accept = control(&offered, "accept")?;
    let id = accept.split(':').nth(2).unwrap_or_default().to_owned();
    stage.press(&dmitri, &offered, &accept).await?;
    let bare = |posted: &Value| {
        let id = posted["id"].clone();
        move |message: &Value| message["id"] == id && controls(message).is_empty()
    };
    stage.message(&dmitri, &his, "the challenge without buttons", bare(&offered)).await?;
    stage.message(&ada, &hers, "her copy without buttons", bare(&copy)).await?;

    let first = |message: &Value| controls(message).contains(&format!("v1:move:{id}:0"));
    let boards = (
        stage.message(&ada, &hers, "her board", first).await?,
        stage.message(&dmitri, &his, "his board", first).await?,
    );
    // What is for one of the two is read by that one.
    stage.command(&ada, &hers, "draw", &json!({})).await?;
    let offer = stage.message(&dmitri, &his, "the draw offer", |message| control(message, "draw-no").is_ok()).await?;
    stage.command(&ada, &hers, "move", &json!({ "move": "a1b2" })).await?;
    board_of(&stage, &dmitri, &his, "a1b2").await?;
    board_of(&stage, &ada, &hers, "a1b2").await?;
    stage.press(&dmitri, &offer, &control(&offer, "draw-no")?).await?;
    assert!(stage.messages(&ada, &hers).await?.iter().all(|message| !text_of(message).contains("offers a draw")));
    for (who, channel, left) in [(&ada, &hers, &boards.0), (&dmitri, &his, &boards.1), (&dmitri, &his, &offer)] {
        stage.message(who, channel, "what is answered without buttons", bare(left)).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn each_player_of_a_game_in_direct_messages_reads_it_in_their_own_language() -> Story {
    let stage = Stage::open_with("dm-languages", &[("SUMITO__VACATION__DAYS_PER_YEAR", "30")]).await?;
    let (ada, chloe) = (stage.person("Ada").await?, stage.person("Chloé").await?);
    let (hers, others) = (dm(&stage, &ada).await?, dm(&stage, &chloe).await?);
    // She has used the bot before.
    stage.command(&chloe, &others, "help", &json!({})).await?;
    stage.command(&ada, &hers, "challenge", &json!({ "user": chloe.id, "color": "black" })).await?;
    let offered = stage.message(&chloe, &others, "the challenge", |message| control(message, "accept").is_ok()).await?;
    assert!(text_of(&offered).contains("vous défie"), "{offered:#}");
    stage.press(&chloe, &offered, &control(&offered, "accept")?).await?;
    let says = |said: &'static str| move |message: &Value| text_of(message).contains(said);
    stage.message(&chloe, &others, "that it is accepted", says("**Accepté")).await?;
    stage.message(&ada, &hers, "that it is accepted", says("**Accepted")).await?;
    let english = stage.message(&ada, &hers, "her board", says("The game begins")).await?;
    let french = stage.message(&chloe, &others, "the other's board", says("La partie commence")).await?;

    // The boards name the deadline that counts, each in its language.
    let is = |posted: &Value, away: &'static str, there: bool| {
        let id = posted["id"].clone();
        move |message: &Value| {
            message["id"] == id && text_of(message).contains(away) == there && !controls(message).is_empty()
        }
    };
    let planned = stage.command(&ada, &hers, "vacation start", &json!({ "from": "tomorrow", "days": 2 })).await?;
    assert!(planned.text().starts_with("Your vacation is planned"), "{}", planned.text());
    stage.message(&ada, &hers, "her vacation", is(&english, "On vacation:", true)).await?;
    stage.message(&chloe, &others, "her vacation", is(&french, "En congé", true)).await?;
    stage.command(&ada, &hers, "vacation stop", &json!({})).await?;
    stage.message(&ada, &hers, "none", is(&english, "On vacation:", false)).await?;
    stage.message(&chloe, &others, "none", is(&french, "En congé", false)).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenger_hears_that_the_opponent_cannot_be_reached() -> Story {
    let stage = Stage::open("unreached").await?;
    let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    stage.patch(&format!("/sandbox/channels/{}", stage.games), &json!({ "bot_may_send": false })).await?;
    stage.patch(&format!("/sandbox/users/{}", dmitri.id), &json!({ "dm_closed": true })).await?;
    stage.command(&ada, &stage.games, "challenge", &json!({ "user": dmitri.id })).await?;
    let told = format!("I cannot reach <@{}>", dmitri.id);
    let letters = dm(&stage, &ada).await?;
    stage.message(&ada, &letters, "the bad news", |message| text_of(message).contains(&told)).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_reaches_nobody_says_so_in_the_answer_to_the_command() -> Story {
    let stage = Stage::open("told-in-the-answer").await?;
    let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    stage.patch(&format!("/sandbox/channels/{}", stage.games), &json!({ "bot_may_send": false })).await?;
    for who in [&ada, &dmitri] {
        stage.patch(&format!("/sandbox/users/{}", who.id), &json!({ "dm_closed": true })).await?;
    }
    stage.command(&ada, &stage.games, "challenge", &json!({ "user": dmitri.id })).await?;
    let told = format!("I cannot reach <@{}>", dmitri.id);
    let answer = stage.message(&ada, &stage.games, "the bad news", |message| text_of(message).contains(&told)).await?;
    assert!(answer["flags"].as_u64().unwrap_or(0) & 64 != 0 && control(&answer, "withdraw").is_ok(), "{answer:#}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_thread_whose_answer_is_lost_is_made_once() -> Story {
    let stage = Stage::open("thread-once").await?;
    let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &dmitri, json!({})).await?;
    stage.delete(&format!("/sandbox/channels/{}", game.thread)).await?;
    let lost = json!({ "method": "POST", "path_contains": "/threads", "status": 0 });
    stage.post("/sandbox/faults", &json!({ "fail_next": [lost] })).await?;
    stage.command(&ada, &stage.games, "move", &json!({ "move": "a1b2", "game": game.id })).await?;
    stage.until("the lost answer", async || Ok(stage.bot_log().contains("Could not send board").then_some(()))).await?;
    let threads = async || -> anyhow::Result<Vec<String>> {
        let state = stage.state(&ada.id).await?;
        let channels = state["channels"].as_array().into_iter().flatten();
        Ok(channels.filter(|channel| channel["type"] == json!(11)).map(|channel| string(&channel["id"])).collect())
    };
    let thread = stage.until("the new thread", async || Ok(threads().await?.pop())).await?;
    let board = stage.through_retries("the board", async || {
        let messages = stage.messages(&ada, &thread).await?;
        Ok(messages.into_iter().find(|message| text_of(message).contains("a1b2")))
    });
    board.await?;
    assert_eq!(threads().await?, [thread]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_may_have_no_new_thread_goes_on_in_the_channel() -> Story {
    let stage = Stage::open("thread-refused").await?;
    let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &dmitri, json!({})).await?;
    stage.delete(&format!("/sandbox/channels/{}", game.thread)).await?;
    let channel = format!("/sandbox/channels/{}", stage.games);
    stage.patch(&channel, &json!({ "bot_may_create_threads": false })).await?;
    stage.command(&ada, &stage.games, "move", &json!({ "move": "a1b2", "game": game.id })).await?;
    board_of(&stage, &ada, &stage.games, "a1b2").await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_reached_leaves_the_game_playable_and_the_host_can_send_it_again() -> Story {
    let mut stage = Stage::open("nobody-reached").await?;
    let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &dmitri, json!({})).await?;
    // A thread has the rights of its channel.
    let channel = format!("/sandbox/channels/{}", stage.games);
    stage.patch(&channel, &json!({ "bot_may_send": false })).await?;
    for who in [&ada, &dmitri] {
        stage.patch(&format!("/sandbox/users/{}", who.id), &json!({ "dm_closed": true })).await?;
    }
    stage.command(&ada, &stage.games, "move", &json!({ "move": "a1b2", "game": game.id })).await?;
    stage
        .until("the cause in the log", async || Ok(stage.bot_log().contains("Gave up board of game").then_some(())))
        .await?;
    let answer = stage.command(&dmitri, &stage.games, "board", &json!({ "game": game.id })).await?;
    assert!(answer.text().contains("a1b2"), "{}", answer.text());

    let meanwhile = stage.ask_as_host(&["outbox", "list"]).await;
    stage.kill_bot().await?;
    let list = stage.ask_as_host(&["outbox", "list"]).await?;
    if on_postgres() {
        assert_eq!(meanwhile?, list, "a server is for everybody");
    } else {
        let refused = meanwhile.expect_err("the bot has it open").to_string();
        assert!(refused.contains("in use by another process"), "{refused}");
    }
    assert!(list.contains(&game.id) && list.contains("50007") && list.ends_with("1 given up\n"), "{list}");
    let (time, rest) = list.split_once(" UTC  ").unwrap_or_default();
    let digits = time.chars().filter(char::is_ascii_digit).count();
    assert!(time.len() == "2026-11-21 15:04:05".len() && digits == 14 && rest.starts_with(&game.id), "{list}");
    stage.patch(&channel, &json!({ "bot_may_send": true })).await?;
    let taken_up = stage.ask_as_host(&["outbox", "retry"]).await?;
    assert!(taken_up.ends_with("1 taken up again\n"), "{taken_up}");
    stage.start_bot(&[]).await?;
    stage.board(&game, 1).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_of_the_whole_bot_stops_every_post_but_no_answer() -> Story {
    let stage = Stage::open("global-limit").await?;
    let (ada, dmitri, chloe) =
        (stage.person("Ada").await?, stage.person("Dmitri").await?, stage.person("Chloé").await?);
    let one = stage.start_game(&ada, &dmitri, json!({})).await?;
    let other = stage.start_game(&chloe, &dmitri, json!({})).await?;
    let since = stage.get("/sandbox/log").await?["next"].clone();
    let fault = json!({ "method": "POST", "path_contains": format!("/channels/{}/messages", one.thread), "status": 429, "global": true });
    stage.post("/sandbox/faults", &json!({ "fail_next": [fault] })).await?;
    stage.play(&one, &ada, "a1b2").await?;
    stage.until("the limit", async || Ok(stage.bot_log().contains("asks the whole bot to wait").then_some(()))).await?;
    assert!(stage.play(&other, &chloe, "a1b2").await?.text().contains("a1b2"), "answers are exempt");
    stage.board(&other, 1).await?;
    // The retry of the first board waits on the world's clock.
    stage.advance(60_000).await?;
    stage.board(&one, 1).await?;

    let log = stage.get(&format!("/sandbox/log?since={since}")).await?;
    let entries: Vec<&Value> = log["entries"].as_array().into_iter().flatten().collect();
    let at = |entry: &Value| entry["at_ms"].as_i64().unwrap_or(0);
    let limited = entries.iter().position(|entry| entry["status"] == json!(429)).expect("the fault was used");
    let after = entries[limited + 1..].iter().copied();
    let answered =
        after.clone().find(|entry| entry["path"].as_str().is_some_and(|path| path.contains("/interactions/")));
    let paced = after.clone().find(|entry| entry["path"].as_str().is_some_and(|path| path.contains("/channels/")));
    let (answered, paced) = (answered.expect("the answer to the second move"), paced.expect("the second board"));
    assert!(at(answered) - at(entries[limited]) < 900, "{answered:#}");
    assert!(at(paced) - at(entries[limited]) >= 1000, "{paced:#}");
    Ok(())
}
