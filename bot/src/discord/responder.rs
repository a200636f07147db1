//! Answers interactions in the time that Discord gives, whatever it is that takes long.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::crash_point::Point;
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tracing::{error, info, warn};

use crate::app::router;
use crate::catch_panic::catch_panic;
use crate::commands::context::App;
use crate::crash_point;
use crate::discord::api::{DiscordApi, DiscordError};
use crate::discord::interaction;
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::{Deferral, Reply};
use crate::discord::retry::RetryPolicy;

/// An answer that takes longer is put off.
const PATIENCE: Duration = Duration::from_millis(1500);

/// Discord has given up after so long.
const TOO_LATE: Duration = Duration::from_secs(3);

/// An answer that was put off can be completed for a quarter of an hour.
const MUCH_TOO_LATE: Duration = Duration::from_mins(14);

/// Interactions worked on at the same time.
const AT_ONCE: usize = 64;

/// Interactions that are worked on, wait for it, or wait for Discord to take their answers. More are passed over.
const ROOM: u32 = 1024;

/// Interactions remembered, so that one delivered twice acts once.
const REMEMBERED: usize = 4096;

/// Discord has an answer to this interaction.
const ANSWERED: u64 = 40060;

/// Takes interactions and sees to their answers.
pub(crate) struct Answering {
    app: App,
    discord: Arc<dyn DiscordApi>,
    permits: Semaphore,
    room: Arc<Semaphore>,
    seen: Mutex<(HashSet<u64>, VecDeque<u64>)>,
}

impl Answering {
    /// Nothing taken yet.
    pub(crate) fn new(app: App, discord: Arc<dyn DiscordApi>) -> Self {
        Self {
            app,
            discord,
            permits: Semaphore::new(AT_ONCE),
            room: Arc::new(Semaphore::new(ROOM as usize)),
            seen: Mutex::new((HashSet::new(), VecDeque::new())),
        }
    }

    /// Answers it in a task of its own.
    pub(crate) fn take(self: &Arc<Self>, interaction: Value) {
        let arrived = Instant::now();
        let Some(id) = interaction::id(&interaction["id"]) else { return };
        if !self.is_new(id) {
            info!(request = id, "Passed over an interaction that was delivered before");
            return;
        }
        let Ok(place) = Arc::clone(&self.room).try_acquire_owned() else {
            warn!(request = id, "Passed over an interaction: {ROOM} wait already");
            return;
        };
        let this = Arc::clone(self);
        tokio::spawn(async move {
            // All that an answer may need is large; it does not have to lie in the task itself.
            Box::pin(this.answer(arrived, id, &interaction)).await;
            drop(place);
        });
    }

    /// Waits until all that was taken is answered, but not for long.
    pub(crate) async fn finish(&self, at_most: Duration) {
        if tokio::time::timeout(at_most, self.room.acquire_many(ROOM)).await.is_err() {
            warn!("Stopped before every interaction was answered");
        }
    }

    fn is_new(&self, id: u64) -> bool {
        let mut seen = self.seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (known, order) = &mut *seen;
        if !known.insert(id) {
            return false;
        }
        order.push_back(id);
        if order.len() > REMEMBERED
            && let Some(oldest) = order.pop_front()
        {
            known.remove(&oldest);
        }
        true
    }

    async fn answer(&self, arrived: Instant, id: u64, interaction: &Value) {
        let Some(token) = interaction["token"].as_str() else { return };
        crash_point::point(Point::Taken);
        let first = First { discord: self.discord.as_ref(), id, token, until: arrived + TOO_LATE };
        let deferral = router::deferral(interaction);
        let work = async {
            // It is waited for within the time that an answer has: who comes late is put off like who takes long.
            let _permit = self.permits.acquire().await;
            catch_panic(router::dispatch(&self.app, interaction)).await
        };
        tokio::pin!(work);
        let (outcome, defer) = tokio::select! {
            outcome = &mut work => (outcome, None),
            () = tokio::time::sleep_until((arrived + PATIENCE).into()), if deferral != Deferral::Never => {
                let (kind, data) = match deferral {
                    Deferral::Update => (6, Value::Null),
                    Deferral::Public => (5, json!({})),
                    _ => (5, json!({ "flags": 64 })),
                };
                // The work goes on meanwhile: what it holds, others wait for.
                let putting_off = async {
                    let defer = first.give(kind, data, None).await;
                    crash_point::point(Point::PutOff);
                    defer
                };
                let (defer, outcome) = tokio::join!(putting_off, work);
                (outcome, Some(defer))
            }
        };
        crash_point::point(Point::NotAnswered);
        let reply = outcome.unwrap_or_else(|panic| {
            error!(request = id, "Could not answer an interaction because of {panic}");
            router::broken(interaction)
        });
        let Some(reply) = reply else {
            warn!(request = id, kind = %interaction["type"], "Passed over an interaction that is not for us");
            return;
        };
        let outcome = match defer {
            None => {
                let (kind, data, post) = first_answer(&reply);
                first.give(kind, data, post).await
            }
            Some(Err(error @ DiscordError::Refused { status: ..500, .. })) => Err(error),
            // Where it is unknown whether the answer was put off, completing it shows.
            Some(_) => match &reply {
                Reply::Message { post, .. } | Reply::Update(post) => {
                    let (pause, at_most) = (Duration::from_millis(500), Duration::from_secs(30));
                    let retry_policy = RetryPolicy { pause, at_most, until: arrived + MUCH_TOO_LATE };
                    retry_policy.ask("completing an answer", || self.discord.complete(token, post)).await
                }
                Reply::Choices(_) => Ok(()),
            },
        };
        crash_point::point(Point::Answered);
        match outcome {
            Ok(()) => {}
            Err(error) if error.code() == ANSWERED => {
                info!(request = id, "Left an interaction to another process, which has answered it");
            }
            // The change is made and will be announced by the outbox; only the courtesy is lost.
            Err(error) => warn!(request = id, %error, "Could not answer an interaction: {error}"),
        }
    }
}

/// The one first answer that an interaction can have.
struct First<'a> {
    discord: &'a dyn DiscordApi,
    id: u64,
    token: &'a str,
    until: Instant,
}

impl First<'_> {
    /// Gives it, again and again while there is time.
    async fn give(&self, kind: u8, data: Value, post: Option<&OutgoingMessage>) -> Result<(), DiscordError> {
        let (pause, at_most) = (Duration::from_millis(100), Duration::from_millis(400));
        let mut again = false;
        let ask = || {
            let (is_again, data) = (std::mem::replace(&mut again, true), data.clone());
            async move {
                match self.discord.answer(self.id, self.token, kind, data, post).await {
                    // The try before came through after all; only its answer was lost.
                    Err(error) if is_again && error.code() == ANSWERED => Ok(()),
                    outcome => outcome,
                }
            }
        };
        RetryPolicy { pause, at_most, until: self.until }.ask("answering", ask).await
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
    use async_trait::async_trait;
    use serde_json::Map;

    use crate::clock::ManualClock;
    use crate::commands::board::pictures::Pictures;
    use crate::discord::api::DiscordError;
    use crate::domain::{ChannelId, Limits, Pace, Phase, TimeControl, Timestamp, UserId, VacationAllowance};
    use crate::games::{Games, Settings};
    use crate::store::{GameStore as _, InMemoryStore};

    use super::*;

    /// Remembers what it was asked: the kind of each first answer, and the text of each completion. Fails as it is told.
    #[derive(Default)]
    struct Recorder {
        asked: Mutex<Vec<String>>,
        failures: Mutex<VecDeque<DiscordError>>,
        slowness: Duration,
    }

    impl Recorder {
        async fn note(&self, what: String) -> Result<(), DiscordError> {
            tokio::time::sleep(self.slowness).await;
            self.asked.lock().expect("no test panics while it holds this").push(what);
            self.failures.lock().expect("no test panics while it holds this").pop_front().map_or(Ok(()), Err)
        }

        fn asked(&self) -> Vec<String> {
            self.asked.lock().expect("free").clone()
        }
    }

    #[async_trait]
    impl DiscordApi for Recorder {
        async fn post(&self, _: ChannelId, _: &OutgoingMessage, _: &str) -> Result<u64, DiscordError> {
            Ok(1)
        }
        async fn edit(&self, _: ChannelId, _: u64, _: &Map<String, Value>) -> Result<(), DiscordError> {
            Ok(())
        }
        async fn delete(&self, _: ChannelId, _: u64) -> Result<(), DiscordError> {
            Ok(())
        }
        async fn start_thread(&self, _: ChannelId, message: u64, _: &str) -> Result<ChannelId, DiscordError> {
            Ok(ChannelId(message))
        }
        async fn open_dm(&self, user: UserId) -> Result<ChannelId, DiscordError> {
            Ok(ChannelId(user.0))
        }
        async fn answer(
            &self,
            _: u64,
            _: &str,
            kind: u8,
            data: Value,
            _: Option<&OutgoingMessage>,
        ) -> Result<(), DiscordError> {
            self.note(format!("answer {kind} flags {}", data["flags"])).await
        }
        async fn complete(&self, _: &str, post: &OutgoingMessage) -> Result<(), DiscordError> {
            self.note(format!("complete {}", post.body["content"])).await
        }
        async fn amend(&self, _: u64, _: &OutgoingMessage) -> Result<bool, DiscordError> {
            Ok(false)
        }
        async fn register(&self, _: &Value) -> Result<(), DiscordError> {
            Ok(())
        }
    }

    /// A stage for one test: the memory can be slow or panic, Discord slow or failing.
    fn answering(discord: Recorder) -> (Arc<Answering>, Arc<Recorder>, Arc<InMemoryStore>) {
        let clock = ManualClock::at(Timestamp(1_000_000));
        let settings = Settings {
            challenge_expires_hours: 72,
            reminder_hours: vec![24],
            default_time_control: TimeControl::of(Pace::Days(3)),
            max_open: 9,
            vacation: VacationAllowance::default(),
            limits: Limits::default(),
            reminders_ignored: 10,
        };
        let (store, discord) = (Arc::new(InMemoryStore::default()), Arc::new(discord));
        let games = Games::new(store.clone(), clock.clone(), settings, Arc::default());
        let app = App { games, store: store.clone(), clock, sender: Arc::new(()), pictures: Pictures::new(1) };
        (Arc::new(Answering::new(app, discord.clone())), discord, store)
    }

    fn user(id: u64) -> Value {
        json!({ "id": id.to_string(), "username": format!("user {id}") })
    }

    fn challenge(id: u64, from: u64, to: u64) -> Value {
        json!({
            "id": id.to_string(), "type": 2, "token": "t", "channel_id": "5", "locale": "en-US",
            "member": { "user": user(from) },
            "data": {
                "name": "challenge", "options": [{ "name": "user", "type": 6, "value": to.to_string() }],
                "resolved": { "users": { to.to_string(): user(to) } },
            },
        })
    }

    /// A challenge from 1 to 2 that is there, and a press of one of its buttons.
    async fn press(answering: &Answering, store: &InMemoryStore, who: u64, verb: &str, flags: u64) -> Value {
        answering.answer(Instant::now(), 77, &challenge(77, 1, 2)).await;
        let offered = store.games_of(UserId(2), &[Phase::Offered], 1).await.expect("memory does not fail");
        json!({
            "id": "78", "type": 3, "token": "t", "channel_id": "5", "locale": "en-US", "user": user(who),
            "message": { "id": "9", "flags": flags },
            "data": { "custom_id": format!("v1:{verb}:{}", offered[0].game.game_id), "component_type": 2 },
        })
    }

    fn refused(status: u16, code: u64) -> DiscordError {
        crate::discord::api::DiscordError::Refused { status, code, message: String::new() }
    }

    fn failing(failures: impl IntoIterator<Item = DiscordError>) -> Recorder {
        Recorder { failures: Mutex::new(failures.into_iter().collect()), ..Recorder::default() }
    }

    #[tokio::test]
    async fn an_answer_in_time_is_given_at_once() {
        let (answering, discord, _) = answering(Recorder::default());
        answering.answer(Instant::now(), 77, &challenge(77, 1, 2)).await;
        assert_eq!(discord.asked(), ["answer 4 flags 64"]);
    }

    #[tokio::test]
    async fn an_answer_that_takes_long_is_put_off_and_completed() {
        // A public message is answered privately; a private one will change.
        for (who, verb, flags, defer, says) in
            [(2, "accept", 0, "answer 5 flags 64", "accepted"), (1, "withdraw", 64, "answer 6 flags null", "withdrawn")]
        {
            let (answering, discord, store) = answering(Recorder::default());
            let press = press(&answering, &store, who, verb, flags).await;
            store.before_next_commit(tokio::time::sleep(PATIENCE * 2));
            answering.answer(Instant::now(), 78, &press).await;
            let asked = discord.asked();
            assert_eq!(asked[1], defer);
            assert!(asked[2].starts_with("complete") && asked[2].contains(says), "{asked:?}");
            assert_eq!(asked.len(), 3);
        }
    }

    #[tokio::test]
    async fn the_work_goes_on_while_its_answer_is_put_off() {
        let (answering, discord, store) =
            answering(Recorder { slowness: Duration::from_millis(500), ..Recorder::default() });
        let press = press(&answering, &store, 2, "accept", 0).await;
        let seen = Arc::clone(&discord);
        store.before_next_commit(async move {
            tokio::time::sleep(PATIENCE + Duration::from_millis(100)).await;
            seen.asked.lock().expect("free").push("committed".to_owned());
        });
        answering.answer(Instant::now(), 78, &press).await;
        assert_eq!(discord.asked()[1..3], ["committed", "answer 5 flags 64"]);
    }

    #[tokio::test]
    async fn an_answer_that_fails_is_given_again_while_there_is_time() {
        let lost = crate::discord::api::DiscordError::Silent("no route".to_owned());
        let busy = vec![refused(502, 0), crate::discord::api::DiscordError::TooFast(Duration::ZERO)];
        // The try whose answer was lost came through: Discord says so at the next one.
        let through = vec![lost, refused(400, ANSWERED)];
        for (failures, tries) in [(busy, 3), (through, 2)] {
            let (answering, discord, _) = answering(failing(failures));
            answering.answer(Instant::now(), 77, &challenge(77, 1, 2)).await;
            assert_eq!(discord.asked(), vec!["answer 4 flags 64"; tries]);
        }
        let (answering, discord, _) = answering(failing(vec![refused(502, 0); 100]));
        answering.answer(Instant::now(), 77, &challenge(77, 1, 2)).await;
        assert!((5..40).contains(&discord.asked().len()), "three seconds are over: {:?}", discord.asked());
    }

    #[tokio::test]
    async fn a_completion_that_fails_is_tried_again() {
        let (answering, discord, store) = answering(Recorder::default());
        let press = press(&answering, &store, 2, "accept", 0).await;
        store.before_next_commit(tokio::time::sleep(PATIENCE * 2));
        // It is put off at the second try, and the first completion fails.
        let lost = crate::discord::api::DiscordError::Silent("no route".to_owned());
        discord.failures.lock().expect("free").extend([lost, refused(400, ANSWERED), refused(502, 0)]);
        answering.answer(Instant::now(), 78, &press).await;
        let asked = discord.asked();
        assert_eq!(asked[1..3], ["answer 5 flags 64"; 2]);
        assert!(asked.len() == 5 && asked[3..].iter().all(|asked| asked.starts_with("complete")), "{asked:?}");
    }

    #[tokio::test]
    async fn an_answer_that_may_not_be_put_off_is_not_completed_and_the_change_is_made() {
        let (answering, discord, store) = answering(Recorder::default());
        let press = press(&answering, &store, 2, "accept", 0).await;
        store.before_next_commit(tokio::time::sleep(PATIENCE * 2));
        discord.failures.lock().expect("free").push_back(refused(404, 10062));
        answering.answer(Instant::now(), 78, &press).await;
        assert_eq!(discord.asked()[1..], ["answer 5 flags 64"]);
        assert_eq!(store.games_of(UserId(2), &[Phase::Playing], 1).await.expect("readable").len(), 1);
    }

    #[tokio::test]
    async fn who_waits_for_a_place_is_put_off_too() {
        let (answering, discord, _) = answering(Recorder::default());
        let busy = answering.permits.acquire_many(AT_ONCE as u32).await.expect("open");
        let challenge = challenge(77, 1, 2);
        let free = async {
            tokio::time::sleep(PATIENCE * 2).await;
            assert_eq!(discord.asked(), ["answer 5 flags 64"]);
            drop(busy);
        };
        tokio::join!(answering.answer(Instant::now(), 77, &challenge), free);
        assert_eq!(discord.asked().len(), 2, "completed");
    }

    #[tokio::test]
    async fn a_slow_discord_keeps_nobody_from_being_answered() {
        let (answering, discord, _) =
            answering(Recorder { slowness: Duration::from_millis(1600), ..Recorder::default() });
        let count = AT_ONCE as u64 + 30;
        for id in 1..=count {
            answering.take(challenge(id, id, id + 1000));
        }
        tokio::time::timeout(TOO_LATE, answering.finish(Duration::from_mins(1))).await.expect("all within their time");
        assert_eq!(discord.asked(), vec!["answer 4 flags 64"; count as usize]);
    }

    #[tokio::test]
    async fn more_than_there_is_room_for_are_passed_over() {
        let (answering, discord, _) = answering(Recorder::default());
        let room = answering.room.acquire_many(ROOM).await.expect("open");
        answering.take(challenge(77, 1, 2));
        drop(room);
        answering.take(challenge(78, 1, 2));
        answering.finish(TOO_LATE).await;
        assert_eq!(discord.asked().len(), 1);
    }

    #[tokio::test]
    async fn a_panic_is_answered_with_a_sentence() {
        let (answering, discord, store) = answering(Recorder::default());
        let press = press(&answering, &store, 2, "accept", 0).await;
        store.before_next_commit(async {
            tokio::time::sleep(PATIENCE * 2).await;
            panic!("for a test")
        });
        answering.answer(Instant::now(), 78, &press).await;
        assert!(discord.asked()[2].contains("went wrong"), "{:?}", discord.asked());
    }

    #[tokio::test]
    async fn an_interaction_delivered_twice_is_answered_once() {
        let (answering, discord, _) = answering(Recorder::default());
        answering.take(challenge(77, 1, 2));
        answering.take(challenge(77, 1, 2));
        answering.take(challenge(78, 1, 2));
        answering.finish(TOO_LATE).await;
        assert_eq!(discord.asked().len(), 2);
    }
}
