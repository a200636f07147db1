//! Accessibility of all pages: axe-core finds no fault, and touch targets are large enough.

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};
use tests::{Harness, TestResult};

use crate::board::start_bot;
use crate::browser::Browser;
use crate::positions::{GUILD, NAMES, Position};

/// The source of axe-core, installed by tests/run.
pub fn axe() -> anyhow::Result<String> {
    let test = std::env::current_exe()?;
    let path = test.ancestors().nth(3).context("no target folder")?.join("axe-core/package/axe.min.js");
    std::fs::read_to_string(&path)
        .with_context(|| format!("{} is missing: run `tests/axe`, as tests/run does", path.display()))
}

/// The faults that axe-core finds, in short form.
const FAULTS: &str = "const done = arguments[arguments.length - 1];
    axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => done(violations.map(({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target} (${failureSummary.replace(/\\s+/g, ' ')})`).join('; ')}`)),
        (error) => done([String(error)]));";

/// Elements lower or narrower than 44 pixels. The points of a chart are too many for that, and are in the list of
/// moves, too.
const SMALL: &str = "return [...document.querySelectorAll('button, summary, input:not([type=hidden]), a[href]')]
    .filter((node) => !node.closest('svg'))
    .map((node) => [node, node.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 0 && (width < 44 || height < 44))
    .map(([node, { width, height }]) => `${node.outerHTML.slice(0, 80)}: ${width} x ${height}`)";

/// The resources that a page has loaded: its own bytes as transferred, those of its scripts, the total, and their
/// origins.
const LOADED: &str =
    "const files = performance.getEntriesByType('resource').filter(({ name }) => !/\\/(events|try)\\b/.test(name));
    const [page] = performance.getEntriesByType('navigation');
    const bytes = (list) => list.reduce((sum, file) => sum + file.encodedBodySize, 0);
    return [bytes(files.filter(({ name }) => name.endsWith('.js'))), bytes([page, ...files]), files.length,
        files.map(({ name }) => name).filter((name) => new URL(name).origin !== location.origin)]";

impl Browser {
    /// Checks both color schemes.
    pub async fn assert_for_everybody(&self, axe: &str, what: &str) -> TestResult {
        self.client.execute(axe, Vec::new()).await?;
        for scheme in ["light", "dark"] {
            self.wish(&[("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")]).await?;
            self.until(scheme, &format!("matchMedia('(prefers-color-scheme: {scheme})').matches")).await?;
            let faults = self.client.execute_async(FAULTS, Vec::new()).await?;
            ensure!(faults == json!([]), "{what}, {scheme}: {faults:#}");
        }
        self.assert_large_enough(what).await?;
        self.assert_still(what).await
    }

    /// Checks that touch targets are as large as a finger, and nothing is wider than the phone.
    async fn assert_large_enough(&self, what: &str) -> TestResult {
        let small: Value = self.client.execute(SMALL, Vec::new()).await?;
        ensure!(small == json!([]), "{what}: {small:#}");
        let width = self.number("document.documentElement.scrollWidth").await?;
        ensure!(width <= 360.0, "{what}: {width} pixels wide");
        Ok(())
    }

    /// Checks that readers who prefer reduced motion see none.
    async fn assert_still(&self, what: &str) -> TestResult {
        let moving: Value = self
            .client
            .execute(
                "return [...document.querySelectorAll('*')].filter((node) => { const style = getComputedStyle(node);
                    return style.transitionDuration !== '0s' || style.animationName !== 'none'; }).map((node) => node.outerHTML.slice(0, 80))",
                Vec::new(),
            )
            .await?;
        ensure!(moving == json!([]), "{what}: {moving:#}");
        Ok(())
    }
}

/// The pages of a ladder and of two running events, one with a table and one with a bracket.
async fn club_pages(harness: &Harness) -> anyhow::Result<Vec<String>> {
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    harness.command(&ada, &harness.games, "setup web", &json!({ "games": "linked" })).await?;
    harness.start_ladder(&[&ada, &dmitri], "").await?;
    for format in ["swiss", "knock-out"] {
        let options = json!({ "name": format, "format": format, "setup": "abalone" });
        let form = harness.command(&ada, &harness.games, "event create", &options).await?;
        harness.press(&ada, &form.message, "event-form-announce").await?;
        for player in [&ada, &dmitri] {
            harness.command(player, &harness.games, "event join", &json!({ "event": format })).await?;
        }
        harness.command(&ada, &harness.games, "event pair", &json!({ "event": format })).await?;
    }
    let mut database = harness.database().await?;
    for table in ["ladder_player", "tournament_player"] {
        for (player, name) in [&ada, &dmitri].into_iter().zip([NAMES[1].repeat(3), NAMES[3].to_owned()]) {
            database.run(&format!("update {table} set name = '{name}' where user_id = {}", player.id)).await?;
        }
    }
    let mut paths = Vec::new();
    for (table, letter) in [("ladder", 'l'), ("tournament", 't')] {
        for id in database.rows(table, &[&format!("{table}_id")], "").await?.into_iter().flatten() {
            paths.push(format!("/{letter}/{}", games::domain::GameId(id.context("none")?.parse()?)));
        }
    }
    database.close().await?;
    ensure!(paths.len() == 3, "{paths:?}");
    Ok(paths)
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn axe_finds_no_fault_with_any_page() -> TestResult {
    let axe = axe()?;
    let (harness, url) = start_bot("axe").await?;
    let browser = Browser::open_phone().await?;
    let mut number = 0;
    for (setup, plies) in
        [("abalone layout=belgian-daisy", 7), ("abalone seats=2x2x2", 5), ("fliporona", 47), ("notalone", 3)]
    {
        number += 1;
        let position = Position::reach(&harness, setup, plies, number).await?;
        browser.open_board(&format!("{url}/open#{}", position.code)).await?;
        browser.assert_for_everybody(&axe, &format!("the board of a player, {setup}")).await?;
        // A marble is selected, and the page has sent a request.
        browser.client.execute("document.querySelector('svg.board').focus()", Vec::new()).await?;
        browser.keys(" ").await?;
        browser.assert_for_everybody(&axe, &format!("a turn that is begun, {setup}")).await?;
        for rest in ["?ply=2", "?ply=2&flip=true", "?ply=999999", "/nothing.txt"] {
            browser.client.goto(&format!("{url}{}{rest}", position.path)).await?;
            browser.assert_for_everybody(&axe, &format!("{rest}, {setup}")).await?;
        }
    }
    // A finished game has its record, and no button.
    let over = Position::reach(&harness, "abalone", 60, number + 1).await?;
    over.end(&harness).await?;
    browser.client.goto(&format!("{url}{}", over.path)).await?;
    browser
        .until(
            "who has won",
            "document.querySelector('.players .won') && !document.querySelector('.entry:not([hidden])')",
        )
        .await?;
    browser.assert_for_everybody(&axe, "a game that is over").await?;
    browser.client.goto(&format!("{url}/me")).await?;
    browser.until("the games", "document.querySelectorAll('.card svg.board').length > 4").await?;
    browser.assert_for_everybody(&axe, "all games of a player").await?;
    let server = format!("/s/{GUILD}");
    for path in club_pages(&harness).await?.into_iter().chain([server, "/new".to_owned()]) {
        browser.client.goto(&format!("{url}{path}")).await?;
        browser.until("the page", "document.querySelector('main h1')").await?;
        browser.assert_for_everybody(&axe, &path).await?;
    }
    for path in ["/open", "/open#used", "/g/000000000", "/nothing"] {
        browser.client.goto(&format!("{url}{path}")).await?;
        browser.assert_for_everybody(&axe, path).await?;
    }
    browser.client.clone().close().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Chromium: tests/run"]
async fn a_page_is_small_and_comes_from_one_place() -> TestResult {
    let (harness, url) = start_bot("budget").await?;
    let browser = Browser::open_phone().await?;
    for (number, (setup, plies)) in
        (1..).zip([("abalone layout=belgian-daisy", 80), ("abalone seats=2x2x2", 20), ("grand-abalone", 9)])
    {
        let position = Position::reach(&harness, setup, plies, number).await?;
        browser.open_board(&format!("{url}/open#{}", position.code)).await?;
        browser.client.goto(&format!("{url}{}", position.path)).await?;
        browser.until("the board", "document.querySelector('svg.board[data-ready]')").await?;
        let loaded = browser.client.execute(LOADED, Vec::new()).await?;
        let number = |at: usize| loaded[at].as_u64().unwrap_or(u64::MAX);
        ensure!(number(0) < 40_000, "{setup}: {loaded}");
        ensure!(number(1) < 60_000, "{setup}: {loaded}");
        ensure!(number(2) <= 7, "{setup}: {loaded}");
        ensure!(loaded[3] == json!([]), "{setup}: {loaded}");
    }
    for number in 4..=40 {
        Position::reach(&harness, "abalone", 20 + number, number).await?;
    }
    browser.client.goto(&format!("{url}/me")).await?;
    browser.until("all games", "document.querySelectorAll('.card svg.board').length >= 40").await?;
    let loaded = browser.client.execute(LOADED, Vec::new()).await?;
    ensure!(loaded[1].as_u64().is_some_and(|bytes| bytes < 60_000) && loaded[3] == json!([]), "40 games: {loaded}");
    browser.client.clone().close().await?;
    Ok(())
}
