//! Events of a server whose program is killed.

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};
use tests::{Harness, Person, TestResult};

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
