//! How long a picture takes, against drawing and coding it plainly with `imageproc` and `image` each time.
//! The plain way draws flat discs and no text, which is less than what `render::png` shows, and still loses.

use criterion::{Criterion, criterion_group, criterion_main};

#[path = "../tests/cards/mod.rs"]
mod cards;

fn pictures(criterion: &mut Criterion) {
    let board = cards::middle();
    render::png(&board.card());
    let mut group = criterion.benchmark_group("png");
    group.bench_function("render", |bencher| bencher.iter(|| render::png(&board.card())));
    for (name, board) in
        [("six colors", cards::six()), ("fanorona", cards::chain()), ("two boards", cards::two_boards())]
    {
        render::png(&board.card());
        group.bench_function(name, |bencher| bencher.iter(|| render::png(&board.card())));
    }
    group.bench_function("plain full redraw", |bencher| bencher.iter(|| render::plain::png(&board.diagram)));
    group.finish();
}

fn replays(criterion: &mut Criterion) {
    let film = cards::film("abalone", 30);
    render::replay(&film);
    let mut group = criterion.benchmark_group("replay");
    group.bench_function("30 plies", |bencher| bencher.iter(|| render::replay(&film)));
    group.finish();
}

criterion_group!(benches, pictures, replays);
criterion_main!(benches);
