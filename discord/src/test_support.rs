//! A Discord and a handler for tests of what lies between them.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use futures::future::BoxFuture;
use serde_json::Value;

use crate::api::DiscordApi;
use crate::error::DiscordError;
use crate::interaction::{Interaction, InteractionType};
use crate::message::OutgoingMessage;
use crate::reply::{Deferral, Reply};
use crate::responder::{Handler, Responder};

/// Remembers what it was asked: the kind of each first answer, and the text of each completion. Fails as it is told.
#[derive(Default)]
pub(super) struct Recorder {
    pub(super) asked: Mutex<Vec<String>>,
    pub(super) failures: Mutex<VecDeque<DiscordError>>,
    pub(super) latency: Duration,
}

impl Recorder {
    async fn note(&self, what: String) -> Result<(), DiscordError> {
        tokio::time::sleep(self.latency).await;
        self.asked.lock().expect("free").push(what);
        self.failures.lock().expect("free").pop_front().map_or(Ok(()), Err)
    }

    pub(super) fn questions(&self) -> Vec<String> {
        self.asked.lock().expect("free").clone()
    }
}

#[async_trait]
impl DiscordApi for Recorder {
    async fn create_interaction_response(
        &self,
        _: u64,
        _: &str,
        response: &Value,
        _: Option<&OutgoingMessage>,
    ) -> Result<(), DiscordError> {
        self.note(format!("answer {} flags {}", response["type"], response["data"]["flags"])).await
    }
    async fn edit_original_response(&self, _: u64, _: &str, post: &OutgoingMessage) -> Result<(), DiscordError> {
        self.note(format!("complete {}", post.content)).await
    }
    async fn delete_original_response(&self, _: u64, _: &str) -> Result<(), DiscordError> {
        self.note("delete".to_owned()).await
    }
    async fn launch_activity(&self, _: u64, _: &str) -> Result<String, DiscordError> {
        self.note("launch".to_owned()).await.map(|()| "i-1".to_owned())
    }
}

/// Answers everything with one sentence, after the work that a test gives it.
#[derive(Default)]
pub(super) struct FakeHandler {
    work: Mutex<Option<BoxFuture<'static, ()>>>,
    pub(super) answered: AtomicUsize,
    /// The instances in which the Activity was opened.
    pub(super) launched: Mutex<Vec<String>>,
}

impl FakeHandler {
    pub(super) fn work_first(&self, work: impl Future<Output = ()> + Send + 'static) {
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
        let message = if interaction.name.contains("fleeting") { message.fleeting() } else { message };
        if interaction.name == "launch" {
            return Reply::Launch { target: 7, instead: message };
        }
        if interaction.is_ephemeral { Reply::Update(message) } else { Reply::ephemeral(message) }
    }
    fn apology(&self, _: &str) -> OutgoingMessage {
        OutgoingMessage::text("Something went wrong")
    }
    async fn launched(&self, _: &Interaction, instance: &str, _: i64) {
        self.launched.lock().expect("free").push(instance.to_owned());
    }
}

/// A responder whose handler can be slow or panic, and whose Discord can be slow or fail.
pub(super) fn responder(discord: Recorder) -> (Arc<Responder>, Arc<Recorder>, Arc<FakeHandler>) {
    let (handler, discord) = (Arc::new(FakeHandler::default()), Arc::new(discord));
    (Arc::new(Responder::new(handler.clone(), discord.clone())), discord, handler)
}
