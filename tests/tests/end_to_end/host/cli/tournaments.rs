//! `sumito tournament`: the example of docs/tournaments.md, and both systems.

use std::fmt::Write as _;
use std::path::Path;

use tests::TestResult;
use tests::program::sumito_in;

const DOCUMENT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/tournaments.md"));

fn sumito(folder: &Path, arguments: &[&str]) -> anyhow::Result<(String, String, Option<i32>)> {
    sumito_in(folder, &[&["tournament"], arguments].concat())
}

/// The report of the documentation, then each command line with its output.
fn example() -> (String, Vec<(Vec<&'static str>, String)>) {
    let block =
        DOCUMENT.split_once("$ cat spring.trf\n").and_then(|(_, rest)| rest.split_once("```")).expect("a block").0;
    let (report, commands) = block.split_once("$ sumito tournament ").expect("a command");
    let command = |text: &'static str| {
        let (line, printed) = text.split_once('\n').expect("something is printed");
        (line.split(' ').collect(), printed.to_owned())
    };
    (report.to_owned(), commands.split("$ sumito tournament ").map(command).collect())
}

/// A report with this many players before the first round.
fn entry_list(players: usize) -> String {
    let mut report = String::new();
    for number in 1..=players {
        writeln!(report, "001 {number:>4}      {:66}0.0 {number:>4}", format!("player {number}")).expect("text");
    }
    report
}

#[test]
fn the_tournament_of_the_documentation_is_printed_as_it_says() -> TestResult {
    let folder = tempfile::tempdir()?;
    let (report, commands) = example();
    std::fs::write(folder.path().join("spring.trf"), report)?;
    assert_eq!(commands.len(), 2);
    for (command, printed) in commands {
        assert_eq!(sumito(folder.path(), &command)?, (printed, String::new(), Some(0)), "{command:?}");
    }
    Ok(())
}

#[test]
fn a_large_tournament_is_paired_by_monrad_and_says_so() -> TestResult {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("large"), entry_list(65) + "XXR 5\n")?;
    std::fs::write(folder.path().join("small"), entry_list(4))?;
    let (pairs, note, code) = sumito(folder.path(), &["pair", "large"])?;
    assert!(pairs.starts_with("33\n1 2\n3 4\n") && pairs.ends_with("\n65 0\n"), "{pairs}");
    assert_eq!(note, "65 players are there: Monrad; `--system dutch` pairs up to 256\n");
    assert_eq!(code, Some(0));
    let (pairs, note, _) = sumito(folder.path(), &["pair", "large", "--system", "dutch"])?;
    assert!(pairs.starts_with("33\n1 33\n34 2\n") && note.is_empty(), "{pairs}{note}");
    assert_eq!(sumito(folder.path(), &["pair", "small", "--system", "monrad"])?.0, "2\n1 2\n3 4\n");
    Ok(())
}

/// Five players with a bye in each round.
const BYES: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../pairing/tests/data/byes_05_players_03_rounds.trf"));

#[test]
fn tie_breaks_follow_the_edition_in_force_or_the_one_that_is_named() -> TestResult {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("byes.trf"), BYES)?;
    let of_2026 = "1\t2.0\t4\t5.5\t3.5\tP1\n1\t2.0\t4\t5.5\t3.5\tP2\n1\t2.0\t4\t5.5\t3.5\tP4\n\
                   4\t1.5\t3.5\t5\t2.25\tP3\n4\t1.5\t3.5\t5\t2.25\tP5\n";
    let of_2024 = "1\t2.0\t4\t6\t4\tP2\n2\t2.0\t4\t5.5\t3.5\tP1\n2\t2.0\t4\t5.5\t3.5\tP4\n\
                   4\t1.5\t3.5\t5\t2.25\tP3\n4\t1.5\t3.5\t5\t2.25\tP5\n";
    for (arguments, table) in [
        (&["standings", "byes.trf"][..], of_2026),
        (&["standings", "byes.trf", "--c07", "2026"], of_2026),
        (&["standings", "byes.trf", "--c07", "2024"], of_2024),
    ] {
        assert_eq!(sumito(folder.path(), arguments)?, (table.to_owned(), String::new(), Some(0)), "{arguments:?}");
    }
    let (_, error, code) = sumito(folder.path(), &["standings", "byes.trf", "--c07", "2023"])?;
    assert!(error.contains("`2023` is no edition of C.07; there are 2024 and 2026"), "{error}");
    assert_eq!(code, Some(2));
    Ok(())
}

/// As TRF-2026 programs write it.
const OF_2026: &str = "\
012 TRF-2026 of one person each
042 2026/09/13
062 4
142 4
152 W
172 NIDOF
182 Some program 1.0
192 FIDE_DUTCH_2026
202 BH/C1,BH,SB
222 40/5400+30
001    1 m    One, Player                       2400 NOR           0 1990/01/01  1.0    1     2 w 1     3 b 0
001    2 m    Two, Player                       2300 NOR           0 1990/01/01  1.0    2     1 b 0     4 w 1
001    3 m    Three, Player                     2200 NOR           0 1990/01/01  2.0    3     4 w 1     1 w 1
001    4 m    Four, Player                      2100 NOR           0 1990/01/01  0.0    4     3 b 0     2 b 0
";

#[test]
fn reports_of_2026_and_of_other_encodings_are_paired() -> TestResult {
    let folder = tempfile::tempdir()?;
    let line = |number: u16, name: &str| {
        format!("001 {number:>4} m    {name:<33} 1500 NOR           0 1990/01/01  0.0 {number:>4}  \r\n")
    };
    let names = ["Mu\u{f1}oz, Jos\u{e9}", "M\u{fc}ller, J\u{f6}rg", "P3", "P4"];
    let players: String = (1..).zip(names).map(|(number, name)| line(number, name)).collect();
    let text = format!("012 Torneo\r\nXXR 3\r\n{players}");
    let latin_1: Vec<u8> = text.chars().map(|letter| u8::try_from(u32::from(letter)).expect("Latin-1")).collect();
    std::fs::write(folder.path().join("2026.trf"), OF_2026)?;
    std::fs::write(folder.path().join("dubov.trf"), OF_2026.replace("FIDE_DUTCH_2026", "FIDE_DUBOV"))?;
    std::fs::write(folder.path().join("utf8.trf"), &text)?;
    std::fs::write(folder.path().join("latin1.trf"), latin_1)?;
    std::fs::write(folder.path().join("utf16.trf"), b"\xff\xfe0\x000\x001\x00")?;
    let pairs = |file: &'static str| sumito(folder.path(), &["pair", file]);
    assert_eq!(pairs("2026.trf")?, ("2\n2 3\n4 1\n".to_owned(), String::new(), Some(0)));
    let (out, note, _) = pairs("dubov.trf")?;
    assert_eq!(out, "2\n2 3\n4 1\n");
    assert_eq!(note, "dubov.trf: FIDE_DUBOV is not known here; the round is paired as a Swiss one\n");
    assert_eq!(pairs("utf8.trf")?, ("2\n1 3\n4 2\n".to_owned(), String::new(), Some(0)));
    let note = "latin1.trf: line 3 is no UTF-8 text; the file is read as Windows-1252 (Latin-1)\n";
    assert_eq!(pairs("latin1.trf")?, ("2\n1 3\n4 2\n".to_owned(), note.to_owned(), Some(0)));
    let (table, _, _) = sumito(folder.path(), &["standings", "latin1.trf", "--tiebreaks", "seed"])?;
    assert!(table.starts_with("1\t0.0\t1\tMu\u{f1}oz, Jos\u{e9}\n"), "{table}");
    let (_, error, code) = pairs("utf16.trf")?;
    assert_eq!((error.as_str(), code), ("sumito: utf16.trf: it is UTF-16; save it as UTF-8\n", Some(2)));
    Ok(())
}
