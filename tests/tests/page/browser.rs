//! Chromium, driven by its own driver.

use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tests::{Harness, Person, TestResult, wait_for};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::{Semaphore, SemaphorePermit};

/// The Enter key, as browser drivers spell it.
pub const ENTER: &str = "\u{E007}";

/// Pictures outside of the window are loaded later.
const VISIBLE_PICTURES_LOADED: &str = "[...document.images].every((image) => {
    const { top, bottom } = image.getBoundingClientRect();
    return image.complete || bottom < 0 || top > window.innerHeight;
})";

/// Limits concurrent tests with browsers: more are slower than running them in turn.
static BROWSER_PERMITS: Semaphore = Semaphore::const_new(2);

/// A browser and its driver; both end when this is dropped.
pub struct Browser {
    pub client: Client,
    /// The driver's address.
    address: String,
    _driver: Child,
    permit: Arc<SemaphorePermit<'static>>,
}

/// A driver and its address.
async fn start_driver() -> anyhow::Result<(Child, String)> {
    // It takes a free port of IPv4, which may be taken in IPv6.
    for _ in 0..5 {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .context("chromedriver is missing: tests/run installs it (Debian's chromium and chromium-driver)")?;
        let mut lines = BufReader::new(driver.stdout.take().context("no output")?).lines();
        while let Some(line) = lines.next_line().await? {
            let Some((_, port)) = line.split_once("successfully on port ") else { continue };
            let address = format!("http://127.0.0.1:{}", port.trim_end_matches('.'));
            tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
            return Ok((driver, address));
        }
    }
    bail!("chromedriver ends at once")
}

impl Browser {
    pub async fn open() -> anyhow::Result<Self> {
        Self::open_with(json!({}), Arc::new(BROWSER_PERMITS.acquire().await?)).await
    }

    /// A second browser of one test.
    pub async fn open_another(&self) -> anyhow::Result<Self> {
        Self::open_with(json!({}), Arc::clone(&self.permit)).await
    }

    /// With a touch screen, 360 pixels wide.
    pub async fn open_phone() -> anyhow::Result<Self> {
        let metrics = json!({ "width": 360, "height": 740, "pixelRatio": 2, "touch": true });
        let options = json!({ "mobileEmulation": { "deviceMetrics": metrics } });
        Self::open_with(options, Arc::new(BROWSER_PERMITS.acquire().await?)).await
    }

    async fn open_with(mut options: Value, permit: Arc<SemaphorePermit<'static>>) -> anyhow::Result<Self> {
        let (driver, address) = start_driver().await?;
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
        options["args"] = json!(arguments);
        let capabilities = serde_json::Map::from_iter([("goog:chromeOptions".to_owned(), options)]);
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&address)
            .await
            .context("starting Chromium")?;
        Ok(Self { client, address, _driver: driver, permit })
    }

    /// Emulates the reader's preferences: pairs of a media feature and its value.
    pub async fn wish(&self, features: &[(&str, &str)]) -> TestResult {
        let features: Vec<Value> =
            features.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features })).await
    }

    /// Runs a command of Chromium's own protocol, for features that drivers lack.
    pub async fn devtools(&self, command: &str, parameters: Value) -> TestResult {
        let session = self.client.session_id().await?.context("no session")?;
        let url = format!("{}/session/{session}/goog/cdp/execute", self.address);
        let body = json!({ "cmd": command, "params": parameters });
        reqwest::Client::new().post(url).json(&body).send().await?.error_for_status()?;
        Ok(())
    }

    pub async fn picture(&self, name: &str) -> anyhow::Result<()> {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../artifacts");
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(format!("{name}.png")), self.client.screenshot().await?)?;
        Ok(())
    }

    /// Waits for the last element that matches.
    pub async fn last(&self, css: &str) -> anyhow::Result<Element> {
        wait_for(css, async || Ok(self.client.find_all(Locator::Css(css)).await?.pop())).await
    }

    /// Clicks the last element that matches. The page may replace it meanwhile, so this retries.
    pub async fn click(&self, css: &str) -> TestResult {
        let clicked = wait_for(css, async || Ok(self.last(css).await?.click().await.ok())).await;
        // Once more, for the error.
        if clicked.is_err() { self.last(css).await?.click().await.context(css.to_owned()) } else { Ok(()) }
    }

    /// Types into the focused element.
    pub async fn keys(&self, text: &str) -> anyhow::Result<()> {
        self.client.active_element().await?.send_keys(text).await?;
        Ok(())
    }

    pub async fn picture_after_load(&self, name: &str) -> anyhow::Result<()> {
        self.until("the visible pictures to be loaded", VISIBLE_PICTURES_LOADED).await?;
        self.picture(name).await
    }

    /// Waits until a JavaScript expression is true.
    pub async fn until(&self, what: &str, expression: &str) -> TestResult {
        let script = format!("return Boolean({expression})");
        wait_for(what, async || {
            let is_true = self.client.execute(&script, Vec::new()).await? == json!(true);
            Ok(is_true.then_some(()))
        })
        .await
    }

    pub async fn number(&self, expression: &str) -> anyhow::Result<f64> {
        let value = self.client.execute(&format!("return {expression}"), Vec::new()).await?;
        value.as_f64().with_context(|| format!("{expression} is no number: {value}"))
    }

    pub async fn visit(&self, harness: &Harness, who: &Person, channel: &str) -> anyhow::Result<()> {
        let url = format!("{}/?user={}&channel={channel}", harness.sandbox.base_url(), who.id);
        self.client.goto(&url).await?;
        self.last("[data-test=composer]").await?;
        Ok(())
    }
}
