//! Vacations, weekends and sleeping hours: their effects on deadlines, and notices.

use base::clock::Clock as _;
use games::domain::{ClockHours, GameId, Notice, Outage, Phase, Timestamp, UserId, Vacation, VacationError};
use games::jobs::run_due;
use games::vacations::VacationAlarms;
use games::{GameError, vacations};

use crate::refused;
use crate::use_cases::support::{ADA, BRUNO, DAY, Fixture, HOUR, Harness};

/// Processes the games of everyone whose vacation has begun or ended, like the loop.
pub async fn ring_vacations(fixture: &Fixture) {
    run_due(&fixture.games, &VacationAlarms).await.expect("a store in memory");
}

pub fn harness_with_vacation() -> Harness {
    Harness::over(Fixture::with_vacation(&[24, 3]))
}

async fn start(fixture: &Fixture, who: UserId, days: i64) -> Vacation {
    let vacation = fixture.take_vacation(who, days, None).await;
    ring_vacations(fixture).await;
    vacation
}

/// `2023-12-24`, or with a time, in UTC.
pub fn day(text: &str) -> Timestamp {
    let text = if text.contains(' ') { format!("{}:00Z", text.replace(' ', "T")) } else { format!("{text}T00:00:00Z") };
    Timestamp(text.parse::<jiff::Timestamp>().expect(&text).as_millisecond())
}

/// The rest of the running turn, in hours of real time.
pub async fn days_left(fixture: &Fixture, game: GameId) -> i64 {
    fixture.game(game).await.turn.deadline_at.expect("a deadline").since(fixture.clock.now()) / HOUR
}

#[tokio::test]
async fn a_vacation_pauses_only_its_players_clocks_and_each_game_is_told_once() {
    let fixture = Fixture::with_vacation(&[24, 3]);
    let (mine, theirs, without) =
        (fixture.started().await, fixture.started().await, fixture.started_as("abalone", "days:3 vacation=off").await);
    let endless = fixture.started_as("abalone", "none").await;
    fixture.plays(theirs, ADA, "a1b2").await;
    fixture.notices().await;
    fixture.wait(24);
    let vacation = start(&fixture, ADA, 4).await;
    ring_vacations(&fixture).await;
    vacations::run_vacation_alarm(&fixture.games, &vacation).await.expect("a second time");
    assert_eq!(
        [days_left(&fixture, mine).await, days_left(&fixture, theirs).await, days_left(&fixture, without).await],
        [48 + 96, 48, 48],
        "hers where it is her turn, and not where the game has no vacation"
    );
    assert_eq!(fixture.game(endless).await.turn.deadline_at, None);
    let (from, until) = (vacation.span.from, vacation.span.until);
    assert_eq!(fixture.notices().await, [Notice::VacationBegan { user: ADA, from, until, automatic: false, ply: 0 }]);
    // Bruno moves: her next turn gets all its time after the vacation.
    fixture.plays(theirs, BRUNO, "i9h8").await;
    assert_eq!(days_left(&fixture, theirs).await, 96 + 72);
    // She may move all the same, without losing anything.
    fixture.wait(50);
    fixture.play(mine, ADA, "a1b2").await.expect("she may");
    assert_eq!(days_left(&fixture, mine).await, 72, "Bruno's clock runs");
    fixture.notices().await;
    // After its end, the games in which it is her turn are notified once.
    fixture.wait(46);
    ring_vacations(&fixture).await;
    vacations::run_vacation_alarm(&fixture.games, &vacation).await.expect("a second time");
    assert_eq!(fixture.notices().await, [Notice::VacationEnded { user: ADA, ply: 2, canceled: false }]);
    assert_eq!(days_left(&fixture, theirs).await, 72);
}

#[tokio::test]
async fn a_stopped_vacation_returns_unused_days() {
    let fixture = Fixture::with_vacation(&[24, 3]);
    let game = fixture.started().await;
    fixture.notices().await;
    start(&fixture, ADA, 10).await;
    fixture.notices().await;
    fixture.wait(36);
    let request = fixture.request();
    let stopped = vacations::stop_vacation(&fixture.games, request, ADA, None).await.expect("it runs");
    ring_vacations(&fixture).await;
    assert_eq!(stopped.span.length(), 36 * HOUR);
    assert_eq!(days_left(&fixture, game).await, 72);
    assert_eq!(fixture.notices().await, [Notice::VacationEnded { user: ADA, ply: 0, canceled: false }]);
    assert_eq!(vacations::vacation_status(&fixture.games, ADA).await.expect("readable").left, 30 * DAY - 36 * HOUR);
    // A repeated request, for example from another process, gets the same answer; a new one finds nothing.
    let again = vacations::stop_vacation(&fixture.games, request, ADA, None).await.expect("answered");
    assert_eq!((again.number, again.span), (stopped.number, stopped.span));
    refused!(
        vacations::stop_vacation(&fixture.games, fixture.request(), ADA, None).await,
        GameError::Vacation(VacationError::Nothing)
    );
}

#[tokio::test]
async fn a_planned_vacation_can_be_canceled() {
    let fixture = Fixture::with_vacation(&[24, 3]);
    let game = fixture.started().await;
    fixture.notices().await;
    // The fixture's clock starts at 2023-11-14, 22:13:20.
    let request = fixture.request();
    let plan = |days, from| vacations::start_vacation(&fixture.games, request, ADA, Some(days), Some(day(from)));
    let planned = plan(3, "2023-11-16").await.expect("it fits");
    assert_eq!(plan(3, "2023-11-16").await.expect("the same request"), planned);
    ring_vacations(&fixture).await;
    assert_eq!(days_left(&fixture, game).await, 72 + 72, "it begins before the turn is lost");
    let (from, until) = (planned.span.from, planned.span.until);
    assert_eq!(fixture.notices().await, [Notice::VacationBegan { user: ADA, from, until, automatic: false, ply: 0 }]);
    let leave = vacations::vacation_status(&fixture.games, ADA).await.expect("readable");
    assert_eq!((leave.running, leave.planned[0].span, leave.left), (None, planned.span, 27 * DAY));
    // One that begins after the deadline does not affect this turn, and no one is notified.
    let later = fixture.take_vacation(ADA, 2, Some(day("2023-12-24"))).await;
    ring_vacations(&fixture).await;
    assert_eq!(fixture.notices().await, []);
    // The next vacation is cancelled.
    vacations::stop_vacation(&fixture.games, fixture.request(), ADA, None).await.expect("cancelled");
    ring_vacations(&fixture).await;
    assert_eq!(days_left(&fixture, game).await, 72);
    assert_eq!(fixture.notices().await, [Notice::VacationEnded { user: ADA, ply: 0, canceled: true }]);
    let leave = vacations::vacation_status(&fixture.games, ADA).await.expect("readable");
    assert_eq!((leave.planned.len(), leave.planned[0].span, leave.left), (1, later.span, 28 * DAY));
    // Days of next year are used while the vacation is planned.
    let next = fixture.take_vacation(ADA, 2, Some(day("2024-01-03"))).await;
    assert_eq!(vacations::vacation_status(&fixture.games, ADA).await.expect("readable").later, [(2024, 28 * DAY)]);
    vacations::stop_vacation(&fixture.games, fixture.request(), ADA, Some(next.number)).await.expect("cancelled");
    assert_eq!(vacations::vacation_status(&fixture.games, ADA).await.expect("readable").later, []);
    for (days, from, refusal) in [
        (Some(3), "2023-11-14 22:00", VacationError::Past),
        (
            Some(3),
            "2023-12-23",
            VacationError::Overlaps(
                vacations::vacation_status(&fixture.games, ADA).await.expect("readable").planned[0].span,
            ),
        ),
        (Some(29), "2024-12-01", VacationError::TooFar),
    ] {
        let refused = vacations::start_vacation(&fixture.games, fixture.request(), ADA, days, Some(day(from))).await;
        assert!(matches!(refused, Err(GameError::Vacation(problem)) if problem == refusal), "{from}");
    }
}

#[tokio::test]
async fn weekends_and_sleep_follow_the_time_zone_of_the_player_on_turn() {
    let harness = harness_with_vacation();
    let reply = harness.say(ADA, "settings clock zone:europe/paris sleep-from:23:00 sleep-to:7h").await;
    reply.privately().says_all(&["**Europe/Paris** (it's 23:13 there)", "**23:00 – 07:00**", "from your next turn"]);
    // Tuesday, 23:13 in Paris: she sleeps; sixteen hours a day are left, on weekdays.
    let game = harness.started_as("abalone", "days:3 weekends=pause").await;
    let at = |text: &str| Some(Timestamp(text.parse::<i64>().expect(text) * 1000));
    // Wednesday to Friday 7:00 to 23:00 make 48 hours, Monday 16, 8 are left on Tuesday: 15:00 in Paris, 2023-11-21T14:00Z.
    assert_eq!(harness.game(game).await.turn.deadline_at, at("1700575200"));
    // It is Bruno's turn: UTC, and no sleep. From Tuesday 22:13:20 it is Friday.
    harness.plays(game, ADA, "a1b2").await;
    assert_eq!(days_left(&harness, game).await, 72);
    // A running turn is not affected.
    let before = harness.game(game).await.turn.deadline_at;
    harness.say(BRUNO, "settings clock zone:Asia/Tokyo sleep-from:1 sleep-to:13").await;
    harness.plays(game, BRUNO, "i9h8").await;
    harness.plays(game, ADA, "d4c3").await;
    assert_ne!(harness.game(game).await.turn.deadline_at, before);
    assert_eq!(
        harness.game(game).await.turn.clock_hours.map(|hours| hours.to_string()).as_deref(),
        Some("Asia/Tokyo 01:00-13:00")
    );
}

#[tokio::test]
async fn a_challenge_lists_what_pauses_its_clocks() {
    let harness = harness_with_vacation();
    let challenge = "user:2 pace:days:5";
    harness.challenge_in_form(ADA, challenge, &[("pauses", "weekends=pause vacation=off")]).await;
    let games = harness.games.list(ADA, &[Phase::Offered], 9).await.expect("readable");
    let game = games[0].game.game_id;
    assert_eq!(harness.game(game).await.time_control.to_string(), "days:5 weekends=pause vacation=off");
    let (card, _) = harness.notice(game, 0, Notice::Challenge).await.expect("words");
    card.says("• Clocks pause **on weekends**\n• **No vacation**");
    let live = "user:2 pace:total:15m";
    let reply = harness.challenge_in_form(ADA, live, &[("pauses", "weekends=pause")]).await;
    reply.begins("⚠️ The clocks of a live game never pause");
}

#[tokio::test]
async fn the_hosts_pauses_apply_unless_a_challenge_overrides_them() {
    let set = "days:2 weekends=pause vacation=asked".parse().expect("a pace");
    let harness = Harness::over(Fixture::new().hosted(|settings| settings.default_time_control = set));
    for (options, pauses, pace) in [
        ("", None, "days:2 weekends=pause vacation=asked"),
        ("pace:days:7", None, "days:7 weekends=pause vacation=asked"),
        ("pace:total:15m", None, "total:15m"),
        ("", Some("default"), "days:2"),
        ("", Some("vacation=off"), "days:2 vacation=off"),
        ("pace:days:5", Some("weekends=pause"), "days:5 weekends=pause"),
    ] {
        let options = format!("user:2 {options}");
        match pauses {
            Some(pauses) => harness.challenge_in_form(ADA, &options, &[("pauses", pauses)]).await,
            None => harness.say(ADA, &format!("challenge {options}")).await,
        };
        let games = harness.games.list(ADA, &[Phase::Offered], 9).await.expect("readable");
        let game = games[0].game.game_id;
        assert_eq!(harness.game(game).await.time_control.to_string(), pace, "{options}");
        harness.withdraw(game, ADA).await.expect("withdrawn");
    }
}

#[tokio::test]
async fn vacations_are_shown_wherever_a_game_is_shown() {
    let harness = harness_with_vacation();
    let game = harness.started().await;
    start(&harness, ADA, 4).await;
    let until = harness.clock.now().plus(4 * DAY).0 / 1000;
    let now = harness.clock.now().0 / 1000;
    let board = harness.say(BRUNO, "board").await;
    board.says_all(&[
        &format!("On vacation: <@1>, <t:{now}:f> – <t:{until}:f>"),
        &format!("Deadline <t:{}:f>", now + 7 * 24 * 3600),
    ]);
    let list = harness.say(BRUNO, "games").await;
    list.says(&format!("__Paused__\n**#1** <@1> · Standard · <@1> on vacation until <t:{until}:d>"));
    let profile = harness.say(BRUNO, "profile show user:1").await;
    profile.ends(&format!("<@1> is on vacation until <t:{until}:f>."));
    let status = harness.say(ADA, "settings vacation status").await;
    status.says("Left in 2023: 26 d of 30 d.");
    // The notices of the game.
    let version = harness.game(game).await.version;
    let away = Notice::VacationBegan {
        user: ADA,
        from: Timestamp(0),
        until: Timestamp(until * 1000),
        automatic: false,
        ply: 0,
    };
    let (reply, called) = harness.notice(game, version, away.clone()).await.expect("words");
    assert!(reply.text.contains("\n<@1> is on vacation until") && called.is_empty(), "{reply:?}");
    harness.play(game, ADA, "a1b2").await.expect("she may");
    assert!(harness.notice(game, version, away).await.is_none(), "it no longer applies");
}

#[tokio::test]
async fn an_unannounced_vacation_is_announced_with_the_next_clock_change() {
    let fixture = Fixture::with_vacation(&[24, 3]);
    let game = fixture.started().await;
    fixture.notices().await;
    let start = fixture.clock.now();
    let vacation = fixture.take_vacation(ADA, 4, None).await;
    // The process dies before it notifies her games, and ten hours pass before the next one.
    fixture.wait(10);
    let outage = Outage { from: start, until: fixture.clock.now() };
    fixture.store.record_outage(outage).await.expect("a store in memory");
    while fixture.games.credit_outages().await.expect("sound games") {}
    ring_vacations(&fixture).await;
    let (from, until) = (vacation.span.from, vacation.span.until);
    assert_eq!(fixture.notices().await, [Notice::VacationBegan { user: ADA, from, until, automatic: false, ply: 0 }]);
    assert_eq!(days_left(&fixture, game).await, 96 + 72 - 10, "the outage lies in the vacation");
}

#[tokio::test]
async fn a_damaged_game_does_not_keep_others_from_vacations_or_reminders() {
    let harness = harness_with_vacation();
    let games = [harness.started().await, harness.started().await, harness.started().await];
    for damaged in games {
        let hours = harness.game(damaged).await.turn.clock_hours;
        let sunk = Some(ClockHours { zone: "Sea/Atlantis".to_owned(), sleep: None });
        harness.store.tamper(damaged, |record| record.game.turn.clock_hours = sunk);
        let sound: Vec<GameId> = games.into_iter().filter(|game| *game != damaged).collect();
        let before = days_left(&harness, sound[0]).await;
        start(&harness, ADA, 1).await;
        for game in &sound {
            assert_eq!(days_left(&harness, *game).await, before + 24, "{game}");
        }
        assert_eq!(run_due(&harness.games, &VacationAlarms).await.expect("readable"), 0, "the alarm is set down");
        let reply = harness.say(ADA, "settings reminders steps:12h").await.text;
        assert!(reply.starts_with("Reminders before a deadline: **12 h**"), "{reply}");
        for game in &sound {
            let stored = harness.game(*game).await;
            assert_eq!(stored.turn.wake_at, stored.turn.deadline_at.map(|at| at.plus(-12 * HOUR)), "{game}");
        }
        harness.say(ADA, "settings reminders steps:default").await;
        harness.store.tamper(damaged, |record| record.game.turn.clock_hours = hours);
        harness.wait(24);
        ring_vacations(&harness).await;
        // The damaged game handles the vacation at its next alarm.
        harness.run_alarm(damaged).await;
    }
}

#[tokio::test]
async fn a_picture_shows_the_time_of_the_turn() {
    let harness = harness_with_vacation();
    let (days, none) = (harness.started_as("abalone", "days:3").await, harness.started_as("abalone", "none").await);
    let draw = async |game: GameId| harness.say(BRUNO, &format!("board game:{game}")).await.png;
    let (three, endless) = (draw(days).await, draw(none).await);
    assert_ne!(three, endless, "beside the name of the player on turn");
    assert_eq!(
        three,
        draw(harness.started_as("abalone", "days:3").await).await,
        "the same at the beginning of each turn"
    );
}

#[tokio::test]
async fn a_vacation_is_begun_and_ended_by_buttons() {
    let harness = harness_with_vacation();
    harness.started().await;
    let status = harness.say(ADA, "settings vacation status").await;
    let form = harness.press_private(ADA, &status.controls[0]).await;
    assert_eq!(form.labels.len(), 2, "days, and from when: {form:?}");
    let reply = harness.submit(ADA, &form.controls[0], "days", "3").await;
    reply.begins("Your vacation has started");
    let status = harness.say(ADA, "settings vacation status").await;
    let ended = harness.press_private(ADA, &status.controls[1]).await;
    ended.says("vacation");
    let status = harness.say(ADA, "settings vacation status").await;
    assert_eq!(status.controls.len(), 2, "one to begin, and the other settings: {status:?}");
}
