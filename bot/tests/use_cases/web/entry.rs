//! Moves from a browser: touchable places, and played turns.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::use_cases::support::{ADA, BRUNO};
use crate::use_cases::web::Site;

/// The page's data about the turn that a player can enter.
async fn entry(site: &Site, game: games::domain::GameId, cookie: &str) -> Value {
    let page = site.get(&format!("/g/{game}"), cookie).await;
    serde_json::from_str(page.between("data-entry>", "</script>")).expect("JSON")
}

#[tokio::test]
async fn a_move_by_browser_is_the_move_of_the_player_once() {
    let (site, game) = Site::with_game().await;
    let (ada, bruno) = (site.cookie(game, ADA).await, site.cookie(game, BRUNO).await);
    let played = site.play(game, &ada, "a1b2", 0).await;
    assert_eq!((played.status, played.json()), (200, json!({ "played": "a1b2" })));
    // The second tap of a finger, and another tab.
    let again = site.play(game, &ada, "a1b2", 0).await;
    assert_eq!((again.status, again.json()), (200, json!({ "played": "a1b2" })));
    let other = site.play(game, &ada, "a2b3", 0).await;
    other.assert_status(409).assert_says(["The game has moved on"]);
    assert_eq!(site.harness.record(game).await.expect("there").plies.len(), 1);
    let illegal = site.play(game, &bruno, "a2b3", 1).await;
    illegal.assert_status(422).assert_says(["a2b3"]);
    assert_eq!(site.play(game, &bruno, "i9h8", 1).await.status, 200);
    // Without scripts, a browser gets the page with its input, and the reason for the refusal.
    let sent = site.client.post(format!("{}/g/{game}/moves", site.origin)).header("origin", &site.origin);
    let refused = site.send(sent.form(&[("turn", "<a2\"b3>"), ("revision", "2")]), &ada).await;
    let field = refused.between("name=\"turn\" ", ">").to_owned();
    assert!(
        refused.status == 422 && field.contains("value=\"&lt;a2&quot;b3&gt;\"") && field.contains("aria-invalid"),
        "{field}"
    );
    assert!(!refused.between("id=\"problem-turn\" role=\"alert\">", "</p>").is_empty(), "{refused:?}");
    let sent = site.client.post(format!("{}/g/{game}/lines", site.origin)).header("origin", &site.origin);
    let refused = site.send(sent.form(&[("moves", "a2b3 nonsense"), ("revision", "2")]), &ada).await;
    assert!(refused.status == 422 && refused.between("name=\"moves\" ", ">").contains("value=\"a2b3 nonsense\""));
    // A turned board stays turned, also on the page after a refused turn.
    let turned = site.get(&format!("/g/{game}?flip=true"), &ada).await;
    let action = turned.between("<form class=\"typed turn-form\" method=\"post\" action=\"", "\"").to_owned();
    let sent = site.client.post(format!("{}{action}", site.origin)).header("origin", &site.origin);
    let refused = site.send(sent.form(&[("turn", "nonsense"), ("revision", "2")]), &ada).await;
    let middle = |page: &crate::use_cases::web::Got| page.between("data-at=\"a1\" ", "/>").to_owned();
    assert_eq!((refused.status, middle(&refused)), (422, middle(&turned)), "{refused:?}");
    // If the field is gone, the reason has a page of its own.
    let sent = site.client.post(format!("{}/g/{game}/moves", site.origin)).header("origin", &site.origin);
    let late = site.send(sent.form(&[("turn", "i8h7"), ("revision", "1")]), &bruno).await;
    let board = format!("<a href=\"/g/{game}\">");
    late.assert_status(409).assert_says([&board, "<main class=\"message\">"]);
    // A legal turn redirects to the page.
    let sent = site.client.post(format!("{}/g/{game}/moves", site.origin)).header("origin", &site.origin);
    let sent = site.send(sent.form(&[("turn", "a2b3"), ("revision", "2")]), &ada).await;
    assert_eq!((sent.status, site.harness.record(game).await.expect("there").plies.len()), (303, 3));
}

#[tokio::test]
async fn a_touch_that_means_no_step_is_answered_like_the_typed_move() {
    let (site, game) = Site::with_game().await;
    let (ada, bruno) = (site.cookie(game, ADA).await, site.cookie(game, BRUNO).await);
    let why = async |cookie: &str, revision: u32, places: &str| {
        let places = places.replace(' ', "+");
        let path = format!("/g/{game}/try?turn=&flip=false&revision={revision}&why={places}");
        let answer = site.get(&path, cookie).await;
        (answer.status, answer.json()["problem"].as_str().unwrap_or_default().to_owned())
    };
    for (places, said) in [
        ("e5", "E5 is empty."),
        ("i5", "You have no marble on i5."),
        ("a3", "Nothing on a3 can move now."),
        ("a1 e6", "You can't play a1e6: a1 and e6 aren't in line."),
        ("a1 a2 b5", ""),
        ("nonsense", ""),
        ("", ""),
    ] {
        let (status, problem) = why(&ada, 0, places).await;
        assert!([404, 422].contains(&status) && !problem.is_empty(), "{places}: {status} {problem}");
        assert!(said.is_empty() || problem == said, "{places}: {problem}");
        // Typed, the same move is refused for the same reason.
        if let Some((from, to)) = places.split_once(' ').filter(|_| status == 422) {
            let input = site.play(game, &ada, &format!("{from}{to}"), 0).await;
            assert!(to.contains(' ') || input.json()["problem"] == problem, "{input:?}");
        }
    }
    assert_eq!(why(&bruno, 0, "i5").await.0, 409, "it is not his turn");
    assert_eq!(site.harness.record(game).await.expect("there").plies.len(), 0, "nothing is played");
}

#[tokio::test]
async fn every_legal_step_has_a_touch_of_its_own() {
    let setups =
        ["abalone", "abalone layout=belgian-daisy", "grand-abalone", "notalone", "fliporona", "abalone seats=2x2x2"];
    for setup in setups {
        let site = Site::start().await;
        let seats = rules::open(setup).expect("a sound setup").seats().len();
        let others: Vec<games::domain::UserId> = (2..=seats as u64).map(games::domain::UserId).collect();
        let game = site.harness.started_with(setup, &others).await;
        let mut any_game = rules::open(setup).expect("a sound setup");
        for _ in 0..6 {
            let (user, _) = site.harness.possible_turn(game).await;
            let cookie = site.cookie(game, user).await;
            let entry = entry(&site, game, &cookie).await;
            let steps = entry["steps"].as_array().expect("steps");
            let turns: BTreeSet<&str> = steps.iter().map(|step| step["turn"].as_str().expect("a turn")).collect();
            let legal = any_game.legal_moves();
            assert_eq!(turns, legal.iter().map(String::as_str).filter(|step| *step != "stop").collect(), "{setup}");
            // Each step can be touched: two places, or a group and a direction. Ambiguous ones are asked about.
            let mut ambiguous = 0;
            let mut touches: Vec<(&Value, &str)> = Vec::new();
            for step in steps {
                let taps = step["taps"].as_array().expect("taps");
                let group = step["group"].as_array().expect("marbles");
                assert!(!taps.is_empty() || (group.len() > 1 && !step["direction"].is_null()), "{setup}: {step}");
                for tap in taps {
                    ambiguous += usize::from(touches.iter().any(|(known, _)| *known == tap));
                    touches.push((tap, step["turn"].as_str().expect("a turn")));
                }
            }
            assert!(setup == "fliporona" || ambiguous == 0, "{setup}: {ambiguous} of {}", touches.len());
            let (all, _) = any_game.turns(50);
            let turn = all.get(all.len() / 2).expect("a legal turn").clone();
            let revision = any_game.ply();
            let played = site.play(game, &cookie, &turn, revision).await;
            assert_eq!((played.status, played.json()), (200, json!({ "played": turn })), "{setup}");
            any_game.play(&turn).expect("legal");
        }
    }
}

#[tokio::test]
async fn a_turn_of_several_steps_goes_on_until_it_is_complete() {
    let site = Site::start().await;
    let game = site.harness.started_with("grand-abalone", &[BRUNO]).await;
    let ada = site.cookie(game, ADA).await;
    let first = rules::open("grand-abalone").expect("sound").turns(1).0.remove(0);
    assert_eq!(site.play(game, &ada, &first, 0).await.status, 200);
    let bruno = site.cookie(game, BRUNO).await;
    let entry = entry(&site, game, &bruno).await;
    let step = entry["steps"][0]["turn"].as_str().expect("a step").to_owned();
    let page = site.get(&format!("/g/{game}/try?turn={step}&revision=1"), &bruno).await.json();
    assert_eq!((&page["entry"]["turn"], &page["entry"]["is_complete"]), (&json!(step), &json!(false)));
    assert!(page["position"].as_str().expect("boards").contains("<svg class=\"board\""));
    let whole = page["entry"]["steps"][0]["turn"].as_str().expect("a turn").to_owned();
    assert!(whole.starts_with(&step) && whole.len() > step.len(), "{whole}");
    let whole_path = format!("/g/{game}/try?revision=1&turn={}", whole.replace(',', "%2C"));
    let done = site.get(&whole_path, &bruno).await.json();
    assert_eq!((&done["entry"]["is_complete"], &done["entry"]["steps"]), (&json!(true), &json!([])));
    assert_eq!(site.harness.record(game).await.expect("there").plies.len(), 1, "nothing was played");
    assert_eq!(site.play(game, &bruno, &whole, 1).await.status, 200);
    // Text that begins no turn is refused in a sentence.
    let ada = site.cookie(game, ADA).await;
    let refused = site.get(&format!("/g/{game}/try?turn=nonsense&revision=2"), &ada).await;
    assert!(
        refused.status == 422 && refused.json()["problem"].as_str().is_some_and(|said| said.len() > 10),
        "{refused:?}"
    );
}

#[tokio::test]
async fn hidden_colors_stay_hidden() {
    let site = Site::start().await;
    let game = site.harness.started_with("abalone colors=one", &[BRUNO]).await;
    site.publish(games::domain::WebPages::Linked).await;
    let ada = site.cookie(game, ADA).await;
    for cookie in ["", ada.as_str()] {
        let page = site.get(&format!("/g/{game}"), cookie).await;
        let board = page.between("<svg class=\"board\"", "</svg>");
        assert!(board.contains("#hidden") && !board.contains("#black") && !board.contains("#white"), "{board}");
        assert!(!page.text.contains("data-entry"), "what can move would tell the colors");
    }
    assert_eq!(site.get(&format!("/g/{game}/try?turn=a1b2&revision=0"), &ada).await.status, 409);
    let turn = "a1b2";
    let input = site.play(game, &ada, turn, 0).await;
    assert!([200, 422].contains(&input.status), "{input:?}");
    let past = site.get(&format!("/g/{game}?ply=0"), &ada).await;
    assert!(!past.text.contains("ply=0"), "earlier positions would tell them move by move");
    assert_eq!(site.get(&format!("/g/{game}/replay.gif"), &ada).await.status, 404);
}
