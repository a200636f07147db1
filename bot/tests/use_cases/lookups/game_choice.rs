//! The game that a command without a game means, and its name and link in the answer.

use std::sync::atomic::Ordering;

use games::challenges::{self, NewChallenge};
use games::domain::{ChannelId, GameId, NoticeKind, Phase};
use games::store::PostedMessage;

use crate::use_cases::support::{ADA, BRUNO, CHANNEL, CHLOE, Fixture, Harness, person};

/// A channel without games.
const ELSEWHERE: ChannelId = ChannelId(555);

/// Two games of Ada's, in both of which it is her turn: against Bruno, and against Chloé, each in its thread.
async fn two_games(harness: &Harness) -> (GameId, GameId) {
    let first = harness.started().await;
    let new_challenge = NewChallenge { opponents: vec![person(CHLOE)], ..harness.new_challenge() };
    let second = harness.challenge(new_challenge).await;
    harness.accept_by(second, CHLOE).await.expect("accepted");
    harness.thread(first, 501).await;
    harness.thread(second, 502).await;
    (first, second)
}

#[tokio::test]
async fn a_challenge_can_be_answered_from_the_list_of_games() {
    let harness = Harness::new();
    let offer = harness.offered().await;
    let list = harness.say(ADA, "games").await;
    assert_eq!(
        (list.verbs(), list.labels[0].as_str()),
        (vec!["withdraw", "games-show"], "Withdraw · person 2 · Standard")
    );
    let list = harness.say(BRUNO, "games").await;
    assert_eq!(
        (list.verbs(), list.labels[0].as_str()),
        (vec!["accept", "decline", "games-show"], "Accept · person 1 · Standard"),
        "not an id"
    );
    let reply = harness.press_private(BRUNO, list.control("accept")).await;
    reply.updating().says("You accepted the challenge");
    assert_eq!(harness.game(offer).await.phase, Phase::Playing);
    let list = harness.say(BRUNO, "games").await;
    assert!(!list.verbs().contains(&"accept"), "it is no longer a challenge: {list:?}");
}

#[tokio::test]
async fn every_challenge_of_a_long_list_has_its_buttons_on_its_page() {
    let harness = Harness::over(Fixture::new());
    for from in 10..20 {
        let new_challenge = NewChallenge { challenger: person(games::domain::UserId(from)), ..harness.new_challenge() };
        let new_challenge = NewChallenge { opponents: vec![person(BRUNO)], ..new_challenge };
        challenges::challenge(&harness.games, new_challenge).await.expect("made");
    }
    let mut list = harness.say(BRUNO, "games").await;
    let mut accepted = std::collections::HashSet::new();
    for page in 1..=4 {
        list.says(&format!("Page {page} of 4 · 10 games"));
        let accepts: Vec<_> = list.controls.iter().filter(|id| id.starts_with("v1:accept:")).cloned().collect();
        assert_eq!(accepts.len(), if page < 4 { 3 } else { 1 }, "Discord takes five rows: {:?}", list.labels);
        assert_eq!(list.text.matches("challenges you").count(), accepts.len());
        accepted.extend(accepts);
        list = harness.press_private(BRUNO, &format!("v1:games:open:deadline:{page}")).await;
    }
    assert_eq!(accepted.len(), 10);
    let choices = harness.complete(BRUNO, "board game:").await;
    assert_eq!(choices.len(), 10, "the others are found by name: {choices:?}");
    assert!(harness.complete(BRUNO, "move game:").await.is_empty(), "nothing to move in yet");
}

#[tokio::test]
async fn buttons_of_several_challenges_of_one_person_differ() {
    let harness = Harness::new();
    for _ in 0..3 {
        harness.offered().await;
    }
    let list = harness.say(BRUNO, "games").await;
    let labels: std::collections::HashSet<&String> = list.labels.iter().collect();
    assert_eq!((list.labels.len(), labels.len()), (6, 6), "{:?}", list.labels);
    assert!(list.labels.iter().all(|label| label.contains("person 1") && label.chars().count() <= 80), "{list:?}");
}

#[tokio::test]
async fn resign_and_draw_never_guess_the_game() {
    let harness = Harness::new();
    let (first, second) = two_games(&harness).await;
    harness.plays(first, ADA, "a1b2").await;
    for command in ["game resign", "game draw"] {
        let reply = harness.say_in(ELSEWHERE, ADA, command).await;
        assert!(reply.text == "Which game?" && reply.private, "{command}: {reply:?}");
        assert_eq!(reply.values, [second.to_string(), first.to_string()], "what waits for her comes first: {command}");
    }
    let reply = harness.say_in(ELSEWHERE, ADA, "game resign").await;
    let question = harness.choose(ADA, &reply.controls[0], &second.to_string()).await;
    question.updating().begins("Resign game `#2` against <@3>?");
    // To look or to move, the only game in which it is her turn is chosen.
    let moved = harness.say_in(ELSEWHERE, ADA, "move move:a1b2").await;
    moved.begins("You played `a1b2` against <@3>.");
}

#[tokio::test]
async fn what_was_typed_goes_on_in_the_game_that_is_chosen() {
    let harness = Harness::new();
    let (first, second) = two_games(&harness).await;
    for typed in ["a1b2".to_owned(), "z".repeat(90)] {
        let reply = harness.say_in(ELSEWHERE, ADA, &format!("move move:{typed}")).await;
        assert!(reply.controls[0].chars().count() <= 100, "{reply:?}");
        let done = harness.choose(ADA, &reply.controls[0], &second.to_string()).await;
        let is_move = typed == "a1b2";
        assert!(done.updates && done.text.starts_with("You played") == is_move, "{done:?}");
        assert!(is_move || done.text.contains("zzz"), "too long for the menu, and kept beside it: {done:?}");
        if !is_move {
            let other = harness.choose(BRUNO, &reply.controls[0], &first.to_string()).await;
            assert!(other.text.starts_with("I no longer have what you typed"), "it is not his: {other:?}");
        }
        harness.play(second, CHLOE, "i9h8").await.ok();
    }
    assert_eq!((harness.game(first).await.ply, harness.game(second).await.ply), (0, 2));
    for forged in ["v1:run:", "v1:run:move:", "v1:run:castle:{}", "v1:run:99", "v1:run:move:[]"] {
        let refused = harness.choose(ADA, forged, &first.to_string()).await;
        assert!(!refused.text.starts_with("You played") && !refused.text.is_empty(), "{forged}: {refused:?}");
    }
}

#[tokio::test]
async fn resign_and_draw_name_the_game() {
    let harness = Harness::new();
    let (_, second) = two_games(&harness).await;
    let reply = harness.say_in(ELSEWHERE, ADA, &format!("game resign game:{second}")).await;
    let ask = "Resign game `#2` against <@3>?";
    reply.begins(ask);
    let done = harness.press_private(ADA, reply.control("resign!")).await;
    assert_eq!(done.text, "You resigned game `#2` against <@3>.");
    // With one game left there is no choice.
    let offered = harness.say_in(ELSEWHERE, ADA, "game draw").await;
    assert_eq!(offered.text, "You offered <@2> a draw in game `#1`.");
    let answer = harness.say_in(ELSEWHERE, BRUNO, "game draw").await;
    assert_eq!(answer.text, "Game `#1` against <@1>: **<@1> and <@2> drew** by agreement.\n0 moves.");
}

#[tokio::test]
async fn a_player_without_games_is_not_asked_which() {
    let harness = Harness::new();
    for command in ["move move:a1b2", "board", "games", "game resign", "game draw"] {
        let reply = harness.say(CHLOE, command).await;
        assert!(reply.private && reply.text.starts_with("You have no games."), "{command}: {reply:?}");
    }
}

#[tokio::test]
async fn of_two_games_in_one_thread_the_one_on_turn_is_chosen_and_named() {
    let harness = Harness::new();
    let (first, second) = two_games(&harness).await;
    harness.thread(second, 501).await;
    let thread = ChannelId(501);
    let reply = harness.say_in(thread, ADA, "move move:a1b2").await;
    assert!(reply.text.starts_with("Which game?"), "it is her turn in both: {reply:?}");
    harness.plays(first, ADA, "a1b2").await;
    let moved = harness.say_in(thread, ADA, "move move:a1b2").await;
    moved.begins("You played `a1b2` against <@3>.");
    assert_eq!(harness.game(second).await.ply, 1);
    let moved = harness.say_in(thread, BRUNO, "move move:i9h8").await;
    assert!(moved.text.starts_with("You played `i9h8` against <@1>."), "his only one there: {moved:?}");
    assert_eq!(harness.game(first).await.ply, 2);
}

#[tokio::test]
async fn an_answer_links_to_the_last_place_of_the_game() {
    let (harness, game) = Harness::with_game().await;
    harness.thread(game, 501).await;
    let moves = ["a1b2", "i9h8", "d4c3", "f6g7", "a2b3"];
    let places = [None, Some(501), Some(CHANNEL.0), Some(777), Some(501)];
    for (number, (text, place)) in moves.into_iter().zip(places).enumerate() {
        if let Some(place) = place {
            let post = PostedMessage {
                game_id: game,
                version: number as i64 + 1,
                kind: NoticeKind::Board.into(),
                channel_id: ChannelId(place),
                discord_id: 1,
            };
            harness.store.message_sent(0, Some(post)).await.expect("a store in memory");
        }
        let who = if number % 2 == 0 { ADA } else { BRUNO };
        let channel = if number == 4 { ChannelId(501) } else { ELSEWHERE };
        let reply = harness.say_in(channel, who, &format!("move move:{text}")).await;
        let way = match number {
            1 => "Game `#1`: <#501>".to_owned(),
            2 => format!("Game `#1`: <#{}>", CHANNEL.0),
            // There was no earlier message, or it was a direct message, which only its reader sees.
            0 | 3 => "Game `#1`".to_owned(),
            _ => {
                assert!(!reply.text.contains("#1"), "in its thread: {reply:?}");
                continue;
            }
        };
        assert!(reply.text.contains(&way), "{number}: {reply:?}");
    }
}

#[tokio::test]
async fn a_move_is_answered_without_a_request_to_discord() {
    let (harness, game) = Harness::with_game().await;
    harness.thread(game, 501).await;
    let post = PostedMessage {
        game_id: game,
        version: 1,
        kind: NoticeKind::Board.into(),
        channel_id: ChannelId(501),
        discord_id: 1,
    };
    harness.store.message_sent(0, Some(post)).await.expect("a store in memory");
    for (who, channel, text) in [(ADA, ELSEWHERE, "a1b2"), (BRUNO, CHANNEL, "i9h8"), (ADA, ChannelId(501), "d4c3")] {
        let reply = harness.say_in(channel, who, &format!("move move:{text}")).await;
        reply.begins("You played");
        assert_eq!(reply.text.contains(": <#501>"), channel != ChannelId(501), "the recorded thread: {reply:?}");
    }
    assert_eq!(harness.sender.requests.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn the_list_of_games_names_vacations() {
    for (harness, own, others) in [
        (
            Harness::over(Fixture::with_vacation(&[24])),
            "You are on vacation until <t:",
            "__Paused__\n**#1** <@1> · Standard · <@1> on vacation until <t:",
        ),
        (
            Harness::over(Fixture::with_vacation(&[24])).in_french(),
            "Vous êtes en congé jusqu'au <t:",
            "__En pause__\n**#1** <@1> · Standard · <@1> en congé jusqu'au <t:",
        ),
    ] {
        harness.started().await;
        harness.take_vacation(ADA, 3, None).await;
        for (who, reply) in [(ADA, own), (BRUNO, others)] {
            let list = harness.say(who, "games").await;
            list.says(reply);
        }
    }
}

#[tokio::test]
async fn a_second_click_on_play_repeats_the_answer() {
    let (harness, game) = Harness::with_game().await;
    let board = harness.type_move(ADA, "a1a1").await;
    assert!(board.verbs().ends_with(&["type"]), "a refusal: {board:?}");
    let entry = harness.press(ADA, &format!("v1:move:{game}:0")).await;
    let arrows = harness.choose(ADA, entry.control("from"), "a1").await;
    let preview = harness.press_private(ADA, arrows.control("dir")).await;
    let play = preview.control("play");
    for answered in [false, true] {
        for click in 0..2 {
            let reply = harness.press_private(ADA, play).await;
            assert!(reply.updates && reply.text.starts_with("You played"), "{answered} {click}: {reply:?}");
        }
        if !answered {
            harness.play(game, BRUNO, "i9h8").await.expect("once only");
        }
    }
    // Another move on the same old board is a separate request.
    let other = harness.press_private(ADA, &format!("v1:play:{game}:0:a2b3")).await;
    other.says("moved on");
    assert_eq!(harness.game(game).await.ply, 2);
}

#[tokio::test]
async fn a_layout_is_found_by_each_of_its_displayed_names() {
    for (typed, layout) in [
        ("marguerite belge", "belgian-daisy"),
        ("Marguerite  Coreenne ", "korean-daisy"),
        ("BELGIAN DAISY", "belgian-daisy"),
        ("belgian-daisy", "belgian-daisy"),
        ("Standard", "standard"),
        ("classical", "standard"),
        ("6/9", "69"),
        ("Étoile de Noël", "xmas-star"),
    ] {
        let harness = Harness::new();
        let reply = harness.say(ADA, &format!("challenge user:2 layout:{typed}")).await;
        assert!(reply.text.contains("on its way"), "{typed}: {reply:?}");
        let list = harness.games.list(ADA, &[Phase::Offered], 1).await.expect("a list");
        let request = if layout == "standard" { "abalone".to_owned() } else { format!("abalone layout={layout}") };
        assert_eq!(list[0].game.setup.as_str(), request, "{typed}");
    }
    let choices = Harness::french().complete(ADA, "challenge layout:coreenne").await;
    assert_eq!(choices, [("Marguerite coréenne".to_owned(), "korean-daisy".to_owned())]);
    let harness = Harness::new();
    for (game, has_layouts) in [("notalone", true), ("Fliporona", false), ("grand-abalone", false)] {
        let choices = harness.complete(ADA, &format!("challenge game:{game} layout:")).await;
        assert_eq!(!choices.is_empty(), has_layouts, "{game}: {choices:?}");
    }
}
