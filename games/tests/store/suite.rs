//! Databases of both engines and games, for tests of a store.

#![allow(dead_code, reason = "each program of tests uses its part")]

#[path = "../../../tests/src/postgres.rs"]
pub mod cluster;

use std::sync::Arc;

use cluster::Cluster;
use games::domain::{
    Challenge, ChannelId, Game, GameId, GameLocation, GameRecord, Notice, Phase, Ply, RequestId, SeatedPlayer, Setup,
    TimeSpan, Timestamp, TurnClock, UserId, Vacation,
};
use games::store::{Commit, DatabaseUrl, Message, Store, StoreError};
use rules::Seat;

pub type TestResult = anyhow::Result<()>;

pub const ADA: UserId = UserId(100);
pub const BRUNO: UserId = UserId(u64::MAX - 5);

pub async fn open_postgres(setting: &str) -> anyhow::Result<Arc<Store>> {
    let address = format!("{}{setting}", Cluster::shared()?.database()?);
    Ok(address.parse::<DatabaseUrl>()?.open().await?)
}

/// Runs each test on a fresh SQLite file, on PostgreSQL and on PostgreSQL under SERIALIZABLE.
macro_rules! on_every_store {
    ($($module:ident { $($test:ident)* })*) => {
        mod on_sqlite {
            $($(#[tokio::test(flavor = "multi_thread")]
            async fn $test() -> super::TestResult {
                let folder = tempfile::tempdir()?;
                let store = games::store::sqlite::open(&folder.path().join("deep/games.db")).await?;
                super::$module::$test(std::sync::Arc::new(store)).await
            })*)*
        }
        mod on_postgres {
            $($(#[tokio::test(flavor = "multi_thread")]
            #[ignore = "needs PostgreSQL: tests/run"]
            async fn $test() -> super::TestResult {
                super::$module::$test(super::open_postgres("").await?).await
            })*)*
        }
        mod on_serializable_postgres {
            $($(#[tokio::test(flavor = "multi_thread")]
            #[ignore = "needs PostgreSQL: tests/run"]
            async fn $test() -> super::TestResult {
                let store = super::open_postgres("?options[default_transaction_isolation]=serializable").await?;
                super::$module::$test(store).await
            })*)*
        }
    };
}

pub fn game(id: i64) -> Game {
    let place = GameLocation { guild_id: Some(games::domain::GuildId(7)), channel_id: ChannelId(8), thread_id: None };
    let challenge =
        Challenge { challenger: ADA, has_random_colors: true, is_rated: true, created_at: Timestamp(1), seek: None };
    let time_control = "days:3".parse().expect("a time control");
    let mut game = Game::offered(GameId(id), Setup::stored("abalone"), time_control, place, challenge);
    (game.turn.deadline_at, game.turn.wake_at) = (Some(Timestamp(50)), Some(Timestamp(50)));
    game
}

pub fn commit(game: Game, request: u64, notices: Vec<Notice>) -> Commit {
    let change = Commit::of(game, RequestId(request), Some(ADA), games::domain::Action::Play, Timestamp(2));
    Commit { notices, ..change }
}

pub fn creation(id: i64, request: u64) -> Commit {
    let seat = |seat, user: UserId| SeatedPlayer {
        seat,
        player: user.into(),
        name: "name".into(),
        agreed: false,
        clock: None,
    };
    Commit {
        seats: Some(vec![seat(Seat(0), ADA), seat(Seat(1), BRUNO)]),
        ..commit(game(id), request, vec![Notice::Challenge])
    }
}

pub fn play(from: &Game, request: u64, notation: &str) -> Commit {
    let ply = from.ply + 1;
    let turn = TurnClock { to_move: Some(Seat((ply % 2) as u8)), ..from.turn.clone() };
    let game = Game { version: from.version + 1, phase: Phase::Playing, ply, turn, ..from.clone() };
    let row = Ply {
        number: ply,
        notation: notation.into(),
        played_at: Timestamp(3),
        player: BRUNO.into(),
        version: game.version,
    };
    Commit { plies: vec![row], ..commit(game, request, vec![Notice::Board { ply }]) }
}

/// Claims up to ten messages.
pub async fn claim(store: &Store, now: i64, until: i64) -> Result<Vec<Message>, StoreError> {
    store.claim_messages(Timestamp(now), Timestamp(until), 10).await
}

pub fn games_of(messages: &[Message]) -> Vec<GameId> {
    messages.iter().map(|message| message.game_id).collect()
}

pub async fn read(store: &Store, game: i64) -> anyhow::Result<GameRecord> {
    Ok(store.game(GameId(game)).await?.expect("the game"))
}

pub fn span(from: i64, until: i64) -> TimeSpan {
    TimeSpan { from: Timestamp(from), until: Timestamp(until) }
}

pub fn vacation(user: UserId, number: u32, span: TimeSpan) -> Vacation {
    let request = RequestId(u64::MAX - u64::from(number));
    Vacation { user, number, span, automatic: number == 2, request, ended_by: None }
}

pub(crate) use on_every_store;
