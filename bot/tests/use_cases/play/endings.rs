//! How games end: by the rules, by resignation, by agreement.

use bot::features::proposals::draw::DrawAction;
use bot::features::{export, resign};
use games::GameError;
use games::domain::{DrawOffer, GameId, Notice, Phase, Ply};
use games::replay::consistency;
use rules::{Choice, Seat};

use crate::refused;
use crate::use_cases::support::{ADA, ASK, BRUNO, CHLOE, Fixture, Harness, ROUND};

async fn assert_over(fixture: &Fixture, game: GameId, result: &str, reason: &str) {
    let game = fixture.game(game).await;
    assert_eq!(game.phase, Phase::Over);
    assert_eq!(
        (
            game.result().as_ref().map(ToString::to_string).as_deref(),
            game.end_reason().map(games::domain::EndReason::as_str)
        ),
        (Some(result), Some(reason))
    );
    assert_eq!(
        (game.turn.to_move, game.turn.wake_at, game.turn.deadline_at, game.draw_offer),
        (None, None, None, None)
    );
}

/// Chooses random moves, the same in every run.
struct Chance(u64);

impl Chance {
    fn pick<'a>(&mut self, choices: &[&'a Choice]) -> Option<&'a str> {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        choices.get((self.0 >> 33) as usize % choices.len().max(1)).map(|choice| choice.notation.as_str())
    }
}

fn without<'a>(choices: &'a [Choice], tag: &str) -> Vec<&'a Choice> {
    choices.iter().filter(|choice| !choice.tags.contains(&tag)).collect()
}

#[tokio::test]
async fn a_player_who_resigns_loses_on_any_turn() {
    for (loser, result) in [(ADA, "white"), (BRUNO, "black")] {
        let (fixture, game) = Fixture::with_game().await;
        fixture.notices().await;
        let request = fixture.request();
        resign::resign(&fixture.games, request, game, loser, Some(1)).await.expect("resigned");
        assert_over(&fixture, game, result, "resignation").await;
        assert!(resign::resign(&fixture.games, request, game, loser, Some(1)).await.expect("before").repeated);
        refused!(resign::resign(&fixture.games, fixture.request(), game, loser, None).await, GameError::Over);
        assert_eq!(fixture.notices().await, [Notice::Ended]);
    }
}

#[tokio::test]
async fn either_player_can_abort_until_both_have_moved() {
    for (moves, user) in [(0, ADA), (0, BRUNO), (1, ADA), (1, BRUNO)] {
        let (fixture, game) = Fixture::with_game().await;
        fixture.play_all(game, &ROUND[..moves]).await;
        fixture.notices().await;
        refused!(fixture.abort(game, CHLOE, None).await, GameError::NotAPlayer);
        let version = fixture.game(game).await.version;
        refused!(fixture.abort(game, user, Some(version - 1)).await, GameError::Stale(_));
        fixture.abort(game, user, Some(version)).await.expect("aborted");
        let after = fixture.game(game).await;
        let seat = Seat(u8::from(user == BRUNO));
        assert_eq!(
            (after.phase, after.end_reason().map(games::domain::EndReason::as_str), after.loser()),
            (Phase::Void, Some("aborted"), Some(seat))
        );
        assert_eq!(
            (after.turn.to_move, after.turn.wake_at, after.turn.deadline_at, after.result()),
            (None, None, None, None)
        );
        assert_eq!(fixture.notices().await, [Notice::Aborted { seat }]);
        assert_eq!(consistency::problem(fixture.store.as_ref(), game).await.expect("readable"), None);
        assert_eq!(fixture.store.open_of(user).await.expect("counted"), 0);

        assert!(fixture.abort(game, user, Some(version)).await.expect("a second click").repeated);
        let other = if user == ADA { BRUNO } else { ADA };
        refused!(fixture.abort(game, other, None).await, GameError::Aborted);
        refused!(fixture.play(game, ADA, "a2b3").await, GameError::Aborted);
        refused!(export::export(&fixture.games, game, ADA).await, GameError::Aborted);
        assert!(fixture.notices().await.is_empty());
    }
}

#[tokio::test]
async fn both_players_read_that_a_game_was_aborted() {
    let (harness, game) = Harness::with_game().await;
    harness.play_all(game, &ROUND[..1]).await;
    let reply = harness.say(BRUNO, "game abort").await;
    reply.privately().begins("Abort game");
    let other = harness.say(ADA, "game abort").await;
    let stranger = harness.say(CHLOE, &format!("game abort game:{game}")).await;
    assert_eq!(stranger.text, "You aren't a player in this game.");
    for _ in 0..2 {
        let done = harness.press_private(BRUNO, reply.control("abort!")).await;
        done.begins("You aborted game");
    }
    assert_eq!(harness.press_private(ADA, other.control("abort!")).await.text, "This game was aborted.");
    let (notice, mentioned) = harness.current_notice(game, Notice::Aborted { seat: Seat(1) }).await;
    let sentence = "<@1>, <@2> aborted the game before everyone had moved.";
    assert!(notice.text.contains(sentence) && mentioned == [ADA], "{notice:?}");
    let late = harness.say(BRUNO, &format!("move move:i9h8 game:{game}")).await;
    assert_eq!(late.text, "This game was aborted.");
    let board = harness.say(ADA, &format!("board game:{game}")).await;
    board.says("**Aborted**");
}

#[tokio::test]
async fn a_draw_is_offered_once_and_accepted() {
    for accept in [DrawAction::Accept { offer: 2 }, ASK] {
        let (fixture, game) = Fixture::with_game().await;
        fixture.notices().await;
        refused!(fixture.draw(game, CHLOE, ASK).await, GameError::NotAPlayer);
        for offer in [0, 1, 2] {
            refused!(fixture.draw(game, BRUNO, DrawAction::Accept { offer }).await, GameError::NoOffer);
            refused!(fixture.draw(game, BRUNO, DrawAction::Decline { offer }).await, GameError::NoOffer);
        }
        fixture.draw(game, ADA, ASK).await.expect("offered");
        assert_eq!(fixture.game(game).await.draw_offer, Some(DrawOffer { seat: Seat(0), version: 2 }));
        refused!(fixture.draw(game, ADA, ASK).await, GameError::AlreadyOffered);
        refused!(fixture.draw(game, ADA, DrawAction::Accept { offer: 2 }).await, GameError::AlreadyOffered);
        refused!(fixture.draw(game, ADA, DrawAction::Decline { offer: 2 }).await, GameError::AlreadyOffered);
        refused!(fixture.draw(game, ADA, DrawAction::Accept { offer: 1 }).await, GameError::NoOffer);
        fixture.draw(game, BRUNO, accept).await.expect("accepted");
        assert_over(&fixture, game, "draw", "agreement").await;
        assert_eq!(fixture.notices().await, [Notice::DrawOffer { seat: Seat(0) }, Notice::Ended]);
        refused!(fixture.draw(game, ADA, ASK).await, GameError::Over);
    }
}

#[tokio::test]
async fn a_draw_offer_is_withdrawn_by_its_proposer() {
    let (fixture, game) = Fixture::with_game().await;
    let withdraw = async |user, offer| fixture.draw(game, user, DrawAction::Withdraw { offer }).await;
    refused!(withdraw(ADA, None).await, GameError::NoOffer);
    fixture.draw(game, ADA, ASK).await.expect("offered");
    for offer in [None, Some(2)] {
        refused!(withdraw(BRUNO, offer).await, GameError::NotTheProposer);
        refused!(withdraw(CHLOE, offer).await, GameError::NotAPlayer);
    }
    refused!(withdraw(ADA, Some(1)).await, GameError::Stale(_));
    fixture.notices().await;
    withdraw(ADA, Some(2)).await.expect("hers");
    assert_eq!(fixture.notices().await, [Notice::DrawWithdrawn { seat: Seat(0) }]);
    refused!(fixture.draw(game, BRUNO, DrawAction::Accept { offer: 2 }).await, GameError::NoOffer);
    refused!(withdraw(ADA, Some(2)).await, GameError::NoOffer);
    // A new offer is a separate one, for the others to answer.
    fixture.draw(game, ADA, ASK).await.expect("offered again");
    refused!(withdraw(ADA, Some(2)).await, GameError::Stale(_));
    withdraw(ADA, None).await.expect("hers");
    fixture.draw(game, BRUNO, ASK).await.expect("an offer of his own");
    assert_eq!(fixture.game(game).await.draw_offer.map(|offer| offer.seat), Some(Seat(1)));
}

#[tokio::test]
async fn a_draw_button_does_not_answer_a_later_offer() {
    let (fixture, game) = Fixture::with_game().await;
    fixture.draw(game, ADA, ASK).await.expect("offered");
    fixture.draw(game, BRUNO, DrawAction::Decline { offer: 2 }).await.expect("declined");
    fixture.draw(game, ADA, ASK).await.expect("offered again, on the same board");
    fixture.notices().await;
    for old in [DrawAction::Accept { offer: 2 }, DrawAction::Decline { offer: 2 }] {
        refused!(fixture.draw(game, BRUNO, old).await, GameError::Stale(_));
    }
    assert_eq!(fixture.game(game).await.draw_offer, Some(DrawOffer { seat: Seat(0), version: 4 }));
    assert!(fixture.notices().await.is_empty());
    fixture.play(game, ADA, "a1b2").await.expect("the one who offers may move");
    fixture
        .draw(game, BRUNO, DrawAction::Accept { offer: 4 })
        .await
        .expect("the offer stands, whatever the version now");
    assert_over(&fixture, game, "draw", "agreement").await;
}

#[tokio::test]
async fn a_draw_offer_stands_until_the_opponent_moves() {
    let (fixture, game) = Fixture::with_game().await;
    fixture.draw(game, ADA, ASK).await.expect("offered");
    fixture.plays(game, ADA, "a1b2").await;
    assert!(fixture.game(game).await.draw_offer.is_some(), "the one who offers may move");
    fixture.plays(game, BRUNO, "i9h8").await;
    assert_eq!(fixture.game(game).await.draw_offer, None, "moving declines");
    fixture.draw(game, ADA, ASK).await.expect("offered anew");
}

/// Quiet plies in which no position occurs a third time.
fn quiet(plies: usize) -> Vec<String> {
    let mut any_game = rules::open("abalone").expect("the plain game");
    let mut notation = Vec::new();
    let mut chance = Chance(1);
    while notation.len() < plies {
        let choices = any_game.complete("", usize::MAX);
        let text = chance.pick(&without(&choices, "eject")).expect("a quiet move");
        notation.push(any_game.play(text).expect("a legal move"));
        assert!(any_game.outcome().is_none(), "the walk ended the match");
    }
    notation
}

#[tokio::test]
async fn either_player_can_claim_a_draw_after_200_plies_without_an_ejection() {
    let moves = quiet(201);
    // With an odd number Bruno is on turn: either player may claim.
    for (count, claims) in [(198, false), (200, true), (201, true)] {
        let (fixture, game) = Fixture::with_game().await;
        let at = fixture.game(game).await.turn.started_at;
        fixture.store.tamper(game, |record| {
            let rows = moves[..count].iter().zip(1..).zip([ADA, BRUNO].into_iter().cycle());
            record.plies = rows
                .map(|((notation, number), user)| Ply {
                    number,
                    notation: notation.clone(),
                    played_at: at,
                    player: user.into(),
                    version: 1,
                })
                .collect();
            record.game.ply = count as u32;
            record.game.turn.to_move = Some(Seat(count as u8 % 2));
        });
        let any_game = fixture.games.load(game, None).await.expect("replays").any_game;
        assert_eq!((any_game.to_move(), any_game.may_claim_draw()), (Some(Seat(count as u8 % 2)), claims));
        if claims {
            fixture.draw(game, ADA, ASK).await.expect("claimed");
            assert_over(&fixture, game, "draw", "claim").await;
        } else {
            fixture.draw(game, ADA, ASK).await.expect("an offer like any other");
            assert!(fixture.game(game).await.draw_offer.is_some_and(|offer| offer.seat == Seat(0)));
        }
    }
}
