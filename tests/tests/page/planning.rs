//! Lines that a player tries on the board of the bot, and keeps.

use serde_json::json;
use tests::TestResult;

use crate::board::{link, start};
use crate::browser::Browser;

#[tokio::test(flavor = "multi_thread")]
async fn a_line_is_tried_by_touch_and_kept() -> TestResult {
    let (harness, game, [_, dmitri]) = start("planning", json!({ "layout": "belgian-daisy" })).await?;
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
    phone.client.clone().close().await?;
    Ok(())
}
