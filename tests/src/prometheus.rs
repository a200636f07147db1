//! A Prometheus server for tests. It reads the files of config/ that hosts get, scrapes one bot each second, and ends
//! with the test.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use serde_json::Value;
use tempfile::TempDir;
use tokio::process::{Child, Command};

const CONFIG: &str = include_str!("../../config/prometheus.yml");
const ALERTS: &str = include_str!("../../config/alerts.yml");

const MISSING: &str =
    "Prometheus is not on this machine: run tests/run, which installs it, or as root `apt-get install prometheus`";

pub struct Prometheus {
    base: String,
    http: reqwest::Client,
    _folder: TempDir,
    process: Child,
}

impl Prometheus {
    /// Waits for its first scrape of `bot`, an address and a port.
    pub async fn start(bot: &str) -> anyhow::Result<Self> {
        let mut server = Self::launch(bot)?;
        // It refuses connections until it has started. Another program may have taken its port meanwhile.
        while !server.has_asked().await? {
            server = Self::launch(bot)?;
        }
        Ok(server)
    }

    fn launch(bot: &str) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let config = CONFIG.replace("bot:9464", bot).replace("15s", "1s");
        ensure!(config.contains(bot) && config.contains("1s"), "config/prometheus.yml names another bot: {CONFIG}");
        std::fs::write(folder.path().join("prometheus.yml"), config)?;
        std::fs::write(folder.path().join("alerts.yml"), ALERTS)?;
        let listen = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let process = Command::new("prometheus")
            .args(["--config.file=prometheus.yml", "--storage.tsdb.path=data", "--log.level=warn"])
            .arg(format!("--web.listen-address={listen}"))
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .context(MISSING)?;
        let (base, http) = (format!("http://{listen}/api/v1"), reqwest::Client::new());
        Ok(Self { base, http, _folder: folder, process })
    }

    /// Waits until it has scraped the bot; `false` if it has ended.
    async fn has_asked(&mut self) -> anyhow::Result<bool> {
        let start = Instant::now();
        while start.elapsed() < crate::TIMEOUT {
            if self.query("up == 1").await.is_ok_and(|series| !series.is_empty()) {
                return Ok(true);
            }
            if self.process.try_wait()?.is_some() {
                return Ok(false);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        bail!("Prometheus did not ask the bot")
    }

    pub async fn query(&self, query: &str) -> anyhow::Result<Vec<Value>> {
        let request = self.http.get(format!("{}/query", self.base)).query(&[("query", query)]);
        let answer: Value = request.send().await?.json().await?;
        ensure!(answer["status"] == "success", "{query}: {answer}");
        answer["data"]["result"].as_array().cloned().with_context(|| format!("{query}: {answer}"))
    }

    /// The alerts of Prometheus's last evaluation, with `name`, `state`, and `health`, which is `ok` after an
    /// evaluation without errors.
    pub async fn alerts(&self) -> anyhow::Result<Vec<Value>> {
        let answer: Value = self.http.get(format!("{}/rules", self.base)).send().await?.json().await?;
        answer["data"]["groups"][0]["rules"].as_array().cloned().with_context(|| format!("no rules: {answer}"))
    }
}

/// Runs the unit tests of alert rules in `file`.
pub async fn test_rules(file: &Path) -> anyhow::Result<()> {
    let output = Command::new("promtool").args(["test", "rules"]).arg(file).output().await.context(MISSING)?;
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    ensure!(output.status.success(), "{}: {text}", file.display());
    Ok(())
}
