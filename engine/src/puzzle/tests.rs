//! The shipped puzzles, and small positions that can be checked by eye.

use rules::Ruleset as _;
use rules::games::abalone::Abalone;

use super::{CheckError, Goal, Puzzle, Verdict, count_solutions, prove, puzzles};
use crate::{Engine, Level, Limits, Question};

const LIMIT: u64 = 1_000_000;

fn count(position: &str, goal: Goal, moves: u8) -> Option<usize> {
    let rules = Abalone::standard();
    let position = rules.read_position(position).expect("a position line");
    count_solutions(&rules, &position, goal, moves, 10, LIMIT)
}

fn prove_line(position: &str, goal: Goal, moves: u8) -> Option<String> {
    let rules = Abalone::standard();
    let position = rules.read_position(position).expect("a position line");
    let proof = prove(&rules, &position, goal, moves, LIMIT)?;
    Some(proof.line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}

/// Two marbles push the last one that is needed.
const ONE_WIN: &str = "5/6/7/8/6bbw/8/7/6/5 b 0-5 0";
/// The win is possible with three marbles, and with the first two of them.
const TWO_WINS: &str = "5/6/7/8/5bbbw/8/7/6/5 b 0-5 0";
/// White ejects in return.
const EXCHANGE: &str = "5/6/7/8/6bbw/7w/6w/6/5 b 0-0 0";

/// White's last marble is in the corner, with one empty cell next to it.
const NO_MOVE: &str = "5/6/7/8/9/8/2b4/b5/wb3 b 0-0 0";

#[test]
fn a_position_with_one_winning_turn_is_a_puzzle() {
    assert_eq!(prove_line(ONE_WIN, Goal::Win, 1).as_deref(), Some("e7e8"));
    assert_eq!(prove_line(ONE_WIN, Goal::Marble, 1).as_deref(), Some("e7e8"));
}

#[test]
fn a_position_with_two_winning_turns_is_none() {
    assert_eq!(count(TWO_WINS, Goal::Win, 1), Some(2));
    assert_eq!(prove_line(TWO_WINS, Goal::Win, 1), None);
}

#[test]
fn a_goal_that_is_reached_sooner_makes_no_longer_puzzle() {
    assert_eq!(prove_line(ONE_WIN, Goal::Win, 2), None);
}

#[test]
fn a_marble_that_is_lost_in_return_is_not_won() {
    assert_eq!(count(EXCHANGE, Goal::Marble, 1), Some(0));
    let without_return = EXCHANGE.replace("6w", "7");
    assert_eq!(count(&without_return, Goal::Marble, 1), Some(1));
}

#[test]
fn who_leaves_the_opponent_without_a_move_has_won() {
    for goal in [Goal::Win, Goal::Marble] {
        assert_eq!(prove_line(NO_MOVE, goal, 1).as_deref(), Some("c3b2"));
    }
}

#[test]
fn a_proof_beyond_its_limit_is_none() {
    let rules = Abalone::standard();
    assert_eq!(count_solutions(&rules, &rules.start(), Goal::Marble, 2, 2, 10), None);
    assert_eq!(count_solutions(&rules, &rules.start(), Goal::Marble, 1, 2, 10), Some(0));
}

#[test]
fn there_are_hundreds_of_puzzles_numbered_from_1() {
    assert!(puzzles().len() >= 400, "only {}", puzzles().len());
    for (number, puzzle) in (1..).zip(puzzles()) {
        assert_eq!(puzzle.number, number);
        assert_eq!(puzzle.solution.len() + 1, 2 * usize::from(puzzle.moves), "puzzle {number}");
        assert!((600.0..=2_200.0).contains(&puzzle.rating), "puzzle {number}");
    }
}

#[test]
fn every_goal_is_reached_in_one_two_and_three_own_turns() {
    for (goal, least) in [(Goal::Win, 5), (Goal::Marble, 50)] {
        for moves in 1..=3 {
            let count = puzzles().iter().filter(|puzzle| (puzzle.goal, puzzle.moves) == (goal, moves)).count();
            assert!(count >= least, "{count}: {goal} in {moves}");
        }
    }
}

#[test]
fn the_engine_begins_most_puzzles_like_the_solution() {
    let sample: Vec<_> = puzzles().iter().step_by(10).collect();
    let begins_right = |puzzle: &&&Puzzle| {
        let engine = Engine::open(puzzle.setup, Level::STRONGEST).expect("a setup");
        let question = Question { start: Some(puzzle.position), ..Question::default() };
        engine.judge(&question, &Limits::nodes(20_000)).expect("a turn").turn == puzzle.solution[0]
    };
    let count = sample.iter().filter(begins_right).count();
    // All of them when they were made; a better evaluation may find other turns.
    assert!(count * 10 >= sample.len() * 8, "{count} of {}", sample.len());
}

#[test]
fn no_position_is_two_puzzles() {
    let boards: std::collections::HashSet<_> = puzzles().iter().map(|puzzle| rows(puzzle.position)).collect();
    assert_eq!(boards.len(), puzzles().len());
}

fn rows(position: &str) -> String {
    position.split(' ').take(2).collect()
}

#[test]
fn every_solution_is_a_legal_line_that_reaches_its_goal() {
    for puzzle in puzzles() {
        let mut game =
            rules::open_at(puzzle.setup, puzzle.position).unwrap_or_else(|error| panic!("{error}: {puzzle:?}"));
        let solver = usize::from(game.to_move().expect("somebody is on turn").0);
        let lead = |game: &dyn rules::AnyGame| {
            let sides = game.diagram().sides;
            i32::from(sides[solver].ejected) - i32::from(sides[1 - solver].ejected)
        };
        let before = lead(&*game);
        for turn in &puzzle.solution {
            let played = game.play(turn).unwrap_or_else(|error| panic!("{turn}: {error}: {puzzle:?}"));
            assert_eq!(played, *turn, "canonical: {puzzle:?}");
        }
        let has_won =
            game.outcome().and_then(|outcome| outcome.winner).is_some_and(|team| usize::from(team.0) == solver);
        match puzzle.goal {
            Goal::Win => assert!(has_won, "{puzzle:?}"),
            Goal::Marble => assert!(has_won || lead(&*game) > before, "{puzzle:?}"),
        }
    }
}

#[test]
fn a_sample_of_the_puzzles_is_proven_again() {
    let sample: Vec<_> = puzzles().iter().step_by(20).collect();
    assert!(sample.len() >= 10);
    for puzzle in sample {
        assert_eq!(puzzle.check(u64::MAX), Ok(()), "{puzzle:?}");
    }
}

#[test]
fn a_puzzle_with_another_solution_is_found_out() {
    let puzzle = puzzles().iter().find(|puzzle| puzzle.moves == 2).expect("most have two turns");
    let game = rules::open_at(puzzle.setup, puzzle.position).expect("a puzzle opens");
    let other = game.legal_moves().into_iter().find(|turn| turn != puzzle.solution[0]).expect("there is a choice");
    let wrong = Puzzle { solution: vec![other.leak()], moves: 1, ..puzzle.clone() };
    assert_eq!(wrong.check(LIMIT), Err(CheckError::Unproven));
    let unreadable = Puzzle { solution: vec!["a1a1"], moves: 1, ..puzzle.clone() };
    assert!(matches!(unreadable.check(LIMIT), Err(CheckError::Refused(_))));
}

#[test]
fn turns_are_judged() {
    let puzzle = puzzles().iter().find(|puzzle| puzzle.moves == 2).expect("most have two turns");
    let judge = |turns: &[&str]| puzzle.judge(&turns.iter().map(|turn| (*turn).to_owned()).collect::<Vec<_>>());
    let [first, reply, last] = puzzle.solution[..] else { panic!("{puzzle:?}") };
    assert_eq!(judge(&[first]), Ok(Verdict::GoOn { reply: reply.to_owned() }));
    assert_eq!(judge(&[first, last]), Ok(Verdict::Solved));
    assert_eq!(judge(&[]), Ok(Verdict::Wrong));

    let mut game = rules::open_at(puzzle.setup, puzzle.position).expect("a puzzle opens");
    let wrong = game.legal_moves().into_iter().find(|turn| turn != first).expect("there is a choice");
    assert_eq!(judge(&[&wrong]), Ok(Verdict::Wrong));
    assert_eq!(judge(&[&wrong, last]), Ok(Verdict::Wrong));
    game.play(first).and_then(|_| game.play(reply)).expect("the line is legal");
    let wrong = game.legal_moves().into_iter().find(|turn| turn != last).expect("there is a choice");
    assert_eq!(judge(&[first, &wrong]), Ok(Verdict::Wrong));

    assert!(judge(&["a1a1"]).is_err(), "no turn");
    assert!(judge(&[first, "a1a1"]).is_err(), "no turn");
}
