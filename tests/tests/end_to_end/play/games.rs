//! Whole games from the challenge to the result, by slash commands and buttons.

use serde_json::json;
use tests::{Answer, Harness, Person, TestResult, control, text_of, world_championship_final};

#[tokio::test(flavor = "multi_thread")]
async fn the_final_of_the_world_championship_is_played_move_by_move_and_ends_by_resignation() -> TestResult {
    let (harness, game, [ada, dmitri]) =
        Harness::start_with_game("final", json!({ "layout": "belgian-daisy" })).await?;
    let moves = world_championship_final();
    assert_eq!(moves.len(), 115);
    let mut any_game = rules::open("abalone layout=belgian-daisy")?;
    for (ply, notation) in moves.iter().enumerate() {
        harness.play_and_see(&game, ply, notation).await?;
        any_game.play(notation)?;
    }

    // The published position after the last move: Black has ejected five, White one.
    let text = harness.command(&ada, &game.thread, "board", &json!({ "style": "text" })).await?.text();
    assert!(
        text.contains(&format!("Score: <@{}> **5 – 1** <@{}> (first\u{a0}to\u{a0}6)\n", ada.id, dmitri.id)),
        "{text}"
    );
    assert!(
        any_game.position().starts_with("3w1/3bb1/3bb2/2bb2b1/2bww4/2ww1wb1/3wwbb/1b2w1/4b w 1-5 115"),
        "{}",
        any_game.position()
    );

    let board = harness.board(&game, 115).await?;
    let panel = harness.press(&dmitri, &board, "game").await?;
    let ask = harness.press(&dmitri, &panel.message, "resign").await?;
    assert!(ask.is_private(), "the question before resigning is for the player only");
    harness.press(&dmitri, &ask.message, "resign!").await?;
    let result = format!("**<@{}> beat <@{}> 5–1** by resignation.\n115 moves", ada.id, dmitri.id);
    harness.message(&ada, &game.thread, "the result", |message| text_of(message).starts_with(&result)).await?;
    let late = harness.play(&game, &dmitri, "i8h7").await?;
    assert!(late.text().contains("over"), "a move after the end is refused: {}", late.text());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_entered_with_buttons_also_after_a_restart() -> TestResult {
    let (mut harness, game, [ada, dmitri]) = Harness::start_with_game("entry", json!({})).await?;
    // From the public board, and from a private one, whose message has another layout.
    let board = harness.board(&game, 0).await?;
    harness.kill_bot().await?;
    harness.start_bot(&[]).await?;
    let entry = harness.press(&ada, &board, "move").await?;
    play_with_the_menu(&harness, &ada, &entry).await?;
    harness.board(&game, 1).await?;
    let board = harness.command(&dmitri, &game.thread, "board", &json!({})).await?;
    let entry = harness.press(&dmitri, &board.message, "move").await?;
    play_with_the_menu(&harness, &dmitri, &entry).await?;
    harness.board(&game, 2).await?;
    Ok(())
}

/// Chooses the first group and its first direction, and plays.
async fn play_with_the_menu(harness: &Harness, who: &Person, entry: &Answer) -> TestResult {
    assert!(entry.is_private(), "the entry is for the player only");
    let select = control(&entry.message, "from")?;
    let options = entry.message["components"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|row| row["components"].as_array().into_iter().flatten())
        .find(|control| control["custom_id"] == json!(select))
        .and_then(|control| control["options"].as_array().cloned())
        .unwrap_or_default();
    assert!(!options.is_empty() && options.len() <= 25);
    let value = tests::string(&options[0]["value"]);
    let arrows = harness.choose(who, &entry.message, &select, &value).await?;
    let preview = harness.press(who, &arrows.message, "dir").await?;
    let played = harness.press(who, &preview.message, "play").await?;
    assert!(played.state == "answered" && played.text().starts_with("You played"), "{:#}", played.whole);
    Ok(())
}
