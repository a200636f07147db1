//! Faults, the clock, the log, and who is let in.

mod stage;

use std::time::{Duration, Instant};

use sandbox::Options;
use serde_json::{Value, json};
use stage::{Stage, Story};

#[tokio::test]
async fn a_named_fault_hits_so_often_and_nothing_happens_meanwhile() -> Story {
    let stage = Stage::open().await?;
    let fault = json!({ "method": "POST", "path_contains": "/messages", "status": 503, "code": 0, "times": 2 });
    stage.people.faults(&json!({ "fail_next": [fault] })).await?;
    let hello = json!({ "content": "hello" });
    for status in [503, 503, 200] {
        assert_eq!(stage.write(&stage.games, hello.clone()).await?.status, status);
    }
    assert_eq!(stage.people.messages(&stage.games, &stage.ada).await?.len(), 1);
    assert!(stage.people.faults(&json!({ "latencyms": 1 })).await.is_err(), "a misspelled fault is told");
    Ok(())
}

#[tokio::test]
async fn a_made_up_rate_limit_says_when_to_come_back() -> Story {
    let stage = Stage::open().await?;
    stage.people.faults(&json!({ "rate_limit_percent": 100 })).await?;
    let reply = stage.rest("GET", "users/@me", Value::Null).await?;
    assert_eq!(reply.status, 429);
    assert!(reply.body["retry_after"].as_f64().is_some_and(|seconds| seconds > 0.0), "{reply:?}");
    assert_eq!(reply.body["global"], false);
    for name in ["retry-after", "x-ratelimit-remaining", "x-ratelimit-reset-after", "x-ratelimit-bucket"] {
        assert!(reply.headers.contains_key(name), "{name}");
    }
    stage.people.faults(&json!({ "fail_5xx_percent": 100 })).await?;
    assert_eq!(stage.rest("GET", "users/@me", Value::Null).await?.status, 502);
    Ok(())
}

#[tokio::test]
async fn a_lost_answer_is_carried_out_and_the_nonce_finds_it() -> Story {
    let stage = Stage::open().await?;
    let named = json!({ "fail_next": [{ "method": "POST", "path_contains": "/messages", "status": 0 }] });
    for (count, fault) in [(1, json!({ "drop_answer_percent": 100 })), (2, named)] {
        stage.people.faults(&fault).await?;
        let body = json!({ "content": "once", "nonce": format!("abc{count}"), "enforce_nonce": true });
        assert!(stage.write(&stage.games, body.clone()).await.is_err(), "the connection is closed");
        stage.people.faults(&json!({})).await?;
        let reply = stage.write(&stage.games, body).await?;
        let seen = stage.people.messages(&stage.games, &stage.ada).await?;
        assert_eq!((seen.len(), &seen[count - 1]["id"]), (count, &reply.body["id"]));
    }
    Ok(())
}

#[tokio::test]
async fn a_nonce_is_forgotten_after_minutes_and_means_nothing_unenforced() -> Story {
    let stage = Stage::open().await?;
    let body = json!({ "content": "x", "nonce": 7, "enforce_nonce": true });
    let first = stage.write(&stage.games, body.clone()).await?.body["id"].clone();
    assert_eq!(stage.write(&stage.games, body.clone()).await?.body["id"], first);
    assert_ne!(stage.write(&stage.games, json!({ "content": "x", "nonce": 7 })).await?.body["id"], first);
    let general = stage.people.channel("general").await?;
    assert_ne!(stage.write(&general, body.clone()).await?.body["id"], first, "another channel");
    stage.people.advance(10 * 60_000).await?;
    assert_ne!(stage.write(&stage.games, body).await?.body["id"], first);
    Ok(())
}

#[tokio::test]
async fn latency_delays_requests() -> Story {
    let stage = Stage::open().await?;
    stage.people.faults(&json!({ "latency_ms": 120 })).await?;
    let start = Instant::now();
    stage.rest("GET", "gateway", Value::Null).await?;
    assert!(start.elapsed() >= Duration::from_millis(120));
    Ok(())
}

#[tokio::test]
async fn strict_limits_refuse_the_sixth_message() -> Story {
    let stage = Stage::open_with(Options { strict_rate_limits: true, ..Options::default() }).await?;
    for n in 0..5 {
        assert_eq!(stage.write(&stage.games, json!({ "content": "x" })).await?.status, 200, "{n}");
    }
    let reply = stage.write(&stage.games, json!({ "content": "x" })).await?;
    assert_eq!((reply.status, &reply.body["message"]), (429, &json!("You are being rate limited.")));
    stage.people.advance(5000).await?;
    assert_eq!(stage.write(&stage.games, json!({ "content": "x" })).await?.status, 200);
    Ok(())
}

#[tokio::test]
async fn who_waits_for_the_clock_hears_of_its_move() -> Story {
    let stage = Stage::open().await?;
    let people = stage.people.clone();
    let waiting = tokio::spawn(async move { people.get("clock?known=0").await });
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(!waiting.is_finished());
    stage.people.advance(86_400_000).await?;
    assert_eq!(waiting.await??["offset_ms"], 86_400_000);
    assert!(stage.people.post("clock", &json!({ "advance_ms": i64::MAX })).await.is_err());
    assert!(stage.people.post("clock", &json!({})).await.is_err());
    Ok(())
}

#[tokio::test]
async fn the_log_and_the_record_hold_each_request() -> Story {
    let path = std::env::temp_dir().join(format!("sandbox-record-{}.jsonl", std::process::id()));
    let stage = Stage::open_with(Options { record: Some(path.clone()), ..Options::default() }).await?;
    stage.write(&stage.games, json!({ "content": "one" })).await?;
    stage
        .send_files("POST", &format!("channels/{}/messages", stage.games), &json!({}), &[("a.txt", vec![1; 9])])
        .await?;
    stage.write("1", json!({ "content": "three" })).await?;
    let (entries, next) = stage.people.log(0).await?;
    assert_eq!((entries.len(), next), (3, 3));
    assert_eq!(entries[0].body["content"], "one");
    assert_eq!((&*entries[1].files[0].name, entries[1].files[0].bytes), ("a.txt", 9));
    assert_eq!((entries[2].status, entries[2].error_code), (404, Some(10003)));
    assert!(stage.people.log(next).await?.0.is_empty());
    let recorded = std::fs::read_to_string(&path)?;
    std::fs::remove_file(&path)?;
    assert_eq!(recorded.lines().count(), 3);
    Ok(())
}

#[tokio::test]
async fn pages_of_other_sites_are_not_let_in() -> Story {
    let stage = Stage::open().await?;
    let url = format!("{}/sandbox/state", stage.sandbox.base_url());
    for (header, value, status) in [
        ("Host", "evil.example", 403),
        ("Host", "127.0.0.1.evil.example", 403),
        ("Host", "localhost:7878", 200),
        ("Origin", "http://evil.example", 403),
        ("Origin", "null", 403),
        ("Origin", "http://localhost:7878", 200),
    ] {
        let answer = stage.http.get(&url).header(header, value).send().await?;
        assert_eq!(answer.status().as_u16(), status, "{header}: {value}");
    }
    let page = stage.http.get(stage.sandbox.base_url()).send().await?;
    assert!(page.headers()["content-type"].to_str()?.starts_with("text/html"));
    Ok(())
}
