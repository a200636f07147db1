//! Games without a deadline whose opponent has left.

use bot::features::claim::{self, Claim, Silence};
use games::alarms::{self, AlarmOutcome};
use games::domain::{GameId, Notice, Outage, Phase, UserId};
use games::replay::consistency;
use games::{GameError, vacations};
use rules::Seat;

use crate::refused;
use crate::use_cases::support::{ADA, BRUNO, CHLOE, DAY, Fixture, HOUR, Harness};
use crate::use_cases::time::vacation::day;

/// The host's default.
const SILENT_DAYS: i64 = 14;
const GRACE_DAYS: i64 = 7;

/// Ada has moved, and waits for Bruno without a deadline.
async fn waiting(fixture: &Fixture) -> GameId {
    let game = fixture.started_as("abalone", "none").await;
    fixture.plays(game, ADA, "a1b2").await;
    fixture.notices().await;
    game
}

async fn silence(fixture: &Fixture, game: GameId, user: UserId) -> Result<Silence, GameError> {
    claim::warn_or_find_silence(&fixture.games, fixture.request(), game, user).await
}

async fn claim(fixture: &Fixture, game: GameId, user: UserId, claim: Claim) -> Result<(), GameError> {
    let version = fixture.game(game).await.version;
    claim::claim(&fixture.games, fixture.request(), game, user, version, claim).await.map(|_| ())
}

#[tokio::test]
async fn a_game_can_be_claimed_after_two_weeks_of_silence_a_warning_and_a_week() {
    for (wanted, result) in [(Claim::Win, "black"), (Claim::Draw, "draw")] {
        let fixture = Fixture::new();
        let game = waiting(&fixture).await;
        let start = fixture.clock_now();
        fixture.wait(SILENT_DAYS * 24 - 1);
        let ripe = start.plus(SILENT_DAYS * DAY);
        refused!(silence(&fixture, game, ADA).await, GameError::NotSilentYet(at) if at == ripe);
        fixture.wait(1);
        let until = fixture.clock_now().plus(GRACE_DAYS * DAY);
        assert!(matches!(silence(&fixture, game, ADA).await, Ok(Silence::Warned(at)) if at == until));
        assert_eq!(fixture.notices().await, [Notice::ClaimWarning { seat: Seat(1), until, ply: 1 }]);
        assert!(matches!(silence(&fixture, game, ADA).await, Ok(Silence::Warned(at)) if at == until));
        assert!(fixture.notices().await.is_empty(), "one warning is enough");
        refused!(claim(&fixture, game, ADA, wanted).await, GameError::NotSilentYet(at) if at == until);
        fixture.wait(GRACE_DAYS * 24);
        refused!(claim(&fixture, game, BRUNO, wanted).await, GameError::NobodySilent);
        refused!(claim(&fixture, game, CHLOE, wanted).await, GameError::NotAPlayer);
        assert!(matches!(silence(&fixture, game, ADA).await, Ok(Silence::Claimable(_))));
        let old = claim::claim(&fixture.games, fixture.request(), game, ADA, 1, wanted).await;
        refused!(old, GameError::Stale(_));
        claim(&fixture, game, ADA, wanted).await.expect("claimed");
        let after = fixture.game(game).await;
        assert_eq!(
            (after.phase, after.result().as_ref().map(ToString::to_string).as_deref()),
            (Phase::Over, Some(result))
        );
        assert_eq!(
            (after.end_reason().map(games::domain::EndReason::as_str), after.loser()),
            (Some("silence"), Some(Seat(1)))
        );
        assert_eq!(fixture.notices().await, [Notice::Ended]);
        assert_eq!(consistency::problem(fixture.store.as_ref(), game).await.expect("readable"), None);
    }
}

#[tokio::test]
async fn the_host_sets_the_length_of_silence_and_given_warnings_stand() {
    let usual = Fixture::new();
    let quick = usual.hosted(|settings| (settings.limits.silent_days, settings.limits.grace_days) = (3, 2));
    let game = waiting(&quick).await;
    let start = quick.clock_now();
    quick.wait(3 * 24 - 1);
    refused!(silence(&quick, game, ADA).await, GameError::NotSilentYet(at) if at == start.plus(3 * DAY));
    quick.wait(1);
    let until = start.plus(5 * DAY);
    assert!(matches!(silence(&quick, game, ADA).await, Ok(Silence::Warned(at)) if at == until));
    // Set back, the clock makes no warning too early; the day is later, never sooner.
    let later = start.plus((3 + GRACE_DAYS) * DAY);
    assert!(matches!(silence(&usual, game, ADA).await, Ok(Silence::Warned(at)) if at == later));
    let hasty = usual.hosted(|settings| settings.limits.grace_days = 1);
    assert!(matches!(silence(&hasty, game, ADA).await, Ok(Silence::Warned(at)) if at == until));
    quick.wait(2 * 24);
    assert!(matches!(silence(&quick, game, ADA).await, Ok(Silence::Claimable(_))));
    claim(&quick, game, ADA, Claim::Win).await.expect("claimed");
}

#[tokio::test]
async fn outages_longer_than_the_setting_do_not_count_as_silence() {
    let usual = Fixture::new();
    let patient = usual.hosted(|settings| settings.limits.downtime_minutes = 60);
    let game = waiting(&usual).await;
    let start = usual.clock_now();
    usual.wait(SILENT_DAYS * 24 - 1);
    usual.store.beat(usual.clock_now()).await.expect("a store in memory");
    usual.wait(1);
    let ripe = start.plus(SILENT_DAYS * DAY);
    refused!(silence(&usual, game, ADA).await, GameError::NotSilentYet(at) if at == ripe.plus(HOUR));
    assert!(matches!(silence(&patient, game, ADA).await, Ok(Silence::Warned(_))), "an hour is not longer than an hour");
}

#[tokio::test]
async fn a_move_ends_the_silence() {
    let fixture = Fixture::new();
    let game = waiting(&fixture).await;
    fixture.wait(SILENT_DAYS * 24);
    silence(&fixture, game, ADA).await.expect("warned");
    fixture.wait(GRACE_DAYS * 24);
    fixture.play(game, BRUNO, "i9h8").await.expect("late, but a move");
    assert_eq!(fixture.game(game).await.agreements.claim_warning, None);
    refused!(claim(&fixture, game, ADA, Claim::Win).await, GameError::NobodySilent);
    refused!(silence(&fixture, game, BRUNO).await, GameError::NotSilentYet(_));
}

#[tokio::test]
async fn vacations_and_outages_do_not_count_as_silence() {
    let fixture = Fixture::with_vacation(&[24, 3]);
    let game = waiting(&fixture).await;
    let vacation = async |who, days| {
        fixture.take_vacation(who, days, None).await;
    };
    fixture.wait(4 * 24);
    // Her own vacation does not affect his silence.
    vacation(ADA, 20).await;
    vacation(BRUNO, 10).await;
    let start = fixture.clock_now().plus(-4 * DAY);
    fixture.wait(SILENT_DAYS * 24);
    refused!(silence(&fixture, game, ADA).await, GameError::NotSilentYet(at) if at == start.plus(24 * DAY));
    fixture.wait(6 * 24);
    let claim_warning = fixture.clock_now();
    let until = claim_warning.plus(GRACE_DAYS * DAY);
    assert!(matches!(silence(&fixture, game, ADA).await, Ok(Silence::Warned(at)) if at == until));
    // Two days later the bot is down for twenty days. After that he has five days left, and takes a vacation of
    // three.
    fixture.wait(48);
    let from = fixture.clock_now();
    fixture.store.beat(from).await.expect("a store in memory");
    fixture.wait(20 * 24);
    let later = fixture.clock_now().plus(5 * DAY);
    assert!(
        matches!(silence(&fixture, game, ADA).await, Ok(Silence::Warned(at)) if at == later),
        "also before the first sign of life"
    );
    fixture.store.record_outage(Outage { from, until: fixture.clock_now() }).await.expect("a store in memory");
    fixture.store.beat(fixture.clock_now()).await.expect("a store in memory");
    assert!(matches!(silence(&fixture, game, ADA).await, Ok(Silence::Warned(at)) if at == later));
    refused!(claim(&fixture, game, ADA, Claim::Win).await, GameError::NotSilentYet(at) if at == later);
    vacation(BRUNO, 3).await;
    fixture.wait(8 * 24 - 1);
    fixture.store.beat(fixture.clock_now()).await.expect("a store in memory");
    refused!(claim(&fixture, game, ADA, Claim::Win).await, GameError::NotSilentYet(at) if at == later.plus(3 * DAY));
    fixture.wait(1);
    fixture.store.beat(fixture.clock_now()).await.expect("a store in memory");
    claim(&fixture, game, ADA, Claim::Win).await.expect("claimed");
}

/// A player who has left all games: those with deadlines start automatic vacations.
#[tokio::test]
async fn an_automatic_vacation_counts_as_silence() {
    let fixture = Fixture::with_vacation(&[]);
    let game = waiting(&fixture).await;
    let other = fixture.under_way().await;
    fixture.plays(other, ADA, "d4c3").await;
    for _ in 0..4 {
        fixture.wait(72);
        assert_eq!(alarms::run_alarm(&fixture.games, other).await.expect("sound"), AlarmOutcome::DeadlineChanged);
    }
    fixture.wait(48);
    assert!(matches!(silence(&fixture, game, ADA).await, Ok(Silence::Warned(_))), "after 14 days");
}

#[tokio::test]
async fn a_vacation_cut_short_does_not_shorten_the_warning() {
    let fixture = Fixture::with_vacation(&[24, 3]);
    let game = waiting(&fixture).await;
    fixture.wait(SILENT_DAYS * 24);
    fixture.take_vacation(BRUNO, 5, Some(day("2023-12-01"))).await;
    let until = fixture.clock_now().plus((GRACE_DAYS + 5) * DAY);
    assert!(matches!(silence(&fixture, game, ADA).await, Ok(Silence::Warned(at)) if at == until));
    vacations::stop_vacation(&fixture.games, fixture.request(), BRUNO, None).await.expect("cancelled");
    fixture.wait(GRACE_DAYS * 24);
    refused!(claim(&fixture, game, ADA, Claim::Win).await, GameError::NotSilentYet(at) if at == until);
}

#[tokio::test]
async fn in_a_game_without_vacation_a_vacation_counts_as_silence() {
    let fixture = Fixture::with_vacation(&[24, 3]);
    let game = fixture.started_as("abalone", "none vacation=off").await;
    fixture.plays(game, ADA, "a1b2").await;
    fixture.take_vacation(BRUNO, 10, None).await;
    fixture.wait(SILENT_DAYS * 24);
    silence(&fixture, game, ADA).await.expect("warned");
}

#[tokio::test]
async fn of_two_concurrent_warnings_one_is_recorded() {
    let fixture = Fixture::new();
    let game = waiting(&fixture).await;
    fixture.wait(SILENT_DAYS * 24);
    fixture.meanwhile(async move |rival| {
        silence(&rival, game, ADA).await.expect("warned");
        rival.wait(1);
    });
    let until = fixture.clock_now().plus(GRACE_DAYS * DAY);
    assert!(matches!(silence(&fixture, game, ADA).await, Ok(Silence::Warned(at)) if at == until));
    assert_eq!(fixture.notices().await, [Notice::ClaimWarning { seat: Seat(1), until, ply: 1 }]);
}

#[tokio::test]
async fn the_silent_player_is_mentioned_and_the_opponent_is_asked() {
    let harness = Harness::new();
    let game = waiting(&harness).await;
    harness.wait(SILENT_DAYS * 24);
    let reply = harness.say(ADA, "game claim").await;
    reply.privately().begins("Your opponent has been warned.");
    let now = harness.game(game).await;
    let until = now.agreements.claim_warning.expect("a warning").until;
    let claim_warning = Notice::ClaimWarning { seat: Seat(1), until, ply: 1 };
    let (told, mentioned) = harness.notice(game, now.version, claim_warning.clone()).await.expect("told");
    assert!(told.text.contains("\n<@2>, it has been your turn for a long time.") && mentioned == [BRUNO], "{told:?}");
    harness.wait(GRACE_DAYS * 24);
    let answer = harness.say(ADA, "game claim").await;
    assert_eq!(answer.verbs(), ["claim-win", "claim-draw", "board"]);
    let done = harness.press_private(ADA, answer.control("claim-win")).await;
    done.says("because <@2> stopped playing.");
    assert!(harness.notice(game, now.version, claim_warning).await.is_none(), "it is over");
}
