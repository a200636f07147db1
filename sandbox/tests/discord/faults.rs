//! Faults, the clock, the log, and protection from other sites.

use std::time::{Duration, Instant};

use crate::harness::{Harness, TestResult};
use sandbox::Options;
use serde_json::{Value, json};

#[tokio::test]
async fn a_named_fault_fails_its_number_of_requests() -> TestResult {
    let harness = Harness::start().await?;
    let fault = json!({ "method": "POST", "path_contains": "/messages", "status": 503, "code": 0, "times": 2 });
    harness.users.faults(&json!({ "fail_next": [fault] })).await?;
    let hello = json!({ "content": "hello" });
    for status in [503, 503, 200] {
        assert_eq!(harness.write(&harness.games, hello.clone()).await?.status, status);
    }
    assert_eq!(harness.users.messages(&harness.games, &harness.ada).await?.len(), 1);
    assert!(harness.users.faults(&json!({ "latencyms": 1 })).await.is_err(), "a misspelled fault is refused");
    Ok(())
}

#[tokio::test]
async fn an_injected_rate_limit_has_the_headers_of_a_real_one() -> TestResult {
    let harness = Harness::start().await?;
    harness.users.faults(&json!({ "rate_limit_percent": 100 })).await?;
    let reply = harness.rest("GET", "applications/@me", Value::Null).await?;
    assert_eq!(reply.status, 429);
    assert!(reply.body["retry_after"].as_f64().is_some_and(|seconds| seconds > 0.0), "{reply:?}");
    assert_eq!(reply.body["global"], false);
    for name in ["retry-after", "x-ratelimit-remaining", "x-ratelimit-reset-after", "x-ratelimit-bucket"] {
        assert!(reply.headers.contains_key(name), "{name}");
    }
    harness.users.faults(&json!({ "fail_5xx_percent": 100 })).await?;
    assert_eq!(harness.rest("GET", "applications/@me", Value::Null).await?.status, 502);
    Ok(())
}

#[tokio::test]
async fn a_request_with_a_lost_answer_is_carried_out_and_found_by_its_nonce() -> TestResult {
    let harness = Harness::start().await?;
    let of_path = json!({ "fail_next": [{ "method": "POST", "path_contains": "/messages", "status": 0 }] });
    for (count, fault) in [(1, json!({ "drop_answer_percent": 100 })), (2, of_path)] {
        harness.users.faults(&fault).await?;
        let body = json!({ "content": "once", "nonce": format!("abc{count}"), "enforce_nonce": true });
        assert!(harness.write(&harness.games, body.clone()).await.is_err(), "the connection is closed");
        harness.users.faults(&json!({})).await?;
        let reply = harness.write(&harness.games, body).await?;
        let seen = harness.users.messages(&harness.games, &harness.ada).await?;
        assert_eq!((seen.len(), &seen[count - 1]["id"]), (count, &reply.body["id"]));
    }
    Ok(())
}

#[tokio::test]
async fn a_nonce_counts_only_when_enforced_and_expires_after_minutes() -> TestResult {
    let harness = Harness::start().await?;
    let body = json!({ "content": "x", "nonce": 7, "enforce_nonce": true });
    let first = harness.write(&harness.games, body.clone()).await?.body["id"].clone();
    assert_eq!(harness.write(&harness.games, body.clone()).await?.body["id"], first);
    assert_ne!(harness.write(&harness.games, json!({ "content": "x", "nonce": 7 })).await?.body["id"], first);
    harness.users.advance(10 * 60_000).await?;
    assert_ne!(harness.write(&harness.games, body).await?.body["id"], first);
    Ok(())
}

#[tokio::test]
async fn a_nonce_is_its_authors_in_every_channel_and_outlasts_its_message() -> TestResult {
    let harness = Harness::start().await?;
    let body = json!({ "content": "x", "nonce": "7", "enforce_nonce": true });
    let first = harness.write(&harness.games, body.clone()).await?.body;
    let general = harness.users.channel("general").await?;
    let again = harness.write(&general, body.clone()).await?.body;
    assert_eq!((&again["id"], &again["channel_id"]), (&first["id"], &first["channel_id"]));
    let path = format!("channels/{}/messages/{}", harness.games, first["id"].as_str().unwrap_or_default());
    assert_eq!(harness.rest("DELETE", &path, Value::Null).await?.status, 204);
    let deleted = harness.write(&harness.games, body).await?;
    assert_eq!((deleted.status, &deleted.body["code"]), (404, &json!(10008)));
    Ok(())
}

#[tokio::test]
async fn strict_limits_refuse_many_new_direct_messages_at_once() -> TestResult {
    let harness = Harness::start_with(Options { strict_rate_limits: true, ..Options::default() }).await?;
    let mut refused = Vec::new();
    for number in 0..11 {
        let person = harness.users.add_user(&format!("person {number}"), "en-US").await?;
        let reply = harness.rest("POST", "users/@me/channels", json!({ "recipient_id": person })).await?;
        if reply.status != 200 {
            refused.push((number, reply.status, reply.body["code"].clone()));
        }
    }
    assert_eq!(refused, [(10, 403, json!(40003))]);
    Ok(())
}

#[tokio::test]
async fn a_code_alone_has_the_status_of_discord() -> TestResult {
    let harness = Harness::start().await?;
    for (code, status) in [(40003, 403), (30046, 429), (160_006, 400), (130_000, 503)] {
        harness.users.faults(&json!({ "fail_next": [{ "code": code }] })).await?;
        let reply = harness.rest("GET", "applications/@me", Value::Null).await?;
        assert_eq!((reply.status, &reply.body["code"]), (status, &json!(code)));
    }
    Ok(())
}

#[tokio::test]
async fn what_stands_before_discord_answers_with_a_page() -> TestResult {
    let harness = Harness::start().await?;
    harness.users.faults(&json!({ "fail_next": [{ "status": 429, "html": true }] })).await?;
    let reply = harness.rest("GET", "applications/@me", Value::Null).await?;
    assert_eq!((reply.status, &reply.body), (429, &Value::Null));
    assert!(
        reply.headers["content-type"].to_str()?.starts_with("text/html") && reply.headers.contains_key("retry-after")
    );
    assert!(!reply.headers.contains_key("x-ratelimit-bucket") && !reply.headers.contains_key("x-ratelimit-scope"));
    assert_eq!(harness.rest("GET", "applications/@me", Value::Null).await?.status, 200);
    Ok(())
}

#[tokio::test]
async fn latency_delays_requests() -> TestResult {
    let harness = Harness::start().await?;
    harness.users.faults(&json!({ "latency_ms": 120 })).await?;
    let start = Instant::now();
    harness.rest("GET", "gateway/bot", Value::Null).await?;
    assert!(start.elapsed() >= Duration::from_millis(120));
    Ok(())
}

#[tokio::test]
async fn strict_rate_limits_refuse_the_sixth_message() -> TestResult {
    let harness = Harness::start_with(Options { strict_rate_limits: true, ..Options::default() }).await?;
    for n in 0..5 {
        assert_eq!(harness.write(&harness.games, json!({ "content": "x" })).await?.status, 200, "{n}");
    }
    let reply = harness.write(&harness.games, json!({ "content": "x" })).await?;
    assert_eq!((reply.status, &reply.body["message"]), (429, &json!("You are being rate limited.")));
    harness.users.advance(5000).await?;
    assert_eq!(harness.write(&harness.games, json!({ "content": "x" })).await?.status, 200);
    Ok(())
}

#[tokio::test]
async fn a_request_that_waits_for_the_clock_returns_when_it_moves() -> TestResult {
    let harness = Harness::start().await?;
    let users = harness.users.clone();
    let waiting = tokio::spawn(async move { users.get("clock?known=0").await });
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(!waiting.is_finished());
    harness.users.advance(86_400_000).await?;
    assert_eq!(waiting.await??["offset_ms"], 86_400_000);
    assert!(harness.users.post("clock", &json!({ "advance_ms": i64::MAX })).await.is_err());
    assert!(harness.users.post("clock", &json!({})).await.is_err());
    Ok(())
}

#[tokio::test]
async fn the_log_and_the_record_hold_each_request() -> TestResult {
    let path = std::env::temp_dir().join(format!("sandbox-record-{}.jsonl", std::process::id()));
    let harness = Harness::start_with(Options { record: Some(path.clone()), ..Options::default() }).await?;
    harness.write(&harness.games, json!({ "content": "one" })).await?;
    harness
        .send_files("POST", &format!("channels/{}/messages", harness.games), &json!({}), &[("a.txt", vec![1; 9])])
        .await?;
    harness.write("1", json!({ "content": "three" })).await?;
    let (entries, next) = harness.users.log(0).await?;
    assert_eq!((entries.len(), next), (3, 3));
    assert_eq!(entries[0].body["content"], "one");
    assert_eq!((&*entries[1].files[0].name, entries[1].files[0].bytes), ("a.txt", 9));
    assert_eq!((entries[2].status, entries[2].error_code), (404, Some(10003)));
    assert!(harness.users.log(next).await?.0.is_empty());
    let recorded = std::fs::read_to_string(&path)?;
    std::fs::remove_file(&path)?;
    assert_eq!(recorded.lines().count(), 3);
    Ok(())
}

#[tokio::test]
async fn requests_from_other_sites_are_refused() -> TestResult {
    let harness = Harness::start().await?;
    let url = format!("{}/sandbox/state", harness.sandbox.base_url());
    for (header, value, status) in [
        ("Host", "evil.example", 403),
        ("Host", "127.0.0.1.evil.example", 403),
        ("Host", "localhost:7878", 200),
        ("Origin", "http://evil.example", 403),
        ("Origin", "null", 403),
        ("Origin", "http://localhost:7878", 200),
    ] {
        let answer = harness.http.get(&url).header(header, value).send().await?;
        assert_eq!(answer.status().as_u16(), status, "{header}: {value}");
    }
    let page = harness.http.get(harness.sandbox.base_url()).send().await?;
    assert!(page.headers()["content-type"].to_str()?.starts_with("text/html"));
    Ok(())
}
