//! Moves that are decided in advance: kept, followed, dropped, and nobody else's business.

use bot::domain::{ConditionalMovesError, GameId, Notice, Phase, UserId};
use bot::features::challenge::service::NewChallenge;
use bot::features::conditional_moves::service::{DEPTH, paths};
use bot::features::draw::service::DrawAction;
use bot::features::proposals::service::Answer;
use bot::games::GameError;
use bot::games::consistency;
use bot::store::{ConditionalMoveStore as _, GameStore as _};
use rules::Seat;
use serde_json::json;

use crate::dialogue::Dialogue;
use crate::refused;
use crate::stage::{ADA, BRUNO, CHLOE, ROUND, Stage, id, person};

async fn add(stage: &Stage, game: GameId, user: UserId, line: &str) -> Result<(), GameError> {
    let turns: Vec<String> = line.split(' ').filter(|turn| !turn.is_empty()).map(str::to_owned).collect();
    stage.games.add_line(game, user, &turns).await.map(|_| ())
}

/// The lines of a person, as text.
async fn lines(stage: &Stage, game: GameId, user: UserId) -> Vec<String> {
    let lines = stage.games.lines(game, user).await.expect("a game that is played");
    paths(&lines.tree).into_iter().map(|path| path.join(" ")).collect()
}

async fn moves(stage: &Stage, game: GameId) -> Vec<String> {
    let record = stage.store.game(game).await.expect("readable").expect("there");
    record.plies.into_iter().map(|ply| ply.notation).collect()
}

#[tokio::test]
async fn an_answer_that_was_decided_before_is_played_at_once_and_told_once() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.notices().await;
    add(&stage, game, BRUNO, "a1b2 i9h8").await.expect("kept");
    assert!(stage.notices().await.is_empty(), "nobody is told of a line");
    stage.wait(5);
    stage.play(game, ADA, "a1b2").await.expect("legal");
    assert_eq!(moves(&stage, game).await, ROUND[..2]);
    let after = stage.game(game).await;
    assert_eq!((after.turn.to_move, after.version), (Some(Seat(0)), 2), "one commit");
    assert_eq!(stage.notices().await, [Notice::Board { ply: 2 }]);
    assert!(lines(&stage, game, BRUNO).await.is_empty(), "used up");
    assert_eq!(consistency::problem(stage.store.as_ref(), game).await.expect("readable"), None);
    let record = stage.store.game(game).await.expect("readable").expect("there");
    let by: Vec<_> = record.plies.iter().map(|ply| (ply.number, ply.user, ply.version)).collect();
    assert_eq!(by, [(1, ADA, 2), (2, BRUNO, 2)]);
}

#[tokio::test]
async fn the_lines_of_both_answer_one_another() {
    let stage = Stage::new();
    let game = stage.started_as("abalone", "fischer:7d+1d/14d").await;
    add(&stage, game, BRUNO, "a1b2 i9h8 d4c3 f6g7").await.expect("kept");
    stage.wait(6);
    stage.play(game, ADA, "a1b2").await.expect("legal");
    assert_eq!(moves(&stage, game).await.len(), 2);
    // Ada's turn: she plays, and decides what she answers after that.
    stage.wait(1);
    stage.play(game, ADA, "d4c3").await.expect("legal");
    assert_eq!(moves(&stage, game).await, ROUND, "Bruno's line goes on");
    let record = stage.store.game(game).await.expect("readable").expect("there");
    let day = 24 * crate::stage::HOUR;
    let clocks: Vec<_> = record.seats.iter().map(|seat| seat.clock).collect();
    // Two moves of seven hours together, two that took no time; each has gained its day.
    assert_eq!(clocks, [Some(9 * day - 7 * crate::stage::HOUR), Some(9 * day)]);

    let stage = Stage::new();
    let game = stage.started().await;
    stage.play(game, ADA, "a1b2").await.expect("legal");
    add(&stage, game, ADA, "i9h8 d4c3").await.expect("kept");
    stage.notices().await;
    let rival = stage.clone();
    stage.store.before_next_commit(async move {
        add(&rival, game, ADA, "i8h7 d4c3").await.expect("written while Bruno moves");
    });
    stage.play(game, BRUNO, "i9h8").await.expect("legal");
    assert_eq!(moves(&stage, game).await, ROUND[..3]);
    assert_eq!(stage.notices().await, [Notice::Board { ply: 3 }]);
}

#[tokio::test]
async fn a_line_that_is_written_while_the_opponent_moves_is_judged_on_the_new_board() {
    let stage = Stage::new();
    let game = stage.started().await;
    let rival = stage.clone();
    // The move is decided on a game without a line, the line comes first: the move is decided again.
    stage.store.before_next_commit(async move {
        add(&rival, game, BRUNO, "a1b2 i9h8").await.expect("kept");
    });
    stage.play(game, ADA, "a1b2").await.expect("legal");
    assert_eq!(moves(&stage, game).await, ROUND[..2], "no answer stays behind");
}

#[tokio::test]
async fn a_surprise_drops_all_lines_with_a_word_to_their_owner_alone() {
    let stage = Stage::new();
    let game = stage.started().await;
    add(&stage, game, BRUNO, "a1b2 i9h8").await.expect("kept");
    add(&stage, game, BRUNO, "a2b3 i8h7").await.expect("kept");
    assert_eq!(lines(&stage, game, BRUNO).await, ["a1b2 i9h8", "a2b3 i8h7"]);
    stage.notices().await;
    stage.play(game, ADA, "b1c2").await.expect("legal");
    assert!(lines(&stage, game, BRUNO).await.is_empty());
    let told = Notice::ConditionalMovesDropped { user: BRUNO, turn: Some("b1c2".to_owned()) };
    assert_eq!(stage.notices().await, [Notice::Board { ply: 1 }, told]);
    assert!(stage.store.conditional_moves(game).await.expect("a store in memory").is_empty());
}

#[tokio::test]
async fn a_line_is_checked_when_it_is_written() {
    let stage = Stage::new();
    let game = stage.started().await;
    let refuse = async |user, line: &'static str| match add(&stage, game, user, line).await {
        Err(GameError::ConditionalMoves(error)) => error,
        other => panic!("{line}: {:?}", other.err()),
    };
    assert!(matches!(refuse(ADA, "a1b2 i9h8").await, ConditionalMovesError::OnTurn));
    assert!(matches!(refuse(BRUNO, "").await, ConditionalMovesError::Empty));
    assert!(matches!(refuse(BRUNO, "a1b2").await, ConditionalMovesError::Unanswered(turn) if turn == "a1b2"));
    assert!(matches!(refuse(BRUNO, "a1b2 i9h8 d4c3").await, ConditionalMovesError::Unanswered(turn) if turn == "d4c3"));
    assert!(matches!(refuse(BRUNO, "a1b2 d4c3").await, ConditionalMovesError::Illegal(2, text, _) if text == "d4c3"));
    assert!(matches!(refuse(BRUNO, "a1b2 nonsense").await, ConditionalMovesError::Illegal(2, ..)));
    add(&stage, game, BRUNO, "A1B2 i9h8").await.expect("any spelling");
    add(&stage, game, BRUNO, "a1b2 i9h8").await.expect("once more is nothing new");
    assert_eq!(lines(&stage, game, BRUNO).await, ["a1b2 i9h8"]);
    assert!(
        matches!(refuse(BRUNO, "a1b2 i8h7").await, ConditionalMovesError::Contradicts { stands, .. } if stands == "i9h8")
    );
    refused!(add(&stage, game, CHLOE, "a1b2 i9h8").await, GameError::NotAPlayer);
    assert!(lines(&stage, game, ADA).await.is_empty(), "each has their own");
    refused!(
        stage.games.remove_line(game, BRUNO, Some(2)).await,
        GameError::ConditionalMoves(ConditionalMovesError::None)
    );
    refused!(
        stage.games.remove_line(game, BRUNO, Some(0)).await,
        GameError::ConditionalMoves(ConditionalMovesError::None)
    );
    stage.games.remove_line(game, BRUNO, Some(1)).await.expect("removed");
    assert!(lines(&stage, game, BRUNO).await.is_empty());
    let mut table = stage.games.view(game, None).await.expect("a view").table;
    let mut long = Vec::new();
    for number in 0..DEPTH + 2 {
        let legal = table.legal_moves();
        let turn = &legal[number * 7 % legal.len()];
        table.play(turn).expect("legal");
        long.push(turn.clone());
    }
    assert!(matches!(refuse(BRUNO, long.join(" ").leak()).await, ConditionalMovesError::TooLong));
    add(&stage, game, BRUNO, &long[..DEPTH].join(" ")).await.expect("the longest one");
}

#[tokio::test]
async fn there_is_an_end_to_how_many_turns_are_kept() {
    let stage = Stage::new();
    let game = stage.started().await;
    let view = stage.games.view(game, None).await.expect("a view");
    let mut kept = 0;
    for first in view.table.legal_moves() {
        let mut table = view.table.after("").expect("as it is");
        table.play(&first).expect("legal");
        let answer = table.legal_moves().remove(0);
        table.play(&answer).expect("legal");
        for second in table.legal_moves().into_iter().take(3) {
            let mut table = table.after("").expect("as it is");
            table.play(&second).expect("legal");
            let last = table.legal_moves().remove(0);
            match add(&stage, game, BRUNO, &format!("{first} {answer} {second} {last}")).await {
                Ok(()) => kept += 1,
                Err(GameError::ConditionalMoves(ConditionalMovesError::TooMany)) => {
                    assert_eq!(lines(&stage, game, BRUNO).await.len(), kept);
                    return;
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    panic!("{kept} lines and no end");
}

#[tokio::test]
async fn a_line_answers_no_offer() {
    let stage = Stage::new();
    let game = stage.started().await;
    add(&stage, game, BRUNO, "a1b2 i9h8").await.expect("kept");
    let offer = DrawAction::OfferOrAccept { expected_revision: None };
    stage.games.draw(stage.request(), game, ADA, offer).await.expect("offered");
    stage.play(game, ADA, "a1b2").await.expect("legal");
    assert_eq!(stage.game(game).await.ply, 2);
    assert!(stage.game(game).await.draw_offer.is_some(), "Bruno has not seen it yet");
    stage.games.draw(stage.request(), game, BRUNO, offer).await.expect("accepted");
    assert_eq!(stage.game(game).await.phase, Phase::Over);
}

#[tokio::test]
async fn what_takes_moves_back_or_ends_the_game_ends_the_lines_too() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.play_all(game, &ROUND[..2]).await;
    add(&stage, game, BRUNO, "d4c3 f6g7").await.expect("kept");
    stage.games.take_back(stage.request(), game, ADA).await.expect("asked");
    assert_eq!(lines(&stage, game, BRUNO).await.len(), 1, "a question changes nothing");
    let version = stage.game(game).await.version;
    stage.notices().await;
    stage.games.answer(stage.request(), game, BRUNO, version, Answer::Agree).await.expect("agreed");
    let notices = stage.notices().await;
    assert_eq!(notices[1..], [Notice::ConditionalMovesDropped { user: BRUNO, turn: None }]);
    assert!(lines(&stage, game, BRUNO).await.is_empty());
    add(&stage, game, BRUNO, "a1b2 i9h8").await.expect("kept");
    stage.games.resign(stage.request(), game, ADA, None).await.expect("resigned");
    assert!(stage.store.conditional_moves(game).await.expect("a store in memory").is_empty());
}

#[tokio::test]
async fn of_three_a_line_goes_through_the_turns_of_both_others() {
    let stage = Stage::new();
    let wish = NewChallenge {
        opponents: vec![person(BRUNO), person(CHLOE)],
        setup: "abalone seats=3".to_owned(),
        ..stage.wish()
    };
    let game = id(&stage.games.challenge(wish).await.expect("a challenge"));
    for user in [BRUNO, CHLOE] {
        stage.games.accept(stage.request(), game, person(user)).await.expect("accepts");
    }
    let mut table = stage.games.view(game, None).await.expect("a view").table;
    let mut line = Vec::new();
    for _ in 0..4 {
        let turn = table.legal_moves().remove(0);
        line.push(table.play(&turn).expect("legal"));
    }
    stage.play(game, ADA, &line[0]).await.expect("legal");
    add(&stage, game, ADA, &line[1..].join(" ")).await.expect("kept");
    refused!(
        add(&stage, game, ADA, &line[1..3].join(" ")).await,
        GameError::ConditionalMoves(ConditionalMovesError::Unanswered(_))
    );
    stage.play(game, BRUNO, &line[1]).await.expect("legal");
    assert_eq!(moves(&stage, game).await.len(), 2, "it is Chloé's turn");
    stage.play(game, CHLOE, &line[2]).await.expect("legal");
    assert_eq!(moves(&stage, game).await, line);
}

#[tokio::test]
async fn turns_of_two_moves_and_chains_are_answered_whole() {
    for setup in ["abalone turn=double", "fliporona", "notalone"] {
        let stage = Stage::new();
        let game = stage.started_as(setup, "days:3").await;
        let view = stage.games.view(game, None).await.expect("a view");
        let other = view.record.game.turn.to_move.and_then(|seat| view.record.at(seat)).expect("somebody begins").user;
        let owner = if other == ADA { BRUNO } else { ADA };
        let mut table = view.table;
        let theirs = table.turns(1).0.remove(0);
        table.play(&theirs).expect("legal");
        let own = table.turns(1).0.remove(0);
        add(&stage, game, owner, &format!("{theirs} {own}")).await.unwrap_or_else(|error| panic!("{setup}: {error}"));
        stage.play(game, other, &theirs).await.expect("legal");
        assert_eq!(moves(&stage, game).await, [theirs, own], "{setup}");
    }
}

#[tokio::test]
async fn under_one_color_no_line_tells_what_is_legal() {
    let people = Dialogue::new();
    let game = people.started_as("abalone colors=one", "days:3").await;
    for line in ["a1b2 i9h8", "a1b2 a1b2"] {
        let said = people.command(BRUNO, "line add", json!({ "moves": line })).await;
        assert!(
            said.text.starts_with("Colors are hidden in this game, and conditional moves would reveal"),
            "{said:?}"
        );
    }
    refused!(
        add(&people, game, BRUNO, "a1b2 i9h8").await,
        GameError::ConditionalMoves(ConditionalMovesError::ColorsHidden)
    );
    for typed in ["", "a", "a1b2 "] {
        assert!(people.complete(BRUNO, "line add", "if", json!({ "if": typed })).await.is_empty(), "{typed}");
    }
}

#[tokio::test]
async fn lines_are_written_shown_and_removed_in_private() {
    let people = Dialogue::new();
    let game = people.started().await;
    let before = people.game(game).await;
    let said = people.command(BRUNO, "line add", json!({ "if": "a1b2", "then": "i9h8" })).await;
    assert!(
        said.private && said.text.starts_with("Saved. Only you can see this.\n**Your conditional moves**"),
        "{said:?}"
    );
    assert!(said.text.contains("1. if `a1b2` then **`i9h8`**"), "{}", said.text);
    assert!(said.alt.contains("Last move i9h8"), "the board at its end: {}", said.alt);
    let said = people.command(BRUNO, "line add", json!({ "moves": "1. a1b2 i9h8 2. d4c3 f6g7" })).await;
    assert!(said.text.contains("1. if `a1b2` then **`i9h8`** if `d4c3` then **`f6g7`**"), "{}", said.text);
    people.command(BRUNO, "line add", json!({ "moves": "a2b3 i8h7" })).await;
    let said = people.command(BRUNO, "line show", json!({ "number": 2 })).await;
    assert!(said.text.ends_with("The picture shows the board at the end of line 2."), "{}", said.text);
    assert!(said.alt.contains("Last move i8h7"), "{}", said.alt);
    // Nothing that others see has changed.
    let after = people.game(game).await;
    assert_eq!((after.version, after.revision()), (before.version, before.revision()));
    let said = people.command(ADA, "line show", json!({})).await;
    assert!(said.text.starts_with("You have no conditional moves"), "{said:?}");
    let said = people.command(CHLOE, "line show", json!({ "game": game.to_string() })).await;
    assert_eq!(said.text, "You are not a player in this game.");
    let record = people.games.export(game, ADA).await.expect("a record").record().to_string();
    assert!(!record.contains("i9h8"), "{record}");

    for (options, refusal) in [
        (json!({ "if": "a1b2" }), "Enter what they play"),
        (json!({ "if": "a1b2", "then": "i9h8", "moves": "a1b2 i9h8" }), "Enter what they play"),
        (
            json!({ "if": "a1b2", "then": "i8h7" }),
            "You already answer `i9h8` after `a1b2`, so you cannot also answer `i8h7`.",
        ),
        (json!({ "moves": "a1b2 e5e6" }), "Move 2 of this line, `e5e6`, is not possible: e5 is empty."),
        (json!({ "moves": "a1b2" }), "This line ends with your opponent's move `a1b2`"),
        (json!({ "moves": "12. ;" }), "This line has no moves."),
    ] {
        let said = people.command(BRUNO, "line add", options.clone()).await;
        assert!(said.private && said.text.starts_with(refusal), "{options}: {}", said.text);
    }
    let said = people.command(BRUNO, "line remove", json!({ "number": 7 })).await;
    assert!(said.text.starts_with("That line does not exist."), "{}", said.text);
    let said = people.command(BRUNO, "line remove", json!({ "number": 1 })).await;
    assert!(said.text.starts_with("Removed.") && !said.text.contains("d4c3"), "{}", said.text);
    let said = people.command(BRUNO, "line remove", json!({})).await;
    assert!(said.text.starts_with("Removed.\nYou have no conditional moves"), "{}", said.text);
    let said = people.command(BRUNO, "line remove", json!({})).await;
    assert!(said.text.starts_with("You have no conditional moves"), "nothing was there to remove: {}", said.text);
}

#[tokio::test]
async fn who_reads_letters_hears_the_end_of_a_line_from_the_side_of_their_boards() {
    let people = Dialogue::new();
    people.started().await;
    people.command(BRUNO, "settings picture", json!({ "style": "text" })).await;
    let said = people.command(BRUNO, "line add", json!({ "if": "a1b2", "then": "i9h8" })).await;
    assert!(said.text.contains("\nThe board at the end of line 1:\n```\n    i  O"), "{said:?}");
    assert!(!said.text.contains("picture") && said.pictures.is_empty(), "{said:?}");
    assert!(said.text.contains("Last move i9h8.") && said.text.contains("White marbles: f6 g5"), "in words: {said:?}");
    let board = people.command(BRUNO, "board", json!({})).await;
    assert!(board.text.contains("```\n    i  O"), "{board:?}");
    // However many lines there are, the board is whole.
    for theirs in
        ["a2b3", "a3b4", "a4b5", "a5b6", "b1c2", "b2c3", "b3c4", "b4c5", "b5c6", "b6c7", "c3d4", "c4d5", "c5d6"]
    {
        for more in ["i8h7", "i9h8"] {
            let turns = format!("{theirs} {more}");
            people.command(BRUNO, "line add", json!({ "moves": turns })).await;
        }
        let longer = format!("{theirs} i8h7 a1b1 i7h6 c3d3 i6h5 b1c1 h4g4 b2c2 h5g5");
        people.command(BRUNO, "line add", json!({ "moves": longer })).await;
    }
    let said = people.command(BRUNO, "line show", json!({})).await;
    assert!(said.text.chars().count() <= 2000 && said.text.ends_with('.'), "{said:?}");
    assert!(said.text.contains("e  ·"), "{said:?}");
}

#[tokio::test]
async fn completion_follows_the_line_that_is_typed() {
    let people = Dialogue::new();
    people.started().await;
    let values = async |focused: &str, options| -> Vec<String> {
        let choices = people.complete(BRUNO, "line add", focused, options).await;
        assert!(choices.len() <= 25);
        choices.into_iter().map(|(_, value)| value).collect()
    };
    assert!(values("if", json!({ "if": "" })).await.iter().all(|value| value.len() <= 6), "Black's moves");
    let fitting = values("if", json!({ "if": "a1b" })).await;
    assert!(
        fitting.contains(&"a1b2".to_owned()) && fitting.iter().all(|value| value.starts_with("a1b")),
        "{fitting:?}"
    );
    let answers = values("then", json!({ "if": "a1b2", "then": "i9h" })).await;
    assert_eq!(answers, ["i9h8", "i9h9"], "the two ways of the marble on i9");
    let next = values("moves", json!({ "moves": "a1b2 i9h8 " })).await;
    assert!(next.len() == 25 && next.iter().all(|value| value.starts_with("a1b2 i9h8 ")), "{next:?}");
    let next = values("if", json!({ "if": "a1b2 i9h8" })).await;
    assert_eq!(next[0], "a1b2 i9h8");
    assert!(next[1].starts_with("a1b2 i9h8 "), "what comes after it: {next:?}");
    assert!(values("if", json!({ "if": "z9z9 a" })).await.is_empty());
    assert!(people.complete(ADA, "line add", "if", json!({ "if": "" })).await.is_empty(), "it is her turn");
    assert!(people.complete(CHLOE, "line add", "if", json!({ "if": "" })).await.is_empty());
}

#[tokio::test]
async fn everybody_reads_the_answer_with_the_move_in_one_post() {
    let people = Dialogue::new();
    let game = people.started().await;
    people.command(BRUNO, "line add", json!({ "moves": "a1b2 i9h8" })).await;
    let said = people.command(ADA, "move", json!({ "move": "a1b2" })).await;
    assert!(said.text.starts_with("You played `a1b2` against <@2>."), "{}", said.text);
    assert!(said.text.contains("Played in a row: `a1b2` (Black), `i9h8` (White)"), "{}", said.text);
    let (board, mentioned) = people.notice(game, 2, Notice::Board { ply: 2 }).await.expect("a board");
    assert!(
        board.text.contains("Played in a row: `a1b2` (Black), `i9h8` (White)\nLast move: `i9h8`"),
        "{}",
        board.text
    );
    assert_eq!(mentioned, [ADA]);
    let dropped = Notice::ConditionalMovesDropped { user: BRUNO, turn: Some("d4c3".to_owned()) };
    let (word, mentioned) = people.notice(game, 2, dropped).await.expect("a word");
    assert!(word.text.starts_with("`d4c3` was played in game") && mentioned.is_empty(), "{}", word.text);
}
