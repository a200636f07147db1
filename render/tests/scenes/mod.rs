//! The scenes that golden pictures, benchmarks and the gallery share.

#![allow(dead_code, reason = "every program that shares this file uses a part of it")]

pub mod figures;

use std::borrow::Cow;

use image::RgbImage;
use render::{Frame, Label, Marked, Orientation, Replay, Scene, Target, Theme};
use rules::board::fanorona::Point;
use rules::board::hex::{Cell, Direction};
use rules::diagram::{Board as Surface, HexBoard, LastMove, Side, Stone};
use rules::{Color, Diagram, Seat, SeatInfo};

/// A scene that owns its diagram.
#[derive(Debug, Clone)]
pub struct Board {
    pub diagram: Diagram,
    pub names: Vec<&'static str>,
    pub notes: Vec<&'static str>,
    pub winners: Vec<Seat>,
    pub headline: &'static str,
    pub detail: &'static str,
    pub orientation: Orientation,
    pub theme: Theme,
    pub marked: Vec<Marked>,
    pub targets: Vec<Target>,
    pub labels: Vec<Label>,
    pub coordinates: bool,
}

impl Board {
    /// The scene, borrowed from this board.
    pub fn scene(&self) -> Scene<'_> {
        Scene {
            diagram: &self.diagram,
            names: self.names.iter().map(ToString::to_string).collect(),
            notes: self.notes.iter().map(ToString::to_string).collect(),
            winners: self.winners.clone(),
            headline: self.headline.to_owned(),
            detail: self.detail.to_owned(),
            orientation: self.orientation,
            theme: self.theme,
            marked: self.marked.clone(),
            targets: self.targets.clone(),
            labels: self.labels.clone(),
            coordinates: self.coordinates,
        }
    }
}

pub fn open(bytes: &[u8]) -> Result<RgbImage, image::ImageError> {
    Ok(image::load_from_memory_with_format(bytes, image::ImageFormat::Png)?.to_rgb8())
}

/// Texts of up to 10,000 characters, each meant to break something.
pub fn hostile_texts() -> Vec<String> {
    let long = |unit: &str| unit.repeat(10_000 / unit.chars().count());
    let units = [
        "W",
        "i ",
        "\u{202e}abc\u{2066}",
        "\u{202e}שלום مرحبا ",
        "مرحبا",
        "\u{200b}\u{200d}\u{feff}",
        "👨‍👩‍👧‍👦\u{200d}",
        "Z\u{351}\u{310}\u{343}\u{34a}",
        "\u{301}",
        "\u{fdfa}",
        "\n\t\r\0\u{7f}\u{1b}[2J",
        "東京",
        "\u{1f3f3}\u{fe0f}",
    ];
    units.into_iter().map(long).chain([String::new()]).collect()
}

pub fn cell(name: &str) -> Cell {
    let &[row, col] = name.as_bytes() else { panic!("{name} is no cell") };
    Cell::new(row - b'a', col - b'1').unwrap_or_else(|| panic!("{name} is off the board"))
}

fn cells(names: &str) -> Vec<Cell> {
    names.split_whitespace().map(cell).collect()
}

/// A diagram with these marbles: black, white, neutral.
pub fn diagram(black: &str, white: &str, neutral: &str) -> Diagram {
    let mut stones: Vec<(Cell, Stone)> = Vec::new();
    for (names, stone) in
        [(black, Stone::Owned(Color::Black)), (white, Stone::Owned(Color::White)), (neutral, Stone::Pivot)]
    {
        stones.extend(cells(names).into_iter().map(|cell| (cell, stone)));
    }
    stones.sort_unstable();
    let count = |names: &str| names.split_whitespace().count() as u8;
    let side = |color, own: &str, other: &str| Side {
        color,
        ejected: 14 - count(other).min(14),
        target: Some(6),
        on_board: count(own),
        in_hand: 0,
    };
    Diagram {
        boards: vec![Surface::Hex(HexBoard { stones, ..HexBoard::default() })],
        seats: SeatInfo::TWO.to_vec(),
        sides: vec![side(Color::Black, black, white), side(Color::White, white, black)],
        to_move: Some(Seat(0)),
        ..Diagram::default()
    }
}

fn record_move(diagram: &mut Diagram, notation: &str, last: LastMove) {
    diagram.last = Some(notation.to_owned());
    if let Some(Surface::Hex(board)) = diagram.boards.first_mut() {
        board.last = vec![last];
    }
}

/// The standard layout before the first move.
pub fn start() -> Board {
    Board {
        diagram: diagram("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6 c3 c4 c5", "i5 i6 i7 i8 i9 h4 h5 h6 h7 h8 h9 g5 g6 g7", ""),
        names: vec!["Ada", "Grace Hopper"],
        notes: vec!["3 d", "3 d"],
        winners: Vec::new(),
        headline: "Move 1",
        detail: "",
        orientation: Orientation::BlackAtBottom,
        theme: Theme::WOOD,
        marked: Vec::new(),
        targets: Vec::new(),
        labels: Vec::new(),
        coordinates: true,
    }
}

/// A game in progress: three black marbles have just pushed a white one over the rim.
pub fn middle() -> Board {
    let mut diagram = diagram("a2 a3 b2 b3 b4 c3 c4 c5 d5 e7 e8 e9", "i5 i6 i7 h5 h6 h7 g5 g6 f5 f6 f7", "");
    record_move(
        &mut diagram,
        "e6e7",
        LastMove {
            direction: Some(Direction::E),
            arrived: cells("e7 e8 e9"),
            vacated: cells("e6"),
            ejected: Some((cell("e9"), Stone::Owned(Color::White))),
        },
    );
    diagram.to_move = Some(Seat(1));
    diagram.ply = 45;
    Board {
        diagram,
        names: vec!["François Dąbrowski", "Zoë Müller-Łukasz"],
        notes: vec!["2 d 4 h", "17 h 20 min"],
        headline: "Move 23",
        detail: "last move e6e7",
        ..start()
    }
}

/// Grand Abalone after forty turns of players who eject when they can.
pub fn grand() -> Board {
    let mut game = rules::open("grand-abalone").expect("the game is known");
    for turn in 0..40 {
        let mut text = String::new();
        while text.is_empty() || text.ends_with(game.separator()) {
            let ejections = game.complete(&format!("{text}eject"), 1);
            let moves = if ejections.is_empty() { game.complete(&text, 25) } else { ejections };
            text.clone_from(&moves[(turn * 7) % moves.len()].notation);
        }
        game.play(&text).expect("a completed turn is legal");
    }
    let headline = "Move 21";
    Board { diagram: game.diagram(), names: vec!["Ada", "Charles"], headline, detail: "", ..start() }
}

/// A sprint with nine moves left for one side.
pub fn sprint() -> Board {
    let mut diagram = diagram("a1 a3 b2 b3 b4 c3 c4 c5 d3 d4 d5 e4", "i5 i7 i8 h4 h5 h8 g3 g5 g6 g7 f4 f6 e5", "");
    record_move(
        &mut diagram,
        "f5g5",
        LastMove { direction: Some(Direction::Nw), arrived: cells("g5 h5"), vacated: cells("f5"), ejected: None },
    );
    diagram.to_move = Some(Seat(0));
    diagram.ply = 31;
    diagram.moves_left = Some(vec![9, 8]);
    Board {
        diagram,
        names: vec!["Ada", "Charles"],
        notes: vec!["1 d 2 h", "2 d"],
        headline: "Move 16",
        detail: "last move f5g5, 9 moves left",
        theme: Theme::SLATE,
        ..start()
    }
}

/// From White's side, while a move is entered.
pub fn entry() -> Board {
    Board {
        orientation: Orientation::WhiteAtBottom,
        marked: cells("h6 h7").into_iter().map(Marked::Cell).collect(),
        targets: vec![
            Target::Cell(cell("h6"), Direction::Nw),
            Target::Cell(cell("h7"), Direction::Nw),
            Target::Cell(cell("h7"), Direction::E),
            Target::Cell(cell("h7"), Direction::Ne),
        ],
        diagram: Diagram { to_move: Some(Seat(1)), ..middle().diagram },
        ..middle()
    }
}

/// The marbles that can move have badges with their names.
pub fn numbered(theme: Theme, orientation: Orientation) -> Board {
    let own = cells("a2 a3 b2 b3 b4 c3 c4 c5 d5 e7 e8 e9").into_iter().map(Marked::Cell);
    Board {
        theme,
        orientation,
        labels: own.map(Label::Choice).collect(),
        diagram: Diagram { to_move: Some(Seat(0)), ..middle().diagram },
        ..middle()
    }
}

/// Names on marbles of both colors and on empty cells.
pub fn labels_by_name(theme: Theme) -> Board {
    let all = cells("a2 a3 b2 b3 b4 c3 c4 c5 d5 c6 d6 d4 e5 f5 f6 f7 g5 g6 a1 b1 i5 i6");
    Board { theme, labels: all.into_iter().map(Marked::Cell).map(Label::Name).collect(), ..middle() }
}

fn labeled(board: Board, names: &str, choices: &str) -> Board {
    let is_fanorona = matches!(board.diagram.boards.first(), Some(Surface::Fanorona(_)));
    let marked = |name: &str| {
        if is_fanorona { name.parse().map(Marked::Point).expect("a point") } else { Marked::Cell(cell(name)) }
    };
    let names = names.split_whitespace().map(|name| Label::Name(marked(name)));
    let choices = choices.split_whitespace().map(|name| Label::Choice(marked(name)));
    Board { labels: names.chain(choices).collect(), ..board }
}

/// Names in scripts that the first fonts lack.
pub fn scripts() -> Board {
    Board {
        names: vec!["東京のアダ", "김한국 🦀", "தமிழ்ச்செல்வி கோ", "שלום", "มานี ปู่ใจดี", "Zoë 王 🏆"], ..six()
    }
}

/// Names whose letters join, in the large bars of two players.
pub fn shaped() -> Board {
    Board {
        names: vec!["محمد سلام العربية", "मोहिनी शर्मा क्षत्रिय"], ..middle()
    }
}

/// Names with letters above and below others, and of other widths.
pub fn stacked() -> Board {
    Board {
        names: vec!["ปู่ น้ำ ใจดี 東京", "தமிழ்ச்செல்வி Ada"], ..middle()
    }
}

/// A match that Black has just won.
pub fn won() -> Board {
    let mut board = middle();
    board.diagram.to_move = None;
    board.diagram.sides[0].ejected = 6;
    Board {
        names: vec!["Ada", "Bruno"],
        notes: Vec::new(),
        winners: vec![Seat(0)],
        headline: "Ada wins",
        detail: "6 marbles ejected",
        ..board
    }
}

/// Names that try to leave their place, and a neutral marble.
pub fn names() -> Board {
    let mut board = start();
    board.diagram = diagram("a1 a2 b1 c4", "i9 h9 g6 f5", "e5 e1 e9");
    board.diagram.to_move = None;
    board.diagram.sides[0].ejected = 6;
    board.diagram.sides[1].ejected = 5;
    Board {
        names: vec![
            "𝓣𝓱𝓮 \u{202e}Longest\u{202c} Ｎａｍｅ in the W\u{351}\u{310}\u{343}orld of Marbles",
            "שלום 東京 🦀 Ελένη",
        ],
        notes: vec!["a note that is far too long for its place", ""],
        winners: vec![Seat(0)],
        headline: "The Longest Name in the World wins",
        detail: "résigné après une très longue partie, avec beaucoup de mots",
        ..board
    }
}

/// A game with this setup, from this position or the start, after these turns.
fn play(setup: &str, position: &str, turns: &str) -> Board {
    let open = if position.is_empty() { rules::open(setup) } else { rules::open_at(setup, position) };
    let mut game = open.unwrap_or_else(|refusal| panic!("{setup}: {refusal}"));
    for turn in turns.split_whitespace() {
        game.play(turn).unwrap_or_else(|refusal| panic!("{setup}: {turn}: {refusal}"));
    }
    Board {
        diagram: game.diagram(),
        names: vec!["Ada", "Grace Hopper", "François", "Zoë Müller", "Katherine Johnson", "Bo"],
        notes: vec!["2 d 4 h", "3 d", "17 h 20 min", "1 d", "5 d", "30 min"],
        headline: "Move 12",
        detail: "",
        ..start()
    }
}

/// Six colors.
pub fn six() -> Board {
    play("abalone seats=6", "", "c4d5 d3e4 f4f5 i8i7 f7e6 d8d7")
}

/// Three players, a sprint.
pub fn three() -> Board {
    let board = play("abalone seats=3 sprint=25", "", "b1c2 h4g4 h8g7 c2d3");
    Board { detail: "last move c2d3", ..board }
}

/// Two teams of two colors each, one color of each ahead of the other, from White's side.
pub fn four() -> Board {
    let mut board = play("abalone seats=4", "", "b4c5 d3e4");
    for (side, ejected) in board.diagram.sides.iter_mut().zip([2, 0, 1, 3]) {
        side.ejected = ejected;
    }
    Board { orientation: Orientation::WhiteAtBottom, detail: "last move d3e4", ..board }
}

/// Two against two who share colors.
pub fn pairs() -> Board {
    play("abalone seats=2x2", "", "a1b2 i9h8 a2b3")
}

/// Marbles are placed in a sprint that has not begun.
pub fn placing() -> Board {
    play("abalone placement=on sprint=25", "", "@e5 @c4 @d5")
}

/// Two boards; the next move is on the second.
pub fn two_boards() -> Board {
    let mut board = play("abalone seats=2x2x2 layout=belgian-daisy sprint=25", "", "1:a1b2");
    for (surface, counts) in board.diagram.boards.iter_mut().zip([[2, 5], [4, 0]]) {
        if let Surface::Hex(hex) = surface {
            hex.ejected = counts.to_vec();
        }
    }
    Board { detail: "last move 1:a1b2", ..board }
}

/// Two boards from White's side while marbles are placed.
pub fn two_boards_placing() -> Board {
    Board {
        orientation: Orientation::WhiteAtBottom,
        theme: Theme::SLATE,
        ..play("abalone seats=2x2x2 placement=on", "", "1:@e5 2:@d4")
    }
}

/// Neutral marbles, obstacles, holes, crowns; a marble has just been pushed into a hole.
pub fn terrain() -> Board {
    play(
        "abalone pivot=e5 ball=d7 obstacles=e1+e9 holes=f4+g3 crown=on",
        "wwww1/wwwwww/o1www2/2o5/#1w1n3#/1b4n1/b1bbb2/1bbbbb/bbbb1 b 0-0 20 ball=d7 crown=b3b4c4,g6h6h7",
        "c1d2",
    )
}

/// A sister has just been placed.
pub fn sisters() -> Board {
    play("notalone", "", "@d3 @f6")
}

/// Thirteen ejections win; each of the two moves of a turn has just ejected a marble.
pub fn many() -> Board {
    play("abalone ball=e5 target=13 turn=double", "wwww1/1wwwww/2w4/8/4n4/8/1bbbb2/2bbbw/1bbbw b 4-2 30", "a2a3,b3b4")
}

/// Hidden colors: all marbles and crowns look alike. Two moves in a turn.
pub fn hidden_colors() -> Board {
    play("abalone colors=one turn=double crown=on", "", "a1b2,a5b5")
}

/// A long turn of Fliporona has just ended, and the piece was taken off.
pub fn chain() -> Board {
    let position = "wb1wb1bbw/b3w1b1b/w1bw1bw1w/1w2bb1wb/b1bw1wb1b w 50";
    Board {
        headline: "Move 26",
        detail: "last e4e3+f4+e4-e3-d2+e1-",
        ..play("fliporona", position, "e4e3+f4+e4-e3-d2+e1-")
    }
}

/// Pieces of Fliporona are placed, from White's side.
pub fn pieces() -> Board {
    let board = play("fliporona", "", "@d3 @e4 @f3 @a1");
    Board { orientation: Orientation::WhiteAtBottom, theme: Theme::SLATE, detail: "last @a1", ..board }
}

/// A piece has moved without flipping anything.
pub fn slide() -> Board {
    play("fliporona", "4b4/9/2bw1b3/9/8b b 61", "i1h2")
}

/// A piece of Fliporona is chosen, and an empty point.
pub fn pieces_entry() -> Board {
    let board = play("fliporona", "wb1wb1bbw/b3w1b1b/w1bw1bw1w/1w2bb1wb/b1bw1wb1b w 50", "");
    let point = |name: &str| name.parse::<Point>().unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    let target = |to: &str| Target::Point(point("e4"), point(to));
    Board {
        marked: vec![Marked::Point(point("e4")), Marked::Point(point("a2"))],
        targets: vec![target("e3"), target("d4"), target("f4")],
        ..board
    }
}

/// A game of this many turns, chosen deterministically.
pub fn replay(setup: &str, turns: usize) -> Replay<'static> {
    let mut game = rules::open(setup).unwrap_or_else(|refusal| panic!("{setup}: {refusal}"));
    let mut frames = vec![Frame { diagram: Cow::Owned(game.diagram()), caption: "Start".to_owned() }];
    for turn in 0..turns {
        let (choice, _) = game.turns(40);
        let Some(played) = choice.get(turn * 7 % choice.len().max(1)) else { break };
        game.play(played).unwrap_or_else(|refusal| panic!("{setup}: {played}: {refusal}"));
        frames.push(Frame { diagram: Cow::Owned(game.diagram()), caption: format!("{}. Ada: {played}", turn + 1) });
    }
    let names = ["Ada Lovelace".to_owned(), "François Dąbrowski".to_owned(), "Zoë".to_owned()];
    Replay {
        frames,
        names: names.iter().cycle().take(6).cloned().collect(),
        abridged: "abridged".to_owned(),
        orientation: Orientation::BlackAtBottom,
        coordinates: true,
        theme: Theme::WOOD,
    }
}

pub fn all() -> Vec<(&'static str, Board)> {
    let slate = Board { theme: Theme::SLATE, ..middle() };
    vec![
        ("start", start()),
        ("middle", middle()),
        ("middle-slate", slate),
        ("middle-felt", Board { theme: Theme::FELT, ..middle() }),
        ("middle-paper", Board { theme: Theme::PAPER, ..middle() }),
        ("middle-contrast", Board { theme: Theme::CONTRAST, ..middle() }),
        ("six-contrast", Board { theme: Theme::CONTRAST, ..six() }),
        ("grand", grand()),
        ("grand-paper", Board { theme: Theme::PAPER, orientation: Orientation::WhiteAtBottom, ..grand() }),
        ("sprint", sprint()),
        ("entry-flipped", entry()),
        ("labels", numbered(Theme::WOOD, Orientation::BlackAtBottom)),
        ("labels-paper", numbered(Theme::PAPER, Orientation::WhiteAtBottom)),
        ("labels-contrast", numbered(Theme::CONTRAST, Orientation::BlackAtBottom)),
        ("labels-names", labels_by_name(Theme::WOOD)),
        ("labels-names-slate", labels_by_name(Theme::SLATE)),
        ("labels-names-paper", labels_by_name(Theme::PAPER)),
        ("labels-grand", labeled(grand(), "f6 f7 f8 e5", "b2 b3 c3 c4 d4")),
        ("labels-pieces", labeled(pieces_entry(), "d4 e3 f4 a2 b2", "e4 c1 f1 g2")),
        ("labels-two-boards", labeled(two_boards(), "e5 d4 e4 c3", "a1 a2 b1 b2 b3 h8 i8")),
        ("labels-six", labeled(six(), "e4 e5 e6 d5 c4", "f6 d2 d3 f4 i8 b2")),
        ("won", won()),
        ("names", names()),
        ("scripts", scripts()),
        ("scripts-shaped", shaped()),
        ("scripts-stacked", stacked()),
        ("six", six()),
        ("six-slate", Board { theme: Theme::SLATE, ..six() }),
        ("three", three()),
        ("four-flipped", four()),
        ("pairs", pairs()),
        ("placing", placing()),
        ("two-boards", two_boards()),
        ("two-boards-paper", Board { theme: Theme::PAPER, ..two_boards() }),
        ("two-boards-placing", two_boards_placing()),
        ("terrain", terrain()),
        ("terrain-slate", Board { theme: Theme::SLATE, ..terrain() }),
        ("terrain-paper", Board { theme: Theme::PAPER, ..terrain() }),
        ("sisters", sisters()),
        ("hidden-colors", hidden_colors()),
        ("many", many()),
        ("chain", chain()),
        ("pieces", pieces()),
        ("pieces-paper", Board { theme: Theme::PAPER, ..pieces() }),
        ("pieces-entry", pieces_entry()),
        ("slide", slide()),
    ]
}
