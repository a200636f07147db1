//! The daily message with the changes of a server's ladders.

use std::sync::Arc;

use bot::delivery::posts::deliver_posts;
use bot::features::settings::service as settings;
use discord::DiscordApi;
use games::domain::{AuditAction, ChannelId, GuildId, LadderId, Organizer, PostKind, UserId};
use games::store::PostGroup;

use crate::outbox::{ADA, FakeMessage, Fixture, HOUR, RequestFailure};

use super::{create_ladder, join_ladder};

const GUILD: GuildId = GuildId(u64::MAX - 3);
const NEWS: ChannelId = ChannelId(300);
const MINUTE: i64 = 60_000;

async fn choose(fixture: &Fixture, channel: Option<ChannelId>) {
    let by = Organizer { request: fixture.request(), guild: GUILD, user: ADA, reason: None };
    let entry = by.entry(AuditAction::SetUp, base::clock::Clock::now(fixture.clock.as_ref()));
    settings::set_guild_post(&fixture.games, PostKind::Changes, GUILD, channel, &entry).await.expect("stored");
}

async fn round(fixture: &Fixture) -> usize {
    let discord = Arc::<crate::outbox::FakeDiscord>::clone(&fixture.discord) as Arc<dyn DiscordApi>;
    deliver_posts(&fixture.app, &discord, PostGroup::Changes).await.expect("a store in memory")
}

fn messages(fixture: &Fixture) -> Vec<FakeMessage> {
    fixture.discord.messages(NEWS)
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
    let posted = without_marks(&messages(&fixture)[0].text);
    assert!(posted.contains("Changes on the ladders") && posted.contains("**Club \\*ladder\\***"), "{posted}");
    assert!(posted.contains("<@2>") && !posted.contains("<@1>") && !posted.contains("Other"), "{posted}");
    join_ladder(&fixture, second, UserId(3)).await;
    assert_eq!(round(&fixture).await, 0, "not again within a minute");
    fixture.clock.advance(MINUTE);
    assert_eq!((round(&fixture).await, round(&fixture).await), (1, 0));
    let [message] = messages(&fixture).try_into().expect("one message");
    let text = without_marks(&message.text);
    assert!(text.contains("<@2>") && text.contains("**Other**"), "{text}");
    assert_eq!((fixture.discord.request_count("post", NEWS), fixture.discord.request_count("edit", NEWS)), (1, 1));

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
async fn a_message_whose_answer_is_lost_is_posted_once() {
    let (fixture, ladder) = club().await;
    fixture.clock.advance(48 * HOUR);
    join_ladder(&fixture, ladder, UserId(2)).await;
    fixture.discord.fail("post", NEWS, RequestFailure::Lost, 2);
    for _ in 0..3 {
        assert_eq!(round(&fixture).await, 1);
        fixture.clock.advance(MINUTE);
    }
    assert_eq!((messages(&fixture).len(), round(&fixture).await), (1, 0));
    // A process that ends meanwhile leaves a claim, which expires.
    join_ladder(&fixture, ladder, UserId(3)).await;
    let now = base::clock::Clock::now(fixture.clock.as_ref());
    let claimed = fixture.store.claim_posts(PostGroup::Changes, now, now.plus(MINUTE), 9).await.expect("readable");
    assert_eq!((claimed.len(), round(&fixture).await), (1, 0));
    fixture.clock.advance(MINUTE);
    assert_eq!((round(&fixture).await, messages(&fixture).len()), (1, 1));
    assert!(!fixture.store.write_post(&claimed[0], claimed[0].next_at).await.expect("readable"), "too late");
}

#[tokio::test]
async fn a_deleted_message_is_followed_by_another_and_a_closed_channel_is_noted() {
    let (fixture, ladder) = club().await;
    join_ladder(&fixture, ladder, UserId(2)).await;
    round(&fixture).await;
    fixture.discord.fail("edit", NEWS, RequestFailure::Refused(404, 10_008), 1);
    join_ladder(&fixture, ladder, UserId(3)).await;
    fixture.clock.advance(MINUTE);
    // The fake keeps the deleted message: the same nonce would find it, as at Discord for some minutes.
    round(&fixture).await;
    round(&fixture).await;
    let texts: Vec<String> = messages(&fixture).into_iter().map(|message| message.text).collect();
    assert!(texts.len() == 2 && texts[1].contains("<@3>") && !texts[1].contains("<@2>"), "{texts:?}");

    fixture.discord.fail("edit", NEWS, RequestFailure::Refused(403, 50_013), 1);
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
    let shown = text.matches("• <t:").count();
    let more = format!("… and {} earlier changes: `/ladder history`", 152 - shown);
    assert!(text.chars().count() <= 2_000 && text.ends_with(&more), "{shown}: {text}");
    assert!(shown > 20 && text.contains("<@249>") && !text.contains("<@100>"), "the newest: {text}");
    assert!(text.contains("<@50>") && text.contains("<@60>"), "{text}");
    for title in ["**Club \\*ladder\\***", "**Calm**", "**Other**"] {
        assert_eq!(text.matches(title).count(), 1, "{title}: {text}");
    }
}
