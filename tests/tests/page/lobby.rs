//! A challenge from a page, and the lobby in which somebody accepts it.

use serde_json::json;
use tests::TestResult;

use crate::board::{link, start_bot};
use crate::browser::{Browser, ENTER};

impl Browser {
    /// Types a turn in a game where it is one's turn.
    async fn type_turn(&self, turn: &str) -> TestResult {
        self.until("one's turn", "document.querySelector('#game[data-turn] svg.board[data-ready]')").await?;
        self.last(".typed input[name=turn]").await?.send_keys(&format!("{turn}{ENTER}")).await?;
        self.until("the move", "document.querySelector('#game:not([data-turn]) .moves [aria-current]')").await
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_challenge_from_a_page_is_accepted_in_the_lobby_and_played() -> TestResult {
    let (harness, _) = start_bot("lobby").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    harness.command(&ada, &harness.games, "setup web", &json!({ "games": "linked" })).await?;
    let game = harness.start_game(&ada, &dmitri, json!({})).await?;
    let phone = Browser::open_phone().await?;
    phone.open_board(&link(&harness, &game, &ada, 0).await?).await?;
    phone.click("a.games").await?;
    phone.click(".files a[href='/new']").await?;
    phone.last("form.new select[name=whom]").await?;
    for (name, value) in [("whom", "anybody"), ("game", "abalone:standard"), ("color", "white"), ("pace", "days:2")] {
        phone.click(&format!("select[name={name}] option[value='{value}']")).await?;
    }
    phone.picture("new-challenge").await?;
    phone.click("form.new button").await?;
    phone
        .until("the open challenge", "location.pathname === '/me' && document.querySelector('[value=withdraw]')")
        .await?;

    let computer = phone.open_another().await?;
    computer.open_board(&link(&harness, &game, &dmitri, 0).await?).await?;
    computer.click(".files a[href^='/s/']").await?;
    computer.last(".card form[action^='/s/']").await?;
    computer.picture("lobby").await?;
    computer.click(".card form[action^='/s/'] button").await?;
    computer.type_turn("a1b2").await?;

    let begun = computer.client.current_url().await?;
    phone.client.goto(begun.as_str()).await?;
    phone.type_turn("i9h8").await?;
    computer.until("the answer", "document.querySelectorAll('.moves a').length === 2").await?;
    phone.client.clone().close().await?;
    computer.client.clone().close().await?;
    Ok(())
}
