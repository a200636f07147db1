//! Effects of games, vacations and time on a ladder.

use super::*;
use clubs::ladders::{organizers, tables};

#[tokio::test]
async fn results_change_the_table_and_every_change_has_its_reason() {
    let club = Club::new("leapfrog", "", 5).await;
    club.lost(5, 1, 1).await;
    assert_eq!(club.table().await, [5, 1, 2, 3, 4]);
    let kinds = club.events().await;
    assert!(matches!(kinds[..], [Kind::Challenge { .. }, Kind::Accept { .. }, Kind::Result { .. }]), "{kinds:?}");
    club.say(CHLOE, "ladder history")
        .await
        .says("\u{200e}<@5>\u{200e}: 5 → **1** · took the place of \u{200e}<@1>\u{200e} (1 → 2) · `#1`");

    // Here neither a draw nor a loss moves anyone.
    club.lost(4, 3, 4).await;
    assert_eq!(club.table().await, [5, 1, 2, 3, 4]);
    let page = tables::show_page(&club.games, club.ladder, Some(ADA), None).await.expect("a page");
    let movements: Vec<_> = page.rows.iter().map(|row| row.movement).collect();
    assert_eq!(movements, [None; 5], "everybody has joined within the week");
    club.wait(24 * 8);
    let page = tables::show_page(&club.games, club.ladder, Some(ADA), None).await.expect("a page");
    assert!(page.rows.iter().all(|row| row.movement == Some(0)), "{page:?}");
}

/// A vacation that begins now: requested, or automatic in another game.
async fn vacation(club: &Club, user: UserId, hours: i64, automatic: bool) -> Vacation {
    let span = TimeSpan { from: club.clock_now(), until: club.clock_now().plus(hours * HOUR) };
    let request = club.request();
    let away = Vacation { user, number: 1, span, automatic, request, ended_by: None };
    club.store.add_vacation(&away, club.clock_now()).await.expect("stored");
    away
}

#[tokio::test]
async fn nobody_on_vacation_is_challenged() {
    let club = Club::over(Fixture::with_vacation(&[]), "leapfrog", "", 3).await;
    let away = vacation(&club, ADA, 100, false).await;
    club.say(CHLOE, "ladder challenge user:1")
        .await
        .reads(&format!("<@1> is on vacation until <t:{}:f>.", away.span.until.0 / 1000));
}

#[tokio::test]
async fn a_ladder_does_not_wait_for_a_vacation_that_nobody_asked_for() {
    let club = Club::over(Fixture::with_vacation(&[]), "leapfrog", "in=2", 3).await;
    let game = club.offer(3, 1).await;
    let answer_by = club.game(game).await.turn.deadline_at;
    vacation(&club, ADA, 72, true).await;
    club.wait(1);
    club.follow().await;
    assert_eq!(club.game(game).await.turn.deadline_at, answer_by);
    club.offer(2, 1).await;
    club.wait(5 * 24);
    assert_eq!(club.table().await, [3, 2, 1], "both challenges were lost by silence");
}

#[tokio::test]
async fn the_rules_say_which_vacations_pause_the_clocks_of_games() {
    for (pauses, automatic, asked) in [("all", true, true), ("asked", false, true), ("none", false, false)] {
        for (is_automatic, is_paused) in [(true, automatic), (false, asked)] {
            let club = Club::over(Fixture::with_vacation(&[]), "leapfrog", &format!("pauses={pauses}"), 2).await;
            let game = club.played(2, 1).await;
            let before = club.game(game).await.turn.deadline_at.expect("a deadline");
            let user = club.record(game).await.expect("there").on_turn().expect("somebody").player.person();
            let away = vacation(&club, user.expect("a person"), 72, is_automatic).await;
            run_vacation_alarm(&club.games, &away).await.expect("readable");
            let expected = if is_paused { before.plus(72 * HOUR) } else { before };
            assert_eq!(club.game(game).await.turn.deadline_at, Some(expected), "{pauses}, automatic: {is_automatic}");
        }
    }
}

#[tokio::test]
async fn a_challenge_of_a_ladder_is_short_and_in_the_language_of_the_server() {
    let club = Club::new("leapfrog", "", 3).await;
    let game = club.offer(3, 1).await;
    let (card, mentioned) = club.notice(game, 0, Notice::Challenge).await.expect("posted");
    assert!(card.png.is_empty() && card.alt.is_empty(), "no picture of a start that all games share: {card:?}");
    card.says("A game on the ladder **Club ladder**. Declining, or not answering");
    let lines: Vec<&str> = card.text.lines().collect();
    assert_eq!(lines[0], "<@1>, <@3> challenges you to a game of Abalone.");
    assert!(
        lines[1].contains("**Club ladder**") && lines[2] == "Layout: **Belgian Daisy** · Pace: **3 days** per move",
        "{}",
        card.text
    );
    assert!(lines.len() == 5 && mentioned == [ADA], "{}", card.text);
    let in_german = |json: &mut serde_json::Value| {
        json["guild_locale"] = "de".into();
        json["member"]["permissions"] = "32".into();
    };
    club.say_changed(CHLOE, "organize ladder add player:2 place:1", in_german).await;
    let (card, _) = club.notice(game, 0, Notice::Challenge).await.expect("posted");
    // Everybody there reads it.
    card.says("fordert dich");
    club.games.record_activity(ADA, "en-US").await.expect("stored");
    let (own, _) = club.notice_to(Some(ADA), game, 0, Notice::Challenge).await.expect("sent");
    // By direct message in the language of the reader.
    own.says("challenges you");
    club.accept(game, 1).await.expect("accepts");
    let (closed, _) = club.notice(game, 1, Notice::Void).await.expect("edited");
    closed.begins("Rangliste **Club ladder** · ");
}

#[tokio::test]
async fn an_answer_in_time_that_was_given_back_is_in_time() {
    let club = Club::new("leapfrog", "", 4).await;
    let [one, two] = [club.offer(3, 1).await, club.offer(4, 2).await];
    let began = club.clock_now();
    club.clock.advance(24 * HOUR);
    let outage = Outage { from: club.clock_now(), until: club.clock_now().plus(48 * HOUR) };
    club.clock.advance(48 * HOUR);
    club.store.record_outage(outage).await.expect("stored");
    while club.games.credit_outages().await.expect("a store in memory") {}
    let answer_by = began.plus((5 + 2) * 24 * HOUR);
    assert_eq!(club.game(one).await.turn.deadline_at, Some(answer_by));
    // Past the old time to answer.
    club.clock.advance((2 * 24 + 12) * HOUR);
    assert_eq!((club.table().await, club.open().await), (vec![1, 2, 3, 4], 2));
    club.accept(one, 1).await.expect("in time");
    assert_eq!(club.open().await, 2);
    club.clock.advance(answer_by.since(club.clock_now()) - 1);
    assert_eq!(club.table().await, [1, 2, 3, 4]);
    club.clock.advance(1);
    assert_eq!(club.table().await, [1, 4, 2, 3], "the other one was not answered");
    club.run_alarm(two).await;
    assert_eq!(club.phase(two).await, Phase::Void);
}

#[tokio::test]
async fn players_are_told_what_their_game_has_changed_and_notified_once() {
    let club = Club::new("leapfrog", "", 3).await;
    let game = club.lost(3, 1, 1).await;
    let version = club.game(game).await.version;
    club.follow().await;
    let ladder = "Club ladder".to_owned();
    let move_of = |user, from, to| PlaceChange { user: UserId(user), from: Some(from), to: Some(to) };
    let notice =
        Notice::CompetitionChanged { competition: ladder.clone(), moves: vec![move_of(3, 3, 1), move_of(1, 1, 2)] };
    assert_eq!(club.outbox_of(game).await.last(), Some(&(version, notice.clone())));
    let (posted, mentioned) = club.notice(game, version, notice).await.expect("sent");
    posted.ends("**Club ladder**: <@3> moves up to place 1, <@1> drops to place 2.");
    assert_eq!(mentioned, [] as [UserId; 0], "the last board has notified them");
    // Players who keep their place are not notified.
    let game = club.lost(2, 1, 2).await;
    club.follow().await;
    let sent = club.outbox_of(game).await;
    assert!(!sent.iter().any(|(_, notice)| matches!(notice, Notice::CompetitionChanged { .. })), "{sent:?}");
    club.lost(1, 3, 1).await;
    club.follow().await;
    // A loss by silence is announced too; one without effect is not.
    let game = club.offer(2, 3).await;
    club.wait(5 * 24);
    club.follow().await;
    let moves = vec![move_of(2, 3, 1), move_of(3, 1, 2)];
    let notice = Notice::CompetitionChanged { competition: ladder, moves };
    assert_eq!(club.outbox_of(game).await.last(), Some(&(0, notice.clone())));
    let (posted, mentioned) = club.notice(game, 0, notice).await.expect("sent");
    assert_eq!(mentioned, [BRUNO, CHLOE], "nothing else has notified them");
    // A game that never began has no name.
    posted.begins("**Club ladder**");
    let game = club.offer(1, 2).await;
    club.outbox_of(game).await;
    club.withdraw(game, ADA).await.expect("withdrawn");
    club.follow().await;
    assert_eq!(club.outbox_of(game).await.len(), 1, "only that it was withdrawn");
}

#[tokio::test]
async fn a_closed_challenge_says_why() {
    let club = Club::new("leapfrog", "out=2 in=2", 4).await;
    let left = club.offer(3, 2).await;
    players::leave(&club.games, club.ladder, BRUNO).await.expect("leaves");
    let closed = club.offer(4, 1).await;
    organizers::close(&club.games, club.ladder, &club.by(UserId(99))).await.expect("closes");
    for (game, reason) in [(left, "**Closed:** <@2> is no longer on the ladder."), (closed, "the ladder was closed.")] {
        let version = club.game(game).await.version;
        let (posted, _) = club.notice(game, version, Notice::Void).await.expect("edited");
        posted.begins("Ladder **Club ladder** · <@").ends(reason);
    }
}

#[tokio::test]
async fn a_game_that_cannot_be_read_waits_and_blocks_nobody() {
    let club = Club::new("leapfrog", "out=2 in=2", 5).await;
    let [lost, other] = [club.offer(3, 1).await, club.offer(5, 4).await];
    for (game, defender) in [(lost, 1), (other, 4)] {
        club.accept(game, defender).await.expect("accepts");
        club.resign(game, defender).await;
    }
    let whole = club.game(lost).await.setup;
    club.store.tamper(lost, |record| record.game.setup = Setup::stored("chess"));
    let follow = || competitions::sync_results(&club.games);
    follow().await.expect("a store in memory");
    let table = async || tables::show_page(&club.games, club.ladder, None, None).await.expect("a page");
    let order = |page: &TablePage| page.rows.iter().map(|row| row.standing.player.0).collect::<Vec<_>>();
    assert_eq!(order(&table().await), [1, 2, 3, 5, 4]);
    // Its challenge was accepted, so silence does not lose it.
    club.wait(6 * 24);
    assert_eq!(follow().await.expect("a store in memory"), 1, "it is tried again");
    assert_eq!((order(&table().await), club.open().await), (vec![1, 2, 3, 5, 4], 1));
    club.store.tamper(lost, |record| record.game.setup = whole.clone());
    club.clock.advance(60_000);
    assert_eq!(club.table().await, [3, 1, 2, 5, 4]);
}

#[tokio::test]
async fn ladders_that_cannot_be_brought_up_to_date_keep_no_other_waiting() {
    let club = Club::new("leapfrog", "", 0).await;
    let mut games = Vec::new();
    for number in 0..5 {
        let ladder =
            organizers::create(&club.games, super::new_ladder(&format!("Ladder {number}"), "leapfrog", "")).await;
        let ladder = ladder.expect("a ladder").ladder_id;
        for player in [1, 2] {
            players::join(&club.games, ladder, &person(UserId(player))).await.expect("joins");
        }
        let new = LadderChallenge { ladder, ..club.new_challenge(2, 1) };
        let (_, done) = players::challenge(&club.games, new).await.expect("in reach");
        let game = done.replayed.record.game.game_id;
        club.accept(game, 1).await.expect("accepts");
        club.resign(game, 1).await;
        games.push((ladder, game));
    }
    games.sort_unstable();
    for (_, game) in &games[..4] {
        club.store.tamper(*game, |record| record.game.setup = Setup::stored("chess"));
    }
    while competitions::sync_results(&club.games).await.expect("a store in memory") > 0 {}
    let stored = club.store.clubs().ladder(games[4].0).await.expect("readable").expect("there");
    assert_eq!(stored.ladder.place(BRUNO), Some(1));
}

#[tokio::test]
async fn ratings_of_other_games_count_for_the_reach() {
    let club = Club::new("ogs", "reach=rating+1 answer=1d", 6).await;
    assert!(club.challenge(6, 1).await.is_err(), "last by rating, as on the ladder");
    // All players above 6 have lost elsewhere.
    club.rate(&[1, 2, 3, 4, 5].map(|user| (user, 1400.0, 60.0))).await;
    club.offer(6, 1).await;
    let events = club.recorded().await;
    let rated = events.iter().filter(|recorded| matches!(recorded.event.kind, Kind::Rating { .. })).count();
    assert_eq!(rated, 5);
}
