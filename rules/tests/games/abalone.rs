//! The rules as tables that a player can check, and the ends of a game.

use rules::games::abalone::{Abalone, layouts};
use rules::{EndReason, Outcome, Refusable, Ruleset, Synonyms, Team, open, open_at};

/// A position line with only this row e on the board, Black to move.
fn with_row_e(row: &str) -> String {
    let stone = |cell: char| match cell {
        'S' => 'b',
        's' => 'w',
        _ => '1',
    };
    let row: String = row.chars().map(stone).collect();
    format!("5/6/7/8/{row}/8/7/6/5 b 0-0 0")
}

fn row_e(position: &str) -> String {
    let row = position.split('/').nth(4).expect("nine rows");
    let wide = |cell: char| match cell {
        'b' => "S".to_owned(),
        'w' => "s".to_owned(),
        gap => ".".repeat(gap.to_digit(10).expect("a gap") as usize),
    };
    row.chars().map(wide).collect()
}

#[test]
fn every_row_of_the_sumito_table_holds() {
    let rules = Abalone::standard();
    let mut checked = 0;
    for line in include_str!("../tables/sumito.txt").lines().filter(|line| !line.starts_with('#')) {
        let (row, rest) = line.split_at(9);
        let rest = rest.trim_start();
        // A move may contain one space (`e1 e`); two or more end it.
        let words: Vec<&str> = rest.split_whitespace().collect();
        let parts = if ["e", "→"].contains(&words[1]) { 2 } else { 1 };
        let (written, expected) = (words[..parts].join(" "), words[parts]);
        let position = rules.read_position(&with_row_e(row)).expect("a position");
        let found = match rules.read_move(&position, &written) {
            Err(error) => error.refusal().code.to_owned(),
            Ok(_) if expected == "ok" => "ok".to_owned(),
            Ok(mv) => row_e(&rules.play(&position, &mv).expect("read moves are legal").to_string()),
        };
        assert_eq!(found, expected, "{line}");
        checked += 1;
    }
    assert!(checked > 60);
}

#[test]
fn the_near_pair_of_three_is_the_far_pair_of_two() {
    // e3f5 could mean e3e5f3 by its near ends. It is the far pair of e3e4f4, and other programs write it for that
    // move.
    let mut game = open_at("abalone", &with_row_e("..SSS....")).expect("a position");
    assert!(game.legal_moves().contains(&"e3e5f3".to_owned()));
    assert_eq!(game.play("e3f5"), Ok("e3e4f4".to_owned()));
}

#[test]
fn a_broadside_is_blocked_and_never_pushes() {
    let mut game = open_at("abalone", "5/6/7/3w4/2bbb4/8/7/6/5 b 0-0 0").expect("a position");
    let refusal = game.play("e3e5f4").expect_err("f5 is taken");
    assert_eq!((refusal.code, refusal.args), ("blocked", vec![("cell", "f5".to_owned())]));
    let refusal = game.play("e3e5e4").expect_err("along the line");
    assert_eq!(refusal.code, "not-sideways");
    let refusal = game.play("e3f5g6").expect_err("no line");
    assert_eq!(refusal.code, "not-in-line");
}

#[test]
fn the_target_wins_at_once() {
    let start = "5/6/7/8/6bbw/8/7/6/w4 b 0-5 20";
    let mut game = open_at("abalone", start).expect("a position");
    assert_eq!(game.play("e7e8"), Ok("e7e8".to_owned()));
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(Team(0)), reason: EndReason::Target }));
    assert_eq!((game.to_move(), game.legal_moves()), (None, vec![]));
    assert_eq!(game.play("a1a2").expect_err("over").code, "game-over");
    let diagram = game.diagram();
    let last = diagram.boards[0].hex().and_then(|board| board.last.first()).expect("a last move").clone();
    let text =
        |cells: Vec<rules::board::hex::Cell>| cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!((text(last.arrived), text(last.vacated)), ("e8 e9".to_owned(), "e7".to_owned()));
    let (cell, stone) = last.ejected.expect("an ejection");
    assert_eq!((cell.to_string(), stone), ("e9".to_owned(), rules::diagram::Stone::Owned(rules::Color::White)));
    assert_eq!(game.diagram().sides[0].ejected, 6);
}

#[test]
fn a_sprint_is_decided_when_both_have_made_their_moves() {
    let ended = |lost: &str| {
        let mut game = open_at("abalone sprint=20", &format!("5/6/7/8/b7w/8/7/6/5 w {lost} 39")).expect("a position");
        assert_eq!(game.diagram().moves_left, Some(vec![0, 1]));
        game.play("e9e8").expect("legal");
        game.outcome()
    };
    let by_count = |winner| Some(Outcome { winner, reason: EndReason::MovesMade });
    assert_eq!(ended("1-2"), by_count(Some(Team(0))));
    assert_eq!(ended("2-1"), by_count(Some(Team(1))));
    assert_eq!(ended("2-2"), by_count(None));
    // Reaching the target on the very last move counts as reaching it.
    let mut game = open_at("abalone sprint=20 target=1", "5/6/7/8/6wwb/8/7/6/b4 w 0-0 39").expect("a position");
    game.play("e7e8").expect("legal");
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(Team(1)), reason: EndReason::Target }));
}

#[test]
fn the_moves_of_a_sprint_are_counted_for_every_color() {
    let left = |setup: &str, turns: usize| {
        let mut game = open(setup).expect(setup);
        for _ in 0..turns {
            game.play(&game.turns(1).0.remove(0)).expect("legal");
        }
        game.diagram().moves_left.expect("a sprint")
    };
    assert_eq!(left("abalone sprint=20", 0), [20, 20]);
    assert_eq!(left("abalone sprint=20", 5), [17, 18]);
    assert_eq!(left("abalone sprint=20 turn=double", 3), [18, 19]);
    assert_eq!(left("abalone sprint=21 seats=3", 4), [19, 20, 20]);
    assert_eq!(left("abalone sprint=30 seats=6", 8), [28, 28, 29, 29, 29, 29]);
    // Two partners share a color; on two boards each partner has a color.
    assert_eq!(left("abalone sprint=20 seats=2x2", 0), [40, 40]);
    assert_eq!(left("abalone sprint=20 seats=2x2x2", 0), [20, 20]);
    // Placing does not count as a move; with two marbles fewer in White's hand, 26 turns of placing come first.
    assert_eq!(left("abalone sprint=20 placement=on handicap=white:2", 26), [20, 20]);
    assert_eq!(left("abalone sprint=20 placement=on handicap=white:2", 29), [18, 19]);
    // A pass counts as a turn.
    let passed = "5/6/7/8/9/b7/7/bb4/wbb2 b 0-0-0 4 passed=0-1-1 calm=1";
    let game = open_at("abalone seats=3 sprint=20", passed).expect("a position");
    assert_eq!(game.diagram().moves_left, Some(vec![18, 18, 18]));
}

#[test]
fn no_legal_move_loses() {
    // A black marble in the corner a1 with two white ones on each way out: 1 against 2 everywhere.
    let game = open_at("abalone", "5/6/7/8/9/8/w1w4/ww4/bww2 b 0-0 30").expect("a position");
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(Team(1)), reason: EndReason::NoMove }));
    assert_eq!((game.to_move(), game.legal_moves()), (None, vec![]));
}

#[test]
fn a_draw_can_be_claimed_after_200_plies_without_ejection_and_comes_at_300() {
    let at = |calm: u32| open_at("abalone", &format!("{} calm={calm}", with_row_e("SSS...sss"))).expect("a position");
    assert!(!at(199).may_claim_draw());
    let mut game = at(199);
    game.play("e1f2").expect("legal");
    assert!(game.may_claim_draw());
    assert!(at(299).outcome().is_none());
    assert_eq!(at(300).outcome(), Some(Outcome { winner: None, reason: EndReason::NoEjection }));
    assert!(!at(300).may_claim_draw());
}

#[test]
fn a_setup_line_that_is_too_long_is_refused() {
    assert_eq!(open(&"x".repeat(10_000)).err().expect("too long").code, "text-too-long");
}

#[test]
fn every_layout_has_the_marbles_and_first_moves_that_its_file_tells() {
    let mut opened = 0;
    for line in include_str!("../../data/layouts.tsv").lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, _, _, _, seats, marbles, first_moves, board, ..] = columns[..] else { panic!("{line}") };
        if seats != "2" {
            continue;
        }
        let two = |text: &str| {
            let (one, other) = text.split_once('+').expect("two numbers");
            [one, other].map(|number| number.parse::<usize>().expect("a number"))
        };
        let (marbles, first_moves) = (two(marbles), two(first_moves));
        let game = open(&format!("abalone layout={name}")).expect(name);
        assert_eq!(game.legal_moves().len(), first_moves[0], "{name}");
        let sides = game.diagram().sides;
        assert_eq!(usize::from(sides[0].on_board), marbles[0], "{name}");
        assert_eq!(usize::from(sides[1].on_board), marbles[1], "{name}");
        let white = open_at("abalone", &format!("{board} w 0-0 0")).expect(name);
        assert_eq!(white.legal_moves().len(), first_moves[1], "{name}");
        opened += 1;
    }
    assert_eq!((opened, layouts().len()), (68, 71));
}

#[test]
fn completion_takes_cells_prefixes_arrows_and_words() {
    let game = open("abalone").expect("a setup");
    let french = [("pousser", "push"), ("éjection", "eject"), ("flèche", "broadside")];
    let french: Synonyms = french.into_iter().collect();
    let offered = |typed: &str| {
        let choices = game.complete_with(typed, 25, &french);
        choices.into_iter().map(|choice| choice.notation).collect::<Vec<_>>()
    };
    assert_eq!(offered("a1b2")[..1], ["a1b2"]);
    assert_eq!(offered("A1 - B2")[..1], ["a1b2"]);
    assert_eq!(offered("a1d4"), ["a1b2"]);
    assert_eq!(offered("a1ne"), ["a1b2"]);
    assert_eq!(offered("a1 ↗"), ["a1b2"]);
    assert_eq!(offered("a1")[..2], ["a1b1", "a1b2"]);
    assert!(offered("broad").iter().all(|notation| notation.len() == 6));
    assert_eq!(offered("flèche"), offered("broadside"));
    assert!(!offered("↗").is_empty());
    assert_eq!(offered("push"), Vec::<String>::new());
    assert_eq!(offered("zz"), Vec::<String>::new());
    // An empty text offers moves of many marbles, not all those of one.
    let spread = offered("");
    assert_eq!(spread.len(), 25);
    let firsts: std::collections::HashSet<&str> = spread.iter().map(|notation| &notation[..2]).collect();
    assert!(firsts.len() >= 14, "{firsts:?}");
    assert_eq!(game.complete("", 3).len(), 3);

    let game = open_at("abalone", &with_row_e("SSs.SSSs.")).expect("a position");
    let pushes = game.complete_with("pousser", 25, &french);
    assert_eq!(pushes.iter().map(|choice| choice.notation.as_str()).collect::<Vec<_>>(), ["e1e2", "e5e6", "e6e7"]);
    assert!(pushes.iter().all(|choice| choice.tags.contains(&"push")));
    let game = open_at("abalone", &with_row_e("SSs..SSSs")).expect("a position");
    assert_eq!(game.complete("", 2)[0].tags[0], "eject");
    assert_eq!(game.complete_with("éject", 9, &french).len(), 2);
}
