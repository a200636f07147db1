//! Signing in by Discord: the sandbox has the page that asks the person.

use serde_json::json;
use tests::{Harness, TestResult};

use crate::browser::Browser;
use crate::readers::axe;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_person_refuses_and_then_signs_in_on_discords_page() -> TestResult {
    let harness = Harness::start_with_activity("sign-in").await?;
    let (game, [ada, _]) = harness.start_first_game(json!({ "layout": "belgian-daisy" })).await?;
    harness.board(&game, 0).await?;
    let phone = Browser::open_phone().await?;
    phone.client.goto(&format!("{}/me", harness.pages()?)).await?;
    phone.until("the way to sign in", "document.querySelector('main.message a.games')").await?;
    phone.assert_for_everybody(&axe()?, "the page of nobody").await?;
    phone.picture("sign-in").await?;

    phone.click("main.message a.games").await?;
    phone.until("Discord's page", "document.querySelector('main.authorize')").await?;
    phone.picture("sign-in-authorize").await?;
    phone.click("button[value='']").await?;
    phone.until("the refusal", "document.querySelector('h1').textContent.includes('allow this app')").await?;
    phone.click("main.message a.games").await?;
    phone.click(&format!("button[value='{}']", ada.id)).await?;
    phone.until("the games", "location.pathname === '/me' && document.querySelector('main.games a.card')").await?;

    // It is the session that a link gives.
    phone.click("main.games a.card").await?;
    phone.until("a board to move on", "document.querySelector('#game svg.board[data-ready]')").await?;
    phone.client.goto(&format!("{}/me", harness.pages()?)).await?;
    phone.click(".leave button").await?;
    phone.until("signed out", "document.querySelector('main.message a.games')").await?;
    phone.client.clone().close().await?;
    Ok(())
}
