//! `sumito privacy forget-server`: the server starts anew, and its players can still look up their games.

use serde_json::json;
use tests::{Harness, TestResult};

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_forgotten_on_the_command_line_and_its_players_read_of_it() -> TestResult {
    let mut harness = Harness::start("forget-server").await?;
    let [ada, emma] = harness.people(["Ada", "Emma"]).await?;
    let game = harness.start_game(&ada, &emma, json!({})).await?;
    harness.play(&game, &ada, "a1b2").await?;
    harness.wait_until_idle().await?;
    harness.stop_bot().await?;
    let state = harness.state(&ada.id).await?;
    let server = state["guilds"][0]["id"].as_str().unwrap_or_default().to_owned();
    let forget = ["privacy", "forget-server", "--server", server.as_str()];

    let output = harness.run_cli(&[&forget[..], &["--dry-run"]].concat()).await?;
    assert!(output.contains("- games being played, which are annulled: 1\n"), "{output}");
    let unsure = harness.run_cli(&forget).await.expect_err("nobody has typed the id").to_string();
    assert!(unsure.contains("nothing is deleted"), "{unsure}");
    assert_eq!(harness.run_cli(&[&forget[..], &["--dry-run"]].concat()).await?, output, "as before");
    let done = harness.run_cli(&[&forget[..], &["--yes"]].concat()).await?;
    assert!(done.starts_with(&output) && done.ends_with("Deleted. Backups made before still hold it.\n"), "{done}");
    let again = harness.run_cli(&[&forget[..], &["--yes"]].concat()).await?;
    assert_eq!(again, format!("Nothing is stored of server {server}.\n"));
    let zero = harness.run_cli(&["privacy", "forget-server", "--server", "0"]).await;
    assert!(zero.is_err(), "0 stands for all servers together: {zero:?}");

    harness.start_bot(&[]).await?;
    for who in [&ada, &emma] {
        let channel = harness.dm_channel(who).await?;
        let says = |message: &serde_json::Value| {
            tests::text_of(message).contains("the host of this bot annulled the game Ada – Emma")
        };
        harness.message(who, &channel, "the annulled game", says).await?;
    }
    Ok(())
}
