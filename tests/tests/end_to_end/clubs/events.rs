//! Events of a server, from `/event create` to the winner: players sign up, games open, rounds follow each other.

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};
use tests::{DAY, Harness, MINUTE, Person, TestResult, controls, text_of};

/// An event with players of the sandbox: of two players, the first in this list wins.
struct Event {
    harness: Harness,
    organizer: Person,
    players: Vec<Person>,
}

impl Event {
    async fn create(name: &str, options: Value, count: usize) -> anyhow::Result<Self> {
        let harness = Harness::start(name).await?;
        let organizer = harness.person("Ada").await?;
        let mut event = Self { harness, organizer, players: Vec::new() };
        let form = event.say(&event.organizer, "event create", &options).await?;
        let announced = event.harness.press(&event.organizer, &form, "event-form-announce").await?;
        ensure!(announced.text().contains("is announced in"), "{}", announced.text());
        let card = event.harness.message_with(&event.organizer, &event.harness.games, "event-join").await?;
        for number in 1..=count {
            let player = event.add_player(&format!("Player {number}")).await?;
            let joined = event.harness.press(&player, &card, "event-join").await?;
            ensure!(joined.text().starts_with("You're in"), "{}", joined.text());
        }
        Ok(event)
    }

    async fn add_player(&mut self, name: &str) -> anyhow::Result<Person> {
        let player = Person { id: self.harness.client.add_user(name, "en-US").await?, name: name.to_owned() };
        self.players.push(player.clone());
        Ok(player)
    }

    /// Sends a command in the channel of the event; returns the answering message.
    async fn say(&self, who: &Person, command: &str, options: &Value) -> anyhow::Result<Value> {
        let answer = self.harness.command(who, &self.harness.games, command, options).await?;
        ensure!(answer.state == "answered", "{command}: {:#}", answer.whole);
        Ok(answer.message)
    }

    async fn begin(&self) -> TestResult {
        let reply = self.say(&self.organizer, "event pair", &json!({})).await?;
        ensure!(text_of(&reply).contains("has begun"), "{}", text_of(&reply));
        Ok(())
    }

    /// `sign-up`, `running` or `over`, and the round.
    async fn state(&self) -> anyhow::Result<(String, usize)> {
        let mut database = self.harness.database().await?;
        let row = database.rows("tournament", &["phase", "state"], "").await?.pop().context("no event")?;
        database.close().await?;
        let state: Value = serde_json::from_str(row[1].as_deref().context("no state")?)?;
        Ok((row[0].clone().context("no phase")?, state["rounds"].as_array().map_or(0, Vec::len)))
    }

    /// Running games with a thread: game, thread, players in the order of their seats.
    async fn open_games(&self) -> anyhow::Result<Vec<(String, String, [Person; 2])>> {
        let mut database = self.harness.database().await?;
        let is_open =
            "where competition = 'tournament' and phase = 'playing' and thread_id is not null order by number";
        let mut open = Vec::new();
        for row in database.rows("game", &["game_id", "thread_id"], is_open).await? {
            let [Some(game), Some(thread)] = &row[..] else { anyhow::bail!("{row:?}") };
            let seats = database.rows("seat", &["user_id"], &format!("where game_id = {game} order by seat")).await?;
            let players: Vec<Person> = seats.iter().filter_map(|seat| self.player(seat[0].as_deref()?)).collect();
            let players = players.try_into().map_err(|_| anyhow::anyhow!("strangers in game {game}"))?;
            open.push((game.clone(), thread.clone(), players));
        }
        database.close().await?;
        Ok(open)
    }

    fn player(&self, id: &str) -> Option<Person> {
        self.players.iter().find(|player| player.id == id).cloned()
    }

    fn rank(&self, player: &Person) -> usize {
        self.players.iter().position(|other| other.id == player.id).unwrap_or(usize::MAX)
    }

    /// Each plays a move, and the later one in the list resigns.
    async fn finish(&self, thread: &str, players: &[Person; 2]) -> TestResult {
        for (player, mv) in players.iter().zip(["a1b2", "i9h8"]) {
            let played = self.harness.command(player, thread, "move", &json!({ "move": mv })).await?;
            ensure!(played.confirms(mv), "{}", played.text());
        }
        let loser = players.iter().max_by_key(|player| self.rank(player)).context("two players")?;
        self.harness.resign(loser, thread).await?;
        Ok(())
    }

    /// Plays until another round is open or the event is over.
    async fn play_round(&self) -> TestResult {
        let (_, round) = self.state().await?;
        loop {
            // Each wait is for one game, because a round of eight may take longer than one wait.
            let next = self
                .harness
                .until(&format!("a game or the end of round {round}"), async || {
                    if self.state().await? != ("running".to_owned(), round) {
                        return Ok(Some(None));
                    }
                    Ok(self.open_games().await?.into_iter().next().map(Some))
                })
                .await?;
            let Some((_, thread, players)) = next else { return Ok(()) };
            self.finish(&thread, &players).await?;
        }
    }

    async fn play_to_the_end(&self) -> TestResult {
        while self.state().await?.0 == "running" {
            self.play_round().await?;
        }
        Ok(())
    }

    /// The alternative text of the standings' picture.
    async fn standings(&self) -> anyhow::Result<String> {
        let reply = self.say(&self.players[0], "event standings", &json!({})).await?;
        let alt = reply["attachments"][0]["description"].as_str().context("no picture")?;
        Ok(alt.to_owned())
    }

    /// Waits until the card names the winner.
    async fn assert_won_by(&self, winner: &Person) -> TestResult {
        let says = format!("🏆 **<@{}>** wins", winner.id);
        self.harness.message_saying(&self.organizer, &self.harness.games, &says).await?;
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_swiss_of_sixteen_over_five_rounds_with_withdrawals_and_a_late_entry() -> TestResult {
    let options = json!({ "name": "Spring Swiss", "preset": "club-swiss", "setup": "abalone" });
    let mut event = Event::create("event-swiss", options, 16).await?;
    event.begin().await?;
    event.play_round().await?;
    for gone in [14, 15] {
        let reply = event.say(&event.players[gone], "event withdraw", &json!({})).await?;
        let left = event.harness.press(&event.players[gone], &reply, "event-withdraw!").await?;
        ensure!(left.text().contains("You've withdrawn"), "{}", left.text());
    }
    let late = event.add_player("Latecomer").await?;
    let joined = event.say(&late, "event join", &json!({})).await?;
    ensure!(text_of(&joined).contains("from the next round on"), "{}", text_of(&joined));
    event.play_to_the_end().await?;
    assert_eq!(event.state().await?, ("over".to_owned(), 5));
    let first = event.players[0].clone();
    event.assert_won_by(&first).await?;
    let standings = event.standings().await?;
    assert!(standings.starts_with("Spring Swiss. 1. Player 1 ("), "{standings}");
    // One message per round, with a link to each game.
    event.harness.wait_until_idle().await?;
    for round in 1..=5 {
        let title = format!("**Spring Swiss**, round {round}");
        // Two left and one joined during the second round.
        let games = if round <= 2 { 8 } else { 7 };
        // It is edited some seconds after a game ends.
        let is_complete = async || {
            let messages = event.harness.messages(&first, &event.harness.games).await?;
            let found: Vec<String> = messages.iter().map(text_of).filter(|text| text.starts_with(&title)).collect();
            ensure!(found.len() == 1, "round {round}: {found:?}");
            let linked = found[0]
                .lines()
                .filter(|line| line.contains("](https://discord.com/channels/") && line.contains(" **"))
                .count();
            Ok((linked == games).then_some(()))
        };
        event
            .harness
            .until_with_retries(&format!("{games} results in the overview of round {round}"), is_complete)
            .await?;
    }
    // The thread and the record of a game name the event.
    let state = event.harness.state(&first.id).await?.to_string();
    assert!(state.contains("Spring Swiss · 5.1"), "no thread of the last round");
    let exported = event.say(&event.organizer, "event export", &json!({})).await?;
    let url = exported["attachments"][0]["url"].as_str().context("no report")?;
    let report = String::from_utf8(event.harness.client.file(url).await?)?;
    let file = tempfile::NamedTempFile::new()?;
    std::fs::write(file.path(), &report)?;
    let path = file.path().to_str().context("a path")?.to_owned();
    let checked = event.harness.run_cli(&["tournament", "standings", &path]).await?;
    assert!(checked.lines().next().is_some_and(|line| line.ends_with("Player 1")), "{checked}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cup_with_groups() -> TestResult {
    let options = json!({ "name": "Autumn cup", "preset": "cup", "setup": "abalone" });
    let event = Event::create("event-cup", options, 8).await?;
    event.begin().await?;
    for _ in 0..3 {
        event.play_round().await?;
    }
    let standings = event.standings().await?;
    assert!(standings.starts_with("Autumn cup. Semifinals: "), "{standings}");
    event.play_to_the_end().await?;
    let standings = event.standings().await?;
    assert!(
        standings.contains("Final: Player 1 1 – Player 2 0") || standings.contains("Final: Player 2 0 – Player 1 1"),
        "{standings}"
    );
    assert!(standings.contains("Third place: "), "{standings}");
    let winner = event.players[0].clone();
    event.assert_won_by(&winner).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sprint_evening_runs_round_after_round_with_live_clocks() -> TestResult {
    let options = json!({ "name": "Evening", "preset": "sprint-evening", "setup": "abalone sprint=20", "rounds": 2 });
    let event = Event::create("event-sprint", options, 4).await?;
    let reply = event.say(&event.organizer, "event pair", &json!({})).await?;
    ensure!(text_of(&reply).contains("I'm notifying its players"), "{}", text_of(&reply));
    let mention = format!("<@{}>", event.players[0].id);
    event.harness.message_saying(&event.organizer, &event.harness.games, &mention).await?;
    event.harness.advance(2 * MINUTE).await?;
    let open = event
        .harness
        .until("two games", async || Ok(Some(event.open_games().await?).filter(|it| it.len() == 2)))
        .await?;
    let (_, thread, players) = &open[0];
    event.harness.advance(100_000).await?;
    let reminder = event.harness.message_saying(&event.organizer, thread, "is waiting for your first move").await?;
    assert!(text_of(&reminder).starts_with("<@"), "{reminder:#}");
    event.finish(thread, players).await?;
    // The others let their clocks run out, and the next round begins all the same.
    event.harness.advance(11 * MINUTE).await?;
    event.harness.until("the second round", async || Ok((event.state().await?.1 == 2).then_some(()))).await?;
    event.play_to_the_end().await?;
    assert_eq!(event.state().await?, ("over".to_owned(), 2));
    let end = event.harness.message_saying(&event.organizer, &event.harness.games, "**Evening** is over.").await?;
    assert!(text_of(&end).contains("🏆") && end["attachments"][0]["url"].is_string(), "{end:#}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_in_mid_pairing_leaves_a_round_paired_once_and_every_game_with_its_thread() -> TestResult {
    let options = json!({ "name": "Killed", "format": "round-robin", "setup": "abalone" });
    let mut event = Event::create("event-killed", options, 8).await?;
    event.harness.wait_until_idle().await?;
    event.harness.kill_bot().await?;
    // The round is stored, and its first game has begun.
    event.harness.start_bot(&[("SUMITO_CRASH_AT", "commit-unacknowledged:3")]).await?;
    event.harness.send_command(&event.organizer, &event.harness.games, "event pair", &json!({})).await?;
    event.harness.wait_for_crash().await?;
    event.harness.start_bot(&[]).await?;
    let open = event
        .harness
        .until_with_retries("four games", async || Ok(Some(event.open_games().await?).filter(|open| open.len() >= 4)))
        .await?;
    event.harness.wait_until_idle().await?;
    let mut database = event.harness.database().await?;
    let games = database.rows("game", &["game_id"], "where competition = 'tournament'").await?;
    let row = database.rows("tournament", &["state"], "").await?.pop().context("no event")?;
    database.close().await?;
    let state: Value = serde_json::from_str(row[0].as_deref().context("no state")?)?;
    let names: Vec<String> = state["rounds"][0]["pairings"]
        .as_array()
        .context("no round")?
        .iter()
        .map(|it| it["game"].to_string())
        .collect();
    assert_eq!((games.len(), state["rounds"].as_array().map_or(0, Vec::len)), (4, 1), "{games:?}");
    assert!(open.iter().all(|(game, ..)| names.contains(game)), "{names:?} name {open:?}");
    let threads: std::collections::BTreeSet<&String> = open.iter().map(|(_, thread, _)| thread).collect();
    assert_eq!(threads.len(), 4, "{open:?}");
    event.play_round().await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_nobody_joins_is_canceled_when_it_should_begin() -> TestResult {
    let options = json!({ "name": "Nobody", "until": "tomorrow" });
    let event = Event::create("event-nobody", options, 0).await?;
    event.harness.advance(2 * DAY).await?;
    let card = event.harness.message_saying(&event.organizer, &event.harness.games, "This event was canceled.").await?;
    assert_eq!(controls(&card), Vec::<String>::new());
    Ok(())
}
