//! Starts, restarts and stops of the bot and of `sumito sandbox`.

use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use sandbox::client::Client;
use sandbox::log::Entry;
use serde_json::{Value, json};
use tests::program::{SandboxProcess, binary};
use tests::{Harness, TestResult, string, wait_for};

async fn wait_for_commands(base: &str) -> TestResult {
    wait_for(&format!("commands at {base}"), async || {
        let state: Value = reqwest::get(format!("{base}/sandbox/state")).await?.json().await?;
        Ok(state["commands"].as_array().is_some_and(|commands| !commands.is_empty()).then_some(()))
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sandbox_started_again_on_the_same_folder_has_its_commands() -> TestResult {
    let folder = tempfile::tempdir()?;
    let data = folder.path().to_string_lossy().into_owned();
    let mut listen = "127.0.0.1:0".to_owned();
    for time in ["first", "second", "third"] {
        let open = SandboxProcess::start(&["--listen", &listen, "--data", &data], &[], Stdio::inherit()).await?;
        wait_for_commands(&open.base).await.with_context(|| format!("the {time} time"))?;
        // The second start uses the same address, the third another one.
        listen = if time == "first" { open.base.replacen("http://", "", 1) } else { "127.0.0.1:0".to_owned() };
        open.interrupt().await?;
    }
    Ok(())
}

/// Ada sends `/help`; returns the answer.
async fn ask_for_help(base: &str) -> anyhow::Result<String> {
    let client = Client::new(base);
    client.wait_online().await?;
    let (ada, games) = (client.user("Ada").await?, client.channel("games").await?);
    let interaction = client.slash(&ada, &games, "help", json!([])).await?;
    Ok(client.wait_answer(&interaction).await?.message.to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_tries_their_settings_in_a_sandbox_without_a_bot() -> TestResult {
    for delivery in ["gateway", "http"] {
        try_settings(delivery).await.context(delivery)?;
    }
    Ok(())
}

async fn try_settings(delivery: &str) -> TestResult {
    let arguments = ["--no-bot", "--delivery", delivery, "--listen", "127.0.0.1:0"];
    let open = SandboxProcess::start(&arguments, &[], Stdio::inherit()).await?;
    let client = Client::new(&open.base);
    assert_eq!(client.state("").await?["bot_online"], false);
    let variables = open.said.lines().filter_map(|line| line.strip_prefix("export ")?.split_once('='));

    let folder = tempfile::tempdir()?;
    let config = folder.path().join("sumito.toml");
    // Neither a database of theirs nor interactions over HTTP would work here.
    let theirs = folder.path().join("theirs.db");
    let settings = format!(
        "[database]\nurl = \"sqlite://{}\"\n[discord]\ngateway = false\npublic_key = \"{}\"\n[http]\nlisten = \"127.0.0.1:0\"\n",
        theirs.display(),
        "a".repeat(64)
    );
    std::fs::write(&config, settings)?;
    let _bot = tokio::process::Command::new(binary()?)
        .args(["run", "--config"])
        .arg(&config)
        .current_dir(folder.path())
        .envs(variables)
        .kill_on_drop(true)
        .spawn()?;
    let answer = ask_for_help(&open.base).await?;
    assert!(answer.contains("/play"), "{answer}");
    assert!(
        folder.path().join("sandbox.db").exists() && !theirs.exists(),
        "games of the sandbox met those of the host"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sandbox_on_every_address_of_the_machine_has_a_bot_that_answers() -> TestResult {
    let log = tempfile::NamedTempFile::new()?;
    let open = SandboxProcess::start(&["--listen", "0.0.0.0:0"], &[], log.reopen()?.into()).await?;
    assert!(open.base.starts_with("http://127.0.0.1:"), "{}", open.said);
    assert!(open.said.contains("\nFrom other machines: "), "{}", open.said);
    let warned = std::fs::read_to_string(log.path())?;
    assert!(warned.contains("everybody who reaches 0.0.0.0:0 plays as any member"), "{warned}");
    assert!(ask_for_help(&open.base).await?.contains("/play"));
    // Like a browser on another machine.
    let port = open.base.rsplit(':').next().context("no port")?;
    let response = reqwest::Client::new().get(&open.base).header("Host", format!("192.0.2.7:{port}"));
    assert_eq!(response.send().await?.status(), 200);
    Ok(())
}

/// The number of command registrations so far.
async fn registrations(harness: &Harness) -> anyhow::Result<usize> {
    let (entries, _) = harness.client.log(0).await?;
    let is_one = |entry: &&Entry| entry.method == "PUT" && entry.status == 200 && entry.path.ends_with("/commands");
    Ok(entries.iter().filter(is_one).count())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_registers_commands_where_discord_has_others_and_bears_a_refusal_and_a_discord_that_is_down()
-> TestResult {
    let mut harness = Harness::start("registered").await?;
    assert_eq!(registrations(&harness).await?, 1);
    harness.kill_bot().await?;
    harness.start_bot(&[]).await?;
    assert_eq!(registrations(&harness).await?, 1, "nothing has changed");
    harness.kill_bot().await?;
    let commands = async |harness: &Harness| anyhow::Ok(harness.state("").await?["commands"].clone());
    let count = |commands: &Value| commands.as_array().map(Vec::len);
    let before = commands(&harness).await?;
    delete_a_command(&harness).await?;
    harness.start_bot(&[]).await?;
    harness.until("a second registration", async || Ok((registrations(&harness).await? == 2).then_some(()))).await?;
    assert_eq!(count(&commands(&harness).await?), count(&before));

    // The host has enabled Activities, so Discord has created this command, which is kept.
    harness.kill_bot().await?;
    let launch = json!({ "name": "launch", "type": 4, "description": "", "handler": 2 });
    request(&harness, reqwest::Method::POST, "commands", &launch).await?;
    harness.start_bot(&[]).await?;
    harness.until("a third registration", async || Ok((registrations(&harness).await? == 3).then_some(()))).await?;
    let after = commands(&harness).await?;
    let launches = after.as_array().into_iter().flatten().filter(|command| command["type"] == 4).count();
    assert_eq!(launches, 1, "{after:#}");

    // Discord refuses the commands, then is down.
    let ada = harness.person("Ada").await?;
    let refusal = json!({ "method": "PUT", "path_contains": "/commands", "code": 30034, "times": 1000 });
    let failing = |path: &str| json!({ "method": "GET", "path_contains": path, "status": 502, "times": 2 });
    for faults in [vec![refusal], vec![failing("/applications/@me"), failing("/commands")]] {
        harness.kill_bot().await?;
        delete_a_command(&harness).await?;
        harness.faults(json!({ "fail_next": faults })).await?;
        harness.start_bot(&[]).await?;
        let answer = harness.command(&ada, &harness.games, "help", &json!({})).await?;
        assert_eq!(answer.state, "answered", "{:#}", answer.whole);
    }
    harness.wait_for_log("The commands could not be registered").await?;
    assert!(harness.bot_log().contains("code 30034"), "{}", harness.bot_log());
    Ok(())
}

/// A request to Discord without the bot, with its token.
async fn request(harness: &Harness, method: reqwest::Method, path: &str, body: &Value) -> TestResult {
    let state = harness.state("").await?;
    let url = format!("{}/api/v10/applications/{}/{path}", harness.sandbox.base_url(), string(&state["bot_id"]));
    let token = format!("Bot {}", harness.sandbox.token());
    let sent = reqwest::Client::new().request(method, url).header("Authorization", token).json(body).send();
    sent.await?.error_for_status()?;
    Ok(())
}

/// Another program with the same token deletes one of the commands.
async fn delete_a_command(harness: &Harness) -> TestResult {
    let commands = harness.state("").await?["commands"].clone();
    let command =
        commands.as_array().into_iter().flatten().find(|command| command["type"] == 1).context("no command")?;
    let command = string(&command["id"]);
    request(harness, reqwest::Method::DELETE, &format!("commands/{command}"), &Value::Null).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopping_bot_finishes_its_answer_and_stops_within_seconds() -> TestResult {
    let mut harness = Harness::start("stopping").await?;
    let ada = harness.person("Ada").await?;
    harness.faults(json!({ "latency_ms": 1500 })).await?;
    let response = harness.send_command(&ada, &harness.games, "help", &json!({})).await?;
    harness
        .until("the bot to send its answer", async || {
            Ok((harness.state("").await?["requests_in_flight"].as_u64() > Some(0)).then_some(()))
        })
        .await?;
    let start = Instant::now();
    assert_eq!(harness.stop_bot().await?, Some(0));
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
    assert_eq!(harness.answer(&response).await?.state, "answered");
    Ok(())
}
