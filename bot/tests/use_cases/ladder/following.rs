//! What games, vacations and time do to a ladder.

use bot::domain::ladder::Ladder;
use bot::domain::ladder::event::LadderEventKind as Kind;
use bot::domain::{Notice, Phase, TimeSpan, UserId, Vacation};
use bot::store::{LadderStore as _, VacationStore as _};

use super::Club;
use crate::support::fixture::{ADA, BRUNO, CHLOE, Fixture, HOUR};

#[tokio::test]
async fn results_change_the_table_and_every_change_has_its_reason() {
    let club = Club::new("leapfrog", "", 5).await;
    let game = club.challenge(5, 1).await.expect("in reach");
    club.accept(game, 1).await.expect("accepts");
    club.wait(1);
    club.resign(game, 1).await;
    assert_eq!(club.table().await, [5, 1, 2, 3, 4]);
    let kinds = club.events().await;
    assert!(matches!(kinds[..], [Kind::Challenge { .. }, Kind::Accept { .. }, Kind::Result { .. }]), "{kinds:?}");
    let reply = club.command(CHLOE, "ladder history", serde_json::json!({})).await;
    assert!(reply.text.contains("<@5>: 5 → **1** · won"), "{}", reply.text);

    // A draw moves nobody here, and a loss neither.
    let game = club.challenge(4, 3).await.expect("in reach");
    club.accept(game, 3).await.expect("accepts");
    club.resign(game, 4).await;
    assert_eq!(club.table().await, [5, 1, 2, 3, 4]);
    let page = club.games.ladder_page(club.ladder, ADA, None).await.expect("a page");
    let movements: Vec<_> = page.rows.iter().map(|row| row.movement).collect();
    assert_eq!(movements, [None; 5], "everybody has joined within the week");
    club.wait(24 * 8);
    let page = club.games.ladder_page(club.ladder, ADA, None).await.expect("a page");
    assert!(page.rows.iter().all(|row| row.movement == Some(0)), "{page:?}");
}

#[tokio::test]
async fn the_events_alone_lead_to_the_same_table() {
    let club = Club::new("dragon", "idle=3d", 6).await;
    for (challenger, defender) in [(6, 1), (5, 2), (4, 3), (6, 2)] {
        if let Ok(game) = club.challenge(challenger, defender).await {
            club.accept(game, defender).await.expect("accepts");
            club.wait(30);
            club.resign(game, if challenger == 4 { challenger } else { defender }).await;
        }
    }
    club.games.leave_ladder(club.ladder, UserId(3)).await.expect("leaves");
    club.wait(24 * 9);
    let table = club.table().await;
    let stored = club.store.ladder(club.ladder).await.expect("readable").expect("there");
    let events: Vec<_> = club.store.ladder_events(club.ladder).await.expect("readable");
    let events: Vec<_> = events.into_iter().map(|recorded| recorded.event).collect();
    let mut replayed = Ladder::replay(stored.head.rules.clone(), &events);
    replayed.advance(club.clock_now());
    assert_eq!(replayed, stored.ladder);
    assert_eq!(replayed.table().map(|standing| standing.player.0).collect::<Vec<_>>(), table);
}

#[tokio::test]
async fn leaving_closes_offers_and_games_that_are_played_go_on_without_effect() {
    let club = Club::new("leapfrog", "out=2 in=2", 4).await;
    let played = club.challenge(4, 2).await.expect("in reach");
    club.accept(played, 2).await.expect("accepts");
    let offered = club.challenge(3, 2).await.expect("in reach");
    club.games.leave_ladder(club.ladder, BRUNO).await.expect("leaves");
    assert_eq!((club.phase(played).await, club.phase(offered).await), (Phase::Playing, Phase::Void));
    club.resign(played, 2).await;
    assert_eq!((club.table().await, club.open().await), (vec![1, 3, 4], 0));
    let page = club.games.ladder_page(club.ladder, ADA, None).await.expect("a page");
    assert!(page.rows.iter().all(|row| row.form.is_empty()), "{page:?}");
}

#[tokio::test]
async fn the_time_to_answer_stands_still_on_vacation() {
    let club = Club::over(Fixture::with_vacation(&[]), "leapfrog", "", 3).await;
    let game = club.challenge(3, 1).await.expect("in reach");
    let began = club.clock_now();
    club.wait(24);
    let span = TimeSpan { from: club.clock_now(), until: club.clock_now().plus(100 * HOUR) };
    let request = club.request();
    let away = Vacation { user: ADA, number: 1, span, automatic: false, request, ended_by: None, wake_at: None };
    club.store.add_vacation(&away).await.expect("stored");
    // The bot was away when the vacation began.
    club.wait(2);
    club.follow().await;
    let answer_by = began.plus((5 * 24 + 100) * HOUR);
    assert_eq!(club.game(game).await.turn.deadline_at, Some(answer_by));
    assert_eq!(club.game(game).await.turn.wake_at, Some(answer_by));
    let refused = club.challenge(2, 1).await.expect_err("one incoming challenge").to_string();
    assert!(refused.contains("InLimit"), "{refused}");
    // Stopped after ten hours.
    club.wait(8);
    club.store.end_vacation(&away, club.clock_now(), club.request(), club.clock_now()).await.expect("stored");
    club.follow().await;
    let answer_by = began.plus((5 * 24 + 10) * HOUR);
    assert_eq!(club.game(game).await.turn.deadline_at, Some(answer_by));
    club.wait(5 * 24 - 24 - 1);
    assert_eq!(club.table().await, [1, 2, 3]);
    club.wait(1);
    assert_eq!(club.table().await, [3, 1, 2]);
}

#[tokio::test]
async fn nobody_on_vacation_is_challenged() {
    let club = Club::over(Fixture::with_vacation(&[]), "leapfrog", "", 3).await;
    let span = TimeSpan { from: club.clock_now(), until: club.clock_now().plus(100 * HOUR) };
    let request = club.request();
    let away = Vacation { user: ADA, number: 1, span, automatic: false, request, ended_by: None, wake_at: None };
    club.store.add_vacation(&away).await.expect("stored");
    let reply = club.command(CHLOE, "ladder challenge", serde_json::json!({ "user": "1" })).await;
    assert_eq!(reply.text, format!("<@1> is on vacation until <t:{}:f>.", span.until.0 / 1000));
}

#[tokio::test]
async fn whoever_finishes_no_game_goes_down() {
    let club = Club::new("leapfrog", "idle=30d", 0).await;
    for player in 1..=3 {
        club.games.join_ladder(club.ladder, &crate::support::fixture::person(UserId(player))).await.expect("joins");
        club.wait(24);
    }
    club.wait(24 * 27);
    assert_eq!(club.table().await, [2, 1, 3]);
    let reply = club.command(ADA, "ladder history", serde_json::json!({ "player": "1" })).await;
    assert!(reply.text.contains("<@1>: 1 → **2** · no game for long"), "{}", reply.text);
}

#[tokio::test]
async fn a_challenge_says_which_ladder_it_is_of() {
    let club = Club::new("leapfrog", "", 3).await;
    let game = club.challenge(3, 1).await.expect("in reach");
    let (posted, mentioned) = club.notice(game, 0, Notice::Challenge).await.expect("posted");
    assert!(posted.text.contains("A game of the ladder **Club ladder**. Whoever declines it"), "{}", posted.text);
    assert_eq!(mentioned, [ADA]);
}
