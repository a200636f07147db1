//! Steps through a game, forms, and a game that begins with a position of another one.

use serde_json::{Value, json};
use tests::{Harness, TestResult, control, controls, text_of};

/// The button whose text begins with this letter.
fn step(message: &Value, letter: char) -> String {
    let fits = |id: &String| id.starts_with("v1:step:") && id.rsplit(':').next().unwrap_or("").starts_with(letter);
    controls(message).into_iter().find(fits).unwrap_or_else(|| panic!("no {letter}: {message:#}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_stepped_through_and_played_on_from_a_position() -> TestResult {
    let mut harness = Harness::start("steps").await?;
    let [ada, dmitri, emma] = harness.people(["Ada", "Dmitri", "Emma"]).await?;
    let game = harness.start_game(&ada, &dmitri, json!({})).await?;
    for (ply, mv) in ["a1b2", "i9h8", "d4c3", "f6g7"].into_iter().enumerate() {
        harness.play(&game, game.on_turn(ply), mv).await?;
    }
    let board = harness.command(&emma, &harness.games, "board", &json!({ "game": "#1" })).await?;
    let back = harness.press(&emma, &board.message, &step(&board.message, 'b')).await?;
    assert!(back.is_private() && back.text().contains("Last move: `d4c3`"), "{}", back.text());
    // The buttons carry all necessary state, so they work after a restart.
    harness.kill_bot().await?;
    harness.start_bot(&[]).await?;
    let back = harness.press(&emma, &back.message, &step(&back.message, 'b')).await?;
    assert!(back.text().contains("Last move: `i9h8`"), "{}", back.text());
    let form = harness.press(&emma, &back.message, "go-to").await?;
    let start = harness.submit(&emma, &harness.games, &form, "move", "0").await?;
    assert!(start.text().contains("Starting position"), "{:#}", start.whole);

    harness.resign(&dmitri, &game.thread).await?;
    let last = harness.last_board(&ada, &game.thread).await?;
    let back = harness.press(&ada, &last, &step(&last, 'b')).await?;
    assert!(back.is_private() && back.text().contains("Last move: `d4c3`"), "{}", back.text());
    let back = harness.press(&ada, &back.message, &step(&back.message, 'b')).await?;

    let asked = harness.press(&ada, &back.message, "fork").await?;
    assert!(asked.text().starts_with("Who do you want to play"), "{}", asked.text());
    let sent = harness.choose(&ada, &asked.message, "fork-with", &emma.id).await?;
    assert!(sent.text().contains(&emma.id), "{:#}", sent.whole);
    let is_new = |message: &Value| control(message, "accept").is_ok();
    let posted = harness.message(&emma, &harness.games, "the challenge", is_new).await?;
    assert!(text_of(&posted).contains("Starts after 2 moves of game `#1`"), "{}", text_of(&posted));
    harness.press(&emma, &posted, "accept").await?;
    let thread = harness.thread_of(&emma, &posted).await?;
    let board = harness.message_with(&emma, &thread, "move").await?;
    assert!(text_of(&board).contains("Last move: `i9h8`") && text_of(&board).contains("**Move 3**"), "{board:#}");
    let played = harness.command(&ada, &thread, "move", &json!({ "move": "d4c3" })).await?;
    assert!(played.text().starts_with("You played"), "{}", played.text());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn typed_moves_are_confirmed_and_lines_are_written_in_a_form() -> TestResult {
    let (harness, game, [ada, dmitri]) = Harness::start_with_game("typed-moves", json!({})).await?;
    harness.command(&ada, &harness.games, "settings moves", &json!({ "confirm": true })).await?;
    // It is not Dmitri's turn: he prepares his answer, and so does Ada hers, before she moves.
    let waits = harness.play(&game, &dmitri, "i9h8").await?;
    let form = harness.press(&dmitri, &waits.message, "line").await?;
    let kept = harness.submit(&dmitri, &game.thread, &form, "moves", "a1b2 i9h8 d4c3 f6g7").await?;
    assert!(kept.is_private(), "{:#}", kept.whole);
    harness.command(&ada, &game.thread, "game line add", &json!({ "moves": "a1b2 i9h8 d4c3" })).await?;
    let shown = harness.play(&game, &ada, "A1B2").await?;
    assert!(shown.text().contains("The board after `a1b2`"), "{}", shown.text());
    harness.press(&ada, &shown.message, "play").await?;
    let board = harness.board(&game, 4).await?;
    assert!(text_of(&board).contains("Moves played: `a1b2` (Black), `i9h8` (White), `d4c3` (Black), `f6g7` (White)"));
    Ok(())
}
