//! Conditional moves: stored, played, dropped, and visible only to their owner.

use bot::features::proposals::ProposalAnswer;
use games::GameError;
use games::conditional_moves::{self, RemovedLines, paths};
use games::domain::{ConditionalMovesError, GameId, MAX_DEPTH, Notice, Phase, UserId};
use games::replay::consistency;
use rules::Seat;

use crate::refused;
use crate::use_cases::support::{ADA, ASK, BRUNO, CHLOE, Fixture, Harness, ROUND};

async fn add(fixture: &Fixture, game: GameId, user: UserId, line: &str) -> Result<(), GameError> {
    let turns: Vec<String> = line.split(' ').filter(|turn| !turn.is_empty()).map(str::to_owned).collect();
    conditional_moves::add_conditional_moves(&fixture.games, game, user, &turns).await.map(|_| ())
}

/// The lines of a person, as text.
async fn lines(fixture: &Fixture, game: GameId, user: UserId) -> Vec<String> {
    let lines = conditional_moves::conditional_moves(&fixture.games, game, user).await.expect("a game that is played");
    paths(&lines.tree).into_iter().map(|path| path.join(" ")).collect()
}

#[tokio::test]
async fn a_conditional_move_is_played_at_once_and_announced_once() {
    let (fixture, game) = Fixture::with_game().await;
    fixture.notices().await;
    add(&fixture, game, BRUNO, "a1b2 i9h8").await.expect("kept");
    assert!(fixture.notices().await.is_empty(), "a line is announced to no one");
    fixture.wait(5);
    fixture.plays(game, ADA, "a1b2").await;
    assert_eq!(fixture.moves(game).await, ROUND[..2]);
    let after = fixture.game(game).await;
    assert_eq!((after.turn.to_move, after.version), (Some(Seat(0)), 2), "one commit");
    assert_eq!(fixture.notices().await, [Notice::Board { ply: 2 }]);
    assert!(lines(&fixture, game, BRUNO).await.is_empty(), "used up");
    assert_eq!(consistency::problem(fixture.store.as_ref(), game).await.expect("readable"), None);
    let record = fixture.read_record(game).await;
    let by: Vec<_> = record.plies.iter().map(|ply| (ply.number, ply.player.user(), ply.version)).collect();
    assert_eq!(by, [(1, Some(ADA), 2), (2, Some(BRUNO), 2)]);
}

#[tokio::test]
async fn conditional_moves_of_both_players_answer_each_other() {
    let fixture = Fixture::new();
    let game = fixture.started_as("abalone", "fischer:7d+1d/14d").await;
    add(&fixture, game, BRUNO, "a1b2 i9h8 d4c3 f6g7").await.expect("kept");
    fixture.wait(6);
    fixture.plays(game, ADA, "a1b2").await;
    assert_eq!(fixture.moves(game).await.len(), 2);
    // Ada's turn: she plays, and prepares her next answer.
    fixture.wait(1);
    fixture.plays(game, ADA, "d4c3").await;
    assert_eq!(fixture.moves(game).await, ROUND, "Bruno's line goes on");
    let record = fixture.read_record(game).await;
    let day = 24 * crate::use_cases::support::HOUR;
    let clocks: Vec<_> = record.seats.iter().map(|seat| seat.clock).collect();
    // Two moves of seven hours together, and two that took no time; each has gained its day.
    assert_eq!(clocks, [Some(9 * day - 7 * crate::use_cases::support::HOUR), Some(9 * day)]);

    let (fixture, game) = Fixture::with_game().await;
    fixture.plays(game, ADA, "a1b2").await;
    add(&fixture, game, ADA, "i9h8 d4c3").await.expect("kept");
    fixture.notices().await;
    fixture.meanwhile(async move |rival| {
        add(&rival, game, ADA, "i8h7 d4c3").await.expect("written while Bruno moves");
    });
    fixture.plays(game, BRUNO, "i9h8").await;
    assert_eq!(fixture.moves(game).await, ROUND[..3]);
    assert_eq!(fixture.notices().await, [Notice::Board { ply: 3 }]);
}

#[tokio::test]
async fn a_line_added_while_the_opponent_moves_is_checked_on_the_new_board() {
    let (fixture, game) = Fixture::with_game().await;
    let rival = fixture.clone();
    // The move is decided on a game without a line, and a line is added first: the move is decided again.
    fixture.store.before_next_commit(async move {
        add(&rival, game, BRUNO, "a1b2 i9h8").await.expect("kept");
    });
    fixture.plays(game, ADA, "a1b2").await;
    assert_eq!(fixture.moves(game).await, ROUND[..2], "no answer stays behind");
}

#[tokio::test]
async fn an_unexpected_move_drops_all_lines_and_tells_only_their_owner() {
    let (fixture, game) = Fixture::with_game().await;
    add(&fixture, game, BRUNO, "a1b2 i9h8").await.expect("kept");
    add(&fixture, game, BRUNO, "a2b3 i8h7").await.expect("kept");
    assert_eq!(lines(&fixture, game, BRUNO).await, ["a1b2 i9h8", "a2b3 i8h7"]);
    fixture.notices().await;
    fixture.plays(game, ADA, "b1c2").await;
    assert!(lines(&fixture, game, BRUNO).await.is_empty());
    let notice = Notice::ConditionalMovesDropped { user: BRUNO, turn: Some("b1c2".to_owned()), is_placing: false };
    assert_eq!(fixture.notices().await, [Notice::Board { ply: 1 }, notice]);
    assert!(fixture.store.conditional_moves(game).await.expect("a store in memory").is_empty());
}

#[tokio::test]
async fn a_line_is_checked_when_it_is_added() {
    let (fixture, game) = Fixture::with_game().await;
    let refuse = async |user, line: &'static str| match add(&fixture, game, user, line).await {
        Err(GameError::ConditionalMoves(error)) => error,
        other => panic!("{line}: {:?}", other.err()),
    };
    assert!(matches!(refuse(ADA, "a1b2").await, ConditionalMovesError::OnTurn));
    assert!(matches!(refuse(ADA, "i9h8 a1b2").await, ConditionalMovesError::OnTurn));
    assert!(matches!(refuse(ADA, "a1b2 i9h8").await, ConditionalMovesError::Unanswered(turn) if turn == "i9h8"));
    assert!(matches!(refuse(BRUNO, "").await, ConditionalMovesError::Empty));
    assert!(matches!(refuse(BRUNO, "a1b2").await, ConditionalMovesError::Unanswered(turn) if turn == "a1b2"));
    assert!(matches!(refuse(BRUNO, "a1b2 i9h8 d4c3").await, ConditionalMovesError::Unanswered(turn) if turn == "d4c3"));
    assert!(matches!(refuse(BRUNO, "a1b2 d4c3").await, ConditionalMovesError::Illegal(2, text, _) if text == "d4c3"));
    assert!(matches!(refuse(BRUNO, "a1b2 nonsense").await, ConditionalMovesError::Illegal(2, ..)));
    assert!(
        matches!(refuse(BRUNO, "i9h8 d4c3").await, ConditionalMovesError::IllegalOfOthers(1, text) if text == "i9h8")
    );
    add(&fixture, game, BRUNO, "A1B2 i9h8").await.expect("any spelling");
    add(&fixture, game, BRUNO, "a1b2 i9h8").await.expect("once more is nothing new");
    assert_eq!(lines(&fixture, game, BRUNO).await, ["a1b2 i9h8"]);
    assert!(
        matches!(refuse(BRUNO, "a1b2 i8h7").await, ConditionalMovesError::Contradicts { stands, .. } if stands == "i9h8")
    );
    refused!(add(&fixture, game, CHLOE, "a1b2 i9h8").await, GameError::NotAPlayer);
    assert!(lines(&fixture, game, ADA).await.is_empty(), "each has their own");
    refused!(
        conditional_moves::remove_conditional_moves(&fixture.games, game, BRUNO, RemovedLines::Numbered(2)).await,
        GameError::ConditionalMoves(ConditionalMovesError::None)
    );
    refused!(
        conditional_moves::remove_conditional_moves(&fixture.games, game, BRUNO, RemovedLines::Numbered(0)).await,
        GameError::ConditionalMoves(ConditionalMovesError::None)
    );
    conditional_moves::remove_conditional_moves(&fixture.games, game, BRUNO, RemovedLines::Numbered(1))
        .await
        .expect("removed");
    assert!(lines(&fixture, game, BRUNO).await.is_empty());
    let mut any_game = fixture.games.load(game, None).await.expect("a replayed").any_game;
    let mut long = Vec::new();
    for number in 0..MAX_DEPTH + 2 {
        let legal = any_game.legal_moves();
        let turn = &legal[number * 7 % legal.len()];
        any_game.play(turn).expect("legal");
        long.push(turn.clone());
    }
    assert!(matches!(refuse(BRUNO, long.join(" ").leak()).await, ConditionalMovesError::TooLong));
    add(&fixture, game, BRUNO, &long[..MAX_DEPTH].join(" ")).await.expect("the longest one");
}

#[tokio::test]
async fn the_number_of_conditional_turns_is_limited() {
    let (fixture, game) = Fixture::with_game().await;
    let replayed = fixture.games.load(game, None).await.expect("a replayed");
    let mut count = 0;
    for first in replayed.any_game.legal_moves() {
        let mut any_game = replayed.any_game.after("").expect("as it is");
        any_game.play(&first).expect("legal");
        let answer = any_game.legal_moves().remove(0);
        any_game.play(&answer).expect("legal");
        for second in any_game.legal_moves().into_iter().take(3) {
            let mut any_game = any_game.after("").expect("as it is");
            any_game.play(&second).expect("legal");
            let last = any_game.legal_moves().remove(0);
            match add(&fixture, game, BRUNO, &format!("{first} {answer} {second} {last}")).await {
                Ok(()) => count += 1,
                Err(GameError::ConditionalMoves(ConditionalMovesError::TooMany)) => {
                    assert_eq!(lines(&fixture, game, BRUNO).await.len(), count);
                    return;
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    panic!("{count} lines and no end");
}

#[tokio::test]
async fn a_conditional_move_answers_no_draw_offer() {
    let (fixture, game) = Fixture::with_game().await;
    add(&fixture, game, BRUNO, "a1b2 i9h8").await.expect("kept");
    fixture.draw(game, ADA, ASK).await.expect("offered");
    fixture.plays(game, ADA, "a1b2").await;
    assert_eq!(fixture.game(game).await.ply, 2);
    assert!(fixture.game(game).await.draw_offer.is_some(), "Bruno has not seen it yet");
    fixture.draw(game, BRUNO, ASK).await.expect("accepted");
    assert_eq!(fixture.game(game).await.phase, Phase::Over);
}

#[tokio::test]
async fn a_takeback_or_the_end_of_the_game_drops_all_lines() {
    let fixture = Fixture::new();
    let game = fixture.under_way().await;
    add(&fixture, game, BRUNO, "d4c3 f6g7").await.expect("kept");
    fixture.take_back(game, ADA).await.expect("asked");
    assert_eq!(lines(&fixture, game, BRUNO).await.len(), 1, "a question changes nothing");
    fixture.notices().await;
    fixture.answer(game, BRUNO, ProposalAnswer::Agree).await.expect("agreed");
    let notices = fixture.notices().await;
    assert_eq!(notices[1..], [Notice::ConditionalMovesDropped { user: BRUNO, turn: None, is_placing: false }]);
    assert!(lines(&fixture, game, BRUNO).await.is_empty());
    add(&fixture, game, BRUNO, "a1b2 i9h8").await.expect("kept");
    fixture.resign(game, ADA).await;
    assert!(fixture.store.conditional_moves(game).await.expect("a store in memory").is_empty());
}

#[tokio::test]
async fn with_three_players_a_line_covers_the_turns_of_both_others() {
    let fixture = Fixture::new();
    let game = fixture.started_with("abalone seats=3", &[BRUNO, CHLOE]).await;
    let mut any_game = fixture.games.load(game, None).await.expect("a replayed").any_game;
    let mut line = Vec::new();
    for _ in 0..4 {
        let turn = any_game.legal_moves().remove(0);
        line.push(any_game.play(&turn).expect("legal"));
    }
    fixture.plays(game, ADA, &line[0]).await;
    add(&fixture, game, ADA, &line[1..].join(" ")).await.expect("kept");
    refused!(
        add(&fixture, game, ADA, &line[1..3].join(" ")).await,
        GameError::ConditionalMoves(ConditionalMovesError::Unanswered(_))
    );
    fixture.plays(game, BRUNO, &line[1]).await;
    assert_eq!(fixture.moves(game).await.len(), 2, "it is Chloé's turn");
    fixture.plays(game, CHLOE, &line[2]).await;
    assert_eq!(fixture.moves(game).await, line);
}

#[tokio::test]
async fn double_moves_and_chains_are_answered_whole() {
    for setup in ["abalone turn=double", "fliporona", "notalone"] {
        let fixture = Fixture::new();
        let game = fixture.started_as(setup, "days:3").await;
        let (other, theirs) = fixture.possible_turn(game).await;
        let owner = if other == ADA { BRUNO } else { ADA };
        let mut any_game = fixture.games.load(game, None).await.expect("replayed").any_game;
        any_game.play(&theirs).expect("legal");
        let own = any_game.turns(1).0.remove(0);
        add(&fixture, game, owner, &format!("{theirs} {own}")).await.unwrap_or_else(|error| panic!("{setup}: {error}"));
        fixture.plays(game, other, &theirs).await;
        assert_eq!(fixture.moves(game).await, [theirs, own], "{setup}");
    }
}

#[tokio::test]
async fn lines_are_refused_with_hidden_colors() {
    let harness = Harness::new();
    let game = harness.started_as("abalone colors=one", "days:3").await;
    for line in ["a1b2 i9h8", "a1b2 a1b2"] {
        let reply = harness.say(BRUNO, &format!("game line add moves:{line}")).await;
        reply.begins("Colors are hidden in this game, and conditional moves would reveal");
    }
    refused!(
        add(&harness, game, BRUNO, "a1b2 i9h8").await,
        GameError::ConditionalMoves(ConditionalMovesError::ColorsHidden)
    );
    for typed in ["", "a", "a1b2 "] {
        assert!(harness.complete(BRUNO, &format!("game line add if:{typed}")).await.is_empty(), "{typed}");
    }
}

#[tokio::test]
async fn the_text_board_of_a_line_follows_the_readers_orientation() {
    let harness = Harness::new();
    harness.started().await;
    harness.say(BRUNO, "settings picture style:text orientation:black").await;
    let reply = harness.say(BRUNO, "game line add if:a1b2 then:i9h8").await;
    let words = "\nThe board at the end of line 1:\n<@2> moved three white marbles from i9 h8 g7 to h8 g7 f6.\n";
    reply.says_all(&[words, "```\n    i  O"]);
    assert!(!reply.text.contains("picture") && reply.pictures.is_empty(), "{reply:?}");
    assert!(reply.text.contains("White marbles: f6 g5"), "in words: {reply:?}");
    let board = harness.say(BRUNO, "board").await;
    board.says("```\n    i  O");
    harness.say(BRUNO, "settings picture orientation:own").await;
    let reply = harness.say(BRUNO, "game line show").await;
    reply.says("```\n      5 4 3 2 1");
    harness.say(BRUNO, "settings picture orientation:black").await;
    // The board is complete for any number of lines.
    for theirs in
        ["a2b3", "a3b4", "a4b5", "a5b6", "b1c2", "b2c3", "b3c4", "b4c5", "b5c6", "b6c7", "c3d4", "c4d5", "c5d6"]
    {
        for more in ["i8h7", "i9h8"] {
            let turns = format!("{theirs} {more}");
            harness.say(BRUNO, &format!("game line add moves:{turns}")).await;
        }
        let longer = format!("{theirs} i8h7 a1b1 i7h6 c3d3 i6h5 b1c1 h4g4 b2c2 h5g5");
        harness.say(BRUNO, &format!("game line add moves:{longer}")).await;
    }
    let reply = harness.say(BRUNO, "game line show").await;
    assert!(reply.text.chars().count() <= 2000 && reply.text.ends_with('.'), "{reply:?}");
    reply.says("e  ·");
}

#[tokio::test]
async fn autocomplete_follows_the_typed_line() {
    let harness = Harness::new();
    harness.started().await;
    let values = async |options: &str| -> Vec<String> {
        let choices = harness.complete(BRUNO, &format!("game line add {options}")).await;
        assert!(choices.len() <= 25);
        choices.into_iter().map(|(_, value)| value).collect()
    };
    assert!(values("if:").await.iter().all(|value| value.len() <= 6), "Black's moves");
    let fitting = values("if:a1b").await;
    assert!(
        fitting.contains(&"a1b2".to_owned()) && fitting.iter().all(|value| value.starts_with("a1b")),
        "{fitting:?}"
    );
    let answers = values("if:a1b2 then:i9h").await;
    assert_eq!(answers, ["i9h8", "i9h9"], "the two ways of the marble on i9");
    let next = values("moves:a1b2 i9h8 ").await;
    assert!(next.len() == 25 && next.iter().all(|value| value.starts_with("a1b2 i9h8 ")), "{next:?}");
    let next = values("if:a1b2 i9h8").await;
    assert_eq!(next[0], "a1b2 i9h8");
    assert!(next[1].starts_with("a1b2 i9h8 "), "what comes after it: {next:?}");
    assert!(values("if:z9z9 a").await.is_empty());
    let own = harness.complete(ADA, "game line add if:a1b").await;
    assert!(own.iter().all(|(value, _)| value.starts_with("a1b")) && !own.is_empty(), "her own next move: {own:?}");
    assert!(harness.complete(CHLOE, "game line add if:").await.is_empty());
}

#[tokio::test]
async fn a_move_and_its_conditional_answer_are_one_message() {
    let (harness, game) = Harness::with_game().await;
    harness.say(BRUNO, "game line add moves:a1b2 i9h8").await;
    let reply = harness.type_move(ADA, "a1b2").await;
    reply.begins("You played `a1b2` against <@2>.").says("Moves played: `a1b2` (Black), `i9h8` (White)");
    let (board, mentioned) = harness.notice(game, 2, Notice::Board { ply: 2 }).await.expect("a board");
    board.says("Moves played: `a1b2` (Black), `i9h8` (White)\n");
    assert_eq!(mentioned, [ADA]);
    let dropped = Notice::ConditionalMovesDropped { user: BRUNO, turn: Some("d4c3".to_owned()), is_placing: false };
    let (word, mentioned) = harness.notice(game, 2, dropped).await.expect("a word");
    assert!(word.text.starts_with("`d4c3` was played in game") && mentioned.is_empty(), "{}", word.text);
}
