//! The bot of a stage as its host sees it: a process that is started, asked, stopped and killed.

use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};
use tokio::process::{Child, Command};

use crate::memory::Memory;
use crate::program::binary;
use crate::{MINUTE, PATIENCE, Stage};

impl Stage {
    /// Starts the bot and waits until it is online and its commands are there.
    pub async fn start_bot(&mut self, environment: &[(&str, &str)]) -> anyhow::Result<()> {
        ensure!(self.bot.is_none(), "the bot runs already");
        self.bot = Some(self.spawn_bot(environment)?);
        let url = format!("{}/sandbox/state?user={}", self.sandbox.base_url(), self.person("Ada").await?.id);
        self.until("the bot is online with its commands", async || {
            let state: Value = self.http.get(&url).send().await?.json().await?;
            let ready =
                state["bot_online"] == json!(true) && state["commands"].as_array().is_some_and(|c| !c.is_empty());
            Ok(ready.then_some(()))
        })
        .await
    }

    /// Starts a bot that will not live to answer anybody: it dies at this point.
    pub fn start_doomed(&mut self, point: &str) -> anyhow::Result<()> {
        ensure!(self.bot.is_none(), "the bot runs already");
        self.bot = Some(self.spawn_bot(&[("SUMITO_CRASH_AT", &format!("{point}:1"))])?);
        Ok(())
    }

    /// Keeps others from writing to this bot's games until it is closed.
    pub async fn keep_memory_busy(&self) -> anyhow::Result<Memory> {
        let mut memory = Memory::open(&self.database).await?;
        let sql = match memory {
            Memory::File(_) => "begin immediate",
            Memory::Server(_) => "begin; select game_id from game for update",
        };
        memory.run(sql).await?;
        Ok(memory)
    }

    /// Waits until no message waits to be sent.
    pub async fn all_is_said(&self) -> anyhow::Result<()> {
        self.until("the last message", async || {
            let mut memory = Memory::open(&self.database).await?;
            let waiting = memory.rows("outbox", &["message_id"], "").await?;
            memory.close().await?;
            Ok(waiting.is_empty().then_some(()))
        })
        .await
    }

    /// Starts one more process of the same bot, beside the first, and waits until it listens.
    pub async fn start_another(&self) -> anyhow::Result<Child> {
        let connected = || self.bot_log().matches("Connected to the gateway").count();
        let before = connected();
        let another = self.spawn_bot(&[])?;
        self.until("one more process listens", async || Ok((connected() > before).then_some(()))).await?;
        Ok(another)
    }

    /// Sends a signal to the bot.
    pub async fn signal_bot(&self, signal: &str) -> anyhow::Result<()> {
        let id = self.bot.as_ref().and_then(Child::id).context("no bot runs")?;
        ensure!(Command::new("kill").args([signal, &id.to_string()]).status().await?.success(), "kill refused");
        Ok(())
    }

    fn spawn_bot(&self, environment: &[(&str, &str)]) -> anyhow::Result<Child> {
        let log = std::fs::OpenOptions::new().create(true).append(true).open(self.log_file())?;
        let base = self.sandbox.base_url();
        let mut command = Command::new(binary()?);
        command
            .arg("run")
            .current_dir(self.folder.path())
            .env("DISCORD_TOKEN", self.sandbox.token())
            .env("SUMITO__DATABASE__URL", &self.database)
            .env("SUMITO__DISCORD__API_BASE", &base)
            .env("SUMITO__DISCORD__GATEWAY_URL", base.replacen("http", "ws", 1))
            .env("SUMITO__CLOCK__FOLLOW_URL", &base)
            .env("RUST_LOG", "info")
            // What is not moved in time is lost, unless a story says otherwise.
            .env("SUMITO__VACATION__DAYS_PER_YEAR", "0")
            .envs(self.settings.iter().map(|(key, value)| (key, value)))
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .kill_on_drop(true);
        command.spawn().context("starting the bot")
    }

    /// Has the bot keep its games elsewhere from its next start on.
    pub fn keep_games_in(&mut self, address: &str) {
        address.clone_into(&mut self.database);
    }

    /// What a command of the host's says about this bot's database.
    pub async fn ask_as_host(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let mut command = Command::new(binary()?);
        command.args(arguments).env("SUMITO__DATABASE__URL", &self.database);
        let output = command.stdin(Stdio::null()).output().await?;
        let said = [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned());
        ensure!(output.status.success(), "{arguments:?}: {}", said[1]);
        Ok(said.concat())
    }

    /// Ends the bot as a power cut would.
    pub async fn kill_bot(&mut self) -> anyhow::Result<()> {
        let mut bot = self.bot.take().context("no bot runs")?;
        bot.start_kill()?;
        bot.wait().await?;
        self.let_leases_end().await
    }

    /// What a dead bot had claimed is free: in a file at the next start, on a server, where it may live elsewhere for all that
    /// anybody knows, when the lease has ended.
    async fn let_leases_end(&self) -> anyhow::Result<()> {
        if self.database.starts_with("postgres") { self.advance(MINUTE).await } else { Ok(()) }
    }

    /// Asks the bot to stop, as a supervisor does, and waits until it has; gives its exit code.
    pub async fn stop_bot(&mut self) -> anyhow::Result<Option<i32>> {
        self.signal_bot("-TERM").await?;
        let mut bot = self.bot.take().context("no bot runs")?;
        Ok(tokio::time::timeout(PATIENCE, bot.wait()).await.context("the bot does not stop")??.code())
    }

    /// Waits until the bot has ended by itself (a crash point).
    pub async fn wait_for_death(&mut self) -> anyhow::Result<()> {
        let mut bot = self.bot.take().context("no bot runs")?;
        tokio::time::timeout(PATIENCE, bot.wait()).await.context("the bot did not reach its crash point")??;
        self.let_leases_end().await
    }

    /// What the bot has logged so far.
    pub fn bot_log(&self) -> String {
        std::fs::read_to_string(self.log_file()).unwrap_or_default()
    }

    /// Resident memory of the bot, in KiB.
    pub fn bot_memory_kib(&self) -> anyhow::Result<u64> {
        let id = self.bot.as_ref().and_then(Child::id).context("no bot runs")?;
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).context("no VmRSS")?;
        Ok(line.split_whitespace().nth(1).context("no number")?.parse()?)
    }

    fn log_file(&self) -> PathBuf {
        self.folder.path().join("bot.log")
    }
}
