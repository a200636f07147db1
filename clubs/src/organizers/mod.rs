//! Decisions of organizers on the games of their server.

pub mod all_games;

use std::collections::BTreeSet;

use games::change::{Change, no_precondition};
use games::domain::{
    Action, Adjourned, Annulled, AuditAction, AuditEntry, ChannelId, DAY_MS, EndReason, GameId, GameOutcome,
    GameRecord, GameSummary, GuildId, MOST_DAYS, Notice, Organizer, OrganizerError, Pace, Phase, RequestId, TimeSpan,
    Timestamp, UserId,
};
use games::endings::{adjudicate, annul};
use games::running_turn::{self, add_time, end_early};
use games::store::StoreError;
use games::{Done, GameError, Games, ReplayedGame};

use crate::authority::{authority, confirmed_question, keep_question, recent_log};
use crate::competitions;
use crate::domain::{Authority, Decision, OrganizerQuestion, QuestionAbout, Subject};
use crate::ratings::recomputation;
use crate::store::Clubs as _;

/// Games offered in completion.
const MOST_LISTED: u32 = 100;

/// Annulled games whose results are taken back in one round.
const MOST_TAKEN_BACK: u32 = 10;

/// The game of an organizer's command: the named one, that of this thread, or the only one played in this channel.
pub async fn game_to_organize(
    games: &Games,
    guild: GuildId,
    channel: ChannelId,
    named: Option<GameId>,
    finished: bool,
) -> Result<GameId, GameError> {
    let game = match named {
        Some(game) => Some(game),
        None => games.store.game_in(channel).await?,
    };
    if let Some(game) = game {
        return Ok(game);
    }
    let list = games_to_organize(games, guild, finished).await?;
    Err(if list.is_empty() { OrganizerError::NoGames.into() } else { GameError::WhichGame(list) })
}

/// Games of a server that an organizer may choose: running ones, and finished ones if wanted.
pub async fn games_to_organize(games: &Games, guild: GuildId, finished: bool) -> Result<Vec<GameSummary>, GameError> {
    let mut summaries = games.store.games_of_guild(guild, Phase::Playing, MOST_LISTED).await?;
    if finished {
        summaries.extend(games.store.games_of_guild(guild, Phase::Over, MOST_LISTED).await?);
    }
    Ok(summaries)
}

/// The people with a seat in a game or in its competition.
pub async fn seats_of(games: &Games, record: &GameRecord) -> Result<Vec<UserId>, GameError> {
    let mut seats: Vec<UserId> = record.people().collect();
    if let Some(tag) = &record.game.competition {
        seats.extend(competitions::players(games, tag.competition).await?);
    }
    Ok(seats)
}

/// Stores a decision that ends a game until its organizer confirms it. Refuses one that could not be carried out now.
pub async fn ask_to_decide(
    games: &Games,
    by: &Organizer,
    game: GameId,
    decision: Decision,
) -> Result<(ReplayedGame, OrganizerQuestion), GameError> {
    let replayed = games.load(game, None).await?;
    if let Err(refusal) = check_decision(&replayed.record, by, decision) {
        return Err(explain_late_decision(games, by, game, None, refusal).await?);
    }
    let reason = by.required_reason()?;
    let seats = seats_of(games, &replayed.record).await?;
    decision_entry(&authority(games, by).await?, &seats, game, decision, games.clock.now())?;
    let about = QuestionAbout::Game { game, version: replayed.record.game.version, decision };
    let question = keep_question(games, by, about, reason).await?;
    Ok((replayed, question))
}

/// Carries out a confirmed decision, if the game is still at the version that the organizer saw.
pub async fn decide(
    games: &Games,
    request: RequestId,
    guild: GuildId,
    user: UserId,
    asked: RequestId,
) -> Result<(Decision, Done), GameError> {
    let question = confirmed_question(games, guild, user, asked).await?;
    let QuestionAbout::Game { game, version, decision } = question.about else {
        return Err(OrganizerError::Expired.into());
    };
    let by = Organizer { request, guild, user, reason: Some(question.reason.clone()) };
    let record = games.store.game(game).await?.ok_or(GameError::NoSuchGame)?;
    let (authority, seats) = (authority(games, &by).await?, seats_of(games, &record).await?);
    let is_done = move |record: &GameRecord| match decision {
        Decision::Win(_) | Decision::Draw => {
            record.game.end_reason() == Some(EndReason::Adjudication) && has_come_to(record, decision)
        }
        Decision::Annul | Decision::AnnulAgainst(_) => record.game.is_annulled(),
    };
    let outcome = games
        .change(request, game, Some(user), is_done, |replayed, now| {
            check_decision(&replayed.record, &by, decision)?;
            if replayed.record.game.version != version {
                return Err(GameError::Stale(Box::new(replayed)));
            }
            let audit = Some(decision_entry(&authority, &seats, game, decision, now)?);
            let by = Annulled { organizer: by.user, reason: by.required_reason()? };
            let change = match decision {
                Decision::Win(winner) => adjudicate(replayed, Some(winner), by),
                Decision::Draw => adjudicate(replayed, None, by),
                Decision::Annul => annul(replayed.record.game, None, by),
                Decision::AnnulAgainst(player) => {
                    let seat = replayed.record.seat_of(player);
                    annul(replayed.record.game, seat, by)
                }
            };
            Ok(Change { audit, ..change })
        })
        .await;
    match outcome {
        Ok(done) if done.action.is_some() => Ok((decision, done)),
        // The game has been decided meanwhile, and not by this request.
        Ok(done) => match decided_by_other(games, &by, game, Some(question.at)).await? {
            Some(other) => Err(OrganizerError::DecidedBy(other).into()),
            None => Ok((decision, done)),
        },
        Err(refusal) => Err(explain_late_decision(games, &by, game, Some(question.at), refusal).await?),
    }
}

/// Names another organizer who has decided the game, if its end is what refuses a decision.
async fn explain_late_decision(
    games: &Games,
    by: &Organizer,
    game: GameId,
    since: Option<Timestamp>,
    refusal: GameError,
) -> Result<GameError, GameError> {
    let is_over =
        matches!(refusal, GameError::Over | GameError::Stale(_) | GameError::Organizer(OrganizerError::Annulled));
    let other = if is_over { decided_by_other(games, by, game, since).await? } else { None };
    Ok(other.map_or(refusal, |other| OrganizerError::DecidedBy(other).into()))
}

/// The organizer of the last decision on a game, if it is another one and was made since this instant.
async fn decided_by_other(
    games: &Games,
    by: &Organizer,
    game: GameId,
    since: Option<Timestamp>,
) -> Result<Option<UserId>, GameError> {
    let is_decision = |entry: &&AuditEntry| {
        let actions = [AuditAction::Adjudicated, AuditAction::Annulled, AuditAction::TournamentDecided];
        entry.game == Some(game) && actions.contains(&entry.action)
    };
    let log = recent_log(games, by.guild).await?;
    let last = log.iter().find(is_decision).filter(|entry| since.is_none_or(|since| entry.at >= since));
    Ok(last.and_then(|entry| entry.actor).filter(|actor| *actor != by.user))
}

fn decision_entry(
    authority: &Authority,
    seats: &[UserId],
    game: GameId,
    decision: Decision,
    at: Timestamp,
) -> Result<AuditEntry, OrganizerError> {
    let (action, player, detail) = match decision {
        Decision::Win(winner) => (AuditAction::Adjudicated, Some(winner), None),
        Decision::Draw => (AuditAction::Adjudicated, None, Some("draw".to_owned())),
        Decision::Annul => (AuditAction::Annulled, None, None),
        Decision::AnnulAgainst(player) => (AuditAction::Annulled, Some(player), None),
    };
    authority.entry(action, seats, Subject { game: Some(game), player, detail, ..Subject::default() }, at)
}

/// Takes the results of annulled games out of the ratings and returns their number. Idempotent, and safe in any
/// process at any time.
pub async fn take_back_annulled(games: &Games) -> Result<usize, StoreError> {
    let annulled_games = games.store.clubs().annulled_but_counted(MOST_TAKEN_BACK).await?;
    let mut groups = BTreeSet::new();
    for game in &annulled_games {
        groups.extend(games.store.clubs().set_annulled(*game, true).await?);
    }
    // Once per group, because it replays the whole log.
    for group in groups {
        recomputation::recompute(games, Some(group), true).await?;
    }
    for game in &annulled_games {
        games.store.clubs().forget_count(*game).await?;
    }
    Ok(annulled_games.len())
}

/// Refuses an extension of zero or of more than the limit.
pub(super) fn check_extension(millis: i64) -> Result<(), GameError> {
    let is_possible = (1..=i64::from(MOST_DAYS) * DAY_MS).contains(&millis);
    if is_possible { Ok(()) } else { Err(OrganizerError::BadExtension(MOST_DAYS).into()) }
}

/// Adds milliseconds to the clock of the player on turn.
pub async fn extend(games: &Games, by: Organizer, game: GameId, millis: i64) -> Result<Done, GameError> {
    check_extension(millis)?;
    let decide = move |replayed: ReplayedGame, by: &Organizer, _| {
        let (change, player) = give_time(replayed, by, millis)?;
        Ok((change, player, Some(format!("{} min", millis / 60_000))))
    };
    change_running(games, by, game, AuditAction::Extended, decide).await
}

pub(super) fn give_time(
    replayed: ReplayedGame,
    by: &Organizer,
    millis: i64,
) -> Result<(Change, Option<UserId>), GameError> {
    let ply = replayed.record.game.ply;
    if replayed.record.game.time_control.pace == Pace::Unlimited {
        return Err(GameError::NoClock);
    }
    let player = replayed.record.on_turn().ok_or(GameError::NoClock)?.player.user();
    let (state, seats) = add_time(replayed.record, millis);
    let notice = Notice::Extended { organizer: by.user, reason: by.required_reason()?, ply };
    Ok((Change { seats, ..Change::of(state, Action::Extend, vec![notice]) }, player))
}

pub(super) fn check_pause(games: &Games, days: u32) -> Result<(), GameError> {
    let longest = running_turn::longest_adjournment(games);
    if (1..=longest).contains(&days) { Ok(()) } else { Err(GameError::AdjournedTooLong(longest)) }
}

/// Pauses all clocks and moves for so many days. The players cannot resume the game.
pub async fn pause(games: &Games, by: Organizer, game: GameId, days: u32) -> Result<Done, GameError> {
    let decide = move |replayed: ReplayedGame, by: &Organizer, now: Timestamp| {
        replayed.record.check_not_adjourned()?;
        check_pause(games, days)?;
        let change = pause_until(replayed, by, now, now.plus(i64::from(days) * DAY_MS))?;
        Ok((change, None, Some(format!("{days} d"))))
    };
    change_running(games, by, game, AuditAction::Paused, decide).await
}

/// The change that pauses a game's clocks until then.
pub(super) fn pause_until(
    replayed: ReplayedGame,
    by: &Organizer,
    now: Timestamp,
    until: Timestamp,
) -> Result<Change, GameError> {
    let mut state = replayed.record.game;
    state.turn.pauses.push(TimeSpan { from: now, until });
    state.agreements.proposal = None;
    let version = state.version + 1;
    state.agreements.adjourned = Some(Adjourned { version, until, organizer: Some(by.user) });
    let notice = Notice::Paused { organizer: by.user, reason: by.required_reason()?, until };
    Ok(Change::of(state, Action::PauseByOrganizer, vec![notice]))
}

/// Resumes a game paused by an organizer or adjourned by its players.
pub async fn unpause(games: &Games, by: Organizer, game: GameId) -> Result<Done, GameError> {
    let decide = |replayed: ReplayedGame, by: &Organizer, now| Ok((end_pause(replayed, by, now)?, None, None));
    change_running(games, by, game, AuditAction::Resumed, decide).await
}

/// The change that resumes a game's clocks.
pub(super) fn end_pause(replayed: ReplayedGame, by: &Organizer, now: Timestamp) -> Result<Change, GameError> {
    let adjourned = replayed.record.game.agreements.adjourned.ok_or(GameError::NotAdjourned)?;
    let mut state = end_early(replayed.record.game, adjourned, now);
    state.agreements.adjourned = None;
    // The board posted now shows the deadline.
    state.turn.reminded_until = Some(now);
    let notice = Notice::Unpaused { organizer: by.user, reason: by.required_reason()?, ply: state.ply };
    Ok(Change::of(state, Action::ResumeByOrganizer, vec![notice]))
}

/// Changes a running game, once per request. `decide` also returns the player and the detail for the log.
async fn change_running(
    games: &Games,
    by: Organizer,
    game: GameId,
    action: AuditAction,
    decide: impl Fn(ReplayedGame, &Organizer, Timestamp) -> Result<(Change, Option<UserId>, Option<String>), GameError>
    + Send
    + Sync,
) -> Result<Done, GameError> {
    let record = games.store.game(game).await?.ok_or(GameError::NoSuchGame)?;
    let (authority, seats) = (authority(games, &by).await?, seats_of(games, &record).await?);
    let change = |replayed: ReplayedGame, now| {
        by.check(&replayed.record)?;
        replayed.record.check_playing()?;
        let (change, player, detail) = decide(replayed, &by, now)?;
        let subject = Subject { game: Some(game), player, detail, ..Subject::default() };
        let audit = authority.entry(action, &seats, subject, now)?;
        Ok(Change { audit: Some(audit), ..change })
    };
    games.change(by.request, game, Some(by.user), no_precondition, change).await
}

fn check_decision(record: &GameRecord, by: &Organizer, decision: Decision) -> Result<(), GameError> {
    by.check(record)?;
    if !(decision.is_annulment() && record.game.phase == Phase::Over) {
        record.check_playing()?;
    }
    match decision {
        Decision::Win(player) | Decision::AnnulAgainst(player) if record.seat_of(player).is_none() => {
            Err(OrganizerError::NotInGame(player).into())
        }
        Decision::Win(_) | Decision::AnnulAgainst(_) | Decision::Draw | Decision::Annul => Ok(()),
    }
}

/// Whether a game has the result that an organizer decided on.
fn has_come_to(record: &GameRecord, decision: Decision) -> bool {
    match (record.game.result(), decision) {
        (Some(GameOutcome::Draw), Decision::Draw) => true,
        (Some(GameOutcome::Won(colors)), Decision::Win(winner)) => {
            let places = record.game.setup.open().map(|any_game| any_game.seats()).unwrap_or_default();
            let seat = record.seat_of(winner).and_then(|seat| places.get(usize::from(seat)));
            seat.is_some_and(|place| colors.has(place.color))
        }
        _ => false,
    }
}
