//! The match on two boards: who sits where, what decides it, and the promises.

use rules::conformance::check;
use rules::table::EndReason;
use rules::two_boards::TwoBoards;
use rules::{Outcome, Team, open, open_at};

/// The seats of these rounds, and the board of each turn.
fn order(setup: &str, turns: usize) -> String {
    let mut table = open(setup).expect(setup);
    let names = ["B1", "W1", "B2", "W2"];
    let turn = |_| {
        let seat = names[usize::from(table.to_move().expect("going on").0)];
        let turn = table.turns(1).0.remove(0);
        table.play(&turn).expect("legal");
        format!("{seat}@{}", &turn[..1])
    };
    (0..turns).map(turn).collect::<Vec<_>>().chunks(4).map(|round| round.join(" ")).collect::<Vec<_>>().join(", ")
}

#[test]
fn players_change_boards_after_each_round() {
    // The same two meet again on the other board.
    assert_eq!(order("abalone seats=2x2x2", 12), "B1@1 B2@2 W1@1 W2@2, B1@2 B2@1 W1@2 W2@1, B1@1 B2@2 W1@1 W2@2");
    // Black's change after even rounds, White's after odd ones: the opponents change.
    assert_eq!(
        order("abalone seats=2x2x2 phase=counter", 20),
        "B1@1 B2@2 W1@1 W2@2, B1@1 B2@2 W1@2 W2@1, B1@2 B2@1 W1@2 W2@1, B1@2 B2@1 W1@1 W2@2, B1@1 B2@2 W1@1 W2@2"
    );
    assert_eq!(order("abalone seats=2x2x2 turn=double", 4), "B1@1 B2@2 W1@1 W2@2");
}

const BOARD: &str = "5/6/7/8/6bbw/8/7/6/w4 b 0-0 4";
const OTHER: &str = "5/6/7/8/3bb4/8/7/6/w4 b 1-2 4";

#[test]
fn a_move_names_its_board_or_means_the_one_of_the_player() {
    let start = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0";
    let mut table = open("abalone seats=2x2x2").expect("a setup");
    assert_eq!(table.position(), format!("{start} ; {start}"));
    assert_eq!(table.play("2:a1b2").expect_err("Black 1 sits at board 1").code, "other-board");
    assert_eq!(table.play("A1 b2"), Ok("1:a1b2".to_owned()));
    assert_eq!(table.play("2: a1 b2"), Ok("2:a1b2".to_owned()));
    assert!(table.legal_moves().iter().all(|mv| mv.starts_with("1:")));
    assert_eq!(table.complete("i5h5", 3)[0].notation, "1:i5h5");
    let diagram = table.diagram();
    assert_eq!((diagram.boards.len(), diagram.active, diagram.sides.len(), diagram.places.len()), (2, 0, 2, 4));
    let last = |board: usize| diagram.boards[board].hex().expect("a hexagon").last.len();
    assert_eq!((last(0), last(1)), (0, 1));
    let mut double = open("abalone seats=2x2x2 turn=double").expect("a setup");
    assert_eq!(double.play("1:a1b2,b2c3"), Ok("1:a1b2,b2c3".to_owned()));
    // A beginning and a step of the list make a turn again.
    let begun = double.after("2:a1b2").expect("a beginning");
    let step = begun.legal_moves().remove(0);
    assert_eq!(double.play(&format!("2:a1b2{}{step}", begun.joint())), Ok(format!("2:a1b2,{}", &step[2..])));
}

#[test]
fn when_one_board_has_ended_the_partners_alternate_on_the_other() {
    let mut table = open_at("abalone seats=2x2x2 target=1", &format!("{BOARD} ; 5/6/7/8/3bb3w/8/7/6/w4 b 0-0 4"))
        .expect("two boards");
    // The second round is over: Black 1 is back at board 1, and wins it.
    assert_eq!(table.play("e7e8"), Ok("1:e7e8".to_owned()));
    assert_eq!((table.outcome(), table.diagram().active), (None, 1));
    let mut seats = Vec::new();
    for turn in ["e4e5", "e9f9", "e5e6", "f9e8", "e6e5"] {
        seats.push(table.to_move().expect("going on").0);
        table.play(turn).unwrap_or_else(|refusal| panic!("{turn}: {refusal}"));
    }
    // Black 2 has made no move in this round; on this board Black 1 was the last of Black, White 1 of White.
    assert_eq!(seats, [2, 3, 0, 1, 2]);
}

#[test]
fn boards_won_decide_then_ejections() {
    let decided = |one: &str, other: &str| {
        let table = open_at("abalone seats=2x2x2", &format!("{one} ; {other}")).expect("two boards");
        table.outcome()
    };
    let by_boards = |winner| Some(Outcome { winner, reason: EndReason::Boards });
    let won = |lost: &str, ply: u32| format!("5/6/7/8/b8/8/7/6/w4 b {lost} {ply}");
    assert_eq!(decided(&won("0-6", 30), &won("2-6", 40)), by_boards(Some(Team(0))));
    // One each: more ejections over both.
    assert_eq!(decided(&won("1-6", 30), &won("6-0", 40)), by_boards(Some(Team(1))));
    assert_eq!(decided(&won("1-6", 30), &won("6-2", 40)), by_boards(Some(Team(0))));
    assert_eq!(decided(&won("3-6", 30), &won("6-3", 40)), by_boards(None));
    // A drawn board counts for nobody.
    assert_eq!(decided(&format!("{} calm=300", won("0-5", 330)), &won("6-0", 40)), by_boards(Some(Team(1))));
    assert_eq!(decided(&won("0-6", 30), OTHER), None);
}

#[test]
fn a_line_of_two_boards_must_be_possible() {
    for (line, part) in [
        (BOARD.to_owned(), "second board"),
        (format!("{BOARD} ; {}", BOARD.replace(" 4", " 9")), "order of the rounds"),
        (format!("{BOARD} ; {}", BOARD.replace("b 0-0", "w 0-0")), "order of the rounds"),
        (format!("{BOARD} ; nonsense"), "9 rows"),
    ] {
        let refusal = open_at("abalone seats=2x2x2", &line).map(|_| ()).expect_err(&line);
        assert!(refusal.code == "bad-position" && refusal.text.contains(part), "{line}: {refusal}");
    }
    for (setup, code) in [
        ("abalone seats=2x2x2 phase=out", "bad-value"),
        ("abalone seats=2x2 phase=counter", "contradiction"),
        ("abalone seats=2x2x2 placement=on handicap=black:1", "contradiction"),
        ("abalone seats=2x2x2 wings=on", "unknown-option"),
    ] {
        assert_eq!(open(setup).map(|_| ()).expect_err(setup).code, code, "{setup}");
    }
    for setup in ["abalone seats=2x2x2", "abalone layout=belgian-daisy turn=mixed seats=2x2x2 phase=counter"] {
        assert_eq!(open(setup).expect(setup).setup(), setup);
    }
}

#[test]
fn two_boards_keep_the_promises() {
    let mut ended = 0;
    for setup in [
        "abalone seats=2x2x2 target=1",
        "abalone layout=random seed=5 target=2 turn=double holes=e5 seats=2x2x2 phase=counter",
        "abalone placement=on turn=mixed seats=2x2x2",
        "abalone target=1 sprint=20 colors=one seats=2x2x2 phase=counter",
        "abalone target=2 crown=on triangles=on ball=e5 seats=2x2x2",
    ] {
        let rules: TwoBoards = setup.parse().expect(setup);
        for seed in 0..200 {
            let tried = check(&rules, seed, if seed % 10 == 0 { 200 } else { 24 });
            ended += tried.unwrap_or_else(|broken| panic!("{broken}")).ended;
        }
    }
    assert!(ended > 30, "{ended} ended");
}
