//! The processes of the bot: start, kill, freeze, stop, and their log.

use std::fs::File;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use super::state::RunState;
use crate::disk::{limit_files, with_file_limits};
use crate::load_balancer::LoadBalancer;
use crate::program::binary;

pub struct Processes {
    pub environment: Vec<(&'static str, String)>,
    /// The endpoint for Discord's interactions; `None` if they come through the gateway.
    pub load_balancer: Option<Arc<LoadBalancer>>,
    pub folder: PathBuf,
    /// The log of all processes; each line begins with the number of its process.
    pub log: Arc<Mutex<File>>,
    pub state: Arc<RunState>,
    /// Times from a start until interactions reach the process.
    pub starts: Arc<Mutex<Vec<Duration>>>,
    /// The number of processes started so far.
    pub started: AtomicUsize,
}

pub struct Process {
    child: Child,
    online: Arc<AtomicBool>,
    pub number: usize,
    /// The crash point at which it will die (`name:count`).
    pub crash_at: Option<String>,
}

impl Processes {
    pub fn start(&self, crash_at: Option<&str>) -> anyhow::Result<Process> {
        let number = self.started.fetch_add(1, Ordering::Relaxed);
        let mut command = with_file_limits(&binary()?);
        command.arg("run").current_dir(&self.folder).env_remove("SUMITO_CRASH_AT");
        command.envs(self.environment.iter().map(|(key, value)| (*key, value)));
        if let Some(crash_at) = crash_at {
            command.env("SUMITO_CRASH_AT", crash_at);
        }
        let since = Instant::now();
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .context("starting the bot")?;
        let mut lines = BufReader::new(child.stderr.take().context("no output")?).lines();
        let online = Arc::new(AtomicBool::new(false));
        let (is_online, state, starts, log) =
            (Arc::clone(&online), Arc::clone(&self.state), Arc::clone(&self.starts), Arc::clone(&self.log));
        let load_balancer = self.load_balancer.clone();
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                let serves = address_in(&line);
                if let (Some(load_balancer), Some(address)) = (&load_balancer, serves) {
                    load_balancer.add(address);
                }
                let is_reached = serves.is_some() || line.contains("Connected to the gateway");
                if is_reached && !is_online.swap(true, Ordering::Relaxed) {
                    starts.lock().unwrap_or_else(PoisonError::into_inner).push(since.elapsed());
                    state.online.fetch_add(1, Ordering::Relaxed);
                }
                let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
                let _ = writeln!(log, "{number} {line}");
            }
            if is_online.swap(false, Ordering::Relaxed) {
                state.online.fetch_sub(1, Ordering::Relaxed);
            }
        });
        Ok(Process { child, online, number, crash_at: crash_at.map(str::to_owned) })
    }
}

/// The address at which a process reports that it serves interactions.
pub fn address_in(line: &str) -> Option<SocketAddr> {
    line.split_once("Serving interactions at http://")?.1.split_once("/interactions")?.0.parse().ok()
}

impl Process {
    /// Whether interactions reach the process.
    pub fn is_online(&self) -> bool {
        self.online.load(Ordering::Relaxed)
    }

    /// Whether the process has ended; `Some(true)` if it died by a signal.
    pub fn has_ended(&mut self) -> anyhow::Result<Option<bool>> {
        Ok(self.child.try_wait()?.map(|status| status.code().is_none()))
    }

    pub async fn kill(&mut self) -> anyhow::Result<()> {
        self.child.start_kill()?;
        self.child.wait().await?;
        Ok(())
    }

    pub async fn signal(&self, signal: &str) -> anyhow::Result<()> {
        let Some(id) = self.child.id() else { return Ok(()) };
        ensure!(Command::new("kill").args([signal, &id.to_string()]).status().await?.success(), "kill refused");
        Ok(())
    }

    /// Makes every write to a file fail, or lets it succeed again.
    pub async fn fail_disk(&self, fails: bool) -> anyhow::Result<()> {
        let Some(id) = self.child.id() else { return Ok(()) };
        limit_files(id, fails.then_some(0)).await
    }

    pub async fn stop(mut self) -> anyhow::Result<()> {
        if self.child.try_wait()?.is_none() {
            self.signal("-TERM").await?;
        }
        tokio::time::timeout(crate::TIMEOUT, self.child.wait()).await.context("a process does not stop")??;
        Ok(())
    }
}
