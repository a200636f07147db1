//! A season of a ladder with divisions, from its first day to its announcement.

use serde_json::json;
use tests::{Harness, TestResult, text_of};

const DAY: i64 = 24 * 60 * 60 * 1000;

#[tokio::test(flavor = "multi_thread")]
async fn a_ladder_season_with_promotion() -> TestResult {
    let mut harness = Harness::start("season").await?;
    let people = harness.people(["Ada", "Bruno", "Chloé", "Dmitri"]).await?;
    let [ada, bruno, chloe, dmitri] = &people;
    let games = harness.games.clone();
    harness.command(ada, &games, "setup channels", &json!({ "ladders": "here" })).await?;
    harness.start_ladder(&people.each_ref(), "season=10d division=2 promoted=1").await?;
    let show = async |options| harness.command(dmitri, &games, "ladder show", &options).await;
    let shown = show(json!({})).await?;
    assert!(shown.text().contains("Season 1 ends <t:"), "{}", shown.text());
    assert!(
        shown.alt().contains("1. Ada, Division 1") && shown.alt().contains("3. Chloé, Division 2"),
        "{}",
        shown.alt()
    );
    let refused = harness.command(dmitri, &games, "ladder challenge", &json!({ "user": bruno.id })).await?;
    assert!(refused.text().contains("is in division 1, you are in division 2"), "{}", refused.text());

    harness.command(dmitri, &games, "ladder challenge", &json!({ "user": chloe.id })).await?;
    let posted = harness.message_with(chloe, &games, "accept").await?;
    harness.press(chloe, &posted, "accept").await?;
    let thread = harness.thread_of(chloe, &posted).await?;
    harness.resign(chloe, &thread).await?;
    let shown = show(json!({})).await?;
    assert!(shown.alt().contains("3. Dmitri, Division 2"), "{}", shown.alt());

    // The bot notices the end without any user action.
    harness.advance(10 * DAY).await?;
    let is_over = |message: &serde_json::Value| text_of(message).contains("season 1 is over");
    let announced = harness.message(ada, &games, "the end of the season", is_over).await?;
    let text = text_of(&announced);
    for part in [
        format!("🥉 <@{}>", dmitri.id),
        format!("▲ Promoted: <@{}>", dmitri.id),
        format!("▼ Relegated: <@{}>", bruno.id),
        "Season 2 ends <t:".to_owned(),
    ] {
        assert!(text.contains(&part), "{part}: {text}");
    }
    let picture = &announced["attachments"][0];
    let alt = picture["description"].as_str().unwrap_or_default();
    assert!(alt.contains("2. Bruno") && alt.contains("3. Dmitri, Division 2, Won–lost 1–0"), "{alt}");
    let png = reqwest::get(picture["url"].as_str().unwrap_or_default()).await?.error_for_status()?.bytes().await?;
    assert!(image::load_from_memory(&png)?.width() >= 640);
    let news = |message: &serde_json::Value| text_of(message).contains("· promoted");
    harness.message(ada, &games, "the promotion among the changes of the day", news).await?;
    harness.command(dmitri, &games, "ladder challenge", &json!({ "user": ada.id })).await?;

    // An organizer ends the next one early. A new process reads the same.
    let farid = &harness.person("Farid").await?;
    harness.client.change_user(&farid.id, &json!({ "manages": true, "locale": "en-US" })).await?;
    let asked = harness.command(farid, &games, "organize ladder season", &json!({ "reason": "summer" })).await?;
    assert!(asked.text().contains("End season 2 of **Club** now, and begin season 3?"), "{}", asked.text());
    let begun = harness.press(farid, &asked.message, "ladder-season!").await?;
    assert!(begun.text().contains("Season 3 of **Club** has begun."), "{}", begun.text());
    let is_over = |message: &serde_json::Value| text_of(message).contains("season 2 is over");
    harness.message(ada, &games, "the end of the second season", is_over).await?;
    harness.stop_bot().await?;
    harness.start_bot(&[]).await?;
    let first = harness.command(dmitri, &games, "ladder history", &json!({ "season": "1" })).await?;
    assert!(first.text().contains("season 1 is over") && first.alt().contains("3. Dmitri"), "{}", first.text());
    let shown = harness.command(dmitri, &games, "ladder show", &json!({})).await?;
    assert!(shown.alt().contains("2. Bruno") && shown.alt().contains("3. Dmitri, "), "{}", shown.alt());
    let profile = harness.command(ada, &games, "profile show", &json!({ "user": dmitri.id })).await?;
    assert!(profile.text().contains("place 3 in a season of Club"), "{}", profile.text());
    let messages = harness.messages(ada, &games).await?;
    let count = |text: &str| messages.iter().filter(|message| text_of(message).contains(text)).count();
    assert_eq!((count("season 1 is over"), count("season 2 is over")), (1, 1));
    Ok(())
}
