//! Blocked people, whose challenges are refused.

use bot::features::settings::service::{self as settings, MOST_BLOCKED};
use games::domain::UserId;
use games::{GameError, challenges};

use crate::refused;
use crate::use_cases::support::{ADA, BRUNO, CHLOE, Harness, person};

#[tokio::test]
async fn a_game_of_many_is_not_offered_where_one_of_them_blocks() {
    let harness = Harness::new();
    settings::block(&harness.games, CHLOE, ADA).await.expect("a choice");
    let mut new = harness.new_challenge();
    new.opponents.push(person(CHLOE));
    new.setup = "abalone seats=3".to_owned();
    refused!(challenges::challenge(&harness.games, new).await, GameError::NotChallengeable(user) if user == CHLOE);
}

#[tokio::test]
async fn a_running_game_goes_on_and_has_no_rematch() {
    let (harness, game) = Harness::with_game().await;
    settings::block(&harness.games, BRUNO, ADA).await.expect("a choice");
    harness.play(game, ADA, "a1b2").await.expect("the game goes on");
    harness.play(game, BRUNO, "i9h8").await.expect("the game goes on");
    harness.resign(game, BRUNO).await;
    let refused = harness.press(ADA, &format!("v1:rematch:{game}")).await;
    assert_eq!(refused.text, "You can't challenge <@2>.");
}

#[tokio::test]
async fn the_list_is_shown_and_ends() {
    let harness = Harness::new();
    let show = async |name: &str| harness.say(ADA, name).await.text;
    assert_eq!(show("settings block").await, "You haven't blocked anyone.");
    assert!(show("settings show").await.contains("People you have blocked: **none**"));
    refused!(settings::block(&harness.games, ADA, ADA).await, GameError::BlockYourself);
    // Blocking someone twice lists them once.
    for user in [BRUNO, CHLOE, BRUNO] {
        settings::block(&harness.games, ADA, user).await.expect("a choice");
    }
    assert!(show("settings block").await.starts_with("You've blocked <@2>, <@3>."));
    assert!(show("settings show").await.contains("have blocked: **2** (`/settings block` lists them)"));
    for user in 4..=MOST_BLOCKED as u64 + 1 {
        settings::block(&harness.games, ADA, UserId((1 << 63) + user)).await.expect("a choice");
    }
    assert!(show("settings block").await.chars().count() <= 2000);
    let reply = harness.say(ADA, "settings block user:99").await;
    assert_eq!(reply.text, "You've blocked 60 people, which is the limit. Unblock one with `/settings unblock` first.");
}
