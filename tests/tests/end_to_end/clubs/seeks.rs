//! Open challenges: raced for, and matched.

use serde_json::json;
use tests::{Harness, TestResult, controls, text_of};

#[tokio::test(flavor = "multi_thread")]
async fn of_five_who_accept_at_once_one_plays_and_four_read_that_it_is_taken() -> TestResult {
    let harness = Harness::start("raced-seek").await?;
    let [ada, bruno, chloe, dmitri, emma, farid] =
        harness.people(["Ada", "Bruno", "Chloé", "Dmitri", "Emma", "Farid"]).await?;
    let rivals = [bruno, chloe, dmitri, emma, farid];
    let answer = harness.command(&ada, &harness.games, "seek", &json!({ "color": "black" })).await?;
    assert!(answer.text().starts_with("Your open challenge is on its way."), "{}", answer.text());
    let card = harness.message_with(&rivals[0], &harness.games, "accept").await?;
    assert!(text_of(&card).contains("is looking for a game") && controls(&card).len() == 2, "{card:#}");
    let press = |rival| harness.press(rival, &card, "accept");
    let [one, two, three, four, five] = rivals.each_ref().map(press);
    let (one, two, three, four, five) = tokio::try_join!(one, two, three, four, five)?;
    let answers = [one, two, three, four, five];
    let (mut won, mut lost) = (Vec::new(), Vec::new());
    for (rival, answer) in rivals.iter().zip(&answers) {
        let text = answer.text();
        if ["You accepted", "Vous avez accepté"].iter().any(|said| text.starts_with(said)) {
            won.push(rival);
        } else {
            lost.push(text);
        }
    }
    let [winner] = won.as_slice() else { panic!("{} won: {lost:?}", won.len()) };
    assert_eq!(lost.len(), 4);
    for text in &lost {
        let is_clear = ["Too late: ", "Trop tard"].iter().any(|said| text.contains(said));
        assert!(is_clear && text.contains(&format!("<@{}>", winner.id)), "{text}");
    }

    // The card names the players, and the game is in its thread.
    let game = harness.game_of(&card, &ada, winner).await?;
    let closed = harness.without_buttons(&ada, &harness.games, &card).await?;
    assert!(text_of(&closed).contains(&format!("<@{}>", winner.id)), "{closed:#}");
    harness.board(&game, 0).await?;
    harness.play_and_see(&game, 0, "a1b2").await?;
    assert_eq!(harness.threads(&ada).await?.len(), 1);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_open_challenges_of_two_people_at_once_become_one_game() -> TestResult {
    let harness = Harness::start("matched-seek").await?;
    let [ada, dmitri, emma] = harness.people(["Ada", "Dmitri", "Emma"]).await?;
    let options = json!({ "sprint": 20, "layout": "belgian-daisy" });
    let seek = |who| harness.command(who, &harness.games, "seek", &options);
    let (first, second) = tokio::try_join!(seek(&ada), seek(&dmitri))?;
    let texts = [first.text(), second.text()];
    let matched = texts.iter().filter(|text| text.starts_with("You and <@")).count();
    let posted = texts.iter().filter(|text| text.starts_with("Your open challenge is on its way.")).count();
    assert_eq!((matched, posted), (1, 1), "{texts:?}");
    for person in [&ada, &dmitri] {
        harness
            .until("the game", async || {
                let list = harness.command(person, &harness.games, "games", &json!({})).await?;
                Ok(list.text().contains("#1").then_some(()))
            })
            .await?;
    }
    let list = harness.command(&emma, &harness.games, "games", &json!({ "show": "seeks" })).await?;
    assert!(list.text().starts_with("No open challenges here."), "{}", list.text());
    Ok(())
}
