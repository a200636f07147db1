//! `contract <discord-openapi.json> <traffic.jsonl…>`: checks recorded requests against Discord's published description.

mod schemas;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use sandbox::log::Entry;

use schemas::Schemas;

fn main() -> anyhow::Result<ExitCode> {
    let mut names = std::env::args().skip(1);
    let description = names.next().context("usage: contract <discord-openapi.json> <traffic.jsonl…>")?;
    let traffic: Vec<String> = names.collect();
    ensure!(!traffic.is_empty(), "usage: contract <discord-openapi.json> <traffic.jsonl…>");
    let text = std::fs::read(&description).with_context(|| format!("cannot read {description}"))?;
    let schemas = Schemas::new(serde_json::from_slice(&text).with_context(|| format!("{description} is not JSON"))?)
        .with_context(|| format!("{description} is not Discord's description"))?;
    let (mut requests, mut failed) = (0, 0);
    for name in &traffic {
        let file = File::open(name).with_context(|| format!("cannot read {name}"))?;
        for (n, line) in BufReader::new(file).lines().enumerate() {
            let line = line.with_context(|| format!("cannot read {name}"))?;
            if line.trim().is_empty() {
                continue;
            }
            let location = format!("{name}:{}", n + 1);
            let entry: Entry =
                serde_json::from_str(&line).with_context(|| format!("{location} is no recorded request"))?;
            requests += 1;
            let problems = schemas.check_entry(&entry);
            failed += usize::from(!problems.is_empty());
            for problem in problems {
                println!("{location}: {} {}: {problem}", entry.method, entry.path);
            }
        }
    }
    println!("{requests} requests, {failed} failed");
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
