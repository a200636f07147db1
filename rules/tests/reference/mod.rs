//! The simple way to count: try every move of every marble and line, cell by cell, and list those allowed.

// Each test and benchmark needs only a part of this.
#![allow(dead_code, reason = "shared by several tests and benches")]

pub mod fliporona;
pub mod grand;

use rules::Ruleset;
use rules::board::hex::{Cell, Direction, Hexagon, Line, Triangle};
use rules::games::abalone::{self, Abalone};
use rules::games::notalone::{self, Notalone};

/// Perft with lists of Abalone's moves that its judge allows.
pub fn abalone(rules: &Abalone, position: &abalone::Position, depth: u32) -> u64 {
    perft(rules, position, depth, &|position| abalone_moves(rules, position))
}

/// All legal moves of Abalone, tried one by one.
pub fn abalone_moves(rules: &Abalone, position: &abalone::Position) -> Vec<abalone::Move> {
    let mut moves: Vec<_> = Hexagon::STANDARD.cells().map(|cell| abalone::Move::Place { cell }).collect();
    for cell in position.colors_in_play().flat_map(|color| position.cells(color)) {
        for direction in Direction::ALL {
            moves.push(abalone::Move::Inline { tail: cell, direction });
            moves.extend(lines(cell, 3).map(|line| abalone::Move::Broadside { line, direction }));
            let triangles = Triangle::SHAPES.into_iter().filter_map(|shape| Triangle::at(cell, shape));
            moves.extend(triangles.map(|triangle| abalone::Move::Triangle { triangle, direction }));
        }
    }
    moves.retain(|mv| abalone::judge(rules, position, *mv).is_ok());
    moves
}

/// Perft with lists of Notalone's moves that its judge allows; the last lists are only counted.
pub fn notalone(rules: &Notalone, position: &notalone::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if rules.outcome(position).is_some() {
        return 0;
    }
    let moves = notalone_moves(position);
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv| rules.play(position, mv).expect("the move was tried");
    moves.iter().map(|mv| notalone(rules, &after(mv), depth - 1)).sum()
}

/// All legal moves of Notalone, tried one by one.
pub fn notalone_moves(position: &notalone::Position) -> Vec<abalone::Move> {
    let mut moves: Vec<_> = Hexagon::STANDARD.cells().map(|cell| abalone::Move::Place { cell }).collect();
    for cell in Hexagon::STANDARD.cells().filter(|&cell| position.at(cell).is_some()) {
        for direction in Direction::ALL {
            moves.push(abalone::Move::Inline { tail: cell, direction });
            moves.extend(lines(cell, 5).map(|line| abalone::Move::Broadside { line, direction }));
        }
    }
    moves.retain(|mv| notalone::judge(position, *mv).is_ok());
    moves
}

/// The lines of at most `longest` cells whose smaller end is `first`.
fn lines(first: Cell, longest: u8) -> impl Iterator<Item = Line> {
    [Direction::E, Direction::Ne, Direction::Nw].into_iter().flat_map(move |along| {
        let ends = (1..longest).filter_map(move |steps| Hexagon::STANDARD.steps(first, along, steps));
        ends.filter_map(move |end| Line::between(first, end))
    })
}

fn perft<R: Ruleset>(
    rules: &R,
    position: &R::Position,
    depth: u32,
    moves: &impl Fn(&R::Position) -> Vec<R::Move>,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    if rules.outcome(position).is_some() {
        return 0;
    }
    let list = moves(position);
    let whole = |next: &R::Position| u32::from(!rules.is_mid_turn(next));
    let after = |mv| rules.play(position, mv).expect("the move was tried");
    list.iter().map(after).map(|next| perft(rules, &next, depth - whole(&next), moves)).sum()
}
