//! Commands, buttons and their private answers, from a text that a player can check.

use games::domain::{ChannelId, GameId, Phase, Preferences, UserId};

use crate::use_cases::support::engine_table::{Table, playing_by};
use crate::use_cases::support::harness::{GUILD, Harness};
use crate::use_cases::support::{ADA, BRUNO, CHLOE, DINA, Fixture, SentMessage};

/// The server of a scenario, by the words below its heading.
fn set_up(words: &[&str]) -> Harness {
    let has = |word: &str| words.contains(&word);
    let mut fixture = if has("vacation") { Fixture::with_vacation(&[24, 3]) } else { Fixture::new() };
    if has("engine") {
        fixture.games = playing_by(&fixture, &Table::of_round());
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
        "dina" => DINA,
        other => panic!("nobody is called {other}"),
    }
}

/// A scenario on its way: the last command, its answer, and the newest game of Ada and Bruno.
struct Stage {
    harness: Harness,
    line: String,
    answer: SentMessage,
    game: Option<GameId>,
}

impl Stage {
    /// `ada: help`, `ada directly: help`, `ada in 555: help`, `ada presses flip`, `ada completes: move move:a1`,
    /// `organizer: help`.
    async fn act(&mut self, line: &str) {
        let (who, rest) = line.split_once(' ').expect("a player and an act");
        let (command, harness) = (line.split_once(": ").map_or("", |(_, command)| command), &self.harness);
        let answer = if who == "organizer:" {
            harness.organize(command).await
        } else if let Some(verb) = rest.strip_prefix("presses ") {
            let id = match verb.strip_prefix("step ") {
                Some(letter) => self.answer.step(letter),
                None => self.answer.control(verb),
            };
            harness.press_private(user_called(who), id).await
        } else if rest.starts_with("completes: ") {
            let choices = harness.complete(user_called(who), command).await;
            let names = choices.iter().map(|(name, value)| format!("{name} = {value}"));
            SentMessage::private_text(names.collect::<Vec<_>>().join("\n"))
        } else if rest.starts_with("directly: ") {
            harness.say_directly(user_called(who), command).await
        } else if let Some((channel, _)) = rest.strip_prefix("in ").and_then(|rest| rest.split_once(": ")) {
            let channel = ChannelId(channel.parse().expect("a channel"));
            harness.say_in(channel, user_called(who), command).await
        } else {
            harness.say(user_called(who.trim_end_matches(':')), command).await
        };
        (self.line, self.answer) = (line.to_owned(), answer);
        self.answer.privately();
    }

    /// `game`, `game abalone colors=one`, `moves a1b2 i9h8`, `bruno resigns`, `3 hours pass`; `false` for anything else.
    async fn goes_on(&mut self, line: &str) -> bool {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (first, rest) {
            ("game", setup) => {
                let setup = if setup.is_empty() { "abalone" } else { setup };
                self.game = Some(self.harness.started_as(setup, "days:3").await);
            }
            ("moves", moves) => {
                let moves: Vec<&str> = moves.split(' ').collect();
                self.harness.play_all(self.game.expect("a game"), &moves).await;
            }
            (who, "resigns") => self.harness.resign(self.game.expect("a game"), user_called(who)).await,
            (hours, "hours pass") => self.harness.wait(hours.parse().expect("hours")),
            _ => return false,
        }
        true
    }

    /// `> how it begins`, `< how it ends`, `= all of it`, `~ a part`, `! no part`, `alt a part of the description`,
    /// `buttons each verb`, `offers a number of choices`; `None` for no expectation.
    fn holds(&self, line: &str) -> Option<bool> {
        let (text, (sign, part)) =
            (&self.answer.text, line.split_once(' ').or(["=", "buttons"].contains(&line).then_some((line, "")))?);
        Some(match sign {
            ">" => text.starts_with(part),
            "~" => text.contains(part),
            "!" => !text.contains(part),
            "<" => text.ends_with(part),
            "=" => text == part,
            "alt" => self.answer.alt.contains(part),
            "buttons" => self.answer.own_verbs().join(" ") == part,
            "offers" => self.answer.values.len().to_string() == part,
            _ => return None,
        })
    }
}

#[tokio::test]
async fn every_scenario_goes_as_it_is_written() {
    let (mut checked, mut wrong) = (0, Vec::new());
    for scenario in include_str!("scenarios.txt").split("\n== ").skip(1) {
        let (title, lines) = scenario.split_once('\n').expect("lines below a heading");
        let (setup, lines): (Vec<&str>, Vec<&str>) = lines.lines().partition(|line| line.starts_with("with "));
        let words: Vec<&str> = setup.iter().filter_map(|line| line.strip_prefix("with ")).collect();
        let (line, answer) = (String::new(), SentMessage::private_text(String::new()));
        let mut stage = Stage { harness: set_up(&words), line, answer, game: None };
        for line in lines.into_iter().filter(|line| !line.is_empty()) {
            if let Some(holds) = stage.holds(line) {
                checked += 1;
                if !holds {
                    wrong.push(format!("{title}: {}\n{line}\nanswered: {:?}", stage.line, stage.answer));
                }
            } else if line == "nothing is stored" {
                assert_nothing_is_stored(&stage.harness, title).await;
            } else if line == "nothing is announced" {
                assert_eq!(stage.harness.notices().await, [], "{title}");
            } else if !stage.goes_on(line).await {
                stage.act(line).await;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 200, "{checked}");
}
