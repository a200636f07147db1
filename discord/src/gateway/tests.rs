//! Gateways that end sessions in every way: how often each is connected to, what that costs, and how pauses grow.

mod closes;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::get;
use axum::{Json, Router};
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};
use tempfile::NamedTempFile;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::test_support::{FakeHandler, Recorder};

use super::*;

/// The gateway's answer to IDENTIFY or RESUME.
#[derive(Debug, Clone, Copy)]
enum Behavior {
    /// Begins sessions, and does this to them.
    Serve(Action),
    /// Answers with this close in place of a session.
    Refuse(u16),
    /// Begins a session, and ends each that goes on.
    EndResumed(Action),
    /// Closes each connection in place of a hello.
    CloseAtHello(u16),
}

#[derive(Debug, Clone, Copy)]
enum Action {
    Nothing,
    Close(u16),
    /// Without a close.
    Drop,
    /// An opcode with its data.
    Send(u8, Option<bool>),
    /// Neither events nor answers to heartbeats.
    Silence,
    /// Events that cannot be read.
    Garbage,
}

/// An event at the gateway.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Arrival {
    Connection,
    Identify,
    /// With the number of the last event.
    Resume(u64),
    Goodbye(u16),
    /// The gateway ends a session.
    End,
}

struct FakeGateway {
    behavior: Behavior,
    /// From then on it ends no session.
    mends_at: Option<Instant>,
    /// How long a connection stays open after a close.
    linger: Duration,
    heartbeat_ms: u64,
    url: String,
    arrivals: Mutex<Vec<(Instant, Arrival)>>,
    recorder: Arc<Recorder>,
    log: NamedTempFile,
}

impl FakeGateway {
    async fn start(behavior: Behavior) -> anyhow::Result<Arc<Self>> {
        Self::start_with(behavior, None, Duration::ZERO, 41_250).await
    }

    async fn start_with_heartbeat(behavior: Behavior, heartbeat_ms: u64) -> anyhow::Result<Arc<Self>> {
        Self::start_with(behavior, None, Duration::ZERO, heartbeat_ms).await
    }

    async fn start_with(
        behavior: Behavior,
        mends_at: Option<Instant>,
        linger: Duration,
        heartbeat_ms: u64,
    ) -> anyhow::Result<Arc<Self>> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let gateway = Arc::new(Self {
            behavior,
            mends_at,
            linger,
            heartbeat_ms,
            url: listener.local_addr()?.to_string(),
            arrivals: Mutex::default(),
            recorder: Arc::default(),
            log: NamedTempFile::new()?,
        });
        let app = Router::new()
            .route("/api/v10/gateway/bot", get(name_gateway))
            .route("/", get(upgrade))
            .route("/resume", get(upgrade))
            .with_state(Arc::clone(&gateway));
        tokio::spawn(async move { axum::serve(listener, app).await });
        Ok(gateway)
    }

    /// Connects to it, for so long or until the end.
    async fn serve_for(self: &Arc<Self>, time: Duration) -> anyhow::Result<Option<anyhow::Error>> {
        let cancel = CancellationToken::new();
        let running = self.connect(cancel.clone())?;
        let (before, started) = (cpu_time(), Instant::now());
        let running = async {
            tokio::time::sleep(time).await;
            cancel.cancel();
            running.await
        };
        let ended = running.await.context("the task has panicked")?.err();
        let cpu = cpu_time().saturating_sub(before);
        assert!(cpu < Duration::from_secs(1), "{:?}: {cpu:?} of CPU in {:?}", self.behavior, started.elapsed());
        Ok(ended)
    }

    /// Connects to it. The log of this thread, which is the test's own, tells of closes.
    fn connect(self: &Arc<Self>, cancel: CancellationToken) -> anyhow::Result<JoinHandle<anyhow::Result<()>>> {
        let (base, token) = (format!("http://{}", self.url), SecretString::from("t"));
        let closes = CloseLog::new();
        let lines = tracing_subscriber::fmt::layer().with_writer(Mutex::new(self.log.reopen()?));
        let lines = lines.with_filter(Targets::new().with_target("discord", LevelFilter::INFO));
        std::mem::forget(tracing_subscriber::registry().with(closes.clone().layer()).with(lines).set_default());
        let rest = Rest::new(&base, &token, None, 50, 10)?;
        let config = GatewayConfig { gateway_url: String::new(), token, shards: ShardSetting::Auto, closes };
        let responder = Arc::new(Responder::new(Arc::new(FakeHandler::default()), Arc::clone(&self.recorder) as _));
        Ok(tokio::spawn(async move { run(&config, responder, &rest, cancel).await }))
    }

    fn is_mended(&self) -> bool {
        self.mends_at.is_some_and(|mends_at| mends_at <= Instant::now())
    }

    fn note(&self, arrival: Arrival) {
        self.arrivals.lock().expect("free").push((Instant::now(), arrival));
    }

    /// When such a thing has arrived.
    fn times(&self, is_wanted: impl Fn(&Arrival) -> bool) -> Vec<Instant> {
        let arrivals = self.arrivals.lock().expect("free");
        arrivals.iter().filter(|(_, arrival)| is_wanted(arrival)).map(|(at, _)| *at).collect()
    }

    fn identifies(&self) -> usize {
        self.times(|arrival| *arrival == Arrival::Identify).len()
    }

    fn resumes(&self) -> usize {
        self.times(|arrival| matches!(arrival, Arrival::Resume(_))).len()
    }

    async fn serve(&self, mut socket: WebSocket) -> anyhow::Result<()> {
        self.note(Arrival::Connection);
        if let Behavior::CloseAtHello(code) = self.behavior {
            socket.send(Message::Close(Some(CloseFrame { code, reason: "A test.".into() }))).await?;
            return Ok(());
        }
        send(&mut socket, &json!({ "op": 10, "d": { "heartbeat_interval": self.heartbeat_ms } })).await?;
        let mut action = Action::Nothing;
        while let Some(message) = socket.recv().await {
            let text = match message? {
                Message::Text(text) if !matches!(action, Action::Silence) => text,
                Message::Close(frame) => {
                    self.note(Arrival::Goodbye(frame.map_or(1005, |frame| frame.code)));
                    // The answer is sent as the socket is read to its end.
                    continue;
                }
                _ => continue,
            };
            let frame: Value = serde_json::from_str(&text)?;
            let after = match (frame["op"].as_u64(), self.behavior) {
                (Some(1), _) => {
                    send(&mut socket, &json!({ "op": 11 })).await?;
                    continue;
                }
                (Some(2), behavior) => {
                    self.note(Arrival::Identify);
                    if let Behavior::Refuse(code) = behavior {
                        Action::Close(code)
                    } else {
                        let ready = json!({
                            "v": 10, "user": { "id": "128", "username": "Sumito" }, "guilds": [], "session_id": "s",
                            "resume_gateway_url": format!("ws://{}/resume", self.url), "shard": frame["d"]["shard"],
                            "application": { "id": "128", "flags": 0 },
                        });
                        send(&mut socket, &json!({ "op": 0, "t": "READY", "s": 1, "d": ready })).await?;
                        let press = sandbox::interaction::complete(json!({
                            "type": 2, "channel_id": "5", "user": { "id": "1", "username": "ada" },
                            "data": { "name": "help" },
                        }));
                        send(&mut socket, &json!({ "op": 0, "t": "INTERACTION_CREATE", "s": 2, "d": press })).await?;
                        match behavior {
                            Behavior::Serve(action) => action,
                            _ => Action::Close(4000),
                        }
                    }
                }
                (Some(6), behavior) => {
                    self.note(Arrival::Resume(frame["d"]["seq"].as_u64().unwrap_or(0)));
                    send(&mut socket, &json!({ "op": 0, "t": "RESUMED", "s": 3, "d": {} })).await?;
                    if let Behavior::EndResumed(action) = behavior { action } else { Action::Nothing }
                }
                _ => continue,
            };
            let after = if self.is_mended() { Action::Nothing } else { after };
            if matches!(after, Action::Close(_) | Action::Drop | Action::Send(9, _)) {
                self.note(Arrival::End);
            }
            match after {
                Action::Close(code) => {
                    socket.send(Message::Close(Some(CloseFrame { code, reason: "A test.".into() }))).await?;
                    tokio::time::sleep(self.linger).await;
                }
                Action::Drop => return Ok(()),
                Action::Send(op, data) => send(&mut socket, &json!({ "op": op, "d": data })).await?,
                Action::Garbage => {
                    for _ in 0..300 {
                        socket.send(Message::Text("{\"op\":".into())).await?;
                    }
                }
                Action::Nothing | Action::Silence => {}
            }
            action = after;
        }
        Ok(())
    }
}

async fn name_gateway(State(gateway): State<Arc<FakeGateway>>) -> Json<Value> {
    let limit = json!({ "total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1 });
    Json(json!({ "url": format!("ws://{}", gateway.url), "shards": 1, "session_start_limit": limit }))
}

async fn upgrade(State(gateway): State<Arc<FakeGateway>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(async move |socket| drop(gateway.serve(socket).await))
}

async fn send(socket: &mut WebSocket, frame: &Value) -> anyhow::Result<()> {
    Ok(socket.send(Message::Text(frame.to_string().into())).await?)
}

/// Of this thread, on which everything of a test runs.
fn cpu_time() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().expect("after the start")
}

type Outcome = anyhow::Result<()>;

#[tokio::test]
async fn an_interaction_is_read_and_the_goodbye_ends_the_session() -> Outcome {
    let gateway = FakeGateway::start(Behavior::Serve(Action::Nothing)).await?;
    assert!(gateway.serve_for(Duration::from_millis(500)).await?.is_none());
    assert_eq!(gateway.recorder.questions(), ["answer 4 flags 64"]);
    let arrivals: Vec<_> = gateway.arrivals.lock().expect("free").iter().map(|(_, arrival)| arrival.clone()).collect();
    assert_eq!(arrivals, [Arrival::Connection, Arrival::Identify, Arrival::Goodbye(1000)]);
    Ok(())
}

#[tokio::test]
async fn events_that_cannot_be_read_are_one_line_in_the_log() -> Outcome {
    let gateway = FakeGateway::start(Behavior::Serve(Action::Garbage)).await?;
    assert!(gateway.serve_for(Duration::from_secs(1)).await?.is_none());
    assert_eq!(gateway.times(|arrival| *arrival == Arrival::Goodbye(1000)).len(), 1, "the session goes on");
    let text = std::fs::read_to_string(gateway.log.path())?;
    assert_eq!(text.matches("Ignored an event of the gateway").count(), 1, "{text}");
    Ok(())
}

#[tokio::test]
async fn no_interval_of_heartbeats_ends_the_program() -> Outcome {
    for interval in [0, u64::MAX] {
        let gateway = FakeGateway::start_with_heartbeat(Behavior::Serve(Action::Nothing), interval).await?;
        assert!(gateway.serve_for(Duration::from_secs(2)).await?.is_none());
        assert_eq!(gateway.identifies(), 1, "{interval}");
    }
    Ok(())
}

#[tokio::test]
async fn sessions_that_end_as_they_go_on_are_resumed_ever_more_slowly() -> Outcome {
    for action in
        [Action::Close(4000), Action::Close(1001), Action::Drop, Action::Send(7, None), Action::Send(9, Some(true))]
    {
        let gateway = FakeGateway::start(Behavior::EndResumed(action)).await?;
        assert!(gateway.serve_for(Duration::from_secs(3)).await?.is_none());
        // At once, and then each second.
        let resumes = gateway.resumes();
        assert!((3..=4).contains(&resumes) && gateway.identifies() == 1, "{action:?}: {resumes}");
    }
    Ok(())
}

#[tokio::test]
async fn sessions_that_end_as_they_begin_use_up_few() -> Outcome {
    for action in [Action::Close(4003), Action::Close(4009), Action::Send(9, Some(false))] {
        let gateway = FakeGateway::start(Behavior::Serve(action)).await?;
        assert!(gateway.serve_for(Duration::from_secs(8)).await?.is_none());
        assert!(gateway.identifies() == 2 && gateway.resumes() == 0, "{action:?}: {}", gateway.identifies());
    }
    Ok(())
}

#[tokio::test]
async fn connections_that_never_begin_a_session_are_few() -> Outcome {
    for code in [1000, 1001, 4000, 4009] {
        let gateway = FakeGateway::start(Behavior::CloseAtHello(code)).await?;
        assert!(gateway.serve_for(Duration::from_secs(7)).await?.is_none());
        let connections = gateway.times(|arrival| *arrival == Arrival::Connection).len();
        assert!((1..=3).contains(&connections), "{code}: {connections}");
    }
    Ok(())
}

#[tokio::test]
async fn a_session_that_can_go_on_is_resumed_at_once_from_its_last_event() -> Outcome {
    let closes = [4000, 4001, 4002, 4005, 4008].map(Action::Close);
    let others = [Action::Drop, Action::Send(7, None), Action::Send(9, Some(true))];
    for action in closes.into_iter().chain(others) {
        let gateway = FakeGateway::start(Behavior::Serve(action)).await?;
        assert!(gateway.serve_for(Duration::from_millis(700)).await?.is_none());
        assert_eq!(
            (gateway.identifies(), gateway.times(|arrival| *arrival == Arrival::Resume(2)).len()),
            (1, 1),
            "{action:?}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn a_session_whose_number_is_wrong_is_resumed_from_its_beginning() -> Outcome {
    let gateway = FakeGateway::start(Behavior::Serve(Action::Close(4007))).await?;
    assert!(gateway.serve_for(Duration::from_millis(700)).await?.is_none());
    assert_eq!(gateway.times(|arrival| *arrival == Arrival::Resume(0)).len(), 1);
    assert_eq!((gateway.identifies(), gateway.resumes()), (1, 1));
    Ok(())
}

#[tokio::test]
async fn a_close_for_good_costs_one_session_and_a_refused_shard_three() -> Outcome {
    for (code, sessions, expected) in [
        (4004, 1, "Discord refuses the token"),
        (4013, 1, "for good"),
        (4014, 1, "Disallowed gateway intents"),
        (4010, 3, "close code 4010"),
    ] {
        let gateway = FakeGateway::start(Behavior::Refuse(code)).await?;
        let before = cpu_time();
        let running = gateway.connect(CancellationToken::new())?;
        let error = tokio::time::timeout(Duration::from_secs(30), running).await??.expect_err("an end");
        assert!(error.is::<FatalClose>() && error.to_string().contains(expected), "{code}: {error}");
        assert_eq!(gateway.identifies(), sessions, "{code}");
        assert!(cpu_time().saturating_sub(before) < Duration::from_secs(1));
    }
    Ok(())
}

#[tokio::test]
async fn a_zombie_is_found_when_the_next_heartbeat_is_due() -> Outcome {
    let gateway = FakeGateway::start_with_heartbeat(Behavior::Serve(Action::Silence), 500).await?;
    assert!(gateway.serve_for(Duration::from_secs(8)).await?.is_none());
    // serenity takes five seconds to begin another session.
    assert_eq!((gateway.identifies(), gateway.resumes()), (2, 0));
    Ok(())
}
