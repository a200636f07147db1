//! The options of Abalone: a game that a player can check, and the checks of setup lines.

use std::collections::{BTreeSet, HashSet};

use rules::board::hex::{Cell, Hexagon};
use rules::games::abalone::{Abalone, Seating};
use rules::{AnyGame, Color, EndReason, Outcome, Ruleset as _, Seat, open, open_at, propose, team_name};

fn what_follows(game: &mut dyn AnyGame, turn: &str) -> String {
    match (game.play(turn), game.outcome()) {
        (Err(refusal), _) => format!("no {}", refusal.code),
        (Ok(_), None) => game.full_position(),
        (Ok(_), Some(outcome)) => match outcome.winner {
            None => format!("draw {}", outcome.reason.as_str()),
            Some(team) => {
                let name = team_name(&game.seats(), team);
                let first = name.split('+').next().unwrap_or_default();
                format!("wins {first} {}", outcome.reason.as_str())
            }
        },
    }
}

#[test]
fn every_row_of_the_options_table_holds() {
    let (mut checked, mut wrong) = (0, Vec::new());
    let lines = include_str!("../tables/options.txt").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let parts: Vec<&str> = line.split(" | ").collect();
        let [setup, position, turn, expected] = parts[..] else { panic!("not four columns: {line}") };
        checked += 1;
        let found = match open_at(setup, position) {
            Err(refusal) => refusal.text,
            Ok(game) if game.full_position() != position => {
                format!("the position reads back as {}", game.full_position())
            }
            Ok(mut game) => what_follows(game.as_mut(), turn),
        };
        if found != expected {
            wrong.push(format!("{line}\n    found: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 75, "{checked}");
}

#[test]
fn with_more_than_two_players_having_no_move_is_no_loss() {
    // Three colors with no two equal neighbors: no one can push or step.
    let letter = |row: usize, column: usize| ["b", "w", "r"][(row + column) % 3];
    let row =
        |row: usize| (row.saturating_sub(4)..9.min(row + 5)).map(|column| letter(row, column)).collect::<String>();
    let rows: Vec<String> = (0..9).rev().map(row).collect();
    let game = open_at("abalone seats=3", &format!("{} b 0-0-0 0", rows.join("/"))).expect("a position");
    let outcome = game.outcome().expect("an end");
    assert_eq!((outcome.winner, outcome.reason.as_str()), (None, "stuck"));
    assert_eq!(game.to_move(), None);
}

#[test]
fn the_last_mover_wins_when_several_reach_the_target() {
    let winner = |turn: &str, won: &str| {
        let line = format!("5/6/7/8/b2w2r2/8/7/6/5 {turn} 4-4-4 30 won={won}");
        let outcome = open_at("abalone seats=3", &line).expect("a position").outcome().expect("an end");
        assert_eq!(outcome.reason.as_str(), "target");
        outcome.winner.expect("a winner").0
    };
    assert_eq!([winner("b", "6-0-6"), winner("w", "6-6-0"), winner("r", "6-6-0")], [2, 0, 1]);
    assert_eq!([winner("b", "6-6-0"), winner("w", "0-6-6"), winner("r", "0-0-6")], [0, 1, 2]);
}

#[test]
fn every_row_of_the_refusals_table_holds() {
    let lines = include_str!("../tables/refusals.txt").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let parts: Vec<&str> = line.split(" | ").collect();
        let [setup, position, code, sentence] = parts[..] else { panic!("not four columns: {line}") };
        let opened = if position == "-" { propose(setup) } else { open_at(setup, position) };
        let refusal = opened.map(|_| ()).expect_err(line);
        assert!(code == "-" || refusal.code == code, "{line}: {refusal:?}");
        match sentence.strip_prefix("= ") {
            Some(whole) => assert_eq!(refusal.text, whole, "{line}"),
            None => assert!(sentence == "-" || refusal.text.contains(sentence), "{line}: {refusal}"),
        }
    }
    // A stored game can be opened even if a later version would refuse to start it.
    assert!(open("abalone layout=random seed=1 colors=one").is_ok());
    assert!(open("abalone layout=custom target=1 obstacles=a2+b1+b2 board=wwwww/6/7/8/9/8/7/6/b4").is_ok());
}

#[test]
fn rules_know_their_target_their_sprint_and_their_seats() {
    let rules = |setup: &str| setup.parse::<Abalone>().expect(setup);
    let summary = |rules: Abalone| (rules.target(), rules.sprint(), rules.seating());
    assert_eq!(summary(rules("abalone")), (6, None, Seating::Two));
    assert_eq!(summary(rules("abalone target=4 sprint=25 seats=2x2")), (4, Some(25), Seating::TwoByTwo));
}

/// This many cells from `a1` on, in the notation of options.
fn cells(count: usize) -> String {
    rules::board::hex::Hexagon::STANDARD.cells().take(count).map(|cell| cell.to_string()).collect::<Vec<_>>().join("+")
}

#[test]
fn numbers_have_their_first_and_last_value() {
    for (option, first, last) in
        [("target", 1, 13), ("sprint", 20, 30), ("handicap=white:3 target", 4, 13), ("handicap=black:", 1, 4)]
    {
        let setup = |value: u32| {
            let sign = if option.ends_with(':') { "" } else { "=" };
            format!("abalone layout=alien-attack {option}{sign}{value}")
        };
        for value in [first, last] {
            assert!(open(&setup(value)).is_ok(), "{}", setup(value));
        }
        for value in [first - 1, last + 1] {
            assert!(open(&setup(value)).is_err(), "{}", setup(value));
        }
    }
    let random = |seed: u32| open(&format!("abalone layout=random seed={seed}")).map(|_| ());
    assert!(random(0).is_ok() && random(999_999).is_ok());
    assert_eq!(random(1_000_000).expect_err("seven digits").code, "bad-value");
}

#[test]
fn there_must_be_room_for_28_marbles() {
    for layout in ["placement=on", "layout=random-free seed=3"] {
        let full = format!("abalone {layout} obstacles={}", cells(33));
        let game = open(&full).expect("28 free cells");
        assert_eq!(game.diagram().boards[0].hex().expect("a hexagon").obstacles.len(), 33);
        let refusal =
            open(&format!("abalone {layout} obstacles={}", cells(34))).map(|_| ()).expect_err("27 free cells");
        assert_eq!(
            (refusal.code, refusal.args[0].1.as_str()),
            ("contradiction", layout.split(' ').next().expect("a word"))
        );
    }
    // There are thirty point-symmetric pairs; an obstacle on one cell removes its pair.
    let pairs = |count: usize| open(&format!("abalone layout=random seed=3 obstacles={}", cells(count))).map(|_| ());
    assert_eq!(pairs(16), Ok(()));
    assert_eq!(pairs(17).expect_err("thirteen pairs").code, "contradiction");
}

#[test]
fn the_diagram_shows_marbles_left_to_place() {
    let mut game = open("abalone placement=on handicap=white:2").expect("a setup");
    let in_hand = |game: &dyn AnyGame| game.diagram().sides.iter().map(|side| side.in_hand).collect::<Vec<_>>();
    assert_eq!(in_hand(game.as_ref()), [14, 12]);
    game.play("@e5").expect("a free cell");
    assert_eq!(in_hand(game.as_ref()), [13, 12]);
    assert_eq!(in_hand(open("abalone handicap=white:2").expect("a setup").as_ref()), [0, 0]);
}

#[test]
fn position_lines_with_words_of_the_options_in_use_read_back() {
    let e5 = "5/6/7/8/4n4/8/7/6/b3w b 0-0 3";
    let bare = "5/6/7/8/9/8/7/6/b3w b 0-0 3";
    let crowns = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0";
    for (setup, line) in [
        ("abalone", bare.replace("0-0", "0-61")),
        ("abalone", bare.replace(" 3", " 999999")),
        ("abalone turn=mixed", format!("{bare} half=foe")),
        ("abalone ball=e5", format!("{bare} ball=w")),
        ("abalone pivot=e5", bare.to_owned()),
        ("abalone pivot=e5 ball=e6", format!("{} ball=e6", e5.replace("4n4", "4nn3"))),
        ("abalone crown=on", format!("{crowns} crown=g6h6h7")),
    ] {
        assert_eq!(
            open_at(setup, &line).unwrap_or_else(|refusal| panic!("{line}: {refusal}")).full_position(),
            line,
            "{setup}"
        );
    }
}

#[test]
fn setup_lines_print_as_they_are_read() {
    let custom = "abalone layout=custom board=wwwww/6/7/8/9/8/7/6/bbbbb target=5";
    let less = "abalone layout=custom board=wwwww/6/7/8/9/8/7/6/bbbbb target=4 handicap=white:2";
    let boards = "abalone layout=belgian-daisy turn=mixed seats=2x2x2 phase=counter";
    for (written, printed) in [
        (
            "abalone seats=2 turn=single triangles=off colors=two crown=off ball=none holes=none handicap=none",
            "abalone",
        ),
        ("abalone target=blitz", "abalone target=4"),
        ("abalone pivot=E5", "abalone pivot=e5:ejectable"),
        ("abalone holes=e5+d4+e5 obstacles=f6", "abalone obstacles=f6 holes=d4+e5"),
        ("abalone crown=c4+b3+b4", "abalone crown=on"),
        ("abalone crown=a2+a1+b2", "abalone crown=a1+a2+b2"),
        ("abalone layout=three-players seats=3", "abalone seats=3"),
        ("abalone seats=2x2 turn=foe-own", "abalone turn=foe-own seats=2x2"),
        (
            "abalone handicap=white:4 colors=one triangles=on ball=e5",
            "abalone handicap=white:4 ball=e5 triangles=on colors=one",
        ),
        (custom, custom),
        (less, less),
        (" Abalone  layout=STANDARD target=6 sprint=off", "abalone"),
        ("abalone sprint=25 layout=belgian-daisy", "abalone layout=belgian-daisy sprint=25"),
        ("abalone sprint=30 target=4", "abalone target=4 sprint=30"),
        ("abalone seats=2x2x2", "abalone seats=2x2x2"),
        (boards, boards),
    ] {
        assert_eq!(open(written).unwrap_or_else(|refusal| panic!("{written}: {refusal}")).setup(), printed);
        assert_eq!(open(printed).expect(printed).setup(), printed);
    }
}

#[test]
fn random_is_point_symmetric_and_random_free_any_cells_from_every_seed() {
    let opposite = |cell: Cell| Hexagon::STANDARD.opposite(cell);
    let cells = |layout: &str, seed: u32| {
        let rules: Abalone = format!("abalone layout={layout} seed={seed}").parse().expect("a setup");
        let start = rules.start();
        let [black, white] = [Color::Black, Color::White].map(|color| start.cells(color).collect::<BTreeSet<Cell>>());
        assert_eq!((black.len(), white.len()), (14, 14), "{layout} of {seed}");
        assert!(black.is_disjoint(&white), "{layout} of {seed}");
        (black, white)
    };
    let (mut boards, mut symmetric, mut met) = (HashSet::new(), 0, BTreeSet::new());
    for seed in 0..2_000 {
        let (black, white) = cells("random", seed);
        assert_eq!(black.iter().map(|&cell| opposite(cell)).collect::<BTreeSet<_>>(), white, "random of {seed}");
        boards.insert(black);
        let (black, white) = cells("random-free", seed);
        symmetric += usize::from(black.iter().map(|&cell| opposite(cell)).collect::<BTreeSet<_>>() == white);
        met.extend(black);
    }
    assert_eq!((boards.len(), symmetric), (2_000, 0), "other seeds, other boards");
    assert_eq!(met.len(), 61, "any cell");
}

#[test]
fn a_custom_board_opens_as_it_is_written() {
    for (board, options, moves) in [
        ("wwww1/wwwwww/1wwww2/8/9/8/2bbbb1/bbbbbb/1bbbb", "", None),
        ("5/6/7/8/b7w/8/7/6/5", "target=1", Some(["e1d1", "e1e2", "e1f2"].as_slice())),
        ("4w/6/7/8/9/8/7/6/b4", "target=1", Some(&["a1a2", "a1b1", "a1b2"])),
        ("4w/6/7/8/r8/8/7/6/b4", "target=1 seats=3", Some(&["a1a2", "a1b1", "a1b2"])),
    ] {
        let setup = format!("abalone layout=custom board={board} {options}");
        let game = open(&setup).expect(&setup);
        assert_eq!(game.position().split(' ').next(), Some(board), "{setup}");
        assert_eq!((game.ply(), game.to_move()), (0, Some(Seat(0))), "{setup}");
        assert_eq!(open(&game.setup()).expect("our own line").position(), game.position());
        let found = game.legal_moves();
        assert!(moves.is_none_or(|moves| found == moves), "{setup}: {found:?}");
    }
}

#[test]
fn random_layouts_keep_their_cells() {
    for seed in 0..40 {
        for layout in ["random", "random-free"] {
            let game = open(&format!("abalone layout={layout} seed={seed} obstacles=d4+f6 pivot=e5")).expect("a setup");
            let sides = game.diagram().sides;
            assert_eq!((sides[0].on_board, sides[1].on_board), (14, 14));
            // The cells are stored with the setup, so that another random number generator would not change this
            // game.
            assert!(game.setup().contains(" board="), "{}", game.setup());
            let again = open(&game.setup()).expect("our own line");
            assert_eq!((again.position(), again.setup()), (game.position(), game.setup()));
        }
    }
}

#[test]
fn a_random_layout_follows_from_its_seed() {
    // Neither fewer marbles nor a custom board may claim to be a random layout.
    let few = "abalone layout=random board=wwwww/6/7/8/9/8/7/6/bbbbb target=4 seed=1";
    assert_eq!(open(few).map(|_| ()).expect_err("five marbles").code, "bad-value");
    let setup = "abalone layout=random board=wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb seed=1";
    assert!(open(setup).is_ok(), "it can be opened when it is stored");
    assert_eq!(propose(setup).map(|_| ()).expect_err("not the draw").code, "contradiction");
    for setup in ["abalone layout=random seed=9 obstacles=e5", "abalone layout=random-free seed=9 handicap=black:2"] {
        let with_board = open(setup).expect(setup).setup();
        assert_eq!(propose(&with_board).expect("its own line").setup(), with_board);
    }
}

#[test]
fn a_handicap_is_taken_from_the_ends_of_the_lowest_row() {
    let rows = |setup: &str| open(setup).expect(setup).position();
    assert_eq!(rows("abalone handicap=black:1"), "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/1bbbb b 1-0 0");
    assert_eq!(rows("abalone handicap=black:3"), "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/2bb1 b 3-0 0");
    assert_eq!(rows("abalone handicap=white:4"), "2w2/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-4 0");
}

#[test]
fn seats_take_turns() {
    let order = |setup: &str, turns: usize| {
        let mut game = open(setup).expect(setup);
        let mut seats = Vec::new();
        for _ in 0..turns {
            seats.push(game.to_move().expect("going on").0);
            let turn = game.turns(1).0.remove(0);
            game.play(&turn).expect("legal");
        }
        seats
    };
    assert_eq!(order("abalone", 4), [0, 1, 0, 1]);
    assert_eq!(order("abalone turn=double", 4), [0, 1, 0, 1]);
    assert_eq!(order("abalone seats=2x2", 6), [0, 1, 2, 3, 0, 1]);
    assert_eq!(order("abalone seats=3", 5), [0, 1, 2, 0, 1]);
    assert_eq!(order("abalone seats=4", 6), [0, 1, 2, 3, 0, 1]);
    assert_eq!(order("abalone seats=6", 8), [0, 1, 2, 3, 4, 5, 0, 1]);
    // Placing, then moving: 28 marbles are placed, so Black 1 begins both.
    let placed = order("abalone seats=2x2 placement=on", 32);
    assert_eq!((&placed[..4], &placed[26..]), (&[0, 1, 2, 3][..], &[2, 3, 0, 1, 2, 3][..]));
    // White has twelve marbles, so Black places the last two alone.
    let placed = order("abalone seats=2x2 placement=on handicap=white:2", 30);
    assert_eq!(placed[22..], [2, 3, 0, 2, 0, 1, 2, 3]);
}

#[test]
fn completion_goes_through_a_turn_of_two_moves() {
    let game = open_at("abalone turn=own-foe", "5/6/7/8/bb1ww4/8/7/6/5 b 0-0 0").expect("a position");
    let offered = |typed: &str| game.complete(typed, 25).into_iter().map(|choice| choice.notation).collect::<Vec<_>>();
    assert!(offered("e1").contains(&"e1e2,".to_owned()), "{:?}", offered("e1"));
    assert!(offered("").iter().all(|notation| notation.ends_with(',')));
    assert!(offered("e1e2,").iter().all(|notation| notation.starts_with("e1e2,e")));
    assert_eq!(offered("e1e2,e4e")[..1], ["e1e2,e4e5"]);
    // With hidden colors, an incomplete first move gets the same answer as an illegal one, because it would reveal
    // what may move.
    let mut hidden = open("abalone colors=one turn=double").expect("a setup");
    let [legal, illegal] = ["a1b2", "i5h5"].map(|text| hidden.play(text).expect_err("half a turn"));
    assert_eq!((legal.code, illegal), ("not-legal", legal.clone()));
    for turn in ["turn=double", "turn=own-foe", "turn=mixed", "turn=double seats=2x2x2"] {
        let mut hidden = open(&format!("abalone colors=one {turn}")).expect("a setup");
        for rest in ["zzz", "", "a12b1", "a1b2,c3d4", "e5", "@e5", "e99", &"x".repeat(50)] {
            let firsts = ["a1b2", "e5e6", "b1a1"];
            let [one, ..] = &firsts.map(|first| hidden.play(&format!("{first},{rest}")).expect_err("no turn"));
            for first in firsts {
                let other = hidden.play(&format!("{first},{rest}")).expect_err("no turn");
                assert_eq!((other.code, &other), ("not-legal", one), "{turn}: {first},{rest}");
            }
        }
    }
    assert!(hidden.play("a1b2,b2c3").is_ok());
    let partial = game.after("e1e2").expect("a beginning");
    assert_eq!(
        (partial.partial_turn().as_deref(), partial.may_end_turn(), partial.to_move(), partial.ply()),
        (Some("e1e2"), false, game.to_move(), 0)
    );
    assert!(partial.legal_moves().contains(&"e4e5".to_owned()));
    let (turns, more) = game.turns(10_000);
    assert!(!more && turns.contains(&"e1e2,e4e5".to_owned()) && turns.len() as u64 == game.perft(1));
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    for (setup, position, round) in [
        ("abalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0", ["b1c1", "h5g4", "c1b1", "g4h5"]),
        ("fliporona", "w8/9/9/9/8b w 60", ["a5b5", "i1h1", "b5a5", "h1i1"]),
    ] {
        let mut game = open_at(setup, position).expect("a position");
        let mut answers = Vec::new();
        for mv in round.iter().chain(&round[..3]) {
            game.play(mv).unwrap_or_else(|refusal| panic!("{mv}: {refusal}"));
            assert_eq!(game.outcome(), None);
            answers.push(game.is_drawn_if_repeated());
        }
        assert_eq!(answers, [false, false, false, true, true, true, true], "from the second occurrence on");
        game.play(round[3]).expect("legal");
        assert!(!game.is_drawn_if_repeated(), "it is drawn");
        assert_eq!(game.outcome(), Some(Outcome { winner: None, reason: EndReason::Repetition }));
        assert_eq!((game.to_move(), game.diagram().to_move, game.legal_moves()), (None, None, vec![]));
        assert_eq!((game.complete("", 25), game.turns(9)), (vec![], (vec![], false)));
        assert_eq!(game.play(round[0]).expect_err("over").code, "game-over");
    }
    // A player who sees no colors is not told of repetitions.
    let hidden = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0";
    let mut game = open_at("abalone colors=one", hidden).expect("a position");
    for mv in ["b1c1", "h5g4", "c1b1", "g4h5"] {
        game.play(mv).unwrap_or_else(|refusal| panic!("{mv}: {refusal}"));
    }
    assert!(!game.is_drawn_if_repeated());
}

#[test]
fn hidden_colors_show_marbles_and_neutral_pieces() {
    let position_of = |setup: &str| open(setup).expect(setup).position();
    let rows = "mmmmm/mmmmmm/2mmm2/8/3#no3/8/2mmm2/mmmmmm/mmmmm";
    assert_eq!(position_of("abalone colors=one obstacles=e4 pivot=e5 holes=e6"), format!("{rows} b 0-0 0"));
    let standard = rows.replace("3#no3", "9");
    assert_eq!(position_of("abalone colors=one crown=on"), format!("{standard} b 0-0 0"));
    assert_eq!(position_of("abalone colors=one seats=2x2x2"), format!("{standard} b 0-0 0 ; {standard} b 0-0 0"));
    assert!(position_of("abalone colors=one seats=6").chars().all(|letter| !"wrgyu".contains(letter)));
}

/// With hidden colors, nothing shown distinguishes two colorings of the same cells.
#[test]
fn hidden_colors_look_the_same_for_all_colorings() {
    let rows = |letters: &mut dyn FnMut() -> char| {
        let cells = "mmmmm/mmmmmm/2mmm2/8/4m4/8/2mmm2/mmmmmm/mmmmm";
        cells.chars().map(|cell| if cell == 'm' { letters() } else { cell }).collect::<String>()
    };
    let mut rng = rules::conformance::SeededRng::new(61);
    let mut views = std::collections::HashSet::new();
    for _ in 0..40 {
        // The same number of each color every time, because the counts are public.
        let mut left = [15, 14];
        let board = rows(&mut || {
            let color = usize::from(rng.below(left[0] + left[1]) >= left[0]);
            left[color] -= 1;
            ['b', 'w'][color]
        });
        let mut game = open_at("abalone colors=one triangles=on", &format!("{board} b 0-0 0")).expect("a position");
        let refused: Vec<String> = ["e5e6", "a1a2", "i5h5", "c3c5d3", "a1 ne", "tri:a1a2b2b1", "@e5", "e5"]
            .into_iter()
            .map(|text| match game.after(text) {
                // Legal moves may be played; all others get the same sentence.
                Ok(_) => "legal or not legal: that is not legal".to_owned(),
                Err(refusal) if refusal.code == "not-legal" => format!("legal or not legal: {refusal}"),
                Err(refusal) => refusal.to_string(),
            })
            .collect();
        let completions = ["", "e5", "a1", "push", "eject", "broadside"].map(|typed| game.complete(typed, 25));
        let all = (game.diagram(), game.position(), game.legal_moves(), game.turns(100), completions, refused);
        views.insert(format!("{all:?}"));
        // The end of the game shows the colors.
        game.reveal_colors();
        assert_eq!(game.position(), game.full_position());
        assert!(!game.legal_moves().is_empty());
    }
    assert_eq!(views.len(), 1, "{:#?}", views.iter().take(2).collect::<Vec<_>>());
}

#[test]
fn the_list_of_options_is_complete() {
    let refusal =
        |option: &str| open(&format!("abalone {option}=?")).map(|_| ()).expect_err("no value of anything").code;
    let listed: Vec<&str> = rules::options().collect();
    for option in &listed {
        assert_ne!(refusal(option), "unknown-option", "{option}");
        assert_eq!(listed.iter().filter(|other| *other == option).count(), 1, "{option}");
    }
    assert_eq!(refusal("sisters"), "unknown-option");
    assert_eq!(listed.len(), 17, "{listed:?}");
}
