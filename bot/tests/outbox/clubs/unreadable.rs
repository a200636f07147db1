//! A ladder, or a message with changes, that cannot be read: the others are looked after.

use std::sync::Arc;

use bot::clock::Clock as _;
use bot::delivery::clubs::{ladder_digest, leader_role};
use bot::discord::DiscordApi;
use bot::domain::{AuditAction, ChannelId, GuildId, Organizer, RoleId, Timestamp, UserId};
use bot::features::settings::service as settings;
use bot::store::{LeaderRole, sqlite};

use super::{create_ladder, join_ladder};
use crate::outbox::{ADA, Fixture, execute_sql};

const MINUTE: i64 = 60_000;

fn role(guild: u64) -> RoleId {
    RoleId(900 + guild)
}

fn news(guild: u64) -> ChannelId {
    ChannelId(300 + guild)
}

/// A ladder with a player, a leader's role and a place for its changes.
async fn club(fixture: &Fixture, guild: u64) {
    let by = Organizer { request: fixture.request(), guild: GuildId(guild), user: ADA, reason: None };
    let entry = by.entry(AuditAction::SetUp, fixture.clock.now());
    settings::set_ladder_digest(&fixture.games, GuildId(guild), Some(news(guild)), &entry).await.expect("stored");
    let ladder = create_ladder(fixture, GuildId(guild), "Club").await;
    join_ladder(fixture, ladder, UserId(guild)).await;
    let chosen = LeaderRole::new(ladder, GuildId(guild), role(guild), ADA, Timestamp(0));
    assert!(fixture.store.set_leader_role(None, &chosen, None).await.expect("stored"));
}

async fn rounds(fixture: &Fixture) -> (usize, usize) {
    let discord = Arc::<crate::outbox::FakeDiscord>::clone(&fixture.discord) as Arc<dyn DiscordApi>;
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
        let fixture = Fixture::over(Arc::clone(&store));
        for guild in 1..=4 {
            club(&fixture, guild).await;
        }
    }
    store.close().await;
    drop(store);
    execute_sql(&path, "update ladder set preset = 'chess' where guild_id = 1").await.expect("carried out");
    execute_sql(&path, "update ladder_digest set since = 'spoiled' where guild_id = 2").await.expect("carried out");
    execute_sql(&path, "update ladder_digest set next_at = guild_id").await.expect("carried out");
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
