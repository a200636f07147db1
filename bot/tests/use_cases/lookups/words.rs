//! Boards in words: a game played by reading alone, and everything that may be combined in one message.

use std::collections::BTreeMap;

use games::domain::UserId;

use crate::use_cases::support::{ADA, BRUNO, CHLOE, Harness};

async fn read_words(harness: &Harness, users: &[UserId]) {
    for user in users {
        harness.say(*user, "settings picture style:words").await;
    }
}

/// A reader's knowledge of a board: the color on each cell.
type Heard = BTreeMap<(i8, i8), String>;

fn cell(name: &str) -> (i8, i8) {
    let (letter, digit) = name.split_at(1);
    ((letter.as_bytes()[0] - b'a') as i8, digit.parse::<i8>().expect("a number") - 1)
}

fn name((row, column): (i8, i8)) -> String {
    format!("{}{}", (b'a' + row as u8) as char, column + 1)
}

const fn is_on_board((row, column): (i8, i8)) -> bool {
    row >= 0 && row < 9 && column >= 0 && column < 9 && row - column < 5 && column - row < 5
}

/// The rows of an answer.
fn heard(text: &str) -> Heard {
    let rows = text.lines().filter_map(|line| line.strip_prefix("Row ")?.split_once(": "));
    let parts = rows.flat_map(|(_, list)| list.split(", "));
    let stones = parts.flat_map(|part| {
        let (color, cells) = part.split_once(" on ").unwrap_or_else(|| panic!("no row: {part}"));
        cells.split(' ').map(move |at| (cell(at), color.to_owned()))
    });
    stones.collect()
}

const WAYS: [(i8, i8); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// A move that a listener would find: ejections are announced with their moves; else a push where two or three face
/// fewer; else a marble steps toward the middle.
fn choice(text: &str, me: UserId, color: &str, number: usize) -> String {
    let own_threat = format!("<@{}> can eject", me.0);
    if let Some(line) = text.lines().find(|line| line.starts_with(&own_threat)) {
        return line.split('`').nth(1).expect("a move").to_owned();
    }
    let board = heard(text);
    let at = |place| board.get(&place).map(String::as_str);
    let (mut pushes, mut steps) = (Vec::new(), Vec::new());
    for (&from, _) in board.iter().filter(|(_, of)| *of == color) {
        for (row, column) in WAYS {
            let ahead = |count: i8| (from.0 + row * count, from.1 + column * count);
            let own = (0..9).take_while(|count| at(ahead(*count)) == Some(color)).count() as i8;
            let theirs = (own..9).take_while(|count| at(ahead(*count)).is_some_and(|of| of != color)).count() as i8;
            let behind = ahead(own + theirs);
            let is_free = is_on_board(behind) && at(behind).is_none();
            if (2..=3).contains(&own) && theirs > 0 && theirs < own && is_free {
                pushes.push(format!("{}{}", name(from), name(ahead(1))));
            }
            if own == 1 && theirs == 0 && is_free {
                let closer = |(row, column): (i8, i8)| (row - 4).abs() + (column - 4).abs() + (row - column).abs();
                steps.push((closer(behind) - closer(from), format!("{}{}", name(from), name(behind))));
            }
        }
    }
    steps.sort();
    match pushes.len() {
        0 => steps[number % steps.len().min(3)].1.clone(),
        count => pushes[number % count].clone(),
    }
}

#[tokio::test]
async fn a_game_is_played_by_reading_words_alone() {
    let harness = Harness::new();
    read_words(&harness, &[ADA, BRUNO]).await;
    harness.started_as("abalone layout=belgian-daisy", "days:3").await;
    let (mut pushed, mut ejected, mut moves) = (0, 0, 0);
    while moves < 200 && (moves < 12 || pushed == 0 || ejected == 0) {
        let (me, color) = if moves % 2 == 0 { (ADA, "black") } else { (BRUNO, "white") };
        let board = harness.say(me, "board").await;
        assert!(board.pictures.is_empty() && !board.text.contains("```"), "{}", board.text);
        let pick = choice(&board.text, me, color, moves);
        let before = heard(&board.text).len();
        let answer = harness.type_move(me, &pick).await;
        let first = answer.text.lines().next().unwrap_or_default();
        assert!(first.starts_with(&format!("<@{}> moved ", me.0)), "{pick}: {}", answer.text);
        assert!(answer.text.chars().count() < 1900, "{}", answer.text);
        pushed += usize::from(first.contains(", pushing "));
        let ejects = first.contains(" was ejected from ");
        ejected += usize::from(ejects);
        assert_eq!(heard(&answer.text).len(), before - usize::from(ejects), "{}", answer.text);
        moves += 1;
    }
    assert!(moves >= 12 && pushed > 0 && ejected > 0, "{moves} moves, {pushed} pushes, {ejected} ejections");
    let history = harness.say(ADA, "game history").await;
    history.says(" moved ").omits("```");
    assert!(history.text.chars().count() < 2000 && history.pictures.is_empty());
}

#[tokio::test]
async fn the_words_come_before_the_grid_and_begin_the_description_of_a_picture() {
    let (harness, game) = Harness::with_game().await;
    harness.play_all(game, &["a1b2"]).await;
    let text = harness.say(BRUNO, "board style:text").await.text;
    let (words, rest) = text.split_once('\n').expect("lines");
    assert_eq!(words, "<@1> moved three black marbles from a1 b2 c3 to b2 c3 d4.");
    assert!(
        rest.starts_with("No marble can be ejected on the next turn.\n**Move 2**") && rest.contains("```"),
        "{text}"
    );
    let turned = harness.say(BRUNO, "board style:words flip:true").await.text;
    assert!(turned.starts_with(words), "{turned}");
    assert!(turned.contains("\nRow i: white on i5") && !turned.contains("```"), "{turned}");
    let picture = harness.say(BRUNO, "board").await;
    picture.draws_first("person 1 moved three black marbles from a1 b2 c3 to b2 c3 d4. ");
}

#[tokio::test]
async fn hidden_colors_stay_hidden_in_words() {
    let harness = Harness::new();
    read_words(&harness, &[ADA, BRUNO]).await;
    let game = harness.started_as("abalone layout=belgian-daisy colors=one", "days:3").await;
    let mut pushes = 0;
    for (user, turn) in [(ADA, "a1b2"), (BRUNO, "i9h8"), (ADA, "b2c3"), (BRUNO, "h8g7"), (ADA, "d2e3")] {
        let _ = harness.play(game, user, turn).await;
        for reader in [ADA, BRUNO] {
            let text = harness.say(reader, "board").await.text;
            let replies: Vec<&str> =
                text.lines().filter(|line| !line.contains("to move") && !line.contains("Score")).collect();
            let replies = replies.join("\n").to_lowercase().replace("by black", "").replace("by white", "");
            for leak in ["black", "white", "can eject", "threatens", "pushing"] {
                assert!(!replies.contains(leak), "{leak}: {text}");
            }
            assert!(replies.contains("marbles on a1") || replies.contains("marbles on a2"), "{text}");
            pushes += usize::from(replies.contains("marbles from"));
        }
    }
    assert!(pushes > 0);
}

#[tokio::test]
async fn turns_that_come_together_are_told_one_after_the_other() {
    let harness = Harness::new();
    read_words(&harness, &[ADA, BRUNO]).await;
    let game = harness.started().await;
    harness.play_all(game, &["a1b2"]).await;
    let line = harness.say(ADA, "game line add moves:i9h8 b2c3").await;
    line.says("Row a: ");
    let answer = harness.type_move(BRUNO, "i9h8").await;
    let lines: Vec<&str> = answer.text.lines().take(2).collect();
    assert_eq!(
        lines,
        [
            "<@2> moved three white marbles from i9 h8 g7 to h8 g7 f6.",
            "<@1> moved three black marbles from b2 c3 d4 to c3 d4 e5."
        ],
        "{}",
        answer.text
    );
}

#[tokio::test]
async fn after_a_takeback_the_move_before_is_told() {
    let harness = Harness::new();
    read_words(&harness, &[ADA, BRUNO]).await;
    let game = harness.under_way().await;
    let words = harness.say(ADA, "board").await.text;
    assert!(words.starts_with("<@2> moved three white marbles"), "{words}");
    harness.say(BRUNO, "game takeback").await;
    let open = harness.game(game).await.agreements.proposal.as_ref().expect("open").version;
    harness.press(ADA, &format!("v1:agree:{game}:{open}")).await;
    let words = harness.say(ADA, "board").await.text;
    assert!(words.starts_with("<@1> moved three black marbles"), "{words}");
}

#[tokio::test]
async fn a_pass_is_told_beside_the_move() {
    let harness = Harness::new();
    read_words(&harness, &[ADA, BRUNO, CHLOE]).await;
    // White cannot move until another player opens a corner.
    let setup = "abalone seats=3 obstacles=c1+d2+e3+f4+g5+h6+i7";
    let game = harness.started_with(setup, &[BRUNO, CHLOE]).await;
    harness.plays(game, ADA, "a1b2").await;
    let words = harness.say(CHLOE, "board").await.text;
    assert!(words.starts_with("<@1> moved ") && words.contains("turn skipped: <@2>"), "{words}");
    assert!(words.contains("obstacle on c1"), "{words}");
}

#[tokio::test]
async fn the_style_is_kept_and_shown() {
    let harness = Harness::new();
    let reply = harness.say(ADA, "settings picture style:words").await;
    reply.says_all(&["**words only**", "Row a: black on a1"]);
    let reply = harness.say(ADA, "settings picture style:text").await;
    reply.says_all(&["**text**", "```"]);
    let reply = harness.say(ADA, "settings picture style:picture").await;
    reply.drawn();
    read_words(&harness, &[ADA]).await;
    let page = harness.say(ADA, "rules").await;
    page.omits("```\n");
}
