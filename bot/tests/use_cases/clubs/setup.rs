//! `/setup channels`: the channels for a server's posts.

use games::seeks;

use super::*;

/// `/setup channels` by a manager of a French server, while the bot has these permissions.
async fn choose(harness: &Harness, options: &str, app_permissions: u64) -> SentMessage {
    let change = |json: &mut Value| {
        json["member"]["permissions"] = json!(MANAGES_SERVER.to_string());
        json["app_permissions"] = json!(app_permissions.to_string());
        json["guild_locale"] = json!("fr");
    };
    harness.say_changed(CHLOE, &format!("setup channels {options}"), change).await
}

#[tokio::test]
async fn what_the_bot_lacks_in_a_channel_is_named_before_it_is_chosen() {
    let harness = Harness::new();
    for options in ["seeks:here", "results:here", "puzzles:here"] {
        choose(&harness, options, EVERYBODY).await.says("this channel: **Embed Links**, **Attach Files**.");
        choose(&harness, options, 0).await.says("**View Channel**, **Send Messages**, **Embed Links**");
    }
    assert!(harness.sender.posts.lock().expect("whole").is_empty());
    harness.say_as(CHLOE, 0, "setup channels seeks:here").await.begins("Only people who can manage this server");
    choose(&harness, "seeks:there", 8).await.begins("That choice doesn't exist.");
}

#[tokio::test]
async fn open_challenges_are_posted_where_the_server_wants_them() {
    let harness = Harness::new();
    choose(&harness, "seeks:here results:here", 8).await.says("Open challenges: <#100>").says("Results: <#100>");
    let posts = harness.take_posts();
    assert_eq!(posts.len(), 1);
    assert!(posts[0].1.contains("les défis ouverts, les résultats des parties"), "{posts:?}");
    harness.say_in(ChannelId(555), ADA, "seek").await.says("<#100>");
    let open = seeks::seeks(&harness.games, ADA, Some(GUILD)).await.expect("readable");
    assert_eq!(open[0].summary.game.place.channel_id, CHANNEL);
    harness
        .say_as(CHLOE, MANAGES_SERVER, "setup show")
        .await
        .says("Open challenges: <#100>")
        .says("Organizers: everyone");
    choose(&harness, "ladders:here", 8).await.says("Ladder changes: <#100>");
    choose(&harness, "ladders:off", 0).await.says("Ladder changes: only in `/ladder history`");
    choose(&harness, "seeks:off", 0).await.says("Open challenges: in the channel where they're made");
    let log = harness.log().await;
    let details: Vec<_> = log.iter().map(|entry| entry.detail.as_deref().unwrap_or_default()).collect();
    assert_eq!(details, ["seeks: off", "ladders: off", "ladders: <#100>", "seeks: <#100>, results: <#100>"]);
    assert!(log.iter().all(|entry| entry.action == AuditAction::SetUp), "{log:?}");
}

#[tokio::test]
async fn the_puzzle_of_the_day_is_posted_where_the_server_wants_it() {
    let harness = Harness::new();
    harness.say_as(CHLOE, MANAGES_SERVER, "setup show").await.says("Puzzle of the day: only with `/puzzle daily:true`");
    choose(&harness, "puzzles:here ladders:here", 8).await.says("Puzzle of the day: <#100>");
    let stored = async || harness.store.post(PostKind::Puzzle, GUILD).await.expect("readable");
    let choice = stored().await.expect("chosen");
    assert_eq!((choice.channel, choice.shown), (CHANNEL, Post::NEW));
    let posts = harness.take_posts();
    assert!(posts[0].1.contains("les problèmes du jour"), "{posts:?}");
    // The manager is told if posting there fails.
    let refused = Post { problem: Some("no".to_owned()), ..choice.clone() };
    assert!(harness.store.write_post(&refused, choice.next_at).await.expect("stored"));
    harness.say_as(CHLOE, MANAGES_SERVER, "setup show").await.says("Puzzle of the day: <#100>, where I can't post");
    choose(&harness, "puzzles:off", 0).await.says("Puzzle of the day: only with");
    assert_eq!(stored().await, None);
    let log = harness.log().await;
    let details: Vec<_> = log.iter().map(|entry| entry.detail.as_deref().unwrap_or_default()).collect();
    assert_eq!(details, ["puzzles: off", "ladders: <#100>, puzzles: <#100>"]);
}

#[tokio::test]
async fn a_server_is_set_up_by_menus() {
    let harness = Harness::new();
    let answer = harness.say_as(CHLOE, MANAGES_SERVER, "setup show").await;
    let others = answer.controls.last().expect("the way to the other settings").clone();
    let pick =
        async |id: &str, value: &str| harness.use_as(CHLOE, MANAGES_SERVER, id, json!({ "values": [value] })).await;
    let thread = pick(&others, "thread").await;
    let posts = thread.controls[0].clone();
    assert!(thread.updates && posts.contains("setup thread"), "{posts}");
    let one = pick(&posts, "one").await;
    let setting = harness.games.server_settings(GUILD).await.expect("readable").posts;
    assert_eq!(setting.map(|post| post.to_string()).as_deref(), Some("one"), "{}", one.text);
    assert!(one.controls.len() == 2, "one goes on from there: {:?}", one.controls);
    harness
        .use_as(ADA, 0, &posts, json!({ "values": ["each"] }))
        .await
        .begins("Only people who can manage this server");
    let form = pick(&answer.controls[0], "leapfrog").await;
    let name = json!({ "components": form_rows(&[("name", "Club")]) });
    harness.use_as(CHLOE, MANAGES_SERVER, &form.controls[0], name).await.says("Club");
}
