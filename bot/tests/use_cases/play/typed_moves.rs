//! Moves that are typed: shown before they count, cells that place a marble, and what the other player can do meanwhile.

use bot::features::conditional_moves;
use bot::features::conditional_moves::service::paths;
use serde_json::json;

use crate::support::fixture::{ADA, BRUNO, CHLOE};
use crate::support::harness::Harness;

#[tokio::test]
async fn a_typed_move_is_shown_before_it_counts_where_its_player_wants_that() {
    for (harness, on, cancel) in [
        (Harness::new(), "Moves that you type: **shown before they count**", "Cancel"),
        (Harness::french(), "Coups que vous écrivez\u{202f}: **montrés avant d'être joués**", "Annuler"),
    ] {
        let game = harness.started().await;
        let set = harness.command(ADA, "settings moves", json!({ "confirm": true })).await;
        assert_eq!(set.text.lines().next(), Some(on));
        assert!(harness.command(ADA, "settings show", json!({})).await.text.contains(on));
        let shown = harness.command(ADA, "move", json!({ "move": "A1 B2" })).await;
        assert!(shown.private && !shown.png.is_empty() && shown.text.contains("`a1b2`"), "{shown:?}");
        assert_eq!((shown.verbs(), shown.labels[1].as_str()), (vec!["play", "board"], cancel));
        assert_eq!(harness.game(game).await.ply, 0, "nothing counts yet");
        // What is refused is refused at once, with legal moves to try.
        let refused = harness.command(ADA, "move", json!({ "move": "zz99" })).await;
        assert!(refused.controls.is_empty() && refused.text.matches('`').count() >= 8, "{refused:?}");
        let waits = harness.command(BRUNO, "move", json!({ "move": "i9h8" })).await;
        assert_eq!(waits.verbs(), ["board", "line"], "{waits:?}");
        let played = harness.press_private(ADA, shown.control("play")).await;
        assert!(played.updates && harness.game(game).await.ply == 1, "{played:?}");
        // Pressed again, and on a board that has changed.
        assert_eq!(harness.press_private(ADA, shown.control("play")).await.text, played.text);
        harness.command(BRUNO, "move", json!({ "move": "i9h8" })).await;
        let shown = harness.command(ADA, "move", json!({ "move": "d4c3" })).await;
        harness.play(game, ADA, "a2b3").await.expect("legal");
        let stale = harness.press_private(ADA, shown.control("play")).await;
        assert!(harness.game(game).await.ply == 3 && !stale.text.contains("`d4c3`"), "{stale:?}");
        let off = harness.command(ADA, "settings moves", json!({ "confirm": false })).await;
        assert!(!off.text.contains(on));
    }
}

#[tokio::test]
async fn a_preview_never_tells_what_is_legal_while_colors_are_hidden() {
    let harness = Harness::new();
    let game = harness.started_as("abalone colors=one", "days:3").await;
    harness.command(ADA, "settings moves", json!({ "confirm": true })).await;
    let played = harness.command(ADA, "move", json!({ "move": "a1b2" })).await;
    assert!(played.text.starts_with("You played") && harness.game(game).await.ply == 1, "{played:?}");
    let waits = harness.command(ADA, "move", json!({ "move": "a2b3" })).await;
    assert_eq!(waits.verbs(), ["board"], "{waits:?}");
}

#[tokio::test]
async fn a_cell_alone_places_a_marble_while_marbles_are_placed() {
    let harness = Harness::new();
    let game = harness.started_as("abalone placement=on", "days:3").await;
    let played = harness.command(ADA, "move", json!({ "move": "c4" })).await;
    assert!(played.text.starts_with("You played `@c4`"), "{played:?}");
    let taken = harness.command(BRUNO, "move", json!({ "move": "c4" })).await;
    assert!(!taken.text.starts_with("You played") && harness.game(game).await.ply == 1, "{taken:?}");
    harness.command(BRUNO, "settings moves", json!({ "confirm": true })).await;
    let shown = harness.command(BRUNO, "move", json!({ "move": "c5" })).await;
    assert!(shown.text.contains("`@c5`"), "{shown:?}");
    // Elsewhere a cell alone is no move.
    let harness = Harness::new();
    let game = harness.started().await;
    let refused = harness.command(ADA, "move", json!({ "move": "c4" })).await;
    assert!(harness.game(game).await.ply == 0, "{refused:?}");
}

#[tokio::test]
async fn lines_that_both_wrote_on_the_same_turn_answer_each_other() {
    let harness = Harness::new();
    let game = harness.started().await;
    // Ada is on turn: her own next move comes first, and she may keep several of them.
    for line in ["a1b2 i9h8 d4c3", "a2b3 i9h8 d5c4"] {
        let kept = harness.command(ADA, "game line add", json!({ "moves": line })).await;
        assert!(kept.text.contains("after your **`a1b2`**"), "{kept:?}");
    }
    for line in ["a1b2", "i9h8 d4c3"] {
        let refused = harness.command(ADA, "game line add", json!({ "moves": line })).await;
        assert!(
            refused.text.starts_with("It's your turn, so a line begins with your own next move"),
            "{line}: {refused:?}"
        );
    }
    // One answer to each move, as ever.
    let refused = harness.command(ADA, "game line add", json!({ "moves": "a1b2 i9h8 b1b2" })).await;
    assert!(refused.text.contains("You already answer") || refused.text.contains("isn't possible"), "{refused:?}");
    let waits = harness.command(BRUNO, "move", json!({ "move": "i9h8" })).await;
    let form = harness.press_private(BRUNO, waits.control("line")).await;
    let kept = harness.submit(BRUNO, &form.controls[0], "moves", "a1b2 i9h8 d4c3 f6g7").await;
    assert!(kept.private && !kept.png.is_empty(), "{kept:?}");
    let played = harness.command(ADA, "move", json!({ "move": "a1b2" })).await;
    assert!(played.text.contains("You played `a1b2`"), "{played:?}");
    let record = harness.record(game).await.expect("there");
    let moves: Vec<_> = record.plies.iter().map(|ply| ply.notation.as_str()).collect();
    assert_eq!(moves, ["a1b2", "i9h8", "d4c3", "f6g7"], "in one commit");
    for user in [ADA, BRUNO] {
        let left =
            conditional_moves::conditional_moves(&harness.games, game, user).await.expect("a game of theirs").tree;
        assert!(paths(&left).is_empty(), "used up");
    }
    // Another move than those in front drops them.
    harness.command(ADA, "game line add", json!({ "moves": "a2b3 i9h8 d5c4" })).await;
    harness.play(game, ADA, "b1c2").await.expect("legal");
    assert!(conditional_moves::conditional_moves(&harness.games, game, ADA).await.expect("hers").tree.is_empty());
    // Nobody else sees what a line is about, and a form is refused as a command is.
    let forged = harness.submit(CHLOE, &form.controls[0], "moves", "a2b3 h8g7").await;
    assert!(forged.text.starts_with("You are not a player") || forged.png.is_empty(), "{forged:?}");
}
