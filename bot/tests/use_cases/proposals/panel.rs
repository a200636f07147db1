//! `/game show`: possible actions in a game, as buttons that ask for confirmation.

use crate::use_cases::support::{ADA, BRUNO, CHLOE, Harness, SentMessage};

fn button<'m>(message: &'m SentMessage, label: &str) -> &'m str {
    let at = message.labels.iter().position(|known| known == label);
    &message.controls[at.unwrap_or_else(|| panic!("no {label} in {:?}", message.labels))]
}

#[tokio::test]
async fn the_panel_has_what_is_possible_now() {
    let harness = Harness::new();
    let game = harness.started_as("abalone", "days:3").await;
    let labels = async |who| harness.press_private(who, &format!("v1:game:{game}")).await.labels;
    let own_turn = ["Show picture", "Offer a draw…", "Adjourn…", "Conditional moves", "Abort…", "Resign…"];
    assert_eq!(labels(ADA).await, own_turn);
    let waiting = ["Show picture", "Offer a draw…", "Adjourn…", "Give time…", "Conditional moves", "Abort…", "Resign…"];
    assert_eq!(labels(BRUNO).await, waiting);
    assert_eq!(labels(CHLOE).await, ["Show picture"], "who watches decides nothing");
    harness.play_all(game, &["a1b2", "i9h8", "b2c3"]).await;
    let moved = [
        "Show picture",
        "Offer a draw…",
        "Ask for a takeback…",
        "Adjourn…",
        "Give time…",
        "Conditional moves",
        "Resign…",
    ];
    assert_eq!(labels(ADA).await, moved);
    harness.resign(game, BRUNO).await;
    assert_eq!(labels(ADA).await, ["Show picture"]);

    let endless = Harness::new();
    let game = endless.started_as("abalone", "none").await;
    let endless = endless.press_private(BRUNO, &format!("v1:game:{game}")).await.labels;
    assert!(endless.contains(&"Claim…".to_owned()) && !endless.contains(&"Give time…".to_owned()), "{endless:?}");
}

#[tokio::test]
async fn a_draw_is_offered_after_a_question_and_withdrawn_or_accepted_there() {
    let (harness, game) = Harness::with_game().await;
    let panel = harness.say(ADA, "game show").await;
    let reply = harness.press_private(ADA, button(&panel, "Offer a draw…")).await;
    assert!(reply.updates && harness.game(game).await.draw_offer.is_none(), "nothing is offered yet: {}", reply.text);
    let back = harness.press_private(ADA, button(&reply, "Back")).await;
    assert_eq!(back.labels, panel.labels);
    let offered = harness.press_private(ADA, button(&reply, "Offer a draw")).await;
    assert!(harness.game(game).await.draw_offer.is_some(), "{}", offered.text);
    let panel = harness.say(ADA, "game show").await;
    harness.press_private(ADA, button(&panel, "Withdraw the draw offer")).await;
    assert!(harness.game(game).await.draw_offer.is_none());
    // A forged button, or one about an unknown action, decides nothing.
    let forged = harness.press_private(ADA, &format!("v1:game-ask:{game}:resign")).await;
    forged.says("button");
    let forged = harness.press_private(CHLOE, &format!(r#"v1:run:game draw:{{"game":"{game}"}}"#)).await;
    assert!(harness.game(game).await.draw_offer.is_none(), "{}", forged.text);
}

#[tokio::test]
async fn takebacks_time_and_adjournments_are_asked_by_buttons() {
    let (harness, game) = Harness::with_game().await;
    harness.play_all(game, &["a1b2"]).await;
    let before = harness.game(game).await.turn.deadline_at.expect("a deadline");
    let panel = harness.say(ADA, "game show").await;
    let days = harness.press_private(ADA, button(&panel, "Give time…")).await;
    assert_eq!(days.labels, ["1 day", "2 days", "3 days", "7 days", "Back"]);
    harness.press_private(ADA, button(&days, "2 days")).await;
    assert_eq!(harness.game(game).await.turn.deadline_at.expect("a deadline").since(before), 2 * 86_400_000);
    let reply = harness.press_private(ADA, button(&panel, "Ask for a takeback…")).await;
    harness.press_private(ADA, button(&reply, "Ask for a takeback")).await;
    assert!(harness.game(game).await.agreements.proposal.is_some());
    let answers = harness.say(BRUNO, "game show").await;
    assert!(answers.verbs().contains(&"agree") && answers.verbs().contains(&"refuse"), "{:?}", answers.labels);
    harness.press_private(BRUNO, answers.control("refuse")).await;
    let panel = harness.say(ADA, "game show").await;
    let days = harness.press_private(ADA, button(&panel, "Adjourn…")).await;
    harness.press_private(ADA, button(&days, "7 days")).await;
    let answers = harness.say(BRUNO, "game show").await;
    harness.press_private(BRUNO, answers.control("agree")).await;
    assert!(harness.game(game).await.agreements.adjourned.is_some());
    let panel = harness.say(ADA, "game show").await;
    harness.press_private(ADA, button(&panel, "Resume")).await;
    assert!(harness.game(game).await.agreements.adjourned.is_none());
}
