//! Chaos runs of any length: see docs/reliability.md.

use std::fs::File;
use std::io::BufReader;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, bail};
use tests::chaos::{self, Plan};

const USAGE: &str = "chaos [--engine sqlite|postgres] [--delivery gateway|http] [--seed N] [--kills K] [--seconds S] [--moves M] [--replicas R] [--pairs P] [--idle-every S] [--keep FOLDER], or chaos --check JOURNAL";

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    let mut plan = Plan {
        on_postgres: false,
        seed: 1,
        kills: usize::MAX,
        at_most: Duration::from_mins(1),
        moves: 0,
        replicas: 0,
        idle_every: Duration::from_secs(25),
        pairs: 24,
        by_http: false,
        keep: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().with_context(|| format!("{name} needs a value; usage: {USAGE}"))?;
        match name.as_str() {
            "--engine" => {
                plan.on_postgres = match value.as_str() {
                    "postgres" => true,
                    "sqlite" => false,
                    other => bail!("no such engine: {other}; usage: {USAGE}"),
                }
            }
            "--delivery" => {
                plan.by_http = match value.as_str() {
                    "http" => true,
                    "gateway" => false,
                    other => bail!("no such delivery: {other}; usage: {USAGE}"),
                }
            }
            "--seed" => plan.seed = value.parse()?,
            "--moves" => plan.moves = value.parse()?,
            "--kills" => plan.kills = value.parse()?,
            "--seconds" => plan.at_most = Duration::from_secs(value.parse()?),
            "--replicas" => plan.replicas = value.parse()?,
            "--pairs" => plan.pairs = value.parse()?,
            "--idle-every" => plan.idle_every = Duration::from_secs(value.parse()?),
            "--check" => {
                let journal = serde_json::from_reader(BufReader::new(File::open(&value)?))?;
                let found = chaos::checker::check(&journal);
                println!("{found:#?}");
                return Ok(if found.violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
            }
            "--keep" => plan.keep = Some(value.into()),
            other => bail!("no such option: {other}; usage: {USAGE}"),
        }
    }
    if plan.replicas == 0 {
        plan.replicas = if plan.on_postgres { 3 } else { 1 };
    }
    let report = chaos::run(&plan).await?;
    print!("{report}");
    Ok(if report.findings.violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
