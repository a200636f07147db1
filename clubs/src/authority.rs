//! The decisions of an organizer, and the questions before acts that cannot be undone.

use games::domain::{AuditEntry, DAY_MS, GuildId, Organizer, OrganizerError, RequestId, UserId};
use games::{GameError, Games};

use crate::domain::{Authority, KNOWN_FOR_MS, OrganizerQuestion, QuestionAbout};
use crate::store::Clubs as _;

/// Milliseconds until an unconfirmed question expires.
const CONFIRMED_WITHIN: i64 = DAY_MS;

/// Log entries read to determine an organizer's authority.
const MOST_READ: u32 = 1_000;

pub async fn authority(games: &Games, by: &Organizer) -> Result<Authority, GameError> {
    Ok(Authority::new(by.clone(), recent_log(games, by.guild).await?))
}

pub async fn recent_log(games: &Games, guild: GuildId) -> Result<Vec<AuditEntry>, GameError> {
    let since = games.clock.now().plus(-KNOWN_FOR_MS);
    Ok(games.store.audit_since(guild, since, MOST_READ).await?)
}

pub async fn keep_question(
    games: &Games,
    by: &Organizer,
    about: QuestionAbout,
    reason: String,
) -> Result<OrganizerQuestion, GameError> {
    let (request, guild, actor, at) = (by.request, by.guild, by.user, games.clock.now());
    let question = OrganizerQuestion { request, guild, actor, about, reason, at };
    games.store.clubs().keep_question(&question, at.plus(-CONFIRMED_WITHIN)).await?;
    Ok(question)
}

/// The unexpired question that this organizer was asked by this command.
pub async fn confirmed_question(
    games: &Games,
    guild: GuildId,
    user: UserId,
    asked: RequestId,
) -> Result<OrganizerQuestion, GameError> {
    let question = games.store.clubs().question(asked).await?;
    let is_open = |question: &OrganizerQuestion| {
        (question.guild, question.actor) == (guild, user) && games.clock.now().since(question.at) <= CONFIRMED_WITHIN
    };
    Ok(question.filter(is_open).ok_or(OrganizerError::Expired)?)
}
