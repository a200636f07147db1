//! `sumito ladder replay` and `sumito ratings compute`: the examples of docs/clubs.md, and bad input.

use tests::TestResult;
use tests::program::sumito_in;

const DOCUMENT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/clubs.md"));

/// The console block for this file: the file's contents, the command line after `sumito`, and the output.
fn example(file: &str) -> (String, Vec<&'static str>, String) {
    let from = |text: &'static str, start: &str| text.split_once(start).unwrap_or_else(|| panic!("no {start}")).1;
    let block = from(DOCUMENT, &format!("$ cat {file}\n")).split_once("```").expect("the block ends").0;
    let (text, rest) = block.split_once("$ sumito ").expect("the file is used");
    let (command, printed) = rest.split_once('\n').expect("something is printed");
    (text.to_owned(), command.split(' ').collect(), printed.to_owned())
}

#[test]
fn the_ladder_of_the_documentation_is_printed_as_it_says() -> TestResult {
    let folder = tempfile::tempdir()?;
    let (events, command, printed) = example("spring.jsonl");
    std::fs::write(folder.path().join("spring.jsonl"), events)?;
    let (refusals, table): (Vec<_>, Vec<_>) = printed.split_inclusive('\n').partition(|line| line.starts_with("line "));
    assert_eq!((refusals.len(), table.len()), (1, 3));
    assert_eq!(command[..4], ["ladder", "replay", "--preset", "leapfrog"]);
    assert_eq!(sumito_in(folder.path(), &command)?, (table.concat(), refusals.concat(), Some(0)));
    Ok(())
}

#[test]
fn the_ratings_of_the_documentation_are_printed_as_it_says() -> TestResult {
    let folder = tempfile::tempdir()?;
    let (games, command, printed) = example("games.csv");
    std::fs::write(folder.path().join("games.csv"), games)?;
    assert_eq!(command, ["ratings", "compute", "games.csv"]);
    assert_eq!(sumito_in(folder.path(), &command)?, (printed, String::new(), Some(0)));
    Ok(())
}

#[test]
fn ladders_with_steps_print_them_and_parameters_are_set() -> TestResult {
    let folder = tempfile::tempdir()?;
    let join = |player: &str| format!(r#"{{"at":"2026-01-05T18:00:00Z","type":"join","player":{player}}}"#);
    let events = [
        join("\"Ada\""),
        String::new(),
        join("7"),
        r#"{"at":"2026-01-06T18:00:00Z","type":"challenge","game":1,"challenger":7,"defender":"Ada"}"#.to_owned(),
        r#"{"at":"2026-01-06T18:00:00Z","type":"challenge","game":2,"challenger":"Ada","defender":"Ada"}"#.to_owned(),
        r#"{"at":"2026-01-07T18:00:00Z","type":"result","game":2,"winner":null,"how":"played"}"#.to_owned(),
    ];
    std::fs::write(folder.path().join("ladder"), events.join("\n"))?;
    let replay =
        |arguments: &[&str]| sumito_in(folder.path(), &[&["ladder", "replay"], arguments, &["ladder"]].concat());

    let (table, refusals, code) = replay(&["--preset", "stairs"])?;
    assert_eq!((table.as_str(), code), ("1\tAda\t1\n2\t7\t1\n", Some(0)), "silence declines");
    assert!(refusals.starts_with("line 5: self ") && refusals.lines().count() == 1, "{refusals}");
    let (table, ..) = replay(&["--preset", "stairs", "--set", "silence=forfeited", "out=1"])?;
    assert_eq!(table, "1\t7\t2\n2\tAda\t1\n", "silence loses");
    Ok(())
}

#[test]
fn tables_of_spreadsheets_are_read_and_their_lines_counted() -> TestResult {
    let folder = tempfile::tempdir()?;
    let rows = ["2026-01-02,standard,A,B,1", "2026-01-02,standard,A,B,0.5"];
    let plain = format!("date,group,a,b,score\n{}\n", rows.join("\n"));
    let german = plain.replace(',', ";").replace("0.5", "0,5").replace('\n', "\r\n");
    let wrong = format!("date,group,a,b,score\r\n\r\n{}\r\n2026-01-02,standard,A,B,x\r\n", rows[0]);
    let latin_1 = b"date,group,a,b,score\r\n2026-01-02,standard,J\xf6rg,B,1\r\n";
    std::fs::write(folder.path().join("plain.csv"), &plain)?;
    std::fs::write(folder.path().join("german.csv"), german)?;
    std::fs::write(folder.path().join("wrong.csv"), wrong)?;
    std::fs::write(folder.path().join("latin1.csv"), latin_1)?;
    let compute = |file| sumito_in(folder.path(), &["ratings", "compute", file]);
    let (ratings, error, code) = compute("plain.csv")?;
    assert_eq!((error.as_str(), code), ("", Some(0)));
    assert_eq!(compute("german.csv")?, (ratings, error, code));
    assert_eq!(compute("wrong.csv")?.1, "sumito: wrong.csv: line 4: `x` is no score; write 1, 0.5 or 0\n");
    let (ratings, note, code) = compute("latin1.csv")?;
    assert!(ratings.starts_with("standard\tJ\u{f6}rg\t"), "{ratings}");
    assert_eq!(code, Some(0));
    assert_eq!(note, "latin1.csv: line 2 is no UTF-8 text; the file is read as Windows-1252 (Latin-1)\n");
    Ok(())
}

#[test]
fn a_table_is_imported_into_an_empty_ladder_or_every_wrong_line_is_named() -> TestResult {
    let folder = tempfile::tempdir()?;
    let example = DOCUMENT.split_once("$ cat table.csv\n").expect("an example").1;
    let (table, command) = example.split_once("$ sumito ").expect("the file is used");
    assert!(
        command.starts_with("ladder import table.csv --server 613425648685547541 --ladder \"Club ladder\"\n"),
        "{command}"
    );
    std::fs::write(folder.path().join("table.csv"), table)?;
    let import = ["ladder", "import", "table.csv", "--server", "613425648685547541", "--ladder", "Club ladder"];
    let (_, error, code) = sumito_in(folder.path(), &import)?;
    assert!(code == Some(2) && error.starts_with("sumito: there is no database at "), "{error}");
    assert_eq!(sumito_in(folder.path(), &["db", "migrate"])?.2, Some(0));
    let (out, error, code) = sumito_in(folder.path(), &import)?;
    assert_eq!((out.as_str(), code), ("", Some(2)));
    assert_eq!(error, "sumito: No ladder of this server is called `Club ladder`.\n");
    std::fs::write(folder.path().join("table.csv"), format!("{table}80351110224678912,Ada,2099-01-01\nada,,\n"))?;
    let (out, error, code) = sumito_in(folder.path(), &import)?;
    assert_eq!((out.as_str(), code), ("", Some(2)));
    let lines: Vec<&str> = error.lines().collect();
    assert_eq!(lines[0], "line 4: 80351110224678912 stands on line 2 already");
    assert_eq!(lines[1], "line 4: 2099-01-01 is still to come");
    assert!(lines[2].starts_with("line 5: `ada` is no id of Discord"), "{error}");
    assert_eq!(lines[3..], ["sumito: table.csv: 3 problems; nothing is imported"]);
    Ok(())
}
