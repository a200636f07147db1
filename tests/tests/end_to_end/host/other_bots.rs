//! Two bots with one token on two files: each would get a part of the moves.

use serde_json::json;
use tests::{Harness, TestResult};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn a_second_bot_with_the_same_token_does_not_start_on_this_machine() -> TestResult {
    for harness in
        [Harness::start_on_sqlite("second-bot").await?, Harness::start_on_postgres("second-to-server").await?]
    {
        assert_second_is_refused(&harness).await?;
    }
    Ok(())
}

async fn assert_second_is_refused(harness: &Harness) -> TestResult {
    let folder = tempfile::tempdir()?;
    let url = format!("sqlite://{}", folder.path().join("second.db").display());
    let environment = [("SUMITO__DATABASE__URL", url.as_str())];
    let mut second = harness.spawn_bot(&environment)?;
    assert_eq!(tokio::time::timeout(tests::TIMEOUT, second.wait()).await??.code(), Some(1));
    harness.wait_for_log("a bot with this token runs already, on another database (process ").await?;
    let base = harness.sandbox.base_url();
    let token = harness.sandbox.token().to_owned();
    let environment = [environment[0], ("SUMITO__DISCORD__API_BASE", &base), ("DISCORD_TOKEN", &token)];
    let said = harness.run_cli_with(&["doctor"], &environment).await.expect_err("it fails").to_string();
    assert!(said.contains("other bots: a bot with this token runs on another database (process "), "{said}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_of_two_machines_with_one_token_are_found_by_their_answers() -> TestResult {
    let harness = Harness::start_by_gateway_with("other-machine", &[]).await?;
    let [ada] = harness.people(["Ada"]).await?;
    let folder = tempfile::tempdir()?;
    let url = format!("sqlite://{}", folder.path().join("second.db").display());
    // Under another name of the same Discord, as on another machine, the two do not see each other.
    let base = harness.sandbox.base_url().replace("127.0.0.1", "localhost");
    let before = harness.gateway_connects().await?;
    let _second = harness.spawn_bot(&[("SUMITO__DATABASE__URL", &url), ("SUMITO__DISCORD__API_BASE", &base)])?;
    harness.wait_for_gateway_connect(before).await?;
    harness.command(&ada, &harness.games, "help", &json!({})).await?;
    harness.wait_for_log("Another bot with this token answered a player").await?;
    let token = harness.sandbox.token().to_owned();
    let has_noted = async |url: &str| {
        let environment =
            [("SUMITO__DATABASE__URL", url), ("SUMITO__DISCORD__API_BASE", &base), ("DISCORD_TOKEN", &token)];
        let said = harness.run_cli_with(&["doctor"], &environment).await;
        said.err()
            .is_some_and(|said| said.to_string().contains("other bots: another bot with this token answered a player"))
    };
    let first = format!("sqlite://{}", harness.database_file()?.display());
    let either = async || Ok((has_noted(&first).await || has_noted(&url).await).then_some(()));
    harness.until("doctor to find the other bot", either).await
}
