//! One connection of one shard, on a thread of its own.
//!
//! serenity's loop never gives its thread back after some closes (4003, 4010, 4011, a lost network): it asks a closed socket for
//! messages until a heartbeat is due. On a thread of its own it holds up nobody, and its watcher can tell.
//! serenity's queue of shards does not run either: it knows neither `max_concurrency` nor a session to resume.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use serenity::all::{
    ConnectionStage, Context, Event, GatewayEvent, GatewayIntents, Http, RawEventHandler, ReadyEvent, Shard, ShardId,
    ShardInfo, ShardManager, ShardRunner, ShardRunnerInfo,
};
use serenity::async_trait;
use serenity::gateway::{ShardManagerOptions, ShardMessenger, ShardRunnerOptions};
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use tracing::{debug, error, info};

use crate::discord::gateway::closes;
use crate::discord::gateway::closes::LastCloses;
use crate::discord::gateway::shards::Shards;
use crate::discord::responder::Responder;
use crate::metrics;

/// How long reaching Discord may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);

/// How long the goodbye may take.
const GOODBYE_TIMEOUT: Duration = Duration::from_secs(2);

/// What all connections share.
pub(super) struct Gateway {
    pub(super) http: Arc<Http>,
    /// The address that Discord names for every bot.
    pub(super) general_url: String,
    /// The host's own address of the gateway, for resuming too.
    pub(super) fixed_url: Option<String>,
    pub(super) shards: Shards,
    pub(super) responder: Arc<Responder>,
}

/// A session that can be resumed.
#[derive(Clone)]
pub(super) struct Session {
    /// How it began: Discord's name for it, and where to resume it.
    ready: Box<ReadyEvent>,
    /// The events of it that have arrived.
    events: u64,
}

impl Session {
    /// Where Discord wants it to be resumed.
    pub(super) fn resume_url(&self) -> &str {
        &self.ready.ready.resume_gateway_url
    }
}

/// What has arrived through a connection.
#[derive(Default)]
pub(super) struct Received {
    pub(super) session: Option<Session>,
    /// When the session began or went on.
    pub(super) connected_at: Option<Instant>,
}

/// How a connection has ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// Discord could not be reached.
    Unreachable(anyhow::Error),
    /// Discord refuses it: 4004, 4013, 4014.
    Refused(serenity::Error),
    /// Another connection may help.
    Lost,
}

/// A connection as its watcher sees it.
pub(super) struct Connection {
    pub(super) ended: oneshot::Receiver<Ended>,
    pub(super) received: Arc<Mutex<Received>>,
    /// What Discord said last, as long as the session has not gone on.
    pub(super) last_closes: LastCloses,
    busy: Arc<Busy>,
    /// Says goodbye.
    pub(super) stop: CancellationToken,
}

impl Connection {
    /// Connects a shard to this address: resumes a session or begins one.
    pub(super) fn open(gateway: &Arc<Gateway>, shard: u32, url: String, resumed: Option<Session>) -> Self {
        let (send, ended) = oneshot::channel();
        let connection = Self {
            ended,
            received: Arc::new(Mutex::new(Received { session: resumed.clone(), connected_at: None })),
            last_closes: LastCloses::default(),
            busy: Arc::default(),
            stop: CancellationToken::new(),
        };
        let (busy, stop) = (Arc::clone(&connection.busy), connection.stop.clone());
        let url = Arc::new(tokio::sync::Mutex::new(url));
        let forwarder = Forwarder {
            shard,
            gateway: Arc::clone(gateway),
            runtime: Handle::current(),
            received: Arc::clone(&connection.received),
            last_closes: Arc::clone(&connection.last_closes),
            url: Arc::clone(&url),
        };
        let last_closes = Arc::clone(&connection.last_closes);
        let gateway = Arc::clone(gateway);
        let serve = move || {
            closes::note_in(&last_closes);
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let _ = send.send(match runtime {
                Ok(runtime) => runtime.block_on(serve(&gateway, shard, url, resumed, forwarder, &busy, &stop)),
                Err(error) => Ended::Unreachable(error.into()),
            });
        };
        // Where no thread can be made, `ended` says that nobody will send.
        if let Err(error) = std::thread::Builder::new().name(format!("shard {shard}")).spawn(serve) {
            error!("Could not start a thread for shard {shard}: {error}");
        }
        connection
    }

    pub(super) fn received(&self) -> MutexGuard<'_, Received> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// For how long serenity has kept its thread busy.
    pub(super) fn busy_for(&self) -> Duration {
        self.busy.elapsed()
    }
}

impl Drop for Connection {
    /// Its thread ends too: nobody watches it by then, and the bot may be ending.
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

async fn serve(
    gateway: &Gateway,
    shard: u32,
    url: Arc<tokio::sync::Mutex<String>>,
    resumed: Option<Session>,
    forwarder: Forwarder,
    busy: &Busy,
    stop: &CancellationToken,
) -> Ended {
    let info = ShardInfo { id: ShardId(shard), total: gateway.shards.total };
    let opening = Shard::new(url, gateway.http.token(), info, GatewayIntents::empty(), None);
    let mut socket = match tokio::time::timeout(CONNECT_TIMEOUT, opening).await.context("no answer in time") {
        Ok(Ok(socket)) => socket,
        Ok(Err(error)) => return Ended::Unreachable(error.into()),
        Err(error) => return Ended::Unreachable(error),
    };
    if let Some(Session { ready, events }) = resumed {
        // As if this socket had begun the session. At Discord's hello, serenity then resumes it on a new one.
        let began = Ok(GatewayEvent::Dispatch(events, Event::Ready(*ready)));
        if let Err(error) = socket.handle_event(&began) {
            return Ended::Refused(error);
        }
    }
    // serenity's queue would begin a session without asking us: it waits for this address for ever.
    let never = Arc::new(tokio::sync::Mutex::new(String::new()));
    let _held = never.lock().await;
    let (data, forwarder) = (Arc::default(), Arc::new(forwarder));
    let (manager, _refusals) = ShardManager::new(ShardManagerOptions {
        data: Arc::clone(&data),
        event_handlers: Vec::new(),
        raw_event_handlers: Vec::new(),
        shard_index: shard,
        shard_init: 0,
        shard_total: gateway.shards.total,
        ws_url: Arc::clone(&never),
        http: Arc::clone(&gateway.http),
        intents: GatewayIntents::empty(),
        presence: None,
    });
    let mut runner = ShardRunner::new(ShardRunnerOptions {
        data,
        event_handlers: Vec::new(),
        raw_event_handlers: vec![forwarder],
        manager: Arc::clone(&manager),
        shard: socket,
        http: Arc::clone(&gateway.http),
    });
    let messenger = ShardMessenger::new(&runner);
    let entry = ShardRunnerInfo { latency: None, runner_tx: messenger, stage: ConnectionStage::Disconnected };
    manager.runners.lock().await.insert(ShardId(shard), entry);
    // serenity's restart waits for this before it ends its loop.
    manager.shutdown_finished(ShardId(shard));
    let mut running = pin!(runner.run());
    let ended = tokio::select! {
        ended = busy.watch(running.as_mut()) => ended,
        () = stop.cancelled() => {
            manager.shutdown(ShardId(shard), 1000).await;
            tokio::time::timeout(GOODBYE_TIMEOUT, busy.watch(running)).await.unwrap_or(Ok(()))
        }
    };
    // What arrived last is still on its way to the responder.
    tokio::time::sleep(Duration::from_millis(20)).await;
    ended.map_or_else(Ended::Refused, |()| Ended::Lost)
}

/// Since when a future has kept its thread busy.
struct Busy {
    began: Instant,
    /// In milliseconds from the beginning, plus one; 0 while it waits.
    since: AtomicU64,
}

impl Default for Busy {
    fn default() -> Self {
        Self { began: Instant::now(), since: AtomicU64::new(0) }
    }
}

impl Busy {
    async fn watch<F: Future>(&self, mut future: Pin<&mut F>) -> F::Output {
        poll_fn(|context| {
            self.since.store(self.elapsed_ms() + 1, Ordering::Relaxed);
            let polled: Poll<_> = future.as_mut().poll(context);
            self.since.store(0, Ordering::Relaxed);
            polled
        })
        .await
    }

    fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX - 1)
    }

    fn elapsed(&self) -> Duration {
        match self.since.load(Ordering::Relaxed) {
            0 => Duration::ZERO,
            since => Duration::from_millis((self.elapsed_ms() + 1).saturating_sub(since)),
        }
    }
}

/// Takes what Discord sends.
struct Forwarder {
    shard: u32,
    gateway: Arc<Gateway>,
    /// Where interactions are answered.
    runtime: Handle,
    received: Arc<Mutex<Received>>,
    last_closes: LastCloses,
    /// Where serenity resumes.
    url: Arc<tokio::sync::Mutex<String>>,
}

impl Forwarder {
    fn received(&self) -> MutexGuard<'_, Received> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The close after which serenity has connected again by itself. Of others the log has told already.
    fn after_close(&self) -> String {
        closes::take(&self.last_closes).map_or_else(String::new, |close| format!(", after {close}"))
    }
}

#[async_trait]
impl RawEventHandler for Forwarder {
    async fn raw_event(&self, _: Context, event: Event) {
        // serenity keeps the number of the last event to itself. Discord numbers them one by one from the ready on.
        if let Some(session) = &mut self.received().session {
            session.events += 1;
        }
        // serenity hands over its own types, never the text. What it cannot read, such as a new kind of channel, it passes on as JSON.
        // Our reader needs JSON for that anyway, so a typed interaction becomes JSON too: one reader, and one place for its rules.
        let interaction = match event {
            Event::InteractionCreate(event) => serde_json::to_value(&event.interaction).map(|mut interaction| {
                // serenity keeps the type in the variant and leaves it out of the JSON.
                interaction["type"] = u8::from(event.interaction.kind()).into();
                interaction
            }),
            Event::Unknown(event) if event.kind == "INTERACTION_CREATE" => Ok(event.value),
            Event::Ready(event) => {
                let session = Session { ready: Box::new(event), events: 1 };
                let close = self.after_close();
                info!(
                    event = "gateway_connected",
                    session = session.ready.ready.session_id,
                    shard = self.shard,
                    "Connected to the gateway{close}"
                );
                if self.gateway.fixed_url.is_none() {
                    session.resume_url().clone_into(&mut *self.url.lock().await);
                }
                metrics::shard(self.shard, true);
                *self.received() = Received { session: Some(session), connected_at: Some(Instant::now()) };
                return;
            }
            Event::Resumed(_) => {
                metrics::shard(self.shard, true);
                self.received().connected_at.get_or_insert_with(Instant::now);
                let close = self.after_close();
                info!(event = "gateway_resumed", shard = self.shard, "Connected to the gateway again{close}");
                return;
            }
            other => {
                debug!(kind = ?other.name(), "Ignored an event");
                return;
            }
        };
        match interaction {
            Ok(json) => {
                let _entered = self.runtime.enter();
                drop(self.gateway.responder.receive(&json));
            }
            Err(error) => error!(%error, "Could not read an interaction: {error}"),
        }
    }
}
