//! The channel for the results of a server's games.

use bot::features::resign;
use discord::Delivery;
use games::alarms::{self, AlarmOutcome};
use games::domain::Notice;
use serde_json::json;

use crate::use_cases::support::fixture::{ADA, BRUNO, CHANNEL, CHLOE};
use crate::use_cases::support::harness::Harness;

const MANAGER: Option<u64> = Some(1 << 5);

#[tokio::test]
async fn a_server_that_wants_results_gets_the_last_board_of_each_game() {
    let harness = Harness::new();
    let before = harness.started().await;
    resign::resign(&harness.games, harness.request(), before, BRUNO, None).await.expect("resigned");
    assert!(!harness.notices().await.contains(&Notice::Result), "nobody has asked for it");

    let said = harness.command_as(CHLOE, MANAGER, "setup channels", json!({ "results": "here" })).await;
    assert!(said.private && said.text.starts_with("**Channels of this server**\n• Results: <#100>\n"), "{said:?}");
    let posts = harness.sender.posts.lock().expect("whole").clone();
    assert_eq!(posts, [(CHANNEL, "From now on, I post here: results of games.".to_owned())]);
    let shown = harness.command_as(CHLOE, MANAGER, "setup show", json!({})).await;
    assert!(shown.text.contains("Results: <#100>"), "{shown:?}");

    let game = harness.under_way().await;
    resign::resign(&harness.games, harness.request(), game, BRUNO, None).await.expect("resigned");
    let notices = harness.notices().await;
    assert_eq!(notices.iter().filter(|notice| **notice == Notice::Result).count(), 1, "{notices:?}");
    let (result, mentioned) = harness.notice(game, 5, Notice::Result).await.expect("a result");
    let said = "**<@1> beat <@2>** by resignation.\nStandard · 2 moves, the last one after 1 minute";
    assert!(result.text.starts_with(said), "{result:?}");
    assert!(mentioned.is_empty() && !result.png.is_empty(), "{result:?}");
    assert_eq!(result.verbs(), ["replay", "history", "analysis", "record"]);
    harness.thread(game, 77).await;
    let (of_thread, _) = harness.notice(game, 5, Notice::Result).await.expect("a result");
    assert!(
        of_thread.text.starts_with(said) && of_thread.text.contains("/77)"),
        "for readers elsewhere: {of_thread:?}"
    );

    // No command decides a loss on time.
    let lost = harness.started().await;
    harness.notices().await;
    harness.wait(73);
    assert_eq!(alarms::run_alarm(&harness.games, lost).await.expect("sound"), AlarmOutcome::TimedOut);
    assert_eq!(harness.notices().await, [Notice::Ended, Notice::Result]);

    let said = harness.command_as(CHLOE, MANAGER, "setup channels", json!({ "results": "off" })).await;
    assert!(said.text.contains("Results: only in the threads of the games"), "{said:?}");
    let game = harness.started().await;
    resign::resign(&harness.games, harness.request(), game, ADA, None).await.expect("resigned");
    assert!(!harness.notices().await.contains(&Notice::Result));
}

#[tokio::test]
async fn results_are_refused_where_the_bot_may_not_post_and_to_those_who_do_not_manage() {
    let harness = Harness::new();
    let said = harness.command_as(CHLOE, Some(0), "setup channels", json!({ "results": "here" })).await;
    assert!(said.text.contains("Only people who can manage this server"), "{said:?}");
    harness.sender.next_delivery.lock().expect("whole").replace(Delivery::Unreachable);
    let said = harness.command_as(CHLOE, MANAGER, "setup channels", json!({ "results": "here" })).await;
    assert!(said.text.contains("I can't post in this channel"), "{said:?}");
    let game = harness.started().await;
    resign::resign(&harness.games, harness.request(), game, BRUNO, None).await.expect("resigned");
    assert!(!harness.notices().await.contains(&Notice::Result));
}
