//! Fliporona: judging one chain, listing steps and turns in a poor and in a rich position, and three kinds of perft.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rules::Ruleset;
use rules::games::fliporona::{Fliporona, perft};

#[path = "../tests/reference/mod.rs"]
mod reference;

/// A position with 365,463 turns, the longest of 22 steps.
const RICH: &str = "w1www1www/bw2w1w2/wwb2w2w/bww2w2w/b1wwwwwww b 61";
const LONG: &str = "c3d4-e3-d2+c3-d3-d4+c4-c3+d2-d3-e3+f4+g3-h4+h3-g3-g2-h2-g3-g2+h2+h3-";
/// A position with 66 turns.
const MIDDLE: &str = "bbwbbwwbw/bwbwbwbww/wbb2w1bw/wwww2bwb/wbbww1bbw b 49";

fn one_chain(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("judge one chain");
    let middle = Fliporona.read_position(MIDDLE).expect("a position line");
    let rich = Fliporona.read_position(RICH).expect("a position line");
    let refused = format!("{LONG}a1+");
    for (name, position, text) in [
        ("one step of 66 turns", &middle, "g1f1+"),
        ("one step of 365,463 turns", &rich, "c3d4+"),
        ("22 steps of 365,463 turns", &rich, LONG),
        ("22 steps and an illegal one", &rich, &refused),
    ] {
        group.bench_function(name, |bench| {
            bench.iter(|| Fliporona.read_turn(black_box(position), black_box(text)).map(|steps| steps.len()));
        });
    }
    let game = rules::open_at("fliporona", RICH).expect("a position line");
    group.bench_function("22 steps looked at on a game", |bench| bench.iter(|| game.after(black_box(LONG))));
    group.bench_function("the steps that begin 365,463 turns", |bench| bench.iter(|| game.legal_moves()));
    group.bench_function("25 of 365,463 turns", |bench| bench.iter(|| game.turns(25)));
    group.bench_function("completion after 10 steps", |bench| bench.iter(|| game.complete(black_box(&LONG[..32]), 25)));
    group.finish();
}

fn counts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft of Fliporona");
    group.sample_size(10);
    for (name, line, depth) in [("middle", MIDDLE, 2), ("365,463 turns", RICH, 1)] {
        let position = Fliporona.read_position(line).expect("a position line");
        group.throughput(Throughput::Elements(perft::perft(&Fliporona, &position, depth)));
        group.bench_function(format!("{name}: fast, depth {depth}"), |bench| {
            bench.iter(|| perft::perft(&Fliporona, black_box(&position), depth));
        });
        group.bench_function(format!("{name}: step by step by the library, depth {depth}"), |bench| {
            bench.iter(|| rules::perft::perft(&Fliporona, black_box(&position), depth));
        });
        group.bench_function(format!("{name}: lists by the plain program, depth {depth}"), |bench| {
            bench.iter(|| reference::fliporona::perft(black_box(line), depth));
        });
    }
    group.finish();
}

criterion_group!(benches, one_chain, counts);
criterion_main!(benches);
