//! `VacationStore` that are asked for, weekends and sleeping hours: what they do to deadlines, and who is told.

use std::sync::Arc;
use std::time::Duration;

use bot::clock::Clock as _;
use bot::domain::VacationError;
use bot::domain::{ClockHours, GameId, Notice, Outage, Phase, Timestamp, UserId, Vacation};
use bot::features::deadlines::service::AlarmOutcome;
use bot::games::GameError;
use bot::store::{GameStore as _, HeartbeatStore as _, PlayerStore as _, VacationStore as _};
use serde_json::json;

use crate::dialogue::Dialogue;
use crate::refused;
use crate::stage::{ADA, BRUNO, CHLOE, HOUR, Stage};

const DAY: i64 = 24 * HOUR;

/// Looks at the games of everybody whose vacation has begun or ended, as the loop does.
pub async fn ring_vacations(stage: &Stage) {
    let now = stage.clock.now();
    for vacation in stage.store.claim_vacations(now, now.plus(1), 100).await.expect("a store in memory") {
        stage.games.run_vacation_alarm(&vacation).await.expect("sound games");
    }
}

pub fn people() -> Dialogue {
    Dialogue::over(Stage::with_vacation(&[24, 3]))
}

async fn start(stage: &Stage, who: UserId, days: i64) -> Vacation {
    let vacation = stage.games.start_vacation(stage.request(), who, Some(days), None).await.expect("there is enough");
    ring_vacations(stage).await;
    vacation
}

/// `2023-12-24`, or with a time, in UTC.
pub fn day(text: &str) -> Timestamp {
    let text = if text.contains(' ') { format!("{}:00Z", text.replace(' ', "T")) } else { format!("{text}T00:00:00Z") };
    Timestamp(text.parse::<jiff::Timestamp>().expect(&text).as_millisecond())
}

/// What is left of the running turn, in hours of the clock on the wall.
pub async fn left(stage: &Stage, game: GameId) -> i64 {
    stage.game(game).await.turn.deadline_at.expect("a deadline").since(stage.clock.now()) / HOUR
}

#[tokio::test]
async fn a_vacation_stops_the_clocks_of_its_player_only_and_every_game_hears_of_it_once() {
    let stage = Stage::with_vacation(&[24, 3]);
    let (mine, theirs, without) =
        (stage.started().await, stage.started().await, stage.started_as("abalone", "days:3 vacation=off").await);
    let endless = stage.started_as("abalone", "none").await;
    stage.play(theirs, ADA, "a1b2").await.expect("legal");
    stage.notices().await;
    stage.wait(24);
    let vacation = start(&stage, ADA, 4).await;
    ring_vacations(&stage).await;
    stage.games.run_vacation_alarm(&vacation).await.expect("a second time");
    assert_eq!(
        [left(&stage, mine).await, left(&stage, theirs).await, left(&stage, without).await],
        [48 + 96, 48, 48],
        "hers where it is her turn, and not where the game has no vacation"
    );
    assert_eq!(stage.game(endless).await.turn.deadline_at, None);
    let (from, until) = (vacation.span.from, vacation.span.until);
    assert_eq!(stage.notices().await, [Notice::VacationBegan { user: ADA, from, until, automatic: false, ply: 0 }]);
    // Bruno moves: the turn of hers that begins now has all its time after the vacation.
    stage.play(theirs, BRUNO, "i9h8").await.expect("legal");
    assert_eq!(left(&stage, theirs).await, 96 + 72);
    // She may move all the same, and nothing is taken from her.
    stage.wait(50);
    stage.play(mine, ADA, "a1b2").await.expect("she may");
    assert_eq!(left(&stage, mine).await, 72, "Bruno's clock runs");
    stage.notices().await;
    // It is over: the games in which it is her turn are told once.
    stage.wait(46);
    ring_vacations(&stage).await;
    stage.games.run_vacation_alarm(&vacation).await.expect("a second time");
    assert_eq!(stage.notices().await, [Notice::VacationEnded { user: ADA, ply: 2 }]);
    assert_eq!(left(&stage, theirs).await, 72);
}

#[tokio::test]
async fn a_vacation_takes_nothing_from_a_clock_that_runs_down() {
    let stage = Stage::with_vacation(&[24, 3]);
    let game = stage.started_as("abalone", "fischer:3d+1d/9d").await;
    stage.wait(10);
    start(&stage, ADA, 5).await;
    stage.wait(100);
    stage.play(game, ADA, "a1b2").await.expect("legal");
    let record = stage.store.game(game).await.expect("readable").expect("there");
    assert_eq!(record.seats[0].clock, Some(3 * DAY - 10 * HOUR + DAY), "ten hours before it, a day gained");
}

#[tokio::test]
async fn a_vacation_that_is_stopped_gives_back_what_was_not_taken() {
    let stage = Stage::with_vacation(&[24, 3]);
    let game = stage.started().await;
    stage.notices().await;
    start(&stage, ADA, 10).await;
    stage.notices().await;
    stage.wait(36);
    let request = stage.request();
    let stopped = stage.games.stop_vacation(request, ADA, None).await.expect("it runs");
    ring_vacations(&stage).await;
    assert_eq!(stopped.span.length(), 36 * HOUR);
    assert_eq!(left(&stage, game).await, 72);
    assert_eq!(stage.notices().await, [Notice::VacationEnded { user: ADA, ply: 0 }]);
    assert_eq!(stage.games.leave(ADA).await.expect("readable").left, 30 * DAY - 36 * HOUR);
    // The same request again, from another process, say, is answered alike; a new one finds nothing.
    let again = stage.games.stop_vacation(request, ADA, None).await.expect("answered");
    assert_eq!((again.number, again.span), (stopped.number, stopped.span));
    refused!(
        stage.games.stop_vacation(stage.request(), ADA, None).await,
        GameError::VacationStatus(VacationError::Nothing)
    );
}

#[tokio::test]
async fn a_vacation_is_planned_ahead_and_cancelled() {
    let stage = Stage::with_vacation(&[24, 3]);
    let game = stage.started().await;
    stage.notices().await;
    // The clock of the stage stands at 2023-11-14, 22:13:20.
    let request = stage.request();
    let plan = |days, from| stage.games.start_vacation(request, ADA, Some(days), Some(day(from)));
    let planned = plan(3, "2023-11-16").await.expect("it fits");
    assert_eq!(plan(3, "2023-11-16").await.expect("the same request"), planned);
    ring_vacations(&stage).await;
    assert_eq!(left(&stage, game).await, 72 + 72, "it begins before the turn is lost");
    let (from, until) = (planned.span.from, planned.span.until);
    assert_eq!(stage.notices().await, [Notice::VacationBegan { user: ADA, from, until, automatic: false, ply: 0 }]);
    let leave = stage.games.leave(ADA).await.expect("readable");
    assert_eq!((leave.running, leave.planned[0].span, leave.left), (None, planned.span, 27 * DAY));
    // One that begins after the deadline changes nothing for this turn, and nobody is bothered.
    let later =
        stage.games.start_vacation(stage.request(), ADA, Some(2), Some(day("2023-12-24"))).await.expect("it fits");
    ring_vacations(&stage).await;
    assert_eq!(stage.notices().await, []);
    // What is cancelled is the next one.
    stage.games.stop_vacation(stage.request(), ADA, None).await.expect("cancelled");
    ring_vacations(&stage).await;
    assert_eq!(left(&stage, game).await, 72);
    assert_eq!(stage.notices().await, [Notice::VacationEnded { user: ADA, ply: 0 }]);
    let leave = stage.games.leave(ADA).await.expect("readable");
    assert_eq!((leave.planned.len(), leave.planned[0].span, leave.left), (1, later.span, 28 * DAY));
    // Of next year something is taken as long as it is planned.
    let next =
        stage.games.start_vacation(stage.request(), ADA, Some(2), Some(day("2024-01-03"))).await.expect("it fits");
    assert_eq!(stage.games.leave(ADA).await.expect("readable").later, [(2024, 28 * DAY)]);
    stage.games.stop_vacation(stage.request(), ADA, Some(next.number)).await.expect("cancelled");
    assert_eq!(stage.games.leave(ADA).await.expect("readable").later, []);
    for (days, from, refusal) in [
        (Some(3), "2023-11-14 22:00", VacationError::Past),
        (
            Some(3),
            "2023-12-23",
            VacationError::Overlaps(stage.games.leave(ADA).await.expect("readable").planned[0].span),
        ),
        (Some(29), "2024-12-01", VacationError::TooFar),
    ] {
        let refused = stage.games.start_vacation(stage.request(), ADA, days, Some(day(from))).await;
        assert!(matches!(refused, Err(GameError::VacationStatus(problem)) if problem == refusal), "{from}");
    }
}

#[tokio::test]
async fn a_deadline_that_passes_before_a_vacation_reached_its_game_is_none() {
    let stage = Stage::with_vacation(&[24, 3]);
    let game = stage.started_as("abalone", "days:3 vacation=asked").await;
    stage.wait(70);
    // Nobody has looked at the games yet: the process died.
    stage.games.start_vacation(stage.request(), ADA, Some(2), None).await.expect("there is enough");
    stage.wait(10);
    assert_eq!(stage.games.run_alarm(game).await.expect("sound"), AlarmOutcome::Retimed);
    assert_eq!(left(&stage, game).await, 40);
}

#[tokio::test]
async fn a_vacation_that_begins_while_a_move_is_made_is_not_forgotten() {
    let stage = Stage::with_vacation(&[24, 3]);
    let game = stage.started().await;
    let rival = stage.clone();
    stage.store.before_next_commit(async move {
        rival.games.start_vacation(rival.request(), BRUNO, Some(5), None).await.expect("there is enough");
        ring_vacations(&rival).await;
    });
    stage.play(game, ADA, "a1b2").await.expect("legal");
    assert_eq!(left(&stage, game).await, 72, "the move knew of no vacation");
    // At the latest the first alarm of the turn sees it.
    stage.wait(48);
    assert_eq!(stage.games.run_alarm(game).await.expect("sound"), AlarmOutcome::Retimed);
    assert_eq!(left(&stage, game).await, 24 + 120);
}

#[tokio::test]
async fn of_two_who_start_a_vacation_at_once_one_is_told_of_the_other() {
    let stage = Stage::with_vacation(&[24, 3]);
    let begin = || stage.games.start_vacation(stage.request(), ADA, Some(5), None);
    let (one, other) = tokio::join!(begin(), begin());
    assert_ne!(one.is_ok(), other.is_ok());
    refused!(begin().await, GameError::VacationStatus(VacationError::Overlaps(_)));
}

#[tokio::test]
async fn weekends_and_sleep_stop_the_clock_by_the_wall_of_whoever_is_on_turn() {
    let people = people();
    let clock = json!({ "zone": "europe/paris", "sleep-from": "23:00", "sleep-to": "7h" });
    let said = people.command(ADA, "settings clock", clock).await;
    assert!(said.private && said.text.contains("**Europe/Paris** (it is 23:13 there now)"), "{said:?}");
    assert!(said.text.contains("**23:00 – 07:00**") && said.text.contains("on your next turn"), "{said:?}");
    // Tuesday, 23:13 in Paris: she sleeps; sixteen hours a day are left, on weekdays.
    let game = people.started_as("abalone", "days:3 weekends=pause").await;
    let at = |text: &str| Some(Timestamp(text.parse::<i64>().expect(text) * 1000));
    // Wednesday to Friday 7:00 to 23:00 make 48 hours, Monday 16, 8 are left on Tuesday: 15:00 in Paris, 2023-11-21T14:00Z.
    assert_eq!(people.game(game).await.turn.deadline_at, at("1700575200"));
    // It is Bruno's turn: UTC, and no sleep. From Tuesday 22:13:20 it is Friday.
    people.play(game, ADA, "a1b2").await.expect("legal");
    assert_eq!(left(&people, game).await, 72);
    // A turn that runs goes on as it began.
    let before = people.game(game).await.turn.deadline_at;
    people.command(BRUNO, "settings clock", json!({ "zone": "Asia/Tokyo", "sleep-from": "1", "sleep-to": "13" })).await;
    people.play(game, BRUNO, "i9h8").await.expect("legal");
    people.play(game, ADA, "d4c3").await.expect("legal");
    assert_ne!(people.game(game).await.turn.deadline_at, before);
    assert_eq!(
        people.game(game).await.turn.clock_hours.map(|hours| hours.to_string()).as_deref(),
        Some("Asia/Tokyo 01:00-13:00")
    );
}

#[tokio::test]
async fn what_cannot_be_is_refused_in_both_languages() {
    for (people, sentences) in [
        (
            people(),
            [
                "There is no time zone `Europe/Pariss`. Did you mean `Europe/Paris`",
                "There is no time zone `the moon`.",
                "`25:00` is not a time of day.",
                "Sleeping hours can last at most 12 hours",
                "Enter both",
                "Choose your time zone too",
                "Sleeping hours cannot start and end",
                "`2023-02-30` is not a date.",
                "A vacation cannot start in the past.",
                "You can plan a vacation at most 366 days ahead",
                "A vacation lasts 1 to 30 days.",
                "You are not on vacation",
            ],
        ),
        (
            Dialogue::over(Stage::with_vacation(&[24, 3])).in_french(),
            [
                "Il n'y a pas de fuseau horaire `Europe/Pariss`. Vouliez-vous dire `Europe/Paris`",
                "Il n'y a pas de fuseau horaire `the moon`.",
                "`25:00` n'est pas une heure.",
                "Le sommeil peut durer au maximum 12 heures",
                "Indiquez les deux",
                "Choisissez aussi votre fuseau horaire",
                "Le sommeil ne peut pas commencer et finir",
                "`2023-02-30` n'est pas une date.",
                "Un congé ne peut pas commencer dans le passé.",
                "Un congé se prévoit au maximum 366 jours",
                "Un congé dure de 1 à 30 jours.",
                "Vous n'êtes pas en congé",
            ],
        ),
    ] {
        let bad = [
            ("settings clock", json!({ "zone": "Europe/Pariss" })),
            ("settings clock", json!({ "zone": "the moon" })),
            ("settings clock", json!({ "zone": "UTC", "sleep-from": "25:00", "sleep-to": "7:00" })),
            ("settings clock", json!({ "zone": "UTC", "sleep-from": "20:00", "sleep-to": "8:01" })),
            ("settings clock", json!({ "sleep-from": "20:00" })),
            ("settings clock", json!({ "sleep-from": "20:00", "sleep-to": "6:00" })),
            ("settings clock", json!({ "zone": "UTC", "sleep-from": "20:00", "sleep-to": "20:00" })),
            ("vacation start", json!({ "days": 3, "from": "2023-02-30" })),
            ("vacation start", json!({ "days": 3, "from": "2023-11-01" })),
            ("vacation start", json!({ "days": 3, "from": "2025-11-01" })),
            ("vacation start", json!({ "days": 31 })),
            ("vacation stop", json!({})),
        ];
        for ((command, options), sentence) in bad.into_iter().zip(sentences) {
            let said = people.command(CHLOE, command, options).await;
            assert!(said.private && said.text.starts_with(sentence), "{sentence}: {said:?}");
        }
        assert!(people.store.vacations_of(CHLOE).await.expect("readable").is_empty());
        assert_eq!(people.store.preferences(CHLOE).await.expect("reads"), bot::domain::Preferences::default());
    }
}

#[tokio::test]
async fn a_challenge_says_what_stops_its_clocks_and_a_live_one_has_nothing() {
    let people = people();
    let challenge = json!({ "user": "2", "pace": "days:5", "pauses": "weekends=pause vacation=off" });
    people.command(ADA, "challenge", challenge).await;
    let games = people.games.list(ADA, &[Phase::Offered], 9).await.expect("readable");
    let game = games[0].game.game_id;
    assert_eq!(people.game(game).await.time_control.to_string(), "days:5 weekends=pause vacation=off");
    let (card, _) = people.notice(game, 0, Notice::Challenge).await.expect("words");
    assert!(card.text.contains("• Clocks pause **on weekends**\n• **No vacation**"), "{card:?}");
    let live = json!({ "user": "2", "pace": "total:15m", "pauses": "weekends=pause" });
    let said = people.command(ADA, "challenge", live).await;
    assert!(said.text.starts_with("The clocks of a live game never pause"), "{said:?}");
}

#[tokio::test]
async fn what_the_host_has_set_for_the_clocks_holds_until_a_challenge_says_otherwise() {
    let set = "days:2 weekends=pause vacation=asked".parse().expect("a pace");
    let people = Dialogue::over(Stage::new().hosted(|settings| settings.default_time_control = set));
    for (options, pace) in [
        (json!({}), "days:2 weekends=pause vacation=asked"),
        (json!({ "pace": "days:7" }), "days:7 weekends=pause vacation=asked"),
        (json!({ "pace": "total:15m" }), "total:15m"),
        (json!({ "pauses": "default" }), "days:2"),
        (json!({ "pauses": "vacation=off" }), "days:2 vacation=off"),
        (json!({ "pace": "days:5", "pauses": "weekends=pause" }), "days:5 weekends=pause"),
    ] {
        let mut wish = json!({ "user": "2" });
        wish.as_object_mut().expect("options").extend(options.as_object().cloned().expect("options"));
        people.command(ADA, "challenge", wish).await;
        let games = people.games.list(ADA, &[Phase::Offered], 9).await.expect("readable");
        let game = games[0].game.game_id;
        assert_eq!(people.game(game).await.time_control.to_string(), pace, "{options}");
        people.games.withdraw(people.request(), game, ADA).await.expect("withdrawn");
    }
}

#[tokio::test]
async fn who_is_away_is_seen_wherever_somebody_looks() {
    let people = people();
    let game = people.started().await;
    start(&people, ADA, 4).await;
    let until = people.clock.now().plus(4 * DAY).0 / 1000;
    let now = people.clock.now().0 / 1000;
    let board = people.command(BRUNO, "board", json!({})).await;
    assert!(board.text.contains(&format!("On vacation: <@1>, <t:{now}:f> – <t:{until}:f>")), "{board:?}");
    assert!(board.text.contains(&format!("Deadline <t:{}:f>", now + 7 * 24 * 3600)), "{board:?}");
    let list = people.command(BRUNO, "games", json!({})).await;
    assert!(list.text.contains(&format!("\n<@1> is on vacation until <t:{until}:f>.\n")), "{list:?}");
    let profile = people.command(BRUNO, "profile", json!({ "user": "1" })).await;
    assert!(profile.text.ends_with(&format!("<@1> is on vacation until <t:{until}:f>.")), "{profile:?}");
    let status = people.command(ADA, "vacation status", json!({})).await;
    assert!(status.text.contains("Left in 2023: 26 d of 30 d."), "{status:?}");
    // What the game is told.
    let version = people.game(game).await.version;
    let away = Notice::VacationBegan {
        user: ADA,
        from: Timestamp(0),
        until: Timestamp(until * 1000),
        automatic: false,
        ply: 0,
    };
    let (said, called) = people.notice(game, version, away.clone()).await.expect("words");
    assert!(said.text.starts_with("<@1> is on vacation until") && called.is_empty(), "{said:?}");
    people.play(game, ADA, "a1b2").await.expect("she may");
    assert!(people.notice(game, version, away).await.is_none(), "nothing to say any more");
}

#[tokio::test]
async fn the_loop_of_the_alarms_tells_the_games_of_a_vacation() {
    let stage = Stage::with_vacation(&[24, 3]);
    let game = stage.started().await;
    stage.games.start_vacation(stage.request(), ADA, Some(2), None).await.expect("there is enough");
    let cancel = tokio_util::sync::CancellationToken::new();
    let running = tokio::spawn(bot::scheduler::alarms::run(
        stage.games.clone(),
        stage.store.clone(),
        stage.clock.clone(),
        Arc::default(),
        Stage::pulse(),
        cancel.clone(),
    ));
    let told = async {
        while left(&stage, game).await != 120 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), told).await.expect("the clock stands still");
    cancel.cancel();
    running.await.expect("stops");
    assert!(stage.store.claim_vacations(stage.clock.now(), stage.clock.now(), 9).await.expect("readable").is_empty());
}

#[tokio::test]
async fn a_zone_completes_while_it_is_typed() {
    let people = people();
    let offered = people.complete(ADA, "settings clock", "zone", json!({ "zone": "auck" })).await;
    assert_eq!(offered, [("Pacific/Auckland · 11:13".to_owned(), "Pacific/Auckland".to_owned())]);
    let nothing = people.complete(ADA, "settings clock", "zone", json!({ "zone": "" })).await;
    assert_eq!(nothing.len(), 25);
}

#[tokio::test]
async fn a_vacation_that_no_game_has_heard_of_is_told_with_what_changes_the_clock_first() {
    let stage = Stage::with_vacation(&[24, 3]);
    let game = stage.started().await;
    stage.notices().await;
    let begun = stage.clock.now();
    let vacation = stage.games.start_vacation(stage.request(), ADA, Some(4), None).await.expect("there is enough");
    // The process dies before its games hear of it, and ten hours pass before the next one.
    stage.wait(10);
    let outage = Outage { from: begun, until: stage.clock.now() };
    stage.store.note_outage(outage).await.expect("a store in memory");
    stage.games.credit_all().await.expect("sound games");
    ring_vacations(&stage).await;
    let (from, until) = (vacation.span.from, vacation.span.until);
    assert_eq!(stage.notices().await, [Notice::VacationBegan { user: ADA, from, until, automatic: false, ply: 0 }]);
    assert_eq!(left(&stage, game).await, 96 + 72 - 10, "the outage lies in the vacation");
}

#[tokio::test]
async fn a_game_that_is_damaged_does_not_keep_the_others_from_a_vacation_or_from_other_reminders() {
    let people = people();
    let games = [people.started().await, people.started().await, people.started().await];
    for damaged in games {
        let hours = people.game(damaged).await.turn.clock_hours;
        let sunk = Some(ClockHours { zone: "Sea/Atlantis".to_owned(), sleep: None });
        people.store.tamper(damaged, |record| record.game.turn.clock_hours = sunk);
        let sound: Vec<GameId> = games.into_iter().filter(|game| *game != damaged).collect();
        let before = left(&people, sound[0]).await;
        start(&people, ADA, 1).await;
        for game in &sound {
            assert_eq!(left(&people, *game).await, before + 24, "{game}");
        }
        let now = people.clock.now();
        assert_eq!(
            people.store.claim_vacations(now, now.plus(1), 9).await.expect("readable"),
            [],
            "the alarm is set down"
        );
        let said = people.command(ADA, "settings reminders", json!({ "steps": "12h" })).await.text;
        assert!(said.starts_with("Reminders before a deadline: **12 h**"), "{said}");
        for game in &sound {
            let stored = people.game(*game).await;
            assert_eq!(stored.turn.wake_at, stored.turn.deadline_at.map(|at| at.plus(-12 * HOUR)), "{game}");
        }
        people.command(ADA, "settings reminders", json!({ "steps": "default" })).await;
        people.store.tamper(damaged, |record| record.game.turn.clock_hours = hours);
        people.wait(24);
        ring_vacations(&people).await;
        // The game that was damaged hears of the vacation at its next alarm.
        people.games.run_alarm(damaged).await.expect("sound again");
    }
}

#[tokio::test]
async fn a_picture_shows_the_time_of_the_turn() {
    let people = people();
    let (days, none) = (people.started_as("abalone", "days:3").await, people.started_as("abalone", "none").await);
    let shown = async |game: GameId| people.command(BRUNO, "board", json!({ "game": game.to_string() })).await.png;
    let (three, endless) = (shown(days).await, shown(none).await);
    assert_ne!(three, endless, "beside the name of whoever is on turn");
    assert_eq!(
        three,
        shown(people.started_as("abalone", "days:3").await).await,
        "the same at the beginning of each turn"
    );
}
