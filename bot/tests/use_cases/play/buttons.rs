//! Games played with buttons alone.

use games::domain::{GameId, Notice, Phase, UserId};

use crate::use_cases::support::{ADA, BRUNO, Harness};

/// Plays a move with buttons: the first of the menu of pushes and ejections if there are any, else some group and its
/// last direction. Returns the number of presses; a choice in a select is one press.
async fn move_by_buttons(harness: &Harness, who: UserId, game: GameId, ply: u32) -> u32 {
    let board = harness.say(who, "board").await;
    let menu = harness.press_private(who, board.control("move")).await;
    let groups = menu.values.iter().filter(|value| !value.contains(|c: char| c.is_ascii_digit()) || value.len() < 4);
    let groups: Vec<&String> = groups.collect();
    let strong = menu.values.iter().find(|value| !groups.contains(value));
    let mut presses = 2;
    let reply = if let Some(turn) = strong {
        harness.choose(who, menu.control("dir"), turn).await
    } else {
        let arrows = harness.choose(who, menu.control("from"), groups[ply as usize * 7 % groups.len()]).await;
        presses += 1;
        harness.press_private(who, arrows.controls.iter().rfind(|id| id.starts_with("v1:dir:")).expect("a way")).await
    };
    if harness.game(game).await.ply == ply {
        harness.press_private(who, reply.control("play")).await;
        presses += 1;
    }
    assert_eq!(harness.game(game).await.ply, ply + 1, "{reply:?}");
    presses
}

#[tokio::test]
async fn a_sprint_is_played_by_buttons_alone() {
    // With a preview, a move takes Move…, the marbles, the direction, Play; a push takes one press less, and so does
    // a move without a preview.
    for (preview, most) in [(true, 4), (false, 3)] {
        let harness = Harness::new();
        let game = harness.started_as("abalone layout=belgian-daisy sprint=20", "days:3").await;
        for who in [ADA, BRUNO] {
            harness.say(who, &format!("settings moves preview:{preview}")).await;
        }
        let (mut presses, mut ply) = (0, 0);
        while harness.game(game).await.phase == Phase::Playing {
            let who = if ply % 2 == 0 { ADA } else { BRUNO };
            let own = move_by_buttons(&harness, who, game, ply).await;
            assert!(own <= most, "move {ply} took {own} presses");
            presses += own;
            ply += 1;
        }
        assert!(ply <= 40 && presses < ply * most, "{presses} presses for {ply} moves");
        println!("{presses} presses for {ply} moves, preview: {preview}");
    }
}

#[tokio::test]
async fn several_placings_are_chosen_at_once_and_made_turn_by_turn_where_they_are_still_free() {
    let harness = Harness::new();
    // White, who is Bruno, begins.
    let game = harness.started_as("fliporona", "days:3").await;
    let row = async |who| {
        let board = harness.say(who, "board").await;
        let menu = harness.press_private(who, board.control("move")).await;
        harness.choose(who, menu.control("from"), "@1").await
    };
    let cells = row(BRUNO).await;
    let several = cells.controls.iter().rfind(|id| id.starts_with("v1:dir:") && !id.contains('@')).expect("a select");
    let preview = harness.choose_all(BRUNO, several, &["@a1", "@b1", "@c1", "@d1"]).await;
    preview.says("in this order: `@b1 @c1 @d1`");
    assert!(harness.moves(game).await.is_empty(), "nothing is placed before Play");
    let played = harness.press_private(BRUNO, preview.control("play")).await;
    played.says_all(&["You played `@a1`", "`@b1 @c1 @d1`"]);
    assert_eq!(harness.moves(game).await, ["@a1"]);
    let reply = harness.say(BRUNO, "game line show").await;
    let title = "**Your prepared placings** in game `#1` against <@1>:\nOn your next turns, I'll place on these cells in this order: `@b1 @c1 @d1`.";
    reply.begins(title);
    // Ada takes a place for which Bruno has a line prepared: he goes on with the next one.
    harness.notices().await;
    harness.play_all(game, &["@b1"]).await;
    assert_eq!(harness.moves(game).await, ["@a1", "@b1", "@c1"]);
    // Only he is notified, because the next place is not his first choice.
    let news = Notice::ConditionalMovesDropped { user: BRUNO, turn: Some("@b1".to_owned()), is_placing: true };
    assert_eq!(harness.notices().await, [Notice::Board { ply: 3 }, news.clone()]);
    let (told, _) = harness.notice(game, 3, news).await.expect("a word");
    let line =
        "Already taken in game `#1` against <@1>: `@b1`. You had prepared to place there, so I skip those cells.";
    assert_eq!(told.text, line);
    let other = harness.say(ADA, "game line show").await;
    assert!(!other.text.contains("@d1"), "they are Bruno's secret: {other:?}");
    // Both have prepared their placings: they answer each other.
    let cells = row(ADA).await;
    let several = cells.controls.iter().rfind(|id| id.starts_with("v1:dir:") && !id.contains('@')).expect("a select");
    harness.say(ADA, "settings moves preview:false").await;
    let played = harness.choose_all(ADA, several, &["@e1", "@f1"]).await;
    assert!(played.text.starts_with("You played `@e1`"), "nothing is prepared now: {played:?}");
    assert_eq!(harness.moves(game).await, ["@a1", "@b1", "@c1", "@e1", "@d1", "@f1"]);
    let none = harness.say(BRUNO, "game line show").await;
    none.begins("You have no conditional moves");
}

#[tokio::test]
async fn placings_replace_lines_only_with_the_move_that_they_were_chosen_with_and_the_answer_says_so() {
    let harness = Harness::new();
    let game = harness.started_as("fliporona", "days:3").await;
    let line = harness.say(BRUNO, "game line add moves:@d3 @e4 @e5").await;
    assert!(!line.text.contains("placings"), "nothing was prepared: {line:?}");
    let lines = async || harness.store.conditional_moves(game).await.expect("readable");
    let before = lines().await;
    assert_eq!(before.len(), 1);
    let board = harness.say(BRUNO, "board").await;
    let menu = harness.press_private(BRUNO, board.control("move")).await;
    let cells = harness.choose(BRUNO, menu.control("from"), "@1").await;
    let several = cells.controls.iter().rfind(|id| id.starts_with("v1:dir:") && !id.contains('@')).expect("a select");
    let preview = harness.choose_all(BRUNO, several, &["@a1", "@b1", "@c1"]).await;
    // A refused Play changes nothing.
    harness.say(ADA, "game adjourn days:7").await;
    let reply = harness.say(BRUNO, "game adjourn").await;
    harness.press_private(BRUNO, reply.control("agree")).await;
    let refused = harness.press_private(BRUNO, preview.control("play")).await;
    refused.begins("The game is adjourned until");
    assert_eq!(lines().await, before);
    harness.say(BRUNO, "game resume").await;
    let version = harness.game(game).await.version;
    let played = harness.press_private(BRUNO, preview.control("play")).await;
    let words = "The placings you chose replace your conditional moves.\nOn your next turns, I'll place on these cells in this order: `@b1 @c1`.";
    played.begins(words);
    assert_eq!(harness.game(game).await.version, version + 1, "one commit");
    let again = harness.press_private(BRUNO, preview.control("play")).await;
    assert!(again.text.contains("`@b1 @c1`"), "a second click: {again:?}");
    let line = harness.say(BRUNO, "game line add moves:@e4 @e5").await;
    line.begins("Saved. Only you can see this. Your conditional moves replace the placings you had prepared.\n");
}
