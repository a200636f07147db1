//! The process dies at each crash point of docs/reliability.md, and the game goes on unharmed.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tests::{DAY, Game, HOUR, Harness, MINUTE, Person, TestResult, control, is_private, on_postgres, string, text_of};

const AT_THE_START: [&str; 2] = ["database-opened", "commands-registered"];
/// Reached by a move before its commit.
const BEFORE_COMMIT: [&str; 4] =
    ["interaction-received", "decided-not-written", "half-written", "written-not-committed"];
/// Of these, during the write.
const DURING_COMMIT: [&str; 2] = ["half-written", "written-not-committed"];
/// Reached by a move after its commit.
const AFTER_COMMIT: [&str; 8] = [
    "commit-unacknowledged",
    "committed-not-answered",
    "answered",
    "message-claimed",
    "posted-not-recorded",
    "sent-not-cleaned-up",
    "cleaned-up-not-recorded",
    "failed-not-recorded",
];
const OF_AN_ACCEPTED_CHALLENGE: [&str; 2] = ["thread-started", "challenge-closed"];
const OF_DELIVERY: [&str; 2] = ["new-target-posted", "direct-message-posted"];
const OF_ALARMS: [&str; 2] = ["alarm-claimed", "alarm-fired"];
const OF_ONE_BOARD: [&str; 1] = ["board-edited"];
const OF_DEFERRED_ANSWERS: [&str; 1] = ["answer-deferred"];

#[test]
fn every_documented_crash_point_has_an_end_to_end_test() {
    let guide = include_str!("../../../../docs/reliability.md");
    let rows = guide.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let listed: BTreeSet<&str> = rows.map(|(name, _)| name).collect();
    let groups: [&[&str]; 8] = [
        &AT_THE_START,
        &BEFORE_COMMIT,
        &AFTER_COMMIT,
        &OF_AN_ACCEPTED_CHALLENGE,
        &OF_DELIVERY,
        &OF_ALARMS,
        &OF_ONE_BOARD,
        &OF_DEFERRED_ANSWERS,
    ];
    let tested: BTreeSet<&str> = groups.into_iter().flatten().copied().collect();
    assert_eq!(listed, tested);
}

/// Restarts the bot so that it dies when it reaches this point.
async fn crash_at(harness: &mut Harness, point: &str) -> TestResult {
    // Left-over work would reach the point at the start.
    harness.wait_until_idle().await?;
    harness.kill_bot().await?;
    harness.start_bot(&[("SUMITO_CRASH_AT", &format!("{point}:1"))]).await
}

/// Waits for the crash and starts the bot again.
async fn restart(harness: &mut Harness, point: &str) -> TestResult {
    harness.wait_for_crash().await.map_err(|error| error.context(point.to_owned()))?;
    harness.start_bot(&[]).await
}

/// The number of public messages of the bot with this move.
async fn count_boards(harness: &Harness, who: &Person, channel: &str, notation: &str) -> anyhow::Result<usize> {
    let quoted = format!("`{notation}`");
    let messages = harness.messages(who, channel).await?;
    let public = messages.iter().filter(|message| !is_private(message));
    Ok(public.filter(|m| m["author"]["bot"] == json!(true) && text_of(m).contains(&quoted)).count())
}

/// The number of messages posted to start a thread on.
async fn count_starters(harness: &Harness, who: &Person) -> anyhow::Result<usize> {
    let messages = harness.messages(who, &harness.games).await?;
    Ok(messages.iter().filter(|message| text_of(message).contains(": the game is here.")).count())
}

struct Play {
    harness: Harness,
    game: Game,
    table: Box<dyn rules::AnyGame>,
}

impl Play {
    async fn begin(name: &str) -> anyhow::Result<Self> {
        let harness = Harness::start(name).await?;
        let (game, _) = harness.start_first_game(json!({})).await?;
        Ok(Self { harness, game, table: rules::open("abalone")? })
    }

    /// The player on turn and a legal move.
    fn next(&self) -> (Person, String) {
        let ply = self.table.ply() as usize;
        let moves = self.table.legal_moves();
        (self.game.on_turn(ply).clone(), moves[ply * 7 % moves.len()].clone())
    }

    /// Asserts that the move is on the board and in one public message.
    async fn assert_announced_once(&mut self, point: &str, notation: &str) -> TestResult {
        self.table.play(notation)?;
        let ply = self.table.ply();
        self.harness.board(&self.game, ply).await.map_err(|error| error.context(point.to_owned()))?;
        // A repeated message would wait in the outbox.
        self.harness.wait_for_empty_outbox().await?;
        let count = count_boards(&self.harness, &self.game.black, &self.game.thread, notation).await?;
        assert_eq!(count, 1, "{point}: {notation}");
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_during_the_start_is_repaired_by_the_next_start() -> TestResult {
    let mut harness = Harness::start("crash-start").await?;
    let bot = string(&harness.state("").await?["bot_id"]);
    for point in AT_THE_START {
        // Without commands the bot registers them again and so reaches the point.
        let url = format!("{}/api/v10/applications/{bot}/commands", harness.sandbox.base_url());
        let header = format!("Bot {}", harness.sandbox.token());
        let put = reqwest::Client::new().put(url).header("Authorization", header).json(&json!([]));
        put.send().await?.error_for_status()?;
        harness.kill_bot().await?;
        harness.start_bot_without_waiting(&[("SUMITO_CRASH_AT", &format!("{point}:1"))])?;
        restart(&mut harness, point).await?;
        let ada = harness.person("Ada").await?;
        assert_eq!(harness.command(&ada, &harness.games, "help", &json!({})).await?.state, "answered", "{point}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_leaves_a_move_fully_committed_or_absent() -> TestResult {
    let mut play = Play::begin("crash-move").await?;
    // On PostgreSQL a move is one statement, so these points are not reached.
    let is_reached = |point: &&str| !on_postgres() || !DURING_COMMIT.contains(point);
    for point in BEFORE_COMMIT.into_iter().chain(AFTER_COMMIT).filter(is_reached) {
        let (who, notation) = play.next();
        crash_at(&mut play.harness, point).await?;
        if point == "failed-not-recorded" {
            let path = format!("/channels/{}/messages", play.game.thread);
            let fault = json!({ "method": "POST", "path_contains": path, "status": 502, "times": 1 });
            play.harness.fail_next(fault).await?;
        }
        play.harness.send_command(&who, &play.game.thread, "move", &json!({ "move": notation })).await?;
        restart(&mut play.harness, point).await?;
        let again = play.harness.play(&play.game, &who, &notation).await?;
        // On a busy machine the answer may come too late, but the board shows the move.
        if again.state == "answered" {
            let is_new = again.text().contains("You played");
            assert_eq!(is_new, BEFORE_COMMIT.contains(&point), "{point}: {}", again.text());
        }
        play.assert_announced_once(point, &notation).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_leaves_a_challenge_fully_committed_or_absent() -> TestResult {
    let mut harness = Harness::start("crash-challenge").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    for (point, count) in DURING_COMMIT.into_iter().zip(1..) {
        crash_at(&mut harness, point).await?;
        harness.send_command(&ada, &harness.games, "challenge", &json!({ "user": dmitri.id })).await?;
        restart(&mut harness, point).await?;
        harness.command(&ada, &harness.games, "challenge", &json!({ "user": dmitri.id })).await?;
        harness.wait_for_empty_outbox().await?;
        let messages = harness.messages(&dmitri, &harness.games).await?;
        assert_eq!(messages.iter().filter(|m| control(m, "accept").is_ok()).count(), count, "{point}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_accepted_challenge_gets_one_thread_and_loses_its_buttons() -> TestResult {
    let mut harness = Harness::start("crash-accept").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    for point in OF_AN_ACCEPTED_CHALLENGE {
        crash_at(&mut harness, point).await?;
        let card = harness.challenge(&ada, &dmitri, json!({ "color": "black" })).await?;
        harness.send_press(&dmitri, &card, "accept").await?;
        restart(&mut harness, point).await?;
        let game = harness.game_of(&card, &ada, &dmitri).await?;
        harness.board(&game, 0).await?;
        harness.without_buttons(&ada, &harness.games, &card).await?;
    }
    assert_eq!(harness.threads(&ada).await?.len(), OF_AN_ACCEPTED_CHALLENGE.len());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_whose_challenge_never_stood_gets_one_thread() -> TestResult {
    for point in ["new-target-posted", "thread-started"] {
        let mut harness = Harness::start("crash-starter").await?;
        let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
        harness.start_ladder(&[&ada, &dmitri], "silence=accepted answer=0").await?;
        crash_at(&mut harness, point).await?;
        // The challenge waits until its game has begun.
        harness.delay_next_post().await?;
        harness.command(&dmitri, &harness.games, "ladder challenge", &json!({ "user": ada.id })).await?;
        let is_posted = async || Ok((count_starters(&harness, &ada).await? == 1).then_some(()));
        // Without moving the clock: a jump would end the lease of the challenge, which could then be posted.
        harness.until("the message for the thread", is_posted).await?;
        restart(&mut harness, point).await?;
        harness.wait_for_empty_outbox().await?;
        let found = (harness.threads(&ada).await?.len(), count_starters(&harness, &ada).await?);
        assert_eq!(found, (1, 1), "{point}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_moves_to_its_next_delivery_target_once() -> TestResult {
    let mut play = Play::begin("crash-delivery").await?;
    // A moderator deletes the thread.
    let point = "new-target-posted";
    let (who, notation) = play.next();
    crash_at(&mut play.harness, point).await?;
    play.harness.client.delete_channel(&play.game.thread).await?;
    let options = json!({ "move": notation, "game": play.game.id });
    play.harness.send_command(&who, &play.harness.games, "move", &options).await?;
    restart(&mut play.harness, point).await?;
    let thread = play.harness.until("a new thread", async || Ok(play.harness.threads(&who).await?.pop())).await?;
    play.game.thread = thread;
    play.assert_announced_once(point, &notation).await?;
    assert_eq!(count_starters(&play.harness, &who).await?, 1);

    // The bot may no longer write in the channel and its threads: boards go to direct messages.
    let point = "direct-message-posted";
    let (who, notation) = play.next();
    crash_at(&mut play.harness, point).await?;
    play.harness.client.change_channel(&play.harness.games, &json!({ "bot_may_send": false })).await?;
    play.harness
        .send_command(&who, &play.harness.games, "move", &json!({ "move": notation, "game": play.game.id }))
        .await?;
    restart(&mut play.harness, point).await?;
    play.harness.wait_for_empty_outbox().await?;
    for who in [&play.game.black, &play.game.white] {
        let channel = play.harness.dm_channel(who).await?;
        assert_eq!(count_boards(&play.harness, who, &channel, &notation).await?, 1, "{}", who.name);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_between_the_edit_of_a_board_and_its_line_loses_and_repeats_nothing() -> TestResult {
    let mut play = Play::begin("crash-one-board").await?;
    let black = play.game.black.clone();
    play.harness.command(&black, &play.harness.games, "setup thread", &json!({ "posts": "one" })).await?;
    for point in OF_ONE_BOARD.into_iter().chain(["posted-not-recorded"]) {
        let (who, notation) = play.next();
        crash_at(&mut play.harness, point).await?;
        play.harness.send_command(&who, &play.game.thread, "move", &json!({ "move": notation })).await?;
        restart(&mut play.harness, point).await?;
        play.table.play(&notation)?;
        play.harness.board(&play.game, play.table.ply()).await.map_err(|error| error.context(point.to_owned()))?;
        play.harness.wait_until_idle().await?;
        let messages = play.harness.messages(&black, &play.game.thread).await?;
        let of_bot = messages.iter().filter(|m| m["author"]["bot"] == json!(true) && !is_private(m));
        let lines: Vec<String> = of_bot.map(text_of).filter(|text| text.contains(&notation)).collect();
        assert_eq!(lines.len(), 2, "{point}: the board and its line: {lines:#?}");
        assert_eq!(lines.iter().filter(|text| text.contains("it's your turn")).count(), 1, "{point}: {lines:#?}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_at_an_alarm_sends_its_reminder_once() -> TestResult {
    // The clock jumps while no process runs; without this setting the bot would give that time back.
    let mut harness = Harness::start_with("crash-alarm", &[("SUMITO__GAMES__DOWNTIME_MINUTES", "1000000")]).await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    for point in OF_ALARMS {
        let game = harness.start_game(&ada, &dmitri, json!({ "pace": "days:2" })).await?;
        crash_at(&mut harness, point).await?;
        harness.advance(DAY + HOUR).await?;
        restart(&mut harness, point).await?;
        // The claim of the dead process lasts a minute; Discord remembers the nonce of a posted message for five.
        harness.advance(3 * MINUTE).await?;
        let reminder = |m: &Value| text_of(m).contains("it's your turn");
        harness.message(&ada, &game.thread, "the reminder", reminder).await?;
        harness.wait_until_idle().await?;
        let messages = harness.messages(&ada, &game.thread).await?;
        let reminders: Vec<String> = messages.iter().filter(|message| reminder(message)).map(text_of).collect();
        assert_eq!(reminders.len(), 1, "{point}: {reminders:#?}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_after_a_deferred_answer_leaves_the_move_to_be_repeated() -> TestResult {
    let mut play = Play::begin("crash-deferred").await?;
    let [point] = OF_DEFERRED_ANSWERS;
    let (who, notation) = play.next();
    crash_at(&mut play.harness, point).await?;
    let lock = play.harness.lock_database().await?;
    play.harness.send_command(&who, &play.game.thread, "move", &json!({ "move": notation })).await?;
    play.harness.wait_for_crash().await?;
    lock.close().await?;
    play.harness.start_bot(&[]).await?;
    play.harness.play(&play.game, &who, &notation).await?;
    play.assert_announced_once(point, &notation).await
}
