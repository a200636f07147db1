//! The process dies at each point that docs/reliability.md names, and the game goes on as if it had not.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use tests::{DAY, Game, HOUR, MINUTE, Person, Stage, control, controls, on_postgres, string, text_of};

type Story = anyhow::Result<()>;

const AT_THE_START: [&str; 2] = ["opened", "registered"];
/// Reached by a move before it is on the disk, and after.
const BEFORE: [&str; 4] = ["interaction-taken", "decided-not-written", "half-written", "written-not-committed"];
/// Of these, while it is being written.
const IN_THE_MIDDLE: [&str; 2] = ["half-written", "written-not-committed"];
const AFTER: [&str; 9] = [
    "committed-not-heard",
    "committed-not-answered",
    "answered",
    "message-claimed",
    "posted-not-recorded",
    "recorded-not-removed",
    "sent-not-tidied",
    "tidied-not-noted",
    "failed-not-noted",
];
const OF_A_CHALLENGE: [&str; 2] = ["thread-started", "challenge-closed"];
const OF_HOMES: [&str; 2] = ["home-posted", "letter-posted"];
const OF_ALARMS: [&str; 2] = ["alarm-claimed", "alarm-rung"];
const OF_SLOW_ANSWERS: [&str; 1] = ["answer-put-off"];

#[test]
fn each_point_of_the_guide_is_died_at_by_a_story() {
    let guide = include_str!("../../docs/reliability.md");
    let rows = guide.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let listed: BTreeSet<&str> = rows.map(|(name, _)| name).collect();
    let groups: [&[&str]; 7] =
        [&AT_THE_START, &BEFORE, &AFTER, &OF_A_CHALLENGE, &OF_HOMES, &OF_ALARMS, &OF_SLOW_ANSWERS];
    let told: BTreeSet<&str> = groups.into_iter().flatten().copied().collect();
    assert_eq!(listed, told);
}

/// Starts the bot anew; it will die when it reaches this point.
async fn doom(stage: &mut Stage, point: &str) -> Story {
    // What is left over would be met at the start.
    stage.all_is_said().await?;
    stage.kill_bot().await?;
    stage.start_bot(&[("SUMITO_CRASH_AT", &format!("{point}:1"))]).await
}

/// It has died, and is started again.
async fn survive(stage: &mut Stage, point: &str) -> Story {
    stage.wait_for_death().await.map_err(|error| error.context(point.to_owned()))?;
    stage.start_bot(&[]).await
}

/// The public boards with this move.
async fn boards(stage: &Stage, who: &Person, channel: &str, notation: &str) -> anyhow::Result<usize> {
    let quoted = format!("`{notation}`");
    let messages = stage.messages(who, channel).await?;
    let public = messages.iter().filter(|message| message["flags"].as_u64().unwrap_or(0) & 64 == 0);
    Ok(public.filter(|m| m["author"]["bot"] == json!(true) && text_of(m).contains(&quoted)).count())
}

/// Two people, one game, the moves they make.
struct Play {
    stage: Stage,
    game: Game,
    table: Box<dyn rules::AnyGame>,
}

impl Play {
    async fn begin(name: &str) -> anyhow::Result<Self> {
        let stage = Stage::open(name).await?;
        let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
        let game = stage.start_game(&ada, &dmitri, json!({})).await?;
        Ok(Self { stage, game, table: rules::open("abalone")? })
    }

    /// Who is on turn, and a move.
    fn next(&self) -> (Person, String) {
        let ply = self.table.ply() as usize;
        let moves = self.table.legal_moves();
        (self.game.on_turn(ply).clone(), moves[ply * 7 % moves.len()].clone())
    }

    /// The move is on the board, and one public message says so.
    async fn stands_once(&mut self, point: &str, notation: &str) -> Story {
        self.table.play(notation)?;
        let ply = self.table.ply();
        self.stage.board(&self.game, ply).await.map_err(|error| error.context(point.to_owned()))?;
        // Whatever would be said twice has been by then.
        tokio::time::sleep(Duration::from_millis(300)).await;
        let count = boards(&self.stage, &self.game.black, &self.game.thread, notation).await?;
        assert_eq!(count, 1, "{point}: {notation}");
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_that_is_cut_off_is_made_again() -> Story {
    let mut stage = Stage::open("crash-start").await?;
    let bot = string(&stage.state("").await?["bot_id"]);
    for point in AT_THE_START {
        // Somebody has taken the commands away: they are registered again.
        let url = format!("{}/api/v10/applications/{bot}/commands", stage.sandbox.base_url());
        let header = format!("Bot {}", stage.sandbox.token());
        let put = reqwest::Client::new().put(url).header("Authorization", header).json(&json!([]));
        put.send().await?.error_for_status()?;
        stage.kill_bot().await?;
        stage.start_doomed(point)?;
        survive(&mut stage, point).await?;
        let ada = stage.person("Ada").await?;
        assert_eq!(stage.command(&ada, &stage.games, "help", &json!({})).await?.state, "answered", "{point}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_there_or_not_there_and_never_half() -> Story {
    let mut play = Play::begin("crash-move").await?;
    // On a server a move is one statement: it has no middle.
    let has_middle = |point: &&str| !on_postgres() || !IN_THE_MIDDLE.contains(point);
    for point in BEFORE.into_iter().chain(AFTER).filter(has_middle) {
        let (who, notation) = play.next();
        doom(&mut play.stage, point).await?;
        if point == "failed-not-noted" {
            let path = format!("/channels/{}/messages", play.game.thread);
            let fault = json!({ "method": "POST", "path_contains": path, "status": 502, "times": 1 });
            play.stage.post("/sandbox/faults", &json!({ "fail_next": [fault] })).await?;
        }
        play.stage.send_command(&who, &play.game.thread, "move", &json!({ "move": notation })).await?;
        survive(&mut play.stage, point).await?;
        let again = play.stage.play(&play.game, &who, &notation).await?;
        // A machine with too much to do may answer too late; the board tells all the same.
        if again.state == "answered" {
            let is_new = again.text().contains("You played");
            assert_eq!(is_new, BEFORE.contains(&point), "{point}: {}", again.text());
        }
        play.stands_once(point, &notation).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_there_or_not_there_and_never_half() -> Story {
    let mut stage = Stage::open("crash-challenge").await?;
    let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    for (point, count) in IN_THE_MIDDLE.into_iter().zip(1..) {
        doom(&mut stage, point).await?;
        stage.send_command(&ada, &stage.games, "challenge", &json!({ "user": dmitri.id })).await?;
        survive(&mut stage, point).await?;
        stage.command(&ada, &stage.games, "challenge", &json!({ "user": dmitri.id })).await?;
        stage.all_is_said().await?;
        let messages = stage.messages(&dmitri, &stage.games).await?;
        assert_eq!(messages.iter().filter(|m| control(m, "accept").is_ok()).count(), count, "{point}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_accepted_challenge_gets_one_thread_and_loses_its_buttons() -> Story {
    let mut stage = Stage::open("crash-accept").await?;
    let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    for point in OF_A_CHALLENGE {
        doom(&mut stage, point).await?;
        stage.command(&ada, &stage.games, "challenge", &json!({ "user": dmitri.id, "color": "black" })).await?;
        let posted = stage.message(&dmitri, &stage.games, "the challenge", |m| control(m, "accept").is_ok()).await?;
        let accept = control(&posted, "accept")?;
        stage.send_press(&dmitri, &posted, &accept).await?;
        survive(&mut stage, point).await?;
        let id = accept.split(':').nth(2).unwrap_or_default().to_owned();
        let thread = stage.thread_of(&ada, &posted).await?;
        stage.board(&Game { id, thread, black: ada.clone(), white: dmitri.clone() }, 0).await?;
        let bare = |m: &Value| m["id"] == posted["id"] && controls(m).is_empty();
        stage.message(&ada, &stage.games, "the closed challenge", bare).await?;
    }
    let state = stage.state(&ada.id).await?;
    let threads = state["channels"].as_array().into_iter().flatten().filter(|c| c["type"] == json!(11)).count();
    assert_eq!(threads, OF_A_CHALLENGE.len());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_moves_house_once() -> Story {
    let mut play = Play::begin("crash-home").await?;
    // The thread is deleted.
    let point = "home-posted";
    let (who, notation) = play.next();
    doom(&mut play.stage, point).await?;
    play.stage.delete(&format!("/sandbox/channels/{}", play.game.thread)).await?;
    let options = json!({ "move": notation, "game": play.game.id });
    play.stage.send_command(&who, &play.stage.games, "move", &options).await?;
    survive(&mut play.stage, point).await?;
    let thread = play
        .stage
        .until("a new thread", async || {
            let state = play.stage.state(&who.id).await?;
            let mut channels = state["channels"].as_array().into_iter().flatten();
            Ok(channels.find(|channel| channel["type"] == json!(11)).map(|channel| string(&channel["id"])))
        })
        .await?;
    play.game.thread = thread;
    play.stands_once(point, &notation).await?;
    let messages = play.stage.messages(&who, &play.stage.games).await?;
    assert_eq!(messages.iter().filter(|message| text_of(message).contains("goes on here")).count(), 1);

    // The bot may not write there any more.
    let point = "letter-posted";
    let (who, notation) = play.next();
    doom(&mut play.stage, point).await?;
    let channel = format!("/sandbox/channels/{}", play.stage.games);
    play.stage.patch(&channel, &json!({ "bot_may_send": false })).await?;
    play.stage
        .send_command(&who, &play.stage.games, "move", &json!({ "move": notation, "game": play.game.id }))
        .await?;
    survive(&mut play.stage, point).await?;
    let bot = string(&play.stage.state("").await?["bot_id"]);
    for who in [&play.game.black, &play.game.white] {
        let letters = play.stage.post("/sandbox/dm", &json!({ "user": who.id, "recipient": bot })).await?;
        let letters = string(&letters["id"]);
        let fits = |m: &Value| text_of(m).contains(&format!("`{notation}`"));
        play.stage.message(who, &letters, "the board as a letter", fits).await?;
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(boards(&play.stage, who, &letters, &notation).await?, 1, "{}", who.name);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_alarm_rings_once() -> Story {
    // The clock jumps here while nobody is there to see it, and no time is given back for that.
    let mut stage = Stage::open_with("crash-alarm", &[("SUMITO__GAMES__DOWNTIME_MINUTES", "1000000")]).await?;
    let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    for point in OF_ALARMS {
        let game = stage.start_game(&ada, &dmitri, json!({ "pace": "days:2" })).await?;
        doom(&mut stage, point).await?;
        stage.advance(DAY + HOUR).await?;
        survive(&mut stage, point).await?;
        // Whoever died had claimed it, for a minute; and may have posted it, which Discord knows for five.
        stage.advance(3 * MINUTE).await?;
        let reminder = |m: &Value| text_of(m).contains("it is your move");
        stage.message(&ada, &game.thread, "the reminder", reminder).await?;
        tokio::time::sleep(Duration::from_millis(1500)).await;
        let messages = stage.messages(&ada, &game.thread).await?;
        let said: Vec<String> = messages.iter().filter(|message| reminder(message)).map(text_of).collect();
        assert_eq!(said.len(), 1, "{point}: {said:#?}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_put_off_is_only_a_courtesy() -> Story {
    let mut play = Play::begin("crash-put-off").await?;
    let [point] = OF_SLOW_ANSWERS;
    let (who, notation) = play.next();
    doom(&mut play.stage, point).await?;
    let busy = play.stage.keep_memory_busy().await?;
    play.stage.send_command(&who, &play.game.thread, "move", &json!({ "move": notation })).await?;
    play.stage.wait_for_death().await?;
    busy.close().await?;
    play.stage.start_bot(&[]).await?;
    play.stage.play(&play.game, &who, &notation).await?;
    play.stands_once(point, &notation).await
}
