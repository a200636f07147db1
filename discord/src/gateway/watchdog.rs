//! Keeps one shard connected. serenity holds the connection, resumes it and begins sessions. This watchdog adds what serenity 0.12 lacks:
//! pauses between connections, an end of connections without a session, and a new start after closes that serenity ignores.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use base::counted_warning::CountedWarning;
use base::metrics;
use futures::StreamExt as _;
use futures::channel::mpsc::UnboundedReceiver;
use serenity::all::{Context, Event, GatewayError, GatewayIntents, OnlineStatus, RawEventHandler, ShardManager};
use serenity::gateway::ShardManagerOptions;
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::gateway::close_log::{Close, CloseReason};
use crate::gateway::gate::Gate;
use crate::gateway::{FatalClose, Gateway, backoff};
use crate::responder::Responder;
use crate::shards::Shards;

const TURN: Duration = Duration::from_millis(100);

const SESSION_TIMEOUT: Duration = Duration::from_mins(1);

const GOODBYE_TIMEOUT: Duration = Duration::from_secs(2);

/// Refusals in a row that are final.
const MAX_REFUSALS: u32 = 3;

/// A session that lasts so long is a good one: a day has few enough of them for Discord's limit.
const LASTING: Duration = Duration::from_mins(10);

/// A resumed session that lasts so long is a good one: it counts for no limit.
const LASTING_RESUMED: Duration = Duration::from_secs(30);

pub(super) async fn keep_connected(
    gateway: Arc<Gateway>,
    shards: Shards,
    number: u32,
    cancel: CancellationToken,
) -> anyhow::Result<()> {
    let mut history = History::default();
    loop {
        // A shard without its first session counts as missing.
        metrics::shard(number, false);
        let mut shard = Shard::start(&gateway, shards.total, number, &mut history);
        let Some(ended) = cancel.run_until_cancelled(shard.watch()).await else {
            shard.say_goodbye().await;
            return Ok(());
        };
        shard.give_up().await;
        ended?;
        if history.close_reason() == Some(CloseReason::Refused) {
            history.refusals += 1;
            let Some(info) = cancel.run_until_cancelled(gateway.identify_queue.ask()).await else { return Ok(()) };
            check_refusal(shards, number, &history, info?.shards)?;
        }
    }
}

fn check_refusal(shards: Shards, number: u32, history: &History, recommended: u32) -> Result<(), FatalClose> {
    if recommended > shards.total {
        return Err(FatalClose::TooFewShards { total: shards.total, recommended });
    }
    if history.refusals < MAX_REFUSALS {
        return Ok(());
    }
    Err(FatalClose::Gateway(format!(
        "(shards {shards}): it refuses shard {number}, {MAX_REFUSALS} times in a row, with {}. It recommends {recommended} shards in \
         all: change `discord.shards`",
        history.close_text()
    )))
}

/// A shard as long as serenity brings it back.
struct Shard<'a> {
    gateway: &'a Arc<Gateway>,
    number: u32,
    history: &'a mut History,
    manager: Arc<ShardManager>,
    gate: Gate,
    /// Begun and resumed sessions: the events Ready and Resumed.
    sessions: mpsc::UnboundedReceiver<Event>,
    closes: broadcast::Receiver<(u32, Close)>,
    /// serenity's own ends, after 4004, 4013 and 4014.
    ends: UnboundedReceiver<Result<(), GatewayError>>,
    unreadable: CountedWarning,
    /// Discord's address for resuming the session.
    resume_url: Option<String>,
    /// The address for the next session, once the queue lets it begin.
    admission: JoinSet<Result<String, FatalClose>>,
    admitted_to: Option<String>,
}

#[derive(Debug, Clone, Copy)]
struct Session {
    at: Instant,
    is_resumed: bool,
}

impl<'a> Shard<'a> {
    fn start(gateway: &'a Arc<Gateway>, total: u32, number: u32, history: &'a mut History) -> Self {
        let gate = Gate::closed();
        let (sender, sessions) = mpsc::unbounded_channel();
        let handler = Handler { responder: Arc::clone(&gateway.responder), sessions: sender };
        let closes = gateway.config.closes.subscribe();
        let (manager, ends) = ShardManager::new(ShardManagerOptions {
            data: Arc::default(),
            event_handlers: Vec::new(),
            raw_event_handlers: vec![Arc::new(handler)],
            shard_index: number,
            shard_init: 1,
            shard_total: total,
            ws_url: gate.address(),
            http: Arc::clone(&gateway.http),
            intents: GatewayIntents::empty(),
            presence: None,
        });
        manager.initialize().expect("it has no errors in 0.12");
        Self {
            gateway,
            number,
            history,
            manager,
            gate,
            sessions,
            closes,
            ends,
            unreadable: CountedWarning::default(),
            resume_url: None,
            admission: JoinSet::new(),
            admitted_to: None,
        }
    }

    /// Watches until serenity cannot bring the connection back.
    async fn watch(&mut self) -> Result<(), FatalClose> {
        let mut turns = tokio::time::interval(TURN);
        loop {
            tokio::select! {
                biased;
                Some(event) = self.sessions.recv() => self.note_session(event),
                Ok((number, close)) = self.closes.recv() => {
                    if number == self.number && self.gives_up_after(close) {
                        return Ok(());
                    }
                }
                Some(Err(error)) = self.ends.next() => return Err(fatal_close(&error)),
                Some(address) = self.admission.join_next() => {
                    self.admitted_to = Some(address.expect("waiting does not panic")?);
                }
                _ = turns.tick() => {}
            }
            self.connect_if_due().await;
            if self.history.is_silent() {
                let text = "Discord is silent".to_owned();
                self.history.close = Some(Close { reason: CloseReason::Other, text });
                return Ok(());
            }
        }
    }

    fn note_session(&mut self, event: Event) {
        let shard = self.number;
        let is_resumed = matches!(event, Event::Resumed(_));
        if let Event::Ready(event) = event {
            let session = event.ready.session_id;
            info!(event = "gateway_connected", session, shard, "Connected to the gateway");
            self.resume_url = Some(event.ready.resume_gateway_url);
            // Discord did not resume the session, or serenity gave it up.
            self.history.new_sessions = self.history.new_sessions.saturating_add(self.history.expects_resume.into());
        } else {
            info!(event = "gateway_resumed", shard, "Connected to the gateway again");
        }
        metrics::shard(shard, true);
        self.admitted_to = None;
        self.history.session = Some(Session { at: Instant::now(), is_resumed });
    }

    /// Notes a close; says whether serenity does not connect again after it.
    fn gives_up_after(&mut self, close: Close) -> bool {
        let (shard, reason) = (self.number, close.reason);
        if reason == CloseReason::Unreadable {
            self.unreadable.add(move |count| {
                warn!(
                    event = "event_unreadable",
                    shard,
                    count = count.0,
                    "Ignored an event of the gateway that cannot be read{count}"
                );
            });
            return false;
        }
        metrics::shard(shard, false);
        (self.history.close, self.history.closed_at) = (Some(close), Some(Instant::now()));
        matches!(reason, CloseReason::Swallowed | CloseReason::Refused)
    }

    /// Lets serenity connect, if it waits for that and has paused long enough.
    async fn connect_if_due(&mut self) {
        if self.history.opened_at.is_some_and(|at| at.elapsed() < self.history.pause()) {
            return;
        }
        let resume_url = self.resume_url.as_ref().filter(|_| self.history.can_resume());
        let Some(discords_url) = resume_url.or(self.admitted_to.as_ref()) else {
            if self.admission.is_empty() {
                // A task, because closes come meanwhile.
                let (gateway, number) = (Arc::clone(self.gateway), self.number);
                self.admission.spawn(async move { gateway.identify_queue.wait(number).await });
            }
            return;
        };
        let fixed_url = &self.gateway.config.gateway_url;
        let url = if fixed_url.is_empty() { discords_url } else { fixed_url };
        if !self.gate.let_one_through(url.trim_end_matches('/')).await {
            return;
        }
        self.admitted_to = None;
        let shard = self.number;
        metrics::shard(shard, false);
        if self.history.opened_at.is_some() {
            let reason = self.history.close_text();
            warn!(
                event = "gateway_closed",
                "The gateway connection of shard {shard} has ended: {reason}. Connecting again"
            );
        }
        self.history.connect();
    }

    async fn say_goodbye(self) {
        if self.history.can_resume() {
            tokio::time::timeout(GOODBYE_TIMEOUT, self.manager.shutdown_all()).await.ok();
        }
    }

    async fn give_up(self) {
        // serenity spins on a socket that Discord has closed, until a send fails.
        for runner in self.manager.runners.lock().await.values() {
            runner.runner_tx.set_status(OnlineStatus::Online);
        }
        // Waits for runners that have ended.
        tokio::spawn(async move { self.manager.shutdown_all().await });
    }
}

struct Handler {
    responder: Arc<Responder>,
    sessions: mpsc::UnboundedSender<Event>,
}

#[async_trait]
impl RawEventHandler for Handler {
    async fn raw_event(&self, _: Context, event: Event) {
        match event {
            Event::InteractionCreate(event) => drop(self.responder.receive(event.interaction)),
            Event::Unknown(event) if event.kind == "INTERACTION_CREATE" => {
                self.responder.receive_json(&event.value);
            }
            Event::Ready(_) | Event::Resumed(_) => drop(self.sessions.send(event)),
            _ => {}
        }
    }
}

fn fatal_close(error: &GatewayError) -> FatalClose {
    match error {
        GatewayError::InvalidAuthentication => FatalClose::Token,
        other => FatalClose::Gateway(format!("({other})")),
    }
}

/// The last connection of a shard, and those before.
#[derive(Default)]
struct History {
    opened_at: Option<Instant>,
    session: Option<Session>,
    /// Whether the last connection was opened to resume a session.
    expects_resume: bool,
    close: Option<Close>,
    closed_at: Option<Instant>,
    /// Connections in a row that have not lasted, and those of them that begin a session.
    connections: u32,
    new_sessions: u32,
    refusals: u32,
    /// A share of each pause on top of it, so that shards that were lost together do not come back together.
    jitter_percent: u32,
}

impl History {
    fn connect(&mut self) {
        if self.has_lasted() {
            (self.connections, self.new_sessions, self.refusals) = (0, 0, 0);
        }
        self.connections = self.connections.saturating_add(1);
        self.expects_resume = self.can_resume();
        self.new_sessions = self.new_sessions.saturating_add((!self.expects_resume).into());
        self.jitter_percent = rand::random_range(0..20);
        (self.opened_at, self.session) = (Some(Instant::now()), None);
        (self.close, self.closed_at) = (None, None);
    }

    /// The pause between the opening of the last connection and that of the next one: none after the first, then some seconds, which
    /// double from the sixth on.
    fn pause(&self) -> Duration {
        let (count, seconds, longest) = match (self.session, self.close_reason()) {
            // These cost no session.
            (Some(Session { is_resumed: true, .. }), _) => (self.connections, 1, 60),
            (_, Some(CloseReason::Unreachable)) => (self.connections, 5, 20),
            _ => (self.new_sessions, 5, 600),
        };
        // A connection without either may be about to begin a session.
        let may_begin = self.session.is_none() && self.close.is_none();
        if self.has_lasted() || count < 2 && !may_begin {
            return Duration::ZERO;
        }
        backoff(seconds, count.saturating_sub(5), longest) * (100 + self.jitter_percent) / 100
    }

    fn has_lasted(&self) -> bool {
        let Some(Session { at, is_resumed }) = self.session else { return false };
        let end = self.closed_at.unwrap_or_else(Instant::now);
        end.saturating_duration_since(at) >= if is_resumed { LASTING_RESUMED } else { LASTING }
    }

    /// Whether the last connection has a session that its close leaves.
    fn can_resume(&self) -> bool {
        let is_over = matches!(
            self.close_reason(),
            Some(CloseReason::SessionEnded | CloseReason::Swallowed | CloseReason::Refused)
        );
        self.session.is_some() && !is_over
    }

    /// Whether the last connection is open and has not begun a session in time.
    fn is_silent(&self) -> bool {
        let is_late = self.opened_at.is_some_and(|at| at.elapsed() > SESSION_TIMEOUT);
        is_late && self.session.is_none() && self.close.is_none()
    }

    fn close_reason(&self) -> Option<CloseReason> {
        self.close.as_ref().map(|close| close.reason)
    }

    fn close_text(&self) -> &str {
        self.close.as_ref().map_or("Discord asks for another one, or is silent", |close| &close.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pauses in seconds after so many connections in a row, whose sessions lasted so long.
    fn pauses(lasted: u64, is_resumed: bool, close: Option<CloseReason>, times: usize) -> Vec<u64> {
        let at = Instant::now().checked_sub(Duration::from_secs(lasted)).expect("the machine is up for longer");
        let session = (close != Some(CloseReason::Unreachable)).then_some(Session { at, is_resumed });
        let mut history = History::default();
        let mut pause = || {
            history.connect();
            history.session = session;
            history.close = close.map(|reason| Close { reason, text: String::new() });
            history.jitter_percent = 0;
            history.pause().as_secs()
        };
        (0..times).map(|_| pause()).collect()
    }

    #[test]
    fn connections_that_do_not_last_are_opened_ever_more_slowly() {
        let ended = Some(CloseReason::SessionEnded);
        assert_eq!(pauses(5, false, ended, 13), [0, 5, 5, 5, 5, 10, 20, 40, 80, 160, 320, 600, 600]);
        assert_eq!(pauses(5, true, None, 12), [0, 1, 1, 1, 1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(pauses(5, false, Some(CloseReason::Unreachable), 8), [0, 5, 5, 5, 5, 10, 20, 20]);
        assert_eq!(pauses(30, true, None, 3), [0; 3], "a resumed session that has lasted costs nothing");
        assert_eq!(pauses(60, false, ended, 3), [0, 5, 5], "a session of a minute is none to spare");
    }
    #[test]
    fn a_pause_after_a_close_is_no_part_of_a_session() {
        let now = Instant::now();
        let at = now.checked_sub(LASTING_RESUMED).expect("the machine is up for longer");
        let session = Some(Session { at, is_resumed: true });
        assert!(History { session, closed_at: Some(now), ..History::default() }.has_lasted());
        assert!(!History { session, closed_at: Some(at), ..History::default() }.has_lasted());
    }
}
