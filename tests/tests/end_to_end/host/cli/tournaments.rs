//! `sumito tournament`: the example of docs/tournaments.md, both systems, and bad input.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use tests::TestResult;
use tests::program::{binary, say};

const DOCUMENT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/tournaments.md"));

/// Standard output, standard error and exit code in a folder.
fn sumito(folder: &Path, arguments: &[&str]) -> anyhow::Result<(String, String, Option<i32>)> {
    let said = say(Command::new(binary()?).arg("tournament").args(arguments).current_dir(folder))?;
    Ok((said.out, said.err, said.code))
}

/// The report of the documentation, then each command line with what it prints.
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

/// So many players before the first round.
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

#[test]
fn bad_reports_give_one_sentence_and_exit_code_2() -> TestResult {
    let folder = tempfile::tempdir()?;
    let (report, _) = example();
    for (name, text) in [
        ("good", report.clone()),
        ("empty", String::new()),
        ("cut", report.split_at(500).0.to_owned()),
        ("contradiction", report.replacen("4 w 1", "4 w 0", 1)),
        ("one", entry_list(1) + "XXR 3\n"),
        ("no-rounds", entry_list(4)),
        ("over", report.replacen("XXR 5", "XXR 2", 1)),
    ] {
        std::fs::write(folder.path().join(name), text)?;
    }
    for (arguments, sentence) in [
        (&["pair", "empty"][..], "empty: line 1: the report has no players; its lines 001 are missing"),
        (&["standings", "cut"], "cut: line 6: the line is cut off"),
        (
            &["pair", "contradiction"],
            "contradiction: line 2: in round 1 player 1 has met 4, whose line says otherwise: another result",
        ),
        (&["pair", "one"], "one: a round needs two players who are there, and 1 is left"),
        (
            &["pair", "no-rounds"],
            "no-rounds: it is not said how many rounds are played in all; add a line such as `XXR 5`",
        ),
        (&["pair", "over"], "over: all 2 rounds are played"),
        (&["standings", "good", "--tiebreaks", "bucholz"], "`bucholz` is no tie-break; there are "),
        (&["pair", "good", "--system", "swiss"], "invalid value 'swiss' for '--system <SYSTEM>'"),
        (&["pair", "missing"], "missing: No such file"),
    ] {
        let (out, err, code) = sumito(folder.path(), arguments)?;
        assert!(err.starts_with(&format!("sumito: {sentence}")) && err.lines().count() == 1, "{arguments:?}: {err}");
        assert_eq!((out.as_str(), code), ("", Some(2)), "{arguments:?}");
    }
    Ok(())
}
