//! The work of alarms: reminders, losses on time, ends of adjournments and challenges, engine moves.

use std::sync::Arc;
use std::time::Duration;

use base::catch_panic::catch_panic;
use base::metrics;
use futures::StreamExt as _;
use rules::Seat;
use tracing::error;

use crate::change::{Change, alarm_request};
use crate::domain::clock::due::{due, next_alarm};
use crate::domain::clock::turn;
use crate::domain::{
    Action, ChallengeSilence, Due, EndReason, Ending, EngineLevel, GameId, GameRecord, Notice, PersonRecord, Phase,
    Reminder, RequestId, Timestamp, UserId,
};
use crate::endings::lose_game;
use crate::moves::play_owed;
use crate::offers::close;
use crate::running_turn::{OnTurn, deadline_change, start_clocks};
use crate::store::{CommitError, Each, StoreError};
use crate::{GameError, Games, ReplayedGame, challenges, reminders, vacations};

const MAX_CONCURRENT_ALARMS: usize = 64;

/// Attempts of an alarm when a vacation starts instead of a loss, perhaps in another process.
const ATTEMPTS: u32 = 5;

/// How long an alarm waits for an engine's move. A slower move is played in the background, so that other alarms go
/// on.
const OWED_MOVE_WAIT: Duration = Duration::from_millis(250);

/// The longest wait in the background: a little more than the lease of an alarm, whose next run then waits instead.
const LONGEST_OWED_MOVE: Duration = Duration::from_secs(40);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlarmOutcome {
    Nothing,
    Reminded,
    /// A vacation that started or ended moved the deadline.
    DeadlineChanged,
    TimedOut,
    Resumed,
    Expired,
    /// The unanswered challenge started its game, by the rules of its ladder.
    Begun,
    Moved,
}

enum AlarmDecision {
    Nothing,
    Lost,
    Begins,
    Moves(EngineLevel),
    Due(AlarmOutcome, Box<Change>),
}

/// Runs this game's alarm: a reminder, the loss on time, the end of a challenge. A move committed before wins: the
/// decision is made on the current game, and its commit is conditional on the game's version.
pub async fn run_alarm(games: &Games, game: GameId) -> Result<AlarmOutcome, GameError> {
    for _ in 0..ATTEMPTS {
        let replayed = games.load(game, None).await?;
        let on_turn = games.on_turn(&replayed.record.game, &replayed.record.seats).await?;
        let request = alarm_request(game, replayed.record.game.version);
        let now = games.clock.now();
        let due_at = due_at(games, &replayed.record, on_turn.as_ref(), now);
        let (alarm_outcome, change) = match find(games, &replayed.record, on_turn.as_ref(), now)? {
            AlarmDecision::Nothing => return Ok(AlarmOutcome::Nothing),
            AlarmDecision::Lost if vacations::start_automatic_vacation(games, &replayed.record, now).await? => continue,
            AlarmDecision::Lost => {
                let seat = replayed.record.game.turn.to_move.unwrap_or(Seat(0));
                let seats = replayed.record.seats.clone();
                let game = lose_game(replayed, seat, EndReason::Time);
                let change = Change::of(game, Action::LoseOnTime, vec![Notice::Ended]);
                (AlarmOutcome::TimedOut, games.with_alarm_and_turn_notice(change, &seats).await?)
            }
            AlarmDecision::Begins => {
                challenges::begin_after_silence(games, request, game).await?;
                return Ok(measured(games, AlarmOutcome::Begun, due_at));
            }
            AlarmDecision::Moves(level) => {
                let outcome = make_owed_move(games, request, level, replayed).await?;
                return Ok(measured(games, outcome, due_at));
            }
            AlarmDecision::Due(alarm_outcome, change) => (alarm_outcome, *change),
        };
        let outcome = committed_outcome(alarm_outcome, games.write(request, None, change, now).await)?;
        return Ok(measured(games, outcome, due_at));
    }
    let problem = format!("an automatic vacation began {ATTEMPTS} times, and game {game} is still past its deadline");
    Err(StoreError::Database { problem, transient: true }.into())
}

/// Runs many alarms, since thousands may be due at once: one query for all games, one for their players, and batched
/// commits. A failure or a panic in one does not affect the others.
pub async fn run_alarms(games: &Games, list: Vec<GameId>) -> Vec<(GameId, Result<AlarmOutcome, GameError>)> {
    if list.is_empty() {
        return Vec::new();
    }
    let loaded = catch_panic(load_games(games, &list)).await;
    let (mut records, mut players) = match loaded.unwrap_or_else(|panic| Err(StoreError::of_panic(panic))) {
        Ok(loaded) => loaded,
        Err(error) if error.is_transient() => {
            return list.into_iter().map(|game| (game, Err(error.clone().into()))).collect();
        }
        // One unreadable game fails the whole query.
        Err(_) => return run_each_alarm(games, list).await,
    };
    let (mut outcomes, mut one_by_one, mut due, mut commits) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let now = games.clock.now();
    for game in list {
        // Replaying a long game takes time: let other tasks run.
        tokio::task::yield_now().await;
        let deciding = async {
            let ReplayedGame { record, .. } =
                ReplayedGame::open(records.remove(&game).ok_or(GameError::NoSuchGame)??, None)?;
            let on_turn = match turn::on_turn(&record.game, &record.seats).and_then(|seat| seat.player.person()) {
                Some(user) => {
                    Some(OnTurn { user, player: players.get(&user).cloned().transpose()?.unwrap_or_default() })
                }
                None => None,
            };
            let due_at = due_at(games, &record, on_turn.as_ref(), now);
            Ok((find(games, &record, on_turn.as_ref(), now)?, record.game.version, due_at))
        };
        match catch_panic(deciding).await.unwrap_or_else(|panic| Err(StoreError::of_panic(panic).into())) {
            Ok((AlarmDecision::Nothing, ..)) => outcomes.push((game, Ok(AlarmOutcome::Nothing))),
            // A vacation may start instead, and applies to all games that this player would lose.
            Ok((AlarmDecision::Lost | AlarmDecision::Begins | AlarmDecision::Moves(_), ..)) => one_by_one.push(game),
            Ok((AlarmDecision::Due(alarm_outcome, change), version, due_at)) => {
                // Counted for the next game of the same person in this batch.
                if let Some(Ok(player)) =
                    change.reminded.map(|user| players.entry(user).or_insert(Ok(PersonRecord::default())))
                {
                    player.silent_since.get_or_insert(now);
                }
                due.push((game, alarm_outcome, due_at));
                commits.push(Games::to_commit(alarm_request(game, version), None, *change, now));
            }
            Err(error) => outcomes.push((game, Err(error))),
        }
    }
    if !commits.is_empty() {
        let written = games.store.commit_all(commits).await;
        outcomes.extend(due.into_iter().zip(written).map(|((game, alarm_outcome, due_at), outcome)| {
            let outcome = committed_outcome(alarm_outcome, outcome);
            (game, outcome.map(|outcome| measured(games, outcome, due_at)))
        }));
        games.wake.notify_waiters();
    }
    outcomes.extend(run_each_alarm(games, one_by_one).await);
    outcomes
}

/// The time at which this game's alarm was due. The stored time is useless, because the claim has moved it.
fn due_at(games: &Games, record: &GameRecord, on_turn: Option<&OnTurn>, now: Timestamp) -> Option<Timestamp> {
    next_alarm(&record.game, &record.seats, &games.plan(on_turn)).filter(|at| *at <= now)
}

fn measured(games: &Games, outcome: AlarmOutcome, due_at: Option<Timestamp>) -> AlarmOutcome {
    if let Some(due_at) = due_at.filter(|_| outcome != AlarmOutcome::Nothing) {
        let delay = games.clock.now().since(due_at).max(0);
        metrics::alarm_delay(Duration::from_millis(delay.unsigned_abs()));
    }
    outcome
}

async fn run_each_alarm(games: &Games, list: Vec<GameId>) -> Vec<(GameId, Result<AlarmOutcome, GameError>)> {
    let run_alarm = async |game| {
        (
            game,
            catch_panic(Box::pin(run_alarm(games, game)))
                .await
                .unwrap_or_else(|panic| Err(StoreError::of_panic(panic).into())),
        )
    };
    futures::stream::iter(list).map(run_alarm).buffer_unordered(MAX_CONCURRENT_ALARMS).collect().await
}

async fn load_games(
    games: &Games,
    list: &[GameId],
) -> Result<(Each<GameId, GameRecord>, Each<UserId, PersonRecord>), StoreError> {
    let records = games.records(list).await?;
    let on_turn = records.values().flatten().filter_map(|record| turn::on_turn(&record.game, &record.seats));
    let users: Vec<UserId> = on_turn.filter_map(|seat| seat.player.person()).collect();
    Ok((records, games.store.players(&users).await?))
}

/// The due action of a game. If nothing is due (because the reminder steps changed, say), the alarm is set again,
/// since its claim would otherwise fire repeatedly. The deadline is recomputed first: vacations may have been added or
/// stopped since it was stored.
fn find(
    games: &Games,
    record: &GameRecord,
    on_turn: Option<&OnTurn>,
    now: Timestamp,
) -> Result<AlarmDecision, GameError> {
    let (state, seats) = (&record.game, &record.seats);
    let lost_at = match state.phase {
        Phase::Playing => turn::deadline(state, seats, &record.vacations)?,
        _ => state.turn.deadline_at,
    };
    let plan = games.plan(on_turn);
    let (alarm_outcome, mut change) = match due(state, seats, &plan, now) {
        _ if lost_at != state.turn.deadline_at => {
            (AlarmOutcome::DeadlineChanged, deadline_change(record, lost_at, now))
        }
        Due::Lose => return Ok(AlarmDecision::Lost),
        Due::Expire if state.agreements.silence == Some(ChallengeSilence::Begins) => {
            return Ok(AlarmDecision::Begins);
        }
        Due::Move(level) => return Ok(AlarmDecision::Moves(level)),
        Due::Nothing if state.turn.wake_at == next_alarm(state, seats, &plan) => return Ok(AlarmDecision::Nothing),
        Due::Nothing => (AlarmOutcome::Nothing, Change::of(state.clone(), Action::SetAlarm, Vec::new())),
        Due::Expire => (AlarmOutcome::Expired, close(state.clone(), Ending::of(EndReason::Expired), Action::Expire)),
        Due::Resume => (AlarmOutcome::Resumed, start_clocks(state.clone(), None, now)),
        Due::Remind { step } => {
            // A player who has been inactive for too long gets no more reminders until they act.
            let stop_at =
                |on_turn: &&OnTurn| reminders::reminders_stop_at(games, on_turn.player.silent_since.unwrap_or(now));
            let reminded = on_turn.filter(|on_turn| stop_at(on_turn) > now);
            let notice = reminded.map(|on_turn| {
                let stops_at = reminders::announced_stop(games, on_turn.player.silent_since, now);
                Notice::Reminder(Reminder::Step { step, ply: state.ply, stops_at })
            });
            if let Some(on_turn) = reminded {
                games.known_locales.forget(on_turn.user);
            }
            let mut game = state.clone();
            game.turn.reminded_until = Some(now);
            let change = Change::of(game, Action::Remind, notice.into_iter().collect());
            (AlarmOutcome::Reminded, Change { reminded: reminded.map(|on_turn| on_turn.user), ..change })
        }
    };
    change.game.turn.wake_at = next_alarm(&change.game, seats, &plan);
    Ok(AlarmDecision::Due(alarm_outcome, Box::new(change)))
}

/// Plays an engine's move, once per version of the game, in the process that finds it due. A failure is an error, and
/// the alarm fires again after its lease.
async fn make_owed_move(
    games: &Games,
    request: RequestId,
    level: EngineLevel,
    replayed: ReplayedGame,
) -> Result<AlarmOutcome, GameError> {
    let queue = games.engine_queue.clone().ok_or_else(|| GameError::OwedMove("there is no engine".to_owned()))?;
    let making = {
        let (games, queue) = (games.clone(), Arc::clone(&queue));
        async move {
            match queue.choose_move(level, &replayed).await {
                Some(notation) => commit_owed_move(&games, request, level, replayed, &notation).await,
                // Retried after the lease.
                None if queue.is_full() => Ok(AlarmOutcome::Nothing),
                None => Err(GameError::OwedMove(format!("the engine of level {} has found none", level.0))),
            }
        }
    };
    let mut making = Box::pin(making);
    if let Ok(outcome) = tokio::time::timeout(OWED_MOVE_WAIT, &mut making).await {
        return outcome;
    }
    tokio::spawn(async move {
        match catch_panic(tokio::time::timeout(LONGEST_OWED_MOVE, making)).await {
            Ok(Ok(Err(GameError::OwedMove(problem)))) => error!("A move is owed and cannot be made: {problem}"),
            Ok(Ok(Err(problem))) => error!("A move that was chosen is not committed: {problem}"),
            Ok(Ok(Ok(_)) | Err(_)) => {}
            Err(panic) => error!("A move is owed, and making it panicked: {panic}"),
        }
    });
    Ok(AlarmOutcome::Nothing)
}

async fn commit_owed_move(
    games: &Games,
    request: RequestId,
    level: EngineLevel,
    replayed: ReplayedGame,
    chosen: &str,
) -> Result<AlarmOutcome, GameError> {
    let (replayed, now) = (games.with_conditional_moves(replayed).await?, games.clock.now());
    let play = |replayed, now| {
        play_owed(replayed, chosen, now).map_err(|error| {
            GameError::OwedMove(format!("the engine of level {} has chosen {chosen}: {error}", level.0))
        })
    };
    let change = games.decide_change(replayed, now, play).await?;
    committed_outcome(AlarmOutcome::Moved, games.write(request, None, change, now).await)
}

fn committed_outcome(alarm_outcome: AlarmOutcome, outcome: Result<(), CommitError>) -> Result<AlarmOutcome, GameError> {
    match outcome {
        Ok(()) => Ok(alarm_outcome),
        // Another commit came first, so the alarm is about a past turn.
        Err(CommitError::Stale | CommitError::Duplicate) => Ok(AlarmOutcome::Nothing),
        Err(CommitError::Store(error)) => Err(error.into()),
    }
}
