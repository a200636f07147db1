//! What organizers decide on all games of a competition at once. One answer confirms it, and the games change a few at a time, each by a
//! commit of its own; what fails for a passing reason is tried again.

use futures::StreamExt as _;
use tracing::error;

use crate::commands::organizers::{authority, confirmed_question, keep_question};
use crate::domain::{
    AuditAction, AuditEntry, Competition, DAY_MS, DecisionForAll, GameId, GameSummary, GuildId, MINUTE_MS, Organizer,
    OrganizerError, OrganizerQuestion, Pace, Phase, QuestionAbout, RequestId, Subject, Timestamp, UserId,
};
use crate::features::competition;
use crate::features::organize::service::{check_extension, check_pause, end_pause, give_time, pause_until};
use crate::games::change::{internal_request, never_done};
use crate::games::{GameError, Games, ReplayedGame};
use crate::store::StoreError;
use crate::store::json::is_first_report;

/// Games that change at the same time: moves are played meanwhile.
const AT_ONCE: usize = 4;

/// Decisions that are carried out in one round.
const DECISIONS: u32 = 10;

/// A decision that waits for its organizer, or was confirmed.
pub struct AskedForAll {
    pub question: OrganizerQuestion,
    pub decision: DecisionForAll,
    /// What the competition is called.
    pub name: String,
    /// The games that it changes.
    pub count: usize,
}

/// Keeps a decision until its organizer confirms it. Refuses what could not be carried out in any game.
pub async fn ask(
    games: &Games,
    by: &Organizer,
    typed: &str,
    decision: DecisionForAll,
) -> Result<AskedForAll, GameError> {
    let (competition, name) = competition::find(games, by.guild, typed).await?;
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

/// Notes a decision that its organizer has confirmed; [`carry_out`] does it. `None`: the question is about something else.
pub async fn confirm(
    games: &Games,
    request: RequestId,
    guild: GuildId,
    user: UserId,
    asked: RequestId,
) -> Result<Option<AskedForAll>, GameError> {
    let question = confirmed_question(games, guild, user, asked).await?;
    let QuestionAbout::AllGames { competition, decision } = question.about else { return Ok(None) };
    let (_, name) = competition::find(games, guild, &GameId(competition.id()).to_string()).await?;
    let count = changed_games(games, competition, decision).await?.len();
    if !games.store.is_confirmed(asked).await? {
        let by = Organizer { request, guild, user, reason: Some(question.reason.clone()) };
        let mut audit = entry(games, &by, competition, &name, decision).await?;
        audit.detail = audit.detail.map(|detail| format!("{detail}\n{count}"));
        games.store.confirm_question(asked, audit.at, &audit).await?;
    }
    Ok(Some(AskedForAll { question, decision, name, count }))
}

/// The entry of the log; how many games it changes is still missing.
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
    let seats = competition::players(games, competition).await?;
    let detail = Some(format!("{name}\n{decision}"));
    let subject = Subject { competition: Some(competition), detail, ..Subject::default() };
    Ok(authority(games, by).await?.entry(action, &seats, subject, games.clock.now())?)
}

/// The games of a competition that a decision changes: it ends no adjournment of players, and gives no time where no clock runs.
async fn changed_games(
    games: &Games,
    competition: Competition,
    decision: DecisionForAll,
) -> Result<Vec<GameId>, GameError> {
    let running = competition::running_games(games, competition).await?;
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

/// Carries out what was confirmed; gives how many decisions were. Any process may do it at any time: a decision changes each game once.
pub async fn carry_out(games: &Games) -> Result<usize, StoreError> {
    let confirmed = games.store.confirmed_questions(DECISIONS).await?;
    for (question, at) in &confirmed {
        if carry_out_one(games, question, *at).await? {
            games.store.finish_question(question.request).await?;
        }
    }
    Ok(confirmed.len())
}

/// Whether no game is left that has to be tried again.
async fn carry_out_one(games: &Games, question: &OrganizerQuestion, at: Timestamp) -> Result<bool, StoreError> {
    let QuestionAbout::AllGames { competition, decision } = question.about else { return Ok(true) };
    let wanted = match changed_games(games, competition, decision).await {
        Ok(wanted) => wanted,
        Err(GameError::Internal(problem)) => return Err(problem),
        // The competition is gone.
        Err(_) => return Ok(true),
    };
    match competition::move_round_end(games, competition, question.request, decision, at).await {
        Ok(()) => {}
        Err(GameError::Internal(problem)) => return Err(problem),
        Err(_) => return Ok(true),
    }
    let change = |game| change_game(games, question, decision, at, game);
    let outcomes: Vec<_> = futures::stream::iter(wanted).map(change).buffer_unordered(AT_ONCE).collect().await;
    outcomes.into_iter().try_fold(true, |all, done| Ok(done? && all))
}

/// Whether this game has changed, or never will: `false` means that it is tried again.
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
    match Box::pin(games.change(own, game, Some(user), never_done, decide)).await {
        Err(GameError::Internal(problem)) if problem.is_final() => Err(problem),
        Err(GameError::Internal(problem)) if problem.is_transient() => Ok(false),
        Err(GameError::Internal(problem)) => {
            if is_first_report("game_of_all", game.0.cast_unsigned()) {
                error!(game.id = %game, "Could not carry out a decision on all games in game {game}: {problem}");
            }
            Ok(true)
        }
        // It has ended, or is paused already.
        Ok(_) | Err(_) => Ok(true),
    }
}
