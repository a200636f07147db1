//! A short spell of chaos on each engine. The long one is a program: see docs/reliability.md.

use std::time::Duration;

use tests::chaos::{self, Plan};

async fn a_short_spell(on_postgres: bool) -> anyhow::Result<()> {
    let plan = Plan {
        on_postgres,
        seed: 7,
        kills: usize::MAX,
        at_most: Duration::from_secs(12),
        moves: 3,
        replicas: if on_postgres { 3 } else { 1 },
        day: Duration::from_secs(8),
        pairs: 8,
        keep: None,
    };
    let report = chaos::run(&plan).await?;
    println!("{report}");
    assert!(report.found.broken.is_empty() && report.troubles.unexplained == 0, "{report}");
    assert!(report.troubles.kills >= 3 && report.found.acknowledged > 0 && report.troubles.nights > 0, "{report}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_file_nothing_is_lost_doubled_or_unannounced() -> anyhow::Result<()> {
    a_short_spell(false).await
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_server_nothing_is_lost_doubled_or_unannounced() -> anyhow::Result<()> {
    a_short_spell(true).await
}
