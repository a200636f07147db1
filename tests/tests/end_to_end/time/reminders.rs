//! Deadlines and digests over downtimes and restarts.

use std::time::Duration;

use serde_json::json;
use tests::{DAY, HOUR, Harness, MINUTE, TestResult, text_of};

/// The first time `<t:…>` in a text, in seconds.
fn deadline(text: &str) -> anyhow::Result<i64> {
    let (_, rest) = text.split_once("<t:").ok_or_else(|| anyhow::anyhow!("no time in {text}"))?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Ok(digits.parse()?)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_downtime_of_days_moves_deadlines_and_loses_no_game() -> TestResult {
    let (mut harness, game, [ada, _]) = Harness::start_with_game("away-for-days", json!({ "pace": "days:3" })).await?;
    harness.board(&game, 0).await?;
    let before = deadline(&harness.command(&ada, &harness.games, "games", &json!({})).await?.text())?;
    harness.kill_bot().await?;
    harness.advance(4 * DAY).await?;
    harness.start_bot(&[]).await?;
    let list = harness.command(&ada, &harness.games, "games", &json!({})).await?.text();
    let lost = deadline(&list)? - before;
    assert!((4 * DAY / 1000..4 * DAY / 1000 + 120).contains(&lost), "{lost} seconds were given back: {list}");
    harness.wait_for_log("of an outage back to 1 games and challenges").await?;
    // A short restart gives no time back.
    harness.kill_bot().await?;
    harness.advance(3 * MINUTE).await?;
    harness.start_bot(&[]).await?;
    let again = deadline(&harness.command(&ada, &harness.games, "games", &json!({})).await?.text())?;
    assert_eq!(again - before, lost);
    // While the bot runs, clocks run.
    harness.advance(3 * DAY + HOUR).await?;
    harness.message_saying(&ada, &game.thread, "** on time.").await?;
    Ok(())
}

/// The UTC time of day, as `HH:MM`.
fn utc_time(at: i64) -> String {
    format!("{:02}:{:02}", at / 3600 % 24, at / 60 % 60)
}

/// Longer than the interval of checks for due digests. Nothing else shows that the bot has checked and sent none.
const DIGEST_CHECK: Duration = Duration::from_secs(6);

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: tests/run"]
async fn a_digest_comes_once_a_day_over_restarts_and_only_when_something_waits() -> TestResult {
    let mut harness = Harness::start_on_postgres("digest").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let ada_dm = harness.dm_channel(&ada).await?;
    let game = harness.start_game(&ada, &dmitri, json!({ "pace": "days:14" })).await?;
    harness.board(&game, 0).await?;
    let list = harness.command(&ada, &harness.games, "games", &json!({})).await?.text();
    // Two hours from now, in UTC.
    let at = utc_time(deadline(&list)? + 2 * HOUR / 1000);
    let refused = harness.command(&ada, &harness.games, "settings digest", &json!({ "at": at })).await?;
    assert!(refused.text().contains("your time zone"), "{}", refused.text());
    harness.command(&ada, &harness.games, "settings clock", &json!({ "zone": "Etc/GMT" })).await?;
    let reply = harness.command(&ada, &harness.games, "settings digest", &json!({ "at": at })).await?;
    assert!(reply.text().contains(&format!("**{at}**")), "{}", reply.text());
    let digests = async |harness: &Harness| {
        let messages = harness.messages(&ada, &ada_dm).await?;
        anyhow::Ok(messages.iter().filter(|message| text_of(message).contains("One game is waiting for you")).count())
    };
    assert_eq!(digests(&harness).await?, 0, "it is not time yet");
    harness.advance(2 * HOUR + MINUTE).await?;
    harness.until("the digest", async || Ok((digests(&harness).await? == 1).then_some(()))).await?;
    harness.kill_bot().await?;
    harness.start_bot(&[]).await?;
    let _other = harness.start_replica().await?;
    harness.advance(2 * MINUTE).await?;
    tokio::time::sleep(DIGEST_CHECK).await;
    assert_eq!(digests(&harness).await?, 1, "neither a restart nor a second process sends it again");
    harness.play(&game, &ada, "a1b2").await?;
    harness.until("no dead deadline", async || Ok((digests(&harness).await? == 0).then_some(()))).await?;
    harness.advance(24 * HOUR).await?;
    tokio::time::sleep(DIGEST_CHECK).await;
    assert_eq!(digests(&harness).await?, 0, "nothing waits");
    harness.play(&game, &dmitri, "i9h8").await?;
    harness.advance(24 * HOUR).await?;
    harness.until("the next digest", async || Ok((digests(&harness).await? == 1).then_some(()))).await?;
    // It is deleted once the new one is there.
    let left = async || {
        let messages = harness.messages(&ada, &ada_dm).await?;
        anyhow::Ok(messages.iter().filter(|message| text_of(message).contains("waiting for you")).count())
    };
    harness.until("the last one to be gone", async || Ok((left().await? == 1).then_some(()))).await
}
