//! Settings of users and servers, and the boards they lead to.

use anyhow::Context as _;
use serde_json::{Value, json};
use tests::{Harness, TestResult, control, text_of};

const WOOD: [u8; 3] = [0x1f, 0x20, 0x25];
const SLATE: [u8; 3] = [0x1b, 0x1d, 0x23];
const PAPER: [u8; 3] = [0xff, 0xff, 0xff];

/// The color around the board of a message's picture.
async fn background(message: &Value) -> anyhow::Result<[u8; 3]> {
    let url = message["attachments"][0]["url"].as_str().with_context(|| format!("no picture: {message:#}"))?;
    let png = reqwest::get(url).await?.error_for_status()?.bytes().await?;
    Ok(image::load_from_memory(&png)?.to_rgb8().get_pixel(3, 3).0)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chosen_theme_shows_at_once_and_after_a_restart() -> TestResult {
    let mut harness = Harness::start("settings").await?;
    let [ada, bruno] = harness.people(["Ada", "Bruno"]).await?;
    let game = harness.start_game(&ada, &bruno, json!({})).await?;
    let chosen = harness.command(&bruno, &harness.games, "settings picture", &json!({ "theme": "paper" })).await?;
    assert!(chosen.is_private() && background(&chosen.message).await? == PAPER, "{:#}", chosen.message);
    harness.command(&ada, &harness.games, "setup picture", &json!({ "theme": "slate" })).await?;
    harness.command(&ada, &harness.games, "settings picture", &json!({ "style": "text" })).await?;

    for restarted in [false, true] {
        if restarted {
            harness.stop_bot().await?;
            harness.start_bot(&[]).await?;
        }
        let ply = u32::from(restarted);
        let (mover, mv) = if restarted { (&bruno, "i9h8") } else { (&ada, "a1b2") };
        let played = harness.play(&game, mover, mv).await?;
        if restarted {
            assert_eq!(played.message["attachments"], json!([]), "everybody's board is there");
            let own = harness.command(&bruno, &game.thread, "board", &json!({})).await?;
            assert_eq!(background(&own.message).await?, PAPER, "Bruno's own theme");
        } else {
            assert!(played.text().contains("```") && played.message["attachments"] == json!([]), "{}", played.text());
        }
        assert_eq!(background(&harness.board(&game, ply + 1).await?).await?, SLATE, "the server's theme");
        let listed = harness.command(&bruno, &game.thread, "settings show", &json!({})).await?;
        assert!(listed.text().contains("**Papier**"), "{}", listed.text());
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plain_member_cannot_change_the_server_settings() -> TestResult {
    let harness = Harness::start("setup").await?;
    let [ada, bruno] = harness.people(["Ada", "Bruno"]).await?;
    let slate = json!({ "theme": "slate" });
    assert!(
        harness.command(&bruno, &harness.games, "setup picture", &slate).await.is_err(),
        "Discord does not offer it"
    );
    let game = harness.start_game(&ada, &bruno, json!({})).await?;
    assert_eq!(background(&harness.board(&game, 0).await?).await?, WOOD);

    harness.patch(&format!("/sandbox/users/{}", bruno.id), &json!({ "manages": true })).await?;
    let done = harness.command(&bruno, &harness.games, "setup picture", &slate).await?;
    assert!(done.is_private() && done.text().contains("**Ardoise**"), "{}", done.text());
    harness.play(&game, &ada, "a1b2").await?;
    assert_eq!(background(&harness.board(&game, 1).await?).await?, SLATE);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn in_direct_messages_each_player_sees_the_board_as_they_like_it() -> TestResult {
    let harness = Harness::start("settings-direct").await?;
    let [ada, bruno] = harness.people(["Ada", "Bruno"]).await?;
    let (ada_dm, bruno_dm) = (harness.dm_channel(&ada).await?, harness.dm_channel(&bruno).await?);
    harness.command(&ada, &ada_dm, "settings picture", &json!({ "theme": "paper" })).await?;
    harness.command(&bruno, &bruno_dm, "settings picture", &json!({ "style": "text" })).await?;
    harness.command(&ada, &ada_dm, "challenge", &json!({ "user": bruno.id, "color": "black" })).await?;
    let challenge =
        harness.message(&bruno, &bruno_dm, "the challenge", |message| control(message, "accept").is_ok()).await?;
    assert!(text_of(&challenge).contains("```") && challenge["attachments"] == json!([]), "{challenge:#}");
    harness.press(&bruno, &challenge, &control(&challenge, "accept")?).await?;
    let board = |message: &Value| control(message, "move").is_ok();
    let first = harness.message(&ada, &ada_dm, "the board", board).await?;
    assert_eq!(background(&first).await?, PAPER);
    let other = harness.message(&bruno, &bruno_dm, "the board", board).await?;
    assert!(text_of(&other).contains("```") && other["attachments"] == json!([]), "{other:#}");
    Ok(())
}
