//! Agreements between the players of a running game: abort, takeback, adjournment, claim; and conditional moves.

use serde_json::json;
use tests::{Harness, TestResult, control, controls, text_of};

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_aborted_before_both_have_moved_and_has_no_result() -> TestResult {
    let harness = Harness::start("abort").await?;
    let [ada, dmitri, chloe] = harness.people(["Ada", "Dmitri", "Chloé"]).await?;
    let game = harness.start_game(&ada, &dmitri, json!({})).await?;
    harness.play(&game, &ada, "a1b2").await?;
    let board = harness.board(&game, 1).await?;
    let ask = harness.command(&dmitri, &game.thread, "game abort", &json!({})).await?;
    assert!(ask.is_private() && ask.text().starts_with("Abort game"), "{}", ask.text());
    let stranger = harness.command(&chloe, &game.thread, "game abort", &json!({})).await?;
    assert_eq!(stranger.text(), "Vous ne jouez pas dans cette partie.");
    // Both players abort at the same time, and Dmitri clicks twice.
    let other = harness.command(&ada, &game.thread, "game abort", &json!({})).await?;
    let yes = control(&ask.message, "abort!")?;
    let first = harness.send_press(&dmitri, &ask.message, &yes).await?;
    let second = harness.send_press(&dmitri, &ask.message, &yes).await?;
    for answer in [harness.answer(&first).await?, harness.answer(&second).await?] {
        assert!(answer.text().starts_with("You aborted game"), "{}", answer.text());
    }
    let late = harness.press(&ada, &other.message, "abort!").await?;
    assert_eq!(late.text(), "This game was aborted.");
    let told = format!("<@{}>, <@{}> aborted the game before everyone had moved.", ada.id, dmitri.id);
    harness.message(&ada, &game.thread, "the message to Ada", |message| text_of(message).starts_with(&told)).await?;
    harness
        .until("the board without buttons", async || {
            let messages = harness.messages(&ada, &game.thread).await?;
            let board = messages.iter().find(|message| message["id"] == board["id"]);
            Ok(board.is_some_and(|board| controls(board).is_empty()).then_some(()))
        })
        .await?;

    assert_eq!(harness.play(&game, &dmitri, "i9h8").await?.text(), "This game was aborted.");
    let shown = harness.command(&ada, &harness.games, "board", &json!({ "game": game.id })).await?;
    assert!(shown.text().contains("**Aborted**"), "{}", shown.text());
    let said = |message: &serde_json::Value| text_of(message).starts_with(&told);
    assert_eq!(harness.messages(&ada, &game.thread).await?.iter().filter(|message| said(message)).count(), 1);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_undoes_both_moves_and_corrects_their_boards() -> TestResult {
    let (mut harness, game, [ada, dmitri]) = Harness::start_with_game("takeback", json!({})).await?;
    harness.play(&game, &ada, "a1b2").await?;
    let first = harness.board(&game, 1).await?;
    harness.play(&game, &dmitri, "i9h8").await?;
    let second = harness.board(&game, 2).await?;
    // Ada begins a move on a board that the takeback will remove.
    let entry = harness.press(&ada, &second, "move").await?;

    let asked = harness.command(&ada, &game.thread, "game takeback", &json!({})).await?;
    assert!(asked.is_private() && asked.text().starts_with("You asked"), "{}", asked.text());
    let question = format!("<@{}> would like to take back `a1b2`, `i9h8`. <@{}>, do you agree?", ada.id, dmitri.id);
    let posted = harness.message(&dmitri, &game.thread, "the question", |message| text_of(message) == question).await?;
    // Ada withdraws her request, then asks again.
    let own = harness.press(&dmitri, &posted, "withdraw-proposal").await?;
    assert_eq!(own.text(), "Only the player who asked can withdraw this.");
    let own = harness.press(&ada, &asked.message, "withdraw-proposal").await?;
    assert!(own.text().starts_with("You withdrew your request."), "{}", own.text());
    let withdrawn = format!("<@{}> withdrew the takeback request.", ada.id);
    harness
        .message(&dmitri, &game.thread, "the withdrawal", |message| text_of(message).starts_with(&withdrawn))
        .await?;
    harness
        .until("the question without buttons", async || {
            let messages = harness.messages(&dmitri, &game.thread).await?;
            let stands = |message: &&serde_json::Value| message["id"] == posted["id"] && controls(message).is_empty();
            Ok(messages.iter().find(stands).map(|_| ()))
        })
        .await?;
    harness.command(&ada, &game.thread, "game takeback", &json!({})).await?;
    let posted = harness
        .message(&dmitri, &game.thread, "the second question", |message| {
            text_of(message) == question && control(message, "agree").is_ok()
        })
        .await?;
    let agree = control(&posted, "agree")?;
    let own = harness.press(&ada, &posted, &agree).await?;
    assert!(own.text().starts_with("You already have an open request"), "{}", own.text());
    let one = harness.send_press(&dmitri, &posted, &agree).await?;
    let two = harness.send_press(&dmitri, &posted, &agree).await?;
    let mut said = [harness.answer(&one).await?.text(), harness.answer(&two).await?.text()];
    said.sort();
    assert_eq!(said, ["Accepted.", "There's nothing left to answer."]);

    let again = format!("<@{}> took back `a1b2`, `i9h8`.\n**The game begins**", ada.id);
    let board =
        harness.message(&ada, &game.thread, "the board", |message| text_of(message).starts_with(&again)).await?;
    let gone = "The move on this board was taken back.";
    harness
        .until("the boards of the removed moves to say so", async || {
            let messages = harness.messages(&ada, &game.thread).await?;
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

    let late = harness.choose(&ada, &entry.message, "from", "d4").await?;
    assert!(late.text().starts_with("The game has moved on."), "{}", late.text());
    let anew = harness.press(&ada, &board, "move").await?;
    assert!(control(&anew.message, "from").is_ok());
    assert!(harness.play(&game, &ada, "a2b3").await?.text().starts_with("You played `a2b3`"));
    let shown = harness.message(&ada, &game.thread, "the new first move", |message| {
        text_of(message).contains("Last move: `a2b3`") && control(message, "move").is_ok()
    });
    shown.await?;
    harness.stop_bot().await?;
    let checked = harness.run_cli(&["db", "check"]).await?;
    assert!(checked.contains("1 game"), "{checked}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conditional_move_is_played_at_once_and_stays_secret_before() -> TestResult {
    let (mut harness, game, [ada, dmitri]) = Harness::start_with_game("lines", json!({})).await?;
    let kept =
        harness.command(&dmitri, &game.thread, "game line add", &json!({ "if": "a1b2", "then": "i9h8" })).await?;
    assert!(kept.is_private() && kept.text().contains("1. if `a1b2` then **`i9h8`**"), "{}", kept.text());
    assert!(kept.alt().contains("Last move i9h8"), "{}", kept.alt());
    let kept =
        harness.command(&dmitri, &game.thread, "game line add", &json!({ "moves": "a1b2 i9h8 d4c3 f6g7" })).await?;
    assert!(kept.text().contains("if `d4c3` then **`f6g7`**"), "{}", kept.text());
    let posts = async |harness: &Harness| -> anyhow::Result<usize> {
        let messages = harness.messages(&ada, &game.thread).await?;
        Ok(messages.iter().filter(|message| message["flags"].as_u64().unwrap_or(0) & 64 == 0).count())
    };
    let before = posts(&harness).await?;

    // The bot restarts in between: conditional moves are stored.
    harness.kill_bot().await?;
    harness.start_bot(&[]).await?;
    let answer = harness.play(&game, &ada, "a1b2").await?;
    assert!(answer.text().starts_with("You played `a1b2`"), "{}", answer.text());
    let board = harness.board(&game, 2).await?;
    let at_once = "Moves played: `a1b2` (Black), `i9h8` (White)\n";
    assert!(text_of(&board).contains(at_once), "{}", text_of(&board));
    let after = posts(&harness).await?;
    assert_eq!(after, before + 1, "both moves in one post");

    // Ada plays a move outside of the line: the line is dropped, and only Dmitri is notified.
    harness.play(&game, &ada, "a2b3").await?;
    harness.board(&game, 3).await?;
    let gone = "`a2b3` was played in game";
    let direct = harness
        .until("the direct message to Dmitri", async || {
            let state = harness.state(&dmitri.id).await?;
            let channels = state["channels"].as_array().cloned().unwrap_or_default();
            for channel in channels.iter().filter(|channel| channel["type"] == json!(1)) {
                let id = tests::string(&channel["id"]);
                let messages = harness.messages(&dmitri, &id).await?;
                if messages.iter().any(|message| text_of(message).starts_with(gone)) {
                    return Ok(Some(id));
                }
            }
            Ok(None)
        })
        .await?;
    assert_ne!(direct, game.thread);
    let said = |message: &serde_json::Value| text_of(message).starts_with(gone);
    assert!(!harness.messages(&ada, &game.thread).await?.iter().any(said), "not in the thread");
    let shown = harness.command(&dmitri, &game.thread, "game line show", &json!({})).await?;
    assert!(shown.text().starts_with("You have no conditional moves"), "{}", shown.text());
    assert!(
        !harness.bot_log().contains("i9h8") && !harness.bot_log().contains("f6g7"),
        "the log must not reveal a conditional move"
    );
    harness.stop_bot().await?;
    let checked = harness.run_cli(&["db", "check"]).await?;
    assert!(checked.contains("1 game"), "{checked}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_adjourned_game_resumes_with_the_time_it_had() -> TestResult {
    let (harness, game, [ada, dmitri]) = Harness::start_with_game("adjourn", json!({ "pace": "days:1" })).await?;
    harness.command(&ada, &game.thread, "game adjourn", &json!({ "days": 10 })).await?;
    let asks = format!("<@{}> asks <@{}> to adjourn the game for up to 10 days", ada.id, dmitri.id);
    let posted = harness.message(&dmitri, &game.thread, "the proposal", |m| text_of(m).starts_with(&asks)).await?;
    harness.press(&dmitri, &posted, "agree").await?;
    let stands = harness.message_with(&ada, &game.thread, "resume").await?;
    assert!(text_of(&stands).contains("All clocks are paused, and nobody can move."), "{}", text_of(&stands));
    let refused = harness.play(&game, &ada, "a1b2").await?;
    assert!(refused.text().starts_with("The game is adjourned"), "{}", refused.text());

    // Eight days pass: longer than the day for a move, but no one is reminded. They archive the thread, in which
    // nothing can be edited until someone writes.
    harness.without_buttons(&ada, &game.thread, &posted).await?;
    harness.wait_until_idle().await?;
    let posts = harness.messages(&ada, &game.thread).await?.len();
    harness.advance(8 * tests::DAY).await?;
    harness.wait_until_idle().await?;
    assert_eq!(harness.messages(&ada, &game.thread).await?.len(), posts, "no message while the game is adjourned");
    harness.press(&dmitri, &stands, "resume").await?;
    let goes_on = format!("<@{}> resumed the game:", dmitri.id);
    let board = harness.message(&ada, &game.thread, "the board again", |m| text_of(m).starts_with(&goes_on)).await?;
    assert!(control(&board, "move").is_ok() && text_of(&board).contains("Deadline"), "{}", text_of(&board));
    harness.play(&game, &ada, "a1b2").await?;
    harness.board(&game, 1).await?;

    // This time no player resumes it: it resumes by itself, and the clock runs again.
    harness.command(&dmitri, &game.thread, "game adjourn", &json!({ "days": 2 })).await?;
    let again = harness.message_with(&ada, &game.thread, "agree").await?;
    harness.press(&ada, &again, "agree").await?;
    harness.message_with(&ada, &game.thread, "resume").await?;
    harness.advance(2 * tests::DAY + tests::MINUTE).await?;
    harness.message(&ada, &game.thread, "that it resumes", |m| text_of(m).starts_with("The game resumes:")).await?;
    harness.advance(tests::DAY).await?;
    let lost = format!("beat <@{}>** on time.", dmitri.id);
    harness.message_saying(&ada, &game.thread, &lost).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_claimed_after_a_warning_to_the_absent_opponent() -> TestResult {
    let (harness, game, [ada, dmitri]) = Harness::start_with_game("claim", json!({ "pace": "none" })).await?;
    harness.play(&game, &ada, "a1b2").await?;
    let early = harness.command(&ada, &game.thread, "game claim", &json!({})).await?;
    assert!(early.is_private() && early.text().starts_with("Your opponent has until"), "{}", early.text());
    harness.advance(14 * tests::DAY).await?;
    // Until its next heartbeat the bot may have been down all that time, so the claim is refused at first.
    let claim = async |wanted: &'static str| {
        let said = async || {
            let said = harness.command(&ada, &game.thread, "game claim", &json!({})).await?;
            Ok(said.text().starts_with(wanted).then_some(said))
        };
        harness.until(wanted, said).await
    };
    claim("Your opponent has been warned.").await?;
    let call = format!("<@{}>, it has been your turn for a long time.", dmitri.id);
    harness.message(&dmitri, &game.thread, "the warning", |message| text_of(message).starts_with(&call)).await?;
    harness.advance(7 * tests::DAY).await?;
    let asked = claim("Your opponent was warned, but hasn't moved in game").await?;
    harness.press(&ada, &asked.message, "claim-win").await?;
    let result = format!("**<@{}> beat <@{}>** by claim, because <@{}> stopped playing.", ada.id, dmitri.id, dmitri.id);
    harness.message(&dmitri, &game.thread, "the result", |message| text_of(message).starts_with(&result)).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_question_is_answered_from_the_list_of_games_when_its_thread_is_deleted() -> TestResult {
    let harness = Harness::start("asked-in-the-list").await?;
    let [ada, dmitri] = harness.people(["Ada", "Dmitri"]).await?;
    let (asked, other) =
        (harness.start_game(&ada, &dmitri, json!({})).await?, harness.start_game(&ada, &dmitri, json!({})).await?);
    harness.command(&ada, &asked.thread, "game draw", &json!({})).await?;
    harness.message_with(&dmitri, &asked.thread, "draw-yes").await?;
    harness.client.delete_channel(&asked.thread).await?;

    let list = harness.command(&dmitri, &harness.games, "games", &json!({})).await?;
    let first = list.text().lines().nth(1).unwrap_or_default().to_owned();
    assert!(first.contains("#1") && first.contains(&format!("**<@{}> offers a draw**", ada.id)), "{}", list.text());
    let hers = harness.command(&ada, &harness.games, "games", &json!({})).await?;
    assert!(hers.text().contains("you offered a draw"), "{}", hers.text());
    // Ada plays two games; the command means the one with her open offer.
    let withdrawn = harness.command(&ada, &harness.games, "game draw", &json!({ "withdraw": true })).await?;
    assert_eq!(withdrawn.text(), "You withdrew your draw offer.");
    let late = harness.press(&dmitri, &list.message, "draw-yes").await?;
    assert_eq!(late.text(), "There's no draw offer.");

    harness.command(&ada, &harness.games, "game adjourn", &json!({ "game": other.id, "days": 3 })).await?;
    let list = harness.command(&dmitri, &harness.games, "games", &json!({})).await?;
    let done = harness.press(&dmitri, &list.message, "agree").await?;
    assert!(done.is_private(), "{:#}", done.whole);
    harness.message_with(&ada, &other.thread, "resume").await?;
    Ok(())
}
