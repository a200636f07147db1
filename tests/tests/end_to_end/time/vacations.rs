//! Vacations: requested, stopped early, and automatic; across restarts of the bot.

use serde_json::{Value, json};
use tests::{DAY, HOUR, Harness, MINUTE, TestResult, controls, form_control, text_of};

const VACATION_GRANTED: [(&str, &str); 1] = [("SUMITO__VACATION__DAYS_PER_YEAR", "30")];

/// The times `<t:…>` in a text, in seconds.
fn instants(text: &str) -> Vec<i64> {
    text.split("<t:").skip(1).filter_map(|rest| rest.split([':', '>']).next()?.parse().ok()).collect()
}

fn mentions_a_user(message: &Value) -> bool {
    message["mentions"].as_array().is_some_and(|mentions| !mentions.is_empty())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_stops_the_clock_is_announced_once_without_a_mention_and_survives_a_restart() -> TestResult {
    let mut harness = Harness::start_with("vacation", &VACATION_GRANTED).await?;
    let (game, [ada, dmitri]) = harness.start_first_game(json!({ "pace": "days:3" })).await?;
    harness.board(&game, 0).await?;
    let answer = harness.command(&ada, &harness.games, "settings vacation start", &json!({ "days": 4 })).await?;
    assert!(answer.is_private() && answer.text().contains("Your vacation has started"), "{}", answer.text());
    let until = instants(&answer.text())[0];
    // The bot dies right after its answer; the next process has to process the games.
    harness.kill_bot().await?;
    harness.start_bot(&[]).await?;
    // A message claimed by the dead process is free when its lease has ended.
    harness.advance(MINUTE).await?;
    let away = format!("<@{}> is on vacation until <t:{until}:f>", ada.id);
    let is_away = |message: &Value| text_of(message).starts_with(&away);
    let told = harness.message(&dmitri, &game.thread, "that Ada is on vacation", is_away).await?;
    assert!(!mentions_a_user(&told), "{told}");
    // The dead process may have posted it. Discord forgets a nonce after minutes, so the clock must not jump before the second
    // process has recorded the message.
    harness.wait_for_empty_outbox().await?;
    let deadline = instants(&text_of(&told))[1];
    assert!((until + 3 * DAY / 1000 - deadline).abs() < 120, "three days are left after it");

    // Neither the reminder's time nor the old deadline has an effect, and Ada may still move.
    harness.advance(3 * DAY).await?;
    harness.kill_bot().await?;
    harness.start_bot(&[]).await?;
    let list = harness.command(&dmitri, &harness.games, "games", &json!({})).await?.text();
    assert!(list.contains(&format!("<@{}> on vacation until <t:{until}:d>", ada.id)), "{list}");
    let answer = harness.play(&game, &ada, "a1b2").await?;
    assert!(answer.text().contains("a1b2"), "{}", answer.text());
    harness.board(&game, 1).await?;
    assert!(harness.play(&game, &dmitri, "i9h8").await?.text().contains("i9h8"));
    let board = harness.board(&game, 2).await?;
    assert!(text_of(&board).contains(&format!("On vacation: <@{}>", ada.id)), "{board}");

    // Ada ends her vacation early.
    let answer = harness.command(&ada, &harness.games, "settings vacation stop", &json!({})).await?;
    assert!(answer.text().starts_with("Your vacation is over"), "{}", answer.text());
    let back = format!("<@{}> is back from vacation", ada.id);
    let is_back = |message: &Value| text_of(message).starts_with(&back);
    let line = told["id"].clone();
    let told = harness.message(&dmitri, &game.thread, "that Ada is back", is_back).await?;
    assert!(!mentions_a_user(&told), "{told}");
    assert_eq!(told["id"], line, "the line that said that she is away");
    let messages = harness.messages(&dmitri, &game.thread).await?;
    assert!(!messages.iter().any(is_away), "nothing else says that she is away");
    assert_eq!(messages.iter().filter(|message| is_back(message)).count(), 1, "announced once");
    let again = harness.command(&ada, &harness.games, "settings vacation stop", &json!({})).await?;
    assert!(again.text().starts_with("You aren't on vacation"), "{}", again.text());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_automatic_vacation_replaces_a_loss_on_time_until_no_days_are_left() -> TestResult {
    let settings = [("SUMITO__VACATION__DAYS_PER_YEAR", "5"), ("SUMITO__VACATION__AUTOMATIC_DAYS", "4")];
    let harness = Harness::start_with("automatic-vacation", &settings).await?;
    let (game, [ada, dmitri]) = harness.start_first_game(json!({ "pace": "days:3" })).await?;
    harness.play(&game, &ada, "a1b2").await?;
    harness.play(&game, &dmitri, "i9h8").await?;
    harness.board(&game, 2).await?;
    let spared = format!("<@{}>, your time ran out, but you", ada.id);
    let is_spared = |message: &Value| text_of(message).starts_with(&spared);
    let is_lost = |message: &Value| text_of(message).contains("** on time.");
    harness.advance(3 * DAY + HOUR).await?;
    let told = harness.message(&ada, &game.thread, "the vacation", is_spared).await?;
    assert!(mentions_a_user(&told), "the player whose time ran out is mentioned: {told}");
    // One day is left for the second vacation.
    harness.advance(4 * DAY).await?;
    harness
        .until("the second vacation", async || {
            let messages = harness.messages(&dmitri, &game.thread).await?;
            let spared: Vec<&Value> = messages.iter().filter(|message| is_spared(message)).collect();
            // It replaces the line about the first.
            Ok(matches!(spared.as_slice(), [one] if one["id"] != told["id"] && mentions_a_user(one)).then_some(()))
        })
        .await?;
    assert!(!harness.messages(&dmitri, &game.thread).await?.iter().any(is_lost));
    harness.advance(DAY).await?;
    harness.message(&dmitri, &game.thread, "the loss on time", is_lost).await?;
    let status = harness.command(&ada, &harness.games, "settings vacation status", &json!({})).await?.text();
    assert!(status.contains("You aren't on vacation"), "{status}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn weekends_and_sleeping_hours_count_from_the_next_turn() -> TestResult {
    let harness = Harness::start("weekends").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let clock = json!({ "zone": "Asia/Tokyo", "sleep-from": "23:00", "sleep-to": "7:00" });
    let answer = harness.command(&dmitri, &harness.games, "settings clock", &clock).await?;
    assert!(
        answer.text().contains("**Asia/Tokyo**") && answer.text().contains("**23:00 – 07:00**"),
        "{}",
        answer.text()
    );
    let options = json!({ "user": dmitri.id, "color": "black", "pace": "days:7", "more": true });
    let form = harness.command(&ada, &harness.games, "challenge", &options).await?;
    let more = harness.press(&ada, &form.message, &form_control(&form.message, "more")?).await?;
    let pauses = controls(&more.message).into_iter().find(|id| id.ends_with(":pauses")).expect("a menu of pauses");
    let chosen = harness.choose(&ada, &more.message, &pauses, "weekends=pause").await?;
    harness.press(&ada, &chosen.message, &form_control(&chosen.message, "send")?).await?;
    let posted = harness.message_with(&dmitri, &harness.games, "accept").await?;
    harness.press(&dmitri, &posted, "accept").await?;
    let game = harness.game_of(&posted, &ada, &dmitri).await?;
    let deadline = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("Deadline")).unwrap_or_default();
        instants(line).first().copied().unwrap_or_default()
    };
    let before = deadline(&text_of(&harness.board(&game, 0).await?));
    harness.play(&game, &ada, "a1b2").await?;
    let after = deadline(&text_of(&harness.board(&game, 1).await?));
    // Ada: seven weekdays, nine calendar days. Dmitri: sixteen hours of each weekday, fourteen to sixteen calendar days.
    let days = |seconds: i64| seconds / 86_400;
    assert!((3..=7).contains(&days(after - before)), "{before} {after}");
    Ok(())
}
