//! Lines tried in a browser, and kept as conditional moves.

use games::domain::{BoardRevision, GameId, Ply, Timestamp, WebPages};
use reqwest::header::{ACCEPT, ORIGIN};

use crate::use_cases::support::{ADA, BRUNO, CHLOE};
use crate::use_cases::web::{Got, Site};

impl Site {
    async fn try_line(&self, game: GameId, cookie: &str, line: &str, turn: &str) -> Got {
        self.get(&format!("/g/{game}/try?turn={turn}&revision=0&line={}", line.replace(' ', "+")), cookie).await
    }

    async fn change_lines(&self, game: GameId, cookie: &str, field: &str, moves: &str) -> Got {
        let revision = self.harness.record(game).await.expect("there").game.revision();
        self.change_lines_on(game, cookie, field, moves, revision).await
    }

    async fn change_lines_on(
        &self,
        game: GameId,
        cookie: &str,
        field: &str,
        moves: &str,
        revision: BoardRevision,
    ) -> Got {
        let sent = self.client.post(format!("{}/g/{game}/lines", self.origin)).header(ORIGIN, &self.origin);
        let fields = [(field, moves.to_owned()), ("revision", i64::from(revision).to_string())];
        self.send(sent.header(ACCEPT, "application/json").form(&fields), cookie).await
    }
}

#[tokio::test]
async fn a_player_tries_turns_of_both_sides_without_playing_any() {
    let (site, game) = Site::with_game().await;
    let [ada, bruno, chloe] = [ADA, BRUNO, CHLOE].map(|user| site.cookie(game, user));
    let (ada, bruno, chloe) = (ada.await, bruno.await, chloe.await);
    // A player who is not on turn begins with the opponent's move.
    let first = site.try_line(game, &bruno, "", "").await.json();
    assert_eq!(first["to_move"], "person 1");
    assert!(first["entry"]["steps"].as_array().is_some_and(|steps| !steps.is_empty()), "{first}");
    // A complete turn is added to the line, in canonical notation.
    let next = site.try_line(game, &bruno, "", "A1-B2").await.json();
    assert_eq!(next["line"]["turns"], serde_json::json!(["a1b2"]));
    assert_eq!((&next["entry"]["turn"], &next["to_move"]), (&"".into(), &"person 2".into()));
    assert_eq!(next["line"]["can_be_kept"], false, "nothing is answered");
    let answered = site.try_line(game, &bruno, "a1b2", "i9h8").await.json();
    assert_eq!(answered["line"]["can_be_kept"], true);
    // On the player's own turn, their move comes first, and the line needs an answer.
    let own = site.try_line(game, &ada, "a1b2", "i9h8").await.json();
    assert_eq!(own["line"]["can_be_kept"], false);
    let own = site.try_line(game, &ada, "a1b2 i9h8", "a2b3").await.json();
    assert_eq!(own["line"]["can_be_kept"], true);
    assert_eq!(site.harness.record(game).await.expect("there").game.ply, 0, "nothing was played");

    let refused = site.try_line(game, &bruno, "a1b2", "a2b3").await;
    assert_eq!(refused.status, 422, "it is White's turn by then: {refused:?}");
    let long = ["a1b2 i9h8 b2a1 h8i9"; 11].join(" ");
    assert_eq!(site.try_line(game, &bruno, &long, "").await.status, 422, "too long");
    assert_eq!(site.try_line(game, &chloe, "", "").await.status, 403, "who does not play");
    site.publish(WebPages::Linked).await;
    assert_eq!(site.try_line(game, "", "", "").await.status, 401, "who is nobody");
}

#[tokio::test]
async fn a_line_is_kept_shown_to_its_owner_alone_and_removed_once() {
    let (site, game) = Site::with_public_game().await;
    let (ada, bruno) = (site.cookie(game, ADA).await, site.cookie(game, BRUNO).await);
    let (path, line) = (format!("/g/{game}"), "a1b2 i9h8");
    assert_eq!(site.change_lines(game, &bruno, "moves", line).await.status, 200);
    assert_eq!(site.change_lines(game, &bruno, "moves", line).await.status, 200, "twice is once");
    assert_eq!(site.change_lines(game, &bruno, "moves", "a2b3 h9g8").await.status, 200);
    let own = site.get(&path, &bruno).await;
    assert_eq!(own.text.matches("name=\"remove\"").count(), 2, "{}", own.text);
    own.assert_says([&format!("value=\"{line}\"")]);
    for other in [&*ada, ""] {
        let page = site.get(&path, other).await;
        page.assert_lacks(["i9h8"]);
    }
    assert!(site.change_lines(game, &bruno, "moves", "a1b2").await.text.contains("a1b2"), "no answer: said why");
    assert_eq!(site.change_lines(game, &bruno, "remove", line).await.status, 200);
    assert_eq!(site.change_lines(game, &bruno, "remove", line).await.status, 200);
    assert_eq!(site.get(&path, &bruno).await.text.matches("name=\"remove\"").count(), 1, "the other one stays");
    assert_eq!(site.change_lines(game, "", "moves", line).await.status, 401);
    let foreign = site.client.post(format!("{}/g/{game}/lines", site.origin)).header(ORIGIN, "https://evil.example");
    assert_eq!(site.send(foreign.form(&[("moves", line)]), &bruno).await.status, 403);
    for nothing in ["", "moves"] {
        assert_eq!(
            site.change_lines(game, &bruno, nothing, "").await.status,
            if nothing.is_empty() { 404 } else { 422 }
        );
    }
    // The kept answer is played.
    let before = site.harness.record(game).await.expect("there").game.revision();
    site.harness.plays(game, ADA, "a2b3").await;
    let plies = site.harness.record(game).await.expect("there").plies;
    assert_eq!(plies.iter().map(|ply| &*ply.notation).collect::<Vec<_>>(), ["a2b3", "h9g8"]);
    let late = site.change_lines_on(game, &bruno, "moves", "b2c3 i9h8", before).await;
    assert_eq!(late.status, 409, "a line for a board that is gone: {late:?}");
}

#[tokio::test]
async fn lines_of_a_board_that_has_just_moved_on_are_left_out() {
    let (site, game) = Site::with_game().await;
    let bruno = site.cookie(game, BRUNO).await;
    assert_eq!(site.change_lines(game, &bruno, "moves", "a1b2 i9h8").await.status, 200);
    // The page has read the game with its next move, but the lines are still those of the earlier board.
    site.harness.store.tamper(game, |record| {
        let (notation, player) = ("a2b3".to_owned(), ADA.into());
        record.plies.push(Ply { number: 1, notation, played_at: Timestamp(0), player, version: record.game.version });
        record.game.ply = 1;
    });
    let page = site.get(&format!("/g/{game}"), &bruno).await;
    assert_eq!((page.status, page.text.matches("name=\"remove\"").count()), (200, 0), "{}", page.text);
}

#[tokio::test]
async fn each_marble_pushed_off_leads_to_its_move() {
    let site = Site::start().await;
    // Black ejects the marble at the end of row e.
    let setup = "abalone layout=custom board=5/6/7/8/5bbbw/8/7/w5/5 target=2";
    let game = site.harness.started_as(setup, "days:3").await;
    site.publish(WebPages::Linked).await;
    let (path, chart) = (format!("/g/{game}"), "<section class=\"chart\">");
    assert!(!site.get(&path, "").await.text.contains(chart), "nothing was pushed off");
    site.harness.play(game, ADA, "e6e7").await.expect("an ejection");
    site.harness.plays(game, BRUNO, "b1a1").await;
    let page = site.get(&path, "").await;
    let drawing = page.between(chart, "</section>");
    assert_eq!(drawing.matches("<a ").count(), 1, "{drawing}");
    assert!(drawing.contains(&format!("<a href=\"{path}?ply=1\" aria-label=\"Black: 1, move 1\">")), "{drawing}");
    assert!(drawing.contains("href=\"#black\""), "{drawing}");
}

#[tokio::test]
async fn prepared_placings_are_shown_to_their_owner_and_removed_at_once() {
    let site = Site::start().await;
    let harness = &site.harness;
    let game = harness.started_as("fliporona", "days:3").await;
    let bruno = site.cookie(game, BRUNO).await;
    let board = harness.say(BRUNO, "board").await;
    let menu = harness.press_private(BRUNO, board.control("move")).await;
    let cells = harness.choose(BRUNO, menu.control("from"), "@1").await;
    let several = cells.controls.iter().rfind(|id| id.starts_with("v1:dir:") && !id.contains('@')).expect("a select");
    let preview = harness.choose_all(BRUNO, several, &["@a1", "@b1", "@c1"]).await;
    harness.press_private(BRUNO, preview.control("play")).await;
    let path = format!("/g/{game}");
    site.get(&path, &bruno).await.assert_says(["in this order: @b1 @c1."]);
    assert_eq!(site.change_lines(game, &bruno, "remove", "").await.status, 200);
    assert!(!site.get(&path, &bruno).await.text.contains("@b1 @c1"));
}
