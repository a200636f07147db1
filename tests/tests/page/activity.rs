//! The board inside Discord: the page of the sandbox shows it in a frame, through a proxy, as Discord's client does.

use anyhow::Context as _;
use serde_json::{Value, json};
use tests::{Game, Harness, Person, TestResult};

use crate::browser::Browser;

const FRAME: &str = "[data-test=activity-frame]";
const BOARD: &str = "document.querySelector('#game svg.board[data-ready]')";

/// Presses *Open board* on the page, and goes on inside of the frame that opens.
async fn open_board(browser: &Browser, harness: &Harness, game: &Game, who: &Person) -> TestResult {
    browser.visit(harness, who, &game.thread).await?;
    browser.click("[data-test=button][data-custom-id^='v1:open:']").await?;
    enter(browser).await
}

async fn enter(browser: &Browser) -> TestResult {
    browser.last(FRAME).await?;
    browser.client.clone().enter_frame(0).await?;
    Ok(())
}

/// Plays the first legal move by touching two places.
async fn play_first(browser: &Browser) -> TestResult {
    browser.until("a board that is ready", BOARD).await?;
    let step = "return JSON.parse(document.querySelector('[data-entry]').textContent).steps[0].taps[0]";
    let taps: Value = browser.client.execute(step, Vec::new()).await?;
    for tap in taps.as_array().context("no step")? {
        browser.click(&format!(".place[data-at='{}']", tap.as_str().context("no place")?)).await?;
    }
    browser.until("a turn that can be confirmed", "!document.querySelector('[data-do=confirm]').disabled").await?;
    browser.click("[data-do=confirm]").await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_move_in_the_frame_of_the_activity() -> TestResult {
    let harness = Harness::start_with_activity("activity").await?;
    let (game, [ada, dmitri]) = harness.start_first_game(json!({ "layout": "belgian-daisy" })).await?;
    harness.board(&game, 0).await?;
    let first = Browser::open().await?;
    open_board(&first, &harness, &game, &ada).await?;
    play_first(&first).await?;
    first.until("the move", "document.querySelector('.moves [aria-current]')").await?;
    harness.board(&game, 1).await?;
    first.picture("activity").await?;

    // The opponent joins, and both follow the game.
    let second = Browser::open().await?;
    second.visit(&harness, &dmitri, &game.thread).await?;
    second.click("[data-test=launch]").await?;
    enter(&second).await?;
    play_first(&second).await?;
    first.until("the answer", "document.querySelectorAll('.moves a').length === 2").await?;
    harness.board(&game, 2).await?;

    // One's own games, each with its board.
    first.click("a.games").await?;
    first.until("the list", "document.querySelector('main.games form')").await?;
    first.picture("activity-games").await?;
    first.click("main.games button").await?;
    first.until("the board again", BOARD).await?;

    // What is closed opens again, in a new instance, without a game.
    for browser in [&first, &second] {
        browser.client.clone().enter_parent_frame().await?;
        browser.click("[data-test=activity-close]").await?;
        browser.until("the page alone", "!document.querySelector('[data-test=activity-frame]')").await?;
    }
    first.visit(&harness, &ada, &harness.games).await?;
    first.click("[data-test=launch]").await?;
    enter(&first).await?;
    first.until("the list", "document.querySelector('main.games form')").await?;
    first.client.clone().close().await?;
    second.client.clone().close().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_plays_discord_learns_nothing_and_opens_nothing() -> TestResult {
    let harness = Harness::start_with_activity("activity-forged").await?;
    let origin = harness.sandbox.activity_url().context("no Activity")?.to_owned();
    let browser = Browser::open().await?;
    // Outside of a frame nobody greets, and what another window says is not heard.
    browser.client.goto(&format!("{origin}/?frame_id=1&instance_id=i-1&platform=desktop")).await?;
    browser.client.execute("postMessage([2, { code: 1000 }], '*')", Vec::new()).await?;
    browser
        .until("the sentence", "document.querySelector('h1').textContent.startsWith('Discord does not confirm')")
        .await?;
    // A page of another site, here of the proxy's own, may not show it in a frame.
    browser.client.goto(&format!("{origin}/robots.txt")).await?;
    let frame = "const frame = document.createElement('iframe'); frame.src = '/?frame_id=1&instance_id=i-1';
        document.body.append(frame);";
    browser.client.execute(frame, Vec::new()).await?;
    browser.client.clone().enter_frame(0).await?;
    browser.until("nothing in the frame", "!document.getElementById('activity')").await?;
    browser.client.clone().close().await?;
    Ok(())
}
