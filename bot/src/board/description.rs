//! A position in words, from its diagram alone, without a game around it.

pub use crate::board::words::color;

use base::clean::clean;
use discord::message::LONGEST_ALT;
use games::domain::{Game, MINUTE_MS, SeatedPlayer};
use rules::board::fanorona::Point;
use rules::board::hex::Cell;
use rules::diagram::{Board, FanoronaBoard, HexBoard, Side, Stone};
use rules::{Color, Diagram, Seat, SeatInfo};

use crate::board::viewer::Viewer;
use crate::board::words;
use crate::localization::time_in_words::span;
use crate::localization::{Language, localize, name_player};

/// Clocks below this show seconds.
const SECONDS_SHOWN_BELOW_MS: i64 = 15 * MINUTE_MS;

/// Characters of a name beside a board: four of them must leave room for the marbles.
const LONGEST_NAME: usize = 24;

/// The name of a player without an account, such as an engine. Their stored name is not one that they chose.
pub fn known_name(language: Language, seat: &SeatedPlayer) -> Option<String> {
    seat.player.person().is_none().then(|| name_player(language, seat.player))
}

/// The name of a player without markup, at most `longest` characters.
pub fn plain_name(language: Language, seat: &SeatedPlayer, longest: usize) -> String {
    known_name(language, seat).unwrap_or_else(|| clean(&seat.name, longest))
}

/// A clock's reading: with seconds when little time is left.
pub fn clock_time(language: Language, millis: i64) -> String {
    if millis >= SECONDS_SHOWN_BELOW_MS {
        return span(language, millis);
    }
    let seconds = millis.max(0) / 1000;
    match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, 0) => format!("{minutes} min"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    }
}

/// The number of each color: `Black 2, White 1`.
fn each(language: Language, colors: impl Iterator<Item = (Color, u32)>) -> String {
    let one = |(of, number)| format!("{} {number}", color(language, of));
    colors.map(one).collect::<Vec<_>>().join(", ")
}

/// Ejections of each color, added up over all boards.
pub fn ejected(language: Language, diagram: &Diagram) -> String {
    each(language, diagram.sides.iter().map(|side| (side.color, u32::from(side.ejected))))
}

/// The score, the marbles still to be placed and, in a sprint, the moves left, one line each.
pub fn score(language: Language, diagram: &Diagram) -> String {
    let mut lines = count_marbles(language, diagram);
    lines.extend(still_to_come(language, diagram));
    lines.join("\n")
}

/// Ejected marbles, or those on the board where ejections do not count; one line for each board.
fn count_marbles(language: Language, diagram: &Diagram) -> Vec<String> {
    // Colors that win together share a score.
    let together = |color: Color| {
        let team = diagram.seats.iter().find(|place| place.color == color).map(|place| place.team);
        let partners = diagram.seats.iter().filter(|place| Some(place.team) == team).map(|place| place.color);
        let mut partners: Vec<Color> = partners.collect();
        partners.sort_unstable();
        partners.dedup();
        partners
    };
    let by_team = || {
        let first = diagram.sides.iter().filter(|side| together(side.color).first() == Some(&side.color));
        let team = |side: &Side| {
            let partners = together(side.color);
            let names: Vec<String> = partners.iter().map(|partner| color(language, *partner)).collect();
            let sum: u32 = diagram
                .sides
                .iter()
                .filter(|side| partners.contains(&side.color))
                .map(|side| u32::from(side.ejected))
                .sum();
            format!("{} {sum}", names.join(" + "))
        };
        first.map(team).collect::<Vec<_>>().join(", ")
    };
    let mut lines = Vec::new();
    let target = diagram.sides.first().and_then(|side| side.target);
    match (diagram.boards.as_slice(), target) {
        ([_], Some(target)) => lines.push(localize!(language, "score", list = by_team(), target = target)),
        ([_], None) => {
            let list = each(language, diagram.sides.iter().map(|side| (side.color, u32::from(side.on_board))));
            lines.push(localize!(language, "score-on-board", list = list));
        }
        (boards, target) => {
            for (number, board) in (1_u32..).zip(boards.iter().filter_map(Board::hex)) {
                let ejected = board.ejected.iter().map(|&count| u32::from(count));
                let list = each(language, Color::ALL.into_iter().zip(ejected));
                lines.push(localize!(
                    language,
                    "score-of-board",
                    board = number,
                    list = list,
                    target = target.unwrap_or(0)
                ));
            }
        }
    }
    lines
}

/// Marbles still to be placed and the moves left of a sprint, one line each.
pub fn still_to_come(language: Language, diagram: &Diagram) -> Vec<String> {
    let mut lines = Vec::new();
    if diagram.sides.iter().any(|side| side.in_hand > 0) {
        let list = each(language, diagram.sides.iter().map(|side| (side.color, u32::from(side.in_hand))));
        lines.push(localize!(language, "score-in-hand", list = list));
    }
    if let Some(left) = &diagram.moves_left {
        let list = each(language, diagram.sides.iter().map(|side| side.color).zip(left.iter().copied()));
        lines.push(localize!(language, "sprint-left", list = list));
    }
    lines
}

#[derive(Debug, Clone, Copy, Default)]
pub struct DescriptionContext<'a> {
    pub names: &'a [String],
    pub last_by: Option<Seat>,
    /// Whether the last turn is only tried.
    pub is_unplayed: bool,
}

pub fn is_shared(seat_infos: &[SeatInfo], of: Color) -> bool {
    seat_infos.iter().filter(|place| place.color == of).count() > 1
}

/// The color of a seat, without markup. Where several players share a color, the name or a number is added: `Black
/// (Ada)`, the first of Black, the second of Black.
pub fn player(language: Language, seat_infos: &[SeatInfo], seat: usize, name: &str) -> String {
    let Some(place) = seat_infos.get(seat) else { return String::new() };
    let word = color(language, place.color);
    if !is_shared(seat_infos, place.color) {
        return word;
    }
    if name.is_empty() {
        let before = seat_infos[..seat].iter().filter(|other| other.color == place.color).count();
        return format!("{word} {}", before + 1);
    }
    format!("{word} ({name})")
}

/// The description of a position: the last turn in words, then enough to play without seeing the picture. At most 1024
/// characters.
pub fn describe(language: Language, diagram: &Diagram, flip: bool, context: DescriptionContext<'_>) -> String {
    let names = context.names;
    let on_turn = diagram.to_move.and_then(|seat| diagram.seats.get(usize::from(seat)));
    let mut parts = Vec::new();
    if let Some(last) = &diagram.last {
        let turn = words::last_turn(language, diagram, &last_mover(language, diagram, context));
        if context.is_unplayed {
            parts.extend([localize!(language, "alt-unplayed", notation = last), turn]);
        } else {
            parts.extend([turn, localize!(language, "alt-last", notation = last)]);
        }
    }
    parts.push(orientation(language, diagram, flip));
    parts.push(match on_turn {
        Some(place) => {
            let name = diagram.to_move.and_then(|seat| names.get(usize::from(seat))).filter(|name| !name.is_empty());
            let name = name.map_or_else(String::new, |name| format!(" ({name})"));
            localize!(language, "alt-to-move", color = color(language, place.color), name = name)
        }
        None => localize!(language, "alt-over"),
    });
    parts.push(score(language, diagram).lines().map(|line| format!("{line}.")).collect::<Vec<_>>().join(" "));
    parts.push(placement(language, diagram, context));
    parts.join(" ").chars().take(LONGEST_ALT).collect()
}

/// The player of the last turn, by name or else by color; empty if unknown.
fn last_mover(language: Language, diagram: &Diagram, context: DescriptionContext<'_>) -> String {
    let other = || match (diagram.seats.len(), diagram.to_move) {
        (2, Some(next)) => Some(Seat(1 - next.0.min(1))),
        _ => None,
    };
    let Some(seat) = context.last_by.or_else(other).map(usize::from) else { return String::new() };
    let name = short(context.names.get(seat).map_or("", String::as_str));
    if name.is_empty() { player(language, &diagram.seats, seat, "") } else { name }
}

pub fn orientation(language: Language, diagram: &Diagram, flip: bool) -> String {
    match diagram.boards.first() {
        Some(Board::Fanorona(_)) => localize!(language, if flip { "alt-fanorona-turned" } else { "alt-fanorona" }),
        board => {
            let rows = board.and_then(Board::hex).map_or(9, |board| board.hexagon().rows());
            let last = char::from(b'a' + rows - 1).to_string();
            localize!(language, if flip { "alt-board-turned" } else { "alt-board" }, last = last)
        }
    }
}

pub fn placement(language: Language, diagram: &Diagram, context: DescriptionContext<'_>) -> String {
    let mut parts = Vec::new();
    for (index, board) in diagram.boards.iter().enumerate() {
        if diagram.boards.len() > 1 {
            let is_active = index == diagram.active && diagram.to_move.is_some();
            let key = if is_active { "alt-board-active" } else { "alt-board-number" };
            parts.push(localize!(language, key, board = index + 1));
            if !diagram.seated.is_empty() {
                parts.push(localize!(language, "alt-seated", people = people(language, diagram, context.names, index)));
            }
        }
        match board {
            Board::Hex(board) => hex_parts(language, diagram, board, &mut parts),
            Board::Fanorona(board) => fanorona_parts(language, diagram, board, &mut parts),
        }
    }
    parts.join(" ")
}

/// The players of this board: "Ada (Black), Bruno (White)".
fn people(language: Language, diagram: &Diagram, names: &[String], board: usize) -> String {
    let person = |(seat, place): (usize, &SeatInfo)| {
        let name = short(names.get(seat).map_or("", String::as_str));
        match (diagram.seated.get(seat) == Some(&board), name.is_empty()) {
            (false, _) => None,
            (true, true) => Some(player(language, &diagram.seats, seat, "")),
            (true, false) => Some(format!("{name} ({})", color(language, place.color))),
        }
    };
    diagram.seats.iter().enumerate().filter_map(person).collect::<Vec<_>>().join(", ")
}

/// Shortened so that the other names fit too.
fn short(name: &str) -> String {
    name.chars().take(LONGEST_NAME).collect()
}

fn list(language: Language, cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.collect();
    if cells.is_empty() { localize!(language, "alt-none") } else { cells.join(" ") }
}

fn hex_parts(language: Language, diagram: &Diagram, board: &HexBoard, parts: &mut Vec<String>) {
    let of = |wanted: Stone| {
        let cells = board.stones.iter().filter(move |(_, stone)| *stone == wanted);
        cells.map(|(cell, _)| cell.to_string()).collect::<Vec<_>>()
    };
    if board.stones.iter().any(|(_, stone)| *stone == Stone::Hidden) {
        parts.push(localize!(language, "alt-hidden", cells = of(Stone::Hidden).join(" ")));
    } else {
        for side in &diagram.sides {
            let cells = list(language, of(Stone::Owned(side.color)).into_iter());
            parts.push(localize!(language, "alt-marbles", color = side.color.name(), cells = cells));
        }
    }
    for (stone, key) in [(Stone::Pivot, "alt-pivot"), (Stone::Ball, "alt-ball"), (Stone::Sister, "alt-sisters")] {
        let cells = of(stone);
        if !cells.is_empty() {
            parts.push(localize!(language, key, cells = cells.join(" ")));
        }
    }
    for (cells, key) in [(&board.obstacles, "alt-obstacles"), (&board.holes, "alt-holes")] {
        if !cells.is_empty() {
            let cells = list(language, cells.iter().map(Cell::to_string));
            parts.push(localize!(language, key, cells = cells));
        }
    }
    for (cells, of) in &board.crowns {
        let cells = list(language, cells.iter().map(Cell::to_string));
        parts.push(match of {
            Some(of) => localize!(language, "alt-crown", color = color(language, *of), cells = cells),
            None => localize!(language, "alt-crown-hidden", cells = cells),
        });
    }
}

fn fanorona_parts(language: Language, diagram: &Diagram, board: &FanoronaBoard, parts: &mut Vec<String>) {
    for side in &diagram.sides {
        let points = board.pieces.iter().filter(|(_, color)| *color == side.color).map(|(point, _)| point.to_string());
        parts.push(localize!(language, "alt-pieces", color = side.color.name(), cells = list(language, points)));
    }
}

/// The description of the picture below a text board; for readers of words only, the rows in words.
pub fn spelled(language: Language, diagram: &Diagram, flip: bool, reader: &Viewer) -> String {
    if reader.words_only {
        let last_turn = words::last_turn(language, diagram, "");
        return format!("{last_turn}\n{}", words::rows(language, diagram, flip)).trim_start().to_owned();
    }
    let description = describe(language, diagram, flip, DescriptionContext::default());
    format!("{}\n{description}", text_board(language, diagram, flip))
}

/// The text boards with a legend of their symbols. Flipped, the other player's side is at the bottom.
pub fn text_board(language: Language, diagram: &Diagram, flip: bool) -> String {
    let mut used = Vec::new();
    let mut boards = Vec::new();
    for board in &diagram.boards {
        boards.push(match board {
            Board::Hex(board) => hex_text_board(board, flip, &mut used),
            Board::Fanorona(board) => fanorona_text_board(board, flip, &mut used),
        });
    }
    used.sort_unstable();
    used.dedup();
    let meaning =
        |(sign, word): &(char, &str)| format!("`{sign}` {}", language.localize(&format!("legend-{word}"), &[]));
    let legend: Vec<String> = used.iter().map(meaning).collect();
    format!("```\n{}\n```\n{}", boards.join("\n\n"), legend.join(" · ")).trim_end().to_owned()
}

/// The symbol of a stone on a text board, and the keyword of its legend entry.
const fn sign_of(stone: Stone) -> (char, &'static str) {
    let sign = match stone {
        Stone::Owned(Color::Black) => '@',
        Stone::Owned(Color::White) => 'O',
        Stone::Owned(Color::Red) => 'R',
        Stone::Owned(Color::Green) => 'G',
        Stone::Owned(Color::Yellow) => 'Y',
        Stone::Owned(Color::Blue) => 'U',
        Stone::Hidden => 'm',
        Stone::Pivot => 'n',
        Stone::Ball => '*',
        Stone::Sister => 's',
    };
    (sign, words::stone_name(stone))
}

const FREE: char = '·';

/// Numbers are at the end of their diagonals. Flipped, row `a` is on top and rows read from right to left.
fn hex_text_board(board: &HexBoard, flip: bool, used: &mut Vec<(char, &'static str)>) -> String {
    let sign = |cell: Cell| {
        let stone = board.stones.iter().find(|(at, _)| *at == cell).map(|(_, stone)| sign_of(*stone));
        let obstacle = board.obstacles.contains(&cell).then_some(('#', "obstacle"));
        stone.or(obstacle).or_else(|| board.holes.contains(&cell).then_some(('~', "hole")))
    };
    let symbol_at = |cell: Cell| sign(cell).map_or(FREE, |(sign, _)| sign);
    let (hexagon, half) = (board.hexagon(), board.side - 1);
    let width = hexagon.rows().to_string().len();
    used.extend(hexagon.cells().filter_map(sign));
    let rows = (0..hexagon.rows()).rev().map(|row| {
        let name = ((b'a' + row) as char).to_string();
        // Below the middle a diagonal ends beside the row.
        let number = if row < half { (row + board.side + 1).to_string() } else { String::new() };
        let mut cells: Vec<String> = hexagon.row(row).map(|cell| symbol_at(cell).to_string()).collect();
        let indent = " ".repeat(usize::from(row.abs_diff(half)));
        if flip {
            cells.reverse();
            return format!("{indent} {number:width$} {}  {name}", cells.join(" "));
        }
        format!("{indent}{name}  {} {number}", cells.join(" ")).trim_end().to_owned()
    });
    let mut lines: Vec<String> = rows.collect();
    let mut numbers: Vec<String> = (1..=board.side).map(|number| number.to_string()).collect();
    lines.push(" ".repeat(usize::from(half) + 4) + &numbers.join(" "));
    if flip {
        lines.reverse();
        numbers.reverse();
        lines[0] = " ".repeat(usize::from(half) + 1 + width) + &numbers.join(" ");
    }
    lines.join("\n")
}

fn fanorona_text_board(board: &FanoronaBoard, flip: bool, used: &mut Vec<(char, &'static str)>) -> String {
    let sign =
        |point: Point| board.pieces.iter().find(|(at, _)| *at == point).map(|(_, color)| sign_of(Stone::Owned(*color)));
    let symbol_at = |point: Point| sign(point).map_or(FREE, |(sign, _)| sign);
    let row = |number: u8| {
        let points = Point::all().filter(|point| point.row() + 1 == number);
        let mut signs: Vec<String> = points.map(|point| symbol_at(point).to_string()).collect();
        if flip {
            signs.reverse();
        }
        format!("{number}  {}", signs.join(" "))
    };
    used.extend(Point::all().filter_map(sign));
    let mut lines: Vec<String> = (1..=5).rev().map(row).collect();
    if flip {
        lines.reverse();
    }
    lines.push(format!("   {}", if flip { "i h g f e d c b a" } else { "a b c d e f g h i" }));
    lines.join("\n")
}

/// The seats of a stored game and its number of boards. No seats if these rules cannot read the game.
pub fn seats_and_boards(game: &Game) -> (Vec<SeatInfo>, usize) {
    let Ok(any_game) = game.setup.open() else { return (Vec::new(), 1) };
    let seat_infos = any_game.seats();
    // Two boards need four players.
    let boards = if seat_infos.len() == 4 { any_game.diagram().boards.len() } else { 1 };
    (seat_infos, boards)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn describe_after(setup: &str, position: Option<&str>, turn: &str, seat: u8) -> String {
        let any_game = position.map_or_else(|| rules::open(setup), |position| rules::open_at(setup, position));
        let Ok(mut any_game) = any_game else { panic!("{setup}: no such game") };
        assert!(any_game.play(turn).is_ok(), "{setup}: {turn} is refused");
        describe(
            Language::ENGLISH,
            &any_game.diagram(),
            false,
            DescriptionContext { last_by: Some(Seat(seat)), ..DescriptionContext::default() },
        )
    }

    #[test]
    fn a_description_says_who_moved_among_many_and_what_was_ejected() {
        let six = describe_after("abalone seats=6", None, "c4d5", 0);
        assert!(six.starts_with("Black moved a black marble from c4 to d5. Last move c4d5. Abalone board"), "{six}");
        let position = "ww1bb/wwwbbb/1ww1b2/4b3/6bbw/8/1bb1w2/bbbwww/bb1ww b 0-0 24";
        let two = describe_after("abalone layout=belgian-daisy", Some(position), "e7e8", 0);
        assert!(two.contains("pushing a white marble. A white marble was ejected from e9. Last move e7e8. "), "{two}");
        assert!(!describe_after("abalone", None, "a1b2", 0).contains("ejected from"));
    }
}
