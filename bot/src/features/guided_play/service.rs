//! Drafts of challenges, stored with a person's preferences.

use std::sync::atomic::{AtomicBool, Ordering};

use games::domain::challenge_draft::{ChallengeDraft, Whom, keep_draft as keep_in};
use games::domain::{GameRecord, GuildId, Preferences, RequestId, UserId};
use games::{GameError, Games};

/// Stores a new draft, evicting the oldest at the limit.
pub async fn keep_draft(games: &Games, user: UserId, draft: &ChallengeDraft) -> Result<(), GameError> {
    let keep = |preferences: &mut Preferences| {
        keep_in(&mut preferences.drafts, draft.clone());
        Ok(())
    };
    games.update_preferences(user, keep).await?;
    Ok(())
}

/// The draft of this form, if this person owns it and it is still stored.
pub async fn find_draft(games: &Games, user: UserId, form: RequestId) -> Result<Option<ChallengeDraft>, GameError> {
    let drafts = games.store.preferences(user).await?.drafts;
    let Some(draft) = drafts.into_iter().find(|draft| draft.form == form) else { return Ok(None) };
    if draft.is_sent || games.store.game_of_request(form).await?.is_none() {
        return Ok(Some(draft));
    }
    // Another process has sent it but not marked it yet, so it must no longer change.
    let sent_draft = draft.clone().without_people();
    change_draft(games, user, &draft, &sent_draft).await?;
    Ok(Some(sent_draft))
}

/// Replaces a draft; `false` if the stored one is no longer `from`.
pub async fn change_draft(
    games: &Games,
    user: UserId,
    from: &ChallengeDraft,
    to: &ChallengeDraft,
) -> Result<bool, GameError> {
    let is_changed = AtomicBool::new(false);
    let change = |preferences: &mut Preferences| {
        let stored_draft = preferences.drafts.iter_mut().find(|draft| *draft == from);
        is_changed.store(stored_draft.is_some(), Ordering::Relaxed);
        if let Some(draft) = stored_draft {
            draft.clone_from(to);
        }
        Ok(())
    };
    games.update_preferences(user, change).await?;
    Ok(is_changed.into_inner())
}

/// The challenge created from a sent draft, which no longer names people.
pub async fn sent_challenge(games: &Games, draft: &ChallengeDraft) -> Result<Option<GameRecord>, GameError> {
    if !draft.is_sent || draft.whom != Whom::Nobody {
        return Ok(None);
    }
    match games.store.game_of_request(draft.form).await? {
        Some(game) => Ok(games.store.game(game).await?),
        None => Ok(None),
    }
}

/// This person's last challenge in this server, or in direct messages.
pub async fn last_challenge(
    games: &Games,
    user: UserId,
    guild: Option<GuildId>,
) -> Result<Option<GameRecord>, GameError> {
    match games.store.last_challenge_of(user, guild).await? {
        Some(game) => Ok(games.store.game(game).await?),
        None => Ok(None),
    }
}

pub async fn has_challenged(games: &Games, user: UserId, guild: Option<GuildId>) -> Result<bool, GameError> {
    Ok(games.store.last_challenge_of(user, guild).await?.is_some())
}
