//! What the tests of several modules need.

use std::sync::Mutex;

use async_trait::async_trait;
use serde_json::Value;

use crate::discord::api::InteractionApi;
use crate::discord::error::DiscordError;
use crate::discord::handler::Handler;
use crate::discord::interaction::Interaction;
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::{Deferral, Reply};
use crate::domain::UserId;

/// Counts what it answers, and what Discord is asked.
#[derive(Default)]
pub(super) struct Counter(Mutex<Vec<String>>);

#[async_trait]
impl Handler for Counter {
    fn deferral(&self, _: &Interaction) -> Deferral {
        Deferral::Ephemeral
    }
    async fn answer(&self, interaction: &Interaction) -> Reply {
        self.0.lock().expect("free").push(interaction.name.clone());
        Reply::Choices(Vec::new())
    }
    fn after_panic(&self, _: &Interaction) -> Reply {
        Reply::Choices(Vec::new())
    }
}

#[async_trait]
impl InteractionApi for Counter {
    async fn create_interaction_response(
        &self,
        id: u64,
        _: &str,
        _: u8,
        _: Value,
        _: Option<&OutgoingMessage>,
    ) -> Result<(), DiscordError> {
        self.0.lock().expect("free").push(format!("answered {id}"));
        Ok(())
    }
    async fn edit_original_response(&self, _: u64, _: &str, _: &OutgoingMessage) -> Result<(), DiscordError> {
        Ok(())
    }

    async fn answer_by_dm(&self, _: UserId, _: &OutgoingMessage, _: &str) -> Result<(), DiscordError> {
        Ok(())
    }
}

impl Counter {
    pub(super) fn notes(&self) -> Vec<String> {
        self.0.lock().expect("no test panics while it holds this").clone()
    }
}
