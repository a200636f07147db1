//! Deletes the data of a server that no longer has the bot. Its players keep their finished games.

use clubs::{organizers, ratings, statistics};
use games::change::{Change, internal_request};
use games::domain::{Action, EndReason, Ending, GameId, GameRecord, GuildId, Notice, Phase};
use games::endings::annul_game;
use games::offers::close;
use games::refusal::skip_damaged;
use games::store::{GuildHoldings, StoreError};
use games::{GameError, Games, ReplayedGame};
use tracing::info;

/// Games looked up in one query.
const MOST_GAMES: u32 = 200;

/// Rounds of counting results: many may be pending after long downtime.
const ROUNDS: u32 = 1000;

/// Distinguishes these request ids from others about the same game.
const FORGETS: u64 = 0x666f_7267_6574_7300;

pub async fn server_holdings(games: &Games, guild: GuildId) -> Result<GuildHoldings, StoreError> {
    games.store.guild_holdings(guild).await
}

/// Annuls the running games of a server, closes its challenges, waits until results are counted, and deletes its data.
/// `false` if something transient is in the way, such as a recomputation of ratings.
pub async fn forget_server(games: &Games, guild: GuildId) -> Result<bool, GameError> {
    let damaged_games = call_off_all(games, guild).await?;
    for _ in 0..ROUNDS {
        if games.store.forget_guild(guild, &damaged_games).await? {
            info!("Deleted what was stored of a server");
            return Ok(true);
        }
        let counted_results = ratings::count_results(games).await? + statistics::tally_games(games).await?;
        let reverted_results =
            organizers::take_back_annulled(games).await? + statistics::untally_annulled(games).await?;
        if counted_results + reverted_results == 0 {
            // Retries once, because another process may have done the rest meanwhile.
            return Ok(games.store.forget_guild(guild, &damaged_games).await?);
        }
    }
    Ok(false)
}

/// Returns the games that cannot be called off because they are damaged.
async fn call_off_all(games: &Games, guild: GuildId) -> Result<Vec<GameId>, GameError> {
    let (mut damaged_games, mut after) = (Vec::new(), None);
    loop {
        let open = games.store.open_games(guild, after, MOST_GAMES).await?;
        let Some(last) = open.last() else { return Ok(damaged_games) };
        after = Some(*last);
        for game in open {
            if let Err(error) = call_off(games, game).await {
                skip_damaged(game, error)?;
                damaged_games.push(game);
            }
        }
    }
}

/// Closes a challenge, or annuls a game.
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
