//! The processes of the bot: started, killed, frozen, and watched while they say what they do.

use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use super::world::World;
use crate::program::binary;

/// How the processes are started.
pub struct Bots {
    /// Environment of each.
    pub environment: Vec<(String, String)>,
    /// Where they may leave files.
    pub folder: PathBuf,
    /// What they say, together.
    pub log: Arc<Mutex<File>>,
    /// The stage.
    pub world: Arc<World>,
    /// From a start until the process listens.
    pub starts: Arc<Mutex<Vec<Duration>>>,
    /// Processes started so far.
    pub started: AtomicUsize,
}

/// One process.
pub struct Bot {
    child: Child,
    online: Arc<AtomicBool>,
    /// It will die at a point.
    pub doomed: bool,
}

impl Bots {
    /// Starts one, which dies at this point (`name:count`), if any.
    pub fn start(&self, doom: Option<&str>) -> anyhow::Result<Bot> {
        let number = self.started.fetch_add(1, Ordering::Relaxed);
        let mut command = Command::new(binary()?);
        command.arg("run").current_dir(&self.folder).env_remove("SUMITO_CRASH_AT");
        command.envs(self.environment.iter().map(|(key, value)| (key, value)));
        if let Some(doom) = doom {
            command.env("SUMITO_CRASH_AT", doom);
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
        let (listens, world, starts, log) =
            (Arc::clone(&online), Arc::clone(&self.world), Arc::clone(&self.starts), Arc::clone(&self.log));
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                if line.contains("Connected to the gateway") && !listens.swap(true, Ordering::Relaxed) {
                    starts.lock().unwrap_or_else(PoisonError::into_inner).push(since.elapsed());
                    world.online.fetch_add(1, Ordering::Relaxed);
                }
                let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
                let _ = writeln!(log, "{number} {line}");
            }
            if listens.swap(false, Ordering::Relaxed) {
                world.online.fetch_sub(1, Ordering::Relaxed);
            }
        });
        Ok(Bot { child, online, doomed: doom.is_some() })
    }
}

impl Bot {
    /// Does it listen?
    pub fn is_online(&self) -> bool {
        self.online.load(Ordering::Relaxed)
    }

    /// Has it ended? `Some(true)` when it died by a signal.
    pub fn has_ended(&mut self) -> anyhow::Result<Option<bool>> {
        Ok(self.child.try_wait()?.map(|status| status.code().is_none()))
    }

    /// Ends it without a word.
    pub async fn kill(&mut self) -> anyhow::Result<()> {
        self.child.start_kill()?;
        self.child.wait().await?;
        Ok(())
    }

    /// Sends a signal.
    pub async fn signal(&self, signal: &str) -> anyhow::Result<()> {
        let Some(id) = self.child.id() else { return Ok(()) };
        ensure!(Command::new("kill").args([signal, &id.to_string()]).status().await?.success(), "kill refused");
        Ok(())
    }

    /// Asks it to stop, and waits.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        if self.child.try_wait()?.is_none() {
            self.signal("-TERM").await?;
        }
        tokio::time::timeout(Duration::from_secs(20), self.child.wait()).await.context("it does not stop")??;
        Ok(())
    }
}
