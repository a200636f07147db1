//! Being away: vacations that are asked for, planned, stopped and that begin by themselves, through restarts of the bot.

use serde_json::{Value, json};
use tests::{DAY, HOUR, MINUTE, Stage, text_of};

type Story = anyhow::Result<()>;

/// Everybody has vacation.
const USUAL: [(&str, &str); 1] = [("SUMITO__VACATION__DAYS_PER_YEAR", "30")];

/// The instants that stand in a text, in seconds.
fn instants(text: &str) -> Vec<i64> {
    text.split("<t:").skip(1).filter_map(|rest| rest.split([':', '>']).next()?.parse().ok()).collect()
}

fn calls_somebody(message: &Value) -> bool {
    message["mentions"].as_array().is_some_and(|mentions| !mentions.is_empty())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_stops_the_clock_is_told_once_without_a_ping_and_outlives_the_bot() -> Story {
    let mut stage = Stage::open_with("vacation", &USUAL).await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &bruno, json!({ "pace": "days:3" })).await?;
    stage.board(&game, 0).await?;
    let answer = stage.command(&ada, &stage.games, "vacation start", &json!({ "days": 4 })).await?;
    assert!(answer.is_private() && answer.text().contains("Your vacation has begun"), "{}", answer.text());
    let until = instants(&answer.text())[0];
    // As if the power failed as soon as it was answered: who comes after looks at the games.
    stage.kill_bot().await?;
    stage.start_bot(&[]).await?;
    // What the dead one had begun is taken up when its lease has ended.
    stage.advance(MINUTE).await?;
    let away = format!("<@{}> is on vacation until <t:{until}:f>", ada.id);
    let is_away = |message: &Value| text_of(message).starts_with(&away);
    let told = stage.message(&bruno, &game.thread, "that Ada is away", is_away).await?;
    assert!(!calls_somebody(&told), "{told}");
    // It may be the dead one's: Discord knows a nonce for some minutes only, so nobody goes on before it is noted.
    stage
        .until("it is noted", async || Ok(stage.bot_log().contains("Sent vacation_began of game").then_some(())))
        .await?;
    let deadline = instants(&text_of(&told))[1];
    assert!((until + 3 * DAY / 1000 - deadline).abs() < 120, "three days are left after it");

    // Neither a reminder's hour nor the old deadline does anything; she may move whenever she likes.
    stage.advance(3 * DAY).await?;
    stage.kill_bot().await?;
    stage.start_bot(&[]).await?;
    let list = stage.command(&bruno, &stage.games, "games", &json!({})).await?.text();
    assert!(list.contains(&format!("<@{}> is on vacation until <t:{until}:f>.", ada.id)), "{list}");
    let answer = stage.play(&game, &ada, "a1b2").await?;
    assert!(answer.text().contains("a1b2"), "{}", answer.text());
    stage.board(&game, 1).await?;
    assert!(stage.play(&game, &bruno, "i9h8").await?.text().contains("i9h8"));
    let board = stage.board(&game, 2).await?;
    assert!(text_of(&board).contains(&format!("Vacation of <@{}>", ada.id)), "{board}");

    // She comes back early.
    let answer = stage.command(&ada, &stage.games, "vacation stop", &json!({})).await?;
    assert!(answer.text().starts_with("Your vacation is over"), "{}", answer.text());
    let back = format!("The vacation of <@{}> is over", ada.id);
    let is_back = |message: &Value| text_of(message).starts_with(&back);
    let told = stage.message(&bruno, &game.thread, "that Ada is back", is_back).await?;
    assert!(!calls_somebody(&told), "{told}");
    let messages = stage.messages(&bruno, &game.thread).await?;
    assert_eq!(messages.iter().filter(|message| is_away(message)).count(), 1, "once");
    assert_eq!(messages.iter().filter(|message| is_back(message)).count(), 1, "once");
    let again = stage.command(&ada, &stage.games, "vacation stop", &json!({})).await?;
    assert!(again.text().starts_with("You are not on vacation"), "{}", again.text());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_begins_by_itself_before_a_loss_and_when_none_is_left_the_game_is_lost() -> Story {
    let settings = [("SUMITO__VACATION__DAYS_PER_YEAR", "5"), ("SUMITO__VACATION__AUTOMATIC_DAYS", "4")];
    let stage = Stage::open_with("automatic-vacation", &settings).await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &bruno, json!({ "pace": "days:3" })).await?;
    stage.board(&game, 0).await?;
    let spared = format!("<@{}>, your time was over.", ada.id);
    let is_spared = |message: &Value| text_of(message).starts_with(&spared);
    let is_lost = |message: &Value| text_of(message).contains("ran out of time");
    stage.advance(3 * DAY + HOUR).await?;
    let told = stage.message(&ada, &game.thread, "the vacation", is_spared).await?;
    assert!(calls_somebody(&told), "whoever lost the time is called: {told}");
    // A day is left for the second one.
    stage.advance(4 * DAY).await?;
    stage
        .until("the second vacation", async || {
            let messages = stage.messages(&bruno, &game.thread).await?;
            Ok((messages.iter().filter(|message| is_spared(message)).count() == 2).then_some(()))
        })
        .await?;
    assert!(!stage.messages(&bruno, &game.thread).await?.iter().any(is_lost));
    stage.advance(DAY).await?;
    stage.message(&bruno, &game.thread, "the loss on time", is_lost).await?;
    let status = stage.command(&ada, &stage.games, "vacation status", &json!({})).await?.text();
    assert!(status.contains("You are not on vacation"), "{status}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn weekends_and_sleeping_hours_count_from_the_next_turn() -> Story {
    let stage = Stage::open("weekends").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let clock = json!({ "zone": "Asia/Tokyo", "sleep-from": "23:00", "sleep-to": "7:00" });
    let answer = stage.command(&bruno, &stage.games, "settings clock", &clock).await?;
    assert!(
        answer.text().contains("**Asia/Tokyo**") && answer.text().contains("**23:00 – 07:00**"),
        "{}",
        answer.text()
    );
    let options = json!({ "pace": "days:7", "pauses": "weekends=pause" });
    let game = stage.start_game(&ada, &bruno, options).await?;
    let deadline = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("Deadline")).unwrap_or_default();
        instants(line).first().copied().unwrap_or_default()
    };
    let before = deadline(&text_of(&stage.board(&game, 0).await?));
    stage.play(&game, &ada, "a1b2").await?;
    let after = deadline(&text_of(&stage.board(&game, 1).await?));
    // Ada: seven weekdays, nine calendar days. Bruno: sixteen hours of each weekday, fourteen to sixteen calendar days.
    let days = |seconds: i64| seconds / 86_400;
    assert!((3..=7).contains(&days(after - before)), "{before} {after}");
    Ok(())
}
