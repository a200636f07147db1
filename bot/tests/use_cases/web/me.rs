//! The page of all one's games.

use std::time::Duration;

use games::domain::{GameId, Phase, VacationAllowance};
use reqwest::header::{ACCEPT, COOKIE, LOCATION, ORIGIN, SET_COOKIE};

use crate::use_cases::support::{ADA, BRUNO, CHLOE, Fixture, Harness, MINUTE};
use crate::use_cases::web::Site;

impl Site {
    /// Sends a form of the list without following where it leads.
    pub(super) async fn send_form(&self, path: &str, cookie: &str, form: &[(&str, &str)]) -> reqwest::Response {
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
    site.get("/me", &chloe).await.assert_says(["You have no games"]).assert_lacks(["class=\"board\""]);
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

/// The next version that an open page is told, within this time.
async fn told(events: &mut reqwest::Response, millis: u64) -> Option<String> {
    let event = tokio::time::timeout(Duration::from_millis(millis), events.chunk()).await.ok()?;
    let event = String::from_utf8(event.expect("read").expect("an event").to_vec()).expect("a text");
    let (_, version) = event.split_once("event: version\ndata: ").expect("a version");
    Some(version.trim().to_owned())
}

#[tokio::test]
async fn an_open_list_is_told_of_changes_at_once() {
    let (site, game) = Site::with_game().await;
    let (ada, chloe) = (site.cookie(game, ADA).await, site.cookie(game, CHLOE).await);
    let shown = async || site.get("/me", &ada).await.between("data-version=\"", "\"").to_owned();
    let follow = async |cookie: &str, seen: &str| {
        let sent = site.client.get(format!("{}/me/events", site.origin)).header(COOKIE, cookie);
        let sent = sent.header(ACCEPT, "text/event-stream").header("last-event-id", seen);
        sent.send().await.expect("an answer")
    };
    let mut events = follow(&ada, "").await;
    assert_eq!(told(&mut events, 5_000).await, Some(shown().await), "the page compares it with its own");
    let mut same = follow(&ada, &shown().await).await;
    assert_eq!(told(&mut same, 300).await, None, "nothing has changed");
    let mut others = follow(&chloe, "").await;
    assert!(told(&mut others, 5_000).await.is_some());
    // Each change is told long before all versions are read again, also of games that nobody has followed.
    for (text, user) in [("a1b2", ADA), ("i9h8", BRUNO), ("d4c3", ADA)] {
        site.harness.plays(game, user, text).await;
        assert!(told(&mut events, 300).await.is_some(), "{text}");
    }
    let offered = site.harness.offered().await;
    assert!(told(&mut events, 300).await.is_some(), "a challenge");
    site.harness.accept(offered).await.expect("accepted");
    assert!(told(&mut events, 300).await.is_some(), "a game");
    assert_eq!(told(&mut others, 300).await, None, "games of others");
    // A page that was read before the changes is told when it comes back.
    let mut late = follow(&ada, "1").await;
    assert!(told(&mut late, 5_000).await.is_some_and(|version| version != "1"));
    assert_eq!(site.get("/me/events", "").await.status, 401);
}

#[tokio::test]
async fn an_open_board_is_told_of_moves_at_once() {
    let (site, game) = Site::with_public_game().await;
    let mut events = site.client.get(format!("{}/g/{game}/events", site.origin)).send().await.expect("an answer");
    let first = told(&mut events, 5_000).await.expect("the version now");
    let mut versions = vec![first];
    for (text, user) in [("a1b2", ADA), ("i9h8", BRUNO), ("d4c3", ADA), ("f6g7", BRUNO)] {
        site.harness.plays(game, user, text).await;
        versions.push(told(&mut events, 300).await.expect("a version"));
    }
    let page = site.get(&format!("/g/{game}"), "").await;
    assert_eq!(page.between("data-version=\"", "\""), versions[4], "{versions:?}");
    versions.dedup();
    assert_eq!(versions.len(), 5);
}

#[tokio::test]
async fn a_person_on_vacation_may_move_and_one_without_games_learns_how_to_begin() {
    let with_vacations = async |fixture: Fixture| {
        let fixture = fixture.hosted(|settings| settings.vacation = VacationAllowance::default());
        (Harness::over(fixture), ())
    };
    let (site, ()) = Site::over(with_vacations).await;
    let game = site.harness.started().await;
    site.harness.take_vacation(ADA, 3, None).await;
    let (ada, bruno) = (site.cookie(game, ADA).await, site.cookie(game, BRUNO).await);
    let list = site.get("/me", &ada).await;
    assert!(list.between("<h2>Your move</h2>", "</section>").contains("on vacation until"), "{list:?}");
    site.get("/me", &bruno).await.assert_says(["<h2>Paused</h2>", "on vacation until"]).assert_lacks(["Their move"]);
    let chloe = site.cookie(game, CHLOE).await;
    let empty = site.get("/me", &chloe).await;
    empty.assert_says(["You have no games.", "<code>/challenge</code>", "<code>/seek</code>"]).assert_lacks(["<h2>"]);
}

#[tokio::test]
async fn of_many_games_the_most_urgent_have_boards_and_the_others_lines() {
    let unlimited =
        async |fixture: Fixture| (Harness::over(fixture.hosted(|settings| settings.max_open = u32::MAX)), ());
    let (site, ()) = Site::over(unlimited).await;
    let mut games = Vec::new();
    for _ in 0..103 {
        games.push(site.harness.started().await);
        site.harness.clock.advance(MINUTE);
    }
    let cookie = site.cookie(games[0], ADA).await;
    let list = site.get("/me", &cookie).await;
    let places: Vec<_> = games.iter().map(|game| list.text.find(&format!("href=\"/g/{game}\""))).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "by deadline: {places:?}");
    assert_eq!(list.text.matches("class=\"board\"").count(), 100);
    assert_eq!(list.between("<ul class=\"games\">", "</ul>").matches("<li>").count(), 3);
    // Each board is its marbles; the frame is there once.
    assert_eq!(list.text.matches("id=\"ground-5\"").count(), 1);
    let bytes = list.text.len() / 103;
    assert!(bytes < 3_500, "{bytes} bytes each");
}

#[tokio::test]
async fn a_browser_installs_the_list_and_keeps_nothing_of_a_person() {
    let (site, game) = Site::with_game().await;
    let cookie = site.cookie(game, ADA).await;
    let list = site.get("/me", &cookie).await;
    let manifest = site.get(list.between("<link rel=\"manifest\" href=\"", "\""), "").await;
    let manifest = manifest.assert_status(200).json();
    assert_eq!((manifest["start_url"].as_str(), manifest["display"].as_str()), (Some("/me"), Some("standalone")));
    assert!(manifest["background_color"].as_str().is_some_and(|color| color.starts_with('#')), "{manifest}");
    for icon in manifest["icons"].as_array().expect("icons") {
        let icon = site.get(icon["src"].as_str().expect("an address"), "").await;
        icon.assert_status(200).assert_says(["<svg ", "</svg>"]);
    }
    site.get(manifest["icons"][1]["src"].as_str().expect("an address"), "").await.assert_says(["<rect"]);
    let worker = site.get("/worker.js", "").await;
    let kept: Vec<String> =
        serde_json::from_str(&format!("[{}]", worker.between("= [", "];"))).expect("a list of addresses");
    assert_eq!(kept.len(), 3);
    for address in &kept {
        site.get(address, "").await.assert_status(200).assert_lacks(["person 1"]);
        assert!(address == "/offline" || address.starts_with("/assets/"), "{address}");
    }
    assert!(worker.text.len() < 1_024, "{} bytes", worker.text.len());
    let german = site.client.get(format!("{}/offline", site.origin)).header("accept-language", "de");
    site.send(german, "").await.assert_says(["Gerade gibt es keine Verbindung.", "href=\"\""]);
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
    let settings = site.harness.say(ADA, "settings web").await;
    settings.says("You are signed in in one browser");
    let unused = site.code(game, ADA).await;
    let button = settings.controls.iter().find(|id| id.contains("sign-out")).expect("a button").clone();
    site.harness.press(ADA, &button).await.says("You are signed out everywhere.");
    assert_eq!([is_in(&desk).await, is_in(&bruno).await], [false, true]);
    assert_eq!(site.redeem(&unused).await.status(), 401, "a link that was not used yet");
    // A link to all games, from their list in Discord.
    let list = site.harness.say(ADA, "games").await;
    let button = list.controls.iter().find(|id| id.contains("games-browser")).expect("a button").clone();
    let reply = site.harness.press(ADA, &button).await;
    reply.says("The link is yours alone");
    let (_, code) = reply.links.first().expect("a link").split_once('#').expect("a code behind #");
    let answer = site.redeem(code).await;
    let cookie = answer.headers()[SET_COOKIE].to_str().expect("visible").split(';').next().expect("a value").to_owned();
    assert_eq!(answer.json::<serde_json::Value>().await.expect("JSON")["board"], "/me");
    assert!(is_in(&cookie).await);
}
