//! Places that refuse a message are not tried again at each move.

use super::*;

/// Longer than a place counts as closed.
const LATER: i64 = 11 * 60_000;

/// Makes every delivery to the players of a game in this channel fail once.
fn close_everything(fixture: &Fixture) {
    // The picture, and the text board.
    fixture.discord.fail("post", CHANNEL, RequestFailure::Refused(403, 50013), 2);
    for user in [ADA, opponent(CHANNEL)] {
        fixture.discord.fail("post", dm_channel(user), RequestFailure::Refused(403, 50007), 1);
    }
}

fn requests(fixture: &Fixture) -> [usize; 3] {
    [CHANNEL, dm_channel(ADA), dm_channel(opponent(CHANNEL))]
        .map(|channel| fixture.discord.request_count("post", channel))
}

async fn until_dead(fixture: &Fixture, count: usize) {
    fixture.poll("what is given up", 0, async || fixture.dead().await.len() >= count).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_places_are_not_asked_again_at_each_move() {
    let fixture = Fixture::new();
    let (game, bruno) = (fixture.started(CHANNEL).await, opponent(CHANNEL));
    let before = requests(&fixture);
    close_everything(&fixture);
    fixture.play(game, ADA, "a1b2").await;
    until_dead(&fixture, 1).await;
    let refused = requests(&fixture);
    assert_eq!(refused, [before[0] + 2, before[1] + 1, before[2] + 1]);
    fixture.play(game, bruno, "i9h8").await;
    until_dead(&fixture, 2).await;
    assert_eq!(requests(&fixture), refused, "nothing is asked");
    assert!(fixture.dead().await.iter().all(|reason| reason.contains("50007")), "{:?}", fixture.dead().await);
    // A challenge tries again, and opens the channel for all games.
    let there = fixture.discord.messages(CHANNEL).len();
    fixture.offered(CHANNEL, Some(GuildId(9))).await;
    fixture.until("the challenge", || fixture.discord.messages(CHANNEL).len() == there + 1).await;
    fixture.resign(game, ADA).await;
    fixture.until("the end", || fixture.discord.messages(CHANNEL).len() == there + 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_place_is_asked_again_later() {
    let fixture = Fixture::new();
    let game = fixture.started(CHANNEL).await;
    close_everything(&fixture);
    fixture.play(game, ADA, "a1b2").await;
    until_dead(&fixture, 1).await;
    fixture.clock.advance(LATER);
    fixture.play(game, opponent(CHANNEL), "i9h8").await;
    fixture.until("the board", || fixture.boards(CHANNEL) == 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_direct_messages_are_not_asked_again_at_each_move() {
    let fixture = Fixture::new();
    let bruno = opponent(CHANNEL);
    let game = fixture.begin_by_dm().await;
    fixture.until("the boards", || [ADA, bruno].iter().all(|user| fixture.boards(dm_channel(*user)) == 1)).await;
    close_everything(&fixture);
    fixture.play(game, ADA, "a1b2").await;
    until_dead(&fixture, 1).await;
    let refused = requests(&fixture);
    fixture.play(game, bruno, "i9h8").await;
    until_dead(&fixture, 2).await;
    assert_eq!(requests(&fixture), refused, "nothing is asked");
    // The effect of a new choice in `/settings`.
    fixture.games.set_dm_closed(ADA, false).await.expect("a store in memory");
    fixture.resign(game, bruno).await;
    fixture.until("the end", || requests(&fixture)[1] == refused[1] + 1).await;
    assert_eq!(requests(&fixture)[2], refused[2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_are_not_tried_again_where_they_are_refused() {
    let fixture = Fixture::new();
    let (game, bruno) = (fixture.started(CHANNEL).await, opponent(CHANNEL));
    let (before, there) = (requests(&fixture)[0], fixture.discord.messages(CHANNEL).len());
    fixture.discord.fail("post", CHANNEL, RequestFailure::Refused(403, 50013), 1);
    fixture.play(game, ADA, "a1b2").await;
    fixture.until("a text board", || fixture.discord.messages(CHANNEL).len() == there + 1).await;
    assert_eq!(requests(&fixture)[0], before + 2);
    fixture.play(game, bruno, "i9h8").await;
    fixture.until("the next one", || fixture.discord.messages(CHANNEL).len() == there + 2).await;
    assert_eq!((requests(&fixture)[0], fixture.boards(CHANNEL)), (before + 3, 1));
}
