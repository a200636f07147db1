//! Invariants of every setup on seeded random playouts, and the safe refusal of arbitrary text.

use proptest::prelude::*;
use rules::conformance::check;
use rules::games::abalone::{Abalone, layouts};
use rules::record::{GameResult, Record, check as check_records, fen};
use rules::{Ruleset as _, open, open_at};

#[test]
fn every_setup_keeps_the_invariants() {
    let two = layouts().iter().filter(|layout| layout.seats == 2);
    let setups = two.map(|layout| format!("abalone layout={}", layout.name)).chain(
        ["abalone target=1", "abalone sprint=20", "abalone layout=atomouche target=12 sprint=30"].map(str::to_owned),
    );
    let (mut ended, mut plies) = (0, 0);
    for (seed, setup) in (1..).zip(setups) {
        let rules: Abalone = setup.parse().expect("a setup");
        let plies_at_most = if setup.contains("layout") { 80 } else { 2_000 };
        let summary = check(&rules, seed, plies_at_most).unwrap_or_else(|broken| panic!("{broken}"));
        ended += summary.ended;
        plies += summary.plies;
    }
    assert!(ended >= 3 && plies > 3_000, "{ended} ended, {plies} plies");
}

#[test]
fn the_fen_of_playstrategy_reads_back() {
    for position in super::covering::positions(&Abalone::standard(), 5, 100) {
        let again = fen::read(&fen::write(&position)).expect("our own FEN");
        assert_eq!(again.to_string(), position.to_string());
    }
}

#[test]
fn records_of_other_programs_are_read() {
    // The example of the APGN description.
    let text = "[Event \"MIGS 29813\"]\n[Date \"2016.09.19\"]\n[Black \"abbelgriebsch\"]\n[White \"budgie\"]\n\
        [Variant \"belgian\"]\n[Result \"1-0\"]\n[Termination \"Au score\"]\n[Notation \"Aba-Pro\"]\n[Plies \"84\"]\n\
        [Source \"MIGS\"]\n\n1. i9h8 i6h6 2. i8h7 {a [comment]\nover two lines} a5b5 (2... a5b6 (x)) 3. h8g7! h6g5 $1 1-0\n";
    let record: Record = text.parse().expect("APGN");
    assert_eq!(record.setup(), "abalone layout=belgian-daisy");
    assert_eq!(record.moves(), ["i9h8", "i6h6", "i8h7", "a5b5", "h8g7", "h6g5"]);
    assert_eq!(record.replay().expect("a true game").ply(), 6);
    let studied = "[Variant \"custom\"]\n[SetUp \"1\"]\n[Position \"5/6/7/8/bbw6/8/7/6/5-5b4w b\"]\n\n1. e1e2 *\n";
    let record: Record = studied.parse().expect("APGN");
    assert_eq!(record.replay().expect("true").position(), "5/6/7/8/1bbw5/8/7/6/5 w 5-4 1 calm=1");
    // A number may be attached to the following word, even to a result.
    let glued: Record = "1.a1b2 1...i5h5! 2.1-0".parse().expect("a record");
    assert_eq!((glued.moves().len(), glued.result()), (2, GameResult::First));
    assert_eq!(
        "1. a1b2 )(".parse::<Record>().expect_err("no move").to_string(),
        "the variation that begins on line 1 never ends"
    );
    assert_eq!("1. a1b2 ) *".parse::<Record>().expect_err("no move").to_string(), "`)` is no move");
    let nacre = "[Notation \"Nacre\"]\n\n1.a1d4 2. *";
    assert_eq!(nacre.parse::<Record>().expect("Nacre").canonical().expect("true").moves(), ["a1b2"]);
}

#[test]
fn each_invalid_record_of_a_file_is_reported() {
    let text = "[Black \"a\"]\n\n1. a1b2 i5h5 *\n\n[Black \"b\"]\n\n1. a1b2 a2b3 *\n\n[Black c]\n\n1. a1b2 *\n\n[Result \"1-0\"]\n\n1. a1b2 0-1\n\n\
        [Setup \"chess\"]\n\n*\n\n[Variant \"custom\"]\n\n1. a1b2 *\n\n[Black \"d\"]\n\n1. a1b2 {never closed";
    let report = check_records(text);
    let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    assert_eq!(
        (report.games, report.plies, failures),
        (
            7,
            2,
            [
                "game 2 (line 7): move 2 `a2b3`: the marble on a2 is not yours",
                "game 3: line 9 is no tag such as [Black \"Ada\"]",
                "game 4 (line 13): the tag Result says 1-0, the moves end with 0-1",
                "game 5 (line 17): I do not know the game `chess`",
                "game 6 (line 21): the variant is custom, and there is no tag Position",
                "game 7: the comment that begins on line 27 never ends",
            ]
            .map(str::to_owned)
            .to_vec()
        )
    );
    assert_eq!("".parse::<Record>().expect_err("nothing").to_string(), "there is no game in this text");
}

proptest! {
    #[test]
    fn text_that_looks_like_a_move_is_played_or_refused(text in "[a-i][0-9][ x>:→-]{0,2}[a-i]?[0-9]?(ne|nw|e|w|se|sw)?[a-i]?[0-9]?") {
        let mut game = open("abalone layout=belgian-daisy").expect("a setup");
        let legal = game.legal_moves();
        if let Ok(notation) = game.play(&text) {
            prop_assert!(legal.contains(&notation), "{} became {}", text, notation);
        }
    }

    #[test]
    fn no_position_line_panics(text in "[bwn0-9/ ]{0,90}") {
        let _ = open_at("abalone", &text);
        let _ = fen::read(&text);
    }

    #[test]
    fn position_lines_read_back(cells in proptest::collection::vec(0..3_u8, 61), white in any::<bool>(), lost in (0..6_u8, 0..6_u8), ply in 0..1000_u32, calm in 0..400_u32) {
        let mut rows = Vec::new();
        let mut cells = cells.into_iter();
        for width in [5, 6, 7, 8, 9, 8, 7, 6, 5] {
            rows.push(cells.by_ref().take(width).map(|cell| ["1", "b", "w"][usize::from(cell)]).collect::<String>());
        }
        let calm = if calm == 0 { String::new() } else { format!(" calm={calm}") };
        let line = format!("{} {} {}-{} {ply}{calm}", rows.join("/"), if white { "w" } else { "b" }, lost.0, lost.1);
        let game = open_at("abalone", &line).expect("a position");
        let printed = game.position();
        prop_assert_eq!(open_at("abalone", &printed).expect("our own line").position(), printed);
        prop_assert_eq!(game.outcome().is_some(), game.legal_moves().is_empty());
    }

    #[test]
    fn setup_lines_read_back(layout in 0..71_usize, target in 1..=13_u8, sprint in proptest::option::of(20..=30_u8)) {
        let sprint = sprint.map_or_else(|| "off".to_owned(), |moves: u8| moves.to_string());
        if let Ok(rules) = format!("abalone layout={} target={target} sprint={sprint}", layouts()[layout].name).parse::<Abalone>() {
            prop_assert_eq!(rules.setup().parse(), Ok(rules));
        }
    }

    #[test]
    fn no_record_panics(text in "(\\[[A-Za-z]{1,8} \"[ -~]{0,20}\"\\]\n){0,4}\n?[ -~\n]{0,200}") {
        let _ = check_records(&text);
        if let Ok(record) = text.parse::<Record>() {
            prop_assert_eq!(record.to_string().parse(), Ok(record));
        }
    }
}

#[test]
fn annotations_and_commas_after_a_move_are_ignored() {
    for text in ["a1b2!,\nc3d4", "a1b2,! c3d4?", "1. a1b2!?, 2. c3d4,,"] {
        let record: Record = text.parse().expect("two moves");
        assert_eq!(record.moves(), ["a1b2", "c3d4"], "{text:?}");
    }
}
