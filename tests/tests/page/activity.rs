//! The board inside Discord: the sandbox's page shows it in a frame, through a proxy, like Discord's client.

use anyhow::Context as _;
use serde_json::{Value, json};
use tests::{Game, Harness, Person, TestResult};

use crate::browser::Browser;

const FRAME: &str = "[data-test=activity-frame]";
const BOARD: &str = "document.querySelector('#game svg.board[data-ready]')";

/// Presses *Open board* on the page, and continues inside the frame that opens.
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
#[ignore = "needs Chromium: tests/run"]
async fn two_players_move_in_the_frame_of_the_activity() -> TestResult {
    let harness = Harness::start_with_activity("activity").await?;
    let (game, [ada, dmitri]) = harness.start_first_game(json!({ "layout": "belgian-daisy" })).await?;
    harness.board(&game, 0).await?;
    let first = Browser::open().await?;
    let other_tab = first.open_another().await?;
    other_tab.visit(&harness, &ada, &game.thread).await?;
    open_board(&first, &harness, &game, &ada).await?;
    play_first(&first).await?;
    other_tab.until("no Activity here", "!document.querySelector('[data-test=activity-frame]')").await?;
    other_tab.client.clone().close().await?;
    first.until("the move", "document.querySelector('.moves [aria-current]')").await?;
    harness.board(&game, 1).await?;
    first.picture("activity").await?;

    // The opponent joins, and both follow the game.
    let second = first.open_another().await?;
    second.visit(&harness, &dmitri, &game.thread).await?;
    second.click("[data-test=launch]").await?;
    enter(&second).await?;
    play_first(&second).await?;
    first.until("the answer", "document.querySelectorAll('.moves a').length === 2").await?;
    harness.board(&game, 2).await?;

    // The player's own games, each with its board.
    first.click("a.games").await?;
    first.until("the list", "document.querySelector('main.games a.card')").await?;
    first.picture("activity-games").await?;
    first.click("main.games a.card").await?;
    first.until("the board again", BOARD).await?;

    // A closed Activity opens again, in a new instance, without a game.
    for browser in [&first, &second] {
        browser.client.clone().enter_parent_frame().await?;
        browser.click("[data-test=activity-close]").await?;
        browser.until("the page alone", "!document.querySelector('[data-test=activity-frame]')").await?;
    }
    first.visit(&harness, &ada, &harness.games).await?;
    first.click("[data-test=launch]").await?;
    enter(&first).await?;
    first.until("the list", "document.querySelector('main.games a.card')").await?;
    first.client.clone().close().await?;
    second.client.clone().close().await?;
    Ok(())
}

/// Adds a frame to the page, which reports when it is loaded.
const ADD_FRAME: &str = "const frame = document.createElement('iframe');
    frame.addEventListener('load', () => frame.dataset.loaded = 'yes');
    frame.src = arguments[0];
    document.body.append(frame);";

async fn add_frame(browser: &Browser, address: &str) -> TestResult {
    browser.client.execute(ADD_FRAME, vec![json!(address)]).await?;
    browser.last("iframe[data-loaded]").await?;
    browser.client.clone().enter_frame(0).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_page_that_plays_discord_learns_nothing_and_opens_nothing() -> TestResult {
    let harness = Harness::start_with_activity("activity-forged").await?;
    let origin = harness.sandbox.activity_url().context("no Activity")?.to_owned();
    let page = format!("{origin}/?frame_id=1&instance_id=i-1&platform=desktop");
    // Under another name, the same machine is another site to a browser.
    let other_origin = harness.sandbox.base_url().replacen("127.0.0.1", "localhost", 1);
    let other_page = format!("{other_origin}/sandbox/faults");
    let browser = Browser::open().await?;
    browser.client.goto(&other_page).await?;
    add_frame(&browser, &page).await?;
    let content = browser.client.execute("return [location.protocol, document.body.innerHTML]", Vec::new()).await?;
    assert_eq!(content[0], "chrome-error:", "another site shows it: {content}");

    // Messages from another site's window are ignored, those from Discord's are not. With its policy bypassed, the
    // page may contain such a frame.
    browser.devtools("Page.setBypassCSP", json!({ "enabled": true })).await?;
    browser.client.goto(&page).await?;
    let note = "window.heard = [];
        addEventListener('message', ({ data, origin }) => {
            if (data[0] === 2) heard.push([origin, document.querySelector('h1').textContent]);
        });";
    browser.client.execute(note, Vec::new()).await?;
    add_frame(&browser, &other_page).await?;
    browser.client.execute("parent.postMessage([2, { code: 1000 }], '*')", Vec::new()).await?;
    browser.client.clone().enter_parent_frame().await?;
    browser.until("the message of another site", "heard.length === 1").await?;
    browser.client.execute("postMessage([2, { code: 1000 }], '*')", Vec::new()).await?;
    browser.until("the own message", "heard.length === 2").await?;
    let heard = browser.client.execute("return heard", Vec::new()).await?;
    let unconfirmed = "Discord doesn't confirm that you are here. Close the board, and open it again.";
    assert_eq!(heard, json!([[other_origin, "Opening the board…"], [origin, unconfirmed]]));
    browser.client.clone().close().await?;
    Ok(())
}

/// A Discord client whose answer to the login the test decides.
const ASKED: &str = "const ask = fetch;
    const answers = { decline: () => Promise.reject(new Error()), wait: () => new Promise(() => {}), agree: ask };
    window.fetch = (path, ...rest) => (path.endsWith('/authorize') ? answers[window.answer] : ask)(path, ...rest);";

/// Makes the bot's pages get this answer when they check for their cookie.
async fn answer_cookie(browser: &Browser, status: u16) -> TestResult {
    let script = format!(
        "const next = fetch;
         window.fetch = (path, ...rest) =>
             path === '/me' && !rest.length ? Promise.resolve(new Response('', {{ status: {status} }})) : next(path, ...rest);"
    );
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": format!("{{ {script} }}") })).await
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_board_that_does_not_open_says_why_and_opens_at_another_try() -> TestResult {
    let harness = Harness::start_with_activity("activity-retry").await?;
    let (game, [ada, _]) = harness.start_first_game(json!({ "layout": "belgian-daisy" })).await?;
    harness.board(&game, 0).await?;
    let browser = Browser::open().await?;
    let says = |sentence: &str| format!("document.querySelector('h1').textContent.startsWith('{sentence}')");
    let can_retry = "!document.querySelector('#activity button').hidden";

    browser.visit(&harness, &ada, &game.thread).await?;
    browser.client.execute(ASKED, Vec::new()).await?;
    browser.client.execute("window.answer = 'decline'", Vec::new()).await?;
    browser.click("[data-test=button][data-custom-id^='v1:open:']").await?;
    enter(&browser).await?;
    browser.until("what a person can do", &format!("{} && {can_retry}", says("To open your board here"))).await?;

    // A person may take time to answer Discord, or Discord never asks.
    for (answer, expected) in [("wait", format!("{} && {can_retry}", says("Opening"))), ("agree", BOARD.to_owned())] {
        browser.client.clone().enter_parent_frame().await?;
        browser.client.execute("window.answer = arguments[0]", vec![json!(answer)]).await?;
        browser.client.clone().enter_frame(0).await?;
        browser.click("#activity button").await?;
        browser.until(answer, &expected).await?;
    }

    // Only a cookie that was not sent back is one that the browser does not keep.
    for (status, expected) in [(401, says("This app keeps no cookies")), (500, BOARD.to_owned())] {
        browser.client.clone().enter_parent_frame().await?;
        answer_cookie(&browser, status).await?;
        open_board(&browser, &harness, &game, &ada).await?;
        browser.until(&format!("the answer to {status}"), &expected).await?;
    }
    browser.client.clone().close().await?;
    Ok(())
}
