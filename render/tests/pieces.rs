//! Marbles are told apart without their colors: by how bright they are, or by what is let into them.

use std::error::Error;

use image::RgbImage;
use render::Theme;
use rules::Color;
use rules::diagram::{Board, Stone};

mod scenes;

/// Half the side of the square that is compared, well within a marble.
const REACH: i32 = 24;
/// Cells in the middle row, and where they are on the picture.
const ROW: [(&str, [i32; 2]); 9] = [
    ("e1", [128, 434]),
    ("e2", [208, 434]),
    ("e3", [288, 434]),
    ("e4", [368, 434]),
    ("e5", [448, 434]),
    ("e6", [528, 434]),
    ("e7", [608, 434]),
    ("e8", [688, 434]),
    ("e9", [768, 434]),
];

/// How an eye that lacks one of its three kinds of cones mixes red, green and blue (Machado, Oliveira, Fernandes 2009,
/// severity 1), after one that lacks none.
const EYES: [(&str, [[f32; 3]; 3]); 4] = [
    ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "no red",
        [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
    ),
    (
        "no green",
        [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
    ),
    (
        "no blue",
        [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
    ),
];

/// How bright each pixel of the marble there is to an eye, 0 to 255.
fn marble(picture: &RgbImage, at: [i32; 2], eye: &[[f32; 3]; 3]) -> Vec<f32> {
    let square = (-REACH..REACH).flat_map(|dy| (-REACH..REACH).map(move |dx| (at[0] + dx, at[1] + dy)));
    let bright = |(x, y): (i32, i32)| {
        let light = picture.get_pixel(x as u32, y as u32).0.map(|part| (f32::from(part) / 255.0).powf(2.2));
        let seen = eye.map(|row| (0..3).map(|i| row[i] * light[i]).sum::<f32>().clamp(0.0, 1.0));
        255.0 * (0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]).powf(1.0 / 2.2)
    };
    square.map(bright).collect()
}

/// The share of pixels where the two clearly differ.
fn differing(a: &[f32], b: &[f32]) -> f32 {
    let far = a.iter().zip(b).filter(|(a, b)| (*a - *b).abs() > 36.0).count();
    far as f32 / a.len() as f32
}

#[test]
fn every_two_kinds_differ_to_every_eye_without_their_hue() -> Result<(), Box<dyn Error>> {
    let owned = Color::ALL.map(Stone::Owned);
    let kinds: Vec<Stone> = owned.into_iter().chain([Stone::Pivot, Stone::Ball, Stone::Sister]).collect();
    for theme in Theme::ALL {
        let mut board = scenes::Board { theme, ..scenes::start() };
        if let Some(Board::Hex(hex)) = board.diagram.boards.first_mut() {
            hex.stones = ROW.iter().zip(&kinds).map(|((name, _), stone)| (scenes::cell(name), *stone)).collect();
        }
        let picture = image::load_from_memory(&render::png(&board.scene()))?.to_rgb8();
        for (name, eye) in EYES {
            let seen: Vec<Vec<f32>> = ROW.iter().map(|(_, at)| marble(&picture, *at, &eye)).collect();
            for i in 0..kinds.len() {
                for j in 0..i {
                    let share = differing(&seen[i], &seen[j]);
                    assert!(share > 0.15, "{theme}, {name}: {:?} and {:?} differ in {share}", kinds[i], kinds[j]);
                }
            }
        }
    }
    Ok(())
}

#[test]
fn marbles_of_hidden_colors_are_all_alike() -> Result<(), Box<dyn Error>> {
    let mut board = scenes::start();
    if let Some(Board::Hex(hex)) = board.diagram.boards.first_mut() {
        hex.stones = ROW.iter().map(|(name, _)| (scenes::cell(name), Stone::Hidden)).collect();
    }
    let picture = image::load_from_memory(&render::png(&board.scene()))?.to_rgb8();
    let seen = ROW.map(|(_, at)| marble(&picture, at, &EYES[0].1));
    for other in &seen[1..] {
        assert!(differing(&seen[0], other) < 0.001);
    }
    Ok(())
}
