//! The sandbox's page in headless Chromium: two people play with keyboard and mouse. Screenshots are kept in `artefacts/`.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, ensure};

use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use tests::{PATIENCE, Person, Stage};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

type Story = anyhow::Result<()>;

/// The Enter key, as browser drivers spell it.
const ENTER: &str = "\u{E007}";

/// A browser with its driver; both end with it.
struct Browser {
    client: Client,
    _driver: Child,
}

impl Browser {
    async fn open() -> anyhow::Result<Self> {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .context("chromedriver is missing: tests/run installs it (Debian's chromium and chromium-driver)")?;
        let mut lines = BufReader::new(driver.stdout.take().context("no output")?).lines();
        let port = loop {
            let line = lines.next_line().await?.context("chromedriver ended")?;
            if let Some((_, port)) = line.split_once("successfully on port ") {
                break port.trim_end_matches('.').to_owned();
            }
        };
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-dev-shm-usage",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--window-size=1280,900",
        ];
        let mut capabilities = serde_json::Map::new();
        capabilities.insert("goog:chromeOptions".into(), json!({ "args": arguments }));
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .context("starting Chromium")?;
        Ok(Self { client, _driver: driver })
    }

    async fn picture(&self, name: &str) -> anyhow::Result<()> {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../artefacts");
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(format!("{name}.png")), self.client.screenshot().await?)?;
        Ok(())
    }

    /// Waits for the last element that fits.
    async fn last(&self, css: &str) -> anyhow::Result<fantoccini::elements::Element> {
        let start = std::time::Instant::now();
        loop {
            if let Some(element) = self.client.find_all(Locator::Css(css)).await?.pop() {
                return Ok(element);
            }
            ensure!(start.elapsed() < PATIENCE, "nothing fits {css}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Clicks the last element that fits; the page may replace it meanwhile.
    async fn click(&self, css: &str) -> anyhow::Result<()> {
        let start = std::time::Instant::now();
        loop {
            match self.last(css).await?.click().await {
                Ok(()) => return Ok(()),
                Err(error) if start.elapsed() > PATIENCE => return Err(error).context(css.to_owned()),
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }

    /// Types into whatever has the focus.
    async fn keys(&self, text: &str) -> anyhow::Result<()> {
        self.client.active_element().await?.send_keys(text).await?;
        Ok(())
    }

    async fn visit(&self, stage: &Stage, who: &Person, channel: &str) -> anyhow::Result<()> {
        let url = format!("{}/?user={}&channel={channel}", stage.sandbox.base_url(), who.id);
        self.client.goto(&url).await?;
        self.last("[data-test=composer]").await?;
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_on_the_page() -> Story {
    let stage = Stage::open("page").await?;
    let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let browser = Browser::open().await?;

    // Ada types a slash command, as anybody would.
    browser.visit(&stage, &ada, &stage.games).await?;
    browser.click("[data-test=composer]").await?;
    browser.keys("/").await?;
    browser.last("[data-test=command-item]").await?;
    browser.picture("commands").await?;
    browser.keys("challenge ").await?;
    browser.last("[data-test=option-input]").await?;
    browser.keys("Dmitri").await?;
    browser.last("[data-test=option-item]").await?;
    browser.picture("options").await?;
    browser.keys(ENTER).await?;
    tokio::time::sleep(Duration::from_millis(300)).await;
    browser.keys(ENTER).await?;
    browser.last("[data-test=button][data-custom-id^='v1:accept:']").await?;
    browser.picture("challenge").await?;

    // Dmitri accepts and finds the thread.
    browser.visit(&stage, &dmitri, &stage.games).await?;
    browser.click("[data-test=button][data-custom-id^='v1:accept:']").await?;
    browser.click("[data-test=thread-chip]").await?;
    browser.last("[data-test=picture]").await?;
    browser.last("[data-test=button][data-custom-id^='v1:move:']").await?;
    tokio::time::sleep(Duration::from_millis(500)).await;
    browser.picture("game").await?;

    // Whoever is on turn moves without notation: Move…, what, where, Play.
    let state = stage.state(&ada.id).await?;
    let mut threads = state["channels"].as_array().into_iter().flatten().filter(|channel| channel["type"] == json!(11));
    let thread = threads.next_back().map(|channel| tests::string(&channel["id"])).context("no thread")?;
    let board =
        stage.message(&ada, &thread, "the first board", |message| tests::control(message, "move").is_ok()).await?;
    let first = if tests::text_of(&board).contains(&ada.id) { &ada } else { &dmitri };
    browser.visit(&stage, first, &thread).await?;
    browser.click("[data-test=button][data-custom-id^='v1:move:']").await?;
    browser.click("[data-test=select][data-custom-id^='v1:from:']").await?;
    browser.click("[data-test=select-option]").await?;
    browser.click("[data-test=button][data-custom-id^='v1:dir:']").await?;
    browser.last("[data-test=button][data-custom-id^='v1:play:']").await?;
    tokio::time::sleep(Duration::from_millis(400)).await;
    browser.picture("entry").await?;
    browser.click("[data-test=button][data-custom-id^='v1:play:']").await?;
    stage
        .message(&ada, &thread, "the board after one ply", |message| {
            tests::controls(message).iter().any(|id| id.starts_with("v1:move:") && id.ends_with(":1"))
        })
        .await?;
    tokio::time::sleep(Duration::from_millis(500)).await;
    browser.picture("moved").await?;

    // On a phone.
    browser.client.set_window_size(420, 860).await?;
    tokio::time::sleep(Duration::from_millis(300)).await;
    browser.picture("phone").await?;
    browser.client.clone().close().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_with_many_pictures_opens_at_its_newest_message() -> Story {
    let stage = Stage::open("pictures").await?;
    let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &dmitri, json!({ "layout": "belgian-daisy" })).await?;
    for (ply, mv) in tests::world_championship_final().iter().take(24).enumerate() {
        stage.play(&game, game.on_turn(ply), mv).await?;
        stage.board(&game, u32::try_from(ply + 1)?).await?;
    }
    let browser = Browser::open().await?;
    // More than once: it depends on which pictures arrive before the page is first drawn.
    for time in 0..4 {
        browser.visit(&stage, if time % 2 == 0 { &ada } else { &dmitri }, &game.thread).await?;
        browser.last("[data-test=picture]").await?;
        tokio::time::sleep(Duration::from_millis(1200)).await;
        let script = "const s = document.getElementById('scroller');
            return [s.scrollHeight - s.scrollTop - s.clientHeight, document.getElementById('jump').hidden]";
        let found = browser.client.execute(script, Vec::new()).await?;
        browser.picture(&format!("pictures-{time}")).await?;
        assert!(found[0].as_f64().is_some_and(|rest| rest < 2.0) && found[1] == json!(true), "visit {time}: {found}");
    }
    // Who scrolls up stays there, whatever is posted or loaded.
    browser.client.execute("document.getElementById('scroller').scrollBy(0, -900)", Vec::new()).await?;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let before = browser.client.execute("return document.getElementById('scroller').scrollTop", Vec::new()).await?;
    let next = &tests::world_championship_final()[24];
    stage.play(&game, game.on_turn(24), next).await?;
    stage.board(&game, 25).await?;
    tokio::time::sleep(Duration::from_millis(600)).await;
    let script = "return [document.getElementById('scroller').scrollTop, document.getElementById('jump').hidden]";
    let after = browser.client.execute(script, Vec::new()).await?;
    assert_eq!(after, json!([before, false]));
    browser.client.clone().close().await?;
    Ok(())
}
