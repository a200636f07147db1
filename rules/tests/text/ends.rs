//! Ends of records: the result must be that of the rules, and moves after the end are refused with the reason.

use rules::record::{Document, Failure, GameResult, Reader, Record, RecordError};

/// Black has ejected the only marble that is needed.
const DECIDED: &str = "[Setup \"abalone target=1\"]\n[Position \"5/6/7/8/bbw6/8/7/6/5 b 0-1 20\"]\n";
const SHUFFLE: &str = "1. c5c6 g5g4 2. c6c5 g4g5 3. c5c6 g5g4 4. c6c5 g4g5";

fn first(text: &str) -> Result<Document, Failure> {
    Reader::new("abalone").games(text).next().expect("a game")
}

#[test]
fn a_decided_game_is_not_open() {
    let decided = |end: &str| format!("{DECIDED}{end}");
    for open in ["[Result \"*\"]\n\n*\n", "\n*\n"] {
        let failure = first(&decided(open)).expect_err("open").to_string();
        assert_eq!(failure, "game 1 (line 1): the record says *, by the rules it is 1-0");
    }
    let json = r#"{"format":"sumito-game/1","setup":"abalone target=1","position":"5/6/7/8/bbw6/8/7/6/5 b 0-1 20",
        "seats":[{"color":"black","team":0},{"color":"white","team":1}],"result":"*","moves":[]}"#;
    let failure = first(json).expect_err("open").to_string();
    assert_eq!(failure, "game 1 (line 1): the record says *, by the rules it is 1-0");
    assert_eq!(first(&json.replace("\"*\"", "\"1-0\"")).map(|game| game.record().result()), Ok(GameResult::First));
    // Moves without a result get the result of the rules.
    assert_eq!(first(&decided("\n")).map(|game| game.record().result()), Ok(GameResult::First));
    assert_eq!(first("a1b2").map(|game| game.record().tag("Result").map(str::to_owned)), Ok(Some("*".to_owned())));
    assert_eq!(first(&format!("{SHUFFLE}\n")).map(|game| game.record().result()), Ok(GameResult::Draw));
}

#[test]
fn a_record_without_a_result_stays_without() {
    let record: Record = "1. a1b2 i5h5".parse().expect("a list");
    assert_eq!((record.tag("Result"), record.result()), (None, GameResult::Open));
    assert_eq!(record.to_string(), "[Setup \"abalone\"]\n\n1. a1b2 2. i5h5\n");
    assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
}

#[test]
fn a_move_behind_a_repetition_is_refused_with_the_move_that_drew() {
    let failure = first(&format!("{SHUFFLE}\n5. c5c6 *")).expect_err("over");
    let message = "game 1 (line 2): move 9 `c5c6` comes after the end: drawn by repetition at move 8";
    assert_eq!(failure.to_string(), message);
    let three =
        "[Setup \"abalone seats=3 target=1\"]\n[Position \"2b2/6/7/8/wrr6/8/7/6/5 r 0-0-0 0\"]\n\n1. e3e2 2. i7i8 *\n";
    let failure = first(three).expect_err("over").to_string();
    assert!(failure.ends_with("move 2 `i7i8` comes after the end: won by red at move 1"), "{failure}");
    let end = format!("{DECIDED}\n20. e2e3 *");
    let failure = first(&end).expect_err("over").to_string();
    assert!(failure.ends_with("`e2e3` comes after the end: won by black before the first move"), "{failure}");
}

#[test]
fn a_game_of_a_site_without_the_repetition_rule_is_read_on_request() {
    let text = format!("[Result \"*\"]\n\n{SHUFFLE} 5. c5c6 *");
    assert!(matches!(first(&text), Err(Failure { problem: RecordError::Over { number: 9, .. }, .. })));
    let reader = Reader::new("abalone").ignoring_repetition();
    let game = reader.games(&text).next().expect("a game").expect("nine moves");
    assert_eq!((game.record().moves().len(), game.record().result()), (9, GameResult::Open));
    // It can be written in every form, and documents are read the same way.
    assert!(game.record().apgn().is_ok() && game.record().playstrategy().is_ok());
    let json = game.json_with_positions().expect("nine moves");
    assert!(first(&json).is_err());
    assert_eq!(reader.games(&json).next().expect("a game").as_ref(), Ok(&game));
    assert_eq!(reader.games(&game.record().to_string()).next().expect("a game").as_ref(), Ok(&game));
}
