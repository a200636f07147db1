//! What each player reads in a game by direct messages.

use bot::domain::Origin;
use bot::domain::{ChannelId, GameId, Notice, ProposalKind, UserId};
use bot::features::challenge::service::NewChallenge;
use bot::features::draw::service::DrawAction;
use bot::store::PlayerStore as _;
use rules::Seat;

use crate::dialogue::{Dialogue, Said};
use crate::stage::{ADA, BRUNO, id};

/// Ada's challenge to Bruno, in direct messages. What their clients speak, where they have used the bot.
async fn challenged(ada: &str, bruno: Option<&str>) -> (Dialogue, GameId) {
    let people = Dialogue::new();
    for (user, locale) in [(ADA, Some(ada)), (BRUNO, bruno)] {
        if let Some(locale) = locale {
            people.store.set_locale(user, locale).await.expect("a store in memory");
        }
    }
    let origin = Origin { guild_id: None, channel_id: ChannelId(200) };
    let done = people.games.challenge(NewChallenge { origin, ..people.wish() }).await.expect("a challenge");
    (people, id(&done))
}

/// What this player reads of a notice that was committed last.
async fn read(people: &Dialogue, game: GameId, who: UserId, notice: &Notice) -> Said {
    let version = people.game(game).await.version;
    people.notice_to(Some(who), game, version, notice.clone()).await.expect("there is something to say").0
}

/// What Ada reads in English and Bruno in French.
async fn told(people: &Dialogue, game: GameId, notice: &Notice, english: &str, french: &str) {
    let (hers, his) = (read(people, game, ADA, notice).await, read(people, game, BRUNO, notice).await);
    assert!(hers.text.contains(english), "{hers:?}");
    assert!(his.text.contains(french), "{his:?}");
}

#[tokio::test]
async fn each_player_reads_letters_in_their_own_language() {
    let (people, game) = challenged("en-GB", Some("fr")).await;
    told(&people, game, &Notice::Challenge, "to a game of Abalone", "vous défie").await;
    people.accept(game).await.expect("accepted");
    let begins = Notice::Board { ply: 0 };
    told(&people, game, &begins, "The game begins", "La partie commence").await;
    let (hers, his) = (read(&people, game, ADA, &begins).await, read(&people, game, BRUNO, &begins).await);
    assert!(hers.alt.contains("Abalone board") && his.alt.contains("Plateau d'Abalone"), "{} {}", hers.alt, his.alt);
    assert_eq!((hers.labels[1].as_str(), his.labels[1].as_str()), ("Board", "Plateau"));

    people.play(game, ADA, "a1b2").await.expect("legal");
    people.play(game, BRUNO, "i9h8").await.expect("legal");
    let offer = DrawAction::OfferOrAccept { expected_revision: None };
    people.games.draw(people.request(), game, ADA, offer).await.expect("offered");
    told(&people, game, &Notice::DrawOffer { seat: Seat(0) }, "offers a draw", "propose la nulle").await;
    people.games.adjourn(people.request(), game, ADA, 5).await.expect("proposed");
    let wish = ProposalKind::Adjourn { days: 5 };
    let proposed = Notice::Proposed { seat: Seat(0), proposal: wish };
    told(&people, game, &proposed, "adjourn the game", "suspendre la partie").await;
    told(&people, game, &Notice::ProposalDeclined { seat: Seat(1), proposal: wish }, "goes on", "Elle continue").await;
}

#[tokio::test]
async fn who_has_never_used_the_bot_reads_the_language_of_the_challenger() {
    for (locale, said) in [("fr", "vous défie"), ("en-US", "challenges you")] {
        let (people, game) = challenged(locale, None).await;
        assert!(read(&people, game, BRUNO, &Notice::Challenge).await.text.contains(said), "{locale}");
    }
}

#[tokio::test]
async fn a_letter_has_the_buttons_that_its_reader_may_press() {
    let (people, game) = challenged("en-US", Some("en-US")).await;
    let (hers, his) =
        (read(&people, game, ADA, &Notice::Challenge).await, read(&people, game, BRUNO, &Notice::Challenge).await);
    assert_eq!((hers.verbs(), his.verbs()), (vec!["withdraw"], vec!["accept", "decline"]));
    assert!(hers.text.starts_with("<@1> challenges <@2> to a game"), "{hers:?}");
    assert!(his.text.starts_with("<@2>, <@1> challenges you to a game"), "{his:?}");
    let (posted, _) = people.notice(game, 0, Notice::Challenge).await.expect("open");
    assert_eq!(posted.verbs(), ["accept", "decline", "withdraw"], "in a channel it is one message for all");
    let done = people.press(ADA, hers.control("withdraw")).await;
    assert_eq!(done.text, "You withdrew the challenge.");
}
