//! Challenges to the bot itself: a game that begins at once, and an opponent who answers within the commit of a move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use bot::features::engine::threads::EngineThreads;
use bot::features::profile::service as profile;
use bot::features::proposals::{adjourn, more_time, takeback};
use games::alarms::{self, AlarmOutcome};
use games::domain::{EngineLevel, Game, GameId, Notice, Phase, Player, Timestamp};
use games::{EngineQueue, GameError, ReplayedGame};
use tokio::sync::Notify;

use crate::refused;
use crate::use_cases::support::engine_table::Table;
use crate::use_cases::support::{ADA, ASK, BOT, BRUNO, Fixture, HOUR, Harness, ROUND, SentMessage};

/// Answers only when told to, with the table's move.
struct Slow {
    table: Arc<Table>,
    may_answer: Notify,
    is_full: AtomicBool,
}

impl Slow {
    fn new() -> Arc<Self> {
        Arc::new(Self { table: Table::of_round(), may_answer: Notify::new(), is_full: AtomicBool::new(false) })
    }
}

#[async_trait]
impl EngineQueue for Slow {
    async fn choose_move(&self, level: EngineLevel, game: &ReplayedGame) -> Option<String> {
        if self.is_full() {
            return None;
        }
        self.may_answer.notified().await;
        self.table.choose_move(level, game).await
    }

    fn games_before(&self, _: GameId) -> Option<usize> {
        (!self.is_full()).then_some(4)
    }

    fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }
}

fn against(queue: Arc<dyn EngineQueue>) -> Harness {
    let mut fixture = Fixture::new();
    fixture.games = fixture.games.clone().with_engine_queue(queue);
    Harness::over(fixture)
}

/// A challenge at the third level, unless the options choose another.
async fn challenge(harness: &Harness, options: &str) -> SentMessage {
    harness.say(ADA, &format!("challenge user:{} {options}", BOT.0)).await
}

/// The only running game.
async fn only_game(harness: &Harness) -> Game {
    let mut games = harness.games.list(ADA, &[Phase::Playing], 10).await.expect("readable");
    assert_eq!(games.len(), 1);
    games.remove(0).game
}

/// A game in which Ada has Black.
async fn begun(harness: &Harness) -> GameId {
    challenge(harness, "color:black").await;
    harness.notices().await;
    only_game(harness).await.game_id
}

#[tokio::test]
async fn a_challenge_to_the_bot_begins_a_casual_game_at_once() {
    let harness = against(Table::of_round());
    let reply = challenge(&harness, "level:5 color:white rated:true sprint:20").await;
    reply.privately().says_all(&["against Sumito (level 5) has begun", "You play **White**", "are casual"]);
    let game = only_game(&harness).await;
    assert!(!game.challenge.is_rated && game.number.is_some(), "{game:?}");
    assert_eq!(game.setup.as_str(), "abalone sprint=20");
    let record = harness.record(game.game_id).await.expect("there");
    assert_eq!([0, 1].map(|seat| record.seats[seat].player), [Player::Engine(EngineLevel(5)), ADA.into()]);
    assert_eq!(harness.notices().await, [Notice::Board { ply: 0 }]);
    assert_eq!(game.turn.wake_at, Some(harness.clock_now()), "the first move comes by the alarm");
}

#[tokio::test]
async fn everybody_sees_the_color_of_the_only_person_below() {
    for (color, is_flipped) in [("white", true), ("black", false)] {
        let harness = against(Table::of_round());
        harness.say(BRUNO, "settings picture style:text").await;
        challenge(&harness, &format!("color:{color}")).await;
        let game = only_game(&harness).await.game_id;
        let board = harness.say(BRUNO, &format!("board game:{game}")).await;
        let rows = board.text.split("```").nth(1).expect("a text board");
        assert_eq!(rows.find('a') < rows.find('i'), is_flipped, "{color}: {rows}");
    }
}

#[tokio::test]
async fn a_level_alone_challenges_the_bot_and_an_unnamed_one_is_the_third() {
    let bot = format!("user:{}", BOT.0);
    for (options, level) in [("level:1", "level 1"), ("level:11", "full strength"), (&*bot, "level 3")] {
        let harness = against(Table::of_round());
        let reply = harness.say(ADA, &format!("challenge {options}")).await;
        reply.says(&format!("Sumito ({level})"));
        assert!(!reply.text.contains("casual"), "nobody has asked for a rated game: {reply:?}");
        assert!(only_game(&harness).await.challenge.has_random_colors);
    }
}

#[tokio::test]
async fn the_same_interaction_begins_one_game_and_the_limit_of_games_holds() {
    let harness = against(Table::of_round());
    for _ in 0..4 {
        challenge(&harness, "").await;
    }
    let reply = challenge(&harness, "").await;
    assert!(reply.text.contains('4') && !reply.text.contains("has begun"), "{reply:?}");
    assert_eq!(harness.games.list(ADA, &[Phase::Playing], 9).await.expect("readable").len(), 4);
}

#[tokio::test]
async fn the_bot_answers_in_the_commit_of_a_move() {
    let table = Table::of_round();
    let harness = against(Arc::<Table>::clone(&table) as _);
    let game = begun(&harness).await;
    let version = harness.game(game).await.version;
    let reply = harness.type_move(ADA, ROUND[0]).await;
    let answer = format!("Sumito (level 3) answers `{}`", ROUND[1]);
    reply.says_all(&[ROUND[0], &answer]);
    assert_eq!(harness.moves(game).await, ROUND[..2]);
    assert_eq!(harness.notices().await, [Notice::Board { ply: 2 }]);
    assert_eq!(harness.game(game).await.version, version + 1);
    let refused = harness.play(game, ADA, "a1i9").await;
    refused!(refused, GameError::IllegalMove(_));
    assert_eq!(table.asked.load(Ordering::Relaxed), 1, "nobody answers what cannot be played");
}

#[tokio::test]
async fn an_answer_costs_no_read_of_the_game() {
    let harness = against(Table::of_round());
    let (begun, between_people) = (begun(&harness).await, harness.started().await);
    let mut reads = Vec::new();
    for (game, moves) in [(begun, 2), (between_people, 1)] {
        let before = harness.store.reads();
        harness.plays(game, ADA, ROUND[0]).await;
        reads.push(harness.store.reads() - before);
        assert_eq!(harness.moves(game).await.len(), moves);
    }
    let without = Fixture::new();
    let game = without.started().await;
    let before = without.store.reads();
    without.plays(game, ADA, ROUND[0]).await;
    assert_eq!(reads, [without.store.reads() - before; 2]);
}

#[tokio::test]
async fn an_answer_that_takes_long_comes_by_the_alarm_and_once() {
    let slow = Slow::new();
    let harness = against(Arc::<Slow>::clone(&slow) as _);
    let game = begun(&harness).await;
    let reply = harness.type_move(ADA, ROUND[0]).await;
    reply.says("answers **4 other games** first");
    assert_eq!(harness.notices().await, [Notice::Board { ply: 1 }]);
    // A second process finds it due too.
    for _ in 0..2 {
        assert_eq!(harness.run_alarm(game).await, AlarmOutcome::Nothing, "other alarms do not wait for it");
    }
    for _ in 0..2 {
        slow.may_answer.notify_one();
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(harness.moves(game).await, ROUND[..2]);
    assert_eq!(harness.notices().await, [Notice::Board { ply: 2 }]);
}

#[tokio::test]
async fn a_full_queue_is_no_failure_and_the_alarm_asks_again() {
    let slow = Slow::new();
    slow.is_full.store(true, Ordering::Relaxed);
    let harness = against(Arc::<Slow>::clone(&slow) as _);
    let game = begun(&harness).await;
    let reply = harness.type_move(ADA, ROUND[0]).await;
    reply.says("has many games to answer");
    assert_eq!(alarms::run_alarm(&harness.games, game).await.expect("no failure"), AlarmOutcome::Nothing);
    slow.is_full.store(false, Ordering::Relaxed);
    slow.may_answer.notify_one();
    assert_eq!(harness.run_alarm(game).await, AlarmOutcome::Moved);
    assert_eq!(harness.moves(game).await, ROUND[..2]);
}

#[tokio::test]
async fn what_is_proposed_to_the_bot_is_answered_at_once() {
    let harness = against(Table::of_round());
    let game = begun(&harness).await;
    harness.plays(game, ADA, ROUND[0]).await;
    let panel = harness.say(ADA, "game draw").await;
    panel.says("I don't agree to draws");
    refused!(harness.draw(game, ADA, ASK).await, GameError::EnginePlaysOn);
    let request = harness.request();
    takeback::take_back(&harness.games, request, game, ADA).await.expect("granted");
    assert!(harness.moves(game).await.is_empty());
    let request = harness.request();
    adjourn::propose(&harness.games, request, game, ADA, 5).await.expect("agreed");
    let adjourned = harness.game(game).await;
    assert!(adjourned.agreements.adjourned.is_some() && adjourned.agreements.proposal.is_none());
}

#[tokio::test]
async fn the_bot_is_given_time_and_a_game_against_it_is_called_off() {
    let slow = Slow::new();
    let harness = against(Arc::<Slow>::clone(&slow) as _);
    let game = begun(&harness).await;
    harness.plays(game, ADA, ROUND[0]).await;
    let deadline = harness.game(game).await.turn.deadline_at.expect("a clock");
    more_time::give_time(&harness.games, harness.request(), game, ADA, Some(HOUR)).await.expect("given");
    assert_eq!(harness.game(game).await.turn.deadline_at, Some(deadline.plus(HOUR)));
    // While it thinks: its answer no longer finds the game.
    harness.abort(game, ADA, None).await.expect("it has not moved");
    slow.may_answer.notify_one();
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!((harness.moves(game).await.len(), harness.game(game).await.phase), (1, Phase::Void));
    assert_eq!(harness.run_alarm(game).await, AlarmOutcome::Nothing);
}

#[tokio::test]
async fn a_rematch_with_the_bot_begins_at_once_with_the_colors_swapped() {
    let harness = against(Table::of_round());
    challenge(&harness, "color:black level:7 pace:days:5").await;
    let game = only_game(&harness).await.game_id;
    harness.resign(game, ADA).await;
    let reply = harness.press(ADA, &format!("v1:rematch:{game}")).await;
    reply.privately().ends("You play **White**.");
    assert!(reply.labels.contains(&"Show picture".to_owned()), "{reply:?}");
    let again = only_game(&harness).await;
    let record = harness.record(again.game_id).await.expect("there");
    assert_eq!([0, 1].map(|seat| record.seats[seat].player), [Player::Engine(EngineLevel(7)), ADA.into()]);
    assert_eq!(again.time_control.to_string(), "days:5");
    harness.press(ADA, &format!("v1:rematch:{game}")).await;
    assert_eq!(only_game(&harness).await.game_id, again.game_id);
}

#[tokio::test]
async fn a_challenge_that_reached_nobody_is_played_against_the_bot() {
    for ends in ["declined", "expired"] {
        let harness = against(Table::of_round());
        let game = harness.offered().await;
        if ends == "declined" {
            harness.decline(game, BRUNO).await.expect("declined");
        } else {
            harness.wait(30 * 24);
            harness.run_alarm(game).await;
        }
        let closed = harness.say(ADA, &format!("board game:{game}")).await;
        assert_eq!(closed.verbs(), ["engine"], "{ends}: {closed:?}");
        let id = format!("v1:engine:{game}");
        let refused = harness.press(BRUNO, &id).await;
        refused.says("challenger");
        for _ in 0..2 {
            let reply = harness.press(ADA, &id).await;
            assert!(reply.text.contains("against Sumito (level 3) has begun"), "{ends}: {reply:?}");
        }
        assert_eq!(only_game(&harness).await.setup.as_str(), "abalone");
    }
}

#[tokio::test]
async fn an_open_challenge_that_nobody_took_is_played_against_the_bot() {
    let harness = against(Table::of_round());
    harness.say(ADA, "seek").await;
    let offered = harness.games.list(ADA, &[Phase::Offered], 10).await.expect("readable");
    let game = offered.first().expect("an open challenge").game.game_id;
    harness.wait(30 * 24);
    harness.run_alarm(game).await;
    let closed = harness.say(ADA, &format!("board game:{game}")).await;
    assert_eq!(closed.verbs(), ["engine"], "{closed:?}");
    let reply = harness.press(ADA, &format!("v1:engine:{game}")).await;
    reply.says("against Sumito (level 3) has begun");
    assert_eq!(only_game(&harness).await.setup.as_str(), "abalone");
}

#[tokio::test]
async fn games_against_the_bot_prove_nothing_of_a_player() {
    let harness = against(Table::of_round());
    for _ in 0..3 {
        let game = begun(&harness).await;
        harness.resign(game, ADA).await;
    }
    // A loss on time excuses no other one.
    let (late, against_bruno) = (begun(&harness).await, harness.started().await);
    harness.wait(73);
    for game in [late, against_bruno] {
        harness.run_alarm(game).await;
        assert_eq!(harness.game(game).await.phase, Phase::Over);
    }
    let profile = profile::profile_of(&harness.games, ADA, None, None).await.expect("readable");
    assert_eq!((profile.results.games(), profile.reliability), (1, None), "{profile:?}");
    let counted = harness.store.finished_among_people(ADA, 9).await.expect("readable");
    assert_eq!(
        counted.iter().map(|end| (end.game.game_id, end.game.is_excused)).collect::<Vec<_>>(),
        [(against_bruno, false)]
    );
    let each = harness.store.finished_of_each(&[ADA], Timestamp(i64::MAX), 9).await.expect("readable");
    assert_eq!(each.len(), 1);
}

#[tokio::test]
async fn a_hint_names_the_marbles_then_the_move_in_a_game_against_the_bot_alone() {
    let harness = against(Arc::new(EngineThreads::start(1, 10).expect("a thread")));
    let game = begun(&harness).await;
    let first = harness.say(ADA, "game hint").await;
    first.privately().begins("Look at `").drawn();
    assert_eq!(first.labels, ["Show the move", "Move…"]);
    let reply = harness.press_private(ADA, first.control("run")).await;
    let hint = reply.text.split('`').nth(1).expect("a move").to_owned();
    reply.privately().begins("I would play `").drawn();
    assert_eq!(reply.verbs(), ["play", "move"]);
    let panel = harness.say(ADA, "board").await;
    let panel = harness.press_private(ADA, panel.control("game")).await;
    assert!(panel.labels.contains(&"Hint".to_owned()) && panel.labels.contains(&"Analyze".to_owned()), "{panel:?}");
    assert!(!panel.labels.iter().any(|label| label.contains("draw")), "{panel:?}");
    harness.press(ADA, reply.control("play")).await;
    assert_eq!(harness.moves(game).await.first(), Some(&hint));
}

#[tokio::test]
async fn the_engine_plays_every_game_for_two() {
    let others = [
        "level:1 options:layout=random",
        "level:1 options:turn=own-foe",
        "level:1 options:placement=on",
        "level:1 game:grand-abalone",
        "level:1 game:notalone",
        "level:1 game:fliporona",
    ];
    for setup in ["", "level:1 layout:belgian-daisy sprint:20"].into_iter().chain(others) {
        let harness = against(Arc::new(EngineThreads::start(1, 10).expect("a thread")));
        let reply = challenge(&harness, setup).await;
        assert!(reply.text.contains("has begun"), "{setup}: {reply:?}");
        let game = only_game(&harness).await.game_id;
        let own = async || {
            let record = harness.record(game).await.expect("there");
            record.plies.iter().filter(|ply| ply.player != ADA).count()
        };
        let start = Instant::now();
        while own().await < 2 {
            assert!(start.elapsed() < Duration::from_mins(1), "{setup}: {:?}", harness.moves(game).await);
            let replayed = harness.games.load(game, None).await.expect("sound");
            if replayed.record.on_turn().is_some_and(|seat| seat.player == ADA) {
                let (user, turn) = harness.possible_turn(game).await;
                harness.play(game, user, &turn).await.unwrap_or_else(|error| panic!("{setup}: {turn}: {error}"));
            } else {
                harness.run_alarm(game).await;
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }
}
