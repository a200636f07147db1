//! A game is looked back at: as a film, and as a list of its moves with pictures.

use std::io::Cursor;

use image::AnimationDecoder as _;
use image::codecs::gif::GifDecoder;
use serde_json::{Value, json};
use tests::{Answer, Game, Stage, control, controls, string, text_of, world_championship_final};

type Story = anyhow::Result<()>;

/// What came with an answer: name, kind, size as Discord says it, and bytes of each picture.
async fn pictures(answer: &Answer) -> anyhow::Result<Vec<(String, String, [u64; 2], Vec<u8>)>> {
    let mut pictures = Vec::new();
    for attachment in answer.message["attachments"].as_array().into_iter().flatten() {
        let bytes = reqwest::get(string(&attachment["url"])).await?.error_for_status()?.bytes().await?;
        let size = ["width", "height"].map(|side| attachment[side].as_u64().unwrap_or_default());
        pictures.push((string(&attachment["filename"]), string(&attachment["content_type"]), size, bytes.to_vec()));
    }
    Ok(pictures)
}

/// The frames of the only picture, which is a film.
async fn frames(answer: &Answer) -> anyhow::Result<usize> {
    let pictures = pictures(answer).await?;
    let [(name, kind, [width, height], film)] = pictures.as_slice() else { panic!("{:#}", answer.message) };
    assert!(name.contains(".gif") && kind == "image/gif" && (400..=640).contains(width) && *height > 300, "{name}");
    Ok(GifDecoder::new(Cursor::new(film))?.into_frames().collect_frames()?.len())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_seen_again_as_a_film_and_as_a_list() -> Story {
    let stage = Stage::open("looking-back").await?;
    let (ada, dmitri, emma) = (stage.person("Ada").await?, stage.person("Dmitri").await?, stage.person("Emma").await?);
    let game = stage.start_game(&ada, &dmitri, json!({ "layout": "belgian-daisy" })).await?;
    let moves = &world_championship_final()[..64];
    for (ply, mv) in moves.iter().enumerate() {
        stage.play(&game, game.on_turn(ply), mv).await?;
    }
    let id = json!({ "game": game.id });

    let film = stage.command(&emma, &stage.games, "replay", &id).await?;
    assert!(film.is_private() && film.alt().starts_with("An animation of 64 plies"), "{:#}", film.message);
    assert_eq!(frames(&film).await?, 65);
    let shown = stage.command(&ada, &game.thread, "replay", &json!({ "public": true })).await?;
    assert!(!shown.is_private(), "{:#}", shown.message);
    let seen = |message: &Value| message["id"] == shown.message["id"];
    stage.message(&emma, &game.thread, "the film", seen).await?;

    let last = stage.command(&dmitri, &game.thread, "history", &json!({})).await?;
    assert!(last.is_private() && last.text().contains("Page 2 of 2"), "{}", last.text());
    let kinds: Vec<String> = pictures(&last).await?.into_iter().map(|(_, kind, ..)| kind).collect();
    assert_eq!(kinds, ["image/png", "image/png"]);
    assert!(last.text().contains(&format!("32. {:<6}  {}", moves[62], moves[63])), "{}", last.text());
    let first = stage.press(&dmitri, &last.message, &control(&last.message, "history")?).await?;
    assert!(first.text().contains("Page 1 of 2") && first.text().contains(moves[0].as_str()), "{}", first.text());
    let film = stage.press(&dmitri, &first.message, &control(&first.message, "replay")?).await?;
    assert_eq!(frames(&film).await?, 65, "{:#}", film.message);

    let ask = stage.command(&dmitri, &game.thread, "resign", &json!({})).await?;
    stage.press(&dmitri, &ask.message, &control(&ask.message, "resign!")?).await?;
    let is_last = |message: &Value| text_of(message).contains("(Black) wins") && control(message, "replay").is_ok();
    let board = stage.message(&ada, &game.thread, "the last board", is_last).await?;
    assert_eq!(controls(&board).len(), 3);
    let film = stage.press(&emma, &board, &control(&board, "replay")?).await?;
    assert!(film.is_private() && film.text().contains("wins") && frames(&film).await? == 65, "{:#}", film.message);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_colors_stay_hidden_until_the_end() -> Story {
    let stage = Stage::open("looking-back-veiled").await?;
    let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    // The board has no button to move, which would tell what can.
    let wish = json!({ "user": dmitri.id, "color": "black", "hidden-colors": true });
    stage.command(&ada, &stage.games, "challenge", &wish).await?;
    let challenge =
        stage.message(&dmitri, &stage.games, "the challenge", |message| control(message, "accept").is_ok()).await?;
    let accept = control(&challenge, "accept")?;
    stage.press(&dmitri, &challenge, &accept).await?;
    let thread = stage.thread_of(&ada, &challenge).await?;
    let id = accept.split(':').nth(2).unwrap_or_default().to_owned();
    let game = Game { id, thread, black: ada.clone(), white: dmitri.clone() };
    stage.play(&game, &ada, "a1b2").await?;
    for command in ["replay", "history"] {
        let refused = stage.command(&dmitri, &game.thread, command, &json!({})).await?;
        assert!(refused.is_private() && refused.message["attachments"] == json!([]), "{:#}", refused.message);
    }
    let ask = stage.command(&dmitri, &game.thread, "resign", &json!({})).await?;
    stage.press(&dmitri, &ask.message, &control(&ask.message, "resign!")?).await?;
    let film = stage.command(&dmitri, &game.thread, "replay", &json!({})).await?;
    assert_eq!(frames(&film).await?, 2);
    Ok(())
}
