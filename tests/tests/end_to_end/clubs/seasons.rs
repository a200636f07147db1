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
    let show = async |harness: &Harness, options| harness.command(dmitri, &games, "ladder show", &options).await;
    let reply = show(&harness, json!({})).await?;
    assert!(reply.text().contains("Season 1 ends <t:"), "{}", reply.text());
    assert!(
        reply.alt().contains("1. Ada, Division 1") && reply.alt().contains("3. Chloé, Division 2"),
        "{}",
        reply.alt()
    );
    let refused = harness.command(dmitri, &games, "ladder challenge", &json!({ "user": bruno.id })).await?;
    assert!(refused.text().contains("is in division 1, you are in division 2"), "{}", refused.text());

    harness.command(dmitri, &games, "ladder challenge", &json!({ "user": chloe.id })).await?;
    let card = harness.message_with(chloe, &games, "accept").await?;
    harness.press(chloe, &card, "accept").await?;
    let thread = harness.thread_of(chloe, &card).await?;
    harness.resign(chloe, &thread).await?;
    let reply = show(&harness, json!({})).await?;
    assert!(reply.alt().contains("3. Dmitri, Division 2"), "{}", reply.alt());

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
    harness.stop_bot().await?;
    harness.start_bot(&[]).await?;
    let reply = show(&harness, json!({})).await?;
    assert!(reply.alt().contains("2. Dmitri, +1") && reply.alt().contains("3. Bruno, -1"), "{}", reply.alt());
    let messages = harness.messages(ada, &games).await?;
    assert_eq!(messages.iter().filter(|message| is_over(message)).count(), 1);
    Ok(())
}
