//! `/watch`, and the buttons that begin and end it.

use crate::commands::answer::{Answer, Problem};
use crate::commands::button::Button;
use crate::commands::context::App;
use crate::commands::game_option::{fits, game_of};
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::Reply;
use crate::domain::{GameId, GameSummary, WatchHow};
use crate::features::watch::view;
use crate::games::Certainty;

/// `/watch start`
pub async fn start(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = game_of(app, interaction, Certainty::Likely).await?;
    let how = match interaction.text("how") {
        Some("end") => WatchHow::End,
        Some("thread") => WatchHow::Thread,
        _ => WatchHow::Moves,
    };
    Ok(Reply::ephemeral(begin(app, language, interaction, game, how).await?))
}

/// `/watch list`
pub async fn list(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let watched = app.games.watched(interaction.person.user).await?;
    app.games.forget_closed(&watched).await?;
    Ok(Reply::ephemeral(view::list(language, &watched)))
}

/// `/watch stop`
pub async fn stop(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = game_of(app, interaction, Certainty::Likely).await?;
    Ok(Reply::ephemeral(end(app, language, interaction, game).await?))
}

/// *Watch* below a board.
pub(crate) async fn press_start(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    // The board stays.
    Ok(Reply::ephemeral(begin(app, language, interaction, button.game, WatchHow::Moves).await?))
}

/// *Stop watching*.
pub(crate) async fn press_stop(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    Ok(interaction.private_reply(end(app, language, interaction, button.game).await?))
}

/// Games of others that are being played, or those that one watches.
pub async fn complete(
    app: &App,
    language: Language,
    interaction: &Interaction,
    typed: &str,
) -> Result<Vec<(String, String)>, Problem> {
    let user = interaction.person.user;
    let found = if interaction.name == "watch stop" {
        let watched = app.games.watched(user).await?.into_iter();
        watched.map(|watched| GameSummary { game: watched.record.game, seats: watched.record.seats }).collect()
    } else if let Some(guild) = interaction.origin.guild_id {
        app.games.live_games(guild, user, interaction.origin).await?.0
    } else {
        Vec::new()
    };
    let others = found.iter().filter(|summary| summary.seats.iter().all(|seat| seat.user != user));
    let choices = others.map(|summary| (view::label(language, summary), summary.game.game_id.to_string()));
    Ok(choices.filter(fits(typed)).take(25).collect())
}

async fn begin(
    app: &App,
    language: Language,
    interaction: &Interaction,
    game: GameId,
    how: WatchHow,
) -> Result<OutgoingMessage, Problem> {
    match app.games.watch(interaction.person.user, game, how).await? {
        Ok(record) => Ok(view::begun(language, &record, how)),
        Err(refused) => Err(Problem::Text(view::refused(language, refused))),
    }
}

async fn end(
    app: &App,
    language: Language,
    interaction: &Interaction,
    game: GameId,
) -> Result<OutgoingMessage, Problem> {
    let names = app.games.names_of(&[game]).await?;
    let id = names.get(&game).cloned().unwrap_or_default();
    let was_watched = app.games.stop_watching(interaction.person.user, game).await?;
    Ok(view::ended(language, &id, was_watched))
}
