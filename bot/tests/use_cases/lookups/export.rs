//! `/game export`: the contents of its files, and refusals.

use games::challenges::{self, NewChallenge};
use games::domain::{ChannelId, GameId, Notice, Person, UserId};
use rules::record::{Document, Record, check};

use crate::use_cases::support::{ADA, ASK, BRUNO, CHLOE, DINA, Fixture, Harness, SentMessage};

/// Plays `count` turns, each by the player on turn.
async fn play(fixture: &Fixture, game: GameId, turns: usize) {
    for turn in 0..turns {
        let mut replayed = fixture.games.load(game, None).await.expect("a replayed");
        replayed.any_game.reveal_colors();
        let Some(seat) = replayed.record.game.turn.to_move else { return };
        let (all, _) = replayed.any_game.turns(40);
        let user = replayed.record.at(seat).expect("a player").player.person().expect("a person");
        fixture.plays(game, user, &all[turn * 7 % all.len()]).await;
    }
}

async fn exported(harness: &Harness, who: UserId, game: GameId) -> SentMessage {
    harness.say(who, &format!("game export game:{game}")).await
}

/// The record and the document, which must agree.
fn read(reply: &SentMessage) -> (Record, Document) {
    let [text, json] = &reply.files[..] else { panic!("{reply:?}") };
    let record: Record = text.text.parse().unwrap_or_else(|error| panic!("{error}:\n{}", text.text));
    let document: Document = json.text.parse().unwrap_or_else(|error| panic!("{error}:\n{}", json.text));
    assert_eq!(&record, document.record());
    assert_eq!(check(&text.text).failures, []);
    assert_eq!(document.json().as_ref(), Ok(&json.text));
    (record, document)
}

#[tokio::test]
async fn the_files_contain_the_whole_game() {
    let harness = Harness::new();
    let hostile = Person { user: BRUNO, name: "\"]\n[Result \"1-0\"] @everyone <@1> \\".to_owned() };
    let setup = "abalone layout=belgian-daisy sprint=25".to_owned();
    let new = NewChallenge { opponents: vec![hostile.clone()], setup, ..harness.new_challenge() };
    let game = harness.challenge(new).await;
    challenges::accept(&harness.games, harness.request(), game, hostile).await.expect("accepts");
    harness.plays(game, ADA, "A1-D4").await;
    harness.clock.advance(1_500);
    harness.plays(game, BRUNO, "a4b4").await;
    let running = exported(&harness, BRUNO, game).await;
    assert_eq!(read(&running).0.tag("Result"), Some("*"));
    harness.resign(game, BRUNO).await;

    let reply = exported(&harness, CHLOE, game).await;
    assert!(reply.private && reply.files.len() == 2, "{reply:?}");
    // User input is in the code block, where Discord reads no mention.
    let (before, block) = reply.text.split_once("```").expect("the record as text");
    assert!(!before.contains("<@") && block.ends_with("\n```") && block.contains("1. a1b2 2. a4b4 1-0"), "{reply:?}");
    assert_eq!(block.matches("```").count(), 1, "{block}");
    let names: Vec<_> = reply.files.iter().map(|file| (file.name.clone(), file.kind)).collect();
    let name = |end: &str| format!("sumito-{game}.{end}");
    assert_eq!(names, [(name("txt"), "text/plain; charset=utf-8"), (name("json"), "application/json")]);
    let (record, document) = read(&reply);
    let tags: Vec<_> = record.tags().collect();
    let number = game.to_string();
    assert_eq!(
        tags,
        [
            ("Event", "Sumito"),
            ("Site", "Discord"),
            ("Date", "2023.11.14"),
            ("Round", "-"),
            ("Black", "person 1"),
            ("White", "\"] [Result \"1-0\"] @everyone <@1> \\"),
            ("Result", "1-0"),
            ("Termination", "resignation"),
            ("TimeControl", "days:3"),
            ("GameId", number.as_str()),
        ]
    );
    assert_eq!(record.setup(), "abalone layout=belgian-daisy sprint=25");
    assert_eq!(record.moves(), ["a1b2", "a4b4"]);
    let times: Vec<_> = document.times().iter().map(|at| at.map(|at| at.to_string()).unwrap_or_default()).collect();
    assert_eq!(times, ["2023-11-14T22:13:20Z", "2023-11-14T22:13:21.500Z"]);
}

#[tokio::test]
async fn every_game_can_be_exported_at_any_time() {
    for (setup, others, result) in [
        ("abalone placement=on", 1, "1-0"),
        ("abalone turn=mixed triangles=on", 1, "1-0"),
        ("abalone holes=e5 ball=d5", 1, "1-0"),
        ("abalone seats=2x2", 3, "1-0"),
        ("abalone seats=2x2x2 phase=counter", 3, "1-0"),
        ("abalone seats=3", 2, "black+red"),
        ("abalone seats=4", 3, "1-0"),
        ("notalone", 1, "1-0"),
        // White begins, so Bruno does, and resigns.
        ("fliporona", 1, "0-1"),
    ] {
        let harness = Harness::new();
        let game = harness.started_with(setup, &[BRUNO, CHLOE, DINA][..others]).await;
        assert_eq!(read(&exported(&harness, ADA, game).await).0.moves().len(), 0, "{setup}");
        play(&harness, game, 30).await;
        let (record, _) = read(&exported(&harness, BRUNO, game).await);
        assert_eq!((record.setup(), record.moves().len(), record.result().to_string()), (setup, 30, "*".to_owned()));
        harness.resign(game, BRUNO).await;
        let (record, _) = read(&exported(&harness, UserId(9), game).await);
        let written = record.result().to_string();
        assert_eq!(written, result, "{setup}");
    }
}

#[tokio::test]
async fn a_game_with_hidden_colors_cannot_be_exported_before_its_end() {
    let harness = Harness::new();
    let game = harness.started_as("abalone colors=one", "days:3").await;
    play(&harness, game, 4).await;
    for who in [ADA, BRUNO] {
        let reply = exported(&harness, who, game).await;
        let pressed = harness.press(who, &format!("v1:record:{game}")).await;
        for reply in [reply, pressed] {
            assert!(
                reply.files.is_empty() && reply.text.starts_with("Colors are hidden in this game until it ends."),
                "{reply:?}"
            );
        }
    }
    harness.resign(game, ADA).await;
    let (record, _) = read(&exported(&harness, CHLOE, game).await);
    assert_eq!((record.moves().len(), record.result().to_string()), (4, "0-1".to_owned()));
}

#[tokio::test]
async fn the_last_board_has_a_button_for_the_record() {
    for by_agreement in [true, false] {
        let harness = Harness::new();
        let game = harness.under_way().await;
        let board = |ply| Notice::Board { ply };
        let (running, _) = harness.current_notice(game, board(2)).await;
        assert!(!running.verbs().contains(&"record"), "{running:?}");
        if by_agreement {
            harness.draw(game, ADA, ASK).await.expect("plays");
            harness.draw(game, BRUNO, ASK).await.expect("plays");
        } else {
            harness.resign(game, BRUNO).await;
        }
        let (last, _) = harness.current_notice(game, Notice::Ended).await;
        assert_eq!(
            (last.own_verbs(), last.labels.concat().as_str()),
            (vec!["rematch", "replay", "analysis", "record"], "RematchReplayAnalyzeExport⏮◀▶⏭Go to move…")
        );
        let reply = harness.press(CHLOE, last.control("record")).await;
        assert!(reply.private && !reply.updates, "{reply:?}");
        assert_eq!(read(&reply).0.result().to_string(), if by_agreement { "1/2-1/2" } else { "1-0" });
        // A late board has no file, because it does not show the end.
        let version = harness.game(game).await.version;
        let (late, _) = harness.notice(game, version - 1, board(1)).await.expect("something to say");
        assert!(late.verbs().is_empty(), "{late:?}");
    }
}

#[tokio::test]
async fn a_finished_game_is_found_in_its_thread_and_by_autocomplete() {
    let harness = Harness::new();
    let finished = harness.started().await;
    harness.thread(finished, 555).await;
    harness.resign(finished, BRUNO).await;
    let running = harness.started().await;
    let name_of = |reply: SentMessage| reply.files.first().map(|file| file.name.clone()).unwrap_or_default();
    for (channel, game) in [(ChannelId(555), finished), (ChannelId(7), running)] {
        let reply = harness.say_in(channel, ADA, "game export").await;
        assert_eq!(name_of(reply), format!("sumito-{game}.txt"));
    }
    let offered = harness.complete(ADA, "game export game:").await;
    let ids: Vec<_> = offered.iter().map(|(_, id)| id.clone()).collect();
    assert_eq!(ids, [running.to_string(), finished.to_string()]);
    assert_eq!(offered[1].0, "person 2 · finished · #1");
    let offered = harness.complete(ADA, "move game:").await;
    assert_eq!(offered.len(), 1, "elsewhere only games that go on: {offered:?}");
    assert!(harness.store.game(finished).await.expect("a store in memory").is_some());
}
