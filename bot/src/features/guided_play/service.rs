//! Drafts of challenges, kept with what a person has chosen.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::domain::challenge_draft::{ChallengeDraft, Whom, keep_draft as keep_in};
use crate::domain::{GameRecord, GuildId, Preferences, RequestId, UserId};
use crate::games::{GameError, Games};

/// Keeps a new draft. The oldest one may go for it.
pub async fn keep_draft(games: &Games, user: UserId, draft: &ChallengeDraft) -> Result<(), GameError> {
    let keep = |chosen: &mut Preferences| {
        keep_in(&mut chosen.drafts, draft.clone());
        Ok(())
    };
    games.update_preferences(user, keep).await?;
    Ok(())
}

/// The draft of this form, if this person has begun it and it is still kept.
pub async fn find_draft(games: &Games, user: UserId, form: RequestId) -> Result<Option<ChallengeDraft>, GameError> {
    let drafts = games.store.preferences(user).await?.drafts;
    let Some(draft) = drafts.into_iter().find(|draft| draft.form == form) else { return Ok(None) };
    if draft.is_sent || games.store.game_of_request(form).await?.is_none() {
        return Ok(Some(draft));
    }
    // The process that sent it has ended before it could note that, or is about to: nothing of it can be changed now.
    let sent = draft.clone().without_people();
    change_draft(games, user, &draft, &sent).await?;
    Ok(Some(sent))
}

/// Replaces a draft; `false` when what is kept is no longer `from`.
pub async fn change_draft(
    games: &Games,
    user: UserId,
    from: &ChallengeDraft,
    to: &ChallengeDraft,
) -> Result<bool, GameError> {
    let is_changed = AtomicBool::new(false);
    let change = |chosen: &mut Preferences| {
        let found = chosen.drafts.iter_mut().find(|draft| *draft == from);
        is_changed.store(found.is_some(), Ordering::Relaxed);
        if let Some(draft) = found {
            draft.clone_from(to);
        }
        Ok(())
    };
    games.update_preferences(user, change).await?;
    Ok(is_changed.into_inner())
}

/// The challenge that a draft has become which was sent, and no longer names anybody.
pub async fn sent_challenge(games: &Games, draft: &ChallengeDraft) -> Result<Option<GameRecord>, GameError> {
    if !draft.is_sent || draft.whom != Whom::Nobody {
        return Ok(None);
    }
    match games.store.game_of_request(draft.form).await? {
        Some(game) => Ok(games.store.game(game).await?),
        None => Ok(None),
    }
}

/// The challenge that this person has made last in this server, or in direct messages.
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
