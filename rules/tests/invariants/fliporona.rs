//! Invariants of Fliporona, on seeded random matches and against a program that shares no code with the library, and
//! the safe refusal of arbitrary text.

use std::collections::BTreeSet;
use std::time::Instant;

use proptest::prelude::*;
use rules::board::fanorona::{Direction, Point};
use rules::conformance::{SeededRng, check};
use rules::games::fliporona::{Capture, Fliporona, Move, Position};
use rules::{Game, Ruleset, open_at};

/// A position with 365,463 turns.
const RICH: &str = "w1www1www/bw2w1w2/wwb2w2w/bww2w2w/b1wwwwwww b 61";
/// The longest turn of [`RICH`].
const LONG: &str = "c3d4-e3-d2+c3-d3-d4+c4-c3+d2-d3-e3+f4+g3-h4+h3-g3-g2-h2-g3-g2+h2+h3-";

#[test]
fn two_hundred_random_games_keep_the_invariants() {
    let (mut ended, mut plies) = (0, 0);
    for seed in 1..=200 {
        let summary = check(&Fliporona, seed, 400).unwrap_or_else(|broken| panic!("{broken}"));
        ended += summary.ended;
        plies += summary.plies;
    }
    assert!(ended > 150 && plies > 10_000, "{ended} ended, {plies} plies");
}

/// Positions of random play, including the middle of turns.
fn positions(seed: u64) -> Vec<Position> {
    let mut rng = SeededRng::new(seed);
    let mut met = Vec::new();
    for _ in 0..40 {
        let mut game = Game::new(Fliporona);
        loop {
            let moves = Fliporona.legal_moves(game.position_value());
            if moves.is_empty() || game.play_move(&moves[rng.below(moves.len())]).is_err() {
                break;
            }
            if rng.below(5) == 0 {
                met.push(*game.position_value());
            }
        }
    }
    assert!(met.iter().any(|position| position.chain().is_some()));
    met
}

#[test]
fn the_turns_equal_those_of_the_reference_program() {
    let mut compared = 0;
    for position in positions(1).into_iter().filter(|position| position.chain().is_none()) {
        let (board, own, ply) = crate::reference::fliporona::read(&position.to_string());
        let mut plain = crate::reference::fliporona::turns(&board, own, ply);
        if Fliporona.outcome(&position).is_some() || plain.len() > 2_000 {
            continue;
        }
        let mut game = open_at("fliporona", &position.to_string()).expect("our own line");
        let (turns, more) = game.turns(2_000);
        let texts: BTreeSet<&str> = turns.iter().map(String::as_str).collect();
        assert_eq!((texts.len(), more), (turns.len(), false), "{position}");
        assert_eq!(texts, plain.iter().map(|(text, _)| text.as_str()).collect(), "{position}");
        let (text, after) = plain.swap_remove(plain.len() / 2);
        assert_eq!(game.play(&text), Ok(text.clone()), "{position}");
        assert_eq!(crate::reference::fliporona::read(&game.position()).0, after, "{text} at {position}");
        compared += turns.len();
    }
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn generated_moves_are_exactly_the_legal_moves() {
    let both = [Capture::Approach, Capture::Withdrawal];
    let mut every = vec![Move::Stop];
    for to in Point::all() {
        every.push(Move::Place(to));
        every.extend(both.map(|takes| Move::Continue { to, takes }));
        for from in Point::all() {
            every.push(Move::Slide { from, to });
            every.extend(both.map(|takes| Move::Hop { from, to, takes }));
        }
    }
    for position in positions(2) {
        let texts = |moves: &[Move]| moves.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
        let legal: Vec<Move> = every.iter().copied().filter(|mv| Fliporona.play(&position, mv).is_ok()).collect();
        assert_eq!(texts(&Fliporona.legal_moves(&position)), texts(&legal), "{position}");
    }
}

/// The maps of points and directions of a symmetry.
type Map = (fn(Point) -> Point, fn(Direction) -> Direction);

#[test]
fn rotated_and_mirrored_positions_have_rotated_and_mirrored_moves() {
    let across = |way: Direction| Direction::ALL[(12 - way as usize) % 8];
    let maps: [Map; 3] = [
        (Point::rotated, Direction::opposite),
        (Point::mirrored, across),
        (|point| point.rotated().mirrored(), |way| Direction::ALL[(8 - way as usize) % 8]),
    ];
    for position in positions(3) {
        for (map, ways) in maps {
            let carried = position.map_cells(map, ways);
            let moves = Fliporona.legal_moves(&position);
            assert_eq!(moves.len(), Fliporona.legal_moves(&carried).len(), "{position}");
            for mv in moves {
                let there = match mv {
                    Move::Place(point) => Move::Place(map(point)),
                    Move::Slide { from, to } => Move::Slide { from: map(from), to: map(to) },
                    Move::Hop { from, to, takes } => Move::Hop { from: map(from), to: map(to), takes },
                    Move::Continue { to, takes } => Move::Continue { to: map(to), takes },
                    Move::Stop => Move::Stop,
                };
                let after = Fliporona.play(&position, &mv).expect("legal").map_cells(map, ways);
                assert_eq!(Fliporona.play(&carried, &there), Ok(after), "{mv} as {there} at {position}");
            }
        }
    }
}

#[test]
fn swapping_colors_swaps_the_moves_once_all_pieces_are_placed() {
    for position in positions(4).into_iter().filter(|position| !position.is_placing()) {
        let swap = |letter: char| match letter {
            'w' => 'b',
            'b' => 'w',
            letter => letter,
        };
        let line = position.to_string();
        let (board, chain) =
            line.split_once(" chain=").map_or((line.as_str(), None), |(board, chain)| (board, Some(chain)));
        let swapped = board.chars().map(swap).collect::<String>()
            + &chain.map_or_else(String::new, |chain| format!(" chain={chain}"));
        let swapped = Fliporona.read_position(&swapped).expect("a position line");
        assert_eq!(Fliporona.legal_moves(&position), Fliporona.legal_moves(&swapped), "{line}");
    }
}

#[test]
fn no_call_enumerates_all_chains_of_a_rich_position() {
    let game = open_at("fliporona", RICH).expect("a position");
    let quick = |what: &str, run: &dyn Fn()| {
        let timer = Instant::now();
        run();
        assert!(timer.elapsed().as_millis() < 50, "{what}: {:?}", timer.elapsed());
    };
    quick("turns", &|| assert_eq!(game.turns(25).0.len(), 25));
    quick("completion", &|| assert!(!game.complete("c3d4+", 25).is_empty()));
    quick("steps", &|| assert!(game.legal_moves().len() < 100));
    quick("play", &|| {
        let mut game = open_at("fliporona", RICH).expect("a position");
        assert_eq!(game.play(LONG), Ok(LONG.to_owned()));
    });
    quick("a turn begun", &|| assert!(!game.complete(&LONG[..50], 25).is_empty()));
    quick("refusal", &|| {
        let mut game = open_at("fliporona", RICH).expect("a position");
        assert_eq!(game.play(&format!("{LONG}a1+")).expect_err("no such step").code, "not-adjacent");
    });
}

proptest! {
    #[test]
    fn text_that_looks_like_a_turn_is_played_or_refused(text in "@?([a-j][0-6][ >:x→-]?[+-]?){0,6}( stop)?", chain in any::<bool>()) {
        let rich = open_at("fliporona", RICH).expect("a position");
        let mut game = if chain { rich.after("c3d4+").expect("legal") } else { rich };
        let _ = game.complete(&text, 25);
        if let Ok(partial) = game.after(&text) {
            prop_assert_eq!(game.after(&text.to_uppercase()).expect("in any case").position(), partial.position());
        }
        if let Ok(notation) = game.play(&text) {
            prop_assert!(game.ply() == 62, "{} became {}", text, notation);
        }
    }

    #[test]
    fn no_position_line_panics(text in "[bw1-9/]{0,50}( [bw] [0-9]{1,3}( chain=[a-i][1-5]:[nesw]{1,2})?)?") {
        let _ = open_at("fliporona", &text);
    }

    #[test]
    fn position_lines_read_back(cells in proptest::collection::vec(0..3_u8, 45), white in any::<bool>(), ply in 44..1000_u32, at in 0..45_usize, way in 0..8_usize) {
        let rows: Vec<String> = cells.chunks(9).map(|row| row.iter().map(|&cell| ["1", "b", "w"][usize::from(cell)]).collect()).collect();
        let line = format!("{} {} {ply}", rows.join("/"), if white { "w" } else { "b" });
        let chain = format!("{line} chain={}:{}", Point::all().nth(at).expect("a point"), Direction::ALL[way]);
        for line in [line, chain] {
            if let Ok(game) = open_at("fliporona", &line) {
                let printed = game.position();
                prop_assert_eq!(open_at("fliporona", &printed).expect("our own line").position(), printed);
                prop_assert_eq!(game.outcome().is_some(), game.legal_moves().is_empty());
            }
        }
    }
}
