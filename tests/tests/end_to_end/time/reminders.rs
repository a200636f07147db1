//! Reminders, deadlines, digests, and the effects of a downtime on them.

use std::time::Duration;

use serde_json::{Value, json};
use tests::{DAY, HOUR, Harness, MINUTE, Person, TestResult, is_private, string, text_of};

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

/// Whether this message reminds a player to move, without being a board.
fn is_reminder(message: &Value) -> bool {
    text_of(message).contains("your turn") && message["attachments"].as_array().is_none_or(Vec::is_empty)
}

/// Waits until the channel holds this many reminders.
async fn wait_for_reminders(harness: &Harness, who: &Person, channel: &str, wanted: usize) -> TestResult {
    let what = format!("{wanted} reminders in {channel}");
    harness
        .until(&what, async || {
            let messages = harness.messages(who, channel).await?;
            Ok((messages.iter().filter(|message| is_reminder(message)).count() == wanted).then_some(()))
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn reminders_come_when_and_where_the_player_wants_and_are_removed_by_the_move() -> TestResult {
    let mut harness = Harness::start("own-reminders").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let ada_dm = harness.dm_channel(&ada).await?;
    let chosen = json!({ "steps": "30h, 90m", "where": "dm" });
    let said = harness.command(&ada, &harness.games, "settings reminders", &chosen).await?;
    assert!(said.is_private() && said.text().contains("**1 d 6 h, 1 h 30 min**"), "{}", said.text());
    let game = harness.start_game(&ada, &dmitri, json!({ "pace": "days:3" })).await?;
    // The board in the thread mentions no one. A direct message notifies Ada, with a link to the thread.
    let board = harness.board(&game, 0).await?;
    assert_eq!(board["mentions"].as_array().map(Vec::len), Some(0), "{board:#}");
    let direct = harness.message(&ada, &ada_dm, "the direct message about Ada's turn", is_reminder).await?;
    assert!(text_of(&direct).contains(&format!("<#{}>", game.thread)), "{direct:#}");
    // Each step comes once, also across a restart: after 42 hours, then after 70 and a half.
    harness.advance(42 * HOUR + MINUTE).await?;
    harness
        .until("the first reminder to replace the direct message", async || {
            let messages = harness.messages(&ada, &ada_dm).await?;
            let reminders: Vec<_> = messages.iter().filter(|message| is_reminder(message)).collect();
            Ok((reminders.len() == 1 && reminders[0]["id"] != direct["id"]).then_some(()))
        })
        .await?;
    harness.kill_bot().await?;
    harness.start_bot(&[]).await?;
    wait_for_reminders(&harness, &ada, &ada_dm, 1).await?;
    // With direct messages closed the reminder falls back to the thread and says why.
    harness.client.change_user(&ada.id, &json!({ "dm_closed": true })).await?;
    harness.advance(28 * HOUR + 45 * MINUTE).await?;
    let fallback = harness.message(&ada, &game.thread, "the reminder in the thread", is_reminder).await?;
    assert!(text_of(&fallback).contains("I can't send you direct messages"), "{fallback:#}");
    harness.play(&game, &ada, "a1b2").await?;
    wait_for_reminders(&harness, &ada, &game.thread, 0).await?;
    wait_for_reminders(&harness, &ada, &ada_dm, 0).await?;
    // `/settings test` reports whether its reminder arrived.
    let test = harness.command(&ada, &harness.games, "settings test", &json!({})).await?;
    assert!(test.is_private() && test.text().starts_with("The reminder didn't arrive"), "{}", test.text());
    harness.client.change_user(&ada.id, &json!({ "dm_closed": false })).await?;
    harness.advance(2 * MINUTE).await?;
    let test = harness.command(&ada, &harness.games, "settings test", &json!({})).await?;
    assert_eq!(test.text(), "I just sent you a reminder by direct message.");
    harness.message_saying(&ada, &ada_dm, "It isn't about any of your games").await?;
    Ok(())
}

/// Whether this message is sent without a notification sound.
fn is_silent(message: &Value) -> bool {
    message["flags"].as_u64().unwrap_or(0) & 4096 != 0
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_comes_before_quiet_hours_and_boards_in_them_are_silent() -> TestResult {
    let mut harness = Harness::start("quiet-hours").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    harness.command(&ada, &harness.games, "settings clock", &json!({ "zone": "Etc/GMT" })).await?;
    harness.command(&ada, &harness.games, "settings reminders", &json!({ "steps": "2h" })).await?;
    let game = harness.start_game(&ada, &dmitri, json!({ "pace": "days:3" })).await?;
    assert!(!is_silent(&harness.board(&game, 0).await?));
    // Quiet hours from three hours to one hour before the deadline; the reminder would come in the middle.
    let end = deadline(&harness.command(&ada, &harness.games, "games", &json!({})).await?.text())?;
    let hours = format!("{}-{}", utc_time(end - 3 * HOUR / 1000), utc_time(end - HOUR / 1000));
    let said = harness.command(&ada, &harness.games, "settings reminders", &json!({ "quiet": hours })).await?;
    assert!(said.is_private() && said.text().contains(&format!("No reminders during **{hours}**")), "{}", said.text());
    harness.kill_bot().await?;
    harness.start_bot(&[]).await?;
    harness.advance(3 * DAY - 3 * HOUR - 10 * MINUTE).await?;
    harness.wait_until_idle().await?;
    wait_for_reminders(&harness, &ada, &game.thread, 0).await?;
    harness.advance(11 * MINUTE).await?;
    let reminder = harness.message(&ada, &game.thread, "the reminder as the quiet hours begin", is_reminder).await?;
    assert_eq!(string(&reminder["mentions"][0]["id"]), ada.id, "{reminder:#}");
    // No second reminder comes at the original time.
    harness.advance(HOUR + 10 * MINUTE).await?;
    harness.wait_until_idle().await?;
    wait_for_reminders(&harness, &ada, &game.thread, 1).await?;

    // A board that mentions Ada in her quiet hours is silent; one that mentions Dmitri, or Ada later, is not.
    harness.play(&game, &ada, "a1b2").await?;
    assert!(!is_silent(&harness.board(&game, 1).await?), "Dmitri has no quiet hours");
    harness.play(&game, &dmitri, "i9h8").await?;
    let board = harness.board(&game, 2).await?;
    assert!(is_silent(&board) && string(&board["mentions"][0]["id"]) == ada.id, "{board:#}");
    harness.advance(2 * HOUR).await?;
    harness.play(&game, &ada, "a2b3").await?;
    harness.play(&game, &dmitri, "i8h7").await?;
    assert!(!is_silent(&harness.board(&game, 4).await?));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_test_reminder_goes_where_reminders_go_and_mentions_no_one_else() -> TestResult {
    let harness = Harness::start("settings-test").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let emma = harness.person("Emma").await?;
    let ada_dm = harness.dm_channel(&ada).await?;
    let game = harness.start_game(&ada, &dmitri, json!({})).await?;
    let is_test = |message: &Value| text_of(message).contains("this is what a reminder looks like");
    let tests = async |who: &Person, channel: &str| {
        let messages = harness.messages(who, channel).await?;
        anyhow::Ok(messages.iter().filter(|message| is_test(message) && !is_private(message)).count())
    };
    // In the thread of her game the reminder is public, and mentions her alone.
    let said = harness.command(&ada, &game.thread, "settings test", &json!({})).await?;
    assert!(said.is_private() && said.text() == "I just posted a reminder here.", "{}", said.text());
    let posted = harness.message(&dmitri, &game.thread, "the test in the thread", is_test).await?;
    let called: Vec<String> =
        posted["mentions"].as_array().into_iter().flatten().map(|user| string(&user["id"])).collect();
    assert_eq!(called, [ada.id.as_str()]);
    let again = harness.command(&ada, &game.thread, "settings test", &json!({})).await?;
    assert_eq!(again.text(), "You can send one test per minute. Try again shortly.");
    // A user who does not play there, or who asks elsewhere, gets an ephemeral answer with the same text.
    for (who, channel) in [(&emma, &game.thread), (&dmitri, &harness.games)] {
        let said = harness.command(who, channel, "settings test", &json!({})).await?;
        assert!(said.is_private() && is_test(&said.message), "{}", said.text());
    }
    assert_eq!((tests(&dmitri, &game.thread).await?, tests(&dmitri, &harness.games).await?), (1, 0));
    // In both places, by direct message only, and nowhere.
    harness.advance(MINUTE).await?;
    for (place, sentences, in_thread, in_dm) in [
        ("both", "I just sent you a reminder by direct message.\nI just posted a reminder here.", 2, 1),
        ("dm", "I just sent you a reminder by direct message.", 2, 2),
        ("none", "Your reminders are off, so nothing was sent.", 2, 2),
    ] {
        harness.command(&ada, &game.thread, "settings reminders", &json!({ "where": place })).await?;
        let said = harness.command(&ada, &game.thread, "settings test", &json!({})).await?;
        assert!(said.is_private() && said.text().starts_with(sentences), "{place}: {}", said.text());
        assert_eq!((tests(&dmitri, &game.thread).await?, tests(&ada, &ada_dm).await?), (in_thread, in_dm), "{place}");
        harness.advance(MINUTE).await?;
    }
    Ok(())
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
    let said = harness.command(&ada, &harness.games, "settings digest", &json!({ "at": at })).await?;
    assert!(said.text().contains(&format!("**{at}**")), "{}", said.text());
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

#[tokio::test(flavor = "multi_thread")]
async fn a_loss_on_time_shows_in_the_profile_and_on_the_next_challenge() -> TestResult {
    let harness = Harness::start("profile").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    for _ in 0..3 {
        harness.command(&ada, &harness.games, "settings clock", &json!({ "automatic-vacation": false })).await?;
        let game = harness.start_game(&ada, &dmitri, json!({ "pace": "days:1" })).await?;
        harness.board(&game, 0).await?;
        harness.advance(25 * HOUR).await?;
        harness.message_saying(&ada, &game.thread, "** on time.").await?;
    }
    let profile = harness.command(&dmitri, &harness.games, "profile show", &json!({ "user": ada.id })).await?;
    assert!(profile.is_private() && profile.text().contains("Reliability: **0%**"), "{}", profile.text());
    assert!(profile.text().contains("3 finished games: 0 won, 3 lost, 0 drawn"), "{}", profile.text());
    harness.command(&ada, &harness.games, "challenge", &json!({ "user": dmitri.id })).await?;
    let shown = format!("Reliability: <@{}> 0%, <@{}> 100%", ada.id, dmitri.id);
    harness.message_saying(&dmitri, &harness.games, &shown).await?;
    Ok(())
}
