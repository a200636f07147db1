//! All games of a person on one page, and from game to game without it.

use anyhow::ensure;
use serde_json::json;
use tests::TestResult;

use crate::board::{link, start_bot};
use crate::browser::Browser;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_player_of_many_games_goes_from_one_to_the_next() -> TestResult {
    let (harness, url) = start_bot("me").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(harness.start_game(&ada, &dmitri, json!({ "layout": "belgian-daisy" })).await?);
    }
    let phone = Browser::open_phone().await?;
    phone.open_board(&link(&harness, &games[0], &ada, 0).await?).await?;
    phone.client.goto(&format!("{url}/me")).await?;
    phone.until("the games", "document.querySelectorAll('.yours a.card svg.board').length === 3").await?;
    phone.picture("me-phone").await?;
    phone.click(".yours li:first-child a.card").await?;
    // Three touches a move, and one to the next game, on a page that stays the same.
    let ready = "document.querySelector('#game[data-turn] svg.board[data-ready]')";
    phone.until("the first board", ready).await?;
    phone.client.execute("window.stays = true", Vec::new()).await?;
    for number in 1..=3 {
        phone.until("a board on which it is one's turn", ready).await?;
        phone.tap("a1").await?;
        phone.tap("d4").await?;
        phone.until("a turn that can be confirmed", "!document.querySelector('[data-do=confirm]').disabled").await?;
        phone.click("[data-do=confirm]").await?;
        phone.until("the move", "document.querySelector('#game:not([data-turn]) .moves [aria-current]')").await?;
        if number == 1 {
            phone.picture("me-next").await?;
        }
        if number < 3 {
            phone.click("a.next").await?;
        }
    }
    phone.until("no game that waits", "!document.querySelector('a.next')").await?;
    ensure!(
        phone.client.execute("return window.stays === true", Vec::new()).await? == json!(true),
        "it was loaded anew"
    );
    for game in &games {
        harness.board(game, 1).await?;
    }

    // The list follows the games: an answer in Discord, and a new challenge.
    phone.click("a.games").await?;
    let title = |waiting: u32| format!("document.title.startsWith('({waiting})')");
    phone.until("nothing that waits", "document.title === 'Your games'").await?;
    harness.play_and_see(&games[1], 1, "i5h5").await?;
    phone.until("a game that waits", &title(1)).await?;
    harness.challenge(&dmitri, &ada, json!({})).await?;
    phone.client.refresh().await?;
    phone.until("a challenge that waits", &title(2)).await?;
    phone.picture("me-challenge").await?;
    phone.click("button[value=accept]").await?;
    phone.until("the new game", "document.querySelectorAll('a.card svg.board').length === 4").await?;
    phone.click(".leave button").await?;
    phone.until("signed out", "document.querySelector('main.message h1')").await?;
    phone.client.clone().close().await?;
    Ok(())
}
