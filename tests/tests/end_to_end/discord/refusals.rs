//! The bot's reaction to each refusal of Discord: every row of docs/reference/discord-errors.md.

use std::collections::BTreeMap;

use rules::AnyGame;
use serde_json::{Value, json};
use tests::{Game, Harness, MINUTE, Person, TestResult, control, text_of};

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
async fn a_temporary_refusal_delays_a_board_in_its_thread() -> TestResult {
    let harness = Harness::start("refusals-retry").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let mut play = Play::start(&harness, &ada, &dmitri).await?;
    let codes = codes();
    assert!(codes["retry"].len() > 10, "{codes:?}");
    for code in codes["retry"].iter().chain(&codes["gone"]) {
        let thread = play.game.thread.clone();
        refuse(&harness, "POST", &format!("/channels/{thread}/messages"), *code, 1).await?;
        let notation = play.next(&harness).await?;
        harness.board_after_retries(&ada, &thread, &notation).await?;
        harness.wait_for_empty_outbox().await?;
        assert_eq!(harness.count_boards(&ada, &thread, &notation).await?, 1, "{code}");
        assert_eq!(harness.count_boards(&ada, &harness.games, &notation).await?, 0, "{code}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_thread_sends_a_board_to_the_channel() -> TestResult {
    let harness = Harness::start("refusals-place").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let mut play = Play::start(&harness, &ada, &dmitri).await?;
    let codes = codes();
    // Deleted threads have tests of their own.
    for code in codes["another place"].iter().filter(|code| **code != 10_003) {
        // A place that has just refused is not tried again.
        harness.advance(11 * MINUTE).await?;
        // The missing permission may be that to attach files, so the text board is refused too.
        let times = if *code == 50_013 { 2 } else { 1 };
        refuse(&harness, "POST", &format!("/channels/{}/messages", play.game.thread), *code, times).await?;
        let notation = play.next(&harness).await?;
        let channel = harness.games.clone();
        harness.board_with(&ada, &channel, &notation).await?;
        harness.wait_for_empty_outbox().await?;
        assert_eq!(harness.count_boards(&ada, &play.game.thread, &notation).await?, 0, "{code}");
    }
    harness.advance(11 * MINUTE).await?;
    // An unknown code may be temporary; if it persists, the thread counts as closed.
    refuse(&harness, "POST", &format!("/channels/{}/messages", play.game.thread), 99_999, 5).await?;
    let notation = play.next(&harness).await?;
    harness.board_after_retries(&ada, &harness.games, &notation).await?;
    // A locked thread: the player on turn is mentioned in the channel, and moves from there.
    harness.advance(11 * MINUTE).await?;
    harness.client.change_channel(&play.game.thread, &json!({ "locked": true })).await?;
    let notation = play.next(&harness).await?;
    let on_turn = play.game.on_turn(play.plies);
    let board = harness.board_with(on_turn, &harness.games, &notation).await?;
    assert!(text_of(&board).contains(&format!("<@{}>", on_turn.id)), "{board:#}");
    let entry = harness.press(on_turn, &board, "move").await?;
    assert!(entry.is_private() && control(&entry.message, "from").is_ok(), "{:#}", entry.whole);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_for_good_keeps_the_message_for_the_host() -> TestResult {
    let harness = Harness::start("refusals-for-good").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let mut play = Play::start(&harness, &ada, &dmitri).await?;
    let codes = codes();
    let posts = format!("/channels/{}/messages", play.game.thread);
    // Once: the text is sent without picture and buttons.
    refuse(&harness, "POST", &posts, codes["give up"][0], 1).await?;
    let notation = play.next(&harness).await?;
    let told = |message: &Value| text_of(message).contains(&format!("`{notation}`"));
    let plain = harness.message(&ada, &play.game.thread, "the words of the board", told).await?;
    assert!(plain["attachments"].as_array().is_none_or(Vec::is_empty), "{plain:#}");
    for (number, code) in codes["give up"].iter().enumerate() {
        refuse(&harness, "POST", &posts, *code, 2).await?;
        play.next(&harness).await?;
        harness.wait_for_log_lines("Gave up board of game", number + 1).await?;
        assert!(harness.bot_log().contains(&format!("code {code}")), "{code}: {}", harness.bot_log());
    }
    // The game goes on.
    let notation = play.next(&harness).await?;
    harness.board_with(&ada, &play.game.thread, &notation).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_accepts_no_direct_messages_is_mentioned_in_the_game_and_not_asked_again() -> TestResult {
    let harness = Harness::start("refusals-dm").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let mut play = Play::start(&harness, &ada, &dmitri).await?;
    for code in &codes()["no direct messages"] {
        // Choosing them again tries again.
        harness.command(&dmitri, &harness.games, "settings reminders", &json!({ "where": "dm" })).await?;
        refuse(&harness, "POST", "/users/@me/channels", *code, 1).await?;
        play.next(&harness).await?;
        let told = |message: &Value| {
            text_of(message).contains(&format!("<@{}>", dmitri.id)) && text_of(message).contains("direct message")
        };
        harness.message(&ada, &play.game.thread, &format!("the mention after {code}"), told).await?;
        harness.wait_for_empty_outbox().await?;
        for message in harness.messages(&ada, &play.game.thread).await? {
            if told(&message) {
                harness.client.delete_message(&message).await?;
            }
        }
        play.next(&harness).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_cannot_be_closed_holds_no_board_back() -> TestResult {
    let harness = Harness::start("refusals-close").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    refuse(&harness, "PATCH", &format!("/channels/{}/messages", harness.games), 30_046, 3).await?;
    let mut play = Play::start(&harness, &ada, &dmitri).await?;
    play.next(&harness).await?;
    // The bot does not retry endlessly; the clean-up of a later board closes it.
    for _ in 0..4 {
        let notation = play.next(&harness).await?;
        harness.board_with(&ada, &play.game.thread, &notation).await?;
    }
    let closed = |message: &Value| message["id"] == json!(play.game.thread) && control(message, "accept").is_err();
    harness.message(&ada, &harness.games, "the challenge without buttons", closed).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_a_thread_is_played_in_the_channel() -> TestResult {
    // Temporary, but persistent; unknown; final.
    for (code, times) in [(20_026, 50), (99_999, 50), (160_006, 1)] {
        let harness = Harness::start("refusals-thread").await?;
        let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
        refuse(&harness, "POST", "/threads", code, times).await?;
        let posted = harness.challenge(&ada, &dmitri, json!({ "color": "black" })).await?;
        harness.press(&dmitri, &posted, "accept").await?;
        let first = async || {
            let messages = harness.messages(&ada, &harness.games).await?;
            Ok(messages.into_iter().find(|message| control(message, "move").is_ok()))
        };
        harness.until_with_retries(&format!("the first board after {code}"), first).await?;
    }
    // The thread of a running game is deleted, and the bot may create no other.
    let (harness, game, [ada, _]) = Harness::start_with_game("thread-refused", json!({})).await?;
    harness.client.delete_channel(&game.thread).await?;
    harness.client.change_channel(&harness.games, &json!({ "bot_may_create_threads": false })).await?;
    harness.play_elsewhere(&game, &ada, "a1b2").await?;
    harness.board_with(&ada, &harness.games, "a1b2").await?;
    Ok(())
}
