//! What happens by itself: reminders, deadlines, and what an absence of the bot does to them.

use serde_json::{Value, json};
use tests::{DAY, HOUR, MINUTE, Stage, text_of};

type Story = anyhow::Result<()>;

/// Deadlines that stand in a text, in seconds.
fn deadline(text: &str) -> anyhow::Result<i64> {
    let (_, rest) = text.split_once("<t:").ok_or_else(|| anyhow::anyhow!("no time in {text}"))?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Ok(digits.parse()?)
}

#[tokio::test(flavor = "multi_thread")]
async fn days_in_which_the_bot_was_away_cost_nobody_their_game() -> Story {
    let mut stage = Stage::open("away-for-days").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &bruno, json!({ "pace": "days:3" })).await?;
    stage.board(&game, 0).await?;
    let before = deadline(&stage.command(&ada, &stage.games, "games", &json!({})).await?.text())?;
    stage.kill_bot().await?;
    stage.advance(4 * DAY).await?;
    stage.start_bot(&[]).await?;
    let list = stage.command(&ada, &stage.games, "games", &json!({})).await?.text();
    let lost = deadline(&list)? - before;
    assert!((4 * DAY / 1000..4 * DAY / 1000 + 120).contains(&lost), "{lost} seconds were given back: {list}");
    assert!(stage.bot_log().contains("gave them back to 1 games and challenges"));
    // A restart that takes a moment gives nothing.
    stage.kill_bot().await?;
    stage.advance(3 * MINUTE).await?;
    stage.start_bot(&[]).await?;
    let again = deadline(&stage.command(&ada, &stage.games, "games", &json!({})).await?.text())?;
    assert_eq!(again - before, lost);
    // And while the bot is there, time goes on.
    stage.advance(3 * DAY + HOUR).await?;
    let ended = |message: &Value| text_of(message).contains("ran out of time");
    stage.message(&ada, &game.thread, "the loss on time", ended).await?;
    Ok(())
}
