//! Reports in TRF: reading, refusals with their lines, and round trips.

use pairing::trf::Report;
use pairing::{Bye, Color, Outcome, Slot, StartNumber, dutch, monrad};

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
    assert_eq!(report.headers, ["022 Lyon"]);
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
            // The last line of a player ends in its result, or in insignificant characters.
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
            "line 5: column 107, the color in round 2, is `w`, but the opponent is 0000; a bye has `-` there",
        ),
        (
            "  0000 - U",
            "  0000 w",
            "line 5: column 107, the color in round 2, is `w`, but the opponent is 0000; a bye has `-` there",
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
162  W 3.0    D 1.0
";
    let read = Report::read(report).expect("a good report");
    assert_eq!(read.write(), report);
    for lines in
        ["BBW  3.0\nBBD  1.0\n", "162  D 1.0    W 3.0    X 1.0\n", "162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0\n"]
    {
        let same = report.replace("162  W 3.0    D 1.0\n", lines);
        assert_eq!(Report::read(&same).as_ref(), Ok(&read), "{lines}");
    }
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
        let mut report = Report::new(tournament.clone());
        report.headers.push("022 Lyon".to_owned());
        let text = report.write();
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

/// All lines of TRF-2026 that a tournament of single players can have.
const REPORT_OF_2026: &str = "\
012 TRF-2026
022 Torino
042 2026/09/13
062 5
132                                                                                        26/09/13  26/09/14
142 4
152 W
162  W 1.0    D 0.5    L 0.0    A 0.0    P 0.5
172 NOR NIDOF
182 Some program 1.0
192 FIDE_DUTCH_2026
202 BH/C1,BH,SB
212 PTS,BH/C1,BH,SB
222 40/5400+30
001    1 mGM  One, Player                       2400 NOR     1501234 1990/01/01  1.0    2     2 w 1     3 b 0
001    2 wFM  Two, Player                       2300 NOR     1501235 1991/02/02  1.5    1     1 b 0     4 w 1
001    3 m    Three, Player                     2200 NOR             1992        1.5    3     4 w 1     1 w 1
001    4 m    Four, Player                      2100 NOR           0 1990/01/01  0.0    4     3 b 0     2 b 0
001    5 m    Five, Player                      2000 NOR           0 1990/01/01  1.0    5  0000 - U
NOR    1 m 1  One, Player                       2450 OSL        1234 1990/01/01
240 H 002    5
240 Z 003    5
260 003 003    1    2
299          -0.5  001    3
299           0.5  002    2
";

#[test]
fn a_report_of_2026_is_read_and_written() {
    let text = REPORT_OF_2026;
    let report = Report::read(text).unwrap_or_else(|error| panic!("{error}"));
    let tournament = &report.tournament;
    assert_eq!((tournament.planned_rounds, tournament.initial_color), (Some(4), Some(Color::White)));
    assert_eq!(report.encoded_type(), Some("FIDE_DUTCH_2026"));
    let scores: Vec<_> = tournament.players().map(|player| tournament.score(player.number).to_string()).collect();
    assert_eq!(scores, ["1.0", "1.5", "1.5", "0.0", "1.0"]);
    let five = tournament.player(StartNumber(5)).expect("a player");
    assert_eq!(tournament.slots(five.number), [Bye::PairingAllocated, Bye::HalfPoint].map(Slot::Bye));
    assert_eq!(five.absence(3), Some(Bye::ZeroPoint));
    // 1 and 2 are kept apart in round 3 alone, in which they have met anyway.
    assert_eq!(tournament.forbidden().collect::<Vec<_>>(), [[StartNumber(1), StartNumber(2)]]);
    assert_eq!(tournament.after(1).forbidden().count(), 0);
    let again = report.write();
    for line in text.lines() {
        let is_kept = !line.starts_with("001") && !line.starts_with("162") && !line.starts_with("240");
        let other_form = ["142", "152"].contains(&&line[..3]);
        assert!(!is_kept || other_form || again.contains(line), "{line}\n{again}");
    }
    assert!(
        again.contains("001    1 mGM  One, Player                       2400 NOR     1501234 1990/01/01  1.0"),
        "{again}"
    );
    assert!(again.contains("162  P 0.5\n"), "{again}");
    assert_eq!(Report::read(&again).map(|read| read.write()), Ok(again));

    // A federation's ratings come in a line for each player, whatever its code begins with.
    let belgian = text.replace("172 NOR", "172 BEL").replace(
        "NOR    1 m 1  One, Player                       2450 OSL        1234 1990/01/01\n",
        "BEL    1 m 1  One, Player                       2450\nBEL    2 m 2  Two, Player                       2350\n",
    );
    let again = Report::read(&belgian).unwrap_or_else(|error| panic!("{error}")).write();
    assert!(again.contains("\nBEL    1 ") && again.contains("\nBEL    2 "), "{again}");
}

#[test]
fn lines_of_2026_that_change_the_pairing_are_used() {
    let report = "\
001    1 m    One                               2400                             0.0    1
001    2 m    Two                               2300                             0.0    2
001    3 m    Three                             2200                             0.0    3
001    4 m    Four                              2100                             0.0    4
142 4
152 W
";
    let pairs = |line: &str| {
        let tournament =
            Report::read(&format!("{report}{line}\n")).unwrap_or_else(|error| panic!("{line}: {error}")).tournament;
        let round = dutch::pair(&tournament).expect("a next round");
        let games: Vec<_> = round.games.iter().map(|pair| (pair.white.0, pair.black.0)).collect();
        (games, round.bye.map(|player| player.0))
    };
    let usual = vec![(1, 3), (4, 2)];
    for line in
        ["", "172 FIDE", "182 x", "192 FIDE_DUTCH_2026", "202 BH", "212 PTS,BH", "222 5400+30", "260 002 004    1    3"]
    {
        assert_eq!(pairs(line), (usual.clone(), None), "{line}");
    }
    assert_eq!(pairs("260 001 001    1    3"), (vec![(1, 4), (3, 2)], None));
    assert_eq!(pairs("240 H 001    1    3"), (vec![(2, 4)], None), "two are away");
    assert_eq!(pairs("240 F 002    1    3"), (usual.clone(), None), "they are away in another round");
    for (line, sentence) in [
        ("192 FIDE_TEAM_MP", "line 7: the report is of teams; only single players are paired"),
        ("192 FIDE_DUTCH_BAKU", "line 7: the tournament is accelerated; accelerated rounds are not known here"),
        ("240 H 001    9", "line 7: player 9 has no line"),
        ("240 X 001    1", "line 7: the kind of bye is `X`, and should be `F`, `H` or `Z`"),
        ("240 H", "line 7: the round is ``, and should be a number from 1"),
        ("260 001 001    1    x", "line 7: a player is `x`, and should be a start number"),
        ("299 Q         1.0", "line 7: the kind of result is `Q`, and should be one of W D L F H Z + -"),
        ("299 W        -1.0", "line 7: the points of a result is `-1.0`, and should be no less than 0.0"),
        ("162  Q 1.0", "line 7: a result with its points is `Q`, and should be W, D, L, A, P or X"),
        ("162  W", "line 7: the number of points is ``, and should be a number such as 2.5"),
        ("142 5", "line 7: line `142` is there twice"),
        ("NOR    1 m    One", "line 7: `NOR` is not a line that is known here"),
    ] {
        assert_eq!(problem(&format!("{report}{line}\n")), sentence, "{line}");
    }
}

#[test]
fn abnormal_points_count_in_scores_and_pairings() {
    // A win of the first round is worth three points, and 4 has a penalty; the points of the lines say the same.
    let report = "\
001    1      One                                                                3.0    1     3 w 1
001    2      Two                                                                1.0    2     4 b 1
001    3      Three                                                              0.0    3     1 b 0
001    4      Four                                                               0.0    4     2 w 0
XXR 3
XXC white1
299 W         3.0  001    1
299          -0.5  001    4
";
    let read = Report::read(report).expect("a good report").tournament;
    assert_eq!([1, 2, 3, 4].map(|number| read.score(StartNumber(number)).0), [6, 2, 0, 0]);
    assert_eq!(
        problem(&report.replace("299 W         3.0  001    1\n", "")),
        "line 1: player 1 has 3.0 points, and the results are worth 1.0"
    );
    let everyone = report.replace("299 W         3.0  001    1\n", "299 W         3.0\n");
    assert_eq!(problem(&everyone), "line 2: player 2 has 1.0 points, and the results are worth 3.0");
}

#[test]
fn a_bye_given_by_hand_is_in_the_round_that_is_paired() {
    let report = "\
001    1      One                                                                1.0    1     3 w 1
001    2      Two                                                                1.0    2     4 b 1
001    3      Three                                                              0.0    3     1 b 0
001    4      Four                                                               0.0    4     2 w 0
001    5      Five                                                               1.0    5  0000 - U
XXR 3
XXC white1
";
    for (given, score) in [(3, "0.0"), (3, "1.0")] {
        let line =
            "001    3      Three                                                              0.0    3     1 b 0";
        let with_bye = report.replace(line, &format!("{}  0000 - U", line.replace("0.0", score)));
        let tournament = Report::read(&with_bye).expect("a good report").tournament;
        assert_eq!(tournament.rounds().len(), 1, "the second round is not played");
        for pair in [dutch::pair, monrad::pair] {
            let round = pair(&tournament).expect("a next round");
            assert_eq!(round.bye, Some(StartNumber(given)));
            let players: std::collections::BTreeSet<_> =
                round.games.iter().flat_map(|pair| [pair.white.0, pair.black.0]).collect();
            assert_eq!(players, [1, 2, 4, 5].into());
        }
        let again = Report::new(tournament.clone()).write();
        assert_eq!(Report::read(&again).expect("a good report").tournament.rounds().len(), 1);
    }
    // With a result beside it, the round is played.
    let played = report
        .replace("3 w 1\n", "3 w 1     2 b 1\n")
        .replace("1.0    1", "2.0    1")
        .replace("4 b 1\n", "4 b 1     1 w 0\n")
        .replace("1 b 0\n", "1 b 0  0000 - U\n")
        .replace("0.0    3", "1.0    3");
    assert_eq!(Report::read(&played).expect("a good report").tournament.rounds().len(), 2);
}

#[test]
fn no_round_is_written_after_the_last() {
    let mut tournament = entry_list(4, 1);
    tournament.withdraw(StartNumber(4), 1).expect("ahead");
    assert!(Report::new(tournament.clone()).write().contains("4  0000 - Z\n"), "4 is away in the first round");
    let pairing = monrad::pair(&tournament).expect("three players");
    Rng(1).play(&mut tournament, &pairing.games, pairing.bye, 0);
    let text = Report::new(tournament).write();
    assert!(text.contains("4  0000 - Z\n") && !text.contains("Z  0000 - Z"), "{text}");
}

#[test]
fn names_are_written_in_ascii() {
    let mut tournament = entry_list(0, 1);
    tournament.name = "Été à Münster".to_owned();
    for name in ["Chloé", "Müller, Jörg", "Œuvrard", "שלום", "Ада", "🎲"] {
        tournament.add_player(name, None, Bye::ZeroPoint).expect("room");
    }
    let mut report = Report::new(tournament);
    report.headers.push("022 Zürich".to_owned());
    let text = report.write();
    assert!(text.is_ascii(), "{text}");
    assert!(text.starts_with("012 Ete a Munster\n022 Zurich\n"), "{text}");
    let read = Report::read(&text).expect("a good report");
    let names: Vec<_> = read.tournament.players().map(|player| player.name.as_str()).collect();
    assert_eq!(names[..3], ["Chloe", "Muller, Jorg", "OEuvrard"]);
    assert!(names[3..].iter().all(|name| !name.is_empty()), "{names:?}");
}

/// A report with one random fault: a letter, a piece or a line changed, lost, repeated or moved.
fn mutated(report: &str, rng: &mut Rng) -> String {
    let mut chars: Vec<char> = report.chars().collect();
    let mut lines: Vec<&str> = report.lines().collect();
    let at = rng.below(chars.len());
    let line = rng.below(lines.len());
    match rng.below(8) {
        0 => chars[at] = [' ', '0', '9', '-', 'w', 'Z', '\u{0}', 'é', '\t', '\r'][rng.below(10)],
        1 => drop(chars.remove(at)),
        2 => chars.insert(at, ['1', ' ', 'b', '\n', '💥'][rng.below(5)]),
        3 => chars.truncate(at),
        4 => drop(chars.drain(at..(at + 1 + rng.below(30)).min(report.chars().count()))),
        5 => return [&lines[..line], &lines[line + 1..]].concat().join("\n"),
        6 => {
            lines.insert(rng.below(lines.len()), lines[line]);
            return lines.join("\r\n");
        }
        _ => {
            let end = (at + 4).min(chars.len());
            chars.splice(at..end, ["65535", "99999", "0000", "-1.5"][rng.below(4)].chars());
        }
    }
    chars.into_iter().collect()
}

#[test]
fn a_report_with_random_faults_gives_a_round_or_one_sentence() {
    let (mut refused, mut read) = (0, 0);
    for seed in 0..3000 {
        let mut rng = Rng(seed);
        let whole = if seed % 2 == 0 { REPORT } else { REPORT_OF_2026 };
        let mut text = mutated(whole, &mut rng);
        for _ in 0..rng.below(3) {
            text = mutated(&(text + "\n"), &mut rng);
        }
        match Report::read(&text) {
            Ok(report) => {
                let _ = (dutch::pair(&report.tournament), monrad::pair(&report.tournament));
                let written = report.write();
                assert!(written.is_ascii(), "seed {seed}: {written}");
                let again =
                    Report::read(&written).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}\n{written}"));
                assert_eq!(again.tournament.rounds(), report.tournament.rounds(), "seed {seed}: {text}\n{written}");
                read += 1;
            }
            Err(error) => {
                let lines = text.replace("\r\n", "\n").split(['\n', '\r']).count();
                let sentence = error.to_string();
                assert!((1..=lines).contains(&error.line), "seed {seed}: {sentence}");
                assert!(!sentence.contains(['\n', '\r']) && sentence.chars().count() < 200, "seed {seed}: {sentence}");
                refused += 1;
            }
        }
    }
    assert!(read > 100 && refused > 1000, "{read} read, {refused} refused");
}
