//! Lines that a player tries on the board of the bot, and keeps.

use serde_json::json;
use tests::TestResult;

use crate::board::{link, start};
use crate::browser::Browser;

#[tokio::test(flavor = "multi_thread")]
async fn a_line_is_tried_by_touch_and_kept() -> TestResult {
    let (harness, game, [ada, dmitri]) = start("planning", json!({ "layout": "belgian-daisy" })).await?;
    let phone = Browser::open_phone().await?;
    phone.open_board(&link(&harness, &game, &dmitri, 0).await?).await?;
    // Whose turn it is not can still try moves of both.
    phone.click("[data-do=plan]").await?;
    let line = |text: &str| format!("document.querySelector('.line').textContent === {}", json!(text));
    phone.until("the first board", "document.querySelector('.place.can')").await?;
    for (from, to, played) in [("a1", "a3", "a1a2"), ("a4", "c4", "a1a2 a4b4")] {
        phone.tap(from).await?;
        phone.tap(to).await?;
        phone.until(&format!("the line {played}"), &line(played)).await?;
    }
    phone.picture("board-planning").await?;
    // The board can be turned in between.
    for flip in ["true", "false"] {
        phone.click("[data-step=flip]").await?;
        phone.until("the turned board", &format!("document.querySelector('.entry').dataset.flip === '{flip}'")).await?;
        phone.until("the line on the turned board", &line("a1a2 a4b4")).await?;
    }
    phone.click("[data-do=plan-back]").await?;
    phone.until("one turn less", &line("a1a2")).await?;
    phone.until("a line that answers nothing", "document.querySelector('[data-do=plan-keep]').disabled").await?;
    phone.tap("a4").await?;
    phone.tap("c4").await?;
    phone.until("the answer", "!document.querySelector('[data-do=plan-keep]').disabled").await?;
    phone.click("[data-do=plan-keep]").await?;
    phone
        .until("the line among those that are kept", "document.querySelector('.lines[open] button[name=remove]')")
        .await?;
    phone.until("the game as it is", "!document.querySelector('[data-plans]')").await?;
    phone.picture("board-lines").await?;
    // The game goes on while a line is tried.
    phone.click("[data-do=plan]").await?;
    phone.until("the first board", "document.querySelector('.place.can')").await?;
    phone.tap("a1").await?;
    phone.tap("a3").await?;
    phone.until("a line", &line("a1a2")).await?;
    harness.command(&ada, &game.thread, "move", &json!({ "move": "a2a3" })).await?;
    let says = "document.querySelector('.hint').textContent === 'The game has moved on. You tried: a1a2'";
    phone.until("what was tried", says).await?;
    phone.client.clone().close().await?;
    Ok(())
}
