//! What games and time do to tournaments, and how a step of a tournament is decided and written.

use std::sync::LazyLock;
use std::time::Duration;

use rules::Seat;
use tracing::{error, warn};

use crate::counted_warning::CountedWarning;
use crate::domain::clubs::tournament::refusal::TournamentError;
use crate::domain::clubs::tournament::stored::{StoredTournament, TournamentWrite};
use crate::domain::clubs::tournament::{BoardResult, BoardScore, Pairing, TournamentPhase};
use crate::domain::{
    AuditEntry, BoardNumber, ChallengeSilence, Competition, CompetitionTag, EndReason, GameId, GameOutcome, GameRecord,
    Origin, Person, Phase, RequestId, Timestamp, TournamentId,
};
use crate::features::deadlines;
use crate::features::ladder::service::players::draw;
use crate::features::tournament::service::load;
use crate::games::change::internal_request;
use crate::games::competition::{CompetitionGame, UpdateRound, open_game, read_games, report_unreadable, set_answer};
use crate::games::offers::ColorChoice;
use crate::games::{GameError, Games, ReplayedGame};
use crate::store::clubs::tournament::TournamentWriteOutcome;
use crate::store::json::is_first_report;
use crate::store::{CommitError, StoreError};

/// Times that a step is decided again because another one was faster.
const ATTEMPTS: u32 = 20;

/// Games that one round of the scheduler opens for a tournament; the others follow in the next ones.
const OPENED_AT_ONCE: usize = 8;

static NOT_NOW: LazyLock<CountedWarning> = LazyLock::new(|| CountedWarning::every(Duration::from_mins(1)));

/// Takes in what games and time have done to the tournaments of all servers, by id.
pub async fn take_in_results(
    games: &Games,
    now: Timestamp,
    after: Option<TournamentId>,
    limit: u32,
) -> Result<UpdateRound, StoreError> {
    let due = games.store.tournaments_to_update(now, after, limit).await?;
    for &tournament in &due {
        match Box::pin(update_tournament(games, tournament)).await {
            Ok(_) => {}
            Err(GameError::Internal(cause)) if cause.is_final() => return Err(cause),
            Err(cause) => report(tournament, &cause),
        }
    }
    let next = due.last().copied().filter(|_| due.len() == limit as usize);
    Ok(UpdateRound { count: due.len(), next: next.map(Competition::Tournament) })
}

/// A tournament as it is now: what its games have brought is taken in, what is due is done, games that wait are opened.
pub async fn update_tournament(games: &Games, tournament: TournamentId) -> Result<StoredTournament, GameError> {
    let stored = change_tournament(games, tournament, |_| Ok(None)).await?;
    if stored.is_abandoned(games.clock.now()) {
        games.store.delete_tournament_draft(tournament).await?;
        return Ok(stored);
    }
    if matches!(stored.tournament.phase, TournamentPhase::Over | TournamentPhase::Cancelled) {
        games.store.discard_tournament_phases(tournament).await?;
        return Ok(stored);
    }
    open_games(games, stored).await
}

/// Takes in what has happened to its games, decides and writes; decides again when another step was faster.
pub(super) async fn change_tournament(
    games: &Games,
    tournament: TournamentId,
    decide: impl Fn(&mut StoredTournament) -> Result<Option<AuditEntry>, GameError> + Send + Sync,
) -> Result<StoredTournament, GameError> {
    for _ in 0..ATTEMPTS {
        let before = load(games, tournament).await?;
        let mut write = TournamentWrite { stored: before.clone(), taken_in: Vec::new(), audit: None };
        take_in(games, &mut write).await?;
        write.audit = decide(&mut write.stored)?;
        advance(games, &mut write.stored);
        if write.stored == before && write.taken_in.is_empty() && write.audit.is_none() {
            return Ok(before);
        }
        write.stored.version += 1;
        match games.store.write_tournament(&write).await? {
            TournamentWriteOutcome::Written => return Ok(write.stored),
            TournamentWriteOutcome::Stale => {}
            TournamentWriteOutcome::NameTaken => return Err(TournamentError::NameTaken.into()),
        }
    }
    let problem = format!("tournament {tournament} changed {ATTEMPTS} times while a decision was made");
    Err(StoreError::Database { problem, transient: true }.into())
}

/// Notes how games have ended.
async fn take_in(games: &Games, write: &mut TournamentWrite) -> Result<(), GameError> {
    let competition = Competition::Tournament(write.stored.tournament_id);
    let phases = games.store.phase_changes(competition).await?;
    let ended = phases.iter().filter(|change| matches!(change.phase, Phase::Over | Phase::Void));
    let ended: Vec<GameId> = ended.map(|change| change.game).collect();
    let records = read_games(games, competition, ended).await?;
    for change in phases {
        if matches!(change.phase, Phase::Over | Phase::Void) {
            let Some(record) = records.get(&change.game) else { continue };
            let Some(result) = read_result(record) else {
                report_unreadable(competition, change.game, "its result cannot be read");
                continue;
            };
            if write.stored.tournament.pairing_of(change.game).is_none() {
                // It was opened a moment ago, and its board does not name it yet.
                continue;
            }
            write.stored.tournament.take_result(change.game, result);
        }
        write.taken_in.push(change);
    }
    Ok(())
}

/// How a game counts. Who moves first sits at the first seat.
fn read_result(record: &GameRecord) -> Option<BoardResult> {
    let forfeit = |score| Some(BoardResult { score, is_forfeit: true, marbles: 0 });
    let other = |loser: Seat| if loser == Seat(0) { BoardScore::SecondWins } else { BoardScore::FirstWins };
    let Some(outcome) = record.game.result() else {
        return forfeit(match (record.game.end_reason(), record.game.loser()) {
            (Some(EndReason::Aborted | EndReason::Declined), Some(loser)) => other(loser),
            _ => BoardScore::BothLose,
        });
    };
    let replayed = ReplayedGame::open(record.clone(), None).ok()?;
    let first = replayed.any_game.seats().first()?.color;
    let score = match outcome {
        GameOutcome::Draw => BoardScore::Draw,
        GameOutcome::Won(colors) if colors.has(first) => BoardScore::FirstWins,
        GameOutcome::Won(_) => BoardScore::SecondWins,
    };
    let ejected = |is_first: bool| {
        let sides = replayed.any_game.diagram().sides;
        sides.iter().filter(|side| (side.color == first) == is_first).map(|side| i32::from(side.ejected)).sum::<i32>()
    };
    // Who has not moved has not played.
    let is_forfeit = record.game.ply < 2;
    Some(BoardResult { score, is_forfeit, marbles: ejected(true) - ejected(false) })
}

/// Does what is due: begins a tournament whose time to sign up is over, and opens the next round when the last one is done.
fn advance(games: &Games, stored: &mut StoredTournament) {
    let now = games.clock.now();
    let tournament = &mut stored.tournament;
    if tournament.phase == TournamentPhase::SignUp && tournament.sign_up.until.is_some_and(|until| until <= now) {
        let first = games.random.bits() & 1 == 0;
        if let Err(TournamentError::TooFew { .. }) = tournament.begin(first) {
            tournament.phase = TournamentPhase::Cancelled;
        }
    }
    // A round may be done at once: of two players who have withdrawn, say.
    while tournament.advance(now) {}
}

/// Opens games of the current round that are not open yet, a few at a time.
async fn open_games(games: &Games, stored: StoredTournament) -> Result<StoredTournament, GameError> {
    let round = stored.tournament.current_round();
    let boards: Vec<(u32, Pairing)> = stored.tournament.unopened().map(|(board, it)| (board, it.clone())).collect();
    if boards.is_empty() {
        return Ok(stored);
    }
    let mut opened = Vec::new();
    for (board, pairing) in boards.into_iter().take(OPENED_AT_ONCE) {
        opened.push((board, open_board(games, &stored, round, board, &pairing).await?));
    }
    change_tournament(games, stored.tournament_id, |stored| {
        if let Some(current) = stored.tournament.rounds.get_mut(round as usize - 1) {
            for (board, game) in &opened {
                if let Some(pairing) = current.pairings.get_mut(*board as usize - 1) {
                    pairing.game.get_or_insert(*game);
                }
            }
        }
        Ok(None)
    })
    .await
}

/// Opens one game, once: the request is the same for each process and each try.
async fn open_board(
    games: &Games,
    stored: &StoredTournament,
    round: u32,
    board: u32,
    pairing: &Pairing,
) -> Result<GameId, GameError> {
    let request = board_request(stored.tournament_id, round, board);
    let game = match games.store.game_of_request(request).await? {
        Some(game) => game,
        None => create_game(games, stored, BoardNumber { round, board }, request, pairing).await?,
    };
    // It begins without being accepted. Where that fails, its alarm does it.
    if let Err(cause) = deadlines::run_alarm(games, game).await {
        warn!(game.id = %game, "Could not begin a game of a tournament yet: {cause}");
    }
    Ok(game)
}

fn board_request(tournament: TournamentId, round: u32, board: u32) -> RequestId {
    internal_request(GameId(tournament.0), (u64::from(round) << 16 | u64::from(board)).rotate_left(17))
}

async fn create_game(
    games: &Games,
    stored: &StoredTournament,
    board: BoardNumber,
    request: RequestId,
    pairing: &Pairing,
) -> Result<GameId, GameError> {
    let tournament = &stored.tournament;
    let person = |number: Option<u32>| {
        let user = number.and_then(|number| tournament.entrant(number)).ok_or(TournamentError::NoSuchBoard)?.user;
        Ok::<_, TournamentError>(Person { user, name: stored.name_of(user).to_owned() })
    };
    let (first, second) = (person(Some(pairing.first))?, person(pairing.second)?);
    let new = CompetitionGame {
        request,
        tag: CompetitionTag {
            competition: Competition::Tournament(stored.tournament_id),
            label: stored.name.clone(),
            board: Some(board),
        },
        challenger: first,
        opponents: vec![second],
        color: ColorChoice::Seat(Seat(0)),
        setup: draw(&tournament.setup, &*games.random),
        pace: tournament.time_control.clone(),
        rated: Some(tournament.is_rated),
        place: Origin { guild_id: Some(stored.guild_id), channel_id: stored.channel_id },
    };
    let mut opening = open_game(games, new).await?;
    let game = opening.game.game_id;
    set_answer(&mut opening, games.clock.now(), ChallengeSilence::Begins);
    match games.store.create(opening).await {
        Ok(()) => {
            games.wake.notify_waiters();
            Ok(game)
        }
        // Another process was faster.
        Err(CommitError::Duplicate | CommitError::Stale) => {
            Ok(games.store.game_of_request(request).await?.ok_or(GameError::NoSuchGame)?)
        }
        Err(CommitError::Store(cause)) => Err(cause.into()),
    }
}

/// Logs why a tournament could not be brought up to date: what passes now and then, what stays once.
fn report(tournament: TournamentId, cause: &GameError) {
    if let GameError::Internal(StoreError::Database { problem, .. }) = cause {
        let problem = problem.clone();
        NOT_NOW.add(move |count| {
            warn!(count, %tournament, error = %problem, "Could not bring tournaments up to date {count} times; tournament {tournament}: {problem}");
        });
    } else if is_first_report("tournament", tournament.0.cast_unsigned()) {
        error!(%tournament, "Could not bring tournament {tournament} up to date: {cause}");
    }
}
