//! A game with hidden colors.

use serde_json::{Value, json};
use tests::{Harness, TestResult, controls, text_of};

#[tokio::test(flavor = "multi_thread")]
async fn hidden_colors_are_not_revealed_to_a_spectator_before_the_end() -> TestResult {
    let harness = Harness::start("hidden-colors").await?;
    let [ada, dmitri, spectator] = harness.people(["Ada", "Dmitri", "Emma"]).await?;
    // The board of such a game has no move button, so `start_game` would wait in vain.
    let card = harness.challenge(&ada, &dmitri, json!({ "options": "colors=one", "color": "black" })).await?;
    harness.press(&dmitri, &card, "accept").await?;
    let game = harness.game_of(&card, &ada, &dmitri).await?;
    for (ply, notation) in ["a1b2", "i9h8", "b1c2"].into_iter().enumerate() {
        let answer = harness.play(&game, game.on_turn(ply), notation).await?;
        assert!(answer.text().contains("You played"), "{notation}: {}", answer.text());
        let button = format!("v1:type:{}:{}", game.id, ply + 1);
        harness.message(&ada, &game.thread, "its board", |message| controls(message).contains(&button)).await?;
    }
    // A sequence of boards would reveal the colors, so only the newest one remains.
    harness
        .until("the earlier boards to go", async || {
            let boards = harness.messages(&spectator, &game.thread).await?;
            let boards = boards.iter().filter(|message| text_of(message).contains("Score: "));
            Ok((boards.count() == 1).then_some(()))
        })
        .await?;
    let before = harness.messages(&spectator, &game.thread).await?;
    let board = harness.command(&spectator, &game.thread, "board", &json!({ "style": "text" })).await?;
    let mut surfaces: Vec<String> = before.iter().map(Value::to_string).collect();
    surfaces.push(board.whole.to_string());
    for surface in &surfaces {
        for revealing in ["Black marbles", "White marbles", "@ @", "O O", "v1:move:"] {
            assert!(!surface.contains(revealing), "{revealing:?} in {surface}");
        }
    }
    // All illegal moves get the same refusal.
    let mut answers = Vec::new();
    for mv in ["b2c3", "e5e6", "i6i5"] {
        let answer = harness.command(&dmitri, &game.thread, "move", &json!({ "move": mv })).await?;
        answers.push(answer.text().replace(mv, "…"));
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    let choices = harness.complete(&dmitri, &game.thread, "move", "move", "").await?;
    assert!(choices.is_empty(), "{choices:?}");
    harness.resign(&dmitri, &game.thread).await?;
    let names_colors = |message: &Value| message.to_string().contains("Black marbles: ");
    harness.message(&spectator, &game.thread, "the board with its colors", names_colors).await?;
    Ok(())
}
