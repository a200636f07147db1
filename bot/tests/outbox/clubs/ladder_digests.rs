//! The daily message with the changes of a server's ladders.

use games::domain::{ChannelId, GuildId, LadderId, PostKind, UserId};
use games::store::PostGroup;

use crate::outbox::{FakeMessage, Fixture, HOUR, Refused};

use super::{create_ladder, join_ladder};

const GUILD: GuildId = GuildId(u64::MAX - 3);
const NEWS: ChannelId = ChannelId(300);
const MINUTE: i64 = 60_000;

async fn choose(fixture: &Fixture, channel: Option<ChannelId>) {
    fixture.choose_channel(PostKind::Changes, GUILD, channel).await;
}

async fn round(fixture: &Fixture) -> usize {
    fixture.deliver(PostGroup::Changes).await
}

fn messages(fixture: &Fixture) -> Vec<FakeMessage> {
    fixture.messages(NEWS)
}

async fn problem(fixture: &Fixture) -> Option<String> {
    fixture.store.post(PostKind::Changes, GUILD).await.expect("readable").expect("chosen").problem
}

/// A ladder with two players and no posted changes.
async fn club() -> (Fixture, LadderId) {
    let fixture = Fixture::new();
    let ladder = create_ladder(&fixture, GUILD, "Club *ladder*").await;
    join_ladder(&fixture, ladder, UserId(1)).await;
    choose(&fixture, Some(NEWS)).await;
    (fixture, ladder)
}

/// A text without the marks that isolate the direction of names.
fn without_marks(text: &str) -> String {
    text.replace('\u{200e}', "")
}

#[tokio::test]
async fn changes_of_a_day_make_one_message_that_is_edited() {
    let (fixture, first) = club().await;
    assert_eq!(round(&fixture).await, 0, "what was before is not posted");
    join_ladder(&fixture, first, UserId(2)).await;
    let second = create_ladder(&fixture, GUILD, "Other").await;
    assert_eq!((round(&fixture).await, messages(&fixture).len()), (1, 1));
    let first_text = without_marks(&messages(&fixture)[0].text);
    assert!(
        first_text.contains("Changes on the ladders") && first_text.contains("**Club \\*ladder\\***"),
        "{first_text}"
    );
    assert!(
        first_text.contains("<@2>") && !first_text.contains("<@1>") && !first_text.contains("Other"),
        "{first_text}"
    );
    join_ladder(&fixture, second, UserId(3)).await;
    assert_eq!(round(&fixture).await, 0, "not again within a minute");
    fixture.clock.advance(MINUTE);
    assert_eq!((round(&fixture).await, round(&fixture).await), (1, 0));
    let [message] = messages(&fixture).try_into().expect("one message");
    let text = without_marks(&message.text);
    assert!(text.contains("<@2>") && text.contains("**Other**"), "{text}");
    assert_eq!((fixture.requests("post", NEWS), fixture.requests("edit", NEWS)), (1, 1));

    fixture.clock.advance(24 * HOUR);
    assert_eq!(round(&fixture).await, 0, "a day without changes has no message");
    join_ladder(&fixture, first, UserId(4)).await;
    round(&fixture).await;
    let [_, next] = messages(&fixture).try_into().expect("a new one for the next day");
    assert!(next.text.contains("<@4>") && !next.text.contains("<@2>"), "{}", next.text);

    choose(&fixture, None).await;
    join_ladder(&fixture, first, UserId(5)).await;
    fixture.clock.advance(HOUR);
    assert_eq!((round(&fixture).await, messages(&fixture).len()), (0, 2));
}

#[tokio::test]
async fn a_deleted_message_is_followed_by_another_and_a_closed_channel_is_noted() {
    let (fixture, ladder) = club().await;
    join_ladder(&fixture, ladder, UserId(2)).await;
    round(&fixture).await;
    fixture.fail("edit", NEWS, Refused(404, 10_008), 1);
    join_ladder(&fixture, ladder, UserId(3)).await;
    fixture.clock.advance(MINUTE);
    // The fake keeps the deleted message: the same nonce would find it, as at Discord for some minutes.
    round(&fixture).await;
    round(&fixture).await;
    let texts: Vec<String> = messages(&fixture).into_iter().map(|message| message.text).collect();
    assert!(texts.len() == 2 && texts[1].contains("<@3>") && !texts[1].contains("<@2>"), "{texts:?}");

    fixture.fail("edit", NEWS, Refused(403, 50_013), 1);
    join_ladder(&fixture, ladder, UserId(4)).await;
    fixture.clock.advance(MINUTE);
    round(&fixture).await;
    assert!(problem(&fixture).await.is_some_and(|problem| problem.contains("50013")));
    fixture.clock.advance(MINUTE);
    assert_eq!(round(&fixture).await, 0, "it is not asked again at once");
    fixture.clock.advance(HOUR);
    assert_eq!((round(&fixture).await, problem(&fixture).await), (1, None));
}

#[tokio::test]
async fn what_no_message_has_room_for_is_counted_and_each_ladder_has_its_share() {
    let (fixture, busy) = club().await;
    let calm = create_ladder(&fixture, GUILD, "Calm").await;
    join_ladder(&fixture, calm, UserId(50)).await;
    for user in 100..250 {
        join_ladder(&fixture, busy, UserId(user)).await;
    }
    let other = create_ladder(&fixture, GUILD, "Other").await;
    join_ladder(&fixture, other, UserId(60)).await;
    round(&fixture).await;
    let [message] = messages(&fixture).try_into().expect("one message");
    assert!(message.text.chars().count() <= 2_000, "{}", message.text);
    let text = without_marks(&message.text);
    let count = text.matches("• <t:").count();
    let more = format!("… and {} earlier changes: `/ladder history`", 152 - count);
    assert!(text.chars().count() <= 2_000 && text.ends_with(&more), "{count}: {text}");
    assert!(count > 20 && text.contains("<@249>") && !text.contains("<@100>"), "the newest: {text}");
    assert!(text.contains("<@50>") && text.contains("<@60>"), "{text}");
    for title in ["**Club \\*ladder\\***", "**Calm**", "**Other**"] {
        assert_eq!(text.matches(title).count(), 1, "{title}: {text}");
    }
}
