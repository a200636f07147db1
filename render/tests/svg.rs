//! SVG boards match their diagrams.

use std::collections::{BTreeMap, BTreeSet};

use render::{Orientation, SvgStyle, Theme, svg_board, svg_grounds, svg_pieces, svg_small_board};
use rules::board::fanorona::Point;
use rules::diagram::{Board, Stone};
use rules::{Color, Diagram};

const SETUPS: [&str; 6] =
    ["abalone", "abalone layout=belgian-daisy rotate", "grand-abalone", "notalone", "fliporona", "abalone seats=2x2x2"];

/// Positions of a game after its first turns, each the middle one of those that are legal.
fn positions(setup: &str) -> Vec<Diagram> {
    let Ok(mut game) = rules::open(setup) else { return Vec::new() };
    let mut diagrams = vec![game.diagram()];
    for _ in 0..12 {
        let (turns, _) = game.turns(300);
        let Some(turn) = turns.get(turns.len() / 2) else { break };
        game.play(turn).expect("a legal turn");
        diagrams.push(game.diagram());
    }
    diagrams
}

fn style(orientation: Orientation) -> SvgStyle {
    SvgStyle { theme: Theme::WOOD, orientation, coordinates: true }
}

/// The value of an attribute of an element.
fn attribute<'t>(element: &'t str, name: &str) -> Option<&'t str> {
    let start = element.find(&format!(" {name}=\""))? + name.len() + 3;
    element[start..].split('"').next()
}

/// The piece at each place, and the middles of places.
fn read(svg: &str) -> (BTreeMap<String, String>, BTreeMap<String, [String; 2]>) {
    let (mut stones, mut places) = (BTreeMap::new(), BTreeMap::new());
    for element in svg.split('<').filter(|element| element.contains(" data-at=")) {
        let at = attribute(element, "data-at").expect("a place").to_owned();
        if element.starts_with("circle") {
            let middle = ["cx", "cy"].map(|name| attribute(element, name).expect("a middle").to_owned());
            assert!(places.insert(at, middle).is_none(), "{element}");
        } else {
            let [x, y] = &places[&at];
            let transform = attribute(element, "transform").expect("a middle");
            assert!(transform.starts_with(&format!("translate({x} {y})")), "{element}");
            let name = attribute(element, "href").expect("a piece").trim_start_matches('#').to_owned();
            assert!(stones.insert(at, name).is_none(), "{element}");
        }
    }
    (stones, places)
}

fn expected(board: &Board) -> BTreeMap<String, String> {
    let name = |stone: &Stone| match stone {
        Stone::Owned(color) => color.name(),
        Stone::Hidden => "hidden",
        Stone::Pivot => "pivot",
        Stone::Ball => "ball",
        Stone::Sister => "sister",
    };
    match board {
        Board::Hex(board) => {
            let stones = board.stones.iter().map(|(cell, stone)| (cell.to_string(), name(stone).to_owned()));
            let obstacles = board.obstacles.iter().map(|cell| (cell.to_string(), "obstacle".to_owned()));
            let holes = board.holes.iter().map(|cell| (cell.to_string(), "hole".to_owned()));
            stones.chain(obstacles).chain(holes).collect()
        }
        Board::Fanorona(board) => {
            let up = |(point, color): &(Point, Color)| (point.to_string(), format!("{}-up", color.name()));
            board.pieces.iter().map(up).collect()
        }
    }
}

#[test]
fn every_board_shows_the_stones_of_its_diagram_on_their_places() {
    let mut boards = 0;
    for setup in SETUPS {
        for diagram in positions(setup) {
            for (index, board) in diagram.boards.iter().enumerate() {
                let svg = svg_board(&diagram, index, style(Orientation::BlackAtBottom));
                let (stones, places) = read(&svg);
                assert_eq!(stones, expected(board), "{setup}");
                let count = board.hex().map_or(45, |hex| hex.hexagon().cells().count());
                assert_eq!(places.len(), count, "{setup}");
                // Half a turn only swaps opposite places.
                let (turned, _) = read(&svg_board(&diagram, index, style(Orientation::WhiteAtBottom)));
                assert_eq!(turned, stones, "{setup}");
                // A small board has the same pieces at the same places, and less than half of the text.
                let small = svg_small_board(&diagram, index, style(Orientation::BlackAtBottom));
                let shown = |svg: &str| {
                    svg.split('<')
                        .filter_map(|element| attribute(element, "transform").map(str::to_owned))
                        .collect::<Vec<_>>()
                };
                assert_eq!(shown(&small), shown(&svg), "{setup}");
                assert!(2 * small.len() < svg.len(), "{setup}: {} of {} bytes", small.len(), svg.len());
                boards += 1;
            }
            assert_eq!(svg_board(&diagram, diagram.boards.len(), style(Orientation::BlackAtBottom)), "");
        }
    }
    assert!(boards > 60, "{boards} boards");
}

#[test]
fn every_piece_that_a_board_refers_to_is_defined_once() {
    for theme in Theme::combinations() {
        let diagrams: Vec<Diagram> = SETUPS.iter().flat_map(|setup| positions(setup)).collect();
        let pieces = svg_pieces(theme) + &svg_grounds(&diagrams, theme);
        let ids: Vec<&str> = pieces.split('<').filter_map(|element| attribute(element, "id")).collect();
        let defined: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(defined.len(), ids.len(), "{ids:?}");
        for diagram in &diagrams {
            for board in 0..diagram.boards.len() {
                let style = SvgStyle { theme, ..style(Orientation::BlackAtBottom) };
                let svg = svg_board(diagram, board, style) + &svg_small_board(diagram, board, style);
                for name in svg.split('<').filter_map(|element| attribute(element, "href")) {
                    assert!(defined.contains(name.trim_start_matches('#')), "{name} in {theme}");
                }
            }
        }
    }
}

#[test]
fn a_marble_that_left_the_board_and_every_letter_lie_inside_the_picture() {
    // From the ends of the middle row: along it, and over the sides beside it.
    for (board, turn) in [
        ("4w/6/7/8/5bbbw/8/7/6/5", "e6e7"),
        ("4w/6/7/8/8w/7b/6b/5b/5", "b6c7"),
        ("w4/5b/6b/7b/8w/8/7/6/5", "h9g9"),
        ("4w/6/7/8/wbbb5/8/7/6/5", "e4e3"),
        ("4w/6/7/8/w8/b7/b6/b5/5", "b1c1"),
    ] {
        let setup = format!("abalone layout=custom board={board} target=2");
        let Ok(mut game) = rules::open(&setup) else { panic!("{setup}") };
        game.play(turn).unwrap_or_else(|problem| panic!("{setup}: {problem}"));
        for orientation in [Orientation::BlackAtBottom, Orientation::WhiteAtBottom] {
            let svg = svg_board(&game.diagram(), 0, style(orientation));
            let (_, last) = svg.split_once("class=\"last\"").expect("the last turn");
            let (_, at) = last.split_once("transform=\"translate(").expect("a marble");
            let x: f32 = at.split(' ').next().and_then(|x| x.parse().ok()).expect("a number");
            assert!((x - 512.0).abs() <= 422.0 - 20.0, "{turn}, {orientation:?}: {x}");
            for letter in svg.split('<').filter(|element| element.starts_with("text")) {
                let x: f32 = attribute(letter, "x").and_then(|x| x.parse().ok()).expect("a number");
                assert!((x - 512.0).abs() <= 422.0 - 12.0, "{letter}");
            }
        }
    }
}

/// The places of each piece before the steps of the last turn, with its name.
fn ways(svg: &str) -> Vec<(Vec<&str>, &str)> {
    let moved = svg.split('<').filter_map(|element| Some((element, attribute(element, "data-way")?)));
    moved.map(|(element, way)| (way.split(' ').collect(), attribute(element, "href").expect("a piece"))).collect()
}

#[test]
fn each_piece_that_has_moved_says_where_it_was_before() {
    let mut moved = 0;
    for setup in SETUPS.into_iter().chain(["abalone turn=mixed"]) {
        for [before, after] in positions(setup).array_windows() {
            for board in 0..after.boards.len() {
                let stones = expected(&before.boards[board]);
                let svg = svg_board(after, board, style(Orientation::BlackAtBottom));
                for (way, name) in ways(&svg) {
                    assert_eq!(stones[way[0]], name.trim_start_matches('#'), "{setup}: {way:?}");
                    moved += 1;
                }
            }
        }
    }
    assert!(moved > 100, "{moved} pieces");
}

#[test]
fn a_turn_of_two_moves_shows_their_order() {
    let mut pairs = 0;
    for diagram in positions("abalone turn=mixed") {
        let Some(board) = diagram.boards[0].hex() else { panic!("another board") };
        let svg = svg_board(&diagram, 0, style(Orientation::BlackAtBottom));
        let (_, last) = svg.split_once("class=\"last\"").expect("the last turn");
        let texts = last.split('<').filter(|element| element.starts_with("text"));
        let labels: BTreeSet<&str> = texts.filter_map(|text| text.split('>').nth(1)).collect();
        match &board.last[..] {
            [] | [_] => assert_eq!(labels, BTreeSet::new()),
            [first, second] => {
                let goes_over = |cell| second.arrived.contains(cell) || second.vacated.contains(cell);
                let expected = if first.vacated.iter().all(goes_over) { ["2", "2"] } else { ["1", "2"] };
                assert_eq!(labels, BTreeSet::from(expected));
                pairs += 1;
            }
            more => panic!("{more:?}"),
        }
    }
    assert!(pairs > 3, "{pairs} turns of two moves");
}

#[test]
fn a_board_is_a_few_kilobytes() {
    let [last, ..] = &positions("abalone").split_off(12)[..] else { panic!("twelve turns") };
    let (board, pieces) = (svg_board(last, 0, style(Orientation::BlackAtBottom)), svg_pieces(Theme::WOOD));
    assert!(board.len() < 16_000 && pieces.len() < 16_000, "{} and {} bytes", board.len(), pieces.len());
}
