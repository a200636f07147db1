//! The audit of stored games, which finds those that do not match their moves.

use bot::features::resign;
use games::domain::{GameRecord, Phase, Setup};
use games::replay::consistency;
use rules::Seat;

use crate::use_cases::support::{ADA, Fixture, ROUND};

type Damage = fn(&mut GameRecord);

#[tokio::test]
async fn a_game_that_differs_from_its_replayed_moves_is_found() {
    let fixture = Fixture::new();
    let sound = [fixture.offered().await, fixture.started().await, fixture.started().await, fixture.started().await];
    fixture.play_all(sound[2], &ROUND).await;
    resign::resign(&fixture.games, fixture.request(), sound[3], ADA, None).await.expect("resigns");
    for game in sound {
        assert_eq!(consistency::problem(fixture.store.as_ref(), game).await.expect("readable"), None);
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
        let (fixture, game) = Fixture::with_game().await;
        fixture.play_all(game, &ROUND).await;
        fixture.store.tamper(game, damage);
        let found = consistency::problem(fixture.store.as_ref(), game).await.expect("readable").expect(part);
        assert!(found.contains(part), "{found}");
    }
}
