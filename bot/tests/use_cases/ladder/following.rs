//! Effects of games, vacations and time on a ladder.

use clubs::competitions;
use clubs::domain::ladder::LadderEventKind as Kind;
use clubs::ladders::{LadderChallenge, TablePage, organizers, players, tables};
use clubs::ratings::recomputation;
use clubs::store::Clubs as _;
use games::domain::rating::{Rating, RatingGroup, RatingKey};
use games::domain::{Notice, Outage, Phase, PlaceChange, Setup, TimeSpan, UserId, Vacation};
use games::vacations::run_vacation_alarm;
use games::{alarms, challenges};

use crate::use_cases::support::fixture::{ADA, BRUNO, CHLOE, Fixture, HOUR, person};

use super::Club;

#[tokio::test]
async fn results_change_the_table_and_every_change_has_its_reason() {
    let club = Club::new("leapfrog", "", 5).await;
    club.lost(5, 1, 1).await;
    assert_eq!(club.table().await, [5, 1, 2, 3, 4]);
    let kinds = club.events().await;
    assert!(matches!(kinds[..], [Kind::Challenge { .. }, Kind::Accept { .. }, Kind::Result { .. }]), "{kinds:?}");
    let reply = club.command(CHLOE, "ladder history", serde_json::json!({})).await;
    let line = "\u{200e}<@5>\u{200e}: 5 → **1** · took the place of \u{200e}<@1>\u{200e} (1 → 2) · `#1`";
    assert!(reply.text.contains(line), "{}", reply.text);

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

/// A vacation of Ada that begins now and is to last a hundred hours.
async fn vacation(club: &Club) -> Vacation {
    let span = TimeSpan { from: club.clock_now(), until: club.clock_now().plus(100 * HOUR) };
    let request = club.request();
    let away = Vacation { user: ADA, number: 1, span, automatic: false, request, ended_by: None };
    club.store.add_vacation(&away, club.clock_now()).await.expect("stored");
    away
}

#[tokio::test]
async fn the_time_to_answer_stands_still_on_vacation() {
    let club = Club::over(Fixture::with_vacation(&[]), "leapfrog", "", 3).await;
    let game = club.challenge(3, 1).await.expect("in reach");
    let began = club.clock_now();
    club.wait(24);
    let away = vacation(&club).await;
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
    let away = vacation(&club).await;
    let reply = club.command(CHLOE, "ladder challenge", serde_json::json!({ "user": "1" })).await;
    assert_eq!(reply.text, format!("<@1> is on vacation until <t:{}:f>.", away.span.until.0 / 1000));
}

/// A vacation of three days that begins now: requested, or automatic in another game.
async fn three_days_off(club: &Club, user: UserId, automatic: bool) -> Vacation {
    let span = TimeSpan { from: club.clock_now(), until: club.clock_now().plus(72 * HOUR) };
    let request = club.request();
    let away = Vacation { user, number: 1, span, automatic, request, ended_by: None };
    club.store.add_vacation(&away, club.clock_now()).await.expect("stored");
    away
}

#[tokio::test]
async fn a_ladder_does_not_wait_for_a_vacation_that_nobody_asked_for() {
    let club = Club::over(Fixture::with_vacation(&[]), "leapfrog", "in=2", 3).await;
    let game = club.challenge(3, 1).await.expect("in reach");
    let answer_by = club.game(game).await.turn.deadline_at;
    three_days_off(&club, ADA, true).await;
    club.wait(1);
    club.follow().await;
    assert_eq!(club.game(game).await.turn.deadline_at, answer_by);
    club.challenge(2, 1).await.expect("she can be challenged");
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
            let away = three_days_off(&club, user.expect("a person"), is_automatic).await;
            run_vacation_alarm(&club.games, &away).await.expect("readable");
            let expected = if is_paused { before.plus(72 * HOUR) } else { before };
            assert_eq!(club.game(game).await.turn.deadline_at, Some(expected), "{pauses}, automatic: {is_automatic}");
        }
    }
}

#[tokio::test]
async fn a_challenge_says_which_ladder_it_is_of() {
    let club = Club::new("leapfrog", "", 3).await;
    let game = club.challenge(3, 1).await.expect("in reach");
    let (posted, mentioned) = club.notice(game, 0, Notice::Challenge).await.expect("posted");
    assert!(
        posted.text.contains("A game on the ladder **Club ladder**. Declining, or not answering"),
        "{}",
        posted.text
    );
    assert_eq!(mentioned, [ADA]);
}

#[tokio::test]
async fn a_challenge_of_a_ladder_is_short_and_in_the_language_of_the_server() {
    let club = Club::new("leapfrog", "", 3).await;
    let game = club.challenge(3, 1).await.expect("in reach");
    let (card, mentioned) = club.notice(game, 0, Notice::Challenge).await.expect("posted");
    assert!(card.png.is_empty() && card.alt.is_empty(), "no picture of a start that all games share: {card:?}");
    let lines: Vec<&str> = card.text.lines().collect();
    assert_eq!(lines[0], "<@1>, <@3> challenges you to a game of Abalone.");
    assert!(
        lines[1].contains("**Club ladder**") && lines[2] == "Layout: **Belgian Daisy** · Pace: **3 days** per move",
        "{}",
        card.text
    );
    assert!(lines.len() == 5 && mentioned == [ADA], "{}", card.text);
    let options = serde_json::json!({ "player": "2", "place": 1, "ladder": club.ladder.to_string() });
    let in_german = |json: &mut serde_json::Value| {
        json["guild_locale"] = "de".into();
        json["member"]["permissions"] = "32".into();
    };
    club.command_changed(CHLOE, "organize ladder add", options, in_german).await;
    let (card, _) = club.notice(game, 0, Notice::Challenge).await.expect("posted");
    assert!(card.text.contains("fordert dich"), "everybody there reads it: {}", card.text);
    club.games.record_activity(ADA, "en-US").await.expect("stored");
    let (own, _) = club.notice_to(Some(ADA), game, 0, Notice::Challenge).await.expect("sent");
    assert!(own.text.contains("challenges you"), "by direct message in the language of the reader: {}", own.text);
    club.accept(game, 1).await.expect("accepts");
    let (closed, _) = club.notice(game, 1, Notice::Void).await.expect("edited");
    assert!(closed.text.starts_with("Rangliste **Club ladder** · "), "{}", closed.text);
}

#[tokio::test]
async fn an_answer_in_time_that_was_given_back_is_in_time() {
    let club = Club::new("leapfrog", "", 4).await;
    let [one, two] = [club.challenge(3, 1).await.expect("in reach"), club.challenge(4, 2).await.expect("in reach")];
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
    alarms::run_alarm(&club.games, two).await.expect("rings");
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
    let (told, mentioned) = club.notice(game, version, notice).await.expect("sent");
    assert!(told.text.ends_with("**Club ladder**: <@3> moves up to place 1, <@1> drops to place 2."), "{told:?}");
    assert_eq!(mentioned, [] as [UserId; 0], "the last board has notified them");
    // Players who keep their place are not notified.
    let game = club.lost(2, 1, 2).await;
    club.follow().await;
    let sent = club.outbox_of(game).await;
    assert!(!sent.iter().any(|(_, notice)| matches!(notice, Notice::CompetitionChanged { .. })), "{sent:?}");
    club.lost(1, 3, 1).await;
    club.follow().await;
    // A loss by silence is announced too; one without effect is not.
    let game = club.challenge(2, 3).await.expect("in reach");
    club.wait(5 * 24);
    club.follow().await;
    let moves = vec![move_of(2, 3, 1), move_of(3, 1, 2)];
    let notice = Notice::CompetitionChanged { competition: ladder, moves };
    assert_eq!(club.outbox_of(game).await.last(), Some(&(0, notice.clone())));
    let (told, mentioned) = club.notice(game, 0, notice).await.expect("sent");
    assert_eq!(mentioned, [BRUNO, CHLOE], "nothing else has notified them");
    assert!(told.text.starts_with("**Club ladder**"), "a game that never began has no name: {told:?}");
    let game = club.challenge(1, 2).await.expect("in reach");
    club.outbox_of(game).await;
    challenges::withdraw(&club.games, club.request(), game, ADA).await.expect("withdrew");
    club.follow().await;
    assert_eq!(club.outbox_of(game).await.len(), 1, "only that it was withdrawn");
}

#[tokio::test]
async fn a_closed_challenge_says_why() {
    let club = Club::new("leapfrog", "out=2 in=2", 4).await;
    let left = club.challenge(3, 2).await.expect("in reach");
    players::leave(&club.games, club.ladder, BRUNO).await.expect("leaves");
    let closed = club.challenge(4, 1).await.expect("in reach");
    organizers::close(&club.games, club.ladder, &club.by(UserId(99))).await.expect("closes");
    for (game, reason) in [(left, "**Closed:** <@2> is no longer on the ladder."), (closed, "the ladder was closed.")] {
        let version = club.game(game).await.version;
        let (posted, _) = club.notice(game, version, Notice::Void).await.expect("edited");
        assert!(posted.text.starts_with("Ladder **Club ladder** · <@") && posted.text.ends_with(reason), "{posted:?}");
    }
}

#[tokio::test]
async fn a_game_that_cannot_be_read_waits_and_blocks_nobody() {
    let club = Club::new("leapfrog", "out=2 in=2", 5).await;
    let [lost, other] = [club.challenge(3, 1).await.expect("in reach"), club.challenge(5, 4).await.expect("in reach")];
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
    let (group, guild) = (RatingGroup::Standard, Some(super::GUILD));
    let rating = Rating { rating: 1400.0, ..Rating::default() };
    let ratings: Vec<_> = (1..=5).map(|user| (RatingKey { user: UserId(user), group, guild }, rating)).collect();
    assert!(
        recomputation::replace_ratings(&club.games, 0, group, ratings, Vec::new(), Vec::new()).await.expect("stored")
    );
    club.challenge(6, 1).await.expect("the best by rating of those on the ladder");
    let events = club.store.clubs().ladder_events(club.ladder).await.expect("readable");
    let rated = events.iter().filter(|recorded| matches!(recorded.event.kind, Kind::Rating { .. })).count();
    assert_eq!(rated, 5);
}
