//! Answers to commands, from a text that a player can check.

use games::domain::{Phase, Preferences, UserId};

use crate::use_cases::support::engine_table::{Table, playing_by};
use crate::use_cases::support::harness::{GUILD, Harness};
use crate::use_cases::support::{ADA, BRUNO, CHLOE, DINA, Fixture};

/// The server of a scenario, by the words below its heading.
async fn set_up(words: &[&str]) -> Harness {
    let has = |word: &str| words.contains(&word);
    let mut fixture = if has("vacation") { Fixture::with_vacation(&[24, 3]) } else { Fixture::new() };
    if has("engine") {
        fixture.games = playing_by(&fixture, &Table::of_round());
    }
    if has("game") {
        fixture.started().await;
    }
    Harness::over(fixture).speaking(if has("french") { "fr" } else { "en-US" })
}

async fn assert_nothing_is_stored(harness: &Harness, title: &str) {
    for user in [ADA, BRUNO, CHLOE, DINA] {
        let games = harness.games.list(user, &[Phase::Offered, Phase::Playing], 9).await.expect("readable");
        assert!(games.is_empty() && harness.store.vacations_of(user).await.expect("readable").is_empty(), "{title}");
        assert_eq!(harness.games.preferences(user).await.expect("readable"), Preferences::default(), "{title}");
    }
    assert_eq!(harness.store.last_seek(GUILD).await.expect("readable"), 0, "{title}");
    assert!(harness.ladders().await.is_empty() && harness.notices().await.is_empty(), "{title}");
}

fn user_called(name: &str) -> UserId {
    match name {
        "ada" => ADA,
        "bruno" => BRUNO,
        "chloe" => CHLOE,
        other => panic!("nobody is called {other}"),
    }
}

/// The text of the private answer to `ada: help`, `ada directly: help` or `organizer: help`.
async fn answer_to(harness: &Harness, line: &str) -> String {
    let (who, command) = line.split_once(": ").expect("a player and a command");
    let reply = match who.strip_suffix(" directly") {
        Some(name) => harness.say_directly(user_called(name), command).await,
        None if who == "organizer" => harness.organize(command).await,
        None => harness.say(user_called(who), command).await,
    };
    reply.privately().text.clone()
}

#[tokio::test]
async fn every_answer_of_the_scenarios_is_given() {
    let (mut checked, mut wrong) = (0, Vec::new());
    for scenario in include_str!("scenarios.txt").split("\n== ").skip(1) {
        let (title, lines) = scenario.split_once('\n').expect("lines below a heading");
        let (setup, lines): (Vec<&str>, Vec<&str>) = lines.lines().partition(|line| line.starts_with("with "));
        let words: Vec<&str> = setup.iter().filter_map(|line| line.strip_prefix("with ")).collect();
        let harness = set_up(&words).await;
        let (mut command, mut answer) = ("", String::new());
        for line in lines.into_iter().filter(|line| !line.is_empty()) {
            let is_said = match line.split_at(2) {
                ("> ", start) => answer.starts_with(start),
                ("~ ", part) => answer.contains(part),
                _ if line == "nothing is stored" => {
                    assert_nothing_is_stored(&harness, title).await;
                    continue;
                }
                _ => {
                    (command, answer) = (line, answer_to(&harness, line).await);
                    continue;
                }
            };
            checked += 1;
            if !is_said {
                wrong.push(format!("{title}: {command}\n{line}\nanswered: {answer}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 130, "{checked}");
}
