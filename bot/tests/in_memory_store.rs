//! The store of tests and simulations: the product's SQL on an in-memory database. Each call completes before its
//! task continues, so the order of calls depends on the tasks alone, and a simulation replays.

#![allow(dead_code, reason = "each program of tests uses its part")]

use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use async_trait::async_trait;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use games::domain::{GameId, GameRecord, Outage, Player, TimeSpan, Timestamp, UserId};
use games::store::{Commit, Interceptor, Store, StoreCall, StoreError, sqlite};
use sqlx::{AssertSqlSafe, Pool, Sqlite};
use tokio::runtime::{Builder, Runtime};

/// Runs sqlx's background tasks and timers, because those of the test may be paused.
static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime"));

fn run_to_end<T>(work: impl Future<Output = T>) -> T {
    let _entered = RUNTIME.enter();
    // Unconstrained, because the calling task's budget is not renewed before this returns.
    futures::executor::block_on(tokio::task::unconstrained(work))
}

/// A vacation in the form that the simulation checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredVacation {
    pub user: UserId,
    pub number: u32,
    pub span: TimeSpan,
    pub automatic: bool,
}

/// Decides which changes fail. A caller may be cancelled while it waits here.
#[async_trait]
pub trait FaultInjector: Send + Sync + 'static {
    /// Called before a change, which an error prevents.
    async fn before(&self, _call: StoreCall<'_>) -> Result<(), StoreError> {
        Ok(())
    }
    /// Called after a change. An error hides the result from the caller.
    async fn after(&self, _call: StoreCall<'_>) -> Result<(), StoreError> {
        Ok(())
    }
    fn wrote(&self, _commit: &Commit) {}
    /// Called when a vacation is written, or its end changes.
    fn wrote_vacation(&self, _vacation: StoredVacation) {}
}

struct NoFaults;

impl FaultInjector for NoFaults {}

type Hook = Pin<Box<dyn Future<Output = ()> + Send>>;

struct TestInterceptor {
    faults: Arc<dyn FaultInjector>,
    before_commit: Mutex<Option<Hook>>,
    before_create: Mutex<Option<Hook>>,
    before_posted: Mutex<Option<Hook>>,
    pool: OnceLock<Pool<Sqlite>>,
    vacations: Mutex<Vec<StoredVacation>>,
    reads: AtomicU32,
}

/// The statement that reads the posted messages of a game.
const READ_POSTED: &str = "from posted where game_id = $1";

/// The statement that reads a whole ladder.
const READ_LADDER: &str = "table_json";

impl TestInterceptor {
    /// Reports changed vacations, also when the caller gets an error.
    fn tell_vacations(&self) {
        let Some(pool) = self.pool.get() else { return };
        let sql = "select user_id, number, from_at, until_at, automatic from vacation order by user_id, number";
        let rows: Vec<(i64, u32, i64, i64, bool)> =
            run_to_end(sqlx::query_as(sql).fetch_all(pool)).expect("vacations as they were written");
        let stored = rows.into_iter().map(|(user, number, from, until, automatic)| {
            let span = TimeSpan { from: Timestamp(from), until: Timestamp(until) };
            StoredVacation { user: UserId(user.cast_unsigned()), number, span, automatic }
        });
        let mut vacations = self.vacations.lock().unwrap_or_else(PoisonError::into_inner);
        let stored: Vec<StoredVacation> = stored.collect();
        for vacation in stored.iter().filter(|vacation| !vacations.contains(vacation)) {
            self.faults.wrote_vacation(*vacation);
        }
        *vacations = stored;
    }

    fn hook_before(&self, call: StoreCall<'_>) -> Option<Hook> {
        let hook = match call {
            StoreCall::Create(_) => &self.before_create,
            StoreCall::Commit(_) => &self.before_commit,
            StoreCall::Read(sql) if sql.contains(READ_POSTED) => &self.before_posted,
            StoreCall::Change(_) | StoreCall::Read(_) => return None,
        };
        hook.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[async_trait]
impl Interceptor for TestInterceptor {
    async fn pass(&self, call: StoreCall<'_>, work: BoxFuture<'_, bool>) -> Result<(), StoreError> {
        if let Some(hook) = self.hook_before(call) {
            hook.await;
        }
        if let StoreCall::Read(sql) = call {
            self.reads.fetch_add(1, Ordering::Relaxed);
            run_to_end(work);
            // As with any database, others act between this read and the resulting decision.
            if sql.contains(READ_LADDER) {
                tokio::task::yield_now().await;
            }
            return Ok(());
        }
        self.faults.before(call).await?;
        if !run_to_end(work) {
            return Ok(());
        }
        if let StoreCall::Create(commit) | StoreCall::Commit(commit) = call {
            self.faults.wrote(commit);
        }
        if matches!(call, StoreCall::Change(sql) if sql.contains("vacation set until_at") || sql.contains("into vacation"))
        {
            self.tell_vacations();
        }
        self.faults.after(call).await
    }
}

/// A handle to an in-memory database, which lives as long as its handles.
#[derive(Clone)]
pub struct InMemoryStore {
    store: Arc<Store>,
    pool: Pool<Sqlite>,
    interceptor: Arc<TestInterceptor>,
    /// Tampered games, some of them unreadable.
    tampered: Arc<Mutex<HashMap<GameId, GameRecord>>>,
}

impl Deref for InMemoryStore {
    type Target = Arc<Store>;

    fn deref(&self) -> &Self::Target {
        &self.store
    }
}

impl Default for InMemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl InMemoryStore {
    pub fn new() -> Self {
        Self::with_faults(Arc::new(NoFaults))
    }

    /// An empty store whose calls fail as `faults` decides.
    pub fn with_faults(faults: Arc<dyn FaultInjector>) -> Self {
        let interceptor = Arc::new(TestInterceptor {
            faults,
            before_commit: Mutex::default(),
            before_create: Mutex::default(),
            before_posted: Mutex::default(),
            pool: OnceLock::new(),
            vacations: Mutex::default(),
            reads: AtomicU32::new(0),
        });
        let opened = run_to_end(sqlite::open_in_memory(Arc::<TestInterceptor>::clone(&interceptor)));
        let (store, pool) = opened.expect("memory for a database");
        interceptor.pool.set(pool.clone()).expect("a new interceptor");
        Self { store: Arc::new(store), pool, interceptor, tampered: Arc::default() }
    }

    /// The store in the program's type.
    pub fn shared(&self) -> Arc<Store> {
        Arc::clone(&self.store)
    }

    /// Runs `hook` between the decision and the write of the next commit: a deterministic race for tests.
    pub fn before_next_commit(&self, hook: impl Future<Output = ()> + Send + 'static) {
        *self.interceptor.before_commit.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::pin(hook));
    }

    /// Runs `hook` just before the next new game is written.
    pub fn before_next_create(&self, hook: impl Future<Output = ()> + Send + 'static) {
        *self.interceptor.before_create.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::pin(hook));
    }

    /// Runs `hook` just before the next query for posted messages.
    pub fn before_next_posted(&self, hook: impl Future<Output = ()> + Send + 'static) {
        *self.interceptor.before_posted.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::pin(hook));
    }

    /// Number of read-only statements so far.
    pub fn reads(&self) -> u32 {
        self.interceptor.reads.load(Ordering::Relaxed)
    }

    /// All outages in order of their begin.
    pub fn all_outages(&self) -> Vec<Outage> {
        let read = self.store.outages_since(Timestamp(i64::MIN)).now_or_never();
        read.expect("finished at once").expect("a read without faults")
    }

    /// Whether an alarm, a job or a message is due at this instant or earlier.
    pub fn is_anything_due(&self, now: Timestamp) -> bool {
        let sql = "select exists (select 1 from game where wake_at <= $1) \
                   or exists (select 1 from job where due_at <= $1) \
                   or exists (select 1 from outbox where dead is null and available_at <= $1)";
        let read = sqlx::query_scalar(sql).bind(now.0).fetch_one(&self.pool);
        run_to_end(read).expect("a read without faults")
    }

    /// Stores this text as preferences, as a damaged database or a newer program would.
    pub fn tamper_preferences(&self, user: UserId, text: &str) {
        self.tamper_player(user, "preferences", &quoted(text));
    }

    /// Sets the time of a player's last sign of life.
    pub fn tamper_silent_since(&self, user: UserId, at: Timestamp) {
        self.tamper_player(user, "silent_since", &at.0.to_string());
    }

    fn tamper_player(&self, user: UserId, column: &str, value: &str) {
        let user = user.0.cast_signed();
        self.execute(format!(
            "insert into player (user_id, dm_closed, {column}) values ({user}, 0, {value}) \
             on conflict (user_id) do update set {column} = excluded.{column}"
        ));
    }

    /// Changes a stored game without a commit, as a damaged database would: its rules, turn, end, players and moves.
    pub fn tamper(&self, game: GameId, change: impl FnOnce(&mut GameRecord)) {
        let mut tampered = self.tampered.lock().unwrap_or_else(PoisonError::into_inner);
        let mut record = match self.store.game(game).now_or_never().expect("finished at once") {
            Ok(record) => record.expect("a game that there is"),
            Err(_) => tampered.get(&game).expect("a game that was sound").clone(),
        };
        change(&mut record);
        self.execute(statements(&record));
        tampered.insert(game, record);
    }

    /// Lets a test store a hundred thousand results of games that are never played.
    pub fn allow_results_without_games(&self) {
        self.execute("pragma foreign_keys = off".to_owned());
    }

    fn execute(&self, sql: String) {
        run_to_end(sqlx::raw_sql(AssertSqlSafe(sql)).execute(&self.pool)).expect("statements that SQLite knows");
    }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn or_null(text: Option<String>) -> String {
    text.unwrap_or_else(|| "null".to_owned())
}

/// The columns for the user and the engine of a player.
fn columns(player: Player) -> (String, String) {
    let user = player.user().map(|user| user.0.cast_signed().to_string());
    (or_null(user), or_null(player.engine().map(|level| level.0.to_string())))
}

/// Statements that write the parts of a game that tests tamper with.
fn statements(GameRecord { game, seats, plies, .. }: &GameRecord) -> String {
    let id = game.game_id.0;
    let mut sql = format!(
        "update game set phase = {}, setup = {}, ply = {}, to_move = {}, clock_hours = {}, result = {}, reason = {}, loser = {} \
         where game_id = {id}; delete from ply where game_id = {id};",
        quoted(&format!("{:?}", game.phase).to_lowercase()),
        quoted(game.setup.as_str()),
        game.ply,
        or_null(game.turn.to_move.map(|seat| seat.0.to_string())),
        or_null(game.turn.clock_hours.as_ref().map(|hours| quoted(&hours.to_string()))),
        or_null(game.result().as_ref().map(|result| quoted(&result.to_string()))),
        or_null(game.end_reason().map(|reason| quoted(reason.as_str()))),
        or_null(game.loser().map(|seat| seat.0.to_string())),
    );
    for seat in seats {
        let (name, number, (user, engine)) = (quoted(&seat.name), seat.seat.0, columns(seat.player));
        let _ = write!(
            sql,
            "update seat set user_id = {user}, engine = {engine}, name = {name} where game_id = {id} and seat = {number};"
        );
    }
    for ply in plies {
        let (notation, (user, engine)) = (quoted(&ply.notation), columns(ply.player));
        let _ = write!(
            sql,
            "insert into ply (game_id, number, notation, played_at, user_id, engine, version) \
             values ({id}, {}, {notation}, {}, {user}, {engine}, {});",
            ply.number, ply.played_at.0, ply.version
        );
    }
    sql
}
