//! Two bots with one token on two files, each of which would get a part of the moves.

use serde_json::json;
use tests::{Harness, TestResult};

#[tokio::test(flavor = "multi_thread")]
async fn two_bots_with_one_token_are_found_by_their_answers() -> TestResult {
    let harness = Harness::start_by_gateway_with("other-bot", &[]).await?;
    let [ada] = harness.people(["Ada"]).await?;
    let folder = tempfile::tempdir()?;
    let url = format!("sqlite://{}", folder.path().join("second.db").display());
    let base = harness.sandbox.base_url();
    let before = harness.gateway_connects().await?;
    let _second = harness.spawn_bot(&[("SUMITO__DATABASE__URL", &url)])?;
    harness.wait_for_gateway_connect(before).await?;
    harness.command(&ada, &harness.games, "help", &json!({})).await?;
    harness.wait_for_log("Another bot with this token answered a player").await?;
    let token = harness.sandbox.token().to_owned();
    let has_noted = async |url: &str| {
        let environment =
            [("SUMITO__DATABASE__URL", url), ("SUMITO__DISCORD__API_BASE", &base), ("DISCORD_TOKEN", &token)];
        let output = harness.run_cli_with(&["doctor"], &environment).await;
        output.err().is_some_and(|output| {
            output.to_string().contains("other bots: another bot with this token answered a player")
        })
    };
    let first = format!("sqlite://{}", harness.database_file()?.display());
    let either = async || Ok((has_noted(&first).await || has_noted(&url).await).then_some(()));
    harness.until("doctor to find the other bot", either).await
}
