//! What time does to the games of a round: who never moves is reminded and forfeits, and a round that closes ends its games.

use std::cmp::Ordering;
use std::collections::HashMap;

use rules::{Seat, Team};

use crate::domain::clock::turn;
use crate::domain::clubs::tournament::{StoredTournament, TournamentPhase, Unfinished};
use crate::domain::{
    Action, ClockError, ClockHours, Competition, DAY_MS, DecisionForAll, EndReason, GameId, GameRecord, MINUTE_MS,
    Notice, Phase, RequestId, TimeSpan, Timestamp, TournamentId, UserId, Vacation,
};
use crate::features::tournament::service::taking_in::{change_tournament, report};
use crate::games::change::{Change, internal_request};
use crate::games::competition::read_games;
use crate::games::endings::{end_game, lose_game};
use crate::games::{Done, GameError, Games, ReplayedGame};

/// A game that could not be looked at, or has not begun yet, is looked at again after so long.
const AGAIN_MS: i64 = MINUTE_MS;

/// Within so long the boards of a round are open, usually.
const OPENING_MS: i64 = 10 * MINUTE_MS;

/// What is due in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Due {
    /// The player on turn is told when the first move is due.
    Remind { at: Timestamp, ply: u32 },
    /// The player on turn has made no first move.
    Forfeit { ply: u32 },
    /// The game does not know when the round closes, or that it no longer ends with it.
    MoveEnd { ends_at: Option<Timestamp> },
    /// Both players are told when the round closes.
    Warn { closes_at: Timestamp },
    /// The round is closed, and the game with it.
    Close { closes_at: Timestamp },
}

/// What a clock of a player depends on: zone and hours of sleep, and vacations.
type PlayerTime = (Option<ClockHours>, Vec<Vacation>);

/// Does what is due in the games of the current round, each thing once, and notes when to look again.
pub(super) async fn check_round(games: &Games, stored: StoredTournament) -> Result<StoredTournament, GameError> {
    let (now, tournament, number) = (games.clock.now(), &stored.tournament, stored.tournament.current_round());
    let Some(round) = tournament.rounds.last() else { return Ok(stored) };
    // Boards are opened a few at a time. One that cannot be opened does not keep the others from their deadlines.
    let is_running = tournament.phase == TournamentPhase::Running;
    let is_opening = tournament.unopened().next().is_some() && now.since(round.opened_at) < OPENING_MS;
    if is_running && is_opening || round.check_at.is_none_or(|at| at > now) {
        return Ok(stored);
    }
    let closes_at = round.closes_at(&tournament.rules).filter(|_| is_running);
    if closes_at.is_some_and(|at| at <= now) && !round.is_warned {
        // Its end passed while no process was there, or before it was moved: nobody loses without a warning.
        return close_after_warning(games, stored).await;
    }
    let open: Vec<GameId> = round.pairings.iter().filter(|it| !it.is_done()).filter_map(|it| it.game).collect();
    let competition = Competition::Tournament(stored.tournament_id);
    let records = read_games(games, competition, open).await?;
    let warns_at = closes_at.map(|at| at.plus(-tournament.rules.warning_ms()));
    let is_closed = closes_at.is_some_and(|at| at <= now);
    let is_asking = tournament.rules.unfinished == Unfinished::Organizer;
    let warns = !round.is_warned && !is_closed && warns_at.is_some_and(|at| at <= now);
    let mut checks: Vec<Timestamp> = warns_at.into_iter().chain(closes_at).filter(|at| *at > now).collect();
    let mut reminded = Vec::new();
    let mut has_warned_all = true;
    for pairing in round.pairings.iter().filter(|pairing| !pairing.is_done()) {
        let Some(record) = pairing.game.and_then(|game| records.get(&game)) else {
            checks.push(now.plus(AGAIN_MS));
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
            let told_at = pairing.reminded.filter(|(at_ply, _)| *at_ply == ply).map(|(_, at)| at);
            // Who was told late, after an outage, say, has a while after that, too.
            let due_at = told_at.map_or(first.due_at, |at| first.due_at.max(at.plus(first.limit / 4)));
            match told_at {
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
            // What an organizer has paused waits for them.
            let paused = record.game.agreements.adjourned.filter(|adjourned| adjourned.organizer.is_some());
            match paused.filter(|paused| paused.until > now) {
                Some(paused) => checks.push(paused.until),
                // Its alarm ends a game that was lost on time before.
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
                        reminded.push((record.game.game_id, ply));
                    }
                }
                Err(GameError::Internal(cause)) if cause.is_final() => return Err(cause.into()),
                Err(GameError::Internal(cause)) => {
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
            let told = reminded.iter().find(|(game, _)| pairing.game == Some(*game));
            pairing.reminded = told.map(|(_, ply)| (*ply, now)).or(pairing.reminded);
        }
        Ok(None)
    })
    .await
}

/// Lets a round that is over without a warning close a while later.
async fn close_after_warning(games: &Games, stored: StoredTournament) -> Result<StoredTournament, GameError> {
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
    /// By the clock of the player on turn, so that vacations and pauses do not count. `None`: both have moved, or the clock stands still.
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

/// Whether the clock of the player on turn ran out until then.
fn is_lost_by(record: &GameRecord, at: Timestamp) -> bool {
    let lost_at = turn::deadline(&record.game, &record.seats, &record.vacations);
    lost_at.is_ok_and(|lost_at| lost_at.is_some_and(|lost_at| lost_at <= at))
}

async fn carry_out(games: &Games, stored: &StoredTournament, record: &GameRecord, due: Due) -> Result<Done, GameError> {
    let (game, unfinished) = (record.game.game_id, stored.tournament.rules.unfinished);
    let began_at = stored.tournament.rounds.last().map_or(record.game.challenge.created_at, |round| round.opened_at);
    let mut players = HashMap::new();
    if matches!(due, Due::Close { .. }) && unfinished == Unfinished::Clock {
        for user in record.people() {
            players.insert(user, (games.hours_of(user).await?, games.store.vacations_of(user).await?));
        }
    }
    let kind: u64 = match due {
        Due::Remind { ply, .. } => 0x100 + u64::from(ply),
        Due::Forfeit { .. } => 1,
        // Another end of the round is another warning.
        Due::Warn { closes_at } => closes_at.0.cast_unsigned() << 10 | 2,
        Due::Close { .. } => 3,
        // It may move there and back.
        Due::MoveEnd { .. } => record.game.version.cast_unsigned() << 10 | 4,
    };
    let round = u64::from(stored.tournament.current_round());
    let request = internal_request(game, kind.rotate_left(20) ^ round.rotate_left(52));
    // It has ended, or somebody has moved.
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
            let (winner, reason) = if unfinished == Unfinished::Clock {
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
    Box::pin(games.change(request, game, None, is_done, change)).await
}

/// Who leads on score; nobody where it is level.
fn leader_by_score(replayed: &ReplayedGame) -> Option<Team> {
    let diagram = replayed.any_game.diagram();
    let score = |seat: usize| {
        let color = diagram.seats.get(seat)?.color;
        let side = diagram.sides.iter().find(|side| side.color == color)?;
        // Where pushing off does not win, what is left counts.
        Some(if side.target.is_some() { side.ejected } else { side.on_board + side.in_hand })
    };
    leader(replayed, [score(0), score(1)])
}

/// Who has more time left at this instant.
fn leader_by_clock(
    replayed: &ReplayedGame,
    players: &HashMap<UserId, PlayerTime>,
    began_at: Timestamp,
    at: Timestamp,
) -> Result<Option<Team>, ClockError> {
    let left = |seat: Seat| {
        let player = replayed.record.player_at(seat).person().and_then(|user| players.get(&user));
        let (hours, vacations) = player.cloned().unwrap_or_default();
        turn::time_left(&replayed.record, seat, hours, &vacations, began_at, at)
    };
    Ok(leader(replayed, [left(Seat(0))?, left(Seat(1))?]))
}

fn leader<T: Ord>(replayed: &ReplayedGame, [first, second]: [T; 2]) -> Option<Team> {
    let seat = match first.cmp(&second) {
        Ordering::Greater => 0,
        Ordering::Less => 1,
        Ordering::Equal => return None,
    };
    replayed.any_game.seats().get(seat).map(|place| place.team)
}

/// Moves the end of the current round with a decision on all of its games, once.
pub async fn move_round_end(
    games: &Games,
    tournament: TournamentId,
    request: RequestId,
    decision: DecisionForAll,
    at: Timestamp,
) -> Result<(), GameError> {
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
