//! Adjourned games.

use bot::features::proposals::{ProposalAnswer, adjourn};
use games::alarms::{self, AlarmOutcome};
use games::domain::{GameId, Notice, ProposalKind, Reminder, UserId};
use games::moves::{self, PlayMove};
use games::{GameError, conditional_moves};
use rules::Seat;

use crate::refused;
use crate::use_cases::support::{ADA, BRUNO, CHLOE, DAY, Fixture, HOUR, Harness, ROUND};

/// The host's default.
const LONGEST_DAYS: u32 = 90;

async fn propose(fixture: &Fixture, game: GameId, user: UserId, days: u32) -> Result<(), GameError> {
    adjourn::propose(&fixture.games, fixture.request(), game, user, days).await.map(|_| ())
}

async fn resume(fixture: &Fixture, game: GameId, user: UserId, version: Option<i64>) -> Result<(), GameError> {
    adjourn::resume(&fixture.games, fixture.request(), game, user, version).await.map(|_| ())
}

async fn rings(fixture: &Fixture, game: GameId) -> AlarmOutcome {
    alarms::run_alarm(&fixture.games, game).await.expect("rings")
}

/// A game adjourned ten hours after Ada's turn began.
async fn adjourned(fixture: &Fixture, pace: &str, days: u32) -> GameId {
    let game = fixture.started_as("abalone", pace).await;
    fixture.play_all(game, &ROUND[..2]).await;
    fixture.wait(10);
    propose(fixture, game, BRUNO, days).await.expect("proposed");
    fixture.answer(game, ADA, ProposalAnswer::Agree).await.expect("agreed");
    game
}

#[tokio::test]
async fn no_clock_runs_and_no_one_moves_in_an_adjourned_game() {
    for pace in ["days:3", "fischer:7d+1d/14d", "total:30d", "total:15m"] {
        let fixture = Fixture::new();
        let game = fixture.started_as("abalone", pace).await;
        fixture.clock.advance(60_000);
        let before = fixture.game(game).await.turn.deadline_at.expect("a deadline").since(fixture.clock_now());
        fixture.notices().await;
        propose(&fixture, game, ADA, 20).await.expect("proposed");
        fixture.answer(game, BRUNO, ProposalAnswer::Agree).await.expect("agreed");
        let until = fixture.clock_now().plus(20 * DAY);
        let notice = [
            Notice::Proposed { seat: Seat(0), proposal: ProposalKind::Adjourn { days: 20 } },
            Notice::Adjourned { until },
        ];
        assert_eq!(fixture.notices().await, notice);
        fixture.wait(12 * 24);
        assert_eq!(rings(&fixture, game).await, AlarmOutcome::Nothing);
        refused!(fixture.play(game, ADA, "a1b2").await, GameError::Adjourned(at) if at == until);
        refused!(fixture.take_back(game, ADA).await, GameError::Adjourned(_));
        refused!(propose(&fixture, game, BRUNO, 5).await, GameError::Adjourned(_));
        resume(&fixture, game, BRUNO, None).await.expect("either may");
        let after = fixture.game(game).await;
        assert_eq!(after.turn.deadline_at.expect("a deadline").since(fixture.clock_now()), before, "{pace}");
        assert_eq!(fixture.notices().await, [Notice::Resumed { seat: Some(Seat(1)), ply: 0 }]);
        fixture.play(game, ADA, "a1b2").await.expect("the game goes on");
        // A minute was used before, nothing since.
        let clock = fixture.read_record(game).await.seats[0].clock;
        let view = match pace {
            "fischer:7d+1d/14d" => Some(8 * DAY - 60_000),
            "total:30d" => Some(30 * DAY - 60_000),
            "total:15m" => Some(14 * 60_000),
            _ => None,
        };
        assert_eq!(clock, view, "{pace}");
    }
}

#[tokio::test]
async fn an_adjourned_game_resumes_at_its_time_with_the_time_it_had() {
    let fixture = Fixture::new();
    let game = adjourned(&fixture, "days:3", 5).await;
    fixture.notices().await;
    assert_eq!(
        fixture.game(game).await.turn.wake_at,
        Some(fixture.clock_now().plus(5 * DAY)),
        "no reminder in between"
    );
    fixture.wait(5 * 24 - 1);
    assert_eq!(rings(&fixture, game).await, AlarmOutcome::Nothing);
    fixture.wait(1);
    assert_eq!(rings(&fixture, game).await, AlarmOutcome::Resumed);
    assert_eq!(fixture.notices().await, [Notice::Resumed { seat: None, ply: 2 }]);
    let after = fixture.game(game).await;
    assert_eq!(after.turn.deadline_at, Some(fixture.clock_now().plus(62 * HOUR)), "ten of 72 hours were used");
    refused!(resume(&fixture, game, ADA, None).await, GameError::NotAdjourned);
    fixture.wait(38);
    assert_eq!(rings(&fixture, game).await, AlarmOutcome::Reminded);
    fixture.wait(24);
    assert_eq!(rings(&fixture, game).await, AlarmOutcome::TimedOut);
}

#[tokio::test]
async fn who_may_adjourn_a_game_and_for_how_long() {
    let (fixture, game) = Fixture::with_game().await;
    for days in [0, LONGEST_DAYS + 1, u32::MAX] {
        refused!(propose(&fixture, game, ADA, days).await, GameError::AdjournedTooLong(LONGEST_DAYS));
    }
    refused!(propose(&fixture, game, CHLOE, 5).await, GameError::NotAPlayer);
    refused!(resume(&fixture, game, ADA, None).await, GameError::NotAdjourned);
    propose(&fixture, game, ADA, LONGEST_DAYS).await.expect("proposed");
    fixture.plays(game, ADA, "a1b2").await;
    assert!(fixture.game(game).await.agreements.proposal.is_some(), "her own move leaves it open");
    fixture.answer(game, BRUNO, ProposalAnswer::Decline).await.expect("declined");
    assert_eq!(fixture.game(game).await.agreements.adjourned, None);
    propose(&fixture, game, ADA, 3).await.expect("proposed");
    fixture.plays(game, BRUNO, "i9h8").await;
    assert_eq!(fixture.game(game).await.agreements.proposal, None, "who moves wants to go on");
    let free = fixture.started_as("abalone", "none").await;
    refused!(propose(&fixture, free, ADA, 3).await, GameError::NoClock);
}

#[tokio::test]
async fn the_host_limits_the_length_of_an_adjournment() {
    let fixture = Fixture::new().hosted(|settings| settings.limits.adjourned_days = 5);
    let game = fixture.started().await;
    refused!(propose(&fixture, game, ADA, 6).await, GameError::AdjournedTooLong(5));
    propose(&fixture, game, ADA, 5).await.expect("proposed");
    let harness = Harness::over(Fixture::new().hosted(|settings| settings.limits.adjourned_days = 5));
    harness.started().await;
    let refused = harness.say(ADA, "game adjourn days:6").await;
    refused.says("for 1 to 5 days");
    let reply = harness.say(ADA, "game adjourn").await;
    reply.says("for up to 5 days");
}

#[tokio::test]
async fn a_resume_button_does_not_resume_a_later_adjournment() {
    let fixture = Fixture::new();
    let game = adjourned(&fixture, "days:3", 5).await;
    let first = fixture.game(game).await.agreements.adjourned.expect("adjourned").version;
    resume(&fixture, game, ADA, Some(first)).await.expect("resumed");
    propose(&fixture, game, ADA, 5).await.expect("proposed");
    fixture.answer(game, BRUNO, ProposalAnswer::Agree).await.expect("agreed");
    refused!(resume(&fixture, game, ADA, Some(first)).await, GameError::Stale(_));
    refused!(resume(&fixture, game, CHLOE, None).await, GameError::NotAPlayer);
    fixture.resign(game, ADA).await;
    assert_eq!(fixture.game(game).await.agreements.adjourned, None);
    refused!(resume(&fixture, game, ADA, None).await, GameError::Over);
}

#[tokio::test]
async fn conditional_moves_wait_until_the_game_resumes() {
    let fixture = Fixture::new();
    let game = adjourned(&fixture, "days:3", 5).await;
    let line = ["d4c3", "f6g7"].map(str::to_owned);
    conditional_moves::add_conditional_moves(&fixture.games, game, BRUNO, &line).await.expect("kept");
    resume(&fixture, game, ADA, None).await.expect("resumed");
    fixture.plays(game, ADA, "d4c3").await;
    assert_eq!(fixture.game(game).await.ply, 4);
}

#[tokio::test]
async fn everyone_is_told_of_an_adjournment_and_of_its_end() {
    let (harness, game) = Harness::with_game().await;
    let reply = harness.say(ADA, "game adjourn days:7").await;
    reply.privately().says("for up to 7 days");
    let again = harness.say(BRUNO, "game adjourn").await;
    assert_eq!(again.verbs(), ["agree", "refuse"], "what is proposed can be answered there");
    let done = harness.press_private(BRUNO, again.control("agree")).await;
    assert_eq!(done.text, "Accepted.");
    let now = harness.game(game).await;
    let until = now.agreements.adjourned.expect("adjourned").until;
    let (told, mentioned) = harness.notice(game, now.version, Notice::Adjourned { until }).await.expect("told");
    assert!(told.text.contains("the game is adjourned until") && mentioned.is_empty(), "{told:?}");
    assert_eq!(told.verbs(), ["resume"]);
    for call in [
        Notice::Reminder(Reminder::Turn { ply: 0 }),
        Notice::Reminder(Reminder::Step { step: 0, ply: 0, stops_at: None }),
    ] {
        assert!(harness.notice(game, 1, call).await.is_none(), "an obsolete notice mentions no one");
    }
    let board = harness.say(ADA, "board").await;
    board.says("**Adjourned** until").omits("Deadline");
    let refused = harness.type_move(ADA, "a1b2").await;
    refused.begins("The game is adjourned until").says("`/game resume`");
    let press = PlayMove {
        expected_revision: Some(games::domain::BoardRevision::at_ply(0)),
        ..harness.wanted(game, ADA, "a1b2")
    };
    refused!(moves::play(&harness.games, press).await, GameError::Adjourned(_));
    let resumed = harness.press(ADA, told.control("resume")).await;
    resumed.begins("You resumed game `");
    assert!(harness.notice(game, now.version, Notice::Adjourned { until }).await.is_none(), "it goes on since");
    let goes_on = Notice::Resumed { seat: Some(Seat(0)), ply: 0 };
    let (board, mentioned) = harness.notice(game, now.version + 1, goes_on).await.expect("a board");
    board.says("\n<@1> resumed the game:\n");
    assert_eq!((board.verbs()[0], mentioned), ("move", vec![ADA]));
}
