//! Applies results and time to tournaments: deciding and writing a step.

use std::sync::LazyLock;

use async_trait::async_trait;
use base::counted_warning::CountedWarning;
use futures::FutureExt as _;
use games::change::internal_request;
use games::competition::{CompetitionGame, open_game, read_games, report_unreadable, set_answer};
use games::domain::{
    Action, Annulled, AuditEntry, BoardNumber, ChallengeSilence, Competition, CompetitionTag, DecidedScore, EndReason,
    Ending, GameId, GameOutcome, GameRecord, Notice, Organizer, Origin, Person, Phase, RequestId, Timestamp,
    TournamentId, UserId,
};
use games::endings::{adjudicate, annul};
use games::jobs::{Job, Next, run_each};
use games::offers::{ColorChoice, close};
use games::random::Random;
use games::store::json::is_first_report;
use games::store::{ClaimedJob, CommitError, JobKind, StoreError};
use games::{Done, GameError, Games, ReplayedGame, alarms};
use rules::Seat;
use tracing::{error, warn};

use crate::ClubError;
use crate::domain::tournament::steps::COUNTDOWN_MS;
use crate::domain::tournament::{
    BoardDecision, BoardResult, BoardScore, Pairing, StoredTournament, Tournament, TournamentError, TournamentPhase,
    TournamentWrite,
};
use crate::ladders::players::draw;
use crate::store::{Clubs as _, WriteOutcome};
use crate::tournaments::deadlines::check_round;
use crate::tournaments::settings::announce;
use crate::tournaments::{LONGEST_NAME, load};

const ATTEMPTS: u32 = 20;

/// Games that one scheduler round opens for a tournament; the others follow in the next rounds.
const OPENED_AT_ONCE: usize = 8;

static NOT_NOW: LazyLock<CountedWarning> = LazyLock::new(CountedWarning::default);

/// Tournaments with results or time to apply.
pub struct Tournaments;

#[async_trait]
impl Job for Tournaments {
    fn kind(&self) -> JobKind {
        JobKind::Tournament
    }

    fn batch(&self) -> u32 {
        10
    }

    fn lease_ms(&self) -> i64 {
        20_000
    }

    async fn run(&self, games: &Games, claimed: &[ClaimedJob]) -> Result<usize, StoreError> {
        run_each(games, claimed, |job| apply_due(games, TournamentId(job.key)).boxed()).await
    }
}

async fn apply_due(games: &Games, tournament: TournamentId) -> Result<Next, ClubError> {
    let stored = match update_tournament(games, tournament).await {
        Ok(stored) => stored,
        Err(ClubError::Tournament(TournamentError::NoSuchTournament(_))) => return Ok(Next::Done),
        Err(error) => return Err(error),
    };
    let now = games.clock.now();
    if stored.is_abandoned(now) {
        return Ok(Next::Done);
    }
    let is_left = !games.store.clubs().phase_changes(Competition::Tournament(tournament)).await?.is_empty();
    Ok(match stored.next_timer_at() {
        // Games wait to be opened. If this step has opened some, its write has made the job due at once.
        Some(at) if is_left || at <= now => Next::Again,
        None if is_left => Next::Again,
        next => next.map_or(Next::Done, Next::At),
    })
}

/// An up-to-date tournament: applies results, carries out due actions, opens waiting games.
pub async fn update_tournament(games: &Games, tournament: TournamentId) -> Result<StoredTournament, ClubError> {
    let mut stored = change_tournament(games, tournament, |_| Ok(None)).await?;
    if stored.is_abandoned(games.clock.now()) {
        games.store.clubs().delete_tournament_draft(tournament).await?;
        return Ok(stored);
    }
    if stored.tournament.to_be_ended().next().is_some() {
        stored = end_decided_games(games, stored).await?;
    }
    if stored.tournament.is_next_due() {
        stored = announce_next(games, stored).await?;
    }
    if stored.tournament.phase.is_ended() {
        games.store.clubs().discard_phase_changes(Competition::Tournament(tournament)).await?;
    } else {
        stored = open_games(games, stored).await?;
    }
    check_round(games, stored).await
}

/// Announces the next event of the series, once: all processes and attempts use the same id.
async fn announce_next(games: &Games, stored: StoredTournament) -> Result<StoredTournament, ClubError> {
    let request = internal_request(GameId(stored.tournament_id.0), 0x5e1e5);
    let tournament_id = TournamentId::of_random(request.0.rotate_left(31));
    let (now, organizer) = (games.clock.now(), stored.tournament.organizer);
    let zone = games.zone_of(organizer).await?;
    if let Some(tournament) = stored.tournament.next_of_series(&zone, now, games.random.bits()) {
        if games.store.clubs().tournament(tournament_id).await?.is_none() {
            let name = next_name(&stored.name);
            let names = Vec::new();
            let (guild_id, channel_id) = (stored.guild_id, stored.channel_id);
            let (version, created_at) = (0, now);
            let next =
                StoredTournament { tournament_id, guild_id, channel_id, name, version, created_at, tournament, names };
            games.store.clubs().create_tournament(&next).await?;
        }
        let by = Organizer { request, guild: stored.guild_id, user: organizer, reason: None };
        match announce(games, &by, tournament_id).await {
            // It stays a draft, which organizers find for a day.
            Err(ClubError::Tournament(refusal)) => {
                warn!(tournament = %tournament_id, ?refusal, "Could not announce the next event of a series: {refusal:?}");
            }
            announced => drop(announced?),
        }
    }
    change_tournament(games, stored.tournament_id, |stored| {
        stored.tournament.sign_up.series = None;
        Ok(None)
    })
    .await
}

/// The name of the next event: `Cup`, `Cup #2`, `Cup #3`.
fn next_name(name: &str) -> String {
    let numbered = name.rsplit_once(" #").and_then(|(base, number)| Some((base, number.parse::<u32>().ok()?)));
    let (base, number) = numbered.unwrap_or((name, 1));
    let suffix = format!(" #{}", number.saturating_add(1));
    let base: String = base.chars().take(LONGEST_NAME.saturating_sub(suffix.len())).collect();
    format!("{}{suffix}", base.trim_end())
}

/// Applies new results, decides and writes; retries if another step came first.
pub(super) async fn change_tournament(
    games: &Games,
    tournament: TournamentId,
    decide: impl Fn(&mut StoredTournament) -> Result<Option<AuditEntry>, ClubError> + Send + Sync,
) -> Result<StoredTournament, ClubError> {
    change_with_messages(games, tournament, |write| {
        write.audit = decide(&mut write.stored)?;
        Ok(())
    })
    .await
}

/// The same, with messages to players of games.
async fn change_with_messages(
    games: &Games,
    tournament: TournamentId,
    decide: impl Fn(&mut TournamentWrite) -> Result<(), ClubError> + Send + Sync,
) -> Result<StoredTournament, ClubError> {
    for _ in 0..ATTEMPTS {
        let mut before = load(games, tournament).await?;
        let mut write = TournamentWrite::of(before.clone());
        apply_results(games, &mut write).await?;
        let players = read_blocks(games, &mut write.stored.tournament, Vec::new()).await?;
        decide(&mut write)?;
        read_blocks(games, &mut write.stored.tournament, players).await?;
        advance(games, &mut write.stored);
        before.tournament.blocked.clone_from(&write.stored.tournament.blocked);
        write.stored.tournament.record_moved_up(&before.tournament);
        if write.stored == before && write.taken_in.is_empty() && write.audit.is_none() {
            return Ok(before);
        }
        write.stored.version += 1;
        match games.store.clubs().write_tournament(&write).await? {
            WriteOutcome::Written => {
                if !write.messages.is_empty() {
                    games.wake.notify_waiters();
                }
                return Ok(write.stored);
            }
            WriteOutcome::Stale => {}
            WriteOutcome::NameTaken => return Err(TournamentError::NameTaken.into()),
        }
    }
    let problem = format!("tournament {tournament} changed {ATTEMPTS} times while a decision was made");
    Err(StoreError::Database { problem, transient: true }.into())
}

/// Reads who has blocked whom, if the next round of a Swiss tournament may be paired now, and returns whose blocks are
/// read. `before`: those of an earlier call, which is enough unless somebody has joined.
async fn read_blocks(
    games: &Games,
    tournament: &mut Tournament,
    before: Vec<UserId>,
) -> Result<Vec<UserId>, ClubError> {
    let pairs = tournament.phase.is_open() && tournament.format.traits().is_swiss && tournament.open_games() == 0;
    let users: Vec<UserId> = tournament.entrants.iter().map(|entrant| entrant.user).collect();
    if !pairs || users.iter().all(|user| before.contains(user)) {
        return Ok(before);
    }
    tournament.blocked.clear();
    for (user, player) in games.store.players(&users).await? {
        // An unreadable person stops no event.
        let blocked = player.map(|player| player.preferences.blocked).unwrap_or_default();
        tournament.blocked.extend(blocked.into_iter().filter(|other| users.contains(other)).map(|other| [user, other]));
    }
    Ok(users)
}

async fn apply_results(games: &Games, write: &mut TournamentWrite) -> Result<(), ClubError> {
    let competition = Competition::Tournament(write.stored.tournament_id);
    let phases = games.store.clubs().phase_changes(competition).await?;
    let ended_games = phases.iter().filter(|change| matches!(change.phase, Phase::Over | Phase::Void));
    let ended_games: Vec<GameId> = ended_games.map(|change| change.game).collect();
    let records = read_games(games, competition, ended_games).await?;
    for change in phases {
        if write.stored.tournament.board_of(change.game).is_none() {
            adopt_game(games, &mut write.stored, change.game).await?;
        }
        if matches!(change.phase, Phase::Over | Phase::Void) {
            let Some(record) = records.get(&change.game) else { continue };
            let Some(result) = read_result(record) else {
                report_unreadable(competition, change.game, "its result cannot be read");
                continue;
            };
            write.stored.tournament.take_result(change.game, result);
        }
        write.taken_in.push(change);
    }
    Ok(())
}

/// Records a game that was opened but is not yet named by its board: by another process, or by one that has died
/// since.
async fn adopt_game(games: &Games, stored: &mut StoredTournament, game: GameId) -> Result<(), ClubError> {
    let (tournament, round) = (stored.tournament_id, stored.tournament.current_round());
    let Some(current) = stored.tournament.rounds.last_mut() else { return Ok(()) };
    for (board, pairing) in (1..).zip(&mut current.pairings) {
        let is_empty = pairing.second.is_some() && pairing.game.is_none();
        if is_empty && games.store.game_of_request(board_request(tournament, round, board)).await? == Some(game) {
            pairing.game = Some(game);
            return Ok(());
        }
    }
    Ok(())
}

/// A decision that has been carried out on the game of its board.
struct CarriedOut {
    game: GameId,
    decided_at: Timestamp,
    /// The game was over before, so that its end has told the players nothing of the decision.
    was_over: bool,
}

/// Ends the games of boards that an organizer has decided, each once. Players of a game that was over already are told
/// how it counts.
async fn end_decided_games(games: &Games, stored: StoredTournament) -> Result<StoredTournament, ClubError> {
    let mut carried_out = Vec::new();
    for (round, board, pairing) in stored.tournament.to_be_ended() {
        let (Some(game), Some(decision), Some(result)) = (pairing.game, &pairing.decision, pairing.result) else {
            continue;
        };
        let number = match result.score {
            BoardScore::FirstWins => Some(pairing.first),
            BoardScore::SecondWins => pairing.second,
            BoardScore::Draw | BoardScore::BothLose => None,
        };
        let winner = number.and_then(|number| stored.tournament.user_in(number, round));
        let request = board_request(stored.tournament_id, round, board);
        match end_decided_game(games, game, request, decision, result.score, winner).await {
            Ok(done) => {
                carried_out.push(CarriedOut { game, decided_at: decision.at, was_over: done.action.is_none() });
            }
            Err(ClubError::Game(GameError::Internal(cause))) if cause.is_final() => return Err(cause.into()),
            Err(cause) => report(stored.tournament_id, &cause),
        }
    }
    let now = games.clock.now();
    change_with_messages(games, stored.tournament_id, |write| {
        let pairings = write.stored.tournament.rounds.iter_mut().flat_map(|round| &mut round.pairings);
        for pairing in pairings.filter(|pairing| pairing.is_to_be_ended()) {
            let (Some(game), Some(decision), Some(result)) = (pairing.game, &mut pairing.decision, pairing.result)
            else {
                continue;
            };
            // A decision that was made meanwhile is still to be carried out.
            let is_this = |done: &&CarriedOut| (done.game, done.decided_at) == (game, decision.at);
            let Some(CarriedOut { was_over, .. }) = carried_out.iter().find(is_this) else { continue };
            decision.has_ended_game = true;
            if *was_over {
                let score = match result.score {
                    BoardScore::FirstWins => DecidedScore::WonBy(Seat(0)),
                    BoardScore::SecondWins => DecidedScore::WonBy(Seat(1)),
                    BoardScore::Draw => DecidedScore::Draw,
                    BoardScore::BothLose => DecidedScore::LostByBoth,
                };
                let (organizer, reason) = (decision.organizer, decision.reason.clone());
                write.messages.push((game, Notice::DecidedForCompetition { organizer, reason, score }, now));
            }
        }
        Ok(())
    })
    .await
}

/// Ends a game as an organizer has decided. A game that is over stays as it is; then the returned action is that of an
/// earlier attempt, or `None`.
async fn end_decided_game(
    games: &Games,
    game: GameId,
    request: RequestId,
    decision: &BoardDecision,
    score: BoardScore,
    winner: Option<UserId>,
) -> Result<Done, ClubError> {
    // Each decision on the board has its own request.
    let request = internal_request(game, request.0.rotate_left(7) ^ decision.at.0.cast_unsigned());
    let is_done = |record: &GameRecord| !matches!(record.game.phase, Phase::Offered | Phase::Playing);
    let end = |replayed: ReplayedGame, _| {
        let by = Annulled { organizer: decision.organizer, reason: decision.reason.clone() };
        Ok(match (replayed.record.game.phase, score) {
            (Phase::Offered, _) => {
                let ending = Ending::of(EndReason::CompetitionClosed);
                close(replayed.record.game, ending, Action::FollowCompetition)
            }
            (_, BoardScore::BothLose) => annul(replayed.record.game, None, by),
            _ => adjudicate(replayed, winner, by),
        })
    };
    Ok(Box::pin(games.change(request, game, None, is_done, end)).await?)
}

/// The first player's ejections minus losses; `None` before both have moved, because nothing was played.
pub(super) fn played_marbles(record: &GameRecord) -> Option<i32> {
    if record.game.ply < 2 {
        return None;
    }
    let replayed = ReplayedGame::open(record.clone(), None).ok()?;
    let first = replayed.any_game.seats().first()?.color;
    let sides = replayed.any_game.diagram().sides;
    let ejected = sides.iter().map(|side| (side.color == first, i32::from(side.ejected)));
    Some(ejected.map(|(is_first, count)| if is_first { count } else { -count }).sum())
}

/// The result of a game for the tournament. The player who moves first has the first seat.
fn read_result(record: &GameRecord) -> Option<BoardResult> {
    let forfeit = |score| Some(BoardResult { score, is_forfeit: true, is_silent: false, marbles: 0 });
    let other = |loser: Seat| if loser == Seat(0) { BoardScore::SecondWins } else { BoardScore::FirstWins };
    let Some(outcome) = record.game.result() else {
        return forfeit(match (record.game.end_reason(), record.game.loser()) {
            (Some(EndReason::Aborted | EndReason::Declined | EndReason::Annulled), Some(loser)) => other(loser),
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
    // A player who has not moved has not played.
    let marbles = played_marbles(record);
    let is_silent = marbles.is_none() && record.game.end_reason() == Some(EndReason::Time);
    Some(BoardResult { score, is_forfeit: marbles.is_none(), is_silent, marbles: marbles.unwrap_or_default() })
}

/// Starts a tournament after its sign-up, and opens the next round when the last one is done.
fn advance(games: &Games, stored: &mut StoredTournament) {
    let now = games.clock.now();
    let tournament = &mut stored.tournament;
    if tournament.phase == TournamentPhase::SignUp && tournament.is_full() {
        let begins_at = if tournament.is_live() { now.plus(COUNTDOWN_MS) } else { now };
        tournament.sign_up.until = Some(tournament.sign_up.until.map_or(begins_at, |until| until.min(begins_at)));
    }
    if let Some(until) = tournament.sign_up.until {
        tournament.call(now, until);
    }
    if tournament.phase == TournamentPhase::SignUp && tournament.sign_up.until.is_some_and(|until| until <= now) {
        let first = games.random.bits() & 1 == 0;
        if let Err(TournamentError::TooFew { .. } | TournamentError::EmptyTeam) = tournament.begin(first) {
            tournament.phase = TournamentPhase::Cancelled;
        }
    }
    tournament.refresh_draft();
    // A round may be done at once, for example if both players of its pairing have withdrawn.
    while tournament.advance(now) {
        draw_layout(tournament, &*games.random);
    }
    tournament.summarize(now);
}

/// Draws the layout of the new round, if all of its boards share one.
pub(super) fn draw_layout(tournament: &mut Tournament, random: &dyn Random) {
    if let Some(round) = tournament.rounds.last_mut().filter(|round| round.setup.is_none())
        && tournament.rules.draws_by_round
    {
        round.setup = Some(draw(&tournament.setup, random));
    }
}

/// Opens waiting games of the current round, a few at a time.
async fn open_games(games: &Games, stored: StoredTournament) -> Result<StoredTournament, ClubError> {
    let round = stored.tournament.current_round();
    let boards: Vec<(u32, Pairing)> = stored.tournament.unopened().map(|(board, it)| (board, it.clone())).collect();
    if boards.is_empty() {
        return Ok(stored);
    }
    let mut opened = Vec::new();
    for (board, pairing) in boards.into_iter().take(OPENED_AT_ONCE) {
        match open_board(games, &stored, round, board, &pairing).await {
            Ok(game) => opened.push((board, game)),
            Err(ClubError::Game(GameError::Internal(cause))) if cause.is_final() => return Err(cause.into()),
            // The failure must not block the other boards.
            Err(cause) => report(stored.tournament_id, &cause),
        }
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

/// Opens one game, once: all processes and attempts use the same request id.
async fn open_board(
    games: &Games,
    stored: &StoredTournament,
    round: u32,
    board: u32,
    pairing: &Pairing,
) -> Result<GameId, ClubError> {
    let request = board_request(stored.tournament_id, round, board);
    let game = match games.store.game_of_request(request).await? {
        Some(game) => game,
        None => create_game(games, stored, BoardNumber { round, board }, request, pairing).await?,
    };
    // It starts without acceptance. If that fails here, its alarm does it.
    if let Err(cause) = alarms::run_alarm(games, game).await {
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
) -> Result<GameId, ClubError> {
    let tournament = &stored.tournament;
    let person = |number: Option<u32>| {
        let user =
            number.and_then(|number| tournament.user_in(number, board.round)).ok_or(TournamentError::NoSuchBoard)?;
        Ok::<_, TournamentError>(Person { user, name: stored.name_of(user).to_owned() })
    };
    let (first, second) = (person(Some(pairing.first))?, person(pairing.second)?);
    let round = tournament.rounds.get(board.round as usize - 1);
    let round_setup = round.and_then(|round| round.setup.clone());
    let new = CompetitionGame {
        request,
        tag: CompetitionTag {
            competition: Competition::Tournament(stored.tournament_id),
            label: stored.name.clone(),
            board: Some(board),
            round_ends_at: round.and_then(|round| round.closes_at(&tournament.rules)),
        },
        challenger: first,
        opponents: vec![second],
        color: ColorChoice::Seat(Seat(0)),
        setup: round_setup.unwrap_or_else(|| draw(&tournament.setup, &*games.random)),
        pace: tournament.time_control.clone(),
        pauses: tournament.pauses,
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
        // Another process came first.
        Err(CommitError::Duplicate | CommitError::Stale) => {
            Ok(games.store.game_of_request(request).await?.ok_or(GameError::NoSuchGame)?)
        }
        Err(CommitError::Store(cause)) => Err(cause.into()),
    }
}

/// Logs the failed update of a tournament: transient failures every time, lasting ones once.
pub(super) fn report(tournament: TournamentId, cause: &ClubError) {
    if let ClubError::Game(GameError::Internal(StoreError::Database { problem, .. })) = cause {
        let problem = problem.clone();
        NOT_NOW.add(move |count| {
            warn!(count = count.0, %tournament, error = %problem, "Could not bring tournament {tournament} up to date{count}: {problem}");
        });
    } else if is_first_report("tournament", tournament.0.cast_unsigned()) {
        error!(%tournament, "Could not bring tournament {tournament} up to date: {cause}");
    }
}
