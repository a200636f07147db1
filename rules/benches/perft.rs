//! Leaves per second from the standard start: bulk counting, every leaf played, and the plain list-making program.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rules::Ruleset;
use rules::abalone::{Abalone, perft};

#[path = "../tests/plain/mod.rs"]
mod plain;

fn standard_start(criterion: &mut Criterion) {
    let rules = Abalone::standard();
    let start = rules.start();
    let mut group = criterion.benchmark_group("perft from the standard start");
    group.sample_size(10);
    group.throughput(Throughput::Elements(283_320_928));
    group.bench_function("bulk, depth 5", |bench| bench.iter(|| perft::perft(&rules, black_box(&start), 5)));
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
        bench.iter(|| plain::perft(&rules, black_box(&start), 3));
    });
    group.finish();
}

fn one_position(criterion: &mut Criterion) {
    let table = rules::open("abalone layout=belgian-daisy").expect("a setup");
    let mut group = criterion.benchmark_group("one position");
    group.bench_function("all legal moves as text", |bench| bench.iter(|| table.legal_moves()));
    group.bench_function("completion of an empty text", |bench| bench.iter(|| table.complete(black_box(""), 25)));
    group.bench_function("completion of `a1 ne`", |bench| bench.iter(|| table.complete(black_box("a1 ne"), 25)));
    group.finish();
}

criterion_group!(benches, standard_start, one_position);
criterion_main!(benches);
