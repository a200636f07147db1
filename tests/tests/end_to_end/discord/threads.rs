//! The thread of a game, also with a slow Discord, or without room for another thread.

use serde_json::{Value, json};
use tests::{Harness, MINUTE, Person, TestResult, control, game_in, text_of};

fn is_first_board(message: &Value) -> bool {
    message["author"]["bot"] == json!(true) && control(message, "move").is_ok_and(|button| button.ends_with(":0"))
}

/// Waits for the first board of the only game in its only thread, and checks that the channel has none.
async fn assert_begun_in_a_thread(harness: &Harness, who: &Person) -> anyhow::Result<String> {
    let thread = harness.until_with_retries("the thread", async || Ok(harness.threads(who).await?.pop())).await?;
    let board = async || Ok(harness.messages(who, &thread).await?.into_iter().find(is_first_board));
    harness.until_with_retries("the first board", board).await?;
    harness.wait_for_empty_outbox().await?;
    assert_eq!(harness.threads(who).await?, std::slice::from_ref(&thread));
    let there = harness.messages(who, &harness.games).await?;
    assert!(!there.iter().any(is_first_board), "{there:#?}");
    Ok(thread)
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
    let thread = assert_begun_in_a_thread(&harness, &ada).await?;
    let there = harness.messages(&ada, &harness.games).await?;
    let starter = there.iter().find(|message| message["id"] == json!(thread));
    assert!(starter.is_some_and(|starter| text_of(starter).contains(": the game is here.")), "{there:#?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ladder_game_that_silence_accepts_at_once_is_played_in_a_thread() -> TestResult {
    let harness = Harness::start("thread-silence").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    harness.start_ladder(&[&ada, &dmitri], "silence=accepted answer=0").await?;
    harness.delay_next_post().await?;
    harness.command(&dmitri, &harness.games, "ladder challenge", &json!({ "user": ada.id })).await?;
    harness.wait_for_log("Discord asks the bot to wait").await?;
    assert_begun_in_a_thread(&harness, &ada).await?;
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
        let posted = harness.challenge(&ada, &dmitri, json!({ "color": "black" })).await?;
        harness.press(&dmitri, &posted, "accept").await?;
        let number = format!("#{}", games.len() + 2);
        let is_its_board = |message: &Value| is_first_board(message) && text_of(message).contains(&number);
        harness.message(&ada, &harness.games, "its board in the channel", is_its_board).await?;
        games.push(game_in(&posted)?);
    }
    let says = |message: &&Value| text_of(message).contains("limit of active threads");
    let there = harness.messages(&ada, &harness.games).await?;
    assert_eq!(there.iter().filter(says).count(), 1, "{there:#?}");
    let shown = harness.command(&ada, &harness.games, "setup show", &json!({})).await?;
    assert!(shown.text().contains("limit of active threads"), "{}", shown.text());

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
