//! Games that stand still by agreement.

use bot::domain::{GameId, Notice, ProposalKind, UserId};
use bot::features::deadlines::service::AlarmOutcome;
use bot::features::play::service::PlayMove;
use bot::features::proposals::service::Answer;
use bot::games::GameError;
use bot::store::GameStore as _;
use rules::Seat;
use serde_json::json;

use crate::dialogue::Dialogue;
use crate::refused;
use crate::stage::{ADA, BRUNO, CHLOE, HOUR, ROUND, Stage};

/// What a host has who has set nothing.
const LONGEST_DAYS: u32 = 90;

const DAY: i64 = 24 * HOUR;

async fn propose(stage: &Stage, game: GameId, user: UserId, days: u32) -> Result<(), GameError> {
    stage.games.adjourn(stage.request(), game, user, days).await.map(|_| ())
}

async fn answer(stage: &Stage, game: GameId, user: UserId, answer: Answer) -> Result<(), GameError> {
    let version = stage.game(game).await.agreements.proposal.map_or(0, |open| open.version);
    stage.games.answer(stage.request(), game, user, version, answer).await.map(|_| ())
}

async fn resume(stage: &Stage, game: GameId, user: UserId, version: Option<i64>) -> Result<(), GameError> {
    stage.games.resume(stage.request(), game, user, version).await.map(|_| ())
}

/// A game that has stood still since ten hours after Ada's turn began.
async fn adjourned(stage: &Stage, pace: &str, days: u32) -> GameId {
    let game = stage.started_as("abalone", pace).await;
    stage.play_all(game, &ROUND[..2]).await;
    stage.wait(10);
    propose(stage, game, BRUNO, days).await.expect("proposed");
    answer(stage, game, ADA, Answer::Agree).await.expect("agreed");
    game
}

#[tokio::test]
async fn while_a_game_stands_still_no_clock_runs_and_nobody_moves() {
    for pace in ["days:3", "fischer:7d+1d/14d", "total:30d", "total:15m"] {
        let stage = Stage::new();
        let game = stage.started_as("abalone", pace).await;
        stage.clock.advance(60_000);
        let before = stage.game(game).await.turn.deadline_at.expect("a deadline").since(stage.clock_now());
        stage.notices().await;
        propose(&stage, game, ADA, 20).await.expect("proposed");
        answer(&stage, game, BRUNO, Answer::Agree).await.expect("agreed");
        let until = stage.clock_now().plus(20 * DAY);
        let told = [
            Notice::Proposed { seat: Seat(0), proposal: ProposalKind::Adjourn { days: 20 } },
            Notice::Adjourned { until },
        ];
        assert_eq!(stage.notices().await, told);
        stage.wait(12 * 24);
        assert_eq!(stage.games.run_alarm(game).await.expect("rings"), AlarmOutcome::Nothing);
        refused!(stage.play(game, ADA, "a1b2").await, GameError::Adjourned(at) if at == until);
        refused!(stage.games.take_back(stage.request(), game, ADA).await, GameError::Adjourned(_));
        refused!(propose(&stage, game, BRUNO, 5).await, GameError::Adjourned(_));
        resume(&stage, game, BRUNO, None).await.expect("either may");
        let after = stage.game(game).await;
        assert_eq!(after.turn.deadline_at.expect("a deadline").since(stage.clock_now()), before, "{pace}");
        assert_eq!(stage.notices().await, [Notice::Resumed { seat: Some(Seat(1)), ply: 0 }]);
        stage.play(game, ADA, "a1b2").await.expect("the game goes on");
        // A minute was thought before, nothing since.
        let clock = stage.store.game(game).await.expect("readable").expect("there").seats[0].clock;
        let shown = match pace {
            "fischer:7d+1d/14d" => Some(8 * DAY - 60_000),
            "total:30d" => Some(30 * DAY - 60_000),
            "total:15m" => Some(14 * 60_000),
            _ => None,
        };
        assert_eq!(clock, shown, "{pace}");
    }
}

#[tokio::test]
async fn it_goes_on_by_itself_when_its_time_has_come_with_the_time_it_had() {
    let stage = Stage::new();
    let game = adjourned(&stage, "days:3", 5).await;
    stage.notices().await;
    assert_eq!(stage.game(game).await.turn.wake_at, Some(stage.clock_now().plus(5 * DAY)), "no reminder in between");
    stage.wait(5 * 24 - 1);
    assert_eq!(stage.games.run_alarm(game).await.expect("rings"), AlarmOutcome::Nothing);
    stage.wait(1);
    assert_eq!(stage.games.run_alarm(game).await.expect("rings"), AlarmOutcome::Resumed);
    assert_eq!(stage.notices().await, [Notice::Resumed { seat: None, ply: 2 }]);
    let after = stage.game(game).await;
    assert_eq!(after.turn.deadline_at, Some(stage.clock_now().plus(62 * HOUR)), "ten of 72 hours were used");
    refused!(resume(&stage, game, ADA, None).await, GameError::NotAdjourned);
    stage.wait(38);
    assert_eq!(stage.games.run_alarm(game).await.expect("rings"), AlarmOutcome::Reminded);
    stage.wait(24);
    assert_eq!(stage.games.run_alarm(game).await.expect("rings"), AlarmOutcome::TimedOut);
}

#[tokio::test]
async fn no_reminder_is_sent_in_the_instant_in_which_a_game_resumes() {
    // A step as long as the turn is left out; without the adjournment it would be, too. The game resumes by itself, or sooner.
    for (days, hours) in [(5, 5 * 24), (5, 2 * 24 + 1)] {
        let stage = Stage::new();
        let game = adjourned(&stage, "days:1", days).await;
        stage.wait(hours);
        if hours == i64::from(days) * 24 {
            assert_eq!(stage.games.run_alarm(game).await.expect("rings"), AlarmOutcome::Resumed);
        } else {
            resume(&stage, game, ADA, None).await.expect("either may");
        }
        let deadline = stage.clock_now().plus(14 * HOUR);
        let after = stage.game(game).await;
        assert_eq!(
            (after.turn.deadline_at, after.turn.wake_at),
            (Some(deadline), Some(deadline.plus(-3 * HOUR))),
            "{hours}"
        );
        assert_eq!(stage.games.run_alarm(game).await.expect("rings"), AlarmOutcome::Nothing, "{hours}");
        stage.wait(11);
        assert_eq!(stage.games.run_alarm(game).await.expect("rings"), AlarmOutcome::Reminded, "{hours}");
    }
}

#[tokio::test]
async fn reminders_that_were_sent_before_it_stood_still_stay_sent() {
    // It goes on by itself, or sooner.
    for days in [5, 2] {
        let stage = Stage::new();
        let game = stage.started().await;
        stage.wait(50);
        assert_eq!(stage.games.run_alarm(game).await.expect("rings"), AlarmOutcome::Reminded, "24 hours before");
        propose(&stage, game, BRUNO, 5).await.expect("proposed");
        answer(&stage, game, ADA, Answer::Agree).await.expect("agreed");
        stage.wait(days * 24);
        if days == 5 {
            assert_eq!(stage.games.run_alarm(game).await.expect("rings"), AlarmOutcome::Resumed);
        } else {
            resume(&stage, game, ADA, None).await.expect("resumed");
        }
        stage.notices().await;
        let deadline = stage.clock_now().plus(22 * HOUR);
        let after = stage.game(game).await;
        assert_eq!((after.turn.deadline_at, after.turn.wake_at), (Some(deadline), Some(deadline.plus(-3 * HOUR))));
        assert_eq!(stage.games.run_alarm(game).await.expect("rings"), AlarmOutcome::Nothing, "not a second time");
        stage.wait(19);
        assert_eq!(stage.games.run_alarm(game).await.expect("rings"), AlarmOutcome::Reminded);
        assert_eq!(stage.notices().await, [Notice::Reminder { step: 1, ply: 0, last: false }]);
    }
}

#[tokio::test]
async fn who_may_let_it_stand_still_and_for_how_long() {
    let stage = Stage::new();
    let game = stage.started().await;
    for days in [0, LONGEST_DAYS + 1, u32::MAX] {
        refused!(propose(&stage, game, ADA, days).await, GameError::AdjournedTooLong(LONGEST_DAYS));
    }
    refused!(propose(&stage, game, CHLOE, 5).await, GameError::NotAPlayer);
    refused!(resume(&stage, game, ADA, None).await, GameError::NotAdjourned);
    propose(&stage, game, ADA, LONGEST_DAYS).await.expect("proposed");
    stage.play(game, ADA, "a1b2").await.expect("legal");
    assert!(stage.game(game).await.agreements.proposal.is_some(), "her own move leaves it open");
    answer(&stage, game, BRUNO, Answer::Decline).await.expect("declined");
    assert_eq!(stage.game(game).await.agreements.adjourned, None);
    propose(&stage, game, ADA, 3).await.expect("proposed");
    stage.play(game, BRUNO, "i9h8").await.expect("legal");
    assert_eq!(stage.game(game).await.agreements.proposal, None, "who moves wants to go on");
    let free = stage.started_as("abalone", "none").await;
    refused!(propose(&stage, free, ADA, 3).await, GameError::NoClock);
}

#[tokio::test]
async fn the_host_says_how_long_a_game_may_stand_still() {
    let stage = Stage::new().hosted(|settings| settings.limits.adjourned_days = 5);
    let game = stage.started().await;
    refused!(propose(&stage, game, ADA, 6).await, GameError::AdjournedTooLong(5));
    propose(&stage, game, ADA, 5).await.expect("proposed");
    let people = Dialogue::over(Stage::new().hosted(|settings| settings.limits.adjourned_days = 5));
    people.started().await;
    let refused = people.command(ADA, "adjourn", json!({ "days": 6 })).await;
    assert!(refused.text.contains("for 1 to 5 days"), "{}", refused.text);
    let said = people.command(ADA, "adjourn", json!({})).await;
    assert!(said.text.contains("for up to 5 days"), "{}", said.text);
}

#[tokio::test]
async fn a_button_resumes_what_it_stands_under_and_nothing_later() {
    let stage = Stage::new();
    let game = adjourned(&stage, "days:3", 5).await;
    let first = stage.game(game).await.agreements.adjourned.expect("it stands still").version;
    resume(&stage, game, ADA, Some(first)).await.expect("resumed");
    propose(&stage, game, ADA, 5).await.expect("proposed");
    answer(&stage, game, BRUNO, Answer::Agree).await.expect("agreed");
    refused!(resume(&stage, game, ADA, Some(first)).await, GameError::Stale(_));
    refused!(resume(&stage, game, CHLOE, None).await, GameError::NotAPlayer);
    stage.games.resign(stage.request(), game, ADA, None).await.expect("one may give up all the same");
    assert_eq!(stage.game(game).await.agreements.adjourned, None);
    refused!(resume(&stage, game, ADA, None).await, GameError::Over);
}

#[tokio::test]
async fn lines_wait_until_it_goes_on() {
    let stage = Stage::new();
    let game = adjourned(&stage, "days:3", 5).await;
    let line = ["d4c3", "f6g7"].map(str::to_owned);
    stage.games.add_line(game, BRUNO, &line).await.expect("kept");
    resume(&stage, game, ADA, None).await.expect("resumed");
    stage.play(game, ADA, "d4c3").await.expect("legal");
    assert_eq!(stage.game(game).await.ply, 4);
}

#[tokio::test]
async fn everybody_reads_that_it_stands_still_and_that_it_goes_on() {
    let people = Dialogue::new();
    let game = people.started().await;
    let said = people.command(ADA, "adjourn", json!({ "days": 7 })).await;
    assert!(said.private && said.text.contains("for up to 7 days"), "{said:?}");
    let again = people.command(BRUNO, "adjourn", json!({})).await;
    assert_eq!(again.verbs(), ["agree", "refuse"], "what is proposed can be answered there");
    let done = people.press_private(BRUNO, again.control("agree")).await;
    assert_eq!(done.text, "You agreed, and it is done.");
    let now = people.game(game).await;
    let until = now.agreements.adjourned.expect("it stands still").until;
    let (told, mentioned) = people.notice(game, now.version, Notice::Adjourned { until }).await.expect("told");
    assert!(told.text.contains("the game is adjourned until") && mentioned.is_empty(), "{told:?}");
    assert_eq!(told.verbs(), ["resume"]);
    for call in [Notice::Turn { ply: 0 }, Notice::Reminder { step: 0, ply: 0, last: false }] {
        assert!(people.notice(game, 1, call).await.is_none(), "what was still to be said calls on nobody");
    }
    let board = people.command(ADA, "board", json!({})).await;
    assert!(board.text.contains("**Adjourned** until") && !board.text.contains("Deadline"), "{}", board.text);
    let refused = people.command(ADA, "move", json!({ "move": "a1b2" })).await;
    assert!(refused.text.starts_with("The game is adjourned until") && refused.text.contains("`/resume`"));
    let press =
        PlayMove { expected_revision: Some(bot::domain::BoardRevision::at_ply(0)), ..people.wanted(game, ADA, "a1b2") };
    refused!(people.games.play(press).await, GameError::Adjourned(_));
    let resumed = people.press(ADA, told.control("resume")).await;
    assert!(resumed.text.starts_with("You resumed game `"), "{}", resumed.text);
    assert!(people.notice(game, now.version, Notice::Adjourned { until }).await.is_none(), "it goes on since");
    let goes_on = Notice::Resumed { seat: Some(Seat(0)), ply: 0 };
    let (board, mentioned) = people.notice(game, now.version + 1, goes_on).await.expect("a board");
    assert!(board.text.starts_with("<@1> resumes the game:\n"), "{}", board.text);
    assert_eq!((board.verbs()[0], mentioned), ("move", vec![ADA]));
}
