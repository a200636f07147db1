//! What must hold for Fliporona, on seeded random matches and against a program that shares nothing with the library; and
//! that no text, however broken, is more than refused.

use std::collections::BTreeSet;
use std::time::Instant;

use proptest::prelude::*;
use rules::conformance::{Chance, check};
use rules::fanorona::{Direction, Point};
use rules::fliporona::{Fliporona, Move, Position, Takes};
use rules::record::{GameResult, Record};
use rules::{Match, Ruleset, open, open_at};

mod plain;

/// A position with 365,463 turns.
const RICH: &str = "w1www1www/bw2w1w2/wwb2w2w/bww2w2w/b1wwwwwww b 61";
/// The longest of them.
const LONG: &str = "c3d4-e3-d2+c3-d3-d4+c4-c3+d2-d3-e3+f4+g3-h4+h3-g3-g2-h2-g3-g2+h2+h3-";

#[test]
fn two_hundred_random_matches_keep_the_promises() {
    let (mut ended, mut plies) = (0, 0);
    for seed in 1..=200 {
        let tried = check(&Fliporona, seed, 400).unwrap_or_else(|broken| panic!("{broken}"));
        ended += tried.ended;
        plies += tried.plies;
    }
    assert!(ended > 150 && plies > 10_000, "{ended} ended, {plies} plies");
}

/// Positions met in random play, in the middle of turns too.
fn positions(seed: u64) -> Vec<Position> {
    let mut chance = Chance::new(seed);
    let mut met = Vec::new();
    for _ in 0..40 {
        let mut table = Match::new(Fliporona);
        loop {
            let moves = Fliporona.legal_moves(table.position_value());
            if moves.is_empty() || table.play_move(&moves[chance.below(moves.len())]).is_err() {
                break;
            }
            if chance.below(5) == 0 {
                met.push(*table.position_value());
            }
        }
    }
    assert!(met.iter().any(|position| position.chain().is_some()));
    met
}

#[test]
fn the_turns_are_those_of_the_plain_program() {
    let mut compared = 0;
    for position in positions(1).into_iter().filter(|position| position.chain().is_none()) {
        let (board, own, ply) = plain::fliporona::read(&position.to_string());
        let mut plain = plain::fliporona::turns(&board, own, ply);
        if Fliporona.outcome(&position).is_some() || plain.len() > 2_000 {
            continue;
        }
        let mut table = open_at("fliporona", &position.to_string()).expect("our own line");
        let (turns, more) = table.turns(2_000);
        let known: BTreeSet<&str> = turns.iter().map(String::as_str).collect();
        assert_eq!((known.len(), more), (turns.len(), false), "{position}");
        assert_eq!(known, plain.iter().map(|(text, _)| text.as_str()).collect(), "{position}");
        let (text, after) = plain.swap_remove(plain.len() / 2);
        assert_eq!(table.play(&text), Ok(text.clone()), "{position}");
        assert_eq!(plain::fliporona::read(&table.position()).0, after, "{text} at {position}");
        compared += turns.len();
    }
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn what_is_judged_legal_is_generated_and_nothing_else() {
    let both = [Takes::Approach, Takes::Withdrawal];
    let mut every = vec![Move::Stop];
    for to in Point::all() {
        every.push(Move::Place(to));
        every.extend(both.map(|takes| Move::GoOn { to, takes }));
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

/// Where a symmetry carries points and directions.
type Map = (fn(Point) -> Point, fn(Direction) -> Direction);

#[test]
fn turning_and_mirroring_the_board_changes_nothing_else() {
    let across = |way: Direction| Direction::ALL[(12 - way as usize) % 8];
    let maps: [Map; 3] = [
        (Point::turned, Direction::opposite),
        (Point::mirrored, across),
        (|point| point.turned().mirrored(), |way| Direction::ALL[(8 - way as usize) % 8]),
    ];
    for position in positions(3) {
        for (map, ways) in maps {
            let carried = position.carried(map, ways);
            let moves = Fliporona.legal_moves(&position);
            assert_eq!(moves.len(), Fliporona.legal_moves(&carried).len(), "{position}");
            for mv in moves {
                let there = match mv {
                    Move::Place(point) => Move::Place(map(point)),
                    Move::Slide { from, to } => Move::Slide { from: map(from), to: map(to) },
                    Move::Hop { from, to, takes } => Move::Hop { from: map(from), to: map(to), takes },
                    Move::GoOn { to, takes } => Move::GoOn { to: map(to), takes },
                    Move::Stop => Move::Stop,
                };
                let after = Fliporona.play(&position, &mv).expect("legal").carried(map, ways);
                assert_eq!(Fliporona.play(&carried, &there), Ok(after), "{mv} as {there} at {position}");
            }
        }
    }
}

#[test]
fn the_colors_are_alike_once_all_pieces_are_placed() {
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
fn nothing_waits_for_all_chains_of_a_rich_position() {
    let table = open_at("fliporona", RICH).expect("a position");
    let quick = |what: &str, run: &dyn Fn()| {
        let begun = Instant::now();
        run();
        assert!(begun.elapsed().as_millis() < 50, "{what}: {:?}", begun.elapsed());
    };
    quick("turns", &|| assert_eq!(table.turns(25).0.len(), 25));
    quick("completion", &|| assert!(!table.complete("c3d4+", 25).is_empty()));
    quick("steps", &|| assert!(table.legal_moves().len() < 100));
    quick("play", &|| {
        let mut table = open_at("fliporona", RICH).expect("a position");
        assert_eq!(table.play(LONG), Ok(LONG.to_owned()));
    });
    quick("a turn begun", &|| assert!(!table.complete(&LONG[..50], 25).is_empty()));
    quick("refusal", &|| {
        let mut table = open_at("fliporona", RICH).expect("a position");
        assert_eq!(table.play(&format!("{LONG}a1+")).expect_err("no such step").code, "not-adjacent");
    });
}

#[test]
fn an_imported_record_is_the_exported_match() {
    for seed in 0..40 {
        let mut chance = Chance::new(seed);
        // Every fourth one begins in the middle.
        let start = (seed % 4 == 0).then_some(RICH);
        let mut table = Record::new("fliporona", start, Vec::new()).open().expect("a start");
        let mut moves = Vec::new();
        for _ in 0..chance.below(200) {
            // Turns of many steps, chosen step by step.
            let mut text = String::new();
            loop {
                let begun = table.after(&text).expect("legal");
                let steps = begun.legal_moves();
                if steps.is_empty() || (!text.is_empty() && begun.begun().is_none()) {
                    break;
                }
                let step = &steps[chance.below(steps.len())];
                if step == "stop" {
                    break;
                }
                text += step;
            }
            if text.is_empty() {
                break;
            }
            assert_eq!(table.play(&text), Ok(text.clone()));
            moves.push(text);
        }
        let result = match table.outcome().map(|outcome| outcome.winner) {
            None => GameResult::Open,
            Some(None) => GameResult::Draw,
            Some(Some(team)) => [GameResult::First, GameResult::Second][usize::from(team.0)],
        };
        let record = Record::new("fliporona", start, moves).with_tag("White", "Ada").with_result(result);
        assert!(record.apgn().is_err(), "APGN has no place for it");
        let again: Record = record.to_string().parse().expect("our own record");
        assert_eq!(again, record);
        assert_eq!(again.replay().expect("a true match").position(), table.position());
    }
}

proptest! {
    #[test]
    fn no_turn_text_panics(text in "\\PC{0,60}", rich in any::<bool>()) {
        let mut table = if rich { open_at("fliporona", RICH) } else { open("fliporona") }.expect("a position");
        let before = table.position();
        if table.play(&text).is_err() {
            prop_assert_eq!(table.position(), before);
        }
        let _ = table.complete(&text, 25);
    }

    #[test]
    fn text_that_looks_like_a_turn_is_played_or_refused(text in "@?([a-j][0-6][ >:x→-]?[+-]?){0,6}( stop)?", chain in any::<bool>()) {
        let rich = open_at("fliporona", RICH).expect("a position");
        let mut table = if chain { rich.after("c3d4+").expect("legal") } else { rich };
        let _ = table.complete(&text, 25);
        if let Ok(begun) = table.after(&text) {
            prop_assert_eq!(table.after(&text.to_uppercase()).expect("in any case").position(), begun.position());
        }
        if let Ok(notation) = table.play(&text) {
            prop_assert!(table.ply() == 62, "{} became {}", text, notation);
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
            if let Ok(table) = open_at("fliporona", &line) {
                let printed = table.position();
                prop_assert_eq!(open_at("fliporona", &printed).expect("our own line").position(), printed);
                prop_assert_eq!(table.outcome().is_some(), table.legal_moves().is_empty());
            }
        }
    }
}
