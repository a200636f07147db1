//! Interactions over HTTP: posted and signed, with and without a gateway, to one process and to several.

use std::process::Stdio;

use anyhow::Context as _;
use sandbox::client::Client;
use serde_json::json;
use tests::program::SandboxProcess;
use tests::{Harness, TestResult};

const MOVES: [&str; 6] = ["a1b2", "i9h8", "a2b3", "i8h7", "a3b4", "i7h6"];

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_by_signed_requests_alone_and_beside_a_gateway() -> TestResult {
    let mut harness = Harness::start_by_http("http").await?;
    let (game, [ada, _]) = harness.start_first_game(json!({})).await?;
    assert!(harness.complete(&ada, &game.thread, "move", "move", "a1").await?.contains(&"a1b2".to_owned()));
    for (ply, notation) in MOVES[..2].iter().enumerate() {
        harness.play_and_see(&game, ply, notation).await?;
    }
    // A slow answer is deferred, and completed after its request was accepted.
    let lock = harness.lock_database().await?;
    let id = harness.send_command(&ada, &game.thread, "move", &json!({ "move": MOVES[2] })).await?;
    harness
        .until("the answer to be deferred", async || {
            let state = harness.client.interaction(&id).await?.state;
            Ok((state == "deferred").then_some(()))
        })
        .await?;
    lock.close().await?;
    let answer = harness.answer(&id).await?;
    assert!(answer.text().contains(MOVES[2]), "{}", answer.text());
    assert_eq!(harness.gateway_connects().await?, 0);

    // Without a good signature.
    let url = format!("http://{}/interactions", harness.served_addresses()[0]);
    let body = json!({ "id": "7", "type": 2, "token": "t", "channel_id": "5", "user": { "id": "1", "username": "eve" }, "data": { "name": "help" } });
    let client = reqwest::Client::new();
    for signature in [None, Some("00"), Some(&*"ab".repeat(64))] {
        let mut request = client.post(&url).json(&body).header("X-Signature-Timestamp", "1800000000");
        if let Some(signature) = signature {
            request = request.header("X-Signature-Ed25519", signature);
        }
        let answer = request.send().await?;
        assert_eq!((answer.status().as_u16(), answer.text().await?.as_str()), (401, "invalid request signature"));
    }
    // Discord's own check and these three: one line, without the bodies.
    assert_eq!(harness.bot_log().matches("without a signature of Discord").count(), 1, "{}", harness.bot_log());

    harness.stop_bot().await?;
    harness.start_bot(&[("SUMITO__DISCORD__GATEWAY", "true")]).await?;
    harness.wait_for_gateway_connect(0).await?;
    for through_gateway in [false, true] {
        if through_gateway {
            harness.sandbox.save_endpoint(None).await?;
        }
        let answer = harness.command(&ada, &harness.games, "help", &json!({})).await?;
        assert_eq!(answer.state, "answered", "{through_gateway}: {:#}", answer.whole);
    }
    assert_eq!(harness.stop_bot().await?, Some(0));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn two_processes_behind_a_load_balancer_carry_out_each_interaction_once() -> TestResult {
    let mut harness = Harness::start_on_postgres_by_http("http-replicas").await?;
    let _replica = harness.start_replica().await?;
    let (game, _) = harness.start_first_game(json!({})).await?;
    // Each interaction is posted twice, and so to both.
    harness.faults(json!({ "duplicate_events_percent": 100 })).await?;
    for (ply, notation) in MOVES[..4].iter().enumerate() {
        harness.play_and_see(&game, ply, notation).await?;
    }
    harness.wait_for_log("Left an interaction to another process").await?;
    // The remaining process gets them all.
    harness.kill_bot().await?;
    for (ply, notation) in MOVES.iter().enumerate().skip(4) {
        harness.play_and_see(&game, ply, notation).await?;
    }
    harness.assert_announced_once(&game, &MOVES).await
}

/// Runs a subcommand that must end with this code, and print this text.
#[track_caller]
fn assert_says(harness: &Harness, command: &str, settings: &[(&str, &str)], code: i32, parts: &[&str]) -> TestResult {
    let (base, url) = (harness.sandbox.base_url(), harness.database_url());
    let bot = [
        ("DISCORD_TOKEN", harness.sandbox.token()),
        ("SUMITO__DISCORD__API_BASE", &base),
        ("SUMITO__DATABASE__URL", url),
    ];
    let output = tests::program::sumito(&[command], &[&bot, settings].concat())?;
    output.assert_code(code);
    for part in parts {
        output.assert_says(part);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn doctor_says_whether_discord_uses_the_way_of_the_settings() -> TestResult {
    let harness = Harness::start_by_http("http-doctor").await?;
    let (listen, key) = (harness.served_addresses()[0].to_string(), harness.sandbox.public_key());
    let other = std::net::TcpListener::bind("127.0.0.1:0")?;
    let address = other.local_addr()?.to_string();
    let by_http = |listen| [("SUMITO__DISCORD__PUBLIC_KEY", &*key), ("SUMITO__HTTP__LISTEN", listen)];
    let doctor =
        |settings: &[(&str, &str)], code, parts: &[&str]| assert_says(&harness, "doctor", settings, code, parts);
    let running = format!("http.listen: a running bot serves {listen}\n");
    doctor(&by_http(&listen), 0, &[&running, "interactions: Discord posts them to http://"])?;
    doctor(&by_http("127.0.0.1:0"), 0, &["http.listen: 127.0.0.1:0 is free\n"])?;
    let used = format!("http.listen: another program uses {address}");
    doctor(&by_http(&address), 1, &[&used, "stand at Discord\n", "\nfailed: http.listen\n"])?;
    doctor(&[], 1, &["remove the Interactions Endpoint URL"])?;
    harness.sandbox.save_endpoint(None).await?;
    let [key, listen] = by_http("127.0.0.1:0");
    doctor(&[key, listen, ("SUMITO__DISCORD__GATEWAY", "false")], 1, &["save the Interactions Endpoint URL"])?;
    let pages = [listen, ("SUMITO__HTTP__PUBLIC_URL", "http://127.0.0.1:0")];
    let free = "http.public_url: 127.0.0.1:0 is free; browsers find it at http://127.0.0.1:0; ";
    doctor(&pages, 0, &[free, "readers are not limited by address (`http.client_address_header` is empty)"])?;
    let unreachable = [listen, ("SUMITO__HTTP__PUBLIC_URL", "http://127.0.0.1:1")];
    doctor(&unreachable, 1, &["this machine does not reach http://127.0.0.1:1: Connection refused"])?;
    let header = ("SUMITO__HTTP__CLIENT_ADDRESS_HEADER", "X-Real-IP");
    let limited = "each address that a proxy names in x-real-ip is limited";
    doctor(&[pages[0], pages[1], header], 0, &[free, limited])?;

    // A start refuses what `doctor` warns about.
    let refused = format!("listening on {address} (`http.listen`): another program uses this address: ");
    assert_says(&harness, "run", &by_http(&address), 1, &[&refused])?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sandbox_delivers_by_http_when_asked_to() -> TestResult {
    // These are settings for the real Discord.
    let key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    let settings = [
        ("SUMITO__DISCORD__GATEWAY", "false"),
        ("SUMITO__DISCORD__PUBLIC_KEY", key),
        ("SUMITO__HTTP__LISTEN", "127.0.0.1:1"),
    ];
    for (delivery, connects) in [("http", 0), ("gateway", 1)] {
        let arguments = ["--listen", "127.0.0.1:0", "--delivery", delivery];
        let open = SandboxProcess::start(&arguments, &settings, Stdio::inherit()).await?;
        let client = Client::new(&open.base);
        client.wait_online().await?;
        let (ada, games) = (client.user("Ada").await?, client.channel("games").await?);
        let id = client.slash(&ada, &games, "help", json!({})).await?;
        assert_eq!(client.wait_answer(&id).await?.state, "answered", "{delivery}");
        assert_eq!(client.state("").await?["gateway_connects"].as_u64().context("no number")?, connects);
        open.interrupt().await?;
    }
    Ok(())
}
