//! Watchers are notified of the games that they follow, and never delay players.

use std::sync::Arc;

use bot::delivery::watches::notify_due_watchers;
use bot::features::watch;
use games::domain::{GameId, UserId, WatchHow};

use super::{ADA, BEN, CHANNEL, FakeMessage, Fixture, RateLimited, Refused, dm_channel};

const EVA: UserId = UserId(70);
const MINUTE: i64 = 60_000;

async fn round(fixture: &Fixture) -> usize {
    Box::pin(notify_due_watchers(&fixture.app, &fixture.store, &fixture.api())).await.expect("a store in memory")
}

/// A round after the pause between two edits.
async fn next_round(fixture: &Fixture) -> usize {
    fixture.wait(MINUTE);
    round(fixture).await
}

/// A game whose moves Eva follows.
async fn watched() -> (Fixture, GameId) {
    let fixture = Fixture::new();
    let game = fixture.started(CHANNEL).await;
    watch(&fixture, EVA, game, WatchHow::Moves).await;
    (fixture, game)
}

async fn watch(fixture: &Fixture, user: UserId, game: GameId, how: WatchHow) {
    watch::watch(&fixture.games, user, game, how).await.expect("may watch");
}

fn messages(fixture: &Fixture, user: UserId) -> Vec<FakeMessage> {
    fixture.messages(dm_channel(user))
}

/// Checks that Eva has one message, with a board and these words.
fn assert_board(fixture: &Fixture, words: &str) {
    let there = messages(fixture, EVA);
    assert!(there.len() == 1 && there[0].picture && there[0].text.contains(words), "{words}: {there:?}");
}

/// Checks that Eva has one message, which says that she has stopped.
fn assert_stopped(fixture: &Fixture) {
    let there = messages(fixture, EVA);
    assert!(there.len() == 1 && there[0].text.starts_with("You've stopped watching game `"), "{there:?}");
    assert!(!there[0].picture && there[0].buttons == 0, "{there:?}");
}

#[tokio::test]
async fn a_watcher_has_one_message_that_is_edited_and_another_one_at_the_end() {
    let (fixture, game) = watched().await;
    assert_eq!(round(&fixture).await, 1);
    assert_board(&fixture, "**The game begins**");
    assert_eq!(messages(&fixture, EVA)[0].buttons, 1);
    assert_eq!(round(&fixture).await, 0, "nothing has changed");
    fixture.play(game, ADA, "a1b2").await;
    assert_eq!(round(&fixture).await, 0, "edits have a pause");
    fixture.play(game, BEN, "i9h8").await;
    assert_eq!(next_round(&fixture).await, 1);
    assert_board(&fixture, "**Move 3**");
    assert_eq!(fixture.replaced(dm_channel(EVA)), 1, "both moves in one edit");
    fixture.resign(game, ADA).await;
    assert_eq!(next_round(&fixture).await, 1);
    assert_board(&fixture, "by resignation");
    assert!(fixture.store.watches_of(EVA).await.expect("readable").is_empty());
}

#[tokio::test]
async fn a_watcher_of_the_end_reads_nothing_before_and_one_in_the_thread_joins_it() {
    let fixture = Fixture::new();
    let game = fixture.challenge().await;
    fixture.accept(game, CHANNEL).await;
    let thread = fixture.thread(game).await;
    watch(&fixture, EVA, game, WatchHow::End).await;
    let other = UserId(71);
    watch(&fixture, other, game, WatchHow::Thread).await;
    assert_eq!(round(&fixture).await, 1);
    assert!(fixture.thread_members(thread).contains(&other) && messages(&fixture, EVA).is_empty());
    fixture.play(game, ADA, "a1b2").await;
    assert_eq!(next_round(&fixture).await, 0);
    fixture.resign(game, ADA).await;
    assert_eq!(next_round(&fixture).await, 2);
    assert_eq!((messages(&fixture, EVA).len(), messages(&fixture, other).len()), (1, 0));
    assert_eq!(round(&fixture).await, 0);
}

#[tokio::test]
async fn who_takes_no_direct_messages_watches_no_more_and_reads_so_once() {
    let (fixture, game) = watched().await;
    fixture.fail("post", dm_channel(EVA), Refused(403, 50007), 1);
    assert_eq!(round(&fixture).await, 1);
    fixture.play(game, ADA, "a1b2").await;
    assert_eq!(next_round(&fixture).await, 0);
    let listed = watch::list_watched(&fixture.games, EVA).await.expect("readable");
    assert_eq!(listed.iter().map(|watched| watched.watch.how).collect::<Vec<_>>(), [WatchHow::Closed]);
    assert_eq!(watch::list_watched(&fixture.games, EVA).await.expect("readable").len(), 1, "reading changes nothing");
    assert_eq!(fixture.store.watchers_of(game).await.expect("readable"), 0, "nor does it count");
    watch::forget_closed(&fixture.games, &listed).await.expect("a store in memory");
    assert!(watch::list_watched(&fixture.games, EVA).await.expect("readable").is_empty(), "once");
}

#[tokio::test]
async fn a_watcher_who_reads_text_boards_gets_no_picture() {
    let (fixture, game) = watched().await;
    round(&fixture).await;
    fixture.prefer(EVA, |chosen| chosen.text_board = Some(true)).await;
    fixture.play(game, ADA, "a1b2").await;
    assert_eq!(next_round(&fixture).await, 1);
    let edited = messages(&fixture, EVA);
    assert!(edited.len() == 1 && !edited[0].picture && edited[0].text.contains("```"), "{edited:?}");
}

#[tokio::test]
async fn a_message_that_was_edited_too_often_is_replaced_by_another_one() {
    let (fixture, game) = watched().await;
    round(&fixture).await;
    fixture.fail("edit", dm_channel(EVA), RateLimited(3600, 30_046), 1);
    fixture.play(game, ADA, "a1b2").await;
    assert_eq!(next_round(&fixture).await, 1);
    assert_board(&fixture, "**Move 2**");
    fixture.play(game, BEN, "i9h8").await;
    assert_eq!(next_round(&fixture).await, 1);
    assert_board(&fixture, "**Move 3**");
}

#[tokio::test]
async fn a_watch_that_was_stopped_is_gone_with_the_end_of_its_game_or_when_the_watcher_leaves() {
    let fixture = Fixture::new();
    let game = fixture.started(CHANNEL).await;
    let other = UserId(71);
    for (user, code) in [(EVA, 50_007), (other, 50_278)] {
        watch(&fixture, user, game, WatchHow::Moves).await;
        fixture.fail("post", dm_channel(user), Refused(403, code), 1);
    }
    assert_eq!(round(&fixture).await, 2);
    let left = fixture.store.watches_of(EVA).await.expect("readable");
    assert_eq!(left.iter().map(|watch| watch.how).collect::<Vec<_>>(), [WatchHow::Closed], "until she has read it");
    assert!(fixture.store.watches_of(other).await.expect("readable").is_empty(), "nobody is there to read it");
    fixture.resign(game, ADA).await;
    assert_eq!(next_round(&fixture).await, 1);
    assert!(fixture.store.watches_of(EVA).await.expect("readable").is_empty());
    assert!(messages(&fixture, EVA).is_empty(), "and is not written to");
}

#[tokio::test]
async fn the_message_of_a_watch_that_is_stopped_says_so_and_shows_no_old_board() {
    let (fixture, game) = watched().await;
    round(&fixture).await;
    assert!(watch::stop_watching(&fixture.games, EVA, game).await.expect("readable"));
    assert!(!watch::stop_watching(&fixture.games, EVA, game).await.expect("readable"), "once");
    assert_eq!(round(&fixture).await, 1);
    assert_stopped(&fixture);
    fixture.play(game, ADA, "a1b2").await;
    assert_eq!(next_round(&fixture).await, 0);
    assert_stopped(&fixture);
    // A watcher who begins again gets the same message; Discord would treat another one with its nonce as a repeat.
    watch(&fixture, EVA, game, WatchHow::Moves).await;
    assert_eq!(round(&fixture).await, 1);
    assert_board(&fixture, "**Move 2**");
    // Permanent refusals are not retried.
    watch::stop_watching(&fixture.games, EVA, game).await.expect("readable");
    fixture.fail("edit", dm_channel(EVA), Refused(404, 10008), 1);
    assert_eq!((round(&fixture).await, round(&fixture).await), (1, 0));
}

#[tokio::test]
async fn who_stops_while_the_first_message_is_on_its_way_reads_so_in_it() {
    let (fixture, game) = watched().await;
    let games = fixture.games.clone();
    fixture.meanwhile("post", dm_channel(EVA), async move {
        assert!(watch::stop_watching(&games, EVA, game).await.expect("readable"));
    });
    assert_eq!(round(&fixture).await, 1);
    assert!(messages(&fixture, EVA)[0].text.contains("**The game begins**"), "it was on its way");
    assert_eq!(round(&fixture).await, 1);
    assert_stopped(&fixture);
    assert_eq!(round(&fixture).await, 0);
    fixture.wait(11 * MINUTE);
    assert_eq!(round(&fixture).await, 1);
    assert_eq!(fixture.store.watch(game, EVA).await.expect("readable"), None, "nothing of it is kept");
}

#[tokio::test]
async fn a_board_that_arrives_after_the_message_of_another_process_says_that_it_was_stopped() {
    let (fixture, game) = watched().await;
    round(&fixture).await;
    fixture.play(game, ADA, "a1b2").await;
    fixture.wait(MINUTE);
    let (games, app, store) = (fixture.games.clone(), fixture.app.clone(), Arc::clone(&fixture.store));
    let discord = fixture.api();
    fixture.meanwhile("edit", dm_channel(EVA), async move {
        assert!(watch::stop_watching(&games, EVA, game).await.expect("readable"));
        let count = Box::pin(notify_due_watchers(&app, &store, &discord)).await.expect("a store in memory");
        assert_eq!(count, 1, "the other process says so at once");
    });
    assert_eq!(round(&fixture).await, 1);
    assert!(messages(&fixture, EVA)[0].text.contains("**Move 2**"), "the board came last");
    assert_eq!(round(&fixture).await, 1);
    assert_stopped(&fixture);
    // The other way round: a board replaces the message about stopping.
    watch(&fixture, EVA, game, WatchHow::Moves).await;
    round(&fixture).await;
    watch::stop_watching(&fixture.games, EVA, game).await.expect("readable");
    let games = fixture.games.clone();
    fixture.meanwhile("edit", dm_channel(EVA), async move {
        watch::watch(&games, EVA, game, WatchHow::Moves).await.expect("may watch");
    });
    assert_eq!((round(&fixture).await, round(&fixture).await), (1, 1));
    assert_board(&fixture, "**Move 2**");
}

#[tokio::test]
async fn who_no_longer_follows_the_moves_keeps_neither_a_board_nor_that_they_have_stopped() {
    let fixture = Fixture::new();
    let game = fixture.challenge().await;
    fixture.accept(game, CHANNEL).await;
    let thread = fixture.thread(game).await;
    let other = UserId(71);
    for (user, how) in [(EVA, WatchHow::End), (other, WatchHow::Thread)] {
        watch(&fixture, user, game, WatchHow::Moves).await;
        round(&fixture).await;
        watch::stop_watching(&fixture.games, user, game).await.expect("readable");
        round(&fixture).await;
        assert!(messages(&fixture, user)[0].text.starts_with("You've stopped watching"), "{how:?}");
        watch(&fixture, user, game, how).await;
        assert_eq!((round(&fixture).await, round(&fixture).await), (1, 0), "{how:?}");
        assert!(messages(&fixture, user).is_empty(), "{how:?}");
        watch(&fixture, user, game, WatchHow::Moves).await;
        // Discord remembers the nonce of the deleted message for some minutes.
        fixture.fail("post", dm_channel(user), Refused(404, 10008), 1);
        assert_eq!(round(&fixture).await, 1);
        assert!(messages(&fixture, user)[0].picture, "{how:?}");
        watch(&fixture, user, game, how).await;
        assert_eq!(round(&fixture).await, 1);
        assert!(messages(&fixture, user).is_empty(), "{how:?}: a board that stays as it is would mislead");
    }
    assert!(fixture.thread_members(thread).contains(&other));
    assert_eq!(fixture.store.watches_of(EVA).await.expect("readable")[0].how, WatchHow::End);
}

#[tokio::test]
async fn a_failure_that_passes_is_tried_again_and_a_deleted_message_comes_anew() {
    let (fixture, game) = watched().await;
    fixture.fail("post", dm_channel(EVA), Refused(500, 0), 1);
    assert_eq!(round(&fixture).await, 1);
    assert!(messages(&fixture, EVA).is_empty());
    fixture.wait(2 * MINUTE);
    assert_eq!(round(&fixture).await, 1);
    assert_eq!(messages(&fixture, EVA).len(), 1);
    fixture.fail("edit", dm_channel(EVA), Refused(404, 10008), 1);
    fixture.play(game, ADA, "a1b2").await;
    assert_eq!(next_round(&fixture).await, 1);
    assert_eq!(messages(&fixture, EVA).len(), 2, "the one that Discord calls unknown, and a new one");
}

#[tokio::test]
async fn however_many_watch_a_few_are_told_in_a_round_and_the_board_waits_for_none() {
    let fixture = Fixture::new();
    let game = fixture.started(CHANNEL).await;
    for user in 1000..1200 {
        watch(&fixture, UserId(user), game, WatchHow::Moves).await;
    }
    let refused = watch::watch(&fixture.games, EVA, game, WatchHow::Moves).await;
    assert!(refused.is_err(), "as many as can");
    assert_eq!(round(&fixture).await, 5);
    fixture.play(game, ADA, "a1b2").await;
    fixture.until_boards(CHANNEL, 2).await;
    assert_eq!((1000..1200).filter(|user| !messages(&fixture, UserId(*user)).is_empty()).count(), 5);
}
