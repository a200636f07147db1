//! The board on every screen: what is in view, how it moves, and what it says.

use anyhow::{bail, ensure};
use serde_json::{Value, json};
use tests::TestResult;

use crate::board::{link, start, start_bot};
use crate::browser::Browser;
use crate::positions::Position;

/// Phones, upright and on their side.
const SCREENS: [(u32, u32); 7] = [(360, 780), (375, 553), (375, 629), (320, 568), (667, 375), (740, 360), (1280, 600)];

/// The defects of the view of a player on turn.
const OUT_OF_VIEW: &str = "const wrong = [];
    const confirm = document.querySelector('[data-do=confirm]');
    const { x, y, width, height, bottom } = confirm.getBoundingClientRect();
    if (y < 0 || bottom > innerHeight || document.elementFromPoint(x + width / 2, y + height / 2) !== confirm) wrong.push(`Confirm at ${y} to ${bottom}`);
    const isOut = (node, { left, right }) => { const box = node.getBoundingClientRect(); return box.left < left - 1 || box.right > right + 1; };
    const page = { left: 0, right: innerWidth };
    for (const text of document.querySelectorAll('.coordinates text')) if (isOut(text, page)) wrong.push(`the coordinate ${text.textContent}`);
    for (const player of document.querySelectorAll('.players li')) {
        for (const part of player.querySelectorAll('.name, .score, .clock')) if (isOut(part, player.getBoundingClientRect())) wrong.push(part.textContent);
        const name = player.querySelector('.name').getBoundingClientRect().width;
        if (name < 36) wrong.push(`${player.textContent}: a name of ${name} pixels`);
    }
    if (document.documentElement.scrollWidth > innerWidth) wrong.push(`${document.documentElement.scrollWidth} pixels wide`);
    return wrong;";

impl Browser {
    async fn screen(&self, (width, height): (u32, u32)) -> TestResult {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 2, "mobile": true });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await?;
        self.client.refresh().await?;
        if let Err(error) = self.until("the screen", &format!("innerWidth === {width}")).await {
            let wide = "return [innerWidth, document.documentElement.scrollWidth, ...[...document.querySelectorAll('*')].filter((node) => node.scrollWidth > innerWidth || node.getBoundingClientRect().right > document.documentElement.clientWidth).map((node) => node.outerHTML.slice(0, 99))]";
            bail!("{error}; wider than {width}: {:#}", self.value(wide).await?);
        }
        Ok(())
    }

    pub async fn value(&self, script: &str) -> anyhow::Result<Value> {
        Ok(self.client.execute(script, Vec::new()).await?)
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn confirm_is_in_view_and_nothing_is_cut_off_on_any_screen() -> TestResult {
    let (harness, url) = start_bot("screens").await?;
    let browser = Browser::open().await?;
    for (number, (setup, plies)) in
        (1..).zip([("abalone", 4), ("abalone", 5), ("abalone seats=3", 4), ("abalone seats=6", 7)])
    {
        let position = Position::reach(&harness, setup, plies, number).await?;
        position.set_clocks(&harness, 90 * 60_000).await?;
        browser.open_board(&format!("{url}/open#{}", position.code)).await?;
        for screen in SCREENS {
            browser.screen(screen).await?;
            browser.until("the board", "document.querySelector('svg.board[data-ready]')").await?;
            let wrong = browser.value(OUT_OF_VIEW).await?;
            let (width, height) = screen;
            browser.picture(&format!("screen-{number}-{width}x{height}")).await?;
            ensure!(wrong == json!([]), "{setup} at {width} x {height}: {wrong:#}");
        }
    }
    browser.client.clone().close().await?;
    Ok(())
}

/// The contrast of the border of each secondary button with the page.
const CONTRASTS: &str = "const light = (color) => { const [r, g, b] = color.match(/\\d+/g).map((part) => part / 255)
        .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const page = light(getComputedStyle(document.documentElement).backgroundColor);
    return [...document.querySelectorAll('button:not(:disabled), a.step')].filter((node) => node.offsetParent).map((node) => {
        const style = getComputedStyle(node);
        const contrast = (color) => { const other = light(color); return (Math.max(page, other) + 0.05) / (Math.min(page, other) + 0.05); };
        return [node.textContent.trim() || node.dataset.step, Math.max(contrast(style.borderTopColor), contrast(style.backgroundColor))];
    }).filter(([, contrast]) => contrast < 3);";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn buttons_and_the_place_of_the_keyboard_are_seen() -> TestResult {
    let (harness, url) = start_bot("contrast").await?;
    let browser = Browser::open().await?;
    let position = Position::reach(&harness, "abalone", 5, 1).await?;
    browser.open_board(&format!("{url}/open#{}", position.code)).await?;
    browser.until("the board", "document.querySelector('svg.board[data-ready]')").await?;
    for scheme in ["light", "dark"] {
        browser.wish(&[("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")]).await?;
        browser.until(scheme, &format!("matchMedia('(prefers-color-scheme: {scheme})').matches")).await?;
        let faint = browser.value(CONTRASTS).await?;
        ensure!(faint == json!([]), "{scheme}: {faint:#}");
    }
    // The ring lies above the marbles.
    browser.value("document.querySelector('svg.board').focus()").await?;
    browser.keys("\u{E013}").await?;
    browser.until("a ring", "getComputedStyle(document.querySelector('svg.board > .here')).display !== 'none'").await?;
    let above = "document.querySelector('.stones').compareDocumentPosition(document.querySelector('.here')) & 4";
    ensure!(browser.number(above).await? > 0.5, "the ring lies below the marbles");
    browser.client.clone().close().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_move_slides_is_lit_under_the_finger_and_changes_the_title() -> TestResult {
    let (harness, game, [ada, _]) = start("motion", json!({ "layout": "belgian-daisy" })).await?;
    let phone = Browser::open_phone().await?;
    phone.open_board(&link(&harness, &game, &ada, 0).await?).await?;
    phone.until("the board", "document.querySelector('svg.board[data-ready]')").await?;
    phone.until("the title", "document.title.startsWith('Your move · ')").await?;
    // The animations of the last step.
    phone
        .value(
            "window.slid = []; const animate = Element.prototype.animate;
            Element.prototype.animate = function (frames, options) { slid.push([this.tagName, this.dataset.at, options.duration]); return animate.call(this, frames, options); };
            window.lit = 0; new MutationObserver(() => { lit = Math.max(lit, document.querySelectorAll('.aim .lit').length); })
                .observe(document.body, { childList: true, subtree: true });",
        )
        .await?;
    let at = phone.places().await?;
    let middle = |place: &str| at.middles[place];
    let half = [0, 1].map(|axis| f64::midpoint(middle("a1")[axis], middle("d4")[axis]));
    phone.finger(&[vec![middle("a1"), half, middle("d4")]]).await?;
    phone.until("a turn that can be confirmed", "!document.querySelector('[data-do=confirm]').disabled").await?;
    ensure!(phone.number("lit").await? > 2.5, "the group is lit: {}", phone.number("lit").await?);
    let slid = phone.value("return slid.filter(([name]) => name === 'use')").await?;
    ensure!(slid.as_array().is_some_and(|slid| slid.len() == 3), "three marbles: {slid}");
    ensure!(phone.number("Math.max(...slid.map(([, , time]) => time))").await? <= 200.0, "{slid}");
    // Back: they slide back. Without motion, nothing does.
    phone.value("slid = []").await?;
    phone.click("[data-do=back]").await?;
    phone.until("the marbles to slide back", "slid.filter(([name]) => name === 'use').length === 3").await?;
    phone.wish(&[("prefers-reduced-motion", "reduce")]).await?;
    phone.value("slid = []").await?;
    phone.tap("a1").await?;
    phone.tap("d4").await?;
    phone.until("the turn once more", "!document.querySelector('[data-do=confirm]').disabled").await?;
    ensure!(phone.value("return slid").await? == json!([]), "who prefers no motion sees none");
    phone.click("[data-do=confirm]").await?;
    phone.until("the plain title", "!document.title.startsWith('Your move')").await?;
    let icon = "document.querySelector('link[rel=icon]').href.endsWith('/icon.svg')";
    phone.until("the plain icon", icon).await?;
    phone.client.clone().close().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn the_page_scrolls_beside_the_board_and_says_why_a_touch_does_nothing() -> TestResult {
    let (harness, game, [ada, _]) = start("impossible", json!({ "layout": "belgian-daisy" })).await?;
    let phone = Browser::open_phone().await?;
    phone.open_board(&link(&harness, &game, &ada, 0).await?).await?;
    phone.until("the board", "document.querySelector('svg.board[data-ready]')").await?;
    let says = |words: &str| format!("document.querySelector('.hint').textContent === {}", json!(words));
    phone.tap("e5").await?;
    phone.until("that nothing lies there", &says("E5 is empty.")).await?;
    phone.tap("a1").await?;
    phone.until("the question", &says("Where to?")).await?;
    phone.tap("e6").await?;
    phone.until("why not", &says("You can't play a1e6: a1 and e6 aren't in line.")).await?;
    let middles = phone.places().await?.middles;
    phone.finger(&[vec![middles["a1"], middles["e8"]]]).await?;
    phone.until("why a drag is in vain", &says("You can't play a1e8: a1 and e8 aren't in line.")).await?;
    // A finger on a marble moves no page; one in the corner beside the board does.
    let scroll = async |from: [f64; 2]| -> anyhow::Result<f64> {
        phone.value("scrollTo(0, 0)").await?;
        phone.finger(&[vec![from, [from[0], from[1] - 60.0], [from[0], from[1] - 160.0]]]).await?;
        phone.number("scrollY").await
    };
    let marble = middles["b2"];
    ensure!(scroll(marble).await? < 1.0, "a finger on a marble scrolls");
    let corner = phone.value("const { left, bottom } = document.querySelector('svg.board').getBoundingClientRect(); return [left + 6, bottom - 12]").await?;
    let corner = [corner[0].as_f64().unwrap_or(0.0), corner[1].as_f64().unwrap_or(0.0)];
    ensure!(scroll(corner).await? > 20.0, "a finger beside the board does not scroll");
    phone.client.clone().close().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_running_clock_ticks() -> TestResult {
    let (harness, url) = start_bot("clock").await?;
    let browser = Browser::open().await?;
    let position = Position::reach(&harness, "abalone", 4, 1).await?;
    position.set_clocks(&harness, 10 * 60_000).await?;
    browser.open_board(&format!("{url}/open#{}", position.code)).await?;
    let clock = "document.querySelector('.on-turn .clock').textContent";
    browser.until("seconds", &format!("/^9 min( \\d+ s)?$/.test({clock})")).await?;
    let before = browser.value(&format!("return {clock}")).await?;
    browser.until("a tick", &format!("{clock} !== {before}")).await?;
    ensure!(
        browser.value("return document.querySelector('li:not(.on-turn) .clock').textContent").await? == json!("10 min")
    );
    browser.client.clone().close().await?;
    Ok(())
}
