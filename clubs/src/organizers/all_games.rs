//! Decisions on all games of a competition at once. One confirmation starts it; the games change a few at a time, each
//! by its own commit, and transient failures are retried.

use async_trait::async_trait;
use futures::{FutureExt as _, StreamExt as _};
use games::change::{internal_request, no_precondition};
use games::domain::{
    AuditAction, AuditEntry, Competition, DAY_MS, GameId, GameSummary, GuildId, MINUTE_MS, Organizer, OrganizerError,
    Pace, Phase, RequestId, Timestamp, UserId,
};
use games::jobs::{Job, Next, run_each};
use games::store::json::is_first_report;
use games::store::{ClaimedJob, JobKind, StoreError};
use games::{GameError, Games, ReplayedGame};
use tracing::error;

use crate::authority::{authority, confirmed_question, keep_question};
use crate::domain::{DecisionForAll, OrganizerQuestion, QuestionAbout, Subject};
use crate::organizers::{check_extension, check_pause, end_pause, give_time, pause_until};
use crate::store::Clubs as _;
use crate::{ClubError, competitions};

/// Games changed concurrently: few, so that moves are played meanwhile.
const AT_ONCE: usize = 4;

pub struct AskedForAll {
    pub question: OrganizerQuestion,
    pub decision: DecisionForAll,
    pub name: String,
    pub count: usize,
}

/// Stores a decision until its organizer confirms it. Refuses one that could not be carried out in any game.
pub async fn ask(
    games: &Games,
    by: &Organizer,
    typed: &str,
    decision: DecisionForAll,
) -> Result<AskedForAll, ClubError> {
    let (competition, name) = competitions::find(games, by.guild, typed).await?;
    let reason = by.required_reason()?;
    match decision {
        DecisionForAll::Pause { days } => check_pause(games, days)?,
        DecisionForAll::Extend { minutes } => check_extension(i64::from(minutes) * MINUTE_MS)?,
        DecisionForAll::Resume => {}
    }
    let count = changed_games(games, competition, decision).await?.len();
    if count == 0 {
        return Err(OrganizerError::NoGamesOfAll.into());
    }
    entry(games, by, competition, &name, decision).await?;
    let question = keep_question(games, by, QuestionAbout::AllGames { competition, decision }, reason).await?;
    Ok(AskedForAll { question, decision, name, count })
}

/// Records a confirmed decision; [`DecisionsForAll`] applies it. `None` if the question is about something else.
pub async fn confirm(
    games: &Games,
    request: RequestId,
    guild: GuildId,
    user: UserId,
    asked: RequestId,
) -> Result<Option<AskedForAll>, ClubError> {
    let question = confirmed_question(games, guild, user, asked).await?;
    let QuestionAbout::AllGames { competition, decision } = question.about else { return Ok(None) };
    let (_, name) = competitions::find(games, guild, &GameId(competition.id()).to_string()).await?;
    let count = changed_games(games, competition, decision).await?.len();
    if !games.store.clubs().is_confirmed(asked).await? {
        let by = Organizer { request, guild, user, reason: Some(question.reason.clone()) };
        let mut audit = entry(games, &by, competition, &name, decision).await?;
        audit.detail = audit.detail.map(|detail| format!("{detail}\n{count}"));
        games.store.clubs().confirm_question(asked, audit.at, &audit).await?;
        games.wake.notify_waiters();
    }
    Ok(Some(AskedForAll { question, decision, name, count }))
}

/// The audit entry, still without the number of changed games.
async fn entry(
    games: &Games,
    by: &Organizer,
    competition: Competition,
    name: &str,
    decision: DecisionForAll,
) -> Result<AuditEntry, GameError> {
    let action = match decision {
        DecisionForAll::Pause { .. } => AuditAction::Paused,
        DecisionForAll::Extend { .. } => AuditAction::Extended,
        DecisionForAll::Resume => AuditAction::Resumed,
    };
    let seats = competitions::players(games, competition).await?;
    let detail = Some(format!("{name}\n{decision}"));
    let subject = Subject { competition: Some(competition), detail, ..Subject::default() };
    Ok(authority(games, by).await?.entry(action, &seats, subject, games.clock.now())?)
}

/// The games of a competition that a decision changes: it ends no adjournment by players, and adds no time where no
/// clock runs.
async fn changed_games(
    games: &Games,
    competition: Competition,
    decision: DecisionForAll,
) -> Result<Vec<GameId>, ClubError> {
    let running = competitions::running_games(games, competition).await?;
    let summaries = games.store.summaries_of(&running).await?;
    let is_changed = |summary: &&GameSummary| {
        let adjourned = summary.game.agreements.adjourned;
        summary.game.phase == Phase::Playing
            && match decision {
                DecisionForAll::Pause { .. } => adjourned.is_none(),
                DecisionForAll::Extend { .. } => summary.game.time_control.pace != Pace::Unlimited,
                DecisionForAll::Resume => adjourned.is_some_and(|adjourned| adjourned.organizer.is_some()),
            }
    };
    Ok(summaries.iter().filter(is_changed).map(|summary| summary.game.game_id).collect())
}

/// Confirmed decisions: each changes each game once.
pub struct DecisionsForAll;

#[async_trait]
impl Job for DecisionsForAll {
    fn kind(&self) -> JobKind {
        JobKind::Decision
    }

    fn batch(&self) -> u32 {
        1
    }

    async fn run(&self, games: &Games, claimed: &[ClaimedJob]) -> Result<usize, StoreError> {
        run_each(games, claimed, |job| carry_out(games, job.request()).boxed()).await
    }
}

async fn carry_out(games: &Games, asked: RequestId) -> Result<Next, ClubError> {
    let Some((question, at)) = games.store.clubs().confirmed_question(asked).await? else { return Ok(Next::Done) };
    let is_done = carry_out_one(games, &question, at).await?;
    Ok(if is_done { Next::Done } else { Next::Again })
}

/// Whether no game is left to retry.
async fn carry_out_one(games: &Games, question: &OrganizerQuestion, at: Timestamp) -> Result<bool, StoreError> {
    let QuestionAbout::AllGames { competition, decision } = question.about else { return Ok(true) };
    let targets = match changed_games(games, competition, decision).await {
        Ok(targets) => targets,
        Err(ClubError::Game(GameError::Internal(problem))) => return Err(problem),
        // The competition no longer exists.
        Err(_) => return Ok(true),
    };
    match competitions::move_round_end(games, competition, question.request, decision, at).await {
        Ok(()) => {}
        Err(ClubError::Game(GameError::Internal(problem))) => return Err(problem),
        Err(_) => return Ok(true),
    }
    let change = |game| change_game(games, question, decision, at, game);
    let outcomes: Vec<_> = futures::stream::iter(targets).map(change).buffer_unordered(AT_ONCE).collect().await;
    outcomes.into_iter().try_fold(true, |all, is_done| Ok(is_done? && all))
}

/// Whether this game is settled; `false` means that it is retried.
async fn change_game(
    games: &Games,
    question: &OrganizerQuestion,
    decision: DecisionForAll,
    at: Timestamp,
    game: GameId,
) -> Result<bool, StoreError> {
    let (request, guild, user) = (question.request, question.guild, question.actor);
    let by = Organizer { request, guild, user, reason: Some(question.reason.clone()) };
    let own = internal_request(game, request.0.rotate_left(17));
    let decide = |replayed: ReplayedGame, now: Timestamp| {
        replayed.record.check_playing()?;
        match decision {
            DecisionForAll::Pause { days } => {
                replayed.record.check_not_adjourned()?;
                pause_until(replayed, &by, now, at.plus(i64::from(days) * DAY_MS))
            }
            DecisionForAll::Extend { minutes } => {
                give_time(replayed, &by, i64::from(minutes) * MINUTE_MS).map(|(change, _)| change)
            }
            DecisionForAll::Resume => end_pause(replayed, &by, now),
        }
    };
    match Box::pin(games.change(own, game, Some(user), no_precondition, decide)).await {
        Err(GameError::Internal(problem)) if problem.is_final() => Err(problem),
        Err(GameError::Internal(problem)) if problem.is_transient() => Ok(false),
        Err(GameError::Internal(problem)) => {
            if is_first_report("game_of_all", game.0.cast_unsigned()) {
                error!(game.id = %game, "Could not carry out a decision on all games in game {game}: {problem}");
            }
            Ok(true)
        }
        // It has ended, or is already paused.
        Ok(_) | Err(_) => Ok(true),
    }
}
