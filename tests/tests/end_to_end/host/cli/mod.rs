//! The command line: closed pipes, full disks, bad input, and the output of each subcommand.

mod privacy;
mod ratings;
mod tournaments;

use std::fs::File;
use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;
use tests::postgres::Cluster;
use tests::program::{SandboxProcess, assert_bad_inputs, binary, files_in, sumito};
use tests::{TIMEOUT, TestResult, wait_for};

/// Runs with outputs that may be closed or full.
fn sumito_into(arguments: &[&str], out: Stdio, err: Stdio) -> anyhow::Result<(Option<i32>, String)> {
    let child = Command::new(binary()?).args(arguments).stdin(Stdio::null()).stdout(out).stderr(err).spawn()?;
    let output = child.wait_with_output()?;
    Ok((output.status.code(), String::from_utf8(output.stderr)?))
}

const PRINTING: [&[&str]; 6] = [
    &["commands", "print"],
    &["moves", "--setup", "abalone"],
    &["perft", "--setup", "abalone", "--depth", "2"],
    &["play", "--setup", "abalone", "a1b2"],
    &["render", "--setup", "abalone", "--alt"],
    &["doctor"],
];

#[test]
fn a_closed_pipe_ends_a_command_quietly() -> TestResult {
    for arguments in PRINTING {
        let (reader, writer) = std::io::pipe()?;
        drop(reader);
        let ended = sumito_into(arguments, writer.into(), Stdio::piped())?;
        assert_eq!(ended, (Some(0), String::new()), "{arguments:?}");
    }
    Ok(())
}

#[test]
fn a_full_disk_is_reported_in_one_sentence() -> TestResult {
    let full = || anyhow::Ok(Stdio::from(File::options().write(true).open("/dev/full")?));
    for arguments in PRINTING {
        let ended = sumito_into(arguments, full()?, Stdio::piped())?;
        let sentence = "sumito: writing to standard output: No space left on device (os error 28)\n";
        assert_eq!(ended, (Some(1), sentence.to_owned()), "{arguments:?}");
    }
    let (code, _) = sumito_into(&["moves", "--setup", "chess"], Stdio::piped(), full()?)?;
    assert_eq!(code, Some(2), "the exit code is right even if stderr is full");
    Ok(())
}

#[test]
fn bad_input_gives_one_sentence_and_exit_code_2() -> TestResult {
    let folder = tempfile::tempdir()?;
    assert_bad_inputs(include_str!("../../../../data/bad_input.txt"), folder.path())?;
    sumito(&["play", "--setup", "abalone", "\u{1b}[31ma1"], &[])?.assert_bad_input(r"\u{1b}[31ma1");
    sumito(&["run"], &[("DISCORD_TOKEN", "a\u{7}b")])?.assert_bad_input("DISCORD_TOKEN is no token");
    let help = sumito(&["--help"], &[])?;
    help.assert_code(0);
    assert!(help.out.starts_with("Abalone by correspondence"), "{}", help.out);
    Ok(())
}

#[test]
fn replay_turns_a_recorded_game_into_a_gif() -> TestResult {
    let folder = tempfile::tempdir()?;
    let (file, gif) = (folder.path().join("games.txt"), folder.path().join("game.gif"));
    std::fs::write(&file, "[Black \"Ada\"]\n\n1. a1b2 i5h5 2. b2c3\n\n[Black \"Emma\"]\n\n1. a1b2 i9i1\n")?;
    let draw = |game: &str| {
        let [file, gif] = [&file, &gif].map(|path| path.display().to_string());
        sumito(&["replay", &file, "--game", game, "--out", &gif], &[])
    };
    draw("1")?.assert_code(0);
    let first = std::fs::read(&gif)?;
    assert!(first.starts_with(b"GIF89a") && first.ends_with(b";") && first.len() > 10_000, "{} bytes", first.len());
    // An illegal or missing game leaves the old file untouched.
    for (game, part) in [("2", "i9i1"), ("3", "it has 2")] {
        draw(game)?.assert_bad_input(part);
        assert!(std::fs::read(&gif)? == first);
    }
    Ok(())
}

#[test]
fn doctor_reports_an_unreachable_discord_with_its_cause() -> TestResult {
    let base = ("SUMITO__DISCORD__API_BASE", "http://127.0.0.1:9");
    let output = sumito(&["doctor"], &[base, ("DISCORD_TOKEN", "token")])?;
    output.assert_says("\nDiscord: Discord did not answer: Connection refused (os error ");
    output.assert_says("; check that this machine reaches http://127.0.0.1:9: its network, DNS and firewall\n");
    Ok(())
}

#[test]
fn doctor_outbox_and_privacy_create_no_database() -> TestResult {
    let folder = tempfile::tempdir()?;
    let url = format!("sqlite://{}/deep/sumito.db", folder.path().display());
    let environment = [("SUMITO__DATABASE__URL", url.as_str()), ("SUMITO__DISCORD__API_BASE", "http://127.0.0.1:9")];
    let output = sumito(&["doctor"], &environment)?;
    output.assert_says("none yet at ");
    output.assert_says("deep/sumito.db");
    let commands: [&[&str]; 4] = [
        &["outbox", "list"],
        &["outbox", "retry"],
        &["privacy", "delete", "--user", "7"],
        &["privacy", "forget-server", "--server", "9", "--dry-run"],
    ];
    for command in commands {
        sumito(command, &environment)?.assert_bad_input("there is no database at ");
    }
    assert_eq!(files_in(folder.path())?, [""; 0]);
    Ok(())
}

#[test]
#[ignore = "needs PostgreSQL: tests/run"]
fn an_empty_postgres_database_is_told_from_a_missing_file() -> TestResult {
    let server = Cluster::shared()?.database()?;
    let environment = [("SUMITO__DATABASE__URL", server.as_str()), ("SUMITO__DISCORD__API_BASE", "http://127.0.0.1:9")];
    sumito(&["doctor"], &environment)?
        .assert_says("\ndatabase: good, and empty; the first start makes its tables: PostgreSQL at ");
    for arguments in [["outbox", "list"], ["db", "check"]] {
        sumito(&arguments, &environment)?.assert_bad_input("there is no table of ours in PostgreSQL at ");
    }
    sumito(&["db", "migrate"], &environment)?.assert_code(0);
    sumito(&["doctor"], &environment)?.assert_says("\ndatabase: good, and can be written to: PostgreSQL at ");
    Ok(())
}

#[test]
fn doctor_reports_a_folder_that_cannot_be_written_to() -> TestResult {
    // Not even root can create files in /proc.
    let environment =
        [("SUMITO__DATABASE__URL", "sqlite:///proc/sumito.db"), ("SUMITO__DISCORD__API_BASE", "http://127.0.0.1:9")];
    let output = sumito(&["doctor"], &environment)?;
    output.assert_code(1);
    output.assert_says("/proc: cannot write there, where the database keeps its files: ");
    Ok(())
}

#[test]
fn records_convert_through_all_formats_gives_the_same_record() -> TestResult {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let run = |arguments: &[&str]| -> anyhow::Result<(String, String, Option<i32>)> {
        let output = sumito(arguments, &[])?;
        Ok((output.out, output.err, output.code))
    };
    let list = concat!(env!("CARGO_MANIFEST_DIR"), "/data/final-2015.txt");
    let setup = ["--setup", "abalone layout=belgian-daisy"];
    let (first, output, code) = run(&[&["records", "convert", list][..], &setup].concat())?;
    assert_eq!((output.as_str(), code), ("", Some(0)));
    assert!(first.contains("[Setup \"abalone layout=belgian-daisy\"]\n\n1. a1b2 2. i5h5 3. "), "{first}");
    std::fs::write(path("record"), &first)?;
    for (from, to) in [("record", "json"), ("json", "apgn"), ("apgn", "playstrategy"), ("playstrategy", "record")] {
        let (text, output, code) = run(&["records", "convert", &path(from), "--to", to])?;
        assert_eq!((output.as_str(), code), ("", Some(0)), "{to}");
        assert!(text.contains("i5h5") || to == "playstrategy" && text.contains("i5f5"), "{text}");
        std::fs::write(path(to), &text)?;
        let (text, ..) = run(&["records", "check", &path(to)])?;
        assert_eq!(text, "1 games, 115 plies, 0 failed\n", "{to}");
    }
    assert_eq!(std::fs::read_to_string(path("record"))?, first, "the record is unchanged");

    // Valid games are converted, the others are reported.
    std::fs::write(
        path("mixed"),
        "[Setup \"notalone\"]\n\n@d4 @f5 *\n\n1. a1b2\n2. a1b2\n\n[Black \"Ada\"]\n\n1. a1b2 *\n",
    )?;
    let (text, output, code) = run(&["records", "convert", &path("mixed"), "--to", "apgn"])?;
    let names: Vec<_> = text.lines().filter(|line| line.starts_with("[Black ")).collect();
    assert_eq!((names, code), (vec!["[Black \"Ada\"]"], Some(2)));
    let problems: Vec<_> = output.lines().map(|line| line.replace(&path("mixed"), "mixed")).collect();
    assert_eq!(
        problems,
        [
            "sumito: mixed: game 1: APGN knows only the game of two colors without further options: use the record",
            "sumito: mixed: game 2 (line 6): move 2 `a1b2`: there is no marble on a1",
        ]
    );
    let (text, ..) = run(&["records", "check", &path("mixed")])?;
    assert_eq!(text.lines().last(), Some("3 games, 3 plies, 1 failed"));
    let (text, ..) = run(&["records", "check", list, "--setup", setup[1]])?;
    assert_eq!(text, "1 games, 115 plies, 0 failed\n");
    std::fs::write(path("long"), "1. c5c6 g5g4 2. c6c5 g4g5 3. c5c6 g5g4 4. c6c5 g4g5 5. c5c6 *")?;
    let (text, _, code) = run(&["records", "check", &path("long")])?;
    assert!(code == Some(2) && text.contains("drawn by repetition at move 8\n"), "{text}");
    let (text, ..) = run(&["records", "check", &path("long"), "--ignore-repetition"])?;
    assert_eq!(text, "1 games, 9 plies, 0 failed\n");
    std::fs::write(path("binary"), b"1. a1b2\n\xff")?;
    let (_, output, code) = run(&["records", "check", &path("binary")])?;
    assert!(code == Some(2) && output.contains("line 2 is no UTF-8 text"), "{output}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sandbox_ignores_proxies_and_keeps_its_database_under_a_random_name() -> TestResult {
    let temporary = tempfile::tempdir()?;
    let folder = temporary.path().to_string_lossy().into_owned();
    let proxy = "http://127.0.0.1:9";
    let environment = [("HTTP_PROXY", proxy), ("http_proxy", proxy), ("ALL_PROXY", proxy), ("TMPDIR", folder.as_str())];
    let open = SandboxProcess::start(&["--listen", "127.0.0.1:0"], &environment, Stdio::inherit()).await?;
    let left = files_in(temporary.path())?;
    let process = open.process.id().unwrap_or_default().to_string();
    assert!(left.len() == 1 && left[0].starts_with("sumito-sandbox-") && !left[0].ends_with(&process), "{left:?}");
    open.interrupt().await?;
    assert_eq!(files_in(temporary.path())?, [""; 0]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sandbox_that_fails_to_start_prints_no_address() -> TestResult {
    let arguments = ["sandbox", "--listen", "127.0.0.1:0", "--data", "/proc/nowhere"];
    let output = sumito(&arguments, &[])?;
    output.assert_code(1);
    assert_eq!(output.out, "");
    // The log may also say that the sandbox stopped while its clock was being read.
    let lines: Vec<&str> = output.err.lines().filter(|line| !line.contains(" WARN base::clock: ")).collect();
    assert!(matches!(lines[..], [only] if only.starts_with("sumito: opening the database: ")), "{output:#?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_refused_later_is_reported_once() -> TestResult {
    let log = tempfile::NamedTempFile::new()?;
    let environment = [("RUST_LOG", "info")];
    let mut sandbox = SandboxProcess::start(&["--listen", "127.0.0.1:0"], &environment, log.reopen()?.into()).await?;
    wait_for("the bot to connect", async || {
        Ok(std::fs::read_to_string(log.path())?.contains("Connected to the gateway").then_some(()))
    })
    .await?;
    let body = serde_json::json!({ "kind": "close", "code": 4004 });
    let url = format!("{}/sandbox/faults/disconnect", sandbox.base);
    reqwest::Client::new().post(url).json(&body).send().await?.error_for_status()?;
    let status = tokio::time::timeout(TIMEOUT, sandbox.process.wait()).await??;
    assert_eq!(status.code(), Some(77), "no supervisor starts it again");
    let text = std::fs::read_to_string(log.path())?;
    let about: Vec<_> =
        text.lines().filter(|line| line.to_lowercase().contains("authentication") || line.contains("token")).collect();
    assert_eq!(about, ["sumito: Discord refuses the token: copy it once more from the developer portal"], "{text}");
    Ok(())
}

/// Small counts of the perft file only; the tests of `rules` check all of them.
#[test]
fn perft_prints_the_counts_of_the_perft_file() -> TestResult {
    let mut counted = 0;
    for line in include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/data/perft.tsv"))
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let parts: Vec<&str> = line.split('\t').collect();
        let [setup, position, depth, count] = parts[..] else { anyhow::bail!("not four columns: {line}") };
        if count.parse::<u64>()? > 500_000_000 {
            continue;
        }
        let arguments = ["perft", "--setup", setup, "--position", position, "--depth", depth];
        let output = sumito(&arguments, &[])?;
        assert_eq!(output.out.lines().last(), Some(count), "{output:#?}");
        counted += 1;
    }
    assert!(counted > 100, "{counted}");
    Ok(())
}

/// A position of Fliporona can have hundreds of thousands of turns.
#[test]
fn moves_stops_at_its_limit_and_says_so() -> TestResult {
    let list = |limit: &str| {
        let start = ["--setup", "fliporona", "--position", "4b4/9/2bw1b3/9/8b w 60"];
        let arguments = [&["moves"], &start[..], &["--limit", limit]].concat();
        let output = sumito(&arguments, &[])?;
        output.assert_code(0);
        anyhow::Ok((output.out.lines().map(str::to_owned).collect::<Vec<_>>(), output.err))
    };
    let (all, silence) = list("1000")?;
    assert!(all.len() > 3 && all.is_sorted() && silence.is_empty(), "{all:?} {silence}");
    let (some, output) = list("2")?;
    assert!(some.len() == 2 && some.iter().all(|turn| all.contains(turn)), "{some:?}");
    assert!(output.contains("stopped after 2 turns: there are more"), "{output}");
    Ok(())
}

/// The exit code, standard output and standard error.
fn ask_engine(arguments: &[&str], positions: &str) -> anyhow::Result<(Option<i32>, String, String)> {
    let mut child = Command::new(binary()?)
        .arg("engine")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    child.stdin.take().expect("a pipe").write_all(positions.as_bytes())?;
    let output = child.wait_with_output()?;
    Ok((output.status.code(), String::from_utf8(output.stdout)?, String::from_utf8(output.stderr)?))
}

#[test]
fn the_engine_answers_each_position_with_a_legal_move() -> TestResult {
    for effort in [&["--level", "1"][..], &["--nodes", "500"], &["--time", "20"]] {
        let arguments = [&["--setup", "abalone sprint=20"], effort].concat();
        let (code, moves, _) = ask_engine(&arguments, "start\nstart moves a1b2 i5h5\n")?;
        assert_eq!((code, moves.lines().count()), (Some(0), 2), "{moves}");
        for (played, mv) in [&[][..], &["a1b2", "i5h5"]].into_iter().zip(moves.lines()) {
            let line = [&["play", "--setup", "abalone sprint=20"], played, &[mv]].concat();
            sumito(&line, &[])?.assert_code(0);
        }
    }
    let lines = "start\nstart moves a1a2\nstart\n";
    let (code, answers, error) = ask_engine(&["--setup", "abalone", "--nodes", "100"], lines)?;
    assert_eq!((code, answers.lines().count()), (Some(2), 3), "{answers}");
    assert!(error.starts_with("sumito: line 2: "), "{error}");
    Ok(())
}

#[test]
fn a_game_is_judged_turn_by_turn() -> TestResult {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("game.txt");
    std::fs::write(&file, "[Black \"Ada\"]\n\n1. a1b2 i5h5 2. b2c3 h5g5 3. c3d3 i6h6 *\n")?;
    let file = file.display().to_string();
    let output = sumito(&["analyze", &file, "--nodes", "2000"], &[])?;
    output.assert_says("Ada: accuracy ");
    output.assert_says("White: accuracy ");
    let output = sumito(&["analyze", &file, "--nodes", "2000", "--json"], &[])?;
    let judged: Value = serde_json::from_str(&output.out)?;
    assert_eq!(judged["turns"].as_array().map(Vec::len), Some(6), "{judged}");
    assert!(judged["turns"][0]["better"][0].is_string() && judged["players"][0]["name"] == "Ada", "{judged}");
    Ok(())
}
