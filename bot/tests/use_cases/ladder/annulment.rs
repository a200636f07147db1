//! Games that are annulled after the ladder has counted them.

use bot::features::rematch;
use clubs::domain::ladder::{ChangeFilter, Ladder, LadderEvent, Reason};
use clubs::ladders::{organizers, tables};
use clubs::store::Clubs as _;
use games::alarms;
use games::domain::{GameId, Notice, PlaceChange, TimeSpan, Timestamp, UserId};
use serde_json::json;

use crate::use_cases::support::fixture::{ADA, HOUR};
use crate::use_cases::support::harness::SentMessage;

use super::Club;

/// Discord's permission bit: manage events.
const ORGANIZER: u64 = 1 << 33;

/// The organizer, who plays in none of the games.
const DORA: UserId = UserId(1000);

/// A game that its challenger has won.
async fn won(club: &Club, challenger: u64, defender: u64) -> GameId {
    let game = club.lost(challenger, defender, defender).await;
    club.table().await;
    game
}

async fn question(club: &Club, game: GameId) -> SentMessage {
    let options = json!({ "reason": "a trick", "game": game.to_string() });
    club.command_as(DORA, Some(ORGANIZER), "organize annul", options).await
}

async fn annul(club: &Club, game: GameId) -> SentMessage {
    let asked = question(club, game).await;
    club.press_as(DORA, ORGANIZER, asked.control("organize-confirm")).await
}

/// Checks that the stored ladder matches its events.
async fn check(club: &Club) {
    let stored = club.store.clubs().ladder(club.ladder).await.expect("readable").expect("there");
    let events = club.store.clubs().ladder_events(club.ladder).await.expect("readable");
    assert_eq!(stored.head.events as usize, events.len());
    let events: Vec<LadderEvent> = events.into_iter().map(|recorded| recorded.event).collect();
    let rules = Ladder::first_rules(&events, stored.ladder.rules()).clone();
    let replayed = Ladder::replay(rules, &events);
    let order = |ladder: &Ladder| ladder.table().map(|standing| standing.player).collect::<Vec<_>>();
    assert_eq!(order(&replayed), order(&stored.ladder));
}

#[tokio::test]
async fn the_table_is_what_it_would_be_without_an_annulled_game() {
    let club = Club::new("leapfrog", "out=3 in=3 again=none", 5).await;
    let game = won(&club, 4, 2).await;
    assert_eq!(club.table().await, [1, 4, 2, 3, 5]);
    club.outbox_of(game).await;
    let asked = question(&club, game).await;
    assert!(asked.private && asked.text.contains("It will count as not played"), "{asked:?}");
    let told = "The ladder **Club ladder** goes back to how it would be without this game: <@4> 2 → **4**";
    assert!(asked.text.contains(told) && asked.text.contains("a trick"), "{asked:?}");
    assert!(asked.text.contains("<@4> 2 → **4**, <@2> 3 → **2**, <@3> 4 → **3**"), "everybody who moves: {asked:?}");
    assert_eq!(club.table().await, [1, 4, 2, 3, 5], "it was only asked");
    let done = club.press_as(DORA, ORGANIZER, asked.control("organize-confirm")).await;
    assert!(done.text.starts_with("You annulled game") && done.text.contains(told), "{done:?}");
    assert_eq!(club.table().await, [1, 2, 3, 4, 5]);
    check(&club).await;
    let again = club.press_as(DORA, ORGANIZER, asked.control("organize-confirm")).await;
    assert!(again.text.contains(told), "{again:?}");
    assert_eq!(club.table().await, [1, 2, 3, 4, 5], "once");

    let changes =
        club.store.clubs().ladder_changes(club.ladder, ChangeFilter { limit: 1, ..ChangeFilter::default() }).await;
    let last = &changes.expect("readable")[0];
    assert_eq!((last.change.player, last.change.from, last.change.to), (UserId(4), Some(2), Some(4)));
    assert_eq!((last.change.reason, last.game), (Reason::Annulled, Some(game)));
    let history = club.command(ADA, "ladder history", json!({})).await.text;
    assert!(history.contains("\u{200e}<@4>\u{200e}: 2 → **4** · a game was annulled"), "{history}");
    let so_far = TimeSpan { from: Timestamp(0), until: club.clock_now().plus(1) };
    let form = club.store.clubs().ladder_form(club.ladder, &[UserId(4), UserId(2)], so_far, 9).await.expect("readable");
    assert_eq!(form, [], "the game is no one's form");
    let moved = |user: u64, from, to| PlaceChange { user: UserId(user), from: Some(from), to: Some(to) };
    let notice = Notice::CompetitionChanged {
        competition: "Club ladder".to_owned(),
        moves: vec![moved(4, 2, 4), moved(2, 3, 2)],
    };
    let told: Vec<Notice> = club.outbox_of(game).await.into_iter().map(|(_, notice)| notice).collect();
    assert!(told.contains(&notice) && told.len() == 3, "{told:?}");
}

#[tokio::test]
async fn later_games_count_from_where_they_would_have_found_their_players() {
    let club = Club::new("leapfrog", "out=3 in=3 again=none", 5).await;
    let first = won(&club, 4, 2).await;
    club.wait(30);
    won(&club, 5, 2).await;
    assert_eq!(club.table().await, [1, 4, 5, 2, 3]);
    club.wait(30);
    let open = club.challenge(3, 2).await.expect("allowed");
    let done = annul(&club, first).await;
    assert!(done.text.contains("<@4> 2 → **5**"), "{done:?}");
    assert_eq!((club.table().await, club.open().await), (vec![1, 5, 2, 3, 4], 1), "what is open stays open");
    check(&club).await;
    // The tables of earlier days are unchanged.
    let stored = club.store.clubs().ladder(club.ladder).await.expect("readable").expect("there");
    for (days_ago, expected) in [(0, [1, 5, 2, 3, 4]), (1, [1, 4, 5, 2, 3]), (2, [1, 4, 2, 3, 5])] {
        let at = club.clock_now().plus(-days_ago * 24 * HOUR);
        let order = tables::order_at(&club.games, &stored, at).await.expect("readable");
        assert_eq!(order, expected.map(UserId), "{days_ago} days ago");
    }
    club.accept(open, 2).await.expect("it can be played");
}

#[tokio::test]
async fn who_had_left_by_an_annulled_loss_on_time_is_back_and_plays_no_old_challenge() {
    let club = Club::new("leapfrog", "timeout=leaves out=3 in=3 again=none", 4).await;
    let lost = club.played(4, 2).await;
    let other = club.challenge(3, 2).await.expect("allowed");
    let on_turn =
        club.record(lost).await.expect("there").on_turn().expect("somebody").player.person().expect("a person");
    club.wait(24 * 10);
    alarms::run_alarm(&club.games, lost).await.expect("ended");
    let table = club.table().await;
    assert!(!table.contains(&on_turn.0) && table.len() == 3, "{table:?}");
    let done = annul(&club, lost).await;
    assert!(done.text.contains(&format!("<@{}> off the ladder → **", on_turn.0)), "{done:?}");
    let table = club.table().await;
    assert_eq!(table.len(), 4);
    check(&club).await;
    assert_eq!(club.open().await, 0, "{other} was closed when the player left, or lost by silence");
}

#[tokio::test]
async fn a_closed_ladder_and_one_that_has_not_counted_the_game_stay() {
    let club = Club::new("leapfrog", "out=3 in=3 again=none", 4).await;
    let running = club.played(4, 3).await;
    let asked = question(&club, running).await;
    assert!(asked.text.contains("The ladder **Club ladder** never counted it: nobody moves."), "{asked:?}");
    let done = club.press_as(DORA, ORGANIZER, asked.control("organize-confirm")).await;
    assert!(done.text.contains("never counted it"), "{done:?}");
    let unmoved = club.lost(3, 2, 3).await;
    let done = annul(&club, unmoved).await;
    assert!(done.text.contains("nobody moves"), "{done:?}");
    let game = won(&club, 2, 1).await;
    organizers::close(&club.games, club.ladder, &club.by(UserId(99))).await.expect("closes");
    let asked = question(&club, game).await;
    assert!(asked.text.contains("The ladder **Club ladder** is closed: its table stays."), "{asked:?}");
    let done = club.press_as(DORA, ORGANIZER, asked.control("organize-confirm")).await;
    assert!(done.text.contains("is closed: its table stays"), "{done:?}");
    assert_eq!(club.table().await, [2, 1, 3, 4]);
}

#[tokio::test]
async fn a_rematch_of_a_ladder_game_says_that_it_does_not_count_for_the_ladder() {
    let club = Club::new("leapfrog", "", 5).await;
    let game = won(&club, 4, 2).await;
    let rematch = rematch::rematch(&club.games, game, crate::use_cases::support::fixture::person(UserId(4)))
        .await
        .expect("a rematch");
    let rematch = rematch.replayed.record.game.game_id;
    let (posted, _) = club.notice(rematch, 0, Notice::Challenge).await.expect("posted");
    assert!(posted.text.contains("Doesn't count for the ladder **Club ladder**"), "{posted:?}");
}
