//! A PostgreSQL server for tests, in a temporary folder with a socket there only. It ends with the test process. The
//! store's tests include this file too.

use std::os::unix::fs::{MetadataExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context as _, ensure};

/// `nobody`: the server refuses to run as root.
const NOBODY: u32 = 65534;

/// Stops the server and removes its folder once standard input is closed: when the process of the tests ends, even if it is killed.
const WATCHDOG: &str = r#"read -r _; "$1/pg_ctl" -D "$2/data" -m immediate -w stop >/dev/null 2>&1; rm -rf "$2""#;

pub struct Cluster {
    programs: PathBuf,
    folder: PathBuf,
    as_nobody: bool,
    databases: AtomicU32,
    _watchdog: Child,
}

impl Cluster {
    /// The one server of this process.
    pub fn shared() -> anyhow::Result<&'static Self> {
        static CLUSTER: OnceLock<Result<Cluster, String>> = OnceLock::new();
        let cluster = CLUSTER.get_or_init(|| Self::start().map_err(|error| format!("{error:#}")));
        cluster.as_ref().map_err(|error| anyhow::anyhow!("{error}"))
    }

    /// A server of its own, for tests that stop or kill it.
    pub fn start() -> anyhow::Result<Self> {
        let programs = programs().context(
            "PostgreSQL is not on this machine: run tests/run, which installs it, or as root `apt-get install postgresql`",
        )?;
        let folder = tempfile::Builder::new().prefix("sumito-pg-").tempdir()?.keep();
        let as_nobody = std::fs::metadata(&folder)?.uid() == 0;
        if as_nobody {
            chown(&folder, Some(NOBODY), Some(NOBODY))?;
        }
        let mut watchdog = command(Path::new("/bin/sh"), as_nobody);
        let watchdog =
            watchdog.args(["-c", WATCHDOG, "watchdog"]).args([&programs, &folder]).stdin(Stdio::piped()).spawn()?;
        let cluster = Self { programs, folder, as_nobody, databases: AtomicU32::new(0), _watchdog: watchdog };
        let data = cluster.data();
        cluster.run("initdb", &["-N", "-U", "sumito", "-A", "trust", "-E", "UTF8", "--locale=C", "-D", &data])?;
        cluster.launch()?;
        Ok(cluster)
    }

    /// Creates a fresh database and returns its address.
    pub fn database(&self) -> anyhow::Result<String> {
        let name = format!("games{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let folder = self.folder.display().to_string();
        self.run("createdb", &["-h", &folder, "-U", "sumito", &name])?;
        Ok(format!("postgres://sumito@{}/{name}", folder.replace('/', "%2F")))
    }

    pub fn crash(&self) -> anyhow::Result<()> {
        self.run("pg_ctl", &["-D", &self.data(), "-m", "immediate", "-w", "stop"])
    }

    pub fn launch(&self) -> anyhow::Result<()> {
        let (folder, log) = (self.folder.display(), self.folder.join("log").display().to_string());
        // Without fsync a commit survives a crash of the server, but not of the machine.
        let options = format!(
            "-k {folder} -c listen_addresses= -c max_connections=200 -c shared_buffers=16MB -c fsync=off -c full_page_writes=off"
        );
        let started = self.run("pg_ctl", &["-D", &self.data(), "-l", &log, "-o", &options, "-w", "start"]);
        started.with_context(|| std::fs::read_to_string(log).unwrap_or_default())
    }

    /// Kills the postmaster with `kill -9`; its children notice and end.
    pub fn kill(&self) -> anyhow::Result<()> {
        let file = std::fs::read_to_string(Path::new(&self.data()).join("postmaster.pid"))?;
        let id = file.lines().next().context("no process")?.to_owned();
        ensure!(Command::new("kill").args(["-KILL", &id]).status()?.success(), "kill refused");
        Ok(())
    }

    /// The children of the killed server may still be ending, so this retries.
    pub fn restart_after_kill(&self) -> anyhow::Result<()> {
        let mut left = 50;
        loop {
            match self.launch() {
                Err(_) if left > 0 => {
                    left -= 1;
                    std::thread::sleep(std::time::Duration::from_millis(200));
                }
                done => return done,
            }
        }
    }

    fn data(&self) -> String {
        self.folder.join("data").display().to_string()
    }

    fn run(&self, program: &str, arguments: &[&str]) -> anyhow::Result<()> {
        // Into a file, because a started server keeps its output open.
        let log = self.folder.join(format!("{program}.log"));
        let mut command = command(&self.programs.join(program), self.as_nobody);
        command.args(arguments).stdin(Stdio::null());
        let file = std::fs::File::create(&log)?;
        let status = command.stdout(file.try_clone()?).stderr(file).status()?;
        ensure!(status.success(), "{program}: {}", std::fs::read_to_string(&log)?);
        Ok(())
    }
}

/// The folder of the server's programs. Debian keeps them outside the PATH, one folder for each version.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<_> = versions.map(|version| version.path().join("bin")).collect();
    versions.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let complete = |folder: &PathBuf| ["initdb", "pg_ctl", "createdb"].iter().all(|name| folder.join(name).exists());
    versions.into_iter().rev().chain(std::env::split_paths(&path)).find(complete)
}

fn command(program: &Path, as_nobody: bool) -> Command {
    let mut command = Command::new(program);
    // `nobody` may not enter the current folder.
    command.current_dir("/").env_remove("LC_ALL").env("LANG", "C");
    if as_nobody {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}
