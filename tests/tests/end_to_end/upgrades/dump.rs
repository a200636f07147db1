//! Plays what a club plays, and writes the database as text.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};
use tests::database::Connection;
use tests::{HOUR, Harness, Person, TestResult, control};

use super::kept::{CHECKSUMS, KeptDatabase, Migrations, ROWS};
use super::take_turn;

/// The game of `name` as a number, as the database has it.
async fn number_of(harness: &Harness, name: &str) -> anyhow::Result<String> {
    let mut database = harness.database().await?;
    let rows = database.rows("game", &["game_id"], "").await?;
    database.close().await?;
    let games = rows.into_iter().filter_map(|row| row[0].clone());
    for game in games {
        if super::name_of(&game)? == name {
            return Ok(game);
        }
    }
    anyhow::bail!("no game {name}")
}

async fn resign(harness: &Harness, who: &Person, thread: &str) -> TestResult {
    harness.resign(who, thread).await?;
    Ok(())
}

/// A game on the ladder; gives its thread.
async fn ladder_game(harness: &Harness, challenger: &Person, defender: &Person) -> anyhow::Result<String> {
    let games = &harness.games;
    harness.command(challenger, games, "ladder challenge", &json!({ "user": defender.id })).await?;
    let is_open = |message: &Value| control(message, "accept").is_ok();
    let posted = harness.message(defender, games, "the challenge", is_open).await?;
    harness.press(defender, &posted, "accept").await?;
    let thread = harness.thread_of(defender, &posted).await?;
    harness.wait_until_idle().await?;
    Ok(thread)
}

/// Something of everything that a database keeps.
async fn play(harness: &Harness) -> TestResult {
    let [ada, bruno, chloe, dmitri, emma, farid] =
        harness.people(["Ada", "Bruno", "Chloé", "Dmitri", "Emma", "Farid"]).await?;
    let games = &harness.games;
    let say = async |who: &Person, channel: &str, name: &str, options: Value| {
        let answer = harness.command(who, channel, name, &options).await?;
        ensure!(answer.state == "answered", "{name}: {:#}", answer.whole);
        Ok(answer)
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
        resign(harness, loser, &game.thread).await?;
    }
    harness.wait_until_idle().await?;

    // A ladder with a result and a game that goes on.
    say(&ada, games, "setup ladder create", json!({ "name": "Ada's \"club\"", "preset": "leapfrog" })).await?;
    for person in [&ada, &dmitri, &emma, &farid] {
        say(person, games, "ladder join", json!({})).await?;
    }
    let thread = ladder_game(harness, &emma, &dmitri).await?;
    for mv in ["a1b2", "i9h8"] {
        for person in [&dmitri, &emma] {
            harness.command(person, &thread, "move", &json!({ "move": mv })).await?;
        }
    }
    resign(harness, &dmitri, &thread).await?;
    harness.wait_until_idle().await?;
    // The table follows with the next look at it.
    say(&ada, games, "ladder show", json!({})).await?;
    ladder_game(harness, &farid, &dmitri).await?;

    // Games of each kind: a takeback, moves decided in advance, a draw offer.
    let abalone = harness.start_game(&ada, &dmitri, json!({ "pace": "days:3" })).await?;
    harness.play(&abalone, &ada, "a1b2").await?;
    harness.play(&abalone, &dmitri, "i9h8").await?;
    say(&ada, &abalone.thread, "takeback", json!({})).await?;
    let agrees = |message: &Value| control(message, "agree").is_ok();
    let asked = harness.message(&dmitri, &abalone.thread, "the question", agrees).await?;
    harness.press(&dmitri, &asked, "agree").await?;
    harness.play(&abalone, &ada, "a1b2").await?;
    harness.play(&abalone, &dmitri, "i9h8").await?;
    say(&dmitri, &abalone.thread, "line add", json!({ "if": "d4c3", "then": "f6g7" })).await?;
    let mut notalone = None;
    for (first, second, options, turns) in [
        (&emma, &dmitri, json!({ "game": "notalone", "pace": "days:7" }), 6),
        (&ada, &emma, json!({ "game": "fliporona", "pace": "days:7" }), 8),
        (&bruno, &chloe, json!({ "layout": "belgian-daisy", "pace": "days:3" }), 4),
    ] {
        let game = harness.start_game(first, second, options).await?;
        let number = number_of(harness, &game.id).await?;
        for _ in 0..turns {
            take_turn(harness, &number).await?;
        }
        if first.id == ada.id {
            say(&ada, &game.thread, "draw", json!({})).await?;
        }
        if first.id == emma.id {
            notalone = Some(game.id);
        }
    }
    harness.wait_until_idle().await?;

    // Time passes: a reminder, vacations.
    say(&bruno, games, "vacation start", json!({ "days": 10 })).await?;
    say(&chloe, games, "vacation start", json!({ "from": "tomorrow", "days": 2 })).await?;
    harness.wait_until_idle().await?;
    harness.advance(12 * HOUR).await?;
    harness.wait_until_idle().await?;
    // What nobody has answered.
    say(&farid, games, "seek", json!({ "layout": "belgian-daisy" })).await?;
    say(&emma, games, "challenge", json!({ "user": farid.id, "pace": "days:3" })).await?;
    harness.wait_until_idle().await?;

    // A board and a reminder that Discord does not take.
    let down = json!({ "method": "POST", "path_contains": "/messages", "status": 502, "times": 1000 });
    harness.fail_next(down).await?;
    take_turn(harness, &number_of(harness, &notalone.context("a game of Notalone")?).await?).await?;
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

/// All rows as statements. The tables of the migrations come in the order in which they were made, so a game comes before its moves.
async fn rows(database: &mut Connection) -> anyhow::Result<String> {
    let is_ours = "where type = 'table' and name not like 'sqlite_%' and name not like '_sqlx_%' order by rowid";
    let mut text = String::new();
    for table in database.rows("sqlite_master", &["name"], is_ours).await? {
        let table = table[0].as_deref().context("a table has a name")?;
        let columns = database.rows(&format!("pragma_table_info('{table}')"), &["name"], "").await?;
        let columns: Vec<String> = columns.into_iter().filter_map(|row| row[0].clone()).collect();
        let values: Vec<String> = columns.iter().map(|column| format!("quote({table}.{column})")).collect();
        for row in database.rows(table, &[&values.join(" || ', ' || ")], "").await? {
            let values = row[0].as_deref().context("no null is quoted")?;
            writeln!(text, "insert into {table} ({}) values ({values});", columns.join(", "))?;
        }
    }
    Ok(text)
}

/// Plays, and writes the database into a folder that has the name of its version.
async fn write(folder: &Path) -> TestResult {
    let mut harness = Harness::start_on_sqlite("dump").await?;
    harness.stop_bot().await?;
    harness.start_bot(&[("SUMITO__VACATION__DAYS_PER_YEAR", "30")]).await?;
    play(&harness).await?;
    harness.stop_bot().await?;

    let mut database = harness.database().await?;
    let at = database.rows("heartbeat", &["at"], "").await?[0][0].clone().context("no heartbeat")?;
    let migration = Migrations::newest()?;
    let version = folder.file_name().context("the folder has the name of the version")?.to_string_lossy();
    let mut text = format!("-- A database of {version}; docs/releasing.md says what it is for.\n");
    writeln!(text, "-- migration: {migration}\n-- at: {at}")?;
    // What the games above leave. New tables need rows too: play something that fills them.
    for table in
        ["conditional_moves", "outbox", "posted", "vacation", "rated_game", "ladder_event", "audit", "club_tally"]
    {
        ensure!(database.count(table, "true").await? > 0, "{table} is empty");
    }
    text.push_str(&rows(&mut database).await?);
    database.close().await?;
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(ROWS), text)?;
    std::fs::write(folder.join(CHECKSUMS), Migrations::checksums(migration).await?)?;
    Ok(())
}

/// `.ci/release/dump-database` names the folder. Without one, this shows that the next release can keep its database.
#[tokio::test(flavor = "multi_thread")]
async fn the_database_of_this_version_and_of_each_release_is_migrated_and_played_on() -> TestResult {
    let temporary = tempfile::tempdir()?;
    let named = std::env::var_os("SUMITO_DUMP").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| temporary.path().join("this-version"));
    write(&folder).await?;
    let of_releases = super::all_kept()?;
    for kept in [KeptDatabase::read(&folder)?].iter().chain(&of_releases) {
        let context = || format!("the database of {}", kept.version);
        let file = format!("sqlite://{}", temporary.path().join(format!("{}.db", kept.version)).display());
        super::upgrade(Harness::start_on_sqlite("upgrade-file").await?, kept, &file).await.with_context(context)?;
        let server = tests::postgres::Cluster::shared()?.database()?;
        super::upgrade(Harness::start_on_postgres("upgrade-server").await?, kept, &server)
            .await
            .with_context(context)?;
    }
    Ok(())
}
