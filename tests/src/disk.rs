//! Full and failing disks, and file limits, for the bot alone.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context as _, ensure};
use tempfile::TempDir;
use tokio::process::Command;

/// Starts a program so that exceeding its file size limit is an error and does not kill it.
pub fn with_file_limits(program: &Path) -> Command {
    let mut command = Command::new("sh");
    // An ignored signal stays ignored across `exec`.
    command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(program);
    command
}

/// Limits the size of every file that a process writes, in bytes; `None` ends the limit. A write beyond it fails,
/// which databases see as an I/O error. Needs no privilege.
pub async fn limit_files(process: u32, bytes: Option<u64>) -> anyhow::Result<()> {
    let limit = bytes.map_or_else(|| "unlimited".to_owned(), |bytes| bytes.to_string());
    let mut command = Command::new("prlimit");
    // The hard limit stays, so that the limit can be ended.
    let status = command.args(["--pid", &process.to_string(), &format!("--fsize={limit}:")]).status().await;
    ensure!(status.context("starting prlimit")?.success(), "prlimit refused");
    Ok(())
}

/// Limits how many files and connections a process may have open at the same time.
pub async fn limit_open_files(process: u32, count: u32) -> anyhow::Result<()> {
    let arguments = ["--pid", &process.to_string(), &format!("--nofile={count}:")];
    let status = Command::new("prlimit").args(arguments).status().await;
    ensure!(status.context("starting prlimit")?.success(), "prlimit refused");
    Ok(())
}

/// A small disk, where this user may mount one.
pub struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    /// `None` if mounting is not allowed.
    pub async fn mount(mebibytes: u32) -> anyhow::Result<Option<Self>> {
        let folder = tempfile::tempdir()?;
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", &format!("size={mebibytes}m"), "sumito-test"]).arg(folder.path());
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().await;
        Ok(status.is_ok_and(|status| status.success()).then_some(Self { folder }))
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    fn filler(&self) -> PathBuf {
        self.path().join("filler")
    }

    /// Leaves no free byte.
    pub fn fill(&self) -> anyhow::Result<()> {
        let mut file = std::fs::File::options().create(true).append(true).open(self.filler())?;
        for size in [1 << 16, 1] {
            while file.write_all(&vec![0; size]).is_ok() {}
        }
        Ok(())
    }

    pub fn free(&self) -> anyhow::Result<()> {
        Ok(std::fs::remove_file(self.filler())?)
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Immediate for new users, and for the rest when the bot has ended.
        let _ = std::process::Command::new("umount").arg("--lazy").arg(self.folder.path()).status();
    }
}
