//! Moves: whose, when, twice, at the same time.

use std::sync::Arc;

use bot::domain::{BoardRevision, ClockHours, GameId, Notice, Phase};
use bot::features::play::service::PlayMove;
use bot::games::GameError;
use bot::store::StoreError;
use tokio::sync::Barrier;

use crate::refused;
use crate::stage::{ADA, BRUNO, CHLOE, HOUR, Stage};

#[tokio::test]
async fn a_move_gives_the_turn_away_and_a_new_deadline() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.notices().await;
    stage.wait(50);
    let done = stage.play(game, ADA, " A1-B2 ").await.expect("any accepted spelling");
    let record = &done.view.record;
    assert_eq!(record.plies[0].notation, "a1b2", "stored in canonical notation");
    assert_eq!((record.plies[0].number, record.plies[0].user), (1, ADA));
    assert_eq!((record.game.ply, record.game.to_move, record.game.reminded_until), (1, Some(1), None));
    assert_eq!(record.game.turn_at, record.game.created_at.plus(50 * HOUR));
    assert_eq!(record.game.deadline_at, Some(record.game.turn_at.plus(72 * HOUR)));
    assert_eq!(record.game.wake_at, Some(record.game.turn_at.plus(48 * HOUR)), "the reminder of the new turn");
    assert_eq!(stage.notices().await, [Notice::Board { ply: 1 }]);
}

#[tokio::test]
async fn each_refusal_has_its_reason_and_changes_nothing() {
    let stage = Stage::new();
    refused!(stage.play(GameId(12345), ADA, "a1b2").await, GameError::NoSuchGame);
    let offered = stage.offered().await;
    refused!(stage.play(offered, CHLOE, "a1b2").await, GameError::NotAPlayer);
    refused!(stage.play(offered, ADA, "a1b2").await, GameError::NotStarted);
    let game = stage.started().await;
    stage.notices().await;
    refused!(stage.play(game, CHLOE, "a1b2").await, GameError::NotAPlayer);
    refused!(stage.play(game, BRUNO, "i9h8").await, GameError::NotYourTurn);
    for text in ["", "a1", "e5e6", "i9h8", "a1a0", "hello", "a1b2a1b2a1b2"] {
        refused!(stage.play(game, ADA, text).await, GameError::Illegal(_));
    }
    assert_eq!((stage.game(game).await.version, stage.game(game).await.ply), (1, 0));
    assert!(stage.notices().await.is_empty());
    stage.games.resign(stage.request(), game, ADA, None).await.expect("resigned");
    refused!(stage.play(game, BRUNO, "i9h8").await, GameError::Over);
    refused!(stage.play(game, CHLOE, "i9h8").await, GameError::NotAPlayer);
}

#[tokio::test]
async fn a_button_under_an_earlier_board_shows_the_board_as_it_is() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.play_all(game, &["a1b2", "i9h8"]).await;
    for expected in [0, 1, 3] {
        let press =
            PlayMove { expected_revision: Some(BoardRevision::at_ply(expected)), ..stage.wanted(game, ADA, "d4c3") };
        match stage.games.play(press).await {
            Err(GameError::Stale(view)) => assert_eq!((view.record.game.ply, view.table.ply()), (2, 2)),
            other => panic!("{expected}: {:?}", other.err()),
        }
    }
    let press = PlayMove { expected_revision: Some(BoardRevision::at_ply(2)), ..stage.wanted(game, ADA, "d4c3") };
    stage.games.play(press).await.expect("the board it was drawn for");
}

#[tokio::test]
async fn a_move_that_arrives_twice_succeeds_twice_and_happens_once() {
    let stage = Stage::new();
    let game = stage.started().await;
    let press = PlayMove { expected_revision: Some(BoardRevision::at_ply(0)), ..stage.wanted(game, ADA, "a1b2") };
    assert!(!stage.games.play(press.clone()).await.expect("played").repeated);
    stage.play(game, BRUNO, "i9h8").await.expect("the game goes on");
    let again = stage.games.play(press).await.expect("the same answer");
    assert!(again.repeated);
    assert_eq!(again.view.record.game.ply, 2, "with the board as it is now");
    assert_eq!(stage.game(game).await.ply, 2);
}

#[tokio::test]
async fn a_double_click_is_one_move_whoever_comes_first() {
    // The same request is delivered again between decision and commit.
    let stage = Stage::new();
    let game = stage.started().await;
    let wanted = stage.wanted(game, ADA, "a1b2");
    let (rival, same) = (stage.clone(), wanted.clone());
    stage.store.before_next_commit(async move {
        assert!(!rival.games.play(same).await.expect("played").repeated);
    });
    assert!(stage.games.play(wanted).await.expect("played before").repeated);
    assert_eq!(stage.game(game).await.ply, 1);

    // A second click is another request: the button finds its move made, the typed move is out of turn.
    for (button, ply) in [(true, 1), (false, 3)] {
        let user = BRUNO;
        let text = if button { "i9h8" } else { "f6g7" };
        let expected_revision = button.then_some(BoardRevision::at_ply(ply));
        let rival = stage.clone();
        stage.store.before_next_commit(async move {
            rival.play(game, user, text).await.expect("nothing is in the way");
        });
        let second = stage.games.play(PlayMove { expected_revision, ..stage.wanted(game, user, text) }).await;
        if button {
            let done = second.expect("made already");
            assert!(done.repeated && done.view.record.game.ply == 2);
            let other = PlayMove { expected_revision, ..stage.wanted(game, user, "i8h7") };
            refused!(stage.games.play(other).await, GameError::Stale(view) if view.record.game.ply == 2);
            stage.play(game, ADA, "d4c3").await.expect("legal");
        } else {
            refused!(second, GameError::NotYourTurn);
        }
    }
    assert_eq!(stage.game(game).await.ply, 4);
}

#[tokio::test]
async fn what_does_not_touch_the_board_does_not_stop_a_move() {
    let stage = Stage::new();
    let game = stage.started().await;
    let rival = stage.clone();
    stage.store.before_next_commit(async move {
        let offer = bot::features::draw::service::DrawAction::OfferOrAccept { expected_revision: None };
        rival.games.draw(rival.request(), game, BRUNO, offer).await.expect("offered");
    });
    let press = PlayMove { expected_revision: Some(BoardRevision::at_ply(0)), ..stage.wanted(game, ADA, "a1b2") };
    let done = stage.games.play(press).await.expect("decided anew, and still Ada's turn on that board");
    assert_eq!((done.view.record.game.ply, done.view.record.game.draw_offer), (1, None), "the offer lapsed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_clicks_at_once_exactly_one_moves() {
    const CLICKS: usize = 16;
    let stage = Stage::new();
    let game = stage.started().await;
    stage.notices().await;
    let together = Arc::new(Barrier::new(CLICKS));
    let clicks: Vec<_> = (0..CLICKS)
        .map(|click| {
            let (stage, together) = (stage.clone(), Arc::clone(&together));
            tokio::spawn(async move {
                let expected_revision = (click % 2 == 0).then_some(BoardRevision::at_ply(0));
                let wanted = PlayMove { expected_revision, ..stage.wanted(game, ADA, "a1b2") };
                together.wait().await;
                match stage.games.play(wanted).await {
                    Ok(done) => usize::from(!done.repeated),
                    Err(GameError::Stale(_) | GameError::NotYourTurn) => 0,
                    Err(other) => panic!("{other:?}"),
                }
            })
        })
        .collect();
    let mut moved = 0;
    for click in clicks {
        moved += click.await.expect("no click panics");
    }
    assert_eq!((moved, stage.game(game).await.ply), (1, 1));
    assert_eq!(stage.notices().await, [Notice::Board { ply: 1 }]);
}

#[tokio::test]
async fn earlier_boards_can_be_looked_at() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.play_all(game, &["a1b2", "i9h8", "d4c3"]).await;
    for (asked, shown) in [(Some(0), 0), (Some(2), 2), (Some(3), 3), (Some(99), 3), (None, 3)] {
        let view = stage.games.view(game, asked).await.expect("a view");
        assert_eq!((view.table.ply(), view.record.game.ply), (shown, 3), "{asked:?}");
    }
}

#[tokio::test]
async fn completion_is_for_the_player_on_turn() {
    let stage = Stage::new();
    let game = stage.started().await;
    let words = rules::Synonyms::default();
    let choices = stage.games.complete_moves(game, ADA, "", &words).await.expect("choices");
    assert!((1..=25).contains(&choices.len()));
    assert!(stage.games.complete_moves(game, BRUNO, "", &words).await.expect("none").is_empty());
    refused!(stage.games.complete_moves(game, CHLOE, "", &words).await, GameError::NotAPlayer);
}

type Damage = fn(&mut bot::domain::GameRecord);

#[tokio::test]
async fn a_game_that_cannot_be_replayed_fails_alone() {
    let stage = Stage::new();
    let (damaged, sound) = (stage.started().await, stage.started().await);
    let damages: [(&str, Damage); 4] = [
        ("ply", |record| record.plies[0].notation = "i9h8".to_owned()),
        ("ply", |record| record.plies.clear()),
        ("game", |record| record.game.setup = "chess".to_owned()),
        ("game", |record| record.game.hours = Some(ClockHours { zone: "Atlantis".to_owned(), sleep: None })),
    ];
    stage.play(damaged, ADA, "a1b2").await.expect("legal");
    let mut whole = None;
    stage.store.tamper(damaged, |record| whole = Some(record.clone()));
    let whole = whole.expect("there");
    for (where_, damage) in damages {
        stage.store.tamper(damaged, damage);
        refused!(
            stage.play(damaged, BRUNO, "i9h8").await,
            GameError::Internal(StoreError::Corrupt { table, .. }) if table == where_
        );
        stage.store.tamper(damaged, |record| record.clone_from(&whole));
    }
    stage.play(sound, ADA, "a1b2").await.expect("the other game goes on");
    stage.play(damaged, BRUNO, "i9h8").await.expect("and this one, once it is repaired");
    assert_eq!(stage.game(damaged).await.phase, Phase::Playing);
}
