//! Games that are played by buttons alone.

use bot::domain::{GameId, Phase, UserId};
use serde_json::json;

use crate::support::fixture::{ADA, BRUNO};
use crate::support::harness::Harness;

/// Plays a move by buttons: the first of the menu of pushes and ejections where there are some, else some group and its last direction.
/// Gives how often its player pressed something; choosing from a select is one press.
async fn move_by_buttons(harness: &Harness, who: UserId, game: GameId, ply: u32) -> u32 {
    let board = harness.command(who, "board", json!({})).await;
    let menu = harness.press_private(who, board.control("move")).await;
    let groups = menu.values.iter().filter(|value| !value.contains(|c: char| c.is_ascii_digit()) || value.len() < 4);
    let groups: Vec<&String> = groups.collect();
    let strong = menu.values.iter().find(|value| !groups.contains(value));
    let mut presses = 2;
    let chosen = if let Some(turn) = strong {
        harness.choose(who, menu.control("dir"), turn).await
    } else {
        let arrows = harness.choose(who, menu.control("from"), groups[ply as usize * 7 % groups.len()]).await;
        presses += 1;
        harness.press_private(who, arrows.controls.iter().rfind(|id| id.starts_with("v1:dir:")).expect("a way")).await
    };
    if harness.game(game).await.ply == ply {
        harness.press_private(who, chosen.control("play")).await;
        presses += 1;
    }
    assert_eq!(harness.game(game).await.ply, ply + 1, "{chosen:?}");
    presses
}

#[tokio::test]
async fn a_sprint_is_played_by_buttons_alone() {
    // With a preview each move takes Move…, the marbles, the direction, Play; a push takes one press less, no preview another one.
    for (preview, most) in [(true, 4), (false, 3)] {
        let harness = Harness::new();
        let game = harness.started_as("abalone layout=belgian-daisy sprint=20", "days:3").await;
        for who in [ADA, BRUNO] {
            harness.command(who, "settings moves", json!({ "preview": preview })).await;
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
