//! A ladder of a server, from its creation to a change of places.

use serde_json::json;
use tests::{Harness, TestResult, control, text_of};

#[tokio::test(flavor = "multi_thread")]
async fn a_resignation_changes_the_table_of_a_ladder() -> TestResult {
    let mut harness = Harness::start("ladder").await?;
    let people = harness.people(["Ada", "Bruno", "Chloé", "Dmitri", "Emma"]).await?;
    let [ada, _, _, dmitri, emma] = &people;
    let games = harness.games.clone();
    let create = json!({ "name": "Club ladder", "preset": "leapfrog", "layout": "belgian-daisy", "set": "idle=30d" });
    let created = harness.command(ada, &games, "setup ladder create", &create).await?;
    assert!(created.text().contains("The ladder **Club ladder** is open."), "{}", created.text());
    for (place, person) in (1..).zip(&people) {
        let joined = harness.command(person, &games, "ladder join", &json!({})).await?;
        assert!(joined.text().contains(&format!("place {place}")), "{}", joined.text());
    }
    // The buttons are those above.
    let whom = harness.command(emma, &games, "ladder challenge", &json!({})).await?;
    let button =
        format!("{}:{}", control(&whom.message, "ladder-defender")?.rsplit_once(':').expect("a player").0, ada.id);
    let sent = harness.press(emma, &whom.message, &button).await?;
    assert!(sent.text().contains("is on its way"), "{}", sent.text());
    let posted = harness.message(ada, &games, "the challenge", |message| control(message, "accept").is_ok()).await?;
    assert!(text_of(&posted).contains("A game of the ladder **Club ladder**"), "{posted:#}");
    let refused = harness.command(dmitri, &games, "ladder challenge", &json!({ "user": ada.id })).await?;
    assert!(refused.text().contains("is already challenged by 1 player"), "{}", refused.text());

    harness.press(ada, &posted, &control(&posted, "accept")?).await?;
    let thread = harness.thread_of(ada, &posted).await?;
    let ask = harness.command(ada, &thread, "resign", &json!({})).await?;
    harness.press(ada, &ask.message, &control(&ask.message, "resign!")?).await?;
    for restarted in [false, true] {
        if restarted {
            harness.stop_bot().await?;
            harness.start_bot(&[]).await?;
        }
        let shown = harness.command(dmitri, &games, "ladder show", &json!({})).await?;
        let picture = &shown.message["attachments"][0];
        let alt = picture["description"].as_str().unwrap_or_default();
        assert!(alt.starts_with("Club ladder. # 1, Player Emma, Last games W; # 2, Player Ada, Last games L"), "{alt}");
        let url = picture["url"].as_str().unwrap_or_default();
        let png = reqwest::get(url).await?.error_for_status()?.bytes().await?;
        assert!(image::load_from_memory(&png)?.width() >= 640);
    }
    let history = harness.command(dmitri, &games, "ladder history", &json!({ "player": emma.id })).await?;
    assert!(history.text().contains(&format!("<@{}>: 5 → **1** · won", emma.id)), "{}", history.text());
    Ok(())
}
