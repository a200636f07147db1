//! Whole games from the challenge to the result, by slash commands and buttons.

use rules::{Seat, Team};
use serde_json::json;
use tests::{Answer, Game, Harness, Person, TestResult, control, controls, text_of, world_championship_final};

/// Plays the moves of `choose` in the thread and on `any_game`, until the game is over or `plies` moves are played.
async fn play_out(
    harness: &Harness,
    game: &Game,
    any_game: &mut Box<dyn rules::AnyGame>,
    plies: usize,
    mut choose: impl FnMut(&dyn rules::AnyGame) -> String,
) -> anyhow::Result<()> {
    for ply in 0..plies {
        if any_game.outcome().is_some() {
            break;
        }
        let mv = choose(any_game.as_ref());
        let answer = harness.play(game, game.on_turn(ply), &mv).await?;
        anyhow::ensure!(answer.state == "answered", "{mv}: {:#}", answer.whole);
        any_game.play(&mv).map_err(|refusal| anyhow::anyhow!("{mv}: {refusal}"))?;
        if any_game.outcome().is_none() {
            harness.board(game, u32::try_from(ply + 1)?).await?;
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_final_of_the_world_championship_is_played_move_by_move_and_ends_by_resignation() -> TestResult {
    let (harness, game, [ada, dmitri]) =
        Harness::start_with_game("final", json!({ "layout": "belgian-daisy" })).await?;
    let moves = world_championship_final();
    assert_eq!(moves.len(), 115);
    let mut any_game = rules::open("abalone layout=belgian-daisy")?;
    let mut next = moves.iter();
    play_out(&harness, &game, &mut any_game, 115, |_| next.next().expect("a move for each ply").clone()).await?;

    // The published position after the last move: Black has ejected five, White one.
    let text = harness.command(&ada, &game.thread, "board", &json!({ "style": "text" })).await?.text();
    assert!(
        text.contains(&format!("Score: <@{}> **5 – 1** <@{}> (first\u{a0}to\u{a0}6)\n", ada.id, dmitri.id)),
        "{text}"
    );
    assert!(
        any_game.position().starts_with("3w1/3bb1/3bb2/2bb2b1/2bww4/2ww1wb1/3wwbb/1b2w1/4b w 1-5 115"),
        "{}",
        any_game.position()
    );

    let board = harness.board(&game, 115).await?;
    let panel = harness.press(&dmitri, &board, "game").await?;
    let ask = harness.press(&dmitri, &panel.message, "resign").await?;
    assert!(ask.is_private(), "the question before resigning is for the player only");
    harness.press(&dmitri, &ask.message, "resign!").await?;
    let result = format!("**<@{}> beat <@{}> 5–1** by resignation.\n115 moves", ada.id, dmitri.id);
    harness.message(&ada, &game.thread, "the result", |message| text_of(message).starts_with(&result)).await?;
    let late = harness.play(&game, &dmitri, "i8h7").await?;
    assert!(late.text().contains("over"), "a move after the end is refused: {}", late.text());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sprint_ends_after_twenty_moves_each_and_the_count_decides() -> TestResult {
    let (harness, game, [ada, dmitri]) =
        Harness::start_with_game("sprint", json!({ "layout": "german-daisy", "sprint": 20 })).await?;
    let mut any_game = rules::open("abalone layout=german-daisy sprint=20")?;
    let mut chance = 7_u64;
    play_out(&harness, &game, &mut any_game, 60, |any_game| {
        // Black ejects when possible and pushes otherwise. White plays random moves without ejection.
        let choices = any_game.complete("", 25);
        let all = any_game.legal_moves();
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let tagged = |tag: &str| {
            all.iter()
                .find(|mv| any_game.complete(mv, 1).first().is_some_and(|choice| choice.tags.contains(&tag)))
                .cloned()
        };
        let black = any_game.to_move() == Some(Seat(0));
        if black && let Some(mv) = tagged("eject").or_else(|| tagged("push")) {
            return mv;
        }
        let quiet: Vec<_> = choices.iter().filter(|choice| !choice.tags.contains(&"eject")).collect();
        quiet[(chance >> 33) as usize % quiet.len()].notation.clone()
    })
    .await?;
    let outcome = any_game.outcome().expect("forty plies end a sprint of twenty");
    let sides = any_game.diagram().sides;
    assert_eq!(any_game.ply(), 40, "both have made their twenty moves");
    assert_eq!(outcome.reason.as_str(), "moves-made");
    assert!(sides[0].ejected > sides[1].ejected, "Black ejected more: {sides:?}");
    assert_eq!(outcome.winner, Some(Team(0)));
    let result = format!(
        "**<@{}> beat <@{}> {}–{}** when the sprint ended.\n40 moves",
        ada.id, dmitri.id, sides[0].ejected, sides[1].ejected
    );
    let last =
        harness.message(&ada, &game.thread, "the result", |message| text_of(message).starts_with(&result)).await?;
    assert!(controls(&last).iter().all(|id| !id.contains(":move:")), "a game that is over has no move button");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_third_occurrence_of_a_position_is_a_draw() -> TestResult {
    let (harness, game, [ada, dmitri]) = Harness::start_with_game("repetition", json!({})).await?;
    let mut any_game = rules::open("abalone")?;
    let mut round = ["a1b2", "i9h8", "d4c3", "f6g7"].into_iter().cycle();
    play_out(&harness, &game, &mut any_game, 40, |_| round.next().expect("endless").to_owned()).await?;
    assert_eq!(any_game.ply(), 8, "after eight plies the start position occurs for the third time");
    let result = format!("**<@{}> and <@{}> drew** by threefold repetition.", ada.id, dmitri.id);
    harness.message(&dmitri, &game.thread, "the draw", |message| text_of(message).starts_with(&result)).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_move_says_why_and_changes_nothing() -> TestResult {
    let (harness, game, [ada, dmitri]) = Harness::start_with_game("refusals", json!({})).await?;
    for (text, shown, why) in [
        ("i9h8", "i9h8", "you have no marble on i9"),
        ("e5e6", "e5e6", "e5 is empty"),
        ("a1a2", "a1a2", "5 marbles are too many; a move takes 3 at most"),
        ("z9z9", "z9z9", "z9 isn't on the board; rows go from a to i"),
        (" ", "…", "there's no move in it"),
    ] {
        let answer = harness.play(&game, &ada, text).await?;
        assert!(answer.is_private(), "{text}: a refusal is for the player only");
        // Others have no legal move that begins like them.
        let next = if text == "a1a2" { "Did you mean one of these?" } else { "Type a cell" };
        let said = format!("You can't play `{shown}`: {why}. {next}");
        assert!(answer.text().starts_with(&said), "{text}: {}", answer.text());
    }
    assert!(harness.command(&ada, &game.thread, "board", &json!({})).await?.text().contains("The game begins"));
    let early = harness.play(&game, &dmitri, "i9h8").await?;
    assert!(early.text().contains("turn"), "{}", early.text());
    assert!(harness.play(&game, &ada, "a1b2").await?.text().contains("a1b2"));
    harness.board(&game, 1).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_entered_with_buttons() -> TestResult {
    let (harness, game, [ada, dmitri]) = Harness::start_with_game("entry", json!({})).await?;
    // From the public board, and from a private one, whose message has another layout.
    let board = harness.board(&game, 0).await?;
    let entry = harness.press(&ada, &board, "move").await?;
    play_with_the_menu(&harness, &ada, &entry).await?;
    harness.board(&game, 1).await?;
    let board = harness.command(&dmitri, &game.thread, "board", &json!({})).await?;
    let entry = harness.press(&dmitri, &board.message, "move").await?;
    play_with_the_menu(&harness, &dmitri, &entry).await?;
    harness.board(&game, 2).await?;
    Ok(())
}

/// Chooses the first group and its first direction, and plays.
async fn play_with_the_menu(harness: &Harness, who: &Person, entry: &Answer) -> TestResult {
    assert!(entry.is_private(), "the entry is for the player only");
    let select = control(&entry.message, "from")?;
    let options = entry.message["components"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|row| row["components"].as_array().into_iter().flatten())
        .find(|control| control["custom_id"] == json!(select))
        .and_then(|control| control["options"].as_array().cloned())
        .unwrap_or_default();
    assert!(!options.is_empty() && options.len() <= 25);
    let value = tests::string(&options[0]["value"]);
    let arrows = harness.choose(who, &entry.message, &select, &value).await?;
    let preview = harness.press(who, &arrows.message, "dir").await?;
    let played = harness.press(who, &preview.message, "play").await?;
    assert!(played.state == "answered" && played.text().starts_with("You played"), "{:#}", played.whole);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn autocomplete_offers_legal_moves() -> TestResult {
    let (harness, game, [ada, _]) = Harness::start_with_game("completion", json!({})).await?;
    let all = harness.complete(&ada, &game.thread, "move", "move", "").await?;
    assert!((1..=25).contains(&all.len()), "{all:?}");
    let some = harness.complete(&ada, &game.thread, "move", "move", "a1").await?;
    assert!(some.iter().all(|mv| mv.contains("a1")) && some.contains(&"a1b2".to_owned()), "{some:?}");
    let mut any_game = rules::open("abalone")?;
    assert!(any_game.play(&all[0]).is_ok());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_is_offered_and_accepted() -> TestResult {
    let (harness, game, [ada, dmitri]) = Harness::start_with_game("draw", json!({})).await?;
    harness.command(&ada, &game.thread, "game draw", &json!({})).await?;
    let offer = harness.message_with(&dmitri, &game.thread, "draw-yes").await?;
    let own = harness.press(&ada, &offer, "draw-yes").await?;
    assert!(own.is_private(), "a player cannot accept their own offer: {}", own.text());
    harness.press(&dmitri, &offer, "draw-yes").await?;
    harness
        .message(&ada, &game.thread, "the draw", |message| {
            text_of(message).starts_with(&format!("**<@{}> and <@{}> drew** by agreement.", ada.id, dmitri.id))
                && control(message, "game").is_err()
        })
        .await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn french_players_read_french() -> TestResult {
    let harness = Harness::start("french").await?;
    let [bruno, chloe] = harness.people(["Bruno", "Chloé"]).await?;
    let game = harness.start_game(&bruno, &chloe, json!({})).await?;
    let refusal = harness.play(&game, &bruno, "i9h8").await?;
    assert!(refusal.text().contains("bille"), "{}", refusal.text());
    Ok(())
}
