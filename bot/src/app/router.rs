//! Dispatches each interaction to its feature. Options and the `custom_id` carry all necessary state.

use std::sync::LazyLock;
use std::time::Duration;

use async_trait::async_trait;
use base::counted_warning::CountedWarning;
use discord::responder::Handler;
use discord::{Deferral, Interaction, InteractionType, OutgoingMessage, Reply};
use games::domain::{GameId, OrganizerError};
use games::store::snapshot;
use games::{GameError, Limited};
use tracing::{error, warn};

use crate::app::command_components::{ComponentAction, read_component};
use crate::app::refusals::explain;
use crate::commands::{Answer, App, Choices, Ctx, Problem};
use crate::features::organize::announcements;
use crate::features::{feature_for, hints};
use crate::localization::Language;

/// Forgetting a language is harmless, because each interaction carries it.
static NOT_REMEMBERED: LazyLock<CountedWarning> = LazyLock::new(CountedWarning::default);

#[async_trait]
impl Handler for App {
    fn deferral(&self, interaction: &Interaction) -> Deferral {
        if let Some(Ok(meaning)) = read_component(interaction) {
            let ComponentAction::Command(command) = meaning else { return Deferral::Never };
            let command = Interaction { is_ephemeral: false, ..*command };
            return match feature_for(&command).and_then(|feature| feature.deferral(&command)) {
                Some(deferral @ (Deferral::Public | Deferral::Never)) => deferral,
                // A private menu disappears.
                _ if interaction.is_ephemeral => Deferral::Update,
                _ => Deferral::Ephemeral,
            };
        }
        if interaction.kind != InteractionType::Autocomplete
            && let Some(deferral) = feature_for(interaction).and_then(|feature| feature.deferral(interaction))
        {
            return deferral;
        }
        match interaction.kind {
            InteractionType::Autocomplete => Deferral::Never,
            _ if interaction.is_ephemeral => Deferral::Update,
            _ => Deferral::Ephemeral,
        }
    }

    async fn answer(&self, interaction: &Interaction) -> Reply {
        dispatch(self, interaction).await
    }

    async fn launched(&self, interaction: &Interaction, instance: &str, target: i64) {
        if let Err(error) = self.games.record_launch(instance, interaction.person.user, GameId(target)).await {
            warn!(%error, "Could not record which game was opened inside Discord: {error}");
        }
    }

    fn apology(&self, locale: &str) -> OutgoingMessage {
        OutgoingMessage::text(Language::of(locale).localize("error-internal", &[]))
    }
}

/// Answers an interaction with the responsible feature.
pub async fn dispatch(app: &App, interaction: &Interaction) -> Reply {
    snapshot::scope(Box::pin(answer_interaction(app, interaction))).await
}

async fn answer_interaction(app: &App, interaction: &Interaction) -> Reply {
    let ctx = Ctx::new(app, interaction);
    if interaction.kind == InteractionType::Autocomplete {
        return Reply::Choices(complete(ctx).await);
    }
    let is_form = interaction.kind == InteractionType::Modal;
    match read_component(interaction) {
        None => answer_or_refuse(ctx).await,
        // A message whose button opened a form stays if the form's input is refused.
        Some(Err(problem)) if is_form => Reply::ephemeral(explain(ctx, problem).await),
        Some(Err(problem)) => render_problem(ctx, problem).await,
        Some(Ok(ComponentAction::Form(form))) => match app.games.check_rate(ctx.user(), Limited::Interactions) {
            Ok(()) => Reply::Modal(form),
            Err(error) => render_problem(ctx, error.into()).await,
        },
        Some(Ok(ComponentAction::Command(command))) => {
            let ctx = Ctx::new(app, &command);
            match answer(ctx).await {
                Ok(Reply::Message { private: true, post }) => command.private_reply(post),
                Ok(reply) => reply,
                Err(problem) if is_form => Reply::ephemeral(explain(ctx, problem).await),
                Err(problem) => render_problem(ctx, problem).await,
            }
        }
    }
}

async fn answer_or_refuse(ctx: Ctx<'_>) -> Reply {
    match answer(ctx).await {
        Ok(reply) => hints::with_hint(ctx, reply).await,
        Err(problem) => render_problem(ctx, problem).await,
    }
}

/// Completes the focused option. Errors are logged and give no choices, so that the player can type on.
async fn complete(ctx: Ctx<'_>) -> Choices {
    let Some(feature) = feature_for(ctx.interaction) else { return Choices::new() };
    if ctx.app.games.check_rate(ctx.user(), Limited::Completions).is_err() {
        return Choices::new();
    }
    feature.complete(ctx).await.unwrap_or_else(|problem| {
        if let Problem::Game(GameError::Internal(cause), _) = problem {
            error!(%cause, "Could not complete an option: {cause}");
        }
        Choices::new()
    })
}

/// The refusal as a message of its own, or in place of the message with the button.
async fn render_problem(ctx: Ctx<'_>, problem: Problem) -> Reply {
    let is_flood = matches!(problem, Problem::Game(GameError::TooFast { limited: Limited::Interactions, .. }, _));
    let refusal = explain(ctx, problem).await;
    if is_flood {
        // The message stays as it is.
        return Reply::ephemeral(refusal);
    }
    let post = match feature_for(ctx.interaction) {
        Some(feature) => feature.after_refusal(ctx, refusal).await,
        None => refusal,
    };
    ctx.private_reply(post)
}

async fn answer(ctx: Ctx<'_>) -> Answer {
    let user = ctx.user();
    ctx.app.games.check_rate(user, Limited::Interactions)?;
    let feature = feature_for(ctx.interaction);
    if feature.is_some_and(|feature| feature.is_lookup(ctx.interaction)) {
        ctx.app.games.check_rate(user, Limited::Lookups)?;
    }
    remember(ctx).await;
    let is_press = matches!(ctx.kind, InteractionType::Component | InteractionType::Modal);
    let answer = match feature {
        Some(feature) if is_press => feature.press(ctx).await,
        Some(feature) => feature.run(ctx).await,
        None => Err(if is_press { Problem::UNKNOWN_BUTTON } else { Problem::UNKNOWN_COMMAND }),
    };
    match answer {
        Err(Problem::Game(GameError::Organizer(OrganizerError::Unannounced(announcement)), _)) => {
            announcements::announce(ctx, &announcement).await
        }
        answer => answer,
    }
}

/// Records the language of a person, for notices.
async fn remember(ctx: Ctx<'_>) {
    let user = ctx.user();
    let recorded = ctx.app.games.record_activity(user, &ctx.locale);
    // Limits how long this delays the answer.
    match tokio::time::timeout(Duration::from_millis(500), recorded).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => NOT_REMEMBERED.add(move |count| {
            warn!(count = count.0, %error, "Could not record the locale of a player{count}: {error}");
        }),
        Err(_) => NOT_REMEMBERED.add(|count| {
            warn!(count = count.0, "Could not record the locale of a player in time{count}");
        }),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::app::test_support;

    use super::*;

    fn deferral(app: &App, json: &Value) -> Deferral {
        app.deferral(&Interaction::read(&sandbox::interaction::complete(json.clone())).expect("an interaction"))
    }

    #[test]
    fn an_answer_is_deferred_where_it_will_stand() {
        let app = test_support::app();
        let interaction = |kind: u8, flags: u64| {
            json!({
                "id": "5",
                "type": kind,
                "channel_id": "100",
                "user": { "id": "1", "username": "ada" },
                "data": { "name": "board", "custom_id": "board" },
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
        for (name, flags, expected) in [
            ("v1:record:000000007", 64, Deferral::Ephemeral),
            ("v1:record:000000007", 0, Deferral::Ephemeral),
            ("v1:history:000000007", 64, Deferral::Update),
            // A menu that stands for a command disappears; an interaction that opens a form cannot be deferred.
            ("v1:run:game draw:{\"game\":\"000000007\"}", 64, Deferral::Update),
            ("v1:run:game draw:{\"game\":\"000000007\"}", 0, Deferral::Ephemeral),
            ("v1:run:organize annul:{\"game\":\"000000007\",\"reason\":null}", 64, Deferral::Never),
            ("v1:run:no such:{\"reason\":null}", 64, Deferral::Update),
        ] {
            let mut press = interaction(3, flags);
            press["data"] = json!({ "custom_id": name });
            assert_eq!(deferral(&app, &press), expected, "{name} {flags}");
        }
        for (name, public, expected) in [
            ("game replay", true, Deferral::Public),
            ("game replay", false, Deferral::Ephemeral),
            ("board", true, Deferral::Ephemeral),
        ] {
            let mut call = interaction(2, 0);
            let option = json!({ "name": "public", "type": 5, "value": public });
            call["data"] = json!({ "name": name, "options": [option] });
            assert_eq!(deferral(&app, &call), expected, "{name} {public}");
        }
    }

    #[tokio::test]
    async fn a_command_of_another_version_is_not_called_a_button() {
        let app = test_support::app();
        let command = json!({
            "id": "5", "type": 2, "channel_id": "100", "locale": "fr", "user": { "id": "1", "username": "ada" },
            "data": { "name": "castle", "type": 1 },
        });
        let reply =
            dispatch(&app, &Interaction::read(&sandbox::interaction::complete(command)).expect("an interaction")).await;
        let Reply::Message { private: true, post } = reply else { panic!("{reply:?}") };
        let message = Language::of("fr").localize("error-unknown-command", &[]);
        assert!(message.contains("commande") && post.content == message, "{post:?}");
    }
}
