//! Several processes of one bot on one PostgreSQL: each gets every interaction, and users see one bot.

use serde_json::json;
use tests::{DAY, Game, Harness, TestResult};

const MOVES: [&str; 8] = ["a1b2", "i9h8", "a2b3", "i8h7", "a3b4", "i7h6", "a4b5", "i6h5"];

async fn play(harness: &Harness, game: &Game, plies: std::ops::Range<usize>) -> TestResult {
    for ply in plies {
        harness.play_and_see(game, ply, MOVES[ply]).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn a_second_process_takes_over_from_a_frozen_or_dead_one_and_repeats_no_message() -> TestResult {
    let mut harness = Harness::start_on_postgres_by_gateway("replicas").await?;
    let _replica = harness.start_replica().await?;
    let (game, [ada, dmitri]) = harness.start_first_game(json!({})).await?;
    play(&harness, &game, 0..3).await?;
    // Each process writes its lines after the message is visible.
    harness.wait_for_log_lines("Sent board of game", 4).await?;
    harness.wait_for_empty_outbox().await?;
    let log = harness.bot_log();
    assert_eq!(log.matches("Sent board of game").count(), 4, "one process sends each board: {log}");
    assert!(!log.contains(" WARN ") && !log.contains(" ERROR "), "no warning, no error: {log}");

    // One process is frozen in the middle of a move and resumes after the other has done its work.
    harness.send_command(&dmitri, &game.thread, "move", &json!({ "move": MOVES[3] })).await?;
    harness.signal_bot("-STOP").await?;
    tokio::time::sleep(std::time::Duration::from_millis(2500)).await;
    harness.advance(tests::MINUTE).await?;
    harness.board(&game, 4).await?;
    play(&harness, &game, 4..6).await?;
    harness.signal_bot("-CONT").await?;
    // Time for the resumed process to repeat its work.
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    harness.assert_announced_once(&game, &MOVES[..6]).await?;

    // One process is killed in the middle of a move.
    harness.send_command(&ada, &game.thread, "move", &json!({ "move": MOVES[6] })).await?;
    harness.kill_bot().await?;
    harness.board(&game, 7).await?;
    play(&harness, &game, 7..8).await?;
    harness.assert_announced_once(&game, &MOVES[..8]).await?;

    // The remaining process watches the clocks.
    harness.advance(4 * DAY).await?;
    harness.message_saying(&ada, &game.thread, "time").await?;
    Ok(())
}
