//! `/puzzle`: solved, failed, tried again, day after day.

use base::clock::Clock as _;
use bot::features::puzzle::service::{position_after, puzzle_of, puzzle_of_day};
use bot::localization::Language;
use engine::puzzle::{Goal, Puzzle, puzzles};
use games::domain::{Day, PuzzleResult, UserId};

use crate::use_cases::support::{ADA, BRUNO, CHLOE, HOUR, Harness, SentMessage};

/// The puzzle of the message with these buttons, and the own turns played in it.
fn puzzle_below(message: &SentMessage) -> (&'static Puzzle, Vec<String>) {
    let mut parts = message.control("puzzle-solution").split(':').skip(2);
    let number = parts.next().and_then(|number| number.parse().ok()).expect("a number");
    let played = message.control("puzzle-turn/type").split(':').nth(3).unwrap_or_default();
    let played = played.split('.').filter(|turn| !turn.is_empty()).map(str::to_owned).collect();
    (puzzle_of(number).expect("a puzzle"), played)
}

fn number_of(message: &SentMessage) -> u32 {
    puzzle_below(message).0.number
}

async fn typed(harness: &Harness, who: UserId, task: &SentMessage, turn: &str) -> SentMessage {
    let form = harness.press_private(who, task.control("puzzle-turn/type")).await;
    harness.submit(who, form.control("puzzle-turn/type"), "move", turn).await
}

/// A legal turn that does not reach the goal.
fn wrong_turn(puzzle: &Puzzle, played: &[String]) -> String {
    let game = position_after(puzzle, played).expect("legal");
    let right = puzzle.solution[2 * played.len()];
    game.legal_moves().into_iter().find(|turn| turn != right).expect("another turn")
}

/// Plays the rest of the solution.
async fn solve(harness: &Harness, who: UserId, task: SentMessage) -> SentMessage {
    let (puzzle, played) = puzzle_below(&task);
    let mut answer = task;
    for turn in puzzle.solution.iter().step_by(2).skip(played.len()) {
        answer = typed(harness, who, &answer, turn).await;
    }
    answer
}

async fn games_of(harness: &Harness, who: UserId) -> u32 {
    harness.store.puzzle_player(who).await.expect("readable").rating.games
}

async fn next(harness: &Harness, who: UserId) -> SentMessage {
    harness.say(who, "puzzle").await
}

async fn daily(harness: &Harness, who: UserId) -> SentMessage {
    harness.say(who, "puzzle daily:true").await
}

/// Shows this puzzle, whatever the player's rating.
async fn opened(harness: &Harness, who: UserId, puzzle: &Puzzle) -> SentMessage {
    harness.store.open_puzzle(who, puzzle.number, harness.clock.now()).await.expect("stored");
    harness.press_private(who, &format!("v1:puzzle-open:{}::", puzzle.number)).await
}

/// A puzzle of this kind that is not today's.
async fn some(harness: &Harness, is_it: impl Fn(&Puzzle) -> bool) -> &'static Puzzle {
    let today = puzzle_of_day(&harness.games, Day::of(harness.clock.now())).await.expect("readable").expect("one");
    puzzles().iter().find(|puzzle| is_it(puzzle) && puzzle.number != today.number).expect("there are many")
}

#[tokio::test]
async fn a_puzzle_near_the_rating_is_solved_turn_by_turn_and_another_one_follows() {
    let harness = Harness::new();
    let task = next(&harness, ADA).await;
    let (puzzle, _) = puzzle_below(&task);
    task.privately().drawn();
    assert!((puzzle.rating - 1500.0).abs() < 50.0, "{puzzle:?}");
    task.says_all(&[
        &format!("**Puzzle {}** · rated", puzzle.number),
        "Your puzzle rating: **1500?** · daily streak: none (best: 0)",
    ]);
    assert_eq!(task.verbs(), ["puzzle-turn", "puzzle-turn", "puzzle-solution"]);
    assert_eq!(task.labels, ["Move…", "Type a move…", "Give up"]);
    // An unfinished puzzle is shown again.
    assert_eq!(number_of(&next(&harness, ADA).await), puzzle.number);

    let solved = solve(&harness, ADA, task).await;
    solved.updating().says("✅ **Solved** with").drawn();
    let player = harness.store.puzzle_player(ADA).await.expect("readable").rating;
    assert!(player.rating > 1500.0 && player.games == 1, "{player:?}");
    let profile = harness.say(CHLOE, &format!("profile show user:{}", ADA.0)).await;
    profile.says(&format!("Puzzles: **{}?** (1 puzzle)", player.points()));
    let gained = format!("Your rating: **{}?** (+{})", player.points(), player.points() - 1500);
    assert!(solved.text.contains(&gained), "{gained}: {}", solved.text);
    let rating = harness.store.puzzle_rating(puzzle.number).await.expect("readable").expect("rated");
    assert!(rating.rating < puzzle.rating && rating.games == 1, "{rating:?}");
    let attempt = harness.store.puzzle_attempt(ADA, puzzle.number).await.expect("readable").expect("there");
    assert_eq!((attempt.result, attempt.solved_at), (Some(PuzzleResult::Solved), Some(harness.clock.now())));

    let following = harness.press_private(ADA, solved.control("puzzle-next")).await;
    assert_ne!(number_of(&following), puzzle.number);
    following.says(&format!("rating: **{}?**", player.points()));
    // Others see neither.
    let other = next(&harness, BRUNO).await;
    other.says("**1500?**");
}

#[tokio::test]
async fn the_goal_says_who_moves_what_is_to_be_reached_and_in_how_many_turns() {
    let harness = Harness::new();
    for (goal, moves, wanted) in [
        (Goal::Marble, 1, "push off a marble more than you lose, in one turn, whatever"),
        (Goal::Marble, 2, "push off a marble more than you lose, in 2 of your turns, whatever"),
        (Goal::Win, 3, "win in 3 of your turns, whatever"),
    ] {
        for (side, mover, other) in [(" w ", "White to move: ", "Black does"), (" b ", "Black to move: ", "White does")]
        {
            let is_it =
                |puzzle: &Puzzle| (puzzle.goal, puzzle.moves) == (goal, moves) && puzzle.position.contains(side);
            let Some(puzzle) = puzzles().iter().find(|puzzle| is_it(puzzle)) else { continue };
            let task = opened(&harness, ADA, puzzle).await;
            let sentence = format!("{mover}{wanted} {other}");
            assert!(task.text.contains(&sentence), "{sentence}: {}", task.text);
            task.says("Only one first move works.");
        }
    }
}

#[tokio::test]
async fn a_right_turn_is_answered_and_the_next_one_asked_for() {
    let harness = Harness::new();
    let puzzle = some(&harness, |puzzle| puzzle.moves == 3).await;
    let task = opened(&harness, ADA, puzzle).await;
    let first = typed(&harness, ADA, &task, puzzle.solution[0]).await;
    let words =
        format!("Correct. `{}` is answered by `{}`. 2 more turns to find.", puzzle.solution[0], puzzle.solution[1]);
    assert!(first.text.contains(&words) && first.updates, "{words}: {}", first.text);
    assert!(first.png != task.png && first.control("puzzle-turn/move").contains(puzzle.solution[0]), "{first:?}");
    let second = typed(&harness, ADA, &first, puzzle.solution[2]).await;
    second.says("One more turn to find.");
    assert_eq!(games_of(&harness, ADA).await, 0, "it is not decided yet");
    let solved = typed(&harness, ADA, &second, puzzle.solution[4]).await;
    solved.says("**Solved**");
    assert_eq!(games_of(&harness, ADA).await, 1);
}

#[tokio::test]
async fn a_wrong_turn_fails_once_and_can_be_tried_again() {
    let harness = Harness::new();
    let puzzle = some(&harness, |puzzle| puzzle.moves == 2).await;
    let task = opened(&harness, ADA, puzzle).await;
    let first = typed(&harness, ADA, &task, puzzle.solution[0]).await;
    let played = [puzzle.solution[0].to_owned()];
    let bad = wrong_turn(puzzle, &played);
    let wrong = typed(&harness, ADA, &first, &bad).await;
    wrong.says(&format!("❌ `{bad}` doesn't reach the goal in time."));
    assert_eq!(wrong.labels, ["Try again", "Show solution", "Next puzzle"]);
    let player = harness.store.puzzle_player(ADA).await.expect("readable").rating;
    assert!(player.rating < 1500.0 && player.games == 1, "{player:?}");
    let lost = format!("Your rating: **{}?** (−{})", player.points(), 1500 - player.points());
    assert!(wrong.text.contains(&lost), "{lost}: {}", wrong.text);

    // It continues from the mistake; further turns change nothing.
    let again = harness.press_private(ADA, wrong.control("puzzle-open")).await;
    assert_eq!((again.png == first.png, puzzle_below(&again).1), (true, played.to_vec()));
    assert!(again.text.contains("it's for practice") && again.labels[2] == "Show solution", "{again:?}");
    let second = typed(&harness, ADA, &again, &bad).await;
    second.says("only your first try counts");
    let solved = solve(&harness, ADA, again).await;
    solved.says_all(&["**Solved**", "only your first try counts"]);
    let after = harness.store.puzzle_player(ADA).await.expect("readable").rating;
    assert_eq!(after, player);
    let attempt = harness.store.puzzle_attempt(ADA, puzzle.number).await.expect("readable").expect("there");
    assert_eq!((attempt.result, attempt.solved_at.is_some()), (Some(PuzzleResult::Failed), true));
}

#[tokio::test]
async fn a_turn_that_the_rules_refuse_is_no_try() {
    let harness = Harness::new();
    let task = next(&harness, ADA).await;
    let (puzzle, _) = puzzle_below(&task);
    for turn in ["zz", "a1a9", ""] {
        let answer = typed(&harness, ADA, &task, turn).await;
        assert!(!answer.text.contains('❌') && answer.controls == task.controls, "{turn}: {answer:?}");
        let move_answer = harness.store.puzzle_attempt(ADA, puzzle.number).await.expect("readable").expect("there");
        assert_eq!(move_answer.result, None, "{turn}");
    }
    let refused = typed(&harness, ADA, &task, "zz").await;
    refused.says("`zz`");
    assert_eq!(games_of(&harness, ADA).await, 0);
}

#[tokio::test]
async fn a_puzzle_is_solved_by_menus_alone() {
    let harness = Harness::new();
    // An inline move, entered by marble and direction.
    let puzzle = some(&harness, |puzzle| puzzle.moves == 1 && puzzle.solution[0].len() == 4).await;
    let task = opened(&harness, ADA, puzzle).await;
    let menu = harness.press_private(ADA, task.control("puzzle-turn/move")).await;
    let from = &puzzle.solution[0][..2];
    assert!(menu.values.iter().any(|value| value == from), "{from}: {menu:?}");
    let arrows = harness.choose(ADA, menu.control("puzzle-turn/from"), from).await;
    let ending = format!(":{}", puzzle.solution[0]);
    let step = arrows.controls.iter().find(|id| id.ends_with(&ending)).expect("a step there");
    let look = harness.press_private(ADA, step).await;
    let solved = harness.press_private(ADA, look.control("puzzle-turn/play")).await;
    solved.says("**Solved**");
}

#[tokio::test]
async fn who_gives_up_sees_the_solution_and_fails() {
    let harness = Harness::new();
    let puzzle = some(&harness, |puzzle| puzzle.moves == 2).await;
    let task = opened(&harness, ADA, puzzle).await;
    let reply = harness.press_private(ADA, task.control("puzzle-solution")).await;
    let line: Vec<String> = puzzle.solution.iter().map(|turn| format!("`{turn}`")).collect();
    reply.says_all(&[&line.join(", "), "(−"]);
    let after = harness.store.puzzle_player(ADA).await.expect("readable").rating;
    let again = harness.press_private(ADA, task.control("puzzle-solution")).await;
    again.says("only your first try counts");
    assert_eq!(harness.store.puzzle_player(ADA).await.expect("readable").rating, after);
    assert_eq!(after.games, 1);
}

#[tokio::test]
async fn presses_at_the_same_time_rate_once() {
    let harness = Harness::new();
    let puzzle = some(&harness, |puzzle| puzzle.moves == 1).await;
    let task = opened(&harness, ADA, puzzle).await;
    let (right, bad) = (puzzle.solution[0], wrong_turn(puzzle, &[]));
    let id = |turn: &str| format!("v1:puzzle-turn:{}::play:{turn}", puzzle.number);
    let (one, two, other) = (id(right), id(right), id(&bad));
    let pressed = tokio::join!(
        harness.press_private(ADA, &one),
        harness.press_private(ADA, &two),
        harness.press_private(ADA, &other),
        harness.press_private(ADA, task.control("puzzle-solution")),
    );
    let texts = [pressed.0.text, pressed.1.text, pressed.2.text, pressed.3.text];
    assert_eq!(texts.iter().filter(|text| text.contains("Your rating: ")).count(), 1, "{texts:?}");
    assert_eq!(games_of(&harness, ADA).await, 1);
    let rating = harness.store.puzzle_rating(puzzle.number).await.expect("readable").expect("rated");
    assert_eq!(rating.games, 1);
    // Each player counts for the puzzle.
    for who in [BRUNO, CHLOE] {
        let task = opened(&harness, who, puzzle).await;
        solve(&harness, who, task).await;
    }
    let rating = harness.store.puzzle_rating(puzzle.number).await.expect("readable").expect("rated");
    assert_eq!(rating.games, 3);
}

#[tokio::test]
async fn the_daily_puzzle_is_the_same_for_all_and_makes_a_streak() {
    let harness = Harness::new();
    let mut seen = Vec::new();
    for (day, days, best) in [(0, 1, 1), (1, 2, 2), (2, 3, 3), (4, 1, 3), (5, 2, 3)] {
        harness.clock.advance(24 * HOUR * if day == 4 { 2 } else { i64::from(day > 0) });
        let task = daily(&harness, ADA).await;
        let (puzzle, _) = puzzle_below(&task);
        task.says(&format!("**Puzzle of the day** (number {})", puzzle.number)).omits("no longer counts");
        assert_eq!(number_of(&daily(&harness, BRUNO).await), puzzle.number);
        assert!(!seen.contains(&puzzle.number));
        seen.push(puzzle.number);
        let solved = solve(&harness, ADA, task).await;
        let word = if days == 1 { "one day".to_owned() } else { format!("{days} days") };
        let words = format!("🔥 Puzzle of the day solved: {word} in a row (best: {best}).");
        assert!(solved.text.contains(&words), "day {day}: {}", solved.text);
        let again = daily(&harness, ADA).await;
        let word = if days == 1 { "1 day".to_owned() } else { word };
        again.says(&format!("daily streak: {word} (best: {best})"));
        let again = solve(&harness, ADA, again).await;
        assert!(again.text.contains("Already counted today") && !again.text.contains('🔥'), "{}", again.text);
    }
    let today = Day::of(harness.clock.now());
    assert_eq!(harness.store.puzzle_solvers(today).await.expect("readable"), 1, "Ada, once");
    // A skipped day ends it.
    harness.clock.advance(48 * HOUR);
    let late = next(&harness, ADA).await;
    late.says("daily streak: none (best: 3)");
    next(&harness, BRUNO).await.says("daily streak: none (best: 0)");
}

#[tokio::test]
async fn the_puzzle_of_a_day_stays_what_it_was_and_is_not_shown_as_the_next() {
    let harness = Harness::new();
    let today = Day::of(harness.clock.now());
    // Another process had chosen a different one.
    assert_eq!(harness.store.choose_puzzle_of_day(today, 17).await.expect("stored"), 17);
    assert_eq!(harness.store.choose_puzzle_of_day(today, 18).await.expect("stored"), 17);
    assert_eq!(number_of(&daily(&harness, ADA).await), 17);
    // It is begun, but reserved for its command.
    assert_ne!(number_of(&next(&harness, ADA).await), 17);
}

#[tokio::test]
async fn a_day_counts_after_a_wrong_turn_but_not_after_its_solution() {
    let harness = Harness::new();
    let task = daily(&harness, ADA).await;
    let (puzzle, _) = puzzle_below(&task);
    let wrong = typed(&harness, ADA, &task, &wrong_turn(puzzle, &[])).await;
    wrong.says("You can still solve it today");
    let again = harness.press_private(ADA, wrong.control("puzzle-open")).await;
    let solved = solve(&harness, ADA, again).await;
    solved.says_all(&["only your first try counts", "one day in a row"]);

    let task = daily(&harness, BRUNO).await;
    harness.press_private(BRUNO, task.control("puzzle-solution")).await;
    let solved = solve(&harness, BRUNO, task).await;
    solved.says("You have seen its solution today");
    assert_eq!(harness.store.puzzle_player(BRUNO).await.expect("readable").streak.days, 0);
}

#[tokio::test]
async fn yesterdays_puzzle_can_be_solved_and_counts_for_no_day() {
    let harness = Harness::new();
    let day = Day::of(harness.clock.now());
    let words = format!("v1:puzzle-day:0::{}", day.0);
    let task = daily(&harness, ADA).await;
    harness.clock.advance(24 * HOUR);
    // Begun before midnight, solved after it.
    let solved = solve(&harness, ADA, task).await;
    solved.says("**Solved**").omits("in a row");
    assert_eq!(harness.store.puzzle_player(ADA).await.expect("readable").streak.days, 0);
    // The button below a channel's message opens it for everyone separately.
    let late = harness.press(BRUNO, &words).await;
    assert!(late.private && !late.updates && late.text.contains("it no longer counts"), "{late:?}");
    // Nothing is shown of future days, and of those before the first one.
    for other in [day.0 + 2, day.0 - 1, i64::MAX, i64::MIN] {
        let answer = harness.press(BRUNO, &format!("v1:puzzle-day:0::{other}")).await;
        assert_eq!(answer.text, "This puzzle has been changed in the meantime. Continue with `/puzzle`.", "{other}");
    }
    assert_eq!(harness.store.puzzle_of_day(Day(day.0 + 2)).await.expect("readable"), None);
}

#[tokio::test]
async fn forged_and_foreign_buttons_are_answered_kindly_and_rate_nothing() {
    let harness = Harness::new();
    let task = next(&harness, ADA).await;
    let (puzzle, _) = puzzle_below(&task);
    let right = puzzle.solution[0];
    let bad = wrong_turn(puzzle, &[]);
    // A button of Ada's message, pressed by a user who has not been shown the puzzle.
    for id in [
        task.control("puzzle-turn/move"),
        task.control("puzzle-solution"),
        &format!("v1:puzzle-turn:{}::play:{right}", puzzle.number),
    ] {
        let answer = harness.press_private(BRUNO, id).await;
        assert_eq!(answer.text, "You haven't opened this puzzle. `/puzzle` shows you one of your own.", "{id}");
    }
    for id in [
        "v1:puzzle-open:0::".to_owned(),
        "v1:puzzle-open:999999::".to_owned(),
        "v1:puzzle-solution:-7::".to_owned(),
        format!("v1:puzzle-turn:{}:{bad}:play:{right}", puzzle.number),
        format!("v1:puzzle-open:{}:zz:", puzzle.number),
        format!("v1:puzzle-solution:{}:a1b2.a1b2.a1b2.a1b2:", puzzle.number),
    ] {
        let answer = harness.press_private(ADA, &id).await;
        assert_eq!(answer.text, "This puzzle has been changed in the meantime. Continue with `/puzzle`.", "{id}");
    }
    for id in ["v1:puzzle-open:x::", "v1:puzzle-open", "v1:puzzle-dance:1::"] {
        let answer = harness.press_private(ADA, id).await;
        assert!(answer.private && answer.text.contains("button"), "{id}: {}", answer.text);
    }
    for who in [ADA, BRUNO] {
        assert_eq!(games_of(&harness, who).await, 0);
    }
    assert_eq!(harness.store.puzzle_ratings().await.expect("readable"), []);
    // A forged complete line that is right counts as solved; its last turn alone does not.
    let long = some(&harness, |puzzle| puzzle.moves == 2).await;
    opened(&harness, ADA, long).await;
    let last = harness.press_private(ADA, &format!("v1:puzzle-turn:{}::play:{}", long.number, long.solution[2])).await;
    last.omits("**Solved**");
}

#[tokio::test]
async fn when_all_are_tried_those_that_were_not_solved_come_again() {
    let harness = Harness::new();
    let today = puzzle_of_day(&harness.games, Day::of(harness.clock.now())).await.expect("readable").expect("one");
    let left = some(&harness, |puzzle| puzzle.moves == 1).await;
    harness.say(ADA, "settings picture style:words").await;
    for puzzle in puzzles().iter().filter(|puzzle| puzzle.number != today.number) {
        let task = opened(&harness, ADA, puzzle).await;
        if puzzle.number == left.number {
            harness.press_private(ADA, task.control("puzzle-solution")).await;
        } else {
            solve_quickly(&harness, ADA, puzzle).await;
        }
    }
    let again = next(&harness, ADA).await;
    assert_eq!(number_of(&again), left.number);
    again.says("it's for practice");
    solve(&harness, ADA, again).await;
    let none = next(&harness, ADA).await;
    none.says_all(&["You've solved every puzzle.", "`/puzzle daily:true`"]);
}

/// Without looking at the boards in between.
async fn solve_quickly(harness: &Harness, who: UserId, puzzle: &Puzzle) {
    let own: Vec<&str> = puzzle.solution.iter().step_by(2).copied().collect();
    let (last, before) = own.split_last().expect("a turn");
    let id = format!("v1:puzzle-turn:{}:{}:play:{last}", puzzle.number, before.join("."));
    let solved = harness.press_private(who, &id).await;
    assert!(solved.text.contains("**Solved**"), "{id}: {}", solved.text);
}

#[tokio::test]
async fn what_is_stored_of_puzzles_is_handed_out_and_deleted() {
    let harness = Harness::new();
    for who in [ADA, BRUNO] {
        let task = daily(&harness, who).await;
        solve(&harness, who, task).await;
    }
    let exported = harness.say(ADA, "settings privacy export").await;
    let data: serde_json::Value = serde_json::from_str(&exported.files[0].text).expect("JSON");
    let data = &data["tables"];
    let of = |table: &str| data[table].as_array().map_or(0, Vec::len);
    assert_eq!((of("puzzle_attempt"), of("puzzle_player")), (1, 1), "{data}");
    assert_eq!(data["puzzle_player"][0]["streak"], 1);

    let deletion = games::domain::Deletion {
        user: ADA,
        anonymous: UserId::deleted(5),
        resigns: false,
        asked_at: harness.clock.now(),
    };
    assert!(harness.store.request_deletion(&deletion).await.expect("stored"));
    assert!(harness.store.anonymize(&deletion).await.expect("stored"));
    assert_eq!(harness.store.puzzle_attempts(ADA).await.expect("readable"), []);
    assert_eq!(games_of(&harness, ADA).await, 0);
    assert_eq!(games_of(&harness, BRUNO).await, 1);
    // The puzzle's rating changes name no one.
    let rating = harness.store.puzzle_ratings().await.expect("readable");
    assert_eq!(rating.iter().map(|(_, rating)| rating.games).collect::<Vec<_>>(), [2]);
}

#[tokio::test]
async fn puzzles_are_told_in_words_and_in_every_language() {
    for language in Language::all() {
        let harness = Harness::new().speaking(language.code());
        harness.say(ADA, "settings picture style:words").await;
        let mut texts = Vec::new();
        for goal in [Goal::Marble, Goal::Win] {
            let puzzle = some(&harness, |puzzle| puzzle.goal == goal && puzzle.moves == 2).await;
            let task = opened(&harness, ADA, puzzle).await;
            let first = typed(&harness, ADA, &task, puzzle.solution[0]).await;
            let wrong = typed(&harness, ADA, &task, &wrong_turn(puzzle, &[])).await;
            let menu = harness.press_private(ADA, task.control("puzzle-turn/move")).await;
            let reply = harness.press_private(ADA, task.control("puzzle-solution")).await;
            for answer in [task, first, wrong, menu, reply] {
                assert!(answer.pictures.is_empty() && !answer.text.contains("```"), "{}", answer.text);
                texts.push(answer.text);
            }
        }
        let task = daily(&harness, ADA).await;
        texts.push(solve(&harness, ADA, task).await.text);
        let all = texts.join("\n");
        assert!(!all.contains("puzzle-") && !all.contains("{ $"), "{all}");
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
        std::fs::write(folder.join(format!("puzzles.{}.txt", language.code())), all).expect("writable");
    }
}
