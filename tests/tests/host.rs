//! What a host meets: starts, restarts, and what the program says of them.

use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::program::OpenSandbox;
use tests::{PATIENCE, Stage, string};

type Story = anyhow::Result<()>;

/// Waits until the world of this sandbox has commands.
async fn commands(base: &str) -> anyhow::Result<Vec<Value>> {
    let start = Instant::now();
    loop {
        let state: Value = reqwest::get(format!("{base}/sandbox/state")).await?.json().await?;
        let commands = state["commands"].as_array().cloned().unwrap_or_default();
        if !commands.is_empty() || start.elapsed() > PATIENCE / 2 {
            return Ok(commands);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sandbox_opened_again_on_the_same_folder_has_its_commands() -> Story {
    let folder = tempfile::tempdir()?;
    let data = folder.path().to_string_lossy().into_owned();
    let mut listen = "127.0.0.1:0".to_owned();
    for time in ["first", "second", "third"] {
        let open = OpenSandbox::start(&["--listen", &listen, "--data", &data], &[], Stdio::inherit()).await?;
        assert!(!commands(&open.base).await?.is_empty(), "no commands the {time} time at {}", open.base);
        // The second time at the same address, the third time at another one.
        listen = if time == "first" { open.base.replacen("http://", "", 1) } else { "127.0.0.1:0".to_owned() };
        open.interrupt().await?;
    }
    Ok(())
}

/// How often the bot has registered its commands.
async fn registrations(stage: &Stage) -> anyhow::Result<usize> {
    let log = stage.get("/sandbox/log").await?;
    let entries = log["entries"].as_array().into_iter().flatten();
    let puts = entries.filter(|entry| entry["method"] == "PUT" && entry["status"] == 200);
    Ok(puts.filter(|entry| entry["path"].as_str().is_some_and(|path| path.ends_with("/commands"))).count())
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_are_registered_again_only_when_they_do_not_stand_as_they_were_left() -> Story {
    let mut stage = Stage::open("registered").await?;
    assert_eq!(registrations(&stage).await?, 1);
    stage.kill_bot().await?;
    stage.start_bot(&[]).await?;
    assert_eq!(registrations(&stage).await?, 1, "nothing has changed");
    stage.kill_bot().await?;
    // Somebody else's program with the same token takes one away.
    let state = stage.state("").await?;
    let (bot, command) = (string(&state["bot_id"]), string(&state["commands"][0]["id"]));
    let url = format!("{}/api/v10/applications/{bot}/commands/{command}", stage.sandbox.base_url());
    let token = format!("Bot {}", stage.sandbox.token());
    reqwest::Client::new().delete(url).header("Authorization", token).send().await?.error_for_status()?;
    stage.start_bot(&[]).await?;
    assert_eq!(registrations(&stage).await?, 2);
    assert_eq!(stage.state("").await?["commands"].as_array().map(Vec::len), state["commands"].as_array().map(Vec::len));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_discord_that_is_away_at_the_start_is_waited_for() -> Story {
    let mut stage = Stage::open("away").await?;
    stage.kill_bot().await?;
    let failing = |path: &str| json!({ "method": "GET", "path_contains": path, "status": 502, "times": 2 });
    stage
        .post("/sandbox/faults", &json!({ "fail_next": [failing("/applications/@me"), failing("/commands")] }))
        .await?;
    stage.start_bot(&[]).await?;
    let answer = stage.command(&stage.person("Ada").await?, &stage.games, "help", &json!({})).await?;
    assert_eq!(answer.state, "answered", "{:#}", answer.whole);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_is_asked_to_stop_answers_first_and_stops_soon() -> Story {
    let mut stage = Stage::open("stopping").await?;
    let ada = stage.person("Ada").await?;
    stage.post("/sandbox/faults", &json!({ "latency_ms": 1500 })).await?;
    let asked = stage.send_command(&ada, &stage.games, "help", &json!({})).await?;
    tokio::time::sleep(Duration::from_millis(800)).await;
    let start = Instant::now();
    assert_eq!(stage.stop_bot().await?, Some(0));
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
    assert_eq!(stage.answer(&asked).await?.state, "answered");
    Ok(())
}
