//! The gateway: sessions that end, closes for good, the daily limit of sessions, shards.

use serde_json::json;
use tests::{Harness, TestResult};

#[tokio::test(flavor = "multi_thread")]
async fn a_close_for_good_ends_the_program_with_a_code_of_its_own() -> TestResult {
    for code in [4004, 4013, 4014] {
        let mut harness = Harness::start_by_gateway("gateway-final").await?;
        harness.post("/sandbox/faults/disconnect", &json!({ "kind": "close", "code": code })).await?;
        assert_eq!(harness.wait_for_exit().await?, Some(78), "{code}: {}", harness.bot_log());
        let sentence = if code == 4004 { "Discord refuses the token" } else { "closed the gateway for good" };
        assert_eq!(harness.bot_log().matches(sentence).count(), 1, "{code}: {}", harness.bot_log());
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn no_session_begins_below_the_reserve() -> TestResult {
    let mut harness = Harness::start_by_gateway("gateway-reserve").await?;
    harness.kill_bot().await?;
    let connects = harness.gateway_connects().await?;
    harness.post("/sandbox/faults", &json!({ "sessions_remaining": 60 })).await?;
    harness.start_bot_without_waiting()?;
    harness.wait_for_log("Discord allows only 60 more sessions today").await?;
    assert_eq!(harness.gateway_connects().await?, connects, "{}", harness.bot_log());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_connects_as_many_shards_as_discord_recommends_or_its_range() -> TestResult {
    let mut harness = Harness::start_by_gateway("gateway-shards").await?;
    for (setting, expected) in [("auto", 3), ("1-2/4", 2)] {
        harness.kill_bot().await?;
        harness.post("/sandbox/faults", &json!({ "shards": 3 })).await?;
        let connects = harness.gateway_connects().await?;
        harness.start_bot(&[("SUMITO__DISCORD__SHARDS", setting)]).await?;
        harness
            .until("all shards", async || Ok((harness.gateway_connects().await? == connects + expected).then_some(())))
            .await?;
    }
    Ok(())
}
