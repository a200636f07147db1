//! Where hints are shown, and the button that ends them.

use tracing::warn;

use crate::commands::answer::Answer;
use crate::commands::button::{Button, word};
use crate::commands::context::App;
use crate::commands::game_option::game_of;
use crate::discord::interaction::{Interaction, InteractionType};
use crate::discord::localization::Language;
use crate::discord::reply::Reply;
use crate::features::hints::service;
use crate::features::hints::service::Hint;
use crate::features::hints::view;
use crate::games::{Certainty, GameError};

/// *No more hints*. The board that it stands below stays.
pub(crate) async fn off(app: &App, language: Language, interaction: &Interaction) -> Answer {
    service::set_hints(&app.games, interaction.person.user, false).await?;
    Ok(Reply::ephemeral(view::off(language)))
}

/// An answer to a person in their first game, with the hint that is due. What was done stays done where that cannot be found out.
pub(crate) async fn with_hint(app: &App, language: Language, interaction: &Interaction, reply: Reply) -> Reply {
    let user = interaction.person.user;
    let (post, is_update) = match reply {
        Reply::Message { private: true, post } => (post, false),
        Reply::Update(post) if interaction.is_ephemeral => (post, true),
        other => return other,
    };
    let hint = if view::has_room(&post) { hint(app, interaction).await } else { Ok(None) };
    let post = match hint {
        Ok(Some(hint)) => view::with_hint(language, post, hint),
        Ok(None) => post,
        Err(error) => {
            warn!(user = user.0, %error, "Could not find the hint for a player: {error}");
            post
        }
    };
    if is_update { Reply::Update(post) } else { Reply::Message { private: true, post } }
}

/// The hint that is due below the answer to this. Only newcomers cost more than one query.
async fn hint(app: &App, interaction: &Interaction) -> Result<Option<Hint>, GameError> {
    let user = interaction.person.user;
    let button = match interaction.kind {
        InteractionType::Command if ["move", "board"].contains(&interaction.name.as_str()) => None,
        InteractionType::Component => match interaction.name.parse::<Button>() {
            Ok(button) if shows_game(&button) => Some(button),
            _ => return Ok(None),
        },
        _ => return Ok(None),
    };
    if !service::awaits_hints(&app.games, user).await? {
        return Ok(None);
    }
    let game = match button {
        Some(button) => Some(button.game),
        None => game_of(app, interaction, Certainty::Likely).await.ok(),
    };
    match game {
        Some(game) => service::next_hint(&app.games, user, game).await,
        None => Ok(None),
    }
}

/// Does the answer show the game to somebody who can move in it, or has just moved? That to *Accept* is edited once the game has
/// begun, so a hint below it would not stay.
fn shows_game(button: &Button) -> bool {
    [word::MOVE, word::BOARD, word::PLAY].contains(&&*button.word)
}
