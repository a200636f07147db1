//! Benchmarks of pictures against drawing and encoding them with `imageproc` and `image` each time.

use criterion::{Criterion, criterion_group, criterion_main};

mod baseline;
#[path = "../tests/scenes/mod.rs"]
mod scenes;

fn pictures(criterion: &mut Criterion) {
    let pictures = [
        ("start", scenes::start()),
        ("middle", scenes::middle()),
        ("six colors", scenes::six()),
        ("fanorona", scenes::chain()),
        ("two boards", scenes::two_boards()),
    ];
    for (name, board) in pictures {
        render::png(&board.scene());
        let mut group = criterion.benchmark_group(name);
        group.bench_function("render", |bencher| bencher.iter(|| render::png(&board.scene())));
        group.bench_function("baseline", |bencher| bencher.iter(|| baseline::png(&board.diagram)));
        group.finish();
    }
}

fn replays(criterion: &mut Criterion) {
    let replay = scenes::replay("abalone", 30);
    render::replay(&replay);
    let mut group = criterion.benchmark_group("replay");
    group.bench_function("30 plies", |bencher| bencher.iter(|| render::replay(&replay)));
    group.finish();
}

fn figures(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("figures");
    let (table, plot) = (scenes::figures::ladder(), scenes::figures::ratings());
    group.bench_function("ladder", |bencher| bencher.iter(|| render::table(&table)));
    let bracket = scenes::figures::cup(4);
    group.bench_function("bracket", |bencher| bencher.iter(|| render::bracket(&bracket)));
    group.bench_function("ratings", |bencher| bencher.iter(|| render::plot(&plot)));
    group.finish();
}

criterion_group!(benches, pictures, replays, figures);
criterion_main!(benches);
