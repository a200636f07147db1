//! Takebacks, which change messages that stand, and conditional moves, which nothing may reveal.

use serde_json::json;
use tests::{Harness, TestResult, control, controls, text_of};

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_undoes_both_moves_and_corrects_their_boards() -> TestResult {
    let (mut harness, game, [ada, dmitri]) = Harness::start_with_game("takeback", json!({})).await?;
    harness.play(&game, &ada, "a1b2").await?;
    let first = harness.board(&game, 1).await?;
    harness.play(&game, &dmitri, "i9h8").await?;
    let second = harness.board(&game, 2).await?;
    // Ada begins a move on a board that the takeback will remove.
    let entry = harness.press(&ada, &second, "move").await?;

    let response = harness.command(&ada, &game.thread, "game takeback", &json!({})).await?;
    assert!(response.is_private() && response.text().starts_with("You asked"), "{}", response.text());
    let moves = "`a1b2`, and with it the answer `i9h8`";
    let question = format!("<@{}> would like to take back {moves}. <@{}>, do you agree?", ada.id, dmitri.id);
    let post = harness.message(&dmitri, &game.thread, "the question", |message| text_of(message) == question).await?;
    // Ada withdraws her request, then asks again.
    harness.press(&ada, &response.message, "withdraw-proposal").await?;
    let withdrawn = format!("<@{}> withdrew the takeback request.", ada.id);
    harness
        .message(&dmitri, &game.thread, "the withdrawal", |message| text_of(message).starts_with(&withdrawn))
        .await?;
    harness.without_buttons(&dmitri, &game.thread, &post).await?;
    harness.command(&ada, &game.thread, "game takeback", &json!({})).await?;
    let post = harness
        .message(&dmitri, &game.thread, "the second question", |message| {
            text_of(message) == question && control(message, "agree").is_ok()
        })
        .await?;
    let one = harness.send_press(&dmitri, &post, "agree").await?;
    let two = harness.send_press(&dmitri, &post, "agree").await?;
    let mut reply = [harness.answer(&one).await?.text(), harness.answer(&two).await?.text()];
    reply.sort();
    assert_eq!(reply, ["Accepted.", "There's nothing left to answer."]);

    let again = format!("<@{}> took back {moves}.\n**The game begins**", ada.id);
    let board =
        harness.message(&ada, &game.thread, "the board", |message| text_of(message).starts_with(&again)).await?;
    let words = "The move on this board was taken back.";
    harness
        .until("the boards of the removed moves to say so", async || {
            let messages = harness.messages(&ada, &game.thread).await?;
            let says = |id: &serde_json::Value| {
                messages.iter().any(|message| {
                    let has_picture = message["attachments"].as_array().is_some_and(|all| !all.is_empty());
                    let is_bare = controls(message).is_empty() && !has_picture;
                    message["id"] == *id && text_of(message) == words && is_bare
                })
            };
            let asks = messages.iter().any(|message| message["id"] == post["id"] && !controls(message).is_empty());
            Ok((says(&first["id"]) && says(&second["id"]) && !asks).then_some(()))
        })
        .await?;

    let late = harness.choose(&ada, &entry.message, "from", "d4").await?;
    assert!(late.text().starts_with("The game has moved on."), "{}", late.text());
    let anew = harness.press(&ada, &board, "move").await?;
    assert!(control(&anew.message, "from").is_ok());
    assert!(harness.play(&game, &ada, "a2b3").await?.text().starts_with("You played `a2b3`"));
    let view = harness.message(&ada, &game.thread, "the new first move", |message| {
        text_of(message).contains("Last move: `a2b3`") && control(message, "move").is_ok()
    });
    view.await?;
    harness.stop_bot().await?;
    let checked = harness.run_cli(&["db", "check"]).await?;
    assert!(checked.contains("1 game"), "{checked}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conditional_move_is_played_at_once_and_stays_secret_before() -> TestResult {
    let (mut harness, game, [ada, dmitri]) = Harness::start_with_game("lines", json!({})).await?;
    let line = json!({ "moves": "a1b2 i9h8 d4c3 f6g7" });
    let answer = harness.command(&dmitri, &game.thread, "game line add", &line).await?;
    assert!(answer.is_private() && answer.text().contains("if `d4c3` then **`f6g7`**"), "{}", answer.text());
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
    let words = "`a2b3` was played in game";
    harness.message_saying(&dmitri, &harness.dm_channel(&dmitri).await?, words).await?;
    let is_answer = |message: &serde_json::Value| text_of(message).starts_with(words);
    assert!(!harness.messages(&ada, &game.thread).await?.iter().any(is_answer), "not in the thread");
    assert!(
        !harness.bot_log().contains("i9h8") && !harness.bot_log().contains("f6g7"),
        "the log must not reveal a conditional move"
    );
    harness.stop_bot().await?;
    let checked = harness.run_cli(&["db", "check"]).await?;
    assert!(checked.contains("1 game"), "{checked}");
    Ok(())
}
