//! Fair play: the limit of rated games of the same two, and the organizers' view.

use bot::features::proposals::abort;
use bot::features::resign;
use clubs::ratings::{self, recomputation};
use games::GameError;
use games::challenges::{self, NewChallenge};
use games::domain::GameId;
use games::domain::rating::{PAIR_DAYS, PAIR_GAMES};
use games::seeks::{self, NewSeek};
use serde_json::json;

use crate::refused;
use crate::use_cases::support::fixture::{ADA, BRUNO, CHLOE, id, person};
use crate::use_cases::support::harness::Harness;

const ORGANIZER: u64 = 1 << 33;

async fn resigned(harness: &Harness) -> GameId {
    let game = harness.under_way().await;
    resign::resign(&harness.games, harness.request(), game, BRUNO, None).await.expect("resigned");
    game
}

async fn is_rated(harness: &Harness, game: GameId) -> bool {
    harness.game(game).await.challenge.is_rated
}

/// Ada and Bruno have reached the limit of rated games.
async fn regulars() -> Harness {
    let harness = Harness::new();
    for _ in 0..PAIR_GAMES {
        assert!(is_rated(&harness, resigned(&harness).await).await);
        harness.wait(1);
    }
    harness
}

#[tokio::test]
async fn from_some_game_on_the_games_of_the_same_two_are_casual_and_the_card_says_so() {
    let harness = regulars().await;
    let shown = |game: GameId| {
        let harness = &harness;
        async move { harness.command(ADA, "board", json!({ "game": game.to_string() })).await.text }
    };
    let words = format!("{PAIR_GAMES} rated games in {PAIR_DAYS} days, so this one is casual");
    let casual = harness.offered().await;
    let card = shown(casual).await;
    assert!(!is_rated(&harness, casual).await && card.contains(&words), "{card}");
    challenges::withdraw(&harness.games, harness.request(), casual, ADA).await.expect("withdrawn");
    // Also if the other player challenges, and requests a rated game.
    let back = NewChallenge {
        challenger: person(BRUNO),
        opponents: vec![person(ADA)],
        rated: Some(true),
        ..harness.new_challenge()
    };
    let back = id(&challenges::challenge(&harness.games, back).await.expect("a challenge"));
    assert!(!is_rated(&harness, back).await);
    // Others are not affected, and casual games do not mention it.
    let other = NewChallenge { opponents: vec![person(CHLOE)], ..harness.new_challenge() };
    assert!(is_rated(&harness, id(&challenges::challenge(&harness.games, other).await.expect("a challenge"))).await);
    let asked = NewChallenge { rated: Some(false), ..harness.new_challenge() };
    let asked = id(&challenges::challenge(&harness.games, asked).await.expect("a challenge"));
    assert!(!shown(asked).await.contains("rated games in"));
    harness.wait(i64::from(PAIR_DAYS) * 24);
    assert!(is_rated(&harness, harness.offered().await).await, "the first ones are long ago");
    ratings::count_results(&harness.games).await.expect("counted");
    assert_eq!(recomputation::recompute(&harness.games, None, false).await.expect("computed").different, 0);
}

#[tokio::test]
async fn a_rated_open_challenge_is_not_for_somebody_whose_games_count_no_more() {
    let harness = regulars().await;
    let game = harness.sought().await;
    refused!(harness.accept(game).await, GameError::PairLimit);
    let said = harness.press(BRUNO, &format!("v1:accept:{game}")).await;
    assert!(said.text.starts_with("You two have played 12 rated games in 30 days"), "{said:?}");
    // An equal one is posted, not matched.
    let equal = NewSeek { owner: person(BRUNO), ..harness.new_seek() };
    let posted = id(&seeks::seek(&harness.games, equal).await.expect("posted"));
    assert_ne!(posted, game);
    let casual =
        id(&seeks::seek(&harness.games, NewSeek { rated: Some(false), ..harness.new_seek() }).await.expect("posted"));
    harness.accept(casual).await.expect("casual games are free");
    challenges::accept(&harness.games, harness.request(), game, person(CHLOE)).await.expect("others may");
}

#[tokio::test]
async fn organizers_are_shown_figures_and_nobody_else_is() {
    let harness = Harness::new();
    let review = || harness.command_as(CHLOE, Some(ORGANIZER), "organize review", json!({}));
    let nothing = review().await;
    assert!(nothing.private && nothing.text.contains("(0 rated)") && nothing.text.ends_with("Nothing stands out."));
    let said = harness.command_as(CHLOE, Some(1 << 10), "organize review", json!({})).await;
    assert!(said.text.starts_with("Only organizers of this server"), "{said:?}");
    for _ in 0..11 {
        resigned(&harness).await;
        harness.wait(1);
    }
    for _ in 0..3 {
        let game = harness.started().await;
        abort::abort(&harness.games, harness.request(), game, ADA, None).await.expect("aborted");
    }
    ratings::count_results(&harness.games).await.expect("counted");
    let shown = review().await;
    assert!(shown.text.contains("<@1> – <@2>: 11 games, won 11 – 0. All their rated games: 11, 11"), "{shown:?}");
    assert!(shown.text.contains("<@1> – <@2>: 3 aborted, 0 lost on time"), "{shown:?}");
    harness.wait(91 * 24);
    assert!(review().await.text.ends_with("Nothing stands out."), "it is long ago");
}
