//! A game to take along: what is in its files, and when nobody gets them.

use bot::domain::Person;
use bot::domain::{ChannelId, GameId, Notice, UserId};
use bot::features::challenge::service::{ColorChoice, NewChallenge};
use bot::features::draw::service::DrawAction;
use bot::store::GameStore as _;
use rules::record::{Document, Record, check};
use serde_json::json;

use crate::dialogue::{Dialogue, Said};
use crate::stage::{ADA, BRUNO, CHLOE, DINA, Stage, id, person};

async fn started(stage: &Stage, setup: &str, others: &[Person]) -> GameId {
    let opponents = others.to_vec();
    let wish = NewChallenge { opponents, setup: setup.to_owned(), color: ColorChoice::Black, ..stage.wish() };
    let game = id(&stage.games.challenge(wish).await.expect("a challenge"));
    for person in others {
        stage.games.accept(stage.request(), game, person.clone()).await.expect("accepts");
    }
    game
}

/// Plays so many turns, whoever's they are.
async fn play(stage: &Stage, game: GameId, turns: usize) {
    for turn in 0..turns {
        let mut view = stage.games.view(game, None).await.expect("a view");
        view.table.reveal_colors();
        let Some(seat) = view.record.game.turn.to_move else { return };
        let (all, _) = view.table.turns(40);
        let user = view.record.at(seat).expect("a player").user;
        stage.play(game, user, &all[turn * 7 % all.len()]).await.expect("legal");
    }
}

async fn exported(people: &Dialogue, who: UserId, game: GameId) -> Said {
    people.command(who, "export", json!({ "game": game.to_string() })).await
}

/// The record and the document, which say the same.
fn read(said: &Said) -> (Record, Document) {
    let [text, json] = &said.files[..] else { panic!("{said:?}") };
    let record: Record = text.text.parse().unwrap_or_else(|error| panic!("{error}:\n{}", text.text));
    let document: Document = json.text.parse().unwrap_or_else(|error| panic!("{error}:\n{}", json.text));
    assert_eq!(&record, document.record());
    assert_eq!(check(&text.text).failures, []);
    assert_eq!(document.json().as_ref(), Ok(&json.text));
    (record, document)
}

#[tokio::test]
async fn the_files_tell_the_whole_game() {
    let people = Dialogue::new();
    let hostile = Person { user: BRUNO, name: "\"]\n[Result \"1-0\"] @everyone <@1> \\".to_owned() };
    let game = started(&people, "abalone layout=belgian-daisy sprint=25", &[hostile]).await;
    people.play(game, ADA, "A1-D4").await.expect("legal");
    people.clock.advance(1_500);
    people.play(game, BRUNO, "a4b4").await.expect("legal");
    let running = exported(&people, BRUNO, game).await;
    assert_eq!(read(&running).0.tag("Result"), Some("*"));
    people.games.resign(people.request(), game, BRUNO, None).await.expect("plays");

    let said = exported(&people, CHLOE, game).await;
    assert!(said.private && !said.text.contains("everyone") && !said.text.contains("<@"), "{said:?}");
    let names: Vec<_> = said.files.iter().map(|file| (file.name.clone(), file.kind)).collect();
    let name = |end: &str| format!("sumito-{game}.{end}");
    assert_eq!(names, [(name("txt"), "text/plain; charset=utf-8"), (name("json"), "application/json")]);
    let (record, document) = read(&said);
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
async fn every_game_can_be_taken_along_at_any_time() {
    let four = [BRUNO, CHLOE, DINA].map(person);
    for (setup, others, result) in [
        ("abalone placement=on", 1, "1-0"),
        ("abalone turn=mixed triangles=on", 1, "1-0"),
        ("abalone holes=e5 ball=d5", 1, "1-0"),
        ("abalone seats=2x2", 3, "1-0"),
        ("abalone seats=2x2x2 phase=counter", 3, "1-0"),
        ("abalone seats=3", 2, "black+red"),
        ("abalone seats=4", 3, "1-0"),
        ("notalone", 1, "1-0"),
        // White begins: it is Bruno who does, and gives up.
        ("fliporona", 1, "0-1"),
    ] {
        let people = Dialogue::new();
        let game = started(&people, setup, &four[..others]).await;
        assert_eq!(read(&exported(&people, ADA, game).await).0.moves().len(), 0, "{setup}");
        play(&people, game, 30).await;
        let (record, _) = read(&exported(&people, BRUNO, game).await);
        assert_eq!((record.setup(), record.moves().len(), record.result().to_string()), (setup, 30, "*".to_owned()));
        people.games.resign(people.request(), game, BRUNO, None).await.expect("plays");
        let (record, _) = read(&exported(&people, UserId(9), game).await);
        let written = record.result().to_string();
        assert_eq!(written, result, "{setup}");
    }
}

#[tokio::test]
async fn under_one_color_nothing_is_given_before_the_end() {
    let people = Dialogue::new();
    let game = started(&people, "abalone colors=one", &[person(BRUNO)]).await;
    play(&people, game, 4).await;
    for who in [ADA, BRUNO] {
        let said = exported(&people, who, game).await;
        let pressed = people.press(who, &format!("v1:record:{game}")).await;
        for said in [said, pressed] {
            assert!(
                said.files.is_empty() && said.text.starts_with("Colors are hidden in this game until it ends."),
                "{said:?}"
            );
        }
    }
    people.games.resign(people.request(), game, ADA, None).await.expect("plays");
    let (record, _) = read(&exported(&people, CHLOE, game).await);
    assert_eq!((record.moves().len(), record.result().to_string()), (4, "0-1".to_owned()));
}

#[tokio::test]
async fn the_last_board_has_a_button_for_the_record() {
    for by_agreement in [true, false] {
        let people = Dialogue::new();
        let game = people.started().await;
        people.play_all(game, &["a1b2", "i9h8"]).await;
        let board = |ply| Notice::Board { ply };
        let version = people.game(game).await.version;
        let (running, _) = people.notice(game, version, board(2)).await.expect("something to say");
        assert!(!running.verbs().contains(&"record"), "{running:?}");
        if by_agreement {
            let offer = DrawAction::OfferOrAccept { expected_revision: None };
            people.games.draw(people.request(), game, ADA, offer).await.expect("plays");
            people.games.draw(people.request(), game, BRUNO, offer).await.expect("plays");
        } else {
            people.games.resign(people.request(), game, BRUNO, None).await.expect("plays");
        }
        let version = people.game(game).await.version;
        let (last, _) = people.notice(game, version, Notice::Ended).await.expect("something to say");
        assert_eq!(
            (last.verbs(), last.labels.concat().as_str()),
            (vec!["rematch", "replay", "record"], "RematchReplayRecord")
        );
        let said = people.press(CHLOE, last.control("record")).await;
        assert!(said.private && !said.updates, "{said:?}");
        assert_eq!(read(&said).0.result().to_string(), if by_agreement { "1/2-1/2" } else { "1-0" });
        // A board that comes late has none: it shows no end.
        let (late, _) = people.notice(game, version - 1, board(1)).await.expect("something to say");
        assert!(late.verbs().is_empty(), "{late:?}");
    }
}

#[tokio::test]
async fn in_its_thread_a_finished_game_is_meant_and_elsewhere_it_is_completed() {
    let people = Dialogue::new();
    let finished = people.started().await;
    people.thread(finished, 555).await;
    people.games.resign(people.request(), finished, BRUNO, None).await.expect("plays");
    let running = people.started().await;
    let named = |said: Said| said.files.first().map(|file| file.name.clone()).unwrap_or_default();
    for (channel, game) in [(ChannelId(555), finished), (ChannelId(7), running)] {
        let said = people.command_in(channel, ADA, "export", json!({})).await;
        assert_eq!(named(said), format!("sumito-{game}.txt"));
    }
    let offered = people.complete(ADA, "export", "game", json!({ "game": "" })).await;
    let ids: Vec<_> = offered.iter().map(|(_, id)| id.clone()).collect();
    assert_eq!(ids, [running.to_string(), finished.to_string()]);
    assert_eq!(offered[1].0, format!("person 2 · finished · {finished}"));
    let offered = people.complete(ADA, "move", "game", json!({ "game": "" })).await;
    assert_eq!(offered.len(), 1, "elsewhere only games that go on: {offered:?}");
    assert!(people.store.game(finished).await.expect("a store in memory").is_some());
}
