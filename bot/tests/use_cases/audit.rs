//! Looking for stored games that are not what their moves make of them.

use bot::domain::{GameRecord, Phase, Setup};
use bot::games::consistency;
use rules::Seat;

use super::stage::{ADA, ROUND, Stage};

type Damage = fn(&mut GameRecord);

#[tokio::test]
async fn a_game_that_is_not_what_its_moves_make_of_it_is_found() {
    let stage = Stage::new();
    let sound = [stage.offered().await, stage.started().await, stage.started().await, stage.started().await];
    stage.play_all(sound[2], &ROUND).await;
    stage.games.resign(stage.request(), sound[3], ADA, None).await.expect("resigns");
    for game in sound {
        assert_eq!(consistency::problem(stage.store.as_ref(), game).await.expect("readable"), None);
    }
    let damages: [(Damage, &str); 6] = [
        (|record| record.game.turn.to_move = Some(Seat(1)), "to move"),
        (|record| record.game.ply = 3, "4 moves are stored where the game has 3"),
        (|record| record.plies[1].notation = "a1b2".to_owned(), "move 2"),
        (|record| record.game.setup = Setup::stored("chess"), "chess"),
        (|record| record.game.phase = Phase::Void, "moves of a challenge"),
        (|record| record.game.phase = Phase::Over, "do not end it"),
    ];
    for (damage, part) in damages {
        let stage = Stage::new();
        let game = stage.started().await;
        stage.play_all(game, &ROUND).await;
        stage.store.tamper(game, damage);
        let found = consistency::problem(stage.store.as_ref(), game).await.expect("readable").expect(part);
        assert!(found.contains(part), "{found}");
    }
}
