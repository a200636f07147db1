//! Answers interactions within the time that Discord allows, however long the work takes.

#[cfg(test)]
mod tests;
mod workers;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinHandle;
use tracing::{error, info, warn};

use crate::cache::Cache;
use crate::catch_panic::catch_panic;
use crate::counted_warning::CountedWarning;
use crate::crash_point::Point;
use crate::discord::api::InteractionApi;
use crate::discord::error::{DiscordError, THREAD_ARCHIVED};
use crate::discord::interaction::{self, Interaction, InteractionType};
use crate::discord::message::{EPHEMERAL, Layout, OutgoingMessage};
use crate::discord::reply::{Deferral, ModalField, Reply};
use crate::discord::responder::workers::{Urgency, Workers};
use crate::discord::retry::RetryPolicy;
use crate::domain::GameId;
use crate::metrics::Interaction as Outcome;
use crate::{crash_point, metrics};

/// An answer that takes longer is deferred.
const DEFER_AFTER: Duration = Duration::from_millis(1500);

/// Discord gives up after so long.
const ANSWER_LIMIT: Duration = Duration::from_secs(3);

/// By then an interaction has its first answer, be it that the answer is deferred.
pub(crate) const FIRST_ANSWER_GIVEN: Duration = Duration::from_secs(2);

/// A deferred answer can be completed for a quarter of an hour.
const TOKEN_LIFETIME: Duration = Duration::from_mins(14);

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

const ALREADY_ACKNOWLEDGED: u64 = 40060;

/// What answers interactions: the port between Discord and the program.
#[async_trait]
pub trait Handler: Send + Sync + 'static {
    /// How an answer that takes long is deferred. Decided before anything is looked up.
    fn deferral(&self, interaction: &Interaction) -> Deferral;

    /// Answers an interaction. It never fails: problems are logged here, once, and told to the player in a sentence.
    async fn answer(&self, interaction: &Interaction) -> Reply;

    /// The Activity was opened in this instance, for this game.
    async fn launched(&self, interaction: &Interaction, instance: &str, game: GameId);

    /// The sentence for a person with this locale when a panic has ended [`Handler::answer`], or there was no time for it.
    fn apology(&self, locale: &str) -> OutgoingMessage;
}

/// Has interactions answered by the handler, and sends the answers.
pub struct Responder {
    handler: Arc<dyn Handler>,
    discord: Arc<dyn InteractionApi>,
    workers: Workers,
    overdue: Semaphore,
    queue: Arc<Semaphore>,
    dropped: CountedWarning,
    unknown: CountedWarning,
    seen: Cache<u64, ()>,
    /// Told of answers of other processes.
    pub(crate) answered_elsewhere: Arc<Notify>,
}

#[derive(Debug)]
pub enum Receipt {
    /// It is answered in this task.
    New(JoinHandle<()>),
    Repeated,
    /// It is of a type that this program does not know, or lacks something.
    Unknown,
    /// Too many are waiting; it is ignored.
    Overloaded,
}

impl Responder {
    pub fn new(handler: Arc<dyn Handler>, discord: Arc<dyn InteractionApi>) -> Self {
        Self {
            handler,
            discord,
            workers: Workers::new(WORKERS, WAITING),
            overdue: Semaphore::new(OVERDUE),
            queue: Arc::new(Semaphore::new(QUEUE as usize)),
            dropped: CountedWarning::default(),
            unknown: CountedWarning::default(),
            seen: Cache::new(MAX_SEEN),
            answered_elsewhere: Arc::default(),
        }
    }

    /// Answers an interaction.
    pub(crate) fn receive(self: &Arc<Self>, received: serenity::all::Interaction) -> Receipt {
        Interaction::from_received(received).map_or(Receipt::Unknown, |interaction| self.take(interaction))
    }

    /// Answers an interaction that serenity cannot read as it is: without what stands in its message, or by telling its person, if it can be
    /// answered at all. Discord adds types of interactions, and parts of messages.
    pub(crate) fn receive_unread(self: &Arc<Self>, json: &Value) -> Receipt {
        if let Some(interaction) = Interaction::read_without_message(json) {
            return self.take(interaction);
        }
        let kind = json["type"].as_u64();
        self.unknown.add(move |count| {
            warn!(
                event = "interaction_unreadable",
                count = count.0,
                kind,
                "Could not read an interaction of type {}{count}",
                kind.unwrap_or_default()
            );
        });
        let id = interaction::id(&json["id"]);
        let token = json["token"].as_str().filter(|token| interaction::is_token(token));
        // A completion takes no message.
        let Some((id, token)) = id.zip(token).filter(|_| kind != Some(4)) else { return Receipt::Unknown };
        if !self.is_new(id) {
            return Receipt::Repeated;
        }
        let post = self.handler.apology(json["locale"].as_str().unwrap_or_default());
        let (this, token) = (Arc::clone(self), token.to_owned());
        Receipt::New(tokio::spawn(async move {
            let (kind, data, post) = message_answer(&post, true);
            if let Err(error) = this.discord.create_interaction_response(id, &token, kind, data, post).await {
                warn!(event = "answer_refused", request = id, %error, "Could not answer an interaction: {error}");
            }
        }))
    }

    pub fn take(self: &Arc<Self>, interaction: Interaction) -> Receipt {
        let arrived = Instant::now();
        let id = interaction.request.0;
        // One that is refused here is not remembered: a load balancer may deliver it again.
        let Ok(queue_permit) = Arc::clone(&self.queue).try_acquire_owned() else {
            self.drop_one();
            return Receipt::Overloaded;
        };
        if !self.is_new(id) {
            metrics::interaction(Outcome::Repeated);
            info!(event = "interaction_repeated", request = id, "Ignored an interaction that was delivered before");
            return Receipt::Repeated;
        }
        let this = Arc::clone(self);
        Receipt::New(tokio::spawn(async move {
            // All that an answer may need is large; it does not have to lie in the task itself.
            Box::pin(this.answer(arrived, &interaction)).await;
            drop(queue_permit);
        }))
    }

    fn apologize(&self, interaction: &Interaction) -> Reply {
        let post = self.handler.apology(&interaction.locale);
        match interaction.kind {
            InteractionType::Autocomplete => Reply::Choices(Vec::new()),
            _ if interaction.is_ephemeral => Reply::Update(post),
            _ => Reply::ephemeral(post),
        }
    }

    /// Waits until all that was taken is answered, but not for long.
    pub async fn finish(&self, at_most: Duration) {
        if tokio::time::timeout(at_most, self.queue.acquire_many(QUEUE)).await.is_err() {
            warn!("Stopped before every interaction was answered");
        }
    }

    /// Counts an interaction for which there is no time. Discord tells its person that there was no answer.
    fn drop_one(&self) {
        metrics::interaction(Outcome::Shed);
        self.dropped.add(|count| {
            warn!(
                event = "interactions_shed",
                count = count.0,
                "Dropped an interaction{count}: more come than can be answered in time"
            );
        });
    }

    fn is_new(&self, id: u64) -> bool {
        self.seen.get_or_insert_with(&id, || ()).1
    }

    async fn answer(&self, arrived: Instant, interaction: &Interaction) {
        let id = interaction.request.0;
        crash_point::point(Point::InteractionReceived);
        let deferral = self.handler.deferral(interaction);
        let is_worked_on = AtomicBool::new(false);
        let is_completion = interaction.kind == InteractionType::Autocomplete;
        let urgency = if is_completion { Urgency::Completion } else { Urgency::Press };
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
                        _ => (5, json!({ "flags": EPHEMERAL })),
                    };
                    // The work goes on meanwhile: what it holds, others wait for.
                    let deferring = async {
                        let defer = self.respond(interaction, arrived, kind, data, None).await;
                        if defer.is_ok() {
                            metrics::count_answer(&interaction.name, arrived.elapsed());
                            metrics::interaction(Outcome::Deferred);
                        }
                        crash_point::point(Point::AnswerDeferred);
                        defer
                    };
                    let (defer, outcome) = tokio::join!(deferring, work);
                    let outcome = outcome.unwrap_or_else(|| {
                        self.drop_one();
                        Ok(self.apologize(interaction))
                    });
                    (outcome, Some(defer))
                }
            }
        };
        crash_point::point(Point::CommittedNotAnswered);
        let mut reply = outcome.unwrap_or_else(|panic| {
            error!(event = "answer_failed", request = id, "Could not answer an interaction: {panic}");
            self.apologize(interaction)
        });
        if let Reply::Update(post) = &mut reply
            && interaction.layout == Layout::ControlsFirst
        {
            post.layout = Layout::ControlsFirst;
        }
        let outcome = match defer {
            None => {
                let answered = self.answer_first(interaction, arrived, &reply).await;
                if answered.is_ok() {
                    let completion = (interaction.kind == InteractionType::Autocomplete).then_some("completion");
                    metrics::count_answer(completion.unwrap_or(&interaction.name), arrived.elapsed());
                }
                answered
            }
            Some(Err(error @ DiscordError::Refused { status: ..500, .. })) => Err(error),
            // Where it is unknown whether the answer was deferred, completing it shows.
            Some(_) => match &reply {
                // What opens the Activity can only be the first answer.
                Reply::Message { post, .. } | Reply::Update(post) | Reply::Launch { instead: post, .. } => {
                    let (pause, at_most) = (Duration::from_millis(500), Duration::from_secs(30));
                    let retry_policy = RetryPolicy { pause, at_most, until: arrived + TOKEN_LIFETIME };
                    let token = interaction.token.expose_secret();
                    let complete = || self.discord.edit_original_response(id, token, post);
                    retry_policy.run("completing an answer", complete).await
                }
                Reply::Choices(_) | Reply::Modal(_) => Ok(()),
            },
        };
        crash_point::point(Point::Answered);
        match outcome {
            Ok(()) => metrics::interaction(Outcome::Answered),
            Err(error) if error.code() == ALREADY_ACKNOWLEDGED => {
                info!(request = id, "Left an interaction to another process, which has answered it");
                self.answered_elsewhere.notify_one();
            }
            // A thread that was locked while it was archived takes no answers. The person reads it in their direct messages.
            Err(error) if error.code() == THREAD_ARCHIVED => {
                if let Reply::Message { post, .. } = &reply {
                    self.discord.direct_message(interaction.person.user, post, &format!("{id}-a")).await.ok();
                }
            }
            // The change is made and will be announced by the outbox; only the courtesy is lost.
            Err(error) => {
                metrics::interaction(Outcome::Failed);
                warn!(event = "answer_refused", request = id, %error, "Could not answer an interaction: {error}");
            }
        }
    }

    /// Gives the one first answer that an interaction can have.
    async fn answer_first(
        &self,
        interaction: &Interaction,
        arrived: Instant,
        reply: &Reply,
    ) -> Result<(), DiscordError> {
        let launched = match reply {
            Reply::Launch { game, .. } => Some(self.launch(interaction, *game).await),
            _ => None,
        };
        let is_launch_lost = match launched {
            Some(Ok(())) => return Ok(()),
            Some(Err(error)) if error.code() == ALREADY_ACKNOWLEDGED => return Err(error),
            Some(Err(error)) => error.is_outcome_unknown(),
            None => false,
        };
        let (kind, data, post) = first_answer(reply);
        match self.respond(interaction, arrived, kind, data, post).await {
            // The Activity opened after all; only the answer of Discord was lost.
            Err(error) if is_launch_lost && error.code() == ALREADY_ACKNOWLEDGED => Ok(()),
            answered => answered,
        }
    }

    /// Opens the Activity.
    async fn launch(&self, interaction: &Interaction, game: GameId) -> Result<(), DiscordError> {
        let id = interaction.request.0;
        let instance = self.discord.launch_activity(id, interaction.token.expose_secret()).await;
        let instance =
            instance.inspect_err(|error| info!(request = id, %error, "Could not open the Activity: {error}"))?;
        self.handler.launched(interaction, &instance, game).await;
        Ok(())
    }

    /// Answers again and again while there is time.
    async fn respond(
        &self,
        interaction: &Interaction,
        arrived: Instant,
        kind: u8,
        data: Value,
        post: Option<&OutgoingMessage>,
    ) -> Result<(), DiscordError> {
        let (pause, at_most) = (Duration::from_millis(100), Duration::from_millis(400));
        let (id, token) = (interaction.request.0, interaction.token.expose_secret());
        let mut again = false;
        let ask = || {
            let (is_again, data) = (std::mem::replace(&mut again, true), data.clone());
            async move {
                match self.discord.create_interaction_response(id, token, kind, data, post).await {
                    // The try before came through after all; only its answer was lost.
                    Err(error) if is_again && error.code() == ALREADY_ACKNOWLEDGED => Ok(()),
                    outcome => outcome,
                }
            }
        };
        RetryPolicy { pause, at_most, until: arrived + ANSWER_LIMIT }.run("answering", ask).await
    }
}

/// Discord's kind of callback, its data, and the post whose picture and files go along.
fn first_answer(reply: &Reply) -> (u8, Value, Option<&OutgoingMessage>) {
    match reply {
        Reply::Message { private, post } => message_answer(post, *private),
        // Where the Activity does not open.
        Reply::Launch { instead, .. } => message_answer(instead, true),
        Reply::Update(post) => {
            let mut data = post.body_in_layout();
            // The picture of before is replaced, or taken away.
            data.insert("attachments".into(), json!([]));
            (7, data.into(), Some(post))
        }
        Reply::Choices(choices) => {
            let choices: Vec<Value> =
                choices.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
            (8, json!({ "choices": choices }), None)
        }
        Reply::Modal(modal) => {
            let field = |field: &ModalField| {
                let input = json!({
                    "type": 4, "style": 1, "custom_id": field.name, "label": field.label, "max_length": field.longest,
                    "value": field.value, "required": field.is_required,
                });
                json!({ "type": 1, "components": [input] })
            };
            let fields: Vec<Value> = modal.fields.iter().map(field).collect();
            let data = json!({ "custom_id": modal.custom_id, "title": modal.title, "components": fields });
            (9, data, None)
        }
    }
}

fn message_answer(post: &OutgoingMessage, private: bool) -> (u8, Value, Option<&OutgoingMessage>) {
    let mut data = post.body_in_layout();
    let flags = data.get("flags").and_then(Value::as_u64).unwrap_or(0);
    data.insert("flags".into(), (flags | if private { EPHEMERAL } else { 0 }).into());
    (4, data.into(), Some(post))
}
