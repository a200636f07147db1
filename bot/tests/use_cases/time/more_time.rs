//! Time that players give each other, and the composition of a deadline.

use games::challenges;
use games::domain::{Notice, Preferences};
use rules::Seat;

use crate::use_cases::support::{ADA, BRUNO, CHLOE, HOUR, Harness, person};

#[tokio::test]
async fn time_is_given_to_the_opponent_on_turn_and_told_in_the_game() {
    let (harness, game) = Harness::with_game().await;
    harness.notices().await;
    let deadline = async || harness.game(game).await.turn.deadline_at.expect("three days");
    let before = deadline().await;
    let reply = harness.say(BRUNO, &format!("game more-time game:{game}")).await;
    reply.privately().says("You gave <@1> 1 d more");
    assert_eq!(deadline().await, before.plus(24 * HOUR));
    let news = harness.notices().await;
    assert_eq!(news, [Notice::MoreTime { seat: Seat(1), millis: 24 * HOUR, ply: 0 }]);
    let version = harness.game(game).await.version;
    let (post, mentioned) = harness.current_notice(game, news[0].clone()).await;
    assert!(post.text.contains("<@2> gives <@1> 1 d more") && mentioned == [ADA], "{post:?}");
    for (options, part) in
        [("days:15", "at most 14 days"), ("minutes:0", "at least one minute"), ("hours:-3", "at least one minute")]
    {
        let refused = harness.say(BRUNO, &format!("game more-time game:{game} {options}")).await;
        refused.says(part);
    }
    assert_eq!(deadline().await, before.plus(24 * HOUR));
    harness.plays(game, ADA, "a1b2").await;
    assert!(harness.notice(game, version, news[0].clone()).await.is_none(), "another turn");
}

#[tokio::test]
async fn a_clock_that_runs_down_keeps_what_was_given() {
    let harness = Harness::new();
    let game = harness.started_as("abalone", "total:15m").await;
    harness.say(BRUNO, &format!("game more-time game:{game}")).await;
    harness.clock.advance(30_000);
    harness.plays(game, ADA, "a1b2").await;
    let board = harness.say(ADA, &format!("board game:{game}")).await.text;
    assert!(board.contains("Black 19 min") && board.contains("White 15 min"), "{board}");
    harness.clock.advance(90_500);
    harness.plays(game, BRUNO, "i9h8").await;
    let board = harness.say(ADA, &format!("board game:{game}")).await.text;
    assert!(board.contains("White 13 min 29 s"), "seconds below a quarter of an hour: {board}");
}

#[tokio::test]
async fn nobody_gives_time_in_a_game_of_three_sides_or_without_a_clock() {
    let harness = Harness::new();
    let unlimited = harness.started_as("abalone", "none").await;
    let refused = harness.say(BRUNO, &format!("game more-time game:{unlimited}")).await.text;
    assert!(refused.starts_with("This game has no deadline"), "{refused}");
    let mut new = harness.new_challenge();
    (new.setup, new.opponents) = ("abalone seats=3".to_owned(), [BRUNO, CHLOE].map(person).to_vec());
    let three = challenges::challenge(&harness.games, new).await.expect("a challenge").replayed.record.game.game_id;
    for user in [BRUNO, CHLOE] {
        challenges::accept(&harness.games, harness.request(), three, person(user)).await.expect("accepted");
    }
    let refused = harness.say(BRUNO, &format!("game more-time game:{three}")).await.text;
    assert!(refused.starts_with("In a game with more than two sides"), "{refused}");
}

#[tokio::test]
async fn a_later_deadline_says_what_it_is_made_of() {
    let harness = Harness::new();
    let set = |chosen: &mut Preferences| {
        (chosen.zone, chosen.sleep) = (Some("Europe/Paris".to_owned()), "23:00-07:00".parse().ok());
        Ok(())
    };
    harness.games.update_preferences(ADA, set).await.expect("a choice");
    let game = harness.started_as("abalone", "days:3").await;
    let board = harness.say(ADA, &format!("board game:{game}")).await.text;
    assert!(board.contains("That is 3 d to think, plus 1 d 15 h of sleep"), "{board}");
    let plain = harness.started_as("abalone", "days:3 sleep=off").await;
    let board = harness.say(ADA, &format!("board game:{plain}")).await.text;
    assert!(!board.contains("to think"), "{board}");
}
