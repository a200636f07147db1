//! What only a file can show: restarts, other processes, damage, and databases of other programs.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bot::domain::{ChannelId, DrawOffer, GameId, GuildPreferences, Phase, Preferences, RequestId, Timestamp};
use bot::store::{CommitError, Database as _, Found, SendAttempt, Store as _, StoreError, VacationStore as _, sqlite};
use sqlx::Connection as _;

use super::{ADA, Outcome, creation, span, vacation};

#[tokio::test]
async fn a_second_process_is_refused_and_a_restart_finds_everything() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("games.db");
    let store = sqlite::open(&path).await?;
    store.create(creation(1, 10)).await?;
    assert_eq!(store.claim_messages(Timestamp(5), Timestamp(1000), 10).await?.len(), 1);
    assert!(matches!(sqlite::open(&path).await, Err(StoreError::Locked(_))));
    store.close().await;
    drop(store);
    let store = sqlite::open(&path).await?;
    assert!(store.game(GameId(1)).await?.is_some());
    assert_eq!(
        store.claim_messages(Timestamp(6), Timestamp(36), 10).await?.len(),
        1,
        "the dead process' claim is void"
    );
    Ok(())
}

#[tokio::test]
async fn a_restart_does_not_cut_short_the_pause_before_a_retry() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("games.db");
    let store = sqlite::open(&path).await?;
    store.create(creation(1, 10)).await?;
    let first = store.claim_messages(Timestamp(5), Timestamp(35), 10).await?.remove(0);
    store.message_retry(&first, Timestamp(900), SendAttempt::Nothing, "429").await?;
    store.close().await;
    drop(store);
    let store = sqlite::open(&path).await?;
    assert!(store.claim_messages(Timestamp(899), Timestamp(930), 10).await?.is_empty());
    assert_eq!(store.claim_messages(Timestamp(900), Timestamp(930), 10).await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn choices_that_do_not_read_are_told_to_whoever_changes_them_and_to_nobody_else() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("games.db");
    sqlite::open(&path).await?.close().await;
    let mut connection = sqlx::SqliteConnection::connect(&format!("sqlite://{}", path.display())).await?;
    for sql in [
        "insert into player (user_id, locale, dm_closed, preferences) values (100, 'fr', 1, '{\"theme\":7}')",
        "insert into guild (guild_id, preferences) values (9, 'slate')",
    ] {
        sqlx::query(sql).execute(&mut connection).await?;
    }
    connection.close().await?;
    let store = sqlite::open(&path).await?;
    let known = store.player(ADA).await?;
    assert_eq!(
        (known.locale.as_deref(), known.dm_closed, known.preferences),
        (Some("fr"), true, Preferences::default())
    );
    assert_eq!(store.guild(bot::domain::GuildId(9)).await?, GuildPreferences::default());
    let nothing = Preferences::default();
    for problem in [
        store.preferences(ADA).await.err(),
        store.set_preferences(ADA, &nothing, &nothing).await.err(),
        store.guild_preferences(bot::domain::GuildId(9)).await.err(),
    ] {
        assert!(matches!(problem, Some(StoreError::Corrupt { .. })), "{problem:?}");
    }
    Ok(())
}

#[tokio::test]
async fn looking_at_a_database_changes_nothing() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("deep/games.db");
    assert_eq!(sqlite::check(&path).await?, Found::Nothing);
    assert!(!folder.path().join("deep").exists(), "a mistyped path is not made");
    let store = sqlite::open(&path).await?;
    store.create(creation(1, 10)).await?;
    assert_eq!(store.claim_messages(Timestamp(5), Timestamp(1000), 10).await?.len(), 1);
    assert_eq!(sqlite::check(&path).await?, Found::Database, "in use");
    assert!(store.claim_messages(Timestamp(6), Timestamp(36), 10).await?.is_empty(), "the claim stands");
    store.close().await;
    drop(store);
    let files = || -> anyhow::Result<Vec<_>> {
        let files = std::fs::read_dir(folder.path().join("deep"))?.map(|file| Ok(file?.file_name()));
        files.collect::<anyhow::Result<std::collections::BTreeSet<_>>>().map(Vec::from_iter)
    };
    let before = files()?;
    assert_eq!(sqlite::check(&path).await?, Found::Database, "not in use");
    assert_eq!(files()?, before);
    meddle(&path, "insert into _sqlx_migrations (version, description, success, checksum, execution_time) values (9999, 'x', 1, x'00', 1)").await?;
    assert!(matches!(sqlite::check(&path).await, Err(StoreError::Newer { found: 9999, .. })));
    let text = folder.path().join("letter.txt");
    std::fs::write(&text, "Dear database, I am not one of you. ".repeat(40))?;
    assert!(matches!(sqlite::check(&text).await, Err(StoreError::Database { .. })));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn one_bad_commit_of_a_group_fails_alone() -> Outcome {
    let folder = tempfile::tempdir()?;
    let store = Arc::new(sqlite::open(&folder.path().join("games.db")).await?);
    store.create(creation(0, 1)).await?;
    let mut tasks = tokio::task::JoinSet::new();
    for id in 0..48_i64 {
        let store = Arc::clone(&store);
        // Every eighth one is a game that exists.
        let wish = creation(if id % 8 == 0 { 0 } else { id }, 100 + id.cast_unsigned());
        tasks.spawn(async move { (id, store.create(wish).await) });
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
async fn nobody_waits_long_while_somebody_else_writes() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("games.db");
    let store = Arc::new(sqlite::open(&path).await?);
    store.create(creation(0, 1)).await?;
    let mut other = sqlx::SqliteConnection::connect(&format!("sqlite://{}", path.display())).await?;
    sqlx::query("begin immediate").execute(&mut other).await?;
    let start = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for id in 1..200_i64 {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            if id % 40 == 0 {
                return store.set_note("key", "value").await.map_err(CommitError::from);
            }
            store.create(creation(id, 100 + id.cast_unsigned())).await
        });
    }
    while let Some(done) = tokio::time::timeout(Duration::from_secs(15), tasks.join_next()).await? {
        let outcome = done?;
        let told = matches!(&outcome, Err(CommitError::Store(StoreError::Database { transient: true, .. })));
        assert!(told, "{outcome:?}");
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
async fn a_problem_is_told_once_with_its_place() -> Outcome {
    let folder = tempfile::tempdir()?;
    let text = folder.path().join("letter.txt");
    std::fs::write(&text, "Dear database, I am not one of you. ".repeat(40))?;
    let place = text.display().to_string();
    for error in [sqlite::open(&text).await.err(), sqlite::check(&text).await.err()] {
        let error = anyhow::Error::new(error.expect("it is no database"));
        let told = format!("{error:#}");
        assert_eq!((told.matches("is not a database").count(), told.matches(&place).count()), (1, 1), "{told}");
        assert!(told.len() < place.len() + 60, "{told}");
    }
    let below = text.join("games.db");
    let told = format!("{:#}", anyhow::Error::new(sqlite::open(&below).await.err().expect("a file is no folder")));
    assert_eq!(told.matches(&place).count(), 1, "{told}");
    Ok(())
}

/// Runs one statement behind the store's back.
async fn meddle(path: &Path, sql: &'static str) -> anyhow::Result<()> {
    let mut connection = sqlx::SqliteConnection::connect(&format!("sqlite://{}", path.display())).await?;
    sqlx::query(sql).execute(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

#[tokio::test]
async fn a_database_of_a_newer_program_is_refused_and_left_alone() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("games.db");
    sqlite::open(&path).await?.close().await;
    meddle(&path, "insert into _sqlx_migrations (version, description, success, checksum, execution_time) values (9999, 'x', 1, x'00', 1)").await?;
    let refused = sqlite::open(&path).await.err().expect("refused");
    assert!(matches!(refused, StoreError::Newer { found: 9999, .. }), "{refused}");
    Ok(())
}

#[tokio::test]
async fn a_corrupt_game_is_named_and_the_others_go_on() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("games.db");
    let store = sqlite::open(&path).await?;
    store.create(creation(1, 10)).await?;
    store.create(creation(2, 20)).await?;
    meddle(&path, "update game set ply = 5 where game_id = 1").await?;
    meddle(&path, "update outbox set notice = 'nonsense' where game_id = 1").await?;
    let corrupt = store.game(GameId(1)).await.expect_err("corrupt").to_string();
    assert!(corrupt.contains("ply") && corrupt.contains("game 000000001"), "{corrupt}");
    assert!(store.game(GameId(2)).await?.is_some());
    meddle(&path, "update seat set seat = 300 where game_id = 1 and seat = 1").await?;
    let mut both = store.games(&[GameId(1), GameId(2)]).await?;
    assert!(matches!(both.remove(&GameId(1)), Some(Err(StoreError::Corrupt { .. }))));
    assert_eq!(both.remove(&GameId(2)).transpose()?, store.game(GameId(2)).await?);
    let listed = store.games_of(ADA, &[Phase::Offered], 10).await?;
    assert_eq!(listed.iter().map(|summary| summary.game.game_id).collect::<Vec<_>>(), [GameId(2)]);
    let messages = store.claim_messages(Timestamp(5), Timestamp(35), 10).await?;
    assert_eq!(messages.iter().map(|message| message.game_id).collect::<Vec<_>>(), [GameId(2)]);
    Ok(())
}

/// A file as the program made it when it knew these migrations, with these rows.
async fn made_by_an_earlier_program(path: &Path, known: &[i64], rows: &'static str) -> anyhow::Result<()> {
    let mut migrations = sqlx::migrate!("../migrations/sqlite");
    migrations.migrations.to_mut().retain(|migration| known.contains(&migration.version));
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let mut connection = sqlx::SqliteConnection::connect_with(&options).await?;
    migrations.run_direct(None, &mut connection, false).await?;
    sqlx::raw_sql(rows).execute(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

#[tokio::test]
async fn a_game_of_the_first_program_goes_on() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("games.db");
    let rows = "insert into game (game_id, version, phase, setup, pace, channel_id, ply, to_move, challenger, by_lot, draw_offer, \
                created_at, turn_at, deadline_at, reminded, wake_at) values \
                (1, 5, 'playing', 'abalone', 'days:3', 8, 0, 0, 100, 0, 1, 1, 10, 90, 1, 80), \
                (2, 3, 'playing', 'abalone', 'days:3', 8, 2, 0, 100, 0, null, 1, 10, 90, 0, 80); \
                insert into ply (game_id, number, notation, played_at, user_id) values (2, 1, 'a1b2', 11, 7), (2, 2, 'i9h8', 12, 8); \
                insert into event (game_id, version, request_id, actor, action, at) values \
                (1, 2, 12, 7, 'offer-draw', 20), (2, 1, 21, 8, 'accept', 10), (2, 2, 22, 7, 'play', 11), (2, 3, 23, 8, 'play', 12), (1, 3, 13, 7, 'decline-draw', 30), (1, 4, 14, 7, 'offer-draw', 40), \
                (1, 5, 15, null, 'remind', 50);";
    made_by_an_earlier_program(&path, &[1], rows).await?;
    let store = sqlite::open(&path).await?;
    let game = store.game(GameId(1)).await?.expect("the game").game;
    assert_eq!(
        game.draw_offer,
        Some(DrawOffer { seat: 1, version: 4 }),
        "the offer that is open, not the declined one"
    );
    assert_eq!(game.reminded_until, Some(Timestamp(50)));
    let record = store.game(GameId(2)).await?.expect("the game");
    assert_eq!((record.game.draw_offer, record.game.reminded_until), (None, None));
    let made: Vec<_> = record.plies.iter().map(|ply| (ply.number, ply.version)).collect();
    assert_eq!(made, [(1, 2), (2, 3)], "each move knows the commit that made it");
    Ok(())
}

#[tokio::test]
async fn what_an_earlier_program_was_about_to_say_is_said() -> Outcome {
    let rows = "insert into game (game_id, version, phase, setup, pace, channel_id, ply, to_move, challenger, by_lot, \
                created_at, turn_at, reminded) values (1, 1, 'offered', 'abalone', 'days:3', 8, 0, null, 100, 0, 1, 10, 0), \
                (2, 0, 'offered', 'abalone', 'days:3', 8, 0, null, 100, 0, 2, 10, 0); \
                insert into outbox (game_id, version, seq, message_id, notice, created_at, available_at, attempts) values \
                (1, 1, 0, 11, '{\"kind\":\"void\"}', 10, 30000, 2), (2, 0, 0, 12, '{\"kind\":\"challenge\"}', 20, 20, 0); \
                insert into posted (game_id, version, word, channel_id, discord_id) values (1, 0, 'challenge', 8, 99);";
    // The migration of the outbox came after the next one.
    for known in [&[1][..], &[1, 3]] {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("games.db");
        made_by_an_earlier_program(&path, known, rows).await?;
        let store = sqlite::open(&path).await?;
        let claimed = store.claim_messages(Timestamp(50), Timestamp(90), 10).await?;
        let claimed: Vec<_> =
            claimed.iter().map(|message| (message.message_id, message.attempts, message.in_doubt)).collect();
        assert_eq!(claimed, [(11, 3, true), (12, 1, false)], "{known:?}");
        let posted = store.posted(GameId(1)).await?;
        assert_eq!(posted.len(), 1, "{known:?}");
        assert_eq!(
            (posted[0].kind.as_str(), posted[0].channel_id, posted[0].discord_id),
            ("challenge", ChannelId(8), 99)
        );
    }
    Ok(())
}

#[tokio::test]
async fn a_corrupt_vacation_is_left_out_and_its_persons_games_go_on() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("games.db");
    let store = sqlite::open(&path).await?;
    store.create(creation(1, 10)).await?;
    for number in [1, 2] {
        assert!(store.add_absence(&vacation(ADA, number, span(i64::from(number), 90))).await?);
    }
    store.close().await;
    drop(store);
    meddle(&path, "update absence set number = 5000000000 where number = 1").await?;
    let store = sqlite::open(&path).await?;
    let claimed = store.claim_absences(Timestamp(5), Timestamp(35), 9).await?;
    assert_eq!(claimed.iter().map(|vacation| vacation.number).collect::<Vec<_>>(), [2]);
    let numbers = |vacations: Vec<bot::domain::Vacation>| {
        vacations.into_iter().map(|vacation| vacation.number).collect::<Vec<_>>()
    };
    assert_eq!(numbers(store.absences_of(ADA).await?), [2]);
    assert_eq!(numbers(store.absences_around(ADA, Timestamp(5)).await?), [2]);
    assert_eq!(numbers(store.game(GameId(1)).await?.expect("the game").vacations), [2]);
    assert!(store.add_absence(&vacation(ADA, 3, span(200, 300))).await?, "and the next one is added");
    let problems = store.damaged_absences().await?;
    assert!(problems.len() == 1 && problems[0].contains("5000000000 is out of range"), "{problems:?}");
    store.close().await;
    drop(store);
    meddle(&path, "update game set hours = 'UTC 25:00-7:00'").await?;
    let store = sqlite::open(&path).await?;
    let problem = store.game(GameId(1)).await.expect_err("corrupt").to_string();
    assert!(problem.contains("game 000000001") && problem.contains("`25:00` is no time of day"), "{problem}");
    Ok(())
}
