//! Measures the time from `/move` in a game's thread to its answer, from `/board` after it to the picture, and the
//! memory use of the bot: the real binary in the sandbox.
//! `cargo build --release --bin sumito && cargo bench -p tests`. The last lines compare with `/help`, a text answer,
//! measured in the same run.

use std::time::{Duration, Instant};

use serde_json::json;
use tests::{Game, Harness};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let harness = Harness::start("bench").await?;
    let idle = harness.bot_memory_kib()?;
    let (ada, dmitri) = (harness.person("Ada").await?, harness.person("Dmitri").await?);
    let mut moves = Vec::new();
    let mut boards = Vec::new();
    let mut bare = Vec::new();
    for round in 0..6 {
        let game: Game = harness.start_game(&ada, &dmitri, json!({ "layout": "german-daisy" })).await?;
        let mut any_game = rules::open("abalone layout=german-daisy")?;
        let mut chance = 11 + round;
        for ply in 0..50 {
            let legal = any_game.legal_moves();
            if legal.is_empty() {
                break;
            }
            chance = (chance * 7_919 + 104_729) % 1_000_003;
            let mv = &legal[chance % legal.len()];
            let start = Instant::now();
            harness.play(&game, game.on_turn(ply), mv).await?;
            moves.push(start.elapsed());
            let start = Instant::now();
            let answer = harness.command(game.on_turn(ply), &game.thread, "board", &json!({})).await?;
            boards.push(start.elapsed());
            anyhow::ensure!(!answer.message["attachments"][0].is_null(), "no picture: {:#}", answer.whole);
            any_game.play(mv)?;
            let start = Instant::now();
            harness.command(&ada, &harness.games, "help", &json!({})).await?;
            bare.push(start.elapsed());
        }
    }
    let moved = figures("move", &mut moves);
    let board = figures("board, with its picture", &mut boards);
    let helped = figures("help, text only", &mut bare).as_secs_f64();
    println!("a move costs {:.1} times a text answer (median)", moved.as_secs_f64() / helped);
    println!("a board costs {:.1} times a text answer (median)", board.as_secs_f64() / helped);
    println!(
        "memory: {:.1} MiB idle, {:.1} MiB after {} moves",
        mib(idle),
        mib(harness.bot_memory_kib()?),
        moves.len()
    );
    Ok(())
}

/// Prints median, p99 and maximum; returns the median.
fn figures(what: &str, times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!("{what}: n = {}, median {:.2?}, p99 {:.2?}, worst {:.2?}", times.len(), at(50), at(99), at(100));
    at(50)
}

fn mib(kib: u64) -> f64 {
    kib as f64 / 1024.0
}
