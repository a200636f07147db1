//! The meaning of a text on a hexagonal board, and every spelling of a move, for Abalone and Notalone.

use crate::board::bitboard::Bitboard;
use crate::board::hex::{Cell, Direction, Hexagon, Line, Triangle};
use crate::games::abalone::error::MoveError;
use crate::games::abalone::moves::Move;
use crate::games::abalone::moves::judge::{Effect, judge, must_be_own};
use crate::games::abalone::position::Position;
use crate::games::abalone::rules::Abalone;
use crate::games::abalone::variant::Variant;
use crate::notation::moves::{MoveText, far_pair, far_pairs};

/// A position on which move texts are interpreted.
pub(crate) trait MoveReader {
    const BOARD: Hexagon;
    /// The greatest number of cells in a broadside.
    const LONGEST: u8;

    fn judge(&self, mv: Move) -> Result<Reach, MoveError>;
    /// Refuses a cell without a stone that the player may move.
    fn must_be_own(&self, cell: Cell) -> Result<(), MoveError>;
    /// Whether a cell that is not the player's may be in a pushing line.
    fn is_partners(&self, _cell: Cell) -> bool {
        false
    }
}

/// The extent of a legal inline move, in cells from its rear.
pub(crate) struct Reach {
    /// Up to the last stone that belongs to the player.
    pub(crate) block: u8,
    /// Up to the last marble of the player's color.
    pub(crate) own: u8,
    /// Up to the first empty cell beyond everything that moves, or to the ejected marble.
    pub(crate) landing: u8,
}

/// For broadsides, triangles and placings, whose extent is never used.
pub(crate) const NO_REACH: Reach = Reach { block: 1, own: 1, landing: 1 };

impl Reach {
    /// Possible distances of the second cell of a text: Aba-Pro names the next cell, Nacre the landing cell of the
    /// last own marble, `PlayStrategy` the first empty cell.
    const fn landings(&self) -> [u8; 4] {
        [1, self.block, self.own, self.landing]
    }
}

impl Effect {
    const fn reach(self) -> Reach {
        Reach { block: self.own, own: self.own, landing: self.own + self.pushed - self.ejected.is_some() as u8 }
    }
}

/// A position of Abalone with its rules.
struct View<'a, V: Variant> {
    rules: &'a Abalone<V>,
    position: &'a Position<V>,
}

impl<V: Variant> MoveReader for View<'_, V> {
    const BOARD: Hexagon = V::Bits::BOARD;
    const LONGEST: u8 = V::MAX_MARBLES;

    fn judge(&self, mv: Move) -> Result<Reach, MoveError> {
        judge(self.rules, self.position, mv).map(Effect::reach)
    }
    fn must_be_own(&self, cell: Cell) -> Result<(), MoveError> {
        must_be_own(self.rules, self.position, cell)
    }
    fn is_partners(&self, cell: Cell) -> bool {
        self.rules.mover_view(self.position, self.position.to_move).ally.contains(cell)
    }
}

/// The legal move that a text means on a position of Abalone, or the reason why there is none.
pub(in crate::games::abalone) fn resolve<V: Variant>(
    rules: &Abalone<V>,
    position: &Position<V>,
    written: MoveText,
    text: &str,
) -> Result<Move, MoveError> {
    read(&View { rules, position }, written, text)
}

/// The legal move that a text means, or the reason why there is none.
pub(crate) fn read<R: MoveReader>(position: &R, written: MoveText, text: &str) -> Result<Move, MoveError> {
    let mv = match written {
        MoveText::Two(from, to) => return two_cells(position, from, to, text),
        MoveText::Three(one, other, target) => {
            if one == target {
                return Err(MoveError::SameCell { cell: one });
            }
            Move::Broadside { line: line(one, other)?, direction: neighbor(one, target)? }
        }
        MoveText::CellAndDirection(tail, direction) => Move::Inline { tail, direction },
        MoveText::CellsAndDirection(one, other, direction) => {
            return line_and_direction(position, line(one, other)?, direction);
        }
        MoveText::Triangle(cells, target) => {
            let direction = neighbor(cells[0], target)?;
            Move::Triangle { triangle: triangle(cells)?, direction }
        }
        MoveText::TriangleAndDirection(cells, direction) => Move::Triangle { triangle: triangle(cells)?, direction },
        MoveText::Place(cell) => Move::Place { cell },
    };
    position.judge(mv).map(|_| mv)
}

fn line(one: Cell, other: Cell) -> Result<Line, MoveError> {
    if one == other {
        return Err(MoveError::SameCell { cell: one });
    }
    Line::between(one, other).ok_or(MoveError::NotInLine { from: one, to: other })
}

fn neighbor(from: Cell, to: Cell) -> Result<Direction, MoveError> {
    match from.way_to(to) {
        Some((direction, 1)) => Ok(direction),
        _ => Err(MoveError::NotAdjacent { from, to }),
    }
}

fn triangle(cells: [Cell; 3]) -> Result<Triangle, MoveError> {
    let names = || cells.map(|cell| cell.to_string()).join(", ");
    Triangle::of(cells).ok_or_else(|| MoveError::NoTriangle { cells: names() })
}

/// Two cells: an inline move in Aba-Pro's, Nacre's or PlayStrategy's spelling, or a broadside by its far pair.
fn two_cells<R: MoveReader>(position: &R, from: Cell, to: Cell, text: &str) -> Result<Move, MoveError> {
    if from == to {
        return Err(MoveError::SameCell { cell: from });
    }
    if let Some((direction, distance)) = from.way_to(to) {
        let mv = Move::Inline { tail: from, direction };
        let reach = position.judge(mv)?;
        if reach.landings().contains(&distance) {
            return Ok(mv);
        }
        let lands = from.steps(direction, reach.block).expect("a legal move stays on the board");
        return Err(MoveError::WrongLanding { from, to, lands });
    }
    // The near pair of a broadside of three needs no case of its own: if that broadside is legal, so is the one of
    // two marbles with the same far pair, which is what the text means.
    let broadside = |(line, direction)| Move::Broadside { line, direction };
    let far: Vec<Move> = far_pairs(R::BOARD, from, to, R::LONGEST).into_iter().map(broadside).collect();
    let mut found = far.iter().filter(|&&mv| position.judge(mv).is_ok());
    if let Some(&mv) = found.next() {
        return if found.next().is_none() { Ok(mv) } else { Err(ambiguous(text, &far)) };
    }
    // No such move: report what stops the intended line, if that is clear.
    let mine = |mv: &&Move| match mv {
        Move::Broadside { line, .. } => line.cells().all(|cell| position.must_be_own(cell).is_ok()),
        _ => false,
    };
    if let Some(&mv) = far.iter().find(mine) {
        return position.judge(mv).map(|_| mv);
    }
    position.must_be_own(from)?;
    Err(MoveError::NotInLine { from, to })
}

fn ambiguous(text: &str, moves: &[Move]) -> MoveError {
    let suggestions: Vec<String> = moves.iter().map(Move::to_string).collect();
    MoveError::Ambiguous { text: text.trim().to_owned(), suggestions: suggestions.join(" or ") }
}

fn line_and_direction<R: MoveReader>(position: &R, line: Line, direction: Direction) -> Result<Move, MoveError> {
    if !line.along().is_along(direction) {
        let mv = Move::Broadside { line, direction };
        return position.judge(mv).map(|_| mv);
    }
    // Along its own line the whole run must be named, because a move takes everything ahead of its tail.
    let (tail, front) =
        if line.along() == direction { (line.first(), line.last()) } else { (line.last(), line.first()) };
    for cell in line.cells() {
        // A partner's marble may be in a pushing line, but not at its rear.
        if cell == tail || !position.is_partners(cell) {
            position.must_be_own(cell)?;
        }
    }
    let mv = Move::Inline { tail, direction };
    let reach = position.judge(mv)?;
    match front.step(direction) {
        Some(cell) if reach.own > line.len() => Err(MoveError::OwnMarbleAhead { cell }),
        _ => Ok(mv),
    }
}

/// Every accepted spelling of a move of Abalone, the canonical one first, without separators.
pub(in crate::games::abalone) fn spellings<V: Variant>(
    rules: &Abalone<V>,
    position: &Position<V>,
    mv: Move,
) -> Vec<String> {
    list_spellings(&View { rules, position }, mv)
}

/// Every accepted spelling of a legal move, the canonical one first, without separators.
pub(crate) fn list_spellings<R: MoveReader>(position: &R, mv: Move) -> Vec<String> {
    let mut all = vec![mv.to_string()];
    let Ok(reach) = position.judge(mv) else { return all };
    match mv {
        Move::Inline { tail, direction } => {
            let landings = reach.landings().into_iter().filter_map(|distance| tail.steps(direction, distance));
            all.extend(landings.map(|cell| format!("{tail}{cell}")));
            all.push(format!("{tail}{direction}"));
            let fronts = [reach.block, reach.own].into_iter().filter(|&len| len > 1);
            for front in fronts.filter_map(|len| tail.steps(direction, len - 1)) {
                all.push(format!("{tail}{front}{direction}"));
                all.push(format!("{front}{tail}{direction}"));
            }
        }
        Move::Broadside { line, direction } => {
            let (first, last) = (line.first(), line.last());
            all.extend(far_pair(line, direction));
            all.extend(last.step(direction).map(|target| format!("{last}{first}{target}")));
            all.push(format!("{first}{last}{direction}"));
            all.push(format!("{last}{first}{direction}"));
        }
        Move::Triangle { triangle, direction } => {
            let [one, two, three] = triangle.cells();
            for [first, second, third] in [[one, two, three], [two, one, three], [three, one, two]] {
                all.extend(first.step(direction).map(|target| format!("tri:{first}{second}{third}{target}")));
                all.push(format!("tri:{first}{second}{third}{direction}"));
            }
        }
        Move::Place { .. } => {}
    }
    let mut seen = std::collections::HashSet::new();
    all.retain(|spelling| seen.insert(spelling.clone()));
    all
}

/// Nacre's spelling: rear cell and landing cell of the last own marble; of a broadside, the far pair.
pub fn nacre(mv: Move, effect: Effect) -> Option<String> {
    write_pair(mv, effect.own)
}

/// PlayStrategy's UCI: rear cell and the first empty cell beyond everything that moves, or the ejected marble's cell;
/// of a broadside, the far pair.
pub fn playstrategy(mv: Move, effect: Effect) -> Option<String> {
    write_pair(mv, effect.reach().landing)
}

fn write_pair(mv: Move, distance: u8) -> Option<String> {
    match mv {
        Move::Inline { tail, direction } => Some(format!("{tail}{}", tail.steps(direction, distance)?)),
        Move::Broadside { line, direction } => far_pair(line, direction),
        Move::Triangle { .. } | Move::Place { .. } => None,
    }
}
