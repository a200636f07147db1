//! The proof that a puzzle has one solution, over every own turn and every reply.

use rules::board::bitboard::{Bitboard as _, Bits61};
use rules::games::abalone::{Abalone, Move, Position, Standard};
use rules::ruleset::{MoveList, PositionKey};
use rules::{Color, Outcome, Ruleset as _};
use rustc_hash::FxHashMap;

use super::Goal;
use crate::games::abalone::Searched;

/// The unique solution of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// Own turn, reply, own turn, and so on.
    pub line: Vec<Move>,
    /// Positions searched.
    pub nodes: u64,
}

/// Proves that exactly one turn reaches the goal in `moves` own turns and none does in fewer, and the same for each
/// later own turn of the line. Returns the line; `None` if this is false, or if more than `limit` positions would
/// have to be searched.
///
/// Every own turn and every reply is searched. A win is what the rules call one. A [`Goal::Marble`] is reached after
/// an own turn if the solver has ejected more marbles than were lost since the start, and that lead stands: whatever
/// the opponent ejects next, the lead remains, or the solver ejects in turn and the same holds again. A won game
/// reaches it too. In the line, the opponent plays the reply with the best evaluation among those after which the
/// solution stays unique and takes as long.
///
/// Only for games of two players with one move a turn. Ignores repetition, because a few turns cannot repeat a
/// position three times.
pub fn prove(rules: &Abalone, position: &Position, goal: Goal, moves: u8, limit: u64) -> Option<Proof> {
    let mut solver = Solver::new(rules, position, goal, limit);
    let line = solver.prove_line(position, moves)?;
    (!solver.is_exhausted()).then_some(Proof { line, nodes: solver.nodes })
}

/// The number of first turns that reach the goal in at most `moves` own turns, counted up to `at_most`. `None`: more
/// than `limit` positions would have to be searched.
pub fn count_solutions(
    rules: &Abalone,
    position: &Position,
    goal: Goal,
    moves: u8,
    at_most: usize,
    limit: u64,
) -> Option<usize> {
    let mut solver = Solver::new(rules, position, goal, limit);
    let count = solver.find_solutions(position, moves, at_most).len();
    (!solver.is_exhausted()).then_some(count)
}

/// Whether each own turn of this line is the only one that reaches the goal in the remaining own turns, and none
/// reaches it in fewer. The line is own turn, reply, own turn, and so on, and legal. False beyond `limit` positions.
pub fn is_only_line(rules: &Abalone, position: &Position, goal: Goal, line: &[Move], limit: u64) -> bool {
    let mut solver = Solver::new(rules, position, goal, limit);
    let (mut position, mut moves) = (*position, line.len().div_ceil(2) as u8);
    for (index, mv) in line.iter().enumerate() {
        if index % 2 == 0 {
            if solver.find_only_solution(&position, moves) != Some(*mv) {
                return false;
            }
            moves -= 1;
        }
        position = solver.play(&position, *mv);
    }
    moves == 0 && line.len() % 2 == 1 && !solver.is_exhausted()
}

/// The board, the marbles lost, and the own turns left.
type Key = (u128, [u8; 2], u8);

struct Solver<'a> {
    rules: &'a Abalone,
    goal: Goal,
    color: Color,
    /// The solver's lead in ejected marbles at the start of the puzzle.
    lead_at_start: i8,
    known: FxHashMap<Key, bool>,
    /// By own turns left, the reply that refuted the last own turn.
    refutations: Vec<Option<Move>>,
    nodes: u64,
    limit: u64,
}

impl<'a> Solver<'a> {
    fn new(rules: &'a Abalone, position: &Position, goal: Goal, limit: u64) -> Self {
        let color = position.turn();
        let mut new = Self {
            rules,
            goal,
            color,
            lead_at_start: 0,
            known: FxHashMap::default(),
            refutations: vec![None; usize::from(u8::MAX) + 1],
            nodes: 0,
            limit,
        };
        new.lead_at_start = new.lead(position);
        new
    }

    fn is_exhausted(&self) -> bool {
        self.nodes > self.limit
    }

    /// Marbles ejected minus marbles lost since the start.
    fn lead(&self, position: &Position) -> i8 {
        position.won(self.color) as i8 - position.lost_marbles(self.color) as i8 - self.lead_at_start
    }

    fn play(&mut self, position: &Position, mv: Move) -> Position {
        self.nodes += 1;
        let mut next = *position;
        self.rules.play_unchecked(&mut next, &mv);
        next
    }

    fn is_win(&self, outcome: Outcome) -> bool {
        outcome.winner == Some(self.rules.team(self.color))
    }

    /// The unique line with exactly this number of own turns, if there is one.
    fn prove_line(&mut self, position: &Position, moves: u8) -> Option<Vec<Move>> {
        let only = self.find_only_solution(position, moves)?;
        if moves == 1 {
            return Some(vec![only]);
        }
        let next = self.play(position, only);
        self.replies_best_first(&next).into_iter().find_map(|reply| {
            let after = self.play(&next, reply);
            if self.rules.outcome(&after).is_some() || self.is_exhausted() {
                return None;
            }
            let rest = self.prove_line(&after, moves - 1)?;
            Some([only, reply].into_iter().chain(rest).collect())
        })
    }

    /// The unique turn that reaches the goal in this number of own turns, if none reaches it in fewer.
    fn find_only_solution(&mut self, position: &Position, moves: u8) -> Option<Move> {
        if moves == 0 || self.can_solve(position, moves - 1) {
            return None;
        }
        let [only] = self.find_solutions(position, moves, 2)[..] else { return None };
        Some(only)
    }

    /// The replies in descending order of the opponent's evaluation.
    fn replies_best_first(&self, position: &Position) -> Vec<Move> {
        let searched = Searched::<Standard>::new(self.rules.clone());
        let opponent = self.rules.team(self.color.opponent());
        let mut replies = self.rules.legal_moves(position);
        replies.sort_by_cached_key(|reply| {
            let mut after = *position;
            self.rules.play_unchecked(&mut after, reply);
            -searched.weigh(&after, opponent)
        });
        replies
    }

    fn find_solutions(&mut self, position: &Position, moves: u8, at_most: usize) -> Vec<Move> {
        let mut solutions = Vec::new();
        for mv in self.own_turns(position, moves) {
            if solutions.len() == at_most || self.is_exhausted() {
                break;
            }
            if self.reaches_goal(position, mv, moves) {
                solutions.push(mv);
            }
        }
        solutions
    }

    /// All own turns that can be useful, ejections first.
    fn own_turns(&self, position: &Position, moves: u8) -> MoveList<Move> {
        let mut turns = MoveList::new();
        self.rules.generate_ejections(position, &mut turns);
        // Without a lead, only an ejection gains one, or a turn that leaves the opponent without a move.
        let needs_lead = moves == 1 && self.goal == Goal::Marble && self.lead(position) < 1;
        if needs_lead && !is_nearly_stuck(position, self.color.opponent()) {
            return turns;
        }
        let mut all = MoveList::new();
        self.rules.generate(position, &mut all);
        let ejections = turns.len();
        all.retain(|mv| !turns[..ejections].contains(mv));
        turns.extend(all);
        turns
    }

    fn can_solve(&mut self, position: &Position, moves: u8) -> bool {
        if moves == 0 || self.is_exhausted() {
            return false;
        }
        let board = self.rules.repetition_key(position).map_or(0, PositionKey::value);
        let lost = Color::TWO.map(|color| position.lost_marbles(color));
        let key = (board, lost, moves);
        if let Some(known) = self.known.get(&key).filter(|_| moves > 1) {
            return *known;
        }
        let can = self.own_turns(position, moves).into_iter().any(|mv| self.reaches_goal(position, mv, moves));
        if moves > 1 {
            self.known.insert(key, can);
        }
        can
    }

    /// Whether this own turn, the first of `moves`, reaches the goal against any reply.
    fn reaches_goal(&mut self, position: &Position, mv: Move, moves: u8) -> bool {
        let next = self.play(position, mv);
        if let Some(outcome) = self.rules.outcome(&next) {
            return self.is_win(outcome);
        }
        if self.goal == Goal::Marble && self.lead(&next) >= 1 && self.lead_stands(&next) {
            return true;
        }
        if moves == 1 || self.is_exhausted() {
            return false;
        }
        let mut replies = MoveList::new();
        self.rules.generate(&next, &mut replies);
        let last = self.refutations[usize::from(moves)];
        if let Some(place) = replies.iter().position(|reply| Some(*reply) == last) {
            replies.swap(0, place);
        }
        let refutation = replies.into_iter().find(|reply| self.refutes(&next, *reply, moves));
        self.refutations[usize::from(moves)] = refutation.or(last);
        refutation.is_none()
    }

    fn refutes(&mut self, position: &Position, reply: Move, moves: u8) -> bool {
        let after = self.play(position, reply);
        match self.rules.outcome(&after) {
            Some(outcome) => !self.is_win(outcome),
            None => !self.can_solve(&after, moves - 1),
        }
    }

    /// Whether the lead remains whatever the opponent, who is on turn, ejects.
    fn lead_stands(&mut self, position: &Position) -> bool {
        let mut ejections = MoveList::new();
        self.rules.generate_ejections(position, &mut ejections);
        ejections.into_iter().all(|reply| {
            let after = self.play(position, reply);
            match self.rules.outcome(&after) {
                Some(outcome) => self.is_win(outcome),
                None => self.lead(&after) >= 1 || self.regains_lead(&after),
            }
        })
    }

    fn regains_lead(&mut self, position: &Position) -> bool {
        let mut ejections = MoveList::new();
        self.rules.generate_ejections(position, &mut ejections);
        ejections.into_iter().any(|mv| {
            let next = self.play(position, mv);
            match self.rules.outcome(&next) {
                Some(outcome) => self.is_win(outcome),
                None => self.lead(&next) >= 1 && self.lead_stands(&next),
            }
        })
    }
}

/// Whether a turn without an ejection can leave this color without a move. No empty cell is then next to its marbles,
/// and the turn has filled at most three of them, or has pushed a marble away from four and into a fifth.
fn is_nearly_stuck(position: &Position, color: Color) -> bool {
    let marbles = position.marbles(color);
    let around = (0..6).fold(Bits61::EMPTY, |around, direction| around | marbles.ahead(direction));
    (around & !marbles & !position.marbles(color.opponent())).count() <= 5
}
