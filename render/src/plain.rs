//! A board as one would draw it without this crate: the same shapes anew each time with `imageproc`, at twice the size for smooth
//! edges, true color, `image`'s own encoder. No picture for players: it is what [`png`](crate::png()) is measured against, in
//! benchmarks and by `sumito bench render`. Discs are flat and there is no text, which is less than players get.

use std::io::Cursor;

use image::imageops::{FilterType, resize};
use image::{ImageFormat, Rgb, RgbImage};
use imageproc::drawing::{draw_antialiased_polygon_mut, draw_filled_circle_mut};
use imageproc::pixelops::interpolate;
use imageproc::point::Point;
use rules::diagram::{Board, FanoronaBoard, HexBoard, Stone};
use rules::{Color, Diagram};

use crate::Orientation;
use crate::double::{HIGH, ORIGINS, WIDE};
use crate::geometry::{CENTER, HEIGHT, HOLE, INNER, MARBLE, OUTER, WIDTH, cells, center};
use crate::plank::PIECE;
use crate::points::placed;

/// The picture, as large as [`png`](crate::png()) makes it of a game for two.
pub fn png(diagram: &Diagram) -> Vec<u8> {
    let hexagons: Vec<&HexBoard> = diagram.boards.iter().filter_map(Board::hex).collect();
    let [width, height] = if hexagons.len() > 1 { [WIDE, HIGH] } else { [WIDTH, HEIGHT] }.map(|side| side as u32);
    let mut picture = RgbImage::from_pixel(2 * width, 2 * height, Rgb([0x1f, 0x20, 0x25]));
    for (i, board) in hexagons.iter().enumerate().take(2) {
        hexagon(&mut picture, board, if hexagons.len() > 1 { ORIGINS[i] } else { [0, 0] });
    }
    if let Some(Board::Fanorona(board)) = diagram.boards.first() {
        points(&mut picture, board);
    }
    let half = resize(&picture, width, height, FilterType::Triangle);
    let mut file = Cursor::new(Vec::new());
    half.write_to(&mut file, ImageFormat::Png).expect("writing to memory cannot fail");
    file.into_inner()
}

fn hexagon(picture: &mut RgbImage, board: &HexBoard, origin: [i32; 2]) {
    let corner = |apothem: f32| {
        (0..6).map(move |i| {
            let (across, down) = (i as f32 * std::f32::consts::FRAC_PI_3).sin_cos();
            let reach = apothem / 0.866;
            pixel([CENTER[0] + reach * down, CENTER[1] + reach * across], origin)
        })
    };
    for (apothem, color) in [(OUTER, [0x60, 0x38, 0x20]), (INNER, [0xc8, 0x9b, 0x62])] {
        let corners: Vec<Point<i32>> = corner(apothem).map(|(x, y)| Point::new(x, y)).collect();
        draw_antialiased_polygon_mut(picture, &corners, Rgb(color), interpolate);
    }
    for cell in cells() {
        let at = pixel(center(cell), origin);
        disc(picture, at, HOLE, if board.holes.contains(&cell) { [0x10; 3] } else { [0x8f, 0x6d, 0x42] });
        if board.obstacles.contains(&cell) {
            disc(picture, at, MARBLE, [0x70; 3]);
        }
        if let Some((_, stone)) = board.stones.iter().find(|(own, _)| *own == cell) {
            marble(picture, at, MARBLE, color(*stone));
        }
    }
}

fn points(picture: &mut RgbImage, board: &FanoronaBoard) {
    for (point, own) in &board.pieces {
        marble(picture, pixel(placed(Orientation::BlackAtBottom)(*point), [0, 0]), PIECE, color(Stone::Owned(*own)));
    }
}

/// The pixel of the large picture.
fn pixel(at: [f32; 2], origin: [i32; 2]) -> (i32, i32) {
    (2 * (at[0] as i32 + origin[0]), 2 * (at[1] as i32 + origin[1]))
}

fn disc(picture: &mut RgbImage, at: (i32, i32), radius: f32, color: [u8; 3]) {
    draw_filled_circle_mut(picture, at, (2.0 * radius) as i32, Rgb(color));
}

/// A disc with a light spot.
fn marble(picture: &mut RgbImage, at: (i32, i32), radius: f32, color: [u8; 3]) {
    disc(picture, at, radius, color);
    let light = color.map(|part| part.saturating_add(50));
    disc(picture, (at.0 - 16, at.1 - 20), radius / 2.0, light);
}

const fn color(stone: Stone) -> [u8; 3] {
    match stone {
        Stone::Owned(Color::Black) => [10; 3],
        Stone::Owned(Color::White) => [180; 3],
        Stone::Owned(Color::Red) => [150, 20, 20],
        Stone::Owned(Color::Green) => [20, 110, 40],
        Stone::Owned(Color::Yellow) => [190, 150, 20],
        Stone::Owned(Color::Blue) => [20, 50, 150],
        Stone::Hidden => [120; 3],
        Stone::Pivot | Stone::Ball | Stone::Sister => [150, 150, 120],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_is_drawn_as_large_as_for_players() -> Result<(), Box<dyn std::error::Error>> {
        for (setup, size) in
            [("abalone seats=6", (1024, 768)), ("abalone seats=2x2x2", (1508, 1132)), ("fliporona", (1024, 768))]
        {
            let mut table = rules::open(setup).map_err(|refusal| refusal.to_string())?;
            let before = image::load_from_memory(&png(&table.diagram()))?;
            assert_eq!((before.width(), before.height()), size, "{setup}");
            let (turns, _) = table.turns(1);
            table.play(&turns[0]).map_err(|refusal| refusal.to_string())?;
            assert!(before != image::load_from_memory(&png(&table.diagram()))?, "{setup}: a turn changes nothing");
        }
        Ok(())
    }
}
