//! Grand Abalone: published perft counts, a reference program, and invariants.

use rules::conformance::{SeededRng, check};
use rules::games::abalone::{Abalone, Move};
use rules::games::grand_abalone::{GrandAbalone, GrandPosition};
use rules::record::{GameResult, Record, fen};
use rules::{AnyGame as _, Color, EndReason, Game, Outcome, Ruleset, Team, open, open_at};

use crate::reference::grand;

const START: &str = "bb2ww/bbb1www/1bb2ww1/9/ww6bb/www5bbb/ww6bb/9/1bb2ww1/bbb1www/bb2ww b 0-0 0";

fn rules(setup: &str) -> GrandAbalone {
    setup.parse().expect("a setup")
}

#[test]
fn the_first_turn_has_93_moves_as_in_playstrategy() {
    let game = open("grand-abalone").expect("a setup");
    assert_eq!(game.position(), START);
    assert_eq!((game.setup(), game.perft(1), game.perft(2)), ("grand-abalone".to_owned(), 93, 815_157));

    let rules = rules("grand-abalone");
    let moves = rules.legal_moves(&rules.start());
    let is_inline = |mv: &&Move| matches!(mv, Move::Inline { .. });
    assert_eq!((moves.len(), moves.iter().filter(is_inline).count()), (93, 75));
    let alone =
        |mv: &&Move| rules::games::abalone::judge(&rules, &rules.start(), **mv).is_ok_and(|effect| effect.own == 1);
    assert_eq!(moves.iter().filter(alone).count(), 33);
}

#[test]
fn the_first_turn_has_one_move_and_later_turns_two() {
    let mut game = open("grand-abalone").expect("a setup");
    assert_eq!(game.play("a1b2,b2c3").expect_err("one move").code, "too-many-moves");
    assert_eq!(game.play("A1-B2"), Ok("a1b2".to_owned()));
    assert_eq!(game.to_move().map(|seat| seat.0), Some(1));
    assert_eq!(game.play("k11j10").expect_err("half a turn").code, "turn-unfinished");
    assert_eq!(game.after("k11j10").expect("a beginning").partial_turn().as_deref(), Some("k11j10"));
    assert_eq!(game.play("k11j10,j11i10"), Ok("k11j10,j11i10".to_owned()));
    assert_eq!((game.ply(), game.to_move().map(|seat| seat.0)), (2, Some(0)));
}

#[test]
fn four_marbles_move_and_push_three() {
    // One row: row f, a move, and the row after it or the code of the refusal.
    for (row, mv, expected) in [
        ("bbbb7", "f1f2", "1bbbb6"),
        ("bbbbb6", "f1f2", "too-long"),
        ("bbbbb6", "f2f3", "b1bbbb5"),
        ("bbbbwww4", "f1f2", "1bbbbwww3"),
        ("4bbbbwww", "f5f6", "5bbbbww"),
        ("bbbbwwww3", "f1f2", "pac"),
        ("bbbbwwwww2", "f1f2", "three-cannot-be-pushed"),
        ("bbbww6", "f1f2", "1bbbww5"),
        ("bbbwww5", "f1f2", "pac"),
        ("bbww7", "f1f2", "pac"),
        ("bbbbwwb4", "f1f2", "own-marble-behind"),
        ("7bbbb", "f8f9", "own-ejection"),
    ] {
        let line = format!("6/7/8/9/10/{row}/10/9/8/7/6 b 0-0 2");
        let game = open_at("grand-abalone", &line).expect(&line);
        let found = match game.after(mv) {
            Ok(after) => after.position().split('/').nth(5).expect("a row").to_owned(),
            Err(refusal) => refusal.code.to_owned(),
        };
        assert_eq!(found, expected, "{row} {mv}");
    }
    let refusal = open_at("grand-abalone", "6/7/8/9/10/bbbbb6/10/9/8/7/wwwwww b 0-0 2").expect("a line").after("f1f2");
    assert_eq!(refusal.err().expect("five").text, "5 marbles are too many: a move takes four at most");
    let sideways = open_at("grand-abalone", "6/7/8/9/10/bbbb7/10/9/8/7/wwwwww b 0-0 2").expect("a line");
    assert!(sideways.legal_moves().contains(&"f1f4g2".to_owned()));
}

#[test]
fn ten_ejections_win_on_the_first_of_two_moves() {
    let mut game = open_at("grand-abalone", "6/7/8/9/10/7bbbw/10/9/8/7/wwwwww b 0-9 2").expect("a line");
    assert_eq!(game.play("f8f9"), Ok("f8f9".to_owned()));
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(Team(0)), reason: EndReason::Target }));
}

#[test]
fn options_are_the_target_and_a_sprint_of_turns() {
    assert_eq!(
        open("grand-abalone target=20 sprint=25").expect("a setup").setup(),
        "grand-abalone target=20 sprint=25"
    );
    assert_eq!(open("grand-abalone target=10").expect("a setup").setup(), "grand-abalone");
    assert_eq!(open("grand-abalone target=21").err().expect("too many").code, "bad-value");
    for option in ["layout=standard", "turn=single", "crown=on", "seats=3", "obstacles=f6", "phase=in"] {
        let refusal = open(&format!("grand-abalone {option}")).err().expect(option);
        assert!(["unknown-option", "contradiction"].contains(&refusal.code), "{option}: {refusal}");
    }
    assert_eq!(open("grand-abalone").expect("a setup").diagram().sides[0].target, Some(10));
    let diagram = open("grand-abalone sprint=20").expect("a setup").diagram();
    assert_eq!((diagram.moves_left, diagram.boards[0].hex().map(|board| board.side)), (Some(vec![20, 20]), Some(6)));
    assert!("grand-abalone".parse::<Abalone>().is_err() && "abalone".parse::<GrandAbalone>().is_err());
}

/// A game after this many random turns.
fn random(seed: u64, turns: u32) -> Game<GrandAbalone> {
    let rules = rules("grand-abalone target=3");
    let mut rng = SeededRng::new(seed);
    let mut game = Game::new(rules.clone());
    while game.outcome().is_none() && (game.ply() < turns || game.partial_turn().is_some()) {
        let moves = rules.legal_moves(game.position_value());
        game.play_move(&moves[rng.below(moves.len())]).expect("legal");
    }
    game
}

#[test]
fn generated_moves_are_those_of_the_reference_program() {
    for seed in 0..40 {
        let rules = rules("grand-abalone");
        let mut rng = SeededRng::new(seed);
        let mut position = rules.start();
        for _ in 0..120 {
            if rules.outcome(&position).is_some() {
                break;
            }
            let moves = rules.legal_moves(&position);
            let texts = moves.iter().map(ToString::to_string).collect();
            let board = grand::read(&position.to_string());
            assert_eq!(board.texts(), texts, "{position}");
            // Contact is rare on so large a board, so prefer pushes.
            let pushes: Vec<_> = moves.iter().filter(|mv| rules.tags(&position, mv).contains(&"push")).collect();
            let mv = if pushes.is_empty() { moves[rng.below(moves.len())] } else { *pushes[rng.below(pushes.len())] };
            position = rules.play(&position, &mv).expect("legal");
        }
    }
}

#[test]
fn the_reference_program_agrees_with_the_perft_file() {
    let rows = include_str!("../../data/perft.tsv").lines().filter(|line| line.starts_with("grand-abalone"));
    let mut checked = 0;
    for line in rows {
        let parts: Vec<&str> = line.split('\t').collect();
        let [setup, position, depth, count] = parts[..] else { panic!("not four columns: {line}") };
        let (depth, count): (u32, u64) = (depth.parse().expect("a depth"), count.parse().expect("a count"));
        let rules = rules(setup);
        let start = rules.read_position(position).expect("a position line");
        assert_eq!(rules::games::abalone::perft::perft(&rules, &start, depth), count, "{line}");
        // Optimized, the reference program counts the rest in a minute.
        if count < if cfg!(debug_assertions) { 100_000 } else { 3_000_000 } {
            assert_eq!(rules::perft::perft(&rules, &start, depth), count, "{line}");
            assert_eq!(grand::read(position).perft(depth, u32::from(rules.target())), count, "{line}");
            checked += 1;
        }
    }
    assert!(checked >= 6, "{checked}");
}

#[test]
fn grand_abalone_keeps_the_invariants() {
    let mut ended = 0;
    for (setup, plies) in [("grand-abalone", 60), ("grand-abalone target=1", 400), ("grand-abalone sprint=20", 60)] {
        for seed in 0..10 {
            ended += check(&rules(setup), seed, plies).unwrap_or_else(|problem| panic!("{problem}")).ended;
        }
    }
    assert!(ended >= 10, "{ended}");
}

#[test]
fn position_lines_have_runs_of_two_digits() {
    for line in ["6/7/8/9/10/11/bb8/w8/8/7/6 w 4-0 3", "6/7/8/9/10/b10/wb8/9/8/7/6 b 0-2 7 half=own calm=2"] {
        assert_eq!(open_at("grand-abalone", line).expect(line).position(), line);
    }
}

#[test]
fn playstrategy_lists_round_trip() {
    for seed in 0..20 {
        let mut game = Game::new(rules("grand-abalone"));
        let mut rng = SeededRng::new(seed);
        let mut turns = Vec::new();
        for _ in 0..12 {
            let (offered, _) = game.turns(2_000);
            turns.push(game.play(&offered[rng.below(offered.len())]).expect("legal"));
        }
        let record = Record::new("grand-abalone", None, turns.clone()).with_result(GameResult::Open);
        let uci = record.playstrategy().expect("a true game");
        let again: Record = uci.parse().expect("our own list");
        assert_eq!((again.setup(), again.position()), ("grand-abalone", None), "{uci}");
        assert_eq!(again.canonical().expect("a true game").moves(), turns);
        assert!(record.apgn().is_err());
    }
}

#[test]
fn the_fen_of_playstrategy_reads_back() {
    let start = "SS2ss/SSS1sss/1SS2ss1/9/ss6SS/sss5SSS/ss6SS/9/1SS2ss1/SSS1sss/SS2ss 0 0 b 0 1 1";
    assert_eq!(fen::write(&rules("grand-abalone").start()), start);
    for seed in 0..20 {
        let position = *random(seed, seed as u32).position_value();
        let read: GrandPosition = fen::read_as(&fen::write(&position)).expect("our own FEN");
        assert_eq!(read, position);
        assert_eq!(read.turn() == Color::White, position.ply() % 2 == 1);
    }
}

#[test]
fn rotated_and_mirrored_positions_have_as_many_moves() {
    let board = rules::board::hex::Hexagon::GRAND;
    for seed in 0..30 {
        let rules = rules("grand-abalone");
        let game = random(seed, 20);
        let position = game.position_value();
        let moves = rules.legal_moves(position).len();
        assert_eq!(rules.legal_moves(&position.map_cells(|cell| board.rotated(cell))).len(), moves);
        assert_eq!(rules.legal_moves(&position.map_cells(|cell| board.mirrored(cell))).len(), moves);
    }
}
