//! Vacations: requested, or started automatically instead of a loss, and the games whose clocks they pause.

use async_trait::async_trait;
use futures::FutureExt as _;

use crate::change::{Change, alarm_request, internal_request};
use crate::domain::clock::{turn, vacation_allowance};
use crate::domain::{
    Action, DAY_MS, Game, GameId, GameRecord, GameSummary, HOUR_MS, Notice, Phase, RequestId, TimeSpan, Timestamp,
    UserId, Vacation, VacationError, VacationPolicy,
};
use crate::jobs::{Job, Next, run_each};
use crate::refusal::skip_damaged;
use crate::running_turn::deadline_change;
use crate::store::{ClaimedJob, CommitError, JobKind, StoreError};
use crate::{GameError, Games};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VacationStatus {
    pub running: Option<Vacation>,
    /// Future vacations, in order.
    pub planned: Vec<Vacation>,
    /// The calendar year in UTC.
    pub year: i16,
    /// Remaining allowance of the year, in milliseconds.
    pub left: i64,
    /// Yearly allowance, in milliseconds.
    pub yearly: i64,
    /// Later years with planned vacations, and the remaining allowance of each.
    pub later: Vec<(i16, i64)>,
}

/// A vacation that leaves a player almost no time when it ends.
#[derive(Debug, Clone)]
pub struct AlmostLost {
    pub vacation: Vacation,
    /// Games in which it is their turn, with the milliseconds left there, least first.
    pub games: Vec<(GameSummary, i64)>,
}

/// Less time than this is almost none.
const SHORT_MS: i64 = HOUR_MS;

const ATTEMPTS: u32 = 5;

pub async fn vacation_status(games: &Games, user: UserId) -> Result<VacationStatus, GameError> {
    let now = games.clock.now();
    let vacations = games.store.vacations_of(user).await?;
    let year = vacation_allowance::year_of(now);
    let mut planned: Vec<Vacation> =
        vacations.iter().filter(|vacation| vacation.span.from > now && vacation.span.length() > 0).cloned().collect();
    planned.sort_by_key(|vacation| vacation.span.from);
    let of = |year| vacation_allowance::time_left(&vacations, year, games.settings.vacation);
    let yearly = i64::from(games.settings.vacation.days_per_year) * DAY_MS;
    let ahead = vacations.iter().filter(|vacation| vacation.span.until > now && vacation.span.length() > 0);
    let last = ahead.map(|vacation| vacation_allowance::year_of(vacation.span.until.plus(-1))).max().unwrap_or(year);
    // A requested vacation reaches no farther; a damaged record may.
    let later = (year + 1..=last.min(year + 2)).map(|year| (year, of(year)));
    Ok(VacationStatus {
        left: of(year),
        later: later.filter(|(_, left)| *left < yearly).collect(),
        running: Vacation::at(&vacations, user, now).cloned(),
        planned,
        year,
        yearly,
    })
}

/// Starts or plans a vacation of so many days, by default of the whole remaining allowance.
pub async fn start_vacation(
    games: &Games,
    request: RequestId,
    user: UserId,
    days: Option<i64>,
    from: Option<Timestamp>,
) -> Result<Vacation, GameError> {
    for _ in 0..ATTEMPTS {
        let vacations = games.store.vacations_of(user).await?;
        if let Some(earlier) = vacations.iter().find(|vacation| vacation.request == request) {
            return Ok(earlier.clone());
        }
        let now = games.clock.now();
        let span = vacation_allowance::requested(&vacations, days, from.unwrap_or(now), now, games.settings.vacation)?;
        if let Some(vacation) = add_vacation(games, request, user, &vacations, span, VacationStart::Asked).await? {
            return Ok(vacation);
        }
    }
    Err(changed_too_often(user))
}

/// Stops the vacation of this number, by default the running one; otherwise cancels the next planned one.
pub async fn stop_vacation(
    games: &Games,
    request: RequestId,
    user: UserId,
    which: Option<u32>,
) -> Result<Vacation, GameError> {
    for _ in 0..ATTEMPTS {
        let vacations = games.store.vacations_of(user).await?;
        if let Some(earlier) = vacations.iter().find(|vacation| vacation.ended_by == Some(request)) {
            return Ok(earlier.clone());
        }
        let now = games.clock.now();
        let Some(vacation) = find_vacation(&vacations, which, now) else {
            return Err(if which.is_some() { VacationError::NoSuch } else { VacationError::Nothing }.into());
        };
        let until = vacation.span.from.max(now);
        if games.store.end_vacation(vacation, until, request, now).await? {
            games.wake.notify_waiters();
            let span = TimeSpan { until, ..vacation.span };
            return Ok(Vacation { span, ended_by: Some(request), ..vacation.clone() });
        }
    }
    Err(changed_too_often(user))
}

/// The games that stopping this vacation would leave with almost no time; `None` if there are none, if there is no
/// such vacation, or if this request has already stopped it.
pub async fn almost_lost_without(
    games: &Games,
    request: RequestId,
    user: UserId,
    which: Option<u32>,
) -> Result<Option<AlmostLost>, GameError> {
    let vacations = games.store.vacations_of(user).await?;
    let (now, is_done) = (games.clock.now(), vacations.iter().any(|vacation| vacation.ended_by == Some(request)));
    let Some(vacation) = find_vacation(&vacations, which, now).filter(|_| !is_done) else { return Ok(None) };
    let stopped =
        Vacation { span: TimeSpan { until: vacation.span.from.max(now), ..vacation.span }, ..vacation.clone() };
    let others = vacations.iter().filter(|other| other.number != vacation.number);
    let without: Vec<Vacation> = others.cloned().chain([stopped]).collect();
    let mut short = Vec::new();
    for summary in running_games(games, user).await? {
        let (game, seats) = (&summary.game, &summary.seats);
        if !turn::counts_vacation(game, user, seats) {
            continue;
        }
        // The alarm of a damaged game does nothing, and costs no player any time.
        let lost_at = |vacations: &[Vacation]| turn::deadline(game, seats, vacations).ok().flatten();
        if let (Some(with), Some(without)) = (lost_at(&vacations), lost_at(&without))
            && without < with
            && without.since(now) < SHORT_MS
        {
            short.push((summary, without.since(now).max(0)));
        }
    }
    short.sort_by_key(|(_, left)| *left);
    Ok((!short.is_empty()).then(|| AlmostLost { vacation: vacation.clone(), games: short }))
}

/// Vacations that were added or stopped, or have ended.
pub struct VacationAlarms;

#[async_trait]
impl Job for VacationAlarms {
    fn kind(&self) -> JobKind {
        JobKind::Vacation
    }

    fn batch(&self) -> u32 {
        20
    }

    async fn run(&self, games: &Games, claimed: &[ClaimedJob]) -> Result<usize, StoreError> {
        run_each(games, claimed, |job| check_vacation(games, job.request()).boxed()).await
    }
}

async fn check_vacation(games: &Games, request: RequestId) -> Result<Next, GameError> {
    match games.store.vacation_of_request(request).await? {
        Some(vacation) => run_vacation_alarm(games, &vacation).await,
        None => Ok(Next::Done),
    }
}

/// Updates the games of a player whose vacation was added, stopped or has ended: recomputes their clocks and notifies
/// players. Idempotent. Skips damaged games.
pub async fn run_vacation_alarm(games: &Games, vacation: &Vacation) -> Result<Next, GameError> {
    for summary in running_games(games, vacation.user).await? {
        if turn::on_turn(&summary.game, &summary.seats).is_some_and(|player| player.player == vacation.user) {
            let game = summary.game.game_id;
            recompute_deadline(games, game, vacation).await.or_else(|error| skip_damaged(game, error))?;
        }
    }
    let until = vacation.span.until;
    Ok(if until > games.clock.now() { Next::At(until) } else { Next::Done })
}

async fn recompute_deadline(games: &Games, game: GameId, vacation: &Vacation) -> Result<(), GameError> {
    for _ in 0..ATTEMPTS {
        let record = games.record(game).await?.ok_or(GameError::NoSuchGame)?;
        let now = games.clock.now();
        let state = &record.game;
        let is_counted = turn::counts_vacation(state, vacation.user, &record.seats) && turn::stops_for(state, vacation);
        if state.phase != Phase::Playing || !is_counted {
            return Ok(());
        }
        let lost_at = turn::deadline(state, &record.seats, &record.vacations)?;
        let is_adjourned = state.agreements.adjourned.is_some();
        let (request, change) = if lost_at != state.turn.deadline_at {
            let mut change = deadline_change(&record, lost_at, now);
            if is_adjourned {
                // All clocks are paused anyway: the board after the pause shows the deadline.
                change.notices = vec![Notice::DeadlineMoved { not_before: None }];
            }
            for notice in &mut change.notices {
                if let Notice::VacationEnded { canceled, .. } = notice {
                    *canceled = vacation.span.length() == 0;
                }
            }
            (alarm_request(game, state.version), change)
        } else if has_just_ended(&record, vacation, now) && !is_adjourned {
            let notice = Notice::VacationEnded { user: vacation.user, ply: state.ply, canceled: false };
            (end_request(game, vacation), Change::of(state.clone(), Action::EndVacation, vec![notice]))
        } else {
            return Ok(());
        };
        let change = games.with_alarm_and_turn_notice(change, &record.seats).await?;
        match games.write(request, None, change, now).await {
            Ok(()) | Err(CommitError::Duplicate) => return Ok(()),
            Err(CommitError::Stale) => {}
            Err(CommitError::Store(error)) => return Err(error.into()),
        }
    }
    Err(changed_too_often(vacation.user))
}

/// The reason why no automatic vacation will prevent a loss, although the player wants one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsaved {
    /// The players agreed on a game without vacations.
    Agreed,
    /// The player has no game in which everyone has moved, so may not be playing at all.
    NotPlaying,
    NoneLeft,
}

/// The games with this player on turn that are lost at their deadline unless a vacation starts for other reasons.
/// Empty if the player wants no automatic vacation or the host gives none.
pub async fn unsaved_games(
    games: &Games,
    user: UserId,
    on_turn: &[&Game],
) -> Result<Vec<(GameId, Unsaved)>, StoreError> {
    let allowance = games.settings.vacation;
    let wants = games.store.player(user).await?.preferences.automatic_vacation != Some(false);
    if !wants || allowance.days_per_year == 0 || allowance.automatic_days == 0 {
        return Ok(Vec::new());
    }
    let (vacations, playing) = (games.store.vacations_of(user).await?, running_games(games, user).await?);
    let why = |game: &&Game| {
        let is_lost = !game.time_control.pace.is_live() && !game.is_due_with_round();
        let deadline = game.turn.deadline_at.filter(|_| is_lost)?;
        let why = if game.time_control.vacation != VacationPolicy::Automatic {
            Unsaved::Agreed
        } else if !is_playing(&playing) {
            Unsaved::NotPlaying
        } else if vacation_allowance::automatic(&vacations, deadline, deadline, allowance).is_none() {
            Unsaved::NoneLeft
        } else {
            return None;
        };
        Some((game.game_id, why))
    };
    Ok(on_turn.iter().filter_map(why).collect())
}

async fn running_games(games: &Games, user: UserId) -> Result<Vec<GameSummary>, StoreError> {
    games.games_of(user, &[Phase::Playing], u32::MAX).await
}

/// A player who has never moved holds up no game; the others may abort it.
fn is_playing(playing: &[GameSummary]) -> bool {
    playing.iter().any(|GameSummary { game, seats }| turn::has_everybody_moved(game, seats))
}

/// Starts a vacation instead of a loss on time, if any allowance is left. True if the deadline may have changed and
/// must be checked again.
pub async fn start_automatic_vacation(games: &Games, record: &GameRecord, now: Timestamp) -> Result<bool, GameError> {
    let game = &record.game;
    let (Some(player), Some(deadline)) = (turn::on_turn(game, &record.seats), game.turn.deadline_at) else {
        return Ok(false);
    };
    let Some(user) = player.player.person() else { return Ok(false) };
    let wants = games.store.player(user).await?.preferences.automatic_vacation != Some(false);
    if !wants || !turn::counts_vacation(game, user, &record.seats) {
        return Ok(false);
    }
    let playing = running_games(games, user).await?;
    if !is_playing(&playing) {
        return Ok(false);
    }
    let vacations = games.store.vacations_of(user).await?;
    let request = internal_request(game.game_id, deadline.0.cast_unsigned().rotate_left(17));
    let own = (game.time_control.vacation == VacationPolicy::Automatic).then_some(deadline);
    let first = first_missed_deadline(games, user, &playing, &vacations, deadline).await?;
    // One vacation for all games that would be lost now; if the allowance is too small, one for this game only.
    let begin = |from| vacation_allowance::automatic(&vacations, from, now, games.settings.vacation);
    let spans = [first, own].into_iter().flatten().filter_map(begin);
    let Some(span) = spans.into_iter().find(|span| span.until > deadline) else { return Ok(false) };
    add_vacation(games, request, user, &vacations, span, VacationStart::Itself).await?;
    Ok(true)
}

/// The first deadline that this player has missed up to this one, in any game with automatic vacations: alarms fire in
/// no fixed order, and all these games must find the same vacation. Games without automatic vacations are paused by
/// that of others.
async fn first_missed_deadline(
    games: &Games,
    user: UserId,
    playing: &[GameSummary],
    vacations: &[Vacation],
    deadline: Timestamp,
) -> Result<Option<Timestamp>, StoreError> {
    let lost_at = |GameSummary { game, seats }: &GameSummary| {
        turn::on_turn(game, seats).filter(|player| player.player == user)?;
        if game.time_control.vacation != VacationPolicy::Automatic {
            return None;
        }
        let lost_at = turn::deadline(game, seats, vacations).ok().flatten();
        lost_at.filter(|at| *at <= deadline).map(|at| (at, game.game_id))
    };
    let mut missed_deadlines: Vec<_> = playing.iter().filter_map(lost_at).collect();
    missed_deadlines.sort_unstable();
    for (at, game) in missed_deadlines {
        // The alarm of a damaged game fails, and takes no vacation.
        match games.load(game, None).await {
            Ok(_) => return Ok(Some(at)),
            Err(error) => skip_damaged(game, error)?,
        }
    }
    Ok(None)
}

/// `None` if another request came first.
async fn add_vacation(
    games: &Games,
    request: RequestId,
    user: UserId,
    vacations: &[Vacation],
    span: TimeSpan,
    began: VacationStart,
) -> Result<Option<Vacation>, GameError> {
    let number = vacations.iter().map(|vacation| vacation.number).max().unwrap_or(0) + 1;
    let automatic = began == VacationStart::Itself;
    let vacation = Vacation { user, number, span, automatic, request, ended_by: None };
    if !games.store.add_vacation(&vacation, games.clock.now()).await? {
        return Ok(None);
    }
    games.wake.notify_waiters();
    Ok(Some(vacation))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum VacationStart {
    Asked,
    Itself,
}

/// The unfinished vacation of this number; by default the running one, or else the next planned one.
fn find_vacation(vacations: &[Vacation], which: Option<u32>, now: Timestamp) -> Option<&Vacation> {
    let ahead = vacations.iter().filter(|vacation| vacation.span.until > now && vacation.span.length() > 0);
    let candidates = ahead.filter(|vacation| which.is_none_or(|number| vacation.number == number));
    candidates.min_by_key(|vacation| vacation.span.from)
}

/// Whether this vacation paused the running turn's clock, has ended on schedule, and the clock runs again.
fn has_just_ended(record: &GameRecord, vacation: &Vacation, now: Timestamp) -> bool {
    let game = &record.game;
    vacation.ended_by.is_none()
        && vacation.span.until <= now
        && vacation.span.until > game.turn.started_at
        && Vacation::at(&record.vacations, vacation.user, now).is_none()
        && game.turn.deadline_at.is_some_and(|deadline| deadline > now)
}

fn end_request(game: GameId, vacation: &Vacation) -> RequestId {
    let number = u64::from(vacation.number).rotate_left(50);
    internal_request(game, vacation.user.0.rotate_left(7) ^ number)
}

fn changed_too_often(user: UserId) -> GameError {
    let problem = format!("the vacations of user {} changed {ATTEMPTS} times while a decision was made", user.0);
    StoreError::Database { problem, transient: true }.into()
}
