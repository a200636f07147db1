//! The log of what organizers have done.

use crate::domain::{AuditAction, AuditEntry, GameId, GuildId};
use crate::games::change::internal_request;
use crate::games::{GameError, Games};
use crate::store::StoreError;

/// Entries on a page of the log.
pub const PAGE: u32 = 10;

/// Entries of a log that are read at once.
const READ_AT_ONCE: u32 = 1_000;

/// Adds an entry to the log; nothing for a request that has one.
pub async fn add_entry(games: &Games, entry: &AuditEntry) -> Result<(), GameError> {
    Ok(games.store.record_audit(entry).await?)
}

/// Notes that the host took a game out of the ratings, or put it back.
pub async fn note_rating(games: &Games, game: GameId, is_annulled: bool) -> Result<(), StoreError> {
    let Some(guild) = games.store.game(game).await?.and_then(|record| record.game.place.guild_id) else {
        return Ok(());
    };
    let action = if is_annulled { AuditAction::RatingAnnulled } else { AuditAction::RatingRestored };
    let request = internal_request(game, games.random.bits());
    let entry = AuditEntry { game: Some(game), ..AuditEntry::of(guild, request, None, action, games.clock.now()) };
    games.store.record_audit(&entry).await
}

/// A page of the log, the newest entries first, and how many pages there are.
pub async fn audit_page(games: &Games, guild: GuildId, page: u32) -> Result<(Vec<AuditEntry>, u32), GameError> {
    let pages = games.store.audit_count(guild).await?.div_ceil(PAGE);
    let page = page.min(pages.saturating_sub(1));
    Ok((games.store.audit_log(guild, page * PAGE, PAGE).await?, pages))
}

/// Entries of the log that come after this one, the newest first; none are left when it is empty.
pub async fn audit_after(
    games: &Games,
    guild: GuildId,
    after: Option<&AuditEntry>,
) -> Result<Vec<AuditEntry>, GameError> {
    let after = after.map(|entry| (entry.at, entry.request));
    Ok(games.store.audit_log_after(guild, after, READ_AT_ONCE).await?)
}

/// How many entries the log has.
pub async fn audit_count(games: &Games, guild: GuildId) -> Result<usize, GameError> {
    Ok(games.store.audit_count(guild).await? as usize)
}
