//! All games of a person on one page, and from game to game without it.

use anyhow::ensure;
use serde_json::{Value, json};
use tests::TestResult;

use crate::board::{link, start_bot};
use crate::browser::Browser;

/// Games that wait for their player.
const GAMES: usize = 10;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_player_of_many_games_goes_from_one_to_the_next_by_confirm_alone() -> TestResult {
    let (harness, url) = start_bot("me").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let mut games = Vec::new();
    for _ in 0..GAMES {
        games.push(harness.start_game(&ada, &dmitri, json!({ "layout": "belgian-daisy" })).await?);
    }
    let phone = Browser::open_phone().await?;
    phone.open_board(&link(&harness, &games[0], &ada, 0).await?).await?;
    phone
        .until("the choice, off", "document.querySelector('[data-choice=next][aria-pressed=false]:not([hidden])')")
        .await?;
    phone.client.goto(&format!("{url}/me")).await?;
    phone
        .until("the games", &format!("document.querySelectorAll('.yours a.card svg.board').length === {GAMES}"))
        .await?;
    phone.picture("me-phone").await?;
    phone.click(".yours li:first-child a.card").await?;
    // Three touches a move, and none between games, on a page that stays the same.
    let ready = "document.querySelector('#game[data-turn] svg.board[data-ready]')";
    phone.until("the first board", ready).await?;
    phone.value("window.stays = true").await?;
    for number in 1..=GAMES {
        let shown = phone.value("return document.getElementById('game').dataset.game").await?;
        phone.tap("a1").await?;
        phone.tap("d4").await?;
        phone.until("a turn that can be confirmed", "!document.querySelector('[data-do=confirm]').disabled").await?;
        phone.click("[data-do=confirm]").await?;
        if number < GAMES {
            let is_other = format!("{ready} && document.getElementById('game').dataset.game !== {shown}");
            phone.until("the next game", &is_other).await?;
        }
    }
    phone.until("the last move", "document.querySelector('#game:not([data-turn]) .moves [aria-current]')").await?;
    phone.until("no game that waits", "!document.querySelector('a.next')").await?;
    ensure!(phone.value("return window.stays === true").await? == json!(true), "it was loaded anew");
    for game in &games {
        harness.board(game, 1).await?;
    }
    // Back to the game before, by its link and by the history.
    let last = phone.value("return location.pathname").await?;
    phone.click("header .back").await?;
    phone
        .until("the game before", &format!("location.pathname !== {last} && !document.querySelector('.back')"))
        .await?;
    phone.value("history.back()").await?;
    phone.until("the last game", &format!("document.querySelector('.back') && location.pathname === {last}")).await?;

    // The list follows the games: an answer in Discord, and a new challenge.
    phone.click("a.games").await?;
    let title = |waiting: u32| format!("document.title.startsWith('({waiting})')");
    phone.until("nothing that waits", "document.title === 'Your games'").await?;
    harness.play_and_see(&games[1], 1, "i5h5").await?;
    phone.until("a game that waits", &title(1)).await?;
    harness.challenge(&dmitri, &ada, json!({})).await?;
    phone.until("a challenge that waits", &title(2)).await?;
    phone.picture("me-challenge").await?;
    phone.click("button[value=accept]").await?;
    phone.until("the new game", "document.querySelectorAll('a.card svg.board').length === 11").await?;
    phone.click(".leave button").await?;
    phone.until("signed out", "document.querySelector('main.message h1')").await?;
    phone.client.clone().close().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn without_a_connection_a_page_says_so_and_comes_back() -> TestResult {
    let (mut harness, url) = start_bot("offline").await?;
    let (game, [ada, _]) = harness.start_first_game(json!({})).await?;
    let phone = Browser::open_phone().await?;
    phone.open_board(&link(&harness, &game, &ada, 0).await?).await?;
    phone.client.goto(&format!("{url}/me")).await?;
    phone.value("navigator.serviceWorker.ready.then(() => { window.installed = true; })").await?;
    phone.until("the worker", "window.installed").await?;
    // It controls the next page.
    phone.client.refresh().await?;
    phone.until("the games", "document.querySelector('a.card')").await?;
    harness.kill_bot().await?;
    phone.client.refresh().await?;
    phone
        .until("the sentence", "document.querySelector('main.message h1')?.textContent.includes('no connection')")
        .await?;
    phone.until("its style", "getComputedStyle(document.querySelector('main.message')).textAlign === 'center'").await?;
    phone.picture("offline").await?;
    let kept = "return caches.open('offline').then((cache) => cache.keys()).then((kept) => kept.map(({ url }) => new URL(url).pathname))";
    let kept = phone.value(kept).await?;
    let is_private =
        |path: &Value| path != "/offline" && !path.as_str().is_some_and(|path| path.starts_with("/assets/"));
    ensure!(kept.as_array().is_some_and(|kept| kept.len() == 3 && !kept.iter().any(is_private)), "{kept}");
    let listen = url.trim_start_matches("http://");
    harness.start_bot(&[("SUMITO__HTTP__LISTEN", listen), ("SUMITO__HTTP__PUBLIC_URL", &url)]).await?;
    phone.click("main.message a").await?;
    phone.until("the games again", "document.querySelector('a.card')").await?;
    phone.client.clone().close().await?;
    Ok(())
}
