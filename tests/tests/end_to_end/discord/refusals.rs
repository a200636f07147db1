//! The bot's reaction to each refusal of Discord: every row of docs/reference/discord-errors.md.

use std::collections::BTreeMap;

use rules::AnyGame;
use serde_json::{Value, json};
use tests::{Game, Harness, MINUTE, Person, TestResult, control, controls, game_in, text_of};

/// Codes by the bot's reaction, from the reference for hosts.
fn codes() -> BTreeMap<String, Vec<u64>> {
    let page = include_str!("../../../../docs/reference/discord-errors.md");
    let mut codes: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for line in page.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if let [code, _, remedy] = cells[..]
            && let Ok(code) = code.parse()
        {
            codes.entry(remedy.to_owned()).or_default().push(code);
        }
    }
    codes
}

/// A game in which any legal move serves.
struct Play {
    game: Game,
    any_game: Box<dyn AnyGame>,
    plies: usize,
}

impl Play {
    async fn start(harness: &Harness, black: &Person, white: &Person) -> anyhow::Result<Self> {
        let game = harness.start_game(black, white, json!({})).await?;
        Ok(Self { game, any_game: rules::open("abalone")?, plies: 0 })
    }

    /// Plays a move that does not repeat a position soon, and returns it.
    async fn next(&mut self, harness: &Harness) -> anyhow::Result<String> {
        let legal = self.any_game.legal_moves();
        let notation = legal[(self.plies * 7) % legal.len()].clone();
        self.any_game.play(&notation)?;
        let who = self.game.on_turn(self.plies).clone();
        self.plies += 1;
        let options = json!({ "move": notation, "game": self.game.id });
        let answer = harness.command(&who, &harness.games, "move", &options).await?;
        anyhow::ensure!(answer.text().contains(&notation), "{notation}: {}", answer.text());
        Ok(notation)
    }
}

async fn refuse(harness: &Harness, method: &str, path: &str, code: u64, times: u32) -> anyhow::Result<()> {
    let fault = json!({ "method": method, "path_contains": path, "code": code, "times": times });
    harness.fail_next(fault).await
}

#[tokio::test(flavor = "multi_thread")]
async fn each_refusal_has_the_effect_that_the_reference_names() -> TestResult {
    let harness = Harness::start("refusals").await?;
    let players = harness.people(["Ada", "Dmitri"]).await?;
    // Each in a game of its own, so that no move stands in two places.
    delay_boards(&harness, &players).await?;
    send_boards_to_the_channel(&harness, &players).await?;
    mention_in_the_game(&harness, &players).await?;
    // Last, because messages that are given up stay in the outbox.
    keep_boards_for_the_host(&harness, &players).await
}

/// After a temporary refusal the board comes later, in its thread.
async fn delay_boards(harness: &Harness, [ada, dmitri]: &[Person; 2]) -> TestResult {
    let mut play = Play::start(harness, ada, dmitri).await?;
    let codes = codes();
    assert!(codes["retry"].len() > 10, "{codes:?}");
    for code in codes["retry"].iter().chain(&codes["gone"]) {
        let thread = play.game.thread.clone();
        refuse(harness, "POST", &format!("/channels/{thread}/messages"), *code, 1).await?;
        let notation = play.next(harness).await?;
        harness.board_after_retries(ada, &thread, &notation).await?;
        harness.wait_for_empty_outbox().await?;
        assert_eq!(harness.count_boards(ada, &thread, &notation).await?, 1, "{code}");
        assert_eq!(harness.count_boards(ada, &harness.games, &notation).await?, 0, "{code}");
    }
    Ok(())
}

/// A closed thread sends a board to the channel.
async fn send_boards_to_the_channel(harness: &Harness, [ada, dmitri]: &[Person; 2]) -> TestResult {
    let mut play = Play::start(harness, ada, dmitri).await?;
    let posts = format!("/channels/{}/messages", play.game.thread);
    // Deleted threads have tests of their own.
    for code in codes()["another place"].iter().filter(|code| **code != 10_003) {
        // A place that has just refused is not tried again.
        harness.advance(11 * MINUTE).await?;
        // The missing permission may be that to attach files, so the text board is refused too.
        let times = if *code == 50_013 { 2 } else { 1 };
        refuse(harness, "POST", &posts, *code, times).await?;
        let notation = play.next(harness).await?;
        harness.board_with(ada, &harness.games, &notation).await?;
        harness.wait_for_empty_outbox().await?;
        assert_eq!(harness.count_boards(ada, &play.game.thread, &notation).await?, 0, "{code}");
    }
    harness.advance(11 * MINUTE).await?;
    // An unknown code may be temporary; if it persists, the thread counts as closed.
    refuse(harness, "POST", &posts, 99_999, 5).await?;
    let notation = play.next(harness).await?;
    harness.board_after_retries(ada, &harness.games, &notation).await?;
    // A locked thread: the player on turn is mentioned in the channel, and moves from there.
    harness.advance(11 * MINUTE).await?;
    harness.client.change_channel(&play.game.thread, &json!({ "locked": true })).await?;
    let notation = play.next(harness).await?;
    let on_turn = play.game.on_turn(play.plies);
    let board = harness.board_with(on_turn, &harness.games, &notation).await?;
    assert!(text_of(&board).contains(&format!("<@{}>", on_turn.id)), "{board:#}");
    let entry = harness.press(on_turn, &board, "move").await?;
    assert!(entry.is_private() && control(&entry.message, "from").is_ok(), "{:#}", entry.whole);
    Ok(())
}

/// A refusal for good keeps the message for the host.
async fn keep_boards_for_the_host(harness: &Harness, [ada, dmitri]: &[Person; 2]) -> TestResult {
    let mut play = Play::start(harness, ada, dmitri).await?;
    let codes = codes();
    let posts = format!("/channels/{}/messages", play.game.thread);
    // Once: the text is sent without picture and buttons.
    refuse(harness, "POST", &posts, codes["give up"][0], 1).await?;
    let notation = play.next(harness).await?;
    let names_it = |message: &Value| text_of(message).contains(&format!("`{notation}`"));
    let plain = harness.message(ada, &play.game.thread, "the words of the board", names_it).await?;
    assert!(plain["attachments"].as_array().is_none_or(Vec::is_empty), "{plain:#}");
    for (number, code) in codes["give up"].iter().enumerate() {
        refuse(harness, "POST", &posts, *code, 2).await?;
        play.next(harness).await?;
        harness.wait_for_log_lines("Gave up board of game", number + 1).await?;
        assert!(harness.bot_log().contains(&format!("code {code}")), "{code}: {}", harness.bot_log());
    }
    // The game goes on.
    let notation = play.next(harness).await?;
    harness.board_with(ada, &play.game.thread, &notation).await.map(drop)
}

/// A person who accepts no direct messages is mentioned in the game, and not asked again.
async fn mention_in_the_game(harness: &Harness, [ada, dmitri]: &[Person; 2]) -> TestResult {
    let mut play = Play::start(harness, ada, dmitri).await?;
    for code in &codes()["no direct messages"] {
        // Choosing them again tries again.
        harness.command(dmitri, &harness.games, "settings reminders", &json!({ "where": "dm" })).await?;
        refuse(harness, "POST", "/users/@me/channels", *code, 1).await?;
        play.next(harness).await?;
        let is_mention = |message: &Value| {
            text_of(message).contains(&format!("<@{}>", dmitri.id)) && text_of(message).contains("direct message")
        };
        harness.message(ada, &play.game.thread, &format!("the mention after {code}"), is_mention).await?;
        harness.wait_for_empty_outbox().await?;
        for message in harness.messages(ada, &play.game.thread).await? {
            if is_mention(&message) {
                harness.client.delete_message(&message).await?;
            }
        }
        play.next(harness).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_a_thread_is_played_in_the_channel() -> TestResult {
    let harness = Harness::start("refusals-thread").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    // Temporary, but persistent; unknown; final.
    for (code, times) in [(20_026, 50), (99_999, 50), (160_006, 1)] {
        // A channel that has just refused a thread is not asked again.
        harness.advance(11 * MINUTE).await?;
        refuse(&harness, "POST", "/threads", code, times).await?;
        let card = harness.challenge(&ada, &dmitri, json!({ "color": "black" })).await?;
        let button = format!("v1:move:{}:0", game_in(&card)?);
        harness.press(&dmitri, &card, "accept").await?;
        let first = async || {
            let messages = harness.messages(&ada, &harness.games).await?;
            Ok(messages.into_iter().find(|message| controls(message).contains(&button)))
        };
        harness.until_with_retries(&format!("the first board after {code}"), first).await?;
    }
    // The thread of a running game is deleted, and the bot may create no other.
    harness.faults(json!({})).await?;
    harness.advance(11 * MINUTE).await?;
    let game = harness.start_game(&ada, &dmitri, json!({})).await?;
    harness.client.delete_channel(&game.thread).await?;
    harness.client.change_channel(&harness.games, &json!({ "bot_may_create_threads": false })).await?;
    harness.play_elsewhere(&game, &ada, "a1b2").await?;
    harness.board_with(&ada, &harness.games, "a1b2").await?;
    Ok(())
}
