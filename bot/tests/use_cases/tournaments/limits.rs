//! Time limits of rounds: they close, and players who never move forfeit.

use base::clock::Clock as _;
use bot::features::resign;
use bot::features::tournament::{posts, view};
use bot::localization::Language;
use clubs::domain::tournament::{Format, Round, RoundRules};
use clubs::tournaments::{games_of_round, organizers};
use games::alarms::AlarmOutcome;
use games::domain::competition::Unfinished;
use games::domain::{EndReason, GameId, Notice, Phase, Reminder, RequestId, TimeSpan, Timestamp, UserId};
use serde_json::json;

use super::{Event, MANAGES_EVENTS, ORGANIZER, points};
use crate::use_cases::support::carry_out_decisions;

const DAY: i64 = 86_400_000;

/// An event whose games have a week for each move, and whose rounds close after three days.
async fn closing(unfinished: Unfinished) -> Event {
    Event::with(Format::RoundRobin, None, 2, |new| {
        new.pace = Some("days:7 vacation=off".to_owned());
        (new.rules.days, new.rules.unfinished) = (Some(3), unfinished);
    })
    .await
}

impl Event {
    /// Lets hours pass, and processes the effects.
    async fn wait(&self, hours: i64) {
        self.harness.clock.advance(hours * DAY / 24);
        self.follow().await;
    }

    /// The number of such notices to the players of a game.
    async fn count(&self, is_it: impl Fn(&Notice) -> bool + Send) -> usize {
        self.harness.notices().await.iter().filter(|notice| is_it(notice)).count()
    }

    async fn ended(&self, game: GameId) -> Option<EndReason> {
        self.harness.record(game).await.expect("there").game.end_reason()
    }
}

const fn is_warning(notice: &Notice) -> bool {
    matches!(notice, Notice::RoundCloses { .. })
}

#[tokio::test]
async fn a_round_that_closes_ends_its_games_after_a_warning() {
    let event = closing(Unfinished::Score).await;
    event.begin().await;
    let [(game, first, second)] = event.open().await[..] else { panic!("one game") };
    event.harness.play(game, first, "a1b2").await.expect("legal");
    event.wait(47).await;
    assert_eq!(event.count(is_warning).await, 0);
    event.wait(1).await;
    event.wait(1).await;
    assert_eq!(event.count(is_warning).await, 1, "once, a day before");
    assert_eq!(event.ended(game).await, None);
    event.wait(23).await;
    assert_eq!(event.ended(game).await, Some(EndReason::RoundScore));
    let stored = event.follow().await;
    assert_eq!(points(&stored), [(first.0, 1), (second.0, 1)], "nobody has pushed anything off");
}

/// One player thinks for 40 hours each time and the other answers at once, until the slow one moves two minutes before the round closes.
async fn slow_against_quick(event: &Event) -> (GameId, UserId, UserId) {
    event.begin().await;
    let [(game, slow, quick)] = event.open().await[..] else { panic!("one game") };
    for (slow_move, quick_move) in [("a1b2", "i9h8"), ("d4c3", "f6g7")] {
        event.wait(40).await;
        event.harness.play(game, slow, slow_move).await.expect("legal");
        event.harness.play(game, quick, quick_move).await.expect("legal");
    }
    event.harness.clock.advance(16 * DAY / 24 - 120_000);
    event.follow().await;
    event.harness.play(game, slow, "a1b2").await.expect("legal");
    (game, slow, quick)
}

#[tokio::test]
async fn a_round_takes_no_game_from_who_kept_their_time() {
    // The setting, the game, and the half points of the slow player and the quick one.
    for (unfinished, setup, pace, ended, expected) in [
        (Unfinished::Score, "abalone", "days:3", "round-score", [1, 1]),
        (Unfinished::Score, "abalone handicap=black:1", "days:5", "round-score", [0, 2]),
        (Unfinished::Score, "notalone", "days:5", "round-score", [1, 1]),
        (Unfinished::Clock, "abalone", "days:3", "round-clock", [0, 2]),
        (Unfinished::Clock, "abalone", "fischer:7d+1d/14d", "round-clock", [0, 2]),
    ] {
        let event = Event::with(Format::Swiss, Some(1), 2, |new| {
            (new.setup, new.pace) = (setup.to_owned(), Some(pace.to_owned()));
            (new.rules.days, new.rules.unfinished) = (Some(4), unfinished);
        })
        .await;
        let (game, slow, quick) = if setup == "abalone" {
            slow_against_quick(&event).await
        } else {
            event.begin().await;
            let open = event.open().await[0];
            event.wait(95).await;
            event.harness.clock.advance(DAY / 24 - 120_000);
            open
        };
        let ends = format!("The round ends <t:{}:f>", (event.harness.clock.now().0 + 120_000) / 1000);
        let board = event.harness.command(quick, "board", json!({ "game": game.to_string() })).await;
        assert!(board.text.contains(&ends) && !board.text.contains("Deadline"), "{board:?}");
        event.harness.clock.advance(120_000);
        let stored = event.follow().await;
        let game = event.harness.record(game).await.expect("there").game;
        let end = (game.end_reason().map(EndReason::as_str), game.loser());
        assert_eq!(end, (Some(ended), None), "{unfinished} {setup} {pace}");
        let [slow, quick] =
            [slow, quick].map(|player| points(&stored).iter().find(|(user, _)| *user == player.0).map(|of| of.1));
        assert_eq!([slow, quick], expected.map(Some), "{unfinished} {setup} {pace}");
    }
}

#[tokio::test]
async fn a_clock_that_runs_out_before_its_round_closes_is_a_loss_on_time() {
    for (pace, ended) in [("days:3", EndReason::Time), ("days:4", EndReason::RoundScore)] {
        let event = Event::with(Format::RoundRobin, None, 2, |new| {
            new.pace = Some(format!("{pace} vacation=off"));
            new.rules.days = Some(3);
        })
        .await;
        event.begin().await;
        let [(game, ..)] = event.open().await[..] else { panic!("one game") };
        event.wait(48).await;
        // Nothing is processed until both have passed.
        event.harness.clock.advance(3 * DAY);
        if ended == EndReason::Time {
            event.follow().await;
            assert_eq!(event.ended(game).await, None, "its alarm ends it");
        }
        event.harness.run_alarm(game).await;
        event.follow().await;
        assert_eq!(event.ended(game).await, Some(ended), "{pace}");
        assert_eq!(event.harness.record(game).await.expect("there").game.loser().is_some(), ended == EndReason::Time);
    }
}

#[tokio::test]
async fn boards_lists_and_reminders_name_the_end_of_the_round_while_it_decides() {
    let event = closing(Unfinished::Organizer).await;
    event.begin().await;
    let [(game, first, _)] = event.open().await[..] else { panic!("one game") };
    let harness = &event.harness;
    let now = || harness.clock.now().0 / 1000;
    let ends = now() + 3 * 24 * 3600;
    let list = harness.command(first, "games", json!({})).await;
    assert!(list.text.contains(&format!("round ends <t:{ends}:R>")), "{list:?}");
    event.wait(48).await;
    assert_eq!(harness.run_alarm(game).await, AlarmOutcome::Reminded, "a day before the round ends");
    let version = harness.record(game).await.expect("there").game.version;
    let step = Notice::Reminder(Reminder::Step { step: 0, ply: 0, stops_at: None });
    let (reminder, _) = harness.notice(game, version, step).await.expect("a reminder");
    assert!(
        reminder.text.ends_with(&format!("<@{}>, it's your turn. The round ends <t:{ends}:R>.", first.0)),
        "{reminder:?}"
    );
    // An organizer must decide; meanwhile the clock continues.
    event.wait(24).await;
    event.follow().await;
    let board = harness.command(first, "board", json!({ "game": game.to_string() })).await;
    assert!(board.text.contains(&format!("Deadline <t:{}:f>", ends + 4 * 24 * 3600)), "{board:?}");
    event.wait(4 * 24).await;
    harness.run_alarm(game).await;
    assert_eq!(event.ended(game).await, Some(EndReason::Time));
}

#[tokio::test]
async fn games_of_a_canceled_event_no_longer_end_with_their_round() {
    let event = closing(Unfinished::Score).await;
    event.begin().await;
    let [(game, ..)] = event.open().await[..] else { panic!("one game") };
    organizers::end(&event.harness.games, &event.by("rain"), event.id, organizers::EarlyEnd::Cancelled)
        .await
        .expect("it runs");
    event.follow().await;
    assert_eq!(event.harness.record(game).await.expect("there").game.round_ends_at(), None);
    event.wait(7 * 24).await;
    event.harness.run_alarm(game).await;
    assert_eq!(event.ended(game).await, Some(EndReason::Time));
}

#[tokio::test]
async fn a_round_that_closes_asks_the_organizer_and_waits() {
    let event = closing(Unfinished::Organizer).await;
    event.begin().await;
    let [(game, ..)] = event.open().await[..] else { panic!("one game") };
    event.wait(48).await;
    event.wait(24).await;
    let stored = event.follow().await;
    assert!(stored.tournament.rounds[0].is_asked);
    assert_eq!(event.ended(game).await, None);
    let open = games_of_round(&event.harness.games, &stored, 1).await.expect("readable");
    let asked = posts::undecided(Language::of("en-US"), &stored, 1, &open);
    let text = &asked.content;
    assert!(text.starts_with("<@99>, round 1 of **Spring cup** has closed") && text.contains("#1"), "{text}");
    assert_eq!(asked.mentions, [UserId(99)]);
    event.wait(24 * 3).await;
    assert_eq!(event.stored().await.tournament.current_round(), 1, "it waits");
}

#[tokio::test]
async fn a_pause_of_all_games_moves_the_end_of_the_round() {
    let event = closing(Unfinished::Score).await;
    event.begin().await;
    let [(game, ..)] = event.open().await[..] else { panic!("one game") };
    event.wait(50).await;
    assert_eq!(event.count(is_warning).await, 1);
    let decide = async |command: &str, options| {
        let asked = event.harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), command, options).await;
        let yes = asked.controls.first().unwrap_or_else(|| panic!("a question: {asked:?}")).clone();
        event.harness.press_as(ORGANIZER, MANAGES_EVENTS, &yes).await;
        while carry_out_decisions(&event.harness.games).await > 0 {}
        event.follow().await;
    };
    let pause = json!({ "competition": "Spring cup", "days": 10, "reason": "a holiday" });
    decide("organize pause", pause).await;
    let ends_at = async || event.harness.record(game).await.expect("there").game.round_ends_at();
    let opened_at = event.stored().await.tournament.rounds[0].opened_at;
    assert_eq!(ends_at().await, Some(opened_at.plus(13 * DAY)), "the game knows");
    event.wait(24 * 9).await;
    assert_eq!(event.ended(game).await, None);
    // A day early.
    decide("organize resume", json!({ "competition": "Spring cup", "reason": "it is over" })).await;
    assert_eq!(ends_at().await, Some(opened_at.plus(12 * DAY)));
    event.wait(21).await;
    assert_eq!(event.ended(game).await, None);
    assert_eq!(event.count(is_warning).await, 1, "again: it closes at another time");
    event.wait(2).await;
    assert_eq!(event.ended(game).await, Some(EndReason::RoundScore));
}

#[tokio::test]
async fn who_never_moves_forfeits_after_a_reminder() {
    let event = Event::with(Format::RoundRobin, None, 2, |new| {
        new.pace = Some("days:7".to_owned());
        new.rules.first_move_minutes = Some(48 * 60);
    })
    .await;
    event.begin().await;
    let [(game, first, second)] = event.open().await[..] else { panic!("one game") };
    let is_reminder = |notice: &Notice| matches!(notice, Notice::FirstMoveDue { .. });
    event.wait(23).await;
    event.harness.play(game, first, "a1b2").await.expect("legal");
    event.wait(1).await;
    assert_eq!(event.count(is_reminder).await, 0, "the first has moved");
    event.wait(23).await;
    assert_eq!(event.count(is_reminder).await, 1);
    event.wait(23).await;
    assert_eq!(event.ended(game).await, None);
    event.wait(1).await;
    assert_eq!(event.ended(game).await, Some(EndReason::Time));
    let stored = event.follow().await;
    assert_eq!(points(&stored), [(first.0, 2), (second.0, 0)]);
    assert!(stored.tournament.rounds[0].pairings[0].result.expect("over").is_forfeit);
}

#[tokio::test]
async fn who_forfeits_twice_running_is_out_of_a_swiss() {
    let event = Event::with(Format::Swiss, Some(3), 4, |new| {
        new.pace = Some("days:7".to_owned());
        new.rules.first_move_minutes = Some(120);
    })
    .await;
    event.begin().await;
    let silent = UserId(4);
    for round in 1..=2 {
        assert_eq!(event.stored().await.tournament.current_round(), round);
        for (game, first, second) in event.open().await {
            if first == silent || second == silent {
                if second == silent {
                    event.harness.play(game, first, "a1b2").await.expect("legal");
                }
            } else {
                event.lose(game, UserId(first.0.max(second.0))).await;
            }
        }
        event.wait(1).await;
        event.wait(1).await;
        event.follow().await;
    }
    let stored = event.follow().await;
    let entrant = stored.tournament.entrants.iter().find(|entrant| entrant.user == silent).expect("known");
    assert_eq!((entrant.is_out, entrant.left_after), (true, Some(2)));
    let overview = view::pairings(Language::of("en-US"), &stored, 3, &[], None, None);
    let text = &overview.content;
    assert!(text.contains("Out after two games without a move: <@4>"), "{text}");
    let third = &stored.tournament.rounds[2].pairings;
    let number = stored.tournament.number_of(silent).expect("known");
    assert!(third.iter().all(|pairing| !pairing.has(number)));
}

#[tokio::test]
async fn who_resigns_twice_before_moving_stays_in() {
    let event = Event::new(Format::Swiss, Some(3), 4).await;
    event.begin().await;
    for _ in 1..=2 {
        for (game, first, second) in event.open().await {
            let loser = UserId(first.0.max(second.0));
            if loser == UserId(4) {
                let (games, request) = (&event.harness.games, event.harness.request());
                resign::resign(games, request, game, loser, None).await.expect("they play");
            } else {
                event.lose(game, loser).await;
            }
        }
        event.follow().await;
    }
    let stored = event.stored().await;
    assert_eq!(stored.tournament.current_round(), 3);
    assert!(stored.tournament.is_in(UserId(4)), "they have come, and resigned");
}

#[tokio::test]
async fn a_summary_tells_once_a_week_who_leads_and_what_is_open() {
    let event = Event::with(Format::RoundRobin, None, 4, |new| new.pace = Some("days:14".to_owned())).await;
    event.begin().await;
    let (finished, first, second) = event.open().await[0];
    event.lose(finished, second).await;
    event.wait(24 * 7 - 1).await;
    assert_eq!(event.stored().await.tournament.summaries, 0);
    event.wait(1).await;
    let stored = event.follow().await;
    assert_eq!(stored.tournament.summaries, 1);
    let now = event.harness.clock.now();
    let due = event.harness.store.claim_posts(games::store::PostGroup::Competitions, now, now, 50);
    let due: Vec<_> = due.await.expect("readable").into_iter().map(|post| post.kind).collect();
    assert!(due.contains(&games::domain::PostKind::Summary(1)), "{due:?}");
    let open = games_of_round(&event.harness.games, &stored, 1).await.expect("readable");
    let text = posts::summary(Language::of("en-US"), &stored, 1, &open).content;
    assert!(text.contains(&format!("1. <@{}> · **1** point\n", first.0)), "{text}");
    assert!(text.contains("One game is open") && text.contains("#2"), "{text}");
    let playing = event.harness.games.list(first, &[Phase::Playing], 9).await.expect("readable");
    assert!(playing.is_empty());
}

#[tokio::test]
async fn a_round_whose_end_passed_in_an_outage_warns_before_it_closes() {
    let event = closing(Unfinished::Score).await;
    event.begin().await;
    let [(game, ..)] = event.open().await[..] else { panic!("one game") };
    event.wait(24 * 5).await;
    event.wait(1).await;
    assert_eq!((event.count(is_warning).await, event.ended(game).await), (1, None));
    event.wait(22).await;
    assert_eq!(event.ended(game).await, None);
    event.wait(2).await;
    assert_eq!(event.ended(game).await, Some(EndReason::RoundScore));
}

#[test]
fn the_end_of_a_round_is_extended_once_for_each_decision_and_pauses_do_not_take_it_back() {
    let rules = RoundRules { days: Some(3), ..RoundRules::default() };
    let mut round = Round::new(Timestamp(0), Vec::new());
    let day = |days: i64| Timestamp(days * DAY);
    let end = |round: &Round| round.closes_at(&rules).map(|at| at.0 / DAY);
    for request in [1, 1, 2] {
        round.extend(&rules, RequestId(request), day(1), 2 * DAY);
    }
    assert_eq!(end(&round), Some(7));
    round.pause(RequestId(3), TimeSpan { from: day(1), until: day(4) });
    assert_eq!(end(&round), Some(10));
    round.resume(RequestId(4), day(2));
    assert_eq!(end(&round), Some(8));
    // After its end it counts from the decision on.
    round.extend(&rules, RequestId(5), day(20), DAY);
    assert_eq!(end(&round), Some(21));
    round.extend(&rules, RequestId(6), Timestamp(-1), DAY);
    assert_eq!(end(&round), Some(21), "a decision on the round before");
}
