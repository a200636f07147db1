//! Fair play: the limit of rated games of the same two, and the organizers' view.

use super::*;

async fn resigned(harness: &Harness) -> GameId {
    let game = harness.under_way().await;
    harness.resign(game, BRUNO).await;
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
    let show = async |game: GameId| harness.say(ADA, &format!("board game:{game}")).await;
    let casual = harness.offered().await;
    show(casual).await.says(&format!("{PAIR_GAMES} rated games in {PAIR_DAYS} days, so this one is casual"));
    assert!(!is_rated(&harness, casual).await);
    harness.withdraw(casual, ADA).await.expect("withdrawn");
    // Also if the other player challenges, and requests a rated game.
    let back = NewChallenge {
        challenger: person(BRUNO),
        opponents: vec![person(ADA)],
        rated: Some(true),
        ..harness.new_challenge()
    };
    let back = harness.challenge(back).await;
    assert!(!is_rated(&harness, back).await);
    // Others are not affected, and casual games do not mention it.
    let other = NewChallenge { opponents: vec![person(CHLOE)], ..harness.new_challenge() };
    assert!(is_rated(&harness, harness.challenge(other).await).await);
    let requested = NewChallenge { rated: Some(false), ..harness.new_challenge() };
    show(harness.challenge(requested).await).await.omits("rated games in");
    harness.wait(i64::from(PAIR_DAYS) * 24);
    assert!(is_rated(&harness, harness.offered().await).await, "the first ones are long ago");
    harness.count_results().await;
    assert_eq!(harness.recompute(false).await.different, 0);
}

#[tokio::test]
async fn a_rated_open_challenge_is_not_for_somebody_whose_games_count_no_more() {
    let harness = regulars().await;
    let game = harness.sought().await;
    refused!(harness.accept(game).await, GameError::PairLimit);
    harness.press(BRUNO, &format!("v1:accept:{game}")).await.begins("You two have played 12 rated games in 30 days");
    // An equal one is posted, not matched.
    let equal = NewSeek { owner: person(BRUNO), ..harness.new_seek() };
    let other = id(&seeks::seek(&harness.games, equal).await.expect("posted"));
    assert_ne!(other, game);
    let casual =
        id(&seeks::seek(&harness.games, NewSeek { rated: Some(false), ..harness.new_seek() }).await.expect("posted"));
    harness.accept(casual).await.expect("casual games are free");
    harness.accept_by(game, CHLOE).await.expect("others may");
}

#[tokio::test]
async fn organizers_are_shown_figures_and_nobody_else_is() {
    let harness = Harness::new();
    let review = || harness.say_as(CHLOE, MANAGES_EVENTS, "organize review");
    review().await.privately().says("(0 rated)").ends("Nothing stands out.");
    harness.say_as(CHLOE, 1 << 10, "organize review").await.begins("Only organizers of this server");
    for _ in 0..11 {
        resigned(&harness).await;
        harness.wait(1);
    }
    for _ in 0..3 {
        let game = harness.started().await;
        abort::abort(&harness.games, harness.request(), game, ADA, None).await.expect("aborted");
    }
    harness.count_results().await;
    review()
        .await
        .says("<@1> – <@2>: 11 games, won 11 – 0. All their rated games: 11, 11")
        .says("<@1> – <@2>: 3 aborted, 0 lost on time");
    harness.wait(91 * 24);
    // It is long ago.
    review().await.ends("Nothing stands out.");
}
