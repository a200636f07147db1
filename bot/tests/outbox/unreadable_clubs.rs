//! A ladder, or a message with changes, that cannot be read: the others are looked after.

use std::path::Path;
use std::sync::Arc;

use bot::clock::Clock as _;
use bot::delivery::clubs::{ladder_digest, leader_role};
use bot::discord::api::DiscordApi;
use bot::domain::{AuditAction, ChannelId, GuildId, Organizer, Person, RoleId, Timestamp, UserId};
use bot::features::ladder::service::NewLadder;
use bot::features::ladder::service::organizers;
use bot::features::ladder::service::players;
use bot::features::settings::service as settings;
use bot::store::{Database as _, LeaderRole, sqlite};
use sqlx::Connection as _;

use super::{ADA, Fixture};

const MINUTE: i64 = 60_000;

async fn execute(path: &Path, sql: &'static str) {
    let address = format!("sqlite://{}", path.display());
    let mut connection = sqlx::SqliteConnection::connect(&address).await.expect("opens");
    sqlx::query(sql).execute(&mut connection).await.expect("carried out");
    connection.close().await.expect("closes");
}

fn role(guild: u64) -> RoleId {
    RoleId(900 + guild)
}

fn news(guild: u64) -> ChannelId {
    ChannelId(300 + guild)
}

/// A ladder with a player, a leader's role and a place for its changes.
async fn club(fixture: &Fixture, guild: u64) {
    let new = NewLadder {
        guild: GuildId(guild),
        by: None,
        name: "Club".to_owned(),
        preset: "swap".parse().expect("a preset"),
        settings: String::new(),
        setup: "abalone".to_owned(),
        pace: None,
    };
    let by = Organizer { request: fixture.request(), guild: GuildId(guild), user: ADA, reason: None };
    let entry = by.entry(AuditAction::SetUp, fixture.clock.now());
    settings::set_ladder_digest(&fixture.games, GuildId(guild), Some(news(guild)), &entry).await.expect("stored");
    let ladder = organizers::create(&fixture.games, new).await.expect("a ladder").ladder_id;
    let leader = Person { user: UserId(guild), name: "leader".to_owned() };
    players::join(&fixture.games, ladder, &leader).await.expect("joins");
    let chosen = LeaderRole::new(ladder, GuildId(guild), role(guild), ADA, Timestamp(0));
    assert!(bot::features::leader_role::set_leader_role(&fixture.games, None, &chosen, None).await.expect("stored"));
}

async fn rounds(fixture: &Fixture) -> (usize, usize) {
    let discord = Arc::<super::FakeDiscord>::clone(&fixture.discord) as Arc<dyn DiscordApi>;
    let store = fixture.store.as_ref();
    let posted = ladder_digest::post_due(&fixture.games, store, &discord).await.expect("goes on");
    (posted, leader_role::give_due(&fixture.games, store, &discord).await.expect("goes on"))
}

#[tokio::test]
async fn what_cannot_be_read_does_not_keep_other_servers_waiting() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.db");
    let store = Arc::new(sqlite::open(&path).await.expect("opens"));
    {
        let fixture = Fixture::over(Arc::<_>::clone(&store) as Arc<dyn bot::store::Store>);
        for guild in 1..=4 {
            club(&fixture, guild).await;
        }
    }
    store.close().await;
    drop(store);
    execute(&path, "update ladder set preset = 'chess' where guild_id = 1").await;
    execute(&path, "update ladder_digest set since = 'spoiled' where guild_id = 2").await;
    execute(&path, "update ladder_digest set next_at = guild_id").await;
    let store = Arc::new(sqlite::open(&path).await.expect("opens"));
    let fixture = Fixture::over(store);
    assert_eq!(rounds(&fixture).await, (3, 4));
    let posts = || [1, 2, 3, 4].map(|guild| fixture.discord.messages(news(guild)).len());
    assert_eq!(posts(), [0, 0, 1, 1]);
    let holders = || [1, 2, 3, 4].map(|guild| fixture.discord.holders(role(guild)).len());
    assert_eq!(holders(), [0, 1, 1, 1]);
    assert_eq!(rounds(&fixture).await, (0, 0), "they are deferred");
    fixture.clock.advance(MINUTE);
    assert_eq!(rounds(&fixture).await, (1, 1));
}
