//! Hands each interaction to its feature. Stateless: what is needed to act is in the options or in the `custom_id`.

use std::time::Duration;

use async_trait::async_trait;
use tracing::error;

use crate::app::refusals::explain;
use crate::app::{autocomplete, components, slash_commands};
use crate::commands::context::App;
use crate::discord::handler::Handler;
use crate::discord::interaction::{Interaction, InteractionType};
use crate::discord::localization::Language;
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::{Deferral, Reply};
use crate::features::replay::command;

#[async_trait]
impl Handler for App {
    fn deferral(&self, interaction: &Interaction) -> Deferral {
        match interaction.kind {
            InteractionType::Autocomplete => Deferral::Never,
            _ if interaction.is_ephemeral => Deferral::Update,
            _ if command::is_public(interaction) => Deferral::Public,
            _ => Deferral::Ephemeral,
        }
    }

    async fn answer(&self, interaction: &Interaction) -> Reply {
        dispatch(self, interaction).await
    }

    fn after_panic(&self, interaction: &Interaction) -> Reply {
        if interaction.kind == InteractionType::Autocomplete {
            return Reply::Choices(Vec::new());
        }
        let language = Language::of(&interaction.locale);
        interaction.private_reply(OutgoingMessage::text(language.localize("error-internal", &[])))
    }
}

/// Answers an interaction with the feature that it is for.
pub async fn dispatch(app: &App, interaction: &Interaction) -> Reply {
    let language = Language::of(&interaction.locale);
    if interaction.kind == InteractionType::Autocomplete {
        return Reply::Choices(autocomplete::complete(app, language, interaction).await);
    }
    remember(app, interaction).await;
    let reply = match interaction.kind {
        InteractionType::Component => components::press(app, language, interaction).await,
        _ => slash_commands::command(app, language, interaction).await,
    };
    match reply {
        Ok(reply) => reply,
        Err(problem) => interaction.private_reply(explain(app, language, interaction, problem).await),
    }
}

/// Keeps the language of a person, for notices.
async fn remember(app: &App, interaction: &Interaction) {
    let user = interaction.person.user;
    let recorded = app.games.record_activity(user, &interaction.locale);
    // The answer does not wait for it: the next interaction tells it again.
    match tokio::time::timeout(Duration::from_millis(500), recorded).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => error!(user = user.0, %error, "Could not record the locale of a player: {error}"),
        Err(_) => error!(user = user.0, "Could not record the locale of a player in time"),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value, json};

    use crate::app::test_support;
    use crate::commands::board::pictures::Pictures;

    use super::*;

    fn deferral(app: &App, json: &Value) -> Deferral {
        app.deferral(&Interaction::read(json).expect("an interaction"))
    }

    #[test]
    fn an_answer_is_deferred_where_it_will_stand() {
        let (games, _, clock) = test_support::games();
        let app = App { games, clock, sender: Arc::new(()), pictures: Pictures::new(1) };
        let interaction = |kind: u8, flags: u64| {
            json!({
                "id": "5",
                "type": kind,
                "channel_id": "100",
                "user": { "id": "1", "username": "ada" },
                "data": { "name": "board" },
                "message": { "flags": flags },
            })
        };
        for (kind, flags, expected) in [
            (2, 0, Deferral::Ephemeral),
            (3, 0, Deferral::Ephemeral),
            (3, 64, Deferral::Update),
            (3, 64 | 4, Deferral::Update),
            (3, 4, Deferral::Ephemeral),
            (4, 0, Deferral::Never),
        ] {
            assert_eq!(deferral(&app, &interaction(kind, flags)), expected, "kind {kind}, flags {flags}");
        }
        for (name, public, expected) in [
            ("replay", true, Deferral::Public),
            ("replay", false, Deferral::Ephemeral),
            ("board", true, Deferral::Ephemeral),
        ] {
            let mut asked = interaction(2, 0);
            let option = json!({ "name": "public", "type": 5, "value": public });
            asked["data"] = json!({ "name": name, "options": [option] });
            assert_eq!(deferral(&app, &asked), expected, "{name} {public}");
        }
    }
}
