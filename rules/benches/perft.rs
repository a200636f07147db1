//! Leaves per second from the standard start: bulk counting, playing every leaf, and a plain program that lists
//! moves.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rules::Ruleset;
use rules::games::abalone::{Abalone, perft};
use rules::games::notalone::{Notalone, perft as notalone};

#[path = "../tests/reference/mod.rs"]
mod reference;

/// A middlegame of Notalone.
const MIDDLE: &str = "wwww1/2w2w/wwwnw1w/3b1w1w/6nb1/1b1bbw2/2b4/1bbbbb/b1bb1 w 0-0 37 sis=e7:nw,g6:e";

fn standard_start(criterion: &mut Criterion) {
    let rules = Abalone::standard();
    let start = rules.start();
    let mut group = criterion.benchmark_group("perft from the standard start");
    group.sample_size(10);
    group.throughput(Throughput::Elements(283_320_928));
    group.bench_function("bulk, depth 5", |bench| bench.iter(|| perft::perft(&rules, black_box(&start), 5)));
    // Runs the code compiled in the crate, as the program does. If it is slower than the one above, something is no
    // longer inlined.
    let game = rules::open("abalone").expect("a setup");
    group.bench_function("bulk, depth 5, of any game", |bench| bench.iter(|| game.perft(black_box(5))));
    group.throughput(Throughput::Elements(5_045_110));
    group.bench_function("bulk, depth 4", |bench| bench.iter(|| perft::perft(&rules, black_box(&start), 4)));
    group.bench_function("every leaf played, depth 4", |bench| {
        bench.iter(|| perft::perft_played(&rules, black_box(&start), 4));
    });
    group.throughput(Throughput::Elements(98_912));
    group.bench_function("lists by the library, depth 3", |bench| {
        bench.iter(|| rules::perft::perft(&rules, black_box(&start), 3));
    });
    group.bench_function("lists cell by cell, depth 3", |bench| {
        bench.iter(|| reference::abalone(&rules, black_box(&start), 3));
    });
    group.finish();
}

/// Both sisters on the board, and one position from the middle of a game.
fn with_sisters(criterion: &mut Criterion) {
    let rules = Notalone::standard();
    let positions =
        [("start", "wwwww/wwwwww/1nwww2/8/9/8/2bbbn1/bbbbbb/bbbbb b 0-0 0 sis=c6:-,g4:-", 5), ("middle", MIDDLE, 4)];
    let mut group = criterion.benchmark_group("perft of Notalone");
    group.sample_size(10);
    for (name, line, depth) in positions {
        let position = rules.read_position(line).expect("a position line");
        let leaves = |depth| Throughput::Elements(notalone::perft(&rules, &position, depth));
        group.throughput(leaves(depth));
        group.bench_function(format!("{name}: bulk, depth {depth}"), |bench| {
            bench.iter(|| notalone::perft(&rules, black_box(&position), depth));
        });
        group.throughput(leaves(4));
        group.bench_function(format!("{name}: every leaf played, depth 4"), |bench| {
            bench.iter(|| notalone::perft_played(&rules, black_box(&position), 4));
        });
        group.throughput(leaves(3));
        group.bench_function(format!("{name}: lists by the library, depth 3"), |bench| {
            bench.iter(|| rules::perft::perft(&rules, black_box(&position), 3));
        });
        group.bench_function(format!("{name}: lists cell by cell, depth 3"), |bench| {
            bench.iter(|| reference::notalone(&rules, black_box(&position), 3));
        });
    }
    group.finish();
}

/// Options, each from its own start.
fn with_options(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft with options, bulk");
    group.sample_size(10);
    for (options, depth) in [
        ("triangles=on", 4),
        ("obstacles=e5+d4+f6", 4),
        ("layout=belgian-daisy holes=e5", 4),
        ("pivot=e5:ejectable", 4),
        ("ball=e5", 4),
        ("crown=on", 4),
        ("turn=double", 2),
        ("turn=mixed", 2),
        ("seats=3", 4),
        ("seats=4", 4),
        ("seats=6", 4),
    ] {
        let rules: Abalone = format!("abalone {options}").parse().expect("a setup");
        let start = rules.start();
        group.throughput(Throughput::Elements(perft::perft(&rules, &start, depth)));
        group.bench_function(options, |bench| bench.iter(|| perft::perft(&rules, black_box(&start), depth)));
    }
    group.finish();
}

fn one_position(criterion: &mut Criterion) {
    let game = rules::open("abalone layout=belgian-daisy").expect("a setup");
    let mut group = criterion.benchmark_group("one position");
    group.bench_function("all legal moves as text", |bench| bench.iter(|| game.legal_moves()));
    group.bench_function("completion of an empty text", |bench| bench.iter(|| game.complete(black_box(""), 25)));
    group.bench_function("completion of `a1 ne`", |bench| bench.iter(|| game.complete(black_box("a1 ne"), 25)));
    let game = rules::open_at("notalone", MIDDLE).expect("a position line");
    group.bench_function("Notalone: all legal moves as text", |bench| bench.iter(|| game.legal_moves()));
    group.bench_function("Notalone: completion of an empty text", |bench| {
        bench.iter(|| game.complete(black_box(""), 25));
    });
    group.finish();
}

criterion_group!(benches, standard_start, with_options, with_sisters, one_position);
criterion_main!(benches);
