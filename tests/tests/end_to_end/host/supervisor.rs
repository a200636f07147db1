//! Notifications to a supervisor such as systemd, and orders to stop.

use std::path::Path;

use anyhow::Context as _;
use serde_json::json;
use tests::{Harness, TIMEOUT, TestResult};
use tokio::net::UnixDatagram;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// Messages at a supervisor's socket. They are read continuously, because a full socket would block the bot.
struct Supervisor(UnboundedReceiver<String>);

impl Supervisor {
    fn listen(path: &Path) -> anyhow::Result<Self> {
        let socket = UnixDatagram::bind(path)?;
        let (sender, receiver) = unbounded_channel();
        tokio::spawn(async move {
            let mut bytes = [0; 512];
            while let Ok(count) = socket.recv(&mut bytes).await {
                for line in String::from_utf8_lossy(&bytes[..count]).lines() {
                    let _ = sender.send(line.to_owned());
                }
            }
        });
        Ok(Self(receiver))
    }

    /// The lines up to and including this one.
    async fn read_until(&mut self, line: &str) -> anyhow::Result<Vec<String>> {
        let mut lines = Vec::new();
        let reading = async {
            while lines.last().is_none_or(|last| last != line) {
                lines.push(self.0.recv().await.context("the socket is closed")?);
            }
            anyhow::Ok(())
        };
        tokio::time::timeout(TIMEOUT, reading).await.with_context(|| format!("waited in vain for {line}"))??;
        Ok(lines)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_supervisor_is_told_of_start_run_and_stop() -> TestResult {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("notify");
    let mut supervisor = Supervisor::listen(&path)?;
    let path = path.display().to_string();
    let mut harness = Harness::start("supervisor").await?;
    harness.stop_bot().await?;
    // A slow start repeatedly asks for more time.
    let failing = json!({ "method": "GET", "path_contains": "/applications/@me", "status": 502, "times": 2 });
    harness.fail_next(failing).await?;
    harness.start_bot(&[("NOTIFY_SOCKET", &path), ("WATCHDOG_USEC", "600000")]).await?;
    let lines = supervisor.read_until("READY=1").await?;
    let question = lines.iter().filter(|line| line.starts_with("EXTEND_TIMEOUT_USEC=")).count();
    assert!(question >= 3, "{lines:?}");
    assert!(!lines.iter().any(|line| line == "WATCHDOG=1"), "{lines:?}");
    supervisor.read_until("STATUS=players can play").await?;
    for _ in 0..3 {
        supervisor.read_until("WATCHDOG=1").await?;
    }
    // The end of a terminal or of a session stops the bot like an order.
    harness.signal_bot("-HUP").await?;
    supervisor.read_until("STOPPING=1").await?;
    assert_eq!(harness.wait_for_exit().await?, Some(0));
    Ok(())
}
