//! The announcement of a ladder's finished season.

use clubs::ladders::{LadderEdit, organizers, sync};
use games::domain::{ChannelId, GuildId, LadderId, PostKind, UserId};
use games::store::PostGroup;

use crate::outbox::{ADA, FakeMessage, Fixture, HOUR, Lost};

use super::{create_ladder, join_ladder};

const GUILD: GuildId = GuildId(u64::MAX - 3);
const NEWS: ChannelId = ChannelId(300);
const MINUTE: i64 = 60_000;

/// A ladder of three divisions, with or without a channel for ladders.
async fn club(channel: Option<ChannelId>) -> (Fixture, LadderId) {
    let fixture = Fixture::new();
    let ladder = create_ladder(&fixture, GUILD, "Club *ladder*").await;
    let rules = "season=10d division=2 promoted=1".to_owned();
    let edit = LadderEdit { settings: Some(rules), ..LadderEdit::default() };
    organizers::edit(&fixture.games, ladder, &fixture.by(GUILD, ADA), edit).await.expect("rules that hold");
    for user in 1..=6 {
        join_ladder(&fixture, ladder, UserId(user)).await;
    }
    fixture.choose_channel(PostKind::Changes, GUILD, channel).await;
    (fixture, ladder)
}

async fn end_season(fixture: &Fixture, ladder: LadderId) {
    fixture.clock.advance(240 * HOUR);
    sync::update_ladder(&fixture.games, ladder).await.expect("a store in memory");
}

async fn round(fixture: &Fixture) -> usize {
    fixture.deliver(PostGroup::Competitions).await
}

fn messages(fixture: &Fixture) -> Vec<FakeMessage> {
    fixture.messages(NEWS)
}

#[tokio::test]
async fn a_season_is_announced_once_with_its_final_table() {
    let (fixture, ladder) = club(Some(NEWS)).await;
    assert_eq!(round(&fixture).await, 0);
    end_season(&fixture, ladder).await;
    fixture.fail("post", NEWS, Lost, 2);
    for _ in 0..3 {
        assert_eq!(round(&fixture).await, 1);
        assert_eq!(round(&fixture).await, 0, "not at once");
        fixture.clock.advance(MINUTE);
    }
    assert_eq!(round(&fixture).await, 0);
    let [message] = messages(&fixture).try_into().expect("one message");
    assert!(message.picture && message.text.starts_with("**Club \\*ladder\\***: season 1 is over"), "{}", message.text);
    let moved = "▲ Promoted: <@3>, <@5>\n▼ Relegated: <@2>, <@4>\nSeason 2 ends <t:";
    assert!(message.text.contains(moved), "{}", message.text);
    end_season(&fixture, ladder).await;
    end_season(&fixture, ladder).await;
    assert_eq!((round(&fixture).await, messages(&fixture).len()), (2, 3));
}
