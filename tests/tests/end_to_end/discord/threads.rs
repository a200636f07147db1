//! The thread of a game, also with a slow Discord, or without room for another thread.

use serde_json::{Value, json};
use tests::{Harness, MINUTE, TestResult, control, game_in, text_of};

fn is_first_board(message: &Value) -> bool {
    message["author"]["bot"] == json!(true) && control(message, "move").is_ok_and(|button| button.ends_with(":0"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_is_accepted_before_it_stands_becomes_a_game_in_a_thread() -> TestResult {
    let harness = Harness::start("thread-slow").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    harness.delay_next_post().await?;
    harness.command(&ada, &harness.games, "challenge", &json!({ "user": dmitri.id, "color": "black" })).await?;
    harness.wait_for_log("Discord asks the bot to wait").await?;
    let list = harness.command(&dmitri, &harness.games, "games", &json!({})).await?;
    harness.press(&dmitri, &list.message, "accept").await?;
    let thread = harness.until_with_retries("the thread", async || Ok(harness.threads(&ada).await?.pop())).await?;
    let board = async || Ok(harness.messages(&ada, &thread).await?.into_iter().find(is_first_board));
    harness.until_with_retries("the first board", board).await?;
    harness.wait_for_empty_outbox().await?;
    assert_eq!(harness.threads(&ada).await?, std::slice::from_ref(&thread));
    let there = harness.messages(&ada, &harness.games).await?;
    assert!(!there.iter().any(is_first_board), "{there:#?}");
    let starter = there.iter().find(|message| message["id"] == json!(thread));
    assert!(starter.is_some_and(|starter| text_of(starter).contains(": the game is here.")), "{there:#?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_at_its_limit_of_threads_is_told_once_and_games_get_theirs_later() -> TestResult {
    let harness = Harness::start("thread-limit").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let first = harness.start_game(&ada, &dmitri, json!({})).await?;
    harness.faults(json!({ "active_threads": 1 })).await?;
    let mut games = Vec::new();
    for _ in 0..2 {
        let card = harness.challenge(&ada, &dmitri, json!({ "color": "black" })).await?;
        harness.press(&dmitri, &card, "accept").await?;
        let number = format!("#{}", games.len() + 2);
        let is_its_board = |message: &Value| is_first_board(message) && text_of(message).contains(&number);
        harness.message(&ada, &harness.games, "its board in the channel", is_its_board).await?;
        games.push(game_in(&card)?);
    }
    let says = |message: &&Value| text_of(message).contains("limit of active threads");
    let there = harness.messages(&ada, &harness.games).await?;
    assert_eq!(there.iter().filter(says).count(), 1, "{there:#?}");
    let reply = harness.command(&ada, &harness.games, "setup show", &json!({})).await?;
    assert!(reply.text().contains("limit of active threads"), "{}", reply.text());

    // The thread of a finished game makes room.
    harness.resign(&dmitri, &first.thread).await?;
    harness.wait_until_idle().await?;
    harness.advance(11 * MINUTE).await?;
    harness.command(&ada, &harness.games, "move", &json!({ "move": "a1b2", "game": games[0] })).await?;
    let opened = async || Ok(harness.threads(&ada).await?.into_iter().find(|thread| *thread != first.thread));
    let thread = harness.until("the thread of the game", opened).await?;
    harness.board_with(&ada, &thread, "a1b2").await?;
    assert_eq!(harness.channel(&ada, &thread).await?["archived"], json!(false));
    Ok(())
}
