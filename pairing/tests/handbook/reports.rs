//! Reports in TRF: what is read, what is refused and in which line, and that what is written reads back.

use pairing::trf::Report;
use pairing::{Bye, Color, Outcome, StartNumber, dutch, monrad};

use super::random::{Rng, entry_list};

const REPORT: &str = "\
012 Spring Swiss
022 Lyon
001    1      Ada                               1900                             2.0    1     3 w 1     2 b 1
001    2      Bo                                1850                             1.0    2     4 b 1     1 w 0  0000 - H
001    3      Cy                                                                 1.0    3     1 b 0  0000 - U
001    4      Di                                1700                             0.5    4     2 w 0  0000 - H
XXR 3
XXC white1
XXP 1 4
XXZ 3
";

fn problem(report: &str) -> String {
    Report::read(report).expect_err("a report that is wrong").to_string()
}

#[test]
fn a_report_is_a_tournament() {
    let report = Report::read(REPORT).expect("a good report");
    let tournament = &report.tournament;
    assert_eq!((tournament.name.as_str(), tournament.planned_rounds), ("Spring Swiss", Some(3)));
    assert_eq!(report.headers, [(22, "Lyon".to_owned())]);
    assert_eq!(tournament.initial_color, Some(Color::White));
    let players: Vec<_> = tournament.players().map(|player| (player.name.as_str(), player.rating)).collect();
    assert_eq!(players, [("Ada", Some(1900)), ("Bo", Some(1850)), ("Cy", None), ("Di", Some(1700))]);
    assert_eq!(tournament.rounds().len(), 2);
    let absences = [2, 3].map(|number| tournament.player(StartNumber(number)).expect("a player").absence(3));
    assert_eq!(absences, [Some(Bye::HalfPoint), Some(Bye::ZeroPoint)]);
    assert_eq!(tournament.forbidden().collect::<Vec<_>>(), [[StartNumber(1), StartNumber(4)]]);
    assert_eq!(tournament.rounds()[0].games()[0].outcome, Outcome::WhiteWins);
}

#[test]
fn line_ends_and_a_byte_order_mark_do_not_matter() {
    let read = Report::read(REPORT).expect("a good report");
    for ends in ["\r\n", "\r", "\n\n"] {
        let report = format!("\u{feff}{}", REPORT.replace('\n', ends));
        assert_eq!(Report::read(&report).as_ref(), Ok(&read), "{ends:?}");
    }
}

#[test]
fn a_report_that_is_cut_off_anywhere_is_refused_or_has_lost_only_its_last_lines() {
    let whole = Report::read(REPORT).expect("a good report").tournament;
    let results = REPORT.find("XXR").expect("a line");
    for end in 0..REPORT.len() {
        let cut = &REPORT[..end];
        match Report::read(cut) {
            Err(error) => assert!(error.line <= cut.split('\n').count().max(1), "{error}"),
            // The last line of a player ends in its result, or in what says nothing.
            Ok(report) => {
                assert!(end + 1 >= results, "{cut}");
                assert_eq!(report.tournament.rounds(), whole.rounds(), "{cut}");
            }
        }
    }
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    for (old, new, sentence) in [
        ("001    4", "001    3", "line 6: start number 3 has another line before"),
        ("001    4", "001    x", "line 6: the start number is `x`, and should be a number from 1"),
        (
            "    2 w 0  0000 - H",
            "    2 b 0  0000 - H",
            "line 4: in round 1 player 2 has met 4, whose line says otherwise: the same color",
        ),
        (
            "    2 w 0  0000 - H",
            "    2 w 1  0000 - H",
            "line 4: in round 1 player 2 has met 4, whose line says otherwise: another result",
        ),
        (
            "    2 w 0  0000 - H",
            "    1 w 0  0000 - H",
            "line 4: in round 1 player 2 has met 4, whose line says otherwise: another opponent",
        ),
        ("    3 w 1     2 b 1", "    7 w 1     2 b 1", "line 3: player 7 has no line"),
        ("    3 w 1     2 b 1", "    1 w 1     2 b 1", "line 3: player 1 cannot meet themselves"),
        ("    3 w 1     2 b 1", "    3 w 1     2 b  ", "line 3: round 2 has no result; report it first"),
        (
            "    3 w 1     2 b 1",
            "    3 w 1     2 - 1",
            "line 3: a color is `-`, and should be `w` or `b`, as the game was played",
        ),
        (
            "    3 w 1     2 b 1",
            "    3 w 1     2 b ?",
            "line 3: a result is `?`, and should be `1`, `=`, `0`, `+` or `-`",
        ),
        ("    3 w 1     2 b 1", "     3w 1     2 b 1", "line 3: a round is `3w 1`, and should be as `  12 w 1`"),
        ("    3 w 1     2 b 1", "    3 w 1     2", "line 3: the line is cut off"),
        (
            "  0000 - U",
            "  0000 w U",
            "line 5: a round without opponent is `0000 w U`, and should be `U`, `F`, `H` or `Z` without a color",
        ),
        ("1.0    3", "1.5    3", "line 5: player 3 has 1.5 points, and the results are worth 1.0"),
        ("2.0    1", "2.3    1", "line 3: the number of points is `2.3`, and should be a number such as 2.5"),
        ("1900", "19a0", "line 3: the rating is `19a0`, and should be a number"),
        ("XXR 3", "XXR 1", "line 7: 2 rounds are played, and there are 1 in all"),
        ("XXR 3", "XXR many", "line 7: the number of rounds is `many`, and should be a number from 1"),
        ("XXR 3", "XXR 3\nXXR 4", "line 8: line `XXR` is there twice"),
        (
            "XXC white1",
            "XXC rank",
            "line 8: the color of the first round is `rank`, and should be `white1` or `black1`",
        ),
        ("XXP 1 4", "XXP 1 9", "line 9: nobody has the start number 9"),
        ("XXP 1 4", "XXP 1 1", "line 9: player 1 cannot meet themselves"),
        ("XXZ 3", "XXZ 8", "line 10: nobody has the start number 8"),
        ("XXZ 3", "XXA    1  1.0", "line 10: the tournament is accelerated; accelerated rounds are not known here"),
        ("XXZ 3", "013 Lions", "line 10: the report is of teams; only single players are paired"),
        ("XXZ 3", "XXS W=3", "line 10: `XXS` is not a line that is known here"),
        ("XXZ 3", "BBW  3.0", "line 3: player 1 has 2.0 points, and the results are worth 6.0"),
    ] {
        let wrong = REPORT.replacen(old, new, 1);
        assert_ne!(wrong, REPORT, "{old}");
        assert_eq!(problem(&wrong), sentence);
    }
    assert_eq!(problem(""), "line 1: the report has no players; its lines 001 are missing");
    assert_eq!(problem("012 Nobody\n"), "line 1: the report has no players; its lines 001 are missing");
    assert_eq!(problem("hello"), "line 1: `hel` is not a line that is known here");
    assert_eq!(problem("é"), "line 1: `é` is not a line that is known here");
}

#[test]
fn three_points_for_a_win_are_three_points() {
    let report = "\
001    1      Ada                                                                3.0    1     2 w 1
001    2      Bo                                                                 0.0    3     1 b 0
001    3      Cy                                                                 3.0    2  0000 - U
BBW  3.0
BBD  1.0
";
    let read = Report::read(report).expect("a good report");
    assert_eq!(read.write(), report);
}

#[test]
fn whatever_is_played_reads_back_as_it_was() {
    for seed in 0..60 {
        let mut rng = Rng(seed);
        let mut tournament = entry_list(4 + rng.below(30), 7);
        tournament.name = "Été des Sœurs".to_owned();
        for _ in 0..6 {
            rng.stir(&mut tournament, 15);
            let Ok(pairing) = monrad::pair(&tournament) else { break };
            rng.play(&mut tournament, &pairing.games, pairing.bye, 15);
        }
        rng.stir(&mut tournament, 40);
        let text = Report { tournament: tournament.clone(), headers: vec![(22, "Lyon".to_owned())] }.write();
        let read = Report::read(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(read.write(), text, "seed {seed}");
        assert_eq!(dutch::pair(&read.tournament), dutch::pair(&tournament), "seed {seed}: the next round is the same");
        assert_eq!(monrad::pair(&read.tournament), monrad::pair(&tournament), "seed {seed}");
    }
}

#[test]
fn a_name_cannot_begin_a_line_of_its_own_or_leave_its_column() {
    let mut tournament = entry_list(2, 1);
    let name = "Eve\n001    9 with a name of more than thirty-three letters";
    tournament.add_player(name, None, Bye::ZeroPoint).expect("room");
    let read = Report::read(&Report::new(tournament).write()).expect("a good report");
    let names: Vec<_> = read.tournament.players().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["player 1", "player 2", "Eve 001    9 with a name of more"]);
}
