//! What people type and press, and the words they get for it.

use bot::domain::{ChannelId, GameId, NoticeKind, Phase};
use bot::features::challenge::service::NewChallenge;
use bot::store::{OutboxStore as _, PostedMessage};
use serde_json::json;

use crate::dialogue::Dialogue;
use crate::stage::{ADA, BRUNO, CHANNEL, CHLOE, Stage, id, person};

/// A channel in which nothing has happened.
const ELSEWHERE: ChannelId = ChannelId(555);

/// Two games of Ada's, in both of which it is her turn: against Bruno, and against Chloé, each in its thread.
async fn two_games(people: &Dialogue) -> (GameId, GameId) {
    let first = people.started().await;
    let wish = NewChallenge { opponents: vec![person(CHLOE)], ..people.wish() };
    let second = id(&people.games.challenge(wish).await.expect("made"));
    people.games.accept(people.request(), second, person(CHLOE)).await.expect("accepted");
    people.thread(first, 501).await;
    people.thread(second, 502).await;
    (first, second)
}

#[tokio::test]
async fn a_challenge_can_be_answered_from_the_list_of_games() {
    let people = Dialogue::new();
    let offer = people.offered().await;
    let list = people.command(ADA, "games", json!({})).await;
    assert_eq!((list.verbs(), list.labels[0].as_str()), (vec!["withdraw"], "Withdraw · person 2"));
    let list = people.command(BRUNO, "games", json!({})).await;
    assert_eq!((list.verbs(), list.labels[0].as_str()), (vec!["accept", "decline"], "Accept · person 1"));
    let said = people.press_private(BRUNO, list.control("accept")).await;
    assert!(said.updates && said.text.contains("You accepted the challenge"), "{said:?}");
    assert_eq!(people.game(offer).await.phase, Phase::Playing);
    assert!(people.command(BRUNO, "games", json!({})).await.controls.is_empty(), "it is no challenge any more");
}

#[tokio::test]
async fn a_long_list_has_room_for_the_buttons_of_five_challenges() {
    let people = Dialogue::over(Stage::new());
    for from in 10..20 {
        let wish = NewChallenge { challenger: person(bot::domain::UserId(from)), ..people.wish() };
        let wish = NewChallenge { opponents: vec![person(BRUNO)], ..wish };
        people.games.challenge(wish).await.expect("made");
    }
    let list = people.command(BRUNO, "games", json!({})).await;
    assert_eq!(list.controls.len(), 10, "Discord takes five rows: {:?}", list.labels);
    let choices = people.complete(BRUNO, "board", "game", json!({ "game": "" })).await;
    assert_eq!(choices.len(), 10, "the others are found by name: {choices:?}");
    assert!(people.complete(BRUNO, "move", "game", json!({ "game": "" })).await.is_empty(), "nothing to move in yet");
}

#[tokio::test]
async fn what_cannot_be_taken_back_is_never_guessed() {
    let people = Dialogue::new();
    let (first, second) = two_games(&people).await;
    people.play(first, ADA, "a1b2").await.expect("legal");
    for command in ["resign", "draw"] {
        let asked = people.command_in(ELSEWHERE, ADA, command, json!({})).await;
        assert!(asked.text.starts_with("Which game?") && asked.controls.is_empty(), "{command}: {asked:?}");
        for (game, opponent) in [(first, "<@2>"), (second, "<@3>")] {
            let listed = asked.text.lines().any(|line| line.contains(&game.to_string()) && line.contains(opponent));
            assert!(listed, "{command}: {asked:?}");
        }
    }
    // To look or to move, the only one in which it is her turn will do.
    let moved = people.command_in(ELSEWHERE, ADA, "move", json!({ "move": "a1b2" })).await;
    assert!(moved.text.starts_with("You played `a1b2` against <@3>."), "{moved:?}");
}

#[tokio::test]
async fn resigning_and_drawing_name_the_game() {
    let people = Dialogue::new();
    let (first, second) = two_games(&people).await;
    let named = |game: GameId| json!({ "game": game.to_string() });
    let asked = people.command_in(ELSEWHERE, ADA, "resign", named(second)).await;
    let ask = format!("Resign game `{second}` against <@3>?");
    assert!(asked.text.starts_with(&ask), "{asked:?}");
    let done = people.press_private(ADA, asked.control("resign!")).await;
    assert_eq!(done.text, format!("You resigned game `{second}` against <@3>."));
    // One game is left: no choice among several.
    let offered = people.command_in(ELSEWHERE, ADA, "draw", json!({})).await;
    assert_eq!(offered.text, format!("You offered <@2> a draw in game `{first}`."));
    let agreed = people.command_in(ELSEWHERE, BRUNO, "draw", json!({})).await;
    assert_eq!(agreed.text, format!("Game `{first}` against <@1>: **The game is a draw** by agreement."));
}

#[tokio::test]
async fn somebody_without_a_game_is_not_asked_which() {
    let people = Dialogue::new();
    for command in ["move", "board", "games", "resign", "draw"] {
        let said = people.command(CHLOE, command, json!({ "move": "a1b2" })).await;
        assert!(said.private && said.text.starts_with("You have no games."), "{command}: {said:?}");
    }
}

#[tokio::test]
async fn of_two_games_in_one_thread_the_one_on_turn_is_meant_and_named() {
    let people = Dialogue::new();
    let (first, second) = two_games(&people).await;
    people.thread(second, 501).await;
    let thread = ChannelId(501);
    let asked = people.command_in(thread, ADA, "move", json!({ "move": "a1b2" })).await;
    assert!(asked.text.starts_with("Which game?"), "it is her turn in both: {asked:?}");
    people.play(first, ADA, "a1b2").await.expect("legal");
    let moved = people.command_in(thread, ADA, "move", json!({ "move": "a1b2" })).await;
    assert!(moved.text.starts_with("You played `a1b2` against <@3>."), "{moved:?}");
    assert_eq!(people.game(second).await.ply, 1);
    let moved = people.command_in(thread, BRUNO, "move", json!({ "move": "i9h8" })).await;
    assert!(moved.text.starts_with("You played `i9h8` against <@1>."), "his only one there: {moved:?}");
    assert_eq!(people.game(first).await.ply, 2);
}

#[tokio::test]
async fn the_way_to_the_game_is_where_it_was_last_spoken_of() {
    let people = Dialogue::new();
    let game = people.started().await;
    people.thread(game, 501).await;
    let moves = ["a1b2", "i9h8", "d4c3", "f6g7", "a2b3"];
    let places = [None, Some(501), Some(CHANNEL.0), Some(777), Some(501)];
    for (number, (text, place)) in moves.into_iter().zip(places).enumerate() {
        if let Some(place) = place {
            let posted = PostedMessage {
                game_id: game,
                version: number as i64 + 1,
                kind: NoticeKind::Board.into(),
                channel_id: ChannelId(place),
                discord_id: 1,
            };
            people.store.message_sent(0, Some(posted)).await.expect("a store in memory");
        }
        let who = if number % 2 == 0 { ADA } else { BRUNO };
        let channel = if number == 4 { ChannelId(501) } else { ELSEWHERE };
        let said = people.command_in(channel, who, "move", json!({ "move": text })).await;
        let way = match number {
            1 => format!("The game (`{game}`) is in <#501>."),
            2 => format!("The game (`{game}`) is in <#{}>.", CHANNEL.0),
            // Nothing was said yet, or in a direct message, which is its reader's own.
            0 | 3 => format!("The game is `{game}`."),
            _ => {
                assert!(!said.text.contains(&game.to_string()), "in its thread: {said:?}");
                continue;
            }
        };
        assert!(said.text.contains(&way), "{number}: {said:?}");
    }
    let asked_for = people.post_office.asked_for.lock().expect("whole").clone();
    assert_eq!(asked_for, [ChannelId(501)], "a thread may be gone, and matters where somebody is sent to it");
}

#[tokio::test]
async fn a_move_where_the_game_is_spoken_of_asks_discord_for_nothing() {
    let people = Dialogue::new();
    let game = people.started().await;
    let stood =
        PostedMessage { game_id: game, version: 1, kind: NoticeKind::Board.into(), channel_id: CHANNEL, discord_id: 1 };
    people.store.message_sent(0, Some(stood)).await.expect("a store in memory");
    let said = people.command(ADA, "move", json!({ "move": "a1b2" })).await;
    assert!(said.text.contains(&format!("The game is `{game}`.")), "{said:?}");
    assert_eq!(*people.post_office.asked_for.lock().expect("whole"), []);
}

#[tokio::test]
async fn nobody_is_sent_to_a_thread_that_was_deleted() {
    let people = Dialogue::new();
    let game = people.started().await;
    people.thread(game, 501).await;
    let stood = PostedMessage {
        game_id: game,
        version: 1,
        kind: NoticeKind::Board.into(),
        channel_id: ChannelId(501),
        discord_id: 1,
    };
    people.store.message_sent(0, Some(stood)).await.expect("a store in memory");
    people.post_office.gone.lock().expect("whole").push(ChannelId(501));
    let said = people.command_in(ELSEWHERE, ADA, "move", json!({ "move": "a1b2" })).await;
    assert!(said.text.contains(&format!("The game is `{game}`.")) && !said.text.contains("<#501>"), "{said:?}");
}

#[tokio::test]
async fn partners_and_opponents_are_told_apart() {
    let people = Dialogue::new();
    let game = people.of_four().await;
    let said = people.command(ADA, "move", json!({ "move": "a1b2" })).await;
    assert!(said.text.starts_with("You played `a1b2` with <@3> against <@2> and <@4>."), "{said:?}");
    let list = people.command(BRUNO, "games", json!({})).await;
    assert!(list.text.contains(&format!("`{game}` with <@4> against <@1> and <@3> (White)")), "{list:?}");
    // A draw is asked of the others, a takeback of partners too; the answer says so.
    let asked = people.command(ADA, "draw", json!({})).await;
    assert_eq!(asked.text, format!("You offered <@2>, <@4> a draw in game `{game}`."));
    let asked = people.command(ADA, "takeback", json!({})).await;
    assert!(asked.text.starts_with("You asked <@2>, <@3>, <@4> for a takeback"), "{asked:?}");
}

#[tokio::test]
async fn ones_own_vacation_is_told_to_oneself() {
    for (people, own, others) in [
        (
            Dialogue::over(Stage::with_vacation(&[24])),
            "\nYou are on vacation until <t:",
            "\n<@1> is on vacation until <t:",
        ),
        (
            Dialogue::over(Stage::with_vacation(&[24])).in_french(),
            "\nVous êtes en congé jusqu'au <t:",
            "\n<@1> est en congé jusqu'au <t:",
        ),
    ] {
        people.started().await;
        people.games.start_vacation(people.request(), ADA, Some(3), None).await.expect("there is enough");
        for (who, said) in [(ADA, own), (BRUNO, others)] {
            let list = people.command(who, "games", json!({})).await;
            assert!(list.text.contains(said), "{list:?}");
        }
    }
}

#[tokio::test]
async fn a_second_click_on_play_finds_the_move_made() {
    let people = Dialogue::new();
    let game = people.started().await;
    let board = people.command(ADA, "move", json!({ "move": "a1a1" })).await;
    assert!(board.controls.is_empty(), "a refusal");
    let entry = people.press(ADA, &format!("v1:move:{game}:0")).await;
    let arrows = people.choose(ADA, entry.control("from"), "a1").await;
    let preview = people.press_private(ADA, arrows.control("dir")).await;
    let play = preview.control("play");
    for answered in [false, true] {
        for click in 0..2 {
            let said = people.press_private(ADA, play).await;
            assert!(said.updates && said.text.starts_with("You played"), "{answered} {click}: {said:?}");
        }
        if !answered {
            people.play(game, BRUNO, "i9h8").await.expect("once only");
        }
    }
    // Another move on the same old board is another matter.
    let other = people.press_private(ADA, &format!("v1:play:{game}:0:a2b3")).await;
    assert!(other.text.contains("moved on"), "{other:?}");
    assert_eq!(people.game(game).await.ply, 2);
}

#[tokio::test]
async fn what_is_typed_stays_inside_its_quotation() {
    let people = Dialogue::new();
    people.started().await;
    for (typed, shown) in [("a`b`||c||", "`aˋbˋ||c||` "), ("\\", "`\\` "), ("`", "`ˋ` "), ("<@1>*x*", "`<@1>*x*` ")]
    {
        let said = people.command(ADA, "move", json!({ "move": typed })).await;
        assert!(said.text.starts_with(shown), "{typed}: {said:?}");
        assert_eq!(said.text.matches('`').count() % 2, 0, "{typed}: {said:?}");
    }
    let said = people.command(ADA, "challenge", json!({ "user": "2", "layout": "x`y" })).await;
    assert!(said.text.contains("`xˋy`"), "{said:?}");
}

#[tokio::test]
async fn a_layout_is_found_by_every_name_that_is_shown_for_it() {
    for (typed, layout) in [
        ("marguerite belge", "belgian-daisy"),
        ("Marguerite  Coreenne ", "korean-daisy"),
        ("BELGIAN DAISY", "belgian-daisy"),
        ("belgian-daisy", "belgian-daisy"),
        ("Standard / Classical", "standard"),
        ("classical", "standard"),
        ("6/9", "69"),
        ("Étoile de Noël", "xmas-star"),
    ] {
        let people = Dialogue::new();
        let said = people.command(ADA, "challenge", json!({ "user": "2", "layout": typed })).await;
        assert!(said.text.contains("on its way"), "{typed}: {said:?}");
        let list = people.games.list(ADA, &[Phase::Offered], 1).await.expect("a list");
        let wanted = if layout == "standard" { "abalone".to_owned() } else { format!("abalone layout={layout}") };
        assert_eq!(list[0].game.setup.as_str(), wanted, "{typed}");
    }
    let choices = Dialogue::french().complete(ADA, "challenge", "layout", json!({ "layout": "coreenne" })).await;
    assert_eq!(choices, [("Marguerite coréenne".to_owned(), "korean-daisy".to_owned())]);
}
