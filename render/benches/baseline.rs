//! The baseline that [`render::png`] is measured against: the same shapes drawn from scratch with `imageproc`, at
//! twice the size for smooth edges, in true color, and encoded by `image`. It is simpler than our pictures: discs are
//! flat and there is no text.

use std::io::Cursor;

use image::imageops::{FilterType, resize};
use image::{ImageFormat, Rgb, RgbImage};
use imageproc::drawing::{draw_antialiased_polygon_mut, draw_filled_circle_mut};
use imageproc::pixelops::interpolate;
use imageproc::point::Point;
use rules::diagram::{Board, FanoronaBoard, HexBoard, Stone};
use rules::{Color, Diagram};

/// Size of a picture, and of one with two boards.
const SIZES: [[u32; 2]; 2] = [[1024, 768], [1508, 1132]];
/// The corner of each of two boards' own pictures.
const ORIGINS: [[i32; 2]; 2] = [[-79, -3], [562, 367]];
/// The middle of the board.
const CENTER: [f32; 2] = [512.0, 384.0];
/// Distance between cells, and between rows.
const LATTICE: [f32; 2] = [80.0, 69.0];
/// From the middle to the outer and inner sides of the frame.
const FRAME: [f32; 2] = [361.0, 325.0];
/// Radius of a bowl.
const BOWL: f32 = 37.0;
/// Radius of a marble.
const MARBLE: f32 = 35.2;
/// Distance between points of the Fanorona board, and the radius of a piece.
const FANORONA: [f32; 2] = [100.0, 37.0];

/// The picture, at the size of [`render::png`] for a game of two players.
pub fn png(diagram: &Diagram) -> Vec<u8> {
    let hexagons: Vec<&HexBoard> = diagram.boards.iter().filter_map(Board::hex).collect();
    let [width, height] = SIZES[usize::from(hexagons.len() > 1)];
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
    for (apothem, color) in FRAME.into_iter().zip([[0x60, 0x38, 0x20], [0xc8, 0x9b, 0x62]]) {
        let corners: Vec<Point<i32>> = corner(apothem).map(|(x, y)| Point::new(x, y)).collect();
        draw_antialiased_polygon_mut(picture, &corners, Rgb(color), interpolate);
    }
    for cell in board.hexagon().cells() {
        let (row, col) = (f32::from(cell.row()) - 4.0, f32::from(cell.col()) - 4.0);
        let center = [CENTER[0] + (col - row / 2.0) * LATTICE[0], CENTER[1] - row * LATTICE[1]];
        let at = pixel(center, origin);
        disc(picture, at, BOWL, if board.holes.contains(&cell) { [0x10; 3] } else { [0x8f, 0x6d, 0x42] });
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
        let (row, column) = (f32::from(point.row()) - 2.0, f32::from(point.column()) - 4.0);
        let center = [CENTER[0] + column * FANORONA[0], CENTER[1] - row * FANORONA[0]];
        marble(picture, pixel(center, [0, 0]), FANORONA[1], color(Stone::Owned(*own)));
    }
}

/// The pixel of the large picture.
fn pixel(at: [f32; 2], origin: [i32; 2]) -> (i32, i32) {
    (2 * (at[0] as i32 + origin[0]), 2 * (at[1] as i32 + origin[1]))
}

fn disc(picture: &mut RgbImage, at: (i32, i32), radius: f32, color: [u8; 3]) {
    draw_filled_circle_mut(picture, at, (2.0 * radius) as i32, Rgb(color));
}

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
