//! Organizers' decisions about players and boards: removals and results.

use base::named::named;
use games::Games;
use games::domain::{
    AuditAction, BoardNumber, Competition, GameId, MINUTE_MS, Organizer, OrganizerError, Phase, RequestId, Timestamp,
    TournamentId, UserId,
};

use crate::ClubError;
use crate::authority::authority;
use crate::domain::tournament::standings::counted_rounds;
use crate::domain::tournament::{
    BoardDecision, BoardResult, BoardScore, Pairing, StoredTournament, Tournament, TournamentError, TournamentPhase,
};
use crate::domain::{Decision, Subject};
use crate::tournaments::sync::{change_tournament, played_marbles, update_tournament};
use crate::tournaments::{entry_for_players, load};

/// What is younger may not have been seen by the organizer: a round, or a decision of another one.
const JUST_BEGUN_MS: i64 = MINUTE_MS;

/// Removes a player who cannot go on, for example after a ban: this round's games are lost at once, even if the player
/// has already withdrawn.
pub async fn remove_and_forfeit(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    player: UserId,
) -> Result<StoredTournament, ClubError> {
    by.required_reason()?;
    let stored = update_tournament(games, tournament).await?;
    let open: Vec<BoardChoice> = open_boards(&stored.tournament, player);
    // Removed first, so that the next round does not pair them.
    let (mut stored, is_removed) = match take_out(games, by, tournament, player, !open.is_empty()).await {
        Err(ClubError::Tournament(TournamentError::NotIn)) if !open.is_empty() => (stored, false),
        stored => (stored?, true),
    };
    for (index, choice) in (0..).zip(open) {
        // Each decision needs its own entry in the log.
        let request = RequestId(by.request.0.rotate_left(1 + index));
        let by = if is_removed || index > 0 { Organizer { request, ..by.clone() } } else { by.clone() };
        stored = decide_board(games, &by, tournament, choice, Verdict::Loss, is_removed).await?;
    }
    Ok(stored)
}

/// The open boards of a player in the current round.
fn open_boards(tournament: &Tournament, player: UserId) -> Vec<BoardChoice> {
    let round = tournament.current_round();
    let boards = boards_of(tournament, player, round);
    let is_open = |board: &Board| board.pairing(tournament).is_ok_and(|pairing| pairing.result.is_none());
    let choice = |board: Board| BoardChoice { player, round: None, board: Some(board.index as u32 + 1) };
    if tournament.check_running().is_err() {
        Vec::new()
    } else {
        boards.into_iter().filter(is_open).map(choice).collect()
    }
}

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
        if let Some(entrant) = stored.tournament.entrants.iter_mut().find(|entrant| entrant.user == player) {
            entrant.is_removed = true;
        }
        let verdict = if forfeits { format!("\n{}", Verdict::Loss) } else { String::new() };
        let detail = format!("{}{verdict}", stored.name);
        let action = AuditAction::TournamentPlayerRemoved;
        Ok(Some(entry_for_players(&authority, action, &before, Some(player), detail, now)?))
    })
    .await
}

named! {
    pub enum Verdict, "decision on a game" {
        Win = "win",
        Draw = "draw",
        Loss = "loss",
        /// The game counts as not played.
        BothLose = "both-lose",
    }
}

#[derive(Debug, Clone, Copy)]
pub struct BoardChoice {
    pub player: UserId,
    /// `None`: the current round.
    pub round: Option<u32>,
    /// Its number in the round; `None`: the only one of the player.
    pub board: Option<u32>,
}

impl From<UserId> for BoardChoice {
    fn from(player: UserId) -> Self {
        Self { player, round: None, board: None }
    }
}

#[derive(Debug, Clone, Copy)]
struct Board {
    round: u32,
    index: usize,
    number: u32,
}

impl Board {
    fn pairing(self, tournament: &Tournament) -> Result<&Pairing, TournamentError> {
        let round = tournament.rounds.get(self.round as usize - 1);
        round.and_then(|round| round.pairings.get(self.index)).ok_or(TournamentError::NoSuchBoard)
    }
}

/// Decides the game of a player. The stored decision is authoritative; the game on the board then ends once, even if it
/// is being opened at this moment. Rounds that are paired stay as they are.
pub async fn decide(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    choice: impl Into<BoardChoice> + Send,
    verdict: Verdict,
) -> Result<StoredTournament, ClubError> {
    decide_board(games, by, tournament, choice.into(), verdict, false).await
}

/// Decides for its event on a game that is over, in whatever round. `None` if it is not over, or belongs to no event.
pub async fn mend(
    games: &Games,
    by: &Organizer,
    game: GameId,
    decision: Decision,
) -> Result<Option<(StoredTournament, BoardChoice, Verdict)>, ClubError> {
    let Some(record) = games.record(game).await? else { return Ok(None) };
    let competition = record.game.competition.as_ref().map(|tag| tag.competition);
    let (Phase::Over | Phase::Void, Some(Competition::Tournament(tournament))) = (record.game.phase, competition)
    else {
        return Ok(None);
    };
    by.check(&record)?;
    let (player, verdict) = match decision {
        Decision::Win(winner) if record.seat_of(winner).is_none() => {
            return Err(OrganizerError::NotInGame(winner).into());
        }
        Decision::Win(winner) => (Some(winner), Verdict::Win),
        Decision::Draw => (record.people().next(), Verdict::Draw),
        Decision::Annul | Decision::AnnulAgainst(_) => return Ok(None),
    };
    let stored = load(games, tournament).await?;
    let (Some((number, _)), Some(player)) = (stored.tournament.board_of(game), player) else { return Ok(None) };
    let choice = BoardChoice { player, round: Some(number.round), board: Some(number.board) };
    Ok(Some((decide(games, by, tournament, choice, verdict).await?, choice, verdict)))
}

/// `is_removed`: the player is being removed, which is allowed in a round that has just started.
async fn decide_board(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    choice: BoardChoice,
    verdict: Verdict,
    is_removed: bool,
) -> Result<StoredTournament, ClubError> {
    let now = games.clock.now();
    let reason = by.required_reason()?;
    // The marbles played so far count for tie-breaks.
    let stored = update_tournament(games, tournament).await?;
    if choice.round.is_none() && !is_removed {
        check_not_just_begun(&stored.tournament, choice.player, by, now)?;
    }
    let board = find_board(&stored.tournament, choice)?;
    let pairing = board.pairing(&stored.tournament)?;
    check_not_just_decided(pairing, by, now)?;
    let game = pairing.game;
    let played_marbles = match game {
        Some(game) => games.record(game).await?.and_then(|record| played_marbles(&record)),
        None => None,
    };
    let wanted = score(pairing, board.number, verdict);
    if pairing.decision.is_none() || pairing.result.is_none_or(|result| result.score != wanted) {
        let authority = authority(games, by).await?;
        change_tournament(games, tournament, |stored| {
            let current = stored.tournament.current_round();
            if choice.round.is_none() && current != board.round {
                return Err(TournamentError::RoundJustBegun(current).into());
            }
            check_counted(&stored.tournament, board.round)?;
            let pairing = board.pairing(&stored.tournament)?;
            check_not_just_decided(pairing, by, now)?;
            // A player may decide on no board of an event, nor on one they had before they withdrew.
            let numbers = [Some(pairing.first), pairing.second].into_iter().flatten();
            let users = numbers.filter_map(|number| stored.tournament.user_in(number, board.round));
            let seats =
                if is_removed { Vec::new() } else { stored.tournament.players().into_iter().chain(users).collect() };
            let number = BoardNumber { round: board.round, board: board.index as u32 + 1 };
            let detail = Some(format!("{} · {number}\n{verdict}", stored.name));
            let competition = Some(Competition::Tournament(tournament));
            let subject = Subject { game, competition, player: Some(choice.player), detail };
            let entry = authority.entry(AuditAction::TournamentDecided, &seats, subject, now)?;

            let played_marbles = played_marbles.filter(|_| wanted != BoardScore::BothLose);
            let (is_forfeit, marbles) = (played_marbles.is_none(), played_marbles.unwrap_or_default());
            let round = &mut stored.tournament.rounds[board.round as usize - 1];
            let pairing = &mut round.pairings[board.index];
            pairing.result = Some(BoardResult { score: wanted, is_forfeit, is_silent: false, marbles });
            let (organizer, reason) = (by.user, reason.clone());
            pairing.decision = Some(BoardDecision { organizer, at: now, reason, has_ended_game: false });
            Ok(Some(entry))
        })
        .await?;
    }
    update_tournament(games, tournament).await
}

/// Two organizers may decide the last game of a round at once: the second decision must not hit the next round.
fn check_not_just_begun(
    tournament: &Tournament,
    player: UserId,
    by: &Organizer,
    now: Timestamp,
) -> Result<(), TournamentError> {
    tournament.check_running()?;
    let current = tournament.current_round();
    let is_new = tournament.rounds.last().is_some_and(|round| now.since(round.opened_at) < JUST_BEGUN_MS);
    if current < 2 || !is_new {
        return Ok(());
    }
    if let Ok(board) = find_board(tournament, BoardChoice { round: Some(current - 1), ..player.into() }) {
        check_not_just_decided(board.pairing(tournament)?, by, now)?;
    }
    Err(TournamentError::RoundJustBegun(current))
}

/// Refuses to replace a decision of another organizer that this one cannot have seen yet.
fn check_not_just_decided(pairing: &Pairing, by: &Organizer, now: Timestamp) -> Result<(), TournamentError> {
    match &pairing.decision {
        Some(BoardDecision { organizer, at, .. }) if *organizer != by.user && now.since(*at) < JUST_BEGUN_MS => {
            Err(TournamentError::DecidedBy { organizer: *organizer, at: *at })
        }
        _ => Ok(()),
    }
}

/// The board of a player. The rounds of an event that is over are reached by their number.
fn find_board(tournament: &Tournament, choice: BoardChoice) -> Result<Board, TournamentError> {
    if choice.round.is_none() || tournament.phase != TournamentPhase::Over {
        tournament.check_running()?;
    }
    if !tournament.has_seen(choice.player) {
        return Err(TournamentError::NotIn);
    }
    let round = choice.round.unwrap_or(tournament.current_round());
    tournament.check_begun(round)?;
    check_counted(tournament, round)?;
    let mut boards = boards_of(tournament, choice.player, round);
    boards.retain(|board| choice.board.is_none_or(|number| board.index + 1 == number as usize));
    match boards[..] {
        [board] => Ok(board),
        [] => Err(TournamentError::NoSuchBoard),
        _ => Err(TournamentError::WhichBoard(boards.iter().map(|board| board.index as u32 + 1).collect())),
    }
}

/// Refuses a decision that would change nothing: a Swiss round that was not over at the end of the event.
fn check_counted(tournament: &Tournament, round: u32) -> Result<(), TournamentError> {
    let is_left_out = tournament.phase == TournamentPhase::Over && round as usize > counted_rounds(tournament).len();
    if is_left_out { Err(TournamentError::RoundNotCounted(round)) } else { Ok(()) }
}

/// The board that [`decide`] has decided, and the opponent. If the player had several, the choice names one of them.
pub fn decided_board(tournament: &Tournament, choice: BoardChoice) -> Option<(BoardNumber, UserId)> {
    let rounds =
        (1..=tournament.current_round()).rev().filter(|round| choice.round.is_none_or(|named| named == *round));
    // The next round may have begun since.
    let mut boards = rounds.flat_map(|round| boards_of(tournament, choice.player, round));
    boards.find_map(|board| {
        let number = BoardNumber { round: board.round, board: board.index as u32 + 1 };
        let pairing = board.pairing(tournament).ok().filter(|pairing| pairing.decision.is_some())?;
        let opponent = if pairing.first == board.number { pairing.second? } else { pairing.first };
        let opponent = tournament.user_in(opponent, board.round)?;
        choice.board.is_none_or(|named| named == number.board).then_some((number, opponent))
    })
}

fn boards_of(tournament: &Tournament, player: UserId, round: u32) -> Vec<Board> {
    let found = tournament.rounds.get((round as usize).wrapping_sub(1));
    let pairings = found.iter().flat_map(|round| round.pairings.iter().enumerate());
    let is_theirs = |number: &u32| tournament.user_in(*number, round) == Some(player);
    let own_boards = pairings.filter_map(|(index, pairing)| {
        let number = [pairing.first, pairing.second?].into_iter().find(is_theirs)?;
        Some(Board { round, index, number })
    });
    own_boards.collect()
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
