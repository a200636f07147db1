//! What time does to rounds: they close, and who never moves forfeits.

use bot::clock::Clock as _;
use bot::discord::Language;
use bot::domain::clubs::tournament::{Format, Round, RoundRules, Unfinished};
use bot::domain::{EndReason, GameId, Notice, Phase, RequestId, TimeSpan, Timestamp, UserId};
use bot::features::resign;
use bot::features::tournament::service::games_of_round;
use bot::features::tournament::{posts, view};
use serde_json::json;

use super::{Event, MANAGES_EVENTS, ORGANIZER, points};

const DAY: i64 = 86_400_000;

/// An event whose games have a week for each move, and whose rounds close after three days.
async fn closing(unfinished: Option<Unfinished>) -> Event {
    Event::with(Format::RoundRobin, None, 2, |new| {
        new.pace = Some("days:7".to_owned());
        (new.rules.days, new.rules.unfinished) = (Some(3), unfinished);
    })
    .await
}

impl Event {
    /// Lets so many hours pass, and takes in what they bring.
    async fn wait(&self, hours: i64) {
        self.harness.clock.advance(hours * DAY / 24);
        self.follow().await;
    }

    /// How often the players of a game were told of this.
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
    let event = closing(None).await;
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
    assert_eq!(event.ended(game).await, Some(EndReason::Time), "who was to move has lost");
    let stored = event.follow().await;
    assert_eq!(points(&stored), [(first.0, 2), (second.0, 0)]);
}

#[tokio::test]
async fn a_round_that_closes_asks_the_organizer_and_waits() {
    let event = closing(Some(Unfinished::AskOrganizer)).await;
    event.begin().await;
    let [(game, ..)] = event.open().await[..] else { panic!("one game") };
    event.wait(48).await;
    event.wait(24).await;
    let stored = event.follow().await;
    assert!(stored.tournament.rounds[0].is_asked);
    assert_eq!(event.ended(game).await, None);
    let open = games_of_round(&event.harness.games, &stored, 1).await.expect("readable");
    let asked = posts::undecided(Language::of("en-US"), &stored, 1, &open);
    let text = asked.body["content"].as_str().expect("a text");
    assert!(text.starts_with("<@99>, round 1 of **Spring cup** has closed") && text.contains("#1"), "{text}");
    assert_eq!(asked.body["allowed_mentions"]["users"], json!(["99"]));
    event.wait(24 * 3).await;
    assert_eq!(event.stored().await.tournament.current_round(), 1, "it waits");
}

#[tokio::test]
async fn a_pause_of_all_games_moves_the_end_of_the_round() {
    let event = closing(None).await;
    event.begin().await;
    let [(game, ..)] = event.open().await[..] else { panic!("one game") };
    event.wait(50).await;
    assert_eq!(event.count(is_warning).await, 1);
    let decide = async |command: &str, options| {
        let asked = event.harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), command, options).await;
        let yes = asked.controls.first().unwrap_or_else(|| panic!("a question: {asked:?}")).clone();
        event.harness.press_as(ORGANIZER, MANAGES_EVENTS, &yes).await;
        while bot::features::organize::carry_out_for_all(&event.harness.games).await.expect("readable") > 0 {}
        event.follow().await;
    };
    let pause = json!({ "competition": "Spring cup", "days": 10, "reason": "a holiday" });
    decide("organize pause", pause).await;
    event.wait(24 * 9).await;
    assert_eq!(event.ended(game).await, None);
    // A day early.
    decide("organize resume", json!({ "competition": "Spring cup", "reason": "it is over" })).await;
    event.wait(21).await;
    assert_eq!(event.ended(game).await, None);
    assert_eq!(event.count(is_warning).await, 1, "again: it closes at another time");
    event.wait(2).await;
    assert_eq!(event.ended(game).await, Some(EndReason::Time));
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
    let overview = view::pairings(Language::of("en-US"), &stored, 3, &[]);
    let text = overview.body["content"].as_str().expect("a text");
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
    let due = event.harness.store.claim_competition_posts(event.harness.clock.now(), event.harness.clock.now(), 50);
    let due: Vec<_> = due.await.expect("readable").into_iter().map(|post| post.part).collect();
    assert!(due.contains(&bot::domain::PostPart::Summary(1)), "{due:?}");
    let open = games_of_round(&event.harness.games, &stored, 1).await.expect("readable");
    let text = posts::summary(Language::of("en-US"), &stored, 1, &open).body["content"].to_string();
    assert!(text.contains(&format!("1. <@{}> · **1** point\\n", first.0)), "{text}");
    assert!(text.contains("One game is open") && text.contains("#2"), "{text}");
    let playing = event.harness.games.list(first, &[Phase::Playing], 9).await.expect("readable");
    assert!(playing.is_empty());
}

#[tokio::test]
async fn a_round_whose_end_passed_in_an_outage_warns_before_it_closes() {
    let event = closing(None).await;
    event.begin().await;
    let [(game, ..)] = event.open().await[..] else { panic!("one game") };
    event.wait(24 * 5).await;
    event.wait(1).await;
    assert_eq!((event.count(is_warning).await, event.ended(game).await), (1, None));
    event.wait(22).await;
    assert_eq!(event.ended(game).await, None);
    event.wait(2).await;
    assert_eq!(event.ended(game).await, Some(EndReason::Time));
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
