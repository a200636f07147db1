//! Organizers' decisions about players and boards: removals and results.

use base::named::named;
use games::Games;
use games::domain::{AuditAction, Competition, MINUTE_MS, Organizer, RequestId, TournamentId, UserId};

use crate::ClubError;
use crate::authority::authority;
use crate::domain::Subject;
use crate::domain::tournament::{BoardDecision, BoardResult, BoardScore, Pairing, StoredTournament, TournamentError};
use crate::tournaments::entry_for_players;
use crate::tournaments::sync::{change_tournament, played_marbles, update_tournament};

/// A younger round may not be the one that the organizer has seen.
const JUST_BEGUN_MS: i64 = MINUTE_MS;

/// Removes a player who cannot go on, for example after a ban: this round's game is lost at once, even if the player
/// has already withdrawn.
pub async fn remove_and_forfeit(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    player: UserId,
) -> Result<StoredTournament, ClubError> {
    by.required_reason()?;
    let stored = update_tournament(games, tournament).await?;
    let has_open_game = board_of(&stored, player).is_ok_and(|(_, board, _)| board.result.is_none());
    // Removed first, so that the next round does not pair them.
    let stored = match take_out(games, by, tournament, player, has_open_game).await {
        Err(ClubError::Tournament(TournamentError::NotIn)) if has_open_game => {
            return decide(games, by, tournament, player, Verdict::Loss).await;
        }
        stored => stored?,
    };
    if !has_open_game {
        return Ok(stored);
    }
    // The decision needs its own entry in the log.
    let request = RequestId(by.request.0.rotate_left(1));
    decide_board(games, &Organizer { request, ..by.clone() }, tournament, player, Verdict::Loss, true).await
}

/// Removes a player; the log keeps the reason.
pub async fn remove(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    player: UserId,
) -> Result<StoredTournament, ClubError> {
    take_out(games, by, tournament, player, false).await
}

async fn take_out(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    player: UserId,
    forfeits: bool,
) -> Result<StoredTournament, ClubError> {
    let (authority, now) = (authority(games, by).await?, games.clock.now());
    change_tournament(games, tournament, |stored| {
        let before = stored.clone();
        stored.tournament.withdraw(player)?;
        let verdict = if forfeits { format!("\n{}", Verdict::Loss) } else { String::new() };
        let detail = format!("{}{verdict}", stored.name);
        let action = AuditAction::TournamentPlayerRemoved;
        Ok(Some(entry_for_players(&authority, action, &before, Some(player), detail, now)?))
    })
    .await
}

named! {
    /// An organizer's decision on the game of a player.
    pub enum Verdict, "decision on a game" {
        Win = "win",
        Draw = "draw",
        Loss = "loss",
        /// The game counts as not played.
        BothLose = "both-lose",
    }
}

/// Decides the game of a player in the current round. The stored decision is authoritative; the game on the board then
/// ends once, even if it is being opened at this moment.
/// opened at this moment.
pub async fn decide(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    player: UserId,
    verdict: Verdict,
) -> Result<StoredTournament, ClubError> {
    decide_board(games, by, tournament, player, verdict, false).await
}

/// `is_removed`: the player is being removed, which is allowed in a round that has just started.
async fn decide_board(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    player: UserId,
    verdict: Verdict,
    is_removed: bool,
) -> Result<StoredTournament, ClubError> {
    let now = games.clock.now();
    let reason = by.required_reason()?;
    // The marbles played so far count for tie-breaks.
    let stored = update_tournament(games, tournament).await?;
    let (_, board, number) = board_of(&stored, player)?;
    // Two organizers may decide the last game of a round at once: the second decision must not hit the next round.
    let (round, current) = (stored.tournament.current_round(), stored.tournament.rounds.last());
    let is_new = round > 1 && current.is_some_and(|current| now.since(current.opened_at) < JUST_BEGUN_MS);
    if is_new && !is_removed {
        return Err(TournamentError::RoundJustBegun(round).into());
    }
    let game = board.game;
    let played_marbles = match game {
        Some(game) => games.record(game).await?.and_then(|record| played_marbles(&record)),
        None => None,
    };
    let is_done =
        board.decision.is_some() && board.result.is_some_and(|result| result.score == score(board, number, verdict));
    if !is_done {
        let authority = authority(games, by).await?;
        change_tournament(games, tournament, |stored| {
            if stored.tournament.current_round() != round {
                return Err(TournamentError::RoundJustBegun(stored.tournament.current_round()).into());
            }
            let (index, board, number) = board_of(stored, player)?;
            let score = score(board, number, verdict);
            let played_marbles = played_marbles.filter(|_| score != BoardScore::BothLose);
            let pairing = stored.tournament.rounds.last_mut().and_then(|round| round.pairings.get_mut(index));
            let pairing = pairing.ok_or(TournamentError::NoSuchBoard)?;
            let (is_forfeit, marbles) = (played_marbles.is_none(), played_marbles.unwrap_or_default());
            pairing.result = Some(BoardResult { score, is_forfeit, is_silent: false, marbles });
            pairing.decision =
                Some(BoardDecision { organizer: by.user, reason: reason.clone(), has_ended_game: false });
            let (action, detail) = (AuditAction::TournamentDecided, format!("{}\n{verdict}", stored.name));
            let seats = if is_removed { Vec::new() } else { stored.tournament.players() };
            let competition = Some(Competition::Tournament(tournament));
            let subject = Subject { game, competition, player: Some(player), detail: Some(detail) };
            Ok(Some(authority.entry(action, &seats, subject, now)?))
        })
        .await?;
    }
    update_tournament(games, tournament).await
}

/// The board of a player in the current round: its index, and the player's start number.
fn board_of(stored: &StoredTournament, player: UserId) -> Result<(usize, &Pairing, u32), TournamentError> {
    stored.tournament.check_running()?;
    if !stored.tournament.has_seen(player) {
        return Err(TournamentError::NotIn);
    }
    let current = stored.tournament.rounds.last().ok_or(TournamentError::NotBegun)?;
    let round = stored.tournament.current_round();
    let is_theirs = |number: &u32| stored.tournament.user_in(*number, round) == Some(player);
    let boards = current.pairings.iter().enumerate().filter(|(_, pairing)| pairing.second.is_some());
    let mut own_boards = boards.filter_map(|(index, pairing)| {
        let number = [Some(pairing.first), pairing.second].into_iter().flatten().find(is_theirs)?;
        Some((index, pairing, number))
    });
    own_boards.next().ok_or(TournamentError::NoSuchBoard)
}

fn score(board: &Pairing, number: u32, verdict: Verdict) -> BoardScore {
    let is_first = board.first == number;
    match (verdict, is_first) {
        (Verdict::Draw, _) => BoardScore::Draw,
        (Verdict::BothLose, _) => BoardScore::BothLose,
        (Verdict::Win, true) | (Verdict::Loss, false) => BoardScore::FirstWins,
        (Verdict::Win, false) | (Verdict::Loss, true) => BoardScore::SecondWins,
    }
}
