//! Passes in records: a seat without a legal move keeps its column, is written `--`, and is read back.

use rules::record::{Document, Record, check};
use rules::rng::SeededRng;
use rules::{AnyGame, Seat, open};

/// Three players: White cannot move until another player opens a corner.
const WALLED_IN: &str = "abalone seats=3 obstacles=c1+d2+e3+f4+g5+h6+i7";

fn walled_in() -> Record {
    let moves = ["a1b2", "e8d7", "a4a3", "f8e7"].map(str::to_owned).to_vec();
    Record::new(WALLED_IN, None, moves).with_tag("Black", "Ada").with_tag("White", "Bruno").with_tag("Red", "Cleo")
}

fn list(record: &Record) -> String {
    let text = record.to_string();
    text.split_once("\n\n").expect("tags and moves").1.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_seat_that_passes_keeps_its_column() {
    assert_eq!(list(&walled_in()), "1. a1b2 -- 2. e8d7 3. a4a3 -- 4. f8e7 *");
    let mut game = open(WALLED_IN).expect("a setup");
    let mut turns = vec![(game.turn_index(), game.to_move())];
    for text in walled_in().moves() {
        game.play(text).expect("legal");
        turns.push((game.turn_index(), game.to_move()));
        assert_eq!(game.diagram().turn_index, game.turn_index());
    }
    let (black, red) = (Some(Seat(0)), Some(Seat(2)));
    assert_eq!(turns, [(0, black), (2, red), (3, black), (5, red), (6, black)]);
    assert_eq!(game.ply(), 4);
}

#[test]
fn passes_are_read_back_in_every_form_and_may_be_left_out() {
    let record = walled_in();
    let text = record.to_string();
    assert_eq!(text.parse().as_ref(), Ok(&record));
    assert_eq!(text.replace(" --", "").parse().as_ref(), Ok(&record));
    let json = Document::from(record.clone()).json_with_positions().expect("a true game");
    assert!(json.contains(r#"{"seat":1,"move":"--"}"#), "{json}");
    let document: Document = json.parse().expect("our own");
    assert_eq!(document.record(), &record);
    let pass = "    {\"seat\":1,\"move\":\"--\"},\n";
    assert_eq!(json.replace(pass, "").parse().as_ref(), Ok(&document));
    // A game that begins in the middle of a round.
    let later = record.replay().expect("true");
    let start = Record::new(WALLED_IN, None, record.moves()[..3].to_vec()).replay().expect("true").full_position();
    let rest = Record::new(WALLED_IN, Some(&start), record.moves()[3..].to_vec());
    assert_eq!(rest.replay().expect("true").full_position(), later.full_position());
    assert_eq!(list(&rest), "1. f8e7 *");
    assert_eq!(rest.to_string().parse().as_ref(), Ok(&rest));
    assert_eq!(rest.to_string().replace("1. ", "1. -- -- ").parse().as_ref(), Ok(&rest));
}

#[test]
fn a_pass_that_the_rules_do_not_know_is_refused() {
    let text = walled_in().to_string();
    for (from, to, problem) in [
        ("a1b2 --", "-- a1b2", "before move 1 there are 1 passes (`--`), by the rules there are 0"),
        ("a1b2 --", "a1b2 -- --", "before move 2 there are 2 passes (`--`), by the rules there are 1"),
        ("e8d7 3.", "e8d7 -- 3.", "before move 3 there are 1 passes (`--`), by the rules there are 0"),
        ("f8e7 *", "f8e7 -- *", "before move 5 there are 1 passes (`--`), by the rules there are 0"),
    ] {
        let spoiled = text.replace(from, to);
        assert_ne!(spoiled, text, "{from}");
        assert_eq!(spoiled.parse::<Record>().map_err(|error| error.to_string()), Err(problem.to_owned()));
        let failures = check(&spoiled).failures;
        assert!(failures.len() == 1 && failures[0].to_string().ends_with(problem), "{failures:?}");
    }
    let error = "1. a1b2 -- 2. c3d4".parse::<Record>().expect_err("nobody passes").to_string();
    assert_eq!(error, "before move 2 there are 1 passes (`--`), by the rules there are 0");
    let json = Document::from(walled_in()).json().expect("true");
    for (to, problem) in [
        (r#"{"seat":2,"move":"--"}"#, "move 2 is told of seat 2, by the rules it is seat 1 that plays it"),
        (
            r#"{"seat":1,"move":"--","at":"2026-11-21T09:00:00Z"}"#,
            "the pass (`--`) before move 2 has more than its seat",
        ),
    ] {
        let spoiled = json.replacen(r#"{"seat":1,"move":"--"}"#, to, 1);
        assert_eq!(spoiled.parse::<Document>().map_err(|error| error.to_string()), Err(problem.to_owned()));
    }
}

#[test]
fn of_two_players_one_has_placed_all_marbles_first() {
    let setup = "abalone placement=on handicap=white:2";
    let mut game = open(setup).expect("a setup");
    let moves: Vec<String> = (0..28)
        .map(|_| {
            let (moves, _) = game.turns(1);
            game.play(&moves[0]).expect("legal")
        })
        .collect();
    let record = Record::new(setup, None, moves);
    let text = list(&record);
    assert!(text.contains("12. @") && text.matches("--").count() == 2, "{text}");
    assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
}

/// A random game, and the number of turns made by the seat whose column they are in.
fn random_game(setup: &str, seed: u64) -> (Record, usize) {
    let mut rng = SeededRng::new(seed);
    let mut game: Box<dyn AnyGame> = open(setup).expect("a setup");
    let (mut moves, mut passes, mut before) = (Vec::new(), 0, None);
    while moves.len() < 120 {
        let (turns, _) = game.turns(200);
        let (Some(seat), false) = (game.to_move(), turns.is_empty()) else { break };
        let turn = game.turn_index();
        assert_eq!(turn as usize % game.seats().len(), usize::from(seat.0), "{setup}, seed {seed}");
        passes += before.map_or(0, |before| turn - before - 1) as usize;
        before = Some(turn);
        moves.push(game.play(&turns[rng.below(turns.len())]).expect("legal"));
    }
    let record = Record::new(setup, None, moves);
    let result = game.outcome().map(|end| rules::record::GameResult::of(end.winner, &game.seats()));
    (result.map_or(record.clone(), |result| record.with_result(result)), passes)
}

#[test]
fn random_games_with_passes_round_trip() {
    let walls = ["c1+d2+e3+f4+g5+h6+i7", "b5+c6+d7+e8+f8+g8", "d5+d6+e4+e6+f5+f6+c4+g6"];
    let mut met = 0;
    for seats in ["3", "4", "6"] {
        for (seed, walls) in (0..).zip(walls.iter().cycle()).take(24) {
            let setup = format!("abalone seats={seats} sprint=20 obstacles={walls}");
            if open(&setup).is_err() {
                continue;
            }
            let (record, passes) = random_game(&setup, seed);
            met += passes;
            assert_eq!(record.to_string().matches("--").count(), passes, "{record}");
            assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
            let json = Document::from(record.clone()).json_with_positions().expect("true");
            assert_eq!(json.parse::<Document>().expect("our own").record(), &record);
        }
    }
    assert!(met > 100, "{met} passes");
}
