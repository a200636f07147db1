//! Typed moves: previews, cells that place a marble, and possible actions of the other player meanwhile.

use games::conditional_moves::{self, paths};
use games::domain::{ChannelId, Notice};

use crate::use_cases::support::{ADA, BRUNO, CHLOE, Harness};

#[tokio::test]
async fn a_typed_move_is_shown_before_it_counts_where_its_player_wants_that() {
    for (harness, on, preview, alt, cancel) in [
        (
            Harness::new(),
            "Moves you type: **shown before they count**",
            "Your move, not played yet: `a1b2`",
            "Not played yet: a1b2. person 1 moved",
            "Cancel",
        ),
        (
            Harness::french(),
            "Coups que vous tapez\u{202f}: **montrés avant d'être joués**",
            "Votre coup, pas encore joué\u{202f}: `a1b2`",
            "Pas encore joué\u{202f}: a1b2.",
            "Annuler",
        ),
    ] {
        let game = harness.started().await;
        let set = harness.say(ADA, "settings moves confirm:true").await;
        assert_eq!(set.text.lines().next(), Some(on));
        harness.say(ADA, "settings show").await.says(on);
        let reply = harness.type_move(ADA, "A1 B2").await;
        assert_eq!(reply.text, preview);
        reply.privately().drawn().draws_first(alt);
        assert_eq!((reply.verbs(), reply.labels[1].as_str()), (vec!["play", "board"], cancel));
        assert_eq!(harness.game(game).await.ply, 0, "nothing counts yet");
        // A refusal comes at once, with legal moves to try.
        let refused = harness.type_move(ADA, "a1a9").await;
        assert_eq!(refused.verbs(), ["dir", "dir", "type"], "{refused:?}");
        let waits = harness.type_move(BRUNO, "i9h8").await;
        assert_eq!(waits.verbs(), ["board", "line"], "{waits:?}");
        let played = harness.press_private(ADA, reply.control("play")).await;
        assert!(played.updates && harness.game(game).await.ply == 1, "{played:?}");
        // Pressed again, and on a board that has changed.
        assert_eq!(harness.press_private(ADA, reply.control("play")).await.text, played.text);
        harness.type_move(BRUNO, "i9h8").await;
        let reply = harness.type_move(ADA, "d4c3").await;
        harness.plays(game, ADA, "a2b3").await;
        let stale = harness.press_private(ADA, reply.control("play")).await;
        assert!(harness.game(game).await.ply == 3 && !stale.text.contains("`d4c3`"), "{stale:?}");
        let off = harness.say(ADA, "settings moves confirm:false").await;
        off.omits(on);
    }
}

#[tokio::test]
async fn a_preview_never_tells_what_is_legal_while_colors_are_hidden() {
    let harness = Harness::new();
    let game = harness.started_as("abalone colors=one", "days:3").await;
    harness.say(ADA, "settings moves confirm:true").await;
    let played = harness.type_move(ADA, "a1b2").await;
    assert!(played.text.starts_with("You played") && harness.game(game).await.ply == 1, "{played:?}");
    let waits = harness.type_move(ADA, "a2b3").await;
    assert_eq!(waits.verbs(), ["board"], "{waits:?}");
}

#[tokio::test]
async fn a_cell_alone_places_a_marble_while_marbles_are_placed() {
    let harness = Harness::new();
    let game = harness.started_as("abalone placement=on", "days:3").await;
    let played = harness.type_move(ADA, "c4").await;
    played.begins("You played `@c4`");
    let answer = harness.type_move(BRUNO, "c4").await;
    assert!(!answer.text.starts_with("You played") && harness.game(game).await.ply == 1, "{answer:?}");
    harness.say(BRUNO, "settings moves confirm:true").await;
    let reply = harness.type_move(BRUNO, "c5").await;
    reply.says("`@c5`");
    // In other games a cell alone is no move.
    let (harness, game) = Harness::with_game().await;
    let refused = harness.type_move(ADA, "c4").await;
    assert!(harness.game(game).await.ply == 0, "{refused:?}");
}

#[tokio::test]
async fn lines_that_both_wrote_on_the_same_turn_answer_each_other() {
    let (harness, game) = Harness::with_game().await;
    // Ada is on turn: her own next move comes first, and she may keep several lines.
    for line in ["a1b2 i9h8 d4c3", "a2b3 i9h8 d5c4"] {
        let reply = harness.say(ADA, &format!("game line add moves:{line}")).await;
        reply.says("after your **`a1b2`**");
    }
    for line in ["a1b2", "i9h8 d4c3"] {
        let refused = harness.say(ADA, &format!("game line add moves:{line}")).await;
        assert!(
            refused.text.starts_with("It's your turn, so a line begins with your own next move"),
            "{line}: {refused:?}"
        );
    }
    // One answer to each move, as always.
    let refused = harness.say(ADA, "game line add moves:a1b2 i9h8 b1b2").await;
    assert!(
        refused.text.contains("You already answer") || refused.text.starts_with("You can't play move"),
        "{refused:?}"
    );
    let waits = harness.type_move(BRUNO, "i9h8").await;
    let form = harness.press_private(BRUNO, waits.control("line")).await;
    let reply = harness.submit(BRUNO, &form.controls[0], "moves", "a1b2 i9h8 d4c3 f6g7").await;
    reply.privately().drawn();
    let played = harness.type_move(ADA, "a1b2").await;
    played.says("You played `a1b2`");
    let record = harness.record(game).await.expect("there");
    let moves: Vec<_> = record.plies.iter().map(|ply| ply.notation.as_str()).collect();
    assert_eq!(moves, ["a1b2", "i9h8", "d4c3", "f6g7"], "in one commit");
    for user in [ADA, BRUNO] {
        let left =
            conditional_moves::conditional_moves(&harness.games, game, user).await.expect("a game of theirs").tree;
        assert!(paths(&left).is_empty(), "used up");
    }
    // A move outside of the lines drops them.
    harness.say(ADA, "game line add moves:a2b3 i9h8 d5c4").await;
    harness.plays(game, ADA, "b1c2").await;
    assert!(conditional_moves::conditional_moves(&harness.games, game, ADA).await.expect("hers").tree.is_empty());
    // No one else sees the subject of a line, and a form is refused like a command.
    let forged = harness.submit(CHLOE, &form.controls[0], "moves", "a2b3 h8g7").await;
    assert!(forged.text.starts_with("You are not a player") || forged.png.is_empty(), "{forged:?}");
}

#[tokio::test]
async fn a_refused_move_is_corrected_with_one_press_or_in_the_form_that_begins_with_it() {
    let (harness, game) = Harness::with_game().await;
    let refused = harness.type_move(ADA, "a1a3").await;
    let form = harness.press_private(ADA, refused.control("type")).await;
    assert!(form.text == "Your move" && form.controls[0].ends_with(":a1a3"), "begins with what was typed: {form:?}");
    let again = harness.submit(ADA, &form.controls[0], "move", "a1a4").await;
    assert!(again.control("type").ends_with(":a1a4") && again.updates, "{:?}", again.controls);
    let offered = again.control("play").to_owned();
    let played = harness.press_private(ADA, &offered).await;
    assert!(played.text.starts_with("You played `") && harness.game(game).await.ply == 1, "{}", played.text);
    // A text too long for a button must be typed again.
    let long = harness.type_move(BRUNO, &"i".repeat(150)).await;
    assert!(long.control("type").len() <= 100 && !long.control("type").contains("iii"), "{:?}", long.controls);
    let board = harness.say(BRUNO, "board").await;
    let form = harness.press_private(BRUNO, board.control("type")).await;
    assert_eq!(form.labels, ["Move, such as a1b2 or c3c5d3"]);
    let reply = harness.submit(BRUNO, &form.controls[0], "move", "I9 H8").await;
    reply.begins("You played `i9h8`");
    // The form of an earlier board plays nothing.
    let late = harness.submit(BRUNO, &form.controls[0], "move", "i9h8").await;
    assert!(harness.game(game).await.ply == 2, "{}", late.text);
    let waits = harness.press_private(BRUNO, &format!("v1:move:{game}:2")).await;
    assert!(waits.text.starts_with("It's <@1>'s turn.") && waits.verbs() == ["board", "line"], "{}", waits.text);
    let waits = harness.press_private(BRUNO, &format!("v1:type:{game}:2")).await;
    assert!(waits.text.starts_with("It's <@1>'s turn."), "no form for nothing: {}", waits.text);
}

#[tokio::test]
async fn a_move_can_be_typed_wherever_the_menu_is_offered_and_with_hidden_colors() {
    for (setup, verbs) in [("abalone", vec!["move", "type"]), ("abalone colors=one", vec!["type"])] {
        let harness = Harness::new();
        let game = harness.started_as(setup, "days:3").await;
        let (thread, _) = harness.notice(game, 1, Notice::Board { ply: 0 }).await.expect("a board");
        let board = harness.say(ADA, "board").await;
        let refused = harness.type_move(ADA, "a1a3").await;
        for message in [&thread, &board] {
            assert!(message.verbs().starts_with(&verbs), "{setup}: {:?}", message.controls);
        }
        assert_eq!(refused.verbs().last(), Some(&"type"), "{setup}");
        let form = harness.press_private(ADA, thread.control("type")).await;
        let played = harness.submit(ADA, &form.controls[0], "move", "a1b2").await;
        assert!(played.text.starts_with("You played `a1b2`"), "{setup}: {}", played.text);
    }
}

#[tokio::test]
async fn a_move_of_an_earlier_board_is_offered_again_where_it_is_still_possible() {
    let harness = Harness::new();
    let game = harness.under_way().await;
    let stale = harness.press_private(ADA, &format!("v1:play:{game}:0:a2b3")).await;
    assert!(stale.labels.contains(&"Play a2b3".to_owned()), "{:?}", stale.labels);
    let played = harness.press_private(ADA, stale.control("play")).await;
    played.begins("You played `a2b3`");
    let reply = harness.press_private(BRUNO, &format!("v1:play:{game}:1:a1b2")).await;
    assert!(!reply.verbs().contains(&"play"), "{:?}", reply.labels);
}

#[tokio::test]
async fn an_answer_to_a_move_says_when_a_line_has_answered_it() {
    let (harness, game) = Harness::with_game().await;
    harness.thread(game, 4_444).await;
    harness.say(BRUNO, "game line add moves:a1b2 i9h8").await;
    let played = harness.say_in(ChannelId(4_444), ADA, "move move:a1b2").await;
    let words = "You played `a1b2` against <@2>.\n<@2> had prepared `i9h8`: **it's your turn again.**";
    assert!(played.text == words && played.fleeting, "the thread says so too: {played:?}");
    let plain = harness.say_in(ChannelId(4_444), ADA, "move move:b2c3").await;
    assert!(!plain.text.contains("turn again"), "{}", plain.text);
}
