//! `/rules`: a new player reads the rules inside Discord.

use serde_json::json;
use tests::{Answer, Harness, TestResult, control, controls, text_of};

fn first_line(answer: &Answer) -> String {
    answer.text().lines().next().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_are_read_page_by_page_in_both_languages() -> TestResult {
    let harness = Harness::start("rules").await?;
    let [ada, bruno] = harness.people(["Ada", "Bruno"]).await?;
    for (person, title, topic, typed, named, french) in [
        (&ada, "The rules", "Sumito: pushing", "back and forth", "No back-and-forth", false),
        (&bruno, "Les règles", "Sumito\u{202f}: la poussée", "va et vient", "Pas de va-et-vient", true),
    ] {
        let list = harness.command(person, &harness.games, "rules", &json!({})).await?;
        assert!(list.is_private() && first_line(&list) == format!("**{title}**"), "{}", list.text());
        assert_eq!(list.message["attachments"].as_array().map(Vec::len), Some(1));

        let select = controls(&list.message).into_iter().find(|id| id == "v1:rules-topic").expect("a select");
        let page = harness.choose(person, &list.message, &select, "sumito").await?;
        assert_eq!(page.message["id"], list.message["id"], "the page takes the place of the list");
        assert_eq!(first_line(&page), format!("**{topic}**"));
        assert!(page.alt().contains("c2 c3 e2 e3 e4 g4 g5 g6"), "{}", page.alt());

        let next = controls(&page.message)
            .into_iter()
            .find(|id| id == "v1:rules:sumito/impossible")
            .expect("a button to the next page");
        let page = harness.press(person, &page.message, &next).await?;
        let refusal = if french { "votre propre bille en b5" } else { "your own marble on b5" };
        assert!(page.text().contains(refusal), "{}", page.text());
        assert_eq!(page.message["attachments"].as_array().map(Vec::len), Some(1), "one picture at a time");

        let found = harness.complete(person, &harness.games, "rules", "topic", typed).await?;
        assert_eq!(found, ["notalone/back"]);
        let page = harness.command(person, &harness.games, "rules", &json!({ "topic": found[0] })).await?;
        assert!(page.is_private() && first_line(&page) == format!("**{named}**"), "{}", page.text());
        control(&page.message, "rules")?;
    }
    let seen = harness.messages(&ada, &harness.games).await?;
    assert!(!seen.iter().any(|message| text_of(message).contains("Les règles")), "an ephemeral answer to another user");
    Ok(())
}
