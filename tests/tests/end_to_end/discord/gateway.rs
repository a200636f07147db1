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
async fn no_session_begins_below_the_reserve() -> TestResult {
    let mut harness = Harness::start_by_gateway("gateway-reserve").await?;
    harness.kill_bot().await?;
    let connects = harness.gateway_connects().await?;
    harness.faults(json!({ "sessions_remaining": 60 })).await?;
    harness.start_bot_without_waiting(&[])?;
    harness.wait_for_log("Discord allows only 60 more sessions today").await?;
    assert_eq!(harness.gateway_connects().await?, connects, "{}", harness.bot_log());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_connects_as_many_shards_as_discord_recommends_or_its_range() -> TestResult {
    let mut harness = Harness::start_by_gateway("gateway-shards").await?;
    for (setting, expected) in [("auto", 3), ("1-2/4", 2)] {
        harness.kill_bot().await?;
        harness.faults(json!({ "shards": 3 })).await?;
        let connects = harness.gateway_connects().await?;
        harness.start_bot(&[("SUMITO__DISCORD__SHARDS", setting)]).await?;
        harness
            .until("all shards", async || Ok((harness.gateway_connects().await? == connects + expected).then_some(())))
            .await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn too_few_shards_end_the_program_with_a_code_of_its_own() -> TestResult {
    let mut harness = Harness::start_by_gateway("gateway-too-few").await?;
    harness.kill_bot().await?;
    harness.faults(json!({ "shards": 3 })).await?;
    harness.start_bot_without_waiting(&[("SUMITO__DISCORD__SHARDS", "0-1/2")])?;
    let code = tokio::time::timeout(Duration::from_secs(30), harness.wait_for_exit()).await??;
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
async fn a_lost_connection_is_resumed_where_discord_wants_it() -> TestResult {
    let mut harness = Harness::start_by_gateway("gateway-resume").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    harness.kill_bot().await?;
    // Discord provides the addresses.
    harness.start_bot(&[("SUMITO__DISCORD__GATEWAY_URL", "")]).await?;
    let sessions = harness.sessions_begun().await?;
    for resumed in 1..=2 {
        let connects = harness.gateway_connects().await?;
        harness.client.disconnect("close", Some(4000)).await?;
        harness.wait_for_gateway_connect(connects).await?;
        harness.wait_for_log_lines("Connected to the gateway again", resumed).await?;
        let game = harness.start_game(&ada, &dmitri, json!({})).await?;
        harness.play(&game, &ada, "a1b2").await?;
        harness.board(&game, 1).await?;
    }
    assert_eq!(harness.sessions_begun().await?, sessions, "{}", harness.bot_log());
    // Discord provides another address for resuming than for new sessions.
    let resumes = harness.state("").await?["gateway_resumes"].clone();
    assert!(resumes.as_array().is_some_and(|all| all.len() == 2 && all.iter().all(|at| at == "/resume")), "{resumes}");
    assert_eq!(harness.bot_log().matches("Connecting again").count(), 2, "one line each: {}", harness.bot_log());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_close_that_is_not_final_a_game_goes_on() -> TestResult {
    let harness = Harness::start_by_gateway("gateway-closes").await?;
    let (game, _) = harness.start_first_game(json!({})).await?;
    for (ply, code) in [4000, 4001, 4003, 4005, 4009].into_iter().enumerate() {
        let before = harness.gateway_connects().await?;
        harness.client.disconnect("close", Some(code)).await?;
        harness.wait_for_gateway_connect(before).await?;
        harness.play_and_see(&game, ply, MOVES[ply]).await?;
        assert_eq!(harness.bot_log().matches(&format!("close code {code}.")).count(), 1, "{}", harness.bot_log());
    }
    let ended = harness.bot_log().matches("The gateway connection of shard 0 has ended: ").count();
    assert!(ended <= 5, "one line for each close at most: {}", harness.bot_log());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_has_ended_is_begun_anew() -> TestResult {
    let harness = Harness::start_by_gateway("gateway-invalid").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let sessions = harness.sessions_begun().await?;
    harness.client.disconnect("invalid_session", None).await?;
    harness.wait_for_log_lines("Connected to the gateway", 2).await?;
    let game = harness.start_game(&ada, &dmitri, json!({})).await?;
    harness.play(&game, &ada, "a1b2").await?;
    harness.board(&game, 1).await?;
    assert_eq!(harness.sessions_begun().await?, sessions + 1, "{}", harness.bot_log());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_is_refused_again_and_again_is_not_asked_for_at_once() -> TestResult {
    let harness = Harness::start_by_gateway("gateway-invalid").await?;
    let (game, [ada, _]) = harness.start_first_game(json!({})).await?;
    let before = harness.gateway_connects().await?;
    let identifies = async || -> anyhow::Result<Vec<i64>> {
        Ok(serde_json::from_value(harness.state("").await?["gateway_identifies"].clone())?)
    };
    let known = identifies().await?.len();
    harness.faults(json!({ "invalid_sessions": 3 })).await?;
    harness.client.disconnect("invalid_session", None).await?;
    harness.wait_for_gateway_connect(before).await?;
    let times = identifies().await?[known..].to_vec();
    // Discord requires a pause of one to five seconds, and from the second time on the bot waits longer.
    assert!(times.len() >= 4 && times.windows(2).all(|pair| pair[1] - pair[0] >= 5000), "{times:?}");
    assert_eq!(
        harness.bot_log().matches("the end of the session by Discord (op 9)").count(),
        4,
        "{}",
        harness.bot_log()
    );
    harness.play(&game, &ada, MOVES[0]).await?;
    harness.board(&game, 1).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn no_move_is_lost_to_a_zombie() -> TestResult {
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
    harness.play(&game, &ada, MOVES[2]).await?;
    harness.board(&game, 3).await?;
    Ok(())
}
