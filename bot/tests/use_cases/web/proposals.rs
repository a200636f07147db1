//! Proposals made and answered in a browser.

use games::domain::{GameId, Phase};
use reqwest::header::ORIGIN;

use crate::use_cases::support::{ADA, BRUNO, CHLOE};
use crate::use_cases::web::{Got, Site};

impl Site {
    /// Presses a button of the page.
    async fn propose(&self, game: GameId, cookie: &str, action: &str, version: i64) -> Got {
        let sent = self.client.post(format!("{}/g/{game}/proposals", self.origin)).header(ORIGIN, &self.origin);
        self.send(sent.form(&[("action", action), ("version", &version.to_string())]), cookie).await
    }
}

#[tokio::test]
async fn a_draw_is_offered_and_accepted_in_two_browsers() {
    let site = Site::start().await;
    let game = site.harness.under_way().await;
    let (ada, bruno) = (site.cookie(game, ADA).await, site.cookie(game, BRUNO).await);
    let version = site.harness.game(game).await.version;
    // A second tap finds the offer made.
    for _ in 0..2 {
        assert_eq!(site.propose(game, &ada, "offer-draw", version).await.status, 303);
    }
    let offer = site.harness.game(game).await.draw_offer.expect("an offer");
    let own = site.get(&format!("/g/{game}"), &ada).await;
    own.assert_says(["You have offered a draw.", "withdraw-draw"]).assert_lacks(["accept-draw"]);
    let page = site.get(&format!("/g/{game}"), &bruno).await;
    page.assert_says(["Your opponent offers a draw.", "accept-draw"]);
    let place = |class: &str| page.text.find(&format!("class=\"{class}\"")).expect("there");
    assert!(place("question") < place("caption"), "the question comes first: {page:?}");
    // No one else can answer it, and no other offer is affected.
    let chloe = site.cookie(game, CHLOE).await;
    assert_eq!(site.propose(game, &chloe, "accept-draw", offer.version).await.status, 403);
    assert_eq!(site.propose(game, "", "accept-draw", offer.version).await.status, 401);
    assert_eq!(site.propose(game, &ada, "accept-draw", offer.version).await.status, 409);
    assert_eq!(site.propose(game, &bruno, "accept-draw", offer.version - 1).await.status, 409);
    assert_eq!(site.propose(game, &bruno, "resign", offer.version).await.status, 404);
    assert_eq!(site.propose(game, &bruno, "accept-draw", offer.version).await.status, 303);
    assert_eq!(site.harness.game(game).await.phase, Phase::Over);
}

#[tokio::test]
async fn a_takeback_is_asked_for_and_answered() {
    let site = Site::start().await;
    let game = site.harness.under_way().await;
    let (ada, bruno) = (site.cookie(game, ADA).await, site.cookie(game, BRUNO).await);
    let version = site.harness.game(game).await.version;
    assert_eq!(site.propose(game, &ada, "take-back", version).await.status, 303);
    let page = site.get(&format!("/g/{game}"), &bruno).await;
    page.assert_says(["value=\"agree\"", "take back"]);
    // The proposer sees it, and can withdraw it.
    let first = site.harness.game(game).await.agreements.proposal.expect("a request");
    let own = site.get(&format!("/g/{game}"), &ada).await;
    own.assert_says(["You have asked for a takeback."]).assert_lacks(["value=\"agree\""]);
    assert_eq!(site.propose(game, &bruno, "withdraw", first.version).await.status, 409);
    assert_eq!(site.propose(game, &ada, "withdraw", first.version).await.status, 303);
    let version = site.harness.game(game).await.version;
    assert_eq!(site.propose(game, &ada, "take-back", version).await.status, 303);
    // A repeated first press withdraws nothing else.
    assert_eq!(site.propose(game, &ada, "withdraw", first.version).await.status, 303);
    let open = site.harness.game(game).await.agreements.proposal.expect("a request");
    assert_eq!(site.propose(game, &bruno, "refuse", open.version).await.status, 303);
    assert_eq!(site.harness.moves(game).await.len(), 2);
    let version = site.harness.game(game).await.version;
    assert_eq!(site.propose(game, &bruno, "take-back", version).await.status, 303);
    let open = site.harness.game(game).await.agreements.proposal.expect("a request");
    assert_eq!(site.propose(game, &ada, "agree", open.version).await.status, 303);
    assert_eq!(site.harness.moves(game).await.len(), 1);
}
