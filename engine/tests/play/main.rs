//! The engine through its public interface.

mod setups;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use engine::{Engine, FORCED, Level, Limits, Question, Thought, serve};
use rules::rng::SeededRng;
use rules::{Refusal, Seat, Team};

fn think(setup: &str, start: Option<&str>, turns: &[&str], limits: &Limits) -> Result<Thought, Refusal> {
    let turns: Vec<String> = turns.iter().map(|turn| (*turn).to_owned()).collect();
    Engine::open(setup, Level::STRONGEST)?.think(&Question { start, turns: &turns, seed: 1 }, limits)
}

#[test]
fn every_game_is_played_to_its_end() {
    for setup in setups::SETUPS {
        let level = Level::new(2).expect("a level");
        let engine = Engine::open(setup, level).unwrap_or_else(|refusal| panic!("{setup}: {refusal}"));
        let mut game = rules::open(setup).expect("a setup");
        let mut turns = Vec::new();
        while game.to_move().is_some() && turns.len() < 120 {
            let question = Question { start: None, turns: &turns, seed: turns.len() as u64 };
            let thought =
                engine.think(&question, &Limits::nodes(60)).unwrap_or_else(|refusal| panic!("{setup}: {refusal}"));
            let canonical = game.play(&thought.turn).unwrap_or_else(|refusal| panic!("{setup}: {refusal}"));
            assert_eq!(canonical, thought.turn, "{setup}");
            turns.push(canonical);
        }
    }
}

#[test]
fn the_same_question_gets_the_same_answer() {
    for number in [1, 5, 11] {
        let level = Level::new(number).expect("a level");
        let engine = Engine::open("abalone layout=belgian-daisy", level).expect("a setup");
        let turns = ["a1b2".to_owned()];
        let question = Question { start: None, turns: &turns, seed: 7 };
        let first = engine.think(&question, &Limits::nodes(5_000)).expect("a move");
        assert_eq!(engine.think(&question, &Limits::nodes(5_000)), Ok(first));
    }
}

#[test]
fn a_marble_that_wins_is_pushed_out_and_the_line_shows_it() {
    let position = "5/6/7/8/5bbbw/8/3w3/6/5 b 5-5 80";
    let thought = think("abalone", Some(position), &[], &Limits::nodes(2_000)).expect("a move");
    assert!(["e6e7", "e7e8"].contains(&thought.turn.as_str()), "{thought:?}");
    assert!(thought.score >= FORCED && thought.line == [thought.turn.clone()], "{thought:?}");
}

#[test]
fn who_is_behind_repeats_the_position_and_who_is_ahead_does_not() {
    // Black is four marbles ahead, and the third occurrence of the position is one move away.
    let position = "5/2w3/2www2/3ww3/9/3bb3/2bbb2/1bbbb1/bb3";
    let thought = |line: &str, turns: &[&str], draw: &str| {
        let start = format!("{position} {line}");
        let mut game = rules::open_at("abalone", &start).expect("a position");
        for turn in turns {
            game.play(turn).expect("legal");
        }
        game.play(draw).expect("legal");
        assert_eq!(game.outcome().map(|outcome| outcome.winner), Some(None), "{draw} draws");
        think("abalone", Some(&start), turns, &Limits::nodes(20_000)).expect("a move").turn
    };
    let white = thought("b 0-4 40", &["a1b1", "h6i6", "b1a1", "i6h6", "a1b1", "h6i6", "b1a1"], "i6h6");
    assert_eq!(white, "i6h6");
    let black = thought("w 0-4 41", &["h6i6", "a1b1", "i6h6", "b1a1", "h6i6", "a1b1", "i6h6"], "b1a1");
    assert_ne!(black, "b1a1");
}

#[test]
fn a_judge_takes_a_draw_for_an_even_game() {
    // White is four marbles behind, and one move makes the third occurrence of the position.
    let start = "5/2w3/2www2/3ww3/9/3bb3/2bbb2/1bbbb1/bb3 b 0-4 40";
    let turns = ["a1b1", "h6i6", "b1a1", "i6h6", "a1b1", "h6i6", "b1a1"].map(str::to_owned);
    let question = Question { start: Some(start), turns: &turns, seed: 0 };
    let engine = Engine::open("abalone", Level::STRONGEST).expect("a setup");
    assert_eq!(engine.judge(&question, &Limits::nodes(20_000)).map(|thought| thought.score), Ok(0));
    assert!(engine.think(&question, &Limits::nodes(20_000)).is_ok_and(|thought| thought.score < 0));
}

#[test]
fn who_is_ahead_tries_something_where_nothing_happens() {
    // Two closed groups, White nearer to the center.
    let still = |calm: u32| format!("5/2www1/1wwwww1/2wwww2/3wwb3/2bbbb2/1bbbbb1/1bbbb1/5 w 0-0 {calm} calm={calm}");
    let engine = Engine::open("abalone", Level::STRONGEST).expect("a setup");
    let [before, after] = [10, 60].map(|calm| {
        let start = still(calm);
        let (question, limits) = (Question { start: Some(&start), ..Question::default() }, Limits::nodes(5_000));
        (engine.think(&question, &limits).expect("a move"), engine.judge(&question, &limits).expect("a move"))
    });
    assert_eq!(before.0, before.1);
    assert_eq!(before.1, after.1, "a judge sees the same however long nothing was ejected");
    assert_ne!(after.0, after.1);
}

#[test]
fn who_is_ahead_in_notalone_brings_the_sisters_together() {
    let start = "3ww/wwwwww/1nwww2/8/9/8/2bbbn1/bbbbbb/bbbbb b 0-3 2 sis=c6:-,g4:-";
    let engine = Engine::open("notalone", Level::new(10).expect("a level")).expect("a setup");
    for seed in 0..4 {
        let (mut game, mut turns) = (rules::open_at("notalone", start).expect("a position"), Vec::new());
        let mut rng = SeededRng::new(seed);
        while let Some(seat) = game.to_move() {
            let turn = if seat == Seat(0) {
                let question = Question { start: Some(start), turns: &turns, seed };
                engine.think(&question, &Limits::nodes(1_000)).expect("a move").turn
            } else {
                let moves = game.legal_moves();
                moves[rng.below(moves.len())].clone()
            };
            turns.push(game.play(&turn).expect("legal"));
            assert!(turns.len() < 60, "{}", turns.join(" "));
        }
        assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(Team(0)));
    }
}

#[test]
fn what_cannot_be_answered_is_refused_with_its_reason() {
    let refused = |setup: &str, start: Option<&str>, turns: &[&str]| {
        think(setup, start, turns, &Limits::nodes(100)).expect_err("refused").code
    };
    assert_eq!(refused("go", None, &[]), "unknown-game");
    assert_eq!(refused("abalone layout=none", None, &[]), "unknown-layout");
    assert_eq!(refused("abalone", Some("5/6/7/8/9/8/7/6/5"), &[]), "bad-position");
    assert_eq!(refused("abalone", None, &["a1a2"]), "too-long");
    assert_eq!(refused("abalone", Some("5/6/7/8/bbw6/8/7/6/5 b 6-0 80"), &[]), "game-over");
    assert_eq!((Level::new(0), Level::new(12)), (None, None));
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    let limits = Limits::depth(60);
    limits.stop.store(true, Ordering::Relaxed);
    let start = Instant::now();
    let thought = think("abalone", None, &[], &limits).expect("a move even then");
    assert!(start.elapsed() < Duration::from_secs(5) && thought.nodes < 10_000, "{thought:?}");
    let start = Instant::now();
    think("abalone", None, &[], &Limits::time(Duration::from_millis(50))).expect("a move");
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn lines_of_positions_are_answered_with_moves() {
    let engine = Engine::open("abalone", Level::STRONGEST).expect("a setup");
    let ask = |input: &str| {
        let mut output = Vec::new();
        let ended = serve(&engine, &Limits::nodes(300), 1, input.as_bytes(), &mut output);
        (String::from_utf8(output).expect("text"), ended.map_err(|error| error.to_string()))
    };
    let (moves, ended) =
        ask("start\n\nstart moves a1b2\nwwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0 moves a1b2 i5h5\n");
    assert_eq!((moves.lines().count(), ended), (3, Ok(())));
    let (answers, ended) = ask("start\nnonsense\nstart\nstart moves a1a2\n");
    let answers: Vec<_> = answers.lines().collect();
    let is_refused: Vec<_> = answers.iter().map(|answer| answer.starts_with("error: ")).collect();
    assert_eq!(is_refused, [false, true, false, true], "{answers:?}");
    assert!(ended.is_err_and(|error| error.starts_with("line 2: ")));
}
