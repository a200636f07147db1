//! The search compared with a full minimax search.

use rules::games::abalone::Abalone;
use rules::rng::SeededRng;
use rules::ruleset::MoveList;
use rules::{Ruleset as _, Team, team_of};
use rustc_hash::FxHashMap;

use super::{FORCED, Limits, Search, Style, WIN};
use crate::game::{Position, SLOTS, Score, SearchGame};
use crate::games::abalone::Searched;

/// A minimax search without pruning.
struct Minimax<'a, G: SearchGame> {
    game: &'a G,
    team: rules::Team,
    contempt: Score,
    path: Vec<u64>,
}

impl<G: SearchGame> Minimax<'_, G> {
    fn value(&mut self, position: &Position<G>, depth: u32, ply: u32) -> Score {
        let rules = self.game.rules();
        if let Some(outcome) = rules.outcome(position) {
            return match outcome.winner {
                Some(winner) if winner == self.team => WIN - ply as Score,
                Some(_) => ply as Score - WIN,
                None => -self.contempt,
            };
        }
        if depth == 0 {
            return self.game.evaluate(position, self.team, 0, &mut G::Accumulators::default());
        }
        let key = self.game.board_key(position);
        if ply > 0 && self.path.contains(&key) {
            return -self.contempt;
        }
        let seat = rules.to_move(position).expect("it goes on");
        let is_ours = team_of(&rules.seats(), seat) == Some(self.team);
        let mut moves = MoveList::new();
        rules.generate(position, &mut moves);
        self.path.push(key);
        let values: Vec<Score> = moves
            .iter()
            .map(|mv| self.value(&rules.play(position, mv).expect("generated moves are legal"), depth - 1, ply + 1))
            .collect();
        self.path.pop();
        let best = if is_ours { values.iter().max() } else { values.iter().min() };
        *best.expect("a position that goes on has moves")
    }
}

/// Counts sequences of turns with the moves that the search makes, and checks that captures are legal moves, slots
/// are within their range, and keys depend on the turn.
pub(crate) fn count_turns<G: SearchGame>(game: &G, position: &str, depth: u32) -> u64 {
    let position = game.rules().read_position(position).unwrap_or_else(|error| panic!("{position}: {error}"));
    let occurred = FxHashMap::default();
    let search = Search::new(game, rules::Team(0), &occurred, Style::default(), &Limits::nodes(1));
    count_from(&search, &position, depth)
}

fn count_from<G: SearchGame>(search: &Search<'_, G>, position: &Position<G>, depth: u32) -> u64 {
    let (game, rules) = (search.game, search.game.rules());
    let (mut moves, mut captures) = (MoveList::new(), MoveList::new());
    rules.generate(position, &mut moves);
    if !moves.is_empty() {
        game.generate_captures(position, &mut captures);
        assert!(captures.iter().all(|mv| moves.contains(mv)), "captures at {position}");
    }
    let key = game.board_key(position);
    let count_after = |mv| {
        assert!(usize::from(game.slot(mv)) < SLOTS, "the slot of {mv}");
        let next = search.make(position, mv);
        assert_ne!(game.board_key(&next), key, "{mv} at {position}");
        // A turn counts once it is finished or has ended the game.
        let is_turn = !rules.is_mid_turn(&next) || rules.to_move(&next).is_none();
        match depth - u32::from(is_turn) {
            0 => 1,
            left => count_from(search, &next, left),
        }
    };
    moves.iter().map(count_after).sum()
}

/// After some random turns, compares the scores of both at each depth, and the value of the chosen move.
pub(crate) fn agrees_with_minimax<G: SearchGame>(game: &G, setup: &str, steps: usize, depth: u32) {
    let rules = game.rules();
    let mut position = rules.start();
    let mut rng = SeededRng::new(steps as u64);
    for _ in 0..steps {
        let moves = rules.legal_moves(&position);
        let next = rules.play(&position, &moves[rng.below(moves.len())]).expect("generated moves are legal");
        if rules.outcome(&next).is_some() {
            break;
        }
        position = next;
    }
    let team = team_of(&rules.seats(), rules.to_move(&position).expect("it goes on")).expect("every seat has a team");
    let occurred = FxHashMap::default();
    for depth in 1..=depth {
        let style = Style { prunes: false, contempt: 7, ..Style::default() };
        let found = Search::new(game, team, &occurred, style, &Limits::depth(depth)).run(&position, depth);
        let mut minimax = Minimax { game, team, contempt: 7, path: Vec::new() };
        let value = minimax.value(&position, depth, 0);
        assert_eq!(found.score, value, "{setup}, depth {depth}, at {position}");
        let best = found.line.first().expect("a move");
        let after = rules.play(&position, best).expect("a legal move");
        minimax.path.push(game.board_key(&position));
        assert_eq!(minimax.value(&after, depth - 1, 1), value, "{setup}: the value of {best} at {position}");
        assert!(found.line.len() <= depth as usize, "{setup}: {:?}", found.line);
        // A forced result needs no deeper search.
        assert!(found.depth == depth || value.abs() >= FORCED, "{setup}: depth {} of {depth}", found.depth);
    }
}

#[test]
fn a_threat_that_is_overlooked_costs_nothing() {
    // White can eject both marbles at the rim, and Black saves one of them.
    let game = Searched::new(Abalone::standard());
    let position = game.rules().read_position("5/6/7/8/bww3wwb/8/7/6/bbb2 b 0-0 0").expect("a position line");
    let occurred = FxHashMap::default();
    let score = |overlooked| {
        let style = Style { overlooked, ..Style::default() };
        Search::new(&game, Team(0), &occurred, style, &Limits::depth(2)).run(&position, 2).score
    };
    assert!(score(100) > score(0), "{} and {}", score(100), score(0));
}
