//! The page of all one's games.

use std::time::Duration;

use games::domain::{GameId, Phase};
use reqwest::header::{ACCEPT, COOKIE, LOCATION, ORIGIN, SET_COOKIE};
use serde_json::json;

use crate::use_cases::support::{ADA, BRUNO, CHLOE};
use crate::use_cases::web::{Got, Site};

impl Site {
    /// Sends a form of the list without following where it leads.
    async fn send_form(&self, path: &str, cookie: &str, form: &[(&str, &str)]) -> reqwest::Response {
        let sent = self.client.post(format!("{}{path}", self.origin)).header(ORIGIN, &self.origin);
        sent.header(COOKIE, cookie).form(form).send().await.expect("an answer")
    }
}

#[tokio::test]
async fn the_list_has_each_game_with_its_board_and_what_waits_first() {
    let (site, first) = Site::with_game().await;
    let (second, over) = (site.harness.started().await, site.harness.started().await);
    let cookie = site.cookie(first, ADA).await;
    let list = site.get("/me", &cookie).await;
    list.assert_says(["<title>(3) Your games</title>", "3 games are waiting for you.", "icon-turn"]);
    site.harness.plays(second, ADA, "a1b2").await;
    site.harness.resign(over, BRUNO).await;
    let list = site.get("/me", &cookie).await;
    list.assert_says(["<title>(1) Your games</title>", "One game is waiting for you.", "<bdi>person 2</bdi>"]);
    let group = |from, to| list.between(from, to);
    assert!(group("<h2>Your move</h2>", "<h2>").contains(&format!("/g/{first}")), "{list:?}");
    assert!(group("<h2>Their move</h2>", "<h2>").contains(&format!("/g/{second}")), "{list:?}");
    assert!(group("<h2>Finished games</h2>", "</section>").contains(&format!("/g/{over}")), "{list:?}");
    assert_eq!(list.text.matches("class=\"board\"").count(), 3);
    // A name is a stranger's text.
    site.harness.store.tamper(first, |record| record.seats[1].name = "<img src=x>\u{202e}".to_owned());
    site.get("/me", &cookie).await.assert_says(["<bdi>"]).assert_lacks(["<img"]);
    // Someone else has other games, and nobody has none.
    let chloe = site.cookie(first, CHLOE).await;
    site.get("/me", &chloe).await.assert_says(["Nothing is waiting for you"]).assert_lacks(["class=\"board\""]);
    for cookie in ["", "session=00", &format!("game-{first}=00")] {
        assert_eq!(site.get("/me", cookie).await.status, 401, "{cookie}");
    }
}

#[tokio::test]
async fn a_board_leads_to_the_list_and_to_the_next_game_that_waits() {
    let (site, first) = Site::with_public_game().await;
    let second = site.harness.started().await;
    let cookie = site.cookie(first, ADA).await;
    let next = format!("href=\"/g/{second}\"");
    let page = async |cookie: &str| site.get(&format!("/g/{first}"), cookie).await;
    page(&cookie).await.assert_says(["href=\"/me\""]).assert_lacks([&*next]);
    assert_eq!(site.play(first, &cookie, "a1b2", 0).await.status, 200);
    page(&cookie).await.assert_says([&*next]);
    page("").await.assert_lacks([&*next, "href=\"/me\""]);
    // The same browser plays there, too.
    assert_eq!(site.play(second, &cookie, "a1b2", 0).await.status, 200);
    page(&cookie).await.assert_lacks([&*next]);
}

#[tokio::test]
async fn a_challenge_is_answered_in_the_list_and_once() {
    let site = Site::start().await;
    let game = site.harness.started().await;
    let offered = async || site.harness.offered().await;
    let (accepted, declined, withdrawn) = (offered().await, offered().await, offered().await);
    let (ada, bruno) = (site.cookie(game, ADA).await, site.cookie(game, BRUNO).await);
    let answer = async |game: GameId, cookie: &str, answer: &str| {
        let got = site.send_form(&format!("/me/{game}"), cookie, &[("answer", answer), ("version", "0")]).await;
        (got.status().as_u16(), got.headers().get(LOCATION).map(|to| to.to_str().expect("visible").to_owned()))
    };
    let list = async |cookie: &str| site.get("/me", cookie).await;
    list(&bruno).await.assert_says(["<bdi>person 1</bdi> challenges you", "value=\"accept\"", "value=\"decline\""]);
    list(&ada).await.assert_says(["your challenge to <bdi>person 2</bdi>", "value=\"withdraw\""]);
    let done = (303, Some("/me".to_owned()));
    // A form that is sent twice acts once.
    for _ in 0..2 {
        assert_eq!(answer(accepted, &bruno, "accept").await, done);
        assert_eq!(answer(declined, &bruno, "decline").await, done);
        assert_eq!(answer(withdrawn, &ada, "withdraw").await, done);
    }
    let phase = async |game| site.harness.record(game).await.expect("there").game.phase;
    assert_eq!(
        [phase(accepted).await, phase(declined).await, phase(withdrawn).await],
        [Phase::Playing, Phase::Void, Phase::Void]
    );
    // Of somebody else, of nobody, and nonsense.
    let open = offered().await;
    let stranger = site.cookie(game, CHLOE).await;
    for (cookie, text, status) in [
        (&*stranger, "accept", 404),
        (&*ada, "accept", 409),
        (&*bruno, "withdraw", 409),
        (&*bruno, "resign", 404),
        ("", "accept", 401),
    ] {
        assert_eq!(answer(open, cookie, text).await.0, status, "{text} with {cookie}");
    }
    let foreign = site.client.post(format!("{}/me/{open}", site.origin)).header(ORIGIN, "https://evil.example");
    let foreign = foreign.header(COOKIE, &bruno).form(&[("answer", "accept"), ("version", "0")]);
    assert_eq!(foreign.send().await.expect("an answer").status(), 403);
    assert_eq!(phase(open).await, Phase::Offered);
}

#[tokio::test]
async fn an_open_list_is_told_of_changes() {
    let (site, game) = Site::with_game().await;
    let cookie = site.cookie(game, ADA).await;
    let follow = async |list: &Got| {
        let seen = list.between("data-seen=\"", "\"").to_owned();
        let sent = site.client.get(format!("{}/me/events?seen={seen}", site.origin)).header(COOKIE, &cookie);
        sent.header(ACCEPT, "text/event-stream").send().await.expect("an answer")
    };
    let shown = site.get("/me", &cookie).await;
    let mut events = follow(&shown).await;
    let nothing = tokio::time::timeout(Duration::from_millis(300), events.chunk()).await;
    assert!(nothing.is_err(), "nothing has changed");
    site.harness.plays(game, ADA, "a1b2").await;
    let event = tokio::time::timeout(Duration::from_secs(20), events.chunk()).await.expect("in time").expect("read");
    assert!(event.is_some_and(|event| event.starts_with(b"event: change")));
    // A page that was read before the change is told at once.
    let late = follow(&shown).await.chunk().await.expect("read").expect("an event");
    assert!(late.starts_with(b"event: change"));
    for (path, cookie, status) in [("/me/events?seen=1", "", 401), ("/me/events", &*cookie, 404)] {
        assert_eq!(site.get(path, cookie).await.status, status, "{path}");
    }
}

#[tokio::test]
async fn a_person_signs_out_of_one_browser_or_of_all() {
    let (site, game) = Site::with_game().await;
    let is_in = async |cookie: &str| site.get("/me", cookie).await.status == 200;
    let (phone, desk) = (site.cookie(game, ADA).await, site.cookie(game, ADA).await);
    let bruno = site.cookie(game, BRUNO).await;
    let out = site.send_form("/me/sign-out", &phone, &[]).await;
    assert_eq!(out.status(), 303);
    let cookie = out.headers()[SET_COOKIE].to_str().expect("visible");
    assert!(cookie.starts_with("session=;") && cookie.contains("Max-Age=0"), "{cookie}");
    assert_eq!([is_in(&phone).await, is_in(&desk).await, is_in(&bruno).await], [false, true, true]);
    // The setting says where one is signed in, and signs out of everything.
    let settings = site.harness.command(ADA, "settings web", json!({})).await;
    settings.assert_says(["You are signed in in one browser"]);
    let unused = site.code(game, ADA).await;
    let button = settings.controls.iter().find(|id| id.contains("sign-out")).expect("a button").clone();
    site.harness.press(ADA, &button).await.assert_says(["You are signed out everywhere."]);
    assert_eq!([is_in(&desk).await, is_in(&bruno).await], [false, true]);
    assert_eq!(site.redeem(&unused).await.status(), 401, "a link that was not used yet");
    // A link to all games, from their list in Discord.
    let list = site.harness.command(ADA, "games", json!({})).await;
    let button = list.controls.iter().find(|id| id.contains("games-browser")).expect("a button").clone();
    let reply = site.harness.press(ADA, &button).await;
    reply.assert_says(["The link is yours alone"]);
    let (_, code) = reply.links.first().expect("a link").split_once('#').expect("a code behind #");
    let answer = site.redeem(code).await;
    let cookie = answer.headers()[SET_COOKIE].to_str().expect("visible").split(';').next().expect("a value").to_owned();
    assert_eq!(answer.json::<serde_json::Value>().await.expect("JSON")["board"], "/me");
    assert!(is_in(&cookie).await);
}
