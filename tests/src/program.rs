//! The binary under test.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context as _, ensure};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

pub fn binary() -> anyhow::Result<PathBuf> {
    let test = std::env::current_exe()?;
    // Tests lie one folder below the programs.
    let folders = test.ancestors().skip(1).take(2);
    let below = test.parent().and_then(Path::parent).context("no target folder")?;
    let found = folders.map(|folder| folder.join("sumito")).find(|binary| binary.exists());
    let binary = found.unwrap_or_else(|| below.join("sumito"));
    ensure!(
        binary.exists(),
        "{} is missing: run `cargo build --bin sumito` first, as tests/run does",
        binary.display()
    );
    Ok(binary)
}

/// A running `sumito sandbox`; killed when dropped.
pub struct SandboxProcess {
    /// `http://127.0.0.1:PORT`.
    pub base: String,
    /// All that it printed at its start.
    pub said: String,
    pub process: Child,
}

impl SandboxProcess {
    /// Waits until it has printed its address and what to do.
    pub async fn start(arguments: &[&str], environment: &[(&str, &str)], errors: Stdio) -> anyhow::Result<Self> {
        let mut process = Command::new(binary()?)
            .arg("sandbox")
            .args(arguments)
            .env_remove("RUST_LOG")
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(errors)
            .kill_on_drop(true)
            .spawn()
            .context("starting the sandbox")?;
        let mut lines = BufReader::new(process.stdout.take().context("no output")?).lines();
        let mut said = String::new();
        while !said.contains("Ctrl-C ends") {
            let line = tokio::time::timeout(crate::TIMEOUT, lines.next_line());
            let line = line.await.with_context(|| format!("the sandbox prints no more than {said:?}"))??;
            said += &line.with_context(|| format!("the sandbox has ended: {said:?}"))?;
            said.push('\n');
        }
        let base =
            said.lines().find_map(|line| line.split_once("Visit ")).with_context(|| format!("no address: {said}"))?.1;
        let base = base.trim_end_matches('/').to_owned();
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Ok(Self { base, said, process })
    }

    /// Ends it as Ctrl-C does.
    pub async fn interrupt(mut self) -> anyhow::Result<()> {
        let id = self.process.id().context("it has ended already")?;
        let sent = Command::new("kill").args(["-INT", &id.to_string()]).status().await?;
        ensure!(sent.success(), "kill refused");
        tokio::time::timeout(crate::TIMEOUT, self.process.wait()).await.context("it does not end")??;
        Ok(())
    }
}
