//! Messages for each player in a game by direct messages.

use bot::features::proposals::adjourn;
use bot::features::proposals::draw::{self, DrawAction};
use games::challenges::{self, NewChallenge};
use games::domain::{ChannelId, GameId, Notice, Origin, ProposalKind, UserId};
use rules::Seat;

use crate::use_cases::support::{ADA, BRUNO, Harness, SentMessage, id};

/// Ada's challenge to Bruno, in direct messages. The languages are those of their clients, if they have used the bot.
async fn challenged(ada: &str, bruno: Option<&str>) -> (Harness, GameId) {
    let harness = Harness::new();
    for (user, locale) in [(ADA, Some(ada)), (BRUNO, bruno)] {
        if let Some(locale) = locale {
            harness.store.set_locale(user, locale).await.expect("a store in memory");
        }
    }
    let origin = Origin { guild_id: None, channel_id: ChannelId(200) };
    let done = challenges::challenge(&harness.games, NewChallenge { origin, ..harness.new_challenge() })
        .await
        .expect("a challenge");
    (harness, id(&done))
}

/// This player's message for the last committed notice.
async fn read(harness: &Harness, game: GameId, who: UserId, notice: &Notice) -> SentMessage {
    let version = harness.game(game).await.version;
    harness.notice_to(Some(who), game, version, notice.clone()).await.expect("there is something to say").0
}

/// Ada's message in English and Bruno's in French.
async fn told(harness: &Harness, game: GameId, notice: &Notice, english: &str, french: &str) {
    let (hers, his) = (read(harness, game, ADA, notice).await, read(harness, game, BRUNO, notice).await);
    hers.says(english);
    his.says(french);
}

#[tokio::test]
async fn direct_messages_are_in_the_language_of_their_reader() {
    let (harness, game) = challenged("en-GB", Some("fr")).await;
    told(&harness, game, &Notice::Challenge, "to a game of Abalone", "vous défie").await;
    harness.accept(game).await.expect("accepted");
    let begins = Notice::Board { ply: 0 };
    told(&harness, game, &begins, "The game begins", "La partie commence").await;
    let (hers, his) = (read(&harness, game, ADA, &begins).await, read(&harness, game, BRUNO, &begins).await);
    assert!(hers.alt.contains("Abalone board") && his.alt.contains("Plateau d'Abalone"), "{} {}", hers.alt, his.alt);
    assert_eq!((hers.labels[2].as_str(), his.labels[2].as_str()), ("Show picture", "Voir l'image"));

    harness.play_all(game, &["a1b2", "i9h8"]).await;
    let offer = DrawAction::OfferOrAccept { expected_revision: None };
    draw::draw(&harness.games, harness.request(), game, ADA, offer).await.expect("offered");
    told(&harness, game, &Notice::DrawOffer { seat: Seat(0) }, "offers <@2> a draw", "propose la nulle à <@2>").await;
    adjourn::propose(&harness.games, harness.request(), game, ADA, 5).await.expect("proposed");
    let kind = ProposalKind::Adjourn { days: 5 };
    let proposed = Notice::Proposed { seat: Seat(0), proposal: kind };
    told(&harness, game, &proposed, "adjourn the game", "suspendre la partie").await;
    told(
        &harness,
        game,
        &Notice::ProposalDeclined { seat: Seat(1), proposal: kind },
        "declined to adjourn",
        "a refusé de suspendre",
    )
    .await;
}

#[tokio::test]
async fn a_new_player_reads_the_language_of_the_challenger() {
    for (locale, reply) in [("fr", "vous défie"), ("en-US", "challenges you")] {
        let (harness, game) = challenged(locale, None).await;
        assert!(read(&harness, game, BRUNO, &Notice::Challenge).await.text.contains(reply), "{locale}");
    }
}

#[tokio::test]
async fn a_direct_message_has_only_the_buttons_that_its_reader_may_press() {
    let (harness, game) = challenged("en-US", Some("en-US")).await;
    let (hers, his) =
        (read(&harness, game, ADA, &Notice::Challenge).await, read(&harness, game, BRUNO, &Notice::Challenge).await);
    assert_eq!((hers.verbs(), his.verbs()), (vec!["withdraw"], vec!["accept", "decline"]));
    hers.begins("<@1> challenges <@2> to a game");
    his.begins("<@2>, <@1> challenges you to a game");
    let (posted, _) = harness.notice(game, 0, Notice::Challenge).await.expect("open");
    assert_eq!(posted.verbs(), ["accept", "decline", "withdraw"], "in a channel it is one message for all");
    let done = harness.press(ADA, hers.control("withdraw")).await;
    assert_eq!(done.text, "You withdrew the challenge.");
}
