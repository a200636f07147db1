//! Puzzles on the board in a browser, from Discord to the next one, by touch.

use anyhow::{Context as _, ensure};
use bot::features::puzzle::service::puzzle_of;
use serde_json::json;
use tests::TestResult;

use crate::board::start_bot;
use crate::browser::Browser;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_puzzle_is_solved_by_touches() -> TestResult {
    let (harness, _) = start_bot("tasks").await?;
    let [ada] = harness.people(["Ada"]).await?;
    let task = harness.command(&ada, &harness.games, "puzzle", &json!({ "daily": true })).await?;
    let answer = harness.press(&ada, &task.message, "puzzle-browser").await?;
    let link = answer.message["components"][0]["components"][0]["url"].as_str().context("no link")?;
    let phone = Browser::open_phone().await?;
    phone.open_board(link).await?;
    phone.client.execute("window.stays = true", Vec::new()).await?;
    let number = "Number(document.querySelector('#game').dataset.game.split('/')[1])";
    let first = phone.number(number).await?;
    let puzzle = puzzle_of(first as i64).context("no such puzzle")?;
    let can_be_confirmed = "document.querySelector('[data-do=confirm]:not(:disabled)')";
    let touch = async |turn: &str| -> TestResult {
        // A board that is still sliding takes a touch elsewhere.
        let can_be_touched = "document.querySelector('svg.board[data-ready]') && document.querySelector('.entry:not([hidden]) [data-entry]')
            && document.getAnimations().length === 0";
        phone.until("a board that can be touched", can_be_touched).await?;
        let places = format!(
            "return JSON.parse(document.querySelector('[data-entry]').textContent)
                .steps.find((step) => step.turn === '{turn}').taps[0]"
        );
        let places = phone.client.execute(&places, Vec::new()).await?;
        for place in places.as_array().context("no step")? {
            phone.tap_on_active(place.as_str().context("no place")?).await?;
        }
        phone.until("a turn that can be confirmed", can_be_confirmed).await?;
        phone.click("[data-do=confirm]").await
    };

    // Another turn fails, and is taken back by *Try again*.
    let other = phone
        .client
        .execute(
            "return JSON.parse(document.querySelector('[data-entry]').textContent).steps.map((step) => step.turn)",
            Vec::new(),
        )
        .await?;
    let mut others = other.as_array().context("no turns")?.iter().filter_map(|turn| turn.as_str());
    touch(others.find(|turn| *turn != puzzle.solution[0]).context("no other turn")?).await?;
    phone.until("what was wrong", "document.querySelector('.task .status')?.textContent.includes('❌')").await?;
    phone.picture("puzzle-wrong").await?;
    phone.click("[data-step=again]").await?;
    phone.until("the position before it", "document.querySelector('.entry:not([data-begun])')").await?;
    let count = puzzle.solution.len().div_ceil(2);
    for (left, turn) in puzzle.solution.iter().step_by(2).enumerate().map(|(at, turn)| (count - at - 1, turn)) {
        touch(turn).await?;
        if left > 0 {
            phone
                .until("the reply", "document.querySelector('.task .status')?.textContent.includes('Correct')")
                .await?;
        }
    }
    phone.until("the solution", "document.querySelector('.task .status')?.textContent.includes('✅')").await?;
    phone.picture("puzzle-solved").await?;

    // The next one comes on the same page, and its address stays with it.
    phone.click("a.next").await?;
    phone.until("another puzzle", &format!("{number} !== {first}")).await?;
    phone.until("its address", "location.pathname === `/${document.querySelector('#game').dataset.game}`").await?;
    ensure!(phone.client.execute("return window.stays === true", Vec::new()).await? == json!(true), "loaded anew");
    phone.client.clone().close().await?;
    Ok(())
}
