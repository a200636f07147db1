//! Fliporona: tables that a person who does not program can check, the ends of a match, and the promises.

use std::collections::BTreeSet;
use std::time::Instant;

use proptest::prelude::*;
use rules::conformance::{Chance, check};
use rules::diagram::{Board, FanoronaBoard};
use rules::fanorona::{Direction, Point};
use rules::fliporona::{Fliporona, Move, Position, Takes};
use rules::record::{GameResult, Record};
use rules::table::EndReason;
use rules::{Color, Match, Outcome, Ruleset, Seat, Table, Team, open, open_at};

mod plain;

/// A position with 365,463 turns.
const RICH: &str = "w1www1www/bw2w1w2/wwb2w2w/bww2w2w/b1wwwwwww b 61";
/// The longest of them.
const LONG: &str = "c3d4-e3-d2+c3-d3-d4+c4-c3+d2-d3-e3+f4+g3-h4+h3-g3-g2-h2-g3-g2+h2+h3-";

/// The position line of five drawn rows.
fn line(rows: &[&str], color: &str, ply: u32) -> String {
    let rows: Vec<String> = rows.iter().map(|row| row.replace('.', "1")).collect();
    format!("{} {} {ply}", rows.join("/"), if color == "White" { "w" } else { "b" })
}

/// The drawn rows of a position line.
fn drawn(position: &str) -> Vec<String> {
    let gap = |letter: char| letter.to_digit(10).map_or(letter.to_string(), |gap| ".".repeat(gap as usize));
    position.split(' ').next().expect("rows").split('/').map(|row| row.chars().map(gap).collect()).collect()
}

#[test]
fn the_table_of_turns_holds() {
    let lines = include_str!("fliporona.txt").lines().filter(|line| !line.starts_with('#'));
    let lines: Vec<&str> = lines.collect();
    let mut checked = 0;
    let mut wrong = Vec::new();
    for block in lines.split(|line| line.is_empty()).filter(|block| !block.is_empty()) {
        let (board, turns) = block.split_at(5);
        let before: Vec<&str> = board.iter().map(|row| &row[..9]).collect();
        let after: Vec<&str> = board.iter().filter_map(|row| row.get(11..)).collect();
        for turn in turns {
            let (asked, expected) = turn.split_once(" = ").expect("a turn and what becomes of it");
            let (color, text) = asked.split_once(' ').expect("a color and a text");
            let expected = expected.split(' ').next().expect("a result");
            let mut table = open_at("fliporona", &line(&before, color, 60)).expect("a position");
            let found = table.play(text).unwrap_or_else(|refusal| refusal.code.to_owned());
            let is_played = table.ply() == 61;
            if found != expected || (is_played && !after.is_empty() && drawn(&table.position()) != after) {
                wrong.push(format!("{}\n{turn}\nfound {found}, {}\n", board.join("\n"), table.position()));
            }
            checked += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 80, "{checked}");
}

#[test]
fn two_hundred_random_matches_keep_the_promises() {
    let (mut ended, mut plies) = (0, 0);
    for seed in 1..=200 {
        let tried = check(&Fliporona, seed, 400).unwrap_or_else(|broken| panic!("{broken}"));
        ended += tried.ended;
        plies += tried.plies;
    }
    assert!(ended > 150 && plies > 10_000, "{ended} ended, {plies} plies");
}

/// The code of a refusal.
fn refused(table: &dyn Table, text: &str) -> &'static str {
    table.after(text).map(|_| ()).expect_err(text).code
}

#[test]
fn white_places_first_and_the_center_stays_free() {
    let mut table = open("fliporona").expect("a setup");
    assert_eq!(table.places()[0].color, Color::White);
    assert_eq!((table.to_move(), table.legal_moves().len()), (Some(Seat(0)), 44));
    assert_eq!(refused(table.as_ref(), "@e3"), "center-stays-free");
    assert_eq!(refused(table.as_ref(), "a1a2"), "place-first");
    assert_eq!(refused(table.as_ref(), "@a6"), "no-point");
    for (ply, point) in (0..44).zip(Point::all().filter(|&point| point != Point::CENTER)) {
        assert_eq!(table.to_move(), Some(Seat(ply % 2)));
        assert_eq!(table.outcome(), None);
        let sides = table.diagram().sides;
        assert_eq!(u32::from(sides[0].in_hand + sides[1].in_hand), 44 - u32::from(ply));
        // With its sign, without it, in upper case.
        let text =
            [format!("@{point}"), point.to_string(), format!("@{point}").to_uppercase()][usize::from(ply % 3)].clone();
        assert_eq!(table.play(&text), Ok(format!("@{point}")));
        if ply < 43 {
            assert_eq!(refused(table.as_ref(), &text), "taken");
        }
    }
    // 44 pieces are placed, so it is White's turn.
    assert_eq!(table.position(), "bwbwbwbwb/wbwbwbwbw/wbwb1wbwb/bwbwbwbwb/wbwbwbwbw w 44");
    assert_eq!(table.to_move(), Some(Seat(0)));
    assert_eq!(refused(table.as_ref(), "@e3"), "nothing-to-place");
    assert!(table.legal_moves().iter().all(|step| step[2..].starts_with("e3")));
}

#[test]
fn who_flips_the_last_opposing_piece_wins() {
    let mut table = open_at("fliporona", "9/9/3w1b3/9/9 w 60").expect("a position");
    assert_eq!(table.play("d3e3+"), Ok("d3e3+".to_owned()));
    assert_eq!(table.position(), "9/9/5w3/9/9 b 61");
    assert_eq!(table.outcome(), Some(Outcome { winner: Some(Team(0)), reason: EndReason::NoPieces }));
    assert_eq!((table.to_move(), table.legal_moves()), (None, vec![]));
    assert_eq!(table.play("f3f4").expect_err("over").code, "game-over");
    let table = open_at("fliporona", "9/9/5b3/9/9 b 61").expect("a position");
    assert_eq!(table.outcome(), Some(Outcome { winner: Some(Team(1)), reason: EndReason::NoPieces }));
}

#[test]
fn who_has_no_legal_move_on_their_turn_has_lost() {
    // Black stands in the corner; White shuts it in with a step that flips nothing.
    let mut table = open_at("fliporona", "9/9/1w7/w8/bw7 w 60").expect("a position");
    assert_eq!(table.play("b3b2"), Ok("b3b2".to_owned()));
    assert_eq!(table.outcome(), Some(Outcome { winner: Some(Team(0)), reason: EndReason::NoMove }));
    assert_eq!(table.to_move(), None);
    // White to move in the same position goes on: only the player on turn can be shut in.
    let table = open_at("fliporona", "9/9/9/ww7/bw7 w 62").expect("a position");
    assert_eq!(table.outcome(), None);
    // Black all around the center: the last placing wins.
    let mut table = open_at("fliporona", "bwbwbwbwb/wbwbbb1bw/bwbb1bwbw/bwbbbbwbw/wwwwwwwww b 43").expect("a position");
    table.play("@g4").expect("a free point");
    assert_eq!(table.outcome(), Some(Outcome { winner: Some(Team(1)), reason: EndReason::NoMove }));
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let mut table = open_at("fliporona", "w8/9/9/9/8b w 60").expect("a position");
    let round = ["a5b5", "i1h1", "b5a5", "h1i1"];
    for mv in round.iter().chain(&round[..3]) {
        table.play(mv).unwrap_or_else(|refusal| panic!("{mv}: {refusal}"));
        assert_eq!(table.outcome(), None);
    }
    table.play("h1i1").expect("legal");
    assert_eq!(table.outcome(), Some(Outcome { winner: None, reason: EndReason::Repetition }));
    assert_eq!((table.to_move(), table.legal_moves(), table.turns(9)), (None, vec![], (vec![], false)));
}

#[test]
fn a_turn_is_entered_step_by_step() {
    let table = open_at("fliporona", "4b4/9/2bw1b3/9/8b w 60").expect("a position");
    assert_eq!(table.legal_moves(), ["d3d2", "d3d4", "d3e3+", "d3e3-"]);
    assert_eq!(
        table.turns(100),
        (["d3d2", "d3d4", "d3e3+", "d3e3+e4+", "d3e3-", "d3e3-e4+"].map(str::to_owned).to_vec(), false)
    );
    assert!(table.turns(2).1);

    let mut begun = table.after("d3e3+").expect("legal");
    assert_eq!((begun.begun(), begun.may_stop(), begun.ply()), (Some("d3e3+".to_owned()), true, 60));
    assert_eq!((begun.to_move(), begun.outcome()), (Some(Seat(0)), None));
    assert_eq!(begun.position(), "4b4/9/2b1ww3/9/8b w 60 chain=e3:e");
    assert_eq!(begun.legal_moves(), ["e4+", "stop"]);
    assert_eq!(refused(begun.as_ref(), "f3f4"), "turn-goes-on");
    assert_eq!(refused(begun.as_ref(), "@a1"), "turn-goes-on");
    // The same position from its line, and the point of the piece said again.
    let mut read = open_at("fliporona", &begun.position()).expect("our own line");
    assert_eq!(read.play("e3e4"), Ok("e4+".to_owned()));
    assert_eq!(read.position(), "4w4/9/2b2w3/9/8b b 61");
    assert_eq!(begun.play("stop"), Ok("stop".to_owned()));
    assert_eq!(begun.position(), "4b4/9/2b2w3/9/8b b 61");
    // Where no step that flips is left, the turn is over at once.
    let done = table.after("d3e3+e4+").expect("legal");
    assert_eq!((done.begun(), done.may_stop(), done.ply()), (None, false, 61));
}

#[test]
fn completion_goes_step_by_step() {
    let table = open_at("fliporona", "4b4/9/2bw1b3/9/8b w 60").expect("a position");
    let offered = |typed: &str| table.complete(typed, 25).into_iter().map(|choice| choice.notation).collect::<Vec<_>>();
    assert_eq!(offered("d3"), ["d3e3+", "d3e3-", "d3d2", "d3d4"]);
    assert_eq!(offered("d3e3"), ["d3e3+", "d3e3-"]);
    assert_eq!(offered("D3-E3"), ["d3e3+", "d3e3-"]);
    assert_eq!(offered("d3e3+"), ["d3e3+", "d3e3+e4+"]);
    assert_eq!(offered("d3e3+e"), ["d3e3+", "d3e3+e4+"]);
    assert_eq!(offered("d3e3+e4"), ["d3e3+", "d3e3+e4+"]);
    assert_eq!(offered("d3e3-e4+"), ["d3e3-e4+"]);
    assert_eq!(offered("retourner"), ["d3e3+", "d3e3-"]);
    assert_eq!(offered("approche"), ["d3e3+"]);
    assert_eq!(offered("withdrawal"), ["d3e3-"]);
    assert_eq!(offered("↓"), ["d3d2"]);
    assert_eq!(offered("d3e3+zz"), ["d3e3+"]);
    assert_eq!(offered("d3d3+"), Vec::<String>::new());
    assert!(table.complete("", 2).iter().all(|choice| choice.tags.contains(&"flip")));
}

#[test]
fn the_diagram_tells_what_the_turn_did() {
    let board = |table: &dyn Table| match &table.diagram().boards[..] {
        [Board::Fanorona(board)] => board.clone(),
        boards => panic!("{boards:?}"),
    };
    let names = |points: &[Point]| points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let told = |board: &FanoronaBoard| (names(&board.path), names(&board.flipped), board.removed);
    let told = |table: &dyn Table| told(&board(table));
    let mut table = open_at("fliporona", "4b4/9/2bw1b3/9/8b w 60").expect("a position");
    assert_eq!(told(table.as_ref()), (String::new(), String::new(), false));
    assert_eq!(board(table.as_ref()).pieces.len(), 5);
    let begun = table.after("d3e3-").expect("legal");
    assert_eq!(told(begun.as_ref()), ("d3 e3".to_owned(), "c3".to_owned(), false));
    assert_eq!(begun.diagram().last, Some("d3e3-".to_owned()));
    table.play("d3e3+e4+").expect("legal");
    assert_eq!(told(table.as_ref()), ("d3 e3 e4".to_owned(), "f3 e5".to_owned(), true));
    assert_eq!(table.diagram().last, Some("d3e3+e4+".to_owned()));
    let on_board: Vec<u8> = table.diagram().sides.iter().map(|side| side.on_board).collect();
    assert_eq!((on_board, table.diagram().to_move), (vec![2, 2], Some(Seat(1))));
    table.play("i1h1").expect("legal");
    assert_eq!(told(table.as_ref()), ("i1 h1".to_owned(), String::new(), false));
    let mut table = open("fliporona").expect("a setup");
    table.play("@c4").expect("legal");
    assert_eq!(told(table.as_ref()), ("c4".to_owned(), String::new(), false));
    // A step that could go on, and stops.
    let mut table = open_at("fliporona", "4b4/9/2bw1b3/9/8b w 60").expect("a position");
    table.play("d3e3+").expect("legal");
    assert_eq!(told(table.as_ref()), ("d3 e3".to_owned(), "f3".to_owned(), true));
}

#[test]
fn position_lines_are_refused_with_a_sentence() {
    for (line, part) in [
        ("", "rows"),
        ("9/9/9/9 w 0", "5 rows"),
        ("9/9/9/9/9/9 w 0", "5 rows"),
        ("9/9/8/9/9 w 0", "row 3 has 9 cells"),
        ("9/9/9/91/9 w 0", "row 2 has 9 cells"),
        ("w9/9/9/9/9 w 0", "row 5 has 9 cells"),
        ("9/9/9/9/n8 w 1", "`n` in row 1"),
        ("9/9/9/9/9", "color to move"),
        ("9/9/9/9/9 r 0", "`r`"),
        ("9/9/9/9/9 w", "ply"),
        ("9/9/9/9/9 w -1", "ply"),
        ("9/9/9/9/9 w 1234567", "ply"),
        ("9/9/9/9/9 w 0 0", "`0`"),
        ("9/9/9/9/9 b 0", "white who places"),
        ("9/9/9/9/w8 b 2", "1 white and 1 black"),
        ("9/9/9/9/bb7 w 2", "1 white and 1 black"),
        ("9/9/4w4/9/9 b 1", "e3 stays free"),
        ("9/9/9/9/9 w 60", "0 pieces"),
        ("wwwwwwwww/wwwwwwwww/wwwwwwwww/bbbbbbbbb/bbbbbbbbb w 44", "45 pieces"),
        ("4b4/9/2b1ww3/9/8b w 60 chain=e3", "`e3`"),
        ("4b4/9/2b1ww3/9/8b w 60 chain=e9:e", "`e9:e`"),
        ("4b4/9/2b1ww3/9/8b w 60 chain=e3:x", "`e3:x`"),
        ("4b4/9/2b1ww3/9/8b w 60 chain=e3:e chain=e3:e", "twice"),
        // A black piece; where the piece should have come from stands one; nothing was flipped; nothing can follow.
        ("4b4/9/2b1ww3/9/8b w 60 chain=c3:e", "come to c3"),
        ("4b4/9/2bwww3/9/8b w 60 chain=e3:e", "come to e3"),
        ("4b4/9/2b1wb3/9/8b w 60 chain=e3:e", "come to e3"),
        ("9/9/2b1ww3/9/8b w 60 chain=e3:e", "come to e3"),
        ("4b4/9/9/9/ww6b w 60 chain=a1:e", "come to a1"),
    ] {
        let refusal = open_at("fliporona", line).map(|_| ()).expect_err(line);
        assert_eq!(refusal.code, "bad-position", "{line}");
        assert!(refusal.text.contains(part), "{line}: {refusal}");
    }
    let line = "4B4/9/2b1Ww3/9/8b W 60 CHAIN=E3:E";
    assert_eq!(open_at("fliporona", line).expect("any case").position(), line.to_lowercase());
}

#[test]
fn the_setup_has_no_options() {
    assert_eq!(open("Fliporona").expect("a setup").setup(), "fliporona");
    assert_eq!(open("fliporona target=3").map(|_| ()).expect_err("no option").code, "unknown-option");
    assert!("abalone".parse::<Fliporona>().is_err());
    assert_eq!("fliporona".parse(), Ok(Fliporona));
}

/// Positions met in random play, in the middle of turns too.
fn positions(seed: u64) -> Vec<Position> {
    let mut chance = Chance::new(seed);
    let mut met = Vec::new();
    for _ in 0..40 {
        let mut table = Match::new(Fliporona);
        loop {
            let moves = Fliporona.legal_moves(table.position_value());
            if moves.is_empty() || table.play_move(&moves[chance.below(moves.len())]).is_err() {
                break;
            }
            if chance.below(5) == 0 {
                met.push(*table.position_value());
            }
        }
    }
    assert!(met.iter().any(|position| position.chain().is_some()));
    met
}

#[test]
fn the_turns_are_those_of_the_plain_program() {
    let mut compared = 0;
    for position in positions(1).into_iter().filter(|position| position.chain().is_none()) {
        let (board, own, ply) = plain::fliporona::read(&position.to_string());
        let mut plain = plain::fliporona::turns(&board, own, ply);
        if Fliporona.outcome(&position).is_some() || plain.len() > 2_000 {
            continue;
        }
        let mut table = open_at("fliporona", &position.to_string()).expect("our own line");
        let (turns, more) = table.turns(2_000);
        let known: BTreeSet<&str> = turns.iter().map(String::as_str).collect();
        assert_eq!((known.len(), more), (turns.len(), false), "{position}");
        assert_eq!(known, plain.iter().map(|(text, _)| text.as_str()).collect(), "{position}");
        let (text, after) = plain.swap_remove(plain.len() / 2);
        assert_eq!(table.play(&text), Ok(text.clone()), "{position}");
        assert_eq!(plain::fliporona::read(&table.position()).0, after, "{text} at {position}");
        compared += turns.len();
    }
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn what_is_judged_legal_is_generated_and_nothing_else() {
    let both = [Takes::Approach, Takes::Withdrawal];
    let mut every = vec![Move::Stop];
    for to in Point::all() {
        every.push(Move::Place(to));
        every.extend(both.map(|takes| Move::GoOn { to, takes }));
        for from in Point::all() {
            every.push(Move::Slide { from, to });
            every.extend(both.map(|takes| Move::Hop { from, to, takes }));
        }
    }
    for position in positions(2) {
        let texts = |moves: &[Move]| moves.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
        let legal: Vec<Move> = every.iter().copied().filter(|mv| Fliporona.play(&position, mv).is_ok()).collect();
        assert_eq!(texts(&Fliporona.legal_moves(&position)), texts(&legal), "{position}");
    }
}

/// Where a symmetry carries points and directions.
type Map = (fn(Point) -> Point, fn(Direction) -> Direction);

#[test]
fn turning_and_mirroring_the_board_changes_nothing_else() {
    let across = |way: Direction| Direction::ALL[(12 - way as usize) % 8];
    let maps: [Map; 3] = [
        (Point::turned, Direction::opposite),
        (Point::mirrored, across),
        (|point| point.turned().mirrored(), |way| Direction::ALL[(8 - way as usize) % 8]),
    ];
    for position in positions(3) {
        for (map, ways) in maps {
            let carried = position.carried(map, ways);
            let moves = Fliporona.legal_moves(&position);
            assert_eq!(moves.len(), Fliporona.legal_moves(&carried).len(), "{position}");
            for mv in moves {
                let there = match mv {
                    Move::Place(point) => Move::Place(map(point)),
                    Move::Slide { from, to } => Move::Slide { from: map(from), to: map(to) },
                    Move::Hop { from, to, takes } => Move::Hop { from: map(from), to: map(to), takes },
                    Move::GoOn { to, takes } => Move::GoOn { to: map(to), takes },
                    Move::Stop => Move::Stop,
                };
                let after = Fliporona.play(&position, &mv).expect("legal").carried(map, ways);
                assert_eq!(Fliporona.play(&carried, &there), Ok(after), "{mv} as {there} at {position}");
            }
        }
    }
}

#[test]
fn the_colors_are_alike_once_all_pieces_are_placed() {
    for position in positions(4).into_iter().filter(|position| !position.is_placing()) {
        let swap = |letter: char| match letter {
            'w' => 'b',
            'b' => 'w',
            letter => letter,
        };
        let line = position.to_string();
        let (board, chain) =
            line.split_once(" chain=").map_or((line.as_str(), None), |(board, chain)| (board, Some(chain)));
        let swapped = board.chars().map(swap).collect::<String>()
            + &chain.map_or_else(String::new, |chain| format!(" chain={chain}"));
        let swapped = Fliporona.read_position(&swapped).expect("a position line");
        assert_eq!(Fliporona.legal_moves(&position), Fliporona.legal_moves(&swapped), "{line}");
    }
}

#[test]
fn nothing_waits_for_all_chains_of_a_rich_position() {
    let table = open_at("fliporona", RICH).expect("a position");
    let quick = |what: &str, run: &dyn Fn()| {
        let begun = Instant::now();
        run();
        assert!(begun.elapsed().as_millis() < 50, "{what}: {:?}", begun.elapsed());
    };
    quick("turns", &|| assert_eq!(table.turns(25).0.len(), 25));
    quick("completion", &|| assert!(!table.complete("c3d4+", 25).is_empty()));
    quick("steps", &|| assert!(table.legal_moves().len() < 100));
    quick("play", &|| {
        let mut table = open_at("fliporona", RICH).expect("a position");
        assert_eq!(table.play(LONG), Ok(LONG.to_owned()));
    });
    quick("a turn begun", &|| assert!(!table.complete(&LONG[..50], 25).is_empty()));
    quick("refusal", &|| {
        let mut table = open_at("fliporona", RICH).expect("a position");
        assert_eq!(table.play(&format!("{LONG}a1+")).expect_err("no such step").code, "not-adjacent");
    });
}

#[test]
fn an_imported_record_is_the_exported_match() {
    for seed in 0..40 {
        let mut chance = Chance::new(seed);
        // Every fourth one begins in the middle.
        let start = (seed % 4 == 0).then_some(RICH);
        let mut table = Record::new("fliporona", start, Vec::new()).open().expect("a start");
        let mut moves = Vec::new();
        for _ in 0..chance.below(200) {
            // Turns of many steps, chosen step by step.
            let mut text = String::new();
            loop {
                let begun = table.after(&text).expect("legal");
                let steps = begun.legal_moves();
                if steps.is_empty() || (!text.is_empty() && begun.begun().is_none()) {
                    break;
                }
                let step = &steps[chance.below(steps.len())];
                if step == "stop" {
                    break;
                }
                text += step;
            }
            if text.is_empty() {
                break;
            }
            assert_eq!(table.play(&text), Ok(text.clone()));
            moves.push(text);
        }
        let result = match table.outcome().map(|outcome| outcome.winner) {
            None => GameResult::Open,
            Some(None) => GameResult::Draw,
            Some(Some(team)) => [GameResult::First, GameResult::Second][usize::from(team.0)],
        };
        let record = Record::new("fliporona", start, moves).with_tag("White", "Ada").with_result(result);
        assert!(record.apgn().is_err(), "APGN has no place for it");
        let again: Record = record.to_string().parse().expect("our own record");
        assert_eq!(again, record);
        assert_eq!(again.replay().expect("a true match").position(), table.position());
    }
}

proptest! {
    #[test]
    fn no_turn_text_panics(text in "\\PC{0,60}", rich in any::<bool>()) {
        let mut table = if rich { open_at("fliporona", RICH) } else { open("fliporona") }.expect("a position");
        let before = table.position();
        if table.play(&text).is_err() {
            prop_assert_eq!(table.position(), before);
        }
        let _ = table.complete(&text, 25);
    }

    #[test]
    fn text_that_looks_like_a_turn_is_played_or_refused(text in "@?([a-j][0-6][ >:x→-]?[+-]?){0,6}( stop)?", chain in any::<bool>()) {
        let rich = open_at("fliporona", RICH).expect("a position");
        let mut table = if chain { rich.after("c3d4+").expect("legal") } else { rich };
        let _ = table.complete(&text, 25);
        if let Ok(begun) = table.after(&text) {
            prop_assert_eq!(table.after(&text.to_uppercase()).expect("in any case").position(), begun.position());
        }
        if let Ok(notation) = table.play(&text) {
            prop_assert!(table.ply() == 62, "{} became {}", text, notation);
        }
    }

    #[test]
    fn no_position_line_panics(text in "[bw1-9/]{0,50}( [bw] [0-9]{1,3}( chain=[a-i][1-5]:[nesw]{1,2})?)?") {
        let _ = open_at("fliporona", &text);
    }

    #[test]
    fn position_lines_read_back(cells in proptest::collection::vec(0..3_u8, 45), white in any::<bool>(), ply in 44..1000_u32, at in 0..45_usize, way in 0..8_usize) {
        let rows: Vec<String> = cells.chunks(9).map(|row| row.iter().map(|&cell| ["1", "b", "w"][usize::from(cell)]).collect()).collect();
        let line = format!("{} {} {ply}", rows.join("/"), if white { "w" } else { "b" });
        let chain = format!("{line} chain={}:{}", Point::all().nth(at).expect("a point"), Direction::ALL[way]);
        for line in [line, chain] {
            if let Ok(table) = open_at("fliporona", &line) {
                let printed = table.position();
                prop_assert_eq!(open_at("fliporona", &printed).expect("our own line").position(), printed);
                prop_assert_eq!(table.outcome().is_some(), table.legal_moves().is_empty());
            }
        }
    }
}
