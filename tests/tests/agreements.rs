//! What players of a running game settle among themselves: calling it off, taking moves back, letting it
//! stand still; and what each of them
//! decides in advance.

use serde_json::json;
use tests::{Stage, control, controls, text_of};

type Story = anyhow::Result<()>;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_called_off_before_both_have_moved_and_has_no_result() -> Story {
    let stage = Stage::open("abort").await?;
    let (ada, bruno, chloe) = (stage.person("Ada").await?, stage.person("Dmitri").await?, stage.person("Chloé").await?);
    let game = stage.start_game(&ada, &bruno, json!({})).await?;
    stage.play(&game, &ada, "a1b2").await?;
    let board = stage.board(&game, 1).await?;
    let ask = stage.command(&bruno, &game.thread, "abort", &json!({})).await?;
    assert!(ask.is_private() && ask.text().starts_with("Abort game"), "{}", ask.text());
    let stranger = stage.command(&chloe, &game.thread, "abort", &json!({})).await?;
    assert_eq!(stranger.text(), "Vous ne jouez pas dans cette partie.");
    // Both want it at the same time, and one of them clicks twice.
    let other = stage.command(&ada, &game.thread, "abort", &json!({})).await?;
    let yes = control(&ask.message, "abort!")?;
    let first = stage.send_press(&bruno, &ask.message, &yes).await?;
    let second = stage.send_press(&bruno, &ask.message, &yes).await?;
    for answer in [stage.answer(&first).await?, stage.answer(&second).await?] {
        assert!(answer.text().starts_with("You aborted game"), "{}", answer.text());
    }
    let late = stage.press(&ada, &other.message, &control(&other.message, "abort!")?).await?;
    assert_eq!(late.text(), "This game was aborted.");
    let told = format!("<@{}>, <@{}> aborted the game before everyone had made a move.", ada.id, bruno.id);
    stage.message(&ada, &game.thread, "the word to the other", |message| text_of(message).starts_with(&told)).await?;
    stage
        .until("the board without buttons", async || {
            let messages = stage.messages(&ada, &game.thread).await?;
            let board = messages.iter().find(|message| message["id"] == board["id"]);
            Ok(board.is_some_and(|board| controls(board).is_empty()).then_some(()))
        })
        .await?;

    assert_eq!(stage.play(&game, &bruno, "i9h8").await?.text(), "This game was aborted.");
    let shown = stage.command(&ada, &stage.games, "board", &json!({ "game": game.id })).await?;
    assert!(shown.text().contains("**Aborted**"), "{}", shown.text());
    let said = |message: &serde_json::Value| text_of(message).starts_with(&told);
    assert_eq!(stage.messages(&ada, &game.thread).await?.iter().filter(|message| said(message)).count(), 1);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_taken_back_with_the_answer_to_it_and_the_boards_say_so() -> Story {
    let mut stage = Stage::open("takeback").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &bruno, json!({})).await?;
    stage.play(&game, &ada, "a1b2").await?;
    let first = stage.board(&game, 1).await?;
    stage.play(&game, &bruno, "i9h8").await?;
    let second = stage.board(&game, 2).await?;
    // Begun on the board that will be gone.
    let entry = stage.press(&ada, &second, &control(&second, "move")?).await?;

    let asked = stage.command(&ada, &game.thread, "takeback", &json!({})).await?;
    assert!(asked.is_private() && asked.text().starts_with("You asked"), "{}", asked.text());
    let question = format!("<@{}>, <@{}> would like to take back `a1b2`, `i9h8`.", bruno.id, ada.id);
    let posted = stage.message(&bruno, &game.thread, "the question", |message| text_of(message) == question).await?;
    // She thinks better of it, and of that.
    let own = stage.press(&bruno, &posted, &control(&posted, "withdraw-wish")?).await?;
    assert_eq!(own.text(), "Only the player who proposed this can withdraw it.");
    let own = stage.press(&ada, &asked.message, &control(&asked.message, "withdraw-wish")?).await?;
    assert!(own.text().starts_with("You withdrew your proposal."), "{}", own.text());
    let withdrawn = format!("<@{}> withdraws the takeback request.", ada.id);
    stage.message(&bruno, &game.thread, "the withdrawal", |message| text_of(message).starts_with(&withdrawn)).await?;
    stage
        .until("the question without buttons", async || {
            let messages = stage.messages(&bruno, &game.thread).await?;
            let stands = |message: &&serde_json::Value| message["id"] == posted["id"] && controls(message).is_empty();
            Ok(messages.iter().find(stands).map(|_| ()))
        })
        .await?;
    stage.command(&ada, &game.thread, "takeback", &json!({})).await?;
    let posted = stage
        .message(&bruno, &game.thread, "the second question", |message| {
            text_of(message) == question && control(message, "agree").is_ok()
        })
        .await?;
    let agree = control(&posted, "agree")?;
    let own = stage.press(&ada, &posted, &agree).await?;
    assert!(own.text().starts_with("You already have an open proposal"), "{}", own.text());
    let one = stage.send_press(&bruno, &posted, &agree).await?;
    let two = stage.send_press(&bruno, &posted, &agree).await?;
    let mut said = [stage.answer(&one).await?.text(), stage.answer(&two).await?.text()];
    said.sort();
    assert_eq!(said, ["There is nothing left to answer.", "You agreed, and it is done."]);

    let again = format!("<@{}> takes back `a1b2`, `i9h8`. Here is the board again:\n**The game begins**", ada.id);
    let board = stage.message(&ada, &game.thread, "the board", |message| text_of(message).starts_with(&again)).await?;
    let gone = "The move on this board was taken back.";
    stage
        .until("the boards of the moves that are gone say so", async || {
            let messages = stage.messages(&ada, &game.thread).await?;
            let says = |id: &serde_json::Value| {
                messages.iter().any(|message| {
                    let has_picture = message["attachments"].as_array().is_some_and(|all| !all.is_empty());
                    let is_bare = controls(message).is_empty() && !has_picture;
                    message["id"] == *id && text_of(message) == gone && is_bare
                })
            };
            let asks = messages.iter().any(|message| message["id"] == posted["id"] && !controls(message).is_empty());
            Ok((says(&first["id"]) && says(&second["id"]) && !asks).then_some(()))
        })
        .await?;

    let late = stage.choose(&ada, &entry.message, &control(&entry.message, "from")?, "d4").await?;
    assert!(late.text().starts_with("The game has moved on."), "{}", late.text());
    let anew = stage.press(&ada, &board, &control(&board, "move")?).await?;
    assert!(control(&anew.message, "from").is_ok());
    assert!(stage.play(&game, &ada, "a2b3").await?.text().starts_with("You played `a2b3`"));
    let shown = stage.message(&ada, &game.thread, "the new first move", |message| {
        text_of(message).contains("Last move: `a2b3`") && control(message, "move").is_ok()
    });
    shown.await?;
    stage.stop_bot().await?;
    let checked = stage.ask_as_host(&["db", "check"]).await?;
    assert!(checked.contains("1 game"), "{checked}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_decided_in_advance_is_played_at_once_and_nobody_sees_it_before() -> Story {
    let mut stage = Stage::open("lines").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &bruno, json!({})).await?;
    let kept = stage.command(&bruno, &game.thread, "line add", &json!({ "if": "a1b2", "then": "i9h8" })).await?;
    assert!(kept.is_private() && kept.text().contains("1. if `a1b2` then **`i9h8`**"), "{}", kept.text());
    assert!(kept.alt().contains("Last move i9h8"), "{}", kept.alt());
    let kept = stage.command(&bruno, &game.thread, "line add", &json!({ "moves": "a1b2 i9h8 d4c3 f6g7" })).await?;
    assert!(kept.text().contains("if `d4c3` then **`f6g7`**"), "{}", kept.text());
    let posts = async |stage: &Stage| -> anyhow::Result<usize> {
        let messages = stage.messages(&ada, &game.thread).await?;
        Ok(messages.iter().filter(|message| message["flags"].as_u64().unwrap_or(0) & 64 == 0).count())
    };
    let before = posts(&stage).await?;

    // The program ends and begins again in between: a line is no thing of its memory.
    stage.kill_bot().await?;
    stage.start_bot(&[]).await?;
    let answer = stage.play(&game, &ada, "a1b2").await?;
    assert!(answer.text().starts_with("You played `a1b2`"), "{}", answer.text());
    let board = stage.board(&game, 2).await?;
    let at_once = "Played in a row: `a1b2` (Black), `i9h8` (White)\nLast move: `i9h8` by White";
    assert!(text_of(&board).contains(at_once), "{}", text_of(&board));
    let after = posts(&stage).await?;
    assert_eq!(after, before + 1, "both moves in one post");

    // Ada does what the line does not know: all of it is gone, and Dmitri alone hears of it.
    stage.play(&game, &ada, "a2b3").await?;
    stage.board(&game, 3).await?;
    let gone = "`a2b3` was played in game";
    let direct = stage
        .until("the word to Dmitri", async || {
            let state = stage.state(&bruno.id).await?;
            let channels = state["channels"].as_array().cloned().unwrap_or_default();
            for channel in channels.iter().filter(|channel| channel["type"] == json!(1)) {
                let id = tests::string(&channel["id"]);
                let messages = stage.messages(&bruno, &id).await?;
                if messages.iter().any(|message| text_of(message).starts_with(gone)) {
                    return Ok(Some(id));
                }
            }
            Ok(None)
        })
        .await?;
    assert_ne!(direct, game.thread);
    let said = |message: &serde_json::Value| text_of(message).starts_with(gone);
    assert!(!stage.messages(&ada, &game.thread).await?.iter().any(said), "not in the thread");
    let shown = stage.command(&bruno, &game.thread, "line show", &json!({})).await?;
    assert!(shown.text().starts_with("You have no conditional moves"), "{}", shown.text());
    assert!(!stage.bot_log().contains("i9h8") && !stage.bot_log().contains("f6g7"), "no log tells of it");
    stage.stop_bot().await?;
    let checked = stage.ask_as_host(&["db", "check"]).await?;
    assert!(checked.contains("1 game"), "{checked}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_stands_still_by_agreement_and_goes_on_with_the_time_it_had() -> Story {
    let stage = Stage::open("adjourn").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &bruno, json!({ "pace": "days:1" })).await?;
    stage.command(&ada, &game.thread, "adjourn", &json!({ "days": 10 })).await?;
    let asks = format!("<@{}>, <@{}> proposes to adjourn the game for up to 10 days.", bruno.id, ada.id);
    let posted = stage.message(&bruno, &game.thread, "the proposal", |m| text_of(m).starts_with(&asks)).await?;
    stage.press(&bruno, &posted, &control(&posted, "agree")?).await?;
    let stands = stage.message(&ada, &game.thread, "that it stands still", |m| control(m, "resume").is_ok()).await?;
    assert!(text_of(&stands).contains("All clocks are paused, and no one can move."), "{}", text_of(&stands));
    let refused = stage.play(&game, &ada, "a1b2").await?;
    assert!(refused.text().starts_with("The game is adjourned"), "{}", refused.text());

    // Eight days pass: a day for the move would long be over, and nobody is reminded.
    let posts = stage.messages(&ada, &game.thread).await?.len();
    stage.advance(8 * tests::DAY).await?;
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    assert_eq!(stage.messages(&ada, &game.thread).await?.len(), posts, "silence");
    stage.press(&bruno, &stands, &control(&stands, "resume")?).await?;
    let goes_on = format!("<@{}> resumes the game:", bruno.id);
    let board = stage.message(&ada, &game.thread, "the board again", |m| text_of(m).starts_with(&goes_on)).await?;
    assert!(control(&board, "move").is_ok() && text_of(&board).contains("Deadline"), "{}", text_of(&board));
    stage.play(&game, &ada, "a1b2").await?;
    stage.board(&game, 1).await?;

    // This time nobody does anything: it goes on by itself, and the clock runs again.
    stage.command(&bruno, &game.thread, "adjourn", &json!({ "days": 2 })).await?;
    let again = stage.message(&ada, &game.thread, "the second proposal", |m| control(m, "agree").is_ok()).await?;
    stage.press(&ada, &again, &control(&again, "agree")?).await?;
    stage.message(&ada, &game.thread, "that it stands still again", |m| control(m, "resume").is_ok()).await?;
    stage.advance(2 * tests::DAY + tests::MINUTE).await?;
    stage.message(&ada, &game.thread, "that it goes on", |m| text_of(m).starts_with("The game resumes:")).await?;
    stage.advance(tests::DAY).await?;
    let lost = format!("because <@{}> ran out of time", bruno.id);
    stage.message(&ada, &game.thread, "the loss on time", |m| text_of(m).contains(&lost)).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_the_opponent_has_left_is_claimed_after_a_warning() -> Story {
    let stage = Stage::open("claim").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &bruno, json!({ "pace": "none" })).await?;
    stage.play(&game, &ada, "a1b2").await?;
    let early = stage.command(&ada, &game.thread, "claim", &json!({})).await?;
    assert!(early.is_private() && early.text().starts_with("They have until"), "{}", early.text());
    stage.advance(14 * tests::DAY).await?;
    // Until the bot gives a sign of life, it may have been away all the while.
    let claim = async |wanted: &'static str| {
        let said = async || {
            let said = stage.command(&ada, &game.thread, "claim", &json!({})).await?;
            Ok(said.text().starts_with(wanted).then_some(said))
        };
        stage.until(wanted, said).await
    };
    claim("Your opponent has been warned.").await?;
    let call = format!("<@{}>, it has been your turn for a long time.", bruno.id);
    stage.message(&bruno, &game.thread, "the warning", |message| text_of(message).starts_with(&call)).await?;
    stage.advance(7 * tests::DAY).await?;
    let asked = claim("Despite the warning, your opponent has not moved in game").await?;
    stage.press(&ada, &asked.message, &control(&asked.message, "claim-win")?).await?;
    let result = format!("**<@{}> (Black) wins** because <@{}> stopped playing.", ada.id, bruno.id);
    stage.message(&bruno, &game.thread, "the result", |message| text_of(message).starts_with(&result)).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_is_found_in_the_list_of_games_when_its_thread_is_gone() -> Story {
    let stage = Stage::open("asked-in-the-list").await?;
    let (ada, bruno) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let (asked, other) =
        (stage.start_game(&ada, &bruno, json!({})).await?, stage.start_game(&ada, &bruno, json!({})).await?);
    stage.command(&ada, &asked.thread, "draw", &json!({})).await?;
    stage.message(&bruno, &asked.thread, "the offer", |message| control(message, "draw-yes").is_ok()).await?;
    stage.delete(&format!("/sandbox/channels/{}", asked.thread)).await?;

    let list = stage.command(&bruno, &stage.games, "games", &json!({})).await?;
    let first = list.text().lines().nth(1).unwrap_or_default().to_owned();
    assert!(
        first.contains(&asked.id) && first.contains(&format!("**<@{}> offers a draw**", ada.id)),
        "{}",
        list.text()
    );
    let hers = stage.command(&ada, &stage.games, "games", &json!({})).await?;
    assert!(hers.text().contains("you offered a draw"), "{}", hers.text());
    // Of two games it is the one in which something of hers is open.
    let withdrawn = stage.command(&ada, &stage.games, "draw", &json!({ "withdraw": true })).await?;
    assert_eq!(withdrawn.text(), "You withdrew your draw offer.");
    let late = stage.press(&bruno, &list.message, &control(&list.message, "draw-yes")?).await?;
    assert_eq!(late.text(), "There is no draw offer.");

    stage.command(&ada, &stage.games, "adjourn", &json!({ "game": other.id, "days": 3 })).await?;
    let list = stage.command(&bruno, &stage.games, "games", &json!({})).await?;
    let done = stage.press(&bruno, &list.message, &control(&list.message, "agree")?).await?;
    assert!(done.is_private(), "{:#}", done.whole);
    stage.message(&ada, &other.thread, "the adjournment", |message| control(message, "resume").is_ok()).await?;
    Ok(())
}
