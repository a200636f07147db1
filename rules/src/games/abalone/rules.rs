//! The rules of one game as a value, and their statements about positions.

use super::moves::generate::MoverView;
use super::position::Position;
use super::setup::layouts::Layout;
use super::setup::values::{Half, Origin, PivotKind, Seating, TurnKind};
use super::variant::{Standard, Variant};
use crate::board::bitboard::Bitboard;
use crate::board::hex::{Cell, Triangle};
use crate::color::Color;
use crate::ruleset::{EndReason, Outcome};
use crate::seat::{Seat, Team};

/// The rules of one game of Abalone, or of a [`Variant`] of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, but for the last")]
pub struct Abalone<V: Variant = Standard> {
    pub(super) origin: Origin,
    pub(super) target: u8,
    pub(super) sprint: Option<u8>,
    /// The turns of each color in a sprint; partners who share a color alternate.
    pub(super) turns: Option<u32>,
    pub(super) handicap: Option<(Color, u8)>,
    pub(super) turn: TurnKind,
    pub(super) pivot: Option<(Cell, PivotKind)>,
    pub(super) ball: Option<Cell>,
    pub(super) triangles: bool,
    pub(super) one_color: bool,
    /// Black's crown; White's lies opposite.
    pub(super) crown: Option<Triangle>,
    pub(super) placement: bool,
    pub(super) seating: Seating,
    /// Whether there are two colors on a bare board and one move a turn.
    pub(super) is_plain: bool,
    pub(super) start: Position<V>,
    pub(super) full_start: [V::Bits; 6],
}

/// Default number of marbles of each of two players, if they are placed or random.
pub(super) const MARBLES: u8 = 14;
pub(super) const DRAW_AFTER_PLIES_WITHOUT_EJECTION: u32 = 300;

impl<V: Variant> Abalone<V> {
    /// The source of the starting position.
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }
    /// The named layout of the start, if there is one.
    pub const fn layout(&self) -> Option<&'static Layout> {
        match self.origin {
            Origin::Named(layout) => Some(layout),
            _ => None,
        }
    }
    /// The number of ejections that win.
    pub const fn target(&self) -> u8 {
        self.target
    }
    /// Moves of each player in a sprint.
    pub const fn sprint(&self) -> Option<u8> {
        self.sprint
    }
    /// The seating.
    pub const fn seating(&self) -> Seating {
        self.seating
    }

    /// Whether this is the game that other programs know: two colors, the variant's usual turns, and nothing else on
    /// the board.
    pub fn is_classic(&self) -> bool {
        let start = &self.start;
        matches!(self.seating, Seating::Two | Seating::TwoByTwo)
            && self.turn == V::TURN
            && !(self.triangles || self.one_color || self.placement)
            && self.crown.is_none()
            && (start.neutral() | start.walls | start.holes).is_empty()
    }

    /// The same rules on a rotated or mirrored board: the start, terrain included, is mapped cell by cell. For
    /// symmetry tests.
    #[must_use]
    pub fn map_cells(&self, map: impl Fn(Cell) -> Cell) -> Self {
        Self { start: self.start.map_cells(map), ..self.clone() }
    }

    /// Whether the position fits this game. One with other colors, terrain or options does not.
    pub(super) fn knows(&self, position: &Position<V>) -> bool {
        let start = &self.start;
        position.colors == start.colors
            && (position.to_move as u8) < position.colors
            && position.walls == start.walls
            && position.holes == start.holes
            && (position.half.is_none() || self.turn.has_two_moves())
            && (self.placement || !position.placing)
            && (self.pivot.is_some() || position.pivot.is_empty())
            && match self.ball {
                Some(_) => position.ball.is_empty() == position.ball_by.is_some(),
                None => position.ball.is_empty() && position.ball_by.is_none(),
            }
            && (self.crown.is_some() || position.crowns == [V::Bits::EMPTY; 2])
    }

    /// The team of a color.
    pub const fn team(&self, color: Color) -> Team {
        self.seating.team(color)
    }

    #[inline]
    pub(super) const fn turn_has_two_moves(&self, position: &Position<V>) -> bool {
        self.turn.has_two_moves() && !(V::FIRST_TURN_IS_SINGLE && position.ply == 0)
    }

    /// Turns that a color has taken since the placing, passes included.
    fn turns_of(&self, position: &Position<V>, color: Color) -> u32 {
        let colors = u32::from(position.colors);
        let passed: u32 = position.passed.iter().map(|&count| u32::from(count)).sum();
        let turns = if position.placing { 0 } else { (position.ply + passed).saturating_sub(self.placings()) };
        // Turns come in a fixed order, so the last one of this color is `ago` turns ago.
        let ago = (position.to_move as u32 + colors - color as u32 - 1) % colors + 1;
        if turns < ago { 0 } else { (turns - ago) / colors + 1 }
    }

    /// Turns left for a color in a sprint; `None` in another game.
    pub fn moves_left(&self, position: &Position<V>, color: Color) -> Option<u32> {
        Some(self.turns?.saturating_sub(self.turns_of(position, color)))
    }

    #[inline]
    pub(super) fn movers(&self, position: &Position<V>) -> impl Iterator<Item = Color> + Clone + use<V> {
        let color = position.to_move;
        self.turn.next(position.half).iter().map(move |half| match half {
            Half::Own => color,
            Half::Foe => color.opponent(),
        })
    }

    /// The board from the view of a color about to move.
    #[inline]
    pub(super) fn mover_view(&self, position: &Position<V>, color: Color) -> MoverView<V> {
        let own = position.marbles[color as usize];
        let mut all = own;
        for color in 0..usize::from(position.colors) {
            all |= position.marbles[color];
        }
        let ally = match self.seating {
            Seating::Two | Seating::TwoByTwo | Seating::Three => V::Bits::EMPTY,
            Seating::Four | Seating::Six => {
                let partners =
                    position.colors_in_play().filter(|&other| other != color && other as u8 % 2 == color as u8 % 2);
                partners.fold(V::Bits::EMPTY, |set, other| set | position.marbles[other as usize])
            }
        };
        let is_fixed = matches!(self.pivot, Some((_, PivotKind::Fixed)));
        let neutral = position.neutral();
        MoverView {
            own,
            ally,
            foe: (all & !(own | ally)) | neutral,
            fixed: if is_fixed { position.pivot } else { V::Bits::EMPTY },
            empty: V::Bits::ALL & !(all | neutral | position.walls | position.holes),
            holes: position.holes,
            triangles: self.triangles,
        }
    }

    /// Whether the turn can go on with another move. Does not check whether the game is over.
    #[inline]
    pub(super) fn may_go_on(&self, position: &Position<V>) -> bool {
        position.placing || self.movers(position).any(|color| self.mover_view(position, color).can_move())
    }

    /// Rule: with more than two colors, a color without a legal move passes.
    #[inline]
    pub(super) fn pass_over(&self, position: &mut Position<V>) {
        if position.colors > 2 {
            self.pass_over_many(position);
        }
    }

    fn pass_over_many(&self, position: &mut Position<V>) {
        if position.placing || self.decision(position).is_some() {
            return;
        }
        let stuck = |position: &Position<V>| !self.may_go_on(position) && !self.is_sprint_over(position);
        let mut next = *position;
        for _ in 0..position.colors {
            if !stuck(&next) {
                *position = next;
                return;
            }
            if self.sprint.is_some() {
                next.passed[next.to_move as usize] += 1;
            }
            next.to_move = next.after(next.to_move);
        }
    }

    fn is_sprint_over(&self, position: &Position<V>) -> bool {
        position.colors_in_play().all(|color| self.moves_left(position, color) == Some(0))
    }

    /// Ejections of all colors in this team.
    fn score(&self, position: &Position<V>, team: Team) -> u32 {
        let ours = |color: &Color| self.team(*color) == team;
        position.colors_in_play().filter(ours).map(|color| u32::from(position.won(color))).sum()
    }

    fn teams(&self) -> impl Iterator<Item = Team> + use<V> {
        (0..if matches!(self.seating, Seating::Three) { 3 } else { 2 }).map(Team)
    }

    /// The outcome that the last move decides at once: by ball, target or crown.
    #[inline]
    pub(super) fn decision(&self, position: &Position<V>) -> Option<Outcome> {
        if position.lost == [0; 6] && position.ball_by.is_none() && self.crown.is_none() {
            return None;
        }
        self.decision_by_losses(position)
    }

    fn decision_by_losses(&self, position: &Position<V>) -> Option<Outcome> {
        let win = |team, reason| Some(Outcome { winner: Some(team), reason });
        if let Some(color) = position.ball_by {
            return win(self.team(color), EndReason::Ball);
        }
        let just_moved = if position.half.is_some() { position.to_move } else { position.before(position.to_move) };
        let mover = self.team(just_moved);
        // Rule: reaching the target wins at once, even on the last move of a sprint.
        if position.lost != [0; 6] {
            let others = self.teams().filter(|team| *team != mover);
            for team in std::iter::once(mover).chain(others) {
                if self.score(position, team) >= u32::from(self.target) {
                    return win(team, EndReason::Target);
                }
            }
        }
        if self.crown.is_some() {
            // Ruling: if one move fells both crowns, the mover loses.
            let fallen = |color: &Color| position.crowns.get(*color as usize).is_some_and(|crown| crown.is_empty());
            if let Some(loser) = [just_moved, just_moved.opponent()].into_iter().find(fallen) {
                return win(Team(loser.opponent() as u8), EndReason::Crown);
            }
        }
        None
    }

    fn by_count(&self, position: &Position<V>) -> Outcome {
        let scores: Vec<(u32, Team)> = self.teams().map(|team| (self.score(position, team), team)).collect();
        let best = scores.iter().map(|(score, _)| *score).max().unwrap_or(0);
        let mut leaders = scores.iter().filter(|(score, _)| *score == best);
        let winner = leaders.next().map(|(_, team)| *team).filter(|_| leaders.next().is_none());
        Outcome { winner, reason: EndReason::MovesMade }
    }

    /// Whether the game is over regardless of legal moves.
    #[inline]
    pub(super) fn is_decided(&self, position: &Position<V>) -> bool {
        !position.placing
            && (self.decision(position).is_some()
                || (self.sprint.is_some() && self.is_sprint_over(position))
                || position.plies_since_ejection >= DRAW_AFTER_PLIES_WITHOUT_EJECTION)
    }

    #[inline]
    pub(super) fn end(&self, position: &Position<V>) -> Option<Outcome> {
        if position.placing {
            return None;
        }
        if let Some(decided) = self.decision(position) {
            return Some(decided);
        }
        if self.sprint.is_some() && self.is_sprint_over(position) {
            return Some(self.by_count(position));
        }
        if !self.may_go_on(position) {
            // Rule: of two players, the one who cannot move loses. With more, no one can move when the player on turn
            // cannot.
            let loses = position.colors == 2;
            let winner = loses.then(|| self.team(position.to_move.opponent()));
            return Some(Outcome { winner, reason: if loses { EndReason::NoMove } else { EndReason::Stuck } });
        }
        let is_drawn = position.plies_since_ejection >= DRAW_AFTER_PLIES_WITHOUT_EJECTION;
        is_drawn.then_some(Outcome { winner: None, reason: EndReason::NoEjection })
    }

    pub(super) fn in_hand(&self, position: &Position<V>, color: Color) -> u8 {
        if !position.placing {
            return 0;
        }
        MARBLES.saturating_sub(self.handicap_of(color) + position.on_board(color))
    }

    fn placings(&self) -> u32 {
        if !self.placement {
            return 0;
        }
        u32::from(2 * MARBLES - self.handicap.map_or(0, |(_, count)| count))
    }

    /// The seat to move: partners of one color alternate.
    pub(super) fn seat(&self, position: &Position<V>) -> Seat {
        let color = position.to_move;
        if self.seating != Seating::TwoByTwo {
            return Seat(color as u8);
        }
        let turns = if position.placing { u32::from(position.on_board(color)) } else { self.turns_of(position, color) };
        Seat(color as u8 + 2 * (turns % 2) as u8)
    }

    fn handicap_of(&self, color: Color) -> u8 {
        self.handicap.filter(|(handicapped, _)| *handicapped == color).map_or(0, |(_, count)| count)
    }
}
