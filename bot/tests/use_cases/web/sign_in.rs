//! Signing in by Discord, once for all games, and links of others.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use bot::web::Logins;
use discord::api::{LoginSource, Redirected};
use discord::{DiscordApi, DiscordError};
use games::domain::UserId;
use reqwest::header::{ACCEPT_LANGUAGE, COOKIE, LOCATION, ORIGIN, REFERER, SET_COOKIE};
use reqwest::{Response, Url};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::use_cases::support::{ADA, BRUNO, DAY, MINUTE};
use crate::use_cases::web::{CLIENT_ADDRESS, Site, listen, serve_on};

/// Discord's knowledge of codes.
#[derive(Default)]
struct FakeDiscord {
    /// The person of each code, where Discord has sent their browser, and the hash that it got (PKCE).
    codes: Mutex<HashMap<String, (UserId, String, String)>>,
    failure: Mutex<Option<DiscordError>>,
    sources: Mutex<Vec<LoginSource>>,
}

#[async_trait]
impl DiscordApi for FakeDiscord {
    async fn person_of_code(
        &self,
        code: &str,
        redirected: Option<Redirected<'_>>,
        source: LoginSource,
    ) -> Result<Option<UserId>, DiscordError> {
        self.sources.lock().expect("free").push(source);
        if let Some(failure) = self.failure.lock().expect("free").clone() {
            return Err(failure);
        }
        let Redirected { address, verifier } = redirected.expect("a code of a browser");
        let hash = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
        let found = self.codes.lock().expect("free").remove(code);
        Ok(found.filter(|(_, to, known)| to == address && *known == hash).map(|(user, ..)| user))
    }
}

/// A bot where people sign in by Discord.
struct Host {
    site: Site,
    discord: Arc<FakeDiscord>,
}

/// What Discord's page is asked, and the cookie of the browser.
struct Question {
    fields: HashMap<String, String>,
    cookie: String,
}

impl Host {
    async fn start() -> Self {
        let discord = Arc::new(FakeDiscord::default());
        let site = Site::with_logins(Logins::new(Arc::clone(&discord) as _, 77, None)).await;
        Self { site, discord }
    }

    async fn begin(&self, path: &str) -> Question {
        let answer = self.site.client.get(format!("{}{path}", self.site.origin)).send().await.expect("an answer");
        assert_eq!(answer.status(), 303, "{path}");
        let address = Url::parse(&header(&answer, LOCATION)).expect("an address");
        assert!(address.as_str().starts_with("https://discord.com/oauth2/authorize?"), "{address}");
        let cookie = header(&answer, SET_COOKIE);
        assert!(cookie.ends_with("; Path=/; Max-Age=600; HttpOnly; SameSite=Lax"), "{cookie}");
        let cookie = cookie.split(';').next().expect("a value").to_owned();
        Question { fields: address.query_pairs().into_owned().collect(), cookie }
    }

    /// The code of a person who allows it. Discord checks no more than its own addresses.
    fn allow(&self, question: &Question, user: UserId) -> String {
        let mut codes = self.discord.codes.lock().expect("free");
        let code = format!("code-{}-{}", user.0, question.fields["state"]);
        let (to, hash) = (&question.fields["redirect_uri"], &question.fields["code_challenge"]);
        codes.insert(code.clone(), (user, to.clone(), hash.clone()));
        code
    }

    async fn come_back(&self, fields: &[(&str, &str)], cookie: &str) -> Response {
        let url =
            Url::parse_with_params(&format!("{}/sign-in/callback", self.site.origin), fields).expect("an address");
        self.site.client.get(url).header(COOKIE, cookie).send().await.expect("an answer")
    }

    /// The cookie of a browser in which this person has signed in.
    async fn sign_in(&self, user: UserId) -> String {
        let question = self.begin("/sign-in").await;
        let code = self.allow(&question, user);
        session_of(&self.come_back(&[("code", &code), ("state", &question.fields["state"])], &question.cookie).await)
    }
}

#[track_caller]
fn header(answer: &Response, name: reqwest::header::HeaderName) -> String {
    answer.headers()[name].to_str().expect("visible").to_owned()
}

#[track_caller]
fn session_of(answer: &Response) -> String {
    let cookies = answer.headers().get_all(SET_COOKIE).into_iter().map(|cookie| cookie.to_str().expect("visible"));
    let session = cookies.filter_map(|cookie| cookie.split(';').next()).find(|cookie| cookie.starts_with("session="));
    session.unwrap_or_else(|| panic!("nobody is signed in: {answer:?}")).to_owned()
}

#[tokio::test]
async fn a_person_signs_in_once_and_gets_the_page_that_they_asked_for() {
    let host = Host::start().await;
    let game = host.site.harness.started().await;
    let page = format!("/g/{game}?flip=true");
    let question = host.begin(&format!("/sign-in?next={page}")).await;
    let callback = format!("{}/sign-in/callback", host.site.origin);
    let fields = ["response_type", "client_id", "scope", "redirect_uri", "code_challenge_method"];
    assert_eq!(fields.map(|name| &*question.fields[name]), ["code", "77", "identify", &callback, "S256"]);
    let code = host.allow(&question, ADA);
    let returned = [("code", &*code), ("state", &question.fields["state"])];
    let answer = host.come_back(&returned, &question.cookie).await;
    assert_eq!((answer.status().as_u16(), header(&answer, LOCATION)), (303, page.clone()));
    let used =
        answer.headers().get_all(SET_COOKIE).into_iter().any(|cookie| cookie.as_bytes().starts_with(b"sign-in=;"));
    assert!(used, "the browser keeps it: {answer:?}");
    let session = session_of(&answer);
    host.site.get(&page, &session).await.assert_status(200).assert_says(["data-turn=\"yes\"", "href=\"/me\""]);
    assert_eq!(host.site.harness.games.web_sessions_of(ADA).await.expect("readable").len(), 1);
    // Who reloads that address, or signs in once more, is signed in already.
    for (path, to) in [("/sign-in/callback?code=1&state=1", "/me"), ("/sign-in?next=/t/1", "/t/1")] {
        let url = format!("{}{path}", host.site.origin);
        let answer = host.site.client.get(url).header(COOKIE, &session).send().await.expect("an answer");
        assert_eq!((answer.status().as_u16(), header(&answer, LOCATION)), (303, to.to_owned()), "{path}");
    }
}

#[tokio::test]
async fn what_does_not_belong_to_the_browser_signs_nobody_in() {
    let host = Host::start().await;
    let (first, other) = (host.begin("/sign-in").await, host.begin("/sign-in").await);
    let used = host.begin("/sign-in").await;
    let used_code = host.allow(&used, ADA);
    let returned = [("code", &*used_code), ("state", &used.fields["state"])];
    assert_eq!(host.come_back(&returned, &used.cookie).await.status(), 303);
    let (code, state) = (host.allow(&first, ADA), first.fields["state"].clone());
    let of_other = host.allow(&other, BRUNO);
    let later_page = first.cookie.replace("%2Fme", "%2Fg");
    assert_ne!(later_page, first.cookie);
    let (expired, declined) = ("This sign-in took too long", "allow this app to know who you are");
    let long = "a".repeat(129);
    // The last columns: the sentence, and whether Discord is asked.
    let (code, state, of_other, long) = (&*code, &*state, &*of_other, &*long);
    let (own, proved) = (&*first.cookie, vec![("code", code), ("state", state)]);
    let of_state = |field| vec![field, ("state", state)];
    let table = [
        ("a state that is forged", vec![("code", code), ("state", "0")], own, expired, false),
        ("no state", vec![("code", code)], own, expired, false),
        ("the state of another browser", proved.clone(), &*other.cookie, expired, false),
        ("no cookie", proved.clone(), "", expired, false),
        ("a forged cookie", proved.clone(), "sign-in=1.2.3", expired, false),
        ("another page to go to", proved, &*later_page, expired, false),
        ("no code", vec![("state", state)], own, expired, false),
        ("a long code", of_state(("code", long)), own, expired, false),
        ("a code that nobody has", of_state(("code", "forged")), own, expired, true),
        ("a code that was used", returned.to_vec(), &*used.cookie, expired, true),
        ("the code of another browser", of_state(("code", of_other)), own, expired, true),
        ("a refusal", of_state(("error", "access_denied")), own, declined, false),
        ("a forged refusal", vec![("error", "access_denied")], own, expired, false),
        ("another error", of_state(("error", "server_error")), own, "Discord isn't answering", false),
    ];
    for (what, fields, cookie, sentence, is_asked) in table {
        let before = host.discord.sources.lock().expect("free").len();
        let answer = host.come_back(&fields, cookie).await;
        let cookies: Vec<_> = answer.headers().get_all(SET_COOKIE).into_iter().cloned().collect();
        assert!(cookies.iter().all(|cookie| cookie.as_bytes().starts_with(b"sign-in=;")), "{what}: {cookies:?}");
        let (status, text) = (answer.status().as_u16(), answer.text().await.expect("a text"));
        assert!([401, 503].contains(&status) && text.contains(sentence), "{what}: {status} {text}");
        assert!(text.contains("href=\"/sign-in"), "there is a way on after {what}: {text}");
        let asked = host.discord.sources.lock().expect("free").len() > before;
        assert_eq!(asked, is_asked, "{what}");
    }
    // Ten minutes are too long, and one less is not.
    for (minutes, status) in [(10, 401), (9, 303)] {
        let question = host.begin("/sign-in").await;
        let code = host.allow(&question, ADA);
        host.site.harness.clock.advance(minutes * MINUTE);
        let returned = [("code", &*code), ("state", &question.fields["state"])];
        assert_eq!(host.come_back(&returned, &question.cookie).await.status(), status, "after {minutes} minutes");
    }
}

#[tokio::test]
async fn where_discord_cannot_be_asked_the_page_says_so_and_another_try_succeeds() {
    let host = Host::start().await;
    for (failure, sentence) in [
        (DiscordError::NoResponse("away".to_owned()), "Discord isn't answering."),
        (DiscordError::rate_limited(Duration::from_secs(6)), "Many boards are being opened right now."),
    ] {
        let question = host.begin("/sign-in?next=/t/7").await;
        let code = host.allow(&question, ADA);
        *host.discord.failure.lock().expect("free") = Some(failure);
        let url = format!("{}/sign-in/callback?code={code}&state={}", host.site.origin, question.fields["state"]);
        let sent = host.site.client.get(url).header(CLIENT_ADDRESS, "192.0.2.7");
        let page = host.site.send(sent, &question.cookie).await;
        page.assert_status(503).assert_says([sentence, "href=\"/sign-in?next=%2Ft%2F7\""]);
        let limited = LoginSource::Address("192.0.2.7".parse().ok());
        assert_eq!(host.discord.sources.lock().expect("free").last(), Some(&limited), "each address has its limit");
    }
    *host.discord.failure.lock().expect("free") = None;
    host.sign_in(ADA).await;
}

#[tokio::test]
async fn the_page_that_follows_is_one_of_ours() {
    let host = Host::start().await;
    let follows = async |path: &str, referer: Option<&str>| {
        let sent = host.site.client.get(format!("{}{path}", host.site.origin));
        let sent = if let Some(referer) = referer { sent.header(REFERER, referer) } else { sent };
        let cookie = header(&sent.send().await.expect("an answer"), SET_COOKIE);
        let next = cookie.split(['.', ';']).nth(2).expect("three parts").to_owned();
        next.replace("%2F", "/").replace("%3F", "?").replace("%3D", "=")
    };
    let long = format!("/{}", "a".repeat(500));
    for (next, expected) in [
        ("/me", "/me"),
        ("/g/1?ply=3", "/g/1?ply=3"),
        ("t/1", "/t/1"),
        ("https://evil.example/me", "/me"),
        ("//evil.example", "/me"),
        ("/\\evil.example", "/me"),
        ("/.//evil.example", "/me"),
        ("/x/..//evil.example", "/me"),
        ("javascript:alert(1)", "/me"),
        ("/sign-in?next=/g/1", "/me"),
        ("http://", "/me"),
        (&*long, "/me"),
    ] {
        let path = Url::parse_with_params("http://x/sign-in", [("next", next)]).expect("an address");
        let path = format!("/sign-in?{}", path.query().expect("a query"));
        assert_eq!(follows(&path, None).await, expected, "{next}");
    }
    // Without a name, it is the page with the link.
    let own = format!("{}/g/7?flip=true", host.site.origin);
    for (referer, expected) in [(&*own, "/g/7?flip=true"), ("https://evil.example/g/7", "/me")] {
        assert_eq!(follows("/sign-in", Some(referer)).await, expected, "{referer}");
    }
}

#[tokio::test]
async fn pages_offer_what_the_host_has_set_up_in_the_language_of_the_reader() {
    let host = Host::start().await;
    let links_only = Site::start().await;
    for (language, sentence, hint) in [
        ("en", "Sign in with Discord", "<code>/games</code>"),
        ("de", "Mit Discord anmelden", "<code>/partien</code>"),
        ("fr", "Se connecter avec Discord", "<code>/parties</code>"),
    ] {
        for (site, is_offered) in [(&host.site, true), (&links_only, false)] {
            let sent = site.client.get(format!("{}/me", site.origin)).header(ACCEPT_LANGUAGE, language);
            let page = site.send(sent, "").await;
            page.assert_status(401).assert_says([hint]);
            assert_eq!(page.text.contains(sentence), is_offered, "{page:?}");
        }
    }
    assert_eq!(links_only.get("/sign-in", "").await.status, 401);
    // A public page offers it in its head; inside Discord there is no other page to go to.
    let game = host.site.harness.started().await;
    host.site.publish(games::domain::WebPages::Linked).await;
    let (path, link) = (format!("/g/{game}"), "href=\"/sign-in\"");
    let signed_in = host.sign_in(BRUNO).await;
    for (cookie, is_offered) in [("", true), ("session=00", true), (&*signed_in, false), ("activity=00", false)] {
        assert_eq!(host.site.get(&path, cookie).await.text.contains(link), is_offered, "{cookie}");
    }
}

#[tokio::test]
async fn sessions_outlive_another_address_of_the_pages_and_what_was_begun_before_does_not() {
    let host = Host::start().await;
    let session = host.sign_in(ADA).await;
    let question = host.begin("/sign-in").await;
    let (listener, origin) = listen().await;
    let logins = Logins::new(Arc::clone(&host.discord) as _, 77, None);
    serve_on(listener, host.site.harness.app().clone(), origin.as_str().into(), Some(logins));
    let get = async |path: &str, cookie: &str| {
        let sent = host.site.client.get(format!("{origin}{path}")).header(COOKIE, cookie);
        sent.send().await.expect("an answer").status().as_u16()
    };
    assert_eq!(get("/me", &session).await, 200, "a browser that has it at both addresses");
    let code = host.allow(&question, ADA);
    let callback = format!("/sign-in/callback?code={code}&state={}", question.fields["state"]);
    assert_eq!(get(&callback, &question.cookie).await, 401, "Discord has sent it elsewhere");
    // A form of a page that is still open from before.
    let sent = host.site.client.post(format!("{origin}/me/sign-out")).header(ORIGIN, &host.site.origin);
    assert_eq!(sent.header(COOKIE, &session).send().await.expect("an answer").status(), 403);
}

#[tokio::test]
async fn the_link_of_another_person_asks_before_it_takes_over() {
    let (site, game) = Site::with_game().await;
    let (ada, code) = (site.cookie(game, ADA).await, site.code(game, BRUNO).await);
    let redeem = async |code: &str, instead: &str, cookie: &str| {
        let sent = site.client.post(format!("{}/open", site.origin)).header(ORIGIN, &site.origin);
        let sent = sent.header(COOKIE, cookie).form(&[("code", code), ("instead", instead)]);
        let answer = sent.send().await.expect("an answer");
        let session = answer.headers().contains_key(SET_COOKIE).then(|| session_of(&answer));
        (answer.status().as_u16(), session, answer.json::<Value>().await.expect("JSON"))
    };
    let (status, session, asked) = redeem(&code, "false", &ada).await;
    assert_eq!((status, session), (409, None));
    assert_eq!(asked["problem"], "This browser is signed in as person 1. Sign in as person 2 instead?");
    assert_eq!((&asked["button"], &asked["ways"]["games"]), (&json!("Sign in as person 2"), &json!("/me")));
    site.get("/me", &ada).await.assert_status(200);
    // The link still works, here and once.
    let (status, session, opened) = redeem(&code, "true", &ada).await;
    assert_eq!((status, &opened["board"]), (200, &json!(format!("/g/{game}"))));
    site.get("/me", &session.expect("a session")).await.assert_says(["<bdi>person 2</bdi>"]);
    assert_eq!(site.get("/me", &ada).await.status, 401, "their session has ended");
    assert_eq!(redeem(&code, "true", &ada).await.0, 401);
    // A name is a stranger's text, and somebody without a game has none.
    site.harness.store.tamper(game, |record| record.seats[1].name = "a\u{202e}b".to_owned());
    let ada = site.cookie(game, ADA).await;
    let (_, _, asked) = redeem(&site.code(game, BRUNO).await, "false", &ada).await;
    assert_eq!(asked["button"], "Sign in as ab");
    let (_, _, asked) = redeem(&site.code(game, UserId(77)).await, "false", &ada).await;
    assert_eq!(asked["button"], "Sign in as the person of this link");
    // One's own link asks nothing.
    assert_eq!(redeem(&site.code(game, ADA).await, "false", &ada).await.0, 200);
}

#[tokio::test]
async fn the_settings_name_each_day_of_use_once() {
    let site = Site::start().await;
    let game = site.harness.started_as("abalone", "none").await;
    site.harness.clock.advance(DAY - site.harness.clock_now().0.rem_euclid(DAY));
    for _ in 0..2 {
        site.cookie(game, ADA).await;
        site.cookie(game, ADA).await;
        site.harness.clock.advance(3 * DAY);
    }
    let latest = site.cookie(game, ADA).await;
    let said = site.harness.say(ADA, "settings web").await;
    let today = site.harness.clock_now().0 / DAY;
    let days = [0, 3, 6].map(|ago| format!("<t:{}:d>", (today - ago) * DAY / 1000)).join(", ");
    said.says(&format!("You are signed in in 5 browsers, last used on {days}."));
    site.harness.clock.advance(25 * DAY);
    site.get("/me", &latest).await.assert_status(200);
    let said = site.harness.say(ADA, "settings web").await;
    said.says("You are signed in in 3 browsers");
}

#[tokio::test]
async fn who_looks_on_keeps_seeing_the_game_as_long_as_they_stay_signed_in() {
    let site = Site::start().await;
    let game = site.harness.started_as("abalone", "none").await;
    let (path, spectator) = (format!("/g/{game}"), site.cookie(game, UserId(77)).await);
    for _ in 0..3 {
        site.harness.clock.advance(29 * DAY);
        // On any page: it is the session that is used.
        site.get("/me", &spectator).await.assert_status(200);
    }
    site.get(&path, &spectator).await.assert_status(200);
    site.harness.clock.advance(31 * DAY);
    site.get(&path, &spectator).await.assert_status(401);
}
