//! The exercises of `/learn`, solved, failed and left.

use bot::features::learn::exercises as learn;
use bot::features::learn::exercises::{ALL, Exercise};
use bot::localization::Language;

use crate::use_cases::support::{ADA, BRUNO, Harness, SentMessage};

async fn typed(harness: &Harness, task: &SentMessage, turn: &str) -> SentMessage {
    let form = harness.press_private(ADA, task.control("learn-turn/type")).await;
    harness.submit(ADA, form.control("learn-turn/type"), "move", turn).await
}

#[tokio::test]
async fn all_ten_are_solved_one_after_the_other_and_stay_solved() {
    let harness = Harness::new();
    let mut task = harness.say(ADA, "learn").await;
    for (number, exercise) in (1..).zip(&ALL) {
        task.privately().begins(&format!("**Exercise {number} of 10: "));
        assert!(!task.png.is_empty() && !task.text.contains('✓'), "{}", task.text);
        // For inspection by people.
        let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("exercise-{number}.png"));
        std::fs::write(file, &task.png).expect("writable");
        let mut answer = task;
        for turn in exercise.solution() {
            answer = typed(&harness, &answer, turn).await;
        }
        answer.updating().says_all(&["**Solved**", &format!("{number} of 10 exercises solved")]);
        if number == 10 {
            assert!(answer.text.contains("Well done") && answer.verbs() == ["guide-open", "learn-open"], "{answer:?}");
            break;
        }
        task = harness.press_private(ADA, answer.control("learn-open")).await;
    }
    // Solved exercises are stored, so they survive the process; no one else has solved them.
    assert_eq!(learn::exercises_of(&harness.games, ADA).await.expect("readable").count(), 10);
    assert_eq!(learn::exercises_of(&harness.games, BRUNO).await.expect("readable").count(), 0);
    let again = harness.say(ADA, "learn").await;
    again.begins("**Exercise 1 of 10: Move one marble** ✓");
}

#[tokio::test]
async fn an_exercise_is_solved_by_buttons_alone() {
    let harness = Harness::new();
    let task = harness.say(ADA, "learn").await;
    let menu = harness.press_private(ADA, task.control("learn-turn/move")).await;
    assert!(menu.values.contains(&"d4".to_owned()), "{menu:?}");
    let arrows = harness.choose(ADA, menu.control("learn-turn/from"), "d4").await;
    let step = arrows.controls.iter().find(|id| id.ends_with(":d4e5")).expect("a step there");
    let look = harness.press_private(ADA, step).await;
    assert!(look.text.contains("`d4e5`") && look.control("learn-turn/entry").ends_with(":0"), "{look:?}");
    let solved = harness.press_private(ADA, look.control("learn-turn/play")).await;
    solved.says("**Solved**");
    let next = harness.say(ADA, "learn").await;
    next.begins("**Exercise 2 of 10");
}

#[tokio::test]
async fn a_wrong_move_is_answered_with_why_and_solves_nothing() {
    let harness = Harness::new();
    for (key, turn, why) in [
        ("learn-step", "c3d4", "`c3d4` moves two marbles. Move one."),
        ("learn-step", "zz", "`zz`"),
        ("learn-broadside", "c3c4", "along the line"),
        ("learn-push-two", "e3e4", "you need more marbles"),
        ("learn-pac", "e3e4", "2 can't push 2"),
        ("learn-choose", "e7e8", "White ejects your marble on e9 with `g9f9`"),
        ("learn-defend", "c4d4", "White ejects your marble on e1 with `e3e2`"),
        ("learn-win", "c4c5", "you can't eject the sixth marble"),
    ] {
        let task = harness.press_private(ADA, &format!("v1:learn-open:{key}::")).await;
        let answer = typed(&harness, &task, turn).await;
        let words = answer.text.to_lowercase();
        assert!(
            words.contains(&why.to_lowercase()) || key == "learn-pac" || key == "learn-push-two",
            "{}",
            answer.text
        );
        assert!(!words.contains("solved") && answer.controls == task.controls, "{answer:?}");
    }
    assert_eq!(learn::exercises_of(&harness.games, ADA).await.expect("readable").count(), 0);
}

#[tokio::test]
async fn hints_and_solutions_help_and_do_not_count() {
    let harness = Harness::new();
    let task = harness.press_private(ADA, "v1:learn-open:learn-win::").await;
    let first = typed(&harness, &task, "e6e7").await;
    first.says("White answers `g3g4`");
    let hint = harness.press_private(ADA, first.control("learn-hint")).await;
    assert!(hint.text.contains("*Hint:*") && hint.control("learn-turn/type").contains("e6e7"), "{hint:?}");
    let reply = harness.press_private(ADA, task.control("learn-solution")).await;
    reply.says("`e5e6`, `e6e7`").drawn();
    assert_eq!(learn::exercises_of(&harness.games, ADA).await.expect("readable").count(), 0);
}

#[tokio::test]
async fn the_way_on_from_the_last_one_says_how_many_are_left() {
    let harness = Harness::new();
    let last = harness.press_private(ADA, "v1:learn-open:learn-win::").await;
    assert_eq!(last.control("learn-left"), "v1:learn-left:learn-step");
    let first = harness.press_private(ADA, last.control("learn-left")).await;
    first.begins("**Exercise 1 of 10").says("You've seen all ten; 10 aren't solved yet.");
    let menu = harness.press_private(ADA, first.control("learn-turn/move")).await;
    assert_eq!(menu.control("learn-open"), "v1:learn-open:learn-line");
}

#[tokio::test]
async fn old_and_forged_buttons_are_answered_kindly() {
    let harness = Harness::new();
    for id in [
        "v1:learn-open:learn-juggling::",
        "v1:learn-turn:learn-step:a1b2:play:d4e5",
        "v1:learn-turn:learn-step:d4e5:play:d4e5",
        "v1:learn-turn:learn-win:e5e6.e6e7:entry:0",
        "v1:learn-hint:learn-win:e5e6.e6e7.e7e8:",
    ] {
        let answer = harness.press_private(ADA, id).await;
        assert_eq!(answer.text, "This exercise has been changed in the meantime. Continue with `/learn`.", "{id}");
    }
    for id in
        ["v1:learn-turn:learn-step::from", "v1:learn-turn:learn-step::dir:zz", "v1:learn-turn:learn-step::entry:0:y"]
    {
        let answer = harness.press_private(ADA, id).await;
        assert!(answer.text.contains("Exercise 1 of 10"), "{id}: {}", answer.text);
    }
    // Pressed below another user's message, it opens the presser's own.
    let answer = harness.press(BRUNO, "v1:learn-open:learn-push::").await;
    assert!(answer.private && !answer.updates, "{answer:?}");
    assert_eq!(learn::exercises_of(&harness.games, ADA).await.expect("readable").count(), 0);
}

#[tokio::test]
async fn the_exercises_are_told_in_words_and_in_every_language() {
    for language in Language::all() {
        let harness = Harness::new().speaking(language.code());
        harness.say(ADA, "settings picture style:words").await;
        let mut texts = Vec::new();
        for Exercise { key, .. } in &ALL {
            for (action, step) in [("open", ""), ("hint", ""), ("solution", ""), ("turn", "move")] {
                let answer = harness.press_private(ADA, &format!("v1:learn-{action}:{key}::{step}")).await;
                assert!(answer.pictures.is_empty() && !answer.text.contains("```"), "{}", answer.text);
                assert!(answer.text.contains("e5") || answer.text.contains("c4"), "{}", answer.text);
                answer.omits_all(&["learn-", "{ $"]);
                texts.push(answer.text);
            }
        }
        let all = texts.join("\n");
        assert!(
            language != Language::ENGLISH || all.contains("White threatens to eject the black marble on e1"),
            "{all}"
        );
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
        std::fs::write(folder.join(format!("exercises.{}.txt", language.code())), all).expect("writable");
    }
}
