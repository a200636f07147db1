//! Hints for a first game.

use games::domain::{GameId, Notice, UserId};

use crate::use_cases::support::{ADA, BRUNO, CHLOE, Fixture, Harness, ROUND, SentMessage};

/// The beginnings of the hints, in order.
const HINTS: [&str; 3] = ["choose a marble, then where it goes", "a line pushes", "eject 6 marbles"];

fn harness() -> Harness {
    Harness::over(Fixture::new().hosted(|settings| settings.hints = true))
}

fn hint(answer: &SentMessage) -> Option<usize> {
    assert_eq!(answer.text.matches("**Tip:**").count(), usize::from(answer.text.contains("Tip")), "{answer:?}");
    let found = HINTS.iter().position(|start| answer.text.contains(&format!("💡 **Tip:** {start}")));
    assert_eq!(answer.controls.contains(&"v1:hints-off".to_owned()), found.is_some(), "{answer:?}");
    found
}

async fn menu(harness: &Harness, who: UserId, game: GameId) -> Option<usize> {
    hint(&harness.press_private(who, &format!("v1:move:{game}:{}", harness.game(game).await.revision())).await)
}

async fn played(harness: &Harness, who: UserId, text: &str) -> Option<usize> {
    let answer = harness.type_move(who, text).await;
    answer.begins("You played");
    hint(&answer)
}

#[tokio::test]
async fn each_hint_is_shown_once_on_the_first_three_turns() {
    let harness = harness();
    let game = harness.started().await;
    assert_eq!(menu(&harness, ADA, game).await, Some(0));
    assert_eq!(menu(&harness, ADA, game).await, None, "once");
    assert_eq!(played(&harness, ADA, ROUND[0]).await, None);
    assert_eq!(played(&harness, BRUNO, ROUND[1]).await, Some(0), "who types sees it below the answer");
    let board = harness.say(ADA, "board").await;
    assert_eq!(hint(&board), Some(1));
    assert_eq!(played(&harness, ADA, ROUND[2]).await, None);
    assert_eq!(played(&harness, BRUNO, ROUND[3]).await, Some(1));
    assert_eq!(played(&harness, ADA, "a2b3").await, Some(2));
    assert_eq!(played(&harness, BRUNO, "i8h7").await, Some(2));
    for who in [ADA, BRUNO] {
        assert_eq!(menu(&harness, who, game).await, None, "a fourth turn");
        assert_eq!(hint(&harness.press_private(who, &format!("v1:board:{game}")).await), None);
    }
}

#[tokio::test]
async fn the_last_hint_says_how_many_ejections_win_this_game() {
    let harness = harness();
    let game = harness.started_as("abalone target=3", "days:3").await;
    for (who, text) in [(ADA, ROUND[0]), (BRUNO, ROUND[1]), (ADA, ROUND[2]), (BRUNO, ROUND[3])] {
        played(&harness, who, text).await;
    }
    let answer = harness.type_move(ADA, "a2b3").await;
    answer.says("eject 3 marbles and you win");
    assert_eq!(harness.game(game).await.ply, 5);
}

#[tokio::test]
async fn only_the_player_reads_a_hint() {
    let harness = harness();
    let game = harness.started().await;
    let (board, _) = harness.notice(game, 1, Notice::Board { ply: 0 }).await.expect("a board");
    assert_eq!(hint(&board), None, "everybody's board");
    assert_eq!(menu(&harness, CHLOE, game).await, None, "not a player");
    assert_eq!(hint(&harness.say(BRUNO, "board").await), None, "before the first turn");
    let refused = harness.type_move(ADA, "a1i9").await;
    assert_eq!(hint(&refused), None, "a refusal says what is wrong, and nothing else");
    assert_eq!(menu(&harness, ADA, game).await, Some(0));
}

#[tokio::test]
async fn who_has_accepted_and_moves_first_reads_how_to_move_with_the_menu() {
    let harness = harness();
    let white = games::challenges::NewChallenge { color: games::offers::ColorChoice::White, ..harness.new_challenge() };
    let game = harness.challenge(white).await;
    assert_eq!(hint(&harness.press(BRUNO, &format!("v1:accept:{game}")).await), None, "the answer is edited soon");
    assert_eq!(menu(&harness, BRUNO, game).await, Some(0));
}

#[tokio::test]
async fn who_has_finished_a_game_gets_no_hints_any_more() {
    let harness = harness();
    let first = harness.started().await;
    assert_eq!(menu(&harness, ADA, first).await, Some(0));
    harness.resign(first, BRUNO).await;
    let second = harness.started().await;
    for text in ROUND.iter().step_by(2) {
        assert_eq!(menu(&harness, ADA, second).await, None);
        assert_eq!(played(&harness, ADA, text).await, None);
        assert_eq!(played(&harness, BRUNO, if *text == ROUND[0] { ROUND[1] } else { ROUND[3] }).await, None);
    }
}

#[tokio::test]
async fn one_press_ends_them_and_a_setting_brings_them_back() {
    let harness = harness();
    let game = harness.started().await;
    assert_eq!(menu(&harness, ADA, game).await, Some(0));
    let off = harness.press_private(ADA, "v1:hints-off").await;
    assert!(off.private && !off.updates && off.text.starts_with("Tips are hidden."), "the board stays: {off:?}");
    harness.say(ADA, "settings show").await.says("Tips in a first game: **off**");
    harness.play_all(game, &ROUND[..2]).await;
    assert_eq!(menu(&harness, ADA, game).await, None);
    let on = harness.say(ADA, "settings moves hints:true").await;
    on.says("Tips in a first game: **shown**");
    assert_eq!(menu(&harness, ADA, game).await, Some(1));
    let set = harness.say(ADA, "settings moves hints:false").await;
    assert_eq!(set.text, "Tips in a first game: **off**");
    let both = harness.say(ADA, "settings moves").await;
    both.says_all(&["played right away", "**off**"]);
}

#[tokio::test]
async fn games_that_are_moved_in_another_way_have_no_hints() {
    for setup in ["abalone colors=one", "abalone placement=on", "fliporona", "notalone"] {
        let harness = harness();
        let game = harness.started_as(setup, "days:3").await;
        for who in [ADA, BRUNO] {
            let board = harness.press_private(who, &format!("v1:board:{game}")).await;
            assert_eq!(hint(&board), None, "{setup}");
        }
    }
}

#[tokio::test]
async fn a_host_can_do_without_them() {
    let harness = Harness::over(Fixture::new().hosted(|settings| settings.hints = false));
    let game = harness.started().await;
    assert_eq!(menu(&harness, ADA, game).await, None);
}
