//! What players of a running game settle among themselves: calling it off.

use serde_json::json;
use tests::{Stage, control, controls, text_of};

type Story = anyhow::Result<()>;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_called_off_before_both_have_moved_and_has_no_result() -> Story {
    let stage = Stage::open("abort").await?;
    let (ada, bruno, chloe) = (stage.person("Ada").await?, stage.person("Dmitri").await?, stage.person("Chloé").await?);
    let game = stage.start_game(&ada, &bruno, json!({})).await?;
    stage.play(&game, &ada, "a1b2").await?;
    let board = stage.board(&game, 1).await?;
    let ask = stage.command(&bruno, &game.thread, "abort", &json!({})).await?;
    assert!(ask.is_private() && ask.text().starts_with("Do you want to call off the game"), "{}", ask.text());
    let stranger = stage.command(&chloe, &game.thread, "abort", &json!({})).await?;
    assert_eq!(stranger.text(), "Vous ne jouez pas dans cette partie.");
    // Both want it at the same time, and one of them clicks twice.
    let other = stage.command(&ada, &game.thread, "abort", &json!({})).await?;
    let yes = control(&ask.message, "abort!")?;
    let first = stage.send_press(&bruno, &ask.message, &yes).await?;
    let second = stage.send_press(&bruno, &ask.message, &yes).await?;
    for answer in [stage.answer(&first).await?, stage.answer(&second).await?] {
        assert!(answer.text().starts_with("You have called off the game"), "{}", answer.text());
    }
    let late = stage.press(&ada, &other.message, &control(&other.message, "abort!")?).await?;
    assert_eq!(late.text(), "This game was called off.");
    let told = format!("<@{}>, <@{}> has called the game off before everybody had made a move.", ada.id, bruno.id);
    stage.message(&ada, &game.thread, "the word to the other", |message| text_of(message).starts_with(&told)).await?;
    stage
        .until("the board without buttons", async || {
            let messages = stage.messages(&ada, &game.thread).await?;
            let board = messages.iter().find(|message| message["id"] == board["id"]);
            Ok(board.is_some_and(|board| controls(board).is_empty()).then_some(()))
        })
        .await?;

    assert_eq!(stage.play(&game, &bruno, "i9h8").await?.text(), "This game was called off.");
    let shown = stage.command(&ada, &stage.games, "board", &json!({ "game": game.id })).await?;
    assert!(shown.text().contains("called it off"), "{}", shown.text());
    let said = |message: &serde_json::Value| text_of(message).starts_with(&told);
    assert_eq!(stage.messages(&ada, &game.thread).await?.iter().filter(|message| said(message)).count(), 1);
    Ok(())
}
