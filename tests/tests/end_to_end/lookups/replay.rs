//! `/game replay` and `/game history`: a game as an animation and as a list of moves with pictures.

use serde_json::{Value, json};
use tests::{Answer, Harness, TestResult, control, string, world_championship_final};

/// Name, content type, size according to Discord, and bytes of each attachment.
async fn pictures(answer: &Answer) -> anyhow::Result<Vec<(String, String, [u64; 2], Vec<u8>)>> {
    let mut pictures = Vec::new();
    for attachment in answer.message["attachments"].as_array().into_iter().flatten() {
        let bytes = reqwest::get(string(&attachment["url"])).await?.error_for_status()?.bytes().await?;
        let size = ["width", "height"].map(|side| attachment[side].as_u64().unwrap_or_default());
        pictures.push((string(&attachment["filename"]), string(&attachment["content_type"]), size, bytes.to_vec()));
    }
    Ok(pictures)
}

/// Counts the frames of the one attachment, a GIF.
async fn count_frames(answer: &Answer) -> anyhow::Result<usize> {
    let pictures = pictures(answer).await?;
    let [(name, kind, [width, height], gif)] = pictures.as_slice() else { panic!("{:#}", answer.message) };
    assert!(name.contains(".gif") && kind == "image/gif" && (400..=640).contains(width) && *height > 300, "{name}");
    let frames = gif::DecodeOptions::new().read_info(gif.as_slice())?.into_iter();
    Ok(frames.collect::<Result<Vec<_>, _>>()?.len())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_shown_as_an_animation_and_as_a_list_of_moves() -> TestResult {
    let harness = Harness::start("replay").await?;
    let [ada, dmitri, emma] = harness.people(["Ada", "Dmitri", "Emma"]).await?;
    let game = harness.start_game(&ada, &dmitri, json!({ "layout": "belgian-daisy" })).await?;
    let moves = &world_championship_final()[..64];
    for (ply, mv) in moves.iter().enumerate() {
        harness.play(&game, game.on_turn(ply), mv).await?;
        // A channel takes five boards within five seconds, so this avoids waiting a minute for the last one.
        if ply % 32 == 31 {
            harness.board(&game, u32::try_from(ply + 1)?).await?;
        }
    }
    let id = json!({ "game": game.id });

    let replay = harness.command(&emma, &harness.games, "game replay", &id).await?;
    assert!(replay.is_private() && replay.alt().starts_with("An animation of 64 moves"), "{:#}", replay.message);
    assert_eq!(count_frames(&replay).await?, 65);
    let reply = harness.command(&ada, &game.thread, "game replay", &json!({ "public": true })).await?;
    assert!(!reply.is_private(), "{:#}", reply.message);
    let seen = |message: &Value| message["id"] == reply.message["id"];
    harness.message(&emma, &game.thread, "the animation", seen).await?;

    let last = harness.command(&dmitri, &game.thread, "game history", &json!({})).await?;
    assert!(last.is_private() && last.text().contains("Page 2 of 2"), "{}", last.text());
    let kinds: Vec<String> = pictures(&last).await?.into_iter().map(|(_, kind, ..)| kind).collect();
    assert_eq!(kinds, ["image/png", "image/png"]);
    assert!(last.text().contains(&format!("63. {:<6}  {}", moves[62], moves[63])), "{}", last.text());
    let first = harness.press(&dmitri, &last.message, "history").await?;
    assert!(first.text().contains("Page 1 of 2") && first.text().contains(moves[0].as_str()), "{}", first.text());
    let replay = harness.press(&dmitri, &first.message, "replay").await?;
    assert_eq!(count_frames(&replay).await?, 65, "{:#}", replay.message);

    harness.resign(&dmitri, &game.thread).await?;
    let board = harness.last_board(&ada, &game.thread).await?;
    assert!(control(&board, "rematch").is_ok() && control(&board, "record").is_ok() && control(&board, "step").is_ok());
    // Its thread is archived: a message by a non-member opens it.
    harness.client.say(&emma.id, &game.thread, "Well played!").await?;
    let replay = harness.press(&emma, &board, "replay").await?;
    assert!(
        replay.is_private() && replay.text().contains(" beat <@") && count_frames(&replay).await? == 65,
        "{:#}",
        replay.message
    );
    Ok(())
}
