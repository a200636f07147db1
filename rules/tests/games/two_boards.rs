//! The match on two boards: seating, results, and invariants.

use rules::conformance::check;
use rules::games::two_boards::TwoBoards;
use rules::{EndReason, Outcome, Team, open, open_at};

/// The seats of these rounds, and the board of each turn.
fn order(setup: &str, turns: usize) -> String {
    let mut game = open(setup).expect(setup);
    let names = ["B1", "W1", "B2", "W2"];
    let turn = |_| {
        let seat = names[usize::from(game.to_move().expect("going on").0)];
        let seated = game.diagram().seated;
        let turn = game.turns(1).0.remove(0);
        let moved = game.to_move().expect("going on");
        game.play(&turn).expect("legal");
        // The diagram before the turn agrees.
        assert_eq!((seated[usize::from(moved.0)] + 1).to_string(), turn[..1], "{setup}");
        assert!((0..2).all(|board| seated.iter().filter(|own| **own == board).count() == 2), "{setup}: {seated:?}");
        format!("{seat}@{}", &turn[..1])
    };
    (0..turns).map(turn).collect::<Vec<_>>().chunks(4).map(|round| round.join(" ")).collect::<Vec<_>>().join(", ")
}

#[test]
fn players_change_boards_after_each_round() {
    // The same opponents meet again on the other board.
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
    let mut game = open("abalone seats=2x2x2").expect("a setup");
    assert_eq!(game.position(), format!("{start} ; {start}"));
    assert_eq!(game.play("2:a1b2").expect_err("Black 1 sits at board 1").code, "other-board");
    assert_eq!(game.play("A1 b2"), Ok("1:a1b2".to_owned()));
    assert_eq!(game.play("2: a1 b2"), Ok("2:a1b2".to_owned()));
    assert!(game.legal_moves().iter().all(|mv| mv.starts_with("1:")));
    assert_eq!(game.complete("i5h5", 3)[0].notation, "1:i5h5");
    let diagram = game.diagram();
    assert_eq!((diagram.boards.len(), diagram.active, diagram.sides.len(), diagram.seats.len()), (2, 0, 2, 4));
    let last = |board: usize| diagram.boards[board].hex().expect("a hexagon").last.len();
    assert_eq!((last(0), last(1)), (0, 1));
    assert_eq!((game.ply(), diagram.ply, diagram.to_move), (2, 2, game.to_move()));
    let mut double = open("abalone seats=2x2x2 turn=double").expect("a setup");
    assert_eq!(double.play("1:a1b2,b2c3"), Ok("1:a1b2,b2c3".to_owned()));
    // A beginning and a step of the list form a turn again.
    let partial = double.after("2:a1b2").expect("a beginning");
    let step = partial.legal_moves().remove(0);
    assert_eq!(double.play(&format!("2:a1b2{}{step}", partial.separator())), Ok(format!("2:a1b2,{}", &step[2..])));
}

#[test]
fn when_one_board_has_ended_the_partners_alternate_on_the_other() {
    let mut game = open_at("abalone seats=2x2x2 target=1", &format!("{BOARD} ; 5/6/7/8/3bb3w/8/7/6/w4 b 0-0 4"))
        .expect("two boards");
    // The second round is over: Black 1 is back at board 1, and wins it.
    assert_eq!(game.play("e7e8"), Ok("1:e7e8".to_owned()));
    assert_eq!((game.outcome(), game.diagram().active), (None, 1));
    assert_eq!(game.diagram().seated, [1; 4], "all sit at the board that goes on");
    let mut seats = Vec::new();
    for turn in ["e4e5", "e9f9", "e5e6", "f9e8", "e6e5"] {
        seats.push(game.to_move().expect("going on").0);
        game.play(turn).unwrap_or_else(|refusal| panic!("{turn}: {refusal}"));
    }
    // Black 2 has made no move in this round. On this board, Black 1 and White 1 were the last of their colors.
    assert_eq!(seats, [2, 3, 0, 1, 2]);
}

#[test]
fn partners_alternate_after_the_last_mover_when_white_ends_the_other_board() {
    let seats = |ply: u32, turns: [&str; 9]| {
        let line = |row: &str, corner: &str| format!("5/6/7/8/{row}/8/7/6/{corner} b 0-0 {ply}");
        let boards = format!("{} ; {}", line("6wwb", "b4"), line("3bb4", "w4"));
        let mut game = open_at("abalone seats=2x2x2 target=1", &boards).expect("two boards");
        let mut turn = |text: &str| {
            let seat = game.to_move().expect("going on").0;
            game.play(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            seat
        };
        turns.map(&mut turn).to_vec()
    };
    // First round: White 1 ends board 1 before White 2 has moved on board 2.
    assert_eq!(
        seats(0, ["a1a2", "e4e5", "e7e8", "a1a2", "e5e6", "a2a1", "e6e5", "a1a2", "e5e6"]),
        [0, 2, 1, 3, 0, 1, 2, 3, 0]
    );
    // Second round: White 2 ends board 1 when all others have moved; Black 1 and White 1 were the last on board 2.
    assert_eq!(
        seats(2, ["e4e5", "a1a2", "a1a2", "e7e8", "e5e6", "a2a1", "e6e5", "a1a2", "e5e6"]),
        [0, 2, 1, 3, 2, 3, 0, 1, 2]
    );
}

#[test]
fn the_third_occurrence_on_the_last_board_ends_the_match() {
    // Once one board has ended, only the other counts for repetition. The winner of more boards wins.
    let boards = format!("{BOARD} ; 5/6/7/8/b7w/8/7/6/5 b 0-0 4");
    let mut game = open_at("abalone seats=2x2x2 target=1", &boards).expect("two boards");
    game.play("e7e8").expect("legal");
    for mv in ["e1e2", "e9e8", "e2e1", "e8e9"].into_iter().cycle().take(8) {
        assert_eq!(game.outcome(), None);
        game.play(mv).unwrap_or_else(|refusal| panic!("{mv}: {refusal}"));
        assert!(!game.is_drawn_if_repeated(), "it is won");
    }
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(Team(0)), reason: EndReason::Repetition }));
}

#[test]
fn a_draw_can_be_claimed_when_no_unfinished_board_had_an_ejection_for_200_plies() {
    let may_claim = |one: &str, other: &str| {
        let line = |corner: &str, rest: &str| format!("5/6/7/8/3bb4/8/7/6/{corner} b {rest}");
        let boards = format!("{} ; {}", line("w4", one), line("w4", other));
        open_at("abalone seats=2x2x2", &boards).expect("two boards").may_claim_draw()
    };
    assert!(may_claim("0-0 220 calm=200", "0-0 220 calm=200"));
    assert!(!may_claim("0-0 220 calm=200", "0-0 220 calm=199"));
    assert!(!may_claim("0-0 220", "0-0 220 calm=200"));
    // Board 1 is won: only board 2 counts.
    assert!(may_claim("0-6 220", "0-0 220 calm=200"));
    assert!(!may_claim("0-6 220 calm=200", "0-0 220 calm=199"));
}

#[test]
fn boards_won_decide_then_ejections() {
    let decided = |one: &str, other: &str| {
        let game = open_at("abalone seats=2x2x2", &format!("{one} ; {other}")).expect("two boards");
        game.outcome()
    };
    let by_boards = |winner| Some(Outcome { winner, reason: EndReason::Boards });
    let won = |lost: &str, ply: u32| format!("5/6/7/8/b8/8/7/6/w4 b {lost} {ply}");
    assert_eq!(decided(&won("0-6", 30), &won("2-6", 40)), by_boards(Some(Team(0))));
    // One each: more ejections over both.
    assert_eq!(decided(&won("1-6", 30), &won("6-0", 40)), by_boards(Some(Team(1))));
    assert_eq!(decided(&won("1-6", 30), &won("6-2", 40)), by_boards(Some(Team(0))));
    assert_eq!(decided(&won("3-6", 30), &won("6-3", 40)), by_boards(None));
    // A drawn board counts for no one.
    assert_eq!(decided(&format!("{} calm=300", won("0-5", 330)), &won("6-0", 40)), by_boards(Some(Team(1))));
    assert_eq!(decided(&won("0-6", 30), OTHER), None);
}

#[test]
fn marbles_are_counted_over_both_boards() {
    let game = open_at("abalone seats=2x2x2", &format!("{BOARD} ; {OTHER}")).expect("two boards");
    let sides = game.diagram().sides;
    let counts = [0, 1].map(|side: usize| (sides[side].on_board, sides[side].ejected, sides[side].in_hand));
    assert_eq!(counts, [(4, 2, 0), (3, 1, 0)]);
    let game = open("abalone seats=2x2x2 placement=on").expect("a setup");
    assert_eq!(game.diagram().sides.iter().map(|side| side.in_hand).collect::<Vec<_>>(), [28, 28]);
}

#[test]
fn two_boards_keep_the_invariants() {
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
            let summary = check(&rules, seed, if seed % 10 == 0 { 200 } else { 24 });
            ended += summary.unwrap_or_else(|broken| panic!("{broken}")).ended;
        }
    }
    assert!(ended > 30, "{ended} ended");
}

#[test]
fn seating_repeats_after_two_or_four_rounds() {
    // Each player moves one marble back and forth.
    for (phase, plies) in [("in", 16), ("counter", 32)] {
        let mut game = open(&format!("abalone seats=2x2x2 phase={phase}")).expect("a setup");
        let mut count = 0;
        while game.outcome().is_none() {
            let black = game.to_move().expect("going on").0.is_multiple_of(2);
            let [to, fro] = if black { ["c5d5", "d5c5"] } else { ["g5f5", "f5g5"] };
            if game.play(to).is_err() {
                game.play(fro).expect("legal");
            }
            count += 1;
        }
        let repetition = Outcome { winner: None, reason: EndReason::Repetition };
        assert_eq!((count, game.outcome()), (plies, Some(repetition)), "{phase}");
        assert_eq!((game.to_move(), game.legal_moves()), (None, vec![]), "{phase}");
    }
}
