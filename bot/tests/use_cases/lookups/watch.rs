//! Following games of others.

use bot::features::watch;
use bot::features::watch::service::WatchError;
use games::GameError;
use games::challenges::NewChallenge;
use games::domain::{ChannelId, WatchHow};

use crate::refused;
use crate::use_cases::support::{ADA, CHANNEL, CHLOE, Fixture, Harness, person};

#[tokio::test]
async fn a_game_is_watched_listed_and_watched_no_more() {
    let (harness, game) = Harness::with_game().await;
    let board = harness.say(CHLOE, "board game:#1").await;
    let reply = harness.press_private(CHLOE, board.control("watch")).await;
    assert!(
        reply.private && !reply.updates && reply.text.starts_with("You're watching game `#1`."),
        "the board stays: {reply:?}"
    );
    let watched = harness.press_private(CHLOE, board.control("flip")).await;
    assert!(!watched.verbs().contains(&"watch"), "{watched:?}");
    let stopped = harness.press_private(CHLOE, watched.control("unwatch-below")).await;
    assert!(!stopped.updates && stopped.text == "You're no longer watching game `#1`.", "the board stays: {stopped:?}");
    let board = harness.press_private(CHLOE, watched.control("board")).await;
    assert!(!board.verbs().contains(&"unwatch-below"), "{board:?}");
    harness.press_private(CHLOE, board.control("watch")).await;
    let own = harness.say(ADA, "board game:#1").await;
    assert!(!own.verbs().iter().any(|verb| verb.contains("watch")), "{own:?}");
    let reply = harness.say(CHLOE, "game watch game:#1 how:end").await;
    assert!(reply.text.contains("the last board"), "asking again changes how: {}", reply.text);
    let listed = harness.say(CHLOE, "games show:watched").await;
    assert_eq!(listed.text, "**Games you're watching**\n• `#1` <@1> and <@2> · move 1 · the end, by direct message");
    assert_eq!(harness.say(ADA, "games show:watched").await.text.lines().count(), 1, "one's own");
    let choices = harness.complete(CHLOE, "game watch how:stop game:").await;
    assert_eq!(choices, [("#1 · person 1 – person 2".to_owned(), game.to_string())]);
    let stopped = harness.press_private(CHLOE, reply.control("unwatch")).await;
    assert_eq!(stopped.text, "You're no longer watching game `#1`.");
    let again = harness.say(CHLOE, "game watch how:stop game:#1").await;
    assert_eq!(again.text, "You aren't watching game `#1`.");
}

#[tokio::test]
async fn a_game_that_cannot_be_seen_cannot_be_watched_by_its_number() {
    let harness = Harness::new();
    harness.started().await;
    let elsewhere = ChannelId(555);
    let reply = harness.say_in(elsewhere, CHLOE, "game watch game:#1").await;
    let board = harness.say_in(elsewhere, CHLOE, "board game:#1").await;
    assert_eq!(reply.text, board.text, "as for a board");
    assert!(watch::list_watched(&harness.games, CHLOE).await.expect("readable").is_empty());
    let reply = harness.say(CHLOE, "game watch game:999").await;
    assert_eq!(
        reply.text,
        "That game doesn't exist here. `/games show:Being played in this server` shows the games you can watch."
    );
    let reply = harness.say_in(CHANNEL, CHLOE, "game watch game:#1 how:thread").await;
    assert_eq!(reply.text, "This game has no thread. Watch it by direct message.");
}

#[tokio::test]
async fn one_person_watches_so_many_games_and_only_those_that_are_played() {
    let harness = Harness::over(Fixture::new().hosted(|settings| settings.max_open = 100));
    for _ in 0..25 {
        let game = harness.started().await;
        assert!(watch::watch(&harness.games, CHLOE, game, WatchHow::Moves).await.is_ok());
    }
    let game = harness.started().await;
    let reply = harness.say(CHLOE, &format!("game watch game:{game}")).await;
    reply.begins("You're watching 25 games");
    harness.resign(game, ADA).await;
    refused!(watch::watch(&harness.games, CHLOE, game, WatchHow::Moves).await, WatchError::Game(GameError::Over));
}

#[tokio::test]
async fn without_a_game_one_chooses_among_those_of_others_with_the_newest_move_first() {
    let harness = Harness::over(Fixture::new().hosted(|settings| settings.max_open = 50));
    let none = harness.say(CHLOE, "game watch").await;
    none.begins("There are no other players' games");
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(harness.started().await);
        harness.wait(1);
    }
    harness.plays(games[0], ADA, "a1b2").await;
    // Her own games are not offered, though she is on turn in one.
    let with_ada = NewChallenge { challenger: person(CHLOE), opponents: vec![person(ADA)], ..harness.new_challenge() };
    let own = harness.challenge(with_ada).await;
    harness.accept_by(own, ADA).await.expect("accepted");
    let answer = harness.say(CHLOE, "game watch how:end").await;
    assert!(answer.private && answer.text == "Which game do you want to watch?", "{answer:?}");
    let ids = [games[0], games[2], games[1]].map(|game| game.to_string());
    assert_eq!(answer.values, ids, "not {own}");
    let reply = harness.choose(CHLOE, answer.control("watch-game"), &ids[1]).await;
    reply.updating().begins("You're watching game `#3`.").says("last board");
    // With several watched games, the command needs a choice; a single one needs none.
    watch::watch(&harness.games, CHLOE, games[1], WatchHow::Moves).await.expect("may watch");
    let answer = harness.say(CHLOE, "game watch how:stop").await;
    assert_eq!((answer.text.as_str(), answer.values.len()), ("Which game do you want to stop watching?", 2));
    let reply = harness.choose(CHLOE, answer.control("watch-game-stop"), &games[1].to_string()).await;
    assert_eq!(reply.text, "You're no longer watching game `#2`.");
    let reply = harness.say(CHLOE, "game watch how:stop").await;
    assert_eq!(reply.text, "You're no longer watching game `#3`.");
    let reply = harness.say(CHLOE, "game watch how:stop").await;
    reply.begins("You aren't watching any game.");
}

#[tokio::test]
async fn in_the_thread_of_a_game_that_game_is_meant_unless_it_is_ones_own() {
    let (harness, game) = Harness::with_game().await;
    let thread = ChannelId(777);
    harness.thread(game, thread.0).await;
    let reply = harness.say_in(thread, CHLOE, "game watch how:thread").await;
    reply.begins("You're watching game `#1` in its thread: <#777>. I've added you to it");
    let reply = harness.say_in(thread, ADA, "game watch").await;
    reply.begins("There are no other players' games");
    let reply = harness.say_in(thread, CHLOE, "game watch how:stop").await;
    assert_eq!(reply.text, "You're no longer watching game `#1`.");
}
