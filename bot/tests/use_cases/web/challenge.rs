//! A challenge from a browser.

use games::domain::{GameId, Notice, Phase, UserId};
use reqwest::header::{COOKIE, LOCATION, ORIGIN};

use crate::use_cases::support::engine_table::{Table, playing_by};
use crate::use_cases::support::{ADA, BRUNO, CHANNEL, CHLOE, DINA, Harness};
use crate::use_cases::web::{Got, Site};

/// The fields of a form, as they are at first.
fn fields<'f>(form: &'f str, whom: &'f str) -> Vec<(&'f str, &'f str)> {
    vec![
        ("form", form),
        ("server", "9"),
        ("whom", whom),
        ("level", "3"),
        ("game", "abalone:standard"),
        ("pace", ""),
        ("color", "random"),
        ("rated", ""),
    ]
}

fn with<'f>(mut fields: Vec<(&'f str, &'f str)>, name: &str, value: &'f str) -> Vec<(&'f str, &'f str)> {
    for field in fields.iter_mut().filter(|field| field.0 == name) {
        field.1 = value;
    }
    fields
}

impl Site {
    /// The answer to a form, and the address to which it leads.
    async fn send_new(&self, cookie: &str, fields: &[(&str, &str)]) -> (Got, Option<String>) {
        let answer = self.send_form("/new", cookie, fields).await;
        let address = answer.headers().get(LOCATION).map(|to| to.to_str().expect("visible").to_owned());
        (Got { status: answer.status().as_u16(), text: answer.text().await.expect("a text") }, address)
    }

    /// The challenges that wait for an answer.
    async fn offered_to(&self, user: UserId) -> Vec<GameId> {
        let games = self.harness.games.list(user, &[Phase::Offered], 9).await.expect("a store in memory");
        games.into_iter().map(|summary| summary.game.game_id).collect()
    }
}

#[tokio::test]
async fn a_challenge_from_a_page_is_one_of_discord_and_is_made_once() {
    let (site, game) = Site::with_game().await;
    let cookie = site.cookie(game, ADA).await;
    site.set_members(&[ADA, BRUNO]);
    site.harness.notices().await;
    let page = site.get("/new", &cookie).await;
    page.assert_status(200).assert_says([
        "<option value=\"2\">person 2</option>",
        "value=\"anybody\"",
        "name=\"server\" value=\"9\"",
    ]);
    page.assert_lacks(["<option value=\"1\"", "<option value=\"3\"", "value=\"engine\""]);
    let form = page.between("name=\"form\" value=\"", "\"").to_owned();
    assert_ne!(form, site.get("/new", &cookie).await.between("name=\"form\" value=\"", "\""), "another form");
    let filled = with(with(fields(&form, "2"), "game", "abalone:belgian-daisy"), "color", "white");
    let filled = with(with(filled, "pace", "days:2 25"), "rated", "no");
    for _ in 0..2 {
        let (answer, address) = site.send_new(&cookie, &filled).await;
        assert_eq!((answer.status, address.as_deref()), (303, Some("/me")), "{answer:?}");
    }
    let offered = site.offered_to(BRUNO).await;
    assert_eq!(offered.len(), 1);
    assert_eq!(site.harness.notices().await, [Notice::Challenge]);
    let record = site.harness.read_record(offered[0]).await;
    assert_eq!(record.game.setup.to_string(), "abalone layout=belgian-daisy sprint=25");
    assert_eq!(record.game.time_control.to_string(), "days:2");
    assert_eq!((record.game.place.channel_id, record.game.challenge.is_rated), (CHANNEL, false));
    let names: Vec<&str> = record.seats.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["person 2", "person 1"], "Ada moves second");
    // Another person's form with the same secret is another challenge.
    let bruno = site.cookie(game, BRUNO).await;
    assert_eq!(site.send_new(&bruno, &fields(&form, "1")).await.1.as_deref(), Some("/me"));
    assert_eq!(site.offered_to(ADA).await.len(), 2);
}

#[tokio::test]
async fn what_is_refused_is_shown_again_with_the_reason() {
    let (site, game) = Site::with_game().await;
    let cookie = site.cookie(game, ADA).await;
    site.set_members(&[ADA, BRUNO]);
    let refused = async |number: u32, name: &str, value: &str, reason: &str| {
        let form = number.to_string();
        let filled = with(with(fields(&form, "2"), "pace", "days:5"), name, value);
        let (answer, _) = site.send_new(&cookie, &filled).await;
        answer.assert_status(409).assert_says([reason, &format!("name=\"form\" value=\"{form}\""), "role=\"alert\""]);
        answer
    };
    let no_choice = "That choice doesn't exist.";
    let kept = refused(0, "whom", "", "Choose who you want to play.").await;
    kept.assert_says(["<option value=\"days:5\" selected>", "<option value=\"abalone:standard\" selected>"]);
    for (number, (name, value)) in (1..).zip([
        ("whom", "3"),
        ("whom", "<b>"),
        ("game", "chess"),
        ("game", ""),
        ("game", "abalone:nonsense"),
        ("pace", "days:999"),
        ("color", "red"),
        ("rated", "maybe"),
    ]) {
        let answer = refused(number, name, value, no_choice).await;
        answer.assert_lacks(["<b>"]);
    }
    refused(20, "game", "preset:nonsense", "no game or preset").await;
}

#[tokio::test]
async fn a_refusal_of_the_rules_and_limits_stands_beside_the_form() {
    let (site, game) = Site::with_game().await;
    let cookie = site.cookie(game, ADA).await;
    site.set_members(&[ADA, BRUNO]);
    let sprint = with(with(fields("0", "2"), "game", "fliporona"), "pace", "days:1 20");
    let (answer, _) = site.send_new(&cookie, &sprint).await;
    answer.assert_status(409).assert_says(["This game can't be played"]);
    let (answer, _) = site.send_new(&cookie, &fields("1", "engine")).await;
    answer.assert_status(409).assert_says(["I don't play Abalone myself here."]);
    // Who has left is not challenged.
    site.set_members(&[ADA]);
    let (answer, _) = site.send_new(&cookie, &fields("2", "2")).await;
    answer.assert_status(409).assert_says(["<bdi>person 2</bdi> is no longer in this server."]);
    site.set_members(&[ADA, BRUNO]);
    for form in ["3", "4", "5"] {
        assert_eq!(site.send_new(&cookie, &fields(form, "2")).await.0.status, 303);
    }
    let (answer, _) = site.send_new(&cookie, &fields("6", "2")).await;
    answer.assert_status(409).assert_says(["You already have 4 games and open challenges"]);
}

#[tokio::test]
async fn anybody_is_sought_and_sumito_plays_at_once() {
    let set_up = async |mut fixture: crate::use_cases::support::Fixture| {
        fixture.games = playing_by(&fixture, &Table::of_round());
        (Harness::over(fixture), ())
    };
    let site = Site::over(set_up).await.0;
    let game = site.harness.started().await;
    let cookie = site.cookie(game, ADA).await;
    site.set_members(&[ADA]);
    let page = site.get("/new?server=9", &cookie).await;
    page.assert_says(["value=\"engine\"", "<option value=\"3\" selected>"]);
    let (_, address) = site.send_new(&cookie, &fields("1", "anybody")).await;
    assert_eq!(address.as_deref(), Some("/me"));
    let open = site.harness.store.open_seeks(crate::use_cases::web::GUILD, 9).await.expect("a store in memory");
    assert_eq!((open.len(), open[0].game.place.channel_id), (1, CHANNEL));
    let (_, address) = site.send_new(&cookie, &with(fields("2", "engine"), "level", "7")).await;
    let address = address.expect("begun");
    let begun: GameId = address.strip_prefix("/g/").and_then(|id| id.parse().ok()).expect("a game");
    let record = site.harness.read_record(begun).await;
    assert_eq!(record.game.phase, Phase::Playing);
    assert!(record.seats.iter().any(|seat| seat.player.to_string().ends_with('7')), "{record:?}");
    site.get(&address, &cookie).await.assert_status(200);
}

#[tokio::test]
async fn a_challenge_is_only_for_members_of_a_server_that_they_know() {
    let (site, game) = Site::with_game().await;
    let [ada, chloe, dina] =
        [site.cookie(game, ADA).await, site.cookie(game, CHLOE).await, site.cookie(game, DINA).await];
    site.set_members(&[BRUNO, CHLOE]);
    for (path, cookie, status) in [
        ("/new", "", 401),
        ("/new", &*ada, 403),
        ("/new?server=x", &ada, 404),
        ("/new?server=77", &ada, 404),
        // Chloé has played nowhere, and the server shows nothing.
        ("/new", &chloe, 403),
        ("/new?server=9", &chloe, 404),
        ("/new?server=9&server=9", &chloe, 404),
    ] {
        site.get(path, cookie).await.assert_status(status);
    }
    let asked = fields("1", "2");
    for (cookie, status) in [(&*ada, 403), (&chloe, 404), (&dina, 404), ("", 401)] {
        assert_eq!(site.send_new(cookie, &asked).await.0.status, status, "{cookie}");
    }
    let foreign = site.client.post(format!("{}/new", site.origin)).header(ORIGIN, "https://evil.example");
    let foreign = foreign.header(COOKIE, &ada).form(&asked).send().await.expect("an answer");
    assert_eq!(foreign.status(), 403);
    assert!(site.offered_to(BRUNO).await.is_empty());
    // In a public server without a channel for open challenges, nothing says where hers would appear.
    site.publish(games::domain::WebPages::Linked).await;
    site.get("/new?server=9", &chloe).await.assert_status(403).assert_says(["Play a first game in a server"]);
    site.get("/new?server=9", &dina).await.assert_status(403).assert_says(["doesn't confirm"]);
}
