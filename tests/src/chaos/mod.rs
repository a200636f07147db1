//! Chaos: the real binary under load, while processes die and freeze, the database dies and Discord fails; then a checker that
//! shares no code with the bot looks at what is left. `cargo run -p tests --bin chaos -- --help`.

mod bots;
pub mod check;
pub mod journal;
mod people;
mod rows;
mod trouble;
mod world;

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use rules::rng::SeededRng;
use sandbox::{Options, Sandbox};

use crate::memory::Memory;
use crate::postgres::Cluster;
use bots::Bots;
use check::Found;
use journal::Journal;
use trouble::{Trouble, Troubles};
use world::World;

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;

/// What a run is like.
#[derive(Debug, Clone)]
pub struct Plan {
    /// On PostgreSQL, or in a file.
    pub on_postgres: bool,
    /// Decides what people and trouble do. When things happen to meet is not in its hands.
    pub seed: u64,
    /// It ends after so many deaths of a process …
    pub kills: usize,
    /// … or after this long.
    pub at_most: Duration,
    /// … but, unless that takes a minute more, not before so many moves were acknowledged: the machine may be busy.
    pub moves: usize,
    /// Processes at the same time; a file has one.
    pub replicas: usize,
    /// How long people play between two nights, in which the clock goes from alarm to alarm.
    pub day: Duration,
    /// Pairs of people.
    pub pairs: usize,
    /// Where logs and the journal are left, when wanted.
    pub keep: Option<PathBuf>,
}

/// What a run came to.
#[derive(Debug)]
pub struct Report {
    /// What the checker found.
    pub found: Found,
    /// What went wrong on purpose.
    pub troubles: Troubles,
    /// From a death to the first answer to something asked after it.
    pub recoveries: Vec<Duration>,
    /// From a start until the process listened.
    pub starts: Vec<Duration>,
    /// What was asked.
    pub requests: usize,
    /// Refusals that nobody has deserved, with how often they came.
    pub on_our_side: usize,
    /// Messages made.
    pub messages: usize,
    /// Games begun or offered.
    pub games: usize,
    /// How long it took, the quiet end included.
    pub took: Duration,
}

/// Runs it.
///
/// # Errors
/// When the run itself cannot go on; what the checker finds is no error.
pub async fn run(plan: &Plan) -> anyhow::Result<Report> {
    ensure!(plan.on_postgres || plan.replicas == 1, "a file has one process");
    let since = Instant::now();
    let folder = tempfile::tempdir()?;
    let kept = plan.keep.clone().unwrap_or_else(|| folder.path().to_owned());
    std::fs::create_dir_all(&kept)?;
    let options = Options {
        listen: "127.0.0.1:0".parse()?,
        bot_name: "Sumito".to_owned(),
        files_kept: Some(64),
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
    let (mut people, mut mailboxes) = (Vec::new(), HashMap::new());
    for number in 0..(plan.pairs + 4) {
        let who = client.add_user(&format!("Player {number}"), "en-US").await?;
        mailboxes.insert(client.open_dm(&who, &bot).await?, who.clone());
        people.push(who);
    }
    let world = Arc::new(World::new(client, channel, mailboxes));

    let base = sandbox.base_url();
    let environment = [
        ("DISCORD_TOKEN", sandbox.token().to_owned()),
        ("SUMITO__DATABASE__URL", database.clone()),
        ("SUMITO__DISCORD__API_BASE", base.clone()),
        ("SUMITO__DISCORD__GATEWAY_URL", base.replacen("http", "ws", 1)),
        ("SUMITO__CLOCK__FOLLOW_URL", base),
        ("SUMITO__GAMES__DEFAULT_PACE", "total:3h".to_owned()),
        // The clock jumps, and that is no time in which nobody could play.
        ("SUMITO__GAMES__DOWNTIME_MINUTES", "1000000".to_owned()),
        ("SUMITO__REMINDERS__HOURS_BEFORE", "[2, 1]".to_owned()),
        ("SUMITO__CHALLENGES__EXPIRE_AFTER_HOURS", "6".to_owned()),
        ("SUMITO__OUTBOX__RETRY_SECONDS", "1".to_owned()),
        ("SUMITO__OUTBOX__RETRY_AT_MOST_SECONDS", "4".to_owned()),
        ("RUST_LOG", "info".to_owned()),
    ];
    let log = std::fs::File::create(kept.join("bot.log"))?;
    let bots = Bots {
        environment: environment.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
        folder: folder.path().to_owned(),
        log: Arc::new(Mutex::new(log)),
        world: Arc::clone(&world),
        starts: Arc::default(),
        started: AtomicUsize::new(0),
    };
    // The tables are there once the first process listens; ours are put beside them while nobody has them.
    let mut first = bots.start(None)?;
    let end = Instant::now() + crate::PATIENCE;
    while !first.is_online() {
        ensure!(first.has_ended()?.is_none() && Instant::now() < end, "the bot does not start");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    first.stop().await?;
    let mut memory = Memory::open(&database).await?;
    rows::watch(&mut memory).await?;
    memory.close().await?;

    let watching = Arc::clone(&world);
    let mut watcher = tokio::spawn(async move { watching.watch().await });
    let mut chance = SeededRng::new(plan.seed);
    let mut pairs = tokio::task::JoinSet::new();
    for _ in 0..plan.pairs {
        let seed = chance.below(usize::MAX) as u64;
        pairs.spawn(people::play(Arc::clone(&world), people.clone(), seed));
    }
    for who in people.iter().take(2) {
        pairs.spawn(people::look(Arc::clone(&world), who.clone()));
    }
    let seed = chance.below(usize::MAX) as u64;
    pairs.spawn(people::travel(Arc::clone(&world), people.clone(), seed));
    let trouble = Trouble::new(plan, &bots, cluster.as_ref(), &database, chance);
    let troubles = tokio::select! {
        troubles = trouble.run(&mut pairs) => troubles?,
        ended = &mut watcher => { ended??; unreachable!("it watches until it fails") }
    };
    // What the sandbox wrote down last.
    tokio::time::sleep(Duration::from_millis(300)).await;
    watcher.abort();

    let mut memory = Memory::open(&database).await?;
    let journal = {
        let rows = rows::read(&mut memory).await?;
        let known = world.known();
        Journal {
            asked: world.asked().clone(),
            posts: known.posts.clone(),
            changes: known.changes.clone(),
            rows,
            ended_at: troubles.ended_at,
            slack: trouble::LONGEST_JUMP + 20 * MINUTE,
            nonce_known_for: 5 * MINUTE,
            steps: vec![2 * HOUR, HOUR],
            mailboxes: known.mailboxes(),
        }
    };
    memory.close().await?;
    if plan.keep.is_some() {
        let file = std::io::BufWriter::new(std::fs::File::create(kept.join("journal.json"))?);
        serde_json::to_writer(file, &journal).context("writing the journal")?;
    }
    let starts = bots.starts.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let recoveries = world.outages().took.clone();
    let wrong =
        |asked: &&journal::Asked| matches!(&asked.end, journal::End::Refused(why) if why.contains("on our side"));
    Ok(Report {
        found: check::check(&journal),
        troubles,
        recoveries,
        starts,
        requests: journal.asked.len(),
        on_our_side: journal.asked.iter().filter(wrong).count(),
        messages: journal.posts.len(),
        games: journal.rows.games.len(),
        took: since.elapsed(),
    })
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (found, troubles) = (&self.found, &self.troubles);
        let mut line = |what: &str, value: String| writeln!(f, "| {what} | {value} |");
        line("deaths of a process", troubles.kills.to_string())?;
        line("… of them at a named point", troubles.at_points.to_string())?;
        line("processes frozen (longer than a lease)", format!("{} ({})", troubles.stops, troubles.long_stops))?;
        line("deaths of the database", troubles.database_kills.to_string())?;
        line("bad spells of Discord, lost connections", format!("{}, {}", troubles.spells, troubles.disconnects))?;
        line("processes that ended with a word", troubles.gave_up.to_string())?;
        line("processes that died of nothing known", troubles.unexplained.to_string())?;
        line("nights", troubles.nights.to_string())?;
        line("games", self.games.to_string())?;
        line("requests", self.requests.to_string())?;
        line("… without an answer, asked again", found.unanswered.to_string())?;
        line("… answered that something went wrong", self.on_our_side.to_string())?;
        line("moves committed", found.moves.to_string())?;
        line("moves acknowledged", found.acknowledged.to_string())?;
        line("… lost", found.lost.to_string())?;
        line("doubled", found.doubled.to_string())?;
        line("unannounced", found.unannounced.to_string())?;
        let terms =
            [found.taken_back, found.adjourned, found.answered, found.absences, found.direct].map(|n| n.to_string());
        line("takebacks, adjournments, moves by lines, vacations, games by direct messages", terms.join(", "))?;
        line("messages", self.messages.to_string())?;
        line("… repeated after their nonce was forgotten", found.repeated_late.to_string())?;
        line("alarms", found.alarms.to_string())?;
        line("promises broken, in all", found.broken.len().to_string())?;
        line("from a death to an answer, p50 / p99", percentiles(&self.recoveries))?;
        line("from a start to listening, p50 / p99", percentiles(&self.starts))?;
        line("duration", format!("{} s", self.took.as_secs()))?;
        for sentence in found.broken.iter().take(40) {
            writeln!(f, "broken: {sentence}")?;
        }
        Ok(())
    }
}

fn percentiles(times: &[Duration]) -> String {
    let mut times = times.to_vec();
    times.sort_unstable();
    let at = |share: usize| times.get((times.len().saturating_sub(1)) * share / 100).copied().unwrap_or_default();
    format!("{:.2} s / {:.2} s (n = {})", at(50).as_secs_f64(), at(99).as_secs_f64(), times.len())
}
