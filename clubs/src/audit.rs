//! The log of organizers' acts.

use games::change::internal_request;
use games::domain::{AuditAction, AuditEntry, GameId, GuildId};
use games::store::StoreError;
use games::{GameError, Games};

pub const PAGE: u32 = 10;

const READ_AT_ONCE: u32 = 1_000;

/// Adds an entry to the log; idempotent by request.
pub async fn add_entry(games: &Games, entry: &AuditEntry) -> Result<(), GameError> {
    Ok(games.store.record_audit(entry).await?)
}

/// Records that the host took a game out of the ratings, or restored it.
pub async fn note_rating(games: &Games, game: GameId, is_annulled: bool) -> Result<(), StoreError> {
    let Some(guild) = games.store.game(game).await?.and_then(|record| record.game.place.guild_id) else {
        return Ok(());
    };
    let action = if is_annulled { AuditAction::RatingAnnulled } else { AuditAction::RatingRestored };
    let request = internal_request(game, games.random.bits());
    let entry = AuditEntry { game: Some(game), ..AuditEntry::of(guild, request, None, action, games.clock.now()) };
    games.store.record_audit(&entry).await
}

/// A page of the log, newest first, and the number of pages.
pub async fn audit_page(games: &Games, guild: GuildId, page: u32) -> Result<(Vec<AuditEntry>, u32), GameError> {
    let pages = games.store.audit_count(guild).await?.div_ceil(PAGE);
    let page = page.min(pages.saturating_sub(1));
    Ok((games.store.audit_log(guild, page * PAGE, PAGE).await?, pages))
}

/// Log entries older than `last`, newest first; empty at the end.
pub async fn audit_after(
    games: &Games,
    guild: GuildId,
    after: Option<&AuditEntry>,
) -> Result<Vec<AuditEntry>, GameError> {
    let after = after.map(|entry| (entry.at, entry.request));
    Ok(games.store.audit_log_after(guild, after, READ_AT_ONCE).await?)
}

pub async fn audit_count(games: &Games, guild: GuildId) -> Result<usize, GameError> {
    Ok(games.store.audit_count(guild).await? as usize)
}
