//! Hostile texts and malformed diagrams.

use std::error::Error;
use std::time::{Duration, Instant};

use image::RgbImage;
use render::{Marked, Orientation, Scene, Target, Theme};
use rules::board::fanorona::Point;
use rules::board::hex::{Cell, Direction};
use rules::diagram::{Board, FanoronaBoard, HexBoard, LastMove, Side, Stone};
use rules::{Color, Diagram, Seat, SeatInfo, Team};

use crate::scenes;

fn draw(scene: &Scene<'_>) -> Result<RgbImage, image::ImageError> {
    scenes::open(&render::png(scene))
}

/// The pixels of the boards around these middles.
fn boards_of(picture: &RgbImage, middles: &[[f32; 2]]) -> Vec<[u8; 3]> {
    picture
        .enumerate_pixels()
        .filter(|(x, y, _)| {
            middles.iter().any(|middle| {
                let (dx, dy) = ((*x as f32 - middle[0]).abs(), (*y as f32 - middle[1]).abs());
                // The hexagon of the frame with a little of its shadow.
                dy < 366.0 && dx * 0.866 + dy * 0.5 < 366.0
            })
        })
        .map(|(_, _, pixel)| pixel.0)
        .collect()
}

#[test]
fn no_text_reaches_a_board_or_takes_long() -> Result<(), Box<dyn Error>> {
    let (alone, below) = ([[448.0, 434.0]], [[512.0, 448.0]]);
    let two = [[512.0, 448.0], [512.0, 1252.0]];
    let pictures: [(scenes::Board, &[[f32; 2]]); 5] = [
        (scenes::middle(), &alone),
        (scenes::six(), &below),
        (scenes::pairs(), &below),
        (scenes::three(), &below),
        (scenes::two_boards(), &two),
    ];
    for (quiet, middles) in pictures {
        hold(&quiet, |picture| boards_of(picture, middles))?;
    }
    // The board of Fanorona with its frame.
    hold(&scenes::chain(), |picture| {
        let inside = picture.enumerate_pixels().filter(|(x, y, _)| (14..1010).contains(x) && (86..686).contains(y));
        inside.map(|(_, _, pixel)| pixel.0).collect()
    })
}

/// Draws a board with all hostile texts around it; the board itself must not change.
fn hold(quiet: &scenes::Board, board: impl Fn(&RgbImage) -> Vec<[u8; 3]>) -> Result<(), Box<dyn Error>> {
    let mut scene = quiet.scene();
    let clean = board(&draw(&scene)?);
    for text in scenes::hostile_texts() {
        scene.names = vec![text.clone(); 6];
        scene.notes = vec![text.clone(); 6];
        scene.headline.clone_from(&text);
        scene.detail.clone_from(&text);
        let timer = Instant::now();
        let picture = draw(&scene)?;
        // A thousand times the usual time; without bounds on the text it would take minutes.
        let what: String = text.chars().take(12).collect();
        assert!(timer.elapsed() < Duration::from_mins(1), "slow: {what:?}…");
        assert!(board(&picture) == clean, "on the board: {what:?}…");
    }
    Ok(())
}

#[test]
fn a_text_that_vanishes_leaves_the_picture_of_an_empty_one_but_a_name_is_written_as_codes() {
    let quiet = scenes::middle();
    let mut scene = quiet.scene();
    scene.names = vec![String::new(); 2];
    scene.notes = vec![String::new(); 2];
    (scene.headline, scene.detail) = (String::new(), String::new());
    let empty = render::png(&scene);
    for text in ["\u{200b}", "\u{202e}\u{202c}", "\u{378}\u{e123}", "\u{0}\u{1b}", "\u{301}\u{302}"] {
        let text = text.to_owned();
        scene.names = vec![String::new(); 2];
        scene.notes = vec![text.clone(); 2];
        (scene.headline, scene.detail) = (text.clone(), text.clone());
        assert!(render::png(&scene) == empty, "{text:?}");
        scene.names = vec![text.clone(); 2];
        assert!(render::png(&scene) != empty, "{text:?}");
    }
}

#[test]
fn a_diagram_may_lack_or_exceed_anything() -> Result<(), Box<dyn Error>> {
    let everywhere: Vec<Cell> = (0..9).flat_map(|row| (0..9).filter_map(move |col| Cell::new(row, col))).collect();
    let all = Direction::ALL;
    let empty = Diagram::default();
    let corners = [scenes::cell("a1"), scenes::cell("e5"), scenes::cell("i9")];
    let neutral = [Stone::Hidden, Stone::Pivot, Stone::Ball, Stone::Sister];
    let kinds: Vec<Stone> = Color::ALL.map(Stone::Owned).into_iter().chain(neutral).collect();
    for &direction in &all {
        let moved = |kind: Stone| LastMove {
            direction: Some(direction),
            arrived: everywhere.clone(),
            vacated: everywhere.clone(),
            ejected: Cell::new(0, 0).map(|cell| (cell, kind)),
        };
        let board = HexBoard {
            side: 5,
            stones: everywhere.iter().zip(kinds.iter().cycle()).map(|(cell, kind)| (*cell, *kind)).collect(),
            obstacles: everywhere.clone(),
            holes: everywhere.clone(),
            crowns: [None, Some(Color::Blue)].map(|color| (corners, color)).to_vec(),
            ejected: vec![255; 9],
            last: vec![moved(Stone::Pivot), moved(Stone::Hidden), LastMove { direction: None, ..moved(Stone::Ball) }],
        };
        let side = |color| Side { color, ejected: 255, target: Some(255), on_board: 255, in_hand: 255 };
        let three = Diagram {
            placing: true,
            active: 9,
            seated: vec![0, 9, usize::MAX],
            boards: vec![Board::Hex(board); 3],
            last: Some(String::new()),
            seats: Vec::new(),
            sides: vec![side(Color::Black); 3],
            to_move: Some(Seat(200)),
            ply: u32::MAX,
            turn_index: u32::MAX,
            moves_left: Some(vec![u32::MAX]),
        };
        let place = |seat: u8| SeatInfo { color: Color::ALL[usize::from(seat) % 6], team: Team(0) };
        let one = Diagram {
            boards: vec![three.boards[0].clone()],
            seats: (0..9).map(place).collect(),
            sides: Color::ALL.map(side).to_vec(),
            to_move: Some(Seat(1)),
            moves_left: Some(vec![u32::MAX; 6]),
            ..three.clone()
        };
        // The color has no side, whichever seat has it.
        let strangers = Diagram { sides: Vec::new(), ..one.clone() };
        let two = Diagram { boards: three.boards[..2].to_vec(), ..one.clone() };
        let diagrams = [
            (&empty, (896, 872)),
            (&one, (1024, 832)),
            (&strangers, (1024, 832)),
            (&two, (1024, 1636)),
            (&three, (1024, 1636)),
        ];
        for (diagram, size) in diagrams {
            for orientation in [Orientation::BlackAtBottom, Orientation::WhiteAtBottom] {
                let picture = draw(&Scene {
                    diagram,
                    names: Vec::new(),
                    notes: Vec::new(),
                    winners: Vec::new(),
                    headline: String::new(),
                    detail: String::new(),
                    orientation,
                    theme: Theme::SLATE,
                    marked: everywhere.iter().copied().map(Marked::Cell).collect(),
                    labels: everywhere.iter().copied().map(Marked::Cell).map(render::Label::Name).collect(),
                    targets: everywhere
                        .iter()
                        .flat_map(|cell| all.map(|direction| Target::Cell(*cell, direction)))
                        .collect(),
                    coordinates: true,
                })?;
                assert_eq!(picture.dimensions(), size);
            }
        }
    }
    Ok(())
}

#[test]
fn a_board_of_fanorona_may_lack_or_exceed_anything() -> Result<(), Box<dyn Error>> {
    let all: Vec<Point> = Point::all().collect();
    let everywhere = FanoronaBoard {
        pieces: all.iter().map(|point| (*point, Color::ALL[point.index() % 6])).collect(),
        path: all.iter().copied().cycle().take(10_000).collect(),
        flipped: all.clone(),
        removed: true,
    };
    let ended = FanoronaBoard { path: vec![Point::CENTER; 3], ..FanoronaBoard::default() };
    let quiet = scenes::pieces();
    // The preparation of the theme is not timed.
    draw(&quiet.scene())?;
    for board in [FanoronaBoard::default(), everywhere, ended] {
        let mut diagram = quiet.diagram.clone();
        diagram.boards = vec![Board::Fanorona(board), Board::Hex(HexBoard::default())];
        for orientation in [Orientation::BlackAtBottom, Orientation::WhiteAtBottom] {
            let timer = Instant::now();
            let targets = all.iter().flat_map(|from| all.iter().map(|to| Target::Point(*from, *to)));
            let marked = all.iter().copied().map(Marked::Point).collect();
            let targets = targets.step_by(7).collect();
            let picture = draw(&Scene { diagram: &diagram, orientation, marked, targets, ..quiet.scene() })?;
            assert_eq!(picture.dimensions(), (1024, 768));
            assert!(timer.elapsed() < Duration::from_mins(1));
        }
    }
    Ok(())
}

#[test]
fn the_board_turns_around_its_middle() -> Result<(), Box<dyn Error>> {
    let black = scenes::start();
    let white = scenes::Board { orientation: Orientation::WhiteAtBottom, ..scenes::start() };
    let (black, white) = (draw(&black.scene())?, draw(&white.scene())?);
    // The middle of a1, which is below for Black and above for White.
    assert!(black.get_pixel(288, 715).0.iter().all(|part| *part < 90));
    assert!(white.get_pixel(288, 715).0.iter().all(|part| *part > 120));
    Ok(())
}

#[test]
fn letters_and_numbers_can_be_left_out_of_every_board() -> Result<(), Box<dyn Error>> {
    for (name, board) in scenes::all() {
        let picture = |coordinates| draw(&scenes::Board { coordinates, ..board.clone() }.scene());
        let (with, without) = (picture(true)?, picture(false)?);
        let changed = with.pixels().zip(without.pixels()).filter(|(a, b)| a != b).count();
        assert!((800..30_000).contains(&changed), "{name}: {changed} pixels");
    }
    Ok(())
}
