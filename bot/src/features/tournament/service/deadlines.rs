//! What time does to the games of a round: who never moves is reminded and forfeits, and a round that closes ends its games.

use crate::domain::clock::turn;
use crate::domain::clubs::tournament::{StoredTournament, TournamentPhase, Unfinished};
use crate::domain::{
    Action, Competition, DAY_MS, DecisionForAll, EndReason, GameId, GameRecord, MINUTE_MS, Notice, Phase, RequestId,
    TimeSpan, Timestamp, TournamentId,
};
use crate::features::tournament::service::taking_in::{change_tournament, report};
use crate::games::change::{Change, internal_request};
use crate::games::competition::read_games;
use crate::games::endings::lose_game;
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
    /// Both players are told when the round closes.
    Warn { closes_at: Timestamp, loses: bool },
    /// The round is closed, and the player on turn loses.
    Lose,
}

/// Does what is due in the games of the current round, each thing once, and notes when to look again.
pub(super) async fn check_round(games: &Games, stored: StoredTournament) -> Result<StoredTournament, GameError> {
    let (now, tournament, number) = (games.clock.now(), &stored.tournament, stored.tournament.current_round());
    let Some(round) = tournament.rounds.last() else { return Ok(stored) };
    // Boards are opened a few at a time. One that cannot be opened does not keep the others from their deadlines.
    let is_opening = tournament.unopened().next().is_some() && now.since(round.opened_at) < OPENING_MS;
    let is_running = tournament.phase == TournamentPhase::Running && !is_opening;
    if !is_running || round.check_at.is_none_or(|at| at > now) {
        return Ok(stored);
    }
    if round.closes_at(&tournament.rules).is_some_and(|at| at <= now) && !round.is_warned {
        // Its end passed while no process was there, or before it was moved: nobody loses without a warning.
        return close_after_warning(games, stored).await;
    }
    let open: Vec<GameId> = round.pairings.iter().filter(|it| !it.is_done()).filter_map(|it| it.game).collect();
    let competition = Competition::Tournament(stored.tournament_id);
    let records = read_games(games, competition, open).await?;
    let closes_at = round.closes_at(&tournament.rules);
    let warns_at = closes_at.map(|at| at.plus(-tournament.rules.warning_ms()));
    let is_closed = closes_at.is_some_and(|at| at <= now);
    let is_asking = tournament.rules.unfinished == Some(Unfinished::AskOrganizer);
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
        if let Some(minutes) = tournament.first_move_minutes()
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
            due.push(Due::Warn { closes_at, loses: !is_asking });
        }
        if is_closed && !is_asking {
            // What an organizer has paused waits for them.
            let paused = record.game.agreements.adjourned.filter(|adjourned| adjourned.organizer.is_some());
            match paused.filter(|paused| paused.until > now) {
                Some(paused) => checks.push(paused.until),
                None => due.push(Due::Lose),
            }
        }
        for due in due {
            if matches!(due, Due::Forfeit { .. } | Due::Lose) {
                checks.push(now.plus(AGAIN_MS));
            }
            match carry_out(games, number, record, due).await {
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

async fn carry_out(games: &Games, round: u32, record: &GameRecord, due: Due) -> Result<Done, GameError> {
    let game = record.game.game_id;
    let kind: u64 = match due {
        Due::Remind { ply, .. } => 0x100 + u64::from(ply),
        Due::Forfeit { .. } => 1,
        // Another end of the round is another warning.
        Due::Warn { closes_at, .. } => closes_at.0.cast_unsigned() << 10 | 2,
        Due::Lose => 3,
    };
    let request = internal_request(game, kind.rotate_left(20) ^ u64::from(round).rotate_left(52));
    // It has ended, or somebody has moved.
    let is_done = |record: &GameRecord| {
        let is_about = match due {
            Due::Remind { ply, .. } | Due::Forfeit { ply } => record.game.ply == ply,
            Due::Warn { .. } | Due::Lose => true,
        };
        record.game.phase != Phase::Playing || !is_about
    };
    let change = |replayed: ReplayedGame, _| match due {
        Due::Remind { at, ply } => {
            let notice = Notice::FirstMoveDue { at, ply };
            Ok(Change::of(replayed.record.game, Action::FollowCompetition, vec![notice]))
        }
        Due::Warn { closes_at, loses } => {
            let notice = Notice::RoundCloses { at: closes_at, loses };
            Ok(Change::of(replayed.record.game, Action::FollowCompetition, vec![notice]))
        }
        Due::Forfeit { .. } | Due::Lose => {
            let seat = replayed.record.game.turn.to_move.ok_or(GameError::NoClock)?;
            let game = lose_game(replayed, seat, EndReason::Time);
            Ok(Change::of(game, Action::LoseOnTime, vec![Notice::Ended]))
        }
    };
    Box::pin(games.change(request, game, None, is_done, change)).await
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
