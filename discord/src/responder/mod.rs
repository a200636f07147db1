//! Answers interactions within Discord's three seconds, however long the work takes.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use base::cache::Cache;
use base::catch_panic::catch_panic;
use base::counted_warning::CountedWarning;
use base::crash_point::Point;
use base::metrics::Interaction as Outcome;
use base::{crash_point, metrics};
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use serenity::all::{
    CreateActionRow, CreateAutocompleteResponse, CreateInputText, CreateInteractionResponse, CreateModal,
    InputTextStyle, MessageFlags,
};
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinHandle;
use tracing::{error, info, warn};

use crate::api::{DiscordApi, Result};
use crate::error::{DiscordError, THREAD_ARCHIVED};
use crate::interaction::{Interaction, InteractionType, TOKEN_LIFETIME};
use crate::message::{Layout, OutgoingMessage};
use crate::messenger::MessageSender;
use crate::reply::{Deferral, ModalField, Reply};
use crate::retry::RetryPolicy;

/// An answer that takes longer is deferred.
const DEFER_AFTER: Duration = Duration::from_millis(1500);

/// Discord's limit for the first answer.
const ANSWER_LIMIT: Duration = Duration::from_secs(3);

/// The time by which an interaction is answered or deferred.
pub const FIRST_ANSWER_GIVEN: Duration = Duration::from_secs(2);

const WORKERS: usize = 64;

/// Interactions that wait for a worker, which one core works off in two seconds. More are ignored.
const WAITING: usize = 256;

/// Interactions that are in work, or wait for a worker or for Discord. More are ignored.
const QUEUE: u32 = 1024;

/// Interactions kept in the cache, so that a repeated one acts once.
const MAX_SEEN: usize = 4096;

const ALREADY_ACKNOWLEDGED: u64 = 40060;

#[async_trait]
pub trait Handler: Send + Sync + 'static {
    /// The way to defer the answer, decided before any look-up.
    fn deferral(&self, interaction: &Interaction) -> Deferral;

    /// Answers an interaction. The handler logs a problem, and answers with a sentence for the player.
    async fn answer(&self, interaction: &Interaction) -> Reply;

    /// Called when the Activity has opened in this instance, for this target of [`Reply::Launch`].
    async fn launched(&self, interaction: &Interaction, instance: &str, target: i64);

    /// The sentence in this locale for an interaction without an answer.
    fn apology(&self, locale: &str) -> OutgoingMessage;
}

pub struct Responder {
    handler: Arc<dyn Handler>,
    discord: Arc<dyn DiscordApi>,
    workers: Semaphore,
    waiting: Semaphore,
    queue: Arc<Semaphore>,
    dropped: CountedWarning,
    unknown: CountedWarning,
    seen: Cache<u64, ()>,
    /// Notified when another process answers first.
    pub answered_elsewhere: Arc<Notify>,
}

#[derive(Debug)]
pub enum Receipt {
    New(JoinHandle<()>),
    /// Delivered before, of an unknown type, or with a part missing.
    Ignored,
    /// Dropped, because too many are waiting.
    Overloaded,
}

impl Responder {
    pub fn new(handler: Arc<dyn Handler>, discord: Arc<dyn DiscordApi>) -> Self {
        Self {
            handler,
            discord,
            workers: Semaphore::new(WORKERS),
            waiting: Semaphore::new(WAITING),
            queue: Arc::new(Semaphore::new(QUEUE as usize)),
            dropped: CountedWarning::default(),
            unknown: CountedWarning::default(),
            seen: Cache::new(MAX_SEEN),
            answered_elsewhere: Arc::default(),
        }
    }

    pub fn receive(self: &Arc<Self>, received: serenity::all::Interaction) -> Receipt {
        Interaction::from_received(received).map_or(Receipt::Ignored, |interaction| self.take(interaction))
    }

    /// Takes an interaction that serenity may not know: without the parts of its message, or not at all.
    pub fn receive_json(self: &Arc<Self>, json: &Value) -> Receipt {
        if let Some(interaction) = Interaction::read(json).or_else(|| Interaction::read_without_message(json)) {
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
        Receipt::Ignored
    }

    pub fn take(self: &Arc<Self>, interaction: Interaction) -> Receipt {
        let arrived = Instant::now();
        let id = interaction.request.0;
        // It stays new: a load balancer may deliver it again.
        let Ok(queue_permit) = Arc::clone(&self.queue).try_acquire_owned() else {
            self.drop_one();
            return Receipt::Overloaded;
        };
        if !self.is_new(id) {
            metrics::interaction(Outcome::Repeated);
            info!(event = "interaction_repeated", request = id, "Ignored an interaction that was delivered before");
            return Receipt::Ignored;
        }
        let this = Arc::clone(self);
        Receipt::New(tokio::spawn(async move {
            // The future is too large for the task itself.
            Box::pin(this.answer(arrived, &interaction)).await;
            drop(queue_permit);
        }))
    }

    /// Waits for the answers to all interactions that were taken.
    pub async fn finish(&self, at_most: Duration) {
        if tokio::time::timeout(at_most, self.queue.acquire_many(QUEUE)).await.is_err() {
            warn!("Stopped before every interaction was answered");
        }
    }

    /// Counts an interaction for which there is no time. Discord shows its person that it failed.
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
        let work = async {
            let place = self.waiting.try_acquire().ok()?;
            let _worker = self.workers.acquire().await.ok()?;
            drop(place);
            Some(catch_panic(self.handler.answer(interaction)).await)
        };
        tokio::pin!(work);
        let can_defer = deferral != Deferral::Never;
        let limit = if can_defer { DEFER_AFTER } else { ANSWER_LIMIT };
        let (outcome, defer) = match tokio::time::timeout_at((arrived + limit).into(), &mut work).await {
            Ok(outcome) => (outcome, None),
            Err(_) if can_defer => {
                let response = match deferral {
                    Deferral::Update => json!({ "type": 6 }),
                    Deferral::Public => json!({ "type": 5 }),
                    _ => json!({ "type": 5, "data": { "flags": MessageFlags::EPHEMERAL } }),
                };
                // The work goes on meanwhile, because others wait for its locks.
                let deferring = async {
                    let defer = self.respond(interaction, arrived, &response, None).await;
                    if defer.is_ok() {
                        metrics::count_answer(&interaction.name, arrived.elapsed());
                        metrics::interaction(Outcome::Deferred);
                    }
                    crash_point::point(Point::AnswerDeferred);
                    defer
                };
                let (defer, outcome) = tokio::join!(deferring, work);
                (outcome, Some(defer))
            }
            Err(_) => (None, None),
        };
        let Some(outcome) = outcome else { return self.drop_one() };
        crash_point::point(Point::CommittedNotAnswered);
        let mut reply = outcome.unwrap_or_else(|panic| {
            error!(event = "answer_failed", request = id, "Could not answer an interaction: {panic}");
            match interaction.kind {
                InteractionType::Autocomplete => Reply::Choices(Vec::new()),
                _ => interaction.private_reply(self.handler.apology(&interaction.locale)),
            }
        });
        if let Reply::Update(post) = &mut reply
            && interaction.layout == Layout::ControlsFirst
            && post.layout == Layout::ControlsLast
        {
            post.layout = Layout::ControlsFirst;
        }
        let outcome = match defer {
            None => {
                let result = self.answer_first(interaction, arrived, &reply).await;
                if result.is_ok() {
                    let completion = (interaction.kind == InteractionType::Autocomplete).then_some("completion");
                    metrics::count_answer(completion.unwrap_or(&interaction.name), arrived.elapsed());
                }
                result
            }
            Some(Err(error @ DiscordError::Refused { status: ..500, .. })) => Err(error),
            // The completion shows whether a deferral of unknown outcome was made.
            Some(_) => match &reply {
                // Only a first answer can open the Activity.
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
            Ok(()) => {
                metrics::interaction(Outcome::Answered);
                self.delete_if_fleeting(interaction, &reply).await;
            }
            Err(error) if error.code() == ALREADY_ACKNOWLEDGED => {
                info!(request = id, "Left an interaction to another process, which has answered it");
                self.answered_elsewhere.notify_one();
            }
            // An archived thread that is locked takes no answers, so it goes by direct message.
            Err(error) if error.code() == THREAD_ARCHIVED => {
                if let Reply::Message { post, .. } = &reply {
                    let sender = MessageSender::new(Arc::clone(&self.discord));
                    sender.direct_message(interaction.person.user, post, &format!("{id}-a")).await.ok();
                }
            }
            // The outbox announces the change that was made.
            Err(error) => {
                metrics::interaction(Outcome::Failed);
                warn!(event = "answer_refused", request = id, %error, "Could not answer an interaction: {error}");
            }
        }
    }

    async fn answer_first(&self, interaction: &Interaction, arrived: Instant, reply: &Reply) -> Result<()> {
        let mut is_launch_lost = false;
        if let Reply::Launch { target, .. } = reply {
            let id = interaction.request.0;
            match self.discord.launch_activity(id, interaction.token.expose_secret()).await {
                Ok(instance) => {
                    self.handler.launched(interaction, &instance, *target).await;
                    return Ok(());
                }
                Err(error) if error.code() == ALREADY_ACKNOWLEDGED => return Err(error),
                Err(error) => {
                    info!(request = id, %error, "Could not open the Activity: {error}");
                    is_launch_lost = error.is_outcome_unknown();
                }
            }
        }
        let (response, post) = first_response(reply);
        match self.respond(interaction, arrived, &response, post).await {
            // The Activity has opened, and Discord's answer was lost.
            Err(error) if is_launch_lost && error.code() == ALREADY_ACKNOWLEDGED => Ok(()),
            answered => answered,
        }
    }

    /// Deletes a private answer whose reader sees the same elsewhere. If that fails, it stays.
    async fn delete_if_fleeting(&self, interaction: &Interaction, reply: &Reply) {
        let (Reply::Message { private: true, post } | Reply::Update(post)) = reply else { return };
        if !post.is_fleeting {
            return;
        }
        let id = interaction.request.0;
        if let Err(error) = self.discord.delete_original_response(id, interaction.token.expose_secret()).await {
            info!(request = id, %error, "Could not delete an answer: {error}");
        }
    }

    /// Gives a first answer, with retries while there is time.
    async fn respond(
        &self,
        interaction: &Interaction,
        arrived: Instant,
        response: &Value,
        post: Option<&OutgoingMessage>,
    ) -> Result<()> {
        let (pause, at_most) = (Duration::from_millis(100), Duration::from_millis(400));
        let (id, token) = (interaction.request.0, interaction.token.expose_secret());
        let mut tries = 0;
        let ask = || {
            tries += 1;
            self.discord.create_interaction_response(id, token, response, post)
        };
        let retry_policy = RetryPolicy { pause, at_most, until: arrived + ANSWER_LIMIT };
        match retry_policy.run("answering", ask).await {
            // An earlier try came through, and Discord's answer was lost.
            Err(error) if tries > 1 && error.code() == ALREADY_ACKNOWLEDGED => Ok(()),
            answered => answered,
        }
    }
}

/// The response in Discord's JSON, and the post with its pictures and files.
fn first_response(reply: &Reply) -> (Value, Option<&OutgoingMessage>) {
    match reply {
        Reply::Message { private, post } => (message_response(post, *private), Some(post)),
        Reply::Launch { instead, .. } => (message_response(instead, true), Some(instead)),
        Reply::Update(post) => (json!({ "type": 7, "data": post.body() }), Some(post)),
        Reply::Choices(choices) => {
            let response = CreateAutocompleteResponse::new();
            let response =
                choices.iter().fold(response, |response, (name, value)| response.add_string_choice(name, value));
            (json!(CreateInteractionResponse::Autocomplete(response)), None)
        }
        Reply::Modal(modal) => {
            let field = |field: &ModalField| {
                let input = CreateInputText::new(InputTextStyle::Short, &field.label, field.name);
                let input = input.max_length(field.longest).value(&field.value).required(field.is_required);
                CreateActionRow::InputText(input)
            };
            let fields = modal.fields.iter().map(field).collect();
            let modal = CreateModal::new(&modal.custom_id, &modal.title).components(fields);
            (json!(CreateInteractionResponse::Modal(modal)), None)
        }
    }
}

fn message_response(post: &OutgoingMessage, private: bool) -> Value {
    let mut data = post.body();
    if private {
        data["flags"] = json!(post.flags() | MessageFlags::EPHEMERAL);
    }
    json!({ "type": 4, "data": data })
}
