//! Interaction answers that are updated once a message is delivered, or is not.

use std::time::Duration;

use discord::OutgoingMessage;
use games::domain::RequestId;
use games::store::Message;
use tracing::warn;

use crate::delivery::outbox::{DeliveryError, Outbox};
use crate::delivery::render_notice::{self, ChallengeDelivery};

/// Half seconds to wait for the response to a command.
const RESPONSE_POLLS: u32 = 6;

impl Outbox {
    /// Updates the answer to the command with the delivery of a challenge posted elsewhere. A rematch starts from a
    /// button, whose answer is unknown here, so its challenger gets a direct message.
    pub(crate) async fn notify_challenger(&self, message: &Message, delivery: ChallengeDelivery) {
        let game = message.game_id;
        let notified = async {
            let Some(request) = self.store.request_of(game, 0).await? else { return Ok(()) };
            let Some(record) = self.store.game(game).await? else { return Ok(()) };
            let is_refused = delivery == ChallengeDelivery::Refused;
            let post = render_notice::challenge_delivery(&self.app, message, &record, delivery).await;
            if !self.amend(request, &post).await? && is_refused {
                let channel = self.discord.open_dm(record.game.challenge.challenger).await?;
                self.discord.post(channel, &post, &format!("{}-c", message.message_id)).await?;
            }
            Ok::<_, DeliveryError>(())
        };
        if let Err(error) = notified.await {
            warn!(game.id = %game, %error, "Could not notify the challenger of what became of challenge {game}: {error}");
        }
    }

    /// Adds a link to the game's thread to the answer of a player who accepted an open challenge, or was matched with
    /// one: the list may be far from the challenge's card.
    pub(super) async fn link_begun_seek(&self, message: &Message) {
        let game = message.game_id;
        let linked = async {
            let Some(record) = self.store.game(game).await?.filter(|record| record.game.is_seek()) else {
                return Ok(());
            };
            let Some(request) = self.store.request_of(game, message.version).await? else { return Ok(()) };
            if let Some(post) = render_notice::begun_seek(&self.app, &record).await {
                self.amend(request, &post).await?;
            }
            Ok::<_, DeliveryError>(())
        };
        if let Err(error) = linked.await {
            warn!(game.id = %game, %error, "Could not tell a player where game {game} has begun: {error}");
        }
    }

    /// Edits the answer to an interaction, which may still be on its way; `false` if none is known.
    async fn amend(&self, request: RequestId, post: &OutgoingMessage) -> Result<bool, DeliveryError> {
        for _ in 0..RESPONSE_POLLS {
            if self.discord.edit_recent_response(request.0, post).await? {
                return Ok(true);
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        Ok(false)
    }
}
