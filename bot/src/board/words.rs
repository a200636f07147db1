//! A turn and a position in words, for people who listen to a board: the last turn, threats, and each row.
//! All of it comes from diagrams and threats of `rules`, which hide colors where the game does.

use rules::board::fanorona::Point;
use rules::board::hex::Cell;
use rules::diagram::{Board, FanoronaBoard, HexBoard, Stone};
use rules::summary::{self, Ejected, Moved, Step, Threat};
use rules::{AnyGame, Color, Diagram};

use crate::localization::{Language, localize};

/// Threats listed one by one.
const NAMED: usize = 6;

pub const fn stone_name(stone: Stone) -> &'static str {
    match stone {
        Stone::Owned(color) => color.name(),
        Stone::Hidden => "hidden",
        Stone::Pivot => "pivot",
        Stone::Ball => "ball",
        Stone::Sister => "sister",
    }
}

pub fn color(language: Language, color: Color) -> String {
    localize!(language, "color-of", color = color.name())
}

/// `a, b and c`
pub fn join_with_and(language: Language, items: &[String]) -> String {
    match items {
        [rest @ .., last] if !rest.is_empty() => {
            localize!(language, "list-and", list = rest.join(", "), last = last)
        }
        _ => items.concat(),
    }
}

/// `two black marbles and a sister`, as the object of a sentence.
fn marbles(language: Language, stones: &[(Cell, Stone)]) -> String {
    let mut kinds: Vec<(Stone, usize)> = Vec::new();
    for (_, stone) in stones {
        match kinds.iter_mut().find(|(kind, _)| kind == stone) {
            Some((_, count)) => *count += 1,
            None => kinds.push((*stone, 1)),
        }
    }
    let kind = |(stone, count): (Stone, usize)| match stone {
        Stone::Owned(color) => localize!(language, "words-marbles", count = count, color = color.name()),
        Stone::Hidden => localize!(language, "words-hidden-marbles", count = count),
        stone => localize!(language, "words-neutral", stone = stone_name(stone), count = count),
    };
    join_with_and(language, &kinds.into_iter().map(kind).collect::<Vec<_>>())
}

/// The cells of the marbles before and after, in the same order. Unlike `north-east`, cells are the same on flipped
/// boards.
fn from_and_to(moved: &Moved) -> [String; 2] {
    let join = |cells: Vec<String>| cells.join(" ");
    let from = moved.marbles.iter().map(|(cell, _)| cell.to_string()).collect();
    let to = moved.marbles.iter().filter_map(|(cell, _)| cell.step(moved.direction)).map(|cell| cell.to_string());
    [join(from), join(to.collect())]
}

/// The effect of the last turn, a sentence or two for each step; empty at the start. `who` made it; if that is empty,
/// the color whose marbles moved is named.
pub fn last_turn(language: Language, diagram: &Diagram, who: &str) -> String {
    let steps = summary::steps(diagram);
    let owned = |stone: Stone| if let Stone::Owned(of) = stone { Some(color(language, of)) } else { None };
    let first_color = steps.iter().find_map(|step| match step {
        Step::Placed { stone, .. } => owned(*stone),
        Step::Moved(moved) => moved.marbles.iter().find_map(|(_, stone)| owned(*stone)),
        Step::PiecePlaced { color: of, .. } => Some(color(language, *of)),
        Step::PieceMoved { .. } => None,
    });
    let who = if who.is_empty() { first_color.unwrap_or_default() } else { who.to_owned() };
    let sentences = steps.iter().enumerate().map(|(index, step)| sentence(language, step, index > 0, &who));
    sentences.collect::<Vec<_>>().join(" ")
}

fn sentence(language: Language, step: &Step, is_later: bool, who: &str) -> String {
    let then = if is_later { "yes" } else { "no" };
    match step {
        Step::Placed { cell, stone } => {
            localize!(language, "words-placed", who = who, stone = stone_name(*stone), cell = cell)
        }
        Step::PiecePlaced { point, color } => {
            localize!(language, "words-piece-placed", who = who, color = color.name(), point = point.to_string())
        }
        Step::PieceMoved { path, flipped, is_removed } => piece_moved(language, path, flipped, *is_removed, who),
        Step::Moved(moved) => {
            let own = marbles(language, &moved.marbles);
            let [from, to] = from_and_to(moved);
            let pushed = marbles(language, &moved.pushed);
            let key = match (moved.is_inline, moved.pushed.is_empty()) {
                (false, _) => "words-sideways",
                (true, true) => "words-moved",
                (true, false) => "words-pushed",
            };
            let moves =
                localize!(language, key, then = then, who = who, marbles = own, from = from, to = to, pushed = pushed);
            match moved.ejected {
                Some(Ejected { cell, stone, is_in_hole }) => {
                    let (stone, into) = (stone_name(stone), if is_in_hole { "hole" } else { "rim" });
                    let ejected = localize!(language, "words-ejected", stone = stone, into = into, cell = cell);
                    format!("{moves} {ejected}")
                }
                None => moves,
            }
        }
    }
}

fn piece_moved(language: Language, path: &[Point], flipped: &[Point], is_removed: bool, who: &str) -> String {
    let mut sentences = vec![match path {
        [from, to] => {
            localize!(language, "words-piece-moved", who = who, from = from.to_string(), to = to.to_string())
        }
        path => {
            let path = path.iter().map(Point::to_string).collect::<Vec<_>>().join(", ");
            localize!(language, "words-piece-went", who = who, path = path)
        }
    }];
    if !flipped.is_empty() {
        let points = flipped.iter().map(Point::to_string).collect::<Vec<_>>().join(" ");
        sentences.push(localize!(language, "words-flipped", count = flipped.len(), points = points));
    }
    if is_removed {
        sentences.push(localize!(language, "words-piece-removed"));
    }
    sentences.join(" ")
}

/// The threats of each color's next turn to eject or flip, one line each, the color on turn first. `who` names a color. Empty
/// while colors are hidden or marbles are placed, and once the game is over.
pub fn threats(language: Language, game: &dyn AnyGame, who: impl Fn(Color) -> String) -> Vec<String> {
    let diagram = game.diagram();
    let Some(on_turn) = diagram.to_move.and_then(|seat| diagram.seats.get(usize::from(seat))) else {
        return Vec::new();
    };
    if game.hides_colors() || diagram.placing {
        return Vec::new();
    }
    let all = game.threats();
    let mut lines = Vec::new();
    for (number, board) in diagram.boards.iter().enumerate() {
        let is_next = |color: Color| color == on_turn.color && number == diagram.active;
        let mut colors: Vec<Color> = diagram.sides.iter().map(|side| side.color).collect();
        colors.sort_by_key(|color| !is_next(*color));
        for by in colors {
            let of: Vec<&Threat> = all.iter().filter(|threat| threat.by == by && threat.board == number).collect();
            if of.is_empty() {
                continue;
            }
            let line = threat_line(language, &of, &who(by), is_next(by), matches!(board, Board::Fanorona(_)));
            lines.push(if diagram.boards.len() > 1 {
                format!("{} {line}", localize!(language, "alt-board-number", board = number + 1))
            } else {
                line
            });
        }
    }
    if lines.is_empty() && diagram.last.is_some() && diagram.boards.iter().any(|board| board.hex().is_some()) {
        lines.push(localize!(language, "words-no-threats"));
    }
    lines
}

fn threat_line(language: Language, of: &[&Threat], who: &str, is_next: bool, flips: bool) -> String {
    if flips {
        let points = of.iter().map(|threat| threat.place.to_string()).collect::<Vec<_>>().join(" ");
        let key = if is_next { "words-can-flip" } else { "words-threatens-to-flip" };
        return localize!(language, key, who = who, count = of.len(), points = points);
    }
    let describe = |threat: &&Threat| {
        let stone = stone_name(threat.stone);
        localize!(language, "words-threat", stone = stone, cell = threat.place.to_string(), turn = threat.turn)
    };
    let mut list: Vec<String> = of.iter().take(NAMED).map(describe).collect();
    if let Some(more) = of.len().checked_sub(NAMED).filter(|more| *more > 0) {
        list.push(localize!(language, "words-more", count = more));
    }
    let key = if is_next { "words-can-eject" } else { "words-threatens-to-eject" };
    localize!(language, key, who = who, list = join_with_and(language, &list))
}

/// The contents of each row, the nearest first, one line each, below a line with the point of view.
pub fn rows(language: Language, diagram: &Diagram, flip: bool) -> String {
    let mut lines = vec![view(language, diagram, flip)];
    for (number, board) in diagram.boards.iter().enumerate() {
        if diagram.boards.len() > 1 {
            let is_active = number == diagram.active && diagram.to_move.is_some();
            let key = if is_active { "alt-board-active" } else { "alt-board-number" };
            lines.push(localize!(language, key, board = number + 1));
        }
        match board {
            Board::Hex(board) => lines.extend(hex_rows(language, diagram, board, flip)),
            Board::Fanorona(board) => lines.extend(fanorona_rows(language, board, flip)),
        }
    }
    lines.join("\n")
}

/// The side from which rows are read: a color's, or a row's if several or hidden colors start there.
fn view(language: Language, diagram: &Diagram, flip: bool) -> String {
    let hides =
        |board: &Board| board.hex().is_some_and(|board| board.stones.iter().any(|(_, stone)| *stone == Stone::Hidden));
    if diagram.sides.len() == 2 && !diagram.boards.iter().any(hides) {
        let side = if flip { Color::White } else { Color::Black };
        return localize!(language, "words-view", color = side.name());
    }
    let last = diagram.boards.first().and_then(Board::hex).map_or(5, |board| board.hexagon().rows());
    let row = if flip { char::from(b'a' + last - 1) } else { 'a' };
    localize!(language, "words-view-of-row", row = row.to_string())
}

/// Rows from the reader's side; empty rows share one line at the end.
fn named_rows(
    language: Language,
    names: impl DoubleEndedIterator<Item = String>,
    flip: bool,
    parts: impl Fn(&str) -> Vec<String>,
) -> Vec<String> {
    let names: Vec<String> = if flip { names.rev().collect() } else { names.collect() };
    let (mut lines, mut empty) = (Vec::new(), Vec::new());
    for name in names {
        let parts = parts(&name);
        if parts.is_empty() {
            empty.push(name);
        } else {
            lines.push(localize!(language, "words-row", row = &name, list = parts.join(", ")));
        }
    }
    if !empty.is_empty() {
        lines.push(localize!(language, "words-empty-rows", count = empty.len(), rows = empty.join(" ")));
    }
    lines
}

fn in_row(language: Language, stone: &str, cells: &[String]) -> Option<String> {
    (!cells.is_empty()).then(|| localize!(language, "words-in-row", stone = stone, cells = cells.join(" ")))
}

fn hex_rows(language: Language, diagram: &Diagram, board: &HexBoard, flip: bool) -> Vec<String> {
    let neutral = [Stone::Hidden, Stone::Pivot, Stone::Ball, Stone::Sister];
    let kinds: Vec<Stone> = diagram.sides.iter().map(|side| Stone::Owned(side.color)).chain(neutral).collect();
    let row_of = |cell: Cell| char::from(b'a' + cell.row()).to_string();
    let parts = |name: &str| {
        let here = |cells: &mut dyn Iterator<Item = Cell>| -> Vec<String> {
            cells.filter(|cell| row_of(*cell) == name).map(|cell| cell.to_string()).collect()
        };
        let stones = kinds.iter().filter_map(|kind| {
            let mut of = board.stones.iter().filter(|(_, stone)| stone == kind).map(|(cell, _)| *cell);
            in_row(language, stone_name(*kind), &here(&mut of))
        });
        let terrain = [("obstacle", &board.obstacles), ("hole", &board.holes)];
        let terrain =
            terrain.into_iter().filter_map(|(name, of)| in_row(language, name, &here(&mut of.iter().copied())));
        stones.chain(terrain).collect()
    };
    let names = (0..board.hexagon().rows()).map(|row| char::from(b'a' + row).to_string());
    named_rows(language, names, flip, parts)
}

fn fanorona_rows(language: Language, board: &FanoronaBoard, flip: bool) -> Vec<String> {
    let parts = |name: &str| {
        let of = |color: &Color| {
            let here = board.pieces.iter().filter(|(point, of)| of == color && (point.row() + 1).to_string() == name);
            in_row(language, color.name(), &here.map(|(point, _)| point.to_string()).collect::<Vec<_>>())
        };
        Color::TWO.iter().filter_map(of).collect()
    };
    named_rows(language, (1..=5).map(|row: u8| row.to_string()), flip, parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn describe(language: Language, setup: &str, position: Option<&str>, turns: &[&str]) -> String {
        let game = position.map_or_else(|| rules::open(setup), |position| rules::open_at(setup, position));
        let mut game = game.unwrap_or_else(|why| panic!("{setup}: {why}"));
        for turn in turns {
            game.play(turn).unwrap_or_else(|why| panic!("{turn}: {why}"));
        }
        last_turn(language, &game.diagram(), "Ada")
    }

    #[test]
    fn a_turn_is_told_with_who_moved_what_from_which_cells_to_which() {
        const PUSH: Option<&str> = Some("5/6/7/8/2bbbww2/8/7/6/5 b 0-0 20");
        let english = |setup, position, turns: &[&str]| describe(Language::ENGLISH, setup, position, turns);
        for (setup, position, turns, expected) in [
            ("abalone", None, &["a1b2"][..], "Ada moved three black marbles from a1 b2 c3 to b2 c3 d4."),
            ("abalone", None, &["a1b2", "i9h9"], "Ada moved two white marbles from i9 h9 to h9 g9."),
            ("abalone", None, &["c3c5d3"], "Ada moved three black marbles sideways from c3 c4 c5 to d3 d4 d5."),
            (
                "abalone",
                PUSH,
                &["e3e4"],
                "Ada moved three black marbles from e3 e4 e5 to e4 e5 e6, pushing two white marbles.",
            ),
            (
                "abalone",
                Some("4w/4b1/4b2/8/9/8/7/6/5 b 0-0 20"),
                &["g7h8"],
                "Ada moved two black marbles from g7 h8 to h8 i9, pushing a white marble. A white marble was ejected from i9.",
            ),
            (
                "abalone turn=double",
                None,
                &["a1b2,c3d4"],
                "Ada moved three black marbles from a1 b2 c3 to b2 c3 d4. Then Ada moved two black marbles from c3 d4 to d4 e5.",
            ),
            ("abalone placement=on", None, &["@e5"], "Ada placed a black marble on e5."),
            ("notalone", None, &["@d4"], "Ada placed a sister on d4."),
            ("fliporona", None, &["@a1"], "Ada placed a white piece on a1."),
            ("abalone colors=one", None, &["a1b2"], "Ada moved three marbles from a1 b2 c3 to b2 c3 d4."),
        ] {
            assert_eq!(english(setup, position, turns), expected, "{setup} {turns:?}");
        }
        let words_in = |language| describe(Language::of(language), "abalone", PUSH, &["e3e4"]);
        assert_eq!(
            words_in("de"),
            "Ada hat drei schwarze Kugeln von e3 e4 e5 nach e4 e5 e6 gezogen und dabei zwei weiße Kugeln geschoben."
        );
        assert_eq!(
            words_in("fr"),
            "Ada a déplacé trois billes noires de e3 e4 e5 à e4 e5 e6, en poussant deux billes blanches."
        );
    }

    #[test]
    fn threats_are_named_with_their_turns_and_rows_with_their_marbles() {
        let mut game = rules::open_at("abalone", "4w/4b1/4b2/8/9/8/7/1ww3/b1b2 b 0-0 20").expect("a position");
        let lines = threats(Language::ENGLISH, &*game, |of| color(Language::ENGLISH, of));
        assert_eq!(lines, ["Black can eject the white marble on i9 (`g7h8`)."]);
        game.play("a3a4").expect("legal");
        let lines = threats(Language::ENGLISH, &*game, |of| color(Language::ENGLISH, of));
        assert_eq!(lines, ["Black threatens to eject the white marble on i9 (`g7h8`)."]);
        let rows = rows(Language::ENGLISH, &game.diagram(), false);
        assert!(
            rows.starts_with(
                "Black's view, nearest row first:\nRow a: black on a1 a4\nRow b: white on b2 b3\nRow g: black on g7\n"
            ),
            "{rows}"
        );
        assert!(rows.ends_with("Empty rows: c d e f"), "{rows}");
        let turned = super::rows(Language::ENGLISH, &game.diagram(), true);
        let expected = "White's view, nearest row first:\nRow i: white on i9\nRow h: black on h8\n";
        assert!(turned.starts_with(expected), "{turned}");
        let three = rules::open("abalone seats=3").expect("a setup").diagram();
        let rows = super::rows(Language::ENGLISH, &three, true);
        assert!(rows.starts_with("Seen from row i, nearest row first:\nRow i: "), "{rows}");
    }
}
