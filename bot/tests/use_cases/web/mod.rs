//! Pages for browsers: access, and moves that are made there.

mod activity;
mod challenge;
mod competitions;
mod entry;
mod limits;
mod lobby;
mod me;
mod names;
mod pages;
mod permissions;
mod planning;
mod proposals;
mod review;
mod sign_in;
mod tasks;

use std::sync::Arc;

use bot::commands::App;
use bot::web::Logins;
use games::domain::{GameId, GuildId, GuildPreferences, UserId, WebPages};
use reqwest::header::{ACCEPT, COOKIE, HeaderName, ORIGIN, SET_COOKIE};
use reqwest::{Client, RequestBuilder, Response};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::use_cases::support::{Fixture, Harness};

/// The server of the fixture's games.
const GUILD: GuildId = GuildId(9);

/// The header in which a proxy writes its client's address.
const CLIENT_ADDRESS: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The bot with its pages served.
struct Site {
    harness: Harness,
    origin: String,
    client: Client,
}

#[derive(Debug)]
struct Got {
    status: u16,
    text: String,
}

impl Got {
    fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    #[track_caller]
    fn assert_status(&self, status: u16) -> &Self {
        assert_eq!(self.status, status, "{self:?}");
        self
    }

    #[track_caller]
    fn assert_says<const N: usize>(&self, parts: [&str; N]) -> &Self {
        for part in parts {
            assert!(self.text.contains(part), "{part:?} is not in {self:?}");
        }
        self
    }

    #[track_caller]
    fn assert_lacks<const N: usize>(&self, parts: [&str; N]) -> &Self {
        for part in parts {
            assert!(!self.text.contains(part), "{part:?} is in {self:?}");
        }
        self
    }

    fn between(&self, from: &str, to: &str) -> &str {
        let (_, rest) = self.text.split_once(from).unwrap_or_else(|| panic!("no {from} in {}", self.text));
        rest.split_once(to).unwrap_or_else(|| panic!("no {to} after {from}")).0
    }
}

async fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let origin = format!("http://{}", listener.local_addr().expect("bound"));
    (listener, origin)
}

fn serve_on(listener: TcpListener, app: App, public_url: Arc<str>, logins: Option<Logins>) {
    let routes = bot::web::router(app, public_url, Some(CLIENT_ADDRESS), logins, CancellationToken::new());
    tokio::spawn(async move { axum::serve(listener, routes).await });
}

impl Site {
    async fn start() -> Self {
        Self::over(async |fixture| (Harness::over(fixture), ())).await.0
    }

    /// With a game of Ada against Bruno.
    async fn with_game() -> (Self, GameId) {
        let site = Self::start().await;
        let game = site.harness.started().await;
        (site, game)
    }

    /// The same in a server that publishes its games.
    async fn with_public_game() -> (Self, GameId) {
        let (site, game) = Self::with_game().await;
        site.publish(WebPages::Linked).await;
        (site, game)
    }

    /// The pages of a bot that shows them inside Discord too.
    async fn with_activity(logins: Logins) -> Self {
        let set_up =
            async |fixture: Fixture| (Harness::over(fixture.hosted(|settings| settings.has_activity = true)), ());
        Self::serve(set_up, Some(logins.with_activity(true))).await.0
    }

    /// The pages of a bot where people sign in by Discord.
    async fn with_logins(logins: Logins) -> Self {
        Self::serve(async |fixture| (Harness::over(fixture), ()), Some(logins)).await.0
    }

    /// The pages of a bot that is set up over a fixture, and further results of the setup.
    async fn over<T>(set_up: impl AsyncFnOnce(Fixture) -> (Harness, T)) -> (Self, T) {
        Self::serve(set_up, None).await
    }

    async fn serve<T>(set_up: impl AsyncFnOnce(Fixture) -> (Harness, T), logins: Option<Logins>) -> (Self, T) {
        let (listener, origin) = listen().await;
        let public_url: Arc<str> = origin.as_str().into();
        let fixture = Fixture::new().hosted(|settings| settings.public_url = Some(Arc::clone(&public_url)));
        let (harness, other) = set_up(fixture).await;
        serve_on(listener, harness.app().clone(), public_url, logins);
        let client =
            Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
        (Self { harness, origin, client }, other)
    }

    /// Makes the server show its games to browsers.
    async fn publish(&self, pages: WebPages) {
        let to = GuildPreferences { web: Some(pages), ..GuildPreferences::default() };
        assert!(
            self.harness
                .store
                .set_guild_preferences(GUILD, &GuildPreferences::default(), &to, None)
                .await
                .expect("stored")
        );
    }

    /// The code of a new link of this person.
    async fn code(&self, game: GameId, user: UserId) -> String {
        let link =
            self.harness.games.create_web_link(Some(game), user).await.expect("a link").expect("there are pages");
        let (address, code) = link.split_once('#').expect("a code behind #");
        assert_eq!(address, format!("{}/open", self.origin));
        code.to_owned()
    }

    async fn redeem(&self, code: &str) -> Response {
        let sent = self.client.post(format!("{}/open", self.origin)).header(ORIGIN, &self.origin);
        sent.form(&[("code", code)]).send().await.expect("an answer")
    }

    /// The cookie of a browser in which this person has opened this game, and so is signed in.
    async fn cookie(&self, game: GameId, user: UserId) -> String {
        let answer = self.redeem(&self.code(game, user).await).await;
        let cookie = answer.headers()[SET_COOKIE].to_str().expect("visible").to_owned();
        assert!(cookie.contains("; HttpOnly; SameSite=Lax") && cookie.contains("; Path=/;"), "{cookie}");
        cookie.split(';').next().expect("a name and a value").to_owned()
    }

    async fn send(&self, request: RequestBuilder, cookie: &str) -> Got {
        let request = if cookie.is_empty() { request } else { request.header(COOKIE, cookie) };
        let answer = request.send().await.expect("an answer");
        let policy = answer.headers()["content-security-policy"].to_str().expect("visible");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
        Got { status: answer.status().as_u16(), text: answer.text().await.expect("a text") }
    }

    async fn get(&self, path: &str, cookie: &str) -> Got {
        self.send(self.client.get(format!("{}{path}", self.origin)), cookie).await
    }

    /// Plays like the script of the page.
    async fn play(&self, game: GameId, cookie: &str, turn: &str, revision: u32) -> Got {
        let sent = self.client.post(format!("{}/g/{game}/moves", self.origin)).header(ORIGIN, &self.origin);
        let sent = sent.header(ACCEPT, "application/json").form(&[("turn", turn), ("revision", &revision.to_string())]);
        self.send(sent, cookie).await
    }
}
