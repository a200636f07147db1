//! Making a move.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rules::{AnyGame, Refusal, Seat, team_of};
use tokio::time::timeout;

use crate::change::Change;
use crate::conditional_moves::{self, Followed};
use crate::domain::clock::turn;
use crate::domain::{
    Action, Agreements, BoardRevision, ConditionalMoves, EndReason, Game, GameId, GameRecord, Notice, Pace, Phase,
    Player, Ply, Proposal, RequestId, SeatedPlayer, Timestamp, TurnClock, UserId,
};
use crate::endings::end_game;
use crate::{Done, GameError, Games, IllegalMove, ReplayedGame};

/// A move as typed or pressed.
#[derive(Debug, Clone)]
pub struct PlayMove {
    pub request: RequestId,
    pub game: GameId,
    pub user: UserId,
    /// The move, in any accepted notation.
    pub text: String,
    /// The board revision of the button; `None` for a typed move.
    pub expected_revision: Option<BoardRevision>,
}

/// Placings for later turns prepared together with a move.
#[derive(Debug, Clone, Default)]
pub struct PreparedPlacings {
    /// In order of play, without those already made or occupied since.
    pub placings: Vec<String>,
    /// Whether they have replaced the player's lines.
    pub replaces_lines: bool,
}

/// Characters of a refused move that are compared with legal ones.
const LONGEST_BEGINNING: usize = 12;
/// Completions requested to find suggestions; some are only partial turns.
const PAGE: usize = 12;

/// The board after a typed move, and its canonical notation. `None` while colors are hidden.
///
/// # Errors
/// As for the move itself.
pub async fn preview(
    games: &Games,
    game: GameId,
    user: UserId,
    text: &str,
) -> Result<Option<(ReplayedGame, String)>, GameError> {
    let mut replayed = games.load(game, None).await?;
    let seat = replayed.record.playing_seat(user)?;
    replayed.record.check_not_adjourned()?;
    if replayed.record.game.turn.to_move != Some(seat) {
        return Err(GameError::NotYourTurn(Box::new(replayed.record)));
    }
    if replayed.record.game.hides_colors() {
        return Ok(None);
    }
    match play_typed(&mut *replayed.any_game, text) {
        Ok(notation) => Ok(Some((replayed, notation))),
        Err(refusal) => Err(illegal_move(&replayed, refusal, text)),
    }
}

/// Plays a move. A late move still counts if the loss on time was not recorded yet: that is kinder, and it alone does
/// not depend on the program's load. A second click on the same button finds its move made.
pub async fn play(games: &Games, play: PlayMove) -> Result<Done, GameError> {
    Ok(play_and_prepare(games, play, &[]).await?.0)
}

/// As `play`, and prepares placings for the player's later turns in place of all their lines. Both are one commit: a
/// refused move leaves the lines as they were.
pub async fn play_and_prepare(
    games: &Games,
    play: PlayMove,
    later: &[String],
) -> Result<(Done, PreparedPlacings), GameError> {
    let (request, user) = (play.request, play.user);
    // Each commit attempt decides again; the last decision counts.
    let decision = Mutex::new(PreparedPlacings::default());
    let decide = |mut replayed: ReplayedGame, now, reply: Option<&EngineReply>| {
        let seat = replayed.record.playing_seat(play.user)?;
        if play.expected_revision.is_some_and(|revision| revision != replayed.record.game.revision()) {
            return Err(GameError::Stale(Box::new(replayed)));
        }
        replayed.record.check_not_adjourned()?;
        if replayed.record.game.turn.to_move != Some(seat) {
            return Err(GameError::NotYourTurn(Box::new(replayed.record)));
        }
        let mut replaces_lines = false;
        if let Some(line) = conditional_moves::placings_for_later(&replayed, user, later)? {
            let is_own = |other: &ConditionalMoves| other.user == user;
            replaces_lines = replayed
                .conditional_moves
                .iter()
                .any(|other| is_own(other) && conditional_moves::prepared(&other.tree).is_none());
            // Before the turns, so that an opponent's prepared placings are answered.
            replayed.conditional_moves.retain(|other| !is_own(other));
            replayed.conditional_moves.push(line);
        }
        let change = play_turn(replayed, seat, &play.text, now, reply)?;
        let lines = change.conditional_moves.as_deref().unwrap_or_default();
        let placings =
            if change.game.phase == Phase::Over { Vec::new() } else { conditional_moves::prepared_of(lines, user) };
        *decision.lock().unwrap_or_else(PoisonError::into_inner) = PreparedPlacings { placings, replaces_lines };
        Ok(change)
    };
    let record = games.record(play.game).await?.ok_or(GameError::NoSuchGame)?;
    let reply = Box::pin(choose_reply(games, &record, |replayed, now| decide(replayed, now, None))).await;
    let decide_answered = |replayed, now| decide(replayed, now, reply.as_ref());
    let outcome =
        games.change_loaded(request, record, Some(user), is_already_played(play.clone()), decide_answered).await?;
    let prepared = if outcome.repeated && !later.is_empty() {
        // Another request has played the move with its placings.
        PreparedPlacings {
            placings: conditional_moves::prepared_placings(games, &outcome.replayed, user).await?,
            replaces_lines: false,
        }
    } else {
        decision.into_inner().unwrap_or_else(PoisonError::into_inner)
    };
    Ok((outcome, prepared))
}

/// Plays the move of the engine on turn.
///
/// # Errors
/// If it is not legal.
pub fn play_owed(replayed: ReplayedGame, text: &str, now: Timestamp) -> Result<Change, GameError> {
    let Some(seat) = replayed.record.game.turn.to_move else {
        return Err(GameError::NotYourTurn(Box::new(replayed.record)));
    };
    play_turn(replayed, seat, text, now, None)
}

/// A turn and the prepared replies to it.
fn play_turn(
    mut replayed: ReplayedGame,
    seat: Seat,
    text: &str,
    now: Timestamp,
    reply: Option<&EngineReply>,
) -> Result<Change, GameError> {
    let GameRecord { game, seats, vacations, .. } = &replayed.record;
    let pace = game.time_control.pace;
    let spent_ms = turn::spent(game, seats, vacations, now)?;
    let mut turns = Turns::of(&mut replayed, pace, now);
    if let Err(refusal) = turns.play(seat, text, TurnSource::Played { spent: spent_ms }) {
        return Err(illegal_move(&replayed, refusal, text));
    }
    turns.answer(reply);
    let Turns { plies, seats, conditional_moves, dropped, taken, .. } = turns;
    let had_conditional_moves = !replayed.conditional_moves.is_empty();
    let (ply, outcome) = (replayed.record.game.ply, replayed.any_game.outcome());
    let game = match outcome {
        Some(outcome) => end_game(replayed, outcome.winner, EndReason::Rules(outcome.reason)),
        None => replayed.record.game,
    };
    let mut notices = vec![Notice::Board { ply }];
    // After the end of the game, dropped conditional moves need no notice.
    if game.phase != Phase::Over {
        let notice =
            |is_placing| move |(user, turn)| Notice::ConditionalMovesDropped { user, turn: Some(turn), is_placing };
        notices.extend(dropped.into_iter().map(notice(false)));
        notices.extend(taken.into_iter().map(notice(true)));
    }
    let seats = pace.clock().is_some().then_some(seats);
    let conditional_moves = had_conditional_moves.then_some(conditional_moves);
    Ok(Change { seats, plies, conditional_moves, ..Change::of(game, Action::Play, notices) })
}

/// Plays a typed turn. If marbles are placed, a bare cell means a placement there.
fn play_typed(any_game: &mut dyn AnyGame, text: &str) -> Result<String, Refusal> {
    any_game.play(text).or_else(|refusal| {
        if !any_game.diagram().placing {
            return Err(refusal);
        }
        let placements: Vec<String> =
            text.split(',').map(|step| format!("@{}", step.trim().trim_start_matches('@'))).collect();
        any_game.play(&placements.join(",")).map_err(|_| refusal)
    })
}

fn illegal_move(replayed: &ReplayedGame, refusal: Refusal, text: &str) -> GameError {
    let game = &replayed.record.game;
    let examples = (!game.hides_colors()).then(|| nearest(&*replayed.any_game, text));
    let (game, revision) = (game.game_id, game.revision());
    GameError::IllegalMove(Box::new(IllegalMove { refusal, game, revision, examples }))
}

/// Up to three legal turns with the longest common beginning with the input, which is at least a cell.
fn nearest(any_game: &dyn AnyGame, typed: &str) -> Vec<String> {
    let query: String = typed.trim().to_lowercase().chars().take(LONGEST_BEGINNING).collect();
    let separator = any_game.separator();
    let is_whole = |turn: &String| separator.is_empty() || !turn.ends_with(separator);
    let beginning_like = |end: usize| {
        let choices = any_game.complete(query.get(..end)?, PAGE);
        let whole = choices.into_iter().map(|choice| choice.notation).filter(is_whole);
        let turns: Vec<String> = whole.take(3).collect();
        (!turns.is_empty()).then_some(turns)
    };
    let board = query.find(':').map_or(0, |colon| colon + 1);
    (board + "a1".len()..=query.len()).rev().find_map(beginning_like).unwrap_or_default()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TurnSource {
    /// Played by the player now, after so many milliseconds of their clock.
    Played { spent: i64 },
    /// A conditional move, decided earlier: the player has not seen newer offers.
    Conditional,
}

/// Turns of one commit: a player's, and the prepared replies.
struct Turns<'v> {
    replayed: &'v mut ReplayedGame,
    pace: Pace,
    now: Timestamp,
    plies: Vec<Ply>,
    seats: Vec<SeatedPlayer>,
    conditional_moves: Vec<ConditionalMoves>,
    /// Players whose conditional moves did not foresee a turn, and that turn.
    dropped: Vec<(UserId, String)>,
    /// Players whose prepared placings were occupied by others, and those placings.
    taken: Vec<(UserId, String)>,
}

impl<'v> Turns<'v> {
    fn of(replayed: &'v mut ReplayedGame, pace: Pace, now: Timestamp) -> Self {
        let (seats, conditional_moves) = (replayed.record.seats.clone(), replayed.conditional_moves.clone());
        Self {
            replayed,
            pace,
            now,
            plies: Vec::new(),
            seats,
            conditional_moves,
            dropped: Vec::new(),
            taken: Vec::new(),
        }
    }

    fn play(&mut self, seat: Seat, text: &str, decided: TurnSource) -> Result<(), Refusal> {
        let notation = play_typed(&mut *self.replayed.any_game, text)?;
        let seat_infos = self.replayed.any_game.seats();
        let team = |seat| team_of(&seat_infos, seat);
        let (now, game) = (self.now, self.replayed.record.game.clone());
        let spent = match decided {
            TurnSource::Played { spent } => spent,
            TurnSource::Conditional => 0,
        };
        for own in self.seats.iter_mut().filter(|own| own.seat == seat) {
            own.clock = self.pace.after_turn(own.clock, spent);
        }
        // With three players, one who has already agreed has answered.
        let has_agreed =
            decided == TurnSource::Conditional || self.seats.iter().any(|own| own.seat == seat && own.agreed);
        let is_answered = |open: &Proposal| {
            decided == TurnSource::Conditional || team(open.seat) == team(seat) || open.agreed.contains(&seat)
        };
        let proposal = game.agreements.proposal.clone().filter(|open| open.kind.outlasts(is_answered(open)));
        let next = self.replayed.any_game.to_move();
        let player = self.replayed.record.player_at(seat);
        let ply = game.ply + 1;
        self.plies.push(Ply {
            number: ply,
            notation: notation.clone(),
            played_at: now,
            player,
            version: game.version + 1,
        });
        self.replayed.record.game = Game {
            ply,
            // An offer stands until the opponent answers it; a move counts as an answer.
            draw_offer: game.draw_offer.filter(|offer| team(offer.seat) == team(seat) || has_agreed),
            turn: TurnClock { to_move: next, started_at: now, allowance_ms: None, reminded_until: None, ..game.turn },
            agreements: Agreements { proposal, claim_warning: None, ..game.agreements },
            ..game
        };
        let lines = std::mem::take(&mut self.conditional_moves);
        let Followed { mut left, dropped, taken_from } = conditional_moves::follow(lines, &notation, player);
        if !left.is_empty() && !self.replayed.any_game.diagram().placing {
            left = conditional_moves::without_placings(left);
        }
        self.conditional_moves = left;
        self.dropped.extend(dropped.into_iter().map(|user| (user, notation.clone())));
        for user in taken_from {
            // All placings that one move takes from a player are one message.
            match self.taken.iter_mut().find(|(other, _)| *other == user) {
                Some((_, turns)) => turns.extend([" ", &notation]),
                None => self.taken.push((user, notation.clone())),
            }
        }
        Ok(())
    }

    /// Plays prepared replies, as long as the player on turn has one.
    fn answer(&mut self, reply: Option<&EngineReply>) {
        while self.replayed.any_game.outcome().is_none()
            && let Some(seat) = self.replayed.record.game.turn.to_move
            && let Some(player) = self.replayed.record.at(seat).map(|seat| seat.player)
            && let Some(turn) = self.next_answer(player, reply)
        {
            if self.play(seat, &turn, TurnSource::Conditional).is_err() {
                let Some(user) = player.user() else { return };
                // The prepared turn was legal when it was decided, but no longer is.
                self.conditional_moves.retain(|line| line.user != user);
                self.dropped.push((user, turn));
            }
        }
    }

    fn next_answer(&self, player: Player, reply: Option<&EngineReply>) -> Option<String> {
        if let Some(user) = player.user() {
            return conditional_moves::answer(&self.conditional_moves, user);
        }
        let plies = self.replayed.record.plies.iter().chain(&self.plies);
        reply.filter(|reply| reply.fits(plies)).map(|reply| reply.turn.clone())
    }
}

/// Whether this person made this very move on the button's board.
fn is_already_played(play: PlayMove) -> impl Fn(&GameRecord) -> bool {
    move |record| {
        let stands = |revision: &BoardRevision| revision.taken_back == record.game.revision().taken_back;
        let ply = play.expected_revision.filter(stands).and_then(|revision| record.plies.get(revision.ply as usize));
        ply.is_some_and(|ply| ply.player == play.user && ply.notation == play.text)
    }
}

/// How long a move waits for the reply. A slower one comes by the alarm of the game.
const REPLY_WAIT: Duration = Duration::from_secs(1);

pub(super) struct EngineReply {
    pub(super) turn: String,
    /// All turns before it.
    after: Vec<String>,
}

impl EngineReply {
    pub(super) fn fits<'p>(&self, played: impl Iterator<Item = &'p Ply>) -> bool {
        played.map(|ply| &ply.notation).eq(&self.after)
    }
}

/// The engine's reply to the change of `decide`. `None` if no engine is on turn then, or if it is too slow: the move
/// is made without it.
pub(super) async fn choose_reply(
    games: &Games,
    record: &GameRecord,
    decide: impl Fn(ReplayedGame, Timestamp) -> Result<Change, GameError>,
) -> Option<EngineReply> {
    let queue = games.engine_queue.as_ref()?;
    record.seats.iter().find_map(|seat| seat.player.engine())?;
    let before = games.with_conditional_moves(ReplayedGame::open(record.clone(), None).ok()?).await.ok()?;
    let Change { game, plies, .. } = decide(before, games.clock.now()).ok()?;
    if game.phase != Phase::Playing {
        return None;
    }
    let plies: Vec<Ply> = record.plies.iter().cloned().chain(plies).collect();
    let level = turn::on_turn(&game, &record.seats)?.player.engine()?;
    let after = plies.iter().map(|ply| ply.notation.clone()).collect();
    let replayed = ReplayedGame::open(GameRecord { game, plies, ..record.clone() }, None).ok()?;
    let turn = timeout(REPLY_WAIT, queue.choose_move(level, &replayed)).await.ok()??;
    Some(EngineReply { turn, after })
}
