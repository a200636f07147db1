//! The search: iterative deepening over a principal variation search.
//!
//! A step of a turn is one step of depth, and the same camp continues in the middle of a turn. With more than two
//! teams, all others form one camp against the searching team (the paranoid assumption), so the same search serves
//! every game.

mod limits;
mod node;
mod ordering;
mod parameters;
mod table;
#[cfg(test)]
pub(crate) mod tests;
mod waiting;

pub use limits::Limits;

use rules::ruleset::MoveList;
use rules::{Outcome, Ruleset, Team};
use rustc_hash::FxHashMap;

use crate::game::{Move, Patience, Position, Score, SearchGame, spread};
use limits::Counter;
use node::{Place, Window};
use ordering::{NONE, Ordering};
use table::Table;

/// The score of a game won now. A win some plies later is worth less by their number.
pub const WIN: Score = 30_000;
/// From this score on the win is forced.
pub const FORCED: Score = WIN - 1_000;
const INFINITE: Score = WIN + 1;
/// The greatest number of plies of a line, captures at its end included.
const PLIES: usize = 128;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    /// Whether to prune and reduce unpromising lines, and to follow captures beyond the depth. Without it, the result
    /// is that of a full search.
    pub prunes: bool,
    /// How much less a draw is worth than an even game.
    pub contempt: Score,
    /// Random error of evaluations, in hundredths of a marble.
    pub noise: Score,
    /// The percentage of the opponents' captures that are not seen.
    pub overlooked: u64,
    /// The seed of what is random.
    pub seed: u64,
    pub patience: Patience,
}

impl Default for Style {
    fn default() -> Self {
        Self { prunes: true, contempt: 0, noise: 0, overlooked: 0, seed: 0, patience: Patience::USUAL }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Found<M> {
    /// The best line; empty only if no move is legal.
    pub line: Vec<M>,
    pub score: Score,
    /// The depth of the last complete search.
    pub depth: u32,
    pub nodes: u64,
}

pub(crate) struct Search<'a, G: SearchGame> {
    game: &'a G,
    teams: Vec<Team>,
    /// The searching team.
    team: Team,
    style: Style,
    counter: Counter,
    table: Table,
    accumulators: G::Accumulators,
    ordering: Ordering,
    /// Occurrences of positions in the game before the root.
    occurred: &'a FxHashMap<u64, u8>,
    /// The keys of the positions on the current line.
    path: Vec<u64>,
    /// The best lines from each ply on.
    lines: Vec<Vec<Move<G>>>,
}

const AT_ROOT: Place = Place { camp: true, ply: 0, previous: NONE };

/// The greatest size of the table in bytes.
const TABLE_BYTES: u64 = 32 << 20;

impl<'a, G: SearchGame> Search<'a, G> {
    /// `team` is on turn at the root. `occurred` has the positions of the game so far, by [`SearchGame::board_key`].
    pub fn new(game: &'a G, team: Team, occurred: &'a FxHashMap<u64, u8>, style: Style, limits: &Limits) -> Self {
        Self {
            game,
            teams: game.rules().seats().iter().map(|seat| seat.team).collect(),
            team,
            style,
            counter: Counter::start(limits),
            table: Table::for_positions(limits.nodes.unwrap_or(u64::MAX), TABLE_BYTES),
            accumulators: G::Accumulators::default(),
            ordering: Ordering::new(PLIES + 1),
            occurred,
            path: Vec::with_capacity(PLIES),
            lines: vec![Vec::new(); PLIES + 2],
        }
    }

    /// Searches from a position of a game that is not over.
    pub fn run(&mut self, root: &Position<G>, depth: u32) -> Found<Move<G>> {
        let mut moves = MoveList::new();
        self.game.rules().generate(root, &mut moves);
        moves.sort_by_key(|mv| -self.game.guess(root, mv));
        self.path = vec![self.game.board_key(root)];
        let mut found = Found { line: moves.first().copied().into_iter().collect(), score: 0, depth: 0, nodes: 0 };
        for depth in 1..=depth {
            if !self.deepen(root, &mut moves, depth as i32, &mut found) {
                break;
            }
            found.depth = depth;
            let is_forced = found.score.abs() >= FORCED && WIN - found.score.abs() <= depth as i32;
            if is_forced || (moves.len() == 1 && depth >= 4) {
                break;
            }
        }
        found.nodes = self.counter.nodes;
        found
    }

    /// Searches one depth with a narrow window around the last score, widened when the score falls outside.
    fn deepen(&mut self, root: &Position<G>, moves: &mut [Move<G>], depth: i32, found: &mut Found<Move<G>>) -> bool {
        let mut margin = if depth >= 4 && self.style.prunes { parameters::WINDOW } else { INFINITE };
        let about = |score: Score, margin: Score| Window {
            alpha: (score - margin).max(-INFINITE),
            beta: (score + margin).min(INFINITE),
        };
        let mut window = about(found.score, margin);
        loop {
            let score = self.search_root(root, moves, depth, window, found);
            if self.counter.is_over() {
                return false;
            }
            margin = margin.saturating_mul(3).min(INFINITE);
            if score <= window.alpha && window.alpha > -INFINITE {
                window.alpha = about(score, margin).alpha;
            } else if score >= window.beta && window.beta < INFINITE {
                window.beta = about(score, margin).beta;
            } else {
                return true;
            }
        }
    }

    /// Searches the moves at the root, the best of the last depth first, and moves the best one to the front.
    fn search_root(
        &mut self,
        root: &Position<G>,
        moves: &mut [Move<G>],
        depth: i32,
        whole: Window,
        found: &mut Found<Move<G>>,
    ) -> Score {
        let (mut alpha, mut best) = (whole.alpha, -INFINITE);
        for index in 0..moves.len() {
            let mv = moves[index];
            let slot = self.game.slot(&mv);
            let rest = Window { alpha, beta: whole.beta };
            let mut score;
            if index == 0 || !self.style.prunes {
                score = self.after(root, &mv, slot, depth - 1, rest, AT_ROOT);
            } else {
                score = self.after(root, &mv, slot, depth - 1, Window::null(alpha), AT_ROOT);
                if score > alpha && score < whole.beta {
                    score = self.after(root, &mv, slot, depth - 1, rest, AT_ROOT);
                }
            }
            if self.counter.is_over() {
                return best;
            }
            best = best.max(score);
            if score > alpha || index == 0 {
                alpha = alpha.max(score);
                moves[..=index].rotate_right(1);
                found.score = score;
                found.line.clear();
                found.line.push(mv);
                found.line.extend_from_slice(&self.lines[1]);
            }
            if alpha >= whole.beta {
                break;
            }
        }
        best
    }

    /// The value of an outcome to a camp, `ply` plies from the root.
    fn value_of_end(&self, outcome: Outcome, camp: bool, ply: usize) -> Score {
        let score = match outcome.winner {
            Some(team) if team == self.team => WIN - ply as i32,
            Some(_) => ply as i32 - WIN,
            None => -self.style.contempt,
        };
        if camp { score } else { -score }
    }

    const fn value_of_draw(&self, camp: bool) -> Score {
        if camp { -self.style.contempt } else { self.style.contempt }
    }

    /// Whether this capture stays unseen throughout the search, as people miss what threatens them.
    fn overlooks(&self, camp: bool, capture: &Move<G>) -> bool {
        let Style { overlooked, seed, .. } = self.style;
        overlooked > 0 && !camp && spread(seed ^ u64::from(self.game.slot(capture)) << 48) % 100 < overlooked
    }

    /// Whether this position has occurred before, once since the root or twice in the game.
    fn is_repeated(&self, key: u64) -> bool {
        self.path.contains(&key) || self.occurred.get(&key).is_some_and(|count| *count >= 2)
    }
}
