//! Puzzles and exercises on the board in a browser.

use base::clock::Clock as _;
use bot::features::learn::exercises::exercises_of;
use bot::features::puzzle::service::{position_after, puzzle_of, puzzle_of_day};
use engine::puzzle::{Puzzle, puzzles};
use games::domain::{Day, PuzzleResult, UserId};
use reqwest::header::{ACCEPT, LOCATION, ORIGIN};
use serde_json::json;

use crate::use_cases::support::{ADA, BRUNO};
use crate::use_cases::web::{Got, Site};

/// The board on which the turn of this page begins.
fn revision(page: &Got) -> &str {
    page.between("data-revision=\"", "\"")
}

/// A legal turn that does not reach the goal.
fn wrong_turn(puzzle: &Puzzle, played: &[String]) -> String {
    let game = position_after(puzzle, played).expect("legal");
    let right = puzzle.solution[2 * played.len()];
    game.legal_moves().into_iter().find(|turn| turn != right).expect("another turn")
}

impl Site {
    async fn signed_in() -> (Self, String) {
        let (site, game) = Self::with_game().await;
        let cookie = site.cookie(game, ADA).await;
        (site, cookie)
    }

    /// Sends a turn like the script of the page. A judged turn is answered with the page after it.
    async fn send_turn(&self, task: &str, cookie: &str, turn: &str, revision: &str) -> Got {
        let sent = self.client.post(format!("{}/{task}/moves", self.origin)).header(ORIGIN, &self.origin);
        let sent = sent.header(ACCEPT, "application/json").form(&[("turn", turn), ("revision", revision)]);
        let got = self.send(sent, cookie).await;
        match got.json()["page"].as_str() {
            Some(page) => Got { status: got.status, text: page.to_owned() },
            None => got,
        }
    }

    /// A puzzle of so many turns that is not today's, shown to Ada before.
    async fn opened(&self, moves: u8) -> &'static Puzzle {
        let (games, now) = (&self.harness.games, self.harness.clock.now());
        let today = puzzle_of_day(games, Day::of(now)).await.expect("readable").expect("one");
        let is_it = |puzzle: &&Puzzle| puzzle.moves == moves && puzzle.number != today.number;
        let puzzle = puzzles().iter().find(is_it).expect("there are many");
        self.harness.store.open_puzzle(ADA, puzzle.number, now).await.expect("stored");
        puzzle
    }

    async fn result(&self, puzzle: &Puzzle) -> Option<PuzzleResult> {
        self.harness.store.puzzle_attempt(ADA, puzzle.number).await.expect("readable").and_then(|it| it.result)
    }

    async fn rated_tries(&self, who: UserId) -> u32 {
        self.harness.store.puzzle_player(who).await.expect("readable").rating.games
    }
}

#[tokio::test]
async fn nothing_of_the_solution_is_told_before_a_turn_is_judged() {
    let (site, ada) = Site::signed_in().await;
    let puzzle = site.opened(2).await;
    let (task, [right, reply, last]) = (format!("puzzle/{}", puzzle.number), [0, 1, 2].map(|at| puzzle.solution[at]));
    let start = site.get(&format!("/{task}"), &ada).await;
    start.assert_status(200).assert_says(["<svg class=\"board\"", "data-entry", "name=\"turn\"", "Give up"]);
    let drawn = |turn: &str| format!(">{turn}<");
    start.assert_lacks([&*drawn(reply), "Try again", "/puzzle/next"]);
    // An address with turns tells nothing of them.
    for turns in [right.to_owned(), wrong_turn(puzzle, &[]), "zz".to_owned()] {
        assert_eq!(site.get(&format!("/{task}?turns={turns}"), &ada).await.text, start.text, "{turns}");
    }
    // The board of a right turn that is only tried is like that of a wrong one.
    for turn in [right.to_owned(), wrong_turn(puzzle, &[])] {
        let tried = site.client.get(format!("{}/{task}/try", site.origin));
        let tried = site.send(tried.query(&[("turn", &*turn), ("revision", revision(&start))]), &ada).await;
        assert_eq!((tried.status, &tried.json()["entry"]["is_complete"]), (200, &json!(true)), "{tried:?}");
        tried.assert_says(["<svg class"]).assert_lacks([&*drawn(reply)]);
    }
    let empty = site.client.get(format!("{}/{task}/try", site.origin));
    let why = [("turn", ""), ("revision", revision(&start)), ("why", "nowhere")];
    assert_eq!(site.send(empty.query(&why), &ada).await.status, 404);
    assert_eq!(site.result(puzzle).await, None);

    // Right: the reply is drawn, and the last turn has to be found.
    let second = site.send_turn(&task, &ada, right, revision(&start)).await;
    second.assert_status(200).assert_says(["Correct.", &*drawn(reply), "One more turn to find.", "data-entry"]);
    assert_eq!(site.result(puzzle).await, None, "it is not decided yet");
    // Wrong: it fails once, and goes on from there.
    let bad = wrong_turn(puzzle, &[right.to_owned()]);
    let wrong = site.send_turn(&task, &ada, &bad, revision(&second)).await;
    let again = format!("/{task}?turns={right}");
    wrong.assert_says([&*bad, "reach the goal in time", "Your rating:", "Show solution", "/puzzle/next", &again]);
    wrong.assert_lacks(["data-entry", &*drawn(last)]);
    assert_eq!(site.result(puzzle).await, Some(PuzzleResult::Failed));
    site.send_turn(&task, &ada, &bad, revision(&second)).await.assert_says(["only your first try counts"]);
    let again = site.get(&again, &ada).await;
    assert_eq!(revision(&again), revision(&second));
    let solved = site.send_turn(&task, &ada, last, revision(&again)).await;
    solved.assert_says(["Solved", "only your first try counts", "/puzzle/next"]).assert_lacks(["data-entry"]);
    assert_eq!((site.result(puzzle).await, site.rated_tries(ADA).await), (Some(PuzzleResult::Failed), 1));
}

#[tokio::test]
async fn a_turn_that_is_sent_twice_at_a_time_is_rated_once() {
    let (site, ada) = Site::signed_in().await;
    let puzzle = site.opened(1).await;
    let task = format!("puzzle/{}", puzzle.number);
    let start = site.get(&format!("/{task}"), &ada).await;
    let send = || site.send_turn(&task, &ada, puzzle.solution[0], revision(&start));
    let (one, other) = tokio::join!(send(), send());
    let rated = [&one, &other].iter().filter(|page| page.text.contains("Your rating:")).count();
    assert_eq!((one.status, other.status, rated), (200, 200, 1), "{one:?} {other:?}");
    assert_eq!((site.result(puzzle).await, site.rated_tries(ADA).await), (Some(PuzzleResult::Solved), 1));
    // The solution is shown after that, and changes nothing.
    let sent = || site.client.post(format!("{}/{task}/solution", site.origin)).header(ORIGIN, &site.origin);
    let solution = site.send(sent(), &ada).await;
    solution.assert_status(200).assert_says([puzzle.solution[0], "only your first try counts", "Start over"]);
    assert_eq!(site.result(puzzle).await, Some(PuzzleResult::Solved));
}

#[tokio::test]
async fn the_puzzle_of_the_day_makes_a_streak_and_the_list_of_games_says_so() {
    let (site, ada) = Site::signed_in().await;
    site.get("/me", &ada).await.assert_says(["href=\"/puzzle\"", "Puzzle of the day: open · streak: none"]);
    let mut page = site.get("/puzzle", &ada).await;
    page.assert_status(200).assert_says(["Puzzle of the day"]);
    let task = page.between("data-game=\"", "\"").to_owned();
    let number: i64 = task.strip_prefix("puzzle/").and_then(|number| number.parse().ok()).expect("a number");
    for turn in puzzle_of(number).expect("a puzzle").solution.iter().step_by(2) {
        page = site.send_turn(&task, &ada, turn, revision(&page)).await;
    }
    page.assert_says(["one day in a row", "href=\"/puzzle/next\""]);
    site.get("/me", &ada).await.assert_says(["Puzzle of the day: solved · streak: 1 day"]);
    let next = site.get("/puzzle/next", &ada).await;
    next.assert_status(200).assert_lacks([&format!("data-game=\"{task}\"")]);
    let number = next.between("data-game=\"", "\"").to_owned();
    site.get(&format!("/{number}"), &ada).await.assert_status(200);
}

#[tokio::test]
async fn who_is_not_signed_in_or_forges_anything_learns_nothing() {
    let (site, ada) = Site::signed_in().await;
    let game = site.harness.started().await;
    let bruno = site.cookie(game, BRUNO).await;
    let puzzle = site.opened(2).await;
    let task = format!("puzzle/{}", puzzle.number);
    let start = site.get(&format!("/{task}"), &ada).await;
    for path in ["/puzzle", "/puzzle/next", &format!("/{task}"), "/learn/1"] {
        for cookie in ["", "session=00"] {
            site.get(path, cookie).await.assert_status(401).assert_says(["Open the board from Discord."]);
        }
    }
    let others = "You haven't opened this puzzle.";
    site.get(&format!("/{task}"), &bruno).await.assert_status(404).assert_says([others]);
    for path in ["/puzzle/0", "/puzzle/999999"] {
        site.get(path, &ada).await.assert_status(404).assert_says([others]);
    }
    for path in ["/puzzle/-1", "/puzzle/x", "/learn/0", "/learn/11", "/chess/1", &format!("/{task}/try?turn=")] {
        assert_eq!(site.get(path, &ada).await.status, 404, "{path}");
    }
    let right = puzzle.solution[0];
    for (cookie, turn, revision, status) in [
        ("", right, revision(&start), 401),
        (&*bruno, right, revision(&start), 404),
        (&*ada, right, "nonsense", 404),
        (&*ada, "zz", revision(&start), 422),
    ] {
        site.send_turn(&task, cookie, turn, revision).await.assert_status(status);
    }
    let sent = || site.client.post(format!("{}/{task}/moves", site.origin));
    let foreign = sent().header(ORIGIN, "https://evil.example").form(&[("turn", right), ("revision", "@")]);
    assert_eq!(site.send(foreign, &ada).await.status, 403);
    // Without scripts, the reason stands beside the field, and a reload of the form's address leads back.
    let typed = sent().header(ORIGIN, &site.origin).form(&[("turn", "<zz>"), ("revision", revision(&start))]);
    let typed = site.send(typed, &ada).await;
    typed.assert_status(422).assert_says(["value=\"&lt;zz&gt;\"", "aria-invalid", "data-entry"]);
    let back = site.client.get(format!("{}/{task}/moves", site.origin)).send().await.expect("an answer");
    let location = back.headers()[LOCATION].to_str().expect("visible");
    assert_eq!((back.status().as_u16(), location), (303, &*format!("/{task}")));
    assert_eq!((site.result(puzzle).await, site.rated_tries(ADA).await), (None, 0));
    // Turns before this one that are not right are no way to ask for free.
    let (_, position) = revision(&start).split_once('@').expect("turns and a position");
    let forged = format!("{}@{position}", wrong_turn(puzzle, &[]));
    site.send_turn(&task, &ada, right, &forged).await.assert_status(200).assert_says(["reach the goal in time"]);
    assert_eq!(site.result(puzzle).await, Some(PuzzleResult::Failed));
}

#[tokio::test]
async fn an_exercise_says_what_a_move_lacks_and_leads_to_the_next_one() {
    let (site, ada) = Site::signed_in().await;
    let solved = async || exercises_of(&site.harness.games, ADA).await.expect("readable").count();
    let start = site.get("/learn/1", &ada).await;
    start.assert_says(["Exercise 1 of 10", "Move your marble on d4 to e5.", "<details><summary>Hint", "/learn/2"]);
    let wrong = site.send_turn("learn/1", &ada, "c3d4", revision(&start)).await;
    wrong.assert_says(["moves two marbles. Move one.", "Try again"]).assert_lacks(["data-entry"]);
    assert_eq!(solved().await, 0);
    for _ in 0..2 {
        let right = site.send_turn("learn/1", &ada, "d4e5", revision(&start)).await;
        right.assert_says(["1 of 10 exercises solved", "href=\"/learn/2\"", "✓"]);
    }
    assert_eq!(solved().await, 1);
    // Two moves, and the reply between them.
    let start = site.get("/learn/10", &ada).await;
    let second = site.send_turn("learn/10", &ada, "e5e6", revision(&start)).await;
    second.assert_says(["White answers <code>g3g4</code>", "data-entry"]);
    let done = site.send_turn("learn/10", &ada, "e6e7", revision(&second)).await;
    // After the last one comes the first that is left.
    done.assert_says(["2 of 10 exercises solved", "href=\"/learn/2\""]);
    let late = format!("e5e6.e6e7{}", revision(&start));
    site.send_turn("learn/10", &ada, "e7e8", &late).await.assert_status(404);
    let sent = site.client.post(format!("{}/learn/3/solution", site.origin)).header(ORIGIN, &site.origin);
    site.send(sent, &ada).await.assert_says(["<code>c3c5d3</code>", "href=\"/learn/4\""]);
    assert_eq!(solved().await, 2, "a solution that was shown is no solution of hers");
}

#[tokio::test]
async fn open_board_in_discord_signs_in_and_opens_the_same_task() {
    let site = Site::start().await;
    for (command, button) in [("puzzle", "puzzle-browser"), ("learn", "learn-browser")] {
        let task = site.harness.say(ADA, command).await;
        assert_eq!((task.labels[0].as_str(), task.text.lines().count()), ("Open board", 2), "{task:?}");
        let answer = site.harness.press_private(ADA, task.control(button)).await;
        assert!(answer.private && !answer.updates, "the task stays: {answer:?}");
        let (_, code) = answer.links[0].split_once('#').expect("a code behind #");
        let redeemed = site.redeem(code).await;
        let cookie =
            redeemed.headers()["set-cookie"].to_str().expect("visible").split(';').next().expect("one").to_owned();
        let address =
            redeemed.json::<serde_json::Value>().await.expect("JSON")["board"].as_str().expect("one").to_owned();
        assert!(address.starts_with(&format!("/{command}/")), "{address}");
        site.get(&address, &cookie).await.assert_status(200).assert_says([&format!("data-game=\"{}\"", &address[1..])]);
    }
    // An address that is none of a task leads nowhere else.
    for page in ["/evil.example", "g/1", "puzzle/x", "learn/1/.."] {
        let link = site.harness.games.create_web_link(None, ADA).await.expect("a link").expect("there are pages");
        let (_, code) = link.split_once('#').expect("a code behind #");
        let redeemed = site.redeem(&format!("{code}/{page}")).await;
        assert_eq!(redeemed.json::<serde_json::Value>().await.expect("JSON")["board"], "/me", "{page}");
    }
}
