//! After the game, on the bot's board: the review, and a line to talk over.

use anyhow::Context as _;
use serde_json::{Value, json};
use tests::TestResult;

use crate::board::{link, start};
use crate::browser::Browser;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn the_review_begins_by_itself_and_a_line_is_shared() -> TestResult {
    let (harness, game, [ada, dmitri]) = start("review", json!({ "layout": "belgian-daisy" })).await?;
    for (ply, turn) in tests::world_championship_final().iter().take(4).enumerate() {
        harness.play(&game, game.on_turn(ply), turn).await?;
        harness.board(&game, u32::try_from(ply + 1)?).await?;
    }
    let phone = Browser::open_phone().await?;
    phone.open_board(&link(&harness, &game, &dmitri, 4).await?).await?;
    harness.resign(&ada, &game.thread).await?;
    phone.until("the curve", "document.querySelectorAll('.review rect').length === 5").await?;
    phone.until("no question", "!document.querySelector('form.ask')").await?;
    phone.picture("review").await?;
    // A position is left by a line that both sides try.
    phone.click(".moves li:nth-child(2) a").await?;
    phone.until("the second position", "document.querySelector('.entry[data-ply=\"2\"]')").await?;
    phone.until("it on the curve", "document.querySelector('.review [href*=\"ply=2\"][aria-current]')").await?;
    phone.click("[data-do=plan]").await?;
    phone.until("a board to touch", "document.querySelector('.place.can')").await?;
    let first = "const done = arguments[0]; fetch(`${document.querySelector('.entry').dataset.base}/try?turn=&revision=4&ply=2`)
        .then((answer) => answer.json()).then(({ entry }) => done(entry.steps.find(({ taps }) => taps.length === 1)));";
    let step: Value = phone.client.execute_async(first, Vec::new()).await?;
    for at in step["taps"][0].as_array().context("no taps")? {
        phone.tap_on_active(at.as_str().context("no place")?).await?;
    }
    let turn = &step["turn"];
    phone.until("the line", &format!("document.querySelector('input[name=line]').value === {turn}")).await?;
    phone.click("input[name=note]").await?;
    phone.keys("<b>look</b>").await?;
    phone.click(".share [type=submit]").await?;
    phone.until("the note", "document.querySelector('.note bdi')?.textContent === '<b>look</b>'").await?;
    phone.click("[data-step=next]").await?;
    phone.until("the line on the board", &format!("document.querySelector('.entry').dataset.line === {turn}")).await?;
    phone.picture("review-line").await?;
    // Who opens it goes on from there.
    phone.click("[data-do=plan]").await?;
    phone.until("the line again", &format!("document.querySelector('.line').textContent === {turn}")).await?;
    phone.click("[data-do=plan-end]").await?;
    phone.until("the shared line", "document.querySelector('.planning').hidden").await?;
    phone.client.clone().close().await?;
    Ok(())
}
