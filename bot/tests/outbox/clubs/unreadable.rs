//! An unreadable ladder or message of changes does not affect the others.

use std::sync::Arc;

use bot::delivery::leader_role;
use clubs::ladders::organizers;
use clubs::store::{Clubs as _, LeaderRole};
use games::domain::{ChannelId, GuildId, PostKind, RoleId, Timestamp, UserId};
use games::store::{PostGroup, sqlite};

use crate::outbox::{ADA, Fixture, execute_sql};

use super::{create_ladder, join_ladder};

const MINUTE: i64 = 60_000;

fn role(guild: u64) -> RoleId {
    RoleId(900 + guild)
}

fn news(guild: u64) -> ChannelId {
    ChannelId(300 + guild)
}

fn table(guild: u64) -> ChannelId {
    ChannelId(400 + guild)
}

fn puzzles(guild: u64) -> ChannelId {
    ChannelId(500 + guild)
}

async fn choose_puzzles(fixture: &Fixture, guild: u64) {
    fixture.choose_channel(PostKind::Puzzle, GuildId(guild), Some(puzzles(guild))).await;
}

/// A ladder with a player, a leader role, and channels for its table, its changes and the daily puzzle.
async fn club(fixture: &Fixture, guild: u64) {
    fixture.choose_channel(PostKind::Changes, GuildId(guild), Some(news(guild))).await;
    let ladder = create_ladder(fixture, GuildId(guild), "Club").await;
    join_ladder(fixture, ladder, UserId(guild)).await;
    organizers::set_channel(&fixture.games, ladder, &fixture.by(GuildId(guild), ADA), Some(table(guild)))
        .await
        .expect("an open ladder");
    choose_puzzles(fixture, guild).await;
    let leader_role = LeaderRole::new(ladder, GuildId(guild), role(guild), ADA, Timestamp(0));
    assert!(fixture.store.clubs().set_leader_role(None, &leader_role, None).await.expect("stored"));
}

/// How many changes, tables, puzzles and roles were processed.
async fn rounds(fixture: &Fixture) -> [usize; 4] {
    let roles = leader_role::give_due(&fixture.games, &fixture.store, &fixture.api()).await.expect("goes on");
    let [changes, tables] = [fixture.deliver(PostGroup::Changes).await, fixture.deliver(PostGroup::Competitions).await];
    [changes, tables, fixture.deliver(PostGroup::Puzzles).await, roles]
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
    execute_sql(&path, "update post set state = 'spoiled' where guild_id = 2").await.expect("carried out");
    execute_sql(&path, "update post set next_at = guild_id").await.expect("carried out");
    let store = Arc::new(sqlite::open(&path).await.expect("opens"));
    let fixture = Fixture::over(store);
    assert_eq!(rounds(&fixture).await, [3, 3, 3, 4]);
    let posts = |channel: fn(u64) -> ChannelId| [1, 2, 3, 4].map(|guild| fixture.messages(channel(guild)).len());
    assert_eq!((posts(news), posts(table), posts(puzzles)), ([0, 0, 1, 1], [0, 0, 1, 1], [1, 0, 1, 1]));
    let holders = || [1, 2, 3, 4].map(|guild| fixture.holders(role(guild)).len());
    assert_eq!(holders(), [0, 1, 1, 1]);
    assert_eq!(rounds(&fixture).await, [0; 4], "they are deferred");
    fixture.clock.advance(MINUTE);
    assert_eq!(rounds(&fixture).await, [1, 1, 0, 1]);
    choose_puzzles(&fixture, 2).await;
    assert_eq!((rounds(&fixture).await, posts(puzzles)), ([0, 0, 1, 0], [1; 4]), "choosing it again mends it");
}
