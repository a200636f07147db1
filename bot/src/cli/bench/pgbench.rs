//! The yardstick for a server: `pgbench -N`, PostgreSQL's own measure of short transactions, on the same server in the same run.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, ensure};

/// 5 million accounts: so many that the clients do not wait for each other's rows.
const SCALE: &str = "50";

/// A `pgbench` with tables of its own beside ours, until they are removed.
pub(crate) struct Pgbench<'p> {
    program: &'p Path,
    address: &'p str,
}

impl<'p> Pgbench<'p> {
    /// Makes its tables.
    pub(crate) fn prepare(program: &'p Path, address: &'p str) -> anyhow::Result<Self> {
        let this = Self { program, address };
        this.run(&["-i", "-q", "-s", SCALE])?;
        Ok(this)
    }

    /// Transactions per second of so many clients, each with a connection of its own.
    pub(crate) fn measure(&self, clients: u32, seconds: u32) -> anyhow::Result<f64> {
        let (clients, seconds) = (clients.to_string(), seconds.to_string());
        let output_text = self.run(&["-N", "-n", "-c", &clients, "-j", "4", "-T", &seconds])?;
        rate(&output_text).with_context(|| format!("no rate in what pgbench says: {output_text}"))
    }

    /// Removes its tables.
    pub(crate) fn remove(self) -> anyhow::Result<()> {
        self.run(&["-i", "-I", "d"]).map(drop)
    }

    fn run(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let mut command = Command::new(self.program);
        let output = command.args(arguments).arg(self.address).output();
        let output = output.with_context(|| format!("starting {}", self.program.display()))?;
        let problem = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{}: {problem}", self.program.display());
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// `tps = 2693.2 (without initial connection time)`, or `(excluding connections establishing)` of older ones.
fn rate(output_text: &str) -> Option<f64> {
    let line = output_text.lines().rfind(|line| line.starts_with("tps = "))?;
    line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn the_rate_is_found_in_what_pgbench_says() {
        let output_text =
            "number of clients: 64\nlatency average = 12.1 ms\ntps = 5659.5 (without initial connection time)\n";
        assert_eq!(rate(output_text), Some(5659.5));
        let older =
            "tps = 80.1 (including connections establishing)\ntps = 85.5 (excluding connections establishing)\n";
        assert_eq!(rate(older), Some(85.5));
        assert_eq!(rate("pgbench: error"), None);
    }
}
