//! Keeps one shard connected. serenity holds the connection, resumes it and begins sessions; this watchdog bounds what serenity 0.12 does
//! not: how often it connects, the closes after which it does nothing, and connections that never begin a session.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use futures::StreamExt as _;
use futures::channel::mpsc::UnboundedReceiver;
use serenity::all::{
    Context, Event, EventHandler, GatewayError, GatewayIntents, Interaction, RawEventHandler, Ready, ResumedEvent,
    ShardManager,
};
use serenity::gateway::ShardManagerOptions;
use tokio::sync::{broadcast, mpsc};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::counted_warning::CountedWarning;
use crate::discord::gateway::close_log::{Close, CloseReason};
use crate::discord::gateway::door::Door;
use crate::discord::gateway::{FatalClose, Gateway};
use crate::discord::responder::Responder;
use crate::metrics;
use crate::random::{Random as _, SystemRandom};

/// How often the watchdog looks whether serenity wants to connect.
const TURN: Duration = Duration::from_millis(100);

/// A connection that has no session after so long is given up.
const SESSION_TIMEOUT: Duration = Duration::from_mins(1);

const GOODBYE_TIMEOUT: Duration = Duration::from_secs(2);

/// Refusals of a shard in a row after which they count as final.
const MAX_REFUSALS: u32 = 3;

/// A session that has lasted so long was a good one: some more a day would use up what Discord allows.
const LASTING: Duration = Duration::from_mins(10);

/// A resumed session that has lasted so long was a good one: it costs none.
const LASTING_RESUMED: Duration = Duration::from_secs(30);

/// Keeps this shard connected until cancelled.
///
/// # Errors
/// [`FatalClose`] when Discord refuses it for good.
pub(super) async fn keep_connected(
    gateway: Arc<Gateway>,
    number: u32,
    cancel: CancellationToken,
) -> anyhow::Result<()> {
    // A shard that waits for its first session is missing to those who watch.
    metrics::shard(number, false);
    let mut pauses = Pauses::default();
    let mut refusals = 0;
    loop {
        let mut shard = Shard::start(&gateway, number);
        let Some(end) = cancel.run_until_cancelled(shard.watch(&mut pauses)).await else {
            shard.say_goodbye().await;
            return Ok(());
        };
        metrics::shard(number, false);
        let close = match end {
            End::Fatal(close) => return Err(close.into()),
            End::GivenUp(close) => close,
        };
        if shard.has_had_session() {
            refusals = 0;
        }
        shard.give_up().await;
        log_close(number, &close.text);
        if close.reason == CloseReason::Refused {
            refusals += 1;
            let Some(info) = cancel.run_until_cancelled(gateway.gate.ask()).await else { return Ok(()) };
            check_refusal(&gateway, number, &close.text, refusals, info?.shards)?;
        }
    }
}

/// # Errors
/// Where Discord wants other shards than these, or has refused this one too often.
fn check_refusal(
    gateway: &Gateway,
    number: u32,
    close: &str,
    refusals: u32,
    recommended: u32,
) -> Result<(), FatalClose> {
    let shards = gateway.shards;
    if recommended > shards.total {
        return Err(FatalClose::TooFewShards { total: shards.total, recommended });
    }
    if refusals < MAX_REFUSALS {
        return Ok(());
    }
    Err(FatalClose::Gateway(format!(
        "(shards {shards}): it refuses shard {number}, {MAX_REFUSALS} times in a row, with {close}. It recommends {recommended} \
         shards in all: change `discord.shards`"
    )))
}

fn log_close(shard: u32, reason: &str) {
    warn!(event = "gateway_closed", "The gateway connection of shard {shard} has ended: {reason}. Connecting again");
}

/// Why a shard is watched no longer.
enum End {
    Fatal(FatalClose),
    /// serenity does not bring it back.
    GivenUp(Close),
}

/// What the connection of a shard does.
enum Signal {
    Begun { session: String, resume_url: String },
    Resumed,
}

struct Shard<'a> {
    gateway: &'a Gateway,
    number: u32,
    manager: Arc<ShardManager>,
    door: Door,
    signals: mpsc::UnboundedReceiver<Signal>,
    closes: broadcast::Receiver<(u32, Close)>,
    /// The closes after which serenity ends by itself: 4004, 4013, 4014.
    ends: UnboundedReceiver<Result<(), GatewayError>>,
    unreadable: CountedWarning,
    /// Where Discord wants the session to be resumed.
    resume_url: Option<String>,
    /// The address for the next connection, if it may begin a session.
    admitted_to: Option<String>,
    /// The last connection that was opened.
    connection: Option<Connection>,
    /// Of the last connection.
    close: Option<Close>,
}

struct Connection {
    opened_at: Instant,
    session: Option<Session>,
}

/// A session that has begun or gone on with this connection.
#[derive(Debug, Clone, Copy)]
struct Session {
    at: Instant,
    is_resumed: bool,
}

impl<'a> Shard<'a> {
    /// serenity begins to connect, as far as the door lets it.
    fn start(gateway: &'a Gateway, number: u32) -> Self {
        let door = Door::closed();
        let (sender, signals) = mpsc::unbounded_channel();
        let handler = Arc::new(Handler { responder: Arc::clone(&gateway.responder), signals: sender });
        let closes = gateway.closes.subscribe();
        let (manager, ends) = ShardManager::new(ShardManagerOptions {
            data: Arc::default(),
            event_handlers: vec![Arc::clone(&handler) as _],
            raw_event_handlers: vec![handler],
            shard_index: number,
            shard_init: 1,
            shard_total: gateway.shards.total,
            ws_url: door.address(),
            http: Arc::clone(&gateway.http),
            intents: GatewayIntents::empty(),
            presence: None,
        });
        manager.initialize().expect("it has no errors in 0.12");
        Self {
            gateway,
            number,
            manager,
            door,
            signals,
            closes,
            ends,
            unreadable: CountedWarning::default(),
            resume_url: None,
            admitted_to: None,
            connection: None,
            close: None,
        }
    }

    /// Hands on what arrives until serenity cannot bring the connection back.
    async fn watch(&mut self, pauses: &mut Pauses) -> End {
        let mut turns = tokio::time::interval(TURN);
        loop {
            tokio::select! {
                Some(signal) = self.signals.recv() => self.note_session(signal),
                Ok((number, close)) = self.closes.recv() => {
                    if number == self.number && let Some(end) = self.note_close(close) {
                        return end;
                    }
                }
                Some(Err(error)) = self.ends.next() => return End::Fatal(fatal_close(&error)),
                _ = turns.tick() => {
                    if let Err(fatal) = self.open_door(pauses).await {
                        return End::Fatal(fatal);
                    }
                    if self.is_silent() {
                        let text = "Discord is silent".to_owned();
                        return End::GivenUp(Close { reason: CloseReason::Other, text });
                    }
                }
            }
        }
    }

    fn note_session(&mut self, signal: Signal) {
        let shard = self.number;
        let is_resumed = match signal {
            Signal::Begun { session, resume_url } => {
                info!(event = "gateway_connected", session, shard, "Connected to the gateway");
                self.resume_url = Some(resume_url);
                false
            }
            Signal::Resumed => {
                info!(event = "gateway_resumed", shard, "Connected to the gateway again");
                true
            }
        };
        metrics::shard(shard, true);
        if let Some(connection) = &mut self.connection {
            connection.session = Some(Session { at: Instant::now(), is_resumed });
        }
    }

    fn note_close(&mut self, close: Close) -> Option<End> {
        if close.reason == CloseReason::Unreadable {
            let shard = self.number;
            self.unreadable.add(move |count| {
                warn!(
                    event = "event_unreadable",
                    shard,
                    count = count.0,
                    "Ignored an event of the gateway that cannot be read{count}"
                );
            });
            return None;
        }
        metrics::shard(self.number, false);
        self.close = Some(close.clone());
        matches!(close.reason, CloseReason::Swallowed | CloseReason::Refused).then_some(End::GivenUp(close))
    }

    /// Lets serenity connect, if it wants to and has paused long enough.
    async fn open_door(&mut self, pauses: &mut Pauses) -> Result<(), FatalClose> {
        let is_early = |last: &Connection| last.opened_at.elapsed() < pauses.after(last, self.close.as_ref());
        if self.connection.as_ref().is_some_and(is_early) {
            return Ok(());
        }
        let has_session = self.connection.as_ref().is_some_and(|last| last.session.is_some());
        let has_ended = self.close.as_ref().is_some_and(|close| close.reason == CloseReason::SessionEnded);
        if (!has_session || has_ended) && self.admitted_to.is_none() {
            self.admitted_to = Some(self.gateway.gate.wait(self.number).await?);
        }
        let url = self.gateway.fixed_url.as_ref().or(self.admitted_to.as_ref()).or(self.resume_url.as_ref());
        let url = url.unwrap_or(&self.gateway.general_url).trim_end_matches('/').to_owned();
        if !self.door.let_one_through(&url).await {
            return Ok(());
        }
        self.admitted_to = None;
        metrics::shard(self.number, false);
        let last = self.connection.replace(Connection { opened_at: Instant::now(), session: None });
        pauses.count(last.as_ref());
        let close = self.close.take();
        if last.is_some() {
            let reason = close.as_ref().map_or("Discord asks for another one, or is silent", |close| &close.text);
            log_close(self.number, reason);
        }
        Ok(())
    }

    /// Whether a connection that was let through has not begun a session in time.
    fn is_silent(&self) -> bool {
        let is_late = |last: &Connection| last.session.is_none() && last.opened_at.elapsed() > SESSION_TIMEOUT;
        self.close.is_none() && self.connection.as_ref().is_some_and(is_late)
    }

    const fn has_had_session(&self) -> bool {
        self.resume_url.is_some()
    }

    async fn say_goodbye(self) {
        if self.connection.is_some_and(|connection| connection.session.is_some()) {
            tokio::time::timeout(GOODBYE_TIMEOUT, self.manager.shutdown_all()).await.ok();
        }
    }

    /// Ends what serenity still does for this shard.
    async fn give_up(self) {
        // A runner whose socket is closed would wait for its end without a pause; this message ends it.
        for runner in self.manager.runners.lock().await.values() {
            runner.runner_tx.shutdown_clean();
        }
        // It waits for runners that have ended.
        tokio::spawn(async move { self.manager.shutdown_all().await });
    }
}

/// What serenity calls.
struct Handler {
    responder: Arc<Responder>,
    signals: mpsc::UnboundedSender<Signal>,
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, _: Context, ready: Ready) {
        let Ready { session_id, resume_gateway_url, .. } = ready;
        self.signals.send(Signal::Begun { session: session_id, resume_url: resume_gateway_url }).ok();
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        self.signals.send(Signal::Resumed).ok();
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        self.responder.receive(interaction);
    }
}

#[async_trait]
impl RawEventHandler for Handler {
    async fn raw_event(&self, _: Context, event: Event) {
        if let Event::Unknown(event) = event
            && event.kind == "INTERACTION_CREATE"
        {
            self.responder.receive_unread(&event.value);
        }
    }
}

fn fatal_close(error: &GatewayError) -> FatalClose {
    match error {
        GatewayError::InvalidAuthentication => FatalClose::Token,
        GatewayError::InvalidGatewayIntents => FatalClose::Gateway("with close code 4013".to_owned()),
        GatewayError::DisallowedGatewayIntents => FatalClose::Gateway("with close code 4014".to_owned()),
        other => FatalClose::Gateway(format!("({other})")),
    }
}

impl Connection {
    fn has_lasted(&self) -> bool {
        self.session
            .is_some_and(|session| session.at.elapsed() >= if session.is_resumed { LASTING_RESUMED } else { LASTING })
    }
}

/// How far connections that do not last are apart.
#[derive(Debug, Default)]
struct Pauses {
    /// Connections in a row.
    connections: u32,
    /// What is added to the pause, so that shards that were lost together do not come back together.
    jitter_percent: u64,
}

impl Pauses {
    /// Counts a connection that is opened after this one.
    fn count(&mut self, last: Option<&Connection>) {
        if last.is_some_and(Connection::has_lasted) {
            self.connections = 0;
        }
        self.connections = self.connections.saturating_add(1);
        self.jitter_percent = SystemRandom.below(20);
    }

    /// How long after the opening of the last connection the next one may open: at once after the first, then after some seconds, which
    /// double from the sixth on.
    fn after(&self, last: &Connection, close: Option<&Close>) -> Duration {
        if last.has_lasted() || self.connections < 2 {
            return Duration::ZERO;
        }
        let (seconds, longest) = match (last.session, close) {
            // These cost no session.
            (Some(Session { is_resumed: true, .. }), _) => (1, 60),
            (_, Some(Close { reason: CloseReason::Unreachable, .. })) => (5, 20),
            _ => (5, 600),
        };
        let pause = (seconds * 2_u64.pow(self.connections.saturating_sub(5).min(10))).min(longest);
        Duration::from_secs(pause) * (100 + self.jitter_percent as u32) / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pauses in seconds after so many connections in a row, whose sessions lasted so long.
    fn pauses(lasted: u64, is_resumed: bool, close: Option<CloseReason>, times: usize) -> Vec<u64> {
        let at = Instant::now().checked_sub(Duration::from_secs(lasted)).expect("the machine is up for longer");
        let session = close.is_none().then_some(Session { at, is_resumed });
        let close = close.map(|reason| Close { reason, text: String::new() });
        let mut pauses = Pauses::default();
        let mut pause = || {
            let connection = Connection { opened_at: at, session };
            pauses.count(Some(&connection));
            pauses.jitter_percent = 0;
            pauses.after(&connection, close.as_ref()).as_secs()
        };
        (0..times).map(|_| pause()).collect()
    }

    #[test]
    fn connections_that_do_not_last_are_opened_ever_more_slowly() {
        assert_eq!(pauses(5, false, None, 13), [0, 5, 5, 5, 5, 10, 20, 40, 80, 160, 320, 600, 600]);
        assert_eq!(pauses(5, true, None, 12), [0, 1, 1, 1, 1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(pauses(5, false, Some(CloseReason::Unreachable), 8), [0, 5, 5, 5, 5, 10, 20, 20]);
        assert_eq!(pauses(30, true, None, 3), [0; 3], "a resumed session that has lasted costs nothing");
        assert_eq!(pauses(60, false, None, 3), [0, 5, 5], "a session of a minute is none to spare");
    }
}
