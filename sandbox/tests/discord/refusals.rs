//! The sandbox refuses what Discord refuses, with the same status, code and path of the error.
#![allow(clippy::needless_pass_by_value)] // Tables read better without references.

use crate::harness::{Gateway, Harness, Reply, TestResult};
use serde_json::{Value, json};

/// A body that Discord refuses.
#[derive(serde::Deserialize)]
struct Case {
    what: String,
    body: Value,
    path: String,
    code: String,
}

impl Case {
    fn new(what: &str, body: Value, path: &str, code: &str) -> Self {
        Self { what: what.to_owned(), body, path: path.to_owned(), code: code.to_owned() }
    }
}

/// A table of `refusals.json`.
fn cases(table: &str) -> Vec<Case> {
    let mut all: Value = serde_json::from_str(include_str!("refusals.json")).expect("JSON");
    repeat_letters(&mut all[table]);
    serde_json::from_value(all[table].take()).expect("cases")
}

/// In the tables, `n*26` stands for 26 letters.
fn repeat_letters(value: &mut Value) {
    match value {
        Value::String(text) => {
            let repeated = text.split_once('*').and_then(|(letter, count)| Some(letter.repeat(count.parse().ok()?)));
            if let Some(repeated) = repeated {
                *text = repeated;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(repeat_letters),
        Value::Object(fields) => fields.values_mut().for_each(repeat_letters),
        _ => {}
    }
}

fn assert_form(what: &str, reply: &Reply, path: &str, code: &str) {
    assert_eq!((reply.status, &reply.body["code"]), (400, &json!(50035)), "{what}: {}", reply.body);
    assert_eq!(reply.body["message"], "Invalid Form Body");
    let errors = reply.body["errors"].pointer(&format!("{path}/_errors"));
    let codes: Vec<&Value> = errors.and_then(Value::as_array).into_iter().flatten().map(|e| &e["code"]).collect();
    assert!(codes.contains(&&json!(code)), "{what}: {code} at {path} in {}", reply.body);
}

fn assert_code(what: &str, reply: &Reply, status: u16, code: u64) {
    assert_eq!((reply.status, &reply.body["code"]), (status, &json!(code)), "{what}: {}", reply.body);
    assert!(reply.body["message"].as_str().is_some_and(|message| !message.is_empty()), "{what} has no message");
}

fn long(count: usize) -> String {
    "é".repeat(count)
}

fn text_option(name: &str, required: bool) -> Value {
    json!({ "type": 3, "name": name, "description": "d", "required": required })
}

fn command(fields: Value) -> Value {
    let mut command = json!({ "name": "play", "description": "Plays" });
    for (field, value) in fields.as_object().into_iter().flatten() {
        command[field] = value.clone();
    }
    json!([command])
}

fn with_option(fields: Value) -> Value {
    let mut option = text_option("move", false);
    for (field, value) in fields.as_object().into_iter().flatten() {
        option[field] = value.clone();
    }
    command(json!({ "options": [option] }))
}

#[tokio::test]
async fn commands_beyond_a_limit_are_refused() -> TestResult {
    let harness = Harness::start().await?;
    let many = |count: usize| (0..count).map(|n| text_option(&format!("o{n}"), false)).collect::<Vec<_>>();
    let choices = |count: usize, length: usize| {
        let item = |n| json!({ "name": format!("{n}{}", long(length)), "value": format!("{n}{}", long(length)) });
        (0..count).map(item).collect::<Vec<_>>()
    };
    let heavy: Vec<Value> = (0..25)
        .map(|n| json!({ "type": 3, "name": format!("o{n}"), "description": "d", "choices": choices(20, 90) }))
        .collect();
    let mut cases = cases("commands");
    cases.extend([
        Case::new("26 options", command(json!({ "options": many(26) })), "/0/options", "BASE_TYPE_MAX_LENGTH"),
        Case::new(
            "26 choices",
            with_option(json!({ "choices": choices(26, 1) })),
            "/0/options/0/choices",
            "BASE_TYPE_MAX_LENGTH",
        ),
        Case::new(
            "a long choice",
            with_option(json!({ "choices": choices(1, 100) })),
            "/0/options/0/choices/0/name",
            "BASE_TYPE_BAD_LENGTH",
        ),
        Case::new(
            "choices and completion",
            with_option(json!({ "autocomplete": true, "choices": choices(1, 1) })),
            "/0/options/0/autocomplete",
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
        ),
        Case::new(
            "more than 8000 characters",
            command(json!({ "options": heavy })),
            "/0",
            "APPLICATION_COMMAND_TOO_LARGE",
        ),
    ]);
    let path = format!("applications/{}/commands", harness.bot);
    for Case { what, body, path: place, code } in cases {
        assert_form(&what, &harness.rest("PUT", &path, body).await?, &place, &code);
    }
    let crowd: Vec<Value> = (0..101).map(|n| json!({ "name": format!("c{n}"), "description": "d" })).collect();
    assert_code("101 commands", &harness.rest("PUT", &path, json!(crowd)).await?, 400, 30032);
    assert_eq!(harness.rest("GET", &path, Value::Null).await?.body, json!([]), "a refused set changes nothing");
    let full = command(json!({ "options": many(25), "name_localizations": { "fr": "jouer" }, "contexts": [0, 1, 2] }));
    assert_eq!(harness.rest("PUT", &path, full).await?.status, 200);
    let single = harness.rest("POST", &path, json!({ "name": "X", "description": "d" })).await?;
    assert_form("one command", &single, "/name", "APPLICATION_COMMAND_INVALID_NAME");
    assert_code("another's commands", &harness.rest("GET", "applications/5/commands", Value::Null).await?, 403, 20012);
    Ok(())
}

fn row(controls: Vec<Value>) -> Value {
    json!({ "type": 1, "components": controls })
}

fn button(id: &str) -> Value {
    json!({ "type": 2, "style": 1, "label": "b", "custom_id": id })
}

fn buttons(count: usize) -> Vec<Value> {
    (0..count).map(|n| button(&format!("b{n}"))).collect()
}

fn select(options: usize) -> Value {
    let options: Vec<Value> =
        (0..options).map(|n| json!({ "label": format!("{n}"), "value": format!("{n}") })).collect();
    json!({ "type": 3, "custom_id": "s", "options": options })
}

fn rows(rows: Vec<Value>) -> Value {
    json!({ "content": "x", "components": rows })
}

fn messages() -> Vec<Case> {
    let distinct = (0..6).map(|n| row(vec![button(&format!("r{n}"))])).collect();
    let mut cases = cases("messages");
    cases.extend([
        Case::new("six rows", rows(distinct), "/components", "BASE_TYPE_MAX_LENGTH"),
        Case::new("26 choices", rows(vec![row(vec![select(26)])]), "/components/0/components/0/options", "BASE_TYPE_BAD_LENGTH"),
        Case::new(
            "101 people",
            json!({ "content": "x", "allowed_mentions": { "users": (0..101).map(|n| n.to_string()).collect::<Vec<_>>() } }),
            "/allowed_mentions/users",
            "BASE_TYPE_MAX_LENGTH",
        ),
    ]);
    cases
}

#[tokio::test]
async fn messages_beyond_a_limit_are_refused_in_channels_and_in_answers() -> TestResult {
    let (harness, mut gateway) = Harness::with_ping().await?;
    let interaction = harness.ping(&mut gateway).await?;
    for Case { what, body, path: place, code } in messages() {
        assert_form(&what, &harness.write(&harness.games, body.clone()).await?, &place, &code);
        if what != "a long nonce" {
            let reply = harness.callback(&interaction, json!({ "type": 4, "data": body })).await?;
            assert_form(&what, &reply, &format!("/data{place}"), &code);
        }
    }
    for blank in ["", " \n", "\u{200b}", "\u{2060} \u{feff}\u{200d}"] {
        let reply = harness.write(&harness.games, json!({ "content": blank })).await?;
        assert_code(&format!("{blank:?}"), &reply, 400, 50006);
    }
    assert!(harness.users.messages(&harness.games, &harness.ada).await?.is_empty(), "nothing was posted");
    let full = json!({
        "content": long(2000), "nonce": "n".repeat(25), "components": [row(buttons(5)), row(vec![select(25)])],
    });
    assert_eq!(harness.write(&harness.games, full).await?.status, 200, "what is just within the limits is posted");
    Ok(())
}

#[tokio::test]
async fn files_that_are_too_many_or_too_large_are_refused() -> TestResult {
    let harness = Harness::start().await?;
    let path = format!("channels/{}/messages", harness.games);
    let small = ("a.png", vec![0_u8; 4]);
    let reply = harness.send_files("POST", &path, &json!({}), &vec![small.clone(); 11]).await?;
    assert_form("eleven files", &reply, "/attachments", "BASE_TYPE_MAX_LENGTH");
    let alt = json!({ "attachments": [{ "id": 0, "description": long(1025) }] });
    let reply = harness.send_files("POST", &path, &alt, &[small]).await?;
    assert_form("a long alt text", &reply, "/attachments/0/description", "BASE_TYPE_MAX_LENGTH");
    let large = ("a.png", vec![0_u8; 10 * 1024 * 1024 + 1]);
    assert_code("10 MiB and a byte", &harness.send_files("POST", &path, &json!({}), &[large]).await?, 413, 40005);
    Ok(())
}

#[tokio::test]
async fn answers_of_the_wrong_kind_and_bad_modals_are_refused() -> TestResult {
    let (harness, mut gateway) = Harness::with_ping().await?;
    let interaction = harness.ping(&mut gateway).await?;
    let field =
        |id: &str| json!({ "type": 1, "components": [{ "type": 4, "custom_id": id, "label": "l", "style": 1 }] });
    let modal = |title: &str, rows: Vec<Value>| json!({ "type": 9, "data": { "custom_id": "m", "title": title, "components": rows } });
    let mut cases = cases("modals");
    cases.push(Case::new(
        "six fields",
        modal("t", (0..6).map(|n| field(&n.to_string())).collect()),
        "/data/components",
        "BASE_TYPE_BAD_LENGTH",
    ));
    for Case { what, body, path: place, code } in cases {
        assert_form(&what, &harness.callback(&interaction, body).await?, &place, &code);
    }
    let stranger = json!({ "id": "1", "token": "unknown" });
    assert_code("another's token", &harness.callback(&stranger, json!({ "type": 5 })).await?, 404, 10062);
    let edit = harness.rest("PATCH", &harness.original(&stranger), json!({ "content": "x" })).await?;
    assert_code("an edit with another's token", &edit, 404, 10015);
    Ok(())
}

#[tokio::test]
async fn unknown_and_forbidden_objects_have_different_codes() -> TestResult {
    let harness = Harness::start().await?;
    let (games, hello) = (harness.games.clone(), json!({ "content": "hello" }));
    let theirs = harness.users.say(&harness.ada, &games, "mine").await?;
    let theirs = format!("channels/{games}/messages/{}", theirs["id"].as_str().unwrap_or_default());
    let none = Value::Null;
    let cases = [
        ("GET", "channels/1".to_owned(), none.clone(), 404, 10003),
        ("PATCH", format!("channels/{games}/messages/1"), hello.clone(), 404, 10008),
        ("GET", "guilds/1/roles".to_owned(), none.clone(), 404, 10004),
        ("POST", "users/@me/channels".to_owned(), json!({ "recipient_id": "1" }), 400, 50033),
        ("PATCH", theirs.clone(), hello.clone(), 403, 50005),
        ("DELETE", theirs.clone(), none.clone(), 403, 50013),
        ("DELETE", format!("applications/{}/commands/1", harness.bot), none.clone(), 404, 10063),
        ("GET", "no/such/route".to_owned(), none.clone(), 404, 0),
        ("GET", format!("channels/{games}/nothing"), none.clone(), 404, 0),
        ("PUT", theirs.clone(), hello.clone(), 404, 0),
    ];
    for (method, path, body, status, code) in cases {
        assert_code(&format!("{method} {path}"), &harness.rest(method, &path, body).await?, status, code);
    }
    let url = format!("{}/api/v10/applications/@me", harness.sandbox.base_url());
    for token in ["Bot wrong", "wrong", ""] {
        let answer = harness.http.get(&url).header("Authorization", token).send().await?;
        assert_eq!(answer.status().as_u16(), 401, "{token}");
    }
    let post = harness.http.post(format!("{}/api/v10/channels/{games}/messages", harness.sandbox.base_url()));
    let answer = post.header("Authorization", format!("Bot {}", harness.sandbox.token())).body("{").send().await?;
    assert_eq!(answer.json::<Value>().await?["code"], 50109);

    let change = async |changes: Value| harness.users.change_channel(&games, &changes).await;
    change(json!({ "bot_may_attach": false })).await?;
    let path = format!("channels/{games}/messages");
    let reply = harness.send_files("POST", &path, &json!({}), &[("a.png", vec![1])]).await?;
    assert_code("a file without the right", &reply, 403, 50013);
    assert_eq!(harness.write(&games, hello.clone()).await?.status, 200);
    change(json!({ "bot_may_create_threads": false })).await?;
    let reply = harness.rest("POST", &format!("{theirs}/threads"), json!({ "name": "t" })).await?;
    assert_code("a thread without the right", &reply, 403, 50013);
    change(json!({ "bot_may_send": false })).await?;
    assert_code("a message without the right", &harness.write(&games, hello.clone()).await?, 403, 50013);
    change(json!({ "visible_to_bot": false })).await?;
    assert_code("a hidden channel", &harness.write(&games, hello).await?, 403, 50001);
    Ok(())
}

#[tokio::test]
async fn what_is_of_the_wrong_type_is_named_in_the_errors() -> TestResult {
    let harness = Harness::start().await?;
    for (what, body, path, code) in [
        ("flags", json!({ "content": "x", "flags": "many" }), "/flags", "NUMBER_TYPE_COERCE"),
        ("mentions", json!({ "content": "x", "allowed_mentions": [] }), "/allowed_mentions", "DICT_TYPE_CONVERT"),
        ("components", json!({ "components": {} }), "/components", "LIST_TYPE_CONVERT"),
        ("a list", json!(["x"]), "", "DICT_TYPE_CONVERT"),
    ] {
        assert_form(what, &harness.write(&harness.games, body).await?, path, code);
    }
    Ok(())
}

#[tokio::test]
async fn a_forum_takes_posts_only() -> TestResult {
    let harness = Harness::start().await?;
    let forum = harness.users.post("channels", &json!({ "name": "club", "type": 15 })).await?["id"].clone();
    let hello = json!({ "content": "hello" });
    let in_forum = harness.write(forum.as_str().unwrap_or_default(), hello.clone()).await?;
    assert_code("a message", &in_forum, 400, 50008);
    let post = json!({ "user": harness.ada, "channel": forum, "name": "Who plays?", "content": "I do" });
    let post = harness.users.post("posts", &post).await?["id"].as_str().unwrap_or_default().to_owned();
    let within = harness.write(&post, hello).await?.body;
    let path = format!("channels/{post}/messages/{}/threads", within["id"].as_str().unwrap_or_default());
    assert_code("a thread in a post", &harness.rest("POST", &path, json!({ "name": "t" })).await?, 400, 50024);
    Ok(())
}

#[tokio::test]
async fn a_user_can_close_direct_messages() -> TestResult {
    let harness = Harness::start().await?;
    let opened = harness.rest("POST", "users/@me/channels", json!({ "recipient_id": harness.ada })).await?;
    let channel = opened.body["id"].as_str().unwrap_or_default().to_owned();
    let hello = json!({ "content": "hello" });
    assert_eq!(harness.write(&channel, hello.clone()).await?.status, 200);
    harness.users.change_user(&harness.ada, &json!({ "dm_closed": true })).await?;
    assert_code("a closed door", &harness.write(&channel, hello).await?, 403, 50007);
    let again = harness.rest("POST", "users/@me/channels", json!({ "recipient_id": harness.ada })).await?;
    assert_eq!(again.body["id"], channel, "it is the same channel");
    let message = harness.users.say(&harness.ada, &channel, "x").await?;
    let path = format!("channels/{channel}/messages/{}/threads", message["id"].as_str().unwrap_or_default());
    assert_code("a thread in them", &harness.rest("POST", &path, json!({ "name": "t" })).await?, 400, 50024);
    Ok(())
}

#[tokio::test]
async fn a_thread_is_created_once_archived_unarchived_and_locked() -> TestResult {
    let harness = Harness::start().await?;
    let hello = json!({ "content": "hello" });
    let first = harness.write(&harness.games, hello.clone()).await?.body;
    let id = first["id"].as_str().unwrap_or_default().to_owned();
    let path = format!("channels/{}/messages/{id}/threads", harness.games);
    let bad = harness.rest("POST", &path, json!({ "name": long(101), "auto_archive_duration": 61 })).await?;
    assert_form("a long name", &bad, "/name", "BASE_TYPE_BAD_LENGTH");
    assert_form("an odd duration", &bad, "/auto_archive_duration", "BASE_TYPE_CHOICES");
    let thread = harness.rest("POST", &path, json!({ "name": "Ada – Bruno", "auto_archive_duration": 60 })).await?;
    assert_eq!((thread.status, &thread.body["id"], &thread.body["type"]), (201, &json!(id), &json!(11)));
    assert_code("the same again", &harness.rest("POST", &path, json!({ "name": "t" })).await?, 400, 160_004);
    let sent = harness.write(&id, hello.clone()).await?.body;
    let sent = format!("channels/{id}/messages/{}", sent["id"].as_str().unwrap_or_default());
    let archived = async || -> anyhow::Result<Value> {
        let thread = harness.rest("GET", &format!("channels/{id}"), Value::Null).await?;
        Ok(thread.body["thread_metadata"]["archived"].clone())
    };
    harness.users.advance(60 * 60_000 - 5_000).await?;
    assert_eq!(archived().await?, false);
    harness.users.advance(5_000).await?;
    assert_eq!(archived().await?, true);
    assert_code("a change in a sleeping thread", &harness.rest("PATCH", &sent, hello.clone()).await?, 400, 50083);
    assert_eq!(harness.write(&id, hello.clone()).await?.status, 200);
    assert_eq!(archived().await?, false, "writing wakes it up");
    harness.users.change_channel(&id, &json!({ "archived": true, "locked": true })).await?;
    assert_code("a locked thread", &harness.write(&id, hello.clone()).await?, 400, 50083);
    let wake = harness.rest("PATCH", &format!("channels/{id}"), json!({ "archived": false })).await?;
    assert_code("waking a locked thread", &wake, 400, 50083);
    harness.users.change_channel(&id, &json!({ "locked": false })).await?;
    assert_eq!(harness.rest("PATCH", &format!("channels/{id}"), json!({ "archived": false })).await?.status, 200);
    let locked = harness.rest("PATCH", &format!("channels/{id}"), json!({ "locked": true })).await?;
    assert_code("locking without the right", &locked, 403, 50013);
    harness.users.delete_channel(&id).await?;
    assert_code("a deleted thread", &harness.write(&id, hello).await?, 404, 10003);
    Ok(())
}

#[tokio::test]
async fn a_press_by_a_member_unarchives_its_thread() -> TestResult {
    let harness = Harness::start().await?;
    let mut gateway = Gateway::connect_and_identify(&harness, 0).await?;
    let starter = harness.write(&harness.games, json!({ "content": "hello" })).await?.body;
    let thread = starter["id"].as_str().unwrap_or_default().to_owned();
    let path = format!("channels/{}/messages/{thread}/threads", harness.games);
    assert_eq!(harness.rest("POST", &path, json!({ "name": "t" })).await?.status, 201);
    let sent = harness.write(&thread, rows(vec![row(buttons(1))])).await?.body;
    harness.users.change_channel(&thread, &json!({ "archived": true })).await?;
    assert!(harness.users.press(&harness.ada, &sent, "b0").await.is_err(), "Ada is no member");
    harness.users.change_channel(&thread, &json!({ "archived": false })).await?;
    let members = format!("channels/{thread}/thread-members/{}", harness.ada);
    assert_eq!(harness.rest("PUT", &members, Value::Null).await?.status, 204);
    harness.users.change_channel(&thread, &json!({ "archived": true })).await?;
    harness.users.press(&harness.ada, &sent, "b0").await?;
    let pressed = gateway.event("INTERACTION_CREATE").await?;
    assert_eq!(pressed["channel"]["thread_metadata"]["archived"], false);
    harness.users.change_channel(&thread, &json!({ "archived": true, "locked": true })).await?;
    assert!(harness.users.press(&harness.ada, &sent, "b0").await.is_err(), "a locked one stays asleep");
    Ok(())
}

#[tokio::test]
async fn a_role_is_given_and_taken_where_the_bot_stands_above_it() -> TestResult {
    let harness = Harness::start().await?;
    let guilds = harness.rest("GET", "users/@me/guilds", Value::Null).await?;
    let guild = guilds.body[0]["id"].as_str().expect("a server").to_owned();
    let roles = harness.rest("GET", &format!("guilds/{guild}/roles"), Value::Null).await?;
    let role = |index: usize| roles.body[index]["id"].as_str().unwrap_or_default().to_owned();
    let member = format!("guilds/{guild}/members/{}", harness.ada);
    let of = |role: &str| format!("{member}/roles/{role}");
    for (method, expected) in [("PUT", json!([role(1)])), ("PUT", json!([role(1)])), ("DELETE", json!([]))] {
        assert_eq!(harness.rest(method, &of(&role(1)), Value::Null).await?.status, 204);
        assert_eq!(harness.rest("GET", &member, Value::Null).await?.body["roles"], expected);
    }
    assert_code("a role above", &harness.rest("PUT", &of(&role(2)), Value::Null).await?, 403, 50013);
    assert_code("no role", &harness.rest("PUT", &of("5"), Value::Null).await?, 404, 10011);
    let nobody = format!("guilds/{guild}/members/5/roles/{}", role(1));
    assert_code("no member", &harness.rest("PUT", &nobody, Value::Null).await?, 404, 10007);
    Ok(())
}

#[tokio::test]
async fn a_person_has_the_roles_that_one_chooses_and_can_name_one() -> TestResult {
    let (harness, mut gateway) = Harness::with_ping().await?;
    harness
        .register(json!([{ "name": "role", "description": "Names one", "options": [
            { "type": 8, "name": "which", "description": "Which role" },
        ] }]))
        .await?;
    let state = harness.users.state("").await?;
    let role = |index: usize| state["guilds"][0]["roles"][index]["id"].as_str().unwrap_or_default().to_owned();
    for roles in [json!([role(1), role(2)]), json!([role(2)]), json!([])] {
        harness.users.change_user(&harness.ada, &json!({ "roles": roles })).await?;
        harness.users.slash(&harness.ada, &harness.games, "role", json!({ "which": role(1) })).await?;
        let sent = gateway.event("INTERACTION_CREATE").await?;
        assert_eq!(sent["member"]["roles"], roles);
        assert_eq!(sent["data"]["resolved"]["roles"][role(1)]["name"], "Champion");
    }
    for (roles, problem) in [(json!(["5"]), "no such role"), (json!([role(0)]), "no such role")] {
        let refused = harness.users.change_user(&harness.ada, &json!({ "roles": roles })).await;
        assert_eq!(refused.map_err(|error| error.to_string()), Err(problem.to_owned()), "{roles}");
    }
    Ok(())
}

#[tokio::test]
async fn a_message_is_pinned_where_the_bot_may_write() -> TestResult {
    let harness = Harness::start().await?;
    let sent = harness.write(&harness.games, json!({ "content": "a table" })).await?.body;
    let pin = |message: &str| format!("channels/{}/messages/pins/{message}", harness.games);
    let id = sent["id"].as_str().expect("an id");
    assert_eq!(harness.rest("PUT", &pin(id), Value::Null).await?.status, 204);
    assert_code("no message", &harness.rest("PUT", &pin("1"), Value::Null).await?, 404, 10008);
    Ok(())
}
