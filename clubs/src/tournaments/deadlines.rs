//! Deadlines of a round's games: reminders and forfeits for missing first moves, and the end of games when the round
//! closes.

use std::cmp::Ordering;
use std::collections::HashMap;

use games::change::{Change, internal_request};
use games::competition::read_games;
use games::domain::clock::turn;
use games::domain::{
    Action, ClockError, ClockHours, Competition, DAY_MS, EndReason, GameId, GameRecord, MINUTE_MS, Notice, Phase,
    RequestId, TimeSpan, Timestamp, TournamentId, UserId, Vacation,
};
use games::endings::{end_game, lose_game};
use games::{Done, GameError, Games, ReplayedGame};
use rules::{Seat, Team};

use crate::ClubError;
use crate::domain::DecisionForAll;
use crate::domain::tournament::{StoredTournament, TournamentPhase};
use crate::tournaments::sync::{change_tournament, report};

/// Delay before a game that failed or has not started is checked again.
const AGAIN_MS: i64 = MINUTE_MS;

/// The time within which the boards of a round are usually opened.
const OPENING_MS: i64 = 10 * MINUTE_MS;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Due {
    /// Remind the player on turn of the first move's deadline.
    Remind { at: Timestamp, ply: u32 },
    /// Forfeit the game: the player on turn has made no first move.
    Forfeit { ply: u32 },
    /// Update the game's end time, which follows the round's.
    MoveEnd { ends_at: Option<Timestamp> },
    /// Warn both players when the round closes.
    Warn { closes_at: Timestamp },
    /// End the game, because the round is closed.
    Close { closes_at: Timestamp },
}

/// The inputs of a player's clock: time zone with sleeping hours, and vacations.
type PlayerTime = (Option<ClockHours>, Vec<Vacation>);

/// Carries out each due action of the current round's games once, and stores the time of the next check.
pub(super) async fn check_round(games: &Games, stored: StoredTournament) -> Result<StoredTournament, ClubError> {
    let (now, tournament, number) = (games.clock.now(), &stored.tournament, stored.tournament.current_round());
    let Some(round) = tournament.rounds.last() else { return Ok(stored) };
    // Boards are opened a few at a time. A board that cannot be opened must not block the deadlines of the others.
    let is_running = tournament.phase == TournamentPhase::Running;
    let is_opening = tournament.unopened().next().is_some() && now.since(round.opened_at) < OPENING_MS;
    if is_running && is_opening || round.check_at.is_none_or(|at| at > now) {
        return Ok(stored);
    }
    let closes_at = round.closes_at(&tournament.rules).filter(|_| is_running);
    if closes_at.is_some_and(|at| at <= now) && !round.is_warned {
        // The end passed during an outage or before it was moved: no one loses without a warning.
        return close_after_warning(games, stored).await;
    }
    let open: Vec<GameId> = round.pairings.iter().filter(|it| !it.is_done()).filter_map(|it| it.game).collect();
    let competition = Competition::Tournament(stored.tournament_id);
    let records = read_games(games, competition, open).await?;
    let warns_at = closes_at.map(|at| at.plus(-tournament.rules.warning_ms()));
    let is_closed = closes_at.is_some_and(|at| at <= now);
    let is_asking = tournament.rules.unfinished.waits();
    let warns = !round.is_warned && !is_closed && warns_at.is_some_and(|at| at <= now);
    let mut checks: Vec<Timestamp> = warns_at.into_iter().chain(closes_at).filter(|at| *at > now).collect();
    let mut reminders = Vec::new();
    let mut has_warned_all = true;
    for pairing in round.pairings.iter().filter(|pairing| !pairing.is_done()) {
        let Some(record) = pairing.game.and_then(|game| records.get(&game)) else {
            // After the end, no board is opened any more.
            if is_running || pairing.game.is_some() {
                checks.push(now.plus(AGAIN_MS));
            }
            continue;
        };
        let mut due = Vec::new();
        if record.game.phase == Phase::Offered {
            checks.push(now.plus(AGAIN_MS));
        }
        if record.game.phase != Phase::Playing {
            continue;
        }
        let ends_at = closes_at.filter(|_| !is_closed || !is_asking);
        if record.game.round_ends_at() != ends_at {
            due.push(Due::MoveEnd { ends_at });
        }
        if let Some(minutes) = tournament.first_move_minutes().filter(|_| is_running)
            && let Some(first) = FirstMove::of(record, i64::from(minutes) * MINUTE_MS)
        {
            let ply = record.game.ply;
            let reminded_at = pairing.reminded.filter(|(at_ply, _)| *at_ply == ply).map(|(_, at)| at);
            // A late reminder, for example after an outage, extends the deadline.
            let due_at = reminded_at.map_or(first.due_at, |at| first.due_at.max(at.plus(first.limit / 4)));
            match reminded_at {
                None if first.remind_at <= now => {
                    let at = first.due_at.max(now.plus(first.limit / 4));
                    due.push(Due::Remind { at, ply });
                    checks.push(at);
                }
                None => checks.push(first.remind_at),
                Some(_) if due_at <= now => due.push(Due::Forfeit { ply }),
                Some(_) => checks.push(due_at),
            }
        }
        if warns && let Some(closes_at) = closes_at {
            due.push(Due::Warn { closes_at });
        }
        if let Some(closes_at) = closes_at.filter(|_| is_closed && !is_asking) {
            // A game paused by an organizer ends after the pause.
            let pause = record.game.agreements.adjourned.filter(|adjourned| adjourned.organizer.is_some());
            match pause.filter(|pause| pause.until > now) {
                Some(pause) => checks.push(pause.until),
                // A game already lost on time is ended by its own alarm.
                None if is_lost_by(record, closes_at) => checks.push(now.plus(AGAIN_MS)),
                None => due.push(Due::Close { closes_at }),
            }
        }
        for due in due {
            if matches!(due, Due::Forfeit { .. } | Due::Close { .. }) {
                checks.push(now.plus(AGAIN_MS));
            }
            match carry_out(games, &stored, record, due).await {
                Ok(_) => {
                    if let Due::Remind { ply, .. } = due {
                        reminders.push((record.game.game_id, ply));
                    }
                }
                Err(ClubError::Game(GameError::Internal(cause))) if cause.is_final() => return Err(cause.into()),
                Err(ClubError::Game(GameError::Internal(cause))) => {
                    report(stored.tournament_id, &cause.into());
                    has_warned_all &= !matches!(due, Due::Warn { .. });
                    checks.push(now.plus(AGAIN_MS));
                }
                Err(cause) => report(stored.tournament_id, &cause),
            }
        }
    }
    let check_at = checks.into_iter().min();
    change_tournament(games, stored.tournament_id, |stored| {
        if stored.tournament.current_round() != number {
            return Ok(None);
        }
        let Some(round) = stored.tournament.rounds.last_mut() else { return Ok(None) };
        round.check_at = check_at.filter(|_| !round.is_done());
        round.is_warned |= warns && has_warned_all;
        round.is_asked |= is_closed && is_asking;
        for pairing in &mut round.pairings {
            let reminder = reminders.iter().find(|(game, _)| pairing.game == Some(*game));
            pairing.reminded = reminder.map(|(_, ply)| (*ply, now)).or(pairing.reminded);
        }
        Ok(None)
    })
    .await
}

/// Extends a round that ended without a warning, so that the warning comes first.
async fn close_after_warning(games: &Games, stored: StoredTournament) -> Result<StoredTournament, ClubError> {
    let (now, number) = (games.clock.now(), stored.tournament.current_round());
    change_tournament(games, stored.tournament_id, |stored| {
        let rules = stored.tournament.rules.clone();
        let is_current = stored.tournament.current_round() == number;
        let Some(round) = stored.tournament.rounds.last_mut().filter(|_| is_current) else { return Ok(None) };
        if let Some(closes_at) = round.closes_at(&rules).filter(|at| *at <= now && !round.is_warned) {
            round.extended_ms += now.since(closes_at) + rules.warning_ms();
        }
        round.check_at = Some(now);
        Ok(None)
    })
    .await
}

struct FirstMove {
    limit: i64,
    remind_at: Timestamp,
    due_at: Timestamp,
}

impl FirstMove {
    /// Measured by the clock of the player on turn, so that vacations and pauses do not count. `None` if both have
    /// moved, or the clock is paused.
    fn of(record: &GameRecord, limit: i64) -> Option<Self> {
        if turn::has_everybody_moved(&record.game, &record.seats) {
            return None;
        }
        let calendar = turn::calendar(&record.game, &record.seats, &record.vacations).ok()?;
        let after = |millis: i64| calendar.deadline(record.game.turn.started_at, millis);
        let (remind_at, due_at) = (after(limit / 2), after(limit));
        (due_at.0 < i64::MAX).then_some(Self { limit, remind_at, due_at })
    }
}

/// Whether the clock of the player on turn ran out by then.
fn is_lost_by(record: &GameRecord, at: Timestamp) -> bool {
    let lost_at = turn::deadline(&record.game, &record.seats, &record.vacations);
    lost_at.is_ok_and(|lost_at| lost_at.is_some_and(|lost_at| lost_at <= at))
}

async fn carry_out(games: &Games, stored: &StoredTournament, record: &GameRecord, due: Due) -> Result<Done, ClubError> {
    let (game, unfinished) = (record.game.game_id, stored.tournament.rules.unfinished);
    let began_at = stored.tournament.rounds.last().map_or(record.game.challenge.created_at, |round| round.opened_at);
    let mut players = HashMap::new();
    if matches!(due, Due::Close { .. }) && unfinished.compares_clocks() {
        for user in record.people() {
            players.insert(user, (games.hours_of(user).await?, games.store.vacations_of(user).await?));
        }
    }
    let kind: u64 = match due {
        Due::Remind { ply, .. } => 0x100 + u64::from(ply),
        Due::Forfeit { .. } => 1,
        // Each end of the round has its own warning.
        Due::Warn { closes_at } => closes_at.0.cast_unsigned() << 10 | 2,
        Due::Close { .. } => 3,
        // The end may move back and forth, so the id includes the version.
        Due::MoveEnd { .. } => record.game.version.cast_unsigned() << 10 | 4,
    };
    let round = u64::from(stored.tournament.current_round());
    let request = internal_request(game, kind.rotate_left(20) ^ round.rotate_left(52));
    // The game has ended, or the player has moved.
    let is_done = |record: &GameRecord| {
        let is_about = match due {
            Due::Remind { ply, .. } | Due::Forfeit { ply } => record.game.ply == ply,
            Due::MoveEnd { ends_at } => record.game.round_ends_at() != ends_at,
            Due::Warn { .. } | Due::Close { .. } => true,
        };
        record.game.phase != Phase::Playing || !is_about
    };
    let change = |replayed: ReplayedGame, _| match due {
        Due::Remind { at, ply } => {
            let notice = Notice::FirstMoveDue { at, ply };
            Ok(Change::of(replayed.record.game, Action::FollowCompetition, vec![notice]))
        }
        Due::MoveEnd { ends_at } => {
            let mut game = replayed.record.game;
            if let Some(tag) = &mut game.competition {
                tag.round_ends_at = ends_at;
            }
            Ok(Change::of(game, Action::FollowCompetition, vec![Notice::DeadlineMoved { not_before: None }]))
        }
        Due::Warn { closes_at } => {
            let notice = Notice::RoundCloses { at: closes_at, unfinished };
            Ok(Change::of(replayed.record.game, Action::FollowCompetition, vec![notice]))
        }
        Due::Close { closes_at } => {
            let (winner, reason) = if unfinished.compares_clocks() {
                (leader_by_clock(&replayed, &players, began_at, closes_at)?, EndReason::RoundClock)
            } else {
                (leader_by_score(&replayed), EndReason::RoundScore)
            };
            Ok(Change::of(end_game(replayed, winner, reason), Action::CloseRound, vec![Notice::Ended]))
        }
        Due::Forfeit { .. } => {
            let seat = replayed.record.game.turn.to_move.ok_or(GameError::NoClock)?;
            let game = lose_game(replayed, seat, EndReason::Time);
            Ok(Change::of(game, Action::LoseOnTime, vec![Notice::Ended]))
        }
    };
    Ok(Box::pin(games.change(request, game, None, is_done, change)).await?)
}

/// The team ahead on score; `None` if level.
fn leader_by_score(replayed: &ReplayedGame) -> Option<Team> {
    let diagram = replayed.any_game.diagram();
    let score = |seat: usize| {
        let color = diagram.seats.get(seat)?.color;
        let side = diagram.sides.iter().find(|side| side.color == color)?;
        // Where ejections do not win, the remaining marbles count.
        Some(if side.target.is_some() { side.ejected } else { side.on_board + side.in_hand })
    };
    leader(replayed, [score(0), score(1)])
}

/// The team with more time left at this instant.
fn leader_by_clock(
    replayed: &ReplayedGame,
    players: &HashMap<UserId, PlayerTime>,
    began_at: Timestamp,
    at: Timestamp,
) -> Result<Option<Team>, ClockError> {
    let time_left = |seat: Seat| {
        let player = replayed.record.player_at(seat).person().and_then(|user| players.get(&user));
        let (hours, vacations) = player.cloned().unwrap_or_default();
        turn::time_left(&replayed.record, seat, hours, &vacations, began_at, at)
    };
    Ok(leader(replayed, [time_left(Seat(0))?, time_left(Seat(1))?]))
}

fn leader<T: Ord>(replayed: &ReplayedGame, [first, second]: [T; 2]) -> Option<Team> {
    let seat = match first.cmp(&second) {
        Ordering::Greater => 0,
        Ordering::Less => 1,
        Ordering::Equal => return None,
    };
    replayed.any_game.seats().get(seat).map(|place| place.team)
}

/// Moves the end of the current round together with a decision on all of its games, once.
pub async fn move_round_end(
    games: &Games,
    tournament: TournamentId,
    request: RequestId,
    decision: DecisionForAll,
    at: Timestamp,
) -> Result<(), ClubError> {
    change_tournament(games, tournament, |stored| {
        let rules = stored.tournament.rules.clone();
        let Some(round) = stored.tournament.rounds.last_mut() else { return Ok(None) };
        match decision {
            DecisionForAll::Pause { days } => {
                round.pause(request, TimeSpan { from: at, until: at.plus(i64::from(days) * DAY_MS) });
            }
            DecisionForAll::Extend { minutes } => {
                round.extend(&rules, request, at, i64::from(minutes) * MINUTE_MS);
            }
            DecisionForAll::Resume => round.resume(request, at),
        }
        Ok(None)
    })
    .await
    .map(drop)
}
