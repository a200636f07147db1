//! Games of more than two players or on two boards, turns of several steps, and hidden colors.

use bot::features::proposals::draw::DrawAction;
use games::GameError;
use games::challenges::{self, NewChallenge};
use games::domain::{GameId, Notice, Phase, UserId};
use games::offers::ColorChoice;

use crate::refused;
use crate::use_cases::support::{ADA, ASK, BRUNO, CHLOE, DINA, Fixture, Harness, id, person};

/// A challenge of Ada to these people, in the order of the seats.
async fn challenge(fixture: &Fixture, setup: &str, others: &[UserId]) -> Result<GameId, GameError> {
    let opponents = others.iter().map(|user| person(*user)).collect();
    let new_challenge =
        NewChallenge { opponents, setup: setup.to_owned(), color: ColorChoice::Black, ..fixture.new_challenge() };
    Ok(id(&challenges::challenge(&fixture.games, new_challenge).await?))
}

#[tokio::test]
async fn a_game_of_four_begins_when_all_have_accepted() {
    let fixture = Fixture::new();
    let game = challenge(&fixture, "abalone seats=2x2", &[BRUNO, CHLOE, DINA]).await.expect("a challenge");
    fixture.notices().await;
    let accept = |user| fixture.accept_by(game, user);
    accept(CHLOE).await.expect("accepts");
    assert_eq!(fixture.notices().await, [Notice::Joined { user: CHLOE }]);
    refused!(accept(CHLOE).await, GameError::AlreadyAccepted);
    refused!(accept(UserId(9)).await, GameError::NotForYou);
    accept(BRUNO).await.expect("accepts");
    assert_eq!(fixture.game(game).await.phase, Phase::Offered, "Dina has not answered");
    accept(DINA).await.expect("accepts");
    assert_eq!(fixture.game(game).await.phase, Phase::Playing);
    // Black 1, White 1, Black 2, White 2, in the order of the command.
    for expected in [ADA, BRUNO, CHLOE, DINA, ADA] {
        let (user, mv) = fixture.possible_turn(game).await;
        assert_eq!(user, expected);
        refused!(fixture.play(game, UserId(9), &mv).await, GameError::NotAPlayer);
        let partner = [ADA, BRUNO, CHLOE, DINA].into_iter().find(|other| *other != user).expect("another");
        refused!(fixture.play(game, partner, &mv).await, GameError::NotYourTurn(_));
        fixture.plays(game, user, &mv).await;
    }
}

#[tokio::test]
async fn one_decline_closes_the_challenge_for_everyone() {
    let fixture = Fixture::new();
    let game = challenge(&fixture, "abalone seats=3", &[BRUNO, CHLOE]).await.expect("a challenge");
    fixture.accept_by(game, BRUNO).await.expect("accepts");
    fixture.decline(game, CHLOE).await.expect("declines");
    let after = fixture.game(game).await;
    assert_eq!(
        (after.phase, after.end_reason().map(games::domain::EndReason::as_str)),
        (Phase::Void, Some("declined"))
    );
}

#[tokio::test]
async fn a_challenge_needs_the_right_number_of_players() {
    let fixture = Fixture::new();
    refused!(
        challenge(&fixture, "abalone seats=4", &[BRUNO, CHLOE]).await,
        GameError::WrongNumber { needed: 4, given: 3 }
    );
    refused!(challenge(&fixture, "abalone", &[BRUNO, CHLOE]).await, GameError::WrongNumber { needed: 2, given: 3 });
    refused!(challenge(&fixture, "abalone seats=3", &[BRUNO, BRUNO]).await, GameError::SamePerson);
    refused!(challenge(&fixture, "abalone seats=3", &[BRUNO, ADA]).await, GameError::Yourself);
}

#[tokio::test]
async fn random_colors_seat_everyone_and_keep_partners_together() {
    // Either team of two begins, with either partner; of three players each begins sometimes.
    for (setup, others, seatings) in
        [("abalone seats=3", &[BRUNO, CHLOE][..], 6), ("abalone seats=2x2", &[BRUNO, CHLOE, DINA], 8)]
    {
        let mut seen = std::collections::HashSet::new();
        for _ in 0..120 {
            let fixture = Fixture::new();
            let opponents = others.iter().map(|user| person(*user)).collect();
            let setup = setup.to_owned();
            let new = NewChallenge { opponents, setup, color: ColorChoice::Random, ..fixture.new_challenge() };
            let game = fixture.challenge(new).await;
            for user in others {
                fixture.accept_by(game, *user).await.expect("accepts");
            }
            let record = fixture.read_record(game).await;
            assert!(record.seats.iter().map(|seat| usize::from(seat.seat)).eq(0..=others.len()));
            let users: Vec<u64> = record.people().map(|user| user.0).collect();
            // Seats 0 and 2 are one team, 1 and 3 the other: Ada with Chloé, Bruno with Dina.
            if let [one, two, three, four] = users.as_slice() {
                assert!(one % 2 == three % 2 && two % 2 == four % 2, "{users:?}");
            }
            seen.insert(users);
        }
        assert_eq!(seen.len(), seatings);
    }
}

#[tokio::test]
async fn a_challenge_to_a_live_game_is_open_for_minutes() {
    let fixture = Fixture::new();
    for (pace, minutes) in [("total:15m", 20), ("total:30d", 48 * 60)] {
        let new_challenge = NewChallenge { pace: pace.to_owned(), ..fixture.new_challenge() };
        let game = fixture.challenge(new_challenge).await;
        let game = fixture.game(game).await;
        assert_eq!(
            game.turn.deadline_at.map(|at| at.since(game.challenge.created_at) / 60_000),
            Some(minutes),
            "{pace}"
        );
    }
}

#[tokio::test]
async fn a_rematch_rotates_the_seats_and_is_offered_once() {
    let fixture = Fixture::new();
    let game = fixture.started_with("abalone seats=2x2 sprint=20", &[BRUNO, CHLOE, DINA]).await;
    refused!(fixture.rematch(game, CHLOE).await, GameError::NotOver);
    fixture.resign(game, ADA).await;
    let again = id(&fixture.rematch(game, CHLOE).await.expect("a rematch"));
    assert_eq!(id(&fixture.rematch(game, CHLOE).await.expect("the same")), again);
    let record = fixture.read_record(again).await;
    let users: Vec<UserId> = record.people().collect();
    // Ada and Chloe had Black; Dina and Bruno have it now.
    assert_eq!(users, [DINA, ADA, BRUNO, CHLOE]);
    assert_eq!((record.game.challenge.challenger, record.game.setup.as_str()), (CHLOE, "abalone sprint=20 seats=2x2"));
    for user in [ADA, BRUNO, DINA] {
        fixture.accept_by(again, user).await.expect("accepts");
    }
    assert_eq!(fixture.possible_turn(again).await.0, DINA);
}

#[tokio::test]
async fn a_second_rematch_request_accepts_the_first() {
    let (fixture, game) = Fixture::with_game().await;
    fixture.resign(game, ADA).await;
    let again = id(&fixture.rematch(game, ADA).await.expect("a challenge"));
    assert_eq!(fixture.game(again).await.phase, Phase::Offered);
    for who in [BRUNO, BRUNO, ADA] {
        assert_eq!(id(&fixture.rematch(game, who).await.expect("one game")), again);
        assert_eq!(fixture.game(again).await.phase, Phase::Playing);
    }
    // A declined one does not count.
    fixture.resign(again, ADA).await;
    let declined = id(&fixture.rematch(again, ADA).await.expect("a challenge"));
    fixture.decline(declined, BRUNO).await.expect("says no");
    let third = id(&fixture.rematch(again, BRUNO).await.expect("a challenge of his own"));
    assert!(third != declined && fixture.game(third).await.challenge.challenger == BRUNO);
}

#[tokio::test]
async fn a_resignation_loses_for_the_team() {
    for (setup, others, who, result) in [
        ("abalone seats=2x2", vec![BRUNO, CHLOE, DINA], CHLOE, "white"),
        ("abalone seats=4", vec![BRUNO, CHLOE, DINA], DINA, "black+red"),
        // No player can choose the winner by resigning: all others win.
        ("abalone seats=3", vec![BRUNO, CHLOE], ADA, "white+red"),
    ] {
        let fixture = Harness::new();
        let game = fixture.started_with(setup, &others).await;
        fixture.resign(game, who).await;
        let (board, _) = fixture.current_notice(game, Notice::Ended).await;
        board.says(&format!("won** because <@{}> resigned.", who.0));
        let after = fixture.game(game).await;
        assert_eq!(
            (
                after.result().as_ref().map(ToString::to_string).as_deref(),
                after.end_reason().map(games::domain::EndReason::as_str)
            ),
            (Some(result), Some("resignation")),
            "{setup}"
        );
        let record = fixture.read_record(game).await;
        assert_eq!(after.loser().and_then(|seat| record.at(seat)).and_then(|seat| seat.player.person()), Some(who));
    }
}

#[tokio::test]
async fn a_draw_needs_all_three_players_or_one_of_each_team() {
    let fixture = Harness::new();
    let game = fixture.started_with("abalone seats=3", &[BRUNO, CHLOE]).await;
    let draw = |user| fixture.draw(game, user, ASK);
    draw(BRUNO).await.expect("offers");
    refused!(draw(BRUNO).await, GameError::AlreadyOffered);
    draw(ADA).await.expect("agrees");
    assert_eq!(fixture.game(game).await.phase, Phase::Playing, "Chloe has still to agree");
    refused!(draw(ADA).await, GameError::AlreadyAgreed);
    draw(CHLOE).await.expect("agrees");
    assert_eq!(fixture.game(game).await.result().as_ref().map(ToString::to_string).as_deref(), Some("draw"));
    let (board, _) = fixture.current_notice(game, Notice::Ended).await;
    board.says("**The game is a draw** by agreement.");

    let game = fixture.started_with("abalone seats=2x2", &[BRUNO, CHLOE, DINA]).await;
    let draw = |user| fixture.draw(game, user, ASK);
    draw(ADA).await.expect("offers");
    draw(CHLOE).await.expect("her partner agrees");
    let offer = fixture.game(game).await.draw_offer.expect("an offer").version;
    let no = fixture.draw(game, CHLOE, DrawAction::Decline { offer }).await;
    refused!(no, GameError::OwnSide);
    assert_eq!(fixture.game(game).await.phase, Phase::Playing, "the other team has not agreed");
    draw(DINA).await.expect("agrees");
    assert_eq!(fixture.game(game).await.end_reason().map(games::domain::EndReason::as_str), Some("agreement"));
}

#[tokio::test]
async fn a_player_who_agreed_to_a_draw_may_move_and_the_offer_stands() {
    let fixture = Fixture::new();
    let game = fixture.started_with("abalone seats=3", &[BRUNO, CHLOE]).await;
    let draw = |user| fixture.draw(game, user, ASK);
    let (ada, mv) = fixture.possible_turn(game).await;
    draw(ada).await.expect("offers");
    fixture.plays(game, ada, &mv).await;
    let (bruno, mv) = fixture.possible_turn(game).await;
    draw(bruno).await.expect("agrees");
    fixture.plays(game, bruno, &mv).await;
    assert!(fixture.game(game).await.draw_offer.is_some(), "no one has declined");
    draw(CHLOE).await.expect("agrees");
    assert_eq!(fixture.game(game).await.result().as_ref().map(ToString::to_string).as_deref(), Some("draw"));
}

/// Presses through the entry of a move, always the first choice, until something is played.
pub async fn enter(harness: &Harness, who: UserId, game: GameId) -> Vec<String> {
    let ply = harness.game(game).await.ply;
    let mut reply = harness.press(who, &format!("v1:move:{game}:{ply}")).await;
    let mut seen = vec![reply.text.clone()];
    for _ in 0..20 {
        let control = reply.controls.first().cloned().unwrap_or_default();
        let verb = control.split(':').nth(1).unwrap_or_default();
        reply = match verb {
            "from" => {
                let value = reply.values.first().cloned().expect("something to choose");
                harness.choose(who, &control, &value).await
            }
            _ => harness.press(who, &control).await,
        };
        seen.push(reply.text.clone());
        if harness.game(game).await.ply > ply {
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
        "grand-abalone",
    ] {
        let harness = Harness::new();
        let others: &[UserId] = if setup.contains("2x2x2") { &[BRUNO, CHLOE, DINA] } else { &[BRUNO] };
        let game = harness.started_with(setup, others).await;
        for ply in 0..8 {
            // First choices may bring the sisters together.
            if harness.game(game).await.phase == Phase::Over && ply > 2 {
                break;
            }
            let (who, _) = harness.possible_turn(game).await;
            let seen = enter(&harness, who, game).await;
            assert_eq!(harness.game(game).await.ply, ply + 1, "{setup}: {seen:?}");
        }
    }
}

#[tokio::test]
async fn a_chain_is_entered_step_by_step_and_may_stop() {
    let harness = Harness::new();
    let game = harness.started_with("fliporona", &[BRUNO]).await;
    // All 44 pieces, then always the first choice.
    for _ in 0..44 {
        let (who, mv) = harness.possible_turn(game).await;
        harness.plays(game, who, &mv).await;
    }
    for _ in 0..10 {
        if harness.game(game).await.phase != Phase::Playing {
            break;
        }
        let (who, _) = harness.possible_turn(game).await;
        enter(&harness, who, game).await;
    }
}

#[tokio::test]
async fn hidden_colors_reveal_nothing_before_the_end() {
    let harness = Harness::new();
    let game = harness.started_with("abalone colors=one", &[BRUNO]).await;
    let telling = ["Black marbles", "White marbles", "@ @", "O O", "push", "eject"];
    let mut surfaces = Vec::new();
    for style in ["text", "picture"] {
        let reply = harness.say(ADA, &format!("board game:{game} style:{style}")).await;
        surfaces.push(reply.text);
        surfaces.push(reply.alt);
    }
    // All kinds of illegal tries get the same answer.
    let mut answers = std::collections::HashSet::new();
    for mv in ["i5h5", "e5e6", "a1a2", "a5b6 e"] {
        let reply = harness.say(ADA, &format!("move game:{game} move:{mv}")).await.text;
        answers.insert(reply.replace(mv, "…"));
    }
    assert_eq!(answers.len(), 1, "{answers:?}");
    surfaces.extend(answers);
    // Text that is no move is reported as such, without a reference to missing buttons.
    let reply = harness.say(ADA, &format!("move game:{game} move:a1a9")).await.text;
    assert_eq!(reply, "You can't play `a1a9`: a9 isn't on the board; its row goes from a1 to a5.");
    let entry = harness.press(ADA, &format!("v1:move:{game}:0")).await;
    assert_eq!(entry.verbs(), ["type"], "a move can only be typed: {entry:?}");
    surfaces.push(entry.text.clone());
    // A forged button has no effect.
    for forged in ["a1b2", "i5h5", "a1b1"] {
        let reply = harness.press(ADA, &format!("v1:dir:{game}:0:{forged}")).await;
        assert_eq!((reply.text, reply.alt), (entry.text.clone(), String::new()));
    }
    assert!(harness.complete(ADA, &format!("move game:{game} move:")).await.is_empty(), "no completion");
    harness.plays(game, ADA, "a1b2").await;
    let (board, _) = harness.current_notice(game, Notice::Board { ply: 1 }).await;
    let version = harness.game(game).await.version;
    assert!(harness.notice(game, version, Notice::Board { ply: 0 }).await.is_none(), "no earlier board");
    assert!(
        !board.verbs().contains(&"move") && board.verbs().contains(&"type"),
        "no way to enter a move by what can move"
    );
    surfaces.extend([board.text, board.alt]);
    for surface in &surfaces {
        for word in telling {
            assert!(!surface.contains(word), "{word:?} in {surface}");
        }
    }
    harness.resign(game, BRUNO).await;
    let reply = harness.say(ADA, &format!("board game:{game}")).await;
    assert!(reply.alt.contains("Black marbles: "), "the end shows all: {}", reply.alt);
}

#[tokio::test]
async fn partners_are_not_called_opponents() {
    let harness = Harness::new();
    let game = harness.started_with("abalone seats=4", &[BRUNO, CHLOE, DINA]).await;
    let (_, turn) = harness.possible_turn(game).await;
    let reply = harness.say(ADA, &format!("move game:{game} move:{turn}")).await;
    reply.says_all(&[
        "with <@3> against <@2> and <@4>.",
        "Teams: Black <@1>, Red <@3> – White <@2>, Green <@4>",
        "Score: Black + Red 0, White + Green 0 (first\u{a0}to\u{a0}6)",
    ]);
    let list = harness.say(BRUNO, "games").await;
    list.says("with <@4> against <@1> and <@3>");
}

#[tokio::test]
async fn a_board_says_where_and_what_comes_next() {
    for (setup, others, sentence) in [
        (
            "abalone seats=2x2x2",
            vec![BRUNO, CHLOE, DINA],
            "\nBoard 1 (next move): <@1> and <@2>\nBoard 2: <@3> and <@4>\n",
        ),
        ("abalone placement=on", vec![BRUNO], "To place: **a marble**"),
        ("abalone turn=double colors=one", vec![BRUNO], "A turn is **two moves**: enter both, separated by a comma"),
        (
            "abalone turn=own-foe",
            vec![BRUNO],
            "then one with **your opponent's marbles**: enter both, separated by a comma",
        ),
        ("notalone", vec![BRUNO], "To place: **a sister**"),
        ("fliporona", vec![BRUNO], "To place: **a piece**"),
    ] {
        let harness = Harness::new();
        let game = harness.started_with(setup, &others).await;
        let reply = harness.say(ADA, &format!("board game:{game}")).await;
        assert!(reply.text.contains(sentence), "{setup}: {}", reply.text);
    }
}

#[tokio::test]
async fn partners_of_one_color_are_named_with_their_moves() {
    let harness = Harness::new();
    let game = harness.started_with("abalone seats=2x2x2", &[BRUNO, CHLOE, DINA]).await;
    for (user, mv) in [(ADA, "1:b1c2"), (CHLOE, "2:a3b3")] {
        harness.play(game, user, mv).await.expect("legal, and in turn");
    }
    let reply = harness.say(ADA, &format!("board game:{game}")).await;
    reply.says("Last move: `2:a3b3` by <@3> (Black)\n").draws_first("person 3 moved three black marbles");
    for part in [" Last move 2:a3b3. ", "Board 1, where the next move is played:", "Board 2:"] {
        assert!(reply.alt.contains(part), "{part}: {}", reply.alt);
    }
    let past = harness.say(BRUNO, &format!("board game:{game} ply:1 style:text")).await;
    past.begins("<@1> moved ").says("Last move: `1:b1c2` by <@1> (Black)\n");
    let history = harness.say(ADA, &format!("game history game:{game}")).await;
    assert_eq!(history.pictures[0].alt, "1. person 1 1:b1c2, 2. person 3 2:a3b3");
    // A long name leaves room for the move, and nameless players are counted.
    harness.store.tamper(game, |record| "Alexandra the Great".clone_into(&mut record.seats[0].name));
    harness.store.tamper(game, |record| record.seats[2].name.clear());
    let history = harness.say(ADA, &format!("game history game:{game}")).await;
    assert_eq!(history.pictures[0].alt, "1. Alexandra 1:b1c2, 2. Black 2 2:a3b3");
    // If each color has one player, the color is enough.
    let alone = harness.started().await;
    harness.plays(alone, ADA, "a1b2").await;
    let reply = harness.say(ADA, &format!("board game:{alone}")).await;
    reply.says("Last move: `a1b2` by Black\n").draws(" Last move a1b2. ");
}

#[tokio::test]
async fn a_picture_of_six_players_is_described_with_six_colors() {
    let harness = Harness::new();
    harness.started_with("abalone seats=6", &[BRUNO, CHLOE, DINA, UserId(5), UserId(6)]).await;
    let board = harness.say(ADA, "board").await;
    for color in ["Black", "White", "Red", "Green", "Yellow", "Blue"] {
        board.draws(&format!("{color} marbles: "));
    }
}

#[tokio::test]
async fn a_history_names_people_in_the_order_of_its_columns() {
    let harness = Harness::new();
    let game = harness.started_with("abalone seats=2x2x2", &[BRUNO, CHLOE, DINA]).await;
    for (user, mv) in [(ADA, "1:b1c2"), (CHLOE, "2:a3b3"), (BRUNO, "1:g5f5")] {
        harness.play(game, user, mv).await.expect("legal, and in turn");
    }
    let reply = harness.say(ADA, &format!("game history game:{game}")).await;
    reply.says_all(&["Black <@1>, Black <@3>, White <@2>, White <@4>", "1. 1:b1c2  2:a3b3  1:g5f5"]);
}

#[tokio::test]
async fn a_player_without_a_legal_move_is_passed_over_and_named() {
    let harness = Harness::new();
    let game = harness.started_with("abalone seats=3 obstacles=c1+d2+e3+f4+g5+h6+i7", &[BRUNO, CHLOE]).await;
    let board = harness.say(ADA, &format!("board game:{game}")).await.text;
    assert!(!board.contains("turn skipped"), "{board}");
    harness.plays(game, ADA, "a1b2").await;
    let board = harness.say(ADA, &format!("board game:{game}")).await.text;
    assert!(board.contains("No legal move, turn skipped: <@2>"), "{board}");
    harness.plays(game, CHLOE, "e8d7").await;
    let board = harness.say(ADA, &format!("board game:{game}")).await.text;
    assert!(!board.contains("turn skipped"), "{board}");
}
