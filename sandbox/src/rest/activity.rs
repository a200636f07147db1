//! Identification of an Activity's user: a code becomes a token, the token a user, and an instance lists its users.

use serde_json::{Value, json};

use super::request::{ApiRequest, ApiResult};
use crate::validate::Refusal;
use crate::world::World;

/// `POST /oauth2/token`, a form.
pub fn token(world: &mut World, request: &ApiRequest) -> (u16, Value) {
    let field = |name: &str| request.body[name].as_str().unwrap_or_default();
    let is_client =
        field("client_id").parse() == Ok(world.bot) && field("client_secret") == world.options.client_secret;
    if !is_client {
        return (401, json!({ "error": "invalid_client" }));
    }
    if field("grant_type") != "authorization_code" {
        return (400, json!({ "error": "unsupported_grant_type" }));
    }
    match world.token_for(field("code"), field("redirect_uri"), field("code_verifier")) {
        Some(token) => (
            200,
            json!({ "access_token": token, "token_type": "Bearer", "expires_in": 604_800, "refresh_token": "", "scope": "identify" }),
        ),
        None => (400, json!({ "error": "invalid_grant", "error_description": "Invalid \"code\" in request." })),
    }
}

/// `GET /users/@me`, with the token of a user.
pub fn me(world: &World, request: &ApiRequest) -> ApiResult {
    let token = request.authorization.strip_prefix("Bearer ").unwrap_or_default();
    let user = world.user_of_token(token).ok_or_else(Refusal::unauthorized)?;
    let mut value = world.user_json(user);
    value["locale"] = world.users.get(&user).map_or(Value::Null, |user| json!(user.locale));
    Ok((200, value))
}

/// `GET /applications/{application}/activity-instances/{instance}`.
pub fn instance(world: &World, application: u64, instance: &str) -> ApiResult {
    if application != world.bot {
        return Err(Refusal::from_code(20012));
    }
    world.instance_json(instance).map(|value| (200, value)).ok_or_else(Refusal::no_route)
}
