//! Queries for search programs beyond the list of legal moves.

use super::moves::Move;
use super::position::Position;
use super::rules::Abalone;
use super::variant::Variant;
use crate::color::Color;
use crate::ruleset::MoveList;

impl<V: Variant> Abalone<V> {
    /// Replaces the contents of a list by the legal moves that eject something. Does not check whether the game is
    /// over.
    ///
    /// # Examples
    /// ```
    /// use rules::{Ruleset, games::abalone::Abalone, ruleset::MoveList};
    /// let rules = Abalone::standard();
    /// let position = rules.read_position("5/6/7/8/w2bbb2w/8/7/6/5 b 0-0 0")?;
    /// let mut moves = MoveList::new();
    /// rules.generate_ejections(&position, &mut moves);
    /// assert!(moves.is_empty(), "the white marbles are out of reach");
    /// let position = rules.read_position("5/6/7/8/5bbbw/8/7/6/5 b 0-0 0")?;
    /// rules.generate_ejections(&position, &mut moves);
    /// assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["e6e7", "e7e8"]); // by three, and by two
    /// # Ok::<(), rules::games::abalone::AbaloneError>(())
    /// ```
    #[inline]
    pub fn generate_ejections(&self, position: &Position<V>, moves: &mut MoveList<Move>) {
        moves.clear();
        if position.placing {
            return;
        }
        for color in self.movers(position) {
            self.mover_view(position, color).each_ejection(|mv| moves.push(mv));
        }
    }

    /// The number of moves by which a color, if it were on turn, could eject something.
    #[inline]
    pub fn count_ejections(&self, position: &Position<V>, color: Color) -> u32 {
        if position.placing { 0 } else { self.mover_view(position, color).count_ejections() }
    }

    /// The position after a pass by the player to move: the turn counts, and the opponent moves. `None` while marbles
    /// are placed.
    #[inline]
    pub fn pass(&self, position: &Position<V>) -> Option<Position<V>> {
        if position.placing {
            return None;
        }
        let mut next = *position;
        next.half = None;
        next.ply += 1;
        next.to_move = next.after(next.to_move);
        self.pass_over(&mut next);
        Some(next)
    }
}
