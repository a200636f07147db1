//! Where a game is spoken of when its thread is archived, locked or closed to the bot, and how long the bot keeps quiet when
//! Discord asks it to.

use serde_json::{Value, json};
use tests::{Person, Stage, string, text_of};

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
    let entry = stage.press(&dmitri, &board, &tests::control(&board, "move")?).await?;
    assert!(entry.is_private() && tests::control(&entry.message, "from").is_ok(), "{:#}", entry.whole);
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
    // One of the two takes no direct messages: the other still hears of it, and the game goes on.
    stage.patch(&format!("/sandbox/users/{}", ada.id), &json!({ "dm_closed": true })).await?;
    let letters = dm(&stage, &dmitri).await?;
    let answer = stage.command(&dmitri, &letters, "move", &json!({ "move": "i9h8", "game": game.id })).await?;
    assert!(answer.text().contains("i9h8"), "{}", answer.text());
    board_of(&stage, &dmitri, &letters, "i9h8").await?;
    // The channel opens again: that is where the next board goes.
    stage.patch(&channel, &json!({ "bot_may_send": true })).await?;
    stage.command(&ada, &stage.games, "move", &json!({ "move": "a2b3", "game": game.id })).await?;
    board_of(&stage, &ada, &game.thread, "a2b3").await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_reached_leaves_the_game_playable_and_the_cause_in_the_log() -> Story {
    let stage = Stage::open("nobody-reached").await?;
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
