//! Games that are annulled after the ladder has counted them.

use super::*;
use clubs::ladders::{organizers, tables};

/// A game that its challenger has won.
async fn won(club: &Club, challenger: u64, defender: u64) -> GameId {
    let game = club.lost(challenger, defender, defender).await;
    club.table().await;
    game
}

async fn question(club: &Club, game: GameId) -> SentMessage {
    club.organize(&format!("organize annul reason:a trick game:{game}")).await
}

async fn annul(club: &Club, game: GameId) -> SentMessage {
    club.press_as_organizer(question(club, game).await.control("organize-confirm")).await
}

/// Checks that the stored ladder matches its events.
async fn check(club: &Club) {
    let stored = club.stored().await;
    let events = club.recorded().await;
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
    let query = question(&club, game).await;
    let change = "The ladder **Club ladder** goes back to how it would be without this game: <@4> 2 → **4**";
    query
        .privately()
        .says("It will count as not played")
        .says("a trick")
        .says(&format!("{change}, <@2> 3 → **2**, <@3> 4 → **3**"));
    assert_eq!(club.table().await, [1, 4, 2, 3, 5], "it was only asked");
    club.press_as_organizer(query.control("organize-confirm")).await.begins("You annulled game").says(change);
    assert_eq!(club.table().await, [1, 2, 3, 4, 5]);
    check(&club).await;
    club.press_as_organizer(query.control("organize-confirm")).await.says(change);
    assert_eq!(club.table().await, [1, 2, 3, 4, 5], "once");

    let changes =
        club.store.clubs().ladder_changes(club.ladder, ChangeFilter { limit: 1, ..ChangeFilter::default() }).await;
    let last = &changes.expect("readable")[0];
    assert_eq!((last.change.player, last.change.from, last.change.to), (UserId(4), Some(2), Some(4)));
    assert_eq!((last.change.reason, last.game), (Reason::Annulled, Some(game)));
    club.say(ADA, "ladder history").await.says("\u{200e}<@4>\u{200e}: 2 → **4** · a game was annulled");
    let so_far = TimeSpan { from: Timestamp(0), until: club.clock_now().plus(1) };
    let form = club.store.clubs().ladder_form(club.ladder, &[UserId(4), UserId(2)], so_far, 9).await.expect("readable");
    assert_eq!(form, [], "the game is no one's form");
    let moved = |user: u64, from, to| PlaceChange { user: UserId(user), from: Some(from), to: Some(to) };
    let notice = Notice::CompetitionChanged {
        competition: "Club ladder".to_owned(),
        moves: vec![moved(4, 2, 4), moved(2, 3, 2)],
    };
    let notices: Vec<Notice> = club.outbox_of(game).await.into_iter().map(|(_, notice)| notice).collect();
    assert!(notices.contains(&notice) && notices.len() == 3, "{notices:?}");
}

#[tokio::test]
async fn later_games_count_from_where_they_would_have_found_their_players() {
    let club = Club::new("leapfrog", "out=3 in=3 again=none", 5).await;
    let first = won(&club, 4, 2).await;
    club.wait(30);
    won(&club, 5, 2).await;
    assert_eq!(club.table().await, [1, 4, 5, 2, 3]);
    club.wait(30);
    let open = club.offer(3, 2).await;
    annul(&club, first).await.says("<@4> 2 → **5**");
    assert_eq!((club.table().await, club.open().await), (vec![1, 5, 2, 3, 4], 1), "what is open stays open");
    check(&club).await;
    // The tables of earlier days are unchanged.
    let stored = club.stored().await;
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
    let other = club.offer(3, 2).await;
    let on_turn =
        club.record(lost).await.expect("there").on_turn().expect("somebody").player.person().expect("a person");
    club.wait(24 * 10);
    club.run_alarm(lost).await;
    let table = club.table().await;
    assert!(!table.contains(&on_turn.0) && table.len() == 3, "{table:?}");
    annul(&club, lost).await.says(&format!("<@{}> off the ladder → **", on_turn.0));
    let table = club.table().await;
    assert_eq!(table.len(), 4);
    check(&club).await;
    assert_eq!(club.open().await, 0, "{other} was closed when the player left, or lost by silence");
}

#[tokio::test]
async fn a_closed_ladder_and_one_that_has_not_counted_the_game_stay() {
    let club = Club::new("leapfrog", "out=3 in=3 again=none", 4).await;
    let running = club.played(4, 3).await;
    let query = question(&club, running).await;
    query.says("The ladder **Club ladder** never counted it: nobody moves.");
    club.press_as_organizer(query.control("organize-confirm")).await.says("never counted it");
    let unmoved = club.lost(3, 2, 3).await;
    annul(&club, unmoved).await.says("nobody moves");
    let game = won(&club, 2, 1).await;
    organizers::close(&club.games, club.ladder, &club.by(UserId(99))).await.expect("closes");
    let query = question(&club, game).await;
    query.says("The ladder **Club ladder** is closed: its table stays.");
    club.press_as_organizer(query.control("organize-confirm")).await.says("is closed: its table stays");
    assert_eq!(club.table().await, [2, 1, 3, 4]);
}

#[tokio::test]
async fn a_rematch_of_a_ladder_game_says_that_it_does_not_count_for_the_ladder() {
    let club = Club::new("leapfrog", "", 5).await;
    let game = won(&club, 4, 2).await;
    let rematch = rematch::rematch(&club.games, game, person(UserId(4))).await.expect("a rematch");
    let (posted, _) = club.notice(id(&rematch), 0, Notice::Challenge).await.expect("posted");
    posted.says("Doesn't count for the ladder **Club ladder**");
}
