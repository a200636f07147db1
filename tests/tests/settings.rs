//! What people and servers choose, and the boards they see then.

use anyhow::Context as _;
use serde_json::{Value, json};
use tests::{Answer, Stage, control, string, text_of};

type Story = anyhow::Result<()>;

const WOOD: [u8; 3] = [0x1f, 0x20, 0x25];
const SLATE: [u8; 3] = [0x1b, 0x1d, 0x23];
const PAPER: [u8; 3] = [0xff, 0xff, 0xff];

/// The color around the board of the picture below a message.
async fn page(message: &Value) -> anyhow::Result<[u8; 3]> {
    let url = message["attachments"][0]["url"].as_str().with_context(|| format!("no picture: {message:#}"))?;
    let png = reqwest::get(url).await?.error_for_status()?.bytes().await?;
    Ok(image::load_from_memory(&png)?.to_rgb8().get_pixel(3, 3).0)
}

async fn seen(answer: &Answer) -> anyhow::Result<[u8; 3]> {
    page(&answer.message).await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_chosen_shows_at_once_and_after_a_restart() -> Story {
    let mut stage = Stage::open("settings").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Bruno").await?);
    let game = stage.start_game(&ada, &bruno, json!({})).await?;
    let chosen = stage.command(&bruno, &stage.games, "settings picture", &json!({ "theme": "paper" })).await?;
    assert!(chosen.is_private() && seen(&chosen).await? == PAPER, "{:#}", chosen.message);
    stage.command(&ada, &stage.games, "setup picture", &json!({ "theme": "slate" })).await?;
    stage.command(&ada, &stage.games, "settings picture", &json!({ "style": "text" })).await?;

    for restarted in [false, true] {
        if restarted {
            stage.stop_bot().await?;
            stage.start_bot(&[]).await?;
        }
        let ply = u32::from(restarted);
        let (mover, mv) = if restarted { (&bruno, "i9h8") } else { (&ada, "a1b2") };
        let played = stage.play(&game, mover, mv).await?;
        if restarted {
            assert_eq!(seen(&played).await?, PAPER, "his own");
        } else {
            assert!(played.text().contains("```") && played.message["attachments"] == json!([]), "{}", played.text());
        }
        assert_eq!(page(&stage.board(&game, ply + 1).await?).await?, SLATE, "the server's");
        let listed = stage.command(&bruno, &game.thread, "settings show", &json!({})).await?;
        assert!(listed.text().contains("**Papier**"), "{}", listed.text());
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plain_member_does_not_change_the_server() -> Story {
    let stage = Stage::open("setup").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Bruno").await?);
    let slate = json!({ "theme": "slate" });
    assert!(stage.command(&bruno, &stage.games, "setup picture", &slate).await.is_err(), "Discord does not offer it");
    let game = stage.start_game(&ada, &bruno, json!({})).await?;
    assert_eq!(page(&stage.board(&game, 0).await?).await?, WOOD);

    stage.patch(&format!("/sandbox/users/{}", bruno.id), &json!({ "manages": true })).await?;
    let done = stage.command(&bruno, &stage.games, "setup picture", &slate).await?;
    assert!(done.is_private() && done.text().contains("**Ardoise**"), "{}", done.text());
    stage.play(&game, &ada, "a1b2").await?;
    assert_eq!(page(&stage.board(&game, 1).await?).await?, SLATE);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn in_direct_messages_each_player_sees_the_board_as_they_like_it() -> Story {
    let stage = Stage::open("settings-direct").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Bruno").await?);
    let state = stage.state(&ada.id).await?;
    let bot = string(&state["bot_id"]);
    let direct = async |who: &str| -> anyhow::Result<String> {
        let opened = stage.post("/sandbox/dm", &json!({ "user": who, "recipient": bot })).await?;
        Ok(string(&opened["id"]))
    };
    let (of_ada, of_bruno) = (direct(&ada.id).await?, direct(&bruno.id).await?);
    stage.command(&ada, &of_ada, "settings picture", &json!({ "theme": "paper" })).await?;
    stage.command(&bruno, &of_bruno, "settings picture", &json!({ "style": "text" })).await?;
    stage.command(&ada, &of_ada, "challenge", &json!({ "user": bruno.id, "color": "black" })).await?;
    let challenge =
        stage.message(&bruno, &of_bruno, "the challenge", |message| control(message, "accept").is_ok()).await?;
    assert!(text_of(&challenge).contains("```") && challenge["attachments"] == json!([]), "{challenge:#}");
    stage.press(&bruno, &challenge, &control(&challenge, "accept")?).await?;
    let board = |message: &Value| control(message, "move").is_ok();
    let first = stage.message(&ada, &of_ada, "the board", board).await?;
    assert_eq!(page(&first).await?, PAPER);
    let other = stage.message(&bruno, &of_bruno, "the board", board).await?;
    assert!(text_of(&other).contains("```") && other["attachments"] == json!([]), "{other:#}");
    Ok(())
}
