//! Gateways that end sessions in every way: how often each is connected to, what that costs, and how pauses grow.

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
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::discord::gateway::pauses::Failures;
use crate::discord::test_support::{FakeHandler, Recorder};

use super::*;

/// What the gateway does once a session has been asked for or is to go on.
#[derive(Debug, Clone, Copy)]
enum Behavior {
    /// Begins sessions, and does this to them.
    Serve(Action),
    /// Answers with this close in place of a session.
    Refuse(u16),
    /// Begins a session, and ends each that goes on.
    EndResumed(Action),
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

/// What has arrived at the gateway.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Arrival {
    Connection,
    Identify,
    /// With the number of the last event.
    Resume(u64),
    Goodbye(u16),
}

struct FakeGateway {
    behavior: Behavior,
    heartbeat_ms: u64,
    url: String,
    arrivals: Mutex<Vec<(Instant, Arrival)>>,
    recorder: Arc<Recorder>,
}

impl FakeGateway {
    async fn start(behavior: Behavior) -> anyhow::Result<Arc<Self>> {
        Self::start_with_heartbeat(behavior, 41_250).await
    }

    async fn start_with_heartbeat(behavior: Behavior, heartbeat_ms: u64) -> anyhow::Result<Arc<Self>> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let gateway = Arc::new(Self {
            behavior,
            heartbeat_ms,
            url: listener.local_addr()?.to_string(),
            arrivals: Mutex::default(),
            recorder: Arc::default(),
        });
        let app = Router::new()
            .route("/api/v10/gateway/bot", get(name_gateway))
            .route("/", get(upgrade))
            .route("/resume/", get(upgrade))
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

    fn connect(self: &Arc<Self>, cancel: CancellationToken) -> anyhow::Result<JoinHandle<anyhow::Result<()>>> {
        let (base, token) = (format!("http://{}", self.url), SecretString::from("t"));
        let rest = Rest::new(&base, token.clone(), 50, 10)?;
        let config = GatewayConfig { gateway_url: String::new(), token, shards: ShardSetting::Auto };
        let responder = Arc::new(Responder::new(Arc::new(FakeHandler::default()), Arc::clone(&self.recorder) as _));
        Ok(tokio::spawn(async move { run(&config, responder, &rest, cancel).await }))
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
                        let ready =
                            json!({ "session_id": "s", "resume_gateway_url": format!("ws://{}/resume", self.url) });
                        send(&mut socket, &json!({ "op": 0, "t": "READY", "s": 1, "d": ready })).await?;
                        let press = json!({
                            "id": "77", "type": 2, "token": "t", "channel_id": "5", "user": { "id": "1", "username": "ada" },
                            "data": { "name": "help" },
                        });
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
            match after {
                Action::Close(code) => {
                    socket.send(Message::Close(Some(CloseFrame { code, reason: "A test.".into() }))).await?;
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
    let log = tempfile::NamedTempFile::new()?;
    let subscriber = tracing_subscriber::fmt().with_writer(Mutex::new(log.reopen()?)).finish();
    let _default = tracing::subscriber::set_default(subscriber);
    let gateway = FakeGateway::start(Behavior::Serve(Action::Garbage)).await?;
    assert!(gateway.serve_for(Duration::from_millis(500)).await?.is_none());
    assert_eq!(gateway.times(|arrival| *arrival == Arrival::Goodbye(1000)).len(), 1, "the session goes on");
    let text = std::fs::read_to_string(log.path())?;
    assert_eq!(text.matches("Ignored an event of the gateway").count(), 1, "{text}");
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
    for action in [Action::Close(4003), Action::Close(4007), Action::Close(4009), Action::Send(9, Some(false))] {
        let gateway = FakeGateway::start(Behavior::Serve(action)).await?;
        assert!(gateway.serve_for(Duration::from_secs(7)).await?.is_none());
        assert!(gateway.identifies() == 2 && gateway.resumes() == 0, "{action:?}: {}", gateway.identifies());
    }
    Ok(())
}

#[tokio::test]
async fn a_session_that_can_go_on_is_resumed_at_once_from_its_last_event() -> Outcome {
    for action in
        [Action::Close(4000), Action::Close(4008), Action::Drop, Action::Send(7, None), Action::Send(9, Some(true))]
    {
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
async fn a_close_for_good_costs_one_session_and_a_refused_shard_three() -> Outcome {
    for (code, sessions, expected) in [
        (4004, 1, "Discord refuses the token"),
        (4013, 1, "close code 4013 (A test)"),
        (4014, 1, "for good"),
        (4010, 3, "close code 4010 (A test)"),
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
    assert!(gateway.serve_for(Duration::from_millis(1500)).await?.is_none());
    let (begun, resumed) = (gateway.times(|arrival| *arrival == Arrival::Identify), gateway.resumes());
    let found = gateway.times(|arrival| *arrival == Arrival::Resume(2));
    assert!(begun.len() == 1 && resumed == 1 && found.len() == 1, "{begun:?} {resumed}");
    // The first heartbeat within an interval, and the next one after it.
    assert!(found[0] - begun[0] < Duration::from_millis(1150), "{:?}", found[0] - begun[0]);
    Ok(())
}

/// Pauses in seconds after connections that have lasted so long.
fn pauses(failures: &mut Failures, connected_for: u64, resumes: bool, times: usize) -> Vec<u64> {
    let connected_for = Some(Duration::from_secs(connected_for));
    let mut pause = || failures.pause(false, connected_for, resumes, Instant::now()).expect("Discord is there");
    (0..times).map(|_| pause().as_secs()).collect()
}

#[test]
fn connections_that_do_not_last_are_opened_ever_more_slowly() {
    let mut failures = Failures::default();
    assert_eq!(pauses(&mut failures, 5, false, 13), [0, 5, 5, 5, 5, 10, 20, 40, 80, 160, 320, 600, 600]);
    assert_eq!(pauses(&mut failures, 5, true, 12), [0, 1, 1, 1, 1, 2, 4, 8, 16, 32, 60, 60]);
    assert_eq!(pauses(&mut failures, 599, false, 1), [600], "a session of some minutes is none to spare");
    assert_eq!(pauses(&mut failures, 600, false, 2), [0, 0], "a good session is followed by another one at once");
    assert_eq!(pauses(&mut failures, 82, true, 5), [0; 5], "a zombie is found after two heartbeats");
}

#[test]
fn a_session_is_resumed_elsewhere_when_its_host_is_out_of_reach() {
    let (mut failures, now) = (Failures::default(), Instant::now());
    let mut tried = Vec::new();
    for _ in 0..7 {
        tried.push(failures.resume_at("own", "general"));
        failures.pause(true, None, true, now).expect("no time passes");
    }
    assert_eq!(tried, ["own", "own", "own", "general", "own", "general", "own"]);
    failures.pause(false, Some(Duration::from_mins(10)), true, now).expect("Discord is there");
    assert_eq!(failures.resume_at("own", "general"), "own");
}

#[test]
fn a_discord_out_of_reach_is_tried_often_and_not_for_ever() {
    let (mut failures, start) = (Failures::default(), Instant::now());
    let (mut now, mut tried) = (start, Vec::new());
    while let Ok(pause) = failures.pause(true, None, false, now) {
        now += pause;
        tried.push((now - start).as_secs());
    }
    assert_eq!(tried, [5, 15, 35, 55, 75, 95, 115, 135, 155, 175, 195]);
}
