//! What happens by itself: reminders, deadlines, and what an absence of the bot does to them.

use serde_json::{Value, json};
use tests::{DAY, HOUR, MINUTE, Person, Stage, string, text_of};

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

/// What the clocks of Greenwich show at a time in seconds.
fn wall(at: i64) -> String {
    format!("{:02}:{:02}", at / 3600 % 24, at / 60 % 60)
}

/// The channel of direct messages between the bot and this person.
async fn dm(stage: &Stage, who: &Person) -> anyhow::Result<String> {
    let bot = string(&stage.state(&who.id).await?["bot_id"]);
    let channel = stage.post("/sandbox/dm", &json!({ "user": who.id, "recipient": bot })).await?;
    Ok(string(&channel["id"]))
}

/// What calls on somebody to move, without a board.
fn calls(message: &Value) -> bool {
    text_of(message).contains("your turn") && message["attachments"].as_array().is_none_or(Vec::is_empty)
}

/// How many of these stand in a channel, once there are so many.
async fn count(stage: &Stage, who: &Person, channel: &str, wanted: usize) -> Story {
    let what = format!("{wanted} calls in {channel}");
    stage
        .until(&what, async || {
            let messages = stage.messages(who, channel).await?;
            Ok((messages.iter().filter(|message| calls(message)).count() == wanted).then_some(()))
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn reminders_come_when_and_where_somebody_wants_them_and_go_with_the_move() -> Story {
    let mut stage = Stage::open("own-reminders").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let letters = dm(&stage, &ada).await?;
    let chosen = json!({ "steps": "30h, 90m", "where": "dm" });
    let said = stage.command(&ada, &stage.games, "settings reminders", &chosen).await?;
    assert!(said.is_private() && said.text().contains("**1 d 6 h, 1 h 30 min**"), "{}", said.text());
    let game = stage.start_game(&ada, &bruno, json!({ "pace": "days:3" })).await?;
    // The board in the thread calls nobody; a letter does, and leads there.
    let board = stage.board(&game, 0).await?;
    assert_eq!(board["mentions"].as_array().map(Vec::len), Some(0), "{board:#}");
    let letter = stage.message(&ada, &letters, "the letter about her turn", calls).await?;
    assert!(text_of(&letter).contains(&format!("<#{}>", game.thread)), "{letter:#}");
    // Over a restart, too, each step once: 42 hours gone, then 70 and a half.
    stage.advance(42 * HOUR + MINUTE).await?;
    stage
        .until("the first reminder instead of the letter", async || {
            let messages = stage.messages(&ada, &letters).await?;
            let standing: Vec<_> = messages.iter().filter(|message| calls(message)).collect();
            Ok((standing.len() == 1 && standing[0]["id"] != letter["id"]).then_some(()))
        })
        .await?;
    stage.kill_bot().await?;
    stage.start_bot(&[]).await?;
    count(&stage, &ada, &letters, 1).await?;
    // Closed letters come into the thread, which says so once.
    stage.patch(&format!("/sandbox/users/{}", ada.id), &json!({ "dm_closed": true })).await?;
    stage.advance(28 * HOUR + 45 * MINUTE).await?;
    let fallen = stage.message(&ada, &game.thread, "the reminder in the thread", calls).await?;
    assert!(text_of(&fallen).contains("I cannot send you direct messages"), "{fallen:#}");
    stage.play(&game, &ada, "a1b2").await?;
    count(&stage, &ada, &game.thread, 0).await?;
    count(&stage, &ada, &letters, 0).await?;
    // A test says what became of it.
    let test = stage.command(&ada, &stage.games, "settings test", &json!({})).await?;
    assert!(test.is_private() && test.text().starts_with("The reminder did not arrive"), "{}", test.text());
    stage.patch(&format!("/sandbox/users/{}", ada.id), &json!({ "dm_closed": false })).await?;
    stage.advance(MINUTE).await?;
    let test = stage.command(&ada, &stage.games, "settings test", &json!({})).await?;
    assert_eq!(test.text(), "I just sent you a reminder by direct message.");
    stage
        .message(&ada, &letters, "the test", |message| text_of(message).contains("It is not about any of your games"))
        .await?;
    Ok(())
}

/// Does it come without a sound?
fn is_silent(message: &Value) -> bool {
    message["flags"].as_u64().unwrap_or(0) & 4096 != 0
}

#[tokio::test(flavor = "multi_thread")]
async fn quiet_hours_bring_a_reminder_before_them_and_boards_without_a_sound() -> Story {
    let mut stage = Stage::open("quiet-hours").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    stage.command(&ada, &stage.games, "settings clock", &json!({ "zone": "Etc/GMT" })).await?;
    stage.command(&ada, &stage.games, "settings reminders", &json!({ "steps": "2h" })).await?;
    let game = stage.start_game(&ada, &bruno, json!({ "pace": "days:3" })).await?;
    assert!(!is_silent(&stage.board(&game, 0).await?));
    // From three hours before the deadline to one hour before it: the reminder would fall into the middle.
    let end = deadline(&stage.command(&ada, &stage.games, "games", &json!({})).await?.text())?;
    let hours = format!("{}-{}", wall(end - 3 * HOUR / 1000), wall(end - HOUR / 1000));
    let said = stage.command(&ada, &stage.games, "settings reminders", &json!({ "quiet": hours })).await?;
    assert!(said.is_private() && said.text().contains(&format!("No reminders during **{hours}**")), "{}", said.text());
    stage.kill_bot().await?;
    stage.start_bot(&[]).await?;
    stage.advance(3 * DAY - 3 * HOUR - 10 * MINUTE).await?;
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    count(&stage, &ada, &game.thread, 0).await?;
    stage.advance(11 * MINUTE).await?;
    let reminder = stage.message(&ada, &game.thread, "the reminder as the quiet hours begin", calls).await?;
    assert_eq!(string(&reminder["mentions"][0]["id"]), ada.id, "{reminder:#}");
    // It was the only one: the time at which it would have come brings no other.
    stage.advance(HOUR + 10 * MINUTE).await?;
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    count(&stage, &ada, &game.thread, 1).await?;

    // What calls her in those hours makes no sound; what calls the other one, and what calls her afterwards, does.
    stage.play(&game, &ada, "a1b2").await?;
    assert!(!is_silent(&stage.board(&game, 1).await?), "the other one sleeps when he likes");
    stage.play(&game, &bruno, "i9h8").await?;
    let board = stage.board(&game, 2).await?;
    assert!(is_silent(&board) && string(&board["mentions"][0]["id"]) == ada.id, "{board:#}");
    stage.advance(2 * HOUR).await?;
    stage.play(&game, &ada, "a2b3").await?;
    stage.play(&game, &bruno, "i8h7").await?;
    assert!(!is_silent(&stage.board(&game, 4).await?));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_test_goes_where_reminders_go_and_bothers_nobody_else() -> Story {
    let stage = Stage::open("settings-test").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let stranger = stage.person("Emma").await?;
    let letters = dm(&stage, &ada).await?;
    let game = stage.start_game(&ada, &bruno, json!({})).await?;
    let is_test = |message: &Value| text_of(message).contains("this is what a reminder looks like");
    let tests = async |who: &Person, channel: &str| {
        let messages = stage.messages(who, channel).await?;
        anyhow::Ok(messages.iter().filter(|message| is_test(message) && message["flags"] != json!(64)).count())
    };
    // In the thread of her game: it stands there, and calls her alone.
    let said = stage.command(&ada, &game.thread, "settings test", &json!({})).await?;
    assert!(said.is_private() && said.text() == "I just posted a reminder here.", "{}", said.text());
    let posted = stage.message(&bruno, &game.thread, "the test in the thread", is_test).await?;
    let called: Vec<String> =
        posted["mentions"].as_array().into_iter().flatten().map(|user| string(&user["id"])).collect();
    assert_eq!(called, [ada.id.as_str()]);
    let again = stage.command(&ada, &game.thread, "settings test", &json!({})).await?;
    assert_eq!(again.text(), "You can send one test per minute. Try again shortly.");
    // Whoever does not play there, and whoever asks elsewhere, reads alone what they would have read.
    for (who, channel) in [(&stranger, &game.thread), (&bruno, &stage.games)] {
        let said = stage.command(who, channel, "settings test", &json!({})).await?;
        assert!(said.is_private() && is_test(&said.message), "{}", said.text());
    }
    assert_eq!((tests(&bruno, &game.thread).await?, tests(&bruno, &stage.games).await?), (1, 0));
    // In both places, by letter only, and nowhere.
    stage.advance(MINUTE).await?;
    for (place, sentences, in_thread, by_letter) in [
        ("both", "I just sent you a reminder by direct message.\nI just posted a reminder here.", 2, 1),
        ("dm", "I just sent you a reminder by direct message.", 2, 2),
        ("none", "Your reminders are turned off, so nothing was sent.", 2, 2),
    ] {
        stage.command(&ada, &game.thread, "settings reminders", &json!({ "where": place })).await?;
        let said = stage.command(&ada, &game.thread, "settings test", &json!({})).await?;
        assert!(said.is_private() && said.text().starts_with(sentences), "{place}: {}", said.text());
        assert_eq!(
            (tests(&bruno, &game.thread).await?, tests(&ada, &letters).await?),
            (in_thread, by_letter),
            "{place}"
        );
        stage.advance(MINUTE).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_digest_comes_once_a_day_over_restarts_and_only_when_something_waits() -> Story {
    let mut stage = Stage::open_on_postgres("digest").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let letters = dm(&stage, &ada).await?;
    let game = stage.start_game(&ada, &bruno, json!({ "pace": "days:14" })).await?;
    stage.board(&game, 0).await?;
    let list = stage.command(&ada, &stage.games, "games", &json!({})).await?.text();
    // In two hours, by the clock of Greenwich.
    let at = wall(deadline(&list)? + 2 * HOUR / 1000);
    let refused = stage.command(&ada, &stage.games, "settings digest", &json!({ "at": at })).await?;
    assert!(refused.text().contains("Set it first"), "{}", refused.text());
    stage.command(&ada, &stage.games, "settings clock", &json!({ "zone": "Etc/GMT" })).await?;
    let said = stage.command(&ada, &stage.games, "settings digest", &json!({ "at": at })).await?;
    assert!(said.text().contains(&format!("**{at}**")), "{}", said.text());
    let digests = async |stage: &Stage| {
        let messages = stage.messages(&ada, &letters).await?;
        anyhow::Ok(messages.iter().filter(|message| text_of(message).contains("is waiting for you")).count())
    };
    assert_eq!(digests(&stage).await?, 0, "it is not time yet");
    stage.advance(2 * HOUR + MINUTE).await?;
    stage.until("the digest", async || Ok((digests(&stage).await? == 1).then_some(()))).await?;
    stage.kill_bot().await?;
    stage.start_bot(&[]).await?;
    let _other = stage.start_another().await?;
    stage.advance(2 * MINUTE).await?;
    tokio::time::sleep(std::time::Duration::from_secs(6)).await;
    assert_eq!(digests(&stage).await?, 1, "neither a restart nor another process sends it again");
    stage.play(&game, &ada, "a1b2").await?;
    stage.advance(24 * HOUR).await?;
    tokio::time::sleep(std::time::Duration::from_secs(6)).await;
    assert_eq!(digests(&stage).await?, 1, "nothing waits");
    stage.play(&game, &bruno, "i9h8").await?;
    stage.advance(24 * HOUR).await?;
    stage.until("the next digest", async || Ok((digests(&stage).await? == 2).then_some(()))).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loss_on_time_shows_in_the_profile_and_on_the_next_challenge() -> Story {
    let stage = Stage::open("profile").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    for _ in 0..3 {
        stage.command(&ada, &stage.games, "settings clock", &json!({ "automatic-vacation": false })).await?;
        let game = stage.start_game(&ada, &bruno, json!({ "pace": "days:1" })).await?;
        stage.board(&game, 0).await?;
        stage.advance(25 * HOUR).await?;
        let ended = |message: &Value| text_of(message).contains("ran out of time");
        stage.message(&ada, &game.thread, "the loss on time", ended).await?;
    }
    let profile = stage.command(&bruno, &stage.games, "profile", &json!({ "user": ada.id })).await?;
    assert!(profile.is_private() && profile.text().contains("Reliability: **0%**"), "{}", profile.text());
    assert!(profile.text().contains("3 finished games: 0 won, 3 lost, 0 drawn"), "{}", profile.text());
    stage.command(&ada, &stage.games, "challenge", &json!({ "user": bruno.id })).await?;
    let shown = format!("Reliability: <@{}> 0%, <@{}> 100%", ada.id, bruno.id);
    let with_it = |message: &Value| text_of(message).contains(&shown);
    stage.message(&bruno, &stage.games, "the challenge with their reliability", with_it).await?;
    Ok(())
}
