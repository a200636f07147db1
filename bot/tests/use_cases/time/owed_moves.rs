//! Moves owed by the program: those of an engine, which an alarm makes.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use bot::features::alarms::Alarms;
use bot::features::privacy::service::deletion;
use bot::features::{rematch, resign};
use clubs::ratings;
use games::alarms::AlarmOutcome;
use games::domain::{Action, EngineLevel, Game, GameId, Notice, Phase, Player, SeatedPlayer};
use games::jobs::run_due;
use games::store::Commit;
use games::{GameError, Games, conditional_moves};
use rules::Seat;
use tokio::sync::Notify;

use crate::refused;
use crate::use_cases::support::engine_table::{Table, playing_by};
use crate::use_cases::support::{ADA, Fixture, Harness, ROUND};

const ENGINE: Player = Player::Engine(EngineLevel(3));

/// A game of Ada, who has Black, with an engine.
async fn against_engine(fixture: &Fixture, pace: &str) -> GameId {
    let game = fixture.started_as("abalone", pace).await;
    let record = fixture.read_record(game).await;
    let mut seats = record.seats;
    seats[1] = SeatedPlayer { player: ENGINE, name: "engine".to_owned(), ..seats[1].clone() };
    let seated = Game { version: record.game.version + 1, ..record.game };
    let replaced = Commit::of(seated, fixture.request(), None, Action::Replace, fixture.clock_now());
    fixture.store.commit(Commit { seats: Some(seats), ..replaced }).await.expect("seated");
    fixture.notices().await;
    game
}

async fn movers(fixture: &Fixture, game: GameId) -> Vec<Player> {
    let record = fixture.read_record(game).await;
    record.plies.iter().map(|ply| ply.player).collect()
}

async fn round(games: &Games, alarms: &Alarms) -> usize {
    run_due(games, alarms).await.expect("a store in memory")
}

#[tokio::test]
async fn an_alarm_makes_the_move_of_an_engine_at_once_and_once() {
    // With a running clock, seats are written with each move.
    for pace in ["days:3", "fischer:2d+6h/3d"] {
        let fixture = Fixture::new();
        let (table, alarms) = (Table::of_round(), Alarms::default());
        let games = playing_by(&fixture, &table);
        let game = against_engine(&fixture, pace).await;
        fixture.plays(game, ADA, ROUND[0]).await;
        let before = fixture.game(game).await;
        assert_eq!(before.turn.wake_at, Some(fixture.clock_now()), "the alarm is that of the move");
        assert_eq!(fixture.notices().await, [Notice::Board { ply: 1 }]);
        assert_eq!(round(&games, &alarms).await, 1);
        assert_eq!(movers(&fixture, game).await, [ADA.into(), ENGINE], "{pace}");
        let after = fixture.game(game).await;
        assert_eq!((after.ply, after.turn.to_move, after.version), (2, Some(Seat(0)), before.version + 1));
        assert!(after.turn.wake_at > Some(fixture.clock_now()), "Ada is reminded later: {:?}", after.turn.wake_at);
        assert_eq!(fixture.notices().await, [Notice::Board { ply: 2 }]);
        assert_eq!(round(&games, &alarms).await, 0);
        assert_eq!(games::alarms::run_alarm(&games, game).await.expect("sound"), AlarmOutcome::Nothing);
        assert_eq!(table.asked.load(Ordering::Relaxed), 1);
    }
}

#[tokio::test]
async fn of_two_processes_that_find_the_move_due_one_makes_it() {
    let fixture = Fixture::new();
    let table = Table::of_round();
    let games = playing_by(&fixture, &table);
    let game = against_engine(&fixture, "days:3").await;
    fixture.plays(game, ADA, ROUND[0]).await;
    fixture.notices().await;
    let other = games.clone();
    fixture.store.before_next_commit(async move {
        assert_eq!(games::alarms::run_alarm(&other, game).await.expect("sound"), AlarmOutcome::Moved);
    });
    assert_eq!(games::alarms::run_alarm(&games, game).await.expect("sound"), AlarmOutcome::Nothing);
    assert_eq!(table.asked.load(Ordering::Relaxed), 2, "both have chosen");
    assert_eq!(movers(&fixture, game).await, [ADA.into(), ENGINE]);
    assert_eq!(fixture.notices().await, [Notice::Board { ply: 2 }]);
}

#[tokio::test]
async fn a_move_that_a_killed_process_has_chosen_is_made_after_its_lease() {
    let fixture = Fixture::new();
    let (table, alarms) = (Table::of_round(), Alarms::default());
    let games = playing_by(&fixture, &table);
    let game = against_engine(&fixture, "days:3").await;
    fixture.plays(game, ADA, ROUND[0]).await;
    let choice = Arc::new(Notify::new());
    let choosing = Arc::clone(&choice);
    fixture.store.before_next_commit(async move {
        choosing.notify_one();
        std::future::pending::<()>().await;
    });
    tokio::select! {
        _ = round(&games, &alarms) => panic!("not killed"),
        () = choice.notified() => {}
    }
    assert_eq!((movers(&fixture, game).await.len(), table.asked.load(Ordering::Relaxed)), (1, 1));
    assert_eq!(round(&games, &alarms).await, 0, "claimed by the one that is gone");
    fixture.clock.advance(30_000);
    assert_eq!(round(&games, &alarms).await, 1);
    assert_eq!(movers(&fixture, game).await, [ADA.into(), ENGINE]);
}

#[tokio::test]
async fn conditional_moves_answer_an_engine() {
    let fixture = Fixture::new();
    let games = playing_by(&fixture, &Table::of_round());
    let game = against_engine(&fixture, "days:3").await;
    fixture.plays(game, ADA, ROUND[0]).await;
    let line = [ROUND[1], ROUND[2]].map(str::to_owned);
    conditional_moves::add_conditional_moves(&fixture.games, game, ADA, &line).await.expect("kept");
    fixture.notices().await;
    assert_eq!(games::alarms::run_alarm(&games, game).await.expect("sound"), AlarmOutcome::Moved);
    assert_eq!(movers(&fixture, game).await, [ADA.into(), ENGINE, ADA.into()]);
    assert_eq!(fixture.notices().await, [Notice::Board { ply: 3 }]);
    assert_eq!(fixture.game(game).await.turn.wake_at, Some(fixture.clock_now()), "it is the engine's turn again");
    assert_eq!(games::alarms::run_alarm(&games, game).await.expect("sound"), AlarmOutcome::Moved);
    assert_eq!(movers(&fixture, game).await.len(), 4);
}

#[tokio::test]
async fn an_engine_without_a_move_is_asked_again_after_a_while_and_loses_on_time() {
    let illegal = Table::of(&[(ROUND[0], "a1i9")]);
    for chooser in [None, Some(Table::of(&[])), Some(illegal)] {
        let fixture = Fixture::new();
        let alarms = Alarms::default();
        let games = chooser.as_ref().map_or_else(|| fixture.games.clone(), |table| playing_by(&fixture, table));
        let game = against_engine(&fixture, "days:3").await;
        fixture.plays(game, ADA, ROUND[0]).await;
        fixture.notices().await;
        let version = fixture.game(game).await.version;
        assert_eq!((round(&games, &alarms).await, round(&games, &alarms).await), (1, 0));
        assert!(alarms.failing_games.lock().expect("whole").contains(&game), "the log has it, and says it once");
        fixture.clock.advance(30_000);
        assert_eq!(round(&games, &alarms).await, 1);
        assert_eq!(fixture.game(game).await.version, version);
        refused!(games::alarms::run_alarm(&games, game).await, GameError::OwedMove(_));
        // No reminder in between.
        fixture.wait(60);
        refused!(games::alarms::run_alarm(&games, game).await, GameError::OwedMove(_));
        fixture.wait(12);
        assert_eq!(games::alarms::run_alarm(&games, game).await.expect("sound"), AlarmOutcome::TimedOut);
        let over = fixture.game(game).await;
        assert_eq!((over.phase, over.loser()), (Phase::Over, Some(Seat(1))));
        assert_eq!(fixture.notices().await, [Notice::Ended]);
    }
}

#[tokio::test]
async fn an_engine_is_named_but_never_mentioned_nor_rated() {
    let harness = Harness::new();
    let games = playing_by(&harness, &Table::of_round());
    let game = against_engine(&harness, "days:3").await;
    harness.plays(game, ADA, ROUND[0]).await;
    let record = harness.record(game).await.expect("there");
    assert!(record.game.challenge.is_rated, "against a person it would have counted");
    assert!(ratings::forecasts(&games, &record).await.expect("readable").is_none());
    let audience = Notice::Ended.audience(&record);
    assert_eq!((audience.needed, audience.shared), (vec![ADA], true), "no direct message goes to an engine");
    let (board, mentioned) =
        harness.notice(game, record.game.version, Notice::Board { ply: 1 }).await.expect("current");
    assert!(board.text.contains("Sumito (level 3)") && mentioned.is_empty(), "{board:?} {mentioned:?}");
    board.omits("engine");
    for command in ["board", "game history", "games"] {
        let reply = harness.say(ADA, command).await;
        let all = format!("{}{}", reply.text, reply.alt);
        assert!(all.contains("Sumito (level 3)") && !all.contains("engine:"), "{command}: {reply:?}");
    }
    // A record is independent of languages, so it has the stored name.
    let exported = harness.say(ADA, "game export").await;
    assert!(exported.files[0].text.contains("[White \"engine\"]"), "{exported:?}");
    assert_eq!(games::alarms::run_alarm(&games, game).await.expect("sound"), AlarmOutcome::Moved);
    resign::resign(&games, harness.request(), game, ADA, None).await.expect("resigned");
    while ratings::count_results(&games).await.expect("counted") > 0 {}
    assert!(ratings::ratings_of(&games, ADA).await.expect("readable").is_empty());
    let again = rematch::rematch(&games, game, crate::use_cases::support::person(ADA)).await.expect("begun");
    let again = again.replayed.record;
    assert_eq!((again.game.phase, again.seats[0].player, again.seats[1].player), (Phase::Playing, ENGINE, ADA.into()));
    assert!(!again.game.challenge.is_rated);
}

#[tokio::test]
async fn who_deletes_their_data_leaves_the_engine_in_the_game() {
    let harness = Harness::new();
    let games = playing_by(&harness, &Table::of_round());
    let game = against_engine(&harness, "days:3").await;
    harness.plays(game, ADA, ROUND[0]).await;
    assert_eq!(games::alarms::run_alarm(&games, game).await.expect("sound"), AlarmOutcome::Moved);
    resign::resign(&games, harness.request(), game, ADA, None).await.expect("resigned");
    ratings::count_results(&games).await.expect("counted");
    clubs::statistics::tally_games(&games).await.expect("counted up");
    deletion::ask_to_delete(&games, ADA, false).await.expect("asked");
    for _ in 0..10 {
        harness.notices().await;
        run_due(&games, &deletion::Deletions).await.expect("a store in memory");
        harness.clock.advance(5_000);
    }
    let record = harness.record(game).await.expect("there");
    let Player::Deleted(gone) = record.seats[0].player else { panic!("{record:?}") };
    assert_eq!((record.seats[1].player, record.seats[1].name.as_str()), (ENGINE, "engine"));
    assert_eq!(movers(&harness, game).await, [gone.into(), ENGINE]);
}
