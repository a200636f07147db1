//! Grand Abalone: challenged, played with *Move…*, shown as a picture and as a text board, and explained by `/rules`.

use super::multiplayer::enter;
use crate::use_cases::support::{ADA, BRUNO, Harness};

/// A game of Ada (Black) and Bruno, made with the commands.
async fn started(harness: &Harness) -> games::domain::GameId {
    let options = "user:2 game:grand-abalone color:black";
    let sent = harness.say(ADA, &format!("challenge {options}")).await;
    sent.says("on its way");
    let list = harness.say(BRUNO, "games").await;
    let accepted = harness.press_private(BRUNO, list.control("accept")).await;
    accepted.says("You play **White**");
    let games = harness.games.list(ADA, &[games::domain::Phase::Playing], 2).await.expect("a list");
    assert_eq!((games.len(), games[0].game.setup.as_str()), (1, "grand-abalone"));
    games[0].game.game_id
}

#[tokio::test]
async fn grand_abalone_is_challenged_and_played_with_the_move_menu() {
    let harness = Harness::new();
    let game = started(&harness).await;
    // Black starts with one move. After that every turn has two.
    for (ply, (who, moves)) in [(ADA, 1), (BRUNO, 2), (ADA, 2), (BRUNO, 2)].into_iter().enumerate() {
        let other = if who == ADA { BRUNO } else { ADA };
        let waits = harness.press(other, &format!("v1:move:{game}:{ply}")).await;
        waits.begins(&format!("It's <@{}>'s turn.", who.0));
        let seen = enter(&harness, who, game).await;
        let record = harness.record(game).await.expect("there");
        let played = &record.plies[ply].notation;
        assert_eq!(played.split(',').count(), moves, "{played}");
        assert!(seen.last().is_some_and(|text| text.contains(&format!("You played `{played}`"))), "{seen:?}");
    }
    let reply = harness.type_move(ADA, "a1a9").await;
    reply.says("a9 isn't on the board; its row goes from a1 to a6");
    // A whole turn can be typed, too.
    let turn = harness.games.load(game, None).await.expect("a replayed").any_game.turns(1).0.remove(0);
    let reply = harness.type_move(ADA, &turn).await;
    reply.says(&format!("You played `{turn}`"));
}

#[tokio::test]
async fn boards_of_grand_abalone_name_all_eleven_rows() {
    let harness = Harness::new();
    started(&harness).await;
    let board = harness.say(ADA, "board").await;
    board
        .draws_first("Abalone board, row k at the top, row a at the bottom.")
        .draws_all(&["Black marbles: a1 a2 b1 b2 b3 ", " j5 j6 j7 k6 k7. White marbles: a5 a6 ", " j11 k10 k11."])
        .drawn();
    let text = harness.say(ADA, "board style:text").await;
    let rows = text.text.split("```").nth(1).expect("a text board");
    let row = |name: &str| rows.lines().find(|line| line.trim_start().starts_with(name)).unwrap_or_default();
    assert_eq!(row("k ").trim_start(), "k  @ @ · · O O", "{rows}");
    assert_eq!(row("a ").trim_start(), "a  @ @ · · O O 7", "{rows}");
    assert_eq!(row("f "), "f  O O O · · · · · @ @ @", "{rows}");
    // Numbers end their diagonals, those of two digits in line with the others.
    let flipped = harness.say(ADA, "board style:text flip:true").await;
    let rows = flipped.text.split("```").nth(1).expect("a text board");
    let first = |name: &str| {
        let row = rows.lines().find(|line| line.ends_with(name)).expect("a row");
        row.find(['@', 'O', '·']).expect("a cell")
    };
    assert_eq!(first(" e") - first(" f"), 1, "{rows}");
    assert_eq!(first(" a") - first(" e"), 4, "{rows}");
}

#[tokio::test]
async fn the_rules_explain_grand_abalone() {
    for (harness, name, cells) in [(Harness::new(), "grand", "91 cells"), (Harness::french(), "grand", "91 cases")] {
        let offered = harness.complete(ADA, &format!("rules topic:{name}")).await;
        assert!(offered.iter().any(|(_, topic)| topic == "grand-abalone"), "{offered:?}");
        let page = harness.say(ADA, "rules topic:grand-abalone").await;
        page.privately().begins("**Grand Abalone**").says(cells);
        assert!(page.pictures[0].alt.contains(" k"), "{}", page.pictures[0].alt);
    }
}
