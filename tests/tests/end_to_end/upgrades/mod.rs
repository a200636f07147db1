//! Databases of this version and of earlier releases, kept as text in `tests/data/upgrade`: the real program migrates them, checks them
//! and plays on. `.ci/release/dump-database` makes the one of a release.

mod dump;
mod kept;

use std::path::Path;

use anyhow::{Context as _, ensure};
use serde_json::json;
use tests::database::Connection;
use tests::{Harness, MINUTE, Person, TestResult};

use kept::{KeptDatabase, Migrations};

/// Plays the first of the turns that the player on turn may take; gives the notation.
async fn take_turn(harness: &Harness, game: &str) -> anyhow::Result<String> {
    let mut database = harness.database().await?;
    let of_game = format!("where game_id = {game}");
    let rows = database.rows("game", &["setup", "ply"], &of_game).await?;
    let [Some(setup), Some(ply)] = rows.first().context("no such game")?.as_slice() else { panic!("nulls: {rows:?}") };
    let mut played = rules::open(setup)?;
    for row in database.rows("ply", &["notation"], &format!("{of_game} order by number")).await? {
        played.play(row[0].as_deref().context("a move is text")?)?;
    }
    let on_turn = "join seat on seat.game_id = game.game_id and seat.seat = game.to_move where game.game_id =";
    let player = database.rows("game", &["seat.user_id"], &format!("{on_turn} {game}")).await?;
    let player = player.first().and_then(|row| row[0].clone()).context("nobody is on turn")?;
    let turn = played.turns(40).0.into_iter().next().context("no legal turn")?;

    let player = Person { id: player, name: String::new() };
    let options = json!({ "move": turn, "game": name_of(game)? });
    let answer = harness.command(&player, &harness.games, "move", &options).await?;
    let after = database.rows("game", &["ply"], &of_game).await?;
    database.close().await?;
    let after: u32 = after[0][0].as_deref().context("no ply")?.parse()?;
    ensure!(after > ply.parse::<u32>()?, "{setup}: {turn} was not played: {}", answer.text());
    Ok(turn)
}

/// A game's id as players write it: nine digits of base 32, without those that are mistaken for others.
fn name_of(game: &str) -> anyhow::Result<String> {
    const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let id: u64 = game.parse()?;
    Ok((0..9).rev().map(|digit| char::from(DIGITS[(id >> (5 * digit) & 31) as usize])).collect())
}

/// Ids of the games that are being played.
async fn running(database: &mut Connection) -> anyhow::Result<Vec<String>> {
    let rows = database.rows("game", &["game_id"], "where phase = 'playing' order by game_id").await?;
    Ok(rows.into_iter().filter_map(|row| row[0].clone()).collect())
}

/// What a host does and what players notice, from an old database on.
async fn upgrade(mut harness: Harness, kept: &KeptDatabase, address: &str) -> TestResult {
    harness.stop_bot().await?;
    kept.write_to(address).await?;
    harness.use_database(address);
    if kept.migration < Migrations::newest()? {
        let refused = harness.run_cli(&["db", "check"]).await.expect_err("the tables are old").to_string();
        assert!(refused.contains("`sumito db migrate` brings it up to date"), "{refused}");
    }
    assert_eq!(harness.run_cli(&["db", "migrate"]).await?, "up to date\n");
    let mut database = harness.database().await?;
    let games = database.count("game", "true").await?;
    let all_good = format!("{games} games, 0 failed\n");
    assert_eq!(harness.run_cli(&["db", "check"]).await?, all_good);
    let ratings = harness.run_cli(&["ratings", "recompute", "--check"]).await?;
    assert!(ratings.ends_with(" ratings, 0 different\n") && !ratings.starts_with("0 games"), "{ratings}");

    // The bot was away for a minute, so no clock has run out.
    let now = harness.client.now_ms().await?;
    harness.advance(kept.at + MINUTE - now).await?;
    harness.start_bot(&[]).await?;
    let running = running(&mut database).await?;
    assert!(running.len() >= 3, "few games are being played: {running:?}");
    for game in &running {
        take_turn(&harness, game).await?;
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
    let again = harness.run_cli(&["ratings", "recompute", "--check"]).await?;
    assert_eq!(again, ratings);
    refuse_a_newer_one(&harness).await
}

/// What an older program says when the host goes back without the backup.
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

/// The kept databases, the oldest first; none before the first release.
fn all_kept() -> anyhow::Result<Vec<KeptDatabase>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/upgrade");
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut kept = Vec::new();
    for entry in std::fs::read_dir(&folder)? {
        kept.push(KeptDatabase::read(&entry?.path())?);
    }
    kept.sort_by_key(|kept| (kept.migration, kept.at));
    Ok(kept)
}
