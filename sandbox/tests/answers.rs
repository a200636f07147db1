//! Interactions and how they may be answered.

mod stage;

use std::time::Duration;

use serde_json::json;
use stage::{Gateway, Stage, Story};

#[tokio::test]
async fn an_answer_to_a_command_is_seen_by_everyone() -> Story {
    let (stage, mut gateway) = Stage::with_ping().await?;
    let interaction = stage.ping(&mut gateway).await?;
    assert_eq!(interaction["type"], 2);
    assert_eq!(interaction["data"]["name"], "ping");
    assert_eq!(interaction["member"]["user"]["id"], stage.ada);
    assert_eq!(interaction["context"], 0);
    assert_eq!(interaction["locale"], "en-US");
    assert!(interaction["authorizing_integration_owners"]["0"].is_string());
    assert!(interaction["attachment_size_limit"].is_u64());
    assert_eq!(stage.callback(&interaction, json!({ "type": 4, "data": { "content": "pong" } })).await?.status, 204);
    let answered = stage.people.wait_answer(interaction["id"].as_str().unwrap_or_default()).await?;
    assert_eq!(answered.state, "answered");
    let seen = stage.people.messages(&stage.games, &stage.bruno).await?;
    assert_eq!(seen[0]["content"], "pong");
    assert_eq!(seen[0]["interaction_metadata"]["user"]["id"], stage.ada);
    Ok(())
}

#[tokio::test]
async fn a_private_answer_is_seen_only_by_who_asked() -> Story {
    let (stage, mut gateway) = Stage::with_ping().await?;
    let interaction = stage.ping(&mut gateway).await?;
    stage.callback(&interaction, json!({ "type": 4, "data": { "content": "psst", "flags": 64 } })).await?;
    assert_eq!(stage.people.messages(&stage.games, &stage.ada).await?[0]["ephemeral_for"], stage.ada);
    assert!(stage.people.messages(&stage.games, &stage.bruno).await?.is_empty());
    let listed = stage.rest("GET", &format!("channels/{}/messages", stage.games), json!(null)).await?;
    assert_eq!(listed.body, json!([]), "the bot does not find it in the channel either");
    Ok(())
}

#[tokio::test]
async fn a_deferred_answer_thinks_until_it_is_filled_in_with_a_picture() -> Story {
    let (stage, mut gateway) = Stage::with_ping().await?;
    let interaction = stage.ping(&mut gateway).await?;
    assert_eq!(stage.callback(&interaction, json!({ "type": 5 })).await?.status, 204);
    let id = interaction["id"].as_str().unwrap_or_default();
    assert_eq!(stage.people.interaction(id).await?.state, "deferred");
    assert_eq!(stage.people.messages(&stage.games, &stage.bruno).await?[0]["thinking"], true);
    stage.people.advance(60_000).await?;
    let body = json!({
        "embeds": [{ "image": { "url": "attachment://board.png" } }],
        "attachments": [{ "id": 0, "filename": "board.png", "description": "A board" }],
    });
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x03".to_vec();
    let path = stage.webhook(&interaction, "/messages/@original");
    let reply = stage.send_files("PATCH", &path, &body, &[("board.png", png.clone())]).await?;
    assert_eq!(reply.status, 200, "{reply:?}");
    let answered = stage.people.wait_answer(id).await?;
    let message = &answered.message;
    assert!(message["thinking"].is_null());
    assert_eq!((&message["attachments"][0]["width"], &message["attachments"][0]["height"]), (&json!(2), &json!(3)));
    assert_eq!(message["attachments"][0]["description"], "A board");
    let url = message["embeds"][0]["image"]["url"].as_str().unwrap_or_default();
    assert_eq!(stage.people.file(url).await?, png);
    Ok(())
}

#[tokio::test]
async fn without_an_answer_within_three_seconds_an_interaction_fails_and_is_unknown() -> Story {
    let (stage, mut gateway) = Stage::with_ping().await?;
    let interaction = stage.ping(&mut gateway).await?;
    stage.people.advance(3000).await?;
    let answered = stage.people.wait_answer(interaction["id"].as_str().unwrap_or_default()).await?;
    assert_eq!(answered.state, "failed");
    assert_eq!(answered.failure.as_deref(), Some("The application did not respond"));
    let reply = stage.callback(&interaction, json!({ "type": 5 })).await?;
    assert_eq!((reply.status, &reply.body["code"]), (404, &json!(10062)));
    Ok(())
}

#[tokio::test]
async fn real_time_counts_towards_the_three_seconds() -> Story {
    let (stage, mut gateway) = Stage::with_ping().await?;
    let interaction = stage.ping(&mut gateway).await?;
    stage.people.advance(2000).await?;
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert_eq!(stage.callback(&interaction, json!({ "type": 5 })).await?.body["code"], 10062);
    Ok(())
}

#[tokio::test]
async fn a_second_first_answer_is_refused() -> Story {
    let (stage, mut gateway) = Stage::with_ping().await?;
    let interaction = stage.ping(&mut gateway).await?;
    stage.callback(&interaction, json!({ "type": 5 })).await?;
    let reply = stage.callback(&interaction, json!({ "type": 4, "data": { "content": "again" } })).await?;
    assert_eq!((reply.status, &reply.body["code"]), (400, &json!(40060)));
    Ok(())
}

#[tokio::test]
async fn a_token_is_good_for_fifteen_minutes() -> Story {
    let (stage, mut gateway) = Stage::with_ping().await?;
    let interaction = stage.ping(&mut gateway).await?;
    stage.callback(&interaction, json!({ "type": 4, "data": { "content": "one" } })).await?;
    let path = stage.webhook(&interaction, "");
    assert_eq!(stage.rest("POST", &path, json!({ "content": "two" })).await?.status, 200);
    stage.people.advance(15 * 60_000).await?;
    let reply = stage.rest("POST", &path, json!({ "content": "three" })).await?;
    assert_eq!((reply.status, &reply.body["code"]), (401, &json!(50027)));
    Ok(())
}

#[tokio::test]
async fn the_first_follow_up_takes_the_place_of_a_deferred_answer() -> Story {
    let (stage, mut gateway) = Stage::with_ping().await?;
    let interaction = stage.ping(&mut gateway).await?;
    stage.callback(&interaction, json!({ "type": 5, "data": { "flags": 64 } })).await?;
    let path = stage.webhook(&interaction, "");
    stage.rest("POST", &path, json!({ "content": "first" })).await?;
    stage.rest("POST", &path, json!({ "content": "second" })).await?;
    let seen = stage.people.messages(&stage.games, &stage.ada).await?;
    assert_eq!(seen.iter().map(|m| m["content"].clone()).collect::<Vec<_>>(), [json!("first"), json!("second")]);
    assert_eq!(stage.people.messages(&stage.games, &stage.bruno).await?.len(), 1, "the first stays private");
    Ok(())
}

#[tokio::test]
async fn with_response_tells_of_the_message() -> Story {
    let (stage, mut gateway) = Stage::with_ping().await?;
    let interaction = stage.ping(&mut gateway).await?;
    let (id, token) = (interaction["id"].as_str().unwrap_or(""), interaction["token"].as_str().unwrap_or(""));
    let path = format!("interactions/{id}/{token}/callback?with_response=true");
    let reply = stage.rest("POST", &path, json!({ "type": 4, "data": { "content": "pong" } })).await?;
    assert_eq!(reply.status, 200);
    assert_eq!(reply.body["resource"]["message"]["content"], "pong");
    assert_eq!(reply.body["interaction"]["response_message_id"], reply.body["resource"]["message"]["id"]);
    Ok(())
}

#[tokio::test]
async fn a_button_changes_its_message_and_only_offered_controls_can_be_used() -> Story {
    let stage = Stage::open().await?;
    let mut gateway = Gateway::identified(&stage, 0).await?;
    let row = |controls: serde_json::Value| json!({ "type": 1, "components": controls });
    let buttons = row(json!([
        { "type": 2, "style": 1, "label": "Yes", "custom_id": "yes" },
        { "type": 2, "style": 2, "label": "No", "custom_id": "no", "disabled": true },
    ]));
    let options = json!([{ "label": "A", "value": "a" }, { "label": "B", "value": "b" }]);
    let select = row(json!([{ "type": 3, "custom_id": "pick", "options": options }]));
    let sent = stage.write(&stage.games, json!({ "content": "?", "components": [buttons, select] })).await?.body;
    for wrong in ["no", "absent"] {
        assert!(stage.people.press(&stage.ada, &sent, wrong).await.is_err(), "{wrong}");
    }
    assert!(stage.people.select(&stage.ada, &sent, "pick", &["c"]).await.is_err());
    stage.people.select(&stage.bruno, &sent, "pick", &["b"]).await?;
    let chosen = gateway.event("INTERACTION_CREATE").await?;
    assert_eq!((&chosen["type"], &chosen["data"]["values"]), (&json!(3), &json!(["b"])));
    assert_eq!(chosen["message"]["id"], sent["id"]);
    let answer = json!({ "type": 7, "data": { "content": "b it is", "components": [] } });
    assert_eq!(stage.callback(&chosen, answer).await?.status, 204);
    let seen = stage.people.messages(&stage.games, &stage.ada).await?;
    assert_eq!((seen.len(), &seen[0]["content"], &seen[0]["components"]), (1, &json!("b it is"), &json!([])));
    assert!(stage.people.press(&stage.ada, &sent, "yes").await.is_err(), "the button is gone");
    Ok(())
}

#[tokio::test]
async fn completion_gives_the_choices() -> Story {
    let stage = Stage::open().await?;
    let option = json!({ "type": 3, "name": "move", "description": "A move", "autocomplete": true, "required": true });
    stage.register(json!([{ "name": "move", "description": "Moves", "options": [option] }])).await?;
    let mut gateway = Gateway::identified(&stage, 0).await?;
    let (people, ada, games) = (stage.people.clone(), stage.ada.clone(), stage.games.clone());
    let asking =
        tokio::spawn(async move { people.autocomplete(&ada, &games, "move", json!({ "move": "a1" }), "move").await });
    let asked = gateway.event("INTERACTION_CREATE").await?;
    assert_eq!((&asked["type"], &asked["data"]["options"][0]["focused"]), (&json!(4), &json!(true)));
    let choices: Vec<_> = (0..26).map(|n| json!({ "name": format!("a{n}"), "value": format!("a{n}") })).collect();
    let reply = stage.callback(&asked, json!({ "type": 8, "data": { "choices": choices } })).await?;
    assert_eq!(reply.body["errors"]["data"]["choices"]["_errors"][0]["code"], "BASE_TYPE_MAX_LENGTH");
    stage.callback(&asked, json!({ "type": 8, "data": { "choices": &choices[..2] } })).await?;
    assert_eq!(asking.await??, [("a0".to_owned(), json!("a0")), ("a1".to_owned(), json!("a1"))]);
    assert!(stage.people.slash(&stage.ada, &stage.games, "move", json!([])).await.is_err(), "move is required");
    Ok(())
}

#[tokio::test]
async fn a_modal_is_filled_in_by_who_opened_it() -> Story {
    let (stage, mut gateway) = Stage::with_ping().await?;
    let interaction = stage.ping(&mut gateway).await?;
    let field = json!({ "type": 4, "custom_id": "text", "label": "Move", "style": 1, "min_length": 4 });
    let modal = json!({ "custom_id": "form", "title": "A move", "components": [{ "type": 1, "components": [field] }] });
    assert_eq!(stage.callback(&interaction, json!({ "type": 9, "data": modal })).await?.status, 204);
    assert_eq!(stage.people.wait_answer(interaction["id"].as_str().unwrap_or("")).await?.state, "modal");
    let people = &stage.people;
    assert!(people.submit_modal(&stage.bruno, &stage.games, "form", &[("text", "a1b2")]).await.is_err());
    assert!(people.submit_modal(&stage.ada, &stage.games, "form", &[("text", "a1")]).await.is_err(), "too short");
    people.submit_modal(&stage.ada, &stage.games, "form", &[("text", "a1b2")]).await?;
    let sent = gateway.event("INTERACTION_CREATE").await?;
    assert_eq!(sent["type"], 5);
    assert_eq!(sent["data"]["components"][0]["components"][0]["value"], "a1b2");
    assert_eq!(
        stage.callback(&sent, json!({ "type": 7, "data": {} })).await?.body["code"],
        50035,
        "no message to change"
    );
    assert_eq!(stage.callback(&sent, json!({ "type": 4, "data": { "content": "ok" } })).await?.status, 204);
    Ok(())
}

#[tokio::test]
async fn in_direct_messages_there_is_a_user_and_no_member() -> Story {
    let (stage, mut gateway) = Stage::with_ping().await?;
    let channel = stage.people.open_dm(&stage.bruno, &stage.bot).await?;
    stage.people.slash(&stage.bruno, &channel, "ping", json!([])).await?;
    let interaction = gateway.event("INTERACTION_CREATE").await?;
    assert_eq!(interaction["user"]["id"], stage.bruno);
    assert_eq!(interaction["locale"], "fr");
    assert_eq!(interaction["context"], 1);
    assert!(interaction["member"].is_null() && interaction["guild_id"].is_null());
    assert!(stage.people.messages(&channel, &stage.ada).await.is_err(), "others do not see them");
    Ok(())
}

#[tokio::test]
async fn a_command_for_managers_is_there_for_them_alone() -> Story {
    let (stage, mut gateway) = Stage::with_ping().await?;
    let managers = json!({ "name": "rule", "description": "Rules", "default_member_permissions": "32" });
    stage.register(json!([managers, { "name": "ping", "description": "Answers" }])).await?;
    let slash = async |who: &str, name: &str| stage.people.slash(who, &stage.games, name, json!([])).await;
    let bits = |interaction: &serde_json::Value| {
        interaction["member"]["permissions"].as_str().and_then(|bits| bits.parse::<u64>().ok()).unwrap_or_default() & 32
    };
    assert!(slash(&stage.bruno, "rule").await.is_err());
    slash(&stage.bruno, "ping").await?;
    assert_eq!(bits(&gateway.event("INTERACTION_CREATE").await?), 0);
    slash(&stage.ada, "rule").await?;
    assert_eq!(bits(&gateway.event("INTERACTION_CREATE").await?), 32);
    for (who, manages) in [(&stage.ada, false), (&stage.bruno, true)] {
        stage.people.change_user(who, &json!({ "manages": manages })).await?;
        assert_eq!(slash(who, "rule").await.is_ok(), manages);
    }
    Ok(())
}

#[tokio::test]
async fn a_film_has_its_size() -> Story {
    let stage = Stage::open().await?;
    let gif = b"GIF89a\xe0\x01\x68\x01\0\0\0".to_vec();
    let path = format!("channels/{}/messages", stage.games);
    let body = json!({ "attachments": [{ "id": 0, "filename": "game.gif", "description": "A game" }] });
    let reply = stage.send_files("POST", &path, &body, &[("game.gif", gif)]).await?;
    let file = &reply.body["attachments"][0];
    assert_eq!(
        (&file["width"], &file["height"], &file["content_type"]),
        (&json!(480), &json!(360), &json!("image/gif"))
    );
    Ok(())
}
