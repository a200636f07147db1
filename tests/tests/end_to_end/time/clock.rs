//! A machine whose clock is wrong.

use anyhow::Context as _;
use serde_json::json;
use tests::{Harness, MINUTE, TestResult, text_of};

const DAY: i64 = 24 * 60 * MINUTE;

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_ten_days_ahead_gives_nothing_back_and_moves_no_deadline() -> TestResult {
    let mut harness = Harness::start("wrong-clock").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    // Discord's time, which the bot follows.
    harness.advance(-10 * DAY).await?;
    let game = harness.start_game(&ada, &dmitri, json!({ "pace": "days:3" })).await?;
    harness.stop_bot().await?;

    // From here on the bot uses the machine's clock.
    harness.faults(json!({ "wrong_machine_clock": true })).await?;
    harness.start_bot(&[("SUMITO__CLOCK__FOLLOW_URL", "")]).await?;
    assert!(harness.bot_log().contains("seconds ahead of Discord's"), "{}", harness.bot_log());
    harness.play(&game, &ada, "a1b2").await?;
    let board = harness.board(&game, 1).await?;
    let deadline = text_of(&board).split("<t:").filter_map(|text| text.split(':').next()?.parse::<i64>().ok()).max();
    let left = deadline.context("a deadline")? * 1000 - harness.client.now_ms().await?;
    assert!((3 * DAY - left).abs() < 10 * MINUTE, "{left} ms are left");
    assert!(!harness.bot_log().contains("outage_found"), "{}", harness.bot_log());
    let (base, token) = (harness.sandbox.base_url(), harness.sandbox.token().to_owned());
    let environment = [("SUMITO__DISCORD__API_BASE", base.as_str()), ("DISCORD_TOKEN", token.as_str())];
    let refusal = harness.run_cli_with(&["doctor"], &environment).await.expect_err("it fails").to_string();
    assert!(refusal.contains("seconds ahead of Discord's: synchronize the clock"), "{refusal}");
    Ok(())
}
