//! Deleting what is stored of a server that no longer has the bot. Its players keep their finished games.

use tracing::info;

use crate::domain::{Action, EndReason, Ending, GameId, GameRecord, GuildId, Notice, Phase};
use crate::features::ratings::service as ratings;
use crate::features::{organize, statistics};
use crate::games::change::{Change, internal_request};
use crate::games::endings::annul_game;
use crate::games::offers::close;
use crate::games::replay::damaged::skip_damaged;
use crate::games::{GameError, Games, ReplayedGame};
use crate::store::{GuildHoldings, StoreError};

/// Games that are looked up at once.
const MOST_GAMES: u32 = 200;

/// Rounds in which results are counted: many may wait where no bot has run for long.
const ROUNDS: u32 = 1000;

/// Tells the requests from others about the same game.
const FORGETS: u64 = 0x666f_7267_6574_7300;

pub async fn server_holdings(games: &Games, guild: GuildId) -> Result<GuildHoldings, StoreError> {
    games.store.guild_holdings(guild).await
}

/// Annuls what is played in a server, closes its challenges, waits until results are counted, and deletes what is stored of it.
/// `false`: something is in the way that passes, such as ratings that are being computed anew.
pub async fn forget_server(games: &Games, guild: GuildId) -> Result<bool, GameError> {
    let damaged = call_off_all(games, guild).await?;
    for _ in 0..ROUNDS {
        if games.store.forget_guild(guild, &damaged).await? {
            info!("Deleted what was stored of a server");
            return Ok(true);
        }
        let counted = ratings::count_results(games).await? + statistics::tally_games(games).await?;
        let taken_back = organize::take_back_annulled(games).await? + statistics::untally_annulled(games).await?;
        if counted + taken_back == 0 {
            // Once more, for what another process has done meanwhile.
            return Ok(games.store.forget_guild(guild, &damaged).await?);
        }
    }
    Ok(false)
}

/// Gives those that cannot be called off, because they are damaged.
async fn call_off_all(games: &Games, guild: GuildId) -> Result<Vec<GameId>, GameError> {
    let (mut damaged, mut after) = (Vec::new(), None);
    loop {
        let open = games.store.open_games(guild, after, MOST_GAMES).await?;
        let Some(last) = open.last() else { return Ok(damaged) };
        after = Some(*last);
        for game in open {
            if let Err(error) = call_off(games, game).await {
                skip_damaged(game, error)?;
                damaged.push(game);
            }
        }
    }
}

/// A challenge is closed, and a game annulled.
async fn call_off(games: &Games, game: GameId) -> Result<(), GameError> {
    let is_done = |record: &GameRecord| matches!(record.game.phase, Phase::Over | Phase::Void);
    let decide = |replayed: ReplayedGame, _| {
        let game = replayed.record.game;
        if game.phase == Phase::Offered {
            return Ok(close(game, Ending::of(EndReason::Expired), Action::Expire));
        }
        let notice = Notice::Annulled { by: None };
        Ok(Change::of(annul_game(game), Action::Annul, vec![notice]))
    };
    games.change(internal_request(game, FORGETS), game, None, is_done, decide).await.map(drop)
}
