//! Standings and pairings as players read them: what counts, their own row, later rounds, and the waiting list.

use std::cmp::Reverse;

use bot::features::proposals::abort;
use bot::features::tournament::{posts, view};
use bot::localization::Language;
use clubs::domain::tournament::standings::{report, table};
use clubs::domain::tournament::{Format, Tournament};
use clubs::tournaments::entrants;
use clubs::tournaments::settings::{TournamentEdit, edit};
use games::domain::{PostKind, UserId};
use serde_json::json;

use super::Event;

#[tokio::test]
async fn while_a_round_runs_the_standings_end_with_the_one_before_and_say_so() {
    let event = Event::new(Format::Swiss, Some(3), 4).await;
    event.begin().await;
    let first = event.harness.command(UserId(1), "event standings", json!({})).await;
    assert!(first.alt.contains("before the end of round 1."), "{first:?}");
    event.play_round().await;
    let [(game, winner, loser), ..] = event.open().await[..] else { panic!("two games") };
    event.lose(game, loser).await;
    let shown = event.harness.command(winner, "event standings", json!({})).await;
    assert!(shown.alt.contains("after round 1."), "{shown:?}");
    assert!(!shown.alt.contains(", 2 1 ("), "no win that the points do not count: {shown:?}");
    assert!(shown.text.contains("BH/C1 (Buchholz −1): the points of all opponents but the weakest"), "{shown:?}");
    assert!(!shown.text.contains('+'), "every game was played: {shown:?}");
    let (text, _) = view::standings_text(Language::of("en-US"), &event.stored().await, Some(winner), None);
    assert!(text.contains("after round 1") && text.contains("➤ "), "{text}");
}

#[tokio::test]
async fn what_was_won_without_a_game_has_the_signs_of_arbiters_and_an_explanation() {
    for (format, sentence) in
        [(Format::Swiss, "not as a game for tie-breaks"), (Format::RoundRobin, "before both had moved.")]
    {
        let event = Event::new(format, Some(3), 5).await;
        event.begin().await;
        let [(game, first, second), (other, _, loser)] = event.open().await[..] else { panic!("two games") };
        abort::abort(&event.harness.games, event.harness.request(), game, first, None).await.expect("no move yet");
        event.lose(other, loser).await;
        event.follow().await;
        let shown = event.harness.command(UserId(1), "event pairings", json!({ "round": 1 })).await;
        assert!(shown.text.contains(&format!("<@{}> **− – +** <@{}>", first.0, second.0)), "{shown:?}");
        assert!(shown.text.contains("**1 – 0**") && shown.text.contains(sentence), "{shown:?}");
        let standings = event.harness.command(UserId(1), "event standings", json!({})).await;
        assert!(standings.alt.contains(" −") && standings.text.contains(sentence), "{standings:?}");
    }
}

#[tokio::test]
async fn everybody_finds_their_own_row_and_can_turn_the_page() {
    let event = Event::new(Format::Swiss, Some(3), 60).await;
    event.begin().await;
    let (reader, mention) = (UserId(58), "<@58>");
    let own = event.harness.command(reader, "event standings", json!({})).await;
    assert!(own.alt.contains("51–60 / 60") && own.text.contains("You're at place **1** with **0** points."), "{own:?}");
    let above = event.harness.press_private(reader, own.control("event-standings")).await;
    assert!(above.alt.contains("26–50 / 60"), "{above:?}");
    let pairings = event.harness.command(reader, "event pairings", json!({})).await;
    let own_line = pairings.text.lines().find(|line| line.starts_with('➤')).expect("their own");
    assert!(own_line.contains(mention) && pairings.text.contains("25–30 / 30"), "{pairings:?}");
    let above = event.harness.press_private(reader, pairings.control("event-round")).await;
    assert!(above.text.contains("13–24 / 30") && !above.text.contains(mention), "{above:?}");
    let (text, page) = view::standings_text(Language::of("en-US"), &event.stored().await, Some(reader), None);
    assert!(text.contains(&format!("➤ 1. {mention}")) && text.chars().count() <= 2000, "{text}");
    assert_eq!((page.number, page.count), (4, 5));
}

#[tokio::test]
async fn a_later_round_is_shown_as_far_as_its_format_fixes_it() {
    for (format, round, expected) in [
        (Format::RoundRobin, 3, "fixed in advance, not begun yet"),
        (Format::RoundRobin, 4, "This event has 3 rounds."),
        (Format::TeamMatch, 2, "fixed in advance"),
        (Format::Swiss, 2, "Round 2 isn't paired yet. That happens when round 1 is over."),
        (Format::Swiss, 5, "This event has 4 rounds."),
        (Format::KnockOut, 2, "Round 2 isn't paired yet."),
    ] {
        let event = Event::new(format, Some(4), 4).await;
        event.begin().await;
        let shown = event.harness.command(UserId(1), "event pairings", json!({ "round": round })).await;
        assert!(shown.text.contains(expected), "{format} {round}: {shown:?}");
        let pairs = shown.text.matches(" – <@").count();
        assert_eq!(pairs, if expected.starts_with("fixed") { 2 } else { 0 }, "{format} {round}: {shown:?}");
    }
}

#[tokio::test]
async fn a_report_has_the_places_of_the_standings() {
    let event = Event::new(Format::Swiss, Some(4), 9).await;
    event.begin().await;
    for _ in 0..2 {
        event.play_round().await;
    }
    let stored = event.follow().await;
    let report = report(&stored);
    let ranks: Vec<(u16, usize)> = report
        .lines()
        .filter(|line| line.starts_with("001"))
        .map(|line| (line[4..8].trim().parse().expect("a number"), line[85..89].trim().parse().expect("a rank")))
        .collect();
    let mut places: Vec<(u16, usize)> = table(&stored.tournament).iter().map(|row| (row.number.0, row.place)).collect();
    places.sort_unstable();
    assert_eq!(ranks, places);
    let mut by_points = table(&stored.tournament);
    by_points.sort_by_key(|row| (Reverse(row.score), row.number));
    let by_points: Vec<(u16, usize)> = (1..).zip(&by_points).map(|(rank, row)| (row.number.0, rank)).collect();
    assert!(by_points.iter().any(|rank| !ranks.contains(rank)), "tie-breaks decide: {places:?}");
}

#[tokio::test]
async fn a_table_of_many_rounds_is_readable_on_a_phone() {
    let event = Event::new(Format::Swiss, Some(7), 12).await;
    event.begin().await;
    for _ in 0..7 {
        event.play_round().await;
    }
    event.follow().await;
    let shown = event.harness.command(UserId(1), "event standings", json!({})).await;
    let width = u32::from_be_bytes(shown.png[16..20].try_into().expect("four bytes"));
    // Letters of 30 pixels in the picture have 13 on a screen of 380.
    assert!(width <= 870, "{width}");
    assert!(shown.alt.contains(", 7 ") && !shown.alt.contains(", 3 1 ("), "the last rounds: {shown:?}");
}

#[tokio::test]
async fn who_moves_up_from_the_waiting_list_is_told() {
    let event = Event::with(Format::Swiss, Some(3), 5, |new| new.sign_up.most = Some(2)).await;
    let moved_up = |tournament: &Tournament| -> Vec<Vec<u64>> {
        tournament.moved_up.iter().map(|users| users.iter().map(|user| user.0).collect()).collect()
    };
    let games = &event.harness.games;
    entrants::withdraw(games, event.id, UserId(1)).await.expect("signed up");
    entrants::withdraw(games, event.id, UserId(5)).await.expect("waits");
    let stored = event.stored().await;
    assert_eq!(moved_up(&stored.tournament), [[3]]);
    assert!(stored.latest_posts().contains(&PostKind::MovedUp(1)));
    let message = posts::moved_up(Language::of("en-US"), &stored, 1).expect("one has moved up");
    assert!(message.content.starts_with("<@3>: a place is free in **Spring cup**, and it is yours"), "{message:?}");
    let more = TournamentEdit { most: Some(Some(3)), ..TournamentEdit::default() };
    edit(games, &event.by("more room"), event.id, more).await.expect("not begun");
    assert_eq!(moved_up(&event.stored().await.tournament), [[3], [4]]);
    entrants::withdraw(games, event.id, UserId(3)).await.expect("signed up");
    assert!(posts::moved_up(Language::of("en-US"), &event.stored().await, 1).is_none(), "nobody is left to tell");
}

#[tokio::test]
async fn who_withdraws_from_a_round_robin_before_half_of_the_games_is_left_out_if_organizers_choose_so() {
    for (is_chosen, rounds, is_left_out) in [(true, 1, true), (true, 2, false), (false, 1, false)] {
        let event = Event::with(Format::RoundRobin, None, 4, |new| new.rules.leaves_out_early = is_chosen).await;
        event.begin().await;
        for _ in 0..rounds {
            event.play_round().await;
        }
        // The game of the next round is not over.
        event.follow().await;
        entrants::withdraw(&event.harness.games, event.id, UserId(4)).await.expect("in it");
        let shown = event.harness.command(UserId(1), "event standings", json!({})).await;
        assert_eq!(shown.text.contains("Left out after withdrawing"), is_left_out, "{shown:?}");
        assert_eq!(shown.alt.contains("person 4"), !is_left_out, "{shown:?}");
        let table = table(&event.stored().await.tournament);
        assert_eq!(table.len(), if is_left_out { 3 } else { 4 });
        let half_points: u32 = table.iter().map(|row| row.score.0).sum();
        // Two games of each round, without the one of the player who is left out.
        assert_eq!(half_points, if is_left_out { 2 } else { 4 * rounds }, "{table:?}");
    }
}
