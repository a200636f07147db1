//! Steps through a game, links to a move, and games that begin with a position of another one.

use bot::board::message;
use bot::features::fork::{self, NewFork};
use bot::localization::Language;
use games::GameError;
use games::domain::{ChannelId, GameId, GuildId, Notice, Origin, Phase, UserId};
use rules::record::Document;

use crate::refused;
use crate::use_cases::support::engine_table::Table;
use crate::use_cases::support::{ADA, BOT, BRUNO, CHANNEL, CHLOE, DINA, Fixture, HOUR, Harness, id, person};

const MOVES: [&str; 4] = ["a1b2", "i9h8", "d4c3", "f6g7"];

const MOVES_OF_DAISY: &[&str] = &["a1b2", "i5h5", "a2b3"];

#[tokio::test]
async fn a_game_is_stepped_through_forwards_and_backwards() {
    let (harness, game) = Harness::with_game().await;
    assert!(!harness.say(ADA, "board").await.verbs().contains(&"step"), "there is nothing to step to");
    harness.play_all(game, &MOVES).await;
    let mut board = harness.say(CHLOE, "board game:#1").await;
    for notation in ["`d4c3`", "`i9h8`", "`a1b2`"] {
        board = harness.press_private(CHLOE, board.step("b")).await;
        board.updating().says_all(&[&format!("Last move: {notation}"), "Position after", "**Move "]);
    }
    let start = harness.press_private(CHLOE, board.step("b")).await;
    start.says("Starting position").omits("Last move");
    let next = harness.press_private(CHLOE, start.step("n")).await;
    next.says("Last move: `a1b2`");
    harness.press_private(CHLOE, next.step("f")).await.says("Starting position");
    let last = harness.press_private(CHLOE, next.step("l")).await;
    last.says("Last move: `f6g7`").omits("Position after");
    // No two buttons of a message have the same id, and each step keeps the board's orientation.
    for board in [&start, &next, &last] {
        let ids: std::collections::HashSet<_> = board.controls.iter().collect();
        assert_eq!(ids.len(), board.controls.len(), "{board:?}");
    }
    let turned = harness.press_private(CHLOE, next.control("flip")).await;
    let stepped = harness.press_private(CHLOE, turned.step("n")).await;
    assert!(
        turned.controls.iter().chain(&stepped.controls).any(|id| id.starts_with("v1:board:") && id.ends_with('_')),
        "{stepped:?}"
    );
    // The last button leads to the end at the time of pressing.
    harness.plays(game, ADA, "a2b3").await;
    let last = harness.press_private(CHLOE, next.step("l")).await;
    last.says("Last move: `a2b3`");
}

#[tokio::test]
async fn steps_of_a_public_board_are_private_and_those_taken_back_are_clamped() {
    let (harness, game) = Harness::with_game().await;
    harness.play_all(game, &MOVES).await;
    let old = harness.say(ADA, "board ply:3").await;
    harness.say(ADA, "settings takeback answer:always").await;
    let reply = harness.say(BRUNO, "game takeback").await;
    reply.begins("You took back");
    let clamped = harness.press_private(BRUNO, old.step("n")).await;
    clamped.begins("Only 3 moves have been played.").says("Last move: `d4c3`");
    harness.resign(game, BRUNO).await;
    let (board, _) = harness.current_notice(game, Notice::Ended).await;
    assert!(board.verbs().contains(&"rematch"), "{board:?}");
    let before = harness.press(DINA, board.step("b")).await;
    assert!(before.private && !before.updates && before.text.contains("Last move: `i9h8`"), "{before:?}");
    let history = harness.say(DINA, "game history game:1").await;
    let before = harness.press_private(DINA, history.step("b")).await;
    before.updating().says("Last move: `i9h8`");
    for forged in [format!("v1:step:{game}"), format!("v1:step:{game}:-1:b"), format!("v1:step:{game}:99999999999:n")] {
        let refused = harness.press_private(DINA, &forged).await;
        assert!(refused.text.starts_with("This button no longer works"), "{forged}: {refused:?}");
    }
}

#[tokio::test]
async fn a_move_is_found_by_its_number() {
    for (harness, refused) in
        [(Harness::new(), "That isn't the number of a move"), (Harness::french(), "Ce n'est pas un numéro de coup")]
    {
        let game = harness.started().await;
        harness.play_all(game, &MOVES).await;
        let board = harness.say(ADA, "board").await;
        let form = harness.press_private(ADA, board.control("go-to")).await;
        let id = form.controls[0].clone();
        for (typed, shown) in
            [("2", "`i9h8`"), (" 3. ", "`d4c3`"), ("1", "`a1b2`"), ("9", "`f6g7`"), ("4294967295", "`f6g7`")]
        {
            let found = harness.submit(ADA, &id, "move", typed).await;
            assert!(found.updates && found.text.contains(shown), "{typed}: {found:?}");
        }
        for typed in ["", "two", "-1", "a1b2"] {
            let found = harness.submit(ADA, &id, "move", typed).await;
            assert!(found.text.starts_with(refused), "{typed}: {found:?}");
        }
        let other = harness.submit(ADA, &id, "other", "2").await;
        assert!(other.text.starts_with(refused), "a form without its field: {other:?}");
        let start = harness.submit(ADA, &id, "move", "0").await;
        start.updating().omits("`a1b2`");
    }
}

#[tokio::test]
async fn a_game_is_exported_as_text_too_by_those_who_may() {
    let (harness, game) = Harness::with_game().await;
    harness.play_all(game, &MOVES).await;
    let board = harness.say(ADA, "board").await;
    let exported = harness.press_private(ADA, board.control("record")).await;
    assert!(exported.private && !exported.updates, "the board stays: {exported:?}");
    exported.says_all(&["\n```\n[Event ", "1. a1b2 2. i9h8"]);
    let others = harness.say(CHLOE, "board game:1").await;
    assert!(others.verbs().contains(&"history") && !others.verbs().contains(&"record"), "{others:?}");
    let refused = harness.press_private(CHLOE, board.control("record")).await;
    assert!(!refused.text.contains("a1b2") && refused.files.is_empty(), "a running game: {refused:?}");
}

#[tokio::test]
async fn hidden_colors_are_not_stepped_through() {
    let harness = Harness::new();
    let game = harness.started_as("abalone colors=one", "days:3").await;
    harness.plays(game, ADA, "a1b2").await;
    let board = harness.say(BRUNO, "board").await;
    assert!(
        !board.verbs().iter().any(|verb| ["step", "go-to", "history", "replay", "record", "fork"].contains(verb)),
        "{board:?}"
    );
    let forged = harness.press_private(BRUNO, &format!("v1:step:{game}:0:f")).await;
    assert!(forged.png.is_empty(), "{forged:?}");
}

#[tokio::test]
async fn a_finished_game_is_played_on_from_a_position() {
    let harness = Harness::new();
    let game = harness.started_as("abalone layout=belgian-daisy", "days:5").await;
    harness.play_all(game, MOVES_OF_DAISY).await;
    let board = harness.say(ADA, "board ply:2").await;
    assert!(!board.verbs().contains(&"fork"), "nobody tries out a game that is still played: {board:?}");
    harness.resign(game, BRUNO).await;
    let board = harness.say(BRUNO, "board ply:2 game:1").await;
    let answer = harness.press_private(BRUNO, board.control("fork")).await;
    answer.updating().begins("Who do you want to play");
    assert!(!answer.png.is_empty(), "with the position: {answer:?}");
    let bot = harness.choose_person(BRUNO, answer.control("fork-with"), BOT).await;
    assert!(harness.games.list(BRUNO, &[Phase::Offered], 9).await.expect("a list").is_empty(), "{bot:?}");
    let sent = harness.choose_person(BRUNO, answer.control("fork-with"), CHLOE).await;
    sent.says("<@3>");

    let offered = harness.games.list(CHLOE, &[Phase::Offered], 9).await.expect("a list").remove(0).game;
    assert_eq!((offered.ply, offered.challenge.is_rated), (2, false));
    assert_eq!(
        (offered.setup.to_string(), offered.time_control.to_string()),
        ("abalone layout=belgian-daisy".to_owned(), "days:5".to_owned())
    );
    let reply = harness.say(CHLOE, &format!("board game:{}", offered.game_id)).await;
    reply.says("Starts after 2 moves of game `#1`");
    harness.press(CHLOE, &format!("v1:accept:{}", offered.game_id)).await;
    let record = harness.record(offered.game_id).await.expect("there");
    // Bruno had White and keeps it; Black is on turn as in the other game.
    assert_eq!((record.seats[0].player, record.seats[1].player), (CHLOE.into(), BRUNO.into()));
    assert_eq!(record.on_turn().and_then(|seat| seat.player.person()), Some(CHLOE));
    refused!(harness.take_back(offered.game_id, BRUNO).await, GameError::NothingToTakeBack);
    let version = record.game.version;
    let (first, mentioned) = harness.notice(offered.game_id, version, Notice::Board { ply: 2 }).await.expect("a board");
    assert!(first.verbs().contains(&"move") && mentioned == [CHLOE], "{first:?}");
    harness.play(offered.game_id, CHLOE, MOVES_OF_DAISY[2]).await.expect("the same position");
    harness.abort(offered.game_id, BRUNO, None).await.expect("he has not moved yet");

    // Anyone may begin with a position, also with the last one of a game that the rules did not end.
    for (who, ply) in [(ADA, 3), (DINA, 1)] {
        let board = harness.say(who, &format!("board ply:{ply} game:{game}")).await;
        let answer = harness.press_private(who, board.control("fork")).await;
        answer.begins("Who do you want");
    }
}

#[tokio::test]
async fn a_finished_game_is_played_on_against_the_bot() {
    let mut fixture = Fixture::new();
    fixture.games = fixture.games.clone().with_engine_queue(Table::of_round());
    let harness = Harness::over(fixture);
    finished(&harness).await;
    let board = harness.say(BRUNO, "board ply:2 game:1").await;
    let answer = harness.press_private(BRUNO, board.control("fork")).await;
    let begun = harness.choose_person(BRUNO, answer.control("fork-with"), BOT).await;
    begun.says_all(&["against Sumito (level 3) has begun", "You play **White**"]);
    let game = harness.games.list(BRUNO, &[Phase::Playing], 9).await.expect("a list").remove(0).game;
    assert_eq!((game.ply, game.turn.wake_at), (2, Some(harness.clock_now())), "its first move comes by the alarm");
}

/// A finished game of three moves.
async fn finished(harness: &Harness) -> GameId {
    let game = harness.started_as("abalone layout=belgian-daisy", "days:5").await;
    harness.play_all(game, MOVES_OF_DAISY).await;
    harness.resign(game, BRUNO).await;
    game
}

/// Bruno, who has White, challenges to play on after two moves.
async fn forked(harness: &Harness, game: GameId, opponent: UserId, channel_id: ChannelId) -> GameId {
    let origin = Origin { guild_id: Some(GuildId(9)), channel_id };
    let (challenger, opponent, line) = (person(BRUNO), Some(person(opponent)), Vec::new());
    let fork = NewFork { request: harness.request(), game, ply: 2, line, challenger, opponent, origin };
    id(&Box::pin(fork::fork(&harness.games, fork)).await.expect("a finished game"))
}

#[tokio::test]
async fn a_game_is_played_on_where_it_is_asked_for() {
    let harness = Harness::new();
    let game = finished(&harness).await;
    harness.thread(game, 555).await;
    // From its thread in its channel; from elsewhere there, since the challenger may not see that channel.
    for (from, at) in [(CHANNEL, CHANNEL), (ChannelId(555), CHANNEL), (ChannelId(777), ChannelId(777))] {
        let fork = forked(&harness, game, CHLOE, from).await;
        let place = harness.game(fork).await.place;
        assert_eq!((place.guild_id, place.channel_id), (Some(GuildId(9)), at), "from {from:?}");
    }
}

#[tokio::test]
async fn what_a_game_was_begun_with_was_not_played_in_it() {
    let harness = Harness::new();
    let game = finished(&harness).await;
    harness.say(BRUNO, "settings takeback answer:always").await;
    let fork = forked(&harness, game, CHLOE, CHANNEL).await;
    harness.wait(40);
    harness.accept_by(fork, CHLOE).await.expect("accepted");
    harness.plays(fork, CHLOE, MOVES_OF_DAISY[2]).await;
    harness.take_back(fork, CHLOE).await.expect("granted at once");
    let back = harness.game(fork).await;
    assert_eq!(
        (back.ply, back.turn.allowance_ms),
        (2, Some(5 * 24 * HOUR)),
        "nobody thought while the challenge waited"
    );

    harness.plays(fork, CHLOE, MOVES_OF_DAISY[2]).await;
    let exported = harness.say(CHLOE, &format!("game export game:{fork}")).await;
    let document: Document = exported.files[1].text.parse().expect("a document");
    let has_time: Vec<bool> = document.times().iter().map(Option::is_some).collect();
    assert_eq!(has_time, [false, false, true]);
    // The challenge was made on the 14th.
    assert_eq!(document.record().tag("Date"), Some("2023.11.16"));
    harness.resign(fork, CHLOE).await;
    let record = harness.record(fork).await.expect("there");
    assert_eq!(message::length(Language::ENGLISH, &record), ["1 move"]);
}
