//! Activities: opening one, and identifying its users.

use sandbox::Options;
use serde_json::{Value, json};

use crate::harness::{Gateway, Harness, Reply, TestResult};

/// A harness whose bot has pages and the command `/ping`.
async fn start() -> anyhow::Result<(Harness, Gateway)> {
    let pages = Some("http://127.0.0.1:9".to_owned());
    let harness = Harness::start_with(Options { pages, ..Options::default() }).await?;
    let standing = harness.rest("GET", &format!("applications/{}/commands", harness.bot), Value::Null).await?.body;
    let entry_point = json!({ "name": "launch", "type": 4, "handler": 2, "id": standing[0]["id"] });
    harness.register(json!([{ "name": "ping", "description": "Answers" }, entry_point])).await?;
    let gateway = Gateway::connect_and_identify(&harness, 0).await?;
    Ok((harness, gateway))
}

impl Harness {
    /// Answers an interaction with `LAUNCH_ACTIVITY`.
    async fn launch(&self, interaction: &Value) -> anyhow::Result<Reply> {
        let [id, token] = ["id", "token"].map(|name| interaction[name].as_str().unwrap_or_default());
        let path = format!("interactions/{id}/{token}/callback?with_response=true");
        self.rest("POST", &path, json!({ "type": 12 })).await
    }

    async fn token(&self, secret: &str, code: &str) -> anyhow::Result<(u16, Value)> {
        let form = [
            ("client_id", &*self.bot),
            ("client_secret", secret),
            ("grant_type", "authorization_code"),
            ("code", code),
        ];
        let url = format!("{}/api/v10/oauth2/token", self.sandbox.base_url());
        let answer = self.http.post(url).form(&form).send().await?;
        Ok((answer.status().as_u16(), answer.json().await?))
    }

    async fn code(&self, user: &str) -> anyhow::Result<String> {
        let request = json!({ "user": user, "client_id": self.bot });
        let answer = self.users.post("activity/authorize", &request).await?;
        Ok(answer["code"].as_str().unwrap_or_default().to_owned())
    }
}

#[tokio::test]
async fn an_activity_opens_with_the_first_answer_only_and_in_no_post_of_a_forum() -> TestResult {
    let (harness, mut gateway) = start().await?;
    let interaction = harness.ping(&mut gateway).await?;
    let reply = harness.launch(&interaction).await?;
    assert_eq!(reply.status, 200, "{reply:?}");
    let instance = reply.body["resource"]["activity_instance"]["id"].as_str().unwrap_or_default().to_owned();
    assert!(instance.starts_with("i-") && instance.ends_with(&harness.games), "{instance}");
    // An interaction is already answered, or already deferred.
    assert_eq!(harness.launch(&interaction).await?.body["code"], 40060);
    let deferred = harness.ping(&mut gateway).await?;
    harness.callback(&deferred, json!({ "type": 5 })).await?;
    assert_eq!(harness.launch(&deferred).await?.body["code"], 40060);
    // The same place is the same instance.
    let again = harness.ping(&mut gateway).await?;
    assert_eq!(harness.launch(&again).await?.body["resource"]["activity_instance"]["id"], instance);
    let forum = harness.users.post("channels", &json!({ "name": "forum", "type": 15 })).await?;
    let post = json!({ "user": harness.ada, "channel": forum["id"], "name": "Post", "content": "Hello" });
    let post = harness.users.post("posts", &post).await?;
    harness.users.slash(&harness.ada, post["id"].as_str().unwrap_or_default(), "ping", json!([])).await?;
    let inside = gateway.event("INTERACTION_CREATE").await?;
    assert_eq!(harness.launch(&inside).await?.body["code"], 50024);
    // Without Activities this answer is invalid.
    let (plain, mut gateway) = Harness::with_ping().await?;
    let interaction = plain.ping(&mut gateway).await?;
    assert_eq!(plain.launch(&interaction).await?.body["code"], 50035);
    Ok(())
}

#[tokio::test]
async fn the_entry_point_stands_from_the_start_and_cannot_be_removed_with_the_others() -> TestResult {
    let (harness, _gateway) = start().await?;
    let reply = harness.rest("PUT", &format!("applications/{}/commands", harness.bot), json!([])).await?;
    assert_eq!((reply.status, &reply.body["code"]), (400, &json!(50240)));
    let application = harness.rest("GET", "applications/@me", Value::Null).await?.body;
    assert_eq!(application["flags"].as_u64().map(|flags| flags & 1 << 17), Some(1 << 17));
    // It is no slash command.
    assert!(harness.users.slash(&harness.ada, &harness.games, "launch", json!([])).await.is_err());
    Ok(())
}

#[tokio::test]
async fn a_code_tells_who_looks_once_and_an_instance_lists_who_is_in_it() -> TestResult {
    let (harness, _gateway) = start().await?;
    let secret = harness.sandbox.client_secret().to_owned();
    let code = harness.code(&harness.ada).await?;
    assert_eq!(harness.token("other", &code).await?, (401, json!({ "error": "invalid_client" })));
    assert_eq!(harness.token(&secret, "forged").await?.0, 400);
    let (status, token) = harness.token(&secret, &code).await?;
    assert_eq!(status, 200, "{token}");
    assert_eq!(harness.token(&secret, &code).await?.1["error"], "invalid_grant", "it is used");
    let late = harness.code(&harness.ada).await?;
    harness.users.advance(60_000).await?;
    assert_eq!(harness.token(&secret, &late).await?.1["error"], "invalid_grant", "it is too old");
    let me = async |token: &str| {
        let url = format!("{}/api/v10/users/@me", harness.sandbox.base_url());
        let answer = harness.http.get(url).bearer_auth(token).send().await?;
        anyhow::Ok((answer.status().as_u16(), answer.json::<Value>().await?))
    };
    let (status, user) = me(token["access_token"].as_str().unwrap_or_default()).await?;
    assert_eq!((status, &user["id"]), (200, &json!(harness.ada)));
    assert_eq!(me("forged").await?.0, 401);

    let place = json!({ "user": harness.ada, "channel": harness.games });
    let instance = harness.users.post("activity", &place).await?["instance"].as_str().unwrap_or_default().to_owned();
    let found = async |application: &str, instance: &str| {
        harness.rest("GET", &format!("applications/{application}/activity-instances/{instance}"), Value::Null).await
    };
    let listed = found(&harness.bot, &instance).await?.body;
    assert_eq!((&listed["users"], &listed["application_id"]), (&json!([harness.ada]), &json!(harness.bot)));
    assert_eq!(listed["location"]["channel_id"], harness.games);
    assert_eq!(found(&harness.bot, "i-0-gc-1-2").await?.status, 404);
    assert_eq!(found("5", &instance).await?.status, 403);
    // It ends with its last user.
    let left = json!({ "user": harness.ada, "instance": instance });
    harness.users.post("activity/leave", &left).await?;
    assert_eq!(found(&harness.bot, &instance).await?.status, 404);
    // No log entry contains a secret.
    let (log, _) = harness.users.log(0).await?;
    assert!(log.iter().any(|entry| entry.path.ends_with("oauth2/token")));
    assert!(!serde_json::to_string(&log)?.contains(&secret));
    Ok(())
}
