//! The bot's board in a browser: a link from Discord, moves by touch, the other player's page.

use std::net::TcpListener;

use anyhow::Context as _;
use fantoccini::actions::{InputSource as _, PointerAction, TouchActions};
use serde_json::{Value, json};
use tests::{Game, Harness, Person, TestResult};

use crate::browser::{Browser, ENTER};

const SETUP: &str = "abalone layout=belgian-daisy";

/// A bot with pages, and their address.
pub async fn start_bot(name: &str) -> anyhow::Result<(Harness, String)> {
    let free = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
    let url = format!("http://{free}");
    let settings = [("SUMITO__HTTP__LISTEN", &*free), ("SUMITO__HTTP__PUBLIC_URL", &*url)];
    Ok((Harness::start_by_gateway_with(name, &settings).await?, url))
}

/// A bot with pages, and a game in it.
pub async fn start(name: &str, options: Value) -> anyhow::Result<(Harness, Game, [Person; 2])> {
    let (harness, _) = start_bot(name).await?;
    let (game, people) = harness.start_first_game(options).await?;
    Ok((harness, game, people))
}

/// The link of *Open board*, for this person.
pub async fn link(harness: &Harness, game: &Game, who: &Person, ply: u32) -> anyhow::Result<String> {
    let board = harness.board(game, ply).await?;
    let answer = harness.press(who, &board, "open").await?;
    let link = answer.message["components"][0]["components"][0]["url"].as_str().context("no link")?;
    Ok(link.to_owned())
}

impl Browser {
    /// Opens a board by its link, in place of another person who is signed in.
    pub async fn open_board(&self, link: &str) -> TestResult {
        self.client.goto(link).await?;
        let instead = "document.querySelector('#open button:not([hidden])')?.click()";
        self.until("the board", &format!("({instead}, document.querySelector('#game svg.board'))")).await
    }

    /// Touches a place of the board.
    pub async fn tap(&self, at: &str) -> TestResult {
        let middle = format!(
            "(() => {{ const box = document.querySelector('.place[data-at=\"{at}\"]').getBoundingClientRect();
               return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        );
        self.touch(&middle).await
    }

    /// The same on the board where the turn is made.
    pub async fn tap_on_active(&self, at: &str) -> TestResult {
        let middle = format!(
            "(() => {{ const boards = document.querySelector('.boards');
               const place = boards.querySelector(`[data-board=\"${{boards.dataset.active}}\"] .place[data-at=\"{at}\"]`);
               place.scrollIntoView({{ block: 'center' }});
               const box = place.getBoundingClientRect();
               return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        );
        self.touch(&middle).await
    }

    /// Touches the middle of the element that this expression returns.
    async fn touch(&self, middle: &str) -> TestResult {
        let at = self.client.execute(&format!("return {middle}"), Vec::new()).await?;
        let [x, y] = [&at[0], &at[1]].map(|part| part.as_f64().unwrap_or(0.0));
        let to = PointerAction::MoveTo { duration: None, x, y };
        let down = PointerAction::Down { button: 0 };
        let up = PointerAction::Up { button: 0 };
        self.client.perform_actions(TouchActions::new("finger".to_owned()).then(to).then(down).then(up)).await?;
        Ok(())
    }
}

/// A turn that is legal after these in the game of the test.
fn rules_turn(before: &[&str]) -> anyhow::Result<String> {
    let mut game = rules::open(SETUP)?;
    for turn in before {
        game.play(turn)?;
    }
    game.turns(1).0.pop().context("no legal turn")
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_move_by_touch_reaches_the_opponent_and_the_thread() -> TestResult {
    let (harness, game, [ada, dmitri]) = start("board", json!({ "layout": "belgian-daisy" })).await?;
    let phone = Browser::open_phone().await?;
    phone.open_board(&link(&harness, &game, &ada, 0).await?).await?;
    phone.picture("board-phone").await?;
    // Two marbles of a row and an arrow.
    phone.tap("a1").await?;
    phone.tap("b2").await?;
    phone.until("arrows", "document.querySelectorAll('.handle').length > 0").await?;
    phone.picture("board-group").await?;
    phone.click("[data-do=back]").await?;

    // The opponent's page and the thread show the move.
    let computer = phone.open_another().await?;
    computer.open_board(&link(&harness, &game, &dmitri, 0).await?).await?;
    phone.tap("a1").await?;
    phone.tap("d4").await?;
    phone.until("a turn that can be confirmed", "!document.querySelector('[data-do=confirm]').disabled").await?;
    phone.picture("board-confirm").await?;
    // A player who turns the board continues with the turn.
    phone.click("[data-step=flip]").await?;
    phone.until("the turned board", "document.querySelector('.entry[data-flip=true]')").await?;
    phone.until("the turn on it", "!document.querySelector('[data-do=confirm]').disabled").await?;
    phone.click("[data-do=confirm]").await?;
    phone.until("the move", "document.querySelector('.moves [aria-current]')").await?;
    computer.until("the move on the opponent's page", "document.querySelector('.moves [aria-current]')").await?;
    computer.until("the opponent's turn", "document.querySelector('main[data-turn]')").await?;
    computer.picture("board-opponent").await?;
    harness.board(&game, 1).await?;
    // By keyboard alone: the arrows move over the board, and the page does not scroll.
    computer.client.execute("document.querySelector('svg.board').focus()", Vec::new()).await?;
    computer.keys("\u{E012}\u{E013} ").await?;
    computer.until("a place with the keyboard", "document.querySelector('.place.cursor')").await?;
    assert!(!computer.client.current_url().await?.as_str().contains("ply="), "no other position");
    // Typed, as without scripts.
    let turn = rules_turn(&["a1b2"])?;
    let field = computer.last(".typed input[name=turn]").await?;
    field.send_keys("nonsense\u{E007}").await?;
    computer
        .until("what is wrong with it", "document.querySelector('.typed .problem').textContent.includes('nonsense')")
        .await?;
    computer.until("the text in its field", "document.querySelector('.typed input').value === 'nonsense'").await?;
    let field = computer.last(".typed input[name=turn]").await?;
    field.clear().await?;
    field.send_keys(&format!("{turn}\u{E007}")).await?;
    computer.until("the typed move", "document.querySelectorAll('.moves a').length === 2").await?;
    phone.until("the answer on the phone", "document.querySelectorAll('.moves a').length === 2").await?;
    harness.board(&game, 2).await?;
    phone.until("the turn", "document.querySelector('main[data-turn]')").await?;
    phone.picture("board-third").await?;
    phone.client.clone().close().await?;
    computer.client.clone().close().await?;
    Ok(())
}

/// Counts the connections by which the page follows its game, and lets the test hide and show it.
const WATCH: &str = "window.followers = [];
    const Source = window.EventSource;
    window.EventSource = class extends Source { constructor(address) { super(address); window.followers.push(this); } };
    window.look = (state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
    };
    look('hidden'); look('visible');";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_hidden_page_holds_no_connection_and_catches_up_when_it_is_seen() -> TestResult {
    let (harness, game, [ada, _]) = start("board-hidden", json!({ "layout": "belgian-daisy" })).await?;
    let browser = Browser::open().await?;
    browser.open_board(&link(&harness, &game, &ada, 0).await?).await?;
    browser.until("the controls", "document.querySelector('svg.board[data-ready]')").await?;
    browser.client.execute(WATCH, Vec::new()).await?;
    browser.until("a connection", "followers.length === 1 && followers[0].readyState === EventSource.OPEN").await?;
    browser.client.execute("look('hidden')", Vec::new()).await?;
    browser.until("no connection", "followers.every((source) => source.readyState === EventSource.CLOSED)").await?;
    harness.play(&game, &ada, "a1b2").await?;
    harness.board(&game, 1).await?;
    let moves = "document.querySelectorAll('.moves a').length";
    assert!(browser.number(moves).await?.abs() < 0.5, "nobody looks");
    browser.client.execute("look('visible')", Vec::new()).await?;
    browser.until("the move", &format!("{moves} === 1")).await?;
    assert!((browser.number("followers.length").await? - 2.0).abs() < 0.5);
    browser.client.clone().close().await?;
    Ok(())
}

/// Makes the next request fail to arrive.
const LOSE_ONE: &str = "const fetch = window.fetch; window.lost = 0;
    window.fetch = (...request) => lost++ === 0 ? Promise.reject(new TypeError('lost')) : fetch(...request);";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_move_whose_page_did_not_arrive_is_asked_for_again() -> TestResult {
    let (harness, game, [ada, dmitri]) = start("board-lost", json!({ "layout": "belgian-daisy" })).await?;
    let moves = tests::world_championship_final();
    harness.play(&game, &ada, &moves[0]).await?;
    let browser = Browser::open().await?;
    browser.open_board(&link(&harness, &game, &ada, 1).await?).await?;
    browser.client.execute(LOSE_ONE, Vec::new()).await?;
    harness.play(&game, &dmitri, &moves[1]).await?;
    browser.until("the turn", "lost > 1 && document.querySelector('[data-turn]')").await?;
    browser.client.clone().close().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn who_looks_at_an_earlier_position_learns_that_the_game_goes_on() -> TestResult {
    let (harness, game, [ada, dmitri]) = start("board-earlier", json!({ "layout": "belgian-daisy" })).await?;
    let moves = tests::world_championship_final();
    harness.play(&game, &ada, &moves[0]).await?;
    let phone = Browser::open_phone().await?;
    phone.open_board(&link(&harness, &game, &ada, 1).await?).await?;
    phone.click("[data-step=prev]").await?;
    phone.until("the first position", "document.querySelector('.goes-on')?.hidden").await?;
    harness.play(&game, &dmitri, &moves[1]).await?;
    phone.until("the news", "!document.querySelector('.goes-on').hidden").await?;
    phone.picture("board-goes-on").await?;
    assert!(phone.number("location.search === '?ply=0' ? 1 : 0").await? > 0.5, "the position stays");
    phone.click("[data-step=newest]").await?;
    phone
        .until(
            "the turn",
            "document.querySelectorAll('.moves a').length === 2 && document.querySelector('[data-turn]')",
        )
        .await?;
    phone.client.clone().close().await?;
    Ok(())
}

/// Moves by arrow keys from place to place: first up or down, then along the row.
const WALK: &str = "const at = (place) => { const node = document.querySelector(`.place[data-at=\"${place}\"]`);
        return [Number(node.getAttribute('cx')), Number(node.getAttribute('cy'))]; };
    const [[x, y], [toX, toY]] = [at(document.querySelector('.place.cursor').dataset.at), at(arguments[0])];
    return Math.abs(y - toY) > 9 ? (toY < y ? '\u{E013}' : '\u{E015}') : Math.abs(x - toX) > 9 ? (toX < x ? '\u{E012}' : '\u{E014}') : '';";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_move_is_made_by_keyboard_alone() -> TestResult {
    let (harness, game, [ada, _]) = start("board-keys", json!({ "layout": "belgian-daisy" })).await?;
    let computer = Browser::open().await?;
    computer.open_board(&link(&harness, &game, &ada, 0).await?).await?;
    computer.until("the controls", "document.querySelector('svg.board[data-ready]')").await?;
    // The board is a stop of the Tab key.
    let on_board = "document.activeElement.matches('svg.board')";
    for _ in 0..20 {
        if computer.client.execute(&format!("return {on_board}"), Vec::new()).await? == json!(true) {
            break;
        }
        computer.keys("\u{E004}").await?;
    }
    computer.until("the keyboard on the board", on_board).await?;
    for place in ["a1", "d4"] {
        for _ in 0..30 {
            let key = computer.client.execute(WALK, vec![json!(place)]).await?;
            let key = key.as_str().context("no key")?;
            if key.is_empty() {
                break;
            }
            computer.keys(key).await?;
        }
        let label = computer.client.execute(
            "return document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).getAttribute('aria-label')",
            Vec::new(),
        );
        let label = label.await?;
        assert!(label.as_str().is_some_and(|label| label.starts_with(place)), "{label} at {place}");
        computer.keys(ENTER).await?;
    }
    computer.until("Confirm", "document.activeElement.dataset.do === 'confirm'").await?;
    computer.keys(ENTER).await?;
    computer
        .until("what a screen reader says", "document.getElementById('announce').textContent.includes('a1b2')")
        .await?;
    harness.board(&game, 1).await?;
    computer.client.clone().close().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_browser_goes_on_after_the_bot_was_killed() -> TestResult {
    let (mut harness, game, [ada, _]) = start("board-killed", json!({ "layout": "belgian-daisy" })).await?;
    let phone = Browser::open_phone().await?;
    phone.open_board(&link(&harness, &game, &ada, 0).await?).await?;
    phone.tap("a1").await?;
    harness.kill_bot().await?;
    phone.tap("d4").await?;
    phone
        .until("a word about it", "document.querySelector('.hint').textContent.startsWith('That didn\\'t arrive')")
        .await?;
    // The selection remains.
    harness.start_bot(&[]).await?;
    phone.tap("d4").await?;
    phone.until("a turn that can be confirmed", "!document.querySelector('[data-do=confirm]').disabled").await?;
    harness.kill_bot().await?;
    harness.start_bot(&[]).await?;
    phone.click("[data-do=confirm]").await?;
    phone.until("the move", "document.querySelector('.moves [aria-current]')").await?;
    harness.board(&game, 1).await?;
    phone.client.clone().close().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_turn_entered_on_an_expired_board_is_there_when_it_is_opened_once_more() -> TestResult {
    let (harness, game, [ada, _]) = start("board-expired", json!({ "layout": "belgian-daisy" })).await?;
    let phone = Browser::open_phone().await?;
    let can_confirm = "!document.querySelector('[data-do=confirm]').disabled";
    let says = |words: &str| format!("document.querySelector('.hint').textContent === {}", json!(words));
    let expired = says("a1b2 · You are not signed in here. Open the board from Discord.");
    phone.open_board(&link(&harness, &game, &ada, 0).await?).await?;
    phone.tap("a1").await?;
    phone.tap("d4").await?;
    phone.until("a turn that can be confirmed", can_confirm).await?;
    let mut database = harness.database().await?;
    database.run("update web_session set expires_at = 0").await?;
    database.close().await?;
    phone.click("[data-do=confirm]").await?;
    phone.until("the sentence", &expired).await?;
    phone.picture("board-expired").await?;
    phone.until("the turn as it was", can_confirm).await?;
    phone.client.goto("about:blank").await?;
    phone.open_board(&link(&harness, &game, &ada, 0).await?).await?;
    phone.until("the turn once more", &format!("{can_confirm} && {}", says("a1b2 · Confirm, or go back."))).await?;
    // The turn is restored only once.
    phone.client.refresh().await?;
    phone.until("the board without it", &says("Your turn: take a marble.")).await?;
    phone.tap("a1").await?;
    phone.tap("d4").await?;
    phone.click("[data-do=confirm]").await?;
    phone.until("the move", "document.querySelector('.moves [aria-current]')").await?;
    harness.board(&game, 1).await?;
    phone.client.clone().close().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_link_that_was_used_leads_its_browser_to_the_board() -> TestResult {
    let (harness, game, [ada, _]) = start("board-link", json!({})).await?;
    let browser = Browser::open().await?;
    let link = link(&harness, &game, &ada, 0).await?;
    browser.open_board(&link).await?;
    assert!(!browser.client.current_url().await?.as_str().contains('#'), "the secret stays nowhere");
    browser.client.goto("about:blank").await?;
    browser.open_board(&link).await?;
    // Another browser learns the game's address, but cannot act.
    browser.client.delete_all_cookies().await?;
    browser.client.goto("about:blank").await?;
    browser.client.goto(&link).await?;
    browser
        .until("the sentence", "document.querySelector('h1').textContent.startsWith('This link was already used')")
        .await?;
    let thread = format!("document.querySelector('a:not([hidden])').href.endsWith('/{}')", game.thread);
    browser.until("the way to the thread", &thread).await?;
    browser.client.clone().close().await?;
    Ok(())
}

/// The positions of the board and of the links to other positions.
const PLACES: &str =
    "return ['svg.board', '.steps'].map((what) => { const box = document.querySelector(what).getBoundingClientRect();
    return [box.x, box.y + scrollY, box.width, box.height]; })";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn nothing_jumps_between_positions_and_turns() -> TestResult {
    let (harness, game, [ada, dmitri]) = start("board-still", json!({ "layout": "belgian-daisy" })).await?;
    for (number, (width, height)) in [(1280, 800), (1000, 600), (390, 844)].into_iter().enumerate() {
        let browser = Browser::open().await?;
        browser.client.set_window_size(width, height).await?;
        let played = number as u32;
        browser.open_board(&link(&harness, &game, &ada, played).await?).await?;
        let places = async || browser.client.execute(PLACES, Vec::new()).await;
        let (on_turn, mover) = (places().await?, if played == 1 { &dmitri } else { &ada });
        harness.play(&game, mover, &tests::world_championship_final()[number]).await?;
        let moves = format!("document.querySelectorAll('.moves a').length === {}", played + 1);
        browser.until("the move", &moves).await?;
        assert_eq!(places().await?, on_turn, "the other side's turn, {width} x {height}");
        browser.click("[data-step=prev]").await?;
        browser.until("the position before", "location.search.includes('ply=')").await?;
        assert_eq!(places().await?, on_turn, "a position before, {width} x {height}");
        browser.client.clone().close().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn who_wants_no_preview_plays_at_once() -> TestResult {
    let (harness, game, [ada, _]) = start("board-at-once", json!({ "layout": "belgian-daisy" })).await?;
    harness.command(&ada, &harness.games, "settings moves", &json!({ "preview": false })).await?;
    let phone = Browser::open_phone().await?;
    phone.open_board(&link(&harness, &game, &ada, 0).await?).await?;
    phone.until("the board", "document.querySelector('svg.board[data-ready]')").await?;
    // None of these is a move: scrolling the page, a finger that leaves the board, the opponent's marble.
    let at = phone.places().await?;
    let ([x, y], [other_x, other_y], [enemy_x, enemy_y]) = (at.middles["a1"], at.middles["a2"], at.middles["h4"]);
    let above = at.fixed[0][1] - 60.0;
    let beside = [other_x + (other_y - above) / 3_f64.sqrt(), above];
    let quiet = "!document.querySelector('.taken, [aria-busy]')";
    phone.finger(&[vec![[other_x, other_y], beside]]).await?;
    phone.until("the board as before", quiet).await?;
    phone.finger(&[vec![[enemy_x, enemy_y], [enemy_x, enemy_y + 60.0]]]).await?;
    phone.until("the board as before", quiet).await?;
    phone.finger(&[vec![[x, y], [x - 5.0, y - 120.0]]]).await?;
    phone.until("the marble alone", "document.querySelectorAll('.taken').length === 1").await?;
    phone.tap("d4").await?;
    phone.until("the move", "document.querySelector('.moves [aria-current]')").await?;
    assert!(phone.number("document.querySelectorAll('.moves a').length").await? < 1.5);
    assert!(phone.number("document.querySelector('.moves a').textContent === 'a1b2' ? 1 : 0").await? > 0.5);
    harness.board(&game, 1).await?;
    phone.client.clone().close().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn the_button_of_the_answer_opens_the_board_in_another_tab() -> TestResult {
    let (harness, game, [ada, _]) = start("board-tab", json!({})).await?;
    harness.board(&game, 0).await?;
    let browser = Browser::open().await?;
    browser.visit(&harness, &ada, &game.thread).await?;
    browser.click("[data-test=button][data-custom-id^='v1:open:']").await?;
    browser.click("[data-test=link]").await?;
    let pages = async || {
        let pages = browser.client.windows().await?;
        Ok((pages.len() == 2).then_some(pages))
    };
    let opened = tests::wait_for("another tab", pages).await?.pop().context("no tab")?;
    browser.client.switch_to_window(opened).await?;
    browser.until("the board", "document.querySelector('#game svg.board')").await?;
    browser.client.clone().close().await?;
    Ok(())
}
