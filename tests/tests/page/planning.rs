//! Lines that a player tries on the bot's board, and keeps.

use anyhow::Context as _;
use serde_json::{Value, json};
use tests::TestResult;

use crate::board::{link, start, start_bot};
use crate::browser::Browser;
use crate::positions::Position;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_line_is_tried_by_touch_and_kept() -> TestResult {
    let (harness, game, [ada, dmitri]) = start("planning", json!({ "layout": "belgian-daisy" })).await?;
    let phone = Browser::open_phone().await?;
    phone.open_board(&link(&harness, &game, &dmitri, 0).await?).await?;
    // A player who is not on turn can still try moves of both.
    phone.click("[data-do=plan]").await?;
    let line = |text: &str| format!("document.querySelector('.line').textContent === {}", json!(text));
    phone.until("the first board", "document.querySelector('.place.can')").await?;
    for (from, to, played) in [("a1", "a3", "a1a2"), ("a4", "c4", "a1a2 a4b4")] {
        phone.tap(from).await?;
        phone.tap(to).await?;
        phone.until(&format!("the line {played}"), &line(played)).await?;
    }
    phone.picture("board-planning").await?;
    // The board can be turned meanwhile.
    for flip in ["false", "true"] {
        phone.click("[data-step=flip]").await?;
        phone.until("the turned board", &format!("document.querySelector('.entry').dataset.flip === '{flip}'")).await?;
        phone.until("the line on the turned board", &line("a1a2 a4b4")).await?;
    }
    // A half-selected group is not lost either.
    phone.tap("a2").await?;
    phone.until("a marble that is taken", "document.querySelector('.taken')").await?;
    phone.click("[data-step=flip]").await?;
    phone
        .until(
            "the marble on the turned board",
            "document.querySelector('.entry[data-flip=false]') && document.querySelector('.taken')",
        )
        .await?;
    phone.click("[data-do=plan-back]").await?;
    phone.click("[data-step=flip]").await?;
    phone.until("the board turned back", "document.querySelector('.entry[data-flip=true]')").await?;
    phone.until("the line once more", &line("a1a2 a4b4")).await?;
    phone.click("[data-do=plan-back]").await?;
    phone.until("one turn less", &line("a1a2")).await?;
    // Keys step through the line, and its player on turn is shown.
    let on_turn = |seat: u8| {
        format!(
            "document.querySelectorAll('.players .on-turn .chip use[href=\"#{}\"]').length === 1",
            ["black", "white"][usize::from(seat)]
        )
    };
    for (key, played, seat) in [
        ("\u{E010}", "a1a2 a4b4", 0),
        ("\u{E011}", "", 0),
        ("\u{E014}", "a1a2", 1),
        ("\u{E012}", "", 0),
        ("\u{E014}", "a1a2", 1),
    ] {
        phone.keys(key).await?;
        phone.until(&format!("{played} by a key"), &line(played)).await?;
        phone.until(&format!("seat {seat} on turn"), &on_turn(seat)).await?;
    }
    phone.until("a line that answers nothing", "document.querySelector('[data-do=plan-keep]').disabled").await?;
    phone.tap("a4").await?;
    phone.tap("c4").await?;
    phone.until("the answer", "!document.querySelector('[data-do=plan-keep]').disabled").await?;
    phone.click("[data-do=plan-keep]").await?;
    phone
        .until("the line among those that are kept", "document.querySelector('.lines[open] button[name=remove]')")
        .await?;
    phone.until("the game as it is", "!document.querySelector('[data-plans]')").await?;
    phone.picture("board-lines").await?;
    // The game goes on while a line is tried.
    phone.click("[data-do=plan]").await?;
    phone.until("the first board", "document.querySelector('.place.can')").await?;
    phone.tap("a1").await?;
    phone.tap("a3").await?;
    phone.until("a line", &line("a1a2")).await?;
    harness.command(&ada, &game.thread, "move", &json!({ "move": "a2a3" })).await?;
    let says = "document.querySelector('.hint').textContent === 'The game has moved on. You tried: a1a2'";
    phone.until("what was tried", says).await?;
    phone.client.clone().close().await?;
    Ok(())
}

/// From here on, the page's requests wait until the test answers them, in any order.
const HOLD: &str = "const fetching = window.fetch;
    window.held = {};
    window.fetch = (address, ...rest) => new Promise((answer) => {
        window.held[/\\/try\\b/.test(address) ? 'try' : 'page'] = () => answer(fetching(address, ...rest));
    });";

/// Answers the page's last request.
fn answer(what: &str) -> String {
    format!("const go = window.held.{what}; delete window.held.{what}; go();")
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_line_that_is_left_while_it_is_tried_again_is_not_played() -> TestResult {
    let (harness, game, [ada, _]) = start("planning-left", json!({ "layout": "belgian-daisy" })).await?;
    // Outside of a line, a touch plays at once.
    harness.command(&ada, &harness.games, "settings moves", &json!({ "preview": false })).await?;
    let phone = Browser::open_phone().await?;
    phone.open_board(&link(&harness, &game, &ada, 0).await?).await?;
    phone.click("[data-do=plan]").await?;
    phone
        .until(
            "the first board",
            "document.querySelector('[data-plans]') && !document.querySelector('main[aria-busy]')",
        )
        .await?;
    phone.tap("a1").await?;
    phone.tap("a3").await?;
    phone.until("a line", "document.querySelector('.line').textContent === 'a1a2'").await?;
    // On the turned board the line is tried once more. The player leaves it before the first answer.
    phone.client.execute(HOLD, Vec::new()).await?;
    phone.click("[data-step=flip]").await?;
    phone.until("the page that is asked for", "window.held.page").await?;
    phone.client.execute(&answer("page"), Vec::new()).await?;
    phone.until("the line tried again", "window.held.try && document.querySelector('.entry[data-flip=true]')").await?;
    phone.click("[data-do=plan-end]").await?;
    phone.until("the board that is asked for", "window.held.page").await?;
    phone.client.execute(&answer("try"), Vec::new()).await?;
    phone.until("the answer", "!document.querySelector('main[aria-busy]')").await?;
    // Until the game is loaded, a touch plays nothing.
    phone.tap("a1").await?;
    phone.tap("a3").await?;
    assert_eq!(phone.client.execute("return document.querySelector('.touch .taken')", Vec::new()).await?, json!(null));
    phone.client.execute(&format!("window.shown = game; {}", answer("page")), Vec::new()).await?;
    phone.until("the game as it is", "document.getElementById('game') !== window.shown").await?;
    phone.until("no line", "document.querySelector('.planning').hidden && !window.held.try").await?;
    let hint = phone.client.execute("return document.querySelector('.hint').textContent", Vec::new()).await?;
    assert_eq!(hint, json!("Your turn: take a marble."), "no turn is begun");
    phone.client.clone().close().await?;
    Ok(())
}

/// The steps that the page gets after this beginning of a turn, where lines are tried.
async fn steps(page: &Browser, begun: &str) -> anyhow::Result<Vec<Value>> {
    let script = "const done = arguments[1]; const { base, flip, revision } = document.querySelector('.entry').dataset;
        const line = document.querySelector('.line').textContent;
        fetch(`${base}/try?${new URLSearchParams({ turn: arguments[0], flip, revision, line })}`)
            .then((answer) => answer.json()).then(({ entry }) => done(entry.steps));";
    let steps = page.client.execute_async(script, vec![json!(begun)]).await?;
    steps.as_array().cloned().context("no steps")
}

/// Makes a step by two touches of the active board.
async fn make(page: &Browser, step: &Value) -> TestResult {
    for at in step["taps"][0].as_array().context("no taps")? {
        let at = at.as_str().context("no place")?;
        // The board may be replaced while a browser is slow.
        let can = format!(
            "!document.querySelector('main[aria-busy]') && document.querySelector('.place.can[data-at=\"{at}\"]')"
        );
        page.until(&format!("{at} to be ready for a touch"), &can).await?;
        page.tap_on_active(at).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn chains_and_two_boards_are_tried_and_turned() -> TestResult {
    let (harness, url) = start_bot("planning-chains").await?;
    let page = Browser::open_phone().await?;
    let position = Position::reach(&harness, "fliporona", 46, 1).await?;
    page.open_board(&format!("{url}/open#{}", position.code)).await?;
    page.until("the board", "document.querySelector('svg.board[data-ready]')").await?;
    page.click("[data-do=plan]").await?;
    page.until("planning", "document.querySelector('[data-plans]') && !document.querySelector('main[aria-busy]')")
        .await?;
    // A capture after which the same piece may go on.
    let chains = steps(&page, "").await?;
    let chain = chains.iter().find(|step| {
        let turn = step["turn"].as_str().unwrap_or_default();
        position.game.after(turn).is_ok_and(|after| after.partial_turn().is_some())
    });
    let chain = chain.context("no chain")?;
    let turn = chain["turn"].as_str().context("no turn")?;
    make(&page, chain).await?;
    let is_begun = format!("document.querySelector('.hint').textContent.startsWith({})", json!(format!("{turn} · ")));
    page.until("half a turn", &is_begun).await?;
    // White is at the bottom at first.
    for flip in ["false", "true"] {
        page.click("[data-step=flip]").await?;
        let turned = format!("document.querySelector('.entry[data-flip={flip}]') && {is_begun}");
        page.until("half a turn on the turned board", &turned).await?;
    }
    page.until("who is on turn", "document.querySelectorAll('.players .on-turn').length === 1").await?;
    page.keys("\u{E012}").await?;
    page.until("the turn taken back", "document.querySelector('[data-do=plan-back]').disabled").await?;
    page.keys("\u{E014}").await?;
    page.until("half a turn again", &is_begun).await?;
    page.click("[data-do=plan-next]").await?;
    page.until("the turn in the line", &format!("document.querySelector('.line').textContent === {}", json!(turn)))
        .await?;

    // On two boards, each turn is tried on the board where it is played.
    let position = Position::reach(&harness, "abalone seats=2x2x2", 8, 2).await?;
    page.open_board(&format!("{url}/open#{}", position.code)).await?;
    page.until("the board", "document.querySelector('svg.board[data-ready]')").await?;
    page.click("[data-do=plan]").await?;
    page.until("planning", "document.querySelector('[data-plans]') && !document.querySelector('main[aria-busy]')")
        .await?;
    let mut game = position.game.after("")?;
    for tried in 1..=3 {
        let active = game.diagram().active;
        page.until("the active board", &format!("document.querySelector('.boards').dataset.active === '{active}'"))
            .await?;
        let all = steps(&page, "").await?;
        let step = all.first().context("no step")?;
        make(&page, step).await?;
        game.play(step["turn"].as_str().context("no turn")?)?;
        page.until("the line", &format!("document.querySelector('.line').textContent.split(' ').length === {tried}"))
            .await?;
    }
    page.client.clone().close().await?;
    Ok(())
}
