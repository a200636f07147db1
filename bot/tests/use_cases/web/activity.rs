//! Boards inside Discord: access and refusals.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bot::features::proposals::draw::DrawAction;
use bot::features::proposals::{ProposalAnswer, adjourn};
use bot::web::Logins;
use clubs::domain::tournament::Format;
use discord::api::{ActivityInstance, InstanceId, LoginSource, Redirected};
use discord::{DiscordApi, DiscordError};
use games::domain::{ChannelId, UserId, WebPages};
use reqwest::Response;
use reqwest::header::{COOKIE, ORIGIN, SET_COOKIE};
use serde_json::Value;

use crate::use_cases::support::{ADA, BRUNO, CHANNEL, CHLOE, DAY, DINA, Fixture, HOUR, Harness};
use crate::use_cases::tournaments::Event;
use crate::use_cases::web::{CLIENT_ADDRESS, Site};

/// The frame's origin, by its application.
const FRAME: &str = "https://77.discordsays.com";
const INSTANCE: &str = "i-1-gc-9-100";
const ELSEWHERE: ChannelId = ChannelId(555);

/// Discord's knowledge of codes and instances.
#[derive(Default)]
struct FakeDiscord {
    codes: Mutex<HashMap<String, UserId>>,
    instances: Mutex<HashMap<String, ActivityInstance>>,
    given: AtomicU64,
    failure: Mutex<Option<DiscordError>>,
    asked: AtomicU64,
    last_source: Mutex<Option<LoginSource>>,
}

#[async_trait]
impl DiscordApi for FakeDiscord {
    async fn person_of_code(
        &self,
        code: &str,
        redirected: Option<Redirected<'_>>,
        source: LoginSource,
    ) -> Result<Option<UserId>, DiscordError> {
        assert!(redirected.is_none(), "the client redirects nobody");
        *self.last_source.lock().expect("free") = Some(source);
        self.asked.fetch_add(1, Ordering::Relaxed);
        if let Some(failure) = self.failure.lock().expect("free").clone() {
            return Err(failure);
        }
        // A code is valid once.
        Ok(self.codes.lock().expect("free").remove(code))
    }

    async fn activity_instance(&self, instance: &InstanceId) -> Result<Option<ActivityInstance>, DiscordError> {
        Ok(self.instances.lock().expect("free").get(instance.as_str()).cloned())
    }
}

/// A bot with pages inside Discord.
struct Inside {
    site: Site,
    discord: Arc<FakeDiscord>,
}

#[derive(Debug)]
struct Frame {
    board: String,
    /// In the form that browsers send.
    cookies: String,
}

impl Inside {
    async fn start() -> Self {
        let discord = Arc::new(FakeDiscord::default());
        let site = Site::with_activity(Logins::new(Arc::clone(&discord) as _, 77, None)).await;
        Self { site, discord }
    }

    /// Puts these people in an instance in this channel.
    fn meet(&self, instance: &str, channel: ChannelId, users: &[UserId]) {
        let found = ActivityInstance { channel, users: users.to_vec() };
        self.discord.instances.lock().expect("free").insert(instance.to_owned(), found);
    }

    /// A code that Discord's client has given to this person.
    fn code(&self, user: UserId) -> String {
        let code = format!("code-{}", self.discord.given.fetch_add(1, Ordering::Relaxed));
        self.discord.codes.lock().expect("free").insert(code.clone(), user);
        code
    }

    async fn post(&self, origin: &str, code: &str, instance: &str) -> Response {
        let sent = self.site.client.post(format!("{}/activity", self.site.origin)).header(ORIGIN, origin);
        sent.form(&[("code", code), ("instance", instance)]).send().await.expect("an answer")
    }

    /// A person's frame in this instance.
    async fn log_in(&self, user: UserId, instance: &str) -> Frame {
        let answer = self.post(FRAME, &self.code(user), instance).await;
        assert_eq!(answer.status(), 200, "{user:?} in {instance}");
        let cookies: Vec<String> = answer.headers().get_all(SET_COOKIE).iter().map(cookie_of).collect();
        let answer: Value = answer.json().await.expect("JSON");
        Frame { board: answer["board"].as_str().expect("an address").to_owned(), cookies: cookies.join("; ") }
    }

    fn harness(&self) -> &Harness {
        &self.site.harness
    }
}

fn cookie_of(header: &reqwest::header::HeaderValue) -> String {
    let text = header.to_str().expect("visible");
    assert!(text.contains("; HttpOnly; SameSite="), "{text}");
    text.split(';').next().expect("a name and a value").to_owned()
}

#[tokio::test]
async fn who_opens_a_board_plays_on_it_inside_discord() {
    let inside = Inside::start().await;
    let game = inside.harness().started().await;
    inside.meet(INSTANCE, CHANNEL, &[ADA]);
    inside.harness().games.record_launch(INSTANCE, ADA, game).await.expect("stored");
    let frame = inside.log_in(ADA, INSTANCE).await;
    assert_eq!(frame.board, format!("/g/{game}"));
    let page = inside.site.get(&frame.board, &frame.cookies).await;
    page.assert_status(200).assert_says(["data-turn=\"yes\""]);
    assert!(page.text.contains("href=\"/me\"") && !page.text.contains("replay.gif"), "what leads nowhere is left out");
    let played = inside.site.client.post(format!("{}/g/{game}/moves", inside.site.origin)).header(ORIGIN, FRAME);
    let played = played.header("accept", "application/json").form(&[("turn", "a1b2"), ("revision", "0")]);
    assert_eq!(inside.site.send(played, &frame.cookies).await.status, 200);
    // The frame is reloaded.
    assert_eq!(inside.log_in(ADA, INSTANCE).await.board, format!("/g/{game}"));
    // Another game is opened in the same place.
    let other = inside.harness().started().await;
    inside.harness().games.record_launch(INSTANCE, ADA, other).await.expect("stored");
    assert_eq!(inside.log_in(ADA, INSTANCE).await.board, format!("/g/{other}"));
    inside.harness().clock.advance(13 * HOUR);
    assert_eq!(inside.log_in(ADA, INSTANCE).await.board, "/me", "it is too long ago");
}

#[tokio::test]
async fn whom_discord_does_not_confirm_gets_nothing() {
    let inside = Inside::start().await;
    let game = inside.harness().started().await;
    inside.meet(INSTANCE, CHANNEL, &[ADA]);
    inside.harness().games.record_launch(INSTANCE, ADA, game).await.expect("stored");
    let used = inside.code(ADA);
    assert_eq!(inside.post(FRAME, &used, INSTANCE).await.status(), 200);
    let own = inside.site.origin.clone();
    let (elsewhere, other) = ("https://evil.example", "https://78.discordsays.com");
    // The last column: whether Discord is asked at all.
    let table = [
        ("a code that was used", FRAME, used, INSTANCE, 403, true),
        ("a code that nobody has", FRAME, "forged".to_owned(), INSTANCE, 403, true),
        ("no code", FRAME, String::new(), INSTANCE, 403, false),
        ("a long code", FRAME, "a".repeat(129), INSTANCE, 403, false),
        ("an instance of another application", FRAME, inside.code(ADA), "i-2-gc-9-100", 403, true),
        ("a name that is another address", FRAME, inside.code(ADA), "i-/../../users/@me", 403, false),
        ("a name that is an address above", FRAME, inside.code(ADA), "..", 403, false),
        ("a name that is no address", FRAME, inside.code(ADA), ".", 403, false),
        ("a name with the rest of an address", FRAME, inside.code(ADA), "i-1?limit=1", 403, false),
        ("no name", FRAME, inside.code(ADA), "", 403, false),
        ("a long name", FRAME, inside.code(ADA), &format!("i-{}", "1".repeat(127)), 403, false),
        ("somebody who is not in the instance", FRAME, inside.code(BRUNO), INSTANCE, 403, true),
        ("another page", elsewhere, inside.code(ADA), INSTANCE, 403, false),
        ("another Activity", other, inside.code(ADA), INSTANCE, 403, false),
        ("the page outside of Discord", &own, inside.code(ADA), INSTANCE, 403, false),
        ("no page", "", inside.code(ADA), INSTANCE, 403, false),
        ("more than a code", FRAME, "a".repeat(20_000), INSTANCE, 413, false),
    ];
    for (what, origin, code, instance, status, is_asked) in &table {
        let before = inside.discord.asked.load(Ordering::Relaxed);
        let answer = inside.post(origin, code, instance).await;
        assert_eq!((answer.status().as_u16(), answer.headers().contains_key(SET_COOKIE)), (*status, false), "{what}");
        let text: Value = answer.json().await.expect("JSON");
        assert!(text["problem"].as_str().is_some_and(|text| text.ends_with('.')), "{what}: {text}");
        assert_eq!(inside.discord.asked.load(Ordering::Relaxed) > before, *is_asked, "{what}");
    }
}

#[tokio::test]
async fn a_login_counts_for_the_instance_that_the_bot_has_opened_else_for_its_address() {
    let inside = Inside::start().await;
    let game = inside.harness().started().await;
    inside.harness().games.record_launch(INSTANCE, ADA, game).await.expect("stored");
    let opened = LoginSource::Instance(InstanceId::new(INSTANCE.to_owned()).expect("a name"));
    let unknown = LoginSource::Address(Some("192.0.2.7".parse().expect("an address")));
    for (instance, source) in [(INSTANCE, opened), ("i-forged", unknown)] {
        let sent = inside.site.client.post(format!("{}/activity", inside.site.origin)).header(ORIGIN, FRAME);
        let sent = sent.header(CLIENT_ADDRESS, "192.0.2.7").form(&[("code", "forged"), ("instance", instance)]);
        assert_eq!(sent.send().await.expect("an answer").status(), 403, "{instance}");
        assert_eq!(inside.discord.last_source.lock().expect("free").take(), Some(source), "{instance}");
    }
}

#[tokio::test]
async fn where_discord_cannot_be_asked_the_frame_says_why() {
    let inside = Inside::start().await;
    inside.meet(INSTANCE, CHANNEL, &[ADA]);
    for (failure, sentence) in [
        (DiscordError::NoResponse("away".to_owned()), "Discord isn't answering. Try again in a moment."),
        (
            DiscordError::rate_limited(Duration::from_secs(6)),
            "Many boards are being opened right now. Try again in a moment.",
        ),
    ] {
        *inside.discord.failure.lock().expect("free") = Some(failure);
        let answer = inside.post(FRAME, &inside.code(ADA), INSTANCE).await;
        assert_eq!(answer.status(), 503);
        assert_eq!(answer.json::<Value>().await.expect("JSON")["problem"], sentence);
    }
}

#[tokio::test]
async fn who_joins_sees_the_game_that_is_open_where_they_see_it_in_discord() {
    let inside = Inside::start().await;
    let game = inside.harness().started().await;
    for (instance, channel) in [(INSTANCE, CHANNEL), ("i-2-gc-9-555", ELSEWHERE)] {
        inside.meet(instance, channel, &[ADA, BRUNO, CHLOE, DINA]);
        inside.harness().games.record_launch(instance, ADA, game).await.expect("stored");
    }
    let board = format!("/g/{game}");
    let hidden = "/me?hidden=true";
    for (user, instance, expected) in [
        (BRUNO, INSTANCE, &*board),
        (CHLOE, INSTANCE, &*board),
        (BRUNO, "i-2-gc-9-555", &*board),
        (DINA, "i-2-gc-9-555", hidden),
    ] {
        assert_eq!(inside.log_in(user, instance).await.board, expected, "{user:?} in {instance}");
    }
    // A spectator looks on.
    let spectator = inside.log_in(CHLOE, INSTANCE).await;
    let page = inside.site.get(&board, &spectator.cookies).await;
    page.assert_status(200).assert_lacks(["data-turn"]);
    assert_eq!(inside.site.play(game, &spectator.cookies, "a1b2", 0).await.status, 403);
    let refused = inside.log_in(DINA, "i-2-gc-9-555").await;
    assert_eq!(inside.site.get(&board, &refused.cookies).await.status, 404);
    let list = inside.site.get(hidden, &refused.cookies).await;
    list.assert_says(["You can't see the game that was opened here."]);
    // A public game of the server is shown here too.
    inside.site.publish(WebPages::Linked).await;
    assert_eq!(inside.log_in(DINA, "i-2-gc-9-555").await.board, board);
}

#[tokio::test]
async fn without_a_game_ones_own_are_listed() {
    let inside = Inside::start().await;
    let (first, second) = (inside.harness().started().await, inside.harness().started().await);
    inside.harness().play(second, ADA, "a1b2").await.expect("legal");
    inside.meet(INSTANCE, CHANNEL, &[ADA, CHLOE]);
    let ada = inside.log_in(ADA, INSTANCE).await;
    assert_eq!(ada.board, "/me");
    let list = inside.site.get(&ada.board, &ada.cookies).await;
    list.assert_says([&*format!("/g/{first}"), &*format!("/g/{second}")]).assert_lacks(["sign-out"]);
    assert_eq!(inside.site.get(&format!("/g/{second}"), &ada.cookies).await.status, 200);
    let chloe = inside.log_in(CHLOE, INSTANCE).await;
    let list = inside.site.get("/me", &chloe.cookies).await;
    list.assert_says(["You have no games"]).assert_lacks(["class=\"card\""]);
    assert_eq!(inside.site.get(&format!("/g/{first}"), &chloe.cookies).await.status, 404);
    assert_eq!(inside.site.get("/me", "activity=00").await.status, 401, "forged");
    inside.harness().clock.advance(31 * DAY);
    assert_eq!(inside.site.get("/me", &ada.cookies).await.status, 401, "too old");
}

#[tokio::test]
async fn ones_own_games_stand_in_the_groups_of_the_command() {
    let inside = Inside::start().await;
    let (offered, adjourned) = (inside.harness().under_way().await, inside.harness().under_way().await);
    let fixture: &Fixture = inside.harness();
    // It is Ada's move in both.
    fixture.draw(offered, ADA, DrawAction::OfferOrAccept { expected_revision: None }).await.expect("offered");
    adjourn::propose(&fixture.games, fixture.request(), adjourned, BRUNO, 20).await.expect("proposed");
    fixture.answer(adjourned, ADA, ProposalAnswer::Agree).await.expect("agreed");
    inside.meet(INSTANCE, CHANNEL, &[ADA, BRUNO]);
    let (mine, theirs, paused) = ("<h2>Your move</h2>", "<h2>Their move</h2>", "<h2>Paused</h2>");
    for (user, first, expected) in
        [(ADA, mine, "you offered a draw"), (BRUNO, mine, "<bdi>person 1</bdi> offers a draw")]
    {
        let frame = inside.log_in(user, INSTANCE).await;
        let list = inside.site.get(&frame.board, &frame.cookies).await;
        let group = list.between(first, paused);
        assert!(group.contains(&format!("/g/{offered}")) && group.contains(expected), "{user:?}: {list:?}");
        let (_, rest) = list.text.split_once(paused).expect("a group");
        assert!(rest.contains(&format!("/g/{adjourned}")) && rest.contains("adjourned until"), "{list:?}");
        list.assert_lacks([theirs, "Nothing is waiting"]);
    }
}

#[tokio::test]
async fn pages_without_a_board_lead_back_in_a_frame_and_to_no_files() {
    let (site, id) = Site::over(async |fixture| {
        let event = Event::over(fixture, Format::Swiss, Some(3), 4, |_| {}).await;
        event.begin().await;
        let id = event.id;
        (event.harness, id)
    })
    .await;
    site.publish(WebPages::Linked).await;
    let (back, file) = ("href=\"/me\"", "<a href=\"/t/");
    for (path, cookie, expected) in [
        (format!("/t/{id}"), "activity=00", [true, false]),
        (format!("/t/{id}"), "", [false, true]),
        ("/t/none".to_owned(), "activity=00", [true, false]),
        ("/t/none".to_owned(), "", [false, false]),
        ("/me".to_owned(), "activity=00", [false, false]),
    ] {
        let page = site.get(&path, cookie).await;
        assert_eq!([back, file].map(|link| page.text.contains(link)), expected, "{path} {cookie}: {page:?}");
    }
}

#[tokio::test]
async fn nobody_but_discord_shows_these_pages_in_a_frame() {
    let inside = Inside::start().await;
    let game = inside.harness().started().await;
    inside.meet(INSTANCE, CHANNEL, &[ADA]);
    inside.harness().games.record_launch(INSTANCE, ADA, game).await.expect("stored");
    let first = "/?frame_id=1&instance_id=i-1&platform=desktop";
    let page = inside.site.get(first, "").await;
    page.assert_status(200).assert_says(["data-client=\"77\""]);
    assert!(
        !page.text.contains("src=\"http") && !page.text.contains("href=\"http"),
        "nothing of others is loaded: {page:?}"
    );
    assert_eq!(inside.site.get("/", "").await.status, 404, "outside of a frame there is nothing");
    let frame = inside.log_in(ADA, INSTANCE).await;
    let discord = "frame-ancestors https://discord.com https://ptb.discord.com https://canary.discord.com";
    let policy = async |site: &Site, path: &str, cookies: &str| {
        let request = site.client.get(format!("{}{path}", site.origin)).header(COOKIE, cookies);
        let answer = request.send().await.expect("an answer");
        answer.headers()["content-security-policy"].to_str().expect("visible").to_owned()
    };
    // In a frame of Discord's, a page without the frame's cookie can do nothing, and shows what to do.
    for (path, cookies) in [(first, ""), (&*frame.board, &*frame.cookies), ("/me", ""), ("/robots.txt", "")] {
        let policy = policy(&inside.site, path, cookies).await;
        assert!(policy.ends_with(discord), "{path}: {policy}");
    }
    let site = Site::start().await;
    for path in ["/open", "/robots.txt", "/me"] {
        let policy = policy(&site, path, "").await;
        assert!(policy.ends_with("frame-ancestors 'none'"), "{path}: {policy}");
    }
}

#[tokio::test]
async fn open_board_launches_the_activity_and_gives_a_link_where_it_did_not_show() {
    let inside = Inside::start().await;
    let game = inside.harness().started().await;
    let button = format!("v1:open:{game}");
    let launch = format!("launch:{game}");
    let press = async || inside.harness().press(ADA, &button).await;
    let first = press().await;
    assert!(first.controls.contains(&launch) && first.text.contains("link is yours alone"), "{first:?}");
    // Discord has accepted the launch, but nothing opened.
    inside.harness().games.record_launch(INSTANCE, ADA, game).await.expect("stored");
    let second = press().await;
    assert!(!second.controls.contains(&launch) && second.labels == ["Open board"], "{second:?}");
    // For others it may work, and for Ada after it once did.
    assert!(inside.harness().press(BRUNO, &button).await.controls.contains(&launch));
    inside.meet(INSTANCE, CHANNEL, &[ADA]);
    inside.log_in(ADA, INSTANCE).await;
    assert!(press().await.controls.contains(&launch));
    // A launch that failed is tried again later.
    inside.harness().games.record_launch(INSTANCE, ADA, game).await.expect("stored");
    inside.harness().clock.advance(11 * 60_000);
    assert!(press().await.controls.contains(&launch));
}

#[tokio::test]
async fn without_an_activity_there_is_nothing_of_it() {
    let (site, game) = Site::with_game().await;
    let sent = site.client.post(format!("{}/activity", site.origin)).header(ORIGIN, &site.origin);
    assert_eq!(site.send(sent.form(&[("code", "a"), ("instance", "i-1")]), "").await.status, 404);
    assert_eq!(site.get("/?frame_id=1&instance_id=i-1", "").await.status, 404);
    assert_eq!(site.get("/me", "activity=00").await.status, 401);
    let answer = site.harness.press(ADA, &format!("v1:open:{game}")).await;
    assert!(!answer.controls.iter().any(|id| id.starts_with("launch")), "{answer:?}");
}
