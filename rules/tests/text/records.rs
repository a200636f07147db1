//! Games as text: round trips in every form for every setup, records of other programs, and the safe refusal of
//! arbitrary text.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use rules::games::abalone::{Abalone, judge, nacre, playstrategy};
use rules::record::{Colors, Document, GameResult, Moment, Reader, Record, RecordError, check, seat_tags};
use rules::rng::SeededRng;
use rules::{AnyGame, Ruleset as _, open, open_at};

/// One setup of each kind.
const SETUPS: [&str; 32] = [
    "abalone",
    "abalone layout=belgian-daisy",
    "abalone layout=random seed=7",
    "abalone layout=random-free seed=8",
    "abalone layout=custom board=wwww1/wwwwww/1wwww2/8/9/8/2bbbb1/bbbbbb/1bbbb",
    "abalone placement=on",
    "abalone target=1",
    "abalone sprint=20",
    "abalone handicap=white:3",
    "abalone turn=double",
    "abalone turn=own-foe target=2",
    "abalone turn=foe-own",
    "abalone turn=mixed",
    "abalone obstacles=d5+f5",
    "abalone holes=e5",
    "abalone pivot=e5:fixed",
    "abalone pivot=e4:ejectable ball=e6",
    "abalone triangles=on",
    "abalone colors=one",
    "abalone colors=one turn=double",
    "abalone crown=on",
    "abalone seats=2x2",
    "abalone seats=2x2 placement=on handicap=white:2",
    "abalone seats=2x2x2 target=1",
    "abalone seats=2x2x2 phase=counter turn=double",
    "abalone seats=3 target=1",
    "abalone seats=4 triangles=on",
    "abalone seats=6 target=2",
    "grand-abalone",
    "notalone",
    "notalone layout=german-daisy",
    "fliporona",
];

/// A game with revealed colors, so that legal moves are listed.
fn colors_revealed(setup: &str, position: Option<&str>) -> Box<dyn AnyGame> {
    let game = position.map_or_else(|| open(setup), |position| open_at(setup, position));
    let mut game = game.unwrap_or_else(|refusal| panic!("{setup} at {position:?}: {refusal}"));
    game.reveal_colors();
    game
}

/// A random turn, step by step; `None` if the game is over.
fn turn(game: &dyn AnyGame, rng: &mut SeededRng) -> Option<String> {
    let mut text = String::new();
    loop {
        let partial = game.after(&text).expect("legal steps");
        let steps = partial.legal_moves();
        if steps.is_empty() || (!text.is_empty() && partial.partial_turn().is_none()) {
            break;
        }
        let step = &steps[rng.below(steps.len())];
        if step == "stop" {
            break;
        }
        text = match partial.partial_turn() {
            Some(partial) => partial + game.separator() + step,
            None => step.clone(),
        };
    }
    Some(text).filter(|text| !text.is_empty())
}

/// A random game, with names that imitate syntax.
fn game(setup: &str, rng: &mut SeededRng) -> Document {
    let mut game = colors_revealed(setup, None);
    let mut position = None;
    if rng.below(3) == 0 {
        for _ in 0..rng.below(60) {
            let Some(text) = turn(game.as_ref(), rng) else { break };
            game.play(&text).expect("legal");
        }
        let line = game.full_position();
        if line != colors_revealed(setup, None).full_position() {
            game = colors_revealed(setup, Some(&line));
            position = Some(line);
        }
    }
    let mut moves = Vec::new();
    for _ in 0..rng.below(90) {
        let Some(text) = turn(game.as_ref(), rng) else { break };
        moves.push(game.play(&text).expect("legal"));
    }
    let places = game.seats();
    let result = match game.outcome() {
        Some(outcome) => GameResult::of(outcome.winner, &places),
        // A resignation or none.
        None if rng.below(2) == 0 => {
            let loser = places.get(rng.below(9)).map(|place| place.team);
            let won = places.iter().filter(|place| Some(place.team) != loser).map(|place| place.color);
            let won = Colors::of(won).filter(|_| loser.is_some());
            won.map_or(GameResult::Draw, |won| GameResult::won_by(won, &places))
        }
        None => GameResult::Open,
    };
    let times = moves.iter().map(|_| Moment::from_millis(rng.below(2_000_000_000) as i64 * 1000)).collect();
    let mut record = Record::new(setup, position.as_deref(), moves).with_result(result);
    let names = ["Ada", "@everyone <@1>", "\"]\n[Result \"1-0", "\\", "\\\"", "{; 1. a1b2", "", "\u{2028}é\u{0}", "%"];
    for (tag, name) in seat_tags(&places).iter().zip(names.iter().cycle().skip(rng.below(9))) {
        record = record.with_tag(tag, name);
    }
    for (tag, value) in [("Event", "a \"quoted\" \\ event"), ("Zest", "z"), ("Mood", "fine"), ("Termination", "time")] {
        if rng.below(2) == 0 {
            record = record.with_tag(tag, value);
        }
    }
    Document::from(record).with_times(times)
}

#[test]
fn an_exported_game_imports_as_the_same_game() {
    const EACH: usize = 12;
    let (mut records, mut documents, mut plies, mut ended) = (String::new(), String::new(), 0, 0);
    for setup in SETUPS {
        let mut rng = SeededRng::new(setup.len() as u64);
        for _ in 0..EACH {
            let document = game(setup, &mut rng);
            let text = document.record().to_string();
            let again: Record = text.parse().unwrap_or_else(|error| panic!("{error}:\n{text}"));
            assert_eq!(&again, document.record(), "{text}");
            for json in [document.json(), document.json_with_positions()] {
                let json = json.unwrap_or_else(|error| panic!("{error}:\n{text}"));
                assert_eq!(json.parse().as_ref(), Ok(&document), "{json}");
                documents += &json;
            }
            // The same document on one line with other spacing.
            let value: serde_json::Value = serde_json::from_str(&document.json().expect("true")).expect("JSON");
            assert_eq!(value.to_string().parse().as_ref(), Ok(&document));
            let mut game = again.replay().expect("a true game");
            ended += u32::from(game.outcome().is_some());
            game.reveal_colors();
            plies += document.record().moves().len();
            records += &text;
            records.push('\n');
        }
    }
    let count = SETUPS.len() * EACH;
    let report = check(&records);
    assert_eq!((report.games, report.plies, report.failures), (count, plies, vec![]));
    let report = check(&documents);
    assert_eq!((report.games, report.plies, report.failures), (2 * count, 2 * plies, vec![]));
    assert!(ended > 20 && plies > 10_000, "{ended} ended, {plies} plies");
}

#[test]
fn two_color_games_round_trip_through_other_forms_too() {
    for setup in
        ["abalone", "abalone layout=belgian-daisy", "abalone layout=custom board=wwww1/wwwwww/7/8/9/8/7/bbbbbb/1bbbb"]
    {
        let mut rng = SeededRng::new(5);
        for _ in 0..20 {
            let document = game(setup, &mut rng);
            let record = document.record();
            let apgn: Record = record.apgn().expect("a true game").parse().expect("our own APGN");
            let uci: Record = record.playstrategy().expect("a true game").parse().expect("our own list");
            for other in [apgn, uci] {
                let other = other.canonical().expect("a true game");
                assert_eq!(other.moves(), record.moves());
                let rows =
                    |record: &Record| record.replay().expect("true").position().split(' ').next().map(str::to_owned);
                assert_eq!(rows(&other), rows(record));
            }
        }
    }
}

fn data() -> serde_json::Value {
    serde_json::from_str(include_str!("../data/notation.json")).expect("JSON")
}

/// The final of 2015 in canonical notation, Nacre's and PlayStrategy's.
fn the_final() -> [Vec<String>; 3] {
    let rules: Abalone = "abalone layout=belgian-daisy".parse().expect("a setup");
    let data = data();
    let moves = data["games"][0]["moves_abapro"].as_array().expect("moves");
    let mut position = rules.start();
    let mut all = [Vec::new(), Vec::new(), Vec::new()];
    for text in moves.iter().filter_map(|text| text.as_str()) {
        let mv = rules.read_move(&position, text).expect("a legal move");
        let effect = judge(&rules, &position, mv).expect("a legal move");
        all[0].push(mv.to_string());
        all[1].push(nacre(mv, effect).expect("a spelling"));
        all[2].push(playstrategy(mv, effect).expect("a spelling"));
        position = rules.play(&position, &mv).expect("a legal move");
    }
    all
}

fn numbered(moves: &[String], dot: &str) -> String {
    let pairs = (1..).zip(moves.chunks(2));
    pairs.fold(String::new(), |text, (number, pair)| text + &format!("{number}{dot} {}\n", pair.join("  ")))
}

#[test]
fn the_final_of_2015_is_the_same_game_in_every_spelling() {
    let [aba_pro, nacre, uci] = the_final();
    assert_eq!(aba_pro.len(), 115);
    assert!(aba_pro != nacre && nacre != uci);
    let record = Record::new("abalone layout=belgian-daisy", None, aba_pro.clone());
    let start = rules::record::fen::write(&record.setup().parse::<Abalone>().expect("a setup").start());
    let mut texts = vec![
        record.to_string(),
        record.apgn().expect("true"),
        record.playstrategy().expect("true"),
        Document::from(record.clone()).json().expect("true"),
        format!("position fen {start} moves {}", uci.join(" ")),
        format!("{start}\n{}", uci.join("\n")),
        format!("FEN: {start}\n\n{}", numbered(&nacre, ".")),
        format!("[Variant \"Abalone\"]\n[FEN \"{start}\"]\n\n{} *", numbered(&uci, ".")),
        format!("[Variant \"belgian\"]\n[Notation \"Nacre\"]\n\n{}", numbered(&nacre, ".")),
        include_str!("../../../tests/data/final-2015.txt").to_owned(),
    ];
    for moves in [&aba_pro, &nacre, &uci] {
        let upper: Vec<String> = moves.iter().map(|text| text.to_uppercase()).collect();
        texts.extend([moves.join(" "), moves.join("\r\n"), moves.join(", "), upper.join(" ")]);
        texts.extend(["", ".", ")", "..."].map(|dot| numbered(moves, dot)));
        texts.push((1..).zip(moves.chunks(2)).fold(String::new(), |text, (number, pair)| {
            let [black, white] = [pair.first(), pair.get(1)].map(|mv| mv.cloned().unwrap_or_default());
            text + &format!("{number}.{black}\n{number}...{white} ")
        }));
    }
    for text in texts {
        let read: Vec<_> = Reader::new("abalone layout=belgian-daisy").games(&text).collect();
        let [Ok(document)] = &read[..] else { panic!("{read:?}\n{text}") };
        assert_eq!((document.record().setup(), document.record().position()), (record.setup(), None), "{text}");
        assert_eq!(document.record().moves(), record.moves(), "{text}");
    }
    let game = record.replay().expect("true");
    assert_eq!(game.position().split(' ').nth(2), Some("1-5"), "as the final position of the source says");
}

#[test]
fn records_name_every_seat_and_number_each_move() {
    let first = |setup: &str, count: usize| {
        let mut game = colors_revealed(setup, None);
        let moves = (0..count).map(|_| {
            let mv = game.turns(1).0.remove(0);
            game.play(&mv).expect("legal")
        });
        Record::new(setup, None, moves.collect())
    };
    let tagged = |record: Record| {
        let places = record.open().expect("a start").seats();
        // The order of setting tags does not matter.
        seat_tags(&places).iter().rev().fold(record, |record, tag| record.with_tag(tag, &format!("the {tag}")))
    };
    let words = |record: &Record| {
        let text = record.to_string();
        let (tags, moves) = text.split_once("\n\n").expect("tags and moves");
        let tags: Vec<_> =
            tags.lines().map(|line| line[1..].split(' ').next().unwrap_or_default().to_owned()).collect();
        let numbers = moves.split_whitespace().filter(|word| word.ends_with('.')).map(str::to_owned);
        assert_eq!(numbers.collect::<Vec<_>>().join(" "), "1. 2. 3. 4. 5. 6. 7. 8.", "a number for each move");
        tags.join(" ")
    };
    for (setup, tags) in [
        ("abalone", "Black White Result Setup"),
        ("fliporona", "Black White Result Setup"),
        ("abalone seats=2x2", "Black1 White1 Black2 White2 Result Setup"),
        ("abalone seats=2x2x2", "Black1 White1 Black2 White2 Result Setup"),
        ("abalone seats=3", "Black White Red Result Setup"),
        ("abalone seats=4", "Black White Red Green Result Setup"),
        ("abalone seats=6", "Black White Red Green Yellow Blue Result Setup"),
    ] {
        assert_eq!(words(&tagged(first(setup, 8))), tags, "{setup}");
    }
    let later = Record::new(
        "abalone seats=3",
        Some(&first("abalone seats=3", 7).replay().expect("true").full_position()),
        vec![],
    );
    let game = later.open().expect("a position");
    let later = Record::new("abalone seats=3", later.position(), game.turns(1).0);
    assert!(later.to_string().contains("\n\n1. "), "{later}");
}

#[test]
fn results_are_those_of_the_teams() {
    let judged = |setup: &str, result: &str| {
        let text = format!("[Setup \"{setup}\"]\n[Result \"{result}\"]\n\n*\n");
        text.parse::<Record>()
            .and_then(|record| record.replay().map(|_| record.result()))
            .map_err(|error| error.to_string())
    };
    for setup in
        ["abalone", "abalone seats=2x2", "abalone seats=2x2x2", "abalone seats=4", "abalone seats=6", "notalone"]
    {
        assert_eq!(judged(setup, "1-0"), Ok(GameResult::First), "{setup}");
        assert_eq!(judged(setup, "0-1"), Ok(GameResult::Second), "{setup}");
        let refused = Err("black is no result of this game: write 1-0, 0-1, 1/2-1/2, *".to_owned());
        assert_eq!(judged(setup, "black"), refused, "{setup}");
    }
    let colors = |text: &str| Ok(GameResult::from_text(text).expect("a result"));
    for (written, meant) in [("Red", "red"), ("red+White", "white+red"), ("black+white", "black+white")] {
        assert_eq!(judged("abalone seats=3", written), colors(meant));
        assert_eq!(colors(meant).map(|result| result.to_string()), Ok::<_, String>(meant.to_owned()));
    }
    for setup in SETUPS {
        assert_eq!(judged(setup, "1/2-1/2"), Ok(GameResult::Draw), "{setup}");
        assert!(judged(setup, "2-0").expect_err("no result").contains("`2-0`"), "{setup}");
    }
    for result in ["1-0", "green", "black+green", "black+white+red"] {
        let all = "the colors that won, such as black or black+white, 1/2-1/2, *";
        let refused = format!("{result} is no result of this game: write {all}");
        assert_eq!(judged("abalone seats=3", result), Err(refused));
    }
    // Over by the rules: the third color has ejected a marble.
    let end = "[Setup \"abalone seats=3 target=1\"]\n[Position \"2b2/6/7/8/wrr6/8/7/6/5 r 0-0-0 0\"]\n[Result \"black\"]\n\n1. e3e2 *\n";
    let error =
        end.parse::<Record>().expect("a record").replay().map(|_| ()).expect_err("an untrue result").to_string();
    assert_eq!(error, "the record says black, by the rules it is red");
}

#[test]
fn one_text_may_hold_many_games_in_many_forms() {
    let fen = "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 0 1";
    let text = format!(
        "# two lists\n1. a1b2 i5h5\n2. a2b3\n1) a1d4 i9h8 2) a2d5\n\n[Black \"Ada\"]\n\n1. a1b2 {{\n1. no move}} i5h5 (2. a2a2\n1. x) 1-0\n\
         {fen}\na1d4 i5f5\n{fen} a1d4\nposition fen {fen} moves a1d4\n[Setup \"notalone\"]\n\n@d4 @f5\n[Event \"no moves\"]\n[Result \"*\"]\n",
    );
    let read: Vec<_> =
        Reader::new("abalone").games(&text).map(|game| game.expect("a true game").record().clone()).collect();
    let counts: Vec<_> = read.iter().map(|record| record.moves().len()).collect();
    assert_eq!(counts, [3, 3, 2, 2, 1, 1, 2, 0], "{read:#?}");
    assert_eq!(read[2].result(), GameResult::First);
    assert_eq!(read[6].setup(), "notalone");
    assert!(read.iter().all(|record| record.position().is_none()));

    // Problems are reported with game, line and move; the other games are read.
    let text =
        format!("1. a1b2 i5h5\n2. a2b3\n   a1b2\n\n{fen}\na1d4\n\n[Black \"x\"]\n[black \"y\"]\n*\n1. a1b2 <b>\n");
    let report = check(&text);
    let failures: Vec<_> = report.failures.iter().map(ToString::to_string).collect();
    assert_eq!(report.games, 4);
    assert_eq!(
        failures,
        [
            "game 1 (line 3): move 4 `a1b2`: there is no marble on a1",
            "game 3 (line 8): the tag black is given twice",
            "game 4 (line 11): `<b>` is no move",
        ]
    );
}

/// A document of two moves, for tests of damage.
fn document() -> String {
    let moves = ["a1b2", "i5h5"].map(str::to_owned).to_vec();
    let record = Record::new("abalone", None, moves).with_tag("White", "Bruno").with_tag("Event", "one");
    let times = vec![None, "2026-11-21T09:00:00Z".parse().ok()];
    Document::from(record).with_times(times).json_with_positions().expect("a true game")
}

#[test]
fn a_json_document_matches_its_description() {
    let text = r#"{
  "format": "sumito-game/1",
  "setup": "abalone",
  "seats": [
    {"color":"black","team":0},
    {"color":"white","team":1,"name":"Bruno"}
  ],
  "result": "*",
  "tags": {"Event":"one"},
  "moves": [
    {"seat":0,"move":"a1b2","position":"wwwww/wwwwww/2www2/8/9/3b4/2bbb2/bbbbbb/1bbbb w 0-0 1 calm=1"},
    {"seat":1,"move":"i5h5","at":"2026-11-21T09:00:00Z","position":"1wwww/wwwwww/2www2/3w4/9/3b4/2bbb2/bbbbbb/1bbbb b 0-0 2 calm=2"}
  ]
}
"#;
    assert_eq!(document(), text);
    // The documentation's example is valid, and formatted like our output.
    let described = include_str!("../../../docs/records.md");
    let example = described.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let read: Document = example.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.json().as_deref(), Ok(example));
    let record = described.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    assert_eq!(record.parse::<Record>().map(|record| record.to_string()).as_deref(), Ok(record));
    assert_eq!(record.parse().as_ref(), Ok(read.record()), "both examples are the same game");
}

#[test]
fn an_inconsistent_document_is_refused_with_the_reason() {
    for (from, to, problem) in [
        ("sumito-game/1", "sumito-game/2", "this JSON is `sumito-game/2`, and I read `sumito-game/1`"),
        ("\"result\"", "\"next\": 1,\n  \"result\"", "line 8 of the JSON: unknown field `next`"),
        ("\"format\": \"sumito-game/1\",", "", "line 14 of the JSON: missing field `format`"),
        ("\"abalone\"", "\"chess\"", "I do not know the game `chess`"),
        ("\"team\":1", "\"team\":0", "the seats are not those of the setup: black of team 0, white of team 1"),
        ("\"black\"", "\"pink\"", "line 5 of the JSON: unknown variant `pink`"),
        ("\"*\"", "\"2-0\"", "the tag Result says `2-0`"),
        ("\"*\"", "\"red\"", "red is no result of this game"),
        ("\"seat\":1", "\"seat\":0", "move 2 is told of seat 0, by the rules it is seat 1"),
        ("calm=1", "calm=7", "the position after move 1 is `wwwww/"),
        ("\"i5h5\"", "\"i5\"", "move 2 `i5`: "),
        ("09:00:00Z", "09:00:00", "move 2: `2026-11-21T09:00:00` is no time"),
        ("\"Event\"", "\"an event\"", "`an event` is no name of a tag"),
        ("\"Event\"", "\"Setup\"", "the tag Setup is given twice"),
        ("\"Event\"", "\"white\"", "the tag white is given twice"),
        ("  ]\n}", "  ", "of the JSON: "),
        ("\"setup\": \"abalone\"", "\"setup\": \"abalone\", \"position\": \"5/5\"", "the tag Position says `5/5`"),
    ] {
        let spoiled = document().replacen(from, to, 1);
        assert_ne!(spoiled, document(), "{from}");
        let error = spoiled.parse::<Document>().expect_err(to).to_string();
        assert!(error.contains(problem), "{to}: {error}");
        // In a text of many games the failure is reported, and the next game is read, if it begins.
        let report = check(&format!("{}\n{spoiled}", document()));
        assert_eq!((report.games, report.failures.len()), (2, 1), "{to}: {report:?}");
        assert_eq!(report.failures[0].game, 2);
    }
    // Any name remains text.
    let name = "\"}],\"moves\":[{\"move\":\"a1b2\"";
    let record = Record::new("abalone", None, Vec::new()).with_tag("Black", name);
    let again: Document = Document::from(record).json().expect("true").parse().expect("our own");
    assert_eq!(again.record().tag("Black"), Some(name));
}

#[test]
fn malicious_records_are_refused_in_time() {
    let repeated = |text: &str, bytes: usize| text.repeat(bytes / text.len());
    let mut tags = String::new();
    for number in 0..100_000 {
        writeln!(tags, "[T{number} \"x\"]").expect("a string takes all text");
    }
    let head = "{\"format\":\"sumito-game/1\",\"setup\":\"abalone\",\"result\":\"*\",\"seats\":[],\"moves\":[";
    let fen = "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS";
    let mut texts = vec![("100,000 tags", tags.clone()), ("some thousands of tags", tags[..900_000].to_owned())];
    // Too long for any game, and just within the limit.
    for bytes in [10_000_000, 900_000] {
        let of = |text| repeated(text, bytes);
        texts.extend([
            ("one word", of("a")),
            ("NUL bytes", of("\0")),
            ("NUL bytes in a tag", format!("[Black \"{}\"]\n\n1. a1b2 *", of("\0"))),
            ("an unclosed string", format!("[Black \"{}", of("x"))),
            ("unclosed strings", of("[Black \"x\n")),
            ("backslashes", format!("[Black \"{}\\\"]", of("\\"))),
            ("comments", of("{")),
            ("variations", of("(")),
            ("closed variations", of(")")),
            ("the same tag", of("[Black \"x\"]\n")),
            ("numbers and no move", of("1. ")),
            ("moves", of("a1b2 ")),
            ("legal moves, again and again", of("a1b2 i9h8 b2a1 h8i9 ")),
            ("positions", of("////////\n")),
            ("a long position", format!("{} b 0-0 0", of("/"))),
            ("a position of many words", format!("{fen} b 0-0 0 {}", of("calm=1 "))),
            ("long numbers", format!("{fen} {} 0 b 0 1", of("9"))),
            ("open braces", of("{\"a\":")),
            ("open lists", format!("{{\"moves\":{}", of("["))),
            ("a long word in a document", format!("{{\"format\":\"{}\"}}", of("x"))),
            ("a document of too many moves", format!("{head}{}{{\"move\":\"a1b2\"}}]}}", of("{\"move\":\"a1b2\"},"))),
        ]);
    }
    texts.extend([("games", repeated("1. a1a1\n", 900_000)), ("documents", repeated("{}", 900_000))]);
    for (what, text) in texts {
        let start = Instant::now();
        let report = check(&text);
        assert!(start.elapsed() < Duration::from_secs(20), "{what} took {:?}", start.elapsed());
        assert!(report.games > 0 && report.failures.len() == report.games, "{what}: {} games", report.games);
        let longest = report.failures.iter().map(|failure| failure.to_string().len()).max();
        assert!(longest < Some(600), "{what} is answered by {longest:?} bytes");
    }
    for nothing in ["", "\u{feff}", "\n".repeat(10_000_000).as_str()] {
        assert_eq!(check(nothing).games, 0);
    }
    assert_eq!("".parse::<Record>(), Err(RecordError::Nothing));
}

#[test]
fn randomly_corrupted_texts_are_read_whole_or_refused() {
    let mut rng = SeededRng::new(11);
    let (mut read, mut refused) = (0, 0);
    for round in 0..6_000_usize {
        let setup = SETUPS[round % SETUPS.len()];
        let mut game = game(setup, &mut rng);
        if game.record().moves().len() > 12 {
            let few = game.record().moves()[..12].to_vec();
            game = Document::from(Record::new(setup, game.record().position(), few).with_tag("Black", "Ada"))
                .with_times(vec![None, Moment::from_millis(5)]);
        }
        let record = game.record();
        let mut text = match round % 5 {
            0 => record.to_string(),
            1 => game.json().expect("a true game"),
            2 => game.json_with_positions().expect("a true game"),
            3 => record.apgn().unwrap_or_default(),
            _ => record.playstrategy().unwrap_or_default(),
        };
        let parts = [
            "[", "]", "\"", "\\", "{", "}", "(", "1.", "\n", " ", ",", "Setup", "black", "a1b2", "Red", "=", "7", "/",
            "\0",
        ];
        for _ in 0..rng.below(4) {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let at = places[rng.below(places.len())];
            match rng.below(3) {
                0 => text.insert_str(at, parts[rng.below(parts.len())]),
                1 if at < text.len() => drop(text.remove(at)),
                _ => {
                    let end = places[rng.below(places.len())];
                    text = format!("{}{}", &text[..at.max(end)], &text[at.min(end)..]);
                }
            }
        }
        for game in Reader::new("abalone layout=belgian-daisy").games(&text) {
            let Ok(document) = game else {
                refused += 1;
                continue;
            };
            read += 1;
            assert_eq!(document.record().to_string().parse().as_ref(), Ok(document.record()), "{text}");
            assert_eq!(document.json().expect("a true game").parse().as_ref(), Ok(&document), "{text}");
        }
    }
    assert!(read > 1_000 && refused > 1_000, "{read} read, {refused} refused");
}

proptest! {
    #[test]
    fn no_text_of_games_panics(text in "([a-i][1-9]{1,3}|[0-9]{1,2}[.)]?| |\n|\\[|\\]|\"|\\{|\\}|\\(|\\)|;|%|#|/|\\\\|[sSbw ]{1,3}|\"format\":|sumito-game/1|fen|moves|\\PC){0,60}") {
        let report = check(&text);
        prop_assert!(report.failures.len() <= report.games);
        if let Ok(record) = text.parse::<Record>() {
            prop_assert_eq!(record.to_string().parse(), Ok(record));
        }
    }

    #[test]
    fn any_tag_round_trips(name in "[A-Za-z0-9_]{1,20}", value in "\\PC{0,40}") {
        let record = Record::new("abalone", None, vec!["a1b2".to_owned()]).with_tag(&name, &value);
        let result = ["result", "setup", "position", "variant", "notation", "fen", "plies"];
        prop_assume!(!result.contains(&name.to_ascii_lowercase().as_str()));
        prop_assert_eq!(record.to_string().parse(), Ok(record.clone()));
        let document = Document::from(record);
        prop_assert_eq!(document.json().expect("true").parse(), Ok(document));
    }
}

#[test]
fn a_game_downloaded_from_playstrategy_begins_with_its_layout_and_has_its_players() {
    let text = "[Event \"Rated Abalone game\"]\n[Site \"https://playstrategy.org/Abcd1234\"]\n[P1 \"alice\"]\n[P2 \"bob\"]\n\
                [Result \"1-0\"]\n[P1Elo \"1500\"]\n[P2Elo \"1480\"]\n[Variant \"Abalone\"]\n[TimeControl \"-\"]\n\
                [Termination \"Time forfeit\"]\n\n1. a1d4 i5f5 2. a2c4 a5d5 3. b3e6 h4f4 4. c2c7 c7d6 1-0\n";
    let report = check(text);
    assert_eq!((report.plies, &report.failures[..]), (8, &[][..]));
    let record: Record = text.parse().expect("a game");
    assert_eq!(record.setup(), "abalone layout=belgian-daisy");
    let tags = ["Black", "White", "BlackElo", "WhiteElo", "Result", "Termination"].map(|name| record.tag(name));
    assert_eq!(tags, ["alice", "bob", "1500", "1480", "1-0", "time"].map(Some));
    let normal = text.replace("Time forfeit", "Normal").parse::<Record>().expect("a game");
    assert_eq!(normal.tag("Termination"), None, "it says nothing");
    // Other programs mean the standard layout.
    let other = text.replace("P1 ", "Black ").replace("P2 ", "White ").parse::<Record>().expect("a game");
    assert_eq!(other.setup(), "abalone");
}

#[test]
fn marks_behind_a_move_are_skipped_wherever_it_is_read() {
    let record: Record = "1. a1b2! i5h5?! 2. a2b3* *".parse().expect("a game");
    assert_eq!(record.moves(), ["a1b2", "i5h5", "a2b3"]);
    let mut game = open("abalone").expect("a game");
    for (typed, written) in [("a1b2!", "a1b2"), ("i5h5 *", "i5h5"), (" a2b3 !? ", "a2b3")] {
        assert_eq!(game.play(typed).expect(typed), written);
    }
    assert_eq!(
        game.play("<@1>*").map_err(|refusal| refusal.text),
        Err("`<@1>*` is not a move: write for example a1b2, c3c5d3 or a1 ne".to_owned())
    );
}
