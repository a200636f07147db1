//! The bot of a harness as its host sees it: a process to start, query, stop and kill.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context as _, ensure};
use sandbox::Sandbox;
use serde_json::Value;
use tokio::process::{Child, Command};

use crate::chaos::address_in;
use crate::database::Connection;
use crate::disk::{limit_files, limit_open_files, with_file_limits};
use crate::program::binary;
use crate::{Harness, MINUTE, TIMEOUT, wait_for};

/// Settings of a bot that plays in this sandbox.
pub fn bot_environment(sandbox: &Sandbox, database: &str, by_http: bool) -> Vec<(&'static str, String)> {
    let base = sandbox.base_url();
    let mut environment = vec![
        ("DISCORD_TOKEN", sandbox.token().to_owned()),
        ("SUMITO__DATABASE__URL", database.to_owned()),
        ("SUMITO__DISCORD__GATEWAY_URL", base.replacen("http", "ws", 1)),
        ("SUMITO__CLOCK__FOLLOW_URL", base.clone()),
        ("SUMITO__DISCORD__API_BASE", base),
        // A test presses faster than a person.
        ("SUMITO__LIMITS__INTERACTIONS_PER_MINUTE", "0".to_owned()),
        ("SUMITO__LIMITS__LOOKUPS_PER_MINUTE", "0".to_owned()),
        ("SUMITO__LIMITS__CHALLENGES_PER_HOUR", "0".to_owned()),
        ("SUMITO__LIMITS__CHALLENGES_TO_ONE_PER_HOUR", "0".to_owned()),
        ("RUST_LOG", "info".to_owned()),
    ];
    if let Some(activity_url) = sandbox.activity_url() {
        environment.push(("DISCORD_CLIENT_SECRET", sandbox.client_secret().to_owned()));
        environment.push(("SUMITO__DISCORD__ACTIVITY_URL", activity_url.to_owned()));
    }
    if by_http {
        environment.push(("SUMITO__DISCORD__GATEWAY", "false".to_owned()));
        environment.push(("SUMITO__DISCORD__PUBLIC_KEY", sandbox.public_key()));
        environment.push(("SUMITO__HTTP__LISTEN", "127.0.0.1:0".to_owned()));
    }
    environment
}

impl Harness {
    /// Starts the bot and waits until interactions reach it and its commands are registered.
    pub async fn start_bot(&mut self, environment: &[(&str, &str)]) -> anyhow::Result<()> {
        ensure!(self.bot.is_none(), "the bot runs already");
        if self.load_balancer.is_some() {
            let before = self.served_addresses().len();
            self.bot = Some(self.spawn_bot(environment)?);
            self.wait_for_endpoint(before).await?;
            // It registers its commands before it serves interactions.
            return Ok(());
        }
        // The sandbox may not have noticed yet that a killed process is gone, so `bot_online` alone says nothing.
        let before = self.gateway_connects().await?;
        self.bot = Some(self.spawn_bot(environment)?);
        self.until("the bot to connect and to have its commands", async || {
            let state = self.state("").await?;
            let is_ready = state["bot_online"] == true
                && state["gateway_connects"].as_u64() > Some(before)
                // The entry point of an Activity is registered without the bot.
                && state["commands"].as_array().is_some_and(|commands| commands.iter().any(|command| command["type"] == 1));
            Ok(is_ready.then_some(()))
        })
        .await
    }

    /// Starts a bot that may never connect.
    pub fn start_bot_without_waiting(&mut self, environment: &[(&str, &str)]) -> anyhow::Result<()> {
        ensure!(self.bot.is_none(), "the bot runs already");
        self.bot = Some(self.spawn_bot(environment)?);
        Ok(())
    }

    /// Starts one more process of the same bot beside the first and waits until interactions reach it.
    pub async fn start_replica(&self) -> anyhow::Result<Child> {
        if self.load_balancer.is_some() {
            let before = self.served_addresses().len();
            let replica = self.spawn_bot(&[])?;
            self.wait_for_endpoint(before).await?;
            return Ok(replica);
        }
        let before = self.gateway_connects().await?;
        let replica = self.spawn_bot(&[])?;
        self.wait_for_gateway_connect(before).await?;
        Ok(replica)
    }

    /// The addresses at which processes of the bot have served interactions, in the order of their starts.
    pub fn served_addresses(&self) -> Vec<SocketAddr> {
        self.bot_log().lines().filter_map(address_in).collect()
    }

    /// Waits until one more process serves interactions, and has Discord post some of them there.
    async fn wait_for_endpoint(&self, before: usize) -> anyhow::Result<()> {
        let load_balancer = self.load_balancer.as_ref().context("interactions come through the gateway")?;
        let serves = async || Ok(self.served_addresses().get(before).copied());
        load_balancer.add(self.until("the bot to serve interactions", serves).await?);
        let url = format!("http://{}/interactions", load_balancer.address);
        self.sandbox.save_endpoint(Some(&url)).await.context("saving the address for interactions")
    }

    pub async fn gateway_connects(&self) -> anyhow::Result<u64> {
        self.state("").await?["gateway_connects"].as_u64().context("the sandbox does not count connections")
    }

    pub async fn sessions_begun(&self) -> anyhow::Result<u64> {
        let client = reqwest::Client::new();
        let request = client.get(format!("{}/api/v10/gateway/bot", self.sandbox.base_url()));
        let token = format!("Bot {}", self.sandbox.token());
        let answer: Value = request.header("Authorization", token).send().await?.error_for_status()?.json().await?;
        let limit = &answer["session_start_limit"];
        let (total, remaining) = (limit["total"].as_u64(), limit["remaining"].as_u64());
        Ok(total.context("no total")? - remaining.context("no rest")?)
    }

    /// Waits until the bot has connected to the gateway more than `before` times.
    pub async fn wait_for_gateway_connect(&self, before: u64) -> anyhow::Result<()> {
        self.until("the bot to connect to the gateway", async || {
            Ok((self.gateway_connects().await? > before).then_some(()))
        })
        .await
    }

    /// A connection to the bot's database.
    pub async fn database(&self) -> anyhow::Result<Connection> {
        Connection::open(&self.database).await
    }

    /// Holds a write lock on the bot's games until the connection is closed.
    pub async fn lock_database(&self) -> anyhow::Result<Connection> {
        let mut connection = self.database().await?;
        let sql = match connection {
            Connection::Sqlite(_) => "begin immediate",
            Connection::Postgres(_) => "begin; select game_id from game for update",
        };
        connection.run(sql).await?;
        Ok(connection)
    }

    /// Waits until no message is left to send.
    pub async fn wait_for_empty_outbox(&self) -> anyhow::Result<()> {
        self.until("an empty outbox", async || {
            let mut connection = self.database().await?;
            let waiting = connection.rows("outbox", &["message_id"], "").await?;
            connection.close().await?;
            Ok(waiting.is_empty().then_some(()))
        })
        .await
    }

    /// Waits until nothing is left to do at the current time: no alarm is due, no message waits. After that a test
    /// may count messages: no further one comes before the clock moves on.
    pub async fn wait_until_idle(&self) -> anyhow::Result<()> {
        self.until("the bot to have nothing left to do", async || {
            let now = self.client.now_ms().await?;
            let mut connection = self.database().await?;
            let pending = connection.pending_work(now).await?;
            connection.close().await?;
            Ok(pending.is_none().then_some(()))
        })
        .await
    }

    pub async fn signal_bot(&self, signal: &str) -> anyhow::Result<()> {
        let id = self.bot.as_ref().and_then(Child::id).context("no bot runs")?;
        ensure!(Command::new("kill").args([signal, &id.to_string()]).status().await?.success(), "kill refused");
        Ok(())
    }

    /// Starts a process beside those that run, which may never connect.
    pub fn spawn_bot(&self, environment: &[(&str, &str)]) -> anyhow::Result<Child> {
        let log = std::fs::OpenOptions::new().create(true).append(true).open(self.log_file())?;
        let mut command = with_file_limits(&binary()?);
        command
            .arg("run")
            .current_dir(self.folder.path())
            .envs(bot_environment(&self.sandbox, &self.database, self.load_balancer.is_some()))
            // A missed deadline is a loss, unless a test's own settings grant vacation.
            .env("SUMITO__VACATION__DAYS_PER_YEAR", "0")
            // Newcomers play in most tests, and their answers are compared.
            .env("SUMITO__GAMES__HINTS", "false")
            .envs(self.settings.iter().map(|(key, value)| (key, value)))
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .kill_on_drop(true);
        command.spawn().context("starting the bot")
    }

    /// The address of the bot's database.
    pub fn database_url(&self) -> &str {
        &self.database
    }

    /// The database that the bot uses from its next start on.
    pub fn use_database(&mut self, address: &str) {
        address.clone_into(&mut self.database);
    }

    /// Runs a subcommand of the binary on the bot's database; returns its output.
    pub async fn run_cli(&self, arguments: &[&str]) -> anyhow::Result<String> {
        self.run_cli_with(arguments, &[]).await
    }

    pub async fn run_cli_with(&self, arguments: &[&str], environment: &[(&str, &str)]) -> anyhow::Result<String> {
        let mut command = Command::new(binary()?);
        command.args(arguments).env("SUMITO__DATABASE__URL", &self.database).envs(environment.iter().copied());
        let output = command.stdin(Stdio::null()).output().await?;
        let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        ensure!(output.status.success(), "{arguments:?}: {}", printed.concat());
        Ok(printed.concat())
    }

    /// Kills the bot as a power cut would.
    pub async fn kill_bot(&mut self) -> anyhow::Result<()> {
        let mut bot = self.bot.take().context("no bot runs")?;
        bot.start_kill()?;
        bot.wait().await?;
        self.expire_leases().await
    }

    /// Releases the claims of a dead process. On SQLite the next start does that. On PostgreSQL the process might be
    /// alive elsewhere, so the others wait for the end of its lease.
    async fn expire_leases(&self) -> anyhow::Result<()> {
        if self.database.starts_with("postgres") { self.advance(MINUTE).await } else { Ok(()) }
    }

    /// Stops the bot like a supervisor; returns its exit code.
    pub async fn stop_bot(&mut self) -> anyhow::Result<Option<i32>> {
        self.signal_bot("-TERM").await?;
        let mut bot = self.bot.take().context("no bot runs")?;
        Ok(tokio::time::timeout(TIMEOUT, bot.wait()).await.context("the bot does not stop")??.code())
    }

    /// Waits until the bot has died at its crash point.
    pub async fn wait_for_crash(&mut self) -> anyhow::Result<()> {
        let mut bot = self.bot.take().context("no bot runs")?;
        let ended = tokio::time::timeout(TIMEOUT, bot.wait()).await;
        ended.with_context(|| format!("the bot did not reach its crash point; its log:\n{}", self.bot_log()))??;
        self.expire_leases().await
    }

    /// Waits until the bot has ended by itself; returns its exit code.
    pub async fn wait_for_exit(&mut self) -> anyhow::Result<Option<i32>> {
        let mut bot = self.bot.take().context("no bot runs")?;
        let ended = tokio::time::timeout(TIMEOUT, bot.wait()).await;
        Ok(ended.with_context(|| format!("the bot did not end; its log:\n{}", self.bot_log()))??.code())
    }

    /// The file of the bot's database.
    pub fn database_file(&self) -> anyhow::Result<PathBuf> {
        self.database.strip_prefix("sqlite://").map(PathBuf::from).context("the database is no file")
    }

    /// Limits the size of every file that the bot writes, or ends the limit.
    pub async fn limit_bot_files(&self, bytes: Option<u64>) -> anyhow::Result<()> {
        limit_files(self.bot.as_ref().and_then(Child::id).context("no bot runs")?, bytes).await
    }

    /// Limits how many files and connections the bot may have open at the same time.
    pub async fn limit_bot_open_files(&self, count: u32) -> anyhow::Result<()> {
        limit_open_files(self.bot.as_ref().and_then(Child::id).context("no bot runs")?, count).await
    }

    /// The log of all processes of this bot so far. A process may write a line after its effect can be seen:
    /// use [`Self::wait_for_log`].
    pub fn bot_log(&self) -> String {
        std::fs::read_to_string(self.log_file()).unwrap_or_default()
    }

    /// Waits until the log contains this text.
    pub async fn wait_for_log(&self, text: &str) -> anyhow::Result<()> {
        self.wait_for_log_lines(text, 1).await
    }

    /// Waits until the log contains this text `count` times.
    pub async fn wait_for_log_lines(&self, text: &str, count: usize) -> anyhow::Result<()> {
        self.until(&format!("{count} × `{text}` in the log"), async || {
            Ok((self.bot_log().matches(text).count() >= count).then_some(()))
        })
        .await
    }

    /// [`wait_for`], with the bot's log in the error.
    pub async fn until<T>(
        &self,
        what: &str,
        attempt: impl AsyncFn() -> anyhow::Result<Option<T>>,
    ) -> anyhow::Result<T> {
        wait_for(what, attempt).await.with_context(|| format!("the bot's log:\n{}", self.bot_log()))
    }

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
