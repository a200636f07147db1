//! Discord in, Discord out: read what was sent, call one use case, word the answer. The only place that words an answer.
//! Stateless: whatever is needed to act is in the options or in the `custom_id`.

use std::time::Duration;

use serde_json::Value;
use tracing::error;

use crate::app::refusals::explain;
use crate::app::{autocomplete, components, slash_commands};
use crate::commands::context::App;
use crate::discord::interaction::{Interaction, Kind};
use crate::discord::localization::Language;
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::{Deferral, Reply};
use crate::features::replay::command;

/// How the answer to this interaction is put off.
pub fn deferral(interaction: &Value) -> Deferral {
    match Interaction::read(interaction) {
        Some(incoming) if incoming.kind == Kind::Autocomplete => Deferral::Never,
        Some(incoming) if incoming.is_ephemeral => Deferral::Update,
        Some(incoming) if command::is_public(&incoming) => Deferral::Public,
        _ => Deferral::Private,
    }
}

/// Answers an interaction. It never fails: what goes wrong is logged here, once, and told to the player in a sentence. `None`
/// when it is nothing that can be answered.
pub async fn dispatch(app: &App, interaction: &Value) -> Option<Reply> {
    let incoming = Interaction::read(interaction)?;
    let language = Language::of(&incoming.locale);
    if incoming.kind == Kind::Autocomplete {
        return Some(Reply::Choices(autocomplete::complete(app, language, &incoming).await));
    }
    remember(app, &incoming).await;
    let reply = match incoming.kind {
        Kind::Component => components::press(app, language, &incoming).await,
        _ => slash_commands::command(app, language, &incoming).await,
    };
    Some(match reply {
        Ok(reply) => reply,
        Err(problem) => {
            let post = explain(app, language, &incoming, problem).await;
            incoming.answered(post)
        }
    })
}

/// The answer when a panic has broken [`dispatch`].
pub fn broken(interaction: &Value) -> Option<Reply> {
    let incoming = Interaction::read(interaction)?;
    if incoming.kind == Kind::Autocomplete {
        return Some(Reply::Choices(Vec::new()));
    }
    Some(incoming.answered(OutgoingMessage::text(Language::of(&incoming.locale).say("error-internal", &[]))))
}

/// Keeps the language of a person, for the messages that nobody asked for.
async fn remember(app: &App, incoming: &Interaction) {
    let user = incoming.person.user;
    let kept = async {
        let known = app.store.player(user).await?;
        if known.ignored > 0 {
            app.store.heard_from(user).await?;
        }
        if known.locale.as_deref() == Some(&incoming.locale) {
            Ok(())
        } else {
            app.store.set_locale(user, &incoming.locale).await
        }
    };
    // The answer does not wait for it: the next interaction tells it again.
    match tokio::time::timeout(Duration::from_millis(500), kept).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => error!(user = user.0, %error, "Could not remember a player: {error}"),
        Err(_) => error!(user = user.0, "Could not remember a player in time"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_answer_is_put_off_in_the_place_where_it_will_stand() {
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
            (2, 0, Deferral::Private),
            (3, 0, Deferral::Private),
            (3, 64, Deferral::Update),
            (3, 64 | 4, Deferral::Update),
            (3, 4, Deferral::Private),
            (4, 0, Deferral::Never),
        ] {
            assert_eq!(deferral(&interaction(kind, flags)), expected, "kind {kind}, flags {flags}");
        }
        for (name, public, expected) in [
            ("replay", true, Deferral::Public),
            ("replay", false, Deferral::Private),
            ("board", true, Deferral::Private),
        ] {
            let mut asked = interaction(2, 0);
            let option = json!({ "name": "public", "type": 5, "value": public });
            asked["data"] = json!({ "name": name, "options": [option] });
            assert_eq!(deferral(&asked), expected, "{name} {public}");
        }
    }
}
