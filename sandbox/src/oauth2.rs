//! How users tell the bot who they are (`OAuth2`): codes, their tokens, and the page that asks in a browser.

use std::collections::HashMap;

use axum::extract::{Form, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rand::RngExt as _;
use reqwest::Url;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::model::Id;
use crate::world::{Shared, World};

/// Lifetime of a code that the client has given.
const CLIENT_CODE_MS: i64 = 60_000;

/// Lifetime of a code that the page has given.
const PAGE_CODE_MS: i64 = 600_000;

#[derive(Debug, Default)]
pub struct OAuth2 {
    /// Each is valid once.
    codes: HashMap<String, Code>,
    tokens: HashMap<String, Id>,
}

#[derive(Debug)]
struct Code {
    user: Id,
    given_at: i64,
    /// The question of the page that has given it.
    question: Option<Question>,
}

/// What the page is asked, as its address says.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Question {
    response_type: String,
    client_id: String,
    scope: String,
    state: Option<String>,
    redirect_uri: String,
    code_challenge: String,
    code_challenge_method: String,
}

/// The user who allows it; empty if none does.
#[derive(Debug, Deserialize)]
pub struct Decision {
    user: String,
}

impl World {
    /// A code for this user, of the client or of the page.
    pub fn code_for(&mut self, user: Id, question: Option<Question>) -> String {
        let (code, given_at) = (format!("{:030x}", self.rng.random::<u128>() >> 8), self.now_ms());
        self.oauth2.codes.insert(code.clone(), Code { user, given_at, question });
        code
    }

    /// Exchanges a code for the token of its user. A code of the page belongs to its address, and to a secret (PKCE).
    pub fn token_for(&mut self, code: &str, redirect_uri: &str, verifier: &str) -> Option<String> {
        let (token, now) = (format!("{:030x}", self.rng.random::<u128>() >> 8), self.now_ms());
        let Code { user, given_at, question } = self.oauth2.codes.remove(code)?;
        let (lifetime, is_proved) = match question {
            None => (CLIENT_CODE_MS, true),
            Some(question) => {
                let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
                (PAGE_CODE_MS, question.redirect_uri == redirect_uri && question.code_challenge == challenge)
            }
        };
        if now - given_at >= lifetime || !is_proved {
            return None;
        }
        self.oauth2.tokens.insert(token.clone(), user);
        Some(token)
    }

    pub fn user_of_token(&self, token: &str) -> Option<Id> {
        self.oauth2.tokens.get(token).copied()
    }

    fn check_question(&self, question: &Question) -> Result<(), &'static str> {
        let Question { response_type, client_id, scope, redirect_uri, code_challenge, code_challenge_method, .. } =
            question;
        if client_id.parse() != Ok(self.bot) {
            Err("Unknown application")
        } else if !self.options.redirects.contains(redirect_uri) {
            Err("Invalid OAuth2 redirect_uri")
        } else if response_type != "code" || scope != "identify" {
            Err("This sandbox knows the response_type code and the scope identify only")
        } else if code_challenge.is_empty() || code_challenge_method != "S256" {
            Err("This sandbox demands a code_challenge with the code_challenge_method S256")
        } else {
            Ok(())
        }
    }
}

/// `GET /oauth2/authorize`: asks which user the browser belongs to.
pub async fn ask(State(shared): State<Shared>, Query(question): Query<Question>) -> Response {
    let world = shared.lock();
    if let Err(problem) = world.check_question(&question) {
        return refuse(problem);
    }
    let users = world.users.values().filter(|user| !user.bot);
    let users = users.map(|user| {
        let (id, name) = (user.id, escape(&user.name));
        format!("<button class=\"button primary\" name=\"user\" value=\"{id}\">Authorize as {name}</button>")
    });
    let (users, bot) = (users.collect::<String>(), escape(&world.options.bot_name));
    let cancel = "<button class=\"button secondary\" name=\"user\" value=\"\">Cancel</button>";
    page(
        StatusCode::OK,
        &format!("<h1>{bot} wants to know who you are</h1><form method=\"post\">{users}{cancel}</form>"),
    )
}

/// `POST /oauth2/authorize`: sends the browser back, with a code or a refusal.
pub async fn decide(
    State(shared): State<Shared>,
    Query(question): Query<Question>,
    Form(decision): Form<Decision>,
) -> Response {
    let mut world = shared.lock();
    if let Err(problem) = world.check_question(&question) {
        return refuse(problem);
    }
    let Ok(mut address) = Url::parse(&question.redirect_uri) else { return refuse("Invalid OAuth2 redirect_uri") };
    let state = question.state.clone();
    let (name, value) = if decision.user.is_empty() {
        ("error", "access_denied".to_owned())
    } else {
        let user = decision.user.parse().ok().filter(|id| world.users.get(id).is_some_and(|user| !user.bot));
        let Some(user) = user else { return refuse("Unknown user") };
        ("code", world.code_for(user, Some(question)))
    };
    address.query_pairs_mut().append_pair(name, &value);
    if let Some(state) = state {
        address.query_pairs_mut().append_pair("state", &state);
    }
    (StatusCode::SEE_OTHER, [(header::LOCATION, String::from(address))]).into_response()
}

fn refuse(problem: &str) -> Response {
    page(StatusCode::BAD_REQUEST, &format!("<h1>{problem}</h1>"))
}

fn page(status: StatusCode, content: &str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        // No `form-action`: the answer to the form leads to the pages of the bot.
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // Under `no-referrer`, a browser would not say that the form is the page's own.
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    let html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Sandbox</title><link rel=\"icon\" href=\"data:,\"><link rel=\"stylesheet\" href=\"/page.css\">\
         <main class=\"authorize\">{content}</main></html>"
    );
    (status, headers, html).into_response()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
