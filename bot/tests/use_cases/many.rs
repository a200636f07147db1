//! Games of more than two, of two boards, of several steps, and of one color.

use bot::domain::{GameId, Notice, Phase, UserId};
use bot::features::challenge::service::{ColorChoice, NewChallenge};
use bot::features::draw::service::DrawAction;
use bot::games::GameError;
use bot::store::GameStore as _;
use rules::Seat;
use serde_json::json;

use crate::dialogue::Dialogue;
use crate::refused;
use crate::stage::{ADA, BRUNO, CHLOE, DINA, Stage, id, person};

/// A challenge of Ada to these people, in the order of the seats.
async fn challenge(stage: &Stage, setup: &str, others: &[UserId]) -> Result<GameId, GameError> {
    let opponents = others.iter().map(|user| person(*user)).collect();
    let wish = NewChallenge { opponents, setup: setup.to_owned(), color: ColorChoice::Black, ..stage.wish() };
    Ok(id(&stage.games.challenge(wish).await?))
}

/// The same, accepted by all.
async fn started(stage: &Stage, setup: &str, others: &[UserId]) -> GameId {
    let game = challenge(stage, setup, others).await.expect("a challenge");
    for user in others {
        stage.games.accept(stage.request(), game, person(*user)).await.expect("accepts");
    }
    game
}

async fn turn(stage: &Stage, game: GameId) -> (UserId, String) {
    let view = stage.games.view(game, None).await.expect("a view");
    let seat = view.record.game.turn.to_move.expect("going on");
    (view.record.at(seat).expect("a player").user, view.table.turns(1).0.remove(0))
}

#[tokio::test]
async fn a_game_of_four_begins_when_all_have_accepted() {
    let stage = Stage::new();
    let game = challenge(&stage, "abalone seats=2x2", &[BRUNO, CHLOE, DINA]).await.expect("a challenge");
    stage.notices().await;
    let accept = |user| stage.games.accept(stage.request(), game, person(user));
    accept(CHLOE).await.expect("accepts");
    assert_eq!(stage.notices().await, [Notice::Joined { user: CHLOE }]);
    refused!(accept(CHLOE).await, GameError::AlreadyAccepted);
    refused!(accept(UserId(9)).await, GameError::NotForYou);
    accept(BRUNO).await.expect("accepts");
    assert_eq!(stage.game(game).await.phase, Phase::Offered, "Dina has not answered");
    accept(DINA).await.expect("accepts");
    assert_eq!(stage.game(game).await.phase, Phase::Playing);
    // Black 1, White 1, Black 2, White 2, as they were named.
    for expected in [ADA, BRUNO, CHLOE, DINA, ADA] {
        let (user, mv) = turn(&stage, game).await;
        assert_eq!(user, expected);
        refused!(stage.play(game, UserId(9), &mv).await, GameError::NotAPlayer);
        let partner = [ADA, BRUNO, CHLOE, DINA].into_iter().find(|other| *other != user).expect("another");
        refused!(stage.play(game, partner, &mv).await, GameError::NotYourTurn);
        stage.play(game, user, &mv).await.expect("legal");
    }
}

#[tokio::test]
async fn one_no_closes_the_challenge_for_all() {
    let stage = Stage::new();
    let game = challenge(&stage, "abalone seats=3", &[BRUNO, CHLOE]).await.expect("a challenge");
    stage.games.accept(stage.request(), game, person(BRUNO)).await.expect("accepts");
    stage.games.decline(stage.request(), game, CHLOE).await.expect("declines");
    let after = stage.game(game).await;
    assert_eq!((after.phase, after.end_reason().map(bot::domain::EndReason::as_str)), (Phase::Void, Some("declined")));
}

#[tokio::test]
async fn a_challenge_names_as_many_as_the_game_is_for() {
    let stage = Stage::new();
    refused!(
        challenge(&stage, "abalone seats=4", &[BRUNO, CHLOE]).await,
        GameError::WrongNumber { needed: 4, given: 3 }
    );
    refused!(challenge(&stage, "abalone", &[BRUNO, CHLOE]).await, GameError::WrongNumber { needed: 2, given: 3 });
    refused!(challenge(&stage, "abalone seats=3", &[BRUNO, BRUNO]).await, GameError::SamePerson);
    refused!(challenge(&stage, "abalone seats=3", &[BRUNO, ADA]).await, GameError::Yourself);
}

#[tokio::test]
async fn colors_drawn_by_lot_seat_everybody_once() {
    let mut first = std::collections::HashSet::new();
    for _ in 0..60 {
        let stage = Stage::new();
        let opponents = [BRUNO, CHLOE].map(person).to_vec();
        let setup = "abalone seats=3".to_owned();
        let wish = NewChallenge { opponents, setup, color: ColorChoice::Random, ..stage.wish() };
        let game = id(&stage.games.challenge(wish).await.expect("a challenge"));
        for user in [BRUNO, CHLOE] {
            stage.games.accept(stage.request(), game, person(user)).await.expect("accepts");
        }
        let record = stage.store.game(game).await.expect("readable").expect("there");
        let seats: Vec<Seat> = record.seats.iter().map(|seat| seat.seat).collect();
        assert_eq!(seats, [0, 1, 2].map(Seat));
        first.insert(record.seats[0].user);
    }
    assert_eq!(first.len(), 3, "everybody begins sometimes");
}

#[tokio::test]
async fn partners_stay_partners_when_colors_are_drawn() {
    let mut starts = std::collections::HashSet::new();
    for _ in 0..120 {
        let stage = Stage::new();
        let opponents = [BRUNO, CHLOE, DINA].map(person).to_vec();
        let setup = "abalone seats=2x2".to_owned();
        let wish = NewChallenge { opponents, setup, color: ColorChoice::Random, ..stage.wish() };
        let game = id(&stage.games.challenge(wish).await.expect("a challenge"));
        for user in [BRUNO, CHLOE, DINA] {
            stage.games.accept(stage.request(), game, person(user)).await.expect("accepts");
        }
        let record = stage.store.game(game).await.expect("readable").expect("there");
        let users: Vec<u64> = record.seats.iter().map(|seat| seat.user.0).collect();
        // Seats 0 and 2 are one team, 1 and 3 the other: Ada with Chloe, Bruno with Dina.
        assert!(users[0] % 2 == users[2] % 2 && users[1] % 2 == users[3] % 2, "{users:?}");
        starts.insert(users);
    }
    assert_eq!(starts.len(), 8, "either team begins, and either partner in it");
}

#[tokio::test]
async fn a_challenge_to_a_live_game_is_open_for_minutes() {
    let stage = Stage::new();
    for (pace, minutes) in [("total:15m", 20), ("total:30d", 48 * 60)] {
        let wish = NewChallenge { pace: pace.to_owned(), ..stage.wish() };
        let game = id(&stage.games.challenge(wish).await.expect("a challenge"));
        let game = stage.game(game).await;
        assert_eq!(
            game.turn.deadline_at.map(|at| at.since(game.challenge.created_at) / 60_000),
            Some(minutes),
            "{pace}"
        );
    }
}

#[tokio::test]
async fn a_rematch_seats_everybody_one_further_and_is_offered_once() {
    let stage = Stage::new();
    let game = started(&stage, "abalone seats=2x2 sprint=20", &[BRUNO, CHLOE, DINA]).await;
    refused!(stage.games.rematch(game, person(CHLOE)).await, GameError::NotOver);
    stage.games.resign(stage.request(), game, ADA, None).await.expect("plays");
    let again = id(&stage.games.rematch(game, person(CHLOE)).await.expect("a rematch"));
    assert_eq!(id(&stage.games.rematch(game, person(CHLOE)).await.expect("the same")), again);
    let record = stage.store.game(again).await.expect("readable").expect("there");
    let users: Vec<UserId> = record.seats.iter().map(|seat| seat.user).collect();
    // Ada and Chloe had Black; Dina and Bruno have it now.
    assert_eq!(users, [DINA, ADA, BRUNO, CHLOE]);
    assert_eq!((record.game.challenge.challenger, record.game.setup.as_str()), (CHLOE, "abalone sprint=20 seats=2x2"));
    for user in [ADA, BRUNO, DINA] {
        stage.games.accept(stage.request(), again, person(user)).await.expect("accepts");
    }
    assert_eq!(turn(&stage, again).await.0, DINA);
}

#[tokio::test]
async fn who_asks_for_a_rematch_after_another_takes_theirs() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.games.resign(stage.request(), game, ADA, None).await.expect("plays");
    let again = id(&stage.games.rematch(game, person(ADA)).await.expect("a challenge"));
    assert_eq!(stage.game(again).await.phase, Phase::Offered);
    for who in [BRUNO, BRUNO, ADA] {
        assert_eq!(id(&stage.games.rematch(game, person(who)).await.expect("one game")), again);
        assert_eq!(stage.game(again).await.phase, Phase::Playing);
    }
    // One that was declined stands in nobody's way.
    stage.games.resign(stage.request(), again, ADA, None).await.expect("plays");
    let declined = id(&stage.games.rematch(again, person(ADA)).await.expect("a challenge"));
    stage.games.decline(stage.request(), declined, BRUNO).await.expect("says no");
    let third = id(&stage.games.rematch(again, person(BRUNO)).await.expect("a challenge of his own"));
    assert!(third != declined && stage.game(third).await.challenge.challenger == BRUNO);
}

#[tokio::test]
async fn who_gives_up_loses_for_the_team() {
    for (setup, others, who, result) in [
        ("abalone seats=2x2", vec![BRUNO, CHLOE, DINA], CHLOE, "white"),
        ("abalone seats=4", vec![BRUNO, CHLOE, DINA], DINA, "black+red"),
        // Nobody chooses who wins by stopping: all others do.
        ("abalone seats=3", vec![BRUNO, CHLOE], ADA, "white+red"),
    ] {
        let stage = Stage::new();
        let game = started(&stage, setup, &others).await;
        stage.games.resign(stage.request(), game, who, None).await.expect("plays");
        let after = stage.game(game).await;
        assert_eq!(
            (
                after.result().as_ref().map(ToString::to_string).as_deref(),
                after.end_reason().map(bot::domain::EndReason::as_str)
            ),
            (Some(result), Some("resignation")),
            "{setup}"
        );
        let record = stage.store.game(game).await.expect("readable").expect("there");
        assert_eq!(after.loser().and_then(|seat| record.at(seat)).map(|seat| seat.user), Some(who));
    }
}

#[tokio::test]
async fn a_draw_of_three_needs_all_and_of_teams_one_of_each() {
    let ask = DrawAction::OfferOrAccept { expected_revision: None };
    let stage = Stage::new();
    let game = started(&stage, "abalone seats=3", &[BRUNO, CHLOE]).await;
    let draw = |user| stage.games.draw(stage.request(), game, user, ask);
    draw(BRUNO).await.expect("offers");
    refused!(draw(BRUNO).await, GameError::AlreadyOffered);
    draw(ADA).await.expect("agrees");
    assert_eq!(stage.game(game).await.phase, Phase::Playing, "Chloe has still to agree");
    refused!(draw(ADA).await, GameError::AlreadyAgreed);
    draw(CHLOE).await.expect("agrees");
    assert_eq!(stage.game(game).await.result().as_ref().map(ToString::to_string).as_deref(), Some("draw"));

    let game = started(&stage, "abalone seats=2x2", &[BRUNO, CHLOE, DINA]).await;
    let draw = |user| stage.games.draw(stage.request(), game, user, ask);
    draw(ADA).await.expect("offers");
    draw(CHLOE).await.expect("her partner agrees");
    let offer = stage.game(game).await.draw_offer.expect("an offer").version;
    let no = stage.games.draw(stage.request(), game, CHLOE, DrawAction::Decline { offer }).await;
    refused!(no, GameError::OwnSide);
    assert_eq!(stage.game(game).await.phase, Phase::Playing, "the other team has not agreed");
    draw(DINA).await.expect("agrees");
    assert_eq!(stage.game(game).await.end_reason().map(bot::domain::EndReason::as_str), Some("agreement"));
}

#[tokio::test]
async fn of_three_one_who_has_agreed_may_move_and_the_offer_stands() {
    let ask = DrawAction::OfferOrAccept { expected_revision: None };
    let stage = Stage::new();
    let game = started(&stage, "abalone seats=3", &[BRUNO, CHLOE]).await;
    let draw = |user| stage.games.draw(stage.request(), game, user, ask);
    let (ada, mv) = turn(&stage, game).await;
    draw(ada).await.expect("offers");
    stage.play(game, ada, &mv).await.expect("legal");
    let (bruno, mv) = turn(&stage, game).await;
    draw(bruno).await.expect("agrees");
    stage.play(game, bruno, &mv).await.expect("legal");
    assert!(stage.game(game).await.draw_offer.is_some(), "nobody has said no");
    draw(CHLOE).await.expect("agrees");
    assert_eq!(stage.game(game).await.result().as_ref().map(ToString::to_string).as_deref(), Some("draw"));
}

/// Presses through the entry of a move, always the first choice, until something is played.
async fn enter(people: &Dialogue, who: UserId, game: GameId) -> Vec<String> {
    let ply = people.game(game).await.ply;
    let mut said = people.press(who, &format!("v1:move:{game}:{ply}")).await;
    let mut seen = vec![said.text.clone()];
    for _ in 0..20 {
        let control = said.controls.first().cloned().unwrap_or_default();
        let verb = control.split(':').nth(1).unwrap_or_default();
        said = match verb {
            "from" => {
                let value = said.values.first().cloned().expect("something to choose");
                people.choose(who, &control, &value).await
            }
            _ => people.press(who, &control).await,
        };
        seen.push(said.text.clone());
        if people.game(game).await.ply > ply {
            return seen;
        }
    }
    panic!("nothing was played: {seen:?}");
}

#[tokio::test]
async fn turns_are_entered_step_by_step_in_every_game() {
    for setup in [
        "abalone",
        "abalone turn=double",
        "abalone turn=mixed triangles=on",
        "abalone placement=on",
        "abalone turn=own-foe seats=2x2x2",
        "abalone seats=2x2x2",
        "notalone",
        "fliporona",
    ] {
        let people = Dialogue::new();
        let others: &[UserId] = if setup.contains("2x2x2") { &[BRUNO, CHLOE, DINA] } else { &[BRUNO] };
        let game = started(&people, setup, others).await;
        for ply in 0..8 {
            // First choices may bring the sisters together.
            if people.game(game).await.phase == Phase::Over && ply > 2 {
                break;
            }
            let (who, _) = turn(&people, game).await;
            let seen = enter(&people, who, game).await;
            assert_eq!(people.game(game).await.ply, ply + 1, "{setup}: {seen:?}");
        }
    }
}

#[tokio::test]
async fn a_chain_is_entered_step_by_step_and_may_stop() {
    let people = Dialogue::new();
    let game = started(&people, "fliporona", &[BRUNO]).await;
    // All 44 pieces, then whatever comes first.
    for _ in 0..44 {
        let (who, mv) = turn(&people, game).await;
        people.play(game, who, &mv).await.expect("legal");
    }
    for _ in 0..10 {
        if people.game(game).await.phase != Phase::Playing {
            break;
        }
        let (who, _) = turn(&people, game).await;
        enter(&people, who, game).await;
    }
}

#[tokio::test]
async fn one_color_tells_nothing_apart_before_the_end() {
    let people = Dialogue::new();
    let game = started(&people, "abalone colors=one", &[BRUNO]).await;
    let telling = ["Black marbles", "White marbles", "@ @", "O O", "push", "eject"];
    let named = json!({ "game": game.to_string() });
    let mut surfaces = Vec::new();
    for style in ["text", "picture"] {
        let options = json!({ "game": game.to_string(), "style": style });
        let said = people.command(ADA, "board", options).await;
        surfaces.push(said.text);
        surfaces.push(said.alt);
    }
    // An illegal try of each kind is answered alike.
    let mut answers = std::collections::HashSet::new();
    for mv in ["i5h5", "e5e6", "a1a2", "a5b6 e"] {
        let options = json!({ "game": game.to_string(), "move": mv });
        let said = people.command(ADA, "move", options).await.text;
        answers.insert(said.replace(mv, "…"));
    }
    assert_eq!(answers.len(), 1, "{answers:?}");
    surfaces.extend(answers);
    // What is no move at all is told as such, and nothing is pointed to that is not there.
    let options = json!({ "game": game.to_string(), "move": "a1a9" });
    let said = people.command(ADA, "move", options).await.text;
    assert_eq!(said, "`a1a9` is not possible: a9 is not on the board: rows go from a to i, numbers from 1 to 9.");
    let entry = people.press(ADA, &format!("v1:move:{game}:0")).await;
    assert!(entry.controls.is_empty(), "{:?}", entry.controls);
    surfaces.push(entry.text.clone());
    // A forged button asks in vain.
    for forged in ["a1b2", "i5h5", "a1b1"] {
        let said = people.press(ADA, &format!("v1:dir:{game}:0:{forged}")).await;
        assert_eq!((said.text, said.alt), (entry.text.clone(), String::new()));
    }
    let typed = json!({ "game": game.to_string(), "move": "" });
    assert!(people.complete(ADA, "move", "move", typed).await.is_empty(), "no completion");
    people.play(game, ADA, "a1b2").await.expect("legal");
    let version = people.game(game).await.version;
    let (board, _) = people.notice(game, version, Notice::Board { ply: 1 }).await.expect("something to say");
    assert!(people.notice(game, version, Notice::Board { ply: 0 }).await.is_none(), "no earlier board");
    assert!(!board.verbs().contains(&"move"), "no way to enter a move by what can move");
    surfaces.extend([board.text, board.alt]);
    for surface in &surfaces {
        for word in telling {
            assert!(!surface.contains(word), "{word:?} in {surface}");
        }
    }
    people.games.resign(people.request(), game, BRUNO, None).await.expect("plays");
    let said = people.command(ADA, "board", named).await;
    assert!(said.alt.contains("Black marbles: "), "the end shows all: {}", said.alt);
}

#[tokio::test]
async fn partners_are_not_called_opponents() {
    let people = Dialogue::new();
    let game = started(&people, "abalone seats=4", &[BRUNO, CHLOE, DINA]).await;
    let said =
        people.command(ADA, "move", json!({ "game": game.to_string(), "move": turn(&people, game).await.1 })).await;
    assert!(said.text.contains("with <@3> against <@2> and <@4>."), "{}", said.text);
    assert!(said.text.contains("Teams: Black <@1>, Red <@3> – White <@2>, Green <@4>"), "{}", said.text);
    assert!(said.text.contains("Ejected: Black + Red 0, White + Green 0 (of 6)"), "{}", said.text);
    let list = people.command(BRUNO, "games", json!({})).await;
    assert!(list.text.contains("with <@4> against <@1> and <@3>"), "{}", list.text);
}

#[tokio::test]
async fn a_board_says_where_and_what_comes_next() {
    for (setup, others, sentence) in [
        ("abalone seats=2x2x2", vec![BRUNO, CHLOE, DINA], "On board **1**"),
        ("abalone seats=2x2x2", vec![BRUNO, CHLOE, DINA], "On board 1: <@1>, <@2>\nOn board 2: <@3>, <@4>"),
        ("abalone placement=on", vec![BRUNO], "To place: **a marble**"),
        ("abalone turn=double colors=one", vec![BRUNO], "A turn is **two moves**: write both, separated by a comma"),
        (
            "abalone turn=own-foe",
            vec![BRUNO],
            "then one with **your opponent's marbles**: write both, separated by a comma",
        ),
        ("notalone", vec![BRUNO], "To place: **a sister**"),
        ("fliporona", vec![BRUNO], "To place: **a piece**"),
    ] {
        let people = Dialogue::new();
        let game = started(&people, setup, &others).await;
        let said = people.command(ADA, "board", json!({ "game": game.to_string() })).await;
        assert!(said.text.contains(sentence), "{setup}: {}", said.text);
    }
}

#[tokio::test]
async fn of_two_who_play_a_color_it_is_said_who_has_moved() {
    let people = Dialogue::new();
    let game = started(&people, "abalone seats=2x2x2", &[BRUNO, CHLOE, DINA]).await;
    for (user, mv) in [(ADA, "1:b1c2"), (CHLOE, "2:a3b3")] {
        people.play(game, user, mv).await.expect("legal, and in turn");
    }
    let said = people.command(ADA, "board", json!({ "game": game.to_string() })).await;
    assert!(said.text.contains("Last move: `2:a3b3` by Black <@3>\n"), "{}", said.text);
    assert!(said.alt.contains(" Last move 2:a3b3 by Black (person 3). "), "{}", said.alt);
    let named = |ply| json!({ "game": game.to_string(), "ply": ply, "style": "text" });
    let past = people.command(BRUNO, "board", named(1)).await;
    assert!(past.text.contains("Last move: `1:b1c2` by Black <@1>\n"), "{}", past.text);
    assert!(past.text.contains(" Last move 1:b1c2 by Black (person 1). "), "{}", past.text);
    let history = people.command(ADA, "history", json!({ "game": game.to_string() })).await;
    assert_eq!(history.pictures[0].alt, "1. person 1 1:b1c2, 1. person 3 2:a3b3");
    // A long name leaves room for the move, and who has none is counted.
    people.store.tamper(game, |record| "Alexandra the Great".clone_into(&mut record.seats[0].name));
    people.store.tamper(game, |record| record.seats[2].name.clear());
    let history = people.command(ADA, "history", json!({ "game": game.to_string() })).await;
    assert_eq!(history.pictures[0].alt, "1. Alexandra 1:b1c2, 1. Black 2 2:a3b3");
    // Where each color has one player, the color is enough.
    let alone = people.started().await;
    people.play(alone, ADA, "a1b2").await.expect("legal");
    let said = people.command(ADA, "board", json!({ "game": alone.to_string() })).await;
    assert!(said.text.contains("Last move: `a1b2` by Black\n") && said.alt.contains(" Last move a1b2. "), "{said:?}");
}

#[tokio::test]
async fn a_history_names_people_in_the_order_of_its_columns() {
    let people = Dialogue::new();
    let game = started(&people, "abalone seats=2x2x2", &[BRUNO, CHLOE, DINA]).await;
    for (user, mv) in [(ADA, "1:b1c2"), (CHLOE, "2:a3b3"), (BRUNO, "1:g5f5")] {
        people.play(game, user, mv).await.expect("legal, and in turn");
    }
    let said = people.command(ADA, "history", json!({ "game": game.to_string() })).await;
    assert!(said.text.contains("Black <@1>, Black <@3>, White <@2>, White <@4>"), "{}", said.text);
    assert!(said.text.contains("1. 1:b1c2  2:a3b3  1:g5f5"), "{}", said.text);
}

#[tokio::test]
async fn a_challenge_that_cannot_be_played_says_why_in_words_of_the_command() {
    let people = Dialogue::new();
    for (options, sentence) in [
        (json!({ "user": "2", "game": "notalone", "hidden-colors": true }), "there is no option `hidden-colors`"),
        (
            json!({ "user": "2", "user2": "3", "game": "notalone" }),
            "This game needs 2 players, including you, but there are 3",
        ),
        (json!({ "user": "2", "board": "b4/6/7/8/9/8/7/6/4w" }), "there are too few marbles to eject (1)"),
        (json!({ "user": "2", "board": "b4/6/7" }), "9 rows joined by \\`/\\`, this one has 3"),
        (json!({ "user": "2", "obstacles": "a1, e5" }), "both use `a1`"),
        (json!({ "user": "2", "crown": true, "layout": "belgian daisy" }), "Black has no marbles on `b4 c4`"),
        (
            json!({ "user": "2", "layout": "random", "hidden-colors": true }),
            "`layout=random` and `hidden-colors` contradict",
        ),
        (
            json!({ "user": "2", "board": "wwwww/6/7/8/9/8/7/6/b4", "obstacles": "a2 b1 b2", "target": 1 }),
            "the game would be over before the first move",
        ),
    ] {
        let said = people.command(ADA, "challenge", options.clone()).await;
        assert!(said.text.contains(sentence), "{options}: {}", said.text);
    }
    // In French the options have the names that the French see.
    let french = Dialogue::french();
    for (options, sentence) in [
        (json!({ "user": "2", "game": "notalone", "hidden-colors": true }), "il n'y a pas d'option `couleurs-cachées`"),
        (
            json!({ "user": "2", "layout": "random", "hidden-colors": true }),
            "`layout=random` et `couleurs-cachées` se contredisent",
        ),
        (json!({ "user": "2", "crown": true, "layout": "belgian daisy" }), "`couronne` et `layout=belgian-daisy`"),
    ] {
        let said = french.command(ADA, "challenge", options.clone()).await;
        assert!(said.text.contains(sentence), "{options}: {}", said.text);
    }
    let both = json!({ "user": "2", "layout": "random", "board": "wwwww/6/7/8/9/8/7/6/bbbbb" });
    let said = people.command(ADA, "challenge", both).await;
    assert!(said.text.contains("either a `layout` or your own `board`"), "{}", said.text);
    let said = people.command(ADA, "challenge", json!({ "user": "2", "pivot": "e5 fixed" })).await;
    assert!(said.text.contains("on its way"), "{}", said.text);
}
