//! `/setup channels`: the channels for a server's posts.

use games::domain::{AuditAction, ChannelId, GuildId, PostKind};
use games::seeks;
use games::store::Post;
use serde_json::{Value, json};

use crate::use_cases::support::fixture::{ADA, CHANNEL, CHLOE};
use crate::use_cases::support::harness::Harness;

const MANAGER: u64 = 1 << 5;

fn manages(app_permissions: u64) -> impl FnOnce(&mut Value) {
    move |json: &mut Value| {
        json["member"]["permissions"] = json!(MANAGER.to_string());
        json["app_permissions"] = json!(app_permissions.to_string());
        json["guild_locale"] = json!("fr");
    }
}

#[tokio::test]
async fn what_the_bot_lacks_in_a_channel_is_named_before_it_is_chosen() {
    let harness = Harness::new();
    for options in [json!({ "seeks": "here" }), json!({ "results": "here" }), json!({ "puzzles": "here" })] {
        let view_and_send = 1 << 10 | 1 << 11;
        let said = harness.command_changed(CHLOE, "setup channels", options.clone(), manages(view_and_send)).await;
        assert!(said.text.contains("this channel: **Embed Links**, **Attach Files**."), "{said:?}");
        let said = harness.command_changed(CHLOE, "setup channels", options, manages(0)).await;
        assert!(said.text.contains("**View Channel**, **Send Messages**, **Embed Links**"), "{said:?}");
    }
    assert!(harness.sender.posts.lock().expect("whole").is_empty());
    let said = harness.command_as(CHLOE, Some(0), "setup channels", json!({ "seeks": "here" })).await;
    assert!(said.text.starts_with("Only people who can manage this server"), "{said:?}");
    let said = harness.command_changed(CHLOE, "setup channels", json!({ "seeks": "there" }), manages(8)).await;
    assert!(said.text.starts_with("That choice doesn't exist."), "{said:?}");
}

#[tokio::test]
async fn open_challenges_are_posted_where_the_server_wants_them() {
    let harness = Harness::new();
    let said = harness
        .command_changed(CHLOE, "setup channels", json!({ "seeks": "here", "results": "here" }), manages(8))
        .await;
    assert!(said.text.contains("Open challenges: <#100>") && said.text.contains("Results: <#100>"), "{said:?}");
    let posts = harness.sender.posts.lock().expect("whole").clone();
    assert_eq!(posts.len(), 1);
    assert!(posts[0].1.contains("les défis ouverts, les résultats des parties"), "{posts:?}");
    let made = harness.command_in(ChannelId(555), ADA, "seek", json!({})).await;
    assert!(made.text.contains("<#100>"), "{made:?}");
    let open = seeks::seeks(&harness.games, ADA, Some(GuildId(9))).await.expect("readable");
    assert_eq!(open[0].summary.game.place.channel_id, CHANNEL);
    let shown = harness.command_as(CHLOE, Some(MANAGER), "setup show", json!({})).await;
    assert!(shown.text.contains("Open challenges: <#100>") && shown.text.contains("Organizers: everyone"), "{shown:?}");
    let ladders = json!({ "ladders": "here" });
    let said = harness.command_changed(CHLOE, "setup channels", ladders, manages(8)).await;
    assert!(said.text.contains("Ladder changes: <#100>"), "{said:?}");
    let said = harness.command_changed(CHLOE, "setup channels", json!({ "ladders": "off" }), manages(0)).await;
    assert!(said.text.contains("Ladder changes: only in `/ladder history`"), "{said:?}");
    let said = harness.command_changed(CHLOE, "setup channels", json!({ "seeks": "off" }), manages(0)).await;
    assert!(said.text.contains("Open challenges: in the channel where they're made"), "{said:?}");
    let log = harness.store.audit_log(GuildId(9), 0, 9).await.expect("readable");
    let details: Vec<_> = log.iter().map(|entry| (entry.action, entry.detail.as_deref().unwrap_or_default())).collect();
    assert_eq!(
        details,
        [
            (AuditAction::SetUp, "seeks: off"),
            (AuditAction::SetUp, "ladders: off"),
            (AuditAction::SetUp, "ladders: <#100>"),
            (AuditAction::SetUp, "seeks: <#100>, results: <#100>"),
        ]
    );
}

#[tokio::test]
async fn the_puzzle_of_the_day_is_posted_where_the_server_wants_it() {
    let harness = Harness::new();
    let change =
        async |what: Value, rights| harness.command_changed(CHLOE, "setup channels", what, manages(rights)).await;
    let shown = harness.command_as(CHLOE, Some(MANAGER), "setup show", json!({})).await;
    assert!(shown.text.contains("Puzzle of the day: only with `/puzzle daily:true`"), "{shown:?}");
    let said = change(json!({ "puzzles": "here", "ladders": "here" }), 8).await;
    assert!(said.text.contains("Puzzle of the day: <#100>"), "{said:?}");
    let stored = async || harness.store.post(PostKind::Puzzle, GuildId(9)).await.expect("readable");
    let chosen = stored().await.expect("chosen");
    assert_eq!((chosen.channel, chosen.shown), (CHANNEL, Post::NEW));
    let posts = harness.sender.posts.lock().expect("whole").clone();
    assert!(posts[0].1.contains("les problèmes du jour"), "{posts:?}");
    // The manager is told if posting there fails.
    let refused = Post { problem: Some("no".to_owned()), ..chosen.clone() };
    assert!(harness.store.write_post(&refused, chosen.next_at).await.expect("stored"));
    let shown = harness.command_as(CHLOE, Some(MANAGER), "setup show", json!({})).await;
    assert!(shown.text.contains("Puzzle of the day: <#100>, where I can't post"), "{shown:?}");
    let said = change(json!({ "puzzles": "off" }), 0).await;
    assert!(said.text.contains("Puzzle of the day: only with"), "{said:?}");
    assert_eq!(stored().await, None);
    let log = harness.store.audit_log(GuildId(9), 0, 9).await.expect("readable");
    let details: Vec<_> = log.iter().map(|entry| entry.detail.as_deref().unwrap_or_default()).collect();
    assert_eq!(details, ["puzzles: off", "ladders: <#100>, puzzles: <#100>"]);
}

#[tokio::test]
async fn a_server_is_set_up_by_menus() {
    let harness = Harness::new();
    let shown = harness.command_as(CHLOE, Some(MANAGER), "setup show", json!({})).await;
    let others = shown.controls.last().expect("the way to the other settings").clone();
    let thread = harness.use_as(CHLOE, MANAGER, &others, json!({ "values": ["thread"] })).await;
    let posts = thread.controls[0].clone();
    assert!(thread.updates && posts.contains("setup thread"), "{posts}");
    let one = harness.use_as(CHLOE, MANAGER, &posts, json!({ "values": ["one"] })).await;
    let chosen = harness.games.server_settings(GuildId(9)).await.expect("readable").posts;
    assert_eq!(chosen.map(|posts| posts.to_string()).as_deref(), Some("one"), "{}", one.text);
    assert!(one.controls.len() == 2, "one goes on from there: {:?}", one.controls);
    let refused = harness.use_as(ADA, 0, &posts, json!({ "values": ["each"] })).await;
    assert!(refused.text.starts_with("Only people who can manage this server"), "{}", refused.text);
    let form = harness.use_as(CHLOE, MANAGER, &shown.controls[0], json!({ "values": ["leapfrog"] })).await;
    let name = json!({ "type": 1, "components": [{ "type": 4, "custom_id": "name", "value": "Club" }] });
    let made = harness.use_as(CHLOE, MANAGER, &form.controls[0], json!({ "components": [name] })).await;
    assert!(made.text.contains("Club"), "{}", made.text);
}
