//! Several processes of one bot on one PostgreSQL: each gets every interaction, and people meet one bot.

use serde_json::{Value, json};
use tests::{DAY, Game, Stage, text_of};

type Story = anyhow::Result<()>;

const MOVES: [&str; 8] = ["a1b2", "i9h8", "a2b3", "i8h7", "a3b4", "i7h6", "a4b5", "i6h5"];

/// The public boards that show this move as the last one.
fn boards(messages: &[Value], notation: &str) -> usize {
    messages
        .iter()
        .filter(|message| message["flags"].as_u64().unwrap_or(0) & 64 == 0)
        .filter(|message| text_of(message).contains(notation))
        .filter(|message| message["attachments"].as_array().is_some_and(|files| !files.is_empty()))
        .count()
}

/// Plays the moves from this ply on, and reads each answer and each board.
async fn play(stage: &Stage, game: &Game, plies: std::ops::Range<usize>) -> Story {
    for ply in plies {
        let answer = stage.play(game, game.on_turn(ply), MOVES[ply]).await?;
        assert!(answer.text().contains(MOVES[ply]), "{}", answer.text());
        stage.board(game, ply as u32 + 1).await?;
    }
    Ok(())
}

async fn each_move_stands_once(stage: &Stage, game: &Game, plies: usize) -> Story {
    let messages = stage.messages(&game.black, &game.thread).await?;
    for notation in &MOVES[..plies] {
        assert_eq!(boards(&messages, notation), 1, "{notation}: {messages:#?}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn when_one_process_freezes_or_dies_the_other_goes_on_and_nothing_is_said_twice() -> Story {
    let mut stage = Stage::open_on_postgres("replicas").await?;
    let _other = stage.start_another().await?;
    let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &dmitri, json!({})).await?;
    play(&stage, &game, 0..3).await?;
    let log = stage.bot_log();
    assert_eq!(log.matches("Sent board of game").count(), 4, "one process sends each board: {log}");
    assert!(!log.contains(" WARN ") && !log.contains(" ERROR "), "there is nothing to worry about: {log}");

    // Frozen in the middle of a move, and back when others have done its work.
    stage.send_command(&dmitri, &game.thread, "move", &json!({ "move": MOVES[3] })).await?;
    stage.signal_bot("-STOP").await?;
    tokio::time::sleep(std::time::Duration::from_millis(2500)).await;
    stage.advance(tests::MINUTE).await?;
    stage.board(&game, 4).await?;
    play(&stage, &game, 4..6).await?;
    stage.signal_bot("-CONT").await?;
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    each_move_stands_once(&stage, &game, 6).await?;

    // Killed in the middle of a move.
    stage.send_command(&ada, &game.thread, "move", &json!({ "move": MOVES[6] })).await?;
    stage.kill_bot().await?;
    stage.board(&game, 7).await?;
    play(&stage, &game, 7..8).await?;
    each_move_stands_once(&stage, &game, 8).await?;

    // Whoever is left watches the clocks.
    stage.advance(4 * DAY).await?;
    stage.message(&ada, &game.thread, "the loss on time", |message| text_of(message).contains("time")).await?;
    Ok(())
}
