//! Perceptual distances between things on pictures, measured on finished pictures.

use std::error::Error;

use image::RgbImage;
use render::{BoardStyle, MarbleSet, Theme};
use rules::Color;
use rules::board::hex::Direction;
use rules::diagram::{Board, LastMove, Stone};

use crate::scenes;

type Light = [f64; 3];

/// How eyes mix linear red, green and blue: normal vision, then eyes that lack one kind of cone, then monochromacy.
/// The dichromat matrices are from G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model
/// for Simulation of Color Vision Deficiency", IEEE TVCG 15 (2009), table of matrices at severity 1.0.
const EYES: [(&str, [[f64; 3]; 3]); 5] = [
    ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
    ),
    (
        "deuteranopia",
        [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
    ),
    (
        "tritanopia",
        [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
    ),
    ("gray", [[0.2126, 0.7152, 0.0722]; 3]),
];

fn linear(byte: u8) -> f64 {
    let x = f64::from(byte) / 255.0;
    if x <= 0.040_45 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
}

/// The mean light of the pixels within a range of distances from a point.
fn mean(picture: &RgbImage, at: [i32; 2], within: std::ops::Range<f64>) -> Light {
    let (mut sum, mut count) = ([0.0; 3], 0.0);
    for (dx, dy) in (-40..40).flat_map(|dy| (-40..40).map(move |dx| (dx, dy))) {
        if within.contains(&f64::from(dx).hypot(f64::from(dy))) {
            let pixel = picture.get_pixel((at[0] + dx) as u32, (at[1] + dy) as u32).0;
            sum = std::array::from_fn(|i| sum[i] + linear(pixel[i]));
            count += 1.0;
        }
    }
    sum.map(|part| part / count)
}

/// The median light of these pixels: the color of the thing, whatever is mirrored in it.
fn usual(picture: &RgbImage, at: [i32; 2], within: std::ops::Range<f64>) -> Light {
    let square = (-40..40).flat_map(|dy: i32| (-40..40).map(move |dx: i32| (dx, dy)));
    let there = square.filter(|(dx, dy)| within.contains(&f64::from(*dx).hypot(f64::from(*dy))));
    let mut lights: Vec<Light> =
        there.map(|(dx, dy)| picture.get_pixel((at[0] + dx) as u32, (at[1] + dy) as u32).0.map(linear)).collect();
    let luminance = |light: &Light| 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
    lights.sort_by(|a, b| luminance(a).total_cmp(&luminance(b)));
    lights[lights.len() / 2]
}

fn seen(light: Light, eye: &[[f64; 3]; 3]) -> Light {
    eye.map(|row| (0..3).map(|i| row[i] * light[i]).sum::<f64>().clamp(0.0, 1.0))
}

/// The contrast of WCAG 2.1.
fn contrast(a: Light, b: Light) -> f64 {
    let luminance = |light: Light| 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] + 0.05;
    let (a, b) = (luminance(a), luminance(b));
    a.max(b) / a.min(b)
}

/// Distance in Oklab (B. Ottosson 2020), where about 0.02 is just noticeable.
fn distance(a: Light, b: Light) -> f64 {
    let lab = |[red, green, blue]: Light| {
        let long = (0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue).cbrt();
        let middle = (0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue).cbrt();
        let short = (0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue).cbrt();
        [
            0.210_454_255_3 * long + 0.793_617_785_0 * middle - 0.004_072_046_8 * short,
            1.977_998_495_1 * long - 2.428_592_205_0 * middle + 0.450_593_709_9 * short,
            0.025_904_037_1 * long + 0.782_771_766_2 * middle - 0.808_675_766_0 * short,
        ]
    };
    let (a, b) = (lab(a), lab(b));
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
}

/// x coordinate of the first cell of the middle row, and the pitch of cells.
const LEFT: i32 = 128;
const PITCH: i32 = 80;
const MIDDLE: i32 = 434;
/// Radii of a marble without its rim, or a hole without its lip, and of the inlay around a hole.
const MARBLE: std::ops::Range<f64> = 0.0..32.0;
const INLAY: std::ops::Range<f64> = 38.9..39.9;

/// The middle row with these stones from its left end.
fn row(theme: Theme, stones: &[Stone]) -> Result<RgbImage, Box<dyn Error>> {
    let mut board = scenes::Board { theme, ..scenes::start() };
    if let Some(Board::Hex(hex)) = board.diagram.boards.first_mut() {
        hex.stones = stones.iter().zip(1..).map(|(stone, i)| (scenes::cell(&format!("e{i}")), *stone)).collect();
    }
    Ok(scenes::open(&render::png(&board.scene()))?)
}

fn place(number: usize) -> [i32; 2] {
    [LEFT + PITCH * number as i32, MIDDLE]
}

#[test]
fn black_and_white_stand_out_from_each_other_and_from_an_empty_hole() -> Result<(), Box<dyn Error>> {
    let mut problems = Vec::new();
    for theme in Theme::combinations() {
        let picture = row(theme, &[Stone::Owned(Color::Black), Stone::Owned(Color::White)])?;
        let [black, white, hole] = [0, 1, 4].map(|number| usual(&picture, place(number), MARBLE));
        let inlay = usual(&picture, place(4), INLAY);
        let found = [("each other", contrast(black, white)), ("black, hole", contrast(black, hole))];
        let more = [("white, hole", contrast(white, hole)), ("black, inlay", contrast(black, inlay))];
        // On a phone the line around a marble is too thin to be seen.
        let white_on_gray = (theme == Theme::CONTRAST).then(|| ("white, inlay", contrast(white, inlay)));
        for (what, ratio) in found.into_iter().chain(more).chain(white_on_gray) {
            let least = match (theme.board, what) {
                // Paper saves ink: there a white marble is also distinguished by its rim and its shadow.
                (BoardStyle::Paper, "white, hole") => 1.6,
                // A bowl is in the middle between the brightest and the darkest marbles; colored ones are nearer to
                // it.
                (BoardStyle::Contrast, "white, hole") if theme.marbles != MarbleSet::Matte => 2.2,
                _ => 3.0,
            };
            println!("{theme}: {what}: {ratio:.2}");
            if ratio < least {
                problems.push(format!("{theme}: {what}: {ratio:.2}"));
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
    Ok(())
}

#[test]
fn an_obstacle_stands_out_from_the_board_and_from_a_hole() -> Result<(), Box<dyn Error>> {
    for theme in Theme::all() {
        let mut board = scenes::Board { theme, ..scenes::start() };
        if let Some(Board::Hex(hex)) = board.diagram.boards.first_mut() {
            hex.stones = Vec::new();
            hex.obstacles = vec![scenes::cell("e1"), scenes::cell("e2")];
        }
        let picture = scenes::open(&render::png(&board.scene()))?;
        let [block, hole] = [1, 4].map(|number| usual(&picture, place(number), MARBLE));
        let inlay = usual(&picture, place(4), INLAY);
        for (what, background) in [("inlay", inlay), ("hole", hole)] {
            for (name, eye) in &EYES {
                let ratio = contrast(seen(block, eye), seen(background, eye));
                let least = if what == "inlay" { 3.0 } else { 2.0 };
                assert!(ratio >= least, "{theme}, {name}: block, {what}: {ratio:.2}");
            }
        }
    }
    Ok(())
}

#[test]
fn every_kind_is_far_from_an_empty_hole_to_every_eye() -> Result<(), Box<dyn Error>> {
    let owned = Color::ALL.map(Stone::Owned);
    let neutral = [Stone::Hidden, Stone::Pivot, Stone::Ball, Stone::Sister];
    let kinds: Vec<Stone> = owned.into_iter().chain(neutral).collect();
    for theme in [Theme::WOOD, Theme::CONTRAST] {
        for kinds in kinds.chunks(5) {
            let picture = row(theme, kinds)?;
            for (name, eye) in &EYES {
                let hole = seen(mean(&picture, place(7), MARBLE), eye);
                for (number, kind) in kinds.iter().enumerate() {
                    let far = distance(seen(mean(&picture, place(number), MARBLE), eye), hole);
                    // A kind whose mean is near that of a hole has a pattern, which no bowl has.
                    let least = if matches!(kind, Stone::Owned(Color::Black | Color::White)) { 0.15 } else { 0.02 };
                    assert!(far >= least, "{theme}, {name}: {kind:?} is {far:.3} from a hole");
                }
            }
        }
    }
    Ok(())
}

#[test]
fn black_and_white_are_far_apart_to_every_eye() -> Result<(), Box<dyn Error>> {
    for theme in Theme::combinations() {
        let picture = row(theme, &[Stone::Owned(Color::Black), Stone::Owned(Color::White)])?;
        for (name, eye) in &EYES {
            let [black, white] = [0, 1].map(|number| seen(mean(&picture, place(number), MARBLE), eye));
            assert!(distance(black, white) >= 0.4, "{theme}, {name}: {:.3}", distance(black, white));
        }
    }
    Ok(())
}

#[test]
fn the_last_move_is_seen_without_color() -> Result<(), Box<dyn Error>> {
    for theme in Theme::all() {
        for color in Color::TWO {
            let stones = [Stone::Pivot, Stone::Owned(color), Stone::Owned(color)];
            let plain = row(theme, &stones)?;
            let mut board = scenes::Board { theme, ..scenes::start() };
            if let Some(Board::Hex(hex)) = board.diagram.boards.first_mut() {
                hex.stones = (1..4).map(|i| scenes::cell(&format!("e{i}"))).zip(stones).collect();
                hex.last = vec![LastMove {
                    direction: Some(Direction::E),
                    arrived: vec![scenes::cell("e2"), scenes::cell("e3")],
                    vacated: vec![scenes::cell("e6")],
                    ejected: None,
                }];
            }
            let marked = scenes::open(&render::png(&board.scene()))?;
            let gray = &EYES[4].1;
            let bright =
                |picture: &RgbImage, x: i32, y: i32| seen(picture.get_pixel(x as u32, y as u32).0.map(linear), gray)[0];
            for (number, what) in [(1, "moved"), (2, "moved"), (5, "left")] {
                let [x, y] = place(number);
                let square = (-44..44).flat_map(|dy| (-44..44).map(move |dx| (x + dx, y + dy)));
                let far = |&(x, y): &(i32, i32)| {
                    let (a, b) = (bright(&plain, x, y) + 0.05, bright(&marked, x, y) + 0.05);
                    a.max(b) / a.min(b) >= 1.5
                };
                let count = square.filter(far).count();
                assert!(count >= 300, "{theme}: {color:?} {what}: {count} pixels differ in brightness");
            }
        }
    }
    Ok(())
}

/// The brightness of each pixel of a marble to an eye, 0 to 255.
fn marble(picture: &RgbImage, number: usize, eye: &[[f64; 3]; 3]) -> Vec<f64> {
    let [x, y] = place(number);
    let square = (-24..24).flat_map(|dy| (-24..24).map(move |dx| (x + dx, y + dy)));
    let bright = |(x, y): (i32, i32)| {
        let [red, green, blue] = seen(picture.get_pixel(x as u32, y as u32).0.map(linear), eye);
        255.0 * (0.2126 * red + 0.7152 * green + 0.0722 * blue).powf(1.0 / 2.2)
    };
    square.map(bright).collect()
}

/// The share of pixels that clearly differ.
fn differing(a: &[f64], b: &[f64]) -> f64 {
    let far = a.iter().zip(b).filter(|(a, b)| (*a - *b).abs() > 36.0).count();
    far as f64 / a.len() as f64
}

#[test]
fn every_two_kinds_differ_to_every_eye_without_their_hue() -> Result<(), Box<dyn Error>> {
    let owned = Color::ALL.map(Stone::Owned);
    let kinds: Vec<Stone> = owned.into_iter().chain([Stone::Pivot, Stone::Ball, Stone::Sister]).collect();
    for theme in Theme::all() {
        let picture = row(theme, &kinds)?;
        for (name, eye) in &EYES {
            let marbles: Vec<Vec<f64>> = (0..kinds.len()).map(|number| marble(&picture, number, eye)).collect();
            for i in 0..kinds.len() {
                for j in 0..i {
                    let share = differing(&marbles[i], &marbles[j]);
                    assert!(share > 0.15, "{theme}, {name}: {:?} and {:?} differ in {share}", kinds[i], kinds[j]);
                }
            }
        }
    }
    Ok(())
}

#[test]
fn marbles_of_hidden_colors_are_all_alike() -> Result<(), Box<dyn Error>> {
    let picture = row(Theme::WOOD, &[Stone::Hidden; 9])?;
    let marbles: Vec<Vec<f64>> = (0..9).map(|number| marble(&picture, number, &EYES[0].1)).collect();
    assert!(marbles.iter().all(|other| differing(&marbles[0], other) < 0.001));
    Ok(())
}
