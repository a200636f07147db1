//! Diagrams of positions.

use super::moves::Move;
use super::moves::generate::shift_marbles;
use super::moves::judge::{Effect, judge};
use super::moves::play::{path, play_unchecked};
use super::position::Position;
use super::rules::Abalone;
use super::variant::Variant;
use crate::board::bitboard::Bitboard;
use crate::color::Color;
use crate::diagram::{HexBoard, LastMove, Side};

impl<V: Variant> Abalone<V> {
    pub(crate) fn board(&self, position: &Position<V>, last: Option<(&Position<V>, &[Move])>) -> HexBoard {
        let stone = |cell| Some((cell, position.content(cell).stone()?));
        let crown = |(color, set): (Color, V::Bits)| Some((set.sorted().try_into().ok()?, Some(color)));
        HexBoard {
            side: V::Bits::BOARD.side(),
            stones: V::Bits::BOARD.cells().filter_map(stone).collect(),
            obstacles: position.walls.sorted(),
            holes: position.holes.sorted(),
            crowns: Color::TWO.into_iter().zip(position.crowns).filter_map(crown).collect(),
            ejected: position.colors_in_play().map(|color| position.won(color)).collect(),
            last: last.map_or_else(Vec::new, |(before, steps)| self.last_moves(before, steps)),
        }
    }

    fn last_moves(&self, before: &Position<V>, steps: &[Move]) -> Vec<LastMove> {
        let mut position = *before;
        let mut moves = Vec::with_capacity(steps.len());
        for &mv in steps {
            let Ok(effect) = judge(self, &position, mv) else { break };
            moves.push(last_move(&position, mv, effect));
            play_unchecked(self, &mut position, mv);
        }
        moves
    }

    pub(crate) fn sides(&self, position: &Position<V>) -> Vec<Side> {
        let side = |color| Side {
            color,
            ejected: position.won(color),
            target: Some(self.target),
            on_board: position.on_board(color),
            in_hand: self.in_hand(position, color),
        };
        position.colors_in_play().map(side).collect()
    }
}

fn last_move<V: Variant>(before: &Position<V>, mv: Move, effect: Effect) -> LastMove {
    let Some(direction) = mv.direction() else {
        return LastMove::placed(mv.first());
    };
    let path = path::<V>(before.occupied(), mv);
    let arrived = shift_marbles(path, path, direction as usize, before.holes);
    let ejected = effect.ejected.and_then(|cell| Some((cell, before.content(cell).stone()?)));
    LastMove { direction: Some(direction), arrived: arrived.sorted(), vacated: (path & !arrived).sorted(), ejected }
}
