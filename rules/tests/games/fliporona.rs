//! Fliporona: tables that a player can check, the ends of a game, and refusals with their reasons.

use rules::board::fanorona::Point;
use rules::diagram::{Board, FanoronaBoard};
use rules::games::fliporona::{Fliporona, Move};
use rules::{AnyGame, Color, EndReason, Outcome, Refusable, Ruleset, Seat, Synonyms, Team, open, open_at};

/// The position line of five rows of ASCII art.
fn line(rows: &[&str], color: &str, ply: u32) -> String {
    let rows: Vec<String> = rows.iter().map(|row| row.replace('.', "1")).collect();
    format!("{} {} {ply}", rows.join("/"), if color == "White" { "w" } else { "b" })
}

/// ASCII art of a position line.
fn ascii_rows(position: &str) -> Vec<String> {
    let gap = |letter: char| letter.to_digit(10).map_or(letter.to_string(), |gap| ".".repeat(gap as usize));
    position.split(' ').next().expect("rows").split('/').map(|row| row.chars().map(gap).collect()).collect()
}

#[test]
fn every_row_of_the_turns_table_holds() {
    let lines = include_str!("../tables/fliporona.txt").lines().filter(|line| !line.starts_with('#'));
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
            let mut game = open_at("fliporona", &line(&before, color, 60)).expect("a position");
            let found = game.play(text).unwrap_or_else(|refusal| refusal.code.to_owned());
            let is_played = game.ply() == 61;
            if found != expected || (is_played && !after.is_empty() && ascii_rows(&game.position()) != after) {
                wrong.push(format!("{}\n{turn}\nfound {found}, {}\n", board.join("\n"), game.position()));
            }
            checked += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 80, "{checked}");
}

/// The code of a refusal.
fn refusal_code(game: &dyn AnyGame, text: &str) -> &'static str {
    game.after(text).map(|_| ()).expect_err(text).code
}

#[test]
fn white_places_first_and_the_center_stays_free() {
    let mut game = open("fliporona").expect("a setup");
    assert_eq!(game.seats()[0].color, Color::White);
    assert_eq!((game.to_move(), game.legal_moves().len()), (Some(Seat(0)), 44));
    assert_eq!(refusal_code(game.as_ref(), "@e3"), "center-stays-free");
    assert_eq!(refusal_code(game.as_ref(), "a1a2"), "place-first");
    assert_eq!(refusal_code(game.as_ref(), "@a6"), "no-point");
    for (ply, point) in (0..44).zip(Point::all().filter(|&point| point != Point::CENTER)) {
        assert_eq!(game.to_move(), Some(Seat(ply % 2)));
        assert_eq!(game.outcome(), None);
        let sides = game.diagram().sides;
        assert_eq!(u32::from(sides[0].in_hand + sides[1].in_hand), 44 - u32::from(ply));
        // With the sign, without it, in upper case.
        let text =
            [format!("@{point}"), point.to_string(), format!("@{point}").to_uppercase()][usize::from(ply % 3)].clone();
        assert_eq!(game.play(&text), Ok(format!("@{point}")));
        if ply < 43 {
            assert_eq!(refusal_code(game.as_ref(), &text), "taken");
        }
    }
    // 44 pieces are placed, so it is White's turn.
    assert_eq!(game.position(), "bwbwbwbwb/wbwbwbwbw/wbwb1wbwb/bwbwbwbwb/wbwbwbwbw w 44");
    assert_eq!(game.to_move(), Some(Seat(0)));
    assert_eq!(refusal_code(game.as_ref(), "@e3"), "nothing-to-place");
    assert!(game.legal_moves().iter().all(|step| step[2..].starts_with("e3")));
}

#[test]
fn flipping_the_last_opposing_piece_wins() {
    let mut game = open_at("fliporona", "9/9/3w1b3/9/9 w 60").expect("a position");
    assert_eq!(game.play("d3e3+"), Ok("d3e3+".to_owned()));
    assert_eq!(game.position(), "9/9/5w3/9/9 b 61");
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(Team(0)), reason: EndReason::NoPieces }));
    assert_eq!((game.to_move(), game.legal_moves()), (None, vec![]));
    assert_eq!(game.play("f3f4").expect_err("over").code, "game-over");
    let game = open_at("fliporona", "9/9/5b3/9/9 b 61").expect("a position");
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(Team(1)), reason: EndReason::NoPieces }));
}

#[test]
fn a_player_without_a_legal_move_on_their_turn_loses() {
    // Black is in the corner; White shuts it in with a step that flips nothing.
    let mut game = open_at("fliporona", "9/9/1w7/w8/bw7 w 60").expect("a position");
    assert_eq!(game.play("b3b2"), Ok("b3b2".to_owned()));
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(Team(0)), reason: EndReason::NoMove }));
    assert_eq!(game.to_move(), None);
    // White to move in the same position goes on: only the player on turn can be shut in.
    let game = open_at("fliporona", "9/9/9/ww7/bw7 w 62").expect("a position");
    assert_eq!(game.outcome(), None);
    // Black all around the center: the last placing wins.
    let mut game = open_at("fliporona", "bwbwbwbwb/wbwbbb1bw/bwbb1bwbw/bwbbbbwbw/wwwwwwwww b 43").expect("a position");
    game.play("@g4").expect("a free point");
    assert_eq!(game.outcome(), Some(Outcome { winner: Some(Team(1)), reason: EndReason::NoMove }));
}

#[test]
fn a_turn_is_entered_step_by_step() {
    let game = open_at("fliporona", "4b4/9/2bw1b3/9/8b w 60").expect("a position");
    assert_eq!(game.legal_moves(), ["d3d2", "d3d4", "d3e3+", "d3e3-"]);
    assert_eq!(
        game.turns(100),
        (["d3d2", "d3d4", "d3e3+", "d3e3+e4+", "d3e3-", "d3e3-e4+"].map(str::to_owned).to_vec(), false)
    );
    assert!(game.turns(2).1);

    let mut partial = game.after("d3e3+").expect("legal");
    assert_eq!((partial.partial_turn(), partial.may_end_turn(), partial.ply()), (Some("d3e3+".to_owned()), true, 60));
    assert_eq!((partial.to_move(), partial.outcome()), (Some(Seat(0)), None));
    assert_eq!(partial.position(), "4b4/9/2b1ww3/9/8b w 60 chain=e3:e");
    assert_eq!(partial.legal_moves(), ["e4+", "stop"]);
    assert_eq!(refusal_code(partial.as_ref(), "f3f4"), "turn-goes-on");
    assert_eq!(refusal_code(partial.as_ref(), "@a1"), "turn-goes-on");
    // The same position read from its line, and the point of the piece repeated.
    let mut read = open_at("fliporona", &partial.position()).expect("our own line");
    assert_eq!((read.partial_turn(), read.may_end_turn()), (Some(String::new()), true));
    assert_eq!(read.play("e3e4"), Ok("e4+".to_owned()));
    assert_eq!(read.position(), "4w4/9/2b2w3/9/8b b 61");
    assert_eq!(partial.play("stop"), Ok("stop".to_owned()));
    assert_eq!(partial.position(), "4b4/9/2b2w3/9/8b b 61");
    // A turn ends at once when no flipping step is left.
    let done = game.after("d3e3+e4+").expect("legal");
    assert_eq!((done.partial_turn(), done.may_end_turn(), done.ply()), (None, false, 61));
}

#[test]
fn completion_goes_step_by_step() {
    let game = open_at("fliporona", "4b4/9/2bw1b3/9/8b w 60").expect("a position");
    let french: Synonyms = [("retourner", "flip"), ("approche", "approach")].into_iter().collect();
    let offered = |typed: &str| {
        let choices = game.complete_with(typed, 25, &french);
        choices.into_iter().map(|choice| choice.notation).collect::<Vec<_>>()
    };
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
    assert_eq!(offered("d3e"), ["d3e3+", "d3e3-"]);
    // `d3e3` is ambiguous here. Where it is not, the next letter continues the turn.
    assert_eq!(offered("d3e3e"), Vec::<String>::new());
    let single = open_at("fliporona", "4b4/9/3w1b3/9/8b w 60").expect("a position");
    let offered = |typed: &str| single.complete(typed, 9).into_iter().map(|choice| choice.notation).collect::<Vec<_>>();
    for typed in ["d3e3e", "d3e3e4", "d3 e3 e", "d3e3+e4"] {
        assert_eq!(offered(typed), ["d3e3+", "d3e3+e4+"], "{typed}");
    }
    assert_eq!(offered("d3e3e4+"), ["d3e3+e4+"]);
    assert_eq!(offered("d3e3stop"), ["d3e3+"]);
    assert!(game.complete("", 2).iter().all(|choice| choice.tags.contains(&"flip")));
}

#[test]
fn the_diagram_shows_what_the_turn_did() {
    let board = |game: &dyn AnyGame| match &game.diagram().boards[..] {
        [Board::Fanorona(board)] => board.clone(),
        boards => panic!("{boards:?}"),
    };
    let names = |points: &[Point]| points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let parts_of_board = |board: &FanoronaBoard| (names(&board.path), names(&board.flipped), board.removed);
    let parts = |game: &dyn AnyGame| parts_of_board(&board(game));
    let mut game = open_at("fliporona", "4b4/9/2bw1b3/9/8b w 60").expect("a position");
    assert_eq!(parts(game.as_ref()), (String::new(), String::new(), false));
    assert_eq!(board(game.as_ref()).pieces.len(), 5);
    let partial = game.after("d3e3-").expect("legal");
    assert_eq!(parts(partial.as_ref()), ("d3 e3".to_owned(), "c3".to_owned(), false));
    assert_eq!(partial.diagram().last, Some("d3e3-".to_owned()));
    game.play("d3e3+e4+").expect("legal");
    assert_eq!(parts(game.as_ref()), ("d3 e3 e4".to_owned(), "f3 e5".to_owned(), true));
    assert_eq!(game.diagram().last, Some("d3e3+e4+".to_owned()));
    let pieces = board(game.as_ref()).pieces.into_iter();
    let pieces: Vec<String> = pieces.map(|(point, color)| format!("{}{point}", color.letter())).collect();
    assert_eq!(pieces.join(" "), "bi1 bc3 wf3 we5");
    let on_board: Vec<u8> = game.diagram().sides.iter().map(|side| side.on_board).collect();
    assert_eq!((on_board, game.diagram().to_move), (vec![2, 2], Some(Seat(1))));
    game.play("i1h1").expect("legal");
    assert_eq!(parts(game.as_ref()), ("i1 h1".to_owned(), String::new(), false));
    let mut game = open("fliporona").expect("a setup");
    game.play("@c4").expect("legal");
    assert_eq!(parts(game.as_ref()), ("c4".to_owned(), String::new(), false));
    // A step that could go on, but stops.
    let mut game = open_at("fliporona", "4b4/9/2bw1b3/9/8b w 60").expect("a position");
    game.play("d3e3+").expect("legal");
    assert_eq!(parts(game.as_ref()), ("d3 e3".to_owned(), "f3".to_owned(), true));
}

#[test]
fn position_lines_may_be_in_any_case_but_not_of_any_length() {
    let long = open_at("fliporona", &"9/".repeat(1_000)).map(|_| ()).expect_err("too long");
    assert_eq!(long.text, "that is too long for a position");
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

#[test]
fn a_sign_may_be_left_out_where_only_one_capture_is_possible() {
    let spellings = |line: &str, step: &str| {
        let position = Fliporona.read_position(line).expect("a position");
        let mv = Fliporona.read_move(&position, step).expect("legal");
        Fliporona.spellings(&position, &mv).join(" ")
    };
    assert_eq!(spellings("4b4/9/3w1b3/9/8b w 60", "d3e3+"), "d3e3+ d3e3");
    assert_eq!(spellings("4b4/9/2bw5/9/8b w 60", "d3e3-"), "d3e3- d3e3");
    assert_eq!(spellings("4b4/9/2bw1b3/9/8b w 60", "d3e3+"), "d3e3+");
    assert_eq!(spellings("4b4/9/2bw1b3/9/8b w 60", "d3d2"), "d3d2");
    assert_eq!(spellings("4b4/9/2b1ww3/9/8b w 60 chain=e3:e", "e4+"), "e4+ e3e4+ e4 e3e4");
    assert_eq!(spellings("4b4/9/2b1ww3/9/8b w 60 chain=e3:e", "stop"), "stop");
    assert_eq!(spellings("9/9/9/9/9 w 0", "@a1"), "@a1 a1");
}

#[test]
fn points_are_a_letter_and_a_digit() {
    for point in Point::all() {
        assert_eq!(point.to_string().parse(), Ok(point));
        assert_eq!(point.to_string().to_uppercase().parse(), Ok(point));
    }
    for text in ["", "a", "a0", "a6", "j1", "z1", "@1", "!1", "{1", "11", "aa", "a11", "é"] {
        assert_eq!(text.parse::<Point>().expect_err(text).0, text);
    }
}

#[test]
fn every_refusal_says_what_is_wrong() {
    let step = "4b4/9/2bw1b3/9/8b w 60";
    let long = "d3e3".repeat(80);
    let unwritten = [
        [step, " ", "empty-text", "no move is written"],
        [step, &long, "text-too-long", "that is too long for a move"],
    ];
    let lines = include_str!("../tables/fliporona-refusals.txt").lines().filter(|line| !line.starts_with('#'));
    let rows = lines.map(|line| line.split(" | ").collect::<Vec<_>>().try_into().expect("four columns"));
    for [position, text, code, sentence] in rows.chain(unwritten) {
        let mut game = open_at("fliporona", position).expect("a position");
        let refusal = game.play(text).expect_err(text);
        assert_eq!((refusal.code, refusal.text.as_str()), (code, sentence), "{text}");
        assert!(refusal.args.iter().all(|(_, value)| sentence.contains(value)), "{refusal:?}");
        assert_eq!(game.position(), position, "a refusal changes nothing");
    }
    // Notation lets the player choose the row; a program can omit the choice.
    let position = Fliporona.read_position(step).expect("a position");
    let [from, to] = ["d3", "e3"].map(|point| point.parse::<Point>().expect("a point"));
    let refusal = Fliporona.play(&position, &Move::Slide { from, to }).expect_err("it can flip").refusal();
    assert_eq!((refusal.code, refusal.text.as_str()), ("must-flip", "the step from d3 to e3 can flip, so it must"));
    // In a chain, too, both options are named with the whole notation.
    let mut game = open_at("fliporona", "4b4/9/3w1b3/9/4b3b w 60").expect("a position");
    game.play("d3e3+e4").expect("only ahead");
    let mut game = open_at("fliporona", "4b4/9/3w1b3/4b4/8b w 60").expect("a position");
    assert_eq!(
        game.play("d3e3+e4").expect_err("both").text,
        "`d3e3+e4` can flip ahead or behind: write d3e3+e4+ or d3e3+e4-"
    );
}
