//! The gateway: sessions that end, closes for good, the daily limit of sessions, shards.

use std::time::Duration;

use serde_json::json;
use tests::{Harness, TestResult};

/// Moves that tests of any number may play in turn.
const MOVES: [&str; 8] = ["a1b2", "i9h8", "b2a1", "h8i9", "a2b3", "i8h7", "b3a2", "h7i8"];

#[tokio::test(flavor = "multi_thread")]
async fn a_close_for_good_ends_the_program_with_a_code_of_its_own() -> TestResult {
    for (code, exit) in [(4004, 77), (4013, 78), (4014, 78)] {
        let mut harness = Harness::start_by_gateway("gateway-final").await?;
        harness.client.disconnect("close", Some(code)).await?;
        assert_eq!(harness.wait_for_exit().await?, Some(exit), "{code}: {}", harness.bot_log());
        let sentence = if code == 4004 { "Discord refuses the token" } else { "closed the gateway for good" };
        assert_eq!(harness.bot_log().matches(sentence).count(), 1, "{code}: {}", harness.bot_log());
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_keeps_the_reserve_of_sessions_and_connects_the_shards_of_its_settings() -> TestResult {
    let mut harness = Harness::start_by_gateway("gateway-shards").await?;
    harness.kill_bot().await?;
    let connects = harness.gateway_connects().await?;
    harness.faults(json!({ "sessions_remaining": 60 })).await?;
    harness.start_bot_without_waiting(&[])?;
    harness.wait_for_log("Discord allows only 60 more sessions today").await?;
    assert_eq!(harness.gateway_connects().await?, connects, "{}", harness.bot_log());
    harness.kill_bot().await?;
    harness.faults(json!({ "shards": 3 })).await?;
    // As many as Discord recommends, or its range.
    for (setting, expected) in [("auto", 3), ("1-2/4", 2)] {
        let connects = harness.gateway_connects().await?;
        harness.start_bot(&[("SUMITO__DISCORD__SHARDS", setting)]).await?;
        harness
            .until("all shards", async || Ok((harness.gateway_connects().await? == connects + expected).then_some(())))
            .await?;
        harness.kill_bot().await?;
    }
    // Too few end the program.
    harness.start_bot_without_waiting(&[("SUMITO__DISCORD__SHARDS", "0-1/2")])?;
    let code = tokio::time::timeout(Duration::from_mins(1), harness.wait_for_exit()).await??;
    assert_eq!(code, Some(78), "{}", harness.bot_log());
    let sentence = "Discord requires more shards than 2, and recommends 3: change `discord.shards` of every process";
    assert_eq!(harness.bot_log().matches(sentence).count(), 1, "{}", harness.bot_log());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn all_shards_connect_anew_when_discord_requires_more() -> TestResult {
    let harness = Harness::start_by_gateway("gateway-more").await?;
    harness.faults(json!({ "shards": 3 })).await?;
    let connects = harness.gateway_connects().await?;
    harness.client.disconnect("invalid_session", None).await?;
    harness.wait_for_log("Discord requires more shards than 1; connecting 3").await?;
    harness.until("all shards", async || Ok((harness.gateway_connects().await? >= connects + 3).then_some(()))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_is_resumed_where_discord_wants_it_and_after_each_a_game_goes_on() -> TestResult {
    let mut harness = Harness::start_by_gateway("gateway-resume").await?;
    let (game, _) = harness.start_first_game(json!({})).await?;
    harness.kill_bot().await?;
    // Discord provides the addresses.
    harness.start_bot(&[("SUMITO__DISCORD__GATEWAY_URL", "")]).await?;
    let sessions = harness.sessions_begun().await?;
    for (ply, notation) in MOVES[..2].iter().enumerate() {
        let connects = harness.gateway_connects().await?;
        harness.client.disconnect("close", Some(4000)).await?;
        harness.wait_for_gateway_connect(connects).await?;
        harness.wait_for_log_lines("Connected to the gateway again", ply + 1).await?;
        harness.play_and_see(&game, ply, notation).await?;
    }
    assert_eq!(harness.sessions_begun().await?, sessions, "{}", harness.bot_log());
    // Discord provides another address for resuming than for new sessions.
    let resumes = harness.state("").await?["gateway_resumes"].clone();
    assert!(resumes.as_array().is_some_and(|all| all.len() == 2 && all.iter().all(|at| at == "/resume")), "{resumes}");
    for (sentence, count) in [("Connecting again", 2), ("close code 4000.", 2)] {
        assert_eq!(harness.bot_log().matches(sentence).count(), count, "one line each: {}", harness.bot_log());
    }
    for (ply, code) in (2..).zip([4001, 4003, 4005, 4009]) {
        let before = harness.gateway_connects().await?;
        harness.client.disconnect("close", Some(code)).await?;
        harness.wait_for_gateway_connect(before).await?;
        harness.play_and_see(&game, ply, MOVES[ply]).await?;
        assert_eq!(harness.bot_log().matches(&format!("close code {code}.")).count(), 1, "{}", harness.bot_log());
    }
    let ended = harness.bot_log().matches("The gateway connection of shard 0 has ended: ").count();
    assert!(ended <= 6, "one line for each close at most: {}", harness.bot_log());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_has_ended_is_begun_anew_and_not_at_once_where_it_is_refused_again_and_again() -> TestResult {
    let harness = Harness::start_by_gateway("gateway-invalid").await?;
    let (game, _) = harness.start_first_game(json!({})).await?;
    let sessions = harness.sessions_begun().await?;
    harness.client.disconnect("invalid_session", None).await?;
    harness.wait_for_log_lines("Connected to the gateway", 2).await?;
    harness.play_and_see(&game, 0, MOVES[0]).await?;
    assert_eq!(harness.sessions_begun().await?, sessions + 1, "{}", harness.bot_log());

    let before = harness.gateway_connects().await?;
    let identifies = async || -> anyhow::Result<Vec<i64>> {
        Ok(serde_json::from_value(harness.state("").await?["gateway_identifies"].clone())?)
    };
    let earlier = identifies().await?.len();
    harness.faults(json!({ "invalid_sessions": 3 })).await?;
    harness.client.disconnect("invalid_session", None).await?;
    harness.wait_for_gateway_connect(before).await?;
    let times = identifies().await?[earlier..].to_vec();
    // Discord requires a pause of one to five seconds, and from the second time on the bot waits longer.
    assert!(times.len() >= 4 && times.windows(2).all(|pair| pair[1] - pair[0] >= 5000), "{times:?}");
    let ended = harness.bot_log().matches("the end of the session by Discord (op 9)").count();
    assert_eq!(ended, 5, "{}", harness.bot_log());
    harness.play_and_see(&game, 1, MOVES[1]).await.map(drop)
}

#[tokio::test(flavor = "multi_thread")]
async fn no_move_is_lost_to_a_zombie_or_a_dropped_connection() -> TestResult {
    let mut harness = Harness::start_by_gateway("gateway-zombie").await?;
    let (game, [ada, dmitri]) = harness.start_first_game(json!({})).await?;
    harness.kill_bot().await?;
    harness.faults(json!({ "heartbeat_interval_ms": 1000 })).await?;
    harness.start_bot(&[]).await?;
    harness.play(&game, &ada, MOVES[0]).await?;
    let before = harness.gateway_connects().await?;
    harness.client.disconnect("zombie", None).await?;
    let unheard = harness.send_command(&dmitri, &game.thread, "move", &json!({ "move": MOVES[1] })).await?;
    harness.wait_for_gateway_connect(before).await?;
    // A resumed session delivers it, in time or not; a new session does not.
    if harness.answer(&unheard).await?.state == "failed" {
        harness.play(&game, &dmitri, MOVES[1]).await?;
    }
    harness.board(&game, 2).await?;
    harness.play_and_see(&game, 2, MOVES[2]).await?;
    for kind in ["drop", "reconnect", "resumable_session"] {
        let before = harness.gateway_connects().await?;
        harness.client.disconnect(kind, None).await?;
        harness.wait_for_gateway_connect(before).await?;
    }
    harness.play_and_see(&game, 3, MOVES[3]).await.map(drop)
}
