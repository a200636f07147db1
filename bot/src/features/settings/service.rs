//! A person's block list, and the channels for a server's ladder changes and daily puzzle.

use clubs::domain::ladder::Silence;
use clubs::ladders::list_ladders;
use clubs::store::Clubs as _;
use games::change::internal_request;
use games::domain::{
    AuditEntry, ChallengeSilence, ChannelId, Competition, GameSummary, GuildId, LadderId, Phase, PostKind, Preferences,
    RequestId, RoleId, UserId,
};
use games::store::Post;
use games::{GameError, Games, challenges};

/// The longest block list that fits into one message.
pub const MOST_BLOCKED: usize = 60;

/// Accepts no more challenges from this person. Running games continue, and so do open challenges except on ladders,
/// where a block is a decline ([`decline_ladder_challenges`]).
///
/// # Errors
/// [`GameError::BlockYourself`], and [`GameError::TooManyBlocked`] if the list is full.
pub async fn block(games: &Games, user: UserId, other: UserId) -> Result<Preferences, GameError> {
    if user == other {
        return Err(GameError::BlockYourself);
    }
    let change = move |preferences: &mut Preferences| {
        if preferences.blocked.contains(&other) {
            return Ok(());
        }
        if preferences.blocked.len() >= MOST_BLOCKED {
            return Err(GameError::TooManyBlocked(MOST_BLOCKED));
        }
        preferences.blocked.push(other);
        Ok(())
    };
    games.update_preferences(user, change).await
}

/// A place on a ladder that blocking a person may lose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceAtStake {
    pub ladder: String,
    pub place: usize,
}

/// The places that blocking a person may lose: on ladders where they have challenged the player, and on ladders of
/// this server that both are on, if declining loses there.
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
    let mut places = Vec::new();
    for ladder in ladders {
        if let Some(stored) = games.store.clubs().ladder(ladder).await?
            && let (Some(place), Some(_)) = (stored.ladder.place(user), stored.ladder.place(other))
        {
            places.push(PlaceAtStake { ladder: stored.head.name, place });
        }
    }
    Ok(places)
}

/// Declines this person's challenges to the player on ladders that allow declining.
pub async fn decline_ladder_challenges(
    games: &Games,
    request: RequestId,
    user: UserId,
    other: UserId,
) -> Result<(), GameError> {
    for summary in ladder_challenges(games, user, other).await? {
        let game = summary.game.game_id;
        match challenges::decline(games, internal_request(game, request.0), game, user).await {
            Ok(_) | Err(GameError::ChallengeClosed(_)) => {}
            Err(problem) => return Err(problem),
        }
    }
    Ok(())
}

/// Open ladder challenges by this person to the player that can be declined.
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

pub async fn unblock(games: &Games, user: UserId, other: UserId) -> Result<Preferences, GameError> {
    let change = move |preferences: &mut Preferences| {
        preferences.blocked.retain(|blocked| *blocked != other);
        Ok(())
    };
    games.update_preferences(user, change).await
}

/// Whether this role is the leader role of a ladder of this server.
pub async fn is_leader_role(games: &Games, guild: GuildId, role: RoleId) -> Result<bool, GameError> {
    Ok(games.store.clubs().is_leader_role(guild, role).await?)
}

/// The channel for a server's ladder changes or its daily puzzle.
pub async fn guild_post(games: &Games, kind: PostKind, guild: GuildId) -> Result<Option<Post>, GameError> {
    Ok(games.store.post(kind, guild).await?)
}

/// Sets or removes that channel. The caller checks permission.
pub async fn set_guild_post(
    games: &Games,
    kind: PostKind,
    guild: GuildId,
    channel: Option<ChannelId>,
    audit: &AuditEntry,
) -> Result<(), GameError> {
    Ok(games.store.set_post_channel(kind, guild, channel, audit).await?)
}
