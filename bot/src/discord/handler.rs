//! What answers interactions: the port between Discord and the program.

use async_trait::async_trait;

use crate::discord::interaction::Interaction;
use crate::discord::reply::{Deferral, Reply};

#[async_trait]
pub trait Handler: Send + Sync + 'static {
    /// How an answer that takes long is deferred. Decided before anything is looked up.
    fn deferral(&self, interaction: &Interaction) -> Deferral;

    /// Answers an interaction. It never fails: problems are logged here, once, and told to the player in a sentence.
    async fn answer(&self, interaction: &Interaction) -> Reply;

    /// The answer when a panic has ended [`Handler::answer`], or there was no time for it.
    fn after_panic(&self, interaction: &Interaction) -> Reply;
}
