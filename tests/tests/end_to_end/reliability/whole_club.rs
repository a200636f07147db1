//! Some of everything that a database stores: it moves to a server, is played on, and is refused by an older program.

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};
use tests::postgres::Cluster;
use tests::{HOUR, Harness, MINUTE, Person, TestResult};

/// Plays the first legal turn of the player on turn in the game of this thread.
async fn take_turn(harness: &Harness, thread: &str) -> TestResult {
    let mut database = harness.database().await?;
    let (game, its) = (format!("where thread_id = {thread}"), "where game_id = (select game_id from game");
    let row = database.rows("game", &["setup", "ply", "to_move"], &game).await?.pop().context("no such game")?;
    let [Some(setup), Some(ply), Some(seat)] = &row[..] else { anyhow::bail!("{row:?}") };
    let mut played = rules::open(setup)?;
    for row in database.rows("ply", &["notation"], &format!("{its} {game}) order by number")).await? {
        played.play(row[0].as_deref().context("a move is text")?)?;
    }
    let player = database.rows("seat", &["user_id"], &format!("{its} {game}) and seat = {seat}")).await?;
    let id = player[0][0].clone().context("an engine is on turn")?;
    let turn = played.turns(40).0.into_iter().next().context("no legal turn")?;
    let player = Person { id, name: String::new() };
    let answer = harness.command(&player, thread, "move", &json!({ "move": turn })).await?;
    let after = database.rows("game", &["ply"], &game).await?;
    database.close().await?;
    ensure!(after[0][0].as_ref() != Some(ply), "{setup}: {turn} was not played: {}", answer.text());
    Ok(())
}

async fn ladder_game(harness: &Harness, challenger: &Person, defender: &Person) -> anyhow::Result<String> {
    harness.command(challenger, &harness.games, "ladder challenge", &json!({ "user": defender.id })).await?;
    let card = harness.message_with(defender, &harness.games, "accept").await?;
    harness.press(defender, &card, "accept").await?;
    let thread = harness.thread_of(defender, &card).await?;
    harness.wait_until_idle().await?;
    Ok(thread)
}

async fn play(harness: &Harness) -> TestResult {
    let [ada, bruno, chloe, dmitri, emma, farid] =
        harness.people(["Ada", "Bruno", "Chloé", "Dmitri", "Emma", "Farid"]).await?;
    let games = &harness.games;
    let say = async |who: &Person, channel: &str, name: &str, options: Value| {
        let answer = harness.command(who, channel, name, &options).await?;
        ensure!(answer.state == "answered", "{name}: {:#}", answer.whole);
        Ok(())
    };
    say(&ada, games, "settings clock", json!({ "zone": "Europe/Paris" })).await?;
    say(&ada, games, "settings reminders", json!({ "steps": "50h, 90m", "where": "dm" })).await?;
    for person in [&dmitri, &emma, &farid] {
        say(person, games, "settings reminders", json!({ "steps": "160h, 71h" })).await?;
    }
    say(&bruno, games, "settings picture", json!({ "theme": "paper" })).await?;
    say(&ada, games, "setup channels", json!({ "results": "here" })).await?;

    // Results that ratings count.
    for (winner, loser) in [(&ada, &emma), (&dmitri, &ada)] {
        let game = harness.start_game(winner, loser, json!({ "pace": "days:3" })).await?;
        harness.play(&game, winner, "a1b2").await?;
        harness.play(&game, loser, "i9h8").await?;
        harness.resign(loser, &game.thread).await?;
    }
    harness.wait_until_idle().await?;

    // A ladder with a result and a running game.
    say(&ada, games, "organize ladder create", json!({ "name": "Ada's \"club\"", "preset": "leapfrog" })).await?;
    for person in [&ada, &dmitri, &emma, &farid] {
        say(person, games, "ladder join", json!({})).await?;
    }
    let thread = ladder_game(harness, &emma, &dmitri).await?;
    for mv in ["a1b2", "i9h8"] {
        for person in [&dmitri, &emma] {
            harness.command(person, &thread, "move", &json!({ "move": mv })).await?;
        }
    }
    harness.resign(&dmitri, &thread).await?;
    harness.wait_until_idle().await?;
    // The table follows at the next reading.
    say(&ada, games, "ladder show", json!({})).await?;
    ladder_game(harness, &farid, &dmitri).await?;

    // Games of each kind: a takeback, conditional moves, a draw offer.
    let abalone = harness.start_game(&ada, &dmitri, json!({ "pace": "days:3" })).await?;
    harness.play(&abalone, &ada, "a1b2").await?;
    harness.play(&abalone, &dmitri, "i9h8").await?;
    say(&ada, &abalone.thread, "game takeback", json!({})).await?;
    let question = harness.message_with(&dmitri, &abalone.thread, "agree").await?;
    harness.press(&dmitri, &question, "agree").await?;
    harness.play(&abalone, &ada, "a1b2").await?;
    harness.play(&abalone, &dmitri, "i9h8").await?;
    say(&dmitri, &abalone.thread, "game line add", json!({ "if": "d4c3", "then": "f6g7" })).await?;
    let mut threads = Vec::new();
    for (first, second, options, turns) in [
        (&emma, &dmitri, json!({ "game": "notalone", "pace": "days:7" }), 6),
        (&ada, &emma, json!({ "game": "fliporona", "pace": "days:7" }), 8),
        (&bruno, &chloe, json!({ "layout": "belgian-daisy", "pace": "days:3" }), 4),
    ] {
        let thread = harness.start_game(first, second, options).await?.thread;
        for _ in 0..turns {
            take_turn(harness, &thread).await?;
        }
        threads.push(thread);
    }
    say(&ada, &threads[1], "game draw", json!({})).await?;
    harness.wait_until_idle().await?;

    // Time passes: a reminder, vacations.
    say(&bruno, games, "settings vacation start", json!({ "days": 10 })).await?;
    say(&chloe, games, "settings vacation start", json!({ "from": "tomorrow", "days": 2 })).await?;
    harness.wait_until_idle().await?;
    harness.advance(12 * HOUR).await?;
    harness.wait_until_idle().await?;
    // Unanswered proposals.
    say(&farid, games, "seek", json!({ "layout": "belgian-daisy" })).await?;
    say(&emma, games, "challenge", json!({ "user": farid.id, "pace": "days:3" })).await?;
    harness.wait_until_idle().await?;

    // A board and a reminder that Discord refuses.
    let down = json!({ "method": "POST", "path_contains": "/messages", "status": 502, "times": 1000 });
    harness.fail_next(down).await?;
    take_turn(harness, &threads[0]).await?;
    harness.advance(12 * HOUR).await?;
    harness
        .until("messages that wait", async || {
            let mut database = harness.database().await?;
            let waiting = database.count("outbox", "attempts > 0").await?;
            database.close().await?;
            Ok((waiting >= 2).then_some(()))
        })
        .await
}

/// Checks the database, and takes a turn in every running game.
async fn play_on(harness: &mut Harness) -> TestResult {
    assert_eq!(harness.run_cli(&["db", "migrate"]).await?, "up to date\n");
    let mut database = harness.database().await?;
    let all_good = format!("{} games, 0 failed\n", database.count("game", "true").await?);
    assert_eq!(harness.run_cli(&["db", "check"]).await?, all_good);
    let ratings = harness.run_cli(&["ratings", "recompute", "--check"]).await?;
    assert!(ratings.ends_with(" ratings, 0 different\n") && !ratings.starts_with("0 games"), "{ratings}");

    harness.start_bot(&[]).await?;
    let running = database.rows("game", &["thread_id"], "where phase = 'playing' order by game_id").await?;
    assert!(running.len() >= 3, "few games are being played: {running:?}");
    for row in running {
        take_turn(harness, row[0].as_deref().context("no thread")?).await?;
    }
    harness
        .until_with_retries("an outbox without messages that wait", async || {
            let mut database = harness.database().await?;
            let waiting = database.count("outbox", "dead is null").await?;
            database.close().await?;
            Ok((waiting == 0).then_some(()))
        })
        .await?;
    database.close().await?;
    assert_eq!(harness.stop_bot().await?, Some(0));
    assert_eq!(harness.run_cli(&["db", "check"]).await?, all_good);
    assert_eq!(harness.run_cli(&["ratings", "recompute", "--check"]).await?, ratings);
    Ok(())
}

/// The error of an older program if the host goes back without the backup.
async fn refuse_a_newer_one(harness: &Harness) -> TestResult {
    let mut database = harness.database().await?;
    let newer =
        "select 9999, 'later', installed_on, success, checksum, execution_time from _sqlx_migrations where version = 1";
    let columns = "version, description, installed_on, success, checksum, execution_time";
    database.run(&format!("insert into _sqlx_migrations ({columns}) {newer}")).await?;
    database.close().await?;
    for arguments in [&["db", "migrate"][..], &["db", "check"], &["run"]] {
        let refused = harness.run_cli_with(arguments, &[("DISCORD_TOKEN", harness.sandbox.token())]).await;
        let refused = refused.expect_err("the database is newer").to_string();
        let sentence = "the database is at migration 9999, this program knows up to";
        assert!(refused.contains(sentence) && refused.contains("restore a backup"), "{arguments:?}: {refused}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn a_club_moves_to_a_server_and_plays_on_and_an_older_program_refuses_it() -> TestResult {
    let mut harness = Harness::start_on_sqlite("club").await?;
    harness.stop_bot().await?;
    harness.start_bot(&[("SUMITO__VACATION__DAYS_PER_YEAR", "30")]).await?;
    play(&harness).await?;
    harness.stop_bot().await?;
    let mut database = harness.database().await?;
    // A new table needs rows too, so play something that fills it.
    for table in
        ["conditional_moves", "outbox", "posted", "vacation", "rated_game", "ladder_event", "audit", "club_tally"]
    {
        ensure!(database.count(table, "true").await? > 0, "{table} is empty");
    }
    database.close().await?;
    harness.faults(json!({ "fail_next": [] })).await?;
    // The bot was down, but no clock has run out.
    harness.advance(MINUTE).await?;

    let file = harness.database_url().to_owned();
    let server = Cluster::shared()?.database()?;
    let settings = tempfile::NamedTempFile::with_suffix(".toml")?;
    std::fs::write(&settings, format!("[database]\nurl = \"{server}\"\n"))?;
    harness.run_cli(&["db", "copy", "--to", &settings.path().display().to_string()]).await?;
    for address in [&server, &file] {
        harness.use_database(address);
        play_on(&mut harness).await.with_context(|| address.clone())?;
        refuse_a_newer_one(&harness).await?;
    }
    Ok(())
}
