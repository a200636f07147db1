//! Whom a person blocks, and where the changes of a server's ladders and the daily puzzle are posted.

use crate::domain::clubs::ladder::Silence;
use crate::domain::{
    AuditEntry, ChallengeSilence, ChannelId, Competition, GameSummary, GuildId, LadderId, Phase, Preferences,
    RequestId, RoleId, UserId,
};
use crate::features::challenge;
use crate::features::ladder::service::list_ladders;
use crate::games::change::internal_request;
use crate::games::{GameError, Games};
use crate::store::{LadderDigest, PuzzleChannel};

/// People that one person can block: as many as fit into one message.
pub const MOST_BLOCKED: usize = 60;

/// Takes no more challenges from this person. Running games go on, and so do open challenges, but on ladders, where a block is a
/// decline ([`decline_ladder_challenges`]).
///
/// # Errors
/// [`GameError::BlockYourself`], and [`GameError::TooManyBlocked`] when the list is full.
pub async fn block(games: &Games, user: UserId, other: UserId) -> Result<Preferences, GameError> {
    if user == other {
        return Err(GameError::BlockYourself);
    }
    let change = move |chosen: &mut Preferences| {
        if chosen.blocked.contains(&other) {
            return Ok(());
        }
        if chosen.blocked.len() >= MOST_BLOCKED {
            return Err(GameError::TooManyBlocked(MOST_BLOCKED));
        }
        chosen.blocked.push(other);
        Ok(())
    };
    games.update_preferences(user, change).await
}

/// A place of a ladder that may be lost by blocking a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceAtStake {
    pub ladder: String,
    pub place: usize,
}

/// What it may cost on ladders to block a person: where they have challenged the player, and where both stand on a ladder of this
/// server, if declining loses there.
pub async fn places_at_stake(
    games: &Games,
    guild: Option<GuildId>,
    user: UserId,
    other: UserId,
) -> Result<Vec<PlaceAtStake>, GameError> {
    let mut ladders: Vec<LadderId> = Vec::new();
    for summary in ladder_challenges(games, user, other).await? {
        if let (Some(ChallengeSilence::Loses), Some(Competition::Ladder(ladder))) =
            (summary.game.agreements.silence, summary.game.competition.map(|tag| tag.competition))
        {
            ladders.push(ladder);
        }
    }
    if let Some(guild) = guild {
        let open = list_ladders(games, guild).await?.into_iter().filter(|head| head.closed_at.is_none());
        ladders.extend(open.filter(|head| head.rules.silence == Silence::Forfeited).map(|head| head.ladder_id));
    }
    ladders.sort_unstable();
    ladders.dedup();
    let mut found = Vec::new();
    for ladder in ladders {
        if let Some(stored) = games.store.ladder(ladder).await?
            && let (Some(place), Some(_)) = (stored.ladder.place(user), stored.ladder.place(other))
        {
            found.push(PlaceAtStake { ladder: stored.head.name, place });
        }
    }
    Ok(found)
}

/// Declines what this person has challenged the player to on ladders, where one can decline.
pub async fn decline_ladder_challenges(
    games: &Games,
    request: RequestId,
    user: UserId,
    other: UserId,
) -> Result<(), GameError> {
    for summary in ladder_challenges(games, user, other).await? {
        let game = summary.game.game_id;
        match challenge::decline(games, internal_request(game, request.0), game, user).await {
            Ok(_) | Err(GameError::ChallengeClosed(_)) => {}
            Err(problem) => return Err(problem),
        }
    }
    Ok(())
}

/// Open challenges on ladders by this person to the player, where one can decline.
async fn ladder_challenges(games: &Games, user: UserId, by: UserId) -> Result<Vec<GameSummary>, GameError> {
    let mut offered = games.store.games_of(user, &[Phase::Offered], u32::MAX).await?;
    offered.retain(|summary| {
        let game = &summary.game;
        let is_on_ladder = matches!(game.competition.as_ref().map(|tag| tag.competition), Some(Competition::Ladder(_)));
        let may_decline = game.agreements.silence.is_some_and(|silence| silence != ChallengeSilence::Begins);
        is_on_ladder && may_decline && game.challenge.challenger == by
    });
    Ok(offered)
}

/// Takes challenges from this person again.
pub async fn unblock(games: &Games, user: UserId, other: UserId) -> Result<Preferences, GameError> {
    let change = move |chosen: &mut Preferences| {
        chosen.blocked.retain(|blocked| *blocked != other);
        Ok(())
    };
    games.update_preferences(user, change).await
}

/// Whether the leader of a ladder of this server has this role.
pub async fn is_leader_role(games: &Games, guild: GuildId, role: RoleId) -> Result<bool, GameError> {
    Ok(games.store.is_leader_role(guild, role).await?)
}

/// Where the changes of a server's ladders are posted.
pub async fn ladder_digest(games: &Games, guild: GuildId) -> Result<Option<LadderDigest>, GameError> {
    Ok(games.store.ladder_digest(guild).await?)
}

/// Chooses where the changes of a server's ladders are posted from now on. Whether the person may do so is for the caller to
/// check.
pub async fn set_ladder_digest(
    games: &Games,
    guild: GuildId,
    channel: Option<ChannelId>,
    audit: &AuditEntry,
) -> Result<(), GameError> {
    Ok(games.store.set_ladder_digest(guild, channel, games.clock.now(), audit).await?)
}

/// Where the daily puzzle is posted for a server.
pub async fn puzzle_channel(games: &Games, guild: GuildId) -> Result<Option<PuzzleChannel>, GameError> {
    Ok(games.store.puzzle_channel(guild).await?)
}

/// Chooses where the daily puzzle is posted from now on. Whether the person may do so is for the caller to check.
pub async fn set_puzzle_channel(
    games: &Games,
    guild: GuildId,
    channel: Option<ChannelId>,
    audit: &AuditEntry,
) -> Result<(), GameError> {
    Ok(games.store.set_puzzle_channel(guild, channel, games.clock.now(), audit).await?)
}
