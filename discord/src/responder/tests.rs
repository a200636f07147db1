use std::sync::Mutex;
use std::sync::atomic::Ordering;

use crate::message::COMPONENTS_V2;
use crate::test_support::{Recorder, responder};

use super::*;

const EPHEMERAL: u64 = MessageFlags::EPHEMERAL.bits();

fn command(id: u64) -> Interaction {
    let json = json!({
        "id": id.to_string(), "type": 2, "token": "t", "channel_id": "5", "locale": "en-US",
        "user": { "id": "1", "username": "ada" },
        "data": { "name": "challenge" },
    });
    Interaction::read(&sandbox::interaction::complete(json)).expect("an interaction")
}

/// A button under a message with these flags of Discord's.
fn press(verb: &str, flags: u64) -> Interaction {
    let json = json!({
        "id": "78", "type": 3, "token": "t", "channel_id": "5", "locale": "en-US",
        "user": { "id": "1", "username": "ada" },
        "message": { "id": "9", "flags": flags },
        "data": { "custom_id": format!("v1:{verb}:000000007"), "component_type": 2 },
    });
    Interaction::read(&sandbox::interaction::complete(json)).expect("an interaction")
}

fn refusal(status: u16, code: u64) -> DiscordError {
    DiscordError::Refused { status, code, message: String::new() }
}

fn failing(failures: impl IntoIterator<Item = DiscordError>) -> Recorder {
    Recorder { failures: Mutex::new(failures.into_iter().collect()), ..Recorder::default() }
}

#[tokio::test]
async fn a_slow_answer_is_deferred_and_completed() {
    // A public message is answered privately; a private one will change.
    for (verb, flags, defer) in [("accept", 0, "answer 5 flags 64"), ("withdraw", EPHEMERAL, "answer 6 flags null")] {
        let (responder, discord, handler) = responder(Recorder::default());
        let press = press(verb, flags);
        handler.work_first(tokio::time::sleep(DEFER_AFTER * 2));
        responder.answer(Instant::now(), &press).await;
        let questions = discord.questions();
        assert_eq!(questions[0], defer);
        assert!(questions[1].starts_with("complete") && questions[1].contains(verb), "{questions:?}");
        assert_eq!(questions.len(), 2);
    }
}

#[tokio::test]
async fn a_fleeting_answer_is_given_and_then_deleted() {
    for (failures, flags, questions) in [
        (vec![], 0, vec!["answer 4 flags 64", "delete"]),
        (vec![], EPHEMERAL, vec!["answer 7 flags null", "delete"]),
        (vec![refusal(404, 10_062)], 0, vec!["answer 4 flags 64"]),
    ] {
        let (responder, discord, _) = responder(failing(failures));
        responder.answer(Instant::now(), &press("fleeting", flags)).await;
        assert_eq!(discord.questions(), questions);
    }
    let (responder, discord, handler) = responder(Recorder::default());
    handler.work_first(tokio::time::sleep(DEFER_AFTER * 2));
    responder.answer(Instant::now(), &press("fleeting", 0)).await;
    let questions = discord.questions();
    assert!(questions[1].starts_with("complete") && questions[2..] == ["delete"], "{questions:?}");
}

#[tokio::test]
async fn an_update_keeps_the_layout_of_its_message() {
    for (flags, answer) in
        [(EPHEMERAL, "answer 7 flags null"), (EPHEMERAL | COMPONENTS_V2.bits(), "answer 7 flags 32768")]
    {
        let (responder, discord, _) = responder(Recorder::default());
        responder.answer(Instant::now(), &press("withdraw", flags)).await;
        assert_eq!(discord.questions(), [answer]);
    }
}

#[tokio::test]
async fn work_goes_on_while_its_answer_is_deferred() {
    let (responder, discord, handler) =
        responder(Recorder { latency: Duration::from_millis(500), ..Recorder::default() });
    let press = press("accept", 0);
    let seen = Arc::clone(&discord);
    handler.work_first(async move {
        tokio::time::sleep(DEFER_AFTER + Duration::from_millis(100)).await;
        seen.asked.lock().expect("free").push("committed".to_owned());
    });
    responder.answer(Instant::now(), &press).await;
    assert_eq!(discord.questions()[..2], ["committed", "answer 5 flags 64"]);
}

#[tokio::test]
async fn an_answer_that_fails_is_given_again_while_there_is_time() {
    let no_answer = DiscordError::NoResponse("no route".to_owned());
    let busy = vec![refusal(502, 0), DiscordError::rate_limited(Duration::ZERO)];
    // The try whose answer was no_answer came through: Discord says so at the next one.
    let through = vec![no_answer, refusal(400, ALREADY_ACKNOWLEDGED)];
    for (failures, tries) in [(busy, 3), (through, 2)] {
        let (responder, discord, _) = responder(failing(failures));
        responder.answer(Instant::now(), &command(77)).await;
        assert_eq!(discord.questions(), vec!["answer 4 flags 64"; tries]);
    }
    let (responder, discord, _) = responder(failing(vec![refusal(502, 0); 100]));
    responder.answer(Instant::now(), &command(77)).await;
    assert!((5..40).contains(&discord.questions().len()), "three seconds are over: {:?}", discord.questions());
}

#[tokio::test]
async fn a_completion_that_fails_is_tried_again() {
    let (responder, discord, handler) = responder(Recorder::default());
    let press = press("accept", 0);
    handler.work_first(tokio::time::sleep(DEFER_AFTER * 2));
    // It is deferred at the second try, and the first completion fails.
    let no_answer = DiscordError::NoResponse("no route".to_owned());
    discord.failures.lock().expect("free").extend([no_answer, refusal(400, ALREADY_ACKNOWLEDGED), refusal(502, 0)]);
    responder.answer(Instant::now(), &press).await;
    let questions = discord.questions();
    assert_eq!(questions[..2], ["answer 5 flags 64"; 2]);
    assert!(
        questions.len() == 4 && questions[2..].iter().all(|questions| questions.starts_with("complete")),
        "{questions:?}"
    );
}

#[tokio::test]
async fn an_answer_whose_deferral_is_refused_is_not_completed_but_its_work_is_done() {
    let (responder, discord, handler) = responder(Recorder::default());
    let press = press("accept", 0);
    handler.work_first(tokio::time::sleep(DEFER_AFTER * 2));
    discord.failures.lock().expect("free").push_back(refusal(404, 10062));
    responder.answer(Instant::now(), &press).await;
    assert_eq!(discord.questions(), ["answer 5 flags 64"]);
    assert_eq!(handler.answered.load(Ordering::SeqCst), 1);
}

/// All workers, busy with something else.
async fn busy(responder: &Responder) -> tokio::sync::SemaphorePermit<'_> {
    responder.workers.acquire_many(WORKERS as u32).await.expect("open")
}

fn ago(duration: Duration) -> Instant {
    Instant::now().checked_sub(duration).expect("the machine has been up for longer")
}

#[tokio::test]
async fn an_interaction_that_waits_for_a_worker_is_deferred_too() {
    let (responder, discord, _) = responder(Recorder::default());
    let busy = busy(&responder).await;
    let command = command(77);
    let free = async {
        while discord.questions().is_empty() {
            tokio::task::yield_now().await;
        }
        assert_eq!(discord.questions(), ["answer 5 flags 64"]);
        drop(busy);
    };
    tokio::join!(responder.answer(ago(DEFER_AFTER), &command), free);
    assert_eq!(discord.questions().len(), 2, "completed");
}

#[tokio::test]
async fn a_completion_that_comes_too_late_is_dropped_before_work_is_done_for_it() {
    let (responder, discord, handler) = responder(Recorder::default());
    let _busy = busy(&responder).await;
    let typing = Interaction { kind: InteractionType::Autocomplete, ..command(77) };
    responder.answer(ago(ANSWER_LIMIT), &typing).await;
    assert_eq!(discord.questions(), [""; 0]);
    assert_eq!(handler.answered.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn of_more_than_can_wait_the_first_are_answered() {
    let (responder, discord, handler) = responder(Recorder::default());
    let busy = busy(&responder).await;
    for id in 1..=WAITING as u64 + 30 {
        responder.take(command(id));
    }
    while responder.queue.available_permits() != QUEUE as usize - WAITING {
        tokio::task::yield_now().await;
    }
    assert_eq!(discord.questions(), [""; 0]);
    drop(busy);
    responder.finish(ANSWER_LIMIT).await;
    assert_eq!(handler.answered.load(Ordering::SeqCst), WAITING);
}

#[tokio::test]
async fn a_slow_discord_does_not_delay_other_answers() {
    let (responder, discord, _) = responder(Recorder { latency: Duration::from_millis(1600), ..Recorder::default() });
    let count = WORKERS as u64 + 30;
    for id in 1..=count {
        responder.take(command(id));
    }
    tokio::time::timeout(ANSWER_LIMIT, responder.finish(Duration::from_mins(1))).await.expect("all within their time");
    assert_eq!(discord.questions(), vec!["answer 4 flags 64"; count as usize]);
}

#[tokio::test]
async fn an_interaction_beyond_the_queue_may_be_delivered_again_and_another_is_answered_once() {
    let (responder, discord, _) = responder(Recorder::default());
    let room = responder.queue.acquire_many(QUEUE).await.expect("open");
    assert!(matches!(responder.take(command(77)), Receipt::Overloaded));
    drop(room);
    assert!(matches!(responder.take(command(77)), Receipt::New(_)));
    assert!(matches!(responder.take(command(77)), Receipt::Ignored));
    responder.finish(ANSWER_LIMIT).await;
    assert_eq!(discord.questions().len(), 1);
}

#[tokio::test]
async fn a_panic_is_answered_with_a_sentence() {
    let (responder, discord, handler) = responder(Recorder::default());
    let press = press("accept", 0);
    handler.work_first(async {
        tokio::time::sleep(DEFER_AFTER * 2).await;
        panic!("for a test")
    });
    responder.answer(Instant::now(), &press).await;
    assert!(discord.questions()[1].contains("went wrong"), "{:?}", discord.questions());
}

fn launch() -> Interaction {
    Interaction { name: "launch".to_owned(), ..command(79) }
}

#[tokio::test]
async fn the_activity_opens_or_its_message_answers() {
    for (failure, expected, launched) in [
        (None, vec!["launch"], 1),
        // Discord opens none there.
        (Some(refusal(400, 50_035)), vec!["launch", "answer 4 flags 64"], 0),
        // Another process was faster: nothing is left to answer.
        (Some(refusal(400, ALREADY_ACKNOWLEDGED)), vec!["launch"], 0),
    ] {
        let (responder, discord, handler) = responder(failing(failure));
        responder.answer(Instant::now(), &launch()).await;
        assert_eq!(discord.questions(), expected);
        assert_eq!(handler.launched.lock().expect("free").len(), launched);
    }
}

#[tokio::test]
async fn what_opens_the_activity_is_never_a_second_answer() {
    let (responder, discord, handler) = responder(Recorder::default());
    handler.work_first(tokio::time::sleep(DEFER_AFTER * 2));
    responder.answer(Instant::now(), &launch()).await;
    let questions = discord.questions();
    assert!(
        questions.len() == 2 && questions[0].starts_with("answer 5") && questions[1].starts_with("complete"),
        "{questions:?}"
    );
}
