//! From `/play` to a running game, with menus and buttons alone.

use serde_json::json;
use tests::{Harness, TestResult, control, controls, form_control, text_of};

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_begins_a_game_from_a_form_and_is_given_a_hint() -> TestResult {
    let mut harness = Harness::start_with("guide", &[("SUMITO__GAMES__HINTS", "true")]).await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let help = harness.command(&ada, &harness.games, "help", &json!({})).await?;
    assert!(help.is_private() && help.text().lines().count() <= 10, "{}", help.text());
    let form = harness.press(&ada, &help.message, &form_control(&help.message, "open")?).await?;
    assert!(form.alt().starts_with("Abalone board"), "{:#}", form.whole);
    assert!(!controls(&form.message).iter().any(|id| id.starts_with("v1:guide-send:")), "nobody is chosen");
    let form = harness.choose(&ada, &form.message, &form_control(&form.message, "whom")?, &dmitri.id).await?;
    let game = form_control(&form.message, "game")?;
    let form = harness.choose(&ada, &form.message, &game, "abalone:belgian-daisy").await?;
    assert!(form.text().contains("Belgian Daisy"), "{}", form.text());
    // Choices are stored, so the buttons work after a restart.
    harness.kill_bot().await?;
    harness.start_bot(&[]).await?;
    let pace = form_control(&form.message, "pace")?;
    let form = harness.choose(&ada, &form.message, &pace, "days:1 20").await?;
    let more = harness.press(&ada, &form.message, &form_control(&form.message, "more")?).await?;
    let color = controls(&more.message).into_iter().find(|id| id.ends_with(":color")).expect("a select of colors");
    let form = harness.choose(&ada, &more.message, &color, "black").await?;
    assert!(form.text().contains("**20 moves each**") && form.text().contains("Belgian Daisy"), "{}", form.text());
    let group = form_control(&form.message, "group")?;
    let variants = harness.choose(&ada, &form.message, &group, "variants").await?;
    let modal = harness.press(&ada, &variants.message, &form_control(&variants.message, "cells")?).await?;
    assert_eq!(modal.state, "modal", "{:#}", modal.whole);
    let sent = harness.press(&ada, &variants.message, &form_control(&variants.message, "send")?).await?;
    assert!(sent.text().starts_with("Your challenge to"), "{}", sent.text());

    let posted = harness.message_with(&dmitri, &harness.games, "accept").await?;
    assert!(text_of(&posted).contains("Belgian Daisy") && text_of(&posted).contains("20 moves each"));
    harness.press(&dmitri, &posted, "accept").await?;
    let thread = harness.thread_of(&ada, &posted).await?;
    let board = harness.message_with(&ada, &thread, "move").await?;
    let menu = harness.press(&ada, &board, "move").await?;
    assert!(menu.is_private() && menu.text().contains("**Tip:**"), "{}", menu.text());
    let off = controls(&menu.message).into_iter().find(|id| id == "v1:hints-off").expect("a way to end them");
    let off = harness.press(&ada, &menu.message, &off).await?;
    assert!(off.is_private() && off.text().starts_with("Tips are hidden"), "{}", off.text());
    let help = harness.command(&ada, &thread, "help", &json!({})).await?;
    assert!(help.text().starts_with("**It's your turn** in game #1"), "{}", help.text());
    control(&help.message, "move")?;
    Ok(())
}
