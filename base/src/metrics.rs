//! Prometheus metrics of the running program, all declared in this file. None identifies people or places.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{LazyLock, OnceLock};
use std::time::{Duration, Instant};

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::{Family, MetricConstructor};
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use strum::{IntoStaticStr, VariantArray};

use crate::clock::{Clock as _, SystemClock};

pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Names and values of labels. All values are words of the program or numbers of Discord's.
type Labels<const N: usize> = [(&'static str, Cow<'static, str>); N];
type Counters<const N: usize> = Family<Labels<N>, Counter>;
type Histograms<const N: usize> = Family<Labels<N>, Histogram, fn() -> Histogram>;
type Seconds = Gauge<f64, AtomicU64>;

/// Discord allows three seconds for an interaction; it is deferred after one and a half.
const ANSWER_BUCKETS: [f64; 11] = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0];

/// From a read in memory to a very slow disk.
const WORK_BUCKETS: [f64; 11] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0];

/// From a good network to a request that times out.
const NETWORK_BUCKETS: [f64; 9] = [0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3.0, 6.0, 15.0];

/// From the next check of alarms to one that was delayed for hours.
const DELAY_BUCKETS: [f64; 10] = [0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0, 900.0, 3600.0];

const LONGEST_LABEL: usize = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Interaction {
    Answered,
    Deferred,
    /// Dropped, because too many arrive to be answered in time.
    Shed,
    /// Delivered before.
    Repeated,
    /// Discord rejected the answer.
    Failed,
}

/// The result of a try to send a message of the outbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum MessageTry {
    Sent,
    Obsolete,
    Retried,
    Dead,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum AlarmRun {
    Done,
    Failed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum StoreWork {
    Read,
    Write,
    /// A commit of a game, including the wait for the group.
    Commit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Picture {
    Board,
    /// A whole game, as an animation or a strip.
    Game,
    /// The boards of several games.
    Games,
    /// A table or a plot.
    Figure,
}

/// The limit that deferred a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Limit {
    /// Discord's, for all requests of the bot.
    Global,
    /// Discord's, for requests like this one.
    Route,
    /// Our own rate.
    Own,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
enum DirectMessage {
    Opened,
    /// Our own rate is used up.
    Deferred,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Backlog {
    pub waiting_messages: u64,
    pub dead_messages: u64,
    pub oldest_message_seconds: f64,
    pub due_alarms: u64,
    pub alarm_lateness_seconds: f64,
}

/// Declares metrics: the name of each, its type, its constructor, and its help.
macro_rules! metrics {
    ($($name:ident: $kind:ty = $metric:expr, $help:literal;)*) => {
        struct Metrics {
            registry: Registry,
            $($name: $kind,)*
        }

        impl Metrics {
            fn new() -> Self {
                let mut registry = Registry::with_prefix("sumito");
                $(
                    let $name: $kind = $metric;
                    registry.register(stringify!($name), $help, $name.clone());
                )*
                Self { registry, $($name,)* }
            }
        }
    };
}

const ANSWERS: fn() -> Histogram = || Histogram::new(ANSWER_BUCKETS);
const WORK: fn() -> Histogram = || Histogram::new(WORK_BUCKETS);
const NETWORK: fn() -> Histogram = || Histogram::new(NETWORK_BUCKETS);

metrics! {
    build_info: Family<Labels<2>, Gauge> = Family::default(), "The running program";
    start_time_seconds: Seconds = Gauge::default(), "When the process started, in Unix time";
    answer_seconds: Histograms<1> = Family::new_with_constructor(ANSWERS),
        "From the arrival of an interaction to its first answer, by command or button";
    interactions: Counters<1> = Family::default(), "Interactions, by what became of them";
    outbox_messages: Family<Labels<1>, Gauge> = Family::default(), "Messages of the outbox, waiting or dead";
    outbox_oldest_seconds: Seconds = Gauge::default(), "Age of the oldest message that waits to be sent";
    messages_sent: Counters<1> = Family::default(), "Tries to send a message of the outbox, by outcome";
    alarms_due: Gauge = Gauge::default(), "Games whose alarm is due and not taken yet";
    alarm_lateness_seconds: Seconds = Gauge::default(), "How late the oldest alarm is that is due";
    alarm_delay_seconds: Histogram = Histogram::new(DELAY_BUCKETS),
        "From the instant at which an alarm was due to that at which it was done";
    alarms_run: Counters<1> = Family::default(), "Alarms of games that ran, by outcome";
    store_seconds: Histograms<1> = Family::new_with_constructor(WORK), "Time of work of the database, by kind";
    store_errors: Counters<1> = Family::default(), "Work of the database that failed, by kind";
    render_seconds: Histograms<1> = Family::new_with_constructor(WORK), "Time to draw a picture, by kind";
    discord_request_seconds: Histograms<1> = Family::new_with_constructor(NETWORK),
        "Time of requests to Discord, by method";
    discord_errors: Counters<2> = Family::default(),
        "Requests that Discord did not carry out, by status and code; status 0 is no answer";
    rate_limit_wait_seconds: Histogram = NETWORK(), "Time that requests waited for Discord's limits";
    rate_limited: Counters<1> = Family::default(),
        "Requests deferred by a limit: asked by Discord, global or of one route, or by our own pace";
    shard_connected: Family<Labels<1>, Gauge> = Family::default(), "Shards of the gateway: 1 while connected";
    gateway_closes: Counters<1> = Family::default(), "Connections of the gateway that ended, by shard";
    direct_message_channels: Counters<1> = Family::default(),
        "Direct message channels: opened, or deferred by our own pace";
    direct_message_wait_seconds: Histogram = NETWORK(),
        "Time that direct message channels waited for their turn to be opened";
    direct_message_limit_per_second: Gauge = Gauge::default(),
        "Direct message channels that may be opened in a second";
    resident_memory_bytes: Gauge = Gauge::default(), "Memory of the process";
}

static METRICS: LazyLock<Metrics> = LazyLock::new(|| {
    let metrics = Metrics::new();
    metrics.start_time_seconds.set(SystemClock.now().0 as f64 / 1000.0);
    begin_at_zero::<Interaction, _, _>(&metrics.interactions, "outcome");
    begin_at_zero::<MessageTry, _, _>(&metrics.messages_sent, "outcome");
    begin_at_zero::<AlarmRun, _, _>(&metrics.alarms_run, "outcome");
    begin_at_zero::<StoreWork, _, _>(&metrics.store_errors, "kind");
    begin_at_zero::<StoreWork, _, _>(&metrics.store_seconds, "kind");
    begin_at_zero::<Picture, _, _>(&metrics.render_seconds, "kind");
    begin_at_zero::<Limit, _, _>(&metrics.rate_limited, "scope");
    begin_at_zero::<DirectMessage, _, _>(&metrics.direct_message_channels, "outcome");
    drop(metrics.discord_errors.get_or_create(&[("status", "401".into()), ("code", "0".into())]));
    metrics
});

pub fn build_info(version: &'static str, commit: &'static str) {
    METRICS.build_info.get_or_create(&[("version", version.into()), ("commit", commit.into())]).set(1);
}

/// A label with a word of the program.
fn label(name: &'static str, value: impl Into<&'static str>) -> Labels<1> {
    [(name, Cow::Borrowed(value.into()))]
}

/// Exports zero for events that have not happened, because an increase from a missing value would go unnoticed.
fn begin_at_zero<V, M, C>(family: &Family<Labels<1>, M, C>, name: &'static str)
where
    V: VariantArray + Copy + Into<&'static str>,
    C: MetricConstructor<M>,
{
    for value in V::VARIANTS {
        drop(family.get_or_create(&label(name, *value)));
    }
}

pub fn text() -> String {
    METRICS.resident_memory_bytes.set(resident_memory().unwrap_or(0).cast_signed());
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = encode(&mut text, &METRICS.registry);
    text
}

/// Resident memory of the process in bytes, available on Linux only.
pub fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

pub fn count_answer(name: &str, after: Duration) {
    METRICS.answer_seconds.get_or_create(&[("command", name_of_command(name).into())]).observe(after.as_secs_f64());
}

pub fn interaction(outcome: Interaction) {
    METRICS.interactions.get_or_create(&label("outcome", outcome)).inc();
}

/// The name of a command or a button's action; `other` for any other text.
fn name_of_command(name: &str) -> String {
    let mut parts = name.split(':');
    let name = match (parts.next(), parts.next()) {
        (Some("v1"), Some(verb)) => format!("button {verb}"),
        _ => name.to_owned(),
    };
    let is_name = name.len() <= LONGEST_LABEL
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'_' | b'-'));
    if is_name { name } else { "other".to_owned() }
}

pub fn backlog(backlog: Backlog) {
    for (state, count) in [("waiting", backlog.waiting_messages), ("dead", backlog.dead_messages)] {
        METRICS.outbox_messages.get_or_create(&label("state", state)).set(count.cast_signed());
    }
    METRICS.outbox_oldest_seconds.set(backlog.oldest_message_seconds);
    METRICS.alarms_due.set(backlog.due_alarms.cast_signed());
    METRICS.alarm_lateness_seconds.set(backlog.alarm_lateness_seconds);
}

pub fn message(outcome: MessageTry) {
    METRICS.messages_sent.get_or_create(&label("outcome", outcome)).inc();
}

pub fn alarm(outcome: AlarmRun) {
    METRICS.alarms_run.get_or_create(&label("outcome", outcome)).inc();
}

/// Records that an alarm had an effect, and its delay.
pub fn alarm_delay(delay: Duration) {
    METRICS.alarm_delay_seconds.observe(delay.as_secs_f64());
}

pub fn store(work: StoreWork, began: Instant, is_done: bool) {
    let kind = label("kind", work);
    METRICS.store_seconds.get_or_create(&kind).observe(began.elapsed().as_secs_f64());
    if !is_done {
        METRICS.store_errors.get_or_create(&kind).inc();
    }
    match (work, is_done) {
        (StoreWork::Write | StoreWork::Commit, false) => CANNOT_WRITE.store(true, Ordering::Relaxed),
        (StoreWork::Commit, true) => can_write(),
        // Most other writes change no row, which works on a full disk too.
        (StoreWork::Write, true) | (StoreWork::Read, _) => {}
    }
}

static CANNOT_WRITE: AtomicBool = AtomicBool::new(false);

/// Records a successful write that changed something.
pub fn can_write() {
    CANNOT_WRITE.store(false, Ordering::Relaxed);
}

/// Whether a write has failed, without a successful commit or heartbeat since.
pub fn cannot_write() -> bool {
    CANNOT_WRITE.load(Ordering::Relaxed)
}

pub fn count_picture(kind: Picture, began: Instant) {
    METRICS.render_seconds.get_or_create(&label("kind", kind)).observe(began.elapsed().as_secs_f64());
}

pub fn request(method: &str, began: Instant) {
    let method = [("method", method.to_owned().into())];
    METRICS.discord_request_seconds.get_or_create(&method).observe(began.elapsed().as_secs_f64());
}

pub fn discord_error(status: u16, code: u64) {
    let labels = [("status", status.to_string().into()), ("code", code.to_string().into())];
    METRICS.discord_errors.get_or_create(&labels).inc();
}

pub fn rate_limit_wait(waited: Duration) {
    METRICS.rate_limit_wait_seconds.observe(waited.as_secs_f64());
}

pub fn rate_limited(limit: Limit) {
    METRICS.rate_limited.get_or_create(&label("scope", limit)).inc();
}

/// Records the wait for a DM channel, or its deferral.
pub fn direct_message(waited: Option<Duration>) {
    let outcome = if waited.is_some() { DirectMessage::Opened } else { DirectMessage::Deferred };
    METRICS.direct_message_channels.get_or_create(&label("outcome", outcome)).inc();
    if let Some(waited) = waited {
        METRICS.direct_message_wait_seconds.observe(waited.as_secs_f64());
    }
}

pub fn direct_message_limit(per_second: u16) {
    METRICS.direct_message_limit_per_second.set(i64::from(per_second));
}

pub fn shard(shard: u32, is_connected: bool) {
    let label = [("shard", shard.to_string().into())];
    drop(METRICS.gateway_closes.get_or_create(&label));
    let before = METRICS.shard_connected.get_or_create(&label).set(i64::from(is_connected));
    if before == 1 && !is_connected {
        METRICS.gateway_closes.get_or_create(&label).inc();
    }
    let change = i64::from(is_connected) - before;
    CONNECTED_SHARDS.fetch_add(change, Ordering::Relaxed);
}

static CONNECTED_SHARDS: AtomicI64 = AtomicI64::new(0);

pub fn connected_shards() -> i64 {
    CONNECTED_SHARDS.load(Ordering::Relaxed)
}

static STARTED: OnceLock<Instant> = OnceLock::new();

/// Milliseconds from the start to the last check of alarms; 0 before the first one.
static LAST_CHECK: AtomicU64 = AtomicU64::new(0);

pub fn alarms_checked() {
    let elapsed = STARTED.get_or_init(Instant::now).elapsed();
    LAST_CHECK.store(u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX).max(1), Ordering::Relaxed);
}

/// Time since the last check of alarms; `None` before the first one.
pub fn since_alarms_checked() -> Option<Duration> {
    let last = Some(LAST_CHECK.load(Ordering::Relaxed)).filter(|last| *last > 0)?;
    Some(STARTED.get()?.elapsed().saturating_sub(Duration::from_millis(last)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_a_name_of_ours() {
        for (name, expected) in [
            ("move", "move"),
            ("settings picture", "settings picture"),
            ("v1:accept:128:3", "button accept"),
            ("v1:go_to:128", "button go_to"),
            ("a\"}\n", "other"),
            ("an endless name that nobody would give a command", "other"),
        ] {
            assert_eq!(name_of_command(name), expected);
        }
    }

    #[test]
    fn a_backlog_is_told_as_it_is_now() {
        let waiting = Backlog { waiting_messages: 7, oldest_message_seconds: 90.5, ..Backlog::default() };
        backlog(waiting);
        let text = text();
        for line in ["sumito_outbox_messages{state=\"waiting\"} 7", "sumito_outbox_oldest_seconds 90.5", "# EOF"] {
            assert!(text.lines().any(|told| told == line), "{line}: {text}");
        }
    }
}
