//! Several processes on one database: each runs the program and its share of the people, and reports to the one that started it.

use std::process::Stdio;
use std::time::Duration;

use anyhow::Context as _;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::cli::bench::load::measured::Measured;

/// What a process says when its people are ready.
pub(super) const READY: &str = "ready";

/// A process with its share of the people. It is told a rate and for how long in a line, and answers with a line of JSON.
struct Process {
    child: Child,
    orders: ChildStdin,
    reports: Lines<BufReader<ChildStdout>>,
}

/// What such a line orders: a rate and a time.
pub(super) fn ordered(line: &str) -> Option<(f64, Duration)> {
    let (rate, seconds) = line.split_once(' ')?;
    Some((rate.parse().ok()?, Duration::from_secs(seconds.parse().ok()?)))
}

/// All of them.
pub(super) struct Processes(Vec<Process>);

impl Processes {
    /// Starts so many with these arguments and their shares, and waits until they are ready.
    pub(super) async fn start(count: u32, arguments: &[String]) -> anyhow::Result<Self> {
        let program = std::env::current_exe().context("looking for this program")?;
        let mut processes = Vec::new();
        for index in 0..count {
            let mut command = Command::new(&program);
            command.args(arguments).args(["--share", &format!("{index}/{count}")]);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
            let mut child = command.spawn().context("starting a process")?;
            let orders = child.stdin.take().context("its input")?;
            let reports = BufReader::new(child.stdout.take().context("its output")?).lines();
            processes.push(Process { child, orders, reports });
        }
        for process in &mut processes {
            let said = process.reports.next_line().await?;
            anyhow::ensure!(said.as_deref() == Some(READY), "a process could not begin");
        }
        Ok(Self(processes))
    }

    /// Offers this rate for so long, each process its share of it.
    pub(super) async fn offer(&mut self, rate: f64, time: Duration) -> anyhow::Result<Measured> {
        let order = format!("{} {}\n", rate / self.0.len() as f64, time.as_secs());
        for process in &mut self.0 {
            process.orders.write_all(order.as_bytes()).await?;
            process.orders.flush().await?;
        }
        let mut measured = Measured::default();
        for process in &mut self.0 {
            let report = process.reports.next_line().await?.context("a process has ended")?;
            measured.merge(&serde_json::from_str(&report).context("reading what a process reports")?);
        }
        Ok(measured)
    }

    /// Ends them.
    pub(super) async fn end(self) -> anyhow::Result<()> {
        for process in self.0 {
            let Process { mut child, orders, reports } = process;
            drop((orders, reports));
            let status = child.wait().await?;
            anyhow::ensure!(status.success(), "a process failed: {status}");
        }
        Ok(())
    }
}
