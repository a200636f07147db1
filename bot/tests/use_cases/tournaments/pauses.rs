//! Rounds that players skip, and players who come back.

use super::*;

async fn skip(event: &Event, user: u64, options: &str) -> SentMessage {
    event.say(UserId(user), &format!("event skip{options}")).await
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
    skip(&event, 1, " round:3").await.begins("You skip round 3 of **Spring cup**, for half a point.");
    event.begin().await;
    skip(&event, 1, "").await.begins("You skip round 2 of **Spring cup**, without a point.");
    skip(&event, 2, "").await.begins("You skip round 2 of **Spring cup**, for half a point.");
    skip(&event, 2, " undo:true").await.reads("You play in round 2 of **Spring cup**.");
    for round in [" round:1", " round:6"] {
        skip(&event, 2, round).await.reads("Choose a round that hasn't begun: 2 to 5.");
    }
    skip(&event, 9, "").await.reads("You aren't in this event, or have withdrawn already.");
    let stored = event.play_rounds(1).await;
    assert!(!is_paired(&stored, 1, 2) && is_paired(&stored, 2, 2));
    event.say(UserId(2), "event pairings").await.says("Not playing in this round: <@1>");
    event.say(UserId(1), "event mine").await.says("you skip this round");
    let stored = event.play_rounds(1).await;
    assert!(!is_paired(&stored, 1, 3));
    // A program that reads the report knows what the round is worth.
    let line = report(&stored).lines().find(|line| line.contains("person 1")).expect("a player").to_owned();
    assert!(line.trim_end().ends_with("0000 - Z  0000 - H"), "{line}");
    let stored = event.play_rounds(1).await;
    assert!(is_paired(&stored, 1, 4));
    skip(&event, 2, " round:3").await.reads("Only round 5 hasn't begun yet: choose that one.");
    assert_eq!(score_of(&stored, 1), 3, "a win and half a point");
    event.play_rounds(1).await;
    skip(&event, 1, "").await.reads("The last round has begun already.");
}

#[tokio::test]
async fn the_event_says_what_a_skipped_round_is_worth() {
    for (rule, said) in [
        ("zero", "You skip round 1 of **Spring cup**, without a point."),
        ("off", "In this event, nobody can skip a round."),
    ] {
        let event = Event::new(Format::Swiss, Some(3), 4).await;
        event.organize(&format!("event edit skipping:{rule}")).await;
        skip(&event, 1, "").await.begins(said);
    }
    let cup = Event::new(Format::KnockOut, None, 4).await;
    skip(&cup, 1, "").await.begins("This works only in Swiss events.");
}

#[tokio::test]
async fn an_event_goes_on_when_all_skip_a_round() {
    let event = Event::begun(Format::Swiss, Some(3), 3).await;
    for player in [1, 2, 3] {
        skip(&event, player, " round:2").await;
    }
    let stored = event.play_rounds(1).await;
    assert_eq!((stored.tournament.phase, stored.tournament.current_round()), (TournamentPhase::Running, 3));
    assert!(stored.tournament.rounds[1].pairings.is_empty());
    let halves: u32 = points(&stored).iter().map(|(_, halves)| halves).sum();
    assert_eq!(halves, 2 + 2 + 3, "a game, a bye, and half a point for each");
}

#[tokio::test]
async fn who_has_blocked_another_does_not_meet_them_where_a_round_allows_it() {
    let event = Event::new(Format::Swiss, Some(3), 4).await;
    // Start numbers 1 and 3 would meet in round 1.
    service::block(&event.games, UserId(3), UserId(1)).await.expect("another person");
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
    let stored = event.play_rounds(1).await;
    assert_eq!((stored.tournament.current_round(), meets(&stored, 3)), (3, true));
}

#[tokio::test]
async fn a_withdrawal_is_undone_until_the_next_round_is_paired() {
    let event = Event::begun(Format::RoundRobin, None, 6).await;
    event.withdraw(UserId(1)).await;
    let card = event.say(UserId(1), "event show").await;
    event.press_private(UserId(1), card.control("event-join")).await.begins("You're in **Spring cup**");
    event_refused!(event.enter(1).await, AlreadyIn);
    event.withdraw(UserId(2)).await;
    decisions::remove(&event.games, &event.by("rude"), event.id, UserId(3)).await.expect("in");
    event_refused!(event.enter(3).await, Withdrawn);
    let stored = event.play_rounds(1).await;
    assert!(is_paired(&stored, 1, 2) && !is_paired(&stored, 2, 2));
    event_refused!(event.enter(2).await, Withdrawn);
}
