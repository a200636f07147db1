//! What alarms do: reminders, losses on time, the end of adjournments and challenges, the moves of engines.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use rules::Seat;
use tracing::error;

use crate::catch_panic::catch_panic;
use crate::domain::clock::due::{due, next_alarm};
use crate::domain::clock::turn;
use crate::domain::{
    Action, ChallengeSilence, Due, EndReason, Ending, EngineLevel, GameId, GameRecord, Notice, PersonRecord, Phase,
    Reminder, RequestId, Timestamp, UserId,
};
use crate::features::challenge;
use crate::features::play::service::play_owed;
use crate::features::proposals::adjourn::start_clocks;
use crate::features::reminders::service as reminders;
use crate::features::vacation::service as vacation;
use crate::games::change::{Change, alarm_request};
use crate::games::endings::lose_game;
use crate::games::offers::close;
use crate::games::reminder_schedule::OnTurn;
use crate::games::running_turn::deadline_change;
use crate::games::{GameError, Games, ReplayedGame};
use crate::metrics;
use crate::store::{CommitError, Each, StoreError};

/// Games that are handled one by one, at the same time.
const MAX_CONCURRENT_ALARMS: usize = 64;

/// Times that a vacation may begin instead of a loss, or another process begin one first, before an alarm gives up.
const ATTEMPTS: u32 = 5;

/// How long an alarm waits for the move of an engine. One that takes longer is made when it is chosen, and other alarms go on.
const OWED_MOVE_WAIT: Duration = Duration::from_millis(250);

/// How long that move is waited for: a little longer than the lease of an alarm, which then waits in its place.
const LONGEST_OWED_MOVE: Duration = Duration::from_secs(40);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlarmOutcome {
    Nothing,
    Reminded,
    /// The deadline changed, because a vacation began or ended.
    DeadlineChanged,
    TimedOut,
    Resumed,
    Expired,
    /// The challenge was not answered, and the game has begun: a ladder says so.
    Begun,
    Moved,
}

enum AlarmDecision {
    Nothing,
    /// The player on turn has no time left.
    Lost,
    Begins,
    Moves(EngineLevel),
    Due(AlarmOutcome, Box<Change>),
}

/// Does what is due in this game: a reminder, the loss on time, the end of a challenge. A move that was committed before
/// wins: what is due is decided on the game as it is now, and the commit is conditional on it.
pub async fn run_alarm(games: &Games, game: GameId) -> Result<AlarmOutcome, GameError> {
    for _ in 0..ATTEMPTS {
        let replayed = games.load(game, None).await?;
        let on_turn = games.on_turn(&replayed.record.game, &replayed.record.seats).await?;
        let request = alarm_request(game, replayed.record.game.version);
        let now = games.clock.now();
        let due_at = due_at(games, &replayed.record, on_turn.as_ref(), now);
        let (alarm_outcome, change) = match find(games, &replayed.record, on_turn.as_ref(), now)? {
            AlarmDecision::Nothing => return Ok(AlarmOutcome::Nothing),
            AlarmDecision::Lost if vacation::start_automatic_vacation(games, &replayed.record, now).await? => continue,
            AlarmDecision::Lost => {
                let seat = replayed.record.game.turn.to_move.unwrap_or(Seat(0));
                let seats = replayed.record.seats.clone();
                let game = lose_game(replayed, seat, EndReason::Time);
                let change = Change::of(game, Action::LoseOnTime, vec![Notice::Ended]);
                (AlarmOutcome::TimedOut, games.with_alarm_and_turn_notice(change, &seats).await?)
            }
            AlarmDecision::Begins => {
                challenge::begin_after_silence(games, request, game).await?;
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

/// The same in many games, because thousands of alarms may be due at once: one question for all games, one for their players,
/// and commits that are written together. A failure or a panic in one does not affect the others.
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
        // One of them keeps all of them from being read.
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
            // A vacation may begin instead, and is one for all games that this player would lose.
            Ok((AlarmDecision::Lost | AlarmDecision::Begins | AlarmDecision::Moves(_), ..)) => one_by_one.push(game),
            Ok((AlarmDecision::Due(alarm_outcome, change), version, due_at)) => {
                // The next game of the same person is to know of it.
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
        match catch_panic(games.store.commit_all(commits)).await {
            Ok(written) => {
                outcomes.extend(due.into_iter().zip(written).map(|((game, alarm_outcome, due_at), outcome)| {
                    let outcome = committed_outcome(alarm_outcome, outcome);
                    (game, outcome.map(|outcome| measured(games, outcome, due_at)))
                }));
            }
            Err(panic) => {
                let failed = StoreError::of_panic(panic);
                outcomes.extend(due.into_iter().map(|(game, ..)| (game, Err(failed.clone().into()))));
            }
        }
        games.wake.notify_waiters();
    }
    outcomes.extend(run_each_alarm(games, one_by_one).await);
    outcomes
}

/// Since when an alarm of this game is due. The time that is stored is of no use: the claim has moved it.
fn due_at(games: &Games, record: &GameRecord, on_turn: Option<&OnTurn>, now: Timestamp) -> Option<Timestamp> {
    next_alarm(&record.game, &record.seats, &games.plan(on_turn)).filter(|at| *at <= now)
}

/// Notes how late an alarm was, if it has done anything.
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
            catch_panic(run_alarm(games, game)).await.unwrap_or_else(|panic| Err(StoreError::of_panic(panic).into())),
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

/// What is due in a game. When nothing is (the reminder steps were changed, say), the alarm is set anew, or its claim would ring
/// again and again. Before anything else the deadline is computed again: a vacation may have been added, or stopped, since it
/// was stored.
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
        Due::Remind { step, until } => {
            // A player who has done nothing for so long gets no more until they act.
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
            game.turn.reminded_until = Some(until);
            let change = Change::of(game, Action::Remind, notice.into_iter().collect());
            (AlarmOutcome::Reminded, Change { reminded: reminded.map(|on_turn| on_turn.user), ..change })
        }
    };
    change.game.turn.wake_at = next_alarm(&change.game, seats, &plan);
    Ok(AlarmDecision::Due(alarm_outcome, Box::new(change)))
}

/// Makes the move of an engine, once for each version of the game, in whichever process finds it due. A move that cannot be made is an error,
/// which rings again after the lease of the alarm.
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
                Some(chosen) => commit_owed_move(&games, request, level, replayed, &chosen).await,
                // It is asked again after the lease.
                None if queue.is_full() => Ok(AlarmOutcome::Nothing),
                None => Err(GameError::OwedMove(format!("the engine of level {} has found none", level.0))),
            }
        }
    };
    let mut making = Box::pin(making);
    if let Ok(made) = tokio::time::timeout(OWED_MOVE_WAIT, &mut making).await {
        return made;
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
        // Another commit was faster: the alarm is about a past turn.
        Err(CommitError::Stale | CommitError::Duplicate) => Ok(AlarmOutcome::Nothing),
        Err(CommitError::Store(error)) => Err(error.into()),
    }
}
