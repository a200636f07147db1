//! A short chaos run on each engine, and tests of the checker. Long runs are a program: see docs/reliability.md.

mod checker;

use std::time::Duration;

use tests::chaos::{self, Plan};

async fn short_run(on_postgres: bool, by_http: bool) -> anyhow::Result<()> {
    let plan = Plan {
        on_postgres,
        seed: 7,
        kills: usize::MAX,
        at_most: Duration::from_secs(12),
        moves: 3,
        replicas: if on_postgres { 3 } else { 1 },
        idle_every: Duration::from_secs(8),
        pairs: 8,
        by_http,
        keep: None,
    };
    let report = chaos::run(&plan).await?;
    println!("{report}");
    assert!(report.findings.violations.is_empty() && report.faults.unexplained == 0, "{report}");
    assert!(report.faults.kills >= 3 && report.findings.acknowledged > 0 && report.faults.idle_periods > 0, "{report}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn chaos_on_sqlite_loses_doubles_and_hides_nothing() -> anyhow::Result<()> {
    short_run(false, false).await
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn chaos_on_postgres_loses_doubles_and_hides_nothing() -> anyhow::Result<()> {
    short_run(true, false).await
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn chaos_by_http_loses_doubles_and_hides_nothing() -> anyhow::Result<()> {
    short_run(true, true).await
}
