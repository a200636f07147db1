//! A full disk, and a database that disappears while the bot runs.

use serde_json::json;
use tests::disk::SmallDisk;
use tests::{Harness, Person, TestResult};

/// Breaks the disk repeatedly. Each time moves are refused until it works again, without a restart, and then they are
/// committed and announced once.
async fn moves_are_refused_while(
    harness: &mut Harness,
    sentence: &str,
    fail: impl AsyncFn(&Harness, bool) -> TestResult,
) -> TestResult {
    let (game, _) = harness.start_first_game(json!({})).await?;
    harness.wait_for_empty_outbox().await?;
    let moves = ["a1b2", "i9h8", "b2a1", "h8i9"];
    for (ply, notation) in (1..).zip(moves) {
        let who: &Person = game.on_turn(usize::try_from(ply)? - 1);
        fail(harness, true).await?;
        for _ in 0..3 {
            let refused = harness.play(&game, who, notation).await?;
            assert!(refused.text().contains("went wrong on our side"), "{}", refused.text());
        }
        fail(harness, false).await?;
        let played = harness.play(&game, who, notation).await?;
        assert!(played.text().contains(notation), "{}\n{}", played.text(), harness.bot_log());
        harness.board(&game, ply).await?;
        // A message being sent when the disk fails is repeated when its claim ends; this test is not about that.
        harness.wait_for_empty_outbox().await?;
    }
    assert!(harness.bot_log().contains(sentence), "{sentence}: {}", harness.bot_log());
    assert!(harness.bot_log().contains("The database takes changes again"), "{}", harness.bot_log());
    harness.assert_announced_once(&game, &moves).await?;
    assert_eq!(harness.stop_bot().await?, Some(0));
    assert_eq!(harness.run_cli(&["db", "check"]).await?, "1 games, 0 failed\n");
    Ok(())
}

/// Larger than the bot's log, smaller than the log of its database.
const LIMIT: u64 = 100_000;

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_refused_while_the_disk_is_full_and_played_afterwards() -> TestResult {
    let mut harness = Harness::start_on_sqlite("disk-full").await?;
    let Some(disk) = SmallDisk::mount(24).await? else {
        // If no disk may be mounted, a file size limit replaces that of a disk.
        let limit = async |harness: &Harness, fails: bool| harness.limit_bot_files(fails.then_some(LIMIT)).await;
        return moves_are_refused_while(&mut harness, "look into the system's log", limit).await;
    };
    harness.stop_bot().await?;
    harness.use_database(&format!("sqlite://{}", disk.path().join("sumito.db").display()));
    harness.start_bot(&[]).await?;
    let fill = async |harness: &Harness, fails: bool| {
        if !fails {
            return disk.free();
        }
        // A truncated log needs no room.
        let mut connection = harness.database().await?;
        connection.run("pragma wal_checkpoint(truncate)").await?;
        connection.close().await?;
        disk.fill()
    };
    moves_are_refused_while(&mut harness, "database or disk is full (code 13); free some space", fill).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_cannot_write_is_not_ready() -> TestResult {
    let free = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
    let harness = Harness::start_by_gateway_with("not-ready", &[("SUMITO__METRICS__LISTEN", &free)]).await?;
    let (game, [ada, _]) = harness.start_first_game(json!({})).await?;
    harness.wait_for_empty_outbox().await?;
    let ready = async || anyhow::Ok(reqwest::get(format!("http://{free}/readyz")).await?.status().as_u16());
    assert_eq!(ready().await?, 200);
    harness.limit_bot_files(Some(LIMIT)).await?;
    let refused = harness.play(&game, &ada, "a1b2").await?;
    assert!(refused.text().contains("went wrong on our side"), "{}", refused.text());
    harness.until("a bot that is not ready", async || Ok((ready().await? == 503).then_some(()))).await?;
    harness.limit_bot_files(None).await?;
    harness.play(&game, &ada, "a1b2").await?;
    harness.until("a bot that is ready again", async || Ok((ready().await? == 200).then_some(()))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_disappears_ends_the_bot_with_one_sentence() -> TestResult {
    for case in ["deleted", "replaced", "without its log"] {
        let mut harness = Harness::start_on_sqlite("database-gone").await?;
        let (game, [ada, _]) = harness.start_first_game(json!({})).await?;
        harness.wait_until_idle().await?;
        let path = harness.database_file()?;
        let aside = path.with_extension("kept");
        match case {
            "deleted" => std::fs::rename(&path, &aside)?,
            "replaced" => {
                std::fs::copy(&path, &aside)?;
                std::fs::rename(&aside, &path)?;
            }
            _ => std::fs::remove_file(path.with_extension("db-wal"))?,
        }
        // No move waits for a heartbeat.
        let played = harness.play(&game, &ada, "a1b2").await.map_or_else(|_| String::new(), |answer| answer.text());
        assert!(!played.contains("a1b2"), "{case}: {played}");
        assert_eq!(harness.wait_for_exit().await?, Some(65), "{case}: no supervisor is to start it again");
        let log = harness.bot_log();
        let sentence = format!("the database {} was deleted or replaced while the bot was running", path.display());
        assert!(log.lines().last().is_some_and(|line| line.contains(&sentence)), "{case}: {log}");
        if case == "deleted" {
            // A start does not begin with an empty database.
            let refused = harness.run_cli(&["db", "migrate"]).await.expect_err("it is missing").to_string();
            assert!(refused.contains("is missing, although it was not before") && !path.exists(), "{refused}");
            std::fs::rename(&aside, &path)?;
            harness.start_bot(&[]).await?;
            // It may have been written, although the user was not told.
            let _ = harness.play(&game, &ada, "a1b2").await?;
            harness.board(&game, 1).await?;
        }
    }
    Ok(())
}
