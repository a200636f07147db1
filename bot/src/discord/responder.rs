//! Answers interactions within the time that Discord allows, however long the work takes.

use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::crash_point::Point;
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tracing::{error, info, warn};

use crate::catch_panic::catch_panic;
use crate::counted_warning::CountedWarning;
use crate::crash_point;
use crate::discord::api::InteractionApi;
use crate::discord::error::DiscordError;
use crate::discord::handler::Handler;
use crate::discord::interaction::Interaction;
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::{Deferral, Reply};
use crate::discord::retry::RetryPolicy;
use crate::discord::workers::{Urgency, Workers};

/// An answer that takes longer is deferred.
const DEFER_AFTER: Duration = Duration::from_millis(1500);

/// Discord gives up after so long.
const ANSWER_LIMIT: Duration = Duration::from_secs(3);

/// By then an interaction has its first answer, be it that the answer is deferred.
pub(crate) const FIRST_ANSWER_GIVEN: Duration = Duration::from_secs(2);

/// A deferred answer can be completed for a quarter of an hour.
const TOKEN_LIFETIME: Duration = Duration::from_mins(14);

/// Interactions worked on at the same time.
const WORKERS: usize = 64;

/// Interactions that may wait for a worker at the same time. Where more come, the oldest are dropped.
const WAITING: usize = 512;

/// Interactions that wait for a worker so long that they are deferred. It helps against a moment of trouble; under lasting pressure,
/// deferring all would only double the requests.
const OVERDUE: usize = 64;

/// A deferred interaction that has no worker after so long gets none: its person has tried again or left.
const OVERDUE_LIMIT: Duration = Duration::from_secs(30);

/// Interactions that are worked on, wait for it, or wait for Discord to take their answers. More are ignored.
const QUEUE: u32 = 1024;

/// Interactions remembered, so that one delivered twice acts once.
const MAX_SEEN: usize = 4096;

/// Discord has an answer to this interaction.
const ALREADY_ACKNOWLEDGED: u64 = 40060;

/// The channel is an archived thread, and locked.
const THREAD_ARCHIVED: u64 = 50_083;

/// Has interactions answered by the handler, and sends the answers.
pub(crate) struct Responder {
    handler: Arc<dyn Handler>,
    discord: Arc<dyn InteractionApi>,
    workers: Workers,
    overdue: Semaphore,
    queue: Arc<Semaphore>,
    dropped: CountedWarning,
    seen: Mutex<(HashSet<u64>, VecDeque<u64>)>,
}

/// What becomes of an interaction that has arrived.
#[derive(Debug)]
pub(crate) enum Taken {
    /// It is answered in this task.
    New(JoinHandle<()>),
    /// It was delivered before.
    Repeated,
    /// It is of a type that this program does not know, or lacks something.
    Unknown,
    /// Too many are waiting; it is ignored.
    Overloaded,
}

impl Responder {
    pub(crate) fn new(handler: Arc<dyn Handler>, discord: Arc<dyn InteractionApi>) -> Self {
        Self {
            handler,
            discord,
            workers: Workers::new(WORKERS, WAITING),
            overdue: Semaphore::new(OVERDUE),
            queue: Arc::new(Semaphore::new(QUEUE as usize)),
            dropped: CountedWarning::every(Duration::from_secs(1)),
            seen: Mutex::new((HashSet::new(), VecDeque::new())),
        }
    }

    /// Reads an interaction and answers it. Discord adds types of interactions; one that is unknown is ignored.
    pub(crate) fn receive(self: &Arc<Self>, json: &Value) -> Taken {
        if let Some(interaction) = Interaction::read(json) {
            return self.take(interaction);
        }
        let (id, kind) = (&json["id"], &json["type"]);
        warn!(request = %id, kind = %kind, "Ignored an interaction of an unknown type");
        Taken::Unknown
    }

    /// Answers it in a task of its own.
    pub(crate) fn take(self: &Arc<Self>, interaction: Interaction) -> Taken {
        let arrived = Instant::now();
        let id = interaction.request.0;
        // One that is refused here is not remembered: a load balancer may deliver it again.
        let Ok(queue_permit) = Arc::clone(&self.queue).try_acquire_owned() else {
            self.drop_one();
            return Taken::Overloaded;
        };
        if !self.is_new(id) {
            info!(request = id, "Ignored an interaction that was delivered before");
            return Taken::Repeated;
        }
        let this = Arc::clone(self);
        Taken::New(tokio::spawn(async move {
            // All that an answer may need is large; it does not have to lie in the task itself.
            Box::pin(this.answer(arrived, &interaction)).await;
            drop(queue_permit);
        }))
    }

    /// Waits until all that was taken is answered, but not for long.
    pub(crate) async fn finish(&self, at_most: Duration) {
        if tokio::time::timeout(at_most, self.queue.acquire_many(QUEUE)).await.is_err() {
            warn!("Stopped before every interaction was answered");
        }
    }

    /// Counts an interaction for which there is no time. Discord tells its person that there was no answer.
    fn drop_one(&self) {
        self.dropped.add(|count| {
            warn!(count, "Dropped {count} interactions within a second: more come than can be answered in time");
        });
    }

    fn is_new(&self, id: u64) -> bool {
        let mut seen = self.seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (known, order) = &mut *seen;
        if !known.insert(id) {
            return false;
        }
        order.push_back(id);
        if order.len() > MAX_SEEN
            && let Some(oldest) = order.pop_front()
        {
            known.remove(&oldest);
        }
        true
    }

    async fn answer(&self, arrived: Instant, interaction: &Interaction) {
        let (id, token) = (interaction.request.0, interaction.token.expose_secret());
        crash_point::point(Point::InteractionReceived);
        let first = InitialResponse { discord: self.discord.as_ref(), id, token, until: arrived + ANSWER_LIMIT };
        let deferral = self.handler.deferral(interaction);
        let is_worked_on = AtomicBool::new(false);
        let urgency = if deferral == Deferral::Never { Urgency::Completion } else { Urgency::Press };
        let work = async {
            let in_time = tokio::time::timeout_at((arrived + OVERDUE_LIMIT).into(), self.workers.permit(urgency));
            let _permit = in_time.await.ok().flatten()?;
            is_worked_on.store(true, Ordering::Relaxed);
            Some(catch_panic(self.handler.answer(interaction)).await)
        };
        tokio::pin!(work);
        let (outcome, defer) = tokio::select! {
            outcome = &mut work => {
                // Too many wait, and this one was not worth it. Nothing was done for it.
                let Some(outcome) = outcome else { return self.drop_one() };
                (outcome, None)
            }
            () = tokio::time::sleep_until((arrived + DEFER_AFTER).into()) => {
                let is_worked_on = is_worked_on.load(Ordering::Relaxed);
                if deferral == Deferral::Never {
                    if !is_worked_on {
                        return self.drop_one();
                    }
                    match tokio::time::timeout_at((arrived + ANSWER_LIMIT).into(), work).await {
                        Ok(Some(outcome)) => (outcome, None),
                        Ok(None) | Err(_) => return self.drop_one(),
                    }
                } else {
                    // Waiting for a worker counts as part of the time: a late interaction is deferred like a slow one, as long as there
                    // are few of them.
                    let Ok(_overdue) = (if is_worked_on { Ok(None) } else { self.overdue.try_acquire().map(Some) }) else {
                        return self.drop_one();
                    };
                    let (kind, data) = match deferral {
                        Deferral::Update => (6, Value::Null),
                        Deferral::Public => (5, json!({})),
                        _ => (5, json!({ "flags": 64 })),
                    };
                    // The work goes on meanwhile: what it holds, others wait for.
                    let deferring = async {
                        let defer = first.send(kind, data, None).await;
                        crash_point::point(Point::AnswerDeferred);
                        defer
                    };
                    let (defer, outcome) = tokio::join!(deferring, work);
                    let outcome = outcome.unwrap_or_else(|| {
                        self.drop_one();
                        Ok(self.handler.after_panic(interaction))
                    });
                    (outcome, Some(defer))
                }
            }
        };
        crash_point::point(Point::NotAnswered);
        let reply = outcome.unwrap_or_else(|panic| {
            error!(request = id, "Could not answer an interaction: {panic}");
            self.handler.after_panic(interaction)
        });
        let outcome = match defer {
            None => {
                let (kind, data, post) = first_answer(&reply);
                first.send(kind, data, post).await
            }
            Some(Err(error @ DiscordError::Refused { status: ..500, .. })) => Err(error),
            // Where it is unknown whether the answer was deferred, completing it shows.
            Some(_) => match &reply {
                Reply::Message { post, .. } | Reply::Update(post) => {
                    let (pause, at_most) = (Duration::from_millis(500), Duration::from_secs(30));
                    let retry_policy = RetryPolicy { pause, at_most, until: arrived + TOKEN_LIFETIME };
                    retry_policy
                        .run("completing an answer", || self.discord.edit_original_response(id, token, post))
                        .await
                }
                Reply::Choices(_) => Ok(()),
            },
        };
        crash_point::point(Point::Answered);
        match outcome {
            Ok(()) => {}
            Err(error) if error.code() == ALREADY_ACKNOWLEDGED => {
                info!(request = id, "Left an interaction to another process, which has answered it");
            }
            // A thread that was locked while it was archived takes no answers. The person reads it in their direct messages.
            Err(error) if error.code() == THREAD_ARCHIVED => self.answer_by_dm(interaction, &reply).await,
            // The change is made and will be announced by the outbox; only the courtesy is lost.
            Err(error) => warn!(request = id, %error, "Could not answer an interaction: {error}"),
        }
    }
}

impl Responder {
    async fn answer_by_dm(&self, interaction: &Interaction, reply: &Reply) {
        let Reply::Message { post, .. } = reply else { return };
        let nonce = format!("{}-a", interaction.request.0);
        if let Err(error) = self.discord.answer_by_dm(interaction.person.user, post, &nonce).await {
            info!(request = interaction.request.0, %error, "Could not answer by direct message either: {error}");
        }
    }
}

/// The one first answer that an interaction can have.
struct InitialResponse<'a> {
    discord: &'a dyn InteractionApi,
    id: u64,
    token: &'a str,
    until: Instant,
}

impl InitialResponse<'_> {
    /// Gives it, again and again while there is time.
    async fn send(&self, kind: u8, data: Value, post: Option<&OutgoingMessage>) -> Result<(), DiscordError> {
        let (pause, at_most) = (Duration::from_millis(100), Duration::from_millis(400));
        let mut again = false;
        let ask = || {
            let (is_again, data) = (std::mem::replace(&mut again, true), data.clone());
            async move {
                match self.discord.create_interaction_response(self.id, self.token, kind, data, post).await {
                    // The try before came through after all; only its answer was lost.
                    Err(error) if is_again && error.code() == ALREADY_ACKNOWLEDGED => Ok(()),
                    outcome => outcome,
                }
            }
        };
        RetryPolicy { pause, at_most, until: self.until }.run("answering", ask).await
    }
}

/// Discord's kind of callback, its data, and the post whose picture and files go along.
fn first_answer(reply: &Reply) -> (u8, Value, Option<&OutgoingMessage>) {
    match reply {
        Reply::Message { private, post } => {
            let mut data = post.body.clone();
            data.insert("flags".into(), if *private { 64.into() } else { 0.into() });
            (4, data.into(), Some(post))
        }
        Reply::Update(post) => {
            let mut data = post.body.clone();
            // The picture of before is replaced, or taken away.
            data.insert("attachments".into(), json!([]));
            (7, data.into(), Some(post))
        }
        Reply::Choices(choices) => {
            let choices: Vec<Value> =
                choices.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
            (8, json!({ "choices": choices }), None)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use async_trait::async_trait;
    use futures::future::BoxFuture;

    use crate::discord::error::DiscordError;
    use crate::discord::interaction::InteractionType;
    use crate::discord::workers::Permit;
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

        fn asked(&self) -> Vec<String> {
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

    fn refused(status: u16, code: u64) -> DiscordError {
        crate::discord::error::DiscordError::Refused { status, code, message: String::new() }
    }

    fn failing(failures: impl IntoIterator<Item = DiscordError>) -> Recorder {
        Recorder { failures: Mutex::new(failures.into_iter().collect()), ..Recorder::default() }
    }

    #[tokio::test]
    async fn an_answer_in_time_is_given_at_once() {
        let (responder, discord, _) = responder(Recorder::default());
        responder.answer(Instant::now(), &command(77)).await;
        assert_eq!(discord.asked(), ["answer 4 flags 64"]);
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
            let asked = discord.asked();
            assert_eq!(asked[0], defer);
            assert!(asked[1].starts_with("complete") && asked[1].contains(verb), "{asked:?}");
            assert_eq!(asked.len(), 2);
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
        assert_eq!(discord.asked()[..2], ["committed", "answer 5 flags 64"]);
    }

    #[tokio::test]
    async fn an_answer_that_fails_is_given_again_while_there_is_time() {
        let lost = crate::discord::error::DiscordError::NoResponse("no route".to_owned());
        let busy = vec![refused(502, 0), crate::discord::error::DiscordError::RateLimited(Duration::ZERO)];
        // The try whose answer was lost came through: Discord says so at the next one.
        let through = vec![lost, refused(400, ALREADY_ACKNOWLEDGED)];
        for (failures, tries) in [(busy, 3), (through, 2)] {
            let (responder, discord, _) = responder(failing(failures));
            responder.answer(Instant::now(), &command(77)).await;
            assert_eq!(discord.asked(), vec!["answer 4 flags 64"; tries]);
        }
        let (responder, discord, _) = responder(failing(vec![refused(502, 0); 100]));
        responder.answer(Instant::now(), &command(77)).await;
        assert!((5..40).contains(&discord.asked().len()), "three seconds are over: {:?}", discord.asked());
    }

    #[tokio::test]
    async fn a_completion_that_fails_is_tried_again() {
        let (responder, discord, handler) = responder(Recorder::default());
        let press = press("accept", false);
        handler.work_first(tokio::time::sleep(DEFER_AFTER * 2));
        // It is deferred at the second try, and the first completion fails.
        let lost = crate::discord::error::DiscordError::NoResponse("no route".to_owned());
        discord.failures.lock().expect("free").extend([lost, refused(400, ALREADY_ACKNOWLEDGED), refused(502, 0)]);
        responder.answer(Instant::now(), &press).await;
        let asked = discord.asked();
        assert_eq!(asked[..2], ["answer 5 flags 64"; 2]);
        assert!(asked.len() == 4 && asked[2..].iter().all(|asked| asked.starts_with("complete")), "{asked:?}");
    }

    #[tokio::test]
    async fn an_answer_whose_deferral_is_refused_is_not_completed_but_its_work_is_done() {
        let (responder, discord, handler) = responder(Recorder::default());
        let press = press("accept", false);
        handler.work_first(tokio::time::sleep(DEFER_AFTER * 2));
        discord.failures.lock().expect("free").push_back(refused(404, 10062));
        responder.answer(Instant::now(), &press).await;
        assert_eq!(discord.asked(), ["answer 5 flags 64"]);
        assert_eq!(handler.answered.load(Ordering::SeqCst), 1);
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
            while discord.asked().is_empty() {
                tokio::task::yield_now().await;
            }
            assert_eq!(discord.asked(), ["answer 5 flags 64"]);
            drop(busy);
        };
        tokio::join!(responder.answer(late(), &command), free);
        assert_eq!(discord.asked().len(), 2, "completed");
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
        assert_eq!(discord.asked(), [""; 0]);
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
        assert_eq!(discord.asked(), [""; 0]);
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
        let asked = discord.asked();
        assert!(asked.len() == 2 && asked[1].contains("went wrong"), "{asked:?}");
        assert_eq!(handler.answered.load(Ordering::SeqCst), 0);
    }

    #[tokio::test]
    async fn a_slow_discord_does_not_delay_other_answers() {
        let (responder, discord, _) =
            responder(Recorder { latency: Duration::from_millis(1600), ..Recorder::default() });
        let count = WORKERS as u64 + 30;
        for id in 1..=count {
            responder.take(command(id));
        }
        tokio::time::timeout(ANSWER_LIMIT, responder.finish(Duration::from_mins(1)))
            .await
            .expect("all within their time");
        assert_eq!(discord.asked(), vec!["answer 4 flags 64"; count as usize]);
    }

    #[tokio::test]
    async fn interactions_beyond_the_queue_are_ignored() {
        let (responder, discord, _) = responder(Recorder::default());
        let room = responder.queue.acquire_many(QUEUE).await.expect("open");
        responder.take(command(77));
        drop(room);
        responder.take(command(78));
        responder.finish(ANSWER_LIMIT).await;
        assert_eq!(discord.asked().len(), 1);
    }

    #[tokio::test]
    async fn an_interaction_beyond_the_queue_may_be_delivered_again() {
        let (responder, discord, _) = responder(Recorder::default());
        let room = responder.queue.acquire_many(QUEUE).await.expect("open");
        assert!(matches!(responder.take(command(77)), Taken::Overloaded));
        drop(room);
        assert!(matches!(responder.take(command(77)), Taken::New(_)));
        assert!(matches!(responder.take(command(77)), Taken::Repeated));
        responder.finish(ANSWER_LIMIT).await;
        assert_eq!(discord.asked().len(), 1);
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
        assert!(discord.asked()[1].contains("went wrong"), "{:?}", discord.asked());
    }

    #[tokio::test]
    async fn an_interaction_delivered_twice_is_answered_once() {
        let (responder, discord, _) = responder(Recorder::default());
        responder.take(command(77));
        responder.take(command(77));
        responder.take(command(78));
        responder.finish(ANSWER_LIMIT).await;
        assert_eq!(discord.asked().len(), 2);
    }
}
