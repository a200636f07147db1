//! Challenges whose message is gone, or was never seen: answered from the list of games, or from the board.

use serde_json::json;
use tests::{Game, Person, Stage, control, string};

type Story = anyhow::Result<()>;

/// A challenge of Ada's to Dmitri whose message has been deleted by a moderator.
async fn deleted(stage: &Stage, ada: &Person, dmitri: &Person) -> anyhow::Result<()> {
    stage.command(ada, &stage.games, "challenge", &json!({ "user": dmitri.id, "color": "black" })).await?;
    let posted = stage.message(dmitri, &stage.games, "the challenge", |m| control(m, "accept").is_ok()).await?;
    stage.delete(&format!("/sandbox/messages/{}/{}", stage.games, string(&posted["id"]))).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_whose_message_was_deleted_is_accepted_from_the_list_and_gets_its_thread() -> Story {
    let stage = Stage::open("deleted-challenge").await?;
    let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    deleted(&stage, &ada, &dmitri).await?;
    let list = stage.command(&dmitri, &stage.games, "games", &json!({})).await?;
    let accept = control(&list.message, "accept")?;
    let answer = stage.press(&dmitri, &list.message, &accept).await?;
    assert!(answer.text().contains("You play **White**"), "{}", answer.text());
    let thread = stage
        .until("a thread", async || {
            let state = stage.state(&ada.id).await?;
            let mut channels = state["channels"].as_array().into_iter().flatten();
            Ok(channels.find(|channel| channel["type"] == json!(11)).map(|channel| string(&channel["id"])))
        })
        .await?;
    let id = accept.split(':').nth(2).unwrap_or_default().to_owned();
    let game = Game { id, thread, black: ada.clone(), white: dmitri };
    stage.board(&game, 0).await?;
    stage.play(&game, &ada, "a1b2").await?;
    stage.board(&game, 1).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_whose_message_was_deleted_is_withdrawn_from_its_board() -> Story {
    let stage = Stage::open("withdrawn-challenge").await?;
    let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    deleted(&stage, &ada, &dmitri).await?;
    let board = stage.command(&ada, &stage.games, "board", &json!({})).await?;
    let told = format!("<@{}> challenges <@{}> to a game", ada.id, dmitri.id);
    assert!(board.text().contains(&told), "{}", board.text());
    let withdraw = control(&board.message, "withdraw")?;
    assert!(stage.press(&ada, &board.message, &withdraw).await?.text().contains("You withdrew"));
    let list = stage.command(&dmitri, &stage.games, "games", &json!({})).await?;
    assert!(list.text().contains("You have no game"), "{}", list.text());
    Ok(())
}
