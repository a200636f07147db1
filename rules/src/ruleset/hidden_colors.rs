//! Diagrams and position lines without the colors, for games with hidden colors.

use crate::color::Color;
use crate::diagram::{Board, Diagram, Stone};
use crate::notation::position_line::BETWEEN_BOARDS;

pub(super) fn redacted_diagram(mut diagram: Diagram) -> Diagram {
    for board in &mut diagram.boards {
        let Board::Hex(board) = board else { continue };
        let hide = |stone: &mut Stone| {
            if matches!(stone, Stone::Owned(_)) {
                *stone = Stone::Hidden;
            }
        };
        board.stones.iter_mut().for_each(|(_, stone)| hide(stone));
        for (_, color) in &mut board.crowns {
            *color = None;
        }
        for last in &mut board.last {
            if let Some((_, stone)) = &mut last.ejected {
                hide(stone);
            }
        }
    }
    diagram
}

/// A position line with `m` for every player's marble, without crowns and without the half of a turn; the rest stays.
pub(super) fn redacted_line(line: &str) -> String {
    line.split(BETWEEN_BOARDS).map(redacted_board).collect::<Vec<_>>().join(BETWEEN_BOARDS)
}

fn redacted_board(line: &str) -> String {
    let (rows, rest) = line.split_once(' ').unwrap_or((line, ""));
    let hide = |letter: char| if Color::from_letter(letter).is_some() { 'm' } else { letter };
    let rest: Vec<&str> =
        rest.split(' ').filter(|word| !word.starts_with("crown=") && !word.starts_with("half=")).collect();
    format!("{} {}", rows.chars().map(hide).collect::<String>(), rest.join(" "))
}
