//! A page of another site that shows a player's board in a frame, and sends the board's requests.

use serde_json::json;
use tests::TestResult;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::board::{link, start};
use crate::browser::Browser;

/// Serves this page publicly, on another site than the bot's: a host name differs from its address.
async fn serve_page(page: String) -> anyhow::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let answer = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{page}",
                page.len()
            );
            let _ = stream.read(&mut [0; 4096]).await;
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    Ok(format!("http://localhost:{port}/"))
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_page_of_another_site_shows_no_board_and_moves_nothing() -> TestResult {
    let (harness, game, [ada, _]) = start("foreign", json!({ "layout": "belgian-daisy" })).await?;
    // Browsers send no cookie of ours to a frame there, so only our policy keeps a public page out of it.
    harness.command(&ada, &harness.games, "setup web", &json!({ "games": "linked" })).await?;
    let browser = Browser::open().await?;
    browser.open_board(&link(&harness, &game, &ada, 0).await?).await?;
    let board = browser.client.current_url().await?;
    let page = format!(
        "<!DOCTYPE html><iframe src=\"{board}\"></iframe>
         <form method=\"post\" action=\"{board}/moves\" target=\"_self\">
           <input name=\"turn\" value=\"a1b2\"><input name=\"revision\" value=\"0\"><button>Win a prize</button>
         </form>"
    );
    browser.client.goto(&serve_page(page).await?).await?;
    // In the frame.
    browser.until("the frame", "document.querySelector('iframe')").await?;
    browser.client.clone().enter_frame(0).await?;
    browser
        .until("what stands in the frame", "document.readyState === 'complete' && location.href !== 'about:blank'")
        .await?;
    let framed = browser.number("document.querySelectorAll('#game, svg').length").await?;
    browser.client.clone().enter_parent_frame().await?;
    // By a script that sends the player's cookies along.
    let sent = "const done = arguments[arguments.length - 1];
        const body = new URLSearchParams({ turn: 'a1b2', revision: 0 });
        fetch(arguments[0], { method: 'POST', mode: 'no-cors', credentials: 'include', body }).then(() => done('sent'), done);";
    let sent = browser.client.execute_async(sent, vec![json!(format!("{board}/moves"))]).await?;
    assert_eq!(sent, json!("sent"));
    // By a button that the player presses.
    browser.click("button").await?;
    browser
        .until(
            "an answer of the bot",
            "location.port && location.hostname === '127.0.0.1' && document.querySelector('h1')",
        )
        .await?;
    browser.client.goto(board.as_str()).await?;
    browser.until("the board", "document.querySelector('#game svg.board')").await?;
    let played = browser.number("document.querySelectorAll('.moves a').length").await?;
    assert!(framed + played < 0.5, "{framed} boards in a frame of another site, {played} moves by it");
    browser.client.clone().close().await?;
    Ok(())
}
