//! The plain way to count: try every move of every marble and line, cell by cell, and make a list of those allowed.

use rules::Ruleset;
use rules::abalone::{Abalone, Move, Position, judge};
use rules::hex::{Direction, Line};

/// All legal moves, each tried by itself.
pub fn moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    for cell in position.cells(position.turn()) {
        for direction in Direction::ALL {
            moves.push(Move::Inline { tail: cell, direction });
            for along in [Direction::E, Direction::Ne, Direction::Nw] {
                let ends = [1, 2].into_iter().filter_map(|steps| cell.steps(along, steps));
                let lines = ends.filter_map(|end| Line::between(cell, end));
                moves.extend(lines.map(|line| Move::Broadside { line, direction }));
            }
        }
    }
    moves.retain(|mv| judge(position, *mv).is_ok());
    moves
}

/// Perft with these lists.
pub fn perft(rules: &Abalone, position: &Position, depth: u32) -> u64 {
    if rules.outcome(position).is_some() {
        return 0;
    }
    let moves = moves(position);
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv| rules.play(position, mv).expect("the move was tried");
    moves.iter().map(|mv| perft(rules, &after(mv), depth - 1)).sum()
}
