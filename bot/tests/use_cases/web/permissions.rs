//! Access to every route by every kind of browser.

use bot::features::privacy::service::deletion::Deletions;
use games::challenges::NewChallenge;
use games::domain::{ChannelId, GameId, GuildId, GuildPreferences, Origin, UserId, WebPages};
use games::jobs::run_due;
use reqwest::header::{COOKIE, ORIGIN, SET_COOKIE};
use serde_json::json;

use crate::use_cases::support::{ADA, BRUNO, CHLOE, DAY, DINA, person};
use crate::use_cases::web::Site;

/// A person's access to a game: the columns of the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    Nobody,
    Player,
    Opponent,
    /// Signed in by the link of this game.
    Member,
    /// Signed in, but was not shown this game.
    Stranger,
    /// The cookie has an invalid session.
    Invalid,
}

/// A cookie of every kind of browser.
async fn browsers(site: &Site, game: GameId) -> Vec<(&'static str, Who, String)> {
    let other = site.harness.started().await;
    let [away, opponent, deleted] = [UserId(41), UserId(42), UserId(43)];
    let origin = Origin { guild_id: Some(GuildId(10)), channel_id: ChannelId(410) };
    let (challenger, opponents) = (person(away), vec![person(opponent)]);
    let elsewhere = NewChallenge { challenger, opponents, origin, ..site.harness.new_challenge() };
    let elsewhere = site.harness.challenge(elsewhere).await;
    site.harness.accept_by(elsewhere, opponent).await.expect("accepts");
    let expired = site.cookie(game, ADA).await;
    site.harness.clock.advance(31 * DAY);
    let signed_out = site.cookie(game, ADA).await;
    let sent = site.client.post(format!("{}/me/sign-out", site.origin)).header(ORIGIN, &site.origin);
    assert_eq!(site.send(sent, &signed_out).await.status, 303);
    let of_deleted = site.cookie(game, deleted).await;
    let asked = site.harness.say(deleted, "settings privacy delete").await;
    let delete = asked.controls.iter().find(|id| id.starts_with("v1:privacy-delete:")).expect("a button").clone();
    site.harness.press_private(deleted, &delete).await;
    for _ in 0..10 {
        site.harness.notices().await;
        run_due(&site.harness.games, &Deletions).await.expect("a store in memory");
        site.harness.clock.advance(5_000);
    }
    vec![
        ("nobody", Who::Nobody, String::new()),
        ("the player on turn", Who::Player, site.cookie(game, ADA).await),
        ("the opponent", Who::Opponent, site.cookie(game, BRUNO).await),
        ("a member with the link", Who::Member, site.cookie(game, CHLOE).await),
        ("another member", Who::Stranger, site.cookie(other, DINA).await),
        ("a player of another server", Who::Stranger, site.cookie(elsewhere, away).await),
        ("an expired session", Who::Invalid, expired),
        ("a session that was signed out", Who::Invalid, signed_out),
        ("a session of a deleted person", Who::Invalid, of_deleted),
        ("a forged session", Who::Invalid, format!("session={}", "0".repeat(32))),
    ]
}

#[tokio::test]
async fn every_route_answers_everybody_as_the_table_says() {
    let site = Site::start().await;
    let game = site.harness.started_as("abalone", "none").await;
    let browsers = browsers(&site, game).await;
    // Status codes for a private game, then for a public one, in the order of `Who`.
    let table = [
        ("", [404, 200, 200, 200, 404, 401], [200; 6]),
        ("?ply=0", [404, 200, 200, 200, 404, 401], [200; 6]),
        ("?flip=true", [404, 200, 200, 200, 404, 401], [200; 6]),
        ("/0.png", [404, 200, 200, 200, 404, 401], [200; 6]),
        ("/1.png", [404, 404, 404, 404, 404, 401], [404; 6]),
        ("/replay.gif", [404, 200, 200, 200, 404, 401], [200; 6]),
        // A running game has no record.
        ("/record.txt", [404, 404, 404, 404, 404, 401], [404; 6]),
        ("/..%2f..%2fetc%2fpasswd", [404; 6], [404; 6]),
        ("/try?turn=a1b2&revision=0", [401, 200, 409, 403, 404, 401], [401, 200, 409, 403, 403, 401]),
        ("/try?turn=a1b2&revision=1", [401, 409, 409, 403, 404, 401], [401, 409, 409, 403, 403, 401]),
        ("?ply=x", [404, 200, 200, 200, 404, 401], [200; 6]),
        ("/try", [404; 6], [404; 6]),
        ("/moves", [303; 6], [303; 6]),
        ("/lines", [303; 6], [303; 6]),
        ("/proposals", [303; 6], [303; 6]),
        ("/review", [303; 6], [303; 6]),
        ("/fork", [303; 6], [303; 6]),
        // Nobody talks over a running game.
        ("?line=a1b2", [404, 409, 409, 409, 404, 401], [409; 6]),
    ];
    // Those of pages about the reader.
    let own = [
        ("/me", [401, 200, 200, 200, 200, 401]),
        ("/me/sign-out", [303; 6]),
        ("/open", [200; 6]),
        // Discord is not set up here.
        ("/", [404; 6]),
        ("/sign-in", [401, 303, 303, 303, 303, 401]),
        ("/sign-in/callback?code=1&state=1", [401, 303, 303, 303, 303, 401]),
        ("/activity", [405; 6]),
        ("/robots.txt", [200; 6]),
    ];
    // This answer never ends.
    let events = format!("{}/me/events", site.origin);
    for (name, who, cookie) in &browsers {
        let answer = site.client.get(&events).header("cookie", cookie).send().await.expect("answered");
        assert_eq!(answer.status(), [401, 200, 200, 200, 200, 401][*who as usize], "{name}");
    }
    for is_public in [false, true] {
        if is_public {
            site.publish(WebPages::Linked).await;
        }
        let of_game = table
            .iter()
            .map(|(path, private, public)| (format!("/g/{game}{path}"), if is_public { public } else { private }));
        let routes = of_game.chain(own.iter().map(|(path, expected)| ((*path).to_owned(), expected)));
        for (path, expected) in routes {
            for (name, who, cookie) in &browsers {
                let got = site.get(&path, cookie).await;
                assert_eq!(got.status, expected[*who as usize], "{path} by {name}, public: {is_public}: {}", got.text);
            }
        }
        // Only the player on turn can move, in a public game too.
        for (name, who, cookie) in browsers.iter().filter(|(_, who, _)| *who != Who::Player) {
            let got = site.play(game, cookie, "a1b2", 0).await;
            let expected = match who {
                Who::Opponent => 409,
                Who::Member => 403,
                Who::Stranger if is_public => 403,
                Who::Stranger => 404,
                _ => 401,
            };
            assert_eq!(got.status, expected, "{name}: {}", got.text);
        }
    }
    // A missing game looks like a private one.
    let private = site.harness.started().await;
    let of = async |path: String| {
        let got = site.get(&path, "").await;
        (got.status, got.text)
    };
    let public = GuildPreferences { web: Some(WebPages::Linked), ..GuildPreferences::default() };
    let private_again = GuildPreferences::default();
    let closed = site.harness.store.set_guild_preferences(super::GUILD, &public, &private_again, None).await;
    assert!(closed.expect("stored"));
    assert_eq!(of(format!("/g/{private}")).await, of("/g/zzzzzzzzz".to_owned()).await);
    assert_eq!(of(format!("/g/{private}")).await, of("/g/%3Cscript%3E".to_owned()).await);
    // A forged cookie does not distinguish them either.
    let of_forged = async |game: String| {
        let got = site.get(&format!("/g/{game}"), &format!("session={}", "0".repeat(32))).await;
        (got.status, got.text.replace(&game, ""))
    };
    assert_eq!(of_forged(private.to_string()).await, of_forged("zzzzzzzzz".to_owned()).await);
}

#[tokio::test]
async fn a_board_that_is_used_stays_open_and_one_that_is_not_says_so() {
    let site = Site::start().await;
    let game = site.harness.started_as("abalone", "none").await;
    let (path, cookie) = (format!("/g/{game}"), site.cookie(game, ADA).await);
    let visit = async || {
        let url = format!("{}{path}", site.origin);
        let answer = site.client.get(url).header(COOKIE, &cookie).send().await.expect("an answer");
        let renewed = answer.headers().get(SET_COOKIE).map(|value| value.to_str().expect("visible").to_owned());
        (answer.status().as_u16(), renewed)
    };
    assert_eq!(visit().await, (200, None), "it was opened just now");
    for _ in 0..3 {
        site.harness.clock.advance(29 * DAY);
        let (status, renewed) = visit().await;
        let renewed = renewed.expect("the browser keeps it as long as the server does");
        assert!(status == 200 && renewed.starts_with(&format!("{cookie}; ")), "{renewed}");
        assert!(renewed.contains(&format!("; Max-Age={};", 60 * 24 * 60 * 60)), "{renewed}");
        site.harness.clock.advance(DAY - 1);
        assert_eq!(visit().await, (200, None), "a use is stored once a day");
    }
    site.harness.clock.advance(29 * DAY + 1);
    let page = site.get(&path, &cookie).await;
    let sentence = "You are not signed in here. Open the board from Discord.";
    page.assert_status(401).assert_says([sentence]);
    let tried = site.get(&format!("{path}/try?turn=a1b2&revision=0"), &cookie).await;
    assert_eq!((tried.status, &tried.json()["problem"]), (401, &json!(sentence)));
    let played = site.play(game, &cookie, "a1b2", 0).await;
    assert_eq!((played.status, &played.json()["problem"]), (401, &json!(sentence)));
    // Everyone sees the page of a public game. Only the possible mover is told more.
    site.publish(WebPages::Linked).await;
    for (cookie, is_told) in [(&*cookie, true), ("", false)] {
        let page = site.get(&path, cookie).await;
        assert_eq!((page.status, page.text.contains(sentence)), (200, is_told), "{page:?}");
    }
}

#[tokio::test]
async fn a_link_signs_in_once_and_not_for_long() {
    let (site, game) = Site::with_game().await;
    // Previews and scanners only read.
    let code = site.code(game, ADA).await;
    assert_eq!(site.get("/open", "").await.status, 200);
    let first = site.redeem(&code).await;
    assert_eq!(first.status(), 200);
    assert_eq!(first.json::<serde_json::Value>().await.expect("JSON")["board"], format!("/g/{game}"));
    let again = site.redeem(&code).await;
    assert_eq!((again.status().as_u16(), again.headers().contains_key("set-cookie")), (401, false));
    assert!(again.text().await.expect("a text").contains("This link was already used, or is too old."));
    // A browser in which its person is signed in can return; no one else can, not even the opponent.
    let (own, opponent) = (site.cookie(game, ADA).await, site.cookie(game, BRUNO).await);
    for (cookie, status) in [(&*own, 200), (&*opponent, 401), ("", 401)] {
        let sent = site.client.post(format!("{}/open", site.origin)).header(ORIGIN, &site.origin);
        let got = site.send(sent.form(&[("code", &code)]), cookie).await;
        let board = json!(format!("/g/{game}"));
        assert_eq!((got.status, got.json()["board"] == board), (status, status == 200), "{cookie}: {got:?}");
    }
    let late = site.code(game, ADA).await;
    site.harness.clock.advance(11 * 60_000);
    assert_eq!(site.redeem(&late).await.status(), 401);
    assert_eq!(site.redeem("").await.status(), 401);
    // Someone who had the link is led to the page, if there is one.
    let ways =
        async |code: &str| site.redeem(code).await.json::<serde_json::Value>().await.expect("JSON")["ways"].take();
    assert_eq!(ways("unknown").await, json!(null));
    assert_eq!(ways(&code).await, json!({ "games": null, "page": null, "thread": null }));
    site.publish(WebPages::Linked).await;
    assert_eq!(ways(&code).await["page"], json!(format!("/g/{game}")));
    site.harness.clock.advance(31 * DAY);
    assert_eq!(ways(&code).await, json!(null), "too long ago");
    // The session's own secret is no link.
    let cookie = site.cookie(game, ADA).await;
    assert_eq!(site.redeem(cookie.split_once('=').expect("a value").1).await.status(), 401);
}

#[tokio::test]
async fn what_another_page_makes_a_browser_send_is_refused() {
    let (site, game) = Site::with_game().await;
    let cookie = site.cookie(game, ADA).await;
    for origin in ["https://evil.example", "null", ""] {
        let url = format!("{}/g/{game}/moves", site.origin);
        let sent = site.client.post(url).form(&[("turn", "a1b2"), ("revision", "0")]);
        let sent = if origin.is_empty() { sent } else { sent.header(ORIGIN, origin) };
        assert_eq!(site.send(sent, &cookie).await.status, 403, "{origin}");
        let code = site.code(game, ADA).await;
        let sent = site.client.post(format!("{}/open", site.origin)).header(ORIGIN, origin).form(&[("code", &code)]);
        assert_eq!(site.send(sent, "").await.status, 403, "{origin}");
    }
    let record = site.harness.record(game).await.expect("there");
    assert_eq!(record.plies.len(), 0);
    // Longer than anything that a page sends.
    let long = site.play(game, &cookie, &"a".repeat(20_000), 0).await;
    assert_eq!(long.status, 413);
}
