//! Interactions and their answers.

use std::time::Duration;

use crate::harness::{Gateway, Harness, TestResult};
use serde_json::json;

#[tokio::test]
async fn an_answer_to_a_command_is_seen_by_everyone() -> TestResult {
    let (harness, mut gateway) = Harness::with_ping().await?;
    let interaction = harness.ping(&mut gateway).await?;
    assert_eq!(interaction["type"], 2);
    assert_eq!(interaction["data"]["name"], "ping");
    assert_eq!(interaction["member"]["user"]["id"], harness.ada);
    assert_eq!(interaction["context"], 0);
    assert_eq!(interaction["locale"], "en-US");
    assert!(interaction["authorizing_integration_owners"]["0"].is_string());
    assert!(interaction["attachment_size_limit"].is_u64());
    assert_eq!(harness.callback(&interaction, json!({ "type": 4, "data": { "content": "pong" } })).await?.status, 204);
    let answered = harness.users.wait_answer(interaction["id"].as_str().unwrap_or_default()).await?;
    assert_eq!(answered.state, "answered");
    let seen = harness.users.messages(&harness.games, &harness.bruno).await?;
    assert_eq!(seen[0]["content"], "pong");
    assert_eq!(seen[0]["interaction_metadata"]["user"]["id"], harness.ada);
    Ok(())
}

#[tokio::test]
async fn an_ephemeral_answer_is_seen_only_by_the_user_who_asked() -> TestResult {
    let (harness, mut gateway) = Harness::with_ping().await?;
    let interaction = harness.ping(&mut gateway).await?;
    harness.callback(&interaction, json!({ "type": 4, "data": { "content": "psst", "flags": 64 } })).await?;
    assert_eq!(harness.users.messages(&harness.games, &harness.ada).await?[0]["ephemeral_for"], harness.ada);
    assert!(harness.users.messages(&harness.games, &harness.bruno).await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn a_deleted_answer_is_seen_by_nobody_and_still_known_to_tests() -> TestResult {
    let (harness, mut gateway) = Harness::with_ping().await?;
    let interaction = harness.ping(&mut gateway).await?;
    let path = harness.original(&interaction);
    assert_eq!(harness.rest("DELETE", &path, json!({})).await?.status, 404, "before the answer");
    harness.callback(&interaction, json!({ "type": 4, "data": { "content": "psst", "flags": 64 } })).await?;
    assert_eq!(harness.rest("DELETE", &path, json!({})).await?.status, 204);
    assert!(harness.users.messages(&harness.games, &harness.ada).await?.is_empty());
    let answered = harness.users.interaction(interaction["id"].as_str().unwrap_or_default()).await?;
    assert_eq!((answered.state.as_str(), &answered.message["content"]), ("answered", &json!("psst")));
    assert_eq!(harness.rest("DELETE", &path, json!({})).await?.status, 404, "twice");
    Ok(())
}

#[tokio::test]
async fn a_deferred_answer_is_thinking_until_it_is_edited() -> TestResult {
    let (harness, mut gateway) = Harness::with_ping().await?;
    let interaction = harness.ping(&mut gateway).await?;
    assert_eq!(harness.callback(&interaction, json!({ "type": 5 })).await?.status, 204);
    let id = interaction["id"].as_str().unwrap_or_default();
    assert_eq!(harness.users.interaction(id).await?.state, "deferred");
    assert_eq!(harness.users.messages(&harness.games, &harness.bruno).await?[0]["thinking"], true);
    harness.users.advance(60_000).await?;
    let body = json!({
        "attachments": [{ "id": 0, "filename": "board.png", "description": "A board" }],
    });
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x03".to_vec();
    let path = harness.original(&interaction);
    let reply = harness.send_files("PATCH", &path, &body, &[("board.png", png.clone())]).await?;
    assert_eq!(reply.status, 200, "{reply:?}");
    let answered = harness.users.wait_answer(id).await?;
    let message = &answered.message;
    assert!(message["thinking"].is_null());
    assert_eq!((&message["attachments"][0]["width"], &message["attachments"][0]["height"]), (&json!(2), &json!(3)));
    assert_eq!(message["attachments"][0]["description"], "A board");
    let url = message["attachments"][0]["url"].as_str().unwrap_or_default();
    assert_eq!(harness.users.file(url).await?, png);
    Ok(())
}

#[tokio::test]
async fn an_interaction_without_an_answer_fails_after_three_seconds() -> TestResult {
    let (harness, mut gateway) = Harness::with_ping().await?;
    let interaction = harness.ping(&mut gateway).await?;
    harness.users.advance(3000).await?;
    let answered = harness.users.wait_answer(interaction["id"].as_str().unwrap_or_default()).await?;
    assert_eq!(answered.state, "failed");
    assert_eq!(answered.failure.as_deref(), Some("The application did not respond"));
    let reply = harness.callback(&interaction, json!({ "type": 5 })).await?;
    assert_eq!((reply.status, &reply.body["code"]), (404, &json!(10062)));
    Ok(())
}

#[tokio::test]
async fn real_time_counts_towards_the_three_seconds() -> TestResult {
    let (harness, mut gateway) = Harness::with_ping().await?;
    let interaction = harness.ping(&mut gateway).await?;
    harness.users.advance(2000).await?;
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert_eq!(harness.callback(&interaction, json!({ "type": 5 })).await?.body["code"], 10062);
    Ok(())
}

#[tokio::test]
async fn a_second_first_answer_is_refused() -> TestResult {
    let (harness, mut gateway) = Harness::with_ping().await?;
    let interaction = harness.ping(&mut gateway).await?;
    harness.callback(&interaction, json!({ "type": 5 })).await?;
    let reply = harness.callback(&interaction, json!({ "type": 4, "data": { "content": "again" } })).await?;
    assert_eq!((reply.status, &reply.body["code"]), (400, &json!(40060)));
    Ok(())
}

#[tokio::test]
async fn an_interaction_token_expires_after_fifteen_minutes() -> TestResult {
    let (harness, mut gateway) = Harness::with_ping().await?;
    let interaction = harness.ping(&mut gateway).await?;
    harness.callback(&interaction, json!({ "type": 4, "data": { "content": "one" } })).await?;
    let path = harness.original(&interaction);
    assert_eq!(harness.rest("PATCH", &path, json!({ "content": "two" })).await?.status, 200);
    harness.users.advance(15 * 60_000).await?;
    let reply = harness.rest("PATCH", &path, json!({ "content": "three" })).await?;
    assert_eq!((reply.status, &reply.body["code"]), (401, &json!(50027)));
    Ok(())
}

#[tokio::test]
async fn a_button_updates_its_message_and_only_enabled_controls_can_be_used() -> TestResult {
    let harness = Harness::start().await?;
    let mut gateway = Gateway::connect_and_identify(&harness, 0).await?;
    let row = |controls: serde_json::Value| json!({ "type": 1, "components": controls });
    let buttons = row(json!([
        { "type": 2, "style": 1, "label": "Yes", "custom_id": "yes" },
        { "type": 2, "style": 2, "label": "No", "custom_id": "no", "disabled": true },
    ]));
    let options = json!([{ "label": "A", "value": "a" }, { "label": "B", "value": "b" }]);
    let select = row(json!([{ "type": 3, "custom_id": "pick", "options": options }]));
    let sent = harness.write(&harness.games, json!({ "content": "?", "components": [buttons, select] })).await?.body;
    for wrong in ["no", "absent"] {
        assert!(harness.users.press(&harness.ada, &sent, wrong).await.is_err(), "{wrong}");
    }
    assert!(harness.users.select(&harness.ada, &sent, "pick", &["c"]).await.is_err());
    harness.users.select(&harness.bruno, &sent, "pick", &["b"]).await?;
    let choice = gateway.event("INTERACTION_CREATE").await?;
    assert_eq!((&choice["type"], &choice["data"]["values"]), (&json!(3), &json!(["b"])));
    assert_eq!(choice["message"]["id"], sent["id"]);
    let answer = json!({ "type": 7, "data": { "content": "b it is", "components": [] } });
    assert_eq!(harness.callback(&choice, answer).await?.status, 204);
    let seen = harness.users.messages(&harness.games, &harness.ada).await?;
    assert_eq!((seen.len(), &seen[0]["content"], &seen[0]["components"]), (1, &json!("b it is"), &json!([])));
    assert!(harness.users.press(&harness.ada, &sent, "yes").await.is_err(), "the button is gone");
    Ok(())
}

#[tokio::test]
async fn autocomplete_gives_the_choices() -> TestResult {
    let harness = Harness::start().await?;
    let option = json!({ "type": 3, "name": "move", "description": "A move", "autocomplete": true, "required": true });
    harness.register(json!([{ "name": "move", "description": "Moves", "options": [option] }])).await?;
    let mut gateway = Gateway::connect_and_identify(&harness, 0).await?;
    let (users, ada, games) = (harness.users.clone(), harness.ada.clone(), harness.games.clone());
    let asking =
        tokio::spawn(async move { users.autocomplete(&ada, &games, "move", json!({ "move": "a1" }), "move").await });
    let completion = gateway.event("INTERACTION_CREATE").await?;
    assert_eq!((&completion["type"], &completion["data"]["options"][0]["focused"]), (&json!(4), &json!(true)));
    let choices: Vec<_> = (0..26).map(|n| json!({ "name": format!("a{n}"), "value": format!("a{n}") })).collect();
    let reply = harness.callback(&completion, json!({ "type": 8, "data": { "choices": choices } })).await?;
    assert_eq!(reply.body["errors"]["data"]["choices"]["_errors"][0]["code"], "BASE_TYPE_MAX_LENGTH");
    harness.callback(&completion, json!({ "type": 8, "data": { "choices": &choices[..2] } })).await?;
    assert_eq!(asking.await??, [("a0".to_owned(), json!("a0")), ("a1".to_owned(), json!("a1"))]);
    assert!(harness.users.slash(&harness.ada, &harness.games, "move", json!([])).await.is_err(), "move is required");
    Ok(())
}

#[tokio::test]
async fn a_modal_is_submitted_by_the_user_who_opened_it() -> TestResult {
    let (harness, mut gateway) = Harness::with_ping().await?;
    let interaction = harness.ping(&mut gateway).await?;
    let field = json!({ "type": 4, "custom_id": "text", "label": "Move", "style": 1, "min_length": 4 });
    let modal = json!({ "custom_id": "form", "title": "A move", "components": [{ "type": 1, "components": [field] }] });
    assert_eq!(harness.callback(&interaction, json!({ "type": 9, "data": modal })).await?.status, 204);
    assert_eq!(harness.users.wait_answer(interaction["id"].as_str().unwrap_or("")).await?.state, "modal");
    let users = &harness.users;
    assert!(users.submit_modal(&harness.bruno, &harness.games, "form", &[("text", "a1b2")]).await.is_err());
    assert!(users.submit_modal(&harness.ada, &harness.games, "form", &[("text", "a1")]).await.is_err(), "too short");
    users.submit_modal(&harness.ada, &harness.games, "form", &[("text", "a1b2")]).await?;
    let sent = gateway.event("INTERACTION_CREATE").await?;
    assert_eq!(sent["type"], 5);
    assert_eq!(sent["data"]["components"][0]["components"][0]["value"], "a1b2");
    assert_eq!(
        harness.callback(&sent, json!({ "type": 7, "data": {} })).await?.body["code"],
        50035,
        "no message to change"
    );
    assert_eq!(harness.callback(&sent, json!({ "type": 4, "data": { "content": "ok" } })).await?.status, 204);
    Ok(())
}

#[tokio::test]
async fn an_interaction_in_direct_messages_has_a_user_and_no_member() -> TestResult {
    let (harness, mut gateway) = Harness::with_ping().await?;
    let channel = harness.users.open_dm(&harness.bruno, &harness.bot).await?;
    harness.users.slash(&harness.bruno, &channel, "ping", json!([])).await?;
    let interaction = gateway.event("INTERACTION_CREATE").await?;
    assert_eq!(interaction["user"]["id"], harness.bruno);
    assert_eq!(interaction["locale"], "fr");
    assert_eq!(interaction["context"], 1);
    assert!(interaction["member"].is_null() && interaction["guild_id"].is_null());
    assert!(harness.users.messages(&channel, &harness.ada).await.is_err(), "other users do not see the channel");
    Ok(())
}

#[tokio::test]
async fn a_command_for_managers_is_offered_to_them_only() -> TestResult {
    let (harness, mut gateway) = Harness::with_ping().await?;
    let managers = json!({ "name": "rule", "description": "Rules", "default_member_permissions": "32" });
    harness.register(json!([managers, { "name": "ping", "description": "Answers" }])).await?;
    let slash = async |who: &str, name: &str| harness.users.slash(who, &harness.games, name, json!([])).await;
    let bits = |interaction: &serde_json::Value| {
        interaction["member"]["permissions"].as_str().and_then(|bits| bits.parse::<u64>().ok()).unwrap_or_default() & 32
    };
    assert!(slash(&harness.bruno, "rule").await.is_err());
    slash(&harness.bruno, "ping").await?;
    assert_eq!(bits(&gateway.event("INTERACTION_CREATE").await?), 0);
    slash(&harness.ada, "rule").await?;
    assert_eq!(bits(&gateway.event("INTERACTION_CREATE").await?), 32);
    for (who, manages) in [(&harness.ada, false), (&harness.bruno, true)] {
        harness.users.change_user(who, &json!({ "manages": manages })).await?;
        assert_eq!(slash(who, "rule").await.is_ok(), manages);
    }
    // The server has allowed the commands to one role.
    let state = harness.users.state("").await?;
    for (index, is_allowed) in [(1, false), (2, true)] {
        let roles = json!([state["guilds"][0]["roles"][index]["id"]]);
        harness.users.change_user(&harness.ada, &json!({ "roles": roles })).await?;
        assert_eq!(slash(&harness.ada, "rule").await.is_ok(), is_allowed, "{index}");
    }
    Ok(())
}

#[tokio::test]
async fn a_gif_attachment_has_its_size() -> TestResult {
    let harness = Harness::start().await?;
    let gif = b"GIF89a\xe0\x01\x68\x01\0\0\0".to_vec();
    let path = format!("channels/{}/messages", harness.games);
    let body = json!({ "attachments": [{ "id": 0, "filename": "game.gif", "description": "A game" }] });
    let reply = harness.send_files("POST", &path, &body, &[("game.gif", gif)]).await?;
    let file = &reply.body["attachments"][0];
    assert_eq!(
        (&file["width"], &file["height"], &file["content_type"]),
        (&json!(480), &json!(360), &json!("image/gif"))
    );
    Ok(())
}
