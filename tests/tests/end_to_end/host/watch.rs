//! Health and metrics of the real program, and the dashboard and alerts based on them.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tests::disk::limit_open_files;
use tests::prometheus::{Prometheus, test_rules};
use tests::{Harness, TestResult, wait_for};
use tokio::io::AsyncWriteExt as _;

const DASHBOARD: &str = include_str!("../../../../config/grafana-dashboard.json");
const ALERTS: &str = include_str!("../../../../config/alerts.yml");
const GUIDE: &str = include_str!("../../../../docs/host/watch.md");

fn metrics_in(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.filter(|word| word.starts_with("sumito_")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_plays_is_healthy_and_has_every_metric_of_dashboard_alerts_and_guide() -> TestResult {
    let free = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
    let mut harness = Harness::start_by_gateway_with("watch", &[("SUMITO__METRICS__LISTEN", &free)]).await?;
    let (game, [ada, dmitri]) = harness.start_first_game(json!({})).await?;
    harness.play(&game, &ada, "a1b2").await?;
    harness.board(&game, 1).await?;
    let get = async |path: &str| {
        let answer = reqwest::get(format!("http://{free}{path}")).await?;
        anyhow::Ok((answer.status().as_u16(), answer.text().await?))
    };
    for path in ["/healthz", "/readyz"] {
        assert_eq!(get(path).await?, (200, "ok\n".to_owned()), "{path}");
    }
    let environment = [("SUMITO__METRICS__LISTEN", free.as_str())];
    for arguments in [&["health"][..], &["health", "--ready"]] {
        assert_eq!(harness.run_cli_with(arguments, &environment).await?, "ok\n");
    }
    harness.wait_for_empty_outbox().await?;
    // The outbox is measured from time to time.
    let seen = async || {
        let (status, text) = get("/metrics").await?;
        assert_eq!(status, 200);
        Ok(text.contains("sumito_outbox_messages{state=\"waiting\"} 0\n").then_some(text))
    };
    let text = harness.until("figures of an empty outbox", seen).await?;
    for line in [
        "sumito_shard_connected{shard=\"0\"} 1",
        "sumito_alarms_due 0",
        "sumito_answer_seconds_count{command=\"move\"} 1",
    ] {
        assert!(text.lines().any(|told| told == line), "{line}: {text}");
    }
    // The version is the same everywhere.
    let version = harness.run_cli(&["--version"]).await?;
    let version = version.trim().strip_prefix("sumito ").expect("the name");
    let number = version.split(' ').next().unwrap_or_default();
    assert!(text.contains(&format!("sumito_build_info{{version=\"{number}\",commit=\"")), "{text}");
    assert!(harness.bot_log().contains(&format!("Sumito {version}")), "{}", harness.bot_log());
    for id in [&ada.id, &dmitri.id, &harness.games] {
        assert!(!text.contains(id.as_str()), "figures tell nobody's id");
    }
    let served = metrics_in(&text);
    for (file, text) in [("dashboard", DASHBOARD), ("alerts", ALERTS), ("guide", GUIDE)] {
        let missing: Vec<_> = metrics_in(text).into_iter().filter(|name| !served.contains(name)).collect();
        // The guide names histograms by their family.
        let missing: Vec<_> =
            missing.into_iter().filter(|name| !served.contains(format!("{name}_bucket").as_str())).collect();
        assert!(missing.is_empty(), "the {file} asks for {missing:?}");
    }
    // A family missing in the guide would go unnoticed.
    let families = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next());
    let untold: Vec<_> = families.filter(|family| !GUIDE.contains(*family)).collect();
    assert!(untold.is_empty(), "the guide does not name {untold:?}");
    harness.stop_bot().await?;
    harness.run_cli_with(&["health"], &environment).await.expect_err("nobody answers");
    let unset = harness.run_cli(&["health"]).await.expect_err("no address").to_string();
    assert!(unset.contains("`metrics.listen`"), "{unset}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn half_open_connections_stop_neither_health_nor_play() -> TestResult {
    // More than the process's file limit, which is a shell's usual one.
    const HALF_OPEN: u32 = 1124;
    let free = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
    let mut harness = Harness::start_by_gateway_with("half-open", &[("SUMITO__METRICS__LISTEN", &free)]).await?;
    let (game, [ada, _]) = harness.start_first_game(json!({})).await?;
    limit_open_files(std::process::id(), 4 * HALF_OPEN).await?;
    harness.limit_bot_open_files(1024).await?;
    let mut half_open = Vec::new();
    for number in 0..HALF_OPEN {
        let mut stream = tokio::net::TcpStream::connect(&free).await?;
        if number % 2 == 0 {
            stream.write_all(b"GET /readyz HTTP/1.1\r\n").await?;
        }
        half_open.push(stream);
    }
    for path in ["/readyz", "/healthz"] {
        let response = reqwest::get(format!("http://{free}{path}"));
        let answer = tokio::time::timeout(Duration::from_secs(5), response).await??;
        assert_eq!((answer.status().as_u16(), answer.text().await?), (200, "ok\n".to_owned()), "{path}");
    }
    harness.play(&game, &ada, "a1b2").await?;
    harness.board(&game, 1).await?;
    drop(half_open);
    assert_eq!(harness.stop_bot().await?, Some(0));
    Ok(())
}

fn queries(panels: &Value) -> Vec<&str> {
    match panels {
        Value::Object(fields) => {
            let own = fields.get("expr").and_then(Value::as_str);
            own.into_iter().chain(fields.values().flat_map(queries)).collect()
        }
        Value::Array(items) => items.iter().flat_map(queries).collect(),
        _ => Vec::new(),
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs Prometheus: tests/run"]
async fn prometheus_answers_every_query_of_the_dashboard_and_judges_every_alert() -> TestResult {
    let free = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
    let mut harness = Harness::start_by_gateway_with("prometheus", &[("SUMITO__METRICS__LISTEN", &free)]).await?;
    let (game, [ada, _]) = harness.start_first_game(json!({})).await?;
    harness.play(&game, &ada, "a1b2").await?;
    let prometheus = Prometheus::start(&free).await?;
    let dashboard: Value = serde_json::from_str(DASHBOARD)?;
    let queries = queries(&dashboard["panels"]);
    assert!(queries.len() >= 20, "{queries:?}");
    for query in queries {
        // Grafana inserts a value that fits the width of the panel.
        let query = query.replace("$__rate_interval", "1m");
        // A rate needs two scrapes of the bot.
        let answered = async || Ok(prometheus.query(&query).await?.first().map(|_| ()));
        wait_for(&query, answered).await?;
    }
    let judged = async |wanted: &dyn Fn(&Value) -> bool| {
        let all_are = async || {
            let alerts = prometheus.alerts().await?;
            Ok((!alerts.is_empty() && alerts.iter().all(wanted)).then_some(()))
        };
        wait_for("the judgment of all alerts", all_are).await
    };
    judged(&|alert| alert["health"] == "ok" && alert["state"] == "inactive").await?;
    harness.stop_bot().await?;
    judged(&|alert| alert["state"] == if alert["name"] == "SumitoDown" { "pending" } else { "inactive" }).await
}

#[tokio::test]
#[ignore = "needs Prometheus: tests/run"]
async fn each_alert_fires_when_it_should_and_no_other_does() -> TestResult {
    const CASES: &str = include_str!("../../../data/alerts.yml");
    let alerts = ALERTS.lines().filter_map(|line| line.trim().strip_prefix("- alert: "));
    for alert in alerts {
        assert!(CASES.contains(&format!("alertname=\"{alert}\"")), "no case in which {alert} fires");
    }
    test_rules(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data/alerts.yml")).await
}
