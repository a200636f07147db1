//! Settings of users and servers, and the resulting boards.

use anyhow::Context as _;
use serde_json::{Value, json};
use tests::{Harness, TestResult, control, is_private, text_of};

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

    harness.client.change_user(&bruno.id, &json!({ "manages": true })).await?;
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
    let challenge = harness.message_with(&bruno, &bruno_dm, "accept").await?;
    assert!(text_of(&challenge).contains("```") && challenge["attachments"] == json!([]), "{challenge:#}");
    harness.press(&bruno, &challenge, "accept").await?;
    let board = |message: &Value| control(message, "move").is_ok();
    let first = harness.message(&ada, &ada_dm, "the board", board).await?;
    assert_eq!(background(&first).await?, PAPER);
    let other = harness.message(&bruno, &bruno_dm, "the board", board).await?;
    assert!(text_of(&other).contains("```") && other["attachments"] == json!([]), "{other:#}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn one_board_is_edited_in_its_thread_and_the_challenge_becomes_the_result() -> TestResult {
    let mut harness = Harness::start("settings-one-board").await?;
    let [ada, bruno] = harness.people(["Ada", "Bruno"]).await?;
    let done = harness.command(&ada, &harness.games, "setup thread", &json!({ "posts": "one" })).await?;
    assert!(done.text().contains("one board that is edited"), "{}", done.text());
    let game = harness.start_game(&ada, &bruno, json!({})).await?;
    let first = harness.board(&game, 0).await?;
    let public = async |harness: &Harness| {
        let messages = harness.messages(&ada, &game.thread).await?;
        let public = messages.into_iter().filter(|m| m["author"]["bot"] == json!(true) && !is_private(m));
        // Discord's own first message of a thread is a system message.
        Ok::<Vec<Value>, anyhow::Error>(public.filter(|m| m["type"] == json!(0)).collect())
    };
    for (ply, (who, other, notation)) in (1..).zip([(&ada, &bruno, "a1b2"), (&bruno, &ada, "i9h8")]) {
        let played = harness.play(&game, who, notation).await?;
        assert_eq!(played.message["attachments"], json!([]), "one line: the board is there");
        let board = harness.board(&game, ply).await?;
        assert_eq!(board["id"], first["id"], "the same message");
        assert_eq!(board["attachments"].as_array().map(Vec::len), Some(1), "{board:#}");
        let said = harness
            .until("the board and one line", async || {
                let said = public(&harness).await?;
                Ok((said.len() == 2 && text_of(&said[1]).contains(notation)).then_some(said))
            })
            .await?;
        let line = text_of(&said[1]);
        assert!(line.contains(&format!("<@{}>, it's your turn.", other.id)) && line.contains(notation), "{line}");
        if ply == 1 {
            // Posted messages are known after a restart.
            harness.stop_bot().await?;
            harness.start_bot(&[]).await?;
        }
    }
    // A moderator deletes the board, and the next move posts a new one.
    harness.client.delete_message(&first).await?;
    harness.play(&game, &ada, "b2c3").await?;
    let again = harness.board(&game, 3).await?;
    assert_ne!(again["id"], first["id"]);
    // It mentions the player itself, so the line is removed after the board is sent.
    harness.until("the board alone", async || Ok((public(&harness).await?.len() == 1).then_some(()))).await?;

    harness.resign(&bruno, &game.thread).await?;
    let result = |m: &Value| m["id"] == json!(game.thread) && text_of(m).contains("by resignation");
    let result = harness.message(&ada, &harness.games, "the result", result).await?;
    assert!(text_of(&result).contains("[#1](") && text_of(&result).contains(&game.thread), "{result:#}");
    let rematch = harness.press(&ada, &result, "rematch").await?;
    assert!(rematch.is_private(), "{rematch:?}");
    let leads =
        |m: &Value| m["id"] == json!(game.thread) && text_of(m).contains("Rematch: https://discord.com/channels/");
    harness.message(&ada, &harness.games, "the way to the rematch", leads).await?;
    harness.message_saying(&bruno, &harness.games, "Rematch of game `#1`").await?;
    Ok(())
}
