//! A player with many games at once: their numbers, the pages of the list, and the links from one to the next.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tests::{Harness, Person, TestResult, control, controls, string, text_of};

const GAMES: usize = 40;

fn numbers(list: &Value) -> Vec<usize> {
    let text = text_of(list);
    let lines = text.lines().filter_map(|line| line.strip_prefix("**[#")?.split(']').next()?.parse().ok());
    lines.collect()
}

async fn thread_names(harness: &Harness, who: &Person) -> anyhow::Result<Vec<String>> {
    let state = harness.state(&who.id).await?;
    let channels = state["channels"].as_array().into_iter().flatten();
    Ok(channels.filter(|channel| channel["type"] == json!(11)).map(|channel| string(&channel["name"])).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_plays_forty_games() -> TestResult {
    let harness = Harness::start("forty-games").await?;
    let [ada, dmitri, emma] = harness.people(["Ada", "Dmitri", "Emma"]).await?;
    let layouts = ["standard", "belgian-daisy"];
    for number in 0..GAMES {
        let opponent = if number % 2 == 0 { &dmitri } else { &emma };
        harness.start_game(&ada, opponent, json!({ "layout": layouts[number / 2 % 2] })).await?;
    }
    let names = thread_names(&harness, &ada).await?;
    assert!(names.contains(&"#3 Ada – Dmitri · Belgian Daisy".to_owned()), "{names:?}");
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), GAMES, "{names:?}");

    // The pages of the list contain all of them, each once.
    let mut list = harness.command(&ada, &harness.games, "games", &json!({})).await?;
    let mut seen = BTreeSet::new();
    // A page has at most ten, fewer if their lines are long.
    let text = list.text();
    let pages = text.rsplit_once(" of ").and_then(|(_, rest)| rest.split(' ').next()).unwrap_or_default();
    let pages: usize = pages.parse()?;
    assert!((4..=6).contains(&pages), "{text}");
    for page in 1..=pages {
        assert!(list.text().ends_with(&format!("Page {page} of {pages} · 40 games")), "{}", list.text());
        let here = numbers(&list.message);
        assert!(!here.is_empty() && here.iter().all(|number| !seen.contains(number)), "{}", list.text());
        seen.extend(here);
        let forward = controls(&list.message).into_iter().find(|id| id.ends_with(&format!(":deadline:{page}")));
        if let Some(forward) = forward.filter(|_| page < pages) {
            list = harness.press(&ada, &list.message, &forward).await?;
        }
    }
    assert_eq!(seen, (1..=GAMES).collect());
    let challenges = harness.choose(&ada, &list.message, "games-show", "challenges").await?;
    assert!(challenges.text().ends_with("There are none."), "{}", challenges.text());

    // A sequence through all of them: each answer links to the next game, until none waits.
    let mut answer = harness.command(&ada, &harness.games, "move", &json!({ "move": "a1b2", "game": "#1" })).await?;
    let mut played = BTreeSet::from([1]);
    for left in (1..GAMES).rev() {
        let told =
            if left == 1 { "One more game is waiting".to_owned() } else { format!("{left} more games are waiting") };
        assert!(answer.text().contains(&told), "{left}: {}", answer.text());
        let board = harness.press(&ada, &answer.message, "next").await?;
        let text = board.text();
        let number = text.strip_prefix("`#").and_then(|rest| rest.split('`').next()).unwrap_or_default().to_owned();
        assert!(control(&board.message, "move").is_ok() && played.insert(number.parse()?), "{text}");
        let options = json!({ "move": "a1b2", "game": number });
        answer = harness.command(&ada, &harness.games, "move", &options).await?;
        assert!(answer.text().starts_with("You played"), "{}", answer.text());
    }
    assert!(!answer.text().contains("wait"), "{}", answer.text());
    let waiting = harness.command(&ada, &harness.games, "games", &json!({ "show": "waiting" })).await?;
    assert!(waiting.text().contains("Page 1 of ") && waiting.text().ends_with(" · 40 games"), "{}", waiting.text());
    Ok(())
}
