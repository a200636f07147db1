//! Challenges: their outcome, and the start of the resulting game.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn the_answer_says_what_became_of_a_challenge_that_cannot_be_posted() {
    let (no_permission, bad_form) = (Refused(403, 50013), Refused(400, 50035));
    // With its picture, and without; then by direct message.
    for (in_channel, by_dm, begins, dead) in [
        (no_permission, 0, format!("I can't post in this channel, so your challenge to <@{}> went out", BEN.0), 0),
        (no_permission, 1, format!("I can't reach <@{}>", BEN.0), 1),
        (bad_form, 0, format!("I couldn't post your challenge to <@{}>", BEN.0), 1),
    ] {
        let fixture = Fixture::new();
        fixture.fail("post", CHANNEL, in_channel, 2);
        for who in [ADA, BEN] {
            fixture.fail("post", dm_channel(who), Refused(403, 50007), by_dm);
        }
        fixture.offered(CHANNEL, Some(GUILD)).await;
        fixture.until("the answer that says so", || !fixture.amended().is_empty()).await;
        let amended = fixture.amended();
        let (request, text) = &amended[0];
        assert_eq!((*request, amended.len()), (1, 1));
        assert!(text.starts_with(&begins), "{text}");
        assert_eq!(text.contains("/games"), dead == 1, "{text}");
        assert_eq!(fixture.dead().await.len(), dead, "{text}");
        let written = usize::from(dead == 0);
        assert_eq!(fixture.messages(HIS).len(), written, "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_declined_multiplayer_challenge_is_closed() {
    let fixture = Fixture::new();
    let (first, second) = (BEN, UserId(7));
    let game = fixture.offered_to(&[first, second], "abalone seats=3", CHANNEL, Some(GUILD)).await;
    fixture.until_armed(CHANNEL, 1).await;
    fixture.accept(game, CHANNEL).await;
    fixture.until_messages(CHANNEL, 2).await;
    games::challenges::decline(&fixture.games, fixture.request(), game, second).await.expect("the other declines");
    fixture.until_armed(CHANNEL, 0).await;
    fixture.until("the end of it", || fixture.messages(CHANNEL)[0].text.contains("Declined")).await;
    fixture.until_messages(CHANNEL, 1).await;
    assert_eq!((fixture.requests("edit", CHANNEL), fixture.requests("delete", CHANNEL)), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn acceptances_are_listed_in_one_message_that_is_deleted_at_the_start() {
    let fixture = Fixture::new();
    let others = [BEN, UserId(7), UserId(8)];
    let game = fixture.offered_to(&others, "abalone seats=4", CHANNEL, Some(GUILD)).await;
    fixture.until_armed(CHANNEL, 1).await;
    let joined = || -> Vec<String> {
        let message = fixture.messages(CHANNEL).into_iter().map(|message| message.text);
        message.filter(|text| text.contains("Still waiting for")).collect()
    };
    for (user, waiting) in others.into_iter().zip(["<@7> and <@8>", "<@8>", ""]) {
        fixture.accept_by(game, user).await;
        fixture
            .until("one message, or none", || match joined().as_slice() {
                [] => waiting.is_empty(),
                [only] => !waiting.is_empty() && only.contains(&format!("accepts. Still waiting for {waiting}.")),
                _ => false,
            })
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_starts_once_despite_every_failure() {
    for (what, how) in [
        ("thread", Refused(500, 0)),
        ("thread", Refused(403, 0)),
        ("thread", Lost),
        ("edit", Refused(500, 0)),
        ("edit", Lost),
    ] {
        let fixture = Fixture::new();
        let game = fixture.challenge().await;
        fixture.fail(what, CHANNEL, how, 1);
        fixture.accept(game, CHANNEL).await;
        fixture.until_requests(what, CHANNEL, 1).await;
        let origin = async || fixture.record(game).await.game.place.thread_id;
        fixture.through_retries("the challenge without buttons", || fixture.armed(CHANNEL) == 0).await;
        let start = Instant::now();
        while origin().await.is_none() || fixture.boards(origin().await.expect("just seen")) == 0 {
            assert!(start.elapsed() < Duration::from_secs(20), "{what} {how:?}: {:#?}", fixture.discord);
            fixture.wait(PAUSE / 100);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(fixture.boards(origin().await.expect("just seen")), 1, "{what} {how:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_cannot_be_closed_at_first_is_closed_later_without_a_move() {
    let fixture = Fixture::new();
    let game = fixture.challenge().await;
    // Before the board, in the clean-up after it, and once more.
    fixture.fail("edit", CHANNEL, Refused(502, 0), 3);
    fixture.accept(game, CHANNEL).await;
    fixture.until("the clean-up", || fixture.requests("edit", CHANNEL) == 2).await;
    assert_eq!(fixture.armed(CHANNEL), 1);
    fixture.through_retries("the challenge without buttons", || fixture.armed(CHANNEL) == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_starts_in_a_thread_made_by_another_process() {
    let store_in_memory = InMemoryStore::new();
    let fixture = Fixture::over(store_in_memory.shared());
    let game = fixture.challenge().await;
    let (thread, other) = (ChannelId(500), store_in_memory.clone());
    // A frozen process with an expired claim comes back, and dies before it posts anything.
    store_in_memory.before_next_posted(async move {
        other.set_thread(game, Some(thread)).await.expect("the in-memory store does not fail");
        for posted in other.posted_messages(game).await.expect("the in-memory store does not fail") {
            other.delete_posted(&posted).await.expect("the in-memory store does not fail");
        }
    });
    fixture.accept(game, CHANNEL).await;
    fixture.until("the first board", || fixture.boards(thread) + fixture.boards(CHANNEL) == 1).await;
    assert_eq!(fixture.boards(thread), 1, "{:#?}", fixture.discord);
}
