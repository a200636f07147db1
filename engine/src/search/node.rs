//! One position of the search.

use rules::Ruleset as _;
use rules::ruleset::MoveList;

use super::ordering::NONE;
use super::table::{Bound, Entry, NO_MOVE};
use super::waiting::{WaitList, Waiting, pick};
use super::{FORCED, INFINITE, PLIES, Search, Style, WIN, parameters};
use crate::game::{Move, Position, Score, SearchGame, spread};

#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// Whether the searching camp moves here.
    pub camp: bool,
    /// Plies from the root.
    pub ply: usize,
    /// The slot of the previous move; [`NONE`] after a pass.
    pub previous: u16,
}

/// The alpha-beta window: below `alpha` the side to move has a better alternative elsewhere; from `beta` on the
/// opponent has.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// The null window, which only tests whether a score is above `alpha`.
    pub const fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    const fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }

    const fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The ordering value of captures, above all values of [`Ordering`](super::ordering::Ordering).
const CAPTURE: i32 = 1 << 20;

/// At lower depths, a position far above the window is not searched.
const STATIC_DEPTH: i32 = 4;
/// At lower depths, a table lookup takes longer than it saves.
const REMEMBERED_DEPTH: i32 = 2;
/// At lower depths, late moves are skipped.
const LATE_DEPTH: i32 = 4;

impl<G: SearchGame> Search<'_, G> {
    /// Plays a legal move. Moves are never undone, because the caller keeps the previous position.
    #[inline]
    pub(super) fn make(&self, position: &Position<G>, mv: &Move<G>) -> Position<G> {
        let mut next = *position;
        self.game.rules().play_unchecked(&mut next, mv);
        next
    }

    /// Plays a move and returns the value of the resulting position to the camp that made it.
    #[inline]
    pub(super) fn after(
        &mut self,
        position: &Position<G>,
        mv: &Move<G>,
        slot: u16,
        depth: i32,
        window: Window,
        place: Place,
    ) -> Score {
        let rules = self.game.rules();
        let next = self.make(position, mv);
        let ply = place.ply + 1;
        self.lines[ply].clear();
        let Some(seat) = rules.to_move(&next) else {
            self.counter.count();
            let outcome = rules.outcome(&next).expect("only at the end no seat moves");
            return self.value_of_end(outcome, place.camp, ply);
        };
        let camp = self.teams[usize::from(seat.0)] == self.team;
        let there = Place { camp, ply, previous: slot };
        if camp == place.camp {
            self.node(&next, depth, window, there)
        } else {
            -self.node(&next, depth, window.turned(), there)
        }
    }

    fn node(&mut self, position: &Position<G>, mut depth: i32, mut window: Window, place: Place) -> Score {
        if depth <= 0 || place.ply >= PLIES {
            return self.follow_captures(position, window, place, None);
        }
        if self.counter.count() {
            return 0;
        }
        let board_key = self.game.board_key(position);
        if self.is_repeated(board_key) {
            return self.value_of_draw(place.camp);
        }
        let rules = self.game.rules();
        let prunes = self.style.prunes;
        let is_null = window.is_null();
        if prunes {
            // No line from here is better than an immediate win, or worse than an immediate loss.
            window.alpha = window.alpha.max(place.ply as i32 - WIN);
            window.beta = window.beta.min(WIN - place.ply as i32);
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }
        let key = board_key ^ self.game.clock_key(position) ^ u64::from(place.camp);
        let remembers = prunes && depth >= REMEMBERED_DEPTH;
        let entry = if remembers { self.table.get(key) } else { None };
        if let Some(entry) = entry
            && is_null
            && entry.depth >= depth
        {
            let score = from_table(entry.score, place.ply);
            let is_enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= window.beta,
                Bound::Upper => score <= window.alpha,
            };
            if is_enough {
                return score;
            }
        }
        let evaluation = match entry {
            Some(entry) => entry.evaluation,
            None if prunes => self.evaluate(position, place),
            None => 0,
        };
        let is_whole_turn = !rules.is_mid_turn(position);
        if prunes && is_null && is_whole_turn && window.beta.abs() < FORCED {
            if depth < STATIC_DEPTH && evaluation - parameters::STATIC_MARGIN * depth >= window.beta {
                return evaluation;
            }
            if depth < LATE_DEPTH && evaluation + parameters::HOPELESS_MARGIN * depth <= window.alpha {
                return self.follow_captures(position, window, place, Some(evaluation));
            }
            if depth >= 3
                && evaluation >= window.beta
                && place.previous != NONE
                && let Some(score) = self.pass(position, board_key, depth, window, place)
                && score >= window.beta
            {
                return if score >= FORCED { window.beta } else { score };
            }
        }
        if prunes && depth >= 4 && entry.is_none() {
            depth -= 1;
        }

        let mut moves = MoveList::new();
        rules.generate(position, &mut moves);
        let (mut best, mut best_index, mut bound) = (-INFINITE, NO_MOVE, Bound::Upper);
        let mut tried = smallvec::SmallVec::<[u16; 64]>::new();
        // The best move of an earlier search comes first; the others are sorted only if it causes no cutoff.
        let first = entry.map_or(NO_MOVE, |entry| entry.best);
        let first = moves.get(usize::from(first)).map(|mv| (*mv, first));
        let mut waiting =
            if first.is_none() { self.wait_list(position, &moves, NO_MOVE, place) } else { WaitList::new() };
        self.path.push(board_key);
        for number in 0..moves.len() {
            let next = match first {
                Some((mv, index)) if number == 0 => Waiting::new(0, index, self.game.slot(&mv), false),
                Some((_, index)) if number == 1 => {
                    waiting = self.wait_list(position, &moves, index, place);
                    pick(&mut waiting, 0)
                }
                Some(_) => pick(&mut waiting, number - 1),
                None => pick(&mut waiting, number),
            };
            let (mv, index) = (moves[usize::from(next.index())], next.index());
            let (slot, is_capture) = (next.slot(), next.is_capture());
            // The last move is seen, so that there is a best one.
            if is_capture && self.overlooks(place.camp, &mv) && number + 1 < moves.len() {
                continue;
            }
            if prunes && is_whole_turn && !is_capture && best > -FORCED && is_null && depth < LATE_DEPTH {
                // The remaining moves are no better, and captures came before.
                if number as i32 >= parameters::late_move(depth) {
                    break;
                }
            }
            let mut score;
            if number == 0 || !prunes {
                score = self.after(position, &mv, slot, depth - 1, window, place);
            } else {
                let mut reduction = 0;
                if depth >= 3 && number >= 2 && !is_capture {
                    let history = self.ordering.history(place.camp, slot);
                    reduction = parameters::reduction(depth, number, history, is_null);
                }
                let narrow = Window::null(window.alpha);
                score = self.after(position, &mv, slot, depth - 1 - reduction, narrow, place);
                if score > window.alpha && reduction > 0 {
                    score = self.after(position, &mv, slot, depth - 1, narrow, place);
                }
                if score > window.alpha && score < window.beta {
                    score = self.after(position, &mv, slot, depth - 1, window, place);
                }
            }
            if self.counter.is_over() {
                break;
            }
            if score > best {
                (best, best_index) = (score, index);
                if score > window.alpha {
                    window.alpha = score;
                    bound = Bound::Exact;
                    if !is_null {
                        self.extend_line(place.ply, mv);
                    }
                }
            }
            if window.alpha >= window.beta {
                bound = Bound::Lower;
                if !is_capture {
                    self.ordering.learn(place.camp, slot, &tried, place.ply, place.previous, depth);
                }
                break;
            }
            if !is_capture {
                tried.push(slot);
            }
        }
        self.path.pop();
        if remembers && !self.counter.is_over() {
            let score = to_table(best, place.ply);
            self.table.insert(key, Entry { best: best_index, score, evaluation, depth, bound });
        }
        best
    }

    /// The score after a pass (null move). `None` where passing is not possible.
    fn pass(&mut self, position: &Position<G>, key: u64, depth: i32, window: Window, place: Place) -> Option<Score> {
        let next = self.game.pass(position)?;
        let seat = self.game.rules().to_move(&next)?;
        let camp = self.teams[usize::from(seat.0)] == self.team;
        if camp == place.camp {
            return None;
        }
        let there = Place { camp, ply: place.ply + 1, previous: NONE };
        let depth = depth - parameters::pass_reduction(depth);
        self.lines[place.ply + 1].clear();
        self.path.push(key);
        let score = -self.node(&next, depth, Window { alpha: -window.beta, beta: 1 - window.beta }, there);
        self.path.pop();
        (!self.counter.is_over()).then_some(score)
    }

    /// Follows sequences of captures, and evaluates their ends.
    fn follow_captures(
        &mut self,
        position: &Position<G>,
        mut window: Window,
        place: Place,
        known: Option<Score>,
    ) -> Score {
        if self.counter.count() {
            return 0;
        }
        let mut best = known.unwrap_or_else(|| self.evaluate(position, place));
        if !self.style.prunes || best >= window.beta || place.ply >= PLIES {
            return best;
        }
        window.alpha = window.alpha.max(best);
        let mut captures = MoveList::new();
        self.game.generate_captures(position, &mut captures);
        for mv in captures {
            if self.overlooks(place.camp, &mv) {
                continue;
            }
            let score = self.after(position, &mv, NONE, 0, window, place);
            if self.counter.is_over() {
                break;
            }
            best = best.max(score);
            window.alpha = window.alpha.max(score);
            if window.alpha >= window.beta {
                break;
            }
        }
        best
    }

    #[inline]
    fn evaluate(&mut self, position: &Position<G>, place: Place) -> Score {
        let score = self.game.evaluate(position, self.team, place.ply, &mut self.accumulators);
        let score = score + self.misjudge(position);
        if place.camp { score } else { -score }
    }

    /// The random error of a position's evaluation, which depends only on the position and the seed.
    fn misjudge(&self, position: &Position<G>) -> Score {
        let Style { noise, seed, .. } = self.style;
        if noise == 0 {
            return 0;
        }
        let dice = spread(self.game.board_key(position) ^ seed);
        // The sum of three uniform variables approximates a normal distribution.
        let sum: i64 = [0, 16, 32].into_iter().map(|shift| (dice >> shift & 0xffff) as i64 - 0x8000).sum();
        (sum * i64::from(noise) / 0x8000) as Score
    }

    /// Unordered moves with their values, except for the one with the index `but`.
    fn wait_list(&self, position: &Position<G>, moves: &MoveList<Move<G>>, but: u16, place: Place) -> WaitList {
        let mut captures = MoveList::new();
        self.game.generate_captures(position, &mut captures);
        let statistics = self.ordering.at(place.camp, place.ply, place.previous);
        let to_waiting = |(index, mv): (usize, &Move<G>)| {
            let slot = self.game.slot(mv);
            let is_capture = !captures.is_empty() && captures.contains(mv);
            let value = statistics.value(slot) + self.game.guess(position, mv) + if is_capture { CAPTURE } else { 0 };
            Waiting::new(value, index as u16, slot, is_capture)
        };
        let before = usize::from(but).min(moves.len());
        let after = moves.len().min(before + 1);
        let mut waiting = WaitList::new();
        waiting.extend((0..).zip(&moves[..before]).map(to_waiting));
        waiting.extend((after..).zip(&moves[after..]).map(to_waiting));
        waiting
    }

    fn extend_line(&mut self, ply: usize, mv: Move<G>) {
        let [line, rest] = &mut self.lines[ply..=ply + 1] else { return };
        line.clear();
        line.push(mv);
        line.extend_from_slice(rest);
    }
}

/// In the table, wins are counted from the position, not from the root.
const fn to_table(score: Score, ply: usize) -> Score {
    if score >= FORCED {
        score + ply as i32
    } else if score <= -FORCED {
        score - ply as i32
    } else {
        score
    }
}

const fn from_table(score: Score, ply: usize) -> Score {
    if score >= FORCED {
        score - ply as i32
    } else if score <= -FORCED {
        score + ply as i32
    } else {
        score
    }
}
