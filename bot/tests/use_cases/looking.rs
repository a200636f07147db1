//! What people see of a game: boards now and earlier, and what is written beside them.

use serde_json::json;

use crate::dialogue::Dialogue;
use crate::stage::ADA;

#[tokio::test]
async fn an_earlier_board_that_is_turned_stays_the_earlier_board() {
    let people = Dialogue::new();
    let game = people.started().await;
    people.play_all(game, &["a1b2", "i9h8", "d4c3"]).await;
    let mut board = people.command(ADA, "board", json!({ "ply": 1 })).await;
    for verb in ["flip", "board"] {
        assert!(board.text.contains("`a1b2`") && board.text.contains("after 1 ply"), "{board:?}");
        board = people.press_private(ADA, board.control(verb)).await;
    }
    let now = people.command(ADA, "board", json!({})).await;
    let turned = people.press_private(ADA, now.control("flip")).await;
    assert!(turned.text.contains("`d4c3`") && !turned.text.contains("Position"), "{turned:?}");
}
