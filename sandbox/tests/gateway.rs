//! The gateway: sessions, replay, closing, and what can go wrong with delivery.

mod stage;

use std::time::Duration;

use serde_json::json;
use stage::{Gateway, Stage, Story};

/// Guilds, guild messages, direct messages.
const INTENTS: u64 = 1 | 1 << 9 | 1 << 12;

#[tokio::test]
async fn after_identify_come_ready_and_the_guild() -> Story {
    let stage = Stage::open().await?;
    let mut gateway = Gateway::connect(&stage).await?;
    gateway.identify(stage.sandbox.token(), INTENTS).await?;
    let ready = gateway.event("READY").await?;
    assert_eq!(ready["user"]["id"], stage.bot);
    assert_eq!(ready["application"]["id"], stage.bot);
    assert!(ready["resume_gateway_url"].as_str().is_some_and(|url| url.starts_with("ws://")));
    let guild = gateway.event("GUILD_CREATE").await?;
    assert_eq!(guild["channels"].as_array().map(Vec::len), Some(2));
    gateway.send(json!({ "op": 1, "d": gateway.seq })).await?;
    assert_eq!(gateway.next().await?["op"], 11);
    assert_eq!(stage.people.state("").await?["bot_online"], true);
    Ok(())
}

#[tokio::test]
async fn a_gateway_closes_with_the_code_of_the_mistake() -> Story {
    let stage = Stage::open().await?;
    let identify = |token: &str, intents: u64, shard: serde_json::Value| json!({ "op": 2, "d": { "token": token, "intents": intents, "properties": {}, "shard": shard } });
    let token = stage.sandbox.token();
    let cases = [
        ("a wrong token", identify("wrong", 0, json!([0, 1])), 4004),
        ("an intent there is not", identify(token, 1 << 40, json!([0, 1])), 4013),
        ("a shard there is not", identify(token, 0, json!([1, 1])), 4010),
        ("an opcode there is not", json!({ "op": 99 }), 4001),
        ("no opcode", json!({ "hello": 1 }), 4002),
        ("presence before identify", json!({ "op": 3, "d": {} }), 4003),
    ];
    for (what, frame, code) in cases {
        let mut gateway = Gateway::connect(&stage).await?;
        gateway.send(frame).await?;
        assert_eq!(gateway.closed().await?, Some(code), "{what}");
    }
    let mut gateway = Gateway::identified(&stage, 0).await?;
    gateway.identify(token, 0).await?;
    assert_eq!(gateway.closed().await?, Some(4005), "identify twice");
    Ok(())
}

#[tokio::test]
async fn what_was_missed_is_sent_again_after_resume() -> Story {
    let stage = Stage::open().await?;
    let mut gateway = Gateway::identified(&stage, 1 << 9).await?;
    let (session, seq) = (gateway.session.clone(), gateway.seq);
    stage.people.disconnect("drop", None).await?;
    assert_eq!(gateway.closed().await?, None, "no goodbye");
    for text in ["one", "two"] {
        stage.people.say(&stage.ada, &stage.games, text).await?;
    }
    let mut gateway = Gateway::resumed(&stage, &session, seq).await?;
    for n in 1..=2 {
        let frame = gateway.next().await?;
        assert_eq!((&frame["t"], &frame["s"]), (&json!("MESSAGE_CREATE"), &json!(seq + n)));
    }
    assert_eq!(gateway.next().await?["t"], "RESUMED");
    let mut ahead = Gateway::resumed(&stage, &session, 999).await?;
    assert_eq!(ahead.closed().await?, Some(4007));
    let mut unknown = Gateway::resumed(&stage, "nobody's", 1).await?;
    let frame = unknown.next().await?;
    assert_eq!((&frame["op"], &frame["d"]), (&json!(9), &json!(false)));
    unknown.identify(stage.sandbox.token(), 0).await?;
    unknown.event("READY").await?;
    Ok(())
}

#[tokio::test]
async fn a_session_that_said_goodbye_cannot_be_resumed() -> Story {
    let stage = Stage::open().await?;
    let mut gateway = Gateway::identified(&stage, 0).await?;
    gateway.socket.close(None).await?;
    let mut again = Gateway::identified(&stage, 0).await?;
    let frame = tokio_tungstenite::tungstenite::protocol::CloseFrame { code: 1000.into(), reason: "bye".into() };
    again.socket.close(Some(frame)).await?;
    tokio::time::sleep(Duration::from_millis(200)).await;
    let mut resumed = Gateway::resumed(&stage, &again.session, again.seq).await?;
    assert_eq!(resumed.next().await?["op"], 9);
    Ok(())
}

#[tokio::test]
async fn the_gateway_can_be_told_to_disconnect_in_each_way() -> Story {
    let stage = Stage::open().await?;
    let mut gateway = Gateway::identified(&stage, 0).await?;
    stage.people.disconnect("reconnect", None).await?;
    assert_eq!(gateway.next().await?["op"], 7);
    stage.people.disconnect("invalid_session", None).await?;
    assert_eq!(gateway.next().await?["op"], 9);
    let mut gateway = Gateway::identified(&stage, 0).await?;
    stage.people.disconnect("close", Some(4009)).await?;
    assert_eq!(gateway.closed().await?, Some(4009));
    assert!(stage.people.disconnect("nonsense", None).await.is_err());
    Ok(())
}

#[tokio::test]
async fn without_the_intent_there_is_no_event_and_without_content_no_text() -> Story {
    let stage = Stage::open().await?;
    stage.register(json!([{ "name": "ping", "description": "Answers" }])).await?;
    let mut none = Gateway::identified(&stage, 0).await?;
    let mut some = Gateway::identified(&stage, 1 << 9).await?;
    let mut content = Gateway::identified(&stage, 1 << 9 | 1 << 15).await?;
    stage.people.say(&stage.ada, &stage.games, "secret").await?;
    assert_eq!(some.event("MESSAGE_CREATE").await?["content"], "");
    assert_eq!(content.event("MESSAGE_CREATE").await?["content"], "secret");
    stage.people.slash(&stage.ada, &stage.games, "ping", json!([])).await?;
    assert_eq!(none.next().await?["t"], "INTERACTION_CREATE", "interactions need no intent");
    Ok(())
}

#[tokio::test]
async fn events_can_come_twice_or_in_another_order() -> Story {
    let stage = Stage::open().await?;
    let mut gateway = Gateway::identified(&stage, 1 << 9 | 1 << 15).await?;
    stage.people.faults(&json!({ "duplicate_events_percent": 100 })).await?;
    let said = stage.people.say(&stage.ada, &stage.games, "twice").await?;
    for _ in 0..2 {
        assert_eq!(gateway.event("MESSAGE_CREATE").await?["id"], said["id"]);
    }
    stage.people.faults(&json!({ "reorder_events": true })).await?;
    let (one, two) =
        (stage.people.say(&stage.ada, &stage.games, "one"), stage.people.say(&stage.bruno, &stage.games, "two"));
    one.await?;
    two.await?;
    let order = [gateway.event("MESSAGE_CREATE").await?, gateway.event("MESSAGE_CREATE").await?];
    assert_eq!(order.map(|event| event["content"].clone()), [json!("two"), json!("one")]);
    stage.people.say(&stage.ada, &stage.games, "alone").await?;
    assert_eq!(gateway.event("MESSAGE_CREATE").await?["content"], "alone", "nothing is held for ever");
    Ok(())
}
