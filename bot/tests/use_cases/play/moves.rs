//! Moves: by the right player, at the right time, repeated, and concurrent.

use games::GameError;
use games::domain::{BoardRevision, ChannelId, ClockHours, Phase, Setup};
use games::moves::{self, PlayMove};
use games::store::StoreError;

use crate::refused;
use crate::use_cases::support::{ADA, ASK, BRUNO, CHLOE, Fixture, Harness};

#[tokio::test]
async fn a_button_of_an_earlier_board_shows_the_current_board() {
    let fixture = Fixture::new();
    let game = fixture.under_way().await;
    for expected in [0, 1, 3] {
        let press =
            PlayMove { expected_revision: Some(BoardRevision::at_ply(expected)), ..fixture.wanted(game, ADA, "d4c3") };
        match moves::play(&fixture.games, press).await {
            Err(GameError::Stale(replayed)) => assert_eq!((replayed.record.game.ply, replayed.any_game.ply()), (2, 2)),
            other => panic!("{expected}: {:?}", other.err()),
        }
    }
    let press = PlayMove { expected_revision: Some(BoardRevision::at_ply(2)), ..fixture.wanted(game, ADA, "d4c3") };
    moves::play(&fixture.games, press).await.expect("the board it was drawn for");
}

#[tokio::test]
async fn a_double_click_is_one_move() {
    // The same request is delivered again between decision and commit.
    let (fixture, game) = Fixture::with_game().await;
    let press = fixture.wanted(game, ADA, "a1b2");
    let (rival, same) = (fixture.clone(), press.clone());
    fixture.store.before_next_commit(async move {
        assert!(!moves::play(&rival.games, same).await.expect("played").repeated);
    });
    assert!(moves::play(&fixture.games, press).await.expect("played before").repeated);
    assert_eq!(fixture.game(game).await.ply, 1);

    // A second click is another request: the button finds its move made, but a typed move is out of turn.
    for (button, ply) in [(true, 1), (false, 3)] {
        let user = BRUNO;
        let text = if button { "i9h8" } else { "f6g7" };
        let expected_revision = button.then_some(BoardRevision::at_ply(ply));
        fixture.meanwhile(async move |rival| {
            rival.play(game, user, text).await.expect("nothing is in the way");
        });
        let second =
            moves::play(&fixture.games, PlayMove { expected_revision, ..fixture.wanted(game, user, text) }).await;
        if button {
            let done = second.expect("made already");
            assert!(done.repeated && done.replayed.record.game.ply == 2);
            let other = PlayMove { expected_revision, ..fixture.wanted(game, user, "i8h7") };
            refused!(moves::play(&fixture.games, other).await, GameError::Stale(replayed) if replayed.record.game.ply == 2);
            fixture.plays(game, ADA, "d4c3").await;
        } else {
            refused!(second, GameError::NotYourTurn(_));
        }
    }
    assert_eq!(fixture.game(game).await.ply, 4);
}

#[tokio::test]
async fn a_change_that_leaves_the_board_does_not_stop_a_move() {
    let (fixture, game) = Fixture::with_game().await;
    fixture.meanwhile(async move |rival| {
        rival.draw(game, BRUNO, ASK).await.expect("offered");
    });
    let press = PlayMove { expected_revision: Some(BoardRevision::at_ply(0)), ..fixture.wanted(game, ADA, "a1b2") };
    let done = moves::play(&fixture.games, press).await.expect("decided anew, and still Ada's turn on that board");
    assert_eq!((done.replayed.record.game.ply, done.replayed.record.game.draw_offer), (1, None), "the offer lapsed");
}

#[tokio::test]
async fn autocomplete_offers_moves_to_the_player_on_turn() {
    let (fixture, game) = Fixture::with_game().await;
    let words = rules::Synonyms::default();
    let choices = fixture.games.complete_moves(game, ADA, "", &words).await.expect("choices");
    assert!((1..=25).contains(&choices.len()));
    assert!(fixture.games.complete_moves(game, BRUNO, "", &words).await.expect("none").is_empty());
    refused!(fixture.games.complete_moves(game, CHLOE, "", &words).await, GameError::NotAPlayer);
}

type Damage = fn(&mut games::domain::GameRecord);

#[tokio::test]
async fn a_game_that_cannot_be_replayed_fails_alone() {
    let fixture = Fixture::new();
    let (damaged, sound) = (fixture.started().await, fixture.started().await);
    let damages: [(&str, Damage); 4] = [
        ("ply", |record| record.plies[0].notation = "i9h8".to_owned()),
        ("ply", |record| record.plies.clear()),
        ("game", |record| record.game.setup = Setup::stored("chess")),
        ("game", |record| record.game.turn.clock_hours = Some(ClockHours { zone: "Atlantis".to_owned(), sleep: None })),
    ];
    fixture.plays(damaged, ADA, "a1b2").await;
    let mut whole = None;
    fixture.store.tamper(damaged, |record| whole = Some(record.clone()));
    let whole = whole.expect("there");
    for (where_, damage) in damages {
        fixture.store.tamper(damaged, damage);
        refused!(
            fixture.play(damaged, BRUNO, "i9h8").await,
            GameError::Internal(StoreError::Corrupt { table, .. }) if table == where_
        );
        fixture.store.tamper(damaged, |record| record.clone_from(&whole));
    }
    fixture.play(sound, ADA, "a1b2").await.expect("the other game goes on");
    fixture.play(damaged, BRUNO, "i9h8").await.expect("and this one, once it is repaired");
    assert_eq!(fixture.game(damaged).await.phase, Phase::Playing);
}

#[tokio::test]
async fn a_refused_move_names_legal_ones_near_it() {
    let (harness, game) = Harness::with_game().await;
    for (typed, begins) in [("a1a9", "a1"), ("c3 c9", "c3")] {
        let reply = harness.type_move(ADA, typed).await;
        reply.ends(" Did you mean one of these?");
        let (retype, examples) = reply.labels.split_last().expect("buttons");
        assert!(retype == "Type a move…" && (1..=3).contains(&examples.len()), "{typed}: {:?}", reply.labels);
        assert!(examples.iter().all(|example| example.starts_with(begins)), "{typed}: {examples:?}");
        let legal = harness.complete(ADA, &format!("move move:{}", examples[0])).await;
        assert!(legal.iter().any(|(_, value)| *value == examples[0]), "{examples:?} is legal");
    }
    // No move begins like these.
    for typed in ["zz99", "e5e9"] {
        let reply = harness.type_move(ADA, typed).await;
        assert_eq!(reply.labels, ["Type a move…"], "{typed}: {}", reply.text);
    }
    let early = harness.say(BRUNO, &format!("move move:i9h8 game:{game}")).await;
    assert_eq!(early.text, "It's <@1>'s turn.");
    assert_eq!(early.verbs(), ["board", "line"]);
}

#[tokio::test]
async fn a_move_in_its_thread_is_answered_with_what_the_thread_does_not_say_and_elsewhere_with_the_board() {
    let (harness, game) = Harness::with_game().await;
    let thread = ChannelId(4_444);
    harness.thread(game, thread.0).await;
    let here = harness.say_in(thread, ADA, "move move:a1b2").await;
    assert_eq!(here.text, "You played `a1b2` against <@2>.");
    assert!(here.fleeting && here.private, "everybody's board comes to the thread: {here:?}");
    harness.started().await;
    let next = harness.say_in(thread, BRUNO, "move move:i9h8").await;
    assert!(next.fleeting, "he waits in the other game: {next:?}");
    let next = harness.say_in(thread, ADA, "move move:d4c3").await;
    next.privately().begins("One more game is waiting for you: `#2` against <@2>");
    assert!(!next.fleeting && next.verbs() == ["next"], "{next:?}");
    let elsewhere = harness.say(BRUNO, &format!("move move:f6g7 game:{game}")).await;
    elsewhere.drawn();
    assert!(!elsewhere.fleeting, "{elsewhere:?}");
    harness.say(ADA, "settings picture style:text").await;
    let words = harness.say_in(thread, ADA, "move move:a2b3").await;
    assert!(words.text.lines().count() > 9, "who reads boards as text gets one: {words:?}");
}
