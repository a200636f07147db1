use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use futures::future::BoxFuture;

use crate::discord::error::DiscordError;
use crate::discord::interaction::InteractionType;
use crate::discord::responder::workers::Permit;
use crate::domain::UserId;

use super::*;

/// Remembers what it was asked: the kind of each first answer, and the text of each completion. Fails as it is told.
#[derive(Default)]
struct Recorder {
    asked: Mutex<Vec<String>>,
    failures: Mutex<VecDeque<DiscordError>>,
    latency: Duration,
}

impl Recorder {
    async fn note(&self, what: String) -> Result<(), DiscordError> {
        tokio::time::sleep(self.latency).await;
        self.asked.lock().expect("no test panics while it holds this").push(what);
        self.failures.lock().expect("no test panics while it holds this").pop_front().map_or(Ok(()), Err)
    }

    fn questions(&self) -> Vec<String> {
        self.asked.lock().expect("free").clone()
    }
}

#[async_trait]
impl InteractionApi for Recorder {
    async fn create_interaction_response(
        &self,
        _: u64,
        _: &str,
        kind: u8,
        data: Value,
        _: Option<&OutgoingMessage>,
    ) -> Result<(), DiscordError> {
        self.note(format!("answer {kind} flags {}", data["flags"])).await
    }
    async fn edit_original_response(&self, _: u64, _: &str, post: &OutgoingMessage) -> Result<(), DiscordError> {
        self.note(format!("complete {}", post.body["content"])).await
    }

    async fn answer_by_dm(&self, _: UserId, _: &OutgoingMessage, _: &str) -> Result<(), DiscordError> {
        Ok(())
    }
}

/// Answers everything with one sentence, after the work that a test gives it.
#[derive(Default)]
struct FakeHandler {
    work: Mutex<Option<BoxFuture<'static, ()>>>,
    answered: AtomicUsize,
}

impl FakeHandler {
    fn work_first(&self, work: impl Future<Output = ()> + Send + 'static) {
        *self.work.lock().expect("free") = Some(Box::pin(work));
    }
}

#[async_trait]
impl Handler for FakeHandler {
    fn deferral(&self, interaction: &Interaction) -> Deferral {
        match interaction.kind {
            InteractionType::Autocomplete => Deferral::Never,
            _ if interaction.is_ephemeral => Deferral::Update,
            _ => Deferral::Ephemeral,
        }
    }
    async fn answer(&self, interaction: &Interaction) -> Reply {
        let work = self.work.lock().expect("free").take();
        if let Some(work) = work {
            work.await;
        }
        self.answered.fetch_add(1, Ordering::SeqCst);
        let message = OutgoingMessage::text(format!("{} is done", interaction.name));
        if interaction.is_ephemeral { Reply::Update(message) } else { Reply::ephemeral(message) }
    }
    fn after_panic(&self, _: &Interaction) -> Reply {
        Reply::ephemeral(OutgoingMessage::text("Something went wrong".to_owned()))
    }
}

/// A responder whose handler can be slow or panic, and whose Discord can be slow or fail.
fn responder(discord: Recorder) -> (Arc<Responder>, Arc<Recorder>, Arc<FakeHandler>) {
    let (handler, discord) = (Arc::new(FakeHandler::default()), Arc::new(discord));
    (Arc::new(Responder::new(handler.clone(), discord.clone())), discord, handler)
}

fn command(id: u64) -> Interaction {
    let json = json!({
        "id": id.to_string(), "type": 2, "token": "t", "channel_id": "5", "locale": "en-US",
        "user": { "id": "1", "username": "ada" },
        "data": { "name": "challenge" },
    });
    Interaction::read(&json).expect("an interaction")
}

/// A button under a message that everybody sees, or one that only its reader sees.
fn press(verb: &str, is_ephemeral: bool) -> Interaction {
    let json = json!({
        "id": "78", "type": 3, "token": "t", "channel_id": "5", "locale": "en-US",
        "user": { "id": "1", "username": "ada" },
        "message": { "id": "9", "flags": if is_ephemeral { 64 } else { 0 } },
        "data": { "custom_id": format!("v1:{verb}:000000007"), "component_type": 2 },
    });
    Interaction::read(&json).expect("an interaction")
}

fn refusal(status: u16, code: u64) -> DiscordError {
    crate::discord::error::DiscordError::Refused { status, code, message: String::new() }
}

fn failing(failures: impl IntoIterator<Item = DiscordError>) -> Recorder {
    Recorder { failures: Mutex::new(failures.into_iter().collect()), ..Recorder::default() }
}

#[tokio::test]
async fn an_answer_in_time_is_given_at_once() {
    let (responder, discord, _) = responder(Recorder::default());
    responder.answer(Instant::now(), &command(77)).await;
    assert_eq!(discord.questions(), ["answer 4 flags 64"]);
}

#[tokio::test]
async fn a_slow_answer_is_deferred_and_completed() {
    // A public message is answered privately; a private one will change.
    for (verb, is_ephemeral, defer) in
        [("accept", false, "answer 5 flags 64"), ("withdraw", true, "answer 6 flags null")]
    {
        let (responder, discord, handler) = responder(Recorder::default());
        let press = press(verb, is_ephemeral);
        handler.work_first(tokio::time::sleep(DEFER_AFTER * 2));
        responder.answer(Instant::now(), &press).await;
        let asked = discord.questions();
        assert_eq!(asked[0], defer);
        assert!(asked[1].starts_with("complete") && asked[1].contains(verb), "{asked:?}");
        assert_eq!(asked.len(), 2);
    }
}

#[tokio::test]
async fn an_update_keeps_the_layout_of_its_message() {
    for (flags, content, answer) in
        [(1 << 6, "A board", "answer 7 flags null"), (1 << 6 | 1 << 15, "", "answer 7 flags 32768")]
    {
        let (responder, discord, _) = responder(Recorder::default());
        let json = json!({
            "id": "78", "type": 3, "token": "t", "channel_id": "5", "locale": "en-US",
            "user": { "id": "1", "username": "ada" },
            "message": { "id": "9", "flags": flags, "content": content },
            "data": { "custom_id": "v1:withdraw:000000007", "component_type": 2 },
        });
        let press = Interaction::read(&json).expect("an interaction");
        responder.answer(Instant::now(), &press).await;
        assert_eq!(discord.questions(), [answer]);
    }
}

#[tokio::test]
async fn work_goes_on_while_its_answer_is_deferred() {
    let (responder, discord, handler) =
        responder(Recorder { latency: Duration::from_millis(500), ..Recorder::default() });
    let press = press("accept", false);
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
    let lost = crate::discord::error::DiscordError::NoResponse("no route".to_owned());
    let busy = vec![refusal(502, 0), crate::discord::error::DiscordError::rate_limited(Duration::ZERO)];
    // The try whose answer was lost came through: Discord says so at the next one.
    let through = vec![lost, refusal(400, ALREADY_ACKNOWLEDGED)];
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
    let press = press("accept", false);
    handler.work_first(tokio::time::sleep(DEFER_AFTER * 2));
    // It is deferred at the second try, and the first completion fails.
    let lost = crate::discord::error::DiscordError::NoResponse("no route".to_owned());
    discord.failures.lock().expect("free").extend([lost, refusal(400, ALREADY_ACKNOWLEDGED), refusal(502, 0)]);
    responder.answer(Instant::now(), &press).await;
    let asked = discord.questions();
    assert_eq!(asked[..2], ["answer 5 flags 64"; 2]);
    assert!(asked.len() == 4 && asked[2..].iter().all(|asked| asked.starts_with("complete")), "{asked:?}");
}

#[tokio::test]
async fn an_answer_whose_deferral_is_refused_is_not_completed_but_its_work_is_done() {
    let (responder, discord, handler) = responder(Recorder::default());
    let press = press("accept", false);
    handler.work_first(tokio::time::sleep(DEFER_AFTER * 2));
    discord.failures.lock().expect("free").push_back(refusal(404, 10062));
    responder.answer(Instant::now(), &press).await;
    assert_eq!(discord.questions(), ["answer 5 flags 64"]);
    assert_eq!(handler.answered.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn an_answer_of_another_process_is_reported_where_this_one_should_be_alone() {
    let discord: Arc<Recorder> = Arc::new(failing(vec![refusal(400, ALREADY_ACKNOWLEDGED)]));
    let answered_elsewhere = Arc::new(Notify::new());
    let responder = Responder::new(Arc::new(FakeHandler::default()), discord)
        .report_foreign_answers(Arc::clone(&answered_elsewhere));
    Arc::new(responder).answer(Instant::now(), &command(77)).await;
    tokio::time::timeout(Duration::from_secs(1), answered_elsewhere.notified()).await.expect("it is reported");
}

/// All workers, busy with something else.
async fn busy(responder: &Responder) -> Vec<Permit> {
    let permits = (0..WORKERS).map(|_| responder.workers.permit(Urgency::Press));
    futures::future::join_all(permits).await.into_iter().flatten().collect()
}

/// So long ago that an answer that has not begun is late.
fn late() -> Instant {
    Instant::now().checked_sub(DEFER_AFTER).expect("the machine has been up for longer")
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
    tokio::join!(responder.answer(late(), &command), free);
    assert_eq!(discord.questions().len(), 2, "completed");
}

#[tokio::test]
async fn what_cannot_be_answered_in_time_is_dropped_before_work_is_done_for_it() {
    let (responder, discord, handler) = responder(Recorder::default());
    let _busy = busy(&responder).await;
    // Nothing is gained by deferring what is only typed, or by deferring all of many.
    let typing = Interaction { kind: InteractionType::Autocomplete, ..command(77) };
    responder.answer(late(), &typing).await;
    let _overdue = responder.overdue.acquire_many(OVERDUE as u32).await.expect("open");
    responder.answer(late(), &command(78)).await;
    assert_eq!(discord.questions(), [""; 0]);
    assert_eq!(handler.answered.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn of_more_than_can_wait_the_newest_are_answered() {
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
async fn a_deferred_interaction_that_gets_no_worker_is_told_so() {
    let (responder, discord, handler) = responder(Recorder::default());
    let _busy = busy(&responder).await;
    let long_ago = Instant::now().checked_sub(OVERDUE_LIMIT).expect("the machine has been up for longer");
    responder.answer(long_ago + Duration::from_millis(200), &command(77)).await;
    let asked = discord.questions();
    assert!(asked.len() == 2 && asked[1].contains("went wrong"), "{asked:?}");
    assert_eq!(handler.answered.load(Ordering::SeqCst), 0);
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
async fn interactions_beyond_the_queue_are_ignored() {
    let (responder, discord, _) = responder(Recorder::default());
    let room = responder.queue.acquire_many(QUEUE).await.expect("open");
    responder.take(command(77));
    drop(room);
    responder.take(command(78));
    responder.finish(ANSWER_LIMIT).await;
    assert_eq!(discord.questions().len(), 1);
}

#[tokio::test]
async fn an_interaction_beyond_the_queue_may_be_delivered_again() {
    let (responder, discord, _) = responder(Recorder::default());
    let room = responder.queue.acquire_many(QUEUE).await.expect("open");
    assert!(matches!(responder.take(command(77)), Receipt::Overloaded));
    drop(room);
    assert!(matches!(responder.take(command(77)), Receipt::New(_)));
    assert!(matches!(responder.take(command(77)), Receipt::Repeated));
    responder.finish(ANSWER_LIMIT).await;
    assert_eq!(discord.questions().len(), 1);
}

#[tokio::test]
async fn a_panic_is_answered_with_a_sentence() {
    let (responder, discord, handler) = responder(Recorder::default());
    let press = press("accept", false);
    handler.work_first(async {
        tokio::time::sleep(DEFER_AFTER * 2).await;
        panic!("for a test")
    });
    responder.answer(Instant::now(), &press).await;
    assert!(discord.questions()[1].contains("went wrong"), "{:?}", discord.questions());
}

#[tokio::test]
async fn an_interaction_delivered_twice_is_answered_once() {
    let (responder, discord, _) = responder(Recorder::default());
    responder.take(command(77));
    responder.take(command(77));
    responder.take(command(78));
    responder.finish(ANSWER_LIMIT).await;
    assert_eq!(discord.questions().len(), 2);
}
