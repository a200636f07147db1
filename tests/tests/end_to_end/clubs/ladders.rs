//! A ladder of a server, from its creation to a change of places.

use serde_json::json;
use tests::{Harness, TestResult, control, controls, game_in, text_of, wait_for};

#[tokio::test(flavor = "multi_thread")]
async fn a_resignation_changes_the_table_of_a_ladder() -> TestResult {
    let mut harness = Harness::start("ladder").await?;
    let people = harness.people(["Ada", "Bruno", "Chloé", "Dmitri", "Emma"]).await?;
    let [ada, _, _, dmitri, emma] = &people;
    let games = harness.games.clone();
    let create = json!({ "name": "Club ladder", "preset": "leapfrog", "layout": "belgian-daisy", "set": "idle=30d" });
    let created = harness.command(ada, &games, "organize ladder create", &create).await?;
    assert!(created.text().contains("The ladder **Club ladder** is open."), "{}", created.text());
    for (place, person) in (1..).zip(&people) {
        let joined = harness.command(person, &games, "ladder join", &json!({})).await?;
        assert!(joined.text().contains(&format!("place {place}")), "{}", joined.text());
    }
    // The buttons are for the players above.
    let whom = harness.command(emma, &games, "ladder challenge", &json!({})).await?;
    let button =
        format!("{}:{}", control(&whom.message, "ladder-defender")?.rsplit_once(':').expect("a player").0, ada.id);
    let sent = harness.press(emma, &whom.message, &button).await?;
    assert!(sent.text().contains("is on its way"), "{}", sent.text());
    let posted = harness.message_with(ada, &games, "accept").await?;
    assert!(text_of(&posted).contains("A game on the ladder **Club ladder**"), "{posted:#}");
    let refused = harness.command(dmitri, &games, "ladder challenge", &json!({ "user": ada.id })).await?;
    assert!(refused.text().contains("has already been challenged by 1 player"), "{}", refused.text());

    harness.press(ada, &posted, "accept").await?;
    let thread = harness.thread_of(ada, &posted).await?;
    harness.resign(ada, &thread).await?;
    for restarted in [false, true] {
        if restarted {
            harness.stop_bot().await?;
            harness.start_bot(&[]).await?;
        }
        let shown = harness.command(dmitri, &games, "ladder show", &json!({})).await?;
        let picture = &shown.message["attachments"][0];
        let alt = picture["description"].as_str().unwrap_or_default();
        assert!(
            alt.starts_with("Club ladder. 1. Emma, Won–lost 1–0, Last games W; 2. Ada, Won–lost 0–1, Last games L"),
            "{alt}"
        );
        let url = picture["url"].as_str().unwrap_or_default();
        let png = reqwest::get(url).await?.error_for_status()?.bytes().await?;
        assert!(image::load_from_memory(&png)?.width() >= 640);
    }
    let history = harness.command(dmitri, &games, "ladder history", &json!({ "player": emma.id })).await?;
    assert!(
        history.text().contains(&format!("\u{200e}<@{}>\u{200e}: 5 → **1** · took the place", emma.id)),
        "{}",
        history.text()
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_annulled_game_is_taken_back_everywhere() -> TestResult {
    let mut harness = Harness::start("annul").await?;
    let people = harness.people(["Ada", "Dmitri", "Emma"]).await?;
    let [ada, dmitri, emma] = &people;
    let games = harness.games.clone();
    harness.command(ada, &games, "setup channels", &json!({ "results": "here" })).await?;
    harness.start_ladder(&people.each_ref(), "").await?;
    harness.command(emma, &games, "ladder challenge", &json!({ "user": dmitri.id })).await?;
    let posted = harness.message_with(dmitri, &games, "accept").await?;
    harness.press(dmitri, &posted, "accept").await?;
    let thread = harness.thread_of(dmitri, &posted).await?;
    for mv in ["a1b2", "i9h8"] {
        for person in [dmitri, emma] {
            harness.command(person, &thread, "move", &json!({ "move": mv })).await?;
        }
    }
    harness.resign(dmitri, &thread).await?;
    let beat = |message: &serde_json::Value| text_of(message).contains(" beat ");
    harness.message(ada, &games, "the result", beat).await?;
    harness.message_saying(dmitri, &thread, "by resignation").await?;
    let table = async || -> anyhow::Result<String> {
        let shown = harness.command(ada, &games, "ladder show", &json!({})).await?;
        Ok(shown.alt())
    };
    assert!(table().await?.contains("2. Emma"), "{}", table().await?);
    let total = async |expected: &str| {
        let said = harness.command(ada, &games, "profile statistics", &json!({})).await?;
        Ok(said.text().contains(expected).then_some(()))
    };
    wait_for("the statistics", async || total("**1** finished game").await).await?;

    // Discord allows few title changes of a thread in ten minutes.
    harness.advance(11 * 60_000).await?;
    let game = game_in(&posted)?;
    let options = json!({ "reason": "played for each other", "game": game });
    // A user who is not on the ladder.
    let farid = &harness.person("Farid").await?;
    harness.client.change_user(&farid.id, &json!({ "manages": true, "locale": "en-US" })).await?;
    let asked = harness.command(farid, &games, "organize annul", &options).await?;
    let told = format!("<@{}> 2 → **3**", emma.id);
    assert!(asked.text().contains("It will count as not played") && asked.text().contains(&told), "{}", asked.text());
    assert!(asked.text().contains("Its result no longer counts for ratings"), "{}", asked.text());
    let done = harness.press(farid, &asked.message, "organize-confirm").await?;
    assert!(done.text().contains("You annulled game") && done.text().contains(&told), "{}", done.text());
    assert!(table().await?.contains("2. Dmitri"), "{}", table().await?);
    assert!(!table().await?.contains("Last games W"), "{}", table().await?);
    let annulled = "by an organizer: this game counts as not played";
    let says = |message: &serde_json::Value| text_of(message).contains(annulled);
    let board = harness.message(dmitri, &thread, "the annulled board", says).await?;
    assert!(!board["attachments"].as_array().is_none_or(Vec::is_empty), "its picture stays: {board:#}");
    assert_eq!(controls(&board), Vec::<String>::new());
    let result = harness.message(ada, &games, "the annulled result", says).await?;
    assert!(!text_of(&result).contains(" beat ") && controls(&result).is_empty(), "{result:#}");
    harness.message_saying(dmitri, &thread, "played for each other").await?;
    wait_for("the statistics without it", async || total("No games have been finished").await).await?;
    wait_for("the title", async || {
        let state = harness.state(&ada.id).await?;
        Ok(state.to_string().contains("· annulled").then_some(()))
    })
    .await?;
    // A new process reads the same.
    harness.stop_bot().await?;
    harness.start_bot(&[]).await?;
    let shown = harness.command(ada, &games, "ladder show", &json!({})).await?;
    assert!(shown.alt().contains("2. Dmitri"), "{}", shown.alt());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_is_put_on_a_ladder_from_a_file() -> TestResult {
    let harness = Harness::start("ladder-file").await?;
    let [ada, bruno, chloe] = &harness.people(["Ada", "Bruno", "Chloé"]).await?;
    harness.start_ladder(&[ada], "").await?;
    let add = async |content: &str| {
        let file = json!({ "file": { "filename": "players.csv", "content": content } });
        harness.command(ada, &harness.games, "organize ladder add", &file).await
    };
    let refused = add("user,name\nChloé,\n").await?;
    assert!(refused.text().contains("Line 2 of the file has no Discord id"), "{}", refused.text());
    let stranger = "80351110224678912";
    let added = add(&format!("user,name\n{},Chloé\n{},Bruno\n{stranger},\n", chloe.id, bruno.id)).await?;
    assert!(added.text().contains("2 players were added to **Club**"), "{}", added.text());
    assert!(added.text().contains(&format!("has this id: `{stranger}`")), "{}", added.text());
    let shown = harness.command(bruno, &harness.games, "ladder show", &json!({})).await?;
    assert!(shown.alt().contains("2. Chloé") && shown.alt().contains("3. Bruno"), "{}", shown.alt());
    Ok(())
}
