//! Views and actions of Discord users in the sandbox.

use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};

use crate::messages::{Answer, asks_for_answer, control, controls, game_in, is_private, string, text_of};
use crate::{Harness, TIMEOUT};

#[derive(Debug, Clone)]
pub struct Person {
    pub id: String,
    pub name: String,
}

#[derive(Debug, Clone)]
pub struct Game {
    /// Nine letters and digits.
    pub id: String,
    pub thread: String,
    pub black: Person,
    pub white: Person,
}

impl Game {
    /// The player on turn after this many plies.
    pub fn on_turn(&self, plies: usize) -> &Person {
        if plies.is_multiple_of(2) { &self.black } else { &self.white }
    }
}

impl Harness {
    /// A predefined user of the sandbox, by name.
    pub async fn person(&self, name: &str) -> anyhow::Result<Person> {
        Ok(Person { id: self.client.user(name).await?, name: name.to_owned() })
    }

    pub async fn people<const N: usize>(&self, names: [&str; N]) -> anyhow::Result<[Person; N]> {
        let mut people = Vec::new();
        for name in names {
            people.push(self.person(name).await?);
        }
        Ok(people.try_into().expect("one person for each name"))
    }

    /// The channel of direct messages between the bot and this user.
    pub async fn dm_channel(&self, user: &Person) -> anyhow::Result<String> {
        let bot = string(&self.state(&user.id).await?["bot_id"]);
        self.client.open_dm(&user.id, &bot).await
    }

    /// A channel on this user's page.
    pub async fn channel(&self, user: &Person, id: &str) -> anyhow::Result<Value> {
        let channels = self.state(&user.id).await?["channels"].take();
        let found = channels.as_array().into_iter().flatten().find(|channel| channel["id"] == json!(id));
        found.cloned().with_context(|| format!("no channel {id}: {channels:#}"))
    }

    pub async fn threads(&self, user: &Person) -> anyhow::Result<Vec<String>> {
        let state = self.state(&user.id).await?;
        let channels = state["channels"].as_array().context("no channels")?.iter();
        Ok(channels.filter(|channel| channel["type"] == json!(11)).map(|channel| string(&channel["id"])).collect())
    }

    /// The sandbox's state for this user's page (empty: the first user).
    pub async fn state(&self, user: &str) -> anyhow::Result<Value> {
        self.client.state(user).await
    }

    /// The messages of a channel as this user sees them, oldest first.
    pub async fn messages(&self, user: &Person, channel: &str) -> anyhow::Result<Vec<Value>> {
        self.client.messages(channel, &user.id).await
    }

    pub async fn faults(&self, faults: Value) -> anyhow::Result<()> {
        self.client.faults(&faults).await
    }

    /// Makes the next matching request fail: an entry of the sandbox's `fail_next`.
    pub async fn fail_next(&self, fault: Value) -> anyhow::Result<()> {
        self.faults(json!({ "fail_next": [fault] })).await
    }

    /// Makes Discord rate limit the bot's next post in the channel of the games for eight seconds of real time.
    pub async fn delay_next_post(&self) -> anyhow::Result<()> {
        let path = format!("/channels/{}/messages", self.games);
        let wait =
            json!({ "method": "POST", "path_contains": path, "status": 429, "global": true, "retry_after_ms": 8000 });
        self.fail_next(wait).await
    }

    /// Moves the sandbox's clock, which the bot follows.
    pub async fn advance(&self, millis: i64) -> anyhow::Result<()> {
        self.client.advance(millis).await
    }

    /// The time of the sandbox's clock, in milliseconds.
    pub async fn now(&self) -> anyhow::Result<i64> {
        self.client.now_ms().await
    }

    /// Sends a slash command, or one of its subcommands (`settings show`), and waits for its answer.
    pub async fn command(&self, who: &Person, channel: &str, name: &str, options: &Value) -> anyhow::Result<Answer> {
        let id = self.send_command(who, channel, name, options).await?;
        self.answer(&id).await
    }

    /// Returns the id of the interaction.
    pub async fn send_command(
        &self,
        who: &Person,
        channel: &str,
        name: &str,
        options: &Value,
    ) -> anyhow::Result<String> {
        self.client.slash(&who.id, channel, name, options.clone()).await
    }

    /// The autocomplete choices for the option `focused` while it contains `text`.
    pub async fn complete(
        &self,
        who: &Person,
        channel: &str,
        name: &str,
        focused: &str,
        text: &str,
    ) -> anyhow::Result<Vec<String>> {
        let choices = self.client.autocomplete(&who.id, channel, name, json!({ focused: text }), focused).await?;
        Ok(choices.iter().map(|(_, value)| string(value)).collect())
    }

    /// Presses the button with this verb (`accept`) or this whole `custom_id`.
    pub async fn press(&self, who: &Person, message: &Value, button: &str) -> anyhow::Result<Answer> {
        let id = self.send_press(who, message, button).await?;
        self.answer(&id).await
    }

    /// Returns the id of the interaction.
    pub async fn send_press(&self, who: &Person, message: &Value, button: &str) -> anyhow::Result<String> {
        let id = if button.contains(':') { button.to_owned() } else { control(message, button)? };
        self.client.press(&who.id, message, &id).await
    }

    pub async fn choose(&self, who: &Person, message: &Value, select: &str, value: &str) -> anyhow::Result<Answer> {
        let select = if select.contains(':') { select.to_owned() } else { control(message, select)? };
        let id = self.client.select(&who.id, message, &select, &[value]).await?;
        self.answer(&id).await
    }

    pub async fn answer(&self, id: &str) -> anyhow::Result<Answer> {
        let path = format!("interactions/{id}?wait=answered&timeout_ms={}", TIMEOUT.as_millis());
        let whole = self.client.get(&path).await?;
        let state = string(&whole["state"]);
        ensure!(
            state == "answered" || state == "modal" || state == "failed",
            "no answer: {whole:#}\nthe bot's log:\n{}",
            self.bot_log()
        );
        Ok(Answer { state, message: whole["message"].clone(), whole })
    }

    pub async fn message(
        &self,
        who: &Person,
        channel: &str,
        what: &str,
        fits: impl Fn(&Value) -> bool,
    ) -> anyhow::Result<Value> {
        self.until(what, async || {
            Ok(self.messages(who, channel).await?.into_iter().rev().find(|message| fits(message)))
        })
        .await
    }

    /// Waits for a message that contains this text.
    pub async fn message_saying(&self, who: &Person, channel: &str, text: &str) -> anyhow::Result<Value> {
        self.message(who, channel, &format!("`{text}`"), |message| text_of(message).contains(text)).await
    }

    /// Waits for a message with the button or select of this verb.
    pub async fn message_with(&self, who: &Person, channel: &str, button: &str) -> anyhow::Result<Value> {
        let what = format!("a message with `{button}`");
        self.message(who, channel, &what, |message| control(message, button).is_ok()).await
    }

    /// Waits until this message has no buttons, except for one that starts a game against the bot.
    pub async fn without_buttons(&self, who: &Person, channel: &str, posted: &Value) -> anyhow::Result<Value> {
        let is_bare = |message: &Value| message["id"] == posted["id"] && !asks_for_answer(message);
        self.message(who, channel, "a message without its buttons", is_bare).await
    }

    /// The number of public boards with this move in a channel.
    pub async fn count_boards(&self, who: &Person, channel: &str, notation: &str) -> anyhow::Result<usize> {
        let messages = self.messages(who, channel).await?;
        let quoted = format!("`{notation}`");
        Ok(messages.iter().filter(|message| is_board(message, &quoted)).count())
    }

    /// Asserts that each of these moves is on one public board of the game.
    pub async fn assert_announced_once(&self, game: &Game, moves: &[&str]) -> anyhow::Result<()> {
        // A repeated board would wait in the outbox.
        self.wait_for_empty_outbox().await?;
        for notation in moves {
            let boards = self.count_boards(&game.black, &game.thread, notation).await?;
            ensure!(boards == 1, "{notation} stands on {boards} boards");
        }
        Ok(())
    }

    /// Waits for a public board with this move, which Discord refuses at first.
    pub async fn board_after_retries(&self, who: &Person, channel: &str, notation: &str) -> anyhow::Result<()> {
        let check = async || Ok((self.count_boards(who, channel, notation).await? > 0).then_some(()));
        self.until_with_retries(&format!("the board with {notation}"), check).await
    }

    /// The first of these people creates a ladder, and all join it.
    pub async fn start_ladder(&self, people: &[&Person], set: &str) -> anyhow::Result<()> {
        let mut options = json!({ "name": "Club", "preset": "leapfrog" });
        if !set.is_empty() {
            options["set"] = set.into();
        }
        let created = self.command(people[0], &self.games, "organize ladder create", &options).await?;
        ensure!(created.text().contains("The ladder **Club** is open."), "{}", created.text());
        for person in people {
            self.command(person, &self.games, "ladder join", &json!({})).await?;
        }
        Ok(())
    }

    /// Moves the clock by half a minute until `attempt` returns something, so that the bot retries failures. Waits
    /// half a second between two steps, because a nonce is remembered for five minutes only, and a busy bot has to
    /// repeat a post within them.
    pub async fn until_with_retries<T>(
        &self,
        what: &str,
        attempt: impl AsyncFn() -> anyhow::Result<Option<T>>,
    ) -> anyhow::Result<T> {
        self.until(what, async || {
            self.advance(30_000).await?;
            let step = Instant::now();
            loop {
                let found = attempt().await?;
                if found.is_some() || step.elapsed() > Duration::from_millis(500) {
                    return Ok(found);
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        })
        .await
    }

    /// Starts the bot and a game of Ada, who is Black, against Dmitri.
    pub async fn start_with_game(name: &str, options: Value) -> anyhow::Result<(Self, Game, [Person; 2])> {
        let harness = Self::start(name).await?;
        let (game, players) = harness.start_first_game(options).await?;
        Ok((harness, game, players))
    }

    /// Starts a game of Ada, who is Black, against Dmitri.
    pub async fn start_first_game(&self, options: Value) -> anyhow::Result<(Game, [Person; 2])> {
        let players = self.people(["Ada", "Dmitri"]).await?;
        let game = self.start_game(&players[0], &players[1], options).await?;
        Ok((game, players))
    }

    /// Sends a challenge in the channel of the games, and waits for its message.
    pub async fn challenge(&self, who: &Person, opponent: &Person, mut options: Value) -> anyhow::Result<Value> {
        options["user"] = json!(opponent.id);
        let answer = self.command(who, &self.games, "challenge", &options).await?;
        let message = self.message_with(opponent, &self.games, "accept").await;
        message.with_context(|| format!("after the answer: {}", answer.text()))
    }

    /// Black challenges White, who accepts.
    pub async fn start_game(&self, black: &Person, white: &Person, mut options: Value) -> anyhow::Result<Game> {
        options["color"] = json!("black");
        let challenge = self.challenge(black, white, options).await?;
        self.press(white, &challenge, "accept").await?;
        let game = self.game_of(&challenge, black, white).await?;
        self.board(&game, 0).await?;
        Ok(game)
    }

    /// The game of this accepted challenge, after its thread appears.
    pub async fn game_of(&self, challenge: &Value, black: &Person, white: &Person) -> anyhow::Result<Game> {
        let thread = self.thread_of(black, challenge).await?;
        Ok(Game { id: game_in(challenge)?, thread, black: black.clone(), white: white.clone() })
    }

    /// Waits for the thread started from this challenge.
    pub async fn thread_of(&self, who: &Person, challenge: &Value) -> anyhow::Result<String> {
        self.until("the thread of the game", async || {
            Ok(self.threads(who).await?.into_iter().find(|thread| challenge["id"] == json!(thread)))
        })
        .await
    }

    /// Waits for the public board after this many plies: the message whose buttons carry that ply.
    pub async fn board(&self, game: &Game, ply: u32) -> anyhow::Result<Value> {
        let button = format!("v1:move:{}:{ply}", game.id);
        self.message(&game.black, &game.thread, &format!("the board after {ply} plies"), |message| {
            message["author"]["bot"] == json!(true) && !is_private(message) && controls(message).contains(&button)
        })
        .await
    }

    /// Waits for a public board that shows `notation`.
    pub async fn board_with(&self, who: &Person, channel: &str, notation: &str) -> anyhow::Result<Value> {
        self.message(who, channel, &format!("the board with {notation}"), |message| is_board(message, notation)).await
    }

    /// `/move` in the game's thread.
    pub async fn play(&self, game: &Game, who: &Person, mv: &str) -> anyhow::Result<Answer> {
        self.command(who, &game.thread, "move", &json!({ "move": mv })).await
    }

    /// The player on turn plays, the answer confirms the move, and its board is posted; returns the board.
    pub async fn play_and_see(&self, game: &Game, plies: usize, mv: &str) -> anyhow::Result<Value> {
        let answer = self.play(game, game.on_turn(plies), mv).await?;
        ensure!(answer.confirms(mv), "{mv}: {:#}", answer.whole);
        self.board(game, u32::try_from(plies + 1)?).await
    }

    /// `/move` outside of the game's thread.
    pub async fn play_elsewhere(&self, game: &Game, who: &Person, mv: &str) -> anyhow::Result<Answer> {
        self.command(who, &self.games, "move", &json!({ "move": mv, "game": game.id })).await
    }

    /// `/game resign` in this thread, confirmed.
    pub async fn resign(&self, who: &Person, thread: &str) -> anyhow::Result<Answer> {
        let ask = self.command(who, thread, "game resign", &json!({})).await?;
        self.press(who, &ask.message, "resign!").await
    }
}

/// Whether this is a public message of the bot with a picture and this notation.
pub fn is_board(message: &Value, notation: &str) -> bool {
    message["author"]["bot"] == json!(true)
        && !is_private(message)
        && message["attachments"].as_array().is_some_and(|files| !files.is_empty())
        && text_of(message).contains(notation)
}
