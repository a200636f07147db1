//! How long a picture takes, against drawing and coding it plainly with `imageproc` and `image` each time.
//! The plain way draws flat discs and no text, which is less than what `render::png` shows, and still loses.

use std::io::Cursor;

use criterion::{Criterion, criterion_group, criterion_main};
use image::{ImageFormat, Rgb, RgbImage};
use imageproc::drawing::{draw_antialiased_polygon_mut, draw_filled_circle_mut};
use imageproc::pixelops::interpolate;
use imageproc::point::Point;
use rules::diagram::{Board, Stone};
use rules::{Color, Diagram};

#[path = "../tests/cards/mod.rs"]
mod cards;

/// The same board, flat, at twice the size for smooth edges, coded as true color.
fn plain(diagram: &Diagram) -> Vec<u8> {
    let (width, height) = (2048, 1536);
    let mut picture = RgbImage::from_pixel(width, height, Rgb([0x1f, 0x20, 0x25]));
    for (apothem, color) in [(722.0, Rgb([0x60, 0x38, 0x20])), (650.0, Rgb([0xc8, 0x9b, 0x62]))] {
        let corners: Vec<Point<i32>> = (0..6)
            .map(|i| {
                let angle = f64::from(i) * std::f64::consts::FRAC_PI_3;
                let reach = apothem / 0.866;
                Point::new((1024.0 + reach * angle.cos()) as i32, (768.0 + reach * angle.sin()) as i32)
            })
            .collect();
        draw_antialiased_polygon_mut(&mut picture, &corners, color, interpolate);
    }
    for row in 0..9u8 {
        for col in (0..9u8).filter(|col| row.abs_diff(*col) <= 4) {
            let (dr, dc) = (i32::from(row) - 4, i32::from(col) - 4);
            let at = (1024 + dc * 160 - dr * 80, 768 - dr * 138);
            draw_filled_circle_mut(&mut picture, at, 74, Rgb([0x8f, 0x6d, 0x42]));
            let stones = diagram.boards.iter().filter_map(Board::hex).flat_map(|board| &board.stones);
            let stone = { stones }.find(|(cell, _)| (cell.row(), cell.col()) == (row, col));
            if let Some((_, stone)) = stone {
                let white = *stone == Stone::Owned(Color::White);
                let (dark, light) = if white { ([180; 3], [240; 3]) } else { ([10; 3], [60; 3]) };
                draw_filled_circle_mut(&mut picture, at, 70, Rgb(dark));
                draw_filled_circle_mut(&mut picture, (at.0 - 16, at.1 - 20), 34, Rgb(light));
            }
        }
    }
    let half = image::imageops::resize(&picture, width / 2, height / 2, image::imageops::FilterType::Triangle);
    let mut file = Cursor::new(Vec::new());
    half.write_to(&mut file, ImageFormat::Png).expect("writing to memory cannot fail");
    file.into_inner()
}

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
    group.bench_function("plain full redraw", |bencher| bencher.iter(|| plain(&board.diagram)));
    group.finish();
}

criterion_group!(benches, pictures);
criterion_main!(benches);
