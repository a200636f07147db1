//! After the game: its review, lines to talk over, and positions to try.

use std::sync::Arc;

use bot::features::engine::threads::EngineThreads;
use games::domain::{EngineLevel, GameId, Phase, Player, WebPages};
use reqwest::header::{ACCEPT, LOCATION, ORIGIN};
use serde_json::json;

use crate::use_cases::support::{ADA, BRUNO, CHLOE, Harness};
use crate::use_cases::web::{Got, Site};

impl Site {
    /// With an engine, and a queue of this length for it.
    async fn with_engine(longest: usize) -> Self {
        Self::over(async |mut fixture| {
            let threads = EngineThreads::start(1, longest).expect("a thread");
            fixture.games = fixture.games.clone().with_engine_queue(Arc::new(threads));
            (Harness::over(fixture), ())
        })
        .await
        .0
    }

    /// A public game of 14 moves, with mistakes.
    async fn played(&self) -> GameId {
        let game = self.harness.started_as("abalone layout=belgian-daisy", "days:3").await;
        for _ in 0..14 {
            let (user, turn) = self.harness.possible_turn(game).await;
            self.harness.plays(game, user, &turn).await;
        }
        self.publish(WebPages::Linked).await;
        game
    }

    /// A public game of three moves, which Bruno has resigned.
    async fn resigned(&self) -> GameId {
        let game = self.harness.started().await;
        self.harness.play_all(game, &["a1b2", "i9h8", "a2b3"]).await;
        self.publish(WebPages::Linked).await;
        self.harness.resign(game, BRUNO).await;
        game
    }

    async fn ask_for_review(&self, game: GameId, cookie: &str) -> Got {
        let sent = self.client.post(format!("{}/g/{game}/review", self.origin)).header(ORIGIN, &self.origin);
        self.send(sent.header(ACCEPT, "application/json").form(&[("", "")]), cookie).await
    }

    /// Presses *Try it from here*: the status, and the page of the game that has begun.
    async fn fork(&self, game: GameId, cookie: &str, fields: [&str; 3]) -> (u16, String) {
        let sent = self.client.post(format!("{}/g/{game}/fork", self.origin)).header(ORIGIN, &self.origin);
        let sent =
            sent.header("cookie", cookie).form(&[("ply", fields[0]), ("line", fields[1]), ("shown_at", fields[2])]);
        let answer = sent.send().await.expect("an answer");
        let page = answer.headers().get(LOCATION).map(|page| page.to_str().expect("visible").to_owned());
        (answer.status().as_u16(), page.unwrap_or_default())
    }
}

#[tokio::test]
async fn the_review_is_made_for_who_is_signed_in_once_the_game_is_over_and_shown_to_all() {
    let site = Site::with_engine(10).await;
    let game = site.played().await;
    let path = format!("/g/{game}");
    let (ada, chloe) = (site.cookie(game, ADA).await, site.cookie(game, CHLOE).await);
    site.ask_for_review(game, &ada).await.assert_status(409).assert_says(["The game isn't over yet."]);
    site.get(&path, &ada).await.assert_lacks(["class=\"ask\""]);
    site.harness.resign(game, BRUNO).await;
    let asked = "class=\"ask\"";
    site.get(&path, &ada).await.assert_says([asked, "data-by-itself"]);
    site.get(&path, &chloe).await.assert_says([asked]).assert_lacks(["data-by-itself"]);
    site.get(&path, "").await.assert_lacks([asked]);
    site.ask_for_review(game, "").await.assert_status(401);
    let foreign = site.client.post(format!("{}{path}/review", site.origin)).header(ORIGIN, "https://evil.example");
    site.send(foreign.form(&[("", "")]), &ada).await.assert_status(403);
    site.get(&path, "").await.assert_lacks(["Accuracy: "]);

    for _ in 0..2 {
        site.ask_for_review(game, &ada).await.assert_status(200);
    }
    let last = site.get(&path, "").await;
    last.assert_says(["Accuracy: Black "]).assert_lacks([asked]);
    let curve = last.between("section class=\"chart review\"", "</svg>");
    assert_eq!(curve.matches("<rect ").count(), 15, "each position: {curve}");
    assert!(
        curve.contains(&format!("href=\"{path}?ply=3\"")) && curve.contains(&format!("href=\"{path}\"")),
        "{curve}"
    );
    // The last position has a mistake before it; the first has none.
    let previous = last.between("data-step=\"mistake-previous\" href=\"", "\"").to_owned();
    let mistake = site.get(&previous, "").await;
    mistake.assert_says([" of winning chance. Better: ", "I would continue with ", "aria-current=\"step\""]);
    let better = mistake.between("<a class=\"better\" href=\"", "\"").replace("&amp;", "&");
    assert_eq!(mistake.text.matches("<svg class=\"board\"").count(), 2, "what was better, on a board");
    site.get(&better, "").await.assert_status(200).assert_says(["<strong>Not played</strong>", "Back to the game"]);
    site.get(&format!("{path}?ply=0"), "").await.assert_lacks(["data-step=\"mistake-previous\"", "class=\"better\""]);
}

#[tokio::test]
async fn an_engine_without_room_is_asked_again_later_and_a_missing_one_never() {
    let site = Site::with_engine(0).await;
    let game = site.resigned().await;
    let ada = site.cookie(game, ADA).await;
    site.ask_for_review(game, &ada).await.assert_status(503).assert_says(["Ask again in a moment"]);
    let (site, game) = Site::with_public_game().await;
    site.harness.plays(game, ADA, "a1b2").await;
    site.harness.resign(game, BRUNO).await;
    let ada = site.cookie(game, ADA).await;
    site.set_members(&[ADA]);
    site.get(&format!("/g/{game}"), &ada).await.assert_lacks(["class=\"ask\"", "/fork\""]);
    site.ask_for_review(game, &ada).await.assert_status(409);
    assert_eq!(site.fork(game, &ada, ["0", "", "1"]).await.0, 409);
}

#[tokio::test]
async fn a_line_is_shared_by_its_address_alone() {
    let site = Site::start().await;
    let game = site.resigned().await;
    let before = site.harness.record(game).await.expect("there");
    let path = format!("/g/{game}");
    let page = site.get(&format!("{path}?ply=1&line=I9-H8+a2b3&note=%3Cb%3Elook%3C/b%3E"), "").await;
    let line = "line=i9h8%20a2b3&amp;note=%3Cb%3Elook%3C%2Fb%3E";
    page.assert_status(200).assert_says(["A line after 1 move", "&lt;b&gt;look&lt;/b&gt;", "noindex", line]);
    page.assert_lacks(["<b>look", "data-step=\"prev\""]);
    // Its steps are links.
    let next = page.between("data-step=\"next\" href=\"", "\"").replace("&amp;", "&");
    let first = site.get(&next, "").await;
    first.assert_says(["href=\"#white\" data-at=\"f6\"", "data-step=\"prev\"", "data-line=\"i9h8\""]);
    let last = site.get(&format!("{path}?ply=1&line=i9h8+a2b3&at=99"), "").await;
    last.assert_says(["data-line=\"i9h8 a2b3\""]).assert_lacks(["data-step=\"next\""]);
    // A note alone, and one that is too long.
    let note = site.get(&format!("{path}?ply=1&note={}", "x".repeat(300)), "").await;
    note.assert_says([&format!("<bdi>{}</bdi>", "x".repeat(200))]);

    // A forged line is shown again, with the reason.
    let long = ["i9h8", "a2b3", "h8i9", "b3a2"].repeat(11).join("+");
    for line in ["a2b3", "nonsense", "%3Cscript%3E", "i9h8+i8h8", &long] {
        let refused = site.get(&format!("{path}?ply=1&line={line}"), "").await;
        refused.assert_status(422).assert_says(["aria-invalid=\"true\""]).assert_lacks(["<script>", "A line after"]);
        assert!(!refused.between("id=\"problem-line\" role=\"alert\">", "</p>").is_empty(), "{line}: {refused:?}");
    }
    // Everybody tries moves on the board, for both sides.
    let tried = site.get(&format!("{path}/try?revision=3&ply=1&line=&turn=i9h8"), "").await.json();
    assert_eq!((&tried["line"]["turns"], &tried["line"]["can_be_kept"]), (&json!(["i9h8"]), &json!(false)));
    assert_eq!(tried["to_move"], "person 1");
    site.get(&format!("{path}/try?revision=3&ply=1&turn=a2b3"), "").await.assert_status(422);
    site.get(&format!("{path}/try?revision=2&ply=1&turn="), "").await.assert_status(409);
    assert_eq!(site.harness.record(game).await.expect("there"), before, "nothing is stored");
    // Who may not see the game sees no line of it.
    let (private, game) = Site::with_game().await;
    private.harness.resign(game, BRUNO).await;
    private.get(&format!("/g/{game}?ply=0&line=a1b2"), "").await.assert_status(404);
    private.get(&format!("/g/{game}/try?revision=0&ply=0&turn="), "").await.assert_status(401);
}

#[tokio::test]
async fn a_position_is_tried_against_the_bot_once_for_each_page() {
    let site = Site::with_engine(10).await;
    let running = site.harness.started().await;
    let game = site.resigned().await;
    let (ada, chloe) = (site.cookie(game, ADA).await, site.cookie(game, CHLOE).await);
    site.set_members(&[ADA]);
    let path = format!("/g/{game}?ply=1&line=i9h8&at=1");
    site.get(&path, &ada).await.assert_says(["name=\"line\" value=\"i9h8\"", "Try it from here"]);
    site.get(&path, "").await.assert_lacks(["Try it from here"]);
    let (status, begun) = site.fork(game, &ada, ["1", "i9h8", "5"]).await;
    assert_eq!(status, 303);
    assert_eq!(site.fork(game, &ada, ["1", "i9h8", "5"]).await, (303, begun.clone()), "twice is once");
    assert_ne!(site.fork(game, &ada, ["1", "i9h8", "6"]).await.1, begun, "a later page");
    site.get(&begun, &ada).await.assert_status(200).assert_says(["data-turn=\"yes\""]);
    let id: GameId = begun.trim_start_matches("/g/").parse().expect("a game");
    let record = site.harness.record(id).await.expect("there");
    let turns: Vec<&str> = record.plies.iter().map(|ply| &*ply.notation).collect();
    assert_eq!((record.game.phase, &turns[..]), (Phase::Playing, &["a1b2", "i9h8"][..]));
    // She had Black and keeps it.
    assert_eq!([0, 1].map(|seat| record.seats[seat].player), [ADA.into(), Player::Engine(EngineLevel(3))]);
    assert!(!record.game.challenge.is_rated);
    for (game, cookie, ply, line, status) in [
        (running, &*ada, "0", "", 409),
        (game, "", "1", "", 401),
        // She plays nowhere, so nobody knows her name.
        (game, &chloe, "1", "", 403),
        (game, &ada, "1", "a2b3", 422),
        (game, &ada, "x", "", 404),
    ] {
        assert_eq!(site.fork(game, cookie, [ply, line, "7"]).await.0, status, "{ply} {line}");
    }
    let refused = async |line: &str, status: u16, reason: &str| {
        let fields = [("ply", "1"), ("line", line), ("shown_at", "8")];
        let answer = site.send_form(&format!("/g/{game}/fork"), &ada, &fields).await;
        assert_eq!(answer.status(), status, "{line}");
        let text = answer.text().await.expect("a text");
        assert!(text.contains(reason), "{reason}: {text}");
    };
    refused(&["i9h8"; 41].join(" "), 422, "A line can have at most 40 moves.").await;
    // Who has left the server posts nothing there.
    site.set_members(&[BRUNO]);
    refused("i9h8", 403, "Discord doesn't confirm that you are in this server.").await;
}
