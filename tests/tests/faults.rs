//! What goes wrong on Discord and on machines: clicks that come twice, late or from strangers; restarts; crashes; errors.

use serde_json::{Value, json};
use tests::{DAY, Game, HOUR, Stage, control, controls, text_of};

type Story = anyhow::Result<()>;

/// How many messages of the bot speak of this ply, with or without their buttons.
fn boards(messages: &[Value], notation: &str) -> usize {
    messages
        .iter()
        .filter(|message| message["flags"].as_u64().unwrap_or(0) & 64 == 0)
        .filter(|message| message["author"]["bot"] == json!(true) && text_of(message).contains(notation))
        .filter(|message| message["attachments"].as_array().is_some_and(|files| !files.is_empty()))
        .count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_click_on_accept_starts_one_game() -> Story {
    let stage = Stage::open("double-click").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    stage.command(&ada, &stage.games, "challenge", &json!({ "user": bruno.id })).await?;
    let posted = stage.message(&bruno, &stage.games, "the challenge", |m| control(m, "accept").is_ok()).await?;
    let accept = control(&posted, "accept")?;
    let (first, second) =
        tokio::try_join!(stage.send_press(&bruno, &posted, &accept), stage.send_press(&bruno, &posted, &accept))?;
    let (first, second) = (stage.answer(&first).await?, stage.answer(&second).await?);
    assert!(first.state == "answered" && second.state == "answered", "both clicks are answered");
    let id = accept.split(':').nth(2).unwrap_or_default().to_owned();
    let thread = stage.thread_of(&ada, &posted).await?;
    let game = Game { id, thread, black: ada.clone(), white: bruno.clone() };
    stage.board(&game, 0).await?;
    // Whatever a second game would have said stands before the answer to a move in the first.
    stage.play(&game, &ada, "a1b2").await?;
    stage.play(&game, &bruno, "a1b2").await?;
    let state = stage.state(&ada.id).await?;
    let threads = state["channels"].as_array().into_iter().flatten().filter(|c| c["type"] == json!(11)).count();
    let firsts = stage.messages(&ada, &game.thread).await?;
    let begins = firsts.iter().filter(|message| text_of(message).contains("The game begins")).count();
    assert_eq!((threads, begins), (1, 1), "{firsts:#?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stale_button_says_that_the_board_has_moved_on() -> Story {
    let stage = Stage::open("stale").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &bruno, json!({})).await?;
    let board = stage.board(&game, 0).await?;
    let entry = stage.press(&ada, &board, &control(&board, "move")?).await?;
    let select = control(&entry.message, "from")?;
    stage.play(&game, &ada, "a1b2").await?;
    stage.board(&game, 1).await?;
    let value =
        entry.message["components"][0]["components"][0]["options"][0]["value"].as_str().unwrap_or_default().to_owned();
    let stale = stage.choose(&ada, &entry.message, &select, &value).await?;
    assert!(stale.text().contains("moved on"), "{}", stale.text());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_pressing_changes_nothing() -> Story {
    let stage = Stage::open("stranger").await?;
    let (ada, bruno, chloe) = (stage.person("Ada").await?, stage.person("Dmitri").await?, stage.person("Chloé").await?);
    stage.command(&ada, &stage.games, "challenge", &json!({ "user": bruno.id, "color": "black" })).await?;
    let posted = stage.message(&bruno, &stage.games, "the challenge", |m| control(m, "accept").is_ok()).await?;
    for verb in ["accept", "decline", "withdraw"] {
        if let Ok(id) = control(&posted, verb) {
            let answer = stage.press(&chloe, &posted, &id).await?;
            assert!(answer.is_private(), "{verb} by a stranger: {:#}", answer.whole);
        }
    }
    let own = stage.press(&ada, &posted, &control(&posted, "accept")?).await?;
    assert!(own.is_private(), "the challenger cannot accept for the opponent");
    let still =
        stage.message(&bruno, &stage.games, "the challenge, still open", |m| control(m, "accept").is_ok()).await?;
    assert_eq!(still["id"], posted["id"]);

    let game = stage.start_game(&ada, &bruno, json!({ "sprint": 20 })).await?;
    let board = stage.board(&game, 0).await?;
    for id in controls(&board) {
        let answer = stage.press(&chloe, &board, &id).await?;
        assert!(answer.is_private(), "{id} by a stranger: {:#}", answer.whole);
    }
    let answer = stage.command(&chloe, &game.thread, "move", &json!({ "move": "a1b2" })).await?;
    assert!(answer.is_private());
    assert_eq!(stage.board(&game, 0).await?["id"], board["id"], "nothing has changed");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_and_games_survive_a_restart() -> Story {
    let mut stage = Stage::open("restart").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &bruno, json!({})).await?;
    stage.play(&game, &ada, "a1b2").await?;
    let board = stage.board(&game, 1).await?;
    stage.kill_bot().await?;
    stage.start_bot(&[]).await?;
    let entry = stage.press(&bruno, &board, &control(&board, "move")?).await?;
    assert!(entry.is_private() && control(&entry.message, "from").is_ok(), "{:#}", entry.whole);
    let answer = stage.play(&game, &bruno, "i9h8").await?;
    assert!(answer.text().contains("i9h8"), "{}", answer.text());
    stage.board(&game, 2).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_committed_before_a_crash_is_announced_once_after_it() -> Story {
    let mut stage = Stage::open("crash-committed").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &bruno, json!({})).await?;
    for point in ["committed-not-answered", "posted-not-recorded"] {
        let (who, mv, ply) = if point == "committed-not-answered" { (&ada, "a1b2", 1) } else { (&bruno, "i9h8", 2) };
        stage.kill_bot().await?;
        stage.start_bot(&[("SUMITO_CRASH_AT", &format!("{point}:1"))]).await?;
        stage.send_command(who, &game.thread, "move", &json!({ "move": mv })).await?;
        stage.wait_for_death().await?;
        stage.start_bot(&[]).await?;
        stage.board(&game, ply).await?;
        tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
        let messages = stage.messages(&ada, &game.thread).await?;
        assert_eq!(boards(&messages, mv), 1, "{point}: {mv} is announced once: {messages:#?}");
        let again = stage.play(&game, who, mv).await?;
        assert!(again.text().contains("turn"), "{point}: the move was counted: {}", again.text());
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn events_delivered_twice_act_once() -> Story {
    let stage = Stage::open("duplicates").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    stage.post("/sandbox/faults", &json!({ "duplicate_events_percent": 100 })).await?;
    let game = stage.start_game(&ada, &bruno, json!({})).await?;
    assert!(stage.play(&game, &ada, "a1b2").await?.text().contains("a1b2"));
    stage.board(&game, 1).await?;
    assert!(stage.play(&game, &bruno, "i9h8").await?.text().contains("i9h8"));
    stage.board(&game, 2).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_and_limits_of_discord_delay_a_board_and_lose_none() -> Story {
    let stage = Stage::open("errors").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &bruno, json!({})).await?;
    // A refusal without a code of Discord's comes from something in between; a token that is refused will be mended.
    let refusals =
        [(502, "a1b2", &ada), (429, "i9h8", &bruno), (500, "a2b3", &ada), (401, "h8g7", &bruno), (403, "a4b5", &ada)];
    for ((status, mv, who), ply) in refusals.into_iter().zip(1..) {
        let path = format!("/channels/{}/messages", game.thread);
        stage
            .post(
                "/sandbox/faults",
                &json!({ "fail_next": [{ "method": "POST", "path_contains": path, "status": status, "times": 2 }] }),
            )
            .await?;
        stage.play(&game, who, mv).await?;
        for _ in 0..12 {
            stage.advance(10_000).await?;
            tokio::time::sleep(std::time::Duration::from_millis(150)).await;
        }
        stage.board(&game, ply).await?;
        assert_eq!(boards(&stage.messages(&ada, &game.thread).await?, mv), 1, "{status}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_discord_does_not_take_at_once_is_given_again() -> Story {
    let stage = Stage::open("answer-again").await?;
    let ada = stage.person("Ada").await?;
    for status in [502, 429] {
        let fault = json!({ "method": "POST", "path_contains": "/callback", "status": status, "times": 1 });
        stage.post("/sandbox/faults", &json!({ "fail_next": [fault] })).await?;
        let answer = stage.command(&ada, &stage.games, "help", &json!({})).await?;
        assert_eq!(answer.state, "answered", "{status}: {:#}", answer.whole);
    }
    stage.post("/sandbox/faults", &json!({ "drop_answer_percent": 100 })).await?;
    let answer = stage.command(&ada, &stage.games, "help", &json!({})).await?;
    assert_eq!(answer.state, "answered", "the answer came through, and nobody heard so: {:#}", answer.whole);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_bad_day_every_board_stands_once_and_the_last_one_alone_has_buttons() -> Story {
    let stage = Stage::open("bad-day").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &bruno, json!({})).await?;
    let day = json!({ "drop_answer_percent": 15, "fail_5xx_percent": 15, "rate_limit_percent": 10, "duplicate_events_percent": 20 });
    stage.post("/sandbox/faults", &day).await?;
    let moves = ["a1b2", "i9h8", "b2a1", "h8i9", "a2b3", "i8h7", "b3a2", "h7i8"];
    let shown = |messages: &[Value], mv: &str| boards(messages, &format!("`{mv}`"));
    for (number, mv) in moves.into_iter().enumerate() {
        stage.send_command(game.on_turn(number), &game.thread, "move", &json!({ "move": mv })).await?;
        stage
            .through_retries(&format!("the board with {mv}"), async || {
                Ok((shown(&stage.messages(&ada, &game.thread).await?, mv) > 0).then_some(()))
            })
            .await?;
    }
    stage.post("/sandbox/faults", &json!({})).await?;
    // What is tidied up is tidied up after the next board.
    stage.play(&game, &ada, "a3b4").await?;
    let messages = stage
        .through_retries("one board with buttons", async || {
            let messages = stage.messages(&ada, &game.thread).await?;
            let public = messages.iter().filter(|message| message["flags"].as_u64().unwrap_or(0) & 64 == 0);
            let mut armed = public.filter(|message| !controls(message).is_empty());
            let only = armed.next().filter(|message| text_of(message).contains("`a3b4`") && armed.next().is_none());
            Ok(only.is_some().then_some(messages))
        })
        .await?;
    for mv in moves {
        assert_eq!(shown(&messages, mv), 1, "{mv}: {messages:#?}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_gateway_comes_back_after_a_drop() -> Story {
    let stage = Stage::open("gateway").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &bruno, json!({})).await?;
    for kind in ["drop", "reconnect"] {
        stage.post("/sandbox/faults/disconnect", &json!({ "kind": kind })).await?;
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        stage
            .until("the bot is back", async || {
                Ok((stage.state(&ada.id).await?["bot_online"] == json!(true)).then_some(()))
            })
            .await?;
    }
    stage.play(&game, &ada, "a1b2").await?;
    stage.board(&game, 1).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_thread_is_made_anew() -> Story {
    let stage = Stage::open("deleted-thread").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &bruno, json!({})).await?;
    stage.delete(&format!("/sandbox/channels/{}", game.thread)).await?;
    let answer = stage.command(&ada, &stage.games, "move", &json!({ "move": "a1b2", "game": game.id })).await?;
    assert!(answer.text().contains("a1b2"), "{}", answer.text());
    let says = format!("The game is `{}`.", game.id);
    assert!(answer.text().contains(&says) && !answer.text().contains(&game.thread), "{}", answer.text());
    let thread = stage
        .until("a new thread", async || {
            let state = stage.state(&ada.id).await?;
            let mut channels = state["channels"].as_array().into_iter().flatten();
            Ok(channels.find(|channel| channel["type"] == json!(11)).map(|channel| tests::string(&channel["id"])))
        })
        .await?;
    assert_ne!(thread, game.thread);
    stage.board(&Game { thread, ..game }, 1).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_player_on_turn_is_reminded_and_then_loses_on_time() -> Story {
    let stage = Stage::open("time").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &bruno, json!({ "pace": "days:2" })).await?;
    stage.advance(DAY - HOUR).await?;
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    let before = stage.messages(&ada, &game.thread).await?.len();
    stage.advance(2 * HOUR).await?;
    let mention = format!("<@{}>", ada.id);
    stage
        .until("the reminder", async || {
            let messages = stage.messages(&ada, &game.thread).await?;
            Ok(messages[before.min(messages.len())..].iter().any(|m| text_of(m).contains(&mention)).then_some(()))
        })
        .await?;
    stage.play(&game, &ada, "a1b2").await?;
    stage.board(&game, 1).await?;
    stage.advance(2 * DAY + HOUR).await?;
    stage
        .message(&ada, &game.thread, "the loss on time", |m| {
            text_of(m).contains(&mention) && text_of(m).contains("time") && text_of(m).to_lowercase().contains("win")
        })
        .await?;
    let late = stage.play(&game, &bruno, "i9h8").await?;
    assert!(late.text().contains("over"), "{}", late.text());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_nobody_answers_expires() -> Story {
    let stage = Stage::open("expiry").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    stage.command(&ada, &stage.games, "challenge", &json!({ "user": bruno.id })).await?;
    let posted = stage.message(&bruno, &stage.games, "the challenge", |m| control(m, "accept").is_ok()).await?;
    stage.advance(30 * DAY).await?;
    stage
        .message(&bruno, &stage.games, "the expired challenge", |m| m["id"] == posted["id"] && controls(m).is_empty())
        .await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_is_accepted_before_its_lost_answer_is_known_gets_its_thread() -> Story {
    let stage = Stage::open("lost-challenge").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let lost = json!({ "method": "POST", "path_contains": format!("/channels/{}/messages", stage.games), "status": 0 });
    stage.post("/sandbox/faults", &json!({ "fail_next": [lost] })).await?;
    stage.command(&ada, &stage.games, "challenge", &json!({ "user": bruno.id, "color": "black" })).await?;
    let posted = stage.message(&bruno, &stage.games, "the challenge", |m| control(m, "accept").is_ok()).await?;
    let accept = control(&posted, "accept")?;
    stage
        .until("the lost answer", async || Ok(stage.bot_log().contains("Could not send challenge").then_some(())))
        .await?;
    stage.press(&bruno, &posted, &accept).await?;
    let bare = |m: &Value| m["id"] == posted["id"] && controls(m).is_empty();
    let accepted = stage.through_retries("the accepted challenge", async || {
        Ok(stage.messages(&bruno, &stage.games).await?.into_iter().find(bare))
    });
    accepted.await?;
    let id = accept.split(':').nth(2).unwrap_or_default().to_owned();
    let thread = stage.thread_of(&ada, &posted).await?;
    stage.board(&Game { id, thread, black: ada, white: bruno }, 0).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_offer_that_is_declined_loses_its_buttons() -> Story {
    let stage = Stage::open("declined-draw").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &bruno, json!({})).await?;
    stage.command(&ada, &game.thread, "draw", &json!({})).await?;
    let offer = stage.message(&bruno, &game.thread, "the offer", |m| control(m, "draw-no").is_ok()).await?;
    let own = stage.press(&ada, &offer, &control(&offer, "draw-yes")?).await?;
    assert!(own.text().contains("It stays open until"), "{}", own.text());
    stage.press(&bruno, &offer, &control(&offer, "draw-no")?).await?;
    stage
        .message(&ada, &game.thread, "the declined offer", |m| m["id"] == offer["id"] && controls(m).is_empty())
        .await?;
    // The board keeps its own.
    stage.board(&game, 0).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_declined_and_a_withdrawn_challenge_lose_their_buttons() -> Story {
    let stage = Stage::open("declined").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    stage.command(&ada, &stage.games, "challenge", &json!({ "user": bruno.id })).await?;
    let posted = stage.message(&bruno, &stage.games, "the challenge", |m| control(m, "decline").is_ok()).await?;
    stage.press(&bruno, &posted, &control(&posted, "decline")?).await?;
    stage
        .message(&ada, &stage.games, "the declined challenge", |m| m["id"] == posted["id"] && controls(m).is_empty())
        .await?;
    let answer = stage.command(&ada, &stage.games, "challenge", &json!({ "user": bruno.id })).await?;
    let withdraw = control(&answer.message, "withdraw")?;
    let posted = stage.message(&bruno, &stage.games, "the second challenge", |m| control(m, "accept").is_ok()).await?;
    stage.press(&ada, &answer.message, &withdraw).await?;
    stage
        .message(&ada, &stage.games, "the withdrawn challenge", |m| m["id"] == posted["id"] && controls(m).is_empty())
        .await?;
    Ok(())
}
