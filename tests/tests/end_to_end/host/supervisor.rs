//! What a supervisor such as systemd is told, and how it stops the bot.

use std::path::Path;

use serde_json::json;
use tests::{Harness, TIMEOUT, TestResult};
use tokio::net::UnixDatagram;

/// The socket of a supervisor.
struct Supervisor(UnixDatagram);

impl Supervisor {
    fn listen(path: &Path) -> anyhow::Result<Self> {
        Ok(Self(UnixDatagram::bind(path)?))
    }

    /// What is told until this line, which is the last one.
    async fn told_until(&self, line: &str) -> anyhow::Result<Vec<String>> {
        let mut told = Vec::new();
        while told.last().is_none_or(|last| last != line) {
            let mut bytes = [0; 512];
            let count = tokio::time::timeout(TIMEOUT, self.0.recv(&mut bytes)).await??;
            told.extend(String::from_utf8(bytes[..count].to_vec())?.lines().map(str::to_owned));
            if let Some(at) = told.iter().position(|told| told == line) {
                told.truncate(at + 1);
            }
        }
        Ok(told)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_supervisor_is_told_of_start_run_and_stop() -> TestResult {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("notify");
    let supervisor = Supervisor::listen(&path)?;
    let path = path.display().to_string();
    let mut harness = Harness::start("supervisor").await?;
    harness.stop_bot().await?;
    // A start that takes long asks for more time again and again.
    let failing = json!({ "method": "GET", "path_contains": "/applications/@me", "status": 502, "times": 2 });
    harness.post("/sandbox/faults", &json!({ "fail_next": [failing] })).await?;
    harness.start_bot(&[("NOTIFY_SOCKET", &path), ("WATCHDOG_USEC", "600000")]).await?;
    let told = supervisor.told_until("READY=1").await?;
    let asked = told.iter().filter(|line| line.starts_with("EXTEND_TIMEOUT_USEC=")).count();
    assert!(asked >= 3, "{told:?}");
    assert!(!told.iter().any(|line| line == "WATCHDOG=1"), "{told:?}");
    supervisor.told_until("STATUS=players can play").await?;
    for _ in 0..3 {
        supervisor.told_until("WATCHDOG=1").await?;
    }
    // The end of a terminal or of a session stops the bot as an order does.
    harness.signal_bot("-HUP").await?;
    supervisor.told_until("STOPPING=1").await?;
    assert_eq!(harness.wait_for_exit().await?, Some(0));
    Ok(())
}
