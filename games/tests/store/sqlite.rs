//! SQLite only: restarts, other processes, damage, and databases of other programs.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use games::domain::{
    ConditionalMoves, GameId, GuildPreferences, Phase, Preferences, RequestId, SetConditionalMoves, Timestamp,
};
use games::store::backup::{self, BackupStep, back_up};
use games::store::{CommitError, DatabaseState, SendOutcome, Store, StoreError, sqlite};
use sqlx::{Connection as _, SqliteConnection};
use tempfile::TempDir;

use super::{ADA, TestResult, claim, creation, games_of, read, span, vacation};

/// A database with the game 1, and its folder.
async fn new_database() -> anyhow::Result<(TempDir, PathBuf, Store)> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("games.db");
    let store = sqlite::open(&path).await?;
    store.create(creation(1, 10)).await?;
    Ok((folder, path, store))
}

/// An empty database, and its folder.
async fn closed_database() -> anyhow::Result<(TempDir, PathBuf)> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("games.db");
    sqlite::open(&path).await?.close().await;
    Ok((folder, path))
}

async fn close(store: Store) {
    store.close().await;
    drop(store);
}

async fn reopen(store: Store, path: &Path) -> anyhow::Result<Store> {
    close(store).await;
    Ok(sqlite::open(path).await?)
}

#[tokio::test]
async fn a_second_process_is_refused_and_a_restart_keeps_all_data() -> TestResult {
    let (_folder, path, store) = new_database().await?;
    assert_eq!(claim(&store, 5, 1000).await?.len(), 1);
    assert!(matches!(sqlite::open(&path).await, Err(StoreError::Locked(_))));
    let store = reopen(store, &path).await?;
    assert!(store.game(GameId(1)).await?.is_some());
    assert_eq!(claim(&store, 6, 36).await?.len(), 1, "the dead process' claim is void");
    Ok(())
}

#[tokio::test]
async fn a_restart_keeps_the_backoff_of_a_message() -> TestResult {
    let (_folder, path, store) = new_database().await?;
    let first = claim(&store, 5, 35).await?.remove(0);
    store.message_retry(&first, Timestamp(900), SendOutcome::NotSent, "429").await?;
    let store = reopen(store, &path).await?;
    assert!(claim(&store, 899, 930).await?.is_empty());
    assert_eq!(claim(&store, 900, 930).await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn corrupt_preferences_fail_on_change_and_are_ignored_elsewhere() -> TestResult {
    let (_folder, path) = closed_database().await?;
    for sql in [
        "insert into player (user_id, locale, dm_closed, preferences) values (100, 'fr', 1, '{\"theme\":7}')",
        "insert into guild (guild_id, preferences) values (9, 'slate')",
    ] {
        execute(&path, sql).await?;
    }
    let store = sqlite::open(&path).await?;
    let entry = store.player(ADA).await?;
    assert_eq!(
        (entry.locale.as_deref(), entry.dm_closed, entry.preferences),
        (Some("fr"), true, Preferences::default())
    );
    assert_eq!(store.guild(games::domain::GuildId(9)).await?, GuildPreferences::default());
    let nothing = Preferences::default();
    for problem in [
        store.preferences(ADA).await.err(),
        store.set_preferences(ADA, &nothing, &nothing).await.err(),
        store.guild_preferences(games::domain::GuildId(9)).await.err(),
    ] {
        assert!(matches!(problem, Some(StoreError::Corrupt { .. })), "{problem:?}");
    }
    Ok(())
}

#[tokio::test]
async fn check_leaves_the_database_unchanged() -> TestResult {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("deep/games.db");
    assert_eq!(sqlite::check(&path).await?, DatabaseState::Nothing);
    assert!(!folder.path().join("deep").exists(), "a mistyped path is not made");
    let store = sqlite::open(&path).await?;
    store.create(creation(1, 10)).await?;
    assert_eq!(claim(&store, 5, 1000).await?.len(), 1);
    assert_eq!(sqlite::check(&path).await?, DatabaseState::Database, "in use");
    assert!(claim(&store, 6, 36).await?.is_empty(), "the claim stands");
    close(store).await;
    let files = || -> anyhow::Result<Vec<_>> {
        let files = std::fs::read_dir(folder.path().join("deep"))?.map(|file| Ok(file?.file_name()));
        files.collect::<anyhow::Result<std::collections::BTreeSet<_>>>().map(Vec::from_iter)
    };
    let before = files()?;
    assert_eq!(sqlite::check(&path).await?, DatabaseState::Database, "not in use");
    assert_eq!(files()?, before);
    execute(&path, "insert into _sqlx_migrations (version, description, success, checksum, execution_time) values (9999, 'x', 1, x'00', 1)").await?;
    for refused in [sqlite::check(&path).await.err(), sqlite::open(&path).await.err()] {
        assert!(matches!(refused, Some(StoreError::Newer { found: 9999, .. })), "{refused:?}");
    }
    let text = folder.path().join("notes.txt");
    std::fs::write(&text, "Some plain text. ".repeat(40))?;
    assert!(matches!(sqlite::check(&text).await, Err(StoreError::Unusable(_))));
    Ok(())
}

#[tokio::test]
async fn a_backup_is_not_restored_beside_the_log_of_an_old_database() -> TestResult {
    let folder = tempfile::tempdir()?;
    let [path, copy, restored] = ["games.db", "copy.db", "restored.db"].map(|name| folder.path().join(name));
    let store = sqlite::open(&path).await?;
    store.create(creation(1, 10)).await?;
    let steps = Mutex::new(Vec::new());
    let note = |step| steps.lock().expect("no panic").push(step);
    back_up(&path, &copy, &note).await?;
    let progress = std::mem::take(&mut *steps.lock().expect("no panic"));
    let [BackupStep::Writing { to, bytes }, BackupStep::Checking] = &progress[..] else { panic!("{progress:?}") };
    // It gets its final name when it is complete.
    assert!(to != &copy && to.starts_with(folder.path()), "{to:?}");
    assert!(*bytes >= std::fs::metadata(&copy)?.len(), "the log of changes counts: {bytes}");
    for suffix in ["-wal", "-shm", "-journal"] {
        let left_over = folder.path().join(format!("restored.db{suffix}"));
        std::fs::write(&left_over, "old")?;
        for refused in [backup::restore(&copy, &restored, &|_| ()).await, back_up(&path, &restored, &|_| ()).await] {
            let message = refused.expect_err(suffix).to_string();
            assert!(message.contains(suffix) && message.contains("old database; move it away"), "{message}");
        }
        assert!(!restored.exists(), "{suffix}");
        std::fs::remove_file(left_over)?;
    }
    backup::restore(&copy, &restored, &note).await?;
    let progress = std::mem::take(&mut *steps.lock().expect("no panic"));
    assert!(
        matches!(&progress[..], [BackupStep::Checking, BackupStep::Writing { .. }, BackupStep::Checking]),
        "{progress:?}"
    );
    assert!(sqlite::open(&restored).await?.game(GameId(1)).await?.is_some());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn one_bad_commit_of_a_group_fails_alone() -> TestResult {
    let folder = tempfile::tempdir()?;
    let store = Arc::new(sqlite::open(&folder.path().join("games.db")).await?);
    store.create(creation(0, 1)).await?;
    let mut tasks = tokio::task::JoinSet::new();
    for id in 0..48_i64 {
        let store = Arc::clone(&store);
        // Every eighth game exists already.
        let change = creation(if id % 8 == 0 { 0 } else { id }, 100 + id.cast_unsigned());
        tasks.spawn(async move { (id, store.create(change).await) });
    }
    while let Some(done) = tasks.join_next().await {
        let (id, outcome) = done?;
        assert_eq!(outcome.is_err(), id % 8 == 0, "{id}: {outcome:?}");
        let stored = store.game_of_request(RequestId(100 + id.cast_unsigned())).await?;
        assert_eq!(stored, (id % 8 != 0).then_some(GameId(id)), "what was refused left no trace");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_that_the_engine_has_ended_does_not_spoil_later_writes() -> TestResult {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("games.db");
    let store = Arc::new(sqlite::open(&path).await?);
    store.create(creation(0, 1)).await?;
    // As after a full disk or an I/O error, SQLite ends the whole transaction, and a rollback can no longer succeed.
    execute(
        &path,
        "create trigger failing before insert on event when new.request_id between 100 and 199 \
         begin select raise(rollback, 'the disk fails'); end",
    )
    .await?;
    for round in 0..3_i64 {
        let mut tasks = tokio::task::JoinSet::new();
        for number in 0..4 {
            let (store, request) = (Arc::clone(&store), (100 + round * 4 + number).cast_unsigned());
            tasks.spawn(async move { store.create(creation(100 + number, request)).await });
        }
        while let Some(done) = tasks.join_next().await {
            let refused = done?.expect_err("refused").to_string();
            assert!(refused.contains("the disk fails"), "{refused}");
        }
        store.create(creation(1 + round, 10 + round.cast_unsigned())).await?;
        let change = conditional_moves(1 + round);
        assert!(store.set_conditional_moves(change).await?);
    }
    execute(
        &path,
        "create trigger failing_too before update of conditional_moves_version on game \
         begin select raise(rollback, 'the disk fails'); end",
    )
    .await?;
    let change = || SetConditionalMoves { conditional_moves_version: 1, ..conditional_moves(1) };
    let refused = store.set_conditional_moves(change()).await.expect_err("refused").to_string();
    assert!(refused.contains("the disk fails"), "{refused}");
    execute(&path, "drop trigger failing").await?;
    execute(&path, "drop trigger failing_too").await?;
    assert!(store.set_conditional_moves(change()).await?);
    store.create(creation(100, 100)).await?;
    assert_eq!(store.games_after(None, 100).await?.len(), 5, "what was refused left no trace");
    Ok(())
}

fn conditional_moves(game: i64) -> SetConditionalMoves {
    let line = ConditionalMoves { user: ADA, tree: Vec::new() };
    SetConditionalMoves { game: GameId(game), version: 0, conditional_moves_version: 0, line }
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_fail_in_time_while_another_connection_writes() -> TestResult {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("games.db");
    let store = Arc::new(sqlite::open(&path).await?);
    store.create(creation(0, 1)).await?;
    let mut other = connect(&path).await?;
    sqlx::query("begin immediate").execute(&mut other).await?;
    let start = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for id in 1..200_i64 {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            if id % 100 == 0 {
                return store.set_note("key", "value").await.map_err(CommitError::from);
            }
            store.create(creation(id, 100 + id.cast_unsigned())).await
        });
    }
    while let Some(done) = tokio::time::timeout(Duration::from_secs(15), tasks.join_next()).await? {
        let outcome = done?;
        let is_transient = matches!(&outcome, Err(CommitError::Store(StoreError::Database { transient: true, .. })));
        assert!(is_transient, "{outcome:?}");
    }
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert!(store.game(GameId(0)).await?.is_some(), "who reads is not disturbed");
    sqlx::query("rollback").execute(&mut other).await?;
    other.close().await?;
    store.create(creation(1, 101)).await?;
    assert!(store.game(GameId(2)).await?.is_none(), "what was refused is not done later");
    Ok(())
}

#[tokio::test]
async fn an_error_names_the_file_once() -> TestResult {
    let folder = tempfile::tempdir()?;
    let text = folder.path().join("notes.txt");
    std::fs::write(&text, "Some plain text. ".repeat(40))?;
    let words = text.display().to_string();
    for error in [sqlite::open(&text).await.err(), sqlite::check(&text).await.err()] {
        let error = anyhow::Error::new(error.expect("it is no database"));
        let message = format!("{error:#}");
        assert_eq!(
            (message.matches("is not a database").count(), message.matches(&words).count()),
            (1, 1),
            "{message}"
        );
        assert!(message.len() < words.len() + 100, "{message}");
    }
    let below = text.join("games.db");
    let message = format!("{:#}", anyhow::Error::new(sqlite::open(&below).await.err().expect("a file is no folder")));
    assert_eq!(message.matches(&words).count(), 1, "{message}");
    Ok(())
}

async fn connect(path: &Path) -> sqlx::Result<SqliteConnection> {
    SqliteConnection::connect(&format!("sqlite://{}", path.display())).await
}

/// Runs one statement on a connection of its own.
async fn execute(path: &Path, sql: &'static str) -> anyhow::Result<()> {
    let mut connection = connect(path).await?;
    sqlx::query(sql).execute(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

#[tokio::test]
async fn a_corrupt_game_is_reported_and_others_are_readable() -> TestResult {
    let (_folder, path, store) = new_database().await?;
    store.create(creation(2, 20)).await?;
    execute(&path, "update game set ply = 5 where game_id = 1").await?;
    execute(&path, "update outbox set notice = 'nonsense' where game_id = 1").await?;
    let corrupt = store.game(GameId(1)).await.expect_err("corrupt").to_string();
    assert!(corrupt.contains("ply") && corrupt.contains("game 000000001"), "{corrupt}");
    assert!(store.game(GameId(2)).await?.is_some());
    execute(&path, "update seat set seat = 300 where game_id = 1 and seat = 1").await?;
    let mut both = store.games(&[GameId(1), GameId(2)]).await?;
    assert!(matches!(both.remove(&GameId(1)), Some(Err(StoreError::Corrupt { .. }))));
    assert_eq!(both.remove(&GameId(2)).transpose()?, store.game(GameId(2)).await?);
    let listed = store.games_of(ADA, &[Phase::Offered], 10).await?;
    assert_eq!(listed.iter().map(|summary| summary.game.game_id).collect::<Vec<_>>(), [GameId(2)]);
    let messages = claim(&store, 5, 35).await?;
    assert_eq!(games_of(&messages), [GameId(2)]);
    Ok(())
}

/// Overwrites the root page of a table or an index.
async fn damage(path: &Path, name: &str) -> TestResult {
    let mut connection = connect(path).await?;
    let sql = "select rootpage, page_size from sqlite_schema, pragma_page_size where name = $1";
    let (page, size): (i64, i64) = sqlx::query_as(sql).bind(name).fetch_one(&mut connection).await?;
    connection.close().await?;
    let mut bytes = std::fs::read(path)?;
    let (page, size) = (usize::try_from(page)?, usize::try_from(size)?);
    bytes[(page - 1) * size..page * size].fill(0xa5);
    Ok(std::fs::write(path, bytes)?)
}

#[tokio::test]
async fn a_damaged_page_stops_the_start_and_names_the_table() -> TestResult {
    for (damaged, sentence) in [
        ("ply", "is damaged in the table ply: stop the bot, move the database away and restore a backup ("),
        ("seat_user", "is damaged in the table seat: stop the bot, move the database away and restore a backup ("),
        ("note", "is damaged in the table note: stop the bot, move the database away and restore a backup ("),
        // The list of tables, without which a start cannot even detect them.
        ("sqlite_schema", "is damaged"),
    ] {
        let (_folder, path, store) = new_database().await?;
        close(store).await;
        if damaged == "sqlite_schema" {
            let mut bytes = std::fs::read(&path)?;
            bytes[100..2000].fill(0xa5);
            std::fs::write(&path, bytes)?;
        } else {
            damage(&path, damaged).await?;
        }
        for refused in [sqlite::check(&path).await.err(), sqlite::open(&path).await.err()] {
            let refused = refused.expect("damaged").to_string();
            assert!(refused.contains(sentence) && refused.lines().count() == 1, "{damaged}: {refused}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_database_that_is_missing_or_was_emptied_is_not_begun_anew() -> TestResult {
    let (folder, path, store) = new_database().await?;
    close(store).await;
    let [kept, new, lock] = ["kept.db", "new.db", "games.db.lock"].map(|name| folder.path().join(name));
    std::fs::rename(&path, &kept)?;
    let refused = async |state: &str| -> TestResult {
        for refused in [sqlite::open(&path).await.err(), sqlite::check(&path).await.err()] {
            let refused = refused.expect(state);
            let sentence =
                format!("is {state}, although it was not before: put it back, or move what is left of it away and");
            assert!(refused.to_string().contains(&sentence) && refused.needs_host(), "{refused}");
        }
        Ok(())
    };
    refused("missing").await?;
    assert!(!path.exists());
    std::fs::write(&path, "")?;
    refused("empty").await?;
    assert_eq!(std::fs::metadata(&path)?.len(), 0);
    // A file without tables, as left when the log of a first start was deleted.
    std::fs::write(&new, "")?;
    execute(&new, "pragma journal_mode = wal").await?;
    std::fs::rename(&new, &path)?;
    refused("empty").await?;
    // A restored one counts, too, before its first start.
    for file in [&path, &lock] {
        std::fs::remove_file(file)?;
    }
    backup::restore(&kept, &path, &|_| ()).await?;
    std::fs::write(&path, "")?;
    refused("empty").await?;
    std::fs::remove_file(&path)?;
    backup::restore(&kept, &path, &|_| ()).await?;
    assert!(sqlite::open(&path).await?.game(GameId(1)).await?.is_some());
    for file in [&path, &lock] {
        std::fs::remove_file(file)?;
    }
    assert!(sqlite::open(&path).await?.game(GameId(1)).await?.is_none(), "the host wants a new one");
    Ok(())
}

#[tokio::test]
async fn nothing_is_acknowledged_in_a_database_that_was_deleted_or_replaced() -> TestResult {
    for case in ["deleted", "replaced", "its log deleted"] {
        for is_commit in [true, false] {
            let (folder, path, store) = new_database().await?;
            store.beat(Timestamp(1)).await?;
            let failed = store.failed();
            tokio::pin!(failed);
            assert!(futures::poll!(failed.as_mut()).is_pending());
            let rest = folder.path().join("kept.db");
            match case {
                "deleted" => std::fs::remove_file(&path)?,
                "replaced" => {
                    std::fs::copy(&path, &rest)?;
                    std::fs::rename(&rest, &path)?;
                }
                _ => std::fs::remove_file(folder.path().join("games.db-wal"))?,
            }
            for read in futures::future::join_all((0..8).map(|_| store.game(GameId(1)))).await {
                read.expect("every connection is open already");
            }
            let refused = if is_commit {
                store.create(creation(2, 20)).await.map_err(anyhow::Error::new)
            } else {
                store.beat(Timestamp(60_001)).await.map_err(anyhow::Error::new)
            };
            let refused = refused.expect_err(case).to_string();
            assert!(refused.contains("was deleted or replaced while the bot was running"), "{case}: {refused}");
            let cause = failed.await;
            assert!(matches!(cause, StoreError::Gone(_)) && cause.needs_host(), "{case}: {cause}");
            store.create(creation(3, 30)).await.expect_err("nothing more is acknowledged");
        }
    }
    Ok(())
}

#[tokio::test]
async fn nothing_is_acknowledged_behind_the_end_of_a_log_that_was_cut_off() -> TestResult {
    for thirds in [0, 1, 2] {
        let (folder, _, store) = new_database().await?;
        for number in 2..9 {
            store.create(creation(number, number.unsigned_abs() * 10)).await?;
        }
        let log = std::fs::File::options().write(true).open(folder.path().join("games.db-wal"))?;
        log.set_len(log.metadata()?.len() / 3 * thirds)?;
        let refused = store.create(creation(9, 90)).await.expect_err("cut off").to_string();
        assert!(refused.contains("its log of changes was cut off"), "{refused}");
        let cause = store.failed().await;
        assert!(matches!(cause, StoreError::Overwritten { .. }) && cause.needs_host(), "{cause}");
        store.create(creation(10, 100)).await.expect_err("nothing more is acknowledged");
    }
    // As a host might do when reading the database.
    let (_folder, path, store) = new_database().await?;
    for number in 2..9 {
        execute(&path, "pragma wal_checkpoint(truncate)").await?;
        assert!(store.game(GameId(1)).await?.is_some());
        store.create(creation(number, number.unsigned_abs() * 10)).await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_read_that_fails_finds_a_log_that_was_cut_off() -> TestResult {
    let (folder, _, store) = new_database().await?;
    store.beat(Timestamp(1)).await?;
    store.create(creation(2, 20)).await?;
    std::fs::File::options().write(true).open(folder.path().join("games.db-wal"))?.set_len(0)?;
    let error = store.game(GameId(2)).await.expect_err("cut off").to_string();
    assert!(error.contains("its log of changes was cut off"), "{error}");
    assert!(store.failed().await.needs_host());
    Ok(())
}

#[cfg(unix)]
#[tokio::test]
async fn what_is_no_file_of_its_own_beside_the_database_is_refused_at_once() -> TestResult {
    let link = "this is a link, where the database keeps a file of its own: remove it";
    for (suffix, make, sentence) in [
        ("", "mkfifo", "this is no file"),
        (".lock", "mkfifo", "this is no file"),
        (".lock", "mkdir", "this is no file"),
        ("-wal", "ln -s /dev/null", link),
        (".lock", "ln -s /nowhere", link),
    ] {
        let (folder, path, store) = new_database().await?;
        store.close().await;
        drop(store);
        let place = folder.path().join(format!("games.db{suffix}"));
        let _ = std::fs::remove_file(&place);
        let mut words = make.split(' ');
        let status = std::process::Command::new(words.next().expect("a program")).args(words).arg(&place).status()?;
        assert!(status.success());
        let restored = backup::restore(&path, &path, &|_| ()).await;
        for refused in [sqlite::open(&path).await.err(), sqlite::check(&path).await.err(), restored.err()] {
            let refused = refused.expect("refused");
            assert_eq!(refused.to_string(), format!("{}: {sentence}", place.display()));
            assert!(refused.needs_host());
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_heartbeat_finds_a_database_that_was_overwritten() -> TestResult {
    for (case, problem) in [
        ("garbage", "(file is not a database)"),
        ("garbage that looks like one", "(database disk image is malformed)"),
        ("emptied", "it is empty"),
        ("cut off", "it ends after "),
        ("an older copy", "it does not have the last heartbeat, so it is an older copy"),
        ("another database", "was overwritten or cut off"),
    ] {
        let (folder, path, store) = new_database().await?;
        store.beat(Timestamp(1)).await?;
        let older = std::fs::read(&path)?;
        store.create(creation(2, 20)).await?;
        store.beat(Timestamp(60_001)).await?;
        let failed = store.failed();
        tokio::pin!(failed);
        assert!(futures::poll!(failed.as_mut()).is_pending(), "{case}");
        let length = std::fs::metadata(&path)?.len();
        match case {
            "garbage" => std::fs::write(&path, vec![0xa5; usize::try_from(length)?])?,
            "garbage that looks like one" => {
                let mut bytes = vec![0xa5; usize::try_from(length)?];
                bytes[..100].copy_from_slice(&older[..100]);
                std::fs::write(&path, bytes)?;
            }
            "emptied" => std::fs::write(&path, "")?,
            "cut off" => std::fs::File::options().write(true).open(&path)?.set_len(length - 4096)?,
            "an older copy" => std::fs::write(&path, older)?,
            _ => {
                let other = folder.path().join("other.db");
                sqlite::open(&other).await?.close().await;
                std::fs::copy(other, &path)?;
            }
        }
        // Whether this is acknowledged depends on the connections' caches.
        let _ = store.create(creation(3, 30)).await;
        let error = store.beat(Timestamp(120_001)).await.expect_err(case);
        assert!(matches!(error, StoreError::Overwritten { .. } | StoreError::Closed), "{case}: {error}");
        let cause = failed.await;
        assert!(cause.to_string().contains(problem) && cause.needs_host(), "{case}: {cause}");
        store.create(creation(4, 40)).await.expect_err("nothing more is acknowledged");
    }
    Ok(())
}

#[tokio::test]
async fn a_read_that_fails_finds_a_database_that_was_overwritten() -> TestResult {
    let (_folder, path, store) = new_database().await?;
    store.beat(Timestamp(1)).await?;
    std::fs::write(&path, vec![0xa5; usize::try_from(std::fs::metadata(&path)?.len())?])?;
    // The readers drop their caches after a write.
    let _ = store.create(creation(2, 20)).await;
    let error = store.game(GameId(1)).await.expect_err("garbage");
    assert!(matches!(error, StoreError::Overwritten { .. }), "{error}");
    assert!(matches!(store.failed().await, StoreError::Overwritten { .. }));
    Ok(())
}

#[tokio::test]
async fn a_database_that_others_read_and_vacuum_is_not_taken_for_overwritten() -> TestResult {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("games.db");
    let store = sqlite::open(&path).await?;
    for minute in 0..9 {
        store.create(creation(minute, minute.unsigned_abs() + 10)).await?;
        store.beat(Timestamp(minute * 60_000)).await?;
        match minute {
            2 => back_up(&path, &folder.path().join("backup.db"), &|_| ()).await?,
            3 => execute(&path, "create table large as select randomblob(1000000) as x").await?,
            5 => execute(&path, "drop table large").await?,
            6 => execute(&path, "vacuum").await?,
            _ => {}
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_database_of_a_development_version_is_refused() -> TestResult {
    let (_folder, path) = closed_database().await?;
    execute(&path, "update _sqlx_migrations set checksum = x'00'").await?;
    for newest in ["1", "13"] {
        if newest == "13" {
            execute(&path, "insert into _sqlx_migrations (version, description, success, checksum, execution_time) values (13, 'x', 1, x'00', 1)").await?;
        }
        for refused in [sqlite::open(&path).await.err(), sqlite::check(&path).await.err()] {
            let message = refused.expect("refused").to_string();
            assert!(
                message.contains("development version") && message.contains("start with a new one"),
                "{newest}: {message}"
            );
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_corrupt_vacation_is_left_out_of_lists_and_games() -> TestResult {
    let (_folder, path, store) = new_database().await?;
    for number in [1, 2] {
        assert!(store.add_vacation(&vacation(ADA, number, span(i64::from(number), 90)), Timestamp(1)).await?);
    }
    close(store).await;
    execute(&path, "update vacation set number = 5000000000 where number = 1").await?;
    let store = sqlite::open(&path).await?;
    assert!(store.vacation_of_request(vacation(ADA, 1, span(1, 90)).request).await.is_err(), "its job is tried again");
    let numbers = |vacations: Vec<games::domain::Vacation>| {
        vacations.into_iter().map(|vacation| vacation.number).collect::<Vec<_>>()
    };
    assert_eq!(numbers(store.vacations_of(ADA).await?), [2]);
    assert_eq!(numbers(store.vacations_around(ADA, Timestamp(5)).await?), [2]);
    assert_eq!(numbers(read(&store, 1).await?.vacations), [2]);
    assert!(store.add_vacation(&vacation(ADA, 3, span(200, 300)), Timestamp(1)).await?, "and the next one is added");
    let problems = store.damaged_vacations().await?;
    assert!(problems.len() == 1 && problems[0].contains("5000000000 is out of range"), "{problems:?}");
    close(store).await;
    execute(&path, "update game set clock_hours = 'UTC 25:00-7:00'").await?;
    let store = sqlite::open(&path).await?;
    let problem = store.game(GameId(1)).await.expect_err("corrupt").to_string();
    assert!(problem.contains("game 000000001") && problem.contains("`25:00` is not a time of day"), "{problem}");
    Ok(())
}

#[tokio::test]
async fn a_place_that_cannot_hold_a_database_is_named_with_what_to_do() -> TestResult {
    let folder = tempfile::tempdir()?;
    let here = folder.path().display();
    for text in [sqlite::open(folder.path()).await.err(), sqlite::check(folder.path()).await.err()] {
        let text = text.expect("a folder is no database").to_string();
        let sentence =
            format!("{here}: this is a folder; `database.url` names a file, such as sqlite://{here}/sumito.db");
        assert_eq!(text, sentence);
    }
    // Not even root can create files in /proc.
    let path = Path::new("/proc/sumito.db");
    for text in [sqlite::open(path).await.err(), sqlite::try_writing(path).err()] {
        let text = text.expect("nothing can be written there").to_string();
        let words = "/proc: cannot write there, where the database keeps its files: ";
        assert!(text.starts_with(words) && !text.contains(".tmp") && !text.contains(".lock"), "{text}");
    }
    Ok(())
}
