//! Rounds that players skip, and players who come back.

use bot::features::settings::service;
use clubs::ClubError;
use clubs::domain::tournament::standings::report;
use clubs::domain::tournament::{Format, StoredTournament, TournamentError, TournamentPhase};
use clubs::tournaments::{decisions, entrants};
use games::domain::UserId;
use serde_json::{Value, json};

use crate::use_cases::support::fixture::person;

use super::{Event, MANAGES_EVENTS, ORGANIZER, points};

async fn skip(event: &Event, user: u64, options: Value) -> String {
    event.harness.command(UserId(user), "event skip", options).await.text
}

fn is_paired(stored: &StoredTournament, user: u64, round: u32) -> bool {
    let number = stored.tournament.number_of(UserId(user)).expect("in it");
    stored.tournament.rounds[round as usize - 1].pairings.iter().any(|pairing| pairing.has(number))
}

fn score_of(stored: &StoredTournament, user: u64) -> u32 {
    points(stored).into_iter().find(|(id, _)| *id == user).expect("a player").1
}

#[tokio::test]
async fn who_skips_rounds_gets_half_a_point_once_and_comes_back() {
    let event = Event::new(Format::Swiss, Some(5), 6).await;
    // In advance, before the event begins.
    let said = skip(&event, 1, json!({ "round": 3 })).await;
    assert!(said.starts_with("You skip round 3 of **Spring cup**, for half a point."), "{said}");
    event.begin().await;
    let said = skip(&event, 1, json!({})).await;
    assert!(said.starts_with("You skip round 2 of **Spring cup**, without a point."), "{said}");
    let said = skip(&event, 2, json!({})).await;
    assert!(said.starts_with("You skip round 2 of **Spring cup**, for half a point."), "{said}");
    assert_eq!(skip(&event, 2, json!({ "undo": true })).await, "You play in round 2 of **Spring cup**.");
    for (player, options, refusal) in [
        (2, json!({ "round": 1 }), "Choose a round that hasn't begun: 2 to 5."),
        (2, json!({ "round": 6 }), "Choose a round that hasn't begun: 2 to 5."),
        (9, json!({}), "You aren't in this event, or have withdrawn already."),
    ] {
        assert_eq!(skip(&event, player, options).await, refusal);
    }
    event.play_round().await;
    let stored = event.follow().await;
    assert!(!is_paired(&stored, 1, 2) && is_paired(&stored, 2, 2));
    let games = event.harness.command(UserId(2), "event pairings", json!({})).await;
    assert!(games.text.contains("Not playing in this round: <@1>"), "{games:?}");
    let own = event.harness.command(UserId(1), "event mine", json!({})).await;
    assert!(own.text.contains("you skip this round"), "{own:?}");
    event.play_round().await;
    let stored = event.follow().await;
    assert!(!is_paired(&stored, 1, 3));
    // A program that reads the report knows what the round is worth.
    let line = report(&stored).lines().find(|line| line.contains("person 1")).expect("a player").to_owned();
    assert!(line.trim_end().ends_with("0000 - Z  0000 - H"), "{line}");
    event.play_round().await;
    let stored = event.follow().await;
    assert!(is_paired(&stored, 1, 4));
    assert_eq!(score_of(&stored, 1), 3, "a win and half a point");
    event.play_round().await;
    event.follow().await;
    assert_eq!(skip(&event, 1, json!({})).await, "The last round has begun already.");
}

#[tokio::test]
async fn the_event_says_what_a_skipped_round_is_worth() {
    for (rule, said) in [
        ("zero", "You skip round 1 of **Spring cup**, without a point."),
        ("off", "In this event, nobody can skip a round."),
    ] {
        let event = Event::new(Format::Swiss, Some(3), 4).await;
        let options = json!({ "skipping": rule });
        event.harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event edit", options).await;
        let answer = skip(&event, 1, json!({})).await;
        assert!(answer.starts_with(said), "{answer}");
    }
    let cup = Event::new(Format::KnockOut, None, 4).await;
    let answer = skip(&cup, 1, json!({})).await;
    assert!(answer.starts_with("This works only in Swiss events."), "{answer}");
}

#[tokio::test]
async fn an_event_goes_on_when_all_skip_a_round() {
    let event = Event::new(Format::Swiss, Some(3), 3).await;
    event.begin().await;
    for player in [1, 2, 3] {
        skip(&event, player, json!({ "round": 2 })).await;
    }
    event.play_round().await;
    let stored = event.follow().await;
    assert_eq!((stored.tournament.phase, stored.tournament.current_round()), (TournamentPhase::Running, 3));
    assert!(stored.tournament.rounds[1].pairings.is_empty());
    let halves: u32 = points(&stored).iter().map(|(_, halves)| halves).sum();
    assert_eq!(halves, 2 + 2 + 3, "a game, a bye, and half a point for each");
}

#[tokio::test]
async fn who_has_blocked_another_does_not_meet_them_where_a_round_allows_it() {
    let event = Event::new(Format::Swiss, Some(3), 4).await;
    // Start numbers 1 and 3 would meet in round 1.
    service::block(&event.harness.games, UserId(3), UserId(1)).await.expect("another person");
    event.begin().await;
    let meets = |stored: &StoredTournament, round: usize| {
        let pairings = &stored.tournament.rounds[round - 1].pairings;
        pairings.iter().any(|board| board.has(1) && board.has(3))
    };
    let stored = event.follow().await;
    assert!(!meets(&stored, 1), "{:?}", stored.tournament.rounds[0].pairings);
    assert!(!report(&stored).contains("XXP"), "a block is no matter of a report");
    event.play_round().await;
    assert!(!meets(&event.follow().await, 2));
    // In the last round they are the only ones left for each other.
    event.play_round().await;
    let stored = event.follow().await;
    assert_eq!((stored.tournament.current_round(), meets(&stored, 3)), (3, true));
}

#[tokio::test]
async fn a_withdrawal_is_undone_until_the_next_round_is_paired() {
    let event = Event::new(Format::RoundRobin, None, 6).await;
    event.begin().await;
    let games = &event.harness.games;
    let join = async |user: u64| entrants::enter(games, event.id, &person(UserId(user)), &[], None).await;
    entrants::withdraw(games, event.id, UserId(1)).await.expect("in");
    let card = event.harness.command(UserId(1), "event show", json!({})).await;
    let back = event.harness.press_private(UserId(1), card.control("event-join")).await;
    assert!(back.text.starts_with("You're in **Spring cup**"), "{back:?}");
    let again = join(1).await;
    assert!(matches!(again, Err(ClubError::Tournament(TournamentError::AlreadyIn))), "{again:?}");
    entrants::withdraw(games, event.id, UserId(2)).await.expect("in");
    decisions::remove(games, &event.by("rude"), event.id, UserId(3)).await.expect("in");
    let removed = join(3).await;
    assert!(matches!(removed, Err(ClubError::Tournament(TournamentError::Withdrawn))), "{removed:?}");
    event.play_round().await;
    let stored = event.follow().await;
    assert!(is_paired(&stored, 1, 2) && !is_paired(&stored, 2, 2));
    let late = join(2).await;
    assert!(matches!(late, Err(ClubError::Tournament(TournamentError::Withdrawn))), "{late:?}");
}
