//! Pages in headless Chromium: the sandbox, where two users play with keyboard and mouse, and the bot's board, where
//! they play by touch. Screenshots are kept in `artifacts/`.

mod activity;
mod board;
mod browser;
mod comfort;
mod foreign;
mod lobby;
mod me;
mod planning;
mod positions;
mod readers;
mod review;
mod same_colors;
mod sign_in;
mod tasks;
mod touch;

use anyhow::Context as _;
use serde_json::json;
use tests::{Harness, TestResult, wait_for};

use browser::{Browser, ENTER};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn two_users_play_on_the_page() -> TestResult {
    let harness = Harness::start("page").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let browser = Browser::open().await?;

    // Ada types a slash command.
    browser.visit(&harness, &ada, &harness.games).await?;
    browser.click("[data-test=composer]").await?;
    browser.keys("/").await?;
    browser.last("[data-test=command-item]").await?;
    browser.picture("commands").await?;
    browser.keys("challenge ").await?;
    browser.last("[data-test=more-options]").await?;
    browser.keys("user:").await?;
    browser.last("[data-test=option-input]").await?;
    browser.keys("Dmitri").await?;
    browser.last("[data-test=option-item]").await?;
    browser.picture("options").await?;
    browser.keys(ENTER).await?;
    browser.until("the list of options to close", "!document.querySelector('[data-test=option-item]')").await?;
    browser.keys(ENTER).await?;
    browser.last("[data-test=button][data-custom-id^='v1:accept:']").await?;
    browser.picture("challenge").await?;

    // Dmitri accepts and finds the thread.
    browser.visit(&harness, &dmitri, &harness.games).await?;
    browser.click("[data-test=button][data-custom-id^='v1:accept:']").await?;
    browser.click("[data-test=thread-chip]").await?;
    browser.last("[data-test=picture]").await?;
    browser.last("[data-test=button][data-custom-id^='v1:move:']").await?;
    browser.picture_after_load("game").await?;

    // The player on turn moves by buttons: Move…, the marbles, the direction, Play.
    let thread = harness.threads(&ada).await?.pop().context("no thread")?;
    let board =
        harness.message(&ada, &thread, "the first board", |message| tests::control(message, "move").is_ok()).await?;
    let first = if tests::string(&board["mentions"][0]["id"]) == ada.id { &ada } else { &dmitri };
    browser.visit(&harness, first, &thread).await?;
    browser.click("[data-test=button][data-custom-id^='v1:move:']").await?;
    browser.click("[data-test=select][data-custom-id^='v1:from:']").await?;
    browser.click("[data-test=select-option]").await?;
    browser.click("[data-test=button][data-custom-id^='v1:dir:']").await?;
    browser.last("[data-test=button][data-custom-id^='v1:play:']").await?;
    browser.picture_after_load("entry").await?;
    browser.click("[data-test=button][data-custom-id^='v1:play:']").await?;
    harness
        .message(&ada, &thread, "the board after one ply", |message| {
            tests::controls(message).iter().any(|id| id.starts_with("v1:move:") && id.ends_with(":1"))
        })
        .await?;
    browser.picture_after_load("moved").await?;

    // On a phone.
    browser.client.set_window_size(420, 860).await?;
    browser.until("the small window", "window.innerWidth < 600").await?;
    browser
        .until("the drawer to close", "getComputedStyle(document.querySelector('.side')).visibility === 'hidden'")
        .await?;
    browser.picture_after_load("phone").await?;
    browser.client.clone().close().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn done_is_in_view_below_a_long_list_on_a_phone() -> TestResult {
    let harness = Harness::start("several").await?;
    let (game, [ada, _]) = harness.start_first_game(json!({ "options": "placement=on" })).await?;
    harness.board(&game, 0).await?;
    let phone = Browser::open_phone().await?;
    phone.visit(&harness, &ada, &game.thread).await?;
    phone.click("[data-test=button][data-custom-id^='v1:move:']").await?;
    // The longest row, then its cells.
    phone.click("[data-test=select]").await?;
    phone.click("[data-test=select-option]:nth-child(5)").await?;
    phone.click("[data-test=select][data-custom-id^='v1:dir:']").await?;
    phone.last("[data-test=select-done]").await?;
    phone.picture("several").await?;
    let is_in_view = "(() => {
        const done = document.querySelector('[data-test=select-done]').getBoundingClientRect();
        const hit = document.elementFromPoint(done.x + done.width / 2, done.y + done.height / 2);
        return Boolean(hit?.closest('[data-test=select-done]'));
    })()";
    phone.until("Done in view", is_in_view).await?;
    phone.client.clone().close().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_person_with_the_role_of_the_organizers_organizes() -> TestResult {
    let harness = Harness::start("roles").await?;
    let [ada, bruno] = harness.people(["Ada", "Bruno"]).await?;
    let browser = Browser::open().await?;
    browser.visit(&harness, &bruno, &harness.games).await?;
    browser.click("[data-test=settings]").await?;
    // The last one: the organizers' role.
    browser.click("[data-test=settings-panel] [data-test=role]").await?;
    let state = harness.state("").await?;
    let board = &state["guilds"][0]["roles"][2]["id"];
    wait_for("Bruno to have the role", async || {
        Ok((harness.state(&bruno.id).await?["me"]["roles"] == json!([board])).then_some(()))
    })
    .await?;
    browser.picture("roles").await?;

    browser.visit(&harness, &ada, &harness.games).await?;
    browser.click("[data-test=composer]").await?;
    browser.keys("/setup organizers").await?;
    browser.last("[data-test=command-item]").await?;
    browser.keys(ENTER).await?;
    browser.last("[data-test=more-options]").await?;
    browser.keys("role:").await?;
    browser.last("[data-test=option-input]").await?;
    browser.keys("Boa").await?;
    browser.last("[data-test=option-item]").await?;
    browser.keys(ENTER).await?;
    browser.until("the list of options to close", "!document.querySelector('[data-test=option-item]')").await?;
    browser.keys(ENTER).await?;
    browser
        .until("the role to be named", "document.querySelector('[data-test=messages]').textContent.includes('@Board')")
        .await?;
    browser.picture("organizers").await?;

    browser.visit(&harness, &bruno, &harness.games).await?;
    browser.click("[data-test=composer]").await?;
    browser.keys("/organize log").await?;
    browser.last("[data-test=command-item]").await?;
    browser.keys(ENTER).await?;
    browser.until("the command to be chosen", "!document.querySelector('[data-test=command-item]')").await?;
    browser.keys(ENTER).await?;
    browser.until("the log", "document.querySelector('[data-test=messages]').textContent.includes('@Board')").await?;
    browser.picture("organizer").await?;
    browser.client.clone().close().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_channel_with_many_pictures_opens_at_its_newest_message() -> TestResult {
    let (harness, game, [ada, dmitri]) =
        Harness::start_with_game("pictures", json!({ "layout": "belgian-daisy" })).await?;
    for (ply, mv) in tests::world_championship_final().iter().take(24).enumerate() {
        harness.play(&game, game.on_turn(ply), mv).await?;
        harness.board(&game, u32::try_from(ply + 1)?).await?;
    }
    let browser = Browser::open().await?;
    // Several visits, because it depends on which pictures arrive before the page is first drawn.
    for time in 0..4 {
        browser.visit(&harness, if time % 2 == 0 { &ada } else { &dmitri }, &game.thread).await?;
        browser.last("[data-test=picture]").await?;
        browser.picture_after_load(&format!("pictures-{time}")).await?;
        browser.until(&format!("the page to show its end, visit {time}"), AT_THE_END).await?;
    }
    // A user who scrolls up stays there when a message is posted.
    browser.client.execute("document.getElementById('scroller').scrollBy(0, -900)", Vec::new()).await?;
    browser.until("the page to notice the scrolling", "!document.getElementById('jump').hidden").await?;
    let before = browser.number(SCROLL_TOP).await?;
    let pictures = browser.number(PICTURES).await?;
    let next = &tests::world_championship_final()[24];
    harness.play(&game, game.on_turn(24), next).await?;
    harness.board(&game, 25).await?;
    browser.until("the new board on the page", &format!("{PICTURES} > {pictures}")).await?;
    browser.picture_after_load("scrolled-up").await?;
    assert!((browser.number(SCROLL_TOP).await? - before).abs() < 0.5);
    browser.until("the button to the newest message", "!document.getElementById('jump').hidden").await?;
    browser.client.clone().close().await?;
    Ok(())
}

const SCROLL_TOP: &str = "document.getElementById('scroller').scrollTop";
const PICTURES: &str = "document.querySelectorAll('[data-test=picture]').length";
/// The newest message is in view, and there is no button to get there.
const AT_THE_END: &str = "(() => { const s = document.getElementById('scroller');
    return s.scrollHeight - s.scrollTop - s.clientHeight < 2 && document.getElementById('jump').hidden; })()";
