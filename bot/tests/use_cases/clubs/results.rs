//! The channel for the results of a server's games.

use super::*;

#[tokio::test]
async fn a_server_that_wants_results_gets_the_last_board_of_each_game() {
    let harness = Harness::new();
    let before = harness.started().await;
    harness.resign(before, BRUNO).await;
    assert!(!harness.notices().await.contains(&Notice::Result), "nobody has asked for it");

    harness
        .say_as(CHLOE, MANAGES_SERVER, "setup channels results:here")
        .await
        .privately()
        .begins("**Channels of this server**\n• Results: <#100>\n");
    let posts = harness.take_posts();
    assert_eq!(posts, [(CHANNEL, "From now on, I post here: results of games.".to_owned())]);
    harness.say_as(CHLOE, MANAGES_SERVER, "setup show").await.says("Results: <#100>");

    let game = harness.under_way().await;
    harness.resign(game, BRUNO).await;
    let notices = harness.notices().await;
    assert_eq!(notices.iter().filter(|notice| **notice == Notice::Result).count(), 1, "{notices:?}");
    let (result, mentioned) = harness.notice(game, 5, Notice::Result).await.expect("a result");
    let line = "**<@1> beat <@2>** by resignation.\nStandard · 2 moves, the last one after 1 minute";
    result.begins(line);
    assert!(mentioned.is_empty() && !result.png.is_empty(), "{result:?}");
    assert_eq!(result.verbs(), ["replay", "history", "analysis", "record"]);
    harness.thread(game, 77).await;
    // For readers elsewhere.
    harness.notice(game, 5, Notice::Result).await.expect("a result").0.begins(line).says("/77)");

    // No command decides a loss on time.
    let lost = harness.started().await;
    harness.notices().await;
    harness.wait(73);
    assert_eq!(harness.run_alarm(lost).await, AlarmOutcome::TimedOut);
    assert_eq!(harness.notices().await, [Notice::Ended, Notice::Result]);

    harness
        .say_as(CHLOE, MANAGES_SERVER, "setup channels results:off")
        .await
        .says("Results: only in the threads of the games");
    let game = harness.started().await;
    harness.resign(game, ADA).await;
    assert!(!harness.notices().await.contains(&Notice::Result));
}

#[tokio::test]
async fn results_are_refused_where_the_bot_may_not_post_and_to_those_who_do_not_manage() {
    let harness = Harness::new();
    harness.say_as(CHLOE, 0, "setup channels results:here").await.says("Only people who can manage this server");
    harness.sender.next_failure.lock().expect("whole").replace(ErrorClass::Unreachable);
    harness.say_as(CHLOE, MANAGES_SERVER, "setup channels results:here").await.says("I can't post in this channel");
    let game = harness.started().await;
    harness.resign(game, BRUNO).await;
    assert!(!harness.notices().await.contains(&Notice::Result));
}
