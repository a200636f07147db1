//! PostgreSQL only: several processes, broken connections, and databases of other programs.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use games::domain::{GameId, Preferences, RequestId, Timestamp};
use games::store::{ClaimedJob, CommitError, DatabaseState, DatabaseUrl, JobKind, Store, StoreError};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Row as _};

use super::cluster::Cluster;
use super::{TestResult, claim, creation, game, play, read};

/// A fresh database, and a direct connection to it.
async fn database() -> anyhow::Result<(DatabaseUrl, PgConnection)> {
    let address = Cluster::shared()?.database()?;
    Ok((address.parse()?, PgConnection::connect(&address).await?))
}

async fn processes(url: &DatabaseUrl, count: usize) -> anyhow::Result<Vec<Arc<Store>>> {
    Ok(futures::future::try_join_all((0..count).map(|_| url.open())).await?)
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn processes_that_start_concurrently_migrate_once() -> TestResult {
    let (url, _) = database().await?;
    assert_eq!(url.check().await?, DatabaseState::Nothing);
    let all = processes(&url, 6).await?;
    all[0].create(creation(1, 10)).await?;
    assert!(all[5].game(GameId(1)).await?.is_some());
    assert_eq!(url.check().await?, DatabaseState::Database);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn a_start_keeps_the_claims_of_other_processes() -> TestResult {
    let (url, _) = database().await?;
    let one = url.open().await?;
    one.create(creation(1, 10)).await?;
    assert_eq!(claim(&one, 5, 35).await?.len(), 1);
    assert_eq!(one.claim_due(Timestamp(50), Timestamp(80), 10).await?.len(), 1);
    let other = url.open().await?;
    assert!(claim(&other, 34, 64).await?.is_empty());
    assert!(other.claim_due(Timestamp(79), Timestamp(99), 10).await?.is_empty());
    assert!(claim(&other, 35, 65).await?[0].may_be_posted, "its lease is over");
    assert_eq!(other.claim_due(Timestamp(80), Timestamp(110), 10).await?.len(), 1);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn several_processes_claim_each_game_and_message_once() -> TestResult {
    let (url, _) = database().await?;
    let all = processes(&url, 4).await?;
    for id in 0..120 {
        all[0].create(creation(id, 1000 + id.cast_unsigned())).await?;
    }
    let mut tasks = tokio::task::JoinSet::new();
    for process in all {
        tasks.spawn(async move {
            let (mut games, mut messages) = (Vec::new(), Vec::new());
            loop {
                let due = process.claim_due(Timestamp(50), Timestamp(1_000), 7).await?;
                let waiting = process.claim_messages(Timestamp(50), Timestamp(1_000), 7).await?;
                if due.is_empty() && waiting.is_empty() {
                    return anyhow::Ok((games, messages));
                }
                games.extend(due);
                messages.extend(waiting.into_iter().map(|message| message.game_id));
            }
        });
    }
    let (mut games, mut messages) = (BTreeMap::<_, u32>::new(), BTreeMap::<_, u32>::new());
    while let Some(done) = tasks.join_next().await {
        let (rang, said) = done??;
        for (tally, found) in [(&mut games, rang), (&mut messages, said)] {
            for game in found {
                *tally.entry(game).or_default() += 1;
            }
        }
    }
    for found in [games, messages] {
        assert_eq!(found.len(), 120);
        assert!(found.values().all(|times| *times == 1), "{found:?}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn a_request_that_reaches_every_process_is_committed_once() -> TestResult {
    for setting in ["", "?options[default_transaction_isolation]=serializable"] {
        let url: DatabaseUrl = format!("{}{setting}", Cluster::shared()?.database()?).parse()?;
        let all = processes(&url, 4).await?;
        let tally = |outcomes: Vec<Result<(), CommitError>>| -> (usize, usize) {
            let done = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
            let again = outcomes.iter().filter(|outcome| matches!(outcome, Err(CommitError::Duplicate))).count();
            assert_eq!(done + again, outcomes.len(), "{outcomes:?}");
            (done, again)
        };
        for round in 0..8_i64 {
            let request = 100 + round.cast_unsigned();
            // Each process makes an id for the new game.
            let creating = all.iter().zip(0..).map(|(process, n)| process.create(creation(round * 10 + n, request)));
            assert_eq!(tally(futures::future::join_all(creating).await), (1, 3));
            let id = all[0].game_of_request(RequestId(request)).await?.expect("made");
            let playing = all.iter().map(|process| process.commit(play(&game(id.0), 200 + request, "a1b2")));
            assert_eq!(tally(futures::future::join_all(playing).await), (1, 3));
            assert_eq!(all[1].game(id).await?.expect("made").plies.len(), 1);
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn broken_connections_are_replaced() -> TestResult {
    let (url, mut direct) = database().await?;
    let store = url.open().await?;
    store.create(creation(0, 1)).await?;
    let (done, breaking) = tokio::join!(
        async {
            for game in 1..150_i64 {
                match store.create(creation(game, 1000 + game.cast_unsigned())).await {
                    // The answer was lost with the connection, and the second try found the commit.
                    Ok(()) | Err(CommitError::Duplicate) => {}
                    Err(error) => return Err(error.into()),
                }
                store.claim_due(Timestamp(50), Timestamp(game * 1000), 1).await?;
                assert!(store.game(GameId(game)).await?.is_some(), "{game}");
            }
            anyhow::Ok(())
        },
        async {
            let mut broken = 0;
            for _ in 0..10 {
                tokio::time::sleep(Duration::from_millis(20)).await;
                let sql = "select pg_terminate_backend(pid) from pg_stat_activity \
                           where datname = current_database() and pid <> pg_backend_pid()";
                broken += sqlx::query(sql).fetch_all(&mut direct).await?.len();
            }
            anyhow::Ok(broken)
        },
    );
    done?;
    assert!(breaking? > 3);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn a_commit_that_fails_at_its_end_does_not_spoil_later_ones() -> TestResult {
    let (url, mut direct) = database().await?;
    let store = url.with_connections(1).open().await?;
    store.create(creation(0, 1)).await?;
    for sql in [
        "create function failing() returns trigger language plpgsql as \
         $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$",
        "create constraint trigger failing after insert on event deferrable initially deferred \
         for each row execute function failing()",
    ] {
        sqlx::query(sql).execute(&mut direct).await?;
    }
    let from = read(&store, 0).await?.game;
    for request in 10..20 {
        for refused in [store.create(creation(1, request)).await, store.commit(play(&from, request, "a1b2")).await] {
            let refused = refused.expect_err("refused").to_string();
            assert!(refused.contains("(code 53100); free some space"), "{refused}");
        }
        assert!(store.game(GameId(1)).await?.is_none(), "nothing is written");
    }
    sqlx::query("drop trigger failing on event").execute(&mut direct).await?;
    store.create(creation(1, 10)).await?;
    store.commit(play(&from, 11, "a1b2")).await?;
    assert_eq!(store.games_after(None, 10).await?.len(), 2);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn the_store_waits_for_a_server_that_restarts() -> TestResult {
    let cluster = Cluster::start()?;
    let url: DatabaseUrl = cluster.database()?.parse()?;
    let store = url.open().await?;
    store.create(creation(1, 10)).await?;
    cluster.crash()?;
    let later = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        tokio::task::block_in_place(|| cluster.launch())
    };
    let creating = async {
        // The store gives up after seconds; a busy machine may need longer.
        loop {
            match store.create(creation(2, 20)).await {
                Err(CommitError::Store(error)) if error.is_transient() => {}
                Ok(()) | Err(CommitError::Duplicate) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    };
    let (started, created, opened) = tokio::join!(later, creating, url.open());
    started?;
    created?;
    assert!(store.game(GameId(1)).await?.is_some(), "its connections are new");
    assert!(opened?.game(GameId(2)).await?.is_some());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn a_process_frozen_inside_a_transaction_blocks_others_only_briefly() -> TestResult {
    let (url, mut frozen) = database().await?;
    let store = url.open().await?;
    store.create(creation(1, 10)).await?;
    // Configured like the store's own connections.
    sqlx::query("set idle_in_transaction_session_timeout = 2000").execute(&mut frozen).await?;
    sqlx::query("begin").execute(&mut frozen).await?;
    sqlx::query("update game set version = 1 where game_id = 1").execute(&mut frozen).await?;
    let start = Instant::now();
    store.commit(play(&game(1), 11, "a1b2")).await?;
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    Ok(())
}

/// Locks rows like a process frozen inside a transaction.
async fn freeze(direct: &mut PgConnection, what: &'static str) -> TestResult {
    sqlx::query("begin").execute(&mut *direct).await?;
    sqlx::query(what).fetch_all(direct).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn a_locked_game_does_not_block_other_games() -> TestResult {
    let (url, mut frozen) = database().await?;
    let store = url.open().await?;
    for id in 1..=40 {
        store.create(creation(id, id.cast_unsigned())).await?;
    }
    freeze(&mut frozen, "select 1 from game where game_id = 1 for update").await?;
    // More commits to the locked game than there are writer tasks.
    let mut tasks = tokio::task::JoinSet::new();
    for request in 100..106 {
        let store = Arc::clone(&store);
        tasks.spawn(async move { store.commit(play(&game(1), request, "a1b2")).await });
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    let start = Instant::now();
    let moves = (2..=20).map(|id| store.commit(play(&game(id), 200 + id.cast_unsigned(), "a1b2")));
    for outcome in futures::future::join_all(moves).await {
        outcome?;
    }
    // Commits of the same batch are written, although their caller waits for the locked one.
    let many = (21..=40).chain([1]).map(|id| play(&game(id), 300 + id.cast_unsigned(), "a1b2")).collect();
    let all = {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.commit_all(many).await })
    };
    while read(&store, 40).await?.plies.is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // Less than the lock timeout of the connections, which is two seconds: nothing has waited for the lock.
    assert!(start.elapsed() < Duration::from_millis(1900), "{:?}", start.elapsed());
    sqlx::query("rollback").execute(&mut frozen).await?;
    let again = all.await?;
    assert!(again[..20].iter().all(Result::is_ok), "{again:?}");
    let played = tasks.join_all().await.iter().chain([&again[20]]).filter(|outcome| outcome.is_ok()).count();
    assert_eq!((played, read(&store, 1).await?.plies.len()), (1, 1), "one move of all was made");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn a_claim_skips_locked_rows() -> TestResult {
    let (url, mut frozen) = database().await?;
    let store = url.open().await?;
    let nothing = Preferences::default();
    let digest = Preferences { digest: Some(1), ..Preferences::default() };
    for (id, user) in [(1, super::ADA), (2, super::BRUNO)] {
        store.create(creation(id, id.cast_unsigned())).await?;
        assert!(store.set_preferences_and_digest(user, &nothing, &digest, Some(Timestamp(id))).await?);
    }
    let (now, later) = (Timestamp(50), Timestamp(99));
    let locks = "select 1 from game join outbox on outbox.game_id = game.game_id, job \
                 where game.game_id = 1 and job.key = 100 for update";
    freeze(&mut frozen, locks).await?;
    let start = Instant::now();
    assert_eq!(store.claim_due(now, later, 1).await?, [GameId(2)]);
    let digests = async |limit| -> anyhow::Result<_> {
        let jobs = store.claim_jobs(JobKind::Digest, now, later, limit).await?;
        Ok(jobs.iter().map(ClaimedJob::user).collect::<Vec<_>>())
    };
    assert_eq!(digests(1).await?, [super::BRUNO]);
    assert_eq!(store.claim_messages(now, later, 1).await?[0].game_id, GameId(2));
    // Less than the lock timeout of the connections, which is two seconds: nothing has waited for the lock.
    assert!(start.elapsed() < Duration::from_millis(1900), "{:?}", start.elapsed());
    sqlx::query("rollback").execute(&mut frozen).await?;
    assert_eq!(store.claim_due(now, later, 9).await?, [GameId(1)]);
    assert_eq!(digests(9).await?, [super::ADA]);
    assert_eq!(store.claim_messages(now, later, 9).await?[0].game_id, GameId(1));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn connections_have_timeouts_and_prefer_indexes() -> TestResult {
    let (url, mut direct) = database().await?;
    let store = url.open().await?;
    store.create(creation(1, 10)).await?;
    sqlx::query("create table seen as select null::text as limits where false").execute(&mut direct).await?;
    // A trigger reads the settings of the writing session.
    sqlx::raw_sql(
        "create function see() returns trigger language plpgsql as $$ begin insert into seen values \
         (current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') || ' ' \
         || current_setting('idle_in_transaction_session_timeout') || ' ' || current_setting('enable_seqscan') \
         || ' ' || current_setting('jit')); return new; end $$; \
         create trigger see before insert on note for each row execute function see()",
    )
    .execute(&mut direct)
    .await?;
    store.set_note("key", "value").await?;
    let limits: String = sqlx::query("select limits from seen").fetch_one(&mut direct).await?.try_get(0)?;
    assert_eq!(limits, "5s 2s 2s off off");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn a_database_of_a_newer_program_is_refused_unchanged() -> TestResult {
    let (url, mut direct) = database().await?;
    url.open().await?.close().await;
    let sql = "insert into _sqlx_migrations (version, description, success, checksum, execution_time) \
               values (9999, 'x', true, '', 1)";
    sqlx::query(sql).execute(&mut direct).await?;
    for refused in [url.open().await.err(), url.check().await.err()] {
        assert!(matches!(refused, Some(StoreError::Newer { found: 9999, .. })), "{refused:?}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn a_database_of_a_development_version_is_refused() -> TestResult {
    let (url, mut direct) = database().await?;
    url.open().await?.close().await;
    sqlx::query("update _sqlx_migrations set checksum = ''").execute(&mut direct).await?;
    for refused in [url.open().await.err(), url.check().await.err()] {
        assert!(matches!(refused, Some(StoreError::Unreleased)), "{refused:?}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn connection_errors_are_one_line_without_the_password() -> TestResult {
    let address = Cluster::shared()?.database()?;
    let (server, name) = address.rsplit_once('/').expect("a path");
    for (address, part) in [
        (format!("{server}/nowhere"), "database \"nowhere\" does not exist"),
        (format!("{address}?sslmode=require"), "TLS"),
        (format!("{address}?options[default_transaction_read_only]=on"), "read-only"),
        (format!("postgres://ada:secret@127.0.0.1:9/{name}"), "Connection refused"),
    ] {
        let url: DatabaseUrl = address.parse()?;
        let message = url.check().await.expect_err("cannot be used").to_string();
        assert!(
            message.contains(part) && message.starts_with("PostgreSQL at ") && !message.contains("secret"),
            "{message}"
        );
        assert!(message.lines().count() == 1, "{message}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn what_only_the_host_can_mend_is_told_with_what_helps() -> TestResult {
    let address = Cluster::shared()?.database()?;
    let (server, name) = address.rsplit_once('/').expect("a path");
    let mut direct = PgConnection::connect(&address).await?;
    // Before version 15 everyone could.
    for statement in ["create role guest login", "revoke create on schema public from public"] {
        sqlx::query(statement).execute(&mut direct).await?;
    }
    let guest = server.replace("sumito@", "guest@");
    for (address, part) in [
        (format!("{guest}/{name}"), format!("`alter database {name} owner to guest`")),
        (format!("{server}/nowhere"), "create it, or mend its name in the address".to_owned()),
    ] {
        let url: DatabaseUrl = address.parse()?;
        for refused in [url.check().await.err(), url.open().await.err()] {
            let refused = refused.expect("it cannot be used");
            assert!(refused.needs_host() && refused.to_string().contains(&part), "{refused}");
        }
    }
    sqlx::query(AssertSqlSafe(format!("alter database {name} owner to guest"))).execute(&mut direct).await?;
    sqlx::query("grant create on schema public to guest").execute(&mut direct).await?;
    format!("{guest}/{name}").parse::<DatabaseUrl>()?.open().await?.close().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn both_engines_have_the_same_tables() -> TestResult {
    let folders = ["sqlite", "postgres"].map(|engine| {
        let folder = format!("{}/../migrations/{engine}", env!("CARGO_MANIFEST_DIR"));
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        files.map(|file| file.file_name()).collect::<std::collections::BTreeSet<_>>()
    });
    assert!(folders[0] == folders[1] && !folders[0].is_empty(), "{folders:?}");

    let (url, mut direct) = database().await?;
    url.open().await?.close().await;
    let sql = "select table_name::text, column_name::text, (is_nullable = 'NO')::int from information_schema.columns \
               where table_schema = 'public' and table_name not like '\\_sqlx%' order by 1, 2";
    let rows = sqlx::query(sql).fetch_all(&mut direct).await?;
    let on_server: Vec<(String, String, i32)> =
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?))).collect::<sqlx::Result<_>>()?;

    let folder = tempfile::tempdir()?;
    let path = folder.path().join("games.db");
    games::store::sqlite::open(&path).await?.close().await;
    let mut file = sqlx::SqliteConnection::connect(&format!("sqlite://{}", path.display())).await?;
    let sql = "select tables.name, columns.name, columns.\"notnull\" from sqlite_schema as tables \
               join pragma_table_info(tables.name) as columns where tables.type = 'table' \
               and tables.name not like '\\_sqlx%' escape '\\' and tables.name not like 'sqlite%' order by 1, 2";
    let rows = sqlx::query(sql).fetch_all(&mut file).await?;
    let in_a_file: Vec<(String, String, i32)> =
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?))).collect::<sqlx::Result<_>>()?;
    assert_eq!(on_server, in_a_file);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn a_database_is_copied_between_engines_and_back() -> TestResult {
    let folder = tempfile::tempdir()?;
    let file = |name: &str| format!("sqlite://{}", folder.path().join(name).display()).parse::<DatabaseUrl>();
    let (first, last) = (file("first.db")?, file("last.db")?);
    let store = first.open().await?;
    // More than one read.
    for id in 0..450_i64 {
        store.create(creation(id, 1000 + id.cast_unsigned())).await?;
    }
    store.commit(play(&game(7), 5, "a1b2")).await?;
    store.set_locale(super::BRUNO, "fr").await?;
    let message = store.claim_messages(Timestamp(5), Timestamp(35), 1).await?.remove(0);
    store.message_dead(message.message_id, "50007").await?;
    let whole = read(&store, 7).await?;
    store.close().await;
    drop(store);

    let (server, _) = database().await?;
    let copied = first.copy_to(&server, &|_| ()).await?;
    let count = |table| copied.iter().find(|(name, _)| *name == table).map(|(_, rows)| *rows);
    assert_eq!(
        (count("game"), count("seat"), count("event"), count("ply")),
        (Some(450), Some(900), Some(451), Some(1))
    );
    assert_eq!(server.copy_to(&last, &|_| ()).await?, copied);
    for url in [&server, &last] {
        let store = url.open().await?;
        assert_eq!(store.game(GameId(7)).await?.as_ref(), Some(&whole));
        assert_eq!(store.player(super::BRUNO).await?.locale.as_deref(), Some("fr"));
        assert_eq!(store.dead_messages().await?[0].message_id, message.message_id);
        assert_eq!(store.games_after(Some(GameId(447)), 9).await?, [GameId(448), GameId(449)]);
        store.close().await;
    }
    let refused = first.copy_to(&server, &|_| ()).await.expect_err("there is something").to_string();
    assert!(refused.contains("empty"), "{refused}");
    Ok(())
}
