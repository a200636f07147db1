//! The gateway: sessions, replay, close codes, and faults of delivery.

use std::time::{Duration, Instant};

use crate::harness::{Gateway, Harness, TestResult};
use serde_json::json;

/// The sandbox notices a closed connection a moment later.
async fn wait_until_offline(harness: &Harness) -> TestResult {
    for _ in 0..3000 {
        if harness.users.state("").await?["bot_online"] == false {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    anyhow::bail!("the sandbox did not notice within 30 s that the bot is offline")
}

/// Guilds, guild messages, direct messages.
const INTENTS: u64 = 1 | 1 << 9 | 1 << 12;

#[tokio::test]
async fn identify_is_followed_by_ready_and_the_guild() -> TestResult {
    let harness = Harness::start().await?;
    let mut gateway = Gateway::connect(&harness).await?;
    gateway.identify(harness.sandbox.token(), INTENTS).await?;
    let ready = gateway.event("READY").await?;
    assert_eq!(ready["user"]["id"], harness.bot);
    assert_eq!(ready["application"]["id"], harness.bot);
    assert!(ready["resume_gateway_url"].as_str().is_some_and(|url| url.starts_with("ws://")));
    let guild = gateway.event("GUILD_CREATE").await?;
    assert_eq!(guild["channels"].as_array().map(Vec::len), Some(2));
    gateway.send(json!({ "op": 1, "d": gateway.seq })).await?;
    assert_eq!(gateway.next().await?["op"], 11);
    assert_eq!(harness.users.state("").await?["bot_online"], true);
    Ok(())
}

#[tokio::test]
async fn the_gateway_closes_with_the_code_of_the_error() -> TestResult {
    let harness = Harness::start().await?;
    let identify = |token: &str, intents: u64, shard: serde_json::Value| json!({ "op": 2, "d": { "token": token, "intents": intents, "properties": {}, "shard": shard } });
    let token = harness.sandbox.token();
    let cases = [
        ("a wrong token", identify("wrong", 0, json!([0, 1])), 4004),
        ("an intent there is not", identify(token, 1 << 40, json!([0, 1])), 4013),
        ("a shard there is not", identify(token, 0, json!([1, 1])), 4010),
        ("an opcode there is not", json!({ "op": 99 }), 4001),
        ("no opcode", json!({ "hello": 1 }), 4002),
        ("presence before identify", json!({ "op": 3, "d": {} }), 4003),
    ];
    for (what, frame, code) in cases {
        let mut gateway = Gateway::connect(&harness).await?;
        gateway.send(frame).await?;
        assert_eq!(gateway.close_code().await?, Some(code), "{what}");
    }
    let mut gateway = Gateway::connect_and_identify(&harness, 0).await?;
    gateway.identify(token, 0).await?;
    assert_eq!(gateway.close_code().await?, Some(4005), "identify twice");
    Ok(())
}

#[tokio::test]
async fn missed_events_are_sent_again_after_resume() -> TestResult {
    let harness = Harness::start().await?;
    let mut gateway = Gateway::connect_and_identify(&harness, 1 << 9).await?;
    let (session, seq) = (gateway.session.clone(), gateway.seq);
    harness.users.disconnect("drop", None).await?;
    assert_eq!(gateway.close_code().await?, None, "no goodbye");
    for text in ["one", "two"] {
        harness.users.say(&harness.ada, &harness.games, text).await?;
    }
    let mut gateway = Gateway::connect_and_resume(&harness, &session, seq).await?;
    for n in 1..=2 {
        let frame = gateway.next().await?;
        assert_eq!((&frame["t"], &frame["s"]), (&json!("MESSAGE_CREATE"), &json!(seq + n)));
    }
    assert_eq!(gateway.next().await?["t"], "RESUMED");
    let mut ahead = Gateway::connect_and_resume(&harness, &session, 999).await?;
    assert_eq!(ahead.close_code().await?, Some(4007));
    let mut unknown = Gateway::connect_and_resume(&harness, "unknown", 1).await?;
    let frame = unknown.next().await?;
    assert_eq!((&frame["op"], &frame["d"]), (&json!(9), &json!(false)));
    unknown.identify(harness.sandbox.token(), 0).await?;
    unknown.event("READY").await?;
    Ok(())
}

#[tokio::test]
async fn a_session_closed_by_its_client_cannot_be_resumed() -> TestResult {
    let harness = Harness::start().await?;
    let mut gateway = Gateway::connect_and_identify(&harness, 0).await?;
    gateway.socket.close(None).await?;
    let mut again = Gateway::connect_and_identify(&harness, 0).await?;
    let frame = tokio_tungstenite::tungstenite::protocol::CloseFrame { code: 1000.into(), reason: "bye".into() };
    again.socket.close(Some(frame)).await?;
    wait_until_offline(&harness).await?;
    let mut resumed = Gateway::connect_and_resume(&harness, &again.session, again.seq).await?;
    assert_eq!(resumed.next().await?["op"], 9);
    Ok(())
}

#[tokio::test]
async fn each_kind_of_disconnect_can_be_injected() -> TestResult {
    let harness = Harness::start().await?;
    let mut gateway = Gateway::connect_and_identify(&harness, 0).await?;
    harness.users.disconnect("reconnect", None).await?;
    assert_eq!(gateway.next().await?["op"], 7);
    harness.users.disconnect("invalid_session", None).await?;
    assert_eq!(gateway.next().await?["op"], 9);
    let mut gateway = Gateway::connect_and_identify(&harness, 0).await?;
    harness.users.disconnect("close", Some(4009)).await?;
    assert_eq!(gateway.close_code().await?, Some(4009));
    assert!(harness.users.disconnect("nonsense", None).await.is_err());
    Ok(())
}

#[tokio::test]
async fn a_session_refused_once_or_to_be_resumed_elsewhere() -> TestResult {
    let harness = Harness::start().await?;
    harness.users.faults(&json!({ "invalid_sessions": 2 })).await?;
    let mut gateway = Gateway::connect(&harness).await?;
    for _ in 0..2 {
        gateway.identify(harness.sandbox.token(), 1 << 9).await?;
        let frame = gateway.next().await?;
        assert_eq!((&frame["op"], &frame["d"]), (&json!(9), &json!(false)));
    }
    gateway.identify(harness.sandbox.token(), 1 << 9).await?;
    let session = gateway.event("READY").await?["session_id"].as_str().unwrap_or_default().to_owned();
    assert_eq!(harness.users.state("").await?["gateway_identifies"].as_array().map(Vec::len), Some(3));
    harness.users.disconnect("resumable_session", None).await?;
    let frame = gateway.next().await?;
    assert_eq!((&frame["op"], &frame["d"]), (&json!(9), &json!(true)));
    gateway.socket.close(None).await?;
    harness.users.say(&harness.ada, &harness.games, "meanwhile").await?;
    let mut resumed = Gateway::connect_and_resume(&harness, &session, gateway.seq).await?;
    resumed.event("MESSAGE_CREATE").await?;
    resumed.event("RESUMED").await?;
    Ok(())
}

#[tokio::test]
async fn a_zombie_is_silent_and_its_session_goes_on_elsewhere() -> TestResult {
    let harness = Harness::start().await?;
    harness.users.faults(&json!({ "heartbeat_interval_ms": 1000 })).await?;
    let mut gateway = Gateway::connect_and_identify(&harness, 1 << 9).await?;
    harness.users.disconnect("zombie", None).await?;
    gateway.send(json!({ "op": 1, "d": gateway.seq })).await?;
    harness.users.say(&harness.ada, &harness.games, "unheard").await?;
    assert!(tokio::time::timeout(Duration::from_millis(200), gateway.next()).await.is_err(), "it says nothing");
    let mut resumed = Gateway::connect_and_resume(&harness, &gateway.session, gateway.seq).await?;
    resumed.event("MESSAGE_CREATE").await?;
    Ok(())
}

#[tokio::test]
async fn events_need_their_intent_and_texts_the_content_intent() -> TestResult {
    let harness = Harness::start().await?;
    harness.register(json!([{ "name": "ping", "description": "Answers" }])).await?;
    let mut none = Gateway::connect_and_identify(&harness, 0).await?;
    let mut some = Gateway::connect_and_identify(&harness, 1 << 9).await?;
    let mut content = Gateway::connect_and_identify(&harness, 1 << 9 | 1 << 15).await?;
    harness.users.say(&harness.ada, &harness.games, "secret").await?;
    assert_eq!(some.event("MESSAGE_CREATE").await?["content"], "");
    assert_eq!(content.event("MESSAGE_CREATE").await?["content"], "secret");
    harness.users.slash(&harness.ada, &harness.games, "ping", json!([])).await?;
    assert_eq!(none.next().await?["t"], "INTERACTION_CREATE", "interactions need no intent");
    Ok(())
}

#[tokio::test]
async fn events_can_be_duplicated_and_reordered() -> TestResult {
    let harness = Harness::start().await?;
    let mut gateway = Gateway::connect_and_identify(&harness, 1 << 9 | 1 << 15).await?;
    harness.users.faults(&json!({ "duplicate_events_percent": 100 })).await?;
    let message = harness.users.say(&harness.ada, &harness.games, "twice").await?;
    for _ in 0..2 {
        assert_eq!(gateway.event("MESSAGE_CREATE").await?["id"], message["id"]);
    }
    harness.users.faults(&json!({ "reorder_events": true })).await?;
    // An event is held for 40 ms only. On a busy machine the second one may come later: then try again.
    for attempt in 1.. {
        anyhow::ensure!(attempt < 500, "two messages within 40 ms were never possible");
        let start = Instant::now();
        harness.users.say(&harness.ada, &harness.games, "one").await?;
        harness.users.say(&harness.bruno, &harness.games, "two").await?;
        if start.elapsed() < Duration::from_millis(40) {
            break;
        }
        for _ in 0..2 {
            gateway.event("MESSAGE_CREATE").await?;
        }
    }
    let order = [gateway.event("MESSAGE_CREATE").await?, gateway.event("MESSAGE_CREATE").await?];
    assert_eq!(order.map(|event| event["content"].clone()), [json!("two"), json!("one")]);
    harness.users.say(&harness.ada, &harness.games, "alone").await?;
    assert_eq!(gateway.event("MESSAGE_CREATE").await?["content"], "alone", "the last event is not held for ever");
    Ok(())
}
