//! Discord's REST API, version 10, as far as Sumito uses it.
//!
//! Every request passes the same steps: faults, rate limits, token, body, route, log.

mod activity;
pub(crate) mod callbacks;
mod channels;
pub(crate) mod commands;
mod compose;
pub mod limits;
mod messages;
mod request;
mod threads;

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, FromRequest, Multipart, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::activity::EMBEDDED;
use crate::clock::rfc9110;
use crate::faults::RequestFault;
use crate::log::{Entry, SentFile};
use crate::model::StoredFile;
use crate::server::listener::Disconnect;
use crate::validate::Refusal;
use crate::validate::message::REQUEST_BYTES;
use crate::world::{Shared, World};
use limits::Verdict;
use request::{ApiRequest, ApiResult, Upload, number};

/// How long a hanging request stays open.
const HANG: Duration = Duration::from_secs(30);

pub async fn serve(
    State(shared): State<Shared>,
    ConnectInfo(connection): ConnectInfo<Disconnect>,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    let method = parts.method.as_str().to_owned();
    let target = parts.uri.path_and_query().map_or("", axum::http::uri::PathAndQuery::as_str).to_owned();
    let (fault, delay_ms, at_ms) = {
        let world = &mut *shared.lock();
        world.requests_in_flight += 1;
        let fault = world.faults.next_fault(&method, &target, &mut world.rng);
        (fault, world.faults.delay_ms(&mut world.rng), world.now_ms())
    };
    if delay_ms > 0 {
        tokio::time::sleep(Duration::from_millis(delay_ms)).await;
    }
    let read = match axum::body::to_bytes(body, REQUEST_BYTES + 1024 * 1024).await {
        Ok(bytes) => read_body(&parts.headers, bytes).await,
        Err(_) => Err(Refusal::from_code(40005)),
    };
    let (body, uploads, problem) = match read {
        Ok((body, uploads)) => (body, uploads, None),
        Err(refusal) => (Value::Null, Vec::new(), Some(refusal)),
    };
    let path = parts.uri.path().trim_start_matches("/api/v10");
    let request = ApiRequest {
        method: method.clone(),
        path: path.split('/').filter(|step| !step.is_empty()).map(str::to_owned).collect(),
        query: parts.uri.query().unwrap_or_default().to_owned(),
        authorization: authorization(&parts.headers).to_owned(),
        body,
        uploads,
    };
    let (status, response, verdict, date) = {
        let mut world = shared.lock();
        world.requests_in_flight -= 1;
        let (answer, verdict) = carry_out(&mut world, &request, &parts.headers, &fault, problem);
        let (status, response, code) = match answer {
            Ok((status, value)) => (status, value, None),
            Err(refusal) => (
                refusal.status,
                verdict.body().unwrap_or_else(|| refusal.body()),
                Some(refusal.code).filter(|code| *code != 0),
            ),
        };
        let files = request.uploads.iter();
        world.log.add(Entry {
            n: 0,
            at_ms,
            method,
            path: target,
            status,
            // Logs contain no secret of the application.
            body: if request.path.first().is_some_and(|step| step == "oauth2") { Value::Null } else { request.body },
            files: files.map(|sent| SentFile { name: sent.file.name.clone(), bytes: sent.file.bytes.len() }).collect(),
            response: response.clone(),
            error_code: code,
        });
        let date = world.faults.wrong_machine_clock.then(|| rfc9110(world.now_ms()));
        (status, response, verdict, date)
    };
    if fault == RequestFault::Hangs {
        tokio::time::sleep(HANG).await;
    }
    if matches!(fault, RequestFault::AnswerLost | RequestFault::Hangs) {
        connection.now();
    }
    if let RequestFault::Page(status) = fault {
        return page(status);
    }
    let mut response = write(status, &response, &verdict);
    if let Some(date) = date.and_then(|date| HeaderValue::from_str(&date).ok()) {
        response.headers_mut().insert(header::DATE, date);
    }
    response
}

/// Cloudflare's answer in Discord's place.
fn page(status: u16) -> Response {
    let code = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let html = [(header::CONTENT_TYPE, "text/html; charset=UTF-8")];
    let mut response = (code, html, "<!doctype html><title>Access denied</title><h1>Error 1015</h1>").into_response();
    if status == 429 {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    }
    response
}

fn carry_out(
    world: &mut World,
    request: &ApiRequest,
    headers: &HeaderMap,
    fault: &RequestFault,
    problem: Option<Refusal>,
) -> (ApiResult, Verdict) {
    match fault {
        RequestFault::GlobalLimit(after_ms) => {
            let verdict = Verdict::injected_globally(*after_ms);
            return (Err(verdict.refusal()), verdict);
        }
        RequestFault::Fails(429, None) => {
            let verdict = Verdict::injected();
            return (Err(verdict.refusal()), verdict);
        }
        RequestFault::Fails(status, code) => return (Err(Refusal::with_status(*status, *code)), Verdict::default()),
        RequestFault::Page(status) => return (Err(Refusal::with_status(*status, None)), Verdict::default()),
        RequestFault::None | RequestFault::AnswerLost | RequestFault::Hangs => {}
    }
    let steps: Vec<&str> = request.path.iter().map(String::as_str).collect();
    let by_token = matches!(
        steps[..],
        ["interactions", _, _, "callback"] | ["webhooks", _, _, ..] | ["oauth2", "token"] | ["users", "@me"]
    );
    if !by_token && !authorized(world, headers) {
        return (Err(Refusal::unauthorized()), Verdict::default());
    }
    let now = world.now_ms();
    let verdict = world.limits.count(&request.method, &steps, now);
    if verdict.is_refused() {
        return (Err(verdict.refusal()), verdict);
    }
    let answer = match problem {
        Some(problem) => Err(problem),
        None => route(world, request, &steps),
    };
    (answer, verdict)
}

/// Sessions that a bot may begin in a day.
const SESSIONS: u64 = 1000;

fn authorized(world: &World, headers: &HeaderMap) -> bool {
    authorization(headers).strip_prefix("Bot ") == Some(&world.options.token)
}

fn authorization(headers: &HeaderMap) -> &str {
    headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn route(world: &mut World, request: &ApiRequest, steps: &[&str]) -> ApiResult {
    match (request.method.as_str(), steps) {
        ("GET", ["gateway", "bot"]) => Ok((
            200,
            json!({
                "url": world.base_url.replacen("http", "ws", 1), "shards": world.faults.shards.unwrap_or(1),
                "session_start_limit": {
                    "total": SESSIONS, "remaining": world.faults.sessions_remaining.unwrap_or(SESSIONS.saturating_sub(world.sessions.sessions_begun())),
                    "reset_after": 3_600_000, "max_concurrency": 1,
                },
            }),
        )),
        ("GET", ["users", "@me", "guilds"]) => {
            let guilds = world.guilds.iter();
            Ok((
                200,
                guilds.map(|(id, name)| json!({ "id": id.to_string(), "name": name, "icon": null, "owner": false, "permissions": World::default_permissions(), "features": [] })).collect(),
            ))
        }
        ("POST", ["users", "@me", "channels"]) => channels::open_direct(world, &request.body),
        ("POST", ["oauth2", "token"]) => Ok(activity::token(world, request)),
        ("GET", ["users", "@me"]) => activity::me(world, request),
        ("GET", ["applications", application, "activity-instances", instance]) => {
            activity::instance(world, number(application), instance)
        }
        ("GET", ["applications", "@me"]) => Ok((200, application(world))),
        (_, ["applications", application, "commands", rest @ ..]) => {
            commands::route(world, request, number(application), rest)
        }
        (_, ["guilds", guild, rest @ ..]) => channels::guild(world, request, number(guild), rest),
        ("POST", ["interactions", id, token, "callback"]) => callbacks::first(world, request, number(id), token),
        ("PATCH", ["webhooks", application, token, "messages", "@original"]) => {
            callbacks::edit_original(world, request, number(application), token)
        }
        ("DELETE", ["webhooks", application, token, "messages", "@original"]) => {
            callbacks::delete_original(world, number(application), token)
        }
        (_, ["channels", channel, "messages", rest @ ..]) => messages::route(world, request, number(channel), rest),
        (_, ["channels", channel, rest @ ..]) => channels::route(world, request, number(channel), rest),
        _ => Err(Refusal::no_route()),
    }
}

fn application(world: &World) -> Value {
    let bot = world.user_json(world.bot);
    json!({
        "id": world.bot.to_string(), "name": world.options.bot_name, "icon": null, "description": "",
        "bot_public": true, "bot_require_code_grant": false, "verify_key": world.endpoint.public_key(), "team": null, "summary": "",
        "flags": if world.activity.is_some() { EMBEDDED } else { 0 }, "hook": true, "is_monetized": false, "owner": bot, "bot": bot, "rpc_origins": [],
        "redirect_uris": world.options.redirects,
        "interactions_endpoint_url": world.endpoint.url(), "approximate_guild_count": world.guilds.len(),
        "integration_types_config": { "0": {}, "1": {} },
    })
}

async fn read_body(headers: &HeaderMap, bytes: Bytes) -> Result<(Value, Vec<Upload>), Refusal> {
    if bytes.len() > REQUEST_BYTES {
        return Err(Refusal::from_code(40005));
    }
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if content_type.starts_with("multipart/form-data") {
        return read_multipart(content_type, bytes).await;
    }
    if bytes.is_empty() {
        return Ok((Value::Null, Vec::new()));
    }
    if content_type.starts_with("application/x-www-form-urlencoded") {
        return Ok((read_form(&bytes), Vec::new()));
    }
    let body = serde_json::from_slice(&bytes).map_err(|_| Refusal::from_code(50109))?;
    Ok((body, Vec::new()))
}

fn read_form(bytes: &[u8]) -> Value {
    let address = reqwest::Url::parse(&format!("http://form/?{}", String::from_utf8_lossy(bytes)));
    let fields = address.iter().flat_map(reqwest::Url::query_pairs);
    fields.map(|(name, value)| (name.into_owned(), Value::from(value.into_owned()))).collect()
}

async fn read_multipart(content_type: &str, bytes: Bytes) -> Result<(Value, Vec<Upload>), Refusal> {
    let request = Request::builder().header(header::CONTENT_TYPE, content_type).body(Body::from(bytes));
    let request = request.map_err(|_| Refusal::from_code(50109))?;
    // The size was checked above; axum's own limit is lower.
    let (parts, body) = request.into_parts();
    let mut request = Request::from_parts(parts, body);
    axum::extract::DefaultBodyLimit::max(REQUEST_BYTES).apply(&mut request);
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| Refusal::from_code(50109))?;
    let (mut body, mut uploads) = (Value::Null, Vec::new());
    while let Some(field) = form.next_field().await.map_err(|_| Refusal::from_code(50109))? {
        let name = field.name().unwrap_or_default().to_owned();
        let file_name = field.file_name().map(str::to_owned);
        let kind = field.content_type().map(str::to_owned);
        let content = field.bytes().await.map_err(|_| Refusal::from_code(50109))?;
        if name == "payload_json" {
            body = serde_json::from_slice(&content).map_err(|_| Refusal::from_code(50109))?;
            continue;
        }
        let index = name.trim_start_matches("files[").trim_start_matches("file").trim_end_matches(']');
        let file_name = file_name.unwrap_or_else(|| "unknown".to_owned());
        let content_type = kind.unwrap_or_else(|| type_of(&file_name).to_owned());
        let file = StoredFile { name: file_name, content_type, bytes: content };
        uploads.push(Upload { index: index.parse().unwrap_or(uploads.len() as u64), file });
    }
    Ok((body, uploads))
}

fn type_of(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "txt" => "text/plain; charset=utf-8",
        "json" => "application/json",
        _ => "application/octet-stream",
    }
}

fn write(status: u16, body: &Value, verdict: &Verdict) -> Response {
    let code = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = if body.is_null() {
        code.into_response()
    } else {
        (code, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
    };
    for (name, value) in verdict.headers() {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}
