//! Chaos runs: the real binary plays many games while processes die and freeze, the database dies and Discord fails.
//! Then a checker that shares no code with the bot examines the results. `cargo run -p tests --bin chaos` runs it for
//! any time. When reminders are due, and what becomes of agreements and vacations, the simulation of a year judges.
//!
//! # Reading a failing run
//!
//! A run prints its seed and the command that replays its fault schedule. The schedule, the players' decisions and the random
//! faults of the sandbox come from the seed; how they meet in real time does not, so a rare violation may need several replays.
//! When the checker finds a violation, the run keeps its folder (or always, with `--keep FOLDER`):
//!
//! - `journal.json`: everything that the checker has read ([`journal::Journal`]): requests of users with their answers, posts and
//!   edits at Discord, rows of the database, and under `faults` each injected fault with its time. `chaos --check journal.json`
//!   checks it again, which is how a suspected error of the checker itself is tried.
//! - `bot.log`: the log of all processes; each line begins with the number of its process, as the faults do.
//!
//! A sentence names the game and, for a commit, its version: the number of commits before it. In the journal follow
//! `rows.events` (the game's commits), then `rows.notices` (what each commit had to announce; `message` is the nonce), then
//! `posts` with that nonce, then `rows.pending` (still in the outbox). The first of these that is missing is where it broke.
//!
//! | sentence contains | meaning |
//! | --- | --- |
//! | `was confirmed … but is not in the database` | the bot acknowledged a request whose commit is lost |
//! | `is at version … and has the commits` | the commits of a game have a gap or a duplicate |
//! | `was committed twice` | one interaction had two effects |
//! | `was not requested by` | a commit whose actor never asked for it |
//! | `has commits after its end`, `is … after` | a finished game went on, or its phase does not fit its last commit |
//! | `has N moves and the rows`, `moves by its commits` | the moves of a game and its commits disagree |
//! | `out of turn`, `not that of its commit` | a move by the wrong player or with the wrong number or time |
//! | `was neither requested nor entered in advance` | a second move in one commit that is no conditional move |
//! | `has N notices` | a commit that put nothing, or more than one message of its kind, into the outbox |
//! | `was never posted` | a message left the outbox without being posted |
//! | `still waits in the outbox`, `was given up` | a message that the bot could not send, although Discord worked at the end |
//! | `was posted twice` | a repeated message while Discord knew its nonce |
//! | `was posted in`, `shows` | a message in the wrong channel, or with the wrong board |
//! | `was never committed` | a message that belongs to no commit |
//! | `was posted before version` | messages of a game in the wrong order |
//! | `still has its buttons` | an answered challenge that can still be pressed |
//! | `came before its time`, `after its deadline` | a loss or expiry that is early or missing |

pub mod checker;
pub mod faults;
pub mod journal;
mod plan;
mod players;
mod processes;
mod rows;
mod state;

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use checker::Findings;
use faults::{FaultCounts, FaultInjector, Injected};
use journal::Journal;
pub use plan::Plan;
use processes::Processes;
pub use processes::address_in;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use sandbox::{Options, Sandbox};
use state::RunState;

use crate::MINUTE;
use crate::bot_process::bot_environment;
use crate::database::Connection;
use crate::load_balancer::LoadBalancer;
use crate::postgres::Cluster;

/// The figures of a run.
#[derive(Debug)]
pub struct Report {
    pub plan: Plan,
    pub findings: Findings,
    pub faults: FaultCounts,
    pub journal: Option<PathBuf>,
    /// Times from a death to the first answer to a request made after it.
    pub recoveries: Vec<Duration>,
    /// Times from a start until interactions reach the process.
    pub starts: Vec<Duration>,
    pub requests: usize,
    /// Requests answered with "something went wrong on our side".
    pub internal_errors: usize,
    pub messages: usize,
    pub games: usize,
    /// Duration of the run with the drain at its end.
    pub took: Duration,
}

/// Runs a plan. Violations that the checker finds are in the report; an error means that the run itself could not go on.
pub async fn run(plan: &Plan) -> anyhow::Result<Report> {
    ensure!(plan.on_postgres || plan.replicas == 1, "SQLite has one process");
    eprintln!("chaos: seed {}; to replay: {}", plan.seed, plan.command());
    let since = Instant::now();
    let mut rng = StdRng::seed_from_u64(plan.seed);
    let mut folder = tempfile::Builder::new().prefix("sumito-chaos-").tempdir()?;
    let run_folder = plan.keep.clone().unwrap_or_else(|| folder.path().to_owned());
    std::fs::create_dir_all(&run_folder)?;
    let options = Options {
        listen: "127.0.0.1:0".parse()?,
        bot_name: "Sumito".to_owned(),
        files_kept: Some(64),
        seed: Some(rng.random()),
        ..Options::default()
    };
    let sandbox = Sandbox::start(options).await?;
    let client = sandbox.client();
    let channel = client.channel("games").await?;
    let cluster = if plan.on_postgres { Some(Cluster::start()?) } else { None };
    let database = match &cluster {
        Some(cluster) => cluster.database()?,
        None => format!("sqlite://{}", folder.path().join("sumito.db").display()),
    };
    let bot = client.state("").await?["bot_id"].as_str().context("no bot")?.to_owned();
    let (mut users, mut dm_channels) = (Vec::new(), HashMap::new());
    for number in 0..(plan.pairs + 4) {
        let user = client.add_user(&format!("Player {number}"), "en-US").await?;
        dm_channels.insert(client.open_dm(&user, &bot).await?, user.clone());
        users.push(user);
    }
    let state = Arc::new(RunState::new(client, channel, dm_channels));

    let load_balancer = if plan.by_http { Some(Arc::new(LoadBalancer::start().await?)) } else { None };
    let mut environment = bot_environment(&sandbox, &database, plan.by_http);
    let settings = [
        ("SUMITO__GAMES__DEFAULT_PACE", "total:3h"),
        // The clock jumps; the bot must not mistake that for a downtime and give the time back.
        ("SUMITO__GAMES__DOWNTIME_MINUTES", "1000000"),
        ("SUMITO__REMINDERS__HOURS_BEFORE", "[2, 1]"),
        ("SUMITO__CHALLENGES__EXPIRE_AFTER_HOURS", "6"),
        ("SUMITO__OUTBOX__RETRY_SECONDS", "1"),
        ("SUMITO__OUTBOX__RETRY_AT_MOST_SECONDS", "4"),
    ];
    environment.extend(settings.map(|(key, value)| (key, value.to_owned())));
    let log = std::fs::File::create(run_folder.join("bot.log"))?;
    let processes = Processes {
        environment,
        load_balancer: load_balancer.clone(),
        folder: folder.path().to_owned(),
        log: Arc::new(Mutex::new(log)),
        state: Arc::clone(&state),
        starts: Arc::default(),
        started: AtomicUsize::new(0),
    };
    // The first process creates the tables. The triggers are added while no process runs.
    let mut first = processes.start(None)?;
    let end = Instant::now() + crate::TIMEOUT;
    while !first.is_online() {
        ensure!(first.has_ended()?.is_none() && Instant::now() < end, "the bot does not start");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    if let Some(load_balancer) = &load_balancer {
        sandbox.save_endpoint(Some(&format!("http://{}/interactions", load_balancer.address))).await?;
    }
    first.stop().await?;
    let mut connection = Connection::open(&database).await?;
    rows::create_triggers(&mut connection).await?;
    connection.close().await?;

    let following = Arc::clone(&state);
    let mut follower = tokio::spawn(async move { following.follow_log().await });
    let mut players = tokio::task::JoinSet::new();
    for _ in 0..plan.pairs {
        players.spawn(players::play(Arc::clone(&state), users.clone(), rng.random()));
    }
    for user in users.iter().take(2) {
        players.spawn(players::probe(Arc::clone(&state), user.clone()));
    }
    let injector = FaultInjector::new(plan, &processes, cluster.as_ref(), &database, &mut rng);
    let Injected { counts, faults } = tokio::select! {
        injected = injector.run(&mut players) => injected?,
        ended = &mut follower => { ended??; unreachable!("it follows the log until it fails") }
    };
    follower.abort();
    // All processes have stopped, so the log is complete.
    state.read_rest_of_log().await?;

    let mut connection = Connection::open(&database).await?;
    let journal = {
        let rows = rows::read(&mut connection).await?;
        let observed = state.observed();
        Journal {
            requests: state.requests().clone(),
            posts: observed.posts.clone(),
            edits: observed.edits.clone(),
            rows,
            faults,
            ended_at: counts.ended_at,
            slack: faults::LONGEST_JUMP + 20 * MINUTE,
            nonce_known_for: 5 * MINUTE,
            dm_channels: observed.dm_channels(),
        }
    };
    connection.close().await?;
    let findings = checker::check(&journal);
    let is_kept = plan.keep.is_some() || !findings.violations.is_empty();
    if is_kept {
        let file = std::io::BufWriter::new(std::fs::File::create(run_folder.join("journal.json"))?);
        serde_json::to_writer(file, &journal).context("writing the journal")?;
        if plan.keep.is_none() {
            folder.disable_cleanup(true);
        }
    }
    let starts = processes.starts.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let recoveries = state.outages().took.clone();
    let is_internal_error = |request: &&journal::Request| matches!(&request.outcome, journal::RequestOutcome::Refused(why) if why.contains("on our side"));
    Ok(Report {
        plan: plan.clone(),
        findings,
        faults: counts,
        journal: is_kept.then(|| run_folder.join("journal.json")),
        recoveries,
        starts,
        requests: journal.requests.len(),
        internal_errors: journal.requests.iter().filter(is_internal_error).count(),
        messages: journal.posts.len(),
        games: journal.rows.games.len(),
        took: since.elapsed(),
    })
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (findings, faults, plan) = (&self.findings, &self.faults, &self.plan);
        let engine = if plan.on_postgres { "PostgreSQL" } else { "SQLite" };
        let delivery = if plan.by_http { "HTTP" } else { "gateway" };
        writeln!(f, "{engine}, {delivery}, {} processes, {} pairs, seed {}", plan.replicas, plan.pairs, plan.seed)?;
        let mut line = |what: &str, value: String| writeln!(f, "| {what} | {value} |");
        line("deaths of a process", faults.kills.to_string())?;
        line("… of them at a crash point", faults.at_points.to_string())?;
        line("processes frozen (longer than a lease)", format!("{} ({})", faults.freezes, faults.long_freezes))?;
        line("deaths of the database", faults.database_kills.to_string())?;
        line("times the disk failed", faults.disk_faults.to_string())?;
        line("faults of Discord, lost connections", format!("{}, {}", faults.discord_faults, faults.disconnects))?;
        line("processes that stopped with an error", faults.exited.to_string())?;
        line("processes that died unexplained", faults.unexplained.to_string())?;
        line("idle periods", faults.idle_periods.to_string())?;
        line("games", self.games.to_string())?;
        line("requests", self.requests.to_string())?;
        line("… without an answer, repeated", findings.unanswered.to_string())?;
        line("… answered with an internal error", self.internal_errors.to_string())?;
        line("moves committed", findings.moves.to_string())?;
        line("moves acknowledged", findings.acknowledged.to_string())?;
        line("… lost", findings.lost.to_string())?;
        line("doubled", findings.doubled.to_string())?;
        line("unannounced", findings.unannounced.to_string())?;
        line(
            "conditional moves, games in direct messages",
            format!("{}, {}", findings.conditional_moves, findings.direct),
        )?;
        line("messages", self.messages.to_string())?;
        line("… repeated after their nonce was forgotten", findings.repeated_late.to_string())?;
        line("alarms", findings.alarms.to_string())?;
        line("violations in all", findings.violations.len().to_string())?;
        line("from a death to an answer, p50 / p99", percentiles(&self.recoveries))?;
        line("from a start to its first interactions, p50 / p99", percentiles(&self.starts))?;
        line("duration", format!("{} s", self.took.as_secs()))?;
        for sentence in findings.violations.iter().take(40) {
            writeln!(f, "violation: {sentence}")?;
        }
        if let Some(journal) = &self.journal {
            writeln!(f, "journal: {}", journal.display())?;
        }
        writeln!(f, "to replay: {}", plan.command())
    }
}

fn percentiles(times: &[Duration]) -> String {
    let mut times = times.to_vec();
    times.sort_unstable();
    let at = |share: usize| times.get((times.len().saturating_sub(1)) * share / 100).copied().unwrap_or_default();
    format!("{:.2} s / {:.2} s (n = {})", at(50).as_secs_f64(), at(99).as_secs_f64(), times.len())
}
