//! Running games in any position, without playing them through Discord.

use std::fmt::Write as _;

use anyhow::Context as _;
use rules::AnyGame;
use rules::conformance::SeededRng;
use sha2::{Digest as _, Sha256};
use tests::Harness;

/// Ids of players who only appear in these games.
const FIRST_PLAYER: usize = 1 << 40;

/// Names of players, some right to left, without a space, or with HTML.
pub const NAMES: [&str; 6] =
    ["Ada", "\u{202e}שרה לוי", "<b>Zoë & \"co\"", "extraordinarilylongnamewithoutanyspace", "محمد", "李"];

/// The server that makes these games public.
pub const GUILD: u32 = 7;

/// A public running game whose player on turn can open it.
pub struct Position {
    pub setup: String,
    pub game: Box<dyn AnyGame>,
    /// The path of the page.
    pub path: String,
    /// The code after the `#` in the link of the player on turn.
    pub code: String,
    number: u32,
}

impl Position {
    /// After this many turns, which are random but deterministic.
    pub async fn reach(harness: &Harness, setup: &str, plies: u32, number: u32) -> anyhow::Result<Self> {
        let mut game = rules::open(setup)?;
        let mut rng = SeededRng::new(u64::from(plies));
        let (mut turns, mut movers) = (Vec::new(), Vec::new());
        while game.ply() < plies {
            let (possible, _) = game.turns(3_000);
            let turn = possible.get(rng.below(possible.len().max(1))).context("the game is over")?.clone();
            movers.push(usize::from(game.to_move().context("the game is over")?.0));
            game.play(&turn)?;
            turns.push(turn);
        }
        let on_turn = usize::from(game.to_move().context("the game is over")?.0);
        let mut database = harness.database().await?;
        database
            .run(&format!(
                "insert into guild (guild_id, preferences) values ({GUILD}, '{{\"web\":\"linked\"}}') on conflict do nothing"
            ))
            .await?;
        database
            .run(&format!(
                "insert into game (game_id, version, phase, setup, time_control, guild_id, channel_id, ply, to_move, challenger, \
                 has_random_colors, created_at, turn_at, number) \
                 values ({number}, 1, 'playing', '{setup}', 'none', {GUILD}, 1, {plies}, {on_turn}, {FIRST_PLAYER}, 0, 0, 0, {number})"
            ))
            .await?;
        for (seat, name) in NAMES.iter().enumerate().take(game.seats().len()) {
            let user = FIRST_PLAYER + seat;
            database
                .run(&format!(
                    "insert into seat (game_id, seat, user_id, name) values ({number}, {seat}, {user}, '{name}')"
                ))
                .await?;
        }
        for (ply, (turn, mover)) in turns.iter().zip(movers).enumerate() {
            let (ply, user) = (ply + 1, FIRST_PLAYER + mover);
            database
                .run(&format!(
                    "insert into ply (game_id, number, notation, played_at, user_id, version) \
                     values ({number}, {ply}, '{turn}', 0, {user}, 1)"
                ))
                .await?;
        }
        let (code, user) = (format!("link-{number}"), FIRST_PLAYER + on_turn);
        let secret = Sha256::digest(&code).iter().fold(String::new(), |mut digits, byte| {
            let _ = write!(digits, "{byte:02x}");
            digits
        });
        database
            .run(&format!(
                "insert into web_session (secret, kind, game_id, user_id, expires_at) \
                 values ('{secret}', 'link', {number}, {user}, {})",
                i64::MAX
            ))
            .await?;
        database.close().await?;
        let path = format!("/g/{}", games::domain::GameId(i64::from(number)));
        Ok(Self { setup: setup.to_owned(), game, path, code, number })
    }

    /// Gives each player a clock with this time, in milliseconds; that of the player on turn begins to run now.
    pub async fn set_clocks(&self, harness: &Harness, millis: i64) -> anyhow::Result<()> {
        let mut database = harness.database().await?;
        let (number, now) = (self.number, harness.now().await?);
        database
            .run(&format!(
                "update game set time_control = 'total:2h', turn_at = {now}, deadline_at = {} where game_id = {number}",
                now + millis
            ))
            .await?;
        database.run(&format!("update seat set clock = {millis} where game_id = {number}")).await?;
        database.close().await
    }

    /// Ends the game by the second player's resignation.
    pub async fn end(&self, harness: &Harness) -> anyhow::Result<()> {
        let mut database = harness.database().await?;
        let (number, winner) = (self.number, self.game.seats()[0].color.name());
        database
            .run(&format!(
                "update game set phase = 'over', to_move = null, result = '{winner}', reason = 'resignation', loser = 1, \
                 ended_at = 0 where game_id = {number}"
            ))
            .await?;
        database.close().await
    }
}
