//! Database subcommands: backup, restore, check, and the copy from SQLite to PostgreSQL.

use std::fs;
use std::os::unix::fs::FileExt as _;
use std::process::Command;

use anyhow::Context as _;
use serde_json::json;
use tests::database::Connection;
use tests::postgres::Cluster;
use tests::program::{binary, say};
use tests::{Harness, RunningGames, TestResult};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn a_running_sqlite_database_is_backed_up_and_copied_to_postgres() -> TestResult {
    let mut harness = Harness::start_on_sqlite("database").await?;
    let (game, [ada, dmitri]) = harness.start_first_game(json!({})).await?;
    harness.play(&game, &ada, "a1b2").await?;
    harness.board(&game, 1).await?;
    let folder = tempfile::tempdir()?;
    let backup = folder.path().join("backup.db").display().to_string();
    harness.run_cli(&["db", "backup", &backup]).await?;
    let refused = harness.run_cli(&["db", "backup", &backup]).await.expect_err("the file exists").to_string();
    assert!(refused.contains("this file exists"), "{refused}");
    harness.play(&game, &dmitri, "i9h8").await?;
    harness.board(&game, 2).await?;
    harness.stop_bot().await?;

    let server = Cluster::shared()?.database()?;
    // The address may contain a password, so it is in a file.
    let settings = folder.path().join("server.toml").display().to_string();
    std::fs::write(&settings, format!("[database]\nurl = \"{server}\"\n"))?;
    let copied = harness.run_cli(&["db", "copy", "--to", &settings]).await?;
    assert!(copied.contains("game: 1\n") && copied.contains("ply: 2\n"), "{copied}");
    harness.use_database(&server);
    harness.start_bot(&[]).await?;
    harness.play(&game, &ada, "a2b3").await?;
    harness.board(&game, 3).await?;
    let to = format!("sqlite://{}", folder.path().join("behind.db").display());
    let refused = harness.run_cli(&["db", "copy", "--to", &to]).await.expect_err("a bot plays on it").to_string();
    assert!(refused.contains("stop it first") && !folder.path().join("behind.db").exists(), "{refused}");
    assert_eq!(harness.run_cli(&["db", "check"]).await?, "1 games, 0 failed\n");
    let refused = harness.run_cli(&["db", "backup", &backup]).await.expect_err("PostgreSQL is no file").to_string();
    assert!(refused.contains("pg_dump"), "{refused}");
    harness.stop_bot().await?;

    harness.use_database(&format!("sqlite://{}", folder.path().join("deep/restored.db").display()));
    harness.run_cli(&["db", "restore", &backup]).await?;
    harness.run_cli(&["db", "restore", &backup]).await.expect_err("the database exists now");
    assert_eq!(harness.run_cli(&["db", "migrate"]).await?, "up to date\n");
    assert_eq!(harness.run_cli(&["db", "check"]).await?, "1 games, 0 failed\n");
    harness.start_bot(&[]).await?;
    let answer = harness.command(&dmitri, &harness.games, "board", &json!({ "game": game.id })).await?;
    assert!(answer.text().contains("a1b2") && !answer.text().contains("i9h8"), "{}", answer.text());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs sqlite3: tests/run"]
async fn what_can_be_read_of_a_damaged_database_is_saved_as_the_guide_says() -> TestResult {
    let mut harness = Harness::start_on_sqlite("saved").await?;
    let (game, [ada, dmitri]) = harness.start_first_game(json!({})).await?;
    harness.play(&game, &ada, "a1b2").await?;
    harness.board(&game, 1).await?;
    harness.stop_bot().await?;
    let folder = tempfile::tempdir()?;
    let root = folder.path().display().to_string();
    let damaged = folder.path().join("old-1/sumito.db");
    let query = "select rootpage, (select page_size from pragma_page_size) from sqlite_schema where name = 'posted'";
    let found = say(Command::new("sqlite3").arg(harness.database_file()?).arg(query))?.out;
    let (page, size) = found.trim().split_once('|').context("no table")?;
    let (page, size): (u64, u64) = (page.parse()?, size.parse()?);
    fs::create_dir(folder.path().join("old-1"))?;
    fs::rename(harness.database_file()?, &damaged)?;
    fs::OpenOptions::new().write(true).open(&damaged)?.write_all_at(&[0xab; 4096], (page - 1) * size)?;
    harness.use_database(&format!("sqlite://{}", damaged.display()));
    let refused = harness.run_cli(&["db", "check"]).await.expect_err("damaged").to_string();
    assert!(refused.contains("damaged in the table posted"), "{refused}");

    let database = format!("sqlite://{root}/sumito.db");
    fs::write(folder.path().join("sumito.toml"), format!("[database]\nurl = \"{database}\"\n"))?;
    let mut blocks = include_str!("../../../../docs/host/trouble.md").split("```");
    let block = blocks.find(|block| block.contains(".dump")).context("no block")?.trim_start_matches("sh\n");
    let block = block.replace("/var/lib/sumito", &root).replace("/etc", &root);
    let program = binary()?.display().to_string();
    let script = format!("sudo() {{ shift 2; \"$@\"; }}; sumito() {{ '{program}' \"$@\"; }}\n{block}");
    let output = say(Command::new("bash").args(["-euo", "pipefail", "-c", &script]))?;
    output.assert_code(0);
    output.assert_says("1 games, 0 failed");
    harness.use_database(&database);
    harness.start_bot(&[]).await?;
    harness.play(&game, &dmitri, "i9h8").await?;
    harness.board(&game, 2).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn a_server_that_goes_away_is_told_once_and_so_is_its_return() -> TestResult {
    let cluster = Cluster::start()?;
    let mut harness = Harness::start_on_sqlite("away").await?;
    harness.stop_bot().await?;
    harness.use_database(&cluster.database()?);
    harness.start_bot(&[("RUST_LOG", "bot=debug,games=debug,clubs=debug,sqlx=warn")]).await?;
    let (game, [ada, _]) = harness.start_first_game(json!({})).await?;
    harness.wait_for_empty_outbox().await?;
    tokio::task::block_in_place(|| cluster.crash())?;
    // All background tasks have failed for the same reason.
    let failures = |log: &str| log.lines().filter(|line| line.contains("DEBUG") && line.contains("Could not")).count();
    harness.until("failures of several loops", async || Ok((failures(&harness.bot_log()) > 5).then_some(()))).await?;
    tokio::task::block_in_place(|| cluster.launch())?;
    let back = "The database answers again";
    harness.until("news of its return", async || Ok(harness.bot_log().contains(back).then_some(()))).await?;
    harness.play(&game, &ada, "a1b2").await?;
    harness.board(&game, 1).await?;
    let log = harness.bot_log();
    for (sentence, count) in [("The database does not answer", 1), (back, 1)] {
        assert_eq!(log.matches(sentence).count(), count, "{sentence}: {log}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn games_that_are_filled_in_to_measure_are_whole() -> TestResult {
    let mut harness = Harness::start_on_sqlite("filled").await?;
    harness.stop_bot().await?;
    let (mut table, mut moves) = (rules::open("abalone")?, Vec::new());
    for number in 0..RunningGames::MOST_MOVES {
        let legal = table.legal_moves();
        moves.push(table.play(&legal[number * 17 % legal.len()])?);
    }
    let folder = tempfile::tempdir()?;
    let file = format!("sqlite://{}", folder.path().join("bench.db").display());
    for address in [file, Cluster::shared()?.database()?] {
        harness.use_database(&address);
        harness.run_cli(&["db", "migrate"]).await?;
        let mut connection = Connection::open(&address).await?;
        connection.fill_running(RunningGames { games: 410, moves: &moves, now: 1_700_000_000_000 }).await?;
        connection.close().await?;
        assert_eq!(harness.run_cli(&["db", "check"]).await?, "410 games, 0 failed\n", "{address}");
    }
    Ok(())
}
