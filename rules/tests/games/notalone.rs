//! Notalone: the rules as a game that a player can check, the placing, and the end.

use rules::board::hex::{Cell, Direction, Hexagon};
use rules::diagram::Stone;
use rules::games::notalone::{Marble, Notalone, Position};
use rules::{Color, EndReason, Outcome, Refusable, Ruleset, Team, open, open_at};

fn cell(name: &str) -> Cell {
    name.parse().expect("a cell")
}

/// A position with this row e, Black to move. Sisters that are not in the row are in the corners a1 and i9.
fn with_row_e(row: &str) -> Position {
    let came_by = |letter| ['N', '>', '<'].into_iter().zip(["-", "e", "w"]).find(|(sign, _)| *sign == letter);
    let in_row =
        (1..).zip(row.chars()).filter_map(|(column, letter)| Some(format!("e{column}:{}", came_by(letter)?.1)));
    let mut sisters: Vec<String> = in_row.collect();
    let [mut bottom, mut top] = ["5", "5"];
    if sisters.len() < 2 {
        sisters.push("a1:-".to_owned());
        bottom = "n4";
    }
    if sisters.len() < 2 {
        sisters.push("i9:-".to_owned());
        top = "4n";
    }
    let stone = |letter| match letter {
        'S' => 'b',
        's' => 'w',
        '.' => '1',
        _ => 'n',
    };
    let row: String = row.chars().map(stone).collect();
    let line = format!("{top}/6/7/8/{row}/8/7/6/{bottom} b 0-0 2 sis={}", sisters.join(","));
    Notalone::standard().read_position(&line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn row_e(position: &Position) -> String {
    let sign = |cell| match position.at(cell) {
        None => '.',
        Some(Marble::Owned(Color::Black)) => 'S',
        Some(Marble::Owned(_)) => 's',
        Some(Marble::Sister) => match position.sister_at(cell).and_then(|sister| sister.came_by).map(Direction::name) {
            None => 'N',
            Some("e") => '>',
            Some("w") => '<',
            Some(_) => '?',
        },
    };
    Hexagon::STANDARD.row(4).map(sign).collect()
}

#[test]
fn every_row_of_the_sisters_table_holds() {
    let rules = Notalone::standard();
    let mut checked = 0;
    for line in include_str!("../tables/sisters.txt").lines().filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        let (row, rest) = line.split_at(9);
        // A move may contain one space (`e1 e`).
        let words: Vec<&str> = rest.split_whitespace().collect();
        let parts = if ["e", "sw", "→"].contains(&words[1]) { 2 } else { 1 };
        let (written, expected) = (words[..parts].join(" "), words[parts]);
        let position = with_row_e(row);
        let found = match rules.read_move(&position, &written) {
            Err(error) => error.refusal().code.to_owned(),
            Ok(_) if expected == "ok" => "ok".to_owned(),
            Ok(mv) => row_e(&rules.play(&position, &mv).expect("read moves are legal")),
        };
        assert_eq!(found, expected, "{line}");
        checked += 1;
    }
    assert!(checked > 90, "{checked}");
}

#[test]
fn black_then_white_places_a_sister_in_the_own_half_and_then_black_moves() {
    let mut game = open("notalone").expect("a setup");
    let start = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb";
    assert_eq!(game.position(), format!("{start} b 0-0 0 placing"));
    // Rows a to d have 26 cells, 14 of them taken.
    assert_eq!(game.legal_moves().join(" "), "@c1 @c2 @c6 @c7 @d1 @d2 @d3 @d4 @d5 @d6 @d7 @d8");
    for (text, code) in [
        ("@e5", "not-your-half"),
        ("f4", "not-your-half"),
        ("@c3", "taken"),
        ("@a6", "off-board"),
        ("@a66", "off-board"),
        ("@", "place-first"),
        ("a1b2", "place-first"),
        ("hello", "place-first"),
        ("", "empty-text"),
        (&"c1".repeat(99), "text-too-long"),
    ] {
        assert_eq!(game.play(text).expect_err(text).code, code, "{text}");
    }
    assert_eq!(game.play("@ C6"), Ok("@c6".to_owned()));
    assert!(game.position().ends_with("/2bbbn1/bbbbbb/bbbbb w 0-0 1 sis=c6:- placing"), "{}", game.position());
    assert_eq!(game.to_move(), Some(rules::Seat(1)));
    assert_eq!(game.legal_moves().join(" "), "@f2 @f3 @f4 @f5 @f6 @f7 @f8 @f9 @g3 @g4 @g8 @g9");
    assert_eq!(game.play("@d1").expect_err("Black's half").args[1].1, "f-i");
    assert_eq!(game.play("g4"), Ok("@g4".to_owned()));
    assert!(game.position().ends_with(" b 0-0 2 sis=c6:-,g4:-"), "{}", game.position());
    assert_eq!((game.to_move(), game.legal_moves().len()), (Some(rules::Seat(0)), 50));
    assert_eq!(game.play("@d1").expect_err("both stand").code, "nothing-to-place");
    let diagram = game.diagram();
    let board = diagram.boards[0].hex().expect("a hexagon");
    let sisters: Vec<String> =
        board.stones.iter().filter(|(_, stone)| *stone == Stone::Sister).map(|(cell, _)| cell.to_string()).collect();
    assert_eq!(sisters, ["c6", "g4"]);
    assert_eq!((board.last[0].direction, &board.last[0].arrived), (None, &vec![cell("g4")]));
    assert_eq!(diagram.last.as_deref(), Some("@g4"));
    assert_eq!((diagram.sides[0].target, diagram.sides[0].on_board), (None, 14));
}

#[test]
fn notalone_accepts_every_layout_for_two() {
    let few = "wwwww/6/7/8/9/8/7/6/bbbbb";
    for (written, printed) in [
        ("notalone layout=Belgian-Daisy", "notalone layout=belgian-daisy"),
        (" NOTALONE  layout=standard", "notalone"),
        (&format!("notalone board={few} layout=custom"), &format!("notalone layout=custom board={few}")),
    ] {
        assert_eq!(open(written).expect(written).setup(), printed);
        assert_eq!(open(printed).expect(printed).setup(), printed);
    }
    // A random layout keeps its cells, and equals that of Abalone with the same seed.
    for layout in ["random", "random-free"] {
        let game = open(&format!("notalone layout={layout} seed=7")).expect("a setup");
        let abalone = open(&format!("abalone layout={layout} seed=7")).expect("a setup");
        assert_eq!(game.setup(), abalone.setup().replace("abalone", "notalone"));
        assert_eq!(open(&game.setup()).expect("its own line").position(), game.position());
        assert_eq!(game.position(), format!("{} placing", abalone.position()));
    }
}

#[test]
fn the_sisters_belong_to_the_player_to_move() {
    // The same sister, moved by Black and then by White.
    let mut game = open_at("notalone", "4n/6/7/3ww3/9/4n3/3b3/6/5 b 0-0 2 sis=d5:-,i9:-").expect("a position");
    game.play("c4d5").unwrap_or_else(|refusal| panic!("{refusal}"));
    assert!(game.position().ends_with("sis=e6:ne,i9:-"), "{}", game.position());
    game.play("f6e6").unwrap_or_else(|refusal| panic!("{refusal}"));
    assert!(game.position().ends_with("sis=d6:se,i9:-"), "{}", game.position());
}

#[test]
fn a_sister_never_goes_straight_back_even_many_turns_later() {
    let mut game = open_at("notalone", "n4/6/7/8/2bn4w/8/7/6/b4 b 0-0 2 sis=e4:-,i5:-").expect("a position");
    game.play("e3e4").expect("legal"); // Black moves her east
    game.play("e9e8").expect("legal");
    for (mine, theirs) in [("a1b1", "e8e7"), ("b1c1", "e7e8"), ("c1d1", "e8e7")] {
        game.play(mine).expect("legal");
        game.play(theirs).expect("legal");
    }
    game.play("d1c1").expect("legal");
    game.play("e7e6").expect("legal");
    // White beside her may not take her west, three rounds later. Black may take her further east.
    game.play("c1b1").expect("legal");
    let refusal = game.play("e6e5").expect_err("straight back");
    let args: Vec<String> = refusal.args.iter().map(|(_, value)| value.clone()).collect();
    assert_eq!((refusal.code, args), ("sister-goes-back", vec!["e5".to_owned(), "e".to_owned()]));
    // Any other direction is allowed, and then another way back is barred.
    game.play("e6e5 se").expect("sideways");
    assert!(game.position().contains("sis=d5:se"), "{}", game.position());
}

#[test]
fn a_sister_does_not_go_straight_back_sideways_either() {
    let line = |came_by: &str| format!("n4/6/7/2bbn3/9/8/7/6/4w b 0-0 9 sis=f6:{came_by},i5:-");
    for direction in ["ne", "nw", "sw", "se"] {
        for came_by in ["-", "e", "ne", "nw", "w", "sw", "se"] {
            let game = open_at("notalone", &line(came_by)).expect("a position");
            let back = [("ne", "sw"), ("nw", "se"), ("sw", "ne"), ("se", "nw")].contains(&(came_by, direction));
            let answer = game.after(&format!("f4f6 {direction}")).map(|_| ()).map_err(|refusal| refusal.code);
            assert_eq!(answer, if back { Err("sister-goes-back") } else { Ok(()) }, "{came_by} then {direction}");
        }
    }
}

#[test]
fn more_marbles_win_when_the_sisters_meet() {
    // The example of the printed rules: 10 to 9, and the sisters come together.
    let ended = |black: &str, white: &str, mover: char| {
        let sisters = if mover == 'b' { "bn1n5" } else { "wn1n5" };
        let line = format!("{white}/6/7/8/{sisters}/8/7/6/{black} {mover} 0-0 30 sis=e2:-,e4:-");
        let mut game = open_at("notalone", &line).expect("a position");
        assert_eq!(game.outcome(), None);
        game.play("e1e2").expect("legal");
        assert_eq!((game.to_move(), game.legal_moves()), (None, vec![]));
        assert_eq!(game.play("a1b1").expect_err("over").code, "game-over");
        game.outcome()
    };
    let by_sisters = |team| Some(Outcome { winner: Some(Team(team)), reason: EndReason::Sisters });
    assert_eq!(ended("bb3", "ww3", 'b'), by_sisters(0)); // three to two
    assert_eq!(ended("bb3", "wwww1", 'b'), by_sisters(1)); // three to four: one may bring them together and lose
    assert_eq!(ended("bb3", "ww3", 'w'), by_sisters(1));
    // Equal counts: the player who brought them together loses.
    assert_eq!(ended("bb3", "www2", 'b'), by_sisters(1));
    assert_eq!(ended("bbb2", "ww3", 'w'), by_sisters(0));
}

#[test]
fn a_marble_ejected_by_the_last_move_no_longer_counts() {
    // Two to two; the push ejects one and moves a sister next to the other.
    let line = "5/6/7/7n/5bbnw/8/7/6/w4 b 0-0 30 sis=e8:-,f9:-";
    let game = open_at("notalone", line).expect("a position");
    assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(EndReason::Sisters), "e8 and f9 are neighbors");
    let line = "5/6/6n/8/5bbnw/8/7/6/w4 b 0-0 30 sis=e8:-,g9:-";
    let mut game = open_at("notalone", line).expect("a position");
    game.play("e6e7").expect("legal");
    assert_eq!(game.outcome(), None, "e9 and g9 are no neighbors");
    let line = "5/6/7/7n/4bbn1w/8/7/6/w4 b 0-0 30 sis=e7:-,f9:-";
    let mut game = open_at("notalone", line).expect("a position");
    game.play("e5e6").expect("legal");
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(Team(1)), reason: EndReason::Sisters }), "two to two");
    let line = "5/6/7/7n/4bbnww/8/7/6/w4 b 0-0 30 sis=e7:-,f9:-";
    let mut game = open_at("notalone", line).expect("a position");
    game.play("e5e6").expect("3 push 2 and eject");
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(Team(1)), reason: EndReason::Sisters }), "two to two");
    let line = "5/6/7/7n/3bbbnww/8/7/6/w4 b 0-0 30 sis=e7:-,f9:-";
    let mut game = open_at("notalone", line).expect("a position");
    game.play("e4e5").expect("4 push 2 and eject");
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(Team(0)), reason: EndReason::Sisters }), "three to two");
}

#[test]
fn ejections_inactivity_and_repetition_do_not_end_notalone() {
    let mut game = open_at("notalone", "n4/6/7/8/6bbw/8/7/6/w3n b 0-12 20 sis=a5:-,i5:-").expect("a position");
    game.play("e7e8").expect("legal");
    assert_eq!((game.outcome(), game.diagram().sides[0].ejected), (None, 13));

    let mut game = open_at("notalone", "n4/6/7/8/w7b/8/7/6/4n b 0-0 2 sis=a5:-,i5:-").expect("a position");
    for _ in 0..100 {
        for text in ["e9e8", "e1e2", "e8e9", "e2e1"] {
            game.play(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        }
    }
    assert_eq!((game.outcome(), game.may_claim_draw(), game.ply()), (None, false, 402));
}

#[test]
fn a_player_without_a_legal_move_loses() {
    // A black marble in the corner a1 with two white ones on each way out. A sister who could help may not go back.
    let line = |came_by: &str| format!("4n/6/7/8/9/8/w1w4/ww4/bn3 b 0-0 30 sis=a2:{came_by},i9:-");
    let free = open_at("notalone", &line("-")).expect("a position");
    assert_eq!(free.legal_moves(), ["a1a2"]);
    let stuck = open_at("notalone", &line("w")).expect("a position");
    assert_eq!(stuck.outcome(), Some(Outcome { winner: Some(Team(1)), reason: EndReason::NoMove }));
    assert_eq!((stuck.to_move(), stuck.legal_moves()), (None, vec![]));
    // Without a marble there is no move either, because a sister never moves alone.
    let bare = open_at("notalone", "w3n/6/7/8/9/8/7/6/n4 b 14-0 90 sis=a1:-,i9:-").expect("a position");
    assert_eq!(bare.outcome(), Some(Outcome { winner: Some(Team(1)), reason: EndReason::NoMove }));
}

#[test]
fn the_last_turn_is_shown_with_its_sisters() {
    let mut game = open_at("notalone", "n4/6/7/8/4bbwnw/8/7/6/5 b 0-0 2 sis=e8:-,i5:-").expect("a position");
    game.play("e5e6").expect("legal");
    let diagram = game.diagram();
    let last = diagram.boards[0].hex().and_then(|board| board.last.first()).expect("a last move").clone();
    let text = |cells: Vec<Cell>| cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!((text(last.arrived), text(last.vacated)), ("e6 e7 e8 e9".to_owned(), "e5".to_owned()));
    assert_eq!(last.ejected, Some((cell("e9"), Stone::Owned(Color::White))));
    assert_eq!(diagram.sides[0].ejected, 1);
    assert_eq!(diagram.boards[0].hex().map(|board| board.ejected.clone()), Some(vec![1, 0]));
}

#[test]
fn a_move_has_these_spellings_and_no_others() {
    let rules = Notalone::standard();
    let spellings = |row: &str, text: &str| {
        let position = with_row_e(row);
        let mv = rules.read_move(&position, text).expect("legal");
        let mut all = rules.spellings(&position, &mv);
        assert_eq!(all[0], text, "the canonical one first");
        all.sort_unstable();
        all.join(" ")
    };
    assert_eq!(spellings("SSN......", "e1e2"), "e1e e1e2 e1e2e e1e3 e1e3e e1e4 e2e1e e3e1e");
    assert_eq!(spellings("S........", "e1e2"), "e1e e1e2");
    assert_eq!(spellings("SN.......", "e1e2f2"), "e1e2f2 e1e2ne e1f3 e2e1f3 e2e1ne");
    let game = open("notalone").expect("a setup");
    assert_eq!(game.complete("c6", 9)[0].notation, "@c6");
}

#[test]
fn completion_knows_placings_and_sisters() {
    let offered = |game: &dyn rules::AnyGame, typed: &str| {
        game.complete(typed, 25).into_iter().map(|choice| choice.notation).collect::<Vec<_>>()
    };
    let mut game = open("notalone").expect("a setup");
    assert_eq!(offered(game.as_ref(), "").len(), 12);
    assert_eq!(offered(game.as_ref(), "@d").len(), 8);
    assert_eq!(offered(game.as_ref(), "d3"), ["@d3"]);
    game.play("@c6").expect("legal");
    game.play("@g4").expect("legal");
    let sisters = offered(game.as_ref(), "sister");
    assert!(sisters.contains(&"c5c6".to_owned()) && !sisters.contains(&"a1b1".to_owned()), "{sisters:?}");
    let game = open_at("notalone", &with_row_e("SSs..SSSs").to_string()).expect("a position");
    assert_eq!(offered(game.as_ref(), "push"), ["e6e7", "e7e8", "e1e2"]);
    assert_eq!(offered(game.as_ref(), "eject"), ["e6e7", "e7e8"]);
    let one = |typed: &str| game.complete(typed, 1).remove(0).tags;
    assert_eq!(one("e1e2"), ["push", "inline", "e"]);
    assert_eq!(one("e6e7"), ["eject", "push", "inline", "e"]);
    assert_eq!(one("e1f2"), ["inline", "ne"]);
    let game = open_at("notalone", &with_row_e("SNSS.....").to_string()).expect("a position");
    let one = |typed: &str| game.complete(typed, 1).remove(0).tags;
    assert_eq!(one("e1e2f2"), ["sister", "broadside", "ne"]);
    assert_eq!(one("e3e4f4"), ["broadside", "ne"]);
    assert_eq!(one("e1e2"), ["sister", "inline", "e"]);
}

#[test]
fn position_lines_may_be_in_any_case_and_order() {
    let rows = "n4/6/7/8/9/8/7/6/n3b";
    let game = open_at("notalone", &format!("{rows} B 0-0 2 SIS=I5:-,A1:SW")).expect("any case, any order");
    assert!(game.position().ends_with(" b 0-0 2 sis=a1:sw,i5:-"), "{}", game.position());
}
