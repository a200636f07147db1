//! The running games of a server that somebody may see.

use std::cmp::Reverse;

use crate::domain::{GameId, GameSummary, GuildId, Origin, Phase, UserId};
use crate::games::selection::is_seen_from;
use crate::games::{GameError, Games, ReplayedGame};

/// Games of one server that are looked through, the newest.
const MOST_GAMES: u32 = 1000;

/// Games on a page: so many boards fit into one picture.
pub const PAGE: usize = 6;

/// A page of the running games, the one with the newest move first.
#[derive(Debug)]
pub struct LivePage {
    pub games: Vec<(GameSummary, Option<ReplayedGame>)>,
    /// From 0.
    pub page: usize,
    pub pages: usize,
    /// On all pages.
    pub count: usize,
    /// Games of other channels are left out: who may read those is not known.
    pub is_of_channel: bool,
}

impl Games {
    /// The games that are being played in a server, the one with the newest move first, and whether those of other channels are left
    /// out: in a server that posts all results all games are for everybody, otherwise one sees those of this channel, and one's own.
    pub async fn live_games(
        &self,
        guild: GuildId,
        user: UserId,
        origin: Origin,
    ) -> Result<(Vec<GameSummary>, bool), GameError> {
        let mut games = self.store.games_of_guild(guild, Phase::Playing, MOST_GAMES).await?;
        let is_of_channel = self.store.guild_preferences(guild).await?.results_channel.is_none();
        if is_of_channel {
            games.retain(|summary| is_seen_from(summary, user, origin.channel_id));
        }
        games.sort_by_key(|summary| (Reverse(summary.game.turn.started_at), summary.game.game_id));
        Ok((games, is_of_channel))
    }

    /// A page of them with their boards.
    pub async fn live(&self, guild: GuildId, user: UserId, origin: Origin, page: usize) -> Result<LivePage, GameError> {
        let (games, is_of_channel) = self.live_games(guild, user, origin).await?;
        let (count, pages) = (games.len(), games.len().div_ceil(PAGE).max(1));
        let page = page.min(pages - 1);
        let shown: Vec<GameSummary> = games.into_iter().skip(page * PAGE).take(PAGE).collect();
        let ids: Vec<GameId> = shown.iter().map(|summary| summary.game.game_id).collect();
        let mut replayed = self.replayed(&ids).await?;
        let with_board = |summary: GameSummary| {
            let replayed = replayed.remove(&summary.game.game_id);
            (summary, replayed)
        };
        let games = shown.into_iter().map(with_board).collect();
        Ok(LivePage { games, page, pages, count, is_of_channel })
    }
}
