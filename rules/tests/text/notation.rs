//! Moves in other programs' notations: every legal move of some positions in four spellings, and one complete
//! tournament game. The data file names its sources.

use rules::games::abalone::{Abalone, perft as fast};
use rules::record::{Record, RecordError};
use rules::{AnyGame, Game, Ruleset};
use serde_json::Value;

fn data() -> Value {
    serde_json::from_str(include_str!("../data/notation.json")).expect("JSON")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// A `PlayStrategy` FEN, with or without its last two fields.
fn from_fen(fen: &str) -> rules::games::abalone::Position {
    let full = if fen.split(' ').count() == 4 { format!("{fen} 0 1") } else { fen.to_owned() };
    rules::record::fen::read(&full).expect("a FEN")
}

fn same_board(position: &rules::games::abalone::Position, fen: &str) -> bool {
    rules::record::fen::write(position).starts_with(&format!("{fen} "))
}

#[test]
fn every_legal_move_is_read_in_four_spellings() {
    let rules = Abalone::standard();
    let data = data();
    let positions = data["positions"].as_array().expect("positions");
    assert_eq!(positions.len(), 7);
    for entry in positions {
        let position = from_fen(text(&entry["fen"]));
        let moves = entry["moves"].as_array().expect("moves");
        let mut expected: Vec<&str> = moves.iter().map(|row| text(&row["abapro"])).collect();
        expected.sort_unstable();
        let mut generated: Vec<String> = rules.legal_moves(&position).iter().map(ToString::to_string).collect();
        generated.sort_unstable();
        assert_eq!(generated, expected, "{}", entry["id"]);
        assert_eq!(fast::perft(&rules, &position, 1), expected.len() as u64);
        for row in moves {
            for spelling in ["abapro", "abapro_alt", "nacre", "playstrategy_uci"] {
                let Some(written) = row[spelling].as_str() else { continue };
                for written in [written.to_owned(), written.to_uppercase(), spaced(written)] {
                    let mv = rules.read_move(&position, &written);
                    let mv = mv.unwrap_or_else(|error| panic!("{} {spelling} {written}: {error}", entry["id"]));
                    assert_eq!(mv.to_string(), text(&row["abapro"]), "{} {spelling} {written}", entry["id"]);
                }
                assert!(
                    rules
                        .spellings(&position, &rules.read_move(&position, written).expect("legal"))
                        .contains(&written.to_owned())
                );
            }
            let mv = rules.read_move(&position, text(&row["abapro"])).expect("legal");
            let tags = rules.tags(&position, &mv);
            assert_eq!(tags.contains(&"push"), row["pushed"] != 0, "{mv}");
            assert_eq!(tags.contains(&"eject"), row["ejects"] == true, "{mv}");
            assert!(tags.contains(&text(&row["kind"])), "{mv}");
            let after = rules.play(&position, &mv).expect("legal");
            assert!(same_board(&after, text(&row["fen_after"])), "{mv} of {}", entry["id"]);
        }
    }
}

/// Spreads `a1b2` to ` a1 - b2 >`.
fn spaced(written: &str) -> String {
    let cells: Vec<&str> = (0..written.len() / 2).map(|index| &written[2 * index..2 * index + 2]).collect();
    format!(" {} >", cells.join(" - "))
}

#[test]
fn the_final_of_2015_is_replayed() {
    let data = data();
    let game = &data["games"][0];
    let mut replayed = Game::new("abalone layout=belgian-daisy".parse::<Abalone>().expect("a setup"));
    let rules = replayed.rules().clone();
    let moves = game["moves_abapro"].as_array().expect("moves");
    assert_eq!(moves.len(), 115);
    let checkpoints = game["fen_after_each_10_plies"].as_array().expect("positions");
    let mut checked = 0;
    for (index, mv) in moves.iter().enumerate() {
        assert!(replayed.outcome().is_none());
        rules.read_move(replayed.position_value(), text(mv)).expect("a legal move");
        replayed.play(text(mv)).expect("a legal move");
        if (index + 1) % 10 == 0 {
            assert!(same_board(replayed.position_value(), text(&checkpoints[index / 10])), "after {}", index + 1);
            checked += 1;
        }
    }
    assert_eq!(checked, 11);
    assert!(same_board(replayed.position_value(), text(&game["final_fen"])));
}

#[test]
fn a_fen_round_trips_through_its_position() {
    let rows = "5/6/7/8/SS1ss4/8/7/6/5";
    for (written, line) in [
        (format!("{rows} 3 2 w 7 12"), "5/6/7/8/bb1ww4/8/7/6/5 w 2-3 23 calm=7"),
        (format!("{rows} 3 2 b 0 12"), "5/6/7/8/bb1ww4/8/7/6/5 b 2-3 22"),
        (format!("{rows} 0 61 b"), "5/6/7/8/bb1ww4/8/7/6/5 b 61-0 0"),
        (format!("{rows} 0 0 w 4"), "5/6/7/8/bb1ww4/8/7/6/5 w 0-0 1 calm=4"),
    ] {
        let position = rules::record::fen::read(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(position.to_string(), line);
        assert!(rules::record::fen::write(&position).starts_with(&written));
    }
    for (written, sentence) in [
        (String::new(), "the position line ends before its rows"),
        (rows.to_owned(), "the position line ends before its marbles ejected by Black"),
        (format!("{rows} 62 0 b"), "`62` is no valid marbles ejected by Black of a position"),
        (format!("{rows} 0 62 b"), "`62` is no valid marbles ejected by White of a position"),
        (format!("{rows} 0 0"), "the position line ends before its color to move"),
        (format!("{rows} 0 0 s"), "`s` is no valid color to move of a position"),
        (format!("{rows} 0 0 b x"), "`x` is no valid plies since an ejection of a position"),
        (format!("{rows} 0 0 b 0 x"), "`x` is no valid move number of a position"),
        (format!("{rows} 0 0 b 0 1 x"), "`x` is not known in a position of this game"),
    ] {
        assert_eq!(rules::record::fen::read(&written).expect_err(&written).to_string(), sentence);
    }
}

#[test]
fn apgn_has_a_place_for_two_players_one_move_and_a_bare_board() {
    let apgn = |setup: &str| format!("[Setup \"{setup}\"]\n\n*\n").parse::<Record>().expect(setup).apgn().map(|_| ());
    for setup in ["abalone", "abalone sprint=20", "abalone layout=star target=4", "abalone handicap=black:2"] {
        assert_eq!(apgn(setup), Ok(()), "{setup}");
    }
    for option in [
        "turn=double",
        "turn=mixed",
        "triangles=on",
        "colors=one",
        "crown=on",
        "placement=on",
        "obstacles=e5",
        "holes=e5",
        "pivot=e5",
        "ball=e5",
        "seats=3",
        "seats=4",
        "seats=2x2",
        "seats=2x2x2",
    ] {
        assert_eq!(apgn(&format!("abalone {option}")), Err(RecordError::NoApgn), "{option}");
    }
    assert_eq!(apgn("fliporona"), Err(RecordError::NoApgn));
}
