//! Places that refuse a message are not tried again at each move.

use super::*;

/// Longer than a place counts as closed.
const LATER: i64 = 11 * 60_000;

/// Makes every delivery to the players of a game in this channel fail once.
fn close_everything(fixture: &Fixture) {
    // The picture, and the text board.
    fixture.fail("post", CHANNEL, Refused(403, 50013), 2);
    for user in [ADA, BEN] {
        fixture.fail("post", dm_channel(user), Refused(403, 50007), 1);
    }
}

fn requests(fixture: &Fixture) -> [usize; 3] {
    [CHANNEL, HERS, HIS].map(|channel| fixture.requests("post", channel))
}

async fn until_dead(fixture: &Fixture, count: usize) {
    fixture.poll("what is given up", 0, async || fixture.dead().await.len() >= count).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_places_are_not_asked_again_at_each_move() {
    let fixture = Fixture::new();
    let game = fixture.started(CHANNEL).await;
    let before = requests(&fixture);
    close_everything(&fixture);
    fixture.play(game, ADA, "a1b2").await;
    until_dead(&fixture, 1).await;
    let refused = requests(&fixture);
    assert_eq!(refused, [before[0] + 2, before[1] + 1, before[2] + 1]);
    fixture.play(game, BEN, "i9h8").await;
    until_dead(&fixture, 2).await;
    assert_eq!(requests(&fixture), refused, "nothing is asked");
    assert!(fixture.dead().await.iter().all(|reason| reason.contains("50007")), "{:?}", fixture.dead().await);
    // A challenge tries again, and opens the channel for all games.
    let there = fixture.messages(CHANNEL).len();
    fixture.offered(CHANNEL, Some(GuildId(9))).await;
    fixture.until_messages(CHANNEL, there + 1).await;
    fixture.resign(game, ADA).await;
    fixture.until_messages(CHANNEL, there + 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_place_is_asked_again_later() {
    let fixture = Fixture::new();
    let game = fixture.started(CHANNEL).await;
    close_everything(&fixture);
    fixture.play(game, ADA, "a1b2").await;
    until_dead(&fixture, 1).await;
    fixture.clock.advance(LATER);
    fixture.play(game, BEN, "i9h8").await;
    fixture.until_boards(CHANNEL, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_direct_messages_are_not_asked_again_at_each_move() {
    let fixture = Fixture::new();
    let game = fixture.begin_by_dm().await;
    fixture.until("the boards", || [ADA, BEN].iter().all(|user| fixture.boards(dm_channel(*user)) == 1)).await;
    close_everything(&fixture);
    fixture.play(game, ADA, "a1b2").await;
    until_dead(&fixture, 1).await;
    let refused = requests(&fixture);
    fixture.play(game, BEN, "i9h8").await;
    until_dead(&fixture, 2).await;
    assert_eq!(requests(&fixture), refused, "nothing is asked");
    // The effect of a new choice in `/settings`.
    fixture.games.set_dm_closed(ADA, false).await.expect("a store in memory");
    fixture.resign(game, BEN).await;
    fixture.until("the end", || requests(&fixture)[1] == refused[1] + 1).await;
    assert_eq!(requests(&fixture)[2], refused[2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_are_not_tried_again_where_they_are_refused() {
    let fixture = Fixture::new();
    let game = fixture.started(CHANNEL).await;
    let (before, there) = (requests(&fixture)[0], fixture.messages(CHANNEL).len());
    fixture.fail("post", CHANNEL, Refused(403, 50013), 1);
    fixture.play(game, ADA, "a1b2").await;
    fixture.until_messages(CHANNEL, there + 1).await;
    assert_eq!(requests(&fixture)[0], before + 2);
    fixture.play(game, BEN, "i9h8").await;
    fixture.until_messages(CHANNEL, there + 2).await;
    assert_eq!((requests(&fixture)[0], fixture.boards(CHANNEL)), (before + 3, 1));
}
