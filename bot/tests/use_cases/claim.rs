//! Games without a deadline whose opponent has left.

use bot::domain::{GameId, Notice, Outage, Phase, UserId};
use bot::features::claim::service::{Claim, Silence};
use bot::features::deadlines::service::AlarmOutcome;
use bot::games::GameError;
use bot::games::consistency;
use bot::store::HeartbeatStore as _;
use rules::Seat;
use serde_json::json;

use crate::dialogue::Dialogue;
use crate::refused;
use crate::stage::{ADA, BRUNO, CHLOE, HOUR, Stage};
use crate::vacation::day;

const DAY: i64 = 24 * HOUR;
/// What a host has who has set nothing.
const SILENT_DAYS: i64 = 14;
const GRACE_DAYS: i64 = 7;

/// Ada has moved, and waits for Bruno without end.
async fn waiting(stage: &Stage) -> GameId {
    let game = stage.started_as("abalone", "none").await;
    stage.play(game, ADA, "a1b2").await.expect("legal");
    stage.notices().await;
    game
}

async fn silence(stage: &Stage, game: GameId, user: UserId) -> Result<Silence, GameError> {
    stage.games.silence(stage.request(), game, user).await
}

async fn claim(stage: &Stage, game: GameId, user: UserId, claim: Claim) -> Result<(), GameError> {
    let version = stage.game(game).await.version;
    stage.games.claim(stage.request(), game, user, version, claim).await.map(|_| ())
}

#[tokio::test]
async fn after_two_weeks_of_silence_a_warning_and_a_week_more_the_game_may_be_claimed() {
    for (wanted, result) in [(Claim::Win, "black"), (Claim::Draw, "draw")] {
        let stage = Stage::new();
        let game = waiting(&stage).await;
        let begun = stage.clock_now();
        stage.wait(SILENT_DAYS * 24 - 1);
        let ripe = begun.plus(SILENT_DAYS * DAY);
        refused!(silence(&stage, game, ADA).await, GameError::NotSilentYet(at) if at == ripe);
        stage.wait(1);
        let until = stage.clock_now().plus(GRACE_DAYS * DAY);
        assert!(matches!(silence(&stage, game, ADA).await, Ok(Silence::ClaimWarning(at)) if at == until));
        assert_eq!(stage.notices().await, [Notice::ClaimWarning { seat: Seat(1), until, ply: 1 }]);
        assert!(matches!(silence(&stage, game, ADA).await, Ok(Silence::ClaimWarning(at)) if at == until));
        assert!(stage.notices().await.is_empty(), "one warning is enough");
        refused!(claim(&stage, game, ADA, wanted).await, GameError::NotSilentYet(at) if at == until);
        stage.wait(GRACE_DAYS * 24);
        refused!(claim(&stage, game, BRUNO, wanted).await, GameError::NobodySilent);
        refused!(claim(&stage, game, CHLOE, wanted).await, GameError::NotAPlayer);
        assert!(matches!(silence(&stage, game, ADA).await, Ok(Silence::Ripe(_))));
        let old = stage.games.claim(stage.request(), game, ADA, 1, wanted).await;
        refused!(old, GameError::Stale(_));
        claim(&stage, game, ADA, wanted).await.expect("claimed");
        let after = stage.game(game).await;
        assert_eq!(
            (after.phase, after.result().as_ref().map(ToString::to_string).as_deref()),
            (Phase::Over, Some(result))
        );
        assert_eq!(
            (after.end_reason().map(bot::domain::EndReason::as_str), after.loser()),
            (Some("silence"), Some(Seat(1)))
        );
        assert_eq!(stage.notices().await, [Notice::Ended]);
        assert_eq!(consistency::problem(stage.store.as_ref(), game).await.expect("readable"), None);
    }
}

#[tokio::test]
async fn how_long_silence_is_may_be_set_by_the_host_and_a_warning_that_was_given_stands() {
    let usual = Stage::new();
    let quick = usual.hosted(|settings| (settings.limits.silent_days, settings.limits.grace_days) = (3, 2));
    let game = waiting(&quick).await;
    let begun = quick.clock_now();
    quick.wait(3 * 24 - 1);
    refused!(silence(&quick, game, ADA).await, GameError::NotSilentYet(at) if at == begun.plus(3 * DAY));
    quick.wait(1);
    let until = begun.plus(5 * DAY);
    assert!(matches!(silence(&quick, game, ADA).await, Ok(Silence::ClaimWarning(at)) if at == until));
    // Set back, it is no warning that came too early; the day is later, never sooner.
    let later = begun.plus((3 + GRACE_DAYS) * DAY);
    assert!(matches!(silence(&usual, game, ADA).await, Ok(Silence::ClaimWarning(at)) if at == later));
    let hasty = usual.hosted(|settings| settings.limits.grace_days = 1);
    assert!(matches!(silence(&hasty, game, ADA).await, Ok(Silence::ClaimWarning(at)) if at == until));
    quick.wait(2 * 24);
    assert!(matches!(silence(&quick, game, ADA).await, Ok(Silence::Ripe(_))));
    claim(&quick, game, ADA, Claim::Win).await.expect("claimed");
}

#[tokio::test]
async fn what_is_an_outage_is_none_of_silence_either_by_the_same_setting() {
    let usual = Stage::new();
    let patient = usual.hosted(|settings| settings.limits.downtime_minutes = 60);
    let game = waiting(&usual).await;
    let begun = usual.clock_now();
    usual.wait(SILENT_DAYS * 24 - 1);
    usual.store.beat(usual.clock_now()).await.expect("a store in memory");
    usual.wait(1);
    let ripe = begun.plus(SILENT_DAYS * DAY);
    refused!(silence(&usual, game, ADA).await, GameError::NotSilentYet(at) if at == ripe.plus(HOUR));
    assert!(
        matches!(silence(&patient, game, ADA).await, Ok(Silence::ClaimWarning(_))),
        "an hour is not longer than an hour"
    );
}

#[tokio::test]
async fn a_move_ends_the_silence() {
    let stage = Stage::new();
    let game = waiting(&stage).await;
    stage.wait(SILENT_DAYS * 24);
    silence(&stage, game, ADA).await.expect("warned");
    stage.wait(GRACE_DAYS * 24);
    stage.play(game, BRUNO, "i9h8").await.expect("late, but a move");
    assert_eq!(stage.game(game).await.agreements.claim_warning, None);
    refused!(claim(&stage, game, ADA, Claim::Win).await, GameError::NobodySilent);
    refused!(silence(&stage, game, BRUNO).await, GameError::NotSilentYet(_));
}

#[tokio::test]
async fn neither_a_vacation_nor_time_without_the_bot_is_silence() {
    let stage = Stage::with_vacation(&[24, 3]);
    let game = waiting(&stage).await;
    let vacation = async |who, days| {
        stage.games.start_vacation(stage.request(), who, Some(days), None).await.expect("there is enough");
    };
    stage.wait(4 * 24);
    // Her own vacation is nothing to his silence.
    vacation(ADA, 20).await;
    vacation(BRUNO, 10).await;
    let begun = stage.clock_now().plus(-4 * DAY);
    stage.wait(SILENT_DAYS * 24);
    refused!(silence(&stage, game, ADA).await, GameError::NotSilentYet(at) if at == begun.plus(24 * DAY));
    stage.wait(6 * 24);
    let claim_warning = stage.clock_now();
    let until = claim_warning.plus(GRACE_DAYS * DAY);
    assert!(matches!(silence(&stage, game, ADA).await, Ok(Silence::ClaimWarning(at)) if at == until));
    // Two days later the bot goes away, for twenty days; back, he has five days left, and takes a vacation of three.
    stage.wait(48);
    let from = stage.clock_now();
    stage.store.beat(from).await.expect("a store in memory");
    stage.wait(20 * 24);
    let later = stage.clock_now().plus(5 * DAY);
    assert!(
        matches!(silence(&stage, game, ADA).await, Ok(Silence::ClaimWarning(at)) if at == later),
        "also before the first sign of life"
    );
    stage.store.note_outage(Outage { from, until: stage.clock_now() }).await.expect("a store in memory");
    stage.store.beat(stage.clock_now()).await.expect("a store in memory");
    assert!(matches!(silence(&stage, game, ADA).await, Ok(Silence::ClaimWarning(at)) if at == later));
    refused!(claim(&stage, game, ADA, Claim::Win).await, GameError::NotSilentYet(at) if at == later);
    vacation(BRUNO, 3).await;
    stage.wait(8 * 24 - 1);
    stage.store.beat(stage.clock_now()).await.expect("a store in memory");
    refused!(claim(&stage, game, ADA, Claim::Win).await, GameError::NotSilentYet(at) if at == later.plus(3 * DAY));
    stage.wait(1);
    stage.store.beat(stage.clock_now()).await.expect("a store in memory");
    claim(&stage, game, ADA, Claim::Win).await.expect("claimed");
}

/// Whoever has left has left all games: those with deadlines begin vacations by themselves.
#[tokio::test]
async fn a_vacation_that_began_by_itself_is_silence() {
    let stage = Stage::with_vacation(&[]);
    let game = waiting(&stage).await;
    let other = stage.started().await;
    stage.play(other, ADA, "a1b2").await.expect("legal");
    for _ in 0..4 {
        stage.wait(72);
        assert_eq!(stage.games.run_alarm(other).await.expect("sound"), AlarmOutcome::Retimed);
    }
    stage.wait(48);
    assert!(matches!(silence(&stage, game, ADA).await, Ok(Silence::ClaimWarning(_))), "after 14 days");
}

#[tokio::test]
async fn a_vacation_that_is_cut_short_does_not_shorten_what_was_told() {
    let stage = Stage::with_vacation(&[24, 3]);
    let game = waiting(&stage).await;
    stage.wait(SILENT_DAYS * 24);
    stage.games.start_vacation(stage.request(), BRUNO, Some(5), Some(day("2023-12-01"))).await.expect("it fits");
    let until = stage.clock_now().plus((GRACE_DAYS + 5) * DAY);
    assert!(matches!(silence(&stage, game, ADA).await, Ok(Silence::ClaimWarning(at)) if at == until));
    stage.games.stop_vacation(stage.request(), BRUNO, None).await.expect("cancelled");
    stage.wait(GRACE_DAYS * 24);
    refused!(claim(&stage, game, ADA, Claim::Win).await, GameError::NotSilentYet(at) if at == until);
}

#[tokio::test]
async fn where_a_game_has_no_vacation_a_vacation_is_silence() {
    let stage = Stage::with_vacation(&[24, 3]);
    let game = stage.started_as("abalone", "none vacation=off").await;
    stage.play(game, ADA, "a1b2").await.expect("legal");
    stage.games.start_vacation(stage.request(), BRUNO, Some(10), None).await.expect("there is enough");
    stage.wait(SILENT_DAYS * 24);
    silence(&stage, game, ADA).await.expect("warned");
}

#[tokio::test]
async fn of_two_who_warn_at_once_one_does() {
    let stage = Stage::new();
    let game = waiting(&stage).await;
    stage.wait(SILENT_DAYS * 24);
    let rival = stage.clone();
    stage.store.before_next_commit(async move {
        silence(&rival, game, ADA).await.expect("warned");
        rival.wait(1);
    });
    let until = stage.clock_now().plus(GRACE_DAYS * DAY);
    assert!(matches!(silence(&stage, game, ADA).await, Ok(Silence::ClaimWarning(at)) if at == until));
    assert_eq!(stage.notices().await, [Notice::ClaimWarning { seat: Seat(1), until, ply: 1 }]);
}

#[tokio::test]
async fn where_there_is_a_deadline_it_decides() {
    let stage = Stage::new();
    let game = stage.started().await;
    refused!(silence(&stage, game, BRUNO).await, GameError::HasDeadline);
    refused!(claim(&stage, game, BRUNO, Claim::Win).await, GameError::HasDeadline);
}

#[tokio::test]
async fn the_silent_one_is_called_and_the_other_one_asked() {
    let people = Dialogue::new();
    let game = waiting(&people).await;
    people.wait(SILENT_DAYS * 24);
    let said = people.command(ADA, "claim", json!({})).await;
    assert!(said.private && said.text.starts_with("Your opponent has been warned."), "{said:?}");
    let now = people.game(game).await;
    let until = now.agreements.claim_warning.expect("a warning").until;
    let claim_warning = Notice::ClaimWarning { seat: Seat(1), until, ply: 1 };
    let (told, mentioned) = people.notice(game, now.version, claim_warning.clone()).await.expect("told");
    assert!(told.text.starts_with("<@2>, it has been your turn for a long time.") && mentioned == [BRUNO], "{told:?}");
    people.wait(GRACE_DAYS * 24);
    let asked = people.command(ADA, "claim", json!({})).await;
    assert_eq!(asked.verbs(), ["claim-win", "claim-draw", "board"]);
    let done = people.press_private(ADA, asked.control("claim-win")).await;
    assert!(done.text.contains("because <@2> stopped playing."), "{}", done.text);
    assert!(people.notice(game, now.version, claim_warning).await.is_none(), "it is over");
}
